//! Small instances drawn from a seed, and the answers that the program gives to them.

use quandary_core::{Context, Seed, Stream};
use quandary_verbs::{Input, Request};
use serde_json::Value;

use crate::oracle::{Points, Stones, Tiles, minesweeper_position, pushed};

/// A verb of a puzzle, with what it is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The registered name of the puzzle.
    pub puzzle: &'static str,
    /// The verb.
    pub verb: &'static str,
    /// INPUT.
    pub input: Option<String>,
    /// Values of options.
    pub options: Vec<(&'static str, String)>,
}

impl Question {
    pub(crate) fn new(puzzle: &'static str, verb: &'static str, input: impl Into<String>) -> Question {
        Question { puzzle, verb, input: Some(input.into()), options: Vec::new() }
    }

    pub(crate) fn with(mut self, option: &'static str, value: impl Into<String>) -> Question {
        self.options.push((option, value.into()));
        self
    }

    /// What the program answers; nothing when it refuses, as it does with a game that is over.
    pub fn answer(&self) -> Option<Value> {
        let verb = quandary_registry::find(self.puzzle)?.verb(self.verb)?;
        let input = self.input.as_deref().map(Input::inline);
        let request = Request::new(&verb.spec, input, self.options.iter().cloned()).ok()?;
        verb.run(self.puzzle, &request, &Context::bare()).ok().map(|answer| answer.json())
    }
}

/// One question of every kind, small enough for brute force.
pub fn questions(stream: &mut Stream) -> Vec<Question> {
    let mut all = Vec::new();
    for kind in [sliding, sliding, barred, placed, nonogram, nonogram, nonogram, coloured, coloured] {
        all.push(kind(stream));
    }
    for kind in [lights_out, pgame, pgame] {
        all.push(kind(stream));
    }
    for kind in
        [chances, chances, full_board, full_board, full_board, no_guess_boards, graded_boards, optimum]
    {
        all.push(kind(stream));
    }
    for kind in [connect_four, connect_four, connect_four, othello, othello, win_chance, replay] {
        all.push(kind(stream));
    }
    for kind in [checkers, checkers, gomoku, gomoku, xiangqi, xiangqi] {
        all.push(kind(stream));
    }
    all.extend(in_own_folder(stream));
    all
}

/// A question about every puzzle whose verifier is in its own folder: a position some moves into a game under its last
/// preset, which is the smallest. So a new puzzle needs no question of its own.
fn in_own_folder(stream: &mut Stream) -> Vec<Question> {
    let is_own = |puzzle: &str| quandary_check::VERIFIERS.iter().all(|verifier| verifier.puzzle != puzzle);
    let puzzles =
        quandary_registry::verifiers().map(|verifier| verifier.puzzle).filter(|puzzle| is_own(puzzle));
    let question = |puzzle: &'static str| {
        let entry = quandary_registry::find(puzzle)?;
        let setup = entry.read_setup(entry.presets.last()?.setup).ok()?;
        let mut session = entry.begin(&setup, Seed(stream.next_u64()), &Context::bare()).ok()?;
        for _ in 0..stream.index(4) {
            let moves = session.moves();
            session.play(stream.choose(&moves)?).ok()?;
        }
        let asked = entry.verb("solve")?.spec.options;
        let taken = setup.values().filter(|(name, _)| asked.iter().any(|option| option.name == *name));
        let question = Question::new(puzzle, "solve", session.text());
        Some(taken.fold(question, |question, (name, value)| question.with(name, value)))
    };
    puzzles.filter_map(question).collect()
}

fn one_of<T: Copy>(list: &[T], stream: &mut Stream) -> T {
    list[stream.index(list.len())]
}

fn sliding(stream: &mut Stream) -> Question {
    let shapes = [(2, 3), (3, 2), (2, 2), (3, 3), (3, 3), (1, 4), (2, 4), (4, 2), (5, 1), (1, 7)];
    let (rows, columns) = one_of(&shapes, stream);
    let mut tiles: Vec<usize> = (0..rows * columns).collect();
    stream.shuffle(&mut tiles);
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let board = tiles.chunks(columns).map(row).collect::<Vec<_>>().join("\n");
    Question::new("sliding", "solve", board)
        .with("goal", one_of(&["first", "last"], stream))
        .with("method", one_of(&["auto", "idastar", "fast"], stream))
}

/// A sliding puzzle in which directions are barred.
fn barred(stream: &mut Stream) -> Question {
    let (rows, columns) = one_of(&[(2, 3), (3, 2), (2, 2), (3, 3), (1, 4), (4, 1), (2, 4), (4, 2)], stream);
    let mut tiles: Vec<usize> = (1..rows * columns).chain([0]).collect();
    let mut empty = tiles.len() - 1;
    for _ in 0..stream.below(9) {
        let (row, column) = (empty / columns, empty % columns);
        let near = (0..tiles.len())
            .filter(|&cell| (cell / columns).abs_diff(row) + (cell % columns).abs_diff(column) == 1);
        let near: Vec<usize> = near.collect();
        let from = near[stream.index(near.len())];
        tiles.swap(empty, from);
        empty = from;
    }
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let board = tiles.chunks(columns).map(row).collect::<Vec<_>>().join("\n");
    Question::new("sliding", "solve", board)
        .with("method", one_of(&["pns", "df-pn", "pn2"], stream))
        .with("within", stream.below(9).to_string())
        .with("bars", stream.below(3).to_string())
        .with("inhibitor", one_of(&["and", "or", "chance"], stream))
        .with("certificate", "")
}

/// 2048 with an opponent or a friend who places the tiles.
fn placed(stream: &mut Stream) -> Question {
    let question = if stream.chance(0.5) {
        let tiles: Vec<&str> = (0..4).map(|_| one_of(&[".", "2", "4", "2", "8"], stream)).collect();
        Question::new("2048", "solve", format!("{} {} / {} {}", tiles[0], tiles[1], tiles[2], tiles[3]))
    } else {
        Question { puzzle: "2048", verb: "solve", input: None, options: Vec::new() }
            .with("board", one_of(&["2x2", "2x2", "2x3"], stream))
    };
    question
        .with("target", one_of(&["8", "16"], stream))
        .with("p4", one_of(&["0.1", "1/3", "0", "1"], stream))
        .with("method", one_of(&["df-pn", "pns"], stream))
        .with("inhibitor", one_of(&["and", "or", "chance"], stream))
        .with("certificate", "")
}

fn nonogram(stream: &mut Stream) -> Question {
    let (height, width) = (1 + stream.index(5), 1 + stream.index(5));
    let share = 0.3 + 0.4 * stream.unit();
    let cells: Vec<Vec<bool>> =
        (0..height).map(|_| (0..width).map(|_| stream.chance(share)).collect()).collect();
    let clue = |line: Vec<bool>| {
        let text: String = line.iter().map(|&black| if black { '#' } else { '.' }).collect();
        let runs: Vec<String> =
            text.split('.').filter(|run| !run.is_empty()).map(|run| run.len().to_string()).collect();
        if runs.is_empty() { "0".to_owned() } else { runs.join("-") }
    };
    let rows: Vec<String> = cells.iter().cloned().map(clue).collect();
    let columns: Vec<String> = (0..width).map(|x| clue(cells.iter().map(|row| row[x]).collect())).collect();
    nonogram_of(&rows, columns, stream)
}

/// A question about a nonogram with these clues, or with others.
fn nonogram_of(rows: &[String], mut columns: Vec<String>, stream: &mut Stream) -> Question {
    if stream.chance(0.35) {
        // Often no picture has these.
        stream.shuffle(&mut columns);
    }
    let question = Question::new("nonogram", "solve", format!("{}/{}", rows.join(" "), columns.join(" ")));
    if stream.chance(0.2) { question.with("any", "") } else { question }
}

/// A nonogram in two or three colours.
fn coloured(stream: &mut Stream) -> Question {
    let (height, width, colours) = (2 + stream.index(3), 2 + stream.index(3), 2 + stream.index(2));
    let share = 0.4 + 0.5 * stream.unit();
    let letters = &['a', 'b', 'c'][..colours];
    let mut cell = || if stream.chance(share) { letters[stream.index(colours)] } else { '.' };
    let cells: Vec<Vec<char>> = (0..height).map(|_| (0..width).map(|_| cell()).collect()).collect();
    let clue = |line: Vec<char>| {
        let runs = line.chunk_by(|a, b| a == b).filter(|run| run[0] != '.');
        let blocks: Vec<String> = runs.map(|run| format!("{}{}", run.len(), run[0])).collect();
        if blocks.is_empty() { "0".to_owned() } else { blocks.join("-") }
    };
    let rows: Vec<String> = cells.iter().cloned().map(clue).collect();
    let columns: Vec<String> = (0..width).map(|x| clue(cells.iter().map(|row| row[x]).collect())).collect();
    nonogram_of(&rows, columns, stream)
}

fn lights_out(stream: &mut Stream) -> Question {
    let (rows, columns) = (1 + stream.index(4), 1 + stream.index(4));
    let mut row = || (0..columns).map(|_| if stream.chance(0.5) { '#' } else { '.' }).collect::<String>();
    let board: Vec<String> = (0..rows).map(|_| row()).collect();
    Question::new("lights-out", "solve", board.join(" ")).with("board", format!("{rows}x{columns}"))
}

fn pgame(stream: &mut Stream) -> Question {
    let (branching, height) = one_of(&[(2, 3), (2, 8), (3, 4), (3, 6), (4, 3), (1, 5)], stream);
    let tree = format!("{branching}x{height}/{}/{}", stream.below(1000), stream.below(1000));
    let method = one_of(&["pns", "df-pn", "pn2", "truth"], stream);
    Question::new("pgame", "solve", tree).with("method", method).with("certificate", "")
}

/// A minefield of up to three mines on a tiny board: rows, columns, mines as bits.
fn minefield(stream: &mut Stream) -> (usize, usize, u32) {
    let (rows, cols) = one_of(&[(3, 3), (3, 4), (4, 3), (4, 4), (2, 5), (5, 2), (1, 6), (6, 1)], stream);
    let mut field = 0;
    for _ in 0..=stream.below(3) {
        field |= 1 << stream.below((rows * cols) as u64);
    }
    (rows, cols, field)
}

fn chances(stream: &mut Stream) -> Question {
    let (rows, cols, field) = minefield(stream);
    let open = (stream.next_u64() & stream.next_u64()) as u32;
    let mut position = minesweeper_position(rows, cols, field, open);
    if stream.chance(0.4) {
        // A number that may clash with another.
        let digit = char::from(b'0' + stream.below(4) as u8);
        let places: Vec<usize> =
            position.char_indices().filter(|(_, c)| *c == '?').map(|(at, _)| at).collect();
        if let Some(&place) = stream.choose(&places) {
            position.replace_range(place..=place, &digit.to_string());
        }
    }
    let question = Question::new("minesweeper", "solve", position);
    if stream.chance(0.5) { question.with("exact", "") } else { question }
}

fn full_board(stream: &mut Stream) -> Question {
    let (rows, cols, field) = minefield(stream);
    // Sometimes a mine is opened first.
    let mine = u32::from(stream.chance(0.2));
    let cells: Vec<usize> = (0..rows * cols).filter(|cell| field >> cell & 1 == mine).collect();
    let first = stream.choose(&cells).copied().unwrap_or(0);
    let rule = one_of(&["any", "safe"], stream);
    let mut text =
        format!("{rows}x{cols}/{} {rule} {},{}", field.count_ones(), first / cols + 1, first % cols + 1);
    for cell in 0..rows * cols {
        if cell % cols == 0 {
            text.push('\n');
        }
        text.push(if field >> cell & 1 == 1 { '*' } else { '.' });
    }
    Question::new("minesweeper", "solve", text)
}

fn no_guess_boards(stream: &mut Stream) -> Question {
    let board = one_of(&["4x4/2", "3x4/2", "4x4/3", "2x5/1"], stream);
    Question { puzzle: "minesweeper", verb: "generate", input: None, options: Vec::new() }
        .with("board", board)
        .with("no-guess", "")
        .with("first-click", one_of(&["safe", "open"], stream))
        .with("count", "2")
        .with("seed", stream.below(1_000_000).to_string())
}

fn graded_boards(stream: &mut Stream) -> Question {
    let (board, grade) = one_of(
        &[("4x4/2", "1"), ("4x4/2", "2"), ("4x4/3", "2"), ("4x4/3", "3"), ("4x4/3", "4"), ("3x4/2", "4")],
        stream,
    );
    Question { puzzle: "minesweeper", verb: "generate", input: None, options: Vec::new() }
        .with("board", board)
        .with("grade", grade)
        .with("first-click", one_of(&["safe", "open"], stream))
        .with("seed", stream.below(1_000_000).to_string())
}

fn optimum(stream: &mut Stream) -> Question {
    let boards = [
        "2x2/1", "2x3/1", "2x3/2", "3x3/1", "3x3/2", "2x4/2", "1x5/2", "3x3/3", "2x4/3", "3x4/2", "4x2/2",
        "5x1/2", "4x1/4", "1x1/0",
    ];
    Question { puzzle: "minesweeper", verb: "solve", input: None, options: Vec::new() }
        .with("optimal", one_of(&boards, stream))
        .with("first-click", one_of(&["any", "safe", "open"], stream))
}

fn connect_four(stream: &mut Stream) -> Question {
    let (rows, columns) =
        one_of(&[(3, 4), (4, 3), (4, 4), (4, 5), (5, 4), (6, 7), (2, 7), (7, 2), (1, 8)], stream);
    let mut stones = Stones::empty(rows, columns);
    let mut game = format!("{rows}x{columns}:");
    let left = 4 + stream.index(10);
    for _ in 0..(rows * columns).saturating_sub(left) {
        // A column that does not end the game, where there is one.
        let mut open = stones.open();
        stream.shuffle(&mut open);
        let Some(column) = open.into_iter().find(|&column| !stones.clone().drop(column)) else { break };
        stones.drop(column);
        game.push_str(&(column + 1).to_string());
    }
    let question = Question::new("connect-four", "solve", game).with("certificate", "");
    match stream.below(4) {
        0 => question,
        1 | 2 => question.with("weak", ""),
        _ => question.with("method", one_of(&["pns", "df-pn"], stream)),
    }
}

fn othello(stream: &mut Stream) -> Question {
    let (board, plies) = one_of(&[("6x6", 26), ("6x6", 28), ("8x8", 54), ("8x8", 56)], stream);
    let mut drawn = || {
        let drawn = Question { puzzle: "othello", verb: "generate", input: None, options: Vec::new() }
            .with("board", board)
            .with("plies", plies.to_string())
            .with("seed", stream.below(1_000_000).to_string())
            .answer();
        drawn.and_then(|drawn| Some(drawn["items"][0]["position"].as_str()?.to_owned())).unwrap_or_default()
    };
    let mut position = drawn();
    // Draws are rare, so some are searched for.
    for _ in 0..6 {
        let other = drawn();
        let solved = Question::new("othello", "solve", other.as_str()).answer();
        if solved.is_some_and(|solved| solved["score"] == 0) {
            position = other;
        }
    }
    let question = Question::new("othello", "solve", position).with("certificate", "");
    if stream.chance(0.5) { question } else { question.with("method", one_of(&["pns", "df-pn"], stream)) }
}

/// The first of some questions whose answer has this verdict and a certificate; the last one if none has.
fn answered(verdict: &str, tries: usize, mut draw: impl FnMut() -> Question) -> Question {
    let mut question = draw();
    for _ in 1..tries {
        let is_so = |answer: Value| answer["verdict"] == verdict && !answer["certificate"].is_null();
        if question.answer().is_some_and(is_so) {
            break;
        }
        question = draw();
    }
    question
}

fn checkers(stream: &mut Stream) -> Question {
    let verdict = one_of(&["win", "draw", "loss"], stream);
    answered(verdict, 8, || {
        let mut squares: Vec<u32> = (1..=32).collect();
        stream.shuffle(&mut squares);
        squares.truncate(if stream.chance(0.7) { 2 } else { 3 });
        let mut sides = [Vec::new(), Vec::new()];
        let more = stream.index(2);
        for (number, square) in squares.into_iter().enumerate() {
            let side = if number < 2 { number } else { more };
            let crowns = if side == 0 { square <= 4 } else { square >= 29 };
            let king = if crowns || stream.chance(0.6) { "K" } else { "" };
            sides[side].push(format!("{king}{square}"));
        }
        let mover = one_of(&["B", "W"], stream);
        let fen = format!("{mover}:W{}:B{}", sides[0].join(","), sides[1].join(","));
        // A strategy of more moves takes long to walk, and thousands of its forgeries are walked.
        Question::new("checkers", "solve", fen).with("certificate", "").with("limit", "1500")
    })
}

fn gomoku(stream: &mut Stream) -> Question {
    let verdict = one_of(&["win", "draw", "loss"], stream);
    answered(verdict, 6, || {
        let (rows, columns, length) = one_of(
            &[(3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 4), (4, 4, 3), (2, 5, 3), (5, 2, 3), (1, 7, 3)],
            stream,
        );
        let exact = stream.chance(0.3);
        let mut points = Points::empty(rows, columns, length, exact);
        let rule = if exact { "/standard" } else { "" };
        let mut played = Vec::new();
        let left = 3 + stream.index(10);
        while points.open().len() > left {
            // A point that does not end the game, where there is one.
            let mut open = points.open();
            stream.shuffle(&mut open);
            let Some(cell) = open.into_iter().find(|&cell| !points.clone().put(cell)) else { break };
            points.put(cell);
            played.push(points.name(cell));
        }
        let before = stream.index(played.len() + 1);
        let game = match (played.len(), before) {
            (0, _) => "start".to_owned(),
            (_, 0) => played.join(" "),
            _ => {
                // Some of the stones are there from the beginning.
                let of = |side: usize| {
                    played[..before].iter().skip(side).step_by(2).cloned().collect::<Vec<_>>().join(" ")
                };
                let game = format!("{{{} / {}}} {}", of(0), of(1), played[before..].join(" "));
                game.trim_end().to_owned()
            }
        };
        let game = format!("{rows}x{columns}/{length}{rule}: {game}");
        let question = Question::new("gomoku", "solve", game).with("certificate", "");
        match stream.below(4) {
            0 => question.with("method", one_of(&["pns", "df-pn"], stream)),
            1 if verdict == "win" => question.with("method", "threats"),
            _ => question,
        }
    })
}

/// A king and a piece or none against three pieces.
fn xiangqi(stream: &mut Stream) -> Question {
    let verdict = one_of(&["win", "loss"], stream);
    answered(verdict, 12, || {
        // The side with the three pieces is written in capitals, and below.
        let mut rows = [[b'.'; 9]; 10];
        let palace: Vec<(usize, usize)> = (0..3).flat_map(|y| (3..6).map(move |x| (x, y))).collect();
        let (x, y) = one_of(&palace, stream);
        rows[y][x] = b'K';
        let (x, y) = one_of(&palace, stream);
        rows[9 - y][x] = b'k';
        let pieces = [b'R', one_of(b"RRCN", stream), one_of(b"RCNP", stream), one_of(b".pnca", stream)];
        for piece in pieces.into_iter().filter(|&piece| piece != b'.') {
            let (x, y) = match piece {
                b'a' => one_of(&[(3, 9), (5, 9), (4, 8), (3, 7), (5, 7)], stream),
                b'P' => (stream.index(9), 5 + stream.index(5)),
                b'p' => (stream.index(9), stream.index(5)),
                _ => (stream.index(9), stream.index(10)),
            };
            if rows[y][x] == b'.' {
                rows[y][x] = piece;
            }
        }
        let strong_moves = verdict == "win";
        let red_is_strong = stream.chance(0.5);
        if !red_is_strong {
            rows.reverse();
            let other = |letter: u8| {
                if letter.is_ascii_uppercase() {
                    letter.to_ascii_lowercase()
                } else {
                    letter.to_ascii_uppercase()
                }
            };
            rows = rows.map(|row| row.map(other));
        }
        // Each empty point is a `1` in the FEN.
        let line = |row: &[u8; 9]| row.map(|letter| if letter == b'.' { '1' } else { char::from(letter) });
        let lines: Vec<String> = rows.iter().rev().map(|row| line(row).iter().collect()).collect();
        let side = if strong_moves == red_is_strong { "w" } else { "b" };
        let fen = format!("{} {side} - - {} 1", lines.join("/"), one_of(&[0, 0, 7, 117], stream));
        let plies = if strong_moves { one_of(&["1", "3", "3"], stream) } else { one_of(&["2", "4"], stream) };
        let question = Question::new("xiangqi", "solve", fen).with("plies", plies).with("certificate", "");
        if stream.chance(0.7) { question } else { question.with("method", one_of(&["pns", "df-pn"], stream)) }
    })
}

fn win_chance(stream: &mut Stream) -> Question {
    let (board, target) = one_of(&[("2x2", 8), ("2x2", 16), ("2x2", 32), ("2x3", 16), ("3x2", 16)], stream);
    let question = if stream.chance(0.5) {
        let tiles: Vec<String> =
            (0..4).map(|_| one_of(&[".", "2", "4", "2", "8"], stream).to_owned()).collect();
        Question::new("2048", "solve", format!("{} {} / {} {}", tiles[0], tiles[1], tiles[2], tiles[3]))
    } else {
        Question { puzzle: "2048", verb: "solve", input: None, options: Vec::new() }
            .with("board", board)
            .with("start", one_of(&["usual", "two-twos", "three-twos-and-four"], stream))
    };
    question
        .with("target", target.to_string())
        .with("p4", one_of(&["0.1", "1/3", "0", "1"], stream))
        .with("certificate", "")
}

fn replay(stream: &mut Stream) -> Question {
    let (rows, cols) = one_of(&[(2, 2), (2, 3), (3, 3), (4, 4)], stream);
    let mut tiles: Tiles = vec![0; rows * cols];
    tiles[0] = 1;
    tiles[rows * cols - 1] = 2;
    let mut record = format!("2048 {rows}x{cols}\nstart ");
    record.extend(tiles.iter().map(u32::to_string));
    record.push('\n');
    for _ in 0..2 + stream.index(20) {
        let moves: Vec<(char, Tiles)> =
            "LRUD".chars().filter_map(|way| Some((way, pushed(rows, cols, &tiles, way)?.0))).collect();
        let Some((way, after)) = stream.choose(&moves).cloned() else { break };
        tiles = after;
        let empty: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] == 0).collect();
        let Some(&cell) = stream.choose(&empty) else { break };
        let four = stream.chance(0.3);
        tiles[cell] = if four { 2 } else { 1 };
        let tile = if four { 4 } else { 2 };
        record.push_str(&format!("{way}{}{}+{tile} ", cell / cols + 1, cell % cols + 1));
    }
    Question::new("2048", "replay", record).with("certificate", "")
}
