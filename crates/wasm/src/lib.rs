//! The lab in WebAssembly: [`quandary_api`] behind two functions over JSON text, one that waits for the answer and one that
//! tells what happens on the way.
//!
//! ```
//! let answer = quandary_wasm::answer(r#"{"ask": "sit", "puzzle": "lights-out", "seed": 1, "hint": true}"#);
//! assert!(answer.contains("\"decision\""), "{answer}");
//! ```

use std::sync::Mutex;

use quandary_api::{Event, Sessions, stream};
use quandary_runtime::{Limits, Runtime};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

/// The most nodes that a request may cost: a page that asks for more would wait for minutes.
const MOST_NODES: u64 = 50_000_000;

/// The games that the page asked about last: a click plays one move and not the whole game again.
static SESSIONS: Sessions = Sessions::new();

#[wasm_bindgen]
extern "C" {
    /// What JavaScript does with an event. A function by name and not a value: work may tell from any thread what it
    /// does, and no value of JavaScript's can be lent to another thread.
    #[wasm_bindgen(js_namespace = globalThis, js_name = quandaryEvent)]
    fn quandary_event(event: &str);
}

/// Works on a request; `globalThis.quandaryEvent` is called with every event, the answer last.
#[wasm_bindgen]
pub fn ask(request: &str) {
    work(request, &|event| {
        quandary_event(&serde_json::to_string(&event).expect("our own types serialise"));
    });
}

/// Answers a request; what is wrong with one is an answer too.
#[must_use]
#[wasm_bindgen]
pub fn answer(request: &str) -> String {
    let last = Mutex::new(Value::Null);
    work(request, &|event| {
        if let Event::Answer { answer } = event {
            *last.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = answer;
        }
    });
    last.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).to_string()
}

fn work(request: &str, events: &(dyn Fn(Event) + Sync)) {
    quandary_identity::register();
    // What a browser does not have is left out wherever this is built, so that its answers are the same everywhere.
    let limits = Limits { no_cache: true, quiet: true, no_clock: true, ..Limits::default() };
    let runtime = Runtime::open(&Limits { nodes: Some(MOST_NODES), ..limits });
    stream(request, &SESSIONS, &runtime.context(), events);
}
