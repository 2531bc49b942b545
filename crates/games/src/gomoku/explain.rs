//! The move to make and why: what one look shows, then a win by threats, then the exact value of a small board, then a
//! search that judges by patterns.

use std::cmp::Reverse;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Context, Decision, Exhausted, Probability, Stop};
use quandary_search::minimax::{Heuristic, Table, search};
use quandary_verbs::{Alternative, Hint};

use super::notation::{Record, format_point};
pub use super::reason::Reason;
use super::rules::{Gomoku, Point, Position};
use super::solve::Solver;
use super::stones::{MOST, Stones};
use super::threats::Threats;
use crate::reason::game_over;
use crate::value::Value;

/// How far an explanation looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Moves ahead by patterns.
    pub depth: u32,
    /// Threats that are not fours, in one line of a forced win.
    pub threats: u32,
    /// Most positions of the search for a forced win.
    pub threat_nodes: u64,
}

/// What a hint in a game takes: some tenths of a second.
pub const HINT: Effort = Effort { depth: 3, threats: 2, threat_nodes: 3_000 };

/// Boards of at most this many points are looked at whole.
const WHOLE: usize = 16;

/// A table of 2^16 entries of 16 bytes is quick to make.
const TABLE_BITS: u32 = 16;

/// The hint for a position in which the game goes on, and what ran out.
pub fn advise(
    record: &Record,
    effort: Effort,
    context: &Context<'_>,
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let Record { rules, position, .. } = record;
    let mut legal = Vec::new();
    rules.moves(position, &mut legal);
    if legal.is_empty() {
        return Err(game_over().into());
    }
    let mut budget = context.budget.clone();
    let (found, stopped) = decide(rules, position, &legal, effort, &mut budget);
    let Choice { chosen, reason, values } = found;
    let name = |point: Point| format_point(rules, point);
    let probability = if reason.is_proof() { Probability::CERTAIN } else { Probability::clamped(0.5) };
    let value_is = if values.is_some() { "1 for a win, 0 for a draw, -1 for a loss" } else { PATTERNS };
    let mut alternatives: Vec<(i32, Point, String)> = match values {
        Some(values) => legal.iter().zip(values).map(|(&point, value)| (value, point, told(value))).collect(),
        None => legal.iter().map(|&point| judged(rules, position, point)).collect(),
    };
    alternatives.sort_by_key(|&(value, point, _)| (point != chosen, Reverse(value), point));
    let alternatives = alternatives.into_iter().map(|(value, point, text)| Alternative {
        chosen: name(point),
        value: Some(value.into()),
        text,
    });
    let decision = Decision { chosen, reason, probability };
    Ok((Hint::new(decision, name(chosen), value_is).among(alternatives.collect()), stopped))
}

/// What the value of an alternative counts where nothing is known for sure.
const PATTERNS: &str = "what the patterns are worth after the move, to whoever makes it";

fn told(value: i32) -> String {
    match Value::of(value) {
        Value::Win => "wins".into(),
        Value::Draw => "draws".into(),
        Value::Loss => "loses".into(),
    }
}

fn judged(rules: &Gomoku, position: &Position, point: Point) -> (i32, Point, String) {
    let child = rules.after(position, point);
    if child.won {
        return (super::evaluate::DECIDED, point, "completes a row".into());
    }
    let worth = rules.worth(&child) * super::sight::sign(position.mover());
    (worth, point, format!("patterns {worth:+}"))
}

/// A decision, and the exact value of every legal move where it is known.
struct Choice {
    chosen: Point,
    reason: Reason,
    values: Option<Vec<i32>>,
}

fn decide(
    rules: &Gomoku,
    position: &Position,
    legal: &[Point],
    effort: Effort,
    budget: &mut Budget,
) -> (Choice, Option<Exhausted>) {
    let found = |chosen, reason| Choice { chosen, reason, values: None };
    let names = |points: &[Point]| points.iter().map(|&point| format_point(rules, point)).collect::<Vec<_>>();
    let mover = position.mover();
    if let Some(point) = first(rules.completions(position, mover)) {
        let row = names(&row_with(rules, position.of(mover), point));
        return (found(point, Reason::Completes { row }), None);
    }
    let threats = rules.completions(position, mover.other());
    if let Some(point) = first(threats) {
        let allowed = legal.iter().copied().find(|point| threats.has(point.bit()));
        return match allowed {
            Some(_) if threats.count() == 1 => {
                let row = names(&row_with(rules, position.of(mover.other()), point));
                (found(point, Reason::Stops { row }), None)
            }
            allowed => {
                let points = names(&threats.iter().map(|bit| Point(bit as u16)).collect::<Vec<_>>());
                (found(allowed.unwrap_or(legal[0]), Reason::CannotStop { points }), None)
            }
        };
    }
    let mut stopped = None;
    if rules.cells() <= WHOLE
        && let Some(solver) = Solver::new(*rules)
    {
        match exactly(solver, position, legal, budget) {
            Ok(found) => return (found, None),
            Err(why) => stopped = Some(why),
        }
    }
    if stopped.is_none() {
        let mut part = budget.with_nodes(effort.threat_nodes.min(budget.remaining()));
        let mut threats = Threats::new(*rules, mover, &part);
        if let Ok(Some(win)) = threats.find(position, effort.threats, &mut part) {
            let line = names(&threats.line(position));
            return (found(win.first, Reason::ForcedWin { threats: win.threats, line }), None);
        }
    }
    let (best, out) = search(rules, position, effort.depth, &mut Table::new(TABLE_BITS), budget);
    stopped = stopped.or(out);
    match best.best {
        Some(chosen) => {
            let reason = Reason::Judged { depth: best.depth, value: best.value, line: names(&best.line) };
            (found(chosen, reason), stopped)
        }
        None => {
            let urgent =
                legal.iter().copied().max_by_key(|&point| (rules.promise(position, point), Reverse(point)));
            (found(urgent.unwrap_or(legal[0]), Reason::Urgent), stopped)
        }
    }
}

fn first(points: Stones) -> Option<Point> {
    points.iter().next().map(|bit| Point(bit as u16))
}

fn exactly(
    mut solver: Solver,
    position: &Position,
    legal: &[Point],
    budget: &mut Budget,
) -> Result<Choice, Exhausted> {
    let mut values = Vec::new();
    for &point in legal {
        let child = solver.rules().after(position, point);
        let (bounds, stopped) = solver.bounds(&child, budget);
        match stopped {
            Some(why) => return Err(why),
            None => values.push(-bounds.lower),
        }
    }
    let best = values.iter().copied().max().unwrap_or(-1);
    let rules = solver.rules();
    let among =
        legal.iter().copied().zip(&values).filter(|(_, value)| **value == best).map(|(point, _)| point);
    let chosen = among.max_by_key(|&point| (rules.promise(position, point), Reverse(point)));
    let chosen = chosen.unwrap_or(legal[0]);
    Ok(Choice { chosen, reason: Reason::Exact { verdict: Value::of(best) }, values: Some(values) })
}

/// The stones of the row that a stone completes, in their order.
pub(super) fn row_with(rules: &Gomoku, own: Stones, point: Point) -> Vec<Point> {
    let own = own.with(point.bit());
    for step in rules.steps() {
        let step = step as usize;
        let mut low = point.bit();
        while low >= step && own.has(low - step) {
            low -= step;
        }
        let row: Vec<Point> = (0..MOST)
            .map(|at| low + at * step)
            .take_while(|&bit| own.has(bit))
            .map(|bit| Point(bit as u16))
            .collect();
        if row.len() >= rules.row() {
            return row;
        }
    }
    vec![point]
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_record;
    use super::*;

    fn advice(text: &str) -> (String, Reason) {
        let record = parse_record(text, "15x15".parse().unwrap()).unwrap();
        let (hint, stopped) = advise(&record, HINT, &Context::bare()).unwrap();
        assert_eq!(stopped, None);
        let decision = hint.decision.unwrap();
        assert_eq!(hint.alternatives[0].chosen, decision.chosen);
        (decision.chosen, decision.reason)
    }

    #[test]
    fn rows_are_completed_then_stopped_then_forced() {
        let (point, reason) = advice("{d8 e8 f8 g8 / c8 a1 b1 c1}");
        assert_eq!((point.as_str(), reason.to_string().as_str()), ("h8", "completes a row from d8 to h8"));
        let (point, reason) = advice("{a1 c1 e1 a3 / d8 e8 f8 g8}");
        assert!(matches!(reason, Reason::CannotStop { .. }), "{point} {reason}");
        let (point, reason) = advice("{a1 c8 e1 a3 / d8 e8 f8 g8}");
        assert!(point == "h8" && matches!(reason, Reason::Stops { .. }), "{point} {reason}");
        let (_, reason) = advice("{f8 g8 h6 h7 / a1 c1 o1 m1}");
        assert!(matches!(reason, Reason::ForcedWin { threats: 1, .. }), "{reason}");
        let (point, reason) = advice("h8 h9");
        assert!(matches!(reason, Reason::Judged { depth: 3, .. }), "{point} {reason}");
    }

    #[test]
    fn noughts_and_crosses_is_known_to_the_end() {
        let (point, reason) = advice("3x3/3: a1");
        assert_eq!((point.as_str(), reason), ("b2", Reason::Exact { verdict: Value::Draw }));
        let (_, reason) = advice("3x3/3: a1 b1");
        assert_eq!(reason, Reason::Exact { verdict: Value::Win });
    }
}
