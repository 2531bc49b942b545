use quandary_core::InputError;
use serde::{Deserialize, Serialize};

use super::{Play, pairs};
use crate::Options;

/// The layout of a saved game.
const SAVED: u32 = 1;

/// A game as [`AnySession::save`](super::AnySession::save) writes it: where it began, and every move since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    schema: u32,
    pub(super) puzzle: String,
    pub(super) setup: String,
    /// The level or the clues, in puzzles that have them beside the setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) instance: Option<String>,
    pub(super) start: String,
    pub(super) stream: String,
    pub(super) moves: Vec<String>,
    pub(super) undone: usize,
}

/// The rules of a saved game, the position where it began and the moves that were not taken back.
pub type Followed<P> =
    (P, <P as quandary_core::rules::Rules>::State, Vec<<P as quandary_core::rules::Rules>::Move>);

impl SavedGame {
    /// A game that was not played yet.
    pub(super) fn at_start(puzzle: &str, setup: String, start: String, stream: String) -> SavedGame {
        SavedGame {
            schema: SAVED,
            puzzle: puzzle.into(),
            setup,
            instance: None,
            start,
            stream,
            moves: Vec::new(),
            undone: 0,
        }
    }

    /// Reads a saved game of a puzzle.
    pub fn read(puzzle: &str, text: &str) -> Result<SavedGame, InputError> {
        let saved: SavedGame = serde_json::from_str(text).map_err(|error| {
            InputError::new(format!("this is not a saved game: {error}"))
                .at(error.line().max(1), error.column())
                .expected("what `save` wrote")
        })?;
        if saved.schema != SAVED || saved.puzzle != puzzle {
            let what = format!("a saved game of {} in layout {}", saved.puzzle, saved.schema);
            return Err(InputError::new(what).expected(format!("one of {puzzle} in layout {SAVED}")));
        }
        if saved.undone > saved.moves.len() {
            let what = format!("{} moves taken back of {}", saved.undone, saved.moves.len());
            return Err(InputError::new(what).expected("not more than were played"));
        }
        Ok(saved)
    }

    /// A saved game as the puzzle's own rules see it: the rules under its setting, where it began, and the moves that were
    /// not taken back.
    pub fn followed<P: Play>(puzzle: &'static str, text: &str) -> Result<Followed<P>, InputError> {
        let saved = SavedGame::read(puzzle, text)?;
        let mut rules = P::new(&Options::new(puzzle, P::OPTIONS, pairs(&saved.setup)?)?)?;
        if let Some(instance) = &saved.instance {
            rules = rules.with_instance(instance)?;
        }
        let start = rules.read(&saved.start)?;
        let played = &saved.moves[..saved.moves.len() - saved.undone];
        let moves = played.iter().map(|text| rules.read_move(text)).collect::<Result<_, _>>()?;
        Ok((rules, start, moves))
    }

    /// How many moves it has, those that were taken back included.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}
