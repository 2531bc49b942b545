//! `watch`: a search that was looked into, as an answer, a chart of characters and a figure.

use std::fmt;

use quandary_core::rules::Rules;
use quandary_core::{Context, Seed};
use quandary_search::tree::Tree;
use quandary_verbs::figure::{Figure, Marks, Series};
use quandary_verbs::proving::{PLAYOUTS, Search, THETA};
use quandary_verbs::{FIGURE, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::watch::{RootSnapshot, Watchable};

pub(crate) const METHOD: Opt<&str> =
    Opt::choice("method", "METHOD", &Watchable::NAMES, "The search to watch").or("pns");

/// What `watch` takes, but for what each game says of it.
pub(crate) const SPEC: VerbSpec = VerbSpec {
    name: "watch",
    about: "Watch a proof-number search run: the root's numbers, iteration by iteration",
    input: InputSpec::None,
    options: &[METHOD.spec, PLAYOUTS.spec, THETA.spec, SEED.spec, FIGURE.spec],
    examples: &[],
    conventions: &[],
};

/// Bytes for the tree when nobody says otherwise.
const USUAL_MEMORY: usize = 1 << 30;

/// A search that was watched.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WatchAnswer {
    /// The position, or the tree.
    position: String,
    /// What the search was asked.
    question: &'static str,
    method: &'static str,
    report: Search,
    /// Names of the moves at the root.
    moves: Vec<String>,
    /// At most some hundreds of moments, evenly spread.
    series: Vec<Moment>,
    #[serde(skip)]
    seen: Vec<RootSnapshot>,
}

/// The numbers at the root after this many iterations; null for what is infinite.
#[derive(Serialize, JsonSchema)]
struct Moment {
    iteration: u64,
    /// The proof number, or the probability of a win.
    proof: Option<f64>,
    /// The disproof number, or the probability of no win.
    disproof: Option<f64>,
    /// Proof and disproof of each move until it is solved.
    moves: Vec<Option<[Option<f64>; 2]>>,
}

/// The names of the moves in a position, in their order.
pub(crate) fn names<R: Rules>(rules: &R, state: &R::State, name: impl Fn(R::Move) -> String) -> Vec<String> {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    moves.into_iter().map(name).collect()
}

/// Watches the method that is asked for; `moves` names the children of the root.
pub(crate) fn watch<T: Tree>(
    tree: &T,
    position: String,
    question: &'static str,
    moves: Vec<String>,
    request: &Request,
    context: &Context<'_>,
) -> Reply<WatchAnswer> {
    // The option offers these names and no others.
    let method = Watchable::named(request.get(METHOD)).unwrap_or(Watchable::Pns);
    let (seen, report) = method.observe(
        tree,
        (request.get(PLAYOUTS) as u32, request.get(THETA)),
        context.budget.memory_or(USUAL_MEMORY),
        Seed(request.get(SEED)).stream(0),
        &mut context.budget.clone(),
    );
    let figure = figure(method, report.conclusion.name(), &moves, &seen);
    let finite = |value: f64| value.is_finite().then_some(value);
    let series = seen
        .iter()
        .map(|seen| Moment {
            iteration: seen.iteration,
            proof: finite(seen.proof),
            disproof: finite(seen.disproof),
            moves: seen.children.iter().map(|pair| pair.map(|(p, d)| [finite(p), finite(d)])).collect(),
        })
        .collect();
    let search = Search::from(&report);
    let watched =
        WatchAnswer { position, question, method: method.name(), report: search, moves, series, seen };
    Reply::from(watched).with_figure(figure).cut(report.conclusion.out())
}

/// The numbers of the root and of each move until it is solved, iterations across. Proof numbers grow by orders of
/// magnitude and probabilities crowd at 0 and 1: both are drawn as logarithms, the latter of the odds.
fn figure(method: Watchable, conclusion: &str, moves: &[String], seen: &[RootSnapshot]) -> Figure {
    let chances = method.has_chances();
    let line = |name: String, value: &dyn Fn(&RootSnapshot) -> Option<f64>| {
        let points = seen.iter().filter_map(|seen| Some((seen.iteration as f64, value(seen)?.log10())));
        Series::new(&name, Marks::Line, points.filter(|(_, y)| y.is_finite()))
    };
    let first = |(proof, disproof): (f64, f64)| if chances { proof / disproof } else { proof };
    let mut series = vec![line("root".into(), &|seen| Some(first((seen.proof, seen.disproof))))];
    if !chances {
        series[0].name = "root: proof".into();
        series.push(line("root: disproof".into(), &|seen| Some(seen.disproof)));
    }
    for (index, name) in moves.iter().enumerate() {
        series.push(line(name.clone(), &|seen| seen.children.get(index).copied().flatten().map(first)));
    }
    series.retain(|series| !series.points.is_empty());
    let (of, caption) = if chances {
        (
            "log10 of the odds of a win",
            "The odds of a win at the root, and of each of its moves until it is solved.",
        )
    } else {
        (
            "log10 of the number",
            "The root's numbers, and the proof number of each of its moves until it is solved.",
        )
    };
    Figure {
        title: format!("Inside {}: {conclusion}", method.name()),
        x_label: "iterations".into(),
        y_label: of.into(),
        x_names: Vec::new(),
        series,
        caption: caption.into(),
    }
}

impl fmt::Display for WatchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proof = chart(&self.seen, |seen| seen.proof);
        let disproof = chart(&self.seen, |seen| seen.disproof);
        write!(f, "{}\n\nproof\n{proof}\n\ndisproof\n{disproof}", self.report)
    }
}

/// Eight rows of blocks, iterations across.
fn chart(seen: &[RootSnapshot], value: impl Fn(&RootSnapshot) -> f64) -> String {
    const ROWS: usize = 8;
    const COLUMNS: usize = 80;
    let values: Vec<f64> = seen.iter().map(value).filter(|value| value.is_finite()).collect();
    if values.is_empty() {
        return "(nothing finite to draw)".into();
    }
    let high = values.iter().copied().fold(f64::MIN, f64::max).max(f64::MIN_POSITIVE);
    let columns = COLUMNS.min(values.len());
    let at = |column: usize| values[column * values.len() / columns];
    let mut rows = Vec::new();
    for row in (0..ROWS).rev() {
        let line: String = (0..columns)
            .map(|column| {
                let filled = at(column) / high * ROWS as f64 - row as f64;
                [' ', '▂', '▄', '▆', '█'][(filled * 4.0).ceil().clamp(0.0, 4.0) as usize]
            })
            .collect();
        rows.push(line.trim_end().to_owned());
    }
    let last = seen.last().map_or(0, |seen| seen.iteration);
    format!("{}\n0 to {last} iterations, highest {high:.4}", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use quandary_core::{Budget, Seed};

    use super::*;
    use crate::pgame::PGame;

    #[test]
    fn a_figure_has_a_line_for_the_root_and_for_each_move() {
        let tree = PGame::new(3, 7, Seed(2), 0);
        let (seen, _) =
            Watchable::Pns.observe(&tree, (1, 0.0), 1 << 20, Seed(1).stream(0), &mut Budget::unlimited());
        let moves = ["a", "b", "c"].map(str::to_owned);
        let figure = figure(Watchable::Pns, "proved", &moves, &seen);
        let names: Vec<&str> = figure.series.iter().map(|series| series.name.as_str()).collect();
        assert_eq!(names, ["root: proof", "root: disproof", "a", "b", "c"]);
        assert!(figure.series.iter().flat_map(|series| &series.points).all(|point| point.y.is_finite()));
    }
}
