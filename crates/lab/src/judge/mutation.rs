//! Sensitivity: would a wrong printed value have been noticed? Every printed value is moved by the difference that
//! matters and judged again. Nothing needs to be run, since every cell stores its test.

use serde::Serialize;

use super::Test;
use crate::reproduction::{Cell, Reproduced, Verdict};

/// How many agreements survive when their printed values are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mutation {
    /// Cells that agree as they are printed.
    pub agreements: usize,
    /// Moved values that were judged: each number once up and once down, each word once.
    pub moved: usize,
    /// Of these, the ones that still agree.
    pub remain: usize,
    /// Numbers among the moved values.
    pub moved_numbers: usize,
    /// Of these, the ones that still agree.
    pub remaining_numbers: usize,
}

impl Mutation {
    /// Of one entry.
    pub fn of(entry: &Reproduced) -> Mutation {
        let mut sum = Mutation::default();
        for cell in entry.cells.iter().filter(|cell| agrees(cell.verdict)) {
            sum.add(cell);
        }
        sum
    }

    /// Of several.
    pub fn of_all<'e>(entries: impl IntoIterator<Item = &'e Reproduced>) -> Mutation {
        entries.into_iter().map(Mutation::of).fold(Mutation::default(), |a, b| Mutation {
            agreements: a.agreements + b.agreements,
            moved: a.moved + b.moved,
            remain: a.remain + b.remain,
            moved_numbers: a.moved_numbers + b.moved_numbers,
            remaining_numbers: a.remaining_numbers + b.remaining_numbers,
        })
    }

    /// The share that still agrees; none if nothing was moved.
    pub fn share(&self) -> Option<f64> {
        (self.moved > 0).then(|| self.remain as f64 / self.moved as f64)
    }

    fn add(&mut self, cell: &Cell) {
        self.agreements += 1;
        let Some(test) = &cell.test else { return };
        match (test, test.matters(), cell.printed_number()) {
            (_, Some(matters), Some(printed)) => {
                for moved in [printed - matters, printed + matters] {
                    let remains = usize::from(agrees(test.of_number(moved)));
                    self.moved += 1;
                    self.moved_numbers += 1;
                    self.remain += remains;
                    self.remaining_numbers += remains;
                }
            }
            (Test::Words { .. }, _, _) => {
                self.moved += 1;
                let moved = other_words(cell.printed_text());
                self.remain += usize::from(agrees(test.of_words(&moved)));
            }
            _ => {}
        }
    }
}

fn agrees(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Agrees | Verdict::AgreesAs)
}

/// A different word: its numbers one higher, or its opposite.
pub fn other_words(words: &str) -> String {
    let opposites = [("fewer", "more"), ("less", "more"), ("faster", "slower"), ("none", "some")];
    for (one, other) in opposites {
        if words == one {
            return other.into();
        }
        if words == other {
            return one.into();
        }
    }
    let mut out = String::new();
    let mut digits = String::new();
    let mut changed = false;
    for letter in words.chars().chain(['\n']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if let Ok(number) = digits.parse::<u64>() {
            out += &(number + 1).to_string();
            changed = true;
        } else {
            out += &digits;
        }
        digits.clear();
        if letter != '\n' {
            out.push(letter);
        }
    }
    if changed { out } else { format!("not {words}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Evidence, Print};
    use quandary_core::stats::Rate;
    use serde_json::json;

    #[test]
    fn a_printed_value_that_is_off_by_what_matters_is_noticed_and_an_undecided_cell_is_not_counted() {
        let cell = |wins: u64, games: u64| {
            let print = Print { runs: Some(games), rounding: 0.0005, matters: 0.03 };
            let test = Test::Number(Evidence::Share(Rate::new(wins, games)).against(&print));
            Cell::judged(("a", "b"), "0.870", json!(0.87), test, None)
        };
        let mut entry = Reproduced::new("x", "y");
        entry.cells = vec![cell(8_700, 10_000), cell(87, 100)];
        let found = Mutation::of(&entry);
        assert_eq!((found.agreements, found.moved, found.remain), (1, 2, 0));
    }

    #[test]
    fn other_words_mean_something_else() {
        for (words, other) in [
            ("21..22", "22..23"),
            ("fewer", "more"),
            ("v<0.2", "v<1.3"),
            ("Trap", "not Trap"),
            ("faster", "slower"),
        ] {
            assert_eq!(other_words(words), other);
        }
    }
}
