//! The verbs that need only the rules.

use quandary_core::face::{Ask, InputSpec, ROWS, Reply, Request, SEED, VerbSpec};
use quandary_core::study::Study;
use quandary_core::{Context, InputError, Stop};

use super::A_POSITION;
use crate::face::matches::{self, Counts, Measurement, Simulation, Start};
use crate::othello::notation::{Placed, format_position, parse_position};
use crate::othello::play::BOARD;
use crate::othello::rules::Othello;

/// Where the games begin: INPUT, or the start.
fn start(request: &Request) -> Result<Start<Othello>, InputError> {
    let placed = match request.input() {
        Some(input) => parse_position(input.text()?)?,
        None => Placed { board: request.get(BOARD), position: Othello::START },
    };
    Ok(Start {
        rules: placed.rules(),
        state: placed.position,
        board: placed.board.to_string(),
        position: format_position(&placed),
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
        examples: &["simulate othello --first mc:10 --second random --games 50"],
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
        options: &[
            BOARD.spec,
            matches::PLAYERS.or("random,mc:1,mc:5").spec,
            matches::GAMES.or("20").spec,
            SEED.spec,
        ],
        examples: &["measure othello --board 6x6 --players random,mc:10"],
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
        examples: &["perft othello --depth 9"],
        conventions: &[],
    };
    type Answer = Counts;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Counts>, Stop> {
        Ok(matches::count_games(start(request)?, request, context))
    }
}
