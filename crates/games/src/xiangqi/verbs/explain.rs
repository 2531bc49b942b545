use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Opt, Reply, Request, VerbSpec};

use super::{A_POSITION, undecided};
use crate::xiangqi::explain::{MOST_DEPTH, Reason, advise};
use crate::xiangqi::play::{REPETITION, View};

const DEPTH: Opt<u64> = Opt::whole(
    "depth",
    "N",
    1,
    MOST_DEPTH as u64,
    "Moves to look ahead at most; captures and checks are followed further",
)
.or("40");

/// Nodes when nobody says otherwise: some seconds.
const NODES: u64 = 4_000_000;

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move in the engine's opinion and why: what it wins, saves or attacks, and what the next best loses",
        input: InputSpec::Required(A_POSITION),
        options: &[DEPTH.spec, REPETITION.spec],
        examples: &[
            "explain xiangqi \"1. C2.5 H8+7 2. H2+3\"",
            "explain xiangqi position.fen --depth 4 --time 10",
        ],
        conventions: &[
            (
                "value",
                "the engine's estimate in hundredths of a pawn for the side to move; 30000 - n for a proved win in n plies",
            ),
            (
                "search",
                "selective alpha-beta, captures and checks followed further; 4,000,000 nodes unless a limit is given",
            ),
        ],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let (rules, position) = undecided(request)?;
        let context =
            if context.budget.remaining() == u64::MAX { context.at_most(NODES) } else { context.clone() };
        let (hint, stopped) = advise(rules, &position, request.get(DEPTH) as u32, &context)?;
        Ok(Reply::from(Explanation { view: View(position), hint }).cut(stopped))
    }
}
