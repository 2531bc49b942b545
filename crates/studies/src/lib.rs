#![doc = include_str!("../README.md")]

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
pub use run::{BlockFile, RunOutcome, Share, play_block, run};
pub use stop::StopRule;
pub use summary::{CellSummary, Zone};
pub use table::{Layout, table};
