//! Replay files built byte by byte from their descriptions, for games that are played here. Nothing of the
//! readers is used: what they share with this file is the specification alone.

use quandary_core::Stream;
use quandary_minesweeper::{Action, Board, Cell, CellView, FirstClick, Minefield, Minesweeper};

/// The side of a cell in pixels, in every file written here.
pub(crate) const SIDE: u32 = 16;

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mouse {
    Move,
    LeftDown,
    LeftUp,
    RightDown,
    RightUp,
    MiddleDown,
    MiddleUp,
}

impl Mouse {
    /// What `.rmv` and `.evf` call it.
    fn code(self) -> u8 {
        match self {
            Mouse::Move => 1,
            Mouse::LeftDown => 2,
            Mouse::LeftUp => 3,
            Mouse::RightDown => 4,
            Mouse::RightUp => 5,
            Mouse::MiddleDown => 6,
            Mouse::MiddleUp => 7,
        }
    }
}

/// A mouse event in pixels from the corner of the board, and the cells that changed: (column, row, code),
/// with the codes of `.rmv`.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) milliseconds: u32,
    pub(crate) mouse: Mouse,
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) changes: Vec<[u8; 3]>,
}

/// A game: where the mines are, what was done, and how it ended.
pub(crate) struct RecordedGame {
    pub(crate) field: Minefield,
    pub(crate) actions: Vec<Action>,
    pub(crate) milliseconds: Vec<u32>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) won: Option<bool>,
}

/// Plays some moves in front of a camera. Chords are made in three ways, in turn.
pub(crate) fn film(field: &Minefield, actions: &[Action]) -> RecordedGame {
    let game = Minesweeper::new(field.board(), FirstClick::Any);
    let mut world = game.world_on(field.clone());
    let mut played = RecordedGame {
        field: field.clone(),
        actions: actions.to_vec(),
        milliseconds: vec![],
        frames: vec![],
        won: None,
    };
    for (index, &action) in actions.iter().enumerate() {
        let before = world.observation().seen().to_vec();
        let outcome = game.try_play(&mut world, action).expect("a legal move");
        let changes = changes(field, &before, &world);
        assert!(!changes.is_empty(), "a move that changes something");
        let (row, col) = field.board().place(action.cell());
        let (x, y) = ((col as u32 - 1) * SIDE + 3, (row as u32 - 1) * SIDE + 12);
        // `true` at the event that changes the board.
        let hand: &[(Mouse, bool)] = match (action, index % 3) {
            (Action::Open(_), _) => &[(Mouse::Move, false), (Mouse::LeftDown, false), (Mouse::LeftUp, true)],
            (Action::Flag(_), _) => &[(Mouse::RightDown, true), (Mouse::RightUp, false)],
            (Action::Chord(_), 0) => &[
                (Mouse::LeftDown, false),
                (Mouse::RightDown, false),
                (Mouse::RightUp, true),
                (Mouse::LeftUp, false),
            ],
            (Action::Chord(_), 1) => &[
                (Mouse::RightDown, false),
                (Mouse::LeftDown, false),
                (Mouse::LeftUp, true),
                (Mouse::RightUp, false),
            ],
            (Action::Chord(_), _) => &[(Mouse::MiddleDown, false), (Mouse::MiddleUp, true)],
        };
        for (step, &(mouse, acts)) in hand.iter().enumerate() {
            // Long enough for a pause of version 0.4 now and then, in hundredths for .avf.
            let milliseconds = index as u32 * 370 + step as u32 * 20;
            let changes = if acts { changes.clone() } else { Vec::new() };
            if acts {
                played.milliseconds.push(milliseconds);
            }
            played.frames.push(Frame { milliseconds, mouse, x: x + step as u32, y, changes });
        }
        played.won = outcome.map(|_| world.exploded().is_none());
    }
    played
}

fn changes(field: &Minefield, before: &[CellView], world: &quandary_minesweeper::World) -> Vec<[u8; 3]> {
    let seen = world.observation();
    let mut changes = Vec::new();
    for cell in seen.grid().cells() {
        let code = match seen.at(cell) {
            CellView::Number(number) => 18 + number,
            CellView::Flag => 13,
            CellView::Hidden if world.exploded() == Some(cell) => 27,
            CellView::Hidden => 11,
        };
        if seen.at(cell) != before[cell.at()] || code == 27 {
            let (row, col) = field.board().place(cell);
            changes.push([code, col as u8 - 1, row as u8 - 1]);
        }
    }
    changes
}

/// A game that starts with an opening and goes on with anything, mostly sensible.
pub(crate) fn random_game(board: Board, stream: &mut Stream) -> RecordedGame {
    let field = Minefield::draw(board, &[], stream).expect("any board");
    let game = Minesweeper::new(board, FirstClick::Any);
    let mut world = game.world_on(field.clone());
    let mut actions = Vec::new();
    while world.outcome().is_none() && actions.len() < 200 {
        let cell = Cell(stream.index(board.cells()) as u32);
        let mine = field.is_mine(cell);
        let careless = stream.index(40) == 0;
        let action = match world.observation().at(cell) {
            CellView::Hidden if !mine || careless || actions.is_empty() => Action::Open(cell),
            CellView::Hidden => Action::Flag(cell),
            CellView::Flag if careless => Action::Flag(cell),
            CellView::Number(_)
                if game
                    .grid()
                    .around(cell)
                    .iter()
                    .any(|near| world.observation().at(*near) == CellView::Hidden) =>
            {
                Action::Chord(cell)
            }
            _ => continue,
        };
        if game.try_play(&mut world, action).is_ok() {
            actions.push(action);
        }
    }
    film(&field, &actions)
}

fn mines(field: &Minefield) -> Vec<(u8, u8)> {
    let board = field.board();
    let all = (0..board.cells() as u32).map(Cell).filter(|&cell| field.is_mine(cell));
    all.map(|cell| board.place(cell)).map(|(row, col)| (row as u8, col as u8)).collect()
}

/// An `.avf` of Arbiter 0.52.
pub(crate) fn avf(played: &RecordedGame) -> Vec<u8> {
    let board = played.field.board();
    let mut file = vec![52, 0xA7, 0x13, 0x5B, 0xC0];
    let level = match board.to_string().as_str() {
        "8x8/10" => 3,
        "16x16/40" => 4,
        "16x30/99" => 5,
        _ => 6,
    };
    file.push(level);
    if level == 6 {
        file.extend([board.cols() as u8 - 1, board.rows() as u8 - 1]);
        file.extend((board.mines() as u16).to_be_bytes());
    }
    file.extend(mines(&played.field).iter().flat_map(|&(row, col)| [row, col]));
    file.extend(*b"\x06\xA0\xC8\x8F\xA1\x97\xD1\x07\x08\x0B\x0A\x06\x07\x08\x09\x0A\x7F\x39");
    let custom = format!("W{}H{}M{}|", board.cols(), board.rows(), board.mines());
    let text = format!(
        "[{}|{}18.10.2022.20:15:35:6606|18.20:16:24:8868|B12T50.25]",
        level - 3,
        if level == 6 { custom.as_str() } else { "" }
    );
    file.extend(text.as_bytes());
    file.extend(*b"\x00\x00\x07\x00\x02");
    let mut event = |code: u8, seconds: u32, hundredths: u32, x: u32, y: u32| {
        let [x, y, seconds] = [x, y, seconds].map(|n| (n as u16).to_be_bytes());
        file.extend([code, x[0], seconds[1], x[1], hundredths as u8, y[0], seconds[0], y[1]]);
    };
    // The first event is a press: that is how readers find it.
    for frame in played.frames.iter().skip_while(|frame| frame.mouse == Mouse::Move) {
        let code = match frame.mouse {
            Mouse::Move => 1,
            Mouse::LeftDown => 3,
            Mouse::LeftUp => 5,
            Mouse::RightDown => 9,
            Mouse::RightUp => 17,
            Mouse::MiddleDown => 33,
            Mouse::MiddleUp => 65,
        };
        let (seconds, hundredths) = (frame.milliseconds / 1000, frame.milliseconds % 1000 / 10);
        event(code, seconds + 1, hundredths, frame.x, frame.y);
    }
    event(1, 0, 0, 0, 0);
    file.extend(
        *b"cs=0123456789abcde\r\nRealTime: 49.25\rSkin: plain\rSomebody\rArbiter 0.52.3. Copyright\r",
    );
    file
}

/// An `.evf` of version 0.0 to 0.4.
pub(crate) fn evf(version: u8, played: &RecordedGame) -> Vec<u8> {
    let board = played.field.board();
    let mut file = vec![version, if played.won == Some(true) { 0x80 } else { 0 }];
    if version >= 3 {
        file.push(0x80);
    }
    file.extend([board.rows() as u8, board.cols() as u8]);
    file.extend((board.mines() as u16).to_be_bytes());
    file.push(SIDE as u8);
    file.extend([0, 0, 0, 12]);
    let texts: &[u8] = match version {
        0 | 1 => b"Client\x00Somebody\x00\x00me\x005\x006\x00XX\x00",
        2 | 3 => b"Client\x00Somebody\x00\x00me\x005\x006\x00XX\x00device\x00",
        _ => b"Client\x00Somebody\x00\x00me\x00",
    };
    if version == 4 {
        file.extend([0, 0, 1, 2]);
        file.extend(*b"XX");
        file.extend([0; 16]);
        file.extend(texts);
        file.extend(*b"\x00\x03\x00\x01\x02");
    } else {
        file.extend([0, 1, 2]);
        file.extend(texts);
    }
    let mut bits = vec![0; board.cells().div_ceil(8)];
    for cell in (0..board.cells()).filter(|&cell| played.field.is_mine(Cell(cell as u32))) {
        bits[cell / 8] |= 0x80 >> (cell % 8);
    }
    file.extend(bits);
    if version == 4 {
        file.extend(*b"\x00\x01metric\0");
    }
    let (mut time, mut x, mut y) = (0, 0, 0);
    for frame in &played.frames {
        let code = frame.mouse.code();
        let mut wait = frame.milliseconds - time;
        if version == 4 && wait > 255 {
            file.push(255);
            file.extend((wait as u16).to_be_bytes());
            wait = 0;
        }
        file.push(code);
        if version == 4 {
            file.push(wait as u8);
            file.extend((frame.x as i16 - x as i16).to_be_bytes());
            file.extend((frame.y as i16 - y as i16).to_be_bytes());
        } else {
            file.extend(&frame.milliseconds.to_be_bytes()[1..]);
            file.extend((frame.x as u16).to_be_bytes());
            file.extend((frame.y as u16).to_be_bytes());
        }
        (time, x, y) = (frame.milliseconds, frame.x, frame.y);
    }
    if version == 4 {
        file.extend(*b"\x00\x00\x02!!");
    } else {
        file.push(255);
    }
    file
}

/// An `.rmv` of version 1 or 2.
pub(crate) fn rmv(version: u8, played: &RecordedGame) -> Vec<u8> {
    let board = played.field.board();
    let two = |n: usize| (n as u16).to_be_bytes();
    let (result, client) = (&b"\nLEVEL:Custom#\n"[..], &b"Vienna Minesweeper - nowhere."[..]);
    let player = b"\x00\x02\x08Somebody\x02me";
    let mines = mines(&played.field);
    let properties: &[u8] =
        if version == 1 { &[0, 0, 0, 3, 1] } else { &[0, 0, 0, 3, 12, 0, SIDE as u8, 77] };
    let extensions = b"\x00\x01\x09some_name\x02\x00\xFF";
    let video = rmv_video(version, played);
    let mut file = b"*rmv\x00".to_vec();
    file.push(version);
    if version == 2 {
        file.extend([1, 5]);
    }
    file.extend([0; 4]);
    if version == 1 {
        file.extend(two(result.len()));
    }
    file.extend([two(client.len()), two(player.len()), two(8 + 2 * mines.len()), two(2)].concat());
    file.extend(two(properties.len()));
    if version == 2 {
        file.extend(two(extensions.len()));
    }
    file.extend((video.len() as u32).to_be_bytes());
    file.extend(two(2));
    if version == 1 {
        file.extend(result);
    }
    file.extend(client);
    file.extend(player);
    file.extend([0x67, 0, 0, 0, board.cols() as u8, board.rows() as u8]);
    file.extend(two(mines.len()));
    file.extend(mines.iter().flat_map(|&(row, col)| [col - 1, row - 1]));
    file.extend([0, 0]);
    file.extend(properties);
    if version == 2 {
        file.extend(extensions);
    }
    file.extend(video);
    file.extend(*b"??");
    file
}

fn rmv_video(version: u8, played: &RecordedGame) -> Vec<u8> {
    let mut file = Vec::new();
    if version == 1 {
        file.extend([0, 0x67, 0, 0, 0]);
    }
    // Viennasweeper starts to film when the first left button goes up.
    let start = played.frames.iter().position(|frame| frame.mouse == Mouse::LeftUp).unwrap_or(0);
    let mut last: Option<&Frame> = None;
    for frame in &played.frames[start..] {
        let short = last.filter(|last| {
            let near = |now: u32, then: u32| (-8..8).contains(&(now as i32 - then as i32));
            version == 2
                && frame.mouse == Mouse::Move
                && frame.milliseconds - last.milliseconds < 256
                && near(frame.x, last.x)
                && near(frame.y, last.y)
        });
        if let Some(last) = short {
            let nibble = |now: u32, then: u32| (now as i32 - then as i32) as u8 & 15;
            file.extend([28, (frame.milliseconds - last.milliseconds) as u8]);
            file.push(nibble(frame.x, last.x) << 4 | nibble(frame.y, last.y));
        } else {
            file.push(frame.mouse.code());
            file.extend(&frame.milliseconds.to_be_bytes()[1..]);
            file.push(0);
            let (left, top) = if version == 1 { (12, 56) } else { (0, 0) };
            file.extend((frame.x as u16 + left).to_be_bytes());
            file.extend((frame.y as u16 + top).to_be_bytes());
        }
        file.extend(frame.changes.iter().flatten());
        last = Some(frame);
    }
    file.push(match played.won {
        Some(false) => 15,
        Some(true) => 16,
        None => 17,
    });
    file.extend([0, 1, 2]);
    file
}
