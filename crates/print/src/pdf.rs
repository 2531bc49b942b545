//! Pages as PDF, in the two Helveticas that every reader has. Nothing but ASCII, so that it is text like every answer.

use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use quandary_verbs::sheet::{Align, Art, Mark, Tint};

use crate::letters::width;

const PLAIN: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// How far from a point on a circle the handle of a curve to the next quarter is, for radius 1.
const HANDLE: f64 = 0.5523;

/// The pages as one document.
pub fn pdf(pages: &[Art]) -> String {
    let mut all = Pdf::new();
    all.set_binary_marker(b"text");
    let [catalog, tree, plain, bold] = [1, 2, 3, 4].map(Ref::new);
    let page_id = |index: usize| Ref::new(5 + 2 * index as i32);
    let content_id = |index: usize| Ref::new(6 + 2 * index as i32);
    all.catalog(catalog).pages(tree);
    all.pages(tree).kids((0..pages.len()).map(page_id)).count(pages.len() as i32);
    for (font, name) in [(plain, Name(b"Helvetica")), (bold, Name(b"Helvetica-Bold"))] {
        all.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (index, page) in pages.iter().enumerate() {
        let mut written = all.page(page_id(index));
        written.media_box(Rect::new(0.0, 0.0, page.width as f32, page.height as f32));
        written.parent(tree).contents(content_id(index));
        written.resources().fonts().pair(PLAIN, plain).pair(BOLD, bold);
        written.finish();
        all.stream(content_id(index), &content(page));
    }
    String::from_utf8(all.finish()).expect("everything that is written is ASCII")
}

/// What is drawn on a page. PDF counts from the lower left corner.
fn content(page: &Art) -> Vec<u8> {
    let mut out = Content::new();
    out.set_line_cap(LineCapStyle::ProjectingSquareCap);
    let up = |y: f64| (page.height - y) as f32;
    for mark in &page.marks {
        match mark {
            Mark::Area { x, y, width, height, fill } => {
                fill_with(&mut out, *fill);
                out.rect(*x as f32, up(y + height), *width as f32, *height as f32).fill_nonzero();
            }
            Mark::Line { from, to, tint, thick } => {
                let [red, green, blue] = shares(*tint);
                out.set_stroke_rgb(red, green, blue).set_line_width(*thick as f32);
                out.move_to(from.0 as f32, up(from.1)).line_to(to.0 as f32, up(to.1)).stroke();
            }
            Mark::Disc { middle: (x, y), radius, fill } => {
                fill_with(&mut out, *fill);
                let at = |dx: f64, dy: f64| ((x + dx * radius) as f32, up(y + dy * radius));
                let begin = at(1.0, 0.0);
                out.move_to(begin.0, begin.1);
                for (a, b) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
                    // From (a, b) a quarter on, to (-b, a).
                    let (one, two, end) =
                        (at(a - b * HANDLE, b + a * HANDLE), at(-b + a * HANDLE, a + b * HANDLE), at(-b, a));
                    out.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
                }
                out.fill_nonzero();
            }
            Mark::Text { at, size, align, bold, tint, text } => {
                let wide = width(text, *bold) * size;
                let left = at.0
                    - wide
                        * match align {
                            Align::Start => 0.0,
                            Align::Middle => 0.5,
                            Align::End => 1.0,
                        };
                fill_with(&mut out, *tint);
                out.begin_text().set_font(if *bold { BOLD } else { PLAIN }, *size as f32);
                out.next_line(left as f32, up(at.1 + 0.36 * size)).show(Str(&latin(text))).end_text();
            }
        }
    }
    out.finish().to_vec()
}

fn fill_with(out: &mut Content, tint: Tint) {
    let [red, green, blue] = shares(tint);
    out.set_fill_rgb(red, green, blue);
}

fn shares(tint: Tint) -> [f32; 3] {
    // Three decimals are exact enough, and short.
    tint.map(|part| (f32::from(part) / 255.0 * 1000.0).round() / 1000.0)
}

/// The bytes of a text in the encoding of the fonts.
fn latin(text: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        '\u{2013}' | '\u{2014}' | '\u{2212}' => b'-',
        '\u{2018}' | '\u{2019}' => b'\'',
        '\u{d7}' => 0xd7,
        c if (' '..='~').contains(&c) || ('\u{a1}'..='\u{ff}').contains(&c) => c as u8,
        _ => b'?',
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_ascii_with_a_page_for_each_drawing() {
        let mut page = Art::new(595.28, 841.89);
        page.area((10.0, 10.0), (30.0, 20.0), [255, 0, 0]);
        page.disc((100.0, 100.0), 10.0, [0, 0, 0]);
        page.line((0.0, 0.0), (5.0, 5.0), [0, 0, 0], 1.0);
        page.text((300.0, 50.0), 12.0, true, [0, 0, 0], "5\u{d7}5 (caf\u{e9})");
        let text = pdf(&[page.clone(), page]);
        assert!(text.is_ascii() && text.starts_with("%PDF-1.7") && text.trim_end().ends_with("%%EOF"));
        assert_eq!(text.matches("/Type /Page\n").count(), 2, "{text}");
        assert!(text.contains("10 811.89 30 20 re"), "the upper edge is 10 points below that of the page");
        // What is not ASCII is written as hexadecimal bytes.
        assert!(text.to_lowercase().contains("35d735"), "{text}");
    }
}
