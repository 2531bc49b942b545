//! Boards: uniform, and uniform among those that need no guess.

use quandary_core::{Budget, Exhausted, Outcome, Stream};

use crate::board::Cell;
use crate::border::choose;
use crate::inference::{Consultation, NoAnswer, subsets};
use crate::rules::{Action, Minefield, Minesweeper, Observation, World};
use crate::strategy::Reason;

/// A board that can be won without guessing, with the moves that win it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGuess {
    /// The board.
    pub field: Minefield,
    /// The cells opened, in order, the first one included; areas open by themselves.
    pub opened: Vec<Cell>,
    /// How many boards were drawn until one needed no guess.
    pub drawn: u64,
}

/// How far certain moves alone get on a board.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// To the end.
    Won {
        /// The cells opened, in order.
        opened: Vec<Cell>,
    },
    /// Not even to the first number: the first cell is a mine.
    FirstIsMine,
    /// To a position in which no closed cell is certainly safe.
    NeedsGuess {
        /// The cells opened until then, in order.
        opened: Vec<Cell>,
        /// The position.
        seen: Observation,
    },
    /// Until the budget ran out, or to a frontier too wide for the memory there is.
    Stopped {
        /// The cells opened until then, in order.
        opened: Vec<Cell>,
        /// What ran out.
        why: Exhausted,
    },
}

/// Where certain moves alone end.
enum Walk {
    Over(Outcome),
    Stuck(Box<World>),
    Stopped(Exhausted),
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
    consultation: Consultation,
}

impl NoGuessMaker {
    /// For games on this board that start with `first`.
    pub fn new(game: &Minesweeper, first: Cell) -> NoGuessMaker {
        NoGuessMaker { game: game.clone(), first, consultation: Consultation::new(game.grid()) }
    }

    /// The moves that win a board without a guess, with the mine count known; `None` when it needs one.
    pub fn solve(&mut self, field: &Minefield) -> Option<Vec<Cell>> {
        let mut opened = Vec::new();
        let walk = self.walk(field, &mut Budget::unlimited(), |cell, _| opened.push(cell));
        matches!(walk, Walk::Over(Outcome::Won)).then_some(opened)
    }

    /// How far certain moves alone get on a board. Each move is a node of the budget.
    pub fn attempt(&mut self, field: &Minefield, budget: &mut Budget) -> Attempt {
        let mut opened = Vec::new();
        match self.walk(field, budget, |cell, _| opened.push(cell)) {
            Walk::Over(Outcome::Won) => Attempt::Won { opened },
            Walk::Over(_) => Attempt::FirstIsMine,
            Walk::Stuck(world) => Attempt::NeedsGuess { opened, seen: world.observation().clone() },
            Walk::Stopped(why) => Attempt::Stopped { opened, why },
        }
    }

    /// Whether a board needs no guess once `first` is open, and how its moves are reasoned.
    pub fn reasons(&mut self, field: &Minefield) -> Option<Vec<Reason>> {
        let mut reasons = Vec::new();
        let walk = self.walk(field, &mut Budget::unlimited(), |_, reason| reasons.push(reason));
        matches!(walk, Walk::Over(Outcome::Won)).then_some(reasons)
    }

    /// Opens the first cell and then whatever is certain.
    fn walk(&mut self, field: &Minefield, budget: &mut Budget, mut each: impl FnMut(Cell, Reason)) -> Walk {
        let mut world = self.game.world_on(field.clone());
        self.consultation.known.reset();
        self.consultation.base.obey(budget.stop());
        let mut outcome = world.outcome();
        let mut next = Some((self.first, Reason::First));
        while outcome.is_none() {
            if let Err(why) = budget.spend(1).and_then(|()| budget.poll()) {
                return Walk::Stopped(why);
            }
            let (cell, reason) = match next.take() {
                Some(first) => first,
                None => match self.consultation.certain(world.observation()) {
                    Ok(Some((cell, witness))) => (cell, Reason::certain(cell, witness)),
                    Err(NoAnswer::TooWide(why)) => return Walk::Stopped(why),
                    // The minefield itself agrees: only rounding could say that none does.
                    Ok(None) | Err(NoAnswer::Impossible { .. }) => return Walk::Stuck(Box::new(world)),
                },
            };
            each(cell, reason);
            outcome = self.game.play(&mut world, Action::Open(cell));
        }
        outcome.map_or(Walk::Stuck(Box::new(world)), Walk::Over)
    }

    /// Draws boards until one needs no guess: the result is uniform among those that do not. `None` when there is
    /// none; that is only found out on boards with few minefields. Each board is a node of the budget; when it is
    /// stopped, the walk over a board ends too.
    pub fn draw(&mut self, stream: &mut Stream, budget: &mut Budget) -> Result<Option<NoGuess>, Exhausted> {
        let mut walking = Budget::unlimited().with_stop(budget.stop().clone());
        for drawn in 1.. {
            budget.spend(1)?;
            let Some(field) = uniform(&self.game, self.first, stream) else { return Ok(None) };
            match self.attempt(&field, &mut walking) {
                Attempt::Won { opened } => return Ok(Some(NoGuess { field, opened, drawn })),
                // A frontier too wide for the memory there is: as good as one that needs a guess.
                Attempt::Stopped { why, .. } if why != Exhausted::Memory => return Err(why),
                _ => {}
            }
            if drawn == PATIENCE && self.never(&walking)? {
                return Ok(None);
            }
        }
        unreachable!("the budget ends first")
    }

    /// Whether every minefield the rule allows needs a guess, by trying them all; false when they are many.
    fn never(&mut self, budget: &Budget) -> Result<bool, Exhausted> {
        let (game, first) = (self.game.clone(), self.first);
        let mut found = false;
        let tried = every_field(&game, first, &mut |field| {
            found = found || budget.poll().is_ok() && self.solve(&field).is_some();
        });
        budget.poll()?;
        Ok(tried && !found)
    }
}

/// Shows every minefield that the rule allows when `first` is opened first; false, and none is shown, when they are
/// many.
pub(crate) fn every_field(game: &Minesweeper, first: Cell, each: &mut dyn FnMut(Minefield)) -> bool {
    let board = game.grid().board();
    let clear = game.grid().kept_clear(game.first_click(), first);
    let free: Vec<Cell> = game.grid().cells().filter(|cell| !clear.contains(cell)).collect();
    if free.len() > 128 || choose(free.len() as u64, board.mines() as u64).is_none_or(|count| count > FEW) {
        return false;
    }
    subsets(free.len(), board.mines(), &mut |bits| {
        let mut mined = vec![false; board.cells()];
        for (bit, cell) in free.iter().enumerate() {
            mined[cell.at()] = bits >> bit & 1 == 1;
        }
        each(Minefield::new(board.rows(), board.cols(), mined).expect("the board exists"));
    });
    true
}

/// After this many failures it is asked whether there is such a board at all.
pub(crate) const PATIENCE: u64 = 200;

/// Then all minefields are tried if there are at most this many.
const FEW: u64 = 20_000;

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

    #[test]
    fn where_a_guess_is_needed_is_shown() {
        let field: Minefield = "2x4/1\n...*\n....".parse().unwrap();
        let game = Minesweeper::new(field.board(), FirstClick::Open);
        let Attempt::NeedsGuess { opened, seen } =
            NoGuessMaker::new(&game, Cell(0)).attempt(&field, &mut Budget::unlimited())
        else {
            panic!("a coin toss")
        };
        assert_eq!((opened, crate::notation::show(&seen).as_str()), (vec![Cell(0)], "2x4/1\n001?\n001?"));
        let mut maker = NoGuessMaker::new(&game, Cell(3));
        assert!(matches!(maker.attempt(&field, &mut Budget::unlimited()), Attempt::FirstIsMine));
        assert_eq!((maker.solve(&field), maker.reasons(&field)), (None, None));
    }

    #[test]
    fn a_walk_over_a_board_ends_when_it_is_stopped() {
        let game = Minesweeper::new("60x60/500".parse().unwrap(), FirstClick::Open);
        let mut maker = NoGuessMaker::new(&game, Cell(183));
        let stop = quandary_core::StopFlag::new();
        stop.raise(Exhausted::Cancelled);
        let mut budget = Budget::unlimited().with_stop(stop);
        let field = uniform(&game, Cell(183), &mut Seed(2).stream(0)).unwrap();
        // The first poll of a budget is at once; the walk asks for itself.
        assert!(matches!(maker.attempt(&field, &mut budget), Attempt::Stopped { .. }));
        assert_eq!(maker.draw(&mut Seed(2).stream(0), &mut budget), Err(Exhausted::Cancelled));
        let mut world = game.world_on(field.clone());
        game.play(&mut world, Action::Open(Cell(183)));
        maker.consultation.known.sync(world.observation());
        let counted = maker.consultation.base.run(&maker.consultation.known);
        assert_eq!(counted, Err(NoAnswer::TooWide(Exhausted::Cancelled)), "the count itself asks too");
        // Another budget, and it works again.
        assert!(!matches!(maker.attempt(&field, &mut Budget::unlimited()), Attempt::Stopped { .. }));
    }

    #[test]
    fn a_board_that_always_needs_a_guess_is_not_searched_for_ever() {
        // Whatever the corner shows, the other three cells hold two mines that nothing tells apart.
        let game = Minesweeper::new("2x2/2".parse().unwrap(), FirstClick::Safe);
        let made = NoGuessMaker::new(&game, Cell(0)).draw(&mut Seed(1).stream(0), &mut Budget::unlimited());
        assert_eq!(made, Ok(None));
        // Nothing but mines: whatever is opened first loses.
        let game = Minesweeper::new("3x3/9".parse().unwrap(), FirstClick::Any);
        let made = NoGuessMaker::new(&game, Cell(0)).draw(&mut Seed(1).stream(0), &mut Budget::unlimited());
        assert_eq!(made, Ok(None));
    }
}
