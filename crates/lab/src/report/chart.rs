//! Figures as SVG, drawn by plotters.

use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::reproduction::{Figure, Marks, Series};

const SIZE: (u32, u32) = (760, 380);

/// Colours that colour-blind readers can distinguish (Okabe and Ito 2008).
const COLOURS: [RGBColor; 11] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(60, 60, 60),
    // Four more for the rare figure with many lines.
    RGBColor(120, 80, 180),
    RGBColor(140, 86, 75),
    RGBColor(160, 160, 160),
    RGBColor(150, 150, 20),
];

/// Draws a figure into a file, or says why that failed.
pub fn write(figure: &Figure, path: &Path) -> Result<(), String> {
    super::folder::replace(path, &drawn(figure)?).map_err(|error| error.to_string())
}

fn drawn(figure: &Figure) -> Result<String, String> {
    let mut out = String::new();
    {
        let area = SVGBackend::with_string(&mut out, SIZE).into_drawing_area();
        draw(figure, &area).map_err(|error| error.to_string())?;
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(out)
}

/// The figure as an SVG element, or why it cannot be drawn.
pub(super) fn svg(figure: &Figure) -> Result<String, String> {
    // Responsive: the page decides the width.
    Ok(drawn(figure)?.replacen(
        &format!("<svg width=\"{}\" height=\"{}\"", SIZE.0, SIZE.1),
        &format!("<svg role=\"img\" aria-label=\"{}\"", figure.title.replace(['"', '<', '>', '&'], " ")),
        1,
    ))
}

/// The extent of all points and intervals, with a small margin.
fn extent(figure: &Figure) -> ((f64, f64), (f64, f64)) {
    let mut x = (f64::INFINITY, f64::NEG_INFINITY);
    let mut y = (f64::INFINITY, f64::NEG_INFINITY);
    let widen = |range: &mut (f64, f64), value: f64| {
        if value.is_finite() {
            *range = (range.0.min(value), range.1.max(value));
        }
    };
    for series in &figure.series {
        for point in &series.points {
            widen(&mut x, point.x);
            widen(&mut y, point.y);
            if let Some(interval) = point.interval {
                widen(&mut y, interval.low);
                widen(&mut y, interval.high);
            }
            if series.marks == Marks::Bars {
                widen(&mut x, point.x - 0.5);
                widen(&mut x, point.x + 0.5);
                widen(&mut y, 0.0);
            }
        }
    }
    if !figure.x_names.is_empty() {
        widen(&mut x, -0.5);
        widen(&mut x, figure.x_names.len() as f64 - 0.5);
    }
    let air = |(low, high): (f64, f64), share: f64| {
        let wide = if high > low { high - low } else { 1.0 };
        (low - share * wide, high + share * wide)
    };
    (air(x, 0.01), air(y, 0.05))
}

fn draw(
    figure: &Figure,
    area: &DrawingArea<SVGBackend<'_>, Shift>,
) -> Result<(), Box<dyn std::error::Error>> {
    area.fill(&WHITE)?;
    let ((x0, x1), (y0, y1)) = extent(figure);
    if !(x0.is_finite() && x1.is_finite() && y0.is_finite() && y1.is_finite()) {
        return Err("there is nothing to draw".into());
    }
    let below = area.titled(&figure.title, ("sans-serif", 17))?;
    let (rows, below) = below.split_vertically(legend_height(figure));
    draw_legend(figure, &rows)?;
    let mut chart = ChartBuilder::on(&below)
        .margin(12)
        .x_label_area_size(46)
        .y_label_area_size(58)
        .build_cartesian_2d(x0..x1, y0..y1)?;
    let names = &figure.x_names;
    let name = |x: &f64| {
        let whole = (x - x.round()).abs() < 1e-6 && *x > -0.5;
        names.get(x.round() as usize).filter(|_| whole).cloned().unwrap_or_default()
    };
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(&figure.x_label)
        .y_desc(&figure.y_label)
        .x_label_formatter(&|x| number(*x))
        .y_label_formatter(&|y| number(*y))
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.08));
    mesh.label_style(("sans-serif", 12)).axis_desc_style(("sans-serif", 13));
    if !names.is_empty() {
        mesh.x_labels(names.len() * 2 + 1).x_label_formatter(&name);
    }
    mesh.draw()?;
    for (index, series) in figure.series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        draw_series(&mut chart, series, colour)?;
    }
    Ok(())
}

/// A number on an axis, without unnecessary digits.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A row of the legend.
const ROW: i32 = 18;

/// The places of the legend's entries, row by row: the legend is above the plot, where it covers nothing.
fn legend_places(figure: &Figure) -> Vec<(i32, i32)> {
    // About the width of the drawn letters.
    let wide = |name: &str| 34 + 7 * name.chars().count() as i32;
    let (mut x, mut row) = (70, 0);
    let mut places = Vec::new();
    for series in &figure.series {
        if x > 70 && x + wide(&series.name) > SIZE.0 as i32 - 10 {
            (x, row) = (70, row + 1);
        }
        places.push((x, row));
        x += wide(&series.name);
    }
    places
}

/// One series needs no legend.
fn legend_height(figure: &Figure) -> i32 {
    let rows = legend_places(figure).last().map_or(0, |(_, row)| row + 1);
    if figure.series.len() > 1 { rows * ROW } else { 0 }
}

fn draw_legend(
    figure: &Figure,
    area: &DrawingArea<SVGBackend<'_>, Shift>,
) -> Result<(), Box<dyn std::error::Error>> {
    if figure.series.len() < 2 {
        return Ok(());
    }
    for (index, (series, (x, row))) in figure.series.iter().zip(legend_places(figure)).enumerate() {
        let (colour, y) = (COLOURS[index % COLOURS.len()], row * ROW + 5);
        area.draw(&Rectangle::new([(x, y), (x + 14, y + 8)], colour.filled()))?;
        area.draw(&Text::new(series.name.clone(), (x + 20, y - 2), ("sans-serif", 12)))?;
    }
    Ok(())
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn draw_series(
    chart: &mut Chart<'_, '_>,
    series: &Series,
    colour: RGBColor,
) -> Result<(), Box<dyn std::error::Error>> {
    let points = || series.points.iter().filter(|point| point.y.is_finite()).map(|point| (point.x, point.y));
    match series.marks {
        Marks::Line => chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?,
        Marks::Points => chart.draw_series(points().map(|at| Circle::new(at, 4, colour.filled())))?,
        Marks::Bars => chart.draw_series(
            points().map(|(x, y)| Rectangle::new([(x - 0.4, 0.0), (x + 0.4, y)], colour.mix(0.8).filled())),
        )?,
        Marks::Intervals => {
            chart.draw_series(series.points.iter().filter_map(|point| {
                let interval = point.interval?;
                let ends = vec![(point.x, interval.low), (point.x, interval.high)];
                Some(PathElement::new(ends, colour.stroke_width(2)))
            }))?;
            chart.draw_series(points().map(|at| Circle::new(at, 4, colour.filled())))?
        }
    };
    Ok(())
}
