//! Who works when: lanes of threads by what the work costs, each with a queue before it.
//!
//! A hint must not wait behind a study that takes minutes, nor behind another hint that takes seconds. Nobody can tell
//! beforehand which hint will: all begin in the short lane, and what is not done there within its slice of time is begun
//! again in a slower lane. The same goes for explanations. Long work and the database of the experiment have threads of
//! their own, and so have hints that get better once their first one is shown. The system divides the processors among all
//! threads and prefers those of the short lane, so whatever the others do, it keeps its share. A full queue refuses at once: a time to come back is better than a line without an end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A piece of work.
type Job = Box<dyn FnOnce() + Send>;

/// Which lane a piece of work belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A move, a hint, a form: what somebody waits for with a finger on the board.
    Short,
    /// A first hint that took longer than its slice of the short lane.
    SlowHint,
    /// Hints that get better, of those who have one.
    BetterHint,
    /// An explanation.
    Explain,
    /// An explanation that took longer than its slice.
    SlowExplain,
    /// The attempts of the experiment: kept, listed, deleted.
    Experiment,
    /// A solver, a simulation, a time line, an import: what shows how far it is.
    Long,
}

impl Lane {
    const ALL: [Lane; 7] = [
        Lane::Short,
        Lane::SlowHint,
        Lane::BetterHint,
        Lane::Explain,
        Lane::SlowExplain,
        Lane::Experiment,
        Lane::Long,
    ];

    /// By how much the system prefers other threads to those of this lane where there are not enough processors for all: the
    /// nice value of its threads.
    fn niceness(self) -> i32 {
        match self {
            Lane::Short | Lane::Experiment => 0,
            Lane::SlowHint | Lane::Explain => 5,
            Lane::BetterHint | Lane::SlowExplain | Lane::Long => 10,
        }
    }

    /// Where work goes on that is not done within its slice; none where work is given its whole time at once.
    pub(crate) fn slower(self) -> Option<Lane> {
        match self {
            Lane::Short => Some(Lane::SlowHint),
            Lane::Explain => Some(Lane::SlowExplain),
            Lane::SlowHint | Lane::BetterHint | Lane::SlowExplain | Lane::Experiment | Lane::Long => None,
        }
    }
}

/// How many threads a lane has, and how many may wait for them.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// Threads.
    pub threads: usize,
    /// Places in the queue.
    pub queue: usize,
}

/// Threads and queues. Dropping it lets the threads end after what they are doing.
pub struct Lanes {
    /// In the order of [`Lane`].
    queues: Vec<SyncSender<Job>>,
}

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Lanes {
    /// Starts the threads.
    pub fn open(widths: impl Fn(Lane) -> Width) -> std::io::Result<Lanes> {
        let queues = Lane::ALL.into_iter().map(|kind| lane(kind, widths(kind)));
        Ok(Lanes { queues: queues.collect::<std::io::Result<_>>()? })
    }

    /// Puts a piece of work into a lane's queue. A job that panics ends alone: its thread goes on with the next.
    pub fn submit(&self, lane: Lane, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        self.queues[lane as usize].try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Full,
        })
    }
}

fn lane(lane: Lane, width: Width) -> std::io::Result<SyncSender<Job>> {
    let (sender, receiver) = sync_channel::<Job>(width.queue);
    let receiver = Arc::new(Mutex::new(receiver));
    for index in 0..width.threads.max(1) {
        let receiver = Arc::clone(&receiver);
        std::thread::Builder::new().name(format!("{lane:?}-{index}")).spawn(move || {
            yields(lane.niceness());
            work(&receiver);
        })?;
    }
    Ok(sender)
}

/// Makes this thread, and those that it starts, yield to others.
#[cfg(target_os = "linux")]
fn yields(niceness: i32) {
    // On Linux it counts for the thread alone. Where it is refused, the lane is only less polite.
    let _ = rustix::process::nice(niceness);
}

/// Elsewhere niceness belongs to the whole process.
#[cfg(not(target_os = "linux"))]
fn yields(_: i32) {}

fn work(receiver: &Mutex<Receiver<Job>>) {
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // What a job shares with others it shares through locks that survive it.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_secs(30);
    const NARROW: Width = Width { threads: 1, queue: 1 };

    #[test]
    fn every_lane_has_its_own_queue() {
        for (index, lane) in Lane::ALL.into_iter().enumerate() {
            assert_eq!(lane as usize, index, "{lane:?}");
        }
    }

    #[test]
    fn a_full_queue_refuses_and_the_other_lane_goes_on() {
        let lanes = Lanes::open(|_| NARROW).unwrap();
        let ((begun, has_begun), (release, released)) = (channel(), channel::<()>());
        let job = move || {
            begun.send(()).unwrap();
            let _ = released.recv();
        };
        lanes.submit(Lane::Long, job).unwrap();
        has_begun.recv_timeout(PATIENCE).unwrap();
        lanes.submit(Lane::Long, || ()).unwrap();
        assert_eq!(lanes.submit(Lane::Long, || ()), Err(Full));
        let (done, is_done) = channel();
        lanes.submit(Lane::Short, move || done.send(7).unwrap()).unwrap();
        assert_eq!(is_done.recv_timeout(PATIENCE), Ok(7), "long work holds up no short work");
        drop(release);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn long_work_yields_to_hints() {
        let lanes = Lanes::open(|_| NARROW).unwrap();
        let niceness = |lane| {
            let (sender, receiver) = channel();
            let tell = move || sender.send(rustix::process::getpriority_process(None).unwrap()).unwrap();
            lanes.submit(lane, tell).unwrap();
            receiver.recv_timeout(PATIENCE).unwrap()
        };
        let own = rustix::process::getpriority_process(None).unwrap();
        assert_eq!(niceness(Lane::Short), own);
        // There is no nicer thread than one of 19.
        assert_eq!(niceness(Lane::Explain), (own + 5).min(19));
        assert_eq!(niceness(Lane::Long), (own + 10).min(19));
    }

    #[test]
    fn a_job_that_panics_ends_alone() {
        let lanes = Lanes::open(|_| NARROW).unwrap();
        lanes.submit(Lane::Short, || std::panic::resume_unwind(Box::new("a fault"))).unwrap();
        let (done, is_done) = channel();
        let mut again = Some(move || done.send(()).unwrap());
        // The first may still stand in the only place of the queue.
        while let Some(job) = again.take() {
            let cell = Arc::new(Mutex::new(Some(job)));
            let inside = Arc::clone(&cell);
            let tried = lanes.submit(Lane::Short, move || {
                if let Some(job) = inside.lock().unwrap().take() {
                    job();
                }
            });
            if tried == Err(Full) {
                again = cell.lock().unwrap().take();
                std::thread::yield_now();
            }
        }
        assert_eq!(is_done.recv_timeout(PATIENCE), Ok(()));
    }
}
