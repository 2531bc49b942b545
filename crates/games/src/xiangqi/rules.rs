//! Positions, moves, repetition, and how a game ends.

use std::sync::Arc;

use quandary_core::Outcome;
use quandary_core::rules::{Rules, Side, Turn};

use super::board::{Board, Kind, Move, Piece, seat};
use super::geometry::{POINTS, file};

/// What the third occurrence of a position means: the convention under which a game is played.
///
/// The federations' rules also forbid perpetual chases, with many cases; they are not among our conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// A side that has given check with every move since the first occurrence loses, unless both have; otherwise it is a draw.
    #[default]
    CheckLoses,
    /// It is a draw, with or without checks.
    Draws,
}

/// After this many moves without a capture, counted for both sides together, a game is drawn: sixty each.
pub const QUIET_LIMIT: u16 = 120;

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Xiangqi {
    /// What repetition means.
    pub repetition: Repetition,
}

/// What can be seen: the pieces and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub side: Side,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// A hash of the rest.
    pub key: u64,
}

impl Diagram {
    /// The pieces, with a side to move.
    pub fn new(board: Board, side: Side) -> Diagram {
        Diagram { board, side, in_check: board.is_in_check(side), key: key_of(&board, side) }
    }

    /// Hands the legal moves to `visit` until it returns `true`; whether it did.
    #[inline]
    pub fn any_legal(&self, visit: impl FnMut(Move) -> bool) -> bool {
        self.board.any_legal(self.side, self.in_check, visit)
    }

    /// The legal moves, in the order of the points they begin on.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.any_legal(|chosen| {
            moves.push(chosen);
            false
        });
        moves
    }

    /// Whether the side to move has lost: it has no legal move, in check or not.
    #[inline]
    pub fn is_lost(&self) -> bool {
        !self.any_legal(|_| true)
    }

    /// After a legal move, and what it captured.
    #[inline]
    #[must_use]
    pub fn after(&self, chosen: Move) -> (Diagram, Option<Piece>) {
        let side = self.side.other();
        let mut board = self.board;
        let mut key = self.key ^ BLACK_TO_MOVE;
        if let Some(piece) = board.at(chosen.from) {
            key ^= drawn(chosen.from, piece) ^ drawn(chosen.to, piece);
        }
        let taken = board.make(self.side, chosen);
        if let Some(taken) = taken {
            key ^= drawn(chosen.to, taken);
        }
        (Diagram { board, side, in_check: board.is_in_check(side), key }, taken)
    }
}

/// A position: what can be seen, with as much of its past as repetition needs.
#[derive(Clone, Debug)]
pub struct Position {
    diagram: Diagram,
    /// Moves since the last capture.
    quiet: u16,
    /// Moves since the beginning, as far as it is known.
    ply: u32,
    /// How often the position has come up, up to three times.
    times: u8,
    /// What a third occurrence made of the game.
    ended: Option<Outcome>,
    past: Option<Arc<Past>>,
}

/// A position that could come up again, and how it was left.
#[derive(Debug)]
struct Past {
    key: u64,
    in_check: bool,
    left_by: Move,
    /// Whether this position or one before it had come up twice.
    twice: bool,
    /// A hash of this position and all before it, in their order.
    trail: u64,
    before: Option<Arc<Past>>,
}

impl Position {
    /// A position without a past. Text comes through [`parse_fen`](super::notation::parse_fen), which makes sure that
    /// there is a king on each side and that the side that has moved is not in check.
    pub fn new(board: Board, side: Side, quiet: u16, ply: u32) -> Position {
        let diagram = Diagram::new(board, side);
        Position { diagram, quiet, ply, times: 1, ended: None, past: None }
    }

    /// What can be seen.
    #[inline]
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.diagram.board
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.diagram.side
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.diagram.in_check
    }

    /// Moves of both sides since the last capture.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Moves of both sides since the beginning of the game.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How often the position has come up since the last move that cannot be taken back, this time included.
    pub fn times(&self) -> u8 {
        self.times
    }

    /// A hash of all that decides what may follow within a few moves: the pieces and whose turn it is; the past, once a
    /// position has come up twice; the moves since the last capture, when they come near the limit.
    ///
    /// Two positions with the same hash have the same values up to depth 4: a position that has come up once before
    /// can come up twice more only five moves from here.
    #[inline]
    pub fn key(&self) -> u64 {
        let mut key = self.diagram.key;
        if let Some(past) = &self.past
            && (past.twice || self.times > 1)
        {
            key ^= past.trail;
        }
        key ^ near_the_limit(self.quiet)
    }

    /// Where the past that counts begins, and the moves from there to here.
    pub fn since_irreversible(&self) -> (Position, Vec<Move>) {
        let mut moves = Vec::new();
        let Diagram { mut board, mut side, .. } = self.diagram;
        let mut past = self.past.as_deref();
        while let Some(step) = past {
            side = side.other();
            // None of them was a capture.
            board.make(side, Move { from: step.left_by.to, to: step.left_by.from });
            moves.push(step.left_by);
            past = step.before.as_deref();
        }
        moves.reverse();
        let back = moves.len();
        let start = Position::new(board, side, self.quiet - back as u16, self.ply - back as u32);
        (start, moves)
    }

    /// Hands the moves that are legal on the board to `visit` until it returns `true`; whether it did. Whether the game
    /// has ended by repetition or for want of captures is not asked.
    #[inline]
    pub fn any_legal(&self, visit: impl FnMut(Move) -> bool) -> bool {
        self.diagram.any_legal(visit)
    }

    /// Whether a move is legal on the board.
    pub fn is_legal(&self, chosen: Move) -> bool {
        self.any_legal(|legal| legal == chosen)
    }

    /// The position after a legal move.
    #[inline]
    fn after(&self, rules: Xiangqi, chosen: Move) -> Position {
        let (diagram, taken) = self.diagram.after(chosen);
        // A capture and a pawn's step forward cannot be taken back.
        let pawn = || self.board().at(chosen.from).is_some_and(|piece| piece.kind == Kind::Pawn);
        let lasting = taken.is_some() || file(chosen.from) == file(chosen.to) && pawn();
        let past = (!lasting).then(|| {
            let Diagram { key, in_check, .. } = self.diagram;
            let (twice, trail) = self.past.as_ref().map_or((false, 0), |past| (past.twice, past.trail));
            let (twice, trail) = (twice || self.times > 1, word(trail ^ key));
            Arc::new(Past { key, in_check, left_by: chosen, twice, trail, before: self.past.clone() })
        });
        let quiet = if taken.is_some() { 0 } else { self.quiet + 1 };
        let mut position = Position { diagram, quiet, ply: self.ply + 1, times: 1, ended: None, past };
        position.look_back(rules.repetition);
        position
    }

    /// Counts how often the position has come up, and judges the third time.
    #[inline]
    fn look_back(&mut self, repetition: Repetition) {
        let Diagram { side, in_check, key, .. } = self.diagram;
        // Who has given check all the way back: the side that has just moved, and the one to move.
        let (mut by_mover, mut by_other) = (in_check, true);
        let mut past = self.past.as_deref();
        while let Some(theirs) = past
            && let Some(ours) = theirs.before.as_deref()
        {
            by_other &= theirs.in_check;
            by_mover &= ours.in_check;
            if ours.key == key {
                self.times += 1;
                if self.times == 3 {
                    self.ended = Some(match (repetition, by_mover, by_other) {
                        (Repetition::CheckLoses, true, false) => side.wins(),
                        (Repetition::CheckLoses, false, true) => side.other().wins(),
                        _ => Outcome::Drawn,
                    });
                    return;
                }
            }
            past = ours.before.as_deref();
        }
    }

    /// How the game has ended though there are moves.
    #[inline]
    pub fn ended(&self) -> Option<Outcome> {
        self.ended.or((self.quiet >= QUIET_LIMIT).then_some(Outcome::Drawn))
    }
}

impl Rules for Xiangqi {
    type State = Position;
    type Move = Move;

    fn turn(&self, position: &Position) -> Turn {
        // Without a move it is lost, in check or not, whatever else would have been a draw.
        if position.diagram.is_lost() {
            return Turn::Over(position.side().other().wins());
        }
        position.ended().map_or(Turn::To(position.side()), Turn::Over)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if position.ended().is_none() {
            position.any_legal(|chosen| {
                out.push(chosen);
                false
            });
        }
    }

    fn options(&self, position: &Position) -> usize {
        let mut count = 0;
        if position.ended().is_none() {
            position.any_legal(|_| {
                count += 1;
                false
            });
        }
        count
    }

    fn apply(&self, position: &Position, chosen: Move) -> Position {
        position.after(*self, chosen)
    }
}

/// Random words for the key, from SplitMix64 (Steele, Lea and Flood 2014): the same in every build.
const fn word(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static WORDS: [[u64; 14]; POINTS] = {
    let mut words = [[0; 14]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut piece = 0;
        while piece < 14 {
            words[at][piece] = word(14 * at as u64 + piece as u64 + 2);
            piece += 1;
        }
        at += 1;
    }
    words
};

pub(super) const BLACK_TO_MOVE: u64 = word(1);

/// The words from here on stand for the moves since the last capture.
const QUIET_WORDS: u64 = 14 * POINTS as u64 + 2;

/// From this many moves before the limit on, the moves since the last capture make a difference to a search.
const NEAR_THE_LIMIT: u16 = 20;

/// What the moves since the last capture add to a key: nothing while they are few.
#[inline]
pub(super) fn near_the_limit(quiet: u16) -> u64 {
    if quiet + NEAR_THE_LIMIT >= QUIET_LIMIT { word(u64::from(quiet) + QUIET_WORDS) } else { 0 }
}

#[inline]
pub(super) fn drawn(point: u8, piece: Piece) -> u64 {
    WORDS[point as usize][piece.index()]
}

fn key_of(board: &Board, side: Side) -> u64 {
    let mut key = if seat(side) == 1 { BLACK_TO_MOVE } else { 0 };
    for side in [Side::First, Side::Second] {
        for (at, kind) in board.pieces(side) {
            key ^= drawn(at, Piece { side, kind });
        }
    }
    key
}
