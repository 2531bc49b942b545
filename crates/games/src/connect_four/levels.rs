//! What the levels of Connect Four can do, and what people overlook in it.

use super::geometry::{AnySize, Geometry};
use super::play::Match;
use super::rules::{ConnectFour, Position};
use crate::levels::{Levelled, Skill};

impl Levelled for Match {
    const SKILLS: [Skill; 5] = [
        Skill::Sees { plies: 2, overlooks: 950 },
        Skill::Sees { plies: 3, overlooks: 380 },
        Skill::Sees { plies: 5, overlooks: 180 },
        Skill::Thinks { nodes: 1_000 },
        Skill::Thinks { nodes: 2_000_000 },
    ];
    const OPENING: u32 = 3;

    fn over(rules: ConnectFour<AnySize>) -> Match {
        Match { size: rules.0 }
    }

    /// Fours along a column are plain, along a row less so, along a diagonal least.
    fn hidden(rules: &ConnectFour<AnySize>, position: &Position, column: u32) -> u32 {
        let Some(cell) = rules.drop(*position, column) else { return 0 };
        let h = rules.0.height();
        let sides = [position.mover, position.opponent()];
        let fours = |step: u32| sides.iter().any(|&own| makes_four(own, cell, step));
        if fours(1) {
            60
        } else if fours(h + 1) {
            250
        } else if fours(h) || fours(h + 2) {
            600
        } else {
            500
        }
    }
}

/// Whether a stone on `cell` completes four in this direction.
fn makes_four(own: u64, cell: u64, step: u32) -> bool {
    let run = |next: &dyn Fn(u64) -> u64| {
        let (mut at, mut length) = (next(cell), 0);
        while at & own != 0 {
            length += 1;
            at = next(at);
        }
        length
    };
    1 + run(&|at| at << step) + run(&|at| at >> step) >= 4
}
