//! Nonograms: `solved`, `multiple`, `unique` and `none`; pictures changed: `made-unique` and `never-unique`.
//!
//! The instance is the puzzle as `.nin` text: width and height, then the clue of every row, then of every column, one
//! per line, `0` for an empty one. In a puzzle in colours every block has the letter of its colour: `2a 1b`; blocks of
//! different colours may touch.
//!
//! | claim | evidence | accepted when |
//! |---|---|---|
//! | `solved` | `solution` | the picture has the clues |
//! | `multiple` | `solutions` (two) | both have the clues, and they differ |
//! | `unique` | `solution`, `steps`, `digest` | the picture has the clues, and the steps refute every other |
//! | `none` | `steps`, `digest` | the steps refute every picture |
//! | `made-unique` | those of `unique`, `picture`, `protected`, `objective`, `at_least`, `switches` | the same, no protected cell differs from `picture`, and the switches show that nothing cheaper suffices: [`change`] |
//! | `never-unique` | `picture`, `protected`, `switches` (one) | the picture has the clues, and the switch holds in it wherever cells may be changed |
//!
//! A picture is a list of rows of `#` and `.`, or of letters and `.` in colours.
//!
//! The steps and how they are followed: [`proof`]. `digest` is the 64-bit FNV-1a sum, in hexadecimal, of the instance,
//! the claim, the rows of the solution and the steps, each followed by a newline: a certificate with a step removed,
//! changed, exchanged or added is rejected for that alone. The digest is not a signature: a forger can recompute it
//! after changing a step. Then only the rules of the proof reject the result, and only if it is no longer a proof.

mod audit;
mod change;
mod proof;
mod tables;

use quandary_core::{Budget, Certificate};
use serde_json::Value;

use crate::evidence::Evidence;
use crate::number::whole;
use crate::{Rejection, Verified, Work};
use change::PictureToChange;
use proof::Proof;

pub(crate) const CLAIMS: &[&str] = &["solved", "multiple", "unique", "none", "made-unique", "never-unique"];

/// Verifies a certificate about a nonogram.
pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "solved" => &["solution"],
        "multiple" => &["solutions"],
        "unique" => &["solution", "steps", "digest"],
        "none" => &["steps", "digest"],
        "made-unique" => {
            &["solution", "steps", "digest", "picture", "protected", "objective", "at_least", "switches"]
        }
        "never-unique" => &["picture", "protected", "switches"],
        claim => {
            return Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: claim.into() });
        }
    };
    Evidence::with(&certificate.evidence, parts)?;
    let puzzle = Puzzle::read(&certificate.instance)?;
    let evidence = &certificate.evidence;
    let verified =
        Verified::fact(format!("the puzzle has {} rows and {} columns", puzzle.height(), puzzle.width()))
            .proves("board", format!("{}x{}", puzzle.height(), puzzle.width()))
            .proves("position", puzzle.in_a_line());
    Ok(match certificate.claim.as_str() {
        "solved" => {
            puzzle.picture(&evidence["solution"], "solution")?;
            verified
                .and("the picture has every clue")
                .proves("verdict", "solved")
                .proves("solution", evidence["solution"].clone())
        }
        "multiple" => {
            let pictures = &evidence["solutions"];
            if pictures.as_array().is_none_or(|list| list.len() != 2) {
                return Err(malformed("`solutions` is not a list of two pictures"));
            }
            let first = puzzle.picture(&pictures[0], "first solution")?;
            let second = puzzle.picture(&pictures[1], "second solution")?;
            let different = first.iter().zip(&second).filter(|(a, b)| a != b).count();
            if different == 0 {
                return Err(wrong("the two solutions are the same"));
            }
            verified
                .and(format!("two pictures have every clue; they differ in {different} cells"))
                .proves("verdict", "multiple")
                .proves("solution", pictures[0].clone())
                .proves("other", pictures[1].clone())
        }
        "unique" | "made-unique" => {
            let solution = puzzle.picture(&evidence["solution"], "solution")?;
            let how = refute(certificate, &puzzle, Some(solution.clone()), &mut work.budget)?;
            let verified = match certificate.claim.as_str() {
                "made-unique" => made_unique(verified, &puzzle, &solution, evidence, &mut work.budget)?,
                _ => verified,
            };
            verified
                .and("the picture has every clue")
                .and(how)
                .proves("verdict", "unique")
                .proves("unique", true)
                .proves("solution", evidence["solution"].clone())
                .proves("nin", certificate.instance.as_str())
        }
        "never-unique" => {
            puzzle.picture(&evidence["picture"], "picture")?;
            let given = PictureToChange::read(evidence, puzzle.width(), puzzle.height())?;
            given.is_hopeless()?;
            verified
                .and("cells in lines that are protected from end to end can be exchanged without changing a clue")
                .proves("verdict", "impossible")
                .proves_no()
                .proves("picture", evidence["picture"].clone())
                .proves("protected", given.protected())
                .proves("solution", evidence["picture"].clone())
                .proves("nin", certificate.instance.as_str())
                .proves("changes", 0)
                .proves("changed", Value::Array(Vec::new()))
                .proves("fewest", false)
        }
        _ => {
            let how = refute(certificate, &puzzle, None, &mut work.budget)?;
            verified.and(how).proves("verdict", "none").proves_no()
        }
    })
}

/// What was changed, and that no smaller change would do.
fn made_unique(
    verified: Verified,
    puzzle: &Puzzle,
    solution: &[u8],
    evidence: &Value,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let text = |name: &str| {
        evidence[name].as_str().ok_or_else(|| malformed(format!("the evidence has no text `{name}`")))
    };
    if puzzle.in_colours {
        return Err(malformed("the puzzle is in colours"));
    }
    let given = PictureToChange::read(evidence, puzzle.width(), puzzle.height())?;
    let objective = text("objective")?;
    let costs = given.costs(objective)?;
    let changed = given.changed(solution)?;
    let cost: u64 = changed.iter().map(|&cell| costs[cell]).sum();
    let at_least = evidence["at_least"].as_u64().ok_or_else(|| malformed("`at_least` is not a number"))?;
    if at_least > cost {
        return Err(wrong(format!("what was changed costs {cost}, less than {at_least}")));
    }
    given.needs(at_least, &costs, budget)?;
    let names: Vec<String> = changed.iter().map(|&cell| given.name(cell)).collect();
    let words = match objective {
        "cells" => format!("{cost} cells were changed; at least {at_least} had to be"),
        _ => format!("the changes show by {cost}; at least {at_least} had to be"),
    };
    Ok(verified
        .and(words)
        .and("no protected cell was changed")
        .proves("picture", evidence["picture"].clone())
        .proves("protected", given.protected())
        .proves("objective", objective)
        .proves("changes", changed.len())
        .proves("changed", names)
        .proves("cost", cost)
        .proves("at_least", at_least)
        .proves("fewest", cost == at_least))
}

fn wrong(what: impl Into<String>) -> Rejection {
    Rejection::Wrong(what.into())
}

fn malformed(what: impl Into<String>) -> Rejection {
    Rejection::Malformed(what.into())
}

/// A set of colours, a bit each.
type Colours = u32;

/// The background alone.
const WHITE: Colours = 1;

/// One colour as a set; 0 is the background.
fn colour(number: u8) -> Colours {
    1 << number
}

/// A block: how many cells of which colour; the colour of black is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    cells: usize,
    colour: u8,
}

/// The clues: rows first, then columns.
struct Puzzle {
    rows: Vec<Vec<Block>>,
    columns: Vec<Vec<Block>>,
    /// Whether the blocks have letters.
    in_colours: bool,
}

/// The number of a letter: `a` is 1.
fn number_of(letter: &str) -> Option<u8> {
    match letter.as_bytes() {
        &[letter @ b'a'..=b'z'] => Some(letter - b'a' + 1),
        _ => None,
    }
}

impl Puzzle {
    fn read(text: &str) -> Result<Puzzle, Rejection> {
        let numbers = |line: &str| -> Result<Vec<usize>, Rejection> {
            let number =
                |word: &str| whole(word).ok_or_else(|| malformed(format!("`{word}` is not a number")));
            line.split_whitespace().map(number).collect()
        };
        let mut lines = text.lines();
        let size = numbers(lines.next().unwrap_or_default())?;
        let [width, height] = size[..] else { return Err(malformed("the instance has no size")) };
        if width == 0 || height == 0 || width > 4096 || height > 4096 {
            return Err(malformed(format!("a puzzle of {width}x{height}")));
        }
        let in_colours = text.bytes().any(|byte| byte.is_ascii_lowercase());
        let block = |word: &str| -> Result<Block, Rejection> {
            let digits = word.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            let cells = whole(digits).ok_or_else(|| malformed(format!("`{word}` is not a block")))?;
            let letter = if in_colours && cells > 0 { number_of(&word[digits.len()..]) } else { Some(1) };
            let colour = letter.ok_or_else(|| malformed(format!("`{word}` has no letter of a colour")))?;
            Ok(Block { cells, colour })
        };
        let mut clues = |count: usize, length: usize| -> Result<Vec<Vec<Block>>, Rejection> {
            let mut clues = Vec::new();
            for _ in 0..count {
                let line = lines.next().ok_or_else(|| malformed("the instance has too few clues"))?;
                let blocks = line.split_whitespace().map(block).collect::<Result<Vec<_>, _>>()?;
                let clue: Vec<Block> = blocks.into_iter().filter(|block| block.cells > 0).collect();
                let gaps = clue.windows(2).filter(|pair| pair[0].colour == pair[1].colour).count();
                let needed = clue.iter().fold(gaps, |sum, block| sum.saturating_add(block.cells));
                if needed > length {
                    return Err(malformed(format!("the clue {line} does not fit {length} cells")));
                }
                clues.push(clue);
            }
            Ok(clues)
        };
        let rows = clues(height, width)?;
        let columns = clues(width, height)?;
        match lines.find(|line| !line.trim().is_empty()) {
            Some(line) => Err(malformed(format!("`{line}` follows the last clue"))),
            None => Ok(Puzzle { rows, columns, in_colours }),
        }
    }

    fn width(&self) -> usize {
        self.columns.len()
    }

    /// The clues as an answer writes them: `1-1 3/2 0 2`, rows before columns.
    fn in_a_line(&self) -> String {
        let block = |block: &Block| {
            let letter = self.in_colours.then(|| char::from(b'a' + block.colour - 1));
            format!("{}{}", block.cells, letter.map_or_else(String::new, String::from))
        };
        let clue = |clue: &Vec<Block>| match clue[..] {
            [] => "0".to_owned(),
            _ => clue.iter().map(block).collect::<Vec<_>>().join("-"),
        };
        let clues = |clues: &[Vec<Block>]| clues.iter().map(clue).collect::<Vec<_>>().join(" ");
        format!("{}/{}", clues(&self.rows), clues(&self.columns))
    }

    fn height(&self) -> usize {
        self.rows.len()
    }

    /// Every colour up to the last that a clue names: the candidates of an unknown cell.
    fn anything(&self) -> Colours {
        let last = self.rows.iter().chain(&self.columns).flatten().map(|block| block.colour).max();
        colour(last.unwrap_or(1) + 1) - 1
    }

    /// The colour of the letter after a literal's number; in black and white there is no letter.
    fn ink(&self, letter: &str) -> Option<u8> {
        match (self.in_colours, letter) {
            (false, "") => Some(1),
            (true, ".") => Some(0),
            (true, letter) => number_of(letter).filter(|&ink| colour(ink) & self.anything() != 0),
            _ => None,
        }
    }

    /// Reads a picture and compares it with every clue.
    fn picture(&self, value: &Value, what: &str) -> Result<Vec<u8>, Rejection> {
        let rows = strings(value, what)?;
        let mut cells = Vec::new();
        for row in &rows {
            for cell in row.chars() {
                cells.push(match cell {
                    '.' => 0,
                    '#' if !self.in_colours => 1,
                    'a'..='z' if self.in_colours => number_of(cell.encode_utf8(&mut [0; 4])).unwrap_or(0),
                    other => return Err(malformed(format!("`{other}` is not a cell"))),
                });
            }
        }
        let whole = rows.iter().all(|row| row.len() == self.width());
        if rows.len() != self.height() || !whole {
            return Err(wrong(format!("the {what} has another size than the puzzle")));
        }
        for (y, clue) in self.rows.iter().enumerate() {
            if runs((0..self.width()).map(|x| cells[y * self.width() + x])) != *clue {
                return Err(wrong(format!("row {} of the {what} does not have its clue", y + 1)));
            }
        }
        for (x, clue) in self.columns.iter().enumerate() {
            if runs((0..self.height()).map(|y| cells[y * self.width() + x])) != *clue {
                return Err(wrong(format!("column {} of the {what} does not have its clue", x + 1)));
            }
        }
        Ok(cells)
    }
}

fn strings<'v>(value: &'v Value, what: &str) -> Result<Vec<&'v str>, Rejection> {
    let list = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    list.ok_or_else(|| malformed(format!("the {what} is missing or not a list of strings")))
}

fn runs(cells: impl Iterator<Item = u8>) -> Vec<Block> {
    let mut runs: Vec<Block> = Vec::new();
    let mut before = 0;
    for colour in cells {
        match runs.last_mut() {
            Some(last) if colour != 0 && colour == before => last.cells += 1,
            _ if colour != 0 => runs.push(Block { cells: 1, colour }),
            _ => {}
        }
        before = colour;
    }
    runs
}

/// FNV-1a, 64 bits.
fn digest<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for line in lines {
        for byte in line.bytes().chain([b'\n']) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    format!("{sum:016x}")
}

/// Checks the proof that there is no picture, or no picture but `solution`.
fn refute(
    certificate: &Certificate,
    puzzle: &Puzzle,
    solution: Option<Vec<u8>>,
    budget: &mut Budget,
) -> Result<String, Rejection> {
    let steps = strings(&certificate.evidence["steps"], "steps")?;
    let rows =
        if solution.is_some() { strings(&certificate.evidence["solution"], "solution")? } else { vec![] };
    let head = [certificate.instance.as_str(), certificate.claim.as_str()];
    let sum = digest(head.into_iter().chain(rows).chain(steps.iter().copied()));
    if certificate.evidence["digest"].as_str() != Some(&sum) {
        return Err(wrong(format!("the digest is not {sum}: the certificate was changed")));
    }
    let mut proof = Proof::new(puzzle, solution, budget)?;
    for text in &steps {
        proof.step(text)?;
    }
    proof.end()?;
    Ok(match steps.len() {
        0 => "the lines alone leave nothing else".into(),
        count => format!("{count} steps, each shown by lines and earlier steps, leave nothing else"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;

    fn certificate(claim: &str, instance: &str, evidence: Value) -> Certificate {
        Certificate::new("nonogram", claim, instance, evidence)
    }

    #[test]
    fn a_picture_that_lines_alone_determine_is_unique_without_steps() {
        let instance = "2 2\n2\n1\n2\n1\n";
        let rows = ["##", "#."];
        let sum = digest([instance, "unique", "##", "#."].into_iter());
        let good = certificate(
            "unique",
            instance,
            serde_json::json!({"solution": rows, "steps": [], "digest": sum}),
        );
        assert!(verify(&good).is_ok());
        let other = serde_json::json!({"solution": ["##", ".#"], "steps": [], "digest": sum});
        assert!(matches!(verify(&certificate("unique", instance, other)), Err(Rejection::Wrong(_))));
    }

    #[test]
    fn two_pictures_must_differ_and_fit() {
        let instance = "2 2\n1\n1\n1\n1\n";
        let (a, b) = (["#.", ".#"], [".#", "#."]);
        let claim =
            |x, y| verify(&certificate("multiple", instance, serde_json::json!({"solutions": [x, y]})));
        assert!(claim(a, b).is_ok());
        assert!(claim(a, a).is_err());
        assert!(claim(a, ["##", ".."]).is_err());
        let unique = serde_json::json!({
            "solution": a, "steps": [], "digest": digest([instance, "unique", "#.", ".#"].into_iter()),
        });
        assert!(verify(&certificate("unique", instance, unique)).is_err(), "a false claim is not accepted");
    }

    #[test]
    fn contradicting_lines_prove_that_there_is_no_picture() {
        let instance = "3 3\n1 1\n0\n1 1\n0\n2\n2\n";
        let sum = digest([instance, "none"].into_iter());
        let evidence = serde_json::json!({"steps": [], "digest": sum});
        assert!(verify(&certificate("none", instance, evidence.clone())).is_ok());
        assert!(verify(&certificate("none", "1 1\n1\n1\n", evidence)).is_err());
    }

    #[test]
    fn nonsense_is_rejected_without_a_panic() {
        for instance in ["", "0 0", "1", "9999999999 1", "1 1\n2\n1", "1 1\n1", "1 1\n1\n1\n1", "a b"] {
            let wild = certificate("unique", instance, serde_json::json!({"solution": ["#"]}));
            assert!(verify(&wild).is_err(), "{instance}");
        }
    }

    #[test]
    fn blocks_of_one_colour_need_a_cell_between_them_and_others_do_not() {
        let claim = |instance: &str, picture: &str| {
            crate::verify(&Certificate::new(
                "nonogram",
                "solved",
                instance,
                serde_json::json!({"solution": [picture]}),
            ))
        };
        assert!(matches!(claim("2 1\n1 1\n1\n1\n", "##"), Err(Rejection::Malformed(_))));
        assert!(claim("3 1\n1 1\n1\n0\n1\n", "#.#").is_ok());
        assert!(claim("2 1\n1a 1b\n1a\n1b\n", "ab").is_ok());
        assert!(matches!(claim("2 1\n1a 1a\n1a\n1a\n", "aa"), Err(Rejection::Malformed(_))));
    }

    #[test]
    fn a_literal_has_a_colour_of_the_puzzle() {
        let puzzle = Puzzle::read("2 1\n1a 1b\n1a\n1b\n").unwrap();
        assert_eq!(
            ["a", "b", "c", ".", "", "A"].map(|letter| puzzle.ink(letter)),
            [Some(1), Some(2), None, Some(0), None, None]
        );
        let black = Puzzle::read("1 1\n1\n1\n").unwrap();
        assert_eq!(["", "a", "."].map(|letter| black.ink(letter)), [Some(1), None, None]);
    }

    #[test]
    fn a_hint_that_names_nothing_is_refused() {
        let (instance, picture) = ("2 2\n1\n1\n1\n1\n", ["#.", ".#"]);
        let claim = |hint: &str| {
            let step = format!("1: 1 2 | {hint}");
            let lines = [instance, "unique", picture[0], picture[1], step.as_str()];
            let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
            let digest = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
            });
            let digest = format!("{digest:016x}");
            let evidence = serde_json::json!({"solution": picture, "steps": [step], "digest": digest});
            verify(&certificate("unique", instance, evidence)).unwrap_err().to_string()
        };
        let refused = claim("q");
        for hint in ["t", "S", "r9", "c3", "#1", "r", "rr1"] {
            assert_eq!(claim(hint), refused.replace('q', hint));
        }
        for hint in ["r1", "c2", "s"] {
            assert_ne!(claim(hint), refused.replace('q', hint));
        }
    }

    #[test]
    fn a_picture_of_another_size_is_wrong() {
        let claim = |rows: &[&str]| {
            verify(&certificate("solved", "2 2\n2\n1\n2\n1\n", serde_json::json!({"solution": rows})))
        };
        assert!(claim(&["##", "#."]).is_ok());
        for rows in [&["##"][..], &["##", "#.", ".."], &["##", "#"], &["##", "#.."], &[]] {
            let refused = claim(rows).unwrap_err();
            assert!(refused.to_string().contains("another size"), "{rows:?}: {refused}");
        }
    }

    #[test]
    fn a_puzzle_of_more_than_4096_rows_or_columns_is_not_read() {
        for size in ["4097 1", "1 4097", "0 1", "1 0"] {
            let why = verify(&certificate("none", size, serde_json::json!({}))).unwrap_err().to_string();
            assert!(why.contains("a puzzle of"), "{size}: {why}");
        }
        for size in ["4096 1", "1 4096"] {
            let why = verify(&certificate("none", size, serde_json::json!({}))).unwrap_err().to_string();
            assert!(!why.contains("a puzzle of"), "{size}: {why}");
        }
    }

    #[test]
    fn clues_are_written_in_a_line_with_their_colours() {
        for (text, line) in [("2 1\n1a 1b\n1a\n1b\n", "1a-1b/1a 1b"), ("3 1\n1 1\n1\n0\n1\n", "1-1/1 0 1")] {
            assert_eq!(Puzzle::read(text).unwrap().in_a_line(), line);
        }
    }
}
