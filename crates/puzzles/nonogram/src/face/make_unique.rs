use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Exhausted, InputError};
use serde_json::json;

use super::generate::write;
use super::{document, input, parse_size};
use crate::make_unique::make_unique;
use crate::notation::{Document, read_png, write_nin};
use crate::solve::{Goal, Method, solve};
use crate::{Nonogram, Picture};

pub(super) const OUT: OptionSpec =
    OptionSpec::value("write", "FORMAT", "Print only this: tcga, nin, non, picture or svg");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let picture = picture(request)?;
    let mut budget = context.budget.clone();
    let made = match make_unique(&picture, &mut budget) {
        Ok(made) => made,
        Err(why) => return Ok(out_of_budget(why)),
    };
    let puzzle = Nonogram::of(&made.picture);
    let proof = solve(&puzzle, Goal::Unique, Method::Best, &mut budget);
    let certificate = proof.certificate(&puzzle);
    let changed: Vec<String> = made.changed.iter().map(|(x, y)| format!("r{}c{}", y + 1, x + 1)).collect();
    let document = Document { goal: Some(made.picture.clone()), ..Document::plain(puzzle.clone()) };
    let text = match request.text("write") {
        Some(format) => write(&document, format, false, 1)?.trim_end().to_owned(),
        None => {
            let fewest = if made.is_fewest() {
                "fewer cannot be enough".to_owned()
            } else {
                format!("at least {} are needed", made.at_least)
            };
            let cells = if changed.is_empty() { String::new() } else { format!(": {}", changed.join(" ")) };
            format!(
                "{} cells changed ({fewest}){cells}\n{}\n\n{}",
                changed.len(),
                made.picture,
                write_nin(&puzzle).trim_end()
            )
        }
    };
    let json = json!({"schema": 1, "puzzle": "nonogram", "verdict": proof.verdict.name(), "changes": changed.len(),
        "changed": changed, "at_least": made.at_least, "fewest": made.is_fewest(),
        "solution": made.picture.rows(), "nin": write_nin(&puzzle), "certificate": certificate});
    Ok(Answer::new(json, text))
}

fn out_of_budget(why: Exhausted) -> Answer {
    let json = json!({"schema": 1, "puzzle": "nonogram", "verdict": "budget"});
    Answer::new(json, format!("{why} before the picture was unique")).exhausted(why)
}

/// The picture of INPUT: an image, rows of `#` and `.`, or a puzzle's goal.
fn picture(request: &Request) -> Result<Picture, InputError> {
    let bytes = &input(request)?.bytes;
    if let (true, Some(size)) = (bytes.starts_with(b"\x89PNG"), request.text("board")) {
        let (width, height) = parse_size(size)?;
        return Ok(read_png(bytes)?.resized(width, height).threshold());
    }
    let document = document(request)?;
    document.goal.ok_or_else(|| {
        InputError::new("the puzzle comes without its picture")
            .expected("a picture, or a puzzle with its goal")
    })
}
