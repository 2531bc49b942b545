//! The numbers of the engine's judgement.

use quandary_core::rules::Side;

use super::board::Board;
use super::kinds::KINDS;
use super::shapes::SHAPES;

/// How much a shape makes a point worth trying.
pub(crate) const PROMISE: [i16; SHAPES] = [0, 1, 3, 5, 14, 14, 40, 44, 200, 1000];

/// To move is worth this. These numbers were fitted to 400 games of the engine against itself (`gomoku_weights 400 1000 1`) and
/// rounded; 100 of them are a factor e in the odds to win. What the few games could not tell was left small.
const TEMPO: i32 = 10;
/// What a line through an empty point is worth to the side to move, by what a stone there would make of it.
const MINE: [i32; SHAPES] = [0, 0, 0, 2, 1, 6, 13, 12, 0, 0];
/// The same lines of the other side.
const THEIRS: [i32; SHAPES] = [0, 0, 0, -2, -1, -5, -14, -16, -26, 0];
/// What an empty point is worth to the side to move, by what a stone there would be on all its lines.
const MY_POINTS: [i32; KINDS] = [0, 9, 9, 20, 5, 200, 0, 0];
/// The same of the other side.
const THEIR_POINTS: [i32; KINDS] = [0, -9, -7, -10, -7, -80, -35, 0];

/// What a position looks like it is worth to the side to move.
pub(crate) fn worth(board: &Board) -> i32 {
    let (me, other) = (board.mover(), board.mover().other());
    let lines = |side: Side, weights: &[i32; SHAPES]| -> i32 {
        board.shape_counts(side).iter().zip(weights).map(|(count, weight)| count * weight).sum()
    };
    let points = |side: Side, weights: &[i32; KINDS]| -> i32 {
        board.kind_counts(side).zip(weights).map(|(count, weight)| count * weight).sum()
    };
    TEMPO + lines(me, &MINE) + lines(other, &THEIRS) + points(me, &MY_POINTS) + points(other, &THEIR_POINTS)
}

/// What the judgement counts in a position: 1 for the side to move, then its lines by what a stone there would make, those of
/// the other side, its points by what a stone there would be, and those of the other side.
pub(crate) fn counts(board: &Board) -> Vec<i32> {
    let (me, other) = (board.mover(), board.mover().other());
    let shapes = [me, other].into_iter().flat_map(|side| *board.shape_counts(side));
    let kinds = [me, other].into_iter().flat_map(|side| board.kind_counts(side));
    [1].into_iter().chain(shapes).chain(kinds).collect()
}

/// The weights in the order of [`counts`].
pub(crate) fn weights() -> Vec<i32> {
    [&[TEMPO][..], &MINE, &THEIRS, &MY_POINTS, &THEIR_POINTS].concat()
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::super::super::rules::Gomoku;
    use super::*;

    #[test]
    fn a_judgement_is_the_sum_of_what_it_counts() {
        let rules: Gomoku = "15x15".parse().unwrap();
        let mut seen = std::collections::HashSet::new();
        for index in 0..40 {
            let position = rules.random_position(index as usize, &mut Seed(1).stream(index));
            let Some(board) = Board::new(&rules, &position) else { continue };
            let sum: i32 = counts(&board).iter().zip(weights()).map(|(count, weight)| count * weight).sum();
            assert_eq!(worth(&board), sum, "{index}");
            seen.insert(sum);
        }
        assert!(seen.len() > 20, "{}", seen.len());
    }
}
