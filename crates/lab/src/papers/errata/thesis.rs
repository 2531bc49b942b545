//! Slips of the thesis: tables of chapter 3 and figures of chapter 5.

use quandary_core::Seed;
use quandary_core::stats::mean;
use quandary_measures::motion::Energy;
use quandary_search::astar::Ties;

use super::{Check, Published};
use crate::papers::Table;
use crate::papers::formula::Formula;
use crate::papers::thesis::{FROM_V_AND_D, best_reading, mean_options, p_shares};

pub(super) static CHECKS: &[Check] = &[
    Check { id: "T1", place: "thesis.T3.2, D", look: length_less_one },
    Check { id: "T2", place: "thesis.T3.2, F and p", look: slips_of_3_2 },
    Check { id: "T3", place: "thesis.F3.2, cross point", look: crossing },
    Check { id: "T4", place: "thesis.T3.3, E_p", look: energy_of_people },
    Check { id: "T5", place: "thesis.T3.4, level 2", look: missing_level },
    Check { id: "T6", place: "thesis.T3.4, D_range", look: labels },
    Check { id: "T7", place: "thesis.T3.5, p, E_p and F", look: exchanged },
    Check { id: "T9", place: "thesis.T3.1, n", look: undefined_n },
    Check { id: "T12", place: "thesis.T5.1, v", look: tie_rules },
    Check { id: "T13", place: "thesis.F5.3, text", look: least_share },
];

/// The cells of a table that contradict one of the formulas: row and column.
fn slips(table: &Table, formulas: &[Formula], exact: &[&str]) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for row in 0..table.rows.len() {
        for formula in formulas {
            let range = formula.range(table, row, exact);
            let printed = table.printed(row, formula.column);
            let half = printed.rounding() * (1.0 + 1e-9) + 1e-12;
            if let (Some(range), Some(number)) = (range, printed.number)
                && !(range.low - half..=range.high + half).contains(&number)
            {
                found.push((row, formula.column));
            }
        }
    }
    found
}

fn length_less_one(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.T3.2")?;
    let best = best_reading(table);
    (best.shift != 0).then(|| {
        format!(
            "the printed v fits D = moves - {} with the goal's empty cell in a {} (chi-square {:.1}, p = {:.2}); D = moves has \
             chi-square {:.0} at best",
            best.shift, best.blank, best.statistic, best.p_value, best.unshifted
        )
    })
}

fn slips_of_3_2(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.T3.2")?;
    let found = slips(table, &FROM_V_AND_D, &["D"]);
    let named: Vec<String> =
        found.iter().map(|(row, column)| format!("{column} of D = {}", table.row_name(*row))).collect();
    (!named.is_empty()).then(|| format!("contradict their formulas: {}", named.join(", ")))
}

fn crossing(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.T3.2")?;
    let above = (0..table.rows.len()).find(|&row| table.number(row, "Ep") >= table.number(row, "p"))?;
    let d = table.number(above, "D")?;
    let ours = format!("{}..{d}", d - 1.0);
    let figure = published.table("thesis.F3.2")?;
    let row = (0..figure.rows.len()).find(|&row| figure.row_name(row) == "cross point between D")?;
    let stated = figure.printed(row, "value").text.clone();
    (ours != stated)
        .then(|| format!("E_p passes p between {ours} in the printed table, not between {stated}"))
}

fn energy_of_people(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.T3.3")?;
    let wrong = slips(table, &FROM_V_AND_D, &["D", "v"]);
    let energies = wrong.iter().filter(|(_, column)| *column == "Ep").count();
    let roots = (0..table.rows.len()).filter(|&row| {
        let (v, printed) = (table.number(row, "v").unwrap_or(0.0), table.printed(row, "Ep"));
        let energy = printed.number.unwrap_or(f64::NAN);
        (Energy::RootAsPrinted.of(v) - energy).abs() <= printed.rounding() + 1e-9
    });
    let top = |of: &dyn Fn(usize) -> f64| {
        let best = (0..table.rows.len()).max_by(|&a, &b| of(a).total_cmp(&of(b)).then(b.cmp(&a)));
        best.map_or("", |row| table.row_name(row))
    };
    let right = top(&|row| Energy::Defined.of(table.number(row, "v").unwrap_or(0.0)));
    let printed = top(&|row| table.number(row, "Ep").unwrap_or(0.0));
    (energies > 0).then(|| {
        format!(
            "{energies} values of E_p are not 2 m v^2, {} rows hold 2 m sqrt(v); the maximum is at D = {right}, printed at \
             {printed}; {} other cells contradict their formulas",
            roots.count(),
            wrong.len() - energies
        )
    })
}

fn missing_level(published: &Published<'_>) -> Option<String> {
    let (board, sport) = (published.table("thesis.T3.4")?, published.table("thesis.T3.5")?);
    let has = |table: &Table, name: &str| (0..table.rows.len()).any(|row| table.row_name(row) == name);
    let missing = (0..sport.rows.len()).find(|&row| !has(board, sport.row_name(row)))?;
    let (n, gr) = (sport.number(missing, "n")?, sport.number(missing, "GR")?);
    let d = (n * (n - 1.0)).sqrt() / gr;
    let v = n / (2.0 * d);
    Some(format!(
        "level {} is not there; n and GR of table 3.5 give it D = {d:.2}, v = {v:.4}, m = {:.4}, GR = {:.4}, p = {:.4}",
        sport.row_name(missing),
        1.0 - v,
        n.sqrt() / d,
        v * (1.0 - v)
    ))
}

fn labels(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.T3.4")?;
    let mut wrong = Vec::new();
    for row in 0..table.rows.len() {
        let (b, v) = (table.number(row, "B")?, table.number(row, "v")?);
        let d = b / (2.0 * v);
        let label = table.printed(row, "D_range").text.clone();
        let (from, to) = label.split_once('-')?;
        let (from, to) = (from.parse::<f64>().ok()?, to.parse::<f64>().unwrap_or(f64::INFINITY));
        if !(from..=to).contains(&d) {
            wrong.push(format!("level {}: D = B/2v = {d:.2}, labelled {label}", table.row_name(row)));
        }
    }
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

fn exchanged(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.T3.5")?;
    let near = |a: f64, b: f64| (a - b).abs() < 2e-4;
    let rows = (0..table.rows.len()).filter(|&row| {
        let of = |column: &str| table.number(row, column).unwrap_or(f64::NAN);
        let (v, m) = (of("v"), of("m"));
        near(of("p"), 2.0 * m * v * v) && near(of("Ep"), m * v) && near(of("F"), m * of("GR"))
    });
    let count = rows.count();
    (count > 0).then(|| {
        format!(
            "in {count} of {} rows p holds 2 m v^2, E_p holds m v, and F holds m GR instead of m GR^2",
            table.rows.len()
        )
    })
}

fn undefined_n(published: &Published<'_>) -> Option<String> {
    let printed = published.number("thesis.T3.1", "10000", "n")?;
    let (without_undo, with_undo) = mean_options();
    let near = |value: f64| (value - printed).abs() <= 0.0051;
    (near(without_undo) && !near(with_undo)).then(|| {
        format!(
            "n = {printed} is not defined; legal slides are {with_undo:.3} on average, and without the undo {without_undo:.4}, which \
             it fits"
        )
    })
}

/// Searches that a check looks at.
const SEARCHES: u64 = 150;

fn tie_rules(published: &Published<'_>) -> Option<String> {
    let printed = published.number("thesis.T5.1", "8", "v")?;
    let values = Ties::ALL.map(|ties| {
        let search = |index| {
            p_shares(ties, Seed(1), index).map(|shares| shares.iter().sum::<f64>() / shares.len() as f64)
        };
        mean(published.context.map("A*", SEARCHES, search).0.into_iter().flatten())
    });
    let low = values.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let high = values.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    (low.interval.high < high.interval.low).then(|| {
        format!(
            "v depends on the tie rule, which is not stated: {:.3} to {:.3} over {SEARCHES} boards, printed {printed}",
            low.value, high.value
        )
    })
}

fn least_share(published: &Published<'_>) -> Option<String> {
    let searches = published.context.map("A*", SEARCHES, |index| p_shares(Ties::Fifo, Seed(1), index)).0;
    let mut counts = [0_u64; 11];
    for share in searches.into_iter().flatten().flatten() {
        counts[(share * 10.0) as usize] += 1;
    }
    let least = (0..11).min_by_key(|&class| counts[class])?;
    let total: u64 = counts.iter().sum();
    let percent = |class: usize| 100.0 * counts[class] as f64 / total as f64;
    // The text: v = 0.1 is the least, and values below 0.2 are the most.
    (least != 1).then(|| {
        let name = if least == 10 { "exactly 1".to_owned() } else { format!("0.{least} to 0.{}", least + 1) };
        format!("the rarest p_i is {name} ({:.1} %), not 0.1 ({:.1} %)", percent(least), percent(1))
    })
}
