//! Pictures changed until they are unique: what was changed, and how much had to be.
//!
//! A *switch* is a set of cells, counted row by row from 1, that can be exchanged, black for white, without changing a
//! clue of the picture: it *holds* there. As long as nothing changes in the rows and columns of its cells it holds, so
//! whatever makes the picture unique changes a cell in one of them: it *hits* the switch. A cell hits at most two of any
//! switches that share no line.
//!
//! `at_least` is proved by trying every set of cells that costs less, each cell once, with the switches alone. With
//! `left` to spend and the switches that hold in the picture as it is changed so far:
//! 1. there must be one;
//! 2. in their order, each that shares no line with those taken before is taken: half the sum of their cheapest cells
//!    must be spent, and at least the most expensive of them; if that is more than `left`, this branch ends;
//! 3. otherwise every cell is tried that hits the first of them and costs at most `left`, if afterwards either another
//!    cell could be paid for or every switch that holds is hit; a cell that was tried is not tried again further on.
//!
//! By the objective `cells` every cell costs 1. By `look` it costs 1, and 1 for each of its eight neighbours that has its
//! colour in the picture given, where what lies outside is white; and 8 more unless exactly one of the four sides is
//! white without the next two neighbours, clockwise, being both white.

use quandary_core::Budget;
use serde_json::Value;

use super::{malformed, strings, wrong};
use crate::Rejection;

/// A picture that was to be changed.
pub(super) struct PictureToChange {
    width: usize,
    height: usize,
    black: Vec<bool>,
    /// The cells that may be changed.
    open: Vec<bool>,
    switches: Vec<Switch>,
}

struct Switch {
    cells: Vec<usize>,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Switch {
    fn is_hit_by(&self, x: usize, y: usize) -> bool {
        self.rows.contains(&y) || self.columns.contains(&x)
    }

    fn meets(&self, other: &Switch) -> bool {
        self.rows.iter().any(|row| other.rows.contains(row))
            || self.columns.iter().any(|column| other.columns.contains(column))
    }
}

/// Rows of `#` and `.`, all of one size.
fn cells(value: &Value, what: &str, width: usize, height: usize) -> Result<Vec<bool>, Rejection> {
    let rows = strings(value, what)?;
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Err(wrong(format!("`{what}` has another size than the puzzle")));
    }
    let cell = |cell: char| match cell {
        '#' => Ok(true),
        '.' => Ok(false),
        other => Err(malformed(format!("`{other}` is not a cell of `{what}`"))),
    };
    rows.iter().flat_map(|row| row.chars()).map(cell).collect()
}

impl PictureToChange {
    /// Reads `picture`, `protected` and `switches`.
    pub(super) fn read(evidence: &Value, width: usize, height: usize) -> Result<PictureToChange, Rejection> {
        let black = cells(&evidence["picture"], "picture", width, height)?;
        let protected = cells(&evidence["protected"], "protected", width, height)?;
        let list = evidence["switches"].as_array().ok_or_else(|| malformed("`switches` is not a list"))?;
        let mut switches = Vec::new();
        for value in list {
            let number = |value: &Value| {
                let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
                number.filter(|number| (1..=black.len()).contains(number)).map(|number| number - 1)
            };
            let cells: Option<Vec<usize>> =
                value.as_array().and_then(|list| list.iter().map(number).collect());
            let cells = cells.filter(|cells| cells.is_sorted_by(|a, b| a < b) && !cells.is_empty());
            let cells = cells.ok_or_else(|| malformed("a switch is not a list of ascending cells"))?;
            let lines = |of: &dyn Fn(usize) -> usize| {
                let mut lines: Vec<usize> = cells.iter().map(|&cell| of(cell)).collect();
                lines.sort_unstable();
                lines.dedup();
                lines
            };
            let (rows, columns) = (lines(&|cell| cell / width), lines(&|cell| cell % width));
            switches.push(Switch { cells, rows, columns });
        }
        let open = protected.into_iter().map(|protected| !protected).collect();
        Ok(PictureToChange { width, height, black, open, switches })
    }

    /// The number of cells that may not be changed.
    pub(super) fn protected(&self) -> usize {
        self.open.iter().filter(|open| !**open).count()
    }

    /// The cells in which another picture differs; none of them may be protected.
    pub(super) fn changed(&self, other: &[u8]) -> Result<Vec<usize>, Rejection> {
        let differs = |&cell: &usize| self.black[cell] != (other[cell] != 0);
        let changed: Vec<usize> = (0..self.black.len()).filter(differs).collect();
        match changed.iter().find(|&&cell| !self.open[cell]) {
            Some(&cell) => Err(wrong(format!("{} is protected and was changed", self.name(cell)))),
            None => Ok(changed),
        }
    }

    /// A cell as answers name it.
    pub(super) fn name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.width + 1, cell % self.width + 1)
    }

    /// What each cell costs.
    pub(super) fn costs(&self, objective: &str) -> Result<Vec<u64>, Rejection> {
        match objective {
            "cells" => Ok(vec![1; self.black.len()]),
            "look" => Ok((0..self.black.len()).map(|cell| self.visibility(cell)).collect()),
            other => Err(malformed(format!("the objective `{other}` is not known"))),
        }
    }

    fn visibility(&self, cell: usize) -> u64 {
        // Shifted by one, so that cells outside have coordinates.
        let (x, y) = (cell % self.width + 1, cell / self.width + 1);
        let is_black = |x: usize, y: usize| {
            (1..=self.width).contains(&x)
                && (1..=self.height).contains(&y)
                && self.black[(y - 1) * self.width + x - 1]
        };
        // Clockwise from the right, and once more.
        let ring = [
            (x + 1, y),
            (x + 1, y + 1),
            (x, y + 1),
            (x - 1, y + 1),
            (x - 1, y),
            (x - 1, y - 1),
            (x, y - 1),
            (x + 1, y - 1),
            (x + 1, y),
        ]
        .map(|(x, y)| is_black(x, y));
        let mut cost = 1;
        for &black in &ring[..8] {
            cost += u64::from(black == self.black[cell]);
        }
        let parts = [0, 2, 4, 6].iter().filter(|&&side| !ring[side] && (ring[side + 1] || ring[side + 2]));
        if parts.count() == 1 { cost } else { cost + 8 }
    }

    /// Whether exchanging a switch in a picture changes no clue.
    fn holds(&self, switch: &Switch, black: &[bool]) -> bool {
        let same = |line: &mut dyn Iterator<Item = usize>| {
            let (mut before, mut after) = (Runs::default(), Runs::default());
            for cell in line {
                before.push(black[cell]);
                after.push(black[cell] != switch.cells.contains(&cell));
            }
            before.end() == after.end()
        };
        switch.rows.iter().all(|y| same(&mut (y * self.width..(y + 1) * self.width)))
            && switch.columns.iter().all(|x| same(&mut (0..self.height).map(|y| y * self.width + x)))
    }

    /// The only switch holds, and none of the cells that could hit it may be changed.
    pub(super) fn is_hopeless(&self) -> Result<(), Rejection> {
        let [switch] = &self.switches[..] else { return Err(malformed("there is not one switch")) };
        if !self.holds(switch, &self.black) {
            return Err(wrong("the switch changes a clue"));
        }
        let hits = |&cell: &usize| self.open[cell] && switch.is_hit_by(cell % self.width, cell / self.width);
        match (0..self.black.len()).find(hits) {
            Some(cell) => Err(wrong(format!("{} may be changed and hits the switch", self.name(cell)))),
            None => Ok(()),
        }
    }

    /// No set of cells that costs less than `at_least` makes the picture unique.
    pub(super) fn needs(&self, at_least: u64, costs: &[u64], budget: &mut Budget) -> Result<(), Rejection> {
        let Some(left) = at_least.checked_sub(1) else { return Ok(()) };
        let affordable = (0..costs.len()).filter(|&cell| self.open[cell]).map(|cell| costs[cell]);
        let mut tries = Tries {
            given: self,
            costs,
            cheapest: affordable.min().unwrap_or(u64::MAX),
            black: self.black.clone(),
            open: self.open.clone(),
            budget,
        };
        tries.exclude(left, &mut Vec::new())
    }
}

/// The runs of a line as it is read.
#[derive(Default)]
struct Runs {
    done: Vec<usize>,
    run: usize,
}

impl Runs {
    fn push(&mut self, black: bool) {
        if black {
            self.run += 1;
        } else if self.run > 0 {
            self.done.push(self.run);
            self.run = 0;
        }
    }

    fn end(mut self) -> Vec<usize> {
        self.push(false);
        self.done
    }
}

/// Larger sets are refused: no search of ours goes this deep, and a forged one could exhaust the stack.
const MOST_CELLS: usize = 500;

/// Tries every cheaper set of cells.
struct Tries<'g> {
    given: &'g PictureToChange,
    costs: &'g [u64],
    cheapest: u64,
    black: Vec<bool>,
    open: Vec<bool>,
    budget: &'g mut Budget,
}

impl Tries<'_> {
    /// No further changes of cost at most `left`, added to the cells `chosen`, suffice.
    fn exclude(&mut self, left: u64, chosen: &mut Vec<usize>) -> Result<(), Rejection> {
        self.budget.spend(1).map_err(Rejection::Exhausted)?;
        let given = self.given;
        let holding = given.switches.iter().filter(|switch| given.holds(switch, &self.black));
        // If nothing more can be paid for, one switch is enough.
        let holding: Vec<&Switch> = holding.take(if left < self.cheapest { 1 } else { usize::MAX }).collect();
        let Some(&first) = holding.first() else {
            let names: Vec<String> = chosen.iter().map(|&cell| given.name(cell)).collect();
            let cells = if names.is_empty() { "nothing".to_owned() } else { names.join(" ") };
            return Err(wrong(format!("no switch shows that changing {cells} does not suffice")));
        };
        if left < self.cheapest || self.must_spend(&holding) > left {
            return Ok(());
        }
        if chosen.len() == MOST_CELLS {
            return Err(wrong(format!("sets of more than {MOST_CELLS} cells are not followed")));
        }
        let mut tried = Vec::new();
        for cell in 0..self.costs.len() {
            let (x, y, cost) = (cell % given.width, cell / given.width, self.costs[cell]);
            if !self.open[cell] || cost > left || !first.is_hit_by(x, y) {
                continue;
            }
            if left - cost < self.cheapest && !holding.iter().all(|switch| switch.is_hit_by(x, y)) {
                continue;
            }
            self.black[cell] = !self.black[cell];
            self.open[cell] = false;
            tried.push(cell);
            chosen.push(cell);
            self.exclude(left - cost, chosen)?;
            chosen.pop();
            self.black[cell] = !self.black[cell];
        }
        for cell in tried {
            self.open[cell] = true;
        }
        Ok(())
    }

    fn must_spend(&self, holding: &[&Switch]) -> u64 {
        let mut taken: Vec<&Switch> = Vec::new();
        let (mut sum, mut highest) = (0_u64, 0_u64);
        for &switch in holding {
            if taken.iter().any(|other| other.meets(switch)) {
                continue;
            }
            taken.push(switch);
            let width = self.given.width;
            let rows = switch.rows.iter().flat_map(|y| y * width..(y + 1) * width);
            let columns =
                switch.columns.iter().flat_map(|x| (0..self.given.height).map(move |y| y * width + x));
            let hits = rows.chain(columns).filter(|&cell| self.open[cell]);
            let Some(least) = hits.map(|cell| self.costs[cell]).min() else { return u64::MAX };
            sum = sum.saturating_add(least);
            highest = highest.max(least);
        }
        sum.div_ceil(2).max(highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_must_be_spent_on_a_switch_is_the_cheapest_open_cell_in_its_rows_and_columns() {
        let (width, height) = (5, 4);
        let rows = vec!["....."; height];
        // Two rows and two columns, neither the first nor the last.
        let evidence = json!({"picture": rows, "protected": rows, "switches": [[7, 9, 12, 14]]});
        let given = PictureToChange::read(&evidence, width, height).unwrap();
        for cheap in 0..width * height {
            let hit = [1, 2].contains(&(cheap / width)) || [1, 3].contains(&(cheap % width));
            let mut costs = vec![9; width * height];
            costs[cheap] = 1;
            let mut tries = Tries {
                given: &given,
                costs: &costs,
                cheapest: 1,
                black: given.black.clone(),
                open: given.open.clone(),
                budget: &mut Budget::unlimited(),
            };
            let switches: Vec<&Switch> = given.switches.iter().collect();
            assert_eq!(tries.must_spend(&switches), if hit { 1 } else { 9 }, "cell {cheap}");
            tries.open[cheap] = false;
            assert_eq!(tries.must_spend(&switches), 9, "cell {cheap} is protected");
        }
    }
}
