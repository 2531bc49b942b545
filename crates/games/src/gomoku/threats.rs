//! Wins by threats alone: every move of the attacker leaves the defender no choice, or only a few.
//!
//! *Fours* (the field's VCF, victory by continuous fours): each move threatens to complete a row, which has one answer.
//! *Threats* (VCT): a move may also threaten to win by fours if it is let pass. Then the replies that can help are those
//! on the points of the fours threatened, and fours of the defender's own; they are tried first. A win is claimed only
//! after every other legal reply was answered too, so what is found is a proof, and can be written down as one.
//!
//! Depth-first, with what failed remembered; threats that are not fours are counted, and their number grows from one
//! search to the next. Source of the idea: Allis, van den Herik and Huntjens 1993 (Go-Moku and threat-space search).

use std::collections::{HashMap, HashSet};

use quandary_core::rules::Side;
use quandary_core::{Budget, Exhausted};

use super::rules::{Gomoku, Point, Position};
use super::sight::{Sight, look, sign};
use super::solve::Guide;
use super::stones::Stones;

/// A search for wins by threats of one side.
pub struct Threats {
    rules: Gomoku,
    attacker: Side,
    /// Positions with the attacker to move that are won, and how.
    won: HashMap<Position, Point>,
    /// Those without a win by fours.
    not_by_fours: HashSet<Position>,
    /// Those without a win by this many threats that are not fours.
    not_with: HashMap<Position, u32>,
    /// As many as the memory holds.
    most: usize,
}

/// A win that was found: its first move, and how many threats that are not fours it needs in one line at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The first move.
    pub first: Point,
    /// 0: fours alone.
    pub threats: u32,
}

impl Threats {
    /// A search for wins of a side.
    pub fn new(rules: Gomoku, attacker: Side, budget: &Budget) -> Threats {
        // Three tables, each at least half full; a third for each.
        let most = budget.memory_or(1 << 30) / (6 * (size_of::<Position>() + 16));
        Threats {
            rules,
            attacker,
            won: HashMap::new(),
            not_by_fours: HashSet::new(),
            not_with: HashMap::new(),
            most,
        }
    }

    /// A win of the attacker, who is to move, by fours and at most `threats` other threats in a line; fewer are tried
    /// first. `None` when there is none of that kind, which says nothing of others.
    pub fn find(
        &mut self,
        position: &Position,
        threats: u32,
        budget: &mut Budget,
    ) -> Result<Option<ForcedWin>, Exhausted> {
        for threats in 0..=threats {
            if let Some(first) = self.attack(position, threats, budget)? {
                return Ok(Some(ForcedWin { first, threats }));
            }
        }
        Ok(None)
    }

    /// The moves of a win that was found, with a reply of the defender between them that must be answered, to the end.
    pub fn line(&self, position: &Position) -> Vec<Point> {
        let (mut position, mut line) = (*position, Vec::new());
        loop {
            let own = self.rules.completions(&position, self.attacker);
            let point = match own.iter().next() {
                _ if position.won => return line,
                Some(bit) if position.mover() == self.attacker => Point(bit as u16),
                _ if position.mover() == self.attacker => match self.won.get(&position) {
                    Some(&point) => point,
                    None => return line,
                },
                // The defender stops a row; or answers where the next four would be, or the first point there is.
                Some(bit) if self.may(&position, bit) => Point(bit as u16),
                _ => {
                    let answer = passed(&position);
                    let wanted =
                        self.won.get(&answer).copied().filter(|point| self.may(&position, point.bit()));
                    let first = self.rules.legal(&position).iter().next().map(|bit| Point(bit as u16));
                    match wanted.or(first) {
                        Some(point) => point,
                        None => return line,
                    }
                }
            };
            line.push(point);
            position = self.rules.after(&position, point);
        }
    }

    fn may(&self, position: &Position, bit: usize) -> bool {
        self.rules.forbidden(position, Point(bit as u16)).is_none()
    }

    /// A winning move of the attacker, who is to move.
    fn attack(
        &mut self,
        position: &Position,
        threats: u32,
        budget: &mut Budget,
    ) -> Result<Option<Point>, Exhausted> {
        if let Some(&point) = self.won.get(position) {
            return Ok(Some(point));
        }
        let points = match look(&self.rules, position) {
            Sight::Decided(value) => {
                let own = self.rules.completions(position, self.attacker);
                let row = own.iter().next().filter(|_| value == sign(self.attacker));
                return Ok(row.map(|bit| Point(bit as u16)));
            }
            Sight::Open(points) => points,
        };
        if let Some(point) = self.fours(position, points, budget)? {
            return Ok(Some(point));
        }
        if threats == 0 || self.not_with.get(position).is_some_and(|&most| most >= threats) {
            return Ok(None);
        }
        // A threat needs at least two stones less than a row in a stretch; three less would be no threat yet.
        for point in self.stretching(position, 3, points).iter().map(|bit| Point(bit as u16)) {
            budget.spend(1)?;
            if !self.may(position, point.bit()) {
                continue;
            }
            let child = self.rules.after(position, point);
            if self.holds(&child, threats, budget)? {
                self.keep(position, point)?;
                return Ok(Some(point));
            }
        }
        self.room()?;
        let most = self.not_with.entry(*position).or_insert(0);
        *most = threats.max(*most);
        Ok(None)
    }

    /// Whether every reply of the defender, who is to move, loses.
    fn holds(&mut self, position: &Position, threats: u32, budget: &mut Budget) -> Result<bool, Exhausted> {
        let replies = match look(&self.rules, position) {
            Sight::Decided(value) => return Ok(value == sign(self.attacker)),
            Sight::Open(replies) => replies,
        };
        let forced = !self.rules.completions(position, self.attacker).is_empty();
        if forced {
            // A four has one answer, and costs nothing.
            return self.answered(position, replies, threats, budget);
        }
        // Not a four: what does it threaten?
        let Some(zone) = self.threatened(&passed(position), budget)? else { return Ok(false) };
        let defender = self.attacker.other();
        let fours = self.stretching_of(defender, position, 2, replies);
        let likely = (zone | fours) & replies;
        Ok(self.answered(position, likely, threats - 1, budget)?
            && self.answered(position, replies.minus(likely), threats - 1, budget)?)
    }

    /// Whether the attacker wins after each of these replies.
    fn answered(
        &mut self,
        position: &Position,
        replies: Stones,
        threats: u32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for bit in replies.iter() {
            let child = self.rules.after(position, Point(bit as u16));
            if child.won || self.attack(&child, threats, budget)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The points of the win by fours that the attacker has if it is his turn again; none if he has not.
    fn threatened(&mut self, position: &Position, budget: &mut Budget) -> Result<Option<Stones>, Exhausted> {
        let mut zone = Stones::NONE;
        let mut at = *position;
        loop {
            let own = self.rules.completions(&at, self.attacker);
            zone = zone | own;
            if !own.is_empty() {
                return Ok(Some(zone));
            }
            let Sight::Open(points) = look(&self.rules, &at) else { return Ok(None) };
            let Some(point) = self.fours(&at, points, budget)? else { return Ok(None) };
            zone = zone.with(point.bit());
            let child = self.rules.after(&at, point);
            match look(&self.rules, &child) {
                Sight::Decided(_) => {
                    return Ok(Some(zone | self.rules.completions(&child, self.attacker)));
                }
                Sight::Open(must) => {
                    zone = zone | must;
                    let Some(bit) = must.iter().next() else { return Ok(None) };
                    at = self.rules.after(&child, Point(bit as u16));
                }
            }
        }
    }

    /// A winning move by fours alone; the attacker is to move, has no row to complete, and may choose among `points`.
    fn fours(
        &mut self,
        position: &Position,
        points: Stones,
        budget: &mut Budget,
    ) -> Result<Option<Point>, Exhausted> {
        if let Some(&point) = self.won.get(position) {
            return Ok(Some(point));
        }
        if self.not_by_fours.contains(position) {
            return Ok(None);
        }
        budget.spend(1)?;
        for point in self.stretching(position, 2, points).iter().map(|bit| Point(bit as u16)) {
            if !self.may(position, point.bit()) {
                continue;
            }
            let child = self.rules.after(position, point);
            if self.rules.completions(&child, self.attacker).is_empty() {
                continue;
            }
            let wins = match look(&self.rules, &child) {
                Sight::Decided(value) => value == sign(self.attacker),
                Sight::Open(must) => match must.iter().next() {
                    Some(bit) => {
                        let next = self.rules.after(&child, Point(bit as u16));
                        match look(&self.rules, &next) {
                            Sight::Decided(value) => value == sign(self.attacker),
                            Sight::Open(points) => self.fours(&next, points, budget)?.is_some(),
                        }
                    }
                    None => false,
                },
            };
            if wins {
                self.keep(position, point)?;
                return Ok(Some(point));
            }
        }
        self.room()?;
        self.not_by_fours.insert(*position);
        Ok(None)
    }

    /// The points of `among` in stretches of the attacker that lack at most this many stones.
    fn stretching(&self, position: &Position, lacks: usize, among: Stones) -> Stones {
        self.stretching_of(self.attacker, position, lacks, among)
    }

    fn stretching_of(&self, side: Side, position: &Position, lacks: usize, among: Stones) -> Stones {
        let (length, empty) = (self.rules.row(), self.rules.empty(position));
        let mut found = Stones::NONE;
        self.rules.wanted(side).each_direction(position.of(side), empty, |step, stones, stretches| {
            if stones + lacks >= length && !stretches.is_empty() {
                let mut points = stretches;
                for _ in 0..length {
                    found = found | points;
                    points = points.up(step);
                }
            }
        });
        found & among
    }

    fn keep(&mut self, position: &Position, point: Point) -> Result<(), Exhausted> {
        self.room()?;
        self.won.insert(*position, point);
        Ok(())
    }

    fn room(&self) -> Result<(), Exhausted> {
        let kept = [self.won.len(), self.not_by_fours.len(), self.not_with.len()];
        if kept.into_iter().max() > Some(self.most) { Err(Exhausted::Memory) } else { Ok(()) }
    }
}

/// The same stones with the other side to move.
fn passed(position: &Position) -> Position {
    Position { stones: position.stones + 1, ..*position }
}

/// Most threats that are not fours, in one line, when the moves of a win are written down.
pub(super) struct ByThreats {
    pub(super) search: Threats,
    pub(super) threats: u32,
}

impl Guide for ByThreats {
    fn choose(&mut self, position: &Position, budget: &mut Budget) -> Result<Option<Point>, Exhausted> {
        Ok(self.search.find(position, self.threats, budget)?.map(|win| win.first))
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::{format_points, parse_record};
    use super::super::solve::Solver;
    use super::*;

    fn win(text: &str, threats: u32) -> Option<(ForcedWin, String)> {
        let record = parse_record(text, "15x15".parse().unwrap()).unwrap();
        let mut budget = Budget::unlimited();
        let mut search = Threats::new(record.rules, record.position.mover(), &budget);
        let found = search.find(&record.position, threats, &mut budget).unwrap()?;
        Some((found, format_points(&record.rules, search.line(&record.position))))
    }

    #[test]
    fn fours_win_where_two_of_them_meet() {
        // X has e8 f8 g8, blocked at d8, and i9 i10 i11: h8 and i8 is a row; the four at h8 is answered at i8 …
        let (found, line) = win("{e8 f8 g8 h9 h10 h11 / d8 a1 c1 e1 h12 g1}", 0).unwrap();
        assert_eq!((found.threats, line.split(' ').next()), (0, Some("h8")), "{line}");
        assert_eq!(win("{e8 f8 / d8 c1}", 0), None);
    }

    #[test]
    fn an_open_three_is_won_by_a_four_and_two_of_them_by_a_threat() {
        let (found, _) = win("{g8 h8 i8 / a1 c1 e1}", 0).unwrap();
        assert_eq!(found.threats, 0);
        // Two pairs that cross at h8: a double three, which takes one threat that is not a four.
        let (found, line) = win("{f8 g8 h6 h7 / a1 c1 o1 m1}", 2).unwrap();
        assert_eq!(found.threats, 1, "{line}");
        // Renju forbids it.
        assert_ne!(
            win("15x15/renju: {f8 g8 h6 h7 / a1 c1 o1 m1}", 1).map(|found| found.0.first),
            Some(found.first)
        );
    }

    #[test]
    fn a_win_by_threats_is_a_win_on_small_boards() {
        let (mut wins, mut others) = (0, 0);
        for (board, index) in
            ["5x5/4", "4x4/3", "5x4/4/standard"].iter().flat_map(|b| (0..60).map(move |i| (b, i)))
        {
            let rules: Gomoku = board.parse().unwrap();
            let position =
                rules.random_position(8 + index as usize % 4, &mut quandary_core::Seed(8).stream(index));
            if position.won {
                continue;
            }
            let mut budget = Budget::unlimited();
            let found =
                Threats::new(rules, position.mover(), &budget).find(&position, 3, &mut budget).unwrap();
            let (bounds, _) = Solver::new(rules).unwrap().bounds(&position, &mut budget);
            match found {
                Some(_) => {
                    assert_eq!(bounds.lower, 1, "{board} {position:?}");
                    wins += 1;
                }
                None => others += u32::from(bounds.lower < 1),
            }
        }
        assert!(wins > 20 && others > 20, "{wins} {others}");
    }
}
