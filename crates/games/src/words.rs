//! Small words that the games share.

use std::fmt::Display;

/// A reason as a sentence: it ends with a full stop, unless it trails off.
pub(crate) fn sentence(reason: &impl Display) -> String {
    let text = reason.to_string();
    if text.ends_with('…') { text } else { text + "." }
}
