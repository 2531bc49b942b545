//! The registered face of Connect Four: one file a verb.

mod bench;
mod contest;
mod explain;
mod generate;
mod solve;
mod watch;

use quandary_core::face::{Answer, Context, Entry, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::rules::{Game, Verdict};
use quandary_core::{InputError, Outcome, Seed, Stream};
use quandary_search::proof::face::{EPSILON, EXPLORATION, MEMORY, PLAYOUTS, PRECISION, THETA, check_budget};

use super::generate::undecided;
use super::geometry::{Geometry, Sized};
use super::notation::{Record, format_record, parse_record, parse_size};
use crate::face::SEED;
use crate::matches;

/// Connect Four.
pub static ENTRY: ConnectFourEntry = ConnectFourEntry;

/// See [`ENTRY`].
pub struct ConnectFourEntry;

const BOARD: OptionSpec = OptionSpec::value("board", "RxC", "Rows and columns").or("6x7");
const POSITION: &str = "The columns played, such as 44455; `start` for the empty board";
const TABLE: OptionSpec =
    OptionSpec::value("table", "BITS", "The exact solver's table has up to 2^BITS entries of 8 bytes")
        .or("24");

static PRESETS: [Preset; 3] = [
    Preset { name: "standard", board: "6x7" },
    Preset { name: "small", board: "4x5" },
    Preset { name: "wide", board: "7x8" },
];

static VERBS: [VerbSpec; 8] = [
    VerbSpec {
        name: "solve",
        about: "The exact score and verdict, with a proof on request; or a proof-number search",
        input: InputSpec::Required(POSITION),
        options: &[
            BOARD,
            solve::METHOD,
            solve::WEAK,
            solve::CERTIFICATE,
            solve::LIMIT,
            solve::SIGHT,
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
            "solve connect-four 44455554221 --json",
            "solve connect-four 274552224131661 --certificate --json",
            "solve connect-four 274552224131661 --method df-pn",
            "solve connect-four 4x5:33 --weak",
        ],
    },
    VerbSpec {
        name: "explain",
        about: "The exact score of every move and the best one",
        input: InputSpec::Required(POSITION),
        options: &[BOARD, TABLE],
        examples: &["explain connect-four 274552224131661"],
    },
    VerbSpec {
        name: "generate",
        about: "Positions after random moves, none of them decided yet",
        input: InputSpec::None,
        options: &[
            BOARD,
            OptionSpec::value("plies", "N", "Stones on the board").or("12"),
            OptionSpec::value("count", "N", "How many").or("1"),
            SEED,
        ],
        examples: &["generate connect-four --plies 12 --count 5"],
    },
    VerbSpec {
        name: "simulate",
        about: "Many seeded games between two players",
        input: InputSpec::Optional(POSITION),
        options: &[BOARD, matches::FIRST, matches::SECOND, matches::GAMES, SEED],
        examples: &["simulate connect-four --first mc:50 --second careful --games 200"],
    },
    VerbSpec {
        name: "measure",
        about: "Branching, length, game refinement and progress at several strengths of play",
        input: InputSpec::Optional(POSITION),
        options: &[BOARD, matches::PLAYERS, matches::GAMES, SEED],
        examples: &["measure connect-four --players random,mc:20 --games 200"],
    },
    VerbSpec {
        name: "watch",
        about: "A look into a proof-number search: the root's numbers through the iterations",
        input: InputSpec::Required(POSITION),
        options: &[BOARD, watch::METHOD, solve::SIGHT, PLAYOUTS, THETA, MEMORY, SEED, OptionSpec::FIGURE],
        examples: &["watch connect-four 274552224131661 --method ppns --figure inside.svg"],
    },
    VerbSpec {
        name: "perft",
        about: "Counts the games of every length up to a depth",
        input: InputSpec::Optional(POSITION),
        options: &[BOARD, matches::DEPTH],
        examples: &["perft connect-four --depth 8"],
    },
    VerbSpec {
        name: "bench",
        about: "Solves a file of `moves score` lines, or 100 fixed positions; or a proof-number method on random ones",
        input: InputSpec::None,
        options: &[
            BOARD,
            OptionSpec::value(
                "positions",
                "FILE",
                "`moves score` lines; without it 100 fixed positions of 14 stones",
            ),
            TABLE,
            solve::METHOD,
            contest::COUNT,
            contest::PLIES,
            solve::SIGHT,
            PLAYOUTS,
            THETA,
            PRECISION,
            EPSILON,
            EXPLORATION,
            MEMORY,
            SEED,
        ],
        examples: &[
            "bench connect-four",
            "bench connect-four --positions middle-easy.txt --json",
            "bench connect-four --method df-pn --sight --count 200",
        ],
    },
];

impl Entry for ConnectFourEntry {
    fn name(&self) -> &'static str {
        "connect-four"
    }

    fn about(&self) -> &'static str {
        "Connect Four on any board up to 64 bits, solved exactly"
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
            "generate" => generate::run(request),
            "watch" => watch::run(request, context),
            "bench" => bench::run(request, context),
            "simulate" | "measure" | "perft" => {
                let record = optional_record(request)?;
                let (game, start) = (record.rules(), record.position);
                match verb {
                    "simulate" => matches::simulate(self.name(), &game, &start, request, context),
                    "measure" => matches::measure(self.name(), &game, &start, request, context),
                    _ => matches::count(self.name(), &game, &start, request, context),
                }
            }
            other => Err(InputError::new(format!("connect-four has no verb `{other}`"))),
        }
    }

    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError> {
        let size = parse_size(preset.board)?;
        let plies = size.cells() / 3;
        Ok(format_record(&undecided(size, plies, seed, index)))
    }

    fn normalise(&self, position: &str) -> Result<String, InputError> {
        Ok(format_record(&parse_record(position, standard())?))
    }

    fn moves(&self, position: &str) -> Result<Vec<String>, InputError> {
        let record = parse_record(position, standard())?;
        let mut columns = Vec::new();
        record.rules().moves(&record.position, &mut columns);
        Ok(columns.into_iter().map(|column| (column + 1).to_string()).collect())
    }

    fn play(&self, position: &str, chosen: &str, _: &mut Stream) -> Result<String, InputError> {
        let record = parse_record(position, standard())?;
        let legal = self.moves(position)?;
        if !legal.iter().any(|column| column == chosen) {
            return Err(InputError::new(format!("`{chosen}` is not a legal move")).expected(legal.join(", ")));
        }
        let before = format_record(&record).replace("start", "");
        Ok(format_record(&parse_record(&(before + chosen), standard())?))
    }

    /// As the player who began sees it.
    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        let record = parse_record(position, standard())?;
        Ok(record.rules().verdict(&record.position).map(|verdict| match verdict {
            Verdict::Draw => Outcome::Drawn,
            Verdict::Win(quandary_core::rules::Side::First) => Outcome::Won,
            Verdict::Win(_) => Outcome::Lost,
        }))
    }
}

/// The usual board.
pub(super) fn standard() -> Sized {
    Sized::new(7, 6).expect("seven columns of seven bits fit")
}

/// The position in INPUT, or the empty board.
fn optional_record(request: &Request) -> Result<Record, InputError> {
    let size = parse_size(request.text("board").unwrap_or("6x7"))?;
    match request.input() {
        Some(input) => parse_record(input.text()?, size),
        None => parse_record("start", size),
    }
}

/// The position in INPUT, in which the game still goes on.
fn undecided_record(request: &Request) -> Result<Record, InputError> {
    let size = parse_size(request.text("board").unwrap_or("6x7"))?;
    let record = parse_record(request.input_text()?, size)?;
    if record.is_over() {
        let won = record.rules().has_four(record.position.opponent());
        let what = if won { "the game is already won" } else { "the board is full" };
        return Err(InputError::new(what).expected("a position in which a stone can be played"));
    }
    Ok(record)
}

/// The size of the solver's table, in bits.
fn table_bits(request: &Request) -> Result<u32, InputError> {
    let bits: u32 = request.need("table", "a number from 16 to 30")?;
    if !(16..=30).contains(&bits) {
        return Err(
            InputError::new(format!("--table: {bits} is out of range")).expected("a number from 16 to 30")
        );
    }
    Ok(bits)
}
