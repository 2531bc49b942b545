//! What the verbs that need only the rules ask of gomoku.

use quandary_core::rules::{Rules, random_line};
use quandary_core::{InputError, Seed};
use quandary_verbs::{Opt, OptionSpec, Request};

use super::{A_POSITION, record_of};
use crate::gomoku::notation::{Record, format_point, format_record};
use crate::gomoku::play::{BOARD, Match};
use crate::gomoku::rules::{Gomoku, Point, Position};
use crate::levels::{Contender, Contenders};
use crate::verbs::matches::{FIRST, GAMES, PLAYERS, Start, TwoPlayer};
use crate::verbs::progress::Recorded;
use crate::verbs::random_positions::RandomPositions;

impl TwoPlayer for Match {
    const INPUT: &'static str = A_POSITION;
    const BOARD: OptionSpec = BOARD.spec;
    // Random games take long on a large board, and say little.
    const BEGINS: Opt<Contender> = FIRST.or("depth:1");
    const MEASURED: (Opt<Contenders>, Opt<u64>) = (PLAYERS.or("random,depth:1"), GAMES.or("20"));
    const SIMULATE_EXAMPLES: &'static [&'static str] = &[
        "simulate gomoku --first depth:2 --second depth:1 --games 50",
        "simulate gomoku --board 3x3/3 --first mc:20",
    ];
    const MEASURE_EXAMPLES: &'static [&'static str] = &[
        "measure gomoku --board 5x5/4 --players random,mc:10",
        "measure gomoku \"h8 h9 i9 g7 g9\" --scn --threshold 600 --depth 2",
    ];
    const CONTEST_EXAMPLES: &'static [&'static str] = &["contest gomoku --players beginner,casual --games 4"];
    const PERFT_EXAMPLES: &'static [&'static str] =
        &["perft gomoku --depth 3", "perft gomoku --board 3x3/3 --depth 9"];

    fn start_at(request: &Request) -> Result<Start<Gomoku>, InputError> {
        let record = match request.input() {
            Some(_) => record_of(request)?,
            None => Record::at(request.get(BOARD), Position::START),
        };
        Ok(Start {
            rules: record.rules,
            state: record.position,
            board: record.rules.to_string(),
            position: format_record(&record),
        })
    }

    fn record(request: &Request) -> Result<Recorded<Gomoku>, InputError> {
        let Record { rules, start, moves, .. } = record_of(request)?;
        let position = format_record(&Record::at(rules, start));
        Ok(Recorded { rules, board: rules.to_string(), position, start, moves })
    }

    fn move_text(rules: &Gomoku, _: &Position, point: Point) -> String {
        format_point(rules, point)
    }
}

impl RandomPositions for Match {
    const ABOUT: &'static str = "Positions after random moves, none of them decided yet";
    const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 360, "Stones on the board").or("12");
    const EXAMPLES: &'static [&'static str] = &["generate gomoku --board 5x5/4 --plies 8 --count 5"];
    const RULE: &'static str = "uniformly random legal points, games that end before are drawn again; after 1000 of them the last stands";

    fn draw(
        request: &Request,
        plies: u64,
    ) -> Result<(String, impl Fn(Seed, u64) -> String + Sync), InputError> {
        let rules = request.get(BOARD);
        let most = rules.cells() - 1;
        if plies > most as u64 {
            return Err(InputError::new(format!("{plies} stones do not fit a game on {rules} that goes on"))
                .expected(format!("at most {most}"))
                .of_option("plies"));
        }
        let draw = move |seed: Seed, index| {
            let mut stream = seed.stream(index);
            let mut record = Record::at(rules, Position::START);
            for _ in 0..1000 {
                (record.moves, record.position) =
                    random_line(&rules, &Position::START, plies as usize, &mut stream);
                if rules.turn(&record.position).outcome().is_none() {
                    break;
                }
            }
            format_record(&record)
        };
        Ok((rules.to_string(), draw))
    }
}
