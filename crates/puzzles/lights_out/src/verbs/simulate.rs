use std::fmt;

use quandary_core::stats::Rate;
use quandary_core::study::{Column, PlayedGame, Study, Wins, run};
use quandary_core::{Context, Outcome, Seed, Stop};
use quandary_verbs::{Command, Games, InputSpec, Opt, ROWS, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::uniform;
use crate::play::BOARD;
use crate::player::Strategy;
use crate::rules::LightsOut;

const GAMES: Opt<u64> = Opt::whole("games", "N", 1, u64::MAX, "How many games").or("1000");
const STRATEGY: Opt<&str> = Opt::choice(
    "strategy",
    "NAME",
    &["chase", "fewest"],
    "Press below the first lit cell, or one of the fewest",
)
.or("chase");

pub(super) struct Simulate;

/// Many games of one strategy on random positions. Game `index` is always the same.
struct Positions {
    rules: LightsOut,
    strategy: Strategy,
    seed: Seed,
}

impl Positions {
    fn new(request: &Request) -> Positions {
        let strategy = if request.get(STRATEGY) == "fewest" { Strategy::Fewest } else { Strategy::Chase };
        Positions { rules: request.get(BOARD), strategy, seed: Seed(request.get(SEED)) }
    }
}

impl Study for Positions {
    fn columns(&self) -> &[Column] {
        // Outcome and length, which every row has, say it all.
        &[]
    }

    fn game(&self, index: u64, _: &Context<'_>) -> Result<PlayedGame, Stop> {
        let lit = uniform(&self.rules, &mut self.seed.stream(index));
        Ok(PlayedGame { trace: self.strategy.play(&self.rules, lit), more: Vec::new() })
    }
}

/// How often a strategy put out all lights.
#[derive(Serialize, JsonSchema)]
pub(super) struct SimulateAnswer {
    /// Rows and columns.
    board: String,
    /// Who played.
    strategy: &'static str,
    seed: u64,
    #[serde(flatten)]
    wins: Wins,
}

impl Command for Simulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: "Games of a strategy on random positions: how often all lights go out",
        input: InputSpec::None,
        options: &[BOARD.spec, STRATEGY.spec, GAMES.spec, SEED.spec, ROWS.spec],
        examples: &["simulate lights-out --strategy chase --games 10000"],
        conventions: &[
            ("positions", "every solvable position but the solved one is equally likely"),
            ("interval", "Wilson, 95 %"),
        ],
    };
    type Answer = SimulateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<SimulateAnswer>, Stop> {
        let positions = Positions::new(request);
        let (mut games, mut wins) = (0, 0);
        let cut = run(&positions, request.get(GAMES), context, |played| {
            games += 1;
            wins += u64::from(played.trace.outcome == Outcome::Won);
        })?;
        let answer = SimulateAnswer {
            board: positions.rules.to_string(),
            strategy: request.get(STRATEGY),
            seed: positions.seed.0,
            wins: Rate::new(wins, games).into(),
        };
        Ok(Reply::from(answer).cut(cut))
    }

    fn study(request: &Request, _: &Context<'_>) -> Games {
        Some(Ok(Box::new(Positions::new(request))))
    }
}

impl fmt::Display for SimulateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}: won {}", self.strategy, self.board, self.wins)
    }
}
