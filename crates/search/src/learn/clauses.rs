//! The learned clauses and their watches.

use super::Literal;

/// Where a clause starts in the arena.
pub(super) type ClauseId = u32;

/// Words before the literals of a clause: its length, its glue, its number in the proof, and the number of reductions
/// for which it still counts as in use.
const HEADER: usize = 4;

/// The number of reductions for which a clause counts as in use after it was learned or took part in a conflict.
const IN_USE: u32 = 2;

/// One clause that watches a literal. `other` is another literal of it: while that is true, the clause need not be
/// visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    pub(super) other: Literal,
}

/// All clauses, one after the other in one vector.
///
/// The first two literals of a clause are watched: it sits in the lists of both, and is visited when one of
/// them becomes false.
#[derive(Clone, Debug)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    learned: Vec<ClauseId>,
    pub(super) watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Clauses {
        Clauses { arena: Vec::new(), learned: Vec::new(), watches: vec![Vec::new(); 2 * variables] }
    }

    /// Adds a clause of at least two literals; `proof` is its number in the proof.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, proof: u32) -> ClauseId {
        let id = self.arena.len() as ClauseId;
        self.arena.extend([literals.len() as u32, glue, proof, IN_USE]);
        self.arena.extend(literals.iter().map(|literal| literal.0));
        self.watch(id);
        self.learned.push(id);
        id
    }

    fn watch(&mut self, id: ClauseId) {
        let [first, second] = [0, 1].map(|i| self.literal(id, i));
        self.watches[first.index()].push(Watch { clause: id, other: second });
        self.watches[second.index()].push(Watch { clause: id, other: first });
    }

    #[inline]
    pub(super) fn len(&self, id: ClauseId) -> usize {
        self.arena[id as usize] as usize
    }

    #[inline]
    pub(super) fn literal(&self, id: ClauseId, index: usize) -> Literal {
        Literal(self.arena[id as usize + HEADER + index])
    }

    pub(super) fn literals(&self, id: ClauseId) -> impl Iterator<Item = Literal> + '_ {
        let start = id as usize + HEADER;
        self.arena[start..start + self.len(id)].iter().map(|&word| Literal(word))
    }

    #[inline]
    pub(super) fn swap(&mut self, id: ClauseId, a: usize, b: usize) {
        self.arena.swap(id as usize + HEADER + a, id as usize + HEADER + b);
    }

    pub(super) fn glue(&self, id: ClauseId) -> u32 {
        self.arena[id as usize + 1]
    }

    /// A clause has shown a smaller glue.
    pub(super) fn set_glue(&mut self, id: ClauseId, glue: u32) {
        self.arena[id as usize + 1] = glue;
    }

    /// A clause takes part in a conflict.
    #[inline]
    pub(super) fn put_in_use(&mut self, id: ClauseId) {
        self.arena[id as usize + 3] = IN_USE;
    }

    /// Whether it was learned or took part in a conflict recently.
    pub(super) fn is_in_use(&self, id: ClauseId) -> bool {
        self.arena[id as usize + 3] > 0
    }

    pub(super) fn proof(&self, id: ClauseId) -> u32 {
        self.arena[id as usize + 2]
    }

    /// How many clauses there are.
    pub(super) fn count(&self) -> usize {
        self.learned.len()
    }

    /// All clauses, oldest first.
    pub(super) fn ids(&self) -> &[ClauseId] {
        &self.learned
    }

    /// Keeps the clauses for which `keep` is true and moves them together; `moved(old, new)` is called for each.
    pub(super) fn retain(
        &mut self,
        keep: impl Fn(ClauseId) -> bool,
        mut moved: impl FnMut(ClauseId, ClauseId),
    ) {
        let kept: Vec<ClauseId> = self.learned.iter().copied().filter(|&id| keep(id)).collect();
        let mut arena = Vec::with_capacity(self.arena.len());
        self.learned.clear();
        for old in kept {
            let new = arena.len() as ClauseId;
            let start = old as usize;
            arena.extend_from_slice(&self.arena[start..start + HEADER + self.arena[start] as usize]);
            let in_use = &mut arena[new as usize + 3];
            *in_use = in_use.saturating_sub(1);
            self.learned.push(new);
            moved(old, new);
        }
        self.arena = arena;
        self.watches.iter_mut().for_each(Vec::clear);
        for index in 0..self.learned.len() {
            self.watch(self.learned[index]);
        }
    }
}
