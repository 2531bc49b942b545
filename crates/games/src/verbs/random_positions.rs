//! `generate` of the games on a board: positions after random moves.

use std::fmt;
use std::marker::PhantomData;

use quandary_core::{Context, InputError, Seed, Stop};
use quandary_verbs::{
    COUNT, Command, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec, make_items,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::matches::TwoPlayer;

/// A game whose positions can be drawn by chance.
pub(crate) trait RandomPositions: TwoPlayer {
    /// One line of help.
    const ABOUT: &'static str;
    /// Moves before the position.
    const PLIES: Opt<u64>;
    const EXAMPLES: &'static [&'static str];
    /// Which positions are how likely.
    const RULE: &'static str;

    /// The size, and what draws the position with a number; an error where this many moves do not fit.
    fn draw(
        request: &Request,
        plies: u64,
    ) -> Result<(String, impl Fn(Seed, u64) -> String + Sync), InputError>;
}

/// Positions by chance.
pub(crate) struct Generate<G>(PhantomData<G>);

/// Positions that were made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GenerateAnswer {
    /// Rows and columns.
    board: String,
    /// Moves before each position, not counting passes; fewer where the game ended before.
    plies: u64,
    seed: u64,
    /// The positions.
    items: Vec<Item>,
}

/// A position.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// The position, as INPUT takes it.
    position: String,
}

impl<G: RandomPositions> Command for Generate<G> {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: G::ABOUT,
        input: InputSpec::None,
        options: &[G::BOARD, G::PLIES.spec, COUNT.spec, SEED.spec, JSON_LINES.spec],
        examples: G::EXAMPLES,
        conventions: &[("rule", G::RULE)],
    };
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
        let (plies, seed) = (request.get(G::PLIES), request.get(SEED));
        let (board, draw) = G::draw(request, plies)?;
        let item = |index| Ok(Item { position: draw(Seed(seed), index) });
        let (items, cut) = make_items(request, context, ("positions", request.get(COUNT)), item, |_| {})?;
        Ok(Reply::from(GenerateAnswer { board, plies, seed, items }).cut(cut))
    }
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&positions.join("\n"))
    }
}
