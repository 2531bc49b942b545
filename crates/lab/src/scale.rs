use std::path::PathBuf;
use std::str::FromStr;

/// How much to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scale {
    /// Enough to see every entry: under five CPU minutes for all of them.
    #[default]
    Quick,
    /// The documents' own run counts.
    Paper,
    /// This many runs wherever something is sampled.
    Runs(u64),
}

impl Scale {
    /// The number of runs, given what is quick and what the document did.
    pub fn runs(self, quick: u64, paper: u64) -> u64 {
        match self {
            Scale::Quick => quick,
            Scale::Paper => paper,
            Scale::Runs(runs) => runs,
        }
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        match text {
            "quick" => Ok(Scale::Quick),
            "paper" => Ok(Scale::Paper),
            number => match number.parse() {
                Ok(runs) if runs > 0 => Ok(Scale::Runs(runs)),
                _ => Err("expected quick, paper or a number of runs above 0".into()),
            },
        }
    }
}

impl std::fmt::Display for Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scale::Quick => f.write_str("quick"),
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
    /// Whether a disagreement is a failure.
    pub strict: bool,
}
