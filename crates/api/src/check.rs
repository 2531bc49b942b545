//! Certificates and answers, handed to the verifiers: the report that every interface shows.

use std::fmt;

use quandary_check::answer::{Outcome, check as check_document};
use quandary_check::document;
use quandary_check::{Rejection, Work};
use quandary_core::{Context, Exhausted, InputError};
use quandary_verbs::{Answer, Input, Reply};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Certificates to verify.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// A certificate, a solver's answer, or one of them a line.
    pub text: String,
    /// The most nodes, within what the surroundings allow.
    pub nodes: Option<u64>,
}

impl Check {
    /// The results.
    pub fn answer(&self, context: &Context<'_>) -> Result<Answer, InputError> {
        let context = self.nodes.map_or_else(|| context.clone(), |nodes| context.at_most(nodes));
        check(&Input { source: "the text".into(), bytes: self.text.clone().into_bytes() }, &context)
    }
}

/// The results of some certificates.
#[derive(Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// Whether everything that was claimed was verified.
    verified: bool,
    /// How many were accepted.
    accepted: usize,
    /// Answers that claim something and have no certificate.
    without_certificate: usize,
    /// Each of them.
    certificates: Vec<Row>,
}

/// The result of one certificate, or of an answer without one.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CheckedRow")]
pub(crate) struct Row {
    /// The line on which its document begins.
    line: usize,
    /// The puzzle it is about.
    puzzle: String,
    /// What the certificate claims; of an answer without one, its verdict.
    claim: String,
    /// Whether it was accepted.
    verified: bool,
    /// What it proves.
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<String>>,
    /// What the answer says beyond what is proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_proved: Vec<String>,
    /// Why it was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// `unknown`, `malformed`, `wrong`, `unbound`, `exhausted`; `bare` for an answer that claims something without
    /// a certificate, `open` for one that claims nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

impl Row {
    /// Whether it was accepted.
    pub(crate) fn is_accepted(&self) -> bool {
        self.verified
    }

    /// Whether it claims something and has no certificate.
    pub(crate) fn is_bare(&self) -> bool {
        self.kind == Some("bare")
    }

    /// Whether it claims nothing.
    pub(crate) fn is_open(&self) -> bool {
        self.kind == Some("open")
    }

    /// Whether the budget ran out before anything was known.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.kind == Some("exhausted")
    }

    /// The line on which its document begins.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Why one was not accepted.
    pub(crate) fn summary(&self) -> String {
        let word = match self.kind {
            Some("bare") => "unproved",
            Some("open") => "open",
            Some("exhausted") => "unfinished",
            _ => "rejected",
        };
        let what = format!("{} {}", self.puzzle, self.claim);
        format!("{word}: {}: {}", what.trim_start(), self.why.as_deref().unwrap_or(""))
    }
}

/// Verifies every certificate in a text: one JSON document, or one a line.
pub fn check(read: &Input, context: &Context<'_>) -> Result<Answer, InputError> {
    let before = (context.cpu_seconds)();
    let documents = read.text().and_then(parse).map_err(|error| match read.source.as_str() {
        Input::INLINE => error,
        file => error.in_source(file),
    })?;
    let mut work = Work::within(context.budget.clone());
    let mut rows: Vec<Row> = Vec::new();
    let mut cut: Option<Exhausted> = None;
    for (line, document) in documents {
        let outcomes =
            check_document(&document, &mut |certificate| quandary_registry::verify(certificate, &mut work));
        for outcome in outcomes {
            if let Outcome::Checked { result: Err(Rejection::Exhausted(why)), .. } = &outcome {
                cut = cut.or(Some(*why));
            }
            rows.push(row(line, outcome));
        }
        // A clock that has run out leaves the rest unread; nodes may suffice for a smaller one.
        if let Err(why) = context.budget.poll() {
            cut = cut.or(Some(why));
            break;
        }
    }
    if rows.iter().all(|row| row.is_bare() || row.is_open()) && cut.is_none() {
        return Err(InputError::new("there is no certificate")
            .in_source(&read.source)
            .expected("a certificate, or a solver's --json answer that has one"));
    }
    let accepted = rows.iter().filter(|row| row.verified).count();
    let without_certificate = rows.iter().filter(|row| row.is_bare()).count();
    let verified = rows.iter().all(|row| row.verified || row.is_open()) && cut.is_none();
    let refuted = rows.iter().any(|row| !row.verified && !row.is_open() && !row.is_exhausted());
    let checked = CheckAnswer { verified, accepted, without_certificate, certificates: rows };
    let reply = if verified { Reply::from(checked) } else { Reply::negative(checked) };
    // What is refuted stays so, whatever ran out.
    let reply = if refuted { reply } else { reply.cut(cut) };
    Ok(Answer::general("check", reply, (context.cpu_seconds)() - before))
}

pub(crate) fn row(line: usize, outcome: Outcome) -> Row {
    let blank = |puzzle: String, claim: String| Row {
        line,
        puzzle,
        claim,
        verified: false,
        facts: None,
        not_proved: Vec::new(),
        why: None,
        kind: None,
    };
    match outcome {
        Outcome::Checked { puzzle, claim, result: Ok((verified, not_proved)) } => {
            Row { verified: true, facts: Some(verified.facts), not_proved, ..blank(puzzle, claim) }
        }
        Outcome::Checked { puzzle, claim, result: Err(why) } => {
            Row { kind: Some(why.kind()), why: Some(why.to_string()), ..blank(puzzle, claim) }
        }
        Outcome::Bare { puzzle, verdict, claims } => {
            let (kind, why) = if claims {
                ("bare", "it has no certificate")
            } else {
                ("open", "it claims nothing and has no certificate")
            };
            Row { kind: Some(kind), why: Some(why.into()), ..blank(puzzle, verdict) }
        }
    }
}

impl fmt::Display for CheckAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.certificates {
            let Row { puzzle, claim, facts, not_proved, .. } = row;
            match facts {
                Some(facts) => {
                    write!(f, "verified: {puzzle} {claim}: {}", facts.join("; "))?;
                    if !not_proved.is_empty() {
                        write!(f, " (not proved: {})", not_proved.join(", "))?;
                    }
                    writeln!(f)?;
                }
                None => {
                    writeln!(f, "{}{}", row.summary(), place(row.line, self.certificates.len()))?;
                }
            }
        }
        match self.certificates.len() {
            1 => Ok(()),
            all => write!(f, "{} of {all} verified", self.accepted),
        }
    }
}

/// Where it stands, among several.
fn place(line: usize, rows: usize) -> String {
    if rows > 1 { format!(" (line {line})") } else { String::new() }
}

/// The documents with the line on which each begins.
pub(crate) fn parse(text: &str) -> Result<Vec<(usize, Value)>, InputError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = lines.next();
    // One line is a document of its own, or the beginning of one that fills the whole text.
    if let Some((_, line)) = first
        && serde_json::from_str::<serde::de::IgnoredAny>(line).is_err()
    {
        let whole = document::read(text).map_err(|error| not_read(&error, error.line()))?;
        return Ok(vec![(1, whole)]);
    }
    let mut found = Vec::new();
    for (index, line) in first.into_iter().chain(lines) {
        let value = document::read(line).map_err(|error| not_read(&error, index + 1))?;
        found.push((index + 1, value));
    }
    Ok(found)
}

/// What is wrong with a text that is not JSON, or has a key twice, without repeating it.
fn not_read(error: &serde_json::Error, line: usize) -> InputError {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    let what = if error.is_data() { what.to_owned() } else { format!("not JSON: {what}") };
    InputError::new(what).at(line, error.column()).expected("a certificate")
}
