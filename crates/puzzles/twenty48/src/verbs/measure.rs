use std::fmt;

use quandary_core::words::count;
use quandary_core::{Context, InputError, Seed, Stop, Trace};
use quandary_measures::progress::{Steadiness, levels};
use quandary_measures::{Measures, of_traces};
use quandary_search::expectimax::Depth;
use quandary_verbs::figure::{Figure, Marks, Series as Drawn};
use quandary_verbs::{Command, FIGURE, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{DEPTH, Dice, Looks, PLIES, SHAPE, START, WEIGHTS};
use crate::measure::follow::Follow;
use crate::measure::motion::{Motion, Velocity, motion};
use crate::measure::reading::{Changeover, Cuts, Milestone, Trap, Warnings, changeovers, milestones, traps};
use crate::measure::turns::{Over, Scale, Turn, normalise};
use crate::notation::{Record, grid, picture};
use crate::play::P4;
use crate::rules::{Rules, Start};
use crate::strategy::linear::{Linear, Weights};

const THRESHOLD: Opt<f64> =
    Opt::real("threshold", "C0", 1e-9, 1e9, "The threshold is C0 · 2^k while the largest tile is 2^k")
        .or("0.2");
const OVER: Opt<&str> = Opt::choice(
    "over",
    "WHAT",
    &["game", "milestone"],
    "Normalise the numbers over the game, or over each stretch between new largest tiles",
)
.or("game");
const VELOCITY: Opt<&str> = Opt::choice(
    "velocity",
    "WHICH",
    &["printed", "ease"],
    "v is the normalised number, as printed, or 1 minus it, which is ease",
)
.or("printed");
const GAME: Opt<u64> = Opt::whole("game", "N", 0, u64::MAX, "Which game of the seed").or("0");
const GAMES: Opt<u64> = Opt::whole(
    "games",
    "N",
    1,
    1_000_000,
    "Games for the measures of whole games, from --game on; the numbers turn by turn are of the first",
)
.or("20");

const SCN: Opt<bool> =
    Opt::switch("scn", "Follow one game turn by turn and nothing else: no measures of whole games");

pub(super) struct Measure;

/// A game measured turn by turn, and games as a whole.
#[derive(Serialize, JsonSchema)]
pub(super) struct Measurement {
    /// Rows and columns.
    board: String,
    /// Probability that a new tile is a 4.
    p4: Dice,
    /// How far the player and the numbers look.
    depth: Looks,
    weights: &'static str,
    threshold: Threshold,
    /// `game` or `milestone`.
    normalised_over: &'static str,
    /// `printed`: v is the normalised number; `ease`: 1 minus it.
    velocity: &'static str,
    seed: u64,
    /// Which game of the seed was measured turn by turn; null for a given record.
    game: Option<u64>,
    /// Turns whose number was counted.
    turns: usize,
    /// How steady the levels of the turns were: log(1 + n) from the least number to the greatest.
    steadiness: Steadiness,
    /// Motion in mind over the turns.
    by_turn: Motion,
    /// The same over the milestones.
    by_milestone: Motion,
    milestones: Vec<PhaseInterval>,
    /// The changes from one milestone to the next, read by table 7.
    changeovers: Vec<Changeover>,
    level_cuts: LevelCuts,
    /// What table 7 warned of, and what came of it.
    warnings: Warnings,
    /// The traps that closed.
    traps: Vec<Caught>,
    series: Series,
    /// Measures of whole games; null while none is finished.
    #[serde(flatten)]
    measured: Option<Measures>,
    #[serde(skip)]
    shown: TextParts,
}

/// What only the text needs.
struct TextParts {
    depth: String,
    numbers: Vec<f64>,
    trap: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Threshold {
    /// C0.
    c0: f64,
    rule: &'static str,
}

/// The stretch between two new largest tiles.
#[derive(Serialize, JsonSchema)]
struct PhaseInterval {
    /// The largest tile during it.
    largest: u64,
    first_turn: usize,
    turns: usize,
    v: f64,
    mass: f64,
    momentum: f64,
    energy: f64,
}

impl From<&Milestone> for PhaseInterval {
    fn from(milestone: &Milestone) -> PhaseInterval {
        let Motion { v, mass, momentum_of_mean, energy_of_mean, .. } = motion(&[milestone.v]);
        PhaseInterval {
            largest: 1 << milestone.largest,
            first_turn: milestone.first,
            turns: milestone.turns,
            v,
            mass,
            momentum: momentum_of_mean,
            energy: energy_of_mean,
        }
    }
}

/// Where low ends and high begins.
#[derive(Serialize, JsonSchema)]
struct LevelCuts {
    scn: [f64; 2],
    gap: [f64; 2],
}

/// A trap that closed.
#[derive(Serialize, JsonSchema)]
struct Caught {
    #[serde(flatten)]
    trap: Trap,
    /// The last quiet position.
    position_when_quiet: String,
    /// The position in which it had become difficult.
    position_when_closed: String,
}

/// One value a turn.
#[derive(Serialize, JsonSchema)]
struct Series {
    /// The largest tile.
    largest: Vec<u64>,
    /// The single conspiracy number; null where the threshold can never be reached.
    scn: Vec<Option<u64>>,
    v: Vec<f64>,
}

impl Command for Measure {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "Single conspiracy numbers through one game, with its stability traps; motion in mind and refinement of games",
        input: InputSpec::Optional("The record of a game; otherwise expectimax plays"),
        options: &[
            SHAPE.spec,
            P4.spec,
            DEPTH.spec,
            PLIES.spec,
            WEIGHTS.spec,
            THRESHOLD.spec,
            OVER.spec,
            VELOCITY.spec,
            START.spec,
            SEED.spec,
            GAME.spec,
            GAMES.spec,
            SCN.spec,
            FIGURE.spec,
        ],
        examples: &[
            "measure 2048 --depth 4 --seed 3",
            "measure 2048 game.txt --depth 2 --json",
            "measure 2048 --weights snake --threshold 28 --over milestone",
            "measure 2048 --scn --depth 3 --seed 3",
        ],
        conventions: &[
            (
                "scn",
                "single conspiracy number: leaves that must change their mind before the position is worth the threshold",
            ),
            ("infinite_numbers", "a number that can never be reached counts as 1 when normalised"),
            (
                "trap",
                "8 quiet turns or more, then a difficult one within 12 turns, before a new largest tile stands",
            ),
            ("b", super::simulate::B),
            ("B", "legal moves"),
        ],
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        let asked = MeasureRequest::new(request)?;
        let alone = request.is_on(SCN);
        if alone {
            request.refuse(&[GAMES.spec], "no --scn, which follows one game")?;
        }
        let linear = Linear::new(asked.weights);
        let follow = Follow {
            rules: asked.rules,
            weights: asked.weights,
            linear: &linear,
            scale: asked.scale,
            start: asked.start,
        };
        let (course, mut cut) = match &asked.record {
            Some(record) => follow.recorded(record, context)?,
            None => follow.played(&mut asked.seed.stream(asked.game), context),
        };
        let mut traces: Vec<Trace> = course.trace.into_iter().collect();
        if asked.record.is_none() && cut.is_none() && !alone {
            let (more, stopped) = context.map("games", asked.games - 1, |index| {
                follow.trace(&mut asked.seed.stream(asked.game + 1 + index), context)
            });
            traces.extend(more.into_iter().flatten());
            cut = stopped.or(context.budget.poll().err());
        }
        let measured = if alone { None } else { of_traces(&traces, asked.seed).as_ref().map(Measures::from) };
        let measurement = measurement(&asked, &course.turns, measured);
        let figure = figure(&measurement);
        Ok(Reply::from(measurement).with_figure(figure).cut(cut))
    }
}

struct MeasureRequest {
    rules: Rules,
    weights: &'static Weights,
    scale: Scale,
    over: Over,
    velocity: Velocity,
    start: Start,
    seed: Seed,
    game: u64,
    games: u64,
    record: Option<Record>,
}

impl MeasureRequest {
    fn new(request: &Request) -> Result<MeasureRequest, InputError> {
        let record = request.input().map(|input| Record::parse(input.text()?)).transpose()?;
        let mut rules = super::rules(request);
        if let Some(record) = &record {
            rules.shape = record.shape;
        }
        Ok(MeasureRequest {
            rules,
            weights: super::weights(request)?,
            scale: Scale { depth: super::depth(request), threshold: request.get(THRESHOLD) },
            over: if request.get(OVER) == "game" { Over::Game } else { Over::Milestone },
            velocity: if request.get(VELOCITY) == "printed" { Velocity::Printed } else { Velocity::Ease },
            start: request.get(START),
            seed: Seed(request.get(SEED)),
            game: request.get(GAME),
            games: request.get(GAMES),
            record,
        })
    }
}

fn measurement(asked: &MeasureRequest, turns: &[Turn], measured: Option<Measures>) -> Measurement {
    let numbers = normalise(turns, asked.over);
    let velocities: Vec<f64> = numbers.iter().map(|&number| asked.velocity.of(number)).collect();
    let stretches = milestones(turns, &velocities);
    // Table 7 speaks of the number itself, whichever way round v is.
    let changes = changeovers(&milestones(turns, &numbers), Cuts::DECLARED);
    let found = traps(turns, &numbers, Cuts::DECLARED);
    let shape = asked.rules.shape;
    let position = |turn: usize| grid(shape, turns[turn].board);
    let Cuts { scn, gap } = Cuts::DECLARED;
    Measurement {
        board: shape.to_string(),
        p4: asked.rules.fours.into(),
        depth: asked.scale.depth.into(),
        weights: asked.weights.name,
        threshold: Threshold { c0: asked.scale.threshold, rule: "C0 * 2^k while the largest tile is 2^k" },
        normalised_over: match asked.over {
            Over::Game => "game",
            Over::Milestone => "milestone",
        },
        velocity: asked.velocity.name(),
        seed: asked.seed.0,
        game: asked.record.is_none().then_some(asked.game),
        turns: turns.len(),
        steadiness: Steadiness::of(&levels(&turns.iter().map(|turn| turn.scn.finite()).collect::<Vec<_>>())),
        by_turn: motion(&velocities),
        by_milestone: motion(&stretches.iter().map(|m| m.v).collect::<Vec<_>>()),
        milestones: stretches.iter().map(PhaseInterval::from).collect(),
        warnings: Warnings::new(turns, &changes, &found),
        changeovers: changes,
        level_cuts: LevelCuts { scn: [scn.0, scn.1], gap: [gap.0, gap.1] },
        series: Series {
            largest: turns.iter().map(|turn| 1 << turn.largest).collect(),
            scn: turns.iter().map(|turn| turn.scn.finite()).collect(),
            v: velocities,
        },
        measured,
        shown: TextParts {
            depth: match asked.scale.depth {
                Depth::BelowRoot(depth) => format!("depth {depth} as the article counts"),
                Depth::Plies(plies) => format!("{plies} plies"),
            },
            numbers,
            // One that was never escaped says most.
            trap: found
                .iter()
                .find(|trap| trap.escaped.is_none())
                .or(found.first())
                .map(|trap| format!("{trap}:\n\n{}", picture(shape, turns[trap.closed].board))),
        },
        traps: found
            .iter()
            .map(|&trap| Caught {
                trap,
                position_when_quiet: position(trap.quiet_to),
                position_when_closed: position(trap.closed),
            })
            .collect(),
    }
}

/// The numbers turn by turn, and where a new largest tile stood.
fn figure(of: &Measurement) -> Figure {
    let numbers = of.shown.numbers.iter().enumerate().map(|(turn, &number)| (turn as f64, number));
    let milestones = of.milestones.iter().skip(1).map(|stretch| (stretch.first_turn as f64, 1.0));
    let mut series = vec![
        Drawn::new("normalised number", Marks::Line, numbers),
        Drawn::new("new largest tile", Marks::Points, milestones),
    ];
    series.retain(|series| !series.points.is_empty());
    Figure {
        title: format!("Single conspiracy numbers through a game of 2048: C0 {}", of.threshold.c0),
        x_label: "turn".into(),
        y_label: "normalised number".into(),
        x_names: Vec::new(),
        series,
        caption: "0 is the game's easiest turn, 1 its hardest (or one whose threshold can never be reached); the threshold \
                  doubles where a new largest tile stands."
            .into(),
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.series.largest.last() {
            Some(largest) => write!(f, "{} to {largest}", count(self.turns as u64, "turn"))?,
            None => f.write_str("no turn was counted")?,
        }
        writeln!(
            f,
            ", {}, weights {}, threshold {} x largest tile",
            self.shown.depth, self.weights, self.threshold.c0
        )?;
        if self.turns > 0 {
            self.turn_by_turn(f)?;
        }
        match &self.measured {
            Some(measured) => {
                let games = count(measured.traces, "game");
                write!(
                    f,
                    "\n{games} as a whole; b of B legal moves are as good as the best to the player:\n{measured}"
                )
            }
            None => f.write_str(
                "\nno measures of whole games: none was finished, or --scn asked for one game alone",
            ),
        }
    }
}

impl Measurement {
    fn turn_by_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nnormalised single conspiracy number (leaves that must change before the threshold is reached: difficulty), \
             first turn to last:"
        )?;
        for line in chart(&self.shown.numbers) {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "\n{:>10}{:>8}{:>9}{:>9}{:>9}{:>9}  table 7", "largest", "turns", "v", "M", "p", "E_p")?;
        for (index, m) in self.milestones.iter().enumerate() {
            let reading = index.checked_sub(1).map_or(String::new(), |i| {
                let change = &self.changeovers[i];
                format!("{} (gap {:.3})", change.reading.word(), change.gap)
            });
            let PhaseInterval { largest, turns, v, mass, momentum, energy, .. } = m;
            writeln!(f, "{largest:>10}{turns:>8}{v:>9.4}{mass:>9.4}{momentum:>9.4}{energy:>9.4}  {reading}")?;
        }
        let v_is =
            if self.velocity == "printed" { "the normalised number" } else { "1 - the normalised number" };
        writeln!(f, "v = {v_is}, M = 1 - v its mass, p = M v momentum, E_p = 2 M v^2 potential energy")?;
        for (name, m) in [("turns", &self.by_turn), ("milestones", &self.by_milestone)] {
            writeln!(
                f,
                "mean over {name}: v {:.4}, M {:.4}; p {:.4} (of the mean) {:.4} (mean of products); E_p {:.4} and {:.4}",
                m.v, m.mass, m.momentum_of_mean, m.mean_momentum, m.energy_of_mean, m.mean_energy
            )?;
        }
        let Steadiness { stability, fluctuation, turnover, .. } = self.steadiness;
        writeln!(
            f,
            "stability {stability:.3}, fluctuation {fluctuation:.3}, turnover {turnover:.3} (of levels, log(1 + n))"
        )?;
        writeln!(f, "{}", self.warnings)?;
        match &self.shown.trap {
            Some(trap) => writeln!(f, "for example: {trap}"),
            None => Ok(()),
        }
    }
}

/// A chart of numbers in [0, 1], eight rows high; each column is the mean of its turns.
fn chart(numbers: &[f64]) -> Vec<String> {
    const WIDTH: usize = 96;
    const HEIGHT: usize = 8;
    let width = numbers.len().clamp(1, WIDTH);
    let columns: Vec<f64> = (0..width)
        .map(|column| {
            let (from, to) = (column * numbers.len() / width, (column + 1) * numbers.len() / width);
            let own = &numbers[from..to.max(from + 1).min(numbers.len())];
            own.iter().sum::<f64>() / own.len().max(1) as f64
        })
        .collect();
    (0..HEIGHT)
        .rev()
        .map(|row| {
            let bars: String = columns
                .iter()
                .map(|&value| {
                    let eighths = (value * (HEIGHT * 8) as f64).round() as isize - (row * 8) as isize;
                    [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][eighths.clamp(0, 8) as usize]
                })
                .collect();
            let label = match row {
                0 => "0",
                r if r == HEIGHT - 1 => "1",
                _ => "",
            };
            format!("{label:>2} |{bars}").trim_end().to_owned()
        })
        .collect()
}
