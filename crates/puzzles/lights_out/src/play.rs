use quandary_core::play::{Play, PositionView, Preset, Scene, Size, Tone, Touch};
use quandary_core::verbs::{Opt, OptionSpec, Options};
use quandary_core::{Alternative, Context, Decision, Hint, InputError, Reason, Stop, Stream};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Lights, fewest_presses};

pub(crate) const BOARD: Opt<Size<8>> = Opt::text("board", "RxC", &["5x5", "3x3"], "Up to 8x8").or("5x5");

const WORTH: &str = "presses needed after it, with a minus sign";

/// Why a cell is to be pressed: it belongs to a set of fewest presses.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename = "needed")]
pub struct Needed {
    /// How many presses are left.
    presses: usize,
}

impl Reason for Needed {
    fn text(&self) -> String {
        format!("it belongs to the fewest presses that put out all lights: {}, in any order", self.presses)
    }

    fn nudge(&self) -> String {
        format!("{} more will do.", self.presses)
    }
}

impl Play for Lights {
    const PRESETS: &'static [Preset] =
        &[Preset { name: "classic", setup: "board=5x5" }, Preset { name: "small", setup: "board=3x3" }];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec];
    type View = PositionView;
    type Reason = Needed;

    fn new(setup: &Options) -> Result<Lights, InputError> {
        Ok(Lights(setup.get(BOARD)))
    }

    fn start(&self, stream: &mut Stream, _: &Context<'_>) -> Result<u64, Stop> {
        // Presses made backwards: what comes out can be put out. A dark board is no puzzle.
        let lit =
            || (0..self.0.cells()).filter(|_| stream.chance(0.5)).fold(0, |lit, cell| lit ^ self.cross(cell));
        Ok(std::iter::repeat_with(lit).find(|lit| *lit != 0).expect("endless"))
    }

    fn view(&self, lit: &u64) -> PositionView {
        PositionView { board: self.0.to_string(), position: self.write(lit) }
    }

    fn hint(&self, view: &PositionView, _: &Context<'_>) -> Result<Hint<Needed>, Stop> {
        let presses = fewest_presses(self, self.read(&view.position)?);
        let presses = presses.ok_or_else(|| InputError::new("no presses put out all lights"))?;
        let Some(&cell) = presses.first() else { return Ok(Hint::none(WORTH)) };
        let left = presses.len() - 1;
        let weighed = |&cell| Alternative {
            chosen: self.0.name(cell),
            value: Some(-(left as f64)),
            text: format!("{left} more after it"),
        };
        let needed = Decision::certain(cell, Needed { presses: presses.len() });
        Ok(Hint::new(needed, self.0.name(cell), WORTH).among(presses.iter().map(weighed).collect()))
    }

    fn write(&self, lit: &u64) -> String {
        let letters: Vec<char> =
            (0..self.0.cells()).map(|c| if lit >> c & 1 == 1 { '#' } else { '.' }).collect();
        letters.chunks(self.0.columns).map(String::from_iter).collect::<Vec<_>>().join("\n")
    }

    fn read(&self, text: &str) -> Result<u64, InputError> {
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != self.0.cells() || letters.iter().any(|c| !"#.".contains(*c)) {
            return Err(InputError::new("not a board of that size").expected("rows of # (lit) and . (dark)"));
        }
        Ok(letters.iter().rev().fold(0, |lit, letter| lit << 1 | u64::from(*letter == '#')))
    }

    fn write_move(&self, cell: usize) -> String {
        self.0.name(cell)
    }

    fn read_move(&self, text: &str) -> Result<usize, InputError> {
        self.0.cell(text)
    }

    fn scene(&self, view: &PositionView) -> Scene {
        let tone = |letter| if letter == '#' { Tone::Good } else { Tone::Dim };
        Scene::letters(&view.position, tone, "enter or a click presses a cell")
    }

    fn square(&self, _: &PositionView, cell: usize) -> Option<(usize, usize)> {
        Some((cell / self.0.columns, cell % self.0.columns))
    }

    fn touch(&self, _: &PositionView, touch: Touch) -> Option<usize> {
        if let Touch::Press(row, column) = touch { Some(row * self.0.columns + column) } else { None }
    }
}
