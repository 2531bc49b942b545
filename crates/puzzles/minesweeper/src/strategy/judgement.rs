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

/// How many traits a guess is judged by.
pub const TRAITS: usize = 13;

/// Their names, in the order of [`Judgement`].
pub const TRAIT_NAMES: [&str; TRAITS] = [
    "ln safe",
    "risk",
    "gap",
    "doubtful",
    "ln useful",
    "toss",
    "beside",
    "doubt",
    "unseen",
    "unknown",
    "lone",
    "certain",
    "dead",
];

/// The traits of a guess; probabilities are given that the cell is safe.
pub type Traits = [f64; TRAITS];

/// The weight of each trait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement(pub Traits);

impl Judgement {
    /// What the regression gave on dense boards: `fit_judgement 16x30/99 72 15000`, with the weights of an earlier
    /// round in play. The intervals are narrow: risk −0.855 ± 0.070, toss 0.519 ± 0.047, beside 0.451 ± 0.116.
    pub const DENSE: Judgement = Judgement([
        -0.1353, -0.8546, -0.3786, -0.1219, 0.0313, 0.5193, 0.4506, -0.0204, 0.0045, -0.0025, -0.0046,
        -0.0117, -0.0135,
    ]);
    /// What it gave on sparse boards, `fit_judgement 9x9/10 73 6000`: much the same, but certain cells, doubt and
    /// unseen neighbours count for less where another opening is never far.
    pub const SPARSE: Judgement = Judgement([
        -0.0789, -0.9094, -0.3877, -0.0797, 0.0181, 0.5624, 0.4771, -0.0061, 0.0006, -0.0017, 0.0003,
        -0.0089, -0.0064,
    ]);

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
        traits[LN_SAFE] = safe.ln();
        traits[LN_USEFUL] = MANY.ln();
        traits[TOSS] = tosses.within(cell) / safe;
        traits[BESIDE] = tosses.around(cell) / safe;
        // Geometry and doubt may add a little.
        1.02 * self.value(safe, &traits)
    }
}

const LN_SAFE: usize = 0;
const RISK: usize = 1;
const GAP: usize = 2;
const DOUBTFUL: usize = 3;
const LN_USEFUL: usize = 4;
const TOSS: usize = 5;
const BESIDE: usize = 6;
const DOUBT: usize = 7;
const UNSEEN: usize = 8;
const UNKNOWN: usize = 9;
const LONE: usize = 10;
const CERTAIN: usize = 11;
const DEAD: usize = 12;

/// More useful cells at once are beyond what a number brings on average.
const MANY: f64 = 5.0;

/// The traits of opening a cell.
///
/// * ln safe: of its safety.
/// * risk: how unsafe the next guess is, where the number makes no useful cell certain.
/// * gap: how much less safe the second best cell is then.
/// * doubtful: how unsafe the best guess is where there are useful certain cells, should they not help.
/// * ln useful: of the number of certain cells that can tell something.
/// * toss, beside: see [`Tosses::within`], [`Tosses::around`].
/// * doubt: by how much the frontier's uncertainty grows.
/// * unseen, unknown: neighbours that no number sees, that are not known.
/// * lone: whether no number sees the cell itself.
/// * certain: whether something useful becomes certain whatever it shows.
/// * dead: whether it shows the same number whatever is around it.
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
        traits[DOUBT] += share * outlook.doubt;
        if outlook.useful > 0 {
            useful += share;
            traits[DOUBTFUL] += share * (1.0 - outlook.best);
            traits[LN_USEFUL] += share * f64::from(outlook.useful).ln();
        } else {
            traits[RISK] += share * (1.0 - outlook.best);
            traits[GAP] += share * (outlook.best - outlook.second);
        }
    }
    traits[LN_SAFE] = safe.ln();
    traits[TOSS] = tosses.within(cell) / safe;
    traits[BESIDE] = tosses.around(cell) / safe;
    for &near in known.grid().around(cell) {
        if known.mark(near) == Mark::Unknown {
            traits[UNKNOWN] += 1.0;
            traits[UNSEEN] += f64::from(u8::from(base.part_of(near) == NO_PART));
        }
    }
    traits[LONE] = f64::from(u8::from(base.part_of(cell) == NO_PART));
    traits[CERTAIN] = f64::from(u8::from(useful > 0.999));
    traits[DEAD] = f64::from(u8::from(outlooks.len() == 1));
    traits
}
