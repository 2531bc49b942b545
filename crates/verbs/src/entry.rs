use super::{Input, OptionSpec, Options, Verb, blocks};
use crate::play::{AnySession, Play, Preset, Session};
use crate::sheet::Prints;
use quandary_core::{Context, InputError, Seed, Stop};

/// A game under a setting and a seed.
type Begin = fn(&'static str, &Options, Seed, &Context<'_>) -> Result<Box<dyn AnySession>, Stop>;
/// A game that begins at a position.
type BeginAt = fn(&'static str, &Options, &str, Seed) -> Result<Box<dyn AnySession>, InputError>;
/// A saved game.
type Load = fn(&'static str, &str) -> Result<Box<dyn AnySession>, InputError>;

/// The boards of an input.
type Several = fn(&Input) -> Vec<String>;

/// A registered puzzle or game.
pub struct Entry {
    /// The name on the command line: lower case, such as `sliding` or `connect-four`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Settings people ask for by name. At least one; the first is the default.
    pub presets: &'static [Preset],
    /// What can be chosen before a game.
    pub setup: &'static [OptionSpec],
    /// What it can do.
    pub verbs: &'static [Verb],
    /// How it is printed, if it can be.
    pub prints: Option<&'static Prints>,
    several: Several,
    begin: Begin,
    begin_at: BeginAt,
    load: Load,
}

impl Entry {
    /// A puzzle that is played by the rules of `P`.
    pub const fn of<P: Play>(name: &'static str, about: &'static str, verbs: &'static [Verb]) -> Entry {
        Entry {
            name,
            about,
            presets: P::PRESETS,
            setup: P::OPTIONS,
            verbs,
            prints: None,
            several: parts,
            begin: Session::<P>::begin,
            begin_at: Session::<P>::begin_at,
            load: Session::<P>::load,
        }
    }

    /// The same puzzle, which can also be printed.
    #[must_use]
    pub const fn printed_by(mut self, prints: &'static Prints) -> Entry {
        self.prints = Some(prints);
        self
    }

    /// The same puzzle, whose files of several boards are taken apart in a way of their own.
    #[must_use]
    pub const fn with_several(mut self, several: Several) -> Entry {
        self.several = several;
        self
    }

    /// The same puzzle, whose files of several positions have one in each line.
    #[must_use]
    pub const fn with_lines(self) -> Entry {
        self.with_several(lines)
    }

    /// The boards of an input that holds several, each as text of its own; for verbs that take one.
    pub fn several(&self, input: &Input) -> Vec<String> {
        (self.several)(input)
    }

    /// The verb with this name.
    pub fn verb(&self, name: &str) -> Option<&'static Verb> {
        self.verbs.iter().find(|verb| verb.spec.name == name)
    }

    /// Checks a setting given as (name, value) pairs.
    pub fn options<'g>(
        &self,
        given: impl IntoIterator<Item = (&'g str, String)>,
    ) -> Result<Options, InputError> {
        Options::new(self.name, self.setup, given)
    }

    /// Reads a setting: the name of a preset, or `name=value` pairs joined by `; `.
    pub fn read_setup(&self, text: &str) -> Result<Options, InputError> {
        let preset = self.presets.iter().find(|preset| preset.name == text);
        self.options(crate::play::pairs(preset.map_or(text, |preset| preset.setup))?)
    }

    /// A new game under a setting; the seed decides where it begins and every chance in it.
    pub fn begin(
        &self,
        setup: &Options,
        seed: Seed,
        context: &Context<'_>,
    ) -> Result<Box<dyn AnySession>, Stop> {
        (self.begin)(self.name, setup, seed, context)
    }

    /// A game that begins at a position: as the puzzle writes it, or as [`AnySession::link`] gives it.
    pub fn begin_at(
        &self,
        setup: &Options,
        position: &str,
        seed: Seed,
    ) -> Result<Box<dyn AnySession>, InputError> {
        (self.begin_at)(self.name, setup, position, seed)
    }

    /// A game as [`AnySession::save`] wrote it.
    pub fn load(&self, saved: &str) -> Result<Box<dyn AnySession>, InputError> {
        (self.load)(self.name, saved)
    }
}

/// Boards with empty lines between them.
fn parts(input: &Input) -> Vec<String> {
    blocks(input.text().unwrap_or_default()).into_iter().map(str::to_owned).collect()
}

/// Boards of a line each, where no part of a board is one itself.
fn lines(input: &Input) -> Vec<String> {
    let lines = input.text().unwrap_or_default().lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}
