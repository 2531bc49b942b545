//! The constraints of one part of the frontier, with cells that no number tells apart merged into boxes.

use crate::board::Cell;

/// A set of cells that exactly the same numbers see: only how many of them are mines matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Number of cells.
    pub(crate) size: u8,
    count: u8,
    of: [u16; 8],
}

impl Group {
    /// The constraints that see it.
    #[inline]
    pub(crate) fn constraints(&self) -> &[u16] {
        &self.of[..self.count as usize]
    }
}

/// A number's demand: this many mines among these boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    /// Mines that are missing.
    pub(crate) need: u8,
    count: u8,
    groups: [u16; 8],
}

impl Constraint {
    /// The boxes it speaks about.
    #[inline]
    pub(crate) fn groups(&self) -> &[u16] {
        &self.groups[..self.count as usize]
    }
}

/// Constraints over boxes. Reused from position to position: it allocates only while it grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) groups: Vec<Group>,
    /// The cells, and which box each of them is in.
    pub(crate) cells: Vec<Cell>,
    pub(crate) group_of: Vec<u16>,
    lists: Vec<Group>,
    /// For each constraint: the newest box whose first constraint it is; `previous` links to older ones.
    newest: Vec<u16>,
    previous: Vec<u16>,
}

/// Which cells a system has met, without clearing a board-sized array each time.
#[derive(Clone, Debug)]
pub(crate) struct Stamps {
    stamp: Vec<u32>,
    index: Vec<u16>,
    now: u32,
}

impl Stamps {
    pub(crate) fn new(cells: usize) -> Stamps {
        Stamps { stamp: vec![0; cells], index: vec![0; cells], now: 0 }
    }

    /// Forgets every cell.
    pub(crate) fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamp.fill(0);
            self.now = 1;
        }
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> Option<u16> {
        (self.stamp[cell.at()] == self.now).then(|| self.index[cell.at()])
    }

    #[inline]
    pub(crate) fn set(&mut self, cell: Cell, index: u16) {
        self.stamp[cell.at()] = self.now;
        self.index[cell.at()] = index;
    }
}

const NONE: u16 = u16::MAX;

impl System {
    /// Starts an empty system. `stamps` must be cleared too.
    pub(crate) fn clear(&mut self) {
        self.constraints.clear();
        self.groups.clear();
        self.cells.clear();
        self.group_of.clear();
        self.lists.clear();
        self.newest.clear();
        self.previous.clear();
    }

    /// Adds the demand for `need` mines among `cells`.
    pub(crate) fn add(&mut self, stamps: &mut Stamps, need: u8, cells: impl Iterator<Item = Cell>) {
        let id = self.constraints.len() as u16;
        for cell in cells {
            let index = stamps.get(cell).unwrap_or_else(|| {
                let index = self.cells.len() as u16;
                stamps.set(cell, index);
                self.cells.push(cell);
                self.lists.push(Group { size: 0, count: 0, of: [NONE; 8] });
                index
            });
            let list = &mut self.lists[index as usize];
            list.of[list.count as usize] = id;
            list.count += 1;
        }
        self.constraints.push(Constraint { need, count: 0, groups: [NONE; 8] });
    }

    /// Merges cells with equal constraints into boxes. Call once, after the last `add`.
    pub(crate) fn merge(&mut self) {
        self.newest.resize(self.constraints.len(), NONE);
        for list in &self.lists {
            // Constraints were added in ascending order, so equal sets are equal arrays, and equal sets
            // have the same first member: only boxes linked from there need a look.
            let first = list.of[0] as usize;
            let mut found = self.newest[first];
            while found != NONE && self.groups[found as usize].of != list.of {
                found = self.previous[found as usize];
            }
            if found == NONE {
                found = self.groups.len() as u16;
                self.groups.push(*list);
                self.previous.push(self.newest[first]);
                self.newest[first] = found;
                for &constraint in list.constraints() {
                    let constraint = &mut self.constraints[constraint as usize];
                    constraint.groups[constraint.count as usize] = found;
                    constraint.count += 1;
                }
            }
            self.groups[found as usize].size += 1;
            self.group_of.push(found);
        }
    }
}
