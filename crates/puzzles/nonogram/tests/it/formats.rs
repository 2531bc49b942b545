//! Every format is read, what is written is read again, and nothing that is not a puzzle gets through.

use quandary_core::{Seed, Stream};
use quandary_nonogram::generate::random_puzzle;
use quandary_nonogram::notation::{
    Document, Drawing, Format, Grey, read, read_one, write_inline, write_nin, write_non, write_question,
    write_solution, write_svg,
};
use quandary_nonogram::{Board, Cell, Nonogram, Palette, Picture};

/// The same picture in every format that can be read.
///
/// ```text
/// ##.
/// .##
/// ...
/// ```
const WAYS: [(Format, &str); 11] = [
    (Format::Tcga, "$1\n1\n2\n1\n2\n2\n\n"),
    (Format::Tcga, "$1\r\n1\r\n2\r\n1\r\n2\r\n2\r\n\r\n"),
    (Format::Nin, "3 3\n2\n2\n0\n1\n2\n1\n"),
    (Format::Inline, "2 2 0/1 2 1"),
    (Format::Inline, "3 3 / 2 2 0 / 1 2 1"),
    (Format::Inline, "2 2 0/1 2 1/##. ?bw -w. \n"),
    (Format::Mk, "3 3\n2\n2\n0\n#\n1\n2\n1\n"),
    (Format::Cwd, "3\n3\n2\n2\n0\n\n1\n2\n1\n"),
    (
        Format::Non,
        "title \"steps\"\nwidth 3\nheight 3\n\nrows\n2\n2\n0\n\ncolumns\n1\n2\n1\n\ngoal \"110011000\"\n",
    ),
    (Format::G, "#d\n 0: white\n 1:X black\n: rows\n2\n2\n0\n: columns\n1\n2\n1\n"),
    (
        Format::Webpbn,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"http://webpbn.com/pbn-0.3.dtd\">\n<puzzleset><puzzle type=\"grid\" \
         defaultcolor=\"black\">\n<title>steps</title>\n<clues type=\"columns\"><line><count>1</count></line>\
         <line><count>2</count></line><line><count>1</count></line></clues>\n<clues type=\"rows\">\
         <line><count>2</count></line><line><count>2</count></line><line></line></clues>\n\
         <solution type=\"goal\"><image>\n|XX.|\n|.XX|\n|...|\n</image></solution></puzzle></puzzleset>\n",
    ),
];

fn picture() -> Picture {
    Picture::parse("##.\n.##\n...").unwrap()
}

#[test]
fn the_same_puzzle_is_read_from_every_format_named_or_recognised() {
    let expected = Nonogram::of(&picture());
    for (format, text) in WAYS {
        for given in [Some(format), None] {
            let document =
                read_one(text.as_bytes(), given).unwrap_or_else(|error| panic!("{format:?}: {error}"));
            assert_eq!(document.puzzle, expected, "{format:?}");
            assert!(document.goal.is_none_or(|goal| goal == picture()), "{format:?}");
        }
    }
    for text in ["##.\n.##\n...\n", "P1\n# steps\n3 3\n1 1 0\n0 1 1\n0 0 0\n", "P4 3 3\n\u{0}"] {
        let mut bytes = text.as_bytes().to_vec();
        if text.starts_with("P4") {
            bytes.pop();
            bytes.extend([0b1100_0000, 0b0110_0000, 0]);
        }
        assert_eq!(read_one(&bytes, None).unwrap().puzzle, expected, "{text}");
    }
}

/// A grey PNG, written by the same project's encoder that reads it.
fn png(width: u32, height: u32, shades: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(shades).unwrap();
    bytes
}

#[test]
fn an_image_becomes_the_puzzle_of_its_dark_parts() {
    let shades = [40, 60, 200, 210, 50, 30, 220, 230, 240];
    assert_eq!(read_one(&png(3, 3, &shades), None).unwrap().goal, Some(picture()));
    let large: Vec<u8> =
        (0..9).flat_map(|y| (0..9).map(move |x| (x, y))).map(|(x, y)| shades[y / 3 * 3 + x / 3]).collect();
    let grey = Grey::new(9, large).unwrap();
    assert_eq!(grey.resized(3, 3).threshold(), picture());
}

#[test]
fn what_is_written_is_read_again() {
    for index in 0..40 {
        let side = 1 + index as usize % 12;
        let (puzzle, goal) = random_puzzle(Seed(30), index, side, side, 0.4);
        assert_eq!(read_one(write_nin(&puzzle).as_bytes(), None).unwrap().puzzle, puzzle);
        assert_eq!(read_one(write_question(&puzzle, 3).as_bytes(), None).unwrap().puzzle, puzzle);
        let document = Document {
            title: Some("a title".into()),
            author: Some("somebody".into()),
            copyright: Some("\u{a9} 2001".into()),
            goal: Some(goal.clone()),
            saved: Some(Board::unknown(side, side)),
            ..Document::plain(puzzle.clone())
        };
        assert_eq!(read_one(write_non(&document).as_bytes(), None).unwrap(), document);
        let board = Board::from_cells(side, goal.cells().iter().map(|&black| Cell::of(black)).collect());
        let again = read_one(write_inline(&puzzle, Some(&board)).as_bytes(), None).unwrap();
        assert_eq!((again.puzzle, again.saved), (puzzle.clone(), Some(board)));
        assert_eq!(write_solution(&goal, 1).lines().count(), side + 1);
        let svg = write_svg(&[Drawing::new(&puzzle, Some(&goal), &Palette::usual(1))]);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        let black = goal.cells().iter().filter(|&&black| black).count();
        assert_eq!(svg.matches("<rect").count(), black + 1, "the page and the black cells");
    }
}

/// The puzzle of [`picture`] as webpbn writes it, with a title, an author and an extra line.
fn webpbn(title: &str, author: &str, goal: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"http://webpbn.com/pbn-0.3.dtd\">\n\
         <puzzleset><puzzle type=\"grid\">\n<title>{title}</title>\n<author>{author}</author>\n\
         <copyright>&copy; Copyright 2008 by {author}</copyright>\n<clues type=\"columns\">\
         <line><count>1</count></line><line><count>2</count></line><line><count>1</count></line></clues>\n\
         <clues type=\"rows\"><line><count>2</count></line><line><count>2</count></line><line></line></clues>\n\
         <solution type=\"goal\"><image>{goal}</image></solution></puzzle></puzzleset>\n"
    )
}

#[test]
fn an_xml_file_with_the_named_characters_of_html_is_read() {
    let text = webpbn("Caf&eacute; &amp; th&eacute; &mdash; &#9829;", "Zo&euml;", "|XX.|\n|.XX|\n|...|");
    let document = read_one(text.as_bytes(), None).unwrap();
    assert_eq!(document.puzzle, Nonogram::of(&picture()));
    assert_eq!(document.title.as_deref(), Some("Caf\u{e9} & th\u{e9} \u{2014} \u{2665}"));
    assert_eq!(document.author.as_deref(), Some("Zo\u{eb}"));
    assert_eq!(document.copyright.as_deref(), Some("\u{a9} Copyright 2008 by Zo\u{eb}"));
    assert!(document.warnings.is_empty() && document.goal == Some(picture()));
    assert_eq!(read_one(write_non(&document).as_bytes(), None).unwrap(), document);
    let refused = |text: String| read_one(text.as_bytes(), None).unwrap_err().to_string();
    let unknown = refused(webpbn("x", "a&bogus;b", "|XX.|"));
    assert!(unknown.starts_with("line 5, column 10: `&bogus;` is not a character"), "{unknown}");
    let number = refused(webpbn("x", "y", "").replace("<count>1</count>", "<count>&copy;</count>"));
    assert_eq!(number, "line 7: `\u{a9}` is not a block length; expected a whole number");
}

#[test]
fn a_goal_that_contradicts_the_clues_is_a_warning_and_left_out() {
    let with_goal = |goal: &str| {
        let text = format!("width 3\nheight 3\nrows\n2\n2\n0\ncolumns\n1\n2\n1\ngoal \"{goal}\"\n");
        read_one(text.as_bytes(), None).unwrap()
    };
    assert_eq!((with_goal("110011000").goal, with_goal("110011000").warnings), (Some(picture()), vec![]));
    let wrong = with_goal("110101000");
    assert_eq!(wrong.goal, None);
    assert_eq!(
        wrong.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "line 11: the goal contradicts the clues and is left out: its row 2 has 1 1; expected 2 as the clue says"
        ]
    );
    let xml = read_one(webpbn("x", "y", "|XX.|\n|.XX|").as_bytes(), None).unwrap();
    let sentence = xml.warnings[0].to_string();
    assert!(
        xml.goal.is_none() && sentence.contains("the goal is 2x3 and is left out; expected 3x3"),
        "{sentence}"
    );
}

#[test]
fn several_puzzles_of_one_file_come_in_order_in_every_format_that_is_written() {
    let made: Vec<(Nonogram, Picture)> =
        (0..5).map(|index| random_puzzle(Seed(31), index, 6, 6, 0.5)).collect();
    let puzzles: Vec<Nonogram> = made.iter().map(|(puzzle, _)| puzzle.clone()).collect();
    let join = |parts: Vec<String>| parts.join("\n");
    let texts = [
        join(puzzles.iter().enumerate().map(|(i, puzzle)| write_question(puzzle, i + 1)).collect()),
        join(puzzles.iter().map(write_nin).collect()),
        join(puzzles.iter().map(|puzzle| write_inline(puzzle, None)).collect()),
        join(made.iter().map(|(_, picture)| format!("{picture}\n")).collect()),
        join(
            made.iter()
                .map(|(puzzle, goal)| {
                    write_non(&Document { goal: Some(goal.clone()), ..Document::plain(puzzle.clone()) })
                })
                .collect(),
        ),
    ];
    for text in texts {
        let again = read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.into_iter().map(|one| one.puzzle).collect::<Vec<_>>(), puzzles, "{text}");
    }
}

#[test]
fn several_puzzles_are_one_drawing() {
    let made: Vec<(Nonogram, Picture)> =
        (0..2).map(|index| random_puzzle(Seed(31), index, 6, 6, 0.5)).collect();
    let svg = write_svg(&[
        Drawing::new(&made[0].0, None, &Palette::usual(1)),
        Drawing::new(&made[1].0, Some(&made[1].1), &Palette::usual(1)),
    ]);
    assert_eq!((svg.matches("<svg").count(), svg.matches("<g ").count()), (1, 2));
}

#[test]
fn errors_say_what_where_and_what_would_be_right() {
    let sentence = |text: &str, format| read(text.as_bytes(), format).unwrap_err().to_string();
    let cases = [
        ("3 3\n4\n1\n1\n1\n1\n1", None, "line 2: row 1: its clue needs 4 cells; expected at most 3"),
        (
            "3 3\n3\n1\n1\n1\n1\n1",
            None,
            "line 1: the rows have 5 black cells and the columns 3: the rows have 2 more than the columns; expected the same total",
        ),
        ("1\n1\n", Some(Format::Tcga), "line 1: the `$` header is missing; expected `$1` before the clues"),
        ("0 0", None, "line 1, column 1: a size of 0 leaves no cells; expected at least 1"),
        ("$1\n", None, "line 1: a 0x0 puzzle has no cells; expected clues after the header"),
        (
            "1000000 1\n1\n",
            None,
            "line 1, column 1: lines of 1000000 cells are too long; expected at most 1022",
        ),
        (
            "2 2\n1\nx\n1\n1\n",
            None,
            "line 3, column 1: `x` is not a block length; expected whole numbers, each perhaps with the letter of a colour",
        ),
        (
            "2 2\n1\n1\n1\n",
            None,
            "line 4: the text ends too early; expected 2 column clues; this would be number 2",
        ),
        ("", None, "line 1: the input is empty; expected a puzzle"),
        (
            "2 x/1 2",
            None,
            "line 1, column 3: `x` is not a clue; expected block lengths joined by `-`, such as 3-1 or 3a-1b, or 0",
        ),
        ("1 1/1 1/b--", None, "line 1, column 9: 3 cells; expected 4"),
        (
            "1 1/1 1/b-x-",
            None,
            "line 1, column 11: `x` is not a cell; expected `b` or `#`, `w` or `.`, `-` or `?`",
        ),
        (
            "1 1\n1\n1\n\n1 1\nx\n1\n",
            None,
            "line 6, column 1: `x` is not a block length; expected whole numbers, each perhaps with the letter of a colour",
        ),
        ("#.\n.#\n\n#.\n.x\n", None, "line 5, column 2: `x` is not a cell; expected `#` or `.`"),
        (
            "2 3/1 1/1 1",
            None,
            "line 1, column 1: the size says `2 3`; expected `2 2`, the numbers of columns and rows that follow, or no size",
        ),
    ];
    for (text, format, expected) in cases {
        assert_eq!(sentence(text, format), expected);
    }
    let truncated = sentence("<?xml version=\"1.0\"?>\n<puzzle>\n<clues type=\"rows\">\n<line>", None);
    assert!(truncated.starts_with("line 4: this is not well-formed XML"), "{truncated}");
}

/// Reads in every format; whatever comes out must be a puzzle that can be written and read.
fn must_not_panic(bytes: &[u8]) {
    for format in Format::ALL.into_iter().map(Some).chain([None]) {
        for document in read(bytes, format).into_iter().flatten() {
            let again = read_one(write_nin(&document.puzzle).as_bytes(), None).unwrap();
            assert_eq!(again.puzzle, document.puzzle);
            let again = read_one(write_non(&document).as_bytes(), None).unwrap();
            assert_eq!((&again.puzzle, &again.goal), (&document.puzzle, &document.goal));
            let line = write_inline(&document.puzzle, document.saved.as_ref());
            assert_eq!(read_one(line.as_bytes(), None).unwrap().puzzle, document.puzzle);
        }
    }
}

fn mutate(stream: &mut Stream, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=stream.index(4) {
        let at = stream.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match stream.index(4) {
            0 if !bytes.is_empty() => bytes[at] = stream.next_u64() as u8,
            1 if !bytes.is_empty() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            _ => bytes.insert(at, b"0123456789 \n$#.<>:\t,"[stream.index(20)]),
        }
    }
    bytes
}

#[test]
fn no_bytes_make_a_reader_panic() {
    let mut stream = Seed(32).stream(0);
    for length in 0..400 {
        let bytes: Vec<u8> = (0..length % 80).map(|_| stream.next_u64() as u8).collect();
        must_not_panic(&bytes);
    }
    let image = png(3, 3, &[0, 9, 200, 210, 50, 30, 220, 230, 240]);
    for _ in 0..150 {
        for (_, text) in WAYS {
            must_not_panic(&mutate(&mut stream, text.as_bytes()));
        }
        must_not_panic(&mutate(&mut stream, &image));
        must_not_panic(&mutate(&mut stream, b"P1\n3 3\n1 1 0\n0 1 1\n0 0 0\n"));
        must_not_panic(&mutate(&mut stream, b"P4 9 2\n\xff\x80\x01\x00"));
    }
}
