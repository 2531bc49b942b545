use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use quandary_core::InputError;
use quandary_verbs::Entry;
use quandary_verbs::play::{AnySession, SavedGame};

/// The longest saved game, in bytes: some twenty thousand moves, each of which leaves a position in memory.
const LONGEST_GAME: usize = 512 << 10;
/// The most positions that are kept, over all games: the last few games, or some twenty of usual length.
const MOST_POSITIONS: usize = 4_000;

/// The games that were asked about last.
///
/// The protocol needs none of this: a saved game says everything, and an answer is the same with and without it. What is
/// kept here saves time only. A request whose saved game goes on from a kept one plays the new moves, not all of them.
///
/// ```
/// use quandary_api::{Sessions, respond, read};
/// use quandary_core::Context;
/// let sessions = Sessions::default();
/// let ask = |request: &str| respond(&read(request).unwrap(), &sessions, &Context::bare(), &|_| {}).unwrap();
/// let mut seen = ask(r#"{"ask": "sit", "puzzle": "lights-out", "seed": 1}"#);
/// for _ in 0..3 {
///     let request = serde_json::json!({
///         "ask": "sit", "puzzle": "lights-out", "saved": seen["saved"], "actions": [{"press": [0, 0]}],
///     });
///     seen = ask(&request.to_string());
/// }
/// assert_eq!((seen["played"].as_array().unwrap().len(), sessions.replayed()), (3, 0));
/// ```
#[derive(Default)]
pub struct Sessions {
    /// The one that was used last is the last.
    kept: Mutex<VecDeque<Box<dyn AnySession>>>,
    replayed: AtomicU64,
}

impl Sessions {
    /// None yet.
    pub const fn new() -> Sessions {
        Sessions { kept: Mutex::new(VecDeque::new()), replayed: AtomicU64::new(0) }
    }

    /// How many moves of saved games were played again, to come to their positions.
    pub fn replayed(&self) -> u64 {
        self.replayed.load(Ordering::Relaxed)
    }

    /// Loads a saved game, unless it is longer than anything that anybody plays.
    pub(crate) fn load(&self, entry: &Entry, saved: &str) -> Result<Box<dyn AnySession>, InputError> {
        if saved.len() > LONGEST_GAME {
            let expected = format!("at most {LONGEST_GAME}");
            return Err(InputError::new(format!("a saved game of {} bytes", saved.len())).expected(expected));
        }
        let game = SavedGame::read(entry.name, saved)?;
        let (session, replayed) = match self.take(&game) {
            Some(mut session) => {
                let replayed = session.follow(&game)?;
                (session, replayed)
            }
            None => (entry.load(saved)?, game.len()),
        };
        self.replayed.fetch_add(replayed as u64, Ordering::Relaxed);
        Ok(session)
    }

    /// Takes out the game that began as a saved one did. While it is out, another request for it loads it again.
    fn take(&self, game: &SavedGame) -> Option<Box<dyn AnySession>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|session| session.began_as(game))?;
        kept.remove(at)
    }

    /// Keeps a game for the next request about it.
    pub(crate) fn keep(&self, session: Box<dyn AnySession>) {
        let positions = |session: &dyn AnySession| session.len() + 1;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut total: usize = kept.iter().map(|session| positions(&**session)).sum();
        total += positions(&*session);
        kept.push_back(session);
        while total > MOST_POSITIONS {
            let Some(oldest) = kept.pop_front() else { break };
            total -= positions(&*oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::{Context, Seed};

    fn lights(seed: u64) -> (&'static Entry, Box<dyn AnySession>) {
        let entry = quandary_registry::find("lights-out").unwrap();
        let setup = entry.read_setup("").unwrap();
        (entry, entry.begin(&setup, Seed(seed), &Context::bare()).unwrap())
    }

    #[test]
    fn a_kept_game_is_found_by_its_beginning_and_plays_only_what_it_has_not_played() {
        let sessions = Sessions::new();
        let (entry, mut first) = lights(1);
        let (_, other) = lights(2);
        let other = other.save();
        let moves = first.moves();
        first.play(&moves[0]).unwrap();
        first.play(&moves[1]).unwrap();
        let two = first.save();
        first.undo();
        let back = first.save();
        first.play(&moves[2]).unwrap();
        let elsewhere = first.save();
        sessions.keep(first);
        for (saved, replayed) in [(&elsewhere, 0), (&back, 1), (&two, 1), (&two, 1), (&other, 1)] {
            let session = sessions.load(entry, saved).unwrap();
            assert_eq!((session.save(), sessions.replayed()), (saved.clone(), replayed));
            sessions.keep(session);
        }
        assert_eq!(sessions.kept.lock().unwrap().len(), 2);
    }

    #[test]
    fn what_is_kept_is_bounded_and_the_last_used_stays() {
        let sessions = Sessions::new();
        let (entry, mut long) = lights(1);
        let press = long.moves()[0].clone();
        // Pressing the same lamp again and again never ends the game.
        (0..MOST_POSITIONS - 1).for_each(|_| long.play(&press).unwrap());
        let saved = long.save();
        sessions.keep(lights(2).1);
        sessions.keep(long);
        assert_eq!(sessions.kept.lock().unwrap().len(), 1);
        let mut long = sessions.load(entry, &saved).unwrap();
        assert_eq!(sessions.replayed(), 0);
        long.play(&press).unwrap();
        sessions.keep(long);
        assert_eq!(sessions.kept.lock().unwrap().len(), 0, "a game that is too long is not kept");
    }

    #[test]
    fn a_damaged_game_is_refused_in_the_same_words_with_and_without_a_kept_one() {
        let sessions = Sessions::new();
        let (entry, mut session) = lights(1);
        let moves = session.moves();
        session.play(&moves[0]).unwrap();
        let damaged = session.save().replace(&format!("\"{}\"", moves[0]), "\"99,99\"");
        let plain = Sessions::new().load(entry, &damaged).err().unwrap();
        sessions.keep(session);
        assert_eq!(sessions.load(entry, &damaged).err().unwrap().to_string(), plain.to_string());
    }
}
