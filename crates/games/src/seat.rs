//! Who plays which side when a person sits down: the person's side, and who answers.

use std::fmt;
use std::str::FromStr;

use quandary_core::InputError;
use quandary_core::rules::Side;
use quandary_core::verbs::{Opt, Options};

use crate::player::Player;

/// The side that the person plays.
pub const SIDE: Opt<&str> =
    Opt::choice("side", "WHO", &["first", "second", "both"], "Your side; `both`: you play both sides")
        .or("first");

/// Who plays the other side.
pub const OPPONENT: Opt<Rival> = Opt::text(
    "opponent",
    "PLAYER",
    &["random", "careful", "mc:10", "mc:100", "depth:3", "perfect"],
    "Your opponent: random, careful, mc:K (K random games per move), depth:N (looks N moves ahead), or perfect (plays the hint's move)",
)
.or("mc:100");

/// Who answers a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// One of the players that need only the rules and a judgement.
    Plays(Player),
    /// The move that a hint would give.
    Perfect,
}

impl FromStr for Rival {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Rival, InputError> {
        if text == "perfect" {
            return Ok(Rival::Perfect);
        }
        text.parse().map(Rival::Plays).map_err(|_| {
            InputError::new(format!("`{text}` is not a valid player"))
                .expected(format!("{}, or perfect", Player::NAMES))
        })
    }
}

impl fmt::Display for Rival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rival::Plays(player) => player.fmt(f),
            Rival::Perfect => f.pad("perfect"),
        }
    }
}

/// Where the program sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The side that the program plays.
    pub side: Option<Side>,
    /// How it plays.
    pub rival: Rival,
}

impl Seat {
    /// The seat that is asked for.
    pub fn of(setup: &Options) -> Seat {
        let side = match setup.get(SIDE) {
            "first" => Some(Side::Second),
            "second" => Some(Side::First),
            _ => None,
        };
        Seat { side, rival: setup.get(OPPONENT) }
    }
}
