//! Single conspiracy numbers between two players.

use quandary_core::rules::{Side, Turn};
use quandary_core::{Budget, Exhausted};

use super::Scn;
use crate::minimax::{self, Heuristic, Search, Table, WIN, ended};

/// Which tree is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// Every move to the same depth. The number depends on nothing but the game and its evaluation.
    Full,
    /// Only the moves that alpha-beta visits, in the order of [`Heuristic::promise`] and without a table: moves that it
    /// cuts off are not counted. The first studies were made like this, with the modified alpha-beta of a playing
    /// program. The number then depends on the order of the moves, and a sum over part of the replies is too small.
    AlphaBeta,
}

/// The value of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Its evaluation without playing on.
    Plain,
    /// The same after captures have been played out.
    Quiet,
}

/// How numbers are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Moves deep; captures at the leaves apart.
    pub depth: u32,
    /// T, in the units of [`Heuristic::worth`]: the value that the position must reach, for the side in question.
    pub threshold: i32,
    /// Which tree is counted.
    pub breadth: Breadth,
    /// The value of a leaf.
    pub leaf: Leaf,
}

impl Scale {
    /// The whole tree, with captures played out.
    pub fn new(depth: u32, threshold: i32) -> Scale {
        Scale { depth, threshold, breadth: Breadth::Full, leaf: Leaf::Quiet }
    }
}

/// How many leaves must change their value before the position has at least the threshold's value for `side`.
///
/// - `side` plays for the threshold (max) and the other side against it (min), no matter which side is to move;
/// - `budget` is charged one for every position looked at.
///
/// On the whole tree a number is exact, although not every position is visited: a move is followed only while its sum
/// stays below the least so far, and a leaf's captures only until it is clear whether the leaf reaches the threshold.
///
/// ```
/// use quandary_core::Budget;
/// # use quandary_core::Outcome;
/// use quandary_core::rules::{Rules, Side, Turn};
/// use quandary_search::minimax::Heuristic;
/// use quandary_search::scn::{Scale, Scn, between_players};
/// /// Two choices each for four moves; its value is the first side's sum minus the second side's.
/// struct Sums;
/// # impl Rules for Sums {
/// #     type State = (u32, i32);
/// #     type Move = i32;
/// #     fn turn(&self, &(ply, _): &(u32, i32)) -> Turn {
/// #         match ply { 4 => Turn::Over(Outcome::Drawn), 0 | 2 => Turn::To(Side::First), _ => Turn::To(Side::Second) }
/// #     }
/// #     fn moves(&self, &(ply, _): &(u32, i32), out: &mut Vec<i32>) { if ply < 4 { out.extend([1, 3]) } }
/// #     fn apply(&self, &(ply, sum): &(u32, i32), chosen: i32) -> (u32, i32) {
/// #         (ply + 1, if ply % 2 == 0 { sum + chosen } else { sum - chosen })
/// #     }
/// # }
/// # impl Heuristic for Sums {
/// #     fn worth(&self, state: &(u32, i32)) -> i32 { state.1 }
/// #     fn key(&self, state: &(u32, i32)) -> u64 { u64::from(state.0) << 32 | u64::from(state.1 as u32) }
/// # }
/// let number = |threshold| {
///     between_players(&Sums, &(0, 0), Side::First, &Scale::new(2, threshold), &mut Budget::unlimited()).unwrap()
/// };
/// // Best play gives 3 - 3 = 0; for 1 one of two replies must turn out better than it looks, for 3 both.
/// assert_eq!((number(0), number(1), number(3)), (Scn::REACHED, Scn::new(1), Scn::new(2)));
/// ```
pub fn between_players<J: Heuristic>(
    game: &J,
    state: &J::State,
    side: Side,
    scale: &Scale,
    budget: &mut Budget,
) -> Result<Scn, Exhausted> {
    let mut table = Table::new(1);
    let search = Search::new(game, &mut table, budget);
    let mut count = Count { search, side, threshold: scale.threshold, leaf: scale.leaf };
    match scale.breadth {
        Breadth::Full => count.number(state, scale.depth, 0, Scn::NEVER),
        Breadth::AlphaBeta => Ok(count.visited(state, scale.depth, 0, (-WIN - 1, WIN + 1))?.1),
    }
}

/// The value, for `side`, of the tree on which numbers are counted: exactly the thresholds up to it are reached.
pub fn minimax_value<J: Heuristic>(
    game: &J,
    state: &J::State,
    side: Side,
    scale: &Scale,
    table: &mut Table,
    budget: &mut Budget,
) -> Result<i32, Exhausted> {
    let mover = match game.turn(state) {
        Turn::Over(outcome) => return Ok(ended(outcome, side, 0)),
        Turn::To(mover) => mover,
    };
    let value = match (scale.leaf, scale.depth) {
        (Leaf::Quiet, 0) => minimax::quiet_value(game, state, mover, budget)?,
        (Leaf::Quiet, depth) => {
            let (found, stopped) = minimax::search(game, state, depth, table, budget);
            if let Some(why) = stopped {
                return Err(why);
            }
            found.value
        }
        (Leaf::Plain, depth) => {
            let mut none = Table::new(1);
            let search = Search::new(game, &mut none, budget);
            let mut count = Count { search, side: mover, threshold: 0, leaf: Leaf::Plain };
            count.visited(state, depth, 0, (-WIN - 1, WIN + 1))?.0
        }
    };
    Ok(if mover == side { value } else { -value })
}

struct Count<'a, J: Heuristic> {
    search: Search<'a, J>,
    side: Side,
    threshold: i32,
    leaf: Leaf,
}

impl<J: Heuristic> Count<'_, J> {
    /// The number itself if it is below `bound`, and otherwise any number that is not.
    fn number(&mut self, state: &J::State, depth: u32, ply: u32, bound: Scn) -> Result<Scn, Exhausted> {
        self.search.budget.spend(1)?;
        let mover = match self.search.game.turn(state) {
            Turn::Over(outcome) => return Ok(Scn::ended(ended(outcome, self.side, ply) >= self.threshold)),
            Turn::To(mover) => mover,
        };
        if depth == 0 {
            return Ok(Scn::leaf(self.is_reached(state, mover, ply)?));
        }
        let moves = self.candidates(state, depth);
        let mut number = if mover == self.side { bound } else { Scn::REACHED };
        for chosen in moves {
            let child = self.search.game.apply(state, chosen);
            if mover == self.side {
                number = number.min(self.number(&child, depth - 1, ply + 1, number)?);
                if number == Scn::REACHED {
                    break;
                }
            } else {
                number = number + self.number(&child, depth - 1, ply + 1, Scn(bound.0 - number.0))?;
                if number >= bound {
                    break;
                }
            }
        }
        Ok(number)
    }

    /// The moves that are followed. Above the last ply the promising ones come first: that changes only how soon the
    /// number is found.
    fn candidates(&self, state: &J::State, depth: u32) -> Vec<J::Move> {
        let game = self.search.game;
        let mut moves = Vec::new();
        game.candidates(state, &mut moves);
        if depth > 1 {
            moves.sort_by_cached_key(|&chosen| std::cmp::Reverse(game.promise(state, chosen)));
        }
        moves
    }

    /// Whether a leaf reaches the threshold.
    fn is_reached(&mut self, state: &J::State, mover: Side, ply: u32) -> Result<bool, Exhausted> {
        let threshold = self.threshold;
        Ok(match self.leaf {
            Leaf::Plain => minimax::for_side(self.search.game.worth(state), self.side) >= threshold,
            // Only the side of the threshold on which the value lies matters.
            Leaf::Quiet if mover == self.side => {
                self.search.settled(state, mover, ply, (threshold - 1, threshold))? >= threshold
            }
            Leaf::Quiet => -self.search.settled(state, mover, ply, (-threshold, 1 - threshold))? >= threshold,
        })
    }

    /// Value and number of the part that alpha-beta visits, both for the side in question.
    fn visited(
        &mut self,
        state: &J::State,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<(i32, Scn), Exhausted> {
        self.search.budget.spend(1)?;
        let mover = match self.search.game.turn(state) {
            Turn::Over(outcome) => {
                let value = ended(outcome, self.side, ply);
                return Ok((value, Scn::ended(value >= self.threshold)));
            }
            Turn::To(mover) => mover,
        };
        let maximising = mover == self.side;
        if depth == 0 {
            let value = match self.leaf {
                Leaf::Plain => minimax::for_side(self.search.game.worth(state), self.side),
                Leaf::Quiet => {
                    let value = self.search.settled(state, mover, ply, (-WIN - 1, WIN + 1))?;
                    if maximising { value } else { -value }
                }
            };
            return Ok((value, Scn::leaf(value >= self.threshold)));
        }
        // Alpha-beta depends on the order, so all plies are sorted.
        let moves = self.candidates(state, depth.max(2));
        let (mut value, mut number) =
            if maximising { (-WIN - 1, Scn::NEVER) } else { (WIN + 1, Scn::REACHED) };
        for chosen in moves {
            let child = self.search.game.apply(state, chosen);
            let (of_child, its_number) = self.visited(&child, depth - 1, ply + 1, (alpha, beta))?;
            if maximising {
                (value, number) = (value.max(of_child), number.min(its_number));
                alpha = alpha.max(value);
            } else {
                (value, number) = (value.min(of_child), number + its_number);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok((value, number))
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::*;
    use crate::minimax::WORTH_LIMIT;
    use crate::proof::{BestFirst, ProofNumberSearch, ProofNumbers, pns};
    use crate::random_tree::{RandomNode, RandomTree, WORTH};
    use crate::scn::vector::vector;
    use crate::tree::Question;

    fn number(game: &RandomTree, spot: &RandomNode, side: Side, scale: &Scale) -> Scn {
        between_players(game, spot, side, scale, &mut Budget::unlimited()).unwrap()
    }

    fn of_proof(proof: u32) -> Scn {
        if proof == pns::INFINITE { Scn::NEVER } else { Scn::new(u64::from(proof)) }
    }

    const SIDES: [Side; 2] = [Side::First, Side::Second];

    #[test]
    fn at_the_largest_threshold_it_is_the_proof_number_and_at_the_least_it_is_0() {
        let (mut finite, mut trees) = (0, 0);
        for seed in 0..1200 {
            let game = RandomTree::new(Seed(seed), 8);
            for (side, depth) in SIDES.into_iter().flat_map(|side| (0..6).map(move |depth| (side, depth))) {
                // Leaves without captures: captures might find a win beyond the leaves of the proof number.
                let scale = |threshold| Scale { leaf: Leaf::Plain, ..Scale::new(depth, threshold) };
                let question = Question { rules: game, root: game.root(), side, draw_wins: false };
                let ProofNumbers { proof, disproof } = pns::full_width(&question, &game.root(), depth);
                let most = number(&game, &game.root(), side, &scale(WORTH_LIMIT));
                assert_eq!(most, of_proof(proof), "seed {seed}, depth {depth}");
                assert_eq!(number(&game, &game.root(), side, &scale(-WIN)), Scn::REACHED);
                // What disproves a win of one side is at least a draw of the other; a draw is worth 0.
                let draw = Question { draw_wins: true, side: side.other(), ..question };
                assert_eq!(pns::full_width(&draw, &game.root(), depth).proof, disproof);
                finite += u32::from(most.finite().is_some_and(|leaves| leaves > 0));
            }
            trees += 1;
        }
        assert!(trees >= 1000 && finite > 5000, "{trees} trees, {finite} numbers that say something");
    }

    /// The number by its definition on the tree that a proof-number search holds in memory.
    fn on_arena(
        search: &BestFirst<'_, Question<RandomTree>, ProofNumberSearch>,
        node: u32,
        question: &Question<RandomTree>,
        spot: &RandomNode,
    ) -> Scn {
        let here = search.arena().get(node);
        let mover = match question.rules.turn(spot) {
            Turn::Over(outcome) => return Scn::ended(outcome == question.side.wins()),
            Turn::To(mover) => mover,
        };
        if !here.is_expanded() {
            return Scn::leaf(false);
        }
        let children = (0..here.children()).map(|index| {
            let child = question.rules.apply(spot, index as u8);
            on_arena(search, search.arena().child(node, index), question, &child)
        });
        if mover == question.side {
            children.min().unwrap()
        } else {
            children.fold(Scn::REACHED, |sum, number| sum + number)
        }
    }

    #[test]
    fn it_is_the_proof_number_at_every_moment_of_a_proof_number_search() {
        let mut compared = 0;
        for seed in 0..1000 {
            let game = RandomTree::new(Seed(seed), 7);
            let question = Question { rules: game, root: game.root(), side: Side::First, draw_wins: false };
            let mut search = BestFirst::new(&question, ProofNumberSearch, 1 << 16);
            search.run_observed(&mut Budget::nodes(60), |search| {
                let numbers = search.root().numbers;
                assert_eq!(
                    on_arena(search, 0, &question, &game.root()),
                    of_proof(numbers.proof),
                    "seed {seed}"
                );
                compared += 1;
            });
        }
        assert!(compared > 5000, "{compared}");
    }

    #[test]
    fn the_vector_says_the_same_at_every_threshold() {
        for seed in 0..1200 {
            let game = RandomTree::new(Seed(seed), 6);
            for (side, leaf) in [(Side::First, Leaf::Plain), (Side::Second, Leaf::Quiet)] {
                for depth in 0..5 {
                    let whole =
                        vector(&game, &game.root(), side, depth, leaf, &mut Budget::unlimited()).unwrap();
                    let thresholds = (-WORTH - 1..=WORTH + 1).chain([-WIN, WORTH_LIMIT, WIN - 3, WIN]);
                    for threshold in thresholds {
                        let scale = Scale { leaf, ..Scale::new(depth, threshold) };
                        let single = number(&game, &game.root(), side, &scale);
                        assert_eq!(whole.to_reach(threshold), single, "seed {seed}, {scale:?}");
                    }
                    let scale = Scale { leaf, ..Scale::new(depth, 0) };
                    let (table, budget) = (&mut Table::new(4), &mut Budget::unlimited());
                    let value = minimax_value(&game, &game.root(), side, &scale, table, budget);
                    assert_eq!(whole.value(), value.unwrap(), "seed {seed}, depth {depth}");
                }
            }
        }
    }

    #[test]
    fn what_alpha_beta_visits_reaches_what_the_whole_tree_reaches() {
        let (mut same, mut other) = (0, 0);
        for seed in 0..400 {
            let game = RandomTree::new(Seed(seed), 7);
            for threshold in [-3, 0, 3] {
                let full = Scale::new(4, threshold);
                let cut = Scale { breadth: Breadth::AlphaBeta, ..full };
                let numbers = [full, cut].map(|scale| number(&game, &game.root(), Side::First, &scale));
                // If the value reaches the threshold, the line that reaches it is visited; but the number may also be 0
                // because replies that refute it were left out.
                if numbers[0] == Scn::REACHED {
                    assert_eq!(numbers[1], Scn::REACHED, "seed {seed}");
                }
                if numbers[0] == numbers[1] { same += 1 } else { other += 1 }
            }
        }
        assert!(same > 50 && other > 50, "{same} the same, {other} others");
    }

    #[test]
    fn a_budget_ends_the_count() {
        let game = RandomTree::new(Seed(3), 12);
        for breadth in [Breadth::Full, Breadth::AlphaBeta] {
            let scale = Scale { breadth, ..Scale::new(12, 3) };
            let result = between_players(&game, &game.root(), Side::First, &scale, &mut Budget::nodes(10));
            assert_eq!(result, Err(Exhausted::Nodes));
        }
    }
}
