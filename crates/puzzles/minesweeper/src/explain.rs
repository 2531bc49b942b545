//! The next move and why, for a person.

use std::fmt::Write;

use quandary_core::rules::Player;
use quandary_core::{Decision, Stream};

use crate::board::{Board, Cell};
use crate::inference::{NoAnswer, Probabilities, probabilities};
use crate::rules::{Action, Minesweeper, Observation, Seen};
use crate::strategy::{AnyPlayer, Best, FirstMove, Parts, Reason, Weighed};

/// What to do in a position.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The move with its reason.
    pub decision: Decision<Action, Reason>,
    /// The mine probability of every closed cell.
    pub probabilities: Probabilities,
    /// The alternatives that were weighed, best first; empty when the move is certain.
    pub weighed: Vec<Weighed>,
}

/// Asks our strongest player about a position.
pub fn advise(game: &Minesweeper, seen: &Observation, stream: &mut Stream) -> Result<Advice, NoAnswer> {
    let probabilities = probabilities(seen)?;
    let first = FirstMove::best(seen.board(), game.first_click());
    let mut player = Best::new(seen.grid(), Parts::ALL, first).weighing_everything();
    let decision = player.decide(&seen.without_flags(), stream);
    Ok(Advice { decision, probabilities, weighed: player.weighed().to_vec() })
}

/// Asks a named strategy about a position.
pub fn ask(player: &mut AnyPlayer, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
    player.decide(&seen.without_flags(), stream)
}

/// A reason as a sentence about the cell it is for.
pub fn in_words(seen: &Observation, decision: &Decision<Action, Reason>) -> String {
    let board = seen.board();
    let cell = board.name(decision.chosen.cell());
    match decision.reason {
        Reason::First => format!("{cell} is the first cell this strategy opens."),
        Reason::Single { witness } => {
            let number = seen.number(witness).unwrap_or(0);
            let place = board.name(witness);
            format!("{cell} is safe: the {number} at {place} already has all its mines.")
        }
        Reason::Exact => format!(
            "{cell} is safe: no minefield that agrees with all numbers and the {} mines has a mine there.",
            board.mines()
        ),
        Reason::Gauss => format!("{cell} is safe: eliminating the numbers' equations fixes it."),
        Reason::Enumerated => format!("{cell} is safe in every solution of the frontier."),
        Reason::Safest { safe, tied } | Reason::Narrowed { safe, tied } => {
            let equals = if tied > 1 { format!(" ({tied} cells are equally good)") } else { String::new() };
            format!("No cell is certain. {cell} is safe with {:.2} %{equals}.", 100.0 * safe)
        }
        Reason::Toss { safe } => format!(
            "{cell} is half of a toss that no number can decide, safe with {:.2} %: waiting gains nothing.",
            100.0 * safe
        ),
        Reason::Ahead { safe, progress } => format!(
            "No cell is certain. {cell} is safe with {:.2} %, and with {:.2} % it is safe and makes another \
             cell certain: the best outlook for the next moves.",
            100.0 * safe,
            100.0 * progress
        ),
        Reason::Endgame { wins, boards } => format!(
            "{boards} minefields are left, and exact search shows that {cell} wins {wins} of them, which no \
             other cell exceeds."
        ),
        Reason::Random => format!("{cell} is drawn at random: nothing better is known."),
    }
}

/// The board with mine probabilities in per cent: `·` for certainly safe, `##` for a certain mine.
pub fn map(seen: &Observation, probabilities: &Probabilities, chosen: Option<Cell>) -> String {
    let board: Board = seen.board();
    let mut lines = Vec::new();
    let mut header = " ".repeat(4);
    for col in 1..=board.cols() {
        let _ = write!(header, "{col:>4}");
    }
    lines.push(header);
    for row in 1..=board.rows() {
        let mut line = format!("{row:>3} ");
        for col in 1..=board.cols() {
            let cell = board.cell(row, col).expect("inside");
            let text = match (seen.at(cell), probabilities.mine[cell.at()]) {
                (Seen::Number(0), _) => " ".to_owned(),
                (Seen::Number(number), _) => format!("[{number}]"),
                (_, Some(0.0)) => "·".to_owned(),
                (_, Some(1.0)) => "##".to_owned(),
                (_, Some(mine)) => format!("{:.0}", (100.0 * mine).clamp(1.0, 99.0)),
                (_, None) => "?".to_owned(),
            };
            let text = if chosen == Some(cell) { format!(">{text}") } else { text };
            let _ = write!(line, "{text:>4}");
        }
        lines.push(line);
    }
    lines.join("\n")
}
