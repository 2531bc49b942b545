//! The report of a reproduction: text for a terminal, JSON, Markdown, and a self-contained HTML page.

mod answer;
mod changes;
mod chart;
mod drawn;
mod folder;
mod html;
mod markdown;
mod pages;
mod research_object;
mod terminal;

pub use answer::Report;
pub use changes::{Change, Changes, ValueChange};
pub use chart::write as write_svg;
pub use folder::{Filling, check as check_folder, replace, write};
pub use markdown::markdown;
pub use research_object::{ANSWER, Circumstances, write as write_research_object};
pub use terminal::terminal;

use serde_json::Value;

use crate::judge::short;
use crate::reproduction::{Cell, Reproduction};

/// The smallest differences that each entry could have seen, by column: the entry's id, and the cells of the row.
fn sharpness_rows(all: &Reproduction) -> impl Iterator<Item = (&str, [String; 5])> {
    all.entries.iter().flat_map(|entry| {
        entry.sharpness().into_iter().map(|of| {
            let row = [of.column, of.cells.to_string(), short(of.least), short(of.most), short(of.matters)];
            (entry.id.as_str(), row)
        })
    })
}

/// The printed value of a cell, exactly as printed.
fn printed(cell: &Cell) -> String {
    cell.printed.as_ref().map_or_else(|| "–".into(), |printed| printed.text.clone())
}

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
