//! What a guess is worth, by what can be seen of it.
//!
//! The value of opening a cell is its safety times the chance of winning once it turned out safe. The latter is
//! estimated by a formula with fitted weights,
//!
//! value(c) = safe(c) · exp(Σ weight · trait(c)),
//!
//! up to a factor that all cells of a position share. The weights come from games played to the end: in
//! positions where the player must guess, minefields are drawn among those that agree, every candidate is opened
//! in each, and the player goes on; within each position, the share of wins is regressed on the traits. The
//! program that does it is `examples/fit_judgement.rs`.

use super::tosses::Tosses;
use crate::board::{Board, Cell};
use crate::inference::{Inference, NO_PART, Outlook};
use crate::knowledge::{Knowledge, Mark};

/// What a guess is judged by; probabilities are given that the cell is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trait {
    /// The logarithm of its safety.
    LnSafe,
    /// How unsafe the next guess is, where the number makes no useful cell certain.
    Risk,
    /// How much less safe the second best cell is then.
    Gap,
    /// How unsafe the best guess is where there are useful certain cells, should they not help.
    Doubtful,
    /// The logarithm of the number of certain cells that can tell something.
    LnUseful,
    /// See [`Tosses::within`].
    Toss,
    /// See [`Tosses::around`].
    Beside,
    /// By how much the frontier's uncertainty grows.
    Doubt,
    /// Neighbours that no number sees.
    Unseen,
    /// Neighbours that are not known.
    Unknown,
    /// Whether no number sees the cell itself.
    Lone,
    /// Whether something useful becomes certain whatever it shows.
    Certain,
    /// Whether it shows the same number whatever is around it.
    Dead,
}

/// A trait, its name, and its weight on dense and on sparse boards.
struct Row(Trait, &'static str, f64, f64);

/// All traits.
///
/// Dense: what the regression gave with `fit_judgement 16x30/99 72 15000`, with the weights of an earlier round in
/// play. The intervals are narrow: risk −0.855 ± 0.070, toss 0.519 ± 0.047, beside 0.451 ± 0.116. Sparse:
/// `fit_judgement 9x9/10 73 6000`: much the same, but certain cells, doubt and unseen neighbours count for less
/// where another opening is never far.
const TABLE: [Row; 13] = [
    Row(Trait::LnSafe, "ln safe", -0.1353, -0.0789),
    Row(Trait::Risk, "risk", -0.8546, -0.9094),
    Row(Trait::Gap, "gap", -0.3786, -0.3877),
    Row(Trait::Doubtful, "doubtful", -0.1219, -0.0797),
    Row(Trait::LnUseful, "ln useful", 0.0313, 0.0181),
    Row(Trait::Toss, "toss", 0.5193, 0.5624),
    Row(Trait::Beside, "beside", 0.4506, 0.4771),
    Row(Trait::Doubt, "doubt", -0.0204, -0.0061),
    Row(Trait::Unseen, "unseen", 0.0045, 0.0006),
    Row(Trait::Unknown, "unknown", -0.0025, -0.0017),
    Row(Trait::Lone, "lone", -0.0046, 0.0003),
    Row(Trait::Certain, "certain", -0.0117, -0.0089),
    Row(Trait::Dead, "dead", -0.0135, -0.0064),
];

/// How many traits a guess is judged by.
pub const TRAITS: usize = TABLE.len();

/// Their names, in the order of [`Judgement`].
pub const TRAIT_NAMES: [&str; TRAITS] = {
    let mut names = [""; TRAITS];
    let mut at = 0;
    while at < TRAITS {
        names[TABLE[at].0 as usize] = TABLE[at].1;
        at += 1;
    }
    names
};

/// The traits of a guess.
pub type Traits = [f64; TRAITS];

/// The weight of each trait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement(pub Traits);

impl Judgement {
    /// The weights for dense boards, such as 16x30/99.
    pub const DENSE: Judgement = Judgement::column(true);
    /// The weights for sparse boards, such as 9x9/10.
    pub const SPARSE: Judgement = Judgement::column(false);

    const fn column(dense: bool) -> Judgement {
        let mut weights = [0.0; TRAITS];
        let mut at = 0;
        while at < TRAITS {
            weights[TABLE[at].0 as usize] = if dense { TABLE[at].2 } else { TABLE[at].3 };
            at += 1;
        }
        Judgement(weights)
    }

    /// The weights for a board: between the two by the share of mines.
    pub fn for_board(board: Board) -> Judgement {
        let share = |mines: f64, cells: f64| mines / cells;
        let (sparse, dense) = (share(10.0, 81.0), share(99.0, 480.0));
        let own = share(board.mines() as f64, board.cells() as f64);
        let at = ((own - sparse) / (dense - sparse)).clamp(0.0, 1.0);
        let weight = |of: usize| Judgement::SPARSE.0[of] * (1.0 - at) + Judgement::DENSE.0[of] * at;
        Judgement(std::array::from_fn(weight))
    }

    /// The value of opening a cell with these traits, up to a factor that all cells of a position share.
    pub fn value(&self, safe: f64, traits: &Traits) -> f64 {
        safe * traits.iter().zip(&self.0).map(|(of, weight)| of * weight).sum::<f64>().exp()
    }

    /// What a cell with this safety and these tosses will hardly exceed: for passing over hopeless candidates.
    pub(super) fn most(&self, safe: f64, tosses: &Tosses, cell: Cell) -> f64 {
        let mut traits = [0.0; TRAITS];
        traits[Trait::LnSafe as usize] = safe.ln();
        traits[Trait::LnUseful as usize] = MANY.ln();
        traits[Trait::Toss as usize] = tosses.within(cell) / safe;
        traits[Trait::Beside as usize] = tosses.around(cell) / safe;
        GEOMETRY * self.value(safe, &traits)
    }
}

/// How much of a factor the traits that [`Judgement::most`] passes over may add. Risk, gap, doubtful, certain and
/// dead only take away. Eight unseen neighbours, unknown as well, add 8 · (0.0045 − 0.0025) on dense boards and
/// nothing on sparse ones: a factor of 1.016. The rest is for a frontier that becomes less uncertain (doubt), which
/// has no strict bound: a candidate passed over may in rare cases have been better by a fraction of this.
const GEOMETRY: f64 = 1.02;

/// More useful cells at once are beyond what a number brings on average.
const MANY: f64 = 5.0;

/// The traits of opening a cell: see [`Trait`].
pub(super) fn traits_of(
    known: &Knowledge,
    base: &Inference,
    tosses: &Tosses,
    cell: Cell,
    outlooks: &[Outlook],
) -> Traits {
    let safe = 1.0 - base.mine(cell);
    let mut traits = [0.0; TRAITS];
    let mut useful = 0.0;
    for outlook in outlooks {
        let share = outlook.probability / safe;
        traits[Trait::Doubt as usize] += share * outlook.doubt;
        if outlook.useful > 0 {
            useful += share;
            traits[Trait::Doubtful as usize] += share * (1.0 - outlook.best);
            traits[Trait::LnUseful as usize] += share * f64::from(outlook.useful).ln();
        } else {
            traits[Trait::Risk as usize] += share * (1.0 - outlook.best);
            traits[Trait::Gap as usize] += share * (outlook.best - outlook.second);
        }
    }
    traits[Trait::LnSafe as usize] = safe.ln();
    traits[Trait::Toss as usize] = tosses.within(cell) / safe;
    traits[Trait::Beside as usize] = tosses.around(cell) / safe;
    for &near in known.grid().around(cell) {
        if known.mark(near) == Mark::Unknown {
            traits[Trait::Unknown as usize] += 1.0;
            traits[Trait::Unseen as usize] += f64::from(u8::from(base.part_of(near) == NO_PART));
        }
    }
    traits[Trait::Lone as usize] = f64::from(u8::from(base.part_of(cell) == NO_PART));
    traits[Trait::Certain as usize] = f64::from(u8::from(useful > 0.999));
    traits[Trait::Dead as usize] = f64::from(u8::from(outlooks.len() == 1));
    traits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trait_has_one_row_of_the_table() {
        assert!(TRAIT_NAMES.iter().all(|name| !name.is_empty()), "{TRAIT_NAMES:?}");
        assert!(Judgement::DENSE.0.iter().chain(&Judgement::SPARSE.0).all(|&weight| weight != 0.0));
    }

    #[test]
    fn geometry_adds_no_more_than_the_bound_allows() {
        for board in ["16x30/99", "9x9/10", "16x16/40", "30x30/300"] {
            let Judgement(weights) = Judgement::for_board(board.parse().unwrap());
            let weight = |of: Trait| weights[of as usize];
            // Neighbours that no number sees are unknown too; the cell itself may be such a cell or not.
            let neighbours = (0..=8).flat_map(|unknown| (0..=unknown).map(move |unseen| (unknown, unseen)));
            let most = neighbours
                .map(|(unknown, unseen)| {
                    f64::from(unknown) * weight(Trait::Unknown) + f64::from(unseen) * weight(Trait::Unseen)
                })
                .fold(0.0, f64::max);
            assert!((most + weight(Trait::Lone).max(0.0)).exp() <= GEOMETRY, "{board}: {most}");
            for never_adds in [Trait::Risk, Trait::Gap, Trait::Doubtful, Trait::Certain, Trait::Dead] {
                assert!(weight(never_adds) < 0.0);
            }
        }
    }
}
