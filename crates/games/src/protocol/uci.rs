//! UCI and UCCI: how Xiangqi's boards and tournament managers talk with engines.
//!
//! Moves are `h2e2`: files a to i, rows 0 to 9 from Red's side, as UCCI and Pikafish write them. Positions are FENs, `startpos`,
//! and moves. Of UCCI this is version 3; the two differ in how they begin, in the names of clocks and in how they write a score.

use quandary_core::InputError;
use quandary_search::minimax::win_in;

use super::{Go, Interrupt, Next, Say, Server, Spoken, Thinker, number_after, quoted};
use crate::levels::Level;
use crate::xiangqi::notation::{START_FEN, parse_fen};
use crate::xiangqi::{Position, Xiangqi};

/// Which of the two is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Uci,
    Ucci,
}

/// An engine of Xiangqi.
pub struct Uci {
    thinker: Thinker<Xiangqi>,
    dialect: Dialect,
    /// None after a position that could not be read.
    position: Option<Position>,
}

impl Uci {
    /// An engine with this player behind it.
    pub fn new(thinker: Thinker<Xiangqi>) -> Uci {
        Uci { thinker, dialect: Dialect::Uci, position: parse_fen(START_FEN).ok() }
    }

    fn introduce(&mut self, dialect: Dialect, say: Say<'_>) {
        self.dialect = dialect;
        say(&format!("id name Quandary {}", env!("CARGO_PKG_VERSION")));
        say("id author the Quandary authors");
        let levels = Level::NAMES.map(|name| format!(" var {name}")).concat();
        match dialect {
            Dialect::Uci => {
                say(&format!("option name Level type combo default full var full{levels}"));
                say("uciok");
            }
            Dialect::Ucci => {
                say("option usemillisec type check default true");
                say(&format!("option level type combo var full{levels} default full"));
                say("ucciok");
            }
        }
    }

    /// `setoption name Level value club` or `setoption level club`; every other option changes nothing.
    fn set_option(&mut self, words: &[&str], say: Say<'_>) {
        let (name, value) = match words {
            ["name", name, "value", value] => (*name, *value),
            [name, value] => (*name, *value),
            _ => return,
        };
        if name.eq_ignore_ascii_case("level") {
            match value.to_ascii_lowercase().as_str() {
                "full" => self.thinker.set_level(None),
                level => match level.parse() {
                    Ok(level) => self.thinker.set_level(Some(level)),
                    Err(error) => self.refuse(&InputError::to_string(&error), say),
                },
            }
        }
    }

    /// `startpos` or `fen FEN`, and then perhaps `moves` and moves.
    fn set_position(&mut self, words: &[&str]) -> Result<(), InputError> {
        self.position = None;
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(end);
        let start = match place {
            ["startpos"] => parse_fen(START_FEN)?,
            ["fen", fen @ ..] if !fen.is_empty() => parse_fen(&fen.join(" "))?,
            _ => {
                return Err(InputError::new(format!("`position` and then {}", quoted(&place.join(" "))))
                    .expected("startpos, or fen and a FEN"));
            }
        };
        self.position = Some(self.thinker.follow(start, moves.iter().skip(1).copied())?);
        Ok(())
    }

    fn go(&mut self, words: &[&str], say: Say<'_>) -> Next {
        let Some(position) = self.position.clone() else {
            self.refuse("there is no position to think about", say);
            self.done(None, 0, say);
            return Next::Listen;
        };
        let go = limits(words, &position, self.dialect);
        Next::Think(self.thinker.task(&position, go))
    }
}

/// What `go` allows.
fn limits(words: &[&str], position: &Position, dialect: Dialect) -> Go {
    let number = |word| number_after(words, word);
    let first = position.side() == quandary_core::rules::Side::First;
    let clock = match dialect {
        Dialect::Uci => {
            let (time, increment) = if first { ("wtime", "winc") } else { ("btime", "binc") };
            number(time).map(|left| (left, number(increment).unwrap_or(0)))
        }
        Dialect::Ucci => number("time").map(|left| (left, number("increment").unwrap_or(0))),
    };
    let of_clock = clock.map(|(left, increment)| Go::of_clock(left, increment, number("movestogo")));
    let mut go = Go {
        nodes: number("nodes"),
        depth: number("depth").map(|depth| depth.min(u64::from(u32::MAX)) as u32),
        millis: number("movetime").or(of_clock),
        endless: false,
    };
    // Without any limit it thinks until `stop`.
    go.endless = words.contains(&"infinite") || go == Go::default();
    go
}

impl Server for Uci {
    fn hear(&mut self, line: &str, say: Say<'_>) -> Next {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Next::Listen };
        match command {
            "uci" => self.introduce(Dialect::Uci, say),
            "ucci" => self.introduce(Dialect::Ucci, say),
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest, say),
            "ucinewgame" | "uccinewgame" => self.thinker.forget(),
            "position" => {
                if let Err(error) = self.set_position(rest) {
                    self.refuse(&error.to_string(), say);
                }
            }
            "go" => return self.go(rest, say),
            "quit" => {
                if self.dialect == Dialect::Ucci {
                    say("bye");
                }
                return Next::Quit;
            }
            "stop" | "ponderhit" | "debug" | "register" | "banmoves" => {}
            other => self.refuse(&format!("unknown command {}", quoted(other)), say),
        }
        Next::Listen
    }

    fn interrupt(&mut self, line: &str, say: Say<'_>) -> Interrupt {
        match line.split_whitespace().next() {
            Some("stop") => Interrupt::Stop,
            Some("quit") => Interrupt::Quit,
            Some("isready") => {
                say("readyok");
                Interrupt::GoOn
            }
            Some("ponderhit") | None => Interrupt::GoOn,
            Some(_) => Interrupt::Later,
        }
    }

    fn report(&mut self, thought: &Spoken, millis: u64, say: Say<'_>) {
        let Spoken { value, depth, nodes, line, .. } = thought;
        let score = match (self.dialect, win_in(*value)) {
            (Dialect::Uci, Some(plies)) => format!("mate {}", (plies + plies.signum()) / 2),
            (Dialect::Uci, None) => format!("cp {value}"),
            // UCCI has no mates: its engines write 30000 less the moves of both sides until then.
            (Dialect::Ucci, Some(plies)) => format!("{}", 30_000 * plies.signum() - plies),
            (Dialect::Ucci, None) => value.to_string(),
        };
        let line = line.join(" ");
        say(&format!("info depth {depth} score {score} nodes {nodes} time {millis} pv {line}"));
    }

    fn done(&mut self, thought: Option<Spoken>, _: u64, say: Say<'_>) {
        match (thought, self.dialect) {
            (Some(Spoken { best, line, .. }), _) => match line.get(1) {
                Some(reply) => say(&format!("bestmove {best} ponder {reply}")),
                None => say(&format!("bestmove {best}")),
            },
            (None, Dialect::Uci) => say("bestmove (none)"),
            (None, Dialect::Ucci) => say("nobestmove"),
        }
    }

    fn refuse(&mut self, what: &str, say: Say<'_>) {
        match self.dialect {
            Dialect::Uci => say(&format!("info string error: {what}")),
            Dialect::Ucci => say(&format!("info message error: {what}")),
        }
    }
}
