use std::fmt;

use quandary_core::words::count;
use quandary_core::{Certificate, Context, InputError, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;

use super::generate::{OUTPUTS, write_all};
use super::import::{self, imported};
use super::{FORMAT, SIZE, cell_name, document};
use crate::make_unique::{MadeUnique, Objective, Outcome, Wish, edges, make_unique};
use crate::notation::{Document, Sheet, read_one, write_inline, write_nin};
use crate::{Nonogram, Picture, Size};

const WRITE: Opt<&str> = Opt::choice("write", "FORMAT", &OUTPUTS, "Print only the puzzle, in this format");
const OBJECTIVE: Opt<Objective> = Opt::one_of(
    "objective",
    "WHAT",
    &Objective::NAMES,
    "What to keep small: the number of cells, or how much they show",
)
.or("cells");
const PROTECT: Opt<String> =
    Opt::file("protect", "Cells that may not be changed: the black ones of a picture of the same size");
const EDGES: Opt<bool> = Opt::switch(
    "protect-edges",
    "Do not change cells that have another colour above, below, left or right of them",
);
const EFFORT: Opt<u64> = Opt::whole(
    "effort",
    "N",
    0,
    1_000_000_000,
    "Pictures to look at for a smaller change and for a proof that there is none",
)
.or("100000");

pub(super) struct MakeUnique;

quandary_verbs::names! {
    /// Whether the picture was made unique.
    enum Verdict {
        Unique = "unique",
        Multiple = "multiple",
        Impossible = "impossible",
        Budget = "budget",
    }
}

/// A picture made unique, or as far as the budget went.
#[derive(Serialize, JsonSchema)]
pub(super) struct MakeUniqueAnswer {
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// `unique`, `multiple` (nothing was found that makes it unique), `impossible` (nothing can, with these cells
    /// protected), or `budget` (not known to be unique yet).
    verdict: Verdict,
    /// `cells` or `look`.
    objective: &'static str,
    /// Number of cells that might not be changed.
    protected: usize,
    /// Number of cells changed.
    changes: usize,
    /// The cells changed.
    changed: Vec<String>,
    /// What the changes cost: by `cells` their number, by `look` how much they show.
    cost: u64,
    /// Whatever makes it unique costs at least this; null where nothing does.
    at_least: Option<u64>,
    /// Whether nothing cheaper can be enough.
    fewest: bool,
    /// The picture given, a string a row: `#` black, `.` white.
    picture: Vec<String>,
    /// The picture made of it.
    solution: Vec<String>,
    /// The clues as a `.nin` file.
    nin: String,
    /// What proves that it is unique and that so much had to be changed, or that nothing can make it unique.
    certificate: Option<Certificate>,
    #[serde(skip)]
    write: Option<&'static str>,
    #[serde(skip)]
    sheet: Sheet,
}

impl Command for MakeUnique {
    const SPEC: VerbSpec = VerbSpec {
        name: "make-unique",
        about: "Change a few cells to make a picture the only one with its clues, and prove how few changes are needed",
        input: InputSpec::Required("A picture: rows of # and ., PBM or an image, or a puzzle with its goal"),
        options: &join::<7, 4, 11>(
            [FORMAT.spec, SIZE.spec, OBJECTIVE.spec, PROTECT.spec, EDGES.spec, EFFORT.spec, WRITE.spec],
            import::OPTIONS,
        ),
        examples: &[
            "make-unique nonogram photo.png --board 30x30",
            "make-unique nonogram photo.jpg --board 30x30 --threshold 110 --objective look",
            "make-unique nonogram cat.pbm --protect-edges",
            "make-unique nonogram cat.pbm --protect face.pbm --write svg",
        ],
        conventions: &[
            ("nodes", "pictures tried and decisions of the solver"),
            (
                "look",
                "a changed cell shows by 1, by 1 more for each of its eight neighbours that has its colour (white outside), and \
                 by 8 more when it makes, removes, joins or breaks an area or a hole as far as those neighbours tell",
            ),
        ],
    };
    type Answer = MakeUniqueAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<MakeUniqueAnswer>, Stop> {
        let given = match imported(request)? {
            Some(scaled) => {
                request.refuse(&[FORMAT.spec], "no --format: an image is recognised by its content")?;
                scaled
            }
            None => {
                request.refuse(&[SIZE.spec], "an image as INPUT")?;
                document(request)?
            }
        };
        let picture = given.goal.ok_or_else(|| match given.warnings.into_iter().next() {
            Some(warning) => warning,
            None => InputError::new("the puzzle comes without its picture")
                .expected("a picture, or a puzzle with its goal"),
        })?;
        let wish = Wish {
            objective: request.get(OBJECTIVE),
            protected: protected(request, &picture)?,
            effort: request.get(EFFORT),
        };
        let mut budget = context.budget.clone();
        let made = make_unique(&picture, &wish, &mut budget);
        let certificate = made.certificate(&picture, &wish, &mut budget);
        let (stopped, outcome) = (made.stopped, made.outcome);
        let answer = MakeUniqueAnswer::new(&picture, &wish, made, certificate, request.find(WRITE));
        Ok(match outcome {
            Outcome::Impossible => Reply::negative(answer),
            _ => Reply::from(answer).cut(stopped),
        })
    }
}

/// The cells that may not be changed, if any are named.
fn protected(request: &Request, picture: &Picture) -> Result<Option<Picture>, InputError> {
    let mut mask = request.is_on(EDGES).then(|| edges(picture));
    if let Some(text) = request.find(PROTECT) {
        let read = read_one(text.as_bytes(), None).map_err(|error| error.of_option("protect"))?;
        let size = read.puzzle.size();
        let wanted = Size { rows: picture.height(), columns: picture.width() };
        let named = read.goal.filter(|_| size == wanted).ok_or_else(|| {
            InputError::new(format!("the protected cells are those of {size}"))
                .expected(format!("a picture of {wanted}, the size of the one to change"))
                .of_option("protect")
        })?;
        mask = Some(match mask {
            Some(mask) => {
                let both = mask.cells().iter().zip(named.cells()).map(|(a, b)| *a || *b).collect();
                Picture::from_cells(picture.width(), both)
            }
            None => named,
        });
    }
    Ok(mask)
}

impl MakeUniqueAnswer {
    fn new(
        given: &Picture,
        wish: &Wish,
        made: MadeUnique,
        certificate: Option<Certificate>,
        write: Option<&'static str>,
    ) -> MakeUniqueAnswer {
        let puzzle = Nonogram::of(&made.picture);
        MakeUniqueAnswer {
            board: puzzle.size(),
            position: write_inline(&puzzle, None),
            verdict: match (made.outcome, made.stopped) {
                (Outcome::Unique, _) => Verdict::Unique,
                (Outcome::Impossible, _) => Verdict::Impossible,
                (Outcome::Multiple, None) => Verdict::Multiple,
                (Outcome::Multiple, Some(_)) => Verdict::Budget,
            },
            objective: wish.objective.name(),
            protected: wish
                .protected
                .as_ref()
                .map_or(0, |mask| mask.cells().iter().filter(|&&cell| cell).count()),
            changes: made.changed.len(),
            changed: made.changed.iter().map(cell_name).collect(),
            cost: made.cost,
            at_least: (made.outcome != Outcome::Impossible).then_some(made.at_least),
            fewest: made.is_cheapest(),
            picture: given.rows(),
            solution: made.picture.rows(),
            nin: write_nin(&puzzle),
            certificate,
            write,
            sheet: Sheet::Plain(Box::new(Document { goal: Some(made.picture), ..Document::plain(puzzle) })),
        }
    }

    /// What was changed and how much had to be, in a line.
    fn changes_in_words(&self) -> String {
        let changed = format!("{} changed", count(self.changes as u64, "cell"));
        let at_least = self.at_least.unwrap_or_default();
        match (self.verdict, self.objective) {
            (Verdict::Unique, _) if self.changes == 0 => "unique as it is: nothing changed".to_owned(),
            (Verdict::Unique, "cells") if self.fewest => format!("{changed} (fewer cannot be enough)"),
            (Verdict::Unique, "cells") => format!("{changed}, at least {at_least} needed"),
            (Verdict::Unique, _) if self.fewest => {
                format!("{changed}, which show by {} (less cannot be enough)", self.cost)
            }
            (Verdict::Unique, _) => format!("{changed}, which show by {}, at least {at_least} needed", self.cost),
            (Verdict::Impossible, _) => {
                "nothing can make it unique: cells in lines that are protected from end to end can be exchanged".to_owned()
            }
            (Verdict::Multiple, _) => format!("{changed}, and other pictures still have the same clues"),
            (Verdict::Budget, _) => format!("{changed} so far; other pictures may still have the same clues"),
        }
    }
}

impl fmt::Display for MakeUniqueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(format) = self.write {
            return write_all(f, std::iter::once(&self.sheet), format, false);
        }
        f.write_str(&self.changes_in_words())?;
        if !self.changed.is_empty() {
            write!(f, ": {}", self.changed.join(" "))?;
        }
        write!(f, "\n{}\n\n{}", self.solution.join("\n"), self.nin.trim_end())
    }
}
