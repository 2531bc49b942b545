//! The effect of the sign error of conjecture 3 (errata A1).

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::simulate::Totals;
use serde::{Deserialize, Serialize};

use super::Setting;
use crate::papers::Bench;
use crate::reproduction::{Fact, Reproduced};

/// The results of a strategy on a board.
pub(super) const AUDIT: Fact<Audit> = Fact::new("{}, {}");

#[derive(Serialize, Deserialize)]
pub(super) struct Audit {
    pub(super) games: u64,
    pub(super) mines_opened_as_safe: u64,
    win_rate: f64,
}

/// Plays with the rule as corrected and as printed, and counts the mines opened in the belief that they
/// were safe.
pub(super) fn audit(entry: &mut Reproduced, bench: &Bench<'_>) {
    let games = bench.scale.runs(2000, 10_000);
    for strategy in ["pafg", "pafg+printed-sign"] {
        for board in ["9x9|10", "16x16|40"] {
            let totals = Totals::of(&Setting::new(board, FirstClick::Open, strategy).play(games, bench));
            let audit =
                Audit { games, mines_opened_as_safe: totals.lost_on_certain, win_rate: totals.wins.value() };
            entry.state(&AUDIT.of(&[&strategy, &board]), audit, "conjecture 3 with its second half as named");
        }
    }
}
