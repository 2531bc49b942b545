use std::fmt;

use quandary_core::{Context, Stop};
use quandary_verbs::Hint;
use quandary_verbs::{Command, Explanation, InputSpec, Page, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_BOARD, SHAPE, board_and_puzzle};
use crate::explain::{Why, advise};
use crate::play::{GOAL, View};
use crate::solvability;

pub(super) struct Explain;

quandary_verbs::names! {
    /// How the board stands.
    enum Verdict {
        Solvable = "solvable",
        Solved = "solved",
        Unsolvable = "unsolvable",
    }
}

/// The next slide and why.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExplainAnswer {
    /// `solvable`, `solved` or `unsolvable`.
    verdict: Verdict,
    /// Why it is unsolvable.
    unsolvable_because: Option<String>,
    #[serde(flatten)]
    explanation: Explanation<View, Why>,
}

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "All best next slides, how many options there are, and how far it is to go",
        input: InputSpec::Required(A_BOARD),
        options: &[SHAPE.spec, GOAL.spec],
        examples: &["explain sliding \"8 6 7 2 5 4 3 0 1\""],
        conventions: &[],
    };
    type Answer = ExplainAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<ExplainAnswer>, Stop> {
        let (board, puzzle) = board_and_puzzle(request)?;
        let view = View { board, goal: puzzle.goal().clone() };
        let solvable = solvability::of(&puzzle, &view.board);
        if !solvable.is_solvable() {
            let unsolvable_because = Some(solvable.to_string());
            let explanation = Explanation { view, hint: Hint::none("nothing") };
            return Ok(Reply::negative(ExplainAnswer {
                verdict: Verdict::Unsolvable,
                unsolvable_because,
                explanation,
            }));
        }
        let hint = advise(&puzzle, &view.board, context)?;
        let verdict = if hint.decision.is_some() { Verdict::Solvable } else { Verdict::Solved };
        Ok(ExplainAnswer { verdict, unsolvable_because: None, explanation: Explanation { view, hint } }
            .into())
    }
}

impl fmt::Display for ExplainAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match (&self.unsolvable_because, self.verdict) {
            (Some(why), _) => format!("unsolvable: {why}."),
            (None, Verdict::Solved) => "It is solved.".to_owned(),
            _ => return self.explanation.fmt(f),
        };
        f.write_str(&Page::of(f).arrange(&words, &self.explanation.view.to_string()))
    }
}
