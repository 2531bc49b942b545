//! Asking an engine of Othello by NBoard's protocol, such as `edax -nboard`.

use quandary_core::programs::Conversation;
use quandary_core::{InputError, Stop};

use super::{Advice, Adviser, GRACE, Limits, READY, strange, wait_for};
use crate::othello::notation::{OthelloPosition, format_action, format_position};
use crate::othello::{Action, Board, Othello, Position};
use crate::protocol::nboard::{read_action, write_action};

/// How many pings were sent: each has a number of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct NBoard {
    pings: u64,
}

/// The protocol has no clock: an engine is waited for this many times as long as it is given.
const PATIENCE: f64 = 10.0;

impl NBoard {
    /// Waits until everything said so far was heard.
    fn ping(&mut self, program: &mut dyn Conversation) -> Result<(), Stop> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        program.say(&ping)?;
        wait_for(program, &ping, READY, |line| (line == pong).then_some(()))
    }
}

impl Adviser<Othello> for NBoard {
    fn greet(&mut self, game: &Othello, program: &mut dyn Conversation) -> Result<(), Stop> {
        if game.0 != Board::Eight {
            return Err(InputError::new("NBoard's protocol knows boards of 8x8 alone")
                .expected("--board 8x8")
                .into());
        }
        program.say("nboard 2")?;
        self.ping(program)
    }

    fn ask(
        &mut self,
        game: &Othello,
        start: &Position,
        moves: &[Action],
        limits: Limits,
        program: &mut dyn Conversation,
    ) -> Result<Advice<Action>, Stop> {
        let placed = OthelloPosition { board: game.0, position: *start };
        let board = format_position(&placed).replace('X', "*");
        let mut black = start.black_to_move;
        let mut written = String::new();
        for &action in moves {
            let key = if black { 'B' } else { 'W' };
            written += &format!("{key}[{}]", write_action(&format_action(game.0, action)));
            black = !black;
        }
        program.say(&format!(
            "set game (;GM[Othello]PC[Quandary]PB[black]PW[white]RE[?]TI[0]TY[8]BO[8 {board}]{written};)"
        ))?;
        self.ping(program)?;
        program.say("go")?;
        let mut said = None;
        let answer = wait_for(program, "go", limits.seconds * PATIENCE + GRACE, |line| {
            if line.starts_with("search ") {
                said = Some(line.to_owned());
            }
            line.strip_prefix("===").map(|answer| answer.trim().to_owned())
        })?;
        let word = answer.split('/').next().unwrap_or("").trim();
        let best =
            read_action(word).ok_or_else(|| strange(program, &answer, "a square such as F5, or PA"))?;
        Ok(Advice { best, said: said.or(Some(answer)) })
    }
}
