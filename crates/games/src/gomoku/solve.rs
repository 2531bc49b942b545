//! The exact value of small boards, and the strategies that prove it.
//!
//! Two questions, "does the first side win?" and "does it at least draw?", each answered by a depth-first search for one
//! strategy. It sees one stone ahead ([`sight`](super::sight)), takes the more urgent points first, and remembers what
//! it found of every position and of the seven that mirror it.

use std::collections::{HashMap, HashSet};

use quandary_core::rules::Side;
use quandary_core::{Budget, Exhausted};
use quandary_search::minimax::Heuristic;

use super::rules::{Gomoku, Point, Position};
use super::sight::{Sight, can_hold, look};
use super::stones::Stones;
use crate::proof_tree::{Unwritten, most_remembered};
use crate::value::Bounds;

/// The largest board that the exact solver takes: a bit for each point.
pub const MOST_POINTS: usize = 64;

/// A position and all that mirror it: the stones of both sides, a bit for each point of the board.
type Key = (u64, u64);

/// Finds exact values on one board.
pub struct Solver {
    rules: Gomoku,
    /// For every symmetry: where a bit of the board goes.
    mirrors: Vec<Vec<u8>>,
    /// What is known of the value to the side that began.
    known: HashMap<Key, (i8, i8)>,
}

impl Solver {
    /// A solver for a board of at most [`MOST_POINTS`] points; none for larger ones.
    pub fn new(rules: Gomoku) -> Option<Solver> {
        (rules.cells() <= MOST_POINTS).then(|| Solver {
            rules,
            mirrors: mirrors(&rules),
            known: HashMap::new(),
        })
    }

    /// The board.
    pub fn rules(&self) -> &Gomoku {
        &self.rules
    }

    /// What is proved of the value to the side to move; with an exhausted budget it may be less than all.
    pub fn bounds(&mut self, position: &Position, budget: &mut Budget) -> (Bounds, Option<Exhausted>) {
        let mut bounds = Bounds { lower: -1, upper: 1 };
        // A draw at least, then a win; or no draw, and a loss.
        for goal in [1, 0] {
            match self.reaches(position, goal, budget) {
                Ok(true) => bounds.lower = bounds.lower.max(goal),
                Ok(false) => bounds.upper = bounds.upper.min(goal - 1),
                Err(why) => return (for_mover(bounds, position), Some(why)),
            }
        }
        (for_mover(bounds, position), None)
    }

    /// Whether the side that began gets at least `goal` (1 a win, 0 a draw).
    pub fn reaches(
        &mut self,
        position: &Position,
        goal: i32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let points = match look(&self.rules, position) {
            Sight::Decided(value) => return Ok(value >= goal),
            Sight::Open(points) => points,
        };
        if goal == 1 && can_hold(&self.rules, position, Side::Second) {
            return Ok(false);
        }
        if goal == 0 && can_hold(&self.rules, position, Side::First) {
            return Ok(true);
        }
        let key = self.key(position);
        let (low, high) = self.known.get(&key).copied().unwrap_or((-1, 1));
        if i32::from(low) >= goal {
            return Ok(true);
        }
        if i32::from(high) < goal {
            return Ok(false);
        }
        budget.spend(1)?;
        let ours = position.mover() == Side::First;
        let mut found = !ours;
        for point in self.in_order(position, points) {
            if self.reaches(&self.rules.after(position, point), goal, budget)? == ours {
                found = ours;
                break;
            }
        }
        if self.known.len() >= budget.memory_or(usize::MAX) / (2 * (size_of::<Key>() + 2)) {
            return Err(Exhausted::Memory);
        }
        let known = self.known.entry(key).or_insert((-1, 1));
        if found {
            known.0 = known.0.max(goal as i8);
        } else {
            known.1 = known.1.min(goal as i8 - 1);
        }
        Ok(found)
    }

    /// A best move, given the value of the position to the side to move.
    pub fn best(
        &mut self,
        position: &Position,
        value: i32,
        budget: &mut Budget,
    ) -> Result<Option<Point>, Exhausted> {
        let mover = position.mover();
        let own = self.rules.completions(position, mover);
        if let Some(bit) = own.iter().next() {
            return Ok(Some(Point(bit as u16)));
        }
        // Where all is lost, a move that meets a threat at least.
        let threats = self.rules.completions(position, mover.other()) & self.rules.legal(position);
        let points = if threats.is_empty() { self.rules.legal(position) } else { threats };
        for point in self.in_order(position, points) {
            let child = self.rules.after(position, point);
            let kept = match mover {
                Side::First => self.reaches(&child, value, budget)?,
                Side::Second => !self.reaches(&child, 1 - value, budget)?,
            };
            if kept || value == -1 {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// The more urgent points first.
    fn in_order(&self, position: &Position, points: Stones) -> Vec<Point> {
        let mut points: Vec<(i32, Point)> = points
            .iter()
            .map(|bit| Point(bit as u16))
            .map(|point| (-self.rules.promise(position, point), point))
            .collect();
        points.sort_unstable();
        points.into_iter().map(|(_, point)| point).collect()
    }

    fn key(&self, position: &Position) -> Key {
        let mirrored = self.mirrors.iter().map(|mirror| {
            let bits = |stones: Stones| stones.iter().fold(0, |bits, bit| bits | 1 << mirror[bit]);
            (bits(position.first), bits(position.second))
        });
        mirrored.min().unwrap_or_default()
    }
}

fn for_mover(bounds: Bounds, position: &Position) -> Bounds {
    if position.mover() == Side::First { bounds } else { bounds.turned() }
}

/// Where the bits of the points go under every symmetry of the board: four of a rectangle, eight of a square.
fn mirrors(rules: &Gomoku) -> Vec<Vec<u8>> {
    let (rows, columns) = (rules.rows(), rules.columns());
    let mut all = Vec::new();
    for turn in 0..if rows == columns { 8 } else { 4 } {
        let mut mirror = vec![0; rows * (columns + 1)];
        for bit in rules.points().iter() {
            let (mut row, mut column) = rules.place(Point(bit as u16));
            if turn & 1 != 0 {
                row = rows - 1 - row;
            }
            if turn & 2 != 0 {
                column = columns - 1 - column;
            }
            if turn & 4 != 0 {
                (row, column) = (column, row);
            }
            mirror[bit] = (row * columns + column) as u8;
        }
        all.push(mirror);
    }
    all
}

/// Who finds the moves of a strategy.
pub(super) trait Guide {
    /// The next move of the strategy of a side that reaches its goal from here.
    fn choose(&mut self, position: &Position, budget: &mut Budget) -> Result<Option<Point>, Exhausted>;
}

/// The strategy of a side by exact values.
pub(super) struct Exactly<'s> {
    pub(super) solver: &'s mut Solver,
    pub(super) side: Side,
    /// What the side gets at least: 1 a win, 0 a draw.
    pub(super) goal: i32,
}

impl Guide for Exactly<'_> {
    fn choose(&mut self, position: &Position, budget: &mut Budget) -> Result<Option<Point>, Exhausted> {
        let Sight::Open(points) = look(&self.solver.rules, position) else { return Ok(None) };
        for point in self.solver.in_order(position, points) {
            let child = self.solver.rules.after(position, point);
            let reached = match self.side {
                Side::First => self.solver.reaches(&child, self.goal, budget)?,
                Side::Second => !self.solver.reaches(&child, 1 - self.goal, budget)?,
            };
            if reached {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }
}

/// Writes down the strategy by which `side` gets at least `goal`: the names of its points (the letter of the column and
/// the letter of the row), in the order in which `check` walks the tree. At most `limit` of them.
pub(super) fn write_strategy(
    rules: &Gomoku,
    start: &Position,
    (side, goal): (Side, i32),
    guide: &mut impl Guide,
    limit: usize,
    budget: &mut Budget,
) -> Result<String, Unwritten> {
    let most = most_remembered::<Position>(budget);
    let mut seen = HashSet::new();
    let mut names = String::new();
    let mut waiting = vec![*start];
    while let Some(position) = waiting.pop() {
        budget.spend(1)?;
        let points = match look(rules, &position) {
            Sight::Decided(value) => {
                let value = if side == Side::First { value } else { -value };
                if value < goal {
                    return Err(Unwritten::Impossible);
                }
                continue;
            }
            Sight::Open(points) => points,
        };
        // A draw is certain for a player who can keep the other from a row.
        if goal <= 0 && can_hold(rules, &position, side) || !seen.insert(position) {
            continue;
        }
        if seen.len() > most {
            return Err(Exhausted::Memory.into());
        }
        if position.mover() != side {
            let mut replies: Vec<usize> = points.iter().collect();
            replies.reverse();
            waiting.extend(replies.into_iter().map(|bit| rules.after(&position, Point(bit as u16))));
            continue;
        }
        if names.len() >= 2 * limit {
            return Err(Unwritten::TooLong);
        }
        let point = guide.choose(&position, budget)?.ok_or(Unwritten::Impossible)?;
        let (row, column) = rules.place(point);
        names.push(char::from(b'a' + column as u8));
        names.push(char::from(b'a' + row as u8));
        waiting.push(rules.after(&position, point));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use quandary_search::alphabeta;

    use super::*;

    /// Known values: noughts and crosses is drawn; 3x4 and larger with rows of three are won; 4x4 with four is drawn.
    #[test]
    fn small_boards_have_their_known_values() {
        for (board, value) in [
            ("3x3/3", 0),
            ("3x4/3", 1),
            ("4x3/3", 1),
            ("4x4/3", 1),
            ("4x4/4", 0),
            ("2x2/2", 1),
            ("1x2/2", 0),
            ("4x5/4", 0),
        ] {
            let mut solver = Solver::new(board.parse().unwrap()).unwrap();
            let (bounds, stopped) = solver.bounds(&Position::START, &mut Budget::unlimited());
            assert_eq!((bounds, stopped), (Bounds { lower: value, upper: value }, None), "{board}");
        }
    }

    #[test]
    fn values_are_those_of_plain_alpha_beta() {
        let mut values = [0; 3];
        for board in ["3x3/3", "4x3/3/standard", "4x4/3", "4x4/4", "3x5/4", "4x4/3/standard"] {
            let rules: Gomoku = board.parse().unwrap();
            let mut solver = Solver::new(rules).unwrap();
            for index in 0..12 {
                let mut stream = quandary_core::Seed(3).stream(index);
                let position = rules.random_position(rules.cells() - 9 + index as usize % 5, &mut stream);
                let budget = &mut Budget::unlimited();
                let (bounds, _) = solver.bounds(&position, budget);
                let truth = alphabeta::value(&rules, &position, budget).unwrap();
                let over = quandary_core::rules::Rules::turn(&rules, &position).outcome().is_some();
                let truth = if over && position.mover() == Side::Second { -truth } else { truth };
                assert_eq!(bounds, Bounds { lower: truth, upper: truth }, "{board} {position:?}");
                values[(truth + 1) as usize] += 1;
            }
        }
        assert!(values.iter().all(|&met| met > 0), "{values:?}");
    }
}
