//! IDA*: depth-first search under a growing limit, with no memory but the path.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quandary_core::context::Workers;
use quandary_core::{Budget, Exhausted};

/// A puzzle for IDA*: states that carry their own lower bound.
///
/// It is a separate trait because a good lower bound is updated from parent to child, not computed again:
/// [`Deepening::child`] makes the child, updates its bound and may reject it, all in one step.
pub trait Deepening: Sync {
    /// A position with everything that its lower bound needs.
    type State: Clone + Send + Sync;
    /// A move.
    type Move: Copy + Send + Sync;
    /// What [`Deepening::ahead`] finds out about all children of a state at once; `()` if there is nothing to gain.
    type Ahead;

    /// A lower bound on the cost still to pay. Must never exceed the real cost, and is at least 1
    /// unless the state is solved.
    fn bound(&self, state: &Self::State) -> u32;

    /// Whether it is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// The moves worth trying after `last`, in order: all legal ones except the undo of `last`.
    fn moves(&self, state: &Self::State, last: Option<Self::Move>) -> impl Iterator<Item = Self::Move>;

    /// The cost of a move: at least 1, and 1 by default.
    fn cost(&self, _state: &Self::State, _chosen: Self::Move) -> u32 {
        1
    }

    /// The highest cost of a move.
    fn highest_cost(&self) -> u32 {
        1
    }

    /// Looks ahead at all children of a state, each of which may still cost `allowance` at most. A bound in large
    /// tables reads all of them here: several memory reads together take hardly longer than one.
    fn ahead(&self, state: &Self::State, last: Option<Self::Move>, allowance: u32) -> Self::Ahead;

    /// The position after a move; or, when its lower bound exceeds `allowance`, that bound (or any other
    /// lower bound above `allowance`, so that several can be tried cheapest first). `ahead` is what
    /// [`Deepening::ahead`] gave for this state and the allowance after a move that costs 1.
    fn child(
        &self,
        state: &Self::State,
        chosen: Self::Move,
        ahead: &Self::Ahead,
        allowance: u32,
    ) -> Result<Self::State, u32>;
}

/// One complete pass, or the last one, which ends with the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The pass looked for solutions that cost at most this.
    pub limit: u32,
    /// Children made in this pass, including those that were cut off at once.
    pub generated: u64,
}

/// The result of IDA*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// A cheapest solution, or `None` when there is none within the cost allowed. Where every move costs 1 it is a
    /// shortest one.
    pub path: Option<Vec<M>>,
    /// No solution costs less than this.
    pub lower_bound: u32,
    /// The passes, in order.
    pub iterations: Vec<Iteration>,
    /// Nodes whose children were made.
    pub expanded: u64,
}

impl<M> Solution<M> {
    /// Children made in all passes.
    pub fn generated(&self) -> u64 {
        self.iterations.iter().map(|iteration| iteration.generated).sum()
    }
}

/// IDA* cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// Why.
    pub why: Exhausted,
    /// No solution costs less than this: all passes below it were completed.
    pub lower_bound: u32,
    /// Children made until then.
    pub generated: u64,
}

/// Finds a cheapest solution that costs at most `longest`; where every move costs 1, a shortest one.
///
/// * `domain`: the rules with their lower bound.
/// * `start`: where to begin.
/// * `longest`: longer solutions are not looked for; `u32::MAX` for any length.
/// * `budget`: one node is spent for each child made, charged about once in a thousand. When the budget runs out,
///   exactly all of it is reported as spent.
/// * `workers`: with more than one thread each pass is cut into subtrees. The answer, the path, the counts and whether
///   the budget sufficed are those of a single thread: nodes are counted in the order in which one thread would make
///   them. No thread makes more than the budget.
///
/// Returns a cheapest path, or `path: None` when nothing within `longest` exists. The first limit is the bound of the
/// start; each next one is the smallest bound that exceeded the last. With an admissible bound the first solution found
/// is cheapest, in any order of moves. Time grows with the number of nodes whose bound is below the solution's length;
/// memory is the path.
///
/// Source: Korf 1985.
///
/// ```
/// use quandary_core::{Budget, context::Sequential};
/// use quandary_search::idastar::{Deepening, idastar};
///
/// /// From a number to zero, by ones or by halving.
/// struct Walk;
/// impl Deepening for Walk {
///     type State = u32;
///     type Move = char;
///     type Ahead = ();
///     fn bound(&self, state: &u32) -> u32 {
///         u32::BITS - state.leading_zeros()
///     }
///     fn is_solved(&self, state: &u32) -> bool {
///         *state == 0
///     }
///     fn moves(&self, state: &u32, _: Option<char>) -> impl Iterator<Item = char> {
///         ['/', '-'].into_iter().filter(move |&m| m == '-' || state % 2 == 0)
///     }
///     fn ahead(&self, _: &u32, _: Option<char>, _: u32) {}
///     fn child(&self, state: &u32, chosen: char, (): &(), allowance: u32) -> Result<u32, u32> {
///         let next = if chosen == '-' { state - 1 } else { state / 2 };
///         if self.bound(&next) > allowance { Err(self.bound(&next)) } else { Ok(next) }
///     }
/// }
///
/// let found = idastar(&Walk, &12, u32::MAX, &mut Budget::unlimited(), &Sequential).unwrap();
/// assert_eq!(found.path.unwrap(), ['/', '/', '-', '/', '-']); // 12, 6, 3, 2, 1, 0
/// ```
pub fn idastar<D: Deepening>(
    domain: &D,
    start: &D::State,
    longest: u32,
    budget: &mut Budget,
    workers: &dyn Workers,
) -> Result<Solution<D::Move>, CutShort> {
    idastar_from(domain, start, 0, longest, budget, workers)
}

/// Like [`idastar`], for a start whose solutions are known to cost at least `proved`: the passes below that are left
/// out. With the [`Solution::lower_bound`] of an earlier search, it continues from there.
pub fn idastar_from<D: Deepening>(
    domain: &D,
    start: &D::State,
    proved: u32,
    longest: u32,
    budget: &mut Budget,
    workers: &dyn Workers,
) -> Result<Solution<D::Move>, CutShort> {
    let lower_bound = domain.bound(start).max(proved);
    let mut found = Solution { path: None, lower_bound, iterations: Vec::new(), expanded: 0 };
    if domain.is_solved(start) {
        found.path = Some(Vec::new());
        return Ok(found);
    }
    while found.lower_bound <= longest {
        let limit = found.lower_bound;
        let pass = if workers.threads() > 1 {
            split_pass(domain, start, limit, budget, workers)
        } else {
            let mut pass = Pass::new();
            pass.run(domain, start, limit, None, budget);
            pass
        };
        found.expanded += pass.expanded;
        found.iterations.push(Iteration { limit, generated: pass.generated });
        match pass.end {
            End::Cut(why) => {
                return Err(CutShort { why, lower_bound: limit, generated: found.generated() });
            }
            End::Solved => {
                let mut path = pass.path;
                path.reverse();
                found.path = Some(path);
                return Ok(found);
            }
            End::Complete => found.lower_bound = pass.next_limit,
        }
        if found.lower_bound == u32::MAX {
            // Nothing was cut off: every state was visited.
            break;
        }
    }
    Ok(found)
}

/// How a pass ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Complete,
    Solved,
    Cut(Exhausted),
}

/// One pass, or one subtree of it.
struct Pass<M> {
    end: End,
    /// The moves of the solution from its end.
    path: Vec<M>,
    generated: u64,
    expanded: u64,
    /// The smallest bound above the limit of any node that was cut off.
    next_limit: u32,
    /// The budget is charged when this many children have been made.
    settle_at: u64,
    settled: u64,
}

/// Children made between two charges to the budget.
const SETTLE_EVERY: u64 = 1024;

impl<M: Copy> Pass<M> {
    fn new() -> Pass<M> {
        Pass {
            end: End::Complete,
            path: Vec::new(),
            generated: 0,
            expanded: 0,
            next_limit: u32::MAX,
            settle_at: 0,
            settled: 0,
        }
    }

    /// Looks below `state` for a solution that costs at most `limit`.
    fn run<D: Deepening<Move = M>>(
        &mut self,
        domain: &D,
        state: &D::State,
        limit: u32,
        last: Option<M>,
        budget: &mut Budget,
    ) {
        let allowed = budget.remaining();
        let result = self.descend(domain, state, limit, limit, last, budget);
        let rest = budget.spend(self.generated - self.settled);
        self.end = match (result, rest) {
            (Err(why), _) | (Ok(false), Err(why)) | (Ok(true), Err(why @ Exhausted::Nodes)) => End::Cut(why),
            (Ok(true), _) => End::Solved,
            (Ok(false), Ok(())) => End::Complete,
        };
        if self.end == End::Cut(Exhausted::Nodes) {
            self.generated = allowed;
        }
    }

    fn descend<D: Deepening<Move = M>>(
        &mut self,
        domain: &D,
        state: &D::State,
        left: u32,
        limit: u32,
        last: Option<M>,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if self.generated >= self.settle_at {
            budget.spend(self.generated - self.settled)?;
            self.settled = self.generated;
            self.settle_at = self.generated + SETTLE_EVERY.min(budget.remaining().saturating_add(1));
        }
        self.expanded += 1;
        let ahead = domain.ahead(state, last, left - 1);
        for chosen in domain.moves(state, last) {
            self.generated += 1;
            let cost = domain.cost(state, chosen);
            let Some(allowance) = left.checked_sub(cost) else {
                self.next_limit = self.next_limit.min(limit + (cost - left));
                continue;
            };
            match domain.child(state, chosen, &ahead, allowance) {
                Err(bound) => self.next_limit = self.next_limit.min(limit + (bound - allowance)),
                Ok(child) => {
                    if domain.is_solved(&child)
                        || (allowance > 0
                            && self.descend(domain, &child, allowance, limit, Some(chosen), budget)?)
                    {
                        self.path.push(chosen);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// A node some way below the start, where a worker takes over.
struct Subtree<D: Deepening> {
    state: D::State,
    path: Vec<D::Move>,
    /// The path of child numbers from the start: its place in the order of a single thread.
    place: Vec<u32>,
    left: u32,
}

/// The nodes above the subtrees, by their places.
#[derive(Default)]
struct Upper {
    made: Vec<Vec<u32>>,
    expanded: Vec<Vec<u32>>,
}

impl Upper {
    /// How many of them a single thread has made and expanded when it enters the subtree at a place, or in all.
    fn count(&self, place: Option<&Vec<u32>>) -> (u64, u64) {
        let until = |all: &[Vec<u32>]| match place {
            Some(place) => all.iter().filter(|other| *other <= place).count() as u64,
            None => all.len() as u64,
        };
        (until(&self.made), until(&self.expanded))
    }
}

/// Subtrees per thread: enough that a few large ones do not leave the others idle.
const SUBTREES_PER_THREAD: usize = 64;

/// One pass on many threads. The subtrees are in the order in which one thread would visit them; of several solutions
/// the first in that order wins, and nothing after it is counted.
fn split_pass<D: Deepening>(
    domain: &D,
    start: &D::State,
    limit: u32,
    budget: &mut Budget,
    workers: &dyn Workers,
) -> Pass<D::Move> {
    let mut whole: Pass<D::Move> = Pass::new();
    let mut upper = Upper::default();
    let root = Subtree { state: start.clone(), path: Vec::new(), place: Vec::new(), left: limit };
    let mut subtrees: Vec<Subtree<D>> = vec![root];
    let wanted = SUBTREES_PER_THREAD * workers.threads();
    let least = 1 + domain.highest_cost();
    // Breadth first, layer by layer, but never so deep that a layer could hold a solution: the passes before found
    // none, so a solution costs exactly `limit`.
    while !subtrees.is_empty() && subtrees.len() < wanted && subtrees.iter().all(|tree| tree.left > least) {
        let mut next = Vec::new();
        for tree in &subtrees {
            upper.expanded.push(tree.place.clone());
            let ahead = domain.ahead(&tree.state, tree.path.last().copied(), tree.left - 1);
            for (number, chosen) in (0..).zip(domain.moves(&tree.state, tree.path.last().copied())) {
                let place: Vec<u32> = tree.place.iter().copied().chain([number]).collect();
                upper.made.push(place.clone());
                let left = tree.left - domain.cost(&tree.state, chosen);
                match domain.child(&tree.state, chosen, &ahead, left) {
                    Err(bound) => {
                        whole.next_limit = whole.next_limit.min(limit + (bound - left));
                    }
                    Ok(state) => {
                        let path = tree.path.iter().copied().chain([chosen]).collect();
                        next.push(Subtree { state, path, place, left });
                    }
                }
            }
        }
        subtrees = next;
    }

    let allowed = budget.remaining();
    let first_end = AtomicUsize::new(usize::MAX);
    let passes: Vec<Mutex<Option<Pass<D::Move>>>> = subtrees.iter().map(|_| Mutex::new(None)).collect();
    let made_before = |index: usize| -> u64 {
        let made = |slot: &Mutex<Option<Pass<D::Move>>>| {
            slot.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(0, |pass| pass.generated)
        };
        passes[..index].iter().map(made).sum()
    };
    workers.run(subtrees.len() as u64, &|index| {
        let index = index as usize;
        if first_end.load(Ordering::Relaxed) < index {
            return ControlFlow::Break(());
        }
        let tree = &subtrees[index];
        let mut pass = Pass::new();
        // The nodes of earlier subtrees are already spent, as they would be on a single thread.
        let mut own = budget.with_nodes(allowed.saturating_sub(made_before(index)));
        pass.run(domain, &tree.state, tree.left, tree.path.last().copied(), &mut own);
        if pass.end != End::Complete {
            first_end.fetch_min(index, Ordering::Relaxed);
        }
        // The subtree counted from its own root.
        if pass.next_limit != u32::MAX {
            pass.next_limit += limit - tree.left;
        }
        *passes[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(pass);
        ControlFlow::Continue(())
    });
    let mut last = None;
    for (slot, tree) in passes.into_iter().zip(&subtrees) {
        let Some(pass) = slot.into_inner().unwrap_or_else(PoisonError::into_inner) else { break };
        whole.generated += pass.generated;
        whole.expanded += pass.expanded;
        whole.next_limit = whole.next_limit.min(pass.next_limit);
        if pass.end != End::Complete {
            whole.end = pass.end;
            whole.path = pass.path;
            whole.path.extend(tree.path.iter().rev());
            last = Some(&tree.place);
            break;
        }
    }
    let (made, expanded) = upper.count(last);
    whole.generated += made;
    whole.expanded += expanded;
    match (budget.spend(whole.generated), whole.end) {
        (Err(Exhausted::Nodes), End::Complete | End::Solved) => whole.end = End::Cut(Exhausted::Nodes),
        (Err(why), End::Complete) => whole.end = End::Cut(why),
        _ => {}
    }
    if whole.end == End::Cut(Exhausted::Nodes) {
        whole.generated = allowed;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::context::Sequential;

    /// Lights in a row; a move flips one light and its neighbours. Solved when all are dark.
    struct Lights(u32);

    impl Deepening for Lights {
        type State = u32;
        type Move = u32;
        type Ahead = ();

        fn bound(&self, state: &u32) -> u32 {
            state.count_ones().div_ceil(3)
        }

        fn is_solved(&self, state: &u32) -> bool {
            *state == 0
        }

        fn moves(&self, _: &u32, last: Option<u32>) -> impl Iterator<Item = u32> {
            (0..self.0).filter(move |&light| Some(light) != last)
        }

        fn ahead(&self, _: &u32, _: Option<u32>, _: u32) {}

        fn child(&self, state: &u32, light: u32, (): &(), allowance: u32) -> Result<u32, u32> {
            let next = (state ^ (7 << light >> 1)) & ((1 << self.0) - 1);
            let bound = self.bound(&next);
            if bound > allowance { Err(bound) } else { Ok(next) }
        }
    }

    /// Two threads' worth of subtrees, run one after the other.
    struct Split;

    impl Workers for Split {
        fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
            let _ = (0..tasks).rev().try_for_each(task);
        }

        fn threads(&self) -> usize {
            2
        }
    }

    /// Distances by breadth-first search, the reference.
    fn distances(lights: &Lights) -> Vec<Option<u32>> {
        let mut seen = vec![None; 1 << lights.0];
        seen[0] = Some(0);
        let mut queue = std::collections::VecDeque::from([0_u32]);
        while let Some(state) = queue.pop_front() {
            for light in 0..lights.0 {
                let next = ((state ^ (7 << light >> 1)) & ((1 << lights.0) - 1)) as usize;
                if seen[next].is_none() {
                    seen[next] = seen[state as usize].map(|d| d + 1);
                    queue.push_back(next as u32);
                }
            }
        }
        seen
    }

    #[test]
    fn every_state_is_solved_in_its_distance_and_threads_change_nothing() {
        let lights = Lights(7);
        for (state, distance) in distances(&lights).into_iter().enumerate() {
            let start = state as u32;
            // Unreachable states would be searched for ever: no parity bounds this puzzle.
            let Some(distance) = distance else { continue };
            let one = idastar(&lights, &start, u32::MAX, &mut Budget::unlimited(), &Sequential).unwrap();
            let path = one.path.clone().unwrap();
            assert_eq!(path.len() as u32, distance);
            assert_eq!(path.iter().fold(start, |at, &m| lights.child(&at, m, &(), 9).unwrap()), 0);
            let two = idastar(&lights, &start, u32::MAX, &mut Budget::unlimited(), &Split).unwrap();
            assert_eq!(two, one, "the path, the passes and every count");
            if distance > 0 {
                let shorter = idastar(&lights, &start, distance - 1, &mut Budget::unlimited(), &Split);
                let shorter = shorter.unwrap();
                assert_eq!(shorter.path, None);
                assert!(shorter.lower_bound >= distance);
            }
        }
    }

    /// From a number down to 0: by 1 for 2, by 2 for 3, by 7 for 5.
    struct Descent;

    impl Deepening for Descent {
        type State = u32;
        type Move = u32;
        type Ahead = ();

        fn bound(&self, at: &u32) -> u32 {
            (at * 5).div_ceil(7)
        }

        fn is_solved(&self, at: &u32) -> bool {
            *at == 0
        }

        fn moves(&self, at: &u32, _: Option<u32>) -> impl Iterator<Item = u32> {
            let at = *at;
            [1, 2, 7].into_iter().filter(move |step| *step <= at)
        }

        fn cost(&self, _: &u32, step: u32) -> u32 {
            [0, 2, 3, 0, 0, 0, 0, 5][step as usize]
        }

        fn highest_cost(&self) -> u32 {
            5
        }

        fn ahead(&self, _: &u32, _: Option<u32>, _: u32) {}

        fn child(&self, at: &u32, step: u32, (): &(), allowance: u32) -> Result<u32, u32> {
            let bound = self.bound(&(at - step));
            if bound > allowance { Err(bound) } else { Ok(at - step) }
        }
    }

    #[test]
    fn the_cheapest_way_is_found_where_moves_cost_different_amounts() {
        for start in 1..40 {
            // Sevens as long as they fit, then twos, then a one.
            let cheapest = 5 * (start / 7) + 3 * (start % 7 / 2) + 2 * (start % 7 % 2);
            for workers in [&Sequential as &dyn Workers, &Split] {
                let found = idastar(&Descent, &start, u32::MAX, &mut Budget::unlimited(), workers).unwrap();
                let path = found.path.unwrap();
                assert_eq!(path.iter().sum::<u32>(), start);
                assert_eq!(path.iter().map(|&step| Descent.cost(&0, step)).sum::<u32>(), cheapest);
                assert_eq!(found.lower_bound, cheapest);
            }
        }
    }

    #[test]
    fn whether_a_budget_suffices_does_not_depend_on_the_number_of_threads() {
        let lights = Lights(12);
        let start = 0b1010_0110_1011;
        let full = idastar(&lights, &start, u32::MAX, &mut Budget::unlimited(), &Sequential).unwrap();
        let all = full.generated();
        let mut sufficed = Vec::new();
        for nodes in (0..all).step_by(usize::try_from(all / 97 + 1).unwrap()).chain([all - 1, all, all + 1]) {
            let on = |workers: &dyn Workers| {
                idastar(&lights, &start, u32::MAX, &mut Budget::nodes(nodes), workers)
            };
            assert_eq!(on(&Sequential), on(&Split), "{nodes} of {all} nodes");
            if let Err(cut) = on(&Split) {
                assert_eq!((cut.why, cut.generated), (Exhausted::Nodes, nodes));
            } else {
                sufficed.push(nodes);
            }
        }
        assert_eq!(sufficed, [all, all + 1]);
    }

    #[test]
    fn a_budget_that_runs_out_leaves_the_completed_bound() {
        let lights = Lights(12);
        let full = idastar(&lights, &0b1010_0110_1011, u32::MAX, &mut Budget::unlimited(), &Sequential);
        let full = full.unwrap();
        let cut = idastar(&lights, &0b1010_0110_1011, u32::MAX, &mut Budget::nodes(500), &Sequential);
        let cut = cut.unwrap_err();
        assert_eq!(cut.why, Exhausted::Nodes);
        assert_eq!(cut.generated, 500);
        assert!(cut.lower_bound <= full.path.unwrap().len() as u32);
    }
}
