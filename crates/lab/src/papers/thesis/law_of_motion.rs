//! Figure 2.2 and the equations around it: the law of motion in mind over the hardness m, and the progress of a game.

use quandary_measures::motion::{Motion, lower_limit, upper_limit};

use crate::judge::{Evidence, Print, Test};
use crate::papers::conclusions::{listed, tally};
use crate::papers::{Bench, Judge, Table};
use crate::reproduction::{Cell, Figure, Marks, Reproduced, Series, Verdict, number};

/// Options and length at which the equations are evaluated: those of table 3.1.
const N: f64 = 1.94;
const T: f64 = 21.03;

/// The root of a function between two places.
fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if (f(middle) > 0.0) == (f(low) > 0.0) { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The slope of a function.
fn slope(f: &dyn Fn(f64) -> f64, at: f64) -> f64 {
    let step = 1e-5;
    (f(at + step) - f(at - step)) / (2.0 * step)
}

/// The curvature of a function.
fn curvature(f: &dyn Fn(f64) -> f64, at: f64) -> f64 {
    let step = 1e-3;
    (f(at + step) - 2.0 * f(at) + f(at - step)) / (step * step)
}

/// The equations of the text: a name, the value of the printed right side, and the value of the left side by
/// differentiating the progress x(t) = (t/T)^n of equation 2.2.
fn equations() -> [(&'static str, f64, f64); 3] {
    let progress = |t: f64| (t / T).powf(N);
    let middle = T / 2.0;
    [
        ("2.1: x'(t) = -(n/t) x(t), half-way", -(N / middle) * progress(middle), slope(&progress, middle)),
        ("2.3: x''(T) = n(n-1)/T^2", N * (N - 1.0) / (T * T), curvature(&progress, T)),
        ("5.2: y'(B) = n/B, of 5.1: y(x) = (x/B)^n", N / T, slope(&progress, T)),
    ]
}

pub(super) fn figure_2_2(table: &Table, _: &Bench<'_>) -> Reproduced {
    let judge = Judge::of(table);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Over the hardness m, subjective momentum p2 is greatest at m = 0.21 and least at 0.79, \
        conjectured limits of easy winning and of competitive play; E_p equals p1 at m = 0.5. The text derives the \
        progress of a game in equations 2.1 to 2.6 and 5.1 to 5.2."
        .into();
    entry.computed = format!(
        "The curves from their definitions, p1 = m v, E_p = 2 m v^2, p2 = E_p - p1: the limits where the slope of p2 changes its \
         sign, the crossing where p2 does. The equations by differentiating x(t) = (t/T)^n at n = {N}, T = {T}."
    );
    entry.convention("p2", "E_p - p1");
    entry.convention("v2", "p2 / m");
    entry.convention(
        "v in scoring sports",
        "G/T, scores over attempts: equation 2.6 defines it, nothing follows",
    );
    entry.convention(
        "matters",
        "one unit of the last printed decimal of a reading; a hundredth of an equation's value",
    );
    let p2 = |m: f64| Motion::at_mass(m).p2;
    let readings =
        [root(0.05, 0.45, |m| slope(&p2, m)), root(0.55, 0.95, |m| slope(&p2, m)), root(0.3, 0.7, p2)];
    for (row, value) in readings.into_iter().enumerate() {
        let unit = 2.0 * table.printed(row, "value").rounding();
        entry.cells.push(judge.cell(row, "value", &Evidence::Exact(value), unit));
    }
    for (name, printed, ours) in equations() {
        let print = Print { runs: None, rounding: 0.002 * ours.abs(), matters: 0.01 * ours.abs() };
        let test = Test::Number(Evidence::Exact(ours).against(&print));
        entry.cells.push(Cell::judged((name, "value"), printed, number(ours), test, None));
    }
    entry.mention("(3 - sqrt 3)/6", lower_limit(), "where p2 is greatest, in closed form");
    entry.mention("(3 + sqrt 3)/6", upper_limit(), "where p2 is least, in closed form");
    let curve = |measure: &dyn Fn(Motion) -> f64| {
        (0..=100)
            .map(|step| f64::from(step) / 100.0)
            .map(|m| (m, measure(Motion::at_mass(m))))
            .collect::<Vec<_>>()
    };
    entry.figures.push(Figure {
        title: "The law of motion in mind".into(),
        x_label: "m, hardness".into(),
        y_label: String::new(),
        x_names: Vec::new(),
        series: vec![
            Series::new("p1 = m v", Marks::Line, curve(&|motion| motion.p1)),
            Series::new("E_p = 2 m v^2", Marks::Line, curve(&|motion| motion.energy)),
            Series::new("p2 = E_p - p1", Marks::Line, curve(&|motion| motion.p2)),
            Series::new("v2 = p2 / m", Marks::Line, curve(&|motion| motion.v2)),
            Series::new(
                "limits of p2",
                Marks::Points,
                [readings[0], readings[1]].map(|m| (m, Motion::at_mass(m).p2)),
            ),
        ],
        caption: format!(
            "p2 turns at m = {:.4} and m = {:.4}; E_p meets p1, and p2 is zero, at m = {:.4}.",
            readings[0], readings[1], readings[2]
        ),
    });
    entry
}

pub(super) fn conclude_2_2(entry: &Reproduced) -> Vec<String> {
    let reading = |row: &str| entry.ours(row, "value");
    let wrong: Vec<String> = entry
        .cells
        .iter()
        .filter(|cell| cell.verdict == Verdict::Disagrees)
        .map(|cell| cell.row.clone())
        .collect();
    vec![
        format!(
            "p2 turns at m = {:.4} and {:.4}, and E_p crosses p1 at {:.4}.",
            reading("m_low=(3-sqrt3)/6"),
            reading("m_high=(3+sqrt3)/6"),
            reading("cross E_p=p1 at m")
        ),
        format!("What does not hold as printed: {}.", listed(&wrong)),
        tally(entry),
    ]
}
