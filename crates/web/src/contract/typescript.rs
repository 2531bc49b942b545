use std::fmt::Write;

use serde_json::{Map, Value};

use super::schemas::schemas;

const HEADING: &str = "// Made from the Rust types by `cargo xtask types`. Do not edit: a test compares.\n";

/// The types of the protocol, as the page imports them. What a verb answers is not among them: `docs/json.md` has that,
/// and a new puzzle changes nothing here.
pub fn typescript() -> String {
    let mut text = HEADING.to_owned();
    for (name, schema) in schemas() {
        declare(&mut text, &name, &schema);
    }
    text
}

/// The name of a schema, which may be any text, as TypeScript takes it.
fn identifier(name: &str) -> String {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

fn declare(text: &mut String, name: &str, schema: &Value) {
    text.push('\n');
    comment(text, schema, "");
    let _ = writeln!(text, "export type {} = {};", identifier(name), kind(schema, ""));
}

fn comment(text: &mut String, schema: &Value, indent: &str) {
    if let Some(about) = schema["description"].as_str() {
        let about = about.split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "* /");
        let _ = writeln!(text, "{indent}/** {about} */");
    }
}

/// A schema as a type. What a schema leaves open is `any`: the page takes it as the puzzle's own.
fn kind(schema: &Value, indent: &str) -> String {
    let Some(object) = schema.as_object() else { return "any".into() };
    let mut parts = Vec::new();
    if let Some(name) = object.get("$ref").and_then(Value::as_str) {
        parts.push(identifier(name.rsplit('/').next().unwrap_or_default()));
    }
    if let Some(value) = object.get("const") {
        parts.push(value.to_string());
    } else if let Some(values) = object.get("enum").and_then(Value::as_array) {
        parts.push(union(values.iter().map(Value::to_string)));
    } else if let Some(own) = own(object, indent) {
        parts.push(own);
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(options) = object.get(several).and_then(Value::as_array) {
            parts.push(union(options.iter().map(|option| kind(option, indent))));
        }
    }
    if let Some(all) = object.get("allOf").and_then(Value::as_array) {
        parts.extend(all.iter().map(|part| kind(part, indent)));
    }
    parts.dedup();
    match parts.len() {
        0 => "any".into(),
        1 => parts.remove(0),
        _ => parts.iter().map(|part| grouped(part)).collect::<Vec<_>>().join(" & "),
    }
}

fn union(options: impl Iterator<Item = String>) -> String {
    let mut seen: Vec<String> = Vec::new();
    for option in options {
        if !seen.contains(&option) {
            seen.push(option);
        }
    }
    seen.join(" | ")
}

/// A union inside an intersection or an array needs brackets.
fn grouped(part: &str) -> String {
    if part.contains(" | ") || part.contains(" & ") { format!("({part})") } else { part.to_owned() }
}

/// What `type` says, with what belongs to it.
fn own(object: &Map<String, Value>, indent: &str) -> Option<String> {
    let named = match object.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ if object.contains_key("properties") => vec!["object"],
        _ => return None,
    };
    Some(union(named.into_iter().map(|name| match name {
        "string" => "string".into(),
        "number" | "integer" => "number".into(),
        "boolean" => "boolean".into(),
        "null" => "null".into(),
        "array" => array(object, indent),
        "object" => fields(object, indent),
        _ => "unknown".into(),
    })))
}

fn array(object: &Map<String, Value>, indent: &str) -> String {
    if let Some(items) = object.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| kind(item, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = object.get("items").map_or_else(|| "unknown".into(), |item| kind(item, indent));
    format!("{}[]", grouped(&item))
}

fn fields(object: &Map<String, Value>, indent: &str) -> String {
    let required: Vec<&str> = object
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let further = match object.get("additionalProperties") {
        Some(Value::Bool(true)) => Some("unknown".to_owned()),
        Some(Value::Bool(false)) | None => None,
        Some(schema) => Some(kind(schema, indent)),
    };
    let Some(properties) = object.get("properties").and_then(Value::as_object) else {
        return format!("Record<string, {}>", further.unwrap_or_else(|| "unknown".into()));
    };
    let deeper = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for (name, schema) in properties {
        comment(&mut text, schema, &deeper);
        let optional = if required.contains(&name.as_str()) { "" } else { "?" };
        let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && !name.starts_with(|first: char| first.is_ascii_digit());
        let shown = if plain { name.clone() } else { quoted(name) };
        let _ = writeln!(text, "{deeper}{shown}{optional}: {};", kind(schema, &deeper));
    }
    if further.is_some() {
        let _ = writeln!(text, "{deeper}[more: string]: unknown;");
    }
    text + indent + "}"
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_become_the_types_that_they_describe() {
        let of = |schema: Value| kind(&schema, "");
        assert_eq!(of(json!({"type": ["string", "null"]})), "string | null");
        assert_eq!(of(json!({"type": "array", "items": {"enum": ["a", "b"]}})), "(\"a\" | \"b\")[]");
        assert_eq!(of(json!({"anyOf": [{"$ref": "#/$defs/Seen"}, {"type": "null"}]})), "Seen | null");
        assert_eq!(
            of(json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]})),
            "[number, string]"
        );
        assert_eq!(
            of(json!({"type": "object", "additionalProperties": {"type": "string"}})),
            "Record<string, string>"
        );
        assert_eq!(of(json!(true)), "any");
        assert_eq!(of(json!({"$ref": "#/$defs/first-click"})), "first_click");
        let object = json!({"type": "object", "properties": {"a": {"type": "number"}, "3bv": true}, "required": ["a"]});
        assert_eq!(of(object), "{\n  a: number;\n  \"3bv\"?: any;\n}");
    }
}
