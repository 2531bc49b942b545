//! Table 1: 600 Othello positions.

use quandary_core::{Budget, Exhausted};
use quandary_games::othello::{Board, Endgame, Othello, Position, Question};
use quandary_search::proof::{Method, Settings};
use serde_json::json;

use super::tally::{Contender, Tally, uncomparable};
use crate::papers::{Bench, Table};
use crate::study::{Entry, Verdict};

/// Nodes that a search may make for one position. Ten playouts of some thirty moves for each make this about a second.
const NODES: u64 = 20_000;
/// Nodes that alpha-beta may search for the truth of one position.
const TRUTH_NODES: u64 = 3_000_000;
/// The stage that we add: so near the end that the truth of every position is known.
const OUR_PLIES: u32 = 42;

const CONTENDERS: [Contender; 4] = [
    Contender { name: "PPNS", method: Method::Ppns, precision: 1e-5 },
    Contender::proving("PNS", Method::Pns),
    Contender::proving("MCPNS", Method::Mcpns),
    Contender::proving("PPNS that proves", Method::Ppns),
];

/// What all contenders made of one stage.
struct Stage {
    plies: u32,
    positions: u64,
    /// Positions whose truth is known.
    known: u64,
    tallies: [Tally; CONTENDERS.len()],
}

/// Whether the player to move wins, when alpha-beta finds out in time.
fn truth(position: Position, budget: &mut Budget) -> Result<bool, Exhausted> {
    Endgame::new(Board::Eight, 18).reaches(position, 1, budget)
}

fn stage(plies: u32, positions: u64, truth_nodes: u64, bench: &Bench<'_>) -> Stage {
    let rules = Othello(Board::Eight);
    let seed = bench.seed.named(&format!("after {plies} moves"));
    let what = format!("Othello after {plies} moves");
    let (rows, _) = bench.context.map(&what, positions, |index| {
        let root = rules.random_position(plies, &mut seed.stream(index));
        let stop = bench.context.budget.stop();
        let truth = truth(root, &mut Budget::nodes(truth_nodes).with_stop(stop.clone())).ok();
        let reports = CONTENDERS.map(|contender| {
            let base =
                Settings { bytes: 1 << 24, seed: seed.named("playouts"), index, ..Settings::default() };
            let question = Question { rules, root, draw_wins: false };
            let mut budget = Budget::nodes(NODES).with_stop(stop.clone());
            contender.settings(&base).solve(&question, contender.method, &mut budget)
        });
        (truth, reports)
    });
    let mut tallies = [Tally::default(); CONTENDERS.len()];
    for (truth, reports) in &rows {
        for (tally, report) in tallies.iter_mut().zip(reports) {
            tally.add(report, *truth);
        }
    }
    let known = rows.iter().filter(|(truth, _)| truth.is_some()).count() as u64;
    Stage { plies, positions: rows.len() as u64, known, tallies }
}

pub(super) fn table_1(table: &Table, bench: &Bench<'_>) -> Entry {
    let positions = bench.scale.runs(3, 200);
    let stages: Vec<Stage> = [18, 26, 32, OUR_PLIES]
        .into_iter()
        .map(|plies| {
            let truth_nodes = if plies == OUR_PLIES { u64::MAX } else { TRUTH_NODES };
            stage(plies, positions, truth_nodes, bench)
        })
        .collect();
    let mut entry = Entry::new(&table.id, &table.title);
    entry.claimed = "On 200 random Othello positions after 18, 26 and 32 moves each, PPNS with pr = 0.00001 solves most in \
        every stage, 72 % on average."
        .into();
    entry.computed = format!(
        "{positions} positions of each stage, {NODES} nodes for each method and position; the truth by alpha-beta \
         within {TRUTH_NODES} nodes; and a stage of our own after {OUR_PLIES} moves, where the truth of every position is known."
    );
    conventions(&mut entry);
    for row in 0..table.rows.len() {
        let plies = table.number(row, "moves").unwrap_or(0.0) as u32;
        let algorithm = table.rows[row][table.column("algorithm")].shown();
        let found = stages.iter().find(|stage| stage.plies == plies);
        let place = CONTENDERS.iter().position(|contender| contender.name == algorithm);
        let (Some(stage), Some(place)) = (found, place) else { continue };
        push_row(table, row, &format!("{plies} {algorithm}"), stage, &stage.tallies[place], &mut entry);
    }
    for stage in &stages {
        for (contender, tally) in CONTENDERS.iter().zip(&stage.tallies) {
            let note = format!("{} positions, the truth of {} known", stage.positions, stage.known);
            tally.facts(&mut entry, &format!("{} moves, {}", stage.plies, contender.name), &note);
        }
    }
    entry.found = found(&stages);
    entry
}

fn push_row(table: &Table, row: usize, name: &str, stage: &Stage, tally: &Tally, entry: &mut Entry) {
    let printed = |column: &str| table.rows[row][table.column(column)].json();
    let note = "the article's time and memory limits are not printed; ours with our budget";
    for (column, ours) in [("solved", tally.solved), ("unsolved", tally.unsolved), ("out", tally.out)] {
        entry.cells.push(uncomparable(name, column, printed(column), ours as f64, note));
    }
    // Completion follows from the printed counts, which add up.
    let counts = ["solved", "unsolved"].map(|column| table.number(row, column).unwrap_or(0.0));
    let derived = 100.0 * (counts[0] + counts[1]) / 200.0;
    let same = table.number(row, "completion_pct").is_some_and(|printed| (printed - derived).abs() < 0.051);
    let rate = tally.completion();
    let interval = rate.interval();
    let mut cell =
        uncomparable(name, "completion_pct", printed("completion_pct"), 100.0 * rate.value(), note);
    cell.interval =
        Some(quandary_core::stats::Interval { low: 100.0 * interval.low, high: 100.0 * interval.high });
    cell.note = format!(
        "{} by its own formula on the printed counts; ours of {} positions, {} wrong of {} checked",
        if same { "right" } else { "wrong" },
        stage.positions,
        tally.wrong,
        tally.checked
    );
    if !same {
        cell.verdict = Verdict::FormulaSlip;
    }
    entry.cells.push(cell);
}

fn found(stages: &[Stage]) -> String {
    let completion = |place: usize| {
        let printed = stages.iter().filter(|stage| stage.plies != OUR_PLIES);
        let rates: Vec<f64> =
            printed.map(|stage| 100.0 * stage.tallies[place].completion().value()).collect();
        rates.iter().sum::<f64>() / rates.len().max(1) as f64
    };
    let mut text = format!(
        "With our budget PPNS with pr concludes {:.0} % on average, PNS {:.0} %, MCPNS {:.0} %, and PPNS that proves {:.0} %.",
        completion(0),
        completion(1),
        completion(2),
        completion(3)
    );
    if let Some(ours) = stages.iter().find(|stage| stage.plies == OUR_PLIES) {
        let guess = &ours.tallies[0];
        text += &format!(
            " After {OUR_PLIES} moves, where the truth is known, {} of the {} conclusions of PPNS with pr are wrong, and none \
             of the proofs is. \"Solved\" in the table is therefore partly a guess.",
            guess.wrong, guess.checked
        );
    }
    text
}

fn conventions(entry: &mut Entry) {
    entry.convention("question", "does the player to move win? a draw is no win");
    entry.convention("positions", "uniformly random legal squares from the start; passes are free");
    entry.convention("playouts", "k = 10 for each new child; not printed");
    entry.convention("theta", "0.001; not printed for Othello");
    entry.convention("pr", "0.00001 for PPNS, as printed: an estimate; 0 for the others");
    entry.convention("budget", json!({"nodes": NODES, "bytes": 1 << 24, "truth": TRUTH_NODES}));
}
