//! A game followed ply by ply: what each position looked like it was worth to the side to move, and how many leaves
//! must change their mind before it is worth the threshold.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_games::connect_four::{Position, STANDARD};
//! use quandary_games::progress::{Course, follow};
//! use quandary_search::scn::Scale;
//!
//! // Both sides build a column; the side that began is one stone ahead.
//! let columns = [0, 1, 0, 1, 0, 1, 0];
//! let turns = follow(&STANDARD, &Position::START, &columns, &Scale::new(2, 100), &mut Budget::unlimited()).unwrap();
//! // With three in a column and the move, nothing is left to be done.
//! assert_eq!(turns[6].scn.finite(), Some(0));
//! let course = Course::of(&turns);
//! assert_eq!(course.sides[0].turns, 4);
//! ```

use quandary_core::rules::{Side, Turn as Whose, positions};
use quandary_core::{Budget, Exhausted};
use quandary_measures::progress::{
    Averaged, Phase, Steadiness, Trap, Velocity, levels, normalised, phases, traps,
};
use quandary_search::minimax::{Heuristic, Table, WIN};
use quandary_search::scn::{Scale, Scn, between_players, minimax_value};

/// One turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who was to move.
    pub side: Side,
    /// The minimax value of the position to that side.
    pub value: i32,
    /// The single conspiracy number of the position for that side.
    pub scn: Scn,
}

/// The table for minimax values: 2^16 entries of 16 bytes.
const TABLE_BITS: u32 = 16;

/// The turn at a position; `None` where the game is over. `budget` is charged one for every position looked at.
pub fn turn_at<J: Heuristic>(
    game: &J,
    state: &J::State,
    scale: &Scale,
    budget: &mut Budget,
) -> Result<Option<Turn>, Exhausted> {
    let Whose::To(side) = game.turn(state) else { return Ok(None) };
    let value = minimax_value(game, state, side, scale, &mut Table::new(TABLE_BITS), budget)?;
    let scn = between_players(game, state, side, scale, budget)?;
    Ok(Some(Turn { side, value, scn }))
}

/// The turns of a whole game, one after the other.
pub fn follow<J: Heuristic>(
    game: &J,
    start: &J::State,
    moves: &[J::Move],
    scale: &Scale,
    budget: &mut Budget,
) -> Result<Vec<Turn>, Exhausted> {
    let mut turns = Vec::with_capacity(moves.len());
    for state in &positions(game, start, moves)[..moves.len()] {
        turns.extend(turn_at(game, state, scale, budget)?);
    }
    Ok(turns)
}

/// Value and number of one position at growing depths, for a side that need not be to move.
pub fn by_depth<J: Heuristic>(
    game: &J,
    state: &J::State,
    side: Side,
    scale: &Scale,
    depths: impl IntoIterator<Item = u32>,
    budget: &mut Budget,
) -> Result<Vec<Turn>, Exhausted> {
    let mut table = Table::new(TABLE_BITS);
    depths
        .into_iter()
        .map(|depth| {
            let scale = Scale { depth, ..*scale };
            table.clear();
            let value = minimax_value(game, state, side, &scale, &mut table, budget)?;
            Ok(Turn { side, value, scn: between_players(game, state, side, &scale, budget)? })
        })
        .collect()
}

/// What the turns of a game say together.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The number of each turn in [0, 1], both sides on one straight scale: equation 11 of the access article.
    pub normalised: Vec<f64>,
    /// Both sides' levels at each ply (see [`quandary_measures::progress`]); a level stands until the side's next turn.
    pub series: Vec<[f64; 2]>,
    /// The level of each turn.
    pub levels: Vec<f64>,
    /// How steady each side's turns were.
    pub sides: [Steadiness; 2],
    /// Motion in mind of each side with v as printed, and with v as ease.
    pub motion: [[Averaged; 2]; 2],
    /// The phases.
    pub phases: Vec<Phase>,
    /// The traps that closed.
    pub traps: Vec<Trap>,
}

fn place(side: Side) -> usize {
    usize::from(side == Side::Second)
}

impl Course {
    /// Reads the turns of a game.
    pub fn of(turns: &[Turn]) -> Course {
        let numbers: Vec<Option<u64>> = turns.iter().map(|turn| turn.scn.finite()).collect();
        let (normalised, levels) = (normalised(&numbers), levels(&numbers));
        let own = |values: &[f64], side: usize| -> Vec<f64> {
            let all = values.iter().zip(turns);
            all.filter(|(_, turn)| place(turn.side) == side).map(|(&value, _)| value).collect()
        };
        // Before its first turn a side stands as it will stand then.
        let mut now = [0, 1].map(|side| own(&levels, side).first().copied().unwrap_or(0.0));
        let series: Vec<[f64; 2]> = turns
            .iter()
            .zip(&levels)
            .map(|(turn, &level)| {
                now[place(turn.side)] = level;
                now
            })
            .collect();
        let phases = phases(&series);
        Course {
            sides: [0, 1].map(|side| Steadiness::of(&own(&levels, side))),
            motion: [0, 1].map(|side| {
                [Velocity::Printed, Velocity::Ease].map(|velocity| {
                    let numbers = own(&normalised, side);
                    Averaged::of(&numbers.iter().map(|&number| velocity.of(number)).collect::<Vec<_>>())
                })
            }),
            traps: traps(&series, &phases),
            phases,
            normalised,
            series,
            levels,
        }
    }

    /// The largest changeover gap between two phases.
    pub fn largest_gap(&self) -> Option<f64> {
        self.phases.iter().filter_map(|phase| phase.gap).reduce(f64::max)
    }
}

/// Values of a game in [-1, 1] for a chart, as the side that began sees them: a found win is 1, everything else keeps
/// its proportion to the largest judgement.
pub fn drawable(turns: &[Turn]) -> Vec<f64> {
    let judged = |value: i32| value.abs() < WIN / 2;
    let largest = turns.iter().map(|turn| turn.value).filter(|&value| judged(value)).map(i32::abs).max();
    let largest = f64::from(largest.unwrap_or(1).max(1));
    turns
        .iter()
        .map(|turn| {
            let value = if turn.side == Side::First { turn.value } else { -turn.value };
            if judged(value) { f64::from(value) / largest } else { f64::from(value.signum()) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::random_line;
    use quandary_search::minimax::WORTH_LIMIT;
    use quandary_search::proof::pns::{self, full_width};
    use quandary_search::scn::{Leaf, vector};
    use quandary_search::tree::Question;

    use super::*;
    use crate::connect_four::{AnySize, ConnectFour, Position};
    use crate::othello::{Board, Othello};
    use crate::pgame::PGame;

    /// How many comparisons said more than "nothing" or "never".
    fn agree<J>(game: &J, start: &J::State, plies: std::ops::Range<u64>, depth: u32) -> u32
    where
        J: Heuristic<State: Copy + Eq + std::hash::Hash> + Copy,
    {
        let mut telling = 0;
        for ply in plies {
            for seed in 0..9 {
                let root = random_line(game, start, ply as usize, &mut Seed(seed).stream(ply)).1;
                for side in [Side::First, Side::Second] {
                    let question = Question { rules: *game, root, side, draw_wins: false };
                    let proof = full_width(&question, &root, depth).proof;
                    let budget = &mut Budget::unlimited();
                    let scale = |threshold| Scale { leaf: Leaf::Plain, ..Scale::new(depth, threshold) };
                    let most = between_players(game, &root, side, &scale(WORTH_LIMIT), budget).unwrap();
                    let expected = (proof != pns::INFINITE).then_some(u64::from(proof));
                    assert_eq!(most.finite(), expected, "ply {ply}, seed {seed}, {side:?}");
                    let least = between_players(game, &root, side, &scale(-WIN), budget).unwrap();
                    assert_eq!(least, Scn::REACHED);
                    let whole = vector(game, &root, side, depth, Leaf::Plain, budget).unwrap();
                    for threshold in [-300, -20, 0, 1, 50, 400] {
                        let single = between_players(game, &root, side, &scale(threshold), budget).unwrap();
                        assert_eq!(
                            whole.to_reach(threshold),
                            single,
                            "ply {ply}, seed {seed}, T {threshold}"
                        );
                    }
                    telling += u32::from(expected.is_some_and(|number| number > 0));
                }
            }
        }
        telling
    }

    #[test]
    fn numbers_of_positions_are_proof_numbers_at_the_top_and_the_vector_in_between() {
        let small = ConnectFour(AnySize::new(5, 4).unwrap());
        let mut telling = agree(&small, &Position::START, 0..20, 4);
        telling += agree(&Othello(Board::Six), &Othello::START, 0..30, 3);
        let tree = PGame::new(3, 12, Seed(4), 0);
        telling += agree(&tree, &quandary_search::tree::Tree::root(&tree), 0..12, 4);
        // 62 plies, 9 positions each and 2 sides: 1,116 comparisons.
        assert!(telling > 700, "{telling} of 1,116 must say something");
    }

    #[test]
    fn a_game_is_read_in_the_order_of_its_turns() {
        let columns = [3, 2, 3, 3, 2, 2, 4, 4, 1, 5];
        let rules = ConnectFour(AnySize::new(7, 6).unwrap());
        let budget = &mut Budget::unlimited();
        let turns = follow(&rules, &Position::START, &columns, &Scale::new(3, 100), budget).unwrap();
        assert_eq!(turns.len(), 10);
        let course = Course::of(&turns);
        assert_eq!((course.sides[0].turns, course.sides[1].turns), (5, 5));
        assert_eq!(course.phases.last().unwrap().to, 9);
        for (ply, turn) in turns.iter().enumerate() {
            assert_eq!(turn.side == Side::First, ply % 2 == 0);
            assert_eq!(course.series[ply][ply % 2], course.levels[ply]);
        }
        let [printed, ease] = course.motion[0];
        assert!((printed.v + ease.v - 1.0).abs() < 1e-12, "the two directions are each other's mirror");
    }
}
