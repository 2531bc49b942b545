use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Opt, Reply, Request, VerbSpec};

use super::{A_POSITION, CONVENTIONS, THREATS, undecided};
use crate::gomoku::explain::{Effort, REFINED, Reason, advise};
use crate::gomoku::play::{BOARD, View};

const DEPTH: Opt<u64> =
    Opt::whole("depth", "N", 1, 60, "Moves ahead at most, where nothing is forced").or("60");

const MOST_THREATS: Opt<u64> = THREATS.or("8");

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move and why: a row, a forced win or the defence against one, the value of a small board, or what the engine considers best",
        input: InputSpec::Required(A_POSITION),
        options: &[BOARD.spec, DEPTH.spec, MOST_THREATS.spec],
        examples: &["explain gomoku \"h8 i9 g7 f6\"", "explain gomoku \"3x3/3: b2\""],
        conventions: &CONVENTIONS,
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let record = undecided(request)?;
        let effort =
            Effort { depth: request.get(DEPTH) as u32, threats: request.get(MOST_THREATS) as u32, ..REFINED };
        let (hint, stopped) = advise(&record, effort, context, &mut |_| ())?;
        Ok(Reply::from(Explanation { view: View(record), hint }).cut(stopped))
    }
}
