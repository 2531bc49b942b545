//! Every parser, fed with any input: the bodies of the fuzz targets in `fuzz/`, and a run of them here, without a
//! fuzzer, on damaged seeds.
//!
//! Any input must be read or refused with a message, and what was read must survive being written and read again. A
//! body panics if that fails.

use std::collections::BTreeMap;
use std::path::Path;

use quandary_check::{VERIFIERS, Work, verify_among};
use quandary_core::{Budget, Certificate, Seed, Stream};
use quandary_games::{checkers, connect_four, othello, pgame};
use quandary_minesweeper::game::{self, Record as MinesweeperRecord};
use quandary_minesweeper::strategy::Strategy;
use quandary_minesweeper::{AnyPosition, Board, FirstClick, FullBoard, Minesweeper, Position, mbf, replay};
use quandary_nonogram::notation::{
    Format, Sheet, read, read_one, read_one_sheet, read_sheets, write_csv, write_g, write_inline, write_nin,
    write_non, write_webpbn,
};
use quandary_sliding::{instances, notation as sliding_notation};
use quandary_twenty48::notation as twenty48_notation;
use quandary_twenty48::rules::{Fours, Shape, Tile};
use serde_json::{Value, json};

use crate::mutate::{change, other_bytes};
use crate::{Finding, Witness, caught};

/// A fuzz target: its name in `fuzz/`, and its body.
pub struct Target {
    /// The name of the target and of its folder of seeds.
    pub name: &'static str,
    /// Parses the input in every way in which it can be read.
    pub body: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 14] = [
    Target { name: "sliding_board", body: |bytes| sliding_board(&text(bytes)) },
    Target { name: "twenty48_board", body: |bytes| twenty48_board(&text(bytes)) },
    Target { name: "twenty48_record", body: |bytes| twenty48_record(&text(bytes)) },
    Target { name: "connect_four_record", body: |bytes| connect_four_record(&text(bytes)) },
    Target { name: "othello_position", body: |bytes| othello_position(&text(bytes)) },
    Target { name: "checkers_record", body: |bytes| checkers_record(&text(bytes)) },
    Target { name: "pgame_place", body: |bytes| pgame_place(&text(bytes)) },
    Target { name: "nonogram_formats", body: nonogram_formats },
    Target { name: "nonogram_proof", body: |bytes| nonogram_proof(&text(bytes)) },
    Target { name: "minesweeper_text", body: |bytes| minesweeper_text(&text(bytes)) },
    Target { name: "minesweeper_mbf", body: minesweeper_mbf },
    Target { name: "minesweeper_replay", body: minesweeper_replay },
    Target { name: "certificate", body: |bytes| certificate(&text(bytes)) },
    Target {
        name: "forged_certificate",
        body: |bytes| {
            let words: Vec<u64> = bytes
                .chunks(8)
                .map(|part| part.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)))
                .collect();
            forged_certificate(bytes.first().copied().unwrap_or_default(), &words);
        },
    },
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Any text is a board or a clear refusal.
pub fn sliding_board(text: &str) {
    use sliding_notation::{format_board, parse_board, parse_moves, parse_size};
    if let Ok(board) = parse_board(text, None) {
        assert_eq!(parse_board(&format_board(&board), None).as_ref(), Ok(&board));
    }
    let _ = parse_moves(text);
    let _ = parse_size(text);
    let _ = instances::parse(text, None);
}

/// Any text is a board or a clear refusal.
pub fn twenty48_board(text: &str) {
    use twenty48_notation::{compact, grid, parse_board, parse_position, write_position};
    if let Ok((shape, board)) = parse_board(text, None) {
        assert_eq!(parse_board(&grid(shape, board), None), Ok((shape, board)));
        assert_eq!(parse_board(&compact(shape, board), Some(shape)), Ok((shape, board)));
    }
    if let Ok((shape, board, score)) = parse_position(text, Some(Shape::STANDARD)) {
        let written = write_position(shape, board, score);
        assert_eq!(parse_position(&written, Some(shape)), Ok((shape, board, score)));
    }
    let _ = text.parse::<Shape>();
    let _ = text.parse::<Tile>();
    if let Ok(fours) = text.parse::<Fours>() {
        assert_eq!(fours.to_string().parse(), Ok(fours));
    }
}

/// Any text is a record that replays or a clear refusal.
pub fn twenty48_record(text: &str) {
    use twenty48_notation::Record;
    for text in [text.to_owned(), format!("2048 3x3\nstart 110000000\n{text}")] {
        if let Ok(record) = Record::parse(&text) {
            assert_eq!(Record::parse(&record.to_text()), Ok(record));
        }
    }
}

/// Any text is a game or a clear refusal.
pub fn connect_four_record(text: &str) {
    use connect_four::notation::{format_record, parse_cases, parse_record, parse_size};
    let standard = parse_size("6x7").expect("the standard board");
    if let Ok(record) = parse_record(text, standard) {
        assert_eq!(parse_record(&format_record(&record), standard).as_ref(), Ok(&record));
    }
    let _ = parse_cases(text, standard);
}

/// Any text is a position or a clear refusal.
pub fn othello_position(text: &str) {
    use othello::notation::{format_position, parse_cases, parse_position};
    if let Ok(placed) = parse_position(text) {
        assert_eq!(parse_position(&format_position(&placed)).as_ref(), Ok(&placed));
    }
    let _ = parse_cases(text);
}

/// Any text is a position, a game or a clear refusal.
pub fn checkers_record(text: &str) {
    use checkers::notation::{format_position, parse_fen, parse_position};
    let rules = checkers::Checkers { draws: checkers::Draws::Wcdf };
    if let Ok(state) = parse_fen(text) {
        assert_eq!(parse_fen(&format_position(&state)).as_ref(), Ok(&state));
    }
    if let Ok(record) = checkers::record::Record::parse(rules, text) {
        assert_eq!(checkers::record::Record::parse(rules, &record.to_string()).as_ref(), Ok(&record));
    }
    let _ = parse_position(rules, text);
}

/// Any text is a node of a tree or a clear refusal.
pub fn pgame_place(text: &str) {
    use pgame::notation::{format_place, parse_place};
    if let Ok(place) = parse_place(text) {
        assert_eq!(parse_place(&format_place(&place)).as_ref(), Ok(&place));
    }
}

/// Any bytes are puzzles or a clear refusal, in every format.
pub fn nonogram_formats(bytes: &[u8]) {
    let formats = Format::ALL.into_iter().map(Some);
    for format in formats.chain([None]) {
        for document in read(bytes, format).into_iter().flatten() {
            let again = read_one(write_nin(&document.puzzle).as_bytes(), None).expect("it was written by us");
            assert_eq!(again.puzzle, document.puzzle);
            let again =
                read_one(write_non(&document).as_bytes(), Some(Format::Non)).expect("it was written by us");
            assert_eq!(again.puzzle, document.puzzle);
            let line = write_inline(&document.puzzle, document.saved.as_ref());
            let again = read_one(line.as_bytes(), Some(Format::Inline)).expect("it was written by us");
            assert_eq!(again.puzzle, document.puzzle);
        }
        for sheet in read_sheets(bytes, format).into_iter().flatten() {
            let Sheet::Coloured(document) = sheet else { continue };
            let written = [
                (Format::Nin, write_nin(&document.puzzle)),
                (Format::Inline, write_inline(&document.puzzle, None)),
                (Format::Csv, write_csv(&document)),
                (Format::Non, write_non(&document)),
                (Format::G, write_g(&document)),
                (Format::Webpbn, write_webpbn(&document)),
            ];
            for (format, text) in written {
                let again = read_one_sheet(text.as_bytes(), Some(format)).expect("it was written by us");
                let Sheet::Coloured(again) = again else { panic!("{text} has lost its colours") };
                assert_eq!(again.puzzle.size(), document.puzzle.size(), "{text}");
            }
        }
    }
}

/// No proof of uniqueness is accepted of a puzzle that has two solutions, whatever the steps say.
pub fn nonogram_proof(text: &str) {
    let instance = "2 2\n1\n1\n1\n1\n";
    let steps: Vec<&str> = text.lines().collect();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let head = [instance, "unique", "#.", ".#"];
    for byte in head.into_iter().chain(steps.iter().copied()).flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    let evidence = json!({"solution": ["#.", ".#"], "steps": steps, "digest": format!("{hash:016x}")});
    assert!(quandary_check::verify(&Certificate::new("nonogram", "unique", instance, evidence)).is_err());
}

/// Any text is a board, a position, a game, a record or a strategy, or a clear refusal.
pub fn minesweeper_text(text: &str) {
    let _ = text.parse::<Board>();
    let _ = text.parse::<MinesweeperRecord>();
    let _ = text.parse::<Strategy>();
    if let Ok(position) = text.parse::<Position>() {
        let again: Position = position.to_string().parse().expect("what is written can be read");
        assert_eq!(again.to_string(), position.to_string());
    }
    let _ = text.parse::<AnyPosition>();
    if let Ok(full) = text.parse::<FullBoard>() {
        assert_eq!(full.to_string().parse::<FullBoard>().as_ref(), Ok(&full));
    }
    // A game in progress is read under the rules of its own board.
    let header = text.split_whitespace().next().unwrap_or_default();
    if let Ok(board) = header.parse::<Board>()
        && board.cells() <= 400
    {
        let rules = Minesweeper::new(board, FirstClick::Safe);
        if let Ok(world) = game::read(&rules, text) {
            let written = game::write(&rules, &world);
            let again = game::read(&rules, &written).expect("what is written can be read");
            assert_eq!(game::write(&rules, &again), written);
        }
    }
}

/// Any bytes are an `.mbf` board or a clear refusal.
pub fn minesweeper_mbf(bytes: &[u8]) {
    if let Ok(field) = mbf::read(bytes) {
        let again = mbf::read(&mbf::write(&field).expect("it came from such a file"));
        assert_eq!(again.as_ref(), Ok(&field));
    }
}

/// Any bytes are a replay whose moves are legal on its own board, or a clear refusal.
pub fn minesweeper_replay(bytes: &[u8]) {
    if let Ok(replay) = replay::read(bytes) {
        assert_eq!(replay.record.actions.len(), replay.milliseconds.len());
        let game = Minesweeper::new(replay.record.field.board(), FirstClick::Any);
        let mut world = game.world_on(replay.record.field.clone());
        for &action in &replay.record.actions {
            game.try_play(&mut world, action).expect("a record that can be replayed");
        }
    }
}

fn verify(certificate: &Certificate) {
    let mut work = Work::within(Budget::nodes(100_000).with_memory(64 << 20));
    let _ = verify_among(certificate, VERIFIERS, &mut work);
}

/// The checker is the last line: no certificate, however broken, may crash it.
pub fn certificate(text: &str) {
    if let Ok(certificate) = serde_json::from_str::<Certificate>(text) {
        verify(&certificate);
    }
}

/// Good certificates that a forgery begins with.
const BASES: [&str; 16] = [
    include_str!("../../../fuzz/seeds/certificate/sliding_optimal.json"),
    include_str!("../../../fuzz/seeds/certificate/sliding_bounded.json"),
    include_str!("../../../fuzz/seeds/certificate/nonogram_unique.json"),
    include_str!("../../../fuzz/seeds/certificate/nonogram_none.json"),
    include_str!("../../../fuzz/seeds/certificate/minesweeper_chances.json"),
    include_str!("../../../fuzz/seeds/certificate/minesweeper_impossible.json"),
    include_str!("../../../fuzz/seeds/certificate/minesweeper_no_guess.json"),
    include_str!("../../../fuzz/seeds/certificate/minesweeper_optimum.json"),
    include_str!("../../../fuzz/seeds/certificate/connect_four_score.json"),
    include_str!("../../../fuzz/seeds/certificate/othello_score.json"),
    include_str!("../../../fuzz/seeds/certificate/pgame_win.json"),
    include_str!("../../../fuzz/seeds/certificate/replay.json"),
    include_str!("../../../fuzz/seeds/certificate/minesweeper_needs_guess.json"),
    include_str!("../../../fuzz/seeds/certificate/sliding_win.json"),
    include_str!("../../../fuzz/seeds/certificate/sliding_loss.json"),
    include_str!("../../../fuzz/seeds/certificate/2048_win.json"),
];

/// A good certificate with one change for each word, each drawn from its word: what a fuzzer keeps, drops and
/// exchanges are whole changes, so that what it makes still looks like a certificate.
pub fn forged_certificate(base: u8, changes: &[u64]) {
    let mut forged: Value =
        serde_json::from_str(BASES[usize::from(base) % BASES.len()]).expect("a certificate of our own");
    for &word in changes.iter().take(8) {
        change(&mut forged, &mut Stream::from_u64(word));
    }
    if let Ok(certificate) = serde_json::from_value::<Certificate>(forged) {
        verify(&certificate);
    }
}

/// The run without a fuzzer.
pub struct Damage<'w> {
    seed: Seed,
    seeds: Vec<Vec<Vec<u8>>>,
    rounds: u64,
    /// Inputs by target.
    pub inputs: BTreeMap<&'static str, u64>,
    /// What fell.
    pub findings: Vec<Finding>,
    witness: &'w mut Witness,
}

/// Inputs of one target in a round.
const AT_ONCE: u64 = 200;

impl<'w> Damage<'w> {
    /// With the seeds in a folder, one folder for each target.
    pub fn new(seed: Seed, folder: &Path, witness: &'w mut Witness) -> Damage<'w> {
        let seeds = TARGETS.iter().map(|target| files_of(&folder.join(target.name))).collect();
        let seed = seed.named("parsers");
        Damage { seed, seeds, rounds: 0, inputs: BTreeMap::new(), findings: Vec::new(), witness }
    }

    /// Some inputs for every target.
    pub fn round(&mut self) {
        let mut stream = self.seed.stream(self.rounds);
        self.rounds += 1;
        for (target, seeds) in TARGETS.iter().zip(&self.seeds) {
            for _ in 0..AT_ONCE {
                let mut bytes = stream.choose(seeds).cloned().unwrap_or_default();
                if seeds.is_empty() || stream.chance(0.02) {
                    bytes = (0..stream.below(24)).map(|_| stream.next_u64() as u8).collect();
                }
                other_bytes(&mut bytes, &mut stream);
                if stream.chance(0.01) {
                    bytes = bytes.repeat(40);
                }
                if stream.chance(0.02) {
                    self.witness.keep(&json!([target.name, text(&bytes)]).to_string());
                }
                if let Err(panic) = caught(|| (target.body)(&bytes)) {
                    let how = format!("{} {:?}", target.name, text(&bytes));
                    self.findings.push(Finding::new("parsers", panic, how));
                }
            }
            *self.inputs.entry(target.name).or_default() += AT_ONCE;
        }
    }

    /// How many inputs there were.
    pub fn total(&self) -> u64 {
        self.inputs.values().sum()
    }
}

/// The files of a folder in the order of their names; none when there is no such folder.
fn files_of(folder: &Path) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}
