use std::io::IsTerminal;
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quandary_core::context::Progress;

use crate::say;

/// A progress bar on a terminal; a line for each kind of work elsewhere; nothing when asked to be quiet.
pub(crate) struct Bar {
    drawn: ProgressBar,
    quiet: bool,
    shown: Mutex<BarState>,
}

#[derive(Default)]
struct BarState {
    now: String,
    /// Kinds of work that have had their line.
    known: Vec<String>,
}

impl Bar {
    pub(crate) fn new(quiet: bool) -> Bar {
        let bar = if std::io::stderr().is_terminal() && !quiet {
            ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(8))
        } else {
            ProgressBar::hidden()
        };
        bar.set_style(
            ProgressStyle::with_template("{msg:28} {wide_bar} {pos}/{len} {eta:>4}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Bar { drawn: bar, quiet, shown: Mutex::default() }
    }

    pub(crate) fn clear(&self) {
        self.drawn.finish_and_clear();
    }
}

impl Progress for Bar {
    fn report(&self, what: &str, done: u64, total: u64) {
        if let Ok(mut shown) = self.shown.lock()
            && shown.now != what
        {
            what.clone_into(&mut shown.now);
            self.drawn.reset();
            self.drawn.set_length(total);
            self.drawn.set_message(what.to_owned());
            if self.drawn.is_hidden() && !self.quiet && !shown.known.iter().any(|known| known == what) {
                shown.known.push(what.to_owned());
                // A log has no progress bar, but a line shows that something is happening.
                say(format_args!("{what} ({total})"));
            }
        }
        self.drawn.set_position(done);
    }

    fn note(&self, sentence: &str) {
        if !self.quiet {
            self.drawn.suspend(|| say(sentence));
        }
    }
}
