//! Values of all positions with the same pieces, found backwards from the ends.
//!
//! Captures and crownings lead to pieces that were solved before. What is left are quiet steps between two sets of
//! positions, one for each side to move (or one set, when both sides have the same pieces). Every position whose value
//! is known is taken in the order of its distance, and its predecessors by a quiet step learn from it: a loss makes
//! each of them a win, a win takes one hope from each, and one without hope is lost. So every position is met once, at
//! its exact distance. What is never met is drawn: nobody can force anything.
//!
//! Time is linear in the number of steps between positions; beside the values (a byte each) two bytes a position of the
//! pieces at hand are kept. Source: K. Thompson, Retrograde Analysis of Certain Endgames, ICCA Journal 9 (1986); for
//! checkers R. Lake, J. Schaeffer and P. Lu, Solving Large Retrograde Analysis Problems Using a Network of Workstations
//! (1994).

use quandary_core::{Budget, Exhausted};

use super::material::Material;
use super::{Ending, Endings};
use crate::checkers::board::{BOTTOM, Bits, Position, step};

/// A byte a position: up to this the plies to the end (even: lost, odd: won), above it what follows.
pub(super) const MOST_PLIES: u8 = 250;
/// Not known yet.
const OPEN: u8 = 251;
/// Decided by captures and waiting for its turn: quiet steps say nothing about it.
const FORCED: u8 = 252;
/// Two pieces on one square.
pub(super) const NOTHING: u8 = 254;
/// Drawn.
pub(super) const DRAWN: u8 = 255;

/// No number of hopes: the position is not lost, whatever becomes of its steps.
const SAFE: u8 = 255;

/// One of the two sets of positions.
struct Half {
    material: Material,
    values: Vec<u8>,
    /// Steps that may still avoid a loss.
    hopes: Vec<u8>,
    /// If it is lost, then not before this many plies: the longest of its crownings.
    floor: Vec<u8>,
}

/// Solves the positions with these pieces, either side to move; `known` has everything that they can lead to by
/// captures and crownings. Gives the values for each side to move.
pub(super) fn solve(
    material: Material,
    known: &Endings,
    budget: &mut Budget,
) -> Result<Vec<(Material, Vec<u8>)>, Exhausted> {
    let mut halves = vec![material];
    if material != material.turned() {
        halves.push(material.turned());
    }
    let mut solver = Solver { halves: Vec::new(), waiting: Vec::new() };
    for (half, material) in halves.into_iter().enumerate() {
        solver.begin(half, material, known, budget)?;
    }
    let mut plies = 0;
    while plies < solver.waiting.len() {
        let mut at = 0;
        // A level is not changed by itself: what follows from it is a ply later.
        let level = std::mem::take(&mut solver.waiting[plies]);
        while let Some(&(half, number)) = level.get(at) {
            at += 1;
            budget.spend(1)?;
            solver.settle(half as usize, number as usize, plies as u8);
        }
        plies += 1;
    }
    let finish = |half: Half| {
        let values = half.values.into_iter().map(|value| if value == OPEN { DRAWN } else { value });
        (half.material, values.collect())
    };
    Ok(solver.halves.into_iter().map(finish).collect())
}

struct Solver {
    halves: Vec<Half>,
    /// Positions by the plies at which their value becomes final.
    waiting: Vec<Vec<(u8, u32)>>,
}

impl Solver {
    fn wait(&mut self, half: usize, number: usize, plies: u8) {
        let plies = usize::from(plies.min(MOST_PLIES));
        if self.waiting.len() <= plies {
            self.waiting.resize_with(plies + 1, Vec::new);
        }
        self.waiting[plies].push((half as u8, number as u32));
    }

    /// What the moves out of these pieces, and the want of moves, say.
    fn begin(
        &mut self,
        half: usize,
        material: Material,
        known: &Endings,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let numbers = material.numbers();
        self.halves.push(Half {
            material,
            values: vec![NOTHING; numbers],
            hopes: vec![SAFE; numbers],
            floor: vec![0; numbers],
        });
        for number in 0..numbers {
            budget.spend(1)?;
            let Some(position) = material.position(number) else { continue };
            let forced = position.jumpers() != 0;
            let (mut inside, mut outside) = (0, None);
            position.each_move(|chosen| {
                let crowned = position.kings & chosen.from() == 0 && chosen.lands().0 & BOTTOM != 0;
                if forced || crowned {
                    let child = known.value(&position.after(chosen));
                    debug_assert!(child.is_some(), "what play leads to is solved before");
                    let child = child.unwrap_or(Ending::Draw).before();
                    outside = Some(outside.map_or(child, |best: Ending| best.better(child)));
                } else {
                    inside += 1;
                }
            });
            let value = &mut self.halves[half].values[number];
            *value = if forced { FORCED } else { OPEN };
            match outside {
                None if inside == 0 => self.wait(half, number, 0),
                None => self.halves[half].hopes[number] = inside,
                // Quiet steps may win sooner, and cannot lose.
                Some(Ending::Win(plies)) => self.wait(half, number, plies),
                Some(Ending::Draw) if forced => *value = DRAWN,
                Some(Ending::Draw) => {}
                Some(Ending::Loss(plies)) if inside == 0 => self.wait(half, number, plies),
                Some(Ending::Loss(plies)) => {
                    self.halves[half].hopes[number] = inside;
                    self.halves[half].floor[number] = plies;
                }
            }
        }
        Ok(())
    }

    /// The value is known: tell those who can step here.
    fn settle(&mut self, half: usize, number: usize, plies: u8) {
        let Half { material, values, .. } = &mut self.halves[half];
        if !matches!(values[number], OPEN | FORCED) {
            return;
        }
        values[number] = plies;
        let Some(position) = material.position(number) else { return };
        let before = self.halves.len() - 1 - half;
        each_step_back(&position, |earlier| {
            let Half { material, values, hopes, floor } = &mut self.halves[before];
            let number = material.number(&earlier);
            if values[number] != OPEN {
                return;
            }
            if plies.is_multiple_of(2) {
                self.wait(before, number, plies + 1);
            } else if hopes[number] != SAFE {
                hopes[number] -= 1;
                if hopes[number] == 0 {
                    let plies = floor[number].max(plies + 1);
                    self.wait(before, number, plies);
                }
            }
        });
    }
}

/// Calls `visit` for every position from which a quiet step that crowns nobody leads to this one, in which black is to
/// move; the board is turned so that black is to move there, too.
fn each_step_back(position: &Position, mut visit: impl FnMut(Position)) {
    let empty = position.empty();
    for piece in Bits(position.white) {
        let is_king = position.kings & piece != 0;
        for direction in 0..4 {
            // White's men go up; they came from below.
            if direction >= 2 && !is_king {
                break;
            }
            let from = step(piece, direction) & empty;
            if from != 0 {
                let earlier = Position {
                    white: position.white ^ piece | from,
                    kings: if is_king { position.kings ^ piece | from } else { position.kings },
                    black_to_move: false,
                    ..*position
                };
                visit(earlier.turned());
            }
        }
    }
}
