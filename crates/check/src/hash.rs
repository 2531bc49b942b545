//! A hash for tables of positions.

use std::hash::{BuildHasherDefault, Hasher};

/// A quick hash: positions are many and small, and a bad hash makes a check slower, never wrong.
#[derive(Default)]
pub(crate) struct Mixed(u64);

pub(crate) type Fast = BuildHasherDefault<Mixed>;

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u128(&mut self, word: u128) {
        for half in [word & u128::from(u64::MAX), word >> 64] {
            self.write_u64(u64::try_from(half).unwrap_or_default());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
