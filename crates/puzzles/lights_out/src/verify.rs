//! The verifier of the certificates. It states the rules again and shares nothing with the solver.
//!
//! Claims: `optimal` (these presses put out all lights, and no fewer do) and `unsolvable` (no presses do).
//!
//! Whatever is pressed in the first row, each further row must put out what is still lit above it. So every first row is
//! tried, and what is left in the last row decides.

use quandary_check::{Rejection, Verified, Verifier, Work};
use quandary_core::Certificate;
use serde_json::json;

/// The verifier of this puzzle, for the registry's list.
pub static VERIFIER: Verifier = Verifier { puzzle: "lights-out", claims: &["optimal", "unsolvable"], verify };

/// The instance of a certificate: bit x of a row is set where column x is lit.
struct Instance {
    width: usize,
    rows: Vec<u32>,
}

impl Instance {
    fn read(text: &str) -> Result<Instance, Rejection> {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let width = lines.first().map_or(0, |line| line.len());
        let is_row = |line: &&[u8]| line.len() == width && line.iter().all(|light| b"#.".contains(light));
        if !(1..=8).contains(&lines.len()) || !(1..=8).contains(&width) || !lines.iter().all(is_row) {
            return Err(Rejection::Malformed("the instance is not a board of # and .".into()));
        }
        let row = |line: &[u8]| (0..width).filter(|&x| line[x] == b'#').map(|x| 1 << x).sum();
        Ok(Instance { width, rows: lines.into_iter().map(row).collect() })
    }

    /// The cells to press, along the rows, when these are pressed in the first row; `None` if lights are left.
    fn completed(&self, first: u32) -> Option<Vec<usize>> {
        let (mut above, mut pressed, mut cells) = (0, first, Vec::new());
        for (y, lit) in self.rows.iter().enumerate() {
            cells.extend((0..self.width).filter(|x| pressed >> x & 1 == 1).map(|x| y * self.width + x));
            let left = lit ^ above ^ pressed ^ pressed << 1 ^ pressed >> 1;
            (above, pressed) = (pressed, left & ((1 << self.width) - 1));
        }
        (pressed == 0).then_some(cells)
    }

    fn name(&self, cell: usize) -> String {
        format!("{},{}", cell / self.width + 1, cell % self.width + 1)
    }
}

fn verify(certificate: &Certificate, _: &mut Work) -> Result<Verified, Rejection> {
    let instance = Instance::read(&certificate.instance)?;
    let solutions: Vec<Vec<usize>> =
        (0..1 << instance.width).filter_map(|first| instance.completed(first)).collect();
    let fewest = solutions.iter().map(Vec::len).min();
    let said = |presses: Option<&Vec<usize>>| certificate.evidence == json!({"presses": presses});
    match certificate.claim.as_str() {
        "optimal" => {
            let is_best = |cells: &&Vec<usize>| Some(cells.len()) == fewest && said(Some(cells));
            let Some(cells) = solutions.iter().find(is_best) else {
                return Err(Rejection::Wrong("these are not the fewest presses".into()));
            };
            let moves: Vec<String> = cells.iter().map(|&cell| instance.name(cell)).collect();
            Ok(Verified::fact("all lights go out, and no first row allows fewer presses")
                .proves("verdict", "optimal")
                .proves("moves", json!(moves)))
        }
        "unsolvable" if fewest.is_none() && said(None) => Ok(Verified::fact("no first row can be completed")
            .proves("verdict", "unsolvable")
            .proves("moves", json!(null))
            .proves_no()),
        _ => Err(Rejection::Wrong("some presses put out all lights".into())),
    }
}
