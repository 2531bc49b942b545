//! What a search remembers: positions searched, and positions without a win by threats.

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing is stored.
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

/// A position that was searched.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    pub(crate) key: u64,
    pub(crate) value: i32,
    /// The best point; [`NOWHERE`] where none is known.
    pub(crate) best: u16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// No point.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// Positions that were searched. Two places for each: one for the deepest, one for the latest.
pub(crate) struct Memory {
    slots: Vec<Slot>,
    failed: Vec<(u64, u8)>,
    mask: usize,
}

/// Positions without a win by threats: this many are remembered.
const FAILED: usize = 1 << 14;

impl Memory {
    /// A memory of about this many bytes.
    pub(crate) fn new(bytes: usize) -> Memory {
        let pairs = (bytes / (2 * size_of::<Slot>())).clamp(2, 1 << 28);
        let pairs = 1usize << pairs.ilog2();
        Memory { slots: vec![Slot::default(); 2 * pairs], failed: vec![(0, 0); FAILED], mask: pairs - 1 }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.failed.fill((0, 0));
    }

    fn place(&self, key: u64) -> usize {
        2 * ((key >> 20) as usize & self.mask)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Slot> {
        let place = self.place(key);
        self.slots[place..place + 2].iter().find(|slot| slot.key == key && slot.bound != Bound::None).copied()
    }

    #[inline]
    pub(crate) fn put(&mut self, slot: Slot) {
        let place = self.place(slot.key);
        let deepest = self.slots[place];
        let is_deeper =
            deepest.bound == Bound::None || deepest.key == slot.key || slot.depth >= deepest.depth;
        self.slots[place + usize::from(!is_deeper)] = slot;
    }

    /// Whether there is no win by threats from a position, looked for with at least this effort.
    #[inline]
    pub(crate) fn has_failed(&self, key: u64, effort: u8) -> bool {
        let (known, tried) = self.failed[key as usize % FAILED];
        known == key && tried >= effort
    }

    #[inline]
    pub(crate) fn fail(&mut self, key: u64, effort: u8) {
        let slot = &mut self.failed[key as usize % FAILED];
        if slot.0 != key || slot.1 < effort {
            *slot = (key, effort);
        }
    }
}
