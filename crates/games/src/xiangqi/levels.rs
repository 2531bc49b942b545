//! What the levels of Xiangqi can do, and what people overlook in it.

use quandary_core::rules::Side;

use super::board::{Kind, Move};
use super::geometry::{file, row};
use super::rules::{Position, Xiangqi};
use crate::levels::{Levelled, Skill};

impl Levelled for Xiangqi {
    const SKILLS: [Skill; 5] = [
        Skill::Sees { plies: 1, overlooks: 700 },
        Skill::Sees { plies: 2, overlooks: 580 },
        Skill::Sees { plies: 2, overlooks: 280 },
        Skill::Thinks { nodes: 90 },
        Skill::Thinks { nodes: 500_000 },
    ];

    fn over(rules: Xiangqi) -> Xiangqi {
        rules
    }

    /// Captures are plainer than quiet moves, near ones plainer than those across the board; a horse's jumps and moves
    /// backwards are overlooked most.
    fn hidden(_: &Xiangqi, position: &Position, chosen: Move) -> u32 {
        let board = position.board();
        let Some(piece) = board.at(chosen.from) else { return 500 };
        let distance = u32::from(
            file(chosen.from).abs_diff(file(chosen.to)) + row(chosen.from).abs_diff(row(chosen.to)),
        );
        let ahead = match piece.side {
            Side::First => row(chosen.to) >= row(chosen.from),
            Side::Second => row(chosen.to) <= row(chosen.from),
        };
        let base = if board.at(chosen.to).is_some() { 120 } else { 400 };
        let jumps = if matches!(piece.kind, Kind::Horse | Kind::Cannon) { 120 } else { 0 };
        base + jumps + 25 * distance + if ahead { 0 } else { 150 }
    }
}
