//! Games and positions as text: the points played, as the field writes them, or the board as it is drawn.
//!
//! `h8 i9 g7` is a game: a point is the letter of its column from the left and the number of its row from the bottom.
//! White space and commas between the points are passed over, and so are move numbers (`1.`) and lines that begin with
//! `#`; `start` is the empty board. On another board than 15x15 with rows of five it comes first: `3x3/3: b2 a1`,
//! `15x15/renju: h8`. Stones that stood before the first move are written in braces, X before O: `{h8 g7 / i9} g8`.
//!
//! A board is drawn row by row from the top, `X` for the side that begins, `O` for the other, `.` for an empty point, with
//! or without spaces between, the numbers of the rows on the left and the letters of the columns below.

use quandary_core::InputError;
use quandary_core::rules::Side;

use super::rules::{Gomoku, Point, Position};
use super::stones::Stones;

/// The board that is meant when none is named: 15x15, five or more in a row.
pub const USUAL: &str = "15x15";

/// A game: the stones that it began with, the points played, and where that leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board and its rules.
    pub rules: Gomoku,
    /// Where it began: the empty board, unless it was set up.
    pub start: Position,
    /// The points played since.
    pub moves: Vec<Point>,
    /// Where that leads.
    pub position: Position,
}

impl Record {
    /// A game that begins at a position.
    pub fn at(rules: Gomoku, start: Position) -> Record {
        Record { rules, start, moves: Vec::new(), position: start }
    }

    /// The game with one more stone on a legal point.
    #[must_use]
    pub fn then(&self, point: Point) -> Record {
        let mut next = self.clone();
        next.position = self.rules.after(&self.position, point);
        next.moves.push(point);
        next
    }
}

/// `X`, the first player, or `O`.
pub fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

/// The name of a point: `h8`.
pub fn format_point(rules: &Gomoku, point: Point) -> String {
    let (row, column) = rules.place(point);
    format!("{}{}", column_letter(column), row + 1)
}

/// The names of points, with spaces between.
pub fn format_points(rules: &Gomoku, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|point| format_point(rules, point)).collect();
    names.join(" ")
}

fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The point with a name; none where the board has no such point.
pub fn parse_point(rules: &Gomoku, name: &str) -> Option<Point> {
    let name = name.trim();
    let letter = name.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let column = usize::from(letter.to_ascii_lowercase() - b'a');
    let digits = &name[1..];
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    rules.point(digits.parse::<usize>().ok()?.checked_sub(1)?, column)
}

/// Reads a game, or a board as it is drawn. Without a board of its own it is played on `usual`.
///
/// ```
/// use quandary_games::gomoku::Gomoku;
/// use quandary_games::gomoku::notation::{draw, format_record, parse_record};
/// let usual: Gomoku = "15x15".parse().unwrap();
/// let record = parse_record("1. h8 i9 2. g7", usual).unwrap();
/// assert_eq!(format_record(&record), "h8 i9 g7");
/// assert_eq!(parse_record(&draw(&record), usual).unwrap().position, record.position);
/// let small = parse_record("3x3/3: b2 a1", usual).unwrap();
/// assert_eq!(draw(&small), "3 . . .\n2 . X .\n1 O . .\n  a b c");
/// let error = parse_record("h8 i9 h8", usual).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 7: move 3: there is a stone on h8; expected an empty point");
/// let error = parse_record("h8 i", usual).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: move 2: `i` is not a point; expected one from a1 to o15");
/// ```
pub fn parse_record(text: &str, usual: Gomoku) -> Result<Record, InputError> {
    let (rules, rest, skipped) = match text.split_once(':') {
        Some((own, rest)) => (own.parse()?, rest, own.chars().count() + 1),
        None => (usual, text, 0),
    };
    if let Some(rows) = drawn_rows(rest) {
        let named = text.contains(':').then_some(rules);
        return parse_drawn(&rows, named, usual);
    }
    if rest.trim() == "start" {
        return Ok(Record::at(rules, Position::START));
    }
    let mut reader = Reader::new(rules);
    for (line, row) in rest.lines().enumerate() {
        if row.trim_start().starts_with('#') {
            continue;
        }
        let letters: Vec<char> = row.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let from = at;
            at += 1;
            let first = letters[from];
            if first.is_whitespace() || first == ',' {
                continue;
            }
            if first.is_ascii_alphanumeric() {
                while at < letters.len() && letters[at].is_ascii_digit() {
                    at += 1;
                }
            }
            // A move number.
            if first.is_ascii_digit() && letters.get(at) == Some(&'.') {
                at += 1;
                continue;
            }
            let word: String = letters[from..at].iter().collect();
            let column = from + 1 + if line == 0 { skipped } else { 0 };
            reader.read(&word).map_err(|error| error.at(line + 1, column))?;
        }
    }
    reader.end()
}

/// What stands in braces is set up, the rest is played.
enum Part {
    Stones(Side),
    Moves,
}

struct Reader {
    record: Record,
    part: Part,
    set_up: [Stones; 2],
    begun: bool,
}

impl Reader {
    fn new(rules: Gomoku) -> Reader {
        let record = Record::at(rules, Position::START);
        Reader { record, part: Part::Moves, set_up: [Stones::NONE; 2], begun: false }
    }

    fn read(&mut self, word: &str) -> Result<(), InputError> {
        let rules = self.record.rules;
        match (word, &self.part) {
            ("{", Part::Moves) if !self.begun => self.part = Part::Stones(Side::First),
            ("/", Part::Stones(Side::First)) => self.part = Part::Stones(Side::Second),
            ("}", Part::Stones(_)) => {
                self.record = Record::at(rules, rules.set_up(self.set_up[0], self.set_up[1])?);
                self.part = Part::Moves;
            }
            (_, Part::Stones(side)) => {
                let point = parse_point(&rules, word).ok_or_else(|| no_point(&rules, word))?;
                if (self.set_up[0] | self.set_up[1]).has(point.bit()) {
                    return Err(taken(word));
                }
                let own = &mut self.set_up[usize::from(*side == Side::Second)];
                *own = own.with(point.bit());
            }
            (_, Part::Moves) => {
                let number = self.record.moves.len() + 1;
                self.play(word).map_err(|error| InputError {
                    what: format!("move {number}: {}", error.what),
                    ..error
                })?;
            }
        }
        self.begun = true;
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), InputError> {
        let Record { rules, position, .. } = &self.record;
        let point = parse_point(rules, word).ok_or_else(|| no_point(rules, word))?;
        must_be_legal(rules, position, point)?;
        self.record = self.record.then(point);
        Ok(())
    }

    fn end(self) -> Result<Record, InputError> {
        match self.part {
            Part::Stones(_) => Err(InputError::new("the stones that were set up do not end")
                .expected("`}` after the stones of both sides")),
            Part::Moves if !self.begun => Err(InputError::new("no stone was placed")
                .expected("points such as h8, a board, or `start` for the empty board")),
            Part::Moves => Ok(self.record),
        }
    }
}

/// Why a stone cannot be placed, if it cannot.
pub fn must_be_legal(rules: &Gomoku, position: &Position, point: Point) -> Result<(), InputError> {
    let name = format_point(rules, point);
    if position.won {
        return Err(InputError::new("the game was won before this stone").expected("nothing after a row"));
    }
    if position.all().has(point.bit()) {
        return Err(taken(&name));
    }
    match rules.forbidden(position, point) {
        Some(why) => Err(InputError::new(format!("{name} is {why}, which renju forbids to X"))
            .expected("a point that is not forbidden")),
        None => Ok(()),
    }
}

fn taken(name: &str) -> InputError {
    InputError::new(format!("there is a stone on {name}")).expected("an empty point")
}

fn no_point(rules: &Gomoku, word: &str) -> InputError {
    let last = format!("{}{}", column_letter(rules.columns() - 1), rules.rows());
    let word: String = word.chars().take(20).collect();
    InputError::new(format!("`{word}` is not a point")).expected(format!("one from a1 to {last}"))
}

/// The rows of a drawn board with their lines, from the top; none when it is not a drawing.
fn drawn_rows(text: &str) -> Option<Vec<(usize, String)>> {
    let mut rows = Vec::new();
    for (line, row) in text.lines().enumerate() {
        if row.trim().is_empty() || row.trim_start().starts_with('#') {
            continue;
        }
        // The letters below, and who is to move, come after all rows.
        let words: Vec<&str> = row.split_whitespace().collect();
        let labels = words.iter().enumerate().all(|(column, word)| {
            word.len() == 1 && word.bytes().next() == Some(b'a' + u8::try_from(column).unwrap_or(b'z'))
        });
        if !rows.is_empty() && (labels || row.contains("to move")) {
            continue;
        }
        let points = row.trim().trim_start_matches(|letter: char| letter.is_ascii_digit());
        let points: String = points.chars().filter(|letter| !letter.is_whitespace()).collect();
        if points.is_empty() || !points.chars().all(|letter| "XxOo.-_+*".contains(letter)) {
            return None;
        }
        rows.push((line, points));
    }
    (!rows.is_empty()).then_some(rows)
}

fn parse_drawn(rows: &[(usize, String)], named: Option<Gomoku>, usual: Gomoku) -> Result<Record, InputError> {
    let columns = rows[0].1.chars().count();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.chars().count() != columns) {
        return Err(InputError::new(format!("a row of {} points", row.chars().count()))
            .at(line + 1, 0)
            .expected(format!("{columns}, as in the first row")));
    }
    let rules = match named {
        Some(rules) => rules,
        None => Gomoku::new(rows.len(), columns, usual.row(), usual.rule())?,
    };
    if (rules.rows(), rules.columns()) != (rows.len(), columns) {
        return Err(InputError::new(format!("a drawing of {}x{columns}", rows.len())).expected(format!(
            "one of {}x{}",
            rules.rows(),
            rules.columns()
        )));
    }
    let (mut first, mut second) = (Stones::NONE, Stones::NONE);
    for (row, (_, points)) in rows.iter().rev().enumerate() {
        for (column, letter) in points.chars().enumerate() {
            let Some(point) = rules.point(row, column) else { continue };
            match letter {
                'X' | 'x' => first = first.with(point.bit()),
                'O' | 'o' => second = second.with(point.bit()),
                _ => {}
            }
        }
    }
    Ok(Record::at(rules, rules.set_up(first, second)?))
}

/// The one standard way to write a game.
pub fn format_record(record: &Record) -> String {
    let Record { rules, start, moves, .. } = record;
    let mut parts = Vec::new();
    let board = rules.to_string();
    if board != USUAL {
        parts.push(format!("{board}:"));
    }
    if start.stones > 0 {
        let side = |stones: Stones| format_points(rules, stones.iter().map(|bit| Point(bit as u16)));
        parts.push(format!("{{{} / {}}}", side(start.first), side(start.second)));
    }
    if !moves.is_empty() {
        parts.push(format_points(rules, moves.iter().copied()));
    } else if start.stones == 0 {
        parts.push("start".into());
    }
    parts.join(" ")
}

/// The board for a person: `X` began, `O` is the other, rows numbered on the left, letters of the columns below.
pub fn draw(record: &Record) -> String {
    let Record { rules, position, .. } = record;
    let wide = rules.rows().to_string().len();
    let mut text = String::new();
    for row in (0..rules.rows()).rev() {
        text += &format!("{:>wide$}", row + 1);
        for bit in (0..rules.columns()).map(|column| row * (rules.columns() + 1) + column) {
            text.push(' ');
            text.push(match (position.first.has(bit), position.second.has(bit)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '.',
            });
        }
        text.push('\n');
    }
    text += &" ".repeat(wide);
    for column in 0..rules.columns() {
        text.push(' ');
        text.push(column_letter(column));
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usual() -> Gomoku {
        USUAL.parse().unwrap()
    }

    fn refused(text: &str) -> String {
        parse_record(text, usual()).unwrap_err().to_string()
    }

    #[test]
    fn an_illegal_record_is_refused_with_the_number_of_the_move() {
        assert_eq!(
            refused("3x3/3: a1 b1 a2 b2 a3 c3"),
            "line 1, column 23: move 6: the game was won before this stone; expected nothing after a row"
        );
        assert_eq!(
            refused("h8 i9\np1"),
            "line 2, column 1: move 3: `p1` is not a point; expected one from a1 to o15"
        );
        assert!(refused("h8 h0").contains("move 2: `h0` is not a point"));
        assert!(refused("99 h8").contains("move 1: `99` is not a point"));
        // Two open threes through h8.
        assert_eq!(
            refused("15x15/renju: f8 a1 g8 c1 h6 e1 h7 o1 h8"),
            "line 1, column 38: move 9: h8 is a double three, which renju forbids to X; expected a point that is not \
             forbidden"
        );
    }

    #[test]
    fn set_up_stones_are_read_and_written() {
        let record = parse_record("{h8 g7 / i9 } g8", usual()).unwrap();
        assert_eq!(format_record(&record), "{g7 h8 / i9} g8");
    }

    #[test]
    fn drawings_of_other_boards_take_their_size_and_bad_ones_are_refused() {
        let record = parse_record("3x3/3:\nX.O\n.X.\n..O", usual()).unwrap();
        assert_eq!(format_record(&record), "3x3/3: {b2 a3 / c1 c3}");
        assert!(refused("X.O\n.X\n..O").starts_with("line 2: a row of 2 points"));
        assert!(refused("3x3/3:\nXXX\n.X.\n..O").contains("X has 4 stones and O has 1"));
        assert!(refused("3x3/3:\nXXX\nOO.\nO..").contains("X has a row already and is to move"));
        assert!(refused("4x3/3:\nX..\n...\n...").contains("a drawing of 3x3"));
        assert!(refused("{h8 / i9").contains("do not end"));
        assert!(refused(" ").contains("no stone was placed"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panicking(text in "\\PC{0,40}") {
            let _ = parse_record(&text, usual());
        }

        #[test]
        fn what_is_read_is_written_and_read_again(text in "([a-o]1?[0-9] ?|[{}/] ?|5x5/4: ?|start|[.XO\n]){0,30}") {
            if let Ok(record) = parse_record(&text, usual()) {
                prop_assert_eq!(parse_record(&format_record(&record), usual()).unwrap(), record.clone());
                let drawn = parse_record(&format!("{}:\n{}", record.rules, draw(&record)), usual()).unwrap();
                prop_assert_eq!(drawn.position, record.position);
            }
        }
    }
}
