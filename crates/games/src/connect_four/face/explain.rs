use std::fmt;

use quandary_core::face::{Ask, InputSpec, Reply, Request, VerbSpec};
use quandary_core::{Context, Hint, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_POSITION, TABLE, bits, undecided_record};
use crate::connect_four::explain::{Reason, advise};
use crate::connect_four::play::{BOARD, View};

pub(super) struct Explain;

/// The best column and why, and what every column is worth.
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
        about: "The best column and why: threats, the line that wins, and what every column is worth",
        input: InputSpec::Required(A_POSITION),
        options: &[BOARD.spec, TABLE.spec],
        examples: &["explain connect-four 274552224131661", "explain connect-four 4444 --time 10"],
        conventions: &[(
            "score",
            "k when four is completed with the k-th last stone of one's own, negative for a loss, 0 for a draw",
        )],
    };
    type Answer = Explanation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Explanation>, Stop> {
        let record = undecided_record(request)?;
        let (hint, stopped) = advise(&record, bits(request, context), context)?;
        Ok(Reply::from(Explanation { view: View(record), hint }).cut(stopped))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.view, self.hint)
    }
}
