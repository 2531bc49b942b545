//! Counting the mines that are left.
//!
//! Numbers no two of which share an unknown cell have their mines in different places, so what they miss adds
//! up. If it adds up to all mines that are left, every other cell is safe; and if their neighbours have room
//! for so few that the other cells must all be mines, they are.

use super::deduce::{Fact, Facts};
use crate::board::Cell;

/// What counting shows about all cells outside the numbers it uses.
pub(super) struct CountingResult {
    /// The numbers that account for the mines (or the safe cells) among their neighbours.
    pub(super) numbers: Vec<Cell>,
    /// Whether the others are safe; otherwise they are mines.
    pub(super) safe: bool,
    /// All other unknown cells; not empty.
    pub(super) others: Vec<Cell>,
}

/// Numbers that together account for everything are searched for with at most this many steps for each part of
/// the frontier; with fewer an argument may be missed, never a wrong one made.
const STEPS: u32 = 20_000;

/// An open number with what it misses and where.
struct Demand {
    open: Cell,
    unknown: Vec<Cell>,
    missing: usize,
}

/// Tries both ways to count.
pub(super) fn count(facts: &Facts<'_>) -> Option<CountingResult> {
    let board = facts.seen.board();
    let unknown: Vec<Cell> =
        facts.seen.grid().cells().filter(|&cell| facts.at(cell) == Fact::Unknown).collect();
    let mines = board.mines().checked_sub(facts.mines().len())?;
    let free = unknown.len().checked_sub(mines)?;
    let mut demands: Vec<Demand> = Vec::new();
    for &open in facts.seen.opened() {
        let around = facts.unknown(open);
        let missing = usize::try_from(facts.missing(open)).ok()?;
        if !around.is_empty() && missing <= around.len() && demands.iter().all(|d| d.unknown != around) {
            demands.push(Demand { open, unknown: around, missing });
        }
    }
    let result = |safe: bool, chosen: Vec<&Demand>| {
        let others: Vec<Cell> = unknown
            .iter()
            .copied()
            .filter(|cell| chosen.iter().all(|demand| !demand.unknown.contains(cell)))
            .collect();
        let numbers = chosen.iter().map(|demand| demand.open).collect();
        (!others.is_empty()).then_some(CountingResult { numbers, safe, others })
    };
    let by_mines = disjoint(&demands, mines, |demand| demand.missing);
    by_mines.and_then(|chosen| result(true, chosen)).or_else(|| {
        let by_room = disjoint(&demands, free, |demand| demand.unknown.len() - demand.missing);
        by_room.and_then(|chosen| result(false, chosen))
    })
}

/// Demands without a common cell whose weights add up to `wanted`, which none can exceed.
fn disjoint(demands: &[Demand], wanted: usize, weight: impl Fn(&Demand) -> usize) -> Option<Vec<&Demand>> {
    let useful: Vec<&Demand> = demands.iter().filter(|demand| weight(demand) > 0).collect();
    if useful.iter().map(|demand| weight(demand)).sum::<usize>() < wanted {
        return None;
    }
    let overlap = |a: &Demand, b: &Demand| a.unknown.iter().any(|cell| b.unknown.contains(cell));
    let mut part_of: Vec<Option<usize>> = vec![None; useful.len()];
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for start in 0..useful.len() {
        if part_of[start].is_some() {
            continue;
        }
        let mut part = vec![start];
        part_of[start] = Some(parts.len());
        let mut next = 0;
        while next < part.len() {
            for other in 0..useful.len() {
                if part_of[other].is_none() && overlap(useful[part[next]], useful[other]) {
                    part_of[other] = Some(parts.len());
                    part.push(other);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    let mut chosen = Vec::new();
    for part in parts {
        let items: Vec<(&Demand, usize)> =
            part.iter().map(|&index| (useful[index], weight(useful[index]))).collect();
        let mut search = Heaviest { items: &items, best: (0, Vec::new()), taken: Vec::new(), steps: STEPS };
        search.walk(0, 0, items.iter().map(|item| item.1).sum());
        chosen.extend(search.best.1.into_iter().map(|index| items[index].0));
    }
    (chosen.iter().map(|demand| weight(demand)).sum::<usize>() == wanted).then_some(chosen)
}

/// The heaviest choice of demands without a common cell, by branch and bound.
struct Heaviest<'d> {
    items: &'d [(&'d Demand, usize)],
    best: (usize, Vec<usize>),
    taken: Vec<usize>,
    steps: u32,
}

impl Heaviest<'_> {
    fn walk(&mut self, at: usize, sum: usize, rest: usize) {
        if sum > self.best.0 {
            self.best = (sum, self.taken.clone());
        }
        if at == self.items.len() || sum + rest <= self.best.0 || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let (demand, weight) = self.items[at];
        let free = self
            .taken
            .iter()
            .all(|&index| self.items[index].0.unknown.iter().all(|cell| !demand.unknown.contains(cell)));
        if free {
            self.taken.push(at);
            self.walk(at + 1, sum + weight, rest - weight);
            self.taken.pop();
        }
        self.walk(at + 1, sum, rest - weight);
    }
}
