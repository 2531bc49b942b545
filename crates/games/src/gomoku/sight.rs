//! What one look at a position tells, without searching.
//!
//! - Whoever is to move and can complete a row does so, and wins.
//! - Otherwise, where the opponent could complete a row at two points, only one of them can be taken: he wins. Where there
//!   is one such point it must be taken; renju may forbid that.
//! - Where every stretch that is long enough for a row has stones of both sides, nobody wins any more.
//!
//! All of that is exact: a search that sees so much finds the same values with fewer positions.

use quandary_core::rules::Side;

use super::rules::{Gomoku, Point, Position};
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
