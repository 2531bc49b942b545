use std::fmt::Debug;

use crate::{Decision, Outcome, Stream};

/// One player who does not see everything: Minesweeper, Mastermind.
///
/// The world is what the dealer knows; the observation is what the player may know. A [`Player`] is handed
/// the observation alone, and implementations keep the fields of their world private, so a strategy that
/// peeks does not compile:
///
/// ```compile_fail
/// use quandary_core::{Decision, Stream, rules::{Hidden, Player}};
/// struct Cheat;
/// impl<H: Hidden<Move = u32>> Player<H> for Cheat {
///     type Reason = &'static str;
///     fn decide(&mut self, seen: &H::Observation, _: &mut Stream) -> Decision<u32, &'static str> {
///         let world: &H::World = seen; // an observation is not the world
///         Decision::certain(0, "I looked")
///     }
/// }
/// ```
pub trait Hidden {
    /// Everything, the hidden part included.
    type World;
    /// What the player sees.
    type Observation: Debug;
    /// A move.
    type Move: Copy + Eq + Debug;

    /// A new world. It keeps the stream: some rules deal only once the first move is known.
    fn deal(&self, stream: Stream) -> Self::World;

    /// What the player sees of it.
    fn observe<'w>(&self, world: &'w Self::World) -> &'w Self::Observation;

    /// Plays a legal move; the outcome once the game has ended.
    fn play(&self, world: &mut Self::World, chosen: Self::Move) -> Option<Outcome>;
}

/// A strategy for a puzzle with hidden information.
pub trait Player<H: Hidden> {
    /// Its reasons.
    type Reason;

    /// Chooses a move from what is seen. Ties are broken with `stream` and nothing else.
    fn decide(&mut self, seen: &H::Observation, stream: &mut Stream) -> Decision<H::Move, Self::Reason>;
}

/// Plays one game to its end. The world and the player draw from different streams, so that two players
/// given the same `deal` meet the same world.
pub fn play_out<H: Hidden, P: Player<H>>(
    rules: &H,
    player: &mut P,
    deal: Stream,
    ties: &mut Stream,
    mut each: impl FnMut(&H::Observation, &Decision<H::Move, P::Reason>),
) -> Outcome {
    let mut world = rules.deal(deal);
    loop {
        let decision = player.decide(rules.observe(&world), ties);
        each(rules.observe(&world), &decision);
        if let Some(outcome) = rules.play(&mut world, decision.chosen) {
            return outcome;
        }
    }
}
