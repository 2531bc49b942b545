//! Verdicts on sentences such as "fewer iterations" and on counts that depend on a limit nobody printed.

use std::fmt::Write;

use quandary_core::Seed;
use quandary_core::stats::{Estimate, Interval, bootstrap};
use serde_json::{Value, json};

use crate::reproduction::{Cell, Verdict};

/// Samples drawn for an interval.
const RESAMPLES: usize = 1000;

/// Student's t for a 95 % interval, with 1, 2, 3, … degrees of freedom.
const T95: [f64; 9] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

/// The mean of the first over the mean of the second, on the same instances, with the bootstrap interval over
/// instances; nothing without instances.
pub(super) fn ratio_of_means(pairs: &[(f64, f64)], seed: Seed) -> Option<Estimate> {
    let ratio = |pairs: &[(f64, f64)]| {
        let (first, second) =
            pairs.iter().fold((0.0, 0.0), |(a, b), (first, second)| (a + first, b + second));
        first / second
    };
    let usable = pairs.iter().any(|pair| pair.1 > 0.0);
    usable.then(|| bootstrap(pairs, RESAMPLES, seed, ratio))
}

/// The geometric mean of ratios, one a set, with Student's interval over sets; nothing with fewer than two sets.
pub(super) fn over_sets(ratios: &[f64]) -> Option<Estimate> {
    let logs: Vec<f64> = ratios.iter().copied().filter(|ratio| *ratio > 0.0).map(f64::ln).collect();
    let mean = mean_over_sets(&logs)?;
    let interval = Interval { low: mean.interval.low.exp(), high: mean.interval.high.exp() };
    Some(Estimate { value: mean.value.exp(), interval })
}

/// The mean of one number a set, with Student's interval over sets; nothing with fewer than two sets.
pub(super) fn mean_over_sets(means: &[f64]) -> Option<Estimate> {
    let t = *T95.get(means.len().checked_sub(2)?)?;
    let n = means.len() as f64;
    let mean = means.iter().sum::<f64>() / n;
    let variance = means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = t * (variance / n).sqrt();
    Some(Estimate { value: mean, interval: Interval { low: mean - half, high: mean + half } })
}

/// With fewer positions, that an interval reaches a printed number says nothing.
const ENOUGH: u64 = 100;

/// What different values of an open parameter say together: where they contradict each other, nothing is decided.
pub(super) fn together(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let all: Vec<Verdict> = verdicts.into_iter().collect();
    match (all.contains(&Verdict::AgreesAs), all.contains(&Verdict::Disagrees)) {
        (true, false) => all[0].max(Verdict::AgreesAs),
        (false, true) if all[0] == Verdict::Disagrees => Verdict::Disagrees,
        _ => Verdict::Undecided,
    }
}

/// Whether a value lies below a limit, as far as its interval tells. Agreement is always under our conventions.
pub(super) fn below(value: &Estimate, limit: f64) -> Verdict {
    if value.interval.high < limit {
        Verdict::AgreesAs
    } else if value.interval.low > limit {
        Verdict::Disagrees
    } else {
        Verdict::Undecided
    }
}

/// A sentence of the article beside our number.
pub(super) fn claim(
    (row, column): (&str, &str),
    printed: &str,
    ours: Option<&Estimate>,
    verdict: impl Fn(&Estimate) -> Verdict,
    note: String,
) -> Cell {
    let Some(ours) = ours else {
        return Cell::without_ours(row, column, json!(printed), Verdict::Undecided, "nothing was run");
    };
    Cell {
        row: row.into(),
        column: column.into(),
        printed: json!(printed),
        ours: json!(ours.value),
        interval: Some(ours.interval),
        verdict: verdict(ours),
        note,
    }
}

/// Our number with some value of an open parameter.
pub(super) struct Setting {
    /// The parameter and its value.
    pub(super) name: String,
    pub(super) estimate: Estimate,
    /// How many positions it is from.
    pub(super) positions: u64,
}

/// A printed number whose set-up leaves something open. It agrees only where the declared set-up or one of the other
/// settings gives it; between them, and above what the largest budget reaches, nothing is decided.
///
/// - `ours`: under the declared set-up; its interval stands in the cell. With few positions nothing agrees.
/// - `others`: with other values of what is open.
/// - `grows`: whether a larger budget than ours would give more.
/// - `note`: what is open.
pub(super) fn open_ended(
    (row, column): (&str, &str),
    printed: Value,
    ours: &Setting,
    others: &[Setting],
    grows: bool,
    note: &str,
) -> Cell {
    let wanted = printed.as_f64().unwrap_or(f64::NAN);
    let all = || std::iter::once(ours).chain(others).filter(|setting| setting.estimate.value.is_finite());
    let gives =
        |setting: &&Setting| setting.positions >= ENOUGH && setting.estimate.interval.contains(wanted);
    let low = all().map(|setting| setting.estimate.value).fold(ours.estimate.interval.low, f64::min);
    let high = all().map(|setting| setting.estimate.value).fold(ours.estimate.interval.high, f64::max);
    let (verdict, why) = if !ours.estimate.value.is_finite() || !wanted.is_finite() {
        (Verdict::Undecided, "nothing was run".to_owned())
    } else if let Some(setting) = all().find(gives) {
        (Verdict::AgreesAs, format!("as: {}", setting.name))
    } else if (low..=high).contains(&wanted) {
        let few = if ours.positions < ENOUGH { ", from too few positions" } else { "" };
        (Verdict::Undecided, format!("between what the open parameters give, {low:.1} to {high:.1}{few}"))
    } else if grows && wanted > high {
        (Verdict::Undecided, "more than with our largest budget; a larger one may reach it".to_owned())
    } else {
        (Verdict::Disagrees, format!("outside {low:.1} to {high:.1}, what the open parameters give"))
    };
    let mut note = format!("{why}; {note}");
    for Setting { name, estimate: Estimate { value, interval }, .. } in all().skip(1) {
        let _ = write!(note, "; {value:.1} [{:.1}, {:.1}] with {name}", interval.low, interval.high);
    }
    Cell {
        row: row.into(),
        column: column.into(),
        printed,
        ours: json!(ours.estimate.value),
        interval: Some(ours.estimate.interval),
        verdict,
        note,
    }
}

/// A share in per cent.
pub(super) fn per_cent(rate: quandary_core::stats::Rate) -> Estimate {
    let interval = rate.interval();
    Estimate {
        value: 100.0 * rate.value(),
        interval: Interval { low: 100.0 * interval.low, high: 100.0 * interval.high },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_of_equal_means_is_left_open_and_a_clear_one_is_not() {
        let mut stream = Seed(3).stream(0);
        let same: Vec<(f64, f64)> = (0..200).map(|_| (stream.unit(), stream.unit())).collect();
        let half: Vec<(f64, f64)> = same.iter().map(|(a, b)| (a * 0.5, *b)).collect();
        let ratio = |pairs: &[(f64, f64)]| ratio_of_means(pairs, Seed(1)).unwrap();
        assert_eq!(below(&ratio(&same), 1.0), Verdict::Undecided);
        assert_eq!(below(&ratio(&half), 1.0), Verdict::AgreesAs);
        assert_eq!(below(&ratio(&half), 0.3), Verdict::Disagrees);
        assert!(ratio_of_means(&[], Seed(1)).is_none());
    }

    #[test]
    fn contradicting_values_of_an_open_parameter_decide_nothing() {
        use Verdict::{AgreesAs, Disagrees, Undecided};
        assert_eq!(together([AgreesAs, AgreesAs]), AgreesAs);
        assert_eq!(together([AgreesAs, Undecided]), AgreesAs);
        assert_eq!(together([Undecided, AgreesAs]), Undecided);
        assert_eq!(together([Disagrees, Undecided]), Disagrees);
        assert_eq!(together([Disagrees, AgreesAs]), Undecided);
        assert_eq!(together([Undecided, Undecided]), Undecided);
    }

    #[test]
    fn student_s_interval_over_five_sets_is_the_textbook_one() {
        // Mean 3, deviation sqrt(2.5), t = 2.776: 3 +- 1.963.
        let estimate = mean_over_sets(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!((estimate.value - 3.0).abs() < 1e-12);
        assert!((estimate.interval.high - 4.963).abs() < 0.001, "{estimate:?}");
        let ratios = over_sets(&[0.5, 2.0]).unwrap();
        assert!((ratios.value - 1.0).abs() < 1e-12 && ratios.interval.low < 0.01);
        assert!(over_sets(&[0.5]).is_none());
    }

    #[test]
    fn a_printed_number_agrees_only_where_a_setting_gives_it() {
        let setting = |name: &str, value: f64, positions: u64| Setting {
            name: name.into(),
            estimate: Estimate { value, interval: Interval { low: value - 1.0, high: value + 1.0 } },
            positions,
        };
        let cell = |printed: f64, positions: u64, grows: bool| {
            let others = [setting("k = 1", 60.0, 200), setting("k = 60", 40.0, 25)];
            open_ended(
                ("", ""),
                json!(printed),
                &setting("ours", 50.0, positions),
                &others,
                grows,
                "k is open",
            )
        };
        assert_eq!(cell(50.5, 200, false).verdict, Verdict::AgreesAs);
        assert_eq!(cell(59.5, 200, false).verdict, Verdict::AgreesAs);
        assert_eq!(cell(57.0, 200, false).verdict, Verdict::Undecided);
        // Too few positions to agree, for ours or for another setting.
        assert_eq!(cell(50.5, 3, false).verdict, Verdict::Undecided);
        assert_eq!(cell(40.5, 200, false).verdict, Verdict::Undecided);
        assert_eq!(cell(72.0, 200, false).verdict, Verdict::Disagrees);
        assert_eq!(cell(72.0, 200, true).verdict, Verdict::Undecided);
        assert_eq!(cell(20.0, 200, true).verdict, Verdict::Disagrees);
        assert!(cell(57.0, 200, false).note.contains("60.0 [59.0, 61.0] with k = 1"));
    }
}
