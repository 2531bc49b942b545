//! How large a question is, before it is asked.

use quandary_core::InputError;

use super::exact::Question;
use crate::rules::{Board, Shape};

/// Bytes a class of positions takes while all are listed.
pub const CLASS_BYTES: u64 = 8;

/// The share of all ways to fill the board, up to symmetry, that games really reach.
///
/// Counted: 2x2 to 32 1.11, 2x3 to 32 1.10 and to 128 0.49, 2x4 to 32 0.96 and to 512 0.29, 3x3 to 32 0.90 and to 512
/// 0.33, the whole game on 3x3 0.17, 2x5 to 64 0.59, 3x4 to 16 0.58. So an estimate is right within a factor of four;
/// what does not fit by that much more does not fit at all.
const REACHED_SHARE: f64 = 0.3;

/// About how many classes of positions the question has, asked from the start of a game.
///
/// ```
/// use quandary_twenty48::rules::{Fours, Rules, Shape};
/// use quandary_twenty48::solve::{Question, size::estimate};
/// let shape = Shape::new(3, 3).unwrap();
/// let rules = Rules { shape, fours: Fours::USUAL };
/// let question = Question { rules, target: 9, play_on: false, keep_all: false, memory: 1 << 30 };
/// let found = 15_766_405.0; // counted
/// assert!((0.25..4.0).contains(&(estimate(&question) / found)));
/// ```
pub fn estimate(question: &Question) -> f64 {
    let shape = question.rules.shape;
    // An empty cell, or a tile below the one at which play stops.
    let kinds = if question.play_on { shape.largest_exponent(true) + 1 } else { question.target };
    classes(shape, kinds)
}

fn classes(shape: Shape, kinds: u8) -> f64 {
    let symmetries = if shape.rows() == shape.cols() { 8.0 } else { 4.0 };
    REACHED_SHARE * f64::from(kinds).powi(shape.cells() as i32) / symmetries
}

/// The exponent of the largest target on a board that fits into `memory` bytes, where play stops at the target.
pub fn largest_target(shape: Shape, memory: u64) -> u8 {
    let fits = |&exponent: &u8| classes(shape, exponent) * CLASS_BYTES as f64 <= memory as f64;
    (2..=shape.largest_exponent(true)).take_while(fits).last().unwrap_or(1)
}

/// What a machine of today spares without being asked: a question that needs more is refused, one that only needs more
/// than a smaller limit is begun and ends when the limit is reached.
pub const ORDINARY_MEMORY: u64 = 3 << 30;

/// Whether the whole question is known beforehand not to fit; the sentence says what would.
///
/// That is known for the beginning of a game, where few tiles stand. From the middle of one there may be far less to
/// look at, so there the search begins and is asked again when it has listed a part ([`Part::Begun`]).
pub fn check(question: &Question, positions: &[Board], part: Part) -> Result<(), InputError> {
    let opening = positions.iter().any(|board| board.sum() <= OPENING_SUM);
    let bytes = estimate(question) * CLASS_BYTES as f64;
    let memory = question.memory.max(ORDINARY_MEMORY);
    if bytes <= memory as f64 || (part == Part::Nothing && !opening) {
        return Ok(());
    }
    let shape = question.rules.shape;
    let most = largest_target(shape, memory);
    let expected = if most > 2 {
        format!("a target of at most {} on {shape}, or a smaller board", 1_u64 << most)
    } else {
        format!("a smaller board than {shape}")
    };
    Err(InputError::new(format!(
        "{shape} to {} cannot be solved exactly: about {} positions up to symmetry, {} of memory, where {} may be used",
        1_u64 << question.target,
        magnitude(estimate(question)),
        amount(bytes),
        amount(memory as f64)
    ))
    .expected(format!("{expected}; up to 3x3 every target can be reached with 3 GB")))
}

/// How much of the search has been done when its size is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Nothing yet.
    Nothing,
    /// As many classes as [`probe`] says.
    Begun,
}

/// The tiles of a position that is as good as the start of a game.
const OPENING_SUM: u64 = 16;

/// After how many classes a search from the middle of a game is judged again: a sixteenth of what fits.
pub fn probe(memory: u64) -> u64 {
    memory / CLASS_BYTES / 16
}

/// 12,345,678 as "12 million", 1.7e15 as "10^15".
fn magnitude(number: f64) -> String {
    match number {
        n if n < 1e6 => format!("{n:.0}"),
        n if n < 1e9 => format!("{:.0} million", n / 1e6),
        n if n < 1e12 => format!("{:.0} billion", n / 1e9),
        n => format!("10^{:.0}", n.log10()),
    }
}

fn amount(bytes: f64) -> String {
    match bytes {
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b if b < 1e12 => format!("{:.1} GB", b / 1e9),
        b if b < 1e15 => format!("{:.0} TB", b / 1e12),
        b => format!("10^{:.0} bytes", b.log10()),
    }
}
