//! The registered face of nonograms: one file a verb.

mod bench;
mod explain;
mod generate;
mod make_unique;
mod measure;
mod solve;

use quandary_core::face::{Answer, Context, Entry, Input, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::rules::Puzzle;
use quandary_core::{InputError, Outcome, Seed, Stream};

use crate::notation::{Document, Format, read, read_one, write_non};
use crate::{Board, Cell, Paint};

/// Nonograms.
pub static ENTRY: NonogramEntry = NonogramEntry;

/// See [`ENTRY`].
pub struct NonogramEntry;

const FORMAT: OptionSpec = OptionSpec::value(
    "format",
    "FORMAT",
    "tcga, nin, non, mk, cwd, g, webpbn, picture, pbm or png; recognised without",
);
const SEED: OptionSpec = OptionSpec::value("seed", "SEED", "Seed of everything random").or("1");
const PUZZLE: &str =
    "A puzzle (.nin, .non, .mk, .cwd, .g, webpbn, tournament text) or a picture (#/., PBM, PNG)";

static PRESETS: [Preset; 4] = [
    Preset { name: "small", board: "5x5" },
    Preset { name: "medium", board: "10x10" },
    Preset { name: "large", board: "15x15" },
    Preset { name: "tournament", board: "25x25" },
];

static VERBS: [VerbSpec; 6] = [
    VerbSpec {
        name: "solve",
        about: "The picture, whether it is the only one, and a proof of that",
        input: InputSpec::Required(PUZZLE),
        options: &[FORMAT, solve::FIRST, solve::JSON_LINES, solve::METHOD, solve::WRITE],
        examples: &[
            "solve nonogram puzzle.non",
            "solve nonogram taai2011.txt --first --json-lines",
            "solve nonogram puzzle.nin --method recursive_intersect_greedy --nodes 100000",
            "solve nonogram puzzle.nin --write svg > solution.svg",
        ],
    },
    VerbSpec {
        name: "explain",
        about: "The next logical step and its reason, or just a nudge",
        input: InputSpec::Required("A puzzle; a .non file may hold a board half painted (`saved`)"),
        options: &[FORMAT, explain::NUDGE, explain::ALL],
        examples: &[
            "explain nonogram puzzle.non",
            "explain nonogram puzzle.non --nudge",
            "explain nonogram puzzle.non --all",
        ],
    },
    VerbSpec {
        name: "generate",
        about: "Puzzles: random, the tournament generator's boards, or the puzzle of an image",
        input: InputSpec::Optional(
            "A picture or image to make a puzzle of, or a puzzle to write in another format",
        ),
        options: &[
            generate::BOARD,
            generate::SHARE,
            generate::COUNT,
            generate::UNIQUE,
            generate::BOARDGEN,
            generate::OUT,
            generate::SOLUTION,
            SEED,
        ],
        examples: &[
            "generate nonogram --board 15x15 --unique --seed 7",
            "generate nonogram --boardgen 5 10 0.5 0.35 12345 --format tcga",
            "generate nonogram photo.png --board 30x30 --format non",
            "generate nonogram puzzle.nin --format svg > puzzle.svg",
        ],
    },
    VerbSpec {
        name: "measure",
        about: "How hard: the techniques a person needs, step by step; or a census of all small puzzles",
        input: InputSpec::Optional(PUZZLE),
        options: &[FORMAT, measure::ENUMERATE, SEED],
        examples: &["measure nonogram puzzle.non", "measure nonogram --enumerate 5x5 --json"],
    },
    VerbSpec {
        name: "make-unique",
        about: "The fewest cells to change so that a picture is the only one with its clues",
        input: InputSpec::Required("A picture: rows of # and ., PBM or PNG, or a puzzle with its goal"),
        options: &[FORMAT, generate::BOARD, make_unique::OUT],
        examples: &[
            "make-unique nonogram photo.png --board 30x30",
            "make-unique nonogram cat.pbm --write svg",
        ],
    },
    VerbSpec {
        name: "bench",
        about: "Fixed work: 40 tournament boards to the first solution, 20 random ones to a verdict",
        input: InputSpec::None,
        options: &[],
        examples: &["bench nonogram"],
    },
];

impl Entry for NonogramEntry {
    fn name(&self) -> &'static str {
        "nonogram"
    }

    fn about(&self) -> &'static str {
        "Nonograms: pictures from the lengths of their black runs"
    }

    fn presets(&self) -> &'static [Preset] {
        &PRESETS
    }

    fn verbs(&self) -> &'static [VerbSpec] {
        &VERBS
    }

    fn run(&self, verb: &str, request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
        match verb {
            "solve" => solve::run(request, context),
            "explain" => explain::run(request),
            "generate" => generate::run(request, context),
            "measure" => measure::run(request, context),
            "make-unique" => make_unique::run(request, context),
            "bench" => Ok(bench::run(context)),
            other => Err(InputError::new(format!("nonogram has no verb `{other}`"))),
        }
    }

    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError> {
        let (width, height) = parse_size(preset.board)?;
        let (puzzle, _) = crate::generate::random_puzzle(seed, index, width, height, 0.5);
        Ok(write_non(&position(puzzle, None)))
    }

    fn normalise(&self, text: &str) -> Result<String, InputError> {
        let document = read_one(text.as_bytes(), None)?;
        Ok(write_non(&position(document.puzzle, document.saved)))
    }

    fn moves(&self, text: &str) -> Result<Vec<String>, InputError> {
        let (document, board) = board_of(text)?;
        let mut moves = Vec::new();
        document.puzzle.moves(&board, &mut moves);
        Ok(moves.iter().map(ToString::to_string).collect())
    }

    fn play(&self, text: &str, chosen: &str, _: &mut Stream) -> Result<String, InputError> {
        let (document, board) = board_of(text)?;
        let paint: Paint = chosen.parse()?;
        let inside = paint.x < board.width() && paint.y < board.height();
        if !inside
            || board.get(paint.x, paint.y) != Cell::Unknown
            || document.puzzle.outcome(&board).is_some()
        {
            return Err(
                InputError::new(format!("`{chosen}` cannot be painted here")).expected("an open cell")
            );
        }
        let next = document.puzzle.apply(&board, paint);
        Ok(write_non(&position(document.puzzle, Some(next))))
    }

    fn outcome(&self, text: &str) -> Result<Option<Outcome>, InputError> {
        let (document, board) = board_of(text)?;
        Ok(document.puzzle.outcome(&board))
    }
}

/// What play needs: the clues and the board.
fn position(puzzle: crate::Nonogram, board: Option<Board>) -> Document {
    let board = board.unwrap_or_else(|| Board::unknown(puzzle.width(), puzzle.height()));
    Document { saved: Some(board), ..Document::plain(puzzle) }
}

fn board_of(text: &str) -> Result<(Document, Board), InputError> {
    let document = read_one(text.as_bytes(), None)?;
    let unknown = || Board::unknown(document.puzzle.width(), document.puzzle.height());
    let board = document.saved.clone().unwrap_or_else(unknown);
    Ok((document, board))
}

/// INPUT, which must be there.
fn input(request: &Request) -> Result<&Input, InputError> {
    request.input().ok_or_else(|| InputError::new("INPUT is missing").expected(PUZZLE))
}

/// Every puzzle of INPUT.
fn documents(request: &Request) -> Result<Vec<Document>, InputError> {
    let format = request.text("format").map(Format::named).transpose()?;
    read(&input(request)?.bytes, format)
}

/// The one puzzle of INPUT.
fn document(request: &Request) -> Result<Document, InputError> {
    let format = request.text("format").map(Format::named).transpose()?;
    read_one(&input(request)?.bytes, format)
}

/// `30x20`: 30 columns and 20 rows, as `.nin` writes them.
fn parse_size(text: &str) -> Result<(usize, usize), InputError> {
    let limit = crate::LONGEST_LINE;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=limit).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| {
        InputError::new(format!("`{text}` is not a size"))
            .expected(format!("WIDTHxHEIGHT, 1 to {limit} each"))
    })
}
