//! The JSON Schema of what a verb prints, made from the types of its answers.
//!
//! In a browser nobody asks for one, and what makes them all would be a good part of what a visitor loads: there, nothing
//! of it is compiled.

use schemars::JsonSchema;
#[cfg(not(target_family = "wasm"))]
use serde_json::Value;

/// The schema of an answer, to be made when somebody asks.
#[derive(Clone, Copy)]
pub(super) struct Schema {
    #[cfg(not(target_family = "wasm"))]
    body: fn() -> Value,
}

impl Schema {
    /// Of answers of this type.
    pub(super) const fn of<A: JsonSchema>() -> Schema {
        Schema {
            #[cfg(not(target_family = "wasm"))]
            body: making::of::<A>,
        }
    }

    /// The schema of everything that a verb with such answers may print as JSON.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn make(self, puzzle: &str, verb: &str) -> Value {
        making::whole(puzzle, verb, (self.body)())
    }
}

#[cfg(not(target_family = "wasm"))]
mod making {
    use quandary_core::InputError;
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use schemars::{JsonSchema, Schema};
    use serde_json::{Map, Value, json};

    use crate::answer::SCHEMA;

    /// The schema of a type as it is written.
    pub(super) fn of<A: JsonSchema>() -> Value {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let settings = settings.with_transform(RecursiveTransform(without_example));
        settings.into_generator().into_root_schema_for::<A>().to_value()
    }

    /// Cuts a description before its example: that is Rust, and readers of a schema write in other languages.
    fn without_example(schema: &mut Schema) {
        if let Some(Value::String(text)) = schema.get_mut("description")
            && let Some(example) = text.find("```")
        {
            text.truncate(text[..example].trim_end().len());
        }
    }

    /// The schema of everything a verb may print as JSON.
    pub(super) fn whole(puzzle: &str, verb: &str, mut body: Value) -> Value {
        let mut definitions = match body.as_object_mut().and_then(|body| body.remove("$defs")) {
            Some(Value::Object(definitions)) => definitions,
            _ => Map::new(),
        };
        let mut error = of::<InputError>();
        if let Some(error) = error.as_object_mut() {
            error.remove("$schema");
            if let Some(Value::Object(more)) = error.remove("$defs") {
                definitions.extend(more);
            }
        }
        if let Some(body) = body.as_object_mut() {
            body.remove("$schema");
        }
        let heading = |status: &[&str], more: &[(&str, &Value)]| {
            let mut properties = json!({
                "schema": {"const": SCHEMA}, "puzzle": {"const": puzzle}, "verb": {"const": verb},
                "status": {"enum": status}, "build": {"type": "string"},
            });
            let mut required = vec!["schema", "puzzle", "verb", "status"];
            for &(name, value) in more {
                properties[name] = value.clone();
                required.push(name);
            }
            json!({"type": "object", "properties": properties, "required": required})
        };
        let stopped = json!({"enum": ["nodes", "time", "cancelled", "memory"]});
        let seconds = json!({"type": "number"});
        let mut finished = heading(&["answered", "negative"], &[("cpu_seconds", &seconds)]);
        // Where nobody set a limit, an answer may have ended by itself.
        finished["properties"]["stopped"] = stopped.clone();
        let cut = heading(&["exhausted"], &[("stopped", &stopped), ("cpu_seconds", &seconds)]);
        let refused = heading(&["refused"], &[("error", &error)]);
        let nothing = {
            // Cut short before anything was known: the heading and nothing else.
            let mut nothing = cut.clone();
            nothing["maxProperties"] = 8.into();
            nothing
        };
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("quandary {verb} {puzzle} --json"),
            "anyOf": [
                {"title": "answer", "allOf": [finished, body]},
                {"title": "unfinished answer", "allOf": [cut, body]},
                {"title": "nothing known yet", "allOf": [nothing]},
                {"title": "refusal", "allOf": [refused]},
            ],
            "$defs": definitions,
        })
    }
}
