//! Nonograms of few cells: every picture with the clues of the rows is compared with those of the columns.

use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, words};

/// Pictures beyond this many are not looked at.
const MOST_PICTURES: usize = 2_000_000;
/// Lines that can be filled in more ways are not listed.
const MOST_LINES: u32 = 4096;

/// The lengths of the runs and their symbols: `#`, or the letter of a colour.
type Clue = Vec<(usize, char)>;

/// All pictures of a puzzle.
pub(super) struct Pictures {
    rows: Vec<Clue>,
    columns: Vec<Clue>,
    instance: String,
    all: Vec<Vec<String>>,
    /// The first picture of the evidence, which another must differ from.
    first: Value,
}

fn clue_of(cells: impl Iterator<Item = char>) -> Clue {
    let mut clue = Vec::new();
    let (mut run, mut before) = (0, '.');
    for cell in cells.chain(['.']) {
        if cell != before {
            if before != '.' {
                clue.push((run, before));
            }
            (run, before) = (0, cell);
        }
        run += 1;
    }
    clue
}

fn read_clue(line: &str) -> Result<Clue, String> {
    let block = |word: &str| {
        let letter = word.chars().last().filter(char::is_ascii_lowercase);
        let digits = letter.map_or(word, |_| &word[..word.len() - 1]);
        digits.parse().ok().map(|cells| (cells, letter.unwrap_or('#')))
    };
    let blocks: Option<Clue> = line.split_whitespace().map(block).collect();
    Ok(blocks.ok_or("no clue")?.into_iter().filter(|&(cells, _)| cells > 0).collect())
}

/// Every way to fill `width` cells with these symbols.
fn fillings(width: usize, symbols: &[char]) -> Result<Vec<Vec<char>>, String> {
    let base = symbols.len() as u32;
    let count = u32::try_from(width).ok().and_then(|width| base.checked_pow(width));
    let count = count.filter(|&count| count <= MOST_LINES).ok_or("a wide puzzle")?;
    let cell = |number: u32, x: usize| symbols[(number / base.pow(x as u32) % base) as usize];
    Ok((0..count).map(|number| (0..width).map(|x| cell(number, x)).collect()).collect())
}

impl Pictures {
    pub(super) fn new(certificate: &Certificate) -> Result<Pictures, String> {
        let mut lines = certificate.instance.lines();
        let size = read_clue(lines.next().unwrap_or_default())?;
        let [(width, '#'), (height, '#')] = size[..] else { return Err("no size".into()) };
        // An empty line of text is the clue of an empty line; after the last clue it means nothing.
        let mut clues: Vec<Clue> = lines.map(read_clue).collect::<Result<_, _>>()?;
        while clues.len() > height.saturating_add(width) && clues.last().is_some_and(Vec::is_empty) {
            clues.pop();
        }
        if clues.len() != height.saturating_add(width) {
            return Err("not that many clues".into());
        }
        let mut symbols: Vec<char> = clues.iter().flatten().map(|&(_, symbol)| symbol).chain(['.']).collect();
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.contains(&'#') && symbols.len() > 2 {
            return Err("black beside colours".into());
        }
        let lines = fillings(width, &symbols)?;
        let (rows, columns) = clues.split_at(height);
        let lines_of = |clue: &Clue| -> Vec<Vec<char>> {
            lines.iter().filter(|line| clue_of(line.iter().copied()) == *clue).cloned().collect()
        };
        let choices: Vec<Vec<Vec<char>>> = rows.iter().map(lines_of).collect();
        let count = choices.iter().try_fold(1_usize, |product, row| product.checked_mul(row.len()));
        let Some(count) = count.filter(|&count| count <= MOST_PICTURES) else {
            return Err("too many pictures".into());
        };
        let mut all = Vec::new();
        for number in 0..count {
            let mut rest = number;
            let picture: Vec<&Vec<char>> = choices
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
                all.push(picture.iter().map(|row| row.iter().collect()).collect());
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
                let block = |&(cells, symbol): &(usize, char)| match symbol {
                    '#' => cells.to_string(),
                    letter => format!("{cells}{letter}"),
                };
                let clue = |clue: &Clue| {
                    let numbers: Vec<String> = clue.iter().map(block).collect();
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
