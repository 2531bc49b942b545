//! Minesweeper.
//!
//! | claim | instance | evidence | checked |
//! |---|---|---|---|
//! | `certain` | a position | `safe`, `mines`: cells as `row,column` | no minefield that agrees with the numbers and the mine count has a mine in a cell of `safe`, or none in a cell of `mines` |
//! | `chances` | a position | `safe`, `mines`: all cells that are certain | the minefields that agree are counted, and those with a mine in each cell: `chances` proves the probability of every cell |
//! | `no-guess` | a full board, its header with the first-click rule and the first cell where they are known | `opened`: cells in order | the first cell is safe and what the header says; every later one is proved safe by what is open when it is opened; in the end every safe cell is open |
//! | `impossible` | a position | `numbers`: open cells, `mine_count`: whether the count takes part | no minefield agrees with these numbers (and the count) |
//! | `optimum` | a board `RxC/M` | `first_click`, `wins`, `boards`, `first_cell`, `tree` | the tree wins so many, and a search for more finds none, on boards of at most 64 cells |
//!
//! What is possible is found by deciding the cells of a connected group of numbers one after the other. Rules are
//! restated here: a number counts the mines among its eight neighbours; a zero opens its neighbours.

mod bits;
mod chances;
mod group;
mod optimum;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

use quandary_core::{Budget, Certificate};

use crate::evidence::Evidence;
use crate::{Rejection, Verified, Work, malformed, wrong};
use bits::Bits;
use group::{Demand, Group};

pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "certain" | "chances" => &["safe", "mines"],
        "no-guess" => &["opened"],
        "impossible" => &["numbers", "mine_count"],
        "optimum" => &["first_click", "wins", "boards", "first_cell", "tree"],
        claim => return Err(Rejection::Unknown { puzzle: "minesweeper".into(), claim: claim.into() }),
    };
    let evidence = Evidence::with(&certificate.evidence, parts)?;
    let budget = &mut work.budget;
    let sheet = || Sheet::read(&certificate.instance);
    match certificate.claim.as_str() {
        "certain" => certain(&sheet()?, evidence, budget),
        "chances" => chances::verify(&sheet()?, evidence, budget),
        "no-guess" => no_guess(&sheet()?, evidence, budget),
        "impossible" => impossible(&sheet()?, evidence, budget),
        _ => optimum::verify(&certificate.instance, evidence, budget),
    }
}

/// `RxC/M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    rows: usize,
    cols: usize,
    mines: usize,
}

impl Size {
    fn read(text: &str) -> Result<Size, Rejection> {
        let parts = text.trim().split_once('/').and_then(|(size, mines)| {
            let (rows, cols) = size.split_once('x')?;
            Some(Size { rows: rows.parse().ok()?, cols: cols.parse().ok()?, mines: mines.parse().ok()? })
        });
        match parts {
            Some(size) if (1..=1_000_000).contains(&size.rows.saturating_mul(size.cols)) => Ok(size),
            _ => malformed(format!("`{text}` is no board")),
        }
    }

    fn cells(self) -> usize {
        self.rows * self.cols
    }

    fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        rows.flat_map(move |r| (col.saturating_sub(1)..(col + 2).min(self.cols)).map(move |c| (r, c)))
            .filter(move |&place| place != (row, col))
            .map(move |(r, c)| r * self.cols + c)
    }

    fn cell(self, text: &str) -> Result<usize, Rejection> {
        let place = text.split_once(',').and_then(|(row, col)| {
            let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
            (row >= 1 && col >= 1 && row <= self.rows && col <= self.cols)
                .then(|| (row - 1) * self.cols + col - 1)
        });
        place.map_or_else(|| malformed(format!("`{text}` is no cell of the board")), Ok)
    }

    fn list(self, evidence: Evidence<'_>, name: &str) -> Result<Vec<usize>, Rejection> {
        evidence.list(name)?.iter().map(|item| self.cell(item.as_str().unwrap_or_default())).collect()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}/{}", self.rows, self.cols, self.mines)
    }
}

/// A header and its rows of characters.
struct Sheet {
    size: Size,
    /// What the header says beyond the size: a first-click rule, a first cell.
    more: Vec<String>,
    symbols: Vec<char>,
}

impl Sheet {
    fn read(text: &str) -> Result<Sheet, Rejection> {
        let mut lines = text.lines();
        let mut header = lines.next().unwrap_or_default().split_whitespace();
        let size = Size::read(header.next().unwrap_or_default())?;
        let more: Vec<String> = header.map(str::to_owned).collect();
        let rows: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        if rows.len() != size.rows || rows.iter().any(|row| row.chars().count() != size.cols) {
            return malformed("the rows do not fit the header");
        }
        Ok(Sheet { size, more, symbols: rows.iter().flat_map(|row| row.chars()).collect() })
    }

    /// The numbers of a position; `None` where a cell is closed.
    fn numbers(&self) -> Result<Vec<Option<u8>>, Rejection> {
        if let Some(word) = self.more.first() {
            return malformed(format!("`{word}` is no part of a position"));
        }
        let number = |&symbol: &char| match symbol {
            '?' | 'F' => Ok(None),
            '0'..='8' => Ok(u8::try_from(symbol).ok().map(|digit| digit - b'0')),
            _ => malformed(format!("`{symbol}` is no cell of a position")),
        };
        self.symbols.iter().map(number).collect()
    }

    /// The mines of a full board.
    fn mines(&self) -> Result<Vec<bool>, Rejection> {
        let mine = |&symbol: &char| match symbol {
            '*' => Ok(true),
            '.' => Ok(false),
            _ => malformed(format!("`{symbol}` is no cell of a full board")),
        };
        let mines: Vec<bool> = self.symbols.iter().map(mine).collect::<Result<_, _>>()?;
        if mines.iter().filter(|&&mine| mine).count() != self.size.mines {
            return malformed("the header disagrees with the number of mines");
        }
        Ok(mines)
    }
}

/// What is open, and what single numbers already settle.
struct Table {
    size: Size,
    numbers: Vec<Option<u8>>,
    /// Settled closed cells: mine or not.
    settled: Vec<Option<bool>>,
}

impl Table {
    fn new(size: Size, numbers: Vec<Option<u8>>) -> Table {
        let cells = numbers.len();
        Table { size, numbers, settled: vec![None; cells] }
    }

    /// A number's missing mines and its unsettled cells.
    fn demand(&self, cell: usize) -> Option<(i32, Vec<usize>)> {
        let mut need = i32::from(self.numbers[cell]?);
        let mut open = Vec::new();
        for near in self.size.around(cell) {
            match (self.numbers[near], self.settled[near]) {
                (None, None) => open.push(near),
                (None, Some(true)) => need -= 1,
                _ => {}
            }
        }
        Some((need, open))
    }

    /// Settles what single numbers settle, starting from the given ones.
    fn settle(&mut self, mut queue: Vec<usize>) {
        while let Some(cell) = queue.pop() {
            let Some((need, open)) = self.demand(cell) else { continue };
            if open.is_empty() || need != 0 && i32::try_from(open.len()) != Ok(need) {
                continue;
            }
            for closed in open {
                self.settled[closed] = Some(need != 0);
                queue.extend(self.size.around(closed).filter(|&near| self.numbers[near].is_some()));
            }
        }
    }

    /// The connected groups of the numbers in `used`.
    fn groups(&self, used: &[usize], budget: &mut Budget) -> Result<Vec<Group>, Rejection> {
        let mut met: BTreeSet<usize> = BTreeSet::new();
        let mut groups: Vec<Group> = Vec::new();
        let demands: Vec<(i32, Vec<usize>)> = used.iter().filter_map(|&cell| self.demand(cell)).collect();
        let mut by_cell: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, (_, cells)) in demands.iter().enumerate() {
            for &cell in cells {
                by_cell.entry(cell).or_default().push(index);
            }
        }
        let mut done = vec![false; demands.len()];
        for start in 0..demands.len() {
            if done[start] || demands[start].1.is_empty() && demands[start].0 == 0 {
                continue;
            }
            let mut own: Vec<usize> = Vec::new();
            let mut members = vec![start];
            done[start] = true;
            let mut head = 0;
            while head < members.len() {
                for &cell in &demands[members[head]].1 {
                    if met.insert(cell) {
                        own.push(cell);
                    }
                    for &other in &by_cell[&cell] {
                        if !std::mem::replace(&mut done[other], true) {
                            members.push(other);
                        }
                    }
                }
                head += 1;
            }
            // Along the longer side: numbers near each other are met near each other.
            let wide = self.size.cols > self.size.rows;
            let cols = self.size.cols;
            own.sort_unstable_by_key(|&c| if wide { (c % cols, c / cols) } else { (c / cols, c % cols) });
            let place: HashMap<usize, usize> = own.iter().enumerate().map(|(i, &c)| (c, i)).collect();
            let demands: Vec<Demand> = members
                .iter()
                .map(|&member| {
                    let (need, cells) = &demands[member];
                    let mut places: Vec<usize> = cells.iter().map(|cell| place[cell]).collect();
                    places.sort_unstable();
                    (places, *need)
                })
                .collect();
            groups.push(Group::new(own, &demands, budget)?);
        }
        Ok(groups)
    }
}

/// Everything needed to say what is possible in a position.
struct Position {
    table: Table,
    groups: Vec<Group>,
    /// By cell: the group it belongs to and its place there.
    place: HashMap<usize, (usize, usize)>,
    /// Unsettled cells that no number sees.
    unseen: Vec<usize>,
    /// Mines that are not settled; nothing when too many are.
    left: Option<usize>,
    /// The mine counts of each group.
    totals: Vec<Bits>,
    /// By group, once somebody asked: whether each cell may be safe, and whether it may be a mine.
    choices: RefCell<HashMap<usize, Vec<[bool; 2]>>>,
}

impl Position {
    /// The position of a sheet, with what single numbers settle.
    fn new(sheet: &Sheet, budget: &mut Budget) -> Result<Position, Rejection> {
        let mut table = Table::new(sheet.size, sheet.numbers()?);
        table.settle((0..sheet.size.cells()).collect());
        Position::of(table, budget)
    }

    fn of(table: Table, budget: &mut Budget) -> Result<Position, Rejection> {
        let used: Vec<usize> = (0..table.numbers.len()).filter(|&c| table.numbers[c].is_some()).collect();
        let groups = table.groups(&used, budget)?;
        let mut place = HashMap::new();
        for (number, group) in groups.iter().enumerate() {
            place.extend(group.cells.iter().enumerate().map(|(at, &cell)| (cell, (number, at))));
        }
        let unsettled = |c: &usize| table.numbers[*c].is_none() && table.settled[*c].is_none();
        let unseen = (0..table.numbers.len()).filter(unsettled).filter(|c| !place.contains_key(c)).collect();
        let mines = table.settled.iter().filter(|&&s| s == Some(true)).count();
        let left = table.size.mines.checked_sub(mines);
        let totals = groups.iter().map(|group| group.totals(budget)).collect::<Result<_, _>>()?;
        Ok(Position { table, groups, place, unseen, left, totals, choices: RefCell::default() })
    }

    /// The mine counts of all groups but one.
    fn others(&self, without: Option<usize>, budget: &mut Budget) -> Result<Bits, Rejection> {
        let mut all = Bits::of(0);
        for (number, totals) in self.totals.iter().enumerate().filter(|(number, _)| Some(*number) != without)
        {
            budget.spend((all.words() * totals.words()) as u64 + number as u64)?;
            all = all.sums(totals);
        }
        Ok(all)
    }

    /// Whether the groups leave the unseen cells a number of mines within bounds.
    fn adds_up(&self, (least, most): (usize, usize), budget: &mut Budget) -> Result<bool, Rejection> {
        let Some(left) = self.left else { return Ok(false) };
        let groups = self.others(None, budget)?;
        let possible = groups
            .iter()
            .any(|count| left.checked_sub(count).is_some_and(|rest| (least..=most).contains(&rest)));
        Ok(possible)
    }

    fn is_possible(&self, budget: &mut Budget) -> Result<bool, Rejection> {
        self.adds_up((0, self.unseen.len()), budget)
    }

    /// Whether a closed cell may be a mine (or may be safe).
    fn may_be(&self, cell: usize, mine: bool, budget: &mut Budget) -> Result<bool, Rejection> {
        if let Some(settled) = self.table.settled[cell] {
            return Ok(settled == mine);
        }
        let Some(&(number, at)) = self.place.get(&cell) else {
            let unseen = self.unseen.len();
            let bounds = if mine { (1, unseen) } else { (0, unseen.saturating_sub(1)) };
            return self.adds_up(bounds, budget);
        };
        if let Some(known) = self.choices.borrow().get(&number) {
            return Ok(known[at][usize::from(mine)]);
        }
        // What the group may hold: the rest goes to the other groups and the unseen cells.
        let Some(left) = self.left else { return Ok(false) };
        let others = self.others(Some(number), budget)?;
        let unseen = Bits::range(0, self.unseen.len());
        budget.spend((others.words() * unseen.words()) as u64)?;
        let elsewhere = unseen.sums(&others);
        let mut allowed = Bits::default();
        for rest in elsewhere.iter().take_while(|&rest| rest <= left) {
            allowed.add(&Bits::of(left - rest), 0);
        }
        let found = self.groups[number].choices(&allowed, budget)?;
        let answer = found[at][usize::from(mine)];
        self.choices.borrow_mut().insert(number, found);
        Ok(answer)
    }
}

fn certain(sheet: &Sheet, evidence: Evidence<'_>, budget: &mut Budget) -> Result<Verified, Rejection> {
    let size = sheet.size;
    let (safe, mines) = (size.list(evidence, "safe")?, size.list(evidence, "mines")?);
    let position = Position::new(sheet, budget)?;
    if !position.is_possible(budget)? {
        return wrong("no minefield agrees with the position at all");
    }
    for (cells, mine) in [(&safe, true), (&mines, false)] {
        for &cell in cells {
            if position.table.numbers[cell].is_some() {
                return malformed("an open cell is listed");
            }
            if position.may_be(cell, mine, budget)? {
                let (row, col) = (cell / size.cols + 1, cell % size.cols + 1);
                return wrong(format!("{row},{col} may be {}", if mine { "a mine" } else { "safe" }));
            }
        }
    }
    let what = format!(
        "with {} mines in all, {} cells are certainly safe and {} are certainly mines",
        size.mines,
        safe.len(),
        mines.len()
    );
    let names = |name: &str| evidence.get(name).cloned().unwrap_or_default();
    let verified = Verified::fact(what)
        .proves("board", size.to_string())
        .proves("safe", names("safe"))
        .proves("mines", names("mines"));
    // That nothing is certain does not follow from naming nothing: that is the claim `chances`.
    Ok(if safe.is_empty() && mines.is_empty() { verified } else { verified.proves("verdict", "certain") })
}

fn impossible(sheet: &Sheet, evidence: Evidence<'_>, budget: &mut Budget) -> Result<Verified, Rejection> {
    let numbers = sheet.numbers()?;
    let used = sheet.size.list(evidence, "numbers")?;
    if used.iter().any(|&cell| numbers[cell].is_none()) {
        return malformed("a closed cell is listed among the numbers");
    }
    let with_count = evidence.flag("mine_count")?;
    let closed = numbers.iter().filter(|number| number.is_none()).count();
    let table = Table::new(sheet.size, numbers);
    let groups = table.groups(&used, budget)?;
    let mut all = Bits::of(0);
    let mut seen = 0;
    for group in &groups {
        all = all.sums(&group.totals(budget)?);
        seen += group.cells.len();
    }
    let unseen = closed - seen;
    let fits = |count: usize| !with_count || (count..=count + unseen).contains(&sheet.size.mines);
    if all.iter().any(fits) {
        return wrong("these numbers can all be true");
    }
    let count =
        if with_count { format!(" and with {} mines in all", sheet.size.mines) } else { String::new() };
    Ok(Verified::fact(format!("no minefield agrees with the {} listed numbers{count}", used.len()))
        .proves("board", sheet.size.to_string())
        .proves("verdict", "impossible")
        .proves("status", "negative")
        .proves("contradiction", evidence.get("numbers").cloned().unwrap_or_default())
        .proves("mine_count", with_count))
}

fn no_guess(sheet: &Sheet, evidence: Evidence<'_>, budget: &mut Budget) -> Result<Verified, Rejection> {
    let mines = sheet.mines()?;
    let size = sheet.size;
    let order = size.list(evidence, "opened")?;
    let Some((&first, later)) = order.split_first() else { return malformed("nothing was opened") };
    let mut table = Table::new(size, vec![None; size.cells()]);
    open(&mut table, &mines, first)?;
    let rule = header(sheet, first, table.numbers[first] == Some(0))?;
    let mut by_counting = 0;
    let mut stale: Option<Position> = None;
    for &cell in later {
        budget.spend(1)?;
        if table.numbers[cell].is_some() {
            return wrong("a cell is opened that is open already");
        }
        if table.settled[cell] != Some(false) {
            // Something harder than single numbers: try every minefield that is left. What an older look
            // proved stays proved, so the groups are worked out again only when it does not suffice.
            by_counting += 1;
            let proved = match &stale {
                Some(position) => !position.may_be(cell, true, budget)?,
                None => false,
            };
            if !proved {
                let copy = Table { size, numbers: table.numbers.clone(), settled: table.settled.clone() };
                let position = Position::of(copy, budget)?;
                if position.may_be(cell, true, budget)? {
                    let (row, col) = (cell / size.cols + 1, cell % size.cols + 1);
                    return wrong(format!("{row},{col} could be a mine when it is opened"));
                }
                stale = Some(position);
            }
            table.settled[cell] = Some(false);
            let around = size.around(cell).filter(|&near| table.numbers[near].is_some()).collect();
            table.settle(around);
        }
        open(&mut table, &mines, cell)?;
    }
    let closed = table.numbers.iter().filter(|number| number.is_none()).count();
    if closed != size.mines {
        return wrong(format!("{} safe cells stay closed", closed - size.mines));
    }
    let opened = evidence.get("opened").cloned().unwrap_or_default();
    let mut verified = Verified::fact(format!(
        "with {} mines known, all {} safe cells open, {} clicks proved after the first, {by_counting} of them by counting",
        size.mines,
        size.cells() - size.mines,
        later.len()
    ))
    .proves("board", size.to_string())
    .proves("verdict", "no-guess")
    .proves("no_guess", true)
    .proves("mine_count_known", true)
    .proves("first_cell", opened[0].clone())
    .proves("opened", opened);
    if let Some(rule) = rule {
        verified = verified.proves("first_click", rule);
    }
    Ok(verified)
}

/// What the header says beyond the size must be so; gives the first-click rule.
fn header(sheet: &Sheet, first: usize, opens: bool) -> Result<Option<&str>, Rejection> {
    let mut rule = None;
    for (place, word) in sheet.more.iter().enumerate() {
        match word.as_str() {
            "open" if place == 0 && !opens => return wrong("the first cell does not show 0"),
            "any" | "safe" | "open" if place == 0 => rule = Some(word.as_str()),
            cell if place < 2 && sheet.size.cell(cell)? == first => {}
            _ => return wrong(format!("the header says `{word}`, which is not so")),
        }
    }
    Ok(rule)
}

/// Opens a cell and, from a zero, its area.
fn open(table: &mut Table, mines: &[bool], cell: usize) -> Result<(), Rejection> {
    if mines[cell] {
        return wrong("a mine is opened");
    }
    let mut queue = vec![cell];
    let mut changed = Vec::new();
    while let Some(cell) = queue.pop() {
        if table.numbers[cell].is_some() {
            continue;
        }
        let number: u8 = table.size.around(cell).map(|near| u8::from(mines[near])).sum();
        table.numbers[cell] = Some(number);
        table.settled[cell] = None;
        changed.push(cell);
        changed.extend(table.size.around(cell).filter(|&near| table.numbers[near].is_some()));
        if number == 0 {
            queue.extend(table.size.around(cell));
        }
    }
    table.settle(changed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn check(claim: &str, instance: &str, evidence: Value) -> Result<Verified, Rejection> {
        crate::verify(&Certificate::new("minesweeper", claim, instance, evidence))
    }

    #[test]
    fn what_the_mine_count_makes_certain_is_accepted_and_what_is_open_is_not() {
        let position = "2x3/1\n1??\n1??";
        assert!(check("certain", position, json!({"safe": ["1,3", "2,3"], "mines": []})).is_ok());
        let guess = check("certain", position, json!({"safe": ["1,2"], "mines": []}));
        assert!(matches!(guess, Err(Rejection::Wrong(_))), "{guess:?}");
        let mine = check("certain", "2x2/1\n1?\n11", json!({"safe": [], "mines": ["1,2"]}));
        assert!(mine.is_ok(), "{mine:?}");
    }

    #[test]
    fn lists_of_nothing_prove_no_verdict_and_more_mines_than_cells_no_chances() {
        let nothing = check("certain", "2x3/1\n1??\n1??", json!({"safe": [], "mines": []})).unwrap();
        assert_eq!(nothing.proves.get("verdict"), None);
        for mines in ["10", "99999999999999", "18446744073709551615"] {
            let position = format!("3x3/{mines}\n???\n???\n???");
            let chances = check("chances", &position, json!({"safe": [], "mines": []}));
            assert!(matches!(chances, Err(Rejection::Wrong(_))), "{chances:?}");
        }
    }

    #[test]
    fn a_no_guess_game_is_accepted_and_a_lucky_one_is_not() {
        let won = check("no-guess", "2x3/1\n..*\n...", json!({"opened": ["1,1"]}));
        assert!(matches!(won, Err(Rejection::Wrong(_))), "a cell stays closed: {won:?}");
        // After 1,1 the two cells on the right look the same.
        let lucky = check("no-guess", "2x3/1\n..*\n...", json!({"opened": ["1,1", "2,3"]}));
        assert!(matches!(lucky, Err(Rejection::Wrong(_))), "{lucky:?}");
        let proved = check("no-guess", "3x3/1\n..*\n...\n...", json!({"opened": ["3,1"]}));
        assert!(proved.is_ok(), "{proved:?}");
        let mine = check("no-guess", "3x3/1\n..*\n...\n...", json!({"opened": ["1,3"]}));
        assert!(matches!(mine, Err(Rejection::Wrong(_))));
    }

    #[test]
    fn contradictions_are_confirmed_and_consistent_numbers_are_not() {
        let position = "2x3/1\n0??\n1??";
        let clash = json!({"numbers": ["1,1", "2,1"], "mine_count": false});
        assert!(check("impossible", position, clash).is_ok());
        let alone = json!({"numbers": ["2,1"], "mine_count": true});
        assert!(matches!(check("impossible", position, alone), Err(Rejection::Wrong(_))));
        let count = json!({"numbers": ["1,1"], "mine_count": true});
        assert!(check("impossible", "1x3/2\n1??", count).is_err(), "1 here and 1 unseen is possible");
        let count = json!({"numbers": ["1,1"], "mine_count": true});
        assert!(check("impossible", "1x2/0\n1?", count).is_ok());
    }

    #[test]
    fn an_optimum_is_accepted_with_its_own_numbers_and_no_others() {
        // A corner of 2x2 with one mine shows 1 and tells nothing: one of the other three cells is a bet.
        let claim = |rule: &str, wins: u64, boards: u64, first: &str, tree: &str| {
            let evidence = json!({"first_click": rule, "wins": wins, "boards": boards, "first_cell": first,
                "tree": tree});
            check("optimum", "2x2/1", evidence)
        };
        let good = claim("safe", 1, 3, "1,1", ".");
        assert_eq!(good.unwrap().proves["wins"], [json!(1)]);
        assert_eq!(claim("any", 1, 4, "1,1", ".").unwrap().proves["boards"], [json!(4)]);
        for (wins, boards, first, tree) in [
            (0, 0, "1,1", "."),
            (1000, 3000, "1,1", "."),
            (1, 6_148_914_691_236_517_207, "1,1", "."),
            (2, 3, "1,1", "."),
            (1, 3, "1,1", ""),
            (1, 3, "1,1", ".."),
            (1, 3, "1,1", "1"),
            (1, 3, "1,1", "!"),
            (1, 3, "3,1", "."),
        ] {
            assert!(claim("safe", wins, boards, first, tree).is_err(), "{wins} {boards} {first} {tree}");
        }
        let nowhere = claim("open", 1, 1, "1,1", "");
        assert!(matches!(nowhere, Err(Rejection::Wrong(_))), "the rule leaves no room: {nowhere:?}");
    }

    /// Every minefield of a position, one by one.
    fn brute(size: Size, numbers: &[Option<u8>]) -> Vec<Vec<bool>> {
        (0..1_u32 << size.cells())
            .map(|mask| (0..size.cells()).map(|cell| mask >> cell & 1 == 1).collect::<Vec<bool>>())
            .filter(|field| field.iter().filter(|&&mine| mine).count() == size.mines)
            .filter(|field| {
                (0..size.cells()).all(|cell| {
                    let around = size.around(cell).map(|near| u8::from(field[near])).sum::<u8>();
                    numbers[cell].is_none_or(|number| !field[cell] && number == around)
                })
            })
            .collect()
    }

    #[test]
    fn chances_are_those_of_all_minefields_and_false_lists_are_rejected() {
        let mut possible = 0;
        for (rows, cols, mines) in [(3, 4, 3), (4, 4, 5), (2, 6, 4), (1, 7, 3)] {
            let size = Size { rows, cols, mines };
            let mut random = 12345_u64;
            for _ in 0..40 {
                let mut draw = |below: u64| {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (random >> 33) % below
                };
                let symbols: String = (0..size.cells())
                    .map(|cell| match draw(5) {
                        0 => char::from_digit(u32::try_from(draw(3)).unwrap(), 10).unwrap(),
                        _ if cell == 0 => '1',
                        _ => '?',
                    })
                    .collect();
                let lines: Vec<String> = symbols
                    .chars()
                    .collect::<Vec<_>>()
                    .chunks(cols)
                    .map(|row| row.iter().collect())
                    .collect();
                let instance = format!("{size}\n{}", lines.join("\n"));
                let numbers = Sheet::read(&instance).unwrap().numbers().unwrap();
                let fields = brute(size, &numbers);
                let mined = |cell: usize| fields.iter().filter(|field| field[cell]).count();
                let closed: Vec<usize> = (0..size.cells()).filter(|&cell| numbers[cell].is_none()).collect();
                let name = |cell: &usize| format!("{},{}", cell / cols + 1, cell % cols + 1);
                let list = |count: usize| {
                    closed.iter().filter(|&&cell| mined(cell) == count).map(name).collect::<Vec<_>>()
                };
                let evidence = json!({"safe": list(0), "mines": list(fields.len())});
                let verified = check("chances", &instance, evidence.clone());
                if fields.is_empty() {
                    assert!(matches!(verified, Err(Rejection::Wrong(_))), "{instance}: {verified:?}");
                    continue;
                }
                possible += 1;
                let verified = verified.unwrap();
                assert_eq!(verified.proves["minefields"], [json!(fields.len().to_string())], "{instance}");
                let counts: Vec<Value> = (0..size.cells())
                    .map(|cell| match numbers[cell] {
                        None => json!(mined(cell).to_string()),
                        Some(_) => Value::Null,
                    })
                    .collect();
                let counts: Vec<&[Value]> = counts.chunks(cols).collect();
                assert_eq!(verified.proves["mined"], [json!(counts)], "{instance}");
                assert!(check("certain", &instance, evidence.clone()).is_ok());
                for &cell in &closed {
                    let mut forged = evidence.clone();
                    let list = forged["safe"].as_array_mut().unwrap();
                    match list.iter().position(|other| *other == name(&cell)) {
                        Some(at) => {
                            list.remove(at);
                        }
                        None => list.push(name(&cell).into()),
                    }
                    assert!(check("chances", &instance, forged.clone()).is_err(), "{instance} {cell}");
                    let single = json!({"safe": [name(&cell)], "mines": []});
                    assert_eq!(check("certain", &instance, single).is_ok(), mined(cell) == 0, "{instance}");
                }
            }
        }
        assert!(possible > 30, "{possible}");
    }
}
