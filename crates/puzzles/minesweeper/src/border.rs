//! The border between puzzles and games: which boards need a guess, by trying them all.

use quandary_core::{Context, Exhausted, Stop};

use crate::board::Cell;
use crate::generate::NoGuessMaker;
use crate::inference::next_subset;
use crate::rules::{Minefield, Minesweeper};

/// At most this many minefields are tried.
pub const MOST_BOARDS: u64 = 30_000_000;

/// What an enumeration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// Minefields tried: all that the rule allows, unless it was stopped.
    pub boards: u64,
    /// Those that cannot be won without guessing, with the mine count known.
    pub need_a_guess: u64,
    /// One of them.
    pub example: Option<Minefield>,
    /// Why not all were tried.
    pub stopped: Option<Exhausted>,
}

/// Tries every minefield that keeps `first` and its neighbours clear. `None` when there are too many, or
/// more than 128 free cells.
pub fn needing_a_guess(game: &Minesweeper, first: Cell, context: &Context<'_>) -> Option<Border> {
    const CHUNK: u64 = 4096;
    let board = game.grid().board();
    let clear = game.grid().kept_clear(game.first_click(), first);
    let free: Vec<Cell> = game.grid().cells().filter(|cell| !clear.contains(cell)).collect();
    let all = choose(free.len() as u64, board.mines() as u64)?;
    if free.len() > 128 || all > MOST_BOARDS {
        return None;
    }
    let mut found = Border { boards: 0, need_a_guess: 0, example: None, stopped: None };
    let try_some = |index: u64| {
        let mut maker = NoGuessMaker::new(game, first);
        let begin = index * CHUNK;
        let (mut tried, mut need, mut example) = (0, 0, None);
        let mut set = subset_number(begin, free.len(), board.mines());
        for _ in begin..(begin + CHUNK).min(all) {
            let mut mined = vec![false; board.cells()];
            for (bit, cell) in free.iter().enumerate() {
                mined[cell.at()] = set >> bit & 1 == 1;
            }
            let field = Minefield::new(board.rows(), board.cols(), mined).expect("the board exists");
            tried += 1;
            if maker.solve(&field).is_none() {
                need += 1;
                example.get_or_insert(field);
            }
            set = next_subset(set).unwrap_or(0);
        }
        Ok((tried, need, example))
    };
    let (_, stopped) =
        context.fold("minefields", all.div_ceil(CHUNK), try_some, |_, (tried, need, example)| {
            found.boards += tried;
            found.need_a_guess += need;
            found.example = found.example.take().or(example);
        });
    if let Some(Stop::Exhausted(why)) = stopped {
        found.stopped = Some(why);
    }
    Some(found)
}

/// The set of `count` among `items` bits that has `number` smaller ones before it.
fn subset_number(mut number: u64, items: usize, count: usize) -> u128 {
    let mut set = 0;
    let mut left = count as u64;
    for bit in (0..items as u64).rev() {
        // All sets without this bit, and with the bits chosen so far, come first.
        let before = choose(bit, left).unwrap_or(u64::MAX);
        if left > 0 && number >= before {
            number -= before;
            set |= 1 << bit;
            left -= 1;
        }
    }
    set
}

/// C(n, k), or `None` beyond 64 bits.
pub(crate) fn choose(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    for i in 0..k.min(n - k) {
        value = value.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    u64::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FirstClick;

    #[test]
    fn sets_are_numbered_in_the_order_in_which_they_are_listed() {
        for (items, count) in [(6, 3), (5, 0), (4, 4), (128, 2), (9, 1)] {
            let mut number = 0;
            crate::inference::subsets(items, count, &mut |set| {
                assert_eq!(subset_number(number, items, count), set, "{number} of {items} choose {count}");
                number += 1;
            });
            assert_eq!(Some(number), choose(items as u64, count as u64));
        }
    }

    #[test]
    fn an_interrupted_count_says_how_far_it_came() {
        let board = crate::Board::new(9, 9, 3).unwrap();
        let game = Minesweeper::new(board, FirstClick::Open);
        let stop = quandary_core::StopFlag::new();
        stop.raise(Exhausted::Time);
        let context = Context::bare().with_budget(quandary_core::Budget::unlimited().with_stop(stop));
        let found = needing_a_guess(&game, board.cell(5, 5).unwrap(), &context).unwrap();
        assert_eq!((found.boards, found.stopped), (0, Some(Exhausted::Time)));
    }

    #[test]
    fn one_and_two_mines_on_9x9_never_need_a_guess_from_the_centre() {
        for (mines, boards) in [(1, 72), (2, 2556)] {
            let board = crate::Board::new(9, 9, mines).unwrap();
            let game = Minesweeper::new(board, FirstClick::Open);
            let found = needing_a_guess(&game, board.cell(5, 5).unwrap(), &Context::bare()).unwrap();
            assert_eq!((found.boards, found.need_a_guess), (boards, 0), "{mines} mines");
        }
    }
}
