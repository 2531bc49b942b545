//! The board's points, and where a piece could go from each of them: tables made when the program is compiled.
//!
//! A point has the number 9·row + file. Red sits at the bottom; rows count from there, files from Red's left:
//!
//! ```text
//! 9   81 82 83 84 85 86 87 88 89      Black's palace: d to f, rows 7 to 9
//! …
//! 5   45 46 47 48 49 50 51 52 53
//!     ~~~~~~~~~ the river ~~~~~~~~~
//! 4   36 37 38 39 40 41 42 43 44
//! …
//! 1    9 10 11 12 13 14 15 16 17
//! 0    0  1  2  3  4  5  6  7  8      Red's palace: d to f, rows 0 to 2
//!      a  b  c  d  e  f  g  h  i
//! ```
//!
//! So Red's king begins on e0, which is 4, and a cannon from h2 (25) to e2 (22) is the move `h2e2`.

/// Files.
pub const FILES: u8 = 9;
/// Rows.
pub const ROWS: u8 = 10;
/// Points.
pub const POINTS: usize = 90;

/// A point's number.
pub const fn point(file: u8, row: u8) -> u8 {
    FILES * row + file
}

/// The file of a point, from 0 (a) to 8 (i).
#[inline]
pub const fn file(point: u8) -> u8 {
    point % FILES
}

/// The row of a point, from 0 to 9.
#[inline]
pub const fn row(point: u8) -> u8 {
    point / FILES
}

/// The set that holds one point: bit n is point n.
#[inline]
pub const fn bit(point: u8) -> u128 {
    1 << point
}

/// The points of a set, from a0 on.
#[derive(Clone, Debug)]
pub struct Points(pub u128);

impl Iterator for Points {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let point = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(point)
    }
}

/// The four ways along lines, as differences of point numbers: right, left, up, down.
pub const LINES: [i8; 4] = [1, -1, 9, -9];

/// How many steps there are from each point along each of [`LINES`] before the edge.
pub static ROOM: [[u8; 4]; POINTS] = {
    let mut room = [[0; 4]; POINTS];
    let mut at = 0;
    while at < POINTS as u8 {
        let (file, row) = (file(at), row(at));
        room[at as usize] = [FILES - 1 - file, file, ROWS - 1 - row, row];
        at += 1;
    }
    room
};

/// Up to eight ways from a point, each with the point that must be empty for it.
#[derive(Clone, Copy)]
pub struct Ways {
    count: u8,
    ways: [(u8, u8); 8],
}

impl Ways {
    const NONE: Ways = Ways { count: 0, ways: [(0, 0); 8] };

    const fn and(mut self, through: u8, to: u8) -> Ways {
        self.ways[self.count as usize] = (through, to);
        self.count += 1;
        self
    }

    /// Each way: the point that must be empty, and where it leads.
    #[inline]
    pub fn all(&self) -> &[(u8, u8)] {
        &self.ways[..self.count as usize]
    }
}

/// The point that lies this many files and rows away, if it is on the board.
const fn away(from: u8, files: i8, rows: i8) -> Option<u8> {
    let (file, row) = (file(from) as i8 + files, row(from) as i8 + rows);
    if file < 0 || file >= FILES as i8 || row < 0 || row >= ROWS as i8 {
        return None;
    }
    Some(point(file as u8, row as u8))
}

/// Whether a point lies in one of the palaces.
pub const fn in_palace(at: u8) -> bool {
    let (file, row) = (file(at), row(at));
    file >= 3 && file <= 5 && (row <= 2 || row >= 7)
}

/// Whether a point is one of the five of a palace that an advisor can reach.
pub const fn is_advisors(at: u8) -> bool {
    let (file, row) = (file(at), row(at));
    // The middle of a palace lies on file e, its corners do not.
    in_palace(at) && (file == 4) == (row == 1 || row == 8)
}

/// Whether a point is one of the seven of a half that an elephant can reach.
pub const fn is_elephants(at: u8) -> bool {
    let (file, row) = (file(at), row(at));
    let row = if row <= 4 { row } else { 9 - row };
    match row {
        0 | 4 => file == 2 || file == 6,
        2 => file == 0 || file == 4 || file == 8,
        _ => false,
    }
}

const CORNERS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (-1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, 1), (-2, -1)];

/// Who moves, as far as the way over an empty board needs it.
#[derive(Clone, Copy)]
enum Walker {
    Horse,
    /// The horse's moves backwards.
    HorseFrom,
    Elephant,
    Advisor,
    King,
    /// Red's pawns step ahead by 1, Black's by -1.
    Pawn {
        ahead: i8,
    },
}

impl Walker {
    /// The steps that it knows, in the order in which its moves are listed.
    const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Walker::Horse | Walker::HorseFrom => &JUMPS,
            Walker::Elephant => &[(2, 2), (2, -2), (-2, 2), (-2, -2)],
            Walker::Advisor => &CORNERS,
            Walker::King => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
            Walker::Pawn { ahead: 1 } => &[(0, 1), (1, 0), (-1, 0)],
            Walker::Pawn { .. } => &[(0, -1), (1, 0), (-1, 0)],
        }
    }

    /// Whether it may stand on a point and step from there to another.
    const fn may(self, at: u8, to: u8) -> bool {
        match self {
            Walker::Horse | Walker::HorseFrom => true,
            Walker::Elephant => is_elephants(at) && (row(to) <= 4) == (row(at) <= 4),
            Walker::Advisor => is_advisors(at) && in_palace(to),
            Walker::King => in_palace(at) && in_palace(to),
            // Sideways only over the river.
            Walker::Pawn { ahead } => file(to) == file(at) || (row(at) >= 5) == (ahead == 1),
        }
    }

    /// The point that must be empty for a step: where it leads, if nothing stands between.
    const fn through(self, at: u8, to: u8, (files, rows): (i8, i8)) -> Option<u8> {
        match self {
            Walker::Horse | Walker::Elephant => away(at, files / 2, rows / 2),
            Walker::HorseFrom => away(at, files.signum(), rows.signum()),
            Walker::Advisor | Walker::King | Walker::Pawn { .. } => Some(to),
        }
    }

    /// Its ways from every point.
    const fn ways(self) -> [Ways; POINTS] {
        let steps = self.steps();
        let mut table = [Ways::NONE; POINTS];
        let mut at = 0;
        while at < POINTS as u8 {
            let mut n = 0;
            while n < steps.len() {
                let (files, rows) = steps[n];
                if let Some(to) = away(at, files, rows)
                    && self.may(at, to)
                    && let Some(through) = self.through(at, to, steps[n])
                {
                    table[at as usize] = table[at as usize].and(through, to);
                }
                n += 1;
            }
            at += 1;
        }
        table
    }
}

/// Where a horse goes, and its leg: the point beside it that it steps over first.
pub static HORSE: [Ways; POINTS] = Walker::Horse.ways();

/// From where a horse reaches a point, and its leg there: a corner of the point reached.
pub static HORSE_FROM: [Ways; POINTS] = Walker::HorseFrom.ways();

/// Where an elephant goes, and its eye: the point between. It stays on its half.
pub static ELEPHANT: [Ways; POINTS] = Walker::Elephant.ways();

/// Where an advisor goes: along the diagonals of the palace. Nothing stands between.
pub static ADVISOR: [Ways; POINTS] = Walker::Advisor.ways();

/// Where a king goes: along the lines of its palace. Nothing stands between.
pub static KING: [Ways; POINTS] = Walker::King.ways();

/// Where Red's pawns go (first) and Black's: forward, and sideways once over the river. Nothing stands between.
pub static PAWN: [[Ways; POINTS]; 2] = [Walker::Pawn { ahead: 1 }.ways(), Walker::Pawn { ahead: -1 }.ways()];

/// For each point its corners, or the other points of its row and its file.
const fn sets(corners: bool) -> [u128; POINTS] {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS as u8 {
        let mut other = 0;
        while other < POINTS as u8 {
            let (files, rows) = (file(other).abs_diff(file(at)), row(other).abs_diff(row(at)));
            if if corners { files == 1 && rows == 1 } else { (files == 0) != (rows == 0) } {
                table[at as usize] |= bit(other);
            }
            other += 1;
        }
        at += 1;
    }
    table
}

/// The row and the file of each point, itself excepted: where a piece may shield it, or be a cannon's screen.
pub static CROSS: [u128; POINTS] = sets(false);

/// The corners of each point: the legs of the horses that could reach it.
pub static LEGS: [u128; POINTS] = sets(true);

#[cfg(test)]
mod tests {
    use super::*;

    fn named(points: impl Iterator<Item = u8>) -> String {
        let name = |at: u8| format!("{}{}", char::from(b'a' + file(at)), row(at));
        points.map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_points_of_advisors_and_elephants_are_the_ones_on_every_board() {
        let all = 0..POINTS as u8;
        assert_eq!(named(all.clone().filter(|&at| is_advisors(at))), "d0 f0 e1 d2 f2 d7 f7 e8 d9 f9");
        let elephants = "c0 g0 a2 e2 i2 c4 g4 c5 g5 a7 e7 i7 c9 g9";
        assert_eq!(named(all.filter(|&at| is_elephants(at))), elephants);
    }

    #[test]
    fn a_horse_reaches_a_point_from_where_it_says_it_does() {
        let reached: usize = HORSE.iter().map(|ways| ways.all().len()).sum();
        assert_eq!(reached, HORSE_FROM.iter().map(|ways| ways.all().len()).sum::<usize>());
        for from in 0..POINTS as u8 {
            for &(leg, to) in HORSE[from as usize].all() {
                assert!(HORSE_FROM[to as usize].all().contains(&(leg, from)), "{from} {to}");
                assert!(LEGS[to as usize] & bit(leg) != 0);
            }
        }
    }
}
