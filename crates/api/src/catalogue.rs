use quandary_core::face::SCHEMA;
use serde_json::{Value, json};

/// Every puzzle with its settings, presets and verbs, as data.
pub(crate) fn catalogue() -> Value {
    let puzzles: Vec<Value> = quandary_registry::all()
        .iter()
        .map(|entry| {
            let presets: Vec<Value> = entry
                .presets
                .iter()
                .map(|preset| json!({"name": preset.name, "setup": preset.setup}))
                .collect();
            let verbs: Vec<Value> = entry.verbs.iter().map(|verb| json!(verb.spec)).collect();
            json!({"name": entry.name, "about": entry.about, "presets": presets, "setup": entry.setup, "verbs": verbs})
        })
        .collect();
    json!({"schema": SCHEMA, "status": "answered", "puzzles": puzzles})
}
