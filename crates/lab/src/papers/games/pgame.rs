//! The P-game experiment: 200 trees of 2x20 and 200 of 8x8.

use quandary_core::Seed;
use quandary_core::stats::{Estimate, Rate, Summary};
use quandary_games::pgame::PGame;
use quandary_games::pgame::contest::{Tally, Trial, trial};
use quandary_games::watch::observe;
use quandary_search::proof::{INFINITE, Method, ProbabilitySearch, ProofNumberSearch, Settings};
use serde_json::json;

use super::tally::Contender;
use crate::papers::{Bench, Table};
use crate::study::{Cell, Entry, Figure, Marks, Point, Series, Verdict};

/// The article's two kinds of trees.
const SHAPES: [(u32, u32); 2] = [(2, 20), (8, 8)];
/// Independent sets of trees, so that a ranking can be told from luck.
const SETS: u64 = 5;

const PROVING: [Contender; 9] = [
    Contender::proving("PNS", Method::Pns),
    Contender::proving("MCPNS", Method::Mcpns),
    Contender::proving("PPNS", Method::Ppns),
    Contender::proving("PP", Method::Pp),
    Contender::proving("UCT", Method::Uct),
    Contender::proving("MC", Method::Mc),
    Contender::proving("df-pn", Method::DfPn),
    Contender::proving("PN2", Method::Pn2),
    Contender::proving("PN-MCTS", Method::PnMcts),
];
const ESTIMATING: [Contender; 2] = [
    Contender { name: "PPNS* pr=1e-5", method: Method::Ppns, precision: 1e-5 },
    Contender { name: "PPNS* pr=1e-3", method: Method::Ppns, precision: 1e-3 },
];

/// What a method made of all sets of one shape.
struct Outcome {
    all: Tally,
    /// Mean iterations of each set.
    sets: Vec<f64>,
}

fn run(shape: (u32, u32), contender: &Contender, trees: u64, bench: &Bench<'_>) -> Outcome {
    let settings = contender.settings(&Settings { bytes: 1 << 28, ..Settings::default() });
    let what = format!("P-games {}x{} {}", shape.0, shape.1, contender.name);
    let (trials, _) = bench.context.map(&what, SETS * trees, |index| {
        let set: Seed = bench.seed.named(&format!("set {}", index / trees));
        trial(shape, set, index % trees, contender.method, &settings, u64::MAX)
    });
    let mean = |set: &[Trial]| set.iter().map(|t| t.iterations as f64).collect::<Summary>().mean();
    let sets = trials.chunks(trees as usize).map(mean).collect();
    Outcome { all: trials.into_iter().collect(), sets }
}

pub(super) fn experiment(table: &Table, bench: &Bench<'_>) -> Entry {
    let trees = bench.scale.runs(8, 200);
    let mut entry = Entry::new(&table.id, &table.title);
    entry.claimed = "On 200 P-game trees with two branches and 20 layers and 200 with eight branches and eight layers, \
        PPNS takes less time and fewer iterations than PNS, MCPNS, UCT and the pure MCTS solver, and converges to the \
        correct solution."
        .into();
    entry.computed = format!(
        "{SETS} sets of {trees} trees of each shape, every method until it has a proof, brute force for the truth; \
         PPNS again with the stop rule pr, as an estimate."
    );
    conventions(&mut entry);
    let mut sentences = Vec::new();
    for (row, shape) in SHAPES.into_iter().enumerate() {
        for column in ["trees", "branches", "layers"] {
            let printed = table.rows[row][table.column(column)].json();
            let ours = match column {
                "trees" => trees,
                "branches" => u64::from(shape.0),
                _ => u64::from(shape.1),
            };
            let same = printed.as_u64().or(printed.as_f64().map(|p| p as u64)) == Some(ours);
            let (verdict, note) = if same {
                (Verdict::Agrees, "a setting; the figures are in Song et al. 2019")
            } else {
                (Verdict::NotReproducible, "fewer trees at this scale")
            };
            let mut cell = Cell::without_ours(table.row_name(row), column, printed, verdict, note);
            cell.ours = json!(ours);
            entry.cells.push(cell);
        }
        sentences.push(one_shape(shape, trees, bench, &mut entry));
    }
    entry.found = sentences.join(" ");
    entry.figures.push(inside(bench));
    entry
}

/// Runs every method on one shape, adds its facts and figure, and says what came out.
fn one_shape(shape: (u32, u32), trees: u64, bench: &Bench<'_>, entry: &mut Entry) -> String {
    let place = format!("{}x{}", shape.0, shape.1);
    let mut means: Vec<(&str, Estimate)> = Vec::new();
    let mut wrong = 0;
    for contender in &PROVING {
        let outcome = run(shape, contender, trees, bench);
        let mean = outcome.all.iterations.estimate();
        means.push((contender.name, mean));
        wrong += outcome.all.wrong;
        entry.fact(
            &format!("{place} {}: mean iterations", contender.name),
            json!({"value": mean.value, "low": mean.interval.low, "high": mean.interval.high, "sets": outcome.sets}),
            &format!(
                "{} of {} proved, {} wrong, mean nodes {:.0}; 95 % over trees",
                outcome.all.proved,
                outcome.all.trees,
                outcome.all.wrong,
                outcome.all.nodes.mean()
            ),
        );
    }
    let mut guesses = Vec::new();
    for contender in &ESTIMATING {
        let outcome = run(shape, contender, trees, bench);
        let rate = Rate::new(outcome.all.wrong, outcome.all.trees);
        entry.fact(
            &format!("{place} {} (estimate): wrong", contender.name),
            format!("{rate}"),
            &format!(
                "{:.0} iterations; {} estimated, {} proved before",
                outcome.all.iterations.mean(),
                outcome.all.estimated,
                outcome.all.proved
            ),
        );
        guesses.push(format!("{} wrong with {}", outcome.all.wrong, contender.name));
    }
    entry.figures.push(iterations_figure(&place, &means));
    sentence(&place, &means, wrong, &guesses, SETS * trees)
}

/// Which of the article's rivals PPNS beats, as far as the intervals tell.
fn sentence(place: &str, means: &[(&str, Estimate)], wrong: u64, guesses: &[String], trees: u64) -> String {
    let of = |name: &str| means.iter().find(|(known, _)| *known == name).map(|(_, mean)| *mean);
    let Some(ppns) = of("PPNS") else { return String::new() };
    let mut verdicts = Vec::new();
    for rival in ["PNS", "MCPNS", "UCT", "MC"] {
        let Some(mean) = of(rival) else { continue };
        let verdict = if ppns.interval.high < mean.interval.low {
            "fewer than"
        } else if mean.interval.high < ppns.interval.low {
            "more than"
        } else {
            "not distinguishable from"
        };
        verdicts.push(format!("{verdict} {rival} ({:.0})", mean.value));
    }
    format!(
        "On {place} PPNS takes {:.0} iterations: {}. Of {trees} trees every proof is right ({wrong} wrong); as an \
         estimate it has {}.",
        ppns.value,
        verdicts.join(", "),
        guesses.join(" and ")
    )
}

fn iterations_figure(place: &str, means: &[(&str, Estimate)]) -> Figure {
    let log = |value: f64| value.max(1.0).log10();
    let points = means.iter().enumerate().map(|(index, (_, mean))| Point {
        x: index as f64,
        y: log(mean.value),
        interval: Some(quandary_core::stats::Interval {
            low: log(mean.interval.low),
            high: log(mean.interval.high),
        }),
    });
    Figure {
        title: format!("Iterations until a proof, {place}"),
        x_label: "method".into(),
        y_label: "log10 of the mean iterations".into(),
        x_names: means.iter().map(|(name, _)| (*name).to_owned()).collect(),
        series: vec![Series {
            name: "mean with its 95 % interval".into(),
            marks: Marks::Intervals,
            points: points.collect(),
        }],
        caption: "An iteration expands one leaf; those of MCPNS, PPNS and MC also play k random games from each new \
            child, those of UCT play one."
            .into(),
    }
}

/// A look into two searches of the same tree: the proof numbers through the iterations.
fn inside(bench: &Bench<'_>) -> Figure {
    let tree = PGame::new(2, 20, bench.seed.named("set 0"), 0);
    let mut budget = bench.context.budget.clone();
    let finite = |number: u32| if number == INFINITE { f64::NAN } else { f64::from(number).max(1.0).log10() };
    let (pns, report) = observe(&tree, ProofNumberSearch, 1 << 28, &mut budget, |numbers| {
        (finite(numbers.proof), finite(numbers.disproof))
    });
    let mut budget = bench.context.budget.clone();
    let rule = ProbabilitySearch::ppns(10, 0.001, bench.seed.named("playouts").stream(0));
    let (ppns, short) =
        observe(&tree, rule, 1 << 28, &mut budget, |chance| (f64::from(chance.win), f64::from(chance.fail)));
    let end = report.iterations.max(1) as f64;
    let ppns_end = short.iterations.max(1) as f64;
    Figure {
        title: "Inside two searches of one tree (2x20)".into(),
        x_label: "share of the search".into(),
        y_label: "log10 of PNS's numbers; PPNS's probability".into(),
        x_names: Vec::new(),
        series: vec![
            Series::new("PNS proof", Marks::Line, pns.iter().map(|s| (s.iteration as f64 / end, s.proof))),
            Series::new(
                "PNS disproof",
                Marks::Line,
                pns.iter().map(|s| (s.iteration as f64 / end, s.disproof)),
            ),
            Series::new("PPNS", Marks::Line, ppns.iter().map(|s| (s.iteration as f64 / ppns_end, s.proof))),
        ],
        caption: format!(
            "PNS took {} iterations ({}), PPNS {} ({}).",
            report.iterations,
            report.conclusion.name(),
            short.iterations,
            short.conclusion.name()
        ),
    }
}

fn conventions(entry: &mut Entry) {
    entry.convention("edges", "whole numbers from 0 to 127, uniform; not printed");
    entry.convention(
        "rule",
        "MAX adds at even depth, MIN subtracts at odd depth, MAX wins above 0; not printed",
    );
    entry.convention("playouts", "k = 10 for each new child; not printed");
    entry.convention("theta", 0.001);
    entry.convention("UCT", "C = 1, a leaf is expanded on its second visit, one playout an iteration");
    entry.convention("PN-MCTS", "UCT as above, C_pn = 1, ranks of proof numbers");
    entry.convention("MC", "follows the best share of wins without exploration, k = 10");
    entry.convention("MCPNS", "leaf: proof 1 - R, disproof R");
    entry.convention("df-pn", "1 + epsilon = 1.25, transposition table");
    entry.convention("pr", "estimate mode: stops when the root is within pr of 0 or 1");
    entry.convention("memory", "256 MiB a tree");
}
