//! Asking an engine of others, in the protocol of its game.

pub mod nboard;
pub mod piskvork;
pub mod plain;
pub mod uci;

use quandary_core::programs::{Conversation, Programs};
use quandary_core::{InputError, Stop, StopFlag};
use quandary_verbs::play::Play;

use super::{Protocols, quoted};

/// What an engine gets for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Seconds to think. NBoard's protocol has no clock: there it is how long is waited, ten times over.
    pub seconds: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { seconds: 1.0 }
    }
}

/// Seconds that an engine may take beyond the time it was given, before it counts as hung.
const GRACE: f64 = 5.0;

/// Seconds that an engine may take to get ready.
const READY: f64 = 20.0;

/// What an engine said.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// Its move.
    pub best: M,
    /// How it wrote what it thinks of it: the last thing it said about values, in its own words.
    pub said: Option<String>,
}

/// Speaks a protocol to an engine.
pub trait Adviser<G: Play>: Send {
    /// Makes an engine ready for a game.
    fn greet(&mut self, game: &G, program: &mut dyn Conversation) -> Result<(), Stop>;

    /// Asks for the best move after some moves from a start.
    fn ask(
        &mut self,
        game: &G,
        start: &G::State,
        moves: &[G::Move],
        limits: Limits,
        program: &mut dyn Conversation,
    ) -> Result<Advice<G::Move>, Stop>;
}

/// An engine that was started and is ready.
pub struct RunningEngine<G: Protocols> {
    adviser: Box<dyn Adviser<G>>,
    program: Box<dyn Conversation>,
}

impl<G: Protocols> RunningEngine<G> {
    /// Starts an engine by its command line, and makes it ready.
    pub fn start(game: &G, command: &str, programs: &dyn Programs) -> Result<RunningEngine<G>, Stop> {
        let mut program = programs.start(command)?;
        let mut adviser = G::adviser();
        adviser.greet(game, &mut *program)?;
        Ok(RunningEngine { adviser, program })
    }

    /// Waiting for it ends when this flag is raised.
    pub fn heed(&mut self, stop: &StopFlag) {
        self.program.heed(stop);
    }

    /// Its move after some moves from a start. One that is not legal is an error, as is no move at all.
    pub fn ask(
        &mut self,
        game: &G,
        start: &G::State,
        moves: &[G::Move],
        limits: Limits,
    ) -> Result<Advice<G::Move>, Stop> {
        let advice = self.adviser.ask(game, start, moves, limits, &mut *self.program)?;
        let state = moves.iter().fold(start.clone(), |state, &chosen| game.apply(&state, chosen));
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        if !legal.contains(&advice.best) {
            let what = format!(
                "`{}` answered {}, which is not a legal move here",
                self.program.command(),
                game.write_move(advice.best)
            );
            return Err(InputError::new(what).expected("a legal move").into());
        }
        Ok(advice)
    }
}

/// Listens until `wanted` makes something of a line. Gives up after this many seconds: `what` is what it was asked.
fn wait_for<T>(
    program: &mut dyn Conversation,
    what: &str,
    seconds: f64,
    mut wanted: impl FnMut(&str) -> Option<T>,
) -> Result<T, Stop> {
    wait_at_most(program, seconds, &mut wanted)?.map_err(|last| {
        let said = last.map_or_else(
            || "it said nothing".to_owned(),
            |last| format!("the last it said was {}", quoted(&last)),
        );
        InputError::new(format!(
            "`{}` did not answer `{what}` in {seconds} seconds; {said}",
            program.command()
        ))
        .into()
    })
}

/// The same, where no answer is not an error: then the last line is given.
fn wait_at_most<T>(
    program: &mut dyn Conversation,
    seconds: f64,
    wanted: &mut dyn FnMut(&str) -> Option<T>,
) -> Result<Result<T, Option<String>>, Stop> {
    program.within(seconds);
    let mut last = None;
    loop {
        match program.hear()? {
            Some(line) => match wanted(line.trim()) {
                Some(found) => return Ok(Ok(found)),
                None => last = Some(line).filter(|line| !line.trim().is_empty()).or(last),
            },
            None => return Ok(Err(last)),
        }
    }
}

/// An answer that cannot be understood.
fn strange(program: &dyn Conversation, said: &str, expected: &str) -> Stop {
    InputError::new(format!("`{}` answered {}", program.command(), quoted(said))).expected(expected).into()
}
