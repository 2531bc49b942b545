//! Levels: five players of every game, from one who overlooks a lot to the strongest that there is.
//!
//! A weak level does not throw dice. It looks a few moves ahead and **overlooks** some of them, its own and the replies: the
//! ones that people overlook. How easily a move is overlooked is up to the game ([`Levelled::hidden`]): a long diagonal more
//! easily than a column, a capture across the board more easily than one next door. Among the moves that it sees it plays
//! the best. A strong level is the game's engine with a number of positions that it may look at.
//!
//! Which skills the levels of a game have is a table of constants in `levels.rs` of that game. After a change of the table
//! or of the engine, measure it again: a level should win about three of four games against the one below it.
//!
//! ```sh
//! quandary contest othello --players beginner,casual,club,expert,master --pairs neighbours --games 100
//! ```
//!
//! A skill that stands in no table has a name, too: `sees:3:400` looks three moves ahead and overlooks 400 of 1000, `nodes:5000`
//! is the engine with 5000 positions. So a table can be tuned without building anything.

mod blinkered;

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted, InputError, Stream};
use quandary_search::engine::Thought;
use quandary_search::minimax::{self, Heuristic};

use self::blinkered::Blinkered;
use crate::player::Player;
use crate::seat::Game;

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Knows the rules.
    Beginner,
    /// Plays now and then.
    Casual,
    /// Plays in a club.
    Club,
    /// Wins the club's tournament.
    Expert,
    /// The engine with about a second a move.
    Master,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Casual, Level::Club, Level::Expert, Level::Master];

    /// Their names, the weakest first.
    pub const NAMES: [&'static str; 5] = ["beginner", "casual", "club", "expert", "master"];

    /// Its name.
    pub const fn name(self) -> &'static str {
        Level::NAMES[self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Level, InputError> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a level"))
                .expected(format!("one of {}", Level::NAMES.join(", ")))
        })
    }
}

/// What a level can do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Looks some moves ahead and overlooks some of them.
    Sees {
        /// Moves of both sides that it looks ahead.
        plies: u32,
        /// How often it overlooks a move that is as hard to see as any, in 1000.
        overlooks: u32,
    },
    /// The game's engine, which looks at this many positions for a move.
    Thinks {
        /// Positions.
        nodes: u64,
    },
}

/// A game that is played at five levels.
pub trait Levelled: Game<Rules: Clone> {
    /// What the levels can do, the weakest first.
    const SKILLS: [Skill; 5];

    /// Moves of both sides that begin the games of a contest, drawn at random.
    const OPENING: u32 = 4;

    /// The game that has these rules.
    fn over(rules: Self::Rules) -> Self;

    /// How easily people overlook a move: 0 never, 1000 as easily as any.
    fn hidden(
        _rules: &Self::Rules,
        _state: &<Self::Rules as Rules>::State,
        _chosen: <Self::Rules as Rules>::Move,
    ) -> u32 {
        500
    }
}

/// A player by the rules and a judgement: a plain player, a level, or any skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// A player that needs only the rules and a judgement.
    Plain(Player),
    /// A level of the game.
    Level(Level),
    /// A skill that no level need have: to find out which skills the levels should have.
    Skilled(Skill),
}

impl Contender {
    /// Names that people often want.
    pub const KNOWN: [&'static str; 11] = [
        "beginner", "casual", "club", "expert", "master", "random", "careful", "mc:10", "mc:100", "depth:1",
        "depth:3",
    ];
}

/// What the names of players look like that [`Player::NAMES`] does not tell.
const NAMES: &str = "beginner, casual, club, expert, master, nodes:N (the engine with N positions per move), sees:N:K (looks N \
                     moves ahead, overlooks K of 1000)";

impl Contender {
    /// What the names of players look like.
    pub(crate) fn names() -> String {
        format!("{NAMES}, {}", Player::NAMES)
    }
}

impl FromStr for Skill {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Skill, InputError> {
        let sees = || {
            let (plies, overlooks) = text.strip_prefix("sees:")?.split_once(':')?;
            let plies = plies.parse().ok().filter(|plies| (1..=12).contains(plies))?;
            let overlooks = overlooks.parse().ok().filter(|&often| often <= 1000)?;
            Some(Skill::Sees { plies, overlooks })
        };
        let thinks = || {
            let nodes = text.strip_prefix("nodes:")?.parse().ok().filter(|&nodes| nodes > 0)?;
            Some(Skill::Thinks { nodes })
        };
        sees().or_else(thinks).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a skill"))
                .expected("nodes:N, or sees:N:K with N from 1 to 12 and K up to 1000")
        })
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Skill::Sees { plies, overlooks } => format!("sees:{plies}:{overlooks}"),
            Skill::Thinks { nodes } => format!("nodes:{nodes}"),
        })
    }
}

impl FromStr for Contender {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Contender, InputError> {
        if let Ok(level) = text.parse() {
            return Ok(Contender::Level(level));
        }
        if let Ok(skill) = text.parse() {
            return Ok(Contender::Skilled(skill));
        }
        text.parse().map(Contender::Plain).map_err(|_| {
            InputError::new(format!("`{text}` is not a valid player")).expected(Contender::names())
        })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Plain(player) => player.fmt(f),
            Contender::Level(level) => level.fmt(f),
            Contender::Skilled(skill) => skill.fmt(f),
        }
    }
}

/// Several players, written with commas between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contenders(pub Vec<Contender>);

impl FromStr for Contenders {
    type Err = InputError;

    fn from_str(list: &str) -> Result<Contenders, InputError> {
        list.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>().map(Contenders)
    }
}

impl Contender {
    /// The moves that it considers best, at least one when there are any. Of `stream` it draws what it overlooks.
    pub fn best<G: Levelled>(
        self,
        game: &G,
        rules: &G::Rules,
        state: &<G::Rules as Rules>::State,
        stream: &mut Stream,
        budget: &Budget,
    ) -> Result<Vec<G::Move>, Exhausted> {
        let skill = match self {
            Contender::Plain(player) => return player.best(rules, state, stream, budget),
            Contender::Level(level) => level.skill::<G>(),
            Contender::Skilled(skill) => skill,
        };
        Ok(skill.view(game, rules, state, stream.next_u64(), budget)?.best)
    }
}

/// What a level makes of a position.
pub(crate) struct View<M> {
    /// The moves that it considers best, at least one when there are any.
    pub(crate) best: Vec<M>,
    /// What they are worth to the side to move.
    pub(crate) value: i32,
    /// Moves of both sides that it looked ahead.
    pub(crate) depth: u32,
    /// Positions that it looked at.
    pub(crate) nodes: u64,
}

impl Level {
    /// What it can do in a game.
    pub(crate) fn skill<G: Levelled>(self) -> Skill {
        G::SKILLS[self as usize]
    }
}

/// The table of a player that looks some moves ahead: 2^14 entries of 16 bytes are quick to make.
const TABLE_BITS: u32 = 14;

/// Bytes of an engine's table for each position that it may look at.
const BYTES_A_NODE: u64 = 32;

/// The largest table of an engine that has a number of positions to look at.
const MOST_BYTES: u64 = 16 << 20;

impl Skill {
    /// What it makes of a position. The same seed overlooks the same moves.
    pub(crate) fn view<G: Levelled>(
        self,
        game: &G,
        rules: &G::Rules,
        state: &<G::Rules as Rules>::State,
        seed: u64,
        budget: &Budget,
    ) -> Result<View<G::Move>, Exhausted> {
        budget.poll()?;
        match self {
            Skill::Sees { plies, overlooks } => {
                let seen = Blinkered::<G>::new(rules, seed, overlooks);
                let mut table = minimax::Table::new(TABLE_BITS);
                let mut own = budget.clone();
                let (value, best) = minimax::best_moves(&seen, state, plies, &mut table, &mut own)?;
                Ok(View { best, value, depth: plies, nodes: own.spent() - budget.spent() })
            }
            Skill::Thinks { nodes } => {
                // A new engine for each move: what it plays does not depend on the moves before, on undo or on loading.
                let bytes = nodes.saturating_mul(BYTES_A_NODE).min(MOST_BYTES) as usize;
                let mut own = budget.with_nodes(nodes.min(budget.remaining()));
                let thought = game.engine(bytes).think(rules, state, &mut own, &mut |_| {});
                budget.poll()?;
                Ok(match thought {
                    Some(Thought { best, value, depth, nodes, .. }) => {
                        View { best: vec![best], value, depth, nodes }
                    }
                    None => View { best: first_glance(rules, state), value: 0, depth: 0, nodes: 0 },
                })
            }
        }
    }
}

/// The move that looks best before anything is searched; none when the game is over.
pub(crate) fn first_glance<R: Heuristic>(rules: &R, state: &R::State) -> Vec<R::Move> {
    let mut moves = Vec::new();
    rules.candidates(state, &mut moves);
    let mut best = None;
    for chosen in moves {
        let promise = rules.promise(state, chosen);
        if best.is_none_or(|(most, _)| promise > most) {
            best = Some((promise, chosen));
        }
    }
    best.into_iter().map(|(_, chosen)| chosen).collect()
}
