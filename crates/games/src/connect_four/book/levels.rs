//! Which positions there are.

use quandary_core::{Budget, Exhausted};

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

/// Positions between two looks at the budget.
const POLL_EVERY: usize = 1 << 12;

/// The levels from the empty board to `depth` stones, within the time and the memory of the budget: there are millions of positions
/// with ten stones.
pub(super) fn levels<G: Geometry>(
    rules: ConnectFour<G>,
    depth: u32,
    budget: &Budget,
) -> Result<Vec<Level>, Exhausted> {
    let most = budget.memory_or(usize::MAX) / size_of::<(u64, Position)>();
    let mut levels = vec![Level { entries: vec![(0, Position::START)] }];
    let mut kept = 1;
    for _ in 0..depth {
        let mut entries: Vec<(u64, Position)> = Vec::new();
        for (number, position) in levels[levels.len() - 1].positions().enumerate() {
            if number % POLL_EVERY == 0 {
                budget.poll()?;
                // A vector that grows may be twice as large as what it holds.
                if kept + 2 * entries.len() > most {
                    return Err(Exhausted::Memory);
                }
            }
            let open = children(rules, position).filter(|child| !rules.has_four(child.opponent()));
            entries.extend(open.map(|child| (canonical_key(rules, child), child)));
        }
        entries.sort_unstable();
        entries.dedup_by_key(|&mut (key, _)| key);
        entries.shrink_to_fit();
        kept += entries.len();
        levels.push(Level { entries });
    }
    Ok(levels)
}

/// The numbers of the deepest level's positions in the order of a depth-first walk from the empty board: those that
/// differ in the last stone follow one another, so that what a solver has found of one helps with the next.
pub(super) fn walk<G: Geometry>(rules: ConnectFour<G>, levels: &[Level]) -> Vec<u32> {
    fn go<G: Geometry>(
        rules: ConnectFour<G>,
        levels: &[Level],
        (ply, index): (usize, usize),
        seen: &mut [Vec<bool>],
        order: &mut Vec<u32>,
    ) {
        if std::mem::replace(&mut seen[ply][index], true) {
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
    let mut seen: Vec<Vec<bool>> = levels.iter().map(|level| vec![false; level.len()]).collect();
    go(rules, levels, (0, 0), &mut seen, &mut order);
    order
}

#[cfg(test)]
mod tests {
    use quandary_core::StopFlag;

    use super::*;
    use crate::connect_four::rules::STANDARD;

    #[test]
    fn the_levels_hold_the_published_numbers_of_positions() {
        // OEIS A212693 (positions after n plies, won ones included: the first four in a row needs seven stones).
        let both = |level: &Level| {
            let mirrored = |position: &Position| STANDARD.mirrored(*position) != *position;
            level.len() + level.positions().filter(mirrored).count()
        };
        let levels = levels(STANDARD, 6, &Budget::unlimited()).unwrap();
        let counts: Vec<usize> = levels.iter().map(both).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422]);
        // A second program counted these, one of each pair of mirror images.
        assert!(levels.iter().map(Level::len).eq([1, 4, 25, 121, 568, 2144, 8231]));
        let mut walked = walk(STANDARD, &levels);
        walked.sort_unstable();
        assert!(walked.iter().copied().eq(0..levels[6].len() as u32), "the walk visits each position once");
    }

    #[test]
    fn listing_the_positions_keeps_to_the_memory_and_stops_when_asked() {
        let small = Budget::unlimited().with_memory(1 << 20);
        assert_eq!(levels(STANDARD, 10, &small).err(), Some(Exhausted::Memory));
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let over = Budget::unlimited().with_stop(stop);
        assert_eq!(levels(STANDARD, 10, &over).err(), Some(Exhausted::Time));
    }
}
