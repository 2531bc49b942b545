//! External programs as opponents and advisers, for interfaces that know a game by its name alone.

use quandary_core::programs::Programs;
use quandary_core::{InputError, Stop, StopFlag};
use quandary_verbs::Options;

use super::ask::{Limits, RunningEngine};
use super::{Protocols, quoted};
use crate::{checkers, connect_four, gomoku, othello, xiangqi};

/// What stands before the command line of a program where a player is named.
pub const PREFIX: &str = "engine:";

/// What a program said about a position, in the notation of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its move.
    pub best: String,
    /// What it said of it, in its own words.
    pub said: Option<String>,
}

/// A program that was started for a game.
pub trait Outside: Send {
    /// Waiting for it ends when this flag is raised.
    fn heed(&mut self, stop: &StopFlag);

    /// Its move after some moves from a start, both as the game writes them.
    fn ask(&mut self, start: &str, moves: &[String], limits: Limits) -> Result<Word, Stop>;
}

struct Of<G: Protocols> {
    game: G,
    asked: RunningEngine<G>,
}

impl<G: Protocols> Outside for Of<G> {
    fn heed(&mut self, stop: &StopFlag) {
        self.asked.heed(stop);
    }

    fn ask(&mut self, start: &str, moves: &[String], limits: Limits) -> Result<Word, Stop> {
        let start = self.game.read(start)?;
        let moves: Vec<G::Move> =
            moves.iter().map(|text| self.game.read_move(text)).collect::<Result<_, _>>()?;
        let advice = self.asked.ask(&self.game, &start, &moves, limits)?;
        Ok(Word { best: self.game.write_move(advice.best), said: advice.said })
    }
}

/// Starts a program for a game under a setting.
pub fn start(
    game: &str,
    setup: &Options,
    command: &str,
    programs: &dyn Programs,
) -> Result<Box<dyn Outside>, Stop> {
    fn of<G: Protocols>(
        setup: &Options,
        command: &str,
        programs: &dyn Programs,
    ) -> Result<Box<dyn Outside>, Stop> {
        let game = G::new(setup)?;
        let asked = RunningEngine::start(&game, command, programs)?;
        Ok(Box::new(Of { game, asked }))
    }
    match game {
        "connect-four" => of::<connect_four::play::Match>(setup, command, programs),
        "othello" => of::<othello::Othello>(setup, command, programs),
        "checkers" => of::<checkers::Checkers>(setup, command, programs),
        "gomoku" => of::<gomoku::play::Match>(setup, command, programs),
        "xiangqi" => of::<xiangqi::Xiangqi>(setup, command, programs),
        other => Err(InputError::new(format!("no external program plays {}", quoted(other)))
            .expected("connect-four, othello, checkers, gomoku or xiangqi")
            .into()),
    }
}
