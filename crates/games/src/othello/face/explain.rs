use std::fmt;

use quandary_core::face::{Ask, InputSpec, Reply, Request, VerbSpec};
use quandary_core::{Context, Hint, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_POSITION, TABLE, bits, undecided};
use crate::othello::explain::{Reason, advise};
use crate::othello::play::View;

pub(super) struct Explain;

/// The best move and why, and what every move is worth.
#[derive(Serialize, JsonSchema)]
pub(super) struct Explanation {
    #[serde(flatten)]
    view: View,
    #[serde(flatten)]
    hint: Hint<Reason>,
}

impl Ask for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move and why: how the game ends, by which line, and what every move is worth",
        input: InputSpec::Required(A_POSITION),
        options: &[TABLE.spec],
        examples: &["explain othello late.obf", "explain othello f5d6c3 --time 5"],
        conventions: &[("score", "difference of discs at the end, empty squares to the winner")],
    };
    type Answer = Explanation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Explanation>, Stop> {
        let placed = undecided(request)?;
        let (hint, stopped) = advise(&placed, bits(request, context), context)?;
        Ok(Reply::from(Explanation { view: View(placed), hint }).cut(stopped))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.view, self.hint)
    }
}
