//! How the network teaches itself: temporal coherence learning over games that it plays.
//!
//! It plays a game greedily (the move with the largest sum of what it earns and what the network says of
//! its afterstate), then walks back over the game and moves the value of each afterstate towards its
//! λ-return: what the next move earned plus a mixture of the next afterstate's new value and the next
//! λ-return. Each entry has a learning rate of its own, |Σ errors| / Σ |errors|: 1 while the errors point the
//! same way, falling as they begin to cancel (Beal and Smith 1999; Jaśkowski 2018 for 2048).
//!
//! From `late_from` moves on, two of three games begin [late](super::late).
//!
//! Choices made by measurement. With 100 million moves of training and 300 games of one move's look-ahead:
//! λ = 0.5 gives 100,177 points on average, 0.8 gives 90,934; beginning with optimistic values (Guei, Chen
//! and Wu 2022) gives 42,352 in this short time; restarting every game from the middle of the last gives
//! 76,313. All of these without late games; with them from 40 million moves on, 46 million moves give 80,369.
//!
//! Half of the time goes into choosing moves, the other half into learning, most of both into waiting for memory: with
//! large pages (`GLIBC_TUNABLES=glibc.malloc.hugetlb=1` where the system leaves them to the program) it learnt from 24
//! million moves in 31 CPU seconds, without them from 20 million in 32.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use quandary_core::context::Workers;
use quandary_core::{Budget, Exhausted, Seed, StopFlag};

use super::best::Worth;
use super::late::{Late, stage};
use super::network::{Cell, Network, Size, Table, sum, sum_of};
use super::patterns::{ENTRIES, MOST, entry};
use super::record::{Record, TrainingStrength, thousandths};
use crate::quad::{Quad, Slide, Tables};
use crate::rules::Fours;

/// How to train. It does not say for how long: a training can always go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How large the network is.
    pub size: Size,
    /// Where the games come from.
    pub seed: Seed,
    /// The probability of a 4 in those games.
    pub fours: Fours,
    /// How much of a return is taken from later in the game: λ.
    pub lambda: f32,
    /// After this many moves, two of three games begin late.
    pub late_from: u64,
}

impl Plan {
    /// What the cache calls a network trained to this plan.
    pub fn cache_name(&self) -> String {
        format!(
            "2048-network-v2-n{}-c{}-s{}-f{}of{}-l{}",
            self.size.patterns(),
            self.late_from,
            self.seed.0,
            self.fours.numerator(),
            self.fours.denominator(),
            (self.lambda * 1000.0) as u32
        )
    }
}

/// A small network, soon trained: what a player begins with.
pub const SMALL: Plan =
    Plan { size: Size::Four, seed: Seed(2048), fours: Fours::USUAL, lambda: 0.5, late_from: 40_000_000 };

/// Running sums of the errors of one entry: signed and absolute.
pub(super) type Coherence = [f32; 2];

/// Two floats in a word.
#[inline]
pub(super) fn pack([signed, absolute]: Coherence) -> u64 {
    u64::from(signed.to_bits()) | u64::from(absolute.to_bits()) << 32
}

/// The two floats of a word.
#[inline]
pub(super) fn unpack(word: u64) -> Coherence {
    [f32::from_bits(word as u32), f32::from_bits((word >> 32) as u32)]
}

/// A network under training: three numbers an entry.
///
/// Several threads may learn at once without waiting for each other: an error that two of them correct in the same entry
/// at the same time counts once, which is rare and does no harm (Niu et al. 2011). With one thread the same plan gives
/// the same network everywhere. What it holds between two games is what a [checkpoint](super::checkpoint) keeps.
pub struct Trainer {
    pub(super) values: Vec<Box<Table<AtomicU32>>>,
    pub(super) coherence: Vec<Box<Table<AtomicU64>>>,
    tables: &'static Tables,
    plan: Plan,
    pub(super) late: Mutex<Late>,
    moves: AtomicU64,
    games: AtomicU64,
    /// What is known of it, but for the moves and games, which are counted above while it learns.
    record: Record,
}

impl Trainer {
    /// Bytes that a training takes: the network and two sums of its errors.
    pub const fn bytes(size: Size) -> usize {
        3 * size.bytes()
    }

    /// Whether a training fits into the memory that may be used.
    pub fn fits(size: Size, budget: &Budget) -> Result<(), Exhausted> {
        let bytes = Trainer::bytes(size);
        if budget.memory_or(bytes) < bytes { Err(Exhausted::Memory) } else { Ok(()) }
    }

    /// A blank network.
    pub fn new(plan: Plan) -> Trainer {
        Trainer {
            values: zeros(plan.size, || AtomicU32::new(0)),
            coherence: zeros(plan.size, || AtomicU64::new(0)),
            tables: Tables::get(),
            plan,
            late: Mutex::default(),
            moves: AtomicU64::new(0),
            games: AtomicU64::new(0),
            record: Record::default(),
        }
    }

    /// Trains until at least `moves` moves have been played in all, or says why it stopped: between two games, so that
    /// it can go on from there as if nothing had happened.
    pub fn train(
        &mut self,
        moves: u64,
        workers: &dyn Workers,
        stop: &StopFlag,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), Exhausted> {
        let this = &*self;
        workers.run(workers.threads() as u64, &|_| {
            let mut game = Vec::new();
            while stop.raised().is_none() && this.moves() < moves {
                this.game(&mut game);
                progress(this.moves());
            }
            ControlFlow::Continue(())
        });
        if self.moves() >= moves { Ok(()) } else { stop.raised().map_or(Ok(()), Err) }
    }

    /// What is known of the training.
    pub fn record(&self) -> Record {
        Record { moves: self.moves(), games: self.games.load(Relaxed), ..self.record.clone() }
    }

    /// Goes on from where another training was.
    pub(super) fn resume(&mut self, record: Record) {
        self.moves = AtomicU64::new(record.moves);
        self.games = AtomicU64::new(record.games);
        self.record = record;
    }

    /// CPU seconds and threads that it took, to be added to its record.
    pub fn took(&mut self, cpu_seconds: f64, threads: usize) {
        self.record.cpu_seconds = thousandths(self.record.cpu_seconds + cpu_seconds);
        self.record.threads = self.record.threads.max(threads);
    }

    /// Adds a measurement to its curve.
    pub fn measured(&mut self, measured: TrainingStrength) {
        self.record.curve.push(measured);
    }

    /// Moves played so far.
    pub fn moves(&self) -> u64 {
        self.moves.load(Relaxed)
    }

    /// What it trains to.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// The network as it is now.
    pub fn network(&self) -> Network {
        let mut network = Network::blank(self.plan.size);
        for (index, values) in self.values.iter().enumerate() {
            for (to, from) in network.table_mut(index).iter_mut().zip(values.iter()) {
                // Pages that nobody has touched stay untouched.
                let value = from.get();
                if value != 0.0 {
                    *to = value;
                }
            }
        }
        network
    }

    /// Plays a game and learns from it.
    fn game(&self, game: &mut Vec<(Quad, u32)>) {
        if self.plan.size == Size::Eight {
            self.play::<MOST>(game);
            self.learn::<MOST>(game);
        } else {
            self.play::<4>(game);
            self.learn::<4>(game);
        }
    }

    /// Plays one game: the afterstates, with what the move into each earned.
    fn play<const N: usize>(&self, game: &mut Vec<(Quad, u32)>) {
        let index = self.games.fetch_add(1, Relaxed);
        let mut stream = self.plan.seed.stream(index);
        game.clear();
        let fours = self.plan.fours;
        let begins_late = self.moves() >= self.plan.late_from && !index.is_multiple_of(3);
        let mut board = begins_late
            .then(|| self.late.lock().expect("nobody panics with it").choose(&mut stream))
            .flatten()
            .unwrap_or_else(|| Quad::default().spawn(fours, &mut stream).spawn(fours, &mut stream));
        let mut reached = stage(board);
        while let Some(slide) = greedy(self.tables, board, |after| sum::<_, N>(&self.values, after)) {
            game.push((slide.after, slide.score));
            board = slide.after.spawn(fours, &mut stream);
            // Only a merge into a large tile can begin a stage.
            if slide.score >= 2048 {
                let now = stage(board);
                if now > reached {
                    self.late.lock().expect("nobody panics with it").keep(board, now, &mut stream);
                    reached = now;
                }
            }
        }
        self.moves.fetch_add(game.len() as u64, Relaxed);
    }

    /// Learns from a game, from its end to its beginning.
    fn learn<const N: usize>(&self, game: &[(Quad, u32)]) {
        let lambda = self.plan.lambda;
        // After the last move nothing is earned any more.
        let mut target = 0.0;
        for &(after, earned) in game.iter().rev() {
            let value = self.correct::<N>(after, target);
            target = earned as f32 + lambda * target + (1.0 - lambda) * value;
        }
    }

    /// Moves the value of an afterstate towards `target` and returns its new value.
    #[inline]
    fn correct<const N: usize>(&self, after: Quad, target: f32) -> f32 {
        let values: [_; N] = std::array::from_fn(|pattern| &*self.values[pattern]);
        let coherence: [_; N] = std::array::from_fn(|pattern| &*self.coherence[pattern]);
        let images = after.symmetries();
        let mut value = 0.0;
        let mut entries = [[0_u32; 8]; N];
        for pattern in 0..N {
            for (place, image) in entries[pattern].iter_mut().zip(images) {
                let index = entry(pattern, image);
                *place = index as u32;
                value += values[pattern][index].get();
            }
        }
        let error = target - value;
        let (share, size) = (error / (8 * N) as f32, error.abs());
        for pattern in 0..N {
            for index in entries[pattern] {
                let index = index as usize & (ENTRIES - 1);
                let [signed, absolute] = unpack(coherence[pattern][index].load(Relaxed));
                let rate = if absolute == 0.0 { 1.0 } else { signed.abs() / absolute };
                let step = rate * share;
                let new = values[pattern][index].get() + step;
                values[pattern][index].store(new.to_bits(), Relaxed);
                coherence[pattern][index].store(pack([signed + error, absolute + size]), Relaxed);
                value += step;
            }
        }
        value
    }
}

/// A player may look at a network while it learns, between two games.
impl Worth for Trainer {
    #[inline]
    fn value(&self, after: Quad) -> f32 {
        sum_of(self.plan.size, &self.values, after)
    }
}

/// The move with the largest sum of what it earns and the worth of its afterstate.
#[inline]
pub fn greedy(tables: &Tables, board: Quad, value: impl Fn(Quad) -> f32) -> Option<Slide> {
    let mut best = None;
    let mut most = f32::NEG_INFINITY;
    for slide in tables.slides(board) {
        if slide.after != board {
            let worth = slide.score as f32 + value(slide.after);
            if worth > most {
                (best, most) = (Some(slide), worth);
            }
        }
    }
    best
}

fn zeros<C: fmt::Debug>(size: Size, zero: impl Fn() -> C) -> Vec<Box<Table<C>>> {
    let table = || (0..ENTRIES).map(|_| zero()).collect::<Vec<C>>().into_boxed_slice();
    (0..size.patterns()).map(|_| table().try_into().expect("made with this length")).collect()
}
