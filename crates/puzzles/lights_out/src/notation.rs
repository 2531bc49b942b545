//! Text: a size as `5x5`, a position as rows of `#` (lit) and `.` (dark), a cell as ROW,COLUMN from 1.

use std::fmt;
use std::str::FromStr;

use quandary_core::InputError;

use crate::rules::LightsOut;

impl FromStr for LightsOut {
    type Err = InputError;

    fn from_str(text: &str) -> Result<LightsOut, InputError> {
        let sides = text
            .split_once('x')
            .and_then(|(rows, columns)| Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)));
        let (rows, columns) = sides.ok_or_else(|| {
            InputError::new(format!("`{text}` is not a board size")).expected("ROWSxCOLUMNS, such as 5x5")
        })?;
        LightsOut::new(rows, columns)
    }
}

impl fmt::Display for LightsOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows(), self.columns())
    }
}

/// Reads a position. Rows are separated by line breaks, spaces or `/`; without a separator the size must be known.
///
/// ```
/// use quandary_lights_out::notation::{format_board, parse_board};
/// let (rules, lit) = parse_board("#. .#", None).unwrap();
/// assert_eq!((rules.to_string().as_str(), lit), ("2x2", 0b1001));
/// assert_eq!(format_board(&rules, lit), "#.\n.#");
/// assert_eq!(parse_board("#..#", Some(rules)), Ok((rules, lit)));
/// assert!(parse_board("#. .?", None).is_err() && parse_board("#. .", None).is_err());
/// ```
pub fn parse_board(text: &str, size: Option<LightsOut>) -> Result<(LightsOut, u64), InputError> {
    let rows: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == '/').filter(|row| !row.is_empty()).collect();
    let wrong = |what: String| InputError::new(what).expected("rows of # (lit) and . (dark), equally long");
    if let Some(other) = text.chars().find(|c| !c.is_whitespace() && !"#./".contains(*c)) {
        return Err(wrong(format!("`{other}` is not a light")));
    }
    let Some(first) = rows.first() else { return Err(wrong("there is no board".into())) };
    if let Some(row) = rows.iter().find(|row| row.len() != first.len()) {
        return Err(wrong(format!("the row `{row}` is not as long as the first")));
    }
    let found = match size {
        Some(size) if rows.len() == 1 && first.len() == size.cells() => size,
        _ => LightsOut::new(rows.len(), first.len())?,
    };
    if let Some(size) = size.filter(|size| *size != found) {
        return Err(InputError::new(format!("a position of {found}")).expected(format!("one of {size}")));
    }
    let lights = rows
        .concat()
        .bytes()
        .enumerate()
        .fold(0, |lit, (cell, light)| lit | u64::from(light == b'#') << cell);
    Ok((found, lights))
}

/// Writes a position as [`parse_board`] reads it, one line per row.
pub fn format_board(rules: &LightsOut, lit: u64) -> String {
    let light = |cell: usize| if lit >> cell & 1 == 1 { '#' } else { '.' };
    let row = |row: usize| (0..rules.columns()).map(|column| light(row * rules.columns() + column)).collect();
    (0..rules.rows()).map(row).collect::<Vec<String>>().join("\n")
}

/// The name of a cell: its row and column from 1.
pub fn format_cell(rules: &LightsOut, cell: usize) -> String {
    let (row, column) = rules.place(cell);
    format!("{},{}", row + 1, column + 1)
}

/// Reads the name of a cell.
pub fn parse_cell(rules: &LightsOut, name: &str) -> Result<usize, InputError> {
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    let cell = name.split_once(',').and_then(|(row, column)| rules.cell(number(row)?, number(column)?));
    cell.ok_or_else(|| {
        let expected = format!("ROW,COLUMN from 1,1 to {},{}", rules.rows(), rules.columns());
        InputError::new(format!("`{name}` is not a cell of a {rules} board")).expected(expected)
    })
}
