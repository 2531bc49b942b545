use std::collections::BTreeMap;
use std::fmt;

use quandary_core::stats::{Estimate, Rate, Summary};
use quandary_core::study::{Column, Field, PlayedGame, Study, Wins, run};
use quandary_core::words::{count, thousands};
use quandary_core::{Context, Outcome, Seed, Stop, Trace};
use quandary_search::expectimax::Depth;
use quandary_verbs::{Command, InputSpec, JSON_LINES, Opt, ROWS, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{DEPTH, Dice, EXPECTIMAX, Looks, PLIES, START, Training, WEIGHTS};
use crate::notation::grid;
use crate::play::{BOARD, P4};
use crate::rules::{Rules, Start};
use crate::simulate::{Game, Keep, game};
use crate::strategy::best::{Best, Setting, require_standard, setting};
use crate::strategy::champion::{Card, Champion, Unfinished, strongest};
use crate::strategy::hand::ByHand;
use crate::strategy::linear::{Linear, LinearPlayer, Weights};
use crate::strategy::{Player, Random};

const STRATEGY: Opt<&str> = Opt::choice(
    "strategy",
    "NAME",
    &["hand", "best", "deep", "quick", "expectimax", "random"],
    "hand needs no training; best (strong), deep (slower, stronger) and quick (faster) look ahead over the \
     strongest network there is (a small one is trained first if there is none); expectimax is the article's player",
)
.or("hand");
const GAMES: Opt<u64> = Opt::whole("games", "N", 1, u64::MAX, "How many games").or("100");
const RECORDS: Opt<bool> =
    Opt::switch("records", "With --json-lines or --rows: add the record of each game, for `quandary replay`");

/// On the machine where this was measured, 1,000 nodes gave 57,852 points at 70,803 moves a CPU second (100 games), 10,000
/// gave 94,704 at 11,032 (40 games).
const POSITIONS: Opt<u64> =
    Opt::whole("positions", "N", 1, u64::MAX, "Positions that the strategy hand examines per move")
        .formerly("think")
        .or("1000")
        .only_with("strategy", &["hand"]);

pub(super) struct Simulate;

/// The player, with the tables that it needs.
enum Strategy {
    Random,
    /// With this many nodes per move.
    Hand(u64),
    Expectimax(&'static Weights, Linear, Depth),
    Network(Box<Champion>, Setting),
}

/// Seeded games of one strategy.
struct Games {
    rules: Rules,
    start: Start,
    strategy: Strategy,
    seed: Seed,
    records: bool,
}

impl Games {
    /// The games that are asked for; or how far the training came that they need, where it was cut short.
    fn new(request: &Request, context: &Context<'_>) -> Result<Result<Games, Unfinished>, Stop> {
        let rules = super::rules(request);
        let strategy = match request.get(STRATEGY) {
            "random" => Strategy::Random,
            "hand" => Strategy::Hand(request.get(POSITIONS)),
            "expectimax" => {
                let weights = super::weights(request)?;
                Strategy::Expectimax(weights, Linear::new(weights), super::depth(request))
            }
            name => {
                require_standard(rules.shape)?;
                let setting = setting(name).expect("the other names are those of settings");
                match strongest(rules.fours, context) {
                    Ok(champion) => Strategy::Network(Box::new(champion), setting),
                    Err(unfinished) => return Ok(Err(unfinished)),
                }
            }
        };
        let (start, seed) = (request.get(START), Seed(request.get(SEED)));
        Ok(Ok(Games { rules, start, strategy, seed, records: request.is_on(RECORDS) }))
    }

    fn play(&self, index: u64, context: &Context<'_>) -> Game {
        match &self.strategy {
            Strategy::Network(champion, setting) => {
                self.finish(index, &mut Best::new(&champion.network, *setting, self.rules.fours), context)
            }
            Strategy::Expectimax(weights, linear, depth) => {
                let player = LinearPlayer::new(self.rules, weights, linear, *depth);
                self.finish(index, &mut player.with_stop(context.budget.stop().clone()), context)
            }
            Strategy::Hand(nodes) => {
                let stop = context.budget.stop().clone();
                self.finish(index, &mut ByHand { rules: self.rules, nodes: *nodes, stop }, context)
            }
            Strategy::Random => {
                let stream = self.seed.named("moves").stream(index);
                self.finish(index, &mut Random { rules: self.rules, stream }, context)
            }
        }
    }

    fn finish(&self, index: u64, player: &mut impl Player, context: &Context<'_>) -> Game {
        let keep = Keep { record: self.records, trace: true };
        game(&self.rules, self.start, player, &mut self.seed.stream(index), keep, context.budget.stop())
    }
}

const COLUMNS: [Column; 4] = [
    Column::whole("score", "points"),
    Column::whole("largest", "the largest tile at the end"),
    Column::word("position", "the tiles at the end, rows joined by /"),
    Column::word("record", "the whole game, for `quandary replay 2048`"),
];

impl Study for Games {
    fn columns(&self) -> &[Column] {
        if self.records { &COLUMNS } else { &COLUMNS[..3] }
    }

    fn game(&self, index: u64, context: &Context<'_>) -> Result<PlayedGame, Stop> {
        let Game { end, outcome, record, trace } = self.play(index, context);
        // A game that was cut short says nothing about how games end.
        context.budget.poll()?;
        let mut more = vec![
            Field::Whole(end.score),
            Field::Whole(end.board.largest_tile()),
            Field::Word(grid(self.rules.shape, end.board).replace('\n', " / ")),
        ];
        more.extend(record.map(|record| Field::Word(record.to_text())));
        Ok(PlayedGame { trace: trace.unwrap_or(Trace { steps: Vec::new(), outcome }), more })
    }
}

/// How the games ended.
#[derive(Serialize, JsonSchema)]
pub(super) struct Simulation {
    strategy: &'static str,
    /// What the strategy's name stands for.
    how: How,
    /// Rows and columns.
    board: String,
    /// Probability that a new tile is a 4.
    p4: Dice,
    /// How the games began.
    start: &'static str,
    seed: u64,
    /// The tile that wins a game.
    winning_tile: u64,
    #[serde(flatten)]
    won: Wins,
    /// Mean score; null without games.
    score_mean: Option<f64>,
    /// Its interval at 95 %.
    score_ci95: Option<[f64; 2]>,
    /// Mean number of moves.
    moves_mean: Option<f64>,
    /// Its interval at 95 %.
    moves_ci95: Option<[f64; 2]>,
    /// Speed of the games, without training.
    moves_per_cpu_second: Option<f64>,
    /// CPU seconds of the games, without training.
    games_cpu_seconds: f64,
    /// How many games reached each tile.
    reached: BTreeMap<u64, Share>,
    /// How many games ended with each largest tile.
    largest_tiles: BTreeMap<u64, u64>,
    /// The network that the strategy looks ahead over.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<Card>,
    /// How far the training of the first network came, where it was cut short; no games were played then.
    #[serde(skip_serializing_if = "Option::is_none")]
    training: Option<Training>,
}

/// A share of the games.
#[derive(Serialize, JsonSchema)]
struct Share {
    rate: f64,
    games: u64,
    of: u64,
    /// Its Wilson interval at 95 %.
    ci95: [f64; 2],
}

/// What a strategy's name stands for.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum How {
    Random {
        moves: &'static str,
    },
    Hand {
        /// Nodes of a move.
        nodes: u64,
    },
    Expectimax {
        depth: Looks,
        weights: &'static str,
    },
    Network {
        /// The player's own moves that are looked at.
        moves_ahead: u32,
        /// Branches less likely than this end in the network's opinion.
        least_probability: f32,
    },
}

/// One game, as a line of its own.
#[derive(Serialize, JsonSchema)]
struct Item {
    game: u64,
    score: Field,
    moves: usize,
    largest: Field,
    position: Field,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Field>,
}

impl Command for Simulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: "Play many seeded games with a strategy and report how they ended",
        input: InputSpec::None,
        options: &[
            BOARD.spec,
            STRATEGY.spec,
            POSITIONS.spec,
            GAMES.spec,
            SEED.spec,
            P4.spec,
            START.spec,
            DEPTH.only_with("strategy", EXPECTIMAX).spec,
            PLIES.only_with("strategy", EXPECTIMAX).spec,
            WEIGHTS.only_with("strategy", EXPECTIMAX).spec,
            JSON_LINES.spec,
            RECORDS.spec,
            ROWS.spec,
        ],
        examples: &[
            "simulate 2048 --strategy best --games 100 --seed 11 --json",
            "simulate 2048 --strategy expectimax --depth 3 --weights snake2 --games 1000",
            "simulate 2048 --positions 10000 --games 5 --json-lines --records",
        ],
        conventions: &[
            ("ties", "first of left, right, up, down"),
            (
                "win",
                "the 2048 stands, or the largest possible tile where 2048 cannot; the game goes on after it",
            ),
            ("interval", "Wilson for shares, normal for means, 95 %"),
            ("b", B),
            ("B", "legal moves"),
        ],
    };
    type Answer = Simulation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Simulation>, Stop> {
        let games = Games::new(request, context)?;
        let before = (context.cpu_seconds)();
        let mut tally = Tally::default();
        let cut = match &games {
            Ok(games) => {
                let lines = request.is_on(JSON_LINES);
                run(games, request.get(GAMES), context, |played| tally.add(played, lines, context))?
            }
            Err(unfinished) => Some(unfinished.why),
        };
        let cpu_seconds = (context.cpu_seconds)() - before;
        let network = match games {
            Ok(Games { strategy: Strategy::Network(champion, _), .. }) => Ok(Some(champion.card)),
            Ok(_) => Ok(None),
            Err(Unfinished { moves, of, .. }) => Err(Training { moves, of }),
        };
        Ok(simulation(request, &tally, network, cpu_seconds)?.cut(cut))
    }

    fn study(request: &Request, context: &Context<'_>) -> Option<Result<Box<dyn Study>, Stop>> {
        Some(match Games::new(request, context) {
            Ok(Ok(games)) => Ok(Box::new(games)),
            Ok(Err(unfinished)) => Err(unfinished.why.into()),
            Err(stop) => Err(stop),
        })
    }
}

/// What b is, for traces of 2048.
pub(super) const B: &str = "moves that the player holds to be as good as the best: within 1 % of its value";

/// What is kept of the games.
#[derive(Default)]
struct Tally {
    games: u64,
    wins: u64,
    score: Summary,
    moves: Summary,
    largest: BTreeMap<u64, u64>,
}

impl Tally {
    fn add(&mut self, PlayedGame { trace, more }: PlayedGame, lines: bool, context: &Context<'_>) {
        let mut fields = more.into_iter();
        let mut next = || fields.next().expect("a game fills its columns");
        let (score, largest, position) = (next(), next(), next());
        if let (Field::Whole(points), Field::Whole(tile)) = (&score, &largest) {
            self.score.add(*points as f64);
            *self.largest.entry(*tile).or_default() += 1;
        }
        self.moves.add(trace.length() as f64);
        self.wins += u64::from(trace.outcome == Outcome::Won);
        if lines {
            let (game, moves, record) = (self.games, trace.length(), fields.next());
            context.emit(&Item { game, score, moves, largest, position, record });
        }
        self.games += 1;
    }

    /// How many games reached each tile, from the largest that all reached to the largest of all; the named tile is
    /// always among them.
    fn reached(&self, named: u8) -> BTreeMap<u64, Share> {
        let tiles = || self.largest.keys().map(|tile| tile.trailing_zeros() as u8);
        let (Some(least), Some(most)) = (tiles().min(), tiles().max()) else { return BTreeMap::new() };
        let tiles = (least.clamp(1, named)..=most.max(named)).map(|exponent| 1_u64 << exponent);
        tiles
            .map(|tile| {
                let rate = Rate::new(self.largest.range(tile..).map(|(_, games)| games).sum(), self.games);
                let interval = rate.interval();
                let (games, of, ci95) = (rate.successes, rate.trials, [interval.low, interval.high]);
                (tile, Share { rate: rate.value(), games, of, ci95 })
            })
            .collect()
    }
}

fn simulation(
    request: &Request,
    tally: &Tally,
    network: Result<Option<Card>, Training>,
    cpu_seconds: f64,
) -> Result<Reply<Simulation>, Stop> {
    let rules = super::rules(request);
    let strategy = request.get(STRATEGY);
    let how = match (strategy, setting(strategy)) {
        ("random", _) => How::Random { moves: "each legal move equally likely" },
        ("hand", _) => How::Hand { nodes: request.get(POSITIONS) },
        (_, Some(Setting { moves, least_probability, .. })) => {
            How::Network { moves_ahead: moves, least_probability }
        }
        _ => How::Expectimax { depth: super::depth(request).into(), weights: super::weights(request)?.name },
    };
    let (network, training) = match network {
        Ok(network) => (network, None),
        Err(training) => (None, Some(training)),
    };
    let any = tally.games > 0;
    let mean = |estimate: &Estimate| any.then_some(estimate.value);
    let interval = |estimate: &Estimate| any.then(|| estimate.interval.into());
    let (score, moves) = (tally.score.estimate(), tally.moves.estimate());
    let all_moves = if any { tally.moves.mean() * tally.games as f64 } else { 0.0 };
    Ok(Reply::from(Simulation {
        strategy,
        how,
        board: rules.shape.to_string(),
        p4: rules.fours.into(),
        start: request.get(START).name(),
        seed: request.get(SEED),
        winning_tile: 1 << rules.named_tile(),
        won: Rate::new(tally.wins, tally.games).into(),
        score_mean: mean(&score),
        score_ci95: interval(&score),
        moves_mean: mean(&moves),
        moves_ci95: interval(&moves),
        moves_per_cpu_second: (any && cpu_seconds > 0.0).then(|| all_moves / cpu_seconds),
        games_cpu_seconds: cpu_seconds,
        reached: tally.reached(rules.named_tile()),
        largest_tiles: tally.largest.clone(),
        network,
        training,
    }))
}

impl fmt::Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} on {}, seed {}",
            count(self.won.games, "game"),
            self.strategy,
            self.board,
            self.seed
        )?;
        let means = [
            ("mean score", self.score_mean, self.score_ci95),
            ("mean moves", self.moves_mean, self.moves_ci95),
        ];
        for (name, mean, interval) in means {
            if let (Some(mean), Some([low, high])) = (mean, interval) {
                write!(f, "\n  {name:<17} {mean:.0} [{low:.0}, {high:.0}]")?;
            }
        }
        if let Some(speed) = self.moves_per_cpu_second {
            write!(f, "\n  moves/CPU second  {}", thousands(speed as u64))?;
        }
        for (tile, share) in &self.reached {
            write!(f, "\n  reached {tile:<9} {}", Rate::new(share.games, share.of))?;
        }
        if let Some(card) = &self.network {
            write!(f, "\n  played with {card}")?;
        }
        match self.training {
            Some(Training { moves, of }) => write!(
                f,
                "\n  the training was cut short after {} of {} moves and will go on from there",
                thousands(moves),
                thousands(of)
            ),
            None => Ok(()),
        }
    }
}
