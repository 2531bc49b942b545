//! UCI and UCCI: how Xiangqi's boards and tournament managers talk with engines.
//!
//! Moves are `h2e2`: files a to i, rows 0 to 9 from Red's side, as UCCI and Pikafish write them. A client that sets the option
//! `UCI_Variant`, as those of programs for many games do, counts rows from 1 (`h3e3`). Positions are FENs, `startpos`, and moves. Of UCCI this is version 3; the two differ in how they begin, in the names of clocks and in how they write a score.

use quandary_core::rules::{Rules, Side};
use quandary_core::{InputError, Outcome};
use quandary_search::minimax::win_in;

use super::{Go, Interrupt, Next, Say, Server, Thinker, ThoughtText, interrupted, number_after, quoted};
use crate::levels::Level;
use crate::xiangqi::notation::{START_FEN, format_iccs, parse_fen, parse_iccs};
use crate::xiangqi::{Move, Position, Xiangqi};

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
    /// Whether rows are counted from 1.
    from_one: bool,
    /// None after a position that could not be read.
    position: Option<Position>,
}

impl Uci {
    /// An engine with this player behind it.
    pub fn new(thinker: Thinker<Xiangqi>) -> Uci {
        Uci { thinker, dialect: Dialect::Uci, from_one: false, position: parse_fen(START_FEN).ok() }
    }

    fn introduce(&mut self, dialect: Dialect, say: Say<'_>) {
        self.dialect = dialect;
        say(&format!("id name Quandary {}", env!("CARGO_PKG_VERSION")));
        say("id author the Quandary authors");
        let levels = Level::NAMES.map(|name| format!(" var {name}")).concat();
        match dialect {
            Dialect::Uci => {
                say(&format!("option name Level type combo default full var full{levels}"));
                say("option name UCI_Variant type combo default xiangqi var xiangqi");
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
            ["name", name, "value", value] | [name, value] => (*name, *value),
            _ => return,
        };
        if name.eq_ignore_ascii_case("uci_variant") && value == "xiangqi" {
            self.from_one = true;
        }
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
        let usual = |word: &&str| match read_from_one(word).filter(|_| self.from_one) {
            Some(chosen) => format_iccs(chosen),
            None => (*word).to_owned(),
        };
        let moves: Vec<String> = moves.iter().skip(1).map(usual).collect();
        self.position = Some(self.thinker.follow(start, moves.iter().map(String::as_str))?);
        Ok(())
    }

    /// A move as this client writes it.
    fn write(&self, text: &str) -> String {
        match parse_iccs(text).filter(|_| self.from_one) {
            Some(chosen) => write_from_one(chosen),
            None => text.to_owned(),
        }
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

/// A move whose rows are counted from 1: `h3e3`.
pub(super) fn write_from_one(chosen: Move) -> String {
    let point = |at: u8| format!("{}{}", char::from(b'a' + at % 9), at / 9 + 1);
    point(chosen.from) + &point(chosen.to)
}

/// Reads one: two points with rows of one or two digits.
pub(super) fn read_from_one(text: &str) -> Option<Move> {
    let split = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
    let point = |text: &str| {
        let file = text.bytes().next()?.checked_sub(b'a').filter(|&file| file < 9)?;
        let row = text.get(1..)?.parse::<u8>().ok().filter(|row| (1..=10).contains(row))?;
        Some(9 * (row - 1) + file)
    };
    Some(Move { from: point(&text[..split])?, to: point(&text[split..])? })
}

/// How UCI writes that the game is over, as the side to move sees it; none while it goes on.
fn score_of_end(position: &Position) -> Option<&'static str> {
    Some(match Xiangqi::default().turn(position).outcome()? {
        Outcome::Drawn | Outcome::Unfinished => "cp 0",
        outcome if outcome == position.side().wins() => "mate 1",
        _ => "mate 0",
    })
}

/// What `go` allows.
fn limits(words: &[&str], position: &Position, dialect: Dialect) -> Go {
    let number = |word| number_after(words, word);
    let first = position.side() == Side::First;
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
        interrupted(line, "ponderhit", say)
    }

    fn report(&mut self, thought: &ThoughtText, millis: u64, say: Say<'_>) {
        let ThoughtText { value, depth, nodes, line, .. } = thought;
        let score = match (self.dialect, win_in(*value)) {
            (Dialect::Uci, Some(plies)) => format!("mate {}", plies / 2 + plies % 2),
            (Dialect::Uci, None) => format!("cp {value}"),
            // UCCI has no mates: its engines write 30000 less the moves of both sides until then.
            (Dialect::Ucci, Some(plies)) => format!("{}", 30_000 * plies.signum() - plies),
            (Dialect::Ucci, None) => value.to_string(),
        };
        let line = line.iter().map(|text| self.write(text)).collect::<Vec<_>>().join(" ");
        say(&format!("info depth {depth} score {score} nodes {nodes} time {millis} pv {line}"));
    }

    fn done(&mut self, thought: Option<ThoughtText>, _: u64, say: Say<'_>) {
        match (thought, self.dialect) {
            (Some(ThoughtText { best, line, .. }), _) => match (self.write(&best), line.get(1)) {
                (best, Some(reply)) => say(&format!("bestmove {best} ponder {}", self.write(reply))),
                (best, None) => say(&format!("bestmove {best}")),
            },
            (None, Dialect::Uci) => {
                if let Some(ended) = self.position.as_ref().and_then(score_of_end) {
                    say(&format!("info depth 0 score {ended}"));
                }
                say("bestmove (none)");
            }
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
