//! Boards: uniform, and uniform among those that need no guess.

use quandary_core::rules::Hidden;
use quandary_core::{Budget, Exhausted, Outcome, Stream};

use crate::board::Cell;
use crate::rules::{Action, Minefield, Minesweeper};
use crate::strategy::{Reason, Reasoner};

/// A board that certainty alone wins, with the moves that win it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGuess {
    /// The board.
    pub field: Minefield,
    /// The cells opened, in order, the first one included; areas open by themselves.
    pub opened: Vec<Cell>,
    /// How many boards were drawn until one needed no guess.
    pub drawn: u64,
}

/// A minefield drawn uniformly among those the rule allows when `first` is opened first; `None` when the
/// rule leaves no room for the mines.
pub fn uniform(game: &Minesweeper, first: Cell, stream: &mut Stream) -> Option<Minefield> {
    let clear = game.grid().kept_clear(game.first_click(), first);
    Minefield::draw(game.grid().board(), &clear, stream)
}

/// Finds boards that need no guess, one after the other.
#[derive(Clone, Debug)]
pub struct NoGuessMaker {
    game: Minesweeper,
    first: Cell,
    reasoner: Reasoner,
}

impl NoGuessMaker {
    /// For games on this board that start with `first`.
    pub fn new(game: &Minesweeper, first: Cell) -> NoGuessMaker {
        NoGuessMaker { game: game.clone(), first, reasoner: Reasoner::new(game.grid()) }
    }

    /// The moves that win a board without a guess, with the mine count known; `None` when it needs one.
    pub fn solve(&mut self, field: &Minefield) -> Option<Vec<Cell>> {
        if field.is_mine(self.first) {
            return None;
        }
        let mut world = self.game.world_on(field.clone());
        self.reasoner.known.reset();
        let mut opened = vec![self.first];
        let mut outcome = self.game.play(&mut world, Action::Open(self.first));
        while outcome.is_none() {
            let Ok(Some((cell, _))) = self.reasoner.certain(world.observation()) else { return None };
            opened.push(cell);
            outcome = self.game.play(&mut world, Action::Open(cell));
        }
        (outcome == Some(Outcome::Won)).then_some(opened)
    }

    /// Whether a board needs no guess once `first` is open, and how its moves are reasoned.
    pub fn reasons(&mut self, field: &Minefield) -> Option<Vec<Reason>> {
        let mut world = self.game.world_on(field.clone());
        self.reasoner.known.reset();
        let mut reasons = vec![Reason::First];
        let mut outcome = self.game.play(&mut world, Action::Open(self.first));
        while outcome.is_none() {
            let Ok(Some((cell, reason))) = self.reasoner.certain(world.observation()) else { return None };
            reasons.push(reason);
            outcome = self.game.play(&mut world, Action::Open(cell));
        }
        Some(reasons)
    }

    /// Draws boards until one needs no guess: the result is uniform among those that do not.
    pub fn draw(&mut self, stream: &mut Stream, budget: &mut Budget) -> Result<Option<NoGuess>, Exhausted> {
        for drawn in 1.. {
            budget.spend(1)?;
            let Some(field) = uniform(&self.game, self.first, stream) else { return Ok(None) };
            if let Some(opened) = self.solve(&field) {
                return Ok(Some(NoGuess { field, opened, drawn }));
            }
        }
        unreachable!("the budget ends first")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FirstClick;
    use quandary_core::Seed;

    #[test]
    fn generated_boards_are_won_by_certain_moves_alone() {
        let game = Minesweeper::new("9x9/10".parse().unwrap(), FirstClick::Open);
        let first = game.grid().board().cell(3, 3).unwrap();
        let mut maker = NoGuessMaker::new(&game, first);
        for index in 0..20 {
            let made = maker.draw(&mut Seed(3).stream(index), &mut Budget::unlimited()).unwrap().unwrap();
            assert_eq!(made.opened[0], first);
            assert_eq!(maker.solve(&made.field).unwrap(), made.opened);
            assert!(made.opened.iter().all(|&cell| !made.field.is_mine(cell)));
        }
    }

    #[test]
    fn a_board_with_a_coin_toss_is_not_guess_free() {
        // The two cells on the right see the same numbers: nothing tells them apart.
        let field: Minefield = "2x4/1\n...*\n....".parse().unwrap();
        let game = Minesweeper::new(field.board(), FirstClick::Open);
        assert_eq!(NoGuessMaker::new(&game, Cell(0)).solve(&field), None);
    }
}
