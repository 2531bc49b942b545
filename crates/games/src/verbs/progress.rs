//! `measure --scn`: how one game went, ply by ply.

use std::fmt;

use quandary_core::rules::{Rules, Side, Turn as Whose, positions};
use quandary_core::words::count;
use quandary_core::{Context, InputError, Outcome, Seed, Stop};
use quandary_measures::progress::{Averaged, Phase, Steadiness, Trap};
use quandary_search::minimax::{WORTH_LIMIT, win_in};
use quandary_search::scn::{Breadth, Leaf, Scale, Scn};
use quandary_verbs::figure::{Figure, Marks, Series};
use quandary_verbs::{Opt, Reply, Request, SEED};
use schemars::JsonSchema;
use serde::Serialize;

use super::matches::TwoPlayer;
use crate::player::Player;
use crate::progress::{Course, Turn, drawable, turn_at};

pub(crate) const SCN: Opt<bool> = Opt::switch(
    "scn",
    "Follow one game by single conspiracy numbers: INPUT is its record; without one it is played",
);
pub(crate) const THRESHOLD: Opt<f64> = Opt::real(
    "threshold",
    "T",
    -1e8,
    1e8,
    "With --scn: the value a position must reach for the side to move, in the units of the evaluation",
)
.or("600")
.only_with("scn", &[]);
pub(crate) const DEPTH: Opt<u64> =
    Opt::whole("depth", "N", 1, 12, "With --scn: moves to look ahead").or("3").only_with("scn", &[]);
pub(crate) const TREE: Opt<&str> = Opt::choice(
    "tree",
    "WHICH",
    &["full", "alpha-beta"],
    "With --scn: count on the whole tree, or only on what alpha-beta visits of it",
)
.or("full")
.only_with("scn", &[]);
pub(crate) const LEAF: Opt<&str> = Opt::choice(
    "leaf",
    "WHICH",
    &["quiet", "plain"],
    "With --scn: evaluate leaves after playing out captures, or as they stand",
)
.or("quiet")
.only_with("scn", &[]);
pub(crate) const PLAYER: Opt<Player> =
    Opt::text("player", "PLAYER", &Player::KNOWN, "With --scn and without INPUT: who plays both sides")
        .or("depth:2")
        .only_with("scn", &[]);

/// What the numbers and what is read from them mean.
pub(crate) const CONVENTIONS: [(&str, &str); 6] = [
    (
        "scn",
        "single conspiracy number: leaves that must change their mind before the position is worth T to the side to move; terminal 0 or never, leaf 0 or 1, own turn the least, the other's the sum",
    ),
    ("normalised", "(n - min)/(max - min) over the finite numbers of both sides; never counts as 1"),
    ("level", "the same of log(1 + n); low below 1/3, high from 2/3 on"),
    (
        "phase",
        "loop: both levels within 0.05 for 8 plies, neither 0 nor 1; favourable: for 4 plies one level low and the other not; struggle: the lower level changes sides or a level moves by 0.25 within two plies; balanced: none of these",
    ),
    ("trap", "8 favourable plies or more, then the same side's level high within 6 plies of their end"),
    ("v", "printed: the normalised number (equation 12 of the access article); ease: 1 minus it"),
];

/// Plies of a game that is played here, at most: a game may never end by itself.
const MOST_PLIES: usize = 400;

/// A game to be followed: where it began and what was played.
pub(crate) struct Recorded<R: Rules> {
    pub(crate) rules: R,
    pub(crate) start: R::State,
    pub(crate) moves: Vec<R::Move>,
    /// The size.
    pub(crate) board: String,
    /// Where it began.
    pub(crate) position: String,
}

/// One game, ply by ply.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Progress {
    /// The size.
    board: String,
    /// Where the game began.
    position: String,
    /// `record`, or who played both sides.
    played_by: String,
    /// Of the game that was played here; null for a record.
    seed: Option<u64>,
    /// T.
    threshold: i32,
    /// Moves deep.
    depth: u32,
    /// `full` or `alpha-beta`.
    tree: &'static str,
    /// `quiet` or `plain`.
    leaf: &'static str,
    /// How the game ended, as the side that began sees it; `unfinished` when it goes on.
    outcome: Outcome,
    /// Positions looked at.
    nodes: u64,
    /// One for each ply.
    plies: Vec<Moment>,
    /// The side that began the game.
    first: SideProgress,
    /// The other side.
    second: SideProgress,
    /// Stretches of the game, in order, without gaps.
    phases: Vec<Phase>,
    /// Favourable phases that turned into difficulty.
    traps: Vec<Trap>,
    /// The largest changeover gap between two phases; null with fewer than two.
    largest_gap: Option<f64>,
}

/// One ply.
#[derive(Serialize, JsonSchema)]
struct Moment {
    /// From 0.
    ply: usize,
    /// Who was to move.
    side: Side,
    /// What was played.
    #[serde(rename = "move")]
    chosen: String,
    /// The minimax value of the position before the move, to the side to move; null for a win or a loss found.
    value: Option<i32>,
    /// The plies to a win (or, negative, to a loss) that was found.
    win_in: Option<i32>,
    /// The single conspiracy number for the side to move; null for never.
    scn: Option<u64>,
    /// The number in [0, 1], straight.
    normalised: f64,
    /// The number in [0, 1], logarithmic.
    level: f64,
}

/// How one side's turns went.
#[derive(Serialize, JsonSchema)]
struct SideProgress {
    #[serde(flatten)]
    steadiness: Steadiness,
    /// Motion in mind with v = the normalised number, as printed.
    printed: Averaged,
    /// The same with v = 1 - the normalised number.
    ease: Averaged,
}

pub(crate) fn run<G: TwoPlayer>(request: &Request, context: &Context<'_>) -> Result<Reply<Progress>, Stop> {
    let scale = Scale {
        depth: request.get(DEPTH) as u32,
        threshold: request.get(THRESHOLD).round().clamp(f64::from(-WORTH_LIMIT), f64::from(WORTH_LIMIT))
            as i32,
        breadth: if request.get(TREE) == "full" { Breadth::Full } else { Breadth::AlphaBeta },
        leaf: if request.get(LEAF) == "quiet" { Leaf::Quiet } else { Leaf::Plain },
    };
    let (recorded, played_by, seed) = match request.input() {
        Some(_) => {
            request.refuse(&[PLAYER.spec], "no INPUT: a record has been played already")?;
            (G::record(request)?, "record".to_owned(), None)
        }
        None => {
            let (player, seed) = (request.get(PLAYER), request.get(SEED));
            (played::<G>(request, player, Seed(seed), context)?, player.to_string(), Some(seed))
        }
    };
    let Recorded { rules, start, moves, board, position } = recorded;
    if moves.is_empty() {
        return Err(InputError::new("no move was played").expected("the record of a game").into());
    }
    let states = positions(&rules, &start, &moves);
    let (mut turns, mut nodes) = (Vec::new(), 0);
    let (_, stopped) = context.fold(
        "plies",
        moves.len() as u64,
        |index| {
            let mut budget = context.budget.with_nodes(context.budget.remaining());
            let turn = turn_at(&rules, &states[index as usize], &scale, &mut budget)?;
            Ok((turn, budget.spent()))
        },
        |_, (turn, spent)| {
            turns.extend(turn);
            nodes += spent;
        },
    );
    let stopped = Stop::cut(stopped)?;
    if let (Some(why), true) = (stopped, turns.is_empty()) {
        return Err(why.into());
    }
    let outcome = match rules.turn(&states[moves.len()]) {
        Whose::Over(outcome) => outcome,
        Whose::To(_) => Outcome::Unfinished,
    };
    let names: Vec<String> =
        moves.iter().zip(&states).map(|(&chosen, state)| G::move_text(&rules, state, chosen)).collect();
    let course = Course::of(&turns);
    let figure = figure(&turns, &course, &scale);
    let side = |place: usize| SideProgress {
        steadiness: course.sides[place],
        printed: course.motion[place][0],
        ease: course.motion[place][1],
    };
    let progress = Progress {
        board,
        position,
        played_by,
        seed,
        threshold: scale.threshold,
        depth: scale.depth,
        tree: request.get(TREE),
        leaf: request.get(LEAF),
        outcome,
        nodes,
        first: side(0),
        second: side(1),
        largest_gap: course.largest_gap(),
        plies: plies(&turns, names, &course),
        phases: course.phases,
        traps: course.traps,
    };
    Ok(Reply::from(progress).with_figure(figure).cut(stopped))
}

fn plies(turns: &[Turn], names: Vec<String>, course: &Course) -> Vec<Moment> {
    let all = turns.iter().zip(names).enumerate();
    all.map(|(ply, (turn, chosen))| Moment {
        ply,
        side: turn.side,
        chosen,
        value: win_in(turn.value).is_none().then_some(turn.value),
        win_in: win_in(turn.value),
        scn: turn.scn.finite(),
        normalised: course.normalised[ply],
        level: course.levels[ply],
    })
    .collect()
}

/// A game of a player against itself; equal moves are drawn by the seed.
fn played<G: TwoPlayer>(
    request: &Request,
    player: Player,
    seed: Seed,
    context: &Context<'_>,
) -> Result<Recorded<G::Rules>, Stop> {
    let start = G::start_at(request)?;
    let (mut state, mut moves, mut stream) = (start.state.clone(), Vec::new(), seed.stream(0));
    while start.rules.turn(&state).side().is_some() && moves.len() < MOST_PLIES {
        context.budget.poll()?;
        let best = player.best(&start.rules, &state, &mut stream, &context.budget)?;
        let Some(&chosen) = stream.choose(&best) else { break };
        moves.push(chosen);
        state = start.rules.apply(&state, chosen);
    }
    Ok(Recorded {
        rules: start.rules,
        start: start.state,
        moves,
        board: start.board,
        position: start.position,
    })
}

fn figure(turns: &[Turn], course: &Course, scale: &Scale) -> Figure {
    let own = |name: &str, side: Side| {
        let points = turns.iter().zip(&course.levels).enumerate();
        let points = points.filter(|(_, (turn, _))| turn.side == side);
        Series::new(name, Marks::Line, points.map(|(ply, (_, &level))| (ply as f64, level)))
    };
    let values = drawable(turns).into_iter().enumerate().map(|(ply, value)| (ply as f64, value));
    let mut series = vec![
        own("first: number", Side::First),
        own("second: number", Side::Second),
        Series::new("minimax value to first", Marks::Line, values),
    ];
    series.retain(|series| !series.points.is_empty());
    Figure {
        title: format!("Single conspiracy numbers through a game: T {}, depth {}", scale.threshold, scale.depth),
        x_label: "ply".into(),
        y_label: "level of the number (0 to 1); value (-1 to 1)".into(),
        x_names: Vec::new(),
        series,
        caption: "The level is log(1 + n) from the game's least number (0) to its greatest (1); 1 also where the \
                  threshold can never be reached. The value is to the side that began, in parts of the game's largest; \
                  1 and -1 are wins found."
            .into(),
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, T {}, depth {}, {} tree, {} leaves; {} ({})",
            count(self.plies.len() as u64, "ply"),
            self.threshold,
            self.depth,
            self.tree,
            self.leaf,
            self.played_by,
            self.outcome.name()
        )?;
        writeln!(f, "\n{:>4} {:<7} {:<10} {:>9} {:>10}  level", "ply", "side", "move", "value", "number")?;
        for ply in &self.plies {
            let value = match (ply.value, ply.win_in) {
                (Some(value), _) => value.to_string(),
                (None, Some(n)) if n > 0 => format!("win {n}"),
                (None, n) => format!("loss {}", n.unwrap_or(0).abs()),
            };
            let number = ply.scn.map_or_else(|| Scn::NEVER.to_string(), |n| n.to_string());
            let side = if ply.side == Side::First { "first" } else { "second" };
            let bar = "█".repeat((ply.level * 20.0).round() as usize);
            writeln!(f, "{:>4} {side:<7} {:<10} {value:>9} {number:>10}  {bar}", ply.ply, ply.chosen)?;
        }
        writeln!(f, "\nphases")?;
        for phase in &self.phases {
            write!(
                f,
                "{:>4} to {:>4}  {:<21} levels {:.2} and {:.2}",
                phase.from,
                phase.to,
                phase.kind.word(),
                phase.levels[0],
                phase.levels[1]
            )?;
            match phase.gap {
                Some(gap) => writeln!(f, ", changeover gap {gap:.2}")?,
                None => writeln!(f)?,
            }
        }
        for trap in &self.traps {
            let side = ["first", "second"][trap.side];
            writeln!(
                f,
                "trap: {side} stood well from ply {} to {}, badly at {}",
                trap.from, trap.to, trap.closed
            )?;
        }
        for (name, side) in [("first", &self.first), ("second", &self.second)] {
            let Steadiness { mean, stability, fluctuation, turnover, .. } = side.steadiness;
            writeln!(
                f,
                "{name:<7} mean level {mean:.3}, stability {stability:.3}, fluctuation {fluctuation:.3}, turnover {turnover:.3}; \
                 v {:.3} as printed (E_p {:.3}), {:.3} as ease (E_p {:.3})",
                side.printed.v, side.printed.energy_of_mean, side.ease.v, side.ease.energy_of_mean
            )?;
        }
        write!(f, "{}", count(self.nodes, "position"))
    }
}
