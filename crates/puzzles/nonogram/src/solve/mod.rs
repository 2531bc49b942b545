//! Solving: a ladder of ideas, one a file, and the one that is used.
//!
//! | rung | what it knows | complete |
//! |---|---|---|
//! | [`propagate`] | every line for itself, again and again | no |
//! | [`probe`] | what follows from each colour of each cell | no |
//! | [`search`] | probing, then branching on the cell that tells most | yes |
//! | [`quandary_search::learn`] | every contradiction becomes a clause that never has to be found again | yes |
//!
//! [`solve`] learns: `ARCHITECTURE.md` has the measurements behind that choice. So does [`solve_colours`], by the
//! same search on another [`canvas`].

pub mod canvas;
mod engine;
mod lines;
pub mod probe;
pub mod propagate;
pub mod search;
mod swap;
mod verdict;

use quandary_core::{Budget, Exhausted};
use quandary_search::learn::{Learner, Literal};

use crate::ink::PartialPicture;
use crate::line::{Wide, Word};
use crate::{Board, Cell, Colour, ColourRun, Ink, Nonogram, Picture};
use canvas::{Canvas, Coloured, Monochrome};

pub use engine::Engine;
pub use verdict::{Solved, Verdict, digest};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Any picture that fits.
    First,
    /// A picture, and whether it is the only one.
    Unique,
}

/// How it is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Line solving alone; gives up where that does.
    Line,
    /// Probing alone; gives up where that does.
    Probe,
    /// Probing and branching.
    Search,
    /// Clause learning over the line solver: the default.
    Best,
}

/// Calls `$function::<W>($arguments)` with the narrowest word that holds the puzzle's lines.
macro_rules! with_word {
    ($puzzle:expr, $function:ident ( $($argument:expr),* )) => {
        match $crate::line::Automaton::<u64>::bits_for($puzzle.width().max($puzzle.height())) {
            ..=64 => $function::<u64>($($argument),*),
            65..=128 => $function::<u128>($($argument),*),
            129..=256 => $function::<$crate::line::Wide<4>>($($argument),*),
            _ => $function::<$crate::line::Wide<16>>($($argument),*),
        }
    };
}
pub(crate) use with_word;

/// Solves a puzzle.
///
/// * `goal`: one picture, or also whether it is the only one.
/// * `budget`: one node is one decision.
///
/// Returns the verdict, the nodes spent and, for `unique` and `none`, a proof. Complete: without a limit it
/// always ends. Worst case exponential (the problem is NP-complete); 25×25 tournament puzzles take
/// milliseconds to seconds.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Nonogram, Picture, solve::{Goal, Method, Verdict, solve}};
/// let picture = Picture::parse("##.\n.##\n#.#").unwrap();
/// let solved = solve(&Nonogram::of(&picture), Goal::Unique, Method::Best, &mut Budget::unlimited());
/// assert!(matches!(solved.verdict, Verdict::Unique(found) if found == picture));
/// ```
pub fn solve(puzzle: &Nonogram, goal: Goal, method: Method, budget: &mut Budget) -> Solved {
    with_word!(puzzle, solve_with(puzzle, goal, method, budget))
}

fn solve_with<W: Word>(puzzle: &Nonogram, goal: Goal, method: Method, budget: &mut Budget) -> Solved {
    let spent = budget.spent();
    let (verdict, steps) = match method {
        Method::Best => learned(|| Monochrome::<W>::new(puzzle), puzzle, goal, budget),
        Method::Line => (by_lines::<W>(puzzle, goal), None),
        Method::Probe => (by_probing::<W>(puzzle, goal, budget), None),
        Method::Search => (by_search::<W>(puzzle, goal, budget), None),
    };
    Solved { verdict, nodes: budget.spent() - spent, steps }
}

/// Solves a puzzle in colours.
///
/// * `goal`: one picture, or also whether it is the only one.
/// * `budget`: one node is one decision.
///
/// The same search as [`solve`] makes by [`Method::Best`]; complete, and with a proof of the same kind.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::solve::{Goal, Verdict, solve_colours};
/// use quandary_nonogram::{Colour, Nonogram, Picture};
/// let cells = "aab.bb".chars().map(|symbol| Colour::from_symbol(symbol).unwrap()).collect();
/// let picture = Picture::from_cells(3, cells);
/// let solved = solve_colours(&Nonogram::of(&picture), Goal::Unique, &mut Budget::unlimited());
/// assert_eq!(solved.verdict, Verdict::Unique(picture));
/// ```
pub fn solve_colours(
    puzzle: &Nonogram<ColourRun>,
    goal: Goal,
    budget: &mut Budget,
) -> Solved<Picture<Colour>> {
    let spent = budget.spent();
    let (verdict, steps) = match canvas::bits_for(puzzle) {
        ..=64 => learned(|| Coloured::<u64>::new(puzzle), puzzle, goal, budget),
        65..=128 => learned(|| Coloured::<u128>::new(puzzle), puzzle, goal, budget),
        129..=256 => learned(|| Coloured::<Wide<4>>::new(puzzle), puzzle, goal, budget),
        _ => learned(|| Coloured::<Wide<16>>::new(puzzle), puzzle, goal, budget),
    };
    Solved { verdict, nodes: budget.spent() - spent, steps }
}

/// A verdict by learning, and the steps of its proof.
fn learned<C: Canvas>(
    canvas: impl Fn() -> C,
    puzzle: &Nonogram<<C::Ink as Ink>::Block>,
    goal: Goal,
    budget: &mut Budget,
) -> (Verdict<Picture<C::Ink>>, Option<Vec<String>>) {
    let mut drawn = canvas();
    let mut learner = match lines::settle(&mut drawn) {
        Some(state) if drawn.is_settled(&state) => {
            // As much as a search costs that has nothing to decide.
            if let Err(why) = budget.spend(1) {
                return (Verdict::Budget { why, found: None }, None);
            }
            let picture = drawn.solution(&state);
            return match goal {
                Goal::First => (Verdict::Solved(picture), None),
                // A reader of the proof follows the lines without a step for it.
                Goal::Unique => (Verdict::Unique(picture), Some(Vec::new())),
            };
        }
        Some(state) => Learner::resume(drawn, state),
        None => Learner::new(drawn),
    };
    if goal == Goal::First {
        // A log costs time and memory; it is wanted only in the rare case that there is no picture.
        match learner.search(budget) {
            Ok(Some(picture)) => return (Verdict::Solved(picture), None),
            Ok(None) => learner = Learner::new(canvas()),
            Err(why) => return (Verdict::Budget { why, found: None }, None),
        }
    }
    learner.keep_proof();
    let first = match learner.search(budget) {
        Ok(Some(picture)) => picture,
        Ok(None) => return (Verdict::None, learner.proof()),
        Err(why) => return (Verdict::Budget { why, found: None }, None),
    };
    learner.exclude(&first);
    if !learner.is_closed()
        && let Some(second) = swap::neighbour(puzzle, &first)
    {
        return (Verdict::Multiple(first, second), None);
    }
    match learner.search(budget) {
        Ok(Some(second)) => (Verdict::Multiple(first, second), None),
        Ok(None) => (Verdict::Unique(first), learner.proof()),
        Err(why) => (Verdict::Budget { why, found: Some(first) }, None),
    }
}

/// A picture that fits the clues and has every cell that is decided on a board; `None` when there is none.
///
/// One node is one decision, as for [`solve`].
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Board, Cell, Nonogram, Picture, solve::completion};
/// let puzzle = Nonogram::of(&Picture::parse("#.\n.#").unwrap());
/// let mut board = Board::unknown(2, 2);
/// board.set(0, 0, Cell::White);
/// let picture = completion(&puzzle, &board, &mut Budget::unlimited()).unwrap().unwrap();
/// assert_eq!(picture.rows(), [".#", "#."]);
/// ```
pub fn completion(
    puzzle: &Nonogram,
    board: &Board,
    budget: &mut Budget,
) -> Result<Option<Picture>, Exhausted> {
    with_word!(puzzle, completion_with(puzzle, board, budget))
}

fn completion_with<W: Word>(
    puzzle: &Nonogram,
    board: &Board,
    budget: &mut Budget,
) -> Result<Option<Picture>, Exhausted> {
    let mut learner = Learner::new(Monochrome::<W>::new(puzzle));
    let painted = board.cells().iter().enumerate().filter(|(_, cell)| **cell != Cell::Unknown);
    let literals = painted.map(|(cell, &colour)| Literal::new(cell, colour == Cell::Black));
    learner.assume(&literals.collect::<Vec<_>>());
    learner.search(budget)
}

/// A picture in colours that fits the clues and has every cell that is painted on a board; `None` when there is none.
///
/// One node is one decision.
pub fn completion_colours(
    puzzle: &Nonogram<ColourRun>,
    board: &PartialPicture,
    budget: &mut Budget,
) -> Result<Option<Picture<Colour>>, Exhausted> {
    match canvas::bits_for(puzzle) {
        ..=64 => completed(Coloured::<u64>::new(puzzle), board, budget),
        65..=128 => completed(Coloured::<u128>::new(puzzle), board, budget),
        129..=256 => completed(Coloured::<Wide<4>>::new(puzzle), board, budget),
        _ => completed(Coloured::<Wide<16>>::new(puzzle), board, budget),
    }
}

fn completed<W: Word>(
    canvas: Coloured<W>,
    board: &PartialPicture,
    budget: &mut Budget,
) -> Result<Option<Picture<Colour>>, Exhausted> {
    let painted = board.0.iter().enumerate().filter_map(|(cell, colour)| Some((cell, (*colour)?)));
    let literals: Vec<Literal> = painted.map(|(cell, colour)| canvas.literal(cell, colour, true)).collect();
    let mut learner = Learner::new(canvas);
    learner.assume(&literals);
    learner.search(budget)
}

/// The verdict of a method that gives up: known only when nothing is left open.
fn verdict_of(board: Option<Board>, goal: Goal) -> Verdict {
    match board.as_ref().map(Board::picture) {
        None => Verdict::None,
        Some(Some(picture)) if goal == Goal::First => Verdict::Solved(picture),
        Some(Some(picture)) => Verdict::Unique(picture),
        Some(None) => Verdict::Open(board.unwrap_or_else(|| unreachable!("matched as some"))),
    }
}

fn by_lines<W: Word>(puzzle: &Nonogram, goal: Goal) -> Verdict {
    // What is spread once never comes back to a line in the same state.
    let mut lines = propagate::Lines::<W>::with_memory(puzzle, 1);
    let grid = lines.root();
    verdict_of(grid.map(|grid| grid.board(puzzle.width(), puzzle.height())), goal)
}

fn by_probing<W: Word>(puzzle: &Nonogram, goal: Goal, budget: &mut Budget) -> Verdict {
    let mut lines = propagate::Lines::<W>::new(puzzle);
    let Some(grid) = lines.root() else { return Verdict::None };
    let mut prober = probe::Prober::new(&lines, grid);
    match prober.run(&mut lines, budget) {
        Err(why) => Verdict::Budget { why, found: None },
        Ok(probe::Probed::Dead) => Verdict::None,
        Ok(_) => verdict_of(Some(prober.grid().board(puzzle.width(), puzzle.height())), goal),
    }
}

fn by_search<W: Word>(puzzle: &Nonogram, goal: Goal, budget: &mut Budget) -> Verdict {
    let wanted = if goal == Goal::First { 1 } else { 2 };
    let (found, ended) = search::search::<W>(puzzle, wanted, budget);
    let mut found = found.into_iter();
    match (found.next(), found.next(), ended) {
        (None, _, Ok(())) => Verdict::None,
        (None, _, Err(why)) => Verdict::Budget { why, found: None },
        (Some(first), ..) if goal == Goal::First => Verdict::Solved(first),
        (Some(first), Some(second), _) => Verdict::Multiple(first, second),
        (Some(first), None, Ok(())) => Verdict::Unique(first),
        (Some(first), None, Err(why)) => Verdict::Budget { why, found: Some(first) },
    }
}
