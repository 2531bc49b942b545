use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{InputSpec, Opt, OptionSpec, VerbSpec};
use quandary_core::InputError;

/// The INPUT of a command, read but not yet understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it came from, for messages: a file name, `standard input` or `the command line`.
    pub source: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Input {
    /// The source of text that was not read from anywhere.
    pub const INLINE: &'static str = "the command line";

    /// Text that was not read from anywhere.
    pub fn inline(text: &str) -> Input {
        Input { source: Input::INLINE.into(), bytes: text.as_bytes().to_vec() }
    }

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

/// Values of options, each checked once against the specification when it came in.
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    given: BTreeMap<&'static str, String>,
    /// By specification: whether somebody has asked for its value. Copies share it.
    asked: Arc<[AtomicBool]>,
}

impl Options {
    /// Checks (name, value) pairs; a switch that is on has an empty value. `whose` names what has these options.
    pub fn new<'g>(
        whose: &str,
        specs: &'static [OptionSpec],
        given: impl IntoIterator<Item = (&'g str, String)>,
    ) -> Result<Options, InputError> {
        let mut values = BTreeMap::new();
        for (name, value) in given {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                if let Some(spec) = specs.iter().find(|spec| spec.formerly == Some(name)) {
                    return Err(InputError::new("this option has a new name")
                        .expected(format!("--{}", spec.name))
                        .of_option(name));
                }
                let known: Vec<String> = specs.iter().map(|spec| format!("--{}", spec.name)).collect();
                let error = InputError::new(format!("{whose} has no option --{name}"));
                return Err(if known.is_empty() {
                    error
                } else {
                    error.expected(format!("one of {}", known.join(", ")))
                });
            };
            spec.check(&value)?;
            values.insert(spec.name, value);
        }
        let asked = specs.iter().map(|_| AtomicBool::new(false)).collect();
        let options = Options { specs, given: values, asked };
        options.refuse_ignored()?;
        Ok(options)
    }

    /// An option without effect is a mistake in the request, so it is refused.
    fn refuse_ignored(&self) -> Result<(), InputError> {
        for spec in self.specs.iter().filter(|spec| self.given.contains_key(spec.name)) {
            if let Some(with) = spec.only_with
                && self.offers(with.option)
                && !with.counts(self.text(with.option))
            {
                return Err(InputError::new("it has no effect here")
                    .expected(with.to_string())
                    .of_option(spec.name));
            }
        }
        Ok(())
    }

    /// Refuses those of these options that were given: here, with this input or beside other options, they would be
    /// ignored. What a single other option decides is better declared ([`Opt::only_with`]).
    pub fn refuse(&self, options: &[OptionSpec], expected: &str) -> Result<(), InputError> {
        match options.iter().find(|spec| self.given.contains_key(spec.name)) {
            Some(spec) => {
                Err(InputError::new("it has no effect here").expected(expected).of_option(spec.name))
            }
            None => Ok(()),
        }
    }

    fn note(&self, name: &str) {
        if let Some(at) = self.specs.iter().position(|spec| spec.name == name) {
            self.asked[at].store(true, Ordering::Relaxed);
        }
    }

    /// The options that were given and that nobody has asked for: after the work, those it had no use for.
    pub fn unused(&self) -> Vec<&'static str> {
        let asked = |at: usize| self.asked[at].load(Ordering::Relaxed);
        let unused = self.specs.iter().enumerate().filter(|&(at, _)| !asked(at));
        unused.map(|(_, spec)| spec.name).filter(|name| self.given.contains_key(name)).collect()
    }

    /// Whether the user gave it, as opposed to a default.
    pub fn given<T>(&self, option: Opt<T>) -> bool {
        self.note(option.spec.name);
        self.given.contains_key(option.spec.name)
    }

    /// The value of an option: the one given, or its default, or none.
    ///
    /// # Panics
    /// When the option is not among those declared: a mistake in the program, found by the conformance tests.
    pub fn find<T>(&self, option: Opt<T>) -> Option<T> {
        let name = option.spec.name;
        let spec = self.specs.iter().find(|spec| spec.name == name);
        let spec = spec.unwrap_or_else(|| panic!("--{name} is not declared"));
        self.note(name);
        let text = self.given.get(name).map(String::as_str).or(spec.default)?;
        Some(option.read(text).unwrap_or_else(|error| panic!("checked before: {error}")))
    }

    /// The value of an option that has a default.
    ///
    /// # Panics
    /// When it has none, or is not declared: a mistake in the program, found by the conformance tests.
    pub fn get<T>(&self, option: Opt<T>) -> T {
        let name = option.spec.name;
        self.find(option).unwrap_or_else(|| panic!("--{name} is declared without a default"))
    }

    /// Whether a switch is on.
    pub fn is_on(&self, option: Opt<bool>) -> bool {
        self.note(option.spec.name);
        self.given.get(option.spec.name).is_some_and(|text| text != "false")
    }

    /// Whether the verb offers this option at all.
    pub fn offers(&self, name: &str) -> bool {
        self.specs.iter().any(|spec| spec.name == name)
    }

    /// The value that stands for an option, given or default, as text.
    pub fn text(&self, name: &str) -> Option<&str> {
        let default = || self.specs.iter().find(|spec| spec.name == name)?.default;
        self.given.get(name).map(String::as_str).or_else(default)
    }

    /// Every option that has a value, in the order of their declaration.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.specs.iter().filter_map(|spec| Some((spec.name, self.text(spec.name)?)))
    }
}

/// What an interface asks of a verb: an input and options that fit its specification.
#[derive(Clone, Debug)]
pub struct Request {
    input: Option<Input>,
    options: Options,
}

impl std::ops::Deref for Request {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.options
    }
}

impl Request {
    /// Checks what was given against the verb.
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
        Ok(Request { input, options: Options::new(&format!("`{}`", verb.name), verb.options, given)? })
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: Opt<u64> = Opt::whole("games", "N", 1, 1000, "how many").or("10");
    const ALL: Opt<bool> = Opt::switch("all", "all");
    const SOLVE: VerbSpec = VerbSpec {
        name: "solve",
        about: "solves",
        input: InputSpec::Required("a board"),
        options: &[GAMES.spec, ALL.spec],
        examples: &[],
        conventions: &[],
    };

    #[test]
    fn defaults_stand_until_a_value_is_given_and_the_two_can_be_distinguished() {
        let board = || Some(Input::inline("1 2"));
        let request = Request::new(&SOLVE, board(), []).unwrap();
        assert_eq!((request.get(GAMES), request.given(GAMES), request.is_on(ALL)), (10, false, false));
        let given = [("games", "7".to_owned()), ("all", String::new())];
        let request = Request::new(&SOLVE, board(), given).unwrap();
        assert_eq!((request.get(GAMES), request.given(GAMES), request.is_on(ALL)), (7, true, true));
    }

    #[test]
    fn bad_requests_say_what_would_be_right_and_name_the_option() {
        let board = || Some(Input::inline("1 2"));
        let sentence = |result: Result<Request, InputError>| result.unwrap_err().to_string();
        assert_eq!(sentence(Request::new(&SOLVE, None, [])), "INPUT is missing; expected a board");
        assert_eq!(
            sentence(Request::new(&SOLVE, board(), [("gmaes", "7".into())])),
            "`solve` has no option --gmaes; expected one of --games, --all"
        );
        assert_eq!(
            sentence(Request::new(&SOLVE, board(), [("games", "1001".into())])),
            "--games: `1001` cannot be used; expected a whole number from 1 to 1000"
        );
    }

    #[test]
    fn an_option_that_would_be_ignored_is_refused() {
        const METHOD: Opt<&str> = Opt::choice("method", "M", &["fast", "exact"], "how").or("fast");
        const TABLE: Opt<u64> =
            Opt::whole("table", "N", 1, 9, "size").or("3").only_with("method", &["exact"]);
        const LIMIT: Opt<u64> = Opt::whole("limit", "N", 1, 9, "most").or("3").only_with("all", &[]);
        const SPECS: [OptionSpec; 4] = [METHOD.spec, TABLE.spec, LIMIT.spec, ALL.spec];
        let options = |given: &[(&'static str, &str)]| {
            Options::new("`solve`", &SPECS, given.iter().map(|(name, value)| (*name, (*value).to_owned())))
        };
        assert_eq!(options(&[]).unwrap().get(TABLE), 3);
        assert_eq!(options(&[("table", "5"), ("method", "exact")]).unwrap().get(TABLE), 5);
        assert_eq!(
            options(&[("table", "5")]).unwrap_err().to_string(),
            "--table: it has no effect here; expected --method exact"
        );
        assert!(options(&[("limit", "5"), ("all", "")]).is_ok());
        assert_eq!(
            options(&[("limit", "5")]).unwrap_err().to_string(),
            "--limit: it has no effect here; expected --all"
        );
    }

    #[test]
    fn an_option_that_nobody_asks_for_is_known() {
        let given = [("games", "7".to_owned()), ("all", String::new())];
        let request = Request::new(&SOLVE, Some(Input::inline("1 2")), given).unwrap();
        assert_eq!(request.unused(), ["games", "all"]);
        assert_eq!(request.clone().get(GAMES), 7);
        assert_eq!(request.unused(), ["all"]);
        assert!(request.is_on(ALL) && request.unused().is_empty());
        let refused = request.refuse(&[GAMES.spec], "a board").unwrap_err();
        assert_eq!(refused.to_string(), "--games: it has no effect here; expected a board");
    }

    #[test]
    fn text_that_is_not_text_is_placed() {
        let input = Input { source: "x".into(), bytes: b"ab\nc\xff".to_vec() };
        let place = input.text().unwrap_err().place.unwrap();
        assert_eq!((place.line, place.column), (2, 2));
    }
}
