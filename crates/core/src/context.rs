//! What the surroundings lend to work: a budget, threads, a cache, a clock, and somewhere to say how far it is.
//!
//! These are the interfaces; `quandary-runtime` has what stands behind them. Solvers know only this page, so that the
//! same solver runs under a command line, in a browser and on a cluster.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::programs::{NoPrograms, Programs};
use crate::study::{Column, Field};
use crate::{Budget, Exhausted, InputError, Stop};

/// Where long work says how far it is.
pub trait Progress: Sync {
    /// Some `what` is `done` of `total`. Called often; must be cheap.
    fn report(&self, what: &str, done: u64, total: u64);

    /// Something the user should know before it is done: that a table is built now, and what it costs.
    fn note(&self, _sentence: &str) {}
}

/// Says nothing.
pub struct Quiet;

impl Progress for Quiet {
    fn report(&self, _: &str, _: u64, _: u64) {}
}

/// Runs independent tasks, on as many threads as there are.
pub trait Workers: Sync {
    /// Calls `task` once for each of `0..tasks`, begun in order; after one that breaks off, no other is begun.
    fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync));

    /// How many run at once.
    fn threads(&self) -> usize;
}

/// One after the other.
pub struct Sequential;

impl Workers for Sequential {
    fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
        let _ = (0..tasks).try_for_each(task);
    }

    fn threads(&self) -> usize {
        1
    }
}

/// Where tables that take long to build are kept between runs.
///
/// The cache outlives builds of the program, so the name of a table says all that its content depends on. What is computed
/// and must be right (pattern databases, entries of the reproduction) has a hash of the sources that made it in its name;
/// what took hours and is what it is, whoever made it (trained networks with their cards, books of exact scores, of which a
/// sample is solved again), has the version of its format.
pub trait Cache: Sync {
    /// A table stored before, if it is there and undamaged.
    fn load(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores a table. Either all of it is there afterwards or nothing; failing to store is not an error.
    fn store(&self, name: &str, bytes: &[u8]);

    /// Whether what is stored can be there in the next run.
    fn keeps(&self) -> bool {
        true
    }
}

/// Keeps nothing.
pub struct NoCache;

impl Cache for NoCache {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn store(&self, _: &str, _: &[u8]) {}

    fn keeps(&self) -> bool {
        false
    }
}

/// Where results go that come one by one.
pub trait Sink: Sync {
    /// One finished item of a list, as JSON, at once. Ignored unless the user asked for lines.
    #[cfg(feature = "json")]
    fn item(&self, _item: &serde_json::Value) {}

    /// Whether anybody wants rows of games.
    fn wants_rows(&self) -> bool {
        false
    }

    /// The names of the columns, once, before the first row.
    fn columns(&self, _columns: &[Column]) -> Result<(), InputError> {
        Ok(())
    }

    /// One row.
    fn row(&self, _row: &[Field]) -> Result<(), InputError> {
        Ok(())
    }
}

/// Takes nothing.
pub struct Nowhere;

impl Sink for Nowhere {}

/// What the surroundings lend to work: the only way to time, threads, files and the screen.
#[derive(Clone)]
pub struct Context<'f> {
    /// What a search may spend; its flag is raised by the time limit and by Ctrl-C.
    pub budget: Budget,
    /// Where to say how far it is.
    pub progress: &'f dyn Progress,
    /// Who runs independent tasks.
    pub workers: &'f dyn Workers,
    /// Where big tables are kept.
    pub cache: &'f dyn Cache,
    /// CPU seconds this process has used so far: take it twice and subtract.
    pub cpu_seconds: &'f (dyn Fn() -> f64 + Sync),
    /// Where items and rows go.
    pub sink: &'f dyn Sink,
    /// Who starts programs of others.
    pub programs: &'f dyn Programs,
}

impl Context<'static> {
    /// Without threads, clock, cache or screen: for tests and for embedding.
    pub fn bare() -> Context<'static> {
        Context {
            budget: Budget::unlimited(),
            progress: &Quiet,
            workers: &Sequential,
            cache: &NoCache,
            cpu_seconds: &|| 0.0,
            sink: &Nowhere,
            programs: &NoPrograms,
        }
    }
}

/// How many results one worker makes before it hands them over.
const MOST_AT_ONCE: u64 = 256;

impl<'f> Context<'f> {
    /// The same surroundings with a budget of its own, such as a smaller one for a hint.
    #[must_use]
    pub fn with_budget(&self, budget: Budget) -> Context<'f> {
        Context { budget, ..self.clone() }
    }

    /// The same surroundings with at most this many nodes, or fewer where fewer are left.
    #[must_use]
    pub fn at_most(&self, nodes: u64) -> Context<'f> {
        self.with_budget(self.budget.with_nodes(nodes.min(self.budget.remaining())))
    }

    /// Hands over one finished item of a list.
    #[cfg(feature = "json")]
    pub fn emit(&self, item: &impl serde::Serialize) {
        // Our own types always serialise; what does not is not an item.
        if let Ok(value) = serde_json::to_value(item) {
            self.sink.item(&value);
        }
    }

    /// `work(i)` for each `i` in `0..count`, on all workers, each result handed to `take` in the order of `i`.
    ///
    /// What `take` sees does not depend on the number of threads, and no more results wait in memory than the
    /// workers are ahead of each other, however large `count` is. It ends early when the stop flag is raised or when
    /// `work` stops; what was taken until then is a beginning without gaps. Gives the number taken and why it ended.
    ///
    /// ```
    /// use quandary_core::{Context, Exhausted};
    /// let mut sum = 0;
    /// let (done, why) = Context::bare().fold(
    ///     "squares",
    ///     5,
    ///     |i| if i < 3 { Ok(i * i) } else { Err(Exhausted::Nodes.into()) },
    ///     |_, square| sum += square,
    /// );
    /// assert_eq!((done, sum), (3, 5));
    /// assert_eq!(why, Some(Exhausted::Nodes.into()));
    /// ```
    pub fn fold<T: Send>(
        &self,
        what: &str,
        count: u64,
        work: impl Fn(u64) -> Result<T, Stop> + Sync,
        mut take: impl FnMut(u64, T) + Send,
    ) -> (u64, Option<Stop>) {
        self.fold_while(what, count, work, |index, result| {
            take(index, result);
            Ok(())
        })
    }

    /// As [`Context::fold`], and `take` may end it too: what it refused is not counted.
    pub fn fold_while<T: Send>(
        &self,
        what: &str,
        count: u64,
        work: impl Fn(u64) -> Result<T, Stop> + Sync,
        take: impl FnMut(u64, T) -> Result<(), Stop> + Send,
    ) -> (u64, Option<Stop>) {
        // Chunks keep the lock out of the way of short games; many of them keep the threads equally busy.
        let chunk = (count / (self.workers.threads() as u64 * 64)).clamp(1, MOST_AT_ONCE);
        let order = Mutex::new(InOrder { next: 0, waiting: BTreeMap::new(), taken: 0, ended: None, take });
        // The first chunk that ended early: nothing behind it can be taken, so nothing behind it need be made.
        let ended = AtomicU64::new(u64::MAX);
        self.workers.run(count.div_ceil(chunk), &|index| {
            if ended.load(Ordering::Relaxed) < index {
                return ControlFlow::Break(());
            }
            let first = index * chunk;
            let mut results = Vec::new();
            let mut stopped = None;
            for i in first..first.saturating_add(chunk).min(count) {
                match self.budget.poll().map_err(Stop::from).and_then(|()| work(i)) {
                    Ok(result) => results.push(result),
                    Err(why) => {
                        ended.fetch_min(index, Ordering::Relaxed);
                        stopped = Some(why);
                        break;
                    }
                }
            }
            let mut order = order.lock().expect("a worker panicked");
            order.add(index, results, stopped);
            if order.ended.is_some() {
                ended.fetch_min(order.next, Ordering::Relaxed);
            }
            self.progress.report(what, order.taken, count);
            ControlFlow::Continue(())
        });
        let order = order.into_inner().expect("a worker panicked");
        (order.taken, order.ended)
    }

    /// `work(i)` for each `i` in `0..count`, in the order of `i`, kept.
    ///
    /// When the stop flag is raised, what is done is kept: the results up to the first missing one, and the reason.
    ///
    /// ```
    /// use quandary_core::Context;
    /// let (squares, stopped) = Context::bare().map("squares", 5, |i| i * i);
    /// assert_eq!(squares, [0, 1, 4, 9, 16]);
    /// assert_eq!(stopped, None);
    /// ```
    pub fn map<T: Send>(
        &self,
        what: &str,
        count: u64,
        work: impl Fn(u64) -> T + Sync,
    ) -> (Vec<T>, Option<Exhausted>) {
        let mut all = Vec::new();
        let (_, stopped) = self.fold(what, count, |i| Ok(work(i)), |_, result| all.push(result));
        let why = match stopped {
            Some(Stop::Exhausted(why)) => Some(why),
            // The work cannot refuse its input.
            Some(Stop::Input(_)) | None => None,
        };
        (all, why)
    }
}

/// Results that come in any order and are taken in theirs.
struct InOrder<T, F> {
    next: u64,
    waiting: BTreeMap<u64, (Vec<T>, Option<Stop>)>,
    taken: u64,
    ended: Option<Stop>,
    take: F,
}

impl<T, F: FnMut(u64, T) -> Result<(), Stop>> InOrder<T, F> {
    fn add(&mut self, index: u64, results: Vec<T>, stopped: Option<Stop>) {
        self.waiting.insert(index, (results, stopped));
        while self.ended.is_none() {
            let Some((results, stopped)) = self.waiting.remove(&self.next) else { break };
            self.next += 1;
            for result in results {
                if let Err(why) = (self.take)(self.taken, result) {
                    self.ended = Some(why);
                    return;
                }
                self.taken += 1;
            }
            self.ended = stopped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopFlag;

    #[test]
    fn a_raised_flag_keeps_what_is_done_and_says_why() {
        let stop = StopFlag::new();
        let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop.clone()));
        let (done, why) = context.map("games", 1000, |i| {
            if i == 500 {
                stop.raise(Exhausted::Cancelled);
            }
            i
        });
        assert_eq!(done, (0..=500).collect::<Vec<_>>());
        assert_eq!(why, Some(Exhausted::Cancelled));
    }

    /// Begins the tasks in order and ends them in reverse, two at a time.
    struct Crossed;

    impl Workers for Crossed {
        fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
            for first in (0..tasks).step_by(2) {
                let ends = [first + 1, first].map(|index| index < tasks && task(index).is_break());
                if ends.contains(&true) {
                    return;
                }
            }
        }

        fn threads(&self) -> usize {
            2
        }
    }

    #[test]
    fn a_count_beyond_reach_ends_with_the_budget() {
        for workers in [&Sequential as &dyn Workers, &Crossed] {
            let context = Context { workers, ..Context::bare() };
            let (done, why) = context.fold(
                "games",
                u64::MAX,
                |i| if i < 1000 { Ok(()) } else { Err(Exhausted::Nodes.into()) },
                |_, ()| (),
            );
            assert_eq!((done, why), (1000, Some(Exhausted::Nodes.into())));
        }
    }

    #[test]
    fn results_are_taken_in_order_and_without_gaps_whatever_the_workers_do() {
        let context = Context { workers: &Crossed, ..Context::bare() };
        let (all, why) = context.map("numbers", 1000, |i| i);
        assert_eq!(all, (0..1000).collect::<Vec<_>>());
        assert_eq!(why, None);
        let mut taken = Vec::new();
        let (done, why) = context.fold(
            "numbers",
            1000,
            |i| if i == 300 { Err(Exhausted::Memory.into()) } else { Ok(i) },
            |at, i| taken.push((at, i)),
        );
        assert_eq!((done, why), (300, Some(Exhausted::Memory.into())));
        assert_eq!(taken, (0..300).map(|i| (i, i)).collect::<Vec<_>>());
    }
}
