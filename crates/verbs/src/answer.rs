use std::fmt::Display;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::VerbSpec;
use crate::Page;
use crate::figure::Figure;
use quandary_core::{Exhausted, InputError, Signature, Stop};

/// The layout of every JSON answer, described in `docs/json.md`.
pub const SCHEMA: u32 = 2;

/// What kind of answer it is; the command line turns it into an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Answered (exit 0).
    Answered,
    /// Answered, and the answer is no: no solution, a disagreement, a rejected certificate (exit 1).
    Negative,
    /// The budget ran out first; what is known so far is in the answer (exit 3).
    Exhausted(Exhausted),
}

impl Status {
    /// `answered`, `negative` or `exhausted`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Answered => "answered",
            Status::Negative => "negative",
            Status::Exhausted(_) => "exhausted",
        }
    }
}

/// What a verb answers: its value, what kind of answer that is, and a chart where there is one.
#[derive(Clone, Debug)]
pub struct Reply<A> {
    /// The value.
    pub answer: A,
    /// What kind of answer it is.
    pub status: Status,
    /// A chart of it, for the verbs that offer `--figure`.
    pub figure: Option<Figure>,
    /// A hash of every decision, for fixed work.
    pub signature: Option<Signature>,
}

impl<A> From<A> for Reply<A> {
    fn from(answer: A) -> Reply<A> {
        Reply { answer, status: Status::Answered, figure: None, signature: None }
    }
}

impl<A> Reply<A> {
    /// The answer is no.
    pub fn negative(answer: A) -> Reply<A> {
        Reply { status: Status::Negative, ..Reply::from(answer) }
    }

    /// The same reply about another form of the answer.
    pub fn map<B>(self, change: impl FnOnce(A) -> B) -> Reply<B> {
        let Reply { answer, status, figure, signature } = self;
        Reply { answer: change(answer), status, figure, signature }
    }

    /// The same reply, cut short if `why` says so.
    #[must_use]
    pub fn cut(mut self, why: Option<Exhausted>) -> Reply<A> {
        if let Some(why) = why {
            self.status = Status::Exhausted(why);
        }
        self
    }

    /// The same reply with the signature of its work.
    #[must_use]
    pub fn signed(mut self, signature: Signature) -> Reply<A> {
        self.signature = Some(signature);
        self
    }

    /// The same reply with a chart.
    #[must_use]
    pub fn with_figure(mut self, figure: Figure) -> Reply<A> {
        self.figure = Some(figure);
        self
    }
}

trait Body {
    fn json(&self) -> Value;
    fn text(&self, page: Page) -> String;
}

impl<A: Serialize + Display> Body for A {
    fn json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_else(|error| json!({"unserialisable": error.to_string()}))
    }

    fn text(&self, page: Page) -> String {
        page.show(self)
    }
}

/// An answer as interfaces know it: a value that can be had as JSON or as text.
pub struct Answer {
    /// Who answers.
    pub puzzle: Option<&'static str>,
    /// What was asked.
    pub verb: &'static str,
    /// What kind of answer it is.
    pub status: Status,
    /// A chart of it.
    pub figure: Option<Figure>,
    /// A hash of every decision, for fixed work.
    pub signature: Option<Signature>,
    /// What ended the work where nobody had set a limit: what is known is then the answer.
    patience: Option<Exhausted>,
    conventions: &'static [(&'static str, &'static str)],
    cpu_seconds: f64,
    body: Option<Box<dyn Body>>,
}

impl Answer {
    /// Wraps what a puzzle's verb came back with. Only bad input is an error.
    pub(super) fn new<A: Serialize + Display + 'static>(
        puzzle: &'static str,
        spec: &VerbSpec,
        reply: Result<Reply<A>, Stop>,
        cpu_seconds: f64,
    ) -> Result<Answer, InputError> {
        let mut answer = Answer {
            puzzle: Some(puzzle),
            verb: spec.name,
            status: Status::Answered,
            figure: None,
            signature: None,
            patience: None,
            conventions: spec.conventions,
            cpu_seconds,
            body: None,
        };
        match reply {
            Ok(reply) => answer.take(reply),
            Err(Stop::Exhausted(why)) => answer.status = Status::Exhausted(why),
            Err(Stop::Input(error)) => return Err(error),
        }
        Ok(answer)
    }

    /// An answer of the program itself, about no puzzle in particular.
    pub fn general<A: Serialize + Display + 'static>(
        verb: &'static str,
        reply: Reply<A>,
        cpu_seconds: f64,
    ) -> Answer {
        let mut answer = Answer {
            puzzle: None,
            verb,
            status: Status::Answered,
            figure: None,
            signature: None,
            patience: None,
            conventions: &[],
            cpu_seconds,
            body: None,
        };
        answer.take(reply);
        answer
    }

    fn take<A: Serialize + Display + 'static>(&mut self, reply: Reply<A>) {
        self.status = reply.status;
        self.figure = reply.figure;
        self.signature = reply.signature;
        self.body = Some(Box::new(reply.answer));
    }

    /// The same answer for somebody who set no limit: what is known when the interface's own patience ends is an answer.
    /// Where nothing is known, it stays unfinished.
    #[must_use]
    pub fn patiently(mut self) -> Answer {
        if let (Status::Exhausted(why), Some(_)) = (self.status, &self.body) {
            (self.status, self.patience) = (Status::Answered, Some(why));
        }
        self
    }

    /// What ended the work of an answer that is one all the same.
    pub fn patience(&self) -> Option<Exhausted> {
        self.patience
    }

    /// The answer for a program: the envelope, and in it what the verb says.
    pub fn json(&self) -> Value {
        let mut all = self.heading();
        if let Some(signature) = self.signature {
            all.insert("signature".into(), signature.to_string().into());
        }
        if let Some(Value::Object(own)) = self.body.as_ref().map(|body| body.json()) {
            all.extend(own);
        }
        if !self.conventions.is_empty() {
            let sentences = self.conventions.iter().map(|&(name, text)| (name.to_owned(), text.into()));
            all.insert("conventions".into(), Value::Object(sentences.collect()));
        }
        // Fixed work times itself; everything else is timed as a whole.
        all.entry("cpu_seconds").or_insert(self.cpu_seconds.into());
        Value::Object(all)
    }

    fn heading(&self) -> Map<String, Value> {
        let mut all = heading(self.puzzle, self.verb, self.status.name());
        if let Some(why) = self.patience {
            all.insert("stopped".into(), json!(why));
        }
        if let Status::Exhausted(why) = self.status {
            all.insert("stopped".into(), json!(why));
        }
        all
    }

    /// The answer for a person. May be long; ends without a newline.
    pub fn text(&self) -> String {
        self.text_on(Page::default())
    }

    /// The same for a person at a screen: only explanations look at its size.
    pub fn text_on(&self, page: Page) -> String {
        let text = self.body.as_ref().map(|body| body.text(page));
        let mut text = text.map_or_else(String::new, |text| text.trim_end().to_owned());
        if text.is_empty() && matches!(self.status, Status::Exhausted(_)) {
            text.push_str("No result yet.");
        }
        if let Some(signature) = self.signature {
            text += &format!("\n  signature {signature}");
        }
        text
    }
}

fn heading(puzzle: Option<&str>, verb: &str, status: &str) -> Map<String, Value> {
    let mut all = Map::new();
    all.insert("schema".into(), SCHEMA.into());
    if let Some(puzzle) = puzzle {
        all.insert("puzzle".into(), puzzle.into());
    }
    all.insert("verb".into(), verb.into());
    all.insert("status".into(), status.into());
    if let Some(build) = quandary_core::build::registered() {
        all.insert("build".into(), build.to_string().into());
    }
    all
}

/// One item of a list as a line of its own, under the same heading as a whole answer.
pub fn item_json(puzzle: Option<&str>, verb: &str, item: &Value) -> Value {
    let mut all = heading(puzzle, verb, "answered");
    if let Value::Object(own) = item {
        all.extend(own.clone());
    }
    Value::Object(all)
}

/// Bad input as a JSON object, for those who asked for JSON.
pub fn error_json(puzzle: Option<&str>, verb: &str, error: &InputError) -> Value {
    let mut all = heading(puzzle, verb, "refused");
    all.insert("error".into(), json!(error));
    Value::Object(all)
}
