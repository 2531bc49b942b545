//! Heuristic search for any two-player game: what a position looks like it is worth, this many moves ahead.
//!
//! This is a measuring instrument, not a champion. A value at depth d is *exactly* the minimax value of the tree d
//! moves deep, with captures played out beyond it: the table, the order of the moves and the null windows change how
//! many positions are looked at and never what is found, so that two runs with different memory give the same
//! numbers. (A program that plays for its life would take deeper values where the table has them, and would prune.)
//!
//! ```
//! use quandary_core::rules::{Rules, Side, Turn};
//! use quandary_core::{Budget, Outcome};
//! use quandary_search::minimax::{Heuristic, Table, WIN, search};
//!
//! /// Take one, two or three matches; the player who takes the last one wins.
//! struct Nim;
//!
//! impl Rules for Nim {
//!     type State = (u32, Side);
//!     type Move = u32;
//!     fn turn(&self, &(left, side): &(u32, Side)) -> Turn {
//!         if left == 0 { Turn::Over(side.other().wins()) } else { Turn::To(side) }
//!     }
//!     fn moves(&self, &(left, _): &(u32, Side), out: &mut Vec<u32>) {
//!         out.extend(1..=left.min(3));
//!     }
//!     fn apply(&self, &(left, side): &(u32, Side), taken: u32) -> (u32, Side) {
//!         (left - taken, side.other())
//!     }
//! }
//!
//! impl Heuristic for Nim {
//!     fn worth(&self, _: &(u32, Side)) -> i32 {
//!         0
//!     }
//!     fn key(&self, &(left, side): &(u32, Side)) -> u64 {
//!         u64::from(left) << 1 | u64::from(side == Side::First)
//!     }
//! }
//!
//! let (found, out) = search(&Nim, &(6, Side::First), 4, &mut Table::new(10), &mut Budget::unlimited());
//! // Leave four, and win with the third move from here.
//! assert_eq!((found.best, found.value, out), (Some(2), WIN - 3, None));
//! assert_eq!(found.line.iter().sum::<u32>(), 6);
//! ```

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Exhausted, Outcome};

/// What a heuristic search asks of a game beyond its rules.
pub trait Heuristic: Rules {
    /// What a position that has not ended is worth to the first side, in the game's own units (hundredths of a man,
    /// of a disc, …). Its size stays below [`WORTH_LIMIT`].
    fn worth(&self, state: &Self::State) -> i32;

    /// A key for the transposition table: equal for equal states, and different for different ones but for chance.
    fn key(&self, state: &Self::State) -> u64;

    /// How promising a move looks before it is searched: larger is tried first.
    fn promise(&self, _state: &Self::State, _chosen: Self::Move) -> i32 {
        0
    }

    /// Appends the moves that are looked at: the legal ones, unless most of them are beside the point (on the empty far
    /// side of a large board). At least one where there is one; then values are those of the tree of these moves.
    fn candidates(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.moves(state, out);
    }

    /// Appends the moves without which a position is not quiet (captures). None: it is quiet.
    ///
    /// Where every legal move is among them, as in checkers when a capture is forced, nobody may let the position
    /// stand as it is.
    fn noisy(&self, _state: &Self::State, _out: &mut Vec<Self::Move>) {}
}

/// A win at once; a win at ply n is worth `WIN - n`, a loss the negative of that, a draw 0.
pub const WIN: i32 = 1_000_000_000;

/// No position that has not ended is worth as much as this.
pub const WORTH_LIMIT: i32 = 100_000_000;

/// Values beyond this are wins found, and not judgements.
pub(crate) const FOUND: i32 = WIN - 1_000_000;

/// Captures are played out this far; beyond it a position stands as it is.
const QUIET_PLIES: u32 = 32;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<M> {
    /// The value for the side to move (for the first side, when the game is over).
    pub value: i32,
    /// The best move; `None` when the game is over or not even depth 1 was finished.
    pub best: Option<M>,
    /// The best moves of both sides, as far as they are known.
    pub line: Vec<M>,
    /// The deepest search that was finished.
    pub depth: u32,
    /// Positions looked at, unfinished searches included.
    pub nodes: u64,
}

/// How many plies from here a value says that the game is won (positive) or lost (negative) by the side to move.
///
/// ```
/// use quandary_search::minimax::{WIN, win_in};
/// assert_eq!((win_in(WIN - 3), win_in(4 - WIN), win_in(250)), (Some(3), Some(-4), None));
/// ```
pub fn win_in(value: i32) -> Option<i32> {
    (value.abs() > FOUND).then(|| (WIN - value.abs()) * value.signum())
}

/// What an ended position is worth to a side, `ply` moves from the root.
pub fn ended(outcome: Outcome, side: Side, ply: u32) -> i32 {
    match outcome {
        Outcome::Drawn | Outcome::Unfinished => 0,
        _ if outcome == side.wins() => WIN - ply as i32,
        _ => ply as i32 - WIN,
    }
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    value: i32,
    /// The best move, as its place among the legal ones: a table serves every game.
    best: u16,
    depth: u8,
    bound: Bound,
}

/// What is remembered of positions searched. One table serves one game; clear it or make another for the next.
#[derive(Clone, Debug)]
pub struct Table {
    slots: Vec<Slot>,
    shift: u32,
}

impl Table {
    /// A table of 2^`bits` entries of 16 bytes; at least 2.
    pub fn new(bits: u32) -> Table {
        let bits = bits.clamp(1, 32);
        Table { slots: vec![Slot::default(); 1 << bits], shift: 64 - bits }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // Fibonacci hashing: keys need not be well mixed.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Slot> {
        let slot = self.slots[self.place(key)];
        (slot.bound != Bound::None && slot.key == key).then_some(slot)
    }

    #[inline]
    fn put(&mut self, slot: Slot) {
        let place = self.place(slot.key);
        self.slots[place] = slot;
    }
}

/// The value of a position `depth` moves ahead, by iterative deepening: with the budget exhausted, the deepest search
/// that was finished stands, and why the next one was not is said beside it.
///
/// - `game`, `state`: the rules with their judgement, and where the game stands;
/// - `depth`: moves of both sides; captures beyond them are played out ([`Heuristic::noisy`]); at most 255;
/// - `table`: what was found before helps; the values do not depend on it but for collisions of keys;
/// - `budget`: charged one for every position looked at.
///
/// Alpha-beta with null windows (Reinfeld 1983), best moves of shallower searches first, then killers, then what
/// [`Heuristic::promise`] says. Cost: about the square root of the whole tree when the order is good.
pub fn search<J: Heuristic>(
    game: &J,
    state: &J::State,
    depth: u32,
    table: &mut Table,
    budget: &mut Budget,
) -> (Evaluation<J::Move>, Option<Exhausted>) {
    let mut found = Evaluation { value: 0, best: None, line: Vec::new(), depth: 0, nodes: 0 };
    let side = match game.turn(state) {
        Turn::Over(outcome) => {
            found.value = ended(outcome, Side::First, 0);
            return (found, None);
        }
        Turn::To(side) => side,
    };
    found.value = for_side(game.worth(state), side);
    let before = budget.spent();
    let mut search = Search::new(game, table, budget);
    let mut stopped = None;
    for depth in 1..=depth.min(u32::from(u8::MAX)) {
        match search.node(state, side, depth, 0, (-WIN - 1, WIN + 1)) {
            Ok(value) => {
                let line = search.plies[0].line.clone();
                found = Evaluation { value, best: line.first().copied(), line, depth, nodes: 0 };
            }
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    found.nodes = search.budget.spent() - before;
    (found, stopped)
}

/// The exact value of every [candidate](Heuristic::candidates) `depth` moves ahead (that move included), for the side to move, in the order of
/// the rules.
///
/// Costs more than [`search`]: no move is cut off by a better one. The values are those that [`search`] would give
/// after each move, so the greatest is its value.
pub fn each_move<J: Heuristic>(
    game: &J,
    state: &J::State,
    depth: u32,
    table: &mut Table,
    budget: &mut Budget,
) -> Result<Vec<(J::Move, i32)>, Exhausted> {
    let Turn::To(side) = game.turn(state) else { return Ok(Vec::new()) };
    let mut moves = Vec::new();
    game.candidates(state, &mut moves);
    let mut search = Search::new(game, table, budget);
    moves
        .into_iter()
        .map(|chosen| {
            let child = game.apply(state, chosen);
            // Shallower searches first: they put the moves below in order.
            let mut value = 0;
            for depth in 0..depth.clamp(1, u32::from(u8::MAX)) {
                value = search.child(&child, side, depth, 1, (-WIN - 1, WIN + 1))?;
            }
            Ok((chosen, value))
        })
        .collect()
}

/// The value of a position `depth` moves ahead (at least 1), and all the moves that keep it, in the order of the rules.
///
/// Costs little more than [`search`]: a move is searched until it is worse than the best.
pub fn best_moves<J: Heuristic>(
    game: &J,
    state: &J::State,
    depth: u32,
    table: &mut Table,
    budget: &mut Budget,
) -> Result<(i32, Vec<J::Move>), Exhausted> {
    let side = match game.turn(state) {
        Turn::Over(outcome) => return Ok((ended(outcome, Side::First, 0), Vec::new())),
        Turn::To(side) => side,
    };
    let mut moves = Vec::new();
    game.candidates(state, &mut moves);
    let mut order: Vec<(i32, usize)> =
        moves.iter().enumerate().map(|(place, &chosen)| (game.promise(state, chosen), place)).collect();
    let mut search = Search::new(game, table, budget);
    let mut best = -WIN - 1;
    for depth in 0..depth.clamp(1, u32::from(u8::MAX)) {
        order.sort_by_key(|&(value, place)| (std::cmp::Reverse(value), place));
        best = -WIN - 1;
        for (value, place) in &mut order {
            let child = game.apply(state, moves[*place]);
            // One below the best: a move as good as the best still differs from a worse one.
            *value = search.child(&child, side, depth, 1, (best.max(-WIN) - 1, WIN + 1))?;
            best = best.max(*value);
        }
    }
    order.retain(|&(value, _)| value == best);
    order.sort_by_key(|&(_, place)| place);
    Ok((best, order.into_iter().map(|(_, place)| moves[place]).collect()))
}

/// The value of a position that is not searched, for the side to move, with captures played out.
pub fn quiet_value<J: Heuristic>(
    game: &J,
    state: &J::State,
    side: Side,
    budget: &mut Budget,
) -> Result<i32, Exhausted> {
    let mut table = Table::new(1);
    let mut search = Search::new(game, &mut table, budget);
    search.child(state, side, 0, 0, (-WIN - 1, WIN + 1))
}

#[inline]
pub(crate) fn for_side(worth: i32, side: Side) -> i32 {
    debug_assert!(worth.abs() < WORTH_LIMIT, "a judgement as large as a win: {worth}");
    match side {
        Side::First => worth,
        Side::Second => -worth,
    }
}

/// What is kept at a distance from the root, so that nothing is allocated while searching.
struct Ply<M> {
    moves: Vec<M>,
    /// How soon to try each move, and its place among them.
    order: Vec<(i32, u16)>,
    /// The best moves from here on.
    line: Vec<M>,
    /// Moves that refuted others at the same distance.
    killers: [Option<M>; 2],
}

impl<M> Default for Ply<M> {
    fn default() -> Ply<M> {
        Ply { moves: Vec::new(), order: Vec::new(), line: Vec::new(), killers: [None, None] }
    }
}

/// A search in progress: its buffers, and what it may spend.
pub(crate) struct Search<'a, J: Heuristic> {
    pub(crate) game: &'a J,
    table: &'a mut Table,
    pub(crate) budget: &'a mut Budget,
    plies: Vec<Ply<J::Move>>,
}

/// Values within which the true one matters.
type Window = (i32, i32);

impl<'a, J: Heuristic> Search<'a, J> {
    pub(crate) fn new(game: &'a J, table: &'a mut Table, budget: &'a mut Budget) -> Search<'a, J> {
        Search { game, table, budget, plies: Vec::new() }
    }

    /// The value of a leaf for the side to move, with captures played out.
    pub(crate) fn settled(
        &mut self,
        state: &J::State,
        side: Side,
        ply: u32,
        window: Window,
    ) -> Result<i32, Exhausted> {
        self.quiet(state, side, QUIET_PLIES, ply, window)
    }

    /// The value of a position reached by a move of `side`, for `side`, with `depth` moves to go.
    fn child(
        &mut self,
        state: &J::State,
        side: Side,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<i32, Exhausted> {
        match self.game.turn(state) {
            Turn::Over(outcome) => {
                self.line_ends(ply);
                Ok(ended(outcome, side, ply))
            }
            // A game may let the same side move twice; then the value is already ours.
            Turn::To(next) if next == side => self.node(state, next, depth, ply, window),
            Turn::To(next) => self.node(state, next, depth, ply, (-window.1, -window.0)).map(|value| -value),
        }
    }

    /// The value of a position for the side to move; beyond the window only a bound on it.
    fn node(
        &mut self,
        state: &J::State,
        side: Side,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
    ) -> Result<i32, Exhausted> {
        if depth == 0 {
            self.line_ends(ply);
            return self.quiet(state, side, QUIET_PLIES, ply, (alpha, beta));
        }
        self.budget.spend(1)?;
        self.line_ends(ply);
        let key = self.game.key(state);
        let known = self.table.get(key);
        // The line of best moves is followed to its end, so a value alone does not do on it.
        if let Some(slot) = known
            && u32::from(slot.depth) == depth
            && beta - alpha == 1
        {
            let value = from_here(slot.value, ply);
            match slot.bound {
                Bound::Exact => return Ok(value),
                Bound::AtLeast if value >= beta => return Ok(value),
                Bound::AtMost if value <= alpha => return Ok(value),
                _ => {}
            }
        }
        let mut own = std::mem::take(&mut self.plies[ply as usize]);
        self.set_order(state, known.map(|slot| slot.best), &mut own);
        let result = self.best(state, side, depth, ply, (alpha, beta), &mut own);
        self.plies[ply as usize] = own;
        let (value, best) = result?;
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(Slot { key, value: from_there(value, ply), best, depth: depth as u8, bound });
        Ok(value)
    }

    /// Tries the moves of a position in their order.
    fn best(
        &mut self,
        state: &J::State,
        side: Side,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
        own: &mut Ply<J::Move>,
    ) -> Result<(i32, u16), Exhausted> {
        let (mut value, mut best, mut floor) =
            (-WIN - 1, own.order.first().map_or(0, |first| first.1), alpha);
        for index in 0..own.order.len() {
            let place = own.order[index].1;
            let chosen = own.moves[place as usize];
            let child = self.game.apply(state, chosen);
            let mut of_child;
            if index == 0 || beta - floor == 1 {
                of_child = self.child(&child, side, depth - 1, ply + 1, (floor, beta))?;
            } else {
                // Is it better at all? Only then is it worth knowing by how much.
                of_child = self.child(&child, side, depth - 1, ply + 1, (floor, floor + 1))?;
                if of_child > floor && of_child < beta {
                    of_child = self.child(&child, side, depth - 1, ply + 1, (floor, beta))?;
                }
            }
            if of_child > value {
                (value, best) = (of_child, place);
                if value > alpha {
                    own.line.clear();
                    own.line.push(chosen);
                    own.line.extend_from_slice(&self.plies[ply as usize + 1].line);
                }
            }
            floor = floor.max(value);
            if floor >= beta {
                if own.killers[0] != Some(chosen) {
                    own.killers = [Some(chosen), own.killers[0]];
                }
                break;
            }
        }
        Ok((value, best))
    }

    /// Lists the moves of a position and the order in which to try them.
    fn set_order(&self, state: &J::State, known: Option<u16>, own: &mut Ply<J::Move>) {
        own.moves.clear();
        self.game.candidates(state, &mut own.moves);
        own.order.clear();
        for (place, &chosen) in own.moves.iter().enumerate() {
            let place = place as u16;
            let soon = if known == Some(place) {
                i32::MAX
            } else {
                let promise = self.game.promise(state, chosen);
                // Between a promising move and one that promises nothing.
                promise.saturating_add(i32::from(own.killers.contains(&Some(chosen))))
            };
            own.order.push((soon, place));
        }
        own.order.sort_unstable_by_key(|&(soon, place)| (std::cmp::Reverse(soon), place));
    }

    /// Plays captures until a position is quiet.
    fn quiet(
        &mut self,
        state: &J::State,
        side: Side,
        left: u32,
        ply: u32,
        (alpha, beta): Window,
    ) -> Result<i32, Exhausted> {
        self.budget.spend(1)?;
        let stands = for_side(self.game.worth(state), side);
        if left == 0 {
            return Ok(stands);
        }
        let place = self.buffer(ply);
        let mut own = std::mem::take(&mut self.plies[place]);
        own.moves.clear();
        self.game.noisy(state, &mut own.moves);
        let result = self.quieter(state, side, left, ply, (alpha, beta), stands, &mut own);
        self.plies[place] = own;
        result
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the inner part of one function, cut out to give its buffer back"
    )]
    fn quieter(
        &mut self,
        state: &J::State,
        side: Side,
        left: u32,
        ply: u32,
        (alpha, beta): Window,
        stands: i32,
        own: &mut Ply<J::Move>,
    ) -> Result<i32, Exhausted> {
        if own.moves.is_empty() {
            return Ok(stands);
        }
        let forced = own.moves.len() == self.game.options(state);
        let mut value = if forced { -WIN - 1 } else { stands };
        if value >= beta {
            return Ok(value);
        }
        own.order.clear();
        own.order.extend(
            own.moves
                .iter()
                .enumerate()
                .map(|(place, &chosen)| (self.game.promise(state, chosen), place as u16)),
        );
        own.order.sort_unstable_by_key(|&(soon, place)| (std::cmp::Reverse(soon), place));
        for &(_, place) in &own.order {
            let child = self.game.apply(state, own.moves[place as usize]);
            let (low, high) = (alpha.max(value), beta);
            let of_child = match self.game.turn(&child) {
                Turn::Over(outcome) => ended(outcome, side, ply + 1),
                Turn::To(next) if next == side => self.quiet(&child, next, left - 1, ply + 1, (low, high))?,
                Turn::To(next) => -self.quiet(&child, next, left - 1, ply + 1, (-high, -low))?,
            };
            value = value.max(of_child);
            if value >= beta {
                break;
            }
        }
        Ok(value)
    }

    /// Makes sure that there is a place for a ply and for the next one.
    fn buffer(&mut self, ply: u32) -> usize {
        let place = ply as usize;
        if self.plies.len() < place + 2 {
            self.plies.resize_with(place + 2, Ply::default);
        }
        place
    }

    fn line_ends(&mut self, ply: u32) {
        let place = self.buffer(ply);
        self.plies[place].line.clear();
    }
}

/// A value from the root, as the table keeps it: from the position itself.
fn from_there(value: i32, ply: u32) -> i32 {
    if value.abs() > FOUND { value + ply as i32 * value.signum() } else { value }
}

/// The reverse.
fn from_here(value: i32, ply: u32) -> i32 {
    if value.abs() > FOUND { value - ply as i32 * value.signum() } else { value }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;
    use crate::random_tree::{RandomNode, RandomTree};

    /// Minimax as the textbook has it: nothing is cut, nothing is remembered.
    fn plain(game: &RandomTree, spot: &RandomNode, side: Side, depth: u32, ply: u32) -> i32 {
        let mover = match game.turn(spot) {
            Turn::Over(outcome) => return ended(outcome, side, ply),
            Turn::To(mover) => mover,
        };
        let (mut moves, mut noisy) = (Vec::new(), Vec::new());
        game.moves(spot, &mut moves);
        game.noisy(spot, &mut noisy);
        let stands = if mover == Side::First { game.worth(spot) } else { -game.worth(spot) };
        let (best, tried) = match depth {
            0 if noisy.len() < moves.len() => (stands, noisy),
            0 => (-WIN - 1, noisy),
            _ => (-WIN - 1, moves),
        };
        let depth = depth.saturating_sub(1);
        let values =
            tried.into_iter().map(|chosen| plain(game, &game.apply(spot, chosen), mover, depth, ply + 1));
        let value = values.fold(best, i32::max);
        if mover == side { value } else { -value }
    }

    #[test]
    fn a_value_is_the_minimax_value_of_the_tree_whatever_the_table_holds() {
        let (mut large, mut small) = (Table::new(16), Table::new(2));
        let mut noisy_differ = 0;
        for seed in 0..300 {
            let game = RandomTree::new(Seed(seed), 7);
            let root = game.root();
            let Turn::To(side) = game.turn(&root) else { continue };
            large.clear();
            small.clear();
            for depth in 1..=5 {
                let truth = plain(&game, &root, side, depth, 0);
                let unlimited = &mut Budget::unlimited();
                let (found, out) = search(&game, &root, depth, &mut large, unlimited);
                assert_eq!((found.value, found.depth, out), (truth, depth, None), "seed {seed}");
                assert_eq!(search(&game, &root, depth, &mut small, unlimited).0.value, truth, "seed {seed}");
                let each = each_move(&game, &root, depth, &mut small, unlimited).unwrap();
                for &(chosen, value) in &each {
                    let child = game.apply(&root, chosen);
                    assert_eq!(value, plain(&game, &child, side, depth - 1, 1), "seed {seed}, {chosen}");
                }
                assert_eq!(each.iter().map(|one| one.1).max(), Some(truth));
                let good = each.iter().filter(|one| one.1 == truth).map(|one| one.0).collect::<Vec<_>>();
                assert_eq!(best_moves(&game, &root, depth, &mut small, unlimited), Ok((truth, good)));
                let best = found.best.unwrap();
                assert!(each.contains(&(best, truth)), "seed {seed}: the best move has the value");
                noisy_differ += u32::from(truth != plain(&game.quietened(), &root, side, depth, 0));
            }
        }
        assert!(noisy_differ > 100, "captures must matter in this test: {noisy_differ}");
    }

    #[test]
    fn the_line_is_legal_and_leads_to_the_value() {
        for seed in 0..200 {
            let game = RandomTree::new(Seed(seed), 6).quietened();
            let (root, mut table) = (game.root(), Table::new(8));
            let Turn::To(side) = game.turn(&root) else { continue };
            let (found, _) = search(&game, &root, 4, &mut table, &mut Budget::unlimited());
            let mut spot = root;
            for (ply, &chosen) in found.line.iter().enumerate() {
                assert!((chosen as usize) < game.options(&spot), "seed {seed}, ply {ply}");
                spot = game.apply(&spot, chosen);
            }
            let at_the_end = match game.turn(&spot) {
                Turn::Over(outcome) => ended(outcome, side, found.line.len() as u32),
                Turn::To(_) => {
                    assert_eq!(found.line.len(), 4, "seed {seed}: the line is as long as the search is deep");
                    for_side(game.worth(&spot), side)
                }
            };
            assert_eq!(at_the_end, found.value, "seed {seed}");
        }
    }

    #[test]
    fn a_search_that_ran_out_gives_the_last_depth_that_it_finished() {
        let game = RandomTree::new(Seed(3), 12);
        let (mut table, mut budget) = (Table::new(12), Budget::nodes(300));
        let (found, out) = search(&game, &game.root(), 12, &mut table, &mut budget);
        assert_eq!(out, Some(Exhausted::Nodes));
        assert!((1..12).contains(&found.depth), "{found:?}");
        let again = search(&game, &game.root(), found.depth, &mut Table::new(1), &mut Budget::unlimited()).0;
        assert_eq!((again.value, again.best), (found.value, found.best));
        let none = search(&game, &game.root(), 3, &mut table, &mut Budget::nodes(0));
        assert_eq!((none.0.best, none.0.depth, none.1), (None, 0, Some(Exhausted::Nodes)));
    }
}
