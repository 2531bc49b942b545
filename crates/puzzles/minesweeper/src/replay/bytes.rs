//! Reading a binary file front to back: every reading knows where it is and what it wanted.

use quandary_core::InputError;

/// What is left of a file. Numbers are stored with the high byte first, in all three formats.
pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, at: 0 }
    }

    /// Where the next byte is, counted from 0.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The bytes that were not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.all[self.at..]
    }

    /// The next `count` bytes. Nothing is allocated: a wrong length costs an error and no memory.
    pub(super) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], InputError> {
        let Some(taken) = self.rest().get(..count) else {
            let left = self.rest().len();
            return Err(wrong(self.at, format!("the file ends inside {what}"))
                .expected(format!("{count} more bytes, there are {left}")));
        };
        self.at += count;
        Ok(taken)
    }

    /// An unsigned number of up to four bytes.
    pub(super) fn number(&mut self, width: usize, what: &str) -> Result<u32, InputError> {
        debug_assert!(width <= 4);
        Ok(self.take(width, what)?.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
    }

    /// A signed number of two bytes.
    pub(super) fn signed(&mut self, what: &str) -> Result<i32, InputError> {
        Ok(i32::from(self.number(2, what)? as u16 as i16))
    }

    pub(super) fn byte(&mut self, what: &str) -> Result<u8, InputError> {
        Ok(self.take(1, what)?[0])
    }

    /// Passes a text that ends with a zero byte.
    pub(super) fn skip_text(&mut self, what: &str) -> Result<(), InputError> {
        match self.rest().iter().position(|&byte| byte == 0) {
            Some(length) => self.take(length + 1, what).map(|_| ()),
            None => Err(wrong(self.at, format!("{what} has no end")).expected("a zero byte after the text")),
        }
    }

    /// Passes everything up to the end of the first `mark`.
    pub(super) fn skip_past(&mut self, mark: u8, what: &str) -> Result<(), InputError> {
        match self.rest().iter().position(|&byte| byte == mark) {
            Some(length) => self.take(length + 1, what).map(|_| ()),
            None => Err(wrong(self.at, format!("{what} has no end"))
                .expected(format!("`{}` somewhere after it", char::from(mark)))),
        }
    }
}

/// What is wrong at a byte.
pub(super) fn wrong(at: usize, what: impl std::fmt::Display) -> InputError {
    InputError::new(format!("byte {at}: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_file_says_where_it_ends_and_what_is_missing() {
        let mut bytes = Bytes::new(&[1, 2, 3]);
        assert_eq!(bytes.number(2, "a number"), Ok(0x0102));
        assert_eq!(
            bytes.number(4, "a number").unwrap_err().to_string(),
            "byte 2: the file ends inside a number; expected 4 more bytes, there are 1"
        );
        assert_eq!(
            bytes.skip_text("a name").unwrap_err().to_string(),
            "byte 2: a name has no end; expected a zero byte after the text"
        );
        assert_eq!(bytes.byte("a number"), Ok(3));
        assert_eq!(Bytes::new(&[0xff, 0xfe]).signed("a number"), Ok(-2));
    }
}
