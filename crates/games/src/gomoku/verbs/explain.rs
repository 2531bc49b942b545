use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Opt, Reply, Request, VerbSpec};

use super::{A_POSITION, CONVENTIONS, THREATS, undecided};
use crate::gomoku::explain::{Effort, Reason, advise};
use crate::gomoku::play::{BOARD, View};

const DEPTH: Opt<u64> =
    Opt::whole("depth", "N", 1, 12, "Moves ahead by patterns, where nothing is forced").or("4");

/// Positions that the search for a forced win may take: some seconds.
const THREAT_NODES: u64 = 100_000;

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move and why: a row, a forced win, the value of a small board, or what patterns say some moves ahead",
        input: InputSpec::Required(A_POSITION),
        options: &[BOARD.spec, DEPTH.spec, THREATS.spec],
        examples: &["explain gomoku \"h8 i9 g7 f6\"", "explain gomoku \"3x3/3: b2\""],
        conventions: &CONVENTIONS,
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let record = undecided(request)?;
        let effort = Effort {
            depth: request.get(DEPTH) as u32,
            threats: request.get(THREATS) as u32,
            threat_nodes: THREAT_NODES,
        };
        let (hint, stopped) = advise(&record, effort, context)?;
        Ok(Reply::from(Explanation { view: View(record), hint }).cut(stopped))
    }
}
