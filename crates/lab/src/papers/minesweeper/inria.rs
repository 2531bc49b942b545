//! Inria's report RR-8041: thirteen strategies, their statistics, and which block makes the moves.

use std::collections::BTreeMap;

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::simulate::{GameRecord, Totals};
use quandary_minesweeper::strategy::Block;

use super::inria_readings::{self, Line};
use super::{Setting, conventions, share, times};
use crate::judge::{End, Evidence, Print, Tail, Test};
use crate::papers::conclusions::{sharpness, tally};
use crate::papers::{Bench, Judge, Printed, Table};
use crate::reading::TableReadings;
use crate::reproduction::{Cell, Fact, Reproduced, Verdict, number};

pub(super) const RULE: FirstClick = FirstClick::Safe;
pub(super) const PRINTED_GAMES: u64 = 10_000;

/// The differences that matter: of a win rate with three decimals and with two, of a share of timeouts, and of a mean.
/// The report argues about differences of a few points between strategies.
const POINTS: f64 = 0.02;
const COARSE_POINTS: f64 = 0.025;
const TIMEOUT_POINTS: f64 = 0.01;
const PART: f64 = 0.07;
/// The difference that matters for an extreme: half of it.
const HALF: f64 = 0.5;

/// The share of each block among all moves, by strategy and board.
const USAGE: Fact<BTreeMap<String, f64>> = Fact::new("{}, {}");
const CELL_BY_CELL_GAP: Fact<f64> =
    Fact::new("largest difference of a share, 13x15|40 and 16x30|99, cell by cell");
const LARGEST_GAP: Fact<f64> = Fact::new("largest difference of a share, 13x15|40 and 16x30|99");

/// The strategies of figures 3 and 4, and their boards: the expert level is its own alternate.
const USERS: [&str; 2] = ["cSimRan", "cSimEnuLoClf"];
const LEVELS: [&str; 5] = ["9x9|10", "16x16|40", "16x30|99", "8x8|10", "13x15|40"];

fn start(table: &Table, what: &str) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = what.into();
    entry.computed =
        "Games of the strategy that is named, first cell safe; the notes have their numbers.".into();
    conventions(
        &mut entry,
        "2 points of a win rate (2.5 where two decimals are printed), 1 point of timeouts, 7 % of a mean, 7 % or one of a \
         median, half of an extreme, a time twice as long",
    );
    entry.convention(
        "means",
        "Welch's test at 99.9 %; the deviation of the printed games is taken to be that of ours",
    );
    entry.convention("Enu's second", "at most 4,000,000 solutions of the fringe");
    entry.convention("last ties", "drawn at random");
    entry
}

/// The difference that matters for a printed win rate: less if more decimals are printed.
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
    let games = games_for(judge.table, row, column, bench);
    let wins = share(&setting.play_shared(bench.seed, games, bench), |record| record.won);
    let cell = judge.cell(row, column, &Evidence::Share(wins), points(judge.table.printed(row, column)));
    cell.saying(format!("n = {}", wins.trials))
}

/// A printed win rate by its place, and the games played for it.
struct PrintedRate {
    row: usize,
    column: String,
    setting: (&'static str, String),
}

/// The win rates of a table under all readings, and its cells under the one that explains the whole table best.
fn read_win_rates(entry: &mut Reproduced, judge: &Judge<'_>, rates: &[PrintedRate], bench: &Bench<'_>) {
    let line = |PrintedRate { row, column, setting: (board, strategy) }: &PrintedRate| {
        let printed = judge.table.printed(*row, column);
        Some(Line {
            row: format!("{} {column}", judge.table.row_name(*row)),
            strategy: strategy.clone(),
            board: (*board).to_owned(),
            printed: vec![("P_win".to_owned(), printed.number?, printed.rounding())],
            games: games_for(judge.table, *row, column, bench),
        })
    };
    let lines: Vec<Line> = rates.iter().filter_map(line).collect();
    let Some(readings) = inria_readings::fit(&lines, bench.seed, bench) else { return };
    for PrintedRate { row, column, setting: (board, strategy) } in rates {
        if let Some(named) = inria_readings::under(strategy, &readings.best) {
            let judge = Judge { convention: Some(&readings.best), ..*judge };
            let mut cell = win_rate(&judge, *row, column, &Setting::new(board, RULE, &named), bench);
            cell.row = named;
            entry.cells.push(cell);
        }
    }
    entry.readings = Some(readings);
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let mut sentences = vec![tally(entry)];
    sentences.extend(entry.readings.iter().flat_map(TableReadings::sentences));
    sentences.extend(sharpness(entry));
    sentences
}

/// Table 4: win rates.
pub(super) fn win_rates(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = start(table, "Thirteen strategies on 9x9|10 from a random first cell.");
    let judge = Judge { runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    let mut rates = Vec::new();
    for row in 0..table.rows.len() {
        let setting = Setting::new("9x9|10", RULE, table.row_name(row));
        entry.cells.push(win_rate(&judge, row, "P_win", &setting, bench));
        entry.cells.push(times::cell(table, row, "total_ms"));
        let setting = ("9x9|10", table.row_name(row).to_owned());
        rates.push(PrintedRate { row, column: "P_win".into(), setting });
    }
    read_win_rates(&mut entry, &judge, &rates, bench);
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
    let mut rates = Vec::new();
    for row in 0..table.rows.len() {
        for (letter, column) in [("r", "random"), ("c", "corner"), ("m", "middle")] {
            let strategy = format!("{letter}{}", table.row_name(row));
            let setting = Setting::new("9x9|10", RULE, &strategy);
            entry.cells.push(win_rate(&judge, row, &format!("{column}_P"), &setting, bench));
            entry.cells.push(times::cell(table, row, &format!("{column}_ms")));
            rates.push(PrintedRate { row, column: format!("{column}_P"), setting: ("9x9|10", strategy) });
        }
    }
    read_win_rates(&mut entry, &judge, &rates, bench);
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
    let mut rates = Vec::new();
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
            entry.cells.push(times::cell(table, row, &format!("{level}_ms")));
            rates.push(PrintedRate { row, column, setting: (board, table.row_name(row).to_owned()) });
        }
    }
    read_win_rates(&mut entry, &judge, &rates, bench);
    entry
}

/// A number of one game.
pub(super) type OfGame = fn(&GameRecord) -> f64;

/// A statistic of one game, by the name the tables give it.
pub(super) fn statistic(name: &str) -> Option<OfGame> {
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

/// Tables 5, 6, 8, 9, 12 and 13: statistics of the games.
pub(super) fn statistics(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = start(table, "Statistics of games: win rate, timeouts, problems solved, their sizes.");
    entry.convention("a problem", "one enumeration of the whole fringe");
    let judge = Judge { runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    let halves = halves_of(table);
    let source = halves[0];
    let rows: Vec<StatisticsRow> =
        (0..table.rows.len()).map(|at| StatisticsRow::new(table, at, source, bench)).collect();
    for row in &rows {
        let setting = Setting::new(&row.board, RULE, &row.strategy);
        let records = setting.play_shared(bench.of_entry(&source.id), row.games, bench);
        let statistics = Statistics { judge, row: row.at, records: &records, free: row.free };
        for column in table.columns.iter().skip(SETTINGS) {
            let mut cell = statistics.cell(column);
            cell.row = row.name();
            entry.cells.push(cell);
        }
    }
    let lines = |columns: &dyn Fn(&str) -> bool| -> Vec<Line> {
        rows.iter().map(|row| row.line(&halves, columns)).collect()
    };
    let seed = bench.of_entry(&source.id);
    entry.readings =
        inria_readings::fit(&lines(&|column| table.columns.iter().any(|own| own == column)), seed, bench);
    // Both halves are the same games: the reading of a row is chosen by both.
    let Some(whole) = inria_readings::fit(&lines(&|_| true), seed, bench) else { return entry };
    for row in &rows {
        let Some(choice) = whole.best_of(row.at) else { continue };
        let Some(named) = inria_readings::under(&row.strategy, &choice.reading) else { continue };
        let setting = Setting::new(&row.board, RULE, &named);
        let records = setting.play_shared(seed, row.games, bench);
        let judge = Judge { convention: Some(&choice.reading), ..judge };
        let statistics = Statistics { judge, row: row.at, records: &records, free: row.free };
        let is_time = |column: &&String| column.starts_with("GameDuration");
        for column in table.columns.iter().skip(SETTINGS).filter(|column| !is_time(column)) {
            let mut cell = statistics.cell(column);
            cell.row = format!("{named} {}", row.board);
            entry.cells.push(cell);
        }
    }
    entry
}

/// Columns that describe the setting.
const SETTINGS: usize = 6;

/// The tables of one experiment, first the one that gives it its name.
fn halves_of(table: &Table) -> Vec<&Table> {
    let named = |id: &str| crate::papers::tables().iter().find(|table| table.id == id);
    let pair = HALVES.iter().find(|(second, first)| [*second, *first].contains(&table.id.as_str()));
    match pair {
        // A test may hand in a changed table: the other half is the printed one.
        Some((second, first)) if *first == table.id => {
            [Some(table), named(second)].into_iter().flatten().collect()
        }
        Some((_, first)) => [named(first), Some(table)].into_iter().flatten().collect(),
        None => vec![table],
    }
}

/// The setting of a row of statistics.
pub(super) struct StatisticsRow {
    at: usize,
    pub(super) strategy: String,
    pub(super) board: String,
    pub(super) games: u64,
    /// Cells without a mine.
    free: f64,
}

impl StatisticsRow {
    pub(super) fn new(table: &Table, at: usize, source: &Table, bench: &Bench<'_>) -> StatisticsRow {
        let cell = |column: &str| table.number(at, column).unwrap_or(-1.0);
        let letter = match (cell("first_x") as i64, cell("first_y") as i64) {
            (0, 0) => "c",
            (-1, _) => "r",
            _ => "m",
        };
        StatisticsRow {
            at,
            strategy: format!("{letter}{}", table.row_name(at)),
            board: format!("{}x{}/{}", cell("lines"), cell("cols"), cell("mines")),
            games: games_for(source, at, "P_w", bench),
            free: cell("lines") * cell("cols") - cell("mines"),
        }
    }

    fn name(&self) -> String {
        format!("{} {}", self.strategy, self.board)
    }

    /// Its printed values in some columns of both halves. Their rows are in the same order.
    fn line(&self, halves: &[&Table], columns: &dyn Fn(&str) -> bool) -> Line {
        let of_half = |table: &&Table| -> Vec<(String, f64, f64)> {
            let own = table.columns.iter().skip(SETTINGS).filter(|column| columns(column));
            own.filter_map(|column| {
                let printed = table.printed(self.at, column);
                Some((column.clone(), printed.number?, printed.rounding()))
            })
            .collect()
        };
        Line {
            row: self.name(),
            strategy: self.strategy.clone(),
            board: self.board.clone(),
            printed: halves.iter().flat_map(of_half).collect(),
            games: self.games,
        }
    }
}

/// One row of statistics beside our games with the same setting.
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
            return times::cell(table, row, column);
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
            "avg" => judge.cell(row, column, &Evidence::Mean(values().collect()), PART * printed.abs()),
            "median" => {
                let matters = (PART * printed.abs()).max(1.0);
                judge.cell(row, column, &Evidence::median(values().collect()), matters)
            }
            _ => self.extreme(column, name, which, values()),
        }
    }

    /// The smallest or largest of a sample: a bound, if the rules have one that every such sample reaches.
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
        let end = if which == "min" { End::Smallest } else { End::Largest };
        // Counts of solutions span orders of magnitude, counts of cells and problems do not.
        let tail = Tail::new(values, end, name.ends_with("Solutions"));
        let note = "by how the extremes of as many games like ours are distributed";
        judge.cell(row, column, &Evidence::Extreme(tail), HALF * printed.abs()).saying(note)
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
        for board in LEVELS {
            let totals = Totals::of(&Setting::new(board, RULE, name).play(games, bench));
            let moves = totals.blocks.iter().sum::<u64>().max(1) as f64;
            let shares: Vec<f64> = totals.blocks.iter().map(|&count| count as f64 / moves).collect();
            let named =
                Block::ALL.iter().zip(&shares).map(|(block, &share)| (block.name().to_owned(), share));
            entry.state(&USAGE.of(&[&name, &board]), named.collect(), "shares of all moves");
            let place = format!("{name}, {board}");
            let note = "no figures are printed; the shares are in the facts and the figure";
            entry.cells.push(Cell::without_ours(&place, "usage", "a bar", Verdict::NotReproducible, note));
        }
    }
    let gap = largest_gap(&entry, USERS[1]);
    entry.state(&LARGEST_GAP, gap, "of SimEnuLoClf");
    entry.cells.push(alike(gap, games));
    // Rule 2 of Sim opens the cells around a zero one by one, so they are moves of Sim (section 4.1).
    for strategy in CELL_BY_CELL {
        for board in LEVELS {
            let totals = Totals::of(&Setting::new(board, RULE, strategy).play(games, bench));
            let moves = totals.blocks.iter().sum::<u64>().max(1) as f64;
            let shares = Block::ALL.iter().zip(totals.blocks);
            let named = shares.map(|(block, count)| (block.name().to_owned(), count as f64 / moves));
            let note = "shares of all moves, the neighbours of a zero among them";
            entry.state(&USAGE.of(&[&strategy, &board]), named.collect(), note);
        }
    }
    let gap = largest_gap(&entry, CELL_BY_CELL[1]);
    entry.state(&CELL_BY_CELL_GAP, gap, "of SimEnuLoClf, cell by cell");
    let mut cell = alike(gap, games).reading("cell by cell: the neighbours of a zero are moves of Sim");
    cell.row = format!("{} (cell by cell)", cell.row);
    entry.cells.push(cell);
    entry
}

/// The strategies of figures 3 and 4 if the cells around a zero are opened one by one.
const CELL_BY_CELL: [&str; 2] = ["cSimRan+no-flood", "cSimEnuLoClf+no-flood+scan+one-pick"];

/// The largest difference of a share between the two levels that the report calls alike.
fn largest_gap(entry: &Reproduced, strategy: &str) -> f64 {
    let gap = |block: &Block| {
        let of = |board: &str| usage_of(entry, strategy, board, *block);
        (of("13x15|40") - of("16x30|99")).abs()
    };
    Block::ALL.iter().map(gap).fold(0.0, f64::max)
}

/// "Almost identical", by the largest difference of a share.
fn alike(gap: f64, games: u64) -> Cell {
    let shape = if games < crate::judge::LEAST {
        Vec::new()
    } else if gap < ALIKE {
        vec!["almost identical".to_owned()]
    } else {
        vec!["not identical".to_owned()]
    };
    let ours = shape.first().cloned().unwrap_or_else(|| "unknown".into());
    let place = ("intermediate-alt and expert", "proportions");
    let cell = Cell::words(place, "almost identical", &ours, shape);
    cell.saying(format!("the largest share differs by {gap:.4}; {ALIKE} matters"))
}

/// Shares that differ by less are almost identical.
const ALIKE: f64 = 0.03;

/// The share of a block among the moves of a strategy on a board; NaN if it was not played.
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
    sentences.push(format!(
        "With the neighbours of zeros as moves of Sim they differ by at most {:.1} points.",
        100.0 * entry.number(&CELL_BY_CELL_GAP)
    ));
    sentences.push(tally(entry));
    sentences
}
