//! `measure`: the single conspiracy number through a game, and the motion in mind it makes.

use quandary_core::face::{Answer, Context, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::{InputError, Seed};
use quandary_search::expectimax::Depth;
use serde_json::{Value, json};

use super::common;
use crate::measure::motion::{Motion, Velocity, motion};
use crate::measure::reading::{Changeover, Cuts, Milestone, Trap, changeovers, milestones, traps};
use crate::measure::turns::{Counter, Over, Scale, Turn, normalise};
use crate::notation::{Record, grid, picture};
use crate::play::play;
use crate::rules::{Board, Rules};
use crate::strategy::linear::{Linear, LinearPlayer, Weights};

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "measure",
    about: "single conspiracy numbers and motion in mind through one game, with its stability traps",
    input: InputSpec::Optional("the record of a game; otherwise expectimax plays one"),
    options: &[
        common::BOARD,
        common::P4,
        common::DEPTH,
        common::COUNT,
        common::WEIGHTS,
        OptionSpec::value("threshold", "C0", "the threshold is C0 · 2^k while the largest tile is 2^k")
            .or("0.2"),
        OptionSpec::value("over", "WHAT", "normalise over the `game` or over each `milestone`").or("game"),
        OptionSpec::value(
            "velocity",
            "WHICH",
            "v is the normalised number (`printed`) or 1 minus it (`ease`)",
        )
        .or("printed"),
        OptionSpec::value("start", "HOW", "usual, two-twos or three-twos-and-four").or("usual"),
        common::SEED,
        OptionSpec::value("game", "N", "which game of the seed").or("0"),
    ],
    examples: &[
        "measure 2048 --depth 4 --seed 3",
        "measure 2048 game.txt --depth 2 --json",
        "measure 2048 --weights snake --threshold 28 --over milestone",
    ],
};

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let asked = Asked::new(request)?;
    let linear = Linear::new(asked.weights);
    let boards = match &asked.record {
        Some(record) => boards_of(record)?,
        None => played(&asked, &linear),
    };
    let counter = Counter::new(asked.rules, asked.weights, &linear, asked.scale);
    let (turns, stopped) =
        context.map("turns", boards.len() as u64, |index| counter.turn(boards[index as usize]));
    let measured = Measured::new(&asked, turns);
    let answer = Answer::new(measured.json(&asked), measured.text(&asked));
    Ok(match stopped {
        Some(why) => answer.exhausted(why),
        None => answer,
    })
}

struct Asked {
    rules: Rules,
    weights: &'static Weights,
    scale: Scale,
    over: Over,
    velocity: Velocity,
    start: crate::rules::Start,
    seed: Seed,
    game: u64,
    record: Option<Record>,
}

impl Asked {
    fn new(request: &Request) -> Result<Asked, InputError> {
        let record = request.input().map(|input| Record::parse(input.text()?)).transpose()?;
        let mut rules = common::rules(request)?;
        if let Some(record) = &record {
            rules.shape = record.shape;
        }
        let threshold: f64 = request.need("threshold", "a number above 0")?;
        if !(threshold > 0.0 && threshold.is_finite()) {
            return Err(InputError::new(format!("--threshold: {threshold} cannot be used"))
                .expected("a number above 0"));
        }
        let choice = |name: &str, wrong: &str, expected: &str| {
            InputError::new(format!("--{name}: `{wrong}` is not known")).expected(expected)
        };
        Ok(Asked {
            rules,
            weights: common::weights(request)?,
            scale: Scale { depth: common::depth(request)?, threshold },
            over: match request.text("over") {
                Some("game") | None => Over::Game,
                Some("milestone") => Over::Milestone,
                Some(other) => return Err(choice("over", other, "game or milestone")),
            },
            velocity: match request.text("velocity") {
                Some("printed") | None => Velocity::Printed,
                Some("ease") => Velocity::Ease,
                Some(other) => return Err(choice("velocity", other, "printed or ease")),
            },
            start: common::start(request)?,
            seed: Seed(request.need("seed", "a whole number")?),
            game: request.need("game", "a whole number")?,
            record,
        })
    }
}

/// The positions of a record in which a move was made.
fn boards_of(record: &Record) -> Result<Vec<Board>, InputError> {
    let mut boards = Vec::new();
    record.replay(|board, _| boards.push(board))?;
    Ok(boards)
}

/// The positions of a game that expectimax plays.
fn played(asked: &Asked, linear: &Linear) -> Vec<Board> {
    let mut stream = asked.seed.stream(asked.game);
    let first = asked.rules.start(asked.start, &mut stream);
    let mut player = LinearPlayer::new(asked.rules, asked.weights, linear, asked.scale.depth);
    let mut boards = Vec::new();
    play(&asked.rules, first, &mut player, &mut stream, |board, _| {
        boards.push(board);
        true
    });
    boards
}

struct Measured {
    turns: Vec<Turn>,
    numbers: Vec<f64>,
    velocities: Vec<f64>,
    milestones: Vec<Milestone>,
    changeovers: Vec<Changeover>,
    traps: Vec<Trap>,
    by_turn: Motion,
    by_milestone: Motion,
}

impl Measured {
    fn new(asked: &Asked, turns: Vec<Turn>) -> Measured {
        let numbers = normalise(&turns, asked.over);
        let velocities: Vec<f64> = numbers.iter().map(|&number| asked.velocity.of(number)).collect();
        let stretches = milestones(&turns, &velocities);
        // Table 7 speaks of the number itself, whichever way round v is.
        let changes = changeovers(&milestones(&turns, &numbers), Cuts::DECLARED);
        let found = traps(&turns, &numbers, Cuts::DECLARED);
        Measured {
            by_turn: motion(&velocities),
            by_milestone: motion(&stretches.iter().map(|m| m.v).collect::<Vec<_>>()),
            turns,
            numbers,
            velocities,
            milestones: stretches,
            changeovers: changes,
            traps: found,
        }
    }

    fn json(&self, asked: &Asked) -> Value {
        let scn: Vec<Value> =
            self.turns.iter().map(|t| t.scn.finite().map_or(json!("inf"), |n| json!(n))).collect();
        let milestones: Vec<Value> = self
            .milestones
            .iter()
            .map(|m| {
                let Motion { mass, momentum_of_mean, energy_of_mean, .. } = motion(&[m.v]);
                json!({"largest": 1_u64 << m.largest, "first_turn": m.first, "turns": m.turns, "v": m.v,
                    "mass": mass, "momentum": momentum_of_mean, "energy": energy_of_mean})
            })
            .collect();
        json!({
            "schema": 1,
            "puzzle": "2048",
            "board": asked.rules.shape.to_string(),
            "p4": common::fours_json(asked.rules.fours),
            "depth": common::depth_json(asked.scale.depth),
            "weights": asked.weights.name,
            "threshold": {"c0": asked.scale.threshold, "rule": "C0 * 2^k while the largest tile is 2^k"},
            "normalised_over": match asked.over { Over::Game => "game", Over::Milestone => "milestone" },
            "infinite_numbers": "clipped to 1",
            "velocity": asked.velocity.name(),
            "seed": asked.seed.0,
            "game": asked.game,
            "turns": self.turns.len(),
            "by_turn": self.by_turn,
            "by_milestone": self.by_milestone,
            "milestones": milestones,
            "changeovers": self.changeovers,
            "level_cuts": {"scn": [Cuts::DECLARED.scn.0, Cuts::DECLARED.scn.1], "gap": [Cuts::DECLARED.gap.0, Cuts::DECLARED.gap.1]},
            "traps": self.traps.iter().map(|trap| self.trap_json(asked, trap)).collect::<Vec<_>>(),
            "series": {"largest": self.turns.iter().map(|t| 1_u64 << t.largest).collect::<Vec<_>>(), "scn": scn, "v": self.velocities},
        })
    }

    fn trap_json(&self, asked: &Asked, trap: &Trap) -> Value {
        let board = |turn: usize| grid(asked.rules.shape, self.turns[turn].board);
        json!({"quiet_from": trap.quiet_from, "quiet_to": trap.quiet_to, "closed": trap.closed,
            "escaped": trap.escaped, "board_when_quiet": board(trap.quiet_to), "board_when_closed": board(trap.closed)})
    }

    fn text(&self, asked: &Asked) -> String {
        let Some(last) = self.turns.last() else { return "a game without turns".into() };
        let depth = match asked.scale.depth {
            Depth::BelowRoot(depth) => format!("depth {depth} as the article counts"),
            Depth::Plies(plies) => format!("{plies} plies"),
        };
        let mut lines = vec![
            format!(
                "{} turns to {}, {depth}, weights {}, threshold {} x largest tile",
                self.turns.len(),
                1_u64 << last.largest,
                asked.weights.name,
                asked.scale.threshold
            ),
            String::new(),
            "normalised single conspiracy number, first turn to last (each column the mean of its turns):"
                .into(),
        ];
        lines.extend(chart(&self.numbers));
        lines.push(String::new());
        lines.push(format!(
            "{:>10}{:>8}{:>9}{:>9}{:>9}{:>9}  reading (table 7)",
            "largest", "turns", "v", "M", "p", "E_p"
        ));
        for (index, m) in self.milestones.iter().enumerate() {
            let own = motion(&[m.v]);
            let reading = index.checked_sub(1).map_or(String::new(), |i| {
                let change = &self.changeovers[i];
                format!("{} (gap {:.3})", change.reading.word(), change.gap)
            });
            lines.push(format!(
                "{:>10}{:>8}{:>9.4}{:>9.4}{:>9.4}{:>9.4}  {reading}",
                1_u64 << m.largest,
                m.turns,
                own.v,
                own.mass,
                own.momentum_of_mean,
                own.energy_of_mean
            ));
        }
        for (name, m) in [("turns", &self.by_turn), ("milestones", &self.by_milestone)] {
            lines.push(format!(
                "mean over {name}: v {:.4}, M {:.4}; p {:.4} (of the mean) {:.4} (mean of products); E_p {:.4} and {:.4}",
                m.v, m.mass, m.momentum_of_mean, m.mean_momentum, m.energy_of_mean, m.mean_energy
            ));
        }
        lines.push(self.trap_text(asked));
        lines.join("\n")
    }

    fn trap_text(&self, asked: &Asked) -> String {
        let Some(trap) = self.traps.iter().find(|t| t.escaped.is_none()).or(self.traps.first()) else {
            return "no stability trap in this game".into();
        };
        let caught = self.traps.iter().filter(|trap| trap.escaped.is_none()).count();
        let end = match trap.escaped {
            Some(turn) => format!("escaped at turn {turn}"),
            None => "never escaped".into(),
        };
        format!(
            "{} stability traps, {caught} not escaped; for example: quiet in turns {} to {}, closed at turn {}, {end}:\n\n{}",
            self.traps.len(),
            trap.quiet_from,
            trap.quiet_to,
            trap.closed,
            picture(asked.rules.shape, self.turns[trap.closed].board)
        )
    }
}

/// A chart of numbers in [0, 1], eight rows high.
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
