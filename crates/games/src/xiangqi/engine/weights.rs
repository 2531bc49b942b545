//! What the engine thinks a position is worth: pieces on their points, how freely they move, and how safe the kings are, each
//! in the opening and in the ending.
//!
//! The numbers begin with what books say ([`prior`]) and were then moved by [`tune`](super::tune) to agree with how games of
//! the engine against itself ended. They are in hundredths of a pawn.

use quandary_core::rules::Side;

use super::super::board::{Kind, seat};
use super::super::geometry::{HORSE, POINTS, file, point, row};
use super::field::Field;
use super::learnt::{LEARNT_EXTRAS, LEARNT_POINTS};

/// What a piece is worth to an exchange, by kind.
pub(super) const VALUE: [i32; 7] = [10_000, 200, 200, 430, 950, 450, 130];

/// Points that differ when left and right are the same.
pub const HALF: usize = 50;

/// The half of the board on which a point lies for Red, left and right taken for the same.
pub const fn half(at: u8) -> usize {
    let file = file(at);
    let inwards = if file < 8 - file { file } else { 8 - file };
    5 * row(at) as usize + inwards as usize
}

/// What the books say of a kind of piece on a point, for Red: in the opening and in the ending.
pub const fn prior(kind: Kind, at: u8) -> (i32, i32) {
    let (file, row) = (file(at) as i32, row(at) as i32);
    let inwards = if file < 8 - file { file } else { 8 - file };
    match kind {
        Kind::King => (-15 * row, -4 * row),
        Kind::Advisor => (195 + 8 * (row == 1) as i32, 200),
        Kind::Elephant => {
            (190 + 12 * (row == 2 && file == 4) as i32 - 10 * (row == 2 && inwards == 0) as i32, 200)
        }
        Kind::Horse => {
            let ahead = if row < 7 { row } else { 13 - row };
            let crouching = ((row == 8 || row == 7) && inwards == 2) as i32;
            let asleep = (row == 0) as i32;
            (
                400 + 6 * ahead + 6 * inwards + 35 * crouching - 25 * asleep,
                430 + 7 * ahead + 6 * inwards + 20 * crouching - 15 * asleep,
            )
        }
        Kind::Rook => {
            let asleep = (row == 0 && inwards == 0) as i32;
            let deep = (row >= 5) as i32;
            (940 - 20 * asleep + 8 * deep + 2 * inwards, 1000 + 6 * deep)
        }
        Kind::Cannon => {
            let middle = (inwards == 4) as i32;
            let bottom = (row == 9) as i32;
            (455 + 14 * middle + 12 * bottom, 420 + 8 * middle)
        }
        Kind::Pawn => {
            let over = (row >= 5) as i32;
            let near = (row == 7 || row == 8) as i32 * (inwards >= 3) as i32;
            let spent = (row == 9) as i32;
            (
                75 + over * (75 + 8 * inwards) + 30 * near - 90 * spent,
                100 + over * (90 + 12 * inwards) + 35 * near - 110 * spent,
            )
        }
    }
}

/// What is counted besides the pieces on their points. Each count is for one side, less the same for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Extra {
    /// Empty points that a rook reaches.
    RookMoves,
    /// Points that a horse reaches.
    HorseMoves,
    /// Empty points that a cannon reaches.
    CannonMoves,
    /// Advisors that are missing, times the other side's rooks.
    AdvisorsAgainstRooks,
    /// Advisors that are missing, times the other side's horses and cannons.
    AdvisorsAgainstOthers,
    /// Elephants that are missing, times the other side's cannons.
    ElephantsAgainstCannons,
    /// A cannon of the other side on the king's file with nothing between.
    HollowCannon,
    /// A cannon of the other side on the king's file with two pieces between.
    DoubleScreen,
    /// A cannon of the other side on the king's back row.
    BottomCannon,
    /// A rook of the other side that sees the king through one piece.
    RookBehindOne,
    /// Two pawns over the river side by side.
    PairOfPawns,
    /// To have the move.
    Move,
}

/// How many of them there are.
pub const EXTRAS: usize = 12;

/// What the books and common sense say of them, in the opening and in the ending.
pub const PRIOR_EXTRAS: [(i32, i32); EXTRAS] = [
    (3, 2),
    (7, 6),
    (1, 1),
    (-22, -15),
    (-10, -6),
    (-14, -8),
    (-80, -40),
    (-22, -8),
    (-22, -10),
    (-16, -10),
    (20, 20),
    (14, 8),
];

const fn pack((opening, ending): (i32, i32)) -> i32 {
    (ending << 16) + opening
}

/// Both values of a packed sum.
#[inline]
const fn unpack(packed: i32) -> (i32, i32) {
    (packed as i16 as i32, ((packed + 0x8000) >> 16) as i16 as i32)
}

/// Each kind on each point, for Red, and with a minus for Black, whose rows count from the other end.
pub(super) static PACKED: [[[i32; POINTS]; 7]; 2] = {
    let mut packed = [[[0; POINTS]; 7]; 2];
    let mut kind = 0;
    while kind < 7 {
        let mut at = 0;
        while at < POINTS as u8 {
            let turned = point(file(at), 9 - row(at));
            let (opening, ending) = prior(Kind::ALL[kind], at);
            let (more, later) = LEARNT_POINTS[kind][half(at)];
            let worth = pack((opening + more as i32, ending + later as i32));
            packed[0][kind][at as usize] = worth;
            packed[1][kind][turned as usize] = -worth;
            at += 1;
        }
        kind += 1;
    }
    packed
};

static PACKED_EXTRAS: [i32; EXTRAS] = {
    let mut packed = [0; EXTRAS];
    let mut n = 0;
    while n < EXTRAS {
        let ((opening, ending), (more, later)) = (PRIOR_EXTRAS[n], LEARNT_EXTRAS[n]);
        packed[n] = pack((opening + more as i32, ending + later as i32));
        n += 1;
    }
    packed
};

/// How far the game is from its ending, from 16 to 0: by the rooks, horses and cannons that are left.
#[inline]
pub(super) fn phase(field: &Field) -> i32 {
    let mut phase = 0;
    for side in [Side::First, Side::Second] {
        for (_, kind) in field.pieces(side) {
            phase += match kind {
                Kind::Rook => 2,
                Kind::Horse | Kind::Cannon => 1,
                _ => 0,
            };
        }
    }
    phase.min(16)
}

/// How many pieces of each kind a side has.
#[derive(Clone, Copy, Default)]
struct Count {
    advisors: i32,
    elephants: i32,
    horses: i32,
    rooks: i32,
    cannons: i32,
}

/// Hands every extra to `add`, Red's with a plus.
#[inline]
pub(super) fn each_extra(field: &Field, mut add: impl FnMut(Extra, i32)) {
    let counts = [Side::First, Side::Second].map(|side| {
        let mut count = Count::default();
        for (_, kind) in field.pieces(side) {
            match kind {
                Kind::Advisor => count.advisors += 1,
                Kind::Elephant => count.elephants += 1,
                Kind::Horse => count.horses += 1,
                Kind::Rook => count.rooks += 1,
                Kind::Cannon => count.cannons += 1,
                Kind::King | Kind::Pawn => {}
            }
        }
        count
    });
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        let (own, other) = (counts[seat(side)], counts[1 - seat(side)]);
        let their_king = field.king(side.other());
        for (at, kind) in field.pieces(side) {
            match kind {
                Kind::Rook => {
                    let (across, along) = field.along(at);
                    add(Extra::RookMoves, sign * (across.free.count_ones() + along.free.count_ones()) as i32);
                    let behind = row(at) == row(their_king) && across.second & 1 << file(their_king) != 0
                        || file(at) == file(their_king) && along.second & 1 << row(their_king) != 0;
                    if behind {
                        add(Extra::RookBehindOne, -sign);
                    }
                }
                Kind::Cannon => {
                    let (across, along) = field.along(at);
                    add(
                        Extra::CannonMoves,
                        sign * (across.free.count_ones() + along.free.count_ones()) as i32,
                    );
                    if file(at) == file(their_king) {
                        let between = between(field, at, their_king);
                        if between == 0 && row(at).abs_diff(row(their_king)) > 1 {
                            add(Extra::HollowCannon, -sign);
                        } else if between == 2 {
                            add(Extra::DoubleScreen, -sign);
                        }
                    } else if row(at) == row(their_king) && matches!(row(at), 0 | 9) {
                        add(Extra::BottomCannon, -sign);
                    }
                }
                Kind::Horse => {
                    let ways = HORSE[usize::from(at)].all();
                    let free = ways.iter().filter(|&&(leg, to)| {
                        field.is_empty(leg) && field.piece(to).is_none_or(|piece| piece.side != side)
                    });
                    add(Extra::HorseMoves, sign * free.count() as i32);
                }
                Kind::Pawn => {
                    let over = if side == Side::First { row(at) >= 5 } else { row(at) <= 4 };
                    let pair = over
                        && file(at) < 8
                        && field
                            .piece(at + 1)
                            .is_some_and(|next| next.side == side && next.kind == Kind::Pawn);
                    if pair {
                        add(Extra::PairOfPawns, sign);
                    }
                }
                Kind::King | Kind::Advisor | Kind::Elephant => {}
            }
        }
        let missing = 2 - own.advisors;
        add(Extra::AdvisorsAgainstRooks, sign * missing * other.rooks);
        add(Extra::AdvisorsAgainstOthers, sign * missing * (other.horses + other.cannons));
        add(Extra::ElephantsAgainstCannons, sign * (2 - own.elephants) * other.cannons);
    }
    add(Extra::Move, if field.side() == Side::First { 1 } else { -1 });
}

/// Pieces between two points of a file.
#[inline]
fn between(field: &Field, one: u8, other: u8) -> u32 {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    (low + 9..high).step_by(9).filter(|&at| !field.is_empty(at)).count() as u32
}

/// The worth of the position to the side to move.
pub(super) fn judge(field: &Field) -> i32 {
    let mut packed = field.score();
    each_extra(field, |extra, count| packed += PACKED_EXTRAS[extra as usize] * count);
    let (opening, ending) = unpack(packed);
    let phase = phase(field);
    let worth = (opening * phase + ending * (16 - phase)) / 16;
    if field.side() == Side::First { worth } else { -worth }
}
