//! What the levels of gomoku can do, and what people overlook in it.

use quandary_search::minimax::Heuristic;

use super::play::Match;
use super::rules::{Gomoku, Point, Position};
use crate::levels::{Levelled, Skill};

impl Levelled for Match {
    const SKILLS: [Skill; 5] = [
        Skill::Sees { plies: 1, overlooks: 950 },
        Skill::Sees { plies: 2, overlooks: 350 },
        Skill::Sees { plies: 3, overlooks: 200 },
        Skill::Thinks { nodes: 2_500 },
        Skill::Thinks { nodes: 250_000 },
    ];
    const OPENING: u32 = 3;

    fn over(rules: Gomoku) -> Match {
        Match { rules }
    }

    /// What completes a row or stops one is plain, what makes a four less so, and quiet points are overlooked.
    fn hidden(rules: &Gomoku, position: &Position, point: Point) -> u32 {
        match rules.promise(position, point) {
            100_000.. => 80,
            50_000.. => 150,
            2_000.. => 300,
            500.. => 450,
            100.. => 650,
            _ => 800,
        }
    }
}
