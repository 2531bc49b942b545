//! Sittings in WebAssembly: the same code that the command line plays with, behind one function over JSON text.
//!
//! A request is `{"puzzle", "setup", "seed", "moves": […], "position", "hint": true}`; the answer has the view, whose turn
//! it is, the legal moves, a link and, if asked for, the hint. [`border`] carries the text across.
//!
//! ```
//! let answer = quandary_wasm::answer(r#"{"puzzle": "lights-out", "setup": "board=3x3", "seed": 1, "hint": true}"#);
//! assert!(answer.contains("\"decision\""), "{answer}");
//! ```

pub mod border;

use quandary_core::face::SCHEMA;
use quandary_core::play::Sitting;
use quandary_core::rules::Turn;
use quandary_core::{InputError, Seed, Stop};
use quandary_runtime::{Desk, Limits};
use serde_json::{Value, json};

/// Nodes that a hint may cost when the request does not say.
const USUAL_NODES: u64 = 2_000_000;

/// Answers a request; what is wrong with one is an answer too.
#[must_use]
pub fn answer(request: &str) -> String {
    let answered = serde_json::from_str(request)
        .map_err(|error| InputError::new(format!("this is not JSON: {error}")).into())
        .and_then(|request: Value| sitting(&request));
    match answered {
        Ok(answer) => answer,
        Err(Stop::Input(error)) => json!({"schema": SCHEMA, "status": "refused", "error": error}),
        Err(Stop::Exhausted(why)) => json!({"schema": SCHEMA, "status": "exhausted", "stopped": why}),
    }
    .to_string()
}

fn sitting(request: &Value) -> Result<Value, Stop> {
    let word = |name: &str| request[name].as_str();
    let entry = word("puzzle").and_then(quandary_registry::find).ok_or_else(|| {
        let known: Vec<&str> = quandary_registry::all().iter().map(|entry| entry.name).collect();
        InputError::new("`puzzle` names no puzzle").expected(format!("one of {}", known.join(", ")))
    })?;
    let nodes = request["nodes"].as_u64().unwrap_or(USUAL_NODES);
    let desk = Desk::open(&Limits { nodes: Some(nodes), ..Limits::default() });
    let context = desk.context();
    let seed = Seed(request["seed"].as_u64().unwrap_or(1));
    let setup = entry.read_setup(word("setup").unwrap_or(""))?;
    let mut sitting: Box<dyn Sitting> = match (word("saved"), word("position")) {
        (Some(saved), _) => entry.load(saved)?,
        (None, Some(position)) => entry.sit_at(&setup, position, seed)?,
        (None, None) => entry.sit(&setup, seed, &context)?,
    };
    for chosen in request["moves"].as_array().into_iter().flatten() {
        sitting.play(chosen.as_str().unwrap_or(""))?;
    }
    let mut answer = json!({
        "schema": SCHEMA, "puzzle": entry.name, "status": "answered", "setup": sitting.setup(),
        "view": sitting.view(), "text": sitting.text(), "moves": sitting.moves(), "score": sitting.score(),
        "outcome": match sitting.turn() { Turn::Over(outcome) => Some(outcome), Turn::To(_) => None },
        "link": sitting.link(), "saved": sitting.save(),
    });
    if request["hint"] == true {
        answer["hint"] = sitting.hint(&context)?.json;
    }
    Ok(answer)
}
