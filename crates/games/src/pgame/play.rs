//! P-games as they are played: MAX and MIN go down a random tree by turns.

use std::fmt;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Context, InputError, Outcome, Stop, Stream};
use quandary_verbs::Hint;
use quandary_verbs::play::{Opponent, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use super::explain::{Reason, advise, name};
use super::notation::{Place, Shape, format_child, format_place, parse_place};
use super::rules::{Node, PGame};
use crate::seat::{Game, OPPONENT, SIDE, Seat};

/// Branching and depth.
pub const BOARD: Opt<Shape> =
    Opt::text("board", "BxD", &["2x20", "8x8", "3x6"], "Branching and depth of the tree").or("2x20");

/// Nodes that a hint may cost: well under a second.
const HINT_NODES: u64 = 1_000_000;

/// A game on a random tree: a state is the tree and the path so far.
pub struct Match {
    pub(super) shape: Shape,
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View(pub Place);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Branching and depth.
    board: String,
    /// The tree, and the children followed from its root.
    position: String,
    /// `MAX` (who began), `MIN`, or null at a leaf.
    to_move: Option<&'static str>,
    /// Moves made.
    depth: u32,
    /// The sum so far; MAX wins with more than 0 at the end.
    sum: i32,
    /// The numbers on the edges to the children.
    edges: Vec<u32>,
}

fn edges(place: &Place) -> Vec<u32> {
    let mut children = Vec::new();
    place.tree.moves(&place.node, &mut children);
    let edge = |child: u32| place.tree.apply(&place.node, child).sum().abs_diff(place.node.sum());
    children.into_iter().map(edge).collect()
}

impl From<View> for ViewJson {
    fn from(View(place): View) -> ViewJson {
        ViewJson {
            board: place.shape().to_string(),
            position: format_place(&place),
            to_move: place.tree.turn(&place.node).side().map(name),
            depth: place.node.depth(),
            sum: place.node.sum(),
            edges: edges(&place),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.0;
        let (depth, sum) = (place.node.depth(), place.node.sum());
        write!(f, "{}\ndepth {depth} of {}, sum {sum}", format_place(place), place.tree.depth)?;
        let Some(side) = place.tree.turn(&place.node).side() else { return Ok(()) };
        let sign = if side == Side::First { "adds" } else { "subtracts" };
        write!(f, "\n{} to move; a child {sign} its number:", name(side))?;
        for (child, edge) in edges(place).into_iter().enumerate() {
            write!(f, "  {}: {edge}", format_child(child as u32))?;
        }
        Ok(())
    }
}

impl Rules for Match {
    type State = Place;
    type Move = u32;

    fn turn(&self, place: &Place) -> Turn {
        place.tree.turn(&place.node)
    }

    fn moves(&self, place: &Place, out: &mut Vec<u32>) {
        place.tree.moves(&place.node, out);
    }

    fn apply(&self, place: &Place, child: u32) -> Place {
        let mut path = place.path.clone();
        path.push(child);
        Place { path, node: place.tree.apply(&place.node, child), ..*place }
    }
}

impl Game for Match {
    type Rules = PGame;

    fn bare<'a>(&self, place: &'a Place) -> (PGame, &'a Node) {
        (place.tree, &place.node)
    }
}

impl Play for Match {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "deep", setup: "board=2x20" },
        Preset { name: "wide", setup: "board=8x8" },
        Preset { name: "small", setup: "board=3x6" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, SIDE.spec, OPPONENT.or("mc:100").spec];
    type View = View;
    type Reason = Reason;

    fn new(setup: &Options) -> Result<Match, InputError> {
        Ok(Match { shape: setup.get(BOARD) })
    }

    fn start(&self, stream: &mut Stream, _: &Context<'_>) -> Result<Place, Stop> {
        // A small number keeps the name of the tree short.
        Ok(Place::root(self.shape, stream.below(1_000_000), 0))
    }

    fn view(&self, place: &Place) -> View {
        View(place.clone())
    }

    fn hint(&self, View(place): &View, context: &Context<'_>) -> Result<Hint<Reason>, Stop> {
        if place.tree.turn(&place.node).outcome().is_some() {
            return Ok(Hint::none("nothing"));
        }
        Ok(advise(place, &context.at_most(HINT_NODES))?.0)
    }

    /// A move is a win or none.
    fn for_first(&self, side: Side, value: f64) -> f64 {
        if side == Side::First { value } else { 1.0 - value }
    }

    fn write(&self, place: &Place) -> String {
        format_place(place)
    }

    fn read(&self, text: &str) -> Result<Place, InputError> {
        parse_place(text)
    }

    fn write_move(&self, child: u32) -> String {
        format_child(child).to_string()
    }

    fn read_move(&self, text: &str) -> Result<u32, InputError> {
        let mut letters = text.chars();
        let child =
            letters.next().and_then(|letter| letter.to_digit(36)).filter(|_| letters.next().is_none());
        child.ok_or_else(|| {
            InputError::new(format!("`{text}` is not a child")).expected("a digit, or from 10 on a letter")
        })
    }

    fn opponent(setup: &Options) -> Option<Box<dyn Opponent<Self>>> {
        Seat::of(setup)
    }

    fn scene(&self, View(place): &View) -> Scene {
        let tone = match place.tree.turn(&place.node) {
            Turn::To(Side::First) => Tone::First,
            Turn::To(Side::Second) => Tone::Second,
            Turn::Over(Outcome::Won) => Tone::Good,
            Turn::Over(_) => Tone::Bad,
        };
        let mut row: Vec<Square> =
            edges(place).into_iter().map(|edge| Square::new(edge.to_string(), tone)).collect();
        let above = (0..row.len() as u32).map(|child| vec![format_child(child).to_string()]).collect();
        if row.is_empty() {
            row.push(Square::new(place.node.sum().to_string(), tone));
        }
        let left = vec![format!("sum {}", place.node.sum())];
        Scene { above, left, ..Scene::new(vec![row], Steering::Cursor, "enter or a click follows a child") }
    }

    fn touch(&self, View(place): &View, touch: Touch) -> Option<u32> {
        let Touch::Press(0, column) = touch else { return None };
        (column < edges(place).len()).then_some(column as u32)
    }

    fn square(&self, View(place): &View, child: u32) -> Option<(usize, usize)> {
        ((child as usize) < edges(place).len()).then_some((0, child as usize))
    }
}
