use quandary_core::context::Context;
use quandary_core::{Exhausted, Stop};
use quandary_verbs::SCHEMA;
use quandary_verbs::play::Line as Known;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sessions;

/// The time line of a game: what each of its positions was worth. Each is an item as soon as it is known.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The puzzle's name.
    pub puzzle: String,
    /// The game, as an answer to `sit` saved it. Moves that were taken back do not count.
    pub saved: String,
    /// The most nodes for each position, within what the surroundings allow for all of them; a position that needs
    /// more is left without a value.
    #[serde(default = "usual")]
    pub nodes: u64,
}

/// Enough for the end of a game, little enough for a line of a hundred positions.
fn usual() -> u64 {
    200_000
}

/// What the positions of a game were worth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TimeLine {
    schema: u32,
    status: &'static str,
    /// Why later positions are missing, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Exhausted>,
    /// The puzzle's name.
    pub puzzle: &'static str,
    /// The line.
    #[serde(flatten)]
    pub line: Known,
}

impl Line {
    /// What the positions were worth.
    pub fn answer(&self, sessions: &Sessions, context: &Context<'_>) -> Result<TimeLine, Stop> {
        let session = sessions.load(crate::entry(&self.puzzle)?, &self.saved)?;
        let positions = session.played().len() as u64 + 1;
        let each = self.nodes.min((context.budget.remaining() / positions).max(1));
        let line = session.line(&context.at_most(each));
        let puzzle = session.puzzle();
        sessions.keep(session);
        let line = line?;
        Ok(TimeLine {
            schema: SCHEMA,
            status: if line.stopped.is_some() { "exhausted" } else { "answered" },
            stopped: line.stopped,
            puzzle,
            line,
        })
    }
}
