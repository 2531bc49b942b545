//! What the columns look like they are worth before anything is proved: a look ahead by open lines. No proof.

use quandary_core::Budget;
use quandary_search::minimax::{Table, each_move};

use super::geometry::AnySize;
use super::rules::{ConnectFour, Position};

/// Nodes for it: a few hundredths of a second.
const NODES: u64 = 60_000;
/// Its table has 2^12 entries of 16 bytes.
const TABLE_BITS: u32 = 12;
/// It looks no further.
const MOST_STONES: u32 = 12;

/// What each column looks like.
pub(super) struct Opinion {
    /// Stones of both sides that it looked ahead, the column's own included.
    pub(super) ahead: u32,
    /// The columns (from 0) with their values for the player to move.
    values: Vec<(u32, i32)>,
}

impl Opinion {
    /// Looks as far ahead as its few nodes go.
    pub(super) fn of(rules: ConnectFour<AnySize>, position: Position, budget: &Budget) -> Opinion {
        let mut opinion = Opinion { ahead: 0, values: Vec::new() };
        let mut share = budget.with_nodes(NODES.min(budget.remaining()));
        let mut table = Table::new(TABLE_BITS);
        for ahead in 1..=MOST_STONES {
            match each_move(&rules, &position, ahead, &mut table, &mut share) {
                Ok(values) => opinion = Opinion { ahead, values },
                Err(_) => break,
            }
        }
        opinion
    }

    /// The value of a column (from 0): more is better, 0 where nothing is known.
    pub(super) fn value(&self, column: u32) -> i32 {
        let found = self.values.iter().find(|(other, _)| *other == column);
        found.map_or(0, |(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::notation::{parse_record, parse_size};

    #[test]
    fn an_opinion_sees_a_double_threat_coming_and_needs_no_budget_to_exist() {
        let record = parse_record("3344", parse_size("6x7").unwrap()).unwrap();
        let opinion = Opinion::of(record.rules(), record.position, &Budget::unlimited());
        assert!(opinion.ahead >= 4, "{}", opinion.ahead);
        let best = (0..7).max_by_key(|&column| opinion.value(column));
        assert!(best == Some(1) || best == Some(4), "columns 2 and 5 threaten two cells at once: {best:?}");
        let none = Opinion::of(record.rules(), record.position, &Budget::nodes(0));
        assert_eq!((none.ahead, none.value(3)), (0, 0));
    }
}
