//! Figure 2.2: the law of motion in mind over the hardness m.

use quandary_measures::motion::{Motion, lower_limit, upper_limit};

use crate::papers::{Bench, Expected, Judge, Table};
use crate::reproduction::{Reproduced, Figure, Marks, Series};

pub(super) fn figure_2_2(table: &Table, _: &Bench<'_>) -> Reproduced {
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Over the hardness m, subjective momentum p2 is greatest at m = 0.21 and least at 0.79, \
        conjectured limits of easy winning and of competitive play; E_p equals p1 at m = 0.5."
        .into();
    entry.computed = "The curves in closed form: p1 = m(1-m), E_p = 2m(1-m)^2, p2 = 2m^3-3m^2+m, \
        v2 = (1-m)(1-2m); the limits are where the derivative of p2 vanishes."
        .into();
    entry.found = "All three readings hold. The limits are (3 - sqrt 3)/6 and (3 + sqrt 3)/6.".into();
    entry.convention("p2", "E_p - p1");
    entry.convention("v2", "p2 / m");
    for (row, value) in [lower_limit(), upper_limit(), 0.5].into_iter().enumerate() {
        entry.cells.push(judge.cell(row, "value", &Expected::exact(value)));
    }
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
                [lower_limit(), upper_limit()].map(|m| (m, Motion::at_mass(m).p2)),
            ),
        ],
        caption: "p2 turns at m = 0.2113 and m = 0.7887; E_p meets p1, and p2 is zero, at m = 0.5.".into(),
    });
    entry
}
