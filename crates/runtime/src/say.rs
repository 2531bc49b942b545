use std::fmt::Display;
use std::io::Write;

/// Writes a note to standard error, under the program's name.
pub fn say(note: impl Display) {
    tell(format_args!("quandary: {note}"));
}

/// Writes a line to standard error. Nobody could be told that it was lost, and no work is lost with it: a failure is
/// ignored.
pub fn tell(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
