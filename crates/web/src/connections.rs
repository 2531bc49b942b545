//! Connections: each is given a time to say what it wants, and there are never more of them than files can be open.
//!
//! Whoever connects and says nothing, or half of a request, is let go after a while; when no place is left, the oldest of
//! them makes room at once. So nobody is locked out by clients that only hold the line.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tower_service::Service;

/// How long the head of a request may take to arrive, and how long a connection may be idle before the next.
const HEAD: Duration = Duration::from_secs(15);
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

/// One connection. A request that has arrived whole is being answered, or not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connection(Arc<AtomicBool>);

impl Connection {
    /// A request has arrived whole.
    pub(crate) fn asked(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn waits(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Dropped when the answer was sent, or will not be.
struct Answering(Connection);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Relaxed);
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
    fn room(&mut self, most: usize) -> bool {
        if self.taken.len() < most {
            return true;
        }
        let idle = self.taken.iter().find(|(_, (connection, _))| connection.waits()).map(|(&id, _)| id);
        match idle.and_then(|id| self.taken.remove(&id)) {
            Some((_, connection)) => {
                connection.abort();
                true
            }
            None => false,
        }
    }
}

/// Answers whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let (places, most) = (Arc::new(Mutex::new(Places::default())), most());
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // One that broke before it was taken is nothing; where files have run out, some will be closed soon.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let mut held = places.lock().unwrap_or_else(PoisonError::into_inner);
        if !held.room(most) {
            continue;
        }
        let (id, connection) = (held.next, Connection::default());
        held.next += 1;
        let task = tokio::spawn({
            let (router, connection, places) = (router.clone(), connection.clone(), Arc::clone(&places));
            async move {
                answer(stream, router, connection).await;
                places.lock().unwrap_or_else(PoisonError::into_inner).taken.remove(&id);
            }
        });
        held.taken.insert(id, (connection, task.abort_handle()));
        drop(held);
        // Whoever was let go closes before the next is taken.
        tokio::task::yield_now().await;
    }
}

async fn answer(stream: TcpStream, router: Router, connection: Connection) {
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        if request.body().is_end_stream() {
            connection.asked();
        }
        request.extensions_mut().insert(connection.clone());
        let (mut router, answering) = (router.clone(), Answering(connection.clone()));
        async move {
            let response = router.call(request.map(Body::new)).await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| Sent { body, _answering: answering }))
        }
    });
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// A body on its way.
struct Sent {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Says that a request has arrived whole.
pub(crate) fn arrived(request: &Request) -> Option<Connection> {
    request.extensions().get::<Connection>().cloned()
}
