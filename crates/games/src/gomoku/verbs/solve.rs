use std::fmt;

use quandary_core::words::count;
use quandary_core::{Context, InputError, Stop};
use quandary_search::proof::Method;
use quandary_verbs::proving::{OPTIONS as OPTIONS_OF_SEARCHES, SolveAnswer};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_POSITION, THREATS, undecided};
use crate::gomoku::notation::{Record, format_point, format_points, format_record};
use crate::gomoku::play::{BOARD, View};
use crate::gomoku::proof::{prove_threats, prove_value, prove_verdict};
use crate::gomoku::question::Question;
use crate::gomoku::solve::{MOST_POINTS, Solver};
use crate::gomoku::threats::Threats;
use crate::value::Bounds;
use crate::verbs::certified::{CERTIFICATE, CertificateResult};
use crate::verbs::questions::{ExactAnswer, Proof, Subject, prove as both_questions};

const METHOD: Opt<&str> = Opt::choice(
    "method",
    "METHOD",
    &["auto", "alpha-beta", "threats", "pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"],
    "alpha-beta gives the exact value of a small board, threats looks for a forced win; auto takes the first up to 5x5 and \
     the second beyond; the others prove or disprove a win",
)
.or("auto");

const LIMIT: Opt<u64> =
    Opt::whole("limit", "N", 1, 1_000_000_000, "Maximum size of the proof tree, in moves")
        .or("20000000")
        .only_with("certificate", &[]);

const MOST_THREATS: Opt<u64> = THREATS.only_with("method", &["auto", "threats"]);

const OPTIONS: [OptionSpec; 11] =
    join([BOARD.spec, METHOD.spec, CERTIFICATE.spec, LIMIT.spec, MOST_THREATS.spec], OPTIONS_OF_SEARCHES);

/// Boards up to this many points are solved exactly unless something else is asked for.
const SMALL: usize = 25;

pub(super) struct Solve;

/// The exact value, or a win by threats.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exact {
    #[serde(flatten)]
    known: ExactAnswer,
    /// A best move.
    best: Option<String>,
    /// Of a win by threats: how many of them are not fours, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<u32>,
    /// Of a win by threats: how it may go.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The exact value of a small board, or a forced win on a large one, with a proof on request; or a proof-number \
                search",
        input: InputSpec::Required(A_POSITION),
        options: &OPTIONS,
        examples: &[
            "solve gomoku \"3x3/3: start\" --certificate --json",
            "solve gomoku \"{f8 g8 h6 h7 / a1 c1 o1 m1}\" --certificate --json",
            "solve gomoku \"4x4/3: start\" --method df-pn",
        ],
        conventions: &[
            ("score", "1 when the player to move wins, 0 for a draw, -1 for a loss"),
            (
                "row",
                "free: long enough or longer; standard: exactly; renju: exactly for the first side, whose double \
                     threes, double fours and longer rows are forbidden",
            ),
            ("node", "a position searched"),
            (
                "threats",
                "`unknown` without a win by fours and this many other threats says nothing of other wins",
            ),
            ("estimated", "a verdict from numbers near 0 or 1 is not a proof"),
            ("budget", "each question to a proof-number search has the whole budget"),
        ],
    };
    type Answer = SolveAnswer<Exact, Proof>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let record = undecided(request)?;
        let asked = Subject {
            board: record.rules.to_string(),
            position: format_record(&record),
            heading: View(record.clone()).to_string(),
        };
        let limit = request.get(LIMIT);
        if let Some(method) = Method::named(request.get(METHOD)) {
            let (rules, root) = (record.rules, record.position);
            return Ok(both_questions(
                asked,
                method,
                request,
                context,
                |draw_wins, settings, budget| {
                    settings.solve(&Question { rules, root, draw_wins }, method, budget)
                },
                limit,
                |value, limit, budget| {
                    let threats = request.get(MOST_THREATS) as u32;
                    prove_verdict(&record, value, threats, limit, budget)
                },
            ));
        }
        let small = record.rules.cells() <= SMALL;
        if small && request.get(METHOD) == "auto" {
            request.refuse(&[MOST_THREATS.spec], "--method threats: so small a board is solved exactly")?;
        }
        match request.get(METHOD) {
            "alpha-beta" => exactly(&record, asked, limit, request, context),
            "auto" if small => exactly(&record, asked, limit, request, context),
            _ => Ok(by_threats(&record, asked, limit, request, context)),
        }
    }
}

fn exactly(
    record: &Record,
    asked: Subject,
    limit: u64,
    request: &Request,
    context: &Context<'_>,
) -> Result<Reply<SolveAnswer<Exact, Proof>>, Stop> {
    let Some(mut solver) = Solver::new(record.rules) else {
        let what =
            format!("a board of {} points is too large to be searched completely", record.rules.cells());
        let expected = format!("at most {MOST_POINTS} points, or --method threats");
        return Err(InputError::new(what).expected(expected).into());
    };
    let mut budget = context.budget.clone();
    let (bounds, mut stopped) = solver.bounds(&record.position, &mut budget);
    let nodes = budget.spent();
    let (mut best, mut certified) = (None, CertificateResult::default());
    if let Some(value) = bounds.value().filter(|_| stopped.is_none()) {
        match solver.best(&record.position, bounds.lower, &mut budget) {
            Ok(point) => best = point.map(|point| format_point(&record.rules, point)),
            Err(why) => stopped = Some(why),
        }
        if stopped.is_none() {
            certified = CertificateResult::new(request, limit, nodes, &mut budget, |limit, budget| {
                prove_value(&mut solver, record, value, limit, budget)
            });
            stopped = certified.stopped;
        }
    }
    let known = ExactAnswer::new(asked, ("alpha-beta", true), bounds, nodes, certified);
    Ok(Reply::from(SolveAnswer::Exact(Box::new(Exact { known, best, threats: None, line: None })))
        .cut(stopped))
}

fn by_threats(
    record: &Record,
    asked: Subject,
    limit: u64,
    request: &Request,
    context: &Context<'_>,
) -> Reply<SolveAnswer<Exact, Proof>> {
    let mut budget = context.budget.clone();
    let mut search = Threats::new(record.rules, record.position.mover(), &budget);
    let (found, mut stopped) =
        match search.find(&record.position, request.get(MOST_THREATS) as u32, &mut budget) {
            Ok(found) => (found, None),
            Err(why) => (None, Some(why)),
        };
    let nodes = budget.spent();
    let mut bounds = Bounds { lower: -1, upper: 1 };
    let (mut best, mut threats, mut line, mut certified) = (None, None, None, CertificateResult::default());
    if let Some(win) = found {
        bounds.lower = 1;
        best = Some(format_point(&record.rules, win.first));
        threats = Some(win.threats);
        line = Some(format_points(&record.rules, search.line(&record.position)));
        certified = CertificateResult::new(request, limit, nodes, &mut budget, |limit, budget| {
            prove_threats(search, win.threats, record, limit, budget)
        });
        stopped = certified.stopped;
    }
    let known = ExactAnswer::new(asked, ("threats", true), bounds, nodes, certified);
    Reply::from(SolveAnswer::Exact(Box::new(Exact { known, best, threats, line }))).cut(stopped)
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut more = self.best.as_ref().map_or_else(String::new, |best| format!("; best {best}"));
        if let (Some(threats), Some(line)) = (self.threats, &self.line) {
            let how = match threats {
                0 => "by fours".to_owned(),
                others => format!("by fours and {}", count(others.into(), "other threat")),
            };
            more += &format!(", {how}: {line}");
        }
        self.known.write(f, &more)
    }
}
