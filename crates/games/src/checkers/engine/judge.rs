//! What the engine thinks a position is worth to black, in hundredths of a man.
//!
//! | what | worth |
//! |---|---|
//! | a man, a king | 100, 140 |
//! | a man on its own first row while the other side has men to crown | 10; on the two squares of the bridge 8 more |
//! | a row that a man has gone | 2, and 6 more on the last two rows |
//! | a man that nothing can stop on its way to its crown | 60 less 8 for each row to go |
//! | a piece in the middle, a man at the edge | 4, -3 |
//! | a king in the middle, in a corner that is not a double corner | 8, -10 |
//! | a king that has no step | -30 |
//! | a step, were each side to move | 2 |
//! | to have a king while the other side has none | 25 |
//! | pieces ahead, with fewer on the board | 120 · lead / pieces |
//! | to have the move | 3 |

use super::super::board::{BOARD, BOTTOM, Bits, Position, TOP, bit, step};

const MAN: i32 = 100;
const KING: i32 = 140;

const MIDDLE: u64 = bit(10) | bit(11) | bit(14) | bit(15) | bit(18) | bit(19) | bit(22) | bit(23);
const EDGE: u64 = bit(5) | bit(13) | bit(21) | bit(29) | bit(4) | bit(12) | bit(20) | bit(28);
/// The squares of black's first row that keep the other side from crowning.
const BRIDGE: u64 = bit(1) | bit(3);
/// The corners with a single square.
const SINGLE: u64 = bit(4) | bit(29);

/// Bits from the second, third, … row on.
const FROM_ROW: [u64; 7] = [!0 << 4, !0 << 9, !0 << 13, !0 << 18, !0 << 22, !0 << 27, !0 << 31];

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// What a side has, as black sees it: for white the board is turned.
fn side(black: u64, white: u64, kings: u64) -> i32 {
    let (men, own_kings) = (black & !kings, black & kings);
    let (their_men, their_kings) = (white & !kings, white & kings);
    let empty = BOARD & !(black | white);
    let mut worth = MAN * count(men) + KING * count(own_kings);
    if their_men != 0 {
        worth += 10 * count(men & TOP) + 8 * count(men & BRIDGE);
    }
    let rows: i32 = FROM_ROW.iter().map(|rows| count(men & rows)).sum();
    worth += 2 * rows + 6 * (count(men & FROM_ROW[4]) + count(men & FROM_ROW[5]));
    worth += 4 * count(black & MIDDLE) - 3 * count(men & EDGE);
    worth += 8 * count(own_kings & MIDDLE) - 10 * count(own_kings & SINGLE);
    if own_kings != 0 && their_kings == 0 {
        worth += 25;
    }
    let mut steps = count(step(men, 0) & empty) + count(step(men, 1) & empty);
    for king in Bits(own_kings) {
        let ways: i32 = (0..4).map(|direction| count(step(king, direction) & empty)).sum();
        steps += ways;
        if ways == 0 {
            worth -= 30;
        }
    }
    worth += 2 * steps;
    // Men that nothing can stop: no piece of the other side stands in the cone before them or beside it.
    for man in Bits(men & FROM_ROW[2]) {
        let (mut cone, mut free, mut to_go) = (man, true, 0);
        while cone & BOTTOM == 0 && cone != 0 {
            cone = step(cone, 0) | step(cone, 1);
            let wide = cone | step(cone, 0) | step(cone, 1);
            to_go += 1;
            free &= wide & white == 0 && cone & black == 0;
        }
        if free && their_kings == 0 {
            worth += 60 - 8 * to_go;
        }
    }
    worth
}

/// What a position looks like it is worth to black.
pub(super) fn judge(position: &Position) -> i32 {
    let turned = position.turned();
    let Position { black, white, kings, black_to_move } = *position;
    let worth = side(black, white, kings) - side(turned.black, turned.white, turned.kings);
    let ahead = 120 * (count(black) - count(white)) / count(black | white).max(1);
    worth + ahead + if black_to_move { 3 } else { -3 }
}
