//! Asking an engine by the plain protocol: another of ours, or any program that speaks it.

use quandary_core::Stop;
use quandary_core::programs::Conversation;
use quandary_verbs::play::Play;

use super::{Advice, Adviser, GRACE, Limits, READY, strange, wait_for};

/// It needs to know nothing about the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Play> Adviser<G> for Plain {
    fn greet(&mut self, _: &G, program: &mut dyn Conversation) -> Result<(), Stop> {
        program.say("newgame")?;
        program.say("isready")?;
        wait_for(program, "isready", READY, |line| (line == "readyok").then_some(()))
    }

    fn ask(
        &mut self,
        game: &G,
        start: &G::State,
        moves: &[G::Move],
        limits: Limits,
        program: &mut dyn Conversation,
    ) -> Result<Advice<G::Move>, Stop> {
        let written: Vec<String> = moves.iter().map(|&chosen| game.write_move(chosen)).collect();
        // A drawn position may take several lines; the protocol has one.
        let place = game.write(start).split_whitespace().collect::<Vec<_>>().join(" ");
        program.say(format!("position {place} moves {}", written.join(" ")).trim_end())?;
        let millis = (limits.seconds * 1000.0).max(1.0) as u64;
        let go = format!("go time {millis}");
        program.say(&go)?;
        let mut said = None;
        let answer = wait_for(program, &go, limits.seconds + GRACE, |line| {
            if let Some(info) = line.strip_prefix("info ") {
                said = Some(info.to_owned());
            }
            (line.starts_with("bestmove") || line.starts_with("error")).then(|| line.to_owned())
        })?;
        let word = answer.strip_prefix("bestmove ").unwrap_or("").trim();
        let best = game.read_move(word).map_err(|_| strange(program, &answer, "bestmove and a move"))?;
        Ok(Advice { best, said })
    }
}
