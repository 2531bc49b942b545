//! Positions to play from: starts, and the middle of games.

use std::sync::LazyLock;

use quandary_core::Seed;
use quandary_search::expectimax::Depth;

use crate::rules::{Board, Rules, Start};
use crate::simulate::play;
use crate::strategy::linear::{Linear, LinearPlayer, WEIGHTS};

/// The tables of the simple player, built once for all positions.
static LINEAR: LazyLock<Linear> = LazyLock::new(|| Linear::new(&WEIGHTS[0]));

/// Position number `index` under `seed`, after at most `moves` moves of a simple player: expectimax one move
/// deep. Returns the board and how many moves were made before it, or before the game ended.
///
/// ```
/// use quandary_core::Seed;
/// use quandary_twenty48::generate::position;
/// use quandary_twenty48::rules::{Rules, Start};
/// let (board, moves) = position(&Rules::STANDARD, Start::Usual, 100, Seed(7), 0);
/// assert_eq!(moves, 100);
/// assert!(board.sum() >= 200); // every move adds at least a 2
/// assert_eq!(position(&Rules::STANDARD, Start::Usual, 100, Seed(7), 0).0, board);
/// ```
pub fn position(rules: &Rules, start: Start, moves: u64, seed: Seed, index: u64) -> (Board, u64) {
    let mut stream = seed.stream(index);
    let first = rules.start(start, &mut stream);
    let mut player = LinearPlayer::new(*rules, &WEIGHTS[0], &LINEAR, Depth::BelowRoot(1));
    let mut made = 0;
    let end = play(rules, first, &mut player, &mut stream, |_, _| {
        made += 1;
        made <= moves
    });
    (end.board, end.moves)
}
