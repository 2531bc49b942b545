//! A game followed turn by turn: its numbers and its trace, as far as the budget goes.

use quandary_core::{Context, Exhausted, InputError, Outcome, Stop, Stream, Trace};

use super::turns::{Counter, Scale, Turn};
use crate::notation::Record;
use crate::rules::{Board, Rules, Start};
use crate::simulate::{Keep, game, step, watch};
use crate::strategy::Player;
use crate::strategy::linear::{Linear, LinearPlayer, Weights};

/// Who plays, and how his turns are counted.
#[derive(Clone, Copy)]
pub struct Follow<'f> {
    /// The rules.
    pub rules: Rules,
    /// The weights of the player and of the numbers.
    pub weights: &'static Weights,
    /// Their tables.
    pub linear: &'f Linear,
    /// How far both look, and the threshold.
    pub scale: Scale,
    /// How a game begins.
    pub start: Start,
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Its turns, from the first on.
    pub turns: Vec<Turn>,
    /// Its trace, once it is complete.
    pub trace: Option<Trace>,
}

/// Turns that are played before their numbers are counted, on all threads.
const STRETCH: usize = 64;

impl<'f> Follow<'f> {
    fn player(&self, context: &Context<'_>) -> LinearPlayer<'f> {
        let player = LinearPlayer::new(self.rules, self.weights, self.linear, self.scale.depth);
        player.with_stop(context.budget.stop().clone())
    }

    /// The numbers of positions, on all threads, up to the first that the budget did not allow.
    fn count(&self, boards: &[Board], context: &Context<'_>) -> (Vec<Turn>, Option<Exhausted>) {
        let counter = Counter::new(self.rules, self.weights, self.linear, self.scale);
        let mut turns = Vec::new();
        let (_, stopped) = context.fold(
            "turns",
            boards.len() as u64,
            |index| Ok(counter.turn_within(boards[index as usize], &mut context.budget.clone())?),
            |_, turn| turns.push(turn),
        );
        let why = match stopped {
            Some(Stop::Exhausted(why)) => Some(why),
            Some(Stop::Input(_)) | None => None,
        };
        (turns, why)
    }

    /// A game that is counted while it is played, so that what is there when it is stopped is complete.
    pub fn played(&self, stream: &mut Stream, context: &Context<'_>) -> (Course, Option<Exhausted>) {
        let first = self.rules.start(self.start, stream);
        let (mut waiting, mut turns, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut cut = None;
        let mut take = |waiting: &mut Vec<Board>, cut: &mut Option<Exhausted>| {
            if cut.is_none() {
                let (counted, why) = self.count(waiting, context);
                turns.extend(counted);
                *cut = why;
            }
            waiting.clear();
        };
        let stop = context.budget.stop();
        let end = watch(&self.rules, first, &mut self.player(context), stream, stop, |made| {
            waiting.push(made.before);
            steps.push(made.step(&self.rules));
            if waiting.len() == STRETCH {
                take(&mut waiting, &mut cut);
            }
        });
        take(&mut waiting, &mut cut);
        let cut = cut.or(context.budget.poll().err());
        let trace = self.rules.outcome(end.board).map(|outcome| Trace { steps, outcome });
        (Course { turns, trace }, cut)
    }

    /// A given game, as the player sees its positions.
    pub fn recorded(
        &self,
        record: &Record,
        context: &Context<'_>,
    ) -> Result<(Course, Option<Exhausted>), InputError> {
        let mut boards = Vec::new();
        let end = record.replay(|board, ply| boards.push((board, ply)))?;
        let positions: Vec<Board> = boards.iter().map(|(board, _)| *board).collect();
        let (turns, mut cut) = self.count(&positions, context);
        let (steps, stopped) = context.map("decisions", boards.len() as u64, |index| {
            let (board, ply) = boards[index as usize];
            let considered = self.player(context).consider(board)?;
            Some(step(&self.rules, considered, self.rules.slide(board, ply.chosen).0))
        });
        cut = cut.or(stopped);
        let steps: Option<Vec<_>> = steps.into_iter().collect();
        let outcome = self.rules.outcome(end.board).unwrap_or(Outcome::Unfinished);
        let trace = steps.filter(|steps| steps.len() == boards.len()).map(|steps| Trace { steps, outcome });
        Ok((Course { turns, trace }, cut))
    }

    /// The trace of a whole game; none when it was interrupted.
    pub fn trace(&self, stream: &mut Stream, context: &Context<'_>) -> Option<Trace> {
        let keep = Keep { record: false, trace: true };
        let stop = context.budget.stop();
        let played = game(&self.rules, self.start, &mut self.player(context), stream, keep, stop);
        played.trace.filter(|trace| trace.outcome != Outcome::Unfinished)
    }
}
