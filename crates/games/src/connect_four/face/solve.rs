use std::fmt;

use quandary_core::face::{Ask, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec};
use quandary_core::{Budget, Certificate, Context, Stop};
use quandary_proving as proving;
use quandary_search::proof::Method;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_POSITION, SIGHT, TABLE, bits, undecided_record};
use crate::connect_four::any::{AnySolver, ask};
use crate::connect_four::notation::{Record, format_record, format_size};
use crate::connect_four::play::{BOARD, View};
use crate::connect_four::question::Question;
use crate::face::questions::{Asked, Proof, prove as ask_both};
use crate::face::{CERTIFICATE, METHOD};
use crate::value::{Bounds, Value};

const WEAK: Opt<bool> = Opt::switch("weak", "Only win, draw or loss, not the score");
const LIMIT: Opt<u64> =
    Opt::whole("limit", "N", 1, 1_000_000_000, "Most columns that a proof tree may name").or("2000000");

const OPTIONS: [OptionSpec; 13] = {
    let [playouts, theta, precision, epsilon, exploration, seed] = proving::OPTIONS;
    [
        BOARD.spec,
        METHOD.spec,
        WEAK.spec,
        CERTIFICATE.spec,
        LIMIT.spec,
        SIGHT.spec,
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
    /// The columns played.
    position: String,
    /// `alpha-beta, strong` for the score or `alpha-beta, weak` for its sign.
    method: &'static str,
    /// `win`, `draw` or `loss` for the player to move, or `unknown`.
    verdict: &'static str,
    /// The score; null when only its sign was asked for or the budget ran out.
    score: Option<i32>,
    /// What is proved of the score.
    bounds: Bounds,
    /// A best column.
    best: Option<u32>,
    /// Positions searched.
    nodes: u64,
    certificate: Option<Certificate>,
    #[serde(skip)]
    heading: String,
}

impl Ask for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The exact score and verdict, with a proof on request; or a proof-number search",
        input: InputSpec::Required(A_POSITION),
        options: &OPTIONS,
        examples: &[
            "solve connect-four 44455554221 --json",
            "solve connect-four 274552224131661 --certificate --json",
            "solve connect-four 274552224131661 --method df-pn",
            "solve connect-four 4x5:33 --weak",
        ],
        conventions: &[
            (
                "score",
                "k when the player to move wins with the k-th last stone of his own, negative when the opponent does, 0 \
                 for a draw",
            ),
            ("node", "a position searched"),
            ("estimated", "a verdict from numbers near 0 or 1 is no proof"),
            ("budget", "each question to a proof-number search has the whole budget"),
        ],
    };
    type Answer = Found;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Found>, Stop> {
        let record = undecided_record(request)?;
        let Some(method) = Method::named(request.get(METHOD)) else {
            return exactly(&record, request, context);
        };
        let settings = proving::settings(request, context);
        let sight = request.is_on(SIGHT);
        let asked = Asked {
            board: format_size(record.size),
            position: format_record(&record),
            heading: View(record.clone()).to_string(),
        };
        let (proof, out) = ask_both(asked, method, &settings, context, |draw_wins, budget| {
            let question = Question { rules: record.rules(), root: record.position, draw_wins, sight };
            ask(&question, method, &settings, budget)
        });
        Ok(Reply::from(Found::Proof(Box::new(proof))).cut(out))
    }
}

fn exactly(record: &Record, request: &Request, context: &Context<'_>) -> Result<Reply<Found>, Stop> {
    let mut solver = AnySolver::new(record.size, bits(request, context));
    let weak = request.is_on(WEAK);
    let mut budget = context.budget.clone();
    let (bounds, mut stopped) = solver.bounds(record.position, weak, &mut budget);
    let nodes = budget.spent();
    let (mut best, mut certificate) = (None, None);
    if stopped.is_none() {
        // With a weak answer the sign is all that the best column has to keep.
        let score = if weak { bounds.lower.signum() } else { bounds.lower };
        match solver.best_column(record.position, score, &mut budget) {
            Ok(column) => best = column.map(|column| column + 1),
            Err(why) => stopped = Some(why),
        }
        if request.is_on(CERTIFICATE) && stopped.is_none() {
            let limit = request.get(LIMIT) as usize;
            match prove(&mut solver, record, score, weak, limit, &mut budget) {
                Ok(proof) => certificate = Some(proof),
                Err(Stop::Exhausted(why)) => stopped = Some(why),
                Err(refused) => return Err(refused),
            }
        }
    }
    let answer = Exact {
        board: format_size(record.size),
        position: format_record(record),
        method: if weak { "alpha-beta, weak" } else { "alpha-beta, strong" },
        verdict: bounds.value().map_or("unknown", Value::name),
        score: (!weak && bounds.is_exact()).then_some(bounds.lower),
        bounds,
        best,
        nodes,
        certificate,
        heading: View(record.clone()).to_string(),
    };
    Ok(Reply::from(Found::Exact(Box::new(answer))).cut(stopped))
}

/// A proof of the score from both sides, or of the verdict alone.
fn prove(
    solver: &mut AnySolver,
    record: &Record,
    score: i32,
    weak: bool,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Stop> {
    let value = Value::of(score);
    let mut evidence = json!({});
    if !weak || value != Value::Loss {
        let tree = solver.at_least(record.position, score, limit, budget)?;
        evidence["at_least"] = json!({"goal": score, "tree": tree});
    }
    if !weak || value != Value::Win {
        let tree = solver.at_most(record.position, score, limit, budget)?;
        evidence["at_most"] = json!({"goal": score, "tree": tree});
    }
    let claim = if weak { value.name() } else { "score" };
    Ok(Certificate::new("connect-four", claim, format_record(record), evidence))
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
        match self.score {
            Some(score) => write!(f, ", score {score}")?,
            None if self.verdict == "unknown" => {
                write!(f, ", score from {} to {}", self.bounds.lower, self.bounds.upper)?;
            }
            None => {}
        }
        if let Some(best) = self.best {
            write!(f, "; best in column {best}")?;
        }
        write!(f, "\n{} nodes", self.nodes)
    }
}
