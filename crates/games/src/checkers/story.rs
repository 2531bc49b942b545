//! What a person would say of a line of moves: the shot, the exchange, the run to the king row, the king that is shut in.
//!
//! Everything here is read off the board and the engine's lines; nothing is searched.

use std::fmt::{self, Display, Formatter};

use schemars::JsonSchema;
use serde::Serialize;

use super::board::{BOTTOM, Bits, Move, Position, TOP, number};
use super::notation::format_move;

/// One thing that a move does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case")]
pub enum Deed {
    /// It takes pieces, and the other side takes none back.
    Takes {
        /// How many.
        pieces: u32,
    },
    /// It gives pieces and takes more.
    Shot {
        /// Pieces given.
        gives: u32,
        /// Pieces taken.
        takes: u32,
    },
    /// Both sides take as many.
    Exchanges {
        /// How many each.
        pieces: u32,
    },
    /// It gives pieces to crown a man, or because there is nothing better.
    Gives {
        /// Pieces given.
        gives: u32,
        /// Pieces taken.
        takes: u32,
    },
    /// It gives pieces, and the line takes as much back later.
    Lends {
        /// Pieces given at first.
        gives: u32,
    },
    /// Without it the other side would take.
    Stops {
        /// The capture that it stops.
        capture: String,
    },
    /// It crowns a man.
    Crowns,
    /// The man gets to the king row, and nothing stops it.
    Runs {
        /// Its moves until then, this one included.
        moves: u32,
    },
    /// A king of the other side has no step left.
    ShutsIn {
        /// Where it stands.
        at: u32,
    },
    /// The other side cannot move.
    Blocks,
}

fn men(number: u32) -> String {
    match number {
        1 => "one piece".to_owned(),
        2 => "two pieces".to_owned(),
        3 => "three pieces".to_owned(),
        n => format!("{n} pieces"),
    }
}

fn bare(number: u32) -> String {
    men(number).split(' ').next().unwrap_or_default().to_owned()
}

impl Display for Deed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Takes { pieces } => write!(f, "takes {} for nothing", men(*pieces)),
            Deed::Shot { gives, takes } => {
                write!(f, "a shot: gives {} and takes {}", men(*gives), bare(*takes))
            }
            Deed::Exchanges { pieces } => write!(f, "exchanges {} for {}", men(*pieces), bare(*pieces)),
            Deed::Gives { gives, takes: 0 } => write!(f, "gives {}", men(*gives)),
            Deed::Gives { gives, takes } => write!(f, "gives {} and takes {}", men(*gives), bare(*takes)),
            Deed::Lends { gives } => write!(f, "gives {} and gets as much back", men(*gives)),
            Deed::Stops { capture } => write!(f, "stops {capture}"),
            Deed::Crowns => f.write_str("crowns a man"),
            Deed::Runs { moves } => write!(f, "runs to the king row in {moves} moves"),
            Deed::ShutsIn { at } => write!(f, "shuts in the king on {at}"),
            Deed::Blocks => f.write_str("leaves no move"),
        }
    }
}

/// Pieces that the side to move takes and gives at the beginning of a line: in its first move and in the captures that
/// follow. A quiet move between that gives the next piece belongs to them: captures must be made.
pub(super) fn first_captures(line: &[Move]) -> (u32, u32) {
    let (mut ours, mut theirs) = (0, 0);
    for (ply, chosen) in line.iter().enumerate() {
        let taken = chosen.captures();
        let gives = ply % 2 == 0 && line.get(ply + 1).is_some_and(|reply| reply.captures() > 0);
        if taken == 0 && ply > 0 && !gives {
            break;
        }
        if ply % 2 == 0 {
            ours += taken;
        } else {
            theirs += taken;
        }
    }
    (ours, theirs)
}

/// Pieces ahead at the end of a line, less those ahead at its beginning, for the side to move; a king counts one and a half.
pub(super) fn balance(position: &Position, line: &[Move]) -> i32 {
    let lead = |position: &Position, black: bool| {
        let worth = |side: u64| 2 * side.count_ones() as i32 + (side & position.kings).count_ones() as i32;
        let lead = worth(position.black) - worth(position.white);
        if black { lead } else { -lead }
    };
    let end = line.iter().fold(*position, |at, &chosen| at.after(chosen));
    lead(&end, position.black_to_move) - lead(position, position.black_to_move)
}

/// How many moves the piece that a line begins with needs to be crowned on it, if it is.
fn run(position: &Position, line: &[Move]) -> Option<u32> {
    let chosen = *line.first()?;
    let last = if position.black_to_move { BOTTOM } else { TOP };
    if position.kings & chosen.from() != 0 {
        return None;
    }
    let mut at = chosen.from();
    let mut moves = 0;
    for (ply, step) in line.iter().enumerate() {
        if ply % 2 == 1 {
            if step.lands().1 & at != 0 {
                return None;
            }
        } else if step.from() == at {
            at = step.lands().0;
            moves += 1;
            if at & last != 0 {
                return Some(moves);
            }
        }
    }
    None
}

/// The capture that the other side would make if it had the move and the side to move had done nothing.
pub(super) fn threat(position: &Position) -> Option<Move> {
    if position.jumpers() != 0 {
        return None;
    }
    let passed = Position { black_to_move: !position.black_to_move, ..*position };
    let mut best: Option<Move> = None;
    passed.each_capture(passed.jumpers(), &mut |chosen| {
        if best.is_none_or(|best| chosen.captures() > best.captures()) {
            best = Some(chosen);
        }
    });
    best
}

/// What a move does, the most important first.
pub(super) fn deeds(position: &Position, line: &[Move]) -> Vec<Deed> {
    let Some(&chosen) = line.first() else { return Vec::new() };
    let after = position.after(chosen);
    let mut deeds = Vec::new();
    let (takes, gives) = first_captures(line);
    deeds.extend(match (takes, gives) {
        (0, 0) => None,
        (pieces, 0) => Some(Deed::Takes { pieces }),
        (takes, gives) if takes > gives => Some(Deed::Shot { gives, takes }),
        (takes, gives) if takes == gives => Some(Deed::Exchanges { pieces: takes }),
        (takes, gives) if balance(position, line) >= 0 => Some(Deed::Lends { gives: gives - takes }),
        (takes, gives) => Some(Deed::Gives { gives, takes }),
    });
    if !after.can_move() {
        deeds.push(Deed::Blocks);
    }
    match run(position, line) {
        Some(1) => deeds.push(Deed::Crowns),
        Some(moves @ 2..=5) => deeds.push(Deed::Runs { moves }),
        _ => {}
    }
    if deeds.is_empty()
        && let Some(capture) = threat(position)
    {
        // Is it gone, or answered?
        let mut still = false;
        after.each_capture(after.jumpers(), &mut |other| still |= other == capture);
        if !still {
            deeds.push(Deed::Stops { capture: format_move(capture) });
        }
    }
    let (theirs, _) = after.sides();
    for king in Bits(theirs & after.kings) {
        let steps = |position: &Position| {
            let mut count = 0;
            position.each_move(|other| count += u32::from(other.from() == king));
            count
        };
        let before = Position { black_to_move: after.black_to_move, ..*position };
        if after.jumpers() == 0 && before.jumpers() == 0 && steps(&after) == 0 && steps(&before) > 0 {
            deeds.push(Deed::ShutsIn { at: number(king) });
        }
    }
    deeds
}

/// What a move loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Loss {
    /// Pieces lost, less those taken.
    pub pieces: u32,
    /// The move that takes them.
    pub to: String,
}

/// What a line costs the side to move, if the engine's value agrees: `gain` is what it says the line gains.
pub(super) fn loss(position: &Position, line: &[Move], gain: i32) -> Option<Loss> {
    let lost = -balance(position, line) / 2;
    let to = line.iter().skip(1).step_by(2).find(|reply| reply.captures() > 0)?;
    (lost >= 1 && gain < -50).then(|| Loss { pieces: lost as u32, to: format_move(*to) })
}

impl Display for Loss {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "loses {} to {}", men(self.pieces), self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::{parse_fen, parse_move};
    use super::*;

    fn phrases(fen: &str, line: &str) -> Vec<String> {
        let position = parse_fen(fen).unwrap().position;
        let line: Vec<Move> = line.split(' ').map(|text| parse_move(text).unwrap()).collect();
        deeds(&position, &line).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn captures_at_the_beginning_of_a_line_are_described() {
        let fen = "B:W18,27,17,31,30,29:B14,15,1,2";
        let both = ["takes two pieces for nothing", "crowns a man"];
        assert_eq!(phrases(fen, "14x23x32 17-14"), both);
        assert_eq!(phrases("B:W18:B15,1", "15x22"), ["takes one piece for nothing", "leaves no move"]);
    }

    #[test]
    fn pieces_that_are_given_one_after_the_other_are_counted_together() {
        // Black gives the men on 16 and 18, and its man on 10 takes two on its way to 28.
        let fen = "B:W32,31,30,29,27,26,25,24,22,21,20,19:B15,12,11,10,9,8,7,6,5,3,2,1";
        assert_eq!(phrases(fen, "12-16 19x12 15-18 22x15 10x19x28"), ["exchanges two pieces for two"]);
        assert_eq!(phrases(fen, "12-16 19x12 9-13 21-17"), ["gives one piece"]);
        // The man on 14 comes back when black has taken another: two for two, with quiet moves between.
        let fen = "W:W32,31,30,29,28,27,26,25,21,17:B19,9,8,7,6,5,4,3,2,1";
        let line = "17-14 9x18 21-17 6-9 26-23 19x26 31x22x15";
        assert_eq!(phrases(fen, line), ["gives one piece and gets as much back"]);
    }

    #[test]
    fn a_shot_is_what_it_gives_and_takes() {
        // Black offers the man on 15; after the capture the man on 2 takes two.
        let fen = "B:W19,18,10,14:B15,2";
        let line = "15-11 14-9";
        assert_eq!(phrases(fen, line), Vec::<String>::new());
    }
}
