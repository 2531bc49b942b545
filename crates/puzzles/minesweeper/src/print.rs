//! A board on paper: some numbers, from which every mine can be deduced.

use quandary_core::{Budget, Context, InputError, Seed, Stop, Stream};
use quandary_verbs::Options;
use quandary_verbs::play::Play;
use quandary_verbs::sheet::{Art, BLACK, PALE, Printed, Prints, nothing_to_print};

use crate::board::{Board, Cell, Grid};
use crate::grade::{Level, settling};
use crate::inference::probabilities_within;
use crate::notation::{AnyPosition, split_boards};
use crate::rules::{CellView, Minefield, Minesweeper, Observation};
use crate::words::many;

/// How boards are printed.
pub(crate) static PRINTS: Prints = Prints { draw, read };

/// The hardest deduction that a printed board takes. On paper nothing opens by itself, so it is hard enough.
const HARDEST: Level = Level::TwoNumbers;

fn draw(setup: &Options, count: usize, seed: Seed, context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let board = <Minesweeper as Play>::new(setup)?.grid().board();
    (0..count as u64)
        .map(|index| {
            let mut stream = seed.stream(index);
            let field = Minefield::draw(board, &[], &mut stream)
                .ok_or_else(|| InputError::new(format!("there is no room for the mines of {board}")))?;
            of_field(&field, &mut stream, &context.budget)
        })
        .collect()
}

fn read(bytes: &[u8], context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let text = String::from_utf8_lossy(bytes);
    let boards = split_boards(&text);
    if boards.is_empty() {
        return Err(nothing_to_print().into());
    }
    (boards.into_iter().zip(0..))
        .map(|(board, index)| match board.parse()? {
            AnyPosition::Full(full) => of_field(&full.field, &mut Seed(1).stream(index), &context.budget),
            AnyPosition::Position(position) => of_position(&position.observation, &context.budget),
        })
        .collect()
}

/// The numbers of a minefield without those that are not needed.
fn of_field(field: &Minefield, stream: &mut Stream, budget: &Budget) -> Result<Printed, Stop> {
    let (numbers, level) = enough_numbers(field, stream, budget)?;
    let board = field.board();
    let grade = match level {
        Some(level) => format!("level {} of 4: {}", level.number(), find(board)),
        None => format!("it takes a guess: {}", find(board)),
    };
    let mines = |cell: Cell| field.is_mine(cell);
    Ok(Printed {
        title: format!("Minesweeper, {}x{}", board.rows(), board.cols()),
        grade,
        puzzle: drawn(&numbers, |_| false),
        solution: drawn(&numbers, mines),
        answer: many(board.mines(), "mine"),
    })
}

fn find(board: Board) -> String {
    format!("find {}", many(board.mines(), "mine"))
}

/// Numbers of a minefield from which everything follows by deductions of at most [`HARDEST`], none of them to spare; all
/// numbers where that is not enough. With the hardest deduction it takes.
fn enough_numbers(
    field: &Minefield,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<(Observation, Option<Level>), Stop> {
    let grid = Grid::new(field.board());
    let number = |cell| CellView::Number(field.number(&grid, cell));
    let view = |cell| if field.is_mine(cell) { CellView::Hidden } else { number(cell) };
    let mut seen: Vec<CellView> = grid.cells().map(view).collect();
    let mut level = settling(&Observation::from_seen(&grid, seen.clone()), HARDEST)?;
    if level.is_some() {
        let mut order: Vec<Cell> = grid.cells().filter(|&cell| !field.is_mine(cell)).collect();
        stream.shuffle(&mut order);
        for cell in order {
            budget.poll()?;
            let before = std::mem::replace(&mut seen[cell.at()], CellView::Hidden);
            match settling(&Observation::from_seen(&grid, seen.clone()), HARDEST)? {
                Some(found) => level = Some(found),
                None => seen[cell.at()] = before,
            }
        }
    }
    Ok((Observation::from_seen(&grid, seen), level))
}

/// A position as somebody wrote it.
fn of_position(seen: &Observation, budget: &Budget) -> Result<Printed, Stop> {
    let board = seen.board();
    let title = format!("Minesweeper, {}x{}", board.rows(), board.cols());
    let found = probabilities_within(seen, budget)
        .map_err(|why| InputError::new(format!("the position cannot be printed: {why}")))?;
    let chance = |cell: Cell| found.mine[cell.at()];
    let is_settled =
        seen.grid().cells().all(|cell| chance(cell).is_none_or(|chance| chance == 0.0 || chance == 1.0));
    let grade = match settling(seen, Level::MineCount)? {
        Some(level) => format!("level {} of 4: {}", level.number(), find(board)),
        None if is_settled => find(board),
        None => format!("not everything can be deduced: {}", find(board)),
    };
    Ok(Printed {
        title,
        grade,
        puzzle: drawn(seen, |_| false),
        solution: drawn(seen, |cell| chance(cell) == Some(1.0)),
        answer: many(board.mines(), "mine"),
    })
}

/// The board with its numbers and the mines that are shown.
fn drawn(seen: &Observation, is_shown: impl Fn(Cell) -> bool) -> Art {
    let board = seen.board();
    let mut art = Art::new(board.cols() as f64, board.rows() as f64);
    for cell in seen.grid().cells() {
        let (x, y) = ((cell.at() % board.cols()) as f64, (cell.at() / board.cols()) as f64);
        if let Some(number) = seen.number(cell) {
            art.area((x, y), (1.0, 1.0), PALE);
            art.text((x + 0.5, y + 0.5), 0.62, true, BLACK, number.to_string());
        } else if is_shown(cell) {
            art.disc((x + 0.5, y + 0.5), 0.3, BLACK);
        }
    }
    art.grid((0.0, 0.0), board.rows(), board.cols(), 0);
    art
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::ENTRY;

    #[test]
    fn the_numbers_that_are_printed_settle_every_mine_and_none_is_to_spare() {
        let board: Board = "7x8/9".parse().unwrap();
        for index in 0..6 {
            let mut stream = Seed(4).stream(index);
            let field = Minefield::draw(board, &[], &mut stream).unwrap();
            let (seen, level) = enough_numbers(&field, &mut stream, &Budget::unlimited()).unwrap();
            if level.is_none() {
                continue;
            }
            // Exact inference agrees with the deductions, and says where the mines are.
            let found = probabilities_within(&seen, &Budget::unlimited()).unwrap();
            for cell in seen.grid().cells().filter(|&cell| seen.number(cell).is_none()) {
                assert_eq!(found.mine[cell.at()], Some(f64::from(u8::from(field.is_mine(cell)))), "{index}");
            }
            for cell in seen.grid().cells().filter(|&cell| seen.number(cell).is_some()) {
                let mut fewer = seen.seen().to_vec();
                fewer[cell.at()] = CellView::Hidden;
                let fewer = Observation::from_seen(seen.grid(), fewer);
                assert_eq!(settling(&fewer, HARDEST), Ok(None), "a number to spare");
            }
        }
    }

    #[test]
    fn boards_are_drawn_by_setting_and_read_from_files_of_several() {
        let setup = ENTRY.read_setup("beginner").unwrap();
        let all = draw(&setup, 3, Seed(1), &Context::bare()).unwrap();
        assert!(all.iter().all(|one| one.puzzle.is_whole() && one.solution.is_whole()));
        assert!(all.iter().all(|one| one.title == "Minesweeper, 9x9" && one.answer == "10 mines"));
        assert!(all.iter().filter(|one| one.grade.starts_with("level ")).count() >= 2);
        let file = b"3x3/1 open 1,1\n...\n...\n..*\n2x3/1\n1??\n1??\n";
        let two = read(file, &Context::bare()).unwrap();
        assert_eq!(two.len(), 2);
        assert_eq!(
            (two[0].grade.as_str(), two[1].grade.as_str()),
            ("level 1 of 4: find 1 mine", "not everything can be deduced: find 1 mine")
        );
    }
}
