//! Our solver beside nonogrid 0.7.3: first solution of the same puzzles in one process, one ratio per line.
//!
//! `cargo run --release -p peer-nonogram -- [TOURNAMENT-FILE]`
//!
//! 1. 100 random 25×25 puzzles with exactly half of the cells black.
//! 2. 100 drawings in 2 to 6 colours, 30×30 to 60×60: a drawing of blobs for every colour, one over the other, as our
//!    generator draws them in black and white.
//! 3. 100 puzzles of random colours, 20×20 to 30×30, drawn until they have one solution.
//! 4. With a tournament file (such as taai2011): every tenth of its first 500 puzzles, 50 in all.
//!
//! Both get the clues in memory; reading them is not timed for either. Every solution is checked against the
//! clues. No puzzle in colours has an empty line, which nonogrid does not read there.

use cpu_time::ProcessTime;
use nonogrid::parser::BoardParser;
use nonogrid::{
    BinaryBlock, BinaryColor, Color, ColoredBlock, DetectedParser, DynamicColor, FullProbe, LineSolver,
    RcBoard,
};
use quandary_core::{Budget, Seed};
use quandary_nonogram::generate::{PictureKind, random_colours, random_puzzle};
use quandary_nonogram::notation::{Format, read};
use quandary_nonogram::shape::Shape;
use quandary_nonogram::solve::{Goal, Method, Verdict, solve, solve_colours};
use quandary_nonogram::{Block, Colour, ColourRun, Ink, Nonogram, Picture, Size};

fn main() {
    let random: Vec<Nonogram> =
        (0..100).map(|index| random_puzzle(Seed(12345), index, 25, 25, 0.5).0).collect();
    compare("100 random 25x25 at 50 %", &random);
    compare("100 drawings in colours, 30x30 to 60x60", &(0..100).map(drawing).collect::<Vec<_>>());
    compare("100 of random colours, 20x20 to 30x30", &(0..100).map(noise).collect::<Vec<_>>());
    if let Some(path) = std::env::args().nth(1) {
        let bytes = std::fs::read(&path).expect("the tournament file can be read");
        let all = read(&bytes, Some(Format::Tcga)).expect("it is tournament text");
        let every_tenth: Vec<Nonogram> =
            all.into_iter().map(|document| document.puzzle).step_by(10).take(50).collect();
        compare(&format!("{} of {path}, every tenth", every_tenth.len()), &every_tenth);
    }
}

/// Drawing `index`: its size grows with its place among the hundred; blobs over blobs.
fn drawing(index: u64) -> Nonogram<ColourRun> {
    let side = |step: u64| 30 + (index * step % 31) as usize;
    let (size, colours) = (Size { rows: side(7), columns: side(11) }, 2 + index as usize % 5);
    let mut stream = Seed(12345).named("drawings in colours").stream(index);
    loop {
        let mut cells = vec![Colour::BLANK; size.rows * size.columns];
        for colour in 1..=colours {
            let layer = Shape::Blobs.draw(&mut stream, size, 0.5);
            for (cell, _) in cells.iter_mut().zip(layer.cells()).filter(|(_, black)| **black) {
                *cell = Colour::new(colour).expect("few colours");
            }
        }
        let puzzle = Nonogram::of(&Picture::from_cells(size.columns, cells));
        if has_no_empty_line(&puzzle) {
            return puzzle;
        }
    }
}

/// Noise `index` with one solution.
fn noise(index: u64) -> Nonogram<ColourRun> {
    let side = 20 + (index % 11) as usize;
    let wanted = PictureKind {
        size: Size { rows: side, columns: side },
        share: 0.75,
        unique: true,
        shape: Shape::Noise,
    };
    let draw = |attempt: u64| {
        let seed = Seed(12345).named(&format!("random colours {attempt}"));
        let picture = random_colours(&wanted, 2 + index as usize % 3, seed, index, &mut Budget::unlimited());
        Nonogram::of(&picture.expect("without a budget"))
    };
    (0..).map(draw).find(has_no_empty_line).expect("most have none")
}

fn has_no_empty_line(puzzle: &Nonogram<ColourRun>) -> bool {
    puzzle.lines().all(|line| !puzzle.clue(line).is_empty())
}

/// A kind of puzzle that both solvers know.
trait Kind: Block {
    /// Nonogrid's type of blocks.
    type Theirs: nonogrid::Block<Color: DynamicColor>;

    fn ours(puzzle: &Nonogram<Self>) -> Verdict<Picture<Self::Ink>>;
    /// The colours of a puzzle, as declared in nonogrid's format.
    fn declared() -> String;
    /// The colour of a cell of their solution, if it is known.
    fn painted(cell: <Self::Theirs as nonogrid::Block>::Color) -> Option<Self::Ink>;
}

impl Kind for usize {
    type Theirs = BinaryBlock;

    fn ours(puzzle: &Nonogram) -> Verdict {
        solve(puzzle, Goal::First, Method::Best, &mut Budget::unlimited()).verdict
    }

    fn declared() -> String {
        String::new()
    }

    fn painted(cell: BinaryColor) -> Option<bool> {
        match cell {
            BinaryColor::Black => Some(true),
            BinaryColor::White => Some(false),
            _ => None,
        }
    }
}

impl Kind for ColourRun {
    type Theirs = ColoredBlock;

    fn ours(puzzle: &Nonogram<ColourRun>) -> Verdict<Picture<Colour>> {
        solve_colours(puzzle, Goal::First, &mut Budget::unlimited()).verdict
    }

    fn declared() -> String {
        let names: Vec<String> = ('a'..='f')
            .zip("*%+=@~".chars())
            .map(|(name, mark)| format!("'{name} = (#fff) {mark}'"))
            .collect();
        format!("[colors]\ndefs = [{}]\n", names.join(", "))
    }

    /// A set of colours is a sum of powers of two: 1 is blank, 2 is their black, which no clue has, 4 is our first.
    fn painted(cell: <ColoredBlock as nonogrid::Block>::Color) -> Option<Colour> {
        let set = cell.as_color_id().filter(|set| set.is_power_of_two())?;
        Colour::new((set.trailing_zeros() as usize).saturating_sub(1))
    }
}

fn compare<B: Kind>(name: &str, puzzles: &[Nonogram<B>]) {
    let boards: Vec<RcBoard<B::Theirs>> = puzzles.iter().map(board).collect();
    let (mut ours, mut theirs, mut unsolved) = (Vec::new(), Vec::new(), 0);
    for (puzzle, board) in puzzles.iter().zip(boards) {
        let start = ProcessTime::now();
        let verdict = B::ours(puzzle);
        ours.push(start.elapsed().as_secs_f64());
        let Verdict::Solved(picture) = verdict else { panic!("ours found nothing") };
        assert!(puzzle.fits(&picture), "ours is wrong");

        let start = ProcessTime::now();
        let picture = their_solution::<B>(board, puzzle.width());
        theirs.push(start.elapsed().as_secs_f64());
        unsolved += usize::from(picture.is_none_or(|picture| !puzzle.fits(&picture)));
    }
    let total = |times: &[f64]| times.iter().sum::<f64>();
    let longest = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    println!(
        "{name}: ours {:.3} s (longest {:.3}), nonogrid {:.3} s (longest {:.3}; {unsolved} not solved), {:.2} times faster",
        total(&ours),
        longest(&ours),
        total(&theirs),
        longest(&theirs),
        total(&theirs) / total(&ours)
    );
}

/// A puzzle in nonogrid's own format, TOML.
fn board<B: Kind>(puzzle: &Nonogram<B>) -> RcBoard<B::Theirs> {
    let clues = |clues: &[Vec<B>]| {
        let line = |clue: &Vec<B>| match clue.is_empty() {
            true => "0".to_owned(),
            false => clue.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        clues.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let text = format!(
        "{}[clues]\nrows = '''\n{}\n'''\ncolumns = '''\n{}\n'''\n",
        B::declared(),
        clues(puzzle.rows()),
        clues(puzzle.columns())
    );
    DetectedParser::with_content(&text).expect("nonogrid reads its own format").parse_rc()
}

/// Its first solution: by lines alone, by probing, or by its backtracking search.
fn their_solution<B: Kind>(board: RcBoard<B::Theirs>, width: usize) -> Option<Picture<B::Ink>> {
    let found =
        nonogrid::solve::<_, LineSolver<_>, FullProbe<_>>(RcBoard::clone(&board), Some(1), None, None);
    let cells = match found.ok()?.and_then(|solver| solver.solutions.into_iter().next()) {
        Some(solution) => solution,
        None => board.read().make_snapshot(),
    };
    let inks = cells.iter().map(|&cell| B::painted(cell)).collect::<Option<Vec<B::Ink>>>()?;
    Some(Picture::from_cells(width, inks))
}
