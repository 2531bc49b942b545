//! The registered face of Lights Out.

use std::fmt;

use quandary_core::face::{Ask, Entry, InputSpec, Preset, Reply, Request, Verb, VerbSpec};
use quandary_core::play::Play;
use quandary_core::{Certificate, Context, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::play::BOARD;
use crate::{Lights, fewest_presses};

/// Lights Out.
pub static ENTRY: Entry = Entry::of::<Lights>(
    "lights-out",
    "Lights Out: a press toggles a cell and its neighbours; put out all lights",
    &[Preset { name: "classic", setup: "board=5x5" }, Preset { name: "small", setup: "board=3x3" }],
    &[
        Verb::of::<Solve>(),
        Verb::explaining::<Lights>(VerbSpec {
            name: "explain",
            about: "A cell to press, and why",
            examples: &["explain lights-out '##. #.. ...' --board 3x3"],
            ..Solve::SPEC
        }),
    ],
);

const A_BOARD: &str = "A board: rows of # (lit) and . (dark)";

struct Solve;

/// The fewest presses.
#[derive(Serialize, JsonSchema)]
struct Solution {
    /// Rows and columns.
    board: String,
    /// `optimal` or `unsolvable`.
    verdict: &'static str,
    /// Number of presses.
    length: Option<usize>,
    /// The cells to press, ROW,COLUMN each, in any order.
    moves: Option<String>,
    certificate: Certificate,
}

impl Ask for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The fewest presses that put out all lights, with a certificate",
        input: InputSpec::Required(A_BOARD),
        options: &[BOARD.spec],
        examples: &["solve lights-out '##. #.. ...' --board 3x3"],
        conventions: &[],
    };
    type Answer = Solution;

    fn run(request: &Request, _: &Context<'_>) -> Result<Reply<Solution>, Stop> {
        let rules = request.get(BOARD);
        let lit = rules.read(request.input_text()?)?;
        let presses = fewest_presses(&rules, lit);
        let cells = presses.map(|set| (0..64).filter(|cell| set >> cell & 1 == 1).collect::<Vec<usize>>());
        let moves = cells.map(|all| all.iter().map(|&cell| rules.write_move(cell)).collect::<Vec<_>>());
        let (verdict, length) =
            (if moves.is_some() { "optimal" } else { "unsolvable" }, moves.as_ref().map(Vec::len));
        let certificate =
            Certificate::new("lights-out", verdict, rules.write(&lit), json!({"presses": moves}));
        let moves = moves.map(|moves| moves.join(" "));
        let solution = Solution { board: rules.to_string(), verdict, length, moves, certificate };
        Ok(if presses.is_some() { solution.into() } else { Reply::negative(solution) })
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.moves, self.length) {
            (Some(moves), Some(length)) => write!(f, "optimal: {length} presses\n{moves}"),
            _ => f.write_str("unsolvable: no presses put out all lights"),
        }
    }
}
