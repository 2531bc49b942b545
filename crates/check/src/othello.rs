//! Othello.
//!
//! The instance is the board row by row (`X` black, `O` white, `-` empty; 64 characters, or 36 for 6x6), a space, and
//! who is to move. Scores are the difference of discs for the player to move, empty squares given to the winner. Claims
//! and evidence are those of a [proof tree](crate::proof_tree); a move is named by its square (`d3`), replies are walked
//! row by row from a1, and passes are not named.

use crate::evidence::Evidence;
use crate::walk::Position;
use crate::{Rejection, malformed};

/// A board: a bit for each square, eight to a row whatever its side, so that square 8·y + x is x to the right and y down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    black: u64,
    white: u64,
    side: u8,
    black_to_move: bool,
}

/// The squares that a step in one of eight directions leads to, from all squares at once, never over an edge.
fn step(squares: u64, direction: usize) -> u64 {
    const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_RIGHT: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    match direction {
        0 => squares << 1 & NOT_LEFT,
        1 => squares >> 1 & NOT_RIGHT,
        2 => squares << 8,
        3 => squares >> 8,
        4 => squares << 9 & NOT_LEFT,
        5 => squares >> 9 & NOT_RIGHT,
        6 => squares << 7 & NOT_RIGHT,
        _ => squares >> 7 & NOT_LEFT,
    }
}

impl Board {
    fn squares(&self) -> u64 {
        let row: u64 = (1 << self.side) - 1;
        (0..self.side).fold(0, |all, y| all | row << (8 * y))
    }

    /// The discs of a side and of the other.
    fn discs(&self, black: bool) -> (u64, u64) {
        if black { (self.black, self.white) } else { (self.white, self.black) }
    }

    /// The squares on which a side may place a disc.
    fn open_to(&self, black: bool) -> u64 {
        let (own, other) = self.discs(black);
        let empty = self.squares() & !(own | other);
        let mut open = 0;
        for direction in 0..8 {
            // Runs of the other side's discs that begin beside an own one.
            let mut run = step(own, direction) & other;
            while run != 0 {
                let next = step(run, direction);
                open |= next & empty;
                run = next & other;
            }
        }
        open
    }

    /// The discs that a disc of the mover on `square` turns over.
    fn turned(&self, square: u64) -> u64 {
        let (own, other) = self.discs(self.black_to_move);
        let mut turned = 0;
        for direction in 0..8 {
            let (mut run, mut next) = (0, step(square, direction));
            while next & other != 0 {
                run |= next;
                next = step(next, direction);
            }
            if next & own != 0 {
                turned |= run;
            }
        }
        turned
    }

    /// The final score for black.
    fn count(&self) -> i64 {
        let discs = |set: u64| i64::from(set.count_ones());
        let (black, white) = (discs(self.black), discs(self.white));
        let empty = discs(self.squares()) - black - white;
        black - white + empty * (black - white).signum()
    }
}

impl Position for Board {
    const NAME: usize = 2;
    const SCORE: &'static str = "differences of discs, empty squares given to the winner";

    fn read(text: &str, _: Evidence<'_>) -> Result<Board, Rejection> {
        let fault = || malformed(format!("`{text}` is not a position of Othello"));
        let Some((letters, mover)) = text.split_once(' ') else { return fault() };
        let side: u8 = match letters.len() {
            64 => 8,
            36 => 6,
            _ => return fault(),
        };
        let black_to_move = match mover {
            "X" => true,
            "O" => false,
            _ => return fault(),
        };
        let mut board = Board { black: 0, white: 0, side, black_to_move };
        for (at, letter) in (0_u8..).zip(letters.bytes()) {
            let square = 1 << (8 * (at / side) + at % side);
            match letter {
                b'X' => board.black |= square,
                b'O' => board.white |= square,
                b'-' => {}
                _ => return fault(),
            }
        }
        Ok(board)
    }

    fn size(&self) -> String {
        format!("{0}x{0}", self.side)
    }

    fn first_to_move(&self) -> bool {
        self.black_to_move
    }

    fn end(&self) -> Option<i64> {
        let over = self.open_to(self.black_to_move) == 0 && self.open_to(!self.black_to_move) == 0;
        over.then(|| self.count())
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        let open = self.open_to(self.black_to_move);
        moves.extend((0..64).filter(|&square| open >> square & 1 == 1));
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        let [column, row] = name else { return None };
        let (x, y) = (column.checked_sub(b'a')?, row.checked_sub(b'1')?);
        (x < self.side && y < self.side).then(|| usize::from(8 * y + x))
    }

    fn after(&self, square: usize) -> Board {
        let placed = 1 << square;
        let turned = self.turned(placed);
        let mut next = Board { black_to_move: !self.black_to_move, ..*self };
        let (own, other) = if self.black_to_move {
            (&mut next.black, &mut next.white)
        } else {
            (&mut next.white, &mut next.black)
        };
        *own |= turned | placed;
        *other &= !turned;
        next
    }

    fn passed(&self) -> Board {
        Board { black_to_move: !self.black_to_move, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Certificate;
    use serde_json::json;

    use super::*;
    use crate::verify;

    /// Black fills the last square and turns one row of white over.
    fn last_square() -> String {
        let mut rows = vec!["XXXXXXXX".to_owned(); 7];
        rows.push("XOOOOOO-".into());
        format!("{} X", rows.concat())
    }

    #[test]
    fn the_last_move_is_counted() {
        let proof = |goal: i64, tree: &str| {
            Certificate::new(
                "othello",
                "win",
                last_square(),
                json!({"at_least": {"goal": goal, "tree": tree}}),
            )
        };
        assert!(verify(&proof(64, "h8")).is_ok(), "{:?}", verify(&proof(64, "h8")));
        for (goal, tree) in [(65, "h8"), (64, "a1"), (64, ""), (64, "h8h8"), (64, "h")] {
            assert!(matches!(verify(&proof(goal, tree)), Err(Rejection::Wrong(_))), "{goal} {tree}");
        }
    }

    #[test]
    fn nonsense_is_malformed() {
        for instance in ["", "X", "XO- X", &"X".repeat(64), &format!("{} Z", "-".repeat(36))] {
            let claim =
                Certificate::new("othello", "win", instance, json!({"at_least": {"goal": 1, "tree": ""}}));
            assert!(matches!(verify(&claim), Err(Rejection::Malformed(_))), "{instance}");
        }
    }

    #[test]
    fn a_square_outside_the_board_has_no_name() {
        let read = |cells: usize| {
            let nothing = json!({});
            let text = format!("{}X", "- ".trim().repeat(cells) + " ");
            Board::read(&text, Evidence::with(&nothing, &[]).unwrap()).unwrap()
        };
        let (large, small) = (read(64), read(36));
        assert_eq!((large.named(b"a1"), large.named(b"h8")), (Some(0), Some(63)));
        assert_eq!((large.named(b"i1"), large.named(b"a9"), large.named(b"a")), (None, None, None));
        assert_eq!((small.named(b"f6"), small.named(b"g1"), small.named(b"a7")), (Some(45), None, None));
    }

    #[test]
    fn a_pass_gives_the_other_side_the_move() {
        let nothing = json!({});
        let text = format!("OX{} X", "-".repeat(34));
        let board = Board::read(&text, Evidence::with(&nothing, &[]).unwrap()).unwrap();
        let mut moves = Vec::new();
        board.moves(&mut moves);
        assert_eq!((moves.len(), board.end()), (0, None), "black has no move, and white has one");
        let passed = board.passed();
        assert!(board.first_to_move() && !passed.first_to_move());
        passed.moves(&mut moves);
        assert_eq!(moves, [2]);
    }

    #[test]
    fn empty_squares_go_to_the_winner_on_either_side() {
        let end = |letters: String| {
            let nothing = json!({});
            let text = format!("{letters} X");
            Board::read(&text, Evidence::with(&nothing, &[]).unwrap()).unwrap().end()
        };
        assert_eq!(end(format!("OO{}", "-".repeat(34))), Some(-36));
        assert_eq!(end(format!("XX{}", "-".repeat(34))), Some(36));
        assert_eq!(end(format!("X{}O", "-".repeat(34))), Some(0), "nobody can move, and nobody is ahead");
    }
}
