//! INPUT and files of options: a file, `-` for standard input, or the text itself. What is read may never end: time and
//! size are limited.

use std::fs::File;
use std::io::{Error, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use quandary_api::StoredFile;
use quandary_core::{Budget, InputError};
use quandary_verbs::{Input, Kind, OptionSpec};

/// The most bytes that are read from one place; less where the memory given is less.
const MOST: usize = 1 << 30;
/// How often a wait for input checks whether time is up.
const PATIENCE: Duration = Duration::from_millis(10);

/// Reads INPUT. What names an existing file is that file; anything else is taken as the text itself,
/// unless it can only have been meant as a file name.
pub(crate) fn read(given: Option<&str>, budget: &Budget) -> Result<Option<Input>, InputError> {
    let Some(given) = given else { return Ok(None) };
    if given == "-" {
        const STDIN: &str = "standard input";
        let bytes = within(budget, STDIN, || Ok(std::io::stdin()))?;
        return Ok(Some(Input { source: STDIN.into(), bytes }));
    }
    let path = Path::new(given);
    if path.is_dir() {
        return Err(
            InputError::new(format!("`{given}` is a folder")).expected("a file, `-` or the text itself")
        );
    }
    if path.exists() {
        return Ok(Some(Input { source: given.into(), bytes: file(given, budget)? }));
    }
    if looks_like_a_file_name(given) {
        return Err(
            InputError::new(format!("there is no file `{given}`")).expected("a file, `-` or the text itself")
        );
    }
    Ok(Some(Input::inline(given)))
}

/// Options whose value is a file arrive as the text that it holds.
pub(crate) fn files(
    options: &[OptionSpec],
    given: Vec<(&'static str, String)>,
    budget: &Budget,
) -> Result<Vec<(&'static str, String)>, InputError> {
    let fill = |(name, value): (&'static str, String)| {
        if !is_file(options, name) {
            return Ok((name, value));
        }
        let text = text(&value, budget).map_err(|error| error.expected("a text file").of_option(name))?;
        Ok((name, text))
    };
    given.into_iter().map(fill).collect()
}

/// The files of answers in a folder and the folders in it, in the order of their names; of what cannot be read, why.
pub(crate) fn answers(folder: &str, budget: &Budget) -> Result<Vec<StoredFile>, InputError> {
    let mut found: Vec<(PathBuf, Option<Error>)> = Vec::new();
    let mut folders = Vec::new();
    list(Path::new(folder), &mut found, &mut folders)
        .map_err(|error| InputError::new(format!("`{folder}` cannot be read: {error}")))?;
    while let Some(inner) = folders.pop() {
        if let Err(error) = list(&inner, &mut found, &mut folders) {
            found.push((inner, Some(error)));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    if found.is_empty() {
        return Err(InputError::new(format!("the folder `{folder}` holds no answers"))
            .expected("files named .json or .jsonl"));
    }
    let read = |(path, failed): (PathBuf, Option<Error>)| {
        let name = path.display().to_string();
        let bytes = match failed {
            Some(error) => Err(InputError::new(format!("it cannot be read: {error}"))),
            None => regular(&path).and_then(|()| file(&path, budget)),
        };
        StoredFile { name, bytes }
    };
    Ok(found.into_iter().map(read).collect())
}

/// Adds the files of answers in one folder, and the folders in it.
fn list(
    folder: &Path,
    found: &mut Vec<(PathBuf, Option<Error>)>,
    folders: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        // A link is not followed: it may lead back.
        if path.is_dir() && !path.is_symlink() {
            folders.push(path);
        } else if matches!(ending, Some("json" | "jsonl")) {
            found.push((path, None));
        }
    }
    Ok(())
}

/// Refuses what is in a folder beside files: a pipe or a device may never end.
fn regular(path: &Path) -> Result<(), InputError> {
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(()),
        Ok(_) => Err(InputError::new("it is not a regular file")),
        Err(error) => Err(InputError::new(format!("it cannot be read: {error}"))),
    }
}

/// Whether the value of an option is a file.
pub(crate) fn is_file(options: &[OptionSpec], name: &str) -> bool {
    options.iter().any(|spec| spec.name == name && matches!(spec.kind, Kind::File))
}

/// What a file holds.
fn file(path: impl AsRef<Path>, budget: &Budget) -> Result<Vec<u8>, InputError> {
    let path = path.as_ref().to_owned();
    within(budget, &format!("`{}`", path.display()), move || File::open(path))
}

/// The text that a file holds.
pub(crate) fn text(name: &str, budget: &Budget) -> Result<String, InputError> {
    String::from_utf8(file(name, budget)?)
        .map_err(|_| InputError::new(format!("`{name}` cannot be read: it is not UTF-8 text")))
}

/// Reads all there is, within the time and the memory of a budget. Opening may wait too, as for the other end of a pipe.
fn within<R: Read>(
    budget: &Budget,
    name: &str,
    open: impl FnOnce() -> Result<R, Error> + Send + 'static,
) -> Result<Vec<u8>, InputError> {
    let most = budget.memory_or(MOST).min(MOST);
    let (done, all) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = open().and_then(|from| from.take(most as u64 + 1).read_to_end(&mut bytes));
        // Nobody waits any longer when the time was up.
        let _ = done.send(read.map(|_| bytes));
    });
    loop {
        match all.recv_timeout(PATIENCE) {
            Ok(Ok(bytes)) if bytes.len() > most => {
                let mebibytes = most >> 20;
                return Err(InputError::new(format!("{name} holds more than {mebibytes} MiB"))
                    .expected("less, or a larger --memory"));
            }
            Ok(Ok(bytes)) => return Ok(bytes),
            Ok(Err(error)) => return Err(InputError::new(format!("{name} cannot be read: {error}"))),
            Err(RecvTimeoutError::Timeout) => budget
                .poll()
                .map_err(|why| InputError::new(format!("{name} was not read to its end: {why}")))?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(InputError::new(format!("{name} cannot be read")));
            }
        }
    }
}

/// One word with an extension of letters, such as `board.txt` or `games/late.obf`.
fn looks_like_a_file_name(given: &str) -> bool {
    let one_word = !given.is_empty() && !given.contains(char::is_whitespace);
    let extension = Path::new(given).extension().and_then(|extension| extension.to_str());
    one_word
        && extension.is_some_and(|e| {
            (1..=5).contains(&e.len())
                && e.chars().all(|c| c.is_ascii_alphanumeric())
                && e.chars().any(|c| c.is_ascii_alphabetic())
        })
}

#[cfg(test)]
mod tests {
    use super::looks_like_a_file_name;

    #[test]
    fn only_words_with_an_extension_look_like_files() {
        for name in ["board.txt", "data/late.obf", "x.mk"] {
            assert!(looks_like_a_file_name(name), "{name}");
        }
        for text in ["1 2 3", "", "4x4/4", "..#", "44455", "0123456789abcdef", "1.5"] {
            assert!(!looks_like_a_file_name(text), "{text}");
        }
    }
}
