//! Boards and positions as text.
//!
//! The first line is a header: `RxC/M`, rows, columns and mines; then, where it matters, the first-click rule
//! (`any`, `safe` or `open`) and the first cell (`row,column`). R rows of C cells follow.
//!
//! | letter | in a position | in a full board |
//! |---|---|---|
//! | `0`–`8` | open, with this many mines around it | |
//! | `?` | hidden; `.`, `-`, `#` and `_` are read as hidden too, but only one of the five in one text | |
//! | `F` | flag | |
//! | `*` | | mine |
//! | `.` | hidden, see `?` | safe |
//!
//! A text of dots alone is a full board when its header says 0 mines, and otherwise a position with everything
//! hidden. Spaces around lines and empty lines are ignored, cells may stand apart (`? ? ?`), and everything may
//! stand on one line with spaces between rows: `2x3/1 1?? 1??`. A **game** in progress, with its secret, has
//! letters of its own: [`crate::game`].

use std::fmt::{self, Write as _};
use std::str::FromStr;

use quandary_core::InputError;

use crate::board::{Board, Cell, FirstClick, Grid};
use crate::rules::{CellView, Minefield, Observation};
use crate::words::many;

/// A position: what a player sees.
///
/// ```
/// use quandary_minesweeper::Position;
/// let position: Position = "2x3/1\n1??\n1F?".parse().unwrap();
/// assert_eq!(position.to_string(), "2x3/1\n1??\n1F?");
/// // As people paste it:
/// let pasted: Position = "2x3/1\n1 - -\n1 F -".parse().unwrap();
/// assert_eq!(pasted.to_string(), position.to_string());
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    /// What is seen.
    pub observation: Observation,
    /// The first-click rule, if the header names it: it matters before the first click.
    pub first_click: Option<FirstClick>,
}

impl Position {
    /// What is seen, without a word about the rule.
    pub fn of(observation: &Observation) -> Position {
        Position { observation: observation.clone(), first_click: None }
    }
}

/// A full board: where the mines are and, if its header says so, how it is meant to be started.
///
/// ```
/// use quandary_minesweeper::FullBoard;
/// let board: FullBoard = "2x3/1 open 1,1\n..*\n...".parse().unwrap();
/// assert_eq!(board.first.map(|cell| board.field.board().name(cell)).as_deref(), Some("1,1"));
/// assert_eq!(board.to_string(), "2x3/1 open 1,1\n..*\n...");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullBoard {
    /// Where the mines are.
    pub field: Minefield,
    /// The first-click rule it was made under.
    pub first_click: Option<FirstClick>,
    /// The cell to open first. It may be a mine: then the board is lost with the first click.
    pub first: Option<Cell>,
}

impl From<Minefield> for FullBoard {
    fn from(field: Minefield) -> FullBoard {
        FullBoard { field, first_click: None, first: None }
    }
}

/// A text that is either of the two.
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// What a player sees.
    Position(Position),
    /// Where the mines are.
    Full(FullBoard),
}

/// The header and the cells of a text, before anybody knows what the letters mean.
pub(crate) struct Sheet {
    pub(crate) board: Board,
    pub(crate) first_click: Option<FirstClick>,
    /// The first cell, and where it stands.
    pub(crate) first: Option<(Cell, Symbol)>,
    /// One for each cell of the board.
    pub(crate) cells: Vec<Symbol>,
}

/// A letter and where it stands, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) letter: char,
}

impl Symbol {
    /// It does not belong here.
    pub(crate) fn is_no(self, what: &str, expected: &str) -> InputError {
        InputError::new(format!("`{}` is not a valid cell of {what}", self.letter))
            .at(self.line, self.column)
            .expected(expected)
    }
}

/// A word and where it starts.
#[derive(Clone, Copy)]
struct Word<'t> {
    line: usize,
    column: usize,
    text: &'t str,
}

impl Word<'_> {
    fn symbols(self) -> impl Iterator<Item = Symbol> {
        let letters = self.text.chars().enumerate();
        letters.map(move |(at, letter)| Symbol { line: self.line, column: self.column + at, letter })
    }
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.lines().enumerate().flat_map(|(index, line)| {
        line.split_whitespace().map(move |word| {
            // Both are parts of the same line, so the distance is the word's byte offset in it.
            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
            Word { line: index + 1, column: line[..offset].chars().count() + 1, text: word }
        })
    })
}

/// The boards of a text, one after the other: each begins at a line with a header.
///
/// ```
/// use quandary_minesweeper::notation::split_boards;
/// let two = split_boards("2x3/1\n1??\n1??\n\n3x3/1 open 1,1\n...\n...\n..*\n");
/// assert_eq!(two, ["2x3/1\n1??\n1??", "3x3/1 open 1,1\n...\n...\n..*"]);
/// ```
pub fn split_boards(text: &str) -> Vec<&str> {
    let mut begins: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_header = line.split_whitespace().next().is_some_and(|word| word.parse::<Board>().is_ok());
        // What stands before the first header belongs to it: reading it says what is wrong.
        if is_header || begins.is_empty() && !line.trim().is_empty() {
            begins.push(at);
        }
        at += line.len();
    }
    let ends = begins.iter().copied().skip(1).chain([text.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| text[begin..end].trim_end()).collect()
}

/// Reads the header and as many cells as it says.
pub(crate) fn sheet(text: &str) -> Result<Sheet, InputError> {
    let mut words = words(text).peekable();
    let Some(header) = words.next() else {
        return Err(InputError::new("the text is empty").at(1, 0).expected("a line RxC/M, then the rows"));
    };
    let board: Board =
        header.text.parse().map_err(|error: InputError| error.at(header.line, header.column))?;
    let (mut first_click, mut first) = (None, None);
    // No row holds these letters or a comma, so what follows the header on one line cannot be mistaken.
    while let Some(word) =
        words.next_if(|word| word.text.contains(',') || word.text.parse::<FirstClick>().is_ok())
    {
        let known = if let Ok(rule) = word.text.parse() {
            first_click.replace(rule).is_some()
        } else {
            let cell = board.parse_cell(word.text).map_err(|error| error.at(word.line, word.column))?;
            let place = Symbol { line: word.line, column: word.column, letter: ',' };
            first.replace((cell, place)).is_some()
        };
        if known {
            return Err(InputError::new(format!("`{}` comes after another of its kind", word.text))
                .at(word.line, word.column)
                .expected("one rule and one first cell at most: RxC/M RULE ROW,COLUMN"));
        }
    }
    let cells = cells(board, header.line, &words.collect::<Vec<_>>())?;
    Ok(Sheet { board, first_click, first, cells })
}

/// The cells in rows: a row is a word, or a line whose cells stand apart, or as many single letters as it takes.
fn cells(board: Board, header: usize, words: &[Word<'_>]) -> Result<Vec<Symbol>, InputError> {
    let all = || words.iter().flat_map(|word| word.symbols());
    let apart = words.iter().all(|word| word.text.chars().count() == 1);
    if apart && words.len() == board.cells() && words.iter().all(|word| word.line == words[0].line) {
        return Ok(all().collect());
    }
    let by_word: Vec<Vec<Symbol>> = words.iter().map(|word| word.symbols().collect()).collect();
    let mut by_line: Vec<Vec<Symbol>> = Vec::new();
    for symbol in all() {
        match by_line.last_mut() {
            Some(row) if row[0].line == symbol.line => row.push(symbol),
            _ => by_line.push(vec![symbol]),
        }
    }
    let fits =
        |rows: &[Vec<Symbol>]| rows.len() == board.rows() && rows.iter().all(|row| row.len() == board.cols());
    // What does not fit either way is reported as what it looks like.
    let lines = fits(&by_line) || !fits(&by_word) && apart && board.cols() > 1;
    let rows = if lines { by_line } else { by_word };
    let shape = format!("{} of {}", many(board.rows(), "row"), many(board.cols(), "cell"));
    for (index, row) in rows.iter().enumerate() {
        if index == board.rows() {
            let says = many(board.rows(), "row");
            return Err(InputError::new(format!("the header says {says}, here is one more"))
                .at(row[0].line, row[0].column)
                .expected(shape));
        }
        if row.len() != board.cols() {
            let (last, extra) = (row[row.len() - 1], row.get(board.cols()));
            let column = extra.map_or(last.column + 1, |symbol| symbol.column);
            return Err(InputError::new(format!(
                "this row has {}, the header says {}",
                many(row.len(), "cell"),
                board.cols()
            ))
            .at(last.line, column)
            .expected(many(board.cols(), "cell")));
        }
    }
    if rows.len() < board.rows() {
        let says = many(board.rows(), "row");
        return Err(InputError::new(format!("the header says {says}, the text has {}", rows.len()))
            .at(rows.last().map_or(header, |row| row[0].line), 0)
            .expected(shape));
    }
    Ok(rows.into_iter().flatten().collect())
}

/// Letters that are read as a hidden cell of a position.
const HIDDEN: [char; 5] = ['?', '.', '-', '#', '_'];

impl TryFrom<Sheet> for Position {
    type Error = InputError;

    fn try_from(sheet: Sheet) -> Result<Position, InputError> {
        let Sheet { board, first_click, first, cells } = sheet;
        if let Some((_, place)) = first {
            return Err(InputError::new("a position has no first cell: it shows what is open already")
                .at(place.line, place.column)
                .expected("RxC/M, or RxC/M and a first-click rule"));
        }
        let mut hidden: Option<char> = None;
        let mut seen = Vec::with_capacity(board.cells());
        for symbol in cells {
            seen.push(match symbol.letter {
                '0'..='8' => CellView::Number(symbol.letter as u8 - b'0'),
                'F' => CellView::Flag,
                letter if HIDDEN.contains(&letter) => {
                    let before = *hidden.get_or_insert(letter);
                    if before != letter {
                        return Err(InputError::new(format!(
                            "hidden cells are `{before}` before and `{letter}` here: one of them means something else"
                        ))
                        .at(symbol.line, symbol.column)
                        .expected("`?` for every hidden cell, 0 for an open one without mines around it"));
                    }
                    CellView::Hidden
                }
                _ => {
                    let expected = "0 to 8 for an open cell, `?` for a hidden one, `F` for a flag";
                    return Err(symbol.is_no("a position", expected));
                }
            });
        }
        let observation = Observation::from_seen(&Grid::new(board), seen);
        let closed = observation.closed();
        if closed < board.mines() {
            let verb = if board.mines() == 1 { "does" } else { "do" };
            return Err(InputError::new(format!(
                "{} {verb} not fit into {}",
                many(board.mines(), "mine"),
                many(closed, "closed cell")
            ))
            .at(1, 1)
            .expected(format!("at most {}", many(closed, "mine"))));
        }
        Ok(Position { observation, first_click })
    }
}

impl TryFrom<Sheet> for FullBoard {
    type Error = InputError;

    fn try_from(sheet: Sheet) -> Result<FullBoard, InputError> {
        let Sheet { board, first_click, first, cells } = sheet;
        let mine = |symbol: &Symbol| match symbol.letter {
            '*' => Ok(true),
            '.' => Ok(false),
            _ => Err(symbol.is_no("a full board", "`*` for a mine or `.` for a safe cell")),
        };
        let mined: Vec<bool> = cells.iter().map(mine).collect::<Result<_, _>>()?;
        let field = Minefield::new(board.rows(), board.cols(), mined)?;
        if field.board() != board {
            return Err(InputError::new(format!(
                "the header says {}, the rows have {}",
                many(board.mines(), "mine"),
                field.board().mines()
            ))
            .at(1, 1)
            .expected("the same number"));
        }
        Ok(FullBoard { field, first_click, first: first.map(|(cell, _)| cell) })
    }
}

impl FromStr for Position {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Position, InputError> {
        sheet(text)?.try_into()
    }
}

impl FromStr for FullBoard {
    type Err = InputError;

    fn from_str(text: &str) -> Result<FullBoard, InputError> {
        sheet(text)?.try_into()
    }
}

impl FromStr for Minefield {
    type Err = InputError;

    /// Reads a full board; how it is meant to be started is left out.
    fn from_str(text: &str) -> Result<Minefield, InputError> {
        Ok(text.parse::<FullBoard>()?.field)
    }
}

impl FromStr for AnyPosition {
    type Err = InputError;

    fn from_str(text: &str) -> Result<AnyPosition, InputError> {
        sheet(text)?.try_into()
    }
}

impl TryFrom<Sheet> for AnyPosition {
    type Error = InputError;

    fn try_from(sheet: Sheet) -> Result<AnyPosition, InputError> {
        let is_mine = |symbol: &&Symbol| symbol.letter == '*';
        let other = sheet.cells.iter().find(|symbol| !matches!(symbol.letter, '*' | '.'));
        match (sheet.cells.iter().find(is_mine), other) {
            (Some(_), Some(other)) => Err(InputError::new(format!(
                "this is neither a position nor a full board: there are mines (`*`), and here is `{}`",
                other.letter
            ))
            .at(other.line, other.column)
            .expected("a position (0 to 8, `?`, `F`) or a full board (`*` and `.`)")),
            (None, None) if sheet.board.mines() > 0 => sheet.try_into().map(AnyPosition::Position),
            (_, None) => sheet.try_into().map(AnyPosition::Full),
            (None, Some(_)) => sheet.try_into().map(AnyPosition::Position),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.observation.board();
        write!(f, "{board}")?;
        if let Some(rule) = self.first_click {
            write!(f, " {rule}")?;
        }
        for row in self.observation.seen().chunks(board.cols()) {
            f.write_char('\n')?;
            for seen in row {
                f.write_char(match seen {
                    CellView::Number(number) => char::from(b'0' + number),
                    CellView::Hidden => '?',
                    CellView::Flag => 'F',
                })?;
            }
        }
        Ok(())
    }
}

/// A position as text.
pub fn show(seen: &Observation) -> String {
    Position::of(seen).to_string()
}

impl fmt::Display for FullBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.field.board();
        write!(f, "{board}")?;
        if let Some(rule) = self.first_click {
            write!(f, " {rule}")?;
        }
        if let Some(first) = self.first {
            write!(f, " {}", board.name(first))?;
        }
        for cell in 0..board.cells() {
            if cell % board.cols() == 0 {
                f.write_char('\n')?;
            }
            f.write_char(if self.field.is_mine(Cell::of(cell)) { '*' } else { '.' })?;
        }
        Ok(())
    }
}

impl fmt::Display for Minefield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FullBoard::from(self.clone()).fmt(f)
    }
}
