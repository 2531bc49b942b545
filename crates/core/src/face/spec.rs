/// A named setting, such as `expert` for `16x30/99`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The setting, as the puzzle's `--board` option takes it.
    pub board: &'static str,
}

/// What a verb takes as INPUT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSpec {
    /// Nothing.
    None,
    /// It may be given; the text says what it is.
    Optional(&'static str),
    /// It must be given; the text says what it is.
    Required(&'static str),
}

/// One `--option` of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What its value is called in the help; empty for a switch. `FILE`: the user names a file, and the face
    /// hands over what it holds.
    pub value: &'static str,
    /// The value when it is not given.
    pub default: Option<&'static str>,
    /// One line of help.
    pub help: &'static str,
}

impl OptionSpec {
    /// Where to draw the [figure](super::Answer::figure) of an answer: the face writes it.
    pub const FIGURE: OptionSpec = OptionSpec::value("figure", "SVG", "Draw it into this file");

    /// An option with a value.
    pub const fn value(name: &'static str, value: &'static str, help: &'static str) -> OptionSpec {
        OptionSpec { name, value, default: None, help }
    }

    /// A switch.
    pub const fn switch(name: &'static str, help: &'static str) -> OptionSpec {
        OptionSpec { name, value: "", default: None, help }
    }

    /// The same option with a default.
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> OptionSpec {
        self.default = Some(default);
        self
    }

    /// Whether it takes no value.
    pub const fn is_switch(&self) -> bool {
        self.value.is_empty()
    }
}

/// One verb of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbSpec {
    /// `solve`, `explain`, `generate`, `simulate`, `measure`, `bench`, or one of the puzzle's own.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// What INPUT is.
    pub input: InputSpec,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Command lines a person would really run, without the leading `quandary`.
    pub examples: &'static [&'static str],
}
