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

use quandary_core::{Budget, Exhausted};
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
    /// A random sign per field: a set is named by the exclusive or of its members' signs.
    signs: Vec<u64>,
    memo: FxHashMap<u64, u32>,
}

const MINED: u8 = 9;

/// A cell worth considering in a node.
#[derive(Clone, Copy)]
struct Choice {
    cell: u8,
    mines: u32,
    values: u8,
}

/// Wins, and the cell that reaches them (`None`: all cells are dead).
type Found = (u32, Option<u8>);

impl Endgame {
    /// The best move when exactly `fields` are left.
    pub(crate) fn search(
        &mut self,
        known: &Knowledge,
        fields: &Minefields,
        budget: &mut Budget,
    ) -> Result<BestPlay, Exhausted> {
        self.prepare(known, fields);
        let all: Vec<u32> = (0..fields.fields.len() as u32).collect();
        let living: Vec<u8> = (0..self.cells as u8).collect();
        let (wins, choice) = self.best(&all, &living, budget)?;
        let cell = choice.map_or_else(|| self.most_often_safe(&all), usize::from);
        Ok(BestPlay { cell: fields.cells[cell], wins, boards: all.len() as u32 })
    }

    /// Wins among `set` when `first` is opened first.
    pub(crate) fn wins_opening(
        &mut self,
        set: &[u32],
        first: u8,
        budget: &mut Budget,
    ) -> Result<u32, Exhausted> {
        let living: Vec<u8> = (0..self.cells as u8).collect();
        let mut wins = 0;
        for value in 0..MINED {
            let left: Vec<u32> = set.iter().copied().filter(|&f| self.shows(f, first) == value).collect();
            if !left.is_empty() {
                wins += self.best(&left, &living, budget)?.0;
            }
        }
        Ok(wins)
    }

    /// When nothing can be learnt, the cell that is safe most often is as good as any.
    fn most_often_safe(&self, all: &[u32]) -> usize {
        let mines = |cell: usize| all.iter().filter(|&&f| self.shows(f, cell as u8) == MINED).count();
        (0..self.cells).min_by_key(|&cell| mines(cell)).unwrap_or(0)
    }

    #[inline]
    fn shows(&self, field: u32, cell: u8) -> u8 {
        self.shows[field as usize * self.cells + cell as usize]
    }

    /// Tabulates what every cell shows in every field.
    pub(crate) fn prepare(&mut self, known: &Knowledge, fields: &Minefields) {
        let grid = known.grid();
        self.cells = fields.cells.len();
        self.memo.clear();
        let around = |cell: Cell| {
            let (mut mask, mut mines) = (0_u128, 0);
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
            (mask, mines)
        };
        let masks: Vec<(u128, u8)> = fields.cells.iter().map(|&cell| around(cell)).collect();
        self.shows.clear();
        for &field in &fields.fields {
            for (bit, &(mask, mines)) in masks.iter().enumerate() {
                let mined = field >> bit & 1 == 1;
                self.shows.push(if mined { MINED } else { (field & mask).count_ones() as u8 + mines });
            }
        }
        let mut sign = 0x9E37_79B9_7F4A_7C15_u64;
        self.signs.clear();
        self.signs.resize_with(fields.fields.len(), || {
            sign ^= sign << 13;
            sign ^= sign >> 7;
            sign ^= sign << 17;
            sign.wrapping_mul(0x2545_F491_4F6C_DD1D)
        });
    }

    /// Wins among `set`; `living` are the cells that may not be dead.
    fn best(&mut self, set: &[u32], living: &[u8], budget: &mut Budget) -> Result<Found, Exhausted> {
        let size = set.len() as u32;
        if size == 1 {
            return Ok((1, None));
        }
        let key = set.iter().fold(u64::from(size), |key, &field| key ^ self.signs[field as usize]);
        if let Some(&wins) = self.memo.get(&key) {
            return Ok((wins, None));
        }
        budget.spend(1)?;
        let (choices, alive) = self.choices(set, living);
        let (mut best, mut chosen) = (1, None);
        let mut buckets: [Vec<u32>; 9] = Default::default();
        for choice in &choices {
            let mut remaining = size - choice.mines;
            if remaining <= best && chosen.is_some() {
                break;
            }
            for bucket in &mut buckets {
                bucket.clear();
            }
            for &field in set {
                let value = self.shows(field, choice.cell);
                if value != MINED {
                    buckets[value as usize].push(field);
                }
            }
            let mut wins = 0;
            for bucket in buckets.iter().filter(|bucket| !bucket.is_empty()) {
                remaining -= bucket.len() as u32;
                wins += self.best(bucket, &alive, budget)?.0;
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

    /// The cells worth opening, most often safe first, and those that may still live in the subsets. A
    /// cell that is safe everywhere and tells something comes alone.
    fn choices(&self, set: &[u32], living: &[u8]) -> (Vec<Choice>, Vec<u8>) {
        let mut choices: Vec<Choice> = Vec::with_capacity(living.len());
        for &cell in living {
            let mut counts = [0_u32; 10];
            for &field in set {
                counts[self.shows(field, cell) as usize] += 1;
            }
            let values = counts[..9].iter().filter(|&&count| count > 0).count() as u8;
            if values > 1 {
                let choice = Choice { cell, mines: counts[MINED as usize], values };
                if choice.mines == 0 {
                    // The cells after it were not looked at: all of them may live.
                    return (vec![choice], living.to_vec());
                }
                choices.push(choice);
            }
        }
        choices.sort_unstable_by_key(|choice| (choice.mines, u8::MAX - choice.values, choice.cell));
        let alive = choices.iter().map(|choice| choice.cell).collect();
        (choices, alive)
    }
}
