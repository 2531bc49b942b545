//! What can be said of a score without searching.

use crate::connect_four::geometry::Geometry;
use crate::connect_four::rules::{ConnectFour, Position};

/// From this many empty cells on, nearly every line can still be filled and looking for lines that cannot
/// be does not pay (middle-medium: 24 is as good as 20 or 28 within the noise of nodes and seconds).
const LINES_MATTER_BELOW: u32 = 24;

/// An interval that holds the score of a position whose mover cannot win at once.
///
/// `threats` are the cells that complete a line of the opponent. Three arguments, each with its proof:
/// - **Number of stones.** The mover's next stone does not win, so the earliest win is the stone after it; the
///   opponent's next stone does not win either when the mover has a move that prevents it.
/// - **No line left.** A side whose stones and all empty cells together hold no line of four never wins.
/// - **Follow-up** (Allis 1988, *claimeven*), on boards of even height: see [`Plan`].
#[inline]
pub(super) fn static_bounds<G: Geometry>(
    rules: ConnectFour<G>,
    position: Position,
    playable: u64,
    threats: u64,
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
    if !rules.0.height().is_multiple_of(2) {
        return (lower, upper);
    }
    let odd = playable & rules.0.even_rows();
    if empty_cells.is_multiple_of(2) {
        if upper >= 0 {
            let plan = Plan { rules, own: opponent, other: position.mover, empty, odd };
            upper = upper.min(-plan.floor().unwrap_or(i32::MIN + 1));
        }
    } else {
        if lower <= 0 {
            // The mover plays into a column with an odd number of empty cells and is then the side that answers.
            let mut first = odd;
            while first != 0 {
                let cell = first & first.wrapping_neg();
                let plan = Plan {
                    rules,
                    own: position.mover | cell,
                    other: opponent,
                    empty: empty ^ cell,
                    odd: odd ^ cell,
                };
                lower = lower.max(plan.floor().unwrap_or(i32::MIN));
                first &= first - 1;
                if odd.count_ones() > 3 {
                    break;
                }
            }
        }
        let mut waiting = threats & empty & !rules.0.even_rows() & odd_columns(rules, odd);
        while waiting != 0 && upper >= 0 {
            let cell = waiting & waiting.wrapping_neg();
            let plan = Plan { rules, own: opponent, other: position.mover, empty, odd };
            upper = upper.min(-plan.floor_by_threat(cell).unwrap_or(i32::MIN + 1));
            waiting &= waiting - 1;
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

/// A side that answers every stone of the other, on a board of even height.
///
/// A stone in a column with an even number of empty cells is answered in the same column: the side that answers gets the upper
/// cell of every pair there. A stone in a column with an odd number, of which there is an even number, is answered in another
/// of these: of their lowest cells (the `odd` ones) each side gets one, and from then on these columns have even numbers, too.
/// So the other side gets the lower cells of all pairs and some of the `odd` cells; where there are two of these, one.
struct Plan<G> {
    rules: ConnectFour<G>,
    /// Stones of the side that answers.
    own: u64,
    /// Stones of the other side, which is to move.
    other: u64,
    empty: u64,
    /// The lowest empty cells of the columns that have an odd number of them.
    odd: u64,
}

impl<G: Geometry> Plan<G> {
    /// The least score that the plan makes sure of for the side that answers: a draw when the other side can complete no
    /// four with what it gets, a win when the side that answers completes one besides.
    #[inline]
    fn floor(&self) -> Option<i32> {
        let upper_cells = self.rules.0.even_rows();
        let theirs = self.other | self.empty & !upper_cells;
        let ours = self.own | self.empty & upper_cells & !self.odd;
        if self.may_complete(theirs, self.odd) {
            return None;
        }
        let wins = if self.odd.count_ones() == 2 {
            let (one, another) = (self.odd & self.odd.wrapping_neg(), self.odd & (self.odd - 1));
            self.rules.has_four(ours | one) && self.rules.has_four(ours | another)
        } else {
            self.rules.has_four(ours)
        };
        Some(i32::from(wins))
    }

    /// Whether the other side may complete a four with `theirs` and its share of the `open` cells, of which each side gets
    /// half.
    #[inline]
    fn may_complete(&self, theirs: u64, open: u64) -> bool {
        if open.count_ones() == 2 {
            let (one, another) = (open & open.wrapping_neg(), open & (open - 1));
            self.rules.has_four(theirs | one) || self.rules.has_four(theirs | another)
        } else {
            self.rules.has_four(theirs | open)
        }
    }

    /// The same where the number of empty cells is odd, and the side that answers completes a line at `threat`, a lower cell in
    /// a column that has an odd number of empty cells.
    ///
    /// In that column it answers, too, and so gets the lower cells: the other side must play there when all others are full, or
    /// before. The game ends with the threat at the latest.
    #[inline]
    fn floor_by_threat(&self, threat: u64) -> Option<i32> {
        let upper_cells = self.rules.0.even_rows();
        let lane = self.rules.0.height() + 1;
        let (column, row) = (threat.trailing_zeros() / lane, threat.trailing_zeros() % lane);
        let cells = self.rules.0.column(column);
        let open = self.odd & !cells;
        let theirs =
            self.other | self.empty & !upper_cells & !cells | self.empty & upper_cells & cells & (threat - 1);
        let pairs_above = (self.rules.0.height() - 1 - row) / 2;
        (!self.may_complete(theirs, open)).then_some(1 + pairs_above as i32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quandary_core::rules::Rules;

    use super::*;
    use crate::connect_four::geometry::AnySize;
    use crate::connect_four::solve::score_of_win;

    /// The score of a position with perfect play, by looking at everything.
    fn truth(rules: ConnectFour<AnySize>, position: Position, known: &mut HashMap<Position, i32>) -> i32 {
        let (cells, ply) = (rules.0.cells(), position.ply());
        if rules.has_four(position.opponent()) {
            return -score_of_win(cells, ply - 1);
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
    fn no_bound_excludes_the_score_on_any_position_of_small_boards() {
        let (mut follow_up_decides, mut odd_columns_decide, mut threats_decide) = (0, 0, 0);
        for (width, height) in [(4, 4), (5, 2), (6, 2), (7, 2), (4, 3)] {
            let rules = ConnectFour(AnySize::new(width, height).unwrap());
            let mut known = HashMap::new();
            truth(rules, Position::START, &mut known);
            for (&position, &value) in &known {
                let playable = rules.playable(position.stones);
                if rules.winning_cells(position.mover, position.stones) & playable != 0 {
                    continue;
                }
                let empty = rules.0.cells() - position.ply();
                let threats = rules.winning_cells(position.opponent(), position.stones);
                let (lower, upper) = static_bounds(rules, position, playable, threats, empty, (-99, 99));
                assert!(lower <= value && value <= upper, "{position:?}: {lower} {value} {upper}");
                let decided = upper < 0 || lower > 0;
                follow_up_decides += u32::from(decided);
                odd_columns_decide += u32::from(decided && playable & rules.0.even_rows() != 0);
                threats_decide += u32::from(upper < 0 && !empty.is_multiple_of(2));
            }
        }
        assert!(
            threats_decide > 100 && odd_columns_decide > 100 && follow_up_decides > odd_columns_decide,
            "{follow_up_decides} {odd_columns_decide} {threats_decide}"
        );
    }
}
