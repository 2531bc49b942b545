use serde_json::{Map, Value, json};

use crate::judge::mutation::Mutation;
use crate::judge::{Settled, Test};
use crate::papers::DOCUMENTS;
use crate::reproduction::{Cell, Reproduced, Reproduction, Verdict};

/// The reproduction as one object; its layout is stable.
pub fn json(all: &Reproduction) -> Value {
    let counts: Map<String, Value> =
        Verdict::ALL.into_iter().map(|verdict| (verdict.to_string(), json!(all.count(verdict)))).collect();
    json!({
        "scale": all.scale.to_string(),
        "seed": all.seed,
        "cpu_seconds": all.cpu_seconds,
        "cells": counts,
        "mutation": Mutation::of_all(&all.entries),
        "documents": DOCUMENTS.map(|document| json!({"short": document.short, "title": document.title})),
        "entries": all.entries.iter().map(entry).collect::<Vec<_>>(),
    })
}

fn entry(entry: &Reproduced) -> Value {
    let conventions: Map<String, Value> =
        entry.conventions.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "id": entry.id,
        "title": entry.title,
        "verdict": entry.verdict().to_string(),
        "found": entry.found,
        "cpu_seconds": entry.made.as_ref().map(|made| made.cpu_seconds),
        "conventions": conventions,
        "sharpness": entry.sharpness(),
        "cells": entry.cells.iter().map(cell).collect::<Vec<_>>(),
        "samples": entry.samples,
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
        "reading": cell.reading,
        "sees": cell.test.as_ref().and_then(Test::sees),
        "matters": cell.test.as_ref().and_then(Test::matters),
        "settled_by": cell.held().filter(|held| !held.sharp()).and_then(|held| match held.settled {
            Settled::By(runs) => Some(runs),
            Settled::Never | Settled::Unknown => None,
        }),
        "note": cell.note,
    })
}
