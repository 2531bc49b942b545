//! The best answer for any board: an exact one where that is within reach, otherwise a good one with its gap.

use quandary_core::Context;
use quandary_core::{Budget, Exhausted};

use crate::rules::{Board, Slide, Sliding};
use crate::solve::beam::Beam;
use crate::solve::bound::of_board;
use crate::solve::distances::Distances;
use crate::solve::exact::{NotReady, Tables, paid_solver};
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::{Solver, slides};
use crate::solve::linear_conflict::LinearConflict;
use crate::solve::pattern::Pattern;
use crate::solve::pdb_beam::{self, beam, widest};
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
/// | up to 16 | IDA* with small pattern databases; if they do not suffice, with the large ones |
/// | up to 32 | IDA* for a while; then beams over its bound, for `improvement` nodes |
/// | more | IDA* for a shorter while; then a constructed solution, improved for `improvement` nodes |
///
/// Where beams find nothing, for want of time, of memory or of pattern databases, it is the constructed solution too.
///
/// What it does depends on the board and the budget alone, never on what happens to be in the cache: [`Tables`] are paid
/// for, and where the budget does not suffice for them, the next weaker ones go on to the end, or the linear conflict,
/// which needs none.
pub fn solve(puzzle: &Sliding, board: &Board, improvement: u64, context: &Context<'_>) -> Solved {
    let cells = puzzle.size().cells();
    if let Some(solved) = by_table(puzzle, board, context)
        && !matches!(solved.stopped, Some(Exhausted::Nodes | Exhausted::Memory))
    {
        return solved;
    }
    let mut budget = context.budget.clone();
    let mut known = Solved::nothing(None);
    let mut last = None;
    for (heuristic, nodes) in attempts(puzzle, improvement, &budget) {
        let ready = paid_solver(puzzle, heuristic, &mut budget, context);
        let nodes = nodes.min(budget.remaining());
        let mut attempt = match &ready {
            Ok(solver) => by_idastar(&**solver, board, nodes, context),
            Err(NotReady::NotForBoard) => Solved::nothing(None),
            Err(NotReady::CutShort(why)) => Solved::nothing(Some(*why)),
        };
        attempt.method = format!("idastar {heuristic}");
        attempt.lower_bound = attempt.lower_bound.max(of_board(&LinearConflict::new(puzzle), board));
        last = ready.ok();
        let spent = budget.spend(attempt.nodes);
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

/// By a table of all distances; `None` when the board is too large for one.
pub fn by_table(puzzle: &Sliding, board: &Board, context: &Context<'_>) -> Option<Solved> {
    let price = Distances::price(puzzle.size())?;
    let method = "table".to_owned();
    let made = if price > context.budget.remaining() {
        Err(Exhausted::Nodes)
    } else {
        Distances::within(puzzle, &context.budget)
    };
    match made {
        Ok(made) => {
            let distances = made?;
            let path = distances.solution(board);
            let lower_bound = path.as_ref().map_or(0, |path| path.len() as u32);
            Some(Solved { path, lower_bound, method, nodes: distances.states(), stopped: None })
        }
        Err(why) => {
            let lower_bound = of_board(&LinearConflict::new(puzzle), board);
            Some(Solved { lower_bound, method, ..Solved::nothing(Some(why)) })
        }
    }
}

/// The heuristics to try one after the other, as far as the budget can pay for their tables, and the nodes for each.
fn attempts(puzzle: &Sliding, improvement: u64, budget: &Budget) -> Vec<(Heuristic, u64)> {
    let cells = puzzle.size().cells();
    let thin = puzzle.size().rows().min(puzzle.size().columns());
    if cells > Pattern::MAX_CELLS || !(2..=5).contains(&thin) {
        return vec![(Heuristic::LinearConflict, LARGE_BOARD_TRY)];
    }
    let ladder: &[(Heuristic, u64)] = if cells <= ALWAYS_EXACT_CELLS {
        &[(Heuristic::Patterns, SMALL_TRY), (Heuristic::LargePatterns, u64::MAX)]
    } else {
        &[(Heuristic::Patterns, HOPEFUL_TRY.max(improvement / HOPEFUL_SHARE))]
    };
    let mut left = budget.clone();
    let mut attempts: Vec<(Heuristic, u64)> = Vec::new();
    for &(heuristic, nodes) in ladder {
        let tables = Tables::of(puzzle, heuristic);
        if tables.fit(&left).is_err() || left.spend(tables.nodes).is_err() {
            break;
        }
        attempts.push((heuristic, nodes));
        if left.spend(nodes).is_err() {
            break;
        }
    }
    if attempts.is_empty() {
        attempts.push((Heuristic::LinearConflict, LARGE_BOARD_TRY));
    }
    if let Some((_, nodes)) = attempts.last_mut().filter(|_| cells <= ALWAYS_EXACT_CELLS) {
        *nodes = u64::MAX;
    }
    attempts
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
            None => pdb_beam::far(lower_bound),
        };
        match beam(solver, board, width, longest, budget) {
            Ok(found) => best = found.or(best),
            Err(_) => return best,
        }
        let moves = best.as_ref().map_or(longest, |path| path.len() as u32);
        let so_far = format!("{moves} moves, at least {lower_bound}; width");
        context.progress.report(&so_far, width as u64, widest as u64);
        let fits = (budget.remaining() / pdb_beam::nodes(1, moves)).min(widest as u64) as usize;
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
/// The windows after a beam may cost one part in this many of its nodes.
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
        let tables = Tables::of(&puzzle, Heuristic::Patterns).nodes;
        let some = within(200_000, nodes(tables + HOPEFUL_TRY + 200_000));
        assert!(length(&some) < length(&constructed) || some.is_optimal(), "{some:?}");
        for limit in [0, 1, 1000, 300_000] {
            assert!(within(200_000, nodes(limit)).nodes <= limit);
        }
        let tight = within(200_000, Budget::unlimited().with_memory(1));
        assert!(tight.method.contains("constructed"), "{tight:?}");
    }

    #[test]
    fn tables_are_built_only_where_nodes_and_memory_pay_for_them() {
        let fifteen = Sliding::ordered(Size::new(4, 4).unwrap());
        let tables = |heuristic| Tables::of(&fifteen, heuristic);
        let (small, large) = (tables(Heuristic::Patterns), tables(Heuristic::LargePatterns));
        let both = small.nodes + SMALL_TRY + large.nodes;
        let weak = vec![(Heuristic::LinearConflict, u64::MAX)];
        let middle = vec![(Heuristic::Patterns, u64::MAX)];
        let strong = vec![(Heuristic::Patterns, SMALL_TRY), (Heuristic::LargePatterns, u64::MAX)];
        let unlimited = Budget::unlimited;
        for (budget, expected) in [
            (unlimited(), &strong),
            (Budget::nodes(both), &strong),
            (Budget::nodes(both - 1), &middle),
            (Budget::nodes(small.nodes), &middle),
            (Budget::nodes(small.nodes - 1), &weak),
            (Budget::nodes(0), &weak),
            (unlimited().with_memory(large.bytes as usize), &strong),
            (unlimited().with_memory(large.bytes as usize - 1), &middle),
            (unlimited().with_memory(small.bytes as usize - 1), &weak),
        ] {
            assert_eq!(&attempts(&fifteen, 0, &budget), expected, "{budget:?}");
        }
    }

    #[test]
    fn a_search_of_200_000_nodes_on_a_hard_fifteen_puzzle_builds_no_table_and_spends_no_more() {
        let goal = Board::with_blank_at(Size::new(4, 4).unwrap(), 0);
        let text = "15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0";
        let board = crate::notation::parse_board(text, None).unwrap();
        let context = Context::bare().with_budget(Budget::nodes(200_000));
        let solved = solve(&Sliding::new(goal), &board, 0, &context);
        assert_eq!((solved.stopped, solved.path.is_none()), (Some(Exhausted::Nodes), true), "{solved:?}");
        assert_eq!(solved.method, "idastar linear-conflict");
        assert!(solved.nodes <= 200_000 && solved.lower_bound > 40, "{solved:?}");
    }

    #[test]
    fn a_small_board_whose_table_is_too_expensive_is_searched() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let board = walk(&puzzle, 30, &mut Seed(5).stream(3));
        let by = |budget| solve(&puzzle, &board, 0, &Context::bare().with_budget(budget));
        let table = by(Budget::unlimited());
        for budget in [Budget::nodes(181_439), Budget::unlimited().with_memory(1_000_000)] {
            let searched = by(budget);
            assert!(searched.method.starts_with("idastar") && searched.is_optimal(), "{searched:?}");
            assert_eq!(searched.lower_bound, table.lower_bound);
        }
    }

    #[test]
    fn a_raised_flag_ends_every_table_before_it_is_built() {
        let stop = quandary_core::StopFlag::new();
        stop.raise(Exhausted::Time);
        let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
        for (rows, columns) in [(2, 5), (4, 4), (5, 5)] {
            let puzzle = Sliding::ordered(Size::new(rows, columns).unwrap());
            for heuristic in [Heuristic::Patterns, Heuristic::LargePatterns, Heuristic::WalkingDistance] {
                let made = paid_solver(&puzzle, heuristic, &mut context.budget.clone(), &context);
                assert_eq!(
                    made.err(),
                    Some(NotReady::CutShort(Exhausted::Time)),
                    "{rows}x{columns} {heuristic}"
                );
            }
            let table = by_table(&puzzle, puzzle.goal(), &context);
            assert!(table.is_none_or(|solved| solved.stopped == Some(Exhausted::Time)));
        }
    }
}
