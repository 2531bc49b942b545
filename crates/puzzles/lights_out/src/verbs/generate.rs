use std::fmt;

use quandary_core::{Context, Seed, Stop};
use quandary_verbs::{COUNT, Command, InputSpec, JSON_LINES, Reply, Request, SEED, VerbSpec, make_items};
use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::uniform;
use crate::notation::format_board;
use crate::play::BOARD;

pub(super) struct Generate;

/// Positions that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct GenerateAnswer {
    /// Rows and columns.
    board: String,
    seed: u64,
    /// The positions.
    items: Vec<Item>,
}

/// A position.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// Rows of # (lit) and . (dark).
    position: String,
}

impl Command for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Random positions that have a solution",
        input: InputSpec::None,
        options: &[BOARD.spec, COUNT.spec, SEED.spec, JSON_LINES.spec],
        examples: &["generate lights-out --board 4x6 --count 3 --seed 1"],
        conventions: &[("uniform", "every solvable position but the solved one is equally likely")],
    };
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
        let rules = request.get(BOARD);
        let seed = Seed(request.get(SEED));
        let item = |index| {
            let lit = uniform(&rules, &mut seed.stream(index));
            Ok(Item { position: format_board(&rules, lit) })
        };
        let (items, cut) = make_items(request, context, ("positions", request.get(COUNT)), item, |_| {})?;
        let answer = GenerateAnswer { board: rules.to_string(), seed: seed.0, items };
        Ok(Reply::from(answer).cut(cut))
    }
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&texts.join("\n\n"))
    }
}
