//! Playing: what a puzzle adds to its [`Rules`] to be played by people, and the game in progress that is built on it.
//!
//! A puzzle implements [`Play`]; undo, redo, hints, saving, loading, links and chance are then written once, in
//! [`Session`], and every interface knows them through [`AnySession`].

mod any_session;
mod line;
mod link;
mod saved;
mod scene;
mod session;

pub use any_session::{AnyHint, AnyReason, AnySession, Appearance, Step};
pub use line::{Line, Worth};
pub use link::{from_link, to_link};
pub use saved::{Followed, SavedGame};
pub use scene::{Occupant, Scene, Square, Steering, Tone, Touch};
pub use session::Session;
pub(crate) use session::pairs;

use std::fmt::Display;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Hint;
use crate::{OptionSpec, Options};
use quandary_core::Reason;
use quandary_core::rules::{Rules, Side};
use quandary_core::{Context, InputError, Stop, Stream};

/// A named setting, such as `expert` for `board=16x30/99`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The setting as text: `name=value`, several joined by `; `.
    pub setup: &'static str,
}

/// What people need to play by some [`Rules`]: a setting, a view, a hint, and text for everything.
///
/// What is hidden stays in the state. A [`View`](Play::View) is all that a player, a hint and an interface ever get, so advice
/// that peeks does not compile.
pub trait Play: Rules<State: Send, Move: Send> + Sized + Send + Sync + 'static {
    /// What can be chosen before a game: board, goal, dice, first-click rule, side. Each has a default.
    const OPTIONS: &'static [OptionSpec];

    /// Settings people ask for by name. At least one; the first is the default.
    const PRESETS: &'static [Preset];

    /// What the player sees, for programs (`Serialize`) and for people (`Display`).
    type View: Serialize + JsonSchema + Display + 'static;

    /// Why a move is recommended.
    type Reason: Reason + Serialize + JsonSchema + 'static;

    /// The rules under a setting.
    fn new(setup: &Options) -> Result<Self, InputError>;

    /// The level or the clues that this game is about, as text that can be read again; none in puzzles whose setting
    /// says it all. The rules hold it, so a state has only what changes. It is saved and linked with the game.
    fn instance(&self) -> Option<String> {
        None
    }

    /// The same rules about this instance.
    fn with_instance(self, _text: &str) -> Result<Self, InputError> {
        Err(InputError::new("a level or clues, which this puzzle does not have").expected("a position alone"))
    }

    /// The same rules about an instance drawn from `stream`, for a new game.
    fn draw_instance(self, _stream: &mut Stream, _context: &Context<'_>) -> Result<Self, Stop> {
        Ok(self)
    }

    /// A position to begin with, drawn from `stream`.
    fn start(&self, stream: &mut Stream, context: &Context<'_>) -> Result<Self::State, Stop>;

    /// What the player sees of a position.
    fn view(&self, state: &Self::State) -> Self::View;

    /// The best move and why, from what the player sees.
    fn hint(&self, view: &Self::View, context: &Context<'_>) -> Result<Hint<Self::Reason>, Stop>;

    /// Better and better hints: each is handed to `show` in place of the one before; the last is returned. It ends when nothing
    /// better can be found, or with the budget. Without it there is one hint, [`Play::hint`].
    fn refine(
        &self,
        view: &Self::View,
        context: &Context<'_>,
        _show: &mut dyn FnMut(&Hint<Self::Reason>),
    ) -> Result<Hint<Self::Reason>, Stop> {
        self.hint(view, context)
    }

    /// Writes a position, the hidden part included, as text from which it can be read again. Short: it goes into links.
    fn write(&self, state: &Self::State) -> String;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Self::State, InputError>;

    /// Writes a move as the puzzle's players do.
    fn write_move(&self, chosen: Self::Move) -> String;

    /// Reads a move. Whether it is legal is not asked here.
    fn read_move(&self, text: &str) -> Result<Self::Move, InputError>;

    /// The points so far, in games that have them.
    fn score(&self, _state: &Self::State) -> Option<i64> {
        None
    }

    /// Who plays the other side under a setting, in games for two.
    fn opponent(_setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        None
    }

    /// What there is to see, as squares: terminals and pictures are drawn from it.
    fn scene(&self, view: &Self::View) -> Scene;

    /// The move that a touch of the scene means, if it means one.
    fn touch(&self, view: &Self::View, touch: Touch) -> Option<Self::Move>;

    /// The square (row and column from 0) that a move is about, if it is about one.
    fn square(&self, _view: &Self::View, _chosen: Self::Move) -> Option<(usize, usize)> {
        None
    }

    /// The square from which a move takes a piece, in games where pieces are carried.
    fn origin(&self, _view: &Self::View, _chosen: Self::Move) -> Option<(usize, usize)> {
        None
    }

    /// What there is to say about a game when it is over, beyond how it ended: an autopsy, how far from the best it was.
    fn summary(
        &self,
        _start: &Self::State,
        _moves: &[Self::Move],
        _context: &Context<'_>,
    ) -> Result<Option<String>, Stop> {
        Ok(None)
    }

    /// What a value that `side` gives a move is worth to the side that began: the game's other side wants the opposite.
    fn for_first(&self, side: Side, value: f64) -> f64 {
        match side {
            Side::First => value,
            Side::Second => -value,
        }
    }

    /// The time line of a game, where the puzzle knows more of its positions than the hints in them say.
    fn line(
        &self,
        _start: &Self::State,
        _moves: &[Self::Move],
        _context: &Context<'_>,
    ) -> Result<Option<Line>, Stop> {
        Ok(None)
    }
}

/// Who plays a side for the program. A [`Session`] lets it reply whenever it is its turn.
pub trait Opponent<P: Play>: Send {
    /// The side that it plays.
    fn side(&self) -> Side;

    /// Its move in a position in which it is its turn.
    fn reply(
        &self,
        game: &P,
        state: &P::State,
        stream: &mut Stream,
        context: &Context<'_>,
    ) -> Result<P::Move, Stop>;
}
