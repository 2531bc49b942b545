//! The best move of a position, by the strongest means at hand that answer within a second.
//!
//! | board | means |
//! |---|---|
//! | up to six cells | solved: the probability of the tile is exact |
//! | 4x4 with a trained network | expectimax over the network: values are points still to come |
//! | everything else | expectimax over a [judgement made by hand](crate::strategy::hand) |

use std::fmt;

use quandary_core::words::thousands;
use quandary_core::{Context, Exhausted, InputError, Stop};
use quandary_search::expectimax::Depth;
use quandary_verbs::Hint;
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::{Meaning, MoveExplanation, Why, decide};
use crate::rules::{Board, Direction, Rules, Shape};
use crate::solve::exact::move_values;
use crate::solve::size::ORDINARY_MEMORY;
use crate::strategy::best::{Best, Setting, require_standard};
use crate::strategy::champion::{Card, Champion};
use crate::strategy::hand::{STRENGTH, Strength, deepen, hint_nodes};
use crate::strategy::linear::{Linear, LinearPlayer, Weights};
use crate::strategy::view::familiar;

/// Where the values of the moves come from.
#[derive(Clone, Copy)]
pub enum Guide<'g> {
    /// Every position that may follow is solved.
    Exact {
        /// The exponent of the tile to reach.
        target: u8,
    },
    /// A trained network, on 4x4.
    Network(&'g Champion, Setting),
    /// The access article's player.
    Linear(&'static Weights, Depth),
    /// The judgement made by hand, with this many nodes.
    Hand {
        /// Positions to look at.
        nodes: u64,
    },
}

/// Boards of at most this many cells are solved.
pub const EXACT_CELLS: usize = 6;

impl<'g> Guide<'g> {
    /// The strongest at hand for these rules: a network, if there is one.
    pub fn strongest(rules: &Rules, network: Option<(&'g Champion, Setting)>) -> Guide<'g> {
        match network {
            _ if rules.shape.cells() <= EXACT_CELLS => Guide::Exact { target: rules.named_tile() },
            Some((network, setting)) if rules.shape == Shape::STANDARD => Guide::Network(network, setting),
            _ => Guide::Hand { nodes: hint_nodes(rules.shape) },
        }
    }
}

/// How a hint came about.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
        /// The network.
        network: Card,
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
        /// How strong such a player is with far fewer positions a move: on 4x4 with the usual dice.
        #[serde(skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
    },
}

impl How {
    /// Whose opinion the values are and how strong that player is; nothing where they are exact.
    pub fn whose(&self) -> Option<String> {
        match self {
            How::Exact { .. } => None,
            How::Network { setting, network, .. } => Some(format!("by `{setting}` over {network}")),
            How::Expectimax { weights, .. } => Some(format!("by the weights `{weights}`")),
            How::Hand { strength, .. } => {
                let strength = strength.map_or_else(String::new, |strength| format!(": {strength}"));
                Some(format!("by `hand`{strength}"))
            }
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Exact { target } => {
                write!(f, "Every position that may follow is solved, up to the tile {target}.")
            }
            How::Network { setting, moves_ahead, network, .. } => {
                write!(f, "By `{setting}`, {moves_ahead} moves ahead over {network}.")
            }
            How::Expectimax { plies, weights, nodes } => {
                let nodes = thousands(*nodes);
                write!(f, "By expectimax, {plies} plies over the weights `{weights}`, {nodes} positions.")
            }
            How::Hand { plies, nodes, strength } => {
                write!(f, "By `hand`, {plies} plies, {} positions.", thousands(*nodes))?;
                strength.map_or(Ok(()), |strength| write!(f, " Its strength: {strength}."))
            }
        }
    }
}

/// A hint and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct SourcedHint {
    /// The move and why; none when no move is left.
    pub hint: Hint<Why>,
    /// How it came about.
    pub how: How,
    /// Why it is less thorough than it would have been, where it is.
    pub stopped: Option<Exhausted>,
}

/// The best move of a position. When the budget runs out before the guide has an answer, one by hand takes its place.
///
/// ```
/// use quandary_core::Context;
/// use quandary_twenty48::hint::{Guide, advise};
/// use quandary_twenty48::notation::parse_board;
/// use quandary_twenty48::rules::Rules;
/// let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128", None).unwrap();
/// let rules = Rules::STANDARD;
/// let advised = advise(&rules, board, Guide::strongest(&rules, None), &Context::bare()).unwrap();
/// assert_eq!(advised.hint.decision.unwrap().chosen, "down"); // the 128 keeps its corner
/// ```
pub fn advise(
    rules: &Rules,
    board: Board,
    guide: Guide<'_>,
    context: &Context<'_>,
) -> Result<SourcedHint, Stop> {
    match guided(rules, board, guide, context) {
        Err(Stop::Exhausted(why)) => {
            let instead = guided(rules, board, Guide::Hand { nodes: 1 }, context)?;
            Ok(SourcedHint { stopped: Some(why), ..instead })
        }
        advised => advised,
    }
}

fn guided(rules: &Rules, board: Board, guide: Guide<'_>, context: &Context<'_>) -> Result<SourcedHint, Stop> {
    let mut budget = context.budget.clone();
    let (values, meaning, how, stopped): (Vec<(Direction, f64)>, _, _, _) = match guide {
        Guide::Exact { target } => {
            let memory = budget.memory_or(ORDINARY_MEMORY as usize) as u64;
            let report = |what: &str, done, total| context.progress.report(what, done, total);
            let values = move_values(rules, board, target, memory, &mut budget, report)?;
            let target = 1 << target;
            (values, Meaning::WinProbability { target }, How::Exact { target }, None)
        }
        Guide::Network(Champion { network, card }, setting) => {
            require_standard(rules.shape)?;
            let seen = familiar(board).ok_or_else(|| {
                InputError::new(
                    "this board holds every tile from 2 to 32768, which the network does not know",
                )
                .expected("another strategy: hand or expectimax")
            })?;
            let mut player = Best::new(network, setting, rules.fours);
            let values = player.values(seen).iter().map(|valued| (valued.chosen, valued.value)).collect();
            let Setting { name, moves, least_probability } = setting;
            let how =
                How::Network { setting: name, moves_ahead: moves, least_probability, network: card.clone() };
            (values, Meaning::ExpectedScore, how, None)
        }
        Guide::Linear(weights, depth) => {
            let linear = Linear::new(weights);
            let found = LinearPlayer::new(*rules, weights, &linear, depth).search(board, &mut budget)?;
            let values = found.options.iter().map(|choice| (choice.chosen, choice.value)).collect();
            let how = How::Expectimax { plies: depth.plies(), weights: weights.name, nodes: found.nodes };
            (values, Meaning::WeightedSum, how, None)
        }
        Guide::Hand { nodes } => {
            let judged = deepen(rules, board, nodes, &mut budget);
            let meaning = Meaning::Judgement { moves_ahead: judged.plies.div_ceil(2) };
            let usual = *rules == Rules::STANDARD;
            let strength = usual.then_some(STRENGTH);
            let how = How::Hand { plies: judged.plies, nodes: judged.nodes, strength };
            (judged.values, meaning, how, judged.stopped)
        }
    };
    let hint = decide(rules, board, &values, meaning)
        .map_or_else(|| Hint::none(meaning.value_is()), MoveExplanation::hint);
    Ok(SourcedHint { hint, how, stopped })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::rules::Fours;
    use quandary_core::{Budget, Probability, StopFlag};

    #[test]
    fn every_board_has_a_hint_without_training_and_within_a_bounded_number_of_nodes() {
        for text in
            ["2 4 / 4 .", "2 4 8 / . . 2", "2 4 8 / . . 2 / 4 . .", "2 . . . / . 4 . . / 8 . . . / . . . 2"]
        {
            let (shape, board) = parse_board(text, None).unwrap();
            let rules = Rules { shape, fours: Fours::USUAL };
            let context = Context::bare().at_most(5_000_000);
            let advised = advise(&rules, board, Guide::strongest(&rules, None), &context).unwrap();
            let chosen: Direction = advised.hint.decision.unwrap().chosen.parse().unwrap();
            assert!(rules.slide(board, chosen).2, "{text}: {chosen}");
            assert_eq!(advised.stopped, None);
        }
    }

    #[test]
    fn an_interrupted_hint_is_a_shallower_hint() {
        let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / . 4 8 64 / . . 2 128", None).unwrap();
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
        let advised = advise(&Rules::STANDARD, board, Guide::Hand { nodes: 1_000_000 }, &context).unwrap();
        assert_eq!(
            (advised.stopped, advised.how),
            (Some(Exhausted::Time), How::Hand { plies: 1, nodes: 3, strength: Some(STRENGTH) })
        );
        assert!(advised.hint.decision.is_some());
    }

    #[test]
    fn a_guide_without_an_answer_in_time_leaves_a_hint_by_hand() {
        let (shape, board) = parse_board("2 4 8 / 4 . .", None).unwrap();
        let rules = Rules { shape, fours: Fours::USUAL };
        let guide = Guide::strongest(&rules, None);
        let advised = advise(&rules, board, guide, &Context::bare().at_most(20)).unwrap();
        assert_eq!(advised.stopped, Some(Exhausted::Nodes));
        assert!(matches!(advised.how, How::Hand { plies: 1, .. }) && advised.hint.decision.is_some());
    }

    #[test]
    fn the_exact_hint_names_its_tile_and_is_certain() {
        let (shape, board) = parse_board("2 4 / 4 .", None).unwrap();
        let rules = Rules { shape, fours: Fours::USUAL };
        let advised = advise(&rules, board, Guide::strongest(&rules, None), &Context::bare()).unwrap();
        assert_eq!(advised.how, How::Exact { target: 32 });
        assert!(advised.hint.decision.as_ref().unwrap().certain);
        assert!(advised.hint.to_string().contains("reaches 32 with probability 0.0"), "{}", advised.hint);
    }

    #[test]
    fn a_hint_by_judgement_is_not_called_certain() {
        let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / . 4 8 64 / . . 2 128", None).unwrap();
        let guide = Guide::Hand { nodes: 1000 };
        let hint = advise(&Rules::STANDARD, board, guide, &Context::bare()).unwrap().hint;
        let decision = hint.decision.unwrap();
        assert!(
            !decision.certain && decision.probability.is_some_and(Probability::is_certain),
            "{decision:?}"
        );
    }
}
