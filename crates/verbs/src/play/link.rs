//! Text that can stand in a link as it is.

use quandary_core::InputError;

/// Writes any text with letters, digits and `-_.~` only: space as `_`, a new line as `.`, the rest as `~` and two
/// hexadecimal digits a byte.
///
/// ```
/// use quandary_verbs::play::{from_link, to_link};
/// assert_eq!(to_link("1 2\n3 0/x"), "1_2.3_0~2fx");
/// assert_eq!(from_link("1_2.3_0~2fx").unwrap(), "1 2\n3 0/x");
/// assert!(from_link("~zz").is_err());
/// ```
pub fn to_link(text: &str) -> String {
    let mut link = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => link.push(char::from(byte)),
            b' ' => link.push('_'),
            b'\n' => link.push('.'),
            other => link.push_str(&format!("~{other:02x}")),
        }
    }
    link
}

/// Reads what [`to_link`] wrote.
pub fn from_link(link: &str) -> Result<String, InputError> {
    let wrong = |at: usize| InputError::new("this is not a position of a link").at(1, at + 1);
    let mut bytes = Vec::with_capacity(link.len());
    let mut letters = link.bytes().enumerate();
    while let Some((at, letter)) = letters.next() {
        bytes.push(match letter {
            b'_' => b' ',
            b'.' => b'\n',
            b'~' => {
                letters.nth(1).ok_or_else(|| wrong(at))?;
                let digits = link.get(at + 1..at + 3).ok_or_else(|| wrong(at))?;
                u8::from_str_radix(digits, 16).map_err(|_| wrong(at))?
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => letter,
            _ => return Err(wrong(at).expected("letters, digits and `-_.~`")),
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong(0))
}
