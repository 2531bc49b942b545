//! What the levels of P-games can do. They are the same words as in the other games; nobody has a feeling for a random tree.

use super::play::Match;
use super::rules::PGame;
use crate::levels::{Levelled, Skill};

impl Levelled for Match {
    const SKILLS: [Skill; 5] = [
        Skill::Sees { plies: 1, overlooks: 1000 },
        Skill::Sees { plies: 1, overlooks: 0 },
        Skill::Sees { plies: 3, overlooks: 0 },
        Skill::Thinks { nodes: 500 },
        Skill::Thinks { nodes: 1_000_000 },
    ];
    const OPENING: u32 = 0;

    fn over(tree: PGame) -> Match {
        Match { shape: super::notation::Shape { branching: tree.branching, depth: tree.depth } }
    }
}
