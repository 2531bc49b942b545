//! The commands that a document shows.
//!
//! | where | what it shows |
//! |---|---|
//! | a block ` ```console ` | commands after `$ `, each followed by its output (or by nothing, if that does not matter) |
//! | a block ` ```sh ` | one command per line; `#` begins a comment |
//! | a code span in the text that begins with `quandary` or `cargo` | one command |
//!
//! A line that ends with `\` goes on in the next one, and so does one with `<<'END'` up to `END`. A comment `# exits with 1`
//! names the exit code where it is not 0. In a code span, a word in capitals stands for something else, such as `PUZZLE`:
//! the span is then a mention, and so is one that has nothing but names, such as `quandary serve`.

use std::ops::Range;

/// What other blocks may hold. A block must say what it is.
const NO_COMMANDS: [&str; 5] = ["text", "toml", "python", "rust", "json"];

/// A command in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownCommand {
    /// The line it begins on, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
    /// The lines of its output, where a block shows them, by number from 0.
    pub(crate) output: Range<usize>,
    /// Whether it is only spoken of.
    pub(crate) mention: bool,
    /// The exit code it should have.
    pub(crate) exit: i32,
}

/// Every command of a document in order, or the line of a block that does not say what it is.
pub(crate) fn commands(document: &str) -> Result<Vec<ShownCommand>, String> {
    let lines: Vec<&str> = document.lines().collect();
    let mut found = Vec::new();
    let mut text_from = 0;
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].trim_start().strip_prefix("```") else {
            at += 1;
            continue;
        };
        spans(&lines[text_from..at], text_from, &mut found);
        let end = (at + 1..lines.len())
            .find(|&line| lines[line].trim() == "```")
            .ok_or_else(|| format!("line {}: the block does not end", at + 1))?;
        match language {
            "console" => console(&lines, at + 1..end, &mut found),
            "sh" => shell(&lines, at + 1..end, &mut found),
            other if NO_COMMANDS.contains(&other) => {}
            other => {
                return Err(format!(
                    "line {}: a block of `{other}`; expected console, sh, {NO_COMMANDS:?}",
                    at + 1
                ));
            }
        }
        at = end + 1;
        text_from = at;
    }
    spans(&lines[text_from..], text_from, &mut found);
    Ok(found)
}

fn console(lines: &[&str], block: Range<usize>, found: &mut Vec<ShownCommand>) {
    let mut at = block.start;
    while at < block.end {
        let Some(first) = lines[at].strip_prefix("$ ") else {
            at += 1;
            continue;
        };
        let (text, after) = joined(first, lines, at, block.end);
        let end = (after..block.end).find(|&line| lines[line].starts_with("$ ")).unwrap_or(block.end);
        found.push(shown(at, text, after..end));
        at = end;
    }
}

fn shell(lines: &[&str], block: Range<usize>, found: &mut Vec<ShownCommand>) {
    let mut at = block.start;
    while at < block.end {
        let first = lines[at].trim();
        if first.is_empty() || first.starts_with('#') {
            at += 1;
            continue;
        }
        let (text, after) = joined(first, lines, at, block.end);
        found.push(shown(at, text, after..after));
        at = after;
    }
}

/// A command that begins on a line, and the line after it.
fn joined(first: &str, lines: &[&str], at: usize, end: usize) -> (String, usize) {
    let mut text = first.to_owned();
    let mut next = at + 1;
    while text.ends_with('\\') && next < end {
        text.truncate(text.len() - 1);
        text.push_str(lines[next].trim_start());
        next += 1;
    }
    if text.contains("<<'END'") {
        while next < end {
            text.push('\n');
            text.push_str(lines[next]);
            next += 1;
            if lines[next - 1] == "END" {
                break;
            }
        }
    }
    (text, next)
}

fn shown(at: usize, text: String, output: Range<usize>) -> ShownCommand {
    let exit = text.split("# exits with ").nth(1).and_then(|code| code.trim().parse().ok()).unwrap_or(0);
    ShownCommand { line: at + 1, text, output, mention: false, exit }
}

/// Commands in the code spans of running text, paragraph by paragraph.
fn spans(lines: &[&str], from: usize, found: &mut Vec<ShownCommand>) {
    for (number, paragraph) in paragraphs(lines) {
        for (before, span) in paragraph
            .split('`')
            .scan(0, |at, part| {
                let start = *at;
                *at += part.matches('\n').count();
                Some((start, part))
            })
            .skip(1)
            .step_by(2)
        {
            let text = span.split_whitespace().collect::<Vec<_>>().join(" ");
            let program = text.split(' ').find(|word| !word.contains('=')).unwrap_or("");
            if ["quandary", "cargo"].contains(&program) && text != program {
                let line = from + number + before;
                let mention = is_mention(&text);
                found.push(ShownCommand { mention, ..shown(line, text, 0..0) });
            }
        }
    }
}

/// The paragraphs with the number of their first line; a row of a table is one.
fn paragraphs(lines: &[&str]) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in lines.iter().enumerate() {
        let alone = line.trim_start().starts_with(['|', '#']);
        if line.trim().is_empty() {
            open = false;
        } else if open && !alone {
            let text = &mut all.last_mut().expect("a paragraph is open").1;
            text.push('\n');
            text.push_str(line);
        } else {
            all.push((number, (*line).to_owned()));
            open = !alone;
        }
    }
    all
}

/// Whether something else stands for this word.
pub(crate) fn is_placeholder(word: &str) -> bool {
    let letters = word.trim_matches(['[', ']', '\'', '"', '.', '…']);
    word.contains('…') || letters.chars().all(|letter| letter.is_ascii_uppercase() || letter == '/')
}

fn is_mention(text: &str) -> bool {
    let mut words = text.split(' ').skip(1);
    let names = |word: &str| {
        word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') && !word.starts_with('-')
    };
    text.split(' ').any(is_placeholder)
        || words.clone().count() <= 2 && words.all(|word| names(word) || word == "2048")
}

#[test]
fn commands_are_found_in_blocks_and_in_the_text() {
    let document = "Text with `quandary solve\nsliding \"1 2 3 0\"`, `cat` and `quandary serve`.\n\n```console\n$ quandary man | \\\n    head\n.TH\n\n$ false # exits with 1\n```\n\
                    | `quandary perft xiangqi --depth N` |\n```sh\n# nothing\ncat <<'END'\n$ text\nEND\n```\n```toml\n$ no\n```\n";
    let found = commands(document).unwrap();
    let short: Vec<_> = found
        .iter()
        .map(|one| (one.line, one.text.as_str(), one.output.clone(), one.mention, one.exit))
        .collect();
    assert_eq!(
        short,
        [
            (1, "quandary solve sliding \"1 2 3 0\"", 0..0, false, 0),
            (2, "quandary serve", 0..0, true, 0),
            (5, "quandary man | head", 6..8, false, 0),
            (9, "false # exits with 1", 9..9, false, 1),
            (11, "quandary perft xiangqi --depth N", 0..0, true, 0),
            (14, "cat <<'END'\n$ text\nEND", 16..16, false, 0),
        ]
    );
    assert!(commands("```\nquandary solve\n```\n").unwrap_err().starts_with("line 1: a block of ``"));
}
