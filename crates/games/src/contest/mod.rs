//! A contest: players of all strengths against each other from the same openings, each opening with both colours, and the
//! ratings that explain the results best.

pub mod rating;

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Side, Turn};
use quandary_core::{Context, InputError, Outcome, Seed, Stop, Stream};
use quandary_search::minimax::Heuristic;

use crate::levels::Contender;
use crate::protocol::ask::{Limits, RunningEngine};
use crate::protocol::{Protocols, outside};

/// Who takes part in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// A player of our own.
    Ours(Contender),
    /// An external program, by its command line.
    Program(String),
}

impl FromStr for Entrant {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Entrant, InputError> {
        if let Some(command) = text.strip_prefix(outside::PREFIX) {
            return Ok(Entrant::Program(command.trim().to_owned()));
        }
        text.parse().map(Entrant::Ours).map_err(|_| {
            InputError::new(format!("`{text}` is not a valid player")).expected(format!(
                "{}, or {}COMMAND",
                Contender::names(),
                outside::PREFIX
            ))
        })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Ours(player) => player.fmt(f),
            Entrant::Program(command) => f.pad(&format!("{}{command}", outside::PREFIX)),
        }
    }
}

/// Several of them, written with commas between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrants(pub Vec<Entrant>);

impl FromStr for Entrants {
    type Err = InputError;

    fn from_str(list: &str) -> Result<Entrants, InputError> {
        let all: Vec<Entrant> = list.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>()?;
        if all.len() < 2 {
            return Err(InputError::new("a contest of one player").expected("two players or more"));
        }
        match (1..all.len()).find(|&at| all[..at].contains(&all[at])) {
            Some(at) => Err(InputError::new(format!("`{}` appears twice", all[at])).expected("each once")),
            None => Ok(Entrants(all)),
        }
    }
}

/// Where the games of a contest begin, and what external programs get for a move.
pub struct Terms<G: Protocols> {
    /// The game.
    pub game: G,
    /// The position before the drawn moves.
    pub start: G::State,
    /// Moves of both sides that are drawn at random.
    pub opening: u32,
    /// From which the openings and the players' choices are drawn.
    pub seed: Seed,
    /// Time per move of an external program.
    pub limits: Limits,
}

/// How often an opening that ends the game is drawn again.
const MOST_DRAWN: u32 = 100;

impl<G: Protocols> Terms<G> {
    /// Game number `index` between two players: what the first of them scored, twice over (2 for a win, 1 for a draw). Games 0 and
    /// 1 have the same opening, and so on; the first player begins in the even ones.
    pub fn play(&self, pair: [&Entrant; 2], index: u64, context: &Context<'_>) -> Result<u32, Stop> {
        let moves = self.draw_opening(index / 2);
        let mut stream = self.seed.named(&format!("{} {}", pair[0], pair[1])).stream(index);
        let first_begins = index.is_multiple_of(2);
        let mut seats = [Seat::of(pair[0], self, context)?, Seat::of(pair[1], self, context)?];
        let mut state = self.start.clone();
        for &chosen in &moves {
            state = self.game.apply(&state, chosen);
        }
        let mut moves = moves;
        let outcome = loop {
            let side = match self.game.turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::To(side) => side,
            };
            context.budget.poll()?;
            let seat = usize::from((side == Side::First) != first_begins);
            let chosen = seats[seat].choose(self, &state, &moves, &mut stream, context)?;
            state = self.game.apply(&state, chosen);
            moves.push(chosen);
        };
        let own = if first_begins { Side::First } else { Side::Second };
        Ok(match outcome {
            Outcome::Drawn | Outcome::Unfinished => 1,
            outcome if outcome == own.wins() => 2,
            _ => 0,
        })
    }

    /// The moves that begin two games: any of those that are looked at, as long as the game goes on.
    fn draw_opening(&self, number: u64) -> Vec<G::Move> {
        let mut stream = self.seed.named("opening").stream(number);
        for _ in 0..MOST_DRAWN {
            let mut state = self.start.clone();
            let mut moves = Vec::new();
            for _ in 0..self.opening {
                let Some(chosen) = self.any_candidate(&state, &mut stream) else { break };
                state = self.game.apply(&state, chosen);
                moves.push(chosen);
            }
            if self.game.turn(&state).outcome().is_none() {
                return moves;
            }
        }
        Vec::new()
    }

    fn any_candidate(&self, state: &G::State, stream: &mut Stream) -> Option<G::Move> {
        let (rules, position) = self.game.bare(state);
        let mut moves = Vec::new();
        rules.candidates(position, &mut moves);
        stream.choose(&moves).copied()
    }
}

/// A player at the board.
enum Seat<G: Protocols> {
    Ours(Contender),
    Program(RunningEngine<G>),
}

impl<G: Protocols> Seat<G> {
    fn of(entrant: &Entrant, terms: &Terms<G>, context: &Context<'_>) -> Result<Seat<G>, Stop> {
        Ok(match entrant {
            Entrant::Ours(player) => Seat::Ours(*player),
            Entrant::Program(command) => {
                Seat::Program(RunningEngine::start(&terms.game, command, context.programs)?)
            }
        })
    }

    fn choose(
        &mut self,
        terms: &Terms<G>,
        state: &G::State,
        moves: &[G::Move],
        stream: &mut Stream,
        context: &Context<'_>,
    ) -> Result<G::Move, Stop> {
        match self {
            Seat::Ours(player) => {
                let (rules, position) = terms.game.bare(state);
                let best = player.best(&terms.game, &rules, position, stream, &context.budget)?;
                let nothing = || InputError::new("there is no move to make");
                Ok(*stream.choose(&best).ok_or_else(nothing)?)
            }
            Seat::Program(program) => Ok(program.ask(&terms.game, &terms.start, moves, terms.limits)?.best),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::play::Match;
    use crate::levels::Levelled;
    use quandary_verbs::play::Play;

    fn terms() -> Terms<Match> {
        let game =
            Match::over(crate::connect_four::ConnectFour(crate::connect_four::AnySize::new(7, 6).unwrap()));
        let start = game.read("start").unwrap();
        Terms { game, start, opening: 3, seed: Seed(1), limits: Limits::default() }
    }

    #[test]
    fn an_opening_is_played_with_both_colours_and_the_same_game_ends_the_same() {
        let terms = terms();
        assert_eq!(terms.draw_opening(0).len(), 3);
        assert_ne!(terms.draw_opening(0), terms.draw_opening(1));
        let (careful, random) = ("careful".parse().unwrap(), "random".parse().unwrap());
        let context = Context::bare();
        let points = |pair: [&Entrant; 2]| -> Vec<u32> {
            (0..20).map(|index| terms.play(pair, index, &context).unwrap()).collect()
        };
        assert_eq!(points([&careful, &random]), points([&careful, &random]));
        let (ahead, behind): (u32, u32) =
            (points([&careful, &random]).iter().sum(), points([&random, &careful]).iter().sum());
        assert!(ahead > 30 && behind < 10, "{ahead} {behind}");
    }

    #[test]
    fn a_contest_needs_two_players_and_nobody_twice() {
        assert!("club".parse::<Entrants>().is_err());
        assert!("club,club".parse::<Entrants>().unwrap_err().to_string().contains("`club` appears twice"));
        let both: Entrants = "master, engine:gnugo --mode gtp".parse().unwrap();
        assert_eq!(both.0[1], Entrant::Program("gnugo --mode gtp".into()));
        assert_eq!(both.0[1].to_string(), "engine:gnugo --mode gtp");
    }

    #[test]
    fn without_programs_a_program_takes_no_part() {
        let pair = ["engine:sh -c true".parse().unwrap(), "club".parse().unwrap()];
        let refused = terms().play([&pair[0], &pair[1]], 0, &Context::bare()).unwrap_err();
        assert!(refused.to_string().contains("only the command line"), "{refused}");
    }
}
