use schemars::JsonSchema;
use serde::Serialize;

use quandary_core::Exhausted;
use quandary_core::rules::Side;

/// What one position of a game was worth, and what was done there.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Worth {
    /// How many moves were played before it.
    pub at: usize,
    /// Who is to move; null when the game is over.
    pub turn: Option<Side>,
    /// What the best move here is worth to the player who began: more is better. Null where it is not known.
    pub value: Option<f64>,
    /// Its interval, where it is estimated.
    pub ci95: Option<[f64; 2]>,
    /// The best move; null where it is not known.
    pub best: Option<String>,
    /// The move that was played; null at the end of the game.
    pub played: Option<String>,
    /// What that move was worth, before chance had its say; null where it is not known.
    pub played_value: Option<f64>,
    /// Whether the move played is shown to be worse than the best.
    pub mistake: bool,
}

impl Worth {
    /// A position of which nothing is known.
    pub fn unknown(at: usize, turn: Option<Side>, played: Option<String>) -> Worth {
        Worth { at, turn, value: None, ci95: None, best: None, played, played_value: None, mistake: false }
    }
}

/// The time line of a game: what its positions were worth, from the first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// What the values count.
    pub value_is: String,
    /// The positions, in the order in which they were met.
    pub points: Vec<Worth>,
    /// Why later positions are missing, if they are.
    #[serde(skip)]
    pub stopped: Option<Exhausted>,
}
