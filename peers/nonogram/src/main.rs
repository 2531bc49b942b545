//! Our solver beside nonogrid 0.7.3: first solution of the same puzzles in one process, one ratio a line.
//!
//! `cargo run --release -p peer-nonogram -- [TOURNAMENT-FILE]`
//!
//! 1. 100 random 25×25 puzzles with exactly half of the cells black.
//! 2. With a tournament file (such as taai2011): every tenth of its first 500 puzzles, 50 in all.
//!
//! Both get the clues in memory; reading them is not timed for either. Every solution is checked against the
//! clues.

use cpu_time::ProcessTime;
use nonogrid::parser::BoardParser;
use nonogrid::{BinaryBlock, BinaryColor, DetectedParser, FullProbe, LineSolver, RcBoard};
use quandary_core::{Budget, Seed};
use quandary_nonogram::generate::random_puzzle;
use quandary_nonogram::notation::{Format, read};
use quandary_nonogram::solve::{Goal, Method, Verdict, solve};
use quandary_nonogram::{Nonogram, Picture};

fn main() {
    let random: Vec<Nonogram> = (0..100).map(|index| random_puzzle(Seed(12345), index, 25, 25, 0.5).0).collect();
    compare("100 random 25x25 at 50 %", &random);
    if let Some(path) = std::env::args().nth(1) {
        let bytes = std::fs::read(&path).expect("the tournament file can be read");
        let all = read(&bytes, Some(Format::Tcga)).expect("it is tournament text");
        let every_tenth: Vec<Nonogram> = all.into_iter().map(|document| document.puzzle).step_by(10).take(50).collect();
        compare(&format!("{} of {path}, every tenth", every_tenth.len()), &every_tenth);
    }
}

fn compare(name: &str, puzzles: &[Nonogram]) {
    let boards: Vec<RcBoard<BinaryBlock>> = puzzles.iter().map(board).collect();
    let (mut ours, mut theirs, mut unsolved) = (Vec::new(), Vec::new(), 0);
    for (puzzle, board) in puzzles.iter().zip(boards) {
        let start = ProcessTime::now();
        let solved = solve(puzzle, Goal::First, Method::Best, &mut Budget::unlimited());
        ours.push(start.elapsed().as_secs_f64());
        let Verdict::Solved(picture) = solved.verdict else { panic!("ours found nothing") };
        assert!(puzzle.fits(&picture), "ours is wrong");

        let start = ProcessTime::now();
        let picture = their_solution(board, puzzle.width());
        theirs.push(start.elapsed().as_secs_f64());
        unsolved += usize::from(picture.is_none_or(|picture| !puzzle.fits(&picture)));
    }
    let total = |times: &[f64]| times.iter().sum::<f64>();
    let longest = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    println!(
        "{name}: ours {:.3} s (longest {:.3}), nonogrid {:.3} s (longest {:.3}; {unsolved} not solved), {:.2} times faster",
        total(&ours),
        longest(&ours),
        total(&theirs),
        longest(&theirs),
        total(&theirs) / total(&ours)
    );
}

/// A puzzle as nonogrid reads it: its own TOML.
fn board(puzzle: &Nonogram) -> RcBoard<BinaryBlock> {
    let clues = |clues: &[Vec<usize>]| {
        let line = |clue: &Vec<usize>| match clue.is_empty() {
            true => "0".to_owned(),
            false => clue.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        clues.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let text = format!(
        "[clues]\nrows = '''\n{}\n'''\ncolumns = '''\n{}\n'''\n",
        clues(puzzle.rows()),
        clues(puzzle.columns())
    );
    DetectedParser::with_content(&text).expect("nonogrid reads its own format").parse_rc()
}

/// Its first solution: by lines alone, by probing, or by its backtracking search.
fn their_solution(board: RcBoard<BinaryBlock>, width: usize) -> Option<Picture> {
    let found = nonogrid::solve::<_, LineSolver<_>, FullProbe<_>>(RcBoard::clone(&board), Some(1), None, None);
    let cells = match found.ok()?.and_then(|solver| solver.solutions.into_iter().next()) {
        Some(solution) => solution,
        None => board.read().make_snapshot(),
    };
    let colour = |cell: &BinaryColor| match cell {
        BinaryColor::Black => Some(true),
        BinaryColor::White => Some(false),
        _ => None,
    };
    let black = cells.iter().map(colour).collect::<Option<Vec<bool>>>()?;
    Some(Picture::from_cells(width, black))
}
