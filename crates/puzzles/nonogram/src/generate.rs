//! Puzzles to solve: the boards of the published experiments, and our own.

use quandary_core::{Budget, Exhausted, InputError, Seed, Stream};
use serde::Serialize;

use crate::human::{Grading, Level, graded};
use crate::mersenne::Mersenne;
use crate::rules::LONGEST_LINE;
use crate::shape::Shape;
use crate::solve::{Goal, Method, Verdict, solve, solve_colours};
use crate::{Colour, Ink, Nonogram, Picture, Size};

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
    fn checked(self) -> Result<Boardgen, InputError> {
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

impl std::str::FromStr for Boardgen {
    type Err = InputError;

    /// `N NUM P1 P2 SEED`, as the generator's own command line has them.
    fn from_str(text: &str) -> Result<Boardgen, InputError> {
        let wrong = || {
            InputError::new(format!("`{text}` cannot be used"))
                .expected("N NUM P1 P2 SEED, such as 5 10 0.5 0.35 12345")
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [n, count, first, last, seed] = words[..] else { return Err(wrong()) };
        let parsed = || {
            Some(Boardgen {
                n: n.parse().ok()?,
                count: count.parse().ok()?,
                first: first.parse().ok()?,
                last: last.parse().ok()?,
                seed: seed.parse().ok()?,
            })
        };
        parsed().ok_or_else(wrong)?.checked()
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
pub struct PictureKind {
    /// How large.
    pub size: Size,
    /// Share of black cells, 0 to 1.
    pub share: f64,
    /// Draw again until the puzzle has no other solution.
    pub unique: bool,
    /// What kind of picture.
    pub shape: Shape,
}

impl PictureKind {
    /// Draws picture `index` under a seed; it depends on nothing else.
    ///
    /// * `budget`: one node is one picture drawn, or one decision of the solver.
    ///
    /// With `unique`, shares around 0.6 take the fewest draws: of random 25x25 pictures 60 % are unique then, and 5 %
    /// at a share of 0.5. Below that only a budget ends the search for one.
    ///
    /// ```
    /// use quandary_core::{Budget, Seed};
    /// use quandary_nonogram::generate::PictureKind;
    /// use quandary_nonogram::shape::Shape;
    /// let wanted = PictureKind { size: "8x10".parse().unwrap(), share: 0.6, unique: true, shape: Shape::Noise };
    /// let picture = wanted.draw(Seed(7), 0, &mut Budget::unlimited()).unwrap();
    /// assert_eq!((picture.height(), picture.width()), (8, 10));
    /// ```
    pub fn draw(&self, seed: Seed, index: u64, budget: &mut Budget) -> Result<Picture, Exhausted> {
        let seed = seed.named(&format!("puzzle {index}"));
        let mut attempt = 0;
        loop {
            budget.spend(1)?;
            let picture = self.shape.draw(&mut seed.stream(attempt), self.size, self.share);
            if !self.unique {
                return Ok(picture);
            }
            match solve(&Nonogram::of(&picture), Goal::Unique, Method::Best, budget).verdict {
                Verdict::Unique(_) => return Ok(picture),
                Verdict::Budget { why, .. } => return Err(why),
                _ => attempt += 1,
            }
        }
    }

    /// Draws picture `index` under a seed until it has one solution and a level; it depends on nothing else.
    ///
    /// * `budget`: one node is one picture drawn, one decision of the solver or of the prober, or one line looked at in
    ///   grading.
    ///
    /// What lines alone solve, or do not, is sorted out before the expensive part, the grading; and so is, by a prober that sees
    /// at least what a person's suppositions see, what those solve or do not.
    ///
    /// ```
    /// use quandary_core::{Budget, Seed};
    /// use quandary_nonogram::{generate::PictureKind, shape::Shape};
    /// let wanted = PictureKind { size: "8x8".parse().unwrap(), share: 0.5, unique: true, shape: Shape::Noise };
    /// let drawn = wanted.draw_graded("2".parse().unwrap(), Seed(1), 0, &mut Budget::unlimited()).unwrap();
    /// assert_eq!(drawn.graded.level().unwrap().number(), 2);
    /// assert_eq!(drawn.seen.graded[1], 1);
    /// ```
    pub fn draw_graded(
        &self,
        level: Level,
        seed: Seed,
        index: u64,
        budget: &mut Budget,
    ) -> Result<GradedPuzzle, Exhausted> {
        let seed = seed.named(&format!("puzzle {index} of grade {level}"));
        let mut seen = DrawingCounts::default();
        loop {
            budget.spend(1)?;
            let picture = self.shape.draw(&mut seed.stream(seen.total()), self.size, self.share);
            let puzzle = Nonogram::of(&picture);
            let solves =
                |method: Method, budget: &mut Budget| match solve(&puzzle, Goal::Unique, method, budget)
                    .verdict
                {
                    Verdict::Unique(_) => Ok(true),
                    Verdict::Budget { why, .. } => Err(why),
                    _ => Ok(false),
                };
            if solves(Method::Line, budget)? != level.is_by_lines() {
                seen.count_lines(level);
                continue;
            }
            if !level.is_by_lines() {
                let by_probing = solves(Method::Probe, budget)?;
                // What probing solves is no harder than 4, and what it does not is no easier.
                if by_probing != (level.number() == 3) && level.number() != 4 {
                    seen.count_probing(level);
                    continue;
                }
                if !by_probing && !solves(Method::Best, budget)? {
                    seen.several += 1;
                    continue;
                }
            }
            let graded = graded(&puzzle, budget);
            if let Some(why) = graded.stopped {
                return Err(why);
            }
            if let Some(found) = graded.level() {
                seen.graded[usize::from(found.number()) - 1] += 1;
                if found == level {
                    return Ok(GradedPuzzle { picture, graded, seen });
                }
            }
        }
    }
}

/// A puzzle that was drawn for its grade.
#[derive(Clone, Debug)]
pub struct GradedPuzzle {
    /// Its picture.
    pub picture: Picture,
    /// How hard it is, and why.
    pub graded: Grading,
    /// What was drawn before it, and itself.
    pub seen: DrawingCounts,
}

/// Drawings on the way to a grade, by what was found out about them: no more than was needed to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct DrawingCounts {
    /// Single lines suffice, and something harder was wanted.
    pub by_lines: u64,
    /// Single lines do not suffice, and they should.
    pub beyond_lines: u64,
    /// Suppositions suffice, and something harder was wanted.
    pub by_probing: u64,
    /// Suppositions do not suffice, and they should.
    pub beyond_probing: u64,
    /// More than one solution.
    pub several: u64,
    /// Graded: how many of each grade, from 1 to 5.
    pub graded: [u64; 5],
}

impl DrawingCounts {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.by_lines
            + self.beyond_lines
            + self.by_probing
            + self.beyond_probing
            + self.several
            + self.graded.iter().sum::<u64>()
    }

    /// These and others.
    pub fn add(&mut self, other: &DrawingCounts) {
        self.by_lines += other.by_lines;
        self.beyond_lines += other.beyond_lines;
        self.by_probing += other.by_probing;
        self.beyond_probing += other.beyond_probing;
        self.several += other.several;
        for (own, more) in self.graded.iter_mut().zip(other.graded) {
            *own += more;
        }
    }

    fn count_lines(&mut self, wanted: Level) {
        let count = if wanted.is_by_lines() { &mut self.beyond_lines } else { &mut self.by_lines };
        *count += 1;
    }

    fn count_probing(&mut self, wanted: Level) {
        let count = if wanted.number() == 3 { &mut self.beyond_probing } else { &mut self.by_probing };
        *count += 1;
    }
}

/// Draws picture `index` in colours under a seed: `share` of the cells painted, each in one of `colours` colours.
///
/// * `budget`: one node is one picture drawn, or one decision of the solver.
///
/// ```
/// use quandary_core::{Budget, Seed};
/// use quandary_nonogram::generate::{PictureKind, random_colours};
/// use quandary_nonogram::shape::Shape;
/// let wanted = PictureKind { size: "5x6".parse().unwrap(), share: 0.7, unique: true, shape: Shape::Noise };
/// let picture = random_colours(&wanted, 3, Seed(1), 0, &mut Budget::unlimited()).unwrap();
/// assert_eq!((picture.height(), picture.width()), (5, 6));
/// ```
pub fn random_colours(
    wanted: &PictureKind,
    colours: usize,
    seed: Seed,
    index: u64,
    budget: &mut Budget,
) -> Result<Picture<Colour>, Exhausted> {
    let seed = seed.named(&format!("puzzle {index} in {colours} colours"));
    for attempt in 0.. {
        budget.spend(1)?;
        let mut stream = seed.stream(attempt);
        let plain = wanted.shape.draw(&mut stream, wanted.size, wanted.share);
        let paint = |&black: &bool| {
            let colour = black.then(|| Colour::new(1 + stream.index(colours))).flatten();
            colour.unwrap_or(Colour::BLANK)
        };
        let picture = Picture::from_cells(plain.width(), plain.cells().iter().map(paint).collect());
        if !wanted.unique {
            return Ok(picture);
        }
        match solve_colours(&Nonogram::of(&picture), Goal::Unique, budget).verdict {
            Verdict::Unique(_) => return Ok(picture),
            Verdict::Budget { why, .. } => return Err(why),
            _ => {}
        }
    }
    unreachable!("there is always another attempt")
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIQUE: PictureKind =
        PictureKind { size: Size { rows: 7, columns: 9 }, share: 0.6, unique: true, shape: Shape::Noise };

    #[test]
    fn pictures_drawn_unique_are_unique() {
        for index in 0..5 {
            let picture = UNIQUE.draw(Seed(3), index, &mut Budget::unlimited()).unwrap();
            let puzzle = Nonogram::of(&picture);
            let verdict = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
            assert_eq!(verdict, Verdict::Unique(picture));
            assert_eq!(puzzle.size(), UNIQUE.size);
        }
    }

    #[test]
    fn drawing_stops_when_the_budget_does() {
        let sparse = PictureKind { size: Size { rows: 20, columns: 20 }, share: 0.35, ..UNIQUE };
        assert_eq!(sparse.draw(Seed(3), 0, &mut Budget::nodes(3)), Err(Exhausted::Nodes));
        assert_eq!(sparse.draw(Seed(3), 0, &mut Budget::nodes(500)), Err(Exhausted::Nodes));
    }

    #[test]
    fn puzzles_have_the_grade_that_was_asked_for_when_they_are_graded_again() {
        let wanted = PictureKind { size: Size { rows: 9, columns: 9 }, share: 0.5, ..UNIQUE };
        for (level, shape) in
            [("1", Shape::Blobs), ("2", Shape::Symmetric), ("2", Shape::Noise), ("3", Shape::Noise)]
        {
            let level: Level = level.parse().unwrap();
            let wanted = PictureKind { shape, ..wanted };
            let drawn = wanted.draw_graded(level, Seed(5), 0, &mut Budget::unlimited()).unwrap();
            let again = graded(&Nonogram::of(&drawn.picture), &mut Budget::unlimited());
            assert_eq!(again.level(), Some(level), "{}", shape.name());
            assert_eq!(drawn.seen.graded[usize::from(level.number()) - 1], 1);
        }
    }

    #[test]
    fn a_generator_is_read_from_its_five_numbers() {
        assert_eq!("5 10 0.5 0.35 12345".parse(), Ok(Boardgen::document(5)));
        for text in ["", "5 10 0.5 0.35", "5 10 0.5 0.35 1 2", "x 10 0.5 0.35 1"] {
            let error = text.parse::<Boardgen>().unwrap_err().to_string();
            assert!(error.ends_with("expected N NUM P1 P2 SEED, such as 5 10 0.5 0.35 12345"), "{error}");
        }
        assert!("0 10 0.5 0.35 1".parse::<Boardgen>().unwrap_err().to_string().contains("boards of 0x0"));
    }
}
