//! Gomoku as it is played.

use std::fmt;

use quandary_core::rules::{Rules, Turn};
use quandary_core::words::count;
use quandary_core::{Context, InputError, Outcome, Stop, Stream};
use quandary_search::engine::Engine;
use quandary_verbs::Hint;
use quandary_verbs::play::{Opponent, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::engine::Patterns;
use super::explain::{HINT, REFINED, Reason, advise, row_with};
use super::notation::{Record, draw, format_point, format_record, letter, parse_point, parse_record};
use super::rules::{Gomoku, Point, Position};
use crate::seat::{Game, OPPONENT, SIDE, Seat};

/// The board and its rules.
pub const BOARD: Opt<Gomoku> = Opt::text(
    "board",
    "BOARD",
    &["15x15", "3x3/3", "5x5/4", "15x15/standard", "15x15/renju", "19x19"],
    "Rows and columns up to 19x19, /ROW stones in a row (5), /RULE: free, standard or renju (free)",
)
.or("15x15");

/// Gomoku with a record: a state is the game so far.
pub struct Match {
    pub(super) rules: Gomoku,
}

impl Match {
    /// The board and its rules.
    pub fn rules(&self) -> Gomoku {
        self.rules
    }
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View(pub Record);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns, the length of a row and the rule.
    board: String,
    /// The points played.
    position: String,
    /// Stones in a row that wins.
    row: usize,
    /// `free`, `standard` or `renju`.
    rule: &'static str,
    /// `X` (who began), `O`, or null when the game is over.
    to_move: Option<&'static str>,
    /// The point played last.
    last: Option<String>,
}

impl From<View> for ViewJson {
    fn from(View(record): View) -> ViewJson {
        ViewJson {
            board: record.rules.to_string(),
            position: format_record(&record),
            row: record.rules.row(),
            rule: record.rules.rule().name(),
            to_move: record.rules.turn(&record.position).side().map(letter),
            last: record.moves.last().map(|&point| format_point(&record.rules, point)),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(&self.0))?;
        match self.0.rules.turn(&self.0.position) {
            Turn::To(side) => write!(f, "\n\n{} to move", letter(side)),
            Turn::Over(_) => Ok(()),
        }
    }
}

impl Rules for Match {
    type State = Record;
    type Move = Point;

    fn turn(&self, record: &Record) -> Turn {
        record.rules.turn(&record.position)
    }

    fn moves(&self, record: &Record, out: &mut Vec<Point>) {
        record.rules.moves(&record.position, out);
    }

    fn apply(&self, record: &Record, point: Point) -> Record {
        record.then(point)
    }
}

impl Game for Match {
    type Rules = Gomoku;

    fn bare<'a>(&self, record: &'a Record) -> (Gomoku, &'a Position) {
        (record.rules, &record.position)
    }

    fn engine(&self, bytes: usize) -> Box<dyn Engine<Gomoku>> {
        Box::new(Patterns::new(bytes))
    }
}

impl Play for Match {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "free", setup: "board=15x15" },
        Preset { name: "standard", setup: "board=15x15/standard" },
        Preset { name: "renju", setup: "board=15x15/renju" },
        Preset { name: "large", setup: "board=19x19" },
        Preset { name: "against-master", setup: "opponent=master" },
        Preset { name: "small", setup: "board=5x5/4" },
        Preset { name: "noughts-and-crosses", setup: "board=3x3/3" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, SIDE.spec, OPPONENT.spec];
    type View = View;
    type Reason = Reason;

    fn new(setup: &Options) -> Result<Match, InputError> {
        Ok(Match { rules: setup.get(BOARD) })
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<Record, Stop> {
        Ok(Record::at(self.rules, Position::START))
    }

    fn view(&self, record: &Record) -> View {
        View(record.clone())
    }

    fn hint(&self, View(record): &View, context: &Context<'_>) -> Result<Hint<Reason>, Stop> {
        if record.rules.turn(&record.position).outcome().is_some() {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(record, HINT, context, &mut |_| ())?.0)
    }

    fn refine(
        &self,
        View(record): &View,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Reason>),
    ) -> Result<Hint<Reason>, Stop> {
        if record.rules.turn(&record.position).outcome().is_some() {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(record, REFINED, context, show)?.0)
    }

    fn write(&self, record: &Record) -> String {
        format_record(record)
    }

    fn read(&self, text: &str) -> Result<Record, InputError> {
        match parse_record(text, self.rules)? {
            record if record.rules == self.rules => Ok(record),
            other => Err(InputError::new(format!("a position on a board of {}", other.rules))
                .expected(format!("one on {}, or another --board", self.rules))),
        }
    }

    fn write_move(&self, point: Point) -> String {
        format_point(&self.rules, point)
    }

    fn read_move(&self, text: &str) -> Result<Point, InputError> {
        parse_point(&self.rules, text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a point")).expected("a column and a row, such as h8")
        })
    }

    fn opponent(setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        Seat::of(setup)
    }

    fn scene(&self, View(record): &View) -> Scene {
        let Record { rules, position, .. } = record;
        let square = |row: usize, column: usize| {
            let Some(point) = rules.point(row, column) else { return Square::new("", Tone::Dim) };
            match (position.first.has(point.bit()), position.second.has(point.bit())) {
                (true, _) => Square::new("X", Tone::First),
                (_, true) => Square::new("O", Tone::Second),
                _ => Square::new("·", Tone::Dim),
            }
        };
        let rows = (0..rules.rows()).rev();
        let squares =
            rows.clone().map(|row| (0..rules.columns()).map(|column| square(row, column)).collect());
        let letters = (b'a'..).take(rules.columns()).map(|letter| vec![char::from(letter).to_string()]);
        Scene {
            above: letters.collect(),
            left: rows.map(|row| (row + 1).to_string()).collect(),
            ..Scene::new(squares.collect(), Steering::Cursor, "enter or a click places a stone")
        }
    }

    fn touch(&self, View(record): &View, touch: Touch) -> Option<Point> {
        let Touch::Press(row, column) = touch else { return None };
        let Record { rules, position, .. } = record;
        let point = rules.point(rules.rows().checked_sub(row + 1)?, column)?;
        let free = rules.turn(position).side().is_some() && !position.all().has(point.bit());
        (free && rules.forbidden(position, point).is_none()).then_some(point)
    }

    fn square(&self, View(record): &View, point: Point) -> Option<(usize, usize)> {
        let (row, column) = record.rules.place(point);
        Some((record.rules.rows().checked_sub(row + 1)?, column))
    }

    fn summary(&self, start: &Record, moves: &[Point], _: &Context<'_>) -> Result<Option<String>, Stop> {
        Ok(Some(review(start, moves)))
    }
}

/// How a game ended, and who overlooked a row on the way.
fn review(start: &Record, moves: &[Point]) -> String {
    let mut record = start.clone();
    let mut overlooked = Vec::new();
    for (index, &point) in moves.iter().enumerate() {
        let Record { rules, position, .. } = &record;
        let mover = position.mover();
        let own = rules.completions(position, mover);
        let threats = rules.completions(position, mover.other());
        let number = index + 1;
        if let Some(bit) = own.iter().next().filter(|_| !own.has(point.bit())) {
            let missed = format_point(rules, Point(bit as u16));
            overlooked
                .push(format!("move {number}: {} could have completed a row at {missed}", letter(mover)));
        } else if threats.count() == 1 && own.is_empty() && !threats.has(point.bit()) {
            let open =
                threats.iter().next().map(|bit| format_point(rules, Point(bit as u16))).unwrap_or_default();
            overlooked.push(format!("move {number}: {} left the row at {open} open", letter(mover)));
        }
        record = record.then(point);
    }
    let Record { rules, position, .. } = &record;
    let stones = count(position.stones.into(), "stone");
    let mut text = match (rules.turn(position), moves.last()) {
        (Turn::Over(Outcome::Won | Outcome::Lost), Some(&last)) => {
            let winner = position.mover().other();
            let row = row_with(rules, position.of(winner), last);
            let ends = [row.first(), row.last()].map(|end| format_point(rules, *end.unwrap_or(&last)));
            format!("{} has a row from {} to {} after {stones}.", letter(winner), ends[0], ends[1])
        }
        _ => format!("Nobody has a row after {stones}."),
    };
    if !overlooked.is_empty() {
        let shown = overlooked.len().min(3);
        text += &format!(" {}", overlooked[..shown].join("; "));
        text.push('.');
    }
    text
}
