//! Tables 3.1 and 3.2 and figure 3.2: the 8-puzzle with a perfect player.

use quandary_core::stats::{ChiSquare, chi_square};
use quandary_measures::motion::{Energy, Motion, acceleration};
use quandary_measures::refinement;
use serde_json::json;

use super::FROM_V_AND_D;
use super::eight_puzzle::{Blank, PATHS, distances, moments, options_range, share_within};
use crate::judge::Evidence;
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Formula, Judge, Table, tables};
use crate::reproduction::{Cell, Fact, Figure, Marks, Reproduced, Series, Verdict};

/// The document's number of runs.
const RUNS: u64 = 10_000;

/// The differences that matter: a twentieth of an option, half a move, two and a half points of a success rate.
const OPTION: f64 = 0.05;
const MOVE: f64 = 0.5;
const POINTS: f64 = 0.025;

const MEAN_LENGTH: Fact<f64> = Fact::new("mean optimal length");
const BEST_READING: Fact<String> = Fact::new("best reading");
const CHI_SQUARE: Fact<f64> = Fact::new("chi-square of the printed v column");
const NEXT_CHI_SQUARE: Fact<f64> = Fact::new("smallest chi-square of any other reading");
const DEGREES: Fact<u32> = Fact::new("degrees of freedom");
const P_VALUE: Fact<f64> = Fact::new("p-value");

/// The convention that makes the printed D fit.
const LENGTH_MINUS_ONE: &str = "D = length - 1, goal with the empty cell in a corner";

pub(super) fn table_3_1(table: &Table, _: &Bench<'_>) -> Reproduced {
    static GR: [Formula; 1] = [Formula {
        column: "GR",
        inputs: &["n", "D"],
        text: "GR = sqrt(n(n-1))/D",
        value: |x| refinement::by_branching(x[0], x[1]),
    }];
    let (length, length_deviation) = moments(u32::MAX, |path| f64::from(path.length));
    let (options, options_deviation) = moments(u32::MAX, |path| path.options);
    let steps: f64 = PATHS.iter().map(|path| f64::from(path.length)).sum();
    let pooled = PATHS.iter().map(|path| path.options * f64::from(path.length)).sum::<f64>() / steps;
    // The document's sample may contain the goal; this is the mean length over all boards.
    let mean = distances(Blank::Corner).mean();
    let possible_n = options_range(u32::MAX);
    let n =
        Evidence::ExactMean { mean: options, deviation: options_deviation, anywhere_in: Some(possible_n) };
    let d = Evidence::ExactMean { mean: mean - 1.0, deviation: length_deviation, anywhere_in: None };
    let judge =
        Judge { formulas: &GR, convention: Some(LENGTH_MINUS_ONE), runs: Some(RUNS), ..Judge::of(table) };

    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Over 10,000 random 8-puzzles solved by A*, a step offers n = 1.94 options on average, a \
        solution takes D = 21.03 steps, and so GR = 0.064, below the zone 0.07 to 0.08."
            .into();
    entry.computed =
        "Nothing is sampled: one breadth-first search gives the shortest solution of all 181,440 \
        boards, and an exact average over all of them replaces the sample."
            .into();
    entry.convention("D", LENGTH_MINUS_ONE);
    entry.convention(
        "n",
        "all slides at the first step, all but the undo afterwards; mean along a shortest solution of \
         uniformly drawn best slides, then over all boards",
    );
    entry.convention("GR", refinement::Definition::Branching);
    entry.convention("matters", format!("{OPTION} of n, {MOVE} of D"));
    entry.cells.push(judge.cell(0, "n", &n, OPTION));
    entry.cells.push(judge.cell(0, "D", &d, MOVE));
    let as_moves = Evidence::ExactMean { mean, deviation: length_deviation, anywhere_in: None };
    let mut as_moves = Judge { convention: None, ..judge }.cell(0, "D", &as_moves, MOVE);
    as_moves.row = "10000, D = length".into();
    entry.cells.push(as_moves);
    entry.cells.push(judge.derived(0, "GR"));
    entry.state(&MEAN_LENGTH, mean, "exact, all 181,440 boards, empty cell of the goal in a corner");
    entry.mention("mean optimal length without the goal", length, "exact");
    entry.mention("D", mean - 1.0, LENGTH_MINUS_ONE);
    entry.mention("n", options, "exact, averaged along each solution first");
    entry.mention(
        "n, least and most",
        json!([possible_n.low, possible_n.high]),
        "exact, always taking the shortest solution with the fewest or the most options",
    );
    entry.mention("n, pooled over steps", pooled, "exact, every step of every board weighs the same");
    entry
}

pub(super) fn conclude_3_1(entry: &Reproduced) -> Vec<String> {
    let verdict = |row: &str, column: &str| {
        entry.cell(row, column).map_or("is missing".to_owned(), |cell| match cell.verdict {
            // The sentence says under which convention.
            Verdict::Agrees | Verdict::AgreesAs => "agrees".into(),
            Verdict::Undecided => "is undecided".into(),
            other => other.to_string(),
        })
    };
    vec![
        format!("The mean shortest solution has {:.4} moves.", entry.number(&MEAN_LENGTH)),
        format!(
            "The printed D {} with the number of moves and {} with one move less ({:.4}).",
            verdict("10000, D = length", "D"),
            verdict("10000", "D"),
            entry.ours("10000", "D")
        ),
        format!(
            "The printed n {} with {:.4}: all slides at the first step, all but the undo at every later one.",
            verdict("10000", "n"),
            entry.ours("10000", "n")
        ),
        tally(entry),
    ]
}

/// The printed v column as counts: boards solved within 10 moves, in exactly 11, … (20 bins).
fn printed_counts(table: &Table) -> Vec<u64> {
    let within: Vec<f64> =
        (0..table.rows.len()).map(|row| table.number(row, "v").unwrap_or(0.0) * RUNS as f64).collect();
    let mut counts = vec![within[0].round() as u64];
    counts.extend(within.windows(2).map(|pair| (pair[1] - pair[0]).round() as u64));
    counts
}

/// How well the printed v column fits "D = length - shift, with the goal's empty cell there".
fn fit(table: &Table, blank: Blank, shift: i32) -> ChiSquare {
    let first = table.number(0, "D").unwrap_or(0.0) as i32;
    let last = first + table.rows.len() as i32 - 1;
    let share = |d: i32| if d + shift < 0 { 0.0 } else { share_within(blank, (d + shift) as usize) };
    let expected: Vec<f64> = (first..=last)
        .map(|d| match d {
            d if d == first => share(d),
            // Longer solutions belong to the last row, since the printed column ends at 1.
            d if d == last => 1.0 - share(d - 1),
            d => share(d) - share(d - 1),
        })
        .map(|share| share * RUNS as f64)
        .collect();
    chi_square(&printed_counts(table), &expected)
}

/// The reading of the printed v column with the smallest chi-square, and the smallest with D as the number of moves.
pub(in crate::papers) struct BestReading {
    pub(in crate::papers) blank: &'static str,
    pub(in crate::papers) shift: i32,
    pub(in crate::papers) statistic: f64,
    pub(in crate::papers) p_value: f64,
    pub(in crate::papers) unshifted: f64,
}

pub(in crate::papers) fn best_reading(table: &Table) -> BestReading {
    let mut best =
        BestReading { blank: "", shift: 0, statistic: f64::INFINITY, p_value: 0.0, unshifted: f64::INFINITY };
    for blank in Blank::ALL {
        for shift in -1..=2 {
            let ChiSquare { statistic, p_value, .. } = fit(table, blank, shift);
            if shift == 0 {
                best.unshifted = best.unshifted.min(statistic);
            }
            if statistic < best.statistic {
                best = BestReading { blank: blank.name(), shift, statistic, p_value, ..best };
            }
        }
    }
    best
}

/// The exact share within D steps, if D is one less than the number of moves.
fn exact_v(d: f64) -> f64 {
    share_within(Blank::Corner, d as usize + 1)
}

pub(super) fn table_3_2(table: &Table, _: &Bench<'_>) -> Reproduced {
    let judge = Judge {
        formulas: &FROM_V_AND_D,
        exact: &["D"],
        convention: Some(LENGTH_MINUS_ONE),
        runs: Some(RUNS),
        ..Judge::of(table)
    };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The share v of boards that A* solves within D steps, for D = 10 to 29, and what motion in \
        mind makes of it."
            .into();
    for row in 0..table.rows.len() {
        let d = table.number(row, "D").unwrap_or(0.0);
        entry.cells.push(judge.cell(row, "v", &Evidence::ExactShare(exact_v(d)), POINTS));
        entry.cells.extend(["m", "GR", "F", "p", "Ep"].map(|column| judge.derived(row, column)));
    }
    let mut hypotheses = Vec::new();
    for blank in Blank::ALL {
        for shift in -1..=2 {
            hypotheses.push((format!("{} {shift}", blank.name()), fit(table, blank, shift)));
        }
    }
    hypotheses.sort_by(|a, b| a.1.statistic.total_cmp(&b.1.statistic));
    entry.computed = "The exact share of all 181,440 boards within each number of moves. The printed column is \
        tested against twelve readings: the empty cell of the goal in a corner, on an edge or in the centre, and \
        D one more than the number of moves, equal to it, or one or two less."
        .into();
    entry.convention("D", LENGTH_MINUS_ONE);
    entry.convention("interval", "where 95 % of samples of 10,000 would fall; verdicts at 99.9 %");
    entry.convention("GR", refinement::Definition::Velocity);
    entry.convention("E_p", "2 m v^2");
    entry.convention("matters", format!("{POINTS} of a share"));
    let (best, runner_up) = (&hypotheses[0], &hypotheses[1]);
    entry.state(&BEST_READING, best.0.clone(), "of the goal's empty cell, and D = length - this");
    entry.state(&CHI_SQUARE, best.1.statistic, "under the best reading");
    entry.state(&DEGREES, best.1.degrees, "20 bins");
    entry.state(&P_VALUE, best.1.p_value, "of the best reading");
    entry.state(&NEXT_CHI_SQUARE, runner_up.1.statistic, &format!("of the eleven others: {}", runner_up.0));
    let readings: Vec<_> = hypotheses
        .iter()
        .map(|(name, chi)| json!({"reading": name, "chi_square": chi.statistic, "degrees": chi.degrees, "p_value": chi.p_value}))
        .collect();
    entry.mention("readings", json!(readings), "empty cell of the goal, and D = length - shift");
    entry.figures.push(rates_figure(table));
    entry
}

pub(super) fn conclude_3_2(entry: &Reproduced) -> Vec<String> {
    let (best, other) = (entry.number(&CHI_SQUARE), entry.number(&NEXT_CHI_SQUARE));
    let p = entry.number(&P_VALUE);
    let fits = if p >= 0.001 { "fits" } else { "does not fit" };
    vec![
        format!(
            "The best of twelve readings, {} (the goal's empty cell, and D = moves less this), {fits}: chi-square {best:.1} on {:.0} \
             degrees of freedom, p = {p:.2}; the next best has {:.0}.",
            entry.words(&BEST_READING),
            entry.number(&DEGREES),
            other.floor()
        ),
        format!("{} cells contradict their own formula.", entry.count(Verdict::FormulaSlip)),
        tally(entry),
    ]
}

fn rates_figure(table: &Table) -> Figure {
    let rows =
        || (0..table.rows.len()).filter_map(|row| Some((table.number(row, "D")?, table.number(row, "v")?)));
    Figure {
        title: "Share of 8-puzzles solved within D".into(),
        x_label: "D".into(),
        y_label: "v".into(),
        x_names: Vec::new(),
        series: vec![
            Series::new("exact, D = moves - 1", Marks::Line, rows().map(|(d, _)| (d, exact_v(d)))),
            Series::new(
                "exact, D = moves",
                Marks::Line,
                rows().map(|(d, _)| (d, share_within(Blank::Corner, d as usize))),
            ),
            Series::new("printed", Marks::Points, rows()),
        ],
        caption: "The printed points lie on the exact curve only when D counts one move less.".into(),
    }
}

pub(super) fn figure_3_2(table: &Table, _: &Bench<'_>) -> Reproduced {
    let source = tables().iter().find(|table| table.id == "thesis.T3.2").expect("it is published");
    let curve = |measure: &dyn Fn(f64, f64) -> f64| -> Vec<(f64, f64)> {
        (10..=29).map(|d| (f64::from(d), measure(exact_v(f64::from(d)), f64::from(d)))).collect()
    };
    let gr = curve(&refinement::by_velocity);
    let force = curve(&|v, d| (1.0 - v) * acceleration(v, d));
    let p1 = curve(&|v, _| Motion::new(v).p1);
    let energy = curve(&|v, _| Energy::Defined.of(v));
    let peak = |curve: &[(f64, f64)]| {
        curve.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(f64::NAN, |(d, _)| d)
    };
    let tops = |curve: &[(f64, f64)]| -> Vec<String> {
        // With the four decimals of the printed table, several D may share the maximum.
        let rounded = |y: f64| (y * 1e4).round() as i64;
        let top = curve.iter().map(|&(_, y)| rounded(y)).max();
        curve.iter().filter(|&&(_, y)| Some(rounded(y)) == top).map(|(d, _)| d.to_string()).collect()
    };
    let cross = energy.iter().zip(&p1).find(|(e, p)| e.1 >= p.1).map_or(f64::NAN, |(e, _)| e.0);
    let in_zone: Vec<String> = gr
        .iter()
        .filter(|(_, gr)| (refinement::ZONE.0..=refinement::ZONE.1).contains(gr))
        .map(|(d, _)| d.to_string())
        .collect();

    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Readings of the curves of table 3.2: where p, F and E_p peak, where E_p crosses p, and which \
        D lies in the zone of GR."
            .into();
    entry.computed =
        "The same curves from the exact shares, under the printed convention D = moves - 1.".into();
    entry.convention("D", LENGTH_MINUS_ONE);
    let readings = [
        ("p peak at D", vec![peak(&p1).to_string()], ""),
        ("F highest at D", tops(&force), "to four decimals; in the printed table 20 and 21 tie"),
        ("Ep maximum at D", vec![peak(&energy).to_string()], ""),
        (
            "cross point between D",
            vec![format!("{}..{}", cross - 1.0, cross)],
            "E_p = p exactly at v = 1/2, which lies between these",
        ),
        ("GR zone D", in_zone, "0.07 to 0.08, by sqrt(2v/D)"),
        (
            "best experience D",
            vec![format!("{}..{}", peak(&p1), peak(&energy))],
            "from the peak of p to the peak of E_p",
        ),
    ];
    for (row, (name, ours, note)) in readings.into_iter().enumerate() {
        debug_assert_eq!(table.row_name(row), name);
        let printed = table.printed(row, "value");
        let cell = Cell::words((name, "value"), printed, &ours.join(", "), ours);
        entry.cells.push(cell.saying(note).reading(LENGTH_MINUS_ONE));
    }
    let printed = |column: &str| {
        (0..source.rows.len())
            .filter_map(|row| Some((source.number(row, "D")?, source.number(row, column)?)))
            .collect::<Vec<_>>()
    };
    entry.figures.push(Figure {
        title: "GR, F, p and E_p over D, perfect player".into(),
        x_label: "D".into(),
        y_label: String::new(),
        x_names: Vec::new(),
        series: vec![
            Series::new("GR", Marks::Line, gr),
            Series::new("F", Marks::Line, force),
            Series::new("p", Marks::Line, p1),
            Series::new("E_p", Marks::Line, energy),
            Series::new("p, printed", Marks::Points, printed("p")),
            Series::new("E_p, printed", Marks::Points, printed("Ep")),
        ],
        caption: "Lines: exact. Points: as printed in table 3.2.".into(),
    });
    entry
}

pub(super) fn conclude_f3_2(entry: &Reproduced) -> Vec<String> {
    let all = entry.cells.iter().map(|cell| {
        let ours = cell.ours.as_str().unwrap_or("nothing");
        let same = if cell.verdict == Verdict::AgreesAs { "as printed" } else { "not as printed" };
        format!("{}: {ours}, {same}", cell.row)
    });
    vec![format!("{}.", all.collect::<Vec<_>>().join("; ")), tally(entry)]
}
