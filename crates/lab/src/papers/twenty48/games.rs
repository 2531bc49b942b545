//! The article's player and its games.

use quandary_core::Seed;
use quandary_search::expectimax::{Depth, Evaluate};
use quandary_twenty48::measure::turns::{Counter, Scale, Turn};
use quandary_twenty48::rules::{Board, Rules, Shape, Start};
use quandary_twenty48::simulate::{Finished, play};
use quandary_twenty48::strategy::linear::{AnyLinear, Linear, LinearPlayer, Weights};

use crate::papers::Bench;
use crate::reproduction::Reproduced;

/// The declared candidate for what is not printed. None of it is chosen to fit a printed result: the weights are the
/// only published ones made for exactly this evaluation, the spawns are the game's own, and the threshold follows from
/// the games ([`threshold`]).
pub(super) const WEIGHTS: &str = "lee";
pub(super) const P4: &str = "0.1";

/// Games at depth 2 from which the threshold is taken.
pub(super) const PILOT_GAMES: u64 = 40;

/// The candidate in a few words, for verdicts that depend on it; the conventions of an entry describe it in full.
pub(super) const CANDIDATE: &str = "declared weights and depth, the game's own p4";

/// The rules with this probability of a 4.
pub(super) fn rules(p4: &str) -> Rules {
    Rules { shape: Shape::STANDARD, fours: p4.parse().expect("a probability") }
}

/// The weights with this name and their tables.
pub(super) fn weights(name: &str) -> (&'static Weights, Linear) {
    let weights = Weights::named(name).expect("shipped weights");
    (weights, Linear::new(weights))
}

/// One setting of the article's player.
pub(super) struct Setting<'s> {
    pub(super) rules: Rules,
    pub(super) weights: &'static Weights,
    pub(super) linear: &'s Linear,
    pub(super) depth: u32,
}

impl Setting<'_> {
    /// Records that the first games of a seed were played.
    pub(super) fn played(&self, seed: Seed, games: u64, bench: &Bench<'_>) {
        let Setting { rules, weights, depth, .. } = self;
        bench.played(
            games,
            format!(
                "quandary simulate 2048 --strategy expectimax --weights {} --depth {depth} --p4 {} --games {games} --seed {}",
                weights.name, rules.fours, seed.0
            ),
        );
    }

    /// Plays game `index` to its end.
    pub(super) fn play(&self, seed: Seed, index: u64) -> Finished {
        let mut stream = seed.stream(index);
        let first = self.rules.start(Start::Usual, &mut stream);
        play(&self.rules, first, &mut self.player(), &mut stream, |_, _| true)
    }

    /// Plays game `index` and counts the single conspiracy number of every turn.
    pub(super) fn turns(&self, seed: Seed, index: u64, c0: f64) -> Vec<Turn> {
        let scale = Scale { depth: Depth::BelowRoot(self.depth), threshold: c0 };
        let counter = Counter::new(self.rules, self.weights, self.linear, scale);
        let mut turns = Vec::new();
        self.watch(seed, index, |board| turns.push(counter.turn(*board)));
        turns
    }

    /// Plays game `index` and passes every position in which the player moves to `see`.
    fn watch(&self, seed: Seed, index: u64, mut see: impl FnMut(&Board)) {
        let mut stream = seed.stream(index);
        let first = self.rules.start(Start::Usual, &mut stream);
        play(&self.rules, first, &mut self.player(), &mut stream, |board, _| {
            see(&board);
            true
        });
    }

    fn player(&self) -> LinearPlayer<'_> {
        LinearPlayer::new(self.rules, self.weights, self.linear, Depth::BelowRoot(self.depth))
    }
}

/// The threshold, as a multiple of the largest tile: the median of E(s) / largest tile over the turns of games at depth
/// 2, so that half of the positions already reach it. The article says only that a threshold should lie between stable
/// and unstable.
pub(super) fn threshold(bench: &Bench<'_>) -> f64 {
    let (matrix, tables) = weights(WEIGHTS);
    threshold_with(matrix, &tables, PILOT_GAMES, bench.seed, bench)
}

/// The same with other weights, from a number of games of an entry's seed.
pub(super) fn threshold_with(
    matrix: &'static Weights,
    tables: &Linear,
    games: u64,
    own: Seed,
    bench: &Bench<'_>,
) -> f64 {
    let setting = Setting { rules: rules(P4), weights: matrix, linear: tables, depth: 2 };
    let value = AnyLinear::new(matrix, setting.rules.shape);
    let seed = own.named("pilot");
    let (games, _) = bench.context.map("2048, the median position", games, |index| {
        let mut values = Vec::new();
        setting.watch(seed, index, |board| {
            values.push(value.state(board) / f64::from(1_u32 << board.largest()));
        });
        values
    });
    let mut values = games.concat();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// How many games to play, given the usual number; the article played 20.
pub(super) fn count(bench: &Bench<'_>, usual: u64) -> u64 {
    bench.scale.runs(usual, 20)
}

/// Games at each depth at the documents' scale: fifty times the article's, since twenty decide almost nothing.
pub(super) const MANY: u64 = 1000;

/// The conventions that every entry shares.
pub(super) fn conventions(entry: &mut Reproduced) {
    entry.convention(
        "weights",
        "lee (Yiyuan Lee 2014); not printed; the only published matrix made for this evaluation",
    );
    entry.convention("p4", "0.1, the game's own; not printed");
    entry.convention("depth", "layers below the first move: d = 2 is move, chance, move");
    entry.convention("start", "two spawned tiles");
    entry.convention("value of a move", "E at the leaves alone; what a merge earns does not count");
    entry.convention("ties", "first of left, right, up, down");
}
