//! Line by line: a move as the puzzle writes it, or a word of the game.

use std::io::{self, BufRead, Write};

use quandary_core::Stop;
use quandary_core::rules::Turn;
use quandary_runtime::Runtime;
use quandary_verbs::Entry;
use quandary_verbs::play::{AnyHint, AnySession};

use super::{Beyond, hint_limits, load, save, standing};
use crate::arguments::Common;

const HELP: &str = "\
a move as the puzzle writes it (`moves` lists them), or one of:
  hint        where to look; again: the move and why; again: a longer look
  values      what every move is worth
  undo, redo  take a move back, play it again
  moves       the legal moves
  show        the board again
  link        the position as text for a link
  save FILE   keep the game
  load FILE   go on with a kept one
  quit        leave";

/// Plays over lines; the same lines give the same output.
pub(super) fn play(
    entry: &'static Entry,
    mut session: Box<dyn AnySession>,
    common: &Common,
    lines: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    let mut game = Game { hint: None, ended: false };
    writeln!(out, "{} ({})", session.puzzle(), session.setup())?;
    answer(session.as_mut(), common, &mut out)?;
    game.show(session.as_ref(), common, &mut out)?;
    for line in lines.lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "" => {}
            "quit" | "exit" => break,
            "help" => writeln!(out, "{HELP}")?,
            "hint" => game.hint(session.as_ref(), common, &mut out)?,
            "values" => game.values(session.as_ref(), common, &mut out)?,
            "moves" => writeln!(out, "{}", session.moves().join(" "))?,
            "show" => game.show(session.as_ref(), common, &mut out)?,
            "link" => writeln!(out, "{}", session.link())?,
            "undo" | "redo" => {
                let done = if word == "undo" { session.undo() } else { session.redo() };
                if done {
                    game.moved();
                    game.show(session.as_ref(), common, &mut out)?;
                } else {
                    writeln!(out, "nothing to {word}")?;
                }
            }
            "save" if !rest.is_empty() => match save(session.as_ref(), rest) {
                Ok(()) => writeln!(out, "saved to {rest}")?,
                Err(error) => writeln!(out, "? `{rest}` was not written: {error}")?,
            },
            "load" if !rest.is_empty() => {
                match load(entry, rest, &Runtime::open(&common.limits).context().budget) {
                    Ok(loaded) => {
                        session = loaded;
                        game.moved();
                        game.show(session.as_ref(), common, &mut out)?;
                    }
                    Err(error) => writeln!(out, "? {error}")?,
                }
            }
            "save" | "load" => writeln!(out, "? {word} what? expected {word} FILE")?,
            _ => match session.play(line.trim()) {
                Ok(()) => {
                    game.moved();
                    answer(session.as_mut(), common, &mut out)?;
                    game.show(session.as_ref(), common, &mut out)?;
                }
                Err(error) => writeln!(out, "? {error}")?,
            },
        }
        out.flush()?;
    }
    Ok(())
}

/// What has been said about the position so far.
struct Game {
    /// The hint of this position, as far as it was asked for.
    hint: Option<AskedHint>,
    /// Whether the end was summed up.
    ended: bool,
}

impl Game {
    fn moved(&mut self) {
        self.hint = None;
        self.ended = false;
    }

    fn show(&mut self, session: &dyn AnySession, common: &Common, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n{}", session.text())?;
        let standing = standing(session);
        if !standing.is_empty() {
            writeln!(out, "{standing}")?;
        }
        if matches!(session.turn(), Turn::Over(_)) && !self.ended {
            self.ended = true;
            let runtime = Runtime::open(&common.limits);
            match session.summary(&runtime.context()) {
                Ok(Some(summary)) => writeln!(out, "{summary}")?,
                Ok(None) => {}
                Err(stop) => writeln!(out, "? no summary: {stop}")?,
            }
        }
        Ok(())
    }

    /// Where to look; the next time the move and why; after that the same after a longer look.
    fn hint(&mut self, session: &dyn AnySession, common: &Common, out: &mut impl Write) -> io::Result<()> {
        match self.hint.take() {
            None => self.first(session, common, out),
            Some(asked) if !asked.revealed => {
                let text = writeln!(out, "{}", asked.hint.text);
                self.hint = Some(AskedHint { revealed: true, ..asked });
                text
            }
            Some(asked) => {
                let (mut beyond, looks) = (Beyond::hints(asked.met), asked.looks + 1);
                let mut count = |_: &AnyHint| {
                    beyond.is_news();
                };
                match refined(session, common, looks, &mut count) {
                    Ok(hint) => {
                        // Cut short before it was where the last search ended, it knows less.
                        let there = beyond.is_there();
                        let (hint, met) = if there { (hint, beyond.met) } else { (asked.hint, asked.met) };
                        let text = writeln!(out, "{}", hint.text);
                        self.hint = Some(AskedHint { hint, revealed: true, looks, met });
                        text
                    }
                    Err(stop) => {
                        self.hint = Some(asked);
                        writeln!(out, "? {stop}")
                    }
                }
            }
        }
    }

    /// Where to look, as soon as something is known; again when a better hint leads elsewhere.
    fn first(&mut self, session: &dyn AnySession, common: &Common, out: &mut impl Write) -> io::Result<()> {
        let (mut said, mut written, mut met) = (None, Ok(()), 0);
        let found = refined(session, common, 1, &mut |hint| {
            met += 1;
            if said.as_ref() != Some(&verdict(hint)) && written.is_ok() {
                said = Some(verdict(hint));
                let line = if hint.nudge.is_empty() { &hint.text } else { &hint.nudge };
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        });
        written?;
        match found {
            Ok(hint) => {
                let revealed = hint.nudge.is_empty();
                self.hint = Some(AskedHint { hint, revealed, looks: 1, met });
                Ok(())
            }
            Err(stop) => writeln!(out, "? {stop}"),
        }
    }

    fn values(&mut self, session: &dyn AnySession, common: &Common, out: &mut impl Write) -> io::Result<()> {
        if self.hint.is_none() {
            let mut met = 0;
            match refined(session, common, 1, &mut |_| met += 1) {
                Ok(hint) => self.hint = Some(AskedHint { hint, revealed: false, looks: 1, met }),
                Err(stop) => return writeln!(out, "? {stop}"),
            }
        }
        match &self.hint {
            Some(AskedHint { hint, .. }) if !hint.alternatives.is_empty() => {
                writeln!(out, "value: {}", hint.value_is)?;
                hint.alternatives
                    .iter()
                    .try_for_each(|other| writeln!(out, "  {:<8} {}", other.chosen, other.text))
            }
            Some(AskedHint { hint, .. }) => writeln!(out, "{}", hint.text),
            None => Ok(()),
        }
    }
}

/// A hint that was asked for.
struct AskedHint {
    hint: AnyHint,
    /// Whether more than the nudge was shown.
    revealed: bool,
    /// How many times somebody asked for a better one.
    looks: u32,
    /// To how many hints the search came, each better than the one before.
    met: usize,
}

/// What a hint comes down to: what to do, and whether that is proved.
fn verdict(hint: &AnyHint) -> (Option<String>, bool, bool) {
    let certain = hint.decision.as_ref().is_some_and(|decision| decision.certain);
    (hint.chosen().map(str::to_owned), certain, hint.take_back.is_some())
}

/// Lets the program move while it is its turn.
fn answer(session: &mut dyn AnySession, common: &Common, out: &mut impl Write) -> io::Result<()> {
    while session.awaits_reply() {
        let runtime = Runtime::open(&common.limits);
        match session.reply(&runtime.context()) {
            Ok(Some(chosen)) => writeln!(out, "reply: {chosen}")?,
            Ok(None) => break,
            Err(stop) => {
                writeln!(out, "? no reply: {stop}")?;
                break;
            }
        }
    }
    Ok(())
}

/// The best hint that is found in the time for one; `show` gets each that is better than the one before.
fn refined(
    session: &dyn AnySession,
    common: &Common,
    looks: u32,
    show: &mut dyn FnMut(&AnyHint),
) -> Result<AnyHint, Stop> {
    let runtime = Runtime::open(&hint_limits(common, looks));
    let hint = session.refine(&runtime.context(), show);
    runtime.clear();
    hint
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;
    use quandary_runtime::Limits;

    fn transcript(puzzle: &str, lines: &str) -> String {
        let entry = quandary_registry::find(puzzle).unwrap();
        let setup = entry.options([]).unwrap();
        let session = entry.begin(&setup, Seed(1), &quandary_core::Context::bare()).unwrap();
        let common = Common {
            json: false,
            limits: Limits { no_cache: true, quiet: true, ..Limits::default() },
            cpu_seconds: None,
        };
        let mut out = Vec::new();
        play(entry, session, &common, lines.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_same_lines_give_the_same_game_and_nonsense_changes_nothing() {
        let played = transcript("sliding", "hint\nhint\nmoves\nnonsense\nundo\nvalues\nlink\nhelp\nquit\n");
        assert_eq!(
            played,
            transcript("sliding", "hint\nhint\nmoves\nnonsense\nundo\nvalues\nlink\nhelp\nquit\n")
        );
        assert!(played.contains("? `nonsense` is not a slide"), "{played}");
        assert!(played.contains("nothing to undo"), "{played}");
    }

    #[test]
    fn a_game_is_kept_and_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.json");
        let file = file.to_str().unwrap();
        let first = transcript("lights-out", &format!("1,1\n2,2\nundo\nsave {file}\nquit\n"));
        assert!(first.contains("saved to"), "{first}");
        let again = transcript("lights-out", &format!("load {file}\nredo\nshow\n"));
        let whole = transcript("lights-out", "1,1\n2,2\nshow\n");
        let last = |text: &str| text.rsplit("\n\n").next().unwrap().to_owned();
        assert_eq!(last(&again), last(&whole));
        let missing = transcript("lights-out", "load nowhere.json\n");
        assert!(missing.contains("? `nowhere.json` cannot be read"), "{missing}");
    }
}
