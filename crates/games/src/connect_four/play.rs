//! Connect Four as it is played.

use std::fmt;

use quandary_core::rules::{Rules, Side, Turn, positions};
use quandary_core::words::{count, sentence_case};
use quandary_core::{Context, Exhausted, InputError, Stop, Stream};
use quandary_verbs::Hint;
use quandary_verbs::play::{Opponent, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::any::AnySolver;
use super::explain::{Reason, advise};
use super::geometry::{AnySize, Geometry};
use super::notation::{Record, draw, format_record, format_size, parse_record};
use super::rules::{ConnectFour, Position};
use super::threats::four_with;
use crate::seat::{Game, OPPONENT, SIDE, Seat};
use crate::value::Value;
use crate::verbs::table_bits;

/// Rows and columns.
pub const BOARD: Opt<AnySize> =
    Opt::text("board", "RxC", &["6x7", "4x5", "5x6", "7x8"], "Rows and columns").or("6x7");

/// Nodes that a hint may cost where its budget has no limit: some seconds. The standard board needs fewer; a larger one may need
/// more than anybody waits for.
const HINT_NODES: u64 = 60_000_000;
/// The same for the words at the end of a game.
const SUMMARY_NODES: u64 = 1_000_000;
/// A hint's table has up to 2^21 entries of 8 bytes.
const HINT_TABLE_BITS: u32 = 21;
/// The table for the words at the end of a game: it is quick to make.
const SUMMARY_TABLE_BITS: u32 = 18;

/// Connect Four with a record: a state is the game so far.
pub struct Match {
    pub(super) size: AnySize,
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View(pub Record);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns.
    board: String,
    /// The columns played.
    position: String,
    /// `X` (who began), `O`, or null when the game is over.
    to_move: Option<&'static str>,
}

/// `X` or `O`.
pub(super) fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

impl From<View> for ViewJson {
    fn from(View(record): View) -> ViewJson {
        ViewJson {
            board: format_size(record.size),
            position: format_record(&record),
            to_move: record.rules().turn(&record.position).side().map(letter),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(&self.0))?;
        match self.0.rules().turn(&self.0.position) {
            Turn::To(side) => write!(f, "\n\n{} to move", letter(side)),
            Turn::Over(_) => Ok(()),
        }
    }
}

impl Rules for Match {
    type State = Record;
    type Move = u32;

    fn turn(&self, record: &Record) -> Turn {
        record.rules().turn(&record.position)
    }

    fn moves(&self, record: &Record, out: &mut Vec<u32>) {
        record.rules().moves(&record.position, out);
    }

    fn apply(&self, record: &Record, column: u32) -> Record {
        let position = record.rules().apply(&record.position, column);
        let mut columns = record.columns.clone();
        columns.push(column);
        Record { size: record.size, columns, position }
    }
}

impl Game for Match {
    type Rules = ConnectFour<AnySize>;

    fn bare<'a>(&self, record: &'a Record) -> (ConnectFour<AnySize>, &'a Position) {
        (record.rules(), &record.position)
    }
}

impl Play for Match {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "standard", setup: "board=6x7" },
        Preset { name: "small", setup: "board=4x5" },
        Preset { name: "wide", setup: "board=7x8" },
        Preset { name: "against-master", setup: "opponent=master" },
        Preset { name: "against-perfect", setup: "opponent=perfect" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, SIDE.spec, OPPONENT.spec];
    type View = View;
    type Reason = Reason;

    fn new(setup: &Options) -> Result<Match, InputError> {
        Ok(Match { size: setup.get(BOARD) })
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<Record, Stop> {
        Ok(Record { size: self.size, columns: Vec::new(), position: Position::START })
    }

    fn view(&self, record: &Record) -> View {
        View(record.clone())
    }

    fn hint(&self, view: &View, context: &Context<'_>) -> Result<Hint<Reason>, Stop> {
        self.refine(view, context, &mut |_| {})
    }

    fn refine(
        &self,
        View(record): &View,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Reason>),
    ) -> Result<Hint<Reason>, Stop> {
        if record.is_over() {
            return Ok(Hint::none("nothing"));
        }
        let bits = table_bits(HINT_TABLE_BITS.into(), 8, context);
        Ok(advise(record, bits, &context.at_most(HINT_NODES), show)?.0)
    }

    fn write(&self, record: &Record) -> String {
        format_record(record)
    }

    fn read(&self, text: &str) -> Result<Record, InputError> {
        parse_record(text, self.size)
    }

    fn write_move(&self, column: u32) -> String {
        (column + 1).to_string()
    }

    fn read_move(&self, text: &str) -> Result<u32, InputError> {
        let digits = text.trim_start_matches("column").trim();
        let column = digits.parse::<u32>().ok().filter(|column| (1..=9).contains(column));
        column.map(|column| column - 1).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a column"))
                .expected(format!("a number from 1 to {}", self.size.width()))
        })
    }

    fn opponent(setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        Seat::of(setup)
    }

    fn scene(&self, View(record): &View) -> Scene {
        let (rules, position) = (record.rules(), record.position);
        let (width, height) = (record.size.width(), record.size.height());
        let (first, second) = position.sides();
        let last = record.columns.last().and_then(|&column| last_cell(record, column));
        let four = last.map_or(0, |cell| four_with(rules, position.opponent(), cell));
        let square = |row: u32, column: u32| {
            let cell = 1_u64 << (column * (height + 1) + row);
            let (text, tone) = match (first & cell != 0, second & cell != 0) {
                (true, _) => ("X", Tone::First),
                (_, true) => ("O", Tone::Second),
                _ => ("·", Tone::Dim),
            };
            Square::new(text, if four & cell != 0 { Tone::Good } else { tone })
        };
        let rows = (0..height).rev().map(|row| (0..width).map(|column| square(row, column)).collect());
        let above = (1..=width).map(|column| vec![column.to_string()]).collect();
        Scene {
            above,
            ..Scene::new(rows.collect(), Steering::Cursor, "enter or a click drops a stone into the column")
        }
    }

    fn touch(&self, View(record): &View, touch: Touch) -> Option<u32> {
        let Touch::Press(_, column) = touch else { return None };
        let column = u32::try_from(column).ok()?;
        record.rules().drop(record.position, column).filter(|_| !record.is_over()).map(|_| column)
    }

    fn square(&self, View(record): &View, column: u32) -> Option<(usize, usize)> {
        let cell = record.rules().drop(record.position, column)?;
        let row = cell.trailing_zeros() % (record.size.height() + 1);
        Some(((record.size.height() - 1 - row) as usize, column as usize))
    }

    fn summary(&self, start: &Record, moves: &[u32], context: &Context<'_>) -> Result<Option<String>, Stop> {
        Ok(turning_points(&positions(self, start, moves), &context.at_most(SUMMARY_NODES)))
    }
}

/// The highest stone of a column.
fn last_cell(record: &Record, column: u32) -> Option<u64> {
    let stones = record.position.stones & record.size.column(column);
    (stones != 0).then(|| 1 << stones.ilog2())
}

/// Which stones changed who wins, looking back from the end as far as the budget goes.
fn turning_points(records: &[Record], context: &Context<'_>) -> Option<String> {
    let (first, played) = (records.first()?, records.len().checked_sub(1)?);
    let mut solver = AnySolver::new(first.size, SUMMARY_TABLE_BITS);
    let mut budget = context.budget.clone();
    let mut value_of = |record: &Record| -> Result<Value, Exhausted> {
        solver.solve_weakly(record.position, &mut budget).map(|solution| Value::of(solution.score))
    };
    let mut turned = Vec::new();
    let mut after = value_of(records.last()?).ok()?;
    let mut back = 0;
    for index in (0..played).rev() {
        let Ok(before) = value_of(&records[index]) else { break };
        back += 1;
        // `after` is as the other side sees it.
        let got = match after {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        };
        if got != before {
            let side =
                if records[index].position.ply().is_multiple_of(2) { Side::First } else { Side::Second };
            let column = records[index + 1].columns.last().map_or(0, |column| column + 1);
            turned.push(format!(
                "{}'s stone {} (column {column}) turned a {} into a {}",
                letter(side),
                records[index + 1].position.ply(),
                before.name(),
                got.name()
            ));
        }
        after = before;
    }
    turned.reverse();
    let what_changed = match turned.as_slice() {
        [] => "no stone changed who wins".to_owned(),
        points => points.join("; "),
    };
    Some(if back == played {
        format!("{}.", sentence_case(&what_changed))
    } else {
        format!("Looking back over {}: {what_changed}.", count(back as u64, "stone"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both of a position of 15 stones: what is shown, and the hint that is returned.
    fn refined(text: &str, nodes: u64) -> (Vec<Hint<Reason>>, Hint<Reason>) {
        let game = Match { size: AnySize::new(7, 6).unwrap() };
        let view = game.view(&game.read(text).unwrap());
        let mut shown = Vec::new();
        let context = Context::bare().at_most(nodes);
        let last = game.refine(&view, &context, &mut |hint| shown.push(hint.clone())).unwrap();
        assert_eq!(game.hint(&view, &context).unwrap(), last);
        (shown, last)
    }

    #[test]
    fn a_hint_is_the_last_of_those_that_are_shown_and_every_column_of_it_is_exact() {
        let (shown, last) = refined("274552224131661", 5_000_000);
        assert_eq!(shown.last(), Some(&last));
        assert!(shown.len() > 2, "{shown:?}");
        assert!(last.alternatives.iter().all(|column| column.value.is_some()), "{last}");
        let best = last.alternatives.iter().filter_map(|column| column.value).max_by(f64::total_cmp);
        let decision = last.decision.unwrap();
        let chosen = last.alternatives.iter().find(|column| column.chosen == decision.chosen).unwrap();
        assert!(decision.certain && chosen.value == best);
        for pair in shown.windows(2) {
            assert_ne!(pair[0], pair[1], "a step that changes nothing is not shown");
        }
    }

    #[test]
    fn the_only_good_column_is_never_passed_over_with_certainty() {
        // Columns 6 and 2 are the only ones that do not lose; looking a few stones ahead prefers others.
        for (text, good) in [("44444432", "6"), ("2745522", "2")] {
            for nodes in [1, 1_000, 200_000] {
                let (shown, last) = refined(text, nodes);
                for hint in shown.iter().chain([&last]) {
                    let decision = hint.decision.as_ref().unwrap();
                    assert!(decision.chosen == good || !decision.certain, "{text}: {hint}");
                }
            }
        }
    }
}
