//! How much a search may spend, and how it says that it ran out.
//!
//! Nodes are counted here. Wall time, CPU time and Ctrl-C come from outside through a [`StopFlag`]: an interface owns
//! the clock and raises the flag, so the searches have no clock and are exactly repeatable.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why a search stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Exhausted {
    /// The node limit was reached.
    #[error("the node budget ran out")]
    Nodes,
    /// The time limit was reached.
    #[error("the wall time budget ran out")]
    Time,
    /// The limit of CPU time was reached; in JSON it is the time limit.
    #[error("the CPU time budget ran out")]
    #[cfg_attr(feature = "serde", serde(rename = "time"))]
    #[cfg_attr(feature = "schema", schemars(skip))]
    CpuTime,
    /// The user asked to stop.
    #[error("it was interrupted")]
    Cancelled,
    /// The memory limit was reached.
    #[error("the memory budget ran out")]
    Memory,
}

/// A flag that any thread may raise and every search polls.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicU8>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks every search that holds this flag to stop. The first reason counts.
    pub fn raise(&self, why: Exhausted) {
        let code = match why {
            Exhausted::Nodes => 1,
            Exhausted::Time => 2,
            Exhausted::Cancelled => 3,
            Exhausted::Memory => 4,
            Exhausted::CpuTime => 5,
        };
        let _ = self.0.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why to stop, if the flag is raised.
    pub fn raised(&self) -> Option<Exhausted> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Exhausted::Nodes),
            2 => Some(Exhausted::Time),
            3 => Some(Exhausted::Cancelled),
            5 => Some(Exhausted::CpuTime),
            _ => Some(Exhausted::Memory),
        }
    }
}

/// What a search may still spend.
///
/// ```
/// use quandary_core::{Budget, Exhausted};
/// let mut budget = Budget::nodes(2);
/// assert_eq!(budget.spend(1), Ok(()));
/// assert_eq!(budget.spend(1), Ok(()));
/// assert_eq!(budget.spend(1), Err(Exhausted::Nodes));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    spent: u64,
    next_poll: u64,
    memory: Option<usize>,
    stop: StopFlag,
}

/// The flag is read once in this many nodes: often enough to stop at once, too rarely to cost anything.
const POLL_EVERY: u64 = 64;

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget::nodes(u64::MAX)
    }

    /// At most this many nodes.
    pub fn nodes(limit: u64) -> Budget {
        Budget { limit, spent: 0, next_poll: 0, memory: None, stop: StopFlag::new() }
    }

    /// The same budget, which also ends when `stop` is raised.
    #[must_use]
    pub fn with_stop(mut self, stop: StopFlag) -> Budget {
        self.stop = stop;
        self
    }

    /// The same budget with at most this many bytes for the tables and trees of a search.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Budget {
        self.memory = Some(bytes);
        self
    }

    /// Bytes that the tables and trees of a search may take: the limit if there is one, otherwise the search's default.
    pub fn memory_or(&self, usual: usize) -> usize {
        self.memory.unwrap_or(usual)
    }

    /// The same budget with another number of nodes, none of them spent.
    #[must_use]
    pub fn with_nodes(&self, limit: u64) -> Budget {
        Budget { limit, spent: 0, next_poll: 0, ..self.clone() }
    }

    /// Stops if the flag is raised: for work that counts no nodes.
    pub fn poll(&self) -> Result<(), Exhausted> {
        self.stop.raised().map_or(Ok(()), Err)
    }

    /// Spends `nodes`, or says why the search must end.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), Exhausted> {
        self.spent = self.spent.saturating_add(nodes);
        if self.spent > self.limit {
            return Err(Exhausted::Nodes);
        }
        if self.spent >= self.next_poll {
            self.next_poll = self.spent.saturating_add(POLL_EVERY);
            if let Some(why) = self.stop.raised() {
                return Err(why);
            }
        }
        Ok(())
    }

    /// Nodes spent so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes that may still be spent.
    pub fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.spent)
    }

    /// The flag that ends this budget early.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spending_more_nodes_than_can_be_counted_ends_the_budget() {
        let mut unlimited = Budget::unlimited();
        assert_eq!(
            (unlimited.spend(5), unlimited.spend(u64::MAX), unlimited.spend(1)),
            (Ok(()), Ok(()), Ok(()))
        );
        let mut limited = Budget::nodes(10);
        assert_eq!((limited.spend(5), limited.spend(u64::MAX)), (Ok(()), Err(Exhausted::Nodes)));
    }

    #[test]
    fn a_raised_flag_is_noticed_within_one_poll() {
        let stop = StopFlag::new();
        let mut budget = Budget::unlimited().with_stop(stop.clone());
        budget.spend(1).unwrap();
        stop.raise(Exhausted::Cancelled);
        stop.raise(Exhausted::Time);
        let noticed = (0..=POLL_EVERY).find_map(|_| budget.spend(1).err());
        assert_eq!(noticed, Some(Exhausted::Cancelled), "the first reason counts");
    }
}
