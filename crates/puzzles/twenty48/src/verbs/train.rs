use std::fmt;

use quandary_core::stats::Interval;
use quandary_core::words::{count, thousands};
use quandary_core::{Context, Exhausted, InputError, Seed, Stop};
use quandary_verbs::figure::{Figure, Marks, Point, Series};
use quandary_verbs::{Command, FIGURE, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::Dice;
use crate::play::P4;
use crate::strategy::course::{Course, Goal, MEASURED, Progressed};
use crate::strategy::network::Size;
use crate::strategy::record::{Record, TrainingStrength};
use crate::strategy::training::{Plan, SMALL, Trainer};

const MINUTES: Opt<f64> = Opt::real(
    "minutes",
    "N",
    0.01,
    1e6,
    "Learn until this many CPU minutes are spent, counting all threads and all runs of the same training [default: 20]",
);
const MOVES: Opt<u64> = Opt::whole(
    "moves",
    "N",
    1,
    u64::MAX,
    "Learn from this many moves, counting all runs: with one thread, the same network on every machine",
);
const GAMES: Opt<u64> = Opt::whole(
    "games",
    "N",
    1,
    1_000_000,
    "Games that measure the player, for each look-ahead, after 1, 5, 20, 60, 180, … CPU minutes and at the end",
)
.or("20");

/// What is learnt without a goal.
const USUAL_MINUTES: f64 = 20.0;

pub(super) struct Train;

/// How far a training is.
#[derive(Serialize, JsonSchema)]
pub(super) struct TrainAnswer {
    /// Probability that a new tile is a 4.
    p4: Dice,
    seed: u64,
    /// Patterns of the network.
    patterns: usize,
    /// Bytes that learning takes.
    bytes: usize,
    /// All runs of this training together.
    #[serde(flatten)]
    record: Record,
    /// Whether the goal is reached; otherwise the same command goes on.
    finished: bool,
    /// Whether the network is kept for the next run.
    kept: bool,
    /// Whether `best`, `deep` and `quick` look ahead over this network now: it is the strongest for these rules.
    used_by_players: bool,
    /// This run alone.
    this_run: Run,
}

/// One run of a training.
#[derive(Serialize, JsonSchema)]
struct Run {
    /// Moves learnt from.
    moves: u64,
    /// CPU seconds of learning.
    cpu_seconds: f64,
    /// Null where the clock is too coarse.
    moves_per_cpu_second: Option<f64>,
    /// CPU seconds of the games that measured.
    measuring_cpu_seconds: f64,
}

impl Command for Train {
    const SPEC: VerbSpec = VerbSpec {
        name: "train",
        about: "Train the network that `best`, `deep` and `quick` look ahead with; continue where it stopped",
        input: InputSpec::None,
        options: &[MINUTES.spec, MOVES.spec, GAMES.spec, P4.spec, SEED.spec, FIGURE.spec],
        examples: &[
            "train 2048 --minutes 60 --games 100 --figure curve.svg",
            "train 2048 --moves 50000000 --memory 2048 --json",
        ],
        conventions: &[
            (
                "network",
                "kept in the cache of this machine; the players use the strongest for their rules, measured looking 3 moves \
                 ahead; what another version of this program left there is not used",
            ),
            (
                "size",
                "4 patterns, which take 768 MiB to learn; 8 where --memory allows 1536; half as much again while a checkpoint is written",
            ),
            ("look-ahead", "the player's own moves that are looked at: 1 is the best afterstate alone"),
            (
                "games that measure",
                "drawn with the seed, none of them learnt from; their time is counted apart",
            ),
            ("interval", "normal, 95 %"),
        ],
    };
    type Answer = TrainAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<TrainAnswer>, Stop> {
        let goal = match (request.find(MOVES), request.find(MINUTES)) {
            (Some(_), Some(_)) => {
                return Err(InputError::new("--moves and --minutes are two goals")
                    .expected("one of them")
                    .into());
            }
            (Some(moves), None) => Goal::Moves(moves),
            (None, minutes) => Goal::CpuSeconds(60.0 * minutes.unwrap_or(USUAL_MINUTES)),
        };
        let size = fitting(context)?;
        let plan = Plan { size, seed: Seed(request.get(SEED)), fours: request.get(P4), ..SMALL };
        let course = Course { plan, goal, games: request.get(GAMES) };
        let (_, progressed) = course.run(context)?;
        let Progressed { record, moves, cpu_seconds, measuring_cpu_seconds, is_strongest, stopped } =
            progressed;
        let figure = figure(&record);
        let trained = TrainAnswer {
            p4: plan.fours.into(),
            seed: plan.seed.0,
            patterns: size.patterns(),
            bytes: Trainer::bytes(size),
            record,
            finished: stopped.is_none(),
            kept: context.cache.keeps(),
            used_by_players: is_strongest,
            this_run: Run {
                moves,
                cpu_seconds,
                moves_per_cpu_second: (cpu_seconds > 0.0).then(|| moves as f64 / cpu_seconds),
                measuring_cpu_seconds,
            },
        };
        Ok(Reply::from(trained).with_figure(figure).cut(stopped))
    }
}

/// The largest network that can be trained in the memory that is given; the smallest where nothing is said.
fn fitting(context: &Context<'_>) -> Result<Size, Exhausted> {
    let least = Trainer::bytes(Size::ALL[0]);
    let memory = context.budget.memory_or(least);
    Size::ALL.into_iter().rfind(|&size| Trainer::bytes(size) <= memory).ok_or_else(|| {
        context.progress.note(&format!("learning takes at least {} MiB", least >> 20));
        Exhausted::Memory
    })
}

/// The learning curve.
fn figure(record: &Record) -> Figure {
    let series = MEASURED.into_iter().map(|moves_ahead| {
        let points = record.curve.iter().filter(|measured| measured.moves_ahead == moves_ahead);
        let point = |measured: &TrainingStrength| {
            let [low, high] = measured.score_ci95;
            let interval = Some(Interval { low, high });
            Point { x: measured.cpu_seconds / 60.0, y: measured.score_mean, interval }
        };
        Series {
            name: format!("look-ahead {moves_ahead}"),
            marks: Marks::Intervals,
            points: points.map(point).collect(),
        }
    });
    Figure {
        title: "2048: what was learnt".into(),
        x_label: "CPU minutes of learning".into(),
        y_label: "mean score".into(),
        x_names: Vec::new(),
        series: series.collect(),
        caption: "Mean score of games that were not learnt from, with its interval at 95 %.".into(),
    }
}

impl fmt::Display for TrainAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TrainAnswer { record, this_run, .. } = self;
        write!(
            f,
            "{} patterns, seed {}: {} moves of {} in {:.1} CPU minutes (this run: {} moves, {:.1} CPU minutes of learning \
             and {:.1} of measuring)",
            self.patterns,
            self.seed,
            thousands(record.moves),
            count(record.games, "game"),
            record.cpu_seconds / 60.0,
            thousands(this_run.moves),
            this_run.cpu_seconds / 60.0,
            this_run.measuring_cpu_seconds / 60.0,
        )?;
        for measured in &record.curve {
            write!(
                f,
                "\n  after {:>7.1} CPU minutes, look-ahead {}: {measured}",
                measured.cpu_seconds / 60.0,
                measured.moves_ahead,
            )?;
        }
        f.write_str(match (self.finished, self.used_by_players) {
            _ if !self.kept => {
                "\n  nothing was kept: without a cache, the same command starts from the beginning"
            }
            (false, _) => "\n  the same command goes on from here",
            (true, true) => "\n  the strongest so far: best, deep and quick use it now",
            (true, false) => "\n  not the strongest: best, deep and quick go on with another one",
        })
    }
}
