//! Chapter 5: solving rates, game length, and the border between puzzles and games.

use quandary_core::stats::Rate;
use quandary_measures::solvability;
use quandary_minesweeper::border::needing_a_guess;
use quandary_minesweeper::simulate::{GameRecord, Totals};
use quandary_minesweeper::strategy::FirstMove;
use quandary_minesweeper::{Board, FirstClick, Minesweeper};
use serde_json::json;

use super::{Setting, conventions, shown};
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Reproduced, Figure, Marks, Point, Series, Verdict};

/// The player of chapter 5.
const PLAYER: &str = "pafg";

pub(super) fn figure_5_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(1000, 5000);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "How the solving rate v of a game is distributed on the three boards; v = 1 is most frequent on \
        9x9|10."
            .into();
    entry.computed = format!(
        "{games} games a board of `{PLAYER}`, first click open, middle first; v is the mean over a game's moves of \
         the probability that the move was safe."
    );
    let boards = ["9x9|10", "16x16|40", "16x30|99"];
    let mut ones = Vec::new();
    let mut series = Vec::new();
    for board in boards {
        let records = Setting::new(board, FirstClick::Open, PLAYER).play(games, bench);
        // The first cell is safe by the rule, so a game without a guess has v = 1.
        let one = records.iter().filter(|r| r.guesses == 0).count();
        let below = records.iter().filter(|r| r.mean_safety < 0.9).count();
        let shares = [below, records.len() - below - one, one].map(|n| n as f64 / records.len() as f64);
        ones.push(shares[2]);
        entry.fact(&format!("{board}: shares of v < 0.9, 0.9 to 1, 1"), json!(shares), "");
        series.push(Series::new(
            board,
            Marks::Bars,
            shares.iter().enumerate().map(|(x, &y)| (x as f64, 100.0 * y)),
        ));
    }
    let largest = (0..3).max_by(|&a, &b| ones[a].total_cmp(&ones[b])).map_or("", |i| boards[i]);
    let printed = table.rows[0][table.column("value")].json();
    let verdict = if printed == json!(largest) { Verdict::Agrees } else { Verdict::Disagrees };
    let mut cell = Cell::without_ours(table.row_name(0), "value", printed, verdict, "bars only are printed");
    cell.ours = json!(largest);
    entry.cells.push(cell);
    entry.found = format!(
        "v = 1 in {:.1} %, {:.1} % and {:.1} % of the games.",
        100.0 * ones[0],
        100.0 * ones[1],
        100.0 * ones[2]
    );
    entry.figures.push(Figure {
        title: "Solving rates of the three boards".into(),
        x_label: "v".into(),
        y_label: "% of games".into(),
        x_names: vec!["below 0.9".into(), "0.9 to 1".into(), "1".into()],
        series,
        caption: "v is not defined in the text; the convention is ours.".into(),
    });
    conventions(&mut entry, games);
    entry
}

/// 9x9 or 16x16 for every mine count.
fn sweep(size: usize, games: u64, step: usize, bench: &Bench<'_>) -> Vec<(usize, Vec<GameRecord>)> {
    let most = size * size - 9;
    (1..=most)
        .filter(|mines| mines % step == 1 % step || *mines == most)
        .map(|mines| {
            let board = format!("{size}x{size}/{mines}");
            let setting = Setting::new(&board, FirstClick::Open, PLAYER).from(FirstMove::Middle);
            (mines, setting.play(games, bench))
        })
        .collect()
}

pub(super) fn figure_5_5(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(200, 2000);
    let all = sweep(9, games, 1, bench);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "On 9x9 the game length is largest at 17 mines.".into();
    entry.computed =
        format!("{games} games of `{PLAYER}` for each mine count from 1 to 72, from the centre.");
    let totals: Vec<(usize, Totals)> =
        all.iter().map(|(mines, records)| (*mines, Totals::of(records))).collect();
    let peak = totals.iter().max_by(|a, b| a.1.moves.total_cmp(&b.1.moves)).map_or(0, |(mines, _)| *mines);
    let printed = table.number(0, "value").unwrap_or(0.0);
    // Neighbouring mine counts are within noise of each other at this size.
    let near = (peak as f64 - printed).abs() <= 3.0;
    let verdict = if near { Verdict::Agrees } else { Verdict::Disagrees };
    let mut cell = Cell::without_ours(
        table.row_name(0),
        "value",
        json!(printed),
        verdict,
        "length as chosen cells; mine counts within 3 of the peak cannot be told apart",
    );
    cell.ours = json!(peak);
    entry.cells.push(cell);
    entry.found = format!("The longest games are at {peak} mines.");
    entry.figures.push(Figure {
        title: "Game length and guesses on 9x9".into(),
        x_label: "mines".into(),
        y_label: "moves, guesses".into(),
        x_names: Vec::new(),
        series: vec![
            Series::new("moves", Marks::Points, totals.iter().map(|(m, t)| (*m as f64, t.moves))),
            Series::new("guesses", Marks::Points, totals.iter().map(|(m, t)| (*m as f64, t.guesses))),
        ],
        caption: "Means per game.".into(),
    });
    conventions(&mut entry, games);
    entry
}

pub(super) fn figure_5_6(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(200, 2000);
    let mut entry = border(table, bench, 9, games, 1);
    for (mines, boards, need) in [(1, 72, 0), (2, 2556, 0), (3, 59_640, 24)] {
        if mines == 3 && bench.scale == crate::Scale::Quick {
            continue;
        }
        let board = Board::new(9, 9, mines).expect("the board exists");
        let game = Minesweeper::new(board, FirstClick::Open);
        let centre = board.cell(5, 5).expect("inside");
        let counted = needing_a_guess(&game, centre, bench.context);
        if let Some(found) = counted.filter(|found| found.stopped.is_none()) {
            entry.fact(
                &format!("boards with {mines} mines that need a guess, exactly"),
                json!({"need_a_guess": found.need_a_guess, "boards": found.boards}),
                &format!("by trying all; expected {need} of {boards}"),
            );
        }
    }
    entry
}

pub(super) fn figure_5_7(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(50, 2000);
    let step = if bench.scale == crate::Scale::Quick { 6 } else { 1 };
    border(table, bench, 16, games, step)
}

/// The win rate for every mine count, and the class each printed range claims.
fn border(table: &Table, bench: &Bench<'_>, size: usize, games: u64, step: usize) -> Reproduced {
    let all = sweep(size, games, step, bench);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Mine counts fall into classes: deterministic (p = 1), stochastic (0 < p < 1) and game (p = 0)."
            .into();
    entry.computed = format!(
        "{games} games of `{PLAYER}` for {} mine counts, first click open, from the middle.",
        all.len()
    );
    let rates: Vec<(usize, Rate)> =
        all.iter().map(|(mines, records)| (*mines, Totals::of(records).wins)).collect();
    for row in 0..table.rows.len() {
        let (from, to) = (
            table.number(row, "M_from").unwrap_or(0.0) as usize,
            table.number(row, "M_to").unwrap_or(0.0) as usize,
        );
        let inside: Vec<&(usize, Rate)> = rates.iter().filter(|(m, _)| (from..=to).contains(m)).collect();
        let name = table.row_name(row).to_owned();
        // A class is contradicted by a count whose interval lies outside it.
        let contradicts = |rate: &Rate| match name.split_whitespace().next() {
            Some("deterministic") => rate.successes < rate.trials,
            Some("game") => rate.successes > 0,
            _ => rate.trials >= 1000 && (rate.successes == 0 || rate.successes == rate.trials),
        };
        let against: Vec<usize> =
            inside.iter().filter(|(_, rate)| contradicts(rate)).map(|(m, _)| *m).collect();
        let verdict = if against.is_empty() { Verdict::Agrees } else { Verdict::Disagrees };
        let printed = json!(format!("{from}..{to}"));
        let mut cell = Cell::without_ours(&name, "M_from..M_to", printed, verdict, "");
        cell.ours = json!(
            inside
                .iter()
                .map(|(m, r)| format!("{m}: {}/{}", r.successes, r.trials))
                .collect::<Vec<_>>()
                .join(", ")
        );
        cell.note = if against.is_empty() {
            "a statement about these samples, not a proof (errata M8)".into()
        } else {
            format!("not so at M = {against:?}")
        };
        entry.cells.push(cell);
    }
    let classes = rates.iter().map(|(_, rate)| solvability::classify(*rate, 0.005, 0.95).class.to_string());
    let lost: u64 = rates.iter().map(|(_, rate)| rate.trials - rate.successes).sum();
    let last_sure =
        rates.iter().take_while(|(_, rate)| rate.successes == rate.trials).last().map_or(0, |(m, _)| *m);
    entry.found = format!(
        "All games are won up to M = {last_sure} in this sample; {lost} games are lost in all. A lucky line exists \
         for every M, so no class is empty of wins for certain."
    );
    entry.fact("classes by mine count", json!(classes.collect::<Vec<_>>()), "epsilon 0.005, confidence 0.95");
    entry.figures.push(Figure {
        title: format!("Win rate by mine count on {size}x{size}"),
        x_label: "mines".into(),
        y_label: "p".into(),
        x_names: Vec::new(),
        series: vec![Series {
            name: "ours, 95 %".into(),
            marks: Marks::Intervals,
            points: rates
                .iter()
                .map(|(m, rate)| Point { x: *m as f64, y: rate.value(), interval: Some(rate.interval()) })
                .collect(),
        }],
        caption: "First click open, from the middle.".into(),
    });
    if let Some((mines, records)) = all.first() {
        entry.fact(&format!("{mines} mines"), shown(records), "win rate");
    }
    conventions(&mut entry, games);
    entry
}
