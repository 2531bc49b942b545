//! Korf's hundred 15-puzzles, by our IDA* and by slidy 0.4.1, in one process and on one thread.
//!
//! `cargo run --release -p peer-sliding -- korf100.txt [large-patterns]`

use std::process::ExitCode;
use std::str::FromStr;

use cpu_time::ProcessTime;
use quandary_core::Budget;
use quandary_core::context::{Context, Sequential};
use quandary_sliding::instances::{self, Instance};
use quandary_sliding::solve::exact::solver;
use quandary_sliding::solve::heuristic::Heuristic;
use quandary_sliding::{Board, Sliding};
use slidy::algorithm::metric::Stm;
use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::stm::solver::Solver as Slidy;
use slidy::solver::solver::Solver as _;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: peer-sliding INSTANCES [HEURISTIC]");
        return ExitCode::from(2);
    };
    let heuristic = arguments.next().map_or(Ok(Heuristic::LargePatterns), |name| name.parse());
    let text = std::fs::read_to_string(&path).expect("the file of instances can be read");
    let instances = instances::parse(&text, None).expect("the instances can be read");
    let (ours, ours_right) = run_ours(&instances, heuristic.expect("a heuristic"));
    let (theirs, theirs_right) = run_slidy(&instances);
    println!("quandary  {ours:8.3} CPU s, {ours_right} of {} lengths right", instances.len());
    println!("slidy     {theirs:8.3} CPU s, {theirs_right} of {} lengths right", instances.len());
    println!("ratio     {:8.2} (slidy / quandary, tables excluded from both)", theirs / ours);
    ExitCode::SUCCESS
}

fn run_ours(instances: &[Instance], heuristic: Heuristic) -> (f64, usize) {
    let size = instances[0].board.size();
    let puzzle = Sliding::new(Board::with_blank_at(size, 0));
    let start = ProcessTime::now();
    let solver = solver(&puzzle, heuristic, &Context::bare()).expect("tables for this board");
    println!("quandary  {:8.3} CPU s for its tables ({heuristic}, built now)", seconds(start));
    let start = ProcessTime::now();
    let right = instances.iter().filter(|instance| {
        let found = solver.solve_within(&instance.board, u32::MAX, &mut Budget::unlimited(), &Sequential);
        let path = found.ok().and_then(|found| found.path);
        path.is_some_and(|path| path.len() as u32 == instance.optimal)
    });
    let right = right.count();
    (seconds(start), right)
}

fn run_slidy(instances: &[Instance]) -> (f64, usize) {
    let start = ProcessTime::now();
    let solver = Slidy::new();
    println!("slidy     {:8.3} CPU s for its tables", seconds(start));
    let boards: Vec<Puzzle> = instances
        .iter()
        .map(|instance| Puzzle::from_str(&turned(&instance.board)).expect("a board"))
        .collect();
    let start = ProcessTime::now();
    let right = boards.iter().zip(instances).filter(|(board, instance)| {
        let path = solver.solve(*board).expect("a solvable board");
        path.len::<Stm, u32>() == instance.optimal
    });
    let right = right.count();
    (seconds(start), right)
}

fn seconds(since: ProcessTime) -> f64 {
    since.elapsed().as_secs_f64()
}

/// The board turned by half a circle and renumbered: the same puzzle with the empty cell last, which is the
/// only goal slidy's solver has.
fn turned(board: &Board) -> String {
    let cells = board.size().cells();
    let tiles: Vec<String> = board
        .tiles()
        .iter()
        .rev()
        .map(|&tile| if tile == 0 { "0".into() } else { (cells - usize::from(tile)).to_string() })
        .collect();
    let rows: Vec<String> = tiles.chunks(board.size().columns()).map(|row| row.join(" ")).collect();
    rows.join("/")
}
