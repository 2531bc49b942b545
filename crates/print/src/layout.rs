//! Which puzzle stands where.

use std::str::FromStr;

use quandary_core::InputError;
use quandary_verbs::sheet::{Align, Art, BLACK, Mark, Printed};

use crate::letters::fitted;

/// A sheet of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 millimetres.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Their names.
    pub const NAMES: [&'static str; 2] = ["a4", "letter"];

    /// Its width and height in points.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

impl FromStr for Paper {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Paper, InputError> {
        match text.to_lowercase().as_str() {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(InputError::new(format!("`{text}` is not a paper")).expected(Paper::NAMES.join(" or "))),
        }
    }
}

/// Space at every edge, in points: printers leave about half of it blank.
const MARGIN: f64 = 42.0;
/// Space between two puzzles.
const GAP: f64 = 20.0;
/// The line above a puzzle and the one below that.
const HEAD: f64 = 30.0;
/// A square of a board is never larger: half an inch is enough for a pencil.
const LARGEST_SQUARE: f64 = 34.0;
/// Solutions to a page.
const SOLUTIONS: usize = 12;

/// Light text.
const FAINT: [u8; 3] = [110, 110, 110];

/// The pages, in points: the puzzles, `per_page` to a page, then the solutions.
///
/// # Panics
/// When no puzzle may stand on a page.
pub fn lay_out(all: &[Printed], paper: Paper, per_page: usize) -> Vec<Art> {
    assert!(per_page > 0, "a page has room for one puzzle at least");
    let mut pages = Vec::new();
    for (chunk, first) in all.chunks(per_page).zip((1..).step_by(per_page)) {
        let mut page = Page::new(paper, "Puzzles", per_page);
        for (index, one) in chunk.iter().enumerate() {
            page.put(index, &format!("{}. {}", first + index, one.title), &one.grade, &one.puzzle);
        }
        pages.push(page.art);
    }
    let on_back = SOLUTIONS.min(all.len().max(1));
    for (chunk, first) in all.chunks(on_back).zip((1..).step_by(on_back)) {
        let mut page = Page::new(paper, "Solutions", on_back);
        for (index, one) in chunk.iter().enumerate() {
            page.put(index, &format!("{}. {}", first + index, one.title), &one.answer, &one.solution);
        }
        pages.push(page.art);
    }
    let count = pages.len();
    for (index, page) in pages.iter_mut().enumerate() {
        let at = (page.width / 2.0, page.height - MARGIN / 2.0);
        page.text(at, 8.0, false, FAINT, format!("{} of {count}", index + 1));
    }
    pages
}

/// A page that is being filled.
struct Page {
    art: Art,
    rows: usize,
    columns: usize,
}

impl Page {
    fn new(paper: Paper, heading: &str, places: usize) -> Page {
        let (width, height) = paper.size();
        let mut art = Art::new(width, height);
        art.text((width / 2.0, MARGIN / 2.0 + 6.0), 11.0, true, BLACK, heading);
        // As many columns as leave every puzzle a place about as wide as it is high.
        let columns = match places {
            1 | 2 => 1,
            3..=8 => 2,
            9..=15 => 3,
            _ => 4,
        };
        Page { art, rows: places.div_ceil(columns), columns }
    }

    /// Draws a puzzle in a place, as large as fits.
    fn put(&mut self, place: usize, title: &str, below: &str, drawn: &Art) {
        let (row, column) = (place / self.columns, place % self.columns);
        let each =
            |whole: f64, count: usize| (whole - 2.0 * MARGIN - GAP * (count as f64 - 1.0)) / count as f64;
        let (width, height) = (each(self.art.width, self.columns), each(self.art.height, self.rows));
        let left = MARGIN + column as f64 * (width + GAP);
        let top = MARGIN + row as f64 * (height + GAP);
        let line = |y: f64, size: f64, bold: bool, tint, text: &str| Mark::Text {
            at: (left, top + y),
            size,
            align: Align::Start,
            bold,
            tint,
            text: fitted(text, size, width, bold),
        };
        self.art.marks.push(line(6.0, 10.0, true, BLACK, title));
        self.art.marks.push(line(18.0, 8.5, false, FAINT, below));
        let room = (width, height - HEAD);
        let scale = (room.0 / drawn.width).min(room.1 / drawn.height).min(LARGEST_SQUARE);
        let origin = (left + (width - drawn.width * scale) / 2.0, top + HEAD);
        self.art.marks.extend(drawn.marks.iter().map(|mark| moved(mark, origin, scale)));
    }
}

/// A part of a drawing, larger and elsewhere.
fn moved(mark: &Mark, (left, top): (f64, f64), scale: f64) -> Mark {
    let place = |(x, y): (f64, f64)| (left + x * scale, top + y * scale);
    match mark.clone() {
        Mark::Area { x, y, width, height, fill } => {
            let (x, y) = place((x, y));
            Mark::Area { x, y, width: width * scale, height: height * scale, fill }
        }
        Mark::Line { from, to, tint, thick } => {
            Mark::Line { from: place(from), to: place(to), tint, thick: thick * scale }
        }
        Mark::Disc { middle, radius, fill } => {
            Mark::Disc { middle: place(middle), radius: radius * scale, fill }
        }
        Mark::Text { at, size, align, bold, tint, text } => {
            Mark::Text { at: place(at), size: size * scale, align, bold, tint, text }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(columns: usize) -> Printed {
        let mut puzzle = Art::new(columns as f64, 5.0);
        puzzle.grid((0.0, 0.0), 5, columns, 5);
        let solution = puzzle.clone();
        Printed { title: "Grid".into(), grade: "easy".into(), puzzle, solution, answer: String::new() }
    }

    #[test]
    fn everything_stands_within_the_margins_and_nothing_twice() {
        for (count, per_page, pages) in [(1, 1, 2), (7, 4, 3), (13, 12, 4), (20, 6, 6), (3, 20, 2)] {
            let all: Vec<Printed> = (0..count).map(|index| printed(3 + 4 * index)).collect();
            for paper in [Paper::A4, Paper::Letter] {
                let laid = lay_out(&all, paper, per_page);
                assert_eq!(laid.len(), pages, "{count} puzzles, {per_page} to a page");
                for page in &laid {
                    for mark in &page.marks {
                        if let Mark::Line { from, to, .. } = mark {
                            for (x, y) in [from, to] {
                                assert!((MARGIN - 0.1..=page.width - MARGIN + 0.1).contains(x), "{mark:?}");
                                assert!((MARGIN - 0.1..=page.height - MARGIN + 0.1).contains(y), "{mark:?}");
                            }
                        }
                    }
                }
                let titles = laid.iter().flat_map(|page| &page.marks);
                let titles =
                    titles.filter(|mark| matches!(mark, Mark::Text { text, .. } if text.ends_with("Grid")));
                assert_eq!(titles.count(), 2 * count, "each puzzle and each solution once");
            }
        }
    }
}
