//! Games of a player from start to end, with what is kept of them.

use quandary_core::{Outcome, Step, StopFlag, Stream, Trace};

use crate::notation::{Ply, Record};
use crate::rules::{Board, Direction, Rules, Start};
use crate::strategy::{Considered, Player};

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
    mut each: impl FnMut(Board, Direction) -> bool,
) -> Finished {
    let mut end = Finished { board, score: 0, moves: 0 };
    while let Some(chosen) = player.choose(end.board) {
        if !each(end.board, chosen) || advance(rules, &mut end, chosen, stream).is_none() {
            break;
        }
    }
    end
}

/// What one move did.
struct Advanced {
    after: Board,
    ply: Ply,
}

/// Makes a move and lets chance answer; none, and nothing happens, when it changes nothing.
fn advance(rules: &Rules, game: &mut Finished, chosen: Direction, stream: &mut Stream) -> Option<Advanced> {
    let (after, earned, changed) = rules.slide(game.board, chosen);
    if !changed {
        return None;
    }
    // A move that changes the board leaves a cell empty, so chance always finds a place.
    let (cell, exponent) = rules.draw(after, stream)?;
    game.board = after.with(cell, exponent);
    game.score += earned;
    game.moves += 1;
    Some(Advanced { after, ply: Ply { chosen, cell, exponent } })
}

/// A move that was just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The position before it.
    pub before: Board,
    /// The move, and what else there was.
    pub considered: Considered,
    /// The position after it, before the new tile.
    pub after: Board,
    /// The move with the new tile.
    pub ply: Ply,
}

impl LastMove {
    /// The decision as a step of a trace.
    pub fn step(&self, rules: &Rules) -> Step {
        step(rules, self.considered, self.after)
    }
}

/// Plays from `board` until no move is left or `stop` is raised, and shows every move when it is made.
pub fn watch(
    rules: &Rules,
    board: Board,
    player: &mut impl Player,
    stream: &mut Stream,
    stop: &StopFlag,
    mut see: impl FnMut(LastMove),
) -> Finished {
    let mut end = Finished { board, score: 0, moves: 0 };
    while stop.raised().is_none() {
        let before = end.board;
        let Some(considered) = player.consider(before) else { break };
        let Some(Advanced { after, ply }) = advance(rules, &mut end, considered.chosen, stream) else {
            break;
        };
        see(LastMove { before, considered, after, ply });
    }
    end
}

/// What to keep of a game beside how it ended. Both grow with the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Every move and every new tile, to replay it.
    pub record: bool,
    /// Every decision, to measure it.
    pub trace: bool,
}

/// A game from its start to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// How it ended.
    pub end: Finished,
    /// Won with the tile it is about, lost without, unfinished where it was stopped.
    pub outcome: Outcome,
    /// Its record, where that was to be kept.
    pub record: Option<Record>,
    /// Its trace, where that was to be kept. See [`step`] for what is in it.
    pub trace: Option<Trace>,
}

/// Plays one game, keeping while it is played what is to be kept.
///
/// Once `stop` is raised the game ends where it is, as unfinished.
///
/// ```
/// use quandary_core::{Outcome, Seed, StopFlag};
/// use quandary_twenty48::rules::{Rules, Start};
/// use quandary_twenty48::simulate::{Keep, game};
/// use quandary_twenty48::strategy::Random;
/// let rules = Rules::STANDARD;
/// let mut player = Random { rules, stream: Seed(1).named("moves").stream(0) };
/// let keep = Keep { record: true, trace: true };
/// let played = game(&rules, Start::Usual, &mut player, &mut Seed(1).stream(0), keep, &StopFlag::new());
/// assert_eq!(played.outcome, Outcome::Lost); // chance does not make a 2048
/// assert_eq!(played.record.unwrap().replay(|_, _| {}).unwrap().score, played.end.score);
/// assert_eq!(played.trace.unwrap().length() as u64, played.end.moves);
/// ```
pub fn game(
    rules: &Rules,
    start: Start,
    player: &mut impl Player,
    stream: &mut Stream,
    keep: Keep,
    stop: &StopFlag,
) -> Game {
    let first = rules.start(start, stream);
    let (mut plies, mut steps) = (Vec::new(), Vec::new());
    let end = watch(rules, first, player, stream, stop, |made| {
        if keep.record {
            plies.push(made.ply);
        }
        if keep.trace {
            steps.push(made.step(rules));
        }
    });
    let outcome = rules.outcome(end.board).unwrap_or(Outcome::Unfinished);
    Game {
        end,
        outcome,
        record: keep.record.then_some(Record { shape: rules.shape, start: first, plies }),
        trace: keep.trace.then_some(Trace { steps, outcome }),
    }
}

/// A decision as a step of a trace.
///
/// Options are the legal moves and plausible those the player holds to be as good as the best
/// ([`AS_GOOD`](crate::strategy::AS_GOOD)). A move is certain when there is no other. Its probability is that the
/// game goes on: that a move is left after the new tile.
pub fn step(rules: &Rules, considered: Considered, after: Board) -> Step {
    Step {
        options: considered.options.into(),
        plausible: considered.plausible.into(),
        certain: considered.options == 1,
        probability: rules.survival(after),
    }
}
