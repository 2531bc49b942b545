use std::fmt;

use quandary_core::{Budget, Certificate, Context, Exhausted, Stop};
use quandary_search::proof::Method;
use quandary_verbs::proving::{OPTIONS as OPTIONS_OF_SEARCHES, SolveAnswer};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_POSITION, SIGHT, TABLE, bits, undecided_record};
use crate::connect_four::any::{AnySolver, ask};
use crate::connect_four::notation::{Record, format_record, format_size};
use crate::connect_four::play::{BOARD, View};
use crate::connect_four::question::Question;
use crate::proof_tree::Unwritten;
use crate::value::{Value, Verdict};
use crate::verbs::METHOD;
use crate::verbs::certified::{CERTIFICATE, CertificateResult};
use crate::verbs::questions::{ExactAnswer, Proof, Subject, prove as both_questions};

const WEAK: Opt<bool> =
    Opt::switch("weak", "Only win, draw or loss, not the score").only_with("method", &["alpha-beta"]);
const LIMIT: Opt<u64> =
    Opt::whole("limit", "N", 1, 1_000_000_000, "Maximum size of the proof tree, in moves")
        .or("20000000")
        .only_with("certificate", &[]);

const OPTIONS: [OptionSpec; 13] = join(
    [BOARD.spec, METHOD.spec, WEAK.spec, CERTIFICATE.spec, LIMIT.spec, SIGHT.spec, TABLE.spec],
    OPTIONS_OF_SEARCHES,
);

pub(super) struct Solve;

/// The exact score, or between what it lies.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exact {
    #[serde(flatten)]
    known: ExactAnswer,
    /// A best column.
    best: Option<u32>,
}

impl Command for Solve {
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
            ("estimated", "a verdict from numbers near 0 or 1 is not a proof"),
            ("budget", "each question to a proof-number search has the whole budget"),
        ],
    };
    type Answer = SolveAnswer<Exact, Proof>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let record = undecided_record(request)?;
        let asked = Subject {
            board: format_size(record.size),
            position: format_record(&record),
            heading: View(record.clone()).to_string(),
        };
        let Some(method) = Method::named(request.get(METHOD)) else {
            let (exact, stopped) = exactly(&record, asked, request, context);
            return Ok(Reply::from(SolveAnswer::Exact(Box::new(exact))).cut(stopped));
        };
        let (rules, root, sight) = (record.rules(), record.position, request.is_on(SIGHT));
        Ok(both_questions(
            asked,
            method,
            request,
            context,
            |draw_wins, settings, budget| {
                ask(&Question { rules, root, draw_wins, sight }, method, settings, budget)
            },
            request.get(LIMIT),
            |value, limit, budget| {
                let mut solver = AnySolver::new(record.size, bits(request, context));
                prove(&mut solver, &record, value.sign(), true, limit, budget)
            },
        ))
    }
}

fn exactly(
    record: &Record,
    asked: Subject,
    request: &Request,
    context: &Context<'_>,
) -> (Exact, Option<Exhausted>) {
    let mut solver = AnySolver::new(record.size, bits(request, context));
    let weak = request.is_on(WEAK);
    let mut budget = context.budget.clone();
    let (bounds, mut stopped) = solver.bounds(record.position, weak, &mut budget);
    let nodes = budget.spent();
    let (mut best, mut certified) = (None, CertificateResult::default());
    if stopped.is_none() {
        // With a weak answer the sign is all that the best column has to keep.
        let score = if weak { bounds.lower.signum() } else { bounds.lower };
        match solver.best_column(record.position, score, &mut budget) {
            Ok(column) => best = column.map(|column| column + 1),
            Err(why) => stopped = Some(why),
        }
        if stopped.is_none() {
            certified =
                CertificateResult::new(request, request.get(LIMIT), nodes, &mut budget, |limit, budget| {
                    prove(&mut solver, record, score, weak, limit, budget)
                });
            stopped = certified.stopped;
        }
    }
    let method = if weak { "alpha-beta, weak" } else { "alpha-beta, strong" };
    let known = ExactAnswer::new(asked, (method, !weak), bounds, nodes, certified);
    (Exact { known, best }, stopped)
}

/// A proof of the score from both sides, or of the verdict alone.
fn prove(
    solver: &mut AnySolver,
    record: &Record,
    score: i32,
    weak: bool,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
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

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exact { known, best } = self;
        let mut more = match known.score {
            Some(score) => format!(", score {score}"),
            None if known.verdict == Verdict::Unknown => {
                format!(", score from {} to {}", known.bounds.lower, known.bounds.upper)
            }
            None => String::new(),
        };
        if let Some(best) = best {
            more += &format!("; best in column {best}");
        }
        known.write(f, &more)
    }
}
