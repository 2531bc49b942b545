//! Large tiles seen as smaller ones, for players that know tiles to 32768 only, and for networks that have seldom seen
//! the largest.
//!
//! What matters to a player is which tiles are equal and which follow each other. Where an exponent is
//! missing between the tiles of a board, everything above the gap can be seen one exponent lower and the
//! same moves and merges remain possible for a while. (The idea is the *tile downgrading* of Guei, Chen and
//! Wu 2022.)
//!
//! ```text
//!   65536  512  8  2      the gap above 512 is 1024:      32768  512  8  2
//! ```

use crate::quad::{Quad, Tables};
use crate::rules::Board;

/// The board as a player who knows tiles to 32768 should see it: legal moves are the same. `None` when the
/// board leaves no gap, which needs all of 2 to 32768 side by side.
pub fn view(board: Board) -> Option<Quad> {
    let mut board = board;
    loop {
        match Quad::from_board(board) {
            Some(quad) if !Tables::would_overflow(quad) => return Some(quad),
            _ => board = lowered(board)?,
        }
    }
}

/// From this exponent on a network sees large tiles as smaller ones: 16384.
///
/// It has learnt from many games before that tile and from few after it. The one of an hour (`super::best`), looking three
/// moves ahead, has 328,567 points [316,205, 340,929] without this over the 100 games in which it has 420,026 with it, and
/// reaches 32768 in none of them instead of 25.
const SELDOM_SEEN: u8 = 14;

/// A gap below this exponent is none: a look-ahead could fill it.
const LOWEST_GAP: u8 = 5;

/// The board as a network should see it: legal moves are the same, and the largest tile is 8192 where the gaps allow it.
///
/// ```
/// use quandary_twenty48::{notation::parse_board, strategy::view::familiar};
/// let (_, board) = parse_board("32768 8192 512 8 / 4 2 . . / . . . . / . . . .", None).unwrap();
/// assert_eq!(familiar(board).unwrap().0, 0xDC93_2100_0000_0000);
/// ```
pub fn familiar(board: Board) -> Option<Quad> {
    let mut board = board;
    while board.largest() >= SELDOM_SEEN && highest_gap(board).is_some_and(|gap| gap >= LOWEST_GAP) {
        board = lowered(board)?;
    }
    view(board)
}

/// The largest exponent below the largest tile that no tile has.
fn highest_gap(board: Board) -> Option<u8> {
    let present = board.exponents(16).fold(0_u32, |set, exponent| set | 1 << exponent);
    (1..board.largest()).rev().find(|exponent| present & 1 << exponent == 0)
}

/// Everything above the highest gap, one exponent lower.
pub fn lowered(board: Board) -> Option<Board> {
    let gap = highest_gap(board)?;
    Some(Board::from_exponents(&board.exponents(16).map(|e| e - u8::from(e > gap)).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::rules::{Direction, Rules};

    #[test]
    fn a_view_keeps_the_legal_moves() {
        for text in [
            "131072 65536 512 8 / 4 2 4 2 / 2 . . . / . . . 2",
            "32768 32768 512 8 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2",
            "65536 2 65536 2 / 2 65536 2 4 / 4 2 4 2 / 2 4 2 4",
            "2 4 2 4 / 8 16 2 2 / . . . . / . . . .",
            "16384 8192 4096 2048 / 16384 8192 2 2 / 4 . . . / 2 . . .",
            "16384 8192 4096 2048 / 128 256 512 1024 / 64 32 16 8 / 2 2 4 4",
        ] {
            let (_, board) = parse_board(text, None).unwrap();
            for seen in [view(board).unwrap(), familiar(board).unwrap()] {
                for direction in Direction::ALL {
                    let legal = Rules::STANDARD.slide(board, direction).2;
                    assert_eq!(
                        Tables::get().slide(seen, direction).after != seen,
                        legal,
                        "{text} {direction}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_board_without_a_gap_has_no_view() {
        let tiles: Vec<u8> = (1..=15).chain([15]).collect();
        assert_eq!(view(Board::from_exponents(&tiles)), None);
    }
}
