use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::judge::runs_to_see;

/// How much to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scale {
    /// About a tenth of the usual runs for everything that is sampled: two CPU minutes for everything. Exact values,
    /// arithmetic and anything that few games decide get a verdict; the rest is left open.
    #[default]
    Quick,
    /// The documents' own run counts, or more where it takes more runs to see a difference that matters. Fewer if runs
    /// are expensive; the entry then says what the document's number would cost.
    Usual,
    /// The documents' own run counts everywhere, and never fewer than usual.
    Paper,
    /// This many runs for everything that is sampled.
    Runs(u64),
}

impl Scale {
    /// The number of runs, given what is usual and what the document did.
    ///
    /// ```
    /// use quandary_lab::Scale;
    /// assert_eq!((Scale::Usual.runs(40, 200), Scale::Paper.runs(40, 200), Scale::Runs(3).runs(40, 200)), (40, 200, 3));
    /// assert_eq!(Scale::Paper.runs(1000, 20), 1000);
    /// assert_eq!([2000, 12, 3].map(|usual| Scale::Quick.runs(usual, 5000)), [200, 4, 3]);
    /// ```
    pub fn runs(self, usual: u64, paper: u64) -> u64 {
        match self {
            // At least a few, if even the usual number is small.
            Scale::Quick => (usual / 10).max(usual.min(4)),
            Scale::Usual => usual,
            Scale::Paper => paper.max(usual),
            Scale::Runs(runs) => runs,
        }
    }

    /// The number of runs for a share that is printed from `printed_runs` runs: the same number, or more if more are
    /// needed to show a difference of `matters`. It depends on what is printed, not on our results.
    pub fn to_see(self, matters: f64, printed: f64, printed_runs: u64) -> u64 {
        /// With more runs, the sampling error of the printed value is most of what remains.
        const MOST: u64 = 40_000;
        let needed =
            runs_to_see(matters, printed.clamp(0.0, 1.0), Some(printed_runs)).unwrap_or(printed_runs);
        // A tenth more, since ours will not be exactly what is printed.
        let runs = (needed + needed / 10).next_multiple_of(1000).clamp(printed_runs, MOST.max(printed_runs));
        match self {
            // The quick number depends on the cost of a run: see [`RunCount::when_quick`].
            Scale::Quick => runs,
            _ => self.runs(runs, runs),
        }
    }
}

/// A scale that records whether `quick`, `usual` and `paper` give different numbers of runs. If they do not, the entry
/// is the same at all three.
#[derive(Debug)]
pub struct RunCount {
    scale: Scale,
    scale_matters: AtomicBool,
}

impl From<Scale> for RunCount {
    fn from(scale: Scale) -> RunCount {
        RunCount { scale, scale_matters: AtomicBool::new(false) }
    }
}

impl RunCount {
    /// [`Scale::runs`].
    pub fn runs(&self, usual: u64, paper: u64) -> u64 {
        let at = |scale: Scale| scale.runs(usual, paper);
        self.note(at(Scale::Usual) != at(Scale::Paper) || at(Scale::Usual) != at(Scale::Quick));
        self.scale.runs(usual, paper)
    }

    /// The document's number of runs, at every scale except a given number of runs: for cheap runs.
    pub fn all(&self, runs: u64) -> u64 {
        self.by_number().unwrap_or(runs)
    }

    /// A number of runs, and at the quick scale no more than `most` of them.
    pub fn when_quick(&self, runs: u64, most: u64) -> u64 {
        self.note(runs > most && self.by_number().is_none());
        if self.scale == Scale::Quick { runs.min(most) } else { runs }
    }

    /// [`Scale::to_see`].
    pub fn to_see(&self, matters: f64, printed: f64, printed_runs: u64) -> u64 {
        self.scale.to_see(matters, printed, printed_runs)
    }

    /// Something other than a number of runs: the value at `quick` and `usual`, at `paper`, and for a given number of runs.
    pub fn choose<T: PartialEq>(&self, usual: T, paper: T, runs: impl FnOnce(u64) -> T) -> T {
        self.note(usual != paper);
        match self.scale {
            Scale::Quick | Scale::Usual => usual,
            Scale::Paper => paper,
            Scale::Runs(number) => runs(number),
        }
    }

    /// The number of runs, if the scale is a number.
    pub fn by_number(&self) -> Option<u64> {
        match self.scale {
            Scale::Runs(runs) => Some(runs),
            Scale::Quick | Scale::Usual | Scale::Paper => None,
        }
    }

    /// Whether the scales differ for anything requested so far.
    pub fn scale_matters(&self) -> bool {
        self.scale_matters.load(Ordering::Relaxed)
    }

    fn note(&self, differ: bool) {
        self.scale_matters.fetch_or(differ, Ordering::Relaxed);
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        match text {
            "quick" => Ok(Scale::Quick),
            "usual" => Ok(Scale::Usual),
            "paper" => Ok(Scale::Paper),
            number => match number.parse() {
                Ok(runs) if runs > 0 => Ok(Scale::Runs(runs)),
                _ => Err("expected quick, usual, paper or a number of runs above 0".into()),
            },
        }
    }
}

impl std::fmt::Display for Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scale::Quick => f.write_str("quick"),
            Scale::Usual => f.write_str("usual"),
            Scale::Paper => f.write_str("paper"),
            Scale::Runs(runs) => write!(f, "{runs}"),
        }
    }
}

/// What to reproduce.
#[derive(Clone, Debug, Default)]
pub struct RunRequest {
    /// Which entries; all if empty.
    pub ids: Vec<String>,
    /// How much to run.
    pub scale: Scale,
    /// Seed of everything that is sampled.
    pub seed: u64,
    /// Positions for the entries that are about given positions (`access.F2`, `access.T1`), one text per file; drawn by the
    /// article's rule where there are none.
    pub positions: Vec<String>,
    /// The folder for the report, if one is wanted.
    pub report: Option<PathBuf>,
    /// The file for all cells as one page of Markdown, if one is wanted.
    pub markdown: Option<PathBuf>,
    /// The folder for a research object with everything in it, if one is wanted.
    pub research_object: Option<PathBuf>,
    /// An earlier run to compare with, if any: its JSON, or the folder of its research object.
    pub against: Option<PathBuf>,
    /// Whether a disagreement is a failure.
    pub strict: bool,
}
