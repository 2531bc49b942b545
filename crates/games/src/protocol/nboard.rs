//! NBoard's protocol, version 2: how Othello's boards talk with engines.
//!
//! Games come as GGF, moves as `F5/eval/seconds` or `PA` for a pass. Evaluations are discs.

use quandary_core::InputError;
use quandary_search::minimax::win_in;

use super::{Go, Interrupt, Next, Say, Server, Thinker, ThoughtText, quoted};
use crate::othello::notation::{OthelloPosition, parse_action, parse_position};
use crate::othello::{Action, Board, Othello, Position};

/// An engine of Othello on the usual board.
pub struct NBoard {
    thinker: Thinker<Othello>,
    position: Position,
    depth: Option<u32>,
    /// What the thought in progress is for.
    asked: Question,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// A move.
    Go,
    /// What this many moves are worth.
    Hint(usize),
}

/// The name that boards show.
const NAME: &str = "Quandary";

impl NBoard {
    /// An engine with this player behind it.
    pub fn new(thinker: Thinker<Othello>) -> NBoard {
        NBoard { thinker, position: Othello::START, depth: None, asked: Question::Go }
    }

    fn set(&mut self, rest: &str, say: Say<'_>) {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let done = match what {
            "game" => read_game(value).map(|position| self.position = position),
            "depth" => match value.trim().parse() {
                Ok(depth) if (1..=60).contains(&depth) => {
                    self.depth = Some(depth);
                    Ok(())
                }
                _ => Err(InputError::new(format!("{} is not a depth", quoted(value))).expected("1 to 60")),
            },
            // Contempt and whatever else boards set change nothing.
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.refuse(&error.to_string(), say);
        }
    }

    fn think(&mut self, asked: Question) -> Next {
        self.asked = asked;
        Next::Think(self.thinker.task(&self.position, Go { depth: self.depth, ..Go::default() }))
    }
}

/// The position after a move such as `F5/1.20/3.5` or `PA`.
fn play(position: Position, text: &str) -> Result<Position, InputError> {
    let word = text.split('/').next().unwrap_or("").trim();
    let action = read_action(word).ok_or_else(|| {
        InputError::new(format!("{} is not a move", quoted(text))).expected("a square such as F5, or PA")
    })?;
    // A pass that nobody wrote is understood.
    let rules = Othello(Board::Eight);
    let passes = action != Action::Pass && rules.legal(position) == 0 && !rules.is_over(position);
    let position = if passes { rules.pass(position) } else { position };
    crate::othello::notation::play(Board::Eight, position, action)
}

/// Reads `F5`, `PA` or `PASS`.
pub(super) fn read_action(word: &str) -> Option<Action> {
    match word.to_ascii_uppercase().as_str() {
        "PA" | "PASS" => Some(Action::Pass),
        _ => parse_action(Board::Eight, word).filter(|action| *action != Action::Pass),
    }
}

/// Writes `F5` or `PA`.
pub(super) fn write_action(written: &str) -> String {
    if written == "pass" { "PA".into() } else { written.to_ascii_uppercase() }
}

/// The position at the end of a game in GGF: `BO[8 … *]` is where it began, `B[…]` and `W[…]` are the moves.
fn read_game(text: &str) -> Result<Position, InputError> {
    let mut position = None;
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((value, next)) = after.split_once(']') else {
            return Err(InputError::new("a property of the game does not end").expected("]"));
        };
        let key = before.trim().trim_start_matches([';', '(', ')']).trim();
        match key {
            "BO" => {
                let board = value.trim().strip_prefix("8").ok_or_else(|| {
                    InputError::new(format!("a board {}", quoted(value))).expected("one of 8x8")
                })?;
                let placed: OthelloPosition = parse_position(board.trim())?;
                if placed.board != Board::Eight {
                    return Err(InputError::new("a board that is not 8x8").expected("one of 8x8"));
                }
                position = Some(placed.position);
            }
            "B" | "W" => {
                let now = position.unwrap_or(Othello::START);
                position = Some(play(now, value)?);
            }
            _ => {}
        }
        rest = next;
    }
    position.ok_or_else(|| InputError::new("there is no board in the game").expected("BO[8 …] in GGF"))
}

/// A value in discs.
fn discs(value: i32) -> f64 {
    match win_in(value) {
        Some(plies) => 64.0 * f64::from(plies.signum()),
        None => f64::from(value) / 100.0,
    }
}

impl Server for NBoard {
    fn hear(&mut self, line: &str, say: Say<'_>) -> Next {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "" | "stop" => {}
            "nboard" => match rest.trim() {
                "2" => say(&format!("set myname {NAME}")),
                other => self.refuse(&format!("version {} is not supported; expected 2", quoted(other)), say),
            },
            "set" => self.set(rest.trim(), say),
            "move" => match play(self.position, rest.trim()) {
                Ok(position) => self.position = position,
                Err(error) => self.refuse(&error.to_string(), say),
            },
            "ping" => say(format!("pong {}", rest.trim().chars().take(40).collect::<String>()).trim_end()),
            "go" => return self.think(Question::Go),
            "hint" => return self.think(Question::Hint(rest.trim().parse().unwrap_or(1).clamp(1, 60))),
            "learn" => say("learned"),
            "analyze" => self.refuse("analyze is not supported", say),
            "quit" => return Next::Quit,
            other => self.refuse(&format!("unknown command {}", quoted(other)), say),
        }
        Next::Listen
    }

    fn interrupt(&mut self, line: &str, _: Say<'_>) -> Interrupt {
        match line.split_whitespace().next() {
            Some("stop") => Interrupt::Stop,
            Some("quit") => Interrupt::Quit,
            None => Interrupt::GoOn,
            // Whatever a board says next, it no longer waits for a hint; a move it still wants.
            Some(_) if self.asked != Question::Go => Interrupt::StopThen,
            Some(_) => Interrupt::Later,
        }
    }

    fn report(&mut self, thought: &ThoughtText, _: u64, say: Say<'_>) {
        if matches!(self.asked, Question::Hint(_)) {
            let line: Vec<String> = thought.line.iter().map(|action| write_action(action)).collect();
            let line = if line.is_empty() { write_action(&thought.best) } else { line.concat() };
            say(&format!("search {line} {:.2} 0 {}", discs(thought.value), thought.depth));
        }
    }

    fn done(&mut self, thought: Option<ThoughtText>, millis: u64, say: Say<'_>) {
        let Some(thought) = thought else {
            return self.refuse("the game is over", say);
        };
        match self.asked {
            Question::Go => {
                let (eval, seconds) = (discs(thought.value), millis as f64 / 1000.0);
                say(&format!("=== {}/{eval:.2}/{seconds:.2}", write_action(&thought.best)));
            }
            Question::Hint(moves) => {
                // The best one was reported with its line.
                let others = thought.ranked.iter().filter(|(action, _)| *action != thought.best);
                for (action, value) in others.take(moves - 1) {
                    say(&format!("search {} {:.2} 0 {}", write_action(action), discs(*value), thought.depth));
                }
            }
        }
        say(&format!("nodestats {} {:.3}", thought.nodes, millis as f64 / 1000.0));
        say("status");
    }

    fn refuse(&mut self, what: &str, say: Say<'_>) {
        say(&format!("status error: {what}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_ggf_is_followed_to_its_last_move() {
        let game = "(;GM[Othello]PC[NBoard]DT[2026]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 \
                    ---------------------------O*------*O--------------------------- *]B[F5]W[d6/1.2/3];)";
        let rules = Othello(Board::Eight);
        let expected = ["f5", "d6"].iter().fold(Othello::START, |position, word| {
            let Some(Action::Place(square)) = read_action(word) else { panic!("{word}") };
            rules.place(position, square)
        });
        assert_eq!(read_game(game).unwrap(), expected);
        for broken in ["", "(;GM[Othello];)", "BO[10 ---]", "BO[8 --- *]", "B[a1]", "B[F5"] {
            assert!(read_game(broken).is_err(), "{broken}");
        }
    }
}
