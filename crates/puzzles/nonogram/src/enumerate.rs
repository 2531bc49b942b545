//! Every picture of a small size: how many puzzles have one solution, and how many of those need no more
//! than line logic.
//!
//! Two pictures are rivals when all their clues agree. Pictures are grouped by the clues of their rows; in
//! a group, those whose column clues occur once are unique. Both counts for squares are in the OEIS
//! (A242876: 1, 2, 14, 384, 52362, 25309575, 49745060669 for 0×0 and up).

use quandary_core::{Budget, Exhausted, InputError};

use crate::Size;
use crate::rules::blocks;

/// The result of an enumeration, or of its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Pictures of that size: 2^cells.
    pub pictures: u64,
    /// Pictures seen: all of them, unless the budget ran out.
    pub seen: u64,
    /// Uniquely solvable among those seen.
    pub unique: u64,
    /// Uniquely solvable by line logic alone.
    pub by_lines: u64,
    /// Why not all were seen, if they were not.
    pub stopped: Option<Exhausted>,
}

/// The largest number of cells: 2^26 pictures take minutes.
pub const MOST_CELLS: usize = 26;

/// The longest side: line states are looked up in a table of 3^side entries for every clue.
pub const LONGEST_SIDE: usize = 8;

/// Counts the uniquely solvable puzzles of a size. One node is one picture.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::enumerate::enumerate;
/// let census = enumerate("3x3".parse().unwrap(), &mut Budget::unlimited()).unwrap();
/// assert_eq!((census.pictures, census.unique), (512, 384));
/// ```
pub fn enumerate(size: Size, budget: &mut Budget) -> Result<Census, InputError> {
    let Size { rows, columns } = size;
    if rows == 0 || columns == 0 || size.cells() > MOST_CELLS || rows.max(columns) > LONGEST_SIDE {
        return Err(InputError::new(format!("every picture of {size} cannot be tried"))
            .expected(format!("1 to {MOST_CELLS} cells, sides of at most {LONGEST_SIDE}")));
    }
    Ok(Enumeration::new(rows, columns).run(budget))
}

/// All fillings and all states of a line of one length.
struct LineTable {
    /// The number of each filling's clue.
    clue_of: Vec<u16>,
    /// Fillings by clue.
    fillings: Vec<Vec<u32>>,
    /// What a state (base 3: unknown, white, black) becomes with each clue; `DEAD` when nothing fits.
    next: Vec<u16>,
    states: usize,
    /// 3^i, to put a digit in place i.
    power: Vec<usize>,
}

const DEAD: u16 = u16::MAX;

impl LineTable {
    fn new(length: usize) -> LineTable {
        let mut clues: Vec<Vec<usize>> = Vec::new();
        let mut fillings: Vec<Vec<u32>> = Vec::new();
        let mut clue_of = Vec::new();
        for filling in 0..1_u32 << length {
            let clue = blocks((0..length).map(|cell| filling >> cell & 1 == 1));
            let index = clues.iter().position(|known| *known == clue).unwrap_or(clues.len());
            if index == clues.len() {
                clues.push(clue);
                fillings.push(Vec::new());
            }
            fillings[index].push(filling);
            clue_of.push(index as u16);
        }
        let power: Vec<usize> = (0..=length).map(|i| 3_usize.pow(i as u32)).collect();
        let states = power[length];
        let mut next = Vec::with_capacity(states * clues.len());
        for of_clue in &fillings {
            next.extend((0..states).map(|state| conclude(of_clue, state, &power)));
        }
        LineTable { clue_of, fillings, next, states, power }
    }

    fn clues(&self) -> usize {
        self.fillings.len()
    }
}

/// What all fillings that agree with a state have in common.
fn conclude(fillings: &[u32], state: usize, power: &[usize]) -> u16 {
    let length = power.len() - 1;
    let digit = |cell: usize| state / power[cell] % 3;
    let agrees = |filling: u32| {
        (0..length).all(|cell| digit(cell) == 0 || digit(cell) == 1 + (filling >> cell & 1) as usize)
    };
    let (mut all, mut any, mut count) = (u32::MAX, 0, 0);
    for &filling in fillings.iter().filter(|&&filling| agrees(filling)) {
        (all, any, count) = (all & filling, any | filling, count + 1);
    }
    if count == 0 {
        return DEAD;
    }
    let common = |cell: usize| if all >> cell & 1 == 1 { 2 } else { usize::from(any >> cell & 1 == 0) };
    (0..length).map(|cell| common(cell) * power[cell]).sum::<usize>() as u16
}

struct Enumeration {
    height: usize,
    width: usize,
    rows: LineTable,
    columns: LineTable,
    /// How often each combination of column clues occurs in the present group: 0, 1, or 2 for more.
    seen: Vec<u8>,
    /// The combinations that occur.
    touched: Vec<u32>,
}

impl Enumeration {
    fn new(height: usize, width: usize) -> Enumeration {
        let (rows, columns) = (LineTable::new(width), LineTable::new(height));
        let combinations = columns.clues().pow(width as u32);
        Enumeration { height, width, rows, columns, seen: vec![0; combinations], touched: Vec::new() }
    }

    fn run(mut self, budget: &mut Budget) -> Census {
        let pictures = 1 << (self.height * self.width);
        let mut census = Census { pictures, seen: 0, unique: 0, by_lines: 0, stopped: None };
        let mut clues = vec![0; self.height];
        loop {
            if let Err(why) = self.group(&clues, &mut census, budget) {
                return Census { stopped: Some(why), ..census };
            }
            // The next combination of row clues, like an odometer.
            let Some(place) = (0..self.height).find(|&row| clues[row] + 1 < self.rows.clues()) else {
                return census;
            };
            clues[..place].fill(0);
            clues[place] += 1;
        }
    }

    /// All pictures whose rows have these clues.
    fn group(&mut self, clues: &[usize], census: &mut Census, budget: &mut Budget) -> Result<(), Exhausted> {
        let pictures: u64 = clues.iter().map(|&clue| self.rows.fillings[clue].len() as u64).product();
        budget.spend(pictures)?;
        census.seen += pictures;
        self.place_row(clues, 0, &mut vec![0; self.width]);
        for combination in std::mem::take(&mut self.touched) {
            if std::mem::take(&mut self.seen[combination as usize]) == 1 {
                census.unique += 1;
                census.by_lines += u64::from(self.solves_by_lines(clues, combination as usize));
            }
        }
        Ok(())
    }

    /// Tries every filling of row `row` below the rows already in `columns` (one mask a column).
    fn place_row(&mut self, clues: &[usize], row: usize, columns: &mut [u32]) {
        if row == self.height {
            let count = self.columns.clues();
            let clue = |mask: u32| usize::from(self.columns.clue_of[mask as usize]);
            let combination = columns.iter().fold(0, |sum, &mask| sum * count + clue(mask));
            if self.seen[combination] == 0 {
                self.touched.push(combination as u32);
            }
            self.seen[combination] = (self.seen[combination] + 1).min(2);
            return;
        }
        for index in 0..self.rows.fillings[clues[row]].len() {
            let filling = self.rows.fillings[clues[row]][index];
            for (x, column) in columns.iter_mut().enumerate() {
                *column = *column & !(1 << row) | (filling >> x & 1) << row;
            }
            self.place_row(clues, row + 1, columns);
        }
        for column in columns {
            *column &= !(1 << row);
        }
    }

    /// Whether line logic alone fills the grid.
    fn solves_by_lines(&self, row_clues: &[usize], combination: usize) -> bool {
        let (height, width) = (self.height, self.width);
        let mut column_clues = [0; LONGEST_SIDE];
        let mut rest = combination;
        for x in (0..width).rev() {
            column_clues[x] = rest % self.columns.clues();
            rest /= self.columns.clues();
        }
        let (mut rows, mut columns) = ([0_usize; LONGEST_SIDE], [0_usize; LONGEST_SIDE]);
        let (mut dirty_rows, mut dirty_columns) = ((1_u32 << height) - 1, (1_u32 << width) - 1);
        let mut open = height * width;
        while dirty_rows != 0 || dirty_columns != 0 {
            let (lines, crossing, table, other, clue, dirty, stain) = if dirty_rows != 0 {
                (
                    &mut rows,
                    &mut columns,
                    &self.rows,
                    &self.columns,
                    row_clues,
                    &mut dirty_rows,
                    &mut dirty_columns,
                )
            } else {
                let clues = &column_clues[..width];
                (
                    &mut columns,
                    &mut rows,
                    &self.columns,
                    &self.rows,
                    clues,
                    &mut dirty_columns,
                    &mut dirty_rows,
                )
            };
            let line = dirty.trailing_zeros() as usize;
            *dirty &= *dirty - 1;
            let before = lines[line];
            let after = usize::from(table.next[clue[line] * table.states + before]);
            lines[line] = after;
            // New digits stand where the states differ; an unknown digit is 0, so the difference is the digit.
            let (mut fresh, mut cell) = (after - before, 0);
            while fresh > 0 {
                let digit = fresh % 3;
                if digit != 0 {
                    crossing[cell] += digit * other.power[line];
                    *stain |= 1 << cell;
                    open -= 1;
                }
                fresh /= 3;
                cell += 1;
            }
        }
        open == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(rows: usize, columns: usize) -> Census {
        enumerate(Size { rows, columns }, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_census_that_is_cut_short_keeps_what_it_has_counted() {
        let whole = count(4, 4);
        assert_eq!((whole.seen, whole.stopped), (1 << 16, None));
        let part = enumerate(Size { rows: 4, columns: 4 }, &mut Budget::nodes(30_000)).unwrap();
        assert_eq!(part.stopped, Some(Exhausted::Nodes));
        assert!(part.seen <= 30_000 && part.unique > 0 && part.unique < whole.unique);
    }

    #[test]
    fn small_squares_have_the_known_numbers_of_unique_puzzles() {
        let unique: Vec<u64> = (1..=4).map(|side| count(side, side).unique).collect();
        assert_eq!(unique, [2, 14, 384, 52362]);
    }

    #[test]
    fn a_size_and_its_transpose_have_the_same_census() {
        assert_eq!(count(3, 5), count(5, 3));
        assert_eq!(count(2, 6), count(6, 2));
    }

    #[test]
    fn too_large_a_size_is_refused() {
        for size in ["6x6", "1x9", "9x2"] {
            let refused = enumerate(size.parse().unwrap(), &mut Budget::unlimited()).unwrap_err().to_string();
            assert!(refused.contains(size) && refused.contains("sides of at most 8"), "{refused}");
        }
    }
}
