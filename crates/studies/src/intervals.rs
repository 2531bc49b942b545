//! Where something changes along a setting: from which value to which it is the same.

use serde::Serialize;

use crate::axis::Axis;
use crate::summary::CellSummary;

/// Values of the setting with the most of them that follow each other and are judged alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// The values of the other settings that vary.
    pub line: String,
    /// The judgement.
    pub is: String,
    /// The first value.
    pub from: String,
    /// The last one.
    pub to: String,
}

/// The intervals of a judgement, line by line. A border between two judgements lies in the stretch that is undecided, or
/// between two values.
pub(crate) fn intervals(
    summaries: &[CellSummary],
    judged: impl Fn(&CellSummary) -> Option<String>,
) -> Vec<Interval> {
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
    let mut all: Vec<Interval> = Vec::new();
    for (line, mut places) in lines {
        places.sort();
        let first = all.len();
        for (place, is) in places {
            let value = axis.places[place].to_owned();
            match all[first..].last_mut() {
                Some(last) if last.is == is => last.to = value,
                _ => all.push(Interval { line: line.clone(), is, from: value.clone(), to: value }),
            }
        }
    }
    all
}

/// The intervals in words, a line each: `class over board: deterministic 9x9/1 to 9x9/3; stochastic 9x9/4 to 9x9/39`.
pub(crate) fn told(what: &str, summaries: &[CellSummary], intervals: &[Interval]) -> Vec<String> {
    let Ok(axis) = Axis::of(summaries, None) else { return Vec::new() };
    let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
    for Interval { line, is, from, to } in intervals {
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
