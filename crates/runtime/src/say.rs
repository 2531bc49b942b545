use std::fmt::Display;
use std::io::Write;

/// Writes a note to standard error, under the program's name.
pub fn say(note: impl Display) {
    tell(format_args!("quandary: {note}"));
}

/// Writes a line to standard error. A failure is ignored: there is nowhere to report it, and no work is lost.
pub fn tell(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
