//! What a person sees in one line: the leftmost and the rightmost place of its blocks, and how many ways
//! there are.

use serde::Serialize;

use crate::Cell;

/// A number of placements; beyond 2^64 only "many".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Ways(u64);

impl std::fmt::Display for Ways {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            1 => f.write_str("1 way"),
            u64::MAX => f.write_str("more than 10^19 ways"),
            count => write!(f, "{count} ways"),
        }
    }
}

impl Ways {
    /// The number; `u64::MAX` stands for that many or more.
    pub fn count(self) -> u64 {
        self.0
    }
}

/// `table[j][i]`: in how many ways blocks j and on fit into the cells from i on.
fn suffixes(clue: &[usize], cells: &[Cell]) -> Vec<Vec<u64>> {
    let n = cells.len();
    // One place more than there are cells: a block that ends at the border needs no gap behind it.
    let mut table = vec![vec![0_u64; n + 2]; clue.len() + 1];
    for i in (0..=n + 1).rev() {
        let white = i >= n || (cells[i] != Cell::Black && table[clue.len()][i + 1] > 0);
        table[clue.len()][i] = u64::from(white);
    }
    for j in (0..clue.len()).rev() {
        for i in (0..n).rev() {
            let gap = if cells[i] == Cell::Black { 0 } else { table[j][i + 1] };
            let block = if fits(clue[j], cells, i) { table[j + 1][i + clue[j] + 1] } else { 0 };
            table[j][i] = gap.saturating_add(block);
        }
    }
    table
}

fn fits(block: usize, cells: &[Cell], start: usize) -> bool {
    let end = start + block;
    end <= cells.len()
        && cells[start..end].iter().all(|&cell| cell != Cell::White)
        && cells.get(end) != Some(&Cell::Black)
}

/// In how many ways a clue fits into a line.
///
/// ```
/// use quandary_nonogram::{Cell, human::ways};
/// assert_eq!(ways(&[2, 1], &[Cell::Unknown; 6]).count(), 6);
/// ```
pub fn ways(clue: &[usize], cells: &[Cell]) -> Ways {
    Ways(suffixes(clue, cells)[0][0])
}

/// Where the blocks begin when all are pushed to the left; `None` when they do not fit.
fn leftmost(clue: &[usize], cells: &[Cell]) -> Option<Vec<usize>> {
    let table = suffixes(clue, cells);
    if table[0][0] == 0 {
        return None;
    }
    let mut starts = Vec::new();
    let mut at = 0;
    for (j, &block) in clue.iter().enumerate() {
        while !(fits(block, cells, at) && table[j + 1][at + block + 1] > 0) {
            at += 1;
        }
        starts.push(at);
        at += block + 1;
    }
    Some(starts)
}

/// The cells of a line that the overlap rule tells: those that a block covers both in its leftmost and its
/// rightmost place are black, those that no block can reach are white. `None` when the clue does not fit.
pub(super) fn overlap(clue: &[usize], cells: &[Cell]) -> Option<Vec<(usize, bool)>> {
    let n = cells.len();
    let left = leftmost(clue, cells)?;
    let mirrored_clue: Vec<usize> = clue.iter().rev().copied().collect();
    let mirrored: Vec<Cell> = cells.iter().rev().copied().collect();
    let mut right: Vec<usize> = leftmost(&mirrored_clue, &mirrored)?;
    right.reverse();
    let (mut black, mut reach) = (vec![false; n], vec![false; n]);
    for ((&block, &first), &mirrored_start) in clue.iter().zip(&left).zip(&right) {
        let last = n - mirrored_start - block;
        reach[first..last + block].fill(true);
        if last < first + block {
            black[last..first + block].fill(true);
        }
    }
    let tells = |cell: usize| {
        let open = cells[cell] == Cell::Unknown;
        (open && (black[cell] || !reach[cell])).then_some((cell, black[cell]))
    };
    Some((0..n).filter_map(tells).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Automaton, Scratch};
    use quandary_core::Seed;

    #[test]
    fn overlap_settles_nothing_that_line_logic_does_not() {
        let mut stream = Seed(3).stream(0);
        let (mut settled, mut possible) = (0, 0);
        for _ in 0..3000 {
            let n = 1 + stream.index(14);
            let picture: Vec<bool> = (0..n).map(|_| stream.chance(0.6)).collect();
            let clue = crate::rules::blocks(picture.iter().copied());
            let show = |black: &bool| if stream.chance(0.3) { Cell::of(*black) } else { Cell::Unknown };
            let cells: Vec<Cell> = picture.iter().map(show).collect();
            let set =
                |colour: Cell| (0..n).filter(|&i| cells[i] == colour).fold(0_u64, |set, i| set | 1 << i);
            let solved = Automaton::<u64>::new(&clue, n)
                .solve(set(Cell::Black), set(Cell::White), &mut Scratch::new(n))
                .expect("part of a true line");
            for (cell, black) in overlap(&clue, &cells).expect("part of a true line") {
                assert_eq!((if black { solved.0 } else { solved.1 }) >> cell & 1, 1, "{clue:?} {cells:?}");
                settled += 1;
            }
            let count = (0..1_u64 << n)
                .filter(|mask| crate::rules::blocks((0..n).map(|i| mask >> i & 1 == 1)) == clue)
                .filter(|mask| mask & set(Cell::Black) == set(Cell::Black) && mask & set(Cell::White) == 0)
                .count();
            assert_eq!(ways(&clue, &cells).count(), count as u64);
            possible += 1;
        }
        assert!(settled > 1000 && possible == 3000);
    }
}
