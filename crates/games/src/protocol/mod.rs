//! The protocols in which programs that play games talk with boards and tournament managers, in both directions.
//!
//! | game | we are the engine | we ask an engine |
//! |---|---|---|
//! | Xiangqi | UCI and UCCI ([`uci`]) | [`ask::uci`] |
//! | gomoku | Gomocup's, also called Piskvork's ([`piskvork`]) | [`ask::piskvork`] |
//! | Othello | NBoard's, version 2 ([`nboard`]) | [`ask::nboard`] |
//! | Connect Four, checkers | a plain one of our own ([`plain`]) | [`ask::plain`] |
//!
//! Everything here is text: no clock, no threads, no processes. A [`Server`] hears lines and says lines; when it is to think it
//! hands over a [`Task`], and the caller, who has the clock, runs it. [`ask`] is the other way round: it talks through a
//! [`Conversation`](quandary_core::programs::Conversation) that somebody lends.

pub mod ask;
pub mod nboard;
pub mod outside;
pub mod piskvork;
pub mod plain;
pub mod thinker;
pub mod uci;

use quandary_core::Budget;
use quandary_verbs::Options;

use crate::levels::{Level, Levelled};
use crate::{checkers, connect_four, gomoku, othello, xiangqi};

pub use self::thinker::Thinker;

/// A game whose programs talk with others.
pub trait Protocols: Levelled<State: Sync, Move: Sync> {
    /// Answers as an engine.
    fn server(thinker: Thinker<Self>) -> Box<dyn Server>;

    /// Asks an engine.
    fn adviser() -> Box<dyn ask::Adviser<Self>>;
}

impl Protocols for xiangqi::Xiangqi {
    fn server(thinker: Thinker<Self>) -> Box<dyn Server> {
        Box::new(uci::Uci::new(thinker))
    }

    fn adviser() -> Box<dyn ask::Adviser<Self>> {
        Box::new(ask::uci::Uci::default())
    }
}

impl Protocols for gomoku::play::Match {
    fn server(thinker: Thinker<Self>) -> Box<dyn Server> {
        Box::new(piskvork::Piskvork::new(thinker))
    }

    fn adviser() -> Box<dyn ask::Adviser<Self>> {
        Box::new(ask::piskvork::Piskvork)
    }
}

impl Protocols for othello::Othello {
    fn server(thinker: Thinker<Self>) -> Box<dyn Server> {
        Box::new(nboard::NBoard::new(thinker))
    }

    fn adviser() -> Box<dyn ask::Adviser<Self>> {
        Box::new(ask::nboard::NBoard::default())
    }
}

impl Protocols for checkers::Checkers {
    fn server(thinker: Thinker<Self>) -> Box<dyn Server> {
        Box::new(plain::Plain::new(thinker))
    }

    fn adviser() -> Box<dyn ask::Adviser<Self>> {
        Box::new(ask::plain::Plain)
    }
}

impl Protocols for connect_four::play::Match {
    fn server(thinker: Thinker<Self>) -> Box<dyn Server> {
        Box::new(plain::Plain::new(thinker))
    }

    fn adviser() -> Box<dyn ask::Adviser<Self>> {
        Box::new(ask::plain::Plain)
    }
}

/// The games that have a protocol, by their registered names, and what it is called.
pub const SPOKEN: [(&str, &str); 5] = [
    ("connect-four", "a plain protocol of lines"),
    ("othello", "NBoard's protocol"),
    ("checkers", "a plain protocol of lines"),
    ("gomoku", "the Gomocup (Piskvork) protocol"),
    ("xiangqi", "UCI and UCCI"),
];

/// How an engine plays: at full strength or at a level, and how much memory its tables take.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// A level; none: all that it can.
    pub level: Option<Level>,
    /// Bytes for its tables.
    pub bytes: usize,
    /// From which a level draws what it overlooks.
    pub seed: u64,
}

/// The engine of a game under a setting; none where the game has no protocol.
pub fn server(
    game: &str,
    setup: &Options,
    strength: Strength,
) -> Result<Option<Box<dyn Server>>, quandary_core::InputError> {
    fn of<G: Protocols>(
        setup: &Options,
        strength: Strength,
    ) -> Result<Box<dyn Server>, quandary_core::InputError> {
        Ok(G::server(Thinker::new(G::new(setup)?, strength)))
    }
    Ok(Some(match game {
        "connect-four" => of::<connect_four::play::Match>(setup, strength)?,
        "othello" => of::<othello::Othello>(setup, strength)?,
        "checkers" => of::<checkers::Checkers>(setup, strength)?,
        "gomoku" => of::<gomoku::play::Match>(setup, strength)?,
        "xiangqi" => of::<xiangqi::Xiangqi>(setup, strength)?,
        _ => return Ok(None),
    }))
}

/// Whom a protocol's lines go to.
pub type Say<'s> = &'s mut dyn FnMut(&str);

/// An engine as its protocol sees it: lines in, lines out.
pub trait Server: Send {
    /// A line of the client while nothing is thought about.
    fn hear(&mut self, line: &str, say: Say<'_>) -> Next;

    /// A line of the client while a thought is in progress.
    fn interrupt(&mut self, line: &str, say: Say<'_>) -> Interrupt;

    /// A better thought, after this many milliseconds.
    fn report(&mut self, thought: &ThoughtText, millis: u64, say: Say<'_>);

    /// The thought is over; none: there was no move.
    fn done(&mut self, thought: Option<ThoughtText>, millis: u64, say: Say<'_>);

    /// Something is wrong, in words.
    fn refuse(&mut self, what: &str, say: Say<'_>);
}

/// What follows a line.
pub enum Next {
    /// Nothing: the next line.
    Listen,
    /// A thought.
    Think(Task),
    /// The end.
    Quit,
}

/// What a line means to a thought in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// It goes on, and the line is answered.
    GoOn,
    /// It ends with what it has.
    Stop,
    /// It ends with what it has, and then the line is heard.
    StopThen,
    /// It goes on; the line is heard when it is over.
    Later,
    /// It is given up, and so is everything.
    Quit,
}

/// What a line means where `stop`, `quit` and `isready` are the words of the protocol, and `ignored` means nothing.
fn interrupted(line: &str, ignored: &str, say: Say<'_>) -> Interrupt {
    match line.split_whitespace().next() {
        Some("stop") => Interrupt::Stop,
        Some("quit") => Interrupt::Quit,
        Some("isready") => {
            say("readyok");
            Interrupt::GoOn
        }
        None => Interrupt::GoOn,
        Some(word) if word == ignored => Interrupt::GoOn,
        Some(_) => Interrupt::Later,
    }
}

/// What a thought may cost. Nothing at all: [`USUAL_MILLIS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Positions.
    pub nodes: Option<u64>,
    /// Moves of both sides.
    pub depth: Option<u32>,
    /// Milliseconds.
    pub millis: Option<u64>,
    /// Until `stop`.
    pub endless: bool,
}

/// What a thought takes when the client says nothing about it.
pub const USUAL_MILLIS: u64 = 1000;

impl Go {
    /// The milliseconds after which it is to be stopped, if any.
    pub fn clock(&self) -> Option<u64> {
        let limited = self.endless || self.nodes.is_some() || self.depth.is_some();
        self.millis.or((!limited).then_some(USUAL_MILLIS))
    }

    /// The milliseconds for a move when `left` remain on the clock and each move adds `increment`.
    pub fn of_clock(left: u64, increment: u64, moves_to_go: Option<u64>) -> u64 {
        /// A game rarely lasts longer.
        const USUAL_MOVES: u64 = 30;
        let share = left / moves_to_go.unwrap_or(USUAL_MOVES).max(1);
        // A part is kept back: talking takes time, too.
        let most = left - (left / 5).min(left).max(left.min(50));
        share.saturating_add(increment * 3 / 4).min(most).max(1)
    }
}

/// What an engine thinks of a position, in the notation of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThoughtText {
    /// Its move.
    pub best: String,
    /// What it is worth to the side to move.
    pub value: i32,
    /// Moves of both sides that were searched to the end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// How the game goes on.
    pub line: Vec<String>,
    /// Moves with values of the same search, best first.
    pub ranked: Vec<(String, i32)>,
}

/// Thinks under a budget, hands over each better thought, and gives the last one.
type Think = Box<dyn FnOnce(Budget, &mut dyn FnMut(ThoughtText)) -> Option<ThoughtText> + Send>;

/// A thought that somebody with a clock is to run.
pub struct Task {
    /// What it may cost.
    pub go: Go,
    /// The work. Its budget's nodes are already those of `go`; the flag ends it.
    pub think: Think,
}

/// A word of the client as it may stand in an answer: one line, not too long.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let mut letters = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let beginning: String = letters.by_ref().take(MOST).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    format!("`{}{more}`", beginning.trim())
}

/// The number that follows a word in a list of words.
pub(crate) fn number_after(words: &[&str], word: &str) -> Option<u64> {
    let at = words.iter().position(|other| *other == word)?;
    words.get(at + 1)?.parse().ok()
}
