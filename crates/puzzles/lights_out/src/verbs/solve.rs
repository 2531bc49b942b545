use std::fmt;

use quandary_core::{Certificate, Context, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_POSITION, SHAPE, position};
use crate::notation::{format_board, format_cell};
use crate::solve::fewest_presses;

pub(super) struct Solve;

quandary_verbs::names! {
    /// Whether all lights can be put out.
    enum Verdict {
        Optimal = "optimal",
        Unsolvable = "unsolvable",
    }
}

/// The fewest presses.
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveAnswer {
    verdict: Verdict,
    /// The cells to press, ROW,COLUMN each, in any order.
    moves: Option<Vec<String>>,
    certificate: Certificate,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The fewest presses that put out all lights, with a certificate",
        input: InputSpec::Required(A_POSITION),
        options: &[SHAPE.spec],
        examples: &["solve lights-out '##. #.. ...'", "solve lights-out '#.. ...'"],
        conventions: &[],
    };
    type Answer = SolveAnswer;

    fn run(request: &Request, _: &Context<'_>) -> Result<Reply<SolveAnswer>, Stop> {
        let (rules, lit) = position(request)?;
        let presses = fewest_presses(&rules, lit);
        let verdict = if presses.is_some() { Verdict::Optimal } else { Verdict::Unsolvable };
        let instance = format_board(&rules, lit);
        let certificate =
            Certificate::new("lights-out", verdict.name(), instance, json!({"presses": presses}));
        let name = |cell| format_cell(&rules, cell);
        let moves = presses.map(|cells| cells.into_iter().map(name).collect());
        let answer = SolveAnswer { verdict, moves, certificate };
        // A negative answer is an answer, with an exit code of its own.
        Ok(if verdict == Verdict::Optimal { answer.into() } else { Reply::negative(answer) })
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.moves {
            Some(moves) => write!(f, "{}: {}", self.verdict, moves.join(" ")),
            None => write!(f, "{}: no presses put out all lights", self.verdict),
        }
    }
}
