//! Inria's report RR-8041: thirteen strategies, their statistics, and which block makes the moves.

use std::collections::BTreeMap;

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::simulate::{GameRecord, Totals};
use quandary_minesweeper::strategy::{Block, Strategy};

use super::{Setting, conventions, share};
use crate::judge::{Evidence, Print, Test};
use crate::papers::conclusions::{sharpness, tally};
use crate::papers::{Bench, Judge, Printed, Table};
use crate::reproduction::{Cell, Fact, Figure, Marks, Reproduced, Series, Verdict, number};

const RULE: FirstClick = FirstClick::Safe;
const PRINTED_GAMES: u64 = 10_000;

/// What matters: of a win rate with three decimals and with two, of a share of timeouts, and of a mean.
const POINTS: f64 = 0.03;
const COARSE_POINTS: f64 = 0.035;
const TIMEOUT_POINTS: f64 = 0.01;
const TENTH: f64 = 0.1;

/// The share of each block among all moves, by strategy and board.
const USAGE: Fact<BTreeMap<String, f64>> = Fact::new("{}, {}");
const LARGEST_GAP: Fact<f64> = Fact::new("largest difference of a share, 13x15|40 and 16x30|99");

/// The strategies of figures 3 and 4, and their boards: the expert level is its own alternate.
const USERS: [&str; 2] = ["cSimRan", "cSimEnuLoClf"];
const LEVELS: [&str; 5] = ["9x9|10", "16x16|40", "16x30|99", "8x8|10", "13x15|40"];

fn start(table: &Table, what: &str) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = what.into();
    entry.computed = "At least 10,000 games per cell of the strategy that is named, first cell safe.".into();
    conventions(
        &mut entry,
        "3 points of a win rate (3.5 where two decimals are printed), 1 point of timeouts, a tenth of a mean, a tenth or one of \
         a median",
    );
    entry.convention(
        "means",
        "Welch's test at 99.9 %; the deviation of the printed games is taken to be that of ours",
    );
    entry.convention("Enu's second", "at most 4,000,000 solutions of the fringe");
    entry.convention("last ties", "drawn at random");
    entry
}

/// What matters for a printed win rate: less where more decimals are printed.
fn points(printed: &Printed) -> f64 {
    if printed.decimals > 2 { POINTS } else { COARSE_POINTS }
}

/// Games for a printed win rate.
fn games_for(table: &Table, row: usize, column: &str, bench: &Bench<'_>) -> u64 {
    let printed = table.printed(row, column);
    let share = printed.number.unwrap_or(0.5);
    bench.scale.to_see(points(printed) - printed.rounding(), share, PRINTED_GAMES)
}

/// A printed win rate beside ours.
fn win_rate(judge: &Judge<'_>, row: usize, column: &str, setting: &Setting, bench: &Bench<'_>) -> Cell {
    let wins = setting.wins(games_for(judge.table, row, column, bench), bench);
    let cell = judge.cell(row, column, &Evidence::Share(wins), points(judge.table.printed(row, column)));
    cell.saying(format!("n = {}", wins.trials))
}

/// A time on another machine.
fn time(table: &Table, row: usize, column: &str) -> Cell {
    let printed = table.printed(row, column);
    Cell::without_ours(
        table.row_name(row),
        column,
        printed,
        Verdict::NotReproducible,
        "time on another machine",
    )
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let mut sentences = vec![tally(entry)];
    sentences.extend(sharpness(entry));
    sentences
}

/// Table 4: win rates.
pub(super) fn win_rates(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = start(table, "Thirteen strategies on 9x9|10 from a random first cell.");
    let judge = Judge { runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    for row in 0..table.rows.len() {
        let setting = Setting::new("9x9|10", RULE, table.row_name(row));
        entry.cells.push(win_rate(&judge, row, "P_win", &setting, bench));
        entry.cells.push(time(table, row, "total_ms"));
    }
    entry.cells.extend(alternate_beginner(bench));
    entry
}

/// "Probing safe cells or acting randomly [...] attains 81 % (65 % in the alternate beginner level)": from a random cell as
/// in the table that the sentence is about, and from the corner as in the tables of levels.
fn alternate_beginner(bench: &Bench<'_>) -> [Cell; 2] {
    const BOARD: &str = "8x8|10";
    let stated = Printed::from("0.65");
    let print = Print { runs: Some(PRINTED_GAMES), rounding: stated.rounding(), matters: points(&stated) };
    let share = stated.number.unwrap_or(f64::NAN);
    let games = bench.scale.to_see(print.matters - print.rounding, share, PRINTED_GAMES);
    [("rSimEnuRan", None), ("cSimEnuRan", Some("from the corner"))].map(|(name, reading)| {
        let wins = Setting::new(BOARD, RULE, name).wins(games, bench);
        let evidence = Evidence::Share(wins);
        let row = format!("{name}, {BOARD}, in the text");
        let test = Test::Number(evidence.against(&print));
        let ours = number(evidence.estimate(&print).value);
        let mut cell = Cell::judged((&row, "P_win"), &stated, ours, test, reading);
        cell.interval = Some(wins.interval());
        cell.saying(format!("n = {}", wins.trials))
    })
}

/// Table 7: first moves.
pub(super) fn first_moves(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = start(table, "Five strategies on 9x9|10 from a random cell, the corner and the middle.");
    let judge = Judge { runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    for row in 0..table.rows.len() {
        for (letter, column) in [("r", "random"), ("c", "corner"), ("m", "middle")] {
            let setting = Setting::new("9x9|10", RULE, &format!("{letter}{}", table.row_name(row)));
            entry.cells.push(win_rate(&judge, row, &format!("{column}_P"), &setting, bench));
            entry.cells.push(time(table, row, &format!("{column}_ms")));
        }
    }
    entry
}

/// Tables 10 and 11: three levels from the corner.
pub(super) fn levels(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = start(table, "Strategies on three boards from the corner.");
    let boards = if table.id == "inria.T10" {
        ["9x9|10", "16x16|40", "16x30|99"]
    } else {
        ["8x8|10", "13x15|40", "16x30|99"]
    };
    let judge = Judge { runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    for row in 0..table.rows.len() {
        for (board, level) in boards.into_iter().zip(["beginner", "intermediate", "expert"]) {
            let column = format!("{level}_P");
            if !table.row_name(row).starts_with('c') {
                let printed = table.printed(row, &column);
                let note = "quoted by the document from elsewhere";
                let name = table.row_name(row);
                entry.cells.push(Cell::without_ours(name, &column, printed, Verdict::Quoted, note));
                continue;
            }
            let setting = Setting::new(board, RULE, table.row_name(row));
            entry.cells.push(win_rate(&judge, row, &column, &setting, bench));
            entry.cells.push(time(table, row, &format!("{level}_ms")));
            let named = format!("{}+scan+one-pick", table.row_name(row));
            if named.parse::<Strategy>().is_ok() {
                let judge = Judge { convention: Some("+scan+one-pick"), ..judge };
                let setting = Setting::new(board, RULE, &named);
                let mut cell = win_rate(&judge, row, &column, &setting, bench);
                cell.row = named;
                entry.cells.push(cell);
            }
        }
    }
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

/// The statistics come as pairs of tables: two halves of one experiment, which is run once.
const HALVES: [(&str, &str); 3] =
    [("inria.T6", "inria.T5"), ("inria.T9", "inria.T8"), ("inria.T13", "inria.T12")];

/// Readings of a strategy that the report leaves open, as its name takes them: how the last ties are broken, how many of the
/// cells that an enumeration proves safe are opened, whether areas open by themselves (footnote 1), and where the
/// distances of algorithm 1 begin. Section 2.2's Laplace estimate is a reading where enumerations are cut.
const READINGS: [&str; 5] = ["+scan", "+one-pick", "+scan+one-pick", "+no-flood", "+fringe"];

/// What the readings are judged by.
const TELLING: [&str; 3] = ["P_w", "nbSolvedCSPs_avg", "nbCellsInFringe_avg"];

/// The readings that are tried for a row: all of them on the beginner's board from the corner, elsewhere the two that
/// change an enumeration together; for the strategy without simple rules those of its footnote. On the expert's board, where
/// enumerations are cut, the Laplace estimate in addition.
fn readings_for(name: &str, corner: bool, cells: f64) -> &'static [&'static str] {
    match (name, corner, cells as u64) {
        ("EnuRan", _, _) => &["+no-flood", "+one-pick", "+no-flood+one-pick"],
        (_, true, ..=81) => &READINGS,
        (_, _, 480..) => &["+scan+one-pick", "+laplace", "+scan+one-pick+laplace"],
        _ => &["+scan+one-pick"],
    }
}

/// Tables 5, 6, 8, 9, 12 and 13: statistics of the games.
pub(super) fn statistics(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = start(table, "Statistics of games: win rate, timeouts, problems solved, their sizes.");
    entry.convention("a problem", "one enumeration of the whole fringe");
    let judge = Judge { runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    let first = HALVES.iter().find(|(second, _)| *second == table.id).map(|(_, first)| *first);
    let source =
        first.and_then(|id| crate::papers::tables().iter().find(|table| table.id == id)).unwrap_or(table);
    for row in 0..table.rows.len() {
        let cell = |column: &str| table.number(row, column).unwrap_or(-1.0);
        let letter = match (cell("first_x") as i64, cell("first_y") as i64) {
            (0, 0) => "c",
            (-1, _) => "r",
            _ => "m",
        };
        let board = format!("{}x{}/{}", cell("lines"), cell("cols"), cell("mines"));
        let setting = Setting::new(&board, RULE, &format!("{letter}{}", table.row_name(row)));
        let games = games_for(source, row, "P_w", bench);
        let records = setting.play_shared(bench.of_entry(&source.id), games, bench);
        let statistics =
            Statistics { judge, row, records: &records, free: cell("lines") * cell("cols") - cell("mines") };
        for column in table.columns.iter().skip(6) {
            let mut cell = statistics.cell(column);
            cell.row = format!("{letter}{} {board}", table.row_name(row));
            entry.cells.push(cell);
        }
        for reading in readings_for(table.row_name(row), letter == "c", cell("lines") * cell("cols")) {
            let named = format!("{letter}{}{reading}", table.row_name(row));
            // A reading that changes nothing in a strategy is skipped.
            if named.parse::<Strategy>().is_err() {
                continue;
            }
            let setting = Setting::new(&board, RULE, &named);
            let records = setting.play_shared(bench.of_entry(&source.id), games, bench);
            let judge = Judge { convention: Some(reading), ..judge };
            let statistics = Statistics { judge, records: &records, ..statistics };
            for column in table.columns.iter().filter(|column| TELLING.contains(&column.as_str())) {
                let mut cell = statistics.cell(column);
                cell.row = format!("{named} {board}");
                entry.cells.push(cell);
            }
        }
    }
    entry
}

/// One row of statistics beside the games that make it again.
struct Statistics<'s> {
    judge: Judge<'s>,
    row: usize,
    records: &'s [GameRecord],
    /// Cells without a mine.
    free: f64,
}

impl Statistics<'_> {
    fn cell(&self, column: &str) -> Cell {
        let Statistics { judge, row, records, .. } = *self;
        let table = judge.table;
        let printed = table.number(row, column).unwrap_or(f64::NAN);
        let enumerates = table.row_name(row).contains("Enu");
        if column == "P_w" {
            let wins = share(records, |r| r.won);
            return judge
                .cell(row, column, &Evidence::Share(wins), POINTS)
                .saying(format!("n = {}", wins.trials));
        }
        let (name, which) = column.rsplit_once('_').unwrap_or((column, ""));
        let value = statistic(name);
        if column != "P_t" && value.is_none() {
            return time(table, row, column);
        }
        if !enumerates && name != "nbUncoveredCells" {
            return judge.definition(row, column, 0.0, "this strategy enumerates nothing");
        }
        let Some(value) = value else {
            let timeouts = share(records, |r| r.csps.timeouts > 0);
            return judge.cell(row, column, &Evidence::Share(timeouts), TIMEOUT_POINTS);
        };
        let values = || records.iter().map(value);
        match which {
            "avg" => judge.cell(row, column, &Evidence::Mean(values().collect()), TENTH * printed.abs()),
            "median" => {
                let matters = (TENTH * printed.abs()).max(1.0);
                judge.cell(row, column, &Evidence::median(values().collect()), matters)
            }
            _ => self.extreme(column, name, which, values()),
        }
    }

    /// The smallest or largest of a sample: a bound where the rules have one that every such sample reaches.
    fn extreme(&self, column: &str, name: &str, which: &str, values: impl Iterator<Item = f64>) -> Cell {
        let Statistics { judge, row, free, .. } = *self;
        let printed = judge.table.number(row, column).unwrap_or(f64::NAN);
        match (name, which) {
            ("nbUncoveredCells", "max") if printed >= free => {
                return judge.definition(
                    row,
                    column,
                    free,
                    "a game that is won opens all cells but the mines",
                );
            }
            ("nbUncoveredCells", "min") if printed <= 1.0 => {
                return judge.definition(
                    row,
                    column,
                    1.0,
                    "the first cell is safe, and the next may be a mine",
                );
            }
            (_, "min") if printed <= 0.0 => {
                return judge.definition(
                    row,
                    column,
                    0.0,
                    "there are games that never ask for an enumeration",
                );
            }
            _ => {}
        }
        let ours = values.reduce(if which == "min" { f64::min } else { f64::max }).unwrap_or(f64::NAN);
        let note = "an extreme of a sample depends on its rarest game";
        let shown = judge.table.printed(row, column);
        let name = judge.table.row_name(row);
        let mut cell = Cell::without_ours(name, column, shown, Verdict::NotReproducible, note);
        cell.ours = number(ours);
        cell
    }
}

/// Figures 3 and 4: which block makes the moves of two strategies on six levels.
pub(super) fn usage(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(PRINTED_GAMES, PRINTED_GAMES);
    let mut entry = start(
        table,
        "How the probed cells of SimRan and SimEnuLoClf come from the building blocks on three levels and three alternate \
         ones (bars without figures); the proportions of the intermediate-alternate and the expert level are almost identical, \
         since their densities are.",
    );
    entry.computed = format!("{games} games of each on each level, from the corner.");
    for name in USERS {
        let mut series: Vec<Series> =
            Block::ALL.iter().map(|block| Series::new(block.name(), Marks::Line, [])).collect();
        for (x, board) in LEVELS.into_iter().enumerate() {
            let totals = Totals::of(&Setting::new(board, RULE, name).play(games, bench));
            let moves = totals.blocks.iter().sum::<u64>().max(1) as f64;
            let shares: Vec<f64> = totals.blocks.iter().map(|&count| count as f64 / moves).collect();
            for (series, &share) in series.iter_mut().zip(&shares) {
                series.points.push((x as f64, 100.0 * share).into());
            }
            let named =
                Block::ALL.iter().zip(&shares).map(|(block, &share)| (block.name().to_owned(), share));
            entry.state(&USAGE.of(&[&name, &board]), named.collect(), "shares of all moves");
            let place = format!("{name}, {board}");
            let note = "no figures are printed; the shares are in the facts and the figure";
            entry.cells.push(Cell::without_ours(&place, "usage", "a bar", Verdict::NotReproducible, note));
        }
        series.retain(|series| series.points.iter().any(|point| point.y > 0.0));
        entry.figures.push(Figure {
            title: format!("Moves of {name} by building block"),
            x_label: "level".into(),
            y_label: "% of moves".into(),
            x_names: LEVELS.iter().filter_map(|board| board.split('|').next()).map(str::to_owned).collect(),
            series,
            caption: "Areas open by themselves, so opening the neighbours of a zero is not a move.".into(),
        });
    }
    let largest_gap = Block::ALL
        .iter()
        .map(|block| {
            let of = |board: &str| usage_of(&entry, USERS[1], board, *block);
            (of("13x15|40") - of("16x30|99")).abs()
        })
        .fold(0.0, f64::max);
    entry.state(&LARGEST_GAP, largest_gap, "of SimEnuLoClf");
    let shape = if games < crate::judge::LEAST {
        Vec::new()
    } else if largest_gap < ALIKE {
        vec!["almost identical".to_owned()]
    } else {
        vec!["not identical".to_owned()]
    };
    let ours = shape.first().cloned().unwrap_or_else(|| "unknown".into());
    let place = ("intermediate-alt and expert", "proportions");
    let cell = Cell::words(place, "almost identical", &ours, shape);
    entry.cells.push(cell.saying(format!("the largest share differs by {largest_gap:.4}; {ALIKE} matters")));
    entry
}

/// Shares that differ by less are almost identical.
const ALIKE: f64 = 0.03;

/// The share of a block among the moves of a strategy on a board; NaN where it was not played.
fn usage_of(entry: &Reproduced, name: &str, board: &str, block: Block) -> f64 {
    let shares = entry.fact(&USAGE.of(&[&name, &board]));
    shares.and_then(|shares| shares.get(block.name()).copied()).unwrap_or(f64::NAN)
}

pub(super) fn conclude_usage(entry: &Reproduced) -> Vec<String> {
    let mut sentences = Vec::new();
    for (name, board) in USERS.into_iter().flat_map(|name| LEVELS.map(|board| (name, board))) {
        let shares = Block::ALL.iter().map(|block| (block.name(), usage_of(entry, name, board, *block)));
        let (block, share) = shares.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(("none", f64::NAN));
        sentences.push(format!("{name}, {board}: most moves come from {block}, {:.1} %.", 100.0 * share));
    }
    sentences.push(format!(
        "The shares of SimEnuLoClf on 13x15|40 and on 16x30|99 differ by at most {:.1} points.",
        100.0 * entry.number(&LARGEST_GAP)
    ));
    sentences.push(tally(entry));
    sentences
}
