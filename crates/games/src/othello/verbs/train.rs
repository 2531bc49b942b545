use std::fmt;

use quandary_core::words::{count, thousands};
use quandary_core::{Context, Seed, Signature, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::othello::pattern::{Judge, LearntPhase, Lesson, SHIPPED_GAMES, Teacher, write};

const GAMES: Opt<u64> = Opt::whole(
    "games",
    "N",
    1,
    10_000_000,
    "Games of the last round; the rounds before it have a quarter as many",
)
.or(SHIPPED_GAMES);

pub(super) struct Train;

/// An evaluation that was learnt.
#[derive(Serialize, JsonSchema)]
pub(super) struct TrainAnswer {
    seed: u64,
    /// Games of the last round.
    games: u64,
    /// Bytes that the weights take.
    bytes: usize,
    /// Whether these are the weights that come with the program.
    shipped: bool,
    /// Whether they are kept in the cache of this machine.
    kept: bool,
    /// How well it predicts the end of games that were not learned from.
    phases: Vec<LearntPhase>,
    /// CPU seconds.
    cpu_seconds: f64,
}

impl Command for Train {
    const SPEC: VerbSpec = VerbSpec {
        name: "train",
        about: "Learn the evaluation that hints and the strongest player look ahead with, from games against itself",
        input: InputSpec::None,
        options: &[GAMES.spec, SEED.spec],
        examples: &["train othello --games 2000", "train othello --json"],
        conventions: &[
            (
                "weights",
                "the same for the same games and seed on every machine; the program plays with those that come with it, which the \
                 defaults learn again",
            ),
            (
                "label",
                "how the game ended, exact from the last squares on; in discs, empty squares to the winner",
            ),
            ("error", "root mean square in discs on one game of twenty, which was not learnt from"),
        ],
    };
    type Answer = TrainAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<TrainAnswer>, Stop> {
        let lesson = Lesson { games: request.get(GAMES), seed: Seed(request.get(SEED)) };
        let start = (context.cpu_seconds)();
        let (judge, phases) = Teacher::new(lesson).teach(context)?;
        let weights = write(&judge);
        let mut signature = Signature::new();
        signature.add(&weights);
        context.cache.store(
            &format!("othello evaluation 1, {} games, seed {}", lesson.games, lesson.seed.0),
            &weights,
        );
        let trained = TrainAnswer {
            seed: lesson.seed.0,
            games: lesson.games,
            bytes: weights.len(),
            shipped: judge == *Judge::shipped(),
            kept: context.cache.keeps(),
            phases,
            cpu_seconds: (context.cpu_seconds)() - start,
        };
        Ok(Reply::from(trained).signed(signature))
    }
}

impl fmt::Display for TrainAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "learnt from {}, seed {}: {} bytes of weights, {:.1} s of CPU",
            count(self.games, "game"),
            self.seed,
            thousands(self.bytes as u64),
            self.cpu_seconds
        )?;
        for phase in self.phases.iter().rev() {
            writeln!(
                f,
                "  {:>2} to {:>2} empty squares: off by {:>5.2} discs ({} positions, {} kept aside)",
                phase.empty_to,
                phase.empty_from,
                phase.error,
                thousands(phase.positions),
                thousands(phase.kept_aside)
            )?;
        }
        f.write_str(if self.shipped {
            "  these are the weights that come with the program"
        } else {
            "  these are not the weights that come with the program"
        })
    }
}
