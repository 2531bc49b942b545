//! The next move and why, for a person.

use std::fmt::Write;

use quandary_core::{Budget, Decision, Probability, Stream};

use crate::argument;
use crate::board::{Board, Cell, Coord};
use crate::inference::{Consultation, NoAnswer, Probabilities};
use crate::reason::{First, Flagged, Why};
use crate::rules::{Action, CellView, Minesweeper, Observation};
use crate::strategy::{Best, Kind, Parts, Player, Pseq, Reason, Strategy, WeighedCell};

/// What to do in a position.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The move with the building block that made it.
    pub decision: Decision<Action, Reason>,
    /// Why, for a person.
    pub why: Why,
    /// The mine probability of every closed cell.
    pub probabilities: Probabilities,
    /// The alternatives that were weighed, best first; empty when the move is certain.
    pub weighed: Vec<WeighedCell>,
}

impl Advice {
    /// A flagged cell cannot be opened: the advice is then to take the flag away.
    fn past_flags(mut self, seen: &Observation) -> Advice {
        let cell = self.decision.chosen.cell();
        if seen.at(cell) == CellView::Flag {
            let safe = 1.0 - self.probabilities.mine[cell.at()].unwrap_or(0.0);
            self.decision.chosen = Action::Flag(cell);
            self.why = Why::Flagged(Flagged { cell: seen.board().spot(cell), safe });
        }
        self
    }
}

/// Asks a strategy about a position, and says why. Among cells that are certainly safe, our strongest player
/// ([`Strategy::best`]) takes the one with the simplest argument.
pub fn advise(
    game: &Minesweeper,
    strategy: &Strategy,
    seen: &Observation,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Advice, NoAnswer> {
    conclude(Consultation::of(seen, budget)?, game, strategy, seen, stream, budget)
}

/// The same from a consultation that has counted the position.
pub(crate) fn conclude(
    mut asked: Consultation,
    game: &Minesweeper,
    strategy: &Strategy,
    seen: &Observation,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Advice, NoAnswer> {
    let found = asked.probabilities();
    // What the player counts from now on is no more than this position: if it fits, they do.
    asked.base.within(&Budget::unlimited().with_stop(budget.stop().clone()));
    let (grid, first, shown) = (game.grid(), strategy.first_move(game), seen.without_flags());
    let mut weighed = Vec::new();
    let mut decision = match strategy.kind() {
        Kind::Best(parts @ Parts::ALL) => {
            let mut player = Best::new(grid, *parts, first).weighing_everything().consulting(asked);
            let decision = player.decide(&shown, stream);
            weighed = player.weighed().to_vec();
            decision
        }
        Kind::Best(parts) => Best::new(grid, *parts, first).consulting(asked).decide(&shown, stream),
        Kind::Pseq(boards) => {
            Pseq::new(grid, first).exact_below(*boards).consulting(asked).decide(&shown, stream)
        }
        // The documents' players know only what their own blocks prove.
        Kind::Blocks(_) => {
            let mut player = strategy.player(game, None);
            player.obey(budget.stop());
            player.decide(&shown, stream)
        }
    };
    // A move that was made in haste is not advice.
    budget.poll()?;
    if *strategy.kind() == Kind::Best(Parts::ALL)
        && decision.probability.is_certain()
        && let Some(argument) = argument::simplest(seen, &found)
    {
        let Coord { row, col } = argument.cell();
        let cell = seen.board().cell(row as usize, col as usize).expect("a cell of this board");
        decision.chosen = Action::Open(cell);
        let why = Why::Certain(Box::new(argument));
        return Ok(Advice { decision, why, probabilities: found, weighed: Vec::new() }.past_flags(seen));
    }
    let why = Why::of(game, seen, &found, &decision);
    if let Why::First(First { safe, .. }) = why {
        // What the rule promises is certain before anything is open.
        decision.probability = Probability::clamped(safe);
    }
    Ok(Advice { decision, why, probabilities: found, weighed }.past_flags(seen))
}

/// How wide a terminal is taken to be.
const WIDTH: usize = 80;

/// A board as text, with row and column numbers. A board wider than 80 characters comes in blocks of columns, one
/// below the other. Each cell takes `wide` characters at least.
pub(crate) fn lay_out(board: Board, wide: usize, cell_text: impl Fn(Cell) -> String) -> String {
    let label = board.rows().to_string().len().max(2);
    let wide = (board.cols().to_string().len() + 1).max(wide);
    let blocks = board.cols().div_ceil((WIDTH - label - 1) / wide);
    let cols: Vec<usize> = (1..=board.cols()).collect();
    let mut lines = Vec::new();
    for block in cols.chunks(board.cols().div_ceil(blocks)) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let mut header = " ".repeat(label + 1);
        for col in block {
            let _ = write!(header, "{col:>wide$}");
        }
        lines.push(header);
        for row in 1..=board.rows() {
            let mut line = format!("{row:>label$} ");
            for &col in block {
                let text = board.cell(row, col).map(&cell_text).unwrap_or_default();
                let _ = write!(line, "{text:>wide$}");
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    lines.join("\n")
}

/// The board with mine probabilities in per cent: `·` for certainly safe, `##` for a certain mine.
/// `mine` has a row for each row of the board.
pub(crate) fn map(seen: &Observation, mine: &[Vec<Option<f64>>], chosen: Option<Cell>) -> String {
    lay_out(seen.board(), 4, |cell| {
        let (row, col) = seen.board().place(cell);
        let text = match (seen.at(cell), mine[row - 1][col - 1]) {
            (CellView::Number(0), _) => " ".to_owned(),
            (CellView::Number(number), _) => format!("[{number}]"),
            (_, Some(0.0)) => "·".to_owned(),
            (_, Some(1.0)) => "##".to_owned(),
            (_, Some(mine)) => format!("{:.0}", (100.0 * mine).clamp(1.0, 99.0)),
            (_, None) => "?".to_owned(),
        };
        if chosen == Some(cell) { format!(">{text}") } else { text }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use crate::inference::probabilities;

    #[test]
    fn a_wide_board_comes_in_blocks_of_columns_that_fit_80() {
        for (board, blocks) in
            [("16x30/99", 2), ("9x9/10", 1), ("4x19/9", 1), ("4x20/9", 2), ("3x1200/50", 80)]
        {
            let seen = Observation::new(&Grid::new(board.parse().unwrap()));
            let text = map(&seen, &probabilities(&seen).unwrap().rows(seen.board()), Some(Cell(0)));
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            let rows = seen.board().rows();
            assert_eq!(text.lines().count(), blocks * (rows + 1) + blocks - 1, "{board}");
        }
        let seen = Observation::new(&Grid::new("16x30/99".parse().unwrap()));
        let text = map(&seen, &probabilities(&seen).unwrap().rows(seen.board()), None);
        assert!(text.lines().nth(18).unwrap().trim_start().starts_with("16"), "{text}");
    }
}
