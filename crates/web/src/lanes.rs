//! Who works when: lanes of threads by what the work costs, each with a queue before it.
//!
//! A hint must not wait behind a study that takes minutes, nor behind another hint that takes seconds. Nobody can tell
//! beforehand which hint will: all begin in the short lane, and what is not done there within its slice is begun again in
//! the lane of thought. Explanations and long work have threads of their own; the system divides the processors among
//! them, so that whatever the others do, the short lane keeps its share. A queue that is full refuses at once: who waits
//! in a line without an end is worse off than who is told.

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
    /// A hint that took longer than its slice of the short lane.
    Thought,
    /// An explanation, which may take as long as its clock allows.
    Explain,
    /// A solver, a study, a time line: what shows how far it is.
    Long,
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
    short: SyncSender<Job>,
    thought: SyncSender<Job>,
    explain: SyncSender<Job>,
    long: SyncSender<Job>,
}

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Lanes {
    /// Starts the threads.
    pub fn open(widths: impl Fn(Lane) -> Width) -> std::io::Result<Lanes> {
        let open = |name, kind| lane(name, widths(kind));
        Ok(Lanes {
            short: open("short", Lane::Short)?,
            thought: open("thought", Lane::Thought)?,
            explain: open("explain", Lane::Explain)?,
            long: open("long", Lane::Long)?,
        })
    }

    /// Puts a piece of work into a lane's queue. A job that panics ends alone: its thread goes on with the next.
    pub fn submit(&self, lane: Lane, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let queue = match lane {
            Lane::Short => &self.short,
            Lane::Thought => &self.thought,
            Lane::Explain => &self.explain,
            Lane::Long => &self.long,
        };
        queue.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Full,
        })
    }
}

fn lane(name: &str, width: Width) -> std::io::Result<SyncSender<Job>> {
    let (sender, receiver) = sync_channel::<Job>(width.queue);
    let receiver = Arc::new(Mutex::new(receiver));
    for index in 0..width.threads.max(1) {
        let receiver = Arc::clone(&receiver);
        std::thread::Builder::new().name(format!("{name}-{index}")).spawn(move || work(&receiver))?;
    }
    Ok(sender)
}

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
