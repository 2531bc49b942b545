//! Claims `optimal` (the presses named put out all lights, and no fewer do) and `unsolvable` (no presses do).
//!
//! A way of its own: whatever is pressed in the first row, the rest follows, because each row must put out what is lit
//! above it. So all solutions are found by trying every first row.

use quandary_check::{Rejection, Verified, Verifier};
use quandary_core::Certificate;

/// The verifier of this puzzle, for the registry's list.
pub static VERIFIER: Verifier = Verifier { puzzle: "lights-out", verify };

fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    let malformed = |what: &str| Rejection::Malformed(what.to_owned());
    let rows: Vec<Vec<bool>> =
        certificate.instance.lines().map(|row| row.chars().map(|c| c == '#').collect()).collect();
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    let square =
        rows.iter().all(|row| row.len() == width) && (1..=8).contains(&height) && (1..=8).contains(&width);
    if !square || certificate.instance.chars().any(|c| !"#.\n".contains(c)) {
        return Err(malformed("the instance is no board of # and ."));
    }
    let press = |lit: &mut Vec<Vec<bool>>, y: usize, x: usize| {
        for (dy, dx) in [(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)] {
            if let Some(cell) =
                (y + dy).checked_sub(1).and_then(|y| lit.get_mut(y)?.get_mut((x + dx).checked_sub(1)?))
            {
                *cell = !*cell;
            }
        }
    };
    let chase = |first: u32| {
        let (mut lit, mut presses) = (rows.clone(), 0);
        for y in 0..height {
            for x in 0..width {
                if if y == 0 { first >> x & 1 == 1 } else { lit[y - 1][x] } {
                    press(&mut lit, y, x);
                    presses += 1;
                }
            }
        }
        (!lit[height - 1].contains(&true)).then_some(presses)
    };
    let fewest: Option<usize> = (0..1 << width).filter_map(chase).min();
    let named: Option<Vec<String>> = serde_json::from_value(certificate.evidence["presses"].clone())
        .map_err(|_| malformed("`presses` is no list of cells"))?;
    match (certificate.claim.as_str(), fewest, named) {
        ("unsolvable", None, None) => Ok(Verified { facts: vec!["no first row can be completed".into()] }),
        ("optimal", Some(fewest), Some(named)) => {
            let mut lit = rows.clone();
            for cell in &named {
                let place = cell.split_once(',').and_then(|(y, x)| Some((y.parse().ok()?, x.parse().ok()?)));
                let (y, x): (usize, usize) = place.ok_or_else(|| malformed("a press is not ROW,COLUMN"))?;
                if !(1..=height).contains(&y) || !(1..=width).contains(&x) {
                    return Err(Rejection::Wrong(format!("{cell} is not on the board")));
                }
                press(&mut lit, y - 1, x - 1);
            }
            if lit.concat().contains(&true) || named.len() != fewest {
                return Err(Rejection::Wrong(format!(
                    "the {} presses are not {fewest} that put out all lights",
                    named.len()
                )));
            }
            Ok(Verified {
                facts: vec![format!("{fewest} presses put out all lights; no first row allows fewer")],
            })
        }
        ("optimal" | "unsolvable", ..) => Err(Rejection::Wrong("the claim is not so".into())),
        (claim, ..) => {
            Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: claim.to_owned() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_of_3x3_and_2x3_has_the_fewest_presses_and_one_less_is_rejected() {
        for (rows, columns) in [(3, 3), (2, 3)] {
            let rules = crate::Lights { rows, columns };
            for lit in 1..1_u64 << (rows * columns) {
                use quandary_core::play::Play;
                let set = crate::fewest_presses(&rules, lit);
                let cells = set.map(|set| {
                    (0..9).filter(|c| set >> c & 1 == 1).map(|c| rules.write_move(c)).collect::<Vec<_>>()
                });
                let claim = if set.is_some() { "optimal" } else { "unsolvable" };
                let certificate = |presses| {
                    Certificate::new(
                        "lights-out",
                        claim,
                        rules.write(&lit),
                        serde_json::json!({"presses": presses}),
                    )
                };
                assert!(verify(&certificate(cells.clone())).is_ok(), "{lit:b}");
                assert!(
                    verify(&certificate(cells.map_or(Some(vec![]), |mut cells| cells.pop().map(|_| cells))))
                        .is_err(),
                    "{lit:b}"
                );
            }
        }
    }
}
