//! The registered face of the sliding puzzle: one file a verb.

mod bench;
mod bench_fixed;
mod explain;
mod generate;
mod measure;
mod prove;
mod simulate;
mod solve;

use quandary_core::face::{Answer, Context, Entry, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::{Exhausted, InputError, Outcome, Seed, Stream};
use quandary_search::proof::face::{EPSILON, EXPLORATION, MEMORY, PLAYOUTS, PRECISION, THETA};

use serde_json::json;

use crate::notation::{format_board, parse_board, parse_size};
use crate::rules::{Board, Size, Slide, Sliding};
use crate::solve::exact::{NotReady, solver};
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::Solver;
use crate::solve::oracle::Oracle;
use crate::{generate as make, solvability};

/// The sliding puzzle.
pub static ENTRY: SlidingEntry = SlidingEntry;

/// See [`ENTRY`].
pub struct SlidingEntry;

const BOARD: OptionSpec = OptionSpec::value("board", "RxC", "Rows and columns, when INPUT is a single line");
const GOAL: OptionSpec = OptionSpec::value(
    "goal",
    "BOARD",
    "The goal: a board, or `first`/`last` for 1 2 3 … with the empty cell there",
)
.or("last");
const SEED: OptionSpec = OptionSpec::value("seed", "SEED", "Seed of everything random").or("1");

static PRESETS: [Preset; 5] = [
    Preset { name: "8-puzzle", board: "3x3" },
    Preset { name: "5-puzzle", board: "2x3" },
    Preset { name: "7-puzzle", board: "2x4" },
    Preset { name: "15-puzzle", board: "4x4" },
    Preset { name: "24-puzzle", board: "5x5" },
];

static VERBS: [VerbSpec; 6] = [
    VerbSpec {
        name: "solve",
        about: "A shortest solution with a certificate, or why there is none; on large boards a good one and its gap",
        input: InputSpec::Required("A board: its numbers along the rows, 0 for the empty cell"),
        options: &[
            BOARD,
            GOAL,
            solve::METHOD,
            solve::HEURISTIC,
            solve::TIES,
            solve::IMPROVE,
            prove::WITHIN,
            prove::BARS,
            prove::INHIBITOR,
            PLAYOUTS,
            THETA,
            PRECISION,
            EPSILON,
            EXPLORATION,
            MEMORY,
            SEED,
        ],
        examples: &[
            "solve sliding \"8 6 7 2 5 4 3 0 1\"",
            "solve sliding \"1 2 3 / 4 5 0\" --json",
            "solve sliding \"8 1 3 4 0 2 7 6 5\" --method astar --heuristic manhattan --ties low-h",
            "solve sliding \"1 2 3 4 5 6 0 7 8\" --method pns --bars 1 --within 4",
        ],
    },
    VerbSpec {
        name: "explain",
        about: "All best next slides, how many options there are, and how far it is to go",
        input: InputSpec::Required("A board: its numbers along the rows, 0 for the empty cell"),
        options: &[BOARD, GOAL],
        examples: &["explain sliding \"8 6 7 2 5 4 3 0 1\""],
    },
    VerbSpec {
        name: "generate",
        about: "Boards: uniform, or at an exact distance from the goal",
        input: InputSpec::None,
        options: &[
            OptionSpec::value("board", "RxC", "Rows and columns").or("3x3"),
            GOAL,
            OptionSpec::value(
                "depth",
                "MOVES",
                "Exact length of the shortest solution; uniform boards without",
            ),
            OptionSpec::value("count", "N", "How many").or("1"),
            SEED,
        ],
        examples: &[
            "generate sliding --board 3x3 --depth 31 --count 2 --seed 1",
            "generate sliding --board 4x4 --depth 40",
        ],
    },
    VerbSpec {
        name: "simulate",
        about: "Games of a player who errs: how often the board is solved within so many moves",
        input: InputSpec::Optional("A board to play instead of random ones"),
        options: &[BOARD, GOAL, simulate::GAMES, simulate::SKILL, simulate::WITHIN, SEED],
        examples: &[
            "simulate sliding --skill 0.9 --within 60 --games 10000",
            "simulate sliding \"8 6 7 2 5 4 3 0 1\" --skill 0.95",
        ],
    },
    VerbSpec {
        name: "measure",
        about: "How many boards need how many moves; with INPUT, the motion in mind of one board",
        input: InputSpec::Optional("A board to measure instead"),
        options: &[
            OptionSpec::value("board", "RxC", "Rows and columns; 3x3 when nothing says otherwise"),
            GOAL,
            OptionSpec::value("runs", "N", "Solutions sampled for one board").or("1000"),
            SEED,
        ],
        examples: &["measure sliding --board 3x3 --json", "measure sliding \"8 6 7 2 5 4 3 0 1\""],
    },
    VerbSpec {
        name: "bench",
        about: "Fixed work: the breadth-first search of the 8-puzzle and A* on 100 boards; or a file of instances",
        input: InputSpec::None,
        options: &[
            bench::INSTANCES,
            bench::ONLY,
            OptionSpec::value("heuristic", "NAME", "For --instances: the heuristic of IDA*")
                .or("large-patterns"),
            OptionSpec::value(
                "goal",
                "BOARD",
                "For --instances: the goal; benchmarks have the empty cell first",
            )
            .or("first"),
        ],
        examples: &[
            "bench sliding",
            "bench sliding --instances korf100.txt --json",
            "bench sliding --instances korf100.txt --only 1-20 --heuristic manhattan",
        ],
    },
];

impl Entry for SlidingEntry {
    fn name(&self) -> &'static str {
        "sliding"
    }

    fn about(&self) -> &'static str {
        "Sliding puzzles: the 8-puzzle, the 15-puzzle and any other size"
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
            "explain" => explain::run(request, context),
            "generate" => generate::run(request, context),
            "measure" => measure::run(request, context),
            "simulate" => simulate::run(request, context),
            "bench" => bench::run(request, context),
            other => Err(InputError::new(format!("sliding has no verb `{other}`"))),
        }
    }

    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError> {
        let puzzle = Sliding::ordered(parse_size(preset.board)?);
        Ok(format_board(&make::uniform(&puzzle, &mut seed.stream(index))))
    }

    fn normalise(&self, position: &str) -> Result<String, InputError> {
        Ok(format_board(&parse_board(position, None)?))
    }

    fn moves(&self, position: &str) -> Result<Vec<String>, InputError> {
        let board = parse_board(position, None)?;
        if is_solved(&board) {
            return Ok(Vec::new());
        }
        Ok(board.slides().map(|slide| slide.letter().to_string()).collect())
    }

    fn play(&self, position: &str, chosen: &str, _: &mut Stream) -> Result<String, InputError> {
        let board = parse_board(position, None)?;
        let mut letters = chosen.chars();
        let slide = letters.next().and_then(Slide::from_letter).filter(|_| letters.next().is_none());
        let next = slide.and_then(|slide| board.after(slide)).ok_or_else(|| {
            let legal: Vec<String> = board.slides().map(|slide| slide.letter().to_string()).collect();
            InputError::new(format!("`{chosen}` is not a legal move")).expected(legal.join(", "))
        })?;
        Ok(format_board(&next))
    }

    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        Ok(is_solved(&parse_board(position, None)?).then_some(Outcome::Won))
    }
}

fn is_solved(board: &Board) -> bool {
    *board == Board::ordered(board.size())
}

/// The board in INPUT and the puzzle it belongs to.
fn board_and_puzzle(request: &Request) -> Result<(Board, Sliding), InputError> {
    let size = request.text("board").map(parse_size).transpose()?;
    let board = parse_board(request.input_text()?, size)?;
    let puzzle = puzzle(request, board.size())?;
    Ok((board, puzzle))
}

/// The puzzle of this size whose goal is asked for.
fn puzzle(request: &Request, size: Size) -> Result<Sliding, InputError> {
    Ok(Sliding::new(match request.text("goal") {
        None | Some("last") => Board::ordered(size),
        Some("first") => Board::with_blank_at(size, 0),
        Some(text) => {
            let goal = parse_board(text, Some(size))
                .map_err(|error| InputError { what: format!("--goal: {}", error.what), ..error })?;
            if goal.size() != size {
                return Err(InputError::new(format!(
                    "--goal: a goal of {} for a board of {size}",
                    goal.size()
                ))
                .expected("a goal of the same size"));
            }
            goal
        }
    }))
}

/// IDA* with a heuristic; or what cut the building of its tables; or an error when it does not fit the board.
fn exact_solver(
    puzzle: &Sliding,
    heuristic: Heuristic,
    context: &Context<'_>,
) -> Result<Result<Box<dyn Solver>, Exhausted>, InputError> {
    match solver(puzzle, heuristic, context) {
        Ok(solver) => Ok(Ok(solver)),
        Err(NotReady::CutShort(why)) => Ok(Err(why)),
        Err(NotReady::NotForBoard) => {
            Err(InputError::new(format!("IDA* with {heuristic} does not fit a board of {}", puzzle.size()))
                .expected("manhattan or linear-conflict, which fit every board"))
        }
    }
}

/// The distances of a puzzle's boards, or the answer that says what cut their tables short.
fn oracle(puzzle: &Sliding, context: &Context<'_>) -> Result<Oracle, Box<Answer>> {
    Oracle::new(puzzle, context.budget.remaining(), context).map_err(|why| {
        let size = puzzle.size().to_string();
        let json = json!({"schema": 1, "puzzle": "sliding", "board": size, "stopped": why.to_string()});
        Box::new(Answer::new(json, format!("the tables of {size} were not finished")).exhausted(why))
    })
}

/// An error when a board cannot be solved, for the verbs that need a solvable one.
fn check_solvable(puzzle: &Sliding, board: &Board) -> Result<(), InputError> {
    let answer = solvability::of(puzzle, board);
    if answer.is_solvable() { Ok(()) } else { Err(InputError::new(answer.to_string())) }
}
