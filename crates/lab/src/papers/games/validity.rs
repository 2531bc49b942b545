//! Does the volatility of single conspiracy numbers say anything that the value does not?
//!
//! Half way through a game of Othello one side leads by the minimax value. Does the volatility of the numbers until
//! then ("unrest") help to predict whether the leader fails to win? Two logistic models, one with the lead alone and
//! one with lead and unrest, are fitted on one half of the games and compared on the other half by their mean
//! logarithmic loss. There are two negative controls: the unrest of another game, and a random number.

use quandary_core::rules::Rules;
use quandary_core::stats::{Estimate, percentiles};
use quandary_core::{Exhausted, Outcome, Seed, Stream};
use quandary_games::othello::{Board, Othello};
use quandary_games::player::Player;
use quandary_games::progress::{Course, follow};
use quandary_measures::progress::Steadiness;
use quandary_search::minimax::WIN;
use quandary_search::scn::Scale;
use serde::{Deserialize, Serialize};

use crate::papers::Bench;
use crate::reproduction::{Fact, Reproduced};

/// The ply at which the leader is determined.
const HALF: usize = 30;
/// The evaluation's hundredths of a disc.
const T: i32 = 600;
/// Games, usually and at the largest scale.
const GAMES: (u64, u64) = (400, 4000);
/// With fewer games there is no result.
const LEAST: usize = 40;
/// Samples drawn with replacement for the interval.
const RESAMPLES: usize = 1000;

/// The gain from a feature in addition to the lead.
const GAIN: Fact<Gain> = Fact::new("validity: gain by {}");
const UNREST: &str = "unrest";

#[derive(Serialize, Deserialize)]
struct Gain {
    value: f64,
    low: f64,
    high: f64,
}

/// The data of one game.
struct Game {
    /// Whether the side that led did not win.
    upset: bool,
    /// The lead, compressed for large values.
    lead: f64,
    /// Mean change of the level from turn to turn, over both sides.
    unrest: f64,
}

/// Adds what was found to an entry.
pub(super) fn facts(entry: &mut Reproduced, bench: &Bench<'_>) {
    let seed = bench.seed.named("validity");
    let wanted = bench.scale.runs(GAMES.0, GAMES.1);
    let (games, _) = bench.context.map("validity", wanted, |index| game(seed, index, bench).ok().flatten());
    let games: Vec<Game> = games.into_iter().flatten().collect();
    entry.convention(
        "validity",
        format!(
            "Othello, depth:1 against itself, ties drawn; after {HALF} plies the lead is the minimax value two moves deep, \
             the unrest the mean change of both sides' levels so far (T = {T}, depth 2); even games are fitted, odd ones \
             held out; loss: mean logarithmic loss of a logistic model; interval: 95 % bootstrap over the games held out"
        ),
    );
    entry.mention("validity: games", games.len(), "with a leader after half of the plies");
    if games.len() < LEAST {
        return;
    }
    let upsets = games.iter().filter(|game| game.upset).count() as f64 / games.len() as f64;
    entry.mention("validity: the leader did not win", upsets, "share of the games");
    let mut stream = seed.named("controls").stream(0);
    let unrest: Vec<f64> = games.iter().map(|game| game.unrest).collect();
    let mut another = unrest.clone();
    stream.shuffle(&mut another);
    let random: Vec<f64> = games.iter().map(|_| stream.unit()).collect();
    let asked = [
        (UNREST, &unrest),
        ("negative control, the unrest of another game", &another),
        ("negative control, a random number", &random),
    ];
    for (name, extra) in asked {
        let Estimate { value, interval } = gain(&games, extra, &mut stream);
        let note =
            "loss by the lead alone less loss with this beside it, on games held out: above 0 it helps";
        entry.state(&GAIN.of(&[&name]), Gain { value, low: interval.low, high: interval.high }, note);
    }
}

/// One sentence about what was found.
pub(super) fn conclude(entry: &Reproduced) -> Option<String> {
    let Gain { value, low, high } = entry.fact(&GAIN.of(&[&UNREST]))?;
    let says = match (low > 0.0, high < 0.0) {
        (true, _) => "adds to what the value says",
        (_, true) => "makes the forecast worse",
        _ => "adds nothing visible",
    };
    Some(format!(
        "The unrest of the numbers {says} about who wins a game of Othello: gain {value:.4} [{low:.4}, {high:.4}] of \
         logarithmic loss."
    ))
}

fn game(seed: Seed, index: u64, bench: &Bench<'_>) -> Result<Option<Game>, Exhausted> {
    let rules = Othello(Board::Eight);
    let (mut state, mut moves, mut stream) = (Othello::START, Vec::new(), seed.stream(index));
    let outcome = loop {
        if let Some(outcome) = rules.turn(&state).outcome() {
            break outcome;
        }
        bench.context.budget.poll()?;
        let best = Player::Depth(1).best(&rules, &state, &mut stream, &bench.context.budget)?;
        let Some(&chosen) = stream.choose(&best) else { break Outcome::Drawn };
        moves.push(chosen);
        state = rules.apply(&state, chosen);
    };
    if moves.len() <= HALF {
        return Ok(None);
    }
    let turns = follow(
        &rules,
        &Othello::START,
        &moves[..=HALF],
        &Scale::new(2, T),
        &mut bench.context.budget.clone(),
    )?;
    let Some(last) = turns.last().filter(|turn| turn.value != 0) else { return Ok(None) };
    let leader = if last.value > 0 { last.side } else { last.side.other() };
    let sides = Course::of(&turns).sides;
    let weight = |side: &Steadiness| side.turns as f64;
    let unrest = sides.iter().map(|side| side.fluctuation * weight(side)).sum::<f64>()
        / sides.iter().map(weight).sum::<f64>().max(1.0);
    let lead = f64::from(last.value.abs().min(WIN / 1000)).ln_1p();
    Ok(Some(Game { upset: outcome != leader.wins(), lead, unrest }))
}

/// The gain from an extra feature on the held-out games.
fn gain(games: &[Game], extra: &[f64], stream: &mut Stream) -> Estimate {
    let rows: Vec<([f64; 3], bool)> =
        games.iter().zip(extra).map(|(game, &extra)| ([1.0, game.lead, extra], game.upset)).collect();
    let rows = standardised(rows);
    let (fitted, held): (Vec<_>, Vec<_>) = rows.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let plain = fit(fitted.iter().map(|(_, row)| ([row.0[0], row.0[1], 0.0], row.1)));
    let full = fit(fitted.iter().map(|(_, row)| (row.0, row.1)));
    let gains: Vec<f64> = held
        .iter()
        .map(|(_, (x, upset))| loss(&plain, &[x[0], x[1], 0.0], *upset) - loss(&full, x, *upset))
        .collect();
    let mean = |of: &mut dyn Iterator<Item = f64>| of.sum::<f64>() / gains.len() as f64;
    let samples = (0..RESAMPLES)
        .map(|_| mean(&mut (0..gains.len()).map(|_| gains[stream.index(gains.len())])))
        .collect();
    percentiles(mean(&mut gains.iter().copied()), samples)
}

/// Features with mean 0 and spread 1; the constant stays.
fn standardised(mut rows: Vec<([f64; 3], bool)>) -> Vec<([f64; 3], bool)> {
    let n = rows.len() as f64;
    for place in 1..3 {
        let mean = rows.iter().map(|row| row.0[place]).sum::<f64>() / n;
        let spread = (rows.iter().map(|row| (row.0[place] - mean).powi(2)).sum::<f64>() / n).sqrt();
        for row in &mut rows {
            row.0[place] = if spread > 0.0 { (row.0[place] - mean) / spread } else { 0.0 };
        }
    }
    rows
}

fn chance(weights: &[f64; 3], x: &[f64; 3]) -> f64 {
    let sum: f64 = weights.iter().zip(x).map(|(weight, x)| weight * x).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(weights: &[f64; 3], x: &[f64; 3], upset: bool) -> f64 {
    let p = chance(weights, x).clamp(1e-9, 1.0 - 1e-9);
    -(if upset { p } else { 1.0 - p }).ln()
}

/// Logistic regression by gradient descent with a little shrinkage, which also settles a feature that is always 0.
fn fit(rows: impl Iterator<Item = ([f64; 3], bool)>) -> [f64; 3] {
    const STEPS: usize = 2000;
    const STEP: f64 = 0.5;
    const SHRINK: f64 = 1e-3;
    let rows: Vec<([f64; 3], bool)> = rows.collect();
    let mut weights = [0.0; 3];
    for _ in 0..STEPS {
        let mut slope = [0.0; 3];
        for (x, upset) in &rows {
            let error = chance(&weights, x) - f64::from(u8::from(*upset));
            for (slope, x) in slope.iter_mut().zip(x) {
                *slope += error * x / rows.len() as f64;
            }
        }
        for (weight, slope) in weights.iter_mut().zip(slope) {
            *weight -= STEP * (slope + SHRINK * *weight);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(stream: &mut Stream, telling: bool) -> Vec<Game> {
        (0..1000)
            .map(|_| {
                let (lead, unrest) = (stream.unit(), stream.unit());
                let sum = 1.0 - 2.0 * lead + if telling { 6.0 * (unrest - 0.5) } else { 0.0 };
                Game { upset: stream.chance(1.0 / (1.0 + (-sum).exp())), lead, unrest }
            })
            .collect()
    }

    #[test]
    fn an_informative_feature_gains_and_an_uninformative_one_does_not() {
        let mut stream = Seed(5).stream(0);
        let games = drawn(&mut stream, true);
        let unrest: Vec<f64> = games.iter().map(|game| game.unrest).collect();
        let found = gain(&games, &unrest, &mut stream);
        assert!(found.interval.low > 0.05, "{found:?}");
        let games = drawn(&mut stream, false);
        let unrest: Vec<f64> = games.iter().map(|game| game.unrest).collect();
        let found = gain(&games, &unrest, &mut stream);
        assert!(found.value < 0.01 && found.interval.low < 0.0, "{found:?}");
    }
}
