//! Boards and games as text.
//!
//! **A board** is written as rows of tiles, an empty cell as a dot:
//!
//! ```text
//! 2 . . 4
//! . 8 . .
//! . . . .
//! 16 . 2 2
//! ```
//!
//! Read are also: `0`, `_` and `-` for an empty cell; commas, semicolons or bars between tiles; `/` between
//! rows; all tiles of a square board in one line; and the compact form, one digit per cell in reading order
//! (`0` empty, `1` = 2, `2` = 4, … `9` = 512, `A` = 1024, … `F` = 32768, `G` = 65536, `H` = 131072, …),
//! which for 4x4 is the sixteen hexadecimal digits that other programs exchange; other sizes must be named.
//!
//! **A game** is a record that can be replayed: the board's size, the start, then each move with the tile
//! that appeared (row, column, tile; rows and columns from 1):
//!
//! ```text
//! 2048 4x4
//! start 0000010000001000
//! L32+2 U11+4 …
//! score 24 moves 2
//! ```

use quandary_core::InputError;

use crate::rules::{Board, Direction, Rules, Shape};

/// The digits of the compact form: exponent 0 to 26.
const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQ";

/// Writes a board as rows of tiles.
pub fn grid(shape: Shape, board: Board) -> String {
    let rows: Vec<String> = (0..shape.rows())
        .map(|row| {
            let tiles: Vec<String> =
                (0..shape.cols()).map(|col| tile(board.get(row * shape.cols() + col))).collect();
            tiles.join(" ")
        })
        .collect();
    rows.join("\n")
}

/// Writes a board as rows of equally wide tiles, for a person.
pub fn picture(shape: Shape, board: Board) -> String {
    let width = tile(board.largest()).len().max(4);
    let rows: Vec<String> = (0..shape.rows())
        .map(|row| {
            let cells = (0..shape.cols()).map(|col| tile(board.get(row * shape.cols() + col)));
            cells.map(|text| format!("{text:>width$}")).collect::<Vec<_>>().join(" ")
        })
        .collect();
    rows.join("\n")
}

/// Writes a board as one digit per cell.
pub fn compact(shape: Shape, board: Board) -> String {
    board.exponents(shape.cells()).map(|e| char::from(DIGITS[e as usize])).collect()
}

/// Writes a tile: its number, or a dot for an empty cell.
pub fn tile(exponent: u8) -> String {
    if exponent == 0 { ".".into() } else { (1_u64 << exponent).to_string() }
}

/// Reads a board in any of the forms above. With `shape`, the board must have that shape.
///
/// ```
/// use quandary_twenty48::notation::{compact, parse_board};
/// let (shape, board) = parse_board("2 . / 4 8", None).unwrap();
/// assert_eq!((shape.to_string().as_str(), compact(shape, board).as_str()), ("2x2", "1023"));
/// let error = parse_board("2 3\n4 8", None).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: 3 is not a tile; expected a power of two from 2 to 32, or . for an empty cell");
/// ```
pub fn parse_board(text: &str, shape: Option<Shape>) -> Result<(Shape, Board), InputError> {
    let rows = tokens(text);
    let count: usize = rows.iter().map(Vec::len).sum();
    if count == 0 {
        return Err(InputError::new("there is no board").expected("rows of tiles, such as `2 . / 4 8`"));
    }
    if let [row] = rows.as_slice()
        && let [only] = row.as_slice()
    {
        return parse_compact(only, shape);
    }
    let found = shape_of(&rows, shape)?;
    let mut board = Board::EMPTY;
    for (cell, token) in rows.iter().flatten().enumerate() {
        board = board.with(cell, parse_tile(token, found)?);
    }
    Ok((found, board))
}

/// Writes a board and the points so far as one short line: the compact form, and the points.
pub fn write_position(shape: Shape, board: Board, score: u64) -> String {
    format!("{} {score}", compact(shape, board))
}

/// Reads a board in any of its forms, and the points so far where they are said: behind the compact form, or in a last
/// line `score 24`. Otherwise they are 0.
///
/// ```
/// use quandary_twenty48::notation::parse_position;
/// let (_, board, score) = parse_position("1002030000004011 24", None).unwrap();
/// assert_eq!(parse_position("2 . . 4\n. 8 . .\n. . . .\n16 . 2 2\nscore 24", None).unwrap().1, board);
/// assert_eq!(score, 24);
/// ```
pub fn parse_position(text: &str, shape: Option<Shape>) -> Result<(Shape, Board, u64), InputError> {
    let text = text.trim_end();
    let (above, last) = text.rsplit_once('\n').unwrap_or(("", text));
    let words: Vec<&str> = last.split_whitespace().collect();
    let points = |number: &str| {
        number.replace(',', "").parse::<u64>().ok().filter(|points| *points < 1 << 62).ok_or_else(|| {
            InputError::new(format!("`{number}` is not a score"))
                .at(text.lines().count(), 0)
                .expected("the points so far, a whole number")
        })
    };
    match words.as_slice() {
        ["score", number] => {
            let (shape, board) = parse_board(above, shape)?;
            Ok((shape, board, points(number)?))
        }
        // No board has only two cells.
        [board, number] if above.trim().is_empty() => {
            let (shape, board) = parse_board(board, shape)?;
            Ok((shape, board, points(number)?))
        }
        _ => {
            let (shape, board) = parse_board(text, shape)?;
            Ok((shape, board, 0))
        }
    }
}

/// A piece of the text and where it stands.
#[derive(Debug)]
struct Token<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

fn tokens(text: &str) -> Vec<Vec<Token<'_>>> {
    let mut rows = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let mut row: Vec<Token<'_>> = Vec::new();
        let mut start = None;
        let mut column = 0;
        let mut begun = 0;
        // One separator past the end closes the last token.
        for (at, c) in content.char_indices().chain([(content.len(), ' ')]) {
            column += 1;
            if c.is_whitespace() || matches!(c, ',' | ';' | '|' | '/') {
                if let Some(from) = start.take() {
                    row.push(Token { text: &content[from..at], line: line + 1, column: begun });
                }
                if c == '/' && !row.is_empty() {
                    rows.push(std::mem::take(&mut row));
                }
            } else if start.is_none() {
                (start, begun) = (Some(at), column);
            }
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

fn shape_of(rows: &[Vec<Token<'_>>], wanted: Option<Shape>) -> Result<Shape, InputError> {
    if let [row] = rows {
        // All tiles in one line: a square, unless the shape is given.
        let side = (2..=5).find(|side| side * side == row.len());
        let shape = match (wanted, side) {
            (Some(shape), _) => shape,
            (None, Some(side)) => Shape::new(side, side)?,
            (None, None) => {
                return Err(InputError::new(format!("there are {} tiles in one row", row.len()))
                    .at(row[0].line, 0)
                    .expected("16 for a 4x4 board (4, 9 or 25 for other squares), or one row per line"));
            }
        };
        if row.len() != shape.cells() {
            return Err(InputError::new(format!("there are {} tiles", row.len()))
                .at(row[0].line, 0)
                .expected(format!("{} for {shape}", shape.cells())));
        }
        return Ok(shape);
    }
    let cols = wanted.map_or(rows[0].len(), Shape::cols);
    for (index, row) in rows.iter().enumerate() {
        if row.len() != cols {
            return Err(InputError::new(format!("row {} has {} tiles", index + 1, row.len()))
                .at(row[0].line, row[0].column)
                .expected(format!("{cols} in every row")));
        }
    }
    let found = Shape::new(rows.len(), cols).map_err(|error| error.at(rows[0][0].line, 0))?;
    match wanted {
        Some(shape) if shape != found => {
            Err(InputError::new(format!("this is a {found} board")).expected(format!("{shape}")))
        }
        _ => Ok(found),
    }
}

fn parse_tile(token: &Token<'_>, shape: Shape) -> Result<u8, InputError> {
    if matches!(token.text, "." | "0" | "_" | "-") {
        return Ok(0);
    }
    let most = shape.largest_exponent(true);
    let value = token.text.parse::<u64>().ok().filter(|v| v.is_power_of_two() && *v > 1);
    match value.map(|v| v.trailing_zeros() as u8) {
        Some(exponent) if exponent <= most => Ok(exponent),
        Some(_) => Err(InputError::new(format!("{} cannot stand on a {shape} board", token.text))
            .at(token.line, token.column)
            .expected(format!("at most {}, the largest possible tile", 1_u64 << most))),
        None => Err(InputError::new(format!("{} is not a tile", token.text))
            .at(token.line, token.column)
            .expected(format!("a power of two from 2 to {}, or . for an empty cell", 1_u64 << most))),
    }
}

fn parse_compact(token: &Token<'_>, shape: Option<Shape>) -> Result<(Shape, Board), InputError> {
    // Without a given shape only sixteen digits are a board: four might as well be the number 1024.
    let shape = shape.unwrap_or(Shape::STANDARD);
    if token.text.chars().count() != shape.cells() {
        return Err(InputError::new(format!("`{}` is not a board", token.text))
            .at(token.line, token.column)
            .expected(format!("rows of tiles, or {} digits for {shape}", shape.cells())));
    }
    let most = shape.largest_exponent(true);
    let mut board = Board::EMPTY;
    for (cell, c) in token.text.chars().enumerate() {
        let digit = u8::try_from(c.to_ascii_uppercase()).ok();
        let exponent = digit.and_then(|d| DIGITS.iter().position(|&known| known == d));
        match exponent {
            Some(exponent) if exponent <= most as usize => board = board.with(cell, exponent as u8),
            _ => {
                return Err(InputError::new(format!("`{c}` is not the digit of a tile on a {shape} board"))
                    .at(token.line, token.column + cell)
                    .expected(format!("0 to {}", char::from(DIGITS[most as usize]))));
            }
        }
    }
    Ok((shape, board))
}

/// One move of a record, with the tile that appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub chosen: Direction,
    /// Where the new tile appeared.
    pub cell: usize,
    /// Its exponent: 1 or 2.
    pub exponent: u8,
}

/// A game that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub shape: Shape,
    /// The first position.
    pub start: Board,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// How a replayed game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayEnd {
    /// The last position.
    pub board: Board,
    /// The score.
    pub score: u64,
}

impl Record {
    /// Plays the record again, checking every move and every new tile. `each` sees the position before
    /// each move.
    pub fn replay(&self, mut each: impl FnMut(Board, Ply)) -> Result<ReplayEnd, InputError> {
        let rules = Rules { shape: self.shape, fours: crate::rules::Fours::USUAL };
        let (mut board, mut score) = (self.start, 0);
        for (index, &ply) in self.plies.iter().enumerate() {
            let number = index + 1;
            each(board, ply);
            let (after, earned, changed) = rules.slide(board, ply.chosen);
            if !changed {
                return Err(InputError::new(format!("move {number}: {} changes nothing", ply.chosen)));
            }
            if after.get(ply.cell) != 0 {
                let (row, col) = (ply.cell / self.shape.cols() + 1, ply.cell % self.shape.cols() + 1);
                return Err(InputError::new(format!(
                    "move {number}: the new tile stands on a tile, in row {row}, column {col}"
                )));
            }
            board = after.with(ply.cell, ply.exponent);
            score += earned;
        }
        Ok(ReplayEnd { board, score })
    }

    /// Writes the record, with the score it replays to.
    pub fn to_text(&self) -> String {
        let score = self.replay(|_, _| {}).map_or(0, |end| end.score);
        let cols = self.shape.cols();
        let plies: Vec<String> = self
            .plies
            .iter()
            .map(|ply| {
                let (row, col) = (ply.cell / cols + 1, ply.cell % cols + 1);
                format!("{}{row}{col}+{}", ply.chosen.letter(), 1 << ply.exponent)
            })
            .collect();
        let lines: Vec<String> = plies.chunks(16).map(|chunk| chunk.join(" ")).collect();
        format!(
            "2048 {}\nstart {}\n{}\nscore {score} moves {}\n",
            self.shape,
            compact(self.shape, self.start),
            lines.join("\n"),
            self.plies.len()
        )
    }

    /// Reads a record and replays it; a `score` line must agree with the moves.
    pub fn parse(text: &str) -> Result<Record, InputError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, header) = lines.next().ok_or_else(|| InputError::new("there is no record"))?;
        let shape = header
            .trim()
            .strip_prefix("2048 ")
            .ok_or_else(|| InputError::new("this is not a record").at(1, 1).expected("`2048 4x4`"))
            .and_then(str::parse::<Shape>)?;
        let (number, start) = lines.next().ok_or_else(|| InputError::new("the start is missing"))?;
        let start = start.trim().strip_prefix("start ").ok_or_else(|| {
            InputError::new("the start is missing").at(number + 1, 1).expected("`start` and a board")
        })?;
        let (_, start) = parse_board(start, Some(shape))?;
        let mut record = Record { shape, start, plies: Vec::new() };
        let mut claimed = None;
        for (number, line) in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["score", score, ..] = words.as_slice() {
                claimed = Some(score.parse::<u64>().map_err(|_| {
                    InputError::new(format!("`{score}` is not a score"))
                        .at(number + 1, 7)
                        .expected("a number")
                })?);
                continue;
            }
            for word in words {
                record.plies.push(parse_ply(word, shape).ok_or_else(|| {
                    InputError::new(format!("`{word}` is not a move")).at(number + 1, 0).expected(
                        "a direction, row and column of the new tile, + and 2 or 4, such as `L32+2`",
                    )
                })?);
            }
        }
        let end = record.replay(|_, _| {})?;
        match claimed {
            Some(score) if score != end.score => {
                Err(InputError::new(format!("the record says score {score}"))
                    .expected(format!("{}, which its moves earn", end.score)))
            }
            _ => Ok(record),
        }
    }
}

fn parse_ply(word: &str, shape: Shape) -> Option<Ply> {
    let mut chars = word.chars();
    let chosen = chars.next()?.to_string().parse().ok()?;
    let row = chars.next()?.to_digit(10)? as usize;
    let col = chars.next()?.to_digit(10)? as usize;
    let exponent = match chars.as_str() {
        "+2" => 1,
        "+4" => 2,
        _ => return None,
    };
    let inside = (1..=shape.rows()).contains(&row) && (1..=shape.cols()).contains(&col);
    inside.then(|| Ply { chosen, cell: (row - 1) * shape.cols() + col - 1, exponent })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STANDARD: &str = "2 . . 4\n. 8 . .\n. . . .\n16 . 2 2";

    #[test]
    fn all_forms_of_a_board_read_alike() {
        let (shape, board) = parse_board(STANDARD, None).unwrap();
        assert_eq!(grid(shape, board), STANDARD);
        assert_eq!(compact(shape, board), "1002030000004011");
        for text in [
            "1002030000004011",
            "2,0,0,4/0,8,0,0/0,0,0,0/16,0,2,2",
            "2 _ _ 4 / - 8 - - / 0 0 0 0 / 16 . 2 2",
            "2 0 0 4 0 8 0 0 0 0 0 0 16 0 2 2",
            "  2|0|0|4\n\n0 8 0 0\r\n0;0;0;0\n16 0 2 2\n",
        ] {
            assert_eq!(parse_board(text, None).unwrap(), (shape, board), "{text}");
        }
        let (wide, _) = parse_board("2 4 8\n. . 2", None).unwrap();
        assert_eq!(wide.to_string(), "2x3");
    }

    #[test]
    fn bad_boards_are_refused_with_their_place() {
        let four = Shape::new(4, 4).ok();
        for (text, shape, sentence) in [
            ("2 . . 3\n. . . .\n. . . .\n. . . .", None, "line 1, column 7: 3 is not a tile"),
            ("2 . . 4\n. . . .\n. . . .\n. . .", None, "line 4, column 1: row 4 has 3 tiles; expected 4"),
            ("2 0 0 4 0 8 0 0 0 0 0 0 16 0 2", None, "line 1: there are 15 tiles in one row; expected 16"),
            ("2 0 0 4 0 8 0 0 0 0 0 0 16 0 2", four, "line 1: there are 15 tiles; expected 16 for 4x4"),
            ("64 2/2 2", None, "64 cannot stand on a 2x2 board; expected at most 32"),
            ("", None, "there is no board"),
            ("2 4/4 2/2 4/2 4/2 4/2 4", None, "a board of 6x2 is not known"),
            ("10020300000040Z1", None, "column 15: `Z` is not the digit"),
            ("123", None, "`123` is not a board"),
        ] {
            let error = parse_board(text, shape).unwrap_err().to_string();
            assert!(error.contains(sentence), "{text}: {error}");
        }
    }

    #[test]
    fn targets_beyond_the_board_name_the_largest_tile() {
        use crate::rules::{Fours, Tile};
        let tile = |text: &str| text.parse::<Tile>();
        let rules = |fours: &str| Rules { shape: Shape::new(2, 2).unwrap(), fours: fours.parse().unwrap() };
        assert_eq!(tile("32").unwrap().on(&rules("0.1")), Ok(5));
        let error = tile("64").unwrap().on(&rules("0.1")).unwrap_err().to_string();
        assert!(error.contains("at most 32"), "{error}");
        let error = tile("32").unwrap().on(&rules("0")).unwrap_err().to_string();
        assert!(error.contains("at most 16"), "{error}");
        let standard = Rules { shape: Shape::STANDARD, fours: Fours::USUAL };
        assert_eq!(tile("131072").unwrap().on(&standard), Ok(17));
        for wrong in ["3", "2", "", "2047", "-4", "99999999999999999999"] {
            assert!(tile(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn records_replay_and_refuse_what_cannot_have_happened() {
        let text = "2048 2x2\nstart 1100\nL22+2 U21+4\nscore 4 moves 2\n";
        let record = Record::parse(text).unwrap();
        assert_eq!(record.to_text(), text);
        for (bad, sentence) in [
            ("2048 2x2\nstart 1100\nL11+2", "the new tile stands on a tile, in row 1, column 1"),
            ("2048 2x2\nstart 1100\nU22+2", "move 1: up changes nothing"),
            ("2048 2x2\nstart 1100\nL22+2\nscore 8", "expected 4"),
            ("2048 2x2\nstart 1100\nX22+2", "`X22+2` is not a move"),
            ("2048 2x2\nstart 1100\nL32+2", "`L32+2` is not a move"),
            ("2048 9x2\nstart 1100", "from 2 to 5"),
            ("hello", "this is not a record"),
        ] {
            let error = Record::parse(bad).unwrap_err().to_string();
            assert!(error.contains(sentence), "{bad}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_readers_panic(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
                let _ = parse_board(&text, None);
                let _ = parse_board(&text, Some(Shape::STANDARD));
                let _ = text.parse::<Shape>();
                let _ = text.parse::<crate::rules::Tile>();
                let _ = text.parse::<crate::rules::Fours>();
                let _ = Record::parse(&text);
                let _ = Record::parse(&format!("2048 2x2\nstart 1100\n{text}"));
            }
        }

        #[test]
        fn mutated_boards_and_records_never_make_the_readers_panic(
            at in 0_usize..60, byte in any::<char>(), which in 0_usize..3
        ) {
            let original = [STANDARD, "1002030000004011", "2048 2x2\nstart 1100\nL22+2 U21+4\nscore 4 moves 2\n"][which];
            let mut chars: Vec<char> = original.chars().collect();
            let at = at % chars.len();
            chars[at] = byte;
            let text: String = chars.into_iter().collect();
            let _ = parse_board(&text, None);
            let _ = Record::parse(&text);
        }

        #[test]
        fn every_board_survives_both_notations(
            rows in 2_usize..=5, cols in 2_usize..=5, exponents in prop::collection::vec(0_u8..=5, 25)
        ) {
            let shape = Shape::new(rows, cols).unwrap();
            let board = Board::from_exponents(&exponents[..shape.cells()]);
            prop_assert_eq!(parse_board(&grid(shape, board), None).unwrap(), (shape, board));
            prop_assert_eq!(parse_board(&picture(shape, board), None).unwrap(), (shape, board));
            prop_assert_eq!(parse_board(&compact(shape, board), Some(shape)).unwrap(), (shape, board));
        }
    }
}
