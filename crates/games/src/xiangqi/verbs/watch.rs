use quandary_core::{Context, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};

use super::{A_POSITION, undecided};
use crate::verbs::watched::{self, WatchAnswer, names, watch};
use crate::xiangqi::mate::Attack;
use crate::xiangqi::notation::{format_fen, format_iccs};
use crate::xiangqi::play::REPETITION;
use crate::xiangqi::question::Question;

/// The search that is watched is asked for a win within this many plies.
const PLIES: u8 = 5;

pub(super) struct Watch;

impl Command for Watch {
    const SPEC: VerbSpec = VerbSpec {
        input: InputSpec::Required(A_POSITION),
        options: &[
            watched::SPEC.options[0],
            watched::SPEC.options[1],
            watched::SPEC.options[2],
            watched::SPEC.options[3],
            watched::SPEC.options[4],
            REPETITION.spec,
        ],
        examples: &["watch xiangqi \"3k5/9/9/9/9/9/9/R8/1R7/5K3 w\" --method pns --figure inside.svg"],
        ..watched::SPEC
    };
    type Answer = WatchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<WatchAnswer>, Stop> {
        let (rules, position) = undecided(request)?;
        let root = *position.diagram();
        let question = Question { root, winner: root.side, plies: PLIES, attack: Attack::Any };
        let moves = names(&rules, &position, format_iccs);
        let asked = "does the player to move win within 5 plies?";
        Ok(watch(&question, format_fen(&position), asked, moves, request, context))
    }
}
