use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::stats::{Rate, Summary};
use quandary_core::{InputError, Outcome, Seed};
use serde_json::json;

use super::{board_and_puzzle, check_solvable, oracle, puzzle};
use crate::generate::uniform;
use crate::notation::parse_size;
use crate::player::Erring;

pub(super) const GAMES: OptionSpec = OptionSpec::value("games", "N", "How many games").or("1000");
pub(super) const SKILL: OptionSpec =
    OptionSpec::value("skill", "Q", "Probability of a best slide; otherwise any slide").or("0.9");
pub(super) const WITHIN: OptionSpec =
    OptionSpec::value("within", "MOVES", "Moves after which a game is given up").or("200");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let games: u64 = request.need("games", "a whole number")?;
    let skill: f64 = request.need("skill", "a probability")?;
    if !(0.0..=1.0).contains(&skill) {
        return Err(InputError::new(format!("--skill: {skill} is no probability")).expected("0 to 1"));
    }
    let within: usize = request.need("within", "a number of moves")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let (fixed, puzzle) = if request.input().is_some() {
        let (board, puzzle) = board_and_puzzle(request)?;
        check_solvable(&puzzle, &board)?;
        (Some(board), puzzle)
    } else {
        let size = parse_size(request.text("board").unwrap_or("3x3"))?;
        (None, puzzle(request, size)?)
    };
    let oracle = match oracle(&puzzle, context) {
        Ok(oracle) => oracle,
        Err(answer) => return Ok(*answer),
    };
    let player = Erring { skill };
    let (traces, stopped) = context.map("games", games, |index| {
        let mut stream = seed.stream(index);
        let board = fixed.clone().unwrap_or_else(|| uniform(&puzzle, &mut stream));
        player.play(&oracle, &board, within, &mut stream)
    });
    // A game that ran out of nodes and all behind it do not count, and the answer says so.
    let cut = traces.iter().find_map(|trace| trace.as_ref().err().copied());
    let played: Vec<_> = traces.into_iter().map_while(Result::ok).collect();
    let won: Vec<_> = played.iter().filter(|trace| trace.outcome == Outcome::Won).collect();
    let rate = Rate::new(won.len() as u64, played.len() as u64);
    let lengths = won.iter().map(|trace| trace.length() as f64).collect::<Summary>().estimate();
    let interval = rate.interval();
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": puzzle.size().to_string(),
        "boards": if fixed.is_some() { "the given one" } else { "uniform over all solvable ones" },
        "strategy": "a best slide (equally likely among them) with probability skill, otherwise any slide",
        "skill": skill,
        "within": within,
        "games": rate.trials,
        "seed": seed.0,
        "success": {"rate": rate.value(), "low": interval.low, "high": interval.high, "won": rate.successes},
        "moves_when_won": {"mean": lengths.value, "low": lengths.interval.low, "high": lengths.interval.high},
    });
    let text = format!(
        "skill {skill} on {}, at most {within} moves\n  solved       {rate}\n  moves if so  {:.2} [{:.2}, {:.2}]",
        puzzle.size(),
        lengths.value,
        lengths.interval.low,
        lengths.interval.high
    );
    let answer = Answer::new(json, text);
    Ok(match stopped.or(cut) {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}
