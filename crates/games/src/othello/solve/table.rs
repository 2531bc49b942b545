//! The transposition table of the endgame.

/// What is known of a position: its score lies in `lower..=upper`, and the best move found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// A square, or 64 for none.
    pub(super) best: u8,
}

#[derive(Clone, Copy)]
struct Entry {
    own: u64,
    other: u64,
    known: TableEntry,
    /// Empty squares: an entry with more of them stands for more work.
    empty: u8,
    epoch: u8,
}

/// Entries of 24 bytes in buckets of two: the first keeps the larger endgame, the second the latest.
pub(super) struct Table {
    entries: Vec<Entry>,
    shift: u32,
    epoch: u8,
}

impl Table {
    /// A table of `2^bits` entries.
    pub(super) fn new(bits: u32) -> Table {
        let unused = TableEntry { lower: -64, upper: 64, best: 64 };
        let entry = Entry { own: 0, other: 0, known: unused, empty: 0, epoch: 0 };
        Table { entries: vec![entry; 1 << bits], shift: 64 - (bits - 1), epoch: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        match self.epoch.checked_add(1) {
            Some(epoch) => self.epoch = epoch,
            None => {
                self.entries.iter_mut().for_each(|entry| entry.epoch = 0);
                self.epoch = 1;
            }
        }
    }

    #[inline]
    fn bucket(&self, own: u64, other: u64) -> usize {
        let mixed = own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ other.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(29);
        (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> self.shift) as usize * 2
    }

    #[inline]
    pub(super) fn get(&self, own: u64, other: u64) -> Option<TableEntry> {
        let bucket = self.bucket(own, other);
        let mut entries = self.entries[bucket..bucket + 2].iter();
        let found =
            entries.find(|entry| entry.own == own && entry.other == other && entry.epoch == self.epoch);
        found.map(|entry| entry.known)
    }

    pub(super) fn put(&mut self, own: u64, other: u64, empty: u32, known: TableEntry) {
        let bucket = self.bucket(own, other);
        let entry = Entry { own, other, known, empty: empty as u8, epoch: self.epoch };
        let slots = &mut self.entries[bucket..bucket + 2];
        let same = |slot: &Entry| slot.own == own && slot.other == other;
        if same(&slots[0]) || slots[0].epoch != entry.epoch {
            slots[0] = entry;
        } else if slots[0].empty <= entry.empty && !same(&slots[1]) {
            slots[1] = slots[0];
            slots[0] = entry;
        } else {
            slots[1] = entry;
        }
    }
}
