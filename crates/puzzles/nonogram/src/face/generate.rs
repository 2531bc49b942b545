use std::fmt;

use quandary_core::face::{
    Ask, InputSpec, JSON_LINES, Opt, OptionSpec, Reply, Request, SEED, VerbSpec, make_items,
};
use quandary_core::{Context, InputError, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SIZE, scaled_image};
use crate::generate::{Boardgen, Wanted};
use crate::notation::{
    Document, read_one, write_inline, write_nin, write_non, write_question, write_solution, write_svg,
};
use crate::play::{BOARD, SHARE};
use crate::{Nonogram, Picture, Size};

const COUNT: Opt<u64> = Opt::whole("count", "N", 1, 1_000_000_000, "How many").or("1");
const UNIQUE: Opt<bool> = Opt::switch("unique", "Draw again until the solution is the only one");
const BOARDGEN: Opt<Boardgen> = Opt::text(
    "boardgen",
    "N NUM P1 P2 SEED",
    &["5 10 0.5 0.35 12345"],
    "The tournament generator's NUM boards of NxN, shares P1 to P2, as Python 3 draws them",
);
const OUT: Opt<&str> = Opt::choice("format", "FORMAT", &OUTPUTS, "What to print").or("non");
const SOLUTION: Opt<bool> = Opt::switch("solution", "Print the solution instead (tcga, picture, svg)")
    .only_with("format", &["tcga", "picture", "svg"]);

/// The formats that can be written.
pub(super) const OUTPUTS: [&str; 6] = ["non", "nin", "tcga", "inline", "picture", "svg"];

pub(super) struct Generate;

/// Puzzles that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Made {
    /// The seed they were drawn with; null where none was needed.
    seed: Option<u64>,
    /// The puzzles.
    items: Vec<Item>,
    #[serde(skip)]
    format: &'static str,
    #[serde(skip)]
    solution: bool,
}

/// A puzzle.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// Its number, from 1.
    index: u64,
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// The clues as a `.nin` file.
    nin: String,
    /// The picture it was made from, a string a row: `#` black, `.` white.
    solution: Option<Vec<String>>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
    #[serde(skip)]
    document: Document,
}

impl Ask for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Puzzles: random, the tournament generator's boards, or the puzzle of an image",
        input: InputSpec::Optional(
            "A picture or image to make a puzzle of, or a puzzle to write in another format",
        ),
        options: &[
            SIZE.with_help("Rows and columns; an image is scaled to them; 10x10 without INPUT").spec,
            SHARE.with_help("Share of black cells").or("0.5").spec,
            COUNT.spec,
            UNIQUE.spec,
            BOARDGEN.spec,
            OUT.spec,
            SOLUTION.spec,
            SEED.spec,
            JSON_LINES.spec,
        ],
        examples: &[
            "generate nonogram --board 15x20 --unique --seed 7",
            "generate nonogram --boardgen 5 10 0.5 0.35 12345 --format tcga",
            "generate nonogram photo.png --board 30x30 --format non",
            "generate nonogram puzzle.nin --format svg > puzzle.svg",
        ],
        conventions: &[
            ("boardgen", "Python 3: MT19937 seeded with the integer, random.shuffle"),
            ("nodes", "pictures drawn and decisions of the solver; the budget counts for each puzzle"),
        ],
    };
    type Answer = Made;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Made>, Stop> {
        let source = Source::new(request)?;
        let (format, solution) = (request.get(OUT), request.is_on(SOLUTION));
        if let Source::Given(document) = &source {
            // What is printed is a file, in which warnings have no place.
            document
                .warnings
                .iter()
                .for_each(|warning| context.progress.note(&format!("warning: {warning}")));
            if document.goal.is_none() {
                solution_is_there(format, solution)?;
            }
        }
        let item = |index| Ok(Item::new(index + 1, source.document(index, context)?));
        let (items, cut) = make_items(request, context, ("puzzles", source.count(request)), item, |_| {})?;
        let seed = matches!(source, Source::Drawn(..)).then(|| request.get(SEED));
        Ok(Reply::from(Made { seed, items, format, solution }).cut(cut))
    }
}

/// Where puzzles come from.
enum Source {
    /// INPUT.
    Given(Box<Document>),
    /// The tournament generator.
    Boardgen(Vec<Picture>),
    /// Chance.
    Drawn(Wanted, Seed),
}

impl Source {
    fn new(request: &Request) -> Result<Source, InputError> {
        const OF_CHANCE: [OptionSpec; 4] = [SHARE.spec, COUNT.spec, UNIQUE.spec, SEED.spec];
        if request.input().is_some() {
            request.refuse(&[BOARDGEN.spec], "no INPUT beside it")?;
            request.refuse(&OF_CHANCE, "no INPUT beside it")?;
        }
        if let Some(document) = scaled_image(request)? {
            return Ok(Source::Given(Box::new(document)));
        }
        if let Some(input) = request.input() {
            request.refuse(&[SIZE.spec], "an image as INPUT, or none")?;
            return Ok(Source::Given(Box::new(read_one(&input.bytes, None)?)));
        }
        if let Some(generator) = request.find(BOARDGEN) {
            request.refuse(&[SIZE.spec], "it without --boardgen, which has a size of its own")?;
            request.refuse(&OF_CHANCE, "it without --boardgen, which has numbers of its own")?;
            return Ok(Source::Boardgen(generator.pictures()));
        }
        let size = match request.find(SIZE) {
            Some(size) => size,
            None => BOARD.spec.default.unwrap_or_default().parse()?,
        };
        let wanted = Wanted { size, share: request.get(SHARE), unique: request.is_on(UNIQUE) };
        Ok(Source::Drawn(wanted, Seed(request.get(SEED))))
    }

    fn count(&self, request: &Request) -> u64 {
        match self {
            Source::Given(_) => 1,
            Source::Boardgen(pictures) => pictures.len() as u64,
            Source::Drawn(..) => request.get(COUNT),
        }
    }

    fn document(&self, index: u64, context: &Context<'_>) -> Result<Document, Stop> {
        let picture = match self {
            Source::Given(document) => return Ok((**document).clone()),
            Source::Boardgen(pictures) => pictures[index as usize].clone(),
            Source::Drawn(wanted, seed) => wanted.draw(*seed, index, &mut context.budget.clone())?,
        };
        Ok(Document { goal: Some(picture.clone()), ..Document::plain(Nonogram::of(&picture)) })
    }
}

impl Item {
    fn new(index: u64, document: Document) -> Item {
        let puzzle = &document.puzzle;
        Item {
            index,
            board: puzzle.size(),
            position: write_inline(puzzle, None),
            nin: write_nin(puzzle),
            solution: document.goal.as_ref().map(Picture::rows),
            warnings: document.warnings.clone(),
            document,
        }
    }
}

/// Refuses to print a picture that is not known.
fn solution_is_there(format: &str, solution: bool) -> Result<(), InputError> {
    if format == "picture" || (solution && matches!(format, "tcga" | "svg")) {
        return Err(InputError::new("the solution is not known here")
            .expected("`solve` to find it, or a picture as INPUT"));
    }
    Ok(())
}

/// Documents in a format, or their solutions; together they can be read again.
pub(super) fn write_all<'d>(
    f: &mut fmt::Formatter<'_>,
    documents: impl Iterator<Item = &'d Document> + Clone,
    format: &str,
    solution: bool,
) -> fmt::Result {
    if format == "svg" {
        let drawn: Vec<(&Nonogram, Option<&Picture>)> = documents
            .map(|document| (&document.puzzle, document.goal.as_ref().filter(|_| solution)))
            .collect();
        return f.write_str(&write_svg(&drawn));
    }
    for (index, document) in documents.enumerate() {
        let separate = index > 0 && !matches!(format, "tcga" | "inline");
        let text = match (format, &document.goal) {
            ("tcga", Some(goal)) if solution => write_solution(goal, index + 1),
            ("tcga", _) => write_question(&document.puzzle, index + 1),
            ("nin", _) => write_nin(&document.puzzle),
            ("inline", _) => format!("{}\n", write_inline(&document.puzzle, document.saved.as_ref())),
            ("picture", Some(goal)) => format!("{goal}\n"),
            _ => write_non(document),
        };
        write!(f, "{}{text}", if separate { "\n" } else { "" })?;
    }
    Ok(())
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_all(f, self.items.iter().map(|item| &item.document), self.format, self.solution)
    }
}
