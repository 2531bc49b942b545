//! How wide letters are: those of Helvetica, which every PDF reader has and which Arial and Liberation Sans share.

/// Widths of the characters from the blank to `~`, in thousandths of the size of the letters.
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// How wide a text is when its letters have size 1. Bold letters are a little wider.
pub(crate) fn width(text: &str, bold: bool) -> f64 {
    let of = |c: char| {
        let index = (c as usize).wrapping_sub(32);
        f64::from(PLAIN.get(index).copied().unwrap_or(600)) / 1000.0
    };
    text.chars().map(of).sum::<f64>() * if bold { 1.06 } else { 1.0 }
}

/// The part of a text that fits into a width; with dots where something is missing.
pub(crate) fn fitted(text: &str, size: f64, room: f64, bold: bool) -> String {
    if width(text, bold) * size <= room {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while !short.is_empty() && width(&format!("{short}..."), bold) * size > room {
        short.pop();
    }
    short.trim_end().to_owned() + "..."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut_to_its_room() {
        assert!((width("10", false) - 1.112).abs() < 1e-9);
        assert_eq!(fitted("short", 10.0, 100.0, false), "short");
        let cut = fitted("a title that does not fit at all", 10.0, 80.0, true);
        assert!(cut.ends_with("...") && width(&cut, true) * 10.0 <= 80.0, "{cut}");
    }
}
