//! Methods 11 and 12: intersect all fillings of every line, and guess where that stops.

use quandary_core::{Budget, Exhausted};

use super::fillings::{Painted, common, fillings};
use crate::{Nonogram, Picture};

/// Solves by intersection. `greedy`: guess the cell and colour that most fillings agree on, instead of the
/// first open cell, black.
pub(super) fn solve(
    puzzle: &Nonogram,
    greedy: bool,
    budget: &mut Budget,
) -> Result<Option<Picture>, Exhausted> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let rows = puzzle.rows().iter().map(|clue| fillings(clue, width)).collect::<Result<Vec<_>, _>>()?;
    let columns =
        puzzle.columns().iter().map(|clue| fillings(clue, height)).collect::<Result<Vec<_>, _>>()?;
    let state = State { rows, columns, painted: Painted::nothing(height) };
    Ok(descend(state, greedy, budget)?.map(|painted| {
        let cells = painted.black.iter().flat_map(|row| (0..width).map(move |x| row >> x & 1 == 1));
        Picture::from_cells(width, cells.collect())
    }))
}

/// The fillings still possible, and the cells painted (by rows).
#[derive(Clone)]
struct State {
    rows: Vec<Vec<u64>>,
    columns: Vec<Vec<u64>>,
    painted: Painted,
}

/// Intersects, then guesses: the guessed colour first, then its opposite for sure.
fn descend(mut state: State, greedy: bool, budget: &mut Budget) -> Result<Option<Painted>, Exhausted> {
    loop {
        budget.spend(1)?;
        if !state.intersect() {
            return Ok(None);
        }
        let guess = if greedy { state.likeliest() } else { state.first_open() };
        let Some((x, y, black)) = guess else { return Ok(Some(state.painted)) };
        let mut guessed = state.clone();
        guessed.paint(x, y, black);
        if let Some(solution) = descend(guessed, greedy, budget)? {
            return Ok(Some(solution));
        }
        state.paint(x, y, !black);
    }
}

impl State {
    fn paint(&mut self, x: usize, y: usize, black: bool) {
        let side = if black { &mut self.painted.black } else { &mut self.painted.white };
        side[y] |= 1 << x;
    }

    /// What is painted, column by column.
    fn upright(&self) -> Painted {
        let column = |rows: &[u64], x: usize| {
            rows.iter().enumerate().fold(0, |sum, (y, row)| sum | (row >> x & 1) << y)
        };
        let all = |rows: &[u64]| (0..self.columns.len()).map(|x| column(rows, x)).collect();
        Painted { black: all(&self.painted.black), white: all(&self.painted.white) }
    }

    /// Rows, then columns, until nothing new is painted. False when a line has no filling left.
    fn intersect(&mut self) -> bool {
        let (width, height) = (self.columns.len(), self.rows.len());
        loop {
            let mut changed = false;
            for y in 0..height {
                self.rows[y].retain(|&filling| self.painted.allows(y, filling));
                if self.rows[y].is_empty() {
                    return false;
                }
                let (black, white) = common(&self.rows[y], width);
                changed |= black != self.painted.black[y] || white != self.painted.white[y];
                (self.painted.black[y], self.painted.white[y]) = (black, white);
            }
            let mut upright = self.upright();
            for x in 0..width {
                self.columns[x].retain(|&filling| upright.allows(x, filling));
                if self.columns[x].is_empty() {
                    return false;
                }
                (upright.black[x], upright.white[x]) = common(&self.columns[x], height);
                for y in 0..height {
                    let (black, white) = (upright.black[x] >> y & 1, upright.white[x] >> y & 1);
                    changed |=
                        (self.painted.black[y] >> x & 1) < black || (self.painted.white[y] >> x & 1) < white;
                    self.painted.black[y] |= black << x;
                    self.painted.white[y] |= white << x;
                }
            }
            if !changed {
                return true;
            }
        }
    }

    fn open_cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cells = (0..self.columns.len()).flat_map(|x| (0..self.rows.len()).map(move |y| (x, y)));
        cells.filter(|&(x, y)| (self.painted.black[y] | self.painted.white[y]) >> x & 1 == 0)
    }

    /// The first open cell, column by column, black.
    fn first_open(&self) -> Option<(usize, usize, bool)> {
        self.open_cells().next().map(|(x, y)| (x, y, true))
    }

    /// The cell and colour with the highest P: half the share among the row's fillings, half among the
    /// column's. Ties go to white, then to the first cell.
    fn likeliest(&self) -> Option<(usize, usize, bool)> {
        let share = |fillings: &[u64], cell: usize| {
            let black = fillings.iter().filter(|&&filling| filling >> cell & 1 == 1).count();
            black as f64 / fillings.len() as f64
        };
        let mut best: Option<(f64, (usize, usize, bool))> = None;
        for (x, y) in self.open_cells() {
            let p = f64::midpoint(share(&self.columns[x], y), share(&self.rows[y], x));
            for (chance, black) in [(1.0 - p, false), (p, true)] {
                let better = best.is_none_or(|(most, (.., was_black))| {
                    chance > most || (chance == most && was_black && !black)
                });
                if better {
                    best = Some((chance, (x, y, black)));
                }
            }
        }
        best.map(|(_, guess)| guess)
    }
}
