//! Ratings: numbers that say how often one player beats another.
//!
//! The model is Bradley and Terry's (1952) on Elo's scale: a player rated d points above another is expected to score
//! 1 / (1 + 10^(-d/400)) against it, so 191 points are three games of four. The ratings are those under which the results are
//! most likely. They are found by Newton's method; their intervals follow from how sharply the likelihood falls off around them.

/// The results of two players: what the first of them scored against the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The first player, by its place in the list.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// Games.
    pub games: u64,
    /// Points of the first: 1 for a win, 1/2 for a draw.
    pub points: f64,
}

/// A rating, and half the width of its interval at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating: the mean of all players is 0.
    pub value: f64,
    /// The interval is the value, plus and minus this.
    pub half: f64,
}

/// Elo points in a unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Points of a drawn game are added to each pair that met, so that a player who won everything has a rating, too.
const PRIOR_GAMES: f64 = 1.0;

/// Newton's method converges in a few steps; more than these change nothing.
const STEPS: usize = 100;

/// No step is longer: the first ones would overshoot where somebody won nearly everything.
const LONGEST_STEP: f64 = 1.0;

/// The ratings of this many players; none when the results do not connect all of them.
///
/// ```
/// use quandary_games::contest::rating::{Score, ratings};
/// // Three games of four are 191 points.
/// let scores = [Score { first: 0, second: 1, games: 1000, points: 250.0 }];
/// let rated = ratings(2, &scores).unwrap();
/// assert!((rated[1].value - rated[0].value - 190.8).abs() < 1.0);
/// ```
pub fn ratings(players: usize, scores: &[Score]) -> Option<Vec<Rating>> {
    let mut strength = vec![0.0_f64; players];
    for _ in 0..STEPS {
        let (slope, curve) = likelihood(&strength, scores);
        let inverse = inverse(curve)?;
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        let longest = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        let shrink = (LONGEST_STEP / longest).min(1.0);
        strength.iter_mut().zip(&step).for_each(|(own, step)| *own += shrink * step);
        if longest < 1e-10 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / players as f64;
    let covariance = inverse(likelihood(&strength, scores).1)?;
    // What was added to make the matrix invertible is taken off again.
    let spare = 1.0 / players as f64;
    Some(
        (0..players)
            .map(|own| Rating {
                value: SCALE * (strength[own] - mean),
                half: SCALE * quandary_core::stats::Z95 * (covariance[own][own] - spare).max(0.0).sqrt(),
            })
            .collect(),
    )
}

/// The slope of the logarithm of the likelihood, and how it curves down; the matrix of ones over their number is added, since
/// only differences of ratings count.
fn likelihood(strength: &[f64], scores: &[Score]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let mut slope = vec![0.0; players];
    let mut curve = vec![vec![1.0 / players as f64; players]; players];
    for &Score { first, second, games, points } in scores {
        let games = games as f64 + PRIOR_GAMES;
        let points = points + PRIOR_GAMES / 2.0;
        let expected = 1.0 / (1.0 + (strength[second] - strength[first]).exp());
        slope[first] += points - games * expected;
        slope[second] -= points - games * expected;
        let weight = games * expected * (1.0 - expected);
        curve[first][first] += weight;
        curve[second][second] += weight;
        curve[first][second] -= weight;
        curve[second][first] -= weight;
    }
    (slope, curve)
}

/// The inverse of a matrix by elimination; none when it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| matrix[one][column].abs().total_cmp(&matrix[other][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = 1.0 / matrix[column][column];
        for rows in [&mut matrix, &mut inverse] {
            rows[column].iter_mut().for_each(|value| *value *= scale);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for rows in [&mut matrix, &mut inverse] {
                let own = rows[column].clone();
                rows[row].iter_mut().zip(own).for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(first: usize, second: usize, games: u64, points: f64) -> Score {
        Score { first, second, games, points }
    }

    #[test]
    fn three_of_four_at_each_step_add_up_along_a_chain() {
        let chain = [score(1, 0, 4000, 3000.0), score(2, 1, 4000, 3000.0), score(3, 2, 4000, 3000.0)];
        let rated = ratings(4, &chain).unwrap();
        for pair in rated.windows(2) {
            assert!((pair[1].value - pair[0].value - 190.85).abs() < 0.5, "{rated:?}");
        }
        assert!(rated.iter().map(|rating| rating.value).sum::<f64>().abs() < 1e-6);
        // Ends of a chain are known less well than its middle.
        assert!(rated[0].half > rated[1].half && rated[3].half > rated[2].half, "{rated:?}");
    }

    #[test]
    fn more_games_make_the_interval_narrower_and_a_clean_sheet_has_a_rating() {
        let of = |games: u64| ratings(2, &[score(0, 1, games, games as f64 / 2.0)]).unwrap()[0];
        assert!((of(400).half / of(100).half - 0.5).abs() < 0.01, "four times the games");
        // n games between equals: the difference has the standard error 2 / sqrt(n), each rating half of it.
        assert!((of(100).half - 1.96 * SCALE / 101_f64.sqrt()).abs() < 0.1);
        let clean = ratings(2, &[score(0, 1, 20, 20.0)]).unwrap();
        assert!(clean[0].value > 200.0 && clean[0].value.is_finite());
    }

    #[test]
    fn players_who_never_met_have_no_common_scale() {
        assert_eq!(ratings(4, &[score(0, 1, 10, 5.0), score(2, 3, 10, 5.0)]), None);
    }
}
