//! The summaries of a study as a chart.

use quandary_core::InputError;
use quandary_core::figure::{Figure, Marks, Point, Series};

use crate::summary::CellSummary;
use crate::table::{MEASURES, measure};

/// A measure over a setting, a series for each choice of the other settings, with intervals.
///
/// `x` is the setting that has the most values unless it is named. Where its values are numbers, or end in one as
/// `9x9/10` does, they are placed by it; otherwise side by side.
pub fn plot(summaries: &[CellSummary], x: Option<&str>, y: &str) -> Result<Figure, InputError> {
    if !MEASURES.contains(&y) {
        return Err(InputError::new(format!("there is no measure `{y}`"))
            .expected(format!("one of {}", MEASURES.join(", ")))
            .of_option("y"));
    }
    let names: Vec<&str> = summaries
        .first()
        .map_or_else(Vec::new, |first| first.settings.iter().map(|(name, _)| *name).collect());
    let values = |index: usize| {
        let mut values: Vec<&str> = Vec::new();
        for summary in summaries {
            let value = summary.settings[index].1.as_str();
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    };
    let across = match x {
        Some(x) => names.iter().position(|name| *name == x).ok_or_else(|| {
            InputError::new(format!("the study has no setting `{x}`"))
                .expected(format!("one of {}", names.join(", ")))
                .of_option("x")
        })?,
        None => (0..names.len()).max_by_key(|&index| (values(index).len(), usize::MAX - index)).ok_or_else(
            || InputError::new("the study has no setting to plot over").expected("a study with [settings]"),
        )?,
    };
    let places = values(across);
    let numbers: Option<Vec<f64>> = places.iter().map(|value| trailing_number(value)).collect();
    // Two values that end in the same number would lie on each other.
    let numbers = numbers.filter(|numbers| {
        let mut sorted = numbers.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.windows(2).all(|pair| pair[0] < pair[1])
    });
    let mut series: Vec<Series> = Vec::new();
    for summary in summaries {
        let Some(estimate) = measure(summary, y) else { continue };
        let others: Vec<&str> = summary
            .settings
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != across && values(*index).len() > 1)
            .map(|(_, (_, value))| value.as_str())
            .collect();
        let place = places.iter().position(|value| *value == summary.settings[across].1).unwrap_or(0);
        let x = numbers.as_ref().map_or(place as f64, |numbers| numbers[place]);
        let point = Point { x, y: estimate.value, interval: Some(estimate.interval) };
        let name = if others.is_empty() { y.to_owned() } else { others.join(", ") };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, marks: Marks::Intervals, points: vec![point] }),
        }
    }
    Ok(Figure {
        title: format!("{y} over {}", names[across]),
        x_label: names[across].into(),
        y_label: y.into(),
        x_names: if numbers.is_some() {
            Vec::new()
        } else {
            places.iter().map(|&value| value.into()).collect()
        },
        series,
        caption: "with intervals at 95 %".into(),
    })
}

/// 10 of `9x9/10`, 0.9 of `0.9`.
fn trailing_number(text: &str) -> Option<f64> {
    let digits = text.rfind(|c: char| !c.is_ascii_digit() && c != '.').map_or(0, |index| index + 1);
    text[digits..].parse().ok()
}
