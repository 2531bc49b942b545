use std::fmt;

use quandary_core::face::{Ask, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec};
use quandary_core::{Budget, Certificate, Context, Stop};
use quandary_proving as proving;
use quandary_search::proof::Method;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_POSITION, TABLE, bits, undecided};
use crate::face::questions::{Asked, Proof, prove as ask_both};
use crate::face::{CERTIFICATE, METHOD};
use crate::othello::notation::{Placed, draw, format_action, format_position};
use crate::othello::proof::StrategyWriter;
use crate::othello::question::Question;
use crate::othello::solve::Endgame;
use crate::value::{Bounds, Value};

const LIMIT: Opt<u64> =
    Opt::whole("limit", "N", 1, 1_000_000_000, "Most squares that a proof tree may name").or("1000000");

const OPTIONS: [OptionSpec; 10] = {
    let [playouts, theta, precision, epsilon, exploration, seed] = proving::OPTIONS;
    [
        METHOD.spec,
        CERTIFICATE.spec,
        LIMIT.spec,
        TABLE.spec,
        playouts,
        theta,
        precision,
        epsilon,
        exploration,
        seed,
    ]
};

pub(super) struct Solve;

/// What is known of a position.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Found {
    Exact(Box<Exact>),
    Proof(Box<Proof>),
}

/// The exact score, or between what it lies.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exact {
    /// Rows and columns.
    board: String,
    /// The squares along the rows from a1, and who is to move.
    position: String,
    /// Empty squares.
    empty: u32,
    method: &'static str,
    /// `win`, `draw` or `loss` for the player to move, or `unknown`.
    verdict: &'static str,
    /// The score; null when the budget ran out.
    score: Option<i32>,
    /// What is proved of the score.
    bounds: Bounds,
    /// A best move.
    best: Option<String>,
    /// Positions searched.
    nodes: u64,
    certificate: Option<Certificate>,
    #[serde(skip)]
    heading: String,
}

impl Ask for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The exact score and a best move, with a proof on request; or a proof-number search",
        input: InputSpec::Required(A_POSITION),
        options: &OPTIONS,
        examples: &[
            "solve othello \"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X\" --json",
            "solve othello late.obf --method ppns --pr 0.00001",
        ],
        conventions: &[
            ("score", "difference of discs for the player to move, empty squares to the winner"),
            ("node", "a position searched"),
            ("estimated", "a verdict from numbers near 0 or 1 is no proof"),
            ("budget", "each question to a proof-number search has the whole budget"),
        ],
    };
    type Answer = Found;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Found>, Stop> {
        let placed = undecided(request)?;
        let Some(method) = Method::named(request.get(METHOD)) else {
            return exactly(&placed, request, context);
        };
        let settings = proving::settings(request, context);
        let asked = Asked {
            board: placed.board.to_string(),
            position: format_position(&placed),
            heading: draw(&placed),
        };
        let (proof, out) = ask_both(asked, method, &settings, context, |draw_wins, budget| {
            let question = Question { rules: placed.rules(), root: placed.position, draw_wins };
            settings.solve(&question, method, budget)
        });
        Ok(Reply::from(Found::Proof(Box::new(proof))).cut(out))
    }
}

fn exactly(placed: &Placed, request: &Request, context: &Context<'_>) -> Result<Reply<Found>, Stop> {
    let mut solver = Endgame::new(placed.board, bits(request, context));
    let full = placed.board.squares().count_ones() as i32;
    let mut bounds = Bounds { lower: -full, upper: full };
    let mut budget = context.budget.clone();
    let (mut best, mut certificate) = (None, None);
    let mut stopped = None;
    match solver.solve(placed.position, &mut budget) {
        Ok(solution) => {
            bounds = Bounds { lower: solution.score, upper: solution.score };
            best = solution.best.map(|action| format_action(placed.board, action));
        }
        Err(why) => stopped = Some(why),
    }
    let nodes = budget.spent();
    if request.is_on(CERTIFICATE) && stopped.is_none() {
        let limit = request.get(LIMIT) as usize;
        match prove(&mut solver, placed, bounds.lower, limit, &mut budget) {
            Ok(proof) => certificate = Some(proof),
            Err(Stop::Exhausted(why)) => stopped = Some(why),
            Err(refused) => return Err(refused),
        }
    }
    let answer = Exact {
        board: placed.board.to_string(),
        position: format_position(placed),
        empty: placed.empties(),
        method: "alpha-beta",
        verdict: bounds.value().map_or("unknown", Value::name),
        score: bounds.is_exact().then_some(bounds.lower),
        bounds,
        best,
        nodes,
        certificate,
        heading: draw(placed),
    };
    Ok(Reply::from(Found::Exact(Box::new(answer))).cut(stopped))
}

fn prove(
    solver: &mut Endgame,
    placed: &Placed,
    score: i32,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Stop> {
    let black = placed.position.black_to_move;
    let mut write =
        |black: bool, goal: i32| StrategyWriter::write(solver, placed.position, black, goal, limit, budget);
    let at_least = write(black, score)?;
    let at_most = write(!black, -score)?;
    Ok(Certificate::new(
        "othello",
        "score",
        format_position(placed),
        json!({"at_least": {"goal": score, "tree": at_least}, "at_most": {"goal": score, "tree": at_most}}),
    ))
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Exact(exact) => exact.fmt(f),
            Found::Proof(proof) => proof.fmt(f),
        }
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.heading, self.verdict)?;
        if let Some(score) = self.score {
            write!(f, ", score {score}")?;
        }
        if let Some(best) = &self.best {
            write!(f, "; best {best}")?;
        }
        write!(f, "\n{} nodes", self.nodes)
    }
}
