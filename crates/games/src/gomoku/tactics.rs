//! What a stone makes and what it stops, as players say it.

use std::fmt;

use quandary_core::rules::Side;
use schemars::JsonSchema;
use serde::Serialize;

use super::engine::{Board, Kind, Shape};
use super::rules::{Gomoku, Point, Position};
use super::stones::Stones;

/// What a stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shaped {
    /// Two with room on both sides.
    OpenTwo,
    /// Two open twos on different lines.
    TwoOpenTwos,
    /// A three that can still become a four.
    ClosedThree,
    /// A three that becomes an open four if it is not answered.
    OpenThree,
    /// Two of them at once.
    TwoOpenThrees,
    /// A four, which must be answered.
    Four,
    /// A four and an open three at once.
    FourAndOpenThree,
    /// Two fours at once.
    TwoFours,
    /// A four with more than one point that completes the row.
    OpenFour,
    /// A row.
    Row,
}

impl fmt::Display for Shaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shaped::OpenTwo => "an open two",
            Shaped::TwoOpenTwos => "two open twos",
            Shaped::ClosedThree => "a closed three",
            Shaped::OpenThree => "an open three",
            Shaped::TwoOpenThrees => "two open threes at once",
            Shaped::Four => "a four",
            Shaped::FourAndOpenThree => "a four and an open three at once",
            Shaped::TwoFours => "two fours at once",
            Shaped::OpenFour => "an open four",
            Shaped::Row => "a row",
        })
    }
}

impl Shaped {
    /// What a stone of a side at an empty point would make.
    pub(super) fn at(board: &Board, side: Side, at: usize) -> Option<Shaped> {
        let shapes = board.shapes(side, at);
        let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
        Some(match board.kind(side, at) {
            Kind::Five => Shaped::Row,
            Kind::Unstoppable if count(Shape::OpenFour) > 0 => Shaped::OpenFour,
            Kind::Unstoppable => Shaped::TwoFours,
            Kind::FourThree => Shaped::FourAndOpenThree,
            Kind::Four => Shaped::Four,
            Kind::DoubleThree => Shaped::TwoOpenThrees,
            Kind::Three => Shaped::OpenThree,
            Kind::Cross | Kind::Quiet => match (count(Shape::OpenTwo), count(Shape::ClosedThree)) {
                (2.., _) => Shaped::TwoOpenTwos,
                (_, 1..) => Shaped::ClosedThree,
                (1, _) => Shaped::OpenTwo,
                _ => return None,
            },
        })
    }
}

/// What there is to say of a stone before it is placed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tactics {
    /// What it makes.
    pub makes: Option<Shaped>,
    /// Where the next stone would complete a row, or make a four that cannot be stopped.
    pub goes_on_at: Vec<Point>,
    /// What the other side would make there.
    pub takes: Option<Shaped>,
    /// The stones of an open three of the other side that it blocks.
    pub blocks: Vec<Point>,
    /// Whether it stands near the middle of the board.
    pub is_central: bool,
}

impl Tactics {
    /// Looks at a point of a position; nothing is seen on a board without rows of five.
    pub(super) fn of(rules: &Gomoku, position: &Position, point: Point) -> Tactics {
        let Some(mut board) = Board::new(rules, position) else { return Tactics::default() };
        let (me, at) = (position.mover(), point.bit());
        let other = me.other();
        let makes = Shaped::at(&board, me, at);
        let takes = Shaped::at(&board, other, at).filter(|_| board.may_stand(other, at));
        let threats = board.allowed(other, Kind::Unstoppable);
        let open = threats.iter().find(|&threat| {
            board.spoils(other, threat).has(at) && Shaped::at(&board, other, threat) == Some(Shaped::OpenFour)
        });
        let blocks = open.map_or_else(Vec::new, |threat| three_near(&board, other, threat));
        let (row, column) = rules.place(point);
        let from_middle = |place: usize, size: usize| (2 * place + 1).abs_diff(size);
        let is_central = from_middle(row, rules.rows()) <= 6 && from_middle(column, rules.columns()) <= 6;
        board.place(at);
        let rows = board.points(me, Kind::Five);
        let next = if rows.is_empty() { board.allowed(me, Kind::Unstoppable) } else { rows };
        let goes_on_at = next.iter().map(|bit| Point(bit as u16)).collect();
        Tactics { makes, goes_on_at, takes, blocks, is_central }
    }
}

/// The stones on the line on which a stone of a side at `at` would make an open four.
fn three_near(board: &Board, side: Side, at: usize) -> Vec<Point> {
    let line = board.shapes(side, at).iter().position(|&shape| shape == Shape::OpenFour);
    let Some(line) = line else { return Vec::new() };
    let own = board.stones(side);
    let near: Stones = board.line(at, line).filter(|&bit| own.has(bit)).collect();
    let points: Vec<Point> = near.iter().map(|bit| Point(bit as u16)).collect();
    // Where more stones stand on the line, it is not plain which three are meant.
    if points.len() == 3 { points } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::notation::{format_points, parse_point, parse_record};
    use super::*;

    fn tactics(position: &str, point: &str) -> (Tactics, String) {
        let record = parse_record(position, "15x15".parse().unwrap()).unwrap();
        let at = parse_point(&record.rules, point).unwrap();
        let seen = Tactics::of(&record.rules, &record.position, at);
        let next = format_points(&record.rules, seen.goes_on_at.clone());
        (seen, next)
    }

    #[test]
    fn a_stone_says_what_it_makes_and_where_that_leads() {
        let (seen, next) = tactics("{f8 g8 h6 h7 / a1 c1 o1 m1}", "h8");
        assert_eq!(seen.makes, Some(Shaped::TwoOpenThrees));
        assert!(next.contains("e8") && next.contains("h9"), "{next}");
        let (seen, next) = tactics("{e8 f8 g8 h9 h10 / d8 a1 c1 e1 g1}", "h8");
        assert_eq!((seen.makes, next.as_str()), (Some(Shaped::FourAndOpenThree), "i8"));
        let (seen, next) = tactics("{f8 g8 h8 / a1 c1 o1}", "e8");
        assert_eq!((seen.makes, next.as_str()), (Some(Shaped::OpenFour), "d8 i8"));
    }

    #[test]
    fn a_stone_says_what_it_blocks_and_takes() {
        let (seen, _) = tactics("{a1 c1 o1 / f8 g8 h8}", "e8");
        assert_eq!(seen.takes, Some(Shaped::OpenFour));
        let rules: Gomoku = "15x15".parse().unwrap();
        assert_eq!(format_points(&rules, seen.blocks), "f8 g8 h8");
        let (seen, _) = tactics("{a1 c1 o1 / f8 g8 h8}", "e9");
        assert_eq!(seen.blocks, []);
    }
}
