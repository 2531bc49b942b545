//! The experiment of people and the 8-puzzle (table 3.3 of the thesis), live: levels, attempts, the table they make, and CSV
//! to pool them. Nothing is kept here: a server has its database, a page the browser's own storage.

mod attempt;
mod csv;
mod table;

pub use attempt::{Attempt, FinishedAttempt};
pub use csv::{export, import};
pub use table::{PRINTED, PRINTED_PLAYERS, PrintedRow, Row, Table, table};

use quandary_core::{Context, InputError, Stop};
use quandary_verbs::SCHEMA;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Run, value};

/// The levels: level D has boards whose shortest solution takes D moves.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=29;

/// What can be asked about the experiment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "study", rename_all = "lowercase")]
pub enum Experiment {
    /// A board of a level.
    Level(Level),
    /// The judged attempt, ready to be kept.
    Judge(FinishedAttempt),
    /// Table 3.3 of some attempts.
    Table(Attempts),
    /// Attempts as CSV.
    Export(Attempts),
    /// CSV as attempts, each judged again.
    Import(Import),
}

/// Which level, and what to draw its board from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The level, 1 to 29: the length of the shortest solution.
    pub level: u8,
    /// The seed.
    pub seed: u64,
}

/// Some attempts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempts {
    /// The attempts, in any order.
    pub attempts: Vec<Attempt>,
}

/// Attempts as CSV.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// What `export` wrote.
    pub csv: String,
}

/// A board of a level, and a game that begins there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LevelAnswer {
    schema: u32,
    status: &'static str,
    /// The level.
    pub level: u8,
    /// The board, as the sliding puzzle writes it on one line.
    pub position: String,
    /// The game, to play with `sit`.
    pub saved: String,
}

/// An attempt that was judged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttemptAnswer {
    schema: u32,
    status: &'static str,
    /// The attempt.
    pub attempt: Attempt,
}

/// Attempts, in the order in which they began.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttemptsAnswer {
    schema: u32,
    status: &'static str,
    /// The attempts.
    pub attempts: Vec<Attempt>,
}

/// Attempts as CSV.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExportAnswer {
    schema: u32,
    status: &'static str,
    /// A header and a line for each attempt.
    pub csv: String,
}

impl AttemptsAnswer {
    /// These attempts, sorted.
    pub fn new(mut attempts: Vec<Attempt>) -> AttemptsAnswer {
        attempts.sort_by(|a, b| a.began.cmp(&b.began).then_with(|| a.player.cmp(&b.player)));
        AttemptsAnswer { schema: SCHEMA, status: "answered", attempts }
    }
}

impl AttemptAnswer {
    /// This attempt.
    pub fn new(attempt: Attempt) -> AttemptAnswer {
        AttemptAnswer { schema: SCHEMA, status: "answered", attempt }
    }
}

impl Experiment {
    /// The answer.
    pub fn answer(&self, context: &Context<'_>) -> Result<Value, Stop> {
        Ok(match self {
            Experiment::Level(level) => value(&level.begin(context)?),
            Experiment::Judge(attempted) => value(&AttemptAnswer::new(attempted.judge(context)?)),
            Experiment::Table(Attempts { attempts }) => value(&table(attempts)),
            Experiment::Export(Attempts { attempts }) => {
                value(&ExportAnswer { schema: SCHEMA, status: "answered", csv: export(attempts) })
            }
            Experiment::Import(Import { csv }) => value(&AttemptsAnswer::new(import(csv, context)?)),
        })
    }
}

impl Level {
    /// A board whose shortest solution has the level's length, drawn uniformly from the seed.
    pub fn begin(&self, context: &Context<'_>) -> Result<LevelAnswer, Stop> {
        check_level(self.level)?;
        let options = [
            ("board", "3x3".to_owned()),
            ("distance", self.level.to_string()),
            ("seed", self.seed.to_string()),
        ];
        let run = Run {
            puzzle: "sliding".into(),
            verb: "generate".into(),
            input: None,
            options: options.map(|(name, text)| (name.to_owned(), text)).into(),
            rows: false,
            text: false,
            nodes: None,
        };
        let made = run.answer(context)?.json();
        let position = made["items"][0]["position"].as_str().ok_or_else(|| {
            // The budget ran out before the distances were known.
            InputError::new(format!("no board of level {} was drawn", self.level))
        })?;
        let position = position.split_whitespace().collect::<Vec<_>>().join(" ");
        let saved = attempt::session(&position)?.save();
        Ok(LevelAnswer { schema: SCHEMA, status: "answered", level: self.level, position, saved })
    }
}

fn check_level(level: u8) -> Result<(), InputError> {
    if LEVELS.contains(&level) {
        return Ok(());
    }
    Err(InputError::new(format!("there is no level {level}")).expected("1 to 29"))
}
