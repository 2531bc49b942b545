//! Minesweeper.
//!
//! | claim | instance | evidence | checked |
//! |---|---|---|---|
//! | `certain` | a position | `safe`, `mines`: cells as `row,column` | no minefield that agrees with the numbers and the mine count has a mine in a cell of `safe`, or none in a cell of `mines` |
//! | `no-guess` | a full board | `opened`: cells in order | the first cell is safe; every later one is proved safe by what is open when it is opened; in the end every safe cell is open |
//! | `impossible` | a position | `numbers`: open cells, `mine_count`: whether the count takes part | no minefield agrees with these numbers (and the count) |
//! | `optimum` | a board `RxC/M` | `first_click`, `wins`, `boards`, `first_cell` | the whole game tree again, on boards of at most 20 cells and 5,000 minefields |
//!
//! What is possible is found by trying the cells of a connected group of numbers one after the other and
//! remembering, for what the numbers still miss, which mine counts can follow. Rules are restated here:
//! a number counts the mines among its eight neighbours; a zero opens its neighbours.

use std::collections::{BTreeSet, HashMap};

use quandary_core::Certificate;
use serde_json::Value;

use crate::{Rejection, Verified};

pub(crate) fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    let evidence = &certificate.evidence;
    match certificate.claim.as_str() {
        "certain" => certain(&Sheet::read(&certificate.instance)?, evidence),
        "no-guess" => no_guess(&Sheet::read(&certificate.instance)?, evidence),
        "impossible" => impossible(&Sheet::read(&certificate.instance)?, evidence),
        "optimum" => optimum(&certificate.instance, evidence),
        claim => Err(Rejection::Unknown { puzzle: "minesweeper".into(), claim: claim.into() }),
    }
}

fn malformed<T>(what: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::Malformed(what.into()))
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::Wrong(what.into()))
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
            Some(size) if size.rows.saturating_mul(size.cols) <= 1_000_000 => Ok(size),
            _ => malformed(format!("`{text}` is no board")),
        }
    }

    fn cells(self) -> usize {
        self.rows * self.cols
    }

    fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = ((cell / self.cols) as isize, (cell % self.cols) as isize);
        (-1..=1).flat_map(move |dr| (-1..=1).map(move |dc| (row + dr, col + dc))).filter_map(move |(r, c)| {
            let inside = r >= 0 && c >= 0 && r < self.rows as isize && c < self.cols as isize;
            (inside && (r, c) != (row, col)).then(|| r as usize * self.cols + c as usize)
        })
    }

    fn cell(self, text: &str) -> Result<usize, Rejection> {
        let place = text.split_once(',').and_then(|(row, col)| {
            let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
            (row >= 1 && col >= 1 && row <= self.rows && col <= self.cols)
                .then(|| (row - 1) * self.cols + col - 1)
        });
        place.map_or_else(|| malformed(format!("`{text}` is no cell of the board")), Ok)
    }

    fn list(self, evidence: &Value, name: &str) -> Result<Vec<usize>, Rejection> {
        let Some(list) = evidence.get(name).and_then(Value::as_array) else {
            return malformed(format!("the evidence has no list `{name}`"));
        };
        list.iter().map(|item| self.cell(item.as_str().unwrap_or_default())).collect()
    }
}

/// A header and its rows of characters.
struct Sheet {
    size: Size,
    symbols: Vec<char>,
}

impl Sheet {
    fn read(text: &str) -> Result<Sheet, Rejection> {
        let mut words = text.split_whitespace();
        let size = Size::read(words.next().unwrap_or_default())?;
        let rows: Vec<&str> = words.collect();
        if rows.len() != size.rows || rows.iter().any(|row| row.chars().count() != size.cols) {
            return malformed("the rows do not fit the header");
        }
        Ok(Sheet { size, symbols: rows.iter().flat_map(|row| row.chars()).collect() })
    }

    /// The numbers of a position; `None` where a cell is closed.
    fn numbers(&self) -> Result<Vec<Option<u8>>, Rejection> {
        let number = |&symbol: &char| match symbol {
            '0'..='8' => Ok(Some(symbol as u8 - b'0')),
            '?' | 'F' => Ok(None),
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

/// A set of mine counts.
type Counts = BTreeSet<usize>;

fn sums(a: &Counts, b: &Counts) -> Counts {
    a.iter().flat_map(|x| b.iter().map(move |y| x + y)).collect()
}

/// What is open, and what single numbers already settle.
struct Table {
    size: Size,
    numbers: Vec<Option<u8>>,
    /// Settled closed cells: mine or not.
    settled: Vec<Option<bool>>,
}

/// A connected group of numbers with the cells they leave unsettled.
struct Group {
    cells: Vec<usize>,
    /// Each number as the positions of its cells in `cells`, ascending, and the mines it misses.
    demands: Vec<(Vec<usize>, i32)>,
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
            if open.is_empty() || need != 0 && need != open.len() as i32 {
                continue;
            }
            for closed in open {
                self.settled[closed] = Some(need != 0);
                queue.extend(self.size.around(closed).filter(|&near| self.numbers[near].is_some()));
            }
        }
    }

    /// The connected groups of the numbers in `used`.
    fn groups(&self, used: &[usize]) -> Vec<Group> {
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
            let mut group = Group { cells: Vec::new(), demands: Vec::new() };
            let mut members = vec![start];
            done[start] = true;
            let mut head = 0;
            while head < members.len() {
                for &cell in &demands[members[head]].1 {
                    if met.insert(cell) {
                        group.cells.push(cell);
                    }
                    for &other in &by_cell[&cell] {
                        if !std::mem::replace(&mut done[other], true) {
                            members.push(other);
                        }
                    }
                }
                head += 1;
            }
            // Row by row: numbers near each other are met near each other.
            let wide = self.size.cols > self.size.rows;
            let cols = self.size.cols;
            group
                .cells
                .sort_unstable_by_key(|&c| if wide { (c % cols, c / cols) } else { (c / cols, c % cols) });
            let place: HashMap<usize, usize> = group.cells.iter().enumerate().map(|(i, &c)| (c, i)).collect();
            for &member in &members {
                let (need, cells) = &demands[member];
                let mut places: Vec<usize> = cells.iter().map(|cell| place[cell]).collect();
                places.sort_unstable();
                group.demands.push((places, *need));
            }
            groups.push(group);
        }
        groups
    }
}

impl Group {
    /// The mine counts of all assignments that meet the demands, with one cell fixed if asked for.
    fn counts(&self, fixed: Option<(usize, bool)>) -> Result<Counts, Rejection> {
        let needs: Vec<i32> = self.demands.iter().map(|(_, need)| *need).collect();
        if self.demands.iter().any(|(places, need)| *need < 0 || *need > places.len() as i32) {
            return Ok(Counts::new());
        }
        let mut memo = HashMap::new();
        self.from(0, &needs, fixed, &mut memo)
    }

    fn from(
        &self,
        at: usize,
        needs: &[i32],
        fixed: Option<(usize, bool)>,
        memo: &mut HashMap<(usize, Vec<i32>), Counts>,
    ) -> Result<Counts, Rejection> {
        if at == self.cells.len() {
            return Ok(if needs.iter().all(|&need| need == 0) { Counts::from([0]) } else { Counts::new() });
        }
        let key = (at, needs.to_vec());
        if let Some(known) = memo.get(&key) {
            return Ok(known.clone());
        }
        if memo.len() > 2_000_000 {
            return malformed("the frontier is too wide to verify");
        }
        let mut found = Counts::new();
        for mine in [false, true] {
            if fixed.is_some_and(|(cell, value)| cell == at && value != mine) {
                continue;
            }
            let mut next = needs.to_vec();
            let fits = self.demands.iter().enumerate().all(|(index, (places, _))| {
                let Ok(own) = places.binary_search(&at) else { return true };
                next[index] -= i32::from(mine);
                // Cells of this number that are still to come must be able to meet the rest.
                next[index] >= 0 && next[index] <= (places.len() - own - 1) as i32
            });
            if fits {
                let rest = self.from(at + 1, &next, fixed, memo)?;
                found.extend(rest.iter().map(|count| count + usize::from(mine)));
            }
        }
        memo.insert(key, found.clone());
        Ok(found)
    }
}

/// Everything needed to say what is possible in a position.
struct Position {
    table: Table,
    groups: Vec<Group>,
    /// Unsettled cells that no number sees.
    unseen: Vec<usize>,
    /// Mines that are not settled; negative when the position is impossible.
    left: i64,
    /// The mine counts of each group.
    counts: Vec<Counts>,
}

impl Position {
    fn new(table: Table) -> Result<Position, Rejection> {
        let used: Vec<usize> = (0..table.numbers.len()).filter(|&c| table.numbers[c].is_some()).collect();
        let groups = table.groups(&used);
        let seen: BTreeSet<usize> = groups.iter().flat_map(|group| group.cells.iter().copied()).collect();
        let unsettled = |c: &usize| table.numbers[*c].is_none() && table.settled[*c].is_none();
        let unseen = (0..table.numbers.len()).filter(unsettled).filter(|c| !seen.contains(c)).collect();
        let mines = table.settled.iter().filter(|&&s| s == Some(true)).count();
        let left = table.size.mines as i64 - mines as i64;
        let counts = groups.iter().map(|group| group.counts(None)).collect::<Result<_, _>>()?;
        Ok(Position { table, groups, unseen, left, counts })
    }

    /// Whether the groups, with one of them replaced, and the unseen cells can hold exactly what is left.
    fn adds_up(&self, replaced: Option<(usize, &Counts)>, unseen: (usize, usize)) -> bool {
        let mut all = Counts::from([0]);
        for (index, counts) in self.counts.iter().enumerate() {
            let counts = match replaced {
                Some((which, other)) if which == index => other,
                _ => counts,
            };
            all = sums(&all, counts);
        }
        let (least, most) = (unseen.0 as i64, unseen.1 as i64);
        all.iter().any(|&count| (least..=most).contains(&(self.left - count as i64)))
    }

    fn is_possible(&self) -> bool {
        self.adds_up(None, (0, self.unseen.len()))
    }

    /// Whether a closed cell may be a mine (or may be safe).
    fn may_be(&self, cell: usize, mine: bool) -> Result<bool, Rejection> {
        if let Some(settled) = self.table.settled[cell] {
            return Ok(settled == mine);
        }
        for (index, group) in self.groups.iter().enumerate() {
            if let Some(place) = group.cells.iter().position(|&other| other == cell) {
                let counts = group.counts(Some((place, mine)))?;
                return Ok(self.adds_up(Some((index, &counts)), (0, self.unseen.len())));
            }
        }
        let unseen = self.unseen.len();
        Ok(self.adds_up(None, if mine { (1, unseen) } else { (0, unseen.saturating_sub(1)) }))
    }
}

fn certain(sheet: &Sheet, evidence: &Value) -> Result<Verified, Rejection> {
    let numbers = sheet.numbers()?;
    let (safe, mines) = (sheet.size.list(evidence, "safe")?, sheet.size.list(evidence, "mines")?);
    let mut table = Table::new(sheet.size, numbers);
    table.settle((0..sheet.size.cells()).collect());
    let position = Position::new(table)?;
    if !position.is_possible() {
        return wrong("no minefield agrees with the position at all");
    }
    for (cells, mine) in [(&safe, true), (&mines, false)] {
        for &cell in cells {
            if position.table.numbers[cell].is_some() {
                return malformed("an open cell is listed");
            }
            if position.may_be(cell, mine)? {
                let (row, col) = (cell / sheet.size.cols + 1, cell % sheet.size.cols + 1);
                return wrong(format!("{row},{col} may be {}", if mine { "a mine" } else { "safe" }));
            }
        }
    }
    Ok(Verified {
        facts: vec![format!("{} cells are certainly safe, {} are certainly mines", safe.len(), mines.len())],
    })
}

fn impossible(sheet: &Sheet, evidence: &Value) -> Result<Verified, Rejection> {
    let numbers = sheet.numbers()?;
    let used = sheet.size.list(evidence, "numbers")?;
    if used.iter().any(|&cell| numbers[cell].is_none()) {
        return malformed("a closed cell is listed among the numbers");
    }
    let with_count = evidence.get("mine_count").and_then(Value::as_bool).unwrap_or(false);
    let closed = numbers.iter().filter(|number| number.is_none()).count();
    let table = Table::new(sheet.size, numbers);
    let groups = table.groups(&used);
    let mut all = Counts::from([0]);
    let mut seen = 0;
    for group in &groups {
        all = sums(&all, &group.counts(None)?);
        seen += group.cells.len();
    }
    let unseen = closed - seen;
    let fits = |&count: &usize| !with_count || (count..=count + unseen).contains(&sheet.size.mines);
    if all.iter().any(fits) {
        return wrong("these numbers can all be true");
    }
    let count = if with_count { " and the mine count" } else { "" };
    Ok(Verified { facts: vec![format!("no minefield agrees with the {} listed numbers{count}", used.len())] })
}

fn no_guess(sheet: &Sheet, evidence: &Value) -> Result<Verified, Rejection> {
    let mines = sheet.mines()?;
    let size = sheet.size;
    let order = size.list(evidence, "opened")?;
    let Some((&first, later)) = order.split_first() else { return malformed("nothing was opened") };
    let mut table = Table::new(size, vec![None; size.cells()]);
    open(&mut table, &mines, first)?;
    let mut by_counting = 0;
    let mut stale: Option<Position> = None;
    for &cell in later {
        if table.numbers[cell].is_some() {
            continue;
        }
        if table.settled[cell] != Some(false) {
            // Something harder than single numbers: try every minefield that is left. What an older look
            // proved stays proved, so the groups are worked out again only when it does not suffice.
            by_counting += 1;
            let proved = match &stale {
                Some(position) => !position.may_be(cell, true)?,
                None => false,
            };
            if !proved {
                let copy = Table { size, numbers: table.numbers.clone(), settled: table.settled.clone() };
                let position = Position::new(copy)?;
                if position.may_be(cell, true)? {
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
    Ok(Verified {
        facts: vec![format!(
            "all {} safe cells open, {} clicks proved, {by_counting} of them by counting",
            size.cells() - size.mines,
            order.len()
        )],
    })
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
        let number = table.size.around(cell).filter(|&near| mines[near]).count() as u8;
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

/// The game tree of a small board, straight from the rules.
struct Tree {
    size: Size,
    memo: HashMap<Vec<u32>, u64>,
}

impl Tree {
    fn shows(&self, field: u32, cell: usize) -> Option<u32> {
        (field >> cell & 1 == 0)
            .then(|| self.size.around(cell).filter(|&near| field >> near & 1 == 1).count() as u32)
    }

    /// Fields of `set` won when `cell` is opened next.
    fn opening(&mut self, set: &[u32], cell: usize) -> Result<u64, Rejection> {
        let mut by_number: HashMap<u32, Vec<u32>> = HashMap::new();
        for &field in set {
            if let Some(number) = self.shows(field, cell) {
                by_number.entry(number).or_default().push(field);
            }
        }
        by_number.into_values().map(|left| self.wins(left)).sum()
    }

    fn wins(&mut self, set: Vec<u32>) -> Result<u64, Rejection> {
        if set.len() == 1 {
            return Ok(1);
        }
        if let Some(&known) = self.memo.get(&set) {
            return Ok(known);
        }
        if self.memo.len() > 3_000_000 {
            return malformed("the game tree is too large to verify");
        }
        let mut best = 1;
        for cell in 0..self.size.cells() {
            let mut numbers = BTreeSet::new();
            let mut mines = 0;
            for &field in &set {
                match self.shows(field, cell) {
                    Some(number) => {
                        numbers.insert(number);
                    }
                    None => mines += 1,
                }
            }
            if numbers.len() < 2 || (set.len() - mines) as u64 <= best && mines > 0 {
                continue;
            }
            best = best.max(self.opening(&set, cell)?);
            if mines == 0 {
                break;
            }
        }
        self.memo.insert(set, best);
        Ok(best)
    }
}

fn optimum(instance: &str, evidence: &Value) -> Result<Verified, Rejection> {
    let size = Size::read(instance)?;
    let number = |name: &str| evidence.get(name).and_then(Value::as_u64);
    let (Some(wins), Some(boards)) = (number("wins"), number("boards")) else {
        return malformed("the evidence has no `wins` and `boards`");
    };
    let rule = evidence.get("first_click").and_then(Value::as_str).unwrap_or_default();
    let first = size.cell(evidence.get("first_cell").and_then(Value::as_str).unwrap_or_default())?;
    if size.cells() > 20 {
        return malformed("boards of more than 20 cells are not verified");
    }
    let fields: Vec<u32> =
        (0..1_u32 << size.cells()).filter(|field| field.count_ones() as usize == size.mines).collect();
    if fields.len() > 5000 {
        return malformed("boards of more than 5000 minefields are not verified");
    }
    let mut tree = Tree { size, memo: HashMap::new() };
    let mut best: Option<(u64, u64)> = None;
    for cell in 0..size.cells() {
        let clear = match rule {
            "any" => 0,
            "safe" => 1_u32 << cell,
            "open" => size.around(cell).fold(1_u32 << cell, |mask, near| mask | 1 << near),
            _ => return malformed(format!("`{rule}` is no first-click rule")),
        };
        let own: Vec<u32> = fields.iter().copied().filter(|field| field & clear == 0).collect();
        if own.is_empty() {
            continue;
        }
        let found = (tree.opening(&own, cell)?, own.len() as u64);
        if cell == first && found != (wins, boards) {
            return wrong(format!("opening the first cell wins {} of {}", found.0, found.1));
        }
        if best.is_none_or(|best| found.0 * best.1 > best.0 * found.1) {
            best = Some(found);
        }
    }
    match best {
        Some((w, b)) if w * boards == wins * b => {
            Ok(Verified { facts: vec![format!("perfect play wins {wins} of {boards} minefields")] })
        }
        Some((w, b)) => wrong(format!("perfect play wins {w} of {b}")),
        None => wrong("the rule leaves no room for the mines"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
    fn the_optimum_of_a_small_board_is_found_again() {
        let claim =
            |wins: u64| json!({"first_click": "any", "wins": wins, "boards": 84, "first_cell": "1,1"});
        let wins = (0..=84).find(|&wins| check("optimum", "3x3/3", claim(wins)).is_ok());
        assert!(wins.is_some_and(|wins| wins > 20), "{wins:?}");
    }
}
