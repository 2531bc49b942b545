//! A book that is being computed, and a finished one held against fresh searches.

use quandary_core::{Context, Exhausted, Seed};

use super::levels::{Level, children, levels, walk};
use super::{Book, MAX_DEPTH, UNKNOWN, cache_name};
use crate::connect_four::any::AnySolver;
use crate::connect_four::geometry::{AnySize, Geometry};
use crate::connect_four::rules::{ConnectFour, Position};
use crate::connect_four::solve::bounds_by_stones;

/// Nodes between two times that what is known is stored: some seconds.
const STORE_EVERY: u64 = 50_000_000;

/// A book on the way: what is known of its deepest level so far.
///
/// The positions are solved in the order of a walk through the game, and the solver forgets nothing between them:
/// neighbours lead to much the same positions.
pub struct Draft {
    rules: ConnectFour<AnySize>,
    depth: u32,
    levels: Vec<Level>,
    scores: Vec<i8>,
    /// A score is no less than this, as the positions one stone earlier show.
    floors: Vec<i8>,
}

impl Draft {
    /// The draft of this depth, at most [`MAX_DEPTH`], from the book that comes with the program unless it is to be
    /// computed again (`recompute`), else from the cache, or a blank one.
    pub fn resume(
        size: AnySize,
        depth: u32,
        recompute: bool,
        context: &Context<'_>,
    ) -> Result<Draft, Exhausted> {
        let (rules, depth) = (ConnectFour(size), depth.min(MAX_DEPTH).min(size.cells()));
        let levels = levels(rules, depth, &context.budget)?;
        let count = levels[levels.len() - 1].len();
        let shipped = || Some(Book::shipped(size).filter(|_| !recompute)?.level(depth)?.to_vec());
        let kept = || {
            let bytes = context.cache.load(&cache_name(size, depth)).filter(|bytes| bytes.len() == count)?;
            Some(bytes.into_iter().map(|byte| byte as i8).collect())
        };
        let scores = shipped().or_else(kept).unwrap_or_else(|| vec![UNKNOWN; count]);
        let shallower = Book::load(size, context).filter(|_| !recompute);
        let floors = floors(rules, &levels, shallower.as_deref());
        Ok(Draft { rules, depth, levels, scores, floors })
    }

    /// Stones of its deepest positions.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Positions that have to be solved.
    pub fn positions(&self) -> usize {
        self.scores.len()
    }

    /// Those that have been solved.
    pub fn known(&self) -> usize {
        self.scores.iter().filter(|&&score| score != UNKNOWN).count()
    }

    /// Solves what is not known yet, until the budget ends, and stores it in the cache from time to time and at the
    /// end. Gives the nodes spent, and why it ended early if it did.
    pub fn compute(&mut self, solver: &mut AnySolver, context: &Context<'_>) -> (u64, Option<Exhausted>) {
        let deepest = &self.levels[self.levels.len() - 1];
        let name = cache_name(self.rules.0, self.depth);
        let cells = self.rules.0.cells() as i32;
        let mut budget = context.budget.clone();
        let (before, mut stored) = (budget.spent(), budget.spent());
        let (mut known, total) = (self.known() as u64, self.scores.len() as u64);
        let mut stopped = None;
        for index in walk(self.rules, &self.levels) {
            let score = &mut self.scores[index as usize];
            if *score != UNKNOWN {
                continue;
            }
            let position = deepest.position(index as usize);
            let mut bounds = bounds_by_stones(self.rules, position);
            bounds.lower = bounds.lower.max(self.floors[index as usize].into());
            stopped = solver.narrow(position, &mut bounds, (-cells, cells), &mut budget).err();
            if stopped.is_some() {
                break;
            }
            *score = bounds.lower as i8;
            known += 1;
            context.progress.report("positions", known, total);
            if budget.spent() - stored >= STORE_EVERY {
                stored = budget.spent();
                context.cache.store(&name, &self.to_bytes());
            }
        }
        if budget.spent() > before {
            context.cache.store(&name, &self.to_bytes());
        }
        (budget.spent() - before, stopped)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.scores.iter().map(|&score| score as u8).collect()
    }

    /// The book, once every score is known.
    pub fn finish(&self) -> Option<Book> {
        Book::from_bytes(self.rules.0, self.depth, &self.to_bytes())
    }
}

/// The least that each position of the deepest level can score: a position worth `s` to its mover has no move worth more, so
/// none that leaves the opponent less than `-s`.
fn floors(rules: ConnectFour<AnySize>, levels: &[Level], shallower: Option<&Book>) -> Vec<i8> {
    let deepest = &levels[levels.len() - 1];
    let mut floors = vec![i8::MIN; deepest.len()];
    let parents = levels.len().checked_sub(2);
    let known = parents.and_then(|ply| Some((&levels[ply], shallower?.level(ply as u32)?)));
    if let Some((level, scores)) = known {
        for (position, &score) in level.positions().zip(scores) {
            for child in children(rules, position) {
                if let Some(index) = deepest.find(rules, child) {
                    floors[index] = floors[index].max(-score);
                }
            }
        }
    }
    floors
}

/// What a sample of a book's scores was found to be.
pub struct BookCheck {
    /// Positions drawn, solved again and compared.
    pub sample: u64,
    /// Those whose score in the book is not the one found, with both.
    pub wrong: Vec<(Position, i32, i32)>,
    /// Nodes spent.
    pub nodes: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Exhausted>,
}

impl Book {
    /// Draws positions of the deepest level, solves each from an empty table, and compares.
    pub fn check(&self, sample: u64, seed: Seed, solver: &mut AnySolver, context: &Context<'_>) -> BookCheck {
        let deepest = &self.levels[self.levels.len() - 1];
        let mut stream = seed.stream(0);
        let mut budget = context.budget.clone();
        let before = budget.spent();
        let mut checked = BookCheck { sample: 0, wrong: Vec::new(), nodes: 0, stopped: None };
        while checked.sample < sample {
            let position = deepest.position(stream.index(deepest.len()));
            match solver.solve(position, &mut budget) {
                Ok(solution) => {
                    let listed = self.score(position).unwrap_or(i32::MIN);
                    if listed != solution.score {
                        checked.wrong.push((position, listed, solution.score));
                    }
                    checked.sample += 1;
                    context.progress.report("sample", checked.sample, sample);
                }
                Err(why) => {
                    checked.stopped = Some(why);
                    break;
                }
            }
        }
        checked.nodes = budget.spent() - before;
        checked
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use quandary_core::context::Cache;
    use quandary_core::{Budget, StopFlag};

    use super::super::SHIPPED_DEPTH;
    use super::*;
    use crate::connect_four::notation::parse_size;

    /// A cache that forgets nothing.
    #[derive(Default)]
    struct Memory(Mutex<HashMap<String, Vec<u8>>>);

    impl Cache for Memory {
        fn load(&self, name: &str) -> Option<Vec<u8>> {
            self.0.lock().unwrap().get(name).cloned()
        }

        fn store(&self, name: &str, bytes: &[u8]) {
            self.0.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
        }
    }

    fn solver(size: AnySize) -> AnySolver {
        AnySolver::new(size, 16)
    }

    #[test]
    fn every_score_of_a_book_is_what_a_fresh_search_finds() {
        let size = parse_size("4x4").unwrap();
        let (rules, context) = (ConnectFour(size), Context::bare());
        let mut draft = Draft::resume(size, 4, false, &context).unwrap();
        assert_eq!(draft.compute(&mut solver(size), &context).1, None);
        assert_eq!(draft.known(), draft.positions());
        let book = draft.finish().unwrap();
        let mut level = vec![Position::START];
        let mut compared = 0;
        for _ in 0..=4 {
            for &position in &level {
                let fresh = solver(size).solve(position, &mut Budget::unlimited()).unwrap().score;
                assert_eq!(book.score(position), Some(fresh), "{position:?}");
                compared += 1;
            }
            level = level.into_iter().flat_map(|position| children(rules, position)).collect();
            level.sort_unstable();
            level.dedup();
        }
        // 1, 4, 16, … positions: no four can be complete yet.
        assert!(compared > 150, "{compared}");
        assert_eq!(book.score(level[0]), None, "beyond the book");
        let checked = book.check(10, Seed(1), &mut solver(size), &context);
        assert_eq!((checked.sample, checked.wrong.len(), checked.stopped), (10, 0, None));
    }

    #[test]
    fn what_comes_with_the_program_need_not_be_computed() {
        let context = Context::bare();
        let size = parse_size("6x7").unwrap();
        let mut draft = Draft::resume(size, SHIPPED_DEPTH, false, &context).unwrap();
        assert_eq!(draft.known(), draft.positions());
        assert_eq!(draft.compute(&mut solver(size), &context), (0, None));
        assert_eq!(
            Draft::resume(size, SHIPPED_DEPTH, true, &context).unwrap().known(),
            0,
            "unless it is asked for"
        );
        assert_eq!(Draft::resume(size, SHIPPED_DEPTH + 1, false, &context).unwrap().known(), 0);
        let shallower = Draft::resume(size, 1, false, &context).unwrap().finish().unwrap();
        assert_eq!(shallower.score(Position::START), Some(1));
        let book = Book::load(size, &context).unwrap();
        assert_eq!(book.depth(), SHIPPED_DEPTH);
        // The first stone in each column is worth what Tromp and Pons publish.
        let first = children(ConnectFour(size), Position::START).map(|child| -book.score(child).unwrap());
        assert!(first.eq([-2, -1, 0, 1, 0, -1, -2]));
        // A deeper one that was computed here is read instead.
        let cache = Memory::default();
        let deeper = SHIPPED_DEPTH + 1;
        let bytes =
            vec![0; levels(ConnectFour(size), deeper, &Budget::unlimited()).unwrap()[deeper as usize].len()];
        cache.store(&cache_name(size, deeper), &bytes);
        let context = Context { cache: &cache, ..Context::bare() };
        assert_eq!(Book::load(size, &context).unwrap().depth(), deeper);
    }

    #[test]
    fn a_book_that_was_stopped_goes_on_where_it_was_and_a_wrong_score_is_found_out() {
        let size = parse_size("4x5").unwrap();
        let cache = Memory::default();
        let context = Context { cache: &cache, ..Context::bare() };
        let mut at_once = Draft::resume(size, 2, false, &Context::bare()).unwrap();
        let (nodes, _) = at_once.compute(&mut solver(size), &Context::bare());
        let mut runs = 0;
        loop {
            let mut draft = Draft::resume(size, 2, false, &context).unwrap();
            let before = draft.known();
            let stop = StopFlag::new();
            let part = Budget::nodes(nodes - 1).with_stop(stop);
            let (_, stopped) = draft.compute(&mut solver(size), &context.with_budget(part));
            runs += 1;
            assert!(stopped.is_none() || draft.known() > before, "it got nowhere");
            assert_eq!(
                Book::load(size, &context).is_some(),
                stopped.is_none(),
                "only a finished book is used"
            );
            if stopped.is_none() {
                break;
            }
        }
        assert!(runs > 1, "it was never stopped");
        let whole = cache.load(&cache_name(size, 2)).unwrap();
        assert_eq!(at_once.to_bytes(), whole);
        let spoilt: Vec<u8> = whole.iter().map(|&score| (score as i8).abs_diff(3)).collect();
        let book = Book::from_bytes(size, 2, &spoilt).unwrap();
        assert!(!book.check(5, Seed(1), &mut solver(size), &Context::bare()).wrong.is_empty());
    }
}
