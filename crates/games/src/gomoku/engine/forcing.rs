//! Wins by threats on the engine's board: by fours alone, and by fours and open threes.
//!
//! Every threat is one that the board sees, and so are all answers that can help: to a four, its one point; to an open three,
//! the points that spoil each open four it threatens, or a four of one's own. So what is found is a win whatever is replied.

use quandary_core::rules::Side;
use quandary_core::{Budget, Exhausted};

use super::board::Board;
use super::kinds::Kind;
use super::memory::Memory;
use super::shapes::Shape;
use crate::gomoku::rules::Rule;
use crate::gomoku::stones::Stones;

/// A board with what is needed to search it for threats.
pub(crate) struct Forcing<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) memory: &'a mut Memory,
    pub(crate) budget: &'a mut Budget,
    /// The stones of the win by fours found last, from its last to its first.
    pub(crate) path: Vec<usize>,
    /// Positions that the present question may still cost.
    pub(crate) left: u64,
}

/// Why a search for threats ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The whole budget is spent.
    Budget(Exhausted),
    /// What this one question may cost is spent.
    Share,
}

impl From<Exhausted> for Ended {
    fn from(why: Exhausted) -> Ended {
        Ended::Budget(why)
    }
}

/// Two kinds of failure, kept apart in the table: by fours, and by threats.
const BY_THREATS: u64 = 0x94D0_49BB_1331_11EB;

impl Board {
    /// The points of a kind for a side, without those that are forbidden to it.
    pub(crate) fn allowed(&self, side: Side, kind: Kind) -> Stones {
        let points = self.points(side, kind);
        if points.is_empty() || self.rules().rule() != Rule::Renju || side == Side::Second {
            return points;
        }
        points.iter().filter(|&at| self.may_stand(side, at)).collect()
    }

    /// The points at which a side can make a four.
    pub(crate) fn fours(&self, side: Side) -> Stones {
        self.points(side, Kind::Four)
            | self.points(side, Kind::FourThree)
            | self.points(side, Kind::Unstoppable)
    }

    /// The points that spoil an unstoppable stone of a side at `at`: itself, and what would complete rows beside it.
    pub(crate) fn spoils(&self, side: Side, at: usize) -> Stones {
        let mut found = Stones::NONE.with(at);
        for (line, shape) in self.shapes(side, at).into_iter().enumerate() {
            if shape < Shape::Four {
                continue;
            }
            let fours = self
                .line(at, line)
                .filter(|&near| self.empty().has(near) && self.shapes(side, near)[line] >= Shape::Four);
            found = fours.fold(found, Stones::with);
        }
        found
    }

    /// The points that spoil every one of these unstoppable stones of a side.
    pub(crate) fn spoils_all(&self, side: Side, unstoppable: Stones) -> Stones {
        unstoppable.iter().fold(self.empty(), |left, at| left & self.spoils(side, at))
    }
}

impl Forcing<'_> {
    fn spend(&mut self) -> Result<(), Ended> {
        self.budget.spend(1)?;
        self.left = self.left.checked_sub(1).ok_or(Ended::Share)?;
        Ok(())
    }

    /// Whether the side to move wins by at most `most` fours; then how many stones from here, and [`Forcing::path`] has them.
    pub(crate) fn fours(&mut self, most: u8) -> Result<Option<i32>, Ended> {
        self.path.clear();
        self.by_fours(most)
    }

    fn by_fours(&mut self, most: u8) -> Result<Option<i32>, Ended> {
        let me = self.board.mover();
        let other = me.other();
        if let Some(at) = self.board.points(me, Kind::Five).iter().next() {
            self.path.push(at);
            return Ok(Some(1));
        }
        let must = self.board.points(other, Kind::Five);
        let points = if let Some(at) = must.iter().next() {
            if must.count() > 1 || self.board.kind(me, at) < Kind::Four {
                return Ok(None);
            }
            [must, Stones::NONE]
        } else {
            if let Some(at) = self.board.allowed(me, Kind::Unstoppable).iter().next() {
                self.path.push(at);
                return Ok(Some(3));
            }
            [self.board.points(me, Kind::FourThree), self.board.points(me, Kind::Four)]
        };
        if most == 0 || (points[0] | points[1]).is_empty() {
            return Ok(None);
        }
        let key = self.board.key();
        if self.memory.has_failed(key, most) {
            return Ok(None);
        }
        for at in points[0].iter().chain(points[1].iter()) {
            if !self.board.may(at) {
                continue;
            }
            self.spend()?;
            self.board.place(at);
            let found = self.answered_by_fours(me, most);
            self.board.take(at);
            if let Some(stones) = found? {
                self.path.push(at);
                return Ok(Some(stones));
            }
        }
        self.memory.fail(key, most);
        Ok(None)
    }

    /// How it goes on after a four of `me`.
    fn answered_by_fours(&mut self, me: Side, most: u8) -> Result<Option<i32>, Ended> {
        let answers = self.board.points(me, Kind::Five);
        let Some(answer) = answers.iter().next() else { return Ok(None) };
        if answers.count() > 1 || !self.board.may(answer) {
            return Ok(Some(3));
        }
        self.board.place(answer);
        let found = self.by_fours(most - 1);
        self.board.take(answer);
        let found = found?;
        if found.is_some() {
            self.path.push(answer);
        }
        Ok(found.map(|stones| stones + 2))
    }

    /// A win of the side to move by fours and at most `threes` open threes in a line: its stones, with the answers that hold
    /// out longest.
    pub(crate) fn threats(&mut self, threes: u8) -> Result<Option<Vec<usize>>, Ended> {
        for threes in 0..=threes {
            if let Some(line) = self.attack(threes)? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn attack(&mut self, threes: u8) -> Result<Option<Vec<usize>>, Ended> {
        if self.fours(MOST_FOURS)?.is_some() {
            return Ok(Some(self.path.iter().rev().copied().collect()));
        }
        let key = self.board.key() ^ BY_THREATS;
        if threes == 0 || self.memory.has_failed(key, threes) {
            return Ok(None);
        }
        let me = self.board.mover();
        let other = me.other();
        let must = self.board.points(other, Kind::Five);
        let points = if must.is_empty() {
            let threats = self.board.allowed(other, Kind::Unstoppable);
            let of = |kind| self.board.points(me, kind);
            let threes = of(Kind::DoubleThree) | of(Kind::Three);
            // An open three is too slow against one of the other side, unless it stops that.
            let threes =
                if threats.is_empty() { threes } else { threes & self.board.spoils_all(other, threats) };
            [of(Kind::FourThree), threes & of(Kind::DoubleThree), threes & of(Kind::Three), of(Kind::Four)]
        } else if must.count() == 1 {
            [must, Stones::NONE, Stones::NONE, Stones::NONE]
        } else {
            return Ok(None);
        };
        for at in points.into_iter().flat_map(Stones::iter) {
            if !self.board.may(at) {
                continue;
            }
            self.spend()?;
            self.board.place(at);
            let found = self.holds(me, threes);
            self.board.take(at);
            if let Some(mut line) = found? {
                line.insert(0, at);
                return Ok(Some(line));
            }
        }
        self.memory.fail(key, threes);
        Ok(None)
    }

    /// How it goes on where no point spoils all of these: one is spoilt, and another made.
    fn both(&self, me: Side, threats: Stones) -> Vec<usize> {
        threats
            .iter()
            .flat_map(|at| self.board.spoils(me, at).iter())
            .filter(|&reply| self.board.may(reply))
            .find_map(|reply| {
                let other = threats.iter().find(|&at| !self.board.spoils(me, at).has(reply))?;
                Some(vec![reply, other])
            })
            .unwrap_or_default()
    }

    /// Whether every reply loses to a threat of `me` that was just made; then how it goes on.
    fn holds(&mut self, me: Side, threes: u8) -> Result<Option<Vec<usize>>, Ended> {
        let other = me.other();
        if !self.board.points(other, Kind::Five).is_empty() {
            return Ok(None);
        }
        let rows = self.board.points(me, Kind::Five);
        let (replies, threes) = match rows.count() {
            0 => {
                let threats = self.board.allowed(me, Kind::Unstoppable);
                if threats.is_empty() || threes == 0 {
                    return Ok(None);
                }
                let replies = self.board.spoils_all(me, threats) | self.board.fours(other);
                if replies.is_empty() {
                    return Ok(Some(self.both(me, threats)));
                }
                (replies, threes - 1)
            }
            1 => (rows, threes),
            _ => return Ok(Some(rows.iter().take(2).collect())),
        };
        let mut longest = Vec::new();
        for at in replies.iter() {
            if !self.board.may(at) {
                continue;
            }
            self.spend()?;
            self.board.place(at);
            let found = self.attack(threes);
            self.board.take(at);
            let Some(mut line) = found? else { return Ok(None) };
            if line.len() >= longest.len() {
                line.insert(0, at);
                longest = line;
            }
        }
        Ok(Some(longest))
    }
}

/// Fours in a row within a win by threats.
const MOST_FOURS: u8 = 24;

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::super::super::rules::{Gomoku, Point, Position};
    use super::super::super::threats::Threats;
    use super::*;

    fn forced(rules: &Gomoku, position: &Position, threes: u8) -> Option<Vec<usize>> {
        let mut board = Board::new(rules, position).unwrap();
        let mut memory = Memory::new(1 << 12);
        let mut budget = Budget::unlimited();
        let (board, memory) = (&mut board, &mut memory);
        let mut forcing = Forcing { board, memory, budget: &mut budget, path: Vec::new(), left: 200_000 };
        match forcing.threats(threes) {
            Ok(found) => found,
            Err(Ended::Share) => None,
            Err(Ended::Budget(why)) => panic!("{why}"),
        }
    }

    /// Positions in which stones stand close together and the game goes on.
    fn crowded(rules: &Gomoku, index: u64) -> Option<Position> {
        let mut stream = Seed(11).stream(index);
        let mut position = Position::START;
        for _ in 0..10 + index % 12 {
            let (row, column) = (4 + stream.below(7) as usize, 4 + stream.below(7) as usize);
            let point = rules.point(row, column)?;
            let is_free = !position.all().has(point.bit()) && rules.forbidden(&position, point).is_none();
            if is_free {
                position = rules.after(&position, point);
                if position.won {
                    return None;
                }
            }
        }
        Some(position)
    }

    #[test]
    fn fours_are_found_where_the_search_on_whole_boards_finds_them() {
        let (mut wins, mut others) = (0, 0);
        for name in ["15x15", "15x15/standard", "15x15/renju"] {
            let rules: Gomoku = name.parse().unwrap();
            for position in (0..150).filter_map(|index| crowded(&rules, index)) {
                let mut budget = Budget::nodes(20_000);
                let mut plain = Threats::new(rules, position.mover(), &budget);
                let Ok(expected) = plain.find(&position, 0, &mut budget) else { continue };
                let found = forced(&rules, &position, 0);
                assert_eq!(found.is_some(), expected.is_some(), "{name} {position:?} {found:?}");
                if found.is_some() { wins += 1 } else { others += 1 }
            }
        }
        assert!(wins > 40 && others > 40, "{wins} {others}");
    }

    #[test]
    fn after_the_first_move_of_a_win_by_threats_every_reply_loses() {
        let (mut wins, mut replies) = (0, 0);
        for name in ["15x15", "15x15/standard", "15x15/renju"] {
            let rules: Gomoku = name.parse().unwrap();
            for position in (0..60).filter_map(|index| crowded(&rules, index)) {
                let Some(line) = forced(&rules, &position, 3) else { continue };
                let child = rules.after(&position, Point(line[0] as u16));
                wins += 1;
                if child.won {
                    continue;
                }
                let mut legal = Vec::new();
                rules.moves(&child, &mut legal);
                for reply in legal {
                    let next = rules.after(&child, reply);
                    assert!(!next.won && forced(&rules, &next, 3).is_some(), "{name} {position:?} {reply:?}");
                    replies += 1;
                }
            }
        }
        assert!(wins > 30 && replies > 3_000, "{wins} {replies}");
    }
}
