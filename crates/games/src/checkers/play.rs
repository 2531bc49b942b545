//! Checkers as it is played.

use std::fmt;

use quandary_core::rules::{Rules, Side};
use quandary_core::{Context, InputError, Stop, Stream};
use quandary_search::engine::{AlphaBeta, Engine};
use quandary_verbs::Hint;
use quandary_verbs::play::{Opponent, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::board::{Move, at, bit, number, place};
use super::engine::Field;
use super::explain::{MOST_DEPTH, Reason, advise, refine};
use super::notation::{draw, format_move, format_position, letter, parse_move, parse_position};
use super::rules::{Checkers, Draws, State};
use crate::seat::{Game, OPPONENT, SIDE, Seat};

/// When a game is drawn.
pub const DRAWS: Opt<Draws> = Opt::one_of(
    "draws",
    "RULE",
    &Draws::NAMES,
    "Rule for draws: wcdf (a position for the third time, or 40 moves of each side without a capture or a man's \
     move) or open-spiel (40 moves of both sides without a capture)",
)
.or("wcdf");

/// Nodes that a hint may cost: well under a second.
const HINT_NODES: u64 = 400_000;
/// Nodes that hints may cost that get better while they are shown: some seconds.
const REFINED_NODES: u64 = 10_000_000;

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View {
    /// The rules: they say when it is over.
    pub rules: Checkers,
    /// The position and what of its past counts.
    pub state: State,
}

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// The position as FEN.
    position: String,
    /// `B` (black, who began), `W`, or null when the game is over.
    to_move: Option<&'static str>,
    /// Black's men and kings.
    black: [u32; 2],
    /// White's men and kings.
    white: [u32; 2],
    /// Moves of both sides since the last that counts for a draw.
    quiet: u8,
    /// How often the position has been met, this time included.
    times: u8,
}

impl From<View> for ViewJson {
    fn from(View { rules, state }: View) -> ViewJson {
        let position = &state.position;
        let count = |side: u64| [side & !position.kings, side & position.kings].map(u64::count_ones);
        ViewJson {
            position: format_position(&state),
            to_move: rules.turn(&state).side().map(|side| if side == Side::First { "B" } else { "W" }),
            black: count(position.black),
            white: count(position.white),
            quiet: state.quiet(),
            times: state.times(),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", draw(&self.state.position), format_position(&self.state))
    }
}

impl View {
    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.moves(&self.state, &mut moves);
        moves
    }
}

impl Game for Checkers {
    type Rules = Checkers;

    fn bare<'a>(&self, state: &'a State) -> (Checkers, &'a State) {
        (*self, state)
    }

    fn engine(&self, bytes: usize) -> Box<dyn Engine<Checkers>> {
        Box::new(AlphaBeta::<Field>::new(bytes))
    }
}

impl Play for Checkers {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "standard", setup: "draws=wcdf" },
        Preset { name: "against-master", setup: "opponent=master" },
        Preset { name: "against-search", setup: "opponent=perfect" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[DRAWS.spec, SIDE.spec, OPPONENT.spec];
    type View = View;
    type Reason = Reason;

    fn new(setup: &Options) -> Result<Checkers, InputError> {
        Ok(Checkers { draws: setup.get(DRAWS) })
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<State, Stop> {
        Ok(State::default())
    }

    fn view(&self, state: &State) -> View {
        View { rules: *self, state: state.clone() }
    }

    fn hint(&self, view: &View, context: &Context<'_>) -> Result<Hint<Reason>, Stop> {
        if self.turn(&view.state).side().is_none() {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(*self, &view.state, MOST_DEPTH, &context.at_most(HINT_NODES))?.0)
    }

    fn refine(
        &self,
        view: &View,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Reason>),
    ) -> Result<Hint<Reason>, Stop> {
        if self.turn(&view.state).side().is_none() {
            return Ok(Hint::none("nothing"));
        }
        Ok(refine(*self, &view.state, MOST_DEPTH, &context.at_most(REFINED_NODES), show)?.0)
    }

    fn write(&self, state: &State) -> String {
        format_position(state)
    }

    fn read(&self, text: &str) -> Result<State, InputError> {
        parse_position(*self, text)
    }

    fn write_move(&self, chosen: Move) -> String {
        format_move(chosen)
    }

    fn read_move(&self, text: &str) -> Result<Move, InputError> {
        parse_move(text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a move"))
                .expected("the squares it visits, such as 11-15 or 22x15x8")
        })
    }

    fn opponent(setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        Seat::of(setup)
    }

    fn scene(&self, view: &View) -> Scene {
        let position = &view.state.position;
        let movable = view.legal().into_iter().fold(0, |all, chosen| all | chosen.from());
        let square = |row: u32, column: u32| match at(row, column) {
            None => Square::new("", Tone::Plain),
            Some(number) => match letter(position, bit(number)) {
                '.' => Square::new("", Tone::Dim),
                piece => {
                    let mine = if position.black & bit(number) != 0 { Tone::First } else { Tone::Second };
                    // A piece that can move is written large: a king as a crown is in any case.
                    let text = match (piece.is_ascii_uppercase(), movable & bit(number) != 0) {
                        (true, _) => "♛",
                        (false, true) => "●",
                        (false, false) => "○",
                    };
                    Square::new(text, mine)
                }
            },
        };
        let rows = (0..8).map(|row| (0..8).map(|column| square(row, column)).collect()).collect();
        Scene {
            left: (1..=8).map(|row| format!("{}", 4 * row - 3)).collect(),
            ..Scene::new(
                rows,
                Steering::Pieces,
                "enter or a click on a piece, then on the square where its move ends",
            )
        }
    }

    fn touch(&self, view: &View, touch: Touch) -> Option<Move> {
        let Touch::Carry(from, to) = touch else { return None };
        let square = |(row, column)| Some(bit(at(u32::try_from(row).ok()?, u32::try_from(column).ok()?)?));
        let (from, to) = (square(from)?, square(to)?);
        // Of several ways between two squares this is the first; another one is typed.
        view.legal().into_iter().find(|chosen| chosen.from() == from && chosen.lands().0 == to)
    }

    fn square(&self, _: &View, chosen: Move) -> Option<(usize, usize)> {
        let (row, column) = place(number(chosen.lands().0));
        Some((row as usize, column as usize))
    }

    fn origin(&self, _: &View, chosen: Move) -> Option<(usize, usize)> {
        let (row, column) = place(number(chosen.from()));
        Some((row as usize, column as usize))
    }
}
