use std::fmt;

use quandary_core::words::{count, thousands};
use quandary_core::{Certificate, Context, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::notation::{Record, grid, picture};
use crate::rules::{Fours, Rules};

const CERTIFICATE: Opt<bool> =
    Opt::switch("certificate", "Add a certificate of the score, for `quandary check`");

pub(super) struct Replay;

/// How a recorded game went.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReplayAnswer {
    /// Rows and columns.
    board: String,
    /// Number of moves.
    moves: usize,
    score: u64,
    /// The largest tile at the end.
    largest: u64,
    /// Whether no move is left.
    ended: bool,
    /// The tiles at the end, one row per line.
    position: String,
    /// When each new largest tile stood.
    milestones: Vec<TileReached>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    #[serde(skip)]
    drawn: String,
}

/// A new largest tile.
#[derive(Serialize, JsonSchema)]
struct TileReached {
    tile: u64,
    /// The first move made with it on the board, counted from 1.
    before_move: u64,
}

impl Command for Replay {
    const SPEC: VerbSpec = VerbSpec {
        name: "replay",
        about: "Check the record of a game, move by move, and show how it ended",
        input: InputSpec::Required("A record, as `simulate --json-lines --records` writes it"),
        options: &[CERTIFICATE.spec],
        examples: &["replay 2048 game.txt", "replay 2048 game.txt --certificate --json"],
        conventions: &[],
    };
    type Answer = ReplayAnswer;

    fn run(request: &Request, _: &Context<'_>) -> Result<Reply<ReplayAnswer>, Stop> {
        let record = Record::parse(request.input_text()?)?;
        let mut milestones = Vec::new();
        let mut largest = record.start.largest();
        let mut number = 0;
        let end = record.replay(|board, _| {
            number += 1;
            if board.largest() > largest {
                largest = board.largest();
                milestones.push(TileReached { tile: board.largest_tile(), before_move: number });
            }
        })?;
        let largest = end.board.largest_tile();
        let certificate = request.is_on(CERTIFICATE).then(|| {
            let evidence = json!({"score": end.score, "largest": largest});
            Certificate::new("2048", "replay", record.to_text(), evidence)
        });
        Ok(Reply::from(ReplayAnswer {
            board: record.shape.to_string(),
            moves: record.plies.len(),
            score: end.score,
            largest,
            ended: Rules { shape: record.shape, fours: Fours::USUAL }.is_dead(end.board),
            position: grid(record.shape, end.board),
            milestones,
            certificate,
            drawn: picture(record.shape, end.board),
        }))
    }
}

impl fmt::Display for ReplayAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.ended { "no move is left" } else { "the game is not over" };
        write!(
            f,
            "{}\n\nscore {} after {}, largest tile {}; {state}",
            self.drawn,
            thousands(self.score),
            count(self.moves as u64, "move"),
            self.largest
        )
    }
}
