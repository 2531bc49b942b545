//! Xiangqi as it is played.

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Context, InputError, Stop, Stream};
use quandary_search::engine::{AlphaBeta, Engine};
use quandary_verbs::Hint;
use quandary_verbs::play::{Opponent, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::board::Move;
use super::engine::Field;
use super::explain::{MOST_DEPTH, Reason, advise, refine};
use super::geometry::{FILES, ROWS, file, point, row};
use super::notation::{
    START_FEN, draw, format_fen, format_iccs, format_position, letter, name, parse_fen, parse_iccs,
    parse_position,
};
use super::rules::{Position, Repetition, Xiangqi};
use crate::seat::{Game, OPPONENT, SIDE, Seat};

/// What the third occurrence of a position means.
pub const REPETITION: Opt<Repetition> = Opt::one_of(
    "repetition",
    "RULE",
    &["check-loses", "draw"],
    "What a position's third occurrence means: the side that gave check throughout loses, or it is always a draw",
)
.or("check-loses");

impl FromStr for Repetition {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Repetition, InputError> {
        match text {
            "check-loses" => Ok(Repetition::CheckLoses),
            "draw" => Ok(Repetition::Draws),
            _ => Err(InputError::new(format!("`{text}` is not a valid rule for repetition"))
                .expected("check-loses or draw")),
        }
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Repetition::CheckLoses => "check-loses",
            Repetition::Draws => "draw",
        })
    }
}

/// Nodes that a hint may cost: well below a second.
const HINT_NODES: u64 = 300_000;
/// Nodes that hints may cost that get better while they are shown: some seconds.
const REFINED_NODES: u64 = 6_000_000;

/// What everybody sees.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View(pub Position);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and files.
    board: &'static str,
    /// A FEN, and the moves since the last that cannot be taken back, as far as repetition needs them.
    position: String,
    /// The FEN alone.
    fen: String,
    /// `red`, who began, `black`, or null when the game is over.
    to_move: Option<&'static str>,
    /// Whether the side to move is in check.
    in_check: bool,
    /// Moves of both sides since the last capture: with 120 the game is drawn.
    quiet: u16,
    /// How often the position has come up: the third time ends the game.
    times: u8,
}

/// How a position stands, whatever the convention: what repetition made of it is in the position.
fn turn(position: &Position) -> Turn {
    Xiangqi::default().turn(position)
}

impl From<View> for ViewJson {
    fn from(View(position): View) -> ViewJson {
        let side = |side| if side == Side::First { "red" } else { "black" };
        ViewJson {
            board: "10x9",
            position: format_position(&position),
            fen: format_fen(&position),
            to_move: turn(&position).side().map(side),
            in_check: position.in_check(),
            quiet: position.quiet(),
            times: position.times(),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.0;
        write!(f, "{}\n{}", draw(position), format_position(position))?;
        if let Some(side) = turn(position).side() {
            write!(f, "\n{} to move{}", name(side), if position.in_check() { ", in check" } else { "" })?;
        }
        Ok(())
    }
}

impl Game for Xiangqi {
    type Rules = Xiangqi;

    fn bare<'a>(&self, position: &'a Position) -> (Xiangqi, &'a Position) {
        (*self, position)
    }

    fn engine(&self, bytes: usize) -> Box<dyn Engine<Xiangqi>> {
        Box::new(AlphaBeta::<Field>::new(bytes))
    }
}

impl Play for Xiangqi {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "standard", setup: "repetition=check-loses" },
        Preset { name: "against-master", setup: "opponent=master" },
        Preset { name: "repetition-draws", setup: "repetition=draw" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[REPETITION.spec, SIDE.spec, OPPONENT.spec];
    type View = View;
    type Reason = Reason;

    fn new(setup: &Options) -> Result<Xiangqi, InputError> {
        Ok(Xiangqi { repetition: setup.get(REPETITION) })
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<Position, Stop> {
        Ok(parse_fen(START_FEN)?)
    }

    fn view(&self, position: &Position) -> View {
        View(position.clone())
    }

    fn hint(&self, View(position): &View, context: &Context<'_>) -> Result<Hint<Reason>, Stop> {
        if self.turn(position).outcome().is_some() {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(*self, position, MOST_DEPTH, &context.at_most(HINT_NODES))?.0)
    }

    fn refine(
        &self,
        View(position): &View,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Reason>),
    ) -> Result<Hint<Reason>, Stop> {
        if self.turn(position).outcome().is_some() {
            return Ok(Hint::none("nothing"));
        }
        Ok(refine(*self, position, MOST_DEPTH, &context.at_most(REFINED_NODES), show)?.0)
    }

    fn write(&self, position: &Position) -> String {
        format_position(position)
    }

    fn read(&self, text: &str) -> Result<Position, InputError> {
        parse_position(text, *self)
    }

    fn write_move(&self, chosen: Move) -> String {
        format_iccs(chosen)
    }

    fn read_move(&self, text: &str) -> Result<Move, InputError> {
        parse_iccs(text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a move")).expected("two points such as h2e2")
        })
    }

    fn opponent(setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        Seat::of(setup)
    }

    fn scene(&self, View(position): &View) -> Scene {
        let square = |file: u8, row: u8| match position.board().at(point(file, row)) {
            Some(piece) => {
                let tone = if piece.side == Side::First { Tone::First } else { Tone::Second };
                Square::new(letter(piece), tone)
            }
            None => Square::new("", Tone::Dim),
        };
        let rows = (0..ROWS).rev().map(|row| (0..FILES).map(|file| square(file, row)).collect()).collect();
        Scene {
            above: (0..FILES).map(|file| vec![char::from(b'a' + file).to_string()]).collect(),
            left: (0..ROWS).rev().map(|row| row.to_string()).collect(),
            ..Scene::new(
                rows,
                Steering::Pieces,
                "enter or a click on a piece, then on the point where it goes",
            )
        }
    }

    fn touch(&self, View(position): &View, touch: Touch) -> Option<Move> {
        let Touch::Carry(from, to) = touch else { return None };
        let at = |(down, file)| {
            let (file, down) = (u8::try_from(file).ok()?, u8::try_from(down).ok()?);
            (file < FILES && down < ROWS).then(|| point(file, ROWS - 1 - down))
        };
        let (from, to) = (at(from)?, at(to)?);
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.into_iter().find(|chosen| chosen.from == from && chosen.to == to)
    }

    fn square(&self, _: &View, chosen: Move) -> Option<(usize, usize)> {
        Some(((ROWS - 1 - row(chosen.to)) as usize, file(chosen.to) as usize))
    }

    fn origin(&self, _: &View, chosen: Move) -> Option<(usize, usize)> {
        Some(((ROWS - 1 - row(chosen.from)) as usize, file(chosen.from) as usize))
    }
}
