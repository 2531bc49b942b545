//! One short number for all decisions of a run.

use std::fmt;

/// A running hash (64-bit FNV-1a) over decisions. It changes only if the behaviour does, so it shows whether a change
/// that is only meant to be faster also plays differently.
///
/// ```
/// use quandary_core::Signature;
/// let mut signature = Signature::new();
/// signature.add(b"ULDR");
/// assert_eq!(signature.to_string(), "69f47aefe11950c6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(u64);

impl Signature {
    /// An empty hash.
    pub fn new() -> Signature {
        Signature(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the next decision.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// The hash so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

impl Default for Signature {
    fn default() -> Signature {
        Signature::new()
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
