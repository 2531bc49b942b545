//! Many stored answers at once: all of them, or a sample, and what checking cost beside solving.

use std::fmt;
use std::sync::Arc;

use quandary_check::answer::check as check_document;
use quandary_check::{Rejection, Work};
use quandary_core::words::{count, thousands};
use quandary_core::{Context, Exhausted, InputError, Seed};
use quandary_verbs::{Answer, Input, Reply};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::check::{Row, parse, row};

/// How many of the answers are checked, and what draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many; more than there are is all.
    pub size: u64,
    /// What draws them.
    pub seed: Seed,
}

/// A file of answers.
pub struct StoredFile {
    /// Where it is.
    pub name: String,
    /// What it holds, or why it cannot be read.
    pub bytes: Result<Vec<u8>, InputError>,
}

/// The results of many stored answers.
#[derive(Serialize, JsonSchema)]
pub struct StoredReport {
    /// Whether everything that was looked at and claims something was verified.
    verified: bool,
    /// Files, those that could not be read included.
    files: usize,
    /// Answers and certificates in them.
    answers: usize,
    /// Those that were checked: all, or a sample.
    checked: usize,
    /// What drew the sample, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Certificates that were accepted.
    accepted: usize,
    /// Answers, or items of them, that claim something and have no certificate.
    without_certificate: usize,
    /// Those that claim nothing.
    open: usize,
    /// CPU seconds that the checked answers say they took to find; null when none says so.
    solve_seconds: Option<f64>,
    /// CPU seconds that those took to check.
    check_seconds: f64,
    /// The second over the first.
    share: Option<f64>,
    /// What was not accepted, with its file.
    failures: Vec<Failure>,
    /// Files that could not be read, or are not JSON: nothing of them was checked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<Unreadable>,
}

/// What was not accepted.
#[derive(Serialize, JsonSchema)]
struct Failure {
    /// The file.
    file: String,
    /// Its result.
    #[serde(flatten)]
    row: Row,
}

/// A file of which nothing was checked.
#[derive(Serialize, JsonSchema)]
struct Unreadable {
    /// The file.
    file: String,
    /// What is wrong with it.
    why: String,
}

/// Verifies the answers in some files: JSON documents, one a file or one a line. A file that cannot be read is named and
/// keeps no other from being checked, but then not everything was verified.
pub fn check_stored(
    files: Vec<StoredFile>,
    sample: Option<Sample>,
    context: &Context<'_>,
) -> Result<Answer, InputError> {
    let before = (context.cpu_seconds)();
    let mut answers: Vec<(Arc<str>, usize, Value)> = Vec::new();
    let (total, mut unreadable) = (files.len(), Vec::new());
    for StoredFile { name, bytes } in files {
        let input = bytes.map(|bytes| Input { source: name.clone(), bytes });
        match input.and_then(|input| input.text().and_then(parse)) {
            Ok(documents) => {
                let name: Arc<str> = name.into();
                answers.extend(documents.into_iter().map(|(line, document)| (name.clone(), line, document)));
            }
            Err(error) => unreadable.push(Unreadable { file: name, why: error.to_string() }),
        }
    }
    let mut chosen: Vec<usize> = (0..answers.len()).collect();
    let sample = sample.filter(|sample| sample.size < answers.len() as u64);
    if let Some(Sample { size, seed }) = sample {
        seed.stream(0).shuffle(&mut chosen);
        chosen.truncate(size as usize);
        chosen.sort_unstable();
    }
    let mut found = StoredReport {
        verified: true,
        files: total,
        answers: answers.len(),
        checked: 0,
        seed: sample.map(|sample| sample.seed.0),
        accepted: 0,
        without_certificate: 0,
        open: 0,
        solve_seconds: None,
        check_seconds: 0.0,
        share: None,
        failures: Vec::new(),
        unreadable,
    };
    let mut cut: Option<Exhausted> = None;
    for (done, &index) in chosen.iter().enumerate() {
        context.progress.report("answers", done as u64, chosen.len() as u64);
        // What ran out for one answer is available again for the next; time is not.
        if let Err(why) = context.budget.poll() {
            cut = cut.or(Some(why));
            break;
        }
        let (file, line, document) = &answers[index];
        let mut work = Work::within(context.budget.clone());
        let began = (context.cpu_seconds)();
        let outcomes =
            check_document(document, &mut |certificate| quandary_registry::verify(certificate, &mut work));
        let took = (context.cpu_seconds)() - began;
        if let Some(seconds) = document["cpu_seconds"].as_f64() {
            *found.solve_seconds.get_or_insert(0.0) += seconds;
            found.check_seconds += took;
        }
        found.checked += 1;
        for outcome in outcomes {
            if let quandary_check::answer::Outcome::Checked {
                result: Err(Rejection::Exhausted(why)), ..
            } = &outcome
            {
                cut = cut.or(Some(*why));
            }
            let row = row(*line, outcome);
            if row.is_accepted() {
                found.accepted += 1;
            } else if row.is_open() {
                found.open += 1;
            } else {
                found.without_certificate += usize::from(row.is_bare());
                found.failures.push(Failure { file: file.to_string(), row });
            }
        }
    }
    if found.accepted == 0 && found.failures.is_empty() && found.unreadable.is_empty() && cut.is_none() {
        return Err(InputError::new("there is no certificate").expected("answers as `--json` prints them"));
    }
    found.share =
        found.solve_seconds.filter(|seconds| *seconds > 0.0).map(|seconds| found.check_seconds / seconds);
    found.verified = found.failures.is_empty() && found.unreadable.is_empty() && cut.is_none();
    let refuted =
        !found.unreadable.is_empty() || found.failures.iter().any(|failure| !failure.row.is_exhausted());
    let reply = if found.verified { Reply::from(found) } else { Reply::negative(found) };
    let reply = if refuted { reply } else { reply.cut(cut) };
    Ok(Answer::general("check", reply, (context.cpu_seconds)() - before))
}

impl fmt::Display for StoredReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Failure { file, row } in &self.failures {
            writeln!(f, "{}: {file}, line {}", row.summary(), row.line())?;
        }
        for Unreadable { file, why } in &self.unreadable {
            writeln!(f, "not read: {file}: {why}")?;
        }
        write!(
            f,
            "{} of {} in {} checked{}: {} verified, {} not, {} without a claim",
            thousands(self.checked as u64),
            count(self.answers as u64, "answer"),
            count(self.files as u64, "file"),
            self.seed.map_or_else(String::new, |seed| format!(" (a sample, seed {seed})")),
            count(self.accepted as u64, "certificate"),
            thousands(self.failures.len() as u64),
            thousands(self.open as u64),
        )?;
        match (self.solve_seconds, self.share) {
            (Some(seconds), Some(share)) => write!(
                f,
                "\n{:.2} CPU seconds to check what took {seconds:.2} to solve: {:.1} %",
                self.check_seconds,
                100.0 * share
            ),
            _ => write!(f, "\nno answer says how long it took to solve"),
        }
    }
}
