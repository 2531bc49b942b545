//! Win probabilities as fractions: the table of the certificate is closed and right.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use quandary_core::Budget;
use serde_json::Value;

use super::{Fraction, Question, Tiles, malformed, overall};
use crate::evidence::Evidence;
use crate::{Rejection, Verified};

/// What is claimed of one class of positions.
#[derive(Clone, Debug)]
struct ClaimedValue {
    win: Fraction,
    forced: bool,
    possible: bool,
}

/// Verifies a table and its values of the boards of the question.
pub(super) fn verify(
    question: &Question,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let book = Book::read(question, evidence)?;
    let list = |name: &str| {
        let all = evidence.list(name)?;
        if all.len() == question.boards.len() {
            Ok(all)
        } else {
            Err(malformed(format!("`{name}` must have one entry for each board")))
        }
    };
    let (wins, forced, possible) = (list("win_probability")?, list("adversarial")?, list("reachability")?);
    let mut waiting = Vec::new();
    let mut mean = Fraction::new(0, 1);
    for (index, tiles) in question.boards.iter().enumerate() {
        let claimed = book.find(tiles)?;
        let win = wins[index].as_array().and_then(|pair| Fraction::read(pair.first()?, pair.get(1)?));
        let win = win.ok_or_else(|| malformed("a win probability is not a fraction in [0, 1]"))?;
        let same = win.equals(&claimed.1.win)
            && forced[index].as_bool() == Some(claimed.1.forced)
            && possible[index].as_bool() == Some(claimed.1.possible);
        if !same {
            return Err(Rejection::Wrong(format!("the claim about {tiles:?} is not its value in the table")));
        }
        mean = mean.plus(&question.shares[index], &win).reduced();
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
    // A value that no game reaches was not compared with anything.
    if let Some((board, _)) = book.values.iter().find(|(board, _)| !seen.contains(*board)) {
        return Err(Rejection::Wrong(format!("no game reaches {board:?}, which has a value")));
    }
    let flags = |list: &'_ [Value]| list.iter().map(|flag| *flag == Value::Bool(true)).collect::<Vec<_>>();
    let verified = Verified::fact(format!(
        "{}: the win probability is {}/{}; {} classes of positions can be reached, and each has the value its moves give it",
        question.in_words(),
        mean.above,
        mean.below,
        seen.len()
    ));
    Ok(question
        .proves(verified)
        .proves("win_probability", mean.in_full())
        .proves("adversarial", overall(&flags(forced)))
        .proves("reachability", overall(&flags(possible))))
}

/// The table of values and the question it answers.
struct Book<'a> {
    question: &'a Question,
    values: HashMap<Tiles, ClaimedValue>,
}

impl<'a> Book<'a> {
    fn read(question: &'a Question, evidence: Evidence<'_>) -> Result<Book<'a>, Rejection> {
        let table = evidence.get("values").and_then(Value::as_object);
        let mut values = HashMap::new();
        for (board, row) in table.ok_or_else(|| malformed("`values` is missing"))? {
            let claimed = (|| {
                let [numerator, denominator, forced, possible] = row.as_array()?.as_slice() else {
                    return None;
                };
                let win = Fraction::read(numerator, denominator)?;
                Some(ClaimedValue { win, forced: forced.as_bool()?, possible: possible.as_bool()? })
            })();
            let claimed = claimed.ok_or_else(|| malformed(format!("the value of {board} cannot be read")))?;
            values.insert(question.size.tiles(board)?, claimed);
        }
        Ok(Book { question, values })
    }

    /// The class of a board, as in the table, and its claimed value.
    fn find(&self, tiles: &Tiles) -> Result<(Tiles, &ClaimedValue), Rejection> {
        let image =
            self.question.size.images(tiles).into_iter().find(|image| self.values.contains_key(image));
        let key = image.ok_or_else(|| Rejection::Wrong(format!("the position {tiles:?} has no value")))?;
        let claimed = &self.values[&key];
        Ok((key, claimed))
    }

    /// Checks that a position has the value its moves give it. The positions after it are added to `waiting`.
    fn verify(
        &self,
        tiles: &Tiles,
        claimed: &ClaimedValue,
        waiting: &mut Vec<Tiles>,
    ) -> Result<(), Rejection> {
        let won = tiles.iter().any(|&exponent| exponent >= self.question.target);
        let mut best = ClaimedValue { win: Fraction::new(u32::from(won), 1), forced: won, possible: won };
        for letter in ['L', 'R', 'U', 'D'] {
            let Some((after, _)) = self.question.size.pushed(tiles, letter) else { continue };
            if won {
                // Once the target is reached, the value is settled whatever follows; later positions that the table has
                // are still read.
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
        let new_tiles = [(&self.question.two, 1), (&self.question.four, 2)].into_iter();
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

    fn mean(&self, after: &Tiles, waiting: &mut Vec<Tiles>) -> Result<ClaimedValue, Rejection> {
        let mut sum = ClaimedValue { win: Fraction::new(0, 1), forced: true, possible: false };
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
