//! The path of depth-first proof-number search, for games in which positions repeat.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::pns::ProofNumbers;
use super::transposition::Transpositions;

/// The positions on the path that a value depends on: the value is valid while all of them are on the path.
///
/// Only the depths of the first and the last are stored; that is enough to know whether one of them has been left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    first: u32,
    last: u32,
}

impl Ground {
    /// Valid on every path.
    pub(super) const NONE: Ground = Ground { first: u32::MAX, last: 0 };

    /// Depends on the position at one depth of the path.
    fn at(depth: u32) -> Ground {
        Ground { first: depth, last: depth }
    }

    /// Depends on everything that either depends on.
    pub(super) fn and(self, other: Ground) -> Ground {
        Ground { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// The part above the node at `depth`: a repetition of that node, or of one below it, lies within its own tree.
    pub(super) fn above(self, depth: usize) -> Ground {
        let depth = depth as u32;
        if self.first >= depth {
            Ground::NONE
        } else {
            Ground { first: self.first, last: self.last.min(depth - 1) }
        }
    }

    /// The smaller, the longer the value is valid.
    pub(super) fn demand(self) -> (bool, u32) {
        (self != Ground::NONE, self.last)
    }
}

/// The path of the search, and the results that are valid only below some position of it.
pub(super) struct Way<K> {
    /// The depth of each position on the path.
    depths: HashMap<K, u32, FxBuildHasher>,
    /// For each depth of the path, the number of the current visit.
    visits: Vec<u64>,
    next_visit: u64,
    /// Positions with the value of a repetition, the visit during which that is valid, and what it depends on.
    kept: HashMap<K, (u64, Ground), FxBuildHasher>,
    most: usize,
    /// The numbers of open positions, separately for each path: shared by all paths they would count leaves twice and
    /// grow without end. (Two paths may by chance have the same name; that is harmless, since numbers prove nothing.)
    numbers: Transpositions<(K, u64)>,
    /// The name of the path: the sum of its positions' hashes.
    name: u64,
}

impl<K: Eq + Hash + Copy> Way<K> {
    /// An empty path, with at most `bytes` for the results along it.
    pub(super) fn new(bytes: usize) -> Way<K> {
        // A hash table doubles when it is nearly full: half of the memory is always enough.
        let most = bytes / 4 / size_of::<(K, (u64, Ground))>();
        let numbers = Transpositions::new(bytes / 2);
        let (depths, kept) = (HashMap::default(), HashMap::default());
        Way { depths, visits: Vec::new(), next_visit: 0, kept, most, numbers, name: 0 }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.kept.capacity() * size_of::<(K, (u64, Ground))>() + self.numbers.bytes()
    }

    /// The search enters a position at `depth`.
    pub(super) fn enter(&mut self, key: K, depth: usize) {
        self.depths.insert(key, depth as u32);
        self.visits.push(self.next_visit);
        self.next_visit += 1;
        self.name = self.name.wrapping_add(FxBuildHasher.hash_one(key));
    }

    /// The search leaves the last position of the path.
    pub(super) fn leave(&mut self, key: K) {
        self.depths.remove(&key);
        self.visits.pop();
        self.name = self.name.wrapping_sub(FxBuildHasher.hash_one(key));
    }

    /// Stores the numbers of a position that is reached by this path.
    pub(super) fn put(&mut self, key: K, numbers: ProofNumbers, work: u32) {
        self.numbers.put((key, self.name), numbers, work);
    }

    /// The numbers that a position had when it was last reached by this path.
    pub(super) fn get(&self, key: K) -> Option<ProofNumbers> {
        self.numbers.get(&(key, self.name))
    }

    /// Stores that a position has the value of a repetition on this ground.
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

    /// The ground on which a position has the value of a repetition; `None` if that is not known.
    ///
    /// A value stored during a visit is valid until that visit ends: until then nothing above it changes.
    pub(super) fn ground_of(&self, key: &K) -> Option<Ground> {
        if let Some(&depth) = self.depths.get(key) {
            return Some(Ground::at(depth));
        }
        let &(visit, ground) = self.kept.get(key)?;
        (self.visits.get(ground.last as usize) == Some(&visit)).then_some(ground)
    }
}
