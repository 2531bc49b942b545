//! Table 3: 2x2 2048 "solved", and what solving it exactly gives.

use quandary_core::Budget;
use quandary_twenty48::rules::{Board, Fours, Rules, Shape, Start};
use quandary_twenty48::solve::{Question, Solution, solve};
use serde_json::json;

use crate::papers::games::tiny as proof_numbers;
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Reproduced, Verdict};

const OBJECTIVES: [(u64, u8); 2] = [(16, 4), (32, 5)];

fn solved(target: u8, play_on: bool) -> Solution<f64> {
    let rules = Rules { shape: Shape::new(2, 2).expect("a known size"), fours: Fours::USUAL };
    let openings: Vec<Board> = rules.starts(Start::TwoTwos).into_iter().map(|(board, _)| board).collect();
    let question = Question { rules, target, play_on, keep_all: false, memory: 1 << 20 };
    solve(&question, &openings, &mut Budget::unlimited(), |_, _, _| {}).expect("2x2 is small")
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
    let forced: usize = solutions.iter().flat_map(|s| &s.worths).filter(|worth| worth.forced.by_both).count();
    let possible: usize = solutions.iter().flat_map(|s| &s.worths).filter(|worth| worth.possible).count();
    for row in 0..table.rows.len() {
        let printed = |column: &str| table.rows[row][table.column(column)].json();
        // The printed rows share their names: the objective tells them apart.
        let name =
            format!("{} to {}", table.row_name(row), table.rows[row][table.column("objective")].shown());
        let mut cell = Cell::without_ours(&name, "pos_solved", printed("pos_solved"), Verdict::Disagrees, "");
        cell.ours = json!(forced);
        cell.note = format!(
            "wins for the player against an opponent who places 2s and 4s: {forced} of 12; with luck: {possible} of 12"
        );
        entry.cells.push(cell);
        let objective =
            Cell::without_ours(&name, "objective", printed("objective"), Verdict::Quoted, "a setting");
        entry.cells.push(objective);
        proof_numbers::cells(table, row, &name, bench.seed, &mut entry);
    }
    entry.found = format!(
        "Neither objective can be forced from any opening: {forced} of 12 cases are a win under the article's own AND \
         rule, {possible} of 12 only show that a lucky line exists. The largest tile that can be forced is 8."
    );
    entry.convention("opponent", "places a 2 or a 4 on any empty cell");
    entry.convention("p4", "0.1, for the win probabilities");
    for ((objective, target), solution) in OBJECTIVES.into_iter().zip(&solutions) {
        let worth = &solution.worths[0];
        entry.fact(
            &format!("win probability to {objective}"),
            worth.win,
            "optimal play against dice, from two 2s",
        );
        let with = |forced: bool| if forced { "win" } else { "loss" };
        entry.fact(
            &format!("{objective} against 2s only / 4s only"),
            format!("{} / {}", with(worth.forced.by_twos), with(worth.forced.by_fours)),
            "an opponent with one kind of tile",
        );
        let counts = solved(target, false).counts;
        let note =
            format!("{} with a move and {} without; play stops at {objective}", counts.live.0, counts.dead.0);
        entry.fact(&format!("positions before {objective}"), counts.live.0 + counts.dead.0, &note);
        let note = format!(
            "{} + {} up to symmetry; the article's 59 is 57 with a move, \"won\" and \"lost\"",
            counts.live.1, counts.dead.1
        );
        entry.fact(&format!("classes before {objective}"), counts.live.1 + counts.dead.1, &note);
    }
    let whole = solutions[0].counts;
    entry.fact("positions", whole.states, "the whole game; 537 is a combinatorial bound, not a count");
    entry.fact("classes", whole.canonical, "up to rotation and reflection");
    entry.fact("largest tile that can be forced", 8, "2x2, either kind of tile");
    entry.fact(
        "share of states visited",
        "1.4 % to 6.0 %",
        "7.5 to 32.33 nodes of 537; \"less than 1 %\" contradicts the table itself",
    );
    entry
}
