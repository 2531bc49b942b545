//! Tables 3.4 and 3.5: five levels of player, once as a board game and once as a scoring sport.

use quandary_core::stats::Interval;
use quandary_measures::motion::{Energy, Force, Motion};
use quandary_measures::refinement;

use super::eight_puzzle::{moments, options_range};
use super::fifteen_levels;
use crate::papers::{Bench, Expected, Formula, Judge, Table, tables};
use crate::reproduction::{Cell, Reproduced, Verdict};

/// The reading of the levels that fits the printed numbers.
const CUMULATIVE: &str =
    "a level holds all boards up to its D (all, 25, 20, 10, 5), not only those of its range";

/// What a level really is: its number, the largest D it holds, and how many of the 10,000 runs that were.
struct Level {
    number: u32,
    largest_d: Option<u32>,
}

const LEVELS: [Level; 5] = [
    Level { number: 1, largest_d: None },
    Level { number: 2, largest_d: Some(25) },
    Level { number: 3, largest_d: Some(20) },
    Level { number: 4, largest_d: Some(10) },
    Level { number: 5, largest_d: Some(5) },
];

/// n and D of a level: exact, with how far the document's sample may stray.
fn expected(level: &Level) -> (Expected, Expected) {
    let longest = level.largest_d.map_or(u32::MAX, |d| d + 1);
    let runs = runs(level).max(1.0);
    let (d, d_deviation) = moments(longest, |path| f64::from(path.length) - 1.0);
    let (n, n_deviation) = moments(longest, |path| path.options);
    let root = runs.sqrt();
    let n = Expected::with_deviation(n, n_deviation / root).or_anywhere_in(options_range(longest));
    (n, Expected::with_deviation(d, d_deviation / root))
}

/// How many of the 10,000 runs a level holds: from table 3.2 where it has the row, otherwise from the exact
/// share.
fn runs(level: &Level) -> f64 {
    let Some(d) = level.largest_d else { return 10_000.0 };
    let table = tables().iter().find(|table| table.id == "thesis.T3.2").expect("it is published");
    let printed = (0..table.rows.len()).find(|&row| table.number(row, "D") == Some(f64::from(d)));
    let share = printed.and_then(|row| table.number(row, "v")).unwrap_or_else(|| {
        super::eight_puzzle::share_within(super::eight_puzzle::Blank::Corner, d as usize + 1)
    });
    10_000.0 * share
}

/// A measure of n and D: the value, and its range over both intervals.
fn of_both(n: &Expected, d: &Expected, measure: impl Fn(f64, f64) -> f64) -> Expected {
    let over = |pick: &dyn Fn(&Expected) -> Interval| {
        let (ni, di) = (pick(n), pick(d));
        let ends = [(ni.low, di.low), (ni.low, di.high), (ni.high, di.low), (ni.high, di.high)];
        let values = ends.map(|(n, d)| measure(n, d));
        Interval {
            low: values.into_iter().fold(f64::INFINITY, f64::min),
            high: values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        }
    };
    Expected {
        value: measure(n.value, d.value),
        likely: over(&|expected| expected.likely),
        possible: over(&|expected| expected.possible),
    }
}

fn level_of(table: &Table, row: usize) -> &'static Level {
    let number = table.number(row, "level").unwrap_or(0.0) as u32;
    LEVELS.iter().find(|level| level.number == number).expect("levels are 1 to 5")
}

fn describe(entry: &mut Reproduced) {
    entry.convention("level", CUMULATIVE);
    entry.convention("D", "length - 1, goal with the empty cell in a corner");
    entry.convention(
        "interval",
        "where 95 % of samples of the level's size would fall; verdicts at 99.9 %, with n anywhere between the \
         shortest solutions with the fewest and with the most options",
    );
    for level in &LEVELS {
        let (n, d) = expected(level);
        let name = format!("level {}: D", level.number);
        entry.fact(&name, d.value, &format!("exact mean; about {:.0} of the 10,000 runs", runs(level)));
        entry.fact(&format!("level {}: n", level.number), n.value, "exact mean");
    }
}

/// The range printed for a level, shown beside what it holds.
fn range_cell(table: &Table, row: usize) -> Cell {
    let printed = table.rows[row][table.column("D_range")].json();
    let level = level_of(table, row);
    let mut cell = Cell::without_ours(table.row_name(row), "D_range", printed, Verdict::AgreesAs, "");
    let holds = level.largest_d.map_or_else(|| "all".to_owned(), |d| format!("1-{d}"));
    cell.note = format!("as: {CUMULATIVE}");
    cell.ours = holds.into();
    cell
}

pub(super) fn table_3_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    // D is not printed: v = B/2D is solved for it, which leaves GR = sqrt(B)/D = 2v/sqrt(B) to check.
    static FORMULAS: [Formula; 5] = [
        Formula { column: "m", inputs: &["v"], text: "m = 1 - v", value: |x| 1.0 - x[0] },
        Formula {
            column: "GR",
            inputs: &["v", "B"],
            text: "GR = sqrt(B)/D",
            value: |x| 2.0 * x[0] / x[1].sqrt(),
        },
        Formula { column: "F", inputs: &["m", "GR"], text: "F = m GR^2", value: |x| x[0] * x[1] * x[1] },
        Formula { column: "p", inputs: &["v"], text: "p = m v", value: |x| (1.0 - x[0]) * x[0] },
        Formula {
            column: "Ep",
            inputs: &["v"],
            text: "E_p = 2 m v^2",
            value: |x| 2.0 * (1.0 - x[0]) * x[0] * x[0],
        },
    ];
    let judge = Judge { table, formulas: &FORMULAS, exact: &[], convention: Some(CUMULATIVE) };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Five levels of player, by how long a solution they can find, measured as a board game: \
        v = B/2D, GR = sqrt(B)/D."
        .into();
    entry.computed =
        "The exact means of n and D over the boards of each level, and the measures from them.".into();
    for row in 0..table.rows.len() {
        let (n, d) = expected(level_of(table, row));
        let velocity = |n: f64, d: f64| n / (2.0 * d);
        entry.cells.push(range_cell(table, row));
        entry.cells.push(judge.cell(row, "B", &n));
        entry.cells.push(judge.cell(row, "v", &of_both(&n, &d, velocity)));
        entry.cells.push(judge.cell(row, "m", &of_both(&n, &d, |n, d| 1.0 - velocity(n, d))));
        entry.cells.push(judge.cell(row, "GR", &of_both(&n, &d, refinement::by_board)));
        let force = |n: f64, d: f64| Force::Defined.of(1.0 - velocity(n, d), refinement::by_board(n, d));
        entry.cells.push(judge.cell(row, "F", &of_both(&n, &d, force)));
        entry.cells.push(judge.cell(row, "p", &of_both(&n, &d, |n, d| Motion::new(velocity(n, d)).p1)));
        entry.cells.push(judge.cell(row, "Ep", &of_both(&n, &d, |n, d| Energy::Defined.of(velocity(n, d)))));
    }
    entry.found = "The printed numbers fit levels that hold every board up to a limit, and the limits of the last \
        two are 10 and 5, not 15 and 10 as labelled: the last row rests on five games. Level 2 is missing in our \
        text of the thesis."
        .into();
    describe(&mut entry);
    fifteen_levels::describe(&mut entry, bench);
    entry.convention("GR", refinement::Definition::Board);
    entry
}

pub(super) fn table_3_5(table: &Table, bench: &Bench<'_>) -> Reproduced {
    static FORMULAS: [Formula; 5] = [
        Formula { column: "v", inputs: &["n"], text: "v = 1/n", value: |x| 1.0 / x[0] },
        Formula { column: "m", inputs: &["v"], text: "m = 1 - v", value: |x| 1.0 - x[0] },
        Formula { column: "F", inputs: &["m", "GR"], text: "F = m GR^2", value: |x| x[0] * x[1] * x[1] },
        Formula { column: "p", inputs: &["m", "v"], text: "p = m v", value: |x| x[0] * x[1] },
        Formula {
            column: "Ep",
            inputs: &["m", "v"],
            text: "E_p = 2 m v^2",
            value: |x| 2.0 * x[0] * x[1] * x[1],
        },
    ];
    let judge = Judge { table, formulas: &FORMULAS, exact: &[], convention: Some(CUMULATIVE) };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "The same five levels measured as a scoring sport: v = 1/n, GR = sqrt(n(n-1))/T.".into();
    entry.computed =
        "The exact means of n and D over the boards of each level, and the measures from them.".into();
    for row in 0..table.rows.len() {
        let (n, d) = expected(level_of(table, row));
        entry.cells.push(range_cell(table, row));
        entry.cells.push(judge.cell(row, "n", &n));
        entry.cells.push(judge.cell(row, "v", &n.map(|n| 1.0 / n)));
        entry.cells.push(judge.cell(row, "m", &n.map(|n| 1.0 - 1.0 / n)));
        entry.cells.push(judge.cell(row, "GR", &of_both(&n, &d, refinement::by_branching)));
        let force = |n: f64, d: f64| Force::Defined.of(1.0 - 1.0 / n, refinement::by_branching(n, d));
        let mut cell = judge.cell(row, "F", &of_both(&n, &d, force));
        name_other_formula(&mut cell, table, row, "m GR", |m, _, gr| Force::ProductAsPrinted.of(m, gr));
        entry.cells.push(cell);
        let mut cell = judge.cell(row, "p", &n.map(|n| Motion::new(1.0 / n).p1));
        name_other_formula(&mut cell, table, row, "2 m v^2, the value of E_p", |m, v, _| 2.0 * m * v * v);
        entry.cells.push(cell);
        let mut cell = judge.cell(row, "Ep", &n.map(|n| Energy::Defined.of(1.0 / n)));
        name_other_formula(&mut cell, table, row, "m v, the value of p", |m, v, _| m * v);
        entry.cells.push(cell);
    }
    entry.found = format!(
        "{} cells contradict the formulas in the table's own footer: p and E_p are exchanged in every row, and F is \
         m GR instead of m GR^2.",
        entry.count(Verdict::FormulaSlip)
    );
    describe(&mut entry);
    fifteen_levels::describe(&mut entry, bench);
    entry.convention("GR", refinement::Definition::Branching);
    entry
}

/// When a cell slips, says which other formula gives the printed value.
fn name_other_formula(
    cell: &mut Cell,
    table: &Table,
    row: usize,
    text: &str,
    formula: impl Fn(f64, f64, f64) -> f64,
) {
    let inputs = ["m", "v", "GR"].map(|column| table.number(row, column).unwrap_or(f64::NAN));
    let printed = table.number(row, &cell.column).unwrap_or(f64::NAN);
    let close = (formula(inputs[0], inputs[1], inputs[2]) - printed).abs() < 2e-4;
    if cell.verdict == Verdict::FormulaSlip && close {
        cell.note += &format!("; the printed value is {text}");
    }
}
