//! The lab behind one function: a [`Request`] in, [`Event`]s out, the last of them the answer.
//!
//! What a browser, a server and a notebook share is here, and nothing else: no files, no clock, no threads, no sockets. The
//! surroundings lend those through a [`Context`]; a transport only carries text.
//!
//! ```
//! use quandary_api::{Event, Sessions, stream};
//! use quandary_core::Context;
//! let request = r#"{"ask": "sit", "puzzle": "lights-out", "setup": "board=3x3", "seed": 1, "hint": true}"#;
//! let last = std::sync::Mutex::new(None);
//! stream(request, &Sessions::new(), &Context::bare(), &|event| *last.lock().unwrap() = Some(event));
//! let Some(Event::Answer { answer }) = last.into_inner().unwrap() else { panic!("an answer comes last") };
//! assert_eq!(answer["status"], "answered");
//! assert!(answer["hint"]["decision"]["move"].is_string());
//! ```

mod catalogue;
mod check;
pub mod experiment;
mod hint;
mod line;
mod run;
mod session;
mod sessions;
mod stored;

pub use catalogue::{Catalogue, Preset, Puzzle};
pub use check::{Check, CheckAnswer, check};
pub use hint::{HintAnswer, HintRequest};
pub use line::{Line, TimeLine};
pub use run::{Run, RunInput, Upload};
pub use session::{Action, Landed, SessionRequest, SessionView, act};
pub use sessions::Sessions;
pub use stored::{Sample, StoredFile, StoredReport, check_stored};

use quandary_core::context::{Context, Progress, Sink};
use quandary_core::study::{Column, Field};
use quandary_core::{InputError, Stop};
use quandary_verbs::figure::Figure;
use quandary_verbs::play::AnyHint;
use quandary_verbs::{Entry, SCHEMA};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What can be asked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Which puzzles there are, how each can be set up, and what each can do: enough to draw every form.
    Catalogue,
    /// A game in progress: its position after some actions, and a hint.
    #[serde(rename = "sit")]
    Session(SessionRequest),
    /// The best move in a game and why, and nothing else: better and better ones as events, the best as the answer.
    Hint(HintRequest),
    /// What a verb of a puzzle answers, as the command line's `--json` does.
    Run(Run),
    /// What each position of a game was worth.
    Line(Line),
    /// Whether certificates hold, as `quandary check` says it.
    Check(Check),
    /// The experiment of people and the 8-puzzle, without keeping anything.
    #[serde(rename = "study")]
    Experiment(experiment::Experiment),
}

impl Event {
    /// Its name, as `event` says it in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Progress { .. } => "progress",
            Event::Note { .. } => "note",
            Event::Hint { .. } => "hint",
            Event::Landed { .. } => "landed",
            Event::Item { .. } => "item",
            Event::Columns { .. } => "columns",
            Event::Row { .. } => "row",
            Event::Text { .. } => "text",
            Event::Figure { .. } => "figure",
            Event::Answer { .. } => "answer",
        }
    }
}

/// What comes back while a request is worked on. The last event is the only [`Event::Answer`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// How far the work is.
    Progress {
        /// What is counted.
        what: String,
        /// How many are done.
        done: u64,
        /// Of how many.
        total: u64,
    },
    /// Something to know before it is done.
    Note {
        /// A sentence.
        text: String,
    },
    /// A hint that is better than the one before, to be shown in its place.
    Hint {
        /// The hint, as it also stands in the answer if it is the last.
        hint: Box<AnyHint>,
    },
    /// The player's move is made, and the program thinks about its reply.
    Landed {
        /// The position in between.
        position: Box<Landed>,
    },
    /// One finished item of a list.
    Item {
        /// The item, as it also stands in the answer's `items`.
        item: Value,
    },
    /// The columns of the rows to come.
    Columns {
        /// Their names and what they hold.
        columns: Vec<Column>,
    },
    /// One game as a row.
    Row {
        /// Its values, a column each; null where there is nothing to say.
        row: Vec<Field>,
    },
    /// The answer as the command line prints it, if that was wanted.
    Text {
        /// The text.
        text: String,
    },
    /// A chart of the answer.
    Figure {
        /// What is to be drawn.
        figure: Figure,
    },
    /// The answer, a refusal, or what was known when the budget ran out: `status` says which.
    Answer {
        /// The answer, in the layout of `docs/json.md`.
        answer: Value,
    },
}

/// Works on a request and hands over what comes of it. What is wrong with a request is an answer too.
pub fn stream(
    request: &str,
    sessions: &Sessions,
    surroundings: &Context<'_>,
    events: &(dyn Fn(Event) + Sync),
) {
    match read(request) {
        Ok(request) => answer(&request, sessions, surroundings, events),
        Err(error) => events(Event::Answer { answer: unanswered(&error.into()) }),
    }
}

/// The same for a request that was read before.
pub fn answer(
    request: &Request,
    sessions: &Sessions,
    surroundings: &Context<'_>,
    events: &(dyn Fn(Event) + Sync),
) {
    let answer = respond(request, sessions, surroundings, events);
    events(Event::Answer { answer: answer.unwrap_or_else(|stop| unanswered(&stop)) });
}

/// A request as it is written, or what is wrong with it.
pub fn read(request: &str) -> Result<Request, InputError> {
    serde_json::from_str(request).map_err(|error| {
        InputError::new(format!("the request cannot be read: {error}"))
            .expected("a JSON object whose `ask` is catalogue, sit, hint, run, line, check or study")
    })
}

/// The same with a refusal as an error: what comes on the way is an event, the answer is returned.
pub fn respond(
    request: &Request,
    sessions: &Sessions,
    surroundings: &Context<'_>,
    events: &(dyn Fn(Event) + Sync),
) -> Result<Value, Stop> {
    let relay = Relay { events, rows: matches!(request, Request::Run(run) if run.rows) };
    let context = &Context { progress: &relay, sink: &relay, ..surroundings.clone() };
    Ok(match request {
        Request::Catalogue => value(&catalogue::catalogue()),
        Request::Session(session) => value(&session.answer(sessions, context, &mut |position| {
            events(Event::Landed { position: Box::new(position) });
        })?),
        Request::Hint(hint) => value(&hint.answer(sessions, context, &mut |hint| {
            events(Event::Hint { hint: Box::new(hint.clone()) });
        })?),
        Request::Run(run) => {
            let answer = run.answer(context)?;
            if let Some(figure) = &answer.figure {
                events(Event::Figure { figure: figure.clone() });
            }
            if run.text {
                events(Event::Text { text: answer.text() });
            }
            answer.json()
        }
        Request::Line(line) => value(&line.answer(sessions, context)?),
        Request::Check(check) => check.answer(context)?.json(),
        Request::Experiment(experiment) => experiment.answer(context)?,
    })
}

/// An answer of ours as JSON.
fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("our own types serialise")
}

/// A refusal, or a budget that ran out before anything was known, as an answer.
pub fn unanswered(stop: &Stop) -> Value {
    match stop {
        Stop::Input(error) => json!({"schema": SCHEMA, "status": "refused", "error": error}),
        Stop::Exhausted(why) => json!({"schema": SCHEMA, "status": "exhausted", "stopped": why}),
    }
}

/// The entry with this name, or which there are.
fn entry(name: &str) -> Result<&'static Entry, InputError> {
    quandary_registry::find(name).ok_or_else(|| {
        let known: Vec<&str> = quandary_registry::all().iter().map(|entry| entry.name).collect();
        InputError::new("`puzzle` names no puzzle").expected(format!("one of {}", known.join(", ")))
    })
}

/// Makes events of what work says on its way.
struct Relay<'e> {
    events: &'e (dyn Fn(Event) + Sync),
    rows: bool,
}

impl Progress for Relay<'_> {
    fn report(&self, what: &str, done: u64, total: u64) {
        (self.events)(Event::Progress { what: what.into(), done, total });
    }

    fn note(&self, sentence: &str) {
        (self.events)(Event::Note { text: sentence.into() });
    }
}

impl Sink for Relay<'_> {
    fn item(&self, item: &Value) {
        (self.events)(Event::Item { item: item.clone() });
    }

    fn wants_rows(&self) -> bool {
        self.rows
    }

    fn columns(&self, columns: &[Column]) -> Result<(), InputError> {
        (self.events)(Event::Columns { columns: columns.to_vec() });
        Ok(())
    }

    fn row(&self, row: &[Field]) -> Result<(), InputError> {
        (self.events)(Event::Row { row: row.to_vec() });
        Ok(())
    }
}
