use std::fmt;

use quandary_core::rules::Rules;
use quandary_core::words::count;
use quandary_core::{Context, Outcome, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_POSITION, rules};
use crate::checkers::notation::{format_move, format_position};
use crate::checkers::play::DRAWS;
use crate::checkers::record::Record;

pub(super) struct Replay;

/// A record that was played through.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReplayAnswer {
    /// Names and values of the tags.
    tags: Vec<[String; 2]>,
    /// Where it begins, as FEN.
    start: String,
    /// What was played, and where it led.
    moves: Vec<ReplayedGame>,
    /// What the record says of the end: `1-0` (black won), `0-1`, `1/2-1/2` or `*`.
    result: &'static str,
    /// How it ended by the rules, in the same words; `*` where a move can be made.
    by_the_rules: &'static str,
    /// The record in the standard form.
    pdn: String,
}

/// A move of a record.
#[derive(Serialize, JsonSchema)]
struct ReplayedGame {
    /// The squares it visits.
    #[serde(rename = "move")]
    chosen: String,
    /// The position after it, as FEN.
    position: String,
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "1-0",
        Outcome::Lost => "0-1",
        Outcome::Drawn => "1/2-1/2",
        Outcome::Unfinished => "*",
    }
}

impl Command for Replay {
    const SPEC: VerbSpec = VerbSpec {
        name: "replay",
        about: "Play through a record: every position, how it ended, and the record in standard form",
        input: InputSpec::Required(A_POSITION),
        options: &[DRAWS.spec],
        examples: &["replay checkers game.pdn --json", "replay checkers \"11-15 23-19 8-11\""],
        conventions: &[("result", "1-0 is a win of black, who begins")],
    };
    type Answer = ReplayAnswer;

    fn run(request: &Request, _: &Context<'_>) -> Result<Reply<ReplayAnswer>, Stop> {
        let rules = rules(request);
        let record = Record::parse(rules, request.input_text()?)?;
        let mut state = record.start.clone();
        let mut moves = Vec::with_capacity(record.moves.len());
        for &chosen in &record.moves {
            state = rules.apply(&state, chosen);
            moves.push(ReplayedGame { chosen: format_move(chosen), position: format_position(&state) });
        }
        Ok(Reply::from(ReplayAnswer {
            start: format_position(&record.start),
            moves,
            result: result(record.outcome),
            by_the_rules: result(rules.turn(&state).outcome().unwrap_or(Outcome::Unfinished)),
            pdn: record.to_string(),
            tags: record.tags.into_iter().map(|(name, value)| [name, value]).collect(),
        }))
    }
}

impl fmt::Display for ReplayAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.moves.last().map_or(&self.start, |played| &played.position);
        let moves = count(self.moves.len() as u64, "move");
        write!(f, "{}\n\n{moves} to {last}: {} by the rules", self.pdn, self.by_the_rules)
    }
}
