//! Signals from the system.

use quandary_core::{Exhausted, StopFlag};

use crate::say;

/// Lets a signal end the work: the first raises the flag, so that a partial result is printed; the second ends the
/// program with exit code 128 plus its number.
#[cfg(unix)]
pub(crate) fn obey(stop: &StopFlag) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut wanted = vec![SIGINT, SIGTERM];
    // A program run with `nohup` must outlive the terminal.
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = match signal_hook::iterator::Signals::new(wanted) {
        Ok(signals) => signals,
        Err(error) => return say(format_args!("Ctrl-C will end the program at once ({error})")),
    };
    let stop = stop.clone();
    std::thread::spawn(move || {
        for signal in &mut signals {
            if stop.raised() == Some(Exhausted::Cancelled) {
                std::process::exit(128 + signal);
            }
            say(match signal {
                SIGINT => "stopping; press Ctrl-C again to stop at once",
                _ => "stopping; a second signal stops it at once",
            });
            stop.raise(Exhausted::Cancelled);
        }
    });
}

/// The same where there is only Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn obey(stop: &StopFlag) {
    let stop = stop.clone();
    let handler = ctrlc::set_handler(move || {
        if stop.raised() == Some(Exhausted::Cancelled) {
            std::process::exit(130);
        }
        say("stopping; press Ctrl-C again to stop at once");
        stop.raise(Exhausted::Cancelled);
    });
    if let Err(error) = handler {
        say(format_args!("Ctrl-C will end the program at once ({error})"));
    }
}

/// Whether the program was started with a signal ignored, as far as the system shows.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// From now on a file that grows beyond the system's limit (`ulimit -f`) is an error for its writer; without this the
/// system ends the program.
pub fn bear_file_limits() {
    #[cfg(unix)]
    {
        // A signal with a handler does not end the program, even if the handler does nothing.
        let heard = std::sync::Arc::default();
        if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard) {
            say(format_args!("a file that grows too large will end the program ({error})"));
        }
    }
}
