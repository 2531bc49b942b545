//! `quandary reproduce`: recomputes the published values.

use std::fmt;
use std::path::{Path, PathBuf};

use quandary_core::verbs::{Answer, Reply};
use quandary_core::{Budget, InputError};
use quandary_lab::report::{self, Report};
use quandary_lab::reproduction::Reproduction;
use quandary_lab::{Wanted, papers, reproduce};
use quandary_runtime::{Runtime, say};
use serde::Serialize;

use crate::arguments::Common;
use crate::input;

/// Regenerates what was asked for, writes the report, and prints the table.
pub(crate) fn run(wanted: &Wanted, common: &Common, runtime: &Runtime) -> Result<Answer, InputError> {
    if let Some(folder) = &wanted.report {
        report::check_folder(folder).map_err(|error| {
            InputError::new(format!("the report cannot be written: {error}")).of_option("report")
        })?;
    }
    let context = runtime.context();
    let before = wanted.against.as_deref().map(|path| earlier(path, &context.budget)).transpose()?;
    let (made, stopped) = reproduce(wanted, &context)?;
    let changes = before.map(|before| report::Changes::since(&before, &made));
    let mut answer = Report { changes, ..Report::from(made) };
    if let Some(folder) = &wanted.report {
        let path = write(&answer.reproduction, folder).map_err(|error| {
            InputError::new(format!("the report cannot be written: {error}")).of_option("report")
        })?;
        if common.json && !common.limits.quiet {
            say(format_args!("report written to {}", path.display()));
        }
        answer.page = Some(path);
    }
    if let Some(file) = &wanted.markdown {
        report::replace(file, &report::markdown(&answer.reproduction)).map_err(|error| {
            InputError::new(format!("the page cannot be written: {error}")).of_option("markdown")
        })?;
    }
    let cpu_seconds = answer.reproduction.cpu_seconds;
    let disagrees = wanted.strict && answer.reproduction.disagrees();
    let reply = if disagrees { Reply::negative(answer) } else { answer.into() };
    Ok(Answer::general("reproduce", reply.cut(stopped), cpu_seconds))
}

/// Writes the report: a page to print, and one to browse.
fn write(made: &Reproduction, folder: &Path) -> std::io::Result<PathBuf> {
    let (path, mut all) = report::write(made, folder)?;
    // The page to browse shows cells; the charts are in the page to print.
    all.entries.iter_mut().for_each(|entry| entry.figures.clear());
    let browsed = quandary_web::reproduction(
        &Answer::general("reproduce", Report::from(all).into(), 0.0).json().to_string(),
    );
    report::replace(&folder.join("browse.html"), &browsed)?;
    Ok(path)
}

/// The JSON of an earlier run.
fn earlier(path: &Path, budget: &Budget) -> Result<serde_json::Value, InputError> {
    let path = path.display().to_string();
    let text = input::text(&path, budget).map_err(|error| error.of_option("against"))?;
    serde_json::from_str(&text).map_err(|error| {
        InputError::new(format!("{path} is not valid JSON: {error}"))
            .expected("what `quandary reproduce --json` printed")
            .of_option("against")
    })
}

/// One entry of the list.
#[derive(Serialize)]
struct EntrySummary {
    id: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct List {
    documents: Vec<papers::Document>,
    items: Vec<EntrySummary>,
}

/// The documents and their entries.
pub(crate) fn list() -> Answer {
    let items =
        papers::tables().iter().map(|table| EntrySummary { id: &table.id, title: &table.title }).collect();
    Answer::general("reproduce", List { documents: papers::DOCUMENTS.to_vec(), items }.into(), 0.0)
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for document in &self.documents {
            writeln!(f, "{}: {}", document.short, document.title)?;
            let of_it = |item: &&EntrySummary| item.id.split('.').next() == Some(document.short);
            for EntrySummary { id, title } in self.items.iter().filter(of_it) {
                writeln!(f, "  {id:<16} {title}")?;
            }
        }
        Ok(())
    }
}

/// What is found wrong in the documents by computing.
#[derive(Serialize)]
struct Errata {
    items: Vec<papers::errata::Slip>,
}

/// The slips of the documents.
pub(crate) fn errata(runtime: &Runtime) -> Answer {
    let context = runtime.context();
    let before = (context.cpu_seconds)();
    let (items, stopped) = papers::errata::find(&context);
    let cpu_seconds = (context.cpu_seconds)() - before;
    Answer::general("reproduce", Reply::from(Errata { items }).cut(stopped), cpu_seconds)
}

impl fmt::Display for Errata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for slip in &self.items {
            writeln!(f, "{:<4} {:<28} {}", slip.id, slip.place, slip.found)?;
        }
        Ok(())
    }
}
