//! The table of depth-first proof-number search.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use rustc_hash::FxHasher;

use super::pns::ProofNumbers;

/// Entries that a key may go to: neighbours, of which the one with the least work is replaced.
const BUCKET: usize = 4;

/// A table begins with this many entries and doubles when it is half full, up to its limit: most searches are short,
/// and clearing a large table takes time.
const FIRST_LEN: usize = 1 << 12;

/// The numbers of positions, each with its whole key: no position is mistaken for another.
pub(crate) struct Transpositions<K> {
    entries: Vec<Option<Entry<K>>>,
    mask: usize,
    max_len: usize,
    entered: u64,
}

#[derive(Clone, Copy)]
struct Entry<K> {
    key: K,
    numbers: ProofNumbers,
    /// Positions expanded below.
    work: u32,
}

impl<K: Eq + Hash + Copy> Transpositions<K> {
    /// A table of at most `bytes`, and at least one bucket.
    pub(crate) fn new(bytes: usize) -> Transpositions<K> {
        let fitting = (bytes / size_of::<Option<Entry<K>>>()).max(BUCKET);
        let largest = if fitting.is_power_of_two() { fitting } else { fitting.next_power_of_two() / 2 };
        // While it doubles, the old and the new table exist together; both together stay within the limit.
        let max_len = if largest > FIRST_LEN { largest / 2 } else { largest };
        let len = max_len.min(FIRST_LEN);
        Transpositions { entries: vec![None; len], mask: len - 1, max_len, entered: 0 }
    }

    #[cold]
    fn double(&mut self) {
        let len = 2 * self.entries.len();
        let old = std::mem::replace(&mut self.entries, vec![None; len]);
        self.mask = len - 1;
        for entry in old.into_iter().flatten() {
            self.insert(entry);
        }
    }

    fn insert(&mut self, entry: Entry<K>) {
        let bucket = self.bucket(&entry.key);
        let slots = self.entries[bucket..bucket + BUCKET].iter_mut();
        let cheapest = slots.min_by_key(|slot| slot.map_or(0, |entry| u64::from(entry.work) + 1));
        *cheapest.expect("a bucket has slots") = Some(entry);
    }

    fn bucket(&self, key: &K) -> usize {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
        // The high bits of this hash are the well-mixed ones.
        (hash >> 20) as usize & self.mask & !(BUCKET - 1)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: &K) -> Option<ProofNumbers> {
        let bucket = self.bucket(key);
        let found = self.entries[bucket..bucket + BUCKET].iter().flatten().find(|entry| entry.key == *key);
        found.map(|entry| entry.numbers)
    }

    /// Keeps what is known of a position.
    pub(crate) fn put(&mut self, key: K, numbers: ProofNumbers, work: u32) {
        let bucket = self.bucket(&key);
        let slots = &mut self.entries[bucket..bucket + BUCKET];
        if let Some(entry) = slots.iter_mut().flatten().find(|entry| entry.key == key) {
            *entry = Entry { key, numbers, work: work.saturating_add(entry.work) };
            return;
        }
        self.entered += 1;
        if self.entered as usize > self.entries.len() / 2 && self.entries.len() < self.max_len {
            self.double();
        }
        self.insert(Entry { key, numbers, work });
    }

    /// Positions that entered so far.
    pub(crate) fn entered(&self) -> u64 {
        self.entered
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * Self::entry_bytes()
    }

    /// Bytes of an entry.
    pub(crate) fn entry_bytes() -> usize {
        size_of::<Option<Entry<K>>>()
    }
}
