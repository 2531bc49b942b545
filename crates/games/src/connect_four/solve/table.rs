//! The transposition table: bounds on scores, each with the whole key of its position.
//!
//! An entry is one word. A key of `k` bits is multiplied by an odd number modulo `2^k`, which permutes the
//! keys; the top bits of the product choose a bucket and the others, the *rest*, are stored, so that nothing
//! of the key is lost and no position is ever taken for another. On the standard board (49-bit keys) with
//! `2^24` entries:
//!
//! ```text
//!   63         38 37    18 17    12 11    6 5     0
//!  | rest        | epoch  |  ply   | upper | lower |
//! ```
//!
//! A bucket is two neighbouring entries: the first keeps the position with the larger game below it (fewer
//! stones), the second the latest. A new epoch empties the table without touching it. The table begins small
//! and spreads out as it fills, because a short search is several times faster inside the processor's cache.

use super::Bounds;

/// Bits of each of the three small fields.
const FIELD: u32 = 6;
const FIELD_MASK: u64 = (1 << FIELD) - 1;
/// Where the epoch begins: above ply, upper and lower.
const EPOCH_SHIFT: u32 = 3 * FIELD;
/// The epoch has this many bits where the keys leave room, so that emptying the table for good stays rare.
const EPOCH_BITS: u32 = 12;
/// When the table spreads out, it becomes `2^SPREAD_BITS` times as large.
const SPREAD_BITS: u32 = 4;
/// Any odd number permutes the keys; this one (the golden ratio) spreads neighbours.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// Scores are stored as `score + OFFSET`, from 1 on; 0 says that nothing is known.
const OFFSET: i32 = 31;

/// A transposition table with entries of 8 bytes.
pub(super) struct Table {
    slots: Vec<u64>,
    key_mask: u64,
    key_bits: u32,
    /// The table now has `2^bits` entries, between these two.
    bits: u32,
    min_bits: u32,
    max_bits: u32,
    /// How far a product is shifted down to give its bucket; its bits below are the rest.
    bucket_shift: u32,
    /// How far the rest is shifted up: fixed by the smallest size, so that the fields stay in place.
    rest_shift: u32,
    epoch: u64,
    /// Entries kept since the last size or epoch began.
    kept: usize,
    /// Entries from here on have not been written since all of them were last emptied.
    used: usize,
}

impl Table {
    /// An empty table of up to `2^bits` entries for keys of `key_bits` bits.
    pub(super) fn new(bits: u32, key_bits: u32) -> Table {
        let room = |epoch_bits: u32| (key_bits + 1 + EPOCH_SHIFT + epoch_bits).saturating_sub(64).max(1);
        let max_bits = bits.clamp(room(1), 32);
        let min_bits = room(EPOCH_BITS).min(max_bits);
        let mut table = Table {
            slots: vec![0; 1 << max_bits],
            key_mask: u64::MAX >> (64 - key_bits),
            key_bits,
            bits: min_bits,
            min_bits,
            max_bits,
            bucket_shift: 0,
            rest_shift: 64 - (key_bits + 1).saturating_sub(min_bits).max(1),
            epoch: 0,
            kept: 0,
            used: 0,
        };
        table.clear();
        table
    }

    /// Bytes it takes when it is as large as it may be.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.epoch += 1;
        if self.epoch >> (self.rest_shift - EPOCH_SHIFT) != 0 {
            self.slots[..self.used].fill(0);
            self.used = 0;
            self.epoch = 1;
        }
        self.resize(self.min_bits);
    }

    fn resize(&mut self, bits: u32) {
        self.bits = bits;
        self.bucket_shift = (self.key_bits + 1).saturating_sub(bits).max(1);
        self.used = self.used.max(1 << bits);
        self.kept = 0;
    }

    /// Makes the table larger and moves every entry to where it belongs.
    ///
    /// A bucket's entries move to buckets of a higher number (only the first bucket may keep some), so that
    /// going from the last bucket down never meets an entry that has moved already.
    #[cold]
    fn spread_out(&mut self) {
        let (old_bits, old_shift) = (self.bits, self.bucket_shift);
        self.resize((old_bits + SPREAD_BITS).min(self.max_bits));
        for slot in (0..1_usize << old_bits).rev() {
            let entry = std::mem::take(&mut self.slots[slot]);
            if entry >> EPOCH_SHIFT & self.epoch_mask() == self.epoch {
                let product = (slot as u64 >> 1) << old_shift | entry >> self.rest_shift;
                let (place, tag) = self.place_of(product);
                self.insert(place, tag, entry & ((1 << EPOCH_SHIFT) - 1));
            }
        }
    }

    #[inline]
    fn epoch_mask(&self) -> u64 {
        (1 << (self.rest_shift - EPOCH_SHIFT)) - 1
    }

    /// The first entry of a product's bucket, and the tag (rest and epoch) of its entry.
    #[inline]
    fn place_of(&self, product: u64) -> (usize, u64) {
        let bucket = (product >> self.bucket_shift) as usize;
        let rest = product & ((1 << self.bucket_shift) - 1);
        (2 * bucket, rest << self.rest_shift | self.epoch << EPOCH_SHIFT)
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        // A key never exceeds its bits, but the product does.
        self.place_of(key.wrapping_mul(MULTIPLIER) & self.key_mask)
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        let (slot, tag) = self.place(key);
        let bucket = &self.slots[slot..slot + 2];
        let entry = if (bucket[0] ^ tag) >> EPOCH_SHIFT == 0 {
            bucket[0]
        } else if (bucket[1] ^ tag) >> EPOCH_SHIFT == 0 {
            bucket[1]
        } else {
            return None;
        };
        let score = |field: u64| (field & FIELD_MASK) as i32 - OFFSET;
        Some(Bounds { lower: score(entry), upper: score(entry >> FIELD) })
    }

    /// Keeps the bounds of the position with this key and this number of stones.
    #[inline]
    pub(super) fn put(&mut self, key: u64, ply: u32, bounds: Bounds) {
        self.kept += 1;
        if self.kept > 1 << (self.bits - 1) && self.bits < self.max_bits {
            self.spread_out();
        }
        let (slot, tag) = self.place(key);
        let field = |score: i32| (score + OFFSET) as u64;
        let fields = u64::from(ply) << (2 * FIELD) | field(bounds.upper) << FIELD | field(bounds.lower);
        self.insert(slot, tag, fields);
    }

    #[inline]
    fn insert(&mut self, slot: usize, tag: u64, fields: u64) {
        let (epoch, epoch_mask) = (self.epoch, self.epoch_mask());
        let bucket = &mut self.slots[slot..slot + 2];
        let first = bucket[0];
        let first_is_old = first >> EPOCH_SHIFT & epoch_mask != epoch;
        let first_is_smaller = first >> (2 * FIELD) & FIELD_MASK >= fields >> (2 * FIELD);
        if (first ^ tag) >> EPOCH_SHIFT == 0 || first_is_old {
            bucket[0] = tag | fields;
        } else if first_is_smaller && (bucket[1] ^ tag) >> EPOCH_SHIFT != 0 {
            bucket[1] = first;
            bucket[0] = tag | fields;
        } else {
            bucket[1] = tag | fields;
        }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;

    #[test]
    fn what_is_kept_is_never_taken_for_another_position() {
        for key_bits in [20, 49, 64] {
            let mut table = Table::new(12, key_bits);
            let mut stream = Seed(1).stream(0);
            for round in 0..40 {
                for _ in 0..3_000 {
                    let key = stream.next_u64() & table.key_mask;
                    let score = (key % 40) as i32 - 20;
                    if let Some(found) = table.get(key) {
                        assert_eq!(found, Bounds { lower: score, upper: score + round % 3 });
                    }
                    let bounds = Bounds { lower: score, upper: score + round % 3 };
                    table.put(key, (key % 42) as u32, bounds);
                    assert_eq!(table.get(key), Some(bounds));
                }
                table.clear();
            }
        }
    }
}
