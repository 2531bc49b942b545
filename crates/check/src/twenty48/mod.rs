//! 2048.
//!
//! | claim | instance | evidence | checked |
//! |---|---|---|---|
//! | `win-probability` | boards, one digit per cell (the exponent: `0` empty, `1` = 2, … `A` = 1024), separated by spaces | `board` (such as `2x2`), `target` (a tile), `p4` (\[numerator, denominator\]), where the boards are those of a start its name `start`, `values` (board → \[numerator, denominator, forced, possible\], one board for each class of rotations and reflections), and for each board of the instance `win_probability`, `adversarial`, `reachability` | that the values are complete and right: 1 where the target is reached, 0 where no move is left, otherwise the best over the moves of the mean over the new tiles (and of "every new tile" for forced, "some new tile" for possible). Sums grow with every move, so the equations have one solution |
//! | `win-interval` | the same | `board`, `target`, `p4`, `start`, `interval` (\[low, high\]) | all values are computed again as intervals that are rounded outwards, and the mean over the boards lies within `interval`; on boards of up to 12 cells |
//! | `win`, `loss`, `mixed` | the same | `board`, `target`, `p4`, `start`, `inhibitor` (`and`, `or`, `chance`: who places the tiles), `trees` (for each board `wins` and the winner's `tree`) | every tree is walked as a [proof tree](crate::proof_tree) |
//! | `replay` | a record: `2048 RxC`, `start BOARD`, then moves such as `L32+4`, then optionally `score N` | `score`, `largest` | that every move changes the board, every new tile is a 2 or a 4 on an empty cell, and score and largest tile are as claimed |
//!
//! The starts: `usual` deals two tiles by chance, `two-twos` places two 2s, `three-twos-and-four` three 2s and a 4, all
//! places equally likely. Without a start there is one board.

mod audit;
mod fractions;
mod intervals;
mod placed;
mod replay;

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;
use quandary_core::{Budget, Certificate};
use serde_json::{Value, json};

use crate::evidence::Evidence;
use crate::number::whole;
use crate::{Rejection, Verified, Work};

pub(crate) const CLAIMS: &[&str] = &["win-probability", "win-interval", "win", "loss", "mixed", "replay"];

pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let evidence = |parts: &[&str]| Evidence::with(&certificate.evidence, parts);
    let (instance, budget) = (certificate.instance.as_str(), &mut work.budget);
    match certificate.claim.as_str() {
        "win-probability" => {
            let parts = [
                "board",
                "target",
                "p4",
                "start",
                "values",
                "win_probability",
                "adversarial",
                "reachability",
            ];
            let evidence = evidence(&parts)?;
            fractions::verify(&Question::read(instance, evidence)?, evidence, budget)
        }
        "win-interval" => {
            let evidence = evidence(&["board", "target", "p4", "start", "interval"])?;
            win_interval(&Question::read(instance, evidence)?, evidence, budget)
        }
        "win" | "loss" | "mixed" => {
            let evidence = evidence(&["board", "target", "p4", "start", "inhibitor", "trees"])?;
            placed::verify(&certificate.claim, &Question::read(instance, evidence)?, evidence, budget)
        }
        "replay" => replay::replay(instance, evidence(&["score", "largest"])?),
        claim => Err(Rejection::Unknown { puzzle: "2048".into(), claim: claim.into() }),
    }
}

fn malformed(what: impl Into<String>) -> Rejection {
    Rejection::Malformed(what.into())
}

/// Exponents in reading order.
type Tiles = Vec<u32>;

/// Rows and columns.
#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    cols: usize,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl Size {
    fn read(text: &str) -> Result<Size, Rejection> {
        let wrong = || malformed(format!("`{text}` is not a board size"));
        let (rows, cols) = text.split_once('x').ok_or_else(wrong)?;
        let side = |s: &str| whole(s).filter(|n| (2..=5).contains(n)).ok_or_else(wrong);
        Ok(Size { rows: side(rows)?, cols: side(cols)? })
    }

    fn tiles(self, text: &str) -> Result<Tiles, Rejection> {
        // One digit per cell; upper case only, so that there is one way to write a board.
        let digit = |c: char| c.to_digit(36).filter(|_| !c.is_ascii_lowercase());
        let tiles: Option<Tiles> = text.chars().map(digit).collect();
        tiles
            .filter(|tiles| tiles.len() == self.rows * self.cols && tiles.iter().all(|&e| e <= 26))
            .ok_or_else(|| malformed(format!("`{text}` is not a board")))
    }

    /// The tiles as an answer writes them: a row on each line, a dot for an empty cell.
    fn grid(self, tiles: &Tiles) -> String {
        let tile = |&exponent: &u32| if exponent == 0 { ".".into() } else { (1_u64 << exponent).to_string() };
        let row = |row: &[u32]| row.iter().map(tile).collect::<Vec<String>>().join(" ");
        tiles.chunks(self.cols).map(row).collect::<Vec<_>>().join("\n")
    }

    /// The cells of each line, from the end that tiles are pushed to.
    fn lines(self, letter: char) -> Option<Vec<Vec<usize>>> {
        let rows = |backwards: bool| {
            (0..self.rows)
                .map(|r| {
                    let row = (0..self.cols).map(|c| r * self.cols + c);
                    if backwards { row.rev().collect() } else { row.collect() }
                })
                .collect()
        };
        let columns = |backwards: bool| {
            (0..self.cols)
                .map(|c| {
                    let column = (0..self.rows).map(|r| r * self.cols + c);
                    if backwards { column.rev().collect() } else { column.collect() }
                })
                .collect()
        };
        match letter {
            'L' => Some(rows(false)),
            'R' => Some(rows(true)),
            'U' => Some(columns(false)),
            'D' => Some(columns(true)),
            _ => None,
        }
    }

    /// The board after a move and what it earns; `None` if nothing changes or the letter is not one of LRUD.
    fn pushed(self, tiles: &Tiles, letter: char) -> Option<(Tiles, u64)> {
        let mut after = vec![0; tiles.len()];
        let mut earned = 0;
        for line in self.lines(letter)? {
            let mut standing: Vec<u32> = line.iter().map(|&cell| tiles[cell]).filter(|&e| e > 0).collect();
            let mut place = 0;
            while place + 1 < standing.len() {
                if standing[place] == standing[place + 1] {
                    standing[place] += 1;
                    standing.remove(place + 1);
                    earned += 1_u64 << standing[place];
                }
                place += 1;
            }
            for (&cell, exponent) in line.iter().zip(standing) {
                after[cell] = exponent;
            }
        }
        (after != *tiles).then_some((after, earned))
    }

    /// The board turned and reflected in every way that keeps its size.
    fn images(self, tiles: &Tiles) -> Vec<Tiles> {
        let place = |map: &dyn Fn(usize, usize) -> (usize, usize)| -> Tiles {
            let mut image = vec![0; tiles.len()];
            for r in 0..self.rows {
                for c in 0..self.cols {
                    let (to_row, to_col) = map(r, c);
                    image[to_row * self.cols + to_col] = tiles[r * self.cols + c];
                }
            }
            image
        };
        let (last_row, last_col) = (self.rows - 1, self.cols - 1);
        let mut images = vec![
            tiles.clone(),
            place(&|r, c| (r, last_col - c)),
            place(&|r, c| (last_row - r, c)),
            place(&|r, c| (last_row - r, last_col - c)),
        ];
        if self.rows == self.cols {
            images.push(place(&|r, c| (c, r)));
            images.push(place(&|r, c| (c, last_row - r)));
            images.push(place(&|r, c| (last_col - c, r)));
            images.push(place(&|r, c| (last_col - c, last_row - r)));
        }
        images
    }
}

/// A fraction that is never reduced: equal ones are recognised by multiplying crosswise.
#[derive(Clone, Debug)]
struct Fraction {
    above: BigUint,
    below: BigUint,
}

impl Fraction {
    fn new(above: u32, below: u32) -> Fraction {
        Fraction { above: above.into(), below: below.into() }
    }

    fn read(above: &Value, below: &Value) -> Option<Fraction> {
        let number = |value: &Value| match value {
            Value::String(digits) => whole(digits),
            _ => value.as_u64().map(BigUint::from),
        };
        let fraction = Fraction { above: number(above)?, below: number(below)? };
        (fraction.below != BigUint::ZERO && fraction.above <= fraction.below).then_some(fraction)
    }

    fn plus(&self, weight: &Fraction, value: &Fraction) -> Fraction {
        let (above, below) = (&weight.above * &value.above, &weight.below * &value.below);
        if below == self.below {
            return Fraction { above: &self.above + above, below };
        }
        Fraction { above: &self.above * &below + above * &self.below, below: &self.below * &below }
    }

    /// As a double; a fraction here is at most 1.
    fn value(&self) -> f64 {
        const SCALE: u32 = 62;
        let whole = u64::try_from((&self.above << SCALE) / &self.below).unwrap_or(u64::MAX);
        whole as f64 / (1_u64 << SCALE) as f64
    }

    /// As an answer writes it.
    fn in_full(&self) -> Value {
        json!({"numerator": digits(&self.above), "denominator": digits(&self.below), "value": self.value()})
    }

    /// In lowest terms.
    fn reduced(&self) -> Fraction {
        let (mut a, mut b) = (self.above.clone(), self.below.clone());
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        Fraction { above: &self.above / &a, below: &self.below / &a }
    }

    fn less_than(&self, other: &Fraction) -> bool {
        &self.above * &other.below < &other.above * &self.below
    }

    fn equals(&self, other: &Fraction) -> bool {
        &self.above * &other.below == &other.above * &self.below
    }
}

/// The question that a certificate answers: the rules, and the boards with their shares.
struct Question {
    size: Size,
    target: u32,
    two: Fraction,
    four: Fraction,
    start: Option<String>,
    boards: Vec<Tiles>,
    shares: Vec<Fraction>,
}

impl Question {
    fn read(instance: &str, evidence: Evidence<'_>) -> Result<Question, Rejection> {
        let size = Size::read(evidence.text("board")?)?;
        let target = Some(evidence.whole("target")?).filter(|tile| tile.is_power_of_two() && *tile > 1);
        let target = target.ok_or_else(|| malformed("`target` is not a tile"))?.trailing_zeros();
        // All of them: an entry that is skipped would not be verified.
        let p4: Option<Vec<u32>> =
            evidence.list("p4")?.iter().map(|n| u32::try_from(n.as_u64()?).ok()).collect();
        let p4 = p4.unwrap_or_default();
        let [above, below] = p4[..] else { return Err(malformed("`p4` is not [numerator, denominator]")) };
        if below == 0 || above > below {
            return Err(malformed("`p4` is not a probability"));
        }
        let boards: Vec<Tiles> =
            instance.split_whitespace().map(|board| size.tiles(board)).collect::<Result<_, _>>()?;
        let start = evidence.get("start").map(|_| evidence.text("start")).transpose()?;
        let mut question = Question {
            size,
            target,
            two: Fraction::new(below - above, below),
            four: Fraction::new(above, below),
            start: start.map(str::to_owned),
            boards,
            shares: vec![Fraction::new(1, 1)],
        };
        match start {
            None if question.boards.len() == 1 => {}
            None => return Err(malformed("several boards, and no start that they belong to")),
            Some(start) => {
                let all = question.dealt(start)?;
                let mut listed = question.boards.clone();
                listed.sort_unstable();
                if !listed.iter().eq(all.keys()) {
                    return Err(Rejection::Wrong(format!("the boards are not those of the start `{start}`")));
                }
                question.shares = question.boards.iter().map(|board| all[board].clone()).collect();
            }
        }
        Ok(question)
    }

    /// The boards of a start and the share of each.
    fn dealt(&self, start: &str) -> Result<BTreeMap<Tiles, Fraction>, Rejection> {
        let one = Fraction::new(1, 1);
        let usual = [(1, self.two.clone()), (2, self.four.clone())];
        let hands: Vec<(Vec<u32>, Fraction)> = match start {
            "usual" => {
                let pairs = usual.iter().flat_map(|a| usual.iter().map(move |b| (a, b)));
                pairs.map(|(a, b)| (vec![a.0, b.0], Fraction::new(0, 1).plus(&a.1, &b.1))).collect()
            }
            "two-twos" => vec![(vec![1, 1], one)],
            "three-twos-and-four" => vec![(vec![1, 1, 1, 2], one)],
            _ => return Err(malformed(format!("`{start}` is not a valid start"))),
        };
        let mut all: BTreeMap<Tiles, Fraction> = BTreeMap::new();
        for (tiles, share) in hands.into_iter().filter(|(_, share)| share.above != BigUint::ZERO) {
            let mut boards = vec![(vec![0; self.size.rows * self.size.cols], share)];
            for exponent in tiles {
                let mut next = Vec::new();
                for (board, share) in boards {
                    let empty: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == 0).collect();
                    for &cell in &empty {
                        let mut with = board.clone();
                        with[cell] = exponent;
                        let share =
                            Fraction { above: share.above.clone(), below: &share.below * empty.len() };
                        next.push((with, share));
                    }
                }
                boards = next;
            }
            for (board, share) in boards {
                let sum = all.entry(board).or_insert_with(|| Fraction::new(0, 1));
                *sum = sum.plus(&Fraction::new(1, 1), &share).reduced();
            }
        }
        Ok(all)
    }

    /// What the answer says of the question.
    fn proves(&self, verified: Verified) -> Verified {
        let verified = verified
            .proves("board", self.size.to_string())
            .proves("target", 1_u64 << self.target)
            .proves("p4", self.four.in_full());
        match &self.start {
            Some(start) => verified.proves("start", start.as_str()),
            None => verified.proves(
                "position",
                self.boards.first().map_or_else(String::new, |board| self.size.grid(board)),
            ),
        }
    }

    fn in_words(&self) -> String {
        let from = match &self.start {
            Some(start) => format!("from the start `{start}`"),
            None => "from the board".into(),
        };
        let Fraction { above, below } = &self.four;
        format!("{} to {} {from}, a 4 with probability {above}/{below}", self.size, 1_u64 << self.target)
    }
}

/// `win`, `loss`, or `mixed` if it depends on the board.
fn overall(flags: &[bool]) -> &'static str {
    match (flags.contains(&true), !flags.contains(&false)) {
        (false, _) => "loss",
        (true, true) => "win",
        (true, false) => "mixed",
    }
}

/// A whole number as an answer writes it: as text if it does not fit 64 bits.
fn digits(number: &BigUint) -> Value {
    u64::try_from(number).map_or_else(|_| number.to_string().into(), Value::from)
}

fn win_interval(
    question: &Question,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let bounds: Option<Vec<f64>> = evidence.list("interval")?.iter().map(Value::as_f64).collect();
    let bounds = bounds.unwrap_or_default();
    let [low, high] = bounds[..] else { return Err(malformed("`interval` is not [low, high]")) };
    if question.size.rows * question.size.cols > intervals::MOST_CELLS || question.target > 30 {
        return Err(malformed(format!(
            "boards of more than {} cells are not computed",
            intervals::MOST_CELLS
        )));
    }
    let board = intervals::Board::new(question.size, question.target, &question.two, &question.four);
    let many = || malformed("the probabilities have too many digits");
    let (worths, count) = board.ok_or_else(many)?.worths(&question.boards, budget)?;
    let found = intervals::mean(&worths, &question.shares).ok_or_else(many)?;
    if !(low <= found.low && found.high <= high) {
        return Err(Rejection::Wrong(format!(
            "the win probability lies between {} and {}, not within {low} and {high}",
            found.low, found.high
        )));
    }
    let verified = Verified::fact(format!(
        "{}: the win probability lies between {} and {}; {count} classes of positions valued",
        question.in_words(),
        found.low,
        found.high
    ));
    Ok(question
        .proves(verified)
        .proves(
            "win_probability",
            json!({"value": f64::midpoint(found.low, found.high), "rounding": "double precision"}),
        )
        .proves("adversarial", overall(&worths.iter().map(|worth| worth.forced).collect::<Vec<_>>()))
        .proves("reachability", overall(&worths.iter().map(|worth| worth.possible).collect::<Vec<_>>())))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::verify;
    use serde_json::json;

    /// 2x2 to 16 from `4 4 / 2 4`, a 4 with probability 1/3: the next tile decides.
    fn small() -> Certificate {
        Certificate::new(
            "2048",
            "win-probability",
            "2212",
            json!({"board": "2x2", "target": 16, "p4": [1, 3], "win_probability": [[2, 3]],
                "adversarial": [false], "reachability": [true], "values": {"1222": [2, 3, false, true], "1232": [1, 1, true, true], "1233": [1, 1, true, true], "1242": [1, 1, true, true], "1241": [1, 1, true, true], "1224": [1, 1, true, true], "1124": [1, 1, true, true], "1133": [1, 1, true, true], "0224": [1, 1, true, true], "0124": [1, 1, true, true], "0242": [1, 1, true, true], "0142": [1, 1, true, true], "1332": [0, 1, false, false], "1331": [0, 1, false, false], "1231": [0, 1, false, false], "1223": [0, 1, false, false], "1123": [1, 1, true, true], "2223": [1, 1, true, true], "2332": [0, 1, false, false], "2233": [1, 1, true, true], "0243": [1, 1, true, true], "0143": [1, 1, true, true], "0234": [1, 1, true, true], "0134": [1, 1, true, true]}}),
        )
    }

    #[test]
    fn an_entry_that_is_not_a_number_is_not_skipped() {
        for p4 in [
            json!([1, u64::MAX, 3]),
            json!([1, "1", 3]),
            json!([1, 1e-10, 3]),
            json!(["1", 1, 3]),
            json!([1, 3, null]),
        ] {
            let mut bad = small();
            bad.evidence["p4"] = p4.clone();
            assert!(matches!(verify(&bad), Err(Rejection::Malformed(_))), "{p4}");
        }
    }

    #[test]
    fn a_small_table_is_accepted_and_every_tampering_is_not() {
        let good = small();
        let verified = verify(&good).unwrap();
        let proved = &verified.proves["win_probability"][0];
        assert_eq!((&proved["numerator"], &proved["denominator"]), (&json!(2), &json!(3)));
        for (board, row) in [
            ("1222", json!([1, 3, false, true])),
            ("1222", json!([2, 3, true, true])),
            ("1222", json!([3, 2, false, true])),
            ("1222", json!(null)),
        ] {
            let mut bad = good.clone();
            bad.evidence["values"][board] = row;
            assert!(verify(&bad).is_err());
        }
        for (list, entry) in [
            ("win_probability", json!([1, 3])),
            ("win_probability", json!([1, 1])),
            ("adversarial", json!(true)),
            ("reachability", json!(false)),
        ] {
            let mut bad = good.clone();
            bad.evidence[list] = json!([entry]);
            assert!(matches!(verify(&bad), Err(Rejection::Wrong(_))), "{list}: {entry}");
        }
        let mut missing = good.clone();
        missing.evidence["values"] = json!({"1222": [2, 3, false, true]});
        assert!(matches!(verify(&missing), Err(Rejection::Wrong(_))));
        let mut other = good;
        other.instance = "2111".into();
        assert!(verify(&other).is_err());
    }

    #[test]
    fn a_fraction_is_also_given_as_a_number() {
        let third = Fraction { above: 1_u8.into(), below: 3_u8.into() };
        assert!((third.value() - 1.0 / 3.0).abs() < 1e-15);
        let verified = verify(&small()).unwrap();
        assert!(verified.facts.iter().any(|fact| fact.contains("2x2")), "{:?}", verified.facts);
    }

    #[test]
    fn an_interval_is_accepted_where_the_value_of_all_positions_lies_in_it_on_boards_of_every_shape() {
        /// The value by looking at everything, with a 4 in a tenth of the cases.
        fn value(size: Size, target: u32, tiles: &Tiles, known: &mut HashMap<Tiles, f64>) -> f64 {
            if tiles.iter().any(|&tile| tile >= target) {
                return 1.0;
            }
            if let Some(&value) = known.get(tiles) {
                return value;
            }
            let mut best = 0.0_f64;
            for (after, _) in "LRUD".chars().filter_map(|letter| size.pushed(tiles, letter)) {
                let empty: Vec<usize> = (0..after.len()).filter(|&cell| after[cell] == 0).collect();
                let mut sum = 0.0;
                for &cell in &empty {
                    for (exponent, chance) in [(1, 0.9), (2, 0.1)] {
                        let mut next = after.clone();
                        next[cell] = exponent;
                        sum += chance * value(size, target, &next, known);
                    }
                }
                best = best.max(sum / empty.len() as f64);
            }
            known.insert(tiles.clone(), best);
            best
        }
        let mut between = 0;
        for (rows, cols, target, start) in [
            (2, 2, 4, "1100"),
            (2, 2, 4, "1210"),
            (2, 2, 5, "1001"),
            (2, 3, 5, "100010"),
            (3, 2, 5, "110000"),
        ] {
            let size = Size { rows, cols };
            let tiles = size.tiles(start).unwrap();
            let value = value(size, target, &tiles, &mut HashMap::new());
            let claim = |low: f64, high: f64| {
                let evidence = json!({
                    "board": size.to_string(), "target": 1 << target, "p4": [1, 10],
                    "interval": [low, high],
                });
                crate::verify(&Certificate::new("2048", "win-interval", start, evidence))
            };
            let verified = claim(value - 1e-9, value + 1e-9).unwrap();
            let said = verified.proves["win_probability"][0]["value"].as_f64().unwrap();
            assert!((said - value).abs() < 1e-12, "{said} {value}");
            assert!(claim(0.0, 1.0).is_ok());
            for (low, high) in [(value + 1e-9, 1.0), (0.0, value - 1e-9), (value + 1e-9, value - 1e-9)] {
                assert!(matches!(claim(low, high), Err(Rejection::Wrong(_))), "{rows}x{cols} {low} {high}");
            }
            between += usize::from(value > 0.0 && value < 1.0);
        }
        assert!(between > 2, "{between}");
    }

    #[test]
    fn records_are_replayed() {
        let record = "2048 2x2\nstart 1100\nL22+2 U21+4\nscore 4 moves 2\n";
        let certificate = |text: &str, score: u64| {
            Certificate::new("2048", "replay", text, json!({"score": score, "largest": 4}))
        };
        assert_eq!(
            verify(&certificate(record, 4)).unwrap().facts,
            ["2 legal moves earn 4 and end with 4".to_owned()]
        );
        for (text, score) in [
            (record, 8),
            ("2048 2x2\nstart 1100\nU22+2", 0),
            ("2048 2x2\nstart 1100\nL11+2", 4),
            ("2048 2x2\nstart 1100\nL22+8", 4),
            ("2048 2x2\nstart 1100\nL32+2", 4),
            ("2048 2x2\nstart 1100\nX22+2", 4),
            ("2048 2x2\nstart 110", 4),
            ("2048 9x9\nstart 110", 4),
            ("", 4),
        ] {
            assert!(verify(&certificate(text, score)).is_err(), "{text}");
        }
    }

    #[test]
    fn boards_of_two_to_five_rows_and_columns_are_read() {
        for (text, reads) in [("2x2", true), ("5x5", true), ("1x4", false), ("4x1", false), ("6x2", false)] {
            assert_eq!(Size::read(text).is_ok(), reads, "{text}");
        }
    }

    #[test]
    fn what_tiles_by_an_opponent_and_by_a_friend_decide_is_proved_as_claimed() {
        let verified = verify(&small()).unwrap();
        assert_eq!(verified.proves["adversarial"], [json!("loss")], "the next tile may be a 4");
        assert_eq!(verified.proves["reachability"], [json!("win")]);
    }
}
