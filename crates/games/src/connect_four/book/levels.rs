//! Which positions there are.

use std::collections::HashSet;

use crate::connect_four::geometry::Geometry;
use crate::connect_four::rules::{ConnectFour, Position};

/// The undecided positions with one number of stones, one of each pair of mirror images, in the order of their keys.
pub(super) struct Level {
    /// The keys, ascending, and the positions that they belong to.
    entries: Vec<(u64, Position)>,
}

impl Level {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// In the order of their keys.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        self.entries.iter().map(|&(_, position)| position)
    }

    /// The one with this number.
    pub(super) fn position(&self, index: usize) -> Position {
        self.entries[index].1
    }

    /// The number of a position or its mirror image, if it is among them.
    pub(super) fn find<G: Geometry>(&self, rules: ConnectFour<G>, position: Position) -> Option<usize> {
        let key = canonical_key(rules, position);
        self.entries.binary_search_by_key(&key, |&(key, _)| key).ok()
    }
}

/// The same for a position and its mirror image, and for no other: the smaller sum of its two masks.
pub(super) fn canonical_key<G: Geometry>(rules: ConnectFour<G>, position: Position) -> u64 {
    let image = rules.mirrored(position);
    (position.mover + position.stones).min(image.mover + image.stones)
}

/// What a stone in each open column leads to, from left to right.
pub(super) fn children<G: Geometry>(
    rules: ConnectFour<G>,
    position: Position,
) -> impl Iterator<Item = Position> {
    (0..rules.0.width()).filter_map(move |column| Some(position.with(rules.drop(position, column)?)))
}

/// The levels from the empty board to `depth` stones.
pub(super) fn levels<G: Geometry>(rules: ConnectFour<G>, depth: u32) -> Vec<Level> {
    let mut levels = vec![Level { entries: vec![(0, Position::START)] }];
    for _ in 0..depth {
        let mut entries: Vec<(u64, Position)> = levels[levels.len() - 1]
            .positions()
            .flat_map(|position| children(rules, position))
            .filter(|child| !rules.has_four(child.opponent()))
            .map(|child| (canonical_key(rules, child), child))
            .collect();
        entries.sort_unstable();
        entries.dedup_by_key(|&mut (key, _)| key);
        levels.push(Level { entries });
    }
    levels
}

/// The numbers of the deepest level's positions in the order of a depth-first walk from the empty board: those that
/// differ in the last stone follow one another, so that what a solver has found of one helps with the next.
pub(super) fn walk<G: Geometry>(rules: ConnectFour<G>, levels: &[Level]) -> Vec<u32> {
    fn go<G: Geometry>(
        rules: ConnectFour<G>,
        levels: &[Level],
        (ply, index): (usize, usize),
        seen: &mut HashSet<(usize, usize)>,
        order: &mut Vec<u32>,
    ) {
        if !seen.insert((ply, index)) {
            return;
        }
        let Some(next) = levels.get(ply + 1) else {
            order.push(index as u32);
            return;
        };
        for child in children(rules, levels[ply].position(index)) {
            if let Some(child) = next.find(rules, child) {
                go(rules, levels, (ply + 1, child), seen, order);
            }
        }
    }
    let mut order = Vec::new();
    go(rules, levels, (0, 0), &mut HashSet::new(), &mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::rules::STANDARD;

    #[test]
    fn the_levels_hold_the_published_numbers_of_positions() {
        // OEIS A212693 (positions after n plies, won ones included: the first four in a row needs seven stones).
        let both = |level: &Level| {
            let mirrored = |position: &Position| STANDARD.mirrored(*position) != *position;
            level.len() + level.positions().filter(mirrored).count()
        };
        let levels = levels(STANDARD, 6);
        let counts: Vec<usize> = levels.iter().map(both).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422]);
        // A second program counted these, one of each pair of mirror images.
        assert!(levels.iter().map(Level::len).eq([1, 4, 25, 121, 568, 2144, 8231]));
        let mut walked = walk(STANDARD, &levels);
        walked.sort_unstable();
        assert!(walked.iter().copied().eq(0..levels[6].len() as u32), "the walk visits each position once");
    }
}
