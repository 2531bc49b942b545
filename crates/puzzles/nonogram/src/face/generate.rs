use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{InputError, Seed};
use serde_json::{Value, json};

use super::parse_size;
use crate::generate::{Boardgen, random_puzzle};
use crate::notation::{Document, read_one, write_nin, write_non, write_question, write_solution, write_svg};
use crate::solve::{Goal, Method, Verdict, solve};
use crate::{Nonogram, Picture};

pub(super) const BOARD: OptionSpec = OptionSpec::value(
    "board",
    "WxH",
    "Columns and rows; an image is scaled to them [default: 10x10, or the image's]",
);
pub(super) const SHARE: OptionSpec = OptionSpec::value("share", "P", "Share of black cells").or("0.5");
pub(super) const COUNT: OptionSpec = OptionSpec::value("count", "N", "How many").or("1");
pub(super) const UNIQUE: OptionSpec =
    OptionSpec::switch("unique", "Draw again until the solution is the only one");
pub(super) const BOARDGEN: OptionSpec = OptionSpec::value(
    "boardgen",
    "N NUM P1 P2 SEED",
    "The tournament generator's NUM boards of NxN, shares P1 to P2, as Python 3 draws them",
);
pub(super) const OUT: OptionSpec =
    OptionSpec::value("format", "FORMAT", "What to print: tcga, nin, non, picture or svg").or("non");
pub(super) const SOLUTION: OptionSpec =
    OptionSpec::switch("solution", "Print the solution instead (tcga, picture, svg)");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let made = make(request, context)?;
    let format = request.text("format").unwrap_or("non");
    let solution = request.is_on("solution");
    let mut texts = Vec::new();
    let mut rows: Vec<Value> = Vec::new();
    for (index, document) in made.iter().enumerate() {
        texts.push(write(document, format, solution, index + 1)?);
        rows.push(
            json!({"index": index + 1, "width": document.puzzle.width(), "height": document.puzzle.height(),
            "nin": write_nin(&document.puzzle), "solution": document.goal.as_ref().map(Picture::rows)}),
        );
    }
    let separator = if format == "tcga" { "" } else { "\n" };
    let json = json!({"schema": 1, "puzzle": "nonogram", "puzzles": rows,
        "conventions": {"boardgen": "Python 3: MT19937 seeded with the integer, random.shuffle"}});
    Ok(Answer::new(json, texts.join(separator).trim_end_matches('\n')))
}

fn make(request: &Request, context: &Context<'_>) -> Result<Vec<Document>, InputError> {
    let size = request.text("board").map(parse_size).transpose()?;
    if let Some(input) = request.input() {
        return Ok(vec![picture_or_puzzle(&input.bytes, size)?]);
    }
    let goal = |picture: Picture| Document {
        goal: Some(picture.clone()),
        ..Document::plain(Nonogram::of(&picture))
    };
    if let Some(words) = request.text("boardgen") {
        return Ok(boardgen(words)?.pictures().into_iter().map(goal).collect());
    }
    let (width, height) = size.unwrap_or((10, 10));
    let share: f64 = request.need("share", "a number from 0 to 1")?;
    if !(0.0..=1.0).contains(&share) {
        return Err(InputError::new(format!("--share: {share}")).expected("a number from 0 to 1"));
    }
    let count: u64 = request.need("count", "a whole number")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let mut made = Vec::new();
    for index in 0..count {
        made.push(goal(draw(seed, index, (width, height), share, request.is_on("unique"), context)?));
    }
    Ok(made)
}

/// Draws a picture; with `unique`, until its puzzle has no other solution.
fn draw(
    seed: Seed,
    index: u64,
    (width, height): (usize, usize),
    share: f64,
    unique: bool,
    context: &Context<'_>,
) -> Result<Picture, InputError> {
    let drawn = seed.named(&format!("puzzle {index}"));
    let mut budget = context.budget.clone();
    for attempt in 0.. {
        let (puzzle, picture) = random_puzzle(drawn, attempt, width, height, share);
        if !unique {
            return Ok(picture);
        }
        match solve(&puzzle, Goal::Unique, Method::Best, &mut budget).verdict {
            Verdict::Unique(_) => return Ok(picture),
            Verdict::Budget { .. } => break,
            _ => {}
        }
        if budget.spend(1).is_err() {
            break;
        }
    }
    Err(InputError::new("the budget ran out before a unique puzzle was drawn")
        .expected("a smaller board, a share nearer 0.6, or make-unique on a picture"))
}

/// The picture of an image, in the size asked for, or whatever puzzle the input holds.
fn picture_or_puzzle(bytes: &[u8], size: Option<(usize, usize)>) -> Result<Document, InputError> {
    if let (true, Some((width, height))) = (bytes.starts_with(b"\x89PNG"), size) {
        let picture = crate::notation::read_png(bytes)?.resized(width, height).threshold();
        return Ok(Document { goal: Some(picture.clone()), ..Document::plain(Nonogram::of(&picture)) });
    }
    read_one(bytes, None)
}

fn boardgen(words: &str) -> Result<Boardgen, InputError> {
    let wrong = || {
        InputError::new(format!("--boardgen: `{words}` cannot be used"))
            .expected("N NUM P1 P2 SEED, such as 5 10 0.5 0.35 12345")
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    let [n, count, first, last, seed] = words[..] else { return Err(wrong()) };
    let parsed = || {
        Some(Boardgen {
            n: n.parse().ok()?,
            count: count.parse().ok()?,
            first: first.parse().ok()?,
            last: last.parse().ok()?,
            seed: seed.parse().ok()?,
        })
    };
    parsed().ok_or_else(wrong)?.checked()
}

/// A document in a format, or its solution.
pub(super) fn write(
    document: &Document,
    format: &str,
    solution: bool,
    index: usize,
) -> Result<String, InputError> {
    let goal = || {
        document.goal.as_ref().ok_or_else(|| {
            InputError::new("the solution is not known here")
                .expected("`solve` to find it, or a picture as INPUT")
        })
    };
    Ok(match (format, solution) {
        ("tcga", false) => write_question(&document.puzzle, index),
        ("tcga", true) => write_solution(goal()?, index),
        ("nin", _) => write_nin(&document.puzzle),
        ("non", _) => write_non(document),
        ("picture", _) => format!("{}\n", goal()?),
        ("svg", false) => write_svg(&document.puzzle, None),
        ("svg", true) => write_svg(&document.puzzle, Some(goal()?)),
        (other, _) => {
            return Err(InputError::new(format!("the format `{other}` cannot be written"))
                .expected("tcga, nin, non, picture or svg"));
        }
    })
}
