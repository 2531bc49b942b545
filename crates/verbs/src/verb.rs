use std::fmt::Display;

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::{Answer, Reply};
use super::schema::Schema;
use super::{Input, OptionSpec, Request};
use crate::{Hint, Page};
use quandary_core::Reason;
use quandary_core::study::Study;
use quandary_core::{Context, InputError, Stop};

/// What a verb takes as INPUT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "given", content = "about")]
pub enum InputSpec {
    /// Nothing.
    None,
    /// It may be given; the text says what it is.
    Optional(&'static str),
    /// It must be given; the text says what it is.
    Required(&'static str),
}

/// One verb of a puzzle, as data: help, completion and forms are made from it.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct VerbSpec {
    /// `solve`, `explain`, `generate`, `simulate`, `measure`, `bench`, or one of the puzzle's own.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What INPUT is.
    pub input: InputSpec,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Command lines a person would really run, without the leading `quandary`.
    pub examples: &'static [&'static str],
    /// What its numbers rest on, for the answer: (name, sentence).
    pub conventions: &'static [(&'static str, &'static str)],
}

/// A verb of a puzzle: a type without values that says what it takes, what it answers, and how.
///
/// The answer is a value. It serialises for programs, and its `Display` is the text for people, rendered when somebody
/// wants to read it.
pub trait Command {
    /// What it takes.
    const SPEC: VerbSpec;

    /// What it answers.
    type Answer: Serialize + JsonSchema + Display + 'static;

    /// Does it.
    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop>;

    /// The games behind it, for verbs that play many: rows and reproductions come from here.
    fn study(_request: &Request, _context: &Context<'_>) -> Games {
        None
    }
}

/// Does what a verb does, for the puzzle with this name.
type Run = fn(&'static str, &VerbSpec, &Request, &Context<'_>) -> Result<Answer, InputError>;

/// The games behind a verb, if it plays many.
pub type Games = Option<Result<Box<dyn Study>, Stop>>;

/// A verb whose types are hidden, as interfaces know it.
#[derive(Clone, Copy)]
pub struct Verb {
    /// What it takes.
    pub spec: VerbSpec,
    run: Run,
    study: fn(&Request, &Context<'_>) -> Games,
    schema: Schema,
}

/// The verbs that these types describe, in the order in which help lists them: `verbs![Solve, Explain]`.
#[macro_export]
macro_rules! verbs {
    ($($ask:ty),* $(,)?) => { &[$($crate::Verb::of::<$ask>()),*] };
}

impl Verb {
    /// The verb that `A` describes.
    pub const fn of<A: Command>() -> Verb {
        Verb {
            spec: A::SPEC,
            run: |puzzle, spec, request, context| answer(puzzle, spec, context, || A::run(request, context)),
            study: A::study,
            schema: Schema::of::<A::Answer>(),
        }
    }

    /// Does it for the puzzle with this name. Running out of budget is an answer, not an error.
    pub fn run(
        &self,
        puzzle: &'static str,
        request: &Request,
        context: &Context<'_>,
    ) -> Result<Answer, InputError> {
        (self.run)(puzzle, &self.spec, request, context).map_err(|error| match request.input() {
            // What was typed needs no name.
            Some(input) if input.source != Input::INLINE => error.in_source(&input.source),
            _ => error,
        })
    }

    /// The games behind it, if it plays many.
    pub fn study(&self, request: &Request, context: &Context<'_>) -> Games {
        (self.study)(request, context)
    }

    /// The JSON Schema of everything it may print under `--json`: an answer, an unfinished one, or an error. Not in a
    /// browser.
    #[cfg(not(target_family = "wasm"))]
    pub fn schema(&self, puzzle: &str) -> serde_json::Value {
        self.schema.make(puzzle, self.spec.name)
    }
}

/// Times the work and makes an answer of what it came back with.
fn answer<A: Serialize + Display + 'static>(
    puzzle: &'static str,
    spec: &VerbSpec,
    context: &Context<'_>,
    work: impl FnOnce() -> Result<Reply<A>, Stop>,
) -> Result<Answer, InputError> {
    let before = (context.cpu_seconds)();
    let reply = work();
    Answer::new(puzzle, spec, reply, (context.cpu_seconds)() - before)
}

/// A position and what to do in it.
#[derive(Serialize, JsonSchema)]
#[serde(bound(serialize = "V: Serialize, R: Reason + Serialize"))]
#[schemars(rename = "Explanation")]
pub struct Explanation<V, R> {
    /// What the player sees.
    #[serde(flatten)]
    pub view: V,
    /// What to do, why, and what else there is.
    #[serde(flatten)]
    pub hint: Hint<R>,
}

impl<V: Display, R: Reason> Display for Explanation<V, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let page = Page::of(f);
        f.write_str(&page.arrange(&page.show(&self.hint), &self.view.to_string()))
    }
}
