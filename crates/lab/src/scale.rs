use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::judge::runs_to_see;

/// How much to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scale {
    /// The documents' own run counts where they are cheap, and as many more as it takes to see a difference that
    /// matters; fewer where a run is dear, and then the entry says what the documents' count costs.
    #[default]
    Usual,
    /// The documents' own run counts everywhere, and never fewer than usual.
    Paper,
    /// This many runs wherever something is sampled.
    Runs(u64),
}

impl Scale {
    /// The number of runs, given what is usual and what the document did.
    ///
    /// ```
    /// use quandary_lab::Scale;
    /// assert_eq!((Scale::Usual.runs(40, 200), Scale::Paper.runs(40, 200), Scale::Runs(3).runs(40, 200)), (40, 200, 3));
    /// assert_eq!(Scale::Paper.runs(1000, 20), 1000);
    /// ```
    pub fn runs(self, usual: u64, paper: u64) -> u64 {
        match self {
            Scale::Usual => usual,
            Scale::Paper => paper.max(usual),
            Scale::Runs(runs) => runs,
        }
    }

    /// The number of runs for a share that is printed from so many: as many, or more where it takes more to see a
    /// difference that matters. What is printed decides, not what we find.
    pub fn to_see(self, matters: f64, printed: f64, printed_runs: u64) -> u64 {
        /// Beyond this the printed sample's own chance is most of what is left.
        const MOST: u64 = 40_000;
        let needed =
            runs_to_see(matters, printed.clamp(0.0, 1.0), Some(printed_runs)).unwrap_or(printed_runs);
        // A tenth more, since ours will not be exactly what is printed.
        let runs = (needed + needed / 10).next_multiple_of(1000).clamp(printed_runs, MOST.max(printed_runs));
        self.runs(runs, runs)
    }
}

/// A scale as an entry asks for it, which remembers whether `usual` and `paper` gave different answers: where they did not,
/// the entry is the same at both.
#[derive(Debug)]
pub struct Extent {
    scale: Scale,
    told_apart: AtomicBool,
}

impl From<Scale> for Extent {
    fn from(scale: Scale) -> Extent {
        Extent { scale, told_apart: AtomicBool::new(false) }
    }
}

impl Extent {
    /// [`Scale::runs`].
    pub fn runs(&self, usual: u64, paper: u64) -> u64 {
        self.note(Scale::Usual.runs(usual, paper) != Scale::Paper.runs(usual, paper));
        self.scale.runs(usual, paper)
    }

    /// [`Scale::to_see`].
    pub fn to_see(&self, matters: f64, printed: f64, printed_runs: u64) -> u64 {
        self.scale.to_see(matters, printed, printed_runs)
    }

    /// Something other than a number of runs: what is usual, what the documents' scale takes, and for a number of runs.
    pub fn choose<T: PartialEq>(&self, usual: T, paper: T, runs: impl FnOnce(u64) -> T) -> T {
        self.note(usual != paper);
        match self.scale {
            Scale::Usual => usual,
            Scale::Paper => paper,
            Scale::Runs(number) => runs(number),
        }
    }

    /// The runs asked for by number, if so.
    pub fn by_number(&self) -> Option<u64> {
        match self.scale {
            Scale::Runs(runs) => Some(runs),
            Scale::Usual | Scale::Paper => None,
        }
    }

    /// Whether anything that was asked so far is different at the two named scales.
    pub fn told_apart(&self) -> bool {
        self.told_apart.load(Ordering::Relaxed)
    }

    fn note(&self, differ: bool) {
        self.told_apart.fetch_or(differ, Ordering::Relaxed);
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        match text {
            "usual" => Ok(Scale::Usual),
            "paper" => Ok(Scale::Paper),
            number => match number.parse() {
                Ok(runs) if runs > 0 => Ok(Scale::Runs(runs)),
                _ => Err("expected usual, paper or a number of runs above 0".into()),
            },
        }
    }
}

impl std::fmt::Display for Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scale::Usual => f.write_str("usual"),
            Scale::Paper => f.write_str("paper"),
            Scale::Runs(runs) => write!(f, "{runs}"),
        }
    }
}

/// What to reproduce.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Which entries; all without.
    pub ids: Vec<String>,
    /// How much to run.
    pub scale: Scale,
    /// Seed of everything that is sampled.
    pub seed: u64,
    /// Where the report goes, if anywhere.
    pub report: Option<PathBuf>,
    /// Where all cells go as one page of Markdown, if anywhere.
    pub markdown: Option<PathBuf>,
    /// The JSON of an earlier run whose verdicts are compared, if any.
    pub against: Option<PathBuf>,
    /// Whether a disagreement is a failure.
    pub strict: bool,
}
