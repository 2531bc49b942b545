//! Table 5.1 and figures 5.2 and 5.3: how much of the open list is at the minimum while A* searches.

use quandary_core::stats::{Estimate, Summary};
use quandary_core::{Budget, Seed};
use quandary_measures::motion::Motion;
use quandary_search::astar::Ties;
use quandary_sliding::generate::uniform;
use quandary_sliding::progress::PathMeans;
use quandary_sliding::solve::astar::AStar;
use quandary_sliding::solve::heuristic::Heuristic;
use serde_json::json;

use super::eight_puzzle::{Blank, PATHS, puzzle};
use crate::papers::{Bench, Expected, Formula, Judge, Table};
use crate::study::{Cell, Entry, Figure, Marks, Point, Series, Verdict, number};

const SHARE: &str = "p_i = open nodes at the smallest f / all open nodes, before each expansion";

/// The p_i of one search.
fn shares(ties: Ties, seed: Seed, index: u64) -> Vec<f64> {
    let puzzle = puzzle(Blank::Corner);
    let solver = AStar::new(&puzzle, Heuristic::Manhattan, ties).expect("nine cells fit");
    let mut stream = seed.stream(index);
    let board = uniform(&puzzle, &mut stream);
    let mut shares = Vec::new();
    solver
        .solve(&board, &mut stream, &mut Budget::unlimited(), |look| shares.push(look.share()))
        .expect("no limit was set");
    shares
}

/// v under one tie rule: mean per search, then over searches; and pooled over all expansions.
struct Measured {
    ties: Ties,
    per_instance: Estimate,
    pooled: f64,
    runs: u64,
}

fn measure(ties: Ties, runs: u64, bench: &Bench<'_>) -> Measured {
    let name = format!("A* with ties {ties}");
    let (sums, _) = bench.context.map(&name, runs, |index| {
        let shares = shares(ties, bench.seed, index);
        (shares.iter().sum::<f64>(), shares.len() as f64)
    });
    let per_instance: Summary = sums.iter().map(|(sum, count)| sum / count).collect();
    let (sum, count) = sums.iter().fold((0.0, 0.0), |(s, c), (sum, count)| (s + sum, c + count));
    Measured { ties, per_instance: per_instance.estimate(), pooled: sum / count, runs: sums.len() as u64 }
}

pub(super) fn table_5_1(table: &Table, bench: &Bench<'_>) -> Entry {
    static FORMULAS: [Formula; 4] = [
        Formula { column: "Ep", inputs: &["v"], text: "E_p = 2 m v^2", value: |x| Motion::new(x[0]).energy },
        Formula { column: "p1", inputs: &["v"], text: "p1 = m v", value: |x| Motion::new(x[0]).p1 },
        Formula { column: "p2", inputs: &["v"], text: "p2 = E_p - p1", value: |x| Motion::new(x[0]).p2 },
        Formula { column: "v2", inputs: &["v"], text: "v2 = p2/m", value: |x| Motion::new(x[0]).v2 },
    ];
    let judge = Judge { table, formulas: &FORMULAS, exact: &[], convention: None };
    let runs = bench.scale.runs(5000, 10_000);
    let measured: Vec<Measured> = Ties::ALL.into_iter().map(|ties| measure(ties, runs, bench)).collect();

    let mut entry = Entry::new(&table.id, &table.title);
    entry.claimed =
        "The mean solving rate v while A* solves 8-, 15- and 24-puzzles, and the motion in mind that \
        follows. Neither the heuristic, nor the tie rule, nor how the boards were made is stated."
            .into();
    entry.computed = format!(
        "{runs} uniform 8-puzzles solved by A* with the Manhattan heuristic under each of five tie rules; v is the \
         share of the open list at the smallest f, averaged over the expansions of a search and then over searches."
    );
    cells(&mut entry, table, &judge, &measured);
    let nearest = nearest(table, &measured);
    let printed = table.number(0, "v").unwrap_or(f64::NAN);
    entry.found = format!(
        "v depends on the tie rule, from {:.4} to {:.4}. The nearest to the printed {printed} is {} with {:.4} \
         [{:.4}, {:.4}]: {}. The columns E_p, p1, p2 and v2 follow from the printed v without a slip.",
        measured.iter().map(|m| m.per_instance.value).fold(f64::INFINITY, f64::min),
        measured.iter().map(|m| m.per_instance.value).fold(f64::NEG_INFINITY, f64::max),
        nearest.ties,
        nearest.per_instance.value,
        nearest.per_instance.interval.low,
        nearest.per_instance.interval.high,
        if nearest.per_instance.interval.contains(printed) {
            "inside its interval, which with five rules to choose from is a near hit and no reproduction"
        } else {
            "outside its interval, so none of them reproduces it"
        },
    );
    entry.convention("p_i", SHARE);
    entry.convention("v", "mean of p_i over the expansions of a search, then over searches");
    entry.convention("heuristic", Heuristic::Manhattan);
    entry.convention("boards", "uniform over all solvable ones, goal with the empty cell in a corner");
    entry.convention("runs", runs);
    for m in &measured {
        entry.fact(
            &format!("v, ties {}", m.ties),
            json!({"value": m.per_instance.value, "low": m.per_instance.interval.low,
                "high": m.per_instance.interval.high, "pooled": m.pooled, "runs": m.runs}),
            "per instance with its 95 % interval; pooled over all expansions",
        );
    }
    let true_v =
        |value: &dyn Fn(&PathMeans) -> f64| PATHS.iter().map(value).sum::<f64>() / PATHS.len() as f64;
    entry.fact(
        "v by the definition in the text",
        true_v(&|path| path.progress),
        "exact mean of b/B along shortest solutions; b/B is never below 1/4, so it cannot be what the 24-puzzle's \
         .2365 is",
    );
    entry.figures.push(ties_figure(&measured, printed));
    entry.figures.push(saw_tooth(bench));
    entry
}

fn nearest<'m>(table: &Table, measured: &'m [Measured]) -> &'m Measured {
    let printed = table.number(0, "v").unwrap_or(f64::NAN);
    let distance = |m: &Measured| (m.per_instance.value - printed).abs();
    measured.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("there are tie rules")
}

fn cells(entry: &mut Entry, table: &Table, judge: &Judge<'_>, measured: &[Measured]) {
    let missing = "heuristic, tie rule, averaging and instances are not stated";
    for row in 0..table.rows.len() {
        let printed = table.number(row, "v").unwrap_or(f64::NAN);
        let eight = table.row_name(row) == "8";
        let note = if eight { missing } else { "the larger boards are not measured yet" };
        let verdict = if eight { Verdict::NotReproducible } else { Verdict::NotYet };
        let mut cell = Cell::without_ours(table.row_name(row), "v", number(printed), verdict, note);
        if eight {
            let nearest = nearest(table, measured);
            cell.ours = number(nearest.per_instance.value);
            cell.interval = Some(nearest.per_instance.interval);
            cell.note = format!("{missing}; shown: ties {}, the nearest of five", nearest.ties);
        }
        entry.cells.push(cell);
        for formula in judge.formulas {
            entry.cells.push(judge.derived(
                row,
                formula.column,
                Expected::exact((formula.value)(&[printed])),
            ));
        }
    }
    for m in measured {
        let mut cell = Cell::without_ours(
            &format!("8, ties {}", m.ties),
            "v",
            number(table.number(0, "v").unwrap_or(f64::NAN)),
            Verdict::NotReproducible,
            &format!("n = {}; pooled over expansions {:.4}", m.runs, m.pooled),
        );
        cell.ours = number(m.per_instance.value);
        cell.interval = Some(m.per_instance.interval);
        entry.cells.push(cell);
    }
}

fn ties_figure(measured: &[Measured], printed: f64) -> Figure {
    let points = measured.iter().enumerate().map(|(x, m)| Point {
        x: x as f64,
        y: m.per_instance.value,
        interval: Some(m.per_instance.interval),
    });
    let last = measured.len() as f64 - 1.0;
    Figure {
        title: "v of the 8-puzzle under each tie rule".into(),
        x_label: "tie rule".into(),
        y_label: "v".into(),
        x_names: measured.iter().map(|m| m.ties.to_string()).collect(),
        series: vec![
            Series { name: "ours, 95 %".into(), marks: Marks::Intervals, points: points.collect() },
            Series::new("printed", Marks::Line, [(-0.4, printed), (last + 0.4, printed)]),
        ],
        caption: "The measure belongs to the search as much as to the puzzle.".into(),
    }
}

/// Figure 5.2: p_i through one search.
fn saw_tooth(bench: &Bench<'_>) -> Figure {
    // The first sampled board whose search is long enough to show several levels of f.
    let shares =
        (0..100).map(|index| shares(Ties::Fifo, bench.seed, index)).find(|shares| shares.len() >= 1000);
    let shares = shares.unwrap_or_default();
    Figure {
        title: "The solving rate through one search (thesis figure 5.2)".into(),
        x_label: "expansion".into(),
        y_label: "p_i".into(),
        x_names: Vec::new(),
        series: vec![Series::new(
            "ties fifo",
            Marks::Line,
            shares.into_iter().enumerate().map(|(step, share)| (step as f64, share)),
        )],
        caption:
            "With the Manhattan heuristic f rises by two: at each new level all of the open list is at the \
            minimum, and the share falls from 1 until the level is used up."
                .into(),
    }
}

pub(super) fn figure_5_3(table: &Table, bench: &Bench<'_>) -> Entry {
    let runs = bench.scale.runs(500, 500);
    let ties = Ties::Fifo;
    let (all, _) = bench.context.map("distribution of p_i", runs, |index| shares(ties, bench.seed, index));
    // Ten classes [0, .1), [.1, .2), … and one for exactly 1.
    let mut counts = [0_u64; 11];
    for share in all.iter().flatten() {
        counts[(share * 10.0) as usize] += 1;
    }
    let total: u64 = counts.iter().sum();
    let percent = |count: u64| 100.0 * count as f64 / total as f64;
    let name = |class: usize| {
        if class == 10 {
            "1".to_owned()
        } else {
            format!("[.{class}, {})", if class == 9 { "1".into() } else { format!(".{}", class + 1) })
        }
    };
    let least = (0..11).min_by_key(|&class| counts[class]).unwrap_or(0);
    let below = percent(counts[0] + counts[1]);

    let mut entry = Entry::new(&table.id, &table.title);
    entry.claimed =
        "In 500 searches, values of v below 0.2 are the most frequent and v = 0.1 the least.".into();
    entry.computed = format!("All p_i of {runs} searches of uniform 8-puzzles, ties {ties}, Manhattan.");
    entry.found = format!(
        "{below:.1} % of the values lie below 0.2; the rarest class is {} with {:.1} %. \"v = 0.1 was the least\" \
         contradicts the first half of the same sentence.",
        name(least),
        percent(counts[least])
    );
    entry.convention("p_i", SHARE);
    entry.convention("heuristic", Heuristic::Manhattan);
    entry.convention("ties", ties);
    entry.convention("runs", runs);
    let widest_pair =
        (0..10).max_by_key(|&class| counts[class] + counts.get(class + 1).copied().unwrap_or(0));
    let ours = [
        (
            if widest_pair == Some(0) { "v<0.2".to_owned() } else { format!("{widest_pair:?}") },
            Verdict::Agrees,
        ),
        (format!("v={}", name(least)), Verdict::Disagrees),
    ];
    for (row, (ours, if_not_same)) in ours.into_iter().enumerate() {
        let printed = &table.rows[row][table.column("value")];
        let verdict =
            if printed.shown() == ours { Verdict::Agrees } else { if_not_same.max(Verdict::Disagrees) };
        let mut cell = Cell::without_ours(table.row_name(row), "value", printed.json(), verdict, "");
        cell.ours = json!(ours);
        entry.cells.push(cell);
    }
    for (class, &count) in counts.iter().enumerate() {
        entry.fact(&format!("share of p_i {}", name(class)), percent(count) / 100.0, "");
    }
    entry.figures.push(Figure {
        title: "How often each solving rate occurs".into(),
        x_label: "p_i".into(),
        y_label: "% of expansions".into(),
        x_names: (0..11).map(name).collect(),
        series: vec![Series::new(
            "ties fifo",
            Marks::Bars,
            counts.iter().enumerate().map(|(class, &count)| (class as f64, percent(count))),
        )],
        caption: "The last bar is p_i exactly 1.".into(),
    });
    entry
}
