//! `.avf`, the replays of Minesweeper Arbiter. Nobody published a specification; the layout is the one that
//! the parsers of the world ranking (`thefinerminer/minesweeper-rawvf`) and others agree on.
//!
//! ```text
//! byte 0        version: 52 is Arbiter 0.52
//! bytes 1–4     unknown
//! byte 5        level: 3, 4, 5 (8x8/10, 16x16/40, 16x30/99) or 6 (custom)
//! custom only   columns - 1, rows - 1, mines in two bytes
//! mines         a (row, column) pair of bytes each, counted from 1
//! …             unknown, until: question marks (17 on, 127 off), a byte, then a text
//!               in brackets that starts with the level: `[2|18.10.2022…|B127T50.25]`
//! …             unknown, until the first event
//! events        eight bytes each, until one without a time
//! …             checksum, skin, player, program
//! ```
//!
//! An event is: what, x (high), seconds + 1 (low), x (low), hundredths, y (high), seconds + 1 (high),
//! y (low), in pixels of which sixteen are a cell.
//!
//! Read: Arbiter's files since 0.35, as far as that layout holds. Not read: the thousandths of files that
//! Freesweeper wrote, and those of its files whose version is 0, which look like an `.evf`. Ignored:
//! everything after the events, times in the text, checksums. What the file does not say is how the game
//! ended.
//!
//! Tested with files written byte by byte from this description, which `ms_toollib`, made for Arbiter's own,
//! reads the same way (`peers/minesweeper`); against none that Arbiter wrote.

use quandary_core::InputError;

use super::bytes::{Bytes, wrong};
use super::mouse::{Button, Gesture, Hand};
use super::table::Table;
use super::{Format, Replay, mines_by_place};

/// The side of a cell, in pixels.
const SIDE: i32 = 16;

/// Reads a replay.
///
/// ```
/// use quandary_minesweeper::replay::avf;
/// let error = avf::read(&[52, 0, 0, 0, 0, 9]).unwrap_err().to_string();
/// assert_eq!(error, "byte 5: level 9 is not known; expected 3, 4, 5 or 6");
/// ```
pub fn read(bytes: &[u8]) -> Result<Replay, InputError> {
    let mut bytes = Bytes::new(bytes);
    let version = bytes.byte("the version")?;
    bytes.take(4, "the header")?;
    let (rows, cols, mines) = match bytes.byte("the level")? {
        3 => (8, 8, 10),
        4 => (16, 16, 40),
        5 => (16, 30, 99),
        6 => {
            let cols = usize::from(bytes.byte("the columns")?) + 1;
            let rows = usize::from(bytes.byte("the rows")?) + 1;
            (rows, cols, bytes.number(2, "the number of mines")? as usize)
        }
        other => return Err(wrong(5, format!("level {other} is not known")).expected("3, 4, 5 or 6")),
    };
    let field =
        mines_by_place(&mut bytes, (rows, cols, mines), |row, col| (row.checked_sub(1), col.checked_sub(1)))?;
    let question_marks = question_marks(&mut bytes)?;
    bytes.skip_past(b']', "the text in brackets")?;
    skip_to_events(&mut bytes)?;
    let mut table = Table::new(field);
    let mut hand = Hand::new(question_marks);
    loop {
        let at = bytes.at();
        let event = bytes.take(8, "the events")?;
        let pair = |high: usize, low: usize| i32::from(event[high]) << 8 | i32::from(event[low]);
        // Seconds are counted from 1: none at all is the end.
        let seconds = pair(6, 2);
        if seconds == 0 {
            break;
        }
        let gesture = gesture(event[0]).ok_or_else(|| {
            wrong(at, format!("mouse event {} is not known", event[0]))
                .expected("1, 3, 5, 9, 11, 17, 21, 33, 65, 145 or 193")
        })?;
        let place = table.cell(pair(5, 7) / SIDE, pair(1, 3) / SIDE);
        let milliseconds = (seconds as u32 - 1) * 1000 + u32::from(event[4]) * 10;
        hand.act(&mut table, gesture, place, milliseconds);
    }
    Ok(Replay::new(Format::Avf, version, table, None))
}

/// Goes to the text in brackets, and says what is written two bytes before it.
fn question_marks(bytes: &mut Bytes<'_>) -> Result<bool, InputError> {
    let at = bytes.at();
    let is_text = |window: &[u8]| window[2] == b'[' && matches!(window[3], b'0'..=b'3') && window[4] == b'|';
    let Some(before) = bytes.rest().windows(5).position(is_text) else {
        return Err(wrong(at, "there is no text in brackets after the mines")
            .expected("`[`, a level from 0 to 3, and `|`"));
    };
    bytes.take(before, "the header")?;
    let at = bytes.at();
    match bytes.byte("the question marks")? {
        17 => Ok(true),
        127 => Ok(false),
        other => {
            Err(wrong(at, format!("{other} for question marks"))
                .expected("17 when they are on, 127 when off"))
        }
    }
}

/// Goes to the first event: one we know, in the first second and in the left 512 pixels.
fn skip_to_events(bytes: &mut Bytes<'_>) -> Result<(), InputError> {
    let is_event = |window: &[u8]| gesture(window[0]).is_some() && window[1] <= 1 && window[2] == 1;
    match bytes.rest().windows(3).position(is_event) {
        Some(before) => bytes.take(before, "the header").map(|_| ()),
        None => Err(wrong(bytes.at(), "there is no event after the text in brackets")
            .expected("an event in the first second")),
    }
}

fn gesture(code: u8) -> Option<Gesture> {
    Some(match code {
        1 => Gesture::Move,
        3 => Gesture::Down(Button::Left),
        5 | 21 => Gesture::Up(Button::Left),
        9 => Gesture::Down(Button::Right),
        11 => Gesture::ShiftLeft,
        17 | 145 => Gesture::Up(Button::Right),
        33 => Gesture::Down(Button::Middle),
        65 | 193 => Gesture::Up(Button::Middle),
        _ => return None,
    })
}
