//! The strongest network so far under some rules, kept in the cache for the players who look ahead over it.
//!
//! ```text
//! quandary 2048 champion 2\n   its card as JSON\n   the network
//! ```

use std::fmt;

use quandary_core::words::thousands;
use quandary_core::{Context, Exhausted, Stop};
use serde::{Deserialize, Serialize};

use super::course::{Course, Goal};
use super::network::Network;
use super::record::{Record, TrainingStrength};
use super::training::{Plan, SMALL, Trainer};
use crate::rules::Fours;

const MAGIC: &[u8] = b"quandary 2048 champion 2\n";

/// Where a network comes from, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Card {
    /// The training it comes from.
    pub training: String,
    /// Its patterns.
    pub patterns: usize,
    /// What is known of its training.
    #[serde(flatten)]
    pub record: Record,
}

impl Card {
    fn of(trainer: &Trainer) -> Card {
        let plan = trainer.plan();
        Card { training: plan.cache_name(), patterns: plan.size.patterns(), record: trainer.record() }
    }

    /// How strong it was when it was last measured: at this look-ahead, or at the nearest one below.
    pub fn strength(&self, moves_ahead: u32) -> Option<&TrainingStrength> {
        let most = self.record.curve.iter().map(|m| m.moves_ahead).filter(|&m| m <= moves_ahead).max()?;
        self.record.strength(most)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (patterns, moves) = (self.patterns, thousands(self.record.moves));
        write!(f, "a network of {patterns} patterns after {moves} moves of training")?;
        match self.strength(u32::MAX) {
            Some(measured) => write!(f, "; looking {} moves ahead, {measured}", measured.moves_ahead),
            None => Ok(()),
        }
    }
}

/// A network with its card.
pub struct Champion {
    /// The network.
    pub network: Network,
    /// Its card.
    pub card: Card,
}

fn name(fours: Fours) -> String {
    format!("2048-champion-f{}of{}", fours.numerator(), fours.denominator())
}

/// The strongest network for this probability of a 4, if there is one in the cache. What another version of this program
/// left there is not used, and it is said.
pub fn load(fours: Fours, context: &Context<'_>) -> Option<Champion> {
    let bytes = context.cache.load(&name(fours))?;
    let champion = read(&bytes);
    if champion.is_none() {
        context
            .progress
            .note("the network in the cache is of another version of this program and is not used");
    }
    champion
}

fn read(bytes: &[u8]) -> Option<Champion> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let line = rest.iter().position(|&byte| byte == b'\n')?;
    let card = serde_json::from_slice(&rest[..line]).ok()?;
    Some(Champion { card, network: Network::from_bytes(&rest[line + 1..])? })
}

/// The card alone.
fn card(fours: Fours, context: &Context<'_>) -> Option<Card> {
    let bytes = context.cache.load(&name(fours))?;
    let rest = bytes.strip_prefix(MAGIC)?;
    serde_json::from_slice(rest.split(|&byte| byte == b'\n').next()?).ok()
}

/// Keeps the network of a training if it is the strongest so far: stronger looking three moves ahead than the one that is
/// kept, or the same training further on.
pub(super) fn challenge(trainer: &Trainer, context: &Context<'_>) {
    let plan = trainer.plan();
    let challenger = Card::of(trainer);
    let points = |card: &Card| card.strength(3).map_or(0.0, |measured| measured.score_mean);
    let stays = card(plan.fours, context).is_some_and(|holder| {
        holder.training != challenger.training && points(&holder) >= points(&challenger)
    });
    if !stays {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(serde_json::to_vec(&challenger).expect("a card is plain data"));
        bytes.push(b'\n');
        bytes.extend(trainer.network().to_bytes());
        context.cache.store(&name(plan.fours), &bytes);
    }
}

/// Whether the strongest network comes from this training.
pub(super) fn is_of(plan: &Plan, context: &Context<'_>) -> bool {
    card(plan.fours, context).is_some_and(|holder| holder.training == plan.cache_name())
}

/// A player to begin with: soon trained, and the same on every machine.
///
/// `quandary train 2048 --moves 6000000 --memory 768 --seed 2048 --games 100` measures it with more games.
pub const BEGINNER: Course = Course { plan: SMALL, goal: Goal::Moves(BEGINNER_MOVES), games: 10 };

/// Moves that it learns from.
const BEGINNER_MOVES: u64 = 6_000_000;

/// The note before a training: it may be the first thing that a user sees.
const ANNOUNCED: &str = "a small 2048 network is trained now, which is needed once and takes less than 20 CPU seconds and 768 \
     MiB; `quandary train 2048 --minutes 60` makes a much stronger one";

/// A small training that was interrupted. What is done is kept in the cache, and the next call goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Why.
    pub why: Exhausted,
    /// Moves trained so far, in this call and in all before it.
    pub moves: u64,
    /// Moves of the whole training.
    pub of: u64,
}

/// The strongest network for this probability of a 4; where there is none, a small one is trained.
pub fn strongest(fours: Fours, context: &Context<'_>) -> Result<Champion, Unfinished> {
    if let Some(champion) = load(fours, context) {
        return Ok(champion);
    }
    let unfinished = |why, moves| Unfinished { why, moves, of: BEGINNER_MOVES };
    context.progress.note(ANNOUNCED);
    let (trainer, progressed) = match (Course { plan: Plan { fours, ..SMALL }, ..BEGINNER }).run(context) {
        Ok(done) => done,
        Err(Stop::Exhausted(why)) => return Err(unfinished(why, 0)),
        Err(Stop::Input(_)) => unreachable!("moves can be counted everywhere"),
    };
    match progressed.stopped {
        Some(why) => Err(unfinished(why, progressed.record.moves)),
        None => Ok(Champion { card: Card::of(&trainer), network: trainer.network() }),
    }
}
