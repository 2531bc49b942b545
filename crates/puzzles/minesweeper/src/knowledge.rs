//! What follows from one number at a time: the P of the documents, and Sim.
//!
//! Two rules, applied until neither finds anything: a number that has all its mines makes its other
//! neighbours safe, and a number with as many closed neighbours as missing mines makes them all mines.
//! The bookkeeping is incremental: each newly opened cell is looked at once, and each number again only
//! when something around it changed, so a whole game costs O(cells).

use crate::board::{Cell, Grid};
use crate::rules::{CellView, Observation};

/// What is known about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Closed, and nothing is proved.
    Unknown,
    /// Closed, and proved safe.
    Safe,
    /// Closed, and proved to be a mine.
    Mine,
    /// Open.
    Open,
}

/// A number that cannot be satisfied: too many or too few mines can be around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The open cell with the number.
    pub witness: Cell,
}

/// Everything proved so far about a position, kept up to date while the game goes on.
#[derive(Clone, Debug)]
pub struct Knowledge {
    grid: Grid,
    marks: Vec<Mark>,
    /// For open cells: the number minus the known mines around it.
    need: Vec<i8>,
    /// For open cells: how many cells around it are unknown.
    unknown: Vec<u8>,
    opened: Vec<Cell>,
    /// Numbers to look at again.
    dirty: Vec<Cell>,
    /// Proved safe and not opened yet, each with the number that proved it (or itself).
    safe: Vec<(Cell, Cell)>,
    known_mines: usize,
    known_safe: usize,
    contradiction: Option<Contradiction>,
    /// Grows with every change.
    version: u64,
}

impl Knowledge {
    /// Nothing known.
    pub fn new(grid: &Grid) -> Knowledge {
        let cells = grid.board().cells();
        Knowledge {
            grid: grid.clone(),
            marks: vec![Mark::Unknown; cells],
            need: vec![0; cells],
            unknown: vec![0; cells],
            opened: Vec::new(),
            dirty: Vec::new(),
            safe: Vec::new(),
            known_mines: 0,
            known_safe: 0,
            contradiction: None,
            version: 0,
        }
    }

    /// Everything that single numbers prove about a position.
    pub fn of(seen: &Observation) -> Knowledge {
        let mut knowledge = Knowledge::new(seen.grid());
        knowledge.sync(seen);
        knowledge.propagate();
        knowledge
    }

    /// Forgets everything: a new game on the same board.
    pub fn reset(&mut self) {
        self.marks.fill(Mark::Unknown);
        self.opened.clear();
        self.dirty.clear();
        self.safe.clear();
        self.known_mines = 0;
        self.known_safe = 0;
        self.contradiction = None;
        self.version += 1;
    }

    /// Takes in the cells opened since the last time; starts again when it is another game.
    pub fn sync(&mut self, seen: &Observation) {
        let now = seen.opened();
        let known = self.opened.len();
        if now.len() < known || (known > 0 && now[known - 1] != self.opened[known - 1]) {
            self.reset();
        }
        for &cell in &now[self.opened.len()..] {
            if let CellView::Number(number) = seen.at(cell) {
                self.open(cell, number);
            }
        }
    }

    /// Notes that a cell was opened and shows `number`.
    pub(crate) fn open(&mut self, cell: Cell, number: u8) {
        let before = std::mem::replace(&mut self.marks[cell.at()], Mark::Open);
        self.opened.push(cell);
        self.version += 1;
        match before {
            Mark::Safe => self.known_safe -= 1,
            Mark::Mine => {
                // Somebody proved what is false. The counts must not be false too.
                self.contradiction = Some(Contradiction { witness: cell });
                self.known_mines -= 1;
            }
            _ => {}
        }
        let (mut mines, mut unknown) = (0, 0);
        for &near in self.grid.around(cell) {
            match self.marks[near.at()] {
                Mark::Mine => mines += 1,
                Mark::Unknown => unknown += 1,
                Mark::Open if before == Mark::Unknown => {
                    self.unknown[near.at()] -= 1;
                    self.dirty.push(near);
                }
                Mark::Open if before == Mark::Mine => {
                    self.need[near.at()] += 1;
                    self.dirty.push(near);
                }
                _ => {}
            }
        }
        self.need[cell.at()] = number as i8 - mines;
        self.unknown[cell.at()] = unknown;
        self.dirty.push(cell);
    }

    /// Applies both rules until nothing new is found.
    pub fn propagate(&mut self) {
        while let Some(witness) = self.dirty.pop() {
            let (need, unknown) = (self.need[witness.at()], self.unknown[witness.at()]);
            if need < 0 || need > unknown as i8 {
                self.contradiction.get_or_insert(Contradiction { witness });
                continue;
            }
            if unknown == 0 || (need != 0 && need != unknown as i8) {
                continue;
            }
            for index in 0..self.grid.around(witness).len() {
                let near = self.grid.around(witness)[index];
                if self.marks[near.at()] == Mark::Unknown {
                    if need == 0 { self.prove_safe(near, witness) } else { self.prove_mine(near) }
                }
            }
        }
    }

    /// Looks for a number that cannot be satisfied any more. [`Knowledge::propagate`] meets those whose surroundings
    /// changed; this one is for players that conclude without it, and wrongly.
    pub(crate) fn look_for_a_contradiction(&mut self) {
        let wrong = |&&cell: &&Cell| !(0..=self.unknown[cell.at()] as i8).contains(&self.need[cell.at()]);
        if let Some(&witness) = self.opened.iter().find(wrong) {
            self.contradiction.get_or_insert(Contradiction { witness });
        }
    }

    /// Notes that an unknown cell is safe because of `witness` (itself: because of the whole position).
    pub fn prove_safe(&mut self, cell: Cell, witness: Cell) {
        debug_assert_eq!(self.marks[cell.at()], Mark::Unknown);
        self.marks[cell.at()] = Mark::Safe;
        self.known_safe += 1;
        self.version += 1;
        self.safe.push((cell, witness));
        for &near in self.grid.around(cell) {
            if self.marks[near.at()] == Mark::Open {
                self.unknown[near.at()] -= 1;
                self.dirty.push(near);
            }
        }
    }

    /// Notes that an unknown cell is a mine.
    pub fn prove_mine(&mut self, cell: Cell) {
        debug_assert_eq!(self.marks[cell.at()], Mark::Unknown);
        self.marks[cell.at()] = Mark::Mine;
        self.known_mines += 1;
        self.version += 1;
        for &near in self.grid.around(cell) {
            if self.marks[near.at()] == Mark::Open {
                self.unknown[near.at()] -= 1;
                self.need[near.at()] -= 1;
                self.dirty.push(near);
            }
        }
    }

    /// A proved safe cell that is still closed, with the number that proved it.
    pub fn next_safe(&mut self) -> Option<(Cell, Cell)> {
        while let Some(&(cell, witness)) = self.safe.last() {
            if self.marks[cell.at()] == Mark::Safe {
                return Some((cell, witness));
            }
            self.safe.pop();
        }
        None
    }

    /// The board and its neighbourhoods.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What is known about a cell.
    #[inline]
    pub fn mark(&self, cell: Cell) -> Mark {
        self.marks[cell.at()]
    }

    /// Mines that are not proved yet around an open number.
    #[inline]
    pub(crate) fn need(&self, open: Cell) -> i8 {
        self.need[open.at()]
    }

    /// Unknown cells around an open number.
    #[inline]
    pub(crate) fn unknown_around(&self, open: Cell) -> u8 {
        self.unknown[open.at()]
    }

    /// The open cells, in the order in which they were opened.
    #[inline]
    pub(crate) fn opened(&self) -> &[Cell] {
        &self.opened
    }

    /// Number of closed cells that are proved safe.
    #[inline]
    pub fn safe_cells(&self) -> usize {
        self.known_safe
    }

    /// Number of cells about which nothing is proved.
    #[inline]
    pub fn unknown_cells(&self) -> usize {
        self.marks.len() - self.opened.len() - self.known_mines - self.known_safe
    }

    /// Mines that are not proved yet, on the whole board; negative when the position is impossible.
    #[inline]
    pub fn mines_left(&self) -> isize {
        self.grid.board().mines() as isize - self.known_mines as isize
    }

    /// Differs from what it was before anything was opened, proved or forgotten.
    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// A number that cannot be satisfied, if one was met.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.contradiction
    }
}
