//! The move to make and why: what one look shows, then the exact value of a small board, then what the engine finds: wins by
//! threats of either side, and what it considers best.

use std::cmp::Reverse;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Context, Decision, Exhausted, Probability, Stop};
use quandary_search::engine::{Engine, Thought};
use quandary_search::minimax::{Heuristic, Table, each_move, win_in};
use quandary_verbs::{Alternative, Hint};

use super::engine::{Patterns, is_decided};
use super::evaluate::DECIDED;
use super::notation::{Record, format_point};
use super::reason::Does;
pub use super::reason::Reason;
use super::rules::{Gomoku, Point, Position};
use super::solve::Solver;
use super::stones::{MOST, Stones};
use super::tactics::Tactics;
use super::threats::Threats;
use crate::reason::game_over;
use crate::value::Value;

/// How far an explanation looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Moves ahead, at most.
    pub depth: u32,
    /// Threats that are not fours, in one line of a forced win.
    pub threats: u32,
    /// Most positions of the search for the best move.
    pub nodes: u64,
}

/// What a hint in a game takes: some tenths of a second.
pub const HINT: Effort = Effort { depth: 60, threats: 6, nodes: 40_000 };

/// What the last of better and better hints takes: some seconds.
pub const REFINED: Effort = Effort { depth: 60, threats: 8, nodes: 1_500_000 };

/// Boards of at most this many points are looked at whole.
const WHOLE: usize = 16;

/// A table of 2^16 entries of 16 bytes is quick to make.
const TABLE_BITS: u32 = 16;

/// Bytes of the engine's table, by what it may spend: a table that stays empty takes time, too.
fn table_bytes(nodes: u64) -> usize {
    (32 * nodes).clamp(1 << 18, 1 << 25) as usize
}

/// The best moves are listed with their values, this many of them.
const LISTED: usize = 10;

/// The hint for a position in which the game goes on, and what ran out. Each better one is shown before.
pub fn advise(
    record: &Record,
    effort: Effort,
    context: &Context<'_>,
    show: &mut dyn FnMut(&Hint<Reason>),
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let mut adviser = Adviser { record, effort, threatened: Vec::new() };
    let mut legal = Vec::new();
    record.rules.moves(&record.position, &mut legal);
    if legal.is_empty() {
        return Err(game_over().into());
    }
    let mut budget = context.budget.clone();
    if let Some(choice) = adviser.sees(&legal) {
        return Ok((adviser.hint(choice), None));
    }
    if record.rules.cells() <= WHOLE
        && let Some(solver) = Solver::new(record.rules)
    {
        return match exactly(solver, &record.position, &legal, &mut budget) {
            Ok(choice) => Ok((adviser.hint(choice), None)),
            Err(why) => Ok((adviser.hint(adviser.urgent(&legal)), Some(why))),
        };
    }
    Ok(if record.rules.row() == FIVE {
        adviser.by_engine(&legal, &mut budget, context, show)
    } else {
        adviser.by_judgement(&legal, &mut budget)
    })
}

/// The engine's boards have rows of five.
const FIVE: usize = 5;

/// What the value of an alternative counts where nothing is known for sure.
const POINTS: &str =
    "points for lines that may become rows, after the best play found, for the player who makes the move";

/// A decision, and the moves that were weighed beside it, best first, each with its value.
struct Choice {
    chosen: Point,
    reason: Reason,
    weighed: Vec<(Point, f64, String)>,
    value_is: &'static str,
}

struct Adviser<'a> {
    record: &'a Record,
    effort: Effort,
    /// The win by threats that the opponent has if nothing is done, as far as it was found.
    threatened: Vec<Point>,
}

impl Adviser<'_> {
    fn names(&self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| format_point(&self.record.rules, point)).collect()
    }

    fn hint(&self, choice: Choice) -> Hint<Reason> {
        let Choice { chosen, reason, weighed, value_is } = choice;
        let name = |point: Point| format_point(&self.record.rules, point);
        let probability = if reason.is_proof() { Probability::CERTAIN } else { Probability::clamped(0.5) };
        let decision = Decision { chosen, reason, probability };
        let alternatives = weighed.into_iter().map(|(point, value, text)| Alternative {
            chosen: name(point),
            value: Some(value),
            text,
        });
        Hint::new(decision, name(chosen), value_is).among(alternatives.collect())
    }

    /// What one look shows: a row to complete, or to stop.
    fn sees(&self, legal: &[Point]) -> Option<Choice> {
        let Record { rules, position, .. } = self.record;
        let mover = position.mover();
        let choice = |chosen: Point, reason, value: i32, text: &str| {
            let weighed = vec![(chosen, f64::from(value), text.to_owned())];
            Some(Choice { chosen, reason, weighed, value_is: POINTS })
        };
        if let Some(point) = first(rules.completions(position, mover)) {
            let row = self.names(&row_with(rules, position.of(mover), point));
            return choice(point, Reason::Completes { row }, DECIDED, "completes a row");
        }
        let threats = rules.completions(position, mover.other());
        let point = first(threats)?;
        match legal.iter().copied().find(|point| threats.has(point.bit())) {
            Some(_) if threats.count() == 1 => {
                let row = self.names(&row_with(rules, position.of(mover.other()), point));
                choice(point, Reason::Stops { row }, 0, "stops the row")
            }
            allowed => {
                let points: Vec<Point> = threats.iter().map(|bit| Point(bit as u16)).collect();
                let reason = Reason::CannotStop { points: self.names(&points) };
                choice(allowed.unwrap_or(legal[0]), reason, -DECIDED, "loses")
            }
        }
    }

    /// The point that looks most urgent, where nothing could be searched.
    fn urgent(&self, legal: &[Point]) -> Choice {
        let Record { rules, position, .. } = self.record;
        let urgent =
            legal.iter().copied().max_by_key(|&point| (rules.promise(position, point), Reverse(point)));
        let chosen = urgent.unwrap_or(legal[0]);
        Choice { chosen, reason: Reason::Urgent, weighed: Vec::new(), value_is: POINTS }
    }

    /// What the engine considers best, shown whenever it finds something better.
    fn by_engine(
        &mut self,
        legal: &[Point],
        budget: &mut Budget,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Reason>),
    ) -> (Hint<Reason>, Option<Exhausted>) {
        let Record { rules, position, .. } = self.record;
        let nodes = self.effort.nodes.min(budget.remaining());
        let is_short = nodes < self.effort.nodes;
        let mut part = budget.with_nodes(nodes);
        let mut engine =
            Patterns::new(table_bytes(nodes)).ranking(LISTED).within(self.effort.depth, self.effort.threats);
        // What would happen if nothing were done?
        let passed = Position { stones: position.stones + 1, ..*position };
        let threat = engine.forced_win(rules, &passed, nodes / 20, &mut part);
        self.threatened = threat.ok().flatten().unwrap_or_default();
        let thought = engine.think(rules, position, &mut part, &mut |thought| {
            context.progress.report("positions", thought.nodes.min(nodes), nodes);
            show(&self.hint(self.thought_of(thought)));
        });
        let flagged = budget.poll().err();
        let Some(thought) = thought else {
            let stopped = flagged.or(is_short.then_some(Exhausted::Nodes));
            return (self.hint(self.urgent(legal)), stopped);
        };
        let stopped = flagged.or((is_short && part.remaining() == 0).then_some(Exhausted::Nodes));
        let mut choice = self.thought_of(&thought);
        if !thought.proved && !self.threatened.is_empty() && stopped.is_none() {
            let mut more = budget.with_nodes(budget.remaining().saturating_sub(part.spent()).min(nodes / 2));
            if self.is_only(&mut engine, legal, thought.best, &mut more) {
                let threat = self.names(&self.threatened);
                let does = Does { stops: Vec::new(), ..self.does(thought.best) };
                choice.reason = Reason::OnlyDefence { threat, does };
            }
        }
        (self.hint(choice), stopped)
    }

    /// Whether every other move loses to a win by threats, each of them proved.
    fn is_only(&self, engine: &mut Patterns, legal: &[Point], chosen: Point, budget: &mut Budget) -> bool {
        let Record { rules, position, .. } = self.record;
        let share = (budget.remaining() / 20).max(200);
        // What looks most urgent fails first, if anything does.
        let mut others: Vec<Point> = legal.iter().copied().filter(|&point| point != chosen).collect();
        others.sort_by_key(|&point| Reverse(rules.promise(position, point)));
        !others.is_empty()
            && others.into_iter().all(|point| {
                let child = rules.after(position, point);
                matches!(engine.forced_win(rules, &child, share, budget), Ok(Some(_)))
            })
    }

    fn thought_of(&self, thought: &Thought<Point>) -> Choice {
        let Record { rules, position, .. } = self.record;
        let line = self.names(&thought.line);
        let reason = match win_in(thought.value).filter(|_| thought.proved) {
            Some(1..) => {
                let makes = Tactics::of(rules, position, thought.best).makes;
                let threats = threats_in(rules, position, &thought.line);
                Reason::ForcedWin { threats, line, makes }
            }
            Some(_) => Reason::ForcedLoss { line },
            None => {
                let does = self.does(thought.best);
                Reason::Judged { depth: thought.depth, value: thought.value, line, does }
            }
        };
        let weighed = thought.ranked.iter().map(|&(point, value)| {
            let (value, text) = number_and_words(value);
            (point, value, text)
        });
        Choice { chosen: thought.best, reason, weighed: weighed.collect(), value_is: POINTS }
    }

    fn does(&self, point: Point) -> Does {
        let Record { rules, position, .. } = self.record;
        let Tactics { makes, goes_on_at, takes, blocks, is_central } = Tactics::of(rules, position, point);
        Does {
            stops: self.names(&self.threatened),
            blocks: self.names(&blocks),
            makes,
            goes_on_at: self.names(&goes_on_at),
            takes,
            is_central,
        }
    }

    /// Where rows are not of five: a win by threats, then the search that judges, a move deeper each time.
    fn by_judgement(&self, legal: &[Point], budget: &mut Budget) -> (Hint<Reason>, Option<Exhausted>) {
        let Record { rules, position, .. } = self.record;
        let mut part = budget.with_nodes((self.effort.nodes / 10).min(budget.remaining()));
        let mut threats = Threats::new(*rules, position.mover(), &part);
        if let Ok(Some(win)) = threats.find(position, self.effort.threats.min(3), &mut part) {
            let line = self.names(&threats.line(position));
            let reason = Reason::ForcedWin { threats: win.threats, line, makes: None };
            let weighed = vec![(win.first, f64::from(DECIDED), "wins by force".to_owned())];
            return (self.hint(Choice { chosen: win.first, reason, weighed, value_is: POINTS }), None);
        }
        let left = budget.remaining().saturating_sub(part.spent());
        let is_short = left < self.effort.nodes;
        let mut part = budget.with_nodes(left.min(self.effort.nodes));
        let (mut choice, mut ended) = (self.urgent(legal), None);
        let mut table = Table::new(TABLE_BITS);
        for depth in 1..=self.effort.depth.min(rules.cells() as u32) {
            match each_move(rules, position, depth, &mut table, &mut part) {
                Ok(values) => choice = self.ranked(values, depth),
                Err(why) => {
                    ended = Some(why);
                    break;
                }
            }
        }
        // Reaching the limit of an explanation is not reported, unless nothing was searched.
        let is_urgent = matches!(choice.reason, Reason::Urgent);
        let stopped = ended.filter(|&why| why != Exhausted::Nodes || is_short || is_urgent);
        (self.hint(choice), stopped)
    }

    /// The choice that the values of all moves make, this many moves ahead.
    fn ranked(&self, mut values: Vec<(Point, i32)>, depth: u32) -> Choice {
        let Record { rules, position, .. } = self.record;
        values
            .sort_by_key(|&(point, value)| (Reverse(value), Reverse(rules.promise(position, point)), point));
        let Some(&(chosen, value)) = values.first() else { return self.urgent(&[Point(0)]) };
        let line = self.names(&[chosen]);
        let reason = Reason::Judged { depth, value, line, does: self.does(chosen) };
        let weighed = values.into_iter().map(|(point, value)| {
            let (value, text) = number_and_words(value);
            (point, value, text)
        });
        Choice { chosen, reason, weighed: weighed.collect(), value_is: POINTS }
    }
}

/// A value of a search as a number that grows with it, and in words.
fn number_and_words(value: i32) -> (f64, String) {
    match win_in(value) {
        Some(stones) if stones > 0 => (f64::from(DECIDED - stones), "wins by force".into()),
        Some(stones) => (f64::from(-DECIDED - stones), "loses by force".into()),
        None if is_decided(value) && value > 0 => (f64::from(DECIDED / 2), "looks won".into()),
        None if is_decided(value) => (f64::from(-DECIDED / 2), "looks lost".into()),
        None => (f64::from(value), format!("{value:+} points")),
    }
}

/// How many moves of the winner in a line are no fours.
fn threats_in(rules: &Gomoku, position: &Position, line: &[Point]) -> u32 {
    let (mut at, winner, mut threats) = (*position, position.mover(), 0);
    for &point in line {
        let is_his = at.mover() == winner;
        at = rules.after(&at, point);
        threats += u32::from(is_his && !at.won && rules.completions(&at, winner).is_empty());
    }
    threats
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
            None => values.push((point, -bounds.lower)),
        }
    }
    let rules = *solver.rules();
    values.sort_by_key(|&(point, value)| (Reverse(value), Reverse(rules.promise(position, point)), point));
    let (chosen, best) = values.first().copied().unwrap_or((legal[0], -1));
    let weighed = values.into_iter().map(|(point, value)| {
        let text = match Value::of(value) {
            Value::Win => "wins",
            Value::Draw => "draws",
            Value::Loss => "loses",
        };
        (point, f64::from(value), text.to_owned())
    });
    Ok(Choice {
        chosen,
        reason: Reason::Exact { verdict: Value::of(best) },
        weighed: weighed.collect(),
        value_is: "1 for a win, 0 for a draw, -1 for a loss",
    })
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
        let (hint, stopped) = advise(&record, HINT, &Context::bare(), &mut |_| ()).unwrap();
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
        assert!(matches!(reason, Reason::Judged { .. }), "{point} {reason}");
    }

    #[test]
    fn noughts_and_crosses_is_known_to_the_end() {
        let (point, reason) = advice("3x3/3: a1");
        assert_eq!((point.as_str(), reason), ("b2", Reason::Exact { verdict: Value::Draw }));
        let (_, reason) = advice("3x3/3: a1 b1");
        assert_eq!(reason, Reason::Exact { verdict: Value::Win });
    }
}
