//! Win rates of the documents' strategies under both rules, so that like is compared with like.

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::strategy::FirstMove;
use serde_json::json;

use super::{Setting, conventions, shown};
use crate::papers::{Bench, Judge, Table};
use crate::reproduction::{Cell, Reproduced, Figure, Marks, Series, Verdict, number};

const BOARDS: [&str; 3] = ["9x9|10", "16x16|40", "16x30|99"];

pub(super) fn table_4_1(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(1000, 10_000);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The win rate when the first cell may be a mine and when it is safe. The thesis calls the \
        player PAFR, the kbs paper PAR: random guessing."
            .into();
    entry.computed = format!(
        "{games} games a cell of `par` (random guesses, random first cell) and of `pafg` (constrained search, \
         corner first) under both rules."
    );
    let as_guessing = Judge {
        table,
        formulas: &[],
        exact: &[],
        convention: Some("pafg, corner first: not the player the tables name"),
    };
    let as_named = Judge { convention: None, ..as_guessing };
    for (row, rule) in [(0, FirstClick::Any), (1, FirstClick::Safe)] {
        for board in BOARDS {
            for (judge, strategy) in [(&as_named, "par"), (&as_guessing, "pafg")] {
                let ours = Setting::new(board, rule, strategy).percent(games, 10_000, bench);
                let mut cell = judge.cell(row, board, &ours);
                cell.row = format!("{} ({strategy})", cell.row);
                entry.cells.push(cell);
            }
        }
    }
    entry.found = "A player that guesses at random cannot win what is printed on the two larger boards; one that \
        guesses by constrained search comes close. The first row is the second times 1 - mines/cells, as it must be."
        .into();
    conventions(&mut entry, games);
    entry
}

pub(super) fn table_4_2(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(600, 10_000);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "PAFG wins more than every earlier strategy. Its rows on the two larger boards were played with \
        a safe neighbourhood, all others with a safe first cell."
            .into();
    entry.computed = format!("{games} games a cell of every strategy we implement, under both rules.");
    let ours = |name: &str| match name {
        "PAFR*" => Some(("pafr", [FirstClick::Open; 3])),
        "PAFG*" => Some(("pafg", [FirstClick::Open; 3])),
        "PAFG" => Some(("pafg", [FirstClick::Safe, FirstClick::Open, FirstClick::Open])),
        "PSEQ" => Some(("pseq", [FirstClick::Safe; 3])),
        "cSimEnuLoClf" => Some(("cSimEnuLoClf", [FirstClick::Safe; 3])),
        _ => None,
    };
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    let levels = ["beginner", "intermediate", "expert"];
    for row in 0..table.rows.len() {
        for (level, column) in levels.into_iter().enumerate() {
            let config = table.rows[row][table.column(&format!("{column}_cfg"))].shown();
            match ours(table.row_name(row)) {
                Some((strategy, rules)) => {
                    let found = Setting::new(&config, rules[level], strategy).percent(games, 10_000, bench);
                    let mut cell = judge.cell(row, column, &found);
                    let note = format!("{strategy}, {config}, first click {}", rules[level]);
                    cell.note = if cell.note.is_empty() { note } else { format!("{note}; {}", cell.note) };
                    entry.cells.push(cell);
                }
                None => {
                    let printed = table.rows[row][table.column(column)].json();
                    let note = "quoted by the document from elsewhere";
                    entry.cells.push(Cell::without_ours(
                        table.row_name(row),
                        column,
                        printed,
                        Verdict::Quoted,
                        note,
                    ));
                }
            }
        }
    }
    for strategy in ["pafr", "pafg", "pafg+weights", "cSimEnuLoClf", "pseq", "best"] {
        for rule in [FirstClick::Safe, FirstClick::Open] {
            for board in ["8x8|10", "9x9|10", "16x16|40", "16x30|99"] {
                let records = Setting::new(board, rule, strategy).play(games, bench);
                entry.fact(&format!("{strategy}, {board}, first click {rule}"), shown(&records), "win rate");
            }
        }
    }
    entry.found =
        "Like for like the order is pafr < pafg < PSEQ < best under either rule: the printed lead of PAFG \
        on the larger boards is the easier rule."
            .into();
    conventions(&mut entry, games);
    entry
}

pub(super) fn figure_7a(table: &Table, bench: &Bench<'_>) -> Reproduced {
    figure_7(table, bench, FirstClick::Safe)
}

pub(super) fn figure_7b(table: &Table, bench: &Bench<'_>) -> Reproduced {
    figure_7(table, bench, FirstClick::Open)
}

/// The win rate by first cell on a quarter of 8x10|12.
fn figure_7(table: &Table, bench: &Bench<'_>, rule: FirstClick) -> Reproduced {
    let games = bench.scale.runs(1000, 10_000);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = format!("The win rate of PAR on 8x10|12 by first cell, first click {rule}.");
    entry.computed = format!("{games} games of `par` for each of 20 first cells.");
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    let mut best = (f64::MIN, String::new());
    let mut series = Vec::new();
    for row in 0..4 {
        let mut points = Vec::new();
        for col in 1..=5 {
            let setting = Setting::new("8x10/12", rule, "par");
            let cell = setting.board.cell(row + 1, col).expect("inside");
            let name = format!("c{col}");
            let ours = setting.from(FirstMove::Given(cell)).percent(games, 10_000, bench);
            if ours.value > best.0 {
                best = (ours.value, format!("{},{col}", row + 1));
            }
            points.push((col as f64, ours.value));
            entry.cells.push(judge.cell(row, &name, &ours));
        }
        series.push(Series::new(&format!("row {}", row + 1), Marks::Line, points));
    }
    let printed_best = (0..4)
        .flat_map(|row| (1..=5).map(move |col| (row, col)))
        .max_by(|a, b| {
            let at = |(row, col): (usize, usize)| table.number(row, &format!("c{col}")).unwrap_or(0.0);
            at(*a).total_cmp(&at(*b))
        })
        .map_or_else(String::new, |(row, col)| format!("{},{col}", row + 1));
    entry.found =
        format!("Our best first cell is {} with {:.1} %; the printed one is {printed_best}.", best.1, best.0);
    entry.fact("best first cell", json!({"cell": best.1, "win_percent": number(best.0)}), "of the 20");
    entry.figures.push(Figure {
        title: format!("Win rate by first cell, first click {rule}"),
        x_label: "column".into(),
        y_label: "% won".into(),
        x_names: Vec::new(),
        series,
        caption: "One line per row of the quarter board.".into(),
    });
    conventions(&mut entry, games);
    entry
}
