//! Replays: what is written from the descriptions is read as it was played, and nothing else is read at all.

use proptest::prelude::*;
use quandary_core::Context;
use quandary_core::{InputError, Outcome, Seed};
use quandary_minesweeper::game::{Record, show_action};
use quandary_minesweeper::replay::{self, Replay};
use quandary_minesweeper::{Action, FirstClick, Minesweeper, verbs};
use quandary_verbs::{Input, Request};

use crate::writers::{self, RecordedGame, film, random_game};

/// A game in all the versions we read.
fn files(played: &RecordedGame) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![("avf".to_owned(), writers::avf(played))];
    files.extend((1..=2).map(|version| (format!("rmv {version}"), writers::rmv(version, played))));
    files.extend((0..=4).map(|version| (format!("evf {version}"), writers::evf(version, played))));
    files
}

/// Every move of what was read must be legal. The outcome.
fn replayed(replay: &Replay) -> Option<Outcome> {
    assert_eq!(replay.record.actions.len(), replay.milliseconds.len());
    let game = Minesweeper::new(replay.record.field.board(), FirstClick::Any);
    let mut world = game.world_on(replay.record.field.clone());
    for &action in &replay.record.actions {
        game.try_play(&mut world, action).expect("a record that can be replayed");
    }
    world.outcome()
}

/// Moves on a board with mines in two corners.
fn small_game(moves: &str) -> RecordedGame {
    let record: Record = format!("3x4/2\n*...\n....\n...*\n{moves}").parse().unwrap();
    film(&record.field, &record.actions)
}

#[test]
fn a_won_a_lost_and_an_unfinished_game_are_read_from_every_format() {
    for (moves, won) in [
        ("open 2,2\nflag 1,1\nopen 2,4\nchord 2,2", Some(Outcome::Won)),
        // The flag is on a safe cell: the chord that trusts it opens the mine.
        ("open 2,2\nflag 1,2\nchord 2,2", Some(Outcome::Lost)),
        ("open 1,1", Some(Outcome::Lost)),
        ("open 1,3\nflag 3,4\nflag 3,4", None),
    ] {
        let played = small_game(moves);
        for (name, file) in files(&played) {
            let replay = replay::read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(format!("{} {}", replay.format, replay.version).starts_with(&name), "{name}");
            let board = replay.record.field.board();
            let read: Vec<String> = replay.record.actions.iter().map(|&a| show_action(board, a)).collect();
            assert_eq!(read.join("\n"), moves, "{name}");
            assert_eq!(replayed(&replay), won, "{name}");
            let claims = match name.split_once(' ') {
                Some(("rmv", _)) => won,
                Some(("evf", _)) => won.filter(|&won| won == Outcome::Won),
                _ => None,
            };
            assert_eq!(replay.claimed, claims, "{name}");
        }
    }
}

#[test]
fn random_games_survive_every_format_with_their_times() {
    let (mut won, mut lost, mut chords, mut flags) = (0, 0, 0, 0);
    for (index, board) in
        ["8x8/10", "16x16/40", "16x30/99", "5x7/6", "1x9/2", "20x12/30"].iter().cycle().take(60).enumerate()
    {
        let played = random_game(board.parse().unwrap(), &mut Seed(11).stream(index as u64));
        won += u32::from(played.won == Some(true));
        lost += u32::from(played.won == Some(false));
        chords += played.actions.iter().filter(|action| matches!(action, Action::Chord(_))).count();
        flags += played.actions.iter().filter(|action| matches!(action, Action::Flag(_))).count();
        for (name, file) in files(&played) {
            let replay = replay::read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(replay.record.field, played.field, "{name}");
            assert_eq!(replay.record.actions, played.actions, "{name}, game {index}");
            assert_eq!(replay.milliseconds, played.milliseconds, "{name}");
        }
    }
    assert!(won > 5 && lost > 5 && chords > 100 && flags > 100, "{won} {lost} {chords} {flags}");
}

#[test]
fn clicks_that_change_nothing_are_left_out() {
    let mut played = small_game("open 2,2\nflag 1,1\nopen 2,4\nchord 2,2");
    let quiet = |mut frame: writers::Frame| {
        frame.changes.clear();
        frame
    };
    // After every move: open 2,2 once more, and move on. Before the flag is there: chord 2,2.
    let again: Vec<writers::Frame> = played.frames[..3].iter().cloned().map(quiet).collect();
    let chord: Vec<writers::Frame> = played.frames[8..].iter().cloned().map(quiet).collect();
    for at in [12, 8, 5, 3] {
        played.frames.splice(at..at, again.clone());
    }
    played.frames.splice(3..3, chord);
    for (index, frame) in played.frames.iter_mut().enumerate() {
        frame.milliseconds = index as u32 * 10;
    }
    for (name, file) in files(&played) {
        assert_eq!(replay::read(&file).unwrap().record.actions, played.actions, "{name}");
    }
}

#[test]
fn an_rmv_is_believed_about_what_the_board_did() {
    // A client that opens a whole row with one click: no move of ours, but the position is kept.
    let mut played = small_game("open 2,2");
    played.frames[2].changes = vec![[19, 1, 1], [18, 2, 0], [19, 1, 0]];
    played.won = None;
    let replay = replay::read(&writers::rmv(2, &played)).unwrap();
    let board = replay.record.field.board();
    let read: Vec<String> = replay.record.actions.iter().map(|&a| show_action(board, a)).collect();
    assert_eq!(read, ["open 2,2", "open 1,3"], "the zero opens 1,2 by itself");
    // But not against its own mines.
    played.frames[2].changes = vec![[20, 1, 1]];
    let error = replay::read(&writers::rmv(2, &played)).unwrap_err().to_string();
    assert!(
        error.ends_with("2,2 opens as 2; expected 1: that is what the board of the file has there"),
        "{error}"
    );
}

#[test]
fn damaged_files_are_refused_with_the_reason_and_the_byte() {
    let played = small_game("open 2,2\nflag 1,1\nopen 2,4\nchord 2,2");
    let damage = |file: &[u8], at: usize, byte: u8| {
        let mut file = file.to_vec();
        file[at] = byte;
        file
    };
    let (avf, rmv, evf) = (writers::avf(&played), writers::rmv(2, &played), writers::evf(3, &played));
    for (file, message) in [
        (
            damage(&avf, 10, 9),
            "byte 10: mine 1 is off the board or there twice; expected 2 different cells of 3x4",
        ),
        (
            damage(&avf, 10, 0),
            "byte 10: mine 1 is off the board or there twice; expected 2 different cells of 3x4",
        ),
        (
            avf[..12].to_vec(),
            "byte 10: the file ends inside the places of the mines; expected 4 more bytes, there are 2",
        ),
        (
            damage(&avf, 33, b'('),
            "byte 14: there is no text in brackets after the mines; expected `[`, a level from 0 to 3, and `|`",
        ),
        (damage(&avf, 30, 7), "byte 30: 7 for question marks; expected 17 when they are on, 127 when off"),
        (damage(&rmv, 5, 7), "byte 4: version 7 of the format is not known; expected 1 or 2"),
        (damage(&evf, 6, 3), "byte 49: the header says 3 mines, the board has 2; expected the same number"),
        (damage(&evf, 7, 0), "byte 7: cells of 0 pixels; expected 5 to 255"),
        (
            damage(&evf, 9, 11),
            "byte 8: game mode 11 is recursive: a click there opens more; expected a game by the ordinary rules",
        ),
        (
            damage(&evf, 51, 77),
            "byte 51: event 77 is not known in this version; expected a mouse event from 1 to 12",
        ),
        (
            evf[..5].to_vec(),
            "byte 5: the file ends inside the number of mines; expected 2 more bytes, there are 0",
        ),
        (b"no replay".to_vec(), "byte 0: this is not a replay; expected an .rmv, .avf or .evf file"),
    ] {
        assert_eq!(replay::read(&file).map(|_| ()).unwrap_err().to_string(), message);
    }
}

#[test]
fn every_truncation_and_every_damaged_byte_is_an_error_or_a_game() {
    let played = small_game("open 2,2\nflag 1,1\nopen 2,4\nchord 2,2");
    for (_, file) in files(&played) {
        for at in 0..file.len() {
            let _ = replay::read(&file[..at]).as_ref().map(replayed);
            for byte in [0, 1, 27, 127, 255, file[at] ^ 1, file[at] ^ 0x80, file[at].wrapping_add(1)] {
                let mut damaged = file.clone();
                damaged[at] = byte;
                let _ = replay::read(&damaged).as_ref().map(replayed);
            }
        }
    }
}

proptest! {
    #[test]
    fn random_bytes_are_an_error_or_a_game(
        start in prop_oneof![
            Just(b"*rmv\x00\x01".to_vec()),
            Just(b"*rmv\x00\x02".to_vec()),
            (0_u8..6).prop_map(|version| vec![version]),
            Just(b"4....\x06\x02\x02\x00\x00.[0|]".to_vec()),
            Just(Vec::new()),
        ],
        bytes in proptest::collection::vec(prop_oneof![0_u8..32, any::<u8>()], 0..200),
    ) {
        let _ = replay::read(&[start, bytes].concat()).as_ref().map(replayed);
    }
}

/// The answer of `quandary autopsy minesweeper FILE`.
fn autopsy(bytes: Vec<u8>) -> Result<quandary_verbs::Answer, InputError> {
    let verb = verbs::ENTRY.verb("autopsy").unwrap();
    let input = Input { source: "a test".to_owned(), bytes };
    let request = Request::new(&verb.spec, Some(input), [("samples", "2".to_owned())])?;
    verb.run("minesweeper", &request, &Context::bare())
}

#[test]
fn an_autopsy_of_a_replay_is_that_of_its_record() {
    let moves = "open 2,2\nflag 1,1\nopen 2,4\nchord 2,2";
    let text = autopsy(format!("3x4/2\n*...\n....\n...*\n{moves}").into_bytes()).unwrap();
    assert!(text.json()["replay"].is_null());
    for (name, file) in files(&small_game(moves)) {
        let answer = autopsy(file).unwrap();
        assert_eq!(answer.json()["moves"], text.json()["moves"], "{name}");
        assert_eq!(answer.json()["outcome"], text.json()["outcome"], "{name}");
        assert_eq!(answer.json()["replay"]["moves"][1]["move"], "flag 1,1", "{name}");
        assert_eq!(answer.json()["replay"]["moves"][1]["milliseconds"], 370, "{name}");
    }
    // A first click on a mine, which the rule would not have allowed; a board without a safe cell.
    for record in ["3x4/2\n*...\n....\n...*\nopen 1,1", "1x2/2\n**", "1x2/0\n..\nopen 1,1"] {
        let record: Record = record.parse().unwrap();
        for (name, file) in files(&film(&record.field, &record.actions)) {
            // Without an event there is nothing by which to find the events of an .avf.
            let lost = name == "avf" && record.actions.is_empty();
            let read = replay::read(&file).map(|replay| replay.record.actions);
            assert!(lost || read == Ok(record.actions.clone()), "{name}: {read:?}");
            assert_eq!(autopsy(file).is_err(), lost, "{name}");
        }
    }
    let error = autopsy(b"*rmv\x00".to_vec()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "a test: byte 4: the file ends inside the version; expected 2 more bytes, there are 1");
}
