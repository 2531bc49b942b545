//! A*, with a declared tie rule and a look at the open list at every expansion.
//!
//! There is more than one A*: some rule must choose among open nodes of equal f = g + h, and what is measured of the
//! search (the number of nodes, the share of the open list at the minimum) depends on it. So the rule is a parameter
//! here, [`Ties`], and not an accident of a heap.

use std::collections::VecDeque;
use std::collections::hash_map::Entry as Slot;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted, InputError, Stream};
use rustc_hash::FxHashMap;

/// Which of the open nodes with the smallest f is expanded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The one that was opened first.
    Fifo,
    /// The one that was opened last.
    Lifo,
    /// The one with the smallest h (the nearest to the goal by the heuristic); then FIFO.
    LowH,
    /// The one with the largest h; then FIFO.
    HighH,
    /// One of them at random.
    Random,
}

impl Ties {
    /// All of them, in the order in which reports list them.
    pub const ALL: [Ties; 5] = [Ties::Fifo, Ties::Lifo, Ties::LowH, Ties::HighH, Ties::Random];
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ties::Fifo => "fifo",
            Ties::Lifo => "lifo",
            Ties::LowH => "low-h",
            Ties::HighH => "high-h",
            Ties::Random => "random",
        })
    }
}

impl FromStr for Ties {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Ties, InputError> {
        Ties::ALL.into_iter().find(|ties| ties.to_string() == text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a tie rule"))
                .expected("fifo, lifo, low-h, high-h or random")
        })
    }
}

/// The open list just before a node is taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Open nodes.
    pub open: usize,
    /// Open nodes whose f is the smallest.
    pub at_minimum: usize,
    /// That smallest f.
    pub f: u32,
}

impl Expansion {
    /// The share of the open list at the smallest f: the "solving rate" p_i of thesis section 5.4.
    pub fn share(&self) -> f64 {
        self.at_minimum as f64 / self.open as f64
    }
}

/// The result of A*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// A cheapest solution, or `None` when there is no solution at all. Where every move costs 1 it is a shortest one.
    pub path: Option<Vec<M>>,
    /// Nodes taken from the open list, the goal included.
    pub expanded: u64,
    /// Nodes put on it, the start included.
    pub generated: u64,
}

/// A* cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// Why.
    pub why: Exhausted,
    /// No solution costs less than this.
    pub lower_bound: u32,
    /// Nodes expanded until then.
    pub expanded: u64,
}

struct Node<P: Rules> {
    state: P::State,
    g: u32,
    h: u32,
    /// The node from which this one was reached, and the move; the start is its own.
    parent: u32,
    via: Option<P::Move>,
    closed: bool,
}

/// Finds a cheapest solution; where every move costs 1 ([`Rules::cost`]), a shortest one.
///
/// * `puzzle`: the rules.
/// * `start`: where to begin.
/// * `heuristic`: a lower bound on the cost still to pay. It must never exceed the real cost, or the
///   solution may not be cheapest; nodes are reopened, so it need not be consistent.
/// * `ties`: which of equal nodes comes first; only [`Ties::Random`] draws from `stream`.
/// * `budget`: one node is spent per expansion.
/// * `watch`: called with the open list before every expansion.
///
/// Returns a cheapest path, or `path: None` when every reachable state was seen without success.
/// Time and memory grow with the number of states whose f is at most the solution's cost.
///
/// Source: Hart, Nilsson and Raphael 1968; thesis algorithm 1, with the goal test on expansion, the update
/// of g and the reopening that it leaves out.
///
/// ```
/// use quandary_core::rules::{Rules, Side, Turn};
/// use quandary_core::{Budget, Outcome, Seed};
/// use quandary_search::astar::{Ties, astar};
///
/// /// Walk from a number to zero, by ones or by halving.
/// struct Walk;
/// impl Rules for Walk {
///     type State = u32;
///     type Move = char;
///     fn moves(&self, state: &u32, out: &mut Vec<char>) {
///         out.extend((*state > 0).then_some('-'));
///         out.extend((*state > 0 && state % 2 == 0).then_some('/'));
///     }
///     fn apply(&self, state: &u32, chosen: char) -> u32 {
///         if chosen == '-' { state - 1 } else { state / 2 }
///     }
///     fn turn(&self, state: &u32) -> Turn {
///         if *state == 0 { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
///     }
/// }
///
/// let mut stream = Seed(0).stream(0);
/// let found = astar(&Walk, 12, |_| 0, Ties::Fifo, &mut stream, &mut Budget::unlimited(), |_| {}).unwrap();
/// assert_eq!(found.path.unwrap().len(), 5); // 12, 6, 3, 2, 1, 0
/// ```
pub fn astar<P: Rules>(
    puzzle: &P,
    start: P::State,
    heuristic: impl Fn(&P::State) -> u32,
    ties: Ties,
    stream: &mut Stream,
    budget: &mut Budget,
    mut watch: impl FnMut(Expansion),
) -> Result<Solution<P::Move>, CutShort>
where
    P::State: Eq + Hash,
{
    let mut index: FxHashMap<P::State, u32> = FxHashMap::default();
    let h = heuristic(&start);
    let mut nodes: Vec<Node<P>> =
        vec![Node { state: start.clone(), g: 0, h, parent: 0, via: None, closed: false }];
    index.insert(start, 0);
    let mut open = OpenList::new(ties);
    open.push(0, 0, h);
    let mut expanded = 0;
    let mut moves = Vec::new();
    while let Some(expansion) = open.look() {
        if let Err(why) = budget.spend(1) {
            return Err(CutShort { why, lower_bound: expansion.f, expanded });
        }
        watch(expansion);
        let id = open.pop(stream, |id, g| nodes[id as usize].g == g && !nodes[id as usize].closed);
        expanded += 1;
        let node = &mut nodes[id as usize];
        node.closed = true;
        let spent = node.g;
        let state = node.state.clone();
        if puzzle.is_solved(&state) {
            let generated = nodes.len() as u64;
            return Ok(Solution { path: Some(path_to(&nodes, id)), expanded, generated });
        }
        moves.clear();
        puzzle.moves(&state, &mut moves);
        for &chosen in &moves {
            let g = spent.saturating_add(puzzle.cost(&state, chosen));
            let next = puzzle.apply(&state, chosen);
            match index.entry(next) {
                Slot::Vacant(slot) => {
                    let h = heuristic(slot.key());
                    let child = nodes.len() as u32;
                    nodes.push(Node {
                        state: slot.key().clone(),
                        g,
                        h,
                        parent: id,
                        via: Some(chosen),
                        closed: false,
                    });
                    slot.insert(child);
                    open.push(child, g, h);
                }
                Slot::Occupied(slot) => {
                    let child = *slot.get();
                    let known = &mut nodes[child as usize];
                    if g < known.g {
                        if !known.closed {
                            open.forget(known.g + known.h);
                        }
                        (known.g, known.parent, known.via, known.closed) = (g, id, Some(chosen), false);
                        open.push(child, g, known.h);
                    }
                }
            }
        }
    }
    Ok(Solution { path: None, expanded, generated: nodes.len() as u64 })
}

fn path_to<P: Rules>(nodes: &[Node<P>], goal: u32) -> Vec<P::Move> {
    let mut path = Vec::new();
    let mut at = &nodes[goal as usize];
    while let Some(via) = at.via {
        path.push(via);
        at = &nodes[at.parent as usize];
    }
    path.reverse();
    path
}

/// Open nodes in buckets: by f, then by the tie rule's rank. A node whose g improved leaves a stale entry in its old
/// place, which is skipped later; `live` counts without stale entries.
struct OpenList {
    ties: Ties,
    buckets: Vec<Bucket>,
    minimum: usize,
    live: usize,
}

#[derive(Default)]
struct Bucket {
    live: usize,
    /// By rank: 0 for all, or h where the tie rule looks at h.
    queues: Vec<VecDeque<(u32, u32)>>,
}

impl OpenList {
    fn new(ties: Ties) -> OpenList {
        OpenList { ties, buckets: Vec::new(), minimum: 0, live: 0 }
    }

    fn push(&mut self, id: u32, g: u32, h: u32) {
        let f = (g + h) as usize;
        let rank = match self.ties {
            Ties::LowH | Ties::HighH => h as usize,
            Ties::Fifo | Ties::Lifo | Ties::Random => 0,
        };
        if self.buckets.len() <= f {
            self.buckets.resize_with(f + 1, Bucket::default);
        }
        let bucket = &mut self.buckets[f];
        if bucket.queues.len() <= rank {
            bucket.queues.resize_with(rank + 1, VecDeque::new);
        }
        bucket.queues[rank].push_back((id, g));
        bucket.live += 1;
        self.live += 1;
        self.minimum = self.minimum.min(f);
    }

    /// A node at this f got a better g.
    fn forget(&mut self, f: u32) {
        self.buckets[f as usize].live -= 1;
        self.live -= 1;
    }

    fn look(&mut self) -> Option<Expansion> {
        if self.live == 0 {
            return None;
        }
        while self.buckets[self.minimum].live == 0 {
            self.minimum += 1;
        }
        let at_minimum = self.buckets[self.minimum].live;
        Some(Expansion { open: self.live, at_minimum, f: self.minimum as u32 })
    }

    /// Takes the node that the tie rule chooses; `live` recognises stale entries. Call after [`OpenList::look`].
    fn pop(&mut self, stream: &mut Stream, live: impl Fn(u32, u32) -> bool) -> u32 {
        let bucket = &mut self.buckets[self.minimum];
        loop {
            let mut queues = bucket.queues.iter_mut().filter(|queue| !queue.is_empty());
            let queue = match self.ties {
                Ties::HighH => queues.next_back(),
                _ => queues.next(),
            }
            .expect("a bucket with live nodes has a queue that is not empty");
            let (id, g) = match self.ties {
                Ties::Lifo => queue.pop_back(),
                Ties::Random => queue.swap_remove_back(stream.index(queue.len())),
                Ties::Fifo | Ties::LowH | Ties::HighH => queue.pop_front(),
            }
            .expect("the queue is not empty");
            if live(id, g) {
                bucket.live -= 1;
                self.live -= 1;
                return id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::rules::{Side, Turn};
    use quandary_core::{Outcome, Seed};

    /// A grid with walls: it has ties, dead ends and better ways that are found late.
    struct Maze {
        width: i32,
        walls: Vec<bool>,
        goal: i32,
    }

    impl Rules for Maze {
        type State = i32;
        type Move = i32;

        fn moves(&self, state: &i32, out: &mut Vec<i32>) {
            let (x, y) = (state % self.width, state / self.width);
            for (step, inside) in [
                (-1, x > 0),
                (1, x + 1 < self.width),
                (-self.width, y > 0),
                (self.width, y + 1 < self.walls.len() as i32 / self.width),
            ] {
                if inside && !self.walls[(state + step) as usize] {
                    out.push(step);
                }
            }
        }

        fn apply(&self, state: &i32, chosen: i32) -> i32 {
            state + chosen
        }

        fn turn(&self, state: &i32) -> Turn {
            if *state == self.goal { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
        }
    }

    /// Plain breadth-first search, the reference.
    fn distance(maze: &Maze, start: i32) -> Option<usize> {
        let mut seen = vec![None; maze.walls.len()];
        seen[start as usize] = Some(0);
        let mut queue = VecDeque::from([start]);
        let mut moves = Vec::new();
        while let Some(state) = queue.pop_front() {
            moves.clear();
            maze.moves(&state, &mut moves);
            for &chosen in &moves {
                let next = (state + chosen) as usize;
                if seen[next].is_none() {
                    seen[next] = seen[state as usize].map(|d: usize| d + 1);
                    queue.push_back(next as i32);
                }
            }
        }
        seen[maze.goal as usize]
    }

    #[test]
    fn every_tie_rule_finds_a_shortest_way_through_random_mazes() {
        let mut solved = 0;
        for case in 0..200 {
            let mut stream = Seed(11).stream(case);
            let width = 8;
            let mut walls: Vec<bool> = (0..64).map(|_| stream.chance(0.3)).collect();
            (walls[0], walls[63]) = (false, false);
            let maze = Maze { width, walls, goal: 63 };
            let expected = distance(&maze, 0);
            // Admissible but not consistent: on half of the cells it is 0.
            let h = |state: &i32| {
                if state % 2 == 0 { 0 } else { ((63 % 8 - state % 8) + (7 - state / 8)).unsigned_abs() }
            };
            for ties in Ties::ALL {
                let mut last_f = 0;
                let found = astar(&maze, 0, h, ties, &mut stream, &mut Budget::unlimited(), |look| {
                    assert!(1 <= look.at_minimum && look.at_minimum <= look.open);
                    last_f = look.f;
                })
                .unwrap();
                assert_eq!(found.path.as_ref().map(Vec::len), expected, "case {case}, {ties}");
                if let Some(path) = found.path {
                    assert_eq!(path.iter().sum::<i32>(), 63);
                    assert_eq!(last_f as usize, path.len());
                    solved += 1;
                }
            }
        }
        assert!(solved > 200, "most mazes should have a way: {solved}");
    }

    /// From 0 up to a number: by 1, for 1; by 5, for 3; or by 2, for nothing, but only from every third number.
    struct Stairs(u32);

    impl Rules for Stairs {
        type State = u32;
        type Move = u32;

        fn turn(&self, at: &u32) -> Turn {
            if *at == self.0 { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
        }

        fn moves(&self, at: &u32, out: &mut Vec<u32>) {
            let steps = [1, 2, 5].into_iter().filter(|step| *step != 2 || at.is_multiple_of(3));
            out.extend(steps.filter(|step| at + step <= self.0));
        }

        fn apply(&self, at: &u32, step: u32) -> u32 {
            at + step
        }

        fn cost(&self, _: &u32, step: u32) -> u32 {
            [0, 1, 0, 0, 0, 3][step as usize]
        }
    }

    #[test]
    fn the_cheapest_way_is_found_where_moves_cost_different_amounts() {
        for top in 1..40 {
            let stairs = Stairs(top);
            // From below: the cheapest way to each number.
            let mut cheapest = vec![u32::MAX; top as usize + 1];
            cheapest[0] = 0;
            for at in 0..top {
                let mut moves = Vec::new();
                stairs.moves(&at, &mut moves);
                for step in moves {
                    let cost = cheapest[at as usize] + stairs.cost(&at, step);
                    let there = &mut cheapest[(at + step) as usize];
                    *there = cost.min(*there);
                }
            }
            for ties in Ties::ALL {
                let mut stream = Seed(1).stream(0);
                let found = astar(&stairs, 0, |_| 0, ties, &mut stream, &mut Budget::unlimited(), |_| {});
                let (mut at, mut paid) = (0, 0);
                for step in found.unwrap().path.unwrap() {
                    paid += stairs.cost(&at, step);
                    at += step;
                }
                assert_eq!((at, paid), (top, cheapest[top as usize]), "{ties}");
            }
        }
    }

    #[test]
    fn a_budget_that_runs_out_leaves_a_lower_bound() {
        let maze = Maze { width: 8, walls: vec![false; 64], goal: 63 };
        let cut = astar(&maze, 0, |_| 0, Ties::Fifo, &mut Seed(0).stream(0), &mut Budget::nodes(10), |_| {})
            .unwrap_err();
        assert_eq!((cut.why, cut.expanded), (Exhausted::Nodes, 10));
        assert!(cut.lower_bound <= 14);
    }

    #[test]
    fn tie_rules_are_read_as_they_are_written() {
        for ties in Ties::ALL {
            assert_eq!(ties.to_string().parse(), Ok(ties));
        }
        assert!("best".parse::<Ties>().is_err());
    }
}
