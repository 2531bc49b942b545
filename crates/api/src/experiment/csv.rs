use std::fmt::Write;

use quandary_core::words::csv_field;
use quandary_core::{Context, InputError, Stop};

use super::{Attempt, FinishedAttempt};

const HEADER: &str = "player,level,position,began,moves,milliseconds,solved,within";

/// Attempts as CSV: a header and a line each. Moves and times are joined by spaces.
pub fn export(attempts: &[Attempt]) -> String {
    let mut text = format!("{HEADER}\r\n");
    for Attempt { player, level, position, began, moves, milliseconds, solved, within } in attempts {
        let player = csv_field(player);
        let times: Vec<String> = milliseconds.iter().map(u64::to_string).collect();
        let (moves, times) = (moves.join(" "), times.join(" "));
        let _ = write!(text, "{player},{level},{position},{began},{moves},{times},{solved},{within}\r\n");
    }
    text
}

/// Reads what [`export`] wrote, perhaps by way of a spreadsheet. Every attempt is judged again: what the last two
/// columns say must be so.
pub fn import(csv: &str, context: &Context<'_>) -> Result<Vec<Attempt>, Stop> {
    let csv = csv.strip_prefix('\u{feff}').unwrap_or(csv);
    let mut lines = csv.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, header) = lines.next().unwrap_or_default();
    if header.trim() != HEADER {
        return Err(InputError::new("this is not a file of attempts").at(1, 0).expected(HEADER).into());
    }
    let mut attempts = Vec::new();
    for (index, line) in lines {
        context.budget.poll()?;
        let placed = |error: InputError| error.at(index + 1, 0);
        let fields = fields(line).map_err(placed)?;
        let attempt = read(&fields).map_err(placed)?.judge(context).map_err(|stop| match stop {
            Stop::Input(error) => Stop::Input(placed(error)),
            exhausted @ Stop::Exhausted(_) => exhausted,
        })?;
        let says = [fields[6].to_lowercase(), fields[7].to_lowercase()];
        if says != [attempt.solved.to_string(), attempt.within.to_string()] {
            let what = "it does not say what its moves show";
            let expected = format!("{},{} at its end", attempt.solved, attempt.within);
            return Err(placed(InputError::new(what)).expected(expected).into());
        }
        attempts.push(attempt);
    }
    Ok(attempts)
}

fn read(fields: &[String; 8]) -> Result<FinishedAttempt, InputError> {
    let [player, level, position, began, moves, milliseconds, ..] = fields;
    let number = |text: &str| {
        text.parse::<u64>().map_err(|_| InputError::new("there is no number here").expected("a whole number"))
    };
    let level = u8::try_from(number(level)?).unwrap_or(u8::MAX);
    Ok(FinishedAttempt {
        player: player.clone(),
        level,
        position: position.clone(),
        began: number(began)?,
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        milliseconds: milliseconds.split_whitespace().map(number).collect::<Result<_, _>>()?,
    })
}

/// The fields of a line. A field may stand in quotation marks, which are doubled inside; no field holds a new line.
fn fields(line: &str) -> Result<[String; 8], InputError> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut().expect("there is always one");
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => fields.push(String::new()),
            other => field.push(other),
        }
    }
    let found = fields.len();
    fields
        .try_into()
        .map_err(|_| InputError::new(format!("{found} fields in a line")).expected(format!("8: {HEADER}")))
}
