//! What is known of a cell in colours, and how people say it.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::rules::Line;
use crate::words::{along, is_what, list, place, places};
use crate::{Colour, Ink};

/// What is known of a cell: `r3c12=b` that it has a colour, `r3c12≠b` that it has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "verbs", schemars(with = "String"))]
pub struct Note {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// The colour.
    pub colour: Colour,
    /// Whether the cell has it.
    pub is: bool,
}

impl Note {
    /// `row 3, column 12 is b`.
    pub(crate) fn in_words(self) -> String {
        let not = if self.is { "" } else { "not " };
        format!("{} is {not}{}", place(self.x, self.y), is_what(self.colour, false))
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.is { '=' } else { '≠' };
        write!(f, "r{}c{}{sign}{}", self.y + 1, self.x + 1, self.colour.symbol())
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `columns 4–5 cannot be b, and column 6 cannot be b or c` for notes of one line.
pub(super) fn cannot_be(line: Line, notes: &[Note]) -> String {
    let index = |note: &Note| match line {
        Line::Row(_) => note.x,
        Line::Column(_) => note.y,
    };
    let mut ruled_out: BTreeMap<usize, Vec<Colour>> = BTreeMap::new();
    for note in notes {
        ruled_out.entry(index(note)).or_default().push(note.colour);
    }
    // Cells with the same excluded colours share a phrase.
    let mut groups: Vec<(Vec<Colour>, Vec<usize>)> = Vec::new();
    for (cell, mut colours) in ruled_out {
        colours.sort_unstable();
        match groups.iter_mut().find(|(same, _)| *same == colours) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((colours, vec![cell])),
        }
    }
    let of = |(colours, cells): &(Vec<Colour>, Vec<usize>)| {
        let name = |&colour: &Colour| match colour {
            Colour::BLANK => "empty".to_owned(),
            colour => colour.symbol().to_string(),
        };
        let names: Vec<String> = colours.iter().map(name).collect();
        format!("{} cannot be {}", along(line, cells), names.join(" or "))
    };
    list(&groups.iter().map(of).collect::<Vec<_>>())
}

/// Notes anywhere on the board: `row 2, columns 1–7 are b; row 3, column 2 is not empty`.
pub(crate) fn notes_in_words(notes: &[Note]) -> String {
    let mut kinds: Vec<(bool, Colour)> = notes.iter().map(|note| (!note.is, note.colour)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let of = |&(is_not, colour): &(bool, Colour)| {
        let cells: Vec<(usize, usize)> = notes
            .iter()
            .filter(|note| note.is != is_not && note.colour == colour)
            .map(|note| (note.x, note.y))
            .collect();
        let be = if cells.len() == 1 { "is" } else { "are" };
        let not = if is_not { "not " } else { "" };
        format!("{} {be} {not}{}", places(&cells), is_what(colour, false))
    };
    list(&kinds.iter().map(of).collect::<Vec<_>>())
}
