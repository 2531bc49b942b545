//! INPUT: a file, `-` for standard input, or the text itself.

use std::io::Read;
use std::path::Path;

use quandary_core::InputError;
use quandary_core::face::{Input, Kind, OptionSpec};

/// Reads INPUT. What names an existing file is that file; anything else is taken as the text itself,
/// unless it can only have been meant as a file name.
pub(crate) fn read(given: Option<&str>) -> Result<Option<Input>, InputError> {
    let Some(given) = given else { return Ok(None) };
    if given == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| InputError::new(format!("standard input cannot be read: {error}")))?;
        return Ok(Some(Input { source: "standard input".into(), bytes }));
    }
    let path = Path::new(given);
    if path.is_dir() {
        return Err(
            InputError::new(format!("`{given}` is a folder")).expected("a file, `-` or the text itself")
        );
    }
    if path.exists() {
        let bytes = std::fs::read(path)
            .map_err(|error| InputError::new(format!("`{given}` cannot be read: {error}")))?;
        return Ok(Some(Input { source: given.into(), bytes }));
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
) -> Result<Vec<(&'static str, String)>, InputError> {
    let is_file =
        |name: &str| options.iter().any(|spec| spec.name == name && matches!(spec.kind, Kind::File));
    given
        .into_iter()
        .map(|(name, value)| {
            if !is_file(name) {
                return Ok((name, value));
            }
            let text = std::fs::read_to_string(&value).map_err(|error| {
                InputError::new(format!("`{value}` cannot be read: {error}"))
                    .expected("a text file")
                    .of_option(name)
            })?;
            Ok((name, text))
        })
        .collect()
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
