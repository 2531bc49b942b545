//! Errors in the documents, found by computing: from the printed values alone, or from rules and exact counts.
//!
//! Ids are those of the list of errata of the five documents: T the thesis, M its and the kbs paper's Minesweeper, P the
//! access article, I Inria's report, A an algorithm. A check reports its slip or nothing.

mod games;
mod inria;
mod minesweeper;
mod thesis;

use quandary_core::{Context, Exhausted};
use serde::Serialize;

use super::{Table, tables};

/// Something that is wrong as printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slip {
    /// Its id.
    pub id: &'static str,
    /// Where it is printed.
    pub place: &'static str,
    /// What we computed, with numbers.
    pub found: String,
}

/// Looks for one slip.
struct Check {
    id: &'static str,
    place: &'static str,
    /// What is wrong, or nothing.
    look: fn(&Published<'_>) -> Option<String>,
}

/// The input of a check: the printed tables, which a test may change, and the context.
struct Published<'p> {
    tables: &'p [Table],
    context: &'p Context<'p>,
}

impl Published<'_> {
    fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.id == id)
    }

    /// A printed number, by the name of its row.
    fn number(&self, id: &str, row: &str, column: &str) -> Option<f64> {
        let table = self.table(id)?;
        (0..table.rows.len()).find(|&at| table.row_name(at) == row).and_then(|at| table.number(at, column))
    }
}

fn checks() -> impl Iterator<Item = &'static Check> {
    [thesis::CHECKS, minesweeper::CHECKS, games::CHECKS, inria::CHECKS].into_iter().flatten()
}

/// All slips that we find, in the order of their documents; if the stop flag is raised, those found until then.
pub fn find(context: &Context<'_>) -> (Vec<Slip>, Option<Exhausted>) {
    let published = Published { tables: tables(), context };
    let mut slips = Vec::new();
    for (done, check) in checks().enumerate() {
        context.progress.report("errata", done as u64, checks().count() as u64);
        if let Some(why) = context.budget.stop().raised() {
            return (slips, Some(why));
        }
        let found = (check.look)(&published);
        slips.extend(found.map(|found| Slip { id: check.id, place: check.place, found }));
    }
    (slips, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::Printed;

    #[test]
    fn every_slip_is_found_and_every_id_is_unique() {
        let (slips, stopped) = find(&Context::bare());
        assert_eq!(stopped, None);
        let missing: Vec<&str> =
            checks().map(|check| check.id).filter(|id| slips.iter().all(|slip| slip.id != *id)).collect();
        assert_eq!(missing, Vec::<&str>::new());
        for (at, slip) in slips.iter().enumerate() {
            assert!(slips[..at].iter().all(|other| other.id != slip.id), "{} twice", slip.id);
        }
    }

    /// The documents with some cells printed as they should be.
    fn corrected(changes: &[(&str, &str, &str, &str)]) -> Vec<Table> {
        let mut all = tables().to_vec();
        for (id, row, column, value) in changes {
            let table = all.iter_mut().find(|table| table.id == *id).unwrap();
            let at = (0..table.rows.len()).find(|&at| table.row_name(at) == *row).unwrap();
            let place = table.column(column);
            table.rows[at][place] = Printed::from(*value);
        }
        all
    }

    #[test]
    fn a_corrected_slip_is_no_longer_found() {
        let cases = [
            ("T2", vec![("thesis.T3.2", "28", "F", "0.0000"), ("thesis.T3.2", "29", "p", "0.0000")]),
            ("M2", vec![("thesis.T4.1", "safe first action rule", "16x30|99", "20.0")]),
            (
                "M3",
                vec![
                    ("thesis.T4.2", "PAFG", "intermediate", "60.0"),
                    ("thesis.T4.2", "PAFG", "expert", "23.0"),
                ],
            ),
            ("M6", vec![("thesis.F5.7", "game (p=0)", "M_from", "85")]),
            ("I6", vec![("inria.T8", "SimEnuLoClf", "totNbSolutions_median", "6.00")]),
        ];
        let context = Context::bare();
        for (id, changes) in cases {
            let check = checks().find(|check| check.id == id).unwrap();
            assert!(
                (check.look)(&Published { tables: tables(), context: &context }).is_some(),
                "{id} as printed"
            );
            let tables = corrected(&changes);
            assert_eq!(
                (check.look)(&Published { tables: &tables, context: &context }),
                None,
                "{id} corrected"
            );
        }
    }
}
