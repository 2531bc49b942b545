//! The inhibitor view of a puzzle for one player: whatever hinders the player as a second side.
//!
//! The searches for two sides then apply. What they prove depends on whom the hindrance is given to, and only an
//! opponent's answer says that something can be forced.

use crate::tree::Chooser;

/// Who decides how the player is hindered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inhibitor {
    /// An opponent (AND nodes). A win is then *forced*.
    Opponent,
    /// A friend (OR nodes). A win is then merely *possible*.
    Friend,
    /// Dice (chance nodes). A win is proved when no fall of the dice can prevent it, which is the opponent's question
    /// again; the searches that reckon with probabilities use those of the dice.
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

    /// The one with this name.
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
