//! The article's player, and what is kept of its games.

use quandary_core::Seed;
use quandary_search::expectimax::Depth;
use quandary_twenty48::measure::turns::{Counter, Scale, Turn};
use quandary_twenty48::play::{Finished, play};
use quandary_twenty48::rules::{Fours, Rules, Shape, Start};
use quandary_twenty48::strategy::linear::{Linear, LinearPlayer, Weights};

use crate::papers::Bench;
use crate::study::Entry;

/// The declared candidate for what is not printed.
pub(super) const WEIGHTS: &str = "lee";
pub(super) const P4: &str = "0.2";
pub(super) const C0: f64 = 0.24;

/// The candidate in a few words, for verdicts that rest on it; the conventions of an entry spell it out.
pub(super) const CANDIDATE: &str = "declared weights, p4 and depth";

/// The rules with this probability of a 4.
pub(super) fn rules(p4: &str) -> Rules {
    Rules { shape: Shape::STANDARD, fours: Fours::parse(p4).expect("a probability") }
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
        let mut stream = seed.stream(index);
        let first = self.rules.start(Start::Usual, &mut stream);
        let mut turns = Vec::new();
        play(&self.rules, first, &mut self.player(), &mut stream, |board, _| {
            turns.push(counter.turn(board));
            true
        });
        turns
    }

    fn player(&self) -> LinearPlayer<'_> {
        LinearPlayer::new(self.rules, self.weights, self.linear, Depth::BelowRoot(self.depth))
    }
}

/// How many games to play at a depth, given what is quick for it; the article played 20.
pub(super) fn count(bench: &Bench<'_>, quick: u64) -> u64 {
    bench.scale.runs(quick, 20)
}

/// The conventions that every entry shares.
pub(super) fn conventions(entry: &mut Entry) {
    entry.convention("weights", "lee (Yiyuan Lee 2014); not printed, the best of five shipped on table 4");
    entry.convention("p4", "0.2; not printed, but score / steps = 19.6 to 21.4 fits 0.2 and not 0.1");
    entry.convention("depth", "layers below the first move: d = 2 is move, chance, move");
    entry.convention("start", "two spawned tiles");
    entry.convention("value of a move", "E at the leaves alone; what a merge earns does not count");
    entry.convention("ties", "first of left, right, up, down");
}
