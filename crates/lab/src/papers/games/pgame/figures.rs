//! The figures of the P-game experiment.

use quandary_core::stats::{Interval, Rate};
use quandary_games::pgame::PGame;
use quandary_games::watch::observe;
use quandary_search::proof::{INFINITE, ProbabilitySearch, ProofNumberSearch};

use super::Outcome;
use crate::papers::Bench;
use crate::reproduction::{Figure, Marks, Point, Series};

/// Mean iterations of every method, with intervals over trees.
pub(super) fn iterations(place: &str, outcomes: &[Outcome]) -> Figure {
    let log = |value: f64| value.max(1.0).log10();
    let points = outcomes.iter().enumerate().map(|(index, outcome)| {
        let mean = outcome.iterations().estimate();
        Point {
            x: index as f64,
            y: log(mean.value),
            interval: Some(Interval { low: log(mean.interval.low), high: log(mean.interval.high) }),
        }
    });
    Figure {
        title: format!("Iterations until a proof, {place}"),
        x_label: "method".into(),
        y_label: "log10 of the mean iterations".into(),
        x_names: outcomes.iter().map(|outcome| outcome.name.to_owned()).collect(),
        series: vec![Series {
            name: "mean with its 95 % interval".into(),
            marks: Marks::Intervals,
            points: points.collect(),
        }],
        caption: "An iteration expands one leaf; those of MCPNS, PPNS and MC also play k = 10 random games from each new \
            child, those of UCT play one."
            .into(),
    }
}

/// The errors of the stop rule, by its precision.
pub(super) fn guesses(place: &str, rows: &[(f64, Rate, f64)]) -> Figure {
    let wrong = rows.iter().enumerate().map(|(x, (_, rate, _))| Point {
        x: x as f64,
        y: if rate.trials == 0 { f64::NAN } else { rate.value() },
        interval: Some(rate.interval()),
    });
    Figure {
        title: format!("Wrong answers of PPNS by its stop rule, {place}"),
        x_label: "pr".into(),
        y_label: "share of trees answered wrongly".into(),
        x_names: rows.iter().map(|(precision, _, _)| format!("{precision:e}")).collect(),
        series: vec![Series {
            name: "wrong, with its 95 % interval".into(),
            marks: Marks::Intervals,
            points: wrong.collect(),
        }],
        caption: "With pr = 0 none is wrong. Every pr is read off the same searches.".into(),
    }
}

/// The inside of two searches of the same tree: the proof numbers over the iterations.
pub(super) fn inside(bench: &Bench<'_>) -> Figure {
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
