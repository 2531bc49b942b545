//! Studies at scale: a [`Plan`] read from a study file, its games played block by block into a folder that survives a
//! crash, merged into one table of rows, and summarised.
//!
//! | word | what it is |
//! |---|---|
//! | cell | one choice of all settings; every cell plays the same number of games from the same seed |
//! | block | consecutive games of a cell that are stored together: the most that a crash loses |
//! | share | the blocks of one process, `--chunk i/N` |
//! | rows | one row per game (and, on request, one per decision), in Parquet |
//!
//! Game `i` of a cell does not depend on the process that plays it, so the merged rows are identical to the last byte
//! however the blocks were distributed, interrupted and played again.
//!
//! ```
//! use quandary_core::Context;
//! use quandary_studies::{Folder, Plan, Share, merge, run};
//! let plan = Plan::read(
//!     "puzzle = 'minesweeper'\ngames = 20\nseed = 1\n[settings]\nboard = '4x4/{2..3}'\nstrategy = ['best', 'par']",
//! )
//! .unwrap();
//! assert_eq!(plan.cells().len(), 4);
//! let place = tempfile::tempdir().unwrap();
//! let folder = Folder::open(place.path(), &plan).unwrap();
//! for number in 0..3 {
//!     run(&plan, &folder, Share::new(number, 3), &Context::bare()).unwrap();
//! }
//! let merged = merge(&plan, &folder, &Context::bare()).unwrap();
//! assert_eq!((merged.rows, merged.cells.len()), (80, 4));
//! ```

mod answer;
mod axis;
mod disk;
mod estimate;
mod file;
mod folder;
mod merge;
mod parquet;
mod plan;
mod plot;
mod ranges;
mod run;
mod stop;
mod summary;
mod sweep;
mod table;

pub use self::parquet::{Rows, Values};
pub use answer::{answer_merge, answer_run, answer_table};
pub use disk::{Disk, Files, OpenFile};
pub use estimate::{Cost, estimate};
pub use folder::Folder;
pub use merge::{MergedStudy, merge, rows, summary};
pub use plan::{Block, Cell, Plan, Record};
pub use plot::plot;
pub use ranges::ValueRange;
pub use run::{Packed, Ran, Share, play_block, run};
pub use stop::StopRule;
pub use summary::{CellSummary, Zone};
pub use table::{Layout, table};
