//! How hard a puzzle is as one number, for those who ask for puzzles.

use quandary_core::InputError;
use serde::Serialize;

use super::{ColourGraded, Grade, Grading, Technique};
use crate::shape::Shape;

/// A grade from 1 to 5: by the hardest technique a puzzle needs, and by how many steps need it.
///
/// | level | what it takes |
/// |---|---|
/// | 1 | the overlap rule |
/// | 2 | everything that single lines tell |
/// | 3 | suppositions, in at most [`Level::FEW`] steps |
/// | 4 | suppositions in more steps, or under suppositions |
/// | 5 | search: it has one solution, and the techniques do not suffice |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Level(u8);

impl Level {
    /// Suppositions that a puzzle of level 3 takes at most.
    pub const FEW: usize = 8;

    /// The level of this grade, when the techniques were used so often.
    fn of(grade: Grade, used: &[(Technique, usize)]) -> Option<Level> {
        let probes = used.iter().find(|(technique, _)| *technique == Technique::Probe);
        Some(Level(match grade {
            Grade::Overlap => 1,
            Grade::LineLogic => 2,
            Grade::Probe if probes.is_some_and(|(_, steps)| *steps <= Level::FEW) => 3,
            Grade::Probe | Grade::Deeper => 4,
            Grade::Search => 5,
            Grade::Multiple | Grade::Impossible | Grade::Unknown => return None,
        }))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The shape and the share of black cells that random puzzles of this level are drawn with unless others are asked
    /// for: of those that `examples/graded.rs survey 20x20 200` tried, where the level was found most often for the time.
    pub fn usual(self) -> (Shape, f64) {
        match self.0 {
            1 => (Shape::Noise, 0.7),
            2 => (Shape::Noise, 0.52),
            3 => (Shape::Noise, 0.55),
            4 => (Shape::Noise, 0.47),
            // Noise hardly ever has one solution that is so hard to find.
            _ => (Shape::Symmetric, 0.4),
        }
    }

    /// Whether single lines suffice.
    pub fn is_by_lines(self) -> bool {
        self.0 <= 2
    }
}

impl Grading {
    /// The level, if the puzzle has exactly one solution and that is known.
    ///
    /// ```
    /// use quandary_core::Budget;
    /// use quandary_nonogram::{Nonogram, Picture, human::graded};
    /// let ring = Nonogram::of(&Picture::parse("###\n#.#\n###").unwrap());
    /// assert_eq!(graded(&ring, &mut Budget::unlimited()).level().unwrap().number(), 1);
    /// ```
    pub fn level(&self) -> Option<Level> {
        Level::of(self.grade, &self.walk.counts())
    }
}

impl ColourGraded {
    /// The level, if the puzzle has exactly one solution and that is known. Overlap is not distinguished from line logic.
    pub fn level(&self) -> Option<Level> {
        Level::of(self.grade, &self.walk.counts())
    }
}

impl std::str::FromStr for Level {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Level, InputError> {
        let number = text.parse().ok().filter(|number| (1..=5).contains(number));
        number.map(Level).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a grade")).expected("a number from 1 to 5")
        })
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
