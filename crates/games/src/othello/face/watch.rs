use quandary_core::face::{Ask, FIGURE, InputSpec, Reply, Request, SEED, VerbSpec};
use quandary_core::rules::Rules;
use quandary_core::{Context, Stop};
use quandary_proving::{PLAYOUTS, THETA};

use super::{A_POSITION, undecided};
use crate::face::watched::{METHOD, Watched, watch};
use crate::othello::notation::{format_action, format_position};
use crate::othello::question::Question;

pub(super) struct Watch;

impl Ask for Watch {
    const SPEC: VerbSpec = VerbSpec {
        name: "watch",
        about: "A look into a proof-number search: the root's numbers through the iterations",
        input: InputSpec::Required(A_POSITION),
        options: &[METHOD.spec, PLAYOUTS.spec, THETA.spec, SEED.spec, FIGURE.spec],
        examples: &["watch othello late.obf --method ppns --figure inside.svg"],
        conventions: &[],
    };
    type Answer = Watched;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Watched>, Stop> {
        let placed = undecided(request)?;
        let question = Question { rules: placed.rules(), root: placed.position, draw_wins: false };
        let mut actions = Vec::new();
        placed.rules().moves(&placed.position, &mut actions);
        let moves = actions.into_iter().map(|action| format_action(placed.board, action)).collect();
        let position = format_position(&placed);
        Ok(watch(&question, position, "does the player to move win?", moves, request, context))
    }
}
