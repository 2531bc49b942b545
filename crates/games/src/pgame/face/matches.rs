//! The verbs that need only the rules.

use quandary_core::face::{Ask, InputSpec, Opt, ROWS, Reply, Request, SEED, VerbSpec};
use quandary_core::study::Study;
use quandary_core::{Context, InputError, Stop};

use super::A_TREE;
use crate::face::matches::{self, Measurement, Simulation, Start};
use crate::pgame::notation::{Place, Shape, format_place, parse_place};
use crate::pgame::play::BOARD;
use crate::pgame::rules::PGame;

const SHAPE: Opt<Shape> = BOARD.with_help("Branching and depth, without INPUT");

/// Where the games begin: INPUT, or the root of the first tree of a shape.
fn start(request: &Request) -> Result<Start<PGame>, InputError> {
    let place = match request.input() {
        Some(input) => parse_place(input.text()?)?,
        None => Place::root(request.get(BOARD), 1, 0),
    };
    Ok(Start {
        rules: place.tree,
        state: place.node,
        board: place.shape().to_string(),
        position: format_place(&place),
    })
}

pub(super) struct Simulate;

impl Ask for Simulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: "Many seeded games between two players on one tree",
        input: InputSpec::Optional(A_TREE),
        options: &[
            SHAPE.spec,
            matches::FIRST.spec,
            matches::SECOND.spec,
            matches::GAMES.spec,
            SEED.spec,
            ROWS.spec,
        ],
        examples: &["simulate pgame 2x20/1/0 --first mc:10 --second random --games 200"],
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
        input: InputSpec::Optional(A_TREE),
        options: &[SHAPE.spec, matches::PLAYERS.spec, matches::GAMES.spec, SEED.spec],
        examples: &["measure pgame --board 8x8", "measure pgame 2x20/1/0 --players random,mc:10"],
        conventions: &matches::MEASURES,
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        matches::measure(start(request)?, request, context)
    }
}
