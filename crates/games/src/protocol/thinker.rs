//! Who thinks behind a protocol: the game's engine, or one of its levels.

use std::sync::{Arc, Mutex, PoisonError};

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted, InputError, Seed};
use quandary_search::engine::{Engine, Thought};

use super::{Go, Strength, Task, ThoughtText};
use crate::levels::{Level, Levelled, View, first_glance};

/// An engine shared with the thread that runs it.
type Shared<R> = Arc<Mutex<Box<dyn Engine<R>>>>;

/// The player behind a protocol. It keeps what its engine learnt from one move to the next.
pub struct Thinker<G: Levelled> {
    game: Arc<G>,
    engine: Shared<G::Rules>,
    level: Option<Level>,
    strength: Strength,
}

impl<G: Levelled> Thinker<G> {
    /// A player of this strength.
    pub fn new(game: G, strength: Strength) -> Thinker<G> {
        let engine = Arc::new(Mutex::new(game.engine(strength.bytes)));
        Thinker { game: Arc::new(game), engine, level: strength.level, strength }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Plays another game from now on: another board, another rule.
    pub fn change(&mut self, game: G) {
        self.engine = Arc::new(Mutex::new(game.engine(self.strength.bytes)));
        self.game = Arc::new(game);
    }

    /// Forgets what it learnt.
    pub fn forget(&mut self) {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).forget();
    }

    /// Plays at another level from now on; none: at full strength.
    pub fn set_level(&mut self, level: Option<Level>) {
        self.level = level;
    }

    /// A start and some moves as a position; what is wrong with the first bad move.
    pub fn follow<'m>(
        &self,
        mut state: G::State,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<G::State, InputError> {
        for (number, text) in (1..).zip(moves) {
            state = self
                .play(&state, text)
                .map_err(|error| InputError { what: format!("move {number}: {}", error.what), ..error })?;
        }
        Ok(state)
    }

    /// The position after a move, if it is legal.
    pub fn play(&self, state: &G::State, text: &str) -> Result<G::State, InputError> {
        let chosen = self.game.read_move(text)?;
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        if !legal.contains(&chosen) {
            return Err(InputError::new(format!("{} is not a legal move here", super::quoted(text))));
        }
        Ok(self.game.apply(state, chosen))
    }

    /// A thought about a position.
    pub fn task(&self, state: &G::State, go: Go) -> Task {
        let (game, engine, level) = (self.game.clone(), self.engine.clone(), self.level);
        let (rules, position) = self.game.bare(state);
        let position = position.clone();
        let mut stream = Seed(self.strength.seed).stream(0);
        let think = move |budget: Budget, hear: &mut dyn FnMut(ThoughtText)| {
            let mut budget = budget.with_nodes(go.nodes.unwrap_or(u64::MAX));
            if let Some(level) = level {
                let skill = level.skill::<G>();
                let view = skill.view(&*game, &rules, &position, stream.next_u64(), &budget).ok();
                let said = match view {
                    Some(View { best, value, depth, nodes }) => {
                        stream.choose(&best).map(|&best| at_once(&*game, best, value, (depth, nodes)))
                    }
                    None => glance(&*game, &rules, &position),
                };
                return heard(said, hear);
            }
            let stop = budget.stop().clone();
            // What was found at the depth asked for stands, also when the engine gets further before it notices.
            let mut deep_enough = None;
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let found = engine.think(&rules, &position, &mut budget, &mut |thought| {
                if deep_enough.is_some() {
                    return;
                }
                let said = spoken(&*game, thought);
                if go.depth.is_some_and(|depth| thought.depth >= depth) {
                    stop.raise(Exhausted::Cancelled);
                    deep_enough = Some(said.clone());
                }
                hear(said);
            });
            match deep_enough.or_else(|| found.map(|thought| spoken(&*game, &thought))) {
                Some(said) => Some(said),
                None => heard(glance(&*game, &rules, &position), hear),
            }
        };
        Task { go, think: Box::new(think) }
    }
}

/// A move when there was no time for any thought; none when the game is over.
fn glance<G: Levelled>(
    game: &G,
    rules: &G::Rules,
    position: &<G::Rules as Rules>::State,
) -> Option<ThoughtText> {
    let best = first_glance(rules, position).into_iter().next()?;
    Some(at_once(game, best, 0, (0, 0)))
}

/// A move that nothing better follows.
fn at_once<G: Levelled>(game: &G, best: G::Move, value: i32, (depth, nodes): (u32, u64)) -> ThoughtText {
    let best = game.write_move(best);
    ThoughtText { line: vec![best.clone()], ranked: vec![(best.clone(), value)], best, value, depth, nodes }
}

/// Hands over the only thought: some managers take no move without a score before it.
fn heard(said: Option<ThoughtText>, hear: &mut dyn FnMut(ThoughtText)) -> Option<ThoughtText> {
    if let Some(said) = &said {
        hear(said.clone());
    }
    said
}

fn spoken<G: Levelled>(game: &G, thought: &Thought<G::Move>) -> ThoughtText {
    let write = |chosen: &G::Move| game.write_move(*chosen);
    ThoughtText {
        best: write(&thought.best),
        value: thought.value,
        depth: thought.depth,
        nodes: thought.nodes,
        line: thought.line.iter().map(write).collect(),
        ranked: thought.ranked.iter().map(|(chosen, value)| (write(chosen), *value)).collect(),
    }
}
