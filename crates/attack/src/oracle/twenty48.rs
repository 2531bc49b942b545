//! 2048 on few cells: the value of every position that can be reached, as fractions where there are four cells.

use std::collections::HashMap;

use num_bigint::BigUint;
use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, is_about, is_whole};

/// Positions looked at before an oracle gives up.
const MOST_POSITIONS: usize = 200_000;

/// Exponents in reading order.
pub(crate) type Tiles = Vec<u32>;

/// The cells of a line of the board, from the side that tiles are pushed to.
fn line(rows: usize, cols: usize, way: char, number: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = match way {
        'L' | 'R' => (0..cols).map(|col| number * cols + col).collect(),
        _ => (0..rows).map(|row| row * cols + number).collect(),
    };
    if matches!(way, 'R' | 'D') {
        cells.reverse();
    }
    cells
}

/// The board after a push and what it earns; nothing when it changes nothing.
pub(crate) fn pushed(rows: usize, cols: usize, tiles: &Tiles, way: char) -> Option<(Tiles, u64)> {
    let mut after = vec![0; tiles.len()];
    let mut earned = 0;
    for number in 0..if matches!(way, 'L' | 'R') { rows } else { cols } {
        let cells = line(rows, cols, way, number);
        let mut to = cells.iter();
        let mut held = None;
        let mut put = |exponent: u32| {
            if let Some(&cell) = to.next() {
                after[cell] = exponent;
            }
        };
        for exponent in cells.iter().map(|&cell| tiles[cell]).filter(|&exponent| exponent > 0) {
            match held {
                Some(before) if before == exponent => {
                    earned += 1_u64 << (exponent + 1);
                    put(exponent + 1);
                    held = None;
                }
                Some(before) => {
                    put(before);
                    held = Some(exponent);
                }
                None => held = Some(exponent),
            }
        }
        if let Some(last) = held {
            put(last);
        }
    }
    (after != *tiles).then_some((after, earned))
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let (rows, cols) = text.split_once('x').ok_or("no size")?;
    let side = |text: &str| text.parse().ok().filter(|side| (2..=5).contains(side));
    side(rows).zip(side(cols)).ok_or_else(|| "no size".into())
}

fn tiles(text: &str) -> Result<Tiles, String> {
    text.chars().map(|cell| cell.to_digit(36).ok_or_else(|| "no tile".into())).collect()
}

fn grid(cols: usize, tiles: &Tiles) -> String {
    let tile = |&exponent: &u32| if exponent == 0 { ".".into() } else { (1_u64 << exponent).to_string() };
    let row = |row: &[u32]| row.iter().map(tile).collect::<Vec<String>>().join(" ");
    tiles.chunks(cols).map(row).collect::<Vec<_>>().join("\n")
}

/// The truth about a record or a board.
pub(super) fn truth(certificate: &Certificate) -> Result<Box<dyn Truth>, String> {
    match certificate.claim.as_str() {
        "replay" => Ok(Box::new(RecordEnd::new(certificate)?)),
        _ => Ok(Box::new(Wins::new(certificate)?)),
    }
}

/// The end of a record.
struct RecordEnd {
    rows: usize,
    cols: usize,
    tiles: Tiles,
    score: u64,
    moves: u64,
}

impl RecordEnd {
    fn new(certificate: &Certificate) -> Result<RecordEnd, String> {
        let mut words = certificate.instance.split_whitespace();
        let head: Vec<&str> = words.by_ref().take(4).collect();
        let ["2048", shape, "start", start] = head[..] else { return Err("no record".into()) };
        let ((rows, cols), start) = (size(shape)?, tiles(start)?);
        let mut played = RecordEnd { rows, cols, tiles: start, score: 0, moves: 0 };
        for word in words.take_while(|&word| word != "score") {
            let letters: Vec<char> = word.chars().collect();
            let [way, row, col, '+', tile] = letters[..] else { return Err("no move".into()) };
            let place = |letter: char| letter.to_digit(10).and_then(|place| (place as usize).checked_sub(1));
            let (row, col) = place(row).zip(place(col)).ok_or("no place")?;
            let (after, earned) = pushed(rows, cols, &played.tiles, way).ok_or("nothing moves")?;
            played.tiles = after;
            let cell = played.tiles.get_mut(row * cols + col).filter(|cell| **cell == 0).ok_or("no room")?;
            *cell = if tile == '2' { 1 } else { 2 };
            played.score += earned;
            played.moves += 1;
        }
        Ok(played)
    }
}

impl Truth for RecordEnd {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        let largest = self.tiles.iter().max().filter(|&&most| most > 0).map_or(0, |&most| 1_i128 << most);
        Some(match key {
            "board" => value.as_str() == Some(&format!("{}x{}", self.rows, self.cols)),
            "score" => is_whole(value, self.score.into()),
            "moves" => is_whole(value, self.moves.into()),
            "largest" => is_whole(value, largest),
            "ended" => {
                let stuck =
                    "LRUD".chars().all(|way| pushed(self.rows, self.cols, &self.tiles, way).is_none());
                value.as_bool() == Some(stuck)
            }
            "position" => value.as_str() == Some(&grid(self.cols, &self.tiles)),
            _ => return None,
        })
    }
}

/// Numerator and denominator, in lowest terms.
#[derive(Clone, PartialEq)]
struct Fraction(BigUint, BigUint);

impl Fraction {
    fn new(above: u64, below: u64) -> Fraction {
        Fraction(above.into(), below.into()).lowest()
    }

    fn lowest(self) -> Fraction {
        let (mut a, mut b) = (self.0.clone(), self.1.clone());
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        Fraction(self.0 / &a, self.1 / &a)
    }

    fn plus(&self, other: &Fraction) -> Fraction {
        Fraction(&self.0 * &other.1 + &other.0 * &self.1, &self.1 * &other.1).lowest()
    }

    fn times(&self, other: &Fraction) -> Fraction {
        Fraction(&self.0 * &other.0, &self.1 * &other.1).lowest()
    }

    fn is_less(&self, other: &Fraction) -> bool {
        &self.0 * &other.1 < &other.0 * &self.1
    }
}

/// The value of a position.
#[derive(Clone)]
struct Worth {
    win: f64,
    exact: Option<Fraction>,
    forced: bool,
    possible: bool,
}

/// The boards of the question and their common value.
struct Wins {
    rows: usize,
    cols: usize,
    target: u32,
    p4: (u64, u64),
    start: Option<String>,
    /// Who places the tiles, if the claim is about that.
    inhibitor: Option<String>,
    boards: Vec<Tiles>,
    all: Vec<Worth>,
    mean: f64,
    exact: Option<Fraction>,
}

impl Wins {
    fn new(certificate: &Certificate) -> Result<Wins, String> {
        let evidence = &certificate.evidence;
        let (rows, cols) = size(evidence["board"].as_str().ok_or("no size")?)?;
        if rows * cols > 6 {
            return Err("too many cells".into());
        }
        let target = evidence["target"].as_u64().filter(|tile| tile.is_power_of_two()).ok_or("no target")?;
        let p4 = evidence["p4"][0].as_u64().zip(evidence["p4"][1].as_u64()).ok_or("no chance of a 4")?;
        let boards = certificate.instance.split_whitespace().map(tiles).collect::<Result<Vec<_>, _>>()?;
        let start = evidence["start"].as_str().map(str::to_owned);
        let mut wins = Wins {
            rows,
            cols,
            target: target.trailing_zeros(),
            p4,
            start,
            inhibitor: evidence["inhibitor"].as_str().map(str::to_owned),
            boards,
            all: Vec::new(),
            mean: 0.0,
            exact: None,
        };
        let mut known = HashMap::new();
        wins.all = wins.boards.iter().map(|board| wins.worth(board, &mut known)).collect::<Result<_, _>>()?;
        wins.weigh()?;
        Ok(wins)
    }

    /// The chance of a start's board: places are equally likely, and `usual` draws two tiles.
    fn share(&self, board: &Tiles) -> Result<Fraction, String> {
        let of = |exponent: u32| board.iter().filter(|&&other| other == exponent).count();
        let cells = board.len() as u64;
        let pairs = cells * (cells - 1) / 2;
        let (four, two) =
            (Fraction::new(self.p4.0, self.p4.1), Fraction::new(self.p4.1 - self.p4.0, self.p4.1));
        Ok(match self.start.as_deref() {
            None => Fraction::new(1, 1),
            Some("two-twos") if (of(1), of(0)) == (2, board.len() - 2) => Fraction::new(1, pairs),
            Some("three-twos-and-four") if (of(1), of(2), of(0)) == (3, 1, board.len() - 4) => {
                Fraction::new(6, cells * (cells - 1) * (cells - 2) * (cells - 3))
            }
            Some("usual") => match (of(1), of(2)) {
                (2, 0) => two.times(&two).times(&Fraction::new(1, pairs)),
                (1, 1) => two.times(&four).times(&Fraction::new(1, pairs)),
                (0, 2) => four.times(&four).times(&Fraction::new(1, pairs)),
                _ => return Err("no board of the start".into()),
            },
            _ => return Err("no board of the start".into()),
        })
    }

    fn weigh(&mut self) -> Result<(), String> {
        let mut exact = Some(Fraction::new(0, 1));
        let mut total = Fraction::new(0, 1);
        for (board, worth) in self.boards.iter().zip(&self.all) {
            let share = self.share(board)?;
            total = total.plus(&share);
            let (above, below) = (share.0.to_string().parse::<f64>(), share.1.to_string().parse::<f64>());
            let (Ok(above), Ok(below)) = (above, below) else { return Err("no share".into()) };
            self.mean += above / below * worth.win;
            exact = exact.zip(worth.exact.as_ref()).map(|(sum, win)| sum.plus(&share.times(win)));
        }
        if total != Fraction::new(1, 1) {
            return Err("the boards are not all of the start".into());
        }
        self.exact = exact;
        Ok(())
    }

    fn worth(&self, board: &Tiles, known: &mut HashMap<Tiles, Worth>) -> Result<Worth, String> {
        if let Some(worth) = known.get(board) {
            return Ok(worth.clone());
        }
        if known.len() > MOST_POSITIONS {
            return Err("too many positions".into());
        }
        let with_fractions = board.len() <= 4;
        let won = board.iter().any(|&exponent| exponent >= self.target);
        let settled = |won: bool| Worth {
            win: f64::from(u8::from(won)),
            exact: with_fractions.then(|| Fraction::new(u64::from(won), 1)),
            forced: won,
            possible: won,
        };
        let mut best = settled(won);
        for (after, _) in "LRUD".chars().filter_map(|way| pushed(self.rows, self.cols, board, way)) {
            if won {
                break;
            }
            let empty: Vec<usize> = (0..after.len()).filter(|&cell| after[cell] == 0).collect();
            let mut mean = Worth { forced: true, ..settled(false) };
            for &cell in &empty {
                for (exponent, above) in [(1, self.p4.1 - self.p4.0), (2, self.p4.0)] {
                    if above == 0 {
                        continue;
                    }
                    let mut next = after.clone();
                    next[cell] = exponent;
                    let worth = self.worth(&next, known)?;
                    let below = self.p4.1 * empty.len() as u64;
                    mean.win += above as f64 / below as f64 * worth.win;
                    let share = Fraction::new(above, below);
                    mean.exact = mean.exact.zip(worth.exact).map(|(sum, win)| sum.plus(&share.times(&win)));
                    mean.forced &= worth.forced;
                    mean.possible |= worth.possible;
                }
            }
            best.win = best.win.max(mean.win);
            best.exact = best.exact.zip(mean.exact).map(|(a, b)| if a.is_less(&b) { b } else { a });
            best.forced |= mean.forced;
            best.possible |= mean.possible;
        }
        known.insert(board.clone(), best.clone());
        Ok(best)
    }

    /// Whether the player wins on a board, with tiles placed by the given side.
    fn player_wins(&self, worth: &Worth) -> bool {
        if self.inhibitor.as_deref() == Some("or") { worth.possible } else { worth.forced }
    }

    /// Whether the items are the boards, each with its right value.
    fn lists(&self, value: &Value) -> bool {
        let Some(items) = value.as_array() else { return false };
        items.len() == self.all.len()
            && items.iter().zip(&self.boards).zip(&self.all).all(|((item, board), worth)| {
                let same = item["position"].as_str().is_some_and(|text| tiles(text).as_ref() == Ok(board));
                let word = if self.player_wins(worth) { "proved" } else { "disproved" };
                same && item["conclusion"].as_str() == Some(word) && item["proved"].as_bool() == Some(true)
            })
    }

    fn overall(&self, value: &Value, flag: impl Fn(&Worth) -> bool) -> bool {
        let yes = self.all.iter().filter(|worth| flag(worth)).count();
        let word = match yes {
            0 => "loss",
            all if all == self.all.len() => "win",
            _ => "mixed",
        };
        value.as_str() == Some(word)
    }
}

/// Whether the parts of an object agree with a fraction: every part that is present and not null must be right.
fn says(value: &Value, exact: Option<&Fraction>, number: f64) -> bool {
    let Some(parts) = value.as_object() else { return false };
    parts.iter().filter(|(_, part)| !part.is_null()).all(|(name, part)| match (name.as_str(), exact) {
        ("value", _) => is_about(part, number),
        ("numerator", Some(Fraction(above, _))) => is_digits(part, above),
        ("denominator", Some(Fraction(_, below))) => is_digits(part, below),
        ("numerator" | "denominator", None) => false,
        _ => true,
    })
}

fn is_digits(value: &Value, number: &BigUint) -> bool {
    let digits = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    digits.parse::<BigUint>().is_ok_and(|said| said == *number)
        || value
            .as_f64()
            .is_some_and(|said| said.fract() == 0.0 && format!("{said:.0}") == number.to_string())
}

impl Truth for Wins {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "board" => value.as_str() == Some(&format!("{}x{}", self.rows, self.cols)),
            "target" => is_whole(value, 1 << self.target),
            "p4" => {
                // As in the certificate, not necessarily in lowest terms.
                let part = |name: &str| value.get(name).is_none_or(|part| !part.is_null());
                let same = |name: &str, number: u64| {
                    value.get(name).is_none_or(|part| part.is_null() || is_whole(part, number.into()))
                };
                let share = self.p4.0 as f64 / self.p4.1 as f64;
                part("numerator")
                    && same("numerator", self.p4.0)
                    && same("denominator", self.p4.1)
                    && value.get("value").is_none_or(|part| part.is_null() || is_about(part, share))
            }
            "start" => value.as_str() == self.start.as_deref(),
            "position" => {
                let single = self.boards.first().filter(|_| self.start.is_none());
                single.is_some_and(|board| value.as_str() == Some(&grid(self.cols, board)))
            }
            "win_probability" => says(value, self.exact.as_ref(), self.mean),
            "verdict" => self.overall(value, |worth| self.player_wins(worth)),
            "inhibitor" => value.as_str() == self.inhibitor.as_deref(),
            "items" if self.inhibitor.is_some() => {
                value.as_array().is_some_and(Vec::is_empty) || self.lists(value)
            }
            "adversarial" => self.overall(value, |worth| worth.forced),
            "reachability" => self.overall(value, |worth| worth.possible),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::pushed;

    #[test]
    fn two_equal_tiles_become_one_that_does_not_merge_again() {
        assert_eq!(pushed(1, 4, &vec![1, 1, 2, 0], 'L'), Some((vec![2, 2, 0, 0], 4)));
        assert_eq!(pushed(1, 4, &vec![1, 1, 1, 1], 'R'), Some((vec![0, 0, 2, 2], 8)));
        assert_eq!(pushed(2, 1, &vec![1, 2], 'U'), None);
    }
}
