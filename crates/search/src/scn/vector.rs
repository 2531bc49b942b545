//! Conspiracy numbers as they were first defined: one for every value that a position might come to have.

use quandary_core::rules::{Side, Turn};
use quandary_core::{Budget, Exhausted};

use super::{Leaf, Scn};
use crate::minimax::{Heuristic, Search, Table, WIN, ended, for_side};

/// How many leaves must conspire before a position has another value (McAllester 1988).
///
/// For each threshold T there is the least number of leaves that must change to bring the value to at least T, and the
/// least number to bring it to at most T. The first is the single conspiracy number of T; all of them together say how
/// stable the value is in both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    up: Steps,
    down: Steps,
}

type Combine = fn(Scn, Scn) -> Scn;

/// A number for every threshold, which grows with it: `steps` are the thresholds up to which each number holds, in
/// increasing order; beyond the last holds `beyond`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Steps {
    steps: Vec<(i32, Scn)>,
    beyond: Scn,
}

impl Steps {
    /// Nothing up to `value`, then `beyond`.
    fn at(value: i32, beyond: Scn) -> Steps {
        Steps { steps: vec![(value, Scn::REACHED)], beyond }
    }

    fn of(&self, threshold: i32) -> Scn {
        self.steps.iter().find(|step| threshold <= step.0).map_or(self.beyond, |step| step.1)
    }

    /// The two combined threshold by threshold.
    fn with(&self, other: &Steps, combine: Combine) -> Steps {
        let mut thresholds: Vec<i32> = self.steps.iter().chain(&other.steps).map(|step| step.0).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        let mut steps: Vec<(i32, Scn)> = Vec::with_capacity(thresholds.len());
        for threshold in thresholds {
            let number = combine(self.of(threshold), other.of(threshold));
            match steps.last_mut() {
                Some(last) if last.1 == number => last.0 = threshold,
                _ => steps.push((threshold, number)),
            }
        }
        Steps { steps, beyond: combine(self.beyond, other.beyond) }
    }
}

impl Vector {
    /// Leaves that must change before the value is at least T.
    pub fn to_reach(&self, threshold: i32) -> Scn {
        self.up.of(threshold)
    }

    /// Leaves that must change before the value is at most T.
    pub fn to_fall_to(&self, threshold: i32) -> Scn {
        self.down.of(-threshold)
    }

    /// The value as it stands: the largest threshold for which nothing must change.
    pub fn value(&self) -> i32 {
        let reached = self.up.steps.iter().take_while(|step| step.1 == Scn::REACHED);
        reached.last().map_or(-WIN, |step| step.0)
    }

    /// The values that fewer than `leaves` changed leaves can bring about: the range in which the value lies for all
    /// that is known, if one thinks this many leaves wrong unlikely.
    pub fn likely(&self, leaves: Scn) -> (i32, i32) {
        let most = |steps: &Steps| {
            if steps.beyond < leaves {
                return WIN;
            }
            steps.steps.iter().take_while(|step| step.1 < leaves).last().map_or(-WIN, |step| step.0)
        };
        (-most(&self.down), most(&self.up))
    }
}

/// The vector of a position `depth` moves deep, as `side` sees it; `budget` is charged one for every position.
///
/// Nothing is cut short, so this is for small trees: it is what the single numbers are checked against.
pub fn vector<J: Heuristic>(
    game: &J,
    state: &J::State,
    side: Side,
    depth: u32,
    leaf: Leaf,
    budget: &mut Budget,
) -> Result<Vector, Exhausted> {
    let mut table = Table::new(1);
    let mut search = Search::new(game, &mut table, budget);
    node(&mut search, state, side, leaf, depth, 0)
}

fn node<J: Heuristic>(
    search: &mut Search<'_, J>,
    state: &J::State,
    side: Side,
    leaf: Leaf,
    depth: u32,
    ply: u32,
) -> Result<Vector, Exhausted> {
    search.budget.spend(1)?;
    let both = |value: i32, beyond| Vector { up: Steps::at(value, beyond), down: Steps::at(-value, beyond) };
    let mover = match search.game.turn(state) {
        Turn::Over(outcome) => return Ok(both(ended(outcome, side, ply), Scn::NEVER)),
        Turn::To(mover) => mover,
    };
    if depth == 0 {
        let value = match leaf {
            Leaf::Plain => for_side(search.game.worth(state), side),
            Leaf::Quiet => {
                let value = search.settled(state, mover, ply, (-WIN - 1, WIN + 1))?;
                if mover == side { value } else { -value }
            }
        };
        return Ok(both(value, Scn::new(1)));
    }
    // One good child is enough to rise for the side itself; all must fall. For the other side it is the reverse.
    let (up, down): (Combine, Combine) =
        if mover == side { (Scn::min, |a, b| a + b) } else { (|a, b| a + b, Scn::min) };
    let mut moves = Vec::new();
    search.game.candidates(state, &mut moves);
    let mut all: Option<Vector> = None;
    for chosen in moves {
        let child = search.game.apply(state, chosen);
        let its = node(search, &child, side, leaf, depth - 1, ply + 1)?;
        all = Some(match all {
            None => its,
            Some(all) => Vector { up: all.up.with(&its.up, up), down: all.down.with(&its.down, down) },
        });
    }
    // A position that has not ended has a move; one without would be a leaf.
    Ok(all.unwrap_or_else(|| both(for_side(search.game.worth(state), side), Scn::new(1))))
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::*;
    use crate::random_tree::{RandomNode, RandomTree, WORTH};

    /// The leaves of a tree, in the order in which they are met.
    fn leaves(game: &RandomTree, spot: &RandomNode, depth: u32, out: &mut Vec<RandomNode>) {
        if game.turn(spot).side().is_none() {
            return;
        }
        if depth == 0 {
            return out.push(*spot);
        }
        for chosen in 0..game.options(spot) {
            leaves(game, &game.apply(spot, chosen as u8), depth - 1, out);
        }
    }

    /// Minimax for the first side, with the leaves in `changed` (a mask by their order) worth `instead`.
    fn value(
        game: &RandomTree,
        spot: &RandomNode,
        depth: u32,
        ply: u32,
        next: &mut u32,
        changed: u32,
        instead: i32,
    ) -> i32 {
        let mover = match game.turn(spot) {
            Turn::Over(outcome) => return ended(outcome, Side::First, ply),
            Turn::To(mover) => mover,
        };
        if depth == 0 {
            *next += 1;
            return if changed >> (*next - 1) & 1 == 1 { instead } else { game.worth(spot) };
        }
        let children = (0..game.options(spot)).map(|chosen| {
            value(game, &game.apply(spot, chosen as u8), depth - 1, ply + 1, next, changed, instead)
        });
        let children: Vec<i32> = children.collect();
        let best = if mover == Side::First { children.iter().max() } else { children.iter().min() };
        *best.unwrap()
    }

    #[test]
    fn no_smaller_conspiracy_does_it() {
        let mut tried = 0;
        for seed in 0..400 {
            let game = RandomTree::new(Seed(seed), 6);
            for depth in 1..=3 {
                let mut all = Vec::new();
                leaves(&game, &game.root(), depth, &mut all);
                if all.len() > 9 {
                    continue;
                }
                tried += 1;
                let whole =
                    vector(&game, &game.root(), Side::First, depth, Leaf::Plain, &mut Budget::unlimited())
                        .unwrap();
                for threshold in [-WORTH - 1, -2, 0, 1, 4, WORTH + 1] {
                    // Every set of leaves, made as good and as bad as can be.
                    let least = |enough: &dyn Fn(u32) -> bool| {
                        let sets = (0..1_u32 << all.len()).filter(|&set| enough(set));
                        sets.map(u32::count_ones).min().map_or(Scn::NEVER, |n| Scn::new(u64::from(n)))
                    };
                    let with = |set, instead| value(&game, &game.root(), depth, 0, &mut 0, set, instead);
                    assert_eq!(
                        whole.to_reach(threshold),
                        least(&|set| with(set, WIN) >= threshold),
                        "{seed}"
                    );
                    assert_eq!(
                        whole.to_fall_to(threshold),
                        least(&|set| with(set, -WIN) <= threshold),
                        "{seed}"
                    );
                }
                assert_eq!(whole.value(), value(&game, &game.root(), depth, 0, &mut 0, 0, 0));
                let (low, high) = whole.likely(Scn::new(1));
                assert_eq!(
                    (low, high),
                    (whole.value(), whole.value()),
                    "{seed}: without a change nothing changes"
                );
            }
        }
        assert!(tried > 300, "{tried}");
    }
}
