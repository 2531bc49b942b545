//! Plays the missing games of a study.

use std::collections::BTreeSet;

use quandary_core::context::Progress;
use quandary_core::study::{Column, Field, PlayedGame, Study};
use quandary_core::{Budget, Context, Exhausted, InputError, Outcome, Stop, Trace};
use serde::Serialize;

use crate::folder::{Folder, Part, about, damaged};
use crate::parquet::{Rows, Writer, read};
use crate::plan::{Block, Plan, Record};
use crate::stop::{GroupState, StopRule};

/// The blocks of one process: those whose number has this remainder. `--chunk 1/3` is `Share::new(0, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: u64,
    of: u64,
}

impl Share {
    /// Everything.
    pub const WHOLE: Share = Share { index: 0, of: 1 };

    /// Share `index`, from 0, of `of`.
    ///
    /// # Panics
    /// When there is no such share.
    pub fn new(index: u64, of: u64) -> Share {
        assert!(index < of, "share {index} of {of}");
        Share { index, of }
    }

    fn takes(self, place: u64) -> bool {
        place % self.of == self.index
    }
}

impl std::str::FromStr for Share {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Share, InputError> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Share::new(index - 1, of)),
            _ => Err(InputError::new(format!("`{text}` is not a valid share"))
                .expected("a share such as 1/8, up to 8/8")),
        }
    }
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunOutcome {
    /// Blocks of this share that are stored now.
    pub blocks: u64,
    /// Blocks that this run played.
    pub blocks_played: u64,
    /// Their games.
    pub games_played: u64,
    /// Blocks that the stop rule did not need.
    pub blocks_spared: u64,
    /// What ended it early.
    #[serde(skip)]
    pub stopped: Option<Exhausted>,
}

/// Plays the missing blocks of a share. Each is stored as soon as it is complete; an interrupted block is played again next
/// time.
pub fn run(
    plan: &Plan,
    folder: &Folder<'_>,
    share: Share,
    context: &Context<'_>,
) -> Result<RunOutcome, InputError> {
    let there: BTreeSet<(usize, u64)> = folder.files(Part::Rows)?.into_keys().collect();
    let mut ran = RunOutcome::default();
    let mut order = Vec::new();
    for group in plan.groups() {
        for number in 0..plan.blocks_per_cell() {
            order.push((group.clone(), number));
        }
    }
    let total = plan.games.saturating_mul(plan.cells().len() as u64) / share.of;
    let mut done = 0;
    // The games of the cells of a group; this may train a player first.
    let mut studies: Vec<(usize, Box<dyn Study>)> = Vec::new();
    let mut watch = Watch::new(plan, folder);
    let mut budget = context.budget.clone();
    let mut place = 0;
    for (group, number) in order {
        let enough = watch.is_enough(&group, number, context)?;
        studies.retain(|(cell, _)| group.contains(cell));
        for &cell in &group {
            let ours = share.takes(place);
            place += 1;
            if !ours {
                continue;
            }
            let block = plan.blocks(cell).nth(number as usize).expect("the number is one of the cell's");
            done += block.games;
            if enough {
                ran.blocks_spared += 1;
                continue;
            }
            if !there.contains(&(cell, number)) {
                if !studies.iter().any(|(of, _)| *of == cell) {
                    match plan.study(cell, context) {
                        Ok(study) => studies.push((cell, study)),
                        Err(Stop::Input(error)) => return Err(error),
                        Err(Stop::Exhausted(why)) => return Ok(RunOutcome { stopped: Some(why), ..ran }),
                    }
                }
                let study = studies.iter().find(|(of, _)| *of == cell).expect("it was put there");
                let offset = OffsetProgress { inner: context.progress, before: done - block.games, total };
                let context = Context { progress: &offset, ..context.clone() };
                match packed(plan, folder.program(), block, &*study.1, &context, &mut budget) {
                    Ok(files) => files.iter().try_for_each(|file| folder.store(file))?,
                    Err(Stop::Input(error)) => return Err(error),
                    Err(Stop::Exhausted(why)) => return Ok(RunOutcome { stopped: Some(why), ..ran }),
                }
                ran.blocks_played += 1;
                ran.games_played += block.games;
            }
            ran.blocks += 1;
        }
    }
    Ok(ran)
}

/// A file of a block: its path in the folder of its study, and its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockFile {
    /// Its place, such as `blocks/00003-00017-HASH.parquet`.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Plays a block for callers that do not store it in a [`Folder`]. Store the files in this order: a block counts as
/// stored once the last of them is.
///
/// ```
/// use quandary_core::Context;
/// use quandary_studies::{Plan, play_block};
/// let plan = Plan::read("puzzle = 'minesweeper'\ngames = 20\nblock = 10").unwrap();
/// let (context, block) = (Context::bare(), plan.blocks(0).next().unwrap());
/// let study = plan.study(0, &context).unwrap();
/// let files = play_block(&plan, block, &*study, &context).unwrap();
/// assert!(files.len() == 1 && files[0].path.starts_with("blocks/00000-00000-"));
/// ```
pub fn play_block(
    plan: &Plan,
    block: Block,
    study: &dyn Study,
    context: &Context<'_>,
) -> Result<Vec<BlockFile>, Stop> {
    packed(plan, &quandary_core::build::name(), block, study, context, &mut context.budget.clone())
}

fn packed(
    plan: &Plan,
    program: &str,
    block: Block,
    study: &dyn Study,
    context: &Context<'_>,
    budget: &mut Budget,
) -> Result<Vec<BlockFile>, Stop> {
    let columns = plan.columns_of(study);
    let (mut rows, mut steps) = (Rows::new(&columns), Rows::new(&STEPS));
    let (_, stopped) = context.fold_while(
        "games",
        block.games,
        |index| study.game(block.first + index, context),
        |index, played| {
            budget.spend(played.trace.length() as u64)?;
            if plan.record == Record::Step {
                record_steps(&mut steps, block.cell, block.first + index, &played.trace);
            }
            rows.push(row(plan, block.cell, block.first + index, &played));
            Ok(())
        },
    );
    if let Some(stop) = stopped {
        return Err(stop);
    }
    let file = |part: Part, columns: &[Column], rows: Rows| {
        let written = Writer::new(Vec::new(), columns, &about(plan, program)).and_then(|mut writer| {
            writer.add(rows)?;
            writer.finish()
        });
        match written {
            Ok(bytes) => Ok(BlockFile { path: part.place(block, &bytes), bytes }),
            Err(error) => Err(InputError::new(format!("the rows cannot be written: {error}"))),
        }
    };
    // The rows last: a block exists once its rows do.
    let mut files = Vec::new();
    if plan.record == Record::Step {
        files.push(file(Part::Steps, &STEPS, steps)?);
    }
    files.push(file(Part::Rows, &columns, rows)?);
    Ok(files)
}

/// The row of a game: its cell with its settings, then the fields of the game.
pub(crate) fn row(plan: &Plan, cell: usize, game: u64, played: &PlayedGame) -> Vec<Field> {
    let settings = plan.cells()[cell].settings.iter().map(|(_, value)| Field::Word(value.clone()));
    [Field::Whole(cell as u64)].into_iter().chain(settings).chain(played.row(game)).collect()
}

/// The columns of a table of decisions.
pub(crate) const STEPS: [Column; 7] = [
    Column::whole("cell", "number of the choice of settings"),
    Column::whole("game", "number of the game under the study's seed"),
    Column::whole("step", "number of the decision, from 0"),
    Column::whole("options", "B: how many options there were"),
    Column::whole("plausible", "b: how many of them were plausible"),
    Column::flag("certain", "whether the choice was certain to be right"),
    Column::whole("safety_ppb", "the probability that it was right, in billionths"),
];

fn record_steps(steps: &mut Rows, cell: usize, game: u64, trace: &Trace) {
    for (number, step) in trace.steps.iter().enumerate() {
        steps.push([
            Field::Whole(cell as u64),
            Field::Whole(game),
            Field::Whole(number as u64),
            Field::Whole(step.options.into()),
            Field::Whole(step.plausible.into()),
            Field::Flag(step.certain),
            Field::Whole((step.probability * 1e9).round() as u64),
        ]);
    }
}

/// Applies the stop rule as blocks arrive.
pub(crate) struct Watch<'s> {
    plan: &'s Plan,
    folder: &'s Folder<'s>,
    /// The current group, how many of its blocks have been counted, and their results.
    now: (Vec<usize>, u64, GroupState),
}

impl<'s> Watch<'s> {
    pub(crate) fn new(plan: &'s Plan, folder: &'s Folder<'s>) -> Watch<'s> {
        Watch { plan, folder, now: (Vec::new(), 0, GroupState::default()) }
    }

    /// Whether the blocks of a group before `number` are enough; false while one of them is missing.
    pub(crate) fn is_enough(
        &mut self,
        group: &[usize],
        number: u64,
        context: &Context<'_>,
    ) -> Result<bool, InputError> {
        if self.plan.stop == StopRule::Fixed {
            return Ok(false);
        }
        if self.now.0 != group {
            self.now = (group.to_vec(), 0, GroupState::default());
        }
        while self.now.1 < number && !self.now.2.is_enough(&self.plan.stop) {
            let files = self.folder.files(Part::Rows)?;
            let mut won = Vec::new();
            for &cell in group {
                let Some([path]) = files.get(&(cell, self.now.1)).map(Vec::as_slice) else {
                    return Ok(false);
                };
                let Some(columns) = self.plan.columns(context)? else { return Ok(false) };
                let rows = read(self.folder.read(path)?, columns)
                    .map_err(|error| damaged(path, &error.to_string()))?
                    .rows;
                won.push(
                    outcomes(columns, &rows)
                        .map(|outcome| outcome == Outcome::Won.name().as_bytes())
                        .collect(),
                );
            }
            self.now.2.take(&won);
            self.now.1 += 1;
        }
        Ok(self.now.2.is_enough(&self.plan.stop))
    }
}

/// How the games ended.
pub(crate) fn outcomes<'r>(columns: &[Column], rows: &'r Rows) -> impl Iterator<Item = &'r [u8]> {
    let index = columns.iter().position(|column| column.name == "outcome").expect("every game has one");
    rows.column(index).words()
}

/// Reports the progress of a block as progress of the whole run.
struct OffsetProgress<'p> {
    inner: &'p dyn Progress,
    before: u64,
    total: u64,
}

impl Progress for OffsetProgress<'_> {
    fn report(&self, what: &str, done: u64, _: u64) {
        self.inner.report(what, self.before + done, self.total);
    }

    fn note(&self, sentence: &str) {
        self.inner.note(sentence);
    }
}
