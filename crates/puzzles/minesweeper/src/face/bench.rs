use quandary_core::face::{Answer, Context};
use quandary_core::{InputError, Seed, Signature};
use serde_json::json;

use crate::board::{Board, FirstClick};
use crate::inference::probabilities;
use crate::rules::{Minefield, Minesweeper, Observation, Seen};
use crate::simulate::{Study, Totals};

const GAMES: u64 = 500;

/// Fixed work. The signature is a hash of every game's record: it changes only when behaviour does.
pub(super) fn run(context: &Context<'_>) -> Result<Answer, InputError> {
    let mut signature = Signature::new();
    let mut lines = Vec::new();
    let mut rows = Vec::new();
    let mut nodes = 0;
    let mut stopped = None;
    for (board, rule, strategy) in [
        ("16x30/99", FirstClick::Open, "pseq"),
        ("16x30/99", FirstClick::Open, "best"),
        ("16x30/99", FirstClick::Safe, "best"),
        ("9x9/10", FirstClick::Safe, "cSimEnuLoClf"),
    ] {
        let game = Minesweeper::new(board.parse()?, rule);
        let study = Study { game, strategy: strategy.parse()?, first: None, seed: Seed(1) };
        let before = (context.cpu_seconds)();
        let (records, why) = study.run(GAMES, context);
        let seconds = (context.cpu_seconds)() - before;
        stopped = stopped.or(why);
        for record in &records {
            signature.add(format!("{} {} {:?}", record.won, record.opened, record.blocks).as_bytes());
            nodes += u64::from(record.moves);
        }
        let totals = Totals::of(&records);
        let rate = records.len() as f64 / seconds;
        lines.push(format!(
            "  {board} {rule} {strategy}: {} wins, {rate:.0} games per CPU second",
            totals.wins
        ));
        rows.push(json!({"board": board, "first_click": rule, "strategy": strategy,
            "wins": totals.wins.successes, "games": records.len(), "cpu_seconds": seconds}));
    }
    let before = (context.cpu_seconds)();
    let large = large_position()?;
    let found = probabilities(&large).map_err(|error| InputError::new(error.to_string()))?;
    let seconds = (context.cpu_seconds)() - before;
    signature.add(format!("{:.6}", found.ln_boards).as_bytes());
    lines.push(format!("  100x100/2000, one position: {:.1} ms of CPU", seconds * 1e3));
    lines.push(format!("  signature {signature}"));
    let json = json!({"schema": 1, "puzzle": "minesweeper", "signature": signature.to_string(), "nodes": nodes,
        "studies": rows, "large_position_seconds": seconds});
    let answer = Answer::new(json, lines.join("\n"));
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}

/// A large board in the middle of a game: about a third of its safe cells are open.
fn large_position() -> Result<Observation, InputError> {
    let board = Board::new(100, 100, 2000)?;
    let game = Minesweeper::new(board, FirstClick::Any);
    let mut stream = Seed(5).stream(0);
    let field = Minefield::draw(board, &[], &mut stream).expect("there is room");
    let mut seen = vec![Seen::Hidden; board.cells()];
    for cell in game.grid().cells() {
        let (row, col) = board.place(cell);
        // Bands of open cells, as a game leaves them.
        if !field.is_mine(cell) && (row / 6 + col / 25) % 3 == 0 {
            seen[cell.at()] = Seen::Number(field.number(game.grid(), cell));
        }
    }
    Ok(Observation::from_seen(game.grid(), seen))
}
