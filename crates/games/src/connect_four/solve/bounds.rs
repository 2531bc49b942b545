//! What can be said of a score without searching.

use crate::connect_four::geometry::Geometry;
use crate::connect_four::rules::{ConnectFour, Position};

/// From this many empty cells on, nearly every line can still be filled and looking for lines that cannot
/// be does not pay (middle-medium: 24 is as good as 20 or 28 within the noise of nodes and seconds).
const LINES_MATTER_BELOW: u32 = 24;

/// An interval that holds the score of a position whose mover cannot win at once.
///
/// Three arguments, each with its proof:
/// - **Number of stones.** The mover's next stone does not win, so the earliest win is the stone after it; the
///   opponent's next stone does not win either when the mover has a move that prevents it.
/// - **No line left.** A side whose stones and all empty cells together hold no line of four never wins.
/// - **Follow-up** (Allis 1988, *claimeven*). When every column has an even number of empty cells, the side not
///   to move can answer every stone in the same column. It then gets the upper cell of every pair and the mover
///   the lower. If the mover's stones with all lower cells hold no line, the mover cannot win; if besides the
///   opponent's stones with all upper cells do, the opponent wins.
#[inline]
pub(super) fn static_bounds<G: Geometry>(
    rules: ConnectFour<G>,
    position: Position,
    playable: u64,
    empty_cells: u32,
    (mut lower, mut upper): (i32, i32),
) -> (i32, i32) {
    let empty = rules.0.board() & !position.stones;
    let opponent = position.opponent();
    if empty_cells < LINES_MATTER_BELOW {
        if upper > 0 && !rules.has_four(position.mover | empty) {
            upper = 0;
        }
        if lower < 0 && !rules.has_four(opponent | empty) {
            lower = 0;
        }
    }
    let upper_cells = rules.0.even_rows();
    let pairs_only = rules.0.height().is_multiple_of(2) && playable & upper_cells == 0;
    if pairs_only && upper >= 0 && !rules.has_four(position.mover | empty & !upper_cells) {
        upper = if rules.has_four(opponent | empty & upper_cells) { -1 } else { 0 };
    }
    (lower, upper)
}
