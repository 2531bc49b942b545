//! The board that the engine plays on: what every empty point would make for either side, kept up to date stone by stone.

use quandary_core::rules::Side;

use super::kinds::{KINDS, Kind, kind, weight_in_sum};
use super::shapes::{SHAPES, Shape, reach, shapes};
use super::weights::PROMISE;
use crate::gomoku::renju;
use crate::gomoku::rules::{Gomoku, Point, Position, Rule};
use crate::gomoku::stones::Stones;

/// As many points as a set of stones can hold.
const POINTS: usize = 384;

const SUM: [u32; SHAPES] = {
    let mut sums = [0; SHAPES];
    let mut at = 0;
    while at < SHAPES {
        sums[at] = weight_in_sum(Shape::ALL[at]);
        at += 1;
    }
    sums
};

/// The powers of 3 that the digits of a key count.
const POWERS: [u16; 10] = {
    let mut powers = [1; 10];
    let mut at = 1;
    while at < 10 {
        powers[at] = powers[at - 1] * 3;
        at += 1;
    }
    powers
};

/// What one side sees on the board.
struct View {
    table: &'static [Shape],
    keys: Vec<[u16; 4]>,
    shapes: Vec<[Shape; 4]>,
    sums: Vec<u32>,
    kinds: Vec<Kind>,
    promise: Vec<i16>,
    /// The empty points of each kind.
    points: [Stones; KINDS],
    /// How many lines through empty points have each shape.
    shape_counts: [i32; SHAPES],
}

impl View {
    /// Another shape on a line through an empty point.
    #[inline]
    fn change(&mut self, at: usize, line: usize, shape: Shape) {
        let old = std::mem::replace(&mut self.shapes[at][line], shape);
        self.shape_counts[old as usize] -= 1;
        self.shape_counts[shape as usize] += 1;
        self.promise[at] += PROMISE[shape as usize] - PROMISE[old as usize];
        let (before, after) = (SUM[old as usize], SUM[shape as usize]);
        if before == after {
            return;
        }
        self.sums[at] = self.sums[at] + after - before;
        let kind = kind(self.sums[at]);
        let old = std::mem::replace(&mut self.kinds[at], kind);
        if old != kind {
            self.points[old as usize] = self.points[old as usize].without(at);
            self.points[kind as usize] = self.points[kind as usize].with(at);
        }
    }

    /// A point that is empty no more.
    fn leave(&mut self, at: usize) {
        for shape in self.shapes[at] {
            self.shape_counts[shape as usize] -= 1;
        }
        let kind = self.kinds[at] as usize;
        self.points[kind] = self.points[kind].without(at);
    }

    /// A point that is empty again, with the shapes it had.
    fn join(&mut self, at: usize) {
        for shape in self.shapes[at] {
            self.shape_counts[shape as usize] += 1;
        }
        let kind = self.kinds[at] as usize;
        self.points[kind] = self.points[kind].with(at);
    }
}

/// A position that stones are placed on and taken off again, the last one first.
pub(crate) struct Board {
    rules: Gomoku,
    reach: usize,
    steps: [usize; 4],
    /// Points up to the border, at most `reach`: along each line, down and up.
    room: Vec<[[u8; 2]; 4]>,
    stones: [Stones; 2],
    empty: Stones,
    views: [View; 2],
    mover: Side,
    hash: u64,
}

/// The number that a stone has in the key of a position.
fn mixed(at: usize, side: Side) -> u64 {
    // The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
    let mut z = (2 * at as u64 + side as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

impl Board {
    /// The board of a position; none where rows are not of five stones.
    pub(crate) fn new(rules: &Gomoku, position: &Position) -> Option<Board> {
        if rules.row() != 5 {
            return None;
        }
        // Renju's first side and its second want different rows: the longer reach serves both.
        let exact = [Side::First, Side::Second].map(|side| rules.wanted(side).exact);
        let reach = reach(exact.contains(&true));
        let steps = rules.steps().map(|step| step as usize);
        let points = rules.points();
        let room = (0..POINTS).map(|at| {
            steps.map(|step| {
                let down = (1..=reach).take_while(|by| at >= by * step && points.has(at - by * step)).count();
                let up = (1..=reach).take_while(|by| points.has(at + by * step)).count();
                [down as u8, up as u8]
            })
        });
        let room: Vec<[[u8; 2]; 4]> = room.collect();
        let views = exact.map(|exact| View::new(exact, reach, points, &room));
        let mut board = Board {
            rules: *rules,
            reach,
            steps,
            room,
            stones: [Stones::NONE; 2],
            empty: points,
            views,
            mover: Side::First,
            hash: 0,
        };
        for side in [Side::First, Side::Second] {
            for at in position.of(side).iter() {
                board.mover = side;
                board.place(at);
            }
        }
        board.mover = position.mover();
        Some(board)
    }

    /// Who is to move.
    pub(crate) fn mover(&self) -> Side {
        self.mover
    }

    /// Lets the other side move instead.
    pub(crate) fn pass(&mut self) {
        self.mover = self.mover.other();
    }

    /// A key of the stones and of who is to move.
    pub(crate) fn key(&self) -> u64 {
        self.hash ^ if self.mover == Side::First { 0 } else { 0x5851_F42D_4C95_7F2D }
    }

    /// The empty points.
    pub(crate) fn empty(&self) -> Stones {
        self.empty
    }

    /// The stones of a side.
    pub(crate) fn stones(&self, side: Side) -> Stones {
        self.stones[side as usize]
    }

    /// The empty points at which a stone of a side would be of a kind.
    #[inline]
    pub(crate) fn points(&self, side: Side, kind: Kind) -> Stones {
        self.views[side as usize].points[kind as usize]
    }

    /// What a stone of a side at an empty point would be.
    #[inline]
    pub(crate) fn kind(&self, side: Side, at: usize) -> Kind {
        self.views[side as usize].kinds[at]
    }

    /// What a stone of a side at an empty point would make on each line.
    #[inline]
    pub(crate) fn shapes(&self, side: Side, at: usize) -> [Shape; 4] {
        self.views[side as usize].shapes[at]
    }

    /// How much a stone of a side at an empty point looks worth trying.
    #[inline]
    pub(crate) fn promise(&self, side: Side, at: usize) -> i32 {
        self.views[side as usize].promise[at].into()
    }

    /// How many lines through empty points have each shape for a side.
    #[inline]
    pub(crate) fn shape_counts(&self, side: Side) -> &[i32; SHAPES] {
        &self.views[side as usize].shape_counts
    }

    /// How many empty points are of each kind for a side.
    #[inline]
    pub(crate) fn kind_counts(&self, side: Side) -> impl Iterator<Item = i32> {
        let points = &self.views[side as usize].points;
        // Quiet points are most, and say nothing.
        (0..KINDS).map(|kind| if kind == 0 { 0 } else { points[kind].count() as i32 })
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Gomoku {
        &self.rules
    }

    /// Whether the side to move may place a stone at an empty point.
    #[inline]
    pub(crate) fn may(&self, at: usize) -> bool {
        self.may_stand(self.mover, at)
    }

    /// Whether a side may place a stone at an empty point when it is its turn.
    #[inline]
    pub(crate) fn may_stand(&self, side: Side, at: usize) -> bool {
        self.rules.rule() != Rule::Renju
            || side == Side::Second
            || renju::forbidden(&self.rules, self.stones[0], self.stones[1], at).is_none()
    }

    /// The points on a line through a point, as far as a stone there matters.
    pub(crate) fn line(&self, at: usize, line: usize) -> impl Iterator<Item = usize> {
        let (step, [down, up]) = (self.steps[line], self.room[at][line]);
        let below = (1..=usize::from(down)).map(move |by| at - by * step);
        below.chain((1..=usize::from(up)).map(move |by| at + by * step))
    }

    /// The empty points at most two steps from a stone.
    pub(crate) fn near(&self) -> Stones {
        let all = self.stones[0] | self.stones[1];
        let mut reached = Stones::NONE;
        for step in self.rules.steps() {
            let around = all.up(step) | all.down(step);
            reached = reached | around | around.up(step) | around.down(step);
        }
        reached & self.empty
    }

    /// Places a stone of the side to move at an empty point.
    pub(crate) fn place(&mut self, at: usize) {
        let side = self.mover;
        for view in &mut self.views {
            view.leave(at);
        }
        self.empty = self.empty.without(at);
        self.stones[side as usize] = self.stones[side as usize].with(at);
        self.hash ^= mixed(at, side);
        self.turn_digits(at, side, |key, digits| key + digits);
        self.mover = side.other();
    }

    /// Takes off the stone that was placed last.
    pub(crate) fn take(&mut self, at: usize) {
        self.mover = self.mover.other();
        let side = self.mover;
        self.turn_digits(at, side, |key, digits| key - digits);
        self.hash ^= mixed(at, side);
        self.stones[side as usize] = self.stones[side as usize].without(at);
        self.empty = self.empty.with(at);
        for view in &mut self.views {
            view.join(at);
        }
    }

    /// Tells every point near a stone that it stands there, or does not any more.
    #[inline]
    fn turn_digits(&mut self, at: usize, side: Side, change: impl Fn(u16, u16) -> u16) {
        let reach = self.reach;
        for line in 0..4 {
            let step = self.steps[line];
            let [down, up] = self.room[at][line];
            let below = (1..=usize::from(down)).map(|by| (at - by * step, reach - 1 + by));
            let above = (1..=usize::from(up)).map(|by| (at + by * step, reach - by));
            for (near, digit) in below.chain(above) {
                let is_empty = self.empty.has(near);
                for (seen, view) in self.views.iter_mut().enumerate() {
                    let digits = POWERS[digit] << u16::from(seen != side as usize);
                    let key = change(view.keys[near][line], digits);
                    view.keys[near][line] = key;
                    if is_empty {
                        let shape = view.table[usize::from(key)];
                        if shape != view.shapes[near][line] {
                            view.change(near, line, shape);
                        }
                    }
                }
            }
        }
    }
}

impl View {
    fn new(exact: bool, reach: usize, points: Stones, room: &[[[u8; 2]; 4]]) -> View {
        // A table with the longer reach serves a side for which longer rows count: see `widened`.
        let table = if exact {
            shapes(true)
        } else if reach == 4 {
            shapes(false)
        } else {
            widened()
        };
        let mut view = View {
            table,
            keys: vec![[0; 4]; POINTS],
            shapes: vec![[Shape::Nothing; 4]; POINTS],
            sums: vec![0; POINTS],
            kinds: vec![Kind::Quiet; POINTS],
            promise: vec![0; POINTS],
            points: [Stones::NONE; KINDS],
            shape_counts: [0; SHAPES],
        };
        for at in points.iter() {
            for (line, &[down, up]) in room[at].iter().enumerate() {
                // What lies beyond the border counts as the other side's.
                let beyond = (0..reach - usize::from(down)).chain(reach + usize::from(up)..2 * reach);
                let key = beyond.map(|digit| 2 * POWERS[digit]).sum::<u16>();
                let shape = table[usize::from(key)];
                view.keys[at][line] = key;
                view.shapes[at][line] = shape;
                view.sums[at] += SUM[shape as usize];
                view.promise[at] += PROMISE[shape as usize];
                view.shape_counts[shape as usize] += 1;
            }
            view.kinds[at] = kind(view.sums[at]);
            let place = view.kinds[at] as usize;
            view.points[place] = view.points[place].with(at);
        }
        view
    }
}

/// The shapes where longer rows count, under keys of the longer reach: their outermost digits say nothing.
fn widened() -> &'static [Shape] {
    static TABLE: std::sync::OnceLock<Vec<Shape>> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| {
        let (narrow, inner) = (shapes(false), 3usize.pow(8));
        (0..3usize.pow(10)).map(|key| narrow[key / 3 % inner]).collect()
    })
}

/// A point as the rules name it.
pub(crate) fn point(at: usize) -> Point {
    Point(at as u16)
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::*;

    /// All that a board keeps up to date as stones come and go.
    type Summary = (u64, Vec<[Kind; 2]>, [[i32; SHAPES]; 2], Vec<[i32; 2]>, [[Stones; KINDS]; 2]);

    fn summary(board: &Board) -> Summary {
        let sides = [Side::First, Side::Second];
        (
            board.key(),
            board.empty().iter().map(|at| sides.map(|side| board.kind(side, at))).collect(),
            sides.map(|side| *board.shape_counts(side)),
            board.empty().iter().map(|at| sides.map(|side| board.promise(side, at))).collect(),
            board.views.each_ref().map(|view| view.points),
        )
    }

    #[test]
    fn stones_placed_and_taken_leave_what_a_new_board_shows() {
        for name in ["15x15", "15x15/standard", "15x15/renju", "7x5", "19x19"] {
            let rules: Gomoku = name.parse().unwrap();
            for index in 0..20 {
                let mut stream = Seed(3).stream(index);
                let mut position = rules.random_position(index as usize, &mut stream);
                let mut board = Board::new(&rules, &position).unwrap();
                let before = summary(&board);
                let mut placed = Vec::new();
                for _ in 0..10 {
                    let mut legal = Vec::new();
                    rules.moves(&position, &mut legal);
                    let Some(&chosen) = stream.choose(&legal) else { break };
                    assert!(board.may(chosen.bit()));
                    board.place(chosen.bit());
                    placed.push(chosen.bit());
                    position = rules.after(&position, chosen);
                    assert!(summary(&board) == summary(&Board::new(&rules, &position).unwrap()), "{name}");
                }
                for at in placed.into_iter().rev() {
                    board.take(at);
                }
                assert!(summary(&board) == before, "{name} {index}");
            }
        }
    }

    #[test]
    fn fives_are_the_points_at_which_the_rules_see_a_row() {
        let mut met = 0;
        for name in ["15x15", "15x15/standard", "15x15/renju"] {
            let rules: Gomoku = name.parse().unwrap();
            for index in 0..60 {
                let position = rules.random_position(60 + index as usize, &mut Seed(7).stream(index));
                let board = Board::new(&rules, &position).unwrap();
                for side in [Side::First, Side::Second] {
                    let fives = board.points(side, Kind::Five);
                    assert_eq!(fives, rules.completions(&position, side), "{name} {index}");
                    met += fives.count();
                }
            }
        }
        assert!(met > 50, "{met}");
    }
}
