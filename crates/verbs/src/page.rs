//! Where a text is read: on a screen of some size, or anywhere.

use std::fmt::{Display, Formatter};

/// How a person reads an answer. What the answer prints depends on it where a screen is soon full: explanations ask for it
/// with [`Page::of`].
///
/// It travels as the flags of a format: the width is the columns of the screen, the precision its rows, and `#` asks for
/// everything.
///
/// ```
/// use quandary_verbs::Page;
/// use std::fmt;
///
/// struct Answer;
/// impl fmt::Display for Answer {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str(&Page::of(f).arrange("Play 4.", ". . .\n. x ."))
///     }
/// }
/// // The answer comes first …
/// assert_eq!(Page::default().show(&Answer), "Play 4.\n\n. . .\n. x .");
/// // … unless it would scroll away.
/// let low = Page { screen: Some((80, 5)), whole: false };
/// assert_eq!(low.show(&Answer), ". . .\n. x .\n\nPlay 4.");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Columns and rows of the screen, where there is one.
    pub screen: Option<(u16, u16)>,
    /// Whether long lists are shown whole.
    pub whole: bool,
}

/// What a shell writes below an answer.
const PROMPT: usize = 2;

impl Page {
    /// The page that a text is being written for.
    pub fn of(f: &Formatter<'_>) -> Page {
        let sizes = f.width().zip(f.precision());
        let small = |size: usize| u16::try_from(size).unwrap_or(u16::MAX);
        Page { screen: sizes.map(|(columns, rows)| (small(columns), small(rows))), whole: f.alternate() }
    }

    /// A value as text for this page.
    pub fn show(self, value: &dyn Display) -> String {
        let Page { screen, whole } = self;
        let sizes = screen.map(|(columns, rows)| (usize::from(columns), usize::from(rows)));
        match (sizes, whole) {
            (None, false) => value.to_string(),
            (None, true) => format!("{value:#}"),
            (Some((columns, rows)), false) => format!("{value:columns$.rows$}"),
            (Some((columns, rows)), true) => format!("{value:#columns$.rows$}"),
        }
    }

    /// What there is to say about a board, and the board. The words come first; where both together do not fit on the
    /// screen they come last, so that they are what is left in sight.
    pub fn arrange(self, words: &str, board: &str) -> String {
        let fits = self.screen.is_none_or(|(columns, rows)| {
            let high = |text: &str| -> usize {
                let wide = usize::from(columns).max(1);
                text.lines().map(|line| line.chars().count().div_ceil(wide).max(1)).sum()
            };
            high(words) + 1 + high(board) + PROMPT <= usize::from(rows)
        });
        if fits { format!("{words}\n\n{board}") } else { format!("{board}\n\n{words}") }
    }
}
