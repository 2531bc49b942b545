use std::fmt;

use quandary_core::{Budget, Certificate, Context, Stop};
use quandary_search::proof::Method;
use quandary_verbs::proving::{self as proving, Search, Setting, Verdict};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_TREE, THE_TREE, root, truth_of, value};
use crate::pgame::notation::{Place, format_place};
use crate::pgame::proof::strategy;
use crate::proof_tree::Unwritten;
use crate::verbs::certified::{CERTIFICATE, CertificateResult};

const METHOD: Opt<&str> = Opt::choice(
    "method",
    "METHOD",
    &["pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc", "truth"],
    "The search, or `truth` for brute force alone",
)
.or("pns");

const OPTIONS: [OptionSpec; 8] = join([METHOD.spec, CERTIFICATE.spec], proving::OPTIONS);

pub(super) struct Solve;

/// Whether MAX wins.
#[derive(Serialize, JsonSchema)]
pub(super) struct Solution {
    /// Branching and depth.
    board: String,
    /// The tree.
    position: String,
    method: &'static str,
    /// `win` or `loss` for MAX, the same with `estimated`, or `unknown`.
    verdict: Verdict,
    /// The verdict of brute force; null where it cannot be afforded.
    truth: Option<&'static str>,
    settings: Option<Setting>,
    report: Option<Search>,
    /// Nodes made by the search.
    nodes: u64,
    #[serde(flatten)]
    certified: CertificateResult,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "Whether MAX wins, by one method, with the truth beside it",
        input: InputSpec::Required(A_TREE),
        options: &OPTIONS,
        examples: &["solve pgame 2x20/1/0 --method ppns", "solve pgame 2x40/1/0 --memory 64 --json"],
        conventions: &[THE_TREE],
    };
    type Answer = Solution;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Solution>, Stop> {
        let place = root(request)?;
        let (board, position) = (place.shape().to_string(), format_place(&place));
        let Some(method) = Method::named(request.get(METHOD)) else {
            let (truth, stopped) = match truth_of(&place.tree, &place.node, &context.budget) {
                Ok(truth) => (truth.map(value), None),
                Err(why) => (None, Some(why)),
            };
            let verdict = match truth {
                Some("win") => Verdict::Win,
                Some(_) => Verdict::Loss,
                None => Verdict::Unknown,
            };
            let solution = Solution {
                board,
                position,
                method: "truth",
                verdict,
                truth,
                settings: None,
                report: None,
                nodes: 0,
                certified: certified(&place, verdict.name(), 0, request, context),
            };
            return Ok(Reply::from(solution).cut(stopped));
        };
        let settings = proving::settings(request, context);
        let report = settings.solve(&place.tree, method, &mut context.budget.clone());
        // Nodes limit the search, not the truth; the clock limits both.
        let truth = truth_of(&place.tree, &place.node, &context.budget.with_nodes(u64::MAX));
        let verdict = Verdict::from(report.conclusion);
        let solution = Solution {
            board,
            position,
            method: method.name(),
            verdict,
            truth: truth.ok().flatten().map(value),
            settings: Some(Setting::of(method, &settings)),
            report: Some(Search::from(&report)),
            nodes: report.nodes,
            certified: certified(&place, verdict.name(), report.nodes, request, context),
        };
        Ok(Reply::from(solution).cut(report.conclusion.out()))
    }
}

/// The certificate of a verdict that is not an estimate. One that is asked for has the whole budget.
fn certified(
    place: &Place,
    claim: &str,
    nodes: u64,
    request: &Request,
    context: &Context<'_>,
) -> CertificateResult {
    if !["win", "loss"].contains(&claim) {
        return CertificateResult::default();
    }
    let write = |_, budget: &mut Budget| match strategy(&place.tree, &place.node, budget) {
        Ok((won, tree)) if value(won) == claim => {
            let (side, goal) = if won { ("at_least", 1) } else { ("at_most", -1) };
            let evidence = json!({side: {"goal": goal, "tree": tree}});
            Ok(Certificate::new("pgame", claim, format_place(place), evidence))
        }
        Ok(_) => Err(Unwritten::Impossible),
        Err(why) => Err(why.into()),
    };
    CertificateResult::new(request, u64::MAX, nodes, &mut context.budget.clone(), write)
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for MAX ({})", self.verdict, self.method)?;
        if let Some(report) = &self.report {
            write!(f, "; the truth is {}\n{report}", self.truth.unwrap_or("not known"))?;
        } else if self.truth.is_none() {
            f.write_str(": too large for brute force")?;
        }
        Ok(())
    }
}
