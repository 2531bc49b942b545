use std::fmt;

use quandary_core::face::{
    Ask, InputSpec, JSON_LINES, Opt, OptionSpec, Reply, Request, SEED, VerbSpec, make_items,
};
use quandary_core::{Certificate, Context, InputError, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SIZE, image, scaled_image};
use crate::generate::{Boardgen, Wanted, random_colours};
use crate::human::Level;
use crate::notation::{
    Document, Drawing, Sheet, read_one_sheet, write_csv, write_g, write_inline, write_nin, write_non,
    write_question, write_solution, write_svg, write_webpbn,
};
use crate::play::{BOARD, SHARE};
use crate::shape::Shape;
use crate::{Block, Colour, Nonogram, Picture, Size};

const COUNT: Opt<u64> = Opt::whole("count", "N", 1, 1_000_000_000, "How many").or("1");
const UNIQUE: Opt<bool> = Opt::switch("unique", "Draw again until the solution is the only one");
const GRADE: Opt<Level> = Opt::text(
    "grade",
    "1..5",
    &["1", "2", "3", "4", "5"],
    "Draw until it is so hard: 1 overlap, 2 line logic, 3 a few suppositions, 4 more or deeper ones, 5 search",
);
const SHAPE: Opt<Shape> = Opt::text(
    "shape",
    "SHAPE",
    &Shape::NAMES,
    "noise, symmetric (mirrored left to right) or blobs (areas, as in drawings)",
)
.or("noise");
const BOARDGEN: Opt<Boardgen> = Opt::text(
    "boardgen",
    "N NUM P1 P2 SEED",
    &["5 10 0.5 0.35 12345"],
    "The tournament generator's NUM boards of NxN, shares P1 to P2, as Python 3 draws them",
);
const OUT: Opt<&str> = Opt::choice("format", "FORMAT", &OUTPUTS, "What to print").or("non");
const SOLUTION: Opt<bool> = Opt::switch("solution", "Print the solution instead (tcga, picture, svg)")
    .only_with("format", &["tcga", "picture", "svg"]);

const COLOURS: Opt<u64> = Opt::whole(
    "colours",
    "K",
    1,
    Colour::MOST as u64,
    "In so many colours beside the background; those of an image are its main ones",
);

/// The formats that can be written.
pub(super) const OUTPUTS: [&str; 9] =
    ["non", "nin", "g", "webpbn", "csv", "tcga", "inline", "picture", "svg"];

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
    /// The picture it was made from, a string a row: `#` black, `.` white; in colours their letters.
    solution: Option<Vec<String>>,
    /// With `--grade`: how hard it is.
    grade: Option<Level>,
    /// With `--grade`: what proves that the solution is the only one.
    certificate: Option<Certificate>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
    #[serde(skip)]
    sheet: Sheet,
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
            GRADE.spec,
            SHAPE.spec,
            COLOURS.spec,
            BOARDGEN.spec,
            OUT.spec,
            SOLUTION.spec,
            SEED.spec,
            JSON_LINES.spec,
        ],
        examples: &[
            "generate nonogram --board 15x20 --unique --seed 7",
            "generate nonogram --grade 3 --board 10x10 --seed 7",
            "generate nonogram --shape blobs --board 12x12 --grade 2",
            "generate nonogram --boardgen 5 10 0.5 0.35 12345 --format tcga",
            "generate nonogram photo.png --board 30x30 --format non",
            "generate nonogram photo.png --board 30x30 --colours 4 --format svg",
            "generate nonogram puzzle.nin --format svg > puzzle.svg",
        ],
        conventions: &[
            ("boardgen", "Python 3: MT19937 seeded with the integer, random.shuffle"),
            (
                "grade",
                "1 the overlap rule suffices, 2 single lines do, 3 at most 8 steps take a supposition, 4 more do or \
                 suppositions under suppositions, 5 it has one solution that these do not find",
            ),
            (
                "nodes",
                "pictures drawn, decisions of the solver and lines looked at; the budget counts for each puzzle",
            ),
        ],
    };
    type Answer = Made;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Made>, Stop> {
        let source = Source::new(request)?;
        let (format, solution) = (request.get(OUT), request.is_on(SOLUTION));
        if let Source::Given(sheet) = &source {
            // What is printed is a file, in which warnings have no place.
            let (warnings, has_goal) = match sheet {
                Sheet::Plain(document) => (&document.warnings, document.goal.is_some()),
                Sheet::Coloured(document) => (&document.warnings, document.goal.is_some()),
            };
            for warning in warnings {
                context.progress.note(&format!("warning: {warning}"));
            }
            if !has_goal {
                solution_is_there(format, solution)?;
            }
        }
        if format == "tcga" && source.is_coloured() {
            return Err(InputError::new("tournament text has no colours")
                .expected("one of non, nin, g, webpbn, csv, inline, picture, svg")
                .of_option("format")
                .into());
        }
        let item = |index| {
            let (sheet, graded) = source.sheet(index, context)?;
            let (grade, certificate) = graded.unzip();
            Ok(Item { grade, certificate: certificate.flatten(), ..Item::new(index + 1, &sheet) })
        };
        let (items, cut) = make_items(request, context, ("puzzles", source.count(request)), item, |_| {})?;
        let seed = matches!(source, Source::Drawn(..) | Source::Colours(..)).then(|| request.get(SEED));
        Ok(Reply::from(Made { seed, items, format, solution }).cut(cut))
    }
}

/// Where puzzles come from.
enum Source {
    /// INPUT.
    Given(Sheet),
    /// The tournament generator.
    Boardgen(Vec<Picture>),
    /// Chance.
    Drawn(Wanted, Option<Level>, Seed),
    /// Chance, in so many colours.
    Colours(Wanted, usize, Seed),
}

impl Source {
    fn new(request: &Request) -> Result<Source, InputError> {
        const OF_CHANCE: [OptionSpec; 6] =
            [SHARE.spec, COUNT.spec, UNIQUE.spec, GRADE.spec, SHAPE.spec, SEED.spec];
        if request.input().is_some() {
            request.refuse(&[BOARDGEN.spec], "no INPUT beside it")?;
            request.refuse(&OF_CHANCE, "no INPUT beside it")?;
        }
        let colours = request.find(COLOURS).map(|count| count as usize);
        if let (Some(colours), Some(image)) = (colours, image(request)?) {
            let image = match request.find(SIZE) {
                Some(size) => image.resized(size.columns, size.rows),
                None => image,
            };
            let (picture, palette) = image.colours(colours);
            let document = Document { palette, ..Document::of_picture(picture)? };
            return Ok(Source::Given(Sheet::Coloured(Box::new(document))));
        }
        if let Some(document) = scaled_image(request)? {
            return Ok(Source::Given(Sheet::Plain(Box::new(document))));
        }
        if let Some(input) = request.input() {
            request.refuse(&[SIZE.spec, COLOURS.spec], "an image as INPUT, or none")?;
            return Ok(Source::Given(read_one_sheet(&input.bytes, None)?));
        }
        if let Some(generator) = request.find(BOARDGEN) {
            request.refuse(&[COLOURS.spec], "it without --boardgen, which is in black and white")?;
            request.refuse(&[SIZE.spec], "it without --boardgen, which has a size of its own")?;
            request.refuse(&OF_CHANCE, "it without --boardgen, which has numbers of its own")?;
            return Ok(Source::Boardgen(generator.pictures()));
        }
        let size = match request.find(SIZE) {
            Some(size) => size,
            None => BOARD.spec.default.unwrap_or_default().parse()?,
        };
        let wanted = Wanted {
            size,
            share: request.get(SHARE),
            unique: request.is_on(UNIQUE),
            shape: request.get(SHAPE),
        };
        let seed = Seed(request.get(SEED));
        let level = request.find(GRADE);
        if level.is_some() {
            request.refuse(&[UNIQUE.spec], "it left out: what has a grade is unique")?;
            request.refuse(&[COLOURS.spec], "it without --grade, which is for black and white")?;
        }
        Ok(match colours {
            Some(colours) => Source::Colours(wanted, colours, seed),
            None => Source::Drawn(wanted, level, seed),
        })
    }

    fn count(&self, request: &Request) -> u64 {
        match self {
            Source::Given(_) => 1,
            Source::Boardgen(pictures) => pictures.len() as u64,
            Source::Drawn(..) | Source::Colours(..) => request.get(COUNT),
        }
    }

    fn is_coloured(&self) -> bool {
        matches!(self, Source::Given(Sheet::Coloured(_)) | Source::Colours(..))
    }

    /// Puzzle `index`, and with `--grade` how hard it is and what proves that it is unique.
    fn sheet(&self, index: u64, context: &Context<'_>) -> Result<(Sheet, Option<Proved>), Stop> {
        let mut budget = context.budget.clone();
        let plain = |picture: Picture| {
            let puzzle = Nonogram::of(&picture);
            Sheet::Plain(Box::new(Document { goal: Some(picture), ..Document::plain(puzzle) }))
        };
        let picture = match self {
            Source::Given(sheet) => return Ok((sheet.clone(), None)),
            Source::Colours(wanted, colours, seed) => {
                let picture = random_colours(wanted, *colours, *seed, index, &mut budget)?;
                let puzzle = Nonogram::of(&picture);
                let document = Document { goal: Some(picture), ..Document::plain(puzzle) };
                return Ok((Sheet::Coloured(Box::new(document)), None));
            }
            Source::Boardgen(pictures) => pictures[index as usize].clone(),
            Source::Drawn(wanted, Some(level), seed) => {
                let (picture, graded) = wanted.draw_graded(*level, *seed, index, &mut budget)?;
                let certificate = graded.solved.certificate(&Nonogram::of(&picture));
                return Ok((plain(picture), Some((*level, certificate))));
            }
            Source::Drawn(wanted, None, seed) => wanted.draw(*seed, index, &mut budget)?,
        };
        Ok((plain(picture), None))
    }
}

/// How hard a puzzle is, and what proves that it is unique.
type Proved = (Level, Option<Certificate>);

impl Item {
    fn new(index: u64, sheet: &Sheet) -> Item {
        match sheet {
            Sheet::Plain(document) => Item::of(index, document, sheet.clone()),
            Sheet::Coloured(document) => Item::of(index, document, sheet.clone()),
        }
    }

    fn of<B: Block>(index: u64, document: &Document<B>, sheet: Sheet) -> Item {
        let puzzle = &document.puzzle;
        Item {
            index,
            board: puzzle.size(),
            position: write_inline(puzzle, None),
            nin: write_nin(puzzle),
            solution: document.goal.as_ref().map(Picture::rows),
            grade: None,
            certificate: None,
            warnings: document.warnings.clone(),
            sheet,
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

/// Puzzles in a format, or their solutions; together they can be read again.
pub(super) fn write_all<'d>(
    f: &mut fmt::Formatter<'_>,
    sheets: impl Iterator<Item = &'d Sheet> + Clone,
    format: &str,
    solution: bool,
) -> fmt::Result {
    if format == "svg" {
        let drawing = |sheet: &Sheet| match sheet {
            Sheet::Plain(document) => draw(document, solution),
            Sheet::Coloured(document) => draw(document, solution),
        };
        return f.write_str(&write_svg(&sheets.map(drawing).collect::<Vec<_>>()));
    }
    for (index, sheet) in sheets.enumerate() {
        let separate = index > 0 && !matches!(format, "tcga" | "inline");
        let text = match sheet {
            Sheet::Plain(document) => match (format, &document.goal) {
                ("tcga", Some(goal)) if solution => write_solution(goal, index + 1),
                ("tcga", _) => write_question(&document.puzzle, index + 1),
                ("inline", _) => format!("{}\n", write_inline(&document.puzzle, document.saved.as_ref())),
                _ => write_one(document, format),
            },
            Sheet::Coloured(document) => write_one(document, format),
        };
        write!(f, "{}{text}", if separate { "\n" } else { "" })?;
    }
    Ok(())
}

fn draw<B: Block>(document: &Document<B>, solution: bool) -> Drawing {
    Drawing::new(&document.puzzle, document.goal.as_ref().filter(|_| solution), &document.palette)
}

fn write_one<B: Block>(document: &Document<B>, format: &str) -> String {
    match (format, &document.goal) {
        ("nin", _) => write_nin(&document.puzzle),
        ("inline", _) => format!("{}\n", write_inline(&document.puzzle, None)),
        ("g", _) => write_g(document),
        ("webpbn", _) => write_webpbn(document),
        ("csv", _) => write_csv(document),
        ("picture", Some(goal)) => format!("{goal}\n"),
        _ => write_non(document),
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_all(f, self.items.iter().map(|item| &item.sheet), self.format, self.solution)
    }
}
