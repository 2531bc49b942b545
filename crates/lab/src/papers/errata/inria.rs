//! Slips of Inria's report: rows that should differ and do not, and one value printed twice and differently.

use quandary_minesweeper::Position;
use quandary_minesweeper::inference::probabilities;

use super::{Check, Published};
use crate::papers::Table;

pub(super) static CHECKS: &[Check] = &[
    Check { id: "I5", place: "inria.T5 and T6", look: identical_rows },
    Check { id: "I6", place: "inria.T5 and T8", look: printed_twice },
    Check { id: "I7", place: "inria figure 2", look: more_is_known },
];

/// The numbers of a row that are no times.
fn statistics(table: &Table, row: usize) -> Vec<(String, f64)> {
    let columns = table.columns.iter().skip(6).filter(|column| !column.starts_with("GameDuration"));
    columns.filter_map(|column| Some((column.clone(), table.number(row, column)?))).collect()
}

fn identical_rows(published: &Published<'_>) -> Option<String> {
    let tables = ["inria.T5", "inria.T6"].map(|id| published.table(id));
    let [Some(first), Some(second)] = tables else { return None };
    let all = |row: usize| {
        let name = first.row_name(row);
        let other = (0..second.rows.len()).find(|&other| second.row_name(other) == name);
        let mut numbers = statistics(first, row);
        numbers.extend(other.map(|row| statistics(second, row)).unwrap_or_default());
        numbers
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for row in 0..first.rows.len() {
        // A strategy that enumerates nothing has nothing to differ by.
        if !first.row_name(row).contains("Enu") {
            continue;
        }
        match groups.iter_mut().find(|group| all(group[0]) == all(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let alike = groups.into_iter().find(|group| group.len() > 1)?;
    let names: Vec<&str> = alike.iter().map(|&row| first.row_name(row)).collect();
    Some(format!(
        "{} have the same {} statistics: what tells them apart had no effect",
        names.join(", "),
        all(alike[0]).len()
    ))
}

fn printed_twice(published: &Published<'_>) -> Option<String> {
    let (first, second) = (published.table("inria.T5")?, published.table("inria.T8")?);
    let settings = ["cols", "lines", "mines", "first_x", "first_y"];
    for one in 0..first.rows.len() {
        for other in 0..second.rows.len() {
            let same = |column: &&str| first.number(one, column) == second.number(other, column);
            if first.row_name(one) != second.row_name(other) || !settings.iter().all(same) {
                continue;
            }
            let (mine, theirs) = (statistics(first, one), statistics(second, other));
            // Where the means are equal too, it is the same run: then everything else must be.
            let means = |all: &[(String, f64)]| -> Vec<f64> {
                all.iter().filter(|(column, _)| column.ends_with("_avg")).map(|(_, value)| *value).collect()
            };
            if means(&mine) != means(&theirs) {
                continue;
            }
            let differ: Vec<String> = mine
                .iter()
                .filter_map(|(column, value)| {
                    let (_, twin) = theirs.iter().find(|(name, _)| name == column)?;
                    (value != twin).then(|| format!("{column} is {value} and {twin}"))
                })
                .collect();
            if !differ.is_empty() {
                return Some(format!(
                    "{} is printed in both tables: {}; all {} other statistics are equal",
                    first.row_name(one),
                    differ.join(", "),
                    mine.len() - differ.len()
                ));
            }
        }
    }
    None
}

fn more_is_known(_: &Published<'_>) -> Option<String> {
    let text = "8x8/10 ???????? ???????? 12?????? 01?????? 01112??? 00002??? 00012??? 0001????";
    let position: Position = text.parse().ok()?;
    let seen = &position.observation;
    let found = probabilities(seen).ok()?;
    let name = |cell: quandary_minesweeper::Cell| {
        let (row, col) = seen.board().place(cell);
        format!("({col},{row})")
    };
    // What the figure marks.
    let shown = ["(3,4)", "(5,8)", "(3,2)", "(3,3)", "(4,4)", "(5,4)"];
    let more = |probability: f64| -> Vec<String> {
        let certain = seen.grid().cells().filter(|cell| found.mine[cell.at()] == Some(probability)).map(name);
        certain.filter(|cell| !shown.contains(&cell.as_str())).collect()
    };
    let (mined, safe) = (more(1.0), more(0.0));
    (!mined.is_empty() || !safe.is_empty()).then(|| {
        format!(
            "counting all minefields also proves {} mined and {} safe, which the figure leaves open",
            mined.join(" "),
            safe.join(" ")
        )
    })
}
