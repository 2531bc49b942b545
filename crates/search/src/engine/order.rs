use super::Board;

/// What the search has learnt about moves: which refuted others, and which often do.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    /// For each place of a quiet move, how often it was the answer.
    history: Vec<i32>,
    /// Quiet moves that refuted others at the same distance from the root, as numbers.
    killers: Vec<[u32; 2]>,
    /// The answer to the move before, by its place.
    answers: Vec<u32>,
}

/// No history is larger.
const MOST: i32 = 16_384;

impl Experience {
    pub(super) fn new(places: usize) -> Experience {
        Experience { history: vec![0; places], killers: Vec::new(), answers: vec![0; places] }
    }

    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.clear();
        self.answers.fill(0);
    }

    /// Before another position: killers are about distances that have changed, old habits count half.
    pub(super) fn fade(&mut self) {
        self.killers.clear();
        for habit in &mut self.history {
            *habit /= 2;
        }
    }

    #[inline]
    pub(super) fn of(&self, place: usize) -> i32 {
        self.history[place]
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn answer(&self, before: Option<usize>) -> u32 {
        before.map_or(0, |place| self.answers[place])
    }

    /// A quiet move was good enough; those tried before it at the same place were not.
    pub(super) fn learn<B: Board>(
        &mut self,
        board: &B,
        chosen: B::Move,
        tried: &[B::Move],
        before: Option<usize>,
        (depth, ply): (i32, usize),
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let code = B::code(chosen);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        if let Some(before) = before {
            self.answers[before] = code;
        }
        let bonus = (depth * depth * 8).min(MOST / 8);
        self.change(board.place(chosen), bonus);
        for &other in tried.iter().filter(|&&other| other != chosen) {
            self.change(board.place(other), -bonus);
        }
    }

    fn change(&mut self, place: usize, by: i32) {
        let habit = &mut self.history[place];
        *habit += by - *habit * by.abs() / MOST;
    }
}

/// Where a [`Picker`] stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Known,
    ListNoisy,
    Noisy,
    Special(u8),
    ListQuiet,
    Quiet,
    Losing,
}

/// The moves of a position, one after the other, the most promising first; lists are only made when they are needed.
#[derive(Clone, Debug)]
pub(super) struct Picker<M> {
    stage: Stage,
    moves: Vec<M>,
    order: Vec<i32>,
    next: usize,
    /// Noisy moves that lose material: tried last.
    losing: Vec<M>,
    known: Option<M>,
    /// Killers and the answer to the move before.
    special: [Option<M>; 3],
    quiet_too: bool,
}

impl<M: Copy + PartialEq> Default for Picker<M> {
    fn default() -> Picker<M> {
        Picker {
            stage: Stage::Known,
            moves: Vec::new(),
            order: Vec::new(),
            next: 0,
            losing: Vec::new(),
            known: None,
            special: [None; 3],
            quiet_too: true,
        }
    }
}

impl<M: Copy + PartialEq> Picker<M> {
    /// Begins with a position. `known` is the number of the move to try first, `special` those to try before other quiet ones.
    pub(super) fn begin<B: Board<Move = M>>(
        &mut self,
        board: &B,
        known: u32,
        special: [u32; 3],
        quiet_too: bool,
    ) {
        self.stage = Stage::Known;
        self.moves.clear();
        self.order.clear();
        self.losing.clear();
        self.next = 0;
        self.quiet_too = quiet_too;
        let recall = |code: u32| if code == 0 { None } else { board.recall(code) };
        self.known = recall(known).filter(|&chosen| quiet_too || board.is_noisy(chosen));
        self.special = [None; 3];
        if quiet_too {
            for (at, code) in special.into_iter().enumerate() {
                let chosen = recall(code).filter(|&chosen| {
                    !board.is_noisy(chosen)
                        && Some(chosen) != self.known
                        && !self.special.contains(&Some(chosen))
                });
                self.special[at] = chosen;
            }
        }
    }

    /// The next move.
    pub(super) fn next<B: Board<Move = M>>(&mut self, board: &B, experience: &Experience) -> Option<M> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::ListNoisy;
                    if self.known.is_some() {
                        return self.known;
                    }
                }
                Stage::ListNoisy => {
                    board.noisy(&mut self.moves);
                    self.order.extend(self.moves.iter().map(|&chosen| board.promise(chosen)));
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.take() {
                    Some(chosen) if Some(chosen) == self.known => {}
                    Some(chosen) if self.quiet_too && board.is_losing(chosen) => self.losing.push(chosen),
                    Some(chosen) => return Some(chosen),
                    None if self.quiet_too => self.stage = Stage::Special(0),
                    None => return None,
                },
                Stage::Special(3) => self.stage = Stage::ListQuiet,
                Stage::Special(at) => {
                    self.stage = Stage::Special(at + 1);
                    if let Some(chosen) = self.special[at as usize] {
                        return Some(chosen);
                    }
                }
                Stage::ListQuiet => {
                    self.moves.clear();
                    self.order.clear();
                    self.next = 0;
                    board.quiet(&mut self.moves);
                    let soon = |&chosen: &M| experience.of(board.place(chosen)) + board.inclination(chosen);
                    self.order.extend(self.moves.iter().map(soon));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take() {
                    Some(chosen) if Some(chosen) == self.known || self.special.contains(&Some(chosen)) => {}
                    Some(chosen) => return Some(chosen),
                    None => {
                        self.next = 0;
                        self.stage = Stage::Losing;
                    }
                },
                Stage::Losing => {
                    let chosen = self.losing.get(self.next).copied();
                    self.next += 1;
                    return chosen;
                }
            }
        }
    }

    /// Takes the most promising of the moves that are left; of equal ones the first.
    fn take(&mut self) -> Option<M> {
        let left = &self.order[self.next..];
        let mut best = 0;
        for (at, &soon) in left.iter().enumerate() {
            if soon > left[best] {
                best = at;
            }
        }
        if left.is_empty() {
            return None;
        }
        let (at, best) = (self.next, self.next + best);
        self.moves.swap(at, best);
        self.order.swap(at, best);
        self.next += 1;
        Some(self.moves[at])
    }
}
