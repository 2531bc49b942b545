//! What the sign error of conjecture 3 does (errata A1).

use quandary_minesweeper::FirstClick;
use quandary_minesweeper::simulate::Totals;
use serde_json::json;

use super::Setting;
use crate::papers::Bench;
use crate::reproduction::Reproduced;

/// Plays with the rule as corrected and as printed, and counts the mines opened in the belief that they
/// were safe.
pub(super) fn audit(entry: &mut Reproduced, bench: &Bench<'_>) {
    let games = bench.scale.runs(2000, 10_000);
    for strategy in ["pafg", "pafg+printed-sign"] {
        for board in ["9x9|10", "16x16|40"] {
            let totals = Totals::of(&Setting::new(board, FirstClick::Open, strategy).play(games, bench));
            entry.fact(
                &format!("{strategy}, {board}"),
                json!({"games": games, "mines_opened_as_safe": totals.lost_on_certain,
                    "win_rate": totals.wins.value()}),
                "conjecture 3 with its second half as named",
            );
        }
    }
}
