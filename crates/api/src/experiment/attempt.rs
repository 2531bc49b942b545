use quandary_core::{Context, InputError, Outcome, Seed, Stop};
use quandary_verbs::Status;
use quandary_verbs::play::AnySession;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check_level;
use crate::{Run, RunInput};

/// The most moves that are kept of an attempt: a player who has not solved an 8-puzzle by then will not.
const MOST_MOVES: usize = 5_000;
/// The longest name of a player, in letters.
const LONGEST_NAME: usize = 64;

/// An attempt as it ended, before it is judged.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishedAttempt {
    /// Who played: any name that begins with a letter or a digit.
    pub player: String,
    /// The level.
    pub level: u8,
    /// The board, as the level gave it.
    pub position: String,
    /// When it began: milliseconds since 1970.
    pub began: u64,
    /// The moves, as the sliding puzzle writes them.
    pub moves: Vec<String>,
    /// When each move was made: milliseconds since the attempt began.
    pub milliseconds: Vec<u64>,
}

/// An attempt that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Who played.
    pub player: String,
    /// The level D: the length of the shortest solution.
    pub level: u8,
    /// The board.
    pub position: String,
    /// When it began: milliseconds since 1970.
    pub began: u64,
    /// The moves.
    pub moves: Vec<String>,
    /// When each move was made: milliseconds since the attempt began.
    pub milliseconds: Vec<u64>,
    /// Whether the moves lead to the goal.
    pub solved: bool,
    /// Whether they do so within D moves: what the table counts.
    pub within: bool,
}

/// A game at a board of the experiment.
pub(super) fn session(position: &str) -> Result<Box<dyn AnySession>, InputError> {
    let entry = crate::entry("sliding")?;
    entry.begin_at(&entry.read_setup("board=3x3")?, position, Seed(0))
}

/// How many moves a shortest solution of a board takes. An import asks about thousands of boards: a search takes a
/// hundredth of the time that the table of all positions does, on which hints rest.
fn shortest(position: &str, context: &Context<'_>) -> Result<Option<u64>, Stop> {
    let run = Run {
        puzzle: "sliding".into(),
        verb: "solve".into(),
        input: Some(RunInput::Text(position.to_owned())),
        options: [("method".to_owned(), "idastar".to_owned())].into(),
        rows: false,
        text: false,
        nodes: None,
    };
    let answer = run.answer(context)?;
    // What a search that was cut short says is no judgement.
    if let Status::Exhausted(why) = answer.status {
        return Err(why.into());
    }
    let solved = answer.json();
    Ok(solved["length"].as_u64().filter(|_| solved["verdict"] == "optimal"))
}

impl FinishedAttempt {
    /// Plays the moves and says how they ended. What a page says of itself is not taken on trust.
    ///
    /// ```
    /// use quandary_api::experiment::FinishedAttempt;
    /// use quandary_core::Context;
    /// let attempted = FinishedAttempt {
    ///     player: "me".into(),
    ///     level: 1,
    ///     position: "1 2 3 4 5 6 7 0 8".into(),
    ///     began: 1_700_000_000_000,
    ///     moves: vec!["L".into()],
    ///     milliseconds: vec![900],
    /// };
    /// let attempt = attempted.judge(&Context::bare()).unwrap();
    /// assert!(attempt.solved && attempt.within);
    /// ```
    pub fn judge(&self, context: &Context<'_>) -> Result<Attempt, Stop> {
        check_level(self.level)?;
        let FinishedAttempt { player, level, position, began, moves, milliseconds } = self.clone();
        let proper = player.chars().next().is_some_and(char::is_alphanumeric)
            && player.chars().count() <= LONGEST_NAME
            && !player.chars().any(char::is_control)
            && player.trim_end() == player;
        if !proper {
            return Err(InputError::new("this is not a valid player name")
                .expected(format!("at most {LONGEST_NAME} letters, a letter or a digit first"))
                .into());
        }
        if i64::try_from(began).is_err() {
            return Err(InputError::new(format!("`began` is {began}, and no clock shows that"))
                .expected("milliseconds since 1970, below 2^63")
                .into());
        }
        if moves.len() > MOST_MOVES || milliseconds.len() != moves.len() {
            let what = format!("{} moves with {} times", moves.len(), milliseconds.len());
            return Err(InputError::new(what)
                .expected(format!("a time for each move, and at most {MOST_MOVES} of them"))
                .into());
        }
        if !milliseconds.is_sorted() {
            return Err(InputError::new("the times go back")
                .expected("each at or after the one before")
                .into());
        }
        let mut session = session(&position)?;
        let length = shortest(&position, context)?;
        if length != Some(u64::from(level)) {
            let takes = length.map_or("another number of".to_owned(), |length| length.to_string());
            let what = format!("the shortest solution of this board takes {takes} moves, not {level}");
            return Err(InputError::new(what).expected("a board of the level").into());
        }
        for (index, chosen) in moves.iter().enumerate() {
            session.play(chosen).map_err(|error| InputError {
                what: format!("move {}: {}", index + 1, error.what),
                ..error
            })?;
        }
        let solved = session.turn().outcome() == Some(Outcome::Won);
        let within = solved && moves.len() <= usize::from(level);
        let position = position.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Attempt { player, level, position, began, moves, milliseconds, solved, within })
    }
}
