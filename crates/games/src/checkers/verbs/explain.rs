use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Opt, Reply, Request, VerbSpec};

use super::{A_POSITION, rules, undecided};
use crate::checkers::explain::{MOST_DEPTH, Reason, advise};
use crate::checkers::play::{DRAWS, View};

const DEPTH: Opt<u64> =
    Opt::whole("depth", "N", 1, MOST_DEPTH as u64, "Moves of both sides to look ahead at most").or("50");

/// Nodes when nobody says otherwise: some seconds.
const NODES: u64 = 6_000_000;

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move and why: an ending from its table, otherwise by looking ahead",
        input: InputSpec::Required(A_POSITION),
        options: &[DRAWS.spec, DEPTH.spec],
        examples: &["explain checkers B:WK32:BK1,K2", "explain checkers \"11-15 23-19\" --depth 7"],
        conventions: &[
            ("ahead", "the engine's estimate in hundredths of a man; not a proof"),
            ("search", "selective alpha-beta, captures played out; 6,000,000 nodes unless a limit is given"),
            ("ending", "of up to four pieces: exact, without counts of moves and repetitions"),
        ],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let rules = rules(request);
        let depth = request.get(DEPTH) as u32;
        let state = undecided(rules, request)?;
        let context =
            if context.budget.remaining() == u64::MAX { context.at_most(NODES) } else { context.clone() };
        let (hint, stopped) = advise(rules, &state, depth, &context)?;
        Ok(Reply::from(Explanation { view: View { rules, state }, hint }).cut(stopped))
    }
}
