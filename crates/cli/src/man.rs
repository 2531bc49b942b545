//! `quandary man`: manual pages, made from the same specification as the help.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, ValueHint};
use quandary_core::InputError;

/// What `man` was asked for.
pub(crate) enum ManRequest {
    /// The page of a command; the main page where no words are given.
    Page(Vec<String>),
    /// Every page, in a folder.
    All(PathBuf),
}

/// The command itself.
pub(crate) fn command() -> Command {
    Command::new("man")
        .about("Print a manual page, or write all of them to a folder")
        .arg(
            Arg::new("COMMAND")
                .help("The command, such as `solve` or `solve sliding` [default: the main page]")
                .num_args(0..=2),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FOLDER")
                .help("Write every page to this folder instead, as NAME.1")
                .value_hint(ValueHint::DirPath)
                .conflicts_with("COMMAND"),
        )
        .after_help(
            "Examples:\n  quandary man\n  quandary man solve sliding\n  \
             quandary man --out ~/.local/share/man/man1",
        )
}

/// What the command line asks for.
pub(crate) fn wanted(matches: &clap::ArgMatches) -> ManRequest {
    match matches.get_one::<String>("out") {
        Some(folder) => ManRequest::All(folder.into()),
        None => ManRequest::Page(matches.get_many("COMMAND").into_iter().flatten().cloned().collect()),
    }
}

/// The text to print: a page, or a line that says what was written.
pub(crate) fn print(wanted: &ManRequest, root: Command) -> Result<String, InputError> {
    let root = prepared(root);
    match wanted {
        ManRequest::Page(words) => rendered(below(&root, words)?),
        ManRequest::All(folder) => {
            let pages = pages(&root)?;
            write(folder, &pages).map_err(|error| {
                InputError::new(format!("`{}` was not written: {error}", folder.display())).of_option("out")
            })?;
            Ok(format!("{} pages written to {}", pages.len(), folder.display()))
        }
    }
}

/// The commands with their full names filled in, without the `help` that clap adds to each of them.
fn prepared(root: Command) -> Command {
    let mut root = root.disable_help_subcommand(true);
    root.build();
    root
}

fn below<'c>(root: &'c Command, words: &[String]) -> Result<&'c Command, InputError> {
    words.iter().try_fold(root, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            let error =
                InputError::new(format!("`{}` has no command `{word}`", name(command).replace('-', " ")));
            if known.is_empty() { error } else { error.expected(format!("one of {}", known.join(", "))) }
        })
    })
}

/// The name of a command's page: `quandary-solve-sliding`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// Every page with the name of its file.
fn pages(command: &Command) -> Result<Vec<(String, String)>, InputError> {
    let mut all = vec![(format!("{}.1", name(command)), rendered(command)?)];
    for below in command.get_subcommands() {
        all.extend(pages(below)?);
    }
    Ok(all)
}

fn rendered(command: &Command) -> Result<String, InputError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .render(&mut page)
        .map_err(|error| InputError::new(format!("the page cannot be made: {error}")))?;
    Ok(String::from_utf8_lossy(&page).trim_end().to_owned())
}

/// Each file is written beside its place and renamed, so that nobody reads half a page.
fn write(folder: &Path, pages: &[(String, String)]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, page) in pages {
        let beside = folder.join(format!(".{name}.{}", std::process::id()));
        let written =
            fs::write(&beside, format!("{page}\n")).and_then(|()| fs::rename(&beside, folder.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written?;
    }
    Ok(())
}
