//! Pages as SVG.

use std::fmt::Write;

use quandary_verbs::sheet::{Align, Art, Mark, Tint};

/// The pages, one below the other, in one picture.
pub fn svg(pages: &[Art]) -> String {
    const BETWEEN: f64 = 12.0;
    let width = pages.iter().map(|page| page.width).fold(0.0, f64::max);
    let height = pages.iter().map(|page| page.height + BETWEEN).sum::<f64>() - BETWEEN;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}pt\" height=\"{height:.2}pt\" \
         viewBox=\"0 0 {width:.2} {height:.2}\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n"
    );
    let mut top = 0.0;
    for page in pages {
        let _ = writeln!(text, "<g transform=\"translate(0 {top:.2})\">");
        let paper = Mark::Area { x: 0.0, y: 0.0, width: page.width, height: page.height, fill: [255; 3] };
        for mark in std::iter::once(&paper).chain(&page.marks) {
            text += &element(mark);
            text.push('\n');
        }
        text += "</g>\n";
        top += page.height + BETWEEN;
    }
    text + "</svg>\n"
}

fn element(mark: &Mark) -> String {
    match mark {
        Mark::Area { x, y, width, height, fill } => format!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{}\"/>",
            hex(*fill)
        ),
        Mark::Line { from, to, tint, thick } => format!(
            "<path d=\"M{:.2} {:.2}L{:.2} {:.2}\" stroke=\"{}\" stroke-width=\"{thick:.2}\" stroke-linecap=\"square\"/>",
            from.0,
            from.1,
            to.0,
            to.1,
            hex(*tint)
        ),
        Mark::Disc { middle, radius, fill } => format!(
            "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"{}\"/>",
            middle.0,
            middle.1,
            hex(*fill)
        ),
        Mark::Text { at, size, align, bold, tint, text } => {
            let anchor = match align {
                Align::Start => "start",
                Align::Middle => "middle",
                Align::End => "end",
            };
            format!(
                "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\"{} fill=\"{}\">{}</text>",
                at.0,
                at.1 + 0.36 * size,
                if *bold { " font-weight=\"bold\"" } else { "" },
                hex(*tint),
                escaped(text)
            )
        }
    }
}

fn hex([red, green, blue]: Tint) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_and_text_is_escaped() {
        let mut page = Art::new(100.0, 50.0);
        page.text((50.0, 25.0), 10.0, true, [1, 2, 3], "a < b & c");
        let drawn = svg(&[page.clone(), page]);
        assert!(
            drawn.contains("viewBox=\"0 0 100.00 112.00\"") && drawn.contains("translate(0 62.00)"),
            "{drawn}"
        );
        assert_eq!(drawn.matches("a &lt; b &amp; c</text>").count(), 2);
        assert!(drawn.contains("font-weight=\"bold\" fill=\"#010203\""));
    }
}
