//! Replays of the clients people play on: `.rmv` (Viennasweeper), `.avf` (Arbiter), `.evf` (Metasweeper).
//!
//! A replay holds a minefield and a hand: buttons and positions by time. What we want of it is a
//! [`Record`]: the moves that changed something, in order, such that they replay by our rules. Clicks that
//! did nothing are left out, and so is everything after the end of the game.
//!
//! | file | versions | the moves come from |
//! |---|---|---|
//! | [`rmv`] | 1 and 2 | what the file says the board did |
//! | [`avf`] | Arbiter's, since 0.35 | the mouse |
//! | [`evf`] | 0.0 to 0.4 | the mouse |
//!
//! Each module says what it ignores. Common to all: checksums are not verified, and names, places and
//! dates are passed over.
//!
//! ```
//! use quandary_minesweeper::game::show_action;
//! use quandary_minesweeper::replay::{self, Format};
//!
//! // An .evf of version 0.0: one row of three cells of 16 pixels, the last one mined.
//! let mut file = vec![0, 0b1000_0000, 1, 3, 0, 1, 16, 0, 0, 0, 2, 0, 0, 90];
//! file.extend(*b"Some client\0somebody\0\0\0then\0later\0\0"); // seven texts, some of them empty
//! file.push(0b0010_0000); // the mines, a bit a cell
//! file.extend([2, 0, 0, 0, 0, 5, 0, 5]); // left goes down at 5, 5 …
//! file.extend([3, 0, 0, 90, 0, 5, 0, 5]); // … and up 90 milliseconds later
//! file.push(255); // the end, without a checksum
//!
//! let replay = replay::read(&file).unwrap();
//! assert_eq!((replay.format, replay.version), (Format::Evf, 0));
//! assert_eq!(replay.record.field.to_string(), "1x3/1\n..*");
//! let board = replay.record.field.board();
//! assert_eq!(show_action(board, replay.record.actions[0]), "open 1,1");
//! assert_eq!(replay.milliseconds, [90]);
//! ```

pub mod avf;
mod bytes;
pub mod evf;
mod mouse;
pub mod rmv;
mod table;

use std::fmt;

use quandary_core::{InputError, Outcome};
use serde::Serialize;

use crate::game::Record;
use crate::rules::Minefield;
use bytes::{Bytes, wrong};
use table::Table;

/// The kind of a replay file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Viennasweeper's, with an open specification.
    Rmv,
    /// Arbiter's, known from those who took it apart.
    Avf,
    /// Metasweeper's, with an open specification.
    Evf,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Rmv => "rmv",
            Format::Avf => "avf",
            Format::Evf => "evf",
        })
    }
}

/// A game somebody played.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The kind of file it came from.
    pub format: Format,
    /// The version byte of the file: 1 or 2 for `.rmv`, 0 to 4 for `.evf`, 52 for Arbiter 0.52.
    pub version: u8,
    /// The minefield and the moves.
    pub record: Record,
    /// When each move was made, counted from the beginning of the recording.
    pub milliseconds: Vec<u32>,
    /// How the file says it ended, if it says so. What the moves lead to may differ: nobody signed it.
    pub claimed: Option<Outcome>,
}

impl Replay {
    fn new(format: Format, version: u8, table: Table, claimed: Option<Outcome>) -> Replay {
        let (record, milliseconds) = table.finish();
        Replay { format, version, record, milliseconds, claimed }
    }
}

/// Which of the formats these bytes are, judged by their beginning.
///
/// `.rmv` has a signature. The others have none, but a version and a level at places where a text has no
/// such characters: `.evf` starts with 0 to 4, and the sixth byte of an `.avf` is 3 to 6.
///
/// ```
/// use quandary_minesweeper::replay::{Format, recognise};
/// assert_eq!(recognise(b"*rmv\x00\x02"), Some(Format::Rmv));
/// assert_eq!(recognise(b"\x34....\x03"), Some(Format::Avf));
/// assert_eq!(recognise(b"4x4/3\n..*.\n"), None);
/// ```
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    match bytes {
        [b'*', b'r', b'm', b'v', ..] => Some(Format::Rmv),
        [0..=4, ..] => Some(Format::Evf),
        [_, _, _, _, _, 3..=6, ..] => Some(Format::Avf),
        _ => None,
    }
}

/// Reads a replay of any of the formats.
pub fn read(bytes: &[u8]) -> Result<Replay, InputError> {
    match recognise(bytes) {
        Some(Format::Rmv) => rmv::read(bytes),
        Some(Format::Avf) => avf::read(bytes),
        Some(Format::Evf) => evf::read(bytes),
        None => Err(wrong(0, "this is not a replay").expected("an .rmv, .avf or .evf file")),
    }
}

/// Reads `mines` places, two bytes each, that `place` turns into a row and a column counted from 0.
fn mines_by_place(
    bytes: &mut Bytes<'_>,
    (rows, cols, mines): (usize, usize, usize),
    place: impl Fn(u8, u8) -> (Option<u8>, Option<u8>),
) -> Result<Minefield, InputError> {
    let start = bytes.at();
    let mut mined = vec![false; rows * cols];
    for (index, pair) in bytes.take(2 * mines, "the places of the mines")?.chunks_exact(2).enumerate() {
        let (row, col) = place(pair[0], pair[1]);
        let free = row.zip(col).and_then(|(row, col)| {
            let (row, col) = (usize::from(row), usize::from(col));
            if row < rows && col < cols {
                mined.get_mut(row * cols + col).filter(|mine| !**mine)
            } else {
                None
            }
        });
        let Some(free) = free else {
            return Err(wrong(
                start + 2 * index,
                format!("mine {} is off the board or there twice", index + 1),
            )
            .expected(format!("{mines} different cells of {rows}x{cols}")));
        };
        *free = true;
    }
    Minefield::new(rows, cols, mined)
}
