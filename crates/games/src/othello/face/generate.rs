use std::fmt;

use quandary_core::face::{Ask, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec};
use quandary_core::{Context, InputError, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use crate::face::{COUNT, Item, cut};
use crate::othello::notation::{Placed, format_position};
use crate::othello::play::BOARD;
use crate::othello::rules::Othello;

const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 60, "Discs placed after the first four").or("44");

pub(super) struct Generate;

/// Positions that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Made {
    /// Rows and columns.
    board: String,
    /// Discs placed after the first four, or fewer where the game ended before.
    plies: u64,
    seed: u64,
    /// The positions.
    items: Vec<Item>,
}

impl Ask for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Positions after random moves",
        input: InputSpec::None,
        options: &[BOARD.spec, PLIES.spec, COUNT.spec, SEED.spec, JSON_LINES.spec],
        examples: &["generate othello --plies 44 --count 3"],
        conventions: &[("rule", "uniformly random legal squares, passes are free")],
    };
    type Answer = Made;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Made>, Stop> {
        let (board, plies) = (request.get(BOARD), request.get(PLIES));
        let most = board.squares().count_ones() - 4;
        if plies > u64::from(most) {
            return Err(InputError::new(format!("{plies} discs do not fit a board of {board}"))
                .expected(format!("at most {most}"))
                .of_option("plies")
                .into());
        }
        let seed = Seed(request.get(SEED));
        let keep = !request.is_on(JSON_LINES);
        let mut items = Vec::new();
        let (_, stopped) = context.fold(
            "positions",
            request.get(COUNT),
            |index| {
                let position = Othello(board).random_position(plies as u32, &mut seed.stream(index));
                Ok(Item { position: format_position(&Placed { board, position }) })
            },
            |_, item| {
                context.emit(&item);
                if keep {
                    items.push(item);
                }
            },
        );
        let made = Made { board: board.to_string(), plies, seed: seed.0, items };
        Ok(Reply::from(made).cut(cut(stopped)?))
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&positions.join("\n"))
    }
}
