//! Boards and moves as text.
//!
//! A board is its numbers along the rows, 0 (or `_`) for the empty cell. Rows end with a new line, `/` or
//! `;`. Numbers are separated by white space or commas. On a single row without ends the board is square,
//! unless a size is given. Lines that start with `#` are comments.
//!
//! Moves are one letter each, [`Slide::letter`]: the way a *tile* slides.

use std::fmt::Write;

use quandary_core::InputError;

use crate::rules::{Board, Size, Slide};

/// Reads `RxC`, such as `3x3`.
pub fn parse_size(text: &str) -> Result<Size, InputError> {
    let bad =
        || InputError::new(format!("`{text}` is not a board size")).expected("ROWSxCOLUMNS, such as 3x3");
    let (rows, columns) = text.trim().split_once(['x', 'X', '×']).ok_or_else(bad)?;
    Size::new(rows.trim().parse().map_err(|_| bad())?, columns.trim().parse().map_err(|_| bad())?)
}

/// A number on the board with its place in the text, for messages.
struct Token {
    value: u8,
    line: usize,
    column: usize,
}

/// Reads a board. `size` says the shape when the text has no rows of its own.
///
/// ```
/// use quandary_sliding::notation::{format_board, parse_board};
/// let board = parse_board("1 2 3 / 4 5 6 / 7 _ 8", None).unwrap();
/// assert_eq!(format_board(&board), "1 2 3\n4 5 6\n7 0 8");
/// let error = parse_board("1 1 2 3 4 5 6 7 8", None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 3: tile 1 appears twice, and 0 (the empty cell) is missing; \
///      expected each of 0 to 8 once, 0 for the empty cell"
/// );
/// ```
pub fn parse_board(text: &str, size: Option<Size>) -> Result<Board, InputError> {
    let rows = parse_rows(text)?;
    let count: usize = rows.iter().map(Vec::len).sum();
    if count == 0 {
        return Err(InputError::new("the board is empty")
            .expected("its numbers along the rows, 0 for the empty cell, such as 1 2 3 4 5 6 7 8 0"));
    }
    let size = match (size, rows.len()) {
        (Some(size), 1) => size,
        (Some(size), lines) if lines != size.rows() => {
            return Err(InputError::new(format!("{lines} rows on a board of {size}"))
                .at(rows[lines - 1][0].line, 0)
                .expected(format!("{} rows of {}", size.rows(), size.columns())));
        }
        (Some(size), _) => size,
        (None, 1) => square(count)?,
        (None, lines) => Size::new(lines, rows[0].len())?,
    };
    if rows.len() > 1
        && let Some(row) = rows.iter().find(|row| row.len() != size.columns())
    {
        return Err(InputError::new(format!("a row of {} numbers", row.len()))
            .at(row[0].line, row[0].column)
            .expected(format!("{} numbers in every row", size.columns())));
    }
    let tokens: Vec<Token> = rows.into_iter().flatten().collect();
    check_tiles(&tokens, size)?;
    Board::new(size, &tokens.iter().map(|token| token.value).collect::<Vec<u8>>())
}

fn parse_rows(text: &str) -> Result<Vec<Vec<Token>>, InputError> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with('#') {
            continue;
        }
        let mut row = Vec::new();
        let mut word = String::new();
        let mut start = 0;
        // The extra blank at the end closes the last word.
        for (position, letter) in line.chars().chain([' ']).enumerate() {
            if letter.is_whitespace() || matches!(letter, ',' | '/' | ';') {
                if !word.is_empty() {
                    row.push(parse_token(&word, index + 1, start + 1)?);
                    word.clear();
                }
                if matches!(letter, '/' | ';') && !row.is_empty() {
                    rows.push(std::mem::take(&mut row));
                }
            } else {
                if word.is_empty() {
                    start = position;
                }
                word.push(letter);
            }
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    Ok(rows)
}

fn parse_token(word: &str, line: usize, column: usize) -> Result<Token, InputError> {
    let value = if word == "_" { Some(0) } else { word.parse::<u8>().ok() };
    value.map(|value| Token { value, line, column }).ok_or_else(|| {
        InputError::new(format!("`{}` is not a tile", word.chars().take(20).collect::<String>()))
            .at(line, column)
            .expected("a whole number from 0 to 255, or _ for the empty cell")
    })
}

fn square(count: usize) -> Result<Size, InputError> {
    let side = count.isqrt();
    if side * side != count || side < 2 {
        return Err(InputError::new(format!("{count} numbers on one line are not a square board"))
            .at(1, 0)
            .expected("rows on lines of their own (or separated by /), or --board ROWSxCOLUMNS"));
    }
    Size::new(side, side)
}

/// As [`Board::new`], but it can point at the place.
fn check_tiles(tokens: &[Token], size: Size) -> Result<(), InputError> {
    let cells = size.cells();
    let expected = format!("each of 0 to {} once, 0 for the empty cell", cells - 1);
    let mut seen = vec![false; cells];
    for token in tokens {
        let tile = usize::from(token.value);
        if tile >= cells {
            return Err(InputError::new(format!("tile {tile} does not exist on a board of {size}"))
                .at(token.line, token.column)
                .expected(expected));
        }
        if std::mem::replace(&mut seen[tile], true) {
            let missing = (0..cells).find(|&other| !tokens.iter().any(|t| usize::from(t.value) == other));
            let also = match missing {
                Some(0) => ", and 0 (the empty cell) is missing".to_owned(),
                Some(other) => format!(", and {other} is missing"),
                None => String::new(),
            };
            return Err(InputError::new(format!("tile {tile} appears twice{also}"))
                .at(token.line, token.column)
                .expected(expected));
        }
    }
    if tokens.len() != cells {
        return Err(
            InputError::new(format!("{} numbers on a board of {size}", tokens.len())).expected(expected)
        );
    }
    Ok(())
}

/// Writes a board: rows on lines of their own, numbers separated by one blank.
pub fn format_board(board: &Board) -> String {
    let rows: Vec<String> = board
        .tiles()
        .chunks(board.size().columns())
        .map(|row| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    rows.join("\n")
}

/// Draws a board for a person: aligned, a dot for the empty cell.
pub fn draw_board(board: &Board) -> String {
    let width = (board.size().cells() - 1).to_string().len();
    let mut out = String::new();
    for (index, row) in board.tiles().chunks(board.size().columns()).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str("  ");
        for &tile in row {
            let shown = if tile == 0 { ".".into() } else { tile.to_string() };
            let _ = write!(out, " {shown:>width$}");
        }
    }
    out
}

/// Writes moves as letters.
pub fn format_moves(moves: &[Slide]) -> String {
    moves.iter().map(|slide| slide.letter()).collect()
}

/// Reads moves: letters, with white space anywhere.
pub fn parse_moves(text: &str) -> Result<Vec<Slide>, InputError> {
    text.chars()
        .enumerate()
        .filter(|(_, letter)| !letter.is_whitespace())
        .map(|(position, letter)| {
            Slide::from_letter(letter).ok_or_else(|| {
                InputError::new(format!("`{letter}` is not a move"))
                    .at(1, position + 1)
                    .expected("U, L, R or D: the way a tile slides")
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sentence(text: &str) -> String {
        parse_board(text, None).unwrap_err().to_string()
    }

    #[test]
    fn bad_boards_say_what_is_wrong_and_where() {
        assert!(sentence("").starts_with("the board is empty; expected its numbers"));
        assert!(sentence("1 2 3").starts_with("line 1: 3 numbers on one line are not a square board"));
        assert!(sentence("1 2 3\n4 5\n6 7 0").starts_with("line 2, column 1: a row of 2 numbers"));
        assert!(sentence("1 2 3\n4 x 5\n6 7 0").starts_with("line 2, column 3: `x` is not a tile"));
        assert!(sentence("1 2 3\n4 9 5\n6 7 0").starts_with("line 2, column 3: tile 9 does not exist"));
        assert!(parse_size("0x3").unwrap_err().to_string().starts_with("a board of 0x3 cannot be played"));
        assert!(parse_size("three").unwrap_err().to_string().starts_with("`three` is not a board size"));
    }

    #[test]
    fn rows_may_end_in_many_ways() {
        let board = parse_board("1 2 3\n4 5 0", None).unwrap();
        assert_eq!(board.size(), Size::new(2, 3).unwrap());
        for text in ["1 2 3/4 5 0", "1,2,3;4,5,_", "# a comment\n1 2 3\r\n4 5 0\r\n"] {
            assert_eq!(parse_board(text, None).unwrap(), board, "{text}");
        }
        assert_eq!(parse_board("1 2 3 4 5 0", Some(board.size())).unwrap(), board);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_but_never_panics(text in ".*") {
            let _ = parse_board(&text, None);
            let _ = parse_size(&text);
            let _ = parse_moves(&text);
        }

        #[test]
        fn numbers_in_disorder_are_read_or_refused(numbers in proptest::collection::vec(0_u8..20, 0..30), columns in 1_usize..6) {
            let text: Vec<String> = numbers.chunks(columns).map(|row| {
                row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
            }).collect();
            if let Ok(board) = parse_board(&text.join("\n"), None) {
                prop_assert_eq!(parse_board(&format_board(&board), None).unwrap(), board);
            }
        }
    }
}
