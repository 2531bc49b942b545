//! A value for every 4x4 afterstate: the sum of what its [patterns](super::patterns) are worth.
//!
//! Each pattern is looked at in all eight rotations and reflections of the board, and each look is a number from a table
//! with one entry for each of the 16^6 ways to fill it. The idea (n-tuple networks: Szubert and Jaśkowski 2014) is known
//! to play 2048 well; the numbers are learnt on this machine by [`super::training`].
//!
//! A larger network has tables of their own for the second [phase](phase) of a game, which begins with 16384: the same
//! small tiles are worth 300,000 points at the beginning and a tenth of that near the end, and a pattern that does not
//! hold the large tile cannot tell (multi-stage networks: Wu et al. 2014).
//!
//! What an entry with large tiles has not learnt yet is told by the nearest one that has: the same pattern in the phase
//! before, or with [smaller] tiles.
//!
//! Memory: 64 MiB a table, most of it never touched: a pattern such as 32768 in every cell does not occur.

use std::sync::atomic::{AtomicU32, Ordering};

use super::patterns::{ENTRIES, MOST, entry, has_large, smaller};
use crate::quad::Quad;

/// What one pattern is worth, for each way to fill it.
pub(super) type Table<C> = [C; ENTRIES];

/// How many tables a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    patterns: usize,
    phases: usize,
}

impl Size {
    /// The first four patterns.
    pub const SMALL: Size = Size { patterns: 4, phases: 1 };
    /// The first four patterns in each phase.
    pub const MEDIUM: Size = Size { patterns: 4, phases: 2 };
    /// All eight patterns in each phase.
    pub const LARGE: Size = Size { patterns: MOST, phases: 2 };

    /// The sizes that a network may grow to, the smallest first.
    pub const ALL: [Size; 3] = [Size::SMALL, Size::MEDIUM, Size::LARGE];

    /// Its patterns.
    pub const fn patterns(self) -> usize {
        self.patterns
    }

    /// Phases of a game that it tells apart.
    pub const fn phases(self) -> usize {
        self.phases
    }

    /// The same patterns in so many phases.
    pub const fn in_phases(self, phases: usize) -> Size {
        Size { phases, ..self }
    }

    /// Its tables: those of the first phase by pattern, then those of the second.
    pub const fn tables(self) -> usize {
        self.phases() * self.patterns()
    }

    /// Bytes that it takes to play.
    pub const fn bytes(self) -> usize {
        self.tables() * ENTRIES * size_of::<f32>()
    }
}

/// The phase of a game: 1 as soon as 16384 stands on the board, 0 before.
///
/// ```
/// use quandary_twenty48::quad::Quad;
/// use quandary_twenty48::strategy::network::phase;
/// assert_eq!([0xDDCB_0000, 0xEDCB_0000, 0xF].map(|board| phase(Quad(board))), [0, 1, 1]);
/// ```
#[inline]
pub fn phase(board: Quad) -> usize {
    let x = board.0;
    // Exponents 14 and 15 are those whose three high bits are all set.
    usize::from(x & x << 1 & x << 2 & 0x8888_8888_8888_8888 != 0)
}

/// A number of a table: plain for who plays, shared for who learns.
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

/// The tables of one phase, of `N` patterns.
pub(super) struct Phase<'t, C, const N: usize> {
    all: &'t [Box<Table<C>>],
    pub(super) tables: [&'t Table<C>; N],
    index: usize,
}

impl<'t, C, const N: usize> Phase<'t, C, N> {
    /// Those that know this board.
    #[inline]
    pub(super) fn of(all: &'t [Box<Table<C>>], board: Quad) -> Self {
        let index = if all.len() > N { phase(board) } else { 0 };
        Phase { all, tables: std::array::from_fn(|pattern| &*all[index * N + pattern]), index }
    }
}

/// What each look at a board says: by pattern and image.
pub(super) type Looks<const N: usize> = [[f32; 8]; N];

/// How many times an entry that has learnt nothing asks another one.
const ASKED: usize = 4;

impl<C: Cell, const N: usize> Phase<'_, C, N> {
    /// All looks at a board of which some entry has learnt nothing. Of a board of small tiles nobody knows more.
    #[cold]
    pub(super) fn with_stand_ins(&self, images: [Quad; 8]) -> Looks<N> {
        std::array::from_fn(|pattern| images.map(|image| self.look(pattern, entry(pattern, image))))
    }

    /// What an entry says; where it has learnt nothing, what the nearest one says that has.
    fn look(&self, pattern: usize, mut entry: usize) -> f32 {
        let mut phase = self.index;
        let mut value = self.tables[pattern][entry].get();
        for _ in 0..ASKED {
            if value != 0.0 {
                break;
            }
            if phase > 0 {
                phase = 0;
            } else if let Some(other) = smaller(entry) {
                entry = other;
            } else {
                break;
            }
            value = self.all[phase * N + pattern][entry].get();
        }
        value
    }
}

/// The sum of all looks at an afterstate.
#[inline]
pub(super) fn sum<C: Cell, const N: usize>(tables: &[Box<Table<C>>], after: Quad) -> f32 {
    let tables = Phase::<C, N>::of(tables, after);
    let images = after.symmetries();
    let mut sums = [0.0_f32; N];
    let mut blank = false;
    for image in images {
        for (pattern, (table, sum)) in tables.tables.iter().zip(&mut sums).enumerate() {
            let look = table[entry(pattern, image)].get();
            blank |= look == 0.0;
            *sum += look;
        }
    }
    if blank && has_large(after) {
        sums = tables.with_stand_ins(images).map(|looks| looks.iter().sum());
    }
    sums.iter().sum()
}

/// The sum of all looks at an afterstate, for a network of any size.
#[inline]
pub(super) fn sum_of<C: Cell>(size: Size, tables: &[Box<Table<C>>], after: Quad) -> f32 {
    if size.patterns == MOST { sum::<C, MOST>(tables, after) } else { sum::<C, 4>(tables, after) }
}

/// The network.
pub struct Network {
    size: Size,
    tables: Vec<Box<Table<f32>>>,
}

impl Network {
    /// A network that knows nothing: every value is 0.
    pub fn blank(size: Size) -> Network {
        Network { size, tables: (0..size.tables()).map(|_| zeros()).collect() }
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
        bytes.extend([self.size.patterns as u8, self.size.phases as u8]);
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
        let (sizes, mut rest) = rest.split_first_chunk::<2>()?;
        let [patterns, phases] = sizes.map(usize::from);
        let size = Size::ALL.into_iter().find(|size| size.patterns == patterns && phases <= size.phases)?;
        let size = Some(size.in_phases(phases)).filter(|size| size.phases > 0)?;
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
const MAGIC: &[u8] = b"quandary 2048 network 3\n";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_has_learnt_nothing_asks_the_phase_before_and_then_smaller_tiles() {
        let mut network = Network::blank(Size::MEDIUM);
        let look = |network: &Network, board: u64, entry: usize| {
            Phase::<f32, 4>::of(&network.tables, Quad(board)).look(2, entry)
        };
        let (early, late) = (0xD, 0xE);
        network.table_mut(2)[0xDCB321] = 5.0;
        assert_eq!([early, late].map(|board| look(&network, board, 0xDCB321)), [5.0, 5.0]);
        // 16384 is new to the first phase: 8192 tells of it, and of 32768 above it.
        assert_eq!([late].map(|board| look(&network, board, 0xEDC321)), [5.0]);
        assert_eq!(look(&network, late, 0xFED321), 5.0);
        assert_eq!(look(&network, early, 0xCBA321), 0.0, "nobody asks larger tiles");
        // What the second phase learns is its own.
        network.table_mut(4 + 2)[0xDCB321] = 7.0;
        assert_eq!([early, late].map(|board| look(&network, board, 0xDCB321)), [5.0, 7.0]);
        network.table_mut(4 + 2)[0xEDC321] = 9.0;
        assert_eq!([0xEDC321, 0xFED321].map(|entry| look(&network, late, entry)), [9.0, 5.0]);
    }
}
