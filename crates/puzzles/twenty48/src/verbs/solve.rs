use std::fmt;

use num_rational::BigRational;
use quandary_core::words::{count, thousands};
use quandary_core::{Budget, Certificate, Context, InputError, Stop};
use quandary_search::proof::Method;
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::explain::{self, Explanation};
use super::prove::{self, Proof};
use super::{DEPTH, Dice, EXPECTIMAX, PLIES, SHAPE, START, TARGET, WEIGHTS};
use crate::notation::{compact, grid};
use crate::play::P4;
use crate::rules::{Board, Rules, Start};
use crate::solve::exact::{Counts, start_worth};
use crate::solve::size::ORDINARY_MEMORY;
use crate::solve::worth::Number;
use crate::solve::{Question, Solution, Worth, solve};

const METHOD: Opt<&str> = Opt::choice(
    "method",
    "METHOD",
    &["exact", "expectimax", "pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"],
    "exact (the whole board), expectimax (the moves of a position); the others prove wins against a side that places the tiles (--inhibitor)",
)
.or("exact");
const SOLVED_START: Opt<Start> = START.or("two-twos").only_with("method", &["exact"]);

const OPTIONS: [OptionSpec; 16] = join(
    [
        SHAPE.spec,
        TARGET.spec,
        P4.spec,
        SOLVED_START.spec,
        METHOD.spec,
        prove::CERTIFICATE.spec,
        DEPTH.only_with("method", EXPECTIMAX).spec,
        PLIES.only_with("method", EXPECTIMAX).spec,
        WEIGHTS.only_with("method", EXPECTIMAX).spec,
        prove::INHIBITOR.spec,
    ],
    quandary_verbs::proving::options(
        prove::PLAYOUTS,
        prove::THETA,
        quandary_verbs::proving::SEED_OF_PLAYOUTS,
    ),
);

/// Boards of at most this many cells are solved with fractions: there they stay short enough to read.
const FRACTION_CELLS: usize = 4;

/// Boards of at most this many cells have certificates: `check` computes their values again.
const CERTIFIED_CELLS: usize = 12;

/// Boards of at most this many cells are played on after the target, so that the whole game is known.
const WHOLE_GAME_CELLS: usize = 9;

pub(super) struct Solve;

/// What is known of a board.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum SolveAnswer {
    Exact(Box<Exact>),
    Proof(Box<Proof>),
    Moves(Box<Explanation>),
}

/// What a board is worth under best play.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exact {
    /// Rows and columns.
    board: String,
    /// The tile to reach.
    target: u64,
    /// Probability that a new tile is a 4.
    p4: Dice,
    method: &'static str,
    /// How the game begins; null for a given position.
    start: Option<&'static str>,
    /// The given position: the tiles, one row per line.
    position: Option<String>,
    /// Best chance of reaching the tile against dice; null while it is not known.
    win_probability: Option<Fraction>,
    #[serde(flatten)]
    known: Option<SolvedFacts>,
    /// Positions looked at, listing and valuing.
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    #[serde(skip)]
    from: String,
}

/// What else is known once a board is solved.
#[derive(Serialize, JsonSchema)]
struct SolvedFacts {
    /// Against an opponent who places 2s and 4s: `win`, `loss`, or `mixed` where it depends on the start.
    adversarial: &'static str,
    /// With luck: `win` where some sequence of tiles leads there.
    reachability: &'static str,
    /// The same against opponents with fewer choices.
    adversarial_with: Opponents,
    /// The largest tile that can be forced; null where the game was not looked at to its end.
    guaranteed_tile: Option<u64>,
    /// Best expected score; null where the game was not looked at to its end.
    expected_score: Option<Fraction>,
    /// Positions with the player to move.
    states: u64,
    /// The same up to rotation and reflection.
    canonical: u64,
    /// Classes of positions with chance to move.
    afterstates_canonical: u64,
    /// What the states are.
    states_are: &'static str,
    /// The states when play stops at the target; null where that was not counted.
    until_target: Option<Classes>,
    /// Most positions of one game.
    longest_game: usize,
}

/// Verdicts against opponents; null where they would place a tile that chance never puts.
#[derive(Serialize, JsonSchema)]
struct Opponents {
    twos_and_fours: Option<&'static str>,
    twos: Option<&'static str>,
    fours: Option<&'static str>,
}

/// A number, exact where it is a fraction.
#[derive(Clone, Serialize, JsonSchema)]
struct Fraction {
    numerator: Option<Digits>,
    denominator: Option<Digits>,
    value: f64,
    /// What the value is rounded to, where there is no fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounding: Option<&'static str>,
}

/// A whole number: as digits where it does not fit 64 bits.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(untagged)]
enum Digits {
    Number(u64),
    Text(String),
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Digits::Number(number) => number.fmt(f),
            Digits::Text(digits) => f.write_str(digits),
        }
    }
}

/// How many positions are of each kind.
#[derive(Serialize, JsonSchema)]
struct Classes {
    /// Without the target, with a move.
    live: Kind,
    /// Without the target and without a move.
    dead: Kind,
    /// With the target.
    won: Kind,
}

/// A number of positions, and of classes of them.
#[derive(Serialize, JsonSchema)]
struct Kind {
    states: u64,
    canonical: u64,
}

impl From<Counts> for Classes {
    fn from(counts: Counts) -> Classes {
        let kind = |(states, canonical): (u64, u64)| Kind { states, canonical };
        Classes { live: kind(counts.live), dead: kind(counts.dead), won: kind(counts.won) }
    }
}

/// The numbers in which a board is solved, as an answer writes them.
trait AnswerNumber: Number {
    fn written(&self) -> Fraction;
}

impl AnswerNumber for BigRational {
    fn written(&self) -> Fraction {
        let digits = |number: &num_bigint::BigInt| {
            Some(u64::try_from(number).map_or_else(|_| Digits::Text(number.to_string()), Digits::Number))
        };
        let (numerator, denominator) = (digits(self.numer()), digits(self.denom()));
        Fraction { numerator, denominator, value: self.value(), rounding: None }
    }
}

impl AnswerNumber for f64 {
    fn written(&self) -> Fraction {
        Fraction { numerator: None, denominator: None, value: *self, rounding: Some("double precision") }
    }
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The exact probability of reaching a tile, against chance and against an opponent, on small boards",
        input: InputSpec::Optional("A board to solve from; otherwise the start"),
        options: &OPTIONS,
        examples: &[
            "solve 2048 --board 2x2 --target 16 --json",
            "solve 2048 --board 3x3 --target 1024",
            "solve 2048 --board 2x2 --target 16 --method ppns",
            "solve 2048 '2 . / 4 8' --target 32",
        ],
        conventions: &[
            ("states", "positions with the player to move, the ended ones included"),
            ("probability", "that a move is left after the new tile (method expectimax)"),
        ],
    };
    type Answer = SolveAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<SolveAnswer>, Stop> {
        let method = request.get(METHOD);
        if method == "expectimax" {
            let Reply { answer, status, figure, signature } = explain::by_expectimax(request, context)?;
            return Ok(Reply { answer: SolveAnswer::Moves(Box::new(answer)), status, figure, signature });
        }
        let asked = SolveRequest::new(request)?;
        if let Some(method) = Method::named(method) {
            let position = (asked.rules, asked.target, asked.boards.as_slice());
            let (proof, cut) = prove::prove(method, position, about(&asked), request, context);
            return Ok(Reply::from(SolveAnswer::Proof(Box::new(proof))).cut(cut));
        }
        if asked.rules.shape.cells() <= FRACTION_CELLS {
            exactly::<BigRational>(&asked, context)
        } else {
            exactly::<f64>(&asked, context)
        }
    }
}

/// What the command asks.
struct SolveRequest {
    rules: Rules,
    target: u8,
    /// The positions whose worth is asked: one given board, or every start of a kind.
    boards: Vec<Board>,
    start: Option<Start>,
    certificate: bool,
}

impl SolveRequest {
    fn new(request: &Request) -> Result<SolveRequest, InputError> {
        let given = super::given(request)?;
        let rules = given.map_or_else(|| super::rules(request), |(rules, _)| rules);
        let certificate = request.is_on(prove::CERTIFICATE);
        let exact = Method::named(request.get(METHOD)).is_none();
        if certificate && exact && rules.shape.cells() > CERTIFIED_CELLS {
            return Err(InputError::new(format!("{} has no certificate", rules.shape))
                .expected(format!("a board of at most {CERTIFIED_CELLS} cells"))
                .of_option("certificate"));
        }
        let (boards, start) = match given {
            Some((_, position)) => {
                request.refuse(&[SOLVED_START.spec], "no INPUT, which is where the game stands")?;
                (vec![position.board], None)
            }
            None => {
                let start = request.get(SOLVED_START);
                (rules.starts(start).into_iter().map(|(board, _)| board).collect(), Some(start))
            }
        };
        Ok(SolveRequest { rules, target: super::target(request, &rules)?, boards, start, certificate })
    }

    fn question(&self, play_on: bool, context: &Context<'_>) -> Question {
        Question {
            rules: self.rules,
            target: self.target,
            play_on,
            keep_all: self.certificate && self.rules.shape.cells() <= FRACTION_CELLS,
            memory: context.budget.memory_or(ORDINARY_MEMORY as usize) as u64,
        }
    }

    /// The worth of the start, or of the given board.
    fn overall<N: Number>(&self, solution: &Solution<N>) -> Worth<N> {
        let Some(start) = self.start else { return solution.worths[0].clone() };
        let worth_of = |board: Board| {
            let index = self.boards.iter().position(|&b| b == board).expect("every start was asked for");
            solution.worths[index].clone()
        };
        start_worth(&self.rules, start, &worth_of, self.target)
    }
}

fn exactly<N: AnswerNumber>(asked: &SolveRequest, context: &Context<'_>) -> Result<Reply<SolveAnswer>, Stop> {
    let whole_game = asked.rules.shape.cells() <= WHOLE_GAME_CELLS;
    let question = asked.question(whole_game, context);
    let mut budget = context.budget.clone();
    let mut exact = Exact {
        board: asked.rules.shape.to_string(),
        target: 1 << asked.target,
        p4: asked.rules.fours.into(),
        method: "exact",
        start: asked.start.map(Start::name),
        position: asked.start.is_none().then(|| grid(asked.rules.shape, asked.boards[0])),
        win_probability: None,
        known: None,
        nodes: 0,
        certificate: None,
        from: asked.start.map_or("this position", Start::words).to_owned(),
    };
    let solution = find::<N>(&question, asked, &mut budget, context);
    exact.nodes = budget.spent();
    let solution = match solution {
        Ok(solution) => solution,
        Err(Stop::Exhausted(why)) => {
            return Ok(Reply::from(SolveAnswer::Exact(Box::new(exact))).cut(Some(why)));
        }
        Err(refused) => return Err(refused),
    };
    let worth = asked.overall(&solution);
    exact.win_probability = Some(worth.win.written());
    exact.known = Some(known(asked, &worth, &solution, whole_game, context));
    exact.certificate = asked.certificate.then(|| {
        if asked.rules.shape.cells() <= FRACTION_CELLS {
            table_certificate(asked, &solution)
        } else {
            interval_certificate(asked, worth.win.value())
        }
    });
    Ok(SolveAnswer::Exact(Box::new(exact)).into())
}

fn find<N: Number>(
    question: &Question,
    asked: &SolveRequest,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Result<Solution<N>, Stop> {
    solve::<N>(question, &asked.boards, budget, |what, done, total| {
        context.progress.report(what, done, total);
    })
}

fn known<N: AnswerNumber>(
    asked: &SolveRequest,
    worth: &Worth<N>,
    solution: &Solution<N>,
    whole_game: bool,
    context: &Context<'_>,
) -> SolvedFacts {
    let counts = solution.counts;
    let says = |holds: fn(&Worth<N>) -> bool| verdict(&solution.worths, holds);
    let least = solution.worths.iter().map(|worth| worth.guaranteed).min();
    let share = asked.rules.fours;
    let (twos, fours) = (share.numerator() < share.denominator(), share.numerator() > 0);
    SolvedFacts {
        adversarial: says(|w| w.forced.by_both),
        reachability: says(|w| w.possible),
        adversarial_with: Opponents {
            twos_and_fours: (twos && fours).then(|| says(|w| w.forced.by_both)),
            twos: twos.then(|| says(|w| w.forced.by_twos)),
            fours: fours.then(|| says(|w| w.forced.by_fours)),
        },
        guaranteed_tile: least.filter(|_| whole_game).map(|exponent| 1 << exponent),
        expected_score: whole_game.then(|| worth.score.written()),
        states: counts.states,
        canonical: counts.canonical,
        afterstates_canonical: counts.afterstates,
        states_are: if whole_game {
            "the whole game, player to move"
        } else {
            "play stops at the target, player to move"
        },
        until_target: stop_counts(asked, whole_game, counts, context).map(Classes::from),
        longest_game: solution.layers,
    }
}

/// The counts when play stops at the target, where that is a second, smaller enumeration.
fn stop_counts(
    asked: &SolveRequest,
    whole_game: bool,
    counts: Counts,
    context: &Context<'_>,
) -> Option<Counts> {
    if !whole_game {
        return Some(counts);
    }
    // On 3x3 the second enumeration costs as much as the first; there the first one's classes say enough.
    if asked.rules.shape.cells() > 6 {
        return None;
    }
    let stopping = Question { keep_all: false, ..asked.question(false, context) };
    find::<f64>(&stopping, asked, &mut context.budget.clone(), context).ok().map(|solution| solution.counts)
}

/// "win", "loss", or "mixed" when it depends on the start.
fn verdict<N>(worths: &[Worth<N>], holds: fn(&Worth<N>) -> bool) -> &'static str {
    match worths.iter().filter(|worth| holds(worth)).count() {
        0 => "loss",
        n if n == worths.len() => "win",
        _ => "mixed",
    }
}

/// What the certificate is about.
fn about(asked: &SolveRequest) -> (String, Value) {
    let shape = asked.rules.shape;
    let starts: Vec<String> = asked.boards.iter().map(|&board| compact(shape, board)).collect();
    let mut evidence = json!({
        "board": shape.to_string(),
        "target": 1_u64 << asked.target,
        "p4": [asked.rules.fours.numerator(), asked.rules.fours.denominator()],
    });
    if let Some(start) = asked.start {
        evidence["start"] = start.name().into();
    }
    (starts.join(" "), evidence)
}

/// How far doubles may have strayed from the true probability: far more than they do, far less than anybody reads.
const ROUNDING: f64 = 1e-10;

/// That the win probability is what doubles gave, up to their rounding.
fn interval_certificate(asked: &SolveRequest, win: f64) -> Certificate {
    let (instance, mut evidence) = about(asked);
    evidence["interval"] = json!([win - ROUNDING, win + ROUNDING]);
    Certificate::new("2048", "win-interval", instance, evidence)
}

/// The worth of every position, as the checker reads it.
fn table_certificate<N: AnswerNumber>(asked: &SolveRequest, solution: &Solution<N>) -> Certificate {
    let shape = asked.rules.shape;
    let win = |worth: &Worth<N>| {
        let Fraction { numerator, denominator, .. } = worth.win.written();
        json!([numerator, denominator])
    };
    let values: serde_json::Map<String, Value> = solution
        .table
        .iter()
        .map(|(board, worth)| {
            let Fraction { numerator, denominator, .. } = worth.win.written();
            let row = json!([numerator, denominator, worth.forced.by_both, worth.possible]);
            (compact(shape, *board), row)
        })
        .collect();
    let (instance, mut evidence) = about(asked);
    evidence["win_probability"] = solution.worths.iter().map(win).collect::<Vec<_>>().into();
    evidence["adversarial"] = solution.worths.iter().map(|w| w.forced.by_both).collect::<Vec<_>>().into();
    evidence["reachability"] = solution.worths.iter().map(|w| w.possible).collect::<Vec<_>>().into();
    evidence["values"] = values.into();
    Certificate::new("2048", "win-probability", instance, evidence)
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveAnswer::Exact(exact) => exact.fmt(f),
            SolveAnswer::Proof(proof) => proof.fmt(f),
            SolveAnswer::Moves(explanation) => explanation.fmt(f),
        }
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, four) = (&self.from, self.p4.value);
        write!(f, "{} to {} from {from}, a 4 with probability {four}", self.board, self.target)?;
        let (Some(win), Some(known)) = (&self.win_probability, &self.known) else {
            return write!(f, "\n  not solved after {}", count(self.nodes, "position"));
        };
        let yes = |verdict: &str| match verdict {
            "win" => "yes",
            "loss" => "no",
            _ => "depends on the start",
        };
        let unknown = || "not computed".to_owned();
        let rows = [
            ("best chance against dice", win.to_string()),
            ("forced against an opponent", yes(known.adversarial).to_owned()),
            (
                "  who places 2s only",
                known.adversarial_with.twos.map_or_else(unknown, |verdict| yes(verdict).to_owned()),
            ),
            (
                "  who places 4s only",
                known.adversarial_with.fours.map_or_else(unknown, |verdict| yes(verdict).to_owned()),
            ),
            ("possible with luck", yes(known.reachability).to_owned()),
            (
                "largest tile that can be forced",
                known.guaranteed_tile.map_or_else(unknown, |tile| tile.to_string()),
            ),
            (
                "best expected score",
                known.expected_score.as_ref().map_or_else(unknown, |score| format!("{:.6}", score.value)),
            ),
            (
                "positions",
                format!("{} ({} up to symmetry)", thousands(known.states), thousands(known.canonical)),
            ),
        ];
        rows.iter().try_for_each(|(name, value)| write!(f, "\n  {name:<34}{value}"))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(above), Some(below)) = (&self.numerator, &self.denominator) {
            write!(f, "{above}/{below} = ")?;
        }
        write!(f, "{:.12}", self.value)
    }
}
