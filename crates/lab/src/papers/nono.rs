//! Liao's homework (NTU 2016): twelve ways to solve nonograms, and how long each took.
//!
//! The document gives seconds of Matlab on a workstation of 2016, which cannot be measured again; only the order of the
//! methods can. An order agrees if our method is faster or slower than the column's reference method, as printed, by
//! nodes, which are the same on every machine. Our CPU seconds are shown beside the printed ones.

mod claims;

use std::cmp::Ordering;

use quandary_core::{Budget, Exhausted};
use quandary_nonogram::Nonogram;
use quandary_nonogram::generate::Boardgen;
use quandary_nonogram::methods::{Method, run};
use serde_json::json;

use super::conclusions::{listed, tally};
use super::{Bench, Printed, Regenerator, Table};
use crate::judge::Test;
use crate::reproduction::{Cell, Fact, Reproduced, Verdict};

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "nono.METHODS", run: methods, conclude: conclude_methods },
    Regenerator { id: "nono.T1", run: table_1, conclude: conclude_orders },
    Regenerator { id: "nono.T2", run: table_2, conclude: conclude_orders },
    Regenerator { id: "nono.T3", run: table_3, conclude: conclude_3 },
    Regenerator { id: "nono.T4", run: table_4, conclude: conclude_orders },
    Regenerator { id: "nono.C8", run: claims::section_8, conclude: super::sentences::conclude },
];

fn methods(table: &Table, _: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Twelve methods, by id and by name.".into();
    entry.computed = "The methods of `solve nonogram --method`, in order.".into();
    for (row, method) in Method::all().enumerate() {
        let (place, printed) = (format!("{}", row + 1), &table.rows[row]);
        let id = f64::from(method.id());
        let test = Test::Definition { must_be: id };
        entry.cells.push(Cell::judged((&place, "id"), &printed[0], json!(id), test, None));
        let name = method.name();
        let test = Test::Rule { must_be: name.to_owned() };
        entry.cells.push(Cell::judged((&place, "name"), &printed[2], json!(name), test, None));
    }
    entry
}

fn conclude_methods(entry: &Reproduced) -> Vec<String> {
    let slips = entry.cells.iter().filter(|cell| cell.verdict == Verdict::FormulaSlip);
    let slips: Vec<String> = slips
        .map(|cell| format!("{} {} is printed as {}", cell.column, cell.row, cell.printed_text()))
        .collect();
    vec![format!("Not in order: {}.", listed(&slips)), tally(entry)]
}

/// Mean nodes of a method on the boards of a size.
const NODES: Fact<f64> = Fact::new("{} {}: nodes");
/// The share that remains with greedy guessing, by column: of our nodes, and of the printed seconds.
const LEFT_OF_NODES: Fact<f64> = Fact::new("greedy / plain, {}, nodes");
const LEFT_OF_SECONDS: Fact<f64> = Fact::new("greedy / plain, {}, printed seconds");

/// The results of a method on the boards of one size.
struct Run {
    /// Nodes of each board.
    nodes: Vec<u64>,
    /// Cells that the described program reads per node.
    looks: f64,
    /// Boards on which the budget ran out.
    unfinished: usize,
    /// The reason if the whole run was stopped.
    stopped: Option<Exhausted>,
}

impl Run {
    fn mean_nodes(&self) -> f64 {
        self.nodes.iter().sum::<u64>() as f64 / self.nodes.len().max(1) as f64
    }

    /// Cells that the described program reads per board.
    fn mean_work(&self) -> f64 {
        self.looks * self.mean_nodes()
    }

    fn finished(&self) -> bool {
        self.unfinished == 0 && self.stopped.is_none()
    }

    /// The mean work of `boards` boards, or its lower bound if a budget ran out.
    fn least_mean(&self, boards: usize) -> f64 {
        self.looks * self.nodes.iter().sum::<u64>() as f64 / boards.max(1) as f64
    }

    fn summary(&self) -> String {
        let boards = self.nodes.len();
        if self.finished() {
            format!("{:.1} nodes per board, all {boards} boards solved", self.mean_nodes())
        } else {
            format!("{} of {boards} boards unsolved within the budget", self.unfinished)
        }
    }
}

/// Cells that the document's program reads for one node on a square board. It paints a cell (methods 1 to 4) or a row
/// (5 to 10). Cutting by rules or by possible fillings scans the whole board again after every placement, which the
/// document gives as the reason for its times. In the other methods a guess scans the fillings of all lines.
fn looks(id: u8, size: usize) -> f64 {
    let (side, board) = (size as f64, (size * size) as f64);
    match id {
        1 | 3 => 1.0,
        2 | 4 => 1.0 + board,
        5 | 7 => side,
        6 | 8 | 9 | 10 => side + board,
        _ => 2.0 * board,
    }
}

/// Runs a method on the first `count` of the document's boards of a size, with at most `limit` nodes for each. After
/// a board that runs out, the rest is not tried: the printed "> 20 min" was not either.
fn run_boards(id: u8, size: usize, count: usize, limit: u64, bench: &Bench<'_>) -> Run {
    let method = Method::named(&id.to_string()).expect("ids are 1 to 12");
    let mut result = Run { nodes: Vec::new(), looks: looks(id, size), unfinished: 0, stopped: None };
    for picture in Boardgen::document(size).pictures().iter().take(count) {
        result.stopped = bench.context.budget.stop().raised();
        if result.stopped.is_some() || result.unfinished > 0 {
            break;
        }
        let puzzle = Nonogram::of(picture);
        let mut budget = Budget::nodes(limit).with_stop(bench.context.budget.stop().clone());
        let found = run(method, &puzzle, &mut budget);
        result.nodes.push(budget.spent().min(limit));
        // A picture that does not fit would be a wrong answer; it counts as unsolved.
        let solved = matches!(&found, Ok(Some(picture)) if puzzle.fits(picture));
        result.unfinished += usize::from(!solved);
    }
    result
}

/// The printed seconds; more than 20 minutes if they gave up.
fn printed_seconds(printed: &Printed) -> f64 {
    match printed.text.strip_suffix(" min").map(str::parse::<f64>) {
        Some(Ok(minutes)) => 60.0 * minutes,
        _ => printed.number.unwrap_or(f64::INFINITY),
    }
}

/// A run beside the document's seconds: the cells that its program would read, which have another unit.
fn time(table: &Table, row: usize, column: &str, run: &Run) -> Cell {
    let printed = table.printed(row, column);
    let note = format!("seconds of Matlab on another machine, beside cells looked at; {}", run.summary());
    let name = table.row_name(row);
    let mut cell = Cell::without_ours(name, column, printed, Verdict::NotReproducible, &note);
    cell.ours = if run.finished() { json!(run.mean_work()) } else { json!("budget exhausted") };
    cell
}

/// Judges a column: is each method faster or slower than the one in row `reference`, as printed?
fn judge_column(entry: &mut Reproduced, table: &Table, column: &str, reference: usize, runs: &[Run]) {
    let place = table.column(column);
    let printed: Vec<f64> = table.rows.iter().map(|row| printed_seconds(&row[place])).collect();
    let boards = runs.iter().map(|run| run.nodes.len()).max().unwrap_or(0);
    for (row, run) in runs.iter().enumerate() {
        entry.cells.push(time(table, row, column, run));
        entry.state(
            &NODES.of(&[&table.row_name(row), &column]),
            run.mean_nodes(),
            &format!("mean of {} boards, {} cells looked at for each", run.nodes.len(), run.looks),
        );
        if row == reference {
            continue;
        }
        // Equal printed seconds, or two runs that were both given up, say nothing about the order.
        let theirs = match printed[row].partial_cmp(&printed[reference]) {
            Some(Ordering::Less) => "faster",
            Some(Ordering::Greater) => "slower",
            _ => continue,
        };
        let ours = order(run, &runs[reference], boards);
        let accepts = ours.map(str::to_owned).into_iter().collect();
        let column = format!("{column} against {}", table.row_name(reference));
        let cell = Cell::words((table.row_name(row), &column), theirs, ours.unwrap_or("unknown"), accepts);
        entry.cells.push(cell.saying(format!(
            "{:.0} cells looked at per board in {:.1} nodes, against {:.0} in {:.1}{}",
            run.mean_work(),
            run.mean_nodes(),
            runs[reference].mean_work(),
            runs[reference].mean_nodes(),
            if run.finished() { "" } else { ", and more where the budget ran out" }
        )));
    }
}

/// Whether a run reads fewer cells than another; none if their budgets leave it open.
fn order(run: &Run, reference: &Run, boards: usize) -> Option<&'static str> {
    let stopped = run.stopped.or(reference.stopped).is_some();
    match (run.finished(), reference.finished()) {
        _ if stopped => None,
        (true, true) if run.mean_work() < reference.mean_work() => Some("faster"),
        (true, true) if run.mean_work() > reference.mean_work() => Some("slower"),
        (false, true) if run.least_mean(boards) > reference.mean_work() => Some("slower"),
        (true, false) if reference.least_mean(boards) > run.mean_work() => Some("faster"),
        _ => None,
    }
}

/// The reversed orders, and how far the methods are apart.
fn conclude_orders(entry: &Reproduced) -> Vec<String> {
    let orders = || entry.cells.iter().filter(|cell| cell.column.contains(" against "));
    let with = |verdict: Verdict| orders().filter(|cell| cell.verdict == verdict).count();
    let other: Vec<String> = orders()
        .filter(|cell| cell.verdict == Verdict::Disagrees)
        .map(|cell| format!("{} {} ({} here)", cell.row, cell.column, cell.ours.as_str().unwrap_or("?")))
        .collect();
    let nodes = || entry.facts.iter().filter_map(|fact| Some((fact.name.as_str(), fact.value.as_f64()?)));
    let most = nodes().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(("none", f64::NAN));
    let least = nodes().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(("none", f64::NAN));
    vec![
        format!(
            "Of {} printed orders {} are the same here, {} are left open by our budgets, and {} are reversed: {}.",
            orders().count(),
            with(Verdict::Agrees),
            with(Verdict::Undecided),
            other.len(),
            listed(&other)
        ),
        format!("Nodes go from {} {:.1} to {} {:.1}.", least.0, least.1, most.0, most.1),
        tally(entry),
    ]
}

fn describe(entry: &mut Reproduced, boards: usize, limit: u64) {
    entry.convention("boards", format!("boardgen N 10 0.5 0.35 12345 under Python 3, the first {boards}"));
    entry.convention("order", "faster or slower than the reference method, by the cells that the described program looks at, as by the printed \
         seconds; the reference is the first row (table 4: intersection)");
    entry.convention("matters", "which of two methods is the faster");
    entry.convention(
        "cells looked at",
        "for each node: a cell or a row painted, and the whole board where the program cuts; all lines for a guess",
    );
    entry.convention("budget", format!("{limit} nodes per board instead of 20 minutes"));
    entry.convention("random picks", "the next in order: cells column by column, fillings from the left");
}

/// A node limit that stands for "20 minutes".
fn limit(bench: &Bench<'_>, usual: u64, paper: u64) -> u64 {
    // With a number of runs: a quick test of every entry, not a result.
    bench.scale.choose(usual, paper, |runs| usual.min(runs.saturating_mul(10_000)))
}

fn table_1(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let boards = bench.scale.all(10).min(10) as usize;
    let limit = limit(bench, 1 << 27, 1 << 27);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Brute force on 5x5: rule cutting and the Wiki techniques each make it faster, both together most."
            .into();
    entry.computed = "Methods 1 to 4 on the same boards.".into();
    let runs: Vec<Run> = (1..=4).map(|id| run_boards(id, 5, boards, limit, bench)).collect();
    judge_column(&mut entry, table, "5x5", 0, &runs);
    describe(&mut entry, boards, limit);
    entry
}

fn table_2(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let limit = limit(bench, 20_000_000, 1_000_000_000);
    let boards = bench.scale.all(10).min(10) as usize;
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "DFS over whole rows: the Wiki techniques help, rule cutting and state space cutting make it slower."
            .into();
    entry.computed = "Methods 5 to 10 on the ten 5x5 and the ten 7x7 boards.".into();
    for (column, size) in [("5x5", 5), ("7x7", 7)] {
        let runs: Vec<Run> = (5..=10).map(|id| run_boards(id, size, boards, limit, bench)).collect();
        judge_column(&mut entry, table, column, 0, &runs);
    }
    entry.convention(
        "cutting",
        "the document's program scans the whole board again after every row; ours does not, but counts that work as well",
    );
    describe(&mut entry, boards, limit);
    entry
}

fn table_3(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let limit = limit(bench, 20_000, 1_000_000);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Intersection on ten 15x15: guessing greedily cuts the average to a fifth and the longest to a tenth.".into();
    entry.computed =
        "Methods 11 and 12 on the ten 15x15 boards; average, maximum and minimum over the boards.".into();
    let boards = bench.scale.all(10).min(10) as usize;
    let runs: Vec<Run> = [11, 12].map(|id| run_boards(id, 15, boards, limit, bench)).into();
    let of = |run: &Run, column: &str| match column {
        "avg" => run.mean_nodes(),
        "max" => run.nodes.iter().copied().max().unwrap_or(0) as f64,
        _ => run.nodes.iter().copied().min().unwrap_or(0) as f64,
    };
    for column in ["avg", "max", "min"] {
        for (row, run) in runs.iter().enumerate() {
            entry.cells.push(time(table, row, column, run));
        }
        let (plain, greedy) = (of(&runs[0], column), of(&runs[1], column));
        let seconds = [0, 1].map(|row| printed_seconds(table.printed(row, column)));
        let word = |less: bool| if less { "fewer" } else { "more" };
        let whole = runs.iter().all(Run::finished);
        let accepts =
            if whole && greedy != plain { vec![word(greedy < plain).to_owned()] } else { Vec::new() };
        let printed = word(seconds[1] < seconds[0]);
        let place = format!("{column}, greedy against plain");
        let cell = Cell::words(("greedy", &place), printed, word(greedy < plain), accepts);
        entry.cells.push(cell.saying(format!("{greedy} nodes against {plain}")));
        entry.state(&LEFT_OF_NODES.of(&[&column]), greedy / plain, "ours");
        entry.state(&LEFT_OF_SECONDS.of(&[&column]), seconds[1] / seconds[0], "printed");
    }
    describe(&mut entry, boards, limit);
    entry
}

fn conclude_3(entry: &Reproduced) -> Vec<String> {
    let ratio = |of: &Fact<f64>, column: &str| entry.number(&of.of(&[&column]));
    vec![
        format!(
            "Greedy guessing needs {:.2} of the nodes on average and {:.2} at the longest (printed: {:.2} and {:.2} of the \
             seconds).",
            ratio(&LEFT_OF_NODES, "avg"),
            ratio(&LEFT_OF_NODES, "max"),
            ratio(&LEFT_OF_SECONDS, "avg"),
            ratio(&LEFT_OF_SECONDS, "max")
        ),
        tally(entry),
    ]
}

fn table_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The best of each family by size: brute force ends at 5x5, DFS at 7x7, intersection reaches 25x25."
            .into();
    entry.computed = "Methods 4, 7 and 12 on the ten boards of each size.".into();
    let placements = limit(bench, 3_000_000, 300_000_000);
    let boards = bench.scale.all(10).min(10) as usize;
    for (column, size) in [("5x5", 5), ("7x7", 7), ("10x10", 10), ("15x15", 15), ("25x25", 25)] {
        // A guess costs more the larger the board; at 25x25 thousands of fillings are copied for each.
        let guesses = if size < 25 { 20_000 } else { limit(bench, 300, 100_000) };
        let runs: Vec<Run> = [(4, placements), (7, placements), (12, guesses)]
            .map(|(id, limit)| run_boards(id, size, boards, limit, bench))
            .into();
        judge_column(&mut entry, table, column, 2, &runs);
    }
    describe(&mut entry, boards, placements);
    entry.convention(
        "budget of intersection",
        "20000 guesses per board; at 25x25 300, with --scale paper 100000",
    );
    entry
}
