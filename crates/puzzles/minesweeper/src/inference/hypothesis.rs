//! "What if this cell is opened and shows that number?": the look-ahead of the strategies.
//!
//! Opening a cell adds one number, which touches only the parts of the frontier around it. Those parts are
//! joined with the new number and counted again; all other parts enter through the polynomial that is
//! already known. The joined part is merged and ordered once per cell: its numbers differ in one demand.

use quandary_core::Exhausted;

use super::chain::Chain;
use super::hold::Hold;
use super::system::{Stamps, System};
use super::weight::Weight;
use super::{Inference, NO_PART, NoAnswer, convolve};
use crate::board::{Cell, Grid};
use crate::knowledge::{Knowledge, Mark};

/// What the position looks like once a cell has been opened and shows `value`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The number it shows.
    pub value: u8,
    /// The probability that the cell is safe and shows it.
    pub probability: f64,
    /// Other cells that are then certainly safe.
    pub sure: u32,
    /// Those of them that can tell something: they touch a cell that is still in doubt.
    pub useful: u32,
    /// The largest probability of being safe among the cells that are then in doubt.
    pub best: f64,
    /// The second largest.
    pub second: f64,
    /// By how much the frontier's doubt grows: the sum of safe · mined over its cells.
    pub doubt: f64,
}

/// The look-ahead engine: memory that is reused from question to question.
#[derive(Clone, Debug)]
pub struct Hypotheses {
    stamps: Stamps,
    system: System,
    chain: Chain<f64>,
    affected: Vec<u16>,
    others: Vec<f64>,
    product: Vec<f64>,
    rest: Vec<f64>,
    /// For positions in which the mine count decides: everything is counted again.
    knowledge: Knowledge,
    whole: Inference,
    loose: bool,
}

/// How closely to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// How likely each number is, and nothing else.
    Values,
    /// All of [`Outlook`].
    Full,
}

impl Hypotheses {
    /// An engine for a board.
    pub fn new(grid: &Grid) -> Hypotheses {
        Hypotheses {
            stamps: Stamps::new(grid.board().cells()),
            system: System::default(),
            chain: Chain::new(),
            affected: Vec::new(),
            others: Vec::new(),
            product: Vec::new(),
            rest: Vec::new(),
            knowledge: Knowledge::new(grid),
            whole: Inference::new(grid),
            loose: true,
        }
    }

    /// Fills `out` with every number that `cell` may show.
    ///
    /// `base` must have been run on `known`, must have found no certain cell, and `cell` must be unknown.
    pub(crate) fn explore(
        &mut self,
        known: &Knowledge,
        base: &Inference,
        cell: Cell,
        detail: Detail,
        out: &mut Vec<Outlook>,
    ) -> Result<(), NoAnswer> {
        out.clear();
        self.loose = true;
        let grid = known.grid();
        let around = || grid.around(cell).iter().copied().filter(|&near| known.mark(near) == Mark::Unknown);
        let mines = grid.around(cell).iter().filter(|&&near| known.mark(near) == Mark::Mine).count();
        let unseen_around = around().filter(|&near| base.part_of(near) == NO_PART).count();
        let own_part = base.part_of(cell);
        let unseen = base.unseen.len() - unseen_around - usize::from(own_part == NO_PART);

        self.affected.clear();
        for part in around().map(|near| base.part_of(near)).chain([own_part]) {
            if part != NO_PART && !self.affected.contains(&part) {
                self.affected.push(part);
            }
        }
        let mut hold = base.hold();
        let (others_low, ln_others) = self.multiply_others(base, &mut hold)?;
        let neighbours = around().count();
        let asked = self.join(known, base, cell);
        if asked.is_none() && neighbours > 0 {
            return Ok(());
        }
        self.chain.plan(&self.system)?;

        for count in 0..=neighbours {
            if let Some(asked) = asked {
                self.chain.demand(asked, count as u8);
            }
            if !self.chain.forward(&mut hold)? {
                continue;
            }
            let (low, ways) = self.chain.total();
            let spread = ways.len() + self.others.len() - 2;
            let most = base.mines_left as isize - (low + others_low) as isize;
            let (choose, ln_choose) = f64::choose(unseen, most - spread as isize, most, &mut hold)?;
            // choose[spread - j] belongs to j mines above the fewest.
            self.rest.clear();
            for m in 0..ways.len() {
                let weights = choose[..=spread - m].iter().rev();
                self.rest.push(self.others.iter().zip(weights).map(|(others, weight)| others * weight).sum());
            }
            let total: f64 = ways.iter().zip(&self.rest).map(|(ways, rest)| ways * rest).sum();
            if total == 0.0 {
                continue;
            }
            let ln_scale = self.chain.ln_scale + ln_others + ln_choose - base.ln_total;
            let probability = total / base.total * ln_scale.exp();
            let value = (mines + count) as u8;
            let mut outlook =
                Outlook { value, probability, sure: 0, useful: 0, best: 0.0, second: 0.0, doubt: 0.0 };
            if detail == Detail::Full {
                // Enough unseen cells for every way, and never too few mines: the count forbids nothing, so
                // what is certain in the untouched parts stays as it was.
                let loose = most - spread as isize >= 1 && most < unseen as isize;
                if loose {
                    let rest = std::mem::take(&mut self.rest);
                    self.chain.backward(&rest, self.system.groups.len(), &mut hold)?;
                    self.rest = rest;
                    self.look(known, base, cell, unseen, most, spread, &choose, total, &mut outlook);
                } else {
                    self.loose = false;
                    self.count_again(known, base, cell, &mut outlook)?;
                }
            }
            out.push(outlook);
        }
        Ok(())
    }

    /// Whether the mine count forbade nothing in the last question.
    pub(crate) fn was_loose(&self) -> bool {
        self.loose
    }

    /// The product of the parts that the new number does not touch: its fewest mines and ln of its scale.
    fn multiply_others(&mut self, base: &Inference, hold: &mut Hold) -> Result<(usize, f64), Exhausted> {
        self.others.clear();
        self.others.push(1.0);
        let (mut low, mut ln_scale) = (0, 0.0);
        for (index, part) in base.parts[..base.live].iter().enumerate() {
            if self.affected.contains(&(index as u16)) {
                continue;
            }
            let (fewest, ways) = part.chain.total();
            low += fewest;
            convolve(&self.others, ways, &mut self.product, hold)?;
            ln_scale += f64::rescale(&mut self.product) + part.chain.ln_scale;
            std::mem::swap(&mut self.others, &mut self.product);
        }
        Ok((low, ln_scale))
    }

    /// Joins the touched parts, without `cell`, with the new number; returns the new number's constraint.
    /// `None` when the cell has no unknown neighbour, or when it cannot be safe.
    fn join(&mut self, known: &Knowledge, base: &Inference, cell: Cell) -> Option<usize> {
        let grid = known.grid();
        self.system.clear();
        self.stamps.clear();
        for &part in &self.affected {
            for &witness in &base.parts[part as usize].witnesses {
                let cells = grid.around(witness).iter().copied();
                let cells = cells.filter(|&near| known.mark(near) == Mark::Unknown && near != cell);
                let need = known.need(witness) as u8;
                if cells.clone().next().is_some() {
                    self.system.add(&mut self.stamps, need, cells);
                }
            }
        }
        let cells = grid.around(cell).iter().copied().filter(|&near| known.mark(near) == Mark::Unknown);
        let asked = cells.clone().next().is_some().then_some(self.system.constraints.len());
        if asked.is_some() {
            self.system.add(&mut self.stamps, 0, cells);
        }
        self.system.merge();
        asked
    }

    /// Reads the backward pass: certain cells, the two safest, and the doubt.
    #[allow(clippy::too_many_arguments)] // one caller, which has just computed all of these
    fn look(
        &self,
        known: &Knowledge,
        base: &Inference,
        cell: Cell,
        unseen: usize,
        most: isize,
        spread: usize,
        choose: &[f64],
        total: f64,
        outlook: &mut Outlook,
    ) {
        let mut doubt = 0.0;
        for (&other, &group) in self.system.cells.iter().zip(&self.system.group_of) {
            let tally = &self.chain.tallies[group as usize];
            if tally.mines == 0.0 {
                outlook.sure += 1;
                outlook.useful += u32::from(self.tells(known, cell, other));
            }
            let safe = tally.safe / (tally.mines + tally.safe);
            outlook.offer(safe);
            doubt += safe * (1.0 - safe);
        }
        for (index, part) in base.parts[..base.live].iter().enumerate() {
            if self.affected.contains(&(index as u16)) {
                doubt -= base.doubt_of(part);
                continue;
            }
            // The mine count moves these by far less than the number that was just opened.
            for &other in &part.system.cells {
                debug_assert_ne!(other, cell);
                outlook.offer(1.0 - base.mine(other));
            }
        }
        outlook.doubt = doubt;
        if unseen > 0 {
            let ways = self.chain.total().1;
            let mut mines = 0.0;
            for (m, ways) in ways.iter().enumerate() {
                for (j, others) in self.others.iter().enumerate() {
                    let above = m + j;
                    mines += ways * others * choose[spread - above] * (most - above as isize) as f64;
                }
            }
            outlook.offer(1.0 - mines / (total * unseen as f64));
            if unseen > 1 {
                outlook.offer(1.0 - mines / (total * unseen as f64));
            }
        }
    }

    /// Whether a cell that became certainly safe touches one that is still in doubt after `cell` was opened.
    fn tells(&self, known: &Knowledge, cell: Cell, sure: Cell) -> bool {
        let mut around = known.grid().around(sure).iter().copied();
        around.any(|near| {
            near != cell
                && known.mark(near) == Mark::Unknown
                && self.stamps.get(near).is_none_or(|index| {
                    let tally = &self.chain.tallies[self.system.group_of[index as usize] as usize];
                    tally.mines > 0.0 && tally.safe > 0.0
                })
        })
    }

    /// Everything from the beginning, with the cell opened.
    fn count_again(
        &mut self,
        known: &Knowledge,
        base: &Inference,
        cell: Cell,
        outlook: &mut Outlook,
    ) -> Result<(), NoAnswer> {
        self.knowledge.clone_from(known);
        self.knowledge.open(cell, outlook.value);
        self.knowledge.propagate();
        self.whole.within(&base.budget);
        self.whole.run(&self.knowledge)?;
        let (knowledge, whole) = (&self.knowledge, &self.whole);
        let doubtful = |cell: Cell| {
            knowledge.mark(cell) == Mark::Unknown && whole.mine(cell) > 0.0 && whole.mine(cell) < 1.0
        };
        for other in known.grid().cells() {
            let sure = match knowledge.mark(other) {
                Mark::Safe => true,
                Mark::Unknown => {
                    outlook.offer(1.0 - whole.mine(other));
                    whole.mine(other) == 0.0
                }
                _ => false,
            };
            if sure {
                outlook.sure += 1;
                let tells = known.grid().around(other).iter().any(|&near| doubtful(near));
                outlook.useful += u32::from(tells);
            }
        }
        let doubt = |of: &Inference| of.parts[..of.live].iter().map(|part| of.doubt_of(part)).sum::<f64>();
        outlook.doubt = doubt(whole) - doubt(base);
        Ok(())
    }
}

impl Outlook {
    /// Takes a cell's probability of being safe into account, unless it is certain.
    #[inline]
    fn offer(&mut self, safe: f64) {
        if safe >= 1.0 {
        } else if safe > self.best {
            self.second = self.best;
            self.best = safe;
        } else if safe > self.second {
            self.second = safe;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::inference::Consultation;
    use crate::inference::Minefields;
    use crate::rules::Observation;
    use quandary_core::Seed;

    /// The outlook of opening a cell that shows `value`, from the list of all minefields.
    fn by_counting(known: &Knowledge, all: &Minefields, cell: Cell, value: u8) -> Outlook {
        let grid = known.grid();
        let bit = |of: Cell| all.cells.iter().position(|&other| other == of);
        let mined = |field: u128, of: Cell| match bit(of) {
            Some(bit) => field >> bit & 1 == 1,
            None => known.mark(of) == Mark::Mine,
        };
        let number = |field: u128| grid.around(cell).iter().filter(|&&near| mined(field, near)).count();
        let fits = |field: &&u128| !mined(**field, cell) && number(**field) == value as usize;
        let left: Vec<u128> = all.fields.iter().filter(fits).copied().collect();
        let safe = |of: Cell| left.iter().filter(|&&f| !mined(f, of)).count() as f64 / left.len() as f64;
        let others: Vec<Cell> = all.cells.iter().copied().filter(|&other| other != cell).collect();
        let in_doubt = |of: Cell| others.contains(&of) && safe(of) > 0.0 && safe(of) < 1.0;
        let sure: Vec<Cell> = others.iter().copied().filter(|&other| safe(other) == 1.0).collect();
        let tells = |of: &&Cell| grid.around(**of).iter().any(|&near| in_doubt(near));
        let mut doubtful: Vec<f64> = others.iter().copied().filter(|&c| in_doubt(c)).map(safe).collect();
        doubtful.sort_by(|a, b| b.total_cmp(a));
        Outlook {
            value,
            probability: left.len() as f64 / all.fields.len() as f64,
            sure: sure.len() as u32,
            useful: sure.iter().filter(tells).count() as u32,
            best: doubtful.first().copied().unwrap_or(0.0),
            second: doubtful.get(1).copied().unwrap_or(0.0),
            doubt: 0.0,
        }
    }

    #[test]
    fn an_outlook_is_what_counting_all_minefields_shows() {
        let mut stream = Seed(32).stream(0);
        let (mut outlooks, mut certain) = (0, 0);
        for _ in 0..3_000 {
            let board = Board::new(3 + stream.index(3), 3 + stream.index(4), 4 + stream.index(3)).unwrap();
            let seen = Observation::scattered(board, 0.4, &mut stream);
            let grid = seen.grid().clone();
            let mut asked = Consultation::new(&grid);
            let mut all = Minefields::default();
            if !matches!(asked.certain(&seen), Ok(None)) || !asked.base.enumerate(3_000, &mut all) {
                continue;
            }
            let Consultation { known, base, .. } = &asked;
            let mut ahead = Hypotheses::new(&grid);
            let mut found = Vec::new();
            for &cell in &all.cells {
                ahead.explore(known, base, cell, Detail::Full, &mut found).unwrap();
                // Parts that the number does not touch enter as they were: exact only where there are none.
                let exact = ahead.affected.len() == base.live;
                for outlook in &found {
                    let counted = by_counting(known, &all, cell, outlook.value);
                    assert!((outlook.probability - counted.probability).abs() < 1e-9, "{seen:?}");
                    assert_eq!(
                        (outlook.sure, outlook.useful),
                        (counted.sure, counted.useful),
                        "{seen:?} {cell:?}"
                    );
                    if exact {
                        assert!((outlook.best - counted.best).abs() < 1e-9, "{seen:?} {cell:?}");
                        assert!((outlook.second - counted.second).abs() < 1e-9, "{seen:?} {cell:?}");
                    }
                    outlooks += 1;
                    certain += counted.sure;
                }
            }
        }
        assert!(outlooks > 10_000 && certain > 1_000, "{outlooks} {certain}");
    }
}
