//! `simulate`: many seeded games of a strategy.

use std::collections::BTreeMap;

use quandary_core::face::{Answer, Context, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::stats::{Rate, mean};
use quandary_core::{Exhausted, InputError, Seed, StopFlag};
use serde_json::{Value, json};

use super::common;
use crate::notation::{Record, grid};
use crate::play::{Finished, record};
use crate::rules::{Board, Rules, Shape, Start};
use crate::strategy::best::{Best, Setting, require_standard};
use crate::strategy::cached::{STANDARD, Trained, network};
use crate::strategy::linear::{Linear, LinearPlayer, Weights};
use crate::strategy::{Considered, Player, Random};
use quandary_search::expectimax::Depth;

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "simulate",
    about: "plays many seeded games with a strategy and says how they ended",
    input: InputSpec::None,
    options: &[
        common::BOARD,
        OptionSpec::value(
            "strategy",
            "NAME",
            "best (strong), deep (slower, stronger), quick (faster), expectimax (the article's player) or random",
        )
        .or("best"),
        OptionSpec::value("games", "N", "how many games").or("100"),
        common::SEED,
        common::P4,
        OptionSpec::value("start", "HOW", "usual, two-twos or three-twos-and-four").or("usual"),
        common::DEPTH,
        common::COUNT,
        common::WEIGHTS,
        OptionSpec::switch("json-lines", "print each game as a JSON line as well"),
        OptionSpec::switch("records", "with --json-lines: add the record of each game"),
    ],
    examples: &[
        "simulate 2048 --strategy best --games 100 --seed 11 --json",
        "simulate 2048 --strategy expectimax --depth 3 --weights snake2 --games 1000",
        "simulate 2048 --strategy deep --games 5 --json-lines --records",
    ],
};

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let asked = Asked::new(request, context.budget.stop())?;
    let trained = match asked.strategy {
        Strategy::Network(_) => match network(STANDARD, context).map_err(|unfinished| unfinished.why) {
            Ok(trained) => Some(trained),
            Err(why) => return Ok(report(&asked, &[], 0.0, None, Some(why))),
        },
        _ => None,
    };
    let before = (context.cpu_seconds)();
    let stop = context.budget.stop();
    let (games, stopped) = context.map("games", asked.games, |index| {
        let game = one_game(&asked, trained.as_ref(), index);
        // A game that was cut short says nothing about how games end.
        if stop.raised().is_some() {
            return None;
        }
        if asked.lines {
            (context.emit)(&line(&asked, index, &game));
        }
        Some(game.0)
    });
    let stopped = stopped.or(stop.raised().filter(|_| games.iter().any(Option::is_none)));
    let games: Vec<Finished> = games.into_iter().flatten().collect();
    let cpu_seconds = (context.cpu_seconds)() - before;
    Ok(report(&asked, &games, cpu_seconds, trained.as_ref(), stopped))
}

/// A strategy by name.
#[derive(Clone, Copy)]
enum Strategy {
    Random,
    Expectimax(&'static Weights, Depth),
    Network(Setting),
}

struct Asked {
    rules: Rules,
    start: Start,
    strategy: Strategy,
    name: String,
    games: u64,
    seed: Seed,
    lines: bool,
    records: bool,
    linear: Option<Linear>,
    stop: StopFlag,
}

impl Asked {
    fn new(request: &Request, stop: &StopFlag) -> Result<Asked, InputError> {
        let rules = common::rules(request)?;
        let name = request.text("strategy").unwrap_or("best").to_owned();
        let strategy = match name.as_str() {
            "random" => Strategy::Random,
            "expectimax" => Strategy::Expectimax(common::weights(request)?, common::depth(request)?),
            other => match common::setting(other) {
                Some(setting) => {
                    require_standard(rules.shape)?;
                    Strategy::Network(setting)
                }
                None => {
                    return Err(InputError::new(format!("--strategy: `{other}` is not known"))
                        .expected("best, deep, quick, expectimax or random"));
                }
            },
        };
        let games: u64 = request.need("games", "a whole number above 0")?;
        if games == 0 {
            return Err(InputError::new("--games: 0 games say nothing").expected("a whole number above 0"));
        }
        Ok(Asked {
            rules,
            start: common::start(request)?,
            strategy,
            name,
            games,
            seed: Seed(request.need("seed", "a whole number")?),
            lines: request.is_on("json-lines"),
            records: request.is_on("records"),
            stop: stop.clone(),
            linear: match strategy {
                Strategy::Expectimax(weights, _) => Some(Linear::new(weights)),
                _ => None,
            },
        })
    }
}

fn one_game(asked: &Asked, trained: Option<&Trained>, index: u64) -> (Finished, Option<Record>) {
    match (asked.strategy, trained, &asked.linear) {
        (Strategy::Network(setting), Some(trained), _) => {
            finish(asked, index, &mut Best::new(&trained.network, setting, asked.rules.fours))
        }
        (Strategy::Expectimax(weights, depth), _, Some(linear)) => {
            finish(asked, index, &mut LinearPlayer::new(asked.rules, weights, linear, depth))
        }
        _ => {
            let stream = asked.seed.named("moves").stream(index);
            finish(asked, index, &mut Random { rules: asked.rules, stream })
        }
    }
}

/// Plays game `index`, with its record where that is wanted: a record is longer than what else is kept.
fn finish(asked: &Asked, index: u64, player: &mut impl Player) -> (Finished, Option<Record>) {
    let mut stream = asked.seed.stream(index);
    let mut player = Stoppable { player, stop: &asked.stop };
    if asked.records {
        let record = record(&asked.rules, asked.start, &mut player, &mut stream);
        if let Ok(end) = record.replay(|_, _| {}) {
            let moves = record.plies.len() as u64;
            return (Finished { board: end.board, score: end.score, moves }, Some(record));
        }
    }
    let first = asked.rules.start(asked.start, &mut stream);
    (crate::play::play(&asked.rules, first, &mut player, &mut stream, |_, _| true), None)
}

/// A player who stops in the middle of a game when asked to: a deep search may need minutes for one.
struct Stoppable<'s, P> {
    player: &'s mut P,
    stop: &'s StopFlag,
}

impl<P: Player> Player for Stoppable<'_, P> {
    fn consider(&mut self, board: Board) -> Option<Considered> {
        if self.stop.raised().is_some() { None } else { self.player.consider(board) }
    }
}

fn line(asked: &Asked, index: u64, (game, record): &(Finished, Option<Record>)) -> Value {
    let mut line = json!({"game": index, "score": game.score, "moves": game.moves,
        "largest": 1_u64 << game.board.largest(), "final": grid(asked.rules.shape, game.board)});
    if let Some(record) = record {
        line["record"] = json!(record.to_text());
    }
    line
}

fn report(
    asked: &Asked,
    games: &[Finished],
    cpu_seconds: f64,
    trained: Option<&Trained>,
    stopped: Option<Exhausted>,
) -> Answer {
    let score = mean(games.iter().map(|game| game.score as f64));
    let moves = mean(games.iter().map(|game| game.moves as f64));
    let all_moves: u64 = games.iter().map(|game| game.moves).sum();
    let speed = if cpu_seconds > 0.0 { all_moves as f64 / cpu_seconds } else { 0.0 };
    let reached = reached(games, asked.rules.shape);
    let mut json = json!({
        "schema": 1,
        "puzzle": "2048",
        "strategy": asked.name,
        "how": how(asked),
        "board": asked.rules.shape.to_string(),
        "p4": common::fours_json(asked.rules.fours),
        "start": asked.start.name(),
        "seed": asked.seed.0,
        "games": games.len(),
        "score_mean": score.value,
        "score_ci95": [score.interval.low, score.interval.high],
        "moves_mean": moves.value,
        "moves_per_cpu_second": speed,
        "cpu_seconds": cpu_seconds,
        "reached": reached.iter().map(|(tile, rate)| (tile.to_string(), common::rate_json(*rate)))
            .collect::<serde_json::Map<_, _>>(),
        "largest_tiles": largest_tiles(games),
    });
    if let Some(trained) = trained {
        json["training"] = json!({"moves": STANDARD.moves, "from_cache": trained.cpu_seconds.is_none(),
            "cpu_seconds": trained.cpu_seconds});
    }
    let mut lines = vec![
        format!("{} games of {} on {}, seed {}", games.len(), asked.name, asked.rules.shape, asked.seed.0),
        format!(
            "  mean score        {:.0} [{:.0}, {:.0}]",
            score.value, score.interval.low, score.interval.high
        ),
        format!(
            "  mean moves        {:.0} [{:.0}, {:.0}]",
            moves.value, moves.interval.low, moves.interval.high
        ),
        format!("  moves/CPU second  {}", common::thousands(speed as u64)),
    ];
    lines.extend(reached.iter().map(|(tile, rate)| format!("  reached {tile:<10}{rate}")));
    let answer = Answer::new(json, lines.join("\n"));
    match stopped {
        Some(why) => answer.exhausted(why),
        None => answer,
    }
}

/// What the strategy's name stands for.
fn how(asked: &Asked) -> Value {
    match asked.strategy {
        Strategy::Random => json!({"moves": "each legal move equally likely"}),
        Strategy::Expectimax(weights, depth) => {
            json!({"depth": common::depth_json(depth), "weights": weights.name, "ties": "first of left, right, up, down"})
        }
        Strategy::Network(setting) => json!({"moves_ahead": setting.moves,
            "least_probability": setting.least_probability, "ties": "first of left, right, up, down"}),
    }
}

/// How many games reached each tile, from the largest that all reached to the largest of all; 2048 is always
/// among them where the board is large enough for it.
fn reached(games: &[Finished], shape: Shape) -> Vec<(u64, Rate)> {
    let named = shape.largest_exponent(true).min(11);
    let most = games.iter().map(|game| game.board.largest()).max().unwrap_or(0).max(named);
    let least = games.iter().map(|game| game.board.largest()).min().unwrap_or(0).clamp(1, named);
    (least..=most)
        .filter(|_| !games.is_empty())
        .map(|exponent| {
            let count = games.iter().filter(|game| game.board.largest() >= exponent).count();
            (1 << exponent, Rate::new(count as u64, games.len() as u64))
        })
        .collect()
}

fn largest_tiles(games: &[Finished]) -> Value {
    let mut counts = BTreeMap::<u64, u64>::new();
    for game in games {
        *counts.entry(1 << game.board.largest()).or_default() += 1;
    }
    counts
        .into_iter()
        .map(|(tile, count)| (tile.to_string(), json!(count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
