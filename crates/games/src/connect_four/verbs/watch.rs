use quandary_core::{Context, Stop};
use quandary_verbs::proving::{PLAYOUTS, THETA};
use quandary_verbs::{Command, FIGURE, InputSpec, Reply, Request, SEED, VerbSpec};

use super::{A_POSITION, SIGHT, undecided_record};
use crate::connect_four::notation::format_record;
use crate::connect_four::play::BOARD;
use crate::connect_four::question::Question;
use crate::verbs::watched::{self, WatchAnswer, names, watch};

pub(super) struct Watch;

impl Command for Watch {
    const SPEC: VerbSpec = VerbSpec {
        input: InputSpec::Required(A_POSITION),
        options: &[
            BOARD.spec,
            watched::METHOD.spec,
            SIGHT.spec,
            PLAYOUTS.spec,
            THETA.spec,
            SEED.spec,
            FIGURE.spec,
        ],
        examples: &["watch connect-four 274552224131661 --method ppns --figure inside.svg"],
        ..watched::SPEC
    };
    type Answer = WatchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<WatchAnswer>, Stop> {
        let record = undecided_record(request)?;
        let (rules, root) = (record.rules(), record.position);
        let question = Question { rules, root, draw_wins: false, sight: request.is_on(SIGHT) };
        let moves = names(&rules, &root, |column| format!("column {}", column + 1));
        let position = format_record(&record);
        Ok(watch(&question, position, "does the player to move win?", moves, request, context))
    }
}
