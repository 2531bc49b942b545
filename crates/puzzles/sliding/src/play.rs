//! The sliding puzzle as it is played.

use std::fmt;
use std::str::FromStr;

use quandary_core::Direction;
use quandary_core::{Context, InputError, Stop, Stream};
use quandary_verbs::Hint;
use quandary_verbs::play::{Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::{Why, advise};
use crate::generate::uniform;
use crate::notation::{draw_board, format_board, parse_board};
use crate::rules::{Board, Size, Slide, Sliding};
use crate::solve::oracle::Oracle;

/// Rows and columns.
pub const BOARD: Opt<Size> =
    Opt::text("board", "RxC", &["3x3", "2x3", "2x4", "4x4", "5x5"], "Rows and columns").or("3x3");

/// The arrangement to reach.
pub const GOAL: Opt<Goal> = Opt::text(
    "goal",
    "BOARD",
    &["last", "first"],
    "The goal: a board, or `first`/`last` for 1 2 3 … with the empty cell there",
)
.or("last");

/// A goal before the size is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// 1, 2, 3, … with the empty cell last.
    Last,
    /// The same with the empty cell first.
    First,
    /// Any arrangement, as text.
    Given(String),
}

impl FromStr for Goal {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Goal, InputError> {
        match text {
            "last" => Ok(Goal::Last),
            "first" => Ok(Goal::First),
            // Without rows of its own a goal takes the shape of the board, which is not known here.
            _ if text.lines().count() <= 1 && !text.contains(['/', ';']) => Ok(Goal::Given(text.to_owned())),
            _ => parse_board(text, None).map(|_| Goal::Given(text.to_owned())),
        }
    }
}

impl Goal {
    /// The puzzle of this size with this goal.
    pub fn of(&self, size: Size) -> Result<Sliding, InputError> {
        let goal = match self {
            Goal::Last => Board::ordered(size),
            Goal::First => Board::with_blank_at(size, 0),
            Goal::Given(text) => parse_board(text, Some(size)).map_err(|error| error.of_option("goal"))?,
        };
        if goal.size() != size {
            let what = format!("a goal of {} for a board of {size}", goal.size());
            return Err(InputError::new(what).expected("a goal of the same size").of_option("goal"));
        }
        Ok(Sliding::new(goal))
    }
}

/// What the player sees: the board and where it should end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View {
    /// The board.
    pub board: Board,
    /// The goal.
    pub goal: Board,
}

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns.
    board: String,
    /// The tiles along the rows, 0 for the empty cell.
    position: String,
    /// The arrangement to reach.
    goal: String,
}

impl From<View> for ViewJson {
    fn from(view: View) -> ViewJson {
        let board = view.board.size().to_string();
        ViewJson { board, position: format_board(&view.board), goal: format_board(&view.goal) }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw_board(&self.board))
    }
}

impl Play for Sliding {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "8-puzzle", setup: "board=3x3" },
        Preset { name: "5-puzzle", setup: "board=2x3" },
        Preset { name: "7-puzzle", setup: "board=2x4" },
        Preset { name: "15-puzzle", setup: "board=4x4" },
        Preset { name: "24-puzzle", setup: "board=5x5" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, GOAL.spec];
    type View = View;
    type Reason = Why;

    fn new(setup: &Options) -> Result<Sliding, InputError> {
        setup.get(GOAL).of(setup.get(BOARD))
    }

    fn start(&self, stream: &mut Stream, _: &Context<'_>) -> Result<Board, Stop> {
        // A solved board is not a puzzle.
        Ok(std::iter::repeat_with(|| uniform(self, stream))
            .find(|board| board != self.goal())
            .expect("endless"))
    }

    fn view(&self, state: &Board) -> View {
        View { board: state.clone(), goal: self.goal().clone() }
    }

    fn hint(&self, view: &View, context: &Context<'_>) -> Result<Hint<Why>, Stop> {
        let puzzle = Sliding::new(view.goal.clone());
        crate::solvability::check(&puzzle, &view.board)?;
        advise(&puzzle, &view.board, context)
    }

    fn write(&self, state: &Board) -> String {
        format_board(state)
    }

    fn read(&self, text: &str) -> Result<Board, InputError> {
        parse_board(text, Some(self.size()))
    }

    fn write_move(&self, chosen: Slide) -> String {
        chosen.letter().to_string()
    }

    fn read_move(&self, text: &str) -> Result<Slide, InputError> {
        let lower = text.to_lowercase();
        Slide::ALL
            .into_iter()
            .find(|slide| slide.word() == lower || slide.letter().to_string().to_lowercase() == lower)
            .ok_or_else(|| {
                InputError::new(format!("`{text}` is not a slide"))
                    .expected("U, L, R or D: the way a tile slides")
            })
    }

    fn scene(&self, view: &View) -> Scene {
        let square = |cell: usize, tile: u8| match tile {
            0 => Square::new("", Tone::Dim),
            tile if view.goal.tiles()[cell] == tile => Square::new(tile.to_string(), Tone::Good),
            tile => Square::new(tile.to_string(), Tone::Plain),
        };
        let columns = self.size().columns();
        let squares: Vec<Square> =
            view.board.tiles().iter().enumerate().map(|(cell, &tile)| square(cell, tile)).collect();
        let rows = squares.chunks(columns).map(<[Square]>::to_vec).collect();
        Scene::new(rows, Steering::Arrows, "arrows slide a tile into the gap; so does a click on it")
    }

    fn touch(&self, view: &View, touch: Touch) -> Option<Slide> {
        match touch {
            Touch::Arrow(Direction::Up) => Some(Slide::Up),
            Touch::Arrow(Direction::Down) => Some(Slide::Down),
            Touch::Arrow(Direction::Left) => Some(Slide::Left),
            Touch::Arrow(Direction::Right) => Some(Slide::Right),
            Touch::Press(row, column) | Touch::Mark(row, column) => {
                let (size, cell) = (view.board.size(), row * view.board.size().columns() + column);
                view.board.slides().find(|&slide| size.source(view.board.blank(), slide) == Some(cell))
            }
            Touch::Carry(..) => None,
        }
    }

    fn square(&self, view: &View, chosen: Slide) -> Option<(usize, usize)> {
        let size = view.board.size();
        size.source(view.board.blank(), chosen).map(|cell| size.place(cell))
    }

    fn summary(&self, start: &Board, moves: &[Slide], context: &Context<'_>) -> Result<Option<String>, Stop> {
        // Beyond this a board can take longer to solve than anybody waits at the end of a game.
        const SUMMARY_NODES: u64 = 5_000_000;
        let Ok(oracle) = Oracle::new(self, SUMMARY_NODES.min(context.budget.remaining()), context) else {
            return Ok(None);
        };
        Ok(oracle
            .distance(start)
            .ok()
            .flatten()
            .map(|shortest| format!("{} moves; a shortest solution had {shortest}.", moves.len())))
    }
}
