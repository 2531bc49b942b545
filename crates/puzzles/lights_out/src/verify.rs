//! Claims `optimal` (the cells named put out all lights, and no fewer do) and `unsolvable` (no presses do).
//!
//! Whatever is pressed in the first row, each further row must put out what is left above it: every first row is tried.

use quandary_check::{Rejection, Verified, Verifier, Work};
use quandary_core::Certificate;
use serde_json::json;

/// The verifier of this puzzle, for the registry's list.
pub static VERIFIER: Verifier = Verifier { puzzle: "lights-out", claims: &["optimal", "unsolvable"], verify };

fn verify(certificate: &Certificate, _: &mut Work) -> Result<Verified, Rejection> {
    let lines: Vec<&[u8]> = certificate.instance.lines().map(str::as_bytes).collect();
    let width = lines.first().map_or(0, |line| line.len());
    let is_row = |line: &&[u8]| line.len() == width && line.iter().all(|c| b"#.".contains(c));
    if !(1..=8).contains(&lines.len()) || !(1..=8).contains(&width) || !lines.iter().all(is_row) {
        return Err(Rejection::Malformed("the instance is not a board of # and .".into()));
    }
    let chase = |first: u32| {
        let (mut above, mut press, mut cells) = (0, first, Vec::new());
        for (y, line) in lines.iter().enumerate() {
            cells.extend((0..width).filter(|x| press >> x & 1 == 1).map(|x| y * width + x));
            let lit = (0..width).filter(|&x| line[x] == b'#').fold(0, |lit, x| lit | 1 << x);
            let left = (lit ^ press ^ press << 1 ^ press >> 1 ^ above) & ((1 << width) - 1);
            (above, press) = (press, left);
        }
        (press == 0).then_some(cells)
    };
    let solutions: Vec<Vec<usize>> = (0..1 << width).filter_map(chase).collect();
    let fewest = solutions.iter().map(Vec::len).min();
    let is = |presses: Option<&Vec<usize>>| certificate.evidence == json!({"presses": presses});
    let best = solutions.iter().find(|cells| Some(cells.len()) == fewest && is(Some(cells)));
    let fact = match (certificate.claim.as_str(), best) {
        ("unsolvable", None) if fewest.is_none() && is(None) => "no first row can be completed",
        ("optimal", Some(_)) => "all lights go out, and no first row allows fewer presses",
        _ => return Err(Rejection::Wrong("this claim is not so".into())),
    };
    let name = |&cell: &usize| format!("{},{}", cell / width + 1, cell % width + 1);
    let moves = best.map(|cells| cells.iter().map(name).collect::<Vec<String>>());
    let verified =
        Verified::fact(fact).proves("verdict", certificate.claim.as_str()).proves("moves", json!(moves));
    Ok(if best.is_none() { verified.proves_no() } else { verified })
}
