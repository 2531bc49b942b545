//! What can be proved by looking at threats alone.

use super::geometry::Geometry;
#[cfg(feature = "verbs")]
use super::reason::Cell;
use super::rules::{ConnectFour, Position};
use super::solve::Value;

/// The cells of a mask, column by column from the left.
#[cfg(feature = "verbs")]
pub(super) fn cells_of<G: Geometry>(rules: ConnectFour<G>, mut mask: u64) -> Vec<Cell> {
    let lane = rules.0.height() + 1;
    let mut cells = Vec::new();
    while mask != 0 {
        let bit = mask.trailing_zeros();
        cells.push(Cell { column: bit / lane + 1, row: bit % lane + 1 });
        mask &= mask - 1;
    }
    cells
}

/// Where the player to move completes four with the next stone.
pub(super) fn playable_wins<G: Geometry>(rules: ConnectFour<G>, position: Position) -> u64 {
    rules.winning_cells(position.mover, position.stones) & rules.playable(position.stones)
}

/// The cells where the opponent of the player to move would complete four with the next stone.
pub(super) fn threatened<G: Geometry>(rules: ConnectFour<G>, position: Position) -> u64 {
    rules.winning_cells(position.opponent(), position.stones) & rules.playable(position.stones)
}

/// A line of four of `own` stones through `cell`; empty when there is none.
pub(super) fn four_with<G: Geometry>(rules: ConnectFour<G>, own: u64, cell: u64) -> u64 {
    let h = rules.0.height();
    for step in [1, h, h + 1, h + 2] {
        for back in 0..4 {
            let Some(first) = cell.checked_shr(step * back).filter(|first| *first != 0) else { continue };
            let four = (0..4).fold(0, |line, at| line | first.checked_shl(step * at).unwrap_or(0));
            if four.count_ones() == 4 && four & own == four && four & cell != 0 {
                return four;
            }
        }
    }
    0
}

/// A win in which every stone but the last threatens to complete four, so that every answer is forced: the columns (from
/// 1) of both sides, beginning with `column` and at most `moves` stones of the winner. `None` when there is none.
pub(super) fn chain_of_threats<G: Geometry>(
    rules: ConnectFour<G>,
    position: Position,
    column: u32,
    moves: u32,
) -> Option<Vec<u32>> {
    let mut line = Vec::new();
    let cell = rules.drop(position, column)?;
    threaten(rules, position, cell, moves, &mut line).then_some(line)
}

/// Plays `cell` and looks whether the chain goes on from there to a win.
fn threaten<G: Geometry>(
    rules: ConnectFour<G>,
    position: Position,
    cell: u64,
    moves: u32,
    line: &mut Vec<u32>,
) -> bool {
    let column_of = |cell: u64| cell.trailing_zeros() / (rules.0.height() + 1) + 1;
    let length = line.len();
    let child = position.with(cell);
    line.push(column_of(cell));
    if rules.has_four(child.opponent()) {
        return true;
    }
    let threats = rules.winning_cells(child.opponent(), child.stones) & rules.playable(child.stones);
    if moves > 1 && threats != 0 && playable_wins(rules, child) == 0 {
        // The opponent blocks; where there are several threats, any block leaves another.
        let block = threats & threats.wrapping_neg();
        line.push(column_of(block));
        let next = child.with(block);
        // A block may threaten in turn; then the only stones that count are those that win or meet it.
        let wins = playable_wins(rules, next);
        let met = rules.winning_cells(next.opponent(), next.stones) & rules.playable(next.stones);
        let mut open = match (wins, met) {
            (0, 0) => rules.playable(next.stones),
            (0, met) => met,
            (wins, _) => wins,
        };
        let hopeless = wins == 0 && met.count_ones() > 1;
        while open != 0 && !hopeless {
            let cell = open & open.wrapping_neg();
            if threaten(rules, next, cell, moves - 1, line) {
                return true;
            }
            open &= open - 1;
        }
    }
    line.truncate(length);
    false
}

/// What the player who is *not* to move is sure of by answering every stone in the same column, when every column has an
/// even number of empty cells (Allis 1988, *claimeven*): a draw when the opponent completes no four even with all the
/// lower cells of the pairs, a win when the upper ones complete a four besides.
pub(super) fn follow_up<G: Geometry>(rules: ConnectFour<G>, position: Position) -> Option<Value> {
    let upper = rules.0.even_rows();
    let empty = rules.0.board() & !position.stones;
    let pairs_only = rules.0.height().is_multiple_of(2) && rules.playable(position.stones) & upper == 0;
    if !pairs_only || empty == 0 || rules.has_four(position.mover | empty & !upper) {
        return None;
    }
    Some(if rules.has_four(position.opponent() | empty & upper) { Value::Win } else { Value::Draw })
}

/// The empty cell by which the player who is *not* to move wins whatever is answered: a threat that waits in an odd row, in the
/// only column that has an odd number of empty cells.
///
/// That player answers every stone in the same column, this one included, and so gets every odd cell of it: the other has to
/// play below the threat when all other columns are full, or before. The other completes no four with what it gets, which are
/// the lower cells of the pairs elsewhere and the even cells below the threat.
pub(super) fn waiting_threat<G: Geometry>(rules: ConnectFour<G>, position: Position) -> Option<u64> {
    let upper = rules.0.even_rows();
    let odd = rules.playable(position.stones) & upper;
    if !rules.0.height().is_multiple_of(2) || !odd.is_power_of_two() {
        return None;
    }
    let cells = rules.0.column(odd.trailing_zeros() / (rules.0.height() + 1));
    let empty = rules.0.board() & !position.stones;
    let mut waiting = rules.winning_cells(position.opponent(), position.stones) & cells & !upper & !(odd - 1);
    waiting &= waiting.wrapping_neg();
    let below = empty & upper & cells & waiting.wrapping_sub(1);
    let theirs = position.mover | empty & !upper & !cells | below;
    (waiting != 0 && !rules.has_four(theirs)).then_some(waiting)
}
