//! Text from a certificate, made safe to print.

/// The most characters of a text that an error repeats.
pub(crate) const LINE: usize = 300;
/// The most characters of a fact: the goal of a large board is stated in full.
pub(crate) const PARAGRAPH: usize = 2000;

/// One line of at most `most` characters: control characters are escaped, and longer text is cut.
pub(crate) fn tidy(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count == most {
            out.push('…');
            break;
        }
        if letter == '\n' {
            out.push_str(" / ");
        } else if letter.is_control() || is_invisible(letter) {
            out.extend(letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    out
}

/// Marks that change how the text around them is shown.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn text_is_shown_as_one_line_of_printable_characters() {
        assert_eq!(tidy("1 2\n3 0", 99), "1 2 / 3 0");
        assert_eq!(tidy("\u{1b}[31mred\u{202e}", 99), "\\u{1b}[31mred\\u{202e}");
        assert_eq!(tidy("abcdef", 3), "abc…");
    }
}
