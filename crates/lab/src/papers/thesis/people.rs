//! Table 3.3 and figure 3.3: ten people and the 8-puzzle.

use quandary_core::stats::{Estimate, Interval, Rate};
use quandary_measures::motion::{Energy, Motion, acceleration};
use quandary_measures::{range, refinement};

use super::FROM_V_AND_D;
use crate::papers::conclusions::{listed, tally};
use crate::papers::{Bench, Judge, Table, tables};
use crate::reproduction::{Cell, Fact, Figure, Marks, Point, Reproduced, Series, Verdict};

const PLAYERS: u64 = 10;

const ROOTS: Fact<usize> = Fact::new("rows whose E_p is printed as 2 m sqrt(v)");
const BEST_D: Fact<f64> = Fact::new("D with the greatest E_p");
const BEST_D_AS_PRINTED: Fact<f64> = Fact::new("D with the greatest E_p as printed");
const LIKE_THE_BEST: Fact<Vec<String>> = Fact::new("D whose interval reaches the greatest E_p");

/// v of a row with its Wilson interval over the ten players.
fn success(table: &Table, row: usize) -> Estimate {
    let v = table.number(row, "v").unwrap_or(0.0);
    let solved = (v * PLAYERS as f64).round() as u64;
    Estimate { value: v, interval: Rate::new(solved, PLAYERS).interval() }
}

/// E_p of a row, and its range over the interval of v.
fn energy(table: &Table, row: usize) -> Estimate {
    let v = success(table, row);
    let of = |v: f64| Energy::Defined.of(v);
    Estimate { value: of(v.value), interval: range(v.interval, of) }
}

fn argmax(table: &Table, measure: impl Fn(usize) -> f64) -> f64 {
    let best = (0..table.rows.len()).max_by(|&a, &b| measure(a).total_cmp(&measure(b)).then(b.cmp(&a)));
    best.and_then(|row| table.number(row, "D")).unwrap_or(f64::NAN)
}

pub(super) fn table_3_3(table: &Table, _: &Bench<'_>) -> Reproduced {
    // Ten players: a printed share is a whole number of tenths, not a rounded value.
    let judge = Judge { formulas: &FROM_V_AND_D, exact: &["D", "v"], ..Judge::of(table) };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The share v of ten volunteers who solved an 8-puzzle whose shortest solution has D steps, and \
        what motion in mind makes of it; E_p is said to be greatest at D = 18."
            .into();
    entry.computed =
        "The experiment cannot be repeated with the same people: v is taken as printed, with the interval that ten players \
        allow. Everything else follows from v and D by the table's own formulas."
            .into();
    for row in 0..table.rows.len() {
        let printed = table.printed(row, "v");
        let note = "human players; the interval is Wilson's for 10 trials";
        let mut cell = Cell::without_ours(table.row_name(row), "v", printed, Verdict::NotReproducible, note);
        cell.interval = Some(success(table, row).interval);
        entry.cells.push(cell);
        entry.cells.extend(["m", "GR", "F", "p"].map(|column| judge.derived(row, column)));
        entry.cells.push(explained_energy(judge.derived(row, "Ep"), table, row));
    }
    let best = argmax(table, |row| energy(table, row).value);
    let printed_best = argmax(table, |row| table.number(row, "Ep").unwrap_or(0.0));
    let alike = rows_like_the_best(table);
    let root = (0..table.rows.len()).filter(|&row| is_root(table, row)).count();
    entry.state(&ROOTS, root, "to the last decimal, and not 2 m v^2");
    entry.convention("v", "solved / 10 players, exact as printed");
    entry.convention("interval", "Wilson, 95 %, 10 players, carried through the formulas");
    entry.convention("E_p", "2 m v^2");
    entry.convention("GR", refinement::Definition::Velocity);
    entry.state(&BEST_D, best, "E_p = 2 m v^2");
    entry.state(&BEST_D_AS_PRINTED, printed_best, "");
    entry.state(&LIKE_THE_BEST, alike, "Wilson, 95 %, 10 players");
    entry.figures.push(intervals_figure(table));
    entry
}

pub(super) fn conclude_3_3(entry: &Reproduced) -> Vec<String> {
    let energies =
        entry.cells.iter().filter(|cell| cell.column == "Ep" && cell.verdict == Verdict::FormulaSlip).count();
    let alike = entry.fact(&LIKE_THE_BEST).unwrap_or_default();
    vec![
        format!(
            "{} cells contradict their formula, {energies} of them E_p, which is printed as 2 m sqrt(v) in {:.0} rows.",
            entry.count(Verdict::FormulaSlip),
            entry.number(&ROOTS)
        ),
        format!(
            "With E_p = 2 m v^2 it is greatest at D = {:.0}; as printed, at D = {:.0}.",
            entry.number(&BEST_D),
            entry.number(&BEST_D_AS_PRINTED)
        ),
        format!("With ten players, these D cannot be distinguished from the best: {}.", listed(&alike)),
        tally(entry),
    ]
}

/// Whether the printed energy of a row is 2 m sqrt(v) and not 2 m v^2.
fn is_root(table: &Table, row: usize) -> bool {
    let v = success(table, row).value;
    let printed = table.printed(row, "Ep");
    let near = |value: f64| printed.number.is_some_and(|n| (n - value).abs() <= printed.rounding() + 1e-9);
    near(Energy::RootAsPrinted.of(v)) && !near(Energy::Defined.of(v))
}

/// Says which other formula the printed energy fits.
fn explained_energy(cell: Cell, table: &Table, row: usize) -> Cell {
    if cell.verdict != Verdict::FormulaSlip {
        return cell;
    }
    let root = Energy::RootAsPrinted.of(success(table, row).value);
    cell.saying(if is_root(table, row) {
        "the printed value is 2 m sqrt(v)".to_owned()
    } else {
        format!("not even 2 m sqrt(v), which is {root:.4}")
    })
}

/// Settings whose E_p cannot be distinguished from the best one: their intervals reach its value.
fn rows_like_the_best(table: &Table) -> Vec<String> {
    let energies: Vec<Estimate> = (0..table.rows.len()).map(|row| energy(table, row)).collect();
    let best = energies.iter().map(|energy| energy.value).fold(0.0, f64::max);
    energies
        .iter()
        .enumerate()
        .filter(|(_, energy)| energy.interval.high >= best)
        .map(|(row, _)| table.row_name(row).to_owned())
        .collect()
}

fn intervals_figure(table: &Table) -> Figure {
    let points = |value: &dyn Fn(usize) -> (f64, Interval)| {
        (0..table.rows.len())
            .map(|row| {
                let (y, interval) = value(row);
                Point { x: table.number(row, "D").unwrap_or(0.0), y, interval: Some(interval) }
            })
            .collect()
    };
    let energy = points(&|row| {
        let energy = energy(table, row);
        (energy.value, energy.interval)
    });
    Figure {
        title: "E_p of ten people, with what ten people can show".into(),
        x_label: "D".into(),
        y_label: "E_p".into(),
        x_names: Vec::new(),
        series: vec![
            Series { name: "2 m v^2, 95 %".into(), marks: Marks::Intervals, points: energy },
            Series::new(
                "printed (2 m sqrt(v))",
                Marks::Points,
                (0..table.rows.len())
                    .filter_map(|row| Some((table.number(row, "D")?, table.number(row, "Ep")?))),
            ),
        ],
        caption: "Bars: what ten players can show.".into(),
    }
}

pub(super) fn figure_3_3(table: &Table, _: &Bench<'_>) -> Reproduced {
    let source = tables().iter().find(|table| table.id == "thesis.T3.3").expect("it is published");
    let best_p = argmax(source, |row| Motion::new(success(source, row).value).p1);
    let best_energy = argmax(source, |row| energy(source, row).value);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "For people, p is greatest at D = 14 and E_p at D = 18, so the best experience lies between.".into();
    entry.computed = "p = m v and E_p = 2 m v^2 from the printed success rates.".into();
    entry.convention("E_p", "2 m v^2");
    let region = format!("{}..{}", best_p.min(best_energy), best_p.max(best_energy));
    for (row, ours) in [region, best_p.to_string(), best_energy.to_string()].into_iter().enumerate() {
        let printed = table.printed(row, "value");
        entry.cells.push(Cell::words((table.row_name(row), "value"), printed, &ours, vec![ours.clone()]));
    }
    let as_printed = argmax(source, |row| source.number(row, "Ep").unwrap_or(0.0));
    entry.state(&BEST_D_AS_PRINTED, as_printed, "of the column of table 3.3, slips and all");
    let curve = |measure: &dyn Fn(f64, f64) -> f64| -> Vec<(f64, f64)> {
        (0..source.rows.len())
            .map(|row| {
                let d = source.number(row, "D").unwrap_or(0.0);
                (d, measure(success(source, row).value, d))
            })
            .collect()
    };
    entry.figures.push(Figure {
        title: "GR, F, p and E_p over D, people".into(),
        x_label: "D".into(),
        y_label: String::new(),
        x_names: Vec::new(),
        series: vec![
            Series::new("GR", Marks::Line, curve(&refinement::by_velocity)),
            Series::new("F", Marks::Line, curve(&|v, d| (1.0 - v) * acceleration(v, d))),
            Series::new("p", Marks::Line, curve(&|v, _| Motion::new(v).p1)),
            Series::new("E_p", Marks::Line, curve(&|v, _| Energy::Defined.of(v))),
        ],
        caption: "With E_p = 2 m v^2.".into(),
    });
    entry
}

pub(super) fn conclude_f3_3(entry: &Reproduced) -> Vec<String> {
    let reading = |row: &str| entry.cell(row, "value").and_then(|cell| cell.ours.as_str()).unwrap_or("?");
    let energy = reading("Ep maximum at D");
    let printed = entry.number(&BEST_D_AS_PRINTED);
    let slip = if energy == printed.to_string() {
        "the column of table 3.3 says the same".to_owned()
    } else {
        format!("the column of table 3.3, with its slips, puts it at {printed}")
    };
    vec![
        format!(
            "p is greatest at D = {}; E_p is greatest at D = {energy}; {slip}.",
            reading("p maximum at D")
        ),
        tally(entry),
    ]
}
