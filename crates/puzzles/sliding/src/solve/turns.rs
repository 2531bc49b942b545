//! Many boards in turns: the one whose next pass is expected to be the cheapest goes on.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use quandary_core::context::Sequential;
use quandary_core::{Context, Exhausted};

use crate::rules::{Board, Slide};
use crate::solve::idastar::{Solver, slides};

/// How far the search of a board is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// A shortest solution, once it is found.
    pub path: Option<Vec<Slide>>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Children made in all passes so far.
    pub nodes: u64,
    /// CPU seconds of the process while it was its turn.
    pub cpu_seconds: f64,
    /// Children made in the last pass and in the one before, 0 where there was none.
    last_passes: [u64; 2],
    /// Its nodes are spent.
    spent: bool,
}

/// How many times as large as the last a pass is expected to be, as long as there is only one.
const USUAL_GROWTH: f64 = 8.0;

impl Standing {
    /// Nodes that the next pass is expected to take: it grows as the last one did.
    fn next_pass(&self) -> f64 {
        let [last, before] = self.last_passes.map(|nodes| nodes as f64);
        last * if before > 0.0 { last / before } else { USUAL_GROWTH }
    }

    fn is_over(&self) -> bool {
        self.path.is_some() || self.spent
    }
}

/// Solves boards by IDA*, one pass at a time, each pass on one thread: always the board whose next pass is expected to
/// be the cheapest. So the easy ones are all solved before much is spent on the hard ones, without knowing which they
/// are. Each board may take the budget's nodes; what becomes of a board within them depends on nothing else. `solved`
/// hears of each solution at once.
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
/// assert!(stopped.is_none() && all.iter().all(|one| one.path.is_some()));
/// ```
pub fn in_turns(
    solver: &dyn Solver,
    boards: &[Board],
    context: &Context<'_>,
    solved: impl Fn(usize, &Standing) + Sync,
) -> (Vec<Standing>, Option<Exhausted>) {
    let begin = |board: &Board| Standing { lower_bound: solver.bound_of(board), ..Standing::default() };
    let all = Mutex::new(Turns {
        waiting: boards.iter().map(begin).enumerate().collect(),
        over: Vec::new(),
        stopped: None,
    });
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    context.workers.run(context.workers.threads() as u64, &|_| {
        loop {
            let Some((index, mut standing)) = lock().next() else { return ControlFlow::Continue(()) };
            let before = (context.cpu_seconds)();
            let stopped = pass(solver, &boards[index], &mut standing, context);
            standing.cpu_seconds += (context.cpu_seconds)() - before;
            if standing.path.is_some() {
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
        let expected = |place: &usize| (self.waiting[*place].1.next_pass(), self.waiting[*place].0);
        let cheapest = |a: &usize, b: &usize| expected(a).partial_cmp(&expected(b)).expect("a number");
        let place = (0..self.waiting.len()).min_by(cheapest).filter(|_| self.stopped.is_none())?;
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

/// The next pass of one board.
fn pass(
    solver: &dyn Solver,
    board: &Board,
    standing: &mut Standing,
    context: &Context<'_>,
) -> Option<Exhausted> {
    let limit = standing.lower_bound;
    let mut budget = context.budget.with_nodes(context.budget.remaining().saturating_sub(standing.nodes));
    match solver.solve_from(board, limit, limit, &mut budget, &Sequential) {
        Ok(found) => {
            let nodes = found.generated();
            standing.nodes += nodes;
            standing.last_passes = [nodes, standing.last_passes[0]];
            standing.lower_bound = found.lower_bound;
            standing.path = found.path.map(|path| slides(&path));
            None
        }
        Err(cut) => {
            standing.nodes += cut.generated;
            standing.spent = cut.why == Exhausted::Nodes;
            (!standing.spent).then_some(cut.why)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::uniform;
    use crate::rules::{Size, Sliding};
    use crate::solve::exact::solver;
    use crate::solve::heuristic::Heuristic;
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
            assert_eq!(one.path.is_some(), whole.nodes <= most);
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
}
