//! One line and its clue: all placements at once, by dynamic programming over positions. No proof uses these tables
//! before their [audit](super::audit).

use super::{Block, Colours, WHITE, colour};

/// All placements of a clue, by what fits to the left and to the right of every border between two cells.
///
/// `left[j][i]`: the first i cells can hold exactly the first j blocks. `right[j][i]`: the cells from i on can hold
/// exactly the blocks from j on. Two blocks of one colour need a white cell between them, others none.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) cells: Vec<Colours>,
    pub(super) left: Vec<bool>,
    pub(super) right: Vec<bool>,
    /// Up to each cell, for the colour of each block, how many cells cannot have it: "a block fits" is one subtraction.
    barred: Vec<usize>,
    pub(super) may: Vec<Colours>,
}

impl Tables {
    /// Takes the cells of a line: what each may be.
    pub(super) fn load(&mut self, cells: impl Iterator<Item = Colours>) {
        self.cells.clear();
        self.cells.extend(cells);
    }

    /// Fills the tables; false when there is no placement.
    pub(super) fn solve(&mut self, clue: &[Block]) -> bool {
        let (n, blocks) = (self.cells.len(), clue.len());
        for table in [&mut self.left, &mut self.right] {
            table.clear();
            table.resize((blocks + 1) * (n + 1), false);
        }
        self.count_barred(clue);
        self.fill_left(clue);
        if !self.left[blocks * (n + 1) + n] {
            return false;
        }
        self.fill_right(clue);
        self.may.clear();
        self.may.resize(n, 0);
        for j in 0..=blocks {
            let row = j * (n + 1);
            for i in 0..n {
                if self.white(i) && self.left[row + i] && self.right[row + i + 1] {
                    self.may[i] |= WHITE;
                }
            }
        }
        for (j, block) in clue.iter().enumerate() {
            let mut covered = 0;
            for start in 0..=n - block.cells {
                let end = start + block.cells;
                if self.fits(j, start, end) && self.before(clue, j, start) && self.after(clue, j + 1, end) {
                    for cell in &mut self.may[start.max(covered)..end] {
                        *cell |= colour(block.colour);
                    }
                    covered = end;
                }
            }
        }
        true
    }

    fn count_barred(&mut self, clue: &[Block]) {
        self.barred.clear();
        for block in clue {
            let mut count = 0;
            self.barred.push(count);
            for &cell in &self.cells {
                count += usize::from(cell & colour(block.colour) == 0);
                self.barred.push(count);
            }
        }
    }

    fn fill_left(&mut self, clue: &[Block]) {
        let n = self.cells.len();
        for j in 0..=clue.len() {
            for i in 0..=n {
                let white = i > 0 && self.white(i - 1) && self.left[j * (n + 1) + i - 1];
                let block = j > 0 && i >= clue[j - 1].cells && {
                    let start = i - clue[j - 1].cells;
                    self.fits(j - 1, start, i) && self.before(clue, j - 1, start)
                };
                self.left[j * (n + 1) + i] = (i, j) == (0, 0) || white || block;
            }
        }
    }

    fn fill_right(&mut self, clue: &[Block]) {
        let n = self.cells.len();
        for j in (0..=clue.len()).rev() {
            for i in (0..=n).rev() {
                let white = i < n && self.white(i) && self.right[j * (n + 1) + i + 1];
                let block = j < clue.len() && n - i >= clue[j].cells && {
                    let end = i + clue[j].cells;
                    self.fits(j, i, end) && self.after(clue, j + 1, end)
                };
                self.right[j * (n + 1) + i] = (i, j) == (n, clue.len()) || white || block;
            }
        }
    }

    fn white(&self, cell: usize) -> bool {
        self.cells[cell] & WHITE != 0
    }

    /// Block j can begin at `start`: the earlier ones fit before it.
    fn before(&self, clue: &[Block], j: usize, start: usize) -> bool {
        let row = j * (self.cells.len() + 1);
        if j > 0 && clue[j - 1].colour == clue[j].colour {
            start > 0 && self.white(start - 1) && self.left[row + start - 1]
        } else {
            self.left[row + start]
        }
    }

    /// The block before block j can end at `end`: the blocks from j on fit after it.
    fn after(&self, clue: &[Block], j: usize, end: usize) -> bool {
        let row = j * (self.cells.len() + 1);
        if j < clue.len() && clue[j - 1].colour == clue[j].colour {
            end < self.cells.len() && self.white(end) && self.right[row + end + 1]
        } else {
            self.right[row + end]
        }
    }

    /// No cell among those that block j would cover rules its colour out.
    fn fits(&self, j: usize, start: usize, end: usize) -> bool {
        let row = j * (self.cells.len() + 1);
        self.barred[row + start] == self.barred[row + end]
    }

    /// What a cell of the line is in some placement.
    pub(super) fn possible(&self, cell: usize) -> Colours {
        self.may[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::super::audit::rules_out_no_placement;
    use super::super::{Block, Colours, colour, runs};
    use super::Tables;

    /// Every line of up to `n` cells in `kinds` colours, in every state, with every clue, against all fillings.
    fn against_all_fillings(n: u32, kinds: u8) {
        let (mut tables, base) = (Tables::default(), u32::from(kinds));
        let digit =
            move |number: u32, i: u32| u8::try_from(number / base.pow(i) % base).expect("below the base");
        let filling = |number: u32| (0..n).map(move |i| digit(number, i));
        let fillings: Vec<Vec<u8>> = (0..base.pow(n)).map(|number| filling(number).collect()).collect();
        let mut clues: Vec<Vec<Block>> = fillings.iter().map(|cells| runs(cells.iter().copied())).collect();
        clues.sort();
        clues.dedup();
        // A state is a set of colours for each cell, never empty.
        let sets = (1_u32 << kinds) - 1;
        for state in 0..sets.pow(n) {
            let cells: Vec<Colours> = (0..n).map(|i| state / sets.pow(i) % sets + 1).collect();
            let agree = |filling: &&Vec<u8>| filling.iter().zip(&cells).all(|(&f, &c)| c & colour(f) != 0);
            let agreeing: Vec<&Vec<u8>> = fillings.iter().filter(agree).collect();
            for clue in &clues {
                let matching: Vec<_> =
                    agreeing.iter().filter(|filling| runs(filling.iter().copied()) == *clue).collect();
                tables.load(cells.iter().copied());
                let found = tables.solve(clue);
                assert_eq!(found, !matching.is_empty(), "{clue:?} {cells:?}");
                assert!(rules_out_no_placement(&tables, clue, found), "{clue:?} {cells:?}");
                assert!(!rules_out_no_placement(&tables, clue, !found), "{clue:?} {cells:?}");
                for i in 0..if matching.is_empty() { 0 } else { n as usize } {
                    let possible = matching.iter().fold(0, |set, filling| set | colour(filling[i]));
                    assert_eq!(tables.possible(i), possible, "{clue:?} {cells:?} {i}");
                }
            }
        }
    }

    #[test]
    fn the_tables_say_exactly_what_all_fillings_have_in_common() {
        (1..=6).for_each(|n| against_all_fillings(n, 2));
        (1..=4).for_each(|n| against_all_fillings(n, 3));
    }
}
