//! `.rmv`, the replays of Viennasweeper: versions 1 and 2 of the open specification (`ralokt/rmv_spec`).
//!
//! ```text
//! signature, version    "*rmv", then 1 or 2 in two bytes
//! sizes                 of the file, of the texts, of the sections
//! texts                 result (version 1), client, player
//! board                 columns, rows, mines, then a (column, row) pair a mine, from 0
//! early flags           set before the first click, if any
//! properties            a byte each; version 2 has the size of a cell in pixels as its seventh
//! extensions            named blobs (version 2)
//! events                the mouse, and after it what the board did; the last one says how it ended
//! checksum
//! ```
//!
//! The moves are those the board answered: a cell that shows a flag was flagged, cells that opened were
//! opened by the click before. Was it an opening or a chord? The cell under the mouse tells. When the board
//! did something that no such move explains (a client with other rules, or a mouse we misplaced), each cell
//! is opened by itself, so that the position is the one the player saw. The number of an opened cell must be
//! the one the mines give it.
//!
//! Ignored: checksum, file and section sizes where the content tells them, texts, 3BV, extensions, button
//! states. A question mark is a closed cell.
//!
//! Tested with files written byte by byte from the specification, and (`peers/minesweeper`) with the replays
//! of Viennasweeper 4 and 5 that come with `ms_toollib`: five games, all won, whose mouse, followed by either
//! of us, leads to the moves found here.

use quandary_core::{InputError, Outcome};

use crate::board::Cell;
use crate::rules::{Action, CellView};

use super::bytes::{Bytes, wrong};
use super::table::Table;
use super::{Format, Replay, mines_by_place};

/// Where the board begins in a window of version 1, in pixels.
const CORNER: (i32, i32) = (12, 56);
/// The side of a cell in version 1, in pixels.
const SIDE: u8 = 16;

/// Reads a replay.
///
/// ```
/// use quandary_minesweeper::replay::rmv;
/// let error = rmv::read(b"*rmv\x00\x03").unwrap_err().to_string();
/// assert_eq!(error, "byte 4: version 3 of the format is not known; expected 1 or 2");
/// ```
pub fn read(bytes: &[u8]) -> Result<Replay, InputError> {
    let mut bytes = Bytes::new(bytes);
    if bytes.take(4, "the signature")? != b"*rmv" {
        return Err(wrong(0, "this is not an .rmv file").expected("the signature `*rmv`"));
    }
    let version = match bytes.number(2, "the version")? {
        1 => 1,
        2 => 2,
        other => {
            return Err(wrong(4, format!("version {other} of the format is not known")).expected("1 or 2"));
        }
    };
    let sizes = Sizes::read(&mut bytes, version)?;
    bytes.take(sizes.texts, "the result and the client")?;
    for _ in 0..bytes.number(2, "the number of player fields")? {
        let length = bytes.byte("a player field")?;
        bytes.take(usize::from(length), "a player field")?;
    }
    bytes.take(4, "the time of the board")?;
    let cols = usize::from(bytes.byte("the columns")?);
    let rows = usize::from(bytes.byte("the rows")?);
    let mines = bytes.number(2, "the number of mines")? as usize;
    // Both places are counted from 0, the column first.
    let field = mines_by_place(&mut bytes, (rows, cols, mines), |col, row| (Some(row), Some(col)))?;
    let mut scene = Scene {
        table: Table::new(field),
        mouse: None,
        milliseconds: 0,
        opened: Vec::new(),
        corner: if version == 1 { CORNER } else { (0, 0) },
        side: i32::from(SIDE),
    };
    if sizes.has_early_flags {
        for _ in 0..bytes.number(2, "the number of early flags")? {
            let cell = scene.board_cell(&mut bytes)?;
            scene.show_flag(cell, true);
        }
    }
    let at = bytes.at();
    let properties = bytes.take(sizes.properties, "the properties")?;
    if version == 2 {
        scene.side = match properties.get(6) {
            Some(&side) if side > 0 => i32::from(side),
            _ => {
                return Err(wrong(
                    at,
                    format!("{} properties, the size of a cell is missing", properties.len()),
                )
                .expected("at least 7, the seventh above 0"));
            }
        };
        for _ in 0..bytes.number(2, "the number of extensions")? {
            for part in ["the name of an extension", "the value of an extension"] {
                let length = bytes.byte(part)?;
                bytes.take(usize::from(length), part)?;
            }
        }
    }
    let claimed = events(&mut bytes, version, &mut scene)?;
    Ok(Replay::new(Format::Rmv, version, scene.table, claimed))
}

/// What the header says about the sections that do not tell their own length.
struct Sizes {
    /// Result and client together.
    texts: usize,
    has_early_flags: bool,
    properties: usize,
}

impl Sizes {
    fn read(bytes: &mut Bytes<'_>, version: u8) -> Result<Sizes, InputError> {
        if version == 2 {
            bytes.take(2, "the client")?;
        }
        bytes.take(4, "the size of the file")?;
        let result = if version == 1 { bytes.number(2, "the size of the result")? } else { 0 };
        let client = bytes.number(2, "the size of the client's name")?;
        bytes.take(4, "the sizes of player and board")?;
        let early_flags = bytes.number(2, "the size of the early flags")?;
        let properties = bytes.number(2, "the size of the properties")?;
        if version == 2 {
            bytes.take(2, "the size of the extensions")?;
        }
        bytes.take(6, "the sizes of events and checksum")?;
        Ok(Sizes {
            texts: (result + client) as usize,
            has_early_flags: early_flags > 0,
            properties: properties as usize,
        })
    }
}

/// Reads the events up to the one that ends the game.
fn events(bytes: &mut Bytes<'_>, version: u8, scene: &mut Scene) -> Result<Option<Outcome>, InputError> {
    let (mut x, mut y) = (0, 0);
    loop {
        let at = bytes.at();
        match bytes.byte("the events")? {
            // A clock that old replays of version 1 have.
            0 if version == 1 => {
                bytes.take(4, "a time stamp")?;
            }
            1..=7 => {
                scene.settle();
                scene.milliseconds = bytes.number(3, "a mouse event")?;
                bytes.byte("a mouse event")?;
                let mut pixel = || match version {
                    1 => bytes.number(2, "a mouse event").map(|pixel| pixel as i32),
                    _ => bytes.signed("a mouse event"),
                };
                (x, y) = (pixel()?, pixel()?);
                scene.point(x, y);
            }
            28 if version == 2 => {
                scene.settle();
                let later = bytes.byte("a short mouse move")?;
                scene.milliseconds = scene.milliseconds.saturating_add(u32::from(later));
                // Two numbers of four bits with a sign.
                let both = bytes.byte("a short mouse move")? as i8;
                x = x.saturating_add(i32::from(both >> 4));
                y = y.saturating_add(i32::from((both << 4) >> 4));
                scene.point(x, y);
            }
            code @ (9..=14 | 18..=27) => {
                let cell = scene.board_cell(bytes)?;
                match code {
                    // Pressed for as long as the button is down.
                    9 | 10 => {}
                    11 | 12 => scene.show_flag(cell, false),
                    13 => scene.show_flag(cell, true),
                    18..=26 => scene.show_open(at, cell, Some(code - 18))?,
                    _ => scene.show_open(at, cell, None)?,
                }
            }
            code @ 15..=17 => {
                scene.settle();
                bytes.take(3, "the time of the game")?;
                return Ok(match code {
                    15 => Some(Outcome::Lost),
                    16 => Some(Outcome::Won),
                    _ => None,
                });
            }
            other => {
                return Err(wrong(at, format!("event {other} is not known in version {version}"))
                    .expected("1 to 7, 9 to 27, 0 in version 1 or 28 in version 2"));
            }
        }
    }
}

/// The game, the mouse over it, and the cells that opened since the mouse did something.
struct Scene {
    table: Table,
    mouse: Option<Cell>,
    milliseconds: u32,
    opened: Vec<Cell>,
    corner: (i32, i32),
    side: i32,
}

impl Scene {
    fn point(&mut self, x: i32, y: i32) {
        // `div_euclid`: a pixel left of the board is in column -1, not in column 0.
        let col = x.saturating_sub(self.corner.0).div_euclid(self.side);
        let row = y.saturating_sub(self.corner.1).div_euclid(self.side);
        self.mouse = self.table.cell(row, col);
    }

    /// A column and a row, counted from 0.
    fn board_cell(&self, bytes: &mut Bytes<'_>) -> Result<Cell, InputError> {
        let at = bytes.at();
        let col = bytes.byte("a cell")?;
        let row = bytes.byte("a cell")?;
        self.table.cell(i32::from(row), i32::from(col)).ok_or_else(|| {
            let board = self.table.board();
            wrong(at, format!("column {col}, row {row} is off the board")).expected(format!(
                "a column below {} and a row below {}",
                board.cols(),
                board.rows()
            ))
        })
    }

    fn show_flag(&mut self, cell: Cell, flagged: bool) {
        self.settle();
        let before = if flagged { CellView::Hidden } else { CellView::Flag };
        if self.table.seen(cell) == before {
            self.table.play(Action::Flag(cell), self.milliseconds);
        }
    }

    /// A cell opened and shows this number, or (`None`) exploded.
    fn show_open(&mut self, at: usize, cell: Cell, shown: Option<u8>) -> Result<(), InputError> {
        let right = self.table.number(cell);
        if shown != right {
            let say = |number: Option<u8>| number.map_or("a mine".to_owned(), |number| number.to_string());
            let name = self.table.board().name(cell);
            return Err(wrong(at, format!("{name} opens as {}", say(shown)))
                .expected(format!("{}: that is what the board of the file has there", say(right))));
        }
        self.opened.push(cell);
        Ok(())
    }

    /// Finds the move that opened what was opened.
    fn settle(&mut self) {
        let opened = std::mem::take(&mut self.opened);
        if opened.is_empty() {
            return;
        }
        if let Some(mouse) = self.mouse {
            match self.table.seen(mouse) {
                CellView::Hidden if opened.contains(&mouse) => {
                    self.table.play(Action::Open(mouse), self.milliseconds);
                }
                CellView::Number(_) if self.is_chord(mouse, &opened) => {
                    self.table.play(Action::Chord(mouse), self.milliseconds);
                }
                _ => {}
            }
        }
        for cell in opened {
            if self.table.seen(cell) == CellView::Flag {
                self.table.play(Action::Flag(cell), self.milliseconds);
            }
            if self.table.seen(cell) == CellView::Hidden {
                self.table.play(Action::Open(cell), self.milliseconds);
            }
        }
    }

    /// Whether a chord explains these cells: it opens all around it, or some of them and a mine.
    fn is_chord(&self, centre: Cell, opened: &[Cell]) -> bool {
        let lost = opened.iter().any(|&cell| self.table.number(cell).is_none());
        let mut around = self.table.hidden_around(centre);
        if lost {
            around.any(|near| self.table.number(near).is_none() && opened.contains(&near))
        } else {
            around.all(|near| opened.contains(&near))
        }
    }
}
