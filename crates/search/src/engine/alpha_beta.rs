//! Alpha-beta for players: everything that makes it look further at the price of sometimes overlooking something.
//!
//! | what | where it is from |
//! |---|---|
//! | null windows around the best move found so far | Reinfeld 1983 |
//! | passes: a side still ahead after one needs no deep search | Donninger 1993 |
//! | late moves searched less deep, the later the less | Heinz 2000 and many programs since |
//! | moves ordered by killers, answers and history | Akl and Newborn 1977, Uiterwijk 1992, Schaeffer 1983 |
//! | a window around the value of the last depth | Gillogly 1972 |
//!
//! What it says of forced wins is true all the same. A position counts as lost only if every legal move was searched and
//! loses, and nothing that was skipped, passed or judged can be taken for a win; so a value beyond all judgements is proved.

use quandary_core::{Budget, Exhausted};

use super::board::{Board, OnBoard};
use super::memory::{Memory, from_here};
use super::order::{Experience, Picker};
use super::{Engine, Thought};
use crate::minimax::{Bound, FOUND, WIN, win_in};

/// What the search may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruning {
    /// Passes, late moves searched less deep or not at all, and captures that cannot help.
    pub skips: bool,
    /// Positions in check are searched a move deeper, and deeper values from the table are taken.
    pub extends: bool,
}

impl Pruning {
    /// Nothing is left out and nothing added: the value is that of plain minimax with noisy moves played out.
    pub const NONE: Pruning = Pruning { skips: false, extends: false };
    /// As a player wants it.
    pub const FULL: Pruning = Pruning { skips: true, extends: true };
}

/// An engine for games with a [`Board`]: iterative deepening, a table, and selective alpha-beta.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_core::rules::{Rules, Side, Turn};
/// use quandary_search::engine::{AlphaBeta, Board, Engine, OnBoard};
/// use quandary_search::minimax::WIN;
///
/// /// Take one, two or three matches; the player who takes the last one wins.
/// struct Nim;
///
/// impl Rules for Nim {
///     type State = (u32, Side);
///     type Move = u32;
///     fn turn(&self, &(left, side): &(u32, Side)) -> Turn {
///         if left == 0 { Turn::Over(side.other().wins()) } else { Turn::To(side) }
///     }
///     fn moves(&self, &(left, _): &(u32, Side), out: &mut Vec<u32>) {
///         out.extend(1..=left.min(3));
///     }
///     fn apply(&self, &(left, side): &(u32, Side), taken: u32) -> (u32, Side) {
///         (left - taken, side.other())
///     }
/// }
///
/// /// The matches left, and how many were taken each time.
/// struct Matches(u32, Vec<u32>);
///
/// impl Board for Matches {
///     type Move = u32;
///     const PLACES: usize = 4;
///     fn play(&mut self, taken: u32) -> bool {
///         self.0 -= taken;
///         self.1.push(taken);
///         true
///     }
///     fn undo(&mut self) {
///         self.0 += self.1.pop().unwrap_or(0);
///     }
///     fn key(&self) -> u64 {
///         self.0.into()
///     }
///     fn evaluate(&mut self) -> i32 {
///         0
///     }
///     fn quiet(&self, out: &mut Vec<u32>) {
///         out.extend(1..=self.0.min(3));
///     }
///     fn code(taken: u32) -> u32 {
///         taken
///     }
///     fn recall(&self, code: u32) -> Option<u32> {
///         (1..=self.0.min(3)).contains(&code).then_some(code)
///     }
///     fn place(&self, taken: u32) -> usize {
///         taken as usize
///     }
/// }
///
/// impl OnBoard for Nim {
///     type Board = Matches;
///     fn board(&self, &(left, _): &(u32, Side)) -> Matches {
///         Matches(left, Vec::new())
///     }
/// }
///
/// let mut engine = AlphaBeta::<Matches>::new(1 << 16);
/// let thought = engine.think(&Nim, &(6, Side::First), &mut Budget::unlimited(), &mut |_| ()).unwrap();
/// // Leave four, and win with the third move from here.
/// assert_eq!((thought.best, thought.value, thought.proved), (2, WIN - 3, true));
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<B: Board> {
    memory: Memory,
    experience: Experience,
    pruning: Pruning,
    most_depth: u32,
    most_lines: usize,
    lines: Vec<Line<B::Move>>,
}

/// How a game goes on after one of the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// What it is worth to the side to move.
    pub value: i32,
    /// The moves of both sides.
    pub moves: Vec<M>,
}

/// Gets each better thought, with its lines.
pub type Hear<'h, M> = dyn FnMut(&Thought<M>, &[Line<M>]) + 'h;

/// No line is followed further from the root.
const MOST_PLIES: usize = 120;

impl<B: Board> AlphaBeta<B> {
    /// With a table of about this many bytes.
    pub fn new(bytes: usize) -> AlphaBeta<B> {
        AlphaBeta {
            memory: Memory::new(bytes),
            experience: Experience::new(B::PLACES),
            pruning: Pruning::FULL,
            most_depth: 64,
            most_lines: 1,
            lines: Vec::new(),
        }
    }

    /// The same engine with other pruning.
    #[must_use]
    pub fn with_pruning(self, pruning: Pruning) -> AlphaBeta<B> {
        AlphaBeta { pruning, ..self }
    }

    /// The same engine, never looking further than this many moves, extensions not counted.
    #[must_use]
    pub fn to_depth(self, most_depth: u32) -> AlphaBeta<B> {
        AlphaBeta { most_depth: most_depth.clamp(1, MOST_PLIES as u32 / 2), ..self }
    }

    /// The same engine, which gives true values of this many moves, not only of the best. Each costs about as much again.
    #[must_use]
    pub fn with_lines(self, most_lines: usize) -> AlphaBeta<B> {
        AlphaBeta { most_lines: most_lines.max(1), ..self }
    }

    /// The best lines of the last thought, best first: those of one depth.
    pub fn lines(&self) -> &[Line<B::Move>] {
        &self.lines
    }

    /// Thinks about what is on a board: see [`Engine::think`]. With each thought come its lines, as [`AlphaBeta::lines`] has
    /// them.
    pub fn ponder(
        &mut self,
        mut board: B,
        budget: &mut Budget,
        hear: &mut Hear<'_, B::Move>,
    ) -> Option<Thought<B::Move>> {
        self.lines.clear();
        self.memory.grow_older();
        self.experience.fade();
        board.prepare(budget);
        let before = budget.spent();
        let mut search = Search {
            memory: &mut self.memory,
            experience: &mut self.experience,
            budget,
            pruning: self.pruning,
            plies: Vec::new(),
            asked: 0,
        };
        search.plies.resize_with(MOST_PLIES + 2, Ply::default);
        let mut moves = search.legal(&mut board);
        if moves.is_empty() {
            return None;
        }
        let most_lines = self.most_lines.min(moves.len());
        let mut thought: Option<Thought<B::Move>> = None;
        for depth in 1..=self.most_depth {
            let mut finished = 0;
            search.asked = depth as usize;
            while finished < most_lines && search.narrowed(&mut board, &mut moves, finished, depth).is_ok() {
                finished += 1;
            }
            // Equal ones stay in their order.
            moves[..finished].sort_by_key(|own| std::cmp::Reverse(own.value));
            let stopped = finished < most_lines;
            // What was finished of a depth that was not still counts for the best move: the last best was searched first.
            let changed =
                moves[0].depth == depth && thought.as_ref().is_none_or(|last| last.best != moves[0].chosen);
            if !stopped || changed {
                let seen = moves[..finished.max(1)].iter();
                let mut known: Vec<Line<B::Move>> =
                    seen.map(|own| Line { value: own.value, moves: own.line.clone() }).collect();
                // What was not looked at again keeps the value of the depth before.
                for line in &self.lines {
                    if known.len() < most_lines && known.iter().all(|own| own.moves[0] != line.moves[0]) {
                        known.push(line.clone());
                    }
                }
                self.lines = known;
                let best = &self.lines[0];
                let deeper = Thought {
                    best: best.moves[0],
                    value: best.value,
                    proved: win_in(best.value).is_some(),
                    depth: if finished == 0 { depth - 1 } else { depth },
                    nodes: search.budget.spent() - before,
                    line: best.moves.clone(),
                    ranked: self.lines.iter().map(|line| (line.moves[0], line.value)).collect(),
                };
                hear(&deeper, &self.lines);
                thought = Some(deeper);
            }
            let Some(thought) = &thought else { break };
            // A win or loss this near has been seen to its end.
            let seen = win_in(thought.value).is_some_and(|plies| plies.unsigned_abs() <= depth);
            if stopped || seen {
                break;
            }
        }
        thought
    }
}

impl<R: OnBoard> Engine<R> for AlphaBeta<R::Board> {
    fn think(
        &mut self,
        rules: &R,
        state: &R::State,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Thought<R::Move>),
    ) -> Option<Thought<R::Move>> {
        rules.turn(state).side()?;
        self.ponder(rules.board(state), budget, &mut |thought, _| hear(thought))
    }

    fn forget(&mut self) {
        self.memory.clear();
        self.experience.clear();
    }
}

/// A move at the root, and what is known of it.
struct RootMove<M> {
    chosen: M,
    value: i32,
    /// The depth of the search in which the value was found to be better than those before.
    depth: u32,
    line: Vec<M>,
}

/// What is kept at a distance from the root, so that nothing is allocated while searching.
struct Ply<M> {
    picker: Picker<M>,
    /// The best moves from here on.
    line: Vec<M>,
    /// Quiet moves tried.
    tried: Vec<M>,
    /// The judgement here; none in check.
    stands: Option<i32>,
    /// The place of the move made here, none for a pass.
    made: Option<usize>,
}

impl<M: Copy + PartialEq> Default for Ply<M> {
    fn default() -> Ply<M> {
        Ply { picker: Picker::default(), line: Vec::new(), tried: Vec::new(), stands: None, made: None }
    }
}

/// A search in progress.
struct Search<'a, B: Board> {
    memory: &'a mut Memory,
    experience: &'a mut Experience,
    budget: &'a mut Budget,
    pruning: Pruning,
    plies: Vec<Ply<B::Move>>,
    /// How deep the search at the root is.
    asked: usize,
}

/// Values within which the true one matters.
type Window = (i32, i32);

/// Less than every value.
const LEAST: i32 = -WIN - 1;

/// How much less deep the n-th quiet move is searched with this many moves to go: 0.8 + ln(depth) ln(n) / 2.3, as fixed
/// numbers, so that every machine has the same.
static LATER: [[u8; 64]; 32] = {
    // 16 times the natural logarithm.
    const LOG: [u32; 64] = {
        let mut log = [0; 64];
        let mut n = 2;
        while n < 64 {
            // ln n = ln(n - 1) + about 1 / (n - 1/2), in units of 2^-16.
            log[n] = log[n - 1] + 131_072 / (2 * n as u32 - 1);
            n += 1;
        }
        log
    };
    let mut later = [[0; 64]; 32];
    let mut depth = 1;
    while depth < 32 {
        let mut n = 1;
        while n < 64 {
            let product = (LOG[depth] as u64 * LOG[n] as u64) >> 16;
            later[depth][n] = ((52_429 + product * 10 / 23) >> 16) as u8;
            n += 1;
        }
        depth += 1;
    }
    later
};

impl<B: Board> Search<'_, B> {
    /// The legal moves at the root, the most promising first.
    fn legal(&mut self, board: &mut B) -> Vec<RootMove<B::Move>> {
        let mut picker = Picker::default();
        let known = self.memory.get(board.key()).map_or(0, |entry| entry.best);
        picker.begin(board, known, [0; 3], true);
        let mut moves = Vec::new();
        while let Some(chosen) = picker.next(board, self.experience) {
            if board.play(chosen) {
                board.undo();
                moves.push(RootMove { chosen, value: LEAST, depth: 0, line: vec![chosen] });
            }
        }
        moves
    }

    /// Finds the best of the moves from `skip` on and puts it there, first within a window around its last value.
    fn narrowed(
        &mut self,
        board: &mut B,
        moves: &mut [RootMove<B::Move>],
        skip: usize,
        depth: u32,
    ) -> Result<(), Exhausted> {
        let last = moves[skip].value;
        let narrow = depth >= 5 && self.pruning.skips && last.abs() < FOUND;
        let mut size = (B::MARGIN / 4).max(1);
        let (mut low, mut high) = if narrow { (last - size, last + size) } else { (LEAST, -LEAST) };
        loop {
            let value = self.root(board, moves, skip, depth, (low, high))?;
            if value <= low && low > LEAST {
                size *= 2;
                low = if size > 8 * B::MARGIN { LEAST } else { value.max(LEAST + size) - size };
            } else if value >= high && high < -LEAST {
                size *= 2;
                high = if size > 8 * B::MARGIN { -LEAST } else { value.min(-LEAST - size) + size };
            } else {
                return Ok(());
            }
        }
    }

    /// The value of the best of the moves from `skip` on, which is put there.
    fn root(
        &mut self,
        board: &mut B,
        moves: &mut [RootMove<B::Move>],
        skip: usize,
        depth: u32,
        (low, high): Window,
    ) -> Result<i32, Exhausted> {
        let (mut best, mut alpha) = (LEAST, low);
        let in_check = board.in_check();
        let depth_left = depth as i32 + i32::from(in_check && self.pruning.extends);
        self.plies[0].stands = (!board.must_move()).then(|| board.evaluate());
        for at in skip..moves.len() {
            let chosen = moves[at].chosen;
            let noisy = board.is_noisy(chosen);
            self.plies[0].made = Some(board.place(chosen));
            if !board.play(chosen) {
                continue;
            }
            let value = if at == skip {
                -self.node(board, depth_left - 1, 1, (-high, -alpha))?
            } else {
                let mut less = 0;
                if self.pruning.skips && depth >= 3 && !noisy && !in_check && !board.must_move() {
                    let n = (at - skip).min(63);
                    less = (i32::from(LATER[depth.min(31) as usize][n]) - 1).clamp(0, depth_left - 2);
                }
                let mut value = -self.node(board, depth_left - 1 - less, 1, (-alpha - 1, -alpha))?;
                if value > alpha && less > 0 {
                    value = -self.node(board, depth_left - 1, 1, (-alpha - 1, -alpha))?;
                }
                if value > alpha && value < high {
                    value = -self.node(board, depth_left - 1, 1, (-high, -alpha))?;
                }
                value
            };
            board.undo();
            if at == skip || value > alpha {
                let own = &mut moves[at];
                own.value = value;
                // Below the window it is no more than a bound.
                own.depth = if value > low { depth } else { own.depth };
                own.line.clear();
                own.line.push(chosen);
                own.line.extend_from_slice(&self.plies[1].line);
                // The best stands first, the others keep their order.
                moves[skip..=at].rotate_right(1);
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= high {
                break;
            }
        }
        if skip == 0 && best > low && best < high {
            let stands = self.plies[0].stands.unwrap_or(0);
            let code = B::code(moves[0].chosen);
            self.memory.put(board.key(), best, stands, code, depth_left, Bound::Exact, 0);
        }
        Ok(best)
    }

    /// The value of a position for the side to move; beyond the window only a bound on it.
    fn node(
        &mut self,
        board: &mut B,
        depth: i32,
        ply: usize,
        (mut alpha, mut beta): Window,
    ) -> Result<i32, Exhausted> {
        self.plies[ply].line.clear();
        if let Some(value) = board.settled(depth) {
            self.budget.spend(1)?;
            return Ok(from_here(value, ply));
        }
        let in_check = board.in_check();
        // A row of checks would go on for ever.
        let extended = in_check && self.pruning.extends && ply < 2 * self.asked + 4;
        let depth = depth + i32::from(extended);
        if depth <= 0 || ply >= MOST_PLIES {
            return self.calm(board, ply, (alpha, beta));
        }
        self.budget.spend(1)?;
        let open = beta - alpha > 1;
        // Nothing here is better than a win with the next move, nor worse than to have lost already.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = board.key();
        let known = self.memory.get(key);
        if let Some(entry) = known
            && !open
            && let Some(value) = entry.decides(depth, !self.pruning.extends, ply, (alpha, beta))
        {
            return Ok(value);
        }
        // What stands where something must be done says little.
        let stands = (!board.must_move()).then(|| match known {
            Some(entry) => entry.stands,
            None => board.evaluate(),
        });
        self.plies[ply].stands = stands;
        let improving = match (stands, ply.checked_sub(2).and_then(|before| self.plies[before].stands)) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        };
        if self.pruning.skips
            && !open
            && beta.abs() < FOUND
            && let Some(stands) = stands
            && let Some(value) = self.without_a_search(board, (depth, ply), beta, stands, improving)?
        {
            return Ok(value);
        }
        // Without a move to begin with, a search this deep is better made when there is one.
        let depth = if self.pruning.skips && depth >= 5 && known.is_none() { depth - 1 } else { depth };
        let mut picker = std::mem::take(&mut self.plies[ply].picker);
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        let before = ply.checked_sub(1).and_then(|before| self.plies[before].made);
        let [first, second] = self.experience.killers(ply);
        let special = [first, second, self.experience.answer(before)];
        picker.begin(board, known.map_or(0, |entry| entry.best), special, true);
        tried.clear();
        let mut at = Node { depth, ply, alpha, beta, stands, improving, before };
        let result = self.best(board, &mut at, &mut picker, &mut tried);
        self.plies[ply].picker = picker;
        self.plies[ply].tried = tried;
        let (value, best) = result?;
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.memory.put(key, value, stands.unwrap_or(0), best.map_or(0, B::code), depth, bound, ply);
        Ok(value)
    }

    /// A value that is good enough though no move was searched to the full depth.
    fn without_a_search(
        &mut self,
        board: &mut B,
        (depth, ply): (i32, usize),
        beta: i32,
        stands: i32,
        improving: bool,
    ) -> Result<Option<i32>, Exhausted> {
        // So far ahead that nothing this near will change it.
        let ahead = B::MARGIN * (depth - i32::from(improving));
        if depth <= 5 && stands - ahead >= beta {
            return Ok(Some(stands));
        }
        let after_pass = ply > 0 && self.plies[ply - 1].made.is_none();
        if depth < 3 || stands < beta || after_pass || !board.may_pass() {
            return Ok(None);
        }
        let less = 2 + depth / 6 + ((stands - beta) / (2 * B::MARGIN)).min(1);
        self.plies[ply].made = None;
        board.pass();
        let value = -self.node(board, depth - less, ply + 1, (-beta, 1 - beta))?;
        board.unpass();
        // A win after a pass proves nothing.
        Ok((value >= beta).then_some(value.min(FOUND - 1).max(beta)))
    }

    /// Tries the moves of a position, the most promising first.
    fn best(
        &mut self,
        board: &mut B,
        node: &mut Node,
        picker: &mut Picker<B::Move>,
        tried: &mut Vec<B::Move>,
    ) -> Result<(i32, Option<B::Move>), Exhausted> {
        let Node { depth, ply, mut alpha, beta, stands, improving, before } = *node;
        let open = beta - alpha > 1;
        let skips = self.pruning.skips;
        let (mut value, mut best, mut legal) = (LEAST, None, 0_usize);
        while let Some(chosen) = picker.next(board, self.experience) {
            let noisy = board.is_noisy(chosen);
            let place = board.place(chosen);
            // Only once something is known that does not lose: what loses in every way must have been searched in every way.
            let mut skip = false;
            if skips
                && !open
                && value > -FOUND
                && let Some(stands) = stands
                && depth <= 4
            {
                let few = ((4 + depth * depth) * if improving { 2 } else { 1 }) as usize;
                let hopeless = stands + B::MARGIN * (depth + 1) <= alpha;
                skip = if noisy {
                    depth <= 3 && legal > 0 && board.is_losing(chosen)
                } else {
                    legal > few || hopeless && legal > 0
                };
            }
            self.plies[ply].made = Some(place);
            if !board.play(chosen) {
                continue;
            }
            // A check is never skipped.
            if skip && !board.in_check() {
                board.undo();
                continue;
            }
            legal += 1;
            let of_move = if legal == 1 {
                -self.node(board, depth - 1, ply + 1, (-beta, -alpha))?
            } else {
                let mut less = 0;
                if skips && depth >= 3 && !noisy && stands.is_some() && !board.must_move() {
                    less = i32::from(LATER[depth.min(31) as usize][legal.min(63)]) - i32::from(open)
                        + i32::from(!improving)
                        - self.experience.of(place) / 6_000;
                    less = less.clamp(0, depth - 2);
                }
                let mut of_move = -self.node(board, depth - 1 - less, ply + 1, (-alpha - 1, -alpha))?;
                // Is it better at all? Only then is it worth knowing by how much.
                if of_move > alpha && less > 0 {
                    of_move = -self.node(board, depth - 1, ply + 1, (-alpha - 1, -alpha))?;
                }
                if of_move > alpha && of_move < beta {
                    of_move = -self.node(board, depth - 1, ply + 1, (-beta, -alpha))?;
                }
                of_move
            };
            board.undo();
            if !noisy {
                tried.push(chosen);
            }
            if of_move > value {
                value = of_move;
                if value > alpha {
                    alpha = value;
                    best = Some(chosen);
                    if open {
                        self.line_begins(ply, chosen);
                    }
                }
            }
            if alpha >= beta {
                if !noisy {
                    self.experience.learn(board, chosen, tried, before, (depth, ply));
                }
                break;
            }
        }
        if legal == 0 {
            value = from_here(board.without_moves(), ply);
        }
        Ok((value, best))
    }

    /// The value where the search ends, with noisy moves played out.
    fn calm(&mut self, board: &mut B, ply: usize, (mut alpha, beta): Window) -> Result<i32, Exhausted> {
        self.budget.spend(1)?;
        self.plies[ply].line.clear();
        if ply >= MOST_PLIES {
            return Ok(board.evaluate());
        }
        let (pressed, open) = (board.must_move(), beta - alpha > 1);
        let known = if self.pruning.extends { self.memory.get(board.key()) } else { None };
        if let Some(entry) = known
            && !open
            && let Some(value) = entry.decides(0, false, ply, (alpha, beta))
        {
            return Ok(value);
        }
        let (mut value, mut stands) = (LEAST, None);
        if !pressed {
            value = board.evaluate();
            stands = Some(value);
            if value >= beta {
                return Ok(value);
            }
            alpha = alpha.max(value);
        }
        let mut picker = std::mem::take(&mut self.plies[ply].picker);
        picker.begin(board, known.map_or(0, |entry| entry.best), [0; 3], pressed);
        let mut legal = 0;
        let mut result = Ok(());
        while let Some(chosen) = picker.next(board, self.experience) {
            if self.pruning.skips
                && let Some(stands) = stands
            {
                let most = stands.saturating_add(board.gain(chosen)).saturating_add(B::MARGIN);
                if most <= alpha {
                    value = value.max(most);
                    continue;
                }
                if board.is_losing(chosen) {
                    continue;
                }
            }
            if !board.play(chosen) {
                continue;
            }
            legal += 1;
            self.plies[ply + 1].line.clear();
            let of_move = match board.settled(0) {
                Some(settled) => Ok(from_here(settled, ply + 1)),
                None => self.calm(board, ply + 1, (-beta, -alpha)),
            };
            let of_move = match of_move {
                Ok(of_move) => -of_move,
                Err(why) => {
                    result = Err(why);
                    break;
                }
            };
            board.undo();
            value = value.max(of_move);
            if value > alpha {
                alpha = value;
                if open {
                    self.line_begins(ply, chosen);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply].picker = picker;
        result?;
        if pressed && legal == 0 {
            value = from_here(board.without_moves(), ply);
        }
        Ok(value)
    }
}

impl<B: Board> Search<'_, B> {
    /// The best line from here: a move, and what is best after it.
    fn line_begins(&mut self, ply: usize, chosen: B::Move) {
        let (own, below) = self.plies.split_at_mut(ply + 1);
        own[ply].line.clear();
        own[ply].line.push(chosen);
        own[ply].line.extend_from_slice(&below[0].line);
    }
}

/// What is known of a position whose moves are tried.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    stands: Option<i32>,
    improving: bool,
    /// The place of the move before.
    before: Option<usize>,
}
