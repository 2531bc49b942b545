//! Sentences of section III about Connect Four and Othello as games.

use quandary_core::Stream;
use quandary_core::rules::Rules;
use quandary_games::connect_four::{Position, STANDARD};
use quandary_games::othello::{Board, Othello};

use crate::papers::sentences::{self, Finding};
use crate::papers::{Bench, Table, tables};
use crate::reproduction::Reproduced;

pub(super) fn section_3(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.all(1000);
    let computed = format!(
        "Every line of Connect Four until a game can be over, {games} random games of Othello, and the printed table 1."
    );
    let mut found = earliest_win();
    found.push(full_boards(games, bench));
    found.extend(stages());
    sentences::judged(table, &computed, &found)
}

/// The ply of the earliest win.
fn earliest_win() -> Vec<Finding> {
    /// Four stones of one side need seven plies.
    const MOST: u32 = 7;
    fn wins_at(position: &Position, left: u32) -> bool {
        if STANDARD.has_four(position.opponent()) {
            return left == 0;
        }
        let mut columns = Vec::new();
        STANDARD.moves(position, &mut columns);
        left > 0 && columns.into_iter().any(|column| wins_at(&STANDARD.apply(position, column), left - 1))
    }
    let start = Position { mover: 0, stones: 0 };
    let ply = (1..=MOST).find(|&ply| wins_at(&start, ply));
    let note = "every line up to the first win; the first player needs four stones";
    vec![
        Finding::new("earliest", ply.map(|ply| format!("ply {ply}")), note),
        Finding::new(
            "earliest",
            Some("ply 13"),
            "no position of the experiment has a win in its twelve plies",
        )
        .reading("counted after the experiment's twelve random plies"),
    ]
}

/// Whether random games of Othello end with a full board.
fn full_boards(games: u64, bench: &Bench<'_>) -> Finding {
    let rules = Othello(Board::Eight);
    let seed = bench.seed.named("random games");
    let left = |stream: &mut Stream| {
        let mut position = rules.random_position(0, stream);
        while !rules.is_over(position) {
            let legal = rules.legal(position);
            position = if legal == 0 {
                rules.pass(position)
            } else {
                let choice = stream.below(u64::from(legal.count_ones()));
                let mut set = legal;
                for _ in 0..choice {
                    set &= set - 1;
                }
                rules.place(position, set.trailing_zeros())
            };
        }
        rules.empty(position).count_ones()
    };
    let ends = bench.context.map("random games of Othello", games, |index| left(&mut seed.stream(index))).0;
    let open = ends.iter().filter(|&&left| left > 0).count();
    let most = ends.iter().max().copied().unwrap_or(0);
    // One game that ends before refutes it; none proves nothing.
    let note = format!("{open} of {} random games end with empty squares, up to {most}", ends.len());
    Finding::new("full", (open > 0).then_some("not always"), note)
}

/// What the text says of table 1, by the table's own numbers.
fn stages() -> Vec<Finding> {
    let table = tables().iter().find(|table| table.id == "access.T1").expect("a table of the article");
    let of = |moves: &str, algorithm: &str| {
        (0..table.rows.len())
            .find(|&row| table.row_name(row) == moves && table.printed(row, "algorithm").text == algorithm)
            .and_then(|row| table.number(row, "completion_pct"))
            .unwrap_or(f64::NAN)
    };
    let moves = ["18", "26", "32"];
    let shares = moves.map(|moves| of(moves, "PPNS"));
    let mean = shares.iter().sum::<f64>() / 3.0;
    let below = moves.iter().filter(|moves| of(moves, "MCPNS") < of(moves, "PNS")).count();
    let ours = if below == 3 { "worse than PNS" } else { "not always worse" };
    vec![
        Finding::new("mean", Some(format!("{mean:.0} %")), format!("the mean of {shares:?}")),
        Finding::new("mcpns", Some(ours), format!("by the printed table, in {below} of 3 stages")),
    ]
}
