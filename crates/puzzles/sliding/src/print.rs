//! A board on paper, and the tiles to slide.

use quandary_core::words::count;
use quandary_core::{Context, Seed, Stop};
use quandary_verbs::Options;
use quandary_verbs::play::Play;
use quandary_verbs::sheet::{Align, Art, BLACK, Mark, PALE, Printed, Prints};

use crate::notation::parse_board;
use crate::rules::{Board, Sliding};
use crate::solvability;
use crate::solve::answer::{by_construction, solve};

/// How boards are printed.
pub(crate) static PRINTS: Prints = Prints { draw, read };

/// Nodes for the solution of one board: about a second.
const SOLVING: u64 = 1_000_000;

fn draw(setup: &Options, number: usize, seed: Seed, context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let puzzle = <Sliding as Play>::new(setup)?;
    let mut stream = seed.stream(0);
    (0..number)
        .map(|_| {
            let board = puzzle.start(&mut stream, context)?;
            printed(&puzzle, &board, context)
        })
        .collect()
}

fn read(bytes: &[u8], context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let text = String::from_utf8_lossy(bytes);
    quandary_verbs::blocks(&text)
        .into_iter()
        .map(|block| {
            let board = parse_board(block, None)?;
            printed(&Sliding::ordered(board.size()), &board, context)
        })
        .collect()
}

fn printed(puzzle: &Sliding, board: &Board, context: &Context<'_>) -> Result<Printed, Stop> {
    let title = format!("Sliding puzzle, {}", board.size());
    if !solvability::of(puzzle, board).is_solvable() {
        let grade = "it has no solution".to_owned();
        return Ok(Printed {
            title,
            answer: grade.clone(),
            grade,
            puzzle: drawn(board),
            solution: drawn(board),
        });
    }
    let mut solved = solve(puzzle, board, SOLVING, &context.at_most(SOLVING));
    if solved.path.is_none() {
        solved = by_construction(puzzle, board, SOLVING, context);
    }
    context.budget.poll()?;
    let moves = count(solved.path.as_ref().map_or(0, Vec::len) as u64, "move");
    let grade = match (&solved.path, solved.is_optimal()) {
        (None, _) => "no solution was found in time".to_owned(),
        (Some(_), true) => format!("put the tiles in order; the shortest way is {moves}"),
        (Some(_), false) => format!("put the tiles in order; {moves} are enough"),
    };
    // The tile that moves, move by move: what is slid is easier to follow than where the gap goes.
    let mut tiles = Vec::new();
    let mut now = board.clone();
    for &slide in solved.path.iter().flatten() {
        tiles.extend(now.tile_for(slide));
        now = now.after(slide).unwrap_or(now);
    }
    Ok(Printed {
        title,
        grade,
        puzzle: drawn(board),
        solution: listed(&tiles),
        answer: "slide these tiles".to_owned(),
    })
}

/// The board.
fn drawn(board: &Board) -> Art {
    let size = board.size();
    let mut art = Art::new(size.columns() as f64, size.rows() as f64);
    for (cell, &tile) in board.tiles().iter().enumerate() {
        let (row, column) = size.place(cell);
        let (x, y) = (column as f64, row as f64);
        if tile == 0 {
            art.area((x, y), (1.0, 1.0), PALE);
        } else {
            art.text((x + 0.5, y + 0.5), if tile > 99 { 0.42 } else { 0.52 }, true, BLACK, tile.to_string());
        }
    }
    art.grid((0.0, 0.0), size.rows(), size.columns(), 0);
    art
}

/// Numbers in rows of ten.
fn listed(tiles: &[u8]) -> Art {
    const ROW: usize = 10;
    const SIZE: f64 = 0.7;
    let rows = tiles.len().div_ceil(ROW).max(1);
    let mut art = Art::new(ROW as f64, rows as f64);
    for (index, tile) in tiles.iter().enumerate() {
        art.marks.push(Mark::Text {
            at: ((index % ROW) as f64 + 0.9, (index / ROW) as f64 + 0.5),
            size: SIZE,
            align: Align::End,
            bold: false,
            tint: BLACK,
            text: tile.to_string(),
        });
    }
    art
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(art: &Art) -> Vec<String> {
        let text = |mark: &Mark| if let Mark::Text { text, .. } = mark { Some(text.clone()) } else { None };
        art.marks.iter().filter_map(text).collect()
    }

    #[test]
    fn the_solution_lists_the_tiles_that_move() {
        let all = read(b"1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n8 7 0\n", &Context::bare()).unwrap();
        assert_eq!(all[0].grade, "put the tiles in order; the shortest way is 2 moves");
        assert_eq!(texts(&all[0].puzzle), ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(texts(&all[0].solution), ["7", "8"]);
        assert_eq!(all[1].grade, "it has no solution");
        assert!(all.iter().all(|one| one.puzzle.is_whole() && one.solution.is_whole()));
    }

    #[test]
    fn a_board_too_hard_to_solve_in_time_has_a_longer_solution() {
        let setup = crate::verbs::ENTRY.read_setup("15-puzzle").unwrap();
        let one = draw(&setup, 1, Seed(1), &Context::bare().at_most(1000)).unwrap().remove(0);
        assert!(one.grade.ends_with("moves are enough"), "{}", one.grade);
        assert!(texts(&one.solution).len() > 40);
    }
}
