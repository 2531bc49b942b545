//! Arguments as sentences.

use std::fmt;

use super::{Argument, Number, Step, Verdict};
use crate::board::Coord;
use crate::words::{list, many};

impl Argument {
    /// The argument for a person, with what it shows: "3,4 is safe: …".
    pub fn text(&self) -> String {
        let colon = if self.steps().len() > 1 { "," } else { ":" };
        format!("{} {}{colon} {}", self.cell(), is(1, self.verdict()), self.because())
    }

    /// The argument alone: one sentence, or numbered steps on lines of their own.
    pub fn because(&self) -> String {
        match self {
            Argument::NoMinefield { verdict, numbers, total, .. } => {
                let mut facts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                facts.extend(total.map(|total| format!("the mine count {total}")));
                let otherwise = match verdict {
                    Verdict::Safe => "a mine there",
                    Verdict::Mine => "no mine there",
                };
                format!("with {otherwise}, no minefield agrees with {}", list(&facts))
            }
            _ => match self.steps() {
                [step] => step.text(),
                steps => {
                    let line = |(index, step): (usize, &Step)| format!("\n  {}. {}", index + 1, step.text());
                    let lines: Vec<String> = steps.iter().enumerate().map(line).collect();
                    format!("in {} steps:{}", steps.len(), lines.concat())
                }
            },
        }
    }

    /// Where to look, without saying what follows.
    pub fn nudge(&self) -> String {
        match self {
            Argument::Counting { steps, .. } if steps.len() == 1 => {
                "Count the mines that are left.".to_owned()
            }
            Argument::NoMinefield { numbers, .. } => match numbers.first() {
                Some(number) => format!("Try both ways around {number}."),
                None => "Count the mines that are left.".to_owned(),
            },
            _ => {
                let numbers = self.steps()[0].numbers();
                let begin = if self.steps().len() > 1 { "Begin with" } else { "Look at" };
                format!("{begin} {}.", list(&numbers.iter().map(ToString::to_string).collect::<Vec<_>>()))
            }
        }
    }
}

impl Step {
    /// The step as a sentence without a full stop.
    pub fn text(&self) -> String {
        match self {
            Step::AllFound { number, safe } => match number.found.as_slice() {
                [] => format!("{number} has no mine around it, so {}", say(safe, Verdict::Safe)),
                [mine] => format!("{number} has its mine at {mine}, so {}", say(safe, Verdict::Safe)),
                mines => {
                    let all = format!("{number} has all its mines at {}", names(mines));
                    format!("{all}, so {}", say(safe, Verdict::Safe))
                }
            },
            Step::AllClosed { number, mines } => {
                let missing = number.missing();
                let needs = if number.found.is_empty() {
                    format!("{number} needs {}", many(missing, "mine"))
                } else {
                    format!(
                        "{number} has {} at {}, needs {missing} more",
                        many(number.found.len(), "mine"),
                        names(&number.found)
                    )
                };
                let left = many(number.among.len(), "closed neighbour");
                format!("{needs} and has only {left} left, so {}", say(mines, Verdict::Mine))
            }
            Step::Inside { inner, outer, safe } => {
                let missing = inner.missing();
                let theirs = if missing == 1 { "the mine is" } else { "the mines are" };
                format!(
                    "{} and {} both need {}, and all closed neighbours of the first are also around the second: \
                     {theirs} among {}, so {}{}",
                    known(inner),
                    known(outer),
                    many(missing, "mine"),
                    names(&inner.among),
                    say(safe, Verdict::Safe),
                    if missing == 1 { " (the 1-1 pattern)" } else { "" }
                )
            }
            Step::Beyond { more, less, mines, safe } => {
                let own: Vec<Coord> =
                    more.among.iter().copied().filter(|cell| !less.among.contains(cell)).collect();
                let pattern = (less.missing(), more.missing()) == (1, 2);
                let those = if own.len() == 1 {
                    format!("{} is its only closed neighbour", own[0])
                } else {
                    format!("{} are its only closed neighbours", names(&own))
                };
                format!(
                    "{} needs {} more than {}, and {those} that {less} does not have, so {}{}",
                    known(more),
                    many(own.len(), "mine"),
                    known(less),
                    follows(mines, safe),
                    if pattern { " (the 1-2 pattern)" } else { "" }
                )
            }
            Step::Between { middle, sides: [left, right], mines, safe } => {
                if mines.is_empty() {
                    return covered(middle, [left, right], safe);
                }
                format!(
                    "{} needs {} more than {} and {} together, and has only {} that neither of them has, so {}",
                    known(middle),
                    many(mines.len(), "mine"),
                    known(left),
                    known(right),
                    many(mines.len(), "closed neighbour"),
                    follows(mines, safe)
                )
            }
            Step::Within { middle, sides: [left, right], mines, safe } => {
                let both = format!("{} and {} share no closed neighbour", known(left), known(right));
                let theirs = left.missing() + right.missing();
                if mines.is_empty() {
                    format!(
                        "{both} and need {} between them, all of which are also around {}; it needs no more, so {}",
                        many(theirs, "mine"),
                        known(middle),
                        follows(mines, safe)
                    )
                } else {
                    format!(
                        "{both} and need {} between them, {} more than {}, and only {} of theirs {} not around it, so {}",
                        many(theirs, "mine"),
                        mines.len(),
                        known(middle),
                        many(mines.len(), "closed neighbour"),
                        be(mines.len()),
                        follows(mines, safe)
                    )
                }
            }
            Step::Count { total, found, numbers, mines, safe } => {
                let left = *total as usize - found.len();
                let verdict = if mines.is_empty() { Verdict::Safe } else { Verdict::Mine };
                let others = match mines.len() + safe.len() {
                    1 => format!(
                        "the only other closed square, {}, {}",
                        mines.iter().chain(safe).next().map_or_else(String::new, ToString::to_string),
                        is(1, verdict)
                    ),
                    other => format!("the {other} other closed squares {}", is(other, verdict)),
                };
                let start = match (found.len(), left) {
                    (0, _) => format!("there {} {}", be(left), many(left, "mine")),
                    (found, 0) => format!("{} found", all_of(found)),
                    (found, left) => format!(
                        "{} of {} {} found, {left} {} left",
                        found,
                        many(*total as usize, "mine"),
                        be(found),
                        be(left)
                    ),
                };
                let holders = if numbers.len() > NAMED {
                    many(numbers.len(), "number")
                } else {
                    list(&numbers.iter().map(known).collect::<Vec<_>>())
                };
                let middle = match (numbers.len(), verdict) {
                    (0, _) => String::new(),
                    (1, Verdict::Safe) => {
                        format!(", and {} next to {holders}", it_is(left))
                    }
                    (_, Verdict::Safe) => format!(
                        ", and {}, which share no closed neighbour, account for {}",
                        holders,
                        them(left)
                    ),
                    (count, Verdict::Mine) => {
                        let held: usize = numbers.iter().map(Number::missing).sum();
                        let sharing = if count == 1 { "" } else { ", which share no closed neighbour," };
                        format!(
                            ", and {}{sharing} {} only {held} of {} around {}",
                            holders,
                            if count == 1 { "has" } else { "have" },
                            if left == 1 { "it" } else { "them" },
                            if count == 1 { "it" } else { "them" }
                        )
                    }
                };
                format!("{start}{middle}, so {others}")
            }
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} at {}", self.number, self.cell)
    }
}

/// A count that rests on more numbers than this does not name each of them.
const NAMED: usize = 8;

/// A number with the mines it already has.
fn known(number: &Number) -> String {
    if number.found.is_empty() {
        number.to_string()
    } else {
        format!("{number} (beside {} at {})", many(number.found.len(), "known mine"), names(&number.found))
    }
}

/// Sides that have every closed neighbour of the middle, and together need what it needs.
fn covered(middle: &Number, [left, right]: [&Number; 2], safe: &[Coord]) -> String {
    let pattern = [left, middle, right].map(Number::missing) == [1, 2, 1];
    let twice = safe.iter().any(|cell| middle.among.contains(cell));
    let outside = safe.iter().any(|cell| !middle.among.contains(cell));
    let shut_out = match (twice, outside) {
        (true, false) => "no mine counts for both",
        (false, _) => "neither has a mine anywhere else",
        (true, true) => "no mine counts for both, and neither has one anywhere else",
    };
    format!(
        "{} needs {}, each of them also around {} or {}, and those two need only {} between them, so {shut_out}: {}{}",
        known(middle),
        many(middle.missing(), "mine"),
        known(left),
        known(right),
        middle.missing(),
        say(safe, Verdict::Safe),
        if pattern { " (the 1-2-1 pattern)" } else { "" }
    )
}

/// What is a mine and what is safe.
fn follows(mines: &[Coord], safe: &[Coord]) -> String {
    let mut all = Vec::new();
    if !mines.is_empty() {
        all.push(say(mines, Verdict::Mine));
    }
    if !safe.is_empty() {
        all.push(say(safe, Verdict::Safe));
    }
    list(&all)
}

fn names(cells: &[Coord]) -> String {
    list(&cells.iter().map(ToString::to_string).collect::<Vec<_>>())
}

fn say(cells: &[Coord], verdict: Verdict) -> String {
    format!("{} {}", names(cells), is(cells.len(), verdict))
}

fn is(count: usize, verdict: Verdict) -> &'static str {
    match (count, verdict) {
        (1, Verdict::Safe) => "is safe",
        (1, Verdict::Mine) => "is a mine",
        (_, Verdict::Safe) => "are safe",
        (_, Verdict::Mine) => "are mines",
    }
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn it_is(count: usize) -> &'static str {
    match count {
        1 => "it is",
        2 => "both are",
        _ => "all of them are",
    }
}

fn them(count: usize) -> &'static str {
    match count {
        1 => "it",
        2 => "both",
        _ => "all of them",
    }
}

fn all_of(count: usize) -> String {
    if count == 1 { "the only mine is".to_owned() } else { format!("all {count} mines are") }
}
