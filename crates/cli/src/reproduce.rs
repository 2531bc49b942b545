//! `quandary reproduce`: the published values again.

use quandary_core::InputError;
use quandary_core::face::{Answer, Status};
use quandary_lab::{Wanted, report, reproduce};

use crate::desk::Desk;

/// Regenerates what was asked for, writes the report, and prints the table.
pub(crate) fn run(wanted: &Wanted, json: bool, desk: &Desk) -> Result<Answer, InputError> {
    let (study, stopped) = desk.with_context(|context| reproduce(wanted, context))?;
    let mut text = report::terminal(&study);
    if let Some(folder) = &wanted.report {
        let path = report::write_html(&study, folder)
            .map_err(|error| InputError::new(format!("the report cannot be written: {error}")))?;
        if json {
            eprintln!("quandary: report written to {}", path.display());
        } else {
            text += &format!("\n\nreport written to {}", path.display());
        }
    }
    let mut answer = Answer::new(report::json(&study), text);
    if let Some(why) = stopped {
        answer.status = Status::Exhausted(why);
    } else if wanted.strict && study.disagrees() {
        answer = answer.negative();
    }
    Ok(answer)
}
