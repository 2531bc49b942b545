use std::fmt;

use quandary_core::{Context, Stop};
use quandary_verbs::{COUNT, Command, InputSpec, JSON_LINES, Reply, Request, SEED, VerbSpec, make_items};
use schemars::JsonSchema;
use serde::Serialize;

use super::{THE_TREE, truth_of, value};
use crate::pgame::notation::{Place, format_place};
use crate::pgame::play::BOARD;

pub(super) struct Generate;

/// Trees that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct GenerateAnswer {
    /// Branching and depth.
    board: String,
    seed: u64,
    /// The trees.
    items: Vec<Tree>,
}

/// A tree and its value.
#[derive(Serialize, JsonSchema)]
struct Tree {
    /// Its name.
    position: String,
    /// `win` or `loss` for MAX; null where brute force cannot tell.
    verdict: Option<&'static str>,
}

impl Command for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Names of trees with their values",
        input: InputSpec::None,
        options: &[BOARD.spec, COUNT.or("5").spec, SEED.spec, JSON_LINES.spec],
        examples: &["generate pgame --board 8x8 --count 3"],
        conventions: &[THE_TREE],
    };
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
        let (shape, seed) = (request.get(BOARD), request.get(SEED));
        let tree = |index| {
            let place = Place::root(shape, seed, index);
            let truth = truth_of(&place.tree, &place.node, &context.budget)?;
            Ok(Tree { position: format_place(&place), verdict: truth.map(value) })
        };
        let (items, cut) = make_items(request, context, ("trees", request.get(COUNT)), tree, |_| {})?;
        Ok(Reply::from(GenerateAnswer { board: shape.to_string(), seed, items }).cut(cut))
    }
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self
            .items
            .iter()
            .map(|tree| format!("{} {}", tree.position, tree.verdict.unwrap_or("unknown")))
            .collect();
        f.write_str(&lines.join("\n"))
    }
}
