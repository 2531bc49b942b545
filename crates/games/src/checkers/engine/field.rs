use std::sync::OnceLock;

use quandary_core::Budget;
use quandary_search::engine::Board;
use quandary_search::minimax::WIN;

use super::super::board::{BOTTOM, Move, Position, TOP, step};
use super::super::endings::{Ending, Endings};
use super::super::rules::{Checkers, Draws, State};
use super::judge::judge;

/// A win that the table knows but the count of quiet moves may not leave time for: beyond every judgement, no win by force.
const LIKELY: i32 = 5_000;

/// Up to this many pieces at the root the endings of four pieces are worth their second of solving; before, three will do.
const NEAR_THE_END: u32 = 10;

static OF_THREE: OnceLock<Endings> = OnceLock::new();
static OF_FOUR: OnceLock<Endings> = OnceLock::new();

/// The endings of this many pieces, solved once for all searches; none if the time or the memory of this one is not enough.
fn endings(pieces: u32, solved: &'static OnceLock<Endings>, budget: &Budget) -> Option<&'static Endings> {
    if let Some(solved) = solved.get() {
        return Some(solved);
    }
    let now = Endings::up_to(pieces, &mut budget.with_nodes(u64::MAX), |_, _| {}).ok()?;
    Some(solved.get_or_init(|| now))
}

/// The pieces, and the way they came.
#[derive(Clone)]
pub struct Field {
    rules: Checkers,
    position: Position,
    quiet: u8,
    /// What was before, and the moves without progress then.
    past: Vec<(Position, u8)>,
    endings: Option<&'static Endings>,
    /// Most pieces that the tables know.
    known: u32,
    /// Whether a search from here does without tables.
    without_tables: bool,
}

impl Field {
    /// A position with the past that still counts, and no endings before a search needs them.
    pub fn new(rules: Checkers, state: &State) -> Field {
        let mut past: Vec<(Position, u8)> = state.past().map(|met| (*met, 0)).collect();
        past.reverse();
        let first = state.quiet().saturating_sub(past.len() as u8);
        for (quiet, met) in (first..).zip(&mut past) {
            met.1 = quiet;
        }
        let (position, quiet) = (state.position, state.quiet());
        Field { rules, position, quiet, past, endings: None, known: 0, without_tables: false }
    }

    /// The same for a search that does without tables of endings, which take a second or two when they are first needed.
    pub fn without_tables(rules: Checkers, state: &State) -> Field {
        Field { without_tables: true, ..Field::new(rules, state) }
    }

    /// Whether a second or two go into tables of endings before the first move from here is searched.
    pub fn waits_for_tables(position: &Position) -> bool {
        position.pieces() <= NEAR_THE_END
    }

    /// The men of the side to move that a step would crown.
    fn crowning(&self) -> u64 {
        let (own, _) = self.position.sides();
        let empty = self.position.empty();
        let men = own & !self.position.kings;
        let (last, back) = if self.position.black_to_move { (BOTTOM, [2, 3]) } else { (TOP, [0, 1]) };
        men & (step(empty & last, back[0]) | step(empty & last, back[1]))
    }

    fn crowns(&self, chosen: Move) -> bool {
        let last = if self.position.black_to_move { BOTTOM } else { TOP };
        self.position.kings & chosen.from() == 0 && chosen.lands().0 & last != 0
    }
}

impl Board for Field {
    type Move = Move;
    const PLACES: usize = 2 * 36 * 36;
    const MARGIN: i32 = 50;

    fn prepare(&mut self, budget: &Budget) {
        if self.without_tables {
            return;
        }
        let (pieces, solved) = match self.position.pieces() {
            ..=NEAR_THE_END => (4, &OF_FOUR),
            11..=14 => (3, &OF_THREE),
            _ => return,
        };
        self.endings = endings(pieces, solved, budget);
        self.known = if self.endings.is_some() { pieces } else { 0 };
    }

    fn play(&mut self, chosen: Move) -> bool {
        self.past.push((self.position, self.quiet));
        let captures = chosen.captures() > 0;
        let by_king = self.position.kings & chosen.from() != 0;
        self.quiet = match self.rules.draws {
            Draws::Wcdf if captures || !by_king => 0,
            Draws::OpenSpiel if captures => 0,
            _ => self.quiet.saturating_add(1),
        };
        self.position = self.position.after(chosen);
        true
    }

    fn undo(&mut self) {
        if let Some((position, quiet)) = self.past.pop() {
            (self.position, self.quiet) = (position, quiet);
        }
    }

    fn key(&self) -> u64 {
        let Position { black, white, kings, black_to_move } = self.position;
        // The count of quiet moves matters when it comes near its limit.
        let near = self.quiet + 16 >= self.rules.draws.most_quiet();
        let count = if near { u64::from(self.quiet) } else { 0 };
        let mut key = count << 1 | u64::from(black_to_move);
        for part in [black, white, kings] {
            key = (key.rotate_left(23) ^ part).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        key ^ key >> 32
    }

    fn evaluate(&mut self) -> i32 {
        let worth = judge(&self.position);
        if self.position.black_to_move { worth } else { -worth }
    }

    fn settled(&mut self, _: i32) -> Option<i32> {
        if !self.position.can_move() {
            return Some(-WIN);
        }
        let limit = self.rules.draws.most_quiet();
        if self.quiet >= limit {
            return Some(0);
        }
        if self.rules.draws == Draws::Wcdf {
            // What comes back once can come back twice more.
            let back = usize::from(self.quiet).min(self.past.len());
            let mut earlier = self.past[self.past.len() - back..].iter().rev().skip(1).step_by(2);
            if earlier.any(|(met, _)| *met == self.position) {
                return Some(0);
            }
        }
        if self.position.pieces() > self.known {
            return None;
        }
        let value = |plies: u8, sign: i32| {
            let in_time = u16::from(plies) + u16::from(self.quiet) <= u16::from(limit);
            sign * if in_time { WIN - i32::from(plies) } else { LIKELY - i32::from(plies) }
        };
        Some(match self.endings?.value(&self.position)? {
            Ending::Win(plies) => value(plies, 1),
            Ending::Draw => 0,
            Ending::Loss(plies) => value(plies, -1),
        })
    }

    fn must_move(&self) -> bool {
        self.position.jumpers() != 0
    }

    fn noisy(&self, out: &mut Vec<Move>) {
        match self.position.jumpers() {
            0 if self.crowning() == 0 => {}
            0 => self.position.each_move(|chosen| {
                if self.crowns(chosen) {
                    out.push(chosen);
                }
            }),
            jumpers => self.position.each_capture(jumpers, &mut |chosen| out.push(chosen)),
        }
    }

    fn quiet(&self, out: &mut Vec<Move>) {
        if self.position.jumpers() == 0 {
            self.position.each_move(|chosen| {
                if !self.crowns(chosen) {
                    out.push(chosen);
                }
            });
        }
    }

    fn is_noisy(&self, chosen: Move) -> bool {
        chosen.captures() > 0 || self.crowns(chosen)
    }

    fn promise(&self, chosen: Move) -> i32 {
        let (_, over) = chosen.lands();
        let kings = (over & self.position.kings).count_ones() as i32;
        100 * chosen.captures() as i32 + 40 * kings + 60 * i32::from(self.crowns(chosen))
    }

    fn code(chosen: Move) -> u32 {
        chosen.code()
    }

    fn recall(&self, code: u32) -> Option<Move> {
        let mut found = None;
        self.position.each_move(|chosen| {
            if chosen.code() == code {
                found = Some(chosen);
            }
        });
        found
    }

    fn place(&self, chosen: Move) -> usize {
        let at = |bit: u64| bit.trailing_zeros() as usize;
        (36 * at(chosen.from()) + at(chosen.lands().0)) * 2 + usize::from(self.position.black_to_move)
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::rules::{Rules, Turn};
    use quandary_core::{Exhausted, Seed, StopFlag};
    use quandary_search::engine::{AlphaBeta, Engine};
    use quandary_search::minimax::win_in;

    use super::super::super::notation::{format_move, parse_fen};
    use super::*;

    const RULES: Checkers = Checkers { draws: Draws::Wcdf };

    #[test]
    fn the_board_of_the_engine_follows_the_rules_through_random_games() {
        for seed in 0..60 {
            let mut stream = Seed(seed).stream(0);
            let mut state = State::default();
            let mut field = Field::new(RULES, &state);
            for _ in 0..120 {
                let mut legal = Vec::new();
                RULES.moves(&state, &mut legal);
                if !matches!(RULES.turn(&state), Turn::To(_)) {
                    break;
                }
                let mut listed = Vec::new();
                field.noisy(&mut listed);
                let noisy = listed.len();
                field.quiet(&mut listed);
                for (place, &chosen) in listed.iter().enumerate() {
                    assert_eq!(field.is_noisy(chosen), place < noisy);
                    assert_eq!(field.recall(Field::code(chosen)), Some(chosen));
                }
                let before = (field.key(), field.evaluate());
                for &chosen in &listed {
                    assert!(field.play(chosen));
                    field.undo();
                }
                assert_eq!((field.key(), field.evaluate()), before);
                legal.sort();
                listed.sort();
                assert_eq!(listed, legal);
                let chosen = *stream.choose(&legal).unwrap();
                state = RULES.apply(&state, chosen);
                assert!(field.play(chosen));
                let mut made = Field::new(RULES, &state);
                assert_eq!((field.key(), field.evaluate()), (made.key(), made.evaluate()));
                assert_eq!(field.quiet, made.quiet);
            }
        }
    }

    #[test]
    fn endings_are_solved_within_the_time_of_a_search_and_without_its_nodes() {
        static SOLVED: OnceLock<Endings> = OnceLock::new();
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        assert!(endings(3, &SOLVED, &Budget::unlimited().with_stop(stop.clone())).is_none());
        assert!(endings(3, &SOLVED, &Budget::unlimited().with_memory(1)).is_none());
        assert!(SOLVED.get().is_none(), "an unfinished table is not kept");
        assert!(endings(3, &SOLVED, &Budget::nodes(1)).is_some());
        // A search without time neither solves them nor finds anything.
        let state = parse_fen("B:WK32:BK1,K2").unwrap();
        let mut late = Budget::unlimited().with_stop(stop);
        assert!(AlphaBeta::<Field>::new(1 << 16).think(&RULES, &state, &mut late, &mut |_| ()).is_none());
    }

    #[test]
    fn an_ending_is_played_as_its_table_says() {
        let mut state = parse_fen("B:WK32:BK1,K2").unwrap();
        let endings = Endings::of(&state.position, &mut Budget::unlimited()).unwrap();
        let mut engine = AlphaBeta::<Field>::new(1 << 16);
        let mut plies = 0;
        while let Turn::To(_) = RULES.turn(&state) {
            let thought = engine.think(&RULES, &state, &mut Budget::nodes(2_000), &mut |_| ()).unwrap();
            let known = endings.value(&state.position).unwrap();
            assert_eq!(win_in(thought.value).map(|plies| plies.unsigned_abs() as u8), known.plies());
            assert!(thought.proved);
            state = RULES.apply(&state, thought.best);
            plies += 1;
            assert!(plies < 60);
        }
        assert!(!state.position.can_move() && !state.position.black_to_move);
    }

    #[test]
    fn a_shot_is_seen() {
        // 15x22 takes one; 14x23x32 takes two and crowns.
        let state = parse_fen("B:W18,27,17,31,30,29:B14,15,1,2").unwrap();
        let mut engine = AlphaBeta::<Field>::new(1 << 20);
        let thought = engine.think(&RULES, &state, &mut Budget::nodes(20_000), &mut |_| ()).unwrap();
        assert_eq!(format_move(thought.best), "14x23x32");
    }

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other_with_the_board_turned() {
        for seed in 0..30 {
            let mut stream = Seed(seed).stream(2);
            let mut state = State::default();
            for _ in 0..60 {
                let mut legal = Vec::new();
                RULES.moves(&state, &mut legal);
                let Some(&chosen) = stream.choose(&legal) else { break };
                state = RULES.apply(&state, chosen);
                assert_eq!(judge(&state.position), -judge(&state.position.turned()));
            }
        }
    }
}
