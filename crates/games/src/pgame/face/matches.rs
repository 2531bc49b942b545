//! `measure`, which needs only the rules.

use quandary_core::face::{Ask, InputSpec, Reply, Request, SEED, VerbSpec};
use quandary_core::{Context, Stop};

use super::A_TREE;
use crate::face::matches::{self, Measurement, Start};
use crate::pgame::notation::{Place, format_place, parse_place};
use crate::pgame::play::BOARD;

pub(super) struct Measure;

impl Ask for Measure {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "Branching, length, game refinement and progress at several strengths of play",
        input: InputSpec::Optional(A_TREE),
        options: &[
            BOARD.with_help("Branching and depth, without INPUT").spec,
            matches::PLAYERS.spec,
            matches::GAMES.spec,
            SEED.spec,
        ],
        examples: &["measure pgame --board 8x8", "measure pgame 2x20/1/0 --players random,mc:10"],
        conventions: &matches::MEASURES,
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        let place = match request.input() {
            Some(input) => parse_place(input.text()?)?,
            None => Place::root(request.get(BOARD), 1, 0),
        };
        let start = Start {
            rules: place.tree,
            state: place.node,
            board: place.shape().to_string(),
            position: format_place(&place),
        };
        matches::measure(start, request, context)
    }
}
