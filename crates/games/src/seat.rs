//! Who plays which side when a person sits down: the person's side, and who answers.

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Rules, Side};
use quandary_core::{Context, InputError, Stop, Stream};
use quandary_search::engine::{ByMinimax, Engine};
use quandary_search::minimax::Heuristic;
use quandary_verbs::play::{Opponent, Play};
use quandary_verbs::{Opt, Options};

use crate::levels::{Contender, Levelled};

/// The side that the person plays.
pub const SIDE: Opt<&str> =
    Opt::choice("side", "WHO", &["first", "second", "both"], "Your side; `both`: you play both sides")
        .or("first");

/// Who plays the other side.
pub const OPPONENT: Opt<Rival> = Opt::text(
    "opponent",
    "PLAYER",
    &[
        "beginner", "casual", "club", "expert", "master", "random", "careful", "mc:10", "mc:100", "depth:3", "perfect",
    ],
    "Your opponent: a level (beginner, casual, club, expert, master), random, careful, mc:K (K random games per move), \
     depth:N (looks N moves ahead), or perfect (plays the hint's move)",
)
.or("casual");

/// Who answers a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// A level, or one of the players that need only the rules and a judgement.
    Plays(Contender),
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
                .expected(format!("{}, or perfect", Contender::names()))
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

/// A game for two that people play: what its opponents need besides [`Play`].
pub trait Game: Play {
    /// The bare rules, without the record that people keep of a game.
    type Rules: Heuristic<State: Send + Sync, Move = Self::Move> + Send + Sync + 'static;

    /// The bare rules, and the position under them.
    fn bare<'a>(&self, state: &'a Self::State) -> (Self::Rules, &'a <Self::Rules as Rules>::State);

    /// The strongest player that the program has of this game, with tables of about `bytes`.
    fn engine(&self, bytes: usize) -> Box<dyn Engine<Self::Rules>> {
        Box::new(ByMinimax::new((bytes / 16).max(2).ilog2()))
    }
}

/// Where the program sits, and how it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    side: Side,
    rival: Rival,
}

impl Seat {
    /// The program's seat under a setting; none where a person plays both sides. For [`Play::opponent`].
    pub fn of<G: Levelled>(setup: &Options) -> Option<Box<dyn Opponent<G>>> {
        let side = match setup.get(SIDE) {
            "first" => Side::Second,
            "second" => Side::First,
            _ => return None,
        };
        Some(Box::new(Seat { side, rival: setup.get(OPPONENT) }))
    }
}

impl<G: Levelled> Opponent<G> for Seat {
    fn side(&self) -> Side {
        self.side
    }

    fn reply(
        &self,
        game: &G,
        state: &G::State,
        stream: &mut Stream,
        context: &Context<'_>,
    ) -> Result<G::Move, Stop> {
        let nothing = || InputError::new("there is no move to make");
        match self.rival {
            Rival::Plays(player) => {
                let (rules, position) = game.bare(state);
                let best = player.best(game, &rules, position, stream, &context.budget)?;
                Ok(*stream.choose(&best).ok_or_else(nothing)?)
            }
            Rival::Perfect => {
                let decision = game.hint(&game.view(state), context)?.decision.ok_or_else(nothing)?;
                Ok(game.read_move(&decision.chosen)?)
            }
        }
    }
}
