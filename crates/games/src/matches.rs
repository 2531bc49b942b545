//! The verbs that need only rules: `perft`, `simulate` and `measure`.

use std::fmt::Write;
use std::time::Duration;

use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::rules::{Game, Side, Verdict, perft};
use quandary_core::stats::Rate;
use quandary_core::{InputError, Seed, Trace};
use quandary_measures::of_traces;
use serde_json::json;

use crate::play::{Player, play};

pub(crate) const DEPTH: OptionSpec = OptionSpec::value("depth", "N", "Moves deep").or("6");
pub(crate) const FIRST: OptionSpec =
    OptionSpec::value("first", "PLAYER", "Who begins: random, careful or mc:K").or("mc:10");
pub(crate) const SECOND: OptionSpec =
    OptionSpec::value("second", "PLAYER", "Who answers: random, careful or mc:K").or("random");
pub(crate) const GAMES: OptionSpec = OptionSpec::value("games", "N", "How many games").or("100");
pub(crate) const PLAYERS: OptionSpec =
    OptionSpec::value("players", "LIST", "Strengths to measure, separated by commas")
        .or("random,careful,mc:1,mc:10");

fn player(name: &str, option: &str) -> Result<Player, InputError> {
    name.trim().parse().map_err(|_| {
        InputError::new(format!("--{option}: `{name}` is no player")).expected("random, careful or mc:K")
    })
}

/// Counts games of every length up to `--depth`.
pub(crate) fn count<G: Game>(
    puzzle: &str,
    game: &G,
    start: &G::Position,
    request: &Request,
    context: &Context<'_>,
) -> Result<Answer, InputError> {
    let depth = request.positive("depth")?.min(60) as u32;
    let mut counts = Vec::new();
    let mut text = String::new();
    for depth in 1..=depth {
        let before = (context.cpu_seconds)();
        let games = perft(game, start, depth);
        let spent = Duration::from_secs_f64(((context.cpu_seconds)() - before).max(0.0));
        let _ = writeln!(text, "{depth:>3} {games:>16}  {spent:.1?}");
        counts.push(games);
        if let Some(why) = context.budget.stop().raised() {
            let json = json!({"schema": 1, "puzzle": puzzle, "perft": counts});
            return Ok(Answer::new(json, text.trim_end()).exhausted(why));
        }
    }
    Ok(Answer::new(json!({"schema": 1, "puzzle": puzzle, "perft": counts}), text.trim_end()))
}

/// Plays `--games` games between two players.
pub(crate) fn simulate<G: Game + Sync>(
    puzzle: &str,
    game: &G,
    start: &G::Position,
    request: &Request,
    context: &Context<'_>,
) -> Result<Answer, InputError>
where
    G::Position: Sync,
{
    let first = player(request.text("first").unwrap_or("random"), "first")?;
    let second = player(request.text("second").unwrap_or("random"), "second")?;
    let games = request.positive("games")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let (played, stopped) =
        context.map("games", games, |i| play(game, start, first, second, &mut seed.stream(i)));
    let count = |wanted: Verdict| played.iter().filter(|(_, verdict)| *verdict == wanted).count() as u64;
    let n = played.len() as u64;
    let rates = [
        ("first wins", Rate::new(count(Verdict::Win(Side::First)), n)),
        ("draws", Rate::new(count(Verdict::Draw), n)),
        ("second wins", Rate::new(count(Verdict::Win(Side::Second)), n)),
    ];
    let length = played.iter().map(|(trace, _)| trace.length()).sum::<usize>() as f64 / n.max(1) as f64;
    let mut text = format!("{first} against {second}, {n} games of {length:.1} moves\n");
    for (name, rate) in &rates {
        let _ = writeln!(text, "  {name:<12} {rate}");
    }
    let json = json!({
        "schema": 1, "puzzle": puzzle, "first": first.to_string(), "second": second.to_string(),
        "games": n, "seed": seed.0, "mean_length": length,
        "first_wins": rates[0].1, "draws": rates[1].1, "second_wins": rates[2].1,
        "interval": "Wilson, 95 %",
        "first_win_interval": rates[0].1.interval(),
    });
    let answer = Answer::new(json, text.trim_end());
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}

/// Branching, length, game refinement and progress of the game between equals of several strengths.
pub(crate) fn measure<G: Game + Sync>(
    puzzle: &str,
    game: &G,
    start: &G::Position,
    request: &Request,
    context: &Context<'_>,
) -> Result<Answer, InputError>
where
    G::Position: Sync,
{
    let games = request.positive("games")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let mut text = format!(
        "{games} games of each player against itself, seed {}\n  {:<10} {:>18} {:>18} {:>18} {:>9} {:>9} {:>9}\n",
        seed.0, "player", "B", "D", "v = mean b/B", "GR board", "GR branch", "GR vel."
    );
    let mut rows = Vec::new();
    for name in request.text("players").unwrap_or("random").split(',') {
        let who = player(name, "players")?;
        let streams = seed.named(&who.to_string());
        let (traces, stopped): (Vec<Trace>, _) =
            context.map("games", games, |i| play(game, start, who, who, &mut streams.stream(i)).0);
        let Some(measures) = of_traces(&traces, seed) else {
            return Err(InputError::new("a game that is over has nothing to measure")
                .expected("a position in which a move can be made"));
        };
        let cell = |e: quandary_core::stats::Estimate| {
            format!("{:.3} ±{:.3}", e.value, (e.interval.high - e.interval.low) / 2.0)
        };
        let _ = writeln!(
            text,
            "  {:<10} {:>18} {:>18} {:>18} {:>9.4} {:>9.4} {:>9.4}",
            who.to_string(),
            cell(measures.options),
            cell(measures.length),
            cell(measures.v),
            measures.gr_board.value,
            measures.gr_branching.value,
            measures.gr_velocity.value
        );
        rows.push(json!({"player": who.to_string(), "measures": measures}));
        if let Some(why) = stopped {
            let json = json!({"schema": 1, "puzzle": puzzle, "players": rows});
            return Ok(Answer::new(json, text.trim_end()).exhausted(why));
        }
    }
    let json = json!({
        "schema": 1, "puzzle": puzzle, "games": games, "seed": seed.0,
        "conventions": {
            "B": "legal moves, mean over the moves of a game, then over games",
            "D": "moves of both sides; a pass is a move",
            "v": "share of the legal moves that the player held for best, averaged the same way",
            "GR_board": "sqrt(B)/D", "GR_branching": "sqrt(n(n-1))/T", "GR_velocity": "sqrt(2v/D)",
            "interval": "95 % bootstrap over games",
        },
        "players": rows,
    });
    Ok(Answer::new(json, text.trim_end()))
}
