use std::fmt;

use quandary_core::face::{Ask, InputSpec, Opt, Reply, Request, VerbSpec};
use quandary_core::words::count;
use quandary_core::{Certificate, Context, InputError, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::generate::{OUTPUTS, write_all};
use super::{FORMAT, SIZE, cell_name, document, scaled_image};
use crate::make_unique::{MadeUnique, fewest_changes};
use crate::notation::{Document, Sheet, write_inline, write_nin};
use crate::solve::{Goal, Method, solve};
use crate::{Nonogram, Size};

const WRITE: Opt<&str> = Opt::choice("write", "FORMAT", &OUTPUTS, "Print only the puzzle, in this format");

pub(super) struct MakeUnique;

/// A picture made unique, or as far as the budget went.
#[derive(Serialize, JsonSchema)]
pub(super) struct Made {
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// `unique`, `multiple` (it could not be made unique), or `budget` (not known to be unique yet).
    verdict: &'static str,
    /// Number of cells changed.
    changes: usize,
    /// The cells changed.
    changed: Vec<String>,
    /// Fewer changes than this cannot be enough.
    at_least: usize,
    /// Whether fewer cannot be enough.
    fewest: bool,
    /// The picture, a string a row: `#` black, `.` white.
    solution: Vec<String>,
    /// The clues as a `.nin` file.
    nin: String,
    /// What proves that it is unique.
    certificate: Option<Certificate>,
    #[serde(skip)]
    write: Option<&'static str>,
    #[serde(skip)]
    sheet: Sheet,
}

impl Ask for MakeUnique {
    const SPEC: VerbSpec = VerbSpec {
        name: "make-unique",
        about: "The fewest cells to change so that a picture is the only one with its clues",
        input: InputSpec::Required("A picture: rows of # and ., PBM or PNG, or a puzzle with its goal"),
        options: &[FORMAT.spec, SIZE.spec, WRITE.spec],
        examples: &[
            "make-unique nonogram photo.png --board 30x30",
            "make-unique nonogram cat.pbm --write svg",
        ],
        conventions: &[("nodes", "pictures tried and decisions of the solver")],
    };
    type Answer = Made;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Made>, Stop> {
        let given = match scaled_image(request)? {
            Some(scaled) => {
                request.refuse(&[FORMAT.spec], "it left out: an image is known by its content")?;
                scaled
            }
            None => {
                request.refuse(&[SIZE.spec], "a PNG image as INPUT")?;
                document(request)?
            }
        };
        let picture = given.goal.ok_or_else(|| match given.warnings.into_iter().next() {
            Some(warning) => warning,
            None => InputError::new("the puzzle comes without its picture")
                .expected("a picture, or a puzzle with its goal"),
        })?;
        let mut budget = context.budget.clone();
        let made = fewest_changes(&picture, &mut budget);
        let puzzle = Nonogram::of(&made.picture);
        let certificate = if made.unique {
            solve(&puzzle, Goal::Unique, Method::Best, &mut budget).certificate(&puzzle)
        } else {
            None
        };
        let stopped = made.stopped;
        Ok(Reply::from(Made::new(made, puzzle, certificate, request.find(WRITE))).cut(stopped))
    }
}

impl Made {
    fn new(
        made: MadeUnique,
        puzzle: Nonogram,
        certificate: Option<Certificate>,
        write: Option<&'static str>,
    ) -> Made {
        Made {
            board: puzzle.size(),
            position: write_inline(&puzzle, None),
            verdict: match (made.unique, made.stopped) {
                (true, _) => "unique",
                (false, None) => "multiple",
                (false, Some(_)) => "budget",
            },
            changes: made.changed.len(),
            changed: made.changed.iter().map(cell_name).collect(),
            at_least: made.at_least,
            fewest: made.is_fewest(),
            solution: made.picture.rows(),
            nin: write_nin(&puzzle),
            certificate,
            write,
            sheet: Sheet::Plain(Box::new(Document { goal: Some(made.picture), ..Document::plain(puzzle) })),
        }
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(format) = self.write {
            return write_all(f, std::iter::once(&self.sheet), format, false);
        }
        write!(f, "{} changed", count(self.changes as u64, "cell"))?;
        match self.verdict {
            "unique" if self.fewest => f.write_str(" (fewer cannot be enough)")?,
            "unique" => write!(f, " (at least {} needed)", count(self.at_least as u64, "change"))?,
            "multiple" => f.write_str(" (other pictures still have the same clues)")?,
            _ => f.write_str(" so far (other pictures may still have the same clues)")?,
        }
        if !self.changed.is_empty() {
            write!(f, ": {}", self.changed.join(" "))?;
        }
        write!(f, "\n{}\n\n{}", self.solution.join("\n"), self.nin.trim_end())
    }
}
