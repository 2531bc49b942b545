//! The solver: linear equations over two elements.

use crate::rules::LightsOut;

/// A set of presses, and the lights that it toggles.
#[derive(Clone, Copy)]
struct Combination {
    toggles: u64,
    presses: u64,
}

impl Combination {
    /// The same, with the pivots added that clear their lights from it.
    fn reduced(self, pivots: &[Combination]) -> Combination {
        pivots.iter().fold(self, |left, pivot| {
            // The lowest light of a pivot is toggled by no pivot after it.
            let own_light = pivot.toggles.trailing_zeros();
            if left.toggles >> own_light & 1 == 0 {
                return left;
            }
            Combination { toggles: left.toggles ^ pivot.toggles, presses: left.presses ^ pivot.presses }
        })
    }
}

/// The fewest cells whose presses put out all lights, in ascending order; `None` when no presses do.
///
/// The order of presses does not matter and two on one cell cancel, so a solution is a set of cells. Gaussian
/// elimination finds one. All others differ from it by a set of presses that toggles nothing; there are at most 2^8 of
/// those, one for each way to press the first row.
///
/// ```
/// use quandary_lights_out::{notation::parse_board, solve::fewest_presses};
/// let (rules, lit) = parse_board("#.. ... ...", None).unwrap();
/// assert_eq!(fewest_presses(&rules, lit), Some(vec![0, 2, 5, 6, 7]));
/// let (rules, lit) = parse_board("#. / .. / ..", None).unwrap();
/// assert_eq!(fewest_presses(&rules, lit), None);
/// ```
pub fn fewest_presses(rules: &LightsOut, lit: u64) -> Option<Vec<usize>> {
    let (pivots, idle) = eliminated(rules);
    let solved = Combination { toggles: lit, presses: 0 }.reduced(&pivots);
    if solved.toggles != 0 {
        return None;
    }
    let mut fewest = solved.presses;
    for chosen in 0..1_u64 << idle.len() {
        let added = (0..idle.len()).filter(|i| chosen >> i & 1 == 1).fold(0, |all, i| all ^ idle[i]);
        let presses = solved.presses ^ added;
        if presses.count_ones() < fewest.count_ones() {
            fewest = presses;
        }
    }
    Some((0..rules.cells()).filter(|cell| fewest >> cell & 1 == 1).collect())
}

/// Combinations of presses that each toggle a light of their own, and sets of presses that toggle nothing.
fn eliminated(rules: &LightsOut) -> (Vec<Combination>, Vec<u64>) {
    let (mut pivots, mut idle) = (Vec::new(), Vec::new());
    for cell in 0..rules.cells() {
        let row = Combination { toggles: rules.toggled(cell), presses: 1 << cell }.reduced(&pivots);
        if row.toggles == 0 {
            idle.push(row.presses);
        } else {
            pivots.push(row);
        }
    }
    (pivots, idle)
}

/// Cells of which every press changes an even number, while an odd number of them is lit: why there is no solution.
/// Empty where there is one.
///
/// A cell is changed by the presses that it changes itself, so a set of presses that toggles nothing is also a set of
/// lights of which every press changes an even number.
///
/// ```
/// use quandary_lights_out::{notation::parse_board, solve::never_changed};
/// let (rules, lit) = parse_board("#. / .. / ..", None).unwrap();
/// assert_eq!(never_changed(&rules, lit), [0, 2, 3, 4]);
/// let (rules, lit) = parse_board("#.. ... ...", None).unwrap();
/// assert!(never_changed(&rules, lit).is_empty());
/// ```
pub fn never_changed(rules: &LightsOut, lit: u64) -> Vec<usize> {
    let odd = |idle: &u64| (idle & lit).count_ones() % 2 == 1;
    let found = eliminated(rules).1.into_iter().find(odd).unwrap_or(0);
    (0..rules.cells()).filter(|cell| found >> cell & 1 == 1).collect()
}
