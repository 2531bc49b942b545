//! What counting holds in memory, and when it must end.

use quandary_core::{Budget, Exhausted, StopFlag};

/// What counting may hold where no limit was given.
const USUAL_BYTES: usize = 512 << 20;

/// The bytes held by the tables and numbers of one count, under the memory and the flag of a budget.
#[derive(Clone, Debug)]
pub(crate) struct Hold {
    stop: StopFlag,
    left: usize,
}

impl Hold {
    /// Nothing is held yet.
    pub(crate) fn under(budget: &Budget) -> Hold {
        Hold { stop: budget.stop().clone(), left: budget.memory_or(USUAL_BYTES) }
    }

    /// Holds `bytes` more, or says why the count must end.
    #[inline]
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Exhausted> {
        if let Some(why) = self.stop.raised() {
            return Err(why);
        }
        self.left = self.left.checked_sub(bytes).ok_or(Exhausted::Memory)?;
        Ok(())
    }

    /// Why the count must end, when somebody asked it to.
    #[inline]
    pub(crate) fn poll(&mut self) -> Result<(), Exhausted> {
        self.take(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_bounded_by_the_limit_or_by_what_is_usual() {
        let mut usual = Hold::under(&Budget::unlimited());
        assert_eq!(usual.take(USUAL_BYTES), Ok(()));
        assert_eq!(usual.take(1), Err(Exhausted::Memory));
        let mut given = Hold::under(&Budget::unlimited().with_memory(200));
        assert_eq!((given.take(150), given.take(51)), (Ok(()), Err(Exhausted::Memory)));
        let ended = Budget::unlimited();
        let mut held = Hold::under(&ended);
        ended.stop().raise(Exhausted::Time);
        assert_eq!(held.poll(), Err(Exhausted::Time));
    }
}
