//! Merges all blocks of a study into one table, and summarises it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use quandary_core::study::Column;
use quandary_core::{Context, InputError};
use serde::Serialize;
use serde_json::json;

use crate::folder::{Folder, MANIFEST, Part, about, damaged};
use crate::parquet::{Rows, Writer, read};
use crate::plan::{Plan, Record};
use crate::run::{STEPS, Watch};
use crate::summary::{CellSummary, Gathering};

/// A merged study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MergedStudy {
    /// Games.
    pub rows: u64,
    /// The BLAKE3 hash of `rows.parquet`.
    pub hash: String,
    /// Bytes of `rows.parquet`.
    pub bytes: u64,
    /// The blocks that were merged.
    pub blocks: u64,
    /// Blocks that were played although the stop rule did not need them.
    pub surplus: u64,
    /// The summary of each cell.
    pub cells: Vec<CellSummary>,
}

/// Verifies that every block of the study is there, once, undamaged and of this study and build, and writes
/// `rows.parquet`, `summary.json` and `manifest.json`. Nothing is written when something is wrong.
pub fn merge(plan: &Plan, folder: &Folder<'_>, context: &Context<'_>) -> Result<MergedStudy, InputError> {
    let columns = columns(plan, context)?.to_vec();
    let steps = plan.record == Record::Step;
    let files = (folder.files(Part::Rows)?, if steps { folder.files(Part::Steps)? } else { BTreeMap::new() });
    let wanted = wanted(plan, folder, context)?;
    let missing: Vec<&(usize, u64)> = wanted
        .iter()
        .filter(|block| !files.0.contains_key(block) || steps && !files.1.contains_key(block))
        .collect();
    if let Some((cell, number)) = missing.first() {
        return Err(InputError::new(format!(
            "{} of {} blocks are missing, the first is block {number} of cell {cell}",
            missing.len(),
            wanted.len()
        ))
        .expected("all of them; `quandary run` plays the missing ones"));
    }
    let about = about(plan, folder.program());
    let failed =
        |error: parquet::errors::ParquetError| InputError::new(format!("the rows cannot be merged: {error}"));
    let mut table = Writer::new(Vec::new(), &columns, &about).map_err(failed)?;
    let mut decisions = Writer::new(Vec::new(), &STEPS, &about).map_err(failed)?;
    let mut gathering = Gathering::new(plan, &columns);
    let mut manifest = Vec::new();
    let mut rows = 0;
    for (done, &(cell, number)) in wanted.iter().enumerate() {
        context.progress.report("blocks", done as u64, wanted.len() as u64);
        let block = plan.blocks(cell).nth(number as usize).expect("the number is one of the cell's");
        let mut whole = |part: Part, columns, among: &BTreeMap<(usize, u64), Vec<PathBuf>>| {
            let path = only(&among[&(cell, number)])?;
            let found =
                read(folder.read(path)?, columns).map_err(|error| damaged(path, &error.to_string()))?;
            folder
                .belongs(plan, |key| found.about(key).map(ToOwned::to_owned))
                .map_err(|why| InputError::new(format!("{}: {why}", path.display())))?;
            if part == Part::Rows && found.rows.len() as u64 != block.games {
                return Err(damaged(path, "it has a different number of games"));
            }
            manifest.push(path.strip_prefix(folder.path()).unwrap_or(path).display().to_string());
            Ok::<Rows, InputError>(found.rows)
        };
        let games = whole(Part::Rows, &columns, &files.0)?;
        rows += games.len() as u64;
        gathering.take(cell, &games);
        table.add(games).map_err(failed)?;
        if steps {
            decisions.add(whole(Part::Steps, &STEPS, &files.1)?).map_err(failed)?;
        }
    }
    let bytes = table.finish().map_err(failed)?;
    if steps {
        folder.replace("steps.parquet", &decisions.finish().map_err(failed)?)?;
    }
    folder.replace("rows.parquet", &bytes)?;
    let merged = MergedStudy {
        rows,
        hash: blake3::hash(&bytes).to_hex().to_string(),
        bytes: bytes.len() as u64,
        blocks: wanted.len() as u64,
        surplus: (files.0.len() - wanted.len()) as u64,
        cells: gathering.summaries(),
    };
    let page = |value: serde_json::Value| format!("{value:#}\n");
    folder.replace("summary.json", page(json!({"study": plan.hash(), "cells": merged.cells})).as_bytes())?;
    let list = json!({"study": plan.hash(), "program": folder.program(), "rows": {"games": rows, "blake3": merged.hash}, "blocks": manifest});
    folder.replace(MANIFEST, page(list).as_bytes())?;
    Ok(merged)
}

/// The summaries of a folder's rows, which are merged first if necessary.
pub fn summary(
    plan: &Plan,
    folder: &Folder<'_>,
    context: &Context<'_>,
) -> Result<Vec<CellSummary>, InputError> {
    if !folder.path().join(MANIFEST).exists() {
        return Ok(merge(plan, folder, context)?.cells);
    }
    let (columns, rows) = rows(plan, folder, context)?;
    let mut gathering = Gathering::new(plan, columns);
    gathering.take_sorted(&rows);
    Ok(gathering.summaries())
}

/// The rows of a folder and their columns; they are merged first if necessary.
///
/// They are compared with the manifest, so that tables and plots are made only from the rows that were merged.
pub fn rows<'p>(
    plan: &'p Plan,
    folder: &Folder<'_>,
    context: &Context<'_>,
) -> Result<(&'p [Column], Rows), InputError> {
    let place = folder.path().join(MANIFEST);
    if !place.exists() {
        merge(plan, folder, context)?;
    }
    let broken = |path: &std::path::Path, why: String| {
        InputError::new(format!("{}: {why}", path.display())).expected("`quandary merge` again")
    };
    let text = std::fs::read_to_string(&place).map_err(|error| broken(&place, error.to_string()))?;
    let manifest: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| broken(&place, error.to_string()))?;
    let path = folder.path().join("rows.parquet");
    let bytes = std::fs::read(&path).map_err(|error| broken(&path, error.to_string()))?;
    let hash = blake3::hash(&bytes).to_hex().to_string();
    if manifest["rows"]["blake3"].as_str() != Some(&hash) {
        return Err(broken(&path, "the rows do not have the hash in the manifest".into()));
    }
    let columns = columns(plan, context)?;
    let rows = read(bytes, columns).map_err(|error| broken(&path, error.to_string()))?.rows;
    Ok((columns, rows))
}

fn columns<'p>(plan: &'p Plan, context: &Context<'_>) -> Result<&'p [Column], InputError> {
    plan.columns(context)?.ok_or_else(|| InputError::new("the time ran out before the first game"))
}

/// The blocks of the study in the order of cells and games: all of them, or those that the stop rule needs.
fn wanted(plan: &Plan, folder: &Folder<'_>, context: &Context<'_>) -> Result<Vec<(usize, u64)>, InputError> {
    let mut watch = Watch::new(plan, folder);
    let mut wanted = Vec::new();
    for group in plan.groups() {
        for number in 0..plan.blocks_per_cell() {
            if watch.is_enough(&group, number, context)? {
                break;
            }
            wanted.extend(group.iter().map(|&cell| (cell, number)));
        }
    }
    wanted.sort_unstable();
    Ok(wanted)
}

/// The only file of a block.
fn only(files: &[PathBuf]) -> Result<&PathBuf, InputError> {
    match files {
        [file] => Ok(file),
        several => Err(InputError::new(format!(
            "a block exists {} times with different contents: {}",
            several.len(),
            several.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
        ))
        .expected("one; remove them and run the study again")),
    }
}
