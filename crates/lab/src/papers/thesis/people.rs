//! Table 3.3 and figure 3.3: ten people and the 8-puzzle.

use quandary_core::stats::{Interval, Z95, wilson};
use quandary_measures::motion::{Energy, Motion, acceleration};
use quandary_measures::refinement;
use serde_json::json;

use super::FROM_V_AND_D;
use crate::papers::{Bench, Expected, Judge, Table, tables};
use crate::reproduction::{Cell, Reproduced, Figure, Marks, Point, Series, Verdict, number};

const PLAYERS: u64 = 10;

/// v of a row with its Wilson interval over the ten players.
fn success(table: &Table, row: usize) -> Expected {
    let v = table.number(row, "v").unwrap_or(0.0);
    let solved = (v * PLAYERS as f64).round() as u64;
    let likely = wilson(solved, PLAYERS, Z95);
    Expected { value: v, likely, possible: likely }
}

fn argmax(table: &Table, measure: impl Fn(usize) -> f64) -> f64 {
    let best = (0..table.rows.len()).max_by(|&a, &b| measure(a).total_cmp(&measure(b)).then(b.cmp(&a)));
    best.and_then(|row| table.number(row, "D")).unwrap_or(f64::NAN)
}

fn right_energy(table: &Table, row: usize) -> f64 {
    Energy::Defined.of(success(table, row).value)
}

pub(super) fn table_3_3(table: &Table, _: &Bench<'_>) -> Reproduced {
    // Ten players: a printed share is a whole number of tenths, not a rounded value.
    let judge = Judge { table, formulas: &FROM_V_AND_D, exact: &["D", "v"], convention: None };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The share v of ten volunteers who solved an 8-puzzle whose shortest solution has D steps, and \
        what motion in mind makes of it; E_p is said to be greatest at D = 18."
            .into();
    entry.computed =
        "The people cannot be asked again: v is taken as printed, with the interval that ten players \
        allow. Everything else follows from v and D by the table's own formulas."
            .into();
    for row in 0..table.rows.len() {
        let d = table.number(row, "D").unwrap_or(0.0);
        let v = success(table, row);
        let printed = table.rows[row][table.column("v")].json();
        let note = "human players; the interval is Wilson's for 10 trials";
        let mut cell = Cell::without_ours(table.row_name(row), "v", printed, Verdict::NotReproducible, note);
        cell.interval = Some(v.likely);
        entry.cells.push(cell);
        entry.cells.push(judge.derived(row, "m", v.map(|v| 1.0 - v)));
        entry.cells.push(judge.derived(row, "GR", v.map(|v| refinement::by_velocity(v, d))));
        entry.cells.push(judge.derived(row, "F", v.map(|v| (1.0 - v) * acceleration(v, d))));
        entry.cells.push(judge.derived(row, "p", v.map(|v| Motion::new(v).p1)));
        let mut energy = judge.derived(row, "Ep", v.map(|v| Energy::Defined.of(v)));
        explain_energy(&mut energy, table, row, v.value);
        entry.cells.push(energy);
    }
    let best = argmax(table, |row| right_energy(table, row));
    let printed_best = argmax(table, |row| table.number(row, "Ep").unwrap_or(0.0));
    let alike = rows_like_the_best(table);
    entry.found = format!(
        "{} cells contradict their formula, among them the whole column of E_p, which holds 2 m sqrt(v) instead of \
         2 m v^2. With the right formula E_p is greatest at D = {best}, not at D = {printed_best}. With ten \
         players, D = {} cannot be told from the best.",
        entry.count(Verdict::FormulaSlip),
        alike.join(", "),
    );
    entry.convention("v", "solved / 10 players, exact as printed");
    entry.convention("interval", "Wilson, 95 %, 10 players, carried through the formulas");
    entry.convention("E_p", "2 m v^2");
    entry.convention("GR", refinement::Definition::Velocity);
    entry.fact("D with the greatest E_p", best, "E_p = 2 m v^2");
    entry.fact("D with the greatest E_p as printed", printed_best, "");
    entry.fact("D whose interval reaches the greatest E_p", json!(alike), "Wilson, 95 %, 10 players");
    entry.figures.push(intervals_figure(table));
    entry
}

/// Says which other formula the printed energy fits.
fn explain_energy(cell: &mut Cell, table: &Table, row: usize, v: f64) {
    if cell.verdict != Verdict::FormulaSlip {
        return;
    }
    let root = Energy::RootAsPrinted.of(v);
    let printed = table.number(row, "Ep").unwrap_or(f64::NAN);
    cell.note += &if (printed - root).abs() <= table.rounding("Ep") + 1e-9 {
        "; the printed value is 2 m sqrt(v)".to_owned()
    } else {
        format!("; not even 2 m sqrt(v), which is {root:.4}")
    };
}

/// Settings whose E_p cannot be told from the best one's: their intervals reach its point value.
fn rows_like_the_best(table: &Table) -> Vec<String> {
    let energies: Vec<Expected> =
        (0..table.rows.len()).map(|row| success(table, row).map(|v| Energy::Defined.of(v))).collect();
    let best = energies.iter().map(|energy| energy.value).fold(0.0, f64::max);
    energies
        .iter()
        .enumerate()
        .filter(|(_, energy)| energy.likely.high >= best)
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
        let energy = success(table, row).map(|v| Energy::Defined.of(v));
        (energy.value, energy.likely)
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
        caption: "Most settings cannot be told from each other; the printed column follows another formula."
            .into(),
    }
}

pub(super) fn figure_3_3(table: &Table, _: &Bench<'_>) -> Reproduced {
    let source = tables().iter().find(|table| table.id == "thesis.T3.3").expect("it is published");
    let best_p = argmax(source, |row| Motion::new(success(source, row).value).p1);
    let best_energy = argmax(source, |row| right_energy(source, row));
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "For people, p is greatest at D = 14 and E_p at D = 18, so the best experience lies between.".into();
    entry.computed = "p = m v and E_p = 2 m v^2 from the printed success rates.".into();
    entry.found = format!("p is greatest at D = {best_p}; E_p is greatest at D = {best_energy}.");
    entry.convention("E_p", "2 m v^2");
    let region = format!("{}..{}", best_p.min(best_energy), best_p.max(best_energy));
    let ours = [json!(region), number(best_p), number(best_energy)];
    for (row, ours) in ours.into_iter().enumerate() {
        let printed = table.rows[row][table.column("value")].json();
        let agrees = printed == ours;
        let note = if agrees { "" } else { "follows from the slip in the printed column of E_p" };
        let verdict = if agrees { Verdict::Agrees } else { Verdict::Disagrees };
        let mut cell = Cell::without_ours(table.row_name(row), "value", printed, verdict, note);
        cell.ours = ours;
        entry.cells.push(cell);
    }
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
        caption: "With E_p = 2 m v^2. GR lies far above the zone 0.07 to 0.08 almost everywhere.".into(),
    });
    entry
}
