//! The protocol of Gomocup and of Piskvork, its manager: how programs play gomoku.
//!
//! Points are `x,y`, both from 0. The protocol does not say which corner is `0,0`, and it does not matter: ours is the lower left
//! one, `a1`. The rule comes by `INFO rule`: 0 is five or more, 1 exactly five, 4 renju.

use quandary_core::InputError;
use quandary_core::rules::{Rules, Side};

use super::{Go, Interrupt, Next, Say, Server, Thinker, ThoughtText, quoted};
use crate::gomoku::notation::{Record, must_be_legal};
use crate::gomoku::play::Match;
use crate::gomoku::stones::Stones;
use crate::gomoku::{Gomoku, Point, Position, Rule};
use crate::levels::Levelled;

/// An engine of gomoku.
pub struct Piskvork {
    thinker: Thinker<Match>,
    /// The game, once a board was given.
    record: Option<Record>,
    /// The stones of `BOARD`, until `DONE`: the point, and whose it is.
    given: Option<Vec<(Point, Owner)>>,
    rule: Rule,
    /// Milliseconds for a move, as `INFO` said.
    turn_millis: Option<u64>,
    /// Milliseconds left for the game.
    left_millis: Option<u64>,
}

/// Whose a stone of `BOARD` is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Ours,
    Theirs,
}

/// The sides of boards that the rules know and that leave room for a row.
const SIDES: std::ops::RangeInclusive<usize> = 5..=19;

/// Part of the time for a move that is kept back for talking, in milliseconds.
const MARGIN: u64 = 30;

impl Piskvork {
    /// An engine with this player behind it.
    pub fn new(thinker: Thinker<Match>) -> Piskvork {
        Piskvork {
            rule: thinker.game().rules().rule(),
            thinker,
            record: None,
            given: None,
            turn_millis: None,
            left_millis: None,
        }
    }

    fn start(&mut self, side: &str, say: Say<'_>) {
        let board = side.parse().ok().filter(|side| SIDES.contains(side));
        let board = board.and_then(|side| Gomoku::new(side, side, 5, self.rule).ok());
        let Some(rules) = board else {
            let what = format!("a board of {} is not supported; expected 5 to 19", quoted(side));
            return self.refuse(&what, say);
        };
        self.set_rules(rules);
        say("OK");
    }

    fn set_rules(&mut self, rules: Gomoku) {
        self.record = Some(Record::at(rules, Position::START));
        self.thinker.change(Match::over(rules));
    }

    fn info(&mut self, key: &str, value: &str) {
        // What is not known is not answered: managers send much that concerns nobody.
        let number: Option<i64> = value.trim().parse().ok();
        match (key.to_ascii_lowercase().as_str(), number) {
            ("timeout_turn", Some(millis)) => self.turn_millis = u64::try_from(millis).ok(),
            ("time_left", Some(millis)) => self.left_millis = u64::try_from(millis).ok(),
            ("rule", Some(rule)) => {
                self.rule = match rule {
                    _ if rule & 4 != 0 => Rule::Renju,
                    _ if rule & 1 != 0 => Rule::Standard,
                    _ => Rule::Free,
                };
                let empty = self.record.as_ref().filter(|record| record.position == Position::START);
                let side = empty.map(|record| record.rules.rows());
                if let Some(rules) = side.and_then(|side| Gomoku::new(side, side, 5, self.rule).ok()) {
                    self.set_rules(rules);
                }
            }
            _ => {}
        }
    }

    /// What a move may cost.
    fn limits(&self) -> Go {
        let of_game = self.left_millis.map(|left| Go::of_clock(left, 0, None));
        let millis = match (self.turn_millis, of_game) {
            (Some(turn), Some(game)) => Some(turn.min(game.max(1))),
            (turn, game) => turn.or(game),
        };
        // A limit of 0 asks for a move as fast as possible.
        Go { millis: millis.map(|millis| millis.saturating_sub(MARGIN).max(1)), ..Go::default() }
    }

    fn think(&mut self, say: Say<'_>) -> Next {
        match &self.record {
            Some(record) if record.rules.turn(&record.position).outcome().is_none() => {
                Next::Think(self.thinker.task(record, self.limits()))
            }
            Some(_) => {
                self.refuse("the game is over", say);
                Next::Listen
            }
            None => {
                self.refuse("there is no board; expected START first", say);
                Next::Listen
            }
        }
    }

    /// The opponent's stone.
    fn place(&mut self, text: &str) -> Result<(), InputError> {
        let Some(record) = &mut self.record else {
            return Err(InputError::new("there is no board").expected("START first"));
        };
        let point = parse_point(&record.rules, text)?;
        must_be_legal(&record.rules, &record.position, point)?;
        *record = record.then(point);
        Ok(())
    }

    /// A line between `BOARD` and `DONE`.
    fn stone(&mut self, line: &str) -> Result<(), InputError> {
        let (Some(record), Some(given)) = (&self.record, &mut self.given) else { return Ok(()) };
        let wrong = || {
            InputError::new(format!("{} is not a stone", quoted(line)))
                .expected("x,y,1 for our own, x,y,2 for the opponent's, or DONE")
        };
        let (place, owner) = line.rsplit_once(',').ok_or_else(wrong)?;
        let point = parse_point(&record.rules, place)?;
        let owner = match owner.trim() {
            "1" => Owner::Ours,
            "2" => Owner::Theirs,
            // A point that renju forbids to the side to move: the rules know it themselves.
            "3" => return Ok(()),
            _ => return Err(wrong()),
        };
        if given.iter().any(|(other, _)| *other == point) {
            return Err(InputError::new(format!("two stones on {}", quoted(place))));
        }
        given.push((point, owner));
        Ok(())
    }

    /// The board that was given, with us to move.
    fn set_up(&mut self) -> Result<(), InputError> {
        let (Some(record), Some(given)) = (&mut self.record, self.given.take()) else { return Ok(()) };
        let of = |whose: Owner| {
            let own = given.iter().filter(|(_, owner)| *owner == whose);
            own.fold(Stones::NONE, |stones, (point, _)| stones.with(point.bit()))
        };
        let (ours, theirs) = (of(Owner::Ours), of(Owner::Theirs));
        // The side to move began if both have as many stones.
        let (first, second) = if ours.count() == theirs.count() { (ours, theirs) } else { (theirs, ours) };
        let start = record.rules.set_up(first, second)?;
        let mover = if first == ours { Side::First } else { Side::Second };
        if start.mover() != mover && start != Position::START {
            return Err(InputError::new("it is not our turn on this board"));
        }
        *record = Record::at(record.rules, start);
        Ok(())
    }

    /// Takes the last stone on this point back.
    fn take_back(&mut self, text: &str) -> Result<(), InputError> {
        let Some(record) = &mut self.record else {
            return Err(InputError::new("there is no board").expected("START first"));
        };
        let point = parse_point(&record.rules, text)?;
        if record.moves.last() != Some(&point) {
            return Err(InputError::new(format!("{} is not the last stone played", quoted(text))));
        }
        let kept = record.moves[..record.moves.len() - 1].to_vec();
        *record =
            kept.into_iter().fold(Record::at(record.rules, record.start), |record, point| record.then(point));
        Ok(())
    }
}

/// Reads `x,y`.
fn parse_point(rules: &Gomoku, text: &str) -> Result<Point, InputError> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let found = text.split_once(',').and_then(|(x, y)| rules.point(number(y)?, number(x)?));
    found.ok_or_else(|| {
        InputError::new(format!("{} is not a point", quoted(text))).expected(format!(
            "x,y from 0,0 to {},{}",
            rules.columns() - 1,
            rules.rows() - 1
        ))
    })
}

/// Writes `x,y`.
pub(super) fn format_point(rules: &Gomoku, point: Point) -> String {
    let (row, column) = rules.place(point);
    format!("{column},{row}")
}

/// Reads `x,y` as the other side of the protocol sends it.
pub(super) fn read_point(rules: &Gomoku, text: &str) -> Option<Point> {
    parse_point(rules, text).ok()
}

impl Server for Piskvork {
    fn hear(&mut self, line: &str, say: Say<'_>) -> Next {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (command, rest) = (command.to_ascii_uppercase(), rest.trim());
        if self.given.is_some() && command != "DONE" && command != "END" {
            if let Err(error) = self.stone(line) {
                self.given = None;
                self.refuse(&error.to_string(), say);
            }
            return Next::Listen;
        }
        let done = match command.as_str() {
            "" | "STOP" | "YXSTOP" => Ok(()),
            "START" => {
                self.start(rest, say);
                Ok(())
            }
            "RECTSTART" => {
                self.refuse("rectangular boards are not supported; expected START and a number", say);
                Ok(())
            }
            "RESTART" => match &self.record {
                Some(record) => {
                    let rules = record.rules;
                    self.set_rules(rules);
                    say("OK");
                    Ok(())
                }
                None => Err(InputError::new("there is no board").expected("START first")),
            },
            "BEGIN" => return self.think(say),
            "TURN" => match self.place(rest) {
                Ok(()) => return self.think(say),
                Err(error) => Err(error),
            },
            "BOARD" if self.record.is_none() => {
                Err(InputError::new("there is no board").expected("START first"))
            }
            "BOARD" => {
                self.given = Some(Vec::new());
                Ok(())
            }
            "DONE" if self.given.is_none() => Err(InputError::new("DONE without BOARD")),
            "DONE" => match self.set_up() {
                Ok(()) => return self.think(say),
                Err(error) => Err(error),
            },
            "TAKEBACK" => self.take_back(rest).map(|()| say("OK")),
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.info(key, value);
                Ok(())
            }
            "ABOUT" => {
                about(say);
                Ok(())
            }
            "END" => return Next::Quit,
            other => {
                say(&format!("UNKNOWN command {}", quoted(other)));
                Ok(())
            }
        };
        if let Err(error) = done {
            self.refuse(&error.to_string(), say);
        }
        Next::Listen
    }

    fn interrupt(&mut self, line: &str, _: Say<'_>) -> Interrupt {
        match line.trim().to_ascii_uppercase().as_str() {
            "END" => Interrupt::Quit,
            "STOP" | "YXSTOP" => Interrupt::Stop,
            "" => Interrupt::GoOn,
            _ => Interrupt::Later,
        }
    }

    fn report(&mut self, thought: &ThoughtText, millis: u64, say: Say<'_>) {
        let ThoughtText { value, depth, nodes, line, .. } = thought;
        let line = line.join(" ");
        say(&format!("MESSAGE depth {depth} value {value} nodes {nodes} time {millis} line {line}"));
    }

    fn done(&mut self, thought: Option<ThoughtText>, _: u64, say: Say<'_>) {
        let Some(record) = &mut self.record else { return };
        let best =
            thought.and_then(|thought| crate::gomoku::notation::parse_point(&record.rules, &thought.best));
        match best {
            Some(point) if must_be_legal(&record.rules, &record.position, point).is_ok() => {
                say(&format_point(&record.rules, point));
                *record = record.then(point);
            }
            _ => say("ERROR there is no move to make"),
        }
    }

    fn refuse(&mut self, what: &str, say: Say<'_>) {
        say(&format!("ERROR {what}"));
    }
}

fn about(say: Say<'_>) {
    let version = env!("CARGO_PKG_VERSION");
    say(&format!("name=\"Quandary\", version=\"{version}\", author=\"the Quandary authors\", country=\"-\""));
}
