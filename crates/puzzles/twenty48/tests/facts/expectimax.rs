//! The generic expectimax, on the fast board and on the exact rules, against a plain recursion.

use quandary_core::rules::Chance;
use quandary_core::{Budget, Exhausted, Seed, StopFlag, Stream};
use quandary_search::expectimax::{Depth, Evaluate, Expectimax, Table};
use quandary_twenty48::generate::position;
use quandary_twenty48::quad::{Quad, QuadRules};
use quandary_twenty48::rules::{Board, Direction, Fours, Rules, Start};
use quandary_twenty48::strategy::linear::{AnyLinear, Linear, WEIGHTS};

/// The definition: best move, mean over all spawns, evaluation where the plies end.
struct Reference<'r> {
    rules: &'r Rules,
    any: &'r AnyLinear,
    rewards: bool,
}

impl Reference<'_> {
    fn options(&self, board: Board, plies: u32) -> Vec<(Direction, f64)> {
        let mut options = Vec::new();
        for direction in Direction::ALL {
            let (after, earned, changed) = self.rules.slide(board, direction);
            if changed {
                let reward = if self.rewards { earned as f64 } else { 0.0 };
                options.push((direction, reward + self.after(after, plies - 1)));
            }
        }
        options
    }

    fn after(&self, after: Board, plies: u32) -> f64 {
        if plies == 0 {
            return self.any.state(&after);
        }
        let mut outcomes = Vec::new();
        self.rules.outcomes(&after, &mut outcomes);
        outcomes.into_iter().map(|(board, p)| p * self.state(board, plies - 1)).sum()
    }

    fn state(&self, board: Board, plies: u32) -> f64 {
        let options = if plies == 0 { Vec::new() } else { self.options(board, plies) };
        let best = options.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        if options.is_empty() { self.any.state(&board) } else { best }
    }
}

/// Positions from all stages of games that can still be played: some early and empty, some nearly dead.
fn positions(count: u64) -> impl Iterator<Item = Board> {
    let mut stream: Stream = Seed(15).stream(0);
    (0..)
        .map(move |index| position(&Rules::STANDARD, Start::Usual, stream.below(300), Seed(16), index).0)
        .filter(|board| !Rules::STANDARD.is_dead(*board))
        .take(count as usize)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn expectimax_agrees_with_the_definition_on_a_thousand_positions_at_1_to_3_plies() {
    agree(1000, &[Depth::Plies(1), Depth::Plies(2), Depth::Plies(3)]);
}

#[test]
fn expectimax_agrees_with_the_definition_on_a_thousand_positions_at_depths_1_to_3_as_the_article_counts() {
    agree(1000, &[Depth::BelowRoot(1), Depth::BelowRoot(2), Depth::BelowRoot(3)]);
}

fn agree(count: u64, depths: &[Depth]) {
    let rules = Rules::STANDARD;
    let quads = QuadRules::new(Fours::USUAL);
    let weights = &WEIGHTS[0];
    let (linear, any) = (Linear::new(weights), AnyLinear::new(weights, rules.shape));
    let (mut compared, mut nodes) = (0, 0);
    let mut table = Table::new(12);
    for board in positions(count) {
        for &depth in depths {
            for rewards in [false, true] {
                let reference = Reference { rules: &rules, any: &any, rewards };
                let expected = reference.options(board, depth.plies());
                let search =
                    Expectimax { rules: &quads, evaluation: &linear, depth, rewards, least_probability: 0.0 };
                let quad = Quad::from_board(board).unwrap();
                let plain = search.run(&quad, &mut Budget::unlimited()).unwrap();
                table.clear();
                let kept = search.run_with_table(&quad, &mut Budget::unlimited(), &mut table).unwrap();
                for found in [&plain, &kept] {
                    assert_eq!(found.options.len(), expected.len(), "{board:?}");
                    for (choice, (direction, value)) in found.options.iter().zip(&expected) {
                        assert_eq!(choice.chosen, *direction);
                        assert!(
                            close(choice.value, *value),
                            "{board:?} {depth:?}: {choice:?} is not {value}"
                        );
                    }
                }
                assert!(kept.nodes <= plain.nodes && !expected.is_empty());
                compared += 1;
                nodes += plain.nodes;
            }
        }
    }
    assert_eq!(compared, 2 * count * depths.len() as u64);
    assert!(nodes > 40 * compared, "the positions must have room to move: {nodes} nodes");
}

#[test]
fn the_general_rules_give_the_values_of_the_fast_board() {
    let rules = Rules::STANDARD;
    let quads = QuadRules::new(Fours::USUAL);
    let (linear, any) = (Linear::new(&WEIGHTS[2]), AnyLinear::new(&WEIGHTS[2], rules.shape));
    for board in positions(40) {
        let depth = Depth::BelowRoot(2);
        let slow =
            Expectimax { rules: &rules, evaluation: &any, depth, rewards: false, least_probability: 0.0 };
        let fast =
            Expectimax { rules: &quads, evaluation: &linear, depth, rewards: false, least_probability: 0.0 };
        let slow = slow.run(&board, &mut Budget::unlimited()).unwrap();
        let fast = fast.run(&Quad::from_board(board).unwrap(), &mut Budget::unlimited()).unwrap();
        assert_eq!(slow.nodes, fast.nodes);
        for (a, b) in slow.options.iter().zip(&fast.options) {
            assert!(a.chosen == b.chosen && close(a.value, b.value), "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_budget_that_is_too_small_ends_the_search() {
    let quads = QuadRules::new(Fours::USUAL);
    let linear = Linear::new(&WEIGHTS[0]);
    let search = Expectimax {
        rules: &quads,
        evaluation: &linear,
        depth: Depth::Plies(3),
        rewards: false,
        least_probability: 0.0,
    };
    let board = Quad(0x0001_0000_0010_0000);
    assert_eq!(search.run(&board, &mut Budget::nodes(5)).err(), Some(Exhausted::Nodes));
    // A deep search notices a raised flag long before it would be done.
    let stop = StopFlag::new();
    stop.raise(Exhausted::Cancelled);
    let deep = Expectimax { depth: Depth::Plies(12), ..search };
    let mut budget = Budget::unlimited().with_stop(stop);
    assert_eq!(deep.run(&board, &mut budget).err(), Some(Exhausted::Cancelled));
    assert!(budget.spent() < 10_000);
}
