//! Table 5.1 and figures 5.2 and 5.3: how much of the open list is at the minimum while A* searches.

use quandary_core::stats::{Estimate, Summary, mean};
use quandary_measures::motion::Motion;
use quandary_search::astar::Ties;
use quandary_sliding::progress::PathMeans;
use quandary_sliding::solve::heuristic::Heuristic;
use serde_json::json;

use super::eight_puzzle::PATHS;
use super::n_puzzle::{Boards, NPuzzle, TieRuleRates, measure};
use crate::judge::{Evidence, LEAST, LEVEL};
use crate::papers::conclusions::{listed, tally};
use crate::papers::{Bench, Formula, Judge, Printed, Table};
use crate::reading::{Reading, RowFit, StatisticFit, TableFit, TableReadings};
use crate::reproduction::{Cell, Fact, Figure, Marks, Point, Reproduced, Series, Verdict, number};

/// The document's number of searches in figure 5.3; table 5.1 does not give one.
const PRINTED_RUNS: u64 = 500;

/// The difference that matters: a fortieth of a solving rate, a third of the spread between tie rules.
const MATTERS: f64 = 0.025;

/// The share of all p_i in a class.
const CLASS_SHARE: Fact<f64> = Fact::new("share of p_i {}");

const SHARE: &str = "p_i = open nodes at the smallest f / all open nodes, before each expansion";

pub(super) fn table_5_1(table: &Table, bench: &Bench<'_>) -> Reproduced {
    static FORMULAS: [Formula; 4] = [
        Formula { column: "Ep", inputs: &["v"], text: "E_p = 2 m v^2", value: |x| Motion::new(x[0]).energy },
        Formula { column: "p1", inputs: &["v"], text: "p1 = m v", value: |x| Motion::new(x[0]).p1 },
        Formula { column: "p2", inputs: &["v"], text: "p2 = E_p - p1", value: |x| Motion::new(x[0]).p2 },
        Formula { column: "v2", inputs: &["v"], text: "v2 = p2/m", value: |x| Motion::new(x[0]).v2 },
    ];
    let judge = Judge { formulas: &FORMULAS, runs: Some(PRINTED_RUNS), ..Judge::of(table) };
    let sizes: Vec<Size> =
        NPuzzle::ALL.into_iter().map(|family| Size::measure(family, table, bench)).collect();

    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The mean solving rate v while A* solves 8-, 15- and 24-puzzles, and the motion in mind that \
        follows. Neither the heuristic, nor the tie rule, nor how the boards were made is stated."
            .into();
    entry.computed = "Boards of each size solved by A* with the Manhattan heuristic, those of the 8-puzzle also with misplaced tiles and \
        with the Chebyshev distance, under each of five tie rules; v \
        is the share of the open list at the smallest f, averaged over the expansions of a search, or over those of the \
        nodes of its solution, and then over searches. Beside it the definition in the text: b/B, best slides among all slides, along shortest \
        solutions of the same boards."
        .into();
    for size in &sizes {
        size.cells(&mut entry, &judge);
        size.facts(&mut entry, bench);
        entry.figures.push(ties_figure(size));
    }
    entry.cells.push(falls_with_size(&sizes));
    entry.convention("p_i", SHARE);
    entry.convention(
        "v",
        "mean of p_i over the expansions of a search (over expansions) or over those of the nodes of the solution it found \
         (along the path), then over searches; as algorithm 1 is printed, over those until the goal is generated",
    );
    entry.convention(
        "matters",
        format!("{MATTERS} of v; the document is taken to have run {PRINTED_RUNS} searches"),
    );
    entry.convention("heuristic", "Manhattan; for the 8-puzzle also misplaced tiles and Chebyshev distance");
    entry.readings = sizes.first().and_then(Size::table_readings);
    for size in &sizes {
        entry.convention(
            &format!("boards, {}-puzzle", size.family.tiles),
            format!(
                "{}, {} of them; goal with the empty cell in a corner",
                size.family.boards.describe(),
                size.runs
            ),
        );
    }
    entry.figures.push(saw_tooth(bench));
    entry
}

/// One row of table 5.1.
struct Size {
    family: NPuzzle,
    row: usize,
    printed: Printed,
    runs: u64,
    /// With the Manhattan heuristic, by tie rule.
    measured: Vec<TieRuleRates>,
    /// With other heuristics.
    others: Vec<TieRuleRates>,
}

impl Size {
    fn measure(family: NPuzzle, table: &Table, bench: &Bench<'_>) -> Size {
        let name = family.tiles.to_string();
        let row = (0..table.rows.len()).find(|&row| table.row_name(row) == name).unwrap_or(0);
        let runs = match family.boards {
            Boards::Uniform => bench.scale.runs(5000, 10_000),
            Boards::Walk(_) => bench.scale.runs(200, 500),
        };
        let all = |heuristic, runs| Ties::ALL.map(|ties| measure(family, heuristic, ties, runs, bench));
        let measured = all(Heuristic::Manhattan, runs).into();
        // The other heuristics of chapter 3 expand many times more nodes: only the document's number of searches.
        let others = match family.boards {
            Boards::Uniform => [Heuristic::Misplaced, Heuristic::Chebyshev]
                .into_iter()
                .flat_map(|heuristic| all(heuristic, bench.scale.runs(PRINTED_RUNS, PRINTED_RUNS)))
                .collect(),
            Boards::Walk(_) => Vec::new(),
        };
        Size { family, row, printed: table.printed(row, "v").clone(), runs, measured, others }
    }

    /// Every reading: its name, and the means of its searches.
    fn readings(&self) -> impl Iterator<Item = (String, &TieRuleRates, &Summary)> {
        self.measured.iter().chain(&self.others).flat_map(|m| {
            let heuristic = match m.heuristic {
                Heuristic::Manhattan => String::new(),
                other => format!(", {other}"),
            };
            let named = |how: &str| format!("ties {}{heuristic}, {how}", m.ties);
            [
                (named("over expansions"), m, &m.over_expansions),
                (named("along the path"), m, &m.along_path),
                (named("until the goal is generated"), m, &m.until_generated),
            ]
        })
    }

    /// Every reading against the printed v; none if the boards are not known.
    fn table_readings(&self) -> Option<TableReadings> {
        let printed = self.printed.number?;
        let fit = |(name, _, summary): (String, &TieRuleRates, &Summary)| {
            let (ours, theirs) = (summary.count() as f64, PRINTED_RUNS as f64);
            let variance = summary.deviation().powi(2) * (1.0 / ours + 1.0 / theirs);
            let error = (variance + self.printed.rounding().powi(2) / 3.0).sqrt();
            let cells = (summary.count() > 1).then(|| StatisticFit {
                column: "v".into(),
                printed,
                ours: summary.mean(),
                deviations: (printed - summary.mean()) / error,
                joint: true,
            });
            let row = self.family.tiles.to_string();
            let fit = RowFit::independent(&row, &name, summary.count(), cells.into_iter().collect());
            TableFit::new(Reading::new(name, "tie rule, heuristic and what is averaged"), vec![fit])
        };
        TableReadings::of(self.readings().map(fit).collect())
    }

    fn cells(&self, entry: &mut Reproduced, judge: &Judge<'_>) {
        let name = self.family.tiles.to_string();
        let missing =
            "heuristic, tie rule, averaging and instances are not stated; the readings are rows of their own";
        entry.cells.push(Cell::without_ours(&name, "v", &self.printed, Verdict::NotReproducible, missing));
        for formula in judge.formulas {
            entry.cells.push(judge.derived(self.row, formula.column));
        }
        for (reading, m, summary) in self.readings() {
            let mut cell = match self.family.boards {
                Boards::Uniform => {
                    let convention = match m.heuristic {
                        Heuristic::Manhattan => format!("{reading}, Manhattan, uniform boards"),
                        _ => format!("{reading}, uniform boards"),
                    };
                    let judge = Judge { convention: Some(&convention), ..*judge };
                    judge.cell(self.row, "v", &Evidence::Mean(*summary), MATTERS)
                }
                Boards::Walk(_) => {
                    let note = "how far the document scrambled is not stated, and v follows from it";
                    let mut cell =
                        Cell::without_ours(&name, "v", &self.printed, Verdict::NotReproducible, note);
                    cell.ours = number(summary.mean());
                    cell.interval = Some(summary.estimate().interval);
                    cell
                }
            };
            cell.row = format!("{name}, {reading}");
            let count = summary.count();
            entry.cells.push(cell.saying(format!("n = {count}; {} given up", m.given_up)));
        }
    }

    /// Every tie rule, and v by the definition in the text.
    fn facts(&self, entry: &mut Reproduced, bench: &Bench<'_>) {
        let tiles = self.family.tiles;
        for m in &self.measured {
            let (over, along) = (m.over_expansions.estimate(), m.along_path.estimate());
            entry.mention(
                &format!("v of {tiles}, ties {}", m.ties),
                json!({"value": over.value, "low": over.interval.low, "high": over.interval.high,
                    "along_path": along.value, "along_path_low": along.interval.low,
                    "along_path_high": along.interval.high, "pooled": m.pooled,
                    "runs": m.over_expansions.count(), "given_up": m.given_up}),
                "per search with its 95 % interval; pooled over all expansions",
            );
        }
        if self.family.boards == Boards::Uniform {
            let mean_of =
                |value: &dyn Fn(&PathMeans) -> f64| PATHS.iter().map(value).sum::<f64>() / PATHS.len() as f64;
            entry.mention(
                "v by the definition in the text, 8",
                mean_of(&|path| path.progress),
                "exact mean of b/B along shortest solutions; b/B is never below 1/4, so it cannot be what the \
                 24-puzzle's .2365 is",
            );
        } else {
            defined(entry, self.family, bench.scale.runs(100, 500), bench);
        }
        if tiles == 15 {
            // Random boards are too far for A*, but not for pattern databases.
            let uniform = NPuzzle { boards: Boards::Uniform, ..self.family };
            defined(entry, uniform, bench.scale.runs(20, 100), bench);
        }
    }
}

/// The printed v falls from the 8-puzzle to the 24-puzzle. How far the larger boards were scrambled is not stated, so
/// their values cannot be reproduced, but the order can: it is tested under every reading.
fn falls_with_size(sizes: &[Size]) -> Cell {
    let readings: Vec<Vec<(String, Summary)>> = sizes
        .iter()
        .map(|size| size.readings().map(|(name, _, summary)| (name, *summary)).collect())
        .collect();
    let below = |large: &Summary, small: &Summary| {
        let error = |summary: &Summary| summary.deviation() / (summary.count().max(1) as f64).sqrt();
        let enough = large.count().min(small.count()) >= LEAST;
        let gap = small.mean() - large.mean();
        let clear = enough && gap.abs() > LEVEL * error(large).hypot(error(small));
        clear.then_some(gap > 0.0)
    };
    let (mut falls, mut rises, mut open) = (0, 0, 0);
    for pair in readings.windows(2) {
        for (name, small) in &pair[0] {
            // Some readings are measured only on the smallest board.
            let Some((_, large)) = pair[1].iter().find(|(other, _)| other == name) else { continue };
            match below(large, small) {
                Some(true) => falls += 1,
                Some(false) => rises += 1,
                None => open += 1,
            }
        }
    }
    let word = match (falls, rises, open) {
        (1.., 0, 0) => Some("falls"),
        (0, 1.., 0) => Some("rises"),
        (1.., 1.., _) => Some("depends on the reading"),
        _ => None,
    };
    let accepts = word.map(str::to_owned).into_iter().collect();
    let note = format!(
        "from each size to the next larger one, under each reading: falls {falls} times, rises {rises}, no difference at 99.9 % \
         {open}"
    );
    Cell::words(("v over the sizes", "v"), "falls", word.unwrap_or("open"), accepts).saying(note)
}

/// v = mean of b/B along shortest solutions, sampled.
fn defined(entry: &mut Reproduced, family: NPuzzle, runs: u64, bench: &Bench<'_>) {
    let Ok(traces) = family.perfect_traces(runs, bench) else { return };
    let v = mean(traces.iter().filter_map(quandary_core::Trace::mean_progress));
    let d = mean(traces.iter().map(|trace| trace.length() as f64));
    entry.mention(
        &format!("v by the definition in the text, {}, boards {}", family.tiles, family.boards.describe()),
        json!({"value": v.value, "low": v.interval.low, "high": v.interval.high, "runs": traces.len(),
            "mean_length": d.value}),
        "mean of b/B along shortest solutions, best slides equally likely; 95 % interval",
    );
}

fn ties_figure(size: &Size) -> Figure {
    let (measured, printed) = (&size.measured, size.printed.number.unwrap_or(f64::NAN));
    let points = |shift: f64, of: fn(&TieRuleRates) -> Estimate| {
        let point = |(x, m): (usize, &TieRuleRates)| {
            let estimate = of(m);
            Point { x: x as f64 + shift, y: estimate.value, interval: Some(estimate.interval) }
        };
        measured.iter().enumerate().map(point).collect::<Vec<_>>()
    };
    let last = measured.len() as f64 - 1.0;
    Figure {
        title: format!("v of the {}-puzzle under each tie rule", size.family.tiles),
        x_label: "tie rule".into(),
        y_label: "v".into(),
        x_names: measured.iter().map(|m| m.ties.to_string()).collect(),
        series: vec![
            Series {
                name: "over expansions, 95 %".into(),
                marks: Marks::Intervals,
                points: points(-0.1, |m| m.over_expansions.estimate()),
            },
            Series {
                name: "along the path, 95 %".into(),
                marks: Marks::Intervals,
                points: points(0.1, |m| m.along_path.estimate()),
            },
            Series::new("printed", Marks::Line, [(-0.4, printed), (last + 0.4, printed)]),
        ],
        caption: "The measure belongs to the search as much as to the puzzle.".into(),
    }
}

/// Figure 5.2: p_i through one search.
fn saw_tooth(bench: &Bench<'_>) -> Figure {
    // The first sampled board whose search is long enough to show several levels of f.
    let shares = (0..100)
        .filter_map(|index| NPuzzle::ALL[0].search(Heuristic::Manhattan, Ties::Fifo, bench.seed, index))
        .map(|searched| searched.shares)
        .find(|shares| shares.len() >= 1000);
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

pub(super) fn figure_5_3(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let runs = bench.scale.runs(500, 500);
    let ties = Ties::Fifo;
    let counts = distribution(NPuzzle::ALL[0], ties, runs, bench);
    let total: u64 = counts.iter().sum();
    let percent = |count: u64| 100.0 * count as f64 / total.max(1) as f64;
    let name = |class: usize| {
        if class == 10 {
            "1".to_owned()
        } else {
            format!("[.{class}, {})", if class == 9 { "1".into() } else { format!(".{}", class + 1) })
        }
    };

    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "In 500 searches, values of v below 0.2 are the most frequent and v = 0.1 the least.".into();
    entry.computed = format!("All p_i of {runs} searches of uniform 8-puzzles, ties {ties}, Manhattan.");
    entry.convention("p_i", SHARE);
    entry.convention("heuristic", Heuristic::Manhattan);
    entry.convention("ties", ties);
    entry.convention("runs", runs);
    // The text compares "v < 0.2" with the rest and "v = 0.1" with the other values: pairs of classes, and classes.
    let pair = |class: usize| counts[class] + counts[class + 1];
    let most = (0..10).max_by_key(|&class| pair(class)).unwrap_or(0);
    let least = (0..11).min_by_key(|&class| counts[class]).unwrap_or(0);
    let most = if most == 0 { "v<0.2".to_owned() } else { format!("v in [.{most}, .{})", most + 2) };
    let least = match least {
        10 => "v=1".to_owned(),
        class => format!("v=0.{class}"),
    };
    for (row, ours) in [most, least].into_iter().enumerate() {
        let printed = table.printed(row, "value");
        let accepts = if total == 0 { Vec::new() } else { vec![ours.clone()] };
        entry.cells.push(Cell::words((table.row_name(row), "value"), printed, &ours, accepts));
    }
    for (class, &count) in counts.iter().enumerate() {
        entry.state(&CLASS_SHARE.of(&[&name(class)]), percent(count) / 100.0, "");
    }
    let mut series = vec![bars("8-puzzle", &counts)];
    for family in [NPuzzle::ALL[1], NPuzzle::ALL[2]] {
        let runs = bench.scale.runs(200, 500);
        let counts = distribution(family, ties, runs, bench);
        let total: u64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / total.max(1) as f64).collect();
        let note = format!("{runs} boards: {}; classes [0, .1) to [.9, 1), then 1", family.boards.describe());
        entry.mention(&format!("shares of p_i, {}-puzzle", family.tiles), json!(shares), &note);
        series.push(Series { marks: Marks::Line, ..bars(&format!("{}-puzzle", family.tiles), &counts) });
    }
    entry.figures.push(Figure {
        title: "How often each solving rate occurs".into(),
        x_label: "p_i".into(),
        y_label: "% of expansions".into(),
        x_names: (0..11).map(name).collect(),
        series,
        caption: "The last bar is p_i exactly 1.".into(),
    });
    entry
}

/// How many p_i fall into each of ten classes [0, .1), [.1, .2), … and one for exactly 1.
fn distribution(family: NPuzzle, ties: Ties, runs: u64, bench: &Bench<'_>) -> [u64; 11] {
    let name = format!("distribution of p_i, {}-puzzle", family.tiles);
    let (all, _) =
        bench.context.map(&name, runs, |index| family.search(Heuristic::Manhattan, ties, bench.seed, index));
    let mut counts = [0; 11];
    for share in all.iter().flatten().flat_map(|searched| &searched.shares) {
        counts[(share * 10.0) as usize] += 1;
    }
    counts
}

/// The classes in per cent of all.
fn bars(name: &str, counts: &[u64; 11]) -> Series {
    let total = counts.iter().sum::<u64>().max(1) as f64;
    let points =
        counts.iter().enumerate().map(|(class, &count)| (class as f64, 100.0 * count as f64 / total));
    Series::new(name, Marks::Bars, points)
}

/// The reading of a size with the largest or smallest value of ours.
fn extreme<'e>(entry: &'e Reproduced, size: &str, better: fn(f64, f64) -> bool) -> Option<&'e Cell> {
    let ours = |cell: &Cell| cell.ours.as_f64().unwrap_or(f64::NAN);
    let rows = entry.cells.iter().filter(|cell| cell.row.starts_with(&format!("{size}, ties")));
    rows.reduce(|best, cell| if better(ours(cell), ours(best)) { cell } else { best })
}

pub(super) fn conclude_5_1(entry: &Reproduced) -> Vec<String> {
    let mut sentences = Vec::new();
    for size in ["8", "15", "24"] {
        let value = |cell: Option<&Cell>| cell.and_then(|cell| cell.ours.as_f64()).unwrap_or(f64::NAN);
        let name = |cell: Option<&Cell>| cell.map_or("none", |cell| cell.row.as_str()).to_owned();
        let (low, high) = (extreme(entry, size, |a, b| a < b), extreme(entry, size, |a, b| a > b));
        sentences.push(format!(
            "Readings go from {:.4} ({}) to {:.4} ({}).",
            value(low),
            name(low),
            value(high),
            name(high)
        ));
    }
    let readings = || entry.cells.iter().filter(|cell| cell.row.starts_with("8, ties"));
    let with = |verdict: Verdict| readings().filter(move |cell| cell.verdict == verdict);
    let fits: Vec<String> = with(Verdict::AgreesAs)
        .chain(with(Verdict::Agrees))
        .map(|cell| format!("{} ({:.4})", cell.row, cell.ours.as_f64().unwrap_or(f64::NAN)))
        .collect();
    sentences.push(format!(
        "Of {} readings of the 8-puzzle's v {} disagree with the print, {} are undecided and {} agree: {}.",
        readings().count(),
        with(Verdict::Disagrees).chain(with(Verdict::DiffersSlightly)).count(),
        with(Verdict::Undecided).count(),
        fits.len(),
        listed(&fits)
    ));
    if !fits.is_empty() {
        sentences.push(format!(
            "{} of {} that agree do not count as a reproduction: among this many, some agree by chance.",
            fits.len(),
            readings().count()
        ));
    }
    sentences.extend(entry.readings.iter().flat_map(TableReadings::sentences));
    sentences.push(tally(entry));
    sentences
}

pub(super) fn conclude_f5_3(entry: &Reproduced) -> Vec<String> {
    let share = |class: &str| entry.number(&CLASS_SHARE.of(&[&class]));
    let below = share("[.0, .1)") + share("[.1, .2)");
    let ours = |row: &str| entry.cell(row, "value").and_then(|cell| cell.ours.as_str()).unwrap_or("?");
    vec![
        format!("{:.1} % of the values lie below 0.2.", 100.0 * below),
        format!(
            "The most frequent is {}, the rarest {}; values from 0.1 to 0.2 are {:.1} % of all and exactly 1 is {:.1} %.",
            ours("largest share"),
            ours("least share (text)"),
            100.0 * share("[.1, .2)"),
            100.0 * share("1")
        ),
        tally(entry),
    ]
}
