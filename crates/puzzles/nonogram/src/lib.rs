//! Nonograms: pictures from the lengths of their black runs.
//!
//! Make one, solve one, ask for the next step:
//!
//! ```
//! use quandary_core::{Budget, Reason};
//! use quandary_nonogram::explain::{Next, next};
//! use quandary_nonogram::solve::{Goal, Method, Verdict, solve};
//! use quandary_nonogram::{Board, Nonogram, Picture};
//!
//! // The puzzle of a picture.
//! let picture = Picture::parse(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...").unwrap();
//! let puzzle = Nonogram::of(&picture);
//! assert_eq!(puzzle.rows()[0], [2, 2]);
//!
//! // It has one solution, and a proof of that which `quandary check` can follow.
//! let solved = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited());
//! assert_eq!(solved.verdict, Verdict::Unique(picture));
//! assert_eq!(solved.certificate(&puzzle).unwrap().claim, "unique");
//!
//! // A person would begin with the second row, which is one block from end to end.
//! let next = next(&puzzle, &Board::unknown(7, 6), &mut Budget::unlimited()).unwrap();
//! let Next::Do(step) = next else { panic!("it is not solved yet") };
//! assert_eq!(step.why.nudge(), "Look at row 2: overlap helps.");
//! ```
//!
//! # Rooms
//! * [`rules`]: clues, what fits them, how one is played; [`picture`]: pictures and boards half painted;
//!   [`ink`]: black, or one of several colours; [`palette`]: how those look.
//! * [`notation`]: the field's formats, text and images, in and out.
//! * [`line`]: one line and its clue, exactly, by bit-parallel automata; lines of up to [`LONGEST_LINE`] cells.
//! * [`solve`]: the ladder from line solving to clause learning, verdicts and proofs.
//! * [`human`]: techniques, and grading by them.
//! * [`judge`](mod@judge): what is wrong with a board half painted.
//! * [`explain`]: what to do next and why, as a value.
//! * [`methods`]: the twelve methods of a published ladder, with [`generate`] and [`mersenne`] for its boards.
//! * [`shape`]: kinds of random pictures, for [`generate`].
//! * [`enumerate`](mod@enumerate): every picture of a small size.
//! * [`make_unique`](mod@make_unique): few cells to change so that a picture is unique, and how few are needed.
//! * [`play`]: what people need to play one.
//! * [`verbs`]: the verbs of the command line and the web page.
//!
//! # What it costs
//! Lines of up to 62 cells use `u64`, up to 126 `u128`, longer ones several words; solving a line takes O(length)
//! word operations and explaining it twice as many. The 1000 puzzles of 25×25 of a tournament set take some 50 CPU
//! seconds to the first solution, the slowest a few (`solve nonogram taai2011.txt --any --json-lines`).

pub mod enumerate;
pub mod explain;
pub mod generate;
pub mod human;
pub mod ink;
pub mod judge;
pub mod line;
pub mod make_unique;
pub mod mersenne;
pub mod methods;
pub mod notation;
pub mod palette;
pub mod picture;
pub mod play;
pub mod rules;
pub mod shape;
pub mod solve;
pub mod verbs;

pub use ink::{Block, Colour, ColourRun, Colours, Ink};
pub use palette::Palette;
pub use picture::{Board, Cell, Picture};
pub use rules::{Clue, LONGEST_LINE, Line, Nonogram, Paint, Size};
