//! Positions as text: the columns played, as the field writes them, or the board as it is drawn.
//!
//! `44455` is the game in which the columns 4, 4, 4, 5, 5 were played, counted from 1 on the left; `start` is the empty
//! board. White space, commas and lines that begin with `#` are passed over. On another board than the usual one of 6
//! rows and 7 columns the size comes first, rows before columns: `4x5:332`.
//!
//! A board is drawn row by row from the top, `X` for the player who began, `O` for the other and `.` for an empty cell,
//! with or without spaces between and with or without the numbers of the columns below. It stands for some game that
//! leads to it.

use std::str::FromStr;

use quandary_core::InputError;

use super::diagram;
use super::geometry::{AnySize, Geometry};
use super::rules::{ConnectFour, Position};

/// A position with the game that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub size: AnySize,
    /// The columns played, from 0.
    pub columns: Vec<u32>,
    /// Where that leads.
    pub position: Position,
}

impl Record {
    /// The rules of its board.
    pub fn rules(&self) -> ConnectFour<AnySize> {
        ConnectFour(self.size)
    }

    /// Whether a game can go on from here.
    pub fn is_over(&self) -> bool {
        self.rules().has_four(self.position.opponent()) || self.position.stones == self.size.board()
    }
}

/// Reads `ROWSxCOLUMNS`, such as `6x7`.
///
/// Many write the usual board the other way round, as 7x6. That could also be a board of 7 rows, and the author
/// would not notice; so it is refused, and the board of 7 rows and 6 columns is written `7rx6c`, as any other may be.
///
/// ```
/// use quandary_games::connect_four::notation::{format_size, parse_size};
/// assert_eq!(format_size(parse_size("4x5").unwrap()), "4x5");
/// assert_eq!(parse_size("4rx5c"), parse_size("4x5"));
/// assert_eq!(
///     parse_size("7x6").unwrap_err().to_string(),
///     "`7x6` has 7 rows and 6 columns when rows come first, as they do here; expected 6x7 for the usual board, or 7rx6c"
/// );
/// ```
pub fn parse_size(text: &str) -> Result<AnySize, InputError> {
    let text = text.trim();
    let bad = |expected: &str| InputError::new(format!("`{text}` is not a board")).expected(expected);
    let usual =
        "ROWSxCOLUMNS with columns x (rows + 1) at most 64, 1 to 19 rows and 1 to 9 columns, such as 6x7";
    let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(|| bad(usual))?;
    let (rows, columns) = (rows.trim(), columns.trim());
    let (named, rows, columns) = match (rows.strip_suffix('r'), columns.strip_suffix('c')) {
        (Some(rows), Some(columns)) => (true, rows, columns),
        _ => (false, rows, columns),
    };
    let number = |digits: &str| digits.parse::<u32>().map_err(|_| bad(usual));
    let (rows, columns) = (number(rows)?, number(columns)?);
    if (rows, columns, named) == (7, 6, false) {
        return Err(InputError::new(format!(
            "`{text}` has 7 rows and 6 columns when rows come first, as they do here"
        ))
        .expected("6x7 for the usual board, or 7rx6c"));
    }
    AnySize::new(columns, rows).ok_or_else(|| {
        if AnySize::new(rows, columns).is_some() {
            bad(&format!("rows before columns: {columns}x{rows}"))
        } else {
            bad(usual)
        }
    })
}

impl FromStr for AnySize {
    type Err = InputError;

    fn from_str(text: &str) -> Result<AnySize, InputError> {
        parse_size(text)
    }
}

/// The one standard way to write a size: what [`parse_size`] reads.
pub fn format_size(size: AnySize) -> String {
    match (size.height(), size.width()) {
        (7, 6) => "7rx6c".into(),
        (rows, columns) => format!("{rows}x{columns}"),
    }
}

/// Reads a game, or the board it led to. Without a size of its own it is played on `size`; a drawn board has its own.
///
/// ```
/// use quandary_games::connect_four::notation::{draw, format_record, parse_record, parse_size};
/// let standard = parse_size("6x7").unwrap();
/// let record = parse_record("4 4 4", standard).unwrap();
/// assert_eq!((record.position.ply(), format_record(&record)), (3, "444".to_owned()));
/// assert_eq!(parse_record("4,4,4", standard).as_ref(), Ok(&record));
/// assert_eq!(parse_record(&draw(&record), standard).unwrap().position, record.position);
/// let error = parse_record("4448", standard).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: there is no column `8`; expected a column from 1 to 7");
/// let error = parse_record("4444444", standard).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 7: column 4 is full; expected one of 1, 2, 3, 5, 6, 7");
/// ```
pub fn parse_record(text: &str, size: AnySize) -> Result<Record, InputError> {
    if diagram::is_diagram(text) {
        return diagram::parse(text);
    }
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
        let letters = row.chars().enumerate();
        for (column, letter) in letters.filter(|(_, letter)| !letter.is_whitespace() && *letter != ',') {
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
        return Err(InputError::new("no column was played")
            .expected("columns, a board, or `start` for the empty board"));
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
        format!("{}:{moves}", format_size(record.size))
    }
}

/// The board for a person: `X` began, `O` is the other, columns numbered below.
pub fn draw(record: &Record) -> String {
    let (width, height) = (record.size.width(), record.size.height());
    let (x, o) = record.position.sides();
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
pub fn parse_cases(text: &str, size: AnySize) -> Result<Vec<(Record, i32)>, InputError> {
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

    fn standard() -> AnySize {
        AnySize::new(7, 6).unwrap()
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
        let record = parse_record("2x2:1,2", standard()).unwrap();
        assert_eq!(draw(&record), ". .\nX O\n1 2");
        assert_eq!(format_record(&record), "2x2:12");
        assert_eq!(format_record(&parse_record("start", standard()).unwrap()), "start");
        assert!(parse_record(" ", standard()).is_err());
    }

    #[test]
    fn rows_come_before_columns_and_the_other_order_is_refused_where_it_can_be_recognised() {
        let size = parse_size("4x5").unwrap();
        assert_eq!((size.height(), size.width()), (4, 5));
        assert_eq!(format_record(&parse_record("4x5:55", standard()).unwrap()), "4x5:55");
        let sentence = |text: &str| parse_size(text).unwrap_err().to_string();
        assert!(sentence("7x6").ends_with("expected 6x7 for the usual board, or 7rx6c"));
        assert!(sentence("3x12").ends_with("expected rows before columns: 12x3"));
        let tall = parse_size("7rx6c").unwrap();
        assert_eq!((tall.height(), tall.width(), format_size(tall).as_str()), (7, 6, "7rx6c"));
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
        fn digits_with_noise_are_read_or_refused(text in "([1-9]|[0-9]x[0-9]:|[ \n#x:,]){0,60}") {
            if let Ok(record) = parse_record(&text, standard()) {
                prop_assert_eq!(parse_record(&format_record(&record), standard()).unwrap(), record);
            }
        }
    }
}
