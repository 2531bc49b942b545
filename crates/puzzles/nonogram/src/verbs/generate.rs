use std::fmt;

use quandary_core::{Certificate, Context, InputError, Seed, Stop};
use quandary_verbs::figure::{Figure, Marks, Series};
use quandary_verbs::{
    Command, FIGURE, InputSpec, JSON_LINES, Opt, OptionSpec, Reply, Request, SEED, VerbSpec, join, make_items,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::import::{self, has_threshold, image, import, imported};
use super::{SIZE, SolutionCount};
use crate::generate::{Boardgen, DrawingCounts, PictureKind, random_colours};
use crate::human::Level;
use crate::notation::{
    Document, Drawing, Import, Sheet, Threshold, Tile, contact_sheet, read_one_sheet, write_contact_sheet,
    write_csv, write_g, write_inline, write_nin, write_non, write_question, write_solution, write_svg,
    write_webpbn,
};
use crate::play::{BOARD, SHARE};
use crate::shape::Shape;
use crate::solve::{Goal, Method, solve};
use crate::{Block, Colour, Nonogram, Picture, Size};

const COUNT: Opt<u64> = Opt::whole("count", "N", 1, 1_000_000_000, "How many").or("1");
const UNIQUE: Opt<bool> = Opt::switch("unique", "Draw again until the solution is the only one");
const GRADE: Opt<Level> = Opt::text(
    "grade",
    "1..5",
    &["1", "2", "3", "4", "5"],
    "Draw until the puzzle has this grade: 1 overlap, 2 line logic, 3 a few suppositions, 4 more or deeper ones, 5 search",
);
const SHAPE: Opt<Shape> = Opt::text(
    "shape",
    "SHAPE",
    &Shape::NAMES,
    "noise, symmetric (mirrored left to right) or blobs (areas, as in drawings); --grade uses what suits it unless this is given",
)
.or("noise");
const BOARDGEN: Opt<Boardgen> = Opt::text(
    "boardgen",
    "N NUM P1 P2 SEED",
    &["5 10 0.5 0.35 12345"],
    "The tournament generator's NUM boards of NxN, shares P1 to P2, as Python 3 draws them",
);
const OUT: Opt<&str> = Opt::choice("write", "FORMAT", &OUTPUTS, "What to print").or("non").formerly("format");
const SOLUTION: Opt<bool> = Opt::switch("solution", "Print the solution instead (tcga, picture, svg)")
    .only_with("write", &["tcga", "picture", "svg"]);

const COLOURS: Opt<u64> = Opt::whole(
    "colours",
    "K",
    1,
    Colour::MOST as u64,
    "Number of colours beside the background; for an image, its main ones",
);

const CONTACT: Opt<bool> =
    Opt::switch("contact-sheet", "Draw an image in several sizes and thresholds as one SVG, to choose from");

/// The formats that can be written.
pub(super) const OUTPUTS: [&str; 9] =
    ["non", "nin", "g", "webpbn", "csv", "tcga", "inline", "picture", "svg"];

pub(super) struct Generate;

/// Puzzles that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct GenerateAnswer {
    /// The seed they were drawn with; null where none was needed.
    seed: Option<u64>,
    /// The puzzles.
    items: Vec<Item>,
    #[serde(skip)]
    format: &'static str,
    #[serde(skip)]
    solution: bool,
    /// How many pictures a row of a contact sheet has.
    #[serde(skip)]
    across: Option<usize>,
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
    /// With `--grade`: what was drawn on the way to it, itself included.
    seen: Option<DrawingCounts>,
    /// On a contact sheet: the options that give this picture.
    options: Option<String>,
    /// On a contact sheet: `unique`, `multiple`, or `budget` (not known within a small one).
    verdict: Option<SolutionCount>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
    #[serde(skip)]
    sheet: Sheet,
}

impl Command for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Puzzles: random, the tournament generator's boards, or the puzzle of an image",
        input: InputSpec::Optional(
            "A picture or image to make a puzzle of, or a puzzle to write in another format",
        ),
        options: &join::<14, 4, 18>(
            [
                SIZE.with_help("Rows and columns; an image is scaled to them [default without INPUT: 10x10]")
                    .spec,
                SHARE.with_help("Share of black cells; with --grade what suits it").or("0.5").spec,
                COUNT.spec,
                UNIQUE.spec,
                GRADE.spec,
                SHAPE.spec,
                COLOURS.spec,
                BOARDGEN.spec,
                CONTACT.spec,
                OUT.spec,
                SOLUTION.spec,
                SEED.spec,
                FIGURE
                    .with_help("With --grade: draw the grades that were drawn beside the one asked for into this file")
                    .spec,
                JSON_LINES.spec,
            ],
            import::OPTIONS,
        ),
        examples: &[
            "generate nonogram --board 15x20 --unique --seed 7",
            "generate nonogram --grade 3 --board 10x10 --seed 7",
            "generate nonogram --shape blobs --board 12x12 --grade 2",
            "generate nonogram --boardgen 5 10 0.5 0.35 12345 --write tcga",
            "generate nonogram photo.png --board 30x30 --write non",
            "generate nonogram photo.jpg --contact-sheet > sheet.svg",
            "generate nonogram photo.jpg --board 25x20 --crop 800x1000+200+0 --contrast 1.5 --threshold 96",
            "generate nonogram photo.png --board 30x30 --colours 4 --write svg",
            "generate nonogram puzzle.nin --write svg > puzzle.svg",
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
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
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
                .of_option("write")
                .into());
        }
        let item = |index| {
            let (sheet, graded) = source.sheet(index, context)?;
            let (options, verdict) = source.chosen(index, &sheet, context).unzip();
            let item = Item { options, verdict, ..Item::new(index + 1, &sheet) };
            Ok(match graded {
                Some(ProvedPuzzle { grade, certificate, seen }) => {
                    Item { grade: Some(grade), certificate, seen: Some(seen), ..item }
                }
                None => item,
            })
        };
        let mut seen = DrawingCounts::default();
        let look = |item: &Item| item.seen.iter().for_each(|more| seen.add(more));
        let (items, cut) = make_items(request, context, ("puzzles", source.count(request)), item, look)?;
        let seed = matches!(source, Source::Drawn(..) | Source::Colours(..)).then(|| request.get(SEED));
        let across = if let Source::Contact { across, .. } = source { Some(across) } else { None };
        let reply = Reply::from(GenerateAnswer { seed, items, format, solution, across }).cut(cut);
        Ok(match request.find(GRADE) {
            Some(level) => reply.with_figure(figure(level, &seen)),
            None => reply,
        })
    }
}

/// The grades that were drawn, beside the one asked for.
fn figure(level: Level, seen: &DrawingCounts) -> Figure {
    let [one, two, three, four, five] = seen.graded;
    let counts = [
        ("several solutions", seen.several),
        ("by lines", seen.by_lines),
        ("not by lines", seen.beyond_lines),
        ("by probing", seen.by_probing),
        ("not by probing", seen.beyond_probing),
        ("grade 1", one),
        ("grade 2", two),
        ("grade 3", three),
        ("grade 4", four),
        ("grade 5", five),
    ];
    let wanted = format!("grade {level}");
    // Names beside names that nothing was found under could not be read.
    let counts: Vec<_> = counts.into_iter().filter(|&(name, count)| count > 0 || name == wanted).collect();
    let bars = |asked: bool| {
        let points = counts.iter().enumerate().filter(|(_, (name, _))| (*name == wanted) == asked);
        points.map(|(place, &(_, count))| (place as f64, count as f64)).collect::<Vec<_>>()
    };
    Figure {
        title: format!("Drawn against asked: grade {level}"),
        x_label: "what was found out".to_owned(),
        y_label: "drawings".to_owned(),
        x_names: counts.iter().map(|&(name, _)| name.to_owned()).collect(),
        series: vec![
            Series::new("asked for, and kept", Marks::Bars, bars(true)),
            Series::new("drawn on the way", Marks::Bars, bars(false)),
        ],
        caption: format!("{} drawings; each is judged only as far as it takes to reject it.", seen.total()),
    }
}

/// Where puzzles come from.
enum Source {
    /// INPUT.
    Given(Sheet),
    /// The tournament generator.
    Boardgen(Vec<Picture>),
    /// An image, in several ways.
    Contact {
        /// What each came to, and how.
        tiles: Vec<(Import, Document)>,
        /// How many belong to one size.
        across: usize,
    },
    /// Chance.
    Drawn(PictureKind, Option<Level>, Seed),
    /// Chance, in this many colours.
    Colours(PictureKind, usize, Seed),
}

impl Source {
    fn new(request: &Request) -> Result<Source, InputError> {
        const OF_CHANCE: [OptionSpec; 6] =
            [SHARE.spec, COUNT.spec, UNIQUE.spec, GRADE.spec, SHAPE.spec, SEED.spec];
        if request.input().is_some() {
            request.refuse(&[BOARDGEN.spec], "no INPUT")?;
            request.refuse(&OF_CHANCE, "no INPUT")?;
        }
        let colours = request.find(COLOURS).map(|count| count as usize);
        if request.is_on(CONTACT) {
            return Source::contact(request);
        }
        if let (Some(colours), Some(image)) = (colours, image(request)?) {
            request.refuse(&import::OF_SHADES, "no --colours, which chooses the shades itself")?;
            let image = import(request).prepared(&image).map_err(|error| error.of_option("crop"))?;
            let (picture, palette) = image.colours(colours);
            let document = Document { palette, ..Document::of_picture(picture)? };
            return Ok(Source::Given(Sheet::Coloured(Box::new(document))));
        }
        if let Some(document) = imported(request)? {
            return Ok(Source::Given(Sheet::Plain(Box::new(document))));
        }
        if let Some(input) = request.input() {
            request.refuse(&[SIZE.spec, COLOURS.spec], "an image as INPUT, or none")?;
            return Ok(Source::Given(read_one_sheet(&input.bytes, None)?));
        }
        if let Some(generator) = request.find(BOARDGEN) {
            request.refuse(&[COLOURS.spec], "no --boardgen, which is in black and white")?;
            request.refuse(&[SIZE.spec], "no --boardgen, which has a size of its own")?;
            request.refuse(&OF_CHANCE, "no --boardgen, which has numbers of its own")?;
            return Ok(Source::Boardgen(generator.pictures()));
        }
        let size = match request.find(SIZE) {
            Some(size) => size,
            None => BOARD.spec.default.unwrap_or_default().parse()?,
        };
        let level = request.find(GRADE);
        let usual = level.map(Level::usual);
        let wanted = PictureKind {
            size,
            share: usual.filter(|_| !request.given(SHARE)).map_or(request.get(SHARE), |(_, share)| share),
            unique: request.is_on(UNIQUE),
            shape: usual.filter(|_| !request.given(SHAPE)).map_or(request.get(SHAPE), |(shape, _)| shape),
        };
        let seed = Seed(request.get(SEED));
        if level.is_some() {
            request.refuse(&[UNIQUE.spec], "--grade alone: a graded puzzle is unique")?;
            request.refuse(&[COLOURS.spec], "no --grade, which is for black and white")?;
        }
        Ok(match colours {
            Some(colours) => Source::Colours(wanted, colours, seed),
            None => Source::Drawn(wanted, level, seed),
        })
    }

    /// An image in several sizes and thresholds.
    fn contact(request: &Request) -> Result<Source, InputError> {
        request.refuse(&[COLOURS.spec, OUT.spec, SOLUTION.spec], "no --contact-sheet, which is a drawing")?;
        let wrong = || {
            InputError::new("a contact sheet is made of an image")
                .expected("PNG, JPEG or GIF as INPUT")
                .of_option("contact-sheet")
        };
        let image = image(request)?.ok_or_else(wrong)?;
        let rows = contact_sheet(&image, &import(request), has_threshold(request))
            .map_err(|error| error.of_option("crop"))?;
        let across = rows.iter().map(Vec::len).max().unwrap_or(1);
        let tile = |import: Import| Ok((import, Document::of_picture(import.picture(&image)?)?));
        let tiles = rows.into_iter().flatten().map(tile).collect::<Result<_, InputError>>()?;
        Ok(Source::Contact { tiles, across })
    }

    /// On a contact sheet, what gives picture `index` and how many solutions its clues have.
    fn chosen(&self, index: u64, sheet: &Sheet, context: &Context<'_>) -> Option<(String, SolutionCount)> {
        let (Source::Contact { tiles, .. }, Sheet::Plain(document)) = (self, sheet) else { return None };
        let import = &tiles[index as usize].0;
        let shade = match import.threshold {
            Threshold::Below(shade) => shade.to_string(),
            Threshold::Otsu => "otsu".to_owned(),
        };
        let options = format!("--board {} --threshold {shade}", document.puzzle.size());
        let mut lent = context.at_most(CHOOSING).budget;
        let verdict = solve(&document.puzzle, Goal::Unique, Method::Best, &mut lent).verdict;
        Some((options, SolutionCount::from(&verdict)))
    }

    fn count(&self, request: &Request) -> u64 {
        match self {
            Source::Given(_) => 1,
            Source::Boardgen(pictures) => pictures.len() as u64,
            Source::Contact { tiles, .. } => tiles.len() as u64,
            Source::Drawn(..) | Source::Colours(..) => request.get(COUNT),
        }
    }

    fn is_coloured(&self) -> bool {
        matches!(self, Source::Given(Sheet::Coloured(_)) | Source::Colours(..))
    }

    /// Puzzle `index`, and with `--grade` how hard it is and what proves that it is unique.
    fn sheet(&self, index: u64, context: &Context<'_>) -> Result<(Sheet, Option<ProvedPuzzle>), Stop> {
        let mut budget = context.budget.clone();
        let plain = |picture: Picture| {
            let puzzle = Nonogram::of(&picture);
            Sheet::Plain(Box::new(Document { goal: Some(picture), ..Document::plain(puzzle) }))
        };
        let picture = match self {
            Source::Given(sheet) => return Ok((sheet.clone(), None)),
            Source::Contact { tiles, .. } => {
                return Ok((Sheet::Plain(Box::new(tiles[index as usize].1.clone())), None));
            }
            Source::Colours(wanted, colours, seed) => {
                let picture = random_colours(wanted, *colours, *seed, index, &mut budget)?;
                let puzzle = Nonogram::of(&picture);
                let document = Document { goal: Some(picture), ..Document::plain(puzzle) };
                return Ok((Sheet::Coloured(Box::new(document)), None));
            }
            Source::Boardgen(pictures) => pictures[index as usize].clone(),
            Source::Drawn(wanted, Some(level), seed) => {
                let drawn = wanted.draw_graded(*level, *seed, index, &mut budget)?;
                let certificate = drawn.graded.solved.certificate(&Nonogram::of(&drawn.picture));
                let proved = ProvedPuzzle { grade: *level, certificate, seen: drawn.seen };
                return Ok((plain(drawn.picture), Some(proved)));
            }
            Source::Drawn(wanted, None, seed) => wanted.draw(*seed, index, &mut budget)?,
        };
        Ok((plain(picture), None))
    }
}

/// Nodes for finding out whether a picture on a contact sheet is unique: a fraction of a second.
const CHOOSING: u64 = 2_000;

/// How hard a puzzle is, what proves that it is unique, and what was drawn before it.
struct ProvedPuzzle {
    grade: Level,
    certificate: Option<Certificate>,
    seen: DrawingCounts,
}

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
            seen: None,
            options: None,
            verdict: None,
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

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(across) = self.across {
            let tile = |item: &Item| {
                let picture = Picture::parse(&item.solution.as_ref()?.join("\n")).ok()?;
                let verdict = item.verdict.map(SolutionCount::in_words)?;
                Some(Tile { picture, words: vec![item.options.clone()?, verdict.to_owned()] })
            };
            let tiles: Vec<Tile> = self.items.iter().filter_map(tile).collect();
            return f.write_str(&write_contact_sheet(&tiles, across));
        }
        write_all(f, self.items.iter().map(|item| &item.sheet), self.format, self.solution)
    }
}
