//! `quandary schema`: what a verb prints under `--json`, as a JSON Schema; or the page that describes all of them.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::arguments::Schema;

/// What is asked for, ready to print.
pub(crate) fn print(what: &Schema) -> String {
    match what {
        Schema::Answer(entry, verb) => pretty(&verb.schema(entry.name)),
        Schema::Options(verb) => pretty(&json!(verb.spec)),
        Schema::Page => page(),
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// `docs/json.md`: every verb's fields, from the types themselves.
fn page() -> String {
    let mut text = include_str!("json_heading.md").to_owned();
    for entry in quandary_registry::all() {
        let _ = writeln!(text, "\n## {}", entry.name);
        for verb in entry.verbs {
            let _ = writeln!(text, "\n### {} {}\n\n{}.\n", verb.spec.name, entry.name, verb.spec.about);
            let schema = verb.schema(entry.name);
            let definitions = &schema["$defs"];
            let body = &schema["anyOf"][0]["allOf"][1];
            for (title, fields) in shapes(body, definitions) {
                if let Some(title) = title {
                    let _ = writeln!(text, "{title}\n");
                }
                let _ = writeln!(text, "| key | type | what it is |\n|---|---|---|");
                for (name, field) in fields {
                    let _ =
                        writeln!(text, "| `{name}` | {} | {} |", kind(&field), describe(&field, definitions));
                }
                text.push('\n');
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}

type Fields = Vec<(String, Value)>;

/// The shapes that an answer may have, each with its fields.
fn shapes(body: &Value, definitions: &Value) -> Vec<(Option<String>, Fields)> {
    let body = resolved(body, definitions);
    let own = fields(&body, definitions);
    for several in ["anyOf", "oneOf"] {
        if let Some(options) = body[several].as_array() {
            return options
                .iter()
                .flat_map(|option| shapes(option, definitions))
                .map(|(title, mut more)| {
                    more.splice(0..0, own.iter().cloned());
                    (title, more)
                })
                .collect();
        }
    }
    let title = body["description"].as_str().map(ToOwned::to_owned);
    vec![(title, own)]
}

/// The fields of an object, those of its parts included.
fn fields(body: &Value, definitions: &Value) -> Fields {
    let mut all: Fields = Vec::new();
    if let Some(own) = body["properties"].as_object() {
        all.extend(own.iter().map(|(name, field)| (name.clone(), field.clone())));
    }
    for part in body["allOf"].as_array().into_iter().flatten() {
        all.extend(fields(&resolved(part, definitions), definitions));
    }
    if let Some(reference) = body.get("$ref") {
        all.extend(fields(&resolved(&json!({"$ref": reference}), definitions), definitions));
    }
    all
}

/// What a reference stands for.
fn resolved(value: &Value, definitions: &Value) -> Value {
    let name = value["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/"));
    match (name, value.get("properties")) {
        (Some(name), None) => definitions[name].clone(),
        _ => value.clone(),
    }
}

fn kind(field: &Value) -> String {
    if let Some(reference) = field["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or("").to_owned();
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(options) = field[several].as_array() {
            let mut names: Vec<String> = options.iter().map(kind).collect();
            names.dedup();
            return names.join(" or ");
        }
    }
    match &field["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        Value::String(name) if name == "array" => format!("list of {}", kind(&field["items"])),
        Value::String(name) => name.clone(),
        _ => "any".to_owned(),
    }
}

fn describe(field: &Value, definitions: &Value) -> String {
    let own = field["description"].as_str().map(ToOwned::to_owned);
    let behind = || resolved(field, definitions)["description"].as_str().map(ToOwned::to_owned);
    own.or_else(behind).unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}
