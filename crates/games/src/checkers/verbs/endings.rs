use std::fmt;

use quandary_core::words::thousands;
use quandary_core::{Context, Signature, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::checkers::endings::{Endings, Tally};

const PIECES: Opt<u64> =
    Opt::whole("pieces", "N", 2, 4, "Maximum number of pieces, both sides together").or("3");

const VERIFY: Opt<bool> =
    Opt::switch("verify", "Check every value against the values of its moves").formerly("again");

/// All endings of few pieces.
pub(super) struct Tabulate;

/// How the endings of up to this many pieces end.
#[derive(Serialize, JsonSchema)]
pub(super) struct EndingsAnswer {
    /// One for each number of pieces, from 2.
    totals: Vec<Total>,
    /// One for each choice of pieces, the side to move first.
    sets: Vec<Set>,
    /// Bytes that the values take.
    bytes: usize,
    /// Positions looked at.
    nodes: u64,
    /// CPU seconds of solving.
    cpu_seconds: f64,
    /// With --verify: positions whose value follows from their moves, and those whose value does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<[u64; 2]>,
}

/// All positions of this many pieces with both sides on the board and a side to move.
#[derive(Default, Serialize, JsonSchema)]
struct Total {
    /// Pieces of both sides.
    pieces: u8,
    /// Ways to put this many pieces on the board, those with one side only included: the number that is published.
    placements: u64,
    /// Positions with both sides on the board, each counted once, as the side to move sees it.
    positions: u64,
    /// Of them, those that the side to move wins.
    wins: u64,
    /// Those that nobody wins.
    draws: u64,
    /// Those that the side to move loses.
    losses: u64,
    /// Moves of both sides in the longest win.
    longest_win: u8,
}

/// The positions with certain pieces.
#[derive(Serialize, JsonSchema)]
struct Set {
    /// The pieces, those of the side to move first.
    pieces: String,
    /// Positions that the side to move wins.
    wins: u64,
    /// Positions that nobody wins.
    draws: u64,
    /// Positions that the side to move loses.
    losses: u64,
    /// Moves of both sides in the longest win.
    longest_win: u8,
}

impl From<&Tally> for Set {
    fn from(tally: &Tally) -> Set {
        Set {
            pieces: tally.material.to_string(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            longest_win: tally.longest,
        }
    }
}

impl Command for Tabulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "endings",
        about: "Solve all endings of up to --pieces pieces, and count wins, draws and losses",
        input: InputSpec::None,
        options: &[PIECES.spec, VERIFY.spec],
        examples: &["endings checkers --pieces 4 --json"],
        conventions: &[
            (
                "position",
                "pieces and the side to move; a position and the same with colours exchanged are one",
            ),
            ("longest_win", "moves of both sides until one has none; the winner hurries, the loser delays"),
            ("placements", "pieces alone, the two colours distinguished, a side without pieces included"),
        ],
    };
    type Answer = EndingsAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<EndingsAnswer>, Stop> {
        let pieces = request.get(PIECES) as u32;
        let mut budget = context.budget.clone();
        let before = (context.cpu_seconds)();
        let report =
            |done: usize, of: usize| context.progress.report("sets of pieces", done as u64, of as u64);
        // Half a table counts nothing.
        let endings = Endings::up_to(pieces, &mut budget, report)?;
        let cpu_seconds = (context.cpu_seconds)() - before;
        let again = if request.is_on(VERIFY) {
            let (all, wrong) = endings.look_again(&mut budget)?;
            Some([all - wrong, wrong])
        } else {
            None
        };
        let tallies = endings.tallies();
        let mut signature = Signature::new();
        let totals = (2..=pieces as u8)
            .map(|pieces| {
                let of = tallies.iter().filter(|tally| tally.material.pieces() == pieces);
                let mut total = of.fold(Total { pieces, ..Total::default() }, |mut total, tally| {
                    total.wins += tally.wins;
                    total.draws += tally.draws;
                    total.losses += tally.losses;
                    total.longest_win = total.longest_win.max(tally.longest);
                    total
                });
                total.positions = total.wins + total.draws + total.losses;
                total.placements = total.positions + 2 * one_sided(pieces.into());
                total
            })
            .collect();
        for tally in &tallies {
            for count in [tally.wins, tally.draws, tally.losses, tally.longest.into()] {
                signature.add(&count.to_le_bytes());
            }
        }
        let sets = tallies.iter().map(Set::from).collect();
        let tabulated =
            EndingsAnswer { totals, sets, bytes: endings.bytes(), nodes: budget.spent(), cpu_seconds, again };
        let wrong = again.is_some_and(|[_, wrong]| wrong > 0);
        let reply = if wrong { Reply::negative(tabulated) } else { tabulated.into() };
        Ok(reply.signed(signature))
    }
}

/// Ways to put this many pieces of one side on the board: men on 28 squares, kings on what is left of 32.
fn one_sided(pieces: u64) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
    (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum()
}

impl fmt::Display for EndingsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<32} {:>11} {:>11} {:>11} {:>7}",
            "side to move v other", "wins", "draws", "losses", "longest"
        )?;
        for set in &self.sets {
            writeln!(
                f,
                "{:<32} {:>11} {:>11} {:>11} {:>7}",
                set.pieces,
                thousands(set.wins),
                thousands(set.draws),
                thousands(set.losses),
                set.longest_win
            )?;
        }
        for total in &self.totals {
            writeln!(
                f,
                "{:<32} {:>11} {:>11} {:>11} {:>7}",
                format!("{} pieces, {} placements", total.pieces, thousands(total.placements)),
                thousands(total.wins),
                thousands(total.draws),
                thousands(total.losses),
                total.longest_win
            )?;
        }
        write!(
            f,
            "{} bytes, {} nodes, {:.2} s of CPU",
            thousands(self.bytes as u64),
            thousands(self.nodes),
            self.cpu_seconds
        )?;
        match self.again {
            Some([right, wrong]) => {
                write!(f, "\n{} values follow from their moves, {wrong} do not", thousands(right))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::one_sided;

    #[test]
    fn one_piece_has_120_placements() {
        assert_eq!(2 * one_sided(1), 120);
    }
}
