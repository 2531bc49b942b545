//! Manual pages.

use super::{code, quandary, stderr, stdout};

#[test]
fn the_main_page_names_every_command_and_the_exit_codes() {
    let page = quandary(&["man"]);
    assert_eq!(code(&page), 0);
    let page = stdout(&page);
    assert!(page.contains(".TH quandary 1"), "{page}");
    for command in ["play", "solve", "explain", "check", "reproduce", "man"] {
        assert!(page.contains(&format!("quandary\\-{command}(1)")), "{command}: {page}");
    }
    assert!(page.contains("Exit codes: 0 answered"), "{page}");
}

#[test]
fn the_page_of_a_command_has_the_options_of_its_help() {
    let page = stdout(&quandary(&["man", "generate", "minesweeper"])).replace("\\-", "-");
    let help = stdout(&quandary(&["generate", "minesweeper", "--help"]));
    let options: Vec<&str> = help
        .split_whitespace()
        .filter(|word| word.starts_with("--"))
        .map(|word| word.trim_end_matches(','))
        .collect();
    assert!(options.contains(&"--no-guess") && options.contains(&"--cpu-time"), "{options:?}");
    for option in options {
        assert!(page.contains(option), "{option}: {page}");
    }
}

#[test]
fn an_unknown_command_has_no_page_and_the_refusal_names_those_that_have() {
    let output = quandary(&["man", "solve", "chess"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    let said = stderr(&output);
    assert!(said.contains("`quandary solve` has no command `chess`; expected one of sliding, "), "{said}");
    assert_eq!(code(&quandary(&["man", "solve", "--out", "pages"])), 2);
}

#[test]
fn every_page_is_written_to_the_folder_and_is_the_one_that_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let output = quandary(&["man", "--out", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let written = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(stdout(&output).starts_with(&format!("{written} pages written to ")), "{}", stdout(&output));
    for entry in quandary_registry::all() {
        for verb in entry.verbs {
            let name = format!("quandary-{}-{}.1", verb.spec.name, entry.name);
            let page = std::fs::read_to_string(folder.path().join(&name)).expect(&name);
            assert_eq!(page, stdout(&quandary(&["man", verb.spec.name, entry.name])), "{name}");
        }
    }
}

#[test]
fn completions_offer_manual_pages_too() {
    let script = quandary(&["completions", "bash"]);
    assert_eq!(code(&script), 0);
    assert!(stdout(&script).contains("quandary__subcmd__man") || stdout(&script).contains("quandary__man"));
}
