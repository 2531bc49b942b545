//! How the network teaches itself: temporal coherence learning over games that it plays.
//!
//! It plays a game greedily (the move with the largest sum of what it earns and what the network says of
//! its afterstate), then walks back over the game and moves the value of each afterstate towards its
//! λ-return: what the next move earned plus a mixture of the next afterstate's new value and the next
//! λ-return. Each entry has a learning rate of its own, |Σ errors| / Σ |errors|: 1 while the errors point the
//! same way, falling as they begin to cancel (Beal and Smith 1999; Jaśkowski 2018 for 2048).
//!
//! Games that reach 8192 are as good as over for a young network: it has seldom seen what comes then. From
//! `late_from` moves on, two of three games therefore begin where an earlier one had just made 8192, or had
//! just put 4096 beside it, or 4096 and 2048 (after the carousel shaping of Jaśkowski 2018).
//!
//! Choices made by measurement. With 100 million moves of training and 300 games of one move's look-ahead:
//! λ = 0.5 gives 100,177 points on average, 0.8 gives 90,934; beginning with optimistic values (Guei, Chen
//! and Wu 2022) gives 42,352 in this short time; restarting every game from the middle of the last gives
//! 76,313. Looking three moves ahead: 300 million moves without late games give 179,747 [168,639, 190,856]
//! (40 games, 16384 in 4), 200 million with them give 238,307 [224,713, 251,902] (100 games, 16384 in 57).

use quandary_core::{Budget, Exhausted, Seed, StopFlag, Stream};

use super::network::{ENTRIES, Network, PATTERNS, TERMS, entry};
use crate::quad::{Quad, Slide, Tables};
use crate::rules::Fours;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Moves to play; whole games are played, so a few more are.
    pub moves: u64,
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
            "2048-network-v1-m{}-c{}-s{}-f{}of{}-l{}",
            self.moves,
            self.late_from,
            self.seed.0,
            self.fours.numerator(),
            self.fours.denominator(),
            (self.lambda * 1000.0) as u32
        )
    }
}

/// Running sums of the errors of one entry: signed and absolute.
pub(super) type Coherence = [f32; 2];

/// A network under training: three numbers an entry, 768 MiB.
///
/// What it holds between two games is what a [checkpoint](super::checkpoint) keeps.
pub struct Trainer {
    pub(super) network: Network,
    pub(super) coherence: Vec<Vec<Coherence>>,
    tables: &'static Tables,
    plan: Plan,
    /// The afterstates of the current game, with what the move into each earned.
    game: Vec<(Quad, u32)>,
    pub(super) late: Late,
    pub(super) moves: u64,
    pub(super) games: u64,
}

impl Trainer {
    /// Bytes that a training takes: the network and two sums of its errors.
    pub const BYTES: usize = 768 << 20;

    /// Whether a training fits into the memory that may be used.
    pub fn fits(budget: &Budget) -> Result<(), Exhausted> {
        if budget.memory_or(Trainer::BYTES) < Trainer::BYTES { Err(Exhausted::Memory) } else { Ok(()) }
    }

    /// A blank network.
    pub fn new(plan: Plan) -> Trainer {
        Trainer {
            network: Network::blank(),
            // One by one: a copy of the first would touch every page of it.
            coherence: (0..PATTERNS).map(|_| vec![[0.0; 2]; ENTRIES]).collect(),
            tables: Tables::get(),
            plan,
            game: Vec::new(),
            late: Late::default(),
            moves: 0,
            games: 0,
        }
    }

    /// Trains until the plan is fulfilled. One thread; the same plan gives the same network everywhere.
    pub fn run(mut self, stop: &StopFlag, progress: impl FnMut(u64, u64)) -> Result<Network, Exhausted> {
        self.train(self.plan.moves, stop, progress)?;
        Ok(self.network)
    }

    /// Trains until at least `moves` moves have been played in all, or says why it stopped: between two games, so that
    /// it can go on from there as if nothing had happened.
    pub fn train(
        &mut self,
        moves: u64,
        stop: &StopFlag,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<(), Exhausted> {
        while self.moves < moves.min(self.plan.moves) {
            if let Some(why) = stop.raised() {
                return Err(why);
            }
            self.play();
            self.learn();
            if self.games.is_multiple_of(16) {
                progress(self.moves.min(self.plan.moves), self.plan.moves);
            }
        }
        Ok(())
    }

    /// Moves played so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// What it trains to.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// The network as it is now.
    pub fn into_network(self) -> Network {
        self.network
    }

    /// Plays one game into `self.game`.
    fn play(&mut self) {
        let mut stream = self.plan.seed.stream(self.games);
        self.game.clear();
        let fours = self.plan.fours;
        let begins_late = self.moves >= self.plan.late_from && !self.games.is_multiple_of(3);
        let (mut board, mut stage) = begins_late
            .then(|| self.late.choose(&mut stream))
            .flatten()
            .unwrap_or_else(|| (Quad::default().spawn(fours, &mut stream).spawn(fours, &mut stream), 0));
        while let Some(slide) = greedy(self.tables, &self.network, board) {
            self.game.push((slide.after, slide.score));
            board = slide.after.spawn(fours, &mut stream);
            // Only a merge into a large tile can begin a stage.
            if slide.score >= 2048 && stage < STAGES {
                stage = self.late.keep(board, stage, &mut stream);
            }
        }
        self.games += 1;
        self.moves += self.game.len() as u64;
    }

    /// Learns from the game just played, from its end to its beginning.
    fn learn(&mut self) {
        // After the last move nothing is earned any more.
        let mut target = 0.0;
        let game = std::mem::take(&mut self.game);
        for &(after, earned) in game.iter().rev() {
            let value = self.correct(after, target);
            target = earned as f32 + self.plan.lambda * target + (1.0 - self.plan.lambda) * value;
        }
        self.game = game;
    }

    /// Moves the value of an afterstate towards `target` and returns its new value.
    fn correct(&mut self, after: Quad, target: f32) -> f32 {
        let error = target - self.network.value(after);
        let share = error / TERMS as f32;
        let images = after.symmetries();
        for pattern in 0..PATTERNS {
            let values = self.network.table_mut(pattern);
            let coherence = &mut self.coherence[pattern];
            for image in images {
                let index = entry(pattern, image);
                let [signed, absolute] = coherence[index];
                let rate = if absolute == 0.0 { 1.0 } else { signed.abs() / absolute };
                values[index] += rate * share;
                coherence[index] = [signed + error, absolute + error.abs()];
            }
        }
        self.network.value(after)
    }
}

/// Late stages: 8192 stands; 4096 beside it; 2048 beside them.
pub(super) const STAGES: usize = 3;

/// Positions kept for each stage.
pub(super) const KEPT: usize = 4096;

/// Positions in which a stage had just begun, for games to begin in.
#[derive(Default)]
pub(super) struct Late {
    pub(super) stages: [Vec<Quad>; STAGES],
}

impl Late {
    /// A position and its stage, counted from 1; none while there are few to choose from.
    fn choose(&self, stream: &mut Stream) -> Option<(Quad, usize)> {
        let stage = stream.index(STAGES);
        let boards = &self.stages[stage];
        (boards.len() >= 16).then(|| (boards[stream.index(boards.len())], stage + 1))
    }

    /// Keeps a position of a game that was in `stage` before, and returns the stage it is in now.
    fn keep(&mut self, board: Quad, stage: usize, stream: &mut Stream) -> usize {
        let present = (0..16).fold(0_u32, |set, cell| set | 1 << board.get(cell));
        let now = if present >> 13 == 0 {
            0
        } else if present & 1 << 12 == 0 {
            1
        } else if present & 1 << 11 == 0 {
            2
        } else {
            3
        };
        for boards in self.stages.get_mut(stage..now).into_iter().flatten() {
            if boards.len() < KEPT {
                boards.push(board);
            } else {
                boards[stream.index(KEPT)] = board;
            }
        }
        stage.max(now)
    }
}

/// The move with the largest sum of what it earns and the worth of its afterstate.
#[inline]
pub fn greedy(tables: &Tables, network: &Network, board: Quad) -> Option<Slide> {
    let mut best = None;
    let mut most = f32::NEG_INFINITY;
    for slide in tables.slides(board) {
        if slide.after != board {
            let worth = slide.score as f32 + network.value(slide.after);
            if worth > most {
                (best, most) = (Some(slide), worth);
            }
        }
    }
    best
}
