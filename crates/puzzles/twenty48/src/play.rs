//! Playing a game to its end.

use quandary_core::Stream;

use crate::notation::{Ply, Record};
use crate::rules::{Board, Rules, Start};
use crate::strategy::Player;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The last position.
    pub board: Board,
    /// The score.
    pub score: u64,
    /// Moves made.
    pub moves: u64,
}

/// Plays from `start` until no move is left, the player stops, or `each` says so.
///
/// `each` sees every position before its move, with the move; it returns whether to go on. Spawns draw from
/// `stream` and nothing else does, so two players given the same stream meet the same luck for as long as
/// they make the same moves.
pub fn play(
    rules: &Rules,
    board: Board,
    player: &mut impl Player,
    stream: &mut Stream,
    mut each: impl FnMut(Board, crate::rules::Direction) -> bool,
) -> Finished {
    let mut game = Finished { board, score: 0, moves: 0 };
    while let Some(chosen) = player.choose(game.board) {
        if !each(game.board, chosen) {
            break;
        }
        let (after, earned, changed) = rules.slide(game.board, chosen);
        if !changed {
            break;
        }
        game.board = rules.spawn(after, stream);
        game.score += earned;
        game.moves += 1;
    }
    game
}

/// Plays one game and keeps its record.
pub fn record(rules: &Rules, start: Start, player: &mut impl Player, stream: &mut Stream) -> Record {
    let first = rules.start(start, stream);
    let mut seen = Vec::new();
    let end = play(rules, first, player, stream, |board, chosen| {
        seen.push((board, chosen));
        true
    });
    let boards = seen.iter().skip(1).map(|(board, _)| *board).chain([end.board]);
    let plies = seen
        .iter()
        .zip(boards)
        .filter_map(|(&(before, chosen), next)| {
            let (after, ..) = rules.slide(before, chosen);
            let cell = (0..rules.shape.cells()).find(|&cell| after.get(cell) != next.get(cell))?;
            Some(Ply { chosen, cell, exponent: next.get(cell) })
        })
        .collect();
    Record { shape: rules.shape, start: first, plies }
}
