use std::fmt;

use quandary_core::{Certificate, Context, Exhausted, InputError, Seed, Stop};
use quandary_search::astar::Ties;
use quandary_search::proof::Method;
use quandary_verbs::proving::{PLAYOUTS, SolveAnswer, THETA, options};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, SEED, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::prove::{self, Proof};
use super::{A_BOARD, SHAPE, board_and_puzzle, does_not_fit};
use crate::notation::{draw_board, format_board, format_moves};
use crate::play::GOAL;
use crate::rules::{Board, Sliding};
use crate::solvability;
use crate::solve::answer::{self, ALWAYS_EXACT_CELLS, Solved};
use crate::solve::astar::AStar;
use crate::solve::bound::of_board;
use crate::solve::distances::Distances;
use crate::solve::exact::{NotReady, paid_solver};
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::slides;
use crate::solve::linear_conflict::LinearConflict;
use crate::solve::pattern::{Patterns, Strength};

const METHOD: Opt<&str> = Opt::choice(
    "method",
    "METHOD",
    &[
        "auto", "table", "astar", "idastar", "fast", "pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct",
        "pn-mcts", "mc",
    ],
    "auto, table (up to 10 cells), astar (up to 25), idastar, or fast (any size, not shortest); the others prove with \
     limited directions as a second side (up to 16 cells)",
)
.or("auto");
const HEURISTIC: Opt<Heuristic> = Opt::one_of(
    "heuristic",
    "NAME",
    &[
        "misplaced",
        "chebyshev",
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "patterns",
        "large-patterns",
    ],
    "For astar one of the first four, for idastar manhattan or one of the last four",
)
.or("linear-conflict")
.only_with("method", &["astar", "idastar"]);
const TIES: Opt<Ties> = Opt::one_of(
    "ties",
    "RULE",
    &["fifo", "lifo", "low-h", "high-h", "random"],
    "For astar: which of equally promising boards comes first",
)
.or("low-h")
.only_with("method", &["astar"]);
const IMPROVE: Opt<u64> = Opt::whole(
    "improve",
    "NODES",
    0,
    u64::MAX,
    "Nodes to spend on shortening a solution that is not proved shortest",
)
.or("2000000")
.only_with("method", &["auto", "fast"]);

const OPTIONS: [OptionSpec; 16] = join(
    [
        SHAPE.spec,
        GOAL.spec,
        METHOD.spec,
        HEURISTIC.spec,
        TIES.spec,
        IMPROVE.spec,
        prove::WITHIN.spec,
        prove::BARS.spec,
        prove::INHIBITOR.spec,
        prove::CERTIFICATE.spec,
    ],
    options(PLAYOUTS, THETA, SEED.only_with("method", &["astar", "mcpns", "ppns", "uct", "pn-mcts", "mc"])),
);

pub(super) struct Solve;

/// A solution, or why there is none.
#[derive(Serialize, JsonSchema)]
pub(super) struct Solution {
    /// Rows and columns.
    board: String,
    /// The tiles along the rows, 0 for the empty cell.
    position: String,
    /// The tiles along the rows of the goal.
    goal: String,
    /// How it was found.
    method: Option<String>,
    /// `optimal`, `optimal (proved by the solver alone)` where the certificate proves a smaller bound, `bounded` (a
    /// solution that may not be shortest), `unsolvable`, or `budget` (nothing yet).
    verdict: Verdict,
    /// Why it is unsolvable.
    unsolvable_because: Option<String>,
    /// Moves of the solution.
    length: Option<usize>,
    /// The moves: the way a tile slides, a letter each.
    moves: Option<String>,
    /// No solution is shorter than this: what the certificate proves, where there is one.
    lower_bound: Option<u32>,
    /// How much shorter a solution might be, by that bound.
    gap: Option<u32>,
    /// The solver's own bound, where it is larger than what the certificate proves.
    solver_bound: Option<u32>,
    /// Nodes searched; what pattern tables cost is not among them.
    nodes: u64,
    certificate: Option<Certificate>,
    #[serde(skip)]
    drawn: String,
}

quandary_verbs::names! {
    /// What is known of the solution; `OptimalBySolver` where the certificate proves a smaller bound.
    enum Verdict {
        Optimal = "optimal",
        OptimalBySolver = "optimal (proved by the solver alone)",
        Bounded = "bounded",
        Unsolvable = "unsolvable",
        Budget = "budget",
    }
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "A shortest solution with a certificate, or why there is none; on large boards a good one and its gap",
        input: InputSpec::Required(A_BOARD),
        options: &OPTIONS,
        examples: &[
            "solve sliding \"8 6 7 2 5 4 3 0 1\"",
            "solve sliding \"1 2 3 / 4 5 0\" --json",
            "solve sliding \"8 1 3 4 0 2 7 6 5\" --method astar --heuristic manhattan --ties low-h",
            "solve sliding \"1 2 3 4 5 6 0 7 8\" --method pns --bars 1 --within 4",
        ],
        conventions: &[
            ("moves", "the way a tile slides into the gap"),
            (
                "inhibitor",
                "before each slide one direction may be barred for that slide, as long as bars are left, but never the \
                 only one; with 0 bars the walls alone limit the directions",
            ),
        ],
    };
    type Answer = SolveAnswer<Solution, Proof>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let (board, puzzle) = board_and_puzzle(request)?;
        let solvable = solvability::of(&puzzle, &board);
        if !solvable.is_solvable() {
            let solution = Box::new(unsolvable(&board, &puzzle, solvable.to_string()));
            return Ok(Reply::negative(SolveAnswer::Exact(solution)));
        }
        let method = request.get(METHOD);
        if let Some(method) = Method::named(method) {
            let (proof, cut) = prove::prove(method, &board, &puzzle, request, context)?;
            return Ok(Reply::from(SolveAnswer::Proof(Box::new(proof))).cut(cut));
        }
        let improvement = request.get(IMPROVE);
        let solved = match method {
            "table" => by_table(&board, &puzzle, context)?,
            "astar" => by_astar(&board, &puzzle, request, context)?,
            "idastar" => by_idastar(&board, &puzzle, request, context)?,
            "fast" => answer::by_construction(&puzzle, &board, improvement, context),
            _ => answer::solve(&puzzle, &board, improvement, context),
        };
        let cut: Option<Exhausted> = solved.stopped.filter(|_| solved.path.is_none());
        // The certificate rests on the tables that the solver had.
        let large = method == "idastar" && request.get(HEURISTIC) == Heuristic::LargePatterns;
        let strength = if large { Strength::Large } else { Strength::Small };
        Ok(Reply::from(SolveAnswer::Exact(Box::new(solution(&board, &puzzle, &solved, strength)))).cut(cut))
    }
}

fn by_table(board: &Board, puzzle: &Sliding, context: &Context<'_>) -> Result<Solved, InputError> {
    answer::by_table(puzzle, board, context).ok_or_else(|| {
        InputError::new(format!("a table of {} is too large", board.size()))
            .expected(format!("at most {} cells, or another --method", Distances::MAX_CELLS))
    })
}

fn by_astar(
    board: &Board,
    puzzle: &Sliding,
    request: &Request,
    context: &Context<'_>,
) -> Result<Solved, InputError> {
    let heuristic = request.get(HEURISTIC);
    let solver = AStar::new(puzzle, heuristic, request.get(TIES)).ok_or_else(|| {
        InputError::new(format!("A* with {heuristic} does not fit a board of {}", board.size())).expected(
            format!("at most {} cells and {}", AStar::MAX_CELLS, Heuristic::names(&Heuristic::PLAIN)),
        )
    })?;
    let mut budget = context.budget.clone();
    let mut stream = Seed(request.get(SEED)).stream(0);
    let method = "astar".to_owned();
    Ok(match solver.solve(board, &mut stream, &mut budget, |_| {}) {
        Ok(found) => {
            let lower_bound = found.path.as_ref().map_or(0, |path| path.len() as u32);
            Solved { path: found.path, lower_bound, method, nodes: found.expanded, stopped: None }
        }
        Err(cut) => Solved {
            path: None,
            lower_bound: cut.lower_bound,
            method,
            nodes: cut.expanded,
            stopped: Some(cut.why),
        },
    })
}

fn by_idastar(
    board: &Board,
    puzzle: &Sliding,
    request: &Request,
    context: &Context<'_>,
) -> Result<Solved, InputError> {
    let method = "idastar".to_owned();
    let heuristic = request.get(HEURISTIC);
    let mut budget = context.budget.clone();
    let solver = match paid_solver(puzzle, heuristic, &mut budget, context) {
        Ok(solver) => solver,
        Err(NotReady::NotForBoard) => return Err(does_not_fit(puzzle, heuristic)),
        Err(NotReady::CutShort(why)) => {
            let lower_bound = of_board(&LinearConflict::new(puzzle), board);
            return Ok(Solved { path: None, lower_bound, method, nodes: 0, stopped: Some(why) });
        }
    };
    Ok(match solver.solve_within(board, u32::MAX, &mut budget, context.workers) {
        Ok(found) => Solved {
            lower_bound: found.lower_bound,
            nodes: found.generated(),
            path: found.path.map(|path| slides(&path)),
            method,
            stopped: None,
        },
        Err(cut) => Solved {
            path: None,
            lower_bound: cut.lower_bound,
            method,
            nodes: cut.generated,
            stopped: Some(cut.why),
        },
    })
}

/// What a certificate can prove of a solution.
struct ProvedLength {
    bound: u32,
    certificate: Certificate,
}

/// A certificate of all that `check` can prove: the solver's bound where it has pattern tables of its own, which on
/// larger boards must be named; beyond that the linear-conflict bound.
fn prove_bound(board: &Board, puzzle: &Sliding, solved: &Solved, strength: Strength) -> Option<ProvedLength> {
    let moves = format_moves(solved.path.as_deref()?);
    let length = moves.len() as u32;
    let plain = of_board(&LinearConflict::new(puzzle), board).min(length);
    let claimed = solved.lower_bound.min(length);
    let own_patterns = board.size().cells() <= ALWAYS_EXACT_CELLS;
    let patterns = if own_patterns || plain >= claimed { None } else { Patterns::tiles(puzzle, strength) };
    let bound = if own_patterns || patterns.is_some() { claimed } else { plain };
    let mut evidence = json!({"goal": format_board(puzzle.goal()), "length": length, "moves": moves});
    if let Some(patterns) = patterns {
        evidence["patterns"] = json!(patterns);
    }
    let claim = if bound == length {
        "optimal"
    } else {
        evidence["lower_bound"] = bound.into();
        "solution"
    };
    let certificate = Certificate::new("sliding", claim, format_board(board), evidence);
    Some(ProvedLength { bound, certificate })
}

fn solution(board: &Board, puzzle: &Sliding, solved: &Solved, strength: Strength) -> Solution {
    let moves = solved.path.as_deref().map(format_moves);
    let length = moves.as_ref().map(String::len);
    let proved = prove_bound(board, puzzle, solved, strength);
    let lower_bound = proved.as_ref().map_or(solved.lower_bound, |proved| proved.bound);
    Solution {
        board: board.size().to_string(),
        position: format_board(board),
        goal: format_board(puzzle.goal()),
        method: Some(solved.method.clone()),
        verdict: match length {
            None => Verdict::Budget,
            Some(length) if lower_bound as usize == length => Verdict::Optimal,
            Some(_) if solved.is_optimal() => Verdict::OptimalBySolver,
            Some(_) => Verdict::Bounded,
        },
        unsolvable_because: None,
        length,
        moves,
        lower_bound: Some(lower_bound),
        gap: length.map(|length| (length as u32).saturating_sub(lower_bound)),
        solver_bound: Some(solved.lower_bound).filter(|&bound| bound > lower_bound),
        nodes: solved.nodes,
        certificate: proved.map(|proved| proved.certificate),
        drawn: draw_board(board),
    }
}

fn unsolvable(board: &Board, puzzle: &Sliding, why: String) -> Solution {
    let evidence = json!({"goal": format_board(puzzle.goal())});
    Solution {
        board: board.size().to_string(),
        position: format_board(board),
        goal: format_board(puzzle.goal()),
        method: None,
        verdict: Verdict::Unsolvable,
        unsolvable_because: Some(why),
        length: None,
        moves: None,
        lower_bound: None,
        gap: None,
        solver_bound: None,
        nodes: 0,
        certificate: Some(Certificate::new("sliding", "unsolvable", format_board(board), evidence)),
        drawn: draw_board(board),
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n", self.drawn)?;
        if let Some(why) = &self.unsolvable_because {
            return write!(f, "unsolvable: {why}.");
        }
        let (nodes, bound) = (self.nodes, self.lower_bound.unwrap_or(0));
        let Some(moves) = &self.moves else {
            return write!(f, "not solved yet: at least {bound} moves ({nodes} nodes)");
        };
        match self.verdict {
            Verdict::Optimal => write!(f, "optimal: {} moves", moves.len())?,
            Verdict::OptimalBySolver => {
                write!(f, "{}: {} moves; certified: at least {bound}", self.verdict, moves.len())?;
            }
            _ => write!(f, "{} moves; a shortest solution has at least {bound}", moves.len())?,
        }
        write!(f, " ({}, {nodes} nodes)\n{moves}", self.method.as_deref().unwrap_or(""))
    }
}
