//! The registered face of Minesweeper: one file a verb.

mod autopsy;
mod bench;
mod explain;
mod generate;
mod measure;
mod simulate;
mod solve;

use quandary_core::face::{Answer, Context, Entry, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::{InputError, Outcome, Seed, Stream};
use serde_json::{Value, json};

use crate::board::{Board, Cell, FirstClick};
use crate::game::{Game, parse_action, show_action};
use crate::inference::NoAnswer;
use crate::notation::show;
use crate::rules::{Minefield, Observation};
use crate::strategy::{FirstMove, Strategy};
use crate::{contradiction, mbf};

/// Minesweeper.
pub static ENTRY: MinesweeperEntry = MinesweeperEntry;

/// See [`ENTRY`].
pub struct MinesweeperEntry;

const POSITION: &str = "A position: a line RxC/M, then R rows of C characters (0-8 open, ? hidden, F flag)";
const BOARD: OptionSpec =
    OptionSpec::value("board", "RxC/M", "Rows, columns and mines, or beginner, intermediate, expert")
        .or("expert");
const FIRST_CLICK: OptionSpec = OptionSpec::value(
    "first-click",
    "RULE",
    "any (may be a mine), safe (the cell is safe) or open (its neighbours too)",
)
.or("safe");
const FIRST: OptionSpec = OptionSpec::value(
    "first",
    "CELL",
    "The first cell: row,column counted from 1, or corner, middle, random; else the strategy's own",
);
const SEED: OptionSpec = OptionSpec::value("seed", "SEED", "Seed of everything random").or("1");
const STRATEGY: OptionSpec = OptionSpec::value(
    "strategy",
    "NAME",
    "best, pseq, pafg, pafr, par, or building blocks such as cSimEnuLoClf",
)
.or("best");

static PRESETS: [Preset; 4] = [
    Preset { name: "beginner", board: "9x9/10" },
    Preset { name: "beginner-8x8", board: "8x8/10" },
    Preset { name: "intermediate", board: "16x16/40" },
    Preset { name: "expert", board: "16x30/99" },
];

static VERBS: [VerbSpec; 7] = [
    VerbSpec {
        name: "solve",
        about: "Everything that is certain in a position; a full board without guessing; --optimal: perfect play",
        input: InputSpec::Optional("A position, or a full board (* mine, . safe)"),
        options: &[
            OptionSpec::value("optimal", "RxC/M", "The win chance of perfect play on a small board"),
            OptionSpec::switch("exact", "Count minefields in whole numbers"),
            FIRST_CLICK,
            FIRST,
        ],
        examples: &[
            "solve minesweeper --optimal 4x4/4 --first-click any --json",
            "solve minesweeper \"3x3/1 1?? ??? ???\"",
            "solve minesweeper board.mbf --first 1,1",
        ],
    },
    VerbSpec {
        name: "explain",
        about: "The mine probability of every cell, the move, why, and what the second best would lose",
        input: InputSpec::Required(POSITION),
        options: &[STRATEGY, FIRST_CLICK, SEED],
        examples: &["explain minesweeper position.txt", "explain minesweeper \"2x3/1 1?? 1??\" --json"],
    },
    VerbSpec {
        name: "simulate",
        about: "Many seeded games of a strategy",
        input: InputSpec::None,
        options: &[
            BOARD,
            FIRST_CLICK,
            FIRST,
            STRATEGY,
            OptionSpec::value("games", "N", "How many").or("10000"),
            OptionSpec::value("against", "NAME", "A second strategy on the same boards"),
            SEED,
        ],
        examples: &[
            "simulate minesweeper --board 16x30/99 --first-click open --strategy best --games 200000 --seed 7",
            "simulate minesweeper --board beginner --strategy cSimEnuLoAw --against pseq",
        ],
    },
    VerbSpec {
        name: "generate",
        about: "Boards: uniform under the rule, or (--no-guess) uniform among those that need no guess",
        input: InputSpec::None,
        options: &[
            BOARD,
            OptionSpec::value("first-click", "RULE", "any, safe or open").or("open"),
            FIRST,
            OptionSpec::switch("no-guess", "Only boards that certainty alone wins, each with a certificate"),
            OptionSpec::switch("json-lines", "Print each board as a line of JSON as soon as it is found"),
            OptionSpec::value("count", "N", "How many").or("1"),
            SEED,
        ],
        examples: &["generate minesweeper --board 16x30/99 --no-guess --count 200 --seed 3"],
    },
    VerbSpec {
        name: "measure",
        about: "3BV, openings and islands of a full board; without INPUT, their distribution",
        input: InputSpec::Optional("A full board (* mine, . safe) or an .mbf file"),
        options: &[
            BOARD,
            FIRST_CLICK,
            FIRST,
            OptionSpec::value("games", "N", "How many boards without INPUT").or("10000"),
            OptionSpec::switch("border", "Count exactly the boards that need a guess (small mine counts)"),
            SEED,
        ],
        examples: &[
            "measure minesweeper board.mbf",
            "measure minesweeper --board 9x9/3 --border --first 5,5",
        ],
    },
    VerbSpec {
        name: "autopsy",
        about: "A recorded game: the win chance at every move, split into luck and skill",
        input: InputSpec::Required(
            "A full board, then one move a line: open R,C, flag R,C or chord R,C; or an .rmv, .avf or .evf replay",
        ),
        options: &[
            FIRST_CLICK,
            OptionSpec::value("samples", "N", "Games played for each estimate").or("400"),
            SEED,
        ],
        examples: &["autopsy minesweeper game.txt", "autopsy minesweeper game.rmv"],
    },
    VerbSpec {
        name: "bench",
        about: "Fixed games of best and pseq, and the exact count on a large board",
        input: InputSpec::None,
        options: &[],
        examples: &["bench minesweeper"],
    },
];

impl Entry for MinesweeperEntry {
    fn name(&self) -> &'static str {
        "minesweeper"
    }

    fn about(&self) -> &'static str {
        "Minesweeper: exact probabilities, the documents' strategies, and the strongest player we know"
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
            "simulate" => simulate::run(request, context),
            "generate" => generate::run(request, context),
            "measure" => measure::run(request, context),
            "autopsy" => autopsy::run(request),
            "bench" => bench::run(context),
            other => Err(InputError::new(format!("minesweeper has no verb `{other}`"))),
        }
    }

    fn sample(&self, preset: &Preset, _: Seed, _: u64) -> Result<String, InputError> {
        // Before the first click every game looks the same: the mines are laid when it is made.
        Ok(Game::new(preset.board.parse()?, FirstClick::Safe).text())
    }

    fn normalise(&self, position: &str) -> Result<String, InputError> {
        Ok(Game::parse(position)?.text())
    }

    fn shown(&self, position: &str) -> Result<String, InputError> {
        let game = Game::parse(position)?;
        match game.played() {
            Some(world) => Ok(show(world.observation())),
            None => Ok(show(&Observation::new(game.rules.grid()))),
        }
    }

    fn moves(&self, position: &str) -> Result<Vec<String>, InputError> {
        let game = Game::parse(position)?;
        let board = game.rules.grid().board();
        Ok(game.actions().into_iter().map(|action| show_action(board, action)).collect())
    }

    fn play(&self, position: &str, chosen: &str, stream: &mut Stream) -> Result<String, InputError> {
        let game = Game::parse(position)?;
        let action = parse_action(game.rules.grid().board(), chosen)?;
        Ok(game.after(action, stream)?.text())
    }

    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        Ok(Game::parse(position)?.played().and_then(crate::rules::World::outcome))
    }
}

/// The board option.
fn board(request: &Request) -> Result<Board, InputError> {
    option(request, "board")
}

/// An option whose type explains itself when it cannot be read.
fn option<T: std::str::FromStr<Err = InputError>>(request: &Request, name: &str) -> Result<T, InputError> {
    let text = request.text(name).unwrap_or_default();
    text.parse()
        .map_err(|error: InputError| InputError { what: format!("--{name}: {}", error.what), ..error })
}

/// The first-click rule.
fn first_click(request: &Request) -> Result<FirstClick, InputError> {
    option(request, "first-click")
}

/// The strategy option.
fn strategy(request: &Request) -> Result<Strategy, InputError> {
    option(request, "strategy")
}

/// The first cell, if one is asked for.
fn first(request: &Request, board: Board) -> Result<Option<FirstMove>, InputError> {
    match request.text("first") {
        None => Ok(None),
        Some("random") => Ok(Some(FirstMove::Random)),
        Some("corner") => Ok(Some(FirstMove::Corner)),
        Some("middle") => Ok(Some(FirstMove::Middle)),
        Some(text) => board
            .parse_cell(text)
            .map(|cell| Some(FirstMove::Given(cell)))
            .map_err(|error| InputError { what: format!("--first: {}", error.what), ..error }),
    }
}

/// A first move as it is printed.
fn first_name(first: FirstMove, board: Board) -> String {
    first.cell(board).map_or_else(|| "random".to_owned(), |cell| board.name(cell))
}

/// INPUT as a full board: text, or the bytes of an `.mbf` file.
fn minefield(request: &Request) -> Result<Minefield, InputError> {
    let input =
        request.input().ok_or_else(|| InputError::new("INPUT is missing").expected("a full board"))?;
    let is_text = input.bytes.first().is_some_and(u8::is_ascii_digit) && input.bytes.contains(&b'x');
    // Nothing at all is more likely meant as text.
    if is_text || input.bytes.is_empty() { request.input_text()?.parse() } else { mbf::read(&input.bytes) }
}

/// Cells as `row,column`.
fn names(board: Board, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| board.name(cell)).collect()
}

/// The answer to a position that no minefield agrees with, or that cannot be counted.
fn no_answer(seen: &Observation, error: &NoAnswer) -> Answer {
    match error {
        NoAnswer::TooWide(why) => {
            let json = json!({"schema": 1, "puzzle": "minesweeper", "verdict": "unknown", "reason": error.to_string()});
            Answer::new(json, error.to_string()).exhausted(*why)
        }
        NoAnswer::Impossible { .. } => {
            let clash = contradiction::find_clash(seen);
            let words = clash
                .as_ref()
                .map_or_else(|| error.to_string(), |clash| contradiction::in_words(seen, clash));
            let cells = clash.as_ref().map_or(&[][..], |clash| &clash.numbers);
            let mine_count = clash.as_ref().is_some_and(|clash| clash.mine_count);
            let evidence = json!({"numbers": names(seen.board(), cells), "mine_count": mine_count});
            let certificate =
                quandary_core::Certificate::new("minesweeper", "impossible", show(seen), evidence);
            let json = json!({
                "schema": 1, "puzzle": "minesweeper", "board": seen.board(), "verdict": "impossible",
                "contradiction": names(seen.board(), cells), "mine_count": mine_count, "reason": words,
                "certificate": certificate,
            });
            Answer::new(json, format!("{}\n\nimpossible: {words}.", show(seen))).negative()
        }
    }
}

/// Probabilities as rows; null where a cell is open.
fn rows(board: Board, mine: &[Option<f64>]) -> Value {
    json!(mine.chunks(board.cols()).collect::<Vec<_>>())
}
