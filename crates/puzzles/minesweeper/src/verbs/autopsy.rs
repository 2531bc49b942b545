use std::fmt;

use quandary_core::stats::Estimate;
use quandary_core::words::count;
use quandary_core::{Context, InputError, Outcome, Seed, Stop};
use quandary_verbs::play::SavedGame;
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::ENTRY;
use crate::autopsy::{Autopsy, Chance, Finding, autopsy, examine};
use crate::board::{Board, FirstClick};
use crate::game::{Record, show_action};
use crate::play::FIRST_CLICK;
use crate::replay::{self, Replay};
use crate::rules::Minesweeper;

const SAMPLES: Opt<u64> =
    Opt::whole("samples", "N", 1, 100_000_000, "Games played for each estimate, at most").or("400");

pub(super) struct Dissect;

/// A recorded game, move by move.
#[derive(Serialize, JsonSchema)]
pub(super) struct Dissected {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    samples: u64,
    seed: u64,
    /// How it ended; null when the record stops before.
    outcome: Option<Outcome>,
    /// The win chance before the first move.
    start: Option<Share>,
    /// The win chance after the last move that was examined: 1 or 0 once the game is over.
    end: Option<Share>,
    /// What the choices cost, in win chance: start + skill + luck = end.
    skill: f64,
    skill_ci95: [f64; 2],
    /// What the outcomes added.
    luck: f64,
    luck_ci95: [f64; 2],
    /// Where the moves came from, when INPUT is a replay.
    replay: Option<Source>,
    /// The moves that opened something.
    moves: Vec<Examined>,
}

/// A win chance.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Share {
    value: f64,
    /// Its interval; a point when it is exact.
    ci95: [f64; 2],
    /// Whether it was played on every minefield that agrees, or is an outcome.
    exact: bool,
}

impl From<Chance> for Share {
    fn from(chance: Chance) -> Share {
        let interval = chance.interval();
        Share {
            value: chance.value(),
            ci95: [interval.low, interval.high],
            exact: matches!(chance, Chance::Known(_)),
        }
    }
}

/// One move.
#[derive(Serialize, JsonSchema)]
struct Examined {
    #[serde(rename = "move")]
    action: String,
    /// The probability that it opened a mine.
    mine: f64,
    /// The win chance of the position before the move: the same as `after` of the move before.
    before: Share,
    /// The win chance of the move, before its outcome was known.
    chosen: Share,
    /// The win chance of the position afterwards.
    after: Share,
    /// What the choice cost: 0 where `chosen` lies inside the interval of `before`.
    skill: f64,
    /// What the outcome added.
    luck: f64,
    /// Whether it is shown to be worse than our player's move.
    mistake: bool,
    /// A move that is shown to be better.
    better: Option<String>,
    /// The building block of our player's move.
    block: &'static str,
}

impl Examined {
    fn new(board: Board, of: &Finding) -> Examined {
        Examined {
            action: show_action(board, of.action),
            mine: of.mine,
            before: of.before.into(),
            chosen: of.chosen.into(),
            after: of.after.into(),
            skill: of.skill(),
            luck: of.luck(),
            mistake: of.is_mistake(),
            better: of.better.map(|better| show_action(board, better)),
            block: of.reason.block().name(),
        }
    }
}

/// A replay file.
#[derive(Serialize, JsonSchema)]
struct Source {
    format: String,
    version: String,
    /// What the file says about the outcome.
    claimed: Option<Outcome>,
    /// Every move, flags included.
    moves: Vec<Timed>,
}

/// A move of a replay.
#[derive(Serialize, JsonSchema)]
struct Timed {
    #[serde(rename = "move")]
    action: String,
    milliseconds: u64,
}

impl Source {
    fn new(replay: &Replay) -> Source {
        let board = replay.record.field.board();
        let moves = replay.record.actions.iter().zip(&replay.milliseconds);
        Source {
            format: replay.format.to_string(),
            version: replay.version.to_string(),
            claimed: replay.claimed,
            moves: moves
                .map(|(&action, &milliseconds)| Timed {
                    action: show_action(board, action),
                    milliseconds: milliseconds.into(),
                })
                .collect(),
        }
    }
}

impl Command for Dissect {
    const SPEC: VerbSpec = VerbSpec {
        name: "autopsy",
        about: "A recorded game: the win chance at every move, split into luck and skill",
        input: InputSpec::Required(
            "A full board, then one move per line: open R,C, flag R,C or chord R,C; a saved game; or an .rmv, .avf or .evf replay",
        ),
        options: &[FIRST_CLICK.spec, SAMPLES.spec, SEED.spec],
        examples: &["autopsy minesweeper game.txt", "autopsy minesweeper game.rmv"],
        conventions: &[
            ("win_chance", "of our strongest player, over the minefields that agree, all or drawn uniformly"),
            ("skill", "W(position, chosen) - W(position), or 0 inside the interval of W(position)"),
            ("luck", "W(after) - W(position) - skill; start + skill + luck = end"),
        ],
    };
    type Answer = Dissected;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Dissected>, Stop> {
        let (samples, seed) = (request.get(SAMPLES), Seed(request.get(SEED)));
        if let Some(text) = saved(request) {
            request.refuse(&[FIRST_CLICK.spec], "it left out: a saved game has its own")?;
            let (game, start, moves) = SavedGame::followed::<Minesweeper>(ENTRY.name, text)?;
            let found = examine(&game, start, &moves, samples, seed, &mut context.budget.clone())?;
            let stopped = found.stopped;
            return Ok(Reply::from(dissection(&game, &found, samples, seed, None)).cut(stopped));
        }
        let replay = replay(request)?;
        let record: Record = match &replay {
            Some(replay) => replay.record.clone(),
            None => request.input_text()?.parse()?,
        };
        let named = record.first_click.filter(|_| !request.given(FIRST_CLICK));
        let rule = named.unwrap_or_else(|| request.get(FIRST_CLICK));
        let game = Minesweeper::new(record.field.board(), rule);
        let found = autopsy(&game, &record, samples, seed, &mut context.budget.clone())?;
        let stopped = found.stopped;
        let source = replay.as_ref().map(Source::new);
        let dissected = dissection(&game, &found, samples, seed, source);
        Ok(Reply::from(dissected).cut(stopped))
    }
}

/// INPUT as a saved game, when it looks like one.
fn saved(request: &Request) -> Option<&str> {
    let text = request.input()?.text().ok()?;
    text.trim_start().starts_with('{').then_some(text)
}

/// INPUT as a replay, when it is one by its first bytes; text is not.
fn replay(request: &Request) -> Result<Option<Replay>, InputError> {
    match request.input() {
        Some(input) if replay::recognise(&input.bytes).is_some() => replay::read(&input.bytes).map(Some),
        _ => Ok(None),
    }
}

fn dissection(
    game: &Minesweeper,
    found: &Autopsy,
    samples: u64,
    seed: Seed,
    replay: Option<Source>,
) -> Dissected {
    let board = game.grid().board();
    let ci95 = |estimate: Estimate| [estimate.interval.low, estimate.interval.high];
    Dissected {
        board,
        first_click: game.first_click(),
        samples,
        seed: seed.0,
        outcome: found.outcome,
        start: found.start.map(Share::from),
        end: found.end().map(Share::from),
        skill: found.skill().value,
        skill_ci95: ci95(found.skill()),
        luck: found.luck().value,
        luck_ci95: ci95(found.luck()),
        replay,
        moves: found.findings.iter().map(|finding| Examined::new(board, finding)).collect(),
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.ci95;
        if self.exact {
            return write!(f, "{:.1} %", 100.0 * self.value);
        }
        write!(f, "{:.1} % [{:.1}, {:.1}]", 100.0 * self.value, 100.0 * low, 100.0 * high)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Source { format, version, claimed, moves } = self;
        write!(f, "{format} replay, version {version}: {}", count(moves.len() as u64, "move"))?;
        if let Some(last) = moves.last() {
            write!(f, " in {}.{:03} s", last.milliseconds / 1000, last.milliseconds % 1000)?;
        }
        match claimed {
            Some(outcome) => writeln!(f, "; the file says {}", outcome.name()),
            None => writeln!(f),
        }
    }
}

impl fmt::Display for Dissected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(replay) = &self.replay {
            replay.fmt(f)?;
        }
        let Some((start, end)) = self.start.zip(self.end) else {
            return f.write_str("No move was examined.");
        };
        writeln!(
            f,
            "{:<12} {:>7}  {:<22} {:<22} {:>6} {:>6}  better",
            "move", "mine", "W before", "W chosen", "skill", "luck"
        )?;
        for made in &self.moves {
            writeln!(
                f,
                "{:<12} {:>6.2}%  {:<22} {:<22} {:>+6.1} {:>+6.1}  {}",
                made.action,
                100.0 * made.mine,
                made.before.to_string(),
                made.chosen.to_string(),
                100.0 * made.skill,
                100.0 * made.luck,
                made.better.as_deref().unwrap_or("")
            )?;
        }
        let points = |value: f64, [low, high]: [f64; 2]| {
            format!("{:+.1} [{:+.1}, {:+.1}]", 100.0 * value, 100.0 * low, 100.0 * high)
        };
        write!(
            f,
            "{}: start {start}, skill {} points, luck {} points, end {end} (at most {} per estimate)",
            self.outcome.map_or("unfinished", Outcome::name),
            points(self.skill, self.skill_ci95),
            points(self.luck, self.luck_ci95),
            count(self.samples, "game")
        )
    }
}
