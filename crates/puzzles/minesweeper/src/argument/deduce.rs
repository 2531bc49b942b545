//! Steps from one, two or three numbers (and the mine count), in rounds; then the few that one cell needs.

use super::counting::{self, CountingResult};
use super::{Number, Step, spots};
use crate::board::Cell;
use crate::inference::Probabilities;
use crate::rules::{CellView, Observation};

/// What is known about a cell while arguing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Open,
    Unknown,
    Safe,
    Mine,
    /// A mine that the player has flagged: known without a step.
    Flagged,
}

impl Fact {
    pub(super) fn is_settled(self) -> bool {
        matches!(self, Fact::Safe | Fact::Mine)
    }

    fn is_mine(self) -> bool {
        matches!(self, Fact::Mine | Fact::Flagged)
    }
}

/// Everything known at one point of an argument.
#[derive(Clone)]
pub(super) struct Facts<'s> {
    pub(super) seen: &'s Observation,
    known: Vec<Fact>,
}

impl<'s> Facts<'s> {
    /// What can be seen: open cells, and flags that are right. The flag on `target` is not taken for granted.
    pub(super) fn new(seen: &'s Observation, found: &Probabilities, target: Option<Cell>) -> Facts<'s> {
        let fact = |cell: Cell| match seen.at(cell) {
            CellView::Number(_) => Fact::Open,
            CellView::Flag if found.mine[cell.at()] == Some(1.0) && target != Some(cell) => Fact::Flagged,
            _ => Fact::Unknown,
        };
        Facts { seen, known: seen.grid().cells().map(fact).collect() }
    }

    pub(super) fn at(&self, cell: Cell) -> Fact {
        self.known[cell.at()]
    }

    /// The cells around an open number that are unknown.
    pub(super) fn unknown(&self, open: Cell) -> Vec<Cell> {
        let around = self.seen.grid().around(open).iter();
        around.copied().filter(|&near| self.at(near) == Fact::Unknown).collect()
    }

    /// Mines that an open number still misses; negative when the position is impossible.
    pub(super) fn missing(&self, open: Cell) -> i32 {
        let around = self.seen.grid().around(open).iter();
        let mines = around.filter(|near| self.at(**near).is_mine()).count();
        i32::from(self.seen.number(open).unwrap_or(0)) - mines as i32
    }

    pub(super) fn mines(&self) -> Vec<Cell> {
        self.seen.grid().cells().filter(|&cell| self.at(cell).is_mine()).collect()
    }

    fn take(&mut self, conclusion: &Conclusion) {
        for &cell in &conclusion.safe {
            self.known[cell.at()] = Fact::Safe;
        }
        for &cell in &conclusion.mines {
            self.known[cell.at()] = Fact::Mine;
        }
    }

    fn number(&self, open: Cell) -> Number {
        let board = self.seen.board();
        let around = self.seen.grid().around(open).iter().copied();
        let found: Vec<Cell> = around.filter(|&near| self.at(near).is_mine()).collect();
        Number {
            cell: board.spot(open),
            number: self.seen.number(open).unwrap_or(0),
            found: spots(board, &found),
            among: spots(board, &self.unknown(open)),
        }
    }
}

/// What a step rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    One(Cell),
    Two {
        more: Cell,
        less: Cell,
    },
    /// The sides see all of what the middle sees, or all that counts.
    Cover {
        middle: Cell,
        sides: [Cell; 2],
    },
    /// The sides have nothing in common.
    Fill {
        middle: Cell,
        sides: [Cell; 2],
    },
    Count,
}

/// What follows from a rule.
#[derive(Clone, Debug)]
pub(super) struct Conclusion {
    rule: Rule,
    pub(super) safe: Vec<Cell>,
    mines: Vec<Cell>,
}

impl Conclusion {
    fn is_empty(&self) -> bool {
        self.safe.is_empty() && self.mines.is_empty()
    }

    fn settles(&self, cell: Cell) -> bool {
        self.safe.contains(&cell) || self.mines.contains(&cell)
    }
}

/// What a rule says, given the facts; `None` when it says nothing.
fn apply(facts: &Facts<'_>, rule: Rule) -> Option<Conclusion> {
    let (mut safe, mut mines) = (Vec::new(), Vec::new());
    match rule {
        Rule::One(open) => {
            let unknown = facts.unknown(open);
            let missing = facts.missing(open);
            if missing == 0 {
                safe = unknown;
            } else if missing == unknown.len() as i32 {
                mines = unknown;
            }
        }
        Rule::Two { more, less } => {
            let (of_more, of_less) = (facts.unknown(more), facts.unknown(less));
            let only =
                |a: &[Cell], b: &[Cell]| a.iter().copied().filter(|c| !b.contains(c)).collect::<Vec<_>>();
            let beyond = only(&of_more, &of_less);
            let shares = beyond.len() < of_more.len();
            if shares && facts.missing(more) - facts.missing(less) == beyond.len() as i32 {
                safe = only(&of_less, &of_more);
                mines = beyond;
            }
        }
        Rule::Cover { middle, sides } => {
            let Three { inner, sides: [left, right], missing } = Three::new(facts, middle, sides);
            let beyond: Vec<Cell> =
                inner.iter().copied().filter(|c| !left.contains(c) && !right.contains(c)).collect();
            if beyond.len() < inner.len() && missing == beyond.len() as i32 {
                safe.extend(left.iter().filter(|c| right.contains(c) || !inner.contains(c)));
                safe.extend(right.iter().filter(|c| !left.contains(c) && !inner.contains(c)));
                mines = beyond;
            }
        }
        Rule::Fill { middle, sides } => {
            let Three { inner, sides: [left, right], missing } = Three::new(facts, middle, sides);
            let outside: Vec<Cell> =
                left.iter().chain(&right).copied().filter(|cell| !inner.contains(cell)).collect();
            if -missing == outside.len() as i32 && left.iter().all(|cell| !right.contains(cell)) {
                safe.extend(inner.iter().filter(|c| !left.contains(c) && !right.contains(c)));
                mines = outside;
            }
        }
        Rule::Count => {
            let CountingResult { safe: all_safe, others, .. } = counting::count(facts)?;
            *(if all_safe { &mut safe } else { &mut mines }) = others;
        }
    }
    let conclusion = Conclusion { rule, safe, mines };
    (!conclusion.is_empty()).then_some(conclusion)
}

/// Three numbers: what each of them sees, and how many mines more the middle misses than the sides together.
struct Three {
    inner: Vec<Cell>,
    sides: [Vec<Cell>; 2],
    missing: i32,
}

impl Three {
    fn new(facts: &Facts<'_>, middle: Cell, sides: [Cell; 2]) -> Three {
        Three {
            inner: facts.unknown(middle),
            sides: sides.map(|side| facts.unknown(side)),
            missing: facts.missing(middle) - sides.map(|side| facts.missing(side)).iter().sum::<i32>(),
        }
    }
}

/// In which order rules are tried. Which leads to the shortest argument differs from position to position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// One and several numbers side by side: few rounds.
    Together,
    /// Several numbers only where single ones are silent.
    SinglesFirst,
    /// The mines are counted at once, before anything is derived.
    CountFirst,
}

impl Order {
    pub(super) const ALL: [Order; 3] = [Order::Together, Order::SinglesFirst, Order::CountFirst];
}

/// Rounds of conclusions, until `enough` or until nothing follows any more (then without the last round: empty).
///
/// All conclusions of a round follow from what was known before it, so the rounds are as few as can be.
pub(super) fn derive(
    start: &Facts<'_>,
    order: Order,
    enough: &dyn Fn(&Facts<'_>) -> bool,
) -> Vec<Vec<Conclusion>> {
    let mut facts = start.clone();
    let mut rounds = Vec::new();
    let mut count_now = order == Order::CountFirst;
    while !enough(&facts) {
        let mut round = Vec::new();
        if count_now {
            round.extend(apply(&facts, Rule::Count));
            count_now = false;
        }
        if round.is_empty() {
            singles(&facts, &mut round);
        }
        if round.is_empty() || order == Order::Together {
            several(&facts, &mut round);
        }
        if round.is_empty() {
            round.extend(apply(&facts, Rule::Count));
        }
        if round.is_empty() {
            return Vec::new();
        }
        // A cell belongs to the first conclusion that settles it.
        for conclusion in &mut round {
            conclusion.safe.retain(|&cell| facts.at(cell) == Fact::Unknown);
            conclusion.mines.retain(|&cell| facts.at(cell) == Fact::Unknown);
            facts.take(conclusion);
        }
        round.retain(|conclusion| !conclusion.is_empty());
        rounds.push(round);
    }
    rounds
}

fn singles(facts: &Facts<'_>, round: &mut Vec<Conclusion>) {
    round.extend(facts.seen.opened().iter().filter_map(|&open| apply(facts, Rule::One(open))));
}

/// What follows from two numbers, then what follows from three.
fn several(facts: &Facts<'_>, round: &mut Vec<Conclusion>) {
    let grid = facts.seen.grid();
    let mut threes = Vec::new();
    for &number in facts.seen.opened() {
        let unknown = facts.unknown(number);
        // Numbers that share an unknown cell with it.
        let mut others: Vec<Cell> = unknown
            .iter()
            .flat_map(|&cell| grid.around(cell))
            .copied()
            .filter(|&other| other != number && facts.at(other) == Fact::Open)
            .collect();
        others.sort_unstable();
        others.dedup();
        for (index, &other) in others.iter().enumerate() {
            round.extend(apply(facts, Rule::Two { more: number, less: other }));
            for &third in &others[index + 1..] {
                let (middle, sides) = (number, [other, third]);
                threes.extend(apply(facts, Rule::Cover { middle, sides }));
                threes.extend(apply(facts, Rule::Fill { middle, sides }));
            }
        }
    }
    round.append(&mut threes);
}

/// The steps that `target` needs, in order: none can be left out. `None` when they do not settle it.
pub(super) fn tidy(start: &Facts<'_>, rounds: &[Vec<Conclusion>], target: Cell) -> Option<Vec<Step>> {
    let mut rules: Vec<Rule> = needed(start, rounds.iter().flatten().cloned().collect(), target)
        .iter()
        .map(|conclusion| conclusion.rule)
        .collect();
    let mut steps = replay(start, &rules, target)?;
    // From the first: early steps are those whose conclusions later ones may turn out not to need.
    let mut at = 0;
    while at < rules.len() {
        let mut fewer = rules.clone();
        fewer.remove(at);
        match replay(start, &fewer, target) {
            Some(shorter) => {
                steps = shorter;
                rules = steps.iter().map(|conclusion| conclusion.rule).collect();
            }
            None => at += 1,
        }
    }
    let steps = needed(start, steps, target);
    let mut facts = start.clone();
    let mut said = Vec::new();
    for step in steps {
        said.push(say(&facts, &step));
        facts.take(&step);
    }
    Some(said)
}

/// The conclusions of these rules, one after the other, up to the one that settles `target`.
fn replay(start: &Facts<'_>, rules: &[Rule], target: Cell) -> Option<Vec<Conclusion>> {
    let mut facts = start.clone();
    let mut steps = Vec::new();
    for &rule in rules {
        let Some(conclusion) = apply(&facts, rule) else { continue };
        facts.take(&conclusion);
        let done = conclusion.settles(target);
        steps.push(conclusion);
        if done {
            return Some(steps);
        }
    }
    None
}

/// The steps that `target` rests on, with only those of their conclusions that are used. The last step keeps
/// all of its conclusions.
fn needed(start: &Facts<'_>, steps: Vec<Conclusion>, target: Cell) -> Vec<Conclusion> {
    let grid = start.seen.grid();
    let mut wanted = vec![false; grid.board().cells()];
    let mut wants_all = false;
    wanted[target.at()] = true;
    let mut kept = Vec::new();
    for mut step in steps.into_iter().rev() {
        let is_last = kept.is_empty();
        if is_last && !step.settles(target) {
            continue;
        }
        if !is_last {
            step.safe.retain(|&cell| wants_all || wanted[cell.at()]);
            step.mines.retain(|&cell| wants_all || wanted[cell.at()]);
        }
        if step.is_empty() {
            continue;
        }
        let mut want_around = |open: Cell| grid.around(open).iter().for_each(|near| wanted[near.at()] = true);
        match step.rule {
            Rule::One(open) => want_around(open),
            Rule::Two { more, less } => {
                want_around(more);
                want_around(less);
            }
            Rule::Cover { middle, sides: [left, right] } | Rule::Fill { middle, sides: [left, right] } => {
                want_around(middle);
                want_around(left);
                want_around(right);
            }
            Rule::Count => wants_all = true,
        }
        kept.push(step);
    }
    kept.reverse();
    kept
}

/// A conclusion as a step of an argument, given the facts before it.
fn say(facts: &Facts<'_>, conclusion: &Conclusion) -> Step {
    let board = facts.seen.board();
    let safe = spots(board, &conclusion.safe);
    let mines = spots(board, &conclusion.mines);
    match conclusion.rule {
        Rule::One(open) if facts.missing(open) == 0 => Step::AllFound { number: facts.number(open), safe },
        Rule::One(open) => Step::AllClosed { number: facts.number(open), mines },
        Rule::Two { more, less } if facts.missing(more) == facts.missing(less) => {
            Step::Inside { inner: facts.number(more), outer: facts.number(less), safe }
        }
        Rule::Two { more, less } => {
            Step::Beyond { more: facts.number(more), less: facts.number(less), mines, safe }
        }
        Rule::Cover { middle, sides } => {
            let sides = sides.map(|side| facts.number(side));
            Step::Between { middle: facts.number(middle), sides, mines, safe }
        }
        Rule::Fill { middle, sides } => {
            let sides = sides.map(|side| facts.number(side));
            Step::Within { middle: facts.number(middle), sides, mines, safe }
        }
        Rule::Count => {
            let numbers = counting::count(facts).map_or_else(Vec::new, |counted| counted.numbers);
            Step::Count {
                total: board.mines() as u32,
                found: spots(board, &facts.mines()),
                numbers: numbers.into_iter().map(|open| facts.number(open)).collect(),
                mines,
                safe,
            }
        }
    }
}
