use std::fmt;

use quandary_core::face::{Opt, OptionSpec, Options};
use quandary_core::play::{Play, Scene, Square, Steering, Tone, Touch};
use quandary_core::words::count;
use quandary_core::{Context, Decision, Hint, InputError, Reason, Stop, Stream};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Lights, fewest_presses};

pub(crate) const BOARD: Opt<Lights> =
    Opt::text("board", "RxC", &["5x5", "3x3", "7x7"], "Rows and columns, 1 to 8 each").or("5x5");

/// The board as everybody sees it.
#[derive(Serialize, JsonSchema)]
pub struct View {
    /// Rows and columns.
    pub board: String,
    /// A row of `#` (lit) and `.` (dark) a line.
    pub position: String,
}

/// Why a cell is to be pressed.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Why {
    /// It belongs to a set of fewest presses, which may be made in any order.
    Needed {
        /// How many presses are left.
        presses: u32,
    },
}

impl Reason for Why {
    fn text(&self) -> String {
        let Why::Needed { presses } = self;
        format!(
            "it is one of {}, the fewest that put out all lights, in any order",
            count(u64::from(*presses), "press")
        )
        .replace("presss", "presses")
    }

    fn nudge(&self) -> String {
        let Why::Needed { presses } = self;
        format!("{presses} more will do.")
    }
}

impl Play for Lights {
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec];
    type View = View;
    type Reason = Why;

    fn new(setup: &Options) -> Result<Lights, InputError> {
        Ok(setup.get(BOARD))
    }

    fn start(&self, stream: &mut Stream, _: &Context<'_>) -> Result<u64, Stop> {
        // Presses made backwards: what comes out can be put out.
        let cells = 0..self.rows * self.columns;
        let lit = || cells.clone().filter(|_| stream.chance(0.5)).fold(0, |lit, cell| lit ^ self.cross(cell));
        Ok(std::iter::repeat_with(lit).find(|lit| *lit != 0).expect("endless"))
    }

    fn view(&self, lit: &u64) -> View {
        View { board: self.to_string(), position: self.write(lit) }
    }

    fn hint(&self, view: &View, _: &Context<'_>) -> Result<Hint<Why>, Stop> {
        let presses = fewest_presses(self, self.read(&view.position)?);
        let presses = presses.ok_or_else(|| InputError::new("no presses put out all lights"))?;
        if presses == 0 {
            return Ok(Hint::none("nothing"));
        }
        let (cell, why) = (presses.trailing_zeros() as usize, Why::Needed { presses: presses.count_ones() });
        Ok(Hint::new(Decision::certain(cell, why), self.write_move(cell), "nothing"))
    }

    fn write(&self, lit: &u64) -> String {
        let letter = |cell: usize| if lit >> cell & 1 == 1 { '#' } else { '.' };
        let row = |row: usize| (0..self.columns).map(|column| letter(row * self.columns + column)).collect();
        (0..self.rows).map(row).collect::<Vec<String>>().join("\n")
    }

    fn read(&self, text: &str) -> Result<u64, InputError> {
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != self.rows * self.columns || letters.iter().any(|c| !"#.".contains(*c)) {
            let expected =
                format!("{} rows of {} cells, # for a light and . for none", self.rows, self.columns);
            return Err(InputError::new("this is not a board of that size").expected(expected));
        }
        Ok(letters.iter().enumerate().map(|(cell, letter)| u64::from(*letter == '#') << cell).sum())
    }

    fn write_move(&self, cell: usize) -> String {
        format!("{},{}", cell / self.columns + 1, cell % self.columns + 1)
    }

    fn read_move(&self, text: &str) -> Result<usize, InputError> {
        let cell = (0..self.rows * self.columns).find(|&cell| self.write_move(cell) == text);
        cell.ok_or_else(|| {
            InputError::new(format!("`{text}` is not a cell")).expected("ROW,COLUMN, such as 2,3")
        })
    }

    fn scene(&self, view: &View) -> Scene {
        let square = |c| if c == '#' { Square::new("●", Tone::Good) } else { Square::new("·", Tone::Dim) };
        let rows = view.position.lines().map(|row| row.chars().map(square).collect()).collect();
        Scene::new(rows, Steering::Cursor, "enter or a click presses a cell")
    }

    fn touch(&self, _: &View, touch: Touch) -> Option<usize> {
        let Touch::Press(row, column) = touch else { return None };
        Some(row * self.columns + column)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)
    }
}
