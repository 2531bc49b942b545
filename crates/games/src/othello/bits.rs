//! Moves and flips on bitboards.
//!
//! Bit `8 * row + column`: a1 is bit 0, h1 bit 7, a8 bit 56, h8 bit 63; rows are counted from the top of the usual
//! diagram down, as in the 64-character board.
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!  1   0  1  2  3  4  5  6  7
//!  2   8  9 10 11 12 13 14 15
//!  …
//!  8  56 57 58 59 60 61 62 63
//! ```
//!
//! The 6x6 board is the middle of the 8x8 one (b2 to g7), its rim always empty, so that both share this code.

/// For each square, its rays towards higher bits (right, down-left, down, down-right) and towards lower bits
/// (left, up-right, up, up-left).
const RAYS: [[u64; 8]; 64] = {
    let steps: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = steps[direction];
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square][direction] |= 1 << (8 * y + x);
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// Columns b to g: a run of discs to be flipped sideways cannot begin or end on the outer columns.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Squares of `empty` where the owner of `own` may play against `other`.
///
/// In each of the eight directions, runs of the other's discs that begin beside an own disc are grown by
/// doubling; the square behind each run is a move.
#[inline]
pub fn moves(own: u64, other: u64, empty: u64) -> u64 {
    #[inline]
    fn axis(own: u64, run: u64, step: u32) -> u64 {
        let mut up = run & (own << step);
        let mut down = run & (own >> step);
        up |= run & (up << step);
        down |= run & (down >> step);
        let run_up = run & (run << step);
        let run_down = run & (run >> step);
        up |= run_up & (up << (2 * step));
        down |= run_down & (down >> (2 * step));
        up |= run_up & (up << (2 * step));
        down |= run_down & (down >> (2 * step));
        (up << step) | (down >> step)
    }
    let inner = other & INNER_COLUMNS;
    (axis(own, inner, 1) | axis(own, other, 8) | axis(own, inner, 7) | axis(own, inner, 9)) & empty
}

/// The discs flipped by a move of the owner of `own` to `square`; 0 when it is not legal.
///
/// Towards higher bits, adding 1 to the ray with everything else filled carries through the other's discs to the
/// first square that is not one; towards lower bits the highest bit that is not one is looked up. The run is
/// flipped when an own disc stands there.
#[inline]
pub fn flips(square: u32, own: u64, other: u64) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let mut flipped = 0;
    for ray in &rays[..4] {
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in &rays[4..] {
        let stop = (ray & !other) | 1;
        let end = (1 << 63 >> stop.leading_zeros()) & ray & own;
        flipped |= (end.wrapping_neg() << 1) & ray;
    }
    flipped
}

/// For each place on a line of eight and the discs of the owner on that line, how many discs it flips when all other places
/// hold discs of the other side.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut direction = 0;
            while direction < 2 {
                let step = if direction == 0 { 1 } else { -1 };
                let mut at = place as i32 + step;
                while at >= 0 && at < 8 && own >> at & 1 == 0 {
                    at += step;
                }
                if at >= 0 && at < 8 {
                    let between = (at - place as i32).abs() - 1;
                    counts[place][own] += between as u8;
                }
                direction += 1;
            }
            own += 1;
        }
        place += 1;
    }
    counts
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS[square];
        diagonals[square] = [rays[1] | rays[5], rays[3] | rays[7]];
        square += 1;
    }
    diagonals
};

/// How many discs a move of the owner of `own` to `square`, the last empty one, flips.
///
/// Each line through the square is pushed together into eight bits, and what it flips looked up. A line that is shorter than
/// the board ends like one on which the other side has the rest.
#[inline]
pub fn last_flips(square: u32, own: u64) -> u32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let (column, row) = (square & 7, square >> 3 & 7);
    let along = &LAST_FLIPS[column as usize];
    let in_row = own >> (8 * row) & 0xFF;
    let in_column = (own >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let [falling, rising] = DIAGONALS[(square & 63) as usize];
    let falling = (own & falling).wrapping_mul(COLUMN) >> 56;
    let rising = (own & rising).wrapping_mul(COLUMN) >> 56;
    u32::from(along[in_row as usize])
        + u32::from(LAST_FLIPS[row as usize][in_column as usize])
        + u32::from(along[falling as usize])
        + u32::from(along[rising as usize])
}

/// The discs of `own` that can never be flipped again; every disc named is stable, some stable ones are not named.
///
/// A disc is stable when, on each of its four lines, the line is full, or ends beside it, or it stands beside a
/// stable disc of its own colour. `board` holds the squares of the board.
pub fn stable(own: u64, other: u64, board: u64) -> u64 {
    let filled = own | other | !board;
    let full =
        [full_lines::<0>(filled), full_lines::<1>(filled), full_lines::<2>(filled), full_lines::<3>(filled)];
    let rim = Rim::of(board);
    let mut stable = 0;
    loop {
        let mut next = own;
        for (axis, step) in STEPS.into_iter().enumerate() {
            next &= full[axis] | rim.0[axis] | (stable << step) | (stable >> step);
        }
        next |= stable;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// Bits between neighbours on the four axes: row, column, and the two diagonals.
const STEPS: [u32; 4] = [1, 8, 7, 9];

/// On each axis, the squares of the board that have no neighbour on one side or the other.
struct Rim([u64; 4]);

impl Rim {
    fn of(board: u64) -> Rim {
        const COLUMN_A: u64 = 0x0101_0101_0101_0101;
        let left = !(board << 1) | COLUMN_A;
        let right = !(board >> 1) | COLUMN_A << 7;
        let up = !(board << 8);
        let down = !(board >> 8);
        let sides = left | right | up | down;
        Rim([(left | right) & board, (up | down) & board, sides & board, sides & board])
    }
}

/// The squares whose whole line on an axis is filled.
fn full_lines<const AXIS: usize>(filled: u64) -> u64 {
    // Squares with fewer than 1, 2, 4 neighbours towards higher and towards lower bits.
    const fn short(axis: usize, higher: bool, count: i32) -> u64 {
        let (dx, dy) = [(1, 0), (0, 1), (-1, 1), (1, 1)][axis];
        let sign = if higher { 1 } else { -1 };
        let mut squares = 0;
        let mut square = 0;
        while square < 64 {
            let (x, y) = (square % 8 + sign * dx * count, square / 8 + sign * dy * count);
            if x < 0 || x > 7 || y < 0 || y > 7 {
                squares |= 1 << square;
            }
            square += 1;
        }
        squares
    }
    const fn ends(axis: usize, higher: bool) -> [u64; 3] {
        [short(axis, higher, 1), short(axis, higher, 2), short(axis, higher, 4)]
    }
    let higher = const { ends(AXIS, true) };
    let lower = const { ends(AXIS, false) };
    let step = STEPS[AXIS];
    let (mut up, mut down) = (filled, filled);
    for (index, distance) in [step, 2 * step, 4 * step].into_iter().enumerate() {
        up &= up >> distance | higher[index];
        down &= down << distance | lower[index];
    }
    up & down
}

/// The bits of a mask, lowest first.
pub(crate) struct Squares(pub(crate) u64);

impl Iterator for Squares {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Squares next to `discs`, those included that are discs themselves.
#[inline]
pub const fn neighbours(discs: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let sideways = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    sideways | sideways << 8 | sideways >> 8
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;

    /// Walks one square at a time.
    fn flips_slowly(square: u32, own: u64, other: u64) -> u64 {
        let mut flipped = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            let mut run = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1_u64 << (8 * y + x);
                if other & bit != 0 {
                    run |= bit;
                } else {
                    if own & bit != 0 {
                        flipped |= run;
                    }
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    #[test]
    fn moves_and_flips_agree_with_walking_square_by_square() {
        let mut stream = Seed(8).stream(0);
        for round in 0..3000 {
            let (a, b, c) = (stream.next_u64(), stream.next_u64(), stream.next_u64());
            // Boards from crowded to nearly empty.
            let filled = if round % 2 == 0 { a | b } else { a & b };
            let (own, other) = (filled & c, filled & !c);
            let mut expected = 0;
            for square in Squares(!filled) {
                let slow = flips_slowly(square, own, other);
                assert_eq!(flips(square, own, other), slow);
                expected |= u64::from(slow != 0) << square;
            }
            assert_eq!(moves(own, other, !filled), expected);
        }
    }

    #[test]
    fn the_flips_of_the_last_move_are_counted_as_they_are_made() {
        let mut stream = Seed(9).stream(0);
        for _ in 0..3000 {
            let (own, square) = (stream.next_u64() | stream.next_u64(), stream.below(64) as u32);
            for board in [u64::MAX, 0x007E_7E7E_7E7E_7E00] {
                if board >> square & 1 == 1 {
                    let own = own & board & !(1 << square);
                    let other = board & !own & !(1 << square);
                    assert_eq!(last_flips(square, own), flips_slowly(square, own, other).count_ones());
                }
            }
        }
    }

    #[test]
    fn a_full_board_is_all_stable_and_a_corner_makes_its_edge_stable() {
        let board = u64::MAX;
        assert_eq!(stable(0x0F0F, !0x0F0F, board), 0x0F0F);
        assert_eq!(stable(0b111, 0b1000, board), 0b111);
        assert_eq!(stable(0b110, 0, board), 0);
    }
}
