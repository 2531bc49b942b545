//! Chapter 5: solving rates, game length, and the border between puzzles and games.

use std::cmp::Ordering;

use quandary_core::stats::{Interval, Rate, Summary};
use quandary_measures::solvability;
use quandary_minesweeper::border::needing_a_guess;
use quandary_minesweeper::simulate::GameRecord;
use quandary_minesweeper::strategy::FirstMove;
use quandary_minesweeper::{Board, FirstClick, Minesweeper};
use serde_json::json;

use super::{Setting, WinRate, conventions, share};
use crate::judge::{Classes, Evidence, LEAST, LEVEL, Print, Test, newcombe};
use crate::papers::conclusions::{listed, tally};
use crate::papers::sentences::compare_shares;
use crate::papers::{Bench, Judge, Printed, Table};
use crate::reproduction::{Cell, Fact, Figure, Marks, Point, Reproduced, Series, number};

/// The player of chapter 5.
const PLAYER: &str = "pafg";

/// The difference of a peak or a border that matters, in mine counts.
const ROWS: f64 = 3.0;

const BOARDS: [&str; 3] = ["9x9|10", "16x16|40", "16x30|99"];

/// The share of games with a solving rate in a class, by board and class.
const SHARE: Fact<WinRate> = Fact::new("{}: {}");
const CERTAIN: &str = "v = 1";
const MOST_GUESSES: Fact<f64> = Fact::new("most guesses");
const MOST_GUESSES_AT: Fact<f64> = Fact::new("mines with the most guesses");
const LOST: Fact<u64> = Fact::new("games lost");
const PLAYED: Fact<u64> = Fact::new("games played");
const ALL_WON_TO: Fact<usize> = Fact::new("all won up to");
const WITHOUT_A_WIN: Fact<usize> = Fact::new("mine counts without a win");
const FIRST_WITHOUT_A_WIN: Fact<usize> = Fact::new("first mine count without a win");

pub(super) fn figure_5_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(5000, 5000);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "How the solving rate v of a game is distributed on the three boards; v = 1 is most frequent on \
        9x9|10."
            .into();
    entry.computed = format!(
        "{games} games per board of `{PLAYER}`, first click open, middle first; v is the mean over a game's moves of \
         the probability that the move was safe."
    );
    let mut ones = Vec::new();
    let mut classes = Vec::new();
    let mut series = Vec::new();
    for board in BOARDS {
        let records = Setting::new(board, FirstClick::Open, PLAYER).play(games, bench);
        // The first cell is safe by the rule, so a game without a guess has v = 1.
        let one = share(&records, |r| r.guesses == 0);
        let below = share(&records, |r| r.guesses > 0 && r.mean_safety < 0.9);
        let between = Rate::new(one.trials - one.successes - below.successes, one.trials);
        for (class, rate) in [("v < 0.9", below), ("0.9 to 1", between), (CERTAIN, one)] {
            entry.state(&SHARE.of(&[&board, &class]), rate.into(), "share of games");
        }
        series.push(Series::new(
            board,
            Marks::Bars,
            [below, between, one].iter().enumerate().map(|(x, rate)| (x as f64, 100.0 * rate.value())),
        ));
        ones.push((board, one));
        classes.push((below, between));
    }
    let printed = table.printed(0, "value");
    let largest =
        ones.iter().max_by(|a, b| a.1.value().total_cmp(&b.1.value())).map_or("", |(board, _)| board);
    let cell = Cell::words((table.row_name(0), "value"), printed, largest, clear_winner(&ones));
    entry.cells.push(cell.saying("bars only are printed"));
    entry.cells.extend(growing_classes(&classes));
    entry.figures.push(Figure {
        title: "Solving rates of the three boards".into(),
        x_label: "v".into(),
        y_label: "% of games".into(),
        x_names: vec!["below 0.9".into(), "0.9 to 1".into(), "1".into()],
        series,
        caption: "v is not defined in the text; the convention is ours.".into(),
    });
    conventions(&mut entry, "which of three shares is the largest, at 99.9 %");
    entry
}

/// "As the board size increases, the ratio of 0.9-1 significantly increases, while the ratio of v<0.9 increases the least":
/// the shares below 0.9 and between 0.9 and 1, board by board.
fn growing_classes(classes: &[(Rate, Rate)]) -> [Cell; 2] {
    let steps: Vec<_> = classes.windows(2).map(|pair| compare_shares(pair[1].1, pair[0].1)).collect();
    let grows = if steps.contains(&Some(Ordering::Less)) {
        Some("does not grow")
    } else {
        steps.iter().all(|step| *step == Some(Ordering::Greater)).then_some("grows")
    };
    let percent = |of: fn(&(Rate, Rate)) -> Rate| {
        let shown: Vec<String> =
            classes.iter().map(|class| format!("{:.1}", 100.0 * of(class).value())).collect();
        shown.join(", ")
    };
    let (below, between) = (percent(|class| class.0), percent(|class| class.1));
    let sentence = |place, printed: &str, ours: Option<&str>, note: &str| {
        let accepts = ours.map(str::to_owned).into_iter().collect();
        Cell::words((place, "value"), printed, ours.unwrap_or("open"), accepts).saying(note)
    };
    let note = format!("per cent of the games on {}: {between}", listed(&BOARDS.map(str::to_owned)));
    let first = sentence("share of 0.9 to 1 from board to board (5.4)", "grows", grows, &note);
    // From the smallest board to the largest, which share gains more.
    let rise = |of: fn(&(Rate, Rate)) -> Rate| match (classes.first(), classes.last()) {
        (Some(small), Some(large)) => {
            let [small, large] = [small, large].map(of);
            let variance = |rate: Rate| rate.value() * (1.0 - rate.value()) / rate.trials.max(1) as f64;
            (large.value() - small.value(), variance(small) + variance(large))
        }
        _ => (f64::NAN, f64::NAN),
    };
    let (low, middle) = (rise(|class| class.0), rise(|class| class.1));
    let enough = classes.iter().all(|(below, _)| below.trials >= LEAST);
    let gap = middle.0 - low.0;
    let clear = enough && gap.abs() > LEVEL * (low.1 + middle.1).sqrt();
    let least = clear.then_some(if gap > 0.0 { "less than 0.9 to 1" } else { "more than 0.9 to 1" });
    let note = format!("per cent of the games with v < 0.9: {below}");
    [first, sentence("share of v < 0.9 grows (5.4)", "less than 0.9 to 1", least, &note)]
}

/// The name with the largest share, if it is larger than all others at the level of verdicts.
fn clear_winner(shares: &[(&str, Rate)]) -> Vec<String> {
    let of = |rate: Rate| (rate.value(), Some(rate.trials as f64));
    let beats = |one: Rate, other: Rate| {
        one.trials > 0 && other.trials > 0 && newcombe(of(one), of(other), LEVEL).low > 0.0
    };
    let wins = |(place, (_, rate)): &(usize, &(&str, Rate))| {
        shares.iter().enumerate().all(|(other, (_, theirs))| other == *place || beats(*rate, *theirs))
    };
    shares.iter().enumerate().find(wins).map(|(_, (name, _))| (*name).to_owned()).into_iter().collect()
}

pub(super) fn conclude_5_4(entry: &Reproduced) -> Vec<String> {
    let share = |board: &str| WinRate::percent(entry.fact(&SHARE.of(&[&board, &CERTAIN])));
    let ones = BOARDS.map(|board| format!("{:.1}", share(board)));
    vec![
        format!("v = 1 in {} % of the games on {}.", listed(&ones), listed(&BOARDS.map(str::to_owned))),
        tally(entry),
    ]
}

/// 9x9 or 16x16 for every mine count.
fn sweep(size: usize, games: u64, bench: &Bench<'_>) -> Vec<(usize, Vec<GameRecord>)> {
    (1..=size * size - 9)
        .map(|mines| {
            let board = format!("{size}x{size}/{mines}");
            let setting = Setting::new(&board, FirstClick::Open, PLAYER).from(FirstMove::Middle);
            (mines, setting.play(games, bench))
        })
        .collect()
}

pub(super) fn figure_5_5(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(2000, 2000);
    let all = sweep(9, games, bench);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "On 9x9 the game length is largest at 17 mines. The number of guesses rises and then falls, and beyond 17 \
        mines it is mostly greater than at 17."
        .into();
    entry.computed =
        format!("{games} games of `{PLAYER}` for each mine count from 1 to 72, from the centre.");
    let curve = |of: fn(&GameRecord) -> f64| -> Vec<(f64, Summary)> {
        let summary = |records: &Vec<GameRecord>| records.iter().map(of).collect::<Summary>();
        all.iter().map(|(mines, records)| (*mines as f64, summary(records))).collect()
    };
    let lengths = curve(|record| f64::from(record.moves));
    let guesses = curve(|record| f64::from(record.guesses));
    let judge = Judge::of(table);
    let peak = judge.cell(0, "value", &Evidence::Peak(lengths.clone()), ROWS);
    entry.cells.push(peak.saying("length as chosen cells"));
    let held =
        Evidence::Peak(guesses.clone()).against(&Print { runs: Some(games), rounding: 0.0, matters: ROWS });
    let inside = held.accepts.low > 1.0 && held.accepts.high < 72.0;
    let shape = if inside { "rises, then falls" } else { "is highest at an end" };
    let decided = if held.enough { vec![shape.to_owned()] } else { Vec::new() };
    let place = ("guesses over mines (5.5b)", "value");
    entry.cells.push(Cell::words(place, "rises, then falls", shape, decided));
    entry.cells.push(mostly_more(&guesses));
    let top = Evidence::Peak(guesses.clone()).estimate(&Print { runs: None, rounding: 0.0, matters: ROWS });
    entry.state(&MOST_GUESSES_AT, top.value, "mean guesses per game");
    entry.state(&MOST_GUESSES, guesses.iter().map(|(_, s)| s.mean()).fold(0.0, f64::max), "mean per game");
    let series = |name: &str, curve: &[(f64, Summary)]| {
        let point =
            |(x, s): &(f64, Summary)| Point { x: *x, y: s.mean(), interval: Some(s.estimate().interval) };
        Series { name: name.into(), marks: Marks::Intervals, points: curve.iter().map(point).collect() }
    };
    let most = lengths.iter().map(|(_, s)| s.mean()).fold(0.0, f64::max);
    let printed_peak = table.number(0, "value").unwrap_or(f64::NAN);
    entry.figures.push(Figure {
        title: "Game length and guesses on 9x9".into(),
        x_label: "mines".into(),
        y_label: "moves, guesses".into(),
        x_names: Vec::new(),
        series: vec![
            series("moves, 95 %", &lengths),
            series("guesses, 95 %", &guesses),
            Series::new("printed: longest", Marks::Line, [(printed_peak, 0.0), (printed_peak, most)]),
        ],
        caption: "Means per game.".into(),
    });
    conventions(&mut entry, "3 mine counts of a peak");
    entry
}

/// "After 17 mines the number of guesses is mostly greater than at 17": counted over the mine counts that differ
/// significantly from 17.
fn mostly_more(guesses: &[(f64, Summary)]) -> Cell {
    let at =
        guesses.iter().find(|(mines, _)| *mines == 17.0).map(|(_, summary)| *summary).unwrap_or_default();
    let error = |s: &Summary| s.deviation() / (s.count().max(1) as f64).sqrt();
    let later = || guesses.iter().filter(|(mines, _)| *mines > 17.0).map(|(_, summary)| summary);
    let differs = |s: &&Summary| (s.mean() - at.mean()).abs() > LEVEL * error(s).hypot(error(&at));
    let more = later().filter(differs).filter(|s| s.mean() > at.mean()).count();
    let fewer = later().filter(differs).count() - more;
    let ours = if more > fewer { "mostly greater" } else { "mostly smaller" };
    let enough = at.count() >= crate::judge::LEAST && more != fewer;
    let accepts = if enough { vec![ours.to_owned()] } else { Vec::new() };
    let note = format!(
        "greater at {more} of the mine counts above 17, smaller at {fewer}, not significantly different at the rest"
    );
    Cell::words(("guesses beyond 17 mines (5.5b)", "value"), "mostly greater", ours, accepts).saying(note)
}

pub(super) fn conclude_5_5(entry: &Reproduced) -> Vec<String> {
    let words = |row: &str| entry.cell(row, "value").and_then(|cell| cell.ours.as_str()).unwrap_or("?");
    vec![
        format!("The longest games are at {:.0} mines.", entry.ours("game length peak at M", "value")),
        format!(
            "The number of guesses {}, the most ({:.2}) at {:.0} mines; beyond 17 mines it is {} than at 17.",
            words("guesses over mines (5.5b)"),
            entry.number(&MOST_GUESSES),
            entry.number(&MOST_GUESSES_AT),
            words("guesses beyond 17 mines (5.5b)")
        ),
        tally(entry),
    ]
}

pub(super) fn figure_5_6(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(2000, 2000);
    let mut entry = border(table, bench, 9, games);
    unsolvable(&mut entry, table);
    exactly(&mut entry, bench);
    entry
}

/// "37.5 % (54,000) of the instances are unsolvable": the runs of the class `game`, and all that were lost.
fn unsolvable(entry: &mut Reproduced, table: &Table) {
    let game = (0..table.rows.len()).find(|&row| table.row_name(row).starts_with("game"));
    let counts = |column: &str| game.and_then(|row| table.number(row, column)).unwrap_or(f64::NAN);
    let runs = (counts("M_to") - counts("M_from") + 1.0) * 2000.0;
    let exact = |value: f64, printed: &Printed| {
        let slack = printed.rounding();
        Test::Arithmetic { accepts: Interval { low: value - slack, high: value + slack } }
    };
    let note = "2,000 runs for each mine count of the class game";
    let all = Printed::from("54000");
    let cell = Cell::judged(("unsolvable runs", "text"), &all, number(runs), exact(runs, &all), None);
    entry.cells.push(cell.saying(note));
    let printed = Printed::from("0.375");
    let share_of_all = runs / (72.0 * 2000.0);
    let test = exact(share_of_all, &printed);
    let cell = Cell::judged(("unsolvable share", "text"), &printed, number(share_of_all), test, None);
    entry.cells.push(cell.saying(note));
    let (lost, played) = (entry.number(&LOST), entry.number(&PLAYED));
    let rate = Rate::new(lost as u64, played as u64);
    let print = Print { runs: Some(144_000), rounding: printed.rounding(), matters: 0.02 };
    let test = Test::Number(Evidence::Share(rate).against(&print));
    let place = ("instances not solved, any M", "text");
    let cell = Cell::judged(place, printed, number(rate.value()), test, None);
    entry.cells.push(cell.saying("all games that were not won, as the sentence reads"));
}

/// Small mine counts by trying all boards.
fn exactly(entry: &mut Reproduced, bench: &Bench<'_>) {
    let most = bench.scale.choose(3, 4, |_| 2);
    for mines in 1..=most {
        let board = Board::new(9, 9, mines).expect("the board exists");
        let game = Minesweeper::new(board, FirstClick::Open);
        for (name, (row, col)) in [("centre", (5, 5)), ("corner", (1, 1))] {
            let first = board.cell(row, col).expect("inside");
            let counted = needing_a_guess(&game, first, bench.context);
            let Some(found) = counted.filter(|found| found.stopped.is_none()) else { continue };
            entry.mention(
                &format!("boards with {mines} mines that need a guess, from the {name}"),
                json!({"need_a_guess": found.need_a_guess, "boards": found.boards}),
                "by trying all",
            );
            if name == "centre" {
                let class = if found.need_a_guess == 0 { "deterministic" } else { "stochastic" };
                let printed = if mines <= 3 { "deterministic" } else { "stochastic" };
                let place = format!("M = {mines}, all boards");
                let cell = Cell::words((&place, "class"), printed, class, vec![class.to_owned()]);
                let note = format!("{} of {} boards need a guess", found.need_a_guess, found.boards);
                entry.cells.push(cell.saying(note));
            }
        }
    }
}

pub(super) fn figure_5_7(table: &Table, bench: &Bench<'_>) -> Reproduced {
    border(table, bench, 16, bench.scale.runs(2000, 2000))
}

/// The first word of a class.
fn class(table: &Table, row: usize) -> &str {
    table.row_name(row).split_whitespace().next().unwrap_or("")
}

/// The win rate for every mine count, and where each printed class begins.
fn border(table: &Table, bench: &Bench<'_>, size: usize, games: u64) -> Reproduced {
    let all = sweep(size, games, bench);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Mine counts fall into classes: deterministic (p = 1), stochastic (0 < p < 1) and game (p = 0)."
            .into();
    entry.computed = format!(
        "{games} games of `{PLAYER}` for {} mine counts, first click open, from the middle; from these, at which mine count a \
         sample of the document's 2,000 games would first show each class.",
        all.len()
    );
    let rates: Vec<(usize, Rate)> =
        all.iter().map(|(mines, records)| (*mines, share(records, |r| r.won))).collect();
    let classes = Classes { rates: rates.clone() };
    let print = Print { runs: table.runs, rounding: 0.0, matters: ROWS };
    let judge = Judge::of(table);
    let number_at = |row: usize, column: &str| table.number(row, column).unwrap_or(f64::NAN);
    let last = table.rows.len() - 1;
    for row in 0..=last {
        let named = |mut cell: Cell| {
            cell.row = format!("{} {}", row + 1, table.row_name(row));
            cell
        };
        if row == 0 {
            entry.cells.push(named(judge.definition(0, "M_from", 1.0, "a board has at least one mine")));
        } else {
            let from = number_at(row - 1, "M_from") as usize;
            let to = number_at(row, "M_to") as usize;
            let held = classes.border(class(table, row - 1), class(table, row), (from, to), &print);
            let first = classes.first_of_ours(class(table, row), from).map(|place| place as f64);
            let ours = held.ours.or(first).unwrap_or(f64::NAN);
            let mut cell = judge.held(row, "M_from", ours, Test::Number(held));
            cell.interval = held.enough.then_some(held.accepts);
            entry.cells.push(named(cell));
        }
        let to = if row < last {
            let before = number_at(row + 1, "M_from") - 1.0;
            let test = Test::Arithmetic { accepts: Interval { low: before, high: before } };
            judge.held(row, "M_to", before, test).saying("one less than where the next class begins")
        } else {
            // With the most mines that fit there is only one board.
            let most = (size * size - 9) as f64 - 1.0;
            judge.definition(row, "M_to", most, "the largest mine count leaves a single board, which is won")
        };
        entry.cells.push(named(to));
    }
    let by_epsilon =
        rates.iter().map(|(_, rate)| solvability::classify(*rate, 0.005, 0.95).class.to_string());
    entry.mention(
        "classes by mine count",
        json!(by_epsilon.collect::<Vec<_>>()),
        "epsilon 0.005, confidence 0.95",
    );
    let lost: u64 = rates.iter().map(|(_, rate)| rate.trials - rate.successes).sum();
    let played: u64 = rates.iter().map(|(_, rate)| rate.trials).sum();
    entry.state(&LOST, lost, "over all mine counts");
    entry.state(&PLAYED, played, "over all mine counts");
    let sure =
        rates.iter().take_while(|(_, rate)| rate.successes == rate.trials).last().map_or(0, |(m, _)| *m);
    entry.state(&ALL_WON_TO, sure, "mines, in this sample");
    let none: Vec<usize> = rates.iter().filter(|(_, rate)| rate.successes == 0).map(|(m, _)| *m).collect();
    entry.state(&WITHOUT_A_WIN, none.len(), "in this sample; a lucky line exists for each");
    entry.state(&FIRST_WITHOUT_A_WIN, none.first().copied().unwrap_or(0), "in this sample");
    let wins = rates.iter().map(|(m, rate)| format!("{m}: {}/{}", rate.successes, rate.trials));
    entry.mention("wins by mine count", wins.collect::<Vec<_>>().join(", "), "");
    entry.figures.push(Figure {
        title: format!("Win rate by mine count on {size}x{size}"),
        x_label: "mines".into(),
        y_label: "p".into(),
        x_names: Vec::new(),
        series: std::iter::once(Series {
            name: "ours, 95 %".into(),
            marks: Marks::Intervals,
            points: rates
                .iter()
                .filter(|(_, rate)| rate.trials > 0)
                .map(|(m, rate)| Point { x: *m as f64, y: rate.value(), interval: Some(rate.interval()) })
                .collect(),
        })
        .chain((1..=last).map(|row| {
            let at = number_at(row, "M_from") - 0.5;
            let name = format!("printed: {} from {}", class(table, row), number_at(row, "M_from"));
            Series::new(&name, Marks::Line, [(at, 0.0), (at, 1.0)])
        }))
        .collect(),
        caption: "First click open, from the middle.".into(),
    });
    conventions(
        &mut entry,
        "3 mine counts of a border; a class is a statement about 2,000 games, not a proof",
    );
    entry
}

/// The mine counts between and beyond the printed classes.
fn unclassified(entry: &Reproduced) -> Vec<String> {
    let ends: Vec<&Cell> = entry.cells.iter().filter(|cell| cell.column == "M_to").collect();
    let begins = entry.cells.iter().filter(|cell| cell.column == "M_from").skip(1);
    // Our end of the last class is one less than the most mines that fit.
    let beyond = ends.last().and_then(|cell| cell.ours.as_f64()).map(|most| most + 2.0);
    let next = begins.filter_map(Cell::printed_number).chain(beyond);
    let gap = |(end, next): (&&Cell, f64)| {
        let first = end.printed_number().unwrap_or(f64::NAN) + 1.0;
        match next - first {
            ..=0.0 => None,
            1.0 => Some(format!("{first}")),
            _ => Some(format!("{first} to {}", next - 1.0)),
        }
    };
    ends.iter().zip(next).filter_map(gap).collect()
}

pub(super) fn conclude_border(entry: &Reproduced) -> Vec<String> {
    let mut sentences = vec![format!(
        "All games are won up to M = {:.0} in this sample; {:.0} of {:.0} games are lost in all; no game is won at {:.0} mine \
         counts, the first of them {:.0}.",
        entry.number(&ALL_WON_TO),
        entry.number(&LOST),
        entry.number(&PLAYED),
        entry.number(&WITHOUT_A_WIN),
        entry.number(&FIRST_WITHOUT_A_WIN)
    )];
    let borders: Vec<String> = entry
        .cells
        .iter()
        .filter(|cell| cell.column == "M_from" && cell.numeric_test().is_some())
        .map(|cell| {
            let range = cell.interval.map_or_else(
                || "unknown".to_owned(),
                |range| format!("{:.0} to {:.0}", range.low, range.high),
            );
            let printed = cell.printed_number().unwrap_or(f64::NAN);
            format!("{} from {range} (printed {printed})", cell.row)
        })
        .collect();
    sentences.push(format!("A sample of the document's size could begin: {}.", borders.join("; ")));
    let exact: Vec<String> = entry
        .cells
        .iter()
        .filter(|cell| cell.column == "class")
        .map(|cell| format!("{} {}", cell.row, cell.ours.as_str().unwrap_or("?")))
        .collect();
    if !exact.is_empty() {
        sentences.push(format!("By trying all boards: {}.", exact.join(", ")));
    }
    sentences.push(format!("Mine counts that belong to no printed class: {}.", listed(&unclassified(entry))));
    sentences.push(tally(entry));
    sentences
}
