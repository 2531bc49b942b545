//! The verbs of Lights Out.

use std::fmt;

use quandary_core::play::Play;
use quandary_core::verbs::{Command, Entry, InputSpec, Reply, Request, Verb, VerbSpec};
use quandary_core::{Certificate, Context, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::play::BOARD;
use crate::{Lights, fewest_presses};

/// Lights Out.
pub static ENTRY: Entry = Entry::of::<Lights>(
    "lights-out",
    "Lights Out: a press toggles a cell and its neighbours; put out all lights",
    &[
        Verb::of::<Solve>(),
        Verb::explaining::<Lights>(VerbSpec {
            name: "explain",
            about: "A cell to press, and why",
            examples: &["explain lights-out '##. #.. ...' --board 3x3"],
            ..Solve::SPEC
        }),
    ],
);

struct Solve;

quandary_core::names! {
    /// Whether all lights can be put out.
    enum Verdict {
        Optimal = "optimal",
        Unsolvable = "unsolvable",
    }
}

/// The fewest presses.
#[derive(Serialize, JsonSchema)]
struct Solution {
    verdict: Verdict,
    /// The cells to press, ROW,COLUMN each, in any order.
    moves: Option<Vec<String>>,
    certificate: Certificate,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The fewest presses that put out all lights, with a certificate",
        input: InputSpec::Required("A board: rows of # (lit) and . (dark)"),
        options: &[BOARD.spec],
        examples: &["solve lights-out '##. #.. ...' --board 3x3"],
        conventions: &[],
    };
    type Answer = Solution;

    fn run(request: &Request, _: &Context<'_>) -> Result<Reply<Solution>, Stop> {
        let rules = Lights::new(request)?;
        let lit = rules.read(request.input_text()?)?;
        let cells = fewest_presses(&rules, lit);
        let (solved, evidence) = (cells.is_some(), json!({"presses": cells}));
        let verdict = if solved { Verdict::Optimal } else { Verdict::Unsolvable };
        let moves = cells.map(|cells| cells.into_iter().map(|cell| rules.0.name(cell)).collect());
        let certificate = Certificate::new("lights-out", verdict.name(), rules.write(&lit), evidence);
        let solution = Solution { verdict, moves, certificate };
        Ok(if solved { solution.into() } else { Reply::negative(solution) })
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.moves.as_deref().unwrap_or_default().join(" "))
    }
}
