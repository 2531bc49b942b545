use quandary_core::InputError;
use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::rules::Game;
use serde_json::json;

use super::undecided_record;
use crate::connect_four::geometry::Standard;
use crate::connect_four::notation::format_record;
use crate::connect_four::question::Question;
use crate::connect_four::rules::ConnectFour;
use crate::watch::{self, Watched};

pub(super) const METHOD: OptionSpec =
    OptionSpec::value("method", "METHOD", "pns, mcpns, ppns or pp").or("pns");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let record = undecided_record(request)?;
    let sight = request.is_on("sight");
    let question =
        Question { rules: ConnectFour(record.size), root: record.position, draw_wins: false, sight };
    let mut columns = Vec::new();
    record.rules().moves(&record.position, &mut columns);
    let moves = columns.into_iter().map(|column| format!("column {}", column + 1)).collect();
    let watched: Watched = if record.size == super::standard() {
        let rules = ConnectFour(Standard);
        watch::run(
            &Question { rules, root: record.position, draw_wins: false, sight },
            moves,
            request,
            context,
        )?
    } else {
        watch::run(&question, moves, request, context)?
    };
    let mut json = json!({"schema": 1, "puzzle": "connect-four", "position": format_record(&record),
        "question": "does the player to move win?"});
    Ok(watched.answer(&mut json))
}
