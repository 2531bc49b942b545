//! The plan of a study: the content of its file, checked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use quandary_core::study::{COMMON, Column, Study};
use quandary_core::{Context, InputError, Stop};
use quandary_verbs::{Entry, Request, Verb};
use serde::Serialize;
use serde_json::json;
use toml::{Spanned, Value};

use crate::file::{Source, StopTable};
use crate::stop::StopRule;
use crate::sweep;

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Record {
    /// One row per game.
    Game,
    /// One row per game and one per decision.
    Step,
}

/// One choice of all settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Its number, from 0; the last setting varies fastest.
    pub number: usize,
    /// The settings by name, in the order of the verb's options.
    pub settings: Vec<(&'static str, String)>,
}

/// Consecutive games of a cell that are stored together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The cell.
    pub cell: usize,
    /// Its number within the cell, from 0.
    pub number: u64,
    /// The first game.
    pub first: u64,
    /// How many.
    pub games: u64,
}

/// The plan of a study, read from its file.
///
/// ```
/// use quandary_studies::Plan;
/// let plan = Plan::read("puzzle = 'sliding'\ngames = 500\n[settings]\nskill = { from = 0.5, to = 0.9, step = 0.1 }");
/// assert_eq!(plan.unwrap().cells().len(), 5);
/// let slip = Plan::read("puzzle = 'sliding'\ngmaes = 500").err().unwrap().to_string();
/// assert!(slip.contains("line 2") && slip.contains("`games`"), "{slip}");
/// ```
#[derive(Clone)]
pub struct Plan {
    entry: &'static Entry,
    verb: &'static Verb,
    /// The settings in the order of the verb's options, each with its values.
    settings: Vec<(&'static str, Vec<String>)>,
    /// Maximum number of games per cell.
    pub games: u64,
    /// The seed of every cell: game i has the same random numbers in all of them.
    pub seed: u64,
    /// What is recorded.
    pub record: Record,
    /// When a cell has been played enough.
    pub stop: StopRule,
    /// Games in a block.
    pub block: u64,
    cells: Vec<Cell>,
    /// The file as it was read.
    text: String,
    columns: OnceLock<Vec<Column>>,
}

/// Options of a verb that the study sets itself.
const DECIDED: [&str; 5] = ["games", "seed", "rows", "json-lines", "figure"];
/// About this many blocks per study, unless the file says otherwise.
const BLOCKS: u64 = 200;
/// The most cells of a study; more are probably a mistake.
const MOST_CELLS: usize = 100_000;

impl Plan {
    /// Reads a study file and checks every cell of it.
    pub fn read(text: &str) -> Result<Plan, InputError> {
        let source = Source(text);
        let file = source.read()?;
        let puzzles: Vec<&str> = quandary_registry::all().iter().map(|entry| entry.name).collect();
        let name = file.puzzle.as_ref().ok_or_else(|| missing("puzzle", &puzzles))?;
        let entry = quandary_registry::find(name.get_ref()).ok_or_else(|| {
            source.unknown(&name.span(), name.get_ref(), &puzzles, format!("there is no puzzle `{name}`"))
        })?;
        let verb = verb_of(source, entry, file.verb.as_ref())?;
        let games = source
            .whole("games", file.games.as_ref(), 1)?
            .ok_or_else(|| InputError::new("`games` is missing"))?;
        let record = match file.record.as_ref().map(|record| (record.get_ref().as_str(), record)) {
            None | Some(("game", _)) => Record::Game,
            Some(("step", _)) => Record::Step,
            Some((other, record)) => {
                let what = "`record` is not valid".to_owned();
                return Err(source.unknown(&record.span(), other, &["game", "step"], what));
            }
        };
        let settings = settings(source, verb, &file.settings)?;
        let stop = stop_rule(source, file.stop.as_ref(), &settings)?;
        let seed = source.whole("seed", file.seed.as_ref(), 0)?.unwrap_or(1);
        let cells = cells(&settings)?;
        let total = games.saturating_mul(cells.len() as u64);
        let block = source.whole("block", file.block.as_ref(), 1)?;
        let block = block.unwrap_or_else(|| total.div_ceil(BLOCKS)).min(games);
        let columns = OnceLock::new();
        let plan = Plan {
            entry,
            verb,
            settings,
            games,
            seed,
            record,
            stop,
            block,
            cells,
            text: text.into(),
            columns,
        };
        for cell in &plan.cells {
            plan.request(cell).map_err(|error| {
                let settings: Vec<String> =
                    cell.settings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                InputError { what: format!("the cell {}: {}", settings.join(", "), error.what), ..error }
            })?;
        }
        Ok(plan)
    }

    /// The file as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The puzzle's name.
    pub fn puzzle(&self) -> &'static str {
        self.entry.name
    }

    /// The conventions behind its numbers: (name, sentence).
    pub fn conventions(&self) -> &'static [(&'static str, &'static str)] {
        self.verb.spec.conventions
    }

    /// The names of the settings.
    pub fn settings(&self) -> impl Iterator<Item = &'static str> {
        self.settings.iter().map(|(name, _)| *name)
    }

    /// Every choice of settings.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The games of a cell, in blocks.
    pub fn blocks(&self, cell: usize) -> impl Iterator<Item = Block> {
        let (block, games) = (self.block, self.games);
        (0..games.div_ceil(block)).map(move |number| {
            let first = number * block;
            Block { cell, number, first, games: block.min(games - first) }
        })
    }

    /// The number of blocks per cell.
    pub fn blocks_per_cell(&self) -> u64 {
        self.games.div_ceil(self.block)
    }

    /// The cells that are stopped together: those that are compared, or each cell alone.
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        let StopRule::Compare { setting, .. } = &self.stop else {
            return (0..self.cells.len()).map(|cell| vec![cell]).collect();
        };
        let mut groups: Vec<(Vec<&str>, Vec<usize>)> = Vec::new();
        for cell in &self.cells {
            let others: Vec<&str> =
                cell.settings.iter().filter(|(name, _)| name != setting).map(|(_, value)| &**value).collect();
            match groups.iter_mut().find(|(key, _)| *key == others) {
                Some((_, group)) => group.push(cell.number),
                None => groups.push((others, vec![cell.number])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// The games of a cell. This may train a player first.
    pub fn study(&self, cell: usize, context: &Context<'_>) -> Result<Box<dyn Study>, Stop> {
        let request = self.request(&self.cells[cell])?;
        self.verb.study(&request, context).expect("a plan is read only for verbs with games behind them")
    }

    fn request(&self, cell: &Cell) -> Result<Request, InputError> {
        let mut given: Vec<(&str, String)> =
            cell.settings.iter().filter(|(_, value)| value != "false").cloned().collect();
        for (name, value) in [("games", self.games), ("seed", self.seed)] {
            if self.verb.spec.options.iter().any(|option| option.name == name) {
                given.push((name, value.to_string()));
            }
        }
        Request::new(&self.verb.spec, None, given)
    }

    /// The columns of its rows, taken from its first cell; none when the budget ran out first.
    pub(crate) fn columns(&self, context: &Context<'_>) -> Result<Option<&[Column]>, InputError> {
        if self.columns.get().is_none() {
            match self.study(0, context) {
                Ok(study) => drop(self.columns.set(self.columns_of(&*study))),
                Err(Stop::Input(error)) => return Err(error),
                Err(Stop::Exhausted(_)) => return Ok(None),
            }
        }
        Ok(self.columns.get().map(Vec::as_slice))
    }

    /// The cell and its settings, then the columns of all games, then those of the puzzle.
    pub(crate) fn columns_of(&self, study: &dyn Study) -> Vec<Column> {
        let settings = self.settings().map(|name| Column::word(name, "a setting of the study"));
        [Column::whole("cell", "number of the choice of settings")]
            .into_iter()
            .chain(settings)
            .chain(COMMON)
            .chain(study.columns().iter().copied())
            .collect()
    }

    /// Everything that determines the rows, as one text; equal for files with the same meaning.
    pub fn canonical(&self) -> String {
        json!({
            "puzzle": self.entry.name,
            "verb": self.verb.spec.name,
            "settings": self.settings,
            "games": self.games,
            "seed": self.seed,
            "record": self.record,
            "block": self.block,
            "stop": self.stop,
        })
        .to_string()
    }

    /// The hash of [`Plan::canonical`].
    pub fn hash(&self) -> String {
        blake3::hash(self.canonical().as_bytes()).to_hex().to_string()
    }
}

/// The verb that is named, or `simulate`.
fn verb_of(
    source: Source<'_>,
    entry: &'static Entry,
    named: Option<&Spanned<String>>,
) -> Result<&'static Verb, InputError> {
    // A verb that plays many games is based on a study and offers their rows.
    let many = |verb: &&Verb| verb.spec.options.iter().any(|option| option.name == "rows");
    let names: Vec<&str> = entry.verbs.iter().filter(many).map(|verb| verb.spec.name).collect();
    if names.is_empty() {
        return Err(InputError::new(format!("{} has no verb that plays many games", entry.name)));
    }
    let (name, span) = named.map_or(("simulate", 0..0), |named| (named.get_ref().as_str(), named.span()));
    entry.verbs.iter().filter(many).find(|verb| verb.spec.name == name).ok_or_else(|| {
        let what = format!("`{name}` of {} does not play games that could be studied", entry.name);
        source.unknown(&span, name, &names, what)
    })
}

/// The settings in the order of the verb's options, each with its values.
fn settings(
    source: Source<'_>,
    verb: &'static Verb,
    given: &BTreeMap<Spanned<String>, Spanned<Value>>,
) -> Result<Vec<(&'static str, Vec<String>)>, InputError> {
    let options: Vec<&'static str> =
        verb.spec.options.iter().map(|option| option.name).filter(|name| !DECIDED.contains(name)).collect();
    if let Some(key) = given.keys().find(|key| !options.contains(&key.get_ref().as_str())) {
        let what = format!("[settings] has no `{key}`");
        return Err(source.unknown(&key.span(), key.get_ref(), &options, what));
    }
    options
        .into_iter()
        .filter_map(|name| Some((name, given.get(name)?)))
        .map(|(name, value)| {
            let values = sweep::values(name, value.get_ref());
            let place =
                |error: InputError| InputError { place: source.error(&value.span(), "").place, ..error };
            Ok((name, values.map_err(place)?))
        })
        .collect()
}

fn stop_rule(
    source: Source<'_>,
    given: Option<&Spanned<StopTable>>,
    settings: &[(&'static str, Vec<String>)],
) -> Result<StopRule, InputError> {
    let Some(given) = given else { return Ok(StopRule::Fixed) };
    let wrong = |span: &Range<usize>, what: &str| {
        let expected = "`width = 0.01`, or `compare = \"strategy\"` with `error = 0.01`";
        source.error(span, format!("[stop]: {what}")).expected(expected)
    };
    let StopTable { width, compare, error } = given.get_ref();
    let share = |key: &str, value: &Option<Spanned<Value>>| match value {
        Some(value) => match value.get_ref() {
            Value::Float(number) if *number > 0.0 && *number < 1.0 => Ok(Some(*number)),
            _ => Err(wrong(&value.span(), &format!("`{key}` does not lie between 0 and 1"))),
        },
        None => Ok(None),
    };
    match (share("width", width)?, compare, share("error", error)?) {
        (Some(width), None, None) => Ok(StopRule::Width { width }),
        (None, Some(compared), error) => {
            let setting = compared.get_ref();
            let values =
                settings.iter().find(|(name, _)| name == setting).map_or(0, |(_, values)| values.len());
            if values != 2 {
                let what = format!("`{setting}` has {values} values; two can be compared");
                return Err(wrong(&compared.span(), &what));
            }
            Ok(StopRule::Compare { setting: setting.clone(), error: error.unwrap_or(0.01) })
        }
        _ => Err(wrong(&given.span(), "it names no rule, or two")),
    }
}

fn cells(settings: &[(&'static str, Vec<String>)]) -> Result<Vec<Cell>, InputError> {
    let count = settings.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    if count.is_none_or(|count| count > MOST_CELLS) {
        return Err(InputError::new("the settings have too many combinations")
            .expected(format!("at most {MOST_CELLS}")));
    }
    let mut cells: Vec<Vec<(&'static str, String)>> = vec![Vec::new()];
    for (name, values) in settings {
        cells = cells
            .iter()
            .flat_map(|cell| {
                values.iter().map(move |value| cell.iter().cloned().chain([(*name, value.clone())]).collect())
            })
            .collect();
    }
    Ok(cells.into_iter().enumerate().map(|(number, settings)| Cell { number, settings }).collect())
}

fn missing(key: &str, known: &[&str]) -> InputError {
    InputError::new(format!("`{key}` is missing")).expected(format!("one of {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Plan::read(text).err().expect("it is wrong").to_string()
    }

    #[test]
    fn an_error_in_a_study_file_names_its_line_and_what_was_probably_meant() {
        for (text, parts) in [
            ("puzzle = 'minesweper'\ngames = 1", &["line 1", "`minesweeper`?"][..]),
            ("puzzle = 'minesweeper'\ngames = 0", &["line 2", "a whole number, at least 1"]),
            ("puzzle = 'minesweeper'\ngames = 5\n[settings]\nbaord = '9x9/10'", &["line 4", "`board`?"]),
            ("puzzle = 'minesweeper'\ngames = 5\n[settings]\nboard = '9x9/{9..1}'", &["line 4", "is empty"]),
            ("puzzle = 'minesweeper'\ngames = 5\n[settings]\nboard = '9x9/{80..82}'", &["board = 9x9/82"]),
            ("puzzle = 'minesweeper'\ngames = 5\n[stop]\ncompare = 'strategy'", &["has 0 values"]),
            ("puzzle = 'minesweeper'\ngames = 5\n[stop]\nwidht = 0.1", &["`width`?"]),
            ("puzzle = 'nonogram'\ngames = 5", &["plays many games"]),
            ("puzzle = 'minesweeper'\ngames = = 5", &["line 2"]),
            ("games = 5", &["`puzzle` is missing"]),
        ] {
            let error = error(text);
            assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
        }
    }

    #[test]
    fn the_line_of_an_error_is_right_even_when_the_word_is_also_in_a_comment() {
        for (text, line) in [
            ("# games = 0 would be wrong\npuzzle = 'minesweeper'\ngames = 0", "line 3:"),
            ("# minesweper is misspelt\n\npuzzle = 'minesweper'\ngames = 1", "line 3:"),
            ("# the baord\npuzzle = 'minesweeper'\ngames = 5\n[settings]\nbaord = '9x9/10'", "line 5:"),
            ("puzzle = 'minesweeper' # board\ngames = 5\n[settings]\nboard = '9x9/{9..1}'", "line 4:"),
            ("puzzle = 'minesweeper' # stop, width\ngames = 5\n[stop]\nwidth = 2.0", "line 4:"),
            ("# widht\npuzzle = 'minesweeper'\ngames = 5\n[stop]\nwidht = 0.1", "line 5:"),
            ("# recrod\npuzzle = 'minesweeper'\ngames = 5\nrecrod = 'game'", "line 4:"),
            ("puzzle = 'minesweeper' # games\ngames = 5\nrecord = 'games'", "line 3:"),
            ("# verb\npuzzle = 'minesweeper'\ngames = 5\nverb = 7", "line 4,"),
        ] {
            let error = error(text);
            assert!(error.starts_with(line), "{text}: {error}");
        }
    }

    #[test]
    fn files_with_the_same_meaning_are_the_same_study() {
        let a = Plan::read("puzzle = 'minesweeper'\ngames = 30\n[settings]\nboard = '4x4/{2..3}'").unwrap();
        let b =
            Plan::read("games = 30 # few\npuzzle = \"minesweeper\"\n[settings]\nboard = ['4x4/2', '4x4/3']");
        let other =
            Plan::read("puzzle = 'minesweeper'\ngames = 31\n[settings]\nboard = '4x4/{2..3}'").unwrap();
        assert_eq!(a.hash(), b.unwrap().hash());
        assert_ne!(a.hash(), other.hash());
    }

    #[test]
    fn blocks_cover_every_game_once() {
        let plan = Plan::read("puzzle = 'minesweeper'\ngames = 25\nblock = 10").unwrap();
        let blocks: Vec<(u64, u64)> = plan.blocks(0).map(|block| (block.first, block.games)).collect();
        assert_eq!(blocks, [(0, 10), (10, 10), (20, 5)]);
        assert_eq!(plan.blocks_per_cell(), 3);
    }
}
