//! Work that one client waits for: done in a lane, under that lane's limits, and ended when the client leaves.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::Response;
use quandary_core::{Exhausted, StopFlag};
use quandary_runtime::{Limits, Runtime};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::lanes::{Full, Lane};
use crate::refusal::refusal;
use crate::{Lab, Settings};

/// How long a hint or an explanation may keep a thread before it has to move to a slower lane. It is wall time: generous,
/// so that a busy machine does not take a quick hint for a slow one.
pub(crate) const SLICE: Duration = Duration::from_millis(500);
/// How long a slow hint, a slow explanation or work on the experiment's database may take.
const PATIENT: Duration = Duration::from_secs(20);
/// Bytes that the tables and trees of anything but long work may take.
const SMALL: usize = 256 << 20;

/// What a request of a lane may take.
fn limits(settings: &Settings, lane: Lane) -> (Limits, Duration) {
    let common =
        Limits { no_cache: settings.no_cache, no_clock: settings.no_clock, quiet: true, ..Limits::default() };
    let small = Limits { bytes: Some(SMALL), threads: 1, ..common };
    match lane {
        Lane::Short | Lane::Explain => (small, SLICE),
        Lane::SlowHint | Lane::BetterHint | Lane::SlowExplain | Lane::Experiment => (small, PATIENT),
        Lane::Long => {
            let bytes = Some(settings.memory);
            (Limits { bytes, threads: settings.threads, ..common }, settings.time)
        }
    }
}

/// Somebody who asked for work. The work ends when this is dropped, which happens when the connection ends.
pub(crate) struct PendingWork(Client);

impl PendingWork {
    pub(crate) fn client(&self) -> Client {
        self.0.clone()
    }
}

impl Drop for PendingWork {
    fn drop(&mut self) {
        let mut waits = self.0.waits();
        waits.gone = true;
        waits.stop.raise(Exhausted::Cancelled);
    }
}

/// The client that waits for the work, as the work sees it.
#[derive(Clone)]
pub(crate) struct Client {
    waits: Arc<Mutex<Waits>>,
    clocks: Handle,
}

struct Waits {
    gone: bool,
    /// What ends the work that is being done now.
    stop: StopFlag,
}

impl Client {
    /// Somebody asks. To be called on the thread that serves.
    pub(crate) fn arrives() -> PendingWork {
        let waits = Waits { gone: false, stop: StopFlag::new() };
        PendingWork(Client { waits: Arc::new(Mutex::new(waits)), clocks: Handle::current() })
    }

    fn waits(&self) -> std::sync::MutexGuard<'_, Waits> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has this flag raised when the client leaves. False when the client has left already.
    fn adopts(&self, stop: &StopFlag) -> bool {
        let mut waits = self.waits();
        waits.stop = stop.clone();
        !waits.gone
    }

    /// Has work done in a lane. Its clock starts with the work, not with the wait for it.
    pub(crate) fn enters(
        &self,
        lab: &Arc<Lab>,
        lane: Lane,
        work: impl FnOnce(&Runtime) + Send + 'static,
    ) -> Result<(), Full> {
        let (client, settings) = (self.clone(), lab.settings.clone());
        lab.lanes.submit(lane, move || {
            let (limits, time) = limits(&settings, lane);
            let runtime = Runtime::open(&limits);
            if !client.adopts(runtime.stop()) {
                return;
            }
            let stop = runtime.stop().clone();
            let clock = client.after(time, move || stop.raise(Exhausted::Time));
            work(&runtime);
            clock.abort();
        })
    }

    /// Does something later, unless it is aborted before.
    pub(crate) fn after(&self, time: Duration, then: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
        self.clocks.spawn(async move {
            tokio::time::sleep(time).await;
            then();
        })
    }
}

/// The queue is full.
pub(crate) fn busy(lane: Lane) -> Response {
    let seconds = match lane {
        Lane::Short | Lane::Explain | Lane::Experiment => 1,
        Lane::SlowHint | Lane::BetterHint | Lane::SlowExplain | Lane::Long => 10,
    };
    let expected = format!("the same question {seconds} s later, or fewer at once");
    let mut response = refusal(StatusCode::SERVICE_UNAVAILABLE, TOO_MANY, Some(&expected));
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// What is said when a queue is full.
pub(crate) const TOO_MANY: &str = "too many questions are waiting for their answers";
