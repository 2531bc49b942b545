//! The strong player: expectimax over the network, as deep as a position deserves.
//!
//! The network says of every afterstate what is still to be earned; the search looks `moves` moves ahead,
//! leaves branches that are less likely than `least_probability`, and remembers both what it searched and
//! what the network said, because the same afterstate is reached along many paths.

use quandary_core::InputError;

use super::network::Network;
use super::view::familiar;
use super::{Considered, Player};
use crate::quad::{Quad, Tables};
use crate::rules::{Board, Direction, Fours, Rules, Shape};

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// The player's own moves that are looked at, the first included.
    pub moves: u32,
    /// Branches less likely than this end in the network's opinion.
    pub least_probability: f32,
}

/// The settings of the strong player: how many of its own moves it looks ahead.
///
/// With the network of `quandary train 2048 --seed 2048 --moves 3783681995`, which took an hour of CPU time,
/// `quandary simulate 2048 --strategy best --games 100 --seed 11` gives 420,026 points [391,760, 448,292] at some 8,900
/// moves per CPU second, 16384 in 94 and 32768 in 25 of 100 games.
pub const SETTINGS: [Setting; 3] = [
    Setting { name: "quick", moves: 2, least_probability: 0.0 },
    Setting { name: "best", moves: 3, least_probability: 0.0 },
    Setting { name: "deep", moves: 4, least_probability: 0.005 },
];

/// The setting with this name.
pub fn setting(name: &str) -> Option<Setting> {
    SETTINGS.into_iter().find(|setting| setting.name == name)
}

/// The value of one move: what it earns and everything expected after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The move.
    pub chosen: Direction,
    /// The expected score still to come when it is played.
    pub value: f64,
}

/// Searched afterstates kept: 2^16 of 16 bytes, about what stays in a second-level cache.
const SEARCHED_BITS: u32 = 16;

/// Network values kept: 2^16 of 16 bytes.
const LEAF_BITS: u32 = 16;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: f32,
    /// Which move's search wrote it and how deep, for searched afterstates.
    tag: u32,
}

/// Who says what is still to be earned from an afterstate.
pub trait Worth {
    /// The value of an afterstate.
    fn value(&self, after: Quad) -> f32;
}

impl Worth for Network {
    #[inline]
    fn value(&self, after: Quad) -> f32 {
        Network::value(self, after)
    }
}

/// Plays 4x4 boards.
pub struct Best<'n, W = Network> {
    network: &'n W,
    tables: &'static Tables,
    setting: Setting,
    four: f32,
    searched: Vec<Slot>,
    leaves: Vec<Slot>,
    generation: u32,
    nodes: u64,
}

impl<'n, W: Worth> Best<'n, W> {
    /// A player with this network and setting.
    pub fn new(network: &'n W, setting: Setting, fours: Fours) -> Best<'n, W> {
        Best {
            network,
            tables: Tables::get(),
            setting,
            four: fours.value() as f32,
            searched: vec![Slot::default(); 1 << SEARCHED_BITS],
            leaves: vec![Slot::default(); 1 << LEAF_BITS],
            generation: 0,
            nodes: 0,
        }
    }

    /// Positions whose value was asked so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of every legal move, in the order of [`Direction::ALL`].
    ///
    /// What an earlier call searched does not change the result: only the network's values are kept
    /// between calls.
    pub fn values(&mut self, board: Quad) -> Vec<Valued> {
        self.generation += 1;
        let moves = self.setting.moves.max(1);
        let slides = self.tables.slides(board);
        let legal = Direction::ALL.into_iter().zip(slides).filter(|(_, slide)| slide.after != board);
        legal
            .map(|(chosen, slide)| {
                let value = slide.score as f32 + self.after(slide.after, moves - 1, 1.0);
                Valued { chosen, value: f64::from(value) }
            })
            .collect()
    }

    /// The best move.
    pub fn best(&mut self, board: Quad) -> Option<Direction> {
        best_of(&self.values(board)).map(|valued| valued.chosen)
    }

    /// The value of an afterstate with this many moves still to look at.
    fn after(&mut self, after: Quad, moves: u32, probability: f32) -> f32 {
        if moves == 0 || probability < self.setting.least_probability {
            return self.leaf(after);
        }
        let tag = self.generation << 4 | moves;
        let slot = slot(after, SEARCHED_BITS);
        let known = self.searched[slot];
        if known.key == after.0 && known.tag == tag {
            return known.value;
        }
        let mut empty = after.empty_mask();
        let share = 1.0 / empty.count_ones() as f32;
        let (two, four) = (probability * share * (1.0 - self.four), probability * share * self.four);
        let mut sum = 0.0;
        while empty != 0 {
            let bit = empty & empty.wrapping_neg();
            empty ^= bit;
            let with_two = self.state(Quad(after.0 | bit), moves, two);
            let with_four = self.state(Quad(after.0 | bit << 1), moves, four);
            sum += (1.0 - self.four) * with_two + self.four * with_four;
        }
        let value = sum * share;
        self.searched[slot] = Slot { key: after.0, value, tag };
        value
    }

    /// The value of a position with this many moves still to look at; nothing is earned after the last.
    fn state(&mut self, board: Quad, moves: u32, probability: f32) -> f32 {
        self.nodes += 1;
        let mut best = f32::NEG_INFINITY;
        for slide in self.tables.slides(board) {
            if slide.after != board {
                best = best.max(slide.score as f32 + self.after(slide.after, moves - 1, probability));
            }
        }
        if best == f32::NEG_INFINITY { 0.0 } else { best }
    }

    #[inline]
    fn leaf(&mut self, after: Quad) -> f32 {
        let slot = slot(after, LEAF_BITS);
        let known = self.leaves[slot];
        if known.key == after.0 {
            return known.value;
        }
        let value = self.network.value(after);
        self.leaves[slot] = Slot { key: after.0, value, tag: 0 };
        value
    }
}

#[inline]
fn slot(board: Quad, bits: u32) -> usize {
    (board.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
}

/// The move with the largest value: the first among equals.
pub fn best_of(values: &[Valued]) -> Option<Valued> {
    values.iter().copied().reduce(|best, next| if next.value > best.value { next } else { best })
}

impl<W: Worth> Player for Best<'_, W> {
    fn consider(&mut self, board: Board) -> Option<Considered> {
        match familiar(board) {
            Some(quad) => Considered::best(self.values(quad).iter().map(|v| (v.chosen, v.value))),
            // Every tile from 2 to 32768 at once: too rare to be worth a search of its own.
            None => Considered::best(
                Direction::ALL.into_iter().filter(|&d| Rules::STANDARD.slide(board, d).2).map(|d| (d, 0.0)),
            ),
        }
    }
}

/// The network knows 4x4 boards only.
pub fn require_standard(shape: Shape) -> Result<(), InputError> {
    if shape == Shape::STANDARD {
        Ok(())
    } else {
        Err(InputError::new(format!("this strategy plays 4x4 boards, not {shape}")).expected(
            "the strategy hand or expectimax for other sizes, or an exact solution where they are small",
        ))
    }
}
