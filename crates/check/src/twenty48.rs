//! 2048.
//!
//! | claim | instance | evidence | checked |
//! |---|---|---|---|
//! | `win-probability` | boards, one digit a cell (the exponent: `0` empty, `1` = 2, … `A` = 1024), separated by spaces | `board` (such as `2x2`), `target` (a tile), `p4` (\[numerator, denominator\]), `values` (board → \[numerator, denominator, forced, possible\], one board for each class of rotations and reflections), and for each board of the instance `win_probability`, `adversarial`, `reachability` | that the values are closed and right: 1 where the target stands, 0 where no move is left, otherwise the best over the moves of the mean over the new tiles (and of "every new tile" for forced, "some new tile" for possible). Sums grow with every move, so the equations have one solution |
//! | `replay` | a record: `2048 RxC`, `start BOARD`, then moves such as `L32+4`, then optionally `score N` | `score`, `largest` | that every move changes the board, every new tile is a 2 or a 4 on an empty cell, and score and largest tile are as claimed |

use std::collections::{HashMap, HashSet};
use std::fmt;

use num_bigint::BigUint;
use quandary_core::{Budget, Certificate};
use serde_json::{Value, json};

use crate::evidence::Evidence;
use crate::{Rejection, Verified, Work};

pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let evidence = |parts: &[&str]| Evidence::with(&certificate.evidence, parts);
    match certificate.claim.as_str() {
        "win-probability" => {
            let parts = ["board", "target", "p4", "values", "win_probability", "adversarial", "reachability"];
            evidence(&parts)?;
            win_probability(&certificate.instance, &certificate.evidence, &mut work.budget)
        }
        "replay" => replay(&certificate.instance, evidence(&["score", "largest"])?),
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
        let side = |s: &str| s.parse().ok().filter(|n| (2..=5).contains(n)).ok_or_else(wrong);
        Ok(Size { rows: side(rows)?, cols: side(cols)? })
    }

    fn tiles(self, text: &str) -> Result<Tiles, Rejection> {
        // One digit a cell; upper case only, so that a board is written in one way.
        let digit = |c: char| c.to_digit(36).filter(|_| !c.is_ascii_lowercase());
        let tiles: Option<Tiles> = text.chars().map(digit).collect();
        tiles
            .filter(|tiles| tiles.len() == self.rows * self.cols && tiles.iter().all(|&e| e <= 26))
            .ok_or_else(|| malformed(format!("`{text}` is not a board")))
    }

    /// The tiles as an answer writes them: a row a line, a dot for an empty cell.
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

    /// The board after a move and what it earns; `None` when nothing changes or the letter is none of LRUD.
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
            Value::String(digits) => digits.parse().ok(),
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

    fn less_than(&self, other: &Fraction) -> bool {
        &self.above * &other.below < &other.above * &self.below
    }

    fn equals(&self, other: &Fraction) -> bool {
        &self.above * &other.below == &other.above * &self.below
    }
}

/// What is claimed of one class of positions.
#[derive(Clone, Debug)]
struct Claimed {
    win: Fraction,
    forced: bool,
    possible: bool,
}

fn win_probability(instance: &str, evidence: &Value, budget: &mut Budget) -> Result<Verified, Rejection> {
    let book = Book::read(evidence)?;
    let starts: Vec<&str> = instance.split_whitespace().collect();
    let list = |name: &str| {
        evidence
            .get(name)
            .and_then(Value::as_array)
            .filter(|all| all.len() == starts.len())
            .ok_or_else(|| malformed(format!("`{name}` must have one entry for each board")))
    };
    let (wins, forced, possible) = (list("win_probability")?, list("adversarial")?, list("reachability")?);
    if starts.is_empty() {
        return Err(malformed("there is no board"));
    }
    let mut waiting = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let tiles = book.size.tiles(start)?;
        let claimed = book.find(&tiles)?;
        let win = wins[index].as_array().and_then(|pair| Fraction::read(pair.first()?, pair.get(1)?));
        let win = win.ok_or_else(|| malformed("a win probability is not a fraction in [0, 1]"))?;
        let same = win.equals(&claimed.1.win)
            && forced[index].as_bool() == Some(claimed.1.forced)
            && possible[index].as_bool() == Some(claimed.1.possible);
        if !same {
            return Err(Rejection::Wrong(format!("the claim about {start} is not its value in the table")));
        }
        waiting.push(tiles);
    }
    let mut seen = HashSet::new();
    while let Some(tiles) = waiting.pop() {
        budget.spend(1)?;
        let (key, claimed) = book.find(&tiles)?;
        if seen.insert(key) {
            book.verify(&tiles, claimed, &mut waiting)?;
        }
    }
    // A value that no game reaches was compared with nothing.
    if let Some((board, _)) = book.values.iter().find(|(board, _)| !seen.contains(*board)) {
        return Err(Rejection::Wrong(format!("no game reaches {board:?}, which has a value")));
    }
    let all = |flags: &[Value]| match flags.iter().filter(|flag| **flag == Value::Bool(true)).count() {
        0 => "loss",
        n if n == flags.len() => "win",
        _ => "mixed",
    };
    let p4 = json!({"numerator": book.four.above.to_string().parse::<u64>().unwrap_or_default(),
        "denominator": book.four.below.to_string().parse::<u64>().unwrap_or_default()});
    Ok(Verified::fact(format!(
        "{} to {} with a 4 of probability {}/{}: {} classes of positions can be reached, and each has the value its \
         moves give it",
        book.size,
        1_u64 << book.target,
        book.four.above,
        book.four.below,
        seen.len()
    ))
    .and(format!("the claims about {} starting positions are among them", starts.len()))
    .proves("board", book.size.to_string())
    .proves("target", 1_u64 << book.target)
    .proves("p4", p4)
    .proves("adversarial", all(forced))
    .proves("reachability", all(possible)))
}

/// The table of values and the rules it is for.
struct Book {
    size: Size,
    target: u32,
    two: Fraction,
    four: Fraction,
    values: HashMap<Tiles, Claimed>,
}

impl Book {
    fn read(evidence: &Value) -> Result<Book, Rejection> {
        let size = Size::read(evidence.get("board").and_then(Value::as_str).unwrap_or(""))?;
        let target = evidence.get("target").and_then(Value::as_u64).filter(|t| t.is_power_of_two() && *t > 1);
        let target = target.ok_or_else(|| malformed("`target` is not a tile"))?.trailing_zeros();
        let p4: Vec<u32> = evidence
            .get("p4")
            .and_then(Value::as_array)
            .map(|pair| pair.iter().filter_map(Value::as_u64).filter_map(|n| n.try_into().ok()).collect())
            .unwrap_or_default();
        let [above, below] = p4[..] else { return Err(malformed("`p4` is not [numerator, denominator]")) };
        if below == 0 || above > below {
            return Err(malformed("`p4` is not a probability"));
        }
        let table = evidence.get("values").and_then(Value::as_object);
        let mut values = HashMap::new();
        for (board, row) in table.ok_or_else(|| malformed("`values` is missing"))? {
            let claimed = (|| {
                let [numerator, denominator, forced, possible] = row.as_array()?.as_slice() else {
                    return None;
                };
                let win = Fraction::read(numerator, denominator)?;
                Some(Claimed { win, forced: forced.as_bool()?, possible: possible.as_bool()? })
            })();
            let claimed = claimed.ok_or_else(|| malformed(format!("the value of {board} cannot be read")))?;
            values.insert(size.tiles(board)?, claimed);
        }
        let (two, four) = (Fraction::new(below - above, below), Fraction::new(above, below));
        Ok(Book { size, target, two, four, values })
    }

    /// The class of a board, as it stands in the table, and what is claimed of it.
    fn find(&self, tiles: &Tiles) -> Result<(Tiles, &Claimed), Rejection> {
        let image = self.size.images(tiles).into_iter().find(|image| self.values.contains_key(image));
        let key = image.ok_or_else(|| Rejection::Wrong(format!("the position {tiles:?} has no value")))?;
        let claimed = &self.values[&key];
        Ok((key, claimed))
    }

    /// Whether a position has the value its moves give it. What follows it goes to `waiting`.
    fn verify(&self, tiles: &Tiles, claimed: &Claimed, waiting: &mut Vec<Tiles>) -> Result<(), Rejection> {
        let won = tiles.iter().any(|&exponent| exponent >= self.target);
        let mut best = Claimed { win: Fraction::new(u32::from(won), 1), forced: won, possible: won };
        for letter in ['L', 'R', 'U', 'D'] {
            let Some((after, _)) = self.size.pushed(tiles, letter) else { continue };
            if won {
                // Once the target stands, the value is settled whatever follows; what the table has of it is read.
                waiting.extend(
                    self.spawns(&after).filter(|(next, _)| self.find(next).is_ok()).map(|(next, _)| next),
                );
                continue;
            }
            let value = self.mean(&after, waiting)?;
            if best.win.less_than(&value.win) {
                best.win = value.win;
            }
            best.forced |= value.forced;
            best.possible |= value.possible;
        }
        if !best.win.equals(&claimed.win) {
            return Err(Rejection::Wrong(format!(
                "the win probability of {tiles:?} is {}/{}, not {}/{}",
                best.win.above, best.win.below, claimed.win.above, claimed.win.below
            )));
        }
        if (best.forced, best.possible) != (claimed.forced, claimed.possible) {
            return Err(Rejection::Wrong(format!("{tiles:?} is wrong about being forced or possible")));
        }
        Ok(())
    }

    /// The boards after each new tile, with its share of the chance for its cell.
    fn spawns<'b>(&'b self, after: &'b Tiles) -> impl Iterator<Item = (Tiles, &'b Fraction)> {
        let new_tiles = [(&self.two, 1), (&self.four, 2)].into_iter();
        let new_tiles = new_tiles.filter(|(weight, _)| weight.above != BigUint::ZERO);
        let empty = (0..after.len()).filter(|&cell| after[cell] == 0);
        empty.flat_map(move |cell| {
            new_tiles.clone().map(move |(weight, exponent)| {
                let mut next = after.clone();
                next[cell] = exponent;
                (next, weight)
            })
        })
    }

    fn mean(&self, after: &Tiles, waiting: &mut Vec<Tiles>) -> Result<Claimed, Rejection> {
        let mut sum = Claimed { win: Fraction::new(0, 1), forced: true, possible: false };
        for (next, weight) in self.spawns(after) {
            let value = self.find(&next)?.1;
            sum.win = sum.win.plus(weight, &value.win);
            sum.forced &= value.forced;
            sum.possible |= value.possible;
            waiting.push(next);
        }
        let empty = after.iter().filter(|&&exponent| exponent == 0).count();
        sum.win.below *= BigUint::from(empty);
        Ok(sum)
    }
}

fn replay(instance: &str, evidence: Evidence<'_>) -> Result<Verified, Rejection> {
    let mut lines = instance.lines().map(str::trim).filter(|line| !line.is_empty());
    let size = lines.next().and_then(|line| line.strip_prefix("2048 "));
    let size = Size::read(size.ok_or_else(|| malformed("the record has no size"))?)?;
    let start = lines.next().and_then(|line| line.strip_prefix("start "));
    let mut tiles = size.tiles(start.ok_or_else(|| malformed("the record has no start"))?)?;
    let (mut score, mut moves) = (0_u64, 0_u64);
    let mut written = None;
    for line in lines {
        if written.is_some() {
            return Err(malformed("something follows the score"));
        }
        if let Some(end) = line.strip_prefix("score ") {
            written = Some(end);
            continue;
        }
        for word in line.split_whitespace() {
            moves += 1;
            score += turn(size, &mut tiles, word)
                .map_err(|what| Rejection::Wrong(format!("move {moves} (`{word}`) {what}")))?;
        }
    }
    let largest = tiles.iter().max().map_or(0, |&exponent| if exponent == 0 { 0 } else { 1_u64 << exponent });
    let said = [format!("{score}"), format!("{score} moves {moves}")];
    if let Some(end) = written.filter(|end| !said.contains(&(*end).to_owned())) {
        return Err(Rejection::Wrong(format!("the record says score {end}; it is {}", said[1])));
    }
    evidence.agrees("score", score)?;
    evidence.agrees("largest", largest)?;
    let ended = ['L', 'R', 'U', 'D'].iter().all(|&letter| size.pushed(&tiles, letter).is_none());
    Ok(Verified::fact(format!("{moves} legal moves earn {score} and end with {largest}"))
        .proves("board", size.to_string())
        .proves("moves", moves)
        .proves("score", score)
        .proves("largest", largest)
        .proves("ended", ended)
        .proves("position", size.grid(&tiles)))
}

/// Makes a move such as `L32+4` and gives what it earns, or says what is wrong with it.
fn turn(size: Size, tiles: &mut Tiles, word: &str) -> Result<u64, &'static str> {
    let chars: Vec<char> = word.chars().collect();
    let [letter, row, col, '+', tile] = chars[..] else { return Err("is not a move") };
    let (after, earned) = size.pushed(tiles, letter).ok_or("does not change the board")?;
    let place = |c: char, most: usize| c.to_digit(10).map(|d| d as usize).filter(|d| (1..=most).contains(d));
    let cell = place(row, size.rows).zip(place(col, size.cols));
    let (row, col) = cell.ok_or("puts a tile outside the board")?;
    let exponent = match tile {
        '2' => 1,
        '4' => 2,
        _ => return Err("puts a tile that is neither 2 nor 4"),
    };
    *tiles = after;
    let place = &mut tiles[(row - 1) * size.cols + col - 1];
    if *place != 0 {
        return Err("puts a tile on a tile");
    }
    *place = exponent;
    Ok(earned)
}

#[cfg(test)]
mod tests {
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
    fn a_small_table_is_accepted_and_every_tampering_is_not() {
        let good = small();
        assert_eq!(verify(&good).map(|v| v.facts.len()), Ok(2));
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
        let mut missing = good.clone();
        missing.evidence["values"] = json!({"1222": [2, 3, false, true]});
        assert!(matches!(verify(&missing), Err(Rejection::Wrong(_))));
        let mut other = good;
        other.instance = "2111".into();
        assert!(verify(&other).is_err());
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
}
