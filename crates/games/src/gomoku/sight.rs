//! What one look at a position tells, without searching.
//!
//! - The player to move completes a row if possible, and wins.
//! - Otherwise, where the opponent could complete a row at two points, only one of them can be taken: he wins. Where there
//!   is one such point it must be taken; renju may forbid that.
//! - Where every stretch that is long enough for a row has stones of both sides, nobody wins any more.
//!
//! - Where every such stretch that the other side has no stone in can be given two empty points of its own, the other side
//!   keeps it from becoming a row: it answers on one of the two whenever the first is taken (Hales and Jewett 1963). Renju
//!   may forbid the answer to the first side, which is then not said to hold anything.
//!
//! All of that is exact: a search that sees so much finds the same values with fewer positions.

use std::collections::HashMap;

use quandary_core::rules::Side;

use super::rules::{Gomoku, Point, Position, Rule};
use super::stones::Stones;

/// What one look tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// How it ends, to the side that began: 1 a win, 0 a draw, -1 a loss.
    Decided(i32),
    /// The points that need to be looked at: all legal ones, or the one that must be taken.
    Open(Stones),
}

/// What a win of a side is worth to the side that began.
#[inline]
pub(super) fn sign(side: Side) -> i32 {
    if side == Side::First { 1 } else { -1 }
}

/// Looks at a position.
pub fn look(rules: &Gomoku, position: &Position) -> Sight {
    let mover = position.mover();
    if position.won {
        return Sight::Decided(sign(mover.other()));
    }
    if !rules.completions(position, mover).is_empty() {
        return Sight::Decided(sign(mover));
    }
    let threats = rules.completions(position, mover.other());
    let mut points = threats.iter();
    if let Some(bit) = points.next() {
        let must = Point(bit as u16);
        return if points.next().is_some() || rules.forbidden(position, must).is_some() {
            Sight::Decided(sign(mover.other()))
        } else {
            Sight::Open(threats)
        };
    }
    if !has_room(rules, position, Side::First) && !has_room(rules, position, Side::Second) {
        return Sight::Decided(0);
    }
    let legal = rules.legal(position);
    if legal.is_empty() { Sight::Decided(0) } else { Sight::Open(legal) }
}

/// Whether there is a stretch long enough for a row without a stone of the other side.
pub fn has_room(rules: &Gomoku, position: &Position, side: Side) -> bool {
    let free = rules.points().minus(position.of(side.other()));
    rules.steps().into_iter().any(|step| {
        let open = (1..rules.row()).try_fold(free, |open, _| {
            let longer = open.down(step) & free;
            (!longer.is_empty()).then_some(longer)
        });
        open.is_some()
    })
}

/// Whether a side can keep the other from a row by answering in pairs of points, or need not even do so.
///
/// Every stretch that may still become a row of the other side needs two empty points that no other stretch has been given:
/// a matching, found by augmenting paths. Complexity: stretches times their points, squared at worst; where there are
/// fewer empty points than that takes, nothing is tried.
pub fn can_hold(rules: &Gomoku, position: &Position, side: Side) -> bool {
    if !has_room(rules, position, side.other()) {
        return true;
    }
    if rules.rule() == Rule::Renju && side == Side::First {
        return false;
    }
    let (own, empty) = (position.of(side), rules.empty(position));
    let free = rules.points().minus(own);
    let (length, most) = (rules.row(), empty.count() as usize / 2);
    let mut stretches: Vec<Stones> = Vec::new();
    for step in rules.steps() {
        let open = (1..length).fold(free, |open, _| open.down(step) & free);
        for start in open.iter() {
            if stretches.len() == most {
                return false;
            }
            let points: Stones = (0..length).map(|at| start + at * step as usize).collect();
            stretches.push(points & empty);
        }
    }
    let mut pairs = Pairs { stretches: &stretches, owner: HashMap::new() };
    (0..stretches.len()).all(|stretch| (0..2).all(|_| pairs.give(stretch, &mut Stones::default())))
}

/// Which points are given to which stretches.
struct Pairs<'s> {
    stretches: &'s [Stones],
    owner: HashMap<usize, usize>,
}

impl Pairs<'_> {
    /// Gives a stretch one more point, taking it from another that can have a different one instead.
    fn give(&mut self, stretch: usize, tried: &mut Stones) -> bool {
        for bit in self.stretches[stretch].iter() {
            let taken = self.owner.get(&bit).copied();
            if tried.has(bit) || taken == Some(stretch) {
                continue;
            }
            *tried = tried.with(bit);
            if taken.is_none_or(|other| self.give(other, tried)) {
                self.owner.insert(bit, stretch);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::{Budget, Seed};
    use quandary_search::alphabeta;

    use super::*;

    #[test]
    fn pairs_hold_five_by_five_and_not_three_by_three() {
        let holds = |board: &str| can_hold(&board.parse().unwrap(), &Position::START, Side::Second);
        assert!(holds("5x5"));
        assert!(!holds("3x3/3") && !holds("4x4/3"));
        assert!(holds("1x4/4") && !holds("1x1/1"));
    }

    #[test]
    fn a_player_who_holds_does_not_lose() {
        let (mut held, mut open) = (0, 0);
        for board in ["3x3/3", "4x3/3", "4x4/4", "3x5/4", "4x4/3/standard"] {
            let rules: Gomoku = board.parse().unwrap();
            for index in 0..40 {
                let stones = rules.cells() - 9 + index as usize % 6;
                let position = rules.random_position(stones, &mut Seed(4).stream(index));
                let Sight::Open(_) = look(&rules, &position) else { continue };
                let value = alphabeta::value(&rules, &position, &mut Budget::unlimited()).unwrap();
                let mover = position.mover();
                if can_hold(&rules, &position, mover) {
                    assert!(value >= 0, "{board} {position:?}");
                    held += 1;
                } else {
                    open += 1;
                }
                assert!(value <= 0 || !can_hold(&rules, &position, mover.other()), "{board} {position:?}");
            }
        }
        assert!(held > 20 && open > 20, "{held} {open}");
    }
}
