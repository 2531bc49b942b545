//! All small instances of the other puzzles. The program's own answers are the true claims, judged by the oracles;
//! almost true ones are made from them.

use std::collections::{BTreeSet, HashSet};

use crate::issue::Question;
use crate::oracle::{Points, Stones, minesweeper_position};

/// Rows and columns of every shape with at most this many cells.
fn shapes(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(move |rows| (1..=most / rows).map(move |columns| (rows, columns)))
}

/// Every small instance of every puzzle but sliding ones, by puzzle and shape.
///
/// ```
/// let shapes = quandary_attack::shapes::others();
/// assert!(shapes.iter().any(|(name, questions)| name == "lights-out 2x3" && questions.len() == 64));
/// assert!(shapes.iter().any(|(name, _)| name == "nonogram 1x6"));
/// ```
pub fn others() -> Vec<(String, Vec<Question>)> {
    let mut all = Vec::new();
    for (rows, columns) in shapes(8) {
        let board = format!("{rows}x{columns}");
        let mut add = |name: &str, questions: Vec<Question>| all.push((format!("{name} {board}"), questions));
        add("lights-out", lights_out(rows, columns));
        if rows * columns <= 6 {
            add("nonogram", nonogram(rows, columns));
            add("minesweeper", minesweeper(rows, columns));
        }
        add("connect-four", connect_four(rows, columns));
        if rows * columns <= 6 {
            add("gomoku", gomoku(rows, columns));
        }
        if rows > 1 && columns > 1 && rows * columns <= 6 {
            add("2048", twenty48(rows, columns));
        }
    }
    all.push(("checkers, 2 pieces".into(), checkers()));
    all.push(("pgame".into(), pgame()));
    all.retain(|(_, questions)| !questions.is_empty());
    all
}

/// The cells of a board in rows, drawn from a set of bits.
fn drawn(columns: usize, cells: usize, bits: usize, letters: [char; 2]) -> Vec<String> {
    let cells: Vec<char> = (0..cells).map(|cell| letters[bits >> cell & 1]).collect();
    cells.chunks(columns).map(|row| row.iter().collect()).collect()
}

fn lights_out(rows: usize, columns: usize) -> Vec<Question> {
    let of = |bits| {
        let board = drawn(columns, rows * columns, bits, ['.', '#']);
        Question::new("lights-out", "solve", board.join(" ")).with("board", format!("{rows}x{columns}"))
    };
    (0..1 << (rows * columns)).map(of).collect()
}

/// The clues of all pictures, and the rows of one with the columns of another, which usually no picture has.
fn nonogram(rows: usize, columns: usize) -> Vec<Question> {
    let cells = rows * columns;
    let clue = |line: String| {
        let runs: Vec<String> =
            line.split('.').filter(|run| !run.is_empty()).map(|run| run.len().to_string()).collect();
        if runs.is_empty() { "0".to_owned() } else { runs.join("-") }
    };
    let clues = |bits: usize| {
        let picture = drawn(columns, cells, bits, ['.', '#']);
        let column = |x: usize| picture.iter().map(|row| char::from(row.as_bytes()[x])).collect();
        let across: Vec<String> = picture.iter().cloned().map(clue).collect();
        let down: Vec<String> = (0..columns).map(|x| clue(column(x))).collect();
        (across.join(" "), down.join(" "))
    };
    let mut puzzles = BTreeSet::new();
    for bits in 0..1_usize << cells {
        let (across, down) = clues(bits);
        let (_, other) = clues((bits * 5 + 3) % (1 << cells));
        puzzles.insert(format!("{across}/{down}"));
        puzzles.insert(format!("{across}/{other}"));
    }
    puzzles.into_iter().map(|puzzle| Question::new("nonogram", "solve", puzzle)).collect()
}

/// All minefields: whole boards with each first cell, positions with each set of opened cells, and perfect play.
fn minesweeper(rows: usize, columns: usize) -> Vec<Question> {
    let cells = rows * columns;
    let mut all = Vec::new();
    for field in 0..1_u32 << cells {
        let mines = field.count_ones();
        let lines = drawn(columns, cells, field as usize, ['.', '*']).join("\n");
        for first in 0..cells {
            let at = format!("{},{}", first / columns + 1, first % columns + 1);
            let board = format!("{rows}x{columns}/{mines} any {at}\n{lines}");
            all.push(Question::new("minesweeper", "solve", board));
        }
        // Sets that share no cell with the mines.
        for open in (1..1_u32 << cells).filter(|open| open & field == 0) {
            let position = minesweeper_position(rows, columns, field, open);
            let question = Question::new("minesweeper", "solve", position);
            all.push(if open % 2 == 0 { question } else { question.with("exact", "") });
        }
    }
    for mines in 0..=cells {
        let perfect = Question { puzzle: "minesweeper", verb: "solve", input: None, options: Vec::new() };
        all.push(perfect.with("optimal", format!("{rows}x{columns}/{mines}")).with("first-click", "any"));
    }
    all
}

/// All positions that can be played, each by the first game that reaches it.
fn connect_four(rows: usize, columns: usize) -> Vec<Question> {
    let mut met = HashSet::new();
    let mut games: Vec<(Stones, String)> = vec![(Stones::empty(rows, columns), String::new())];
    let mut at = 0;
    while at < games.len() {
        let (stones, moves) = games[at].clone();
        for column in stones.open() {
            let mut after = stones.clone();
            if !after.drop(column) && met.insert(after.clone()) {
                games.push((after, format!("{moves}{}", column + 1)));
            }
        }
        at += 1;
    }
    let of = |(_, moves): (Stones, String)| {
        let moves = if moves.is_empty() { "start".to_owned() } else { moves };
        let question = Question::new("connect-four", "solve", format!("{rows}x{columns}:{moves}"));
        let question = question.with("certificate", "");
        if moves.len() % 2 == 0 { question } else { question.with("weak", "") }
    };
    games.into_iter().map(of).collect()
}

/// The first stones on small boards, with every length of a row.
fn gomoku(rows: usize, columns: usize) -> Vec<Question> {
    let mut all = Vec::new();
    for length in 2..=rows.max(columns) {
        let points = Points::empty(rows, columns, length, false);
        let mut games = vec!["start".to_owned()];
        for first in points.open() {
            let mut one = points.clone();
            one.put(first);
            games.push(points.name(first));
            games.extend(
                one.open().iter().map(|&cell| format!("{} {}", points.name(first), points.name(cell))),
            );
        }
        let of = |game: &String| {
            let game = format!("{rows}x{columns}/{length}: {game}");
            Question::new("gomoku", "solve", game).with("certificate", "")
        };
        all.extend(games.iter().map(of));
    }
    all
}

/// All fillings with small tiles.
fn twenty48(rows: usize, columns: usize) -> Vec<Question> {
    let cells = u32::try_from(rows * columns).unwrap_or(0);
    let of = |number: usize| {
        let tile = |cell: u32| [".", "2", "4"][number / 3_usize.pow(cell) % 3];
        let tiles: Vec<&str> = (0..cells).map(tile).collect();
        let board = tiles.chunks(columns).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ");
        Question::new("2048", "solve", board)
            .with("target", "8")
            .with("p4", ["0.1", "1/3", "0", "1"][number % 4])
            .with("certificate", "")
    };
    // Every board has two tiles or more; of the larger ones, every seventh.
    let step = if cells > 4 { 7 } else { 1 };
    (1..3_usize.pow(cells)).step_by(step).map(of).collect()
}

/// One piece per side, on every third pair of squares.
fn checkers() -> Vec<Question> {
    let squares = |number: usize| (number / 31, number % 31);
    let of = |number: usize| {
        let (white, other) = squares(number / 2 % (32 * 31));
        let black = if other >= white { other + 1 } else { other };
        let kings = number % 4;
        let king = |is: bool| if is { "K" } else { "" };
        let mover = ["B", "W"][number % 2];
        let white = format!("{}{}", king(kings & 1 == 1 || white < 4), white + 1);
        let black = format!("{}{}", king(kings & 2 == 2 || black >= 28), black + 1);
        let fen = format!("{mover}:W{white}:B{black}");
        Question::new("checkers", "solve", fen).with("certificate", "").with("limit", "1500")
    };
    (0..2 * 32 * 31).step_by(3).map(of).collect()
}

fn pgame() -> Vec<Question> {
    let trees = (1..=4).flat_map(|branching| (1..=4).map(move |height| (branching, height)));
    let of = |(branching, height): (usize, usize)| {
        (0..12).map(move |seed| {
            let tree = format!("{branching}x{height}/{seed}/{}", seed * 7);
            let method = ["pns", "df-pn", "pn2", "truth"][seed % 4];
            Question::new("pgame", "solve", tree).with("method", method).with("certificate", "")
        })
    };
    trees.flat_map(of).collect()
}
