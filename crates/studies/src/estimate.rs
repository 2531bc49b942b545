//! An estimate of what a study costs, from a few of its games.

use quandary_core::{Context, InputError, Stop};
use serde::Serialize;

use crate::parquet::{Rows, Writer};
use crate::plan::Plan;
use crate::run::row;

/// What a study will cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Cells.
    pub cells: u64,
    /// Blocks. A crash loses at most the block that is being played.
    pub blocks: u64,
    /// Maximum number of games.
    pub games: u64,
    /// Games that were played for the estimate.
    pub tried: u64,
    /// CPU seconds, all cells together.
    pub cpu_seconds: f64,
    /// Bytes of the merged rows.
    pub bytes: f64,
}

/// CPU seconds for the trial of one cell, unless its first game takes longer.
const PATIENCE: f64 = 0.1;
/// The most games of a trial.
const MOST: u64 = 1000;

/// Plays a few games of the first cell, the last and some in between, and extrapolates. `None` when the budget ran out
/// first.
pub fn estimate(plan: &Plan, context: &Context<'_>) -> Result<Option<Cost>, InputError> {
    let cells = plan.cells().len();
    let tried: Vec<usize> =
        if cells <= 5 { (0..cells).collect() } else { (0..5).map(|k| k * (cells - 1) / 4).collect() };
    let (mut seconds, mut bytes, mut games) = (0.0, 0.0, 0);
    for &cell in &tried {
        let before = (context.cpu_seconds)();
        let study = match plan.study(cell, context) {
            Ok(study) => study,
            Err(Stop::Input(error)) => return Err(error),
            Err(Stop::Exhausted(_)) => return Ok(None),
        };
        let made = (context.cpu_seconds)();
        let columns = plan.columns_of(&*study);
        let mut rows = Rows::new(&columns);
        while (rows.len() as u64) < MOST.min(plan.games)
            && (rows.is_empty() || (context.cpu_seconds)() - made < PATIENCE)
        {
            let game = rows.len() as u64;
            match study.game(game, context) {
                Ok(played) => rows.push(row(plan, cell, game, &played)),
                Err(Stop::Input(error)) => return Err(error),
                Err(Stop::Exhausted(_)) => return Ok(None),
            }
        }
        let played = rows.len() as u64;
        games += played;
        let each = ((context.cpu_seconds)() - made) / played as f64;
        seconds += (made - before) + each * plan.games as f64;
        let written = Writer::new(Vec::new(), &columns, &[])
            .and_then(|mut writer| writer.add(rows).and_then(|()| writer.finish()))
            .map_or(0, |file| file.len());
        bytes += written as f64 / played as f64 * plan.games as f64;
    }
    let share = cells as f64 / tried.len() as f64;
    Ok(Some(Cost {
        cells: cells as u64,
        blocks: plan.blocks_per_cell() * cells as u64,
        games: plan.games.saturating_mul(cells as u64),
        tried: games,
        cpu_seconds: seconds * share,
        bytes: bytes * share,
    }))
}
