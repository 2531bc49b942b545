//! Small pieces of text: counts with their noun, large numbers with commas, fields of CSV.

use std::borrow::Cow;

/// `1 mine`, `2 mines`: a count with its noun.
///
/// ```
/// use quandary_core::words::count;
/// assert_eq!(count(1, "mine"), "1 mine");
/// assert_eq!(count(0, "mine"), "0 mines");
/// ```
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", thousands(number)) }
}

/// 12345678 as 12,345,678.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A field of a line of CSV (RFC 4180): quoted where it must be.
///
/// ```
/// use quandary_core::words::csv_field;
/// assert_eq!([csv_field("plain"), csv_field("a,\"b\"")], ["plain", "\"a,\"\"b\"\"\""]);
/// ```
pub fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// `Some words` from `some words`.
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
