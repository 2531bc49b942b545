use std::fmt;

use quandary_core::words::{count, sentence_case, thousands};
use quandary_core::{Context, InputError, Seed, Stop};
use quandary_measures::{Measures, of_traces};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::colours::{ColourPuzzle, measure as measure_colours};
use super::explain::StepAnswer;
use super::{FORMAT, PUZZLE, SolutionCount, sheet, write_warnings};
use crate::enumerate::{Census, enumerate};
use crate::human::{Grade, Grading, Level, Technique, graded};
use crate::notation::{Sheet, write_inline};
use crate::{Nonogram, Size};

const ENUMERATE: Opt<Size> = Opt::text(
    "enumerate",
    "RxC",
    &["3x3", "4x4", "5x5"],
    "Count all uniquely solvable puzzles of R rows and C columns",
);

pub(super) struct Measure;

/// How hard a puzzle is, or how many puzzles of a size are solvable.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Measurement {
    One(Box<OnePuzzle>),
    Coloured(Box<ColourPuzzle>),
    All(AllPuzzles),
}

/// How hard a puzzle is for a person.
#[derive(Serialize, JsonSchema)]
pub(super) struct OnePuzzle {
    /// Rows and columns.
    board: Size,
    /// The clues in one line.
    position: String,
    /// `unique`, `multiple`, `none` or `budget`.
    verdict: SolutionCount,
    /// The hardest technique that is needed; `search` where one solution is beyond them; `multiple`, `impossible`,
    /// or `unknown` where the budget ran out.
    grade: Grade,
    /// What the grade means.
    grade_meaning: &'static str,
    /// The grade as `generate --grade` counts, 1 to 5; null without exactly one solution.
    level: Option<Level>,
    /// How often each technique was used.
    techniques: Vec<Used>,
    /// Cells that the techniques leave open.
    open: usize,
    /// Whether it is unique, how hard it is and how long it takes, in a sentence.
    summary: String,
    /// The measures of the steps; null where there are none.
    #[serde(flatten)]
    measured: Option<Measures>,
    /// The steps, in order.
    items: Vec<StepAnswer>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
}

/// How often a technique was used.
#[derive(Serialize, JsonSchema)]
struct Used {
    technique: Technique,
    steps: usize,
}

/// A census of all puzzles of a size.
#[derive(Serialize, JsonSchema)]
pub(super) struct AllPuzzles {
    /// Rows and columns.
    board: Size,
    /// Pictures of that size.
    pictures: u64,
    /// Pictures seen; all of them, unless it was cut short.
    seen: u64,
    /// Those seen that no other picture shares its clues with.
    unique: u64,
    /// Those of them that line logic alone solves.
    line_solvable: u64,
}

impl Command for Measure {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "How hard: the techniques a person needs, step by step; or a census of all small puzzles",
        input: InputSpec::Optional(PUZZLE),
        options: &[FORMAT.spec, ENUMERATE.spec, SEED.with_help("Seed of the intervals").spec],
        examples: &["measure nonogram puzzle.non", "measure nonogram --enumerate 4x4 --json"],
        conventions: &[
            (
                "grade",
                "the hardest technique needed: overlap, line logic, probe, deeper; search when they do not suffice",
            ),
            (
                "B",
                "places where the step's technique could be tried: open lines, or both colours of the open cells",
            ),
            ("b", "places among them where it tells something"),
            ("unique", "no other picture has the same clues"),
            ("line_solvable", "unique, and solved by exact line logic alone"),
            (
                "summary",
                "minutes by a rule of thumb: 6 s for a step of overlap, 10 of line logic, 45 of a probe, 120 of a deeper one",
            ),
            ("nodes", "decisions of the solver, then lines looked at; pictures in a census"),
        ],
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        let mut budget = context.budget.clone();
        if let Some(size) = request.find(ENUMERATE) {
            request.refuse(&[FORMAT.spec, SEED.spec], "no --enumerate")?;
            if request.input().is_some() {
                let error = InputError::new("INPUT has no effect here").expected("INPUT or --enumerate");
                return Err(error.into());
            }
            let census = enumerate(size, &mut budget).map_err(|error| error.of_option("enumerate"))?;
            let Census { pictures, seen, unique, by_lines, stopped } = census;
            let all = AllPuzzles { board: size, pictures, seen, unique, line_solvable: by_lines };
            return Ok(Reply::from(Measurement::All(all)).cut(stopped));
        }
        let document = match sheet(request)? {
            Sheet::Plain(document) => *document,
            Sheet::Coloured(document) => {
                let reply = measure_colours(*document, Seed(request.get(SEED)), &mut budget);
                return Ok(reply.map(|puzzle| Measurement::Coloured(Box::new(puzzle))));
            }
        };
        let graded = graded(&document.puzzle, &mut budget);
        let one = one(&document.puzzle, &graded, Seed(request.get(SEED)), document.warnings);
        Ok(Reply::from(Measurement::One(Box::new(one))).cut(graded.stopped))
    }
}

fn one(puzzle: &Nonogram, graded: &Grading, seed: Seed, warnings: Vec<InputError>) -> OnePuzzle {
    let Grading { solved, walk, grade, .. } = graded;
    let measures = of_traces(&[walk.trace()], seed);
    OnePuzzle {
        board: puzzle.size(),
        position: write_inline(puzzle, None),
        verdict: SolutionCount::from(&solved.verdict),
        grade: *grade,
        grade_meaning: grade.meaning(),
        level: graded.level(),
        summary: summary(SolutionCount::from(&solved.verdict), graded.level(), &walk.counts()),
        techniques: walk.counts().into_iter().map(|(technique, steps)| Used { technique, steps }).collect(),
        open: walk.board.open(),
        measured: measures.as_ref().map(Measures::from),
        items: walk.steps.iter().map(StepAnswer::new).collect(),
        warnings,
    }
}

/// Seconds that a person needs for a step of each technique. They are a rule of thumb: nobody was timed.
const SECONDS: [(Technique, f64); 4] = [
    (Technique::Overlap, 6.0),
    (Technique::LineLogic, 10.0),
    (Technique::Probe, 45.0),
    (Technique::Deeper, 120.0),
];

/// `Unique, level 2 of 5, about 8 minutes.`
pub(super) fn summary(solutions: SolutionCount, level: Option<Level>, used: &[(Technique, usize)]) -> String {
    let Some(level) = level else { return sentence_case(solutions.in_words()) + "." };
    let of = |technique: Technique| {
        SECONDS.iter().find(|(known, _)| *known == technique).map_or(0.0, |known| known.1)
    };
    let seconds: f64 = used.iter().map(|&(technique, steps)| of(technique) * steps as f64).sum();
    let time = match seconds / 60.0 {
        minutes if level.number() == 5 => format!("more than {}", count(minutes.ceil() as u64, "minute")),
        minutes if minutes < 1.0 => "less than a minute".to_owned(),
        minutes => format!("about {}", count(minutes.round() as u64, "minute")),
    };
    format!("Unique, level {level} of 5, {time}.")
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measurement::One(one) => one.fmt(f),
            Measurement::Coloured(one) => one.fmt(f),
            Measurement::All(all) => all.fmt(f),
        }
    }
}

impl fmt::Display for OnePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_warnings(f, &self.warnings)?;
        let solutions = self.verdict.in_words();
        writeln!(f, "{}, {solutions}\ngrade: {} ({})", self.board, self.grade.name(), self.grade_meaning)?;
        if let Some(level) = self.level {
            writeln!(f, "level: {level} of 5")?;
        }
        for Used { technique, steps } in &self.techniques {
            writeln!(f, "  {:<11} {}", technique.name(), count(*steps as u64, "step"))?;
        }
        if self.open > 0 {
            writeln!(f, "  left open   {}", count(self.open as u64, "cell"))?;
        }
        self.measured.iter().try_for_each(|measured| measured.fmt(f))?;
        f.write_str(&self.summary)
    }
}

impl fmt::Display for AllPuzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} pictures", self.board, thousands(self.pictures))?;
        if self.seen < self.pictures {
            write!(f, ", {} seen", thousands(self.seen))?;
        }
        for (what, number) in
            [("uniquely solvable", self.unique), ("by line logic alone", self.line_solvable)]
        {
            write!(f, "\n  {what:<19} {:>14}", thousands(number))?;
            if self.seen > 0 {
                write!(f, "  {:>6.2} %", 100.0 * number as f64 / self.seen as f64)?;
            }
        }
        Ok(())
    }
}
