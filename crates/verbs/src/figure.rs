//! Charts as data: what is to be seen, before anybody draws it.
//!
//! An entry says what a chart shows; the interface that has a screen or a file draws it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quandary_core::stats::Interval;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Marks {
    /// A line through the points.
    Line,
    /// The points alone.
    Points,
    /// A bar for each point.
    Bars,
    /// A point with its interval.
    Intervals,
}

/// A point of a series, with an interval where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Its interval, for [`Marks::Intervals`].
    pub interval: Option<Interval>,
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y, interval: None }
    }
}

/// Some points that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// How it is drawn.
    pub marks: Marks,
    /// Its points.
    pub points: Vec<Point>,
}

impl Series {
    /// A series of plain points.
    pub fn new(name: &str, marks: Marks, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { name: name.into(), marks, points: points.into_iter().map(Point::from).collect() }
    }
}

/// A chart, before it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// What is across.
    pub x_label: String,
    /// What is up.
    pub y_label: String,
    /// Names of the places 0, 1, 2, … across, where they are not numbers.
    pub x_names: Vec<String>,
    /// What is drawn.
    pub series: Vec<Series>,
    /// How to read it.
    pub caption: String,
}
