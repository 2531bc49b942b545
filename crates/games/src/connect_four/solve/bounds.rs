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
/// - **Follow-up** (Allis 1988, *claimeven*; Steininger's columns with an odd number of gaps). On a board of even height, when
///   the number of empty cells is even, the side not to move can answer every stone in a column that has an even number of empty
///   cells in the same column, and so gets the upper cell of every pair there. The number of columns that have an odd number is
///   even, so a stone in one of them is answered in another; who gets which of their cells is left open. If the mover's stones
///   with the lower cells of all pairs and everything that is open hold no line, the mover cannot win; if besides the opponent's
///   stones with the upper cells of all pairs do, the opponent wins. When the number of empty cells is odd, the mover plays into a
///   column that has an odd number and is then the side that answers.
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
    if rules.0.height().is_multiple_of(2) {
        let upper_cells = rules.0.even_rows();
        let odd = playable & upper_cells;
        if empty_cells.is_multiple_of(2) {
            let free = odd_columns(rules, odd);
            if upper >= 0 && !rules.has_four(position.mover | free | empty & !upper_cells) {
                upper = if rules.has_four(opponent | empty & upper_cells & !free) { -1 } else { 0 };
            }
        } else if lower <= 0 {
            let free = if odd.is_power_of_two() { 0 } else { odd_columns(rules, odd) };
            if !rules.has_four(opponent | free | empty & !upper_cells) {
                let sure = position.mover | empty & upper_cells & !free;
                lower = i32::from(rules.has_four(sure));
            }
        }
    }
    (lower, upper)
}

/// The empty cells of the columns whose lowest empty cell is among `odd`.
#[inline]
fn odd_columns<G: Geometry>(rules: ConnectFour<G>, odd: u64) -> u64 {
    // Above a column there is a bit that is never used: less its lowest empty cell, it leaves all cells from there on.
    ((rules.0.bottom() << rules.0.height()) - odd) & rules.0.board()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quandary_core::rules::Rules;

    use super::*;
    use crate::connect_four::geometry::AnySize;

    /// The result of a position with perfect play, by looking at everything: 1, 0 or -1 for the mover.
    fn truth(rules: ConnectFour<AnySize>, position: Position, known: &mut HashMap<Position, i32>) -> i32 {
        if rules.has_four(position.opponent()) {
            return -1;
        }
        if let Some(&value) = known.get(&position) {
            return value;
        }
        let mut columns = Vec::new();
        rules.moves(&position, &mut columns);
        let values = columns.into_iter().map(|column| -truth(rules, rules.apply(&position, column), known));
        let value = values.max().unwrap_or(0);
        known.insert(position, value);
        value
    }

    #[test]
    fn no_bound_excludes_the_result_on_any_position_of_small_boards() {
        let (mut follow_up_decides, mut odd_columns_decide) = (0, 0);
        for (width, height) in [(4, 4), (5, 2), (6, 2), (4, 3)] {
            let rules = ConnectFour(AnySize::new(width, height).unwrap());
            let mut known = HashMap::new();
            truth(rules, Position::START, &mut known);
            for (&position, &value) in &known {
                let playable = rules.playable(position.stones);
                if rules.winning_cells(position.mover, position.stones) & playable != 0 {
                    continue;
                }
                let empty = rules.0.cells() - position.ply();
                let (lower, upper) = static_bounds(rules, position, playable, empty, (-99, 99));
                assert!(
                    lower.signum() <= value && value <= upper.signum(),
                    "{position:?}: {lower} {value} {upper}"
                );
                let decided = upper < 0 || lower > 0;
                follow_up_decides += u32::from(decided);
                odd_columns_decide += u32::from(decided && playable & rules.0.even_rows() != 0);
            }
        }
        assert!(
            odd_columns_decide > 100 && follow_up_decides > odd_columns_decide,
            "{follow_up_decides} {odd_columns_decide}"
        );
    }
}
