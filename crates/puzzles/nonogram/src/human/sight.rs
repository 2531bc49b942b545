//! One line with its clue as a person looks at it, in black and white or in colours: where every block may lie.

use crate::{Block, Cell, Colour, ColourRun, Colours, Ink};

/// Black, as a colour.
pub(crate) fn black() -> Colour {
    Colour::new(1).unwrap_or(Colour::BLANK)
}

/// A line, what each of its cells may be, and all ways to place its blocks there.
pub(crate) struct Sight {
    pub(crate) blocks: Vec<ColourRun>,
    pub(crate) cells: Vec<Colours>,
    /// `before[j][i]`: in how many ways the first j blocks fill the first i cells. More than 2^64 stay 2^64 - 1.
    before: Vec<Vec<u64>>,
    /// `behind[j][i]`: in how many ways the blocks from j on fill the cells from i on.
    behind: Vec<Vec<u64>>,
}

impl Sight {
    /// Looks at a line; `None` when its blocks fit in no way.
    pub(crate) fn new(blocks: Vec<ColourRun>, cells: Vec<Colours>) -> Option<Sight> {
        let before = ways_to_fill(&blocks, &cells);
        let mirrored = |mut items: Vec<ColourRun>| {
            items.reverse();
            items
        };
        let mut turned_cells = cells.clone();
        turned_cells.reverse();
        let mut behind = ways_to_fill(&mirrored(blocks.clone()), &turned_cells);
        behind.reverse();
        for row in &mut behind {
            row.reverse();
        }
        let sight = Sight { blocks, cells, before, behind };
        (sight.ways() > 0).then_some(sight)
    }

    /// The same in black and white.
    pub(crate) fn plain(clue: &[usize], cells: &[Cell]) -> Option<Sight> {
        let blocks = clue.iter().map(|&cells| ColourRun::new(cells, black())).collect();
        let domain = |cell: &Cell| match cell {
            Cell::Unknown => Colours::all(1),
            Cell::Black => Colours::one(black()),
            Cell::White => Colours::one(Colour::BLANK),
        };
        Sight::new(blocks, cells.iter().map(domain).collect())
    }

    /// In how many ways the blocks fit.
    pub(crate) fn ways(&self) -> u64 {
        self.behind[0][0]
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// What is known of a cell, if it is.
    pub(crate) fn known(&self, cell: usize) -> Option<Colour> {
        self.cells[cell].only()
    }

    pub(crate) fn is_empty_at(&self, cell: usize) -> bool {
        self.known(cell) == Some(Colour::BLANK)
    }

    pub(crate) fn is_painted(&self, cell: usize) -> bool {
        self.known(cell).is_some_and(|colour| colour != Colour::BLANK)
    }

    /// Whether a block may begin at a cell, wherever the others lie.
    pub(crate) fn may_begin(&self, block: usize, start: usize) -> bool {
        let run = self.blocks[block];
        let end = start + run.cells;
        end <= self.len()
            && self.cells[start..end].iter().all(|cell| cell.has(run.colour))
            && room_before(&self.blocks, &self.cells, &self.before, block, start) > 0
            && self.room_behind(block, end)
    }

    fn room_behind(&self, block: usize, end: usize) -> bool {
        match self.blocks.get(block + 1) {
            Some(next) if next.colour == self.blocks[block].colour => {
                self.cells.get(end).is_some_and(|cell| cell.has(Colour::BLANK))
                    && self.behind[block + 1][end + 1] > 0
            }
            _ => self.behind[block + 1][end] > 0,
        }
    }

    /// Where a block may begin.
    pub(crate) fn starts(&self, block: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let most = (self.len() + 1).saturating_sub(self.blocks[block].cells);
        (0..most).filter(move |&start| self.may_begin(block, start))
    }

    /// The blocks that may cover a cell.
    pub(crate) fn owners(&self, cell: usize) -> Vec<usize> {
        let covers = |&block: &usize| {
            let first = (cell + 1).saturating_sub(self.blocks[block].cells);
            (first..=cell).any(|start| self.may_begin(block, start))
        };
        (0..self.blocks.len()).filter(covers).collect()
    }

    /// For every cell, what it is in some way to place the blocks.
    pub(crate) fn possible(&self) -> Vec<Colours> {
        let mut possible = vec![Colours::NONE; self.len()];
        for (block, run) in self.blocks.iter().enumerate() {
            for start in self.starts(block) {
                for cell in &mut possible[start..start + run.cells] {
                    cell.insert(run.colour);
                }
            }
        }
        for (cell, colours) in possible.iter_mut().enumerate() {
            let blank = (0..=self.blocks.len())
                .any(|done| self.before[done][cell] > 0 && self.behind[done][cell + 1] > 0);
            if self.cells[cell].has(Colour::BLANK) && blank {
                colours.insert(Colour::BLANK);
            }
        }
        possible
    }

    /// The cells that the line alone settles, with what they are.
    pub(crate) fn settled(&self) -> Vec<(usize, Colour)> {
        let possible = self.possible();
        let settles = |(cell, colours): (usize, Colours)| {
            colours.only().filter(|_| self.known(cell).is_none()).map(|colour| (cell, colour))
        };
        possible.into_iter().enumerate().filter_map(settles).collect()
    }
}

/// In how many ways the blocks before this one fill the cells before `start`, with the gap that it needs.
fn room_before(
    blocks: &[ColourRun],
    cells: &[Colours],
    before: &[Vec<u64>],
    block: usize,
    start: usize,
) -> u64 {
    match block.checked_sub(1) {
        Some(last) if blocks[last].colour == blocks[block].colour => match start.checked_sub(1) {
            Some(gap) if cells[gap].has(Colour::BLANK) => before[block][gap],
            _ => 0,
        },
        _ => before[block][start],
    }
}

/// `table[j][i]`: in how many ways the first j blocks fill the first i cells.
fn ways_to_fill(blocks: &[ColourRun], cells: &[Colours]) -> Vec<Vec<u64>> {
    let n = cells.len();
    let mut table = vec![vec![0_u64; n + 1]; blocks.len() + 1];
    for done in 0..=blocks.len() {
        // How many cells up to here may all have the colour of the block that would end here.
        let mut run = 0;
        for end in 0..=n {
            let mut ways = u64::from(done == 0 && end == 0);
            if let Some(last) = end.checked_sub(1) {
                if cells[last].has(Colour::BLANK) {
                    ways = table[done][last];
                }
                if let Some(block) = done.checked_sub(1) {
                    run = if cells[last].has(blocks[block].colour) { run + 1 } else { 0 };
                    let length = blocks[block].cells;
                    if run >= length {
                        let room = room_before(blocks, cells, &table, block, end - length);
                        ways = ways.saturating_add(room);
                    }
                }
            }
            table[done][end] = ways;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::blocks;
    use quandary_core::Seed;

    /// Every line of this many cells and colours that has these blocks and agrees with what is known.
    fn all_lines(clue: &[ColourRun], cells: &[Colours], colours: usize) -> Vec<Vec<Colour>> {
        let kinds = colours + 1;
        let line = |mut number: usize| -> Vec<Colour> {
            let mut next = || {
                let colour = number % kinds;
                number /= kinds;
                Colour::new(colour).unwrap()
            };
            (0..cells.len()).map(|_| next()).collect()
        };
        (0..kinds.pow(cells.len() as u32))
            .map(line)
            .filter(|line| blocks(line.iter().copied()) == clue)
            .filter(|line| line.iter().zip(cells).all(|(&colour, cell)| cell.has(colour)))
            .collect()
    }

    #[test]
    fn what_is_seen_is_what_all_lines_show() {
        let mut stream = Seed(8).stream(0);
        for round in 0..600 {
            let colours = 1 + round % 3;
            let n = 1 + stream.index([11, 8, 6][colours - 1]);
            let picture: Vec<Colour> =
                (0..n).map(|_| Colour::new(stream.index(colours + 1)).unwrap()).collect();
            let clue: Vec<ColourRun> = blocks(picture.iter().copied());
            let cells: Vec<Colours> = picture
                .iter()
                .map(|&colour| {
                    let mut cell = Colours::all(colours);
                    for other in Colours::all(colours).without(Colours::one(colour)).iter() {
                        if stream.chance(0.25) {
                            cell.remove(other);
                        }
                    }
                    cell
                })
                .collect();
            let sight = Sight::new(clue.clone(), cells.clone()).expect("part of a true line");
            let lines = all_lines(&clue, &cells, colours);
            assert_eq!(sight.ways(), lines.len() as u64, "{clue:?} {cells:?}");
            for (cell, seen) in sight.possible().into_iter().enumerate() {
                let mut met = Colours::NONE;
                for line in &lines {
                    met.insert(line[cell]);
                }
                assert_eq!(seen, met, "{clue:?} {cells:?}");
            }
        }
        assert!(Sight::plain(&[3], &[Cell::Unknown, Cell::White, Cell::Unknown]).is_none());
        assert!(Sight::plain(&[], &[Cell::Black]).is_none());
        assert_eq!(Sight::plain(&[], &[]).map(|sight| sight.ways()), Some(1));
    }
}
