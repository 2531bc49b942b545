//! The iterations and nodes of table 3: proof-number search on 2x2 2048.

use std::collections::HashSet;

use quandary_core::stats::{Interval, Summary, mean};
use quandary_core::{Budget, Seed};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::tree::{Look, Tree};
use quandary_twenty48::rules::{Board, Fours, Rules, Shape, Start};
use quandary_twenty48::solve::inhibitor::{Inhibitor, Reach};
use serde_json::json;

use crate::judge::{NumericTest, Test};
use crate::papers::Table;
use crate::reproduction::{Cell, Reproduced, Verdict};

/// Sets of playouts, for methods with playouts.
pub(crate) const SETS: u64 = 10;

/// One kind of search over the six openings.
struct Run {
    iterations: Summary,
    nodes: Summary,
    /// Concluded as a win, of all openings of all sets.
    wins: u64,
    trials: u64,
    conclusion: Conclusion,
}

fn run(method: Method, target: u8, inhibitor: Inhibitor, precision: f64, (seed, sets): (Seed, u64)) -> Run {
    let (rules, openings) = openings();
    let sets = if matches!(method, Method::Pns | Method::DfPn) { 1 } else { sets };
    let mut run = Run {
        iterations: Summary::default(),
        nodes: Summary::default(),
        wins: 0,
        trials: 0,
        conclusion: Conclusion::Disproved,
    };
    for set in 0..sets {
        for (index, &start) in openings.iter().enumerate() {
            let tree = Reach { rules, start, target, inhibitor };
            let index = set * openings.len() as u64 + index as u64;
            // The article's settings: 60 playouts, theta = 0.01.
            let settings = Settings {
                playouts: 60,
                theta: 0.01,
                precision,
                seed,
                index,
                bytes: 1 << 26,
                ..Settings::default()
            };
            let report = settings.solve(&tree, method, &mut Budget::nodes(2_000_000));
            run.iterations.add(report.iterations as f64);
            run.nodes.add(report.nodes as f64);
            run.trials += 1;
            run.wins += u64::from(report.conclusion.answer() == Some(true));
            run.conclusion = report.conclusion;
        }
    }
    run
}

fn openings() -> (Rules, Vec<Board>) {
    let shape = Shape::new(2, 2).expect("2x2 is a board");
    let rules = Rules { shape, fours: Fours::USUAL };
    let boards = rules.starts(Start::TwoTwos).into_iter().map(|(board, _)| board).collect();
    (rules, boards)
}

/// The fewest moves and spawns together that lead from an opening to the tile, with perfect luck. A search that expands
/// one leaf per iteration needs at least that many iterations to see the win.
fn shortest_line(target: u8) -> Option<u32> {
    let (rules, boards) = openings();
    boards
        .iter()
        .filter_map(|&start| shortest_from(&Reach { rules, start, target, inhibitor: Inhibitor::Friend }))
        .min()
}

fn shortest_from(tree: &Reach) -> Option<u32> {
    let mut layer: HashSet<_> = HashSet::from([tree.root()]);
    for length in 0.. {
        let mut next = HashSet::new();
        for place in &layer {
            match tree.look(place) {
                Look::Over(true) => return Some(length),
                Look::Over(false) => {}
                Look::Open { children, .. } => {
                    next.extend((0..children).map(|index| tree.child(place, index)));
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// The article's pr for this table.
const PRECISION: f64 = 1e-4;

/// The cells `iterations` and `nodes` of a row, under the only reading that makes it a win: chance helps the player.
pub(crate) fn cells(table: &Table, row: usize, name: &str, lots: (Seed, u64), entry: &mut Reproduced) {
    let algorithm = table.row_name(row).to_owned();
    let objective = table.number(row, "objective").unwrap_or(0.0) as u32;
    let target = objective.checked_ilog2().unwrap_or(4) as u8;
    let (method, precision) = match algorithm.as_str() {
        "PNS" => (Method::Pns, 0.0),
        "MCPNS" => (Method::Mcpns, 0.0),
        _ => (Method::Ppns, PRECISION),
    };
    let shortest = shortest_line(target);
    let friend = run(method, target, Inhibitor::Friend, precision, lots);
    let opponent = run(method, target, Inhibitor::Opponent, 0.0, lots);
    for (column, ours) in [("iterations", friend.iterations), ("nodes", friend.nodes)] {
        let printed = table.printed(row, column);
        let estimate = mean([ours.mean()]);
        let note = format!(
            "ours under OR{}, where {} of {} are a win; under AND all {} are {} in {:.1} iterations and {:.1} nodes; how the \
             article counts iterations and nodes, and how it changed the playouts, is not printed; the shortest lucky line has {} \
             plies, so a proof that expands one leaf per iteration cannot have fewer iterations nor as few nodes",
            if precision > 0.0 { " with pr, an estimate" } else { "" },
            friend.wins,
            friend.trials,
            opponent.trials,
            opponent.conclusion.name(),
            opponent.iterations.mean(),
            opponent.nodes.mean(),
            shortest.map_or("no".into(), |length| length.to_string())
        );
        // Every node of a winning line but the last must be expanded, one per iteration, and all of its nodes must be
        // made.
        let least = shortest.map_or(0, |plies| plies + u32::from(column == "nodes"));
        let mut cell = if precision == 0.0 {
            // A bound, not a value: it can contradict a print, never confirm one.
            let accepts = Interval { low: f64::from(least), high: f64::MAX };
            let held = NumericTest { accepts, enough: true, ..NumericTest::nothing(1.0) };
            let test = Test::Number(held);
            Cell::judged((name, column), printed, json!(estimate.value), test, None).saying(note)
        } else {
            Cell::without_ours(name, column, printed, Verdict::NotReproducible, &note)
        };
        cell.ours = json!(estimate.value);
        cell.interval = Some(ours.estimate().interval);
        entry.cells.push(cell);
    }
    entry.mention(
        &format!("{algorithm} to {objective} under AND"),
        format!("{}: {} of {} wins", opponent.conclusion.name(), opponent.wins, opponent.trials),
        &format!("{:.1} iterations, {:.1} nodes, a proof", opponent.iterations.mean(), opponent.nodes.mean()),
    );
}
