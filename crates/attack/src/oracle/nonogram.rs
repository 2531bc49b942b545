//! Nonograms of few cells: every picture that has the clues of its rows, compared with those of the columns.

use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, words};

/// Pictures beyond this many are not looked at.
const MOST_PICTURES: usize = 2_000_000;
/// Wider lines are not listed.
const MOST_WIDTH: usize = 12;

type Clue = Vec<usize>;

/// All pictures of a puzzle.
pub(super) struct Pictures {
    rows: Vec<Clue>,
    columns: Vec<Clue>,
    instance: String,
    all: Vec<Vec<String>>,
    /// The first picture of the evidence, which another must differ from.
    first: Value,
}

fn clue_of(cells: impl Iterator<Item = bool>) -> Clue {
    let mut clue = Vec::new();
    let mut run = 0;
    for black in cells.chain([false]) {
        if black {
            run += 1;
        } else if run > 0 {
            clue.push(run);
            run = 0;
        }
    }
    clue
}

fn read_clue(line: &str) -> Result<Clue, String> {
    let numbers: Result<Clue, _> = line.split_whitespace().map(str::parse).collect();
    Ok(numbers.map_err(|_| "no clue")?.into_iter().filter(|&number| number > 0).collect())
}

impl Pictures {
    pub(super) fn new(certificate: &Certificate) -> Result<Pictures, String> {
        let mut lines = certificate.instance.lines();
        let size = read_clue(lines.next().unwrap_or_default())?;
        let [width, height] = size[..] else { return Err("no size".into()) };
        // A line without numbers is the clue of an empty line; beyond the last clue it is nothing.
        let mut clues: Vec<Clue> = lines.map(read_clue).collect::<Result<_, _>>()?;
        while clues.len() > height.saturating_add(width) && clues.last().is_some_and(Vec::is_empty) {
            clues.pop();
        }
        if width > MOST_WIDTH || clues.len() != height + width {
            return Err("not that many clues, or a wide puzzle".into());
        }
        let (rows, columns) = clues.split_at(height);
        let lines_of = |clue: &Clue| -> Vec<Vec<bool>> {
            let cells = |mask: u32| (0..width).map(move |x| mask >> x & 1 == 1);
            (0..1 << width)
                .filter(|&mask| clue_of(cells(mask)) == *clue)
                .map(|m| cells(m).collect())
                .collect()
        };
        let choices: Vec<Vec<Vec<bool>>> = rows.iter().map(lines_of).collect();
        let count = choices.iter().try_fold(1_usize, |product, row| product.checked_mul(row.len()));
        let Some(count) = count.filter(|&count| count <= MOST_PICTURES) else {
            return Err("too many pictures".into());
        };
        let mut all = Vec::new();
        for number in 0..count {
            let mut rest = number;
            let picture: Vec<&Vec<bool>> = choices
                .iter()
                .map(|row| {
                    let chosen = &row[rest % row.len()];
                    rest /= row.len();
                    chosen
                })
                .collect();
            let has_columns = columns
                .iter()
                .enumerate()
                .all(|(x, clue)| clue_of(picture.iter().map(|row| row[x])) == *clue);
            if has_columns {
                let letters =
                    |row: &&Vec<bool>| row.iter().map(|&black| if black { '#' } else { '.' }).collect();
                all.push(picture.iter().map(letters).collect());
            }
        }
        let evidence = &certificate.evidence;
        let first = evidence.get("solution").unwrap_or(&evidence["solutions"][0]).clone();
        Ok(Pictures {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            instance: certificate.instance.clone(),
            all,
            first,
        })
    }

    fn has(&self, picture: &Value) -> bool {
        words(picture).is_some_and(|rows| self.all.iter().any(|known| *known == rows))
    }
}

impl Truth for Pictures {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "board" => value.as_str() == Some(&format!("{}x{}", self.rows.len(), self.columns.len())),
            "position" => {
                let clue = |clue: &Clue| {
                    let numbers: Vec<String> = clue.iter().map(usize::to_string).collect();
                    if numbers.is_empty() { "0".to_owned() } else { numbers.join("-") }
                };
                let side = |clues: &[Clue]| clues.iter().map(clue).collect::<Vec<_>>().join(" ");
                value.as_str() == Some(&format!("{}/{}", side(&self.rows), side(&self.columns)))
            }
            "nin" => value.as_str() == Some(&self.instance),
            "verdict" => match value.as_str() {
                Some("solved") => !self.all.is_empty(),
                Some("multiple") => self.all.len() > 1,
                Some("unique") => self.all.len() == 1,
                Some("none") => self.all.is_empty(),
                _ => false,
            },
            "status" => (value.as_str() == Some("negative")) == self.all.is_empty(),
            "unique" => value.as_bool() == Some(self.all.len() == 1),
            "solution" => self.has(value),
            "other" => self.has(value) && *value != self.first,
            _ => return None,
        })
    }
}
