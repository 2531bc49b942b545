//! Asking an engine of gomoku by the Gomocup protocol.

use quandary_core::programs::Conversation;
use quandary_core::rules::Side;
use quandary_core::{InputError, Stop};

use super::{Advice, Adviser, GRACE, Limits, READY, strange, wait_for};
use crate::gomoku::play::Match;
use crate::gomoku::{Point, Record, Rule};
use crate::protocol::piskvork::{format_point, read_point};

/// It needs to know nothing about the engine: each question is a whole board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piskvork;

/// What an engine says on the side.
fn is_talk(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
    ["MESSAGE", "DEBUG", "UNKNOWN", ""].contains(&word.as_str())
}

impl Adviser<Match> for Piskvork {
    fn greet(&mut self, game: &Match, program: &mut dyn Conversation) -> Result<(), Stop> {
        let rules = game.rules();
        if rules.rows() != rules.columns() || rules.row() != 5 || rules.rows() < 5 {
            return Err(InputError::new(format!("the Gomocup protocol does not know a board of {rules}"))
                .expected("a square board and rows of five")
                .into());
        }
        let start = format!("START {}", rules.rows());
        program.say(&start)?;
        let answer = wait_for(program, &start, READY, |line| (!is_talk(line)).then(|| line.to_owned()))?;
        if !answer.to_ascii_uppercase().starts_with("OK") {
            return Err(strange(program, &answer, "OK"));
        }
        let rule = match rules.rule() {
            Rule::Free => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
        };
        for info in [format!("rule {rule}"), "game_type 0".into(), "timeout_match 0".into()] {
            program.say(&format!("INFO {info}"))?;
        }
        Ok(())
    }

    fn ask(
        &mut self,
        game: &Match,
        start: &Record,
        moves: &[Point],
        limits: Limits,
        program: &mut dyn Conversation,
    ) -> Result<Advice<Point>, Stop> {
        let rules = game.rules();
        let record = moves.iter().fold(start.clone(), |record, &point| record.then(point));
        let mover = record.position.mover();
        let millis = (limits.seconds * 1000.0).max(1.0) as u64;
        program.say(&format!("INFO timeout_turn {millis}"))?;
        program.say("INFO time_left 2147483647")?;
        let asked = if record.position.stones == 0 {
            program.say("BEGIN")?;
            "BEGIN"
        } else {
            program.say("BOARD")?;
            for (point, side) in in_order(&record) {
                let whose = if side == mover { 1 } else { 2 };
                program.say(&format!("{},{whose}", format_point(&rules, point)))?;
            }
            program.say("DONE")?;
            "BOARD … DONE"
        };
        let mut said = None;
        let answer = wait_for(program, asked, limits.seconds + GRACE, |line| {
            if let Some(message) = line.strip_prefix("MESSAGE ") {
                said = Some(message.to_owned());
            }
            (!is_talk(line) && !line.eq_ignore_ascii_case("OK")).then(|| line.to_owned())
        })?;
        let best = read_point(&rules, &answer).ok_or_else(|| strange(program, &answer, "a point x,y"))?;
        Ok(Advice { best, said })
    }
}

/// The stones of a game with their sides, in the order in which they were played as far as it is known.
fn in_order(record: &Record) -> Vec<(Point, Side)> {
    let mut stones = Vec::new();
    for side in [Side::First, Side::Second] {
        let stand = record.start.of(side);
        stones.extend(stand.iter().map(|bit| (Point(bit as u16), side)));
    }
    let mut side = record.start.mover();
    for &point in &record.moves {
        stones.push((point, side));
        side = side.other();
    }
    stones
}
