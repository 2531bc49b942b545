//! How 2048 shows itself: one file a verb.

mod bench;
mod common;
mod explain;
mod generate;
mod measure;
mod prove;
mod replay;
mod simulate;
mod solve;

use quandary_core::face::{Answer, Context, Entry, Preset, Request, VerbSpec};
use quandary_core::{InputError, Outcome, Seed, Stream};

use crate::notation::{grid, parse_board, parse_shape};
use crate::rules::{Direction, Fours, Rules, Start};

/// The entry of 2048 in the registry.
pub static ENTRY: Twenty48 = Twenty48;

/// 2048 as a registered puzzle.
pub struct Twenty48;

const PRESETS: &[Preset] = &[
    Preset { name: "standard", board: "4x4" },
    Preset { name: "tiny", board: "2x2" },
    Preset { name: "small", board: "3x3" },
    Preset { name: "large", board: "5x5" },
];

const VERBS: &[VerbSpec] =
    &[solve::SPEC, explain::SPEC, generate::SPEC, simulate::SPEC, measure::SPEC, replay::SPEC, bench::SPEC];

impl Entry for Twenty48 {
    fn name(&self) -> &'static str {
        "2048"
    }

    fn about(&self) -> &'static str {
        "slide and merge tiles while chance adds new ones: exact on small boards, strong on 4x4"
    }

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    fn verbs(&self) -> &'static [VerbSpec] {
        VERBS
    }

    fn run(&self, verb: &str, request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
        match verb {
            "solve" => solve::run(request, context),
            "explain" => explain::run(request, context),
            "generate" => generate::run(request),
            "simulate" => simulate::run(request, context),
            "measure" => measure::run(request, context),
            "replay" => replay::run(request),
            "bench" => Ok(bench::run(request, context)),
            _ => Err(InputError::new(format!("2048 has no verb `{verb}`"))),
        }
    }

    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError> {
        let rules = Rules { shape: parse_shape(preset.board)?, fours: Fours::USUAL };
        Ok(grid(rules.shape, rules.start(Start::Usual, &mut seed.stream(index))))
    }

    fn normalise(&self, position: &str) -> Result<String, InputError> {
        let (shape, board) = parse_board(position, None)?;
        Ok(grid(shape, board))
    }

    fn moves(&self, position: &str) -> Result<Vec<String>, InputError> {
        let (shape, board) = parse_board(position, None)?;
        let rules = Rules { shape, fours: Fours::USUAL };
        let legal = Direction::ALL.into_iter().filter(|&direction| rules.slide(board, direction).2);
        Ok(legal.map(|direction| direction.name().to_owned()).collect())
    }

    fn play(&self, position: &str, chosen: &str, stream: &mut Stream) -> Result<String, InputError> {
        let (shape, board) = parse_board(position, None)?;
        let rules = Rules { shape, fours: Fours::USUAL };
        let direction = Direction::parse(chosen)?;
        let (after, _, changed) = rules.slide(board, direction);
        if !changed {
            return Err(InputError::new(format!("{direction} changes nothing here"))
                .expected(format!("one of {}", self.moves(position)?.join(", "))));
        }
        Ok(grid(shape, rules.spawn(after, stream)))
    }

    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        let (shape, board) = parse_board(position, None)?;
        let dead = Rules { shape, fours: Fours::USUAL }.is_dead(board);
        // The game is won by its name, on boards where that tile exists, and can then be played on.
        let won = board.largest() >= 11;
        Ok(dead.then_some(if won { Outcome::Won } else { Outcome::Lost }))
    }
}
