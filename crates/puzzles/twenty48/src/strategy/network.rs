//! A value for every 4x4 afterstate: the sum of what its [patterns](super::patterns) are worth.
//!
//! Each pattern is looked at in all eight rotations and reflections of the board, and each look is a number from a table
//! with one entry for each of the 16^6 ways to fill it. The idea (n-tuple networks: Szubert and Jaśkowski 2014) is known
//! to play 2048 well; the numbers are learnt on this machine by [`super::training`].
//!
//! Memory: 64 MiB a table, most of it never touched: a pattern such as 32768 in every cell does not occur.

use std::sync::atomic::{AtomicU32, Ordering};

use super::patterns::{ENTRIES, MOST, entry};
use crate::quad::Quad;

/// What one pattern is worth, for each way to fill it.
pub(super) type Table<C> = [C; ENTRIES];

/// How many patterns a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// The first four.
    Four,
    /// All eight.
    Eight,
}

impl Size {
    /// The sizes there are, the smallest first.
    pub const ALL: [Size; 2] = [Size::Four, Size::Eight];

    /// Its patterns.
    pub const fn patterns(self) -> usize {
        match self {
            Size::Four => 4,
            Size::Eight => MOST,
        }
    }

    /// Bytes that it takes to play.
    pub const fn bytes(self) -> usize {
        self.patterns() * ENTRIES * size_of::<f32>()
    }
}

/// A number of a table: plain for a player, shared while learning.
pub(super) trait Cell {
    fn get(&self) -> f32;
}

impl Cell for f32 {
    #[inline]
    fn get(&self) -> f32 {
        *self
    }
}

impl Cell for AtomicU32 {
    #[inline]
    fn get(&self) -> f32 {
        f32::from_bits(self.load(Ordering::Relaxed))
    }
}

/// The sum of all looks at an afterstate.
#[inline]
pub(super) fn sum<C: Cell, const N: usize>(tables: &[Box<Table<C>>], after: Quad) -> f32 {
    let tables: [&Table<C>; N] = std::array::from_fn(|pattern| &*tables[pattern]);
    let mut sums = [0.0_f32; N];
    for image in after.symmetries() {
        for pattern in 0..N {
            sums[pattern] += tables[pattern][entry(pattern, image)].get();
        }
    }
    sums.iter().sum()
}

/// The sum of all looks at an afterstate, for a network of any size.
#[inline]
pub(super) fn sum_of<C: Cell>(size: Size, tables: &[Box<Table<C>>], after: Quad) -> f32 {
    match size {
        Size::Four => sum::<C, 4>(tables, after),
        Size::Eight => sum::<C, MOST>(tables, after),
    }
}

/// The network.
pub struct Network {
    size: Size,
    tables: Vec<Box<Table<f32>>>,
}

impl Network {
    /// A network that knows nothing: every value is 0.
    pub fn blank(size: Size) -> Network {
        Network { size, tables: (0..size.patterns()).map(|_| zeros()).collect() }
    }

    /// The value of an afterstate: what is still to be earned from it.
    #[inline]
    pub fn value(&self, after: Quad) -> f32 {
        sum_of(self.size, &self.tables, after)
    }

    /// A table, to fill it.
    pub(super) fn table_mut(&mut self, table: usize) -> &mut Table<f32> {
        &mut self.tables[table]
    }

    /// Writes the network: for each table, runs of entries that were learnt, then a checksum.
    ///
    /// A run is its distance from the end of the run before, its length (both as 32-bit little-endian
    /// numbers) and its values. Entries that are 0 are left out, so the file is a fraction of the memory.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.size.patterns() as u8);
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
        let rest = body.strip_prefix(MAGIC)?;
        let (&patterns, mut rest) = rest.split_first()?;
        let size = Size::ALL.into_iter().find(|size| size.patterns() == usize::from(patterns))?;
        let mut network = Network::blank(size);
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
const MAGIC: &[u8] = b"quandary 2048 network 2\n";

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

fn zeros() -> Box<Table<f32>> {
    vec![0.0; ENTRIES].into_boxed_slice().try_into().expect("made with this length")
}
