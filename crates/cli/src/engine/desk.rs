//! Between a client's lines and an engine's thoughts: both at once, and the clock of the thought.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use quandary_core::{Budget, Exhausted, StopFlag};
use quandary_games::protocol::{Interrupt, Next, Server, Task, ThoughtText};
use quandary_runtime::Lines;

/// No line of a client may be longer, in bytes.
const LONGEST: usize = 1 << 16;

/// Lines that wait while a thought is in progress; a client that sends more waits, too.
const WAITING: usize = 64;

/// What happens at the desk.
enum Event {
    /// A line of the client; none: it was too long.
    Line(Option<String>),
    /// The client has left.
    Left,
    /// A better thought.
    Better(ThoughtText),
    /// The thought is over.
    Done(Option<ThoughtText>),
}

/// A thought in progress.
struct Thinking {
    stop: StopFlag,
    begun: Instant,
    until: Option<Instant>,
    endless: bool,
}

impl Thinking {
    fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// Answers the lines until the client leaves or says so. `say` tells whether somebody still reads.
pub(super) fn sit(
    server: &mut dyn Server,
    lines: impl BufRead + Send + 'static,
    say: &mut dyn FnMut(&str) -> bool,
) {
    let (send, events) = sync_channel(WAITING);
    let reader = send.clone();
    // Nobody waits for this thread: a client that says nothing for ever does not keep the program from ending.
    std::thread::spawn(move || read(lines, &reader));
    let mut desk = Desk { send, thinking: None, later: VecDeque::new(), left: false, quit: false };
    let heard = Cell::new(true);
    let mut say = |line: &str| heard.set(heard.get() && say(line));
    while heard.get() {
        if desk.thinking.is_none() {
            match desk.later.pop_front() {
                Some(line) => desk.hear(server, line, &mut say),
                None if desk.left => return,
                None => {
                    let Ok(event) = events.recv() else { return };
                    desk.take(server, event, &mut say);
                }
            }
        } else if let Some(event) = desk.wait(&events) {
            desk.take(server, event, &mut say);
        }
        if desk.quit {
            return;
        }
    }
}

fn read(lines: impl BufRead, send: &SyncSender<Event>) {
    for line in Lines::of(lines, LONGEST) {
        if send.send(Event::Line(line.ok())).is_err() {
            return;
        }
    }
    let _ = send.send(Event::Left);
}

struct Desk {
    send: SyncSender<Event>,
    thinking: Option<Thinking>,
    /// Lines to be heard after the thought.
    later: VecDeque<Option<String>>,
    left: bool,
    quit: bool,
}

impl Desk {
    /// The next event while a thought is in progress; none: its time was up, and it was asked to stop.
    fn wait(&mut self, events: &Receiver<Event>) -> Option<Event> {
        let until = self.thinking.as_ref().and_then(|thinking| thinking.until);
        let Some(until) = until else { return events.recv().ok() };
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.stop.raise(Exhausted::Time);
                    thinking.until = None;
                }
                None
            }
        }
    }

    fn take(&mut self, server: &mut dyn Server, event: Event, say: &mut dyn FnMut(&str)) {
        match event {
            Event::Line(line) => match (&self.thinking, &line) {
                (Some(_), Some(text)) => match server.interrupt(text, say) {
                    Interrupt::GoOn => {}
                    Interrupt::Stop => self.stop(),
                    Interrupt::StopThen => {
                        self.stop();
                        self.keep(server, line, say);
                    }
                    Interrupt::Later => self.keep(server, line, say),
                    Interrupt::Quit => {
                        self.stop();
                        self.quit = true;
                    }
                },
                (Some(_), None) => self.keep(server, line, say),
                (None, _) => self.hear(server, line, say),
            },
            Event::Left => {
                self.left = true;
                // A client that leaves in the middle of a thought that would end still gets its move.
                if self.thinking.as_ref().is_some_and(|thinking| thinking.endless) {
                    self.stop();
                }
            }
            Event::Better(thought) => {
                let millis = self.thinking.as_ref().map_or(0, Thinking::millis);
                server.report(&thought, millis, say);
            }
            Event::Done(thought) => {
                let millis = self.thinking.take().map_or(0, |thinking| thinking.millis());
                server.done(thought, millis, say);
            }
        }
    }

    fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise(Exhausted::Cancelled);
        }
    }

    /// Keeps a line for after the thought, unless too many wait already.
    fn keep(&mut self, server: &mut dyn Server, line: Option<String>, say: &mut dyn FnMut(&str)) {
        if self.later.len() < WAITING {
            self.later.push_back(line);
        } else {
            server.refuse("too many lines wait for the end of this thought; this one is passed over", say);
        }
    }

    fn hear(&mut self, server: &mut dyn Server, line: Option<String>, say: &mut dyn FnMut(&str)) {
        let Some(line) = line else {
            let what = format!("a line of more than {LONGEST} bytes is passed over");
            return server.refuse(&what, say);
        };
        match server.hear(&line, say) {
            Next::Listen => {}
            Next::Quit => self.quit = true,
            Next::Think(task) => self.think(task),
        }
    }

    fn think(&mut self, Task { go, think }: Task) {
        let (stop, begun) = (StopFlag::new(), Instant::now());
        let until = go.clock().and_then(|millis| begun.checked_add(Duration::from_millis(millis)));
        let endless = go.endless && go.clock().is_none();
        let budget = Budget::unlimited().with_stop(stop.clone());
        self.thinking = Some(Thinking { stop, begun, until, endless });
        let send = self.send.clone();
        std::thread::spawn(move || {
            let found = think(budget, &mut |thought| {
                let _ = send.send(Event::Better(thought));
            });
            let _ = send.send(Event::Done(found));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;
    use quandary_games::protocol::{Strength, server};
    use std::io::{BufReader, Read};

    /// What an engine says to these lines.
    fn said(game: &str, lines: impl Into<Vec<u8>>) -> Vec<String> {
        let entry = quandary_registry::find(game).unwrap();
        let strength = Strength { level: None, bytes: 1 << 20, seed: Seed(1).0 };
        let mut server = server(game, &entry.options([]).unwrap(), strength).unwrap().unwrap();
        let mut said = Vec::new();
        sit(&mut *server, std::io::Cursor::new(lines.into()), &mut |line| {
            said.push(line.to_owned());
            true
        });
        said
    }

    fn ends_with_move(said: &[String], start: &str) -> bool {
        said.last().is_some_and(|line| line.starts_with(start))
    }

    #[test]
    fn uci_is_spoken_as_boards_expect_it() {
        let said = said(
            "xiangqi",
            "uci\nisready\nucinewgame\nposition startpos moves h2e2 h9g7\ngo depth 2\nquit\n",
        );
        assert!(said[0].starts_with("id name Quandary") && said.contains(&"uciok".to_owned()), "{said:?}");
        assert!(said.contains(&"readyok".to_owned()));
    }

    #[test]
    fn a_thought_with_a_limit_is_finished_when_the_client_leaves() {
        let said = said("xiangqi", "ucci\nposition startpos\ngo nodes 2000\n");
        assert!(said.contains(&"ucciok".to_owned()), "{said:?}");
        assert!(ends_with_move(&said, "bestmove "), "{said:?}");
        assert!(said.iter().any(|line| line.starts_with("info depth 1 score ")), "{said:?}");
    }

    #[test]
    fn an_endless_thought_ends_when_the_client_leaves_or_says_stop() {
        let left = said("xiangqi", "position startpos\ngo infinite\n");
        assert!(ends_with_move(&left, "bestmove "), "{left:?}");
        let stopped = said("connect-four", "position start\ngo infinite\nstop\nisready\n");
        assert!(stopped.iter().any(|line| line.starts_with("bestmove ")), "{stopped:?}");
        assert!(stopped.contains(&"readyok".to_owned()), "{stopped:?}");
    }

    #[test]
    fn the_same_nodes_give_the_same_moves_whatever_the_clock_says() {
        for (game, lines) in [
            ("connect-four", "position 4455\ngo nodes 5000\n"),
            ("checkers", "position start moves 11-15 23-19\ngo nodes 5000\n"),
            ("xiangqi", "position startpos moves h2e2\ngo nodes 5000\n"),
        ] {
            let best = |said: Vec<String>| said.last().cloned();
            assert_eq!(best(said(game, lines)), best(said(game, lines)), "{game}");
        }
    }

    #[test]
    fn gomoku_is_played_as_gomocup_does() {
        let said = said(
            "gomoku",
            "START 15\nINFO timeout_turn 200\nINFO rule 1\nBEGIN\nTURN 8,8\nTAKEBACK 0,0\nRESTART\nBOARD\n7,7,1\n7,8,2\nDONE\nABOUT\n",
        );
        let answers: Vec<&String> = said.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
        assert_eq!(answers[0], "OK", "{said:?}");
        let is_point = |line: &str| line.split(',').filter(|part| part.parse::<u32>().is_ok()).count() == 2;
        assert!(is_point(answers[1]) && is_point(answers[2]), "{said:?}");
        assert!(answers[3].starts_with("ERROR"), "not the last stone: {said:?}");
        assert_eq!(answers[4], "OK");
        assert!(is_point(answers[5]), "{said:?}");
        assert!(answers[6].starts_with("name=\"Quandary\""), "{said:?}");
    }

    #[test]
    fn othello_is_played_as_nboard_does() {
        let game =
            "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)";
        let said = said(
            "othello",
            format!("nboard 2\nset depth 3\nset game {game}\nmove d6/0.10/1\nping 7\ngo\nhint 2\nping 8\n"),
        );
        assert_eq!(said[0], "set myname Quandary");
        let pong = said.iter().position(|line| line == "pong 7").unwrap();
        let played = said.iter().position(|line| line.starts_with("=== ")).unwrap();
        assert!(pong < played, "{said:?}");
        assert!(said.contains(&"pong 8".to_owned()), "{said:?}");
    }

    #[test]
    fn a_breach_of_the_protocol_is_reported_in_words() {
        for (game, lines, refused) in [
            (
                "xiangqi",
                "xyzzy\nposition\nposition fen rubbish\ngo depth 1\nposition startpos moves a0a9\ngo depth 1\n",
                6,
            ),
            (
                "gomoku",
                "TURN 1,1\nBEGIN\nSTART 4\nSTART x\nRECTSTART 10,15\nSTART 15\nTURN 99,1\nTURN\nTURN 7,7,7\nDONE\nBOARD\nx\nBOARD\n1,1,2\n1,1,2\nTAKEBACK 3,3\nNONSENSE\n",
                13,
            ),
            (
                "othello",
                "nboard 3\nset depth 99\nset game (;BO[8 X];)\nmove a1\nmove zz\nwhat\nset game (;B[\n",
                7,
            ),
            ("checkers", "position\nposition B:Wnonsense\ngo\nposition start moves 1-32\nwhat\n", 5),
            (
                "connect-four",
                "position start moves 9\nposition 99\ngo nodes 10\nposition start moves 4 4 4 4 4 4 4\n",
                4,
            ),
        ] {
            let said = said(game, lines);
            let wrong = said.iter().filter(|line| {
                let line = line.to_ascii_lowercase();
                line.contains("error") || line.starts_with("unknown")
            });
            assert_eq!(wrong.count(), refused, "{game}: {said:#?}");
        }
    }

    #[test]
    fn huge_lines_bytes_that_are_not_text_and_many_lines_do_no_harm() {
        for game in ["xiangqi", "gomoku", "othello", "checkers", "connect-four"] {
            let mut lines = vec![b'x'; 3 << 20];
            lines.extend(b"\n\xff\xfe\x00\x1b[31m\n");
            lines.extend(b"position startpos moves ".repeat(2000));
            lines.extend(b"\nINFO\nTURN 99999999999999999999,1\nset game (;BO[8 ");
            let said = said(game, lines);
            assert!(said.iter().any(|line| line.contains("a line of more than 65536 bytes")), "{game}");
            assert!(said.iter().all(|line| line.len() < 400 && !line.contains('\u{1b}')), "{game}: {said:?}");
        }
    }

    #[test]
    fn lines_sent_while_it_thinks_are_heard_afterwards_and_not_without_end() {
        let mut lines = String::from("position start\ngo nodes 200000\n");
        lines.push_str(&"position start\n".repeat(WAITING * 3));
        let said = said("connect-four", lines);
        assert!(said.iter().any(|line| line.starts_with("bestmove ")), "{said:?}");
        assert!(said.iter().all(|line| !line.contains("unknown")), "{said:?}");
    }

    #[test]
    fn random_bytes_and_broken_sessions_never_panic() {
        let mut stream = Seed(29).stream(0);
        let words = [
            "position",
            "startpos",
            "fen",
            "moves",
            "h2e2",
            "go",
            "depth",
            "nodes",
            "1",
            "-1",
            "START",
            "15",
            "BEGIN",
            "TURN",
            "7,7",
            "BOARD",
            "DONE",
            "7,7,1",
            "set",
            "game",
            "(;BO[8",
            "move",
            "F5",
            "hint",
            "isready",
            "stop",
            "4",
            "start",
            "INFO",
            "rule",
            "4",
            "timeout_turn",
            "0",
            "TAKEBACK",
            "RESTART",
            "PA",
            "pass",
            "\u{1F600}",
        ];
        for game in ["xiangqi", "gomoku", "othello", "checkers", "connect-four"] {
            for _ in 0..20 {
                let mut lines = String::new();
                for _ in 0..40 {
                    lines.push_str(words[stream.index(words.len())]);
                    lines.push(if stream.chance(0.4) { '\n' } else { ' ' });
                }
                // A thought without a limit of its own would take its usual second.
                let lines =
                    lines.replace("go", "go nodes 50").replace("hint", "ping").replace("BEGIN", "ABOUT");
                let lines = lines.replace("TURN", "TAKEBACK").replace("DONE", "ABOUT");
                drop(said(game, lines));
            }
        }
    }

    #[test]
    fn a_client_whose_pipe_breaks_ends_the_engine() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("the pipe broke"))
            }
        }
        let entry = quandary_registry::find("xiangqi").unwrap();
        let strength = Strength { level: None, bytes: 1 << 16, seed: 1 };
        let mut server = server("xiangqi", &entry.options([]).unwrap(), strength).unwrap().unwrap();
        let mut lines = 0;
        sit(&mut *server, BufReader::new(Broken), &mut |_| {
            lines += 1;
            true
        });
        assert_eq!(lines, 0);
    }
}
