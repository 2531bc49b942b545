use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Line, Scene, Touch};
use crate::rules::Turn;
use crate::{Alternative, Context, InputError, Reason, Recommendation, Stop};

/// A hint whose types are hidden: what `explain` prints, and where on the board it is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnyHint {
    /// The recommended move; null when nothing can be said.
    pub decision: Option<Recommendation<AnyReason>>,
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
    pub(super) fn new<R: Reason>(reason: &R) -> AnyReason {
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

    /// Whose turn it is, or how it ended.
    fn turn(&self) -> Turn;

    /// The points so far, in games that have them.
    fn score(&self) -> Option<i64>;

    /// The legal moves, as the puzzle writes them.
    fn moves(&self) -> Vec<String>;

    /// The moves played so far.
    fn played(&self) -> Vec<String>;

    /// Plays a move. An illegal one is refused in words and changes nothing.
    fn play(&mut self, chosen: &str) -> Result<(), InputError>;

    /// The move that a touch of the scene means, if it means one.
    fn touch(&self, touch: Touch) -> Option<String>;

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

    /// The best move and why.
    fn hint(&self, context: &Context<'_>) -> Result<AnyHint, Stop>;

    /// What each position was worth, from the first: each is an item as soon as it is known. `context` lends its nodes
    /// to each position anew.
    fn line(&self, context: &Context<'_>) -> Result<Line, Stop>;

    /// What there is to say about the game beyond how it ended.
    fn summary(&self, context: &Context<'_>) -> Result<Option<String>, Stop>;

    /// Everything, as text from which [`Entry::load`](crate::verbs::Entry::load) makes the same session, with the moves
    /// that were taken back and the chances to come.
    fn save(&self) -> String;

    /// The position as short text that can stand in a link, to begin at with
    /// [`Entry::begin_at`](crate::verbs::Entry::begin_at).
    fn link(&self) -> String;

    /// The same game from its beginning, one position a move: each is what [`AnySession::text`] showed.
    fn replay(&self) -> Vec<String>;
}
