//! `quandary explain`: an answer within seconds that stays in sight.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quandary_core::context::Progress;
use quandary_core::{Context, InputError};
use quandary_runtime::{Limits, Runtime, say};
use quandary_verbs::{Answer, Entry, Page, Request, Verb};
use ratatui::crossterm::terminal;

use crate::arguments::{Common, PATIENCE};
use crate::output::{self, Show};

/// The limits with one of time where no other was given, and whether it is ours.
pub(crate) fn patiently(mut common: Common) -> (Common, bool) {
    let Limits { nodes, seconds, .. } = common.limits;
    let ours = nodes.is_none() && seconds.is_none() && common.cpu_seconds.is_none();
    if ours {
        common.limits.seconds = Some(PATIENCE);
    }
    (common, ours)
}

/// Prints an explanation for the screen that it is read on.
pub(crate) fn print(answer: &Answer, show: Show, whole: bool, quiet: bool) -> ExitCode {
    let screen = if std::io::stdout().is_terminal() { terminal::size().ok() } else { None };
    let code = output::answer_on(answer, Page { screen, whole }, show, quiet);
    if let Some(why) = answer.patience().filter(|_| !quiet) {
        say(format_args!("{why}; --time gives it more than {PATIENCE} s"));
    }
    code
}

/// Explains, and says how long it has thought where the puzzle has nothing to count.
pub(crate) fn run(
    entry: &Entry,
    verb: &Verb,
    request: &Request,
    runtime: &Runtime,
    limits: &Limits,
) -> Result<Answer, InputError> {
    let context = runtime.context();
    let Some(seconds) = limits.seconds.filter(|_| std::io::stderr().is_terminal() && !limits.quiet) else {
        return verb.run(entry.name, request, &context);
    };
    let (watch, done) =
        (Watch { shown: context.progress, reported: AtomicBool::new(false) }, AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (began, total) = (Instant::now(), (10.0 * seconds) as u64);
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(TICK);
                // What the puzzle counts says more.
                let tenths = began.elapsed().as_millis() as u64 / 100;
                if tenths >= SOON && !watch.reported.load(Ordering::Relaxed) && !done.load(Ordering::Relaxed)
                {
                    watch.shown.report("thinking (tenths of a second)", tenths.min(total), total);
                }
            }
        });
        let _ended = Raised(&done);
        verb.run(entry.name, request, &Context { progress: &watch, ..context.clone() })
    })
}

/// Raises a flag at its end, however that comes.
struct Raised<'f>(&'f AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How often the time is shown.
const TICK: Duration = Duration::from_millis(50);
/// After how many tenths of a second somebody may wonder whether anything happens.
const SOON: u64 = 4;

/// Passes progress on, and remembers that there was some.
struct Watch<'p> {
    shown: &'p dyn Progress,
    reported: AtomicBool,
}

impl Progress for Watch<'_> {
    fn report(&self, what: &str, done: u64, total: u64) {
        self.reported.store(true, Ordering::Relaxed);
        self.shown.report(what, done, total);
    }

    fn note(&self, sentence: &str) {
        self.shown.note(sentence);
    }
}
