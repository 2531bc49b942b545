//! The ranges of a setting within which a judgement stays the same.

use serde::Serialize;

use crate::axis::Axis;
use crate::summary::CellSummary;

/// Consecutive values, of the setting with the most values, that have the same judgement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueRange {
    /// The values of the other settings that vary.
    pub line: String,
    /// The judgement.
    pub is: String,
    /// The first value.
    pub from: String,
    /// The last one.
    pub to: String,
}

/// The ranges of each judgement, line by line. A border between two judgements lies in the undecided range, or between two
/// values.
pub(crate) fn ranges(
    summaries: &[CellSummary],
    judged: impl Fn(&CellSummary) -> Option<String>,
) -> Vec<ValueRange> {
    let Ok(axis) = Axis::of(summaries, None) else { return Vec::new() };
    let mut lines: Vec<(String, Vec<(usize, String)>)> = Vec::new();
    for summary in summaries {
        let Some(is) = judged(summary) else { continue };
        let (line, place) = (axis.line(summary), axis.place(summary));
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, places)) => places.push((place, is)),
            None => lines.push((line, vec![(place, is)])),
        }
    }
    let mut all: Vec<ValueRange> = Vec::new();
    for (line, mut places) in lines {
        places.sort();
        let first = all.len();
        for (place, is) in places {
            let value = axis.places[place].to_owned();
            match all[first..].last_mut() {
                Some(last) if last.is == is => last.to = value,
                _ => all.push(ValueRange { line: line.clone(), is, from: value.clone(), to: value }),
            }
        }
    }
    all
}

/// The ranges in words, one line each: `class over board: deterministic 9x9/1 to 9x9/3; stochastic 9x9/4 to 9x9/39`.
pub(crate) fn in_words(what: &str, summaries: &[CellSummary], ranges: &[ValueRange]) -> Vec<String> {
    let Ok(axis) = Axis::of(summaries, None) else { return Vec::new() };
    let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
    for ValueRange { line, is, from, to } in ranges {
        let words = if from == to { format!("{is} {from}") } else { format!("{is} {from} to {to}") };
        match lines.last_mut() {
            Some((known, all)) if known == line => all.push(words),
            _ => lines.push((line, vec![words])),
        }
    }
    let heading = |line: &str| {
        if line.is_empty() {
            format!("{what} over {}", axis.name)
        } else {
            format!("{what} over {}, {line}", axis.name)
        }
    };
    lines.iter().map(|(line, all)| format!("{}: {}", heading(line), all.join("; "))).collect()
}
