//! Whose turn it is, how it ended, and when nobody wins.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{InputError, Outcome};

use super::board::{Move, Position};

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draws {
    /// As the World Checkers and Draughts Federation plays (its rule 1.32, claimed as soon as it can be): the same
    /// position with the same side to move for the third time, or forty moves of each side without a capture and
    /// without a move of a man.
    Wcdf,
    /// As OpenSpiel plays: forty moves of both sides together without a capture. Positions may repeat.
    OpenSpiel,
}

impl Draws {
    /// The names of all of them.
    pub const NAMES: [&str; 2] = ["wcdf", "open-spiel"];

    /// Quiet moves of both sides after which the game is drawn.
    pub(super) const fn most_quiet(self) -> u8 {
        match self {
            Draws::Wcdf => 80,
            Draws::OpenSpiel => 40,
        }
    }
}

impl FromStr for Draws {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Draws, InputError> {
        match text {
            "wcdf" => Ok(Draws::Wcdf),
            "open-spiel" => Ok(Draws::OpenSpiel),
            _ => Err(InputError::new(format!("`{text}` is not a valid convention for draws"))
                .expected(Draws::NAMES.join(" or "))),
        }
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Draws::Wcdf => "wcdf",
            Draws::OpenSpiel => "open-spiel",
        })
    }
}

/// English checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// When nobody wins.
    pub draws: Draws,
}

/// A position, and what of the past still counts: equal states have equal futures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The pieces and whose turn it is.
    pub position: Position,
    /// Moves of both sides since the last that counts for the draw.
    quiet: u8,
    /// How many times the position has been met, this one included.
    times: u8,
    /// The positions to which the game may still return, the latest first. Empty after every move of a man, which is
    /// why it costs little: the past is shared, not copied.
    past: Option<Arc<Past>>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Past {
    position: Position,
    before: Option<Arc<Past>>,
}

impl State {
    /// A position whose past nobody knows, after `quiet` moves of both sides without a capture or a man's move.
    pub fn new(position: Position, quiet: u8) -> State {
        State { position, quiet, times: 1, past: None }
    }

    /// Moves of both sides since the last that counts for the draw.
    pub fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The positions to which the game may still return, the latest first.
    pub fn past(&self) -> impl Iterator<Item = &Position> {
        std::iter::successors(self.past.as_deref(), |met| met.before.as_deref()).map(|met| &met.position)
    }

    /// How many times the position has been met, this one included.
    pub fn times(&self) -> u8 {
        self.times
    }
}

impl From<Position> for State {
    fn from(position: Position) -> State {
        State::new(position, 0)
    }
}

impl Default for State {
    /// The start of a game.
    fn default() -> State {
        Position::START.into()
    }
}

/// The side that a colour is: black begins.
pub const fn side(black: bool) -> Side {
    if black { Side::First } else { Side::Second }
}

impl Checkers {
    /// Whether nobody wins, by repetition or for want of progress.
    #[inline]
    pub fn is_drawn(self, state: &State) -> bool {
        state.quiet >= self.draws.most_quiet() || state.times >= 3
    }

    /// The state after a legal move.
    #[must_use]
    pub fn after(self, state: &State, chosen: Move) -> State {
        let position = state.position.after(chosen);
        let captures = chosen.captures() > 0;
        let by_king = state.position.kings & chosen.from() != 0;
        let quiet = match self.draws {
            Draws::Wcdf if captures || !by_king => 0,
            Draws::OpenSpiel if captures => 0,
            _ => state.quiet.saturating_add(1),
        };
        if self.draws == Draws::OpenSpiel || quiet == 0 {
            return State { position, quiet, times: 1, past: None };
        }
        let past = Arc::new(Past { position: state.position, before: state.past.clone() });
        let mut times = 1;
        let mut earlier = Some(&past);
        while let Some(met) = earlier {
            times += u8::from(met.position == position);
            earlier = met.before.as_ref();
        }
        State { position, quiet, times, past: Some(past) }
    }
}

impl Rules for Checkers {
    type State = State;
    type Move = Move;

    fn turn(&self, state: &State) -> Turn {
        let mover = side(state.position.black_to_move);
        // OpenSpiel counts before it looks whether there is a move; by the rules of the game who cannot move has lost.
        if self.draws == Draws::OpenSpiel && self.is_drawn(state) {
            Turn::Over(Outcome::Drawn)
        } else if !state.position.can_move() {
            Turn::Over(mover.other().wins())
        } else if self.is_drawn(state) {
            Turn::Over(Outcome::Drawn)
        } else {
            Turn::To(mover)
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if !self.is_drawn(state) {
            state.position.each_move(|chosen| out.push(chosen));
        }
    }

    fn apply(&self, state: &State, chosen: Move) -> State {
        self.after(state, chosen)
    }

    fn options(&self, state: &State) -> usize {
        if self.is_drawn(state) { 0 } else { state.position.count() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::bit;
    use super::*;

    fn kings(black: u64, white: u64) -> State {
        Position { black, white, kings: black | white, black_to_move: true }.into()
    }

    fn play(rules: Checkers, mut state: State, squares: &[[u32; 2]]) -> State {
        for pair in squares {
            assert_eq!(rules.turn(&state), Turn::To(side(state.position.black_to_move)), "{pair:?}");
            let chosen = Move::along(pair).unwrap();
            let mut legal = Vec::new();
            rules.moves(&state, &mut legal);
            assert!(legal.contains(&chosen), "{pair:?}");
            state = rules.apply(&state, chosen);
        }
        state
    }

    #[test]
    fn the_third_time_is_a_draw_and_only_by_that_convention() {
        let around = [[1, 6], [32, 27], [6, 1], [27, 32]];
        let twice = [around, around].concat();
        for (draws, over) in [(Draws::Wcdf, true), (Draws::OpenSpiel, false)] {
            let rules = Checkers { draws };
            let state = play(rules, kings(bit(1), bit(32)), &twice);
            assert_eq!(rules.turn(&state) == Turn::Over(Outcome::Drawn), over, "{draws}");
            assert_eq!(rules.options(&state) == 0, over);
        }
    }

    #[test]
    fn moves_of_men_and_captures_begin_the_count_anew() {
        let rules = Checkers { draws: Draws::Wcdf };
        let position =
            Position { black: bit(1) | bit(9), white: bit(32), kings: bit(1) | bit(32), black_to_move: true };
        let state = play(rules, position.into(), &[[1, 6], [32, 27]]);
        assert_eq!(state.quiet(), 2);
        assert_eq!(play(rules, state.clone(), &[[9, 13]]).quiet(), 0);
        // OpenSpiel counts the men's moves as well.
        let rules = Checkers { draws: Draws::OpenSpiel };
        assert_eq!(play(rules, state, &[[9, 13]]).quiet(), 3);
    }

    #[test]
    fn who_cannot_move_has_lost_even_when_the_count_is_full() {
        // White's man on 5 is blocked by black's on 1.
        let position = Position { black: bit(1), white: bit(5), kings: 0, black_to_move: false };
        let state = State::new(position, 80);
        assert_eq!(Checkers { draws: Draws::Wcdf }.turn(&state), Turn::Over(Outcome::Won));
        assert_eq!(Checkers { draws: Draws::OpenSpiel }.turn(&state), Turn::Over(Outcome::Drawn));
    }
}
