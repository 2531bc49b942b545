//! A value for every 4x4 afterstate: the sum of what its patterns are worth.
//!
//! Four patterns of six cells, each looked at in all eight rotations and reflections of the board: 32
//! numbers, each from a table with one entry for each of the 16^6 ways to fill a pattern. Both the shapes
//! (after Yeh et al. 2016) and the idea (n-tuple networks: Szubert and Jaśkowski 2014) are known to play
//! 2048 well; the numbers are learnt on this machine by [`super::training`].
//!
//! ```text
//!   0: x x x x     1: . . . .     2: x x x .     3: . . . .
//!      x x . .        x x x x        x x x .        x x x .
//!      . . . .        x x . .        . . . .        x x x .
//!      . . . .        . . . .        . . . .        . . . .
//! ```
//!
//! Memory: 256 MiB, most of it never touched: a pattern such as 32768 in every cell does not occur.

use crate::quad::Quad;

/// Number of patterns.
pub const PATTERNS: usize = 4;

/// Number of table entries that a value adds up.
pub const TERMS: usize = PATTERNS * 8;

/// Entries of one table: six cells of sixteen exponents.
pub const ENTRIES: usize = 1 << 24;

/// What one pattern is worth, for each way to fill it.
type Table = [f32; ENTRIES];

/// The network.
pub struct Network {
    tables: [Box<Table>; PATTERNS],
}

/// The entry of a pattern that a board (already rotated) looks at.
#[inline]
pub fn entry(pattern: usize, board: Quad) -> usize {
    let x = board.0;
    let bits = match pattern {
        0 => x >> 40,
        1 => x >> 24,
        2 => (x >> 52) << 12 | x >> 36 & 0xFFF,
        _ => (x >> 36 & 0xFFF) << 12 | x >> 20 & 0xFFF,
    };
    bits as usize & (ENTRIES - 1)
}

impl Network {
    /// A network that knows nothing: every value is 0.
    pub fn blank() -> Network {
        Network { tables: std::array::from_fn(|_| zeros()) }
    }

    /// The value of an afterstate: what is still to be earned from it.
    #[inline]
    pub fn value(&self, after: Quad) -> f32 {
        let mut sums = [0.0_f32; PATTERNS];
        for image in after.symmetries() {
            for (pattern, sum) in sums.iter_mut().enumerate() {
                *sum += self.tables[pattern][entry(pattern, image)];
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// A table, to write it down.
    pub(super) fn table(&self, pattern: usize) -> &Table {
        &self.tables[pattern]
    }

    /// A table, to learn.
    pub(super) fn table_mut(&mut self, pattern: usize) -> &mut Table {
        &mut self.tables[pattern]
    }

    /// Writes the network: for each table, runs of entries that were learnt, then a checksum.
    ///
    /// A run is its distance from the end of the run before, its length (both as 32-bit little-endian
    /// numbers) and its values. Entries that are 0 are left out, so the file is a fraction of the memory.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for table in &self.tables {
            let mut position = 0;
            let mut end = 0;
            while let Some(skip) = table[position..].iter().position(|&value| value != 0.0) {
                let start = position + skip;
                let length = table[start..].iter().position(|&v| v == 0.0).unwrap_or(ENTRIES - start);
                bytes.extend(((start - end) as u32).to_le_bytes());
                bytes.extend((length as u32).to_le_bytes());
                bytes.extend(table[start..start + length].iter().flat_map(|value| value.to_le_bytes()));
                (position, end) = (start + length, start + length);
            }
            bytes.extend(u64::MAX.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a network that [`Network::to_bytes`] wrote; `None` when it is damaged or of another kind.
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return None;
        }
        let mut rest = body.strip_prefix(MAGIC)?;
        let mut network = Network::blank();
        for table in &mut network.tables {
            let mut end = 0;
            loop {
                let (skip, length) = (number(&mut rest)?, number(&mut rest)?);
                if (skip, length) == (u32::MAX, u32::MAX) {
                    break;
                }
                let start = end + skip as usize;
                end = start.checked_add(length as usize)?;
                for value in table.get_mut(start..end)? {
                    *value = f32::from_bits(number(&mut rest)?);
                }
            }
        }
        rest.is_empty().then_some(network)
    }
}

/// The first bytes of a stored network; the number changes with the patterns and the layout.
const MAGIC: &[u8] = b"quandary 2048 network 1\n";

/// The next 32-bit little-endian number of stored bytes.
pub(super) fn number(rest: &mut &[u8]) -> Option<u32> {
    let (first, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_le_bytes(*first))
}

/// FNV-1a over eight bytes at a time: finds damage, not malice.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
    })
}

fn zeros() -> Box<Table> {
    vec![0.0; ENTRIES].into_boxed_slice().try_into().expect("made with this length")
}
