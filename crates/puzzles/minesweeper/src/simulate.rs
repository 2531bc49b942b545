//! Many seeded games of a strategy.

use std::sync::Mutex;

use quandary_core::Context;
use quandary_core::stats::{Interval, Rate};
use quandary_core::{Exhausted, Outcome, Seed, Stream};

use crate::board::FirstClick;
use crate::rules::Minesweeper;
use crate::strategy::{AnyPlayer, Block, CspTally, FirstMove, Strategy};

/// What is played: the same values give the same games, on any number of threads.
#[derive(Clone, Debug)]
pub struct Study {
    /// The board and its first-click rule.
    pub game: Minesweeper,
    /// Who plays.
    pub strategy: Strategy,
    /// The first cell; the strategy's own when `None`.
    pub first: Option<FirstMove>,
    /// Game i is dealt from stream i; ties are broken from a stream of their own, so that two strategies
    /// meet the same boards.
    pub seed: Seed,
}

/// What happened in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameRecord {
    /// Whether it was won.
    pub won: bool,
    /// Cells the player opened by choosing them.
    pub moves: u32,
    /// Moves after the first that were not certain.
    pub guesses: u32,
    /// Whether it was lost by a move the player called certain.
    pub lost_on_certain: bool,
    /// Moves by building block, in the order of [`Block::ALL`].
    pub blocks: [u32; Block::ALL.len()],
    /// The mean over all moves of the probability that the move was safe; 1 for a first move that the rule
    /// makes safe.
    pub mean_safety: f64,
    /// Cells open at the end.
    pub opened: u32,
    /// The constraint problems the player solved.
    pub csps: CspTally,
}

impl Study {
    /// The first move that is made.
    pub fn first_move(&self) -> FirstMove {
        self.first.unwrap_or_else(|| self.strategy.first_move(&self.game))
    }

    /// Plays game `index` with `player`, which must be of this strategy and may be used again.
    pub fn play(&self, player: &mut AnyPlayer, index: u64) -> GameRecord {
        self.play_on(player, self.seed.stream(index), &mut self.seed.named("ties").stream(index))
    }

    fn play_on(&self, player: &mut AnyPlayer, deal: Stream, ties: &mut Stream) -> GameRecord {
        let mut world = self.game.deal(deal);
        let mut blocks = [0; Block::ALL.len()];
        let (mut moves, mut guesses, mut safety) = (0, 0, 0.0);
        if world.outcome().is_some() {
            // Nothing but mines: there is nothing to open.
            return GameRecord {
                won: true,
                moves,
                guesses,
                lost_on_certain: false,
                blocks,
                mean_safety: 1.0,
                opened: 0,
                csps: CspTally::default(),
            };
        }
        loop {
            let decision = player.decide(world.observation(), ties);
            let block = decision.reason.block();
            let certain = decision.probability.is_certain();
            moves += 1;
            guesses += u32::from(!certain && block != Block::First);
            let by_rule = block == Block::First && self.game.first_click() != FirstClick::Any;
            safety += if by_rule { 1.0 } else { decision.probability.get() };
            blocks[Block::ALL.iter().position(|&b| b == block).expect("all blocks are listed")] += 1;
            if let Some(outcome) = self.game.play(&mut world, decision.chosen) {
                let won = outcome == Outcome::Won;
                return GameRecord {
                    won,
                    moves,
                    guesses,
                    lost_on_certain: !won && certain,
                    blocks,
                    mean_safety: safety / f64::from(moves),
                    opened: world.observation().opened().len() as u32,
                    csps: player.csps(),
                };
            }
        }
    }

    /// Plays `games` games, as many at once as the face allows.
    pub fn run(&self, games: u64, context: &Context<'_>) -> (Vec<GameRecord>, Option<Exhausted>) {
        // Players are worth keeping: their memory has grown to what the board needs.
        let idle: Mutex<Vec<AnyPlayer>> = Mutex::new(Vec::new());
        context.map("games", games, |index| {
            let waiting = idle.lock().expect("no player panicked").pop();
            let mut player = waiting.unwrap_or_else(|| self.strategy.player(&self.game, self.first));
            let record = self.play(&mut player, index);
            idle.lock().expect("no player panicked").push(player);
            record
        })
    }
}

/// The sums of many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    /// Games won.
    pub wins: Rate,
    /// Mean guesses a game.
    pub guesses: f64,
    /// Mean moves a game.
    pub moves: f64,
    /// Games lost by a move that was called certain.
    pub lost_on_certain: u64,
    /// Moves by building block, in the order of [`Block::ALL`].
    pub blocks: [u64; Block::ALL.len()],
}

impl Totals {
    /// Adds games up.
    pub fn of(records: &[GameRecord]) -> Totals {
        let games = records.len() as u64;
        let sum = |value: &dyn Fn(&GameRecord) -> u64| records.iter().map(value).sum::<u64>();
        let mean = |value: &dyn Fn(&GameRecord) -> u64| sum(value) as f64 / games.max(1) as f64;
        Totals {
            wins: Rate::new(sum(&|r| u64::from(r.won)), games),
            guesses: mean(&|r| u64::from(r.guesses)),
            moves: mean(&|r| u64::from(r.moves)),
            lost_on_certain: sum(&|r| u64::from(r.lost_on_certain)),
            blocks: std::array::from_fn(|block| sum(&|r| u64::from(r.blocks[block]))),
        }
    }

    /// The Wilson interval of the win rate at 95 %.
    pub fn interval(&self) -> Interval {
        self.wins.interval()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(board: &str, rule: FirstClick, strategy: &str) -> Study {
        Study {
            game: Minesweeper::new(board.parse().unwrap(), rule),
            strategy: strategy.parse().unwrap(),
            first: None,
            seed: Seed(11),
        }
    }

    #[test]
    fn every_strategy_plays_to_the_end_and_never_loses_on_a_certain_move() {
        for name in
            ["best", "pseq", "pafg", "pafr", "par", "rEnuRan", "cSimEnuLoClf", "mSimEnuAwLoF", "rSimRan"]
        {
            let study = study("8x8/10", FirstClick::Safe, name);
            let (records, stopped) = study.run(60, &Context::bare());
            assert_eq!((records.len(), stopped), (60, None), "{name}");
            let totals = Totals::of(&records);
            assert_eq!(totals.lost_on_certain, 0, "{name}");
            assert!(totals.wins.successes > 10, "{name}: {}", totals.wins);
        }
    }

    #[test]
    fn the_rule_as_printed_opens_mines_it_calls_safe() {
        let (records, _) = study("9x9/10", FirstClick::Open, "pafg+printed-sign").run(300, &Context::bare());
        let totals = Totals::of(&records);
        assert!(totals.lost_on_certain > 5, "{}", totals.lost_on_certain);
    }

    #[test]
    fn a_game_depends_on_its_seed_and_index_alone() {
        let study = study("9x9/10", FirstClick::Safe, "best");
        let mut fresh = study.strategy.player(&study.game, None);
        let alone = study.play(&mut fresh, 17);
        let (records, _) = study.run(20, &Context::bare());
        assert_eq!(records[17], alone, "the player was used for other games before");
    }
}
