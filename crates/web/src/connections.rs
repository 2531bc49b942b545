//! Connections: each has a limited time to send its request, and there are never more of them than files may be open.
//!
//! A client that connects and sends nothing, or half a request, is disconnected after a while. When all places are taken,
//! the oldest such client makes room at once, and so does one that does not read its answer. So nobody is locked out by
//! clients that only hold the line.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tower_service::Service;

/// A client that has taken nothing of its answer for this long does not read it. (Answers that take time send a sign of
/// life every few seconds.)
const STALLED: Duration = Duration::from_secs(30);
/// The most connections, where the system allows as many.
const MOST: u64 = 512;
/// Open files that are left for everything else: the database, tables, files of the cache.
const SPARE: u64 = 32;

/// How many connections there may be.
fn most() -> usize {
    let allowed = open_files().map_or(MOST, |files| files.saturating_sub(SPARE).clamp(4, MOST));
    usize::try_from(allowed).unwrap_or(4)
}

#[cfg(unix)]
fn open_files() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn open_files() -> Option<u64> {
    None
}

/// What happens on a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// No request has arrived whole.
    #[default]
    Waiting,
    /// A request has arrived whole and is being worked on.
    Working,
    /// The client last took something of its answer at this time.
    Sending(Instant),
}

/// One connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connection(Arc<Mutex<Phase>>);

impl Connection {
    /// A request has arrived whole.
    pub(crate) fn asked(&self) {
        self.is(Phase::Working);
    }

    fn is(&self, phase: Phase) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Whether it may be closed to make room for another.
    fn holds_the_line(&self, now: Instant) -> bool {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Phase::Waiting => true,
            Phase::Working => false,
            Phase::Sending(last) => now.saturating_duration_since(last) > STALLED,
        }
    }
}

/// Dropped when the answer has been sent, or never will be.
struct Answering(Connection);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.is(Phase::Waiting);
    }
}

/// The places that are taken, oldest first.
#[derive(Default)]
struct Places {
    next: u64,
    taken: BTreeMap<u64, (Connection, AbortHandle)>,
}

impl Places {
    /// Makes room for one more, if any can be made.
    fn room(&mut self, most: usize, now: Instant) -> bool {
        if self.taken.len() < most {
            return true;
        }
        let idle = self.taken.iter().find(|(_, (connection, _))| connection.holds_the_line(now));
        match idle.map(|(&id, _)| id).and_then(|id| self.taken.remove(&id)) {
            Some((_, connection)) => {
                connection.abort();
                true
            }
            None => false,
        }
    }
}

/// Answers every connection, for ever. `head` is how long the head of a request may take to arrive, and how long a
/// connection may be idle between two requests.
pub(crate) async fn serve(listener: TcpListener, router: Router, head: Duration) {
    let (places, most) = (Arc::new(Mutex::new(Places::default())), most());
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // A connection that broke before it was accepted does not matter; where there are no files left, some will
            // be closed soon.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        take(&places, most, stream, router.clone(), head);
        // A connection that made room is closed before the next is accepted.
        tokio::task::yield_now().await;
    }
}

/// Gives a connection a place and has it answered. Where there is no place, it is closed.
fn take(places: &Arc<Mutex<Places>>, most: usize, stream: TcpStream, router: Router, head: Duration) {
    let mut held = places.lock().unwrap_or_else(PoisonError::into_inner);
    if !held.room(most, Instant::now()) {
        return;
    }
    let (id, connection) = (held.next, Connection::default());
    held.next += 1;
    let task = tokio::spawn({
        let (connection, places) = (connection.clone(), Arc::clone(places));
        async move {
            answer(stream, router, connection, head).await;
            places.lock().unwrap_or_else(PoisonError::into_inner).taken.remove(&id);
        }
    });
    held.taken.insert(id, (connection, task.abort_handle()));
}

async fn answer(stream: TcpStream, router: Router, connection: Connection, head: Duration) {
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        if request.body().is_end_stream() {
            connection.asked();
        }
        request.extensions_mut().insert(connection.clone());
        let (mut router, answering) = (router.clone(), Answering(connection.clone()));
        async move {
            let response = router.call(request.map(Body::new)).await?;
            answering.0.is(Phase::Sending(Instant::now()));
            Ok::<_, std::convert::Infallible>(response.map(|body| Sent { body, answering }))
        }
    });
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// A body on its way.
struct Sent {
    body: Body,
    answering: Answering,
}

impl HttpBody for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        // The body is asked for more only where what it gave before has been taken.
        self.answering.0.is(Phase::Sending(Instant::now()));
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The connection on which a request arrives.
pub(crate) fn of(request: &Request) -> Option<Connection> {
    request.extensions().get::<Connection>().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(phases: &[Phase]) -> (Places, Vec<Connection>) {
        let mut places = Places::default();
        let connections: Vec<Connection> = phases.iter().map(|_| Connection::default()).collect();
        for (connection, &phase) in connections.iter().zip(phases) {
            connection.is(phase);
            let task = tokio::spawn(std::future::pending::<()>());
            places.taken.insert(places.next, (connection.clone(), task.abort_handle()));
            places.next += 1;
        }
        (places, connections)
    }

    #[tokio::test]
    async fn the_oldest_that_holds_the_line_makes_room_and_no_answer_is_cut() {
        let now = Instant::now();
        let (mut places, connections) =
            places(&[Phase::Working, Phase::Sending(now), Phase::Waiting, Phase::Waiting]);
        assert!(places.room(5, now), "there is a place");
        assert_eq!(places.taken.len(), 4);
        assert!(places.room(4, now) && !places.taken.contains_key(&2));
        assert!(places.room(3, now) && !places.taken.contains_key(&3));
        assert!(!places.room(2, now), "both are being answered");
        drop(Answering(connections[0].clone()));
        assert!(places.room(2, now), "the first has its answer");
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_its_answer_makes_room() {
        let began = Instant::now();
        let (mut places, _connections) = places(&[Phase::Sending(began)]);
        assert!(!places.room(1, began + STALLED));
        assert!(places.room(1, began + 2 * STALLED));
    }
}
