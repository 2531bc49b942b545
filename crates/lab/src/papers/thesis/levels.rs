//! Tables 3.4 and 3.5: five levels of player, once as a board game and once as a scoring sport.

use quandary_core::stats::Interval;
use quandary_measures::motion::Force;
use quandary_measures::refinement;

use super::eight_puzzle::{moments, options_range};
use super::{ENERGY, MASS, MOMENTUM, fifteen_levels};
use crate::judge::{AGREE, Evidence, LEVEL, NumericTest, POWER, Settled, Test, agreeing, student};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Formula, Judge, Table, tables};
use crate::reproduction::{Cell, Fact, Reproduced, Verdict};

/// The number of runs of a level, by its number.
const RUNS: Fact<f64> = Fact::new("level {}: runs");
const MISSING_V: Fact<f64> = Fact::new("level 2 of table 3.4, from table 3.5: v");
const MISSING_GR: Fact<f64> = Fact::new("level 2 of table 3.4, from table 3.5: GR");

/// The reading of the levels that fits the printed numbers.
const CUMULATIVE: &str =
    "a level holds all boards up to its D (all, 25, 20, 10, 5), not only those of its range";

/// What a level really contains: its number, its largest D, and how many of the 10,000 runs it has.
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

/// The differences that matter: a twentieth of an option, and a tenth of a measure of n and D together.
const OPTION: f64 = 0.05;
const TENTH: f64 = 0.1;

/// n and D of the boards of a level, each with the deviation of one board.
struct Exact {
    n: (f64, f64),
    d: (f64, f64),
    /// n for shortest solutions with the fewest and with the most options.
    n_range: Interval,
    runs: f64,
}

fn exact(level: &Level) -> Exact {
    let longest = level.largest_d.map_or(u32::MAX, |d| d + 1);
    Exact {
        n: moments(longest, |path| path.options),
        d: moments(longest, |path| f64::from(path.length) - 1.0),
        n_range: options_range(longest),
        runs: runs(level).max(1.0),
    }
}

impl Exact {
    fn n_evidence(&self) -> Evidence {
        Evidence::ExactMean { mean: self.n.0, deviation: self.n.1, anywhere_in: Some(self.n_range) }
    }

    /// The ranges of n and D in a sample of this level, in standard errors.
    fn ranges(&self, errors: f64) -> (Interval, Interval) {
        let (n, d) = (errors * self.n.1 / self.runs.sqrt(), errors * self.d.1 / self.runs.sqrt());
        (
            Interval { low: self.n_range.low - n, high: self.n_range.high + n },
            Interval { low: (self.d.0 - d).max(1e-9), high: self.d.0 + d },
        )
    }

    /// A measure of n and D compared with a printed value of this rounding: a tenth of it matters.
    fn held(&self, rounding: f64, measure: impl Fn(f64, f64) -> f64) -> (f64, Interval, NumericTest) {
        let over = |errors: f64| {
            let (n, d) = self.ranges(errors);
            let ends = [(n.low, d.low), (n.low, d.high), (n.high, d.low), (n.high, d.high)];
            let values = ends.map(|(n, d)| measure(n, d));
            Interval {
                low: values.into_iter().fold(f64::INFINITY, f64::min),
                high: values.into_iter().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        let value = measure(self.n.0, self.d.0);
        let z = student(LEVEL, (self.runs - 1.0).max(2.0));
        let likely = over(AGREE);
        let (accepts, wide) = (over(z), over(AGREE + POWER));
        let sees = (wide.high - value).max(value - wide.low) + rounding;
        let accepts = Interval { low: accepts.low - rounding, high: accepts.high + rounding };
        let matters = TENTH * value.abs();
        let held = NumericTest {
            ours: Some(value),
            accepts,
            agrees: agreeing(value, likely, matters, rounding),
            sees: Some(sees),
            matters,
            enough: true,
            settled: Settled::Never,
        };
        (value, over(quandary_core::stats::Z95), held)
    }
}

/// How many of the 10,000 runs a level has: from table 3.2 if it has the row, otherwise from the exact share.
fn runs(level: &Level) -> f64 {
    let Some(d) = level.largest_d else { return 10_000.0 };
    let table = tables().iter().find(|table| table.id == "thesis.T3.2").expect("it is published");
    let printed = (0..table.rows.len()).find(|&row| table.number(row, "D") == Some(f64::from(d)));
    let share = printed.and_then(|row| table.number(row, "v")).unwrap_or_else(|| {
        super::eight_puzzle::share_within(super::eight_puzzle::Blank::Corner, d as usize + 1)
    });
    10_000.0 * share
}

fn level_of(table: &Table, row: usize) -> &'static Level {
    let number = table.number(row, "level").unwrap_or(0.0) as u32;
    LEVELS.iter().find(|level| level.number == number).expect("levels are 1 to 5")
}

fn describe(entry: &mut Reproduced) {
    entry.convention("level", CUMULATIVE);
    entry.convention("matters", format!("{OPTION} of n; a tenth of what follows from n and D"));
    entry.convention("D", "length - 1, goal with the empty cell in a corner");
    entry.convention(
        "interval",
        "where 95 % of samples of the level's size would fall; verdicts at 99.9 %, with n anywhere between the \
         shortest solutions with the fewest and with the most options",
    );
    for level in &LEVELS {
        let Exact { n, d, runs, .. } = exact(level);
        let name = format!("level {}: D", level.number);
        entry.mention(&name, d.0, &format!("exact mean; about {runs:.0} of the 10,000 runs"));
        entry.mention(&format!("level {}: n", level.number), n.0, "exact mean");
        entry.state(
            &RUNS.of(&[&level.number]),
            runs.round(),
            "of the 10,000, by table 3.2 or the exact share",
        );
    }
}

/// The range printed for a level, compared with the boards behind its printed numbers.
fn range_cell(table: &Table, row: usize) -> Cell {
    let printed = table.printed(row, "D_range");
    let holds = level_of(table, row).largest_d.map_or_else(|| "1-inf".to_owned(), |d| format!("1-{d}"));
    let cell = Cell::words((table.row_name(row), "D_range"), printed, &holds, vec![holds.clone()]);
    cell.saying("the boards whose n and D give the printed numbers")
}

/// A cell of n and D together.
fn both(judge: &Judge<'_>, row: usize, column: &str, exact: &Exact, of: impl Fn(f64, f64) -> f64) -> Cell {
    let (value, interval, held) = exact.held(judge.table.printed(row, column).rounding(), of);
    let mut cell = judge.held(row, column, value, Test::Number(held));
    cell.interval = Some(interval);
    cell
}

/// F from m and GR.
const FORCE: Formula =
    Formula { column: "F", inputs: &["m", "GR"], text: "F = m GR^2", value: |x| x[0] * x[1] * x[1] };

pub(super) fn table_3_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    // D is not printed: v = B/2D is solved for it, and GR = sqrt(B)/D = 2v/sqrt(B) is left to check.
    static FORMULAS: [Formula; 5] = [
        MASS,
        Formula {
            column: "GR",
            inputs: &["v", "B"],
            text: "GR = sqrt(B)/D",
            value: |x| 2.0 * x[0] / x[1].sqrt(),
        },
        FORCE,
        MOMENTUM,
        ENERGY,
    ];
    let judge = Judge { formulas: &FORMULAS, convention: Some(CUMULATIVE), ..Judge::of(table) };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Five levels of player, by how long a solution they can find, measured as a board game: \
        v = B/2D, GR = sqrt(B)/D."
        .into();
    entry.computed =
        "The exact means of n and D over the boards of each level, and the measures from them.".into();
    for row in 0..table.rows.len() {
        let level = exact(level_of(table, row));
        let sampled = Judge { runs: Some(level.runs as u64), ..judge };
        entry.cells.push(range_cell(table, row));
        entry.cells.push(sampled.cell(row, "B", &level.n_evidence(), OPTION));
        entry.cells.push(both(&judge, row, "v", &level, |n, d| n / (2.0 * d)));
        entry.cells.extend(["m", "GR", "F", "p", "Ep"].map(|column| judge.derived(row, column)));
    }
    reconstructed_level_2(&mut entry);
    describe(&mut entry);
    fifteen_levels::describe(&mut entry, bench);
    entry.convention("GR", refinement::Definition::Board);
    entry
}

pub(super) fn table_3_5(table: &Table, bench: &Bench<'_>) -> Reproduced {
    static FORMULAS: [Formula; 5] = [
        Formula { column: "v", inputs: &["n"], text: "v = 1/n", value: |x| 1.0 / x[0] },
        MASS,
        FORCE,
        Formula { column: "p", inputs: &["m", "v"], text: "p = m v", value: |x| x[0] * x[1] },
        Formula {
            column: "Ep",
            inputs: &["m", "v"],
            text: "E_p = 2 m v^2",
            value: |x| 2.0 * x[0] * x[1] * x[1],
        },
    ];
    let judge = Judge { formulas: &FORMULAS, convention: Some(CUMULATIVE), ..Judge::of(table) };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "The same five levels measured as a scoring sport: v = 1/n, GR = sqrt(n(n-1))/T.".into();
    entry.computed =
        "The exact means of n and D over the boards of each level, and the measures from them.".into();
    for row in 0..table.rows.len() {
        let level = exact(level_of(table, row));
        let sampled = Judge { runs: Some(level.runs as u64), ..judge };
        entry.cells.push(range_cell(table, row));
        entry.cells.push(sampled.cell(row, "n", &level.n_evidence(), OPTION));
        entry.cells.extend(["v", "m"].map(|column| judge.derived(row, column)));
        entry.cells.push(both(&judge, row, "GR", &level, refinement::by_branching));
        let others: [Other<'_>; 3] = [
            ("F", "m GR", |m, _, gr| Force::ProductAsPrinted.of(m, gr)),
            ("p", "2 m v^2, the value of E_p", |m, v, _| 2.0 * m * v * v),
            ("Ep", "m v, the value of p", |m, v, _| m * v),
        ];
        for (column, text, other) in others {
            entry.cells.push(name_other_formula(judge.derived(row, column), table, row, text, other));
        }
    }
    describe(&mut entry);
    fifteen_levels::describe(&mut entry, bench);
    entry.convention("GR", refinement::Definition::Branching);
    entry
}

/// Level 2 of table 3.4 is blank in our text; its numbers follow from n and D of table 3.5's level 2.
fn reconstructed_level_2(entry: &mut Reproduced) {
    let source = tables().iter().find(|table| table.id == "thesis.T3.5").expect("it is published");
    let row = (0..source.rows.len()).find(|&row| source.row_name(row) == "2");
    let printed = |column: &str| row.and_then(|row| source.number(row, column)).unwrap_or(f64::NAN);
    // Table 3.5 prints n and GR = sqrt(n(n-1))/D, so D follows.
    let n = printed("n");
    let d = (n * (n - 1.0)).sqrt() / printed("GR");
    let v = n / (2.0 * d);
    entry.mention(
        "level 2 of table 3.4, from table 3.5: D",
        d,
        "blank in our text; n and GR of table 3.5 give it",
    );
    entry.state(&MISSING_V, v, "B/2D");
    entry.state(&MISSING_GR, refinement::by_board(n, d), "sqrt(B)/D");
    entry.mention("level 2 of table 3.4, from table 3.5: E_p", 2.0 * (1.0 - v) * v * v, "2 m v^2");
}

/// A column, another formula for it in words, and its value from m, v and GR.
type Other<'o> = (&'o str, &'o str, fn(f64, f64, f64) -> f64);

/// If a cell contradicts its formula, says which other formula gives the printed value.
fn name_other_formula(
    cell: Cell,
    table: &Table,
    row: usize,
    text: &str,
    formula: impl Fn(f64, f64, f64) -> f64,
) -> Cell {
    let inputs = ["m", "v", "GR"].map(|column| table.number(row, column).unwrap_or(f64::NAN));
    let printed = table.number(row, &cell.column).unwrap_or(f64::NAN);
    let close = (formula(inputs[0], inputs[1], inputs[2]) - printed).abs() < 2e-4;
    if cell.verdict == Verdict::FormulaSlip && close {
        return cell.saying(format!("the printed value is {text}"));
    }
    cell
}

/// The levels whose label does not match their numbers.
fn labels(entry: &Reproduced) -> String {
    let wrong: Vec<String> = entry
        .cells
        .iter()
        .filter(|cell| cell.column == "D_range" && cell.verdict == Verdict::Disagrees)
        .map(|cell| {
            format!("level {}: {} holds {}", cell.row, cell.printed_text(), cell.ours.as_str().unwrap_or("?"))
        })
        .collect();
    if wrong.is_empty() {
        "The levels hold what they are labelled with.".into()
    } else {
        format!("Labels that do not match the boards behind the numbers: {}.", wrong.join(", "))
    }
}

/// The row with the fewest runs.
fn thinnest(entry: &Reproduced) -> String {
    let runs = LEVELS.iter().map(|level| (level.number, entry.number(&RUNS.of(&[&level.number]))));
    let (level, runs) = runs.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f64::NAN));
    format!("Level {level} is based on about {runs:.0} of the 10,000 runs.")
}

pub(super) fn conclude_3_4(entry: &Reproduced) -> Vec<String> {
    let level_2 = format!(
        "Level 2 is missing in our text of the thesis; table 3.5 gives it v = {:.4} and GR = {:.4}.",
        entry.number(&MISSING_V),
        entry.number(&MISSING_GR)
    );
    vec![labels(entry), thinnest(entry), level_2, tally(entry)]
}

pub(super) fn conclude_3_5(entry: &Reproduced) -> Vec<String> {
    let slips = |column: &str| {
        let named = |cell: &&Cell| cell.column == column && cell.verdict == Verdict::FormulaSlip;
        entry.cells.iter().filter(named).count()
    };
    let formulas = format!(
        "Cells that contradict the formulas in the table's own footer: F {}, p {}, E_p {}; the notes name the formula each \
         fits.",
        slips("F"),
        slips("p"),
        slips("Ep")
    );
    vec![formulas, labels(entry), thinnest(entry), tally(entry)]
}
