//! Asking an engine of Xiangqi: by UCI, or by UCCI if it does not know the other.

use quandary_core::Stop;
use quandary_core::programs::Conversation;

use super::{Advice, Adviser, GRACE, Limits, READY, strange, wait_at_most, wait_for};
use crate::protocol::uci::{read_from_one, write_from_one};
use crate::xiangqi::notation::{format_fen, format_iccs, parse_iccs};
use crate::xiangqi::{Move, Position, Xiangqi};

/// What was found out about the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci {
    ucci: bool,
    /// It plays several games and counts the rows from 1, as Fairy-Stockfish does.
    from_one: bool,
}

/// Seconds after which an engine that does not answer `uci` is asked by UCCI.
const FIRST_TRY: f64 = 3.0;

impl Uci {
    fn write(self, chosen: Move) -> String {
        if self.from_one { write_from_one(chosen) } else { format_iccs(chosen) }
    }

    fn read(self, text: &str) -> Option<Move> {
        if self.from_one { read_from_one(text) } else { parse_iccs(text) }
    }
}

impl Adviser<Xiangqi> for Uci {
    fn greet(&mut self, _: &Xiangqi, program: &mut dyn Conversation) -> Result<(), Stop> {
        let mut variants = false;
        let mut hello = |line: &str| {
            variants |= line.starts_with("option name UCI_Variant ");
            match line {
                "uciok" => Some(false),
                "ucciok" => Some(true),
                _ => None,
            }
        };
        program.say("uci")?;
        self.ucci = match wait_at_most(program, FIRST_TRY, &mut hello)? {
            Ok(ucci) => ucci,
            Err(_) => {
                program.say("ucci")?;
                wait_for(program, "ucci", READY, hello)?
            }
        };
        self.from_one = variants && !self.ucci;
        if self.from_one {
            program.say("setoption name UCI_Variant value xiangqi")?;
        }
        if self.ucci {
            program.say("setoption usemillisec true")?;
        } else {
            program.say("ucinewgame")?;
        }
        program.say("isready")?;
        wait_for(program, "isready", READY, |line| (line == "readyok").then_some(()))
    }

    fn ask(
        &mut self,
        _: &Xiangqi,
        start: &Position,
        moves: &[Move],
        limits: Limits,
        program: &mut dyn Conversation,
    ) -> Result<Advice<Move>, Stop> {
        let mut place = format!("position fen {}", format_fen(start));
        if !moves.is_empty() {
            let written: Vec<String> = moves.iter().map(|&chosen| self.write(chosen)).collect();
            place += &format!(" moves {}", written.join(" "));
        }
        program.say(&place)?;
        let millis = (limits.seconds * 1000.0).max(1.0) as u64;
        let go =
            if self.ucci { format!("go time {millis} movestogo 1") } else { format!("go movetime {millis}") };
        program.say(&go)?;
        let mut said = None;
        let answer = wait_for(program, &go, limits.seconds + GRACE, |line| {
            if line.starts_with("info ") && line.contains(" score ") {
                said = Some(line.trim_start_matches("info ").to_owned());
            }
            (line.starts_with("bestmove") || line.starts_with("nobestmove")).then(|| line.to_owned())
        })?;
        let word = answer.split_whitespace().nth(1).unwrap_or("");
        let best = self.read(word).ok_or_else(|| strange(program, &answer, "bestmove and a move"))?;
        Ok(Advice { best, said })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_from_0_or_from_1() {
        let (usual, fairy) = (Uci::default(), Uci { from_one: true, ucci: false });
        for text in ["h2e2", "a0a9", "i9i0"] {
            let chosen = usual.read(text).unwrap();
            assert_eq!(fairy.read(&fairy.write(chosen)), Some(chosen));
        }
        assert_eq!(fairy.write(usual.read("h9g7").unwrap()), "h10g8");
        for wrong in ["", "h", "h10", "(none)", "h0e1", "h11g8", "é1é2"] {
            assert_eq!(fairy.read(wrong), None, "{wrong}");
        }
    }
}
