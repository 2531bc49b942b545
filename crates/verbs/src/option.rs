use std::fmt::Display;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::json;

use quandary_core::InputError;

/// What values an option takes: enough to check them, to complete them in a shell and to draw a form.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// On or off.
    Switch,
    /// A whole number within a range.
    Whole {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number within a range.
    Real {
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// One of a list of names.
    Choice(&'static [&'static str]),
    /// A file to read; the interface hands over the text it holds.
    File,
    /// A file to write; the interface does so.
    Output,
    /// Text with a parser of its own.
    Text {
        /// Says what is wrong with a value, if anything is.
        check: fn(&str) -> Result<(), InputError>,
        /// Values that people often want; others are possible.
        known: &'static [&'static str],
    },
}

/// One `--option` of a verb, as data.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What its value is called in the help; empty for a switch.
    pub value: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value when it is not given: the only place where a default stands.
    pub default: Option<&'static str>,
    /// One line of help.
    pub help: &'static str,
    /// What else must be chosen for it to count.
    pub only_with: Option<OnlyWith>,
    /// What it was called before. That name is refused with an error that names this one.
    pub formerly: Option<&'static str>,
}

/// Another option without which, or with other values of which, an option would be ignored: it is refused instead,
/// and a form need not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OnlyWith {
    /// The other option's name. A verb that does not offer it has nothing to refuse.
    pub option: &'static str,
    /// The values that make it count; none: any that is given.
    pub values: &'static [&'static str],
}

impl OnlyWith {
    /// Whether an option counts when the other one has this value.
    pub fn counts(&self, value: Option<&str>) -> bool {
        value.is_some_and(|value| self.values.is_empty() || self.values.contains(&value))
    }
}

impl Display for OnlyWith {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "--{}", self.option)?;
        match self.values {
            [] => Ok(()),
            [one] => write!(f, " {one}"),
            [all @ .., last] => write!(f, " {} or {last}", all.join(", ")),
        }
    }
}

/// Two lists of options as one, so that options that go together are listed once. The length is that of both:
/// another one does not compile.
///
/// ```
/// use quandary_verbs::{COUNT, JSON_LINES, OptionSpec, SEED, join};
/// const LISTS: [OptionSpec; 2] = [COUNT.spec, JSON_LINES.spec];
/// const OPTIONS: [OptionSpec; 3] = join([SEED.spec], LISTS);
/// assert_eq!(OPTIONS.map(|option| option.name), ["seed", "count", "json-lines"]);
/// ```
pub const fn join<const N: usize, const M: usize, const K: usize>(
    first: [OptionSpec; N],
    then: [OptionSpec; M],
) -> [OptionSpec; K] {
    const { assert!(N + M == K, "the joined list is as long as both") };
    let mut all = [super::SEED.spec; K];
    let mut at = 0;
    while at < K {
        all[at] = if at < N { first[at] } else { then[at - N] };
        at += 1;
    }
    all
}

impl OptionSpec {
    /// Whether it takes no value.
    pub const fn is_switch(&self) -> bool {
        matches!(self.kind, Kind::Switch)
    }

    /// The names a shell can offer.
    pub fn known(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Choice(names) | Kind::Text { known: names, .. } => names,
            _ => &[],
        }
    }

    /// Says what is wrong with a value, if anything is; the error names the option.
    pub fn check(&self, text: &str) -> Result<(), InputError> {
        let wrong = |expected: String| {
            InputError::new(format!("`{}` cannot be used", shortened(text))).expected(expected)
        };
        let checked = match self.kind {
            Kind::Switch | Kind::File | Kind::Output => Ok(()),
            Kind::Whole { least, most } => match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ if most == u64::MAX => Err(wrong(format!("a whole number from {least} on"))),
                _ => Err(wrong(format!("a whole number from {least} to {most}"))),
            },
            Kind::Real { low, high } => match text.parse::<f64>() {
                Ok(number) if (low..=high).contains(&number) => Ok(()),
                _ => Err(wrong(format!("a number from {low} to {high}"))),
            },
            Kind::Choice(names) if names.contains(&text) => Ok(()),
            Kind::Choice(names) => Err(wrong(format!("one of {}", names.join(", ")))),
            Kind::Text { check, .. } => check(text),
        };
        checked.map_err(|error| error.of_option(self.name))
    }
}

/// A value as it may stand in a message: one line, not too long.
fn shortened(text: &str) -> String {
    let line: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.len() < text.len() { line + "…" } else { line }
}

/// Written as a form needs it: the kind by name, with its range or its list.
impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = json!({"name": self.name, "value": self.value, "default": self.default, "help": self.help, "only_with": self.only_with});
        let (kind, more) = match self.kind {
            Kind::Switch => ("switch", json!({})),
            Kind::Whole { least, most } => ("whole", json!({"least": least, "most": most})),
            Kind::Real { low, high } => ("real", json!({"least": low, "most": high})),
            Kind::Choice(names) => ("choice", json!({"choices": names})),
            Kind::File => ("file", json!({})),
            Kind::Output => ("output", json!({})),
            Kind::Text { known, .. } => ("text", json!({"known": known})),
        };
        json["kind"] = kind.into();
        if let (Some(all), serde_json::Value::Object(more)) = (json.as_object_mut(), more) {
            all.extend(more);
        }
        json.serialize(serializer)
    }
}

impl JsonSchema for OptionSpec {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OptionSpec".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let only_with = generator.subschema_for::<Option<OnlyWith>>();
        json_schema!({
            "description": "One option of a verb or a setting, as data for a form.",
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Its name, without the dashes."},
                "value": {"type": "string", "description": "What its value is called; empty for a switch."},
                "default": {"type": ["string", "null"], "description": "The value when it is not given."},
                "help": {"type": "string", "description": "One line of help."},
                "only_with": only_with,
                "kind": {
                    "enum": ["switch", "whole", "real", "choice", "file", "output", "text"],
                    "description": "What values it takes.",
                },
                "least": {"type": "number", "description": "The least value of a number."},
                "most": {"type": "number", "description": "The most."},
                "choices": {
                    "type": "array", "items": {"type": "string"},
                    "description": "The values of a choice.",
                },
                "known": {
                    "type": "array", "items": {"type": "string"},
                    "description": "Values of a text that people often want.",
                },
            },
            "required": ["name", "value", "default", "help", "only_with", "kind"],
        })
    }
}

/// An option and the type of its value: `request.get(GAMES)` is a number where `GAMES` says so.
///
/// ```
/// use quandary_verbs::Opt;
/// const GAMES: Opt<u64> = Opt::whole("games", "N", 1, u64::MAX, "How many games").or("1000");
/// const TIES: Opt<&str> = Opt::choice("ties", "RULE", &["fifo", "lifo"], "Which comes first").or("fifo");
/// assert!(GAMES.spec.check("7").is_ok());
/// assert_eq!(
///     GAMES.spec.check("many").unwrap_err().to_string(),
///     "--games: `many` cannot be used; expected a whole number from 1 on"
/// );
/// assert_eq!(
///     TIES.spec.check("best").unwrap_err().to_string(),
///     "--ties: `best` cannot be used; expected one of fifo, lifo"
/// );
/// ```
pub struct Opt<T> {
    /// The option as data, for the list of a verb's options.
    pub spec: OptionSpec,
    read: fn(&OptionSpec, &str) -> Result<T, InputError>,
}

impl<T> Clone for Opt<T> {
    fn clone(&self) -> Opt<T> {
        *self
    }
}

impl<T> Copy for Opt<T> {}

impl<T> Opt<T> {
    const fn new(
        name: &'static str,
        value: &'static str,
        kind: Kind,
        help: &'static str,
        read: fn(&OptionSpec, &str) -> Result<T, InputError>,
    ) -> Opt<T> {
        Opt {
            spec: OptionSpec { name, value, kind, default: None, help, only_with: None, formerly: None },
            read,
        }
    }

    /// The same option with a default.
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> Opt<T> {
        self.spec.default = Some(default);
        self
    }

    /// The same option, which was called `name` before: that name is refused with an error that names the new one.
    ///
    /// ```
    /// use quandary_verbs::{Opt, OptionSpec, Options};
    /// const VERIFY: Opt<bool> = Opt::switch("verify", "Check every value").formerly("again");
    /// const SPECS: [OptionSpec; 1] = [VERIFY.spec];
    /// let refused = Options::new("`endings`", &SPECS, [("again", String::new())]).unwrap_err();
    /// assert_eq!(refused.to_string(), "--again: this option has a new name; expected --verify");
    /// ```
    #[must_use]
    pub const fn formerly(mut self, name: &'static str) -> Opt<T> {
        self.spec.formerly = Some(name);
        self
    }

    /// The same option, refused unless `option` has one of these values (with none named: unless it is given).
    #[must_use]
    pub const fn only_with(mut self, option: &'static str, values: &'static [&'static str]) -> Opt<T> {
        self.spec.only_with = Some(OnlyWith { option, values });
        self
    }

    /// The same option with another line of help.
    #[must_use]
    pub const fn with_help(mut self, help: &'static str) -> Opt<T> {
        self.spec.help = help;
        self
    }

    pub(super) fn read(&self, text: &str) -> Result<T, InputError> {
        self.spec.check(text)?;
        (self.read)(&self.spec, text).map_err(|error| error.of_option(self.spec.name))
    }
}

impl Opt<bool> {
    /// A switch.
    pub const fn switch(name: &'static str, help: &'static str) -> Opt<bool> {
        Opt::new(name, "", Kind::Switch, help, |_, text| Ok(text != "false"))
    }
}

impl Opt<u64> {
    /// A whole number from `least` to `most`.
    pub const fn whole(
        name: &'static str,
        value: &'static str,
        least: u64,
        most: u64,
        help: &'static str,
    ) -> Opt<u64> {
        Opt::new(name, value, Kind::Whole { least, most }, help, |_, text| parsed(text))
    }
}

impl Opt<f64> {
    /// A number from `low` to `high`.
    pub const fn real(
        name: &'static str,
        value: &'static str,
        low: f64,
        high: f64,
        help: &'static str,
    ) -> Opt<f64> {
        Opt::new(name, value, Kind::Real { low, high }, help, |_, text| parsed(text))
    }
}

impl Opt<&'static str> {
    /// One of a list of names.
    pub const fn choice(
        name: &'static str,
        value: &'static str,
        names: &'static [&'static str],
        help: &'static str,
    ) -> Opt<&'static str> {
        Opt::new(name, value, Kind::Choice(names), help, |spec, text| {
            let known = spec.known().iter().find(|known| **known == text);
            known.copied().ok_or_else(|| InputError::new(format!("`{text}` is not known")))
        })
    }
}

impl Opt<String> {
    /// A file to read: the value is the text it holds.
    pub const fn file(name: &'static str, help: &'static str) -> Opt<String> {
        Opt::new(name, "FILE", Kind::File, help, |_, text| Ok(text.to_owned()))
    }

    /// A file to write: the value is its name.
    pub const fn output(name: &'static str, value: &'static str, help: &'static str) -> Opt<String> {
        Opt::new(name, value, Kind::Output, help, |_, text| Ok(text.to_owned()))
    }
}

impl<T> Opt<T>
where
    T: FromStr,
    T::Err: Display,
{
    /// One of a list of names, each of which `T` can read.
    pub const fn one_of(
        name: &'static str,
        value: &'static str,
        names: &'static [&'static str],
        help: &'static str,
    ) -> Opt<T> {
        Opt::new(name, value, Kind::Choice(names), help, |_, text| parsed(text))
    }
}

impl<T> Opt<T>
where
    T: FromStr<Err = InputError>,
{
    /// Text that `T` can read, with some values that people often want.
    pub const fn text(
        name: &'static str,
        value: &'static str,
        known: &'static [&'static str],
        help: &'static str,
    ) -> Opt<T> {
        let check = |text: &str| text.parse::<T>().map(|_| ());
        Opt::new(name, value, Kind::Text { check, known }, help, |_, text| text.parse())
    }
}

fn parsed<T: FromStr>(text: &str) -> Result<T, InputError>
where
    T::Err: Display,
{
    text.parse().map_err(|error| InputError::new(format!("`{text}` cannot be used: {error}")))
}
