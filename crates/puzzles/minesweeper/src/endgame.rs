//! Exact play once few minefields are left.
//!
//! A node is the set of minefields that are still possible. Opening a cell loses in those that have a mine
//! there and splits the others by the number shown, so
//!
//! wins(S) = max over cells c of Σ over values v of wins({f ∈ S : c is safe in f and shows v}),
//!
//! the number of minefields of S in which best play wins. A cell that shows the same number in every field
//! in which it is safe tells nothing: it is *dead*, here and in every subset. When all cells are dead the
//! player can do no better than bet on one field. A cell that is safe in all fields and not dead costs
//! nothing and is opened at once.

use rustc_hash::FxHashMap;

use crate::board::Cell;
use crate::inference::Minefields;
use crate::knowledge::{Knowledge, Mark};

/// What exact search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestPlay {
    /// The move.
    pub cell: Cell,
    /// Minefields in which best play wins.
    pub wins: u32,
    /// All minefields that are left.
    pub boards: u32,
}

/// The search, with memory that is reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endgame {
    cells: usize,
    /// What each cell shows in each field, field by field; [`MINED`] for a mine.
    shows: Vec<u8>,
    signs: Vec<u64>,
    memo: FxHashMap<u64, u32>,
    nodes: u64,
    most_nodes: u64,
}

const MINED: u8 = 9;

/// A cell worth considering in a node.
#[derive(Clone, Copy)]
struct Choice {
    cell: u8,
    mines: u32,
    values: u8,
}

/// The budget ran out.
struct Spent;

impl Endgame {
    /// The best move when exactly `fields` are left, or `None` when the search takes more than
    /// `most_nodes` nodes.
    pub(crate) fn search(
        &mut self,
        known: &Knowledge,
        fields: &Minefields,
        most_nodes: u64,
    ) -> Option<BestPlay> {
        self.prepare(known, fields);
        self.most_nodes = most_nodes;
        let all: Vec<u16> = (0..fields.fields.len() as u16).collect();
        let living: Vec<u8> = (0..self.cells as u8).collect();
        let (wins, choice) = self.best(&all, &living, true).ok()?;
        let boards = all.len() as u32;
        let cell = match choice {
            Some(choice) => fields.cells[choice as usize],
            // All dead: the cell that is safe most often is as good as any.
            None => self.most_often_safe(&all, fields),
        };
        Some(BestPlay { cell, wins, boards })
    }

    fn most_often_safe(&self, all: &[u16], fields: &Minefields) -> Cell {
        let mines = |cell: usize| {
            all.iter().filter(|&&f| self.shows[f as usize * self.cells + cell] == MINED).count()
        };
        let best = (0..self.cells).min_by_key(|&cell| mines(cell)).expect("there are unknown cells");
        fields.cells[best]
    }

    fn prepare(&mut self, known: &Knowledge, fields: &Minefields) {
        let grid = known.grid();
        self.cells = fields.cells.len();
        self.memo.clear();
        self.nodes = 0;
        let mut masks = Vec::with_capacity(self.cells);
        for &cell in &fields.cells {
            let mut mask = 0_u128;
            let mut mines = 0;
            for &near in grid.around(cell) {
                match known.mark(near) {
                    Mark::Mine => mines += 1,
                    Mark::Unknown => {
                        if let Some(bit) = fields.cells.iter().position(|&other| other == near) {
                            mask |= 1 << bit;
                        }
                    }
                    _ => {}
                }
            }
            masks.push((mask, mines));
        }
        self.shows.clear();
        for &field in &fields.fields {
            for (bit, &(mask, mines)) in masks.iter().enumerate() {
                let mined = field >> bit & 1 == 1;
                self.shows.push(if mined { MINED } else { (field & mask).count_ones() as u8 + mines });
            }
        }
        // A set of fields is named by the exclusive or of its members' signs.
        let mut sign = 0x9E37_79B9_7F4A_7C15_u64;
        self.signs.clear();
        self.signs.resize_with(fields.fields.len(), || {
            sign ^= sign << 13;
            sign ^= sign >> 7;
            sign ^= sign << 17;
            sign
        });
    }

    /// Wins among `set`, and the cell to open; `living` are the cells that may not be dead.
    fn best(&mut self, set: &[u16], living: &[u8], root: bool) -> Result<(u32, Option<u8>), Spent> {
        let size = set.len() as u32;
        if size == 1 && !root {
            return Ok((1, None));
        }
        let key = set.iter().fold(u64::from(size), |key, &field| key ^ self.signs[field as usize]);
        if !root && let Some(&wins) = self.memo.get(&key) {
            return Ok((wins, None));
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return Err(Spent);
        }
        let mut choices: Vec<Choice> = Vec::with_capacity(living.len());
        let mut free = None;
        for &cell in living {
            let mut counts = [0_u32; 10];
            for &field in set {
                counts[self.shows[field as usize * self.cells + cell as usize] as usize] += 1;
            }
            let values = counts[..9].iter().filter(|&&count| count > 0).count() as u8;
            if values > 1 {
                choices.push(Choice { cell, mines: counts[MINED as usize], values });
                if counts[MINED as usize] == 0 {
                    free = Some(choices.len() - 1);
                    break;
                }
            }
        }
        if let Some(index) = free {
            choices.swap(0, index);
        } else {
            choices.sort_unstable_by_key(|choice| (choice.mines, u8::MAX - choice.values, choice.cell));
        }
        // Cells after the free one were not looked at: keep them all for the children.
        let alive: Vec<u8> = if free.is_some() {
            living.to_vec()
        } else {
            choices.iter().map(|choice| choice.cell).collect()
        };
        let (mut best, mut chosen) = (1, None);
        let mut buckets: [Vec<u16>; 9] = Default::default();
        for choice in &choices {
            let mut remaining = size - choice.mines;
            if remaining <= best && chosen.is_some() {
                break;
            }
            for bucket in &mut buckets {
                bucket.clear();
            }
            for &field in set {
                let value = self.shows[field as usize * self.cells + choice.cell as usize];
                if value != MINED {
                    buckets[value as usize].push(field);
                }
            }
            let mut wins = 0;
            for bucket in buckets.iter().filter(|bucket| !bucket.is_empty()) {
                remaining -= bucket.len() as u32;
                wins += self.best(bucket, &alive, false)?.0;
                if wins + remaining < best || (wins + remaining == best && chosen.is_some()) {
                    break;
                }
            }
            if remaining == 0 && (wins > best || chosen.is_none() && wins == best) {
                (best, chosen) = (wins, Some(choice.cell));
            }
            if choice.mines == 0 {
                break;
            }
        }
        self.memo.insert(key, best);
        Ok((best, chosen))
    }
}
