//! What the verbs that need only the rules ask of checkers.

use quandary_core::rules::random_line;
use quandary_core::{InputError, Seed};
use quandary_verbs::{Opt, OptionSpec, Request};

use super::{A_POSITION, rules};
use crate::checkers::board::Move;
use crate::checkers::notation::{format_move, format_position, parse_position};
use crate::checkers::play::DRAWS;
use crate::checkers::record::Record;
use crate::checkers::rules::{Checkers, State};
use crate::levels::Contenders;
use crate::verbs::matches::{GAMES, PLAYERS, Start, TwoPlayer};
use crate::verbs::progress::Recorded;
use crate::verbs::random_positions::RandomPositions;

impl TwoPlayer for Checkers {
    const INPUT: &'static str = A_POSITION;
    const BOARD: OptionSpec = DRAWS.spec;
    const MEASURED: (Opt<Contenders>, Opt<u64>) = (PLAYERS.or("random,mc:1,depth:1,depth:3"), GAMES.or("20"));
    const SIMULATE_EXAMPLES: &'static [&'static str] =
        &["simulate checkers --first depth:3 --second depth:1 --games 50"];
    const MEASURE_EXAMPLES: &'static [&'static str] = &[
        "measure checkers --players random,depth:3 --games 50",
        "measure checkers game.pdn --scn --threshold 100 --depth 3",
    ];
    const CONTEST_EXAMPLES: &'static [&'static str] =
        &["contest checkers --players beginner,casual --games 4"];
    const PERFT_EXAMPLES: &'static [&'static str] = &["perft checkers --depth 9"];

    fn start_at(request: &Request) -> Result<Start<Checkers>, InputError> {
        let rules = rules(request);
        let state = match request.input() {
            Some(input) => parse_position(rules, input.text()?)?,
            None => State::default(),
        };
        Ok(Start { rules, board: "8x8".into(), position: format_position(&state), state })
    }

    fn record(request: &Request) -> Result<Recorded<Checkers>, InputError> {
        let rules = rules(request);
        let Record { start, moves, .. } = Record::parse(rules, request.input_text()?)?;
        Ok(Recorded { rules, board: "8x8".into(), position: format_position(&start), start, moves })
    }

    fn move_text(_: &Checkers, _: &State, chosen: Move) -> String {
        format_move(chosen)
    }
}

impl RandomPositions for Checkers {
    const ABOUT: &'static str = "Positions after random moves";
    const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 1000, "Moves of both sides from the start").or("30");
    const EXAMPLES: &'static [&'static str] = &["generate checkers --plies 40 --count 3"];
    const RULE: &'static str =
        "uniformly random legal moves from the start, fewer where the game ends before";

    fn draw(
        request: &Request,
        plies: u64,
    ) -> Result<(String, impl Fn(Seed, u64) -> String + Sync), InputError> {
        let rules = rules(request);
        let draw = move |seed: Seed, index| {
            format_position(
                &random_line(&rules, &State::default(), plies as usize, &mut seed.stream(index)).1,
            )
        };
        Ok(("8x8".into(), draw))
    }
}
