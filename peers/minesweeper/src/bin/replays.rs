//! Replays: our parsers compared with `ms_toollib`'s, which were made for real files.
//!
//! `cargo run -p peers-minesweeper --bin replays -- FILES` writes random games in every format and version, reads them
//! with both parsers, and compares the board, every move with its cell and its time, and the ending. Each real `.rmv`
//! among FILES is compared in the same way. There the two are independent: we use the file's record of the board, they
//! follow the mouse. And its mouse events, written as `.evf` and `.avf`, must lead our parser to the same moves.
//! (`ms_toollib` comes with such files, in `tests/assets`.)

// This program needs less of it than the tests do.
#[allow(dead_code)]
#[path = "../../../../crates/puzzles/minesweeper/tests/facts/writers.rs"]
mod writers;

use ms_toollib::videos::NewSomeVideo2;
use ms_toollib::{AvfVideo, BaseVideo, Event, EvfVideo, RmvVideo};
use quandary_core::Seed;
use quandary_minesweeper::replay::{self, Format, Replay};
use quandary_minesweeper::{Action, FirstClick, Minesweeper};
use writers::{Frame, Mouse, RecordedGame};

type Video = BaseVideo<Vec<Vec<i32>>>;

/// A move: its time, its kind, its row and column from 0.
type Move = (u32, char, usize, usize);

fn main() {
    let mut compared = 0;
    for index in 0..240 {
        let boards = ["8x8/10", "16x16/40", "16x30/99", "9x7/8", "20x12/30"];
        let board = boards[index % boards.len()].parse().expect("a board");
        let played = writers::random_game(board, &mut Seed(2026).stream(index as u64));
        let mut files = vec![writers::avf(&played), writers::rmv(1, &played), writers::rmv(2, &played)];
        files.extend((0..=4).map(|version| writers::evf(version, &played)));
        for file in files {
            compare(&file).unwrap_or_else(|error| panic!("game {index}: {error}"));
            compared += 1;
        }
    }
    println!("{compared} files of 240 random games: boards, moves, times and endings agree");
    for path in std::env::args().skip(1) {
        let file = std::fs::read(&path).expect("a file");
        let name = path.rsplit('/').next().unwrap_or_default();
        match compare(&file) {
            Ok((replay, video)) => {
                by_hand(&replay, &video);
                println!("{name}: {} moves agree, and by hand", replay.record.actions.len());
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
}

fn compare(file: &[u8]) -> Result<(Replay, Video), String> {
    let replay = replay::read(file).map_err(|error| format!("we refuse: {error}"))?;
    let video = theirs(replay.format, file)?;
    let board = replay.record.field.board();
    let mined = |row: usize, col: usize| {
        replay.record.field.is_mine(board.cell(row + 1, col + 1).expect("on the board"))
    };
    assert_eq!((video.height, video.width), (board.rows(), board.cols()));
    for (row, numbers) in video.board.iter().enumerate() {
        for (col, &number) in numbers.iter().enumerate() {
            assert_eq!(number == -1, mined(row, col), "row {row}, column {col}");
        }
    }
    assert_eq!(our_moves(&replay), their_moves(&video), "{} {}", replay.format, replay.version);
    let game = Minesweeper::new(board, FirstClick::Any);
    let mut world = game.world_on(replay.record.field.clone());
    for &action in &replay.record.actions {
        game.try_play(&mut world, action).expect("a legal move");
    }
    assert_eq!(video.is_completed, world.outcome() == Some(quandary_core::Outcome::Won));
    Ok((replay, video))
}

fn theirs(format: Format, file: &[u8]) -> Result<Video, String> {
    let refused = |error| format!("the peer refuses: {error:?}");
    let mut video = match format {
        Format::Rmv => {
            let mut video = <RmvVideo as NewSomeVideo2<_, _>>::new(file.to_vec(), "");
            video.parse().map_err(refused)?;
            video.data
        }
        Format::Avf => {
            let mut video = <AvfVideo as NewSomeVideo2<_, _>>::new(file.to_vec(), "");
            video.parse().map_err(refused)?;
            video.data
        }
        Format::Evf => {
            let mut video = <EvfVideo as NewSomeVideo2<_, _>>::new(file.to_vec(), "");
            video.parse().map_err(refused)?;
            video.data
        }
    };
    // Arbiter and Metasweeper have cells of this size; the field is only set if the file has it.
    if video.cell_pixel_size == 0 {
        video.cell_pixel_size = 16;
    }
    video.analyse();
    Ok(video)
}

fn our_moves(replay: &Replay) -> Vec<Move> {
    let board = replay.record.field.board();
    let moves = replay.record.actions.iter().zip(&replay.milliseconds);
    moves
        .map(|(&action, &time)| {
            let kind = match action {
                Action::Open(_) => 'o',
                Action::Flag(_) => 'f',
                Action::Chord(_) => 'c',
            };
            let (row, col) = board.place(action.cell());
            (time, kind, row - 1, col - 1)
        })
        .collect()
}

/// The mouse events that changed something. A loss does not say whether it was an opening or a chord, but
/// the cell under the mouse was open before or it was not.
fn their_moves(video: &Video) -> Vec<Move> {
    let side = u16::from(video.cell_pixel_size);
    let mut moves = Vec::new();
    for record in &video.video_action_state_recorder {
        let Some(Event::Mouse(mouse)) = &record.event else { continue };
        let (row, col) = (usize::from(mouse.y / side), usize::from(mouse.x / side));
        let kind = match record.useful_level {
            0 => continue,
            1 => 'f',
            2 => 'o',
            3 => 'c',
            _ => {
                let before = record.prior_game_board.as_ref().expect("analysed").borrow();
                if before.game_board[row][col] < 10 { 'c' } else { 'o' }
            }
        };
        moves.push(((record.time * 1000.0).round() as u32, kind, row, col));
    }
    moves
}

/// The same mouse, in the formats without a board.
fn by_hand(replay: &Replay, video: &Video) {
    let mut frames = Vec::new();
    for record in &video.video_action_state_recorder {
        let Some(Event::Mouse(event)) = &record.event else { continue };
        let hand: &[Mouse] = match event.mouse.as_str() {
            "lc" => &[Mouse::LeftDown],
            "lr" => &[Mouse::LeftUp],
            "rc" => &[Mouse::RightDown],
            "rr" => &[Mouse::RightUp],
            "mc" => &[Mouse::MiddleDown],
            "mr" => &[Mouse::MiddleUp],
            "pf" => &[Mouse::RightDown, Mouse::RightUp],
            _ => &[Mouse::Move],
        };
        let scaled = |pixel: u16| u32::from(pixel) * writers::SIDE / u32::from(video.cell_pixel_size);
        frames.extend(hand.iter().map(|&mouse| Frame {
            milliseconds: (record.time * 1000.0).round() as u32,
            mouse,
            x: scaled(event.x),
            y: scaled(event.y),
            changes: Vec::new(),
        }));
    }
    let played = RecordedGame {
        field: replay.record.field.clone(),
        actions: Vec::new(),
        milliseconds: Vec::new(),
        frames,
        won: None,
    };
    let mut files = vec![writers::avf(&played)];
    files.extend((0..=4).map(|version| writers::evf(version, &played)));
    for file in files {
        let again = replay::read(&file).expect("a file of ours");
        assert_eq!(again.record.actions, replay.record.actions, "{} {}", again.format, again.version);
    }
}
