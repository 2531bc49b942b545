//! How the numbers of [`weights`](super::weights) are learnt: games of the engine against itself, and a logistic fit of how they
//! ended by what is counted in their quiet positions.
//!
//! The example `tune_xiangqi` runs it and writes `learnt.rs`. Games begin with random moves after which neither side is far
//! ahead; each follows from its number and the seed, on any number of threads.

use std::fmt::Write;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Outcome, Seed};
use quandary_search::engine::{AlphaBeta, Engine};

use super::super::board::{Kind, seat};
use super::super::geometry::{file, point, row};
use super::super::notation::{START_FEN, parse_fen};
use super::super::rules::{Position, Xiangqi};
use super::Field;
use super::learnt::{LEARNT_EXTRAS, LEARNT_POINTS};
use super::weights::{EXTRAS, HALF, PRIOR_EXTRAS, each_extra, half, phase, prior};

/// Numbers that are learnt, each for the opening and for the ending.
const NUMBERS: usize = 7 * HALF + EXTRAS;

/// A quiet position of a game: what is counted in it, and how the game ended.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The place of a number and how often it counts, for Red.
    counts: Vec<(u16, i8)>,
    /// From 16 in the opening to 0.
    phase: u8,
    /// 1 if Red won, 0 if Black did; partly what the engine thought.
    target: f32,
}

/// Random moves at the beginning of a game.
const RANDOM_MOVES: usize = 8;
/// No longer game is played to its end.
const MOST_MOVES: usize = 160;
/// Nodes for a move.
const NODES: u64 = 2_500;
/// How much of the target is what the engine thought of the position.
const THOUGHT: f32 = 0.4;
/// Wins per hundredth of a pawn, as a logistic curve has them.
const SCALE: f32 = 1.0 / 250.0;

fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-SCALE * value).exp())
}

fn sample(field: &Field) -> (Vec<(u16, i8)>, u8) {
    let mut counts: Vec<(u16, i8)> = Vec::with_capacity(48);
    let mut add = |place: usize, count: i32| match counts.iter_mut().find(|one| usize::from(one.0) == place) {
        Some(one) => one.1 += count as i8,
        None => counts.push((place as u16, count as i8)),
    };
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        for (at, kind) in field.pieces(side) {
            let at = if seat(side) == 0 { at } else { point(file(at), 9 - row(at)) };
            add((kind as usize - 1) * HALF + half(at), sign);
        }
    }
    each_extra(field, |extra, count| add(7 * HALF + extra as usize, count));
    counts.retain(|one| one.1 != 0);
    (counts, phase(field) as u8)
}

/// The samples of one game.
pub fn game(seed: Seed, number: u64) -> Vec<Sample> {
    let rules = Xiangqi::default();
    let mut stream = seed.stream(number);
    let mut engine = AlphaBeta::<Field>::new(1 << 20);
    let Ok(start) = parse_fen(START_FEN) else { return Vec::new() };
    let mut position = start.clone();
    let mut legal = Vec::new();
    for _ in 0..RANDOM_MOVES {
        legal.clear();
        rules.moves(&position, &mut legal);
        let Some(&chosen) = stream.choose(&legal) else { return Vec::new() };
        position = rules.apply(&position, chosen);
    }
    let mut met: Vec<(Position, i32)> = Vec::new();
    let (mut far, mut outcome) = (0, Outcome::Drawn);
    for ply in 0..MOST_MOVES {
        let side = match rules.turn(&position) {
            Turn::Over(ended) => {
                outcome = ended;
                break;
            }
            Turn::To(side) => side,
        };
        let Some(thought) = engine.think(&rules, &position, &mut Budget::nodes(NODES), &mut |_| ()) else {
            break;
        };
        if ply == 0 && thought.value.abs() > 300 {
            return Vec::new();
        }
        far = if thought.value.abs() > 1_200 { far + 1 } else { 0 };
        if thought.proved || far >= 6 {
            outcome = if thought.value > 0 { side.wins() } else { side.other().wins() };
            break;
        }
        let quiet = !position.in_check() && position.board().at(thought.best.to).is_none();
        if quiet && thought.value.abs() < 1_200 {
            met.push((position.clone(), if side == Side::First { thought.value } else { -thought.value }));
        }
        position = rules.apply(&position, thought.best);
    }
    let ended = match outcome {
        Outcome::Won => 1.0,
        Outcome::Lost => 0.0,
        _ => 0.5,
    };
    let of = |(position, value): &(Position, i32)| {
        let (counts, phase) = sample(&Field::new(rules, position));
        let target = THOUGHT * chance(*value as f32) + (1.0 - THOUGHT) * ended;
        Sample { counts, phase, target }
    };
    met.iter().map(of).collect()
}

/// The numbers as the engine has them now, for the opening and the ending.
fn now() -> Vec<[f32; 2]> {
    let pair = |(opening, ending): (i32, i32), more: (i16, i16)| {
        [(opening + i32::from(more.0)) as f32, (ending + i32::from(more.1)) as f32]
    };
    let mut numbers = Vec::with_capacity(NUMBERS);
    for (kind, learnt) in Kind::ALL.iter().zip(&LEARNT_POINTS) {
        let mut priors = [(0, 0); HALF];
        for at in 0..90 {
            priors[half(at)] = prior(*kind, at);
        }
        numbers.extend(priors.into_iter().zip(learnt).map(|(prior, &more)| pair(prior, more)));
    }
    numbers.extend(PRIOR_EXTRAS.into_iter().zip(LEARNT_EXTRAS).map(|(prior, more)| pair(prior, more)));
    numbers
}

/// What was learnt, and how well it fits.
pub struct Fit {
    numbers: Vec<[f32; 2]>,
    /// The mean squared error before and after.
    pub errors: (f32, f32),
}

/// How hard the numbers are held where they were: about as much as this many samples that count them.
const HOLD: f32 = 30.0;
/// Steps of the fit.
const STEPS: usize = 150;
/// How far a number goes in a step at most.
const STEP: f32 = 1.5;

/// Fits the numbers to the samples, by steps along the sign and size of the slope (Adam, Kingma and Ba 2015).
pub fn fit(samples: &[Sample]) -> Fit {
    let before = now();
    let mut numbers = before.clone();
    let worth = |numbers: &[[f32; 2]], sample: &Sample| {
        let opening = f32::from(sample.phase) / 16.0;
        let sum = |(place, count): &(u16, i8)| {
            let [early, late] = numbers[usize::from(*place)];
            f32::from(*count) * (opening * early + (1.0 - opening) * late)
        };
        sample.counts.iter().map(sum).sum::<f32>()
    };
    let error = |numbers: &[[f32; 2]]| {
        let squares = samples.iter().map(|sample| (chance(worth(numbers, sample)) - sample.target).powi(2));
        squares.sum::<f32>() / samples.len().max(1) as f32
    };
    let first = error(&before);
    let (mut mean, mut square) = (vec![[0.0_f32; 2]; NUMBERS], vec![[0.0_f32; 2]; NUMBERS]);
    for step in 1..=STEPS {
        let mut slope = vec![[0.0_f32; 2]; NUMBERS];
        for sample in samples {
            let guess = chance(worth(&numbers, sample));
            let by = (guess - sample.target) * SCALE;
            let opening = f32::from(sample.phase) / 16.0;
            for &(place, count) in &sample.counts {
                let part = by * f32::from(count);
                let own = &mut slope[usize::from(place)];
                own[0] += part * opening;
                own[1] += part * (1.0 - opening);
            }
        }
        let rate = STEP * (1.0 - step as f32 / (STEPS + 1) as f32);
        let (warm, warmer) = (1.0 - 0.9_f32.powi(step as i32), 1.0 - 0.99_f32.powi(step as i32));
        let held = numbers.iter_mut().flatten().zip(before.iter().flatten());
        let moments = mean.iter_mut().flatten().zip(square.iter_mut().flatten());
        for (((own, &start), &slope), (mean, square)) in held.zip(slope.iter().flatten()).zip(moments) {
            // A hundredth of a pawn away from where it was is as bad as a small part of a game.
            let slope = slope + HOLD * SCALE * SCALE * (*own - start);
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            *own -= rate * (*mean / warm) / ((*square / warmer).sqrt() + 1e-3);
        }
    }
    let errors = (first, error(&numbers));
    Fit { numbers, errors }
}

impl Fit {
    /// The source of `learnt.rs`.
    pub fn source(&self) -> String {
        let pair = |place: usize, (opening, ending): (i32, i32)| {
            let [early, late] = self.numbers[place];
            (early.round() as i32 - opening, late.round() as i32 - ending)
        };
        let mut text = String::from(
            "//! What learning added to the numbers of [`weights`](super::weights): written by the example `tune_xiangqi`.\n\n\
             use super::weights::{EXTRAS, HALF};\n\n\
             /// For each kind and each point of the half board, in the opening and in the ending.\n\
             #[rustfmt::skip]\n\
             pub(super) const LEARNT_POINTS: [[(i16, i16); HALF]; 7] = [\n",
        );
        for (index, &kind) in Kind::ALL.iter().enumerate() {
            let mut priors = [(0, 0); HALF];
            for at in 0..90 {
                priors[half(at)] = prior(kind, at);
            }
            let _ = writeln!(text, "    // {}", kind.name());
            let _ = writeln!(text, "    [");
            for (place, pairs) in priors.chunks(5).enumerate() {
                let row: Vec<String> = (5 * place..)
                    .zip(pairs)
                    .map(|(place, &prior)| format!("{:?}", pair(index * HALF + place, prior)))
                    .collect();
                let _ = writeln!(text, "        {},", row.join(", "));
            }
            let _ = writeln!(text, "    ],");
        }
        text += "];\n\n/// For each of the extras, in the opening and in the ending.\n#[rustfmt::skip]\n\
                 pub(super) const LEARNT_EXTRAS: [(i16, i16); EXTRAS] = [\n";
        for (index, &prior) in PRIOR_EXTRAS.iter().enumerate() {
            let _ = writeln!(text, "    {:?},", pair(7 * HALF + index, prior));
        }
        text + "];\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_makes_the_error_smaller_and_the_same_game_gives_the_same_samples() {
        let samples: Vec<Sample> = (0..4).flat_map(|number| game(Seed(5), number)).collect();
        assert!(samples.len() > 40, "{}", samples.len());
        let again: Vec<Sample> = (0..4).flat_map(|number| game(Seed(5), number)).collect();
        let targets = |samples: &[Sample]| samples.iter().map(|sample| sample.target).collect::<Vec<_>>();
        assert_eq!(targets(&samples), targets(&again));
        let fit = fit(&samples);
        assert!(fit.errors.1 < fit.errors.0, "{:?}", fit.errors);
        assert!(fit.source().contains("LEARNT_EXTRAS"));
    }

    #[test]
    fn what_is_counted_adds_up_to_the_judgement() {
        use quandary_search::engine::Board;
        let numbers = now();
        for fen in [START_FEN, "2bakab2/9/n3c4/p3p1R1p/2p6/6P2/P3P3P/N1C1B4/4A4/3K1AB1r w"] {
            let mut field = Field::new(Xiangqi::default(), &parse_fen(fen).unwrap());
            let (counts, phase) = sample(&field);
            let opening = f32::from(phase) / 16.0;
            let worth: f32 = counts
                .iter()
                .map(|&(place, count)| {
                    let [early, late] = numbers[usize::from(place)];
                    f32::from(count) * (opening * early + (1.0 - opening) * late)
                })
                .sum();
            assert!((worth - field.evaluate() as f32).abs() <= 2.0, "{worth} {fen}");
        }
    }
}
