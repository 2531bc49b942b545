use std::time::Duration;

use quandary_core::rules::Turn;
use quandary_core::{Context, Exhausted, Stop};
use quandary_verbs::SCHEMA;
use quandary_verbs::play::AnyHint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sessions;

/// The best move in a game and why, without the game itself. A good one comes at once as an event `hint`, and every better
/// one in its place; the answer is the last of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// The puzzle's name.
    pub puzzle: String,
    /// The game, as an answer to `sit` saved it.
    pub saved: String,
    /// The most nodes, within what the surroundings allow.
    pub nodes: Option<u64>,
    /// For how many seconds hints may go on getting better; counted where there is a clock, up to 20 [default: 3].
    pub seconds: Option<f64>,
}

/// The best move in a game and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HintAnswer {
    schema: u32,
    status: &'static str,
    /// The puzzle's name.
    pub puzzle: &'static str,
    /// The best hint that was found, the last of those that came as events; null when the game is over.
    pub hint: Option<AnyHint>,
    /// What ended the search for a better one, if something did: asked for longer, it may find one.
    pub stopped: Option<Exhausted>,
}

/// How long hints go on getting better where nobody says so.
const USUAL: f64 = 3.0;
/// And at most.
const LONGEST: f64 = 20.0;

impl HintRequest {
    /// For how long hints may go on getting better, for those who have a clock.
    pub fn patience(&self) -> Duration {
        let seconds = self.seconds.filter(|seconds| seconds.is_finite()).unwrap_or(USUAL);
        Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
    }

    /// The best hint for the position that the game is in; `show` gets each that is better than the one before, the last
    /// one too.
    pub fn answer(
        &self,
        sessions: &Sessions,
        context: &Context<'_>,
        show: &mut dyn FnMut(&AnyHint),
    ) -> Result<HintAnswer, Stop> {
        let context = &self.nodes.map_or_else(|| context.clone(), |nodes| context.at_most(nodes));
        let session = sessions.load(crate::entry(&self.puzzle)?, &self.saved)?;
        let hint = match session.turn() {
            Turn::Over(_) => Ok(None),
            Turn::To(_) => session.refine(context, show).map(Some),
        };
        let puzzle = session.puzzle();
        // A search that ran out leaves the game as it was: the next request may give it more.
        sessions.keep(session);
        let stopped = context.budget.stop().raised();
        Ok(HintAnswer { schema: SCHEMA, status: "answered", puzzle, hint: hint?, stopped })
    }
}
