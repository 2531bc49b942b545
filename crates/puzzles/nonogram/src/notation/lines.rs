//! What the readers share: lines with their numbers, clues with their places.

use quandary_core::InputError;

use crate::rules::LONGEST_LINE;
use crate::{Block, Clue, Line, Nonogram};

/// A clue and the line of the text it stands in.
pub(super) type PlacedClue<B = usize> = (Clue<B>, usize);

/// The whole numbers of a line, separated by blanks, tabs or commas; a single 0 is an empty clue.
pub(super) fn clue(text: &str, line: usize) -> Result<PlacedClue, InputError> {
    let mut clue = Clue::new();
    for (column, word) in words(text) {
        let value = word.parse().map_err(|_| {
            InputError::new(format!("`{word}` is not a block length"))
                .at(line, column)
                .expected("whole numbers")
        })?;
        clue.push(value);
    }
    if clue == [0] {
        clue.clear();
    }
    Ok((clue, line))
}

/// Words with the column (from 1) at which each begins.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let separator = |c: char| c.is_whitespace() || c == ',';
    text.split(separator).filter(|word| !word.is_empty()).map(move |word| {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..offset].chars().count() + 1, word)
    })
}

/// A width or height.
pub(super) fn extent(word: &str, line: usize, column: usize) -> Result<usize, InputError> {
    let value: usize = word.parse().map_err(|_| {
        InputError::new(format!("`{word}` is not a size")).at(line, column).expected("a whole number")
    })?;
    if value == 0 {
        return Err(InputError::new("a size of 0 leaves no cells").at(line, column).expected("at least 1"));
    }
    if value > LONGEST_LINE {
        return Err(InputError::new(format!("lines of {value} cells are too long"))
            .at(line, column)
            .expected(format!("at most {LONGEST_LINE}")));
    }
    Ok(value)
}

/// The puzzle of these clues; every complaint names the line of the clue it is about.
pub(super) fn build<B: Block>(
    rows: Vec<PlacedClue<B>>,
    columns: Vec<PlacedClue<B>>,
    first_line: usize,
) -> Result<Nonogram<B>, InputError> {
    let (height, width) = (rows.len(), columns.len());
    let places = rows.iter().enumerate().map(|(i, (clue, line))| (Line::Row(i), clue, *line, width));
    let uprights = columns.iter().enumerate().map(|(i, (clue, line))| (Line::Column(i), clue, *line, height));
    for (name, clue, line, length) in places.chain(uprights) {
        Nonogram::check_clue(name, clue, length).map_err(|error| error.at(line, 0))?;
    }
    let strip = |placed: Vec<PlacedClue<B>>| placed.into_iter().map(|(clue, _)| clue).collect();
    Nonogram::new(strip(rows), strip(columns)).map_err(|error| error.at(first_line, 0))
}

/// An error about the first line of a part, said of the line at which the part begins.
pub(super) fn on_line(mut error: InputError, line: usize) -> InputError {
    if let Some(place) = &mut error.place {
        place.line += line - 1;
    }
    error
}

/// A text line by line, numbered from 1, with the end known.
pub(super) struct Lines<'t> {
    lines: Vec<&'t str>,
    next: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Lines<'t> {
        Lines { lines: text.lines().collect(), next: 0 }
    }

    /// The number of the line last taken.
    pub(super) fn number(&self) -> usize {
        self.next
    }

    /// Whether nothing but blank lines is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.lines[self.next..].iter().all(|line| line.trim().is_empty())
    }

    /// The next line that is not blank.
    pub(super) fn filled(&mut self) -> Option<&'t str> {
        while self.lines.get(self.next).is_some_and(|line| line.trim().is_empty()) {
            self.next += 1;
        }
        self.any()
    }

    /// The next line.
    pub(super) fn any(&mut self) -> Option<&'t str> {
        let line = self.lines.get(self.next).copied();
        self.next += usize::from(line.is_some());
        line
    }

    /// Gives back the line last taken.
    pub(super) fn put_back(&mut self) {
        self.next -= 1;
    }

    /// The next line, which must be there.
    pub(super) fn need(&mut self, what: &str) -> Result<&'t str, InputError> {
        let end = self.lines.len().max(1);
        self.any()
            .ok_or_else(|| InputError::new("the text ends too early").at(end, 0).expected(what.to_owned()))
    }

    /// `count` clues, one a line.
    pub(super) fn clues(&mut self, count: usize, what: &str) -> Result<Vec<PlacedClue>, InputError> {
        let mut clues = Vec::new();
        for index in 0..count {
            let line = self.need(&format!("{count} {what} clues; this would be number {}", index + 1))?;
            clues.push(clue(line, self.next)?);
        }
        Ok(clues)
    }

    /// Nothing but blank lines may follow.
    pub(super) fn end(&mut self) -> Result<(), InputError> {
        match self.filled() {
            None => Ok(()),
            Some(line) => Err(InputError::new(format!("`{}` follows the last clue", line.trim()))
                .at(self.next, 0)
                .expected("the end")),
        }
    }
}
