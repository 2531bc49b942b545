//! The tests that printed values must pass. A verdict depends only on the test and the printed value.

use quandary_core::stats::Interval;
use serde::{Deserialize, Serialize};

use crate::papers::Printed;
use crate::reproduction::Verdict;

/// With fewer runs of ours there is no verdict.
pub const LEAST: u64 = 100;

/// How the difference that matters could be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// This many runs of ours would show it.
    By(u64),
    /// No number of runs: the printed sample is itself too small.
    Never,
    /// Runs alone may not settle it: something else is open, or the difference is not one of means.
    Unknown,
}

/// A test of a printed number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NumericTest {
    /// Our value, in the printed unit; none if nothing was run.
    pub ours: Option<f64>,
    /// The printed values that are compatible with ours at 99.9 %, their rounding included.
    pub accepts: Interval,
    /// The printed values whose difference from ours is, at 95 %, less than what matters; none if our runs and theirs
    /// are too few to show that for any value.
    pub agrees: Option<Interval>,
    /// The smallest difference that nine of ten equal samples would rule out at 95 %; none if nothing was run.
    pub sees: Option<f64>,
    /// The difference that matters.
    pub matters: f64,
    /// Whether we made enough runs for any verdict.
    pub enough: bool,
    /// How the difference that matters could be seen.
    pub settled: Settled,
}

/// The printed values that are, at 95 %, nearer to `ours` than `matters`: `likely` is the range in which 95 % of equal
/// samples would be printed.
pub fn agreeing(ours: f64, likely: Interval, matters: f64, rounding: f64) -> Option<Interval> {
    let low = ours - matters + (ours - likely.low) + rounding;
    let high = ours + matters - (likely.high - ours) - rounding;
    (low <= high).then_some(Interval { low, high })
}

impl NumericTest {
    /// The test if nothing was run.
    pub fn nothing(matters: f64) -> NumericTest {
        NumericTest {
            ours: None,
            accepts: Interval { low: f64::MIN, high: f64::MAX },
            agrees: None,
            sees: None,
            matters,
            enough: false,
            settled: Settled::Unknown,
        }
    }

    /// Whether nine of ten equal samples would have ruled out the difference that matters.
    pub fn sharp(&self) -> bool {
        self.sees.is_some_and(|sees| sees <= self.matters * (1.0 + 1e-9))
    }

    /// Whether the difference from a printed value is smaller than what matters.
    fn is_small(&self, printed: f64) -> bool {
        self.ours.is_some_and(|ours| (printed - ours).abs() < self.matters)
    }

    /// The verdict on a printed value.
    pub fn verdict(&self, printed: f64) -> Verdict {
        let agrees = self.agrees.is_some_and(|range| range.contains(printed));
        match (self.enough, self.accepts.contains(printed), agrees) {
            (false, _, _) | (true, true, false) => Verdict::Undecided,
            (true, false, _) if self.is_small(printed) => Verdict::DiffersSlightly,
            (true, false, _) => Verdict::Disagrees,
            (true, true, true) => Verdict::Agrees,
        }
    }

    /// The same in another unit, such as per cent.
    #[must_use]
    pub fn times(self, unit: f64) -> NumericTest {
        let scaled = |range: Interval| Interval { low: range.low * unit, high: range.high * unit };
        NumericTest {
            ours: self.ours.map(|ours| ours * unit),
            accepts: scaled(self.accepts),
            agrees: self.agrees.map(scaled),
            sees: self.sees.map(|sees| sees * unit),
            matters: self.matters * unit,
            ..self
        }
    }

    /// What would have made a printed value fail, and how many runs would settle it.
    fn fails(&self) -> String {
        if !self.enough {
            return format!("fewer than {LEAST} runs of ours decide nothing");
        }
        let Interval { low, high } = self.accepts;
        let mut text =
            format!("fails outside [{}, {}]; {} matters", short(low), short(high), short(self.matters));
        match self.agrees {
            Some(Interval { low, high }) => {
                text += &format!("; agrees within [{}, {}]", short(low), short(high));
            }
            None => text += "; nothing would agree",
        }
        if !self.sharp() {
            text += &match self.settled {
                Settled::By(runs) => format!("; {runs} runs would settle it"),
                Settled::Never => {
                    "; no number of our runs would settle it: the printed sample is too small".to_owned()
                }
                Settled::Unknown => "; more runs alone may not settle it".to_owned(),
            };
        }
        text
    }
}

/// The test that a printed value must pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Test {
    /// A number.
    Number(NumericTest),
    /// A number that depends on a parameter that is not printed: one test for each value tried.
    Open {
        /// One test for each value; the declared one first.
        settings: Vec<NumericTest>,
        /// The values that some value of the parameter, tried or in between, could give.
        reach: Interval,
    },
    /// A word, a list or a range: the ones that would have been accepted. If empty, nothing was decided.
    Words {
        /// The accepted words, as printed.
        accepts: Vec<String>,
    },
    /// A number that follows from printed ones: the possible values of the formula.
    Arithmetic {
        /// The range, with the rounding of the inputs and of the value itself.
        accepts: Interval,
    },
    /// A name or a rule that is taken from the document.
    Rule {
        /// What it must be.
        must_be: String,
    },
    /// A value that is true by definition.
    Definition {
        /// What it must be.
        must_be: f64,
    },
}

impl Test {
    /// The verdict on a printed value.
    pub fn of(&self, printed: &Printed) -> Verdict {
        match (self, printed.number) {
            (Test::Words { .. } | Test::Rule { .. }, _) | (_, None) => self.of_words(&printed.text),
            (_, Some(number)) => self.of_number(number),
        }
    }

    /// The verdict on a printed number.
    pub fn of_number(&self, printed: f64) -> Verdict {
        match self {
            Test::Number(held) => held.verdict(printed),
            Test::Open { settings, reach } => {
                let is = |verdict: Verdict| settings.iter().any(|held| held.verdict(printed) == verdict);
                match (is(Verdict::Agrees), reach.contains(printed), settings.first()) {
                    (true, _, _) => Verdict::Agrees,
                    (false, false, Some(first)) if first.enough && is(Verdict::DiffersSlightly) => {
                        Verdict::DiffersSlightly
                    }
                    (false, false, Some(first)) if first.enough => Verdict::Disagrees,
                    _ => Verdict::Undecided,
                }
            }
            Test::Words { .. } | Test::Rule { .. } => self.of_words(&printed.to_string()),
            Test::Arithmetic { accepts } if accepts.contains(printed) => Verdict::Arithmetic,
            Test::Definition { must_be } if *must_be == printed => Verdict::Definition,
            Test::Arithmetic { .. } | Test::Definition { .. } => Verdict::FormulaSlip,
        }
    }

    /// The verdict on a printed word.
    pub fn of_words(&self, printed: &str) -> Verdict {
        match self {
            Test::Words { accepts } if accepts.is_empty() => Verdict::Undecided,
            Test::Words { accepts } if accepts.iter().any(|word| word == printed) => Verdict::Agrees,
            Test::Words { .. } => Verdict::Disagrees,
            Test::Rule { must_be } if must_be == printed => Verdict::Definition,
            Test::Rule { .. } => Verdict::FormulaSlip,
            _ => Verdict::NotReproducible,
        }
    }

    /// The difference that matters, if it is about a number.
    pub fn matters(&self) -> Option<f64> {
        match self {
            Test::Number(held) => Some(held.matters),
            Test::Open { settings, .. } => settings.first().map(|held| held.matters),
            _ => None,
        }
    }

    /// The smallest difference that would have been seen, if it is about a number.
    pub fn sees(&self) -> Option<f64> {
        match self {
            Test::Number(held) => held.sees,
            Test::Open { settings, .. } => settings.iter().filter_map(|held| held.sees).reduce(f64::min),
            _ => None,
        }
    }

    /// What would have made the printed value fail.
    pub fn fails(&self) -> String {
        match self {
            Test::Number(held) => held.fails(),
            Test::Open { settings, reach } => {
                let declared =
                    settings.first().map_or_else(String::new, |held| format!("; declared: {}", held.fails()));
                format!(
                    "fails outside [{}, {}] whatever is open{declared}",
                    short(reach.low),
                    short(reach.high)
                )
            }
            Test::Words { accepts } if accepts.is_empty() => "nothing that was run decides it".into(),
            Test::Words { accepts } => format!("fails as anything but {}", accepts.join(" or ")),
            Test::Arithmetic { accepts } => {
                format!("fails outside [{}, {}]", short(accepts.low), short(accepts.high))
            }
            Test::Rule { must_be } => format!("fails as anything but {must_be}"),
            Test::Definition { must_be } => format!("fails as anything but {}", short(*must_be)),
        }
    }
}

/// A number with only as many digits as a reader needs.
pub(crate) fn short(value: f64) -> String {
    let text = match value.abs() {
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.2}"),
        size if !(1e-9..0.001).contains(&size) => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    };
    if text.contains('.') && !text.contains('e') {
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ours is 0.5; 0.2 matters.
    fn held() -> NumericTest {
        NumericTest {
            ours: Some(0.5),
            accepts: Interval { low: 0.4, high: 0.6 },
            agrees: Some(Interval { low: 0.42, high: 0.58 }),
            sees: Some(0.1),
            enough: true,
            settled: Settled::Never,
            ..NumericTest::nothing(0.2)
        }
    }

    #[test]
    fn a_value_agrees_differs_slightly_or_disagrees_depending_on_the_difference() {
        let verdicts = [0.5, 0.59, 0.65, 0.75].map(|printed| held().verdict(printed));
        use Verdict::{Agrees, DiffersSlightly, Disagrees, Undecided};
        assert_eq!(verdicts, [Agrees, Undecided, DiffersSlightly, Disagrees]);
    }

    #[test]
    fn the_same_minimum_of_runs_holds_for_every_verdict() {
        let few = NumericTest { enough: false, ..held() };
        assert_eq!([0.5, 0.65, 0.75].map(|printed| few.verdict(printed)), [Verdict::Undecided; 3]);
        let blunt = NumericTest { agrees: None, ..held() };
        assert_eq!((blunt.verdict(0.5), blunt.verdict(0.75)), (Verdict::Undecided, Verdict::Disagrees));
    }

    #[test]
    fn an_agreement_leaves_room_for_chance_and_rounding_on_both_sides() {
        let likely = Interval { low: 0.4, high: 0.7 };
        let found = agreeing(0.5, likely, 0.3, 0.01).unwrap();
        assert!((found.low - 0.31).abs() < 1e-12 && (found.high - 0.59).abs() < 1e-12, "{found:?}");
        assert_eq!(agreeing(0.5, likely, 0.1, 0.01), None);
    }

    #[test]
    fn a_note_says_what_would_have_failed_and_what_would_settle_it() {
        let held = NumericTest { sees: Some(0.3), settled: Settled::By(900), ..held() };
        assert_eq!(
            held.fails(),
            "fails outside [0.4, 0.6]; 0.2 matters; agrees within [0.42, 0.58]; 900 runs would settle it"
        );
        assert!(
            NumericTest { settled: Settled::Never, ..held }
                .fails()
                .contains("the printed sample is too small")
        );
    }
}
