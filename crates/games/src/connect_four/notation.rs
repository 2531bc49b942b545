//! Positions as text: the columns played, as the field writes them.
//!
//! `44455` is the game in which the columns 4, 4, 4, 5, 5 were played, counted from 1 on the left; `start` (or
//! nothing) is the empty board. White space and lines that begin with `#` are passed over. On another board than
//! 7x6 the size comes first: `5x4:332`.

use quandary_core::InputError;

use super::geometry::{Geometry, Sized};
use super::rules::{ConnectFour, Position};

/// A position with the game that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub size: Sized,
    /// The columns played, from 0.
    pub columns: Vec<u32>,
    /// Where that leads.
    pub position: Position,
}

impl Record {
    /// The rules of its board.
    pub fn rules(&self) -> ConnectFour<Sized> {
        ConnectFour(self.size)
    }

    /// Whether a game can go on from here.
    pub fn is_over(&self) -> bool {
        self.rules().has_four(self.position.opponent()) || self.position.stones == self.size.board()
    }
}

/// Reads `WxH`, such as `7x6`: columns, then rows.
pub fn parse_size(text: &str) -> Result<Sized, InputError> {
    let bad = || {
        InputError::new(format!("`{}` is not a board", text.trim()))
            .expected("COLUMNSxROWS with columns x (rows + 1) at most 64, such as 7x6")
    };
    let (width, height) = text.trim().split_once(['x', 'X', '×']).ok_or_else(bad)?;
    let size =
        Sized::new(width.trim().parse().map_err(|_| bad())?, height.trim().parse().map_err(|_| bad())?);
    size.ok_or_else(bad)
}

/// Reads a game. Without a size of its own it is played on `size`.
///
/// ```
/// use quandary_games::connect_four::notation::{format_record, parse_record, parse_size};
/// let standard = parse_size("7x6").unwrap();
/// let record = parse_record("4 4 4", standard).unwrap();
/// assert_eq!((record.position.ply(), format_record(&record)), (3, "444".to_owned()));
/// let error = parse_record("4448", standard).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: there is no column `8`; expected a column from 1 to 7");
/// let error = parse_record("4444444", standard).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 7: column 4 is full; expected one of 1, 2, 3, 5, 6, 7");
/// ```
pub fn parse_record(text: &str, size: Sized) -> Result<Record, InputError> {
    let (size, text, skipped) = match text.split_once(':') {
        Some((own, rest)) => (parse_size(own)?, rest, own.chars().count() + 1),
        None => (size, text, 0),
    };
    let mut record = Record { size, columns: Vec::new(), position: Position::START };
    if text.trim() == "start" {
        return Ok(record);
    }
    let rules = record.rules();
    for (line, row) in text.lines().enumerate() {
        if row.trim_start().starts_with('#') {
            continue;
        }
        for (column, letter) in row.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
            let at = |error: InputError| error.at(line + 1, column + 1 + if line == 0 { skipped } else { 0 });
            let choice = letter.to_digit(10).filter(|digit| (1..=size.width()).contains(digit));
            let Some(digit) = choice else {
                return Err(at(InputError::new(format!("there is no column `{letter}`"))
                    .expected(format!("a column from 1 to {}", size.width()))));
            };
            if rules.has_four(record.position.opponent()) {
                return Err(at(InputError::new("the game was won before this stone")
                    .expected("nothing after a line of four")));
            }
            let Some(cell) = rules.drop(record.position, digit - 1) else {
                return Err(at(
                    InputError::new(format!("column {digit} is full")).expected(open_columns(&record))
                ));
            };
            record.position = record.position.with(cell);
            record.columns.push(digit - 1);
        }
    }
    if record.columns.is_empty() {
        return Err(
            InputError::new("no column was played").expected("columns, or `start` for the empty board")
        );
    }
    Ok(record)
}

fn open_columns(record: &Record) -> String {
    let rules = record.rules();
    let open: Vec<String> = (0..record.size.width())
        .filter(|&column| rules.drop(record.position, column).is_some())
        .map(|column| (column + 1).to_string())
        .collect();
    if open.is_empty() { "nothing: the board is full".into() } else { format!("one of {}", open.join(", ")) }
}

/// The one standard way to write a game.
pub fn format_record(record: &Record) -> String {
    let moves: String = record.columns.iter().map(|column| char::from(b'1' + *column as u8)).collect();
    let moves = if moves.is_empty() { "start".to_owned() } else { moves };
    if (record.size.width(), record.size.height()) == (7, 6) {
        moves
    } else {
        format!("{}x{}:{moves}", record.size.width(), record.size.height())
    }
}

/// The board for a person: `X` began, `O` is the other, columns numbered below.
pub fn draw(record: &Record) -> String {
    let (width, height) = (record.size.width(), record.size.height());
    let first_to_move = record.position.ply().is_multiple_of(2);
    let (x, o) = if first_to_move {
        (record.position.mover, record.position.opponent())
    } else {
        (record.position.opponent(), record.position.mover)
    };
    let mut text = String::new();
    for row in (0..height).rev() {
        for column in 0..width {
            let cell = 1_u64 << (column * (height + 1) + row);
            text.push_str(if x & cell != 0 {
                "X "
            } else if o & cell != 0 {
                "O "
            } else {
                ". "
            });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let numbers: Vec<String> = (1..=width).map(|column| column.to_string()).collect();
    text + &numbers.join(" ")
}

/// Reads lines of `moves score`, as the test sets of the field are written.
pub fn parse_cases(text: &str, size: Sized) -> Result<Vec<(Record, i32)>, InputError> {
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(moves), Some(score), None) = (words.next(), words.next(), words.next()) else {
            return Err(InputError::new("a line without a score").at(index + 1, 0).expected("`moves score`"));
        };
        let record = parse_record(moves, size)
            .map_err(|error| InputError { place: error.place, ..error })
            .map_err(|error| {
                let column = error.place.map_or(0, |place| place.column);
                error.at(index + 1, column)
            })?;
        let score = score.parse().map_err(|_| {
            InputError::new(format!("`{score}` is not a score")).at(index + 1, 0).expected("a whole number")
        })?;
        cases.push((record, score));
    }
    if cases.is_empty() {
        return Err(InputError::new("there are no positions").expected("`moves score` on each line"));
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn standard() -> Sized {
        Sized::new(7, 6).unwrap()
    }

    #[test]
    fn a_stone_after_the_end_is_refused() {
        let error = parse_record("12121212", standard()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 8: the game was won before this stone; expected nothing after a line of four"
        );
    }

    #[test]
    fn the_board_is_drawn_with_its_columns() {
        let record = parse_record("2x2:12", standard()).unwrap();
        assert_eq!(draw(&record), ". .\nX O\n1 2");
        assert_eq!(format_record(&record), "2x2:12");
        assert_eq!(format_record(&parse_record("start", standard()).unwrap()), "start");
        assert!(parse_record(" ", standard()).is_err());
    }

    #[test]
    fn cases_need_a_score() {
        assert_eq!(parse_cases("44 1\n\n# no\n45 -2\n", standard()).unwrap().len(), 2);
        let sentence = |text: &str| parse_cases(text, standard()).unwrap_err().to_string();
        assert_eq!(sentence("44 1\n45"), "line 2: a line without a score; expected `moves score`");
        assert_eq!(
            sentence("44 1\n49 1"),
            "line 2, column 2: there is no column `9`; expected a column from 1 to 7"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panicking(text in "\\PC{0,40}") {
            let _ = parse_record(&text, standard());
            let _ = parse_cases(&text, standard());
            let _ = parse_size(&text);
        }

        #[test]
        fn digits_with_noise_are_read_or_refused(text in "([1-9]|[0-9]x[0-9]:|[ \n#x:]){0,60}") {
            if let Ok(record) = parse_record(&text, standard()) {
                prop_assert_eq!(parse_record(&format_record(&record), standard()).unwrap(), record);
            }
        }
    }
}
