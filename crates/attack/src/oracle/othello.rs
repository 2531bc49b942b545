//! Othello near its end: negamax over all continuations, on a board as a list of letters.

use std::collections::HashMap;

/// More empty squares are not looked at.
const MOST_EMPTY: usize = 9;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    side: i32,
    squares: Vec<char>,
}

impl Board {
    fn at(&self, x: i32, y: i32) -> Option<char> {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        inside.then(|| self.squares[(y * self.side + x) as usize])
    }

    /// The board after a disc, when it turns something over.
    fn after(&self, square: i32, mover: char) -> Option<Board> {
        let (x, y) = (square % self.side, square / self.side);
        if self.at(x, y) != Some('-') {
            return None;
        }
        let mut next = self.clone();
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let place = |step: i32| self.at(x + step * right, y + step * down);
            let run = (1..self.side).take_while(|&step| place(step) == Some(other(mover))).count() as i32;
            if place(run + 1) == Some(mover) {
                for step in 1..=run {
                    next.squares[((y + step * down) * self.side + x + step * right) as usize] = mover;
                }
            }
        }
        if next == *self {
            return None;
        }
        next.squares[square as usize] = mover;
        Some(next)
    }

    fn count(&self, letter: char) -> i64 {
        self.squares.iter().filter(|&&square| square == letter).count() as i64
    }

    fn negamax(&self, mover: char, passed: bool, known: &mut HashMap<(Board, char), i64>) -> i64 {
        if let Some(&score) = known.get(&(self.clone(), mover)) {
            return score;
        }
        let afters: Vec<Board> =
            (0..self.side * self.side).filter_map(|square| self.after(square, mover)).collect();
        let score = match afters.iter().map(|after| -after.negamax(other(mover), false, known)).max() {
            Some(best) => best,
            None if passed => {
                let difference = self.count(mover) - self.count(other(mover));
                difference + self.count('-') * difference.signum()
            }
            None => return -self.negamax(other(mover), true, known),
        };
        known.insert((self.clone(), mover), score);
        score
    }
}

fn other(mover: char) -> char {
    if mover == 'X' { 'O' } else { 'X' }
}

fn read(instance: &str) -> Result<(Board, char), String> {
    let (letters, mover) = instance.split_once(' ').ok_or("no mover")?;
    let side = match letters.len() {
        36 => 6,
        64 => 8,
        _ => return Err("no board".into()),
    };
    let mover = if mover == "X" { 'X' } else { 'O' };
    Ok((Board { side, squares: letters.chars().collect() }, mover))
}

/// Rows and columns, as an answer writes them.
pub(super) fn board(instance: &str) -> Result<String, String> {
    read(instance).map(|(board, _)| format!("{0}x{0}", board.side))
}

pub(super) fn score(instance: &str) -> Result<i64, String> {
    let (board, mover) = read(instance)?;
    if board.count('-') as usize > MOST_EMPTY {
        return Err("too many empty squares".into());
    }
    Ok(board.negamax(mover, false, &mut HashMap::new()))
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn the_last_square_turns_a_row_over() {
        let board = format!("{}XOOOO- X", "X".repeat(30));
        assert_eq!(score(&board), Ok(36));
    }
}
