//! What searches remember of positions, looked at some moves deep or to the end of the game.

use super::super::pattern::DISC;

/// How far a search went, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Effort {
    /// Moves of both sides; of a search to the end, [`TO_THE_END`] and the empty squares.
    pub(in super::super) depth: u8,
    /// The level of confidence; [`SURE`] leaves out nothing.
    pub(in super::super) sureness: u8,
}

/// A search to the end stands above every other one.
const TO_THE_END: u8 = 64;
/// The confidence of a search that leaves out nothing.
pub(in super::super) const SURE: u8 = 7;

impl Effort {
    /// A search to the end of a game with this many empty squares.
    #[inline]
    pub(in super::super) fn to_the_end(empty: u32, sureness: u8) -> Effort {
        Effort { depth: TO_THE_END + empty as u8, sureness }
    }

    /// Whether nothing is left to be found out.
    #[inline]
    pub(in super::super) fn is_exact(self) -> bool {
        self.depth >= TO_THE_END && self.sureness == SURE
    }

    #[inline]
    fn covers(self, asked: Effort) -> bool {
        self.depth >= asked.depth && self.sureness >= asked.sureness
    }
}

/// What is known of a position: its worth lies in `lower..=upper`, as far as a search of this effort can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Known {
    /// In eighths of a disc.
    pub(in super::super) lower: i32,
    /// In eighths of a disc.
    pub(in super::super) upper: i32,
    /// What it rests on.
    pub(in super::super) effort: Effort,
    /// The best move: a square, or [`NONE`].
    pub(in super::super) best: u8,
}

impl Known {
    /// Nothing is known, except perhaps what to try first.
    pub(in super::super) const fn nothing(best: u8) -> Known {
        let effort = Effort { depth: 0, sureness: 0 };
        Known { lower: -MOST, upper: MOST, effort, best }
    }

    /// The bounds alone, if they come from at least this effort.
    #[inline]
    pub(in super::super) fn from(self, effort: Effort) -> Known {
        if self.effort.covers(effort) { self } else { Known::nothing(self.best) }
    }
}

/// No square.
pub(in super::super) const NONE: u8 = 64;
/// All squares of the board, in eighths of a disc.
pub(in super::super) const MOST: i32 = 64 * DISC;

#[derive(Clone, Copy)]
struct Entry {
    own: u64,
    other: u64,
    lower: i16,
    upper: i16,
    effort: Effort,
    best: u8,
    /// Since when nothing was forgotten.
    epoch: u8,
}

/// Entries of 24 bytes in buckets of two: the first keeps the larger effort, the second the latest.
pub(in super::super) struct Table {
    entries: Vec<Entry>,
    shift: u32,
    epoch: u8,
}

impl Table {
    /// A table of `2^bits` entries.
    pub(in super::super) fn new(bits: u32) -> Table {
        let effort = Effort { depth: 0, sureness: 0 };
        let entry = Entry { own: 0, other: 0, lower: 0, upper: 0, effort, best: NONE, epoch: 0 };
        Table { entries: vec![entry; 1 << bits], shift: 64 - (bits - 1), epoch: 1 }
    }

    /// Forgets everything.
    pub(in super::super) fn clear(&mut self) {
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
    pub(in super::super) fn get(&self, own: u64, other: u64) -> Option<Known> {
        let bucket = self.bucket(own, other);
        let mut entries = self.entries[bucket..bucket + 2].iter();
        let found =
            entries.find(|entry| entry.own == own && entry.other == other && entry.epoch == self.epoch);
        found.map(|entry| Known {
            lower: entry.lower.into(),
            upper: entry.upper.into(),
            effort: entry.effort,
            best: entry.best,
        })
    }

    /// Remembers what a search found: bounds, and the best move.
    pub(in super::super) fn put(&mut self, own: u64, other: u64, found: Known) {
        let bucket = self.bucket(own, other);
        let mut entry = Entry {
            own,
            other,
            lower: found.lower as i16,
            upper: found.upper as i16,
            effort: found.effort,
            best: found.best,
            epoch: self.epoch,
        };
        let slots = &mut self.entries[bucket..bucket + 2];
        let is_new = |slot: &Entry| slot.epoch != entry.epoch;
        let same = |slot: &Entry| slot.own == own && slot.other == other && slot.epoch == entry.epoch;
        if let Some(slot) = slots.iter_mut().find(|slot| same(slot)) {
            if slot.effort == entry.effort {
                let (lower, upper) = (slot.lower.max(entry.lower), slot.upper.min(entry.upper));
                // Searches that leave something out may contradict each other: the latest counts.
                if lower <= upper {
                    (entry.lower, entry.upper) = (lower, upper);
                }
            } else if slot.effort > entry.effort {
                return;
            }
            *slot = entry;
        } else if is_new(&slots[0]) {
            slots[0] = entry;
        } else if slots[0].effort.depth <= entry.effort.depth {
            slots[1] = slots[0];
            slots[0] = entry;
        } else {
            slots[1] = entry;
        }
    }
}
