//! The course of a game, by the single conspiracy numbers of its turns.
//!
//! A number says how many leaves must change their value before a position reaches a threshold: it measures difficulty.
//! The access article reads low numbers as winning and high ones as losing (IV-A), calls few fluctuations stable and a
//! seesaw a tough game, and then prints v = the normalised number, as if high meant success (equation 12): [`Velocity`]
//! has a name for each direction. The article shows phases without defining them; these are our rules:
//!
//! | phase | rule |
//! |---|---|
//! | loop | both sides' levels stay within 0.05 for 8 plies or more, neither at 0 nor at 1 |
//! | favourable | for 4 plies or more one side's level is low (below 1/3) and the other's is not |
//! | struggle | the side with the lower level changes, or a level moves by 0.25 or more, within two plies |
//! | balanced | none of these |
//! | trap | a favourable phase of 8 plies or more, after whose end its side's level is high (2/3 or more) within 6 plies |
//!
//! A *level* is a number on a logarithmic scale from the least to the greatest of the game, log(1 + n): sums over
//! replies grow by factors, and on a linear scale one extreme turn would make all others low. Motion in mind uses the
//! linear scale, as equation 11 does.

use crate::motion::Motion;

/// Numbers in [0, 1]: (n - min) / (max - min) over the finite ones. A threshold that can never be reached (`None`) is
/// as difficult as possible: 1. If all are equal they are 0.
///
/// ```
/// use quandary_measures::progress::normalised;
/// assert_eq!(normalised(&[Some(2), Some(6), None, Some(4)]), [0.0, 1.0, 1.0, 0.5]);
/// assert_eq!(normalised(&[Some(7), Some(7)]), [0.0, 0.0]);
/// ```
pub fn normalised(numbers: &[Option<u64>]) -> Vec<f64> {
    scaled(numbers, |n| n as f64)
}

/// The same of log(1 + n): levels.
pub fn levels(numbers: &[Option<u64>]) -> Vec<f64> {
    scaled(numbers, |n| (n as f64).ln_1p())
}

fn scaled(numbers: &[Option<u64>], of: impl Fn(u64) -> f64) -> Vec<f64> {
    let finite = || numbers.iter().flatten().map(|&n| of(n));
    let (least, most) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    numbers
        .iter()
        .map(|number| match number {
            None => 1.0,
            Some(_) if most <= least => 0.0,
            Some(n) => (of(*n) - least) / (most - least),
        })
        .collect()
}

/// Which direction v has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Velocity {
    /// v = normalised number, as equation 12 of the access article prints it.
    Printed,
    /// v = 1 - normalised number: the number is difficulty, and velocity is success (section IV-A).
    Ease,
}

impl Velocity {
    /// v of a normalised number.
    pub fn of(self, number: f64) -> f64 {
        match self {
            Velocity::Printed => number,
            Velocity::Ease => 1.0 - number,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Velocity::Printed => "printed",
            Velocity::Ease => "ease",
        }
    }
}

/// Motion in mind, averaged over the units of a game (turns, milestones).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Motion"))]
pub struct Averaged {
    /// Mean velocity.
    pub v: f64,
    /// Hardness, 1 - v.
    pub mass: f64,
    /// Momentum from the mean: M · v.
    pub momentum_of_mean: f64,
    /// Momentum as the mean of v(1 - v) over the units.
    pub mean_momentum: f64,
    /// Potential energy from the mean: 2 · M · v².
    pub energy_of_mean: f64,
    /// Potential energy as the mean of 2(1 - v)v² over the units.
    pub mean_energy: f64,
}

impl Averaged {
    /// The motion of units with these velocities; all 0 without units.
    ///
    /// ```
    /// use quandary_measures::progress::Averaged;
    /// let game = Averaged::of(&[0.0, 0.5, 1.0]);
    /// assert_eq!((game.v, game.momentum_of_mean), (0.5, 0.25));
    /// assert!((game.mean_momentum - 0.25 / 3.0).abs() < 1e-15); // the same game, a third of the momentum
    /// ```
    pub fn of(velocities: &[f64]) -> Averaged {
        if velocities.is_empty() {
            return Averaged::default();
        }
        let mean = |measure: fn(f64) -> f64| {
            velocities.iter().map(|&v| measure(v)).sum::<f64>() / velocities.len() as f64
        };
        let v = mean(|v| v);
        Averaged {
            v,
            mass: 1.0 - v,
            momentum_of_mean: Motion::new(v).p1,
            mean_momentum: mean(|v| Motion::new(v).p1),
            energy_of_mean: Motion::new(v).energy,
            mean_energy: mean(|v| Motion::new(v).energy),
        }
    }
}

/// Below this a level is low, from [`HIGH`] on it is high.
pub const LOW: f64 = 1.0 / 3.0;
/// From this on a level is high.
pub const HIGH: f64 = 2.0 / 3.0;
/// Levels that stay within this are the same.
const SAME: f64 = 0.05;
/// A change of level of at least this is large.
const MUCH: f64 = 0.25;
/// Plies of a loop, at least.
const LOOP_PLIES: usize = 8;
/// Plies of a favourable phase, at least.
const FAVOURABLE_PLIES: usize = 4;
/// Plies of the favourable phase that makes a trap, at least, and plies within which it closes.
const TRAP_PLIES: usize = 8;
const TRAP_WITHIN: usize = 6;

/// How steady a series of levels is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steadiness {
    /// Turns counted.
    pub turns: usize,
    /// Mean level: 0 the easiest turn of the game, 1 the hardest.
    pub mean: f64,
    /// Stability: the share of turns at a low level (below 1/3).
    pub stability: f64,
    /// Fluctuation: the mean change of the level from one turn to the next, up or down.
    pub fluctuation: f64,
    /// Turnover: the share of turns, of those between two others, at which the level changed direction.
    pub turnover: f64,
}

impl Steadiness {
    /// Of the levels of one side's turns.
    ///
    /// ```
    /// use quandary_measures::progress::Steadiness;
    /// let seesaw = Steadiness::of(&[0.0, 1.0, 0.0, 1.0]);
    /// assert_eq!((seesaw.stability, seesaw.fluctuation, seesaw.turnover), (0.5, 1.0, 1.0));
    /// assert_eq!(Steadiness::of(&[0.2, 0.2, 0.2]).fluctuation, 0.0);
    /// ```
    pub fn of(levels: &[f64]) -> Steadiness {
        if levels.is_empty() {
            return Steadiness::default();
        }
        let n = levels.len() as f64;
        let changes: Vec<f64> = levels.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let share = |count: usize, of: usize| if of == 0 { 0.0 } else { count as f64 / of as f64 };
        let turned = changes.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
        Steadiness {
            turns: levels.len(),
            mean: levels.iter().sum::<f64>() / n,
            stability: share(levels.iter().filter(|&&level| level < LOW).count(), levels.len()),
            fluctuation: if changes.is_empty() {
                0.0
            } else {
                changes.iter().map(|change| change.abs()).sum::<f64>() / changes.len() as f64
            },
            turnover: share(turned, changes.len().saturating_sub(1)),
        }
    }
}

/// The kind of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Kind {
    /// Repetition.
    Loop,
    /// Good for the side that began the game.
    #[cfg_attr(feature = "serde", serde(rename = "favourable to first"))]
    First,
    /// Good for the other side.
    #[cfg_attr(feature = "serde", serde(rename = "favourable to second"))]
    Second,
    /// Back and forth.
    Struggle,
    /// None of these.
    Balanced,
}

impl Kind {
    /// Its name, in answers.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Loop => "loop",
            Kind::First => "favourable to first",
            Kind::Second => "favourable to second",
            Kind::Struggle => "struggle",
            Kind::Balanced => "balanced",
        }
    }
}

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Phase {
    /// Its kind.
    pub kind: Kind,
    /// Its first ply, from 0.
    pub from: usize,
    /// Its last ply.
    pub to: usize,
    /// Mean levels in it, of the side that began the game and of the other.
    pub levels: [f64; 2],
    /// Changeover gap: how far the levels are from those of the phase before, the larger of the two; null for the first
    /// phase.
    pub gap: Option<f64>,
}

/// A favourable phase that turned into difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trap {
    /// The side: 0 the one that began the game, 1 the other.
    pub side: usize,
    /// First ply of the favourable phase.
    pub from: usize,
    /// Its last ply.
    pub to: usize,
    /// The ply at which it has become difficult.
    pub closed: usize,
}

/// The phases of a game: `series[i]` has both sides' levels at ply `i` (a side's level stands until its next turn).
///
/// ```
/// use quandary_measures::progress::{Kind, phases};
/// let mut series = vec![[0.1, 0.8]; 6];
/// series.extend([[0.5, 0.6]; 10]);
/// let found = phases(&series);
/// assert_eq!(found.iter().map(|phase| phase.kind).collect::<Vec<_>>(), [Kind::First, Kind::Loop]);
/// assert!((found[1].gap.unwrap() - 0.4).abs() < 1e-12);
/// ```
pub fn phases(series: &[[f64; 2]]) -> Vec<Phase> {
    let mut kinds: Vec<Kind> = (0..series.len()).map(|ply| momentary(series, ply)).collect();
    // What is favourable only for a moment is part of a struggle.
    let mut from = 0;
    while from < kinds.len() {
        let to = (from..kinds.len()).take_while(|&ply| kinds[ply] == kinds[from]).count() + from;
        if matches!(kinds[from], Kind::First | Kind::Second) && to - from < FAVOURABLE_PLIES {
            kinds[from..to].fill(Kind::Struggle);
        }
        from = to;
    }
    for (from, to) in loops(series) {
        kinds[from..to].fill(Kind::Loop);
    }
    let mut found: Vec<Phase> = Vec::new();
    let mut from = 0;
    for run in kinds.chunk_by(|a, b| a == b) {
        let own = &series[from..from + run.len()];
        let levels = [0, 1].map(|side| own.iter().map(|both| both[side]).sum::<f64>() / own.len() as f64);
        let gap = found
            .last()
            .map(|before| (levels[0] - before.levels[0]).abs().max((levels[1] - before.levels[1]).abs()));
        found.push(Phase { kind: run[0], from, to: from + run.len() - 1, levels, gap });
        from += run.len();
    }
    found
}

/// The kind of a ply, by its neighbours.
fn momentary(series: &[[f64; 2]], ply: usize) -> Kind {
    let [first, second] = series[ply];
    match (first < LOW, second < LOW) {
        (true, false) => return Kind::First,
        (false, true) => return Kind::Second,
        _ => {}
    }
    let around = &series[ply.saturating_sub(2)..(ply + 3).min(series.len())];
    let leads = |both: &[f64; 2]| both[0].total_cmp(&both[1]);
    let changes = around.windows(2).any(|pair| leads(&pair[0]) != leads(&pair[1]));
    let moves = (0..2).any(|side| {
        let levels = || around.iter().map(|both| both[side]);
        levels().fold(f64::MIN, f64::max) - levels().fold(f64::MAX, f64::min) >= MUCH
    });
    if changes || moves { Kind::Struggle } else { Kind::Balanced }
}

/// The longest runs of plies, from the left, in which the levels stay the same: first ply, and the one after the last.
fn loops(series: &[[f64; 2]]) -> Vec<(usize, usize)> {
    let between = |both: &[f64; 2]| both.iter().all(|&level| level > 0.0 && level < 1.0);
    let mut found = Vec::new();
    let mut from = 0;
    while from < series.len() {
        let (mut low, mut high) = (series[from], series[from]);
        let mut to = from;
        while to < series.len() && between(&series[to]) {
            for side in 0..2 {
                low[side] = low[side].min(series[to][side]);
                high[side] = high[side].max(series[to][side]);
            }
            if (0..2).any(|side| high[side] - low[side] > SAME) {
                break;
            }
            to += 1;
        }
        if to - from >= LOOP_PLIES {
            found.push((from, to));
            from = to;
        } else {
            from += 1;
        }
    }
    found
}

/// The favourable phases that turned into difficulty.
pub fn traps(series: &[[f64; 2]], phases: &[Phase]) -> Vec<Trap> {
    let mut found = Vec::new();
    for phase in phases {
        let side = match phase.kind {
            Kind::First => 0,
            Kind::Second => 1,
            _ => continue,
        };
        if phase.to + 1 - phase.from < TRAP_PLIES {
            continue;
        }
        let later = phase.to + 1..(phase.to + 1 + TRAP_WITHIN).min(series.len());
        if let Some(closed) = later.into_iter().find(|&ply| series[ply][side] >= HIGH) {
            found.push(Trap { side, from: phase.from, to: phase.to, closed });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_logarithmic_so_that_one_extreme_turn_does_not_flatten_the_rest() {
        let numbers = [Some(0), Some(9), Some(99), Some(999), None];
        let found = levels(&numbers);
        for (level, expected) in found.iter().zip([0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 1.0]) {
            assert!((level - expected).abs() < 1e-12, "{found:?}");
        }
        assert!(normalised(&numbers)[2] < 0.1);
    }

    #[test]
    fn phases_cover_the_game_without_gaps_and_a_moment_is_not_a_phase() {
        let mut series = vec![[0.1, 0.9]; 3];
        series.extend([[0.9, 0.1], [0.1, 0.9], [0.9, 0.1]]);
        series.extend([[0.2, 0.6]; 9]);
        series.extend([[0.9, 0.5], [0.5, 0.6]]);
        let found = phases(&series);
        let kinds: Vec<Kind> = found.iter().map(|phase| phase.kind).collect();
        assert_eq!(kinds, [Kind::Struggle, Kind::Loop, Kind::Struggle], "{found:?}");
        assert_eq!((found[0].from, found[0].to, found[2].to), (0, 5, series.len() - 1));
        assert!(found.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        assert!(phases(&[]).is_empty());
    }

    #[test]
    fn a_long_favourable_phase_that_turns_difficult_is_a_trap() {
        let mut series: Vec<[f64; 2]> = (0..9).map(|ply| [0.1 + 0.02 * f64::from(ply), 0.8]).collect();
        series.extend([[0.5, 0.5], [0.5, 0.5], [0.8, 0.2]]);
        let found = phases(&series);
        assert_eq!(traps(&series, &found), [Trap { side: 0, from: 0, to: 8, closed: 11 }]);
        assert!(traps(&series[..11], &phases(&series[..11])).is_empty());
    }

    #[test]
    fn levels_stay_the_same_in_a_loop_and_a_decided_game_is_not_a_loop() {
        assert_eq!(phases(&[[0.4, 0.6]; 12])[0].kind, Kind::Loop);
        // A win that can be had at any time stays at 0: that is not a repetition.
        assert_eq!(phases(&[[0.0, 1.0]; 12])[0].kind, Kind::First);
        assert_eq!(phases(&[[0.4, 0.6]; 7])[0].kind, Kind::Balanced);
    }
}
