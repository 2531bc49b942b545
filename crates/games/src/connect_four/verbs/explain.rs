use quandary_core::{Context, Stop};
use quandary_verbs::{Command, Explanation, InputSpec, Reply, Request, VerbSpec};

use super::{A_POSITION, TABLE, bits, undecided_record};
use crate::connect_four::explain::{Reason, advise};
use crate::connect_four::play::{BOARD, View};

pub(super) struct Explain;

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best column and why: threats, the line that wins, and what every column is worth",
        input: InputSpec::Required(A_POSITION),
        options: &[BOARD.spec, TABLE.spec],
        examples: &["explain connect-four 274552224131661", "explain connect-four 4444"],
        conventions: &[
            (
                "score",
                "k when four is completed with the k-th last stone of one's own, negative for a loss, 0 for a draw",
            ),
            (
                "first stones",
                "their scores come from the book of exact scores (`train connect-four`), all others from a search",
            ),
        ],
    };
    type Answer = Explanation<View, Reason>;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Self::Answer>, Stop> {
        let record = undecided_record(request)?;
        let (hint, stopped) = advise(&record, bits(request, context), context, &mut |_| {})?;
        Ok(Reply::from(Explanation { view: View(record), hint }).cut(stopped))
    }
}
