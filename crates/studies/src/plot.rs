//! The summaries of a study as a chart.

use quandary_core::InputError;
use quandary_verbs::figure::{Figure, Marks, Point, Series};

use crate::axis::Axis;
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
    let axis = Axis::of(summaries, x)?;
    let places = &axis.places;
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
        let (line, place) = (axis.line(summary), axis.place(summary));
        let x = numbers.as_ref().map_or(place as f64, |numbers| numbers[place]);
        let point = Point { x, y: estimate.value, interval: Some(estimate.interval) };
        let name = if line.is_empty() { y.to_owned() } else { line };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, marks: Marks::Intervals, points: vec![point] }),
        }
    }
    Ok(Figure {
        title: format!("{y} over {}", axis.name),
        x_label: axis.name.into(),
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
