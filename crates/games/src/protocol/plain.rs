//! A plain protocol of lines, for the games whose programs have no common one: Connect Four and checkers.
//!
//! | line | answer |
//! |---|---|
//! | `isready` | `readyok` |
//! | `newgame` | none; what was learnt is forgotten |
//! | `position start` or `position TEXT`, then perhaps `moves` and moves | none |
//! | `go`, then perhaps `nodes N`, `depth N`, `time MS` or `infinite` | `info …` lines and `bestmove MOVE` (`bestmove none` when the game is over) |
//! | `stop` | the thought ends with its best move |
//! | `show` | the position and the legal moves |
//! | `quit` | none |
//!
//! Positions and moves are written as everywhere in the program. What is wrong is answered with `error` and words.

use quandary_core::InputError;
use quandary_search::minimax::win_in;

use super::{Go, Interrupt, Next, Say, Server, Thinker, ThoughtText, interrupted, number_after, quoted};
use crate::levels::Levelled;

/// An engine that speaks it.
pub struct Plain<G: Levelled> {
    thinker: Thinker<G>,
    position: Option<G::State>,
}

impl<G: Levelled> Plain<G> {
    /// An engine with this player behind it.
    pub fn new(thinker: Thinker<G>) -> Plain<G> {
        let position = start(thinker.game()).ok();
        Plain { thinker, position }
    }

    fn set_position(&mut self, rest: &str) -> Result<(), InputError> {
        self.position = None;
        let padded = format!("{rest} ");
        let (place, moves) = padded.split_once(" moves ").unwrap_or((rest, ""));
        let begun = match place.trim() {
            "start" => start(self.thinker.game())?,
            "" => return Err(InputError::new("`position` and nothing more").expected("start, or a position")),
            text => self.thinker.game().read(text)?,
        };
        self.position = Some(self.thinker.follow(begun, moves.split_whitespace())?);
        Ok(())
    }

    fn show(&self, say: Say<'_>) {
        let Some(position) = &self.position else { return say("error there is no position") };
        let game = self.thinker.game();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let moves: Vec<String> = moves.into_iter().map(|chosen| game.write_move(chosen)).collect();
        say(&format!("position {}", game.write(position)));
        say(&format!("moves {}", moves.join(" ")));
    }
}

/// Where the game begins.
pub(super) fn start<G: Levelled>(game: &G) -> Result<G::State, InputError> {
    // Games for two on a board begin without chance.
    let begun = game.start(&mut quandary_core::Seed(0).stream(0), &quandary_core::Context::bare());
    begun.map_err(|stop| InputError::new(stop.to_string()))
}

impl<G: Levelled> Server for Plain<G> {
    fn hear(&mut self, line: &str, say: Say<'_>) -> Next {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "" | "stop" => {}
            "isready" => say("readyok"),
            "newgame" => self.thinker.forget(),
            "position" => {
                if let Err(error) = self.set_position(rest.trim()) {
                    self.refuse(&error.to_string(), say);
                }
            }
            "show" => self.show(say),
            "go" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let number = |word| number_after(&words, word);
                let go = Go {
                    nodes: number("nodes"),
                    depth: number("depth").map(|depth| depth.min(u64::from(u32::MAX)) as u32),
                    millis: number("time"),
                    endless: words.contains(&"infinite"),
                };
                match &self.position {
                    Some(position) => return Next::Think(self.thinker.task(position, go)),
                    None => {
                        self.refuse("there is no position to think about", say);
                        self.done(None, 0, say);
                    }
                }
            }
            "quit" => return Next::Quit,
            other => self.refuse(&format!("unknown command {}", quoted(other)), say),
        }
        Next::Listen
    }

    fn interrupt(&mut self, line: &str, say: Say<'_>) -> Interrupt {
        interrupted(line, "", say)
    }

    fn report(&mut self, thought: &ThoughtText, millis: u64, say: Say<'_>) {
        let ThoughtText { value, depth, nodes, line, .. } = thought;
        let value = win_in(*value).map_or_else(|| format!("value {value}"), |plies| format!("win {plies}"));
        say(&format!("info depth {depth} {value} nodes {nodes} time {millis} line {}", line.join(" ")));
    }

    fn done(&mut self, thought: Option<ThoughtText>, _: u64, say: Say<'_>) {
        say(&format!("bestmove {}", thought.map_or_else(|| "none".to_owned(), |thought| thought.best)));
    }

    fn refuse(&mut self, what: &str, say: Say<'_>) {
        say(&format!("error {what}"));
    }
}
