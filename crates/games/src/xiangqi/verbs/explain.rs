use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Opt, Reply, Request, VerbSpec};

use super::{A_POSITION, undecided};
use crate::xiangqi::explain::{Reason, advise};
use crate::xiangqi::play::{REPETITION, View};

const DEPTH: Opt<u64> =
    Opt::whole("depth", "N", 1, 32, "Moves to look ahead; captures beyond them are played out").or("3");

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move some moves ahead and why: its worth, its line, what it captures or threatens",
        input: InputSpec::Required(A_POSITION),
        options: &[DEPTH.spec, REPETITION.spec],
        examples: &[
            "explain xiangqi \"1. C2.5 H8+7 2. H2+3\"",
            "explain xiangqi position.fen --depth 4 --time 10",
        ],
        conventions: &[
            (
                "value",
                "hundredths of a pawn for the side to move, material, position and mobility; 30000 - n for a win in n plies",
            ),
            ("search", "minimax, captures played out"),
        ],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let (rules, position) = undecided(request)?;
        let (hint, stopped) = advise(rules, &position, request.get(DEPTH) as u32, context)?;
        Ok(Reply::from(Explanation { view: View(position), hint }).cut(stopped))
    }
}
