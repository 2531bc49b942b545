use quandary_core::{Context, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};

use super::{A_POSITION, undecided};
use crate::othello::notation::{format_action, format_position};
use crate::othello::question::Question;
use crate::verbs::watched::{self, WatchAnswer, names, watch};

pub(super) struct Watch;

impl Command for Watch {
    const SPEC: VerbSpec = VerbSpec {
        input: InputSpec::Required(A_POSITION),
        examples: &["watch othello late.obf --method ppns --figure inside.svg"],
        ..watched::SPEC
    };
    type Answer = WatchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<WatchAnswer>, Stop> {
        let placed = undecided(request)?;
        let question = Question { rules: placed.rules(), root: placed.position, draw_wins: false };
        let moves = names(&placed.rules(), &placed.position, |action| format_action(placed.board, action));
        let position = format_position(&placed);
        Ok(watch(&question, position, "does the player to move win?", moves, request, context))
    }
}
