//! The single conspiracy number of every turn of a game.

use quandary_search::expectimax::Depth;
use quandary_search::scn::{Scn, against_chance};

use crate::quad::QuadRules;
use crate::rules::{Board, Rules, Shape};
use crate::strategy::linear::{AnyLinear, Linear, Weights};
use crate::strategy::view::view;

/// How numbers are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// How deep the tree is; the player's own depth in the article.
    pub depth: Depth,
    /// C0: the threshold is C0 · 2^k while the largest tile is 2^k. The article prints neither this nor its
    /// first threshold.
    pub threshold: f64,
}

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The position.
    pub board: Board,
    /// The exponent of its largest tile.
    pub largest: u8,
    /// Its single conspiracy number.
    pub scn: Scn,
}

/// Counts the numbers of positions.
pub struct Counter<'c> {
    rules: Rules,
    quads: QuadRules,
    linear: &'c Linear,
    any: AnyLinear,
    scale: Scale,
}

impl<'c> Counter<'c> {
    /// With these weights, whose tables are `linear`.
    pub fn new(rules: Rules, weights: &Weights, linear: &'c Linear, scale: Scale) -> Counter<'c> {
        Counter {
            rules,
            quads: QuadRules::new(rules.fours),
            linear,
            any: AnyLinear::new(weights, rules.shape),
            scale,
        }
    }

    /// The threshold for positions whose largest tile is 2^k.
    pub fn threshold(&self, largest: u8) -> f64 {
        self.scale.threshold * f64::from(1_u32 << largest)
    }

    /// The turn at a position.
    pub fn turn(&self, board: Board) -> Turn {
        let largest = board.largest();
        let threshold = self.threshold(largest);
        let seen = if self.rules.shape == Shape::STANDARD { view(board) } else { None };
        // A view that had to lower tiles would be compared with the wrong threshold.
        let scn = match seen.filter(|quad| quad.largest() == largest) {
            Some(quad) => against_chance(&self.quads, self.linear, &quad, self.scale.depth, threshold),
            None => against_chance(&self.rules, &self.any, &board, self.scale.depth, threshold),
        };
        Turn { board, largest, scn }
    }
}

/// Over what the numbers are normalised to [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The whole game, as equation 11 reads.
    Game,
    /// Each stretch between two new largest tiles, since the threshold changes there.
    Milestone,
}

/// The numbers of a game's turns in [0, 1]: (n - min) / (max - min) over the finite ones. What can never be
/// reached is as difficult as anything gets: 1. Where all are equal they are 0.
///
/// ```
/// use quandary_search::scn::Scn;
/// use quandary_twenty48::measure::turns::normalised;
/// assert_eq!(normalised(&[Scn::new(2), Scn::new(6), Scn::NEVER, Scn::new(4)]), [0.0, 1.0, 1.0, 0.5]);
/// assert_eq!(normalised(&[Scn::new(7), Scn::new(7)]), [0.0, 0.0]);
/// ```
pub fn normalised(numbers: &[Scn]) -> Vec<f64> {
    let finite = || numbers.iter().filter_map(|number| number.finite());
    let (least, most) = (finite().min().unwrap_or(0), finite().max().unwrap_or(0));
    numbers
        .iter()
        .map(|number| match number.finite() {
            None => 1.0,
            Some(_) if most == least => 0.0,
            Some(n) => (n - least) as f64 / (most - least) as f64,
        })
        .collect()
}

/// The normalised numbers of a game.
pub fn normalise(turns: &[Turn], over: Over) -> Vec<f64> {
    match over {
        Over::Game => normalised(&turns.iter().map(|turn| turn.scn).collect::<Vec<_>>()),
        Over::Milestone => turns
            .chunk_by(|a, b| a.largest == b.largest)
            .flat_map(|chunk| normalised(&chunk.iter().map(|turn| turn.scn).collect::<Vec<_>>()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::strategy::linear::WEIGHTS;

    /// The definition, word by word, over the exact rules and without any short cut.
    fn by_definition(rules: &Rules, any: &AnyLinear, board: Board, plies: u32, threshold: f64) -> Scn {
        use quandary_core::rules::Chance;
        use quandary_search::expectimax::Evaluate;
        let mut moves = Vec::new();
        rules.moves(&board, &mut moves);
        let reached = |board: &Board| any.state(board) >= threshold;
        if moves.is_empty() {
            return if reached(&board) { Scn::REACHED } else { Scn::NEVER };
        }
        if plies == 0 {
            return Scn::new(u64::from(!reached(&board)));
        }
        moves
            .into_iter()
            .map(|direction| {
                let (after, _) = rules.apply(&board, direction);
                if plies == 1 {
                    return Scn::new(u64::from(!reached(&after)));
                }
                let mut next = Vec::new();
                rules.outcomes(&after, &mut next);
                next.into_iter()
                    .map(|(board, _)| by_definition(rules, any, board, plies - 2, threshold))
                    .fold(Scn::REACHED, |sum, number| sum + number)
            })
            .min()
            .unwrap()
    }

    #[test]
    fn numbers_are_counted_as_defined() {
        let rules = Rules::STANDARD;
        let linear = Linear::new(&WEIGHTS[1]);
        let any = AnyLinear::new(&WEIGHTS[1], rules.shape);
        let seed = quandary_core::Seed(6);
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..60 {
            let (board, _) =
                crate::generate::position(&rules, crate::rules::Start::Usual, index * 15, seed, index);
            for plies in 1..=3 {
                let threshold = 18.0 + 2.0 * (index % 8) as f64;
                let scale = Scale { depth: Depth::Plies(plies), threshold };
                let counter = Counter::new(rules, &WEIGHTS[1], &linear, scale);
                let turn = counter.turn(board);
                let expected = by_definition(&rules, &any, board, plies, counter.threshold(board.largest()));
                assert_eq!(turn.scn, expected, "{board:?} {plies}");
                seen.insert(turn.scn);
            }
        }
        assert!(seen.len() > 5, "the cases must differ: {seen:?}");
    }

    #[test]
    fn a_dead_position_is_reached_or_never() {
        let (_, board) = parse_board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2", None).unwrap();
        let linear = Linear::new(&WEIGHTS[1]);
        for (threshold, expected) in [(1.0, Scn::REACHED), (1e6, Scn::NEVER)] {
            let scale = Scale { depth: Depth::BelowRoot(2), threshold };
            assert_eq!(Counter::new(Rules::STANDARD, &WEIGHTS[1], &linear, scale).turn(board).scn, expected);
        }
    }
}
