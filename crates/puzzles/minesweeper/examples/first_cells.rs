//! Searches for the first cell from which the strongest player wins most games.
//!
//! Sequential halving: all cells that are not mirror images of each other play the same boards, the worse half is left
//! out, the others go on with twice as many boards each, until two are left. Boards are common to all cells: the mines go
//! into the first cells of one random order that the rule allows, so that two cells meet minefields that differ in few
//! places. With CELLs nothing is left out: they are compared on all of GAMES boards.
//!
//! What it prints is what `FirstMove::best` knows; its table names the seeds and the games.
//!
//! ```text
//! cargo run --release -p quandary-minesweeper --example first_cells -- 16x30/99 open SEED GAMES
//! cargo run --release -p quandary-minesweeper --example first_cells -- 10x10/25 open SEED GAMES 3,3 4,4
//! ```

use quandary_core::{Outcome, Seed};
use quandary_minesweeper::strategy::{Best, FirstMove, Parts, Player};
use quandary_minesweeper::{Action, Board, Cell, FirstClick, Grid, Minefield, Minesweeper};

/// A cell and the games that began there: won or not, board by board.
struct Start {
    cell: Cell,
    won: Vec<bool>,
}

impl Start {
    fn wins(&self) -> usize {
        self.won.iter().filter(|&&won| won).count()
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, rule, seed, games, cells @ ..] = arguments.as_slice() else {
        return Err("usage: first_cells BOARD RULE SEED GAMES [CELL...]".to_owned());
    };
    let board: Board = board.parse().map_err(|error| format!("{error}"))?;
    let rule: FirstClick = rule.parse().map_err(|error| format!("{error}"))?;
    let seed = Seed(seed.parse().map_err(|error| format!("SEED: {error}"))?);
    let games: usize = games.parse().map_err(|error| format!("GAMES: {error}"))?;
    let game = Minesweeper::new(board, rule);
    let given = cells.iter().map(|cell| board.parse_cell(cell));
    let given: Vec<Cell> = given.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let chosen = if given.is_empty() { apart(board) } else { given.clone() };
    let allowed = chosen.into_iter().filter(|&cell| game.allows_first(cell));
    let mut starts: Vec<Start> = allowed.map(|cell| Start { cell, won: Vec::new() }).collect();
    if starts.is_empty() {
        return Err(format!("no board {board} keeps the rule `{rule}`"));
    }
    let mut player = Best::new(game.grid(), Parts::ALL, FirstMove::Corner);
    if !given.is_empty() {
        go_on(&game, &mut player, &mut starts, seed, games);
        report(board, &starts);
        return Ok(());
    }
    let rounds = starts.len().ilog2().max(1) as usize;
    while starts.len() > 1 {
        let boards = starts[0].won.len() + games / rounds / starts.len();
        go_on(&game, &mut player, &mut starts, seed, boards);
        starts.sort_by_key(|start| std::cmp::Reverse(start.wins()));
        report(board, &starts[..starts.len().min(10)]);
        starts.truncate(starts.len().div_ceil(2));
    }
    Ok(())
}

/// The cells no two of which a mirror (or on a square a turn) exchanges: those of the upper left.
fn apart(board: Board) -> Vec<Cell> {
    let (rows, cols) = (board.rows().div_ceil(2), board.cols().div_ceil(2));
    let square = board.rows() == board.cols();
    let places = (1..=rows).flat_map(|row| (1..=cols).map(move |col| (row, col)));
    places.filter(|&(row, col)| !square || row <= col).filter_map(|(row, col)| board.cell(row, col)).collect()
}

/// Plays from every cell until it has met this many boards.
fn go_on(game: &Minesweeper, player: &mut Best, starts: &mut [Start], seed: Seed, boards: usize) {
    for start in starts {
        for index in start.won.len()..boards {
            let field = field(game, start.cell, seed, index as u64);
            start.won.push(play(game, player, field, start.cell, seed, index as u64));
        }
    }
}

/// Board `index` for a first cell.
fn field(game: &Minesweeper, first: Cell, seed: Seed, index: u64) -> Minefield {
    let grid: &Grid = game.grid();
    let board = grid.board();
    let clear = grid.kept_clear(game.first_click(), first);
    let mut order: Vec<Cell> = grid.cells().collect();
    seed.named("boards").stream(index).shuffle(&mut order);
    let mut mined = vec![false; board.cells()];
    for cell in order.into_iter().filter(|cell| !clear.contains(cell)).take(board.mines()) {
        mined[cell.0 as usize] = true;
    }
    Minefield::new(board.rows(), board.cols(), mined).expect("the board exists")
}

fn play(
    game: &Minesweeper,
    player: &mut Best,
    field: Minefield,
    first: Cell,
    seed: Seed,
    index: u64,
) -> bool {
    let mut world = game.world_on(field);
    let mut draws = seed.named("draws").stream(index);
    player.forget();
    let mut outcome = game.play(&mut world, Action::Open(first));
    while outcome.is_none() {
        let decision = player.decide(world.observation(), &mut draws);
        outcome = game.play(&mut world, decision.chosen);
    }
    outcome == Some(Outcome::Won)
}

/// Win rates, and the differences to the first cell of the list board by board, with their 95 % intervals.
fn report(board: Board, starts: &[Start]) {
    let n = starts[0].won.len() as f64;
    println!("{} boards", starts[0].won.len());
    for start in starts {
        let rate = start.wins() as f64 / n;
        let pairs = || start.won.iter().zip(&starts[0].won);
        let differ = pairs().filter(|(own, first)| own != first).count() as f64;
        println!(
            "  {:>6}  {:.2} % ± {:.2}, difference {:+.2} ± {:.2}",
            board.name(start.cell),
            100.0 * rate,
            196.0 * (rate * (1.0 - rate) / n).sqrt(),
            100.0 * (start.wins() as f64 - starts[0].wins() as f64) / n,
            196.0 * differ.sqrt() / n,
        );
    }
}
