//! What depth-first proof-number search must know of its path where positions repeat.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::pns::ProofNumbers;
use super::transposition::Transpositions;

/// The positions on the path that a value rests on: the value holds wherever all of them are on the path.
///
/// Only the depths of the first and the last are kept; that is enough to say whether one of them is left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    first: u32,
    last: u32,
}

impl Ground {
    /// It holds on every path.
    pub(super) const NONE: Ground = Ground { first: u32::MAX, last: 0 };

    /// Rests on the position at one depth of the path.
    fn at(depth: u32) -> Ground {
        Ground { first: depth, last: depth }
    }

    /// Rests on what both rest on.
    pub(super) fn and(self, other: Ground) -> Ground {
        Ground { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// What is left of it for the node at `depth` itself: a repetition of that node, or of one below it, lies within
    /// its own tree.
    pub(super) fn above(self, depth: usize) -> Ground {
        let depth = depth as u32;
        if self.first >= depth {
            Ground::NONE
        } else {
            Ground { first: self.first, last: self.last.min(depth - 1) }
        }
    }

    /// The less, the longer the value holds.
    pub(super) fn demand(self) -> (bool, u32) {
        (self != Ground::NONE, self.last)
    }
}

/// The path of the search, and what was found that holds only below some position of it.
pub(super) struct Way<K> {
    /// The depth of each position on the path.
    depths: HashMap<K, u32, FxBuildHasher>,
    /// For each depth of the path, the number of the visit that is going on there.
    visits: Vec<u64>,
    next_visit: u64,
    /// Positions worth as much as a repetition, the visit under which that holds, and what it rests on.
    kept: HashMap<K, (u64, Ground), FxBuildHasher>,
    most: usize,
    /// The numbers of open positions, each for the positions that it was reached through: shared by all paths they
    /// would count leaves twice and grow without end. (Two paths may by chance have one name; numbers prove nothing.)
    numbers: Transpositions<(K, u64)>,
    /// The name of the path: the sum of its positions' hashes.
    name: u64,
}

impl<K: Eq + Hash + Copy> Way<K> {
    /// An empty path, with at most `bytes` for what is found along it.
    pub(super) fn new(bytes: usize) -> Way<K> {
        // A hash table doubles when it is nearly full: half of its room is always enough.
        let most = bytes / 4 / size_of::<(K, (u64, Ground))>();
        let numbers = Transpositions::new(bytes / 2);
        let (depths, kept) = (HashMap::default(), HashMap::default());
        Way { depths, visits: Vec::new(), next_visit: 0, kept, most, numbers, name: 0 }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.kept.capacity() * size_of::<(K, (u64, Ground))>() + self.numbers.bytes()
    }

    /// The search goes to a position at `depth`.
    pub(super) fn enter(&mut self, key: K, depth: usize) {
        self.depths.insert(key, depth as u32);
        self.visits.push(self.next_visit);
        self.next_visit += 1;
        self.name = self.name.wrapping_add(FxBuildHasher.hash_one(key));
    }

    /// The search comes back from the last position of the path.
    pub(super) fn leave(&mut self, key: K) {
        self.depths.remove(&key);
        self.visits.pop();
        self.name = self.name.wrapping_sub(FxBuildHasher.hash_one(key));
    }

    /// Keeps the numbers of a position that is reached by this path.
    pub(super) fn put(&mut self, key: K, numbers: ProofNumbers, work: u32) {
        self.numbers.put((key, self.name), numbers, work);
    }

    /// The numbers that a position had when it was last reached by this path.
    pub(super) fn get(&self, key: K) -> Option<ProofNumbers> {
        self.numbers.get(&(key, self.name))
    }

    /// Keeps that a position is worth as much as a repetition on this ground.
    pub(super) fn keep(&mut self, key: K, ground: Ground) {
        if self.kept.len() >= self.most {
            let visits = &self.visits;
            self.kept.retain(|_, (visit, ground)| visits.get(ground.last as usize) == Some(visit));
            if self.kept.len() >= self.most {
                return;
            }
        }
        if let Some(&visit) = self.visits.get(ground.last as usize) {
            self.kept.insert(key, (visit, ground));
        }
    }

    /// What it rests on that a position is worth as much as a repetition; `None` when it is not known to be.
    ///
    /// A value kept during a visit holds until that visit ends: until then everything above has stayed as it was.
    pub(super) fn ground_of(&self, key: &K) -> Option<Ground> {
        if let Some(&depth) = self.depths.get(key) {
            return Some(Ground::at(depth));
        }
        let &(visit, ground) = self.kept.get(key)?;
        (self.visits.get(ground.last as usize) == Some(&visit)).then_some(ground)
    }
}
