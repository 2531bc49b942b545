//! `cargo xtask new-puzzle NAME`: a renamed copy of Lights Out that compiles, is registered and passes every test before a
//! line of it is changed.

use std::fs;
use std::path::{Path, PathBuf};

/// The puzzle that is copied.
const TEMPLATE: &str = "lights-out";

/// Text that is true only of the template, and its replacement in a copy.
const ONLY_OF_TEMPLATE: [(&str, &str); 2] = [
    (": the smallest complete puzzle, and the template for the next one.", "."),
    (" (This crate is the template: `cargo xtask new-puzzle` copies it.)", ""),
];

/// A puzzle's name in every spelling that occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Names {
    /// `lights-out`: on the command line, and in the name of the package.
    kebab: String,
    /// `lights_out`: the folder, and the crate in Rust.
    snake: String,
    /// `LightsOut`: the type with the rules.
    camel: String,
    /// `Lights Out`: in sentences.
    title: String,
}

impl Names {
    /// Checks a name: lower-case letters, digits and single hyphens, with a letter first.
    fn of(name: &str) -> Result<Names, String> {
        let expected = "expected a name such as `pegs` or `peg-solitaire`";
        let refused = |why: &str| Err(format!("`{name}` {why}; {expected}"));
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if let Some(other) = name.chars().find(|c| !fits(*c)) {
            return refused(&format!(
                "has `{other}`, and a name has only lower-case letters, digits and hyphens"
            ));
        }
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            return refused("does not begin with a letter, as the name of a crate must");
        }
        let words: Vec<&str> = name.split('-').collect();
        if words.contains(&"") {
            return refused("has a hyphen at its end or two in a row");
        }
        let capital = |word: &&str| word[..1].to_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        Ok(Names {
            kebab: name.to_owned(),
            snake: words.join("_"),
            camel: capitals.concat(),
            title: capitals.join(" "),
        })
    }

    /// A text about the template, rewritten for this puzzle.
    fn rename(&self, text: &str, from: &Names) -> String {
        let spellings = [
            (&from.kebab, &self.kebab),
            (&from.snake, &self.snake),
            (&from.camel, &self.camel),
            (&from.title, &self.title),
        ];
        spellings.into_iter().fold(text.to_owned(), |text, (old, new)| text.replace(old.as_str(), new))
    }
}

/// Files outside the puzzle's folder that name every puzzle: after each line about the template comes a line about the
/// new puzzle. The text marks the lines that are meant.
const LISTS: [(&str, &[&str]); 3] = [
    ("Cargo.toml", &["\"crates/puzzles/lights_out\",", "quandary-lights-out = {"]),
    ("crates/registry/Cargo.toml", &["quandary-lights-out.workspace"]),
    (
        "crates/registry/src/lib.rs",
        &["&quandary_lights_out::verbs::ENTRY,", "quandary_lights_out::verify::VERIFIER,"],
    ),
];

/// The generated description of every answer: the template's section is repeated under the new name.
const JSON: &str = "docs/json.md";

/// The files and texts that register a copy of the template in the workspace at `root`.
fn plan(root: &Path, name: &str) -> Result<Vec<(PathBuf, String)>, String> {
    let (from, to) = (Names::of(TEMPLATE)?, Names::of(name)?);
    let puzzles = Path::new("crates/puzzles");
    let (template, folder) = (puzzles.join(&from.snake), puzzles.join(&to.snake));
    let read = |file: &Path| {
        fs::read_to_string(root.join(file)).map_err(|error| format!("{}: {error}", file.display()))
    };
    let manifest = read(Path::new("Cargo.toml"))?;
    let registry = read(Path::new("crates/registry/src/lib.rs"))?;
    let is_package = manifest.contains(&format!("\nquandary-{} = ", to.kebab));
    let is_entry = registry.contains(&format!("::{}::verbs::ENTRY", to.snake));
    let folders = [folder.clone(), Path::new("crates").join(&to.snake)];
    if is_package || is_entry || folders.iter().any(|folder| root.join(folder).exists()) {
        return Err(format!("there is something called `{name}` already; choose another name"));
    }
    let mut written = Vec::new();
    let mut files = Vec::new();
    list(&root.join(&template), &mut files)?;
    for file in files {
        let inside = file.strip_prefix(root.join(&template)).map_err(|error| error.to_string())?.to_owned();
        let text = read(&file)?;
        let is_taken = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == to.camel);
        if is_taken {
            let what = format!("`{name}` would be `{}` in Rust, and the template uses that word", to.camel);
            return Err(format!("{what}; choose another name"));
        }
        let text = to.rename(&text, &from);
        let text = ONLY_OF_TEMPLATE.iter().fold(text, |text, (said, instead)| text.replace(said, instead));
        written.push((folder.join(to.rename(&inside.display().to_string(), &from)), text));
    }
    for (file, marks) in LISTS {
        let text = with_lines(&read(Path::new(file))?, marks, |line| to.rename(line, &from));
        written.push((file.into(), text.map_err(|mark| format!("{file}: there is no line with `{mark}`"))?));
    }
    written.push((JSON.into(), with_section(&read(Path::new(JSON))?, &from, &to)?));
    Ok(written)
}

/// Writes the planned files; returns their names.
fn copy(root: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let written = plan(root, name)?;
    for (file, text) in &written {
        let path = root.join(file);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(written.into_iter().map(|(file, _)| file).collect())
}

/// Every file below a folder, in order.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(wrong)?.collect();
    let mut paths: Vec<PathBuf> = entries.map_err(wrong)?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The text with another line after each line that has a mark; or the mark, if no line has it.
fn with_lines<'m>(
    text: &str,
    marks: &[&'m str],
    another: impl Fn(&str) -> String,
) -> Result<String, &'m str> {
    if let Some(missing) = marks.iter().find(|mark| !text.contains(**mark)) {
        return Err(missing);
    }
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(line.to_owned());
        if marks.iter().any(|mark| line.contains(mark)) {
            lines.push(another(line));
        }
    }
    Ok(lines.join("\n") + "\n")
}

fn heading(names: &Names) -> String {
    format!("\n## {}\n", names.kebab)
}

/// The document with the template's section repeated after it, under the new name.
fn with_section(text: &str, from: &Names, to: &Names) -> Result<String, String> {
    let begin = text.find(&heading(from)).ok_or(format!("{JSON}: there is no section on {}", from.kebab))?;
    let end = text[begin + 1..].find("\n## ").map_or(text.len(), |at| begin + 1 + at);
    let section = to.rename(&text[begin..end], from);
    Ok(format!("{}{section}{}", &text[..end], &text[end..]))
}

/// The command.
pub(crate) fn make(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (Some(name), None) = (arguments.next(), arguments.next()) else {
        return Err("one name is needed: cargo xtask new-puzzle pegs".into());
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the workspace has no folder")?;
    let written = copy(root, &name)?;
    for file in &written {
        println!("> wrote {}", file.display());
    }
    let package = format!("quandary-{name}");
    // Names of another length change where lines break.
    crate::run(crate::cargo().current_dir(root).args(["fmt", "-p", &package, "-p", "quandary-registry"]))?;
    println!(
        "> It still plays Lights Out. Check that it works, then change one file at a time (CONTRIBUTING.md, \"Add a puzzle\"):
  cargo test -p {package}
  cargo test -p quandary-registry
  cargo run -p quandary-cli -- play {name} --plain"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    /// A workspace with the files that the command reads: the template's folder and the lists.
    fn workspace(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("quandary-new-puzzle-{name}-{}", std::process::id()));
        let mut files: Vec<PathBuf> = LISTS.iter().map(|(file, _)| root().join(file)).collect();
        files.push(root().join(JSON));
        list(&root().join("crates/puzzles/lights_out"), &mut files).unwrap();
        for file in files {
            let copy = folder.join(file.strip_prefix(root()).unwrap());
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(&file, copy).unwrap();
        }
        folder
    }

    #[test]
    fn a_copy_has_every_file_of_the_template_under_its_own_name() {
        let folder = workspace("copy");
        let written = copy(&folder, "peg-solitaire").unwrap();
        let (mut template, mut copied) = (Vec::new(), Vec::new());
        list(&folder.join("crates/puzzles/lights_out"), &mut template).unwrap();
        list(&folder.join("crates/puzzles/peg_solitaire"), &mut copied).unwrap();
        assert_eq!(copied.len(), template.len());
        assert_eq!(written.len(), template.len() + LISTS.len() + 1);
        for file in &copied {
            let text = fs::read_to_string(file).unwrap();
            for old in ["lights-out", "lights_out", "LightsOut", "Lights Out", "template"] {
                assert!(!text.contains(old), "{}: {old}", file.display());
            }
        }
        let manifest = fs::read_to_string(folder.join("crates/puzzles/peg_solitaire/Cargo.toml")).unwrap();
        assert!(manifest.contains("name = \"quandary-peg-solitaire\""));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_copy_is_registered_once_in_every_list_and_the_template_stays() {
        let folder = workspace("lists");
        copy(&folder, "pegs").unwrap();
        for (file, old, new) in [
            ("Cargo.toml", "    \"crates/puzzles/lights_out\",\n", "    \"crates/puzzles/pegs\",\n"),
            ("Cargo.toml", "\nquandary-lights-out = {", "\nquandary-pegs = { path = \"crates/puzzles/pegs\""),
            ("crates/registry/Cargo.toml", "\nquandary-lights-out.w", "\nquandary-pegs.workspace = true\n"),
            ("crates/registry/src/lib.rs", "&quandary_lights_out::v", "    &quandary_pegs::verbs::ENTRY,\n"),
            (
                "crates/registry/src/lib.rs",
                "    quandary_lights_out::v",
                "    quandary_pegs::verify::VERIFIER,\n",
            ),
            ("docs/json.md", "\n## lights-out\n", "\n## pegs\n"),
            ("docs/json.md", "\n### simulate lights-out\n", "\n### simulate pegs\n"),
        ] {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(text.matches(new).count(), 1, "{file}: {new}");
            assert_eq!(text.matches(old).count(), 1, "{file}: {old}");
        }
        let again = copy(&folder, "pegs").unwrap_err();
        assert_eq!(again, "there is something called `pegs` already; choose another name");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_that_cannot_be_used_are_refused_with_the_reason() {
        for (name, why) in [
            ("", "does not begin with a letter"),
            ("2048", "does not begin with a letter"),
            ("-pegs", "does not begin with a letter"),
            ("pegs-", "has a hyphen at its end or two in a row"),
            ("peg--solitaire", "has a hyphen at its end or two in a row"),
            ("Pegs", "has `P`"),
            ("peg_solitaire", "has `_`"),
            ("../pegs", "has `.`"),
            ("zwölf", "has `ö`"),
        ] {
            let error = Names::of(name).unwrap_err();
            assert!(error.contains(why) && error.contains("expected a name such as"), "{error}");
        }
        for name in ["strategy", "view", "play", "option"] {
            let error = plan(root(), name).unwrap_err();
            assert!(error.contains("the template uses that word"), "{name}: {error}");
        }
        for name in ["core", "check", "cli", "sliding", "lights-out", "connect-four", "twenty48", "games"] {
            let error = plan(root(), name).unwrap_err();
            assert!(error.contains("already"), "{name}: {error}");
        }
    }

    #[test]
    fn a_name_of_several_words_or_with_digits_is_spelt_by_rusts_rules() {
        let names = Names::of("peg-solitaire-33").unwrap();
        assert_eq!(names.snake, "peg_solitaire_33");
        assert_eq!(names.camel, "PegSolitaire33");
        assert_eq!(names.title, "Peg Solitaire 33");
    }
}
