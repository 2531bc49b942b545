//! What happens: mines are laid, cells are opened, flagged and chorded, and the game ends.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{InputError, Outcome, Stream};

use crate::board::{Board, Cell, FirstClick, Grid};
use crate::words::many;

/// What a player sees in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellView {
    /// Opened: this many mines are around it.
    Number(u8),
    /// Not opened.
    Hidden,
    /// Not opened, and marked as a mine by the player.
    Flag,
}

impl CellView {
    /// Whether the cell is still closed, flagged or not.
    #[inline]
    pub fn is_closed(self) -> bool {
        !matches!(self, CellView::Number(_))
    }
}

/// All that a player may know: the board, what is open, and in which order it was opened.
#[derive(Clone, Debug)]
pub struct Observation {
    grid: Grid,
    seen: Vec<CellView>,
    opened: Vec<Cell>,
}

impl Observation {
    /// Nothing opened yet.
    pub fn new(grid: &Grid) -> Observation {
        Observation {
            grid: grid.clone(),
            seen: vec![CellView::Hidden; grid.board().cells()],
            opened: Vec::with_capacity(grid.board().cells() - grid.board().mines()),
        }
    }

    /// A position put together by hand; cells count as opened row by row.
    ///
    /// # Panics
    /// When `seen` does not have one entry per cell, or a number above 8.
    pub fn from_seen(grid: &Grid, seen: Vec<CellView>) -> Observation {
        assert_eq!(seen.len(), grid.board().cells(), "one entry per cell");
        assert!(seen.iter().all(|s| !matches!(s, CellView::Number(9..))), "numbers go up to 8");
        let opened = grid.cells().filter(|cell| !seen[cell.at()].is_closed()).collect();
        Observation { grid: grid.clone(), seen, opened }
    }

    /// The board and its neighbourhoods.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Board {
        self.grid.board()
    }

    /// What is seen in a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> CellView {
        self.seen[cell.at()]
    }

    /// The number in an opened cell.
    #[inline]
    pub fn number(&self, cell: Cell) -> Option<u8> {
        match self.seen[cell.at()] {
            CellView::Number(number) => Some(number),
            _ => None,
        }
    }

    /// What is seen, cell by cell.
    pub fn seen(&self) -> &[CellView] {
        &self.seen
    }

    /// The opened cells in the order in which they were opened.
    #[inline]
    pub fn opened(&self) -> &[Cell] {
        &self.opened
    }

    /// Number of cells that are still closed.
    #[inline]
    pub fn closed(&self) -> usize {
        self.seen.len() - self.opened.len()
    }

    /// Whether every safe cell is open. A board of mines alone is not won by that: its first cell loses.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.closed() == self.board().mines() && !self.opened.is_empty()
    }

    /// The same position without flags: what follows from the numbers alone.
    #[must_use]
    pub fn without_flags(&self) -> Observation {
        let mut next = self.clone();
        for seen in &mut next.seen {
            if *seen == CellView::Flag {
                *seen = CellView::Hidden;
            }
        }
        next
    }

    /// The same position as if it had been opened row by row.
    #[must_use]
    pub fn in_order(&self) -> Observation {
        Observation::from_seen(&self.grid, self.seen.clone())
    }

    fn flags_around(&self, cell: Cell) -> usize {
        self.grid.around(cell).iter().filter(|&&near| self.at(near) == CellView::Flag).count()
    }

    /// Whether chording a cell opens something: a number with as many flags around it, and hidden neighbours.
    pub fn can_chord(&self, cell: Cell) -> bool {
        let number = self.number(cell).map(usize::from);
        number == Some(self.flags_around(cell))
            && self.grid.around(cell).iter().any(|&near| self.at(near) == CellView::Hidden)
    }

    fn reveal(&mut self, cell: Cell, number: u8) {
        debug_assert!(self.seen[cell.at()].is_closed());
        self.seen[cell.at()] = CellView::Number(number);
        self.opened.push(cell);
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Open a closed cell without a flag.
    Open(Cell),
    /// Put a flag on a closed cell, or take it away.
    Flag(Cell),
    /// On an open number with as many flags around it: open its other closed neighbours.
    Chord(Cell),
}

impl Action {
    /// The cell it is about.
    pub fn cell(self) -> Cell {
        match self {
            Action::Open(cell) | Action::Flag(cell) | Action::Chord(cell) => cell,
        }
    }
}

/// Where the mines are: the board's secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minefield {
    board: Board,
    mined: Vec<bool>,
}

impl Minefield {
    /// Mines in the given places. The board's mine count is the number of them.
    ///
    /// # Panics
    /// When `mined` does not have one entry per cell.
    pub fn new(rows: usize, cols: usize, mined: Vec<bool>) -> Result<Minefield, InputError> {
        let board = Board::new(rows, cols, mined.iter().filter(|&&mine| mine).count())?;
        assert_eq!(mined.len(), board.cells(), "one entry per cell");
        Ok(Minefield { board, mined })
    }

    /// A minefield drawn uniformly among those with no mine in `clear`; `None` when there is no room.
    pub fn draw(board: Board, clear: &[Cell], stream: &mut Stream) -> Option<Minefield> {
        let mut free: Vec<u32> = (0..board.cells() as u32).collect();
        // From the last to the first, so that removing one does not move the others.
        let mut kept: Vec<usize> = clear.iter().map(|cell| cell.at()).collect();
        kept.sort_unstable_by(|a, b| b.cmp(a));
        kept.dedup();
        for cell in kept {
            free.remove(cell);
        }
        if board.mines() > free.len() {
            return None;
        }
        let mut mined = vec![false; board.cells()];
        // The first steps of a Fisher–Yates shuffle: each set of `mines` cells is equally likely.
        for placed in 0..board.mines() {
            let pick = placed + stream.index(free.len() - placed);
            free.swap(placed, pick);
            mined[free[placed] as usize] = true;
        }
        Some(Minefield { board, mined })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Whether there is a mine.
    #[inline]
    pub fn is_mine(&self, cell: Cell) -> bool {
        self.mined[cell.at()]
    }

    /// The number a cell shows when it is opened.
    #[inline]
    pub fn number(&self, grid: &Grid, cell: Cell) -> u8 {
        grid.around(cell).iter().filter(|near| self.mined[near.at()]).count() as u8
    }
}

/// The game: a board and the rule of its first click.
#[derive(Clone, Debug)]
pub struct Minesweeper {
    grid: Grid,
    first_click: FirstClick,
    no_guess: bool,
    flood: bool,
}

impl Minesweeper {
    /// A game on `board` under a first-click rule.
    pub fn new(board: Board, first_click: FirstClick) -> Minesweeper {
        Minesweeper { grid: Grid::new(board), first_click, no_guess: false, flood: true }
    }

    /// The same game for people who do not like to guess: what they are dealt when they sit down to play needs none.
    #[must_use]
    pub fn without_guessing(self) -> Minesweeper {
        Minesweeper { no_guess: true, ..self }
    }

    /// Whether those who sit down to play are dealt boards that need no guess.
    pub fn is_without_guessing(&self) -> bool {
        self.no_guess
    }

    /// The same game in which opening a zero opens nothing else: the player opens its neighbours one by one. The
    /// same cells are safe, only the moves are more (inria's footnote 1).
    #[must_use]
    pub fn without_flood(self) -> Minesweeper {
        Minesweeper { flood: false, ..self }
    }

    /// The board and its neighbourhoods.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The first-click rule.
    pub fn first_click(&self) -> FirstClick {
        self.first_click
    }

    /// Whether `first` may be opened first: the rule leaves enough cells for the mines.
    pub fn allows_first(&self, first: Cell) -> bool {
        let clear = self.grid.kept_clear(self.first_click, first).len();
        self.grid.board().mines() + clear <= self.grid.board().cells()
    }

    /// A new game. The mines are laid from `stream` when the first cell is opened.
    pub fn deal(&self, stream: Stream) -> World {
        World {
            observation: Observation::new(&self.grid),
            mines: Mines::ToBeLaid(stream),
            exploded: None,
            pending: Vec::new(),
        }
    }

    /// A game whose mines are already laid: a board that somebody gave us.
    pub fn world_on(&self, field: Minefield) -> World {
        assert_eq!(field.board(), self.grid.board(), "the minefield is of another board");
        World {
            observation: Observation::new(&self.grid),
            mines: Mines::Laid(field),
            exploded: None,
            pending: Vec::new(),
        }
    }

    /// Plays a move that is known to be legal; the outcome once the game has ended.
    ///
    /// # Panics
    /// When the move is not legal. For moves that somebody typed there is [`Minesweeper::try_play`].
    pub fn play(&self, world: &mut World, chosen: Action) -> Option<Outcome> {
        self.try_play(world, chosen).expect("a strategy made an illegal move")
    }

    /// Plays a move; says what is wrong with a move that is not legal.
    pub fn try_play(&self, world: &mut World, action: Action) -> Result<Option<Outcome>, InputError> {
        if let Some(outcome) = world.outcome() {
            return Err(InputError::new(format!("the game is already {outcome:?}").to_lowercase()));
        }
        let name = || self.grid.board().name(action.cell());
        let seen = world.observation.at(action.cell());
        match (action, seen) {
            (Action::Open(cell), CellView::Hidden) => {
                if !world.open(self, cell) {
                    return Err(InputError::new(format!(
                        "no board keeps the rule `{}` when {} is opened first",
                        self.first_click,
                        name()
                    )));
                }
            }
            (Action::Flag(cell), CellView::Hidden) => world.observation.seen[cell.at()] = CellView::Flag,
            (Action::Flag(cell), CellView::Flag) => world.observation.seen[cell.at()] = CellView::Hidden,
            (Action::Chord(cell), CellView::Number(number))
                if world.observation.flags_around(cell) == usize::from(number) =>
            {
                for index in 0..self.grid.around(cell).len() {
                    let near = self.grid.around(cell)[index];
                    if world.observation.at(near) == CellView::Hidden {
                        world.open(self, near);
                    }
                }
            }
            (Action::Chord(_), CellView::Number(number)) => {
                return Err(InputError::new(format!("{} cannot be chorded", name()))
                    .expected(format!("{} around it", many(usize::from(number), "flag"))));
            }
            (Action::Open(_), _) => {
                return Err(InputError::new(format!("{} cannot be opened", name()))
                    .expected("a closed cell without a flag"));
            }
            (Action::Flag(_), _) => {
                return Err(InputError::new(format!("{} is open", name())).expected("a closed cell"));
            }
            (Action::Chord(_), _) => {
                return Err(InputError::new(format!("{} is closed", name())).expected("an open number"));
            }
        }
        Ok(world.outcome())
    }
}

/// Everything, the mines included. What a player may know is its [`Observation`].
///
/// Its fields are private: a game in progress shows what the player may see,
///
/// ```
/// use quandary_minesweeper::World;
/// fn peek(world: &World) {
///     let _ = world.observation();
/// }
/// ```
///
/// but not where the mines are, and it is the privacy of the field alone that forbids it:
///
/// ```compile_fail,E0616
/// use quandary_minesweeper::World;
/// fn peek(world: &World) {
///     let _ = &world.mines;
/// }
/// ```
#[derive(Clone, Debug)]
pub struct World {
    observation: Observation,
    mines: Mines,
    exploded: Option<Cell>,
    pending: Vec<Cell>,
}

/// The mines are laid when the first cell is opened, because the rule speaks about that cell.
#[derive(Clone, Debug)]
enum Mines {
    ToBeLaid(Stream),
    Laid(Minefield),
}

impl World {
    /// What the player sees.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The mine that was opened, if one was.
    pub fn exploded(&self) -> Option<Cell> {
        self.exploded
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.exploded.is_some() {
            Some(Outcome::Lost)
        } else if self.observation.is_won() {
            Some(Outcome::Won)
        } else {
            None
        }
    }

    /// The minefield, once the game has ended: until then nobody but the dealer may look.
    pub fn reveal(&self) -> Option<&Minefield> {
        match (&self.mines, self.outcome()) {
            (Mines::Laid(field), Some(_)) => Some(field),
            _ => None,
        }
    }

    /// Everything, for the program that runs the game: the minefield, once it is laid.
    pub(crate) fn dealt(&self) -> Option<&Minefield> {
        match &self.mines {
            Mines::Laid(field) => Some(field),
            Mines::ToBeLaid(_) => None,
        }
    }

    /// Where the mines will be drawn from, while they are not laid.
    pub(crate) fn to_be_dealt(&self) -> Option<&Stream> {
        match &self.mines {
            Mines::Laid(_) => None,
            Mines::ToBeLaid(stream) => Some(stream),
        }
    }

    /// Puts a game in progress back together.
    pub(crate) fn resume(grid: &Grid, field: Minefield, flags: &[Cell], opened: &[Cell]) -> World {
        let mut observation = Observation::new(grid);
        let mut exploded = None;
        for &cell in opened {
            if field.is_mine(cell) {
                exploded = Some(cell);
            } else {
                observation.reveal(cell, field.number(grid, cell));
            }
        }
        for &cell in flags {
            observation.seen[cell.at()] = CellView::Flag;
        }
        World { observation, mines: Mines::Laid(field), exploded, pending: Vec::new() }
    }

    /// Opens a closed cell and whatever follows from a zero. False when the rule cannot be kept.
    fn open(&mut self, rules: &Minesweeper, first: Cell) -> bool {
        if let Mines::ToBeLaid(stream) = &mut self.mines {
            let clear = rules.grid.kept_clear(rules.first_click, first);
            match Minefield::draw(rules.grid.board(), &clear, stream) {
                Some(field) => self.mines = Mines::Laid(field),
                None => return false,
            }
        }
        let Mines::Laid(field) = &self.mines else { unreachable!("laid above") };
        if field.is_mine(first) {
            self.exploded = Some(first);
            return true;
        }
        let grid = &rules.grid;
        let number = field.number(grid, first);
        self.observation.reveal(first, number);
        if number == 0 && rules.flood {
            self.pending.push(first);
        }
        while let Some(zero) = self.pending.pop() {
            for &near in grid.around(zero) {
                // The flood stops at flags, as it does in the game people know.
                if self.observation.at(near) == CellView::Hidden {
                    let number = field.number(grid, near);
                    self.observation.reveal(near, number);
                    if number == 0 {
                        self.pending.push(near);
                    }
                }
            }
        }
        true
    }
}

impl Rules for Minesweeper {
    type State = World;
    type Move = Action;

    fn turn(&self, world: &World) -> Turn {
        world.outcome().map_or(Turn::To(Side::First), Turn::Over)
    }

    /// Open, then flag, then chord, each row by row.
    fn moves(&self, world: &World, out: &mut Vec<Action>) {
        if world.outcome().is_some() {
            return;
        }
        let seen = &world.observation;
        let fresh = world.dealt().is_none();
        for cell in self.grid.cells() {
            if seen.at(cell) == CellView::Hidden && (!fresh || self.allows_first(cell)) {
                out.push(Action::Open(cell));
            }
        }
        out.extend(self.grid.cells().filter(|&cell| seen.at(cell).is_closed()).map(Action::Flag));
        out.extend(self.grid.cells().filter(|&cell| seen.can_chord(cell)).map(Action::Chord));
    }

    fn apply(&self, world: &World, chosen: Action) -> World {
        let mut next = world.clone();
        self.play(&mut next, chosen);
        next
    }
}

#[cfg(test)]
impl Observation {
    /// A board drawn for a test, of whose safe cells this share is open.
    pub(crate) fn scattered(board: Board, share: f64, stream: &mut Stream) -> Observation {
        let grid = Grid::new(board);
        let field = Minefield::draw(board, &[], stream).expect("there is room");
        let seen = grid.cells().map(|cell| {
            let open = !field.is_mine(cell) && stream.chance(share);
            if open { CellView::Number(field.number(&grid, cell)) } else { CellView::Hidden }
        });
        Observation::from_seen(&grid, seen.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;

    fn game(text: &str, rule: FirstClick) -> Minesweeper {
        Minesweeper::new(text.parse().unwrap(), rule)
    }

    #[test]
    fn the_first_click_rules_keep_their_promise_and_any_does_not() {
        for (rule, must_be_safe) in
            [(FirstClick::Any, false), (FirstClick::Safe, true), (FirstClick::Open, true)]
        {
            let rules = game("5x5/12", rule);
            let mut lost = 0;
            for index in 0..300 {
                let mut world = rules.deal(Seed(5).stream(index));
                let first = Cell(12);
                rules.play(&mut world, Action::Open(first));
                if world.exploded().is_some() {
                    lost += 1;
                } else if rule == FirstClick::Open {
                    assert_eq!(world.observation().number(first), Some(0));
                }
            }
            assert_eq!(lost == 0, must_be_safe, "{rule}: {lost} lost");
        }
    }

    #[test]
    fn boards_are_uniform_under_the_rule() {
        // 2x3 with 2 mines, first cell 0 safe: 10 minefields, each expected 1,000 times in 10,000.
        let rules = game("2x3/2", FirstClick::Safe);
        let mut counts = std::collections::BTreeMap::new();
        for index in 0..10_000 {
            let mut world = rules.deal(Seed(1).stream(index));
            rules.play(&mut world, Action::Open(Cell(0)));
            *counts.entry(world.dealt().unwrap().mined.clone()).or_insert(0_u64) += 1;
        }
        let observed: Vec<u64> = counts.into_values().collect();
        assert_eq!(observed.len(), 10);
        let chi = quandary_core::stats::chi_square(&observed, &[1000.0; 10]);
        assert!(chi.p_value > 0.001, "{chi:?}");
    }

    #[test]
    fn a_zero_opens_its_whole_area_and_the_game_ends_when_only_mines_are_closed() {
        let rules = game("3x4/1", FirstClick::Any);
        let mut mined = vec![false; 12];
        mined[3] = true;
        let mut world = rules.world_on(Minefield::new(3, 4, mined).unwrap());
        assert_eq!(rules.play(&mut world, Action::Open(Cell(8))), Some(Outcome::Won));
        assert_eq!(world.observation().closed(), 1);
    }

    #[test]
    fn without_flood_a_zero_opens_nothing_else() {
        let rules = game("3x4/1", FirstClick::Any).without_flood();
        let mut mined = vec![false; 12];
        mined[3] = true;
        let mut world = rules.world_on(Minefield::new(3, 4, mined).unwrap());
        assert_eq!(rules.play(&mut world, Action::Open(Cell(8))), None);
        assert_eq!(world.observation().opened(), [Cell(8)]);
    }

    #[test]
    fn chording_opens_the_rest_and_a_wrong_flag_costs_the_game() {
        let rules = game("1x3/1", FirstClick::Any);
        let field = || Minefield::new(1, 3, vec![true, false, false]).unwrap();
        for (flag, outcome) in [(Cell(0), Outcome::Won), (Cell(2), Outcome::Lost)] {
            let mut world = rules.world_on(field());
            assert_eq!(rules.play(&mut world, Action::Open(Cell(1))), None);
            assert!(rules.try_play(&mut world, Action::Chord(Cell(1))).is_err(), "no flags yet");
            assert_eq!(rules.play(&mut world, Action::Flag(flag)), None);
            assert_eq!(rules.play(&mut world, Action::Chord(Cell(1))), Some(outcome));
        }
    }

    #[test]
    fn an_open_start_that_leaves_no_room_for_the_mines_is_refused() {
        let rules = game("3x3/1", FirstClick::Open);
        let mut world = rules.deal(Seed(0).stream(0));
        assert!(!rules.allows_first(Cell(4)) && rules.allows_first(Cell(0)));
        assert!(rules.try_play(&mut world, Action::Open(Cell(4))).is_err());
    }
}
