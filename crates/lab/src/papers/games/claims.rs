//! Verdicts on sentences such as "fewer iterations" and on counts that depend on a limit that is not printed.

use std::cmp::Ordering;
use std::fmt::Write;

use quandary_core::stats::{Estimate, Interval, Rate};
use serde_json::{Value, json};

use crate::judge::{
    AGREE, Evidence, LEAST, LEVEL, NumericTest, POWER, Print, Ratio, Settled, Test, agreeing,
};
use crate::papers::Printed;
use crate::reproduction::Cell;
use crate::reproduction::Verdict;

/// What is open in every experiment with two players.
const DECLARED: &str = "the declared set-up, ten playouts";

/// On which side of 1 a ratio lies, if there are enough instances to decide it at the level of verdicts.
pub(super) fn side(ratio: &Ratio, instances: u64) -> Option<Ordering> {
    let Interval { low, high } = ratio.interval(LEVEL);
    match (instances >= LEAST, high < 1.0, low > 1.0) {
        (true, true, _) => Some(Ordering::Less),
        (true, _, true) => Some(Ordering::Greater),
        _ => None,
    }
}

/// The combined result for several values of an open parameter: that of the declared one, unless another contradicts
/// it.
pub(super) fn together(sides: &[Option<Ordering>]) -> Option<Ordering> {
    let declared = (*sides.first()?)?;
    let contradicted = sides.iter().flatten().any(|side| *side != declared);
    (!contradicted).then_some(declared)
}

/// A comparing sentence of the article, and the words for our possible results: below and above.
pub(super) fn claim(
    place: (&str, &str),
    (below, above): (&str, &str),
    printed: &str,
    ours: Option<Estimate>,
    found: Option<Ordering>,
    note: &str,
) -> Cell {
    let word = match found {
        Some(Ordering::Less) => Some(below),
        Some(Ordering::Greater) => Some(above),
        _ => None,
    };
    let accepts = word.map(str::to_owned).into_iter().collect();
    let ours_shown = ours.map_or(Value::Null, |ours| json!(ours.value));
    let mut cell = Cell::judged(place, printed, ours_shown, Test::Words { accepts }, Some(DECLARED));
    cell.interval = ours.map(|ours| ours.interval);
    cell.saying(note)
}

/// Our number with some value of an open parameter.
pub(super) struct Setting {
    /// The parameter and its value.
    pub(super) name: String,
    pub(super) estimate: Estimate,
    pub(super) held: NumericTest,
}

impl Setting {
    /// A share in per cent, beside a printed one. The print's rounding and what matters are in points.
    pub(super) fn share(name: &str, rate: Rate, print: &Print) -> Setting {
        let print = Print { rounding: print.rounding / 100.0, matters: print.matters / 100.0, ..*print };
        let evidence = Evidence::Share(rate);
        let Interval { low, high } = rate.interval();
        let interval = Interval { low: 100.0 * low, high: 100.0 * high };
        let value = if rate.trials == 0 { f64::NAN } else { 100.0 * rate.value() };
        Setting {
            name: name.to_owned(),
            estimate: Estimate { value, interval },
            held: evidence.against(&print).times(100.0),
        }
    }

    /// The saving in per cent, from the ratio that is left; the printed value is assumed to be from the same number of
    /// positions.
    pub(super) fn saved(name: &str, left: Ratio, points: f64) -> Setting {
        let share = |left: f64| 100.0 * (1.0 - left);
        let both = Ratio { log_error: left.log_error * 2_f64.sqrt(), ..left };
        let across = |z: f64| {
            let Interval { low, high } = both.interval(z);
            Interval { low: share(high), high: share(low) }
        };
        let (accepts, likely, wide) = (across(LEVEL), across(AGREE), across(AGREE + POWER));
        let value = share(left.value);
        let own = left.estimate().interval;
        let held = NumericTest {
            ours: Some(value),
            agrees: agreeing(value, likely, points, 0.5),
            accepts: Interval { low: accepts.low - 0.5, high: accepts.high + 0.5 },
            sees: Some((wide.high - value).max(value - wide.low) + 0.5),
            matters: points,
            enough: left.count >= LEAST,
            settled: Settled::Unknown,
        };
        let interval = Interval { low: share(own.high), high: share(own.low) };
        Setting { name: name.to_owned(), estimate: Estimate { value, interval }, held }
    }
}

/// A printed number whose set-up leaves something open. It agrees only if the declared set-up or one of the other
/// settings gives it; between them, and above what the largest budget reaches, it is undecided.
///
/// - `settings`: the declared one, whose interval is shown in the cell, then others.
/// - `grows`: whether a larger budget than ours would give more.
/// - `note`: what is open.
pub(super) fn open_ended(
    place: (&str, &str),
    printed: &Printed,
    settings: &[Setting],
    grows: bool,
    note: &str,
) -> Cell {
    let known: Vec<&Setting> = settings.iter().filter(|setting| setting.estimate.value.is_finite()).collect();
    let wanted = printed.number.unwrap_or(f64::NAN);
    let low = known.iter().map(|setting| setting.held.accepts.low).fold(f64::INFINITY, f64::min);
    let high = known.iter().map(|setting| setting.held.accepts.high).fold(f64::NEG_INFINITY, f64::max);
    let reach = Interval { low: low.max(f64::MIN), high: if grows { f64::MAX } else { high.min(f64::MAX) } };
    let reach = if known.is_empty() { Interval { low: f64::MIN, high: f64::MAX } } else { reach };
    let test = Test::Open { settings: known.iter().map(|setting| setting.held).collect(), reach };
    let hit = known.iter().find(|setting| setting.held.verdict(wanted) == Verdict::Agrees);
    let reading = hit.map_or("none of the settings", |setting| setting.name.as_str());
    let ours = settings.first().filter(|setting| setting.estimate.value.is_finite());
    let shown = ours.map_or(Value::Null, |setting| json!(setting.estimate.value));
    let mut cell = Cell::judged(place, printed, shown, test, Some(reading));
    cell.interval = ours.map(|setting| setting.estimate.interval);
    let mut note = note.to_owned();
    for setting in settings.iter().skip(1) {
        let Interval { low, high } = setting.estimate.interval;
        let _ = write!(note, "; {:.1} [{low:.1}, {high:.1}] with {}", setting.estimate.value, setting.name);
    }
    cell.saying(note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;

    #[test]
    fn a_ratio_of_equal_means_is_left_open_and_a_clear_one_is_not() {
        let mut stream = Seed(3).stream(0);
        let same: Vec<(f64, f64)> = (0..200).map(|_| (stream.unit(), stream.unit())).collect();
        let half: Vec<(f64, f64)> = same.iter().map(|(a, b)| (a * 0.5, *b)).collect();
        let ratio = |pairs: &[(f64, f64)]| side(&Ratio::of_means(pairs).unwrap(), pairs.len() as u64);
        assert_eq!(ratio(&same), None);
        assert_eq!(ratio(&half), Some(Ordering::Less));
        let double: Vec<(f64, f64)> = half.iter().map(|(a, b)| (*b, *a)).collect();
        assert_eq!(ratio(&double), Some(Ordering::Greater));
        assert_eq!(ratio(&half[..50]), None, "too few for any verdict");
    }

    #[test]
    fn contradicting_values_of_an_open_parameter_decide_nothing() {
        let (less, more) = (Some(Ordering::Less), Some(Ordering::Greater));
        assert_eq!(together(&[less, less]), less);
        assert_eq!(together(&[less, None]), less);
        assert_eq!(together(&[None, less]), None);
        assert_eq!(together(&[more, None]), more);
        assert_eq!(together(&[more, less]), None);
        assert_eq!(together(&[]), None);
    }

    #[test]
    fn a_claim_agrees_or_disagrees_by_its_word() {
        let of = |found| claim(("", ""), ("fewer", "more"), "fewer", None, found, "").verdict;
        assert_eq!(of(Some(Ordering::Less)), Verdict::AgreesAs);
        assert_eq!(of(Some(Ordering::Greater)), Verdict::Disagrees);
        assert_eq!(of(None), Verdict::Undecided);
    }

    #[test]
    fn a_printed_number_agrees_only_where_a_setting_gives_it() {
        let setting = |name: &str, wins: u64, positions: u64| {
            let print = Print { runs: Some(20_000), rounding: 0.05, matters: 5.0 };
            Setting::share(name, Rate::new(wins, positions), &print)
        };
        let cell = |printed: f64, positions: u64, grows: bool| {
            let printed = &Printed::from(printed);
            let settings = [
                setting("ours", positions / 2, positions),
                setting("k = 1", 12_000, 20_000),
                setting("k = 60", 20, 50),
            ];
            open_ended(("", ""), printed, &settings, grows, "k is open")
        };
        assert_eq!(cell(50.5, 20_000, false).verdict, Verdict::AgreesAs);
        assert_eq!(cell(59.5, 20_000, false).verdict, Verdict::AgreesAs);
        assert_eq!(cell(55.5, 20_000, false).verdict, Verdict::Undecided);
        // From 50 positions a share of 0.4 could be anything between 0.2 and 0.7.
        assert_eq!(cell(40.5, 20_000, false).verdict, Verdict::Undecided);
        assert_eq!(cell(82.0, 20_000, false).verdict, Verdict::Disagrees);
        assert_eq!(cell(82.0, 20_000, true).verdict, Verdict::Undecided);
        assert_eq!(cell(3.0, 20_000, true).verdict, Verdict::Disagrees);
        assert_eq!(cell(82.0, 50, false).verdict, Verdict::Undecided, "too few for any verdict");
        assert!(cell(57.0, 20_000, false).note.contains("60.0 [59.3, 60.7] with k = 1"));
    }
}
