//! Figures 3 and 4: single conspiracy numbers in Xiangqi, checkers and GoBang, in kind.
//!
//! The article shows positions and games of earlier studies as pictures: neither a position nor a record is given. What
//! we see in public positions and openings is shown beside the claims, without a verdict.

use quandary_core::rules::{Side, positions};
use quandary_core::{Exhausted, InputError, Outcome, Stream};
use quandary_games::checkers::record::Record;
use quandary_games::checkers::{Checkers, Draws};
use quandary_games::gomoku::notation::parse_record;
use quandary_games::player::Player;
use quandary_games::progress::{Course, Turn, by_depth, drawable, follow};
use quandary_games::xiangqi::{Xiangqi, notation::parse_fen};
use quandary_measures::progress::{HIGH, Kind};
use quandary_search::minimax::{Heuristic, WIN, win_in};
use quandary_search::scn::Scale;
use serde_json::json;

use super::validity;
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Printed, Table};
use crate::reproduction::{Cell, Figure, Marks, Reproduced, Series, Verdict};

/// The article's threshold.
const T: i32 = 600;

/// The longest win that is proved here in a public tactical position: Red gives two rooks away and mates by checks in
/// thirteen plies, deeper than any search here.
const TACTICAL: &str = "3k1a3/2P1aP3/4b1n2/8C/6b2/1R5R1/9/9/1rcpr4/3c1K3 w - - 0 1";
/// How deep, usually and at the scale of the documents (whose figure goes further than its axis can be read).
const XIANGQI_DEPTHS: (u64, u64) = (5, 6);

/// Why nothing is judged.
const OTHER_POSITION: &str =
    "seen in another position, since the document's own is not given: no verdict rests on that";
const ONE_GAME: &str =
    "seen in one game of ours, since the document's own is not given: no verdict rests on a single game";

/// Our observation beside the document's claim, without a verdict.
fn seen((row, column): (&str, &str), printed: &Printed, word: &str, why: &str) -> Cell {
    let mut cell = Cell::without_ours(row, column, printed, Verdict::NotReproducible, why);
    cell.ours = json!(word);
    cell
}

pub(super) fn figure_3(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "In a tactical position that Red, to move, wins, Red's minimax value is high and its number very low; \
        Black's value does not tell how things stand, while its number shows a challenge."
        .into();
    let most = bench.scale.runs(XIANGQI_DEPTHS.0, XIANGQI_DEPTHS.1).min(XIANGQI_DEPTHS.1) as u32;
    let found = sides(most, bench);
    entry.computed = format!(
        "Values and numbers of both sides at depths 1 to {most} in {TACTICAL} (T = {T}, whole tree, captures played out)."
    );
    entry.convention(
        "position",
        format!("{TACTICAL}: of Pikafish's bench and the Chess Programming Wiki's perft positions"),
    );
    entry.convention("threshold", format!("{T} hundredths of a pawn, for the side that is asked about"));
    entry.convention("tree", "every move; leaves judged after captures have been played out");
    entry.convention(
        "Red wins",
        "proved: `quandary solve xiangqi FEN --attack checks --certificate` mates in 13 plies, and `check` verifies it",
    );
    entry.convention(
        "words",
        "value high: at least T at the greatest depth; number very low: 0 there; value does not tell: within T of 0 at \
         every depth; number a challenge: never 0, and greater at the greatest depth than at depth 1",
    );
    match found {
        Ok([red, black]) if !red.is_empty() => {
            let last = |turns: &[Turn]| turns[turns.len() - 1];
            let tells = black.iter().any(|turn| turn.value.abs() >= T);
            let ours = [
                (0, "value", if last(&red).value >= T { "high" } else { "not high" }),
                (0, "number", if last(&red).scn.finite() == Some(0) { "very low" } else { "not 0" }),
                (1, "value", if tells { "tells" } else { "does not tell" }),
                (1, "number", if is_challenge(&black) { "a challenge" } else { "no challenge" }),
            ];
            for (row, column, word) in ours {
                let printed = table.printed(row, column);
                entry.cells.push(seen((table.row_name(row), column), printed, word, OTHER_POSITION));
            }
            for (name, turns) in [("Red", &red), ("Black", &black)] {
                for (depth, turn) in (1..).zip(turns) {
                    mention_turn(&mut entry, &format!("{name} at depth {depth}"), *turn);
                }
            }
            entry.figures.push(depths("Red", &red));
            entry.figures.push(depths("Black", &black));
        }
        _ => interrupted(&mut entry, table),
    }
    entry
}

fn sides(most: u32, bench: &Bench<'_>) -> Result<[Vec<Turn>; 2], Exhausted> {
    let Ok(position) = parse_fen(TACTICAL) else { return Ok([Vec::new(), Vec::new()]) };
    let (rules, scale) = (Xiangqi::default(), Scale::new(1, T));
    let of = |side| by_depth(&rules, &position, side, &scale, 1..=most, &mut bench.context.budget.clone());
    Ok([of(Side::First)?, of(Side::Second)?])
}

fn is_challenge(turns: &[Turn]) -> bool {
    let (Some(first), Some(last)) = (turns.first(), turns.last()) else { return false };
    turns.iter().all(|turn| turn.scn.finite() != Some(0)) && last.scn > first.scn
}

/// Records the value and the number of a turn.
fn mention_turn(entry: &mut Reproduced, name: &str, turn: Turn) {
    let value = match win_in(turn.value) {
        Some(plies) if plies > 0 => json!(format!("wins in {plies}")),
        Some(plies) => json!(format!("loses in {}", -plies)),
        None => json!(turn.value),
    };
    entry.mention(
        name,
        json!({"value": value, "number": turn.scn.finite()}),
        "a number of null is never reached",
    );
}

fn depths(name: &str, turns: &[Turn]) -> Figure {
    let numbers =
        (1..).zip(turns).filter_map(|(depth, turn)| Some((f64::from(depth), turn.scn.as_f64()?.ln_1p())));
    let values = (1..).zip(turns).map(|(depth, turn)| {
        let value = if turn.value.abs() > WIN / 2 { 3 * T * turn.value.signum() } else { turn.value };
        (f64::from(depth), f64::from(value) / f64::from(T))
    });
    let mut series = vec![
        Series::new("log(1 + number)", Marks::Line, numbers),
        Series::new("value / T", Marks::Line, values),
    ];
    series.retain(|series| !series.points.is_empty());
    Figure {
        title: format!("{name} in a tactical position of Xiangqi, T = {T}"),
        x_label: "depth".into(),
        y_label: "value in thresholds, and log(1 + number)".into(),
        x_names: Vec::new(),
        series,
        caption: "A found win is drawn at 3 thresholds, a found loss at -3; a number that can never be reached is not drawn."
            .into(),
    }
}

/// The Old Fourteenth, one of the oldest openings of checkers.
const OLD_FOURTEENTH: &str = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8";
/// A man ahead.
const MAN: i32 = 100;
/// Kagetsu, the fourth of the direct openings.
const KAGETSU: &str = "h8 h9 i9";
/// About one open three more than the opponent.
const THREE: i32 = 200;

/// How deep our player looks. In checkers it must not give the draw away.
const CHECKERS_PLAYER: Player = Player::Depth(5);
const GOBANG_PLAYER: Player = Player::Depth(2);
/// Games that are tried until one is drawn, at most, and their plies.
const TRIES: u64 = 40;
const MOST_PLIES: usize = 240;

pub(super) fn figure_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "A drawn game of checkers that repeats itself shows a constant number in between; numbers settle as the \
        search goes deeper. A game of GoBang shows the struggle of the two sides, and the end comes with low numbers for \
        the winner."
        .into();
    entry.computed = format!(
        "Games of our own player against itself: checkers after the Old Fourteenth (T = {MAN}), the first drawn one of at \
         most {TRIES}; GoBang on 15x15, free, after Kagetsu (T = {THREE}). Numbers 3 and 2 moves deep."
    );
    entry.convention(
        "checkers",
        format!("{OLD_FOURTEENTH}, then {CHECKERS_PLAYER} against itself; draws as the WCDF has them"),
    );
    entry
        .convention("gobang", format!("{KAGETSU}, then {GOBANG_PLAYER} against itself; 15x15, five or more"));
    entry.convention("phases", "as `measure --scn` finds them: its conventions say how");
    entry.convention(
        "settles",
        "over the plies of the game's second half, one in ten: the mean change of log(1 + number) from depth 4 to 6 is smaller than from 2 to 4",
    );
    entry.convention(
        "the end comes with low numbers",
        "the winner's number is 0 at its last turn and the loser's level is high at its last",
    );
    let said = [checkers(&mut entry, bench), gobang(&mut entry, bench)];
    let said: Vec<Option<&str>> = match said {
        [Ok(checkers), Ok(gobang)] => checkers.into_iter().chain(gobang).collect(),
        _ => {
            interrupted(&mut entry, table);
            return entry;
        }
    };
    for (row, word) in said.into_iter().enumerate() {
        let printed = table.printed(row, "seen");
        entry.cells.push(match word {
            Some(word) => seen((table.row_name(row), "seen"), printed, word, ONE_GAME),
            None => Cell::without_ours(
                table.row_name(row),
                "seen",
                printed,
                Verdict::Undecided,
                "no game was drawn, so there is none to look at",
            ),
        });
    }
    validity::facts(&mut entry, bench);
    entry
}

fn yes(seen: bool) -> &'static str {
    if seen { "yes" } else { "no" }
}

/// Why there is no game.
enum Missing {
    Input,
    Budget,
}

impl From<Exhausted> for Missing {
    fn from(_: Exhausted) -> Missing {
        Missing::Budget
    }
}

impl From<InputError> for Missing {
    fn from(_: InputError) -> Missing {
        Missing::Input
    }
}

/// The moves of a game of a player against itself, and how it ended.
fn played<J: Heuristic>(
    game: &J,
    start: &J::State,
    opening: &[J::Move],
    player: Player,
    mut stream: Stream,
    bench: &Bench<'_>,
) -> Result<(Vec<J::Move>, Outcome), Exhausted> {
    let mut moves = opening.to_vec();
    let mut state = positions(game, start, opening).pop().unwrap_or_else(|| start.clone());
    loop {
        if let Some(outcome) = game.turn(&state).outcome() {
            return Ok((moves, outcome));
        }
        if moves.len() >= MOST_PLIES {
            return Ok((moves, Outcome::Unfinished));
        }
        bench.context.budget.poll()?;
        let best = player.best(game, &state, &mut stream, &bench.context.budget)?;
        let Some(&chosen) = stream.choose(&best) else { return Ok((moves, Outcome::Drawn)) };
        moves.push(chosen);
        state = game.apply(&state, chosen);
    }
}

fn checkers(entry: &mut Reproduced, bench: &Bench<'_>) -> Result<[Option<&'static str>; 2], Missing> {
    let rules = Checkers { draws: Draws::Wcdf };
    let record = Record::parse(rules, OLD_FOURTEENTH)?;
    let (start, seed) = (record.start, bench.seed.named("checkers"));
    let mut game = (Vec::new(), Outcome::Unfinished);
    for index in 0..bench.scale.runs(TRIES, TRIES).min(TRIES) {
        game = played(&rules, &start, &record.moves, CHECKERS_PLAYER, seed.stream(index), bench)?;
        if game.1 == Outcome::Drawn {
            break;
        }
    }
    let (moves, outcome) = game;
    if outcome != Outcome::Drawn {
        return Ok([None, None]);
    }
    let turns = follow(&rules, &start, &moves, &Scale::new(3, MAN), &mut bench.context.budget.clone())?;
    let course = Course::of(&turns);
    facts(entry, "checkers", &turns, &course, outcome);
    entry.figures.push(progress("A drawn game of checkers", &turns, &course));
    let states = positions(&rules, &start, &moves);
    let (mut shallow, mut deep, mut count) = (0.0, 0.0, 0);
    for ply in (moves.len() / 2..moves.len()).step_by(10) {
        let side = turns[ply].side;
        let scale = Scale::new(1, MAN);
        let of = by_depth(&rules, &states[ply], side, &scale, [2, 4, 6], &mut bench.context.budget.clone())?;
        if let [Some(two), Some(four), Some(six)] = [0, 1, 2].map(|place: usize| of[place].scn.as_f64()) {
            shallow += (four.ln_1p() - two.ln_1p()).abs();
            deep += (six.ln_1p() - four.ln_1p()).abs();
            count += 1;
        }
    }
    let mean = |sum: f64| if count == 0 { f64::NAN } else { sum / f64::from(count) };
    entry.mention(
        "checkers: change of log(1 + number) from depth 2 to 4",
        mean(shallow),
        &format!("mean over {count} positions"),
    );
    entry.mention(
        "checkers: change of log(1 + number) from depth 4 to 6",
        mean(deep),
        &format!("mean over {count} positions"),
    );
    let looped = course.phases.iter().any(|phase| phase.kind == Kind::Loop);
    Ok([Some(yes(looped)), (count > 0).then(|| yes(deep < shallow))])
}

fn gobang(entry: &mut Reproduced, bench: &Bench<'_>) -> Result<[Option<&'static str>; 2], Missing> {
    let record = parse_record(KAGETSU, "15x15".parse()?)?;
    let stream = bench.seed.named("gobang").stream(0);
    let (moves, outcome) = played(&record.rules, &record.start, &record.moves, GOBANG_PLAYER, stream, bench)?;
    let turns = follow(
        &record.rules,
        &record.start,
        &moves,
        &Scale::new(2, THREE),
        &mut bench.context.budget.clone(),
    )?;
    let course = Course::of(&turns);
    facts(entry, "gobang", &turns, &course, outcome);
    entry.figures.push(progress("A game of GoBang", &turns, &course));
    let struggle = course.phases.iter().any(|phase| phase.kind == Kind::Struggle);
    let winner = match outcome {
        Outcome::Won => Some(Side::First),
        Outcome::Lost => Some(Side::Second),
        _ => None,
    };
    let last = |side: Side| turns.iter().rposition(|turn| turn.side == side);
    let ends = winner.and_then(|winner| Some((last(winner)?, last(winner.other())?)));
    let low = ends
        .is_some_and(|(winner, loser)| turns[winner].scn.finite() == Some(0) && course.levels[loser] >= HIGH);
    Ok([Some(yes(struggle)), Some(yes(low))])
}

/// The figures of a game's course.
fn facts(entry: &mut Reproduced, name: &str, turns: &[Turn], course: &Course, outcome: Outcome) {
    entry.mention(&format!("{name}: plies"), turns.len(), outcome.name());
    let phases: Vec<String> = course
        .phases
        .iter()
        .map(|phase| format!("{} {} to {}", phase.kind.word(), phase.from, phase.to))
        .collect();
    entry.mention(&format!("{name}: phases"), json!(phases), "by ply");
    for (side, steady) in ["first", "second"].into_iter().zip(course.sides) {
        entry.mention(
            &format!("{name}: stability of {side}"),
            steady.stability,
            "share of turns at a low level",
        );
        entry.mention(
            &format!("{name}: fluctuation of {side}"),
            steady.fluctuation,
            "mean change of the level",
        );
    }
    entry.mention(
        &format!("{name}: largest changeover gap"),
        course.largest_gap().unwrap_or(0.0),
        "between phases",
    );
}

fn progress(title: &str, turns: &[Turn], course: &Course) -> Figure {
    let own = |side: Side| {
        let points =
            turns.iter().zip(&course.levels).enumerate().filter(move |(_, (turn, _))| turn.side == side);
        points.map(|(ply, (_, &level))| (ply as f64, level))
    };
    let values = drawable(turns).into_iter().enumerate().map(|(ply, value)| (ply as f64, value));
    Figure {
        title: format!("{title}: numbers of both sides"),
        x_label: "ply".into(),
        y_label: "level of the number; value".into(),
        x_names: Vec::new(),
        series: vec![
            Series::new("first: number", Marks::Line, own(Side::First)),
            Series::new("second: number", Marks::Line, own(Side::Second)),
            Series::new("minimax value to first", Marks::Line, values),
        ],
        caption: "Levels: log(1 + n) from the game's least number to its greatest. Values in parts of the game's largest; \
                  1 and -1 are wins found."
            .into(),
    }
}

fn interrupted(entry: &mut Reproduced, table: &Table) {
    for (row, column, printed) in table.cells() {
        entry.cells.push(Cell::without_ours(row, column, printed, Verdict::Undecided, "interrupted"));
    }
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let mut sentences: Vec<String> = entry
        .cells
        .iter()
        .filter_map(|cell| Some(format!("{}, {}: {}.", cell.row, cell.column, cell.ours.as_str()?)))
        .collect();
    sentences.extend(validity::conclude(entry));
    sentences.push(tally(entry));
    sentences
}
