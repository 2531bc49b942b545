//! Lights Out as people play it.

use std::fmt;

use quandary_core::{Context, Decision, InputError, Stop, Stream};
use quandary_verbs::play::{Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Alternative, Hint, Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::uniform;
use crate::notation::{format_board, format_cell, parse_board, parse_cell};
use crate::reason::{Needed, unsolvable};
use crate::rules::LightsOut;
use crate::solve::fewest_presses;

/// Rows and columns.
pub const BOARD: Opt<LightsOut> =
    Opt::text("board", "RxC", &["5x5", "3x3"], "Rows and columns, 1 to 8 each").or("5x5");

/// What the value of an alternative counts.
const WORTH: &str = "presses needed after it, with a minus sign";

/// What the player sees: nothing is hidden here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View {
    /// The size of the board.
    pub rules: LightsOut,
    /// The cells that are lit.
    pub lit: u64,
}

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns.
    board: String,
    /// The position: rows of # (lit) and . (dark).
    position: String,
}

impl From<View> for ViewJson {
    fn from(view: View) -> ViewJson {
        ViewJson { board: view.rules.to_string(), position: view.to_string() }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_board(&self.rules, self.lit))
    }
}

impl Play for LightsOut {
    const PRESETS: &'static [Preset] =
        &[Preset { name: "classic", setup: "board=5x5" }, Preset { name: "small", setup: "board=3x3" }];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec];
    type View = View;
    type Reason = Needed;

    fn new(setup: &Options) -> Result<LightsOut, InputError> {
        Ok(setup.get(BOARD))
    }

    fn start(&self, stream: &mut Stream, _: &Context<'_>) -> Result<u64, Stop> {
        Ok(uniform(self, stream))
    }

    fn view(&self, lit: &u64) -> View {
        View { rules: *self, lit: *lit }
    }

    fn hint(&self, view: &View, _: &Context<'_>) -> Result<Hint<Needed>, Stop> {
        let presses = fewest_presses(self, view.lit);
        let presses = presses.ok_or_else(|| unsolvable(self, view.lit))?;
        let Some(&cell) = presses.first() else { return Ok(Hint::none(WORTH)) };
        let left = presses.len() - 1;
        let alternative = |&cell: &usize| Alternative {
            chosen: self.write_move(cell),
            value: Some(-(left as f64)),
            text: format!("{left} more after it"),
        };
        let decision = Decision::certain(cell, Needed::of(self, &presses));
        let hint = Hint::new(decision, self.write_move(cell), WORTH);
        Ok(hint.among(presses.iter().map(alternative).collect()))
    }

    fn write(&self, lit: &u64) -> String {
        format_board(self, *lit)
    }

    fn read(&self, text: &str) -> Result<u64, InputError> {
        parse_board(text, Some(*self)).map(|(_, lit)| lit)
    }

    fn write_move(&self, cell: usize) -> String {
        format_cell(self, cell)
    }

    fn read_move(&self, text: &str) -> Result<usize, InputError> {
        parse_cell(self, text)
    }

    fn scene(&self, view: &View) -> Scene {
        let square = |row: usize, column: usize| match self.cell(row, column) {
            Some(cell) if view.lit >> cell & 1 == 1 => Square::new("#", Tone::Good),
            _ => Square::new(".", Tone::Dim),
        };
        let row = |row: usize| (0..self.columns()).map(|column| square(row, column)).collect();
        let rows = (0..self.rows()).map(row).collect();
        Scene::new(rows, Steering::Cursor, "enter or a click presses a cell")
    }

    fn touch(&self, _: &View, touch: Touch) -> Option<usize> {
        match touch {
            Touch::Press(row, column) => self.cell(row, column),
            Touch::Mark(..) | Touch::Arrow(_) | Touch::Carry(..) => None,
        }
    }

    fn square(&self, _: &View, cell: usize) -> Option<(usize, usize)> {
        Some(self.place(cell))
    }
}
