use quandary_core::{Context, Stop};
use quandary_verbs::play::Play;
use quandary_verbs::{Command, Explanation, InputSpec, Reply, Request, VerbSpec};

use super::{A_POSITION, SHAPE, position};
use crate::play::View;
use crate::reason::Needed;

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "A cell to press, and why",
        input: InputSpec::Required(A_POSITION),
        options: &[SHAPE.spec],
        examples: &["explain lights-out '##. #.. ...'"],
        conventions: &[],
    };
    type Answer = Explanation<View, Needed>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let (rules, lit) = position(request)?;
        let view = rules.view(&lit);
        let hint = rules.hint(&view, context)?;
        Ok(Explanation { view, hint }.into())
    }
}
