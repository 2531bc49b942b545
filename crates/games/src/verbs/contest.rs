//! `contest` of the games on a board: players of all strengths against each other, and what they are rated.

use std::fmt;
use std::marker::PhantomData;

use quandary_core::rules::Rules;
use quandary_core::stats::{Interval, Z95};
use quandary_core::words::count;
use quandary_core::{Context, InputError, Seed, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::matches::TwoPlayer;
use crate::contest::rating::{self, Score, ratings};
use crate::contest::{Entrants, Terms};
use crate::protocol::Protocols;
use crate::protocol::ask::Limits;

const PLAYERS: Opt<Entrants> = Opt::text(
    "players",
    "LIST",
    &["beginner,casual,club,expert,master", "beginner,casual,club", "depth:1,depth:3"],
    "The players, separated by commas: levels, random, careful, mc:K, depth:N, or engine:COMMAND for an external program",
)
.or("beginner,casual,club");
const GAMES: Opt<u64> =
    Opt::whole("games", "N", 2, 1_000_000, "Games of each pair; each opening is played with both colours")
        .or("20");
const PAIRS: Opt<&str> = Opt::choice(
    "pairs",
    "WHICH",
    &["all", "neighbours"],
    "Which pairs play: all, or only neighbours in the list",
)
.or("all");
const OPENING: Opt<u64> =
    Opt::whole("opening", "N", 0, 40, "Random moves of both sides that begin a game [default: by game]");
const MOVE_TIME: Opt<f64> = Opt::real(
    "move-time",
    "SECONDS",
    0.001,
    3600.0,
    "Seconds per move for engine:COMMAND; our own players count positions",
)
.or("1");

/// Players against each other.
pub(crate) struct Contest<G>(PhantomData<G>);

/// What players scored against each other, and their ratings.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ContestAnswer {
    /// The size.
    board: String,
    /// Where the games begin, before the drawn moves.
    position: String,
    /// Random moves of both sides that begin a game.
    opening: u64,
    seed: u64,
    /// Games asked for of each pair.
    games: u64,
    /// The pairs that met.
    pairs: Vec<Pair>,
    /// The players with their ratings, in the order of the list; empty when the pairs do not connect all of them.
    ratings: Vec<Rated>,
}

/// Two players and their games, as the first of them sees it.
#[derive(Serialize, JsonSchema)]
struct Pair {
    first: String,
    second: String,
    /// Games played.
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Points of the first in a game: a draw is half a point; null without games.
    score: Option<f64>,
    /// Its interval at 95 %.
    score_ci95: Option<[f64; 2]>,
}

/// A player and its rating.
#[derive(Serialize, JsonSchema)]
struct Rated {
    player: String,
    /// Elo points: the mean of all players is 0.
    rating: f64,
    /// Its interval at 95 %.
    rating_ci95: [f64; 2],
    /// Games played.
    games: u64,
    /// Points in all of them.
    points: f64,
}

impl<G: TwoPlayer + Protocols> Command for Contest<G> {
    const SPEC: VerbSpec = VerbSpec {
        name: "contest",
        about: "Players against each other: what each pair scored, and a rating of each player",
        input: InputSpec::Optional(G::INPUT),
        options: &[G::BOARD, PLAYERS.spec, GAMES.spec, PAIRS.spec, OPENING.spec, MOVE_TIME.spec, SEED.spec],
        examples: G::CONTEST_EXAMPLES,
        conventions: &[
            (
                "opening",
                "moves drawn at random among those that are looked at; each opening with both colours",
            ),
            ("score", "a draw is half a point; the interval is Wilson's at 95 %, wide where games are drawn"),
            (
                "rating",
                "Bradley-Terry by maximum likelihood on Elo's scale (191 points: three games of four), mean 0, one drawn \
                 game added to each pair that met; the interval is normal, 95 %, from the information matrix",
            ),
        ],
    };
    type Answer = ContestAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<ContestAnswer>, Stop> {
        let start = G::start_at(request)?;
        if start.rules.turn(&start.state).outcome().is_some() {
            return Err(InputError::new("the game is over")
                .expected("a position in which a move can be made")
                .into());
        }
        let (entrants, games, seed) = (request.get(PLAYERS).0, request.get(GAMES), request.get(SEED));
        let opening = if request.given(OPENING) { request.get(OPENING) } else { G::OPENING.into() };
        let game = G::over(start.rules);
        let terms = Terms {
            start: game.read(&start.position)?,
            game,
            opening: opening as u32,
            seed: Seed(seed),
            limits: Limits { seconds: request.get(MOVE_TIME) },
        };
        let mut answer = ContestAnswer {
            board: start.board,
            position: start.position,
            opening,
            seed,
            games,
            pairs: Vec::new(),
            ratings: Vec::new(),
        };
        let all = request.get(PAIRS) == "all";
        let mut scores = Vec::new();
        let mut stopped = None;
        'pairs: for second in 1..entrants.len() {
            for first in if all { 0..second } else { second - 1..second } {
                let (lower, upper) = (&entrants[first], &entrants[second]);
                let mut met = PairTally::default();
                let (_, why) = context.fold(
                    &format!("{upper} against {lower}"),
                    games,
                    |index| terms.play([upper, lower], index, context),
                    |_, points| met.add(points),
                );
                let cut = Stop::cut(why)?;
                if met.games() > 0 {
                    let points = met.points();
                    scores.push(Score { first: second, second: first, games: met.games(), points });
                }
                answer.pairs.push(met.into_pair(upper.to_string(), lower.to_string()));
                if cut.is_some() {
                    stopped = cut;
                    break 'pairs;
                }
            }
        }
        answer.ratings = rated(&entrants.iter().map(ToString::to_string).collect::<Vec<_>>(), &scores);
        Ok(Reply::from(answer).cut(stopped))
    }
}

fn rated(names: &[String], scores: &[Score]) -> Vec<Rated> {
    let Some(found) = ratings(names.len(), scores) else { return Vec::new() };
    let one = |(own, (player, rating)): (usize, (&String, rating::Rating))| {
        let of = |score: &Score| match own {
            own if own == score.first => (score.games, score.points),
            own if own == score.second => (score.games, score.games as f64 - score.points),
            _ => (0, 0.0),
        };
        let (games, points) = scores
            .iter()
            .map(of)
            .fold((0, 0.0), |(games, points), (more, scored)| (games + more, points + scored));
        Rated {
            player: player.clone(),
            rating: rating.value,
            rating_ci95: [rating.value - rating.half, rating.value + rating.half],
            games,
            points,
        }
    };
    names.iter().zip(found).enumerate().map(one).collect()
}

/// The games of two players so far, as the first of them sees it.
#[derive(Clone, Copy, Debug, Default)]
struct PairTally {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl PairTally {
    fn add(&mut self, points: u32) {
        match points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn into_pair(self, first: String, second: String) -> Pair {
        let games = self.games();
        let score = (games > 0).then(|| self.points() / games as f64);
        let interval = score.map(|score| {
            let Interval { low, high } = wilson(score, games);
            [low, high]
        });
        let PairTally { wins, draws, losses } = self;
        Pair { first, second, games, wins, draws, losses, score, score_ci95: interval }
    }
}

/// Wilson's interval of a score in which draws count half. Draws vary less than wins and losses, so it is rather too wide.
fn wilson(score: f64, games: u64) -> Interval {
    let (n, z2) = (games as f64, Z95 * Z95);
    let centre = (score + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (score * (1.0 - score) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

impl fmt::Display for ContestAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opening = count(self.opening, "random move");
        writeln!(f, "{} per pair, openings of {opening}, seed {}", count(self.games, "game"), self.seed)?;
        for Pair { first, second, wins, draws, losses, score, score_ci95, .. } in &self.pairs {
            write!(f, "  {first} against {second}: {wins} won, {draws} drawn, {losses} lost")?;
            if let (Some(score), Some([low, high])) = (score, score_ci95) {
                write!(f, "; score {score:.3} [{low:.3}, {high:.3}]")?;
            }
            writeln!(f)?;
        }
        let widest = self.ratings.iter().map(|rated| rated.player.len()).max().unwrap_or(0);
        for (index, Rated { player, rating, rating_ci95: [low, high], games, points }) in
            self.ratings.iter().enumerate()
        {
            let end = if index + 1 < self.ratings.len() { "\n" } else { "" };
            let (points, games) = (format!("{points}"), count(*games, "game"));
            write!(
                f,
                "  {player:<widest$}  rating {rating:>6.0} [{low:.0}, {high:.0}]  {points} points in {games}{end}"
            )?;
        }
        if self.ratings.is_empty() {
            f.write_str("  no ratings: not everybody has met")?;
        }
        Ok(())
    }
}
