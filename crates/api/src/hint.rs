use quandary_core::rules::Turn;
use quandary_core::{Context, Stop};
use quandary_verbs::SCHEMA;
use quandary_verbs::play::AnyHint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sessions;

/// The best move in a game and why, without the game itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// The puzzle's name.
    pub puzzle: String,
    /// The game, as an answer to `sit` saved it.
    pub saved: String,
    /// The most nodes, within what the surroundings allow.
    pub nodes: Option<u64>,
}

/// The best move in a game and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HintAnswer {
    schema: u32,
    status: &'static str,
    /// The puzzle's name.
    pub puzzle: &'static str,
    /// The hint; null when the game is over.
    pub hint: Option<AnyHint>,
}

impl HintRequest {
    /// The hint for the position that the game is in.
    pub fn answer(&self, sessions: &Sessions, context: &Context<'_>) -> Result<HintAnswer, Stop> {
        let context = &self.nodes.map_or_else(|| context.clone(), |nodes| context.at_most(nodes));
        let session = sessions.load(crate::entry(&self.puzzle)?, &self.saved)?;
        let hint = match session.turn() {
            Turn::Over(_) => Ok(None),
            Turn::To(_) => session.hint(context).map(Some),
        };
        let puzzle = session.puzzle();
        // A search that ran out leaves the game as it was: the next request may give it more.
        sessions.keep(session);
        Ok(HintAnswer { schema: SCHEMA, status: "answered", puzzle, hint: hint? })
    }
}
