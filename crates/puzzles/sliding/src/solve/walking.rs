//! Walking distance: how many vertical moves it takes to bring every tile to its row, and the same for
//! columns.

use std::collections::HashMap;

use quandary_core::{Budget, Exhausted};

use crate::rules::{Size, Slide, Sliding};
use crate::solve::bound::{Bound, Choice, Homes, Slid};

/// The walking distance of Takahashi (2002).
///
/// Look at rows alone: a row holds some tiles at home in row 0, some in row 1, and so on, and only these
/// counts matter. A vertical slide moves one tile between neighbouring rows. The fewest vertical slides that
/// sort the counts are found by one search over all counts (24,964 of them on 4 x 4); the same for columns. Every
/// slide is vertical or horizontal, so the two add up.
pub struct WalkingDistance {
    size: Size,
    homes: Homes,
    rows: Lines,
    columns: Lines,
}

/// The counts of one direction, each with its distance and its neighbours.
struct Lines {
    count: usize,
    distance: Vec<u8>,
    /// By state, way (0: the tile goes to an earlier line) and home line of the tile.
    next: Vec<u32>,
    number: HashMap<Counts, u32>,
}

/// Tiles by line and home line, and the line of the empty cell last.
type Counts = Vec<u8>;

/// No such slide.
const NONE: u32 = u32::MAX;

/// Bytes that one of the counts takes beside its own numbers, at most.
const BYTES_PER_STATE: usize = 256;

/// Boards with more counts than this get no table: on 5 x 5 there would be many millions.
const MOST_STATES: usize = 400_000;

impl Lines {
    /// Searches from the goal, whose counts are given; `None` when there are too many. Each is a node.
    fn new(lines: usize, goal: Counts, budget: &mut Budget) -> Result<Option<Lines>, Exhausted> {
        let most = budget.memory_or(usize::MAX) / (BYTES_PER_STATE + 5 * goal.len() + 8 * lines);
        let mut number = HashMap::from([(goal.clone(), 0)]);
        let mut all = vec![goal];
        let mut distance = vec![0];
        let mut next = Vec::new();
        let mut at = 0;
        while at < all.len() {
            if all.len() > MOST_STATES {
                return Ok(None);
            }
            if all.len() > most {
                return Err(Exhausted::Memory);
            }
            budget.spend(1)?;
            let blank = usize::from(all[at][lines * lines]);
            for way in 0..2 {
                // The tile comes from the line after the empty cell's, or from the one before.
                let source = if way == 0 { blank + 1 } else { blank.wrapping_sub(1) };
                for home in 0..lines {
                    if source >= lines || all[at][source * lines + home] == 0 {
                        next.push(NONE);
                        continue;
                    }
                    let mut after = all[at].clone();
                    after[source * lines + home] -= 1;
                    after[blank * lines + home] += 1;
                    after[lines * lines] = source as u8;
                    let fresh = all.len() as u32;
                    let id = *number.entry(after.clone()).or_insert(fresh);
                    if id == fresh {
                        distance.push(distance[at] + 1);
                        all.push(after);
                    }
                    next.push(id);
                }
            }
            at += 1;
        }
        Ok(Some(Lines { count: lines, distance, next, number }))
    }

    fn counts(lines: usize, line_and_home: impl Iterator<Item = (usize, Option<usize>)>) -> Counts {
        let mut counts = vec![0; lines * lines + 1];
        for (line, home) in line_and_home {
            match home {
                Some(home) => counts[line * lines + home] += 1,
                None => counts[lines * lines] = line as u8,
            }
        }
        counts
    }

    #[inline]
    fn after(&self, state: u32, way: usize, home: usize) -> u32 {
        self.next[(state as usize * 2 + way) * self.count + home]
    }
}

impl WalkingDistance {
    /// For the goal of a puzzle; `None` when the tables would be too large.
    pub fn new(puzzle: &Sliding) -> Option<WalkingDistance> {
        WalkingDistance::within(puzzle, &mut Budget::unlimited()).expect("there is no limit")
    }

    /// The same, while the budget lasts.
    pub fn within(puzzle: &Sliding, budget: &mut Budget) -> Result<Option<WalkingDistance>, Exhausted> {
        let size = puzzle.size();
        let homes = Homes::new(puzzle);
        let goal = puzzle.goal().tiles();
        let Some(rows) = Lines::new(size.rows(), row_counts(size, &homes, goal), budget)? else {
            return Ok(None);
        };
        let Some(columns) = Lines::new(size.columns(), column_counts(size, &homes, goal), budget)? else {
            return Ok(None);
        };
        Ok(Some(WalkingDistance { size, homes, rows, columns }))
    }
}

fn row_counts(size: Size, homes: &Homes, tiles: &[u8]) -> Counts {
    Lines::counts(
        size.rows(),
        tiles.iter().enumerate().map(|(cell, &tile)| {
            (size.place(cell).0, (tile != 0).then(|| size.place(homes.of(tile).into()).0))
        }),
    )
}

fn column_counts(size: Size, homes: &Homes, tiles: &[u8]) -> Counts {
    Lines::counts(
        size.columns(),
        tiles.iter().enumerate().map(|(cell, &tile)| {
            (size.place(cell).1, (tile != 0).then(|| size.place(homes.of(tile).into()).1))
        }),
    )
}

impl Bound for WalkingDistance {
    /// The numbers of the row counts and of the column counts.
    type Memo = (u32, u32);
    type Ahead = ();

    fn memo(&self, tiles: &[u8]) -> (u32, u32) {
        let row = self.rows.number.get(&row_counts(self.size, &self.homes, tiles));
        let column = self.columns.number.get(&column_counts(self.size, &self.homes, tiles));
        (*row.expect("all counts are reached"), *column.expect("all counts are reached"))
    }

    #[inline]
    fn value(&self, memo: &(u32, u32)) -> u32 {
        u32::from(self.rows.distance[memo.0 as usize]) + u32::from(self.columns.distance[memo.1 as usize])
    }

    #[inline]
    fn ahead(&self, _: &(u32, u32), _: &Choice<'_>, _: u32) {}

    #[inline]
    fn slide(&self, memo: &(u32, u32), slid: &Slid<'_>, (): &(), allowance: u32) -> Result<(u32, u32), u32> {
        let home = self.size.place(self.homes.of(slid.tile).into());
        let next = match slid.slide {
            Slide::Up => (self.rows.after(memo.0, 0, home.0), memo.1),
            Slide::Down => (self.rows.after(memo.0, 1, home.0), memo.1),
            Slide::Left => (memo.0, self.columns.after(memo.1, 0, home.1)),
            Slide::Right => (memo.0, self.columns.after(memo.1, 1, home.1)),
        };
        let value = self.value(&next);
        if value > allowance { Err(value) } else { Ok(next) }
    }
}
