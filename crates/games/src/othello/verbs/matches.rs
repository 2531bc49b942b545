//! What the verbs that need only the rules ask of Othello.

use quandary_core::{InputError, Seed};
use quandary_verbs::{Opt, OptionSpec, Request};

use super::A_POSITION;
use crate::levels::Contenders;
use crate::othello::notation::{
    OthelloPosition, format_action, format_position, parse_position, parse_record,
};
use crate::othello::play::BOARD;
use crate::othello::rules::{Action, Othello, Position};
use crate::verbs::matches::{GAMES, PLAYERS, Start, TwoPlayer};
use crate::verbs::progress::Recorded;
use crate::verbs::random_positions::RandomPositions;

impl TwoPlayer for Othello {
    const INPUT: &'static str = A_POSITION;
    const BOARD: OptionSpec = BOARD.spec;
    const MEASURED: (Opt<Contenders>, Opt<u64>) = (PLAYERS.or("random,mc:1,mc:5"), GAMES.or("20"));
    const SIMULATE_EXAMPLES: &'static [&'static str] =
        &["simulate othello --first mc:10 --second random --games 50"];
    const MEASURE_EXAMPLES: &'static [&'static str] = &[
        "measure othello --board 6x6 --players random,mc:10",
        "measure othello f5d6c3d3c4f4f6 --scn --threshold 600 --depth 3",
    ];
    const CONTEST_EXAMPLES: &'static [&'static str] =
        &["contest othello --players beginner,casual,club --games 4"];
    const PERFT_EXAMPLES: &'static [&'static str] = &["perft othello --depth 9"];

    fn start_at(request: &Request) -> Result<Start<Othello>, InputError> {
        let placed = match request.input() {
            Some(input) => parse_position(input.text()?)?,
            None => OthelloPosition { board: request.get(BOARD), position: Othello::START },
        };
        Ok(Start {
            rules: placed.rules(),
            state: placed.position,
            board: placed.board.to_string(),
            position: format_position(&placed),
        })
    }

    fn record(request: &Request) -> Result<Recorded<Othello>, InputError> {
        let (board, moves) = parse_record(request.input_text()?)?;
        let start = OthelloPosition { board, position: Othello::START };
        let position = format_position(&start);
        Ok(Recorded {
            rules: Othello(board),
            start: start.position,
            moves,
            board: board.to_string(),
            position,
        })
    }

    fn move_text(rules: &Othello, _: &Position, action: Action) -> String {
        format_action(rules.0, action)
    }
}

impl RandomPositions for Othello {
    const ABOUT: &'static str = "Positions after random moves";
    const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 60, "Discs placed after the first four").or("44");
    const EXAMPLES: &'static [&'static str] = &["generate othello --plies 44 --count 3"];
    const RULE: &'static str = "uniformly random legal squares, passes are free";

    fn draw(
        request: &Request,
        plies: u64,
    ) -> Result<(String, impl Fn(Seed, u64) -> String + Sync), InputError> {
        let board = request.get(BOARD);
        let most = board.squares().count_ones() - 4;
        if plies > u64::from(most) {
            return Err(InputError::new(format!("{plies} discs do not fit a board of {board}"))
                .expected(format!("at most {most}"))
                .of_option("plies"));
        }
        let draw = move |seed: Seed, index| {
            let position = Othello(board).random_position(plies as u32, &mut seed.stream(index));
            format_position(&OthelloPosition { board, position })
        };
        Ok((board.to_string(), draw))
    }
}
