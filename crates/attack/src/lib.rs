//! The standing attack on the project's promises.
//!
//! | part | what is tried | what must hold |
//! |---|---|---|
//! | [`certificates`] | certificates and answers of every claim, forged | what is issued is accepted; what is accepted is true, by the [oracles](oracle) |
//! | [`shapes`] | every claim about every small board of every shape | what is true is accepted, what is false is not |
//! | [`parsers`] | seeds of every format, damaged | no panic; what is read survives being written |
//! | [`hostile`] | the program with hostile options and inputs | no panic, no abort, exit codes 0 to 3, time and memory within the limits |
//! | [`requests`] | the api with hostile options, inputs and games | the same, much more often |
//! | [`disk`] | caches damaged and swapped, runs killed and started again | the same answers, nothing lost, nothing left over |
//!
//! [`quota`] says how much of each must be tried before the attack counts. Everything is drawn from a seed. `cargo
//! xtask attack --minutes N` runs it all; the tests of this crate run a little.

mod bombs;
pub mod certificates;
pub mod disk;
mod draw;
pub mod hostile;
pub mod issue;
mod limits;
mod memory;
pub mod mutate;
pub mod oracle;
pub mod parsers;
pub mod quota;
pub mod requests;
pub mod shapes;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

/// A finding: a promise that the attack broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The part of the attack.
    pub part: &'static str,
    /// What happened.
    pub what: String,
    /// The document or the command that causes it.
    pub how: String,
}

impl Finding {
    /// A finding.
    pub fn new(part: &'static str, what: impl Into<String>, how: impl Into<String>) -> Finding {
        Finding { part, what: what.into(), how: how.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.how.chars().take(2000).flat_map(char::escape_debug).collect();
        write!(f, "{}: {}\n    {shown}", self.part, self.what)
    }
}

/// Stores the next attempt, so that it is known even after an abort, which nothing in a process survives.
pub struct Witness(Option<File>);

impl Witness {
    /// Into a file, or nowhere.
    pub fn new(path: Option<&Path>) -> std::io::Result<Witness> {
        path.map(File::create).transpose().map(Witness)
    }

    /// Stores a text.
    pub fn keep(&mut self, text: &str) {
        if let Some(file) = &mut self.0 {
            // Without a witness file the attack goes on.
            let _ = file
                .seek(SeekFrom::Start(0))
                .and_then(|_| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(text.len() as u64));
        }
    }
}

/// Runs something that must not panic; if it does, returns the message and the place of the panic.
///
/// ```
/// use quandary_attack::caught;
/// assert_eq!(caught(|| 2 + 2), Ok(4));
/// let why = caught(|| [1, 2].iter().position(|&n| n > 2).expect("a larger one")).unwrap_err();
/// assert!(why.contains("a larger one"), "{why}");
/// ```
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if CATCHING.get() {
                LAST.set(panic.to_string());
            } else {
                usual(panic);
            }
        }));
    });
    CATCHING.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(false);
    done.map_err(|_| LAST.take())
}

thread_local! {
    /// Whether a panic of this thread is a finding.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The message of the last one.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}
