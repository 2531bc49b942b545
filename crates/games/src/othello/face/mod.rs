//! The registered face of Othello: one file a verb.

mod bench;
mod explain;
mod solve;

use quandary_core::face::{Answer, Context, Entry, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::rules::{Game, Side, Verdict};
use quandary_core::{InputError, Outcome, Seed, Stream};
use quandary_search::proof::face::{EPSILON, EXPLORATION, MEMORY, PLAYOUTS, PRECISION, THETA, check_budget};
use serde_json::json;

use super::notation::{
    Placed, draw, format_action, format_position, parse_action, parse_board_size, parse_position, play,
};
use super::question::Question;
use super::rules::{Board, Othello};
use crate::face::SEED;
use crate::{matches, watch};

/// Othello.
pub static ENTRY: OthelloEntry = OthelloEntry;

/// See [`ENTRY`].
pub struct OthelloEntry;

const POSITION: &str =
    "The board (64 or 36 characters of X, O and -) and who is to move, or a transcript such as f5d6c3";
const BOARD: OptionSpec = OptionSpec::value("board", "SIZE", "8x8 or 6x6").or("8x8");
const TABLE: OptionSpec =
    OptionSpec::value("table", "BITS", "The exact solver's table has 2^BITS entries of 24 bytes").or("21");

static PRESETS: [Preset; 2] =
    [Preset { name: "standard", board: "8x8" }, Preset { name: "small", board: "6x6" }];

static VERBS: [VerbSpec; 8] = [
    VerbSpec {
        name: "solve",
        about: "The exact score and a best move, with a proof on request; or a proof-number search",
        input: InputSpec::Required(POSITION),
        options: &[
            solve::METHOD,
            solve::CERTIFICATE,
            solve::LIMIT,
            TABLE,
            PLAYOUTS,
            THETA,
            PRECISION,
            EPSILON,
            EXPLORATION,
            MEMORY,
            SEED,
        ],
        examples: &[
            "solve othello \"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X\" --json",
            "solve othello late.obf --method ppns --pr 0.00001",
        ],
    },
    VerbSpec {
        name: "explain",
        about: "The exact score of every move and the best one",
        input: InputSpec::Required(POSITION),
        options: &[TABLE],
        examples: &["explain othello late.obf"],
    },
    VerbSpec {
        name: "generate",
        about: "Positions after random moves",
        input: InputSpec::None,
        options: &[
            BOARD,
            OptionSpec::value("plies", "N", "Discs placed after the first four").or("44"),
            OptionSpec::value("count", "N", "How many").or("1"),
            SEED,
        ],
        examples: &["generate othello --plies 44 --count 3"],
    },
    VerbSpec {
        name: "simulate",
        about: "Many seeded games between two players",
        input: InputSpec::Optional(POSITION),
        options: &[BOARD, matches::FIRST, matches::SECOND, matches::GAMES, SEED],
        examples: &["simulate othello --first mc:10 --second random --games 50"],
    },
    VerbSpec {
        name: "measure",
        about: "Branching, length, game refinement and progress at several strengths of play",
        input: InputSpec::Optional(POSITION),
        options: &[
            BOARD,
            OptionSpec::value("players", "LIST", "Strengths to measure, separated by commas")
                .or("random,mc:1,mc:5"),
            OptionSpec::value("games", "N", "How many games").or("20"),
            SEED,
        ],
        examples: &["measure othello --board 6x6 --players random,mc:10"],
    },
    VerbSpec {
        name: "watch",
        about: "A look into a proof-number search: the root's numbers through the iterations",
        input: InputSpec::Required(POSITION),
        options: &[
            OptionSpec::value("method", "METHOD", "pns, mcpns, ppns or pp").or("pns"),
            PLAYOUTS,
            THETA,
            MEMORY,
            SEED,
            OptionSpec::FIGURE,
        ],
        examples: &["watch othello late.obf --method ppns --figure inside.svg"],
    },
    VerbSpec {
        name: "perft",
        about: "Counts the games of every length up to a depth",
        input: InputSpec::Optional(POSITION),
        options: &[BOARD, matches::DEPTH],
        examples: &["perft othello --depth 9"],
    },
    VerbSpec {
        name: "bench",
        about: "Solves a file of `board side; MOVE:score;` lines, or 20 fixed positions",
        input: InputSpec::None,
        options: &[
            OptionSpec::value(
                "positions",
                "FILE",
                "Lines as in the FFO test; without it 20 fixed positions of 14 empty squares",
            ),
            OptionSpec::value("from", "N", "First line to solve, from 1").or("1"),
            OptionSpec::value("count", "N", "Most lines to solve"),
            TABLE,
        ],
        examples: &["bench othello", "bench othello --positions fforum-40-59.obf --count 5 --json"],
    },
];

impl Entry for OthelloEntry {
    fn name(&self) -> &'static str {
        "othello"
    }

    fn about(&self) -> &'static str {
        "Othello on 8x8 and 6x6, endgames solved exactly"
    }

    fn presets(&self) -> &'static [Preset] {
        &PRESETS
    }

    fn verbs(&self) -> &'static [VerbSpec] {
        &VERBS
    }

    fn run(&self, verb: &str, request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
        check_budget(context)?;
        match verb {
            "solve" => solve::run(request, context),
            "explain" => explain::run(request, context),
            "generate" => generate(request),
            "bench" => bench::run(request, context),
            "watch" => {
                let placed = undecided(request)?;
                let question = Question { rules: placed.rules(), root: placed.position, draw_wins: false };
                let mut json = json!({"schema": 1, "puzzle": "othello", "position": format_position(&placed),
                    "question": "does the player to move win?"});
                let moves = self.moves(&format_position(&placed))?;
                Ok(watch::run(&question, moves, request, context)?.answer(&mut json))
            }
            "simulate" | "measure" | "perft" => {
                let placed = optional(request)?;
                let (game, start) = (placed.rules(), placed.position);
                match verb {
                    "simulate" => matches::simulate(self.name(), &game, &start, request, context),
                    "measure" => matches::measure(self.name(), &game, &start, request, context),
                    _ => matches::count(self.name(), &game, &start, request, context),
                }
            }
            other => Err(InputError::new(format!("othello has no verb `{other}`"))),
        }
    }

    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError> {
        let board = parse_board_size(preset.board)?;
        let plies = if board == Board::Eight { 40 } else { 20 };
        let position = Othello(board).random_position(plies, &mut seed.stream(index));
        Ok(format_position(&Placed { board, position }))
    }

    fn normalise(&self, position: &str) -> Result<String, InputError> {
        Ok(format_position(&parse_position(position)?))
    }

    fn moves(&self, position: &str) -> Result<Vec<String>, InputError> {
        let placed = parse_position(position)?;
        let mut actions = Vec::new();
        placed.rules().moves(&placed.position, &mut actions);
        Ok(actions.into_iter().map(|action| format_action(placed.board, action)).collect())
    }

    fn play(&self, position: &str, chosen: &str, _: &mut Stream) -> Result<String, InputError> {
        let placed = parse_position(position)?;
        let action = parse_action(placed.board, chosen).ok_or_else(|| {
            InputError::new(format!("`{chosen}` is not a square")).expected("a square such as d3, or pass")
        })?;
        let position = play(placed.board, placed.position, action)?;
        Ok(format_position(&Placed { position, ..placed }))
    }

    /// As black sees it.
    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        let placed = parse_position(position)?;
        Ok(placed.rules().verdict(&placed.position).map(|verdict| match verdict {
            Verdict::Draw => Outcome::Drawn,
            Verdict::Win(Side::First) => Outcome::Won,
            Verdict::Win(Side::Second) => Outcome::Lost,
        }))
    }
}

fn generate(request: &Request) -> Result<Answer, InputError> {
    let board = parse_board_size(request.text("board").unwrap_or("8x8"))?;
    let plies: u32 = request.need("plies", "a whole number")?;
    let most = board.side() * board.side() - 4;
    if plies > most {
        return Err(
            InputError::new(format!("--plies: {plies} discs do not fit")).expected(format!("at most {most}"))
        );
    }
    let count = request.positive("count")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let positions: Vec<String> = (0..count)
        .map(|index| {
            let position = Othello(board).random_position(plies, &mut seed.stream(index));
            format_position(&Placed { board, position })
        })
        .collect();
    let json = json!({"schema": 1, "puzzle": "othello", "plies": plies, "seed": seed.0,
        "rule": "uniformly random legal squares, passes are free", "positions": positions});
    Ok(Answer::new(json, positions.join("\n")))
}

/// The position in INPUT, or the start.
fn optional(request: &Request) -> Result<Placed, InputError> {
    match request.input() {
        Some(input) => parse_position(input.text()?),
        None => {
            let board = parse_board_size(request.text("board").unwrap_or("8x8"))?;
            Ok(Placed { board, position: Othello::START })
        }
    }
}

/// The position in INPUT, in which the game still goes on.
fn undecided(request: &Request) -> Result<Placed, InputError> {
    let placed = parse_position(request.input_text()?)?;
    if placed.rules().is_over(placed.position) {
        return Err(InputError::new(format!("the game is over\n{}", draw(&placed)))
            .expected("a position in which somebody can move"));
    }
    Ok(placed)
}

/// The size of the solver's table, in bits.
fn table_bits(request: &Request) -> Result<u32, InputError> {
    let bits: u32 = request.need("table", "a number from 10 to 28")?;
    if !(10..=28).contains(&bits) {
        return Err(
            InputError::new(format!("--table: {bits} is out of range")).expected("a number from 10 to 28")
        );
    }
    Ok(bits)
}
