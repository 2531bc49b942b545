//! The verbs that need only the rules.

use quandary_core::face::{Ask, InputSpec, ROWS, Reply, Request, SEED, VerbSpec};
use quandary_core::study::Study;
use quandary_core::{Context, InputError, Stop};

use super::{A_POSITION, record_of};
use crate::connect_four::geometry::Sized;
use crate::connect_four::notation::{Record, format_record, format_size};
use crate::connect_four::play::BOARD;
use crate::connect_four::rules::{ConnectFour, Position};
use crate::face::matches::{self, Counts, Measurement, Simulation, Start};

/// Where the games begin: INPUT, or the empty board.
fn start(request: &Request) -> Result<Start<ConnectFour<Sized>>, InputError> {
    let record = match request.input() {
        Some(_) => record_of(request)?,
        None => Record { size: request.get(BOARD), columns: Vec::new(), position: Position::START },
    };
    Ok(Start {
        rules: record.rules(),
        state: record.position,
        board: format_size(record.size),
        position: format_record(&record),
    })
}

pub(super) struct Simulate;

impl Ask for Simulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: "Many seeded games between two players",
        input: InputSpec::Optional(A_POSITION),
        options: &[
            BOARD.spec,
            matches::FIRST.spec,
            matches::SECOND.spec,
            matches::GAMES.spec,
            SEED.spec,
            ROWS.spec,
        ],
        examples: &["simulate connect-four --first mc:50 --second careful --games 200"],
        conventions: &[("interval", "Wilson, 95 %")],
    };
    type Answer = Simulation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Simulation>, Stop> {
        matches::simulate(start(request)?, request, context)
    }

    fn study(request: &Request, _: &Context<'_>) -> Option<Result<Box<dyn Study>, Stop>> {
        Some(start(request).map(|start| matches::study_of(start, request)).map_err(Stop::from))
    }
}

pub(super) struct Measure;

impl Ask for Measure {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "Branching, length, game refinement and progress at several strengths of play",
        input: InputSpec::Optional(A_POSITION),
        options: &[BOARD.spec, matches::PLAYERS.spec, matches::GAMES.spec, SEED.spec],
        examples: &["measure connect-four --players random,mc:20 --games 200"],
        conventions: &matches::MEASURES,
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        matches::measure(start(request)?, request, context)
    }
}

pub(super) struct Perft;

impl Ask for Perft {
    const SPEC: VerbSpec = VerbSpec {
        name: "perft",
        about: "Counts the games of every length up to a depth",
        input: InputSpec::Optional(A_POSITION),
        options: &[BOARD.spec, matches::DEPTH.spec],
        examples: &["perft connect-four --depth 8"],
        conventions: &[],
    };
    type Answer = Counts;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Counts>, Stop> {
        Ok(matches::count_games(start(request)?, request, context))
    }
}
