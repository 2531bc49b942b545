//! What the levels of Othello can do, and what people overlook in it.

use super::bits::flips;
use super::rules::{Action, Othello, Position};
use crate::levels::{Levelled, Skill};

impl Levelled for Othello {
    const SKILLS: [Skill; 5] = [
        Skill::Sees { plies: 1, overlooks: 600 },
        Skill::Sees { plies: 2, overlooks: 450 },
        Skill::Sees { plies: 2, overlooks: 80 },
        Skill::Thinks { nodes: 16 },
        Skill::Thinks { nodes: 2_000_000 },
    ];
    const OPENING: u32 = 6;

    fn over(rules: Othello) -> Othello {
        rules
    }

    /// A move that turns many discs is plain, and so is a corner; one that turns a single disc is easily overlooked.
    fn hidden(rules: &Othello, position: &Position, action: Action) -> u32 {
        let Action::Place(square) = action else { return 0 };
        if rules.0.corners() >> square & 1 != 0 {
            return 200;
        }
        let turned = flips(square, position.mover, position.opponent).count_ones();
        700_u32.saturating_sub(70 * turned).max(200)
    }
}
