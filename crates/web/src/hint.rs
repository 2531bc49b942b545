//! A hint that gets better, without making others wait for theirs.
//!
//! Every client gets a first hint before any client gets a better one: work that has shown a hint leaves the lane of those
//! that still wait for theirs, and begins again in a lane of its own. The time for better ones counts from the question on.
//! A client that never has a turn there gets a message at the end that the hint stands.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quandary_api::{Event, Request};
use quandary_core::Exhausted;
use quandary_runtime::Runtime;
use quandary_verbs::play::AnyHint;
use tokio::sync::mpsc;

use crate::Lab;
use crate::ask::{Outbox, answered, refusal_of_a_full_queue};
use crate::lanes::Lane;
use crate::work::Client;

/// How long work stays in a lane of first hints after it has shown one. Most hints are final, and are answered within it.
const BRIEF: Duration = Duration::from_millis(50);

/// A question for a hint, and what has been shown of the answer.
pub(crate) struct Hint {
    pub(crate) lab: Arc<Lab>,
    pub(crate) client: Client,
    pub(crate) sender: mpsc::Sender<Event>,
    pub(crate) request: Request,
    /// When the hint is good enough.
    pub(crate) end: Instant,
    /// How many hints were shown.
    pub(crate) shown: usize,
    /// The last of them.
    pub(crate) last: Option<Box<AnyHint>>,
    /// The answer that goes with it.
    pub(crate) answer: Vec<Event>,
}

/// What the work in one lane came upon.
#[derive(Default)]
struct Met {
    hints: usize,
    last: Option<Box<AnyHint>>,
    /// What follows the hints.
    answer: Vec<Event>,
}

impl Hint {
    /// Searches in a lane. Each search begins anew and meets the same hints in the same order: those that were shown are not
    /// shown twice.
    pub(crate) fn works(mut self, lane: Lane, runtime: &Runtime) {
        let outbox = Outbox::new(self.sender.clone(), runtime);
        let (met, clock) = (Mutex::new(Met::default()), Mutex::new(None));
        answered(&self.lab, &self.request, runtime, &|event| {
            let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
            match event {
                Event::Hint { hint } => {
                    met.hints += 1;
                    if met.hints == 1 {
                        let left = self.end.saturating_duration_since(Instant::now());
                        let stay = if lane == Lane::BetterHint { left } else { left.min(BRIEF) };
                        let stop = runtime.stop().clone();
                        let ends = self.client.after(stay, move || stop.raise(Exhausted::Time));
                        *clock.lock().unwrap_or_else(PoisonError::into_inner) = Some(ends);
                    }
                    // The last one may have been cut short: then it comes again, whole.
                    let again = met.hints < self.shown || self.last.as_ref() == Some(&hint);
                    met.last = Some(hint.clone());
                    if !again {
                        outbox.send(Event::Hint { hint });
                    }
                }
                Event::Progress { .. } if lane == Lane::Short => {}
                Event::Progress { .. } => outbox.send(event),
                event => met.answer.push(event),
            }
        });
        if let Some(clock) = clock.into_inner().unwrap_or_else(PoisonError::into_inner) {
            clock.abort();
        }
        let met = met.into_inner().unwrap_or_else(PoisonError::into_inner);
        // A search that was slower than the one before knows less.
        if met.hints >= self.shown {
            (self.shown, self.last, self.answer) = (met.hints, met.last, met.answer);
        }
        let cut = runtime.stop().raised() == Some(Exhausted::Time);
        let left = self.end.saturating_duration_since(Instant::now());
        let next = match lane {
            Lane::Short if self.shown == 0 => Some(Lane::SlowHint),
            Lane::Short | Lane::SlowHint if self.shown > 0 && !left.is_zero() => Some(Lane::BetterHint),
            _ => None,
        };
        match next {
            Some(next) if cut => self.goes_on(next, left, &outbox),
            _ => self.answer.into_iter().for_each(|event| outbox.send(event)),
        }
    }

    /// Goes on in another lane. Who has a hint already is answered with it, unless its turn comes in time.
    fn goes_on(self, lane: Lane, left: Duration, outbox: &Outbox) {
        let (lab, client, has_one) = (Arc::clone(&self.lab), self.client.clone(), self.shown > 0);
        let waiting = Arc::new(Mutex::new(Some(self)));
        let take =
            |waiting: &Mutex<Option<Hint>>| waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if has_one {
            let late = Arc::clone(&waiting);
            client.after(left, move || {
                if let Some(hint) = take(&late) {
                    // It must not wait here for a client that does not read.
                    hint.answer.into_iter().for_each(|event| drop(hint.sender.try_send(event)));
                }
            });
        }
        let turn = Arc::clone(&waiting);
        let entered = client.enters(&lab, lane, move |runtime| {
            if let Some(hint) = take(&turn) {
                hint.works(lane, runtime);
            }
        });
        if entered.is_err()
            && let Some(hint) = take(&waiting)
        {
            let said = if has_one { hint.answer } else { vec![refusal_of_a_full_queue()] };
            for event in said {
                outbox.send(event);
            }
        }
    }
}
