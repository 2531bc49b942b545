//! What a recorded game was worth at every move, split into luck and skill.
//!
//! W(p), the win chance of a position p, is what our strongest player would make of it: the share of games it
//! wins on the minefields that agree with p. When there are at most as many of them as samples are allowed (and at
//! most [`MOST_LISTED`]), all are played and W is exact; otherwise they are drawn uniformly, and W has an interval.
//! Each position has **one** estimate, shared by the move that led to it and the move that leaves it. For a move
//! from p that opened c and led to q:
//!
//! * skill = W(p, c) − W(p): what choosing c cost, before its outcome was known. W(p, c) is estimated on the same
//!   minefields as W(p). Where it lies inside the interval of W(p), nothing is shown to be lost or won: skill is 0.
//! * luck = W(q) − W(p) − skill: what the outcome added or took away.
//!
//! So W(start) + all skill + all luck is W(end) exactly: 1 for a game won, 0 for a game lost.

use quandary_core::stats::{Estimate, Interval, Rate, Z95};
use quandary_core::{Budget, Exhausted, InputError, Outcome, Seed, Stream};

use crate::board::Cell;
use crate::game::Record;
use crate::inference::{Inference, Minefields, probabilities};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, CellView, Minefield, Minesweeper, Observation, World};
use crate::strategy::{Best, FirstMove, Parts, Player, Reason};

/// At most this many minefields are listed, however many samples are allowed: listing itself takes time and memory.
pub const MOST_LISTED: u64 = 100_000;

/// One move of the record.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How many moves of the record came before it.
    pub at: usize,
    /// The move.
    pub action: Action,
    /// The probability that it opened a mine.
    pub mine: f64,
    /// A move that is shown to be better.
    pub better: Option<Action>,
    /// Why our player would have made the move it would have made.
    pub reason: Reason,
    /// The win chance of the position before the move.
    pub before: Chance,
    /// The win chance of the chosen move, before its outcome was known.
    pub chosen: Chance,
    /// The win chance of the position afterwards.
    pub after: Chance,
    /// W(p, c) − W(p) with its interval; `None` when our player would have done the same.
    pub difference: Option<Estimate>,
}

impl Finding {
    /// What the choice cost: 0 where the difference may be noise.
    pub fn skill(&self) -> f64 {
        match self.difference {
            Some(difference) if !self.before.interval().contains(self.chosen.value()) => difference.value,
            _ => 0.0,
        }
    }

    /// What the outcome added.
    pub fn luck(&self) -> f64 {
        self.after.value() - self.before.value() - self.skill()
    }

    /// Whether the move is shown to be worse than our player's.
    pub fn is_mistake(&self) -> bool {
        self.skill() < 0.0
    }
}

/// A win chance: sampled, or known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// Won or lost already, or played on every minefield that agrees.
    Known(f64),
    /// This many wins in this many sampled games.
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

    /// Its interval at 95 %; a point when it is known.
    pub fn interval(&self) -> Interval {
        match self {
            Chance::Known(value) => Interval { low: *value, high: *value },
            Chance::Sampled(rate) => rate.interval(),
        }
    }

    fn half_width(&self) -> f64 {
        let Interval { low, high } = self.interval();
        (high - low) / 2.0
    }
}

/// The whole record, or as much of it as the budget allowed.
#[derive(Clone, Debug)]
pub struct Autopsy {
    /// The win chance before the first move; `None` when not even that was estimated in time.
    pub start: Option<Chance>,
    /// Every move that opened something, from the first.
    pub findings: Vec<Finding>,
    /// How the record ended, if it did.
    pub outcome: Option<Outcome>,
    /// Why later moves are missing, if they are.
    pub stopped: Option<Exhausted>,
}

impl Autopsy {
    /// The win chance after the last finding.
    pub fn end(&self) -> Option<Chance> {
        self.findings.last().map(|finding| finding.after).or(self.start)
    }

    /// What all choices cost together.
    pub fn skill(&self) -> Estimate {
        let value = self.findings.iter().map(Finding::skill).sum();
        let squares = self.findings.iter().filter(|finding| finding.skill() != 0.0).map(|finding| {
            let Interval { low, high } =
                finding.difference.map_or(Interval { low: 0.0, high: 0.0 }, |d| d.interval);
            ((high - low) / 2.0).powi(2)
        });
        around(value, squares.sum::<f64>().sqrt())
    }

    /// What all outcomes added together.
    pub fn luck(&self) -> Estimate {
        let value = self.findings.iter().map(Finding::luck).sum();
        let ends = [self.start, self.end()].into_iter().flatten().map(|chance| chance.half_width().powi(2));
        let skill = self.skill().interval;
        let squares = ends.sum::<f64>() + ((skill.high - skill.low) / 2.0).powi(2);
        around(value, squares.sqrt())
    }
}

fn around(value: f64, half: f64) -> Estimate {
    Estimate { value, interval: Interval { low: value - half, high: value + half } }
}

/// Examines a record. See [`examine`].
pub fn autopsy(
    game: &Minesweeper,
    record: &Record,
    samples: u64,
    seed: Seed,
    budget: &mut Budget,
) -> Result<Autopsy, InputError> {
    examine(game, game.world_on(record.field.clone()), &record.actions, samples, seed, budget)
}

/// Examines the moves of a game from where it began. At most `samples` games are played for each estimate; each is a
/// node of the budget.
///
/// Returns an error when a move is not legal. When the budget runs out, what is finished is kept.
pub fn examine(
    game: &Minesweeper,
    start: World,
    actions: &[Action],
    samples: u64,
    seed: Seed,
    budget: &mut Budget,
) -> Result<Autopsy, InputError> {
    let (moves, outcome) = replay(game, start, actions)?;
    let first = FirstMove::best(game.grid().board(), game.first_click());
    let (mut player, mut engine) = (Best::new(game.grid(), Parts::ALL, first), Inference::new(game.grid()));
    player.obey(budget.stop());
    engine.obey(budget.stop());
    let mut judge = Judge { game, player, engine, listed: Minefields::default(), samples, seed, budget };
    let mut found = Autopsy { start: None, findings: Vec::new(), outcome, stopped: None };
    found.stopped = judge.walk(&moves, outcome, &mut found).err();
    Ok(found)
}

/// A move that opened something, and what was seen before and after it.
struct Opening {
    at: usize,
    action: Action,
    /// What it opens by itself; zeros open more.
    cells: Vec<Cell>,
    before: Observation,
    after: Observation,
}

/// Plays the record: legal or not is settled before anything is estimated.
fn replay(
    game: &Minesweeper,
    mut world: World,
    actions: &[Action],
) -> Result<(Vec<Opening>, Option<Outcome>), InputError> {
    let mut moves = Vec::new();
    for (index, &action) in actions.iter().enumerate() {
        let before = world.observation().clone();
        let outcome = game
            .try_play(&mut world, action)
            .map_err(|error| InputError { what: format!("move {}: {}", index + 1, error.what), ..error })?;
        let after = world.observation();
        if after.opened().len() > before.opened().len() || outcome.is_some() {
            let cells = match action {
                Action::Open(cell) | Action::Flag(cell) => vec![cell],
                Action::Chord(cell) => {
                    let around = game.grid().around(cell).iter().copied();
                    around.filter(|&near| before.at(near) == CellView::Hidden).collect()
                }
            };
            let (before, after) = (before.without_flags(), after.without_flags());
            moves.push(Opening { at: index, action, cells, before, after });
        }
        if outcome.is_some() {
            break;
        }
    }
    Ok((moves, world.outcome()))
}

/// Plays games from positions.
struct Judge<'g> {
    game: &'g Minesweeper,
    player: Best,
    engine: Inference,
    listed: Minefields,
    samples: u64,
    seed: Seed,
    budget: &'g mut Budget,
}

/// Games played from one position, one for each minefield.
struct Playouts {
    wins: Vec<bool>,
    /// How many ended with the first move.
    at_once: u64,
    /// Whether the minefields were all there are.
    all: bool,
}

impl Playouts {
    fn chance(&self) -> Chance {
        let wins = self.wins.iter().filter(|&&won| won).count() as u64;
        let rate = Rate::new(wins, self.wins.len() as u64);
        if self.all { Chance::Known(rate.value()) } else { Chance::Sampled(rate) }
    }

    /// The difference of the win rates of two first moves. On the same minefields it is known more exactly than
    /// either rate.
    fn less(&self, other: &Playouts, same_fields: bool) -> Estimate {
        let (ours, theirs) = (self.chance(), other.chance());
        let value = ours.value() - theirs.value();
        if self.all && other.all {
            return Estimate::exact(value);
        }
        if !same_fields {
            return around(value, ours.half_width().hypot(theirs.half_width()));
        }
        let games = self.wins.len() as f64;
        let differ = self.wins.iter().zip(&other.wins).filter(|(a, b)| a != b).count() as f64;
        around(value, Z95 * ((differ / games - value * value).max(0.0) / games).sqrt())
    }
}

impl Judge<'_> {
    fn walk(
        &mut self,
        moves: &[Opening],
        outcome: Option<Outcome>,
        found: &mut Autopsy,
    ) -> Result<(), Exhausted> {
        let Some(first) = moves.first() else { return Ok(()) };
        let mut at = self.position(&first.before, 0)?;
        found.start = Some(at.played.chance());
        for (index, made) in moves.iter().enumerate() {
            let chosen = self.chosen(&at, made, index as u64)?;
            let (after, next) = match outcome {
                Some(outcome) if index + 1 == moves.len() => {
                    (Chance::Known(f64::from(u8::from(outcome == Outcome::Won))), None)
                }
                _ => {
                    let next = self.position(&made.after, index as u64 + 1)?;
                    (next.played.chance(), Some(next))
                }
            };
            let before = at.played.chance();
            let difference = chosen.as_ref().map(|(played, same)| played.less(&at.played, *same));
            let chance = chosen.as_ref().map_or(before, |(played, _)| played.chance());
            let mut finding = Finding {
                at: made.at,
                action: made.action,
                mine: self.risk(made, chosen.as_ref().map(|(played, _)| played)),
                better: None,
                reason: at.reason,
                before,
                chosen: chance,
                after,
                difference,
            };
            if finding.is_mistake() {
                finding.better = Some(at.advised);
            }
            found.findings.push(finding);
            if let Some(next) = next {
                at = next;
            }
        }
        Ok(())
    }

    /// The win chance of a position, and what our player does there.
    fn position(&mut self, seen: &Observation, index: u64) -> Result<Estimated, Exhausted> {
        self.player.forget();
        let advice = self.player.decide(seen, &mut self.seed.named("advice").stream(index));
        let first = [advice.chosen.cell()];
        let played = self.play(seen, &first, index)?;
        Ok(Estimated {
            played,
            advised: advice.chosen,
            reason: advice.reason,
            certain: advice.probability.is_certain(),
        })
    }

    /// Games that start with the recorded move instead, and whether on the same minefields; `None` when it is as
    /// good as our player's: the same cell, or one of several certain ones, which are all opened in the end.
    fn chosen(
        &mut self,
        at: &Estimated,
        made: &Opening,
        index: u64,
    ) -> Result<Option<(Playouts, bool)>, Exhausted> {
        if made.cells == [at.advised.cell()] || at.certain && self.risk(made, None) == 0.0 {
            return Ok(None);
        }
        let dealt = !made.before.opened().is_empty();
        Ok(Some((self.play(&made.before, &made.cells, index)?, dealt)))
    }

    /// The probability that a move opens a mine. On the first click the rule may keep it clear.
    fn risk(&self, made: &Opening, played: Option<&Playouts>) -> f64 {
        let rule = self.game.first_click();
        if made.before.opened().is_empty()
            && let [cell] = made.cells[..]
            && self.game.grid().kept_clear(rule, cell).contains(&cell)
        {
            return 0.0;
        }
        let Ok(found) = probabilities(&made.before) else { return 0.0 };
        let risks: Vec<f64> = made.cells.iter().filter_map(|cell| found.mine[cell.at()]).collect();
        match (risks.as_slice(), played) {
            ([risk], _) => *risk,
            (risks, _) if risks.iter().all(|&risk| risk == 0.0) => 0.0,
            (risks, _) if risks.contains(&1.0) => 1.0,
            // Several cells at once: as often as it happened.
            (_, Some(played)) => played.at_once as f64 / played.wins.len().max(1) as f64,
            (risks, None) => risks.iter().copied().fold(0.0, f64::max),
        }
    }

    /// Plays from a position, opening `first` first: on every minefield that agrees if they are few, otherwise on
    /// as many as there are samples. The same `index` gives the same minefields.
    fn play(&mut self, seen: &Observation, first: &[Cell], index: u64) -> Result<Playouts, Exhausted> {
        let seed = Seed(self.seed.named("position").stream(index).next_u64());
        let known = Knowledge::of(seen);
        let dealt = !seen.opened().is_empty();
        let mut played = Playouts { wins: Vec::new(), at_once: 0, all: false };
        if dealt && self.engine.run(&known).is_err() {
            self.budget.poll()?;
            return Ok(Playouts { wins: vec![false], at_once: 0, all: true });
        }
        if dealt && self.engine.enumerate(self.samples.min(MOST_LISTED) as usize, &mut self.listed) {
            played.all = true;
            for at in 0..self.listed.fields.len() {
                let field = self.listed_field(&known, at);
                self.game(seen, field, first, &mut seed.stream(at as u64), &mut played)?;
            }
            return Ok(played);
        }
        let clear = first.iter().flat_map(|&cell| self.game.grid().kept_clear(self.game.first_click(), cell));
        let clear: Vec<Cell> = clear.collect();
        for sample in 0..self.samples {
            let mut stream = seed.stream(sample);
            let field = if dealt {
                self.engine.sample(&known, &mut stream)
            } else {
                match Minefield::draw(seen.board(), &clear, &mut stream) {
                    Some(field) => field,
                    None => return Ok(Playouts { wins: vec![false], at_once: 1, all: true }),
                }
            };
            self.game(seen, field, first, &mut stream, &mut played)?;
        }
        Ok(played)
    }

    fn listed_field(&self, known: &Knowledge, at: usize) -> Minefield {
        let board = known.grid().board();
        let mut mined: Vec<bool> = known.grid().cells().map(|cell| known.mark(cell) == Mark::Mine).collect();
        for (bit, cell) in self.listed.cells.iter().enumerate() {
            mined[cell.at()] = self.listed.fields[at] >> bit & 1 == 1;
        }
        Minefield::new(board.rows(), board.cols(), mined).expect("the board is the observation's")
    }

    /// One game to its end.
    fn game(
        &mut self,
        seen: &Observation,
        field: Minefield,
        first: &[Cell],
        ties: &mut Stream,
        played: &mut Playouts,
    ) -> Result<(), Exhausted> {
        // A game takes long enough for a person to notice a thousand of them: ask every time.
        self.budget.spend(1)?;
        self.budget.poll()?;
        let mut world = World::resume(self.game.grid(), field, &[], seen.opened());
        self.player.forget();
        let mut outcome = world.outcome();
        for &cell in first {
            // An earlier cell may have opened it.
            if outcome.is_none() && world.observation().at(cell).is_closed() {
                outcome = self.game.try_play(&mut world, Action::Open(cell)).unwrap_or(Some(Outcome::Lost));
            }
        }
        played.at_once += u64::from(outcome == Some(Outcome::Lost));
        while outcome.is_none() {
            let action = self.player.decide(world.observation(), ties).chosen;
            self.budget.poll()?;
            outcome = self.game.try_play(&mut world, action).unwrap_or(Some(Outcome::Lost));
        }
        played.wins.push(outcome == Some(Outcome::Won));
        Ok(())
    }
}

/// A position with its estimate.
struct Estimated {
    played: Playouts,
    advised: Action,
    reason: Reason,
    certain: bool,
}
