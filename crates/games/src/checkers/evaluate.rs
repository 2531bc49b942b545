//! What a position looks like it is worth: the plain judgement behind the heuristic search.
//!
//! In hundredths of a man, for black. Each term is black's count less white's:
//!
//! | term | each | why |
//! |---|---|---|
//! | men | 100 | the unit |
//! | kings | 130 | three men hold two kings about as often as not |
//! | rows that a man has gone | 2 | it is nearer to its crown |
//! | men on the two middle squares of their own first row | 8 | they keep the other side from crowning |
//! | pieces on the eight squares of the middle | 3 | they have all their moves |
//! | moves, were each side to move and nobody to capture | 2 | a side without moves has lost |
//! | pieces ahead, with fewer on the board | 100 · lead / pieces | exchanges help the side that leads |
//!
//! The weights are round numbers chosen before the first game was played, not fitted: this is a measuring instrument,
//! not a champion. How strong it is, looking this many moves ahead with captures played out (200 games from the start for
//! each seat, seed 1, draws by `wcdf`; `quandary simulate checkers --first depth:3 --second depth:1 --games 200`; wins and
//! losses of the deeper player, both seats together, with Wilson's interval at 95 % for the wins):
//!
//! | players | wins | draws | losses |
//! |---|---|---|---|
//! | depth 1 against random | 397 of 400: 0.9925 [0.9782, 0.9974] | 3 | 0 |
//! | depth 3 against random | 400 of 400: 1.0000 [0.9905, 1.0000] | 0 | 0 |
//! | depth 3 against depth 1 | 344 of 400: 0.8600 [0.8226, 0.8906] | 55 | 1 |
//! | depth 5 against depth 1 | 366 of 400: 0.9150 [0.8836, 0.9385] | 34 | 0 |
//! | depth 5 against depth 3 | 310 of 400: 0.7750 [0.7316, 0.8132] | 59 | 31 |
//! | depth 7 against depth 5 | 246 of 400: 0.6150 [0.5664, 0.6614] | 132 | 22 |

use quandary_core::rules::Rules;
use quandary_search::minimax::Heuristic;

use super::board::{BOTTOM, Move, Position, TOP, bit, step};
use super::rules::{Checkers, State};

/// A man.
pub const MAN: i32 = 100;
/// A king.
pub const KING: i32 = 130;
const ROW: i32 = 2;
const GUARD: i32 = 8;
const MIDDLE: i32 = 3;
const STEP: i32 = 2;
const LEAD: i32 = 100;

/// Squares 14, 15, 18, 19 and the four around them along the rows: 10, 11, 22, 23.
const CENTRE: u64 = bit(10) | bit(11) | bit(14) | bit(15) | bit(18) | bit(19) | bit(22) | bit(23);
/// The squares of the own first row that a bridge holds: 1 and 3, 30 and 32.
const BRIDGE: [u64; 2] = [bit(1) | bit(3), bit(30) | bit(32)];

/// What a position looks like it is worth to black.
///
/// ```
/// use quandary_games::checkers::{Position, evaluate::worth};
/// assert_eq!(worth(&Position::START), 0);
/// ```
pub fn worth(position: &Position) -> i32 {
    let Position { black, white, kings, .. } = *position;
    let count = |set: u64| set.count_ones() as i32;
    let lead = |of_black: u64, of_white: u64| count(of_black) - count(of_white);
    let (black_men, white_men) = (black & !kings, white & !kings);
    let material = MAN * lead(black_men, white_men) + KING * lead(black & kings, white & kings);
    let rows = ROW * (rows_gone(black_men) - rows_gone(white_men.reverse_bits() >> 29));
    let guard = GUARD * lead(black_men & BRIDGE[0], white_men & BRIDGE[1]);
    let centre = MIDDLE * lead(black & CENTRE, white & CENTRE);
    let empty = position.empty();
    let steps = |pieces: u64, directions: [u32; 2]| -> i32 {
        directions.iter().map(|&direction| count(step(pieces, direction) & empty)).sum()
    };
    let free = |men: u64, all: u64, forward: [u32; 2], back: [u32; 2]| {
        steps(men, forward) + steps(all & kings, forward) + steps(all & kings, back)
    };
    let moves = STEP * (free(black_men, black, [0, 1], [2, 3]) - free(white_men, white, [2, 3], [0, 1]));
    let ahead = LEAD * lead(black, white) / count(black | white).max(1);
    material + rows + guard + centre + moves + ahead
}

/// Rows between the first row and each of black's men, added up.
fn rows_gone(men: u64) -> i32 {
    // The bits from the second, third, … row on.
    const FROM_ROW: [u64; 7] = [!0 << 4, !0 << 9, !0 << 13, !0 << 18, !0 << 22, !0 << 27, !0 << 31];
    FROM_ROW.iter().map(|rows| (men & rows).count_ones() as i32).sum()
}

impl Heuristic for Checkers {
    fn worth(&self, state: &State) -> i32 {
        worth(&state.position)
    }

    /// Of the pieces, the side to move, the count of quiet moves and how often the position was met. That it may have
    /// been met on another way is left out: two ways of the same length through other positions count as one.
    fn key(&self, state: &State) -> u64 {
        let Position { black, white, kings, black_to_move } = state.position;
        let mut key =
            u64::from(state.quiet()) << 3 | u64::from(state.times()) << 1 | u64::from(black_to_move);
        for part in [black, white, kings] {
            key = (key.rotate_left(23) ^ part).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        key ^ key >> 32
    }

    fn promise(&self, state: &State, chosen: Move) -> i32 {
        let crown = if state.position.black_to_move { BOTTOM } else { TOP };
        let crowned = state.position.kings & chosen.from() == 0 && chosen.lands().0 & crown != 0;
        MAN * chosen.captures() as i32 + if crowned { KING - MAN } else { 0 }
    }

    fn noisy(&self, state: &State, out: &mut Vec<Move>) {
        // Captures are compulsory: then these are all the moves there are.
        if state.position.jumpers() != 0 {
            self.moves(state, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::{positions, random_line};

    use super::super::rules::Draws;
    use super::*;

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other_with_the_board_turned() {
        let rules = Checkers { draws: Draws::Wcdf };
        let mut uneven = 0;
        for game in 0..50 {
            let start = State::default();
            let (moves, _) = random_line(&rules, &start, usize::MAX, &mut Seed(1).stream(game));
            for State { position, .. } in positions(&rules, &start, &moves) {
                let here = worth(&position);
                assert_eq!(here, -worth(&position.turned()), "{position:?}");
                uneven += i32::from(here != 0);
            }
        }
        assert!(uneven > 1000);
    }

    #[test]
    fn men_are_counted_by_the_rows_they_have_gone() {
        for square in 1..=32 {
            assert_eq!(rows_gone(bit(square)), (square as i32 - 1) / 4, "{square}");
        }
    }
}
