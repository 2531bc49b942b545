//! What a recorded game was worth at every move, split into luck and skill.
//!
//! The win chance of a position is what our strongest player would make of it: exact when few minefields
//! are left, otherwise the share of won games among minefields drawn uniformly from those that agree with
//! the position. For a move from position p that opened c and led to q:
//!
//! * skill = W(p, c) − W(p, best): what choosing c cost, before its outcome was known (at most 0, but for
//!   the noise of sampling);
//! * luck = W(q) − W(p, c): what the outcome added or took away.
//!
//! W(p, best) + skill + luck = W(q), move by move.

use quandary_core::rules::Player;
use quandary_core::stats::Rate;
use quandary_core::{InputError, Outcome, Seed};

use crate::board::Cell;
use crate::game::Record;
use crate::inference::{Inference, probabilities};
use crate::knowledge::Knowledge;
use crate::rules::{Action, Minefield, Minesweeper, Observation, World};
use crate::strategy::{Best, FirstMove, Parts, Reason};

/// One move of the record.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The move.
    pub action: Action,
    /// The probability that the opened cell was a mine.
    pub mine: f64,
    /// What our player would have opened.
    pub better: Action,
    /// Why.
    pub reason: Reason,
    /// The win chance before the move, with the best move.
    pub before: Chance,
    /// The win chance of the chosen move, before its outcome was known.
    pub chosen: Chance,
    /// The win chance afterwards.
    pub after: Chance,
}

impl Finding {
    /// What the choice cost.
    pub fn skill(&self) -> f64 {
        self.chosen.value() - self.before.value()
    }

    /// What the outcome added.
    pub fn luck(&self) -> f64 {
        self.after.value() - self.chosen.value()
    }
}

/// A win chance: sampled, or known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// Won or lost already, or exact.
    Known(f64),
    /// So many wins in so many sampled games.
    Sampled(Rate),
}

impl Chance {
    /// The number.
    pub fn value(&self) -> f64 {
        match self {
            Chance::Known(value) => *value,
            Chance::Sampled(rate) => rate.value(),
        }
    }
}

/// The whole record.
#[derive(Clone, Debug)]
pub struct Autopsy {
    /// Every move that opened something.
    pub findings: Vec<Finding>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

/// Plays sampled games from positions.
struct Judge<'g> {
    game: &'g Minesweeper,
    player: Best,
    engine: Inference,
    samples: u64,
    seed: Seed,
}

/// Examines a record. `samples` games are played for each estimate.
pub fn autopsy(game: &Minesweeper, record: &Record, samples: u64, seed: Seed) -> Result<Autopsy, InputError> {
    let mut world = game.world_on(record.field.clone());
    let first = FirstMove::best(game.grid().board(), game.first_click());
    let mut judge = Judge {
        game,
        player: Best::new(game.grid(), Parts::ALL, first),
        engine: Inference::new(game.grid()),
        samples,
        seed,
    };
    let mut findings = Vec::new();
    for (index, &action) in record.actions.iter().enumerate() {
        let before = world.observation().without_flags();
        let opened = world.observation().opened().len();
        let outcome = game
            .try_play(&mut world, action)
            .map_err(|error| InputError { what: format!("move {}: {}", index + 1, error.what), ..error })?;
        if world.observation().opened().len() > opened || outcome.is_some() {
            findings.push(judge.examine(&before, action, &world, index as u64));
        }
        if outcome.is_some() {
            break;
        }
    }
    Ok(Autopsy { findings, outcome: world.outcome() })
}

impl Judge<'_> {
    fn examine(&mut self, before: &Observation, action: Action, after: &World, index: u64) -> Finding {
        let mut ties = self.seed.named("advice").stream(index);
        let advice = self.player.decide(before, &mut ties);
        let cell = match action {
            Action::Chord(_) => None,
            Action::Open(cell) | Action::Flag(cell) => Some(cell),
        };
        let mine = cell.map_or(0.0, |cell| self.risk(before, cell));
        let stage = |name: &str| self.seed.named(name).stream(index).next_u64();
        let (stage_before, stage_chosen, stage_after) = (stage("before"), stage("chosen"), stage("after"));
        let best = self.chance(before, Some(advice.chosen.cell()), Seed(stage_before));
        // A chord opens cells one after the other: it is judged by its outcome alone.
        let chosen = if cell == Some(advice.chosen.cell())
            || cell.is_none()
            || mine == 0.0 && advice.probability.is_certain()
        {
            best
        } else {
            self.chance(before, cell, Seed(stage_chosen))
        };
        let after = match after.outcome() {
            Some(Outcome::Won) => Chance::Known(1.0),
            Some(_) => Chance::Known(0.0),
            None => self.chance(&after.observation().without_flags(), None, Seed(stage_after)),
        };
        Finding { action, mine, better: advice.chosen, reason: advice.reason, before: best, chosen, after }
    }

    /// The probability of a mine in a cell. On the first click the rule may keep it clear.
    fn risk(&self, before: &Observation, cell: Cell) -> f64 {
        let rule = self.game.first_click();
        if before.opened().is_empty() && self.game.grid().kept_clear(rule, cell).contains(&cell) {
            return 0.0;
        }
        probabilities(before).ok().and_then(|found| found.mine[cell.at()]).unwrap_or(0.0)
    }

    /// The share of games won from a position, opening `first` first.
    fn chance(&mut self, seen: &Observation, first: Option<Cell>, seed: Seed) -> Chance {
        let known = Knowledge::of(seen);
        let dealt = !seen.opened().is_empty();
        if dealt && self.engine.run(&known).is_err() {
            return Chance::Known(0.0);
        }
        let mut wins = 0;
        for sample in 0..self.samples {
            let mut stream = seed.stream(sample);
            let clear = first.map(|cell| self.game.grid().kept_clear(self.game.first_click(), cell));
            let field = if dealt {
                self.engine.sample(&known, &mut stream)
            } else {
                let board = seen.board();
                match Minefield::draw(board, clear.as_deref().unwrap_or(&[]), &mut stream) {
                    Some(field) => field,
                    None => return Chance::Known(0.0),
                }
            };
            wins += u64::from(self.play_on(seen, field, first, &mut stream));
        }
        Chance::Sampled(Rate::new(wins, self.samples))
    }

    fn play_on(
        &mut self,
        seen: &Observation,
        field: Minefield,
        first: Option<Cell>,
        ties: &mut quandary_core::Stream,
    ) -> bool {
        let mut world = World::resume(self.game.grid(), field, &[], seen.opened());
        self.player.forget();
        let mut outcome = world.outcome();
        let mut next = first.map(Action::Open);
        while outcome.is_none() {
            let action = match next.take() {
                Some(action) => action,
                None => self.player.decide(world.observation(), ties).chosen,
            };
            match self.game.try_play(&mut world, action) {
                Ok(now) => outcome = now,
                Err(_) => return false,
            }
        }
        outcome == Some(Outcome::Won)
    }
}
