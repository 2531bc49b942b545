//! The end game without the learnt evaluation: near its end, and on the small board all of it.

use quandary_core::Exhausted;

use super::super::bits::{Squares, flips, moves, neighbours};
use super::super::pattern::DISC;
use super::super::rules::{Othello, Position};
use super::Core;
use super::evaluate::{evaluate, weighted_mobility};
use super::last::odd_quarters;
use super::table::{Effort, Known, NONE, SURE};

/// With at most this many empty squares, moves are tried in the order of parity alone.
const LAST_FEW: u32 = 5;
/// From this many on, positions are remembered.
const REMEMBER_FROM: u32 = 8;
/// From this many on, a small search decides what is tried first.
const GUESS_FROM: u32 = 13;
/// The most moves where at most [`NEAR`] squares are empty.
const FEW: usize = NEAR as usize;
/// The most moves there are in any position of the small board, and more.
const MANY: usize = 34;

/// With at most this many empty squares, the learnt evaluation is not worth its time.
pub(super) const NEAR: u32 = 11;

/// A move with its flips, to be tried in the order of merit.
#[derive(Clone, Copy, Default)]
struct Try {
    bit: u64,
    own: u64,
    other: u64,
    merit: i32,
}

impl Core {
    /// The exact score of a position, between `alpha` and `beta` (fail-soft).
    pub(super) fn near(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Exhausted> {
        match empty.count_ones() {
            0..=LAST_FEW => self.last_few(own, other, empty, alpha, beta),
            6..=NEAR => self.nearer::<FEW>(own, other, empty, alpha, beta),
            _ => self.nearer::<MANY>(own, other, empty, alpha, beta),
        }
    }

    fn nearer<const MOST: usize>(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Exhausted> {
        self.spend()?;
        let count = empty.count_ones();
        if let Some(bound) = self.stability_bound(own, other, alpha) {
            return Ok(bound);
        }
        let legal = moves(own, other, empty);
        if legal == 0 {
            if moves(other, own, empty) == 0 {
                return Ok(self.count(own, other));
            }
            return Ok(-self.near(other, own, empty, -beta, -alpha)?);
        }

        let effort = Effort::to_the_end(count, SURE);
        let mut first = NONE;
        let (mut lower, mut upper) = (-64, 64);
        if count >= REMEMBER_FROM
            && let Some(known) = self.table.get(own, other).map(|known| known.from(effort))
        {
            (lower, upper) = (known.lower / DISC, known.upper / DISC);
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
            first = known.best;
        }

        let mut tries = [Try::default(); MOST];
        let tries = self.order(own, other, empty, legal, first, &mut tries);
        if count >= REMEMBER_FROM + 2 {
            for one in tries.iter() {
                if let Some(known) = self.table.get(one.own, one.other)
                    && known.effort.is_exact()
                    && -known.upper >= beta * DISC
                {
                    return Ok(-known.upper / DISC);
                }
            }
        }

        let original = alpha;
        let (mut best, mut best_bit) = (i32::MIN, 0_u64);
        for (index, one) in tries.iter().enumerate() {
            let rest = empty ^ one.bit;
            let mut score = if index == 0 {
                -self.near(one.own, one.other, rest, -beta, -alpha)?
            } else {
                -self.near(one.own, one.other, rest, -alpha - 1, -alpha)?
            };
            if index > 0 && score > alpha && score < beta {
                score = -self.near(one.own, one.other, rest, -beta, -score)?;
            }
            if score > best {
                (best, best_bit) = (score, one.bit);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        if count >= REMEMBER_FROM {
            if best > original {
                lower = lower.max(best);
            }
            if best < beta {
                upper = upper.min(best);
            }
            let best = best_bit.trailing_zeros() as u8;
            self.table.put(own, other, Known { lower: lower * DISC, upper: upper * DISC, effort, best });
        }
        Ok(best)
    }

    /// The moves, most promising first.
    #[inline]
    fn order<'t>(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        legal: u64,
        first: u8,
        tries: &'t mut [Try],
    ) -> &'t mut [Try] {
        let count = empty.count_ones();
        let odd = odd_quarters(empty);
        let mut len = 0;
        for square in Squares(legal) {
            let flipped = flips(square, own, other);
            let bit = 1_u64 << square;
            let mut one = Try { bit, own: other ^ flipped, other: own ^ flipped ^ bit, merit: 0 };
            one.merit =
                if square == u32::from(first) { i32::MAX } else { self.merit(&one, empty ^ bit, count, odd) };
            let mut at = len;
            while at > 0 && tries[at - 1].merit < one.merit {
                tries[at] = tries[at - 1];
                at -= 1;
            }
            tries[at] = one;
            len += 1;
        }
        &mut tries[..len]
    }

    /// How promising a move is: fewest replies first, then parity, corners and a small search.
    #[inline]
    fn merit(&mut self, one: &Try, empty: u64, count: u32, odd: u64) -> i32 {
        let replies = moves(one.own, one.other, empty);
        let parity = i32::from(one.bit & odd != 0);
        if count < GUESS_FROM {
            let corner = i32::from(one.bit & self.marks.corners != 0);
            let potential = (neighbours(one.other) & empty).count_ones() as i32;
            return -(weighted_mobility(replies, &self.marks) * 32) - potential * 4
                + parity * 12
                + corner * 24;
        }
        let depth = if count >= 20 {
            3
        } else if count >= 16 {
            2
        } else {
            1
        };
        let guess = -self.guess(one.own, one.other, empty, depth, -INFINITE, INFINITE);
        guess * 2 - weighted_mobility(replies, &self.marks) * 24 + parity * 8
    }

    /// What a move is worth by the rough evaluation after `depth` more moves: good enough to say what to try first.
    pub(in super::super) fn rough_worth(&self, child: Position, depth: u32) -> i32 {
        let empty = Othello(self.board).empty(child);
        -self.guess(child.mover, child.opponent, empty, depth, -INFINITE, INFINITE)
    }

    /// A small search with the rough evaluation.
    fn guess(&self, own: u64, other: u64, empty: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return evaluate(own, other, empty, &self.marks);
        }
        let legal = moves(own, other, empty);
        if legal == 0 {
            return if moves(other, own, empty) == 0 {
                self.count(own, other) * 100
            } else {
                -self.guess(other, own, empty, depth - 1, -beta, -alpha)
            };
        }
        let mut best = -INFINITE;
        for square in Squares(legal) {
            let flipped = flips(square, own, other);
            let bit = 1 << square;
            let score =
                -self.guess(other ^ flipped, own ^ flipped ^ bit, empty ^ bit, depth - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Larger than any guess.
const INFINITE: i32 = 1 << 20;
