//! Win probabilities as fractions: the table of the certificate is closed and right.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use quandary_core::Budget;
use serde_json::Value;

use super::{Asked, Fraction, Tiles, malformed, overall};
use crate::evidence::Evidence;
use crate::{Rejection, Verified};

/// What is claimed of one class of positions.
#[derive(Clone, Debug)]
struct Claimed {
    win: Fraction,
    forced: bool,
    possible: bool,
}

/// Verifies a table, and what it says of the boards asked about.
pub(super) fn verify(
    asked: &Asked,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let book = Book::read(asked, evidence)?;
    let list = |name: &str| {
        let all = evidence.list(name)?;
        if all.len() == asked.boards.len() {
            Ok(all)
        } else {
            Err(malformed(format!("`{name}` must have one entry for each board")))
        }
    };
    let (wins, forced, possible) = (list("win_probability")?, list("adversarial")?, list("reachability")?);
    let mut waiting = Vec::new();
    let mut mean = Fraction::new(0, 1);
    for (index, tiles) in asked.boards.iter().enumerate() {
        let claimed = book.find(tiles)?;
        let win = wins[index].as_array().and_then(|pair| Fraction::read(pair.first()?, pair.get(1)?));
        let win = win.ok_or_else(|| malformed("a win probability is not a fraction in [0, 1]"))?;
        let same = win.equals(&claimed.1.win)
            && forced[index].as_bool() == Some(claimed.1.forced)
            && possible[index].as_bool() == Some(claimed.1.possible);
        if !same {
            return Err(Rejection::Wrong(format!("the claim about {tiles:?} is not its value in the table")));
        }
        mean = mean.plus(&asked.shares[index], &win).reduced();
        waiting.push(tiles.clone());
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
    let flags = |list: &'_ [Value]| list.iter().map(|flag| *flag == Value::Bool(true)).collect::<Vec<_>>();
    let verified = Verified::fact(format!(
        "{}: the win probability is {}/{}; {} classes of positions can be reached, and each has the value its moves give it",
        asked.in_words(),
        mean.above,
        mean.below,
        seen.len()
    ));
    Ok(asked
        .proves(verified)
        .proves("win_probability", mean.in_an_answer())
        .proves("adversarial", overall(&flags(forced)))
        .proves("reachability", overall(&flags(possible))))
}

/// The table of values and the rules it is for.
struct Book<'a> {
    asked: &'a Asked,
    values: HashMap<Tiles, Claimed>,
}

impl<'a> Book<'a> {
    fn read(asked: &'a Asked, evidence: Evidence<'_>) -> Result<Book<'a>, Rejection> {
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
            values.insert(asked.size.tiles(board)?, claimed);
        }
        Ok(Book { asked, values })
    }

    /// The class of a board, as it stands in the table, and what is claimed of it.
    fn find(&self, tiles: &Tiles) -> Result<(Tiles, &Claimed), Rejection> {
        let image = self.asked.size.images(tiles).into_iter().find(|image| self.values.contains_key(image));
        let key = image.ok_or_else(|| Rejection::Wrong(format!("the position {tiles:?} has no value")))?;
        let claimed = &self.values[&key];
        Ok((key, claimed))
    }

    /// Whether a position has the value its moves give it. What follows it goes to `waiting`.
    fn verify(&self, tiles: &Tiles, claimed: &Claimed, waiting: &mut Vec<Tiles>) -> Result<(), Rejection> {
        let won = tiles.iter().any(|&exponent| exponent >= self.asked.target);
        let mut best = Claimed { win: Fraction::new(u32::from(won), 1), forced: won, possible: won };
        for letter in ['L', 'R', 'U', 'D'] {
            let Some((after, _)) = self.asked.size.pushed(tiles, letter) else { continue };
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
        let new_tiles = [(&self.asked.two, 1), (&self.asked.four, 2)].into_iter();
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
