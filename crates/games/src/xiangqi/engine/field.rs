//! The board of the engine: pieces by number, rows and files as bits, everything kept up as moves are played and taken back.

use quandary_core::rules::Side;
use quandary_search::engine::Board;

use super::super::board::{self, Kind, Move, Piece, seat};
use super::super::geometry::{
    ADVISOR, ELEPHANT, FILES, HORSE, HORSE_FROM, KING, PAWN, POINTS, Points, Ways, bit, file, point, row,
};
use super::super::rules::{BLACK_TO_MOVE, Position, QUIET_LIMIT, Repetition, Xiangqi, drawn, near_the_limit};
use super::lines::{Along, CROSSED, JUMPED, LEFT, Lines, NO_LEG};
use super::weights::{PACKED, VALUE};

/// No piece, or nowhere.
const NONE: u8 = u8::MAX;

/// What ends a game by repetition is worth: beyond every judgement, yet no win by force.
pub(in super::super) const FORBIDDEN: i32 = 20_000;

/// How a move is taken back.
#[derive(Clone, Copy, Debug)]
struct Step {
    chosen: Move,
    /// The number of what was captured.
    taken: u8,
    key: u64,
    in_check: bool,
    quiet: u16,
    /// Moves that can be taken back, up to here.
    back: u16,
    score: i32,
}

/// The pieces and what follows from them.
#[derive(Clone)]
pub struct Field {
    lines: &'static Lines,
    /// The number of the piece on each point.
    on: [u8; POINTS],
    /// Where each piece stands: Red's are the first sixteen.
    at: [u8; 32],
    kind: [Kind; 32],
    /// The points of each row and of each file that hold pieces.
    rows: [u16; 10],
    files: [u16; 9],
    /// The number of each side's king.
    kings: [u8; 2],
    side: Side,
    in_check: bool,
    key: u64,
    quiet: u16,
    back: u16,
    /// Red's pieces on their points, less Black's, as [`PACKED`] says.
    score: i32,
    repetition: Repetition,
    steps: Vec<Step>,
}

/// The numbers of a side's pieces.
#[inline]
fn numbers(side: Side) -> std::ops::Range<usize> {
    let first = 16 * seat(side);
    first..first + 16
}

#[inline]
fn owner(number: u8) -> Side {
    if number < 16 { Side::First } else { Side::Second }
}

impl Field {
    /// A position with the past that still counts.
    pub fn new(rules: Xiangqi, position: &Position) -> Field {
        let (start, moves) = position.since_irreversible();
        let mut field = Field::bare(start.board(), start.side(), start.quiet());
        field.repetition = rules.repetition;
        for chosen in moves {
            field.play(chosen);
        }
        field
    }

    /// The pieces, without a past.
    pub(super) fn bare(board: &board::Board, side: Side, quiet: u16) -> Field {
        let mut field = Field {
            lines: Lines::get(),
            on: [NONE; POINTS],
            at: [NONE; 32],
            kind: [Kind::Pawn; 32],
            rows: [0; 10],
            files: [0; 9],
            kings: [0, 16],
            side,
            in_check: false,
            key: if side == Side::Second { BLACK_TO_MOVE } else { 0 },
            quiet,
            back: 0,
            score: 0,
            repetition: Repetition::CheckLoses,
            steps: Vec::with_capacity(256),
        };
        for side in [Side::First, Side::Second] {
            // A board has at most sixteen pieces of a side; the kings come first.
            let kings = board.pieces(side).filter(|piece| piece.1 == Kind::King);
            let others = board.pieces(side).filter(|piece| piece.1 != Kind::King);
            for (number, (at, kind)) in numbers(side).zip(kings.chain(others)) {
                field.kind[number] = kind;
                field.put(number as u8, at);
                field.key ^= drawn(at, Piece { side, kind });
            }
        }
        field.in_check = field.is_checked(side);
        field
    }

    #[inline]
    pub(super) fn side(&self) -> Side {
        self.side
    }

    /// Where a side's king stands.
    #[inline]
    pub(super) fn king(&self, side: Side) -> u8 {
        let at = self.at[usize::from(self.kings[seat(side)])];
        if at == NONE { 0 } else { at }
    }

    /// The pieces of a side: the point and the kind of each.
    #[inline]
    pub(super) fn pieces(&self, side: Side) -> impl Iterator<Item = (u8, Kind)> + '_ {
        numbers(side).filter_map(|number| {
            let at = self.at[number];
            (at != NONE).then(|| (at, self.kind[number]))
        })
    }

    /// What stands on a point.
    #[inline]
    pub(super) fn piece(&self, at: u8) -> Option<Piece> {
        let number = self.on[usize::from(at)];
        (number != NONE).then(|| Piece { side: owner(number), kind: self.kind[usize::from(number)] })
    }

    #[inline]
    pub(super) fn is_empty(&self, at: u8) -> bool {
        self.on[usize::from(at)] == NONE
    }

    /// What is packed into the score.
    #[inline]
    pub(super) fn score(&self) -> i32 {
        self.score
    }

    /// Along the row and along the file of a point.
    #[inline]
    pub(super) fn along(&self, at: u8) -> (Along, Along) {
        let (file, row) = (file(at), row(at));
        (
            self.lines.row(file, self.rows[usize::from(row)]),
            self.lines.file(row, self.files[usize::from(file)]),
        )
    }

    #[inline]
    fn put(&mut self, number: u8, at: u8) {
        self.on[usize::from(at)] = number;
        self.at[usize::from(number)] = at;
        self.rows[usize::from(row(at))] |= 1 << file(at);
        self.files[usize::from(file(at))] |= 1 << row(at);
        self.score +=
            PACKED[usize::from(number >= 16)][self.kind[usize::from(number)] as usize - 1][usize::from(at)];
    }

    #[inline]
    fn lift(&mut self, number: u8, at: u8) {
        self.on[usize::from(at)] = NONE;
        self.at[usize::from(number)] = NONE;
        self.rows[usize::from(row(at))] &= !(1 << file(at));
        self.files[usize::from(file(at))] &= !(1 << row(at));
        self.score -=
            PACKED[usize::from(number >= 16)][self.kind[usize::from(number)] as usize - 1][usize::from(at)];
    }

    /// The least valuable piece with which a side takes on a point, as if the points of `gone` were empty; the king last. That
    /// the kings see each other is not looked at.
    pub(super) fn least_attacker(&self, target: u8, by: Side, gone: u128) -> Option<u8> {
        let (file_of, row_of) = (file(target), row(target));
        let is = |at: u8, kind: Kind| {
            let number = self.on[usize::from(at)];
            number != NONE
                && owner(number) == by
                && self.kind[usize::from(number)] == kind
                && gone & bit(at) == 0
        };
        let open = |at: u8| self.is_empty(at) || gone & bit(at) != 0;
        // From where a pawn comes: the way of the pawn itself says whether it has crossed the river.
        let pawns = &PAWN[seat(by)];
        let beside = [back_from(target, by), target.wrapping_sub(1), target + 1];
        let pawn = beside.into_iter().find(|&from| {
            usize::from(from) < POINTS && is(from, Kind::Pawn) && leads(&pawns[usize::from(from)], target)
        });
        if pawn.is_some() {
            return pawn;
        }
        let from = |ways: &Ways, kind: Kind| {
            let mut ways = ways.all().iter();
            ways.find(|&&(through, from)| (through == from || open(through)) && is(from, kind))
                .map(|way| way.1)
        };
        let place = usize::from(target);
        let near = from(&ADVISOR[place], Kind::Advisor)
            .or_else(|| from(&ELEPHANT[place], Kind::Elephant))
            .or_else(|| from(&HORSE_FROM[place], Kind::Horse));
        if near.is_some() {
            return near;
        }
        let (mut on_row, mut on_file) = (self.rows[usize::from(row_of)], self.files[usize::from(file_of)]);
        for at in Points(gone) {
            if row(at) == row_of {
                on_row &= !(1 << file(at));
            }
            if file(at) == file_of {
                on_file &= !(1 << row(at));
            }
        }
        let across = self.lines.row(file_of, on_row);
        let along = self.lines.file(row_of, on_file);
        let any = |set: u16, on_row: bool, kind: Kind| {
            let points = Points(u128::from(set));
            let mut points = points.map(|n| if on_row { point(n, row_of) } else { point(file_of, n) });
            points.find(|&at| is(at, kind))
        };
        any(across.second, true, Kind::Cannon)
            .or_else(|| any(along.second, false, Kind::Cannon))
            .or_else(|| any(across.first, true, Kind::Rook))
            .or_else(|| any(along.first, false, Kind::Rook))
            .or_else(|| from(&KING[place], Kind::King))
    }

    /// What a capture wins when both sides go on taking on its point with their least valuable pieces as long as it pays.
    pub(super) fn exchange(&self, Move { from, to }: Move) -> i32 {
        let mut won = [0; 32];
        won[0] = self.worth(to);
        let (mut stands, mut gone, mut by) = (self.worth(from), bit(from), self.side.other());
        let mut last = 0;
        while last + 1 < won.len()
            && let Some(next) = self.least_attacker(to, by, gone)
        {
            last += 1;
            won[last] = stands - won[last - 1];
            stands = self.worth(next);
            gone |= bit(next);
            by = by.other();
        }
        // From the last capture back: each side takes only if that is better than to stop.
        for ply in (1..=last).rev() {
            won[ply - 1] = -won[ply].max(-won[ply - 1]);
        }
        won[0]
    }

    /// Whether a side's king could be captured, the other king along an open file included.
    #[inline]
    fn is_checked(&self, side: Side) -> bool {
        let king = self.king(side);
        let by = side.other();
        let (file_of, row_of) = (file(king), row(king));
        let (across, along) = self.along(king);
        let is = |at: u8, kind: Kind| {
            let number = self.on[usize::from(at)];
            number != NONE && owner(number) == by && self.kind[usize::from(number)] == kind
        };
        let mut set = along.first;
        while set != 0 {
            let at = point(file_of, set.trailing_zeros() as u8);
            set &= set - 1;
            if is(at, Kind::Rook) || is(at, Kind::King) {
                return true;
            }
        }
        let mut set = across.first;
        while set != 0 {
            let at = point(set.trailing_zeros() as u8, row_of);
            set &= set - 1;
            if is(at, Kind::Rook) {
                return true;
            }
        }
        let mut set = along.second;
        while set != 0 {
            let at = point(file_of, set.trailing_zeros() as u8);
            set &= set - 1;
            if is(at, Kind::Cannon) {
                return true;
            }
        }
        let mut set = across.second;
        while set != 0 {
            let at = point(set.trailing_zeros() as u8, row_of);
            set &= set - 1;
            if is(at, Kind::Cannon) {
                return true;
            }
        }
        let before = back_from(king, by);
        if file_of > 0 && is(king - 1, Kind::Pawn)
            || file_of + 1 < FILES && is(king + 1, Kind::Pawn)
            || usize::from(before) < POINTS && is(before, Kind::Pawn)
        {
            return true;
        }
        HORSE_FROM[usize::from(king)]
            .all()
            .iter()
            .any(|&(leg, from)| is(from, Kind::Horse) && self.is_empty(leg))
    }

    /// Whether a piece goes from one point to another, what becomes of its king not asked.
    fn goes(&self, from: u8, to: u8) -> bool {
        let number = self.on[usize::from(from)];
        if number == NONE || owner(number) != self.side {
            return false;
        }
        let target = self.on[usize::from(to)];
        if target != NONE && owner(target) == self.side {
            return false;
        }
        let along = |ways: &Ways| {
            ways.all().iter().any(|&(through, way)| way == to && (through == to || self.is_empty(through)))
        };
        let straight = |reach: fn(Along) -> u16| {
            let (across, up) = self.along(from);
            row(from) == row(to) && reach(across) & 1 << file(to) != 0
                || file(from) == file(to) && reach(up) & 1 << row(to) != 0
        };
        match self.kind[usize::from(number)] {
            Kind::King => along(&KING[usize::from(from)]),
            Kind::Advisor => along(&ADVISOR[usize::from(from)]),
            Kind::Elephant => along(&ELEPHANT[usize::from(from)]),
            Kind::Pawn => along(&PAWN[seat(self.side)][usize::from(from)]),
            Kind::Horse => {
                let leg = self.lines.leg(from, to);
                leg != NO_LEG && self.is_empty(leg)
            }
            Kind::Rook => straight(|found| found.free | found.first),
            Kind::Cannon if target == NONE => straight(|found| found.free),
            Kind::Cannon => straight(|found| found.second),
        }
    }

    /// Lists the captures or all other moves.
    #[inline]
    fn list(&self, captures: bool, out: &mut Vec<Move>) {
        for number in numbers(self.side) {
            let from = self.at[number];
            if from == NONE {
                continue;
            }
            let mut go = |to: u8| {
                let target = self.on[usize::from(to)];
                let wanted =
                    if captures { target != NONE && owner(target) != self.side } else { target == NONE };
                if wanted {
                    out.push(Move { from, to });
                }
            };
            let mut along = |ways: &Ways| {
                for &(through, to) in ways.all() {
                    if through == to || self.is_empty(through) {
                        go(to);
                    }
                }
            };
            let place = usize::from(from);
            let kind = self.kind[number];
            match kind {
                Kind::King => along(&KING[place]),
                Kind::Advisor => along(&ADVISOR[place]),
                Kind::Elephant => along(&ELEPHANT[place]),
                Kind::Horse => along(&HORSE[place]),
                Kind::Pawn => along(&PAWN[seat(self.side)][place]),
                Kind::Rook | Kind::Cannon => {
                    let (across, up) = self.along(from);
                    let reach = |found: Along| match (captures, kind) {
                        (false, _) => found.free,
                        (true, Kind::Rook) => found.first,
                        (true, _) => found.second,
                    };
                    let (file_of, row_of) = (file(from), row(from));
                    let mut set = reach(across);
                    while set != 0 {
                        go(point(set.trailing_zeros() as u8, row_of));
                        set &= set - 1;
                    }
                    let mut set = reach(up);
                    while set != 0 {
                        go(point(file_of, set.trailing_zeros() as u8));
                        set &= set - 1;
                    }
                }
            }
        }
    }

    /// The worth of what stands on a point.
    #[inline]
    fn worth(&self, at: u8) -> i32 {
        self.piece(at).map_or(0, |piece| VALUE[piece.kind as usize - 1])
    }

    /// What an earlier occurrence of the position on this way makes of it.
    fn repeated(&self) -> Option<i32> {
        let back = usize::from(self.back).min(self.steps.len());
        if back < 4 {
            return None;
        }
        let now = self.steps.len();
        // Who has given check all the way back: the side that has just moved, and the one to move.
        let (mut by_mover, mut by_other) = (self.in_check, true);
        for ago in 1..=back {
            let step = &self.steps[now - ago];
            if ago % 2 == 1 {
                by_other &= step.in_check;
                continue;
            }
            by_mover &= step.in_check;
            if step.key == self.key {
                return Some(match (self.repetition, by_mover, by_other) {
                    (Repetition::CheckLoses, true, false) => FORBIDDEN,
                    (Repetition::CheckLoses, false, true) => -FORBIDDEN,
                    _ => 0,
                });
            }
        }
        None
    }
}

/// From where a pawn of a side steps ahead to a point; off the board where there is none.
#[inline]
fn back_from(target: u8, by: Side) -> u8 {
    if by == Side::First { target.wrapping_sub(FILES) } else { target + FILES }
}

#[inline]
fn leads(ways: &Ways, to: u8) -> bool {
    ways.all().iter().any(|way| way.1 == to)
}

impl Board for Field {
    type Move = Move;
    const PLACES: usize = 14 * POINTS;
    const MARGIN: i32 = 90;

    fn play(&mut self, chosen: Move) -> bool {
        let Move { from, to } = chosen;
        let (mover, side) = (self.on[usize::from(from)], self.side);
        if mover == NONE {
            return false;
        }
        let taken = self.on[usize::from(to)];
        let kind = self.kind[usize::from(mover)];
        let step = Step {
            chosen,
            taken,
            key: self.key,
            in_check: self.in_check,
            quiet: self.quiet,
            back: self.back,
            score: self.score,
        };
        let king = self.king(side);
        self.lift(mover, from);
        if taken != NONE {
            self.lift(taken, to);
        }
        self.put(mover, to);
        let touch = |at| self.lines.touch(king, at);
        // Only then can the own king have come into danger: see `Board::any_legal`.
        let risky = step.in_check || touch(from) & LEFT != 0 || taken == NONE && touch(to) & CROSSED != 0;
        if risky && self.is_checked(side) {
            self.restore(&step, mover);
            return false;
        }
        let piece = Piece { side, kind };
        self.key ^= BLACK_TO_MOVE ^ drawn(from, piece) ^ drawn(to, piece);
        if taken != NONE {
            self.key ^= drawn(to, Piece { side: side.other(), kind: self.kind[usize::from(taken)] });
        }
        self.side = side.other();
        let other = self.king(self.side);
        let (left, come) = (self.lines.touch(other, from), self.lines.touch(other, to));
        let may = left & LEFT != 0 || come & CROSSED != 0 || come & JUMPED != 0 && kind == Kind::Horse;
        self.in_check = may && self.is_checked(self.side);
        self.quiet = if taken == NONE { self.quiet + 1 } else { 0 };
        let lasting = taken != NONE || kind == Kind::Pawn && file(from) == file(to);
        self.back = if lasting { 0 } else { self.back + 1 };
        self.steps.push(step);
        true
    }

    fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        let mover = self.on[usize::from(step.chosen.to)];
        self.side = self.side.other();
        self.key = step.key;
        self.in_check = step.in_check;
        self.quiet = step.quiet;
        self.back = step.back;
        self.restore(&step, mover);
    }

    fn pass(&mut self) {
        let step = Step {
            chosen: Move { from: 0, to: 0 },
            taken: NONE,
            key: self.key,
            in_check: self.in_check,
            quiet: self.quiet,
            back: self.back,
            score: self.score,
        };
        self.steps.push(step);
        self.key ^= BLACK_TO_MOVE;
        self.side = self.side.other();
        self.back = 0;
    }

    fn unpass(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.key = step.key;
        self.side = self.side.other();
        self.back = step.back;
    }

    fn may_pass(&self) -> bool {
        // With next to nothing left, having to move is what loses.
        let heavy = |kind: Kind| matches!(kind, Kind::Rook | Kind::Cannon | Kind::Horse);
        self.pieces(self.side).filter(|&(_, kind)| heavy(kind)).count() >= 2
    }

    fn key(&self) -> u64 {
        self.key ^ near_the_limit(self.quiet)
    }

    fn evaluate(&mut self) -> i32 {
        super::weights::judge(self)
    }

    fn settled(&mut self, _: i32) -> Option<i32> {
        if self.quiet >= QUIET_LIMIT {
            return Some(0);
        }
        self.repeated()
    }

    fn in_check(&self) -> bool {
        self.in_check
    }

    fn noisy(&self, out: &mut Vec<Move>) {
        self.list(true, out);
    }

    fn quiet(&self, out: &mut Vec<Move>) {
        self.list(false, out);
    }

    fn is_noisy(&self, chosen: Move) -> bool {
        !self.is_empty(chosen.to)
    }

    fn promise(&self, Move { from, to }: Move) -> i32 {
        16 * self.worth(to) - self.worth(from)
    }

    fn inclination(&self, Move { from, to }: Move) -> i32 {
        let Some(Piece { side, kind }) = self.piece(from) else { return 0 };
        let table = &PACKED[seat(side)][kind as usize - 1];
        let by = (table[usize::from(to)] - table[usize::from(from)]) as i16;
        let by = i32::from(by);
        8 * if side == Side::First { by } else { -by }
    }

    fn gain(&self, chosen: Move) -> i32 {
        self.worth(chosen.to)
    }

    fn is_losing(&self, chosen: Move) -> bool {
        let Move { from, to } = chosen;
        self.worth(from) > self.worth(to) && self.exchange(chosen) < 0
    }

    fn code(chosen: Move) -> u32 {
        1 + (u32::from(chosen.from) << 8 | u32::from(chosen.to))
    }

    fn recall(&self, code: u32) -> Option<Move> {
        let code = code.wrapping_sub(1);
        let chosen = Move { from: (code >> 8) as u8, to: code as u8 };
        let on_board = usize::from(chosen.from) < POINTS && usize::from(chosen.to) < POINTS;
        (on_board && self.goes(chosen.from, chosen.to)).then_some(chosen)
    }

    fn place(&self, chosen: Move) -> usize {
        let index = self.piece(chosen.from).map_or(0, Piece::index);
        index * POINTS + usize::from(chosen.to)
    }
}

impl Field {
    /// Puts the pieces of a move back.
    #[inline]
    fn restore(&mut self, step: &Step, mover: u8) {
        self.lift(mover, step.chosen.to);
        self.put(mover, step.chosen.from);
        if step.taken != NONE {
            self.put(step.taken, step.chosen.to);
        }
        self.score = step.score;
    }
}
