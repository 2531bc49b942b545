//! Text: positions as FEN, moves as ICCS (`h2e2`) and WXF (`C2.5`), whole games, and boards drawn for people.
//!
//! | what | file | looks like |
//! |---|---|---|
//! | a position | `fen` | `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1` |
//! | a move between two points | `iccs` | `h2e2`, `H2-E2` |
//! | a move as a player of one side says it | `wxf` | `C2.5`, `H8+7`, `R+-2` |
//! | a game: where it begins, and its moves | `record` | `start moves h2e2 h9g7`, `1. C2.5 H8+7 2. H2+3` |

mod fen;
mod iccs;
mod record;
mod wxf;

pub use fen::{START_FEN, format_fen, parse_fen};
pub use iccs::{format_iccs, format_point, parse_iccs, why_illegal};
pub use record::{Game, format_position, parse_game, parse_position};
pub use wxf::{format_wxf, parse_wxf};

use quandary_core::rules::Side;

use super::board::{Kind, Piece};
use super::geometry::{FILES, ROWS, point};
use super::rules::Position;

/// The letter of a piece in a FEN: capital for Red.
pub const fn letter(piece: Piece) -> char {
    let letter = match piece.kind {
        Kind::King => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'B',
        Kind::Horse => 'N',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    };
    match piece.side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    }
}

/// The kind that a letter means, in either case: the other letters in use for elephants, horses and kings as well.
pub const fn kind_of(letter: char) -> Option<Kind> {
    Some(match letter.to_ascii_uppercase() {
        'K' | 'G' => Kind::King,
        'A' => Kind::Advisor,
        'B' | 'E' => Kind::Elephant,
        'N' | 'H' => Kind::Horse,
        'R' => Kind::Rook,
        'C' => Kind::Cannon,
        'P' => Kind::Pawn,
        _ => return None,
    })
}

/// What a side is called.
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}

/// The board, Red at the bottom.
pub fn draw(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        text += &row.to_string();
        for file in 0..FILES {
            text.push(' ');
            text.push(position.board().at(point(file, row)).map_or('.', letter));
        }
        text.push('\n');
    }
    text + "  a b c d e f g h i"
}
