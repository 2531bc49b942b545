//! External programs, with which work may talk line by line: engines of games that speak their field's protocols.
//!
//! They are lent like threads and clocks: only the surroundings can start one. Where nobody lends them (on a server, in a
//! browser, in a study) every attempt is refused, so that no text from elsewhere ever becomes a command.

use crate::{InputError, Stop, StopFlag};

/// Starts external programs.
pub trait Programs: Sync {
    /// Starts a program by its command line.
    fn start(&self, command: &str) -> Result<Box<dyn Conversation>, InputError>;
}

/// A program that was started. It ends when this is dropped.
pub trait Conversation: Send {
    /// The command that started it, for messages.
    fn command(&self) -> &str;

    /// Sends it a line.
    fn say(&mut self, line: &str) -> Result<(), Stop>;

    /// Waiting for it ends when this flag is raised, too.
    fn heed(&mut self, stop: &StopFlag);

    /// From now on it has this many seconds; then [`hear`](Conversation::hear) waits no longer.
    fn within(&mut self, seconds: f64);

    /// Its next line; none when nothing came in time. That it has ended is an error.
    fn hear(&mut self) -> Result<Option<String>, Stop>;
}

/// Starts nothing.
pub struct NoPrograms;

impl Programs for NoPrograms {
    fn start(&self, command: &str) -> Result<Box<dyn Conversation>, InputError> {
        let what = format!("`{command}` is not started here: only the command line starts other programs");
        Err(InputError::new(what).expected("a player of our own"))
    }
}

#[cfg(test)]
mod tests {
    use crate::Context;

    #[test]
    fn without_permission_no_program_is_started() {
        let refused = Context::bare().programs.start("sh -c true").err().unwrap();
        assert!(refused.to_string().contains("only the command line starts other programs"), "{refused}");
    }
}
