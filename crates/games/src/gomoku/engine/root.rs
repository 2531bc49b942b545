//! The move to make: what is forced, then threats of both sides, then deeper and deeper searches.

use std::cmp::Reverse;

use quandary_core::rules::Side;
use quandary_core::{Budget, Exhausted};
use quandary_search::engine::Thought;

use super::Patterns;
use super::board::{Board, point};
use super::forcing::Ended;
use super::kinds::Kind;
use super::memory::NOWHERE;
use super::search::{MOST_PLIES, Search, urgency};
use super::values::{INFINITE, doubted, is_decided, is_proved, loss, win};
use crate::gomoku::rules::Point;
use crate::gomoku::stones::Stones;

/// Points that are looked at in a quiet position.
const WIDTH: usize = 60;

/// A move of the position asked about.
struct Candidate {
    at: usize,
    value: i32,
    /// Whether the value is what the search found, and not only a limit above it.
    exact: bool,
    /// Lost to threats of the other side, as proved.
    refuted: bool,
    /// A win of its own or a refutation, with the stones after it.
    line: Vec<usize>,
}

/// What is known before anything is searched.
enum Start {
    /// The value, whatever else there is.
    Known { at: usize, value: i32 },
    /// These points, and whether every other loses.
    Open { points: Vec<usize>, is_whole: bool },
    /// No legal point.
    Over,
}

fn begin(board: &Board) -> Start {
    let me = board.mover();
    let other = me.other();
    if let Some(at) = board.points(me, Kind::Five).iter().next() {
        return Start::Known { at, value: win(1) };
    }
    let legal = |points: Stones| -> Vec<usize> {
        let mut points: Vec<usize> = points.iter().filter(|&at| board.may(at)).collect();
        points.sort_by_key(|&at| (Reverse(urgency(board, me, at)), from_middle(board, at), at));
        points
    };
    let must = board.points(other, Kind::Five);
    if !must.is_empty() {
        let points = legal(must);
        return match (points.first(), must.count()) {
            (Some(&at), 1) => Start::Open { points: vec![at], is_whole: true },
            (Some(&at), _) => Start::Known { at, value: loss(2) },
            (None, _) => match legal(board.empty()).first() {
                Some(&at) => Start::Known { at, value: loss(2) },
                None => Start::Over,
            },
        };
    }
    if let Some(at) = board.allowed(me, Kind::Unstoppable).iter().next() {
        return Start::Known { at, value: win(3) };
    }
    let threats = board.allowed(other, Kind::Unstoppable);
    if !threats.is_empty() {
        let points = legal(board.spoils_all(other, threats) | board.fours(me));
        if !points.is_empty() {
            return Start::Open { points, is_whole: true };
        }
        // Nothing helps: the point with which the most is spoilt.
        return match legal(board.empty()).first() {
            Some(&at) => Start::Known { at, value: loss(4) },
            None => Start::Over,
        };
    }
    let mut points = legal(board.near());
    if points.is_empty() {
        points = legal(board.empty());
    }
    points.truncate(WIDTH);
    if points.is_empty() { Start::Over } else { Start::Open { points, is_whole: false } }
}

/// How far a point is from the middle of the board, in half steps.
fn from_middle(board: &Board, at: usize) -> usize {
    let rules = board.rules();
    let (row, column) = rules.place(point(at));
    (2 * row + 1).abs_diff(rules.rows()).max((2 * column + 1).abs_diff(rules.columns()))
}

pub(super) fn think(
    engine: &mut Patterns,
    mut board: Board,
    budget: &mut Budget,
    hear: &mut dyn FnMut(&Thought<Point>),
) -> Option<Thought<Point>> {
    let before = budget.spent();
    engine.history.iter_mut().flatten().for_each(|seen| *seen /= 8);
    let (points, is_whole) = match begin(&board) {
        Start::Over => return None,
        Start::Known { at, value } => {
            let thought = Thought {
                best: point(at),
                value,
                proved: true,
                depth: 1,
                nodes: 0,
                line: vec![point(at)],
                ranked: vec![(point(at), value)],
            };
            hear(&thought);
            return Some(thought);
        }
        Start::Open { points, is_whole } => (points, is_whole),
    };
    let candidates = points
        .into_iter()
        .map(|at| Candidate { at, value: -INFINITE, exact: false, refuted: false, line: Vec::new() })
        .collect();
    let Patterns { memory, history, wide, limits: (depth, threes), .. } = engine;
    let side = board.mover();
    let search = Search::new(&mut board, memory, budget, history);
    let mut root = Root {
        search,
        candidates,
        side,
        is_whole,
        wide: *wide,
        most: (*depth as i32, *threes as i32),
        before,
        thought: None,
    };
    root.run(hear);
    root.thought
}

struct Root<'a> {
    search: Search<'a>,
    candidates: Vec<Candidate>,
    side: Side,
    is_whole: bool,
    wide: usize,
    /// Moves ahead, and open threes in a line of a win by threats.
    most: (i32, i32),
    before: u64,
    thought: Option<Thought<Point>>,
}

impl Root<'_> {
    fn spent(&self) -> u64 {
        self.search.budget.spent() - self.before
    }

    fn run(&mut self, hear: &mut dyn FnMut(&Thought<Point>)) {
        for depth in 1..=self.most.0 {
            let finished = self.own_threats(depth).and_then(|won| {
                if !won {
                    self.iterate(depth)?;
                }
                Ok(won)
            });
            let is_out = finished.is_err();
            // An unfinished search counts where it got so far as to try the best move so far again.
            if self.candidates.iter().any(|one| one.exact && !one.refuted) || !is_out {
                self.settle(if is_out { depth - 1 } else { depth } as u32);
                if let Some(thought) = &self.thought {
                    hear(thought);
                }
            }
            let is_settled = self.thought.as_ref().is_some_and(|thought| thought.proved);
            let is_forced = self.candidates.len() == 1 && self.is_whole && depth >= 4;
            let is_full = depth as u32 >= self.search.board.empty().count();
            let is_hopeless = self.candidates.iter().all(|one| one.refuted);
            if is_out || is_settled || is_forced || is_full || is_hopeless {
                return;
            }
        }
    }

    /// Whether the side to move wins by threats, as far as a share of the nodes shows.
    fn own_threats(&mut self, depth: i32) -> Result<bool, Exhausted> {
        let share = (self.spent() / 6).max(300);
        let threes = (1 + depth / 2).min(self.most.1) as u8;
        match self.search.forcing(share).threats(threes) {
            Err(Ended::Budget(why)) => Err(why),
            Err(Ended::Share) | Ok(None) => Ok(false),
            Ok(Some(line)) => {
                let at = line[0];
                let value = win(line.len() as i32);
                self.candidates.iter_mut().for_each(|one| one.exact = false);
                self.candidates.retain(|one| one.at != at);
                let won = Candidate { at, value, exact: true, refuted: false, line: line[1..].to_vec() };
                self.candidates.insert(0, won);
                Ok(true)
            }
        }
    }

    /// Searches every move this deep.
    fn iterate(&mut self, depth: i32) -> Result<(), Exhausted> {
        self.candidates.iter_mut().for_each(|one| one.exact = one.refuted);
        for index in 0..self.candidates.len() {
            if self.candidates[index].refuted {
                continue;
            }
            // The value that the last of the wanted moves has so far.
            let mut known: Vec<i32> =
                self.candidates.iter().filter(|one| one.exact && !one.refuted).map(|one| one.value).collect();
            known.sort_unstable_by_key(|&value| Reverse(value));
            let floor = known.get(self.wide - 1).copied().unwrap_or(-INFINITE);
            let at = self.candidates[index].at;
            let mut value = if index == 0 || floor == -INFINITE {
                self.search.child(at, depth - 1, floor, INFINITE, 0)?
            } else {
                self.search.child(at, depth - 1, floor, floor + 1, 0)?
            };
            if value > floor && floor > -INFINITE && index > 0 {
                value = self.search.child(at, depth - 1, floor, INFINITE, 0)?;
            }
            let mut refuted = false;
            if value > floor
                && !is_decided(value)
                && let Some(line) = self.refutation(at, depth)?
            {
                value = loss(1 + line.len() as i32);
                self.candidates[index].line = line;
                refuted = true;
            }
            let one = &mut self.candidates[index];
            (one.value, one.exact, one.refuted) = (value, value > floor || refuted, refuted);
        }
        Ok(())
    }

    /// How the other side wins by threats after a move, as far as a share of the nodes shows.
    fn refutation(&mut self, at: usize, depth: i32) -> Result<Option<Vec<usize>>, Exhausted> {
        let share = (self.spent() / (8 * self.wide as u64)).max(200);
        let threes = (1 + depth / 2).min(self.most.1) as u8;
        self.search.board.place(at);
        let found = if self.search.board.points(self.side, Kind::Five).is_empty() {
            self.search.forcing(share).threats(threes)
        } else {
            Ok(None)
        };
        self.search.board.take(at);
        match found {
            Ok(found) => Ok(found),
            Err(Ended::Share) => Ok(None),
            Err(Ended::Budget(why)) => Err(why),
        }
    }

    /// What is held now.
    fn settle(&mut self, depth: u32) {
        // The order of moves that failed stays.
        self.candidates
            .sort_by_key(|one| (one.refuted, !one.exact, Reverse(if one.exact { one.value } else { 0 })));
        let first = &self.candidates[0];
        let value = if self.is_whole || first.value > 0 { first.value } else { doubted(first.value) };
        let line = self.line(depth);
        let first = &self.candidates[0];
        let best = point(first.at);
        let mut ranked: Vec<(Point, i32)> = self
            .candidates
            .iter()
            .filter(|one| one.exact)
            .take(self.wide)
            .map(|one| (point(one.at), one.value))
            .collect();
        ranked[0].1 = value;
        self.thought = Some(Thought {
            best,
            value,
            proved: is_proved(value),
            depth: depth.max(1),
            nodes: self.spent(),
            line,
            ranked,
        });
    }

    /// How it goes on with the best move, as far as that is known.
    fn line(&mut self, depth: u32) -> Vec<Point> {
        let first = &self.candidates[0];
        let mut placed = vec![first.at];
        placed.extend(&first.line);
        if first.line.is_empty() {
            let board = &mut *self.search.board;
            board.place(first.at);
            for _ in 1..depth.clamp(1, MOST_PLIES as u32) {
                let me = board.mover();
                let row = board.points(me, Kind::Five) | board.points(me.other(), Kind::Five);
                let own = board.points(me, Kind::Five).iter().next();
                let next = own.or(row.iter().next()).or_else(|| {
                    let slot = self.search.memory.get(board.key())?;
                    (slot.best != NOWHERE).then_some(usize::from(slot.best))
                });
                let Some(at) = next.filter(|&at| board.empty().has(at) && board.may(at)) else { break };
                board.place(at);
                placed.push(at);
                if own.is_some() {
                    break;
                }
            }
            for &at in placed.iter().rev() {
                board.take(at);
            }
        }
        placed.into_iter().map(point).collect()
    }
}
