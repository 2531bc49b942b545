//! Every reading of the kbs paper's players against one printed row: which of them give it?

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::strategy::kbs_grid;
use serde::{Deserialize, Serialize};

use super::Setting;
use crate::judge::{Evidence, Print};
use crate::papers::{Bench, Printed};
use crate::reproduction::{Fact, Reproduced};

/// The games of a first look at a reading: most of them are far off.
const FIRST_LOOK: u64 = 1000;
const PRINTED_GAMES: u64 = 10_000;
const MATTERS: f64 = 0.02;

/// How many readings there are, by the name of the row.
const READINGS: Fact<usize> = Fact::new("{}: readings");
/// The readings that are left, by the name of the row and the board.
const LEFT: Fact<Left> = Fact::new("{}: left after {}");

#[derive(Serialize, Deserialize)]
struct Left {
    count: usize,
    names: Vec<String>,
}

/// Plays all readings board by board, each only while it still agrees with the print, and states how many are left.
///
/// A reading that is right would be lost with a probability below 1 %: two looks at each of three boards, at 99.9 % each.
pub(super) fn play(
    entry: &mut Reproduced,
    name: &str,
    rule: FirstClick,
    row: &[(&str, &Printed)],
    bench: &Bench<'_>,
) {
    let mut left = kbs_grid();
    entry.state(&READINGS.of(&[&name]), left.len(), "of A, G and the first move");
    let looks: &[u64] = match bench.scale.by_number() {
        Some(runs) => {
            // A test of the machinery: a few readings, not a result.
            left.truncate(2);
            &[runs]
        }
        // At the quick scale the first look is all: the second one costs ten times as much and leaves few readings out.
        None if bench.scale.when_quick(PRINTED_GAMES, FIRST_LOOK) == FIRST_LOOK => &[FIRST_LOOK],
        None => &[FIRST_LOOK, PRINTED_GAMES],
    };
    for (board, printed) in row {
        let rounding = printed.rounding() / 100.0;
        let print = Print { runs: Some(PRINTED_GAMES), rounding, matters: MATTERS };
        let percent = printed.number.unwrap_or(f64::NAN);
        let mut nearest: Option<(f64, String)> = None;
        for &games in looks {
            left.retain(|reading| {
                let wins = Setting::new(board, rule, reading).wins(games, bench);
                if wins.trials == 0 {
                    return false;
                }
                let gap = (100.0 * wins.value() - percent).abs();
                if nearest.as_ref().is_none_or(|(best, _)| gap < *best)
                    && games == *looks.last().unwrap_or(&0)
                {
                    nearest = Some((gap, format!("{reading} {:.1}", 100.0 * wins.value())));
                }
                Evidence::Share(wins).against(&print).accepts.contains(percent / 100.0)
            });
        }
        let note = nearest.map_or_else(
            || "none was left to play".into(),
            |(_, reading)| format!("printed {}; nearest {reading}", printed.text),
        );
        entry.state(&LEFT.of(&[&name, board]), Left { count: left.len(), names: left.clone() }, &note);
    }
}

/// The readings that are left.
pub(super) fn conclude(entry: &Reproduced, name: &str, boards: &[&str]) -> String {
    let after: Vec<String> = boards
        .iter()
        .map(|board| {
            let left = entry.fact(&LEFT.of(&[&name, board]));
            format!("{:.0} after {board}", left.map_or(f64::NAN, |left| left.count as f64))
        })
        .collect();
    format!(
        "{name}: of {:.0} readings of A, G and the first move, these agree with the print: {}.",
        entry.number(&READINGS.of(&[&name])),
        after.join(", ")
    )
}
