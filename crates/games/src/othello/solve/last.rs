//! The last few squares, where most nodes are: nothing is remembered and little is ordered.

use super::super::bits::{Squares, flips, moves};
use super::Endgame;
use quandary_core::Exhausted;

/// The four quarters of the board, whose parity decides who gets the last move in them.
pub(super) const QUARTERS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The empty squares in quarters with an odd number of them: to be tried first.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empty & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    odd
}

impl Endgame {
    /// The exact score with at most a handful of empty squares, between `alpha` and `beta` (fail-soft).
    pub(super) fn last_few(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Exhausted> {
        self.budget.spend(1)?;
        if empty.is_power_of_two() {
            return Ok(self.last_one(own, other, empty));
        }
        let odd = odd_quarters(empty);
        let mut best = i32::MIN;
        for squares in [empty & odd, empty & !odd] {
            for square in Squares(squares) {
                let flipped = flips(square, own, other);
                if flipped == 0 {
                    continue;
                }
                let bit = 1 << square;
                let score =
                    -self.last_few(other ^ flipped, own ^ flipped ^ bit, empty ^ bit, -beta, -alpha)?;
                if score > best {
                    best = score;
                    if best >= beta {
                        return Ok(best);
                    }
                    alpha = alpha.max(best);
                }
            }
        }
        if best > i32::MIN {
            return Ok(best);
        }
        // A pass, or the end.
        if moves(other, own, empty) == 0 {
            return Ok(self.count(own, other));
        }
        Ok(-self.last_few(other, own, empty, -beta, -alpha)?)
    }

    /// One empty square: who can fill it, and the count.
    #[inline]
    fn last_one(&self, own: u64, other: u64, empty: u64) -> i32 {
        let square = empty.trailing_zeros();
        let full = self.board.squares().count_ones() as i32;
        let flipped = flips(square, own, other);
        if flipped != 0 {
            return 2 * (own | flipped | empty).count_ones() as i32 - full;
        }
        let flipped = flips(square, other, own);
        if flipped != 0 {
            return full - 2 * (other | flipped | empty).count_ones() as i32;
        }
        self.count(own, other)
    }
}
