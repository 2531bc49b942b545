//! The border between puzzles and games: which boards need a guess, by trying them all.

use quandary_core::Context;

use crate::board::Cell;
use crate::generate::NoGuessMaker;
use crate::inference::subsets;
use crate::rules::{Minefield, Minesweeper};

/// At most this many minefields are tried.
pub const MOST_BOARDS: u64 = 30_000_000;

/// What an enumeration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// Minefields that the rule allows.
    pub boards: u64,
    /// Those that certainty alone does not win, with the mine count known.
    pub need_a_guess: u64,
    /// One of them.
    pub example: Option<Minefield>,
}

/// Tries every minefield that keeps `first` and its neighbours clear. `None` when there are too many, or
/// more than 128 free cells.
pub fn needing_a_guess(game: &Minesweeper, first: Cell, context: &Context<'_>) -> Option<Border> {
    let board = game.grid().board();
    let clear = game.grid().kept_clear(game.first_click(), first);
    let free: Vec<Cell> = game.grid().cells().filter(|cell| !clear.contains(cell)).collect();
    if free.len() > 128 || board.mines() > free.len() {
        return None;
    }
    let mut fields = Vec::new();
    let mut too_many =
        choose(free.len() as u64, board.mines() as u64).is_none_or(|count| count > MOST_BOARDS);
    if !too_many {
        subsets(free.len(), board.mines(), &mut |field| fields.push(field));
        too_many = fields.len() as u64 > MOST_BOARDS;
    }
    if too_many {
        return None;
    }
    let chunk = 4096;
    let chunks = fields.len().div_ceil(chunk) as u64;
    let (parts, _) = context.map("minefields", chunks, |index| {
        let mut maker = NoGuessMaker::new(game, first);
        let begin = index as usize * chunk;
        let mut need = 0;
        let mut example = None;
        for &bits in &fields[begin..(begin + chunk).min(fields.len())] {
            let mut mined = vec![false; board.cells()];
            for (bit, cell) in free.iter().enumerate() {
                mined[cell.at()] = bits >> bit & 1 == 1;
            }
            let field = Minefield::new(board.rows(), board.cols(), mined).expect("the board exists");
            if maker.solve(&field).is_none() {
                need += 1;
                example.get_or_insert(field);
            }
        }
        (need, example)
    });
    Some(Border {
        boards: fields.len() as u64,
        need_a_guess: parts.iter().map(|(need, _)| need).sum(),
        example: parts.into_iter().find_map(|(_, example)| example),
    })
}

/// C(n, k), or `None` beyond 64 bits.
pub(crate) fn choose(n: u64, k: u64) -> Option<u64> {
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
    fn one_and_two_mines_on_9x9_never_need_a_guess_from_the_centre() {
        for (mines, boards) in [(1, 72), (2, 2556)] {
            let board = crate::Board::new(9, 9, mines).unwrap();
            let game = Minesweeper::new(board, FirstClick::Open);
            let found = needing_a_guess(&game, board.cell(5, 5).unwrap(), &Context::bare()).unwrap();
            assert_eq!((found.boards, found.need_a_guess), (boards, 0), "{mines} mines");
        }
    }
}
