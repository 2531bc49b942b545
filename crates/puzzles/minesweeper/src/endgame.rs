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

use std::ops::Range;

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
///
/// Sets of fields and lists of cells lie one behind the other on two stacks, so that a node allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endgame {
    cells: usize,
    /// The length of a row: the cells, filled up to whole blocks.
    width: usize,
    /// What each cell shows in each field, row by row; [`MINED`] for a mine.
    shows: Vec<u8>,
    /// A random sign per field: a set is named by the exclusive or of its members' signs.
    signs: Vec<u64>,
    /// Wins of sets, or what they cannot exceed.
    memo: FxHashMap<u64, NodeValue>,
    sets: Vec<u32>,
    choices: Vec<Choice>,
    seen: Vec<Block>,
}

const MINED: u8 = 9;

/// What remembering a set takes: its key, what was found, and the table's room to grow.
const BYTES_A_SET: usize = 48;

/// Cells are looked at in blocks of this size, which a vector register holds.
const BLOCK: usize = 16;

/// A cell worth considering in a node.
#[derive(Clone, Copy, Debug)]
struct Choice {
    cell: u8,
    /// By how much the numbers it may show differ.
    spread: u8,
    /// In how many fields it is a mine.
    mines: u32,
}

/// What a node is worth.
#[derive(Clone, Copy, Debug)]
struct NodeValue {
    /// Its wins; when `exact` is not set, what they cannot exceed.
    wins: u32,
    exact: bool,
    /// The cell that reaches them; `None` when all cells are dead.
    cell: Option<u8>,
}

impl NodeValue {
    fn exactly(wins: u32, cell: Option<u8>) -> NodeValue {
        NodeValue { wins, exact: true, cell }
    }
}

impl Endgame {
    /// The best move when exactly `fields` are left.
    pub(crate) fn search(
        &mut self,
        known: &Knowledge,
        fields: &Minefields,
        budget: &mut Budget,
    ) -> Result<BestPlay, Exhausted> {
        self.prepare(known, fields);
        let boards = fields.fields.len() as u32;
        let all = self.push_set(0..boards);
        let living = self.push_living();
        let found = self.best(all, living, 1, budget)?;
        let cell = found.cell.map_or_else(|| self.most_often_safe(boards), usize::from);
        Ok(BestPlay { cell: fields.cells[cell], wins: found.wins, boards })
    }

    /// Wins among `set` when `first` is opened first, if they reach `target`.
    pub(crate) fn wins_opening(
        &mut self,
        set: impl Iterator<Item = u32>,
        first: u8,
        target: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Exhausted> {
        self.sets.clear();
        self.choices.clear();
        let set = self.push_set(set);
        let living = self.push_living();
        let choice = Choice { cell: first, spread: 0, mines: 0 };
        let (wins, reached) = self.wins_of(set, choice, living, target, budget)?;
        Ok(reached.then_some(wins))
    }

    /// How best play goes on after `first`: the cell opened in each set that is left, depth first with the numbers
    /// ascending, `.` for a bet on one minefield. A set of one minefield needs no more.
    pub(crate) fn tree(&mut self, set: &[u32], first: u8, budget: &mut Budget) -> Result<String, Exhausted> {
        const NAMES: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-";
        let mut tree = String::new();
        let mut waiting = vec![];
        self.split(set, first, &mut waiting);
        while let Some(set) = waiting.pop() {
            if set.len() == 1 {
                continue;
            }
            self.sets.clear();
            self.choices.clear();
            let all = self.push_set(set.iter().copied());
            let living = self.push_living();
            match self.best(all, living, 1, budget)?.cell {
                Some(cell) => {
                    tree.push(char::from(NAMES[usize::from(cell)]));
                    self.split(&set, cell, &mut waiting);
                }
                None => tree.push('.'),
            }
        }
        Ok(tree)
    }

    /// Puts the sets that opening a cell leaves behind `waiting`, the lowest number last.
    fn split(&self, set: &[u32], cell: u8, waiting: &mut Vec<Vec<u32>>) {
        for number in (0..MINED).rev() {
            let left: Vec<u32> =
                set.iter().copied().filter(|&field| self.row(field)[usize::from(cell)] == number).collect();
            if !left.is_empty() {
                waiting.push(left);
            }
        }
    }

    fn push_set(&mut self, fields: impl Iterator<Item = u32>) -> Range<usize> {
        let from = self.sets.len();
        self.sets.extend(fields);
        from..self.sets.len()
    }

    /// All cells, as if each might tell something.
    fn push_living(&mut self) -> Range<usize> {
        let from = self.choices.len();
        self.choices.extend((0..self.cells as u8).map(|cell| Choice { cell, spread: 0, mines: 0 }));
        from..self.choices.len()
    }

    /// When nothing can be learnt, the cell that is safe most often is as good as any.
    fn most_often_safe(&self, boards: u32) -> usize {
        let mines = |cell: usize| (0..boards).filter(|&f| self.row(f)[cell] == MINED).count();
        (0..self.cells).min_by_key(|&cell| mines(cell)).unwrap_or(0)
    }

    /// What the cells show in a field.
    #[inline]
    fn row(&self, field: u32) -> &[u8] {
        &self.shows[field as usize * self.width..][..self.width]
    }

    /// Tabulates what every cell shows in every field.
    pub(crate) fn prepare(&mut self, known: &Knowledge, fields: &Minefields) {
        let grid = known.grid();
        self.cells = fields.cells.len();
        self.width = self.cells.next_multiple_of(BLOCK);
        self.memo.clear();
        self.sets.clear();
        self.choices.clear();
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
            self.shows.resize(self.shows.len().next_multiple_of(BLOCK), MINED);
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

    /// Wins among `set`; `living` are the cells that may not be dead. Once it is clear that the wins stay below
    /// `need`, a bound will do.
    fn best(
        &mut self,
        set: Range<usize>,
        living: Range<usize>,
        need: u32,
        budget: &mut Budget,
    ) -> Result<NodeValue, Exhausted> {
        let size = set.len() as u32;
        match self.sets[set.clone()] {
            [_] => return Ok(NodeValue::exactly(1, None)),
            [one, other] => return Ok(self.best_of_two(one, other, living)),
            _ => {}
        }
        let fields = self.sets[set.clone()].iter();
        let key = fields.fold(u64::from(size), |key, &field| key ^ self.signs[field as usize]);
        if let Some(&found) = self.memo.get(&key)
            && (found.exact || found.wins < need)
        {
            return Ok(found);
        }
        budget.spend(1)?;
        let choices = self.push_choices(set.clone(), living);
        // Betting on one field always wins it.
        let (mut best, mut cell) = (1, None);
        let mut bound = 1;
        for index in choices.clone() {
            let choice = self.choices[index];
            let target = need.max(if cell.is_some() { best + 1 } else { best });
            if size - choice.mines < target {
                bound = bound.max(size - choice.mines);
                break;
            }
            let (wins, reached) = self.wins_of(set.clone(), choice, choices.clone(), target, budget)?;
            bound = bound.max(wins);
            if reached {
                (best, cell) = (wins, Some(choice.cell));
            }
            if choice.mines == 0 {
                break;
            }
        }
        self.choices.truncate(choices.start);
        let exact = best >= need || best == bound;
        let found = NodeValue { wins: if exact { best } else { bound }, exact, cell };
        if self.memo.len() >= budget.memory_or(usize::MAX) / BYTES_A_SET {
            return Err(Exhausted::Memory);
        }
        self.memo.insert(key, found);
        Ok(found)
    }

    /// Wins when a cell of a node is opened, and whether they reach `target`; if not, they are only a bound.
    fn wins_of(
        &mut self,
        set: Range<usize>,
        choice: Choice,
        living: Range<usize>,
        target: u32,
        budget: &mut Budget,
    ) -> Result<(u32, bool), Exhausted> {
        // The fields in which the cell is safe, sorted by what it shows, behind everything else.
        let start = self.sets.len();
        let mut ends = [0; MINED as usize + 1];
        for at in set.clone() {
            ends[self.row(self.sets[at])[choice.cell as usize] as usize] += 1;
        }
        let mut end = start;
        for next in &mut ends {
            end += std::mem::replace(next, end);
        }
        self.sets.resize(end, 0);
        for at in set {
            let field = self.sets[at];
            let next = &mut ends[self.row(field)[choice.cell as usize] as usize];
            *next += 1;
            let to = *next - 1;
            self.sets[to] = field;
        }
        let [ends @ .., _] = ends;
        let end = ends[MINED as usize - 1];
        let mut hope = (end - start) as u32;
        let mut from = start;
        for end in ends {
            if end == from {
                continue;
            }
            let others = hope - (end - from) as u32;
            let need = target.saturating_sub(others);
            hope = others + self.best(from..end, living.clone(), need, budget)?.wins;
            from = end;
            if hope < target {
                break;
            }
        }
        self.sets.truncate(start);
        Ok((hope, hope >= target))
    }

    /// Two fields can be distinguished without risk, or they are a toss.
    fn best_of_two(&self, one: u32, other: u32, living: Range<usize>) -> NodeValue {
        let (one, other) = (self.row(one), self.row(other));
        let tells = |choice: &&Choice| {
            let (a, b) = (one[choice.cell as usize], other[choice.cell as usize]);
            a != b && a != MINED && b != MINED
        };
        match self.choices[living].iter().find(tells) {
            Some(choice) => NodeValue::exactly(2, Some(choice.cell)),
            None => NodeValue::exactly(1, None),
        }
    }

    /// Pushes the cells worth opening, most often safe first. A cell that is safe everywhere and tells something is
    /// opened before all others, so then they need no order.
    fn push_choices(&mut self, set: Range<usize>, living: Range<usize>) -> Range<usize> {
        self.seen.clear();
        for block in 0..self.width / BLOCK {
            let seen = self.look_at(set.clone(), block * BLOCK);
            self.seen.push(seen);
        }
        let from = self.choices.len();
        let mut free: Option<usize> = None;
        for at in living {
            let cell = self.choices[at].cell;
            let seen = &self.seen[cell as usize / BLOCK];
            let lane = cell as usize % BLOCK;
            if seen.low[lane] >= seen.high[lane] {
                continue;
            }
            let choice = Choice { cell, spread: seen.high[lane] - seen.low[lane], mines: seen.mines[lane] };
            if choice.mines == 0 && free.is_none_or(|free| self.choices[free].spread < choice.spread) {
                free = Some(self.choices.len());
            }
            self.choices.push(choice);
        }
        match free {
            Some(free) => self.choices.swap(from, free),
            None => self.choices[from..]
                .sort_unstable_by_key(|choice| (choice.mines, u8::MAX - choice.spread, choice.cell)),
        }
        from..self.choices.len()
    }

    /// What a block of cells shows in a set of fields. Written so that the compiler can use vectors: most of the
    /// search's time is spent here.
    #[allow(clippy::needless_range_loop)] // lanes of several arrays at once
    fn look_at(&self, set: Range<usize>, from: usize) -> Block {
        let mut block = Block { low: [MINED; BLOCK], high: [0; BLOCK], mines: [0; BLOCK] };
        for fields in self.sets[set].chunks(u8::MAX as usize) {
            let mut mines = [0_u8; BLOCK];
            for &field in fields {
                let at = field as usize * self.width + from;
                let shows: &[u8; BLOCK] = self.shows[at..at + BLOCK].try_into().expect("a whole block");
                for lane in 0..BLOCK {
                    let value = shows[lane];
                    let mined = value == MINED;
                    mines[lane] += u8::from(mined);
                    block.low[lane] = block.low[lane].min(value);
                    block.high[lane] = block.high[lane].max(if mined { 0 } else { value });
                }
            }
            for lane in 0..BLOCK {
                block.mines[lane] += u32::from(mines[lane]);
            }
        }
        block
    }
}

/// What a block of cells shows in a set of fields.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The lowest number each may show; [`MINED`] when it is always a mine.
    low: [u8; BLOCK],
    /// The highest number, 0 when it is always a mine: a cell is dead unless it exceeds the lowest.
    high: [u8; BLOCK],
    /// In how many fields it is a mine.
    mines: [u32; BLOCK],
}
