//! What renju forbids to the side that begins.
//!
//! In the words of the International Renju Federation: a *four* is a row of four, not necessarily without a gap, that one
//! stone turns into exactly five; a *straight four* is one without a gap that either of two stones does that for. A
//! *three* is a row of three that one stone turns into a straight four, without making five at the same time, at a point
//! that is itself not forbidden. A stone that makes two fours or more, two threes or more, or more than five in a row
//! is forbidden, unless it makes exactly five.
//!
//! Source: *The international rules of renju*, sections 2 and 9 (renju.net).

use std::fmt;

use super::rows::chain;
use super::rules::Gomoku;
use super::stones::Stones;

/// A side with fewer stones than this cannot make anything forbidden: two threes need four stones beside the new one,
/// and so do two fours in one line.
pub(super) const FEWEST: u32 = 4;

/// The row of renju.
const FIVE: usize = 5;

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// More than five in a row.
    Overline,
    /// Two fours.
    DoubleFour,
    /// Two threes.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::Overline => "an overline",
            Forbidden::DoubleFour => "a double four",
            Forbidden::DoubleThree => "a double three",
        })
    }
}

/// Why the side that has `own` may not place a stone on an empty point, if it may not.
pub fn forbidden(rules: &Gomoku, own: Stones, other: Stones, bit: usize) -> Option<Forbidden> {
    let steps = rules.steps().map(|step| step as usize);
    if !is_crowded(own, bit, steps) {
        return None;
    }
    let empty = rules.points().minus(own | other | Stones::NONE.with(bit));
    let own = own.with(bit);
    let chains = steps.map(|step| chain(own, bit, step));
    if chains.contains(&FIVE) {
        return None;
    }
    if chains.iter().any(|&length| length > FIVE) {
        return Some(Forbidden::Overline);
    }
    if steps.iter().map(|&step| fours(own, empty, bit, step)).sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let threes = steps.iter().filter(|&&step| is_three(rules, own, other, empty, bit, step)).count();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// Whether there are enough stones near a point for anything forbidden: two in each of two directions, or four in one.
fn is_crowded(own: Stones, bit: usize, steps: [usize; 4]) -> bool {
    let mut pairs = 0;
    for step in steps {
        let near = |by: usize| {
            usize::from(own.has(bit + by * step)) + usize::from(bit >= by * step && own.has(bit - by * step))
        };
        match (1..FIVE).map(near).sum::<usize>() {
            4.. => return true,
            2.. => pairs += 1,
            _ => {}
        }
    }
    pairs >= 2
}

/// The points on a line through a stone, at most `reach` away, that are empty.
fn near(empty: Stones, bit: usize, step: usize, reach: usize) -> impl Iterator<Item = usize> {
    let below = (1..=reach).rev().filter_map(move |by| bit.checked_sub(by * step));
    let above = (1..=reach).map(move |by| bit + by * step);
    below.chain(above).filter(move |&at| empty.has(at))
}

/// The points that turn stones on a line, with the one at `bit` among them, into exactly five.
fn fives(own: Stones, empty: Stones, bit: usize, step: usize) -> impl Iterator<Item = usize> {
    near(empty, bit, step, FIVE - 1).filter(move |&at| {
        let with = own.with(at);
        chain(with, at, step) == FIVE && is_joined(with, bit, at, step)
    })
}

/// Whether all points between two on a line are stones.
fn is_joined(own: Stones, one: usize, other: usize, step: usize) -> bool {
    (one.min(other)..=one.max(other)).step_by(step).all(|at| own.has(at))
}

/// How many fours a stone makes on a line. Two points that make five are one four when the four stones stand between
/// them, and two fours otherwise.
fn fours(own: Stones, empty: Stones, bit: usize, step: usize) -> usize {
    let mut ends = fives(own, empty, bit, step);
    match (ends.next(), ends.next()) {
        (None, _) => 0,
        (Some(_), None) => 1,
        (Some(low), Some(high)) => 1 + usize::from(high - low != FIVE * step),
    }
}

/// Whether a stone makes a three on a line.
fn is_three(rules: &Gomoku, own: Stones, other: Stones, empty: Stones, bit: usize, step: usize) -> bool {
    near(empty, bit, step, FIVE - 2).any(|at| {
        let with = own.with(at);
        let straight = chain(with, at, step) == FIVE - 1
            && is_joined(with, bit, at, step)
            && fives(with, empty.minus(Stones::NONE.with(at)), at, step).count() == 2;
        straight
            && !rules.steps().into_iter().any(|step| chain(with, at, step as usize) == FIVE)
            && forbidden(rules, own, other, at).is_none()
    })
}
