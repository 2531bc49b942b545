//! How hard a board is: the hardest deduction it takes to win it without a guess.
//!
//! | level | what a deduction rests on |
//! |---|---|
//! | 1 | one number and what is known around it |
//! | 2 | two numbers that share unknown cells |
//! | 3 | any of the numbers together: three and more at once, chains of suppositions |
//! | 4 | the number of mines on the board as well |
//!
//! Whatever is deduced stays known, mines as well as safe cells, as if it were flagged; harder deductions are asked only
//! where all easier ones are silent. Each level is everything that follows from this many facts at once, and whatever
//! follows from some of them follows from more. So neither the order of the clicks nor that of the deductions
//! matters: a board has one level.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_minesweeper::grade::{Grader, Level};
//! use quandary_minesweeper::{Cell, FirstClick, Minefield, Minesweeper};
//! let level = |text: &str| {
//!     let field: Minefield = text.parse().unwrap();
//!     let game = Minesweeper::new(field.board(), FirstClick::Open);
//!     let graded = Grader::new(&game, Cell(0)).grade(&field, &mut Budget::unlimited());
//!     graded.unwrap().map(|graded| graded.level)
//! };
//! // The first click opens all there is.
//! assert_eq!(level("3x3/1\n...\n...\n..*"), Some(Level::OneNumber));
//! // The middle row shows 1 2 1: the 2 and either 1 settle a corner.
//! assert_eq!(level("3x3/2\n...\n...\n*.*"), Some(Level::TwoNumbers));
//! // Two cells that nothing tells apart.
//! assert_eq!(level("2x4/1\n...*\n...."), None);
//! ```

use quandary_core::{Budget, Exhausted, InputError, Outcome, Stream};
use serde::Serialize;

use crate::board::Cell;
use crate::generate::{PATIENCE, every_field, uniform};
use crate::inference::{Consultation, NoAnswer};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, Minefield, Minesweeper, Observation};

/// How hard a deduction is, and a board by its hardest. See the module's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "u8"))]
pub enum Level {
    /// One number.
    OneNumber,
    /// Two numbers.
    TwoNumbers,
    /// Any of the numbers.
    ManyNumbers,
    /// The number of mines too.
    MineCount,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 4] = [Level::OneNumber, Level::TwoNumbers, Level::ManyNumbers, Level::MineCount];

    /// 1 to 4.
    pub fn number(self) -> u8 {
        1 + self as u8
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::OneNumber => "one-number",
            Level::TwoNumbers => "two-numbers",
            Level::ManyNumbers => "many-numbers",
            Level::MineCount => "mine-count",
        }
    }

    /// What it takes, for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Level::OneNumber => "one number at a time suffices",
            Level::TwoNumbers => "it takes two numbers at once",
            Level::ManyNumbers => "it takes three or more numbers at once",
            Level::MineCount => "it takes the number of mines on the board",
        }
    }
}

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

impl std::str::FromStr for Level {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Level, InputError> {
        let level = Level::ALL.into_iter().find(|level| level.number().to_string() == text);
        level.ok_or_else(|| {
            InputError::new(format!("`{text}` is not a grade")).expected("a number from 1 to 4")
        })
    }
}

/// A board that deductions alone win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardGrade {
    /// The hardest deduction that was needed.
    pub level: Level,
    /// The cells opened, in order, the first one included; areas open by themselves.
    pub opened: Vec<Cell>,
    /// How often each level was needed to find a safe cell, because none was known and all easier ones were silent.
    pub needed: [u32; Level::ALL.len()],
}

/// A board of a wanted level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelBoard {
    /// The board.
    pub field: Minefield,
    /// How it is won.
    pub graded: BoardGrade,
    /// How many boards were drawn until one was of the level.
    pub drawn: u64,
}

/// Grades boards and draws boards of a level, all with the same first cell.
pub struct Grader {
    game: Minesweeper,
    first: Cell,
    consultation: Consultation,
}

impl Grader {
    /// For a game that begins at `first`.
    pub fn new(game: &Minesweeper, first: Cell) -> Grader {
        Grader { game: game.clone(), first, consultation: Consultation::new(game.grid()) }
    }

    /// How a board is won by deductions; `None` when it needs a guess. Each click is a node of the budget.
    pub fn grade(&mut self, field: &Minefield, budget: &mut Budget) -> Result<Option<BoardGrade>, Exhausted> {
        self.grade_up_to(Level::MineCount, field, budget)
    }

    /// The same with deductions up to a level; `None` when the board needs more.
    pub fn grade_up_to(
        &mut self,
        most: Level,
        field: &Minefield,
        budget: &mut Budget,
    ) -> Result<Option<BoardGrade>, Exhausted> {
        let mut world = self.game.world_on(field.clone());
        self.consultation.known.reset();
        self.consultation.base.obey(budget.stop());
        let mut graded =
            BoardGrade { level: Level::OneNumber, opened: Vec::new(), needed: [0; Level::ALL.len()] };
        let mut outcome = world.outcome();
        let mut next = Some(self.first);
        while outcome.is_none() {
            budget.spend(1)?;
            budget.poll()?;
            let cell = match next.take() {
                Some(first) => first,
                None => {
                    let found = safe_cell(&mut self.consultation, world.observation(), most)?;
                    let Some((cell, level)) = found else {
                        return Ok(None);
                    };
                    graded.level = graded.level.max(level);
                    graded.needed[level as usize] += 1;
                    cell
                }
            };
            graded.opened.push(cell);
            outcome = self.game.play(&mut world, Action::Open(cell));
        }
        Ok((outcome == Some(Outcome::Won)).then_some(graded))
    }

    /// Draws boards until one is of a level: the result is uniform among those that are. `None` when there is none;
    /// that is only found out on boards with few minefields. Each board is a node of the budget; when it is stopped,
    /// grading a board ends too.
    ///
    /// ```
    /// use quandary_core::{Budget, Seed};
    /// use quandary_minesweeper::grade::{Grader, Level};
    /// use quandary_minesweeper::{Cell, FirstClick, Minesweeper};
    /// let game = Minesweeper::new("8x8/10".parse().unwrap(), FirstClick::Open);
    /// let mut grader = Grader::new(&game, Cell(18));
    /// let drawn = grader.draw(Level::TwoNumbers, &mut Seed(1).stream(0), &mut Budget::unlimited());
    /// assert_eq!(drawn.unwrap().unwrap().graded.level, Level::TwoNumbers);
    /// ```
    pub fn draw(
        &mut self,
        level: Level,
        stream: &mut Stream,
        budget: &mut Budget,
    ) -> Result<Option<LevelBoard>, Exhausted> {
        let mut grading = Budget::unlimited().with_stop(budget.stop().clone());
        for drawn in 1.. {
            budget.spend(1)?;
            let Some(field) = uniform(&self.game, self.first, stream) else { return Ok(None) };
            if let Some(graded) = self.of_level(level, &field, &mut grading)? {
                return Ok(Some(LevelBoard { field, graded, drawn }));
            }
            if drawn == PATIENCE && self.never(level, &mut grading)? {
                return Ok(None);
            }
        }
        unreachable!("the budget ends first")
    }

    /// How a board is won if it is exactly of a level. What is harder is found out as early as can be.
    fn of_level(
        &mut self,
        level: Level,
        field: &Minefield,
        budget: &mut Budget,
    ) -> Result<Option<BoardGrade>, Exhausted> {
        match self.grade_up_to(level, field, budget) {
            Ok(graded) => Ok(graded.filter(|graded| graded.level == level)),
            // A frontier too wide for the memory there is: as good as one that needs a guess.
            Err(Exhausted::Memory) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// Whether no minefield that the rule allows is of a level, by trying them all; false when they are many.
    fn never(&mut self, level: Level, budget: &mut Budget) -> Result<bool, Exhausted> {
        let (game, first) = (self.game.clone(), self.first);
        let (mut found, mut stopped) = (false, None);
        let tried = every_field(&game, first, &mut |field| {
            if !found && stopped.is_none() {
                match self.of_level(level, &field, budget) {
                    Ok(graded) => found = graded.is_some(),
                    Err(why) => stopped = Some(why),
                }
            }
        });
        stopped.map_or(Ok(tried && !found), Err)
    }
}

/// The easiest level at which some closed cell of a position is certainly safe; `None` when none is, or when that
/// cannot be counted. What is open is all that is known: flags are ignored.
///
/// ```
/// use quandary_minesweeper::{Position, grade::{Level, easiest}};
/// let level = |text: &str| easiest(&text.parse::<Position>().unwrap().observation);
/// assert_eq!(level("3x3/2 ??? 121 000"), Some(Level::TwoNumbers));
/// assert_eq!(level("2x3/1 1?? 1??"), Some(Level::MineCount));
/// assert_eq!(level("2x2/1 1? ??"), None);
/// ```
pub fn easiest(seen: &Observation) -> Option<Level> {
    easiest_of(&Consultation::of(seen, &Budget::unlimited()).ok()?)
}

/// The same where the position has been counted: it is not counted again.
pub(crate) fn easiest_of(asked: &Consultation) -> Option<Level> {
    if !asked.has_safe_cell() {
        return None;
    }
    if asked.known.safe_cells() > 0 {
        return Some(Level::OneNumber);
    }
    let mut known = asked.known.clone();
    while pairs(&mut known) {
        known.propagate();
        if known.safe_cells() > 0 {
            return Some(Level::TwoNumbers);
        }
    }
    let mut numbers = asked.base.clone();
    numbers.forget_the_count().ok()?;
    Some(if numbers.safe.is_empty() { Level::MineCount } else { Level::ManyNumbers })
}

/// The hardest deduction that it takes to settle every closed cell from the open numbers alone, as on paper, where nothing
/// opens on the way; `None` when deductions of at most `most` do not settle them all.
///
/// ```
/// use quandary_minesweeper::{Position, grade::{Level, settling}};
/// let level = |text: &str, most| settling(&text.parse::<Position>().unwrap().observation, most).unwrap();
/// assert_eq!(level("2x2/1 1? 1?", Level::MineCount), None);
/// assert_eq!(level("3x3/2 ??? 121 000", Level::OneNumber), None);
/// assert_eq!(level("3x3/2 ??? 121 000", Level::TwoNumbers), Some(Level::TwoNumbers));
/// ```
pub fn settling(seen: &Observation, most: Level) -> Result<Option<Level>, Exhausted> {
    let mut asked = Consultation::new(seen.grid());
    asked.known.sync(seen);
    let mut hardest = Level::OneNumber;
    loop {
        asked.known.propagate();
        if asked.known.unknown_cells() == 0 {
            return Ok(Some(hardest));
        }
        let mut silent = true;
        for level in Level::ALL.into_iter().filter(|&level| level <= most) {
            if deduce(&mut asked, level)? {
                hardest = hardest.max(level);
                silent = false;
                break;
            }
        }
        if silent {
            return Ok(None);
        }
    }
}

/// A closed cell that is safe, and the hardest deduction that it took to find one. Nothing harder than `most` is
/// tried.
fn safe_cell(
    asked: &mut Consultation,
    seen: &Observation,
    most: Level,
) -> Result<Option<(Cell, Level)>, Exhausted> {
    asked.known.sync(seen);
    let mut hardest = Level::OneNumber;
    loop {
        asked.known.propagate();
        if let Some((cell, _)) = asked.known.next_safe() {
            return Ok(Some((cell, hardest)));
        }
        let mut silent = true;
        for level in Level::ALL.into_iter().filter(|&level| level <= most) {
            if deduce(asked, level)? {
                hardest = hardest.max(level);
                silent = false;
                break;
            }
        }
        if silent {
            return Ok(None);
        }
    }
}

/// Settles what deductions of one level settle, where easier ones are silent; whether there was anything.
fn deduce(asked: &mut Consultation, level: Level) -> Result<bool, Exhausted> {
    let counted = match level {
        // Single numbers are looked at whenever something changes.
        Level::OneNumber => return Ok(false),
        Level::TwoNumbers => return Ok(pairs(&mut asked.known)),
        Level::ManyNumbers => asked.count_numbers(),
        Level::MineCount => asked.count(),
    };
    match counted {
        Ok(()) => Ok(asked.settle()),
        Err(NoAnswer::TooWide(why)) => Err(why),
        Err(NoAnswer::Impossible { .. }) => Ok(false),
    }
}

/// Settles what two numbers together settle; whether there was anything.
///
/// One rule is complete (see [`crate::argument`]): where the first number misses as many mines more than the second
/// as it has unknown cells of its own, those are mines, and the second's own are safe.
fn pairs(known: &mut Knowledge) -> bool {
    let grid = known.grid().clone();
    let unknown_apart = |known: &Knowledge, of: Cell, other: Cell| -> Vec<Cell> {
        let around = grid.around(of).iter().copied().filter(|&cell| known.mark(cell) == Mark::Unknown);
        around.filter(|cell| !grid.around(other).contains(cell)).collect()
    };
    let mut found = false;
    for at in 0..known.opened().len() {
        let more = known.opened()[at];
        // Numbers that share a cell with it are at most two steps away.
        for &near in grid.around(more) {
            if known.mark(near) != Mark::Unknown {
                continue;
            }
            // `near` is shared, so that it stays unknown whatever is settled here.
            for &less in grid.around(near) {
                if less == more || known.mark(less) != Mark::Open {
                    continue;
                }
                let missing = known.need(more) - known.need(less);
                if missing < 0 || missing >= known.unknown_around(more) as i8 {
                    continue;
                }
                let beyond = unknown_apart(known, more, less);
                if missing as usize != beyond.len() {
                    continue;
                }
                let safe = unknown_apart(known, less, more);
                found |= !beyond.is_empty() || !safe.is_empty();
                for cell in beyond {
                    known.prove_mine(cell);
                }
                for cell in safe {
                    known.prove_safe(cell, less);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use quandary_core::Seed;

    #[test]
    fn one_count_gives_the_level_that_asking_level_by_level_does() {
        let mut stream = Seed(32).stream(0);
        let mut met = [0; 1 + Level::ALL.len()];
        for _ in 0..3_000 {
            let (rows, cols) = (2 + stream.index(4), 3 + stream.index(4));
            let board = Board::new(rows, cols, 1 + stream.index(rows * cols / 3)).unwrap();
            let seen = Observation::scattered(board, 0.5, &mut stream);
            if seen.is_won() {
                continue;
            }
            let mut asked = Consultation::new(seen.grid());
            let level = safe_cell(&mut asked, &seen, Level::MineCount).unwrap().map(|(_, level)| level);
            assert_eq!(easiest(&seen), level, "{seen:?}");
            met[level.map_or(0, |level| usize::from(level.number()))] += 1;
        }
        assert!(met.iter().all(|&positions| positions > 10), "{met:?}");
    }
}
