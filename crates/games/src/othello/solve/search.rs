//! The endgame above the last few squares: principal variation search with a table.

use quandary_core::Exhausted;

use super::super::bits::{Squares, flips, moves, neighbours, stable};
use super::super::rules::{Othello, Position};
use super::Endgame;
use super::evaluate::{evaluate, weighted_mobility};
use super::last::odd_quarters;
use super::table::TableEntry;

/// With at most this many empty squares, moves are tried in the order of parity alone.
const LAST_FEW: u32 = 5;
/// From this many on, positions are remembered.
const REMEMBER_FROM: u32 = 8;
/// From this many on, a small search decides what is tried first.
const GUESS_FROM: u32 = 13;
/// No square: the table knows no best move.
const NONE: u8 = 64;

/// A move with its flips, to be tried in the order of merit.
#[derive(Clone, Copy, Default)]
struct Candidate {
    bit: u64,
    own: u64,
    other: u64,
    merit: i32,
}

impl Endgame {
    /// The exact score of a position, between `alpha` and `beta` (fail-soft).
    pub(super) fn search(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Exhausted> {
        let count = empty.count_ones();
        if count <= LAST_FEW {
            return if count == 0 {
                Ok(self.count(own, other))
            } else {
                self.last_few(own, other, empty, alpha, beta)
            };
        }
        self.budget.spend(1)?;
        if let Some(bound) = self.stability_bound(other, own, alpha) {
            return Ok(bound);
        }
        let legal = moves(own, other, empty);
        if legal == 0 {
            if moves(other, own, empty) == 0 {
                return Ok(self.count(own, other));
            }
            return Ok(-self.search(other, own, empty, -beta, -alpha)?);
        }

        let mut first = NONE;
        let (mut lower, mut upper) = (-64, 64);
        if count >= REMEMBER_FROM
            && let Some(known) = self.table.get(own, other)
        {
            (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
            first = known.best;
        }

        let mut candidates = [Candidate::default(); 34];
        let candidates = self.order(own, other, empty, legal, first, &mut candidates);
        if count >= REMEMBER_FROM + 2 {
            for candidate in candidates.iter() {
                if let Some(known) = self.table.get(candidate.own, candidate.other)
                    && -i32::from(known.upper) >= beta
                {
                    return Ok(-i32::from(known.upper));
                }
            }
        }

        let original = alpha;
        let (mut best, mut best_bit) = (i32::MIN, 0_u64);
        for (index, candidate) in candidates.iter().enumerate() {
            let below = (candidate.own, candidate.other, empty ^ candidate.bit);
            let mut score = if index == 0 {
                -self.search(below.0, below.1, below.2, -beta, -alpha)?
            } else {
                -self.search(below.0, below.1, below.2, -alpha - 1, -alpha)?
            };
            if index > 0 && score > alpha && score < beta {
                score = -self.search(below.0, below.1, below.2, -beta, -score)?;
            }
            if score > best {
                (best, best_bit) = (score, candidate.bit);
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
            let known =
                TableEntry { lower: lower as i8, upper: upper as i8, best: best_bit.trailing_zeros() as u8 };
            self.table.put(own, other, count, known);
        }
        Ok(best)
    }

    /// An upper bound at or below `alpha`, when the opponent's stable discs alone give one.
    #[inline]
    fn stability_bound(&self, other: u64, own: u64, alpha: i32) -> Option<i32> {
        let full = self.board.squares().count_ones() as i32;
        // The discs of the opponent are a cheap bound on the stable ones among them.
        if full - 2 * other.count_ones() as i32 > alpha {
            return None;
        }
        let bound = full - 2 * stable(other, own, self.board.squares()).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// The moves, most promising first.
    #[inline]
    fn order<'c>(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        legal: u64,
        first: u8,
        candidates: &'c mut [Candidate; 34],
    ) -> &'c mut [Candidate] {
        let count = empty.count_ones();
        let odd = odd_quarters(empty);
        let mut len = 0;
        for square in Squares(legal) {
            let flipped = flips(square, own, other);
            let bit = 1_u64 << square;
            let mut candidate = Candidate { bit, own: other ^ flipped, other: own ^ flipped ^ bit, merit: 0 };
            candidate.merit = if square == u32::from(first) {
                i32::MAX
            } else {
                self.merit(&candidate, empty ^ bit, count, odd)
            };
            let mut at = len;
            while at > 0 && candidates[at - 1].merit < candidate.merit {
                candidates[at] = candidates[at - 1];
                at -= 1;
            }
            candidates[at] = candidate;
            len += 1;
        }
        &mut candidates[..len]
    }

    /// How promising a move is: fewest replies first, then parity, corners and a small search.
    #[inline]
    fn merit(&mut self, candidate: &Candidate, empty: u64, count: u32, odd: u64) -> i32 {
        let replies = moves(candidate.own, candidate.other, empty);
        let parity = i32::from(candidate.bit & odd != 0);
        if count < GUESS_FROM {
            let corner = i32::from(candidate.bit & self.marks.corners != 0);
            let potential = (neighbours(candidate.other) & empty).count_ones() as i32;
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
        let guess = -self.guess(candidate.own, candidate.other, empty, depth, -INFINITE, INFINITE);
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
