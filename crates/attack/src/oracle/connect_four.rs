//! Connect Four: negamax over all continuations, on boards as lists of columns.

use std::collections::HashMap;

/// Positions looked at before an oracle gives up.
const MOST_POSITIONS: usize = 3_000_000;

/// Columns of stones from the bottom up: `true` for the player who began.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Stones {
    rows: usize,
    columns: Vec<Vec<bool>>,
}

impl Stones {
    pub(crate) fn empty(rows: usize, columns: usize) -> Stones {
        Stones { rows, columns: vec![Vec::new(); columns] }
    }

    fn played(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn at(&self, column: i32, row: i32) -> Option<bool> {
        let column = usize::try_from(column).ok().and_then(|column| self.columns.get(column))?;
        usize::try_from(row).ok().and_then(|row| column.get(row)).copied()
    }

    /// Columns that are not full.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.rows).collect()
    }

    /// Drops a stone of the player to move and says whether it makes four in a row.
    pub(crate) fn drop(&mut self, column: usize) -> bool {
        let first = self.played().is_multiple_of(2);
        self.columns[column].push(first);
        let (x, y) = (column as i32, self.columns[column].len() as i32 - 1);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|step| self.at(x + sign * step * right, y + sign * step * up) == Some(first))
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    /// The score of the player to move if it is settled within some stones: a later win scores less.
    fn soon(&self, stones: u32) -> Option<i64> {
        let stones = stones.checked_sub(1)?;
        let cells = self.rows * self.columns.len();
        let scores = self.open().into_iter().map(|column| {
            let mut after = self.clone();
            let won = after.drop(column);
            if won {
                Some(((cells + 1 - self.played()) / 2) as i64)
            } else {
                after.soon(stones).map(|score| -score)
            }
        });
        let scores: Vec<Option<i64>> = scores.collect();
        let best = scores.iter().copied().flatten().max();
        best.filter(|&score| score > 0 || scores.iter().all(Option::is_some))
    }

    /// The score of the player to move: stones are counted backwards from the last one that would fit.
    fn negamax(&self, known: &mut HashMap<Stones, i64>) -> Result<i64, String> {
        if let Some(&score) = known.get(self) {
            return Ok(score);
        }
        if known.len() > MOST_POSITIONS {
            return Err("too many positions".into());
        }
        let cells = self.rows * self.columns.len();
        let mut best = None;
        for column in self.open() {
            let mut after = self.clone();
            let score = if after.drop(column) {
                ((cells + 1 - self.played()) / 2) as i64
            } else {
                -after.negamax(known)?
            };
            best = best.max(Some(score));
        }
        let score = best.unwrap_or(0);
        known.insert(self.clone(), score);
        Ok(score)
    }
}

fn read(instance: &str) -> Result<(Stones, Option<i64>), String> {
    let (size, moves) = instance.split_once(':').unwrap_or(("6x7", instance));
    let (rows, columns) = size.split_once('x').ok_or("no size")?;
    let side = |text: &str, unit: char| {
        text.strip_suffix(unit).unwrap_or(text).parse::<usize>().ok().filter(|&side| side <= 128)
    };
    let (rows, columns) = side(rows, 'r').zip(side(columns, 'c')).ok_or("no size")?;
    let mut stones = Stones::empty(rows, columns);
    let mut over = None;
    for digit in moves.chars().filter(|_| moves != "start") {
        let column = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
        let column = column.filter(|column| stones.open().contains(column)).ok_or("no column")?;
        if over.is_some() {
            return Err("the game goes on after its end".into());
        }
        if stones.drop(column) {
            // The last player has won: a loss for the one to move.
            over = Some(-(((rows * columns + 2 - stones.played()) / 2) as i64));
        }
    }
    Ok((stones, over))
}

/// Rows and columns, as an answer writes them.
pub(super) fn board(instance: &str) -> Result<String, String> {
    let (stones, _) = read(instance)?;
    Ok(match (stones.rows, stones.columns.len()) {
        (7, 6) => "7rx6c".into(),
        (rows, columns) => format!("{rows}x{columns}"),
    })
}

pub(super) fn score(instance: &str) -> Result<i64, String> {
    let (stones, over) = read(instance)?;
    match over {
        Some(score) => Ok(score),
        None if stones.open().iter().map(|&c| stones.rows - stones.columns[c].len()).sum::<usize>() > 17 => {
            // A forgery whose game ends at once is rightly accepted, however large the board is.
            let wide = stones.open().len() as u64;
            let stones_seen = (1..=6).filter(|&deep| wide.pow(deep) < MOST_POSITIONS as u64);
            stones_seen
                .into_iter()
                .find_map(|deep| stones.soon(deep))
                .ok_or_else(|| "too many empty cells".into())
        }
        None => stones.negamax(&mut HashMap::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn scores_count_the_stones_that_would_still_fit() {
        // Three in column 1 and to move, six cells left: the third last stone of one's own wins.
        assert_eq!(score("1x4:1234"), Ok(0));
        assert_eq!(score("4x3:121212"), Ok(3));
        assert_eq!(score("4x3:1212121"), Ok(-3));
        assert_eq!(score("2x2:112"), Ok(0));
        // On a large board only what is settled soon: four at once, and three with both ends open, which no reply can
        // stop.
        assert_eq!(score("6x7:112233"), Ok(18));
        assert_eq!((score("6x7:3141"), score("6x7:31415")), (Ok(18), Ok(-18)));
        assert_eq!(score("6x7:1"), Err("too many empty cells".into()));
    }
}
