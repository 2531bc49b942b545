//! What a position looks like it is worth: material, where the pieces stand, and how freely they move.
//!
//! In hundredths of a pawn that has not crossed the river. The values of the pieces are the usual ones of the books
//! (rook 9, cannon 4½, horse 4, advisor and elephant 2, pawn 1, over the river 2); the rest is small beside them:
//!
//! | what | worth |
//! |---|---|
//! | a pawn over the river | 100 more, and 8 for each file nearer to the middle; on the last row neither it nor the palace is near: the 100 are gone |
//! | a pawn beside the palace or in it | 40 more |
//! | a horse | 5 for each row away from the own one, up to 4; 3 for each file away from the edge |
//! | a cannon on the middle file | 15 |
//! | an elephant or an advisor in the middle (e2, e1) | 10 |
//! | a king off its row | 15 less for each row |
//! | a move of a rook, a cannon, a horse | 4, 2, 8: captures counted, own pieces and blocked legs not |
//!
//! Nothing here was tuned: it is a plain judgement for searches that measure.

use quandary_core::rules::Side;
use quandary_search::minimax::Heuristic;

use super::board::{Board, Kind, Move, seat};
use super::geometry::{POINTS, file, row};
use super::rules::{Position, Xiangqi};

/// What a piece is worth wherever it stands. A king cannot be lost.
pub const fn material(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        Kind::Advisor | Kind::Elephant => 200,
        Kind::Horse => 400,
        Kind::Rook => 900,
        Kind::Cannon => 450,
        Kind::Pawn => 100,
    }
}

const fn at_most(number: i32, most: i32) -> i32 {
    if number < most { number } else { most }
}

/// What standing on a point adds, for Red.
const fn standing(kind: Kind, at: u8) -> i32 {
    let (file, row) = (file(at) as i32, row(at) as i32);
    // Files from the edge: 0 to 4.
    let inwards = at_most(file, 8 - file);
    match kind {
        Kind::Pawn => {
            let over = if row >= 5 && row < 9 { 100 + 8 * inwards } else { 0 };
            let near = if row >= 7 && row < 9 && inwards >= 3 { 40 } else { 0 };
            over + near
        }
        Kind::Horse => 5 * at_most(row, 4) + 3 * inwards,
        Kind::Cannon => 15 * (inwards == 4) as i32,
        Kind::Advisor => 10 * (row == 1) as i32,
        Kind::Elephant => 10 * (row == 2 && file == 4) as i32,
        Kind::King => -15 * row,
        Kind::Rook => 0,
    }
}

/// Material and standing of each kind on each point, for Red (first) and Black, whose rows count from the other end.
static WORTH: [[[i32; POINTS]; 7]; 2] = {
    let mut worth = [[[0; POINTS]; 7]; 2];
    let mut kind = 0;
    while kind < 7 {
        let mut at = 0;
        while at < POINTS as u8 {
            let turned = 9 * (9 - row(at)) + file(at);
            worth[0][kind][at as usize] = material(Kind::ALL[kind]) + standing(Kind::ALL[kind], at);
            worth[1][kind][at as usize] = material(Kind::ALL[kind]) + standing(Kind::ALL[kind], turned);
            at += 1;
        }
        kind += 1;
    }
    worth
};

/// What a move of each kind is worth.
const fn freedom(kind: Kind) -> i32 {
    match kind {
        Kind::Rook => 4,
        Kind::Cannon => 2,
        Kind::Horse => 8,
        _ => 0,
    }
}

/// What a side has.
fn worth_of(board: &Board, side: Side) -> i32 {
    let mut worth: i32 =
        board.pieces(side).map(|(at, kind)| WORTH[seat(side)][kind as usize - 1][at as usize]).sum();
    let (mut from, mut each) = (u8::MAX, 0);
    board.any_move(side, |chosen| {
        if chosen.from != from {
            from = chosen.from;
            each = board.at(from).map_or(0, |piece| freedom(piece.kind));
        }
        worth += each;
        false
    });
    worth
}

/// What is on the board for Red, less what is for Black.
pub fn evaluate(board: &Board) -> i32 {
    worth_of(board, Side::First) - worth_of(board, Side::Second)
}

impl Heuristic for Xiangqi {
    fn worth(&self, position: &Position) -> i32 {
        evaluate(position.board())
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn promise(&self, position: &Position, Move { from, to }: Move) -> i32 {
        let board = position.board();
        let value = |at: u8| board.at(at).map_or(0, |piece| material(piece.kind));
        // The most valuable victim by the least valuable piece.
        match board.at(to) {
            Some(_) => 10 * value(to) - value(from) + 1000,
            None => 0,
        }
    }

    fn noisy(&self, position: &Position, out: &mut Vec<Move>) {
        if position.ended().is_none() {
            position.any_legal(|chosen| {
                if position.board().at(chosen.to).is_some() {
                    out.push(chosen);
                }
                false
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::{START_FEN, parse_fen};
    use super::*;

    #[test]
    fn the_beginning_is_worth_nothing_and_a_board_turned_over_the_opposite() {
        assert_eq!(evaluate(parse_fen(START_FEN).unwrap().board()), 0);
        let fen = "2bakab2/9/2n1c1R1c/3r4p/4N4/r8/6P1P/6C1C/4A4/1RBAK1B2 w";
        let turned: String = {
            let rows: Vec<&str> = fen.trim_end_matches(" w").split('/').rev().collect();
            let swap =
                |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            rows.join("/").chars().map(swap).collect::<String>() + " b"
        };
        let (worth, opposite) = (parse_fen(fen).unwrap(), parse_fen(&turned).unwrap());
        assert_ne!(evaluate(worth.board()), 0);
        assert_eq!(evaluate(worth.board()), -evaluate(opposite.board()));
    }

    #[test]
    fn captures_and_nothing_else_are_noisy() {
        let position = parse_fen("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w").unwrap();
        let mut noisy = Vec::new();
        Xiangqi::default().noisy(&position, &mut noisy);
        // The published number of captures at depth 1.
        assert_eq!(noisy.len(), 1);
    }
}
