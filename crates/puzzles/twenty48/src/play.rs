//! 2048 as it is played.

use std::fmt;
use std::sync::OnceLock;

use quandary_core::rules::Turn;
use quandary_core::{Context, InputError, Stop, Stream};
use quandary_verbs::Hint;
use quandary_verbs::play::{Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::Why;
use crate::hint::{Guide, SourcedHint, advise};
use crate::notation::{grid, parse_position, picture, tile, write_position};
use crate::rules::{Board, Direction, Fours, Rules, Shape, Start};
use crate::strategy::best::SETTINGS;
use crate::strategy::champion::{Champion, load};

/// Rows and columns.
pub const BOARD: Opt<Shape> =
    Opt::text("board", "RxC", &["4x4", "2x2", "3x3", "3x4", "5x5"], "Rows and columns, from 2x2 to 5x5")
        .or("4x4");

/// The dice.
pub const P4: Opt<Fours> =
    Opt::text("p4", "P", &["0.1", "0.2"], "Probability that a new tile is a 4: 0.1, 1/3, …").or("0.1");

/// Who advises.
pub const ADVICE: Opt<&str> = Opt::choice(
    "advice",
    "WHO",
    &["hand", "network"],
    "Hints by a judgement made by hand, the same everywhere; or by a network, where one has been trained",
)
.or("hand");

/// A position of a game: the tiles, and the points they have earned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The tiles.
    pub board: Board,
    /// The points so far.
    pub score: u64,
}

/// 2048 under a setting.
pub struct Twenty48 {
    rules: Rules,
    asks_network: bool,
    /// The trained network, looked for when a first hint asks for it.
    network: OnceLock<Option<Champion>>,
}

impl Twenty48 {
    /// By these rules, with hints by hand.
    pub fn new(rules: Rules) -> Twenty48 {
        Twenty48 { rules, asks_network: false, network: OnceLock::new() }
    }
}

impl quandary_core::rules::Rules for Twenty48 {
    type State = Position;
    type Move = Direction;

    fn turn(&self, state: &Position) -> Turn {
        self.rules.turn(&state.board)
    }

    fn moves(&self, state: &Position, out: &mut Vec<Direction>) {
        self.rules.moves(&state.board, out);
    }

    fn apply(&self, state: &Position, chosen: Direction) -> Position {
        let (board, earned, _) = self.rules.slide(state.board, chosen);
        Position { board, score: state.score + earned }
    }

    fn roll(&self, state: &mut Position, stream: &mut Stream) {
        state.board = self.rules.spawn(state.board, stream);
    }
}

/// What the player sees: everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View {
    /// Rows and columns.
    pub shape: Shape,
    /// The tiles and the points.
    pub position: Position,
}

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns.
    board: String,
    /// The tiles, one row per line, a dot for an empty cell.
    position: String,
    /// The points so far.
    score: u64,
    /// The largest tile.
    largest: u64,
}

impl From<View> for ViewJson {
    fn from(View { shape, position: Position { board, score } }: View) -> ViewJson {
        ViewJson {
            board: shape.to_string(),
            position: grid(shape, board),
            score,
            largest: board.largest_tile(),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&picture(self.shape, self.position.board))
    }
}

/// What a trained network takes while it is used, in bytes.
const NETWORK_MEMORY: usize = 576 << 20;

impl Play for Twenty48 {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "standard", setup: "board=4x4" },
        Preset { name: "tiny", setup: "board=2x2" },
        Preset { name: "small", setup: "board=3x3" },
        Preset { name: "large", setup: "board=5x5" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, P4.spec, ADVICE.spec];
    type View = View;
    type Reason = Why;

    fn new(setup: &Options) -> Result<Twenty48, InputError> {
        let rules = Rules { shape: setup.get(BOARD), fours: setup.get(P4) };
        Ok(Twenty48 { asks_network: setup.get(ADVICE) == "network", ..Twenty48::new(rules) })
    }

    fn start(&self, stream: &mut Stream, _: &Context<'_>) -> Result<Position, Stop> {
        Ok(Position { board: self.rules.start(Start::Usual, stream), score: 0 })
    }

    fn view(&self, state: &Position) -> View {
        View { shape: self.rules.shape, position: *state }
    }

    fn hint(&self, view: &View, context: &Context<'_>) -> Result<Hint<Why>, Stop> {
        let affordable = context.budget.memory_or(NETWORK_MEMORY) >= NETWORK_MEMORY;
        let network = if self.asks_network && affordable && view.shape == Shape::STANDARD {
            self.network.get_or_init(|| load(self.rules.fours, context)).as_ref()
        } else {
            None
        };
        let guide = Guide::strongest(&self.rules, network.map(|network| (network, SETTINGS[1])));
        let SourcedHint { mut hint, how, .. } = advise(&self.rules, view.position.board, guide, context)?;
        if let Some(whose) = how.whose() {
            hint.value_is = format!("{}; {whose}", hint.value_is).into();
        }
        Ok(hint)
    }

    fn write(&self, state: &Position) -> String {
        write_position(self.rules.shape, state.board, state.score)
    }

    fn read(&self, text: &str) -> Result<Position, InputError> {
        let (_, board, score) = parse_position(text, Some(self.rules.shape))?;
        Ok(Position { board, score })
    }

    fn write_move(&self, chosen: Direction) -> String {
        chosen.name().to_owned()
    }

    fn read_move(&self, text: &str) -> Result<Direction, InputError> {
        text.parse()
    }

    fn score(&self, state: &Position) -> Option<i64> {
        Some(state.score as i64)
    }

    fn scene(&self, view: &View) -> Scene {
        let square = |cell: usize| match view.position.board.get(cell) {
            0 => Square::new("", Tone::Dim),
            exponent => Square::new(tile(exponent), Tone::Scale(exponent)),
        };
        let cols = view.shape.cols();
        let row = |row: usize| (0..cols).map(|col| square(row * cols + col)).collect();
        Scene::new(
            (0..view.shape.rows()).map(row).collect(),
            Steering::Arrows,
            "arrows push all tiles that way",
        )
    }

    fn touch(&self, _: &View, touch: Touch) -> Option<Direction> {
        match touch {
            Touch::Arrow(direction) => Some(direction),
            Touch::Press(..) | Touch::Mark(..) | Touch::Carry(..) => None,
        }
    }
}
