use quandary_core::face::{Ask, FIGURE, InputSpec, Reply, Request, SEED, VerbSpec};
use quandary_core::rules::Rules;
use quandary_core::{Context, Stop};
use quandary_proving::{PLAYOUTS, THETA};

use super::{A_TREE, root};
use crate::face::watched::{METHOD, Watched, watch};
use crate::pgame::notation::{format_child, format_place};

pub(super) struct Watch;

impl Ask for Watch {
    const SPEC: VerbSpec = VerbSpec {
        name: "watch",
        about: "A look into a search: the root's numbers through the iterations",
        input: InputSpec::Required(A_TREE),
        options: &[METHOD.spec, PLAYOUTS.spec, THETA.spec, SEED.spec, FIGURE.spec],
        examples: &["watch pgame 2x20/1/0 --method ppns --figure inside.svg"],
        conventions: &[],
    };
    type Answer = Watched;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Watched>, Stop> {
        let place = root(request)?;
        let mut children = Vec::new();
        place.tree.moves(&place.node, &mut children);
        let moves = children.into_iter().map(|child| format!("child {}", format_child(child))).collect();
        Ok(watch(&place.tree, format_place(&place), "does MAX win?", moves, request, context))
    }
}
