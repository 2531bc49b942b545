//! The verbs that need only rules: `perft`, `simulate` and `measure`.

use std::fmt;
use std::marker::PhantomData;

use quandary_core::rules::{Rules, Side, perft};
use quandary_core::stats::{Rate, Summary};
use quandary_core::study::{self, Column, PlayedGame, Study, Wins};
use quandary_core::words::{count, thousands};
use quandary_core::{Budget, Context, Exhausted, InputError, Outcome, Seed, Stop, Stream, Trace};
use quandary_measures::{Gathered, Measures};
use quandary_verbs::{
    Command, FIGURE, Games as Behind, InputSpec, Opt, OptionSpec, ROWS, Reply, Request, SEED, VerbSpec,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::progress::{self, Progress, Recorded};
use crate::levels::{Contender, Contenders, Levelled};
use crate::player::play_out;

const DEPTH: Opt<u64> = Opt::whole("depth", "N", 1, 60, "Moves to look ahead").or("6");
pub(crate) const FIRST: Opt<Contender> = Opt::text(
    "first",
    "PLAYER",
    &Contender::KNOWN,
    "The first player: a level (beginner, casual, club, expert, master), random, careful, mc:K (K random games per move), or \
     depth:N (looks N moves ahead)",
)
.or("mc:10");
const SECOND: Opt<Contender> =
    Opt::text("second", "PLAYER", &Contender::KNOWN, "The second player (same names as --first)")
        .or("random");
pub(crate) const GAMES: Opt<u64> = Opt::whole("games", "N", 1, u64::MAX, "How many games").or("100");
pub(crate) const PLAYERS: Opt<Contenders> =
    Opt::text("players", "LIST", &Contender::KNOWN, "Strengths to measure, separated by commas")
        .or("random,careful,mc:1,mc:10");

/// A game as the verbs that need only its rules know it: its options, and where its games begin.
pub(crate) trait TwoPlayer: Levelled {
    /// What INPUT is.
    const INPUT: &'static str;
    /// `--board`, for games without INPUT.
    const BOARD: OptionSpec;
    /// What `simulate` does, in a line.
    const SIMULATES: &'static str = "Many seeded games between two players";
    /// The first player in `simulate`, and the default where none is named.
    const BEGINS: Opt<Contender> = FIRST;
    /// The strengths that `measure` takes unless it is given others, and their games.
    const MEASURED: (Opt<Contenders>, Opt<u64>) = (PLAYERS, GAMES);
    const SIMULATE_EXAMPLES: &'static [&'static str];
    const MEASURE_EXAMPLES: &'static [&'static str];
    const PERFT_EXAMPLES: &'static [&'static str] = &[];
    const CONTEST_EXAMPLES: &'static [&'static str] = &[];

    /// Where the games begin: INPUT, or the start of the game.
    fn start_at(request: &Request) -> Result<Start<Self::Rules>, InputError>;

    /// The game that was played: INPUT as a record.
    fn record(request: &Request) -> Result<Recorded<Self::Rules>, InputError>;

    /// A move as people write it in a position.
    fn move_text(
        rules: &Self::Rules,
        state: &<Self::Rules as Rules>::State,
        chosen: <Self::Rules as Rules>::Move,
    ) -> String;
}

/// Where games begin, and what to call it.
pub(crate) struct Start<R: Rules> {
    pub(crate) rules: R,
    pub(crate) state: R::State,
    /// The size.
    pub(crate) board: String,
    /// The position.
    pub(crate) position: String,
}

/// Counts the games.
pub(crate) struct Perft<G>(PhantomData<G>);

/// How many games there are of every length.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Counts {
    /// The size.
    board: String,
    /// Where the games begin.
    position: String,
    /// The number of sequences of 1, 2, 3, … legal moves.
    perft: Vec<u64>,
    /// CPU seconds that each took.
    seconds: Vec<f64>,
}

impl<G: TwoPlayer> Command for Perft<G> {
    const SPEC: VerbSpec = VerbSpec {
        name: "perft",
        about: "Count the games of every length up to a depth",
        input: InputSpec::Optional(G::INPUT),
        options: &[G::BOARD, DEPTH.spec],
        examples: G::PERFT_EXAMPLES,
        conventions: &[],
    };
    type Answer = Counts;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Counts>, Stop> {
        let Start { rules, state, board, position } = G::start_at(request)?;
        let mut counts = Counts { board, position, perft: Vec::new(), seconds: Vec::new() };
        let mut budget = context.budget.clone();
        for depth in 1..=request.get(DEPTH) as u32 {
            let before = (context.cpu_seconds)();
            match perft(&rules, &state, depth, &mut budget) {
                Ok(games) => counts.perft.push(games),
                Err(why) => return Ok(Reply::from(counts).cut(Some(why))),
            }
            counts.seconds.push((context.cpu_seconds)() - before);
        }
        Ok(counts.into())
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, (games, seconds)) in self.perft.iter().zip(&self.seconds).enumerate() {
            writeln!(f, "{:>3} {:>19}  {seconds:.3} s", depth + 1, thousands(*games))?;
        }
        if self.perft.is_empty() { f.write_str("nothing was counted") } else { Ok(()) }
    }
}

/// Games between two players.
struct Games<G: TwoPlayer> {
    start: Start<G::Rules>,
    players: (Contender, Contender),
    seed: Seed,
}

impl<G: TwoPlayer> Games<G> {
    fn of(request: &Request) -> Result<Games<G>, InputError> {
        let players = (request.get(FIRST), request.get(SECOND));
        Ok(Games { start: G::start_at(request)?, players, seed: Seed(request.get(SEED)) })
    }
}

/// A game between two players.
fn played<G: TwoPlayer>(
    start: &Start<G::Rules>,
    (first, second): (Contender, Contender),
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Trace, Exhausted> {
    let Start { rules, state, .. } = start;
    let game = G::over(rules.clone());
    let mut best = |side, state: &_, stream: &mut Stream| {
        let player = if side == Side::First { first } else { second };
        player.best(&game, rules, state, stream, budget)
    };
    play_out(rules, state, &mut best, stream, budget)
}

impl<G: TwoPlayer> Study for Games<G> {
    fn columns(&self) -> &[Column] {
        &[]
    }

    fn game(&self, index: u64, context: &Context<'_>) -> Result<PlayedGame, Stop> {
        let trace = played::<G>(&self.start, self.players, &mut self.seed.stream(index), &context.budget)?;
        Ok(PlayedGame { trace, more: Vec::new() })
    }
}

/// Games between two players.
pub(crate) struct Simulate<G>(PhantomData<G>);

/// How games between two players ended; a win is one of the side that begins the game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Simulation {
    /// The size.
    board: String,
    /// Where the games begin.
    position: String,
    /// Who plays the side that begins the game.
    first: String,
    /// Who plays the other side.
    second: String,
    seed: u64,
    #[serde(flatten)]
    won: Wins,
    /// Games that nobody won.
    draws: u64,
    /// Games that the second side won.
    losses: u64,
    /// Moves of a game, of both sides; null without games.
    mean_length: Option<f64>,
}

impl<G: TwoPlayer> Command for Simulate<G> {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: G::SIMULATES,
        input: InputSpec::Optional(G::INPUT),
        options: &[G::BOARD, G::BEGINS.spec, SECOND.spec, GAMES.spec, SEED.spec, ROWS.spec],
        examples: G::SIMULATE_EXAMPLES,
        conventions: &[("interval", "Wilson, 95 %")],
    };
    type Answer = Simulation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Simulation>, Stop> {
        let games = Games::<G>::of(request)?;
        let (mut wins, mut draws, mut losses, mut lengths) = (0, 0, 0, Summary::default());
        let stopped = study::run(&games, request.get(GAMES), context, |played| {
            match played.trace.outcome {
                Outcome::Won => wins += 1,
                Outcome::Lost => losses += 1,
                Outcome::Drawn | Outcome::Unfinished => draws += 1,
            }
            lengths.add(played.trace.length() as f64);
        })?;
        let played = wins + draws + losses;
        let Games { start, players, seed } = games;
        let simulation = Simulation {
            board: start.board,
            position: start.position,
            first: players.0.to_string(),
            second: players.1.to_string(),
            seed: seed.0,
            won: Rate::new(wins, played).into(),
            draws,
            losses,
            mean_length: (played > 0).then(|| lengths.mean()),
        };
        Ok(Reply::from(simulation).cut(stopped))
    }

    fn study(request: &Request, _: &Context<'_>) -> Behind {
        Some(Games::<G>::of(request).map(|games| Box::new(games) as Box<dyn Study>).map_err(Stop::from))
    }
}

impl fmt::Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}, {}", self.first, self.second, count(self.won.games, "game"))?;
        let Some(length) = self.mean_length else { return Ok(()) };
        write!(f, " of {length:.1} moves")?;
        let ends = [("first wins", self.won.wins), ("draws", self.draws), ("second wins", self.losses)];
        for (name, games) in ends {
            write!(f, "\n  {name:<12} {}", Rate::new(games, self.won.games))?;
        }
        Ok(())
    }
}

/// The game between equals of several strengths.
pub(crate) struct Measure<G>(PhantomData<G>);

/// The game at several strengths of play, or with --scn one game ply by ply.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Measurement {
    /// At several strengths.
    Strengths(Strengths),
    /// Ply by ply.
    Progress(Box<Progress>),
}

/// The game measured at several strengths of play.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Strengths {
    /// The size.
    board: String,
    /// Where the games begin.
    position: String,
    /// Games of each player against itself.
    games: u64,
    seed: u64,
    /// One for each strength.
    players: Vec<Strength>,
}

/// The game as one player plays it against itself.
#[derive(Serialize, JsonSchema)]
struct Strength {
    player: String,
    #[serde(flatten)]
    measured: Measures,
}

impl<G: TwoPlayer> Command for Measure<G> {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "Branching, length, game refinement and progress at several strengths of play; with --scn one game ply by ply",
        input: InputSpec::Optional(G::INPUT),
        options: &[
            G::BOARD,
            G::MEASURED.0.spec,
            G::MEASURED.1.spec,
            progress::SCN.spec,
            progress::THRESHOLD.spec,
            progress::DEPTH.spec,
            progress::TREE.spec,
            progress::LEAF.spec,
            progress::PLAYER.spec,
            SEED.spec,
            FIGURE.only_with("scn", &[]).spec,
        ],
        examples: G::MEASURE_EXAMPLES,
        conventions: &[
            ("B", "legal moves, mean over the moves of a game, then over games"),
            ("D", "moves of both sides; a pass is a move"),
            ("b", "moves that the player considered best"),
            ("interval", "95 % bootstrap over games"),
            progress::CONVENTIONS[0],
            progress::CONVENTIONS[1],
            progress::CONVENTIONS[2],
            progress::CONVENTIONS[3],
            progress::CONVENTIONS[4],
            progress::CONVENTIONS[5],
        ],
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        if request.is_on(progress::SCN) {
            request.refuse(&[PLAYERS.spec, GAMES.spec], "no --scn, which follows one game")?;
            let reply = progress::run::<G>(request, context)?;
            return Ok(reply.map(|progress| Measurement::Progress(Box::new(progress))));
        }
        let (games, seed) = (request.get(GAMES), Seed(request.get(SEED)));
        let start = G::start_at(request)?;
        if start.rules.turn(&start.state).outcome().is_some() {
            return Err(InputError::new("a game that is over has nothing to measure")
                .expected("a position in which a move can be made")
                .into());
        }
        let (board, position) = (start.board.clone(), start.position.clone());
        let mut answer = Strengths { board, position, games, seed: seed.0, players: Vec::new() };
        for player in request.get(PLAYERS).0 {
            let streams = seed.named(&player.to_string());
            let both = (player, player);
            let mut traces = Gathered::default();
            let (_, stopped) = context.fold(
                "games",
                games,
                |index| Ok(played::<G>(&start, both, &mut streams.stream(index), &context.budget)?),
                |_, trace| traces.add(&trace),
            );
            let stopped = Stop::cut(stopped)?;
            if let Some(measures) = traces.measures(seed) {
                let measured = Measures::from(&measures);
                answer.players.push(Strength { player: player.to_string(), measured });
            }
            match stopped {
                Some(why) if answer.players.is_empty() => return Err(why.into()),
                Some(why) => return Ok(Reply::from(Measurement::Strengths(answer)).cut(Some(why))),
                None => {}
            }
        }
        Ok(Measurement::Strengths(answer).into())
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measurement::Strengths(strengths) => strengths.fmt(f),
            Measurement::Progress(progress) => progress.fmt(f),
        }
    }
}

impl fmt::Display for Strengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Strength { player, measured }) in self.players.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n" };
            let games = count(measured.traces, "game");
            write!(f, "{gap}{player} against itself, {games}, seed {}\n{measured}", self.seed)?;
        }
        Ok(())
    }
}
