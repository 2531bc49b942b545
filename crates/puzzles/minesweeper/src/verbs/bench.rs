use std::fmt;

use quandary_core::{Context, InputError, Seed, Signature, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::board::{Board, FirstClick};
use crate::inference::probabilities;
use crate::rules::{CellView, Minefield, Minesweeper, Observation};
use crate::simulate::{Games, Totals};

const GAMES: u64 = 500;

/// What is played.
const STUDIES: [(&str, FirstClick, &str); 4] = [
    ("16x30/99", FirstClick::Open, "pseq"),
    ("16x30/99", FirstClick::Open, "best"),
    ("16x30/99", FirstClick::Safe, "best"),
    ("9x9/10", FirstClick::Safe, "cSimEnuLoClf"),
];

pub(super) struct Bench;

/// Fixed work.
#[derive(Serialize, JsonSchema)]
pub(super) struct Fixed {
    /// Moves made.
    nodes: u64,
    /// Games of one strategy on one board each.
    studies: Vec<Timed>,
    /// CPU seconds of the exact count on a large board; null when it was not reached.
    large_position_seconds: Option<f64>,
    /// CPU seconds of the games.
    cpu_seconds: f64,
}

/// Games of one strategy.
#[derive(Serialize, JsonSchema)]
struct Timed {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    strategy: String,
    wins: u64,
    games: u64,
    cpu_seconds: f64,
    games_per_cpu_second: Option<f64>,
    #[serde(skip)]
    totals: Totals,
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Fixed games of best and pseq, and the exact count on a large board",
        input: InputSpec::None,
        options: &[],
        examples: &["bench minesweeper"],
        conventions: &[("signature", "a hash of every game's outcome, length and building blocks")],
    };
    type Answer = Fixed;

    /// The signature is a hash of every game's record: it changes only when behaviour does.
    fn run(_: &Request, context: &Context<'_>) -> Result<Reply<Fixed>, Stop> {
        let mut signature = Signature::new();
        let mut fixed =
            Fixed { nodes: 0, studies: Vec::new(), large_position_seconds: None, cpu_seconds: 0.0 };
        for (board, rule, strategy) in STUDIES {
            let board: Board = board.parse()?;
            let games = Games::new(Minesweeper::new(board, rule), strategy.parse()?, None, Seed(1))?;
            let before = (context.cpu_seconds)();
            let (records, stopped) = games.run(GAMES, context);
            let cpu_seconds = (context.cpu_seconds)() - before;
            for record in &records {
                signature.add(format!("{} {} {:?}", record.won, record.opened, record.blocks).as_bytes());
                fixed.nodes += u64::from(record.moves);
            }
            let totals = Totals::of(&records);
            fixed.cpu_seconds += cpu_seconds;
            fixed.studies.push(Timed {
                board,
                first_click: rule,
                strategy: strategy.to_owned(),
                wins: totals.wins.successes,
                games: totals.wins.trials,
                cpu_seconds,
                games_per_cpu_second: (cpu_seconds > 0.0).then(|| records.len() as f64 / cpu_seconds),
                totals,
            });
            if stopped.is_some() {
                return Ok(Reply::from(fixed).cut(stopped).signed(signature));
            }
        }
        let before = (context.cpu_seconds)();
        let found = probabilities(&large_position()?).map_err(|error| InputError::new(error.to_string()))?;
        fixed.large_position_seconds = Some((context.cpu_seconds)() - before);
        signature.add(format!("{:.6}", found.ln_boards).as_bytes());
        Ok(Reply::from(fixed).signed(signature))
    }
}

/// A large board in the middle of a game: about a third of its safe cells are open.
fn large_position() -> Result<Observation, InputError> {
    let board = Board::new(100, 100, 2000)?;
    let game = Minesweeper::new(board, FirstClick::Any);
    let mut stream = Seed(5).stream(0);
    let field = Minefield::draw(board, &[], &mut stream).expect("there is room");
    let mut seen = vec![CellView::Hidden; board.cells()];
    for cell in game.grid().cells() {
        let (row, col) = board.place(cell);
        // Bands of open cells, as a game leaves them.
        if !field.is_mine(cell) && (row / 6 + col / 25) % 3 == 0 {
            seen[cell.at()] = CellView::Number(field.number(game.grid(), cell));
        }
    }
    Ok(Observation::from_seen(game.grid(), seen))
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for study in &self.studies {
            let Timed { board, first_click, strategy, totals, .. } = study;
            write!(f, "  {board} {first_click} {strategy}: ")?;
            match (study.games, study.games_per_cpu_second) {
                (0, _) => writeln!(f, "no game was finished")?,
                (_, Some(speed)) => writeln!(f, "{} wins, {speed:.0} games per CPU second", totals.wins)?,
                (_, None) => writeln!(f, "{} wins", totals.wins)?,
            }
        }
        match self.large_position_seconds {
            Some(seconds) => write!(f, "  100x100/2000, one position: {:.1} ms of CPU", seconds * 1e3),
            None => Ok(()),
        }
    }
}
