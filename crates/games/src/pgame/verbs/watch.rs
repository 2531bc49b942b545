use quandary_core::{Context, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};

use super::{A_TREE, root};
use crate::pgame::notation::{format_child, format_place};
use crate::verbs::watched::{self, WatchAnswer, names, watch};

pub(super) struct Watch;

impl Command for Watch {
    const SPEC: VerbSpec = VerbSpec {
        about: "Watch a search run: the root's numbers, iteration by iteration",
        input: InputSpec::Required(A_TREE),
        examples: &["watch pgame 2x20/1/0 --method ppns --figure inside.svg"],
        ..watched::SPEC
    };
    type Answer = WatchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<WatchAnswer>, Stop> {
        let place = root(request)?;
        let moves = names(&place.tree, &place.node, |child| format!("child {}", format_child(child)));
        Ok(watch(&place.tree, format_place(&place), "does MAX win?", moves, request, context))
    }
}
