//! `quandary reproduce`: recomputes the published values.

use std::fmt;
use std::path::{Path, PathBuf};

use quandary_core::{Budget, InputError};
use quandary_lab::report::{self, Report};
use quandary_lab::reproduction::Reproduction;
use quandary_lab::{RunRequest, papers, reproduce_each};
use quandary_runtime::{Runtime, say};
use quandary_verbs::{Answer, Reply};
use serde::Serialize;

use crate::arguments::Common;
use crate::input;

/// Regenerates what was asked for, writes the report, and prints the table.
pub(crate) fn run(wanted: &RunRequest, common: &Common, runtime: &Runtime) -> Result<Answer, InputError> {
    if let Some(folder) = &wanted.report {
        report::check_folder(folder).map_err(|error| {
            InputError::new(format!("the report cannot be written: {error}")).of_option("report")
        })?;
    }
    let context = runtime.context();
    let before = wanted.against.as_deref().map(|path| earlier(path, &context.budget)).transpose()?;
    // Given as files; the laboratory wants what they hold.
    let positions: Result<Vec<String>, InputError> = wanted
        .positions
        .iter()
        .map(|path| input::text(path, &context.budget).map_err(|error| error.of_option("positions")))
        .collect();
    let wanted = &RunRequest { positions: positions?, ..wanted.clone() };
    let cannot = |error: std::io::Error| {
        InputError::new(format!("the report cannot be written: {error}")).of_option("report")
    };
    // The page is there at once, and fills as entries are made.
    let mut filling = match &wanted.report {
        Some(folder) => Some(report::Filling::open(folder, wanted.scale, wanted.seed).map_err(cannot)?),
        None => None,
    };
    let (made, stopped) = reproduce_each(wanted, &context, |entry, all| {
        if let Some(filling) = &mut filling {
            // A page that cannot be written now is reported when it is written for good.
            let _ = filling.add(entry, all);
        }
    })?;
    let changes = before.map(|before| report::Changes::since(&before, &made));
    let mut answer = Report { changes, ..Report::from(made) };
    if let Some(folder) = &wanted.report {
        let path = write(&answer.reproduction, folder).map_err(cannot)?;
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
    if let Some(folder) = &wanted.research_object {
        let text =
            Answer::general("reproduce", answer.clone().into(), answer.reproduction.cpu_seconds).json();
        let by = circumstances(common.limits.threads);
        report::write_research_object(&answer.reproduction, &text.to_string(), &by, folder).map_err(
            |error| {
                InputError::new(format!("the research object cannot be written: {error}")).of_option("crate")
            },
        )?;
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

/// What makes the research object: the program, the machine and the day.
fn circumstances(threads: usize) -> report::Circumstances {
    let seconds =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    report::Circumstances {
        program: quandary_core::build::name(),
        machine: format!(
            "{} on {}, {cores} cores, {threads} threads used",
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        date: day(seconds / 86_400),
    }
}

/// A day since 1970 as a date, by the rules of the Gregorian calendar.
fn day(days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

/// The JSON of an earlier run: a file, or the one in the folder of a research object.
fn earlier(path: &Path, budget: &Budget) -> Result<serde_json::Value, InputError> {
    let inside = path.join(report::ANSWER);
    let path = if path.is_dir() { &inside } else { path };
    let path = path.display().to_string();
    let text = input::text(&path, budget).map_err(|error| error.of_option("against"))?;
    serde_json::from_str(&text).map_err(|error| {
        InputError::new(format!("{path} is not valid JSON: {error}"))
            .expected("what `quandary reproduce --json` printed, or a folder of `--crate`")
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

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_counted_with_leap_years() {
        assert_eq!(
            [0, 59, 11_016, 20_775].map(day),
            ["1970-01-01", "1970-03-01", "2000-02-29", "2026-11-18"]
        );
    }
}
