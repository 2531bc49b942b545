use std::fmt;

use quandary_core::face::{Ask, InputSpec, Reply, Request, VerbSpec};
use quandary_core::{Context, Hint, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_BOARD, SHAPE, board_and_puzzle};
use crate::explain::{Why, advise};
use crate::play::{GOAL, View};
use crate::solvability;

pub(super) struct Explain;

/// The next slide and why.
#[derive(Serialize, JsonSchema)]
pub(super) struct Explanation {
    #[serde(flatten)]
    view: View,
    /// `solvable`, `solved` or `unsolvable`.
    verdict: &'static str,
    /// Why it is unsolvable.
    unsolvable_because: Option<String>,
    #[serde(flatten)]
    hint: Hint<Why>,
}

impl Ask for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "All best next slides, how many options there are, and how far it is to go",
        input: InputSpec::Required(A_BOARD),
        options: &[SHAPE.spec, GOAL.spec],
        examples: &["explain sliding \"8 6 7 2 5 4 3 0 1\""],
        conventions: &[],
    };
    type Answer = Explanation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Explanation>, Stop> {
        let (board, puzzle) = board_and_puzzle(request)?;
        let view = View { board, goal: puzzle.goal().clone() };
        let solvable = solvability::of(&puzzle, &view.board);
        if !solvable.is_solvable() {
            let unsolvable_because = Some(solvable.to_string());
            let hint = Hint { decision: None, alternatives: Vec::new(), value_is: "nothing" };
            return Ok(Reply::negative(Explanation {
                view,
                verdict: "unsolvable",
                unsolvable_because,
                hint,
            }));
        }
        let hint = advise(&puzzle, &view.board, context)?;
        let verdict = if hint.decision.is_some() { "solvable" } else { "solved" };
        Ok(Explanation { view, verdict, unsolvable_because: None, hint }.into())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n", self.view)?;
        match (&self.unsolvable_because, self.verdict) {
            (Some(why), _) => write!(f, "unsolvable: {why}."),
            (None, "solved") => f.write_str("It is solved."),
            _ => self.hint.fmt(f),
        }
    }
}
