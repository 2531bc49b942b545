use std::fmt;

use quandary_core::words::count;
use quandary_core::{Context, Exhausted, InputError, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::A_POSITION;
use crate::checkers::board::Position;
use crate::checkers::endings::{Endings, MOST_PIECES, Material};
use crate::checkers::notation::{draw, format_move, format_position, parse_position};
use crate::checkers::proof::{attack_begins, prove};
use crate::checkers::rules::{Checkers, Draws, State};
use crate::value::{Value, Verdict};
use crate::verbs::certified::{CERTIFICATE, CertificateResult};

const LIMIT: Opt<u64> = Opt::whole("limit", "N", 1, 1_000_000_000, "Maximum size of the proof, in moves")
    .or("5000000")
    .only_with("certificate", &[]);

pub(super) struct Solve;

/// The exact value of an ending.
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveAnswer {
    /// The position as FEN.
    position: String,
    /// `win`, `draw` or `loss` for the side to move, or `unknown`.
    verdict: Verdict,
    /// Moves of both sides until one has none; null in a draw.
    plies: Option<u8>,
    /// A move that keeps the value, the win shortest or the loss longest; null where there is none.
    best: Option<String>,
    /// Positions looked at.
    nodes: u64,
    #[serde(flatten)]
    certified: CertificateResult,
    #[serde(skip)]
    heading: String,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The exact value of an ending of up to four pieces, with a proof on request",
        input: InputSpec::Required(A_POSITION),
        options: &[CERTIFICATE.spec, LIMIT.spec],
        examples: &["solve checkers B:WK32:BK1,K2 --certificate --json", "solve checkers W:W22,K30:B9,K10"],
        conventions: &[
            (
                "plies",
                "moves of both sides until the side to move has none; the winner hurries, the loser delays",
            ),
            ("draw", "nobody can force a win; repetitions and counts of moves play no part"),
            ("node", "a position looked at while the table is built or the proof is written"),
        ],
    };
    type Answer = SolveAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<SolveAnswer>, Stop> {
        // The past plays no part; which convention reads a record does not matter.
        let position = parse_position(Checkers { draws: Draws::Wcdf }, request.input_text()?)?.position;
        if position.pieces() > MOST_PIECES {
            let what = format!("{} are not solved", count(position.pieces().into(), "piece"));
            return Err(InputError::new(what)
                .expected(format!("at most {MOST_PIECES}; `explain checkers` looks ahead in others"))
                .into());
        }
        let mut solved = SolveAnswer {
            position: format_position(&State::from(position)),
            verdict: Verdict::Unknown,
            plies: None,
            best: None,
            nodes: 0,
            certified: CertificateResult::default(),
            heading: draw(&position),
        };
        let mut budget = context.budget.clone();
        let order = Material::of(&position).reaches();
        let report =
            |done: usize, of: usize| context.progress.report("sets of pieces", done as u64, of as u64);
        let endings = match Endings::solve(&order, &mut budget, report) {
            Ok(endings) => endings,
            Err(why) => return Ok(solved.cut(&budget, Some(why))),
        };
        let Some(value) = endings.value(&position) else {
            return Err(InputError::new("this position has no value").expected("a legal position").into());
        };
        solved.verdict = Some(value.verdict()).into();
        solved.plies = value.plies();
        let best = endings.moves(&position).and_then(|moves| moves.first().map(|(chosen, _)| *chosen));
        solved.best = best.map(format_move);
        let nodes = budget.spent();
        let certified =
            CertificateResult::new(request, request.get(LIMIT), nodes, &mut budget, |limit, budget| {
                prove(&endings, &position, limit, budget)
            });
        let stopped = certified.stopped;
        solved.tell_as_proved(&position, value.verdict(), certified);
        Ok(solved.cut(&budget, stopped))
    }
}

impl SolveAnswer {
    /// Where several moves win as soon, the answer gives the one that is proved.
    fn tell_as_proved(&mut self, position: &Position, verdict: Value, certified: CertificateResult) {
        if let (Value::Win, Some(certificate)) = (verdict, certified.certificate()) {
            self.best = attack_begins(position, certificate).map(format_move);
        }
        self.certified = certified;
    }

    fn cut(mut self, budget: &quandary_core::Budget, stopped: Option<Exhausted>) -> Reply<SolveAnswer> {
        self.nodes = budget.spent();
        Reply::from(self).cut(stopped)
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}: {}", self.heading, self.position, self.verdict)?;
        if let Some(plies) = self.plies {
            write!(f, " in {}", count(plies.into(), "move"))?;
        }
        if let Some(best) = &self.best {
            write!(f, "; best {best}")?;
        }
        write!(f, "\n{} nodes{}", self.nodes, self.certified)
    }
}
