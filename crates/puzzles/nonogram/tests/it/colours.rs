//! Puzzles in colours: lines, verdicts, proofs, formats, grades and hints.

use quandary_check::verify;
use quandary_core::{Budget, Context, Seed};
use quandary_nonogram::generate::{PictureKind, random_colours};
use quandary_nonogram::human::{Grade, graded_colours};
use quandary_nonogram::notation::{
    Document, Format, Raster, Sheet, read_one, read_one_sheet, read_sheets, write_csv, write_g, write_inline,
    write_nin, write_non, write_webpbn,
};
use quandary_nonogram::shape::Shape;
use quandary_nonogram::solve::{Goal, Verdict, digest, solve_colours};
use quandary_nonogram::verbs::ENTRY;
use quandary_nonogram::{Colour, ColourRun, Nonogram, Picture, Size};
use quandary_verbs::{Input, Request};
use serde_json::{Value, json};

fn picture(rows: &str) -> Picture<Colour> {
    let width = rows.lines().next().unwrap().len();
    let cells = rows.chars().filter_map(Colour::from_symbol).collect();
    Picture::from_cells(width, cells)
}

fn drawn(index: u64, rows: usize, columns: usize, colours: usize, share: f64) -> Picture<Colour> {
    let wanted = PictureKind { size: Size { rows, columns }, share, unique: false, shape: Shape::Noise };
    random_colours(&wanted, colours, Seed(40), index, &mut Budget::unlimited()).unwrap()
}

/// All pictures of a size in this many colours that have the clues of one of them.
fn with_the_clues_of(picture: &Picture<Colour>, colours: usize) -> Vec<Picture<Colour>> {
    let puzzle = Nonogram::of(picture);
    let (cells, base) = (puzzle.cells() as u32, colours + 1);
    let cell = |number: usize, at: u32| Colour::new(number / base.pow(at) % base).unwrap();
    (0..base.pow(cells))
        .map(|number| Picture::from_cells(puzzle.width(), (0..cells).map(|at| cell(number, at)).collect()))
        .filter(|other| puzzle.fits(other))
        .collect()
}

#[test]
fn verdicts_are_those_of_brute_force_and_their_certificates_are_accepted() {
    let mut seen = [0; 2];
    for index in 0..60 {
        let picture = drawn(index, 2 + usize::from(index % 8 == 0), 3, 2, 0.45);
        let puzzle = Nonogram::of(&picture);
        let all = with_the_clues_of(&picture, 2);
        let solved = solve_colours(&puzzle, Goal::Unique, &mut Budget::unlimited());
        match &solved.verdict {
            Verdict::Unique(found) => assert_eq!(all, std::slice::from_ref(found)),
            Verdict::Multiple(one, other) => {
                assert!(one != other && all.contains(one) && all.contains(other));
            }
            other => panic!("{}", other.name()),
        }
        seen[usize::from(all.len() > 1)] += 1;
        let certificate = solved.certificate(&puzzle).unwrap();
        assert!(verify(&certificate).is_ok(), "{:?}", verify(&certificate));
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn larger_puzzles_are_solved_and_their_certificates_accepted() {
    let mut unique = 0;
    for index in 0..60 {
        let (size, colours) = (8 + index as usize % 5, 2 + index as usize % 4);
        let picture = drawn(1000 + index, size, size + 2, colours, 0.45 + 0.01 * (index % 25) as f64);
        let puzzle = Nonogram::of(&picture);
        let solved = solve_colours(&puzzle, Goal::Unique, &mut Budget::unlimited());
        let certificate = solved.certificate(&puzzle).unwrap();
        assert!(verify(&certificate).is_ok(), "{index}: {:?}", verify(&certificate));
        if let Verdict::Unique(found) = &solved.verdict {
            assert_eq!(*found, picture);
            unique += 1;
        }
    }
    assert!(unique > 3, "{unique}");
}

/// A puzzle in black and white whose uniqueness takes clause learning, with rows of two more colours below it.
fn dominoes() -> Nonogram<ColourRun> {
    let plain = read_one(include_bytes!("data/dominoes.nin"), None).unwrap().puzzle;
    let [a, b, c] = [1, 2, 3].map(|index| Colour::new(index).unwrap());
    let paint =
        |clue: &Vec<usize>, colour| clue.iter().map(|&cells| ColourRun { cells, colour }).collect::<Vec<_>>();
    let mut rows: Vec<Vec<ColourRun>> = plain.rows().iter().map(|clue| paint(clue, a)).collect();
    rows.push(vec![ColourRun { cells: plain.width(), colour: b }]);
    rows.push(vec![ColourRun { cells: plain.width(), colour: c }]);
    let end = [b, c].map(|colour| ColourRun { cells: 1, colour });
    let columns = plain.columns().iter().map(|clue| [paint(clue, a), end.to_vec()].concat()).collect();
    Nonogram::new(rows, columns).unwrap()
}

#[test]
fn no_step_can_be_taken_from_a_proof_in_colours() {
    let puzzle = dominoes();
    let solved = solve_colours(&puzzle, Goal::Unique, &mut Budget::unlimited());
    let certificate = solved.certificate(&puzzle).unwrap();
    assert!(certificate.claim == "unique" && verify(&certificate).is_ok(), "{:?}", verify(&certificate));
    let steps = solved.steps.unwrap();
    assert!(steps.len() > 10, "{}", steps.len());
    let rows: Vec<String> = serde_json::from_value(certificate.evidence["solution"].clone()).unwrap();
    for number in 0..steps.len() {
        let (clause, hints) = steps[number].split_once(" |").unwrap();
        let shorter = hints.trim_end().rsplit_once(' ').map_or("", |(rest, _)| rest);
        let mut without = steps.clone();
        without.remove(number);
        let mut unshown = steps.clone();
        unshown[number] = format!("{clause} |{shorter}");
        for changed_steps in [without, unshown] {
            let head = [certificate.instance.as_str(), "unique"];
            let sum = digest(head.into_iter().chain(rows.iter().chain(&changed_steps).map(String::as_str)));
            let mut changed = certificate.clone();
            (changed.evidence["steps"], changed.evidence["digest"]) = (json!(changed_steps), json!(sum));
            assert!(verify(&changed).is_err(), "step {}", number + 1);
        }
    }
}

#[test]
fn clues_that_no_picture_has_are_proved_to_have_none() {
    let (mut none, mut stream) = (0, Seed(41).stream(0));
    for index in 0..40 {
        let puzzle = Nonogram::of(&drawn(2000 + index, 4, 4, 2, 0.7));
        let mut columns = puzzle.columns().to_vec();
        stream.shuffle(&mut columns);
        let puzzle = Nonogram::new(puzzle.rows().to_vec(), columns).unwrap();
        let solved = solve_colours(&puzzle, Goal::First, &mut Budget::unlimited());
        let certificate = solved.certificate(&puzzle).unwrap();
        assert!(verify(&certificate).is_ok(), "{:?}", verify(&certificate));
        none += usize::from(certificate.claim == "none");
    }
    assert!(none > 10, "{none}");
}

fn coloured(text: &str, format: Option<Format>) -> Document<ColourRun> {
    match read_one_sheet(text.as_bytes(), format).unwrap() {
        Sheet::Coloured(document) => *document,
        Sheet::Plain(document) => panic!("{:?} has no colours", document.puzzle),
    }
}

#[test]
fn every_format_with_colours_is_read_as_it_was_written() {
    for index in 0..20 {
        let goal = drawn(3000 + index, 5, 7, 3, 0.6);
        let puzzle = Nonogram::of(&goal);
        let document =
            Document { title: Some("A & B".into()), goal: Some(goal), ..Document::plain(puzzle.clone()) };
        let again = coloured(&write_non(&document), None);
        assert_eq!((&again.puzzle, &again.goal, &again.title), (&puzzle, &document.goal, &document.title));
        let again = coloured(&write_webpbn(&document), None);
        assert_eq!((&again.puzzle, &again.goal, &again.title), (&puzzle, &document.goal, &document.title));
        assert_eq!(again.palette, document.palette);
        for text in
            [write_g(&document), write_csv(&document), write_nin(&puzzle), write_inline(&puzzle, None)]
        {
            assert_eq!(coloured(&text, None).puzzle, puzzle, "{text}");
        }
    }
}

#[test]
fn one_colour_alone_is_black_and_other_grids_are_refused_in_words() {
    let plain = read_one(b"#d\n a:a red\n: rows\n2a\n: columns\n1a\n1a\n", None).unwrap();
    assert_eq!(plain.puzzle.rows(), [vec![2]]);
    let error = |text: &str| read_sheets(text.as_bytes(), None).unwrap_err().to_string();
    let triangle = error("#d\n t:/ black/orange\n 1:* black\n: rows\n1t 1\n: columns\n1t\n1\n");
    assert!(triangle.contains("the colour `t` is a triangle"), "{triangle}");
    let triddler = error("#Triddlers\n: A\n1\n: B\n1\n");
    assert!(triddler.contains("three directions"), "{triddler}");
    let unnamed = error("2a-1 1b/1a 1a 2");
    assert!(unnamed.contains("some blocks have the letter of a colour and some have none"), "{unnamed}");
    let totals = error("2a-1b/1a 1b 1b");
    assert!(totals.contains("the rows have 2 `a` cells and the columns 1"), "{totals}");
    let play = read_one(b"1a-1b/1a 1b", None).unwrap_err().to_string();
    assert!(play.contains("the puzzle has 2 colours"), "{play}");
}

#[test]
fn blocks_of_one_colour_have_a_gap_and_others_may_touch() {
    let puzzle = Nonogram::of(&picture("aab.\nbbaa"));
    assert_eq!(write_inline(&puzzle, None), "2a-1b 2b-2a/1a-1b 1a-1b 1b-1a 1a");
    assert!(read_sheets(b"1a-1a-1b/1a 1a 1b", None).is_err(), "a gap is missing");
}

fn ask(verb: &str, input: &str, options: &[(&'static str, &str)]) -> Value {
    let verb = ENTRY.verb(verb).unwrap();
    let options = options.iter().map(|&(name, value)| (name, value.to_owned()));
    let request = Request::new(&verb.spec, Some(Input::inline(input)), options).unwrap();
    verb.run("nonogram", &request, &Context::bare()).unwrap().json()
}

#[test]
fn verbs_take_colours() {
    let puzzle = "2a-1b 1b/1a 1a 2b";
    let solved = ask("solve", puzzle, &[]);
    assert_eq!(solved["verdict"], "unique");
    assert_eq!(solved["solution"], json!(["aab", "..b"]));
    assert_eq!(solved["position"], puzzle);
    let explained = ask("explain", puzzle, &[]);
    assert_eq!(explained["technique"], "line-logic");
    let wrong = ask("explain", "2a-1b 1b/1a 1a 2b/a?????", &[]);
    assert_eq!(wrong["verdict"], "right");
    let wrong = ask("explain", "2a-1b 1b/1a 1a 2b/b?????", &[]);
    assert_eq!((&wrong["verdict"], &wrong["cells"]), (&json!("wrong"), &json!(["r1c1=a"])));
    let measured = ask("measure", puzzle, &[]);
    assert_eq!((&measured["grade"], &measured["colours"]), (&json!("line-logic"), &json!(2)));
    let made = ask("generate", puzzle, &[("write", "g")]);
    assert_eq!(made["items"][0]["position"], puzzle);
}

#[test]
fn grades_climb_with_what_is_needed_and_steps_lead_to_the_solution() {
    let mut grades: Vec<Grade> = Vec::new();
    let wanted = [Grade::LineLogic, Grade::Probe, Grade::Multiple];
    for index in 0..300 {
        if wanted.iter().all(|grade| grades.contains(grade)) {
            break;
        }
        let goal = drawn(4000 + index, 6, 6, 2, 0.55);
        let puzzle = Nonogram::of(&goal);
        let graded = graded_colours(&puzzle, &mut Budget::unlimited());
        match graded.grade {
            Grade::LineLogic | Grade::Probe | Grade::Deeper => {
                let cells: Vec<Colour> = graded.walk.board.0.iter().map(|cell| cell.unwrap()).collect();
                assert_eq!(Picture::from_cells(6, cells), goal, "every step is certain");
            }
            Grade::Multiple | Grade::Search => {}
            other => panic!("{}", other.name()),
        }
        grades.push(graded.grade);
    }
    assert!(wanted.iter().all(|grade| grades.contains(grade)), "{grades:?}");
}

#[test]
fn an_image_becomes_a_puzzle_in_its_main_colours() {
    // A red disc with a blue stripe on white, four pixels a cell, in slightly different shades.
    let pixel = |index: usize| {
        let (x, y, shade) = (index % 24 / 2, index / 24 / 2, (index * 7 % 5) as u8);
        let is_near = x.abs_diff(6).pow(2) + y.abs_diff(6).pow(2) < 16;
        match (is_near, x == 6) {
            (true, true) => [shade, shade, 250],
            (true, false) => [230 + shade, 10, 10],
            _ => [250, 250, 250 + shade],
        }
    };
    let raster = Raster::new(24, (0..24 * 24).map(pixel).collect()).unwrap().resized(12, 12);
    let (picture, palette) = raster.colours(2);
    assert_eq!(palette.colours(), 2);
    assert_eq!((&*picture.rows()[0], &*picture.rows()[6]), ("............", "...aaabaaa.."));
    let solved = solve_colours(&Nonogram::of(&picture), Goal::Unique, &mut Budget::unlimited());
    assert!(solved.verdict.picture().is_some());
}
