//! The best move of a position, by the strongest means at hand that answer within a second.
//!
//! | board | means |
//! |---|---|
//! | up to six cells | solved: the probability of the tile is exact |
//! | 4x4 with a trained network | expectimax over the network: values are points still to come |
//! | everything else | expectimax over a [judgement made by hand](crate::strategy::hand) |

use quandary_core::{Budget, Exhausted, InputError};
use serde::Serialize;

use crate::explain::{Explained, Meaning, decide};
use crate::rules::{Board, Direction, Rules, Shape};
use crate::solve::exact::{Unsolved, move_values};
use crate::strategy::best::{Best, Setting};
use crate::strategy::hand::{deepen, hint_nodes};
use crate::strategy::linear::{Linear, LinearPlayer, Weights};
use crate::strategy::network::Network;
use crate::strategy::view::view;
use quandary_search::expectimax::Depth;

/// Where the values of the moves come from.
#[derive(Clone, Copy)]
pub enum Guide<'g> {
    /// Every position that may follow is solved.
    Exact {
        /// The exponent of the tile to reach.
        target: u8,
        /// Memory for it, in bytes.
        memory: u64,
    },
    /// A trained network, on 4x4.
    Network(&'g Network, Setting),
    /// The access article's player.
    Linear(&'static Weights, Depth),
    /// The judgement made by hand, with so many nodes.
    Hand {
        /// Positions to look at.
        nodes: u64,
    },
}

/// Boards of at most this many cells are solved.
pub const EXACT_CELLS: usize = 6;

impl<'g> Guide<'g> {
    /// The strongest at hand for these rules: a network, if there is one.
    pub fn strongest(rules: &Rules, network: Option<(&'g Network, Setting)>) -> Guide<'g> {
        match network {
            _ if rules.shape.cells() <= EXACT_CELLS => {
                Guide::Exact { target: named_tile(rules), memory: 1 << 30 }
            }
            Some((network, setting)) if rules.shape == Shape::STANDARD => Guide::Network(network, setting),
            _ => Guide::Hand { nodes: hint_nodes(rules.shape) },
        }
    }
}

/// The exponent of the tile that a game on this board is about: 2048, or the largest where that cannot stand.
pub fn named_tile(rules: &Rules) -> u8 {
    rules.shape.largest_exponent(rules.fours.numerator() > 0).min(crate::play::WON_WITH)
}

/// How a hint came about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "strategy", rename_all = "kebab-case")]
pub enum How {
    /// Every position that may follow was solved.
    Exact {
        /// The tile to reach.
        target: u64,
    },
    /// Expectimax over a trained network.
    Network {
        /// The name of the setting.
        setting: &'static str,
        /// The player's own moves that were looked at.
        moves_ahead: u32,
        /// Branches less likely than this ended in the network's opinion.
        least_probability: f32,
    },
    /// Expectimax over a weighted sum of tiles.
    Expectimax {
        /// Layers of moves and of chance.
        plies: u32,
        /// The name of the weights.
        weights: &'static str,
        /// Positions looked at.
        nodes: u64,
    },
    /// Expectimax over a judgement made by hand.
    Hand {
        /// Layers of moves and of chance.
        plies: u32,
        /// Positions looked at.
        nodes: u64,
    },
}

/// A hint.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move and why; none when no move is left.
    pub explained: Option<Explained>,
    /// How it came about.
    pub how: How,
    /// Why it is less thorough than it would have been, where it is.
    pub stopped: Option<Exhausted>,
}

/// The best move of a position.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_twenty48::hint::{Guide, hint};
/// use quandary_twenty48::notation::parse_board;
/// use quandary_twenty48::rules::{Direction, Rules};
/// let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128", None).unwrap();
/// let rules = Rules::STANDARD;
/// let hint = hint(&rules, board, Guide::strongest(&rules, None), &mut Budget::unlimited()).unwrap();
/// assert_eq!(hint.explained.unwrap().decision.chosen, Direction::Down); // the 128 keeps its corner
/// ```
pub fn hint(rules: &Rules, board: Board, guide: Guide<'_>, budget: &mut Budget) -> Result<Hint, Unsolved> {
    let (values, meaning, how, stopped): (Vec<(Direction, f64)>, _, _, _) = match guide {
        Guide::Exact { target, memory } => {
            let values = move_values(rules, board, target, memory, budget, |_, _, _| {})?;
            let target = 1 << target;
            (values, Meaning::WinProbability { target }, How::Exact { target }, None)
        }
        Guide::Network(network, setting) => {
            crate::strategy::best::require_standard(rules.shape).map_err(Unsolved::Input)?;
            let seen = view(board).ok_or_else(|| {
                Unsolved::Input(
                    InputError::new(
                        "this board holds every tile from 2 to 32768, which the network does not know",
                    )
                    .expected("another strategy: hand or expectimax"),
                )
            })?;
            let mut player = Best::new(network, setting, rules.fours);
            let values = player.values(seen).iter().map(|valued| (valued.chosen, valued.value)).collect();
            let Setting { name, moves, least_probability } = setting;
            let how = How::Network { setting: name, moves_ahead: moves, least_probability };
            (values, Meaning::ExpectedScore, how, None)
        }
        Guide::Linear(weights, depth) => {
            let linear = Linear::new(weights);
            let found = LinearPlayer::new(*rules, weights, &linear, depth).search(board, budget)?;
            let values = found.options.iter().map(|choice| (choice.chosen, choice.value)).collect();
            let how = How::Expectimax { plies: depth.plies(), weights: weights.name, nodes: found.nodes };
            (values, Meaning::WeightedSum, how, None)
        }
        Guide::Hand { nodes } => {
            let judged = deepen(rules, board, nodes, budget);
            let meaning = Meaning::Judgement { moves_ahead: judged.plies.div_ceil(2) };
            let how = How::Hand { plies: judged.plies, nodes: judged.nodes };
            (judged.values, meaning, how, judged.stopped)
        }
    };
    Ok(Hint { explained: decide(rules, board, &values, meaning), how, stopped })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::rules::Fours;
    use quandary_core::StopFlag;

    #[test]
    fn every_board_has_a_hint_without_training_and_within_a_bounded_number_of_nodes() {
        for text in
            ["2 4 / 4 .", "2 4 8 / . . 2", "2 4 8 / . . 2 / 4 . .", "2 . . . / . 4 . . / 8 . . . / . . . 2"]
        {
            let (shape, board) = parse_board(text, None).unwrap();
            let rules = Rules { shape, fours: Fours::USUAL };
            let mut budget = Budget::nodes(5_000_000);
            let hint = hint(&rules, board, Guide::strongest(&rules, None), &mut budget).unwrap();
            let chosen = hint.explained.unwrap().decision.chosen;
            assert!(rules.slide(board, chosen).2, "{text}: {chosen}");
            assert_eq!(hint.stopped, None);
        }
    }

    #[test]
    fn an_interrupted_hint_is_a_shallower_hint() {
        let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / . 4 8 64 / . . 2 128", None).unwrap();
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let mut budget = Budget::unlimited().with_stop(stop);
        let hint = hint(&Rules::STANDARD, board, Guide::Hand { nodes: 1_000_000 }, &mut budget).unwrap();
        assert_eq!((hint.stopped, hint.how), (Some(Exhausted::Time), How::Hand { plies: 1, nodes: 3 }));
        assert!(hint.explained.is_some());
    }

    #[test]
    fn the_exact_hint_names_its_tile() {
        let (shape, board) = parse_board("2 4 / 4 .", None).unwrap();
        let rules = Rules { shape, fours: Fours::USUAL };
        let hint = hint(&rules, board, Guide::strongest(&rules, None), &mut Budget::unlimited()).unwrap();
        assert_eq!(hint.how, How::Exact { target: 32 });
        let explained = hint.explained.unwrap();
        assert_eq!(explained.meaning.heading(), "reaches 32");
        assert!(explained.alternatives.iter().all(|facts| (0.0..=1.0).contains(&facts.value)));
    }
}
