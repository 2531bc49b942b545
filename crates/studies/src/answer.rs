//! The answers of the commands about studies, the same on the command line, over HTTP and in Python.

use std::fmt;
use std::path::{Path, PathBuf};

use quandary_core::words::{count, thousands};
use quandary_core::{Context, InputError};
use quandary_verbs::{Answer, Reply};
use serde::Serialize;

use crate::estimate::{Cost, estimate};
use crate::folder::Folder;

use crate::merge::{MergedStudy, merge, summary};
use crate::plan::Plan;
use crate::ranges::{ValueRange, in_words, ranges};
use crate::run::{RunOutcome, Share, run};
use crate::summary::{CellSummary, Zone};
use crate::table::{Layout, table};

/// The result of a run, or its estimated cost.
#[derive(Serialize)]
struct Run {
    study: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
    #[serde(flatten)]
    ran: Option<RunOutcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<MergedStudy>,
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// Plays a study, or a share of it, into a folder, and merges the folder once it is complete. Without a folder it only
/// estimates the cost.
pub fn answer_run(
    plan: &Plan,
    folder: Option<&Folder<'_>>,
    share: Share,
    context: &Context<'_>,
) -> Result<Answer, InputError> {
    let before = (context.cpu_seconds)();
    let cost = estimate(plan, context)?;
    let path = folder.map(|folder| folder.path().to_owned());
    let mut answer = Run { study: plan.hash(), cost, ran: None, merged: None, folder: path };
    let mut stopped = None;
    if let Some(folder) = folder {
        if let Some(cost) = &cost {
            context.progress.note(&cost_in_words(cost));
        }
        let ran = run(plan, folder, share, context)?;
        stopped = ran.stopped;
        answer.ran = Some(ran);
        // A share cannot know whether the others are done; a run of everything has all blocks.
        if stopped.is_none() && share == Share::WHOLE {
            answer.merged = Some(merge(plan, folder, context)?);
        }
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    Ok(Answer::general("run", Reply::from(answer).cut(stopped), cpu_seconds))
}

fn cost_in_words(cost: &Cost) -> String {
    format!(
        "{} of {} in {}: about {} CPU seconds and {:.1} MB, from {} tried",
        count(cost.games, "game"),
        count(cost.cells, "cell"),
        count(cost.blocks, "block"),
        thousands(cost.cpu_seconds.ceil() as u64),
        cost.bytes / 1e6,
        count(cost.tried, "game"),
    )
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.ran, &self.merged, &self.cost) {
            (_, Some(merged), _) => {
                merged_in_words(merged, self.folder.as_deref(), f)?;
                write!(f, "\n\n{}", table(&merged.cells, Layout::Text))
            }
            (Some(ran), None, _) => write!(
                f,
                "{} of this share are there, {} played now ({})",
                count(ran.blocks, "block"),
                thousands(ran.blocks_played),
                count(ran.games_played, "game")
            ),
            (None, None, Some(cost)) => f.write_str(&cost_in_words(cost)),
            (None, None, None) => f.write_str("its cost is not known"),
        }
    }
}

fn merged_in_words(merged: &MergedStudy, folder: Option<&Path>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(
        f,
        "{} in {}, {:.1} MB{}\nBLAKE3 {}",
        count(merged.rows, "game"),
        count(merged.blocks, "block"),
        merged.bytes as f64 / 1e6,
        folder.map_or_else(String::new, |folder| format!(", {}", folder.join("rows.parquet").display())),
        merged.hash
    )
}

/// A merged study.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    merged: MergedStudy,
    #[serde(skip)]
    folder: PathBuf,
}

/// Verifies and merges the blocks of a folder.
pub fn answer_merge(folder: &Path, context: &Context<'_>) -> Result<Answer, InputError> {
    let before = (context.cpu_seconds)();
    let (plan, store) = Folder::reopen(folder)?;
    let merged = merge(&plan, &store, context)?;
    let answer = Whole { merged, folder: folder.into() };
    Ok(Answer::general("merge", answer.into(), (context.cpu_seconds)() - before))
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        merged_in_words(&self.merged, Some(&self.folder), f)
    }
}

/// The table of a study.
#[derive(Serialize)]
struct Table {
    /// The summary of each cell.
    cells: Vec<CellSummary>,
    /// The cells whose game refinement is certainly in the engaging zone.
    inside: Vec<usize>,
    /// The cells whose game refinement may be in the zone.
    undecided: Vec<usize>,
    /// Where the class by solvability changes along the setting with the most values.
    classes: Vec<ValueRange>,
    /// Where the zone changes along the same setting.
    zones: Vec<ValueRange>,
    #[serde(skip)]
    text: String,
}

/// The summary of a folder's rows, as a table.
pub fn answer_table(folder: &Path, layout: Layout, context: &Context<'_>) -> Result<Answer, InputError> {
    let before = (context.cpu_seconds)();
    let (plan, store) = Folder::look_into(folder)?;
    let cells = summary(&plan, &store, context)?;
    let of = |zone| cells.iter().filter(|cell| cell.zone == Some(zone)).map(|cell| cell.cell).collect();
    let classes = ranges(&cells, |cell| Some(cell.class.class.to_string()));
    let zones = ranges(&cells, |cell| cell.zone.map(|zone| zone.to_string()));
    let mut text = table(&cells, layout);
    // LaTeX tables and CSV files have no room for sentences.
    if matches!(layout, Layout::Text | Layout::Markdown) && cells.len() > 1 {
        text += "\n";
        for line in [in_words("class", &cells, &classes), in_words("zone", &cells, &zones)].concat() {
            text += &format!("\n{line}");
        }
    }
    let answer =
        Table { inside: of(Zone::Inside), undecided: of(Zone::Undecided), classes, zones, text, cells };
    Ok(Answer::general("table", answer.into(), (context.cpu_seconds)() - before))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
