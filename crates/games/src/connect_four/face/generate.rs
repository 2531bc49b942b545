use std::fmt;

use quandary_core::face::{Ask, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec};
use quandary_core::{Context, InputError, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use crate::connect_four::generate::undecided;
use crate::connect_four::geometry::Geometry;
use crate::connect_four::notation::{format_record, format_size};
use crate::connect_four::play::BOARD;
use crate::face::{COUNT, Item, cut};

const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 62, "Stones on the board").or("12");

pub(super) struct Generate;

/// Positions that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Made {
    /// Rows and columns.
    board: String,
    /// Stones on the board.
    plies: u64,
    seed: u64,
    /// The positions.
    items: Vec<Item>,
}

impl Ask for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Positions after random moves, none of them decided yet",
        input: InputSpec::None,
        options: &[BOARD.spec, PLIES.spec, COUNT.spec, SEED.spec, JSON_LINES.spec],
        examples: &["generate connect-four --plies 12 --count 5"],
        conventions: &[("rule", "uniformly random legal columns, games that end before are drawn again")],
    };
    type Answer = Made;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Made>, Stop> {
        let (size, plies) = (request.get(BOARD), request.get(PLIES));
        if plies >= u64::from(size.cells()) {
            return Err(InputError::new(format!("{plies} stones fill a board of {}", format_size(size)))
                .expected(format!("at most {}", size.cells() - 1))
                .of_option("plies")
                .into());
        }
        let seed = Seed(request.get(SEED));
        let keep = !request.is_on(JSON_LINES);
        let mut items = Vec::new();
        let (_, stopped) = context.fold(
            "positions",
            request.get(COUNT),
            |index| Ok(Item { position: format_record(&undecided(size, plies as u32, seed, index)) }),
            |_, item| {
                context.emit(&item);
                if keep {
                    items.push(item);
                }
            },
        );
        let made = Made { board: format_size(size), plies, seed: seed.0, items };
        Ok(Reply::from(made).cut(cut(stopped)?))
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&positions.join("\n"))
    }
}
