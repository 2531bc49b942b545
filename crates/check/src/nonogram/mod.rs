//! Nonograms: `solved`, `multiple`, `unique` and `none`.
//!
//! The instance is the puzzle as `.nin` text: width and height, then the clue of every row, then of every
//! column, one a line, `0` for an empty one.
//!
//! | claim | evidence | accepted when |
//! |---|---|---|
//! | `solved` | `solution` | the picture has the clues |
//! | `multiple` | `solutions` (two) | both have the clues, and they differ |
//! | `unique` | `solution`, `steps`, `digest` | the picture has the clues, and the steps refute every other |
//! | `none` | `steps`, `digest` | the steps refute every picture |
//!
//! A picture is a list of rows of `#` and `.`.
//!
//! # The proof
//! Cells are numbered from 1, row by row; `17` says that cell 17 is black, `-17` that it is white. A step is
//! a string `number: clause | hints`, such as `12: 4 -17 | r3 c12 #7 s`. It says that at least one of the
//! clause's literals holds in every (other) solution, and why: suppose that all of them are false; then apply
//! the hints one after the other, and the last of them is contradicted.
//! * `r3`, `c12`: the clue of a row or column. All cells common to all ways to complete the line become known.
//! * `#7`: the clause of step 7. When all its literals but one are false, that one is true.
//! * `s`: the clause "some cell differs from `solution`", for the claim `unique` only.
//!
//! The *root* holds what is known without any assumption. It starts with what the lines alone tell, applied
//! until they tell nothing more; a step whose clause is one literal adds that cell for good, and the lines
//! are applied again. The proof is complete when the root is contradicted: by a line, by all cells known and
//! equal to the solution, or by a step with an empty clause.
//!
//! # What is detected
//! Every step is checked, so nothing that is accepted is wrong. Beyond that, the proof may hold nothing
//! idle, so that a damaged one is noticed even if what is left still proves the claim: steps are numbered
//! without gaps; every hint tells something new and the last is a contradiction; a clause has no literal
//! that the root already knows to be true; every step with two or more literals is named by a later one;
//! no step follows the end. Last, `digest` is the 64-bit FNV-1a sum, in hexadecimal, of the instance, the
//! claim, the rows of the solution and the steps, each followed by a newline: a step removed, changed,
//! exchanged or added is rejected for that alone. The digest is no signature: whoever recomputes it after
//! changing a step is caught by the rules above only, and only if the result is no proof.

mod tables;

use quandary_core::{Budget, Certificate};
use serde_json::Value;

use crate::evidence::Evidence;
use crate::{Rejection, Verified, Work};
use tables::Tables;

/// Verifies a certificate about a nonogram.
pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "solved" => &["solution"],
        "multiple" => &["solutions"],
        "unique" => &["solution", "steps", "digest"],
        "none" => &["steps", "digest"],
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
        "unique" => {
            let solution = puzzle.picture(&evidence["solution"], "solution")?;
            let how = refute(certificate, &puzzle, Some(solution), &mut work.budget)?;
            verified
                .and("the picture has every clue")
                .and(how)
                .proves("verdict", "unique")
                .proves("unique", true)
                .proves("solution", evidence["solution"].clone())
                .proves("nin", certificate.instance.as_str())
        }
        _ => {
            let how = refute(certificate, &puzzle, None, &mut work.budget)?;
            verified.and(how).proves("verdict", "none").proves("status", "negative")
        }
    })
}

fn wrong(what: impl Into<String>) -> Rejection {
    Rejection::Wrong(what.into())
}

fn malformed(what: impl Into<String>) -> Rejection {
    Rejection::Malformed(what.into())
}

/// The clues: rows first, then columns.
struct Puzzle {
    rows: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
}

impl Puzzle {
    fn read(text: &str) -> Result<Puzzle, Rejection> {
        let numbers = |line: &str| -> Result<Vec<usize>, Rejection> {
            let number =
                |word: &str| word.parse().map_err(|_| malformed(format!("`{word}` is not a number")));
            line.split_whitespace().map(number).collect()
        };
        let mut lines = text.lines();
        let size = numbers(lines.next().unwrap_or_default())?;
        let [width, height] = size[..] else { return Err(malformed("the instance has no size")) };
        if width == 0 || height == 0 || width > 4096 || height > 4096 {
            return Err(malformed(format!("a puzzle of {width}x{height}")));
        }
        let mut clues = |count: usize, length: usize| -> Result<Vec<Vec<usize>>, Rejection> {
            let mut clues = Vec::new();
            for _ in 0..count {
                let line = lines.next().ok_or_else(|| malformed("the instance has too few clues"))?;
                let clue: Vec<usize> = numbers(line)?.into_iter().filter(|&cells| cells > 0).collect();
                let needed = clue.iter().fold(clue.len().saturating_sub(1), |sum, &b| sum.saturating_add(b));
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
            None => Ok(Puzzle { rows, columns }),
        }
    }

    fn width(&self) -> usize {
        self.columns.len()
    }

    /// The clues as an answer writes them: `1-1 3/2 0 2`, rows before columns.
    fn in_a_line(&self) -> String {
        let clue = |clue: &Vec<usize>| match clue[..] {
            [] => "0".to_owned(),
            _ => clue.iter().map(usize::to_string).collect::<Vec<_>>().join("-"),
        };
        let clues = |clues: &[Vec<usize>]| clues.iter().map(clue).collect::<Vec<_>>().join(" ");
        format!("{}/{}", clues(&self.rows), clues(&self.columns))
    }

    fn height(&self) -> usize {
        self.rows.len()
    }

    /// Reads a picture and compares it with every clue.
    fn picture(&self, value: &Value, what: &str) -> Result<Vec<bool>, Rejection> {
        let rows = strings(value, what)?;
        let mut cells = Vec::new();
        for row in &rows {
            for cell in row.chars() {
                cells.push(match cell {
                    '#' => true,
                    '.' => false,
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

fn runs(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let mut runs = Vec::new();
    let mut before = false;
    for black in cells {
        match runs.last_mut() {
            Some(last) if black && before => *last += 1,
            _ if black => runs.push(1),
            _ => {}
        }
        before = black;
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

/// Checks the proof that there is no picture, or none but `solution`.
fn refute(
    certificate: &Certificate,
    puzzle: &Puzzle,
    solution: Option<Vec<bool>>,
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

/// A cell with a colour.
type Literal = (usize, bool);

/// The root, the steps so far, and what the present step supposes on top.
struct Proof<'p> {
    puzzle: &'p Puzzle,
    cells: Vec<Option<bool>>,
    /// Cells made known by the present step, to be forgotten after it.
    added: Vec<usize>,
    other: Option<Vec<Literal>>,
    clauses: Vec<Vec<Literal>>,
    named: Vec<bool>,
    complete: bool,
    tables: Tables,
    budget: &'p mut Budget,
}

/// What a hint did.
#[derive(PartialEq, Eq)]
enum Told {
    Nothing,
    Something,
    Contradiction,
}

impl<'p> Proof<'p> {
    fn new(
        puzzle: &'p Puzzle,
        solution: Option<Vec<bool>>,
        budget: &'p mut Budget,
    ) -> Result<Proof<'p>, Rejection> {
        let other = solution.map(|cells| cells.into_iter().map(|black| !black).enumerate().collect());
        let mut proof = Proof {
            puzzle,
            cells: vec![None; puzzle.width() * puzzle.height()],
            added: Vec::new(),
            other,
            clauses: Vec::new(),
            named: Vec::new(),
            complete: false,
            tables: Tables::default(),
            budget,
        };
        proof.close_root()?;
        Ok(proof)
    }

    /// Applies all lines to the root until they tell nothing more.
    fn close_root(&mut self) -> Result<(), Rejection> {
        let mut again = true;
        while again && !self.complete {
            again = false;
            for line in 0..self.puzzle.height() + self.puzzle.width() {
                match self.apply_line(line)? {
                    Told::Contradiction => self.complete = true,
                    Told::Something => again = true,
                    Told::Nothing => {}
                }
            }
        }
        self.added.clear();
        if let Some(other) = &self.other {
            self.complete |= other.iter().all(|&(cell, black)| self.cells[cell] == Some(!black));
        }
        Ok(())
    }

    /// Checks one step.
    fn step(&mut self, text: &str) -> Result<(), Rejection> {
        let number = self.clauses.len() + 1;
        let fault = |what: String| wrong(format!("step {number}: {what}"));
        if self.complete {
            return Err(fault("the proof was complete before it".into()));
        }
        let (head, hints) = text.split_once(" |").ok_or_else(|| malformed(format!("step `{text}`")))?;
        let (label, clause) = head.split_once(':').ok_or_else(|| malformed(format!("step `{text}`")))?;
        if label.parse() != Ok(number) {
            return Err(fault(format!("it is numbered {label}")));
        }
        let clause =
            clause.split_whitespace().map(|word| self.literal(word)).collect::<Result<Vec<_>, _>>()?;
        for &(cell, black) in &clause {
            match self.cells[cell] {
                Some(known) if known == black => {
                    return Err(fault(format!("cell {} is known already, or named twice", cell + 1)));
                }
                Some(_) => {}
                None => self.set(cell, !black),
            }
        }
        let mut contradicted = false;
        for word in hints.split_whitespace() {
            if contradicted {
                return Err(fault(format!("`{word}` follows the contradiction")));
            }
            match self.apply(word)? {
                Told::Nothing => return Err(fault(format!("`{word}` tells nothing"))),
                Told::Something => {}
                Told::Contradiction => contradicted = true,
            }
        }
        for cell in self.added.drain(..) {
            self.cells[cell] = None;
        }
        if !contradicted {
            return Err(fault("no contradiction follows from its hints".into()));
        }
        match clause[..] {
            [] => self.complete = true,
            [(cell, black)] => {
                self.set(cell, black);
                self.close_root()?;
            }
            _ => {}
        }
        self.named.push(clause.len() < 2);
        self.clauses.push(clause);
        Ok(())
    }

    /// The end: the root is contradicted, and nothing was idle.
    fn end(&self) -> Result<(), Rejection> {
        if !self.complete {
            return Err(wrong("the proof stops before the end: something else may still be a solution"));
        }
        match self.named.iter().position(|named| !named) {
            Some(index) => Err(wrong(format!("step {} is used by no other step", index + 1))),
            None => Ok(()),
        }
    }

    fn literal(&self, word: &str) -> Result<Literal, Rejection> {
        let number: i64 = word.parse().map_err(|_| malformed(format!("`{word}` is not a literal")))?;
        let cell = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX).wrapping_sub(1);
        if cell >= self.cells.len() {
            return Err(malformed(format!("there is no cell {word}")));
        }
        Ok((cell, number > 0))
    }

    fn set(&mut self, cell: usize, black: bool) {
        self.cells[cell] = Some(black);
        self.added.push(cell);
    }

    fn apply(&mut self, hint: &str) -> Result<Told, Rejection> {
        let index = |text: &str, count: usize| {
            let number: usize = text.parse().ok()?;
            number.checked_sub(1).filter(|&index| index < count)
        };
        let unknown = || malformed(format!("`{hint}` names nothing"));
        let height = self.puzzle.height();
        if let Some(row) = hint.strip_prefix('r') {
            self.apply_line(index(row, height).ok_or_else(unknown)?)
        } else if let Some(column) = hint.strip_prefix('c') {
            self.apply_line(height + index(column, self.puzzle.width()).ok_or_else(unknown)?)
        } else if let Some(step) = hint.strip_prefix('#') {
            let step = index(step, self.clauses.len()).ok_or_else(unknown)?;
            self.named[step] = true;
            let clause = std::mem::take(&mut self.clauses[step]);
            let told = self.apply_clause(&clause);
            self.clauses[step] = clause;
            Ok(told)
        } else if hint == "s" {
            let other = self.other.take().ok_or_else(unknown)?;
            let told = self.apply_clause(&other);
            self.other = Some(other);
            Ok(told)
        } else {
            Err(unknown())
        }
    }

    fn apply_clause(&mut self, clause: &[Literal]) -> Told {
        let mut open = None;
        for &(cell, black) in clause {
            match self.cells[cell] {
                Some(known) if known == black => return Told::Nothing,
                Some(_) => {}
                None if open.is_some() => return Told::Nothing,
                None => open = Some((cell, black)),
            }
        }
        match open {
            None => Told::Contradiction,
            Some((cell, black)) => {
                self.set(cell, black);
                Told::Something
            }
        }
    }

    fn apply_line(&mut self, line: usize) -> Result<Told, Rejection> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let (clue, first, stride, length) = if line < height {
            (&self.puzzle.rows[line], line * width, 1, width)
        } else {
            (&self.puzzle.columns[line - height], line - height, width, height)
        };
        // A line costs its blocks: a long one may have thousands.
        self.budget.spend(clue.len() as u64 + 1)?;
        let mut tables = std::mem::take(&mut self.tables);
        tables.load((0..length).map(|i| self.cells[first + i * stride]));
        let mut told = Told::Nothing;
        if tables.solve(clue) {
            for i in 0..length {
                if self.cells[first + i * stride].is_none()
                    && let Some(black) = tables.common(i)
                {
                    self.set(first + i * stride, black);
                    told = Told::Something;
                }
            }
        } else {
            told = Told::Contradiction;
        }
        self.tables = tables;
        Ok(told)
    }
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
}
