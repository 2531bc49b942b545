use std::fmt;

use quandary_core::words::count;
use quandary_core::{Certificate, Context, InputError, Stop};
use quandary_verbs::{Command, InputSpec, JSON_LINES, Opt, Reply, Request, Status, VerbSpec, make_items};
use schemars::JsonSchema;
use serde::Serialize;

use super::{FORMAT, PUZZLE, SolutionCount, cell_name, sheets, write_warnings};
use crate::notation::{Document, Drawing, Sheet, write_inline, write_solution, write_svg};
use crate::solve::{Engine, Goal, Method, Solved, Verdict, solve_colours};
use crate::{Block, Colour, ColourRun, Ink, Nonogram, Palette, Picture, Size};

const ANY: Opt<bool> =
    Opt::switch("any", "Stop at any solution; do not check whether it is the only one").formerly("first");
const METHOD: Opt<Engine> = Opt::text(
    "method",
    "METHOD",
    &Engine::NAMES,
    "best, line, probe, search, or one of the twelve methods of the literature by name or id (1 to 12)",
)
.or("best");
const WRITE: Opt<&str> =
    Opt::choice("write", "FORMAT", &["picture", "tcga", "svg"], "How to print a solution").or("picture");

pub(super) struct Solve;

/// What was found: about one puzzle, or about several.
#[derive(Serialize, JsonSchema)]
pub(super) struct Solutions {
    /// How they were solved.
    method: &'static str,
    /// `first`: any solution; `unique`: also whether it is the only one.
    goal: &'static str,
    #[serde(flatten)]
    found: OneOrSeveral,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum OneOrSeveral {
    One(Box<Item>),
    Several(Several),
}

/// The puzzles of a file.
#[derive(Serialize, JsonSchema)]
struct Several {
    /// What is known of each, in their order.
    items: Vec<Item>,
    /// What proves it.
    certificates: Vec<Certificate>,
}

/// What is known of a puzzle.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// Its number in the file, from 1.
    index: u64,
    /// Its title, if it has one.
    title: Option<String>,
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// `solved` (a picture fits), `unique`, `multiple`, `none`, `open` (the method gave up) or `budget`.
    verdict: SolutionCount,
    /// A picture that fits, a string a row: `#` black, `.` white; in colours their letters.
    solution: Option<Vec<String>>,
    /// Another picture that fits.
    other: Option<Vec<String>>,
    /// The cells in which the two differ.
    differences: Option<Vec<String>>,
    /// What the method found before it gave up: `?` for an open cell.
    cells: Option<Vec<String>>,
    /// Decisions and probes, or placements of one of the twelve methods.
    nodes: u64,
    /// CPU seconds; with several threads those of the others are among them.
    cpu_seconds: f64,
    /// Steps of the proof.
    proof_steps: Option<usize>,
    /// What proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    /// What the letters stand for, in colours: `a #ff0000 red`.
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<Vec<String>>,
    /// What is odd about the file.
    warnings: Vec<InputError>,
    #[serde(skip)]
    write: &'static str,
    #[serde(skip)]
    shown: TextParts,
}

/// What the text is made from.
enum TextParts {
    Plain(Nonogram, Verdict),
    Coloured(Nonogram<ColourRun>, Verdict<Picture<Colour>>, Palette),
}

impl TextParts {
    /// The solution drawn, if one is known.
    fn drawing(&self) -> Option<Drawing> {
        match self {
            TextParts::Plain(puzzle, verdict) => {
                let picture = verdict.picture()?;
                Some(Drawing::new(puzzle, Some(picture), &Palette::usual(1)))
            }
            TextParts::Coloured(puzzle, verdict, palette) => {
                Some(Drawing::new(puzzle, Some(verdict.picture()?), palette))
            }
        }
    }
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The picture, whether it is the only one, and a proof of that",
        input: InputSpec::Required(PUZZLE),
        options: &[FORMAT.spec, ANY.spec, JSON_LINES.spec, METHOD.spec, WRITE.spec],
        examples: &[
            "solve nonogram puzzle.non",
            "solve nonogram \"1-1 3 1/2 2 2\"",
            "solve nonogram taai2011.txt --any --json-lines",
            "solve nonogram puzzle.nin --method recursive_intersect_greedy --nodes 100000",
            "solve nonogram puzzle.nin --write svg > solution.svg",
        ],
        conventions: &[("nodes", "decisions and probes; the budget counts for each puzzle of a file")],
    };
    type Answer = Solutions;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Solutions>, Stop> {
        let goal = if request.is_on(ANY) { Goal::First } else { Goal::Unique };
        let (engine, write) = (request.get(METHOD), request.get(WRITE));
        let puzzles = sheets(request)?;
        if engine != Engine::Ours(Method::Best) || write == "tcga" {
            let coloured = puzzles.iter().find_map(|sheet| match sheet {
                Sheet::Coloured(document) => Some(document.palette.colours()),
                Sheet::Plain(_) => None,
            });
            if let Some(colours) = coloured {
                return Err(InputError::new(format!("the puzzle has {colours} colours"))
                    .expected("the method `best` and the picture or SVG for colours")
                    .into());
            }
        }
        let mut status = Status::Answered;
        let (mut items, mut cut) = make_items(
            request,
            context,
            ("puzzles", puzzles.len() as u64),
            |index| Ok(solve_one(engine, goal, &puzzles[index as usize], index + 1, write, context)),
            |item: &Item| {
                status = match &item.shown {
                    TextParts::Plain(_, verdict) => worse(status, verdict),
                    TextParts::Coloured(_, verdict, _) => worse(status, verdict),
                }
            },
        )?;
        if let Status::Exhausted(why) = status {
            cut = cut.or(Some(why));
        }
        let found = match items.pop() {
            Some(only) if items.is_empty() && puzzles.len() == 1 => OneOrSeveral::One(Box::new(only)),
            last => {
                items.extend(last);
                let certificates = items.iter_mut().filter_map(|item| item.certificate.take()).collect();
                OneOrSeveral::Several(Several { items, certificates })
            }
        };
        let goal = if goal == Goal::First { "first" } else { "unique" };
        let answer = Solutions { method: engine.name(), goal, found };
        Ok(Reply { status, ..Reply::from(answer) }.cut(cut))
    }
}

fn solve_one(
    engine: Engine,
    goal: Goal,
    sheet: &Sheet,
    index: u64,
    write: &'static str,
    context: &Context<'_>,
) -> Item {
    let before = (context.cpu_seconds)();
    let mut budget = context.budget.clone();
    match sheet {
        Sheet::Plain(document) => {
            let solved = engine.solve(&document.puzzle, goal, &mut budget);
            let cpu_seconds = (context.cpu_seconds)() - before;
            let shown = TextParts::Plain(document.puzzle.clone(), solved.verdict.clone());
            Item { index, cpu_seconds, write, ..Item::new(document, &solved, shown) }
        }
        Sheet::Coloured(document) => {
            let solved = solve_colours(&document.puzzle, goal, &mut budget);
            let cpu_seconds = (context.cpu_seconds)() - before;
            let palette = document.palette.clone();
            let colours = palette
                .iter()
                .map(|(colour, swatch)| format!("{} {} {}", colour.symbol(), swatch.hex(), swatch.name));
            let colours = Some(colours.collect());
            let shown = TextParts::Coloured(document.puzzle.clone(), solved.verdict.clone(), palette);
            Item { index, cpu_seconds, colours, write, ..Item::new(document, &solved, shown) }
        }
    }
}

impl Item {
    /// What is known of a puzzle; its number, how long it took and how it is to be written are still to be said.
    fn new<B: Block>(document: &Document<B>, solved: &Solved<Picture<B::Ink>>, shown: TextParts) -> Item {
        let puzzle = &document.puzzle;
        let (other, differences) = match &solved.verdict {
            Verdict::Multiple(first, second) => {
                let cells = first.differences(second).iter().map(cell_name).collect();
                (Some(second.rows()), Some(cells))
            }
            _ => (None, None),
        };
        Item {
            index: 0,
            title: document.title.clone(),
            board: puzzle.size(),
            position: write_inline(puzzle, None),
            verdict: SolutionCount::from(&solved.verdict),
            solution: solved.verdict.picture().map(Picture::rows),
            other,
            differences,
            cells: if let Verdict::Open(board) = &solved.verdict { Some(board.rows()) } else { None },
            nodes: solved.nodes,
            cpu_seconds: 0.0,
            proof_steps: solved.steps.as_ref().map(Vec::len),
            certificate: solved.certificate(puzzle),
            colours: None,
            warnings: document.warnings.clone(),
            write: "picture",
            shown,
        }
    }
}

/// The status of several answers: cut short before no before yes.
fn worse<P>(status: Status, verdict: &Verdict<P>) -> Status {
    match (status, verdict) {
        (Status::Exhausted(_), _) => status,
        (_, Verdict::Budget { why, .. }) => Status::Exhausted(*why),
        // A method that gives up has said no: not by this.
        (_, Verdict::None | Verdict::Open(_)) => Status::Negative,
        _ => status,
    }
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = match &self.found {
            OneOrSeveral::One(item) => std::slice::from_ref(&**item),
            OneOrSeveral::Several(several) => &several.items,
        };
        if items.first().is_some_and(|item| item.write == "svg")
            && let Some(drawn) = items.iter().map(|item| item.shown.drawing()).collect::<Option<Vec<_>>>()
        {
            return f.write_str(&write_svg(&drawn));
        }
        for (index, item) in items.iter().enumerate() {
            write!(f, "{}{item}", if index == 0 { "" } else { "\n\n" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ("tcga", TextParts::Plain(_, verdict)) = (self.write, &self.shown)
            && let Some(picture) = verdict.picture()
        {
            return f.write_str(write_solution(picture, self.index as usize).trim_end());
        }
        write_warnings(f, &self.warnings)?;
        match &self.title {
            Some(title) => write!(f, "puzzle {}, {title}, {}: ", self.index, self.board)?,
            None => write!(f, "puzzle {}, {}: ", self.index, self.board)?,
        }
        match &self.shown {
            TextParts::Plain(_, verdict) => self.write_verdict(f, verdict)?,
            TextParts::Coloured(_, verdict, _) => self.write_verdict(f, verdict)?,
        }
        if let Some(colours) = &self.colours {
            write!(f, "\n{}", colours.join(", "))?;
        }
        write!(f, "\n{}, {:.3} s of CPU", count(self.nodes, "node"), self.cpu_seconds)?;
        match self.proof_steps {
            Some(steps) => write!(f, "; proved in {}", count(steps as u64, "step")),
            None => Ok(()),
        }
    }
}

impl Item {
    fn write_verdict<I: Ink>(
        &self,
        f: &mut fmt::Formatter<'_>,
        verdict: &Verdict<Picture<I>>,
    ) -> fmt::Result {
        match verdict {
            Verdict::Solved(picture) => write!(f, "a solution\n{picture}"),
            Verdict::Unique(picture) => write!(f, "the only solution\n{picture}"),
            Verdict::Multiple(first, second) => {
                let different = self.differences.as_deref().unwrap_or_default().join(" ");
                write!(f, "more than one solution\n{first}\n\nanother, different at {different}\n{second}")
            }
            Verdict::None => f.write_str("no solution"),
            Verdict::Open(board) => {
                write!(f, "{} open by this method\n{board}", count(board.open() as u64, "cell"))
            }
            Verdict::Budget { why, found: Some(picture) } => {
                write!(f, "{why}; a solution, perhaps not the only one\n{picture}")
            }
            Verdict::Budget { why, found: None } => write!(f, "{why}; nothing is known yet"),
        }
    }
}
