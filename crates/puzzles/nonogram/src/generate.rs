//! Puzzles to solve: the boards of the published experiments, and our own.

use quandary_core::{Budget, Exhausted, InputError, Seed, Stream};

use crate::mersenne::Mersenne;
use crate::rules::LONGEST_LINE;
use crate::solve::{Goal, Method, Verdict, solve};
use crate::{Nonogram, Picture, Size};

/// The settings of the tournament's board generator: `n` × `n` boards, `count` of them, the share of black
/// cells going evenly from `first` to `last`, from one seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boardgen {
    /// Side of the boards.
    pub n: usize,
    /// How many boards.
    pub count: usize,
    /// Share of black cells on the first board.
    pub first: f64,
    /// Share of black cells on the last board.
    pub last: f64,
    /// Python's seed.
    pub seed: u64,
}

impl Boardgen {
    /// The document's boards of one size: ten, from 0.5 down to 0.35, seed 12345.
    pub fn document(n: usize) -> Boardgen {
        Boardgen { n, count: 10, first: 0.5, last: 0.35, seed: 12345 }
    }

    /// Checks the ranges.
    pub fn checked(self) -> Result<Boardgen, InputError> {
        let share = |p: f64| (0.0..=1.0).contains(&p);
        if self.n == 0 || self.n > LONGEST_LINE {
            return Err(InputError::new(format!("boards of {0}x{0}", self.n))
                .expected(format!("a side of 1 to {LONGEST_LINE}")));
        }
        if self.count == 0 || self.count > 1_000_000 {
            return Err(InputError::new(format!("{} boards", self.count)).expected("1 to 1000000"));
        }
        if !share(self.first) || !share(self.last) {
            return Err(
                InputError::new(format!("shares {} and {}", self.first, self.last)).expected("0 to 1")
            );
        }
        Ok(self)
    }

    /// The boards, bit for bit as Python 3 draws them: board i has int((p1 + (p2 − p1)·i/(count − 1))·n·n)
    /// black cells, shuffled from all black first.
    ///
    /// ```
    /// use quandary_nonogram::generate::Boardgen;
    /// let boards = Boardgen::document(5).pictures();
    /// let black = |i: usize| boards[i].cells().iter().filter(|&&black| black).count();
    /// assert_eq!((black(0), black(9)), (12, 8));
    /// ```
    pub fn pictures(&self) -> Vec<Picture> {
        let mut random = Mersenne::from_integer(self.seed);
        let cells = self.n * self.n;
        let side = self.n as f64;
        let picture = |i: usize| {
            let share = if self.count == 1 {
                self.first
            } else {
                self.first + (self.last - self.first) * i as f64 / (self.count - 1) as f64
            };
            let black = ((share * side * side) as usize).min(cells);
            let mut board: Vec<bool> = (0..cells).map(|cell| cell < black).collect();
            random.shuffle(&mut board);
            Picture::from_cells(self.n, board)
        };
        (0..self.count).map(picture).collect()
    }
}

/// A picture of our own: exactly `share` of the cells black, every such picture equally likely.
pub fn random_picture(stream: &mut Stream, width: usize, height: usize, share: f64) -> Picture {
    let cells = width * height;
    let black = (share.clamp(0.0, 1.0) * cells as f64).round() as usize;
    let mut board: Vec<bool> = (0..cells).map(|cell| cell < black).collect();
    stream.shuffle(&mut board);
    Picture::from_cells(width, board)
}

/// Puzzle `index` under a seed.
pub fn random_puzzle(seed: Seed, index: u64, width: usize, height: usize, share: f64) -> (Nonogram, Picture) {
    let picture = random_picture(&mut seed.stream(index), width, height, share);
    (Nonogram::of(&picture), picture)
}

/// What kind of pictures to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// How large.
    pub size: Size,
    /// Share of black cells, 0 to 1.
    pub share: f64,
    /// Draw again until the puzzle has no other solution.
    pub unique: bool,
}

/// Pictures drawn, or as many as the budget allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The pictures, in order.
    pub pictures: Vec<Picture>,
    /// Why there are fewer than were asked for, if there are.
    pub stopped: Option<Exhausted>,
}

/// Draws the pictures of `count` puzzles. Picture `i` depends on the seed and `i` alone.
///
/// * `budget`: for all of them together; one node is one picture drawn, or one decision of the solver.
///
/// With `unique`, shares around 0.6 take the fewest draws; large pictures at shares below 0.5 are hardly ever
/// unique, and only a budget ends the search for one.
///
/// ```
/// use quandary_core::{Budget, Seed};
/// use quandary_nonogram::generate::{Wanted, draw};
/// let wanted = Wanted { size: "8x10".parse().unwrap(), share: 0.6, unique: true };
/// let drawn = draw(&wanted, 2, Seed(7), &mut Budget::unlimited());
/// assert_eq!((drawn.pictures.len(), drawn.stopped), (2, None));
/// assert_eq!((drawn.pictures[0].height(), drawn.pictures[0].width()), (8, 10));
/// ```
pub fn draw(wanted: &Wanted, count: u64, seed: Seed, budget: &mut Budget) -> Drawn {
    let mut drawn = Drawn { pictures: Vec::new(), stopped: None };
    for index in 0..count {
        match draw_one(wanted, seed.named(&format!("puzzle {index}")), budget) {
            Ok(picture) => drawn.pictures.push(picture),
            Err(why) => {
                drawn.stopped = Some(why);
                break;
            }
        }
    }
    drawn
}

fn draw_one(wanted: &Wanted, seed: Seed, budget: &mut Budget) -> Result<Picture, Exhausted> {
    let Size { rows, columns } = wanted.size;
    let mut attempt = 0;
    loop {
        budget.spend(1)?;
        let (puzzle, picture) = random_puzzle(seed, attempt, columns, rows, wanted.share);
        if !wanted.unique {
            return Ok(picture);
        }
        match solve(&puzzle, Goal::Unique, Method::Best, budget).verdict {
            Verdict::Unique(_) => return Ok(picture),
            Verdict::Budget { why, .. } => return Err(why),
            _ => attempt += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIQUE: Wanted = Wanted { size: Size { rows: 7, columns: 9 }, share: 0.6, unique: true };

    #[test]
    fn pictures_drawn_unique_are_unique_and_depend_on_seed_and_index_alone() {
        let drawn = draw(&UNIQUE, 5, Seed(3), &mut Budget::unlimited());
        assert_eq!((drawn.pictures.len(), drawn.stopped), (5, None));
        for picture in &drawn.pictures {
            let puzzle = Nonogram::of(picture);
            let verdict = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
            assert_eq!(verdict, Verdict::Unique(picture.clone()));
            assert_eq!(puzzle.size(), UNIQUE.size);
        }
        let fewer = draw(&UNIQUE, 3, Seed(3), &mut Budget::unlimited());
        assert_eq!(fewer.pictures[..], drawn.pictures[..3]);
    }

    #[test]
    fn a_budget_that_runs_out_keeps_the_pictures_drawn_so_far() {
        let whole = draw(&UNIQUE, 5, Seed(3), &mut Budget::unlimited());
        let mut some = false;
        for nodes in [0, 3, 50, 200, 1000] {
            let part = draw(&UNIQUE, 5, Seed(3), &mut Budget::nodes(nodes));
            assert_eq!(part.pictures[..], whole.pictures[..part.pictures.len()]);
            assert_eq!(part.stopped, (part.pictures.len() < 5).then_some(Exhausted::Nodes));
            some |= (1..5).contains(&part.pictures.len());
        }
        assert!(some, "one of the budgets ends in the middle");
    }
}
