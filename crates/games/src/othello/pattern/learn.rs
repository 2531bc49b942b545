//! How the evaluation is learnt: from games against itself whose ends are exact.
//!
//! In each round the evaluation of the round before plays games against itself, from openings drawn at random, often with one
//! random move in the middle. As soon as few enough squares are empty, the exact solver says how the game ends; that is what
//! all positions since the last random move are worth. The weights are fitted to it phase by phase, from the end towards the
//! beginning: those of one phase begin where those of the phase after it ended. At last it is measured how far shallow
//! searches are from deep ones: the margins of selective searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quandary_core::{Budget, Context, Exhausted, Seed, Stop, Stream};
use serde::Serialize;

use super::super::bits::{Squares, flips};
use super::super::rules::{Board, Othello, Position};
use super::super::solve::Core;
use super::super::solve::core::Node;
use super::super::solve::table::{MOST, SURE};
use super::{DISC, Features, Judge, LANES, NUMBERS, PHASES, Spread, phase, shared};

/// Games of the last round from which the weights that come with the program were learnt, with seed 1.
pub const SHIPPED_GAMES: &str = "60000";

/// What is to be learnt, and from how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Games of the last round; the rounds before it have a quarter as many.
    pub games: u64,
    /// All chances come from it.
    pub seed: Seed,
}

/// One phase of what was learnt, and how far the evaluation is from the end of the games that were kept aside.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct LearntPhase {
    /// Fewest empty squares.
    pub empty_from: u32,
    /// Most empty squares.
    pub empty_to: u32,
    /// Positions learnt from.
    pub positions: u64,
    /// Positions kept aside.
    pub kept_aside: u64,
    /// Root of the mean square of the error on those, in discs.
    pub error: f64,
}

/// Rounds of games: how a move is chosen, and from how many empty squares on the end is exact.
const ROUNDS: [Round; 4] = [
    Round { depth: 0, solved_from: 8 },
    Round { depth: 1, solved_from: 9 },
    Round { depth: 2, solved_from: 11 },
    Round { depth: 3, solved_from: 12 },
];

#[derive(Clone, Copy)]
struct Round {
    /// Moves that the player looks ahead; 0: one, by the rough judgement.
    depth: u32,
    solved_from: u32,
}

/// A position and how the game ends from there for the player to move.
#[derive(Clone, Copy)]
struct Sample {
    own: u64,
    other: u64,
    score: i8,
    /// Whether the score is exact.
    exact: bool,
    /// Whether it is kept aside.
    aside: bool,
}

impl Sample {
    fn empty(&self) -> u32 {
        64 - (self.own | self.other).count_ones()
    }
}

/// One game in this many is kept aside.
const ASIDE: u64 = 20;
/// A player's table in a game.
const TABLE_BITS: u32 = 12;

/// Learns an evaluation.
pub struct Teacher {
    lesson: Lesson,
    samples: Vec<Sample>,
    judge: Arc<Judge>,
    /// Nodes of all games so far.
    spent: AtomicU64,
}

impl Teacher {
    /// An evaluation that knows nothing yet.
    pub fn new(lesson: Lesson) -> Teacher {
        Teacher { lesson, samples: Vec::new(), judge: Arc::new(Judge::blank()), spent: AtomicU64::new(0) }
    }

    /// All of the lesson.
    pub fn teach(mut self, context: &Context<'_>) -> Result<(Judge, Vec<LearntPhase>), Stop> {
        let mut errors = Vec::new();
        for (number, round) in ROUNDS.into_iter().enumerate() {
            let games =
                if number + 1 < ROUNDS.len() { self.lesson.games.div_ceil(4) } else { self.lesson.games };
            // Labels of earlier players stand only where they are exact.
            self.samples.retain(|sample| sample.exact);
            let seed = self.lesson.seed.named(&format!("round {number}"));
            let judge = self.judge.clone();
            let mut samples = std::mem::take(&mut self.samples);
            let what = format!("games of round {} of {}", number + 1, ROUNDS.len());
            let (_, stopped) = context.fold(
                &what,
                games,
                |index| {
                    let mut core = Core::new(Board::Eight, TABLE_BITS, judge.clone());
                    core.budget = self.left(context);
                    let played = game(&mut core, round, &mut seed.stream(index), index.is_multiple_of(ASIDE));
                    self.spent.fetch_add(core.budget.spent(), Ordering::Relaxed);
                    Ok(played?)
                },
                |_, played: Vec<Sample>| samples.extend(played),
            );
            if let Some(stop) = stopped {
                return Err(stop);
            }
            self.samples = samples;
            (self.judge, errors) = self.fit(context)?;
        }
        let mut judge = (*self.judge).clone();
        (judge.spread, judge.spread_at_end) = self.spreads(context)?;
        Ok((judge, errors))
    }

    /// What the budget leaves for one more game. Where it ends all the same, the order of the games does not matter.
    fn left(&self, context: &Context<'_>) -> Budget {
        let spent = self.spent.load(Ordering::Relaxed);
        context.budget.with_nodes(context.budget.remaining().saturating_sub(spent))
    }

    /// Fits the weights to the samples: least squares, where a weight that is seen rarely stays near that of the next phase.
    fn fit(&self, context: &Context<'_>) -> Result<(Arc<Judge>, Vec<LearntPhase>), Exhausted> {
        let shared = shared();
        let mut judge = Judge::blank();
        // The weights of all numbers, and what it is worth to be on the move, by empty squares.
        let mut weights = vec![0.0_f32; NUMBERS + 64];
        let mut phases = Vec::new();
        for now in 0..PHASES {
            let empties: Vec<u32> = (0..=60).filter(|&empty| phase(empty) == now).collect();
            let (from, to) = (empties[0], empties[empties.len() - 1]);
            let mut equations = Vec::new();
            for sample in self.samples.iter().filter(|sample| !sample.aside) {
                let empty = sample.empty();
                // A few more on both sides, so that neighbouring phases do not contradict each other.
                if (from..=to + 2).contains(&(empty + 1)) {
                    let mut terms = [0; LANES + 1];
                    for (term, number) in
                        terms.iter_mut().zip(Features::of(sample.own, sample.other).places())
                    {
                        *term = shared[number];
                    }
                    terms[LANES] = NUMBERS as u32 + empty;
                    let error = f32::from(sample.score) - sum(&weights, &terms);
                    equations.push(Equation { terms, error });
                }
            }
            context.budget.poll()?;
            context.progress.report("phases fitted", now as u64, PHASES as u64);
            improve(&mut weights, &equations, context)?;
            for (number, &same) in shared.iter().enumerate() {
                judge.phases[now].numbers[number] = eighths(weights[same as usize]);
            }
            for empty in from..=to {
                judge.turns[empty as usize] = eighths(weights[NUMBERS + empty as usize]);
            }
            let (mut kept_aside, mut squares) = (0_u64, 0.0);
            for sample in self.samples.iter().filter(|sample| sample.aside) {
                let empty = sample.empty();
                if (from..=to).contains(&empty) {
                    let worth = judge.worth(&Features::of(sample.own, sample.other), empty);
                    let error = f64::from(worth) / f64::from(DISC) - f64::from(sample.score);
                    squares += error * error;
                    kept_aside += 1;
                }
            }
            phases.push(LearntPhase {
                empty_from: from,
                empty_to: to,
                positions: equations.len() as u64,
                kept_aside,
                error: (squares / kept_aside.max(1) as f64).sqrt(),
            });
        }
        Ok((Arc::new(judge), phases))
    }

    /// How far searches of different depths are from each other, and from the end.
    fn spreads(&self, context: &Context<'_>) -> Result<(Spread, Spread), Stop> {
        let seed = self.lesson.seed.named("spread");
        let mut ahead = Differences::default();
        let mut to_the_end = Differences::default();
        let positions = (self.lesson.games / 40).clamp(10, 1000);
        let (_, stopped) = context.fold(
            "positions measured",
            positions,
            |index| {
                let mut core = Core::new(Board::Eight, 16, self.judge.clone());
                core.budget = self.left(context);
                let found = measured(&mut core, &mut seed.stream(index), index);
                self.spent.fetch_add(core.budget.spent(), Ordering::Relaxed);
                Ok(found?)
            },
            |_, (to_end, found): (bool, Vec<Difference>)| {
                (if to_end { &mut to_the_end } else { &mut ahead }).0.extend(found);
            },
        );
        match stopped {
            Some(stop) => Err(stop),
            None => Ok((ahead.plane(), to_the_end.plane())),
        }
    }
}

/// The sum of some weights should be this much more.
struct Equation {
    terms: [u32; LANES + 1],
    error: f32,
}

fn sum(weights: &[f32], terms: &[u32; LANES + 1]) -> f32 {
    terms.iter().map(|&term| weights[term as usize]).sum()
}

fn eighths(discs: f32) -> i8 {
    (discs * DISC as f32).round().clamp(-127.0, 127.0) as i8
}

/// How much a weight stays where it was: as much as if it had been seen this often without any error.
const CAUTION: f32 = 60.0;
/// Steps towards the least squares.
const STEPS: u32 = 25;

/// Brings the weights nearer to the least squares by the method of conjugate gradients, scaled by how often each is seen.
fn improve(weights: &mut [f32], equations: &[Equation], context: &Context<'_>) -> Result<(), Exhausted> {
    let mut rest = vec![0.0_f32; weights.len()];
    let mut scale = vec![CAUTION; weights.len()];
    for Equation { terms, error } in equations {
        for &term in terms {
            rest[term as usize] += error;
            scale[term as usize] += 1.0;
        }
    }
    let product = |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum() };
    let scaled =
        |rest: &[f32]| -> Vec<f32> { rest.iter().zip(&scale).map(|(rest, scale)| rest / scale).collect() };
    let mut direction = scaled(&rest);
    let mut size = product(&rest, &direction);
    for _ in 0..STEPS {
        context.budget.poll()?;
        let mut image: Vec<f32> = direction.iter().map(|part| CAUTION * part).collect();
        for Equation { terms, .. } in equations {
            let change = sum(&direction, terms);
            for &term in terms {
                image[term as usize] += change;
            }
        }
        let along = product(&direction, &image);
        if along <= 0.0 || size <= 0.0 {
            break;
        }
        let step = (size / along) as f32;
        weights.iter_mut().zip(&direction).for_each(|(weight, part)| *weight += step * part);
        rest.iter_mut().zip(&image).for_each(|(rest, part)| *rest -= step * part);
        let towards = scaled(&rest);
        let left = product(&rest, &towards);
        let kept = (left / size) as f32;
        size = left;
        for (part, towards) in direction.iter_mut().zip(towards) {
            *part = towards + kept * *part;
        }
    }
    Ok(())
}

/// One game, and what is learnt from it.
fn game(core: &mut Core, round: Round, stream: &mut Stream, aside: bool) -> Result<Vec<Sample>, Exhausted> {
    let rules = Othello(Board::Eight);
    let mut position = rules.random_position(4 + stream.below(10) as u32, stream);
    // In two games of three one move is drawn at random: positions that good players avoid must be judged, too.
    let random_at = if stream.below(3) == 0 { 64 } else { 13 + stream.below(42) as u32 };
    let mut seen: Vec<Position> = Vec::new();
    let sample = |position: Position, score: i32, exact| Sample {
        own: position.mover,
        other: position.opponent,
        score: score as i8,
        exact,
        aside,
    };
    let mut samples = Vec::new();
    while !rules.is_over(position) {
        let legal = rules.legal(position);
        let empty = rules.empty(position).count_ones();
        if legal == 0 {
            position = rules.pass(position);
            continue;
        }
        if empty <= round.solved_from {
            break;
        }
        seen.push(position);
        let node = Node::of(position);
        let square = if empty == random_at {
            seen.clear();
            *stream.choose(&Squares(legal).collect::<Vec<_>>()).expect("there are legal squares")
        } else {
            best_square(core, &node, legal, round.depth, stream)?
        };
        position = rules.place(position, square);
    }
    if rules.is_over(position) {
        let score = rules.final_score(position);
        samples.extend(seen.iter().map(|&before| {
            sample(before, if before.black_to_move == position.black_to_move { score } else { -score }, false)
        }));
        return Ok(samples);
    }
    let score = exact_score(core, position)?;
    samples.extend(seen.iter().map(|&before| {
        sample(before, if before.black_to_move == position.black_to_move { score } else { -score }, false)
    }));
    samples.push(sample(position, score, true));
    // Random moves from here on are no loss: every position is solved.
    while !rules.is_over(position) {
        let legal: Vec<u32> = Squares(rules.legal(position)).collect();
        position = stream
            .choose(&legal)
            .map_or_else(|| rules.pass(position), |&square| rules.place(position, square));
        if rules.legal(position) != 0 {
            let score = exact_score(core, position)?;
            samples.push(sample(position, score, true));
        }
    }
    Ok(samples)
}

fn exact_score(core: &mut Core, position: Position) -> Result<i32, Exhausted> {
    core.score_within(position, -64, 64)
}

/// The best square for the player of a round; of equals, by the rough judgement, any.
fn best_square(
    core: &mut Core,
    node: &Node,
    legal: u64,
    depth: u32,
    stream: &mut Stream,
) -> Result<u32, Exhausted> {
    let (mut best, mut chosen) = (i32::MIN, 0);
    for square in Squares(legal) {
        let child = node.after(square, flips(square, node.own, node.other));
        let worth = if depth == 0 {
            let position = Position { mover: child.own, opponent: child.other, black_to_move: true };
            core.rough_worth(position, 0) + stream.below(16) as i32
        } else {
            let floor = if best > i32::MIN { best } else { -MOST };
            -core.mid(&child, -MOST, -floor, depth - 1, SURE)?
        };
        if worth > best {
            (best, chosen) = (worth, square);
        }
    }
    Ok(chosen)
}

/// How far a search was from a shallower one.
struct Difference {
    empty: u32,
    deep: u32,
    shallow: u32,
    square: f64,
}

#[derive(Default)]
struct Differences(Vec<Difference>);

/// Full searches measured ahead.
const MEASURED_DEPTH: u32 = 8;

/// The differences in one position: ahead, or, in every third, to the end.
fn measured(core: &mut Core, stream: &mut Stream, index: u64) -> Result<(bool, Vec<Difference>), Exhausted> {
    let rules = Othello(Board::Eight);
    let to_end = index.is_multiple_of(3);
    let empty = if to_end { 13 + stream.below(6) as u32 } else { 16 + stream.below(38) as u32 };
    // Played by the evaluation from a random opening, now and then with a random move.
    let mut position = rules.random_position(6, stream);
    while !rules.is_over(position) && rules.empty(position).count_ones() > empty {
        let legal = rules.legal(position);
        position = if legal == 0 {
            rules.pass(position)
        } else if stream.chance(0.1) {
            let squares: Vec<u32> = Squares(legal).collect();
            rules.place(position, squares[stream.index(squares.len())])
        } else {
            rules.place(position, best_square(core, &Node::of(position), legal, 2, stream)?)
        };
    }
    let mut found = Vec::new();
    if rules.legal(position) == 0 {
        return Ok((to_end, found));
    }
    let node = Node::of(position);
    let mut worths = Vec::new();
    for depth in 0..=MEASURED_DEPTH {
        if to_end && depth > 6 {
            break;
        }
        worths.push(f64::from(core.mid(&node, -MOST, MOST, depth, SURE)?));
    }
    let empty = rules.empty(position).count_ones();
    let mut add = |deep, shallow: usize, difference: f64| {
        found.push(Difference { empty, deep, shallow: shallow as u32, square: difference * difference });
    };
    if to_end {
        let exact = f64::from(exact_score(core, position)? * DISC);
        for (shallow, worth) in worths.iter().enumerate() {
            add(empty, shallow, exact - worth);
        }
    } else {
        for deep in 3..worths.len() {
            for shallow in (1..deep - 1).filter(|shallow| (deep - shallow) % 2 == 0) {
                add(deep as u32, shallow, worths[deep] - worths[shallow]);
            }
        }
    }
    Ok((to_end, found))
}

impl Differences {
    /// The plane nearest to the standard deviations of all groups.
    fn plane(&self) -> Spread {
        let mut groups: std::collections::BTreeMap<(u32, u32, u32), (f64, f64)> =
            std::collections::BTreeMap::new();
        for one in &self.0 {
            let group = groups.entry((one.empty / 4, one.deep, one.shallow)).or_default();
            group.0 += 1.0;
            group.1 += one.square;
        }
        // Normal equations, weighted by the number of differences in a group.
        let mut rows = [[0.0_f64; 5]; 4];
        for (&(empty, deep, shallow), &(count, squares)) in &groups {
            let x = [1.0, f64::from(4 * empty) + 1.5, f64::from(deep), f64::from(shallow)];
            let deviation = (squares / count).sqrt();
            for (row, factor) in rows.iter_mut().zip(x) {
                for (sum, other) in row.iter_mut().zip(x.into_iter().chain([deviation])) {
                    *sum += count * factor * other;
                }
            }
        }
        // Where two of them always go together, the smallest coefficients are taken.
        for (index, row) in rows.iter_mut().enumerate() {
            row[index] += 0.1;
        }
        Spread { plane: solved(rows).map(|coefficient| (coefficient * 1024.0).round() as i32) }
    }
}

/// The solution of four linear equations; the matrix is symmetric and positive.
fn solved(mut rows: [[f64; 5]; 4]) -> [f64; 4] {
    for pivot in 0..4 {
        let scale = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|cell| *cell /= scale);
        let done = rows[pivot];
        for (index, row) in rows.iter_mut().enumerate() {
            if index != pivot {
                let factor = row[pivot];
                row.iter_mut().zip(done).for_each(|(cell, base)| *cell -= factor * base);
            }
        }
    }
    rows.map(|row| row[4])
}

#[cfg(test)]
mod tests {
    use quandary_core::StopFlag;

    use super::*;

    #[test]
    fn a_lesson_gives_the_same_evaluation_every_time_and_it_knows_something() {
        let lesson = Lesson { games: 40, seed: Seed(5) };
        let (first, errors) = Teacher::new(lesson).teach(&Context::bare()).unwrap();
        let (second, _) = Teacher::new(lesson).teach(&Context::bare()).unwrap();
        assert_eq!(first, second);
        assert_eq!(errors.len(), PHASES);
        assert_eq!((errors[0].empty_from, errors[5].empty_to), (0, 60));
        // A corner of one's own is good to have.
        let (corner, other) = (1, 1 << 27);
        let mine = first.worth(&Features::of(corner | 1 << 28, other), 30);
        let theirs = first.worth(&Features::of(other, corner | 1 << 28), 30);
        assert!(mine > theirs, "{mine} {theirs}");
    }

    #[test]
    fn equations_are_solved() {
        let rows = [
            [4.0, 1.0, 0.0, 0.0, 6.0],
            [1.0, 3.0, 0.0, 1.0, 11.0],
            [0.0, 0.0, 2.0, 0.0, 6.0],
            [0.0, 1.0, 0.0, 5.0, 22.0],
        ];
        let solution = solved(rows);
        for (found, expected) in solution.into_iter().zip([1.0, 2.0, 3.0, 4.0]) {
            assert!((found - expected).abs() < 1e-9, "{solution:?}");
        }
    }

    #[test]
    fn a_lesson_stops_when_asked_to() {
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
        let lesson = Lesson { games: 10, seed: Seed(1) };
        assert!(Teacher::new(lesson).teach(&context).is_err());
    }

    #[test]
    fn a_lesson_keeps_to_its_nodes() {
        let context = Context::bare().with_budget(Budget::nodes(2_000));
        let lesson = Lesson { games: 1_000_000, seed: Seed(1) };
        let stopped = Teacher::new(lesson).teach(&context).err();
        assert!(matches!(stopped, Some(Stop::Exhausted(Exhausted::Nodes))), "{stopped:?}");
    }
}
