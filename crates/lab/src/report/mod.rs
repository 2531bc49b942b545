//! A reproduction, shown: as a table in a terminal, as JSON, and as one HTML page that needs nothing else.

mod changes;
mod chart;
mod folder;
mod html;
mod json;
mod markdown;
mod terminal;

pub use changes::{Change, Changes};
pub use chart::write as write_svg;
pub use folder::{check as check_folder, replace, write};
pub use json::json;
pub use markdown::markdown;
pub use terminal::terminal;

use serde_json::Value;

/// A value as a person reads it: numbers with at most four decimals.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(x) if x.fract() == 0.0 && x.abs() < 1e15 => format!("{x:.0}"),
            Some(x) if x != 0.0 && x.abs() < 0.001 => format!("{x:.2e}"),
            Some(x) => {
                let text = format!("{x:.4}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            None => number.to_string(),
        },
        other => other.to_string(),
    }
}
