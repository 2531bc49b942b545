use quandary_core::{Context, Stop};
use quandary_verbs::proving::{PLAYOUTS, THETA};
use quandary_verbs::{Command, FIGURE, InputSpec, Reply, Request, SEED, VerbSpec};

use super::{A_POSITION, undecided};
use crate::gomoku::notation::{format_point, format_record};
use crate::gomoku::play::BOARD;
use crate::gomoku::question::Question;
use crate::gomoku::rules::Point;
use crate::gomoku::sight::{Sight, look};
use crate::verbs::watched::{self, WatchAnswer, watch};

pub(super) struct Watch;

impl Command for Watch {
    const SPEC: VerbSpec = VerbSpec {
        input: InputSpec::Required(A_POSITION),
        options: &[BOARD.spec, watched::METHOD.spec, PLAYOUTS.spec, THETA.spec, SEED.spec, FIGURE.spec],
        examples: &["watch gomoku \"4x4/3: b2\" --method ppns --figure inside.svg"],
        ..watched::SPEC
    };
    type Answer = WatchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<WatchAnswer>, Stop> {
        let record = undecided(request)?;
        let (rules, root) = (record.rules, record.position);
        let question = Question { rules, root, draw_wins: false };
        // The search sees one stone ahead, and so do its moves.
        let moves = match look(&rules, &root) {
            Sight::Open(points) => points.iter().map(|bit| format_point(&rules, Point(bit as u16))).collect(),
            Sight::Decided(_) => Vec::new(),
        };
        let position = format_record(&record);
        Ok(watch(&question, position, "does the player to move win?", moves, request, context))
    }
}
