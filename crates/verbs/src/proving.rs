//! What every puzzle with a proof-number search asks and answers: the methods' options, and their record as a value.
//!
//! The searches themselves are in `quandary_search::proof` and know nothing of options and answers.

use std::fmt;

use crate::{Opt, OptionSpec, Options, SEED};
use quandary_core::{Context, Exhausted, Seed};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use schemars::JsonSchema;
use serde::Serialize;

/// Random games from each new leaf.
pub const PLAYOUTS: Opt<u64> =
    Opt::whole("playouts", "K", 1, u32::MAX as u64, "Random games from each new leaf (mcpns, ppns, mc)")
        .or("10")
        .only_with("method", &["mcpns", "ppns", "mc"]);
/// The papers' theta.
pub const THETA: Opt<f64> =
    Opt::real("theta", "T", 0.0, 0.5, "How far a share of playouts stays from 0 and 1 (mcpns, ppns)")
        .or("0.001")
        .only_with("method", &["mcpns", "ppns"]);
/// The papers' pr.
pub const PRECISION: Opt<f64> = Opt::real(
    "pr",
    "PR",
    0.0,
    0.5,
    "ESTIMATE mode of ppns and pp: stop within PR of 0 or 1, without a proof; 0 proves",
)
.or("0")
.only_with("method", &["ppns", "pp"]);
/// df-pn's patience.
pub const EPSILON: Opt<f64> =
    Opt::real("epsilon", "E", 0.0, 100.0, "df-pn's 1 + E").or("0.25").only_with("method", &["df-pn"]);
/// UCT's constant.
pub const EXPLORATION: Opt<f64> = Opt::real("exploration", "C", 0.0, 1000.0, "uct's exploration constant")
    .or("1")
    .only_with("method", &["uct", "pn-mcts"]);

/// All of them, and the seed: a verb that offers some method offers these.
pub const OPTIONS: [OptionSpec; 6] = options(PLAYOUTS, THETA, SEED_OF_PLAYOUTS);

/// The seed, where nothing but playouts is drawn from it.
pub const SEED_OF_PLAYOUTS: Opt<u64> = SEED.only_with("method", &["mcpns", "ppns", "uct", "pn-mcts", "mc"]);

/// The same with other words or defaults for the playouts, and with other uses of the seed.
pub const fn options(playouts: Opt<u64>, theta: Opt<f64>, seed: Opt<u64>) -> [OptionSpec; 6] {
    [playouts.spec, theta.spec, PRECISION.spec, EPSILON.spec, EXPLORATION.spec, seed.spec]
}

/// The names of the methods, for options that count only with one of them.
pub const METHODS: &[&str] = &Method::NAMES;

/// Bytes for the tree or the table of a search when nobody says otherwise.
const USUAL_MEMORY: usize = 1 << 30;

/// The settings that are asked for; what the verb does not offer stays as it is by default.
pub fn settings(options: &Options, context: &Context<'_>) -> Settings {
    let usual = Settings::default();
    let real = |option: Opt<f64>, usual: f64| {
        if options.offers(option.spec.name) { options.get(option) } else { usual }
    };
    Settings {
        playouts: if options.offers(PLAYOUTS.spec.name) {
            options.get(PLAYOUTS) as u32
        } else {
            usual.playouts
        },
        theta: real(THETA, usual.theta),
        precision: real(PRECISION, usual.precision),
        epsilon: real(EPSILON, usual.epsilon),
        exploration: real(EXPLORATION, usual.exploration),
        bytes: context.budget.memory_or(USUAL_MEMORY),
        seed: Seed(options.get(SEED)),
        index: 0,
    }
}

/// The settings as they stand in an answer: those the method uses.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Setting {
    /// The method's name.
    pub method: &'static str,
    /// Most bytes for the tree or the table.
    pub memory_bytes: usize,
    /// df-pn's 1 + epsilon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// UCT's exploration constant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<f64>,
    /// Random games from each new leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u32>,
    /// How far a share of playouts stays from 0 and 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theta: Option<f64>,
    /// The seed of the playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// `prove`, or `estimate` where a value near 0 or 1 is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<&'static str>,
    /// How near.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pr: Option<f64>,
}

impl Setting {
    /// What of the settings the method uses.
    pub fn of(method: Method, settings: &Settings) -> Setting {
        let plays = matches!(method, Method::Mc | Method::Mcpns | Method::Ppns);
        let draws = plays || matches!(method, Method::Uct | Method::PnMcts);
        let estimates = matches!(method, Method::Ppns | Method::Pp);
        Setting {
            method: method.name(),
            memory_bytes: settings.bytes,
            epsilon: (method == Method::DfPn).then_some(settings.epsilon),
            exploration: matches!(method, Method::Uct | Method::PnMcts).then_some(settings.exploration),
            playouts: plays.then_some(settings.playouts),
            theta: matches!(method, Method::Mcpns | Method::Ppns).then_some(settings.theta),
            seed: draws.then_some(settings.seed.0),
            mode: estimates.then_some(if settings.precision > 0.0 { "estimate" } else { "prove" }),
            pr: estimates.then_some(settings.precision),
        }
    }
}

crate::names! {
    /// Whether something is won: what a search concludes.
    pub enum Verdict {
        Win = "win",
        Loss = "loss",
        EstimatedWin = "estimated win",
        EstimatedLoss = "estimated loss",
        Unknown = "unknown",
    }
}

impl From<Conclusion> for Verdict {
    fn from(conclusion: Conclusion) -> Verdict {
        match conclusion {
            Conclusion::Proved => Verdict::Win,
            Conclusion::Disproved => Verdict::Loss,
            Conclusion::Estimated(true) => Verdict::EstimatedWin,
            Conclusion::Estimated(false) => Verdict::EstimatedLoss,
            Conclusion::Out(_) => Verdict::Unknown,
        }
    }
}

/// What a search found and what it took, as it stands in an answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Search {
    /// `proved`, `disproved`, `estimated …` or what it ran out of.
    pub conclusion: &'static str,
    /// Whether the conclusion is a proof.
    pub proved: bool,
    /// What ran out, if something did.
    pub out_of: Option<Exhausted>,
    /// Times that a leaf was expanded.
    pub iterations: u64,
    /// Nodes made.
    pub nodes: u64,
    /// Random games played.
    pub playouts: u64,
    /// Bytes taken at the end.
    pub bytes: usize,
    /// Bytes of one node.
    pub bytes_per_node: usize,
}

impl From<&Report> for Search {
    fn from(report: &Report) -> Search {
        Search {
            conclusion: report.conclusion.name(),
            proved: matches!(report.conclusion, Conclusion::Proved | Conclusion::Disproved),
            out_of: report.conclusion.out(),
            iterations: report.iterations,
            nodes: report.nodes,
            playouts: report.playouts,
            bytes: report.bytes,
            bytes_per_node: report.node_bytes,
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} iterations, {} nodes of {} bytes, {} playouts, {:.1} MiB",
            self.conclusion,
            self.iterations,
            self.nodes,
            self.bytes_per_node,
            self.playouts,
            self.bytes as f64 / f64::from(1 << 20)
        )
    }
}

/// What `solve` says where exact methods and proof-number searches can be chosen: what the one or the other found.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SolveAnswer")]
#[serde(untagged)]
pub enum SolveAnswer<E, P> {
    /// By an exact method.
    Exact(Box<E>),
    /// By a proof-number search.
    Proof(Box<P>),
}

impl<E: fmt::Display, P: fmt::Display> fmt::Display for SolveAnswer<E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveAnswer::Exact(exact) => exact.fmt(f),
            SolveAnswer::Proof(proof) => proof.fmt(f),
        }
    }
}
