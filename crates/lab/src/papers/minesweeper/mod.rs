//! The Minesweeper of the thesis (chapters 4 and 5), the kbs paper and Inria's report.

mod boards;
mod border;
mod inria;
mod printed_sign;
mod win_rates;

use quandary_core::stats::{Estimate, Summary};
use quandary_minesweeper::simulate::{GameRecord, Games, Totals};
use quandary_minesweeper::strategy::FirstMove;
use quandary_minesweeper::{Board, FirstClick, Minesweeper};

use super::{Bench, Expected, Regenerator};

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "thesis.T4.1", run: win_rates::table_4_1 },
    Regenerator { id: "thesis.T4.2", run: win_rates::table_4_2 },
    Regenerator { id: "kbs.F7a", run: win_rates::figure_7a },
    Regenerator { id: "kbs.F7b", run: win_rates::figure_7b },
    Regenerator { id: "thesis.F5.4", run: border::figure_5_4 },
    Regenerator { id: "thesis.F5.5", run: border::figure_5_5 },
    Regenerator { id: "thesis.F5.6", run: border::figure_5_6 },
    Regenerator { id: "thesis.F5.7", run: border::figure_5_7 },
    Regenerator { id: "thesis.eq4.2", run: boards::equation_4_2 },
    Regenerator { id: "kbs.F4a", run: boards::figure_4a },
    Regenerator { id: "inria.F1", run: boards::figure_1 },
    Regenerator { id: "inria.T4", run: inria::win_rates },
    Regenerator { id: "inria.T5", run: inria::statistics },
    Regenerator { id: "inria.T6", run: inria::statistics },
    Regenerator { id: "inria.T7", run: inria::first_moves },
    Regenerator { id: "inria.T8", run: inria::statistics },
    Regenerator { id: "inria.T9", run: inria::statistics },
    Regenerator { id: "inria.T10", run: inria::levels },
    Regenerator { id: "inria.T11", run: inria::levels },
    Regenerator { id: "inria.T12", run: inria::statistics },
    Regenerator { id: "inria.T13", run: inria::statistics },
    Regenerator { id: "inria.F3", run: inria::usage },
];

/// One setting: what is played, and by whom.
#[derive(Clone, Debug)]
struct Setting {
    board: Board,
    rule: FirstClick,
    strategy: String,
    first: Option<FirstMove>,
}

impl Setting {
    fn new(board: &str, rule: FirstClick, strategy: &str) -> Setting {
        let board = board.replace('|', "/").parse().expect("the documents' boards exist");
        Setting { board, rule, strategy: strategy.into(), first: None }
    }

    fn from(mut self, first: FirstMove) -> Setting {
        self.first = Some(first);
        self
    }

    /// Plays it. Every setting of an entry meets the same boards.
    fn play(&self, games: u64, bench: &Bench<'_>) -> Vec<GameRecord> {
        let strategy = self.strategy.parse().expect("the documents' strategies are known");
        let study = Games::new(Minesweeper::new(self.board, self.rule), strategy, self.first, bench.seed);
        study.expect("the documents' rules leave room for the mines").run(games, bench.context).0
    }

    /// The win rate in per cent beside what a sample of `printed_games` may show.
    fn percent(&self, games: u64, printed_games: u64, bench: &Bench<'_>) -> Expected {
        let records = self.play(games, bench);
        share(&records, printed_games, |record| record.won).map(|share| 100.0 * share)
    }
}

/// A share of our games, and where that of a sample of `printed_games` may lie.
fn share(records: &[GameRecord], printed_games: u64, is: impl Fn(&GameRecord) -> bool) -> Expected {
    let count = records.iter().filter(|record| is(record)).count() as u64;
    let rate = quandary_core::stats::Rate::new(count, records.len() as u64);
    let estimate = Estimate { value: rate.value(), interval: rate.interval() };
    Expected::sampled(estimate, records.len() as u64, printed_games)
}

/// A mean of our games, and where that of a sample of `printed_games` may lie.
fn mean(records: &[GameRecord], printed_games: u64, value: impl Fn(&GameRecord) -> f64) -> Expected {
    let summary: Summary = records.iter().map(value).collect();
    Expected::sampled(summary.estimate(), records.len() as u64, printed_games)
}

/// What every entry says about its games.
fn conventions(entry: &mut crate::reproduction::Reproduced, games: u64) {
    entry.convention("boards", "uniform among those the first-click rule allows");
    entry.convention("mine count", "known to the player");
    entry.convention("games per cell", games);
    entry.convention("interval", "Wilson, 95 %");
}

/// The rate of a list of games as a sentence.
fn shown(records: &[GameRecord]) -> String {
    Totals::of(records).wins.to_string()
}
