use quandary_core::{Context, Exhausted, Stop};
use quandary_verbs::{Command, Explanation, Hint, InputSpec, Reply, Request, VerbSpec};

use super::{A_POSITION, TABLE, bits, undecided};
use crate::othello::explain::{Reason, advise};
use crate::othello::play::View;

pub(super) struct Explain;

/// Positions that are looked at when nobody sets a limit: a few seconds.
const USUAL_NODES: u64 = 15_000_000;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move and why: how the game ends, by which line, and what every move is worth",
        input: InputSpec::Required(A_POSITION),
        options: &[TABLE.spec],
        examples: &["explain othello late.obf", "explain othello f5d6c3 --time 5"],
        conventions: &[
            ("score", "difference of discs at the end, empty squares to the winner"),
            (
                "estimate",
                "by the learnt evaluation; everything that is not called about or probably is exact",
            ),
            (
                "budget",
                "without --nodes it looks at 15 million positions, a few seconds, and says what it knows",
            ),
        ],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let placed = undecided(request)?;
        // Without a limit of the user's, an opinion is enough.
        let is_limited = context.budget.remaining() < u64::MAX;
        let limited = if is_limited { context.clone() } else { context.at_most(USUAL_NODES) };
        let empty = placed.empties().into();
        let mut say = |hint: &Hint<Reason>| {
            if let Some(Reason::Judged { opinion, .. }) = hint.decision.as_ref().map(|best| &best.reason) {
                context.progress.report("moves looked ahead", opinion.ahead.into(), empty);
            }
        };
        let (hint, stopped) = advise(&placed, bits(request, context), &limited, &mut say)?;
        let stopped = stopped.filter(|&why| is_limited || why != Exhausted::Nodes);
        Ok(Reply::from(Explanation { view: View(placed), hint }).cut(stopped))
    }
}
