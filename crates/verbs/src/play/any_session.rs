use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Line, SavedGame, Scene, Touch};
use crate::{Alternative, Recommendation, TakeBack};
use quandary_core::Reason;
use quandary_core::rules::Turn;
use quandary_core::{Context, InputError, Stop};

/// A hint whose types are hidden: what `explain` prints, and where on the board it is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnyHint {
    /// The recommended move; null when a move is to be taken back or nothing can be said.
    pub decision: Option<Recommendation<AnyReason>>,
    /// Present when no move is recommended but to take the last one back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack<AnyReason>>,
    /// The moves that were weighed, best first, the recommended one among them.
    pub alternatives: Vec<Alternative>,
    /// The squares (row and column from 0) of the alternatives that have one, in their order.
    pub squares: Vec<Option<(usize, usize)>>,
    /// The square from which the recommended move takes a piece, where pieces are carried.
    pub from: Option<(usize, usize)>,
    /// What `value` of an alternative counts.
    pub value_is: Cow<'static, str>,
    /// Where to look, without giving the move away.
    pub nudge: String,
    /// The move and why.
    pub text: String,
}

impl AnyHint {
    /// The recommended move, if there is one.
    pub fn chosen(&self) -> Option<&str> {
        self.decision.as_ref().map(|decision| decision.chosen.as_str())
    }

    /// The hint as it stands in an answer.
    pub fn json(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

/// A reason whose type is hidden: what it says, and beside it what its puzzle and its kind add.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnyReason {
    /// Which kind of reason it is, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What the puzzle adds.
    #[serde(flatten)]
    pub more: Map<String, Value>,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    nudge: String,
}

impl AnyReason {
    pub(super) fn new<R: Reason + Serialize>(reason: &R) -> AnyReason {
        let mut more = match serde_json::to_value(reason) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let kind = more.shift_remove("kind").and_then(|kind| kind.as_str().map(str::to_owned));
        AnyReason { kind, more, text: reason.text(), nudge: reason.nudge() }
    }
}

impl Reason for AnyReason {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn nudge(&self) -> String {
        self.nudge.clone()
    }
}

/// A position in the three forms that interfaces show, all made from one view of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Appearance {
    /// What [`AnySession::view`] gives.
    pub view: Value,
    /// What [`AnySession::text`] gives.
    pub text: String,
    /// What [`AnySession::scene`] gives.
    pub scene: Scene,
}

/// Where a move is on the board: rows and columns from 0, none where it has no place there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Step {
    /// The square from which it takes a piece, where pieces are carried.
    pub from: Option<(usize, usize)>,
    /// The square that it is about: where a piece goes, a stone is placed.
    pub to: Option<(usize, usize)>,
}

/// A game in progress, whatever the puzzle: what every interface plays with.
///
/// The same setting, seed and moves give the same game on every machine.
pub trait AnySession: Send {
    /// The registered name of the puzzle.
    fn puzzle(&self) -> &'static str;

    /// The setting as text: `board=9x9/10; first-click=safe`.
    fn setup(&self) -> String;

    /// What the player sees, as JSON. Never the hidden part.
    fn view(&self) -> Value;

    /// What the player sees, as text.
    fn text(&self) -> String;

    /// What the player sees, as squares.
    fn scene(&self) -> Scene;

    /// All three of them, for interfaces that need more than one.
    fn appearance(&self) -> Appearance;

    /// Whose turn it is, or how it ended.
    fn turn(&self) -> Turn;

    /// The points so far, in games that have them.
    fn score(&self) -> Option<i64>;

    /// The legal moves, as the puzzle writes them.
    fn moves(&self) -> Vec<String>;

    /// Where each of the legal moves is on the board, in their order.
    fn steps(&self) -> Vec<Step>;

    /// Where the last move was on the board, if one was played.
    fn last(&self) -> Option<Step>;

    /// The moves played so far.
    fn played(&self) -> Vec<String>;

    /// Plays a move. An illegal one is refused in words and changes nothing.
    fn play(&mut self, chosen: &str) -> Result<(), InputError>;

    /// The move that a touch of the scene means, if it means one.
    fn move_of(&self, touch: Touch) -> Option<String>;

    /// Plays the move that a touch of the scene means. Whether it meant one; an illegal one is refused in words.
    fn touch(&mut self, touch: Touch) -> Result<bool, InputError>;

    /// Whether the program is to move now.
    fn awaits_reply(&self) -> bool;

    /// Lets the program move, if it is its turn; gives its move.
    fn reply(&mut self, context: &Context<'_>) -> Result<Option<String>, Stop>;

    /// Takes back the player's last move, and the program's answer to it. Whether there was one.
    fn undo(&mut self) -> bool;

    /// Plays again what was taken back. Whether there was something.
    fn redo(&mut self) -> bool;

    /// Goes to the position after this many moves; those behind it can be played again. Whether there is one.
    fn go_to(&mut self, at: usize) -> bool;

    /// How many moves were taken back and can be played again.
    fn undone(&self) -> usize;

    /// How many moves it has, those that were taken back included.
    fn len(&self) -> usize;

    /// Whether nothing was played yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The best move and why.
    fn hint(&self, context: &Context<'_>) -> Result<AnyHint, Stop>;

    /// Better and better hints: each differs from the one before and is to be shown in its place. The last is shown and
    /// returned, also when the budget ends the search: only where nothing at all was known by then is that an error.
    fn refine(&self, context: &Context<'_>, show: &mut dyn FnMut(&AnyHint)) -> Result<AnyHint, Stop>;

    /// What each position was worth, from the first: each is an item as soon as it is known. `context` lends its nodes
    /// to each position separately.
    fn line(&self, context: &Context<'_>) -> Result<Line, Stop>;

    /// What there is to say about the game beyond how it ended.
    fn summary(&self, context: &Context<'_>) -> Result<Option<String>, Stop>;

    /// Everything, as text from which [`Entry::load`](crate::Entry::load) makes the same session, with the moves
    /// that were taken back and the chances to come.
    fn save(&self) -> String;

    /// Whether a saved game began as this one did: same puzzle, setting, first position and chances.
    fn began_as(&self, saved: &SavedGame) -> bool;

    /// Becomes a saved game that [began as](AnySession::began_as) this one did. The moves that both share are kept as they
    /// are; only the others are played. Gives their number.
    fn follow(&mut self, saved: &SavedGame) -> Result<usize, InputError>;

    /// The position as short text that can stand in a link, to begin at with
    /// [`Entry::begin_at`](crate::Entry::begin_at).
    fn link(&self) -> String;

    /// The same game from its beginning, one position a move: each is what [`AnySession::text`] showed.
    fn replay(&self) -> Vec<String>;
}
