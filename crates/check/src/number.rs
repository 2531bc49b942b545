//! Whole numbers in texts: there is one way to write each; any other is refused.

use std::str::FromStr;

/// A number in digits only, without a sign and without leading zeros.
///
/// ```text
/// 0, 7, 10 are read; +7, 07, 1e1, 7.0 and the empty text are not.
/// ```
pub(crate) fn whole<T: FromStr>(text: &str) -> Option<T> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| digits && plain)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn there_is_one_way_to_write_a_number() {
        for (text, number) in [("0", 0), ("7", 7), ("10", 10), ("255", 255)] {
            assert_eq!(whole::<u8>(text), Some(number));
        }
        for text in ["", "+7", "-0", "07", "00", "1e1", "7.0", "256", " 7", "7 ", "\u{0667}"] {
            assert_eq!(whole::<u8>(text), None, "{text}");
        }
    }
}
