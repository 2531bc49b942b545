//! Ten pictures of 30×30 cells, drawn from shapes, made unique: cells changed, the lower bound, CPU seconds.
//!
//! `cargo run --release -p quandary-nonogram --example make_unique -- [cells|look] [free|edges] [EFFORT] [FOLDER]`; with a
//! folder, each picture before and after is written there as PNG, what became black in red and what became white in blue.
//! Every certificate is handed to the verifier.

use std::path::Path;

use quandary_core::Budget;
use quandary_nonogram::Picture;
use quandary_nonogram::make_unique::{MadeUnique, Objective, Outcome, Wish, edges, make_unique};

/// CPU seconds of this thread, as the kernel counts them.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

const SIDE: usize = 30;

/// A picture that shapes are put on; coordinates in cells, the middle of the first is (0.5, 0.5).
struct Canvas(Picture);

impl Canvas {
    fn new() -> Canvas {
        Canvas(Picture::white(SIDE, SIDE))
    }

    /// Paints where `inside` says so.
    fn put(mut self, black: bool, inside: impl Fn(f64, f64) -> bool) -> Canvas {
        for y in 0..SIDE {
            for x in 0..SIDE {
                if inside(x as f64 + 0.5, y as f64 + 0.5) {
                    self.0.paint(x, y, black);
                }
            }
        }
        self
    }

    fn disc(self, black: bool, x: f64, y: f64, across: f64, down: f64) -> Canvas {
        self.put(black, |u, v| ((u - x) / across).powi(2) + ((v - y) / down).powi(2) <= 1.0)
    }

    fn bar(self, black: bool, left: f64, top: f64, right: f64, bottom: f64) -> Canvas {
        self.put(black, |u, v| u > left && u < right && v > top && v < bottom)
    }

    /// A convex shape from its corners, clockwise.
    fn shape(self, black: bool, corners: &[(f64, f64)]) -> Canvas {
        self.put(black, |u, v| {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).all(|(a, b)| (b.0 - a.0) * (v - a.1) - (b.1 - a.1) * (u - a.0) >= 0.0)
        })
    }

    /// Single cells.
    fn stars(mut self, cells: &[(usize, usize)]) -> Canvas {
        for &(x, y) in cells {
            self.0.paint(x, y, true);
        }
        self
    }

    /// The same slanting stroke from several places.
    fn strokes(self, from: &[(usize, usize)], across: f64, down: f64) -> Canvas {
        from.iter().fold(self, |canvas, &(x, y)| {
            let (x, y) = (x as f64, y as f64);
            canvas.stroke(true, (x + across, y), (x, y + down), 0.9)
        })
    }

    /// Shades, 0 white to 1 black, by ordered dithering with a square of 4×4 (Bayer 1973).
    fn shaded(mut self, shade: impl Fn(f64, f64) -> f64) -> Canvas {
        const BAYER: [[f64; 4]; 4] =
            [[0.0, 8.0, 2.0, 10.0], [12.0, 4.0, 14.0, 6.0], [3.0, 11.0, 1.0, 9.0], [15.0, 7.0, 13.0, 5.0]];
        for y in 0..SIDE {
            for x in 0..SIDE {
                let black = shade(x as f64 + 0.5, y as f64 + 0.5) > (BAYER[y % 4][x % 4] + 0.5) / 16.0;
                self.0.paint(x, y, black);
            }
        }
        self
    }

    fn stroke(self, black: bool, from: (f64, f64), to: (f64, f64), thick: f64) -> Canvas {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        self.put(black, |u, v| {
            let along = (((u - from.0) * dx + (v - from.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
            (u - from.0 - along * dx).hypot(v - from.1 - along * dy) <= thick / 2.0
        })
    }
}

fn pictures() -> Vec<(&'static str, Picture)> {
    let night = Canvas::new().disc(true, 11.0, 12.0, 8.5, 8.5).disc(false, 15.0, 9.5, 7.5, 7.5).stars(&[
        (22, 3),
        (26, 8),
        (19, 12),
        (24, 16),
        (28, 20),
        (5, 24),
        (21, 23),
        (13, 25),
        (2, 3),
        (17, 27),
        (27, 27),
    ]);
    let umbrella = Canvas::new()
        .disc(true, 15.0, 15.0, 11.0, 8.0)
        .bar(false, 0.0, 15.0, 30.0, 30.0)
        .disc(false, 8.0, 15.5, 2.2, 1.6)
        .disc(false, 15.0, 15.5, 2.2, 1.6)
        .disc(false, 22.0, 15.5, 2.2, 1.6)
        .stroke(true, (15.0, 5.0), (15.0, 26.0), 1.2)
        .stroke(true, (15.0, 26.5), (18.0, 26.5), 1.2)
        .stroke(true, (18.5, 24.5), (18.5, 26.0), 1.2)
        .strokes(
            &[
                (3, 2),
                (9, 1),
                (20, 2),
                (26, 4),
                (1, 9),
                (28, 11),
                (4, 19),
                (9, 22),
                (22, 20),
                (26, 24),
                (6, 26),
            ],
            2.0,
            3.0,
        );
    let bicycle = Canvas::new()
        .disc(true, 7.5, 20.5, 6.5, 6.5)
        .disc(false, 7.5, 20.5, 5.2, 5.2)
        .disc(true, 22.5, 20.5, 6.5, 6.5)
        .disc(false, 22.5, 20.5, 5.2, 5.2)
        .stroke(true, (7.5, 20.5), (12.0, 11.5), 1.1)
        .stroke(true, (12.0, 11.5), (20.0, 11.5), 1.1)
        .stroke(true, (20.0, 11.5), (14.5, 20.5), 1.1)
        .stroke(true, (14.5, 20.5), (7.5, 20.5), 1.1)
        .stroke(true, (12.0, 11.5), (14.5, 20.5), 1.1)
        .stroke(true, (22.5, 20.5), (19.5, 7.5), 1.1)
        .stroke(true, (19.5, 7.5), (23.0, 6.5), 1.1)
        .stroke(true, (9.5, 9.5), (14.0, 9.5), 1.1)
        .stars(&[
            (2, 2),
            (6, 4),
            (3, 7),
            (27, 2),
            (25, 10),
            (28, 12),
            (1, 29),
            (8, 28),
            (14, 29),
            (19, 28),
            (26, 29),
        ]);
    let sphere = Canvas::new().shaded(|x, y| {
        let (u, v) = ((x - 15.0) / 13.0, (y - 15.0) / 13.0);
        let height = 1.0 - u * u - v * v;
        if height < 0.0 {
            0.0
        } else {
            1.0 - (0.25 + 0.75 * (height.sqrt() * 0.6 - u * 0.5 - v * 0.6).max(0.0))
        }
    });
    let snow = Canvas::new()
        .stroke(true, (4.0, 15.0), (13.0, 7.0), 1.2)
        .stroke(true, (13.0, 7.0), (22.0, 15.0), 1.2)
        .bar(true, 6.0, 14.0, 20.0, 26.0)
        .bar(false, 7.0, 15.0, 19.0, 25.0)
        .bar(true, 9.0, 17.0, 12.0, 20.0)
        .bar(true, 14.0, 18.0, 17.0, 26.0)
        .bar(true, 0.0, 26.0, 30.0, 27.0)
        .shape(true, &[(26.0, 14.0), (29.0, 22.0), (23.0, 22.0)])
        .bar(true, 25.0, 22.0, 27.0, 26.0)
        .stars(&[
            (2, 2),
            (7, 4),
            (12, 1),
            (18, 3),
            (24, 2),
            (28, 6),
            (1, 10),
            (25, 9),
            (2, 19),
            (21, 8),
            (4, 22),
            (28, 28),
            (9, 29),
        ]);
    let spiral = Canvas::new().put(true, |x, y| {
        let (u, v) = (x - 15.0, y - 15.0);
        let (turn, far) = (v.atan2(u) / std::f64::consts::TAU, u.hypot(v));
        far < 14.5 && (far / 3.6 - turn).rem_euclid(1.0) < 0.4
    });
    let flower = Canvas::new()
        .put(true, |x, y| {
            let (u, v) = (x - 15.0, y - 11.0);
            let petal = 6.5 + 3.0 * (5.0 * v.atan2(u)).cos();
            (u.hypot(v) - petal).abs() < 0.75
        })
        .disc(true, 15.0, 11.0, 2.2, 2.2)
        .disc(false, 15.0, 11.0, 1.0, 1.0)
        .stroke(true, (15.0, 17.0), (14.0, 29.0), 1.1)
        .disc(true, 19.0, 24.0, 4.5, 1.8)
        .disc(false, 19.0, 24.0, 3.0, 0.7)
        .disc(true, 9.5, 26.0, 4.0, 1.8)
        .disc(false, 9.5, 26.0, 2.5, 0.7);
    let heart = Canvas::new()
        .disc(true, 9.5, 10.5, 7.0, 6.5)
        .disc(true, 20.5, 10.5, 7.0, 6.5)
        .shape(true, &[(3.2, 13.0), (26.8, 13.0), (15.0, 28.0)])
        .disc(false, 8.5, 9.5, 2.4, 1.8)
        .stroke(false, (4.0, 27.0), (27.0, 4.0), 1.1)
        .stroke(true, (1.0, 29.0), (4.5, 25.5), 1.4)
        .stroke(true, (24.0, 2.0), (28.5, 1.5), 1.2);
    let mushroom = Canvas::new()
        .disc(true, 15.0, 13.0, 13.0, 10.5)
        .bar(false, 0.0, 15.0, 30.0, 30.0)
        .bar(true, 10.0, 15.0, 20.0, 27.0)
        .disc(true, 15.0, 26.5, 7.5, 2.0)
        .bar(false, 12.0, 16.0, 14.0, 25.0)
        .disc(false, 8.5, 9.5, 2.6, 2.3)
        .disc(false, 17.5, 6.5, 2.2, 2.2)
        .disc(false, 22.5, 11.5, 2.4, 2.1)
        .disc(false, 14.5, 12.5, 1.3, 1.3)
        .stroke(true, (3.5, 28.5), (3.5, 22.5), 1.0)
        .stroke(true, (5.5, 28.5), (6.5, 24.5), 1.0)
        .stroke(true, (25.5, 28.5), (26.5, 22.5), 1.0);
    let cup = Canvas::new()
        .shape(true, &[(4.0, 12.0), (22.0, 12.0), (19.5, 26.0), (6.5, 26.0)])
        .disc(true, 22.0, 17.5, 5.2, 4.6)
        .disc(false, 22.4, 17.5, 3.0, 2.5)
        .shape(true, &[(4.0, 12.0), (22.0, 12.0), (19.5, 26.0), (6.5, 26.0)])
        .disc(true, 13.0, 27.5, 11.5, 1.4)
        .disc(false, 13.0, 13.5, 7.0, 0.9)
        .stroke(true, (8.5, 9.5), (10.0, 5.5), 1.1)
        .stroke(true, (10.0, 5.5), (8.5, 1.5), 1.1)
        .stroke(true, (13.5, 9.5), (15.0, 5.5), 1.1)
        .stroke(true, (15.0, 5.5), (13.5, 1.5), 1.1)
        .disc(false, 10.0, 19.5, 1.7, 1.7)
        .disc(false, 13.5, 19.5, 1.7, 1.7)
        .shape(false, &[(8.6, 20.4), (15.0, 20.4), (11.8, 24.0)]);
    let drawn = [
        ("night", night),
        ("umbrella", umbrella),
        ("bicycle", bicycle),
        ("sphere", sphere),
        ("snow", snow),
        ("spiral", spiral),
        ("flower", flower),
        ("heart", heart),
        ("mushroom", mushroom),
        ("cup", cup),
    ];
    drawn.into_iter().map(|(name, canvas)| (name, canvas.0)).collect()
}

/// Pixels of a cell.
const CELL: usize = 10;

/// Before and after side by side.
fn write_png(file: &Path, before: &Picture, made: &MadeUnique) {
    let width = (2 * SIDE + 1) * CELL;
    let mut pixels = vec![200_u8; width * SIDE * CELL * 3];
    let mut paint = |left: usize, x: usize, y: usize, rgb: [u8; 3]| {
        for v in y * CELL..(y + 1) * CELL - 1 {
            for u in (left + x) * CELL..(left + x + 1) * CELL - 1 {
                pixels[(v * width + u) * 3..][..3].copy_from_slice(&rgb);
            }
        }
    };
    for y in 0..SIDE {
        for x in 0..SIDE {
            let shade = |black: bool| if black { [0; 3] } else { [255; 3] };
            let (old, new) = (before.is_black(x, y), made.picture.is_black(x, y));
            paint(0, x, y, shade(old));
            paint(
                SIDE + 1,
                x,
                y,
                match (old, new) {
                    (false, true) => [220, 30, 30],
                    (true, false) => [120, 160, 255],
                    _ => shade(new),
                },
            );
        }
    }
    let file = std::fs::File::create(file).expect("a file to write");
    let mut encoder = png::Encoder::new(file, width as u32, (SIDE * CELL) as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("a PNG");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &str| arguments.get(index).map_or(usual, String::as_str).to_owned();
    let objective: Objective = word(0, "cells").parse().expect("an objective");
    let with_edges = word(1, "free") == "edges";
    let effort: u64 = word(2, &Wish::EFFORT.to_string()).parse().expect("a number");
    println!(
        "{:<9} {:>7} {:>5} {:>8} {:>8} {:>7} {:>7}",
        "picture", "changed", "cost", "at least", "switches", "made s", "check s"
    );
    let mut total = (0, 0, 0, 0.0, 0.0);
    for (name, picture) in pictures() {
        let wish = Wish { objective, protected: with_edges.then(|| edges(&picture)), effort };
        let begin = cpu_seconds();
        let made = make_unique(&picture, &wish, &mut Budget::unlimited());
        let certificate = made.certificate(&picture, &wish, &mut Budget::unlimited());
        let seconds = cpu_seconds() - begin;
        if let Some(mask) = &wish.protected {
            assert!(
                made.changed.iter().all(|&(x, y)| !mask.is_black(x, y)),
                "a protected cell of {name} was changed"
            );
        }
        let begin = cpu_seconds();
        if let Some(certificate) = &certificate {
            quandary_check::verify(certificate).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        let checking = cpu_seconds() - begin;
        let outcome = match made.outcome {
            Outcome::Unique if made.is_cheapest() => "proved cheapest",
            Outcome::Unique => "",
            Outcome::Multiple => "not made unique",
            Outcome::Impossible => "impossible",
        };
        println!(
            "{name:<9} {:>7} {:>5} {:>8} {:>8} {seconds:>7.2} {checking:>7.2} {outcome}",
            made.changed.len(),
            made.cost,
            made.at_least,
            made.switches.len()
        );
        total = (
            total.0 + made.changed.len(),
            total.1 + made.cost,
            total.2 + made.at_least,
            total.3 + seconds,
            total.4 + checking,
        );
        if let Some(folder) = arguments.get(3) {
            write_png(&Path::new(folder).join(format!("{name}.png")), &picture, &made);
        }
    }
    println!(
        "{:<9} {:>7} {:>5} {:>8} {:>8} {:>7.2} {:>7.2}",
        "all", total.0, total.1, total.2, "", total.3, total.4
    );
}
