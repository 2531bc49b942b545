//! Strategies by the names the documents give them.
//!
//! * `best`, and `best-PART…` without some of its parts; `pseq`, and `pseq-d256` with exact search at the end.
//! * The kbs and the thesis: letters `p` (primary reasoning), `a` (advanced reasoning), `f` (first action:
//!   the corner when only the first cell is safe, the middle otherwise), and a guess, `r` (random) or `g`
//!   (constrained search): `pafg`, `pafr`, `par`.
//! * Inria: a first move `r`, `c` or `m`; then `Sim` and `Enu`, either may be missing; then tie-breakers
//!   `Ran`, `Lo`, `Aw`, `Awf`, `Cl`, `Clf`, `Lo` before or after a distance: `cSimEnuLoClf`, `rSimRan`.
//!   A last `F` turns the distance before it into its frame version (`AwLoF` is `AwfLo`).
//! * Behind a name of the documents, `+` and a reading ([`super::READINGS`]), as many as fit: `pafg+everywhere+corner`,
//!   `cSimEnuLoAw+scan+one-pick`.

use quandary_core::InputError;

use super::AnyPlayer;
use super::best::{Best, Parts};
use super::blocks::Blocks;
use super::blueprint::{
    Blueprint, Constrained, Enumeration, Guess, Inf, Method, Picks, Reach, TieBreak, Ties, Weights, WhenCut,
    Where,
};
use super::distance::{Measure, Start};
use super::first::FirstMove;
use super::gauss::Sign;
use super::pseq::Pseq;
use super::reading::Reading;
use crate::board::FirstClick;
use crate::rules::Minesweeper;

/// A strategy, understood from its name.
///
/// ```
/// use quandary_minesweeper::strategy::Strategy;
/// assert!("cSimEnuLoClf".parse::<Strategy>().is_ok());
/// let error = "xSimFoo".parse::<Strategy>().unwrap_err().to_string();
/// assert!(error.contains("column 1") && error.contains("Clf"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    name: String,
    kind: Kind,
    first: First,
}

/// Which player a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Our strongest player, with these parts.
    Best(Parts),
    /// PSEQ, with exact search once at most this many minefields are left.
    Pseq(usize),
    /// A player of the documents.
    Blocks(Blueprint),
}

/// Where the first move of a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// The best known cell for the board and the rule.
    BestKnown,
    /// What F of the kbs says.
    Kbs,
    /// As named.
    Named(FirstMove),
}

/// The names shown when one is not understood.
pub const GRAMMAR: &str = "best (without a part: best-lookahead, best-tosses, best-endgame), pseq, pseq-d256, \
    letters p a f and r or g (pafg, pafr, par), \
    or r/c/m, Sim, Enu and tie-breakers Ran Lo Aw Awf Cl Clf (cSimEnuLoClf); \
    both with other readings: +weights +everywhere +no-inf +inf-by-elimination +tree +printed-sign +corner +middle +anywhere \
    +scan +one-pick +fringe +laplace +no-flood +no-close +beside +beyond +both +always-guess +overwrite";

impl Strategy {
    /// Our strongest player, with all its parts.
    pub fn best() -> Strategy {
        Strategy { name: "best".to_owned(), kind: Kind::Best(Parts::ALL), first: First::BestKnown }
    }

    /// Which player it is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The name it was given by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first move it makes under a rule.
    pub fn first_move(&self, game: &Minesweeper) -> FirstMove {
        let board = game.grid().board();
        match self.first {
            First::BestKnown => FirstMove::best(board, game.first_click()),
            First::Kbs if game.first_click() == FirstClick::Open => FirstMove::Middle,
            First::Kbs => FirstMove::Corner,
            First::Named(first) => first,
        }
    }

    /// The game as its document plays it: without areas that open by themselves where it is read so.
    #[must_use]
    pub fn game(&self, game: Minesweeper) -> Minesweeper {
        match &self.kind {
            Kind::Blocks(Blueprint { flood: false, .. }) => game.without_flood(),
            _ => game,
        }
    }

    /// A player of this strategy. `first` replaces its own first move.
    pub fn player(&self, game: &Minesweeper, first: Option<FirstMove>) -> AnyPlayer {
        let first = first.unwrap_or_else(|| self.first_move(game));
        let grid = game.grid();
        match &self.kind {
            Kind::Best(parts) => Box::new(Best::new(grid, *parts, first)),
            Kind::Pseq(exact_below) => Box::new(Pseq::new(grid, first).exact_below(*exact_below)),
            Kind::Blocks(blueprint) => Blocks::boxed(grid, blueprint.clone(), first),
        }
    }
}

impl std::str::FromStr for Strategy {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Strategy, InputError> {
        let strategy = |kind, first| Ok(Strategy { name: name.to_owned(), kind, first });
        match name {
            "pseq" => return strategy(Kind::Pseq(0), First::BestKnown),
            "pseq-d256" => return strategy(Kind::Pseq(256), First::BestKnown),
            _ => {}
        }
        if let Some(parts) = name.strip_prefix("best") {
            return strategy(Kind::Best(Parts::without(name, parts)?), First::BestKnown);
        }
        let (core, readings) = name.split_once('+').map_or((name, None), |(core, rest)| (core, Some(rest)));
        // The kbs's names are in small letters; Inria's have capitals from the second character on.
        let is_kbs = core.starts_with(['p', 'a', 'f', 'g']);
        let (mut blueprint, mut first) = if is_kbs { letters(core)? } else { blocks(core)? };
        let mut other_first = None;
        let mut at = core.len() + 1;
        for text in readings.into_iter().flat_map(|readings| readings.split('+')) {
            // Inria's names have a first move of their own.
            let fits = Reading::named(text)
                .is_some_and(|reading| reading.apply(&mut blueprint, &mut other_first))
                && (is_kbs || other_first.is_none());
            if !fits {
                return Err(unknown(name, at, &format!("`+{text}` does not fit here")));
            }
            at += text.len() + 1;
        }
        if let Some(other) = other_first {
            first = First::Named(other);
        }
        strategy(Kind::Blocks(blueprint), first)
    }
}

fn unknown(name: &str, at: usize, what: &str) -> InputError {
    InputError::new(format!("strategy `{name}`: {what}")).at(1, at + 1).expected(GRAMMAR)
}

/// A player that is read as we read it.
fn plain(single: bool, guess: Guess) -> Blueprint {
    Blueprint { single, gauss: None, enumerate: None, guess, ties: Ties::Random, flood: true, rounds: None }
}

fn letters(name: &str) -> Result<(Blueprint, First), InputError> {
    const G: Constrained = Constrained {
        weights: Weights::Equal,
        reach: Reach::Frontier,
        inf: Some(Inf::Solutions),
        method: Method::Counting,
    };
    let mut blueprint = plain(false, Guess::Random(Where::Anywhere));
    let mut first = First::Named(FirstMove::Random);
    let mut guess = None;
    for (at, letter) in name.char_indices() {
        match letter {
            'p' if !blueprint.single => blueprint.single = true,
            'a' if blueprint.gauss.is_none() => blueprint.gauss = Some(Sign::Corrected),
            'f' if first != First::Kbs => first = First::Kbs,
            'r' if guess.is_none() => guess = Some(Guess::Random(Where::Anywhere)),
            'g' if guess.is_none() => guess = Some(Guess::Safest(G)),
            _ => return Err(unknown(name, at, &format!("`{letter}` does not fit here"))),
        }
    }
    blueprint.guess = guess.ok_or_else(|| unknown(name, name.len(), "the guess, r or g, is missing"))?;
    Ok((blueprint, first))
}

fn blocks(name: &str) -> Result<(Blueprint, First), InputError> {
    let first = match name.chars().next() {
        Some('r') => FirstMove::Random,
        Some('c') => FirstMove::Corner,
        Some('m') => FirstMove::Middle,
        Some(other) => return Err(unknown(name, 0, &format!("`{other}` is not a valid first move"))),
        None => return Err(unknown(name, 0, "the name is empty")),
    };
    let mut at = 1;
    let mut take = |block: &str| {
        let found = name[at..].starts_with(block);
        at += if found { block.len() } else { 0 };
        found
    };
    let single = take("Sim");
    let enumerate = take("Enu");
    let mut steps = Vec::new();
    loop {
        // Longer names first: Awf before Aw.
        let step = if take("Ran") {
            TieBreak::Ran
        } else if take("Lo") {
            TieBreak::Lo
        } else if take("Awf") {
            TieBreak::Distance(Measure::AwayFromFrame)
        } else if take("Aw") {
            TieBreak::Distance(Measure::Away)
        } else if take("Clf") {
            TieBreak::Distance(Measure::CloseOrFrame)
        } else if take("Cl") {
            TieBreak::Distance(Measure::Close)
        } else if !steps.is_empty() && take("F") {
            frame_version(&mut steps);
            continue;
        } else {
            break;
        };
        steps.push(step);
    }
    if at < name.len() {
        return Err(unknown(name, at, &format!("`{}` is not a valid building block", &name[at..])));
    }
    if steps.is_empty() {
        return Err(unknown(name, at, "a tie-breaker is missing"));
    }
    let mut blueprint = plain(single, Guess::Narrow { steps, from: Start::Open });
    blueprint.enumerate = enumerate.then_some(Enumeration { picks: Picks::All, when_cut: WhenCut::Nothing });
    Ok((blueprint, First::Named(first)))
}

/// `AwLoF` of the report's tables is `AwfLo`.
fn frame_version(steps: &mut [TieBreak]) {
    for step in steps {
        match step {
            TieBreak::Distance(measure @ Measure::Away) => *measure = Measure::AwayFromFrame,
            TieBreak::Distance(measure @ Measure::Close) => *measure = Measure::CloseOrFrame,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name of the documents' tables.
    pub(super) const NAMES: [&str; 24] = [
        "best",
        "pseq",
        "pseq-d256",
        "pafg",
        "pafr",
        "par",
        "pag",
        "rSimRan",
        "rEnuRan",
        "rSimEnuRan",
        "rSimEnuLo",
        "rSimEnuAwRan",
        "rSimEnuAwLo",
        "rSimEnuClLo",
        "rSimEnuAwLoF",
        "rSimEnuClLoF",
        "rSimEnuLoAw",
        "rSimEnuLoCl",
        "rSimEnuLoAwf",
        "rSimEnuLoClf",
        "cSimEnuLoClf",
        "mSimEnuLoAw",
        "pafg+weights",
        "pafg+printed-sign",
    ];

    #[test]
    fn every_name_of_the_documents_is_understood() {
        for name in NAMES {
            assert_eq!(name.parse::<Strategy>().unwrap().name(), name);
        }
        let blocks = |name: &str| name.parse::<Strategy>().unwrap().kind;
        assert_eq!(blocks("rSimEnuAwLoF"), blocks("rSimEnuAwfLo"));
        assert_ne!(blocks("rSimEnuAwLo"), blocks("rSimEnuLoAw"));
    }

    #[test]
    fn every_reading_fits_somewhere_and_stands_in_the_grammar() {
        for reading in &crate::strategy::READINGS {
            let fits = |core: &&str| format!("{core}+{}", reading.name).parse::<Strategy>().is_ok();
            let core = ["pafg", "pafr", "rSimEnuLo", "rSimEnuClLo"].into_iter().find(fits);
            let core = core.unwrap_or_else(|| panic!("+{} fits nowhere", reading.name));
            let (plain, read) = (core.to_owned(), format!("{core}+{}", reading.name));
            let parts = |name: &str| {
                let strategy = name.parse::<Strategy>().unwrap();
                (strategy.kind, strategy.first)
            };
            assert_ne!(parts(&plain), parts(&read), "{read}");
            assert!(GRAMMAR.contains(&format!("+{}", reading.name)), "{read}");
        }
        let kind = |name: &str| name.parse::<Strategy>().unwrap().kind;
        assert_eq!(kind("cSimEnuLoAw+scan+one-pick"), kind("cSimEnuLoAw+one-pick+scan"));
    }

    #[test]
    fn a_name_that_is_not_understood_says_where_and_lists_the_blocks() {
        for (name, column) in [
            ("xSimFoo", 1),
            ("rSimFoo", 5),
            ("rSimFLo", 5),
            ("rSimEnu", 8),
            ("paf", 4),
            ("pafx", 4),
            ("best-luck", 5),
            ("pafg+", 6),
            ("pafg+scan+scan", 11),
            ("pafr+weights", 6),
            ("pafg+beside", 6),
            ("par+beside+beyond", 12),
            ("rSimEnuLoCl+no-close", 13),
            ("rSimEnuLo+both", 11),
            ("pafg+one-pick", 6),
            ("pafg+corner+middle", 13),
            ("rSimRan+one-pick", 9),
            ("cSimEnuLo+middle", 11),
            ("", 1),
        ] {
            let error = name.parse::<Strategy>().unwrap_err();
            assert_eq!(error.place.unwrap().column, column, "{name}: {error}");
            assert!(error.expected.unwrap().contains("Awf"), "{name}");
        }
    }
}
