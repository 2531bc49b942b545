//! `POST /api/ask`: a request in, events out.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context as Poller, Poll};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use quandary_api::experiment::Experiment;
use quandary_api::{Event, Request};
use quandary_core::{Exhausted, InputError, StopFlag};
use quandary_runtime::Runtime;
use tokio::sync::mpsc;

use crate::Lab;
use crate::body::{self, Kind};
use crate::hint::Hint;
use crate::lanes::Lane;
use crate::refusal::{json, refused};
use crate::work::{Client, PendingWork, TOO_MANY, busy};

/// How long an answer may take before the stream begins without it: a refusal that is quicker gets a status of its own.
const SOON: Duration = Duration::from_millis(300);
/// Progress is reported no more often than this.
const EVERY: Duration = Duration::from_millis(50);
/// How long work waits for a client that does not read.
const PATIENCE: Duration = Duration::from_secs(10);
/// Events that may wait for a client.
const WAITING: usize = 256;

/// Answers a request.
pub(crate) async fn ask(State(lab): State<Arc<Lab>>, request: axum::extract::Request) -> Response {
    let text = match body::read(request, Kind::Json).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    match quandary_api::read(&text).and_then(bounded) {
        Ok(request) => answer(&lab, request).await,
        Err(error) => refused(StatusCode::BAD_REQUEST, &error.into()),
    }
}

/// A list is kept whole until it is answered, unless its items are all that is wanted: one that would fill the memory
/// is not begun.
fn bounded(request: Request) -> Result<Request, InputError> {
    const MOST_ITEMS: u64 = 100_000;
    if let Request::Run(run) = &request
        && !run.options.contains_key("json-lines")
        && let Some(count) = run.options.get("count").and_then(|count| count.parse::<u64>().ok())
        && count > MOST_ITEMS
    {
        let error = InputError::new(format!("`{count}` is more than a page can hold"));
        return Err(error.expected(format!("at most {MOST_ITEMS}")).of_option("count"));
    }
    Ok(request)
}

/// Where a request begins. What somebody waits for with a finger on the board goes into the short lane; no verb does,
/// since options decide how long it takes.
pub(crate) fn lane(request: &Request) -> Lane {
    match request {
        Request::Experiment(Experiment::Import(_)) => Lane::Long,
        Request::Catalogue | Request::Session(_) | Request::Hint(_) | Request::Experiment(_) => Lane::Short,
        Request::Run(run) if run.verb == "explain" => Lane::Explain,
        Request::Run(_) | Request::Line(_) | Request::Check(_) => Lane::Long,
    }
}

async fn answer(lab: &Arc<Lab>, request: Request) -> Response {
    let lane = lane(&request);
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let asked = Client::arrives();
    let (client, shared) = (asked.client(), Arc::clone(lab));
    let submitted = match &request {
        Request::Hint(hint) => {
            let end = Instant::now() + hint.patience();
            let client = client.clone();
            let hint =
                Hint { lab: shared, client, sender, request, end, shown: 0, last: None, answer: Vec::new() };
            asked.client().enters(lab, lane, move |runtime| hint.works(lane, runtime))
        }
        _ => asked.client().enters(lab, lane, move |runtime| {
            let Some(slower) = lane.slower() else { return whole(&shared, sender, &request, runtime) };
            // What is said within the slice is held back until it is known that the slice was enough.
            let held = Mutex::new(Vec::new());
            let outbox = Outbox::new(sender.clone(), runtime);
            answered(&shared, &request, runtime, &|event| match event {
                Event::Progress { .. } => {}
                // The player sees a move of their own before the reply; sent again by the slower lane, it is the same.
                landed @ Event::Landed { .. } => outbox.send(landed),
                event => held.lock().unwrap_or_else(PoisonError::into_inner).push(event),
            });
            if runtime.stop().raised() != Some(Exhausted::Time) {
                let held = held.into_inner().unwrap_or_else(PoisonError::into_inner);
                return held.into_iter().for_each(|event| outbox.send(event));
            }
            let (again, lab) = (sender, Arc::clone(&shared));
            let work = move |runtime: &Runtime| whole(&lab, again, &request, runtime);
            if client.enters(&shared, slower, work).is_err() {
                outbox.send(refusal_of_a_full_queue());
            }
        }),
    };
    if submitted.is_err() {
        return busy(lane);
    }
    let first = match tokio::time::timeout(SOON, receiver.recv()).await {
        Ok(Some(Event::Answer { answer })) if answer["status"] == "refused" => {
            return json(StatusCode::UNPROCESSABLE_ENTITY, &answer);
        }
        Ok(first) => first,
        Err(_) => Some(Event::Note { text: "This takes a while.".into() }),
    };
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(5));
    Sse::new(Events { first, receiver, _asked: asked }).keep_alive(keep_alive).into_response()
}

/// Answers a request and says everything on the way.
fn whole(lab: &Lab, sender: mpsc::Sender<Event>, request: &Request, runtime: &Runtime) {
    let outbox = Outbox::new(sender, runtime);
    answered(lab, request, runtime, &|event| outbox.send(event));
}

/// What is said when the slower lane has no place left.
pub(crate) fn refusal_of_a_full_queue() -> Event {
    let error = InputError::new(TOO_MANY).expected("the same question later, or fewer at once");
    Event::Answer { answer: quandary_api::unanswered(&error.into()) }
}

/// Answers a request at a runtime.
pub(crate) fn answered(lab: &Lab, request: &Request, runtime: &Runtime, events: &(dyn Fn(Event) + Sync)) {
    survived(events, |events| quandary_api::answer(request, &lab.sessions, &runtime.context(), events));
}

/// Does work. A bug of ours is an answer, too: it ends nothing but the request that met it.
fn survived(events: &(dyn Fn(Event) + Sync), work: impl FnOnce(&(dyn Fn(Event) + Sync))) {
    if catch_unwind(AssertUnwindSafe(|| work(events))).is_err() {
        let error = InputError::new("the program failed at this request: a bug, please report it");
        events(Event::Answer { answer: quandary_api::unanswered(&error.into()) });
    }
}

/// Events on their way to a client.
struct Events {
    first: Option<Event>,
    receiver: mpsc::Receiver<Event>,
    _asked: PendingWork,
}

impl Stream for Events {
    type Item = Result<Message, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, poller: &mut Poller<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(message(&first))));
        }
        self.receiver.poll_recv(poller).map(|event| event.map(|event| Ok(message(&event))))
    }
}

fn message(event: &Event) -> Message {
    Message::default().event(event.name()).data(serde_json::to_string(event).unwrap_or_default())
}

/// Where work puts its events.
pub(crate) struct Outbox {
    sender: mpsc::Sender<Event>,
    stop: StopFlag,
    /// When progress was reported last.
    reported: Mutex<Option<Instant>>,
}

impl Outbox {
    pub(crate) fn new(sender: mpsc::Sender<Event>, runtime: &Runtime) -> Outbox {
        Outbox { sender, stop: runtime.stop().clone(), reported: Mutex::new(None) }
    }

    pub(crate) fn send(&self, event: Event) {
        if let Event::Progress { done, total, .. } = event {
            let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
            if done < total && reported.is_some_and(|at| at.elapsed() < EVERY) {
                return;
            }
            *reported = Some(Instant::now());
            // A client that does not read in time gets the next one.
            let _ = self.sender.try_send(event);
            return;
        }
        let (mut event, since) = (event, Instant::now());
        loop {
            match self.sender.try_send(event) {
                Ok(()) => return,
                Err(mpsc::error::TrySendError::Full(back)) if since.elapsed() < PATIENCE => {
                    event = back;
                    std::thread::sleep(Duration::from_millis(2));
                }
                Err(_) => return self.stop.raise(Exhausted::Cancelled),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox(waiting: usize) -> (Outbox, mpsc::Receiver<Event>) {
        let (sender, receiver) = mpsc::channel(waiting);
        (Outbox { sender, stop: StopFlag::new(), reported: Mutex::new(None) }, receiver)
    }

    #[test]
    fn a_panic_becomes_a_refusal_in_words() {
        let (outbox, mut receiver) = outbox(4);
        survived(&|event| outbox.send(event), |events| {
            events(Event::Note { text: "so far".into() });
            std::panic::resume_unwind(Box::new("a fault"));
        });
        assert!(matches!(receiver.try_recv(), Ok(Event::Note { .. })));
        let Ok(Event::Answer { answer }) = receiver.try_recv() else { panic!("an answer comes last") };
        assert_eq!(answer["status"], "refused");
        assert!(answer["error"]["what"].as_str().unwrap().contains("a bug, please report it"), "{answer}");
    }

    #[test]
    fn a_client_that_went_away_ends_the_work() {
        let (outbox, receiver) = outbox(4);
        drop(receiver);
        outbox.send(Event::Note { text: "is anybody there?".into() });
        assert_eq!(outbox.stop.raised(), Some(Exhausted::Cancelled));
    }

    #[test]
    fn progress_never_waits_and_its_end_is_reported() {
        let (outbox, mut receiver) = outbox(2);
        for done in 0..1000 {
            outbox.send(Event::Progress { what: "games".into(), done, total: 1000 });
        }
        outbox.send(Event::Progress { what: "games".into(), done: 1000, total: 1000 });
        assert!(matches!(receiver.try_recv(), Ok(Event::Progress { done: 0, .. })));
        assert!(matches!(receiver.try_recv(), Ok(Event::Progress { .. })));
    }

    #[test]
    fn hints_and_forms_take_the_short_lane_and_no_verb_does() {
        let of = |text: &str| lane(&quandary_api::read(text).unwrap());
        assert_eq!(of(r#"{"ask": "catalogue"}"#), Lane::Short);
        assert_eq!(of(r#"{"ask": "sit", "puzzle": "sliding"}"#), Lane::Short);
        assert_eq!(of(r#"{"ask": "hint", "puzzle": "sliding", "saved": ""}"#), Lane::Short);
        assert_eq!(of(r#"{"ask": "run", "puzzle": "sliding", "verb": "explain"}"#), Lane::Explain);
        assert_eq!(of(r#"{"ask": "run", "puzzle": "sliding", "verb": "solve"}"#), Lane::Long);
        assert_eq!(of(r#"{"ask": "check", "text": ""}"#), Lane::Long);
    }

    #[test]
    fn a_list_that_no_page_can_hold_is_refused() {
        let request = |count: u64| {
            let text = format!(
                r#"{{"ask": "run", "puzzle": "sliding", "verb": "generate", "options": {{"count": "{count}"}}}}"#
            );
            bounded(quandary_api::read(&text).unwrap())
        };
        assert!(request(100_000).is_ok());
        assert!(request(100_001).unwrap_err().to_string().starts_with("--count: "));
    }
}
