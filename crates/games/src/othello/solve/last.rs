//! The last few squares, where most positions are: nothing is remembered and little is ordered.

use quandary_core::Exhausted;

use super::super::bits::{Squares, flips, last_flips, moves, neighbours};
use super::Core;

/// The four quarters of the board, whose parity decides who gets the last move in them.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The squares around each square: without a disc of the opponent there, nothing can be flipped.
static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        around[square] = neighbours(1 << square) & !(1 << square);
        square += 1;
    }
    around
};

/// The empty squares in quarters with an odd number of them: to be tried first.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    // The number of bits is odd when all of them together, added without carry, are.
    let mut sum = empty ^ empty >> 16;
    sum ^= sum >> 8;
    sum ^= sum >> 2;
    sum ^= sum >> 1;
    // Quarters' sums stand in bits 0, 4, 32 and 36.
    let mut odd = 0;
    for (quarter, bit) in QUARTERS.into_iter().zip([0, 4, 32, 36]) {
        odd |= quarter & (sum >> bit & 1).wrapping_neg();
    }
    odd
}

/// In which quarter a square is.
#[inline]
fn quarter(square: u32) -> u32 {
    square >> 2 & 1 | square >> 4 & 2
}

/// Less than every score.
const NO_SCORE: i32 = -100;

impl Core {
    /// The exact score with at most a handful of empty squares, between `alpha` and `beta` (fail-soft).
    pub(super) fn last_few(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Exhausted> {
        let score = match empty.count_ones() {
            0 => self.count(own, other),
            1 => self.last_one(own, empty.trailing_zeros()),
            2 => {
                let second = (empty & (empty - 1)).trailing_zeros();
                self.last_two(own, other, empty.trailing_zeros(), second, alpha, beta)
            }
            3 => {
                let rest = empty & (empty - 1);
                let squares = [empty, rest, rest & (rest - 1)].map(u64::trailing_zeros);
                self.last_three(own, other, squares, alpha, beta)
            }
            4 => self.last_four(own, other, empty, alpha, beta),
            _ => return self.last_five(own, other, empty, alpha, beta),
        };
        Ok(score)
    }

    /// Five empty squares or a few more.
    fn last_five(
        &mut self,
        own: u64,
        other: u64,
        empty: u64,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Exhausted> {
        self.spend()?;
        let odd = odd_quarters(empty);
        let mut best = NO_SCORE;
        for squares in [empty & odd, empty & !odd] {
            for square in Squares(squares) {
                if AROUND[square as usize & 63] & other == 0 {
                    continue;
                }
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
        if best > NO_SCORE {
            return Ok(best);
        }
        // A pass, or the end.
        if moves(other, own, empty) == 0 {
            return Ok(self.count(own, other));
        }
        Ok(-self.last_five(other, own, empty, -beta, -alpha)?)
    }

    fn last_four(&mut self, own: u64, other: u64, empty: u64, mut alpha: i32, beta: i32) -> i32 {
        self.unspent += 1;
        let odd = odd_quarters(empty);
        let mut squares = [0; 4];
        for (slot, square) in squares.iter_mut().zip(Squares(empty & odd).chain(Squares(empty & !odd))) {
            *slot = square;
        }
        let [a, b, c, d] = squares;
        let mut best = NO_SCORE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if AROUND[square as usize & 63] & other == 0 {
                continue;
            }
            let flipped = flips(square, own, other);
            if flipped == 0 {
                continue;
            }
            let score = -self.last_three(other ^ flipped, own ^ flipped ^ 1 << square, rest, -beta, -alpha);
            if score > best {
                best = score;
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        if best > NO_SCORE {
            return best;
        }
        if moves(other, own, empty) == 0 {
            return self.count(own, other);
        }
        -self.last_four(other, own, empty, -beta, -alpha)
    }

    fn last_three(&mut self, own: u64, other: u64, [a, b, c]: [u32; 3], mut alpha: i32, beta: i32) -> i32 {
        self.unspent += 1;
        // The square that is alone in its quarter first.
        let [a, b, c] = if quarter(a) == quarter(b) {
            [c, a, b]
        } else if quarter(a) == quarter(c) {
            [b, a, c]
        } else {
            [a, b, c]
        };
        let mut best = NO_SCORE;
        for (square, [first, second]) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if AROUND[square as usize & 63] & other == 0 {
                continue;
            }
            let flipped = flips(square, own, other);
            if flipped == 0 {
                continue;
            }
            let (child, mine) = (other ^ flipped, own ^ flipped ^ 1 << square);
            let score = -self.last_two(child, mine, first, second, -beta, -alpha);
            if score > best {
                best = score;
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        if best > NO_SCORE {
            return best;
        }
        if moves(other, own, 1 << a | 1 << b | 1 << c) == 0 {
            return self.count(own, other);
        }
        -self.last_three(other, own, [a, b, c], -beta, -alpha)
    }

    #[inline]
    fn last_two(&mut self, own: u64, other: u64, a: u32, b: u32, alpha: i32, beta: i32) -> i32 {
        self.unspent += 1;
        let best = self.two_squares(own, other, a, b, beta);
        if best > NO_SCORE {
            return best;
        }
        self.unspent += 1;
        let theirs = self.two_squares(other, own, a, b, -alpha);
        if theirs > NO_SCORE { -theirs } else { self.count(own, other) }
    }

    /// The best of two moves; none of them may be legal.
    #[inline]
    fn two_squares(&mut self, own: u64, other: u64, a: u32, b: u32, beta: i32) -> i32 {
        let mut best = NO_SCORE;
        for (square, rest) in [(a, b), (b, a)] {
            if AROUND[square as usize & 63] & other == 0 {
                continue;
            }
            let flipped = flips(square, own, other);
            if flipped == 0 {
                continue;
            }
            best = best.max(-self.last_one(other ^ flipped, rest));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// One empty square: who can fill it, and the count.
    #[inline]
    fn last_one(&mut self, own: u64, square: u32) -> i32 {
        self.unspent += 1;
        let twice = 2 * own.count_ones() as i32 - self.full;
        let flipped = last_flips(square, own);
        if flipped != 0 {
            return twice + 2 * (flipped as i32 + 1);
        }
        let flipped = last_flips(square, self.squares & !own & !(1 << square));
        if flipped != 0 {
            return twice - 2 * flipped as i32;
        }
        // Nobody can: the square is the winner's.
        if twice + 1 > 0 { twice + 2 } else { twice }
    }
}
