//! The best answer for any board: an exact one where that is within reach, otherwise a good one with its gap.

use quandary_core::Context;
use quandary_core::{Budget, Exhausted};

use crate::rules::{Board, Slide, Sliding};
use crate::solve::beam::Beam;
use crate::solve::beam_by_bound::{self, beam, widest};
use crate::solve::bound::of_board;
use crate::solve::distances::Distances;
use crate::solve::exact::{NotReady, solver};
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::{Solver, slides};
use crate::solve::linear_conflict::LinearConflict;
use crate::solve::pattern::{Pattern, Patterns, Strength};
use crate::solve::{constructive, improve};

/// What is known about a board after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// A solution, if one was found.
    pub path: Option<Vec<Slide>>,
    /// No solution is shorter than this. Equal to the path's length when the path is proved shortest.
    pub lower_bound: u32,
    /// How it was found: the methods in the order in which they were tried.
    pub method: String,
    /// Nodes spent.
    pub nodes: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Exhausted>,
}

impl Solved {
    fn nothing(stopped: Option<Exhausted>) -> Solved {
        Solved { path: None, lower_bound: 0, method: String::new(), nodes: 0, stopped }
    }

    /// Whether the path is proved shortest.
    pub fn is_optimal(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.len() as u32 <= self.lower_bound)
    }
}

/// Nodes tried with the small tables before the large ones are fetched: a second or two, while building the
/// large ones takes a minute the first time.
const SMALL_TRY: u64 = 5_000_000;
/// Bytes that a way to place the tiles of a pattern takes while its table is built, at most.
const BYTES_PER_PLACING: u64 = 3;
/// Nodes tried for an exact answer on boards where it is likely out of reach, or half of what a solution may be
/// improved with, where that is more: then the bound rises with the budget as the solution falls.
const HOPEFUL_TRY: u64 = 2_000_000;
const HOPEFUL_SHARE: u64 = 2;
/// The same on boards too large for pattern databases, where a node costs more.
const LARGE_BOARD_TRY: u64 = 50_000;
/// Nodes after which a search says what it has proved so far, pass by pass: shorter ones are over before it is read.
const SAID_FROM: u64 = 1_000_000;
/// The most cells on which an exact answer is always within reach.
pub const ALWAYS_EXACT_CELLS: usize = 16;

/// Solves a solvable board by whatever suits its size:
///
/// | cells | method |
/// |---|---|
/// | up to 10 | a table of all distances |
/// | up to 16 | IDA* with small pattern databases; if they do not suffice, with the large ones, where the budget can pay |
/// | up to 32 | IDA* for a while; then beams over its bound, for `improvement` nodes |
/// | more | IDA* for a shorter while; then a constructed solution, improved for `improvement` nodes |
///
/// Where beams find nothing, for want of time, of memory or of pattern databases, it is the constructed solution too.
///
/// Large pattern databases cost a node for each way to place the tiles of a pattern, whether they are built or in the cache:
/// what it does depends on the board and the budget alone. Where nodes or memory do not suffice for them, the small ones, which
/// take a second, go on to the end.
pub fn solve(puzzle: &Sliding, board: &Board, improvement: u64, context: &Context<'_>) -> Solved {
    let cells = puzzle.size().cells();
    if let Some(distances) = Distances::new(puzzle) {
        let path = distances.solution(board);
        let lower_bound = path.as_ref().map_or(0, |path| path.len() as u32);
        return Solved {
            path,
            lower_bound,
            method: "table".into(),
            nodes: distances.states(),
            stopped: None,
        };
    }
    let thin = puzzle.size().rows().min(puzzle.size().columns());
    let with_patterns = cells <= Pattern::MAX_CELLS && (2..=5).contains(&thin);
    let large =
        Patterns::placings(puzzle, Strength::Large).filter(|_| cells <= ALWAYS_EXACT_CELLS).unwrap_or(0);
    let pays_for_large = large.saturating_add(SMALL_TRY) < context.budget.remaining()
        && large.saturating_mul(BYTES_PER_PLACING) <= context.budget.memory_or(usize::MAX) as u64;
    let attempts: &[(Heuristic, u64)] = match (with_patterns, cells <= ALWAYS_EXACT_CELLS) {
        (true, true) if pays_for_large => {
            &[(Heuristic::Patterns, SMALL_TRY), (Heuristic::LargePatterns, u64::MAX)]
        }
        (true, true) => &[(Heuristic::Patterns, u64::MAX)],
        (true, false) => &[(Heuristic::Patterns, HOPEFUL_TRY.max(improvement / HOPEFUL_SHARE))],
        (false, _) => &[(Heuristic::LinearConflict, LARGE_BOARD_TRY)],
    };
    let mut budget = context.budget.clone();
    let mut known = Solved::nothing(None);
    let mut last = None;
    for &(heuristic, nodes) in attempts {
        // It was made sure that this can be paid.
        let tables = if heuristic == Heuristic::LargePatterns { budget.spend(large) } else { Ok(()) };
        let ready = solver(puzzle, heuristic, context);
        let nodes = nodes.min(budget.remaining());
        let mut attempt = match &ready {
            Ok(solver) => by_idastar(&**solver, board, nodes, context),
            Err(NotReady::NotForBoard) => Solved::nothing(None),
            Err(NotReady::CutShort(why)) => Solved::nothing(Some(*why)),
        };
        attempt.method = format!("idastar {heuristic}");
        attempt.lower_bound = attempt.lower_bound.max(of_board(&LinearConflict::new(puzzle), board));
        last = ready.ok();
        let spent = tables.and_then(|()| budget.spend(attempt.nodes));
        let spent = if budget.remaining() == 0 { spent.and(Err(Exhausted::Nodes)) } else { spent };
        known.nodes += attempt.nodes;
        known.lower_bound = known.lower_bound.max(attempt.lower_bound);
        known.method += if known.method.is_empty() { "" } else { ", " };
        known.method += &attempt.method;
        known.path = attempt.path;
        if known.path.is_some() {
            return known;
        }
        known.stopped = attempt.stopped.filter(|why| *why != Exhausted::Nodes).or(spent.err());
        if known.stopped.is_some() && cells <= ALWAYS_EXACT_CELLS {
            return known;
        }
    }
    let improvement = improvement.min(budget.remaining());
    let mut share = context.budget.with_nodes(improvement);
    let path = last.and_then(|solver| by_beams(&*solver, board, known.lower_bound, &mut share, context));
    let mut fast = match path {
        Some(_) => Solved { path, method: "beams".into(), ..Solved::nothing(None) },
        None => by_construction(puzzle, board, share.remaining(), context),
    };
    fast.nodes += known.nodes + share.spent().min(improvement);
    fast.lower_bound = fast.lower_bound.max(known.lower_bound);
    fast.method = format!("{}, {}", known.method, fast.method);
    fast
}

/// IDA* with a node limit.
fn by_idastar(solver: &dyn Solver, board: &Board, nodes: u64, context: &Context<'_>) -> Solved {
    let mut budget = Budget::nodes(nodes).with_stop(context.budget.stop().clone());
    let mut known = Solved { lower_bound: solver.bound_of(board), ..Solved::nothing(None) };
    loop {
        let bound = known.lower_bound;
        if budget.spent() > SAID_FROM {
            context.progress.report(&format!("at least {bound} moves; nodes"), budget.spent(), nodes);
        }
        match solver.solve_from(board, bound, bound, &mut budget, context.workers) {
            Ok(found) => {
                known.nodes += found.generated();
                known.lower_bound = found.lower_bound;
                known.path = found.path.map(|path| slides(&path));
                if known.path.is_some() || known.lower_bound == u32::MAX {
                    return known;
                }
            }
            Err(cut) => {
                known.nodes += cut.generated;
                known.stopped = Some(cut.why);
                return known;
            }
        }
    }
}

/// How many times as wide the next beam is, and the narrowest, which takes some hundredths of a second.
const WIDER: usize = 4;
const NARROWEST: usize = 256;

/// The shortest solution that beams over a solver's bound find while the budget lasts: each four times as wide as the
/// one before, and the last one, after which no wider one would fit, as wide as it can be.
fn by_beams(
    solver: &dyn Solver,
    board: &Board,
    lower_bound: u32,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Option<Vec<Slide>> {
    let widest = widest(budget);
    let mut best: Option<Vec<Slide>> = None;
    let mut width = NARROWEST.min(widest);
    loop {
        let longest = match &best {
            Some(path) if path.len() as u32 <= lower_bound => return best,
            // Lengths of all solutions are even or all are odd.
            Some(path) => path.len() as u32 - 2,
            None => beam_by_bound::far(lower_bound),
        };
        match beam(solver, board, width, longest, budget) {
            Ok(found) => best = found.or(best),
            Err(_) => return best,
        }
        let moves = best.as_ref().map_or(longest, |path| path.len() as u32);
        let so_far = format!("{moves} moves, at least {lower_bound}; width");
        context.progress.report(&so_far, width as u64, widest as u64);
        let fits = (budget.remaining() / beam_by_bound::nodes(1, moves)).min(widest as u64) as usize;
        if fits <= width {
            return best;
        }
        width = if fits < WIDER * WIDER * width { fits } else { WIDER * width };
    }
}

/// A constructed solution, shortened for some nodes, with the linear-conflict bound.
pub fn by_construction(puzzle: &Sliding, board: &Board, improvement: u64, context: &Context<'_>) -> Solved {
    let lower_bound = of_board(&LinearConflict::new(puzzle), board);
    let constructed = constructive::solve(puzzle, board);
    let mut budget = context.budget.with_nodes(improvement);
    let path = constructed.map(|path| shortened(puzzle, board, path, lower_bound, &mut budget, context));
    Solved {
        nodes: budget.spent(),
        path,
        lower_bound,
        method: "constructed and improved".into(),
        stopped: None,
    }
}

/// The first beam's width on a large board.
const FIRST_WIDTH: usize = 64;
/// Percent of what is left that the last beam takes, the one after which no wider one would fit.
const LAST_BEAM: u64 = 80;
/// The windows after a beam may cost one part in so many of its nodes.
const WINDOWS_SHARE: u64 = 8;
/// Bytes that beams may take unless the budget says otherwise, and what one takes for each board and each of its cells.
const BEAM_BYTES: usize = 1 << 30;
const BYTES_PER_BOARD: usize = 400;

/// Shortens a solution for as long as the budget lasts: beams, each four times as wide as the last, and after each of
/// them windows over what it found; the last beam is as wide as the nodes allow, and the rest goes to windows. The shortest solution so far is whole and legal at every moment.
fn shortened(
    puzzle: &Sliding,
    board: &Board,
    path: Vec<Slide>,
    lower_bound: u32,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Vec<Slide> {
    let cells = puzzle.size().cells();
    let widest = budget.memory_or(BEAM_BYTES) / (BYTES_PER_BOARD + 2 * cells);
    let beam = Beam::new(puzzle);
    let mut best = path;
    let mut width = FIRST_WIDTH.min(widest);
    let mut is_last = false;
    while !is_last && best.len() as u32 > lower_bound {
        // A beam that leaves too little for a wider one takes it all.
        let fits = (budget.remaining() / 100 * LAST_BEAM) / Beam::nodes(1, best.len());
        is_last = fits < (WIDER * width) as u64 || width == widest;
        if is_last && width > FIRST_WIDTH {
            width = widest.min(fits as usize);
        }
        let cost = Beam::nodes(width, best.len());
        if width == 0 || cost > budget.remaining() {
            break;
        }
        // What is a little longer may still become shorter.
        let longest = best.len() + best.len() / 32;
        let Ok(found) = beam.solve(puzzle, board, width, longest, budget) else { return best };
        if let Some(path) = found.filter(|path| path.len() < 2 * best.len()) {
            let mut share = budget.with_nodes(budget.remaining().min(cost / WINDOWS_SHARE));
            let improved = improve::improve(board, path, &mut share);
            let spent = budget.spend(improved.nodes);
            if improved.path.len() < best.len() {
                best = improved.path;
            }
            let so_far = format!("{} moves, at least {lower_bound}; width", best.len());
            context.progress.report(&so_far, width as u64, widest as u64);
            if spent.is_err() {
                return best;
            }
        }
        width = widest.min(WIDER * width);
    }
    improve::improve(board, best, budget).path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{uniform, walk};
    use crate::rules::Size;
    use quandary_core::Seed;

    #[test]
    fn every_size_gets_a_legal_answer_whose_bound_does_not_exceed_it() {
        for (rows, columns, steps) in [(3, 3, 40), (1, 12, 8), (3, 5, 60), (4, 4, 40), (4, 5, 30), (6, 7, 20)]
        {
            let puzzle = Sliding::ordered(Size::new(rows, columns).unwrap());
            let board = walk(&puzzle, steps, &mut Seed(5).stream(0));
            let solved = solve(&puzzle, &board, 10_000, &Context::bare());
            assert!(solved.is_optimal(), "{rows}x{columns}: {solved:?}");
            let path = solved.path.unwrap();
            let end = path.iter().fold(board, |at, &slide| at.after(slide).unwrap());
            assert_eq!(&end, puzzle.goal());
        }
        let puzzle = Sliding::ordered(Size::new(8, 8).unwrap());
        let board = uniform(&puzzle, &mut Seed(5).stream(1));
        let solved = solve(&puzzle, &board, 50_000, &Context::bare());
        assert!(!solved.is_optimal() && solved.path.unwrap().len() as u32 > solved.lower_bound);
    }

    #[test]
    fn where_pattern_databases_reach_beams_find_shorter_solutions_within_every_limit() {
        let puzzle = Sliding::ordered(Size::new(3, 6).unwrap());
        let board = uniform(&puzzle, &mut Seed(5).stream(2));
        let within = |improvement, budget: Budget| {
            let solved = solve(&puzzle, &board, improvement, &Context::bare().with_budget(budget));
            let path = solved.path.clone().unwrap();
            let end = path.iter().fold(board.clone(), |at, &slide| at.after(slide).unwrap());
            assert_eq!(&end, puzzle.goal());
            assert!(solved.lower_bound as usize <= path.len());
            solved
        };
        let length = |solved: &Solved| solved.path.as_ref().unwrap().len();
        let constructed = by_construction(&puzzle, &board, 200_000, &Context::bare());
        let nodes = Budget::nodes;
        let some = within(200_000, nodes(HOPEFUL_TRY + 200_000));
        assert!(length(&some) < length(&constructed) || some.is_optimal(), "{some:?}");
        for limit in [0, 1, 1000, 300_000] {
            assert!(within(200_000, nodes(limit)).nodes <= limit);
        }
        let tight = within(200_000, nodes(HOPEFUL_TRY).with_memory(1));
        assert!(tight.method.contains("constructed"), "{tight:?}");
    }
}
