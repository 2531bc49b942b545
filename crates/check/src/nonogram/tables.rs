//! One line and its clue: all placements at once, by dynamic programming over positions.

/// All placements of a clue, by what fits to the left and to the right of every white cell.
///
/// The line stands between two white cells, so that no block touches a border: cell 0 and the last one.
/// `left[j][i]`: the first i cells can hold exactly the first j blocks, and cell i - 1 is white.
/// `right[j][i]`: the cells from i on can hold exactly the blocks from j on, and cell i is white.
#[derive(Default)]
pub(super) struct Tables {
    cells: Vec<Option<bool>>,
    left: Vec<bool>,
    right: Vec<bool>,
    /// Up to each cell, how many are white, so that "no white cell between" is one subtraction.
    white_before: Vec<usize>,
    may_black: Vec<bool>,
    may_white: Vec<bool>,
}

impl Tables {
    /// Takes the cells of a line.
    pub(super) fn load(&mut self, cells: impl Iterator<Item = Option<bool>>) {
        self.cells.clear();
        self.cells.push(Some(false));
        self.cells.extend(cells);
        self.cells.push(Some(false));
        self.white_before.clear();
        self.white_before.push(0);
        for i in 0..self.cells.len() {
            self.white_before.push(self.white_before[i] + usize::from(self.cells[i] == Some(false)));
        }
    }

    /// Fills the tables; false when there is no placement.
    pub(super) fn solve(&mut self, clue: &[usize]) -> bool {
        let (n, blocks) = (self.cells.len(), clue.len());
        for table in [&mut self.left, &mut self.right] {
            table.clear();
            table.resize((blocks + 1) * (n + 1), false);
        }
        self.fill_left(clue);
        if !self.left[blocks * (n + 1) + n] {
            return false;
        }
        self.fill_right(clue);
        for may in [&mut self.may_black, &mut self.may_white] {
            may.clear();
            may.resize(n, false);
        }
        for j in 0..=blocks {
            let row = j * (n + 1);
            for i in 0..n {
                self.may_white[i] |= self.left[row + i + 1] && self.right[row + i];
            }
        }
        for (j, &block) in clue.iter().enumerate() {
            let mut covered = 0;
            for start in 1..n - block {
                if self.fits(start, block)
                    && self.left[j * (n + 1) + start]
                    && self.right[(j + 1) * (n + 1) + start + block]
                {
                    self.may_black[start.max(covered)..start + block].fill(true);
                    covered = start + block;
                }
            }
        }
        true
    }

    fn fill_left(&mut self, clue: &[usize]) {
        let n = self.cells.len();
        self.left[1] = true;
        for i in 2..=n {
            self.left[i] = self.left[i - 1] && self.cells[i - 1] != Some(true);
        }
        for (j, &block) in clue.iter().enumerate() {
            let (before, row) = (j * (n + 1), (j + 1) * (n + 1));
            for i in block + 2..=n {
                let start = i - 1 - block;
                self.left[row + i] = self.cells[i - 1] != Some(true)
                    && (self.left[row + i - 1] || (self.left[before + start] && self.fits(start, block)));
            }
        }
    }

    fn fill_right(&mut self, clue: &[usize]) {
        let n = self.cells.len();
        let last = clue.len() * (n + 1);
        self.right[last + n - 1] = true;
        for i in (0..n - 1).rev() {
            self.right[last + i] = self.right[last + i + 1] && self.cells[i] != Some(true);
        }
        for (j, &block) in clue.iter().enumerate().rev() {
            let (row, after) = (j * (n + 1), (j + 1) * (n + 1));
            for i in (0..n - 1 - block).rev() {
                self.right[row + i] = self.cells[i] != Some(true)
                    && (self.right[row + i + 1]
                        || (self.right[after + i + 1 + block] && self.fits(i + 1, block)));
            }
        }
    }

    /// No white cell among those the block would cover.
    fn fits(&self, start: usize, block: usize) -> bool {
        self.white_before[start + block] == self.white_before[start]
    }

    /// The colour of a cell of the line in all placements, if it is always the same.
    pub(super) fn common(&self, cell: usize) -> Option<bool> {
        match (self.may_black[cell + 1], self.may_white[cell + 1]) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::runs;
    use super::Tables;

    /// Every line of up to 6 cells in every state, with every clue: the tables against all fillings.
    #[test]
    fn the_tables_tell_exactly_what_all_fillings_have_in_common() {
        let mut tables = Tables::default();
        for n in 1..=6_u32 {
            let filling = |mask: u32| (0..n).map(move |i| mask >> i & 1 == 1);
            let mut clues: Vec<Vec<usize>> = (0..1 << n).map(|mask| runs(filling(mask))).collect();
            clues.sort();
            clues.dedup();
            for state in 0..3_u32.pow(n) {
                let cell = |i: u32| [None, Some(false), Some(true)][(state / 3_u32.pow(i) % 3) as usize];
                for clue in &clues {
                    let matching: Vec<u32> = (0..1 << n)
                        .filter(|&mask| runs(filling(mask)) == *clue)
                        .filter(|&mask| {
                            (0..n).zip(filling(mask)).all(|(i, b)| cell(i).is_none_or(|c| c == b))
                        })
                        .collect();
                    tables.load((0..n).map(cell));
                    assert_eq!(tables.solve(clue), !matching.is_empty(), "{clue:?} {state}");
                    if !matching.is_empty() {
                        for i in 0..n {
                            let blacks = matching.iter().filter(|&&mask| mask >> i & 1 == 1).count();
                            let common = match blacks {
                                0 => Some(false),
                                all if all == matching.len() => Some(true),
                                _ => None,
                            };
                            assert_eq!(tables.common(i as usize), common, "{clue:?} {state} {i}");
                        }
                    }
                }
            }
        }
    }
}
