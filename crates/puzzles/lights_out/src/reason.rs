//! Why a cell is pressed, for a person: how to find the presses, and why there may be none.

use quandary_core::{InputError, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use crate::notation::format_cell;
use crate::rules::LightsOut;
use crate::solve::never_changed;

/// Why a cell is to be pressed: it belongs to a set of fewest presses, and chasing the lights down finds it.
///
/// Presses are explained from the top. Once the rows above are done, a light that is on can only be put out from below, so the
/// presses of the first row decide all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename = "needed")]
pub struct Needed {
    /// How many presses are left, this one included.
    presses: usize,
    /// The presses in the first row that are left, this one included.
    top: Vec<String>,
    /// The light that is on above the cell, where no press above it is left.
    above: Option<String>,
}

impl Needed {
    /// Why the first of these presses, in ascending order, is to be made.
    pub(crate) fn of(rules: &LightsOut, presses: &[usize]) -> Needed {
        let top = presses.iter().take_while(|&&cell| rules.place(cell).0 == 0);
        let above = presses.first().and_then(|&cell| {
            let (row, column) = rules.place(cell);
            rules.cell(row.checked_sub(1)?, column)
        });
        Needed {
            presses: presses.len(),
            top: top.map(|&cell| format_cell(rules, cell)).collect(),
            above: above.map(|cell| format_cell(rules, cell)),
        }
    }
}

impl Reason for Needed {
    fn text(&self) -> String {
        let Needed { presses, top, above } = self;
        let one_of = match presses {
            1 => return "it puts out every light that is still on.".to_owned(),
            2 => "It is one of the 2 presses of a shortest solution; their order does not matter.".to_owned(),
            many => {
                format!(
                    "It is one of the {many} presses of a shortest solution; their order does not matter."
                )
            }
        };
        match (above, top.as_slice()) {
            (Some(light), _) => format!(
                "it chases the light at {light} down: nothing above is left to press, so only the square below it can \
                 put it out. {one_of}"
            ),
            (None, [_]) => format!(
                "it is the only press in the top row; after it, go down row by row and press below every light that \
                 is still on. {one_of}"
            ),
            (None, top) => format!(
                "press {} in the top row, then go down row by row and press below every light that is still on. \
                 {one_of}",
                list(top)
            ),
        }
    }

    fn nudge(&self) -> String {
        let count = match self.presses {
            1 => "1 press".to_owned(),
            many => format!("{many} presses"),
        };
        match self.above {
            Some(_) => format!("{count} will do. Chase the highest light down."),
            None => format!("{count} will do. Begin in the top row."),
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Why no presses put out all lights.
pub(crate) fn unsolvable(rules: &LightsOut, lit: u64) -> InputError {
    let cells: Vec<String> = never_changed(rules, lit).iter().map(|&cell| format_cell(rules, cell)).collect();
    InputError::new(format!(
        "no presses put out all lights: every press changes an even number of the lights at {}, and an odd number of \
         them is on",
        list(&cells)
    ))
}

#[cfg(test)]
mod tests {
    use quandary_core::rules::Rules;
    use quandary_core::{Context, Stop};
    use quandary_verbs::play::Play;

    use super::*;
    use crate::notation::parse_cell;

    /// Presses below every light that is on, row by row; how many presses that took.
    fn chase(rules: &LightsOut, lit: &mut u64) -> usize {
        let mut presses = 0;
        for row in 1..rules.rows() {
            for column in 0..rules.columns() {
                let (Some(above), Some(cell)) = (rules.cell(row - 1, column), rules.cell(row, column)) else {
                    continue;
                };
                if *lit >> above & 1 == 1 {
                    *lit = rules.apply(lit, cell);
                    presses += 1;
                }
            }
        }
        presses
    }

    #[test]
    fn chasing_lights_as_the_hint_says_takes_as_many_presses_as_it_says() {
        let rules: LightsOut = "3x3".parse().unwrap();
        for start in 1..512 {
            let mut lit: u64 = start;
            let reason = |lit: u64| {
                let hint = rules.hint(&rules.view(&lit), &Context::bare()).unwrap();
                hint.decision.map(|decision| (decision.chosen, decision.reason))
            };
            let (chosen, needed) = reason(lit).unwrap();
            if let Some(above) = &needed.above {
                let above = parse_cell(&rules, above).unwrap();
                assert_eq!(lit >> above & 1, 1, "{lit:b}");
                let (row, _) = rules.place(above);
                assert_eq!(lit & ((1 << (row * rules.columns())) - 1), 0, "{lit:b}: rows above are dark");
                assert!(needed.top.is_empty());
                assert_eq!(needed.text().starts_with("it chases the light at"), needed.presses > 1);
            } else {
                assert!(needed.top.contains(&chosen), "{lit:b}");
            }
            for cell in &needed.top {
                lit = rules.apply(&lit, parse_cell(&rules, cell).unwrap());
            }
            let chased = chase(&rules, &mut lit);
            assert_eq!((lit, needed.top.len() + chased), (0, needed.presses), "{start:b}");
        }
    }

    #[test]
    fn a_board_without_a_solution_is_refused_with_the_lights_that_never_change() {
        let rules: LightsOut = "2x3".parse().unwrap();
        let mut refused = 0;
        for lit in 0..64_u64 {
            let Err(Stop::Input(error)) = rules.hint(&rules.view(&lit), &Context::bare()) else {
                continue;
            };
            let cells = never_changed(&rules, lit);
            assert!(error.to_string().contains("an odd number"), "{error}");
            let set = cells.iter().fold(0_u64, |set, cell| set | 1 << cell);
            assert_eq!((set & lit).count_ones() % 2, 1);
            for cell in 0..rules.cells() {
                assert_eq!((rules.toggled(cell) & set).count_ones() % 2, 0, "{cell}");
            }
            refused += 1;
        }
        assert!(refused > 0);
    }
}
