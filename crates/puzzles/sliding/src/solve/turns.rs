//! Many boards in turns: the one whose next pass is expected to be the cheapest goes on.
//!
//! The last pass of IDA*, the one that finds a solution, is by far the largest. Where a [beam](super::pdb_beam)
//! finds one before, that pass is not needed: once all passes below its length have failed, nothing is shorter.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use quandary_core::context::Sequential;
use quandary_core::{Context, Exhausted};

use crate::rules::{Board, Slide};
use crate::solve::idastar::{Solver, slides};
use crate::solve::pdb_beam::{self, FIRST_WIDTH, beam, far};

/// How far the search of a board is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The shortest solution found so far.
    pub path: Option<Vec<Slide>>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Children made in all beams and passes so far.
    pub nodes: u64,
    /// CPU seconds of the process while it was its turn.
    pub cpu_seconds: f64,
    /// Children made in the last pass and in the one before, 0 where there was none.
    last_passes: [u64; 2],
    /// How wide the next beam is, if there is to be another.
    next_beam: Option<usize>,
    /// Its nodes are spent.
    spent: bool,
}

/// How many times as large as the last a pass is expected to be, as long as there is only one.
const USUAL_GROWTH: f64 = 8.0;
/// A beam comes before the next pass if that is expected to take this many times as many nodes: of a beam's, each takes
/// three times as long.
const BEAM_PAYS: f64 = 4.0;
/// A pass that would prove a solution shortest may take this many times as many nodes as one that only raises a bound.
const LAST_PASS_PAYS: f64 = 8.0;

impl Standing {
    /// Whether a shortest solution is known.
    pub fn is_solved(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.len() as u32 <= self.lower_bound)
    }

    fn is_over(&self) -> bool {
        self.is_solved() || self.spent
    }

    /// Nodes that the next pass is expected to take: it grows as the last one did.
    fn next_pass(&self) -> f64 {
        let [last, before] = self.last_passes.map(|nodes| nodes as f64);
        last * if before > 0.0 { last / before } else { USUAL_GROWTH }
    }

    /// Whether one more pass that fails proves the solution shortest.
    fn is_close(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.len() as u32 <= self.lower_bound + 2)
    }

    /// How wide a beam comes next, if that is what comes next, and how soon the board is to have its turn: those with the
    /// smallest number first.
    fn next(&self) -> (Option<usize>, f64) {
        let pass = self.next_pass();
        let turn = if self.is_close() { pass / LAST_PASS_PAYS } else { pass };
        match (self.next_beam, &self.path) {
            (Some(width), None) => (Some(width), 0.0),
            (Some(width), Some(path))
                if BEAM_PAYS * pdb_beam::nodes(width, path.len() as u32) as f64 <= pass =>
            {
                (Some(width), turn)
            }
            _ => (None, turn),
        }
    }
}

/// Solves boards one pass at a time, each pass on one thread: always the board whose next pass is expected to be the
/// cheapest, before all where that one may be the last. So the easy ones are all solved before much is spent on the hard
/// ones, without knowing which they are. Each board may take the budget's nodes; what becomes of a board within them depends on nothing else. `solved`
/// hears of each shortest solution at once.
///
/// A solver that has [levels](Solver::level) finds solutions by beams, each twice as wide as the last, for as long as one
/// costs little beside the passes that it may save; passes then have to fail only below the best solution's length. What
/// no pass has proved when the budget ends is a solution and a bound.
///
/// ```
/// use quandary_core::{Context, Seed};
/// use quandary_sliding::solve::{exact::solver, heuristic::Heuristic, turns::in_turns};
/// use quandary_sliding::{Size, Sliding, generate::uniform};
///
/// let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
/// let boards: Vec<_> = (0..5).map(|i| uniform(&puzzle, &mut Seed(1).stream(i))).collect();
/// let context = Context::bare();
/// let solver = solver(&puzzle, Heuristic::LinearConflict, &context).unwrap();
/// let (all, stopped) = in_turns(&*solver, &boards, &context, |_, _| ());
/// assert!(stopped.is_none() && all.iter().all(|one| one.is_solved()));
/// ```
pub fn in_turns(
    solver: &dyn Solver,
    boards: &[Board],
    context: &Context<'_>,
    solved: impl Fn(usize, &Standing) + Sync,
) -> (Vec<Standing>, Option<Exhausted>) {
    let widest = pdb_beam::widest(&context.budget);
    let begin = |board: &Board| Standing {
        lower_bound: solver.bound_of(board),
        next_beam: solver.level(board).map(|_| FIRST_WIDTH).filter(|&width| width <= widest),
        ..Standing::default()
    };
    let all = Mutex::new(Turns {
        waiting: boards.iter().map(begin).enumerate().collect(),
        over: Vec::new(),
        stopped: None,
    });
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    let only_beam = Mutex::new(());
    context.workers.run(context.workers.threads() as u64, &|_| {
        loop {
            let Some((index, mut standing)) = lock().next() else { return ControlFlow::Continue(()) };
            let before = (context.cpu_seconds)();
            let stopped = step(solver, &boards[index], &mut standing, widest, &only_beam, context);
            standing.cpu_seconds += (context.cpu_seconds)() - before;
            if standing.is_solved() {
                solved(index, &standing);
            }
            let mut turns = lock();
            turns.stopped = turns.stopped.or(stopped);
            turns.give_back(index, standing);
            context.progress.report(&turns.so_far(), turns.over.len() as u64, boards.len() as u64);
        }
    });
    let turns = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut all: Vec<(usize, Standing)> = turns.waiting.into_iter().chain(turns.over).collect();
    all.sort_unstable_by_key(|(index, _)| *index);
    (all.into_iter().map(|(_, standing)| standing).collect(), turns.stopped)
}

/// The boards, by number.
struct Turns {
    waiting: Vec<(usize, Standing)>,
    over: Vec<(usize, Standing)>,
    stopped: Option<Exhausted>,
}

impl Turns {
    /// Takes the board whose turn it is.
    fn next(&mut self) -> Option<(usize, Standing)> {
        let expected = |place: &usize| {
            let (index, standing) = &self.waiting[*place];
            (standing.next().1, *index)
        };
        let soonest = |a: &usize, b: &usize| expected(a).partial_cmp(&expected(b)).expect("a number");
        let place = (0..self.waiting.len()).min_by(soonest).filter(|_| self.stopped.is_none())?;
        Some(self.waiting.swap_remove(place))
    }

    fn give_back(&mut self, index: usize, standing: Standing) {
        if standing.is_over() { &mut self.over } else { &mut self.waiting }.push((index, standing));
    }

    fn so_far(&self) -> String {
        let bounds = self.waiting.iter().map(|(_, standing)| standing.lower_bound);
        match (bounds.clone().min(), bounds.max()) {
            (Some(least), Some(most)) => format!("boards, the others at least {least} to {most} moves"),
            _ => "boards".into(),
        }
    }
}

/// The next beam or pass of one board.
fn step(
    solver: &dyn Solver,
    board: &Board,
    standing: &mut Standing,
    widest: usize,
    only_beam: &Mutex<()>,
    context: &Context<'_>,
) -> Option<Exhausted> {
    let left = context.budget.remaining().saturating_sub(standing.nodes);
    let mut budget = context.budget.with_nodes(left);
    let lower_bound = standing.lower_bound;
    let cut = if let (Some(width), _) = standing.next() {
        standing.next_beam = Some(2 * width).filter(|&width| width <= widest);
        // One at a time on all threads: then each may have all the memory, and threads change no result.
        let _beam = only_beam.lock().unwrap_or_else(PoisonError::into_inner);
        // Lengths of all solutions are even or all are odd.
        let longest =
            standing.path.as_ref().map_or(far(lower_bound), |path| (path.len() as u32).saturating_sub(2));
        let found = beam(solver, board, width, longest, &mut budget);
        standing.nodes += budget.spent().min(left);
        found.map(|path| standing.path = path.or_else(|| standing.path.take())).err()
    } else {
        match solver.solve_from(board, lower_bound, lower_bound, &mut budget, &Sequential) {
            Ok(found) => {
                let nodes = found.generated();
                standing.nodes += nodes;
                standing.last_passes = [nodes, standing.last_passes[0]];
                standing.lower_bound = found.lower_bound;
                standing.path = found.path.map(|path| slides(&path)).or_else(|| standing.path.take());
                None
            }
            Err(cut) => {
                standing.nodes += cut.generated;
                Some(cut.why)
            }
        }
    };
    standing.spent = cut == Some(Exhausted::Nodes);
    cut.filter(|_| !standing.spent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::uniform;
    use crate::rules::{Size, Sliding};
    use crate::solve::detours::Detours;
    use crate::solve::exact::solver;
    use crate::solve::heuristic::Heuristic;
    use crate::solve::idastar::IdaStar;
    use crate::solve::pattern::{Patterns, Strength};
    use quandary_core::{Budget, Seed, StopFlag};

    fn boards() -> (Sliding, Vec<Board>) {
        let puzzle = Sliding::ordered(Size::new(3, 4).unwrap());
        let boards = (0..12).map(|index| uniform(&puzzle, &mut Seed(6).stream(index))).collect();
        (puzzle, boards)
    }

    #[test]
    fn turns_find_what_one_search_each_finds_with_the_same_nodes() {
        let (puzzle, boards) = boards();
        let context = Context::bare();
        let solver = solver(&puzzle, Heuristic::LinearConflict, &context).unwrap();
        let (all, stopped) = in_turns(&*solver, &boards, &context, |_, _| ());
        assert_eq!(stopped, None);
        for (board, one) in boards.iter().zip(&all) {
            let alone = solver.solve_within(board, u32::MAX, &mut Budget::unlimited(), &Sequential).unwrap();
            assert_eq!((one.nodes, one.lower_bound), (alone.generated(), alone.lower_bound));
            assert_eq!(one.path, alone.path.map(|path| slides(&path)));
        }
    }

    #[test]
    fn easy_boards_are_solved_first_and_each_has_its_own_nodes() {
        let (puzzle, boards) = boards();
        let context = Context::bare();
        let solver = solver(&puzzle, Heuristic::LinearConflict, &context).unwrap();
        let order = Mutex::new(Vec::new());
        let (all, _) = in_turns(&*solver, &boards, &context, |index, _| order.lock().unwrap().push(index));
        let order = order.into_inner().unwrap();
        assert_eq!(order.len(), boards.len());
        let (first, last) = (&all[order[0]], &all[order[boards.len() - 1]]);
        assert!(first.nodes < last.nodes, "{} {}", first.nodes, last.nodes);
        let most = all.iter().map(|one| one.nodes).sum::<u64>() / boards.len() as u64;
        let limited = Context::bare().with_budget(Budget::nodes(most));
        let (some, stopped) = in_turns(&*solver, &boards, &limited, |_, _| ());
        assert_eq!(stopped, None);
        for (one, whole) in some.iter().zip(&all) {
            assert_eq!(one.is_solved(), whole.nodes <= most);
            assert!(one.nodes <= most && one.lower_bound <= whole.lower_bound);
        }
    }

    #[test]
    fn a_raised_flag_leaves_the_bounds() {
        let (puzzle, boards) = boards();
        let context = Context::bare();
        let solver = solver(&puzzle, Heuristic::LinearConflict, &context).unwrap();
        let stop = StopFlag::new();
        let halted = Context::bare().with_budget(Budget::unlimited().with_stop(stop.clone()));
        let (all, stopped) = in_turns(&*solver, &boards, &halted, |_, _| stop.raise(Exhausted::Time));
        assert_eq!(stopped, Some(Exhausted::Time));
        assert_eq!(all.len(), boards.len());
        assert_eq!(all.iter().filter(|one| one.path.is_some()).count(), 1);
    }

    /// A solver that has levels on boards of which the truth is known.
    fn with_levels(puzzle: &Sliding) -> IdaStar<32, Patterns<8, 2>> {
        let patterns = Patterns::new(puzzle, Strength::Small, &Context::bare()).unwrap();
        IdaStar::without(Detours::short(), puzzle, patterns)
    }

    #[test]
    fn a_beam_and_the_passes_below_it_prove_the_lengths_that_the_last_pass_finds() {
        let (puzzle, boards) = boards();
        let solver = with_levels(&puzzle);
        let (all, stopped) = in_turns(&solver, &boards, &Context::bare(), |_, _| ());
        assert_eq!(stopped, None);
        let mut without_the_last = 0;
        for (board, one) in boards.iter().zip(&all) {
            let alone = solver.solve(board, &mut Budget::unlimited()).unwrap();
            assert_eq!(
                (one.path.as_ref().unwrap().len() as u32, one.lower_bound),
                (alone.lower_bound, alone.lower_bound)
            );
            let end = one.path.iter().flatten().fold(board.clone(), |at, &slide| at.after(slide).unwrap());
            assert_eq!(&end, puzzle.goal());
            without_the_last += usize::from(one.last_passes[0] != alone.iterations.last().unwrap().generated);
        }
        assert!(without_the_last > boards.len() / 2, "{without_the_last}");
    }

    #[test]
    fn the_nodes_of_a_board_depend_on_no_other() {
        let (puzzle, mut boards) = boards();
        let solver = with_levels(&puzzle);
        let nodes = |boards: &[Board]| -> Vec<u64> {
            in_turns(&solver, boards, &Context::bare(), |_, _| ()).0.iter().map(|one| one.nodes).collect()
        };
        let forwards = nodes(&boards);
        boards.reverse();
        let mut backwards = nodes(&boards);
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert_eq!(nodes(&boards[..1]), forwards[boards.len() - 1..]);
    }

    #[test]
    fn a_budget_that_ends_leaves_bounds_around_the_truth() {
        let (puzzle, boards) = boards();
        let solver = with_levels(&puzzle);
        let (all, _) = in_turns(&solver, &boards, &Context::bare(), |_, _| ());
        let most = all.iter().map(|one| one.nodes).max().unwrap();
        for limit in [0, 1, 1000, most / 4, most / 2, most - 1, most] {
            let limited = Context::bare().with_budget(Budget::nodes(limit));
            let (some, stopped) = in_turns(&solver, &boards, &limited, |_, _| ());
            assert_eq!(stopped, None);
            for (one, whole) in some.iter().zip(&all) {
                assert_eq!(one.is_solved(), whole.nodes <= limit, "{limit}");
                assert!(one.nodes <= limit && one.lower_bound <= whole.lower_bound);
                assert!(one.path.as_ref().is_none_or(|path| path.len() as u32 >= whole.lower_bound));
            }
        }
        // Without memory for a beam there is none.
        let tight = Context::bare().with_budget(Budget::unlimited().with_memory(1000));
        let (some, _) = in_turns(&solver, &boards, &tight, |_, _| ());
        for (board, one) in boards.iter().zip(&some) {
            assert_eq!(one.nodes, solver.solve(board, &mut Budget::unlimited()).unwrap().generated());
        }
    }

    #[test]
    fn a_beam_comes_first_where_it_costs_little_and_what_one_pass_may_end_goes_before() {
        let standing = |length: usize, last_passes, next_beam| Standing {
            path: Some(vec![Slide::Up; length]),
            lower_bound: 90,
            last_passes,
            next_beam,
            ..Standing::default()
        };
        let grown = [1_000_000, 100_000];
        assert_eq!(standing(94, grown, None).next(), (None, 1e7));
        assert_eq!(standing(94, grown, Some(1 << 10)).next(), (Some(1 << 10), 1e7));
        assert_eq!(standing(94, grown, Some(1 << 17)).next().0, None, "dearer than a pass");
        assert_eq!(standing(94, [100, 10], Some(1 << 10)).next(), (None, 1000.0), "a small pass");
        assert_eq!(standing(92, grown, None).next(), (None, 1e7 / LAST_PASS_PAYS));
        let unsolved = Standing { path: None, ..standing(0, grown, Some(1 << 10)) };
        assert_eq!(unsolved.next(), (Some(1 << 10), 0.0));
    }
}
