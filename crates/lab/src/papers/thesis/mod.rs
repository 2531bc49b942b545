//! Liu Chang's thesis (JAIST 2022): the 8-puzzle of chapters 3 and 5 and the law of motion of chapter 2.

mod claims;
mod eight_puzzle;
mod fifteen_levels;
mod law_of_motion;
mod levels;
mod n_puzzle;
mod optimal_play;
mod people;
mod search_progress;

use super::{Formula, Regenerator};

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "thesis.F2.2", run: law_of_motion::figure_2_2, conclude: law_of_motion::conclude_2_2 },
    Regenerator { id: "thesis.T3.1", run: optimal_play::table_3_1, conclude: optimal_play::conclude_3_1 },
    Regenerator { id: "thesis.T3.2", run: optimal_play::table_3_2, conclude: optimal_play::conclude_3_2 },
    Regenerator { id: "thesis.F3.2", run: optimal_play::figure_3_2, conclude: optimal_play::conclude_f3_2 },
    Regenerator { id: "thesis.T3.3", run: people::table_3_3, conclude: people::conclude_3_3 },
    Regenerator { id: "thesis.F3.3", run: people::figure_3_3, conclude: people::conclude_f3_3 },
    Regenerator { id: "thesis.T3.4", run: levels::table_3_4, conclude: levels::conclude_3_4 },
    Regenerator { id: "thesis.T3.5", run: levels::table_3_5, conclude: levels::conclude_3_5 },
    Regenerator {
        id: "thesis.T5.1",
        run: search_progress::table_5_1,
        conclude: search_progress::conclude_5_1,
    },
    Regenerator {
        id: "thesis.F5.3",
        run: search_progress::figure_5_3,
        conclude: search_progress::conclude_f5_3,
    },
    Regenerator { id: "thesis.C3", run: claims::chapter_3, conclude: super::sentences::conclude },
];

/// m from the success rate v.
pub(super) const MASS: Formula =
    Formula { column: "m", inputs: &["v"], text: "m = 1 - v", value: |x| 1.0 - x[0] };
/// p from v.
pub(super) const MOMENTUM: Formula =
    Formula { column: "p", inputs: &["v"], text: "p = m v", value: |x| (1.0 - x[0]) * x[0] };
/// E_p from v.
pub(super) const ENERGY: Formula = Formula {
    column: "Ep",
    inputs: &["v"],
    text: "E_p = 2 m v^2",
    value: |x| 2.0 * (1.0 - x[0]) * x[0] * x[0],
};

/// The columns of tables 3.2 and 3.3 that follow from the success rate v within D moves.
pub(super) static FROM_V_AND_D: [Formula; 5] = [
    MASS,
    Formula {
        column: "GR",
        inputs: &["v", "D"],
        text: "GR = sqrt(2v/D)",
        value: |x| (2.0 * x[0].max(0.0) / x[1]).sqrt(),
    },
    Formula {
        column: "F",
        inputs: &["v", "D"],
        text: "F = m 2v/D",
        value: |x| (1.0 - x[0]) * 2.0 * x[0] / x[1],
    },
    MOMENTUM,
    ENERGY,
];

/// The best reading of the lengths of table 3.2.
pub(super) use optimal_play::best_reading;

/// n along shortest solutions of the 8-puzzle, exactly: without the undo, and with it.
pub(super) fn mean_options() -> (f64, f64) {
    let (without, _) = eight_puzzle::moments(u32::MAX, |path| path.options);
    let (undo, _) = eight_puzzle::moments(u32::MAX, |path| 1.0 - 1.0 / f64::from(path.length));
    (without, without + undo)
}

/// p_i of one search of a uniform 8-puzzle.
pub(super) fn p_shares(
    ties: quandary_search::astar::Ties,
    seed: quandary_core::Seed,
    index: u64,
) -> Option<Vec<f64>> {
    let heuristic = quandary_sliding::solve::heuristic::Heuristic::Manhattan;
    n_puzzle::NPuzzle::ALL[0].search(heuristic, ties, seed, index).map(|searched| searched.shares)
}
