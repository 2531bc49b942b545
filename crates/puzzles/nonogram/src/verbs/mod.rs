//! The verbs of nonograms: one file per verb.

mod bench;
mod colours;
mod explain;
mod generate;
mod import;
mod make_unique;
mod measure;
mod solve;

use std::fmt;

use quandary_core::InputError;
use quandary_verbs::{Entry, Input, Opt, Request, verbs};

use crate::Size;
use crate::notation::{Document, Format, Sheet, read_one, read_one_sheet, read_sheets, write_non};
use crate::play::Game;
use crate::solve::Verdict;

/// Nonograms.
pub static ENTRY: Entry = Entry::of::<Game>(
    "nonogram",
    "Nonograms: pictures from the lengths of their black runs",
    verbs![
        solve::Solve,
        explain::Explain,
        generate::Generate,
        measure::Measure,
        make_unique::MakeUnique,
        bench::Bench
    ],
)
.printed_by(&crate::print::PRINTS)
.with_several(several);

const PUZZLE: &str = "A puzzle (.nin, .non, .mk, .cwd, .g, webpbn, CSV, tournament text, one line) or a picture (#/., PBM, PNG, JPEG, GIF)";

const FORMAT: Opt<Format> =
    Opt::one_of("format", "FORMAT", &Format::NAMES, "The format of INPUT [default: detected]");

/// The size an image is scaled to, or of what is drawn.
const SIZE: Opt<Size> = Opt::text(
    "board",
    "RxC",
    &["5x5", "10x10", "15x15", "25x25"],
    "Rows and columns; an image is scaled to them",
);

/// INPUT, which must be there.
fn input(request: &Request) -> Result<&Input, InputError> {
    request.input().ok_or_else(|| InputError::new("INPUT is missing").expected(PUZZLE))
}

/// Every puzzle of INPUT.
fn sheets(request: &Request) -> Result<Vec<Sheet>, InputError> {
    read_sheets(&input(request)?.bytes, request.find(FORMAT))
}

/// The one puzzle of INPUT.
fn sheet(request: &Request) -> Result<Sheet, InputError> {
    read_one_sheet(&input(request)?.bytes, request.find(FORMAT))
}

/// The puzzles of INPUT, when it holds several: each as a file of its own with all that is known of it.
fn several(input: &Input) -> Vec<String> {
    let write = |sheet: &Sheet| match sheet {
        Sheet::Plain(document) => write_non(document),
        Sheet::Coloured(document) => write_non(document),
    };
    read_sheets(&input.bytes, None).unwrap_or_default().iter().map(write).collect()
}

/// The one puzzle of INPUT, in black and white.
fn document(request: &Request) -> Result<Document, InputError> {
    read_one(&input(request)?.bytes, request.find(FORMAT))
}

/// A cell as people count: `r3c12`.
fn cell_name(&(x, y): &(usize, usize)) -> String {
    format!("r{}c{}", y + 1, x + 1)
}

/// What is odd about INPUT, a line each.
fn write_warnings(f: &mut fmt::Formatter<'_>, warnings: &[InputError]) -> fmt::Result {
    warnings.iter().try_for_each(|warning| writeln!(f, "warning: {warning}"))
}

quandary_verbs::names! {
    /// What solving found out about a puzzle, by name.
    enum SolutionCount {
        Solved = "solved",
        Unique = "unique",
        Multiple = "multiple",
        None = "none",
        Open = "open",
        Budget = "budget",
    }
}

impl<P> From<&Verdict<P>> for SolutionCount {
    fn from(verdict: &Verdict<P>) -> SolutionCount {
        match verdict {
            Verdict::Solved(_) => SolutionCount::Solved,
            Verdict::Unique(_) => SolutionCount::Unique,
            Verdict::Multiple(..) => SolutionCount::Multiple,
            Verdict::None => SolutionCount::None,
            Verdict::Open(_) => SolutionCount::Open,
            Verdict::Budget { .. } => SolutionCount::Budget,
        }
    }
}

impl SolutionCount {
    /// How many solutions there are.
    fn in_words(self) -> &'static str {
        match self {
            SolutionCount::Unique => "one solution",
            SolutionCount::Multiple => "more than one solution",
            SolutionCount::None => "no solution",
            SolutionCount::Solved | SolutionCount::Open | SolutionCount::Budget => {
                "solutions not counted yet"
            }
        }
    }
}

quandary_verbs::names! {
    /// How a half-painted board stands.
    enum StepVerdict {
        Right = "right",
        Wrong = "wrong",
        Solved = "solved",
        Unsolvable = "unsolvable",
        Unknown = "unknown",
    }
}
