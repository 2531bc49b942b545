//! The audit of a line's tables.

use super::tables::Tables;
use super::{Block, Colours, WHITE, colour};

/// Whether the tables rule out nothing that some placement of the clue allows.
///
/// A placement is a walk from the first cell with no block placed to the end with all of them. A step leaves a cell
/// white or places the next block, after a white cell if the previous block has the same colour. If `left` is true
/// where walks begin and every step preserves it, it is true wherever a walk passes; `right` in the same way backwards
/// from the end. Then every step of a walk leads from a place where `left` is true to one where `right` is, and what
/// such a step puts into its cells must be possible there.
pub(super) fn rules_out_no_placement(tables: &Tables, clue: &[Block], found: bool) -> bool {
    let (n, blocks) = (tables.cells.len(), clue.len());
    let left = |j: usize, i: usize| tables.left[j * (n + 1) + i];
    let right = |j: usize, i: usize| tables.right[j * (n + 1) + i];
    let may_be = |i: usize, ink: Colours| tables.cells[i] & ink != 0;
    if !left(0, 0) || found != left(blocks, n) || found && !right(blocks, n) {
        return false;
    }
    let twins = |j: usize| j > 0 && j < blocks && clue[j - 1].colour == clue[j].colour;
    for i in 0..n {
        for j in 0..=blocks {
            let here = left(j, i);
            if may_be(i, WHITE) {
                let there = found && right(j, i + 1);
                let shown = tables.may.get(i).is_some_and(|may| may & WHITE != 0);
                if here && !left(j, i + 1) || there && !right(j, i) || here && there && !shown {
                    return false;
                }
            }
            let Some(block) = clue.get(j) else { continue };
            let (gap, ink) = (usize::from(twins(j)), colour(block.colour));
            let (start, end) = (i + gap, i + gap + block.cells);
            let fits = end <= n
                && (i..start).all(|cell| may_be(cell, WHITE))
                && (start..end).all(|cell| may_be(cell, ink));
            if !fits {
                continue;
            }
            let on = if twins(j + 1) {
                end < n && may_be(end, WHITE) && right(j + 1, end + 1)
            } else {
                right(j + 1, end)
            };
            let there = found && on;
            let shown = |cell: usize, ink: Colours| tables.may.get(cell).is_some_and(|may| may & ink != 0);
            let all_shown =
                || (i..start).all(|cell| shown(cell, WHITE)) && (start..end).all(|cell| shown(cell, ink));
            if here && !left(j + 1, end) || there && !right(j, i) || here && there && !all_shown() {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::Block;
    use super::super::tables::Tables;
    use super::rules_out_no_placement;

    #[test]
    fn a_table_that_rules_out_what_some_placement_has_fails_its_audit() {
        let block = |cells: usize, colour: u8| Block { cells, colour };
        for clue in
            [vec![], vec![block(2, 1)], vec![block(1, 1), block(2, 1)], vec![block(1, 1), block(1, 2)]]
        {
            let mut tables = Tables::default();
            tables.load([7, 3, 7, 7, 5, 7].into_iter());
            assert!(tables.solve(&clue) && rules_out_no_placement(&tables, &clue, true));
            let n = tables.cells.len();
            for (cell, colour) in (0..n).flat_map(|cell| (0..3).map(move |bit| (cell, 1 << bit))) {
                let was = tables.may[cell];
                tables.may[cell] &= !colour;
                assert_eq!(rules_out_no_placement(&tables, &clue, true), tables.may[cell] == was);
                tables.may[cell] = was;
            }
            // A place that a placement passes, marked as if none did.
            for at in 0..tables.left.len() {
                if !(tables.left[at] && tables.right[at]) {
                    continue;
                }
                for side in [true, false] {
                    let table = if side { &mut tables.left } else { &mut tables.right };
                    table[at] = false;
                    let held = rules_out_no_placement(&tables, &clue, true);
                    let table = if side { &mut tables.left } else { &mut tables.right };
                    table[at] = true;
                    // Between two blocks of one colour a place may be skipped.
                    assert!(!held || clue.len() == 2, "{clue:?} {at} {side}");
                }
            }
        }
    }
}
