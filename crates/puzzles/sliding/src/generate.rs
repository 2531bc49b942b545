//! Making boards.

use quandary_core::{Exhausted, InputError, Stream};

use crate::rules::{Board, Sliding};
use crate::solvability;
use crate::solve::distances::Distances;
use crate::solve::oracle::Oracle;

/// A board drawn uniformly from all that can be solved.
///
/// The tiles are shuffled; when the result cannot be solved, two tiles are exchanged, which maps the
/// unsolvable boards one to one onto the solvable ones. On a single row the tiles keep their order and
/// only the empty cell is drawn.
pub fn uniform(puzzle: &Sliding, stream: &mut Stream) -> Board {
    let size = puzzle.size();
    if size.rows() == 1 || size.columns() == 1 {
        let mut tiles: Vec<u8> = puzzle.goal().tiles().iter().copied().filter(|&tile| tile != 0).collect();
        tiles.insert(stream.index(size.cells()), 0);
        return Board::new(size, &tiles).expect("the goal's tiles are a board");
    }
    let mut tiles: Vec<u8> = (0..size.cells()).map(|tile| tile as u8).collect();
    stream.shuffle(&mut tiles);
    let board = Board::new(size, &tiles).expect("a shuffle is a permutation");
    if solvability::of(puzzle, &board).is_solvable() {
        return board;
    }
    let mut others = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    let pair = (others.next().expect("two tiles"), others.next().expect("two tiles"));
    tiles.swap(pair.0, pair.1);
    Board::new(size, &tiles).expect("a swap keeps a permutation")
}

/// The goal after `steps` random slides, none of which undoes the one before.
pub fn walk(puzzle: &Sliding, steps: usize, stream: &mut Stream) -> Board {
    let mut board = puzzle.goal().clone();
    let mut last = None;
    for _ in 0..steps {
        let all: Vec<_> = board.slides().collect();
        let forward: Vec<_> = all.iter().copied().filter(|slide| Some(slide.undo()) != last).collect();
        // On a single row the undo may be all there is.
        let slide = *stream.choose(if forward.is_empty() { &all } else { &forward }).expect("a slide exists");
        board = board.after(slide).expect("the slide is legal");
        last = Some(slide);
    }
    board
}

/// Boards whose shortest solution has exactly `depth` moves: `count` different ones, or all there are, in
/// an order drawn from the stream.
pub fn at_depth(
    distances: &Distances,
    depth: usize,
    count: usize,
    stream: &mut Stream,
) -> Result<Vec<Board>, InputError> {
    let lengths = distances.by_length();
    if depth >= lengths.len() {
        return Err(InputError::new(format!("no board needs exactly {depth} moves")).expected(format!(
            "a distance from 0 to {}, the most any board of this size needs",
            lengths.len() - 1
        )));
    }
    let available = lengths[depth] as usize;
    if count > available {
        return Err(InputError::new(format!("only {available} boards need exactly {depth} moves"))
            .expected(format!("a count of at most {available}")));
    }
    // Numbers of the wanted boards among all of this depth, without repetition.
    let mut wanted: Vec<usize> = (0..available).collect();
    stream.shuffle(&mut wanted);
    wanted.truncate(count);
    let mut boards = vec![None; count];
    let at_depth = distances.boards().filter(|&(_, distance)| distance as usize == depth);
    let places: std::collections::HashMap<usize, usize> =
        wanted.iter().enumerate().map(|(place, &number)| (number, place)).collect();
    for (number, (board, _)) in at_depth.enumerate() {
        if let Some(&place) = places.get(&number) {
            boards[place] = Some(board);
        }
    }
    Ok(boards.into_iter().flatten().collect())
}

/// A board whose shortest solution has exactly `depth` moves, by walking and solving: for boards without a
/// table.
///
/// A walk from the goal is followed until its distance is `depth`: it changes by one with every slide, so a
/// walk that gets farther has passed every depth below. As long as the distance is smaller, as many slides as
/// are missing are made before the next question. The boards are not uniform among those of their depth.
///
/// Returns `None` when `most` slides do not get there; depths near the largest are rare beyond reach.
pub fn walk_to_depth(
    puzzle: &Sliding,
    oracle: &Oracle,
    depth: u32,
    most: usize,
    stream: &mut Stream,
) -> Result<Option<Board>, Exhausted> {
    let mut board = puzzle.goal().clone();
    let mut last = None;
    let mut missing = depth;
    let mut slides = 0;
    while missing > 0 {
        for _ in 0..missing {
            let all: Vec<_> = board.slides().collect();
            let forward: Vec<_> = all.iter().copied().filter(|slide| Some(slide.undo()) != last).collect();
            let slide =
                *stream.choose(if forward.is_empty() { &all } else { &forward }).expect("a slide exists");
            board = board.after(slide).expect("the slide is legal");
            last = Some(slide);
        }
        slides += missing as usize;
        if slides > most {
            return Ok(None);
        }
        let distance = oracle.distance(&board)?.unwrap_or(0);
        // Parity never changes, so beyond the depth only an even number of slides can lead back.
        missing = depth.abs_diff(distance);
    }
    Ok(Some(board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Size;
    use quandary_core::{Seed, stats};

    #[test]
    fn uniform_boards_are_solvable_and_equally_likely() {
        let puzzle = Sliding::ordered(Size::new(2, 2).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        let mut counts = vec![0_u64; distances.ranks()];
        let all: Vec<Board> = distances.boards().map(|(board, _)| board).collect();
        for index in 0..12_000 {
            let board = uniform(&puzzle, &mut Seed(8).stream(index));
            counts[all.iter().position(|b| *b == board).expect("solvable")] += 1;
        }
        let chi = stats::chi_square(&counts[..12], &[1000.0; 12]);
        assert!(chi.p_value > 0.001, "{chi:?}");
    }

    #[test]
    fn a_walk_to_a_depth_ends_exactly_there() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let oracle = Oracle::Table(Distances::new(&puzzle).unwrap());
        for depth in [0, 1, 7, 20, 26] {
            let board = walk_to_depth(&puzzle, &oracle, depth, 100_000, &mut Seed(5).stream(depth.into()));
            assert_eq!(oracle.distance(&board.unwrap().unwrap()), Ok(Some(depth)));
        }
        let beyond = walk_to_depth(&puzzle, &oracle, 32, 10_000, &mut Seed(5).stream(0));
        assert_eq!(beyond, Ok(None));
    }

    #[test]
    fn boards_at_a_depth_are_different_and_exactly_that_far() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        let boards = at_depth(&distances, 31, 2, &mut Seed(1).stream(0)).unwrap();
        assert_eq!(boards.len(), 2);
        assert_ne!(boards[0], boards[1]);
        assert!(boards.iter().all(|board| distances.of(board) == Some(31)));
        let sentence = |depth, count| {
            at_depth(&distances, depth, count, &mut Seed(1).stream(0)).unwrap_err().to_string()
        };
        assert!(
            sentence(32, 1).starts_with("no board needs exactly 32 moves; expected a distance from 0 to 31")
        );
        assert!(sentence(31, 3).starts_with("only 2 boards need exactly 31 moves"));
    }
}
