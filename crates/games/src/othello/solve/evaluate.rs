//! A rough evaluation, used only to decide what to search first.

use super::super::bits::{moves, neighbours};
use super::super::rules::Board;

/// The squares that tell most about who stands well: corners, and the squares beside them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landmarks {
    pub(super) corners: u64,
    /// Diagonally beside a corner.
    x_squares: u64,
    /// Beside a corner on the edge.
    c_squares: u64,
    edges: u64,
}

impl Landmarks {
    pub(super) const fn of(board: Board) -> Landmarks {
        match board {
            Board::Eight => Landmarks {
                corners: board.corners(),
                x_squares: 0x0042_0000_0000_4200,
                c_squares: 0x4281_0000_0000_8142,
                edges: 0xFF81_8181_8181_81FF,
            },
            Board::Six => Landmarks {
                corners: board.corners(),
                x_squares: 0x0000_2400_0024_0000,
                c_squares: 0x0024_4200_0042_2400,
                edges: 0x007E_4242_4242_7E00,
            },
        }
    }
}

/// Mobility with a corner counted twice: the usual first guess at how free a player is.
#[inline]
pub(super) fn weighted_mobility(legal: u64, marks: &Landmarks) -> i32 {
    (legal.count_ones() + (legal & marks.corners).count_ones()) as i32
}

/// An estimate of the position for the owner of `own`: larger is better. The unit is arbitrary.
///
/// Corners, real and potential mobility, and the danger of standing beside an empty corner; chosen by the nodes that
/// the solver then needs, not by strength of play.
pub(super) fn evaluate(own: u64, other: u64, empty: u64, marks: &Landmarks) -> i32 {
    let own_moves = weighted_mobility(moves(own, other, empty), marks);
    let other_moves = weighted_mobility(moves(other, own, empty), marks);
    let count = |mask: u64| mask.count_ones() as i32;
    let potential = count(neighbours(other) & empty) - count(neighbours(own) & empty);
    let corners = count(own & marks.corners) - count(other & marks.corners);
    let open_corners = neighbours(empty & marks.corners);
    let risky = count(own & marks.x_squares & open_corners) - count(other & marks.x_squares & open_corners);
    let shaky = count(own & marks.c_squares & open_corners) - count(other & marks.c_squares & open_corners);
    let edges = count(own & marks.edges) - count(other & marks.edges);
    16 * (own_moves - other_moves) + 6 * potential + 60 * corners - 24 * risky - 8 * shaky + 2 * edges
}
