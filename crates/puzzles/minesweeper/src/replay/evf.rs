//! `.evf`, the replays of Metasweeper: versions 0.0 to 0.4 of the open specification (`eee555/ms_toollib`).
//!
//! ```text
//! version       a byte: 0 to 4
//! summary       bits: completed, official, fair, without flags, translated
//! settings      bits (since 0.3)
//! board         rows, columns, mines (two bytes), pixels a cell
//! game          mode and 3BV (two bytes each), time in milliseconds (three bytes, four in 0.4)
//! texts         client, player, dates …, each ending with a zero byte; 0.4 stores some as numbers
//! mines         a bit a cell, row by row, the high bit first
//! metrics       their names (0.4)
//! events        until 0 (a checksum follows) or, before 0.4, 255 (none does)
//! ```
//!
//! Up to 0.3 an event has its time and place; in 0.4 it has how much they changed.
//!
//! Read: all mouse events; metrics and the marks of an ending are passed over. Refused: board events of
//! 0.4, whose length the specification leaves open, and the recursive game modes (11 to 16), in which a
//! click opens more than by our rules. In modes that move mines while you play, the minefield is the one
//! the file ends with. Ignored: checksums, texts, settings (Metasweeper's own engine has no question marks
//! either).
//!
//! Tested with files written byte by byte from the specification, which `ms_toollib`, the reader of those
//! who wrote it, understands the same way (`peers/minesweeper`); against none that Metasweeper wrote.

use quandary_core::{InputError, Outcome};

use crate::rules::Minefield;

use super::bytes::{Bytes, wrong};
use super::mouse::{Button, Gesture, Hand};
use super::table::Table;
use super::{Format, Replay};

/// Reads a replay.
///
/// ```
/// use quandary_minesweeper::replay::evf;
/// let error = evf::read(&[9]).unwrap_err().to_string();
/// assert_eq!(error, "byte 0: version 0.9 of the format is not known; expected 0 to 4");
/// ```
pub fn read(bytes: &[u8]) -> Result<Replay, InputError> {
    let mut bytes = Bytes::new(bytes);
    let version = bytes.byte("the version")?;
    if version > 4 {
        return Err(wrong(0, format!("version 0.{version} of the format is not known")).expected("0 to 4"));
    }
    let summary = bytes.byte("the summary")?;
    let (completed, translated) = (summary & 0x80 != 0, summary & 0x08 != 0);
    if version >= 3 {
        bytes.byte("the settings")?;
    }
    let rows = usize::from(bytes.byte("the rows")?);
    let cols = usize::from(bytes.byte("the columns")?);
    let mines = bytes.number(2, "the number of mines")? as usize;
    let at = bytes.at();
    let side = match bytes.byte("the size of a cell")? {
        0 => return Err(wrong(at, "cells of 0 pixels").expected("5 to 255")),
        side => i32::from(side),
    };
    let at = bytes.at();
    if let mode @ 11..=16 = bytes.number(2, "the game mode")? {
        return Err(wrong(at, format!("game mode {mode} is recursive: a click there opens more"))
            .expected("a game by the ordinary rules"));
    }
    bytes.take(2, "the 3BV")?;
    if version == 4 {
        // Time, country and two dates, as numbers.
        bytes.take(4 + 2 + 8 + 8, "the times")?;
        for _ in 0..if translated { 6 } else { 4 } {
            bytes.skip_text("a text of the header")?;
        }
        let length = bytes.number(2, "the device")?;
        bytes.take(length as usize, "the device")?;
    } else {
        bytes.take(3, "the time")?;
        for _ in 0..if version >= 2 { 8 } else { 7 } {
            bytes.skip_text("a text of the header")?;
        }
    }
    let field = minefield(&mut bytes, rows, cols, mines)?;
    let mut stage = Stage { table: Table::new(field), hand: Hand::new(false), side, x: 0, y: 0, time: 0 };
    if version == 4 {
        for _ in 0..bytes.number(2, "the number of metrics")? {
            bytes.skip_text("the name of a metric")?;
        }
        while stage.relative_event(&mut bytes)? {}
    } else {
        while stage.absolute_event(&mut bytes, version)? {}
    }
    let claimed = completed.then_some(Outcome::Won);
    Ok(Replay::new(Format::Evf, version, stage.table, claimed))
}

fn minefield(bytes: &mut Bytes<'_>, rows: usize, cols: usize, mines: usize) -> Result<Minefield, InputError> {
    let at = bytes.at();
    let bits = bytes.take((rows * cols).div_ceil(8), "the mines")?;
    let mined = (0..rows * cols).map(|index| bits[index / 8] & (0x80 >> (index % 8)) != 0).collect();
    let field = Minefield::new(rows, cols, mined)?;
    let found = field.board().mines();
    if found != mines {
        return Err(wrong(at, format!("the header says {mines} mines, the board has {found}"))
            .expected("the same number"));
    }
    Ok(field)
}

/// The game, and where and when the mouse was last.
struct Stage {
    table: Table,
    hand: Hand,
    side: i32,
    x: i32,
    y: i32,
    time: u32,
}

impl Stage {
    /// An event of versions 0.0 to 0.3; false at the end.
    fn absolute_event(&mut self, bytes: &mut Bytes<'_>, version: u8) -> Result<bool, InputError> {
        let at = bytes.at();
        let code = bytes.byte("the events")?;
        if matches!(code, 0 | 255) {
            return Ok(false);
        }
        // The last three came with 0.3.
        let gesture = gesture(code).filter(|_| code <= 9 || version >= 3).ok_or_else(|| unknown(at, code))?;
        self.time = bytes.number(3, "a mouse event")?;
        self.x = bytes.number(2, "a mouse event")? as i32;
        self.y = bytes.number(2, "a mouse event")? as i32;
        self.act(gesture);
        Ok(true)
    }

    /// An event of version 0.4; false at the end.
    fn relative_event(&mut self, bytes: &mut Bytes<'_>) -> Result<bool, InputError> {
        let at = bytes.at();
        let code = bytes.byte("the events")?;
        match code {
            0 => return Ok(false),
            255 => self.wait(bytes.number(2, "a pause")?),
            // What the client thought of it: restarted, won, lost, failed.
            81..=83 | 99 => self.wait(bytes.number(1, "the mark of an ending")?),
            100..=199 => {
                return Err(wrong(at, format!("event {code} is about the board, and its length is unknown"))
                    .expected("mouse events, metrics and pauses"));
            }
            200 | 201 => {
                self.wait(bytes.number(1, "a metric")?);
                bytes.take(2, "a metric")?;
                if code == 200 {
                    bytes.take(8, "a metric")?;
                } else {
                    bytes.skip_text("a metric")?;
                }
            }
            _ => {
                let gesture = gesture(code).ok_or_else(|| unknown(at, code))?;
                self.wait(bytes.number(1, "a mouse event")?);
                self.x = self.x.saturating_add(bytes.signed("a mouse event")?);
                self.y = self.y.saturating_add(bytes.signed("a mouse event")?);
                self.act(gesture);
            }
        }
        Ok(true)
    }

    fn wait(&mut self, milliseconds: u32) {
        self.time = self.time.saturating_add(milliseconds);
    }

    fn act(&mut self, gesture: Gesture) {
        let place = self.table.cell(self.y.div_euclid(self.side), self.x.div_euclid(self.side));
        self.hand.act(&mut self.table, gesture, place, self.time);
    }
}

fn unknown(at: usize, code: u8) -> InputError {
    wrong(at, format!("event {code} is not known in this version")).expected("a mouse event from 1 to 12")
}

fn gesture(code: u8) -> Option<Gesture> {
    Some(match code {
        1 => Gesture::Move,
        2 => Gesture::Down(Button::Left),
        3 => Gesture::Up(Button::Left),
        4 => Gesture::Down(Button::Right),
        5 => Gesture::Up(Button::Right),
        6 => Gesture::Down(Button::Middle),
        7 => Gesture::Up(Button::Middle),
        8 => Gesture::EarlyFlag,
        9 => Gesture::Both,
        10 => Gesture::Either(Button::Left),
        11 => Gesture::Either(Button::Right),
        12 => Gesture::Either(Button::Middle),
        _ => return None,
    })
}
