//! The Minesweeper of the thesis (chapters 4 and 5), the kbs paper and Inria's report.

mod boards;
mod border;
mod claims;
mod grid;
mod inria;
mod inria_readings;
mod kbs_readings;
mod printed_sign;
mod times;
mod win_rates;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use quandary_core::Seed;
use quandary_core::stats::Rate;
use quandary_minesweeper::simulate::{GameRecord, Games};
use quandary_minesweeper::strategy::FirstMove;
use quandary_minesweeper::{Board, FirstClick, Minesweeper};

use serde::{Deserialize, Serialize};

use super::{Bench, Regenerator};

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "thesis.T4.1", run: win_rates::table_4_1, conclude: win_rates::conclude_4_1 },
    Regenerator { id: "thesis.T4.2", run: win_rates::table_4_2, conclude: win_rates::conclude_4_2 },
    Regenerator { id: "kbs.F7a", run: win_rates::figure_7a, conclude: win_rates::conclude_7 },
    Regenerator { id: "kbs.F7b", run: win_rates::figure_7b, conclude: win_rates::conclude_7 },
    Regenerator { id: "thesis.F5.4", run: border::figure_5_4, conclude: border::conclude_5_4 },
    Regenerator { id: "thesis.F5.5", run: border::figure_5_5, conclude: border::conclude_5_5 },
    Regenerator { id: "thesis.F5.6", run: border::figure_5_6, conclude: border::conclude_border },
    Regenerator { id: "thesis.F5.7", run: border::figure_5_7, conclude: border::conclude_border },
    Regenerator { id: "thesis.eq4.2", run: boards::equation_4_2, conclude: boards::conclude_4_2 },
    Regenerator { id: "kbs.F4a", run: boards::figure_4a, conclude: boards::conclude_4a },
    Regenerator { id: "inria.F1", run: boards::figure_1, conclude: boards::conclude_1 },
    Regenerator { id: "inria.T4", run: inria::win_rates, conclude: inria::conclude },
    Regenerator { id: "inria.T5", run: inria::statistics, conclude: inria::conclude },
    Regenerator { id: "inria.T6", run: inria::statistics, conclude: inria::conclude },
    Regenerator { id: "inria.T7", run: inria::first_moves, conclude: inria::conclude },
    Regenerator { id: "inria.T8", run: inria::statistics, conclude: inria::conclude },
    Regenerator { id: "inria.T9", run: inria::statistics, conclude: inria::conclude },
    Regenerator { id: "inria.T10", run: inria::levels, conclude: inria::conclude },
    Regenerator { id: "inria.T11", run: inria::levels, conclude: inria::conclude },
    Regenerator { id: "inria.T12", run: inria::statistics, conclude: inria::conclude },
    Regenerator { id: "inria.T13", run: inria::statistics, conclude: inria::conclude },
    Regenerator { id: "inria.F3", run: inria::usage, conclude: inria::conclude_usage },
    Regenerator { id: "thesis.C4", run: claims::chapter_4, conclude: super::sentences::conclude },
    Regenerator { id: "inria.C4", run: claims::inria, conclude: super::sentences::conclude },
];

/// One setting: the board, the rules and the player.
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
        self.play_from(bench.seed, games, bench)
    }

    /// The command that plays the same games.
    fn command(&self, seed: Seed, games: u64) -> String {
        let Setting { board, rule, strategy, first } = self;
        let first = first.map_or_else(String::new, |first| format!(" --first-cell {}", first.name(*board)));
        format!(
            "quandary simulate minesweeper --board {board} --first-click {rule} --strategy {strategy}{first} --games {games} \
             --seed {}",
            seed.0
        )
    }

    /// This many games; at the quick scale fewer on larger boards, since the cost of a game grows with the square of
    /// the cells: 10,000 on 9x9, 282 on 16x30.
    fn affordable(&self, games: u64, bench: &Bench<'_>) -> u64 {
        const SQUARED_CELLS: u64 = 65_610_000;
        bench.scale.when_quick(games, SQUARED_CELLS / (self.board.cells() as u64).pow(2).max(1))
    }

    fn play_from(&self, seed: Seed, games: u64, bench: &Bench<'_>) -> Vec<GameRecord> {
        let games = self.affordable(games, bench);
        bench.played(games, self.command(seed, games));
        let strategy = self.strategy.parse().expect("the documents' strategies are known");
        let study = Games::new(Minesweeper::new(self.board, self.rule), strategy, self.first, seed);
        study.expect("the documents' rules leave room for the mines").run(games, bench.context).0
    }

    /// Plays it from a seed that several entries share, once for all of them. For tables that are halves of one
    /// experiment; each gives the same result when run alone.
    fn play_shared(&self, seed: Seed, games: u64, bench: &Bench<'_>) -> Arc<Vec<GameRecord>> {
        type GamesByName = Mutex<HashMap<String, Arc<Vec<GameRecord>>>>;
        static PLAYED: LazyLock<GamesByName> = LazyLock::new(GamesByName::default);
        let games = self.affordable(games, bench);
        bench.played(games, self.command(seed, games));
        let name = format!("{self:?} {seed:?} {games}");
        let known = PLAYED.lock().ok().and_then(|played| played.get(&name).cloned());
        known.unwrap_or_else(|| {
            let records = Arc::new(self.play_from(seed, games, bench));
            let whole = records.len() as u64 == games;
            if let (true, Ok(mut played)) = (whole, PLAYED.lock()) {
                played.insert(name, records.clone());
            }
            records
        })
    }

    /// Plays it and counts the wins.
    fn wins(&self, games: u64, bench: &Bench<'_>) -> Rate {
        share(&self.play(games, bench), |record| record.won)
    }

    /// The same, played only once even if several entries need it.
    fn wins_shared(&self, games: u64, bench: &Bench<'_>) -> Rate {
        type RatesByName = Mutex<HashMap<String, Rate>>;
        static COUNTED: LazyLock<RatesByName> = LazyLock::new(RatesByName::default);
        let name = format!("{self:?} {:?} {games}", bench.seed);
        if let Some(known) = COUNTED.lock().ok().and_then(|counted| counted.get(&name).copied()) {
            bench.played(games, self.command(bench.seed, games));
            return known;
        }
        let wins = self.wins(games, bench);
        if let (true, Ok(mut counted)) = (wins.trials == games, COUNTED.lock()) {
            counted.insert(name, wins);
        }
        wins
    }
}

/// A share of our games.
fn share(records: &[GameRecord], is: impl Fn(&GameRecord) -> bool) -> Rate {
    let count = records.iter().filter(|record| is(record)).count() as u64;
    Rate::new(count, records.len() as u64)
}

/// The conventions of every entry about its games.
fn conventions(entry: &mut crate::reproduction::Reproduced, matters: &str) {
    entry.convention("boards", "uniform among those the first-click rule allows");
    entry.convention("mine count", "known to the player");
    entry.convention(
        "games",
        "the printed number, or more if more are needed to show a difference that matters; see the notes",
    );
    entry.convention("interval", "Wilson, 95 %; verdicts by Newcombe's interval of the difference, 99.9 %");
    entry.convention("matters", matters);
}

/// A rate as a fact: the share, its interval, and its counts.
#[derive(Serialize, Deserialize)]
struct WinRate {
    value: Option<f64>,
    low: f64,
    high: f64,
    wins: u64,
    games: u64,
}

impl From<Rate> for WinRate {
    fn from(rate: Rate) -> WinRate {
        let interval = rate.interval();
        WinRate {
            value: (rate.trials > 0).then(|| rate.value()),
            low: interval.low,
            high: interval.high,
            wins: rate.successes,
            games: rate.trials,
        }
    }
}

impl WinRate {
    /// In per cent; NaN without games.
    fn percent(rate: Option<WinRate>) -> f64 {
        rate.and_then(|rate| rate.value).map_or(f64::NAN, |value| 100.0 * value)
    }
}
