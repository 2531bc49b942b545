use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use super::{InputSpec, VerbSpec};
use crate::InputError;

/// The INPUT of a command, read but not yet understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it came from, for messages: a file name, `standard input` or `the command line`.
    pub source: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Input {
    /// The content as text.
    pub fn text(&self) -> Result<&str, InputError> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let good = String::from_utf8_lossy(&self.bytes[..error.valid_up_to()]);
            let line = good.matches('\n').count() + 1;
            let column = good.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
            InputError::new("the input is not text").at(line, column).expected("UTF-8 text")
        })
    }
}

/// What a face asks of an entry: an input and options that fit the verb's specification.
#[derive(Clone, Debug, Default)]
pub struct Request {
    input: Option<Input>,
    given: BTreeMap<&'static str, String>,
}

impl Request {
    /// Checks what was given against the verb, and fills in the defaults.
    ///
    /// `given` holds (name, value) pairs; a switch that is on has an empty value.
    pub fn new<'g>(
        verb: &VerbSpec,
        input: Option<Input>,
        given: impl IntoIterator<Item = (&'g str, String)>,
    ) -> Result<Request, InputError> {
        match (&verb.input, &input) {
            (InputSpec::None, Some(_)) => {
                return Err(InputError::new(format!("`{}` takes no INPUT", verb.name)));
            }
            (InputSpec::Required(what), None) => {
                return Err(InputError::new("INPUT is missing").expected(*what));
            }
            _ => {}
        }
        let mut values: BTreeMap<&'static str, String> = verb
            .options
            .iter()
            .filter_map(|option| option.default.map(|default| (option.name, default.to_owned())))
            .collect();
        for (name, value) in given {
            let Some(option) = verb.options.iter().find(|option| option.name == name) else {
                let known: Vec<String> = verb.options.iter().map(|o| format!("--{}", o.name)).collect();
                return Err(InputError::new(format!("`{}` has no option --{name}", verb.name))
                    .expected(format!("one of {}", known.join(", "))));
            };
            values.insert(option.name, value);
        }
        Ok(Request { input, given: values })
    }

    /// INPUT, if there is one.
    pub fn input(&self) -> Option<&Input> {
        self.input.as_ref()
    }

    /// INPUT as text; an error when it is missing.
    pub fn input_text(&self) -> Result<&str, InputError> {
        match &self.input {
            Some(input) => input.text(),
            None => Err(InputError::new("INPUT is missing").expected("a file, `-` or the text itself")),
        }
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// The value of an option: the one given, or its default.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.given.get(name).map(String::as_str)
    }

    /// The value of an option, parsed. `expected` completes the message: "--games: `many` cannot be used;
    /// expected a whole number".
    pub fn parse<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, InputError>
    where
        T::Err: Display,
    {
        self.text(name)
            .map(|text| {
                text.parse().map_err(|_| {
                    InputError::new(format!("--{name}: `{text}` cannot be used")).expected(expected)
                })
            })
            .transpose()
    }

    /// The value of an option that must be a whole number above 0 and has a default.
    pub fn positive(&self, name: &str) -> Result<u64, InputError> {
        let value: u64 = self.need(name, "a whole number above 0")?;
        if value == 0 {
            return Err(
                InputError::new(format!("--{name}: 0 is not enough")).expected("a whole number above 0")
            );
        }
        Ok(value)
    }

    /// The value of an option that must be a number within a range and has a default.
    pub fn real(&self, name: &str, low: f64, high: f64) -> Result<f64, InputError> {
        let expected = format!("a number from {low} to {high}");
        let value: f64 = self.need(name, &expected)?;
        if !(low..=high).contains(&value) {
            return Err(InputError::new(format!("--{name}: {value} is out of range")).expected(expected));
        }
        Ok(value)
    }

    /// The value of an option that has a default, parsed.
    ///
    /// # Panics
    /// When the option was declared without a default: a mistake in the specification.
    pub fn need<T: FromStr>(&self, name: &str, expected: &str) -> Result<T, InputError>
    where
        T::Err: Display,
    {
        Ok(self.parse(name, expected)?.unwrap_or_else(|| panic!("--{name} is declared without a default")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::OptionSpec;

    const SOLVE: VerbSpec = VerbSpec {
        name: "solve",
        about: "solves",
        input: InputSpec::Required("a board"),
        options: &[OptionSpec::value("games", "N", "how many").or("10"), OptionSpec::switch("all", "all")],
        examples: &[],
    };

    fn board() -> Input {
        Input { source: "the command line".into(), bytes: b"1 2".to_vec() }
    }

    #[test]
    fn defaults_are_filled_in_and_values_replace_them() {
        let request = Request::new(&SOLVE, Some(board()), []).unwrap();
        assert_eq!(request.need::<u64>("games", "a number").unwrap(), 10);
        assert!(!request.is_on("all"));
        let request =
            Request::new(&SOLVE, Some(board()), [("games", "7".into()), ("all", String::new())]).unwrap();
        assert_eq!(request.need::<u64>("games", "a number").unwrap(), 7);
        assert!(request.is_on("all"));
    }

    #[test]
    fn bad_requests_say_what_would_be_right() {
        let sentence = |result: Result<Request, InputError>| result.unwrap_err().to_string();
        assert_eq!(sentence(Request::new(&SOLVE, None, [])), "INPUT is missing; expected a board");
        assert_eq!(
            sentence(Request::new(&SOLVE, Some(board()), [("gmaes", "7".into())])),
            "`solve` has no option --gmaes; expected one of --games, --all"
        );
        let request = Request::new(&SOLVE, Some(board()), [("games", "many".into())]).unwrap();
        assert_eq!(
            request.need::<u64>("games", "a whole number").unwrap_err().to_string(),
            "--games: `many` cannot be used; expected a whole number"
        );
    }

    #[test]
    fn text_that_is_not_text_is_placed() {
        let input = Input { source: "x".into(), bytes: b"ab\nc\xff".to_vec() };
        let place = input.text().unwrap_err().place.unwrap();
        assert_eq!((place.line, place.column), (2, 2));
    }
}
