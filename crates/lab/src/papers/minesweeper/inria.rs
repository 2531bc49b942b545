//! Inria's report RR-8041: thirteen strategies, their statistics, and which block makes the moves.

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::simulate::{GameRecord, Totals};
use quandary_minesweeper::strategy::Block;
use serde_json::json;

use super::{Setting, conventions, mean, share};
use crate::papers::{Bench, Expected, Judge, Table};
use crate::reproduction::{Cell, Reproduced, Figure, Marks, Series, Verdict, number};

const RULE: FirstClick = FirstClick::Safe;
const PRINTED_GAMES: u64 = 10_000;

fn start(table: &Table, games: u64, what: &str) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = what.into();
    entry.computed = format!("{games} games a cell by name, first cell safe.");
    conventions(&mut entry, games);
    entry.convention("Enu's second", "at most 4,000,000 solutions of the fringe");
    entry.convention("last ties", "drawn at random");
    entry
}

/// A time on another machine.
fn time(table: &Table, row: usize, column: &str) -> Cell {
    let printed = table.rows[row][table.column(column)].json();
    Cell::without_ours(
        table.row_name(row),
        column,
        printed,
        Verdict::NotReproducible,
        "time on another machine",
    )
}

fn summary(entry: &mut Reproduced) {
    let (agree, disagree) = (entry.count(Verdict::Agrees), entry.count(Verdict::Disagrees));
    entry.found = format!("{agree} printed values agree with ours and {disagree} do not.");
}

/// Table 4: win rates.
pub(super) fn win_rates(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(500, PRINTED_GAMES);
    let mut entry = start(table, games, "Thirteen strategies on 9x9|10 from a random first cell.");
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    for row in 0..table.rows.len() {
        let setting = Setting::new("9x9|10", RULE, table.row_name(row));
        let ours = share(&setting.play(games, bench), PRINTED_GAMES, |r| r.won);
        entry.cells.push(judge.cell(row, "P_win", &ours));
        entry.cells.push(time(table, row, "total_ms"));
    }
    summary(&mut entry);
    entry
}

/// Table 7: first moves.
pub(super) fn first_moves(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(500, PRINTED_GAMES);
    let mut entry =
        start(table, games, "Five strategies on 9x9|10 from a random cell, the corner and the middle.");
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    for row in 0..table.rows.len() {
        for (letter, column) in [("r", "random"), ("c", "corner"), ("m", "middle")] {
            let setting = Setting::new("9x9|10", RULE, &format!("{letter}{}", table.row_name(row)));
            let ours = share(&setting.play(games, bench), PRINTED_GAMES, |r| r.won);
            entry.cells.push(judge.cell(row, &format!("{column}_P"), &ours));
            entry.cells.push(time(table, row, &format!("{column}_ms")));
        }
    }
    summary(&mut entry);
    entry
}

/// Tables 10 and 11: three levels from the corner.
pub(super) fn levels(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(200, PRINTED_GAMES);
    let mut entry = start(table, games, "Strategies on three boards from the corner.");
    let boards = if table.id == "inria.T10" {
        ["9x9|10", "16x16|40", "16x30|99"]
    } else {
        ["8x8|10", "13x15|40", "16x30|99"]
    };
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    for row in 0..table.rows.len() {
        for (board, level) in boards.into_iter().zip(["beginner", "intermediate", "expert"]) {
            let column = format!("{level}_P");
            if !table.row_name(row).starts_with('c') {
                let printed = table.rows[row][table.column(&column)].json();
                let note = "quoted by the document from elsewhere";
                entry.cells.push(Cell::without_ours(
                    table.row_name(row),
                    &column,
                    printed,
                    Verdict::Quoted,
                    note,
                ));
                continue;
            }
            let setting = Setting::new(board, RULE, table.row_name(row));
            let ours = share(&setting.play(games, bench), PRINTED_GAMES, |r| r.won);
            entry.cells.push(judge.cell(row, &column, &ours));
            entry.cells.push(time(table, row, &format!("{level}_ms")));
        }
    }
    summary(&mut entry);
    entry
}

/// A statistic of one game, by the name the tables give it.
fn statistic(name: &str) -> Option<fn(&GameRecord) -> f64> {
    Some(match name {
        "nbSolvedCSPs" => |r| f64::from(r.csps.problems),
        "totNbSolutions" => |r| r.csps.solutions / f64::from(r.csps.problems.max(1)),
        "maxNbSolutions" => |r| r.csps.most_solutions,
        "nbCellsInFringe" => |r| r.csps.cells as f64 / f64::from(r.csps.problems.max(1)),
        "maxCellsInFringe" => |r| f64::from(r.csps.most_cells),
        "nbUncoveredCells" => |r| f64::from(r.opened),
        _ => return None,
    })
}

/// Tables 5, 6, 8, 9, 12 and 13: statistics of the games.
pub(super) fn statistics(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(200, PRINTED_GAMES);
    let mut entry =
        start(table, games, "Statistics of games: win rate, timeouts, problems solved, their sizes.");
    entry.convention("a problem", "one enumeration of the whole fringe");
    let judge = Judge { table, formulas: &[], exact: &[], convention: None };
    for row in 0..table.rows.len() {
        let cell = |column: &str| table.number(row, column).unwrap_or(-1.0);
        let letter = match (cell("first_x") as i64, cell("first_y") as i64) {
            (0, 0) => "c",
            (-1, _) => "r",
            _ => "m",
        };
        let board = format!("{}x{}/{}", cell("lines"), cell("cols"), cell("mines"));
        let setting = Setting::new(&board, RULE, &format!("{letter}{}", table.row_name(row)));
        let records = setting.play(games, bench);
        let name = format!("{letter}{} {board}", table.row_name(row));
        for column in table.columns.iter().skip(6) {
            let mut cell = judge_column(table, &judge, row, column, &records);
            cell.row.clone_from(&name);
            entry.cells.push(cell);
        }
    }
    summary(&mut entry);
    entry
}

fn judge_column(table: &Table, judge: &Judge<'_>, row: usize, column: &str, records: &[GameRecord]) -> Cell {
    match column {
        "P_w" => return judge.cell(row, column, &share(records, PRINTED_GAMES, |r| r.won)),
        "P_t" => return judge.cell(row, column, &share(records, PRINTED_GAMES, |r| r.csps.timeouts > 0)),
        _ => {}
    }
    let Some((name, which)) = column.rsplit_once('_') else { return time(table, row, column) };
    let Some(value) = statistic(name) else { return time(table, row, column) };
    if which == "avg" {
        return judge.cell(row, column, &mean(records, PRINTED_GAMES, value));
    }
    let mut values: Vec<f64> = records.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    let ours = match which {
        "min" => values.first(),
        "max" => values.last(),
        _ => values.get(values.len() / 2),
    };
    let ours = ours.copied().unwrap_or(0.0);
    if which == "median" {
        // The median's interval from the order statistics.
        let half = 1.96 * (values.len() as f64).sqrt() / 2.0;
        let at = |index: f64| values[(index.max(0.0) as usize).min(values.len() - 1)];
        let middle = values.len() as f64 / 2.0;
        let error = (at(middle + half) - at(middle - half)) / (2.0 * 1.96);
        return judge.cell(row, column, &Expected::with_deviation(ours, error));
    }
    let printed = table.rows[row][table.column(column)].json();
    let note = "an extreme of a sample depends on its size";
    let mut cell = Cell::without_ours(table.row_name(row), column, printed, Verdict::NotReproducible, note);
    cell.ours = number(ours);
    cell
}

/// Figures 3 and 4: which block makes the moves.
pub(super) fn usage(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(500, PRINTED_GAMES);
    let mut entry =
        start(table, games, "How the moves are shared among the building blocks (bars without figures).");
    let names = [
        "rSimRan",
        "rEnuRan",
        "rSimEnuRan",
        "rSimEnuLo",
        "rSimEnuAwLo",
        "rSimEnuLoAw",
        "rSimEnuLoCl",
        "rSimEnuLoClf",
    ];
    let mut series: Vec<Series> =
        Block::ALL.iter().map(|block| Series::new(block.name(), Marks::Line, [])).collect();
    for (x, name) in names.into_iter().enumerate() {
        let totals = Totals::of(&Setting::new("9x9|10", RULE, name).play(games, bench));
        let moves: u64 = totals.blocks.iter().sum();
        let shares: Vec<f64> = totals.blocks.iter().map(|&count| count as f64 / moves as f64).collect();
        for (series, &share) in series.iter_mut().zip(&shares) {
            series.points.push((x as f64, 100.0 * share).into());
        }
        let named: serde_json::Map<String, serde_json::Value> =
            Block::ALL.iter().zip(&shares).map(|(b, &s)| (b.name().to_owned(), json!(s))).collect();
        entry.fact(&format!("{name}, 9x9|10"), json!(named), "shares of all moves");
        let note = "no figures are printed; the shares are in the facts and the figure";
        entry.cells.push(Cell::without_ours(name, "usage", json!("a bar"), Verdict::NotReproducible, note));
    }
    series.retain(|series| series.points.iter().any(|point| point.y > 0.0));
    entry.found = "Most moves come from the simple rules; guesses are a few per cent.".into();
    entry.figures.push(Figure {
        title: "Moves by building block, 9x9|10".into(),
        x_label: "strategy".into(),
        y_label: "% of moves".into(),
        x_names: names.iter().map(ToString::to_string).collect(),
        series,
        caption: "Areas open by themselves, so opening zeros' neighbours is no move.".into(),
    });
    entry
}
