//! Othello as it is played.

use std::fmt;

use quandary_core::rules::{Rules, Side, positions};
use quandary_core::words::count;
use quandary_core::{Context, InputError, Stop, Stream};
use quandary_search::engine::Engine;
use quandary_verbs::Hint;
use quandary_verbs::play::{Opponent, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::engine::Thinker;
use super::explain::{Reason, advise};
use super::notation::{OthelloPosition, draw, format_action, format_position, parse_action, parse_position};
use super::rules::{Action, Board, Othello, Position};
use super::solve::Endgame;
use crate::seat::{Game, OPPONENT, SIDE, Seat};

/// The size.
pub const BOARD: Opt<Board> = Opt::one_of("board", "RxC", &["8x8", "6x6"], "Rows and columns").or("8x8");

/// Nodes that a hint may cost: well under a second.
const HINT_NODES: u64 = 1_000_000;
/// A hint that gets better and better needs a larger one.
const REFINED_TABLE_BITS: u32 = 18;
/// The same as [`HINT_NODES`] for the words at the end of a game.
const SUMMARY_NODES: u64 = 400_000;
/// A hint's table: 2^14 entries of 24 bytes are quick to make.
const HINT_TABLE_BITS: u32 = 14;

/// What everybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View(pub OthelloPosition);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns.
    board: String,
    /// The squares along the rows from a1 (`X` black, `O` white, `-` empty), and who is to move.
    position: String,
    /// `X` (black, who began), `O`, or null when the game is over.
    to_move: Option<&'static str>,
    /// Black discs.
    black: u32,
    /// White discs.
    white: u32,
}

impl From<View> for ViewJson {
    fn from(View(placed): View) -> ViewJson {
        let [black, white] = discs(&placed.position);
        ViewJson {
            board: placed.board.to_string(),
            position: format_position(&placed),
            to_move: placed.rules().turn(&placed.position).side().map(letter),
            black,
            white,
        }
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

/// Black's and white's.
fn discs(position: &Position) -> [u32; 2] {
    let (mover, opponent) = (position.mover.count_ones(), position.opponent.count_ones());
    if position.black_to_move { [mover, opponent] } else { [opponent, mover] }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = discs(&self.0.position);
        let over = self.0.rules().is_over(self.0.position);
        let board = draw(&self.0);
        // Nobody is to move when it is over.
        let board =
            if over { board.rsplit_once('\n').map_or(board.as_str(), |(rows, _)| rows) } else { &board };
        write!(f, "{board}{}X {black}, O {white}", if over { "\n" } else { "; " })
    }
}

impl Game for Othello {
    type Rules = Othello;

    fn bare<'a>(&self, position: &'a Position) -> (Othello, &'a Position) {
        (*self, position)
    }

    fn engine(&self, bytes: usize) -> Box<dyn Engine<Othello>> {
        Box::new(Thinker::new((bytes / 24).max(4).ilog2()))
    }
}

impl Play for Othello {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "standard", setup: "board=8x8" },
        Preset { name: "small", setup: "board=6x6" },
        Preset { name: "against-master", setup: "opponent=master" },
        Preset { name: "against-perfect", setup: "opponent=perfect" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, SIDE.spec, OPPONENT.spec];
    type View = View;
    type Reason = Reason;

    fn new(setup: &Options) -> Result<Othello, InputError> {
        Ok(Othello(setup.get(BOARD)))
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<Position, Stop> {
        Ok(Othello::START)
    }

    fn view(&self, position: &Position) -> View {
        View(OthelloPosition { board: self.0, position: *position })
    }

    fn hint(&self, View(placed): &View, context: &Context<'_>) -> Result<Hint<Reason>, Stop> {
        if placed.rules().is_over(placed.position) {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(placed, HINT_TABLE_BITS, &context.at_most(HINT_NODES), &mut |_| ())?.0)
    }

    fn refine(
        &self,
        View(placed): &View,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Reason>),
    ) -> Result<Hint<Reason>, Stop> {
        if placed.rules().is_over(placed.position) {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(placed, REFINED_TABLE_BITS, context, show)?.0)
    }

    fn write(&self, position: &Position) -> String {
        format_position(&self.view(position).0)
    }

    fn read(&self, text: &str) -> Result<Position, InputError> {
        match text.trim() {
            "start" => Ok(Othello::START),
            _ => match parse_position(text)? {
                placed if placed.board == self.0 => Ok(placed.position),
                other => Err(InputError::new(format!("a position on a board of {}", other.board))
                    .expected(format!("one on {}, or another --board", self.0))),
            },
        }
    }

    fn write_move(&self, action: Action) -> String {
        format_action(self.0, action)
    }

    fn read_move(&self, text: &str) -> Result<Action, InputError> {
        parse_action(self.0, text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a square")).expected("a square such as d3, or pass")
        })
    }

    fn score(&self, position: &Position) -> Option<i64> {
        let [black, white] = discs(position);
        Some(i64::from(black) - i64::from(white))
    }

    fn opponent(setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        Seat::of(setup)
    }

    fn scene(&self, View(placed): &View) -> Scene {
        let (black, white) = placed.colours();
        let legal = placed.rules().legal(placed.position);
        let square = |row: u32, column: u32| {
            let at = placed.board.square(row, column);
            match (black >> at & 1, white >> at & 1, legal >> at & 1) {
                (1, ..) => Square::new("X", Tone::First),
                (_, 1, _) => Square::new("O", Tone::Second),
                (_, _, 1) => Square::new("·", Tone::Marked),
                _ => Square::new("", Tone::Dim),
            }
        };
        let side = placed.board.side();
        let rows = (0..side).map(|row| (0..side).map(|column| square(row, column)).collect()).collect();
        Scene {
            above: (0..side).map(|column| vec![char::from(b'a' + column as u8).to_string()]).collect(),
            left: (1..=side).map(|row| row.to_string()).collect(),
            ..Scene::new(
                rows,
                Steering::Cursor,
                "enter or a click places a disc; without a legal square it passes",
            )
        }
    }

    fn touch(&self, View(placed): &View, touch: Touch) -> Option<Action> {
        let Touch::Press(row, column) = touch else { return None };
        let (rules, position) = (placed.rules(), placed.position);
        let legal = rules.legal(position);
        if legal == 0 {
            return (!rules.is_over(position)).then_some(Action::Pass);
        }
        let (row, column) = (u32::try_from(row).ok()?, u32::try_from(column).ok()?);
        let inside = row < placed.board.side() && column < placed.board.side();
        let square = placed.board.square(row, column);
        (inside && legal >> square & 1 == 1).then_some(Action::Place(square))
    }

    fn square(&self, View(placed): &View, action: Action) -> Option<(usize, usize)> {
        let Action::Place(square) = action else { return None };
        let rim = u32::from(placed.board == Board::Six);
        Some(((square / 8 - rim) as usize, (square % 8 - rim) as usize))
    }

    fn summary(
        &self,
        start: &Position,
        moves: &[Action],
        context: &Context<'_>,
    ) -> Result<Option<String>, Stop> {
        Ok(Some(lost_discs(self.0, &positions(self, start, moves), moves, &context.at_most(SUMMARY_NODES))))
    }
}

/// What the moves of a game cost, looking back from the end as far as the budget goes.
fn lost_discs(board: Board, all: &[Position], moves: &[Action], context: &Context<'_>) -> String {
    let [black, white] = all.last().map_or([0, 0], discs);
    let mut text = format!("X {black}, O {white}.");
    let mut budget = context.budget.clone();
    let mut solver = Endgame::new(board, HINT_TABLE_BITS);
    let mut scores = Vec::new();
    for position in all.iter().rev() {
        match solver.solve(*position, &mut budget) {
            // As black sees it.
            Ok(found) => scores.push(if position.black_to_move { found.score } else { -found.score }),
            Err(_) => break,
        }
    }
    let first = all.len() - scores.len();
    scores.reverse();
    let mut costly: Vec<(u32, String)> = Vec::new();
    for (index, pair) in scores.windows(2).enumerate() {
        let (position, action) = (&all[first + index], moves[first + index]);
        let lost = pair[0].abs_diff(pair[1]);
        if lost > 0 {
            let who = if position.black_to_move { "X" } else { "O" };
            let name = format_action(board, action);
            costly.push((lost, format!("{who}'s {name} cost {}", count(lost.into(), "disc"))));
        }
    }
    let looked = scores.len().saturating_sub(1);
    costly.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
    let worst: Vec<String> = costly.into_iter().take(3).map(|(_, text)| text).collect();
    text += &match (looked, worst.as_slice()) {
        (0, _) => String::new(),
        (n, []) => format!(" The last {} were perfect.", count(n as u64, "move")),
        (n, worst) => format!(" Of the last {}: {}.", count(n as u64, "move"), worst.join("; ")),
    };
    text
}
