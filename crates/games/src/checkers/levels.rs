//! What the levels of checkers can do, and what people overlook in it.

use super::board::Move;
use super::rules::{Checkers, State};
use crate::levels::{Levelled, Skill};

impl Levelled for Checkers {
    const SKILLS: [Skill; 5] = [
        Skill::Sees { plies: 2, overlooks: 850 },
        Skill::Sees { plies: 3, overlooks: 600 },
        Skill::Sees { plies: 3, overlooks: 280 },
        Skill::Thinks { nodes: 120 },
        Skill::Thinks { nodes: 1_000_000 },
    ];

    fn over(rules: Checkers) -> Checkers {
        rules
    }

    /// A jump is plain; a chain of jumps is seen late, and so is what a king may do from far away.
    fn hidden(_: &Checkers, state: &State, chosen: Move) -> u32 {
        match chosen.captures() {
            0 if state.position.kings & chosen.from() != 0 => 600,
            0 => 450,
            1 => 150,
            jumps => (150 + 250 * (jumps - 1)).min(800),
        }
    }
}
