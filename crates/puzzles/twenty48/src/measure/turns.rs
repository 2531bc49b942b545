//! The single conspiracy number of every turn of a game.

use std::cell::{Cell, RefCell};

use quandary_core::rules::Chance;
use quandary_core::{Budget, Exhausted};
use quandary_measures::progress;
use quandary_search::expectimax::{Depth, Evaluate, Unfold};
use quandary_search::scn::{Scn, against_chance};

use crate::quad::{Quad, QuadRules};
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
        let scn = match self.seen(board) {
            Some(quad) => against_chance(&self.quads, self.linear, &quad, self.scale.depth, threshold),
            None => against_chance(&self.rules, &self.any, &board, self.scale.depth, threshold),
        };
        Turn { board, largest, scn }
    }

    /// The same within a budget: one turn of a deep count may take minutes. An afterstate is a node.
    ///
    /// ```
    /// use quandary_core::{Budget, Exhausted, Seed};
    /// use quandary_search::expectimax::Depth;
    /// use quandary_twenty48::measure::turns::{Counter, Scale};
    /// use quandary_twenty48::rules::{Rules, Start};
    /// use quandary_twenty48::strategy::linear::{Linear, WEIGHTS};
    /// let linear = Linear::new(&WEIGHTS[0]);
    /// let scale = |depth| Scale { depth: Depth::BelowRoot(depth), threshold: 0.2 };
    /// let board = Rules::STANDARD.start(Start::Usual, &mut Seed(1).stream(0));
    /// let counter = |depth| Counter::new(Rules::STANDARD, &WEIGHTS[0], &linear, scale(depth));
    /// let within = counter(2).turn_within(board, &mut Budget::unlimited());
    /// assert_eq!(within, Ok(counter(2).turn(board)));
    /// assert_eq!(counter(12).turn_within(board, &mut Budget::nodes(10_000)), Err(Exhausted::Nodes));
    /// ```
    pub fn turn_within(&self, board: Board, budget: &mut Budget) -> Result<Turn, Exhausted> {
        let largest = board.largest();
        let threshold = self.threshold(largest);
        let depth = self.scale.depth;
        let scn = match self.seen(board) {
            Some(quad) => within(&self.quads, self.linear, &quad, depth, threshold, budget),
            None => within(&self.rules, &self.any, &board, depth, threshold, budget),
        };
        Ok(Turn { board, largest, scn: scn? })
    }

    /// The turns at these positions, as many as the budget allows, and why there are no more.
    pub fn turns(&self, boards: &[Board], budget: &mut Budget) -> (Vec<Turn>, Option<Exhausted>) {
        let mut turns = Vec::with_capacity(boards.len());
        for &board in boards {
            match self.turn_within(board, budget) {
                Ok(turn) => turns.push(turn),
                Err(why) => return (turns, Some(why)),
            }
        }
        (turns, None)
    }

    /// The board in one word, where it fits without lowering a tile: a lowered one would be compared with the wrong
    /// threshold.
    fn seen(&self, board: Board) -> Option<Quad> {
        let seen = if self.rules.shape == Shape::STANDARD { view(board) } else { None };
        seen.filter(|quad| quad.largest() == board.largest())
    }
}

/// [`against_chance`] within a budget.
fn within<C: Unfold, E: Evaluate<C>>(
    rules: &C,
    evaluation: &E,
    state: &C::State,
    depth: Depth,
    threshold: f64,
    budget: &mut Budget,
) -> Result<Scn, Exhausted> {
    let rationed = Rationed { rules, budget: RefCell::new(budget), stopped: Cell::new(None) };
    let scn = against_chance(&rationed, &Same(evaluation), state, depth, threshold);
    match rationed.stopped.get() {
        Some(why) => Err(why),
        None => Ok(scn),
    }
}

/// Rules that have no more branches once the budget is spent, so that a count over them ends soon; what it says is
/// then of no meaning.
struct Rationed<'r, C> {
    rules: &'r C,
    budget: RefCell<&'r mut Budget>,
    stopped: Cell<Option<Exhausted>>,
}

impl<C: Unfold> quandary_core::rules::Rules for Rationed<'_, C> {
    type State = C::State;
    type Move = C::Move;

    fn turn(&self, state: &C::State) -> quandary_core::rules::Turn {
        self.rules.turn(state)
    }

    fn moves(&self, state: &C::State, out: &mut Vec<C::Move>) {
        self.rules.moves(state, out);
    }

    fn apply(&self, state: &C::State, chosen: C::Move) -> C::State {
        self.rules.apply(state, chosen)
    }
}

impl<C: Unfold> Chance for Rationed<'_, C> {
    fn earn(&self, state: &C::State, chosen: C::Move) -> (C::State, f64) {
        self.rules.earn(state, chosen)
    }

    fn outcomes(&self, after: &C::State, out: &mut Vec<(C::State, f64)>) {
        self.each_outcome(after, |state, probability| out.push((state, probability)));
    }
}

impl<C: Unfold> Unfold for Rationed<'_, C> {
    fn each_bare_after(&self, state: &C::State, visit: impl FnMut(C::State)) {
        if self.stopped.get().is_none() {
            self.rules.each_bare_after(state, visit);
        }
    }

    fn each_outcome(&self, after: &C::State, visit: impl FnMut(C::State, f64)) {
        if self.stopped.get().is_none() {
            match self.budget.borrow_mut().spend(1) {
                Ok(()) => {}
                Err(why) => return self.stopped.set(Some(why)),
            }
            self.rules.each_outcome(after, visit);
        }
    }
}

/// The same evaluation, under rationed rules.
struct Same<'e, E>(&'e E);

impl<C: Unfold, E: Evaluate<C>> Evaluate<Rationed<'_, C>> for Same<'_, E> {
    fn state(&self, state: &C::State) -> f64 {
        self.0.state(state)
    }

    fn after(&self, after: &C::State) -> f64 {
        self.0.after(after)
    }

    fn dead(&self, state: &C::State) -> f64 {
        self.0.dead(state)
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

/// The numbers of a game's turns in [0, 1], as [`quandary_measures::progress::normalised`] has it.
///
/// ```
/// use quandary_search::scn::Scn;
/// use quandary_twenty48::measure::turns::normalised;
/// assert_eq!(normalised(&[Scn::new(2), Scn::new(6), Scn::NEVER, Scn::new(4)]), [0.0, 1.0, 1.0, 0.5]);
/// ```
pub fn normalised(numbers: &[Scn]) -> Vec<f64> {
    progress::normalised(&numbers.iter().map(|number| number.finite()).collect::<Vec<_>>())
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
    use quandary_core::rules::Rules as _;

    /// The definition, word by word, over the exact rules and without any short cut.
    fn by_definition(rules: &Rules, any: &AnyLinear, board: Board, plies: u32, threshold: f64) -> Scn {
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
                let after = rules.apply(&board, direction);
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
                assert_eq!(counter.turn_within(board, &mut Budget::unlimited()), Ok(turn));
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
    #[test]
    fn a_budget_that_runs_out_leaves_the_turns_counted_so_far() {
        let rules = Rules::STANDARD;
        let linear = Linear::new(&WEIGHTS[0]);
        let scale = Scale { depth: Depth::BelowRoot(2), threshold: 0.2 };
        let counter = Counter::new(rules, &WEIGHTS[0], &linear, scale);
        let boards: Vec<Board> = (0..30)
            .map(|index| {
                let start = crate::rules::Start::Usual;
                crate::generate::position(&rules, start, index * 15, quandary_core::Seed(6), index).0
            })
            .collect();
        let (all, stopped) = counter.turns(&boards, &mut Budget::unlimited());
        assert_eq!((all.len(), stopped), (30, None));
        let (some, stopped) = counter.turns(&boards, &mut Budget::nodes(20));
        assert!(!some.is_empty() && some.len() < 30, "{} turns", some.len());
        assert_eq!((some.as_slice(), stopped), (&all[..some.len()], Some(Exhausted::Nodes)));

        let stop = quandary_core::StopFlag::new();
        stop.raise(Exhausted::Cancelled);
        let deep = Counter::new(rules, &WEIGHTS[0], &linear, Scale { depth: Depth::BelowRoot(12), ..scale });
        let mut budget = Budget::unlimited().with_stop(stop);
        assert_eq!(deep.turns(&boards, &mut budget), (Vec::new(), Some(Exhausted::Cancelled)));
    }
}
