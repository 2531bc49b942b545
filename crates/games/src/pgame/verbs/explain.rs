use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Reply, Request, VerbSpec};

use super::THE_TREE;
use crate::pgame::explain::{Reason, advise};
use crate::pgame::notation::parse_place;
use crate::pgame::play::View;

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "Who wins below every child, the best one, and a line that shows it",
        input: InputSpec::Required("A tree or a node in it, such as 2x20/1/0 or 2x20/1/0:01"),
        options: &[],
        examples: &["explain pgame 8x8/1/0", "explain pgame 2x20/1/0:01"],
        conventions: &[THE_TREE],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let place = parse_place(request.input_text()?)?;
        let (hint, stopped) = advise(&place, context)?;
        Ok(Reply::from(Explanation { view: View(place), hint }).cut(stopped))
    }
}
