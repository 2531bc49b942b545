//! How the colours of a puzzle look and what they are called.

use crate::Colour;

/// A colour for people: its name, and how much red, green and blue it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// Its name, or its hexadecimal value.
    pub name: String,
    /// Red, green, blue.
    pub rgb: [u8; 3],
}

impl Swatch {
    /// A colour by its name, or as `#rrggbb` with or without the `#`; `None` when it is neither.
    ///
    /// ```
    /// use quandary_nonogram::palette::Swatch;
    /// assert_eq!(Swatch::parse("Red").unwrap().rgb, [255, 0, 0]);
    /// assert_eq!(Swatch::parse("#00ff7f").unwrap().rgb, [0, 255, 127]);
    /// assert!(Swatch::parse("#0f").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Swatch> {
        let name = text.trim().to_lowercase();
        if let Some((name, rgb)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Some(Swatch { name: (*name).to_owned(), rgb: *rgb });
        }
        let digits = name.strip_prefix('#').unwrap_or(&name);
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Swatch { name: format!("#{digits}"), rgb: [part(0)?, part(2)?, part(4)?] })
    }

    /// As drawings and files write it: `#rrggbb`.
    pub fn hex(&self) -> String {
        let [red, green, blue] = self.rgb;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Whether dark writing can be read on it.
    pub fn is_light(&self) -> bool {
        let [red, green, blue] = self.rgb.map(u32::from);
        // The weights of Rec. 601, in 256ths.
        77 * red + 150 * green + 29 * blue > 128 * 256
    }
}

/// What people call colours in files; the first are given to colours that a file does not describe.
const NAMED: [(&str, [u8; 3]); 20] = [
    ("black", [0, 0, 0]),
    ("red", [255, 0, 0]),
    ("green", [0, 128, 0]),
    ("blue", [0, 0, 255]),
    ("orange", [255, 165, 0]),
    ("purple", [128, 0, 128]),
    ("yellow", [255, 215, 0]),
    ("brown", [139, 69, 19]),
    ("pink", [255, 105, 180]),
    ("cyan", [0, 190, 190]),
    ("grey", [128, 128, 128]),
    ("lime", [50, 205, 50]),
    ("navy", [0, 0, 128]),
    ("maroon", [128, 0, 0]),
    ("olive", [128, 128, 0]),
    ("teal", [0, 128, 128]),
    ("magenta", [255, 0, 255]),
    ("gold", [218, 165, 32]),
    ("gray", [128, 128, 128]),
    ("white", [255, 255, 255]),
];

/// The colours of a puzzle: the background, then the others in their order.
///
/// ```
/// use quandary_nonogram::{Colour, Palette};
/// let palette = Palette::usual(2);
/// assert_eq!(palette.swatch(Colour::new(2).unwrap()).name, "red");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette(Vec<Swatch>);

impl Palette {
    /// A background and colours; `None` when there are more than [`Colour::MOST`], or not even a background.
    pub fn new(swatches: Vec<Swatch>) -> Option<Palette> {
        (1..=Colour::MOST + 1).contains(&swatches.len()).then_some(Palette(swatches))
    }

    /// White, and this many colours that are easy to tell apart.
    pub fn usual(count: usize) -> Palette {
        Palette((0..=count).map(Palette::usual_swatch).collect())
    }

    /// What a colour is that nobody described.
    pub(crate) fn usual_swatch(index: usize) -> Swatch {
        let (name, rgb) = match index.checked_sub(1) {
            None => NAMED[NAMED.len() - 1],
            Some(index) => match NAMED[..18].get(index) {
                Some(&named) => named,
                // Beyond the named ones, a grey of its own.
                None => ("", [60 + 20 * (index - 18) as u8; 3]),
            },
        };
        let swatch = Swatch { name: name.to_owned(), rgb };
        if name.is_empty() { Swatch { name: swatch.hex(), ..swatch } } else { swatch }
    }

    /// How many colours there are beside the background.
    pub fn colours(&self) -> usize {
        self.0.len() - 1
    }

    /// A colour; one that was not described looks as usual.
    pub fn swatch(&self, colour: Colour) -> Swatch {
        self.0.get(colour.index()).cloned().unwrap_or_else(|| Palette::usual_swatch(colour.index()))
    }

    /// All of them with what they look like, the background first.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, &Swatch)> {
        self.0.iter().enumerate().filter_map(|(index, swatch)| Some((Colour::new(index)?, swatch)))
    }
}
