//! What the verbs that need only the rules ask of Connect Four.

use quandary_core::{InputError, Seed};
use quandary_verbs::{Opt, OptionSpec, Request};

use super::{A_POSITION, record_of};
use crate::connect_four::generate::undecided;
use crate::connect_four::geometry::{AnySize, Geometry};
use crate::connect_four::notation::{Record, format_record, format_size};
use crate::connect_four::play::{BOARD, Match};
use crate::connect_four::rules::{ConnectFour, Position};
use crate::verbs::matches::{Start, TwoPlayer};
use crate::verbs::progress::Recorded;
use crate::verbs::random_positions::RandomPositions;

impl TwoPlayer for Match {
    const INPUT: &'static str = A_POSITION;
    const BOARD: OptionSpec = BOARD.spec;
    const SIMULATE_EXAMPLES: &'static [&'static str] =
        &["simulate connect-four --first mc:50 --second careful --games 200"];
    const MEASURE_EXAMPLES: &'static [&'static str] = &[
        "measure connect-four --players random,mc:20 --games 200",
        "measure connect-four --players depth:1,depth:3 --games 20",
        "measure connect-four 44444326555 --scn --threshold 100 --depth 4",
    ];
    const CONTEST_EXAMPLES: &'static [&'static str] =
        &["contest connect-four --players beginner,casual,club --games 4"];
    const PERFT_EXAMPLES: &'static [&'static str] = &["perft connect-four --depth 8"];

    fn start_at(request: &Request) -> Result<Start<ConnectFour<AnySize>>, InputError> {
        let record = match request.input() {
            Some(_) => record_of(request)?,
            None => Record { size: request.get(BOARD), columns: Vec::new(), position: Position::START },
        };
        Ok(Start {
            rules: record.rules(),
            state: record.position,
            board: format_size(record.size),
            position: format_record(&record),
        })
    }

    fn record(request: &Request) -> Result<Recorded<ConnectFour<AnySize>>, InputError> {
        let record = record_of(request)?;
        if record.columns.len() != record.position.ply() as usize {
            return Err(InputError::new("a board does not say in which order the stones were played")
                .expected("the columns played, such as 44455"));
        }
        Ok(Recorded {
            rules: record.rules(),
            start: Position::START,
            board: format_size(record.size),
            position: "start".into(),
            moves: record.columns,
        })
    }

    fn move_text(_: &ConnectFour<AnySize>, _: &Position, column: u32) -> String {
        (column + 1).to_string()
    }
}

impl RandomPositions for Match {
    const ABOUT: &'static str = "Positions after random moves, none of them decided yet";
    const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 62, "Stones on the board").or("12");
    const EXAMPLES: &'static [&'static str] = &["generate connect-four --plies 12 --count 5"];
    const RULE: &'static str = "uniformly random legal columns, games that end before are drawn again";

    fn draw(
        request: &Request,
        plies: u64,
    ) -> Result<(String, impl Fn(Seed, u64) -> String + Sync), InputError> {
        let size = request.get(BOARD);
        must_not_fill(size, plies)?;
        let draw = move |seed, index| format_record(&undecided(size, plies as u32, seed, index));
        Ok((format_size(size), draw))
    }
}

/// An error where this many stones leave no cell free.
pub(super) fn must_not_fill(size: AnySize, plies: u64) -> Result<(), InputError> {
    if plies < u64::from(size.cells()) {
        return Ok(());
    }
    Err(InputError::new(format!("{plies} stones fill a board of {}", format_size(size)))
        .expected(format!("at most {}", size.cells() - 1))
        .of_option("plies"))
}
