//! External programs as child processes, and lines of text from any sender.

use std::io::{BufRead, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use quandary_core::programs::{Conversation, Programs};
use quandary_core::{InputError, Stop, StopFlag};

/// Programs started as child processes. Waiting for one ends when the flag is raised.
pub struct Started(pub StopFlag);

/// No line of a sensible program is longer, in bytes.
const LONGEST: usize = 1 << 20;

/// Lines that wait to be heard; a program that says more waits, too.
const WAITING: usize = 256;

/// How often the flag is looked at while waiting.
const PATIENCE: Duration = Duration::from_millis(20);

impl Programs for Started {
    fn start(&self, command: &str) -> Result<Box<dyn Conversation>, InputError> {
        let words = words(command)?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(InputError::new("there is no command").expected("a program and its arguments"));
        };
        let spawned = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child =
            spawned.map_err(|error| InputError::new(format!("`{command}` cannot be started: {error}")))?;
        let (send, lines) = sync_channel(WAITING);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        if let Some(stdout) = stdout {
            std::thread::spawn(move || {
                for line in Lines::of(std::io::BufReader::new(stdout), LONGEST) {
                    // A line that never ends ends the conversation; so does a listener who has left.
                    let Ok(line) = line else { return };
                    if send.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Box::new(Process {
            command: command.to_owned(),
            child,
            stdin,
            lines,
            until: Instant::now(),
            stop: self.0.clone(),
        }))
    }
}

struct Process {
    command: String,
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    until: Instant,
    stop: StopFlag,
}

impl Process {
    fn ended(&mut self) -> Stop {
        // It may take a moment to end after it closed its output.
        let mut status = None;
        for _ in 0..50 {
            status = self.child.try_wait().ok().flatten();
            if status.is_some() {
                break;
            }
            std::thread::sleep(PATIENCE / 2);
        }
        let how = status.map_or_else(|| "closed its output".to_owned(), |status| format!("ended ({status})"));
        InputError::new(format!("`{}` {how}", self.command)).expected("a program that keeps talking").into()
    }
}

impl Conversation for Process {
    fn command(&self) -> &str {
        &self.command
    }

    fn say(&mut self, line: &str) -> Result<(), Stop> {
        let sent = self.stdin.as_mut().map(|stdin| writeln!(stdin, "{line}").and_then(|()| stdin.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    fn heed(&mut self, stop: &StopFlag) {
        self.stop = stop.clone();
    }

    fn within(&mut self, seconds: f64) {
        self.until = Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e6));
    }

    fn hear(&mut self) -> Result<Option<String>, Stop> {
        loop {
            if let Some(why) = self.stop.raised() {
                return Err(why.into());
            }
            let left = self.until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PATIENCE)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command line as words: blanks part them, quotes of both kinds keep them together.
fn words(command: &str) -> Result<Vec<String>, InputError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(InputError::new(format!("the quote {open} in `{command}` is not closed"))
            .expected("quotes in pairs"));
    }
    words.extend(word);
    Ok(words)
}

/// A line that was too long: what came of it is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// The lines of a text that somebody sends, none of them longer than allowed. Bytes that are not UTF-8 become `�`.
pub struct Lines<R> {
    from: R,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `from`, each of at most this many bytes.
    pub fn of(from: R, longest: usize) -> Lines<R> {
        Lines { from, longest }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, TooLong>;

    fn next(&mut self) -> Option<Result<String, TooLong>> {
        let (mut line, mut read, mut whole) = (Vec::new(), false, true);
        loop {
            let Ok(buffer) = self.from.fill_buf() else { return None };
            if buffer.is_empty() {
                break;
            }
            read = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            whole &= line.len() + part.len() <= self.longest;
            if whole {
                line.extend_from_slice(part);
            }
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.from.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !read {
            return None;
        }
        Some(if whole { Ok(String::from_utf8_lossy(&line).trim_end().to_owned()) } else { Err(TooLong) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_quotes_keep_them_together() {
        assert_eq!(words("sh -c 'echo \"a b\"'  x").unwrap(), ["sh", "-c", "echo \"a b\"", "x"]);
        assert_eq!(words("a\"b c\"d ''").unwrap(), ["ab cd", ""]);
        assert!(words("sh -c 'open").is_err());
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_one_is_read() {
        let text = format!("one\n{}\r\ntwo\r\n\nlast", "x".repeat(100_000));
        let lines: Vec<_> = Lines::of(std::io::BufReader::with_capacity(64, text.as_bytes()), 1000).collect();
        let expected =
            [Ok("one".into()), Err(TooLong), Ok("two".into()), Ok(String::new()), Ok("last".into())];
        assert_eq!(lines, expected);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_heard_and_one_that_ends_or_is_not_there_is_named() {
        let programs = Started(StopFlag::new());
        let mut echo = programs.start("sh -c 'read a; echo \"you said $a\"; exit 3'").unwrap();
        echo.say("hello").unwrap();
        echo.within(60.0);
        assert_eq!(echo.hear().unwrap().as_deref(), Some("you said hello"));
        let Err(Stop::Input(ended)) = echo.hear() else { panic!("it has ended") };
        assert!(ended.to_string().contains("exit 3'` ended (exit status: 3)"), "{ended}");
        let missing = programs.start("/nowhere/engine").err().unwrap();
        assert!(missing.to_string().contains("`/nowhere/engine` cannot be started"), "{missing}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_says_nothing_is_not_waited_for_longer_than_allowed() {
        let mut mute = Started(StopFlag::new()).start("sh -c 'sleep 1000'").unwrap();
        mute.within(0.05);
        assert_eq!(mute.hear().unwrap(), None);
    }
}
