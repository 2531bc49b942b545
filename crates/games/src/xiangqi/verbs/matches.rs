//! What the verbs that need only the rules ask of Xiangqi.

use quandary_core::rules::random_line;
use quandary_core::{InputError, Seed};
use quandary_verbs::{Opt, OptionSpec, Request};

use super::A_POSITION;
use crate::levels::{Contender, Contenders};
use crate::verbs::matches::{FIRST, GAMES, PLAYERS, Start, TwoPlayer};
use crate::verbs::progress::Recorded;
use crate::verbs::random_positions::RandomPositions;
use crate::xiangqi::board::Move;
use crate::xiangqi::notation::{
    Game, START_FEN, format_iccs, format_position, format_wxf, parse_fen, parse_game, parse_position,
};
use crate::xiangqi::play::REPETITION;
use crate::xiangqi::rules::{Position, Xiangqi};

impl TwoPlayer for Xiangqi {
    const INPUT: &'static str = A_POSITION;
    // There is one board; what can be chosen before a game is the convention.
    const BOARD: OptionSpec = REPETITION.spec;
    // Random games of Xiangqi are long: hundreds of moves.
    const BEGINS: Opt<Contender> = FIRST.or("depth:1");
    const MEASURED: (Opt<Contenders>, Opt<u64>) = (PLAYERS.or("random,depth:1"), GAMES.or("20"));
    const SIMULATE_EXAMPLES: &'static [&'static str] =
        &["simulate xiangqi --first depth:2 --second depth:1 --games 50"];
    const MEASURE_EXAMPLES: &'static [&'static str] = &[
        "measure xiangqi --players random,depth:1,depth:2",
        "measure xiangqi \"1. C2.5 H8+7 2. H2+3 R9.8\" --scn --threshold 600 --depth 2",
    ];
    const CONTEST_EXAMPLES: &'static [&'static str] =
        &["contest xiangqi --players beginner,casual --games 4"];
    const PERFT_EXAMPLES: &'static [&'static str] = &["perft xiangqi --depth 5"];

    fn start_at(request: &Request) -> Result<Start<Xiangqi>, InputError> {
        let rules = Xiangqi { repetition: request.get(REPETITION) };
        let text = request.input().map_or(Ok(START_FEN), |input| input.text())?;
        let state = parse_position(text, rules)?;
        Ok(Start { rules, position: format_position(&state), state, board: "10x9".into() })
    }

    fn record(request: &Request) -> Result<Recorded<Xiangqi>, InputError> {
        let rules = Xiangqi { repetition: request.get(REPETITION) };
        let Game { start, moves, .. } = parse_game(request.input_text()?, rules)?;
        Ok(Recorded { rules, board: "10x9".into(), position: format_position(&start), start, moves })
    }

    fn move_text(_: &Xiangqi, position: &Position, chosen: Move) -> String {
        format_wxf(position, chosen).unwrap_or_else(|| format_iccs(chosen))
    }
}

impl RandomPositions for Xiangqi {
    const ABOUT: &'static str = "Positions after random moves";
    const PLIES: Opt<u64> = Opt::whole("plies", "N", 0, 1000, "Moves of both sides").or("40");
    const EXAMPLES: &'static [&'static str] = &["generate xiangqi --plies 40 --count 3"];
    const RULE: &'static str = "uniformly random legal moves; fewer where the game ended before";

    fn draw(
        request: &Request,
        plies: u64,
    ) -> Result<(String, impl Fn(Seed, u64) -> String + Sync), InputError> {
        let rules = Xiangqi { repetition: request.get(REPETITION) };
        let start = parse_fen(START_FEN)?;
        let draw = move |seed: Seed, index| {
            format_position(&random_line(&rules, &start, plies as usize, &mut seed.stream(index)).1)
        };
        Ok(("10x9".into(), draw))
    }
}
