use crate::minimax::{Bound, FOUND, WIN};

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    value: i32,
    /// What the position looked like before it was searched.
    pub(super) stands: i32,
    /// The best move, as the board numbers moves; 0 for none.
    pub(super) best: u32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    age: u8,
}

impl Entry {
    /// The value as the root sees it from this far away.
    pub(super) fn value(&self, ply: usize) -> i32 {
        from_here(self.value, ply)
    }

    /// The value, if it decides a search to `depth` within a window. With `same` only a search to the same depth counts.
    pub(super) fn decides(
        &self,
        depth: i32,
        same: bool,
        ply: usize,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let (value, deep) = (self.value(ply), i32::from(self.depth));
        let enough = if same { deep == depth } else { deep >= depth };
        // A win stays one, however little was searched to find it.
        let wins = enough || !same && value > FOUND;
        let loses = enough || !same && value < -FOUND;
        match self.bound {
            Bound::Exact if enough => Some(value),
            Bound::AtLeast | Bound::Exact if value >= beta && wins => Some(value),
            Bound::AtMost | Bound::Exact if value <= alpha && loses => Some(value),
            _ => None,
        }
    }
}

/// Positions remembered, four to a place. A new one takes the place of the shallowest or oldest.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    entries: Vec<[Entry; 4]>,
    shift: u32,
    age: u8,
}

impl Memory {
    /// With at most this many bytes, as far as a few hundred do.
    pub(super) fn new(bytes: usize) -> Memory {
        let bits = (bytes / size_of::<[Entry; 4]>()).max(2).ilog2();
        Memory { entries: vec![Default::default(); 1 << bits], shift: 64 - bits, age: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Default::default());
        self.age = 0;
    }

    /// What is stored from now on is younger than what is there.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // Fibonacci hashing: keys need not be well mixed.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entries = &self.entries[self.place(key)];
        entries.iter().find(|entry| entry.bound != Bound::None && entry.key == key).copied()
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the parts of one entry")]
    pub(super) fn put(
        &mut self,
        key: u64,
        value: i32,
        stands: i32,
        best: u32,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let age = self.age;
        let place = self.place(key);
        let entries = &mut self.entries[place];
        let worth = |entry: &Entry| match entry.bound {
            Bound::None => i32::MIN,
            _ => i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age)),
        };
        let at = match entries.iter().position(|entry| entry.key == key && entry.bound != Bound::None) {
            Some(at) => at,
            None => (0..4).min_by_key(|&at| worth(&entries[at])).unwrap_or(0),
        };
        let old = &mut entries[at];
        let known = old.key == key && old.bound != Bound::None;
        // A move known to be good is kept where the new search found none.
        let best = if best == 0 && known { old.best } else { best };
        let (value, depth) = (from_there(value, ply), depth.clamp(-1, 127) as i8);
        *old = Entry { key, value, stands, best, depth, bound, age };
    }
}

/// A value from the root, as the table keeps it: from the position itself.
#[inline]
pub(super) fn from_there(value: i32, ply: usize) -> i32 {
    if value.abs() > FOUND { (value + ply as i32 * value.signum()).clamp(-WIN, WIN) } else { value }
}

/// The reverse.
#[inline]
pub(super) fn from_here(value: i32, ply: usize) -> i32 {
    if value.abs() > FOUND { value - ply as i32 * value.signum() } else { value }
}
