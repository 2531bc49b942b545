//! Win rates of the documents' strategies under both rules, so that like is compared with like.

use std::fmt::Write;

use quandary_core::stats::Interval;
use quandary_minesweeper::FirstClick;
use quandary_minesweeper::strategy::FirstMove;

use super::kbs_readings::{self, Line, OF_R, OF_R_AND_G, Place, ReadingSpec};
use super::{Setting, WinRate, conventions, grid};
use crate::judge::{LEVEL, Test, newcombe};
use crate::papers::conclusions::{listed, tally};
use crate::papers::{Bench, Judge, Printed, Table};
use crate::reading::{Reading, TableFit, TableReadings};
use crate::reproduction::{Cell, Fact, Reproduced, Verdict, number};

const BOARDS: [&str; 3] = ["9x9|10", "16x16|40", "16x30|99"];

/// By how many points the printed row of the first action rule exceeds the prediction from the other row, by board.
const GAP: Fact<f64> = Fact::new("{}: first row less that");
/// Win rates by strategy, board and rule.
const RATE: Fact<WinRate> = Fact::new("{}, {}, first click {}");
const SAFE_ROW: &str = "safe first action rule";
const STARRED_ROW: &str = "PAFG*, safe neighbourhood";

/// Games that a printed win rate is from.
const PRINTED_GAMES: u64 = 10_000;

/// Points of a win rate that matter.
const POINTS: f64 = 2.0;
const MATTERS: &str = "2 points of a win rate: the documents argue about differences from 0.2 to 18 points";

/// Games for a printed percentage.
fn games_for(table: &Table, row: usize, column: &str, bench: &Bench<'_>) -> u64 {
    let printed = table.printed(row, column);
    let share = printed.number.unwrap_or(50.0) / 100.0;
    bench.scale.to_see(POINTS / 100.0 - printed.rounding() / 100.0, share, PRINTED_GAMES)
}

/// A player of table 4.1: its name here, its strategy and first cell, and its reading if it is not the player that the
/// table names.
struct Candidate {
    name: &'static str,
    strategy: &'static str,
    first: Option<FirstMove>,
    reading: Option<&'static str>,
}

/// The thesis names PAFR, the kbs paper PAR; its text compares the row with PSEQ as if it were PAFG's.
const CANDIDATES: [Candidate; 7] = [
    Candidate { name: "par", strategy: "par", first: None, reading: None },
    Candidate { name: "pafr", strategy: "pafr", first: None, reading: None },
    Candidate {
        name: "pafr from any cell",
        strategy: "pafr",
        first: Some(FirstMove::Random),
        reading: Some("pafr from any cell: its F is the corner"),
    },
    Candidate {
        name: "pafg",
        strategy: "pafg",
        first: None,
        reading: Some("pafg, corner first: not the player the tables name"),
    },
    Candidate {
        name: "pafg+no-inf",
        strategy: "pafg+no-inf",
        first: None,
        reading: Some("pafg, corner first, without Inf: not the player the tables name"),
    },
    Candidate {
        name: "pafg+everywhere",
        strategy: "pafg+everywhere",
        first: None,
        reading: Some("pafg with G beyond the frontier too: not the player the tables name"),
    },
    Candidate {
        name: "pafg+weights",
        strategy: "pafg+weights",
        first: None,
        reading: Some("pafg with solutions weighted by the mines left: not the player the tables name"),
    },
];

pub(super) fn table_4_1(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The win rate when the first cell may be a mine and when it is safe: the second 10.9, 12 and 8.1 points higher. The \
        thesis calls the player PAFR, the kbs paper PAR: random guessing."
            .into();
    entry.computed =
        "Games of each player that the text allows, under both rules; the notes have their numbers.".into();
    let judge = Judge::of(table);
    for (row, rule) in [(0, FirstClick::Any), (1, FirstClick::Safe)] {
        for board in BOARDS {
            for candidate in &CANDIDATES {
                let mut setting = Setting::new(board, rule, candidate.strategy);
                if let Some(first) = candidate.first {
                    setting = setting.from(first);
                }
                let wins = setting.wins_shared(games_for(table, row, board, bench), bench);
                let judge = Judge { convention: candidate.reading, ..judge };
                let mut cell = judge.percent(row, board, wins, POINTS).saying(format!("n = {}", wins.trials));
                cell.row = format!("{} ({})", cell.row, candidate.name);
                entry.cells.push(cell);
            }
        }
    }
    let safe = BOARDS.map(|board| (board, table.printed(1, board)));
    grid::play(&mut entry, SAFE_ROW, FirstClick::Safe, &safe, bench);
    entry.readings = read_4_1(table, bench);
    // The text's gains are differences of the two rows.
    for (board, stated) in BOARDS.into_iter().zip(Printed::column(["10.9", "12", "8.1"])) {
        let rows = [0, 1].map(|row| table.number(row, board));
        entry.cells.push(difference(("gain in the text", board), stated, rows));
    }
    for board in BOARDS {
        // Without the rule the first cell is a mine with probability mines/cells.
        let (cells, mines) = cells_and_mines(board);
        let predicted = table.number(1, board).unwrap_or(f64::NAN) * (1.0 - mines / cells);
        entry.mention(
            &format!("{board}: safe first row times 1 - mines/cells"),
            predicted,
            &format!("printed in the first row: {}", table.printed(0, board).text),
        );
        let gap = table.number(0, board).unwrap_or(f64::NAN) - predicted;
        entry.state(&GAP.of(&[&board]), gap, "points");
    }
    conventions(&mut entry, MATTERS);
    entry
}

/// Games of an additional reading, by which the tables are not judged.
fn other_games(bench: &Bench<'_>) -> u64 {
    bench.scale.runs(2000, PRINTED_GAMES)
}

/// Table 4.1 under every player that the text allows.
fn read_4_1(table: &Table, bench: &Bench<'_>) -> Option<TableReadings> {
    // The other candidates' readings, and those of algorithms 1 and 2.
    const MORE: [(&str, &str); 6] = [
        ("par+beside", "PAR, and R guesses among the cells beside a number"),
        ("pafr+beside", "PAFR, and R guesses among the cells beside a number"),
        ("pafg+weights+everywhere", "PAFG, G beyond the frontier too and with solutions weighted"),
        ("pafr+both+always-guess+overwrite", "PAFR with algorithms 1 and 2 as printed"),
        ("pafg+both+always-guess+overwrite", "PAFG with algorithms 1 and 2 as printed"),
        ("pafr+overwrite", "PAFR with algorithm 2 as printed"),
    ];
    let lines = |strategy: &str, first: Option<FirstMove>, games: &dyn Fn(usize, &str) -> u64| {
        let line = |(row, rule): (usize, FirstClick)| Line {
            row: table.row_name(row).to_owned(),
            strategy: strategy.to_owned(),
            places: BOARDS
                .map(|board| Place {
                    column: board.to_owned(),
                    board,
                    rule,
                    first,
                    printed: table.printed(row, board).clone(),
                    games: games(row, board),
                })
                .into(),
        };
        [(0, FirstClick::Any), (1, FirstClick::Safe)].map(line)
    };
    let fit = |name: &str, about: &str, lines: &[Line]| {
        let alone = kbs_readings::fit(lines, &[ReadingSpec("", &[], "")], 0, bench)?;
        let rows = alone.fits.into_iter().next()?.rows;
        Some(TableFit::new(Reading::new(name, about), rows))
    };
    let candidates = CANDIDATES.iter().filter_map(|candidate| {
        let about = candidate.reading.unwrap_or("a player that the documents name for this table");
        let games = |row: usize, board: &str| games_for(table, row, board, bench);
        fit(candidate.name, about, &lines(candidate.strategy, candidate.first, &games))
    });
    let more = MORE
        .into_iter()
        .filter_map(|(name, about)| fit(name, about, &lines(name, None, &|_, _| other_games(bench))));
    TableReadings::of(candidates.chain(more).collect())
}

/// Table 4.2: the rows that are played here, under every reading of R and G.
fn read_4_2(table: &Table, bench: &Bench<'_>) -> Option<TableReadings> {
    const CONFIGS: [&str; 4] = ["8x8|10", "9x9|10", "16x16|40", "16x30|99"];
    let line = |row: usize| {
        let (strategy, rules) = ours(table.row_name(row))?;
        let place = |(level, column): (usize, &str)| {
            let config = &table.printed(row, &format!("{column}_cfg")).text;
            Some(Place {
                column: column.to_owned(),
                board: CONFIGS.into_iter().find(|known| known == config)?,
                rule: rules[level],
                first: None,
                printed: table.printed(row, column).clone(),
                games: games_for(table, row, column, bench),
            })
        };
        let places = LEVELS.into_iter().enumerate().filter_map(place).collect();
        Some(Line { row: table.row_name(row).to_owned(), strategy: strategy.to_owned(), places })
    };
    let lines: Vec<Line> = (0..table.rows.len()).filter_map(line).collect();
    kbs_readings::fit(&lines, &OF_R_AND_G, other_games(bench), bench)
}

/// Cells and mines of a board as the documents write it.
fn cells_and_mines(board: &str) -> (f64, f64) {
    let setting = Setting::new(board, FirstClick::Safe, "par");
    (setting.board.cells() as f64, setting.board.mines() as f64)
}

/// A difference stated in the text, of two printed percentages.
fn difference(place: (&str, &str), stated: Printed, of: [Option<f64>; 2]) -> Cell {
    let value = of[1].unwrap_or(f64::NAN) - of[0].unwrap_or(f64::NAN);
    // A small margin, since a difference of decimal fractions is not exact in binary.
    let half = 1.02 * stated.rounding();
    let accepts = Interval { low: value - half, high: value + half };
    Cell::judged(place, stated, number(value), Test::Arithmetic { accepts }, None)
}

pub(super) fn conclude_4_1(entry: &Reproduced) -> Vec<String> {
    let mut sentences: Vec<String> = CANDIDATES
        .iter()
        .map(|candidate| {
            let end = format!("({})", candidate.name);
            let cells: Vec<&Cell> = entry.cells.iter().filter(|cell| cell.row.ends_with(&end)).collect();
            let hits =
                cells.iter().filter(|cell| matches!(cell.verdict, Verdict::Agrees | Verdict::AgreesAs));
            let safe: Vec<String> = cells
                .iter()
                .filter(|cell| cell.row.starts_with("safe"))
                .map(|cell| format!("{:.1}", cell.ours.as_f64().unwrap_or(f64::NAN)))
                .collect();
            format!(
                "{} agrees in {} of {} cells (safe first cell: {}).",
                candidate.name,
                hits.count(),
                cells.len(),
                safe.join(", ")
            )
        })
        .collect();
    sentences.push(grid::conclude(entry, SAFE_ROW, &BOARDS));
    sentences.extend(entry.readings.iter().flat_map(TableReadings::sentences));
    let gaps = BOARDS.map(|board| entry.number(&GAP.of(&[&board])));
    sentences.push(format!(
        "The first row differs from the second times 1 - mines/cells by {:.2}, {:.2} and {:.2} points.",
        gaps[0], gaps[1], gaps[2]
    ));
    sentences.push(tally(entry));
    sentences
}

/// Our strategy for a row of table 4.2, and the rule at each level.
fn ours(name: &str) -> Option<(&'static str, [FirstClick; 3])> {
    match name {
        "PAFR*" => Some(("pafr", [FirstClick::Open; 3])),
        "PAFG*" => Some(("pafg", [FirstClick::Open; 3])),
        "PAFG" => Some(("pafg", [FirstClick::Safe, FirstClick::Open, FirstClick::Open])),
        "PSEQ" => Some(("pseq", [FirstClick::Safe; 3])),
        "PSEQ-D256" => Some(("pseq-d256", [FirstClick::Safe; 3])),
        "cSimEnuLoClf" => Some(("cSimEnuLoClf", [FirstClick::Safe; 3])),
        _ => None,
    }
}

/// Why a solver that table 4.2 quotes is not played here.
fn why_not_run(name: &str) -> &'static str {
    match name {
        "OH" => {
            "quoted; not run: the documents give a name, three rates and a reference whose title is about boards with one mine, \
             and say nothing of how it chooses"
        }
        "LSWPE" | "Pedersen" => {
            "quoted; not run: a limited search with probability estimation, whose limits and estimate the documents do not print; \
             both rows cite one report and print the same rates on the larger boards"
        }
        "CSPStrategy" => {
            "quoted; not run: constraints as Sim and Enu solve them, but how it guesses is not printed"
        }
        _ => {
            "quoted; not run: learned by reinforcement, with features and training that the documents do not print"
        }
    }
}

const LEVELS: [&str; 3] = ["beginner", "intermediate", "expert"];

/// Strategies that are compared under the same rules.
const ALIKE: [&str; 6] = ["pafr", "pafg", "pafg+weights", "cSimEnuLoClf", "pseq", "best"];
const RULES: [FirstClick; 2] = [FirstClick::Safe, FirstClick::Open];

pub(super) fn table_4_2(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "PAFG wins more than every earlier strategy, by 0.2, 8.1 and 5.5 points over PSEQ-D256, and 2.6, 6.7 and 18.1 points \
        more than PAFR. Its rows on the two larger boards were played with a safe neighbourhood, all others with a safe first \
        cell."
            .into();
    let games = bench.scale.runs(2000, 10_000);
    entry.computed = format!(
        "Games of every printed cell whose strategy is here (the note has their number), and {games} games of six strategies under both \
         rules on the same boards."
    );
    let judge = Judge::of(table);
    for row in 0..table.rows.len() {
        for (level, column) in LEVELS.into_iter().enumerate() {
            let config = table.printed(row, &format!("{column}_cfg")).text.clone();
            match ours(table.row_name(row)) {
                Some((strategy, rules)) => {
                    let setting = Setting::new(&config, rules[level], strategy);
                    let wins = setting.wins_shared(games_for(table, row, column, bench), bench);
                    let note =
                        format!("{strategy}, {config}, first click {}, n = {}", rules[level], wins.trials);
                    entry.cells.push(judge.percent(row, column, wins, POINTS).saying(note));
                }
                None => {
                    let printed = table.printed(row, column);
                    let name = table.row_name(row);
                    let note = why_not_run(name);
                    entry.cells.push(Cell::without_ours(name, column, printed, Verdict::Quoted, note));
                }
            }
        }
    }
    // G as the equal-weight ratio over the cells beyond the frontier too.
    let starred = (0..table.rows.len()).find(|&row| table.row_name(row) == "PAFG*");
    for (row, column) in starred.into_iter().flat_map(|row| LEVELS.map(|column| (row, column))) {
        let config = table.printed(row, &format!("{column}_cfg")).text.clone();
        let wins = Setting::new(&config, FirstClick::Open, "pafg+everywhere")
            .wins(games_for(table, row, column, bench), bench);
        let judge = Judge { convention: Some("G beyond the frontier too"), ..judge };
        let mut cell =
            judge.percent(row, column, wins, POINTS).saying(format!("{config}, n = {}", wins.trials));
        cell.row = "PAFG* (pafg+everywhere)".into();
        entry.cells.push(cell);
    }
    if let Some(row) = starred {
        let printed: Vec<_> = BOARDS.into_iter().zip(LEVELS.map(|level| table.printed(row, level))).collect();
        grid::play(&mut entry, STARRED_ROW, FirstClick::Open, &printed, bench);
    }
    entry.readings = read_4_2(table, bench);
    let at = |name: &str, column: &str| {
        (0..table.rows.len())
            .find(|&row| table.row_name(row) == name)
            .and_then(|row| table.number(row, column))
    };
    for (name, low, high, stated) in [
        ("PAFG over PAFR, in the text", "PAFR*", "PAFG*", ["2.6", "6.7", "18.1"]),
        ("PAFG over PSEQ-D256, in the text", "PSEQ-D256", "PAFG", ["0.2", "8.1", "5.5"]),
    ] {
        for (column, stated) in LEVELS.into_iter().zip(Printed::column(stated)) {
            entry.cells.push(difference((name, column), stated, [at(low, column), at(high, column)]));
        }
    }
    for strategy in ALIKE {
        for rule in RULES {
            for board in ["8x8|10", "9x9|10", "16x16|40", "16x30|99"] {
                let wins = Setting::new(board, rule, strategy).wins(games, bench);
                entry.state(&RATE.of(&[&strategy, &board, &rule]), wins.into(), "win rate");
            }
        }
    }
    conventions(&mut entry, MATTERS);
    entry
}

pub(super) fn conclude_4_2(entry: &Reproduced) -> Vec<String> {
    let rate = |strategy: &str, board: &str, rule: FirstClick| {
        WinRate::percent(entry.fact(&RATE.of(&[&strategy, &board, &rule])))
    };
    let mut sentences = Vec::new();
    for rule in RULES {
        for board in &BOARDS[1..] {
            let mut order: Vec<(&str, f64)> =
                ALIKE.map(|strategy| (strategy, rate(strategy, board, rule))).into();
            order.sort_by(|a, b| a.1.total_cmp(&b.1));
            let sample = |name: &str| {
                let rate = entry.fact(&RATE.of(&[&name, board, &rule]))?;
                Some((rate.value?, Some(rate.games as f64)))
            };
            let mut shown = String::new();
            for (place, &(name, rate)) in order.iter().enumerate() {
                if let Some(&before) = place.checked_sub(1).and_then(|before| order.get(before)) {
                    // The order of neighbours that do not differ significantly is open.
                    let apart = match (sample(name), sample(before.0)) {
                        (Some(above), Some(below)) => newcombe(above, below, LEVEL).low > 0.0,
                        _ => false,
                    };
                    shown += if apart { " < " } else { " ~ " };
                }
                let _ = write!(shown, "{name} {rate:.1}");
            }
            sentences.push(format!("{board}, first click {rule} (~: no difference at 99.9 %): {shown}."));
        }
    }
    let leads = |rule: FirstClick| {
        let lead = BOARDS[1..].iter().map(|board| rate("pafg", board, rule) - rate("pseq", board, rule));
        lead.map(|points| format!("{points:+.1}")).collect::<Vec<_>>()
    };
    let printed =
        |name: &str, level: &str| entry.cell(name, level).and_then(Cell::printed_number).unwrap_or(f64::NAN);
    let unlike = LEVELS[1..].iter().map(|level| printed("PAFG", level) - printed("PSEQ", level));
    sentences.push(format!(
        "PAFG less PSEQ on the two larger boards, in points: {} with a safe first cell, {} with a safe neighbourhood; printed, \
         under unlike rules, {}.",
        listed(&leads(FirstClick::Safe)),
        listed(&leads(FirstClick::Open)),
        listed(&unlike.map(|points| format!("{points:+.1}")).collect::<Vec<_>>())
    ));
    sentences.push(grid::conclude(entry, STARRED_ROW, &BOARDS));
    sentences.extend(entry.readings.iter().flat_map(TableReadings::sentences));
    sentences.push(tally(entry));
    sentences
}

pub(super) fn figure_7a(table: &Table, bench: &Bench<'_>) -> Reproduced {
    figure_7(table, bench, FirstClick::Safe)
}

pub(super) fn figure_7b(table: &Table, bench: &Bench<'_>) -> Reproduced {
    figure_7(table, bench, FirstClick::Open)
}

/// The board of figure 7.
const FIGURE_7: &str = "8x10/12";

/// The win rate by first cell on a quarter of 8x10|12.
fn figure_7(table: &Table, bench: &Bench<'_>, rule: FirstClick) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = format!("The win rate of PAR on 8x10|12 by first cell, first click {rule}.");
    entry.computed = "Games of `par` for each of 20 first cells; the notes have their numbers.".into();
    let judge = Judge::of(table);
    for row in 0..4 {
        for col in 1..=5 {
            let setting = Setting::new(FIGURE_7, rule, "par");
            let cell = setting.board.cell(row + 1, col).expect("inside");
            let name = format!("c{col}");
            let games = games_for(table, row, &name, bench);
            let wins = setting.from(FirstMove::Given(cell)).wins_shared(games, bench);
            entry.cells.push(judge.percent(row, &name, wins, POINTS).saying(format!("n = {}", wins.trials)));
        }
    }
    read_figure_7(&mut entry, &judge, rule, bench);
    conventions(&mut entry, MATTERS);
    entry
}

/// Figure 7 under every reading of R and of algorithms 1 and 2, and its cells under the reading that explains the whole
/// figure best.
fn read_figure_7(entry: &mut Reproduced, judge: &Judge<'_>, rule: FirstClick, bench: &Bench<'_>) {
    let table = judge.table;
    let given = |row: usize, col: usize| {
        let board = Setting::new(FIGURE_7, rule, "par").board;
        board.cell(row + 1, col).map(FirstMove::Given)
    };
    let line = |row: usize| Line {
        row: table.row_name(row).to_owned(),
        strategy: "par".into(),
        places: (1..=5)
            .map(|col| Place {
                column: format!("c{col}"),
                board: FIGURE_7,
                rule,
                first: given(row, col),
                printed: table.printed(row, &format!("c{col}")).clone(),
                games: games_for(table, row, &format!("c{col}"), bench),
            })
            .collect(),
    };
    let lines: Vec<Line> = (0..table.rows.len()).map(line).collect();
    let games = bench.scale.runs(PRINTED_GAMES, PRINTED_GAMES);
    let Some(readings) = kbs_readings::fit(&lines, &OF_R, games, bench) else { return };
    if let Some(named) = kbs_readings::under("par", &readings.best, &OF_R) {
        let judge = Judge { convention: Some(&readings.best), ..*judge };
        for (row, col) in (0..lines.len()).flat_map(|row| (1..=5).map(move |col| (row, col))) {
            let mut setting = Setting::new(FIGURE_7, rule, &named);
            setting.first = given(row, col);
            let wins = setting.wins_shared(games, bench);
            let cell = judge.percent(row, &format!("c{col}"), wins, POINTS);
            let mut cell = cell.saying(format!("n = {}", wins.trials));
            cell.row = format!("{} ({named})", cell.row);
            entry.cells.push(cell);
        }
    }
    entry.readings = Some(readings);
}

/// The best and the worst first cell, ours and printed.
pub(super) fn conclude_7(entry: &Reproduced) -> Vec<String> {
    let cells = || entry.cells.iter().filter(|cell| cell.column.starts_with('c') && cell.reading.is_none());
    let place = |cell: &Cell| format!("{},{}", cell.row, &cell.column[1..]);
    let ours = |cell: &&Cell| cell.ours.as_f64().unwrap_or(f64::NAN);
    let printed = |cell: &&Cell| cell.printed_number().unwrap_or(f64::NAN);
    let best = cells().max_by(|a, b| ours(a).total_cmp(&ours(b)));
    let worst = cells().min_by(|a, b| ours(a).total_cmp(&ours(b)));
    let stated = cells().max_by(|a, b| printed(a).total_cmp(&printed(b)));
    let top = best.and_then(|cell| cell.interval);
    let meets =
        |cell: &&Cell| matches!((cell.interval, top), (Some(range), Some(top)) if range.overlaps(&top));
    let alike = cells().filter(meets).count().saturating_sub(1);
    let shown = |cell: Option<&Cell>| {
        cell.map_or_else(|| "none".into(), |cell| format!("{} with {:.1} %", place(cell), ours(&cell)))
    };
    let mut sentences = vec![
        format!(
            "Our best first cell is {}, and the 95 % intervals of {alike} others meet its own; our worst is {}; the printed best is {}.",
            shown(best),
            shown(worst),
            stated.map_or_else(|| "none".into(), place)
        ),
        tally(entry),
    ];
    sentences.extend(entry.readings.iter().flat_map(TableReadings::sentences));
    sentences
}
