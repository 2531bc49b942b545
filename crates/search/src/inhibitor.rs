//! The inhibitor view of a puzzle for one player: what hinders the player becomes a second side.
//!
//! Then the searches for two sides apply. What they prove depends on who decides for that side; only a win against an
//! opponent can be forced.

use crate::tree::Chooser;

/// Who decides how the player is hindered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inhibitor {
    /// An opponent (AND nodes). A win is then *forced*.
    Opponent,
    /// A friend (OR nodes). A win is then merely *possible*.
    Friend,
    /// Dice (chance nodes). A win is proved if no fall of the dice can prevent it, which is the same question as for an
    /// opponent; the searches that use probabilities take those of the dice.
    Dice,
}

impl Inhibitor {
    /// Its name on the command line: `and`, `or` or `chance`.
    pub fn name(self) -> &'static str {
        match self {
            Inhibitor::Opponent => "and",
            Inhibitor::Friend => "or",
            Inhibitor::Dice => "chance",
        }
    }

    /// The inhibitor with this name.
    pub fn named(name: &str) -> Option<Inhibitor> {
        [Inhibitor::Opponent, Inhibitor::Friend, Inhibitor::Dice].into_iter().find(|i| i.name() == name)
    }

    /// The kind of its nodes.
    pub fn turn(self) -> Chooser {
        match self {
            Inhibitor::Opponent => Chooser::And,
            Inhibitor::Friend => Chooser::Or,
            Inhibitor::Dice => Chooser::Chance,
        }
    }

    /// In words: "an opponent", "a friend" or "dice".
    pub fn in_words(self) -> &'static str {
        match self {
            Inhibitor::Opponent => "an opponent",
            Inhibitor::Friend => "a friend",
            Inhibitor::Dice => "dice",
        }
    }
}
