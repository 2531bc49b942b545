//! The numbers of the engine's judgement.

use quandary_core::rules::Side;

use super::board::Board;
use super::kinds::{KINDS, Kind};
use super::shapes::SHAPES;

/// How much a shape makes a point worth trying.
pub(crate) const PROMISE: [i16; SHAPES] = [0, 1, 3, 5, 14, 14, 40, 44, 200, 1000];

/// What a line through an empty point is worth to the side to move, by what a stone there would make of it.
const MINE: [i32; SHAPES] = [0, 0, 1, 2, 5, 5, 20, 14, 0, 0];
/// The same lines of the other side.
const THEIRS: [i32; SHAPES] = [0, 0, 1, 2, 4, 4, 10, 9, 40, 0];
/// What an empty point is worth to the side to move, by what a stone there would be on all its lines.
const MY_POINTS: [i32; KINDS] = [0, 5, 10, 60, 10, 120, 0, 0];
/// The same of the other side.
const THEIR_POINTS: [i32; KINDS] = [0, 3, 4, 20, 4, 40, 40, 0];
/// To move is worth this.
const TEMPO: i32 = 20;

/// What a position looks like it is worth to the side to move.
pub(crate) fn worth(board: &Board) -> i32 {
    let (me, other) = (board.mover(), board.mover().other());
    let lines = |side: Side, weights: &[i32; SHAPES]| -> i32 {
        board.shape_counts(side).iter().zip(weights).map(|(count, weight)| count * weight).sum()
    };
    let points = |side: Side, weights: &[i32; KINDS]| -> i32 {
        [Kind::Cross, Kind::Three, Kind::DoubleThree, Kind::Four, Kind::FourThree, Kind::Unstoppable]
            .into_iter()
            .map(|kind| board.points(side, kind).count() as i32 * weights[kind as usize])
            .sum()
    };
    TEMPO + lines(me, &MINE) - lines(other, &THEIRS) + points(me, &MY_POINTS) - points(other, &THEIR_POINTS)
}
