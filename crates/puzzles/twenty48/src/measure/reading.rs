//! What the numbers say: milestones, the gap between them, table 7, and the stability trap.

use std::fmt;

use serde::Serialize;

use super::turns::Turn;

/// The stretch of a game between two new largest tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Milestone {
    /// The exponent of the largest tile during it.
    pub largest: u8,
    /// Its first turn.
    pub first: usize,
    /// Its number of turns.
    pub turns: usize,
    /// The mean of its velocities.
    pub v: f64,
}

/// The milestones of a game; `velocities` has one entry a turn.
pub fn milestones(turns: &[Turn], velocities: &[f64]) -> Vec<Milestone> {
    let mut first = 0;
    turns
        .chunk_by(|a, b| a.largest == b.largest)
        .map(|chunk| {
            let own = &velocities[first..first + chunk.len()];
            let v = own.iter().sum::<f64>() / own.len() as f64;
            let milestone = Milestone { largest: chunk[0].largest, first, turns: chunk.len(), v };
            first += chunk.len();
            milestone
        })
        .collect()
}

/// Low, middle or high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Low.
    Low,
    /// Middle.
    Middle,
    /// High.
    High,
}

/// Where low ends and high begins. The article names the levels without saying where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuts {
    /// Normalised numbers: low below the first, high from the second on.
    pub scn: (f64, f64),
    /// Changeover gaps: low below the first, high from the second on.
    pub gap: (f64, f64),
}

impl Cuts {
    /// Thirds of [0, 1] for the numbers; a tenth and a quarter for the gaps, which are seldom larger.
    pub const DECLARED: Cuts = Cuts { scn: (1.0 / 3.0, 2.0 / 3.0), gap: (0.1, 0.25) };

    fn level(value: f64, (low, high): (f64, f64)) -> Level {
        if value < low {
            Level::Low
        } else if value < high {
            Level::Middle
        } else {
            Level::High
        }
    }
}

/// What table 7 says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub enum Reading {
    /// Trap: promising, and it is not.
    Trap,
    /// Trap with the article's star, which it does not explain.
    #[serde(rename = "Trap*")]
    TrapStar,
    /// Favourable.
    Favourable,
    /// Uncertain.
    Uncertain,
}

impl Reading {
    /// The word of the table.
    pub fn word(self) -> &'static str {
        match self {
            Reading::Trap => "Trap",
            Reading::TrapStar => "Trap*",
            Reading::Favourable => "Favourable",
            Reading::Uncertain => "Uncertain",
        }
    }
}

/// Table 7: rows by the number, columns by the gap.
pub fn table7(scn: Level, gap: Level) -> Reading {
    match (scn, gap) {
        (Level::Low, Level::Low) => Reading::Trap,
        (Level::Low, _) | (Level::High, Level::Low) => Reading::Favourable,
        (Level::Middle, _) => Reading::Uncertain,
        (Level::High, _) => Reading::TrapStar,
    }
}

/// A change from one milestone to the next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Changeover {
    /// The tile that was reached.
    pub tile: u64,
    /// The mean number before it and after it.
    pub from: f64,
    /// The mean number after it.
    pub to: f64,
    /// How far apart they are.
    pub gap: f64,
    /// The level of the number after it.
    pub scn_level: Level,
    /// The level of the gap.
    pub gap_level: Level,
    /// What table 7 says.
    pub reading: Reading,
}

/// The changeovers of a game, read by table 7.
pub fn changeovers(milestones: &[Milestone], cuts: Cuts) -> Vec<Changeover> {
    milestones
        .windows(2)
        .map(|pair| {
            let gap = (pair[1].v - pair[0].v).abs();
            let (scn_level, gap_level) = (Cuts::level(pair[1].v, cuts.scn), Cuts::level(gap, cuts.gap));
            Changeover {
                tile: 1 << pair[1].largest,
                from: pair[0].v,
                to: pair[1].v,
                gap,
                scn_level,
                gap_level,
                reading: table7(scn_level, gap_level),
            }
        })
        .collect()
}

/// A stability trap: the numbers say that the threshold is near, and then the board fills up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Trap {
    /// First turn of the quiet stretch.
    pub quiet_from: usize,
    /// Last turn of the quiet stretch.
    pub quiet_to: usize,
    /// The turn at which it had become difficult.
    pub closed: usize,
    /// The turn at which it was quiet again or a new largest tile stood; none when the game ended first.
    pub escaped: Option<usize>,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trap { quiet_from, quiet_to, closed, escaped } = self;
        write!(f, "quiet in turns {quiet_from} to {quiet_to}, closed at turn {closed}, ")?;
        match escaped {
            Some(turn) => write!(f, "escaped at turn {turn}"),
            None => f.write_str("never escaped"),
        }
    }
}

/// What table 7 warned of, and what came of it.
///
/// The table calls a milestone a trap by two levels alone; a [`Trap`] is one that closed. The first is a warning, the
/// second an event, and most warnings come to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Warnings {
    /// The tiles at whose milestones table 7 says trap, with or without the star.
    pub warned: Vec<u64>,
    /// The tiles during whose milestones a trap closed.
    pub closed: Vec<u64>,
    /// How many of the traps that closed were escaped.
    pub escaped: usize,
}

impl Warnings {
    /// Counts them.
    pub fn new(turns: &[Turn], changeovers: &[Changeover], traps: &[Trap]) -> Warnings {
        let trap = |reading| matches!(reading, Reading::Trap | Reading::TrapStar);
        Warnings {
            warned: changeovers
                .iter()
                .filter(|change| trap(change.reading))
                .map(|change| change.tile)
                .collect(),
            closed: traps.iter().map(|trap| 1 << turns[trap.closed].largest).collect(),
            escaped: traps.iter().filter(|trap| trap.escaped.is_some()).count(),
        }
    }
}

impl fmt::Display for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milestones = |n: usize| if n == 1 { "1 milestone".to_owned() } else { format!("{n} milestones") };
        match self.warned.len() {
            0 => f.write_str("table 7 warns of no trap; ")?,
            n => write!(f, "table 7 warns of a trap at {}; ", milestones(n))?,
        }
        let traps = |n: usize| if n == 1 { "1 trap".to_owned() } else { format!("{n} traps") };
        match self.closed.len() {
            0 => write!(
                f,
                "none closed (no {QUIET_TURNS} quiet turns were followed by a difficult one within {WITHIN})"
            ),
            n => write!(f, "{} closed, {} escaped", traps(n), self.escaped),
        }
    }
}

/// Turns that a quiet stretch must last, and turns within which it must turn into difficulty. The article
/// shows traps without defining them: these two numbers are declared, not found.
const QUIET_TURNS: usize = 8;
const WITHIN: usize = 12;

/// The stability traps of a game: at least 8 turns in a row with a low number (the threshold looks near),
/// within 12 turns after them a high number (or one that can never be reached) in the same milestone, and
/// then either an escape or the end.
pub fn traps(turns: &[Turn], numbers: &[f64], cuts: Cuts) -> Vec<Trap> {
    let level = |turn: usize| Cuts::level(numbers[turn], cuts.scn);
    let mut found = Vec::new();
    let mut turn = 0;
    while turn < turns.len() {
        if level(turn) != Level::Low {
            turn += 1;
            continue;
        }
        let quiet_from = turn;
        while turn < turns.len() && level(turn) == Level::Low {
            turn += 1;
        }
        let quiet_to = turn - 1;
        if turn - quiet_from < QUIET_TURNS {
            continue;
        }
        let same = |other: &usize| turns[*other].largest == turns[quiet_to].largest;
        let end = (quiet_to + 1 + WITHIN).min(turns.len());
        let closed = (turn..end).take_while(same).find(|&later| level(later) == Level::High);
        if let Some(closed) = closed {
            let escaped = (closed + 1..turns.len()).find(|later| level(*later) == Level::Low || !same(later));
            found.push(Trap { quiet_from, quiet_to, closed, escaped });
            turn = escaped.unwrap_or(turns.len());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use quandary_search::scn::Scn;

    fn turns(largest: &[u8]) -> Vec<Turn> {
        largest.iter().map(|&largest| Turn { board: Board::EMPTY, largest, scn: Scn::REACHED }).collect()
    }

    #[test]
    fn table_7_reads_as_printed() {
        let rows = [Level::Low, Level::Middle, Level::High];
        let words: Vec<Vec<&str>> =
            rows.iter().map(|&scn| rows.iter().map(|&gap| table7(scn, gap).word()).collect()).collect();
        assert_eq!(
            words,
            [
                ["Trap", "Favourable", "Favourable"],
                ["Uncertain", "Uncertain", "Uncertain"],
                ["Favourable", "Trap*", "Trap*"]
            ]
        );
    }

    #[test]
    fn a_quiet_stretch_that_turns_difficult_is_a_trap_and_ends_in_escape_or_not() {
        let quiet = vec![0.1; 10];
        let escaping = [quiet.clone(), vec![0.5, 0.9, 0.8, 0.2, 0.2]].concat();
        let found = traps(&turns(&[9; 15]), &escaping, Cuts::DECLARED);
        assert_eq!(found, [Trap { quiet_from: 0, quiet_to: 9, closed: 11, escaped: Some(13) }]);
        let caught = [quiet.clone(), vec![0.5, 0.9, 1.0]].concat();
        assert_eq!(traps(&turns(&[9; 13]), &caught, Cuts::DECLARED)[0].escaped, None);
        // A new largest tile doubles the threshold: that difficulty is a milestone, no trap.
        let reached = [quiet, vec![0.9; 5]].concat();
        let largest: Vec<u8> = [vec![9; 10], vec![10; 5]].concat();
        assert!(traps(&turns(&largest), &reached, Cuts::DECLARED).is_empty());
    }

    #[test]
    fn milestones_cut_the_game_where_the_largest_tile_grows() {
        let found = milestones(&turns(&[3, 3, 4, 4, 4, 5]), &[0.0, 1.0, 0.3, 0.3, 0.3, 0.9]);
        let shape: Vec<(u8, usize, usize)> = found.iter().map(|m| (m.largest, m.first, m.turns)).collect();
        assert_eq!(shape, [(3, 0, 2), (4, 2, 3), (5, 5, 1)]);
        let changes = changeovers(&found, Cuts::DECLARED);
        assert!((changes[0].gap - 0.2).abs() < 1e-12 && changes[0].reading == Reading::Favourable);
        assert_eq!((changes[1].tile, changes[1].reading), (32, Reading::TrapStar));
    }
    #[test]
    fn a_warning_that_comes_to_nothing_is_said_to_come_to_nothing() {
        let largest = [vec![9; 10], vec![10; 10]].concat();
        let (turns, numbers) = (turns(&largest), vec![0.01; 20]);
        let changes = changeovers(&milestones(&turns, &numbers), Cuts::DECLARED);
        let found = traps(&turns, &numbers, Cuts::DECLARED);
        let warnings = Warnings::new(&turns, &changes, &found);
        assert_eq!((warnings.warned.as_slice(), warnings.closed.len()), ([1024].as_slice(), 0));
        assert_eq!(
            warnings.to_string(),
            "table 7 warns of a trap at 1 milestone; none closed (no 8 quiet turns were followed by a difficult one \
             within 12)"
        );
        let numbers = [vec![0.01; 17], vec![0.9; 3]].concat();
        let found = traps(&turns, &numbers, Cuts::DECLARED);
        let warnings = Warnings::new(&turns, &changes, &found);
        assert_eq!(warnings.to_string(), "table 7 warns of a trap at 1 milestone; 1 trap closed, 0 escaped");
    }
}
