//! `quandary bench` without a puzzle: the fixed work of every puzzle, and one signature over all.

use std::fmt;

use quandary_core::{InputError, Signature};
use quandary_runtime::Runtime;
use quandary_verbs::{Answer, InputSpec, Reply, Request};
use serde::Serialize;
use serde_json::Value;

/// The fixed work of every puzzle.
#[derive(Serialize)]
struct All {
    puzzles: Vec<One>,
}

/// The fixed work of one.
#[derive(Serialize)]
struct One {
    puzzle: &'static str,
    bench: Value,
    #[serde(skip)]
    text: String,
}

/// Runs every puzzle's `bench` with its defaults.
pub(crate) fn all(runtime: &Runtime) -> Result<Answer, InputError> {
    let context = runtime.context();
    let before = (context.cpu_seconds)();
    let mut signature = Signature::new();
    let mut puzzles = Vec::new();
    let mut status = None;
    for entry in quandary_registry::all() {
        let Some(verb) = entry.verb("bench") else { continue };
        if matches!(verb.spec.input, InputSpec::Required(_)) {
            continue;
        }
        let answer = verb.run(entry.name, &Request::new(&verb.spec, None, [])?, &context)?;
        if let Some(part) = answer.signature {
            signature.add(part.to_string().as_bytes());
        }
        puzzles.push(One { puzzle: entry.name, bench: answer.json(), text: answer.text() });
        if let Err(why) = context.budget.poll() {
            status = Some(why);
            break;
        }
    }
    let reply = Reply::from(All { puzzles }).cut(status).signed(signature);
    Ok(Answer::general("bench", reply, (context.cpu_seconds)() - before))
}

impl fmt::Display for All {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.puzzles.iter().try_for_each(|one| write!(f, "{}\n{}\n\n", one.puzzle, one.text))
    }
}
