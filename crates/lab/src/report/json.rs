use serde_json::{Map, Value, json};

use crate::study::{Cell, Entry, Study, Verdict};

/// The study as one object; its layout is stable.
pub fn json(study: &Study) -> Value {
    let counts: Map<String, Value> =
        Verdict::ALL.into_iter().map(|verdict| (verdict.to_string(), json!(study.count(verdict)))).collect();
    json!({
        "scale": study.scale.to_string(),
        "seed": study.seed,
        "cpu_seconds": study.cpu_seconds,
        "cells": counts,
        "entries": study.entries.iter().map(entry).collect::<Vec<_>>(),
    })
}

fn entry(entry: &Entry) -> Value {
    let conventions: Map<String, Value> =
        entry.conventions.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "id": entry.id,
        "title": entry.title,
        "verdict": entry.verdict().to_string(),
        "found": entry.found,
        "conventions": conventions,
        "cells": entry.cells.iter().map(cell).collect::<Vec<_>>(),
        "facts": entry.facts.iter().map(|fact| json!({
            "name": fact.name, "value": fact.value, "note": fact.note})).collect::<Vec<_>>(),
    })
}

fn cell(cell: &Cell) -> Value {
    json!({
        "row": cell.row,
        "column": cell.column,
        "printed": cell.printed,
        "ours": cell.ours,
        "low": cell.interval.map(|interval| interval.low),
        "high": cell.interval.map(|interval| interval.high),
        "verdict": cell.verdict.to_string(),
        "note": cell.note,
    })
}
