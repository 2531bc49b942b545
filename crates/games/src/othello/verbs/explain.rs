use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Reply, Request, VerbSpec};

use super::{A_POSITION, TABLE, bits, undecided};
use crate::othello::explain::{Reason, advise};
use crate::othello::play::View;

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move and why: how the game ends, by which line, and what every move is worth",
        input: InputSpec::Required(A_POSITION),
        options: &[TABLE.spec],
        examples: &["explain othello late.obf", "explain othello f5d6c3 --time 5"],
        conventions: &[("score", "difference of discs at the end, empty squares to the winner")],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let placed = undecided(request)?;
        let (hint, stopped) = advise(&placed, bits(request, context), context)?;
        Ok(Reply::from(Explanation { view: View(placed), hint }).cut(stopped))
    }
}
