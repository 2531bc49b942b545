//! Lists every minefield that is left, once there are few.
//!
//! The forward pass leaves a graph whose paths from the last state back to the first are exactly the valid
//! assignments of the boxes, so the walk never meets a dead end.

use super::Inference;
use super::chain::Chain;
use crate::board::Cell;
use crate::knowledge::{Knowledge, Mark};

/// At most this many unknown cells: one bit each.
pub(crate) const MOST_CELLS: usize = 128;

/// All minefields that agree with a position, as bits over its unknown cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Minefields {
    /// The unknown cells; bit i of a field is cell i.
    pub(crate) cells: Vec<Cell>,
    /// The minefields.
    pub(crate) fields: Vec<u128>,
}

impl Chain<f64> {
    /// Calls `found` with the mines of each box for every valid assignment.
    fn assignments(&self, groups: usize, found: &mut impl FnMut(&[u8])) {
        let mut mines = vec![0; groups];
        self.walk_back(self.steps_taken(), self.last_state(), &mut mines, found);
    }

    fn walk_back(&self, steps: usize, state: u32, mines: &mut [u8], found: &mut impl FnMut(&[u8])) {
        if steps == 0 {
            found(mines);
            return;
        }
        let group = self.group_of_step(steps - 1);
        for (from, count) in self.edges_into(state) {
            mines[group] = count;
            self.walk_back(steps - 1, from, mines, found);
        }
    }
}

impl Inference<f64> {
    /// How many minefields there are, as far as floating point can say.
    pub(crate) fn boards(&self) -> f64 {
        self.total * self.ln_total.exp()
    }

    /// Lists all minefields into `out`. False when there are more than `most`, or too many cells.
    pub(crate) fn enumerate(&self, most: usize, out: &mut Minefields) -> bool {
        out.cells.clear();
        out.fields.clear();
        let parts = &self.parts[..self.live];
        let cells = self.unseen.len() + parts.iter().map(|part| part.system.cells.len()).sum::<usize>();
        if cells > MOST_CELLS || self.boards() > most as f64 + 0.5 {
            return false;
        }
        out.fields.push(0);
        let mut lowest_rest: usize = parts.iter().map(|part| part.chain.total().0).sum();
        for (index, part) in parts.iter().enumerate() {
            lowest_rest -= part.chain.total().0;
            let own = self.part_fields(index, out.cells.len());
            out.cells.extend_from_slice(&part.system.cells);
            let before = std::mem::take(&mut out.fields);
            for &field in &before {
                for &more in &own {
                    let together = field | more;
                    if together.count_ones() as usize + lowest_rest <= self.mines_left {
                        out.fields.push(together);
                    }
                }
            }
            // Partial products may exceed the final count only through the mine count; keep them in check.
            if out.fields.len() > 64 * most + 4096 {
                return false;
            }
        }
        let shift = out.cells.len();
        out.cells.extend_from_slice(&self.unseen);
        let before = std::mem::take(&mut out.fields);
        for &field in &before {
            let left = self.mines_left - field.count_ones() as usize;
            subsets(self.unseen.len(), left, &mut |subset| out.fields.push(field | subset << shift));
        }
        out.fields.len() <= most
    }

    /// Whether a part can be solved on its own: its mine count is fixed, and every unknown neighbour of its
    /// cells belongs to it, so nothing that happens elsewhere tells anything about it.
    pub(crate) fn is_sealed(&self, known: &Knowledge, index: usize) -> bool {
        let part = &self.parts[index];
        part.chain.total().1.len() == 1
            && part.system.cells.iter().all(|&cell| {
                let around = known.grid().around(cell).iter();
                let mut unknown = around.filter(|&&near| known.mark(near) == Mark::Unknown);
                unknown.all(|&near| self.part_of(near) as usize == index)
            })
    }

    /// Lists the assignments of one part. False when there are more than `most`, or too many cells.
    pub(crate) fn part_minefields(&self, index: usize, most: usize, out: &mut Minefields) -> bool {
        let part = &self.parts[index];
        let count = part.chain.total().1.iter().sum::<f64>();
        if part.system.cells.len() > MOST_CELLS || part.chain.ln_scale > 0.0 || count > most as f64 + 0.5 {
            return false;
        }
        out.cells.clone_from(&part.system.cells);
        out.fields = self.part_fields(index, 0);
        true
    }

    /// The valid assignments of one part, as bits from `shift` on.
    pub(crate) fn part_fields(&self, index: usize, shift: usize) -> Vec<u128> {
        let part = &self.parts[index];
        let system = &part.system;
        let mut found = Vec::new();
        part.chain.assignments(system.groups.len(), &mut |mines| {
            let mut fields = vec![0_u128];
            for (group, &count) in mines.iter().enumerate() {
                let members: Vec<usize> =
                    (0..system.cells.len()).filter(|&cell| system.group_of[cell] as usize == group).collect();
                let before = std::mem::take(&mut fields);
                subsets(members.len(), count as usize, &mut |subset| {
                    let bits = members
                        .iter()
                        .enumerate()
                        .filter(|&(bit, _)| subset >> bit & 1 == 1)
                        .fold(0_u128, |bits, (_, &cell)| bits | 1 << (cell + shift));
                    fields.extend(before.iter().map(|field| field | bits));
                });
            }
            found.extend(fields);
        });
        found
    }
}

/// Calls `found` with every set of `count` among `items` bits, in ascending order.
pub(crate) fn subsets(items: usize, count: usize, found: &mut impl FnMut(u128)) {
    if count > items {
        return;
    }
    if count == 0 {
        found(0);
        return;
    }
    let end = if items == 128 { u128::MAX } else { (1_u128 << items) - 1 };
    let mut set = if count == 128 { u128::MAX } else { (1_u128 << count) - 1 };
    loop {
        found(set);
        match next_subset(set) {
            Some(next) if next <= end => set = next,
            _ => return,
        }
    }
}

/// The next larger number with as many bits (Gosper), if it fits into 128 bits.
pub(crate) fn next_subset(set: u128) -> Option<u128> {
    let low = set & set.wrapping_neg();
    let ripple = set.checked_add(low).filter(|_| low > 0)?;
    Some((((set ^ ripple) >> 2) / low) | ripple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there_once() {
        for (items, count, expected) in [(5, 2, 10), (5, 0, 1), (5, 5, 1), (3, 4, 0), (128, 1, 128)] {
            let mut seen = std::collections::BTreeSet::new();
            subsets(items, count, &mut |set| assert!(seen.insert(set)));
            assert_eq!(seen.len(), expected, "{items} choose {count}");
            assert!(seen.iter().all(|set| set.count_ones() as usize == count));
        }
    }
}
