//! The lab in WebAssembly: [`quandary_api`] behind one function over JSON text. [`border`] carries the text across.
//!
//! ```
//! let answer = quandary_wasm::answer(r#"{"ask": "sit", "puzzle": "lights-out", "seed": 1, "hint": true}"#);
//! assert!(answer.contains("\"decision\""), "{answer}");
//! ```

pub mod border;

use std::sync::Mutex;

use quandary_api::{Event, stream};
use quandary_runtime::{Desk, Limits};
use serde_json::Value;

/// The most nodes that a request may cost: a page that asks for more would wait for minutes.
const MOST_NODES: u64 = 50_000_000;

/// Answers a request; what is wrong with one is an answer too.
#[must_use]
pub fn answer(request: &str) -> String {
    let desk = Desk::open(&Limits { nodes: Some(MOST_NODES), ..Limits::default() });
    let last = Mutex::new(Value::Null);
    stream(request, &desk.context(), &|event| {
        if let Event::Answer { answer } = event {
            *last.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = answer;
        }
    });
    last.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).to_string()
}
