//! The kbs's overall algorithm and its primary reasoning as they are printed (algorithms 1 and 2).
//!
//! As printed, a round asks P, then A, then guesses, whatever the first two found; P and A open cells only where they
//! also found mines; and each number that settles something replaces what the numbers before it settled. Each of the
//! three is a switch of its own ([`Rounds`]). None of them concludes what is false: they lose what is true.

use quandary_core::{Decision, Stream};

use super::blocks::Blocks;
use super::blueprint::Rounds;
use super::{Fallback, Reason};
use crate::board::Cell;
use crate::knowledge::Mark;
use crate::rules::{Action, CellView, Observation};

/// Where a player stands in its round.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    step: Step,
    /// Safe cells to open before the next step, the next one last.
    queue: Vec<(Cell, Reason)>,
    /// Whether this round opened or flagged something.
    progress: bool,
}

#[derive(Clone, Copy, Debug, Default)]
enum Step {
    #[default]
    Primary,
    Advanced,
    Guess,
}

/// What one number, or one elimination, settles.
#[derive(Default)]
struct Settled {
    safe: Vec<(Cell, Reason)>,
    mines: Vec<Cell>,
}

impl Blocks {
    /// The next cell of a player who works in rounds.
    pub(super) fn decide_in_rounds(
        &mut self,
        seen: &Observation,
        rounds: Rounds,
        stream: &mut Stream,
    ) -> Decision<Action, Reason> {
        // A round that opens nothing flags something, so there are at most as many as cells.
        for _ in 0..3 * (seen.board().cells() + 2) {
            while let Some((cell, reason)) = self.course.queue.pop() {
                if self.known.mark(cell) == Mark::Unknown {
                    return Decision::certain(Action::Open(cell), reason);
                }
            }
            match self.course.step {
                Step::Primary => {
                    self.course.step = Step::Advanced;
                    if self.blueprint.single {
                        let settled = self.primary(seen, rounds.overwrite);
                        self.take(settled, rounds.both);
                    }
                }
                Step::Advanced => {
                    self.course.step = Step::Guess;
                    if let Some(sign) = self.blueprint.gauss {
                        self.conclude(sign);
                        let safe = self.conclusions.safe.iter().map(|&cell| (cell, Reason::Gauss)).collect();
                        let mines = self.conclusions.mines.clone();
                        self.take(Settled { safe, mines }, rounds.both);
                    }
                }
                Step::Guess => {
                    self.course.step = Step::Primary;
                    if !std::mem::take(&mut self.course.progress) || rounds.always_guess {
                        return self.guess(seen, false, stream);
                    }
                }
            }
        }
        Fallback::decide(seen, stream)
    }

    /// P: what each number settles by itself, in the order of the board.
    fn primary(&self, seen: &Observation, overwrite: bool) -> Settled {
        let grid = seen.grid();
        let mut settled = Settled::default();
        for witness in grid.cells() {
            let CellView::Number(number @ 1..) = seen.at(witness) else { continue };
            let near =
                |mark: Mark| grid.around(witness).iter().filter(move |cell| self.known.mark(**cell) == mark);
            let flags = near(Mark::Mine).count();
            let hidden: Vec<Cell> = near(Mark::Unknown).copied().collect();
            if hidden.is_empty() {
                continue;
            }
            if flags + hidden.len() == usize::from(number) {
                if overwrite {
                    settled.mines.clear();
                }
                settled.mines.extend(hidden);
            } else if flags == usize::from(number) {
                if overwrite {
                    settled.safe.clear();
                }
                settled.safe.extend(hidden.into_iter().map(|cell| (cell, Reason::Single { witness })));
            }
        }
        settled
    }

    /// Opens and flags, or does neither where `both` are asked for and one is missing.
    fn take(&mut self, settled: Settled, both: bool) {
        let (safe, mines) = (!settled.safe.is_empty(), !settled.mines.is_empty());
        if (both && !(safe && mines)) || !(safe || mines) {
            return;
        }
        for mine in settled.mines {
            if self.known.mark(mine) == Mark::Unknown {
                self.known.prove_mine(mine);
                self.course.progress = true;
            }
        }
        self.course.progress |= safe;
        self.course.queue.extend(settled.safe.into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::{Context, Seed};

    use crate::simulate::{Games, Totals};
    use crate::{FirstClick, Minesweeper};

    fn totals(strategy: &str) -> Totals {
        let game = Minesweeper::new("9x9/10".parse().unwrap(), FirstClick::Open);
        let games = Games::new(game, strategy.parse().unwrap(), None, Seed(3)).unwrap();
        Totals::of(&games.run(400, &Context::bare()).0)
    }

    #[test]
    fn as_printed_nothing_false_is_concluded_and_far_fewer_games_are_won() {
        let plain = totals("pafr");
        for slips in ["+both", "+overwrite", "+always-guess", "+both+always-guess+overwrite"] {
            let printed = totals(&format!("pafr{slips}"));
            assert_eq!(printed.lost_on_certain, 0, "{slips}");
            assert!(printed.wins.value() < plain.wins.value() + 0.05, "{slips}: {}", printed.wins);
        }
        let printed = totals("pafr+both+always-guess+overwrite");
        assert!(printed.wins.value() < plain.wins.value() - 0.2, "{}", printed.wins);
    }

    #[test]
    fn overwriting_alone_only_delays_what_is_found() {
        // What a round forgets, the next one finds again.
        let (plain, printed) = (totals("pafr"), totals("pafr+overwrite"));
        assert!((plain.wins.value() - printed.wins.value()).abs() < 0.08, "{} {}", plain.wins, printed.wins);
    }
}
