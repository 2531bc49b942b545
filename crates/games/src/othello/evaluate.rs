//! What a position looks like it is worth: a plain evaluation for the heuristic search.
//!
//! In hundredths of a disc, for black. Othello is not about discs until the end, so they hardly count before it:
//!
//! | what | worth |
//! |---|---|
//! | a corner | 800 |
//! | a disc diagonally beside an empty corner | -300 |
//! | a disc beside an empty corner on the edge | -100 |
//! | a legal move | 80 |
//! | an empty square next to a disc of the other side | 20 |
//! | a disc, when 14 squares are empty or fewer | 50 |
//!
//! The weights are round numbers in the order in which every primer ranks these things; none was fitted.

use quandary_search::minimax::Heuristic;

use super::bits::{moves, neighbours};
use super::rules::{Action, Board, Othello, Position};

const CORNER: i32 = 800;
const X_SQUARE: i32 = -300;
const C_SQUARE: i32 = -100;
const MOVE: i32 = 80;
const POTENTIAL_MOVE: i32 = 20;
const LATE_DISC: i32 = 50;
const LATE: u32 = 14;

/// A corner, the square diagonally beside it, and its two neighbours on the edge.
type Corner = (u64, u64, u64);

const EIGHT: [Corner; 4] = [
    (1 << 0, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

const SIX: [Corner; 4] = [
    (1 << 9, 1 << 18, 1 << 10 | 1 << 17),
    (1 << 14, 1 << 21, 1 << 13 | 1 << 22),
    (1 << 49, 1 << 42, 1 << 50 | 1 << 41),
    (1 << 54, 1 << 45, 1 << 53 | 1 << 46),
];

const fn corners(board: Board) -> &'static [Corner; 4] {
    match board {
        Board::Eight => &EIGHT,
        Board::Six => &SIX,
    }
}

/// What the squares of one side are worth to it; mobility apart.
fn places(own: u64, empty: u64, board: Board) -> i32 {
    let mut sum = 0;
    for &(corner, x_square, c_squares) in corners(board) {
        if own & corner != 0 {
            sum += CORNER;
        } else if empty & corner != 0 {
            sum +=
                X_SQUARE * i32::from(own & x_square != 0) + C_SQUARE * (own & c_squares).count_ones() as i32;
        }
    }
    sum
}

impl Heuristic for Othello {
    fn worth(&self, position: &Position) -> i32 {
        let Position { mover, opponent, black_to_move } = *position;
        let empty = self.empty(*position);
        let count = |mask: u64| mask.count_ones() as i32;
        let mut worth = places(mover, empty, self.0) - places(opponent, empty, self.0);
        worth += MOVE * (count(moves(mover, opponent, empty)) - count(moves(opponent, mover, empty)));
        worth += POTENTIAL_MOVE * (count(neighbours(opponent) & empty) - count(neighbours(mover) & empty));
        if empty.count_ones() <= LATE {
            worth += LATE_DISC * (count(mover) - count(opponent));
        }
        if black_to_move { worth } else { -worth }
    }

    fn key(&self, position: &Position) -> u64 {
        let Position { mover, opponent, black_to_move } = *position;
        let mixed = mover.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ opponent.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ u64::from(black_to_move)
    }

    /// Corners first, and the squares that give them away last; then what leaves the other side the fewest moves.
    fn promise(&self, position: &Position, action: Action) -> i32 {
        let Action::Place(square) = action else { return 0 };
        let mut promise = 0;
        for &(corner, x_square, c_squares) in corners(self.0) {
            promise += match 1 << square {
                place if place & corner != 0 => 100,
                place if place & x_square != 0 => -50,
                place if place & c_squares != 0 => -20,
                _ => 0,
            };
        }
        promise - 2 * self.legal(self.place(*position, square)).count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;

    #[test]
    fn what_is_good_for_black_is_as_bad_for_white() {
        for board in [Board::Eight, Board::Six] {
            let rules = Othello(board);
            for index in 0..200 {
                let position = rules.random_position(index % 40, &mut Seed(1).stream(u64::from(index)));
                let turned = Position { black_to_move: !position.black_to_move, ..position };
                assert_eq!(rules.worth(&position), -rules.worth(&turned));
                assert_ne!(rules.key(&position), rules.key(&turned));
            }
        }
    }

    #[test]
    fn every_board_has_its_corners_and_their_neighbours() {
        for board in [Board::Eight, Board::Six] {
            let all = corners(board).iter().fold(0, |sum, corner| sum | corner.0);
            assert_eq!(all, board.corners());
            for &(corner, x_square, c_squares) in corners(board) {
                let around = neighbours(corner) & board.squares() & !corner;
                assert_eq!(around, x_square | c_squares, "{board}");
            }
        }
    }
}
