//! Table 3: 2x2 2048 "solved", and its exact solution.

use quandary_core::Budget;
use quandary_twenty48::rules::{Board, Fours, Rules, Shape, Start};
use quandary_twenty48::solve::{Question, Solution, solve};
use serde_json::json;

use crate::judge::{Evidence, Print, Test};
use crate::papers::conclusions::tally;
use crate::papers::games::tiny as proof_numbers;
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Fact, Reproduced, Verdict};

const OBJECTIVES: [(u64, u8); 2] = [(16, 4), (32, 5)];

const FORCED: Fact<usize> = Fact::new("cases that are a win under AND");
const LUCKY: Fact<usize> = Fact::new("cases with a lucky line");
const LARGEST_FORCED: Fact<u64> = Fact::new("largest tile that can be forced");
const LEAST_VISITED: Fact<f64> = Fact::new("least share of states visited, per cent");
const MOST_VISITED: Fact<f64> = Fact::new("most share of states visited, per cent");

fn solved(target: u8, play_on: bool) -> Solution<f64> {
    let rules = Rules { shape: Shape::new(2, 2).expect("a known size"), fours: Fours::USUAL };
    let openings: Vec<Board> = rules.starts(Start::TwoTwos).into_iter().map(|(board, _)| board).collect();
    let question = Question { rules, target, play_on, keep_all: false, memory: 1 << 20 };
    solve(&question, &openings, &mut Budget::unlimited(), |_, _, _| {}).expect("2x2 is small")
}

/// Cases that are a win under AND, and cases with a lucky line.
fn counted(solutions: &[Solution<f64>]) -> (usize, usize) {
    let worths = || solutions.iter().flat_map(|solution| &solution.worths);
    (worths().filter(|worth| worth.forced.by_both).count(), worths().filter(|worth| worth.possible).count())
}

pub(in crate::papers) fn forced_cases() -> (usize, usize) {
    counted(&OBJECTIVES.map(|(_, target)| solved(target, true)))
}

pub(super) fn table_3(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "PNS, MCPNS and PPNS solve all 12 cases (six openings of two 2s, objectives 16 and 32) as a win \
        for the player, with chance as the minimising side, looking at less than 1 % of 537 states."
            .into();
    entry.computed =
        "Every position of the 2x2 game, valued exactly: against an opponent who places the tiles, with luck, and \
         against dice."
            .into();
    let solutions = OBJECTIVES.map(|(_, target)| solved(target, true));
    let (forced, possible) = counted(&solutions);
    for row in 0..table.rows.len() {
        let printed = |column: &str| table.printed(row, column);
        // Several printed rows have the same name: the objective distinguishes them.
        let name = format!("{} to {}", table.row_name(row), table.printed(row, "objective").text.clone());
        // A single case that is not a win is a difference.
        let print = Print { runs: None, rounding: 0.0, matters: 1.0 };
        let test = Test::Number(Evidence::Exact(forced as f64).against(&print));
        let cell = Cell::judged((&name, "pos_solved"), printed("pos_solved"), json!(forced), test, None);
        entry.cells.push(cell.saying(format!(
            "wins for the player against an opponent who places 2s and 4s: {forced} of 12; with luck: {possible} of 12"
        )));
        // Its iterations are read under OR, so its conclusion is too: chance helps the player.
        let test = Test::Number(Evidence::Exact(possible as f64).against(&print));
        let place = (format!("{name} (OR)"), "pos_solved");
        let printed_or = printed("pos_solved");
        let cell =
            Cell::judged((&place.0, place.1), printed_or, json!(possible), test, Some("OR: chance helps"));
        entry.cells.push(
            cell.saying("cases with a lucky line; the row's iterations and nodes are read the same way"),
        );
        let objective =
            Cell::without_ours(&name, "objective", printed("objective"), Verdict::Quoted, "a setting");
        entry.cells.push(objective);
        let sets = bench.scale.runs(proof_numbers::SETS, proof_numbers::SETS).min(proof_numbers::SETS);
        proof_numbers::cells(table, row, &name, (bench.seed, sets), &mut entry);
    }
    entry.state(&FORCED, forced, "of 12: six openings, two objectives");
    entry.state(&LUCKY, possible, "of 12");
    entry.convention("opponent", "places a 2 or a 4 on any empty cell");
    entry.convention("p4", "0.1, for the win probabilities");
    for ((objective, target), solution) in OBJECTIVES.into_iter().zip(&solutions) {
        let worth = &solution.worths[0];
        entry.mention(
            &format!("win probability to {objective}"),
            worth.win,
            "optimal play against dice, from two 2s",
        );
        let with = |forced: bool| if forced { "win" } else { "loss" };
        entry.mention(
            &format!("{objective} against 2s only / 4s only"),
            format!("{} / {}", with(worth.forced.by_twos), with(worth.forced.by_fours)),
            "an opponent with one kind of tile",
        );
        let counts = solved(target, false).counts;
        let note =
            format!("{} with a move and {} without; play stops at {objective}", counts.live.0, counts.dead.0);
        entry.mention(&format!("positions before {objective}"), counts.live.0 + counts.dead.0, &note);
        let note = format!(
            "{} + {} up to symmetry; the article's 59 is 57 with a move, \"won\" and \"lost\"",
            counts.live.1, counts.dead.1
        );
        entry.mention(&format!("classes before {objective}"), counts.live.1 + counts.dead.1, &note);
    }
    let whole = solutions[0].counts;
    entry.mention("positions", whole.states, "the whole game; 537 is a combinatorial bound, not a count");
    entry.mention("classes", whole.canonical, "up to rotation and reflection");
    // The largest tile that every opening forces against any tiles.
    let largest =
        (2..=5).filter(|&target| solved(target, true).worths.iter().all(|worth| worth.forced.by_both)).max();
    entry.state(&LARGEST_FORCED, largest.map_or(0, |target| 1_u64 << target), "2x2, either kind of tile");
    // "Less than 1 % of all states": the table's own nodes over the article's own number of states.
    let nodes = (0..table.rows.len()).filter_map(|row| table.number(row, "nodes"));
    let shares: Vec<f64> = nodes.map(|nodes| 100.0 * nodes / f64::from(STATES_CLAIMED)).collect();
    let (least, most) =
        (shares.iter().copied().fold(f64::INFINITY, f64::min), shares.iter().copied().fold(0.0, f64::max));
    entry.state(&LEAST_VISITED, least, "printed nodes of the printed 537 states");
    entry.state(&MOST_VISITED, most, "printed nodes of the printed 537 states");
    let below = if most < 1.0 { "less than 1 %" } else { "1 % or more" };
    entry.cells.push(
        Cell::words(("states visited, in the text", "share"), "less than 1 %", below, vec![below.to_owned()])
            .saying(format!("{least:.1} % to {most:.1} % by the table's own numbers")),
    );
    entry
}

/// The article's number of states.
const STATES_CLAIMED: u32 = 537;

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let (forced, lucky) = (entry.number(&FORCED), entry.number(&LUCKY));
    vec![
        format!(
            "{forced:.0} of 12 cases are a win under the article's own AND rule; in {lucky:.0} of 12 a lucky line exists. The largest \
             tile that can be forced is {:.0}.",
            entry.number(&LARGEST_FORCED)
        ),
        format!(
            "The printed nodes are {:.1} % to {:.1} % of the 537 states.",
            entry.number(&LEAST_VISITED),
            entry.number(&MOST_VISITED)
        ),
        tally(entry),
    ]
}
