use serde_json::Value;

use crate::Exhausted;
use crate::figure::Figure;

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

/// An answer, once for programs and once for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// One object, with `"schema"` and every convention in it.
    pub json: Value,
    /// The same for a person. May be long; ends without a newline.
    pub text: String,
    /// What kind of answer it is.
    pub status: Status,
    /// A chart of it, for the verbs that have one: they offer `--figure`.
    pub figure: Option<Figure>,
}

impl Answer {
    /// A plain answer.
    pub fn new(json: Value, text: impl Into<String>) -> Answer {
        Answer { json, text: text.into(), status: Status::Answered, figure: None }
    }

    /// The same answer with a chart.
    #[must_use]
    pub fn with_figure(mut self, figure: Figure) -> Answer {
        self.figure = Some(figure);
        self
    }

    /// The same answer as a "no".
    #[must_use]
    pub fn negative(mut self) -> Answer {
        self.status = Status::Negative;
        self
    }

    /// The same answer, cut short.
    #[must_use]
    pub fn exhausted(mut self, why: Exhausted) -> Answer {
        self.status = Status::Exhausted(why);
        self
    }
}
