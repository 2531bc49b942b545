use std::fmt;

use quandary_core::{Budget, Certificate, Context, Stop};
use quandary_search::proof::Method;
use quandary_verbs::proving::{OPTIONS as OPTIONS_OF_SEARCHES, SolveAnswer};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_POSITION, TABLE, bits, undecided};
use crate::othello::notation::{OthelloPosition, draw, format_action, format_position};
use crate::othello::proof::StrategyWriter;
use crate::othello::question::Question;
use crate::othello::solve::Endgame;
use crate::proof_tree::Unwritten;
use crate::value::{Bounds, Value};
use crate::verbs::METHOD;
use crate::verbs::certified::{CERTIFICATE, CertificateResult};
use crate::verbs::questions::{ExactAnswer, Proof, Subject, prove as both_questions};

const LIMIT: Opt<u64> =
    Opt::whole("limit", "N", 1, 1_000_000_000, "Maximum size of the proof tree, in moves")
        .or("20000000")
        .only_with("certificate", &[]);

const OPTIONS: [OptionSpec; 10] =
    join([METHOD.spec, CERTIFICATE.spec, LIMIT.spec, TABLE.spec], OPTIONS_OF_SEARCHES);

pub(super) struct Solve;

/// The exact score, or between what it lies.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exact {
    #[serde(flatten)]
    known: ExactAnswer,
    /// Empty squares.
    empty: u32,
    /// A best move.
    best: Option<String>,
}

impl Command for Solve {
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
            ("estimated", "a verdict from numbers near 0 or 1 is not a proof"),
            ("budget", "each question to a proof-number search has the whole budget"),
        ],
    };
    type Answer = SolveAnswer<Exact, Proof>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let placed = undecided(request)?;
        let (board, position) = (placed.board.to_string(), format_position(&placed));
        let asked = Subject { board, position, heading: draw(&placed) };
        match Method::named(request.get(METHOD)) {
            None => Ok(exactly(&placed, asked, request, context)),
            Some(method) => {
                let (rules, root) = (placed.rules(), placed.position);
                Ok(both_questions(
                    asked,
                    method,
                    request,
                    context,
                    |draw_wins, settings, budget| {
                        settings.solve(&Question { rules, root, draw_wins }, method, budget)
                    },
                    request.get(LIMIT),
                    |value, limit, budget| {
                        let mut solver = Endgame::new(placed.board, bits(request, context));
                        prove_verdict(&mut solver, &placed, value, limit, budget)
                    },
                ))
            }
        }
    }
}

fn exactly(
    placed: &OthelloPosition,
    asked: Subject,
    request: &Request,
    context: &Context<'_>,
) -> Reply<SolveAnswer<Exact, Proof>> {
    let mut solver = Endgame::new(placed.board, bits(request, context));
    let full = placed.board.squares().count_ones() as i32;
    let mut bounds = Bounds { lower: -full, upper: full };
    let mut budget = context.budget.clone();
    let (mut best, mut certified) = (None, CertificateResult::default());
    let mut stopped = None;
    match solver.solve(placed.position, &mut budget) {
        Ok(solution) => {
            bounds = Bounds { lower: solution.score, upper: solution.score };
            best = solution.best.map(|action| format_action(placed.board, action));
        }
        Err(why) => stopped = Some(why),
    }
    let nodes = budget.spent();
    if stopped.is_none() {
        certified =
            CertificateResult::new(request, request.get(LIMIT), nodes, &mut budget, |limit, budget| {
                prove(&mut solver, placed, bounds.lower, limit, budget)
            });
        stopped = certified.stopped;
    }
    let known = ExactAnswer::new(asked, ("alpha-beta", true), bounds, nodes, certified);
    let exact = Exact { known, empty: placed.empties(), best };
    Reply::from(SolveAnswer::Exact(Box::new(exact))).cut(stopped)
}

fn prove(
    solver: &mut Endgame,
    placed: &OthelloPosition,
    score: i32,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
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

/// A proof of who wins, by the strategies that it needs.
fn prove_verdict(
    solver: &mut Endgame,
    placed: &OthelloPosition,
    value: Value,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
    let black = placed.position.black_to_move;
    let goal = value.sign();
    let mut evidence = json!({});
    if value != Value::Loss {
        let tree = StrategyWriter::write(solver, placed.position, black, goal, limit, budget)?;
        evidence["at_least"] = json!({"goal": goal, "tree": tree});
    }
    if value != Value::Win {
        let tree = StrategyWriter::write(solver, placed.position, !black, -goal, limit, budget)?;
        evidence["at_most"] = json!({"goal": goal, "tree": tree});
    }
    Ok(Certificate::new("othello", value.name(), format_position(placed), evidence))
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.known.score.map_or_else(String::new, |score| format!(", score {score}"));
        let best = self.best.as_ref().map_or_else(String::new, |best| format!("; best {best}"));
        self.known.write(f, &(score + &best))
    }
}
