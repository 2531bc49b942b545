//! What can be counted on the board after a move, and what of it a person would name as a reason.

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::Rules;
use quandary_core::words::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::bits::{Squares, neighbours, stable};
use super::notation::{OthelloPosition, format_action};
use super::rules::Action;

/// What can be counted on the board after a move. Facts, not arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Facts {
    /// Discs that it flips.
    pub flips: u32,
    /// Whether it takes a corner.
    pub corner: bool,
    /// Moves that it leaves the opponent.
    pub replies: u32,
    /// Whether the opponent may then take a corner.
    pub opens_corner: bool,
    /// Own discs that can never be flipped again, as far as lines and corners show.
    pub stable: u32,
    /// How many of those the move makes.
    pub more_stable: u32,
    /// Whether no disc of the opponent is left.
    pub wipes_out: bool,
    /// Whether the opponent has to pass, and the game goes on.
    pub forces_pass: bool,
    /// Empty squares of the area that the move plays into, itself included, where it is cut off from the others.
    pub area: Option<u32>,
}

impl Facts {
    /// Counts.
    pub fn of(placed: &OthelloPosition, action: Action) -> Facts {
        let (rules, corners, squares) = (placed.rules(), placed.board.corners(), placed.board.squares());
        let before = placed.position;
        let child = rules.apply(&before, action);
        let replies = rules.legal(child);
        let (flips, corner, area) = match action {
            Action::Place(square) => (
                (before.opponent & child.opponent).count_ones(),
                corners >> square & 1 == 1,
                area(rules.empty(before), square),
            ),
            Action::Pass => (0, false, None),
        };
        let stable_before = stable(before.mover, before.opponent, squares).count_ones();
        let stable = stable(child.opponent, child.mover, squares).count_ones();
        Facts {
            flips,
            corner,
            replies: replies.count_ones(),
            opens_corner: replies & corners != 0,
            stable,
            more_stable: stable.saturating_sub(stable_before),
            wipes_out: child.mover == 0,
            forces_pass: replies == 0 && !rules.is_over(child),
            area,
        }
    }
}

/// The empty squares around an empty square that are connected with it; none where they are most of what is empty.
fn area(empty: u64, square: u32) -> Option<u32> {
    let mut area = 1_u64 << square;
    loop {
        let next = neighbours(area) & empty | area;
        if next == area {
            let size = area.count_ones();
            return (2 * size <= empty.count_ones() || size <= 3).then_some(size);
        }
        area = next;
    }
}

impl Display for Facts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.wipes_out {
            return f.write_str("leaves the opponent no disc");
        }
        if self.corner {
            f.write_str("takes a corner, ")?;
        }
        match self.replies {
            0 if self.forces_pass => f.write_str("leaves the opponent no move: you play again")?,
            0 => f.write_str("leaves the opponent no move")?,
            n => write!(f, "leaves the opponent {}", count(n.into(), "move"))?,
        }
        match (self.opens_corner, self.replies) {
            (true, 1) => f.write_str(", to a corner"),
            (true, _) => f.write_str(", one of them to a corner"),
            (false, _) => Ok(()),
        }
    }
}

/// A reason that a person would give for a move. Each is true on the board; none is a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "argument", rename_all = "kebab-case")]
pub enum Argument {
    /// It flips the opponent's last disc.
    WipesOut,
    /// It takes a corner, which can never be taken back.
    TakesCorner {
        /// Which.
        corner: String,
    },
    /// The opponent has to pass.
    ForcesPass,
    /// It keeps the opponent from a corner that the opponent could take next.
    GuardsCorner {
        /// Which.
        corner: String,
    },
    /// The opponent gets a corner.
    GivesCorner {
        /// Which.
        corner: String,
        /// Whether every other move gives one, too.
        as_every_move: bool,
    },
    /// The next best move would give up a corner.
    OtherGivesCorner {
        /// The next best move.
        other: String,
        /// Which corner.
        corner: String,
    },
    /// It leaves the opponent fewer moves than the next best.
    FewerReplies {
        /// Moves left.
        replies: u32,
        /// The next best move.
        other: String,
        /// Moves that it would leave.
        other_replies: u32,
    },
    /// It makes discs that can never be flipped again.
    MoreStable {
        /// How many.
        discs: u32,
    },
    /// It plays into an area with an odd number of empty squares, so that the last move there can be one's own.
    Parity {
        /// Empty squares of the area before the move.
        area: u32,
    },
    /// It flips few discs, and so gives the opponent little to play against.
    Quiet {
        /// How many.
        flips: u32,
    },
}

/// Arguments that are given for one move.
const MOST_ARGUMENTS: usize = 3;
/// With more empty squares, nobody counts areas.
const PARITY_UP_TO: u32 = 22;
/// An area larger than this is not an argument.
const LARGEST_AREA: u32 = 7;

/// The arguments for a move, against the next best where there is one; the strongest first.
pub(super) fn arguments(placed: &OthelloPosition, action: Action, other: Option<Action>) -> Vec<Argument> {
    let Action::Place(square) = action else { return Vec::new() };
    let rules = placed.rules();
    let position = placed.position;
    let name = |action| format_action(placed.board, action);
    let corners = placed.board.corners();
    let facts = Facts::of(placed, action);
    let opened = |action: Action| rules.legal(rules.apply(&position, action)) & corners;
    let first_corner = |mask: u64| name(Action::Place(mask.trailing_zeros()));
    let mut found = Vec::new();
    if facts.wipes_out {
        return vec![Argument::WipesOut];
    }
    if facts.corner {
        found.push(Argument::TakesCorner { corner: name(action) });
    }
    if facts.forces_pass {
        found.push(Argument::ForcesPass);
    }
    // What the opponent could take if it were the opponent's turn now.
    let threatened = rules.legal(rules.pass(position)) & corners & !(1 << square);
    let gives = opened(action);
    if gives == 0 && threatened != 0 {
        found.push(Argument::GuardsCorner { corner: first_corner(threatened) });
    }
    if gives & !threatened != 0 {
        let as_every_move = Squares(rules.legal(position)).all(|square| opened(Action::Place(square)) != 0);
        found.push(Argument::GivesCorner { corner: first_corner(gives & !threatened), as_every_move });
    }
    if let Some(other) = other {
        let other_facts = Facts::of(placed, other);
        let other_gives = opened(other) & !threatened;
        if gives == 0 && other_gives != 0 {
            found.push(Argument::OtherGivesCorner { other: name(other), corner: first_corner(other_gives) });
        }
        if facts.replies > 0 && facts.replies < other_facts.replies {
            found.push(Argument::FewerReplies {
                replies: facts.replies,
                other: name(other),
                other_replies: other_facts.replies,
            });
        }
    }
    if facts.more_stable >= 2 {
        found.push(Argument::MoreStable { discs: facts.more_stable });
    }
    if rules.empty(position).count_ones() <= PARITY_UP_TO
        && let Some(area) = facts.area
        && area % 2 == 1
        && area <= LARGEST_AREA
    {
        found.push(Argument::Parity { area });
    }
    if facts.flips == 1 && !facts.corner {
        found.push(Argument::Quiet { flips: 1 });
    }
    found.truncate(MOST_ARGUMENTS);
    found
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Argument::WipesOut => f.write_str("flips the opponent's last disc"),
            Argument::TakesCorner { corner } => write!(f, "takes the corner {corner}"),
            Argument::ForcesPass => f.write_str("leaves the opponent no move, so you play again"),
            Argument::GuardsCorner { corner } => write!(f, "keeps the opponent out of the corner {corner}"),
            Argument::GivesCorner { corner, as_every_move: true } => {
                write!(f, "gives up the corner {corner}, but every move gives up a corner")
            }
            Argument::GivesCorner { corner, .. } => {
                write!(f, "gives up the corner {corner}, but gets more for it")
            }
            Argument::OtherGivesCorner { other, corner } => {
                write!(f, "the next best move, {other}, gives up the corner {corner}")
            }
            Argument::FewerReplies { replies, other, other_replies } => {
                let moves = count((*replies).into(), "move");
                write!(f, "leaves the opponent {moves}; the next best, {other}, leaves {other_replies}")
            }
            Argument::MoreStable { discs } => {
                write!(f, "makes {} safe for good", count((*discs).into(), "disc"))
            }
            Argument::Parity { area: 1 } => {
                f.write_str("fills a single hole, so that you have the last move there")
            }
            Argument::Parity { area } => {
                write!(f, "plays into an area of {area} empty squares, where the last move can be yours")
            }
            Argument::Quiet { flips } => {
                write!(f, "is quiet: it flips only {}", count((*flips).into(), "disc"))
            }
        }
    }
}
