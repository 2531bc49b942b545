//! Every answer, every refusal and every unfinished answer is what its schema says.

use std::collections::BTreeSet;

use quandary_registry::all;
use quandary_verbs::{Kind, OptionSpec};
use serde_json::Value;

use super::{code, json, quandary, stdout};

/// The words of an example, as a shell would split them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut inside) = (String::new(), None, false);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => (quote, inside) = (Some(letter), true),
            (None, ' ') => {
                if !word.is_empty() || inside {
                    words.push(std::mem::take(&mut word));
                }
                inside = false;
            }
            _ => word.push(letter),
        }
    }
    if !word.is_empty() || inside {
        words.push(word);
    }
    words
}

fn validator(verb: &str, puzzle: &str) -> jsonschema::Validator {
    let schema = json(&quandary(&["schema", verb, puzzle]));
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{verb} {puzzle}: {error}"))
}

fn check(schema: &jsonschema::Validator, answer: &Value, what: &str) {
    let problems: Vec<String> = schema.iter_errors(answer).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{what}: {problems:?}\n{answer}");
}

/// The words of an example without what it would draw, write or be limited by.
fn example_words(example: &str) -> Vec<String> {
    let mut arguments = words(example);
    arguments.retain(|word| word != "--json" && word != "--json-lines");
    if let Some(at) = arguments.iter().position(|word| word == ">") {
        arguments.truncate(at);
    }
    for unwanted in ["--figure", "--rows", "--nodes", "--time"] {
        if let Some(at) = arguments.iter().position(|word| word == unwanted) {
            arguments.drain(at..=at + 1);
        }
    }
    arguments
}

#[test]
fn the_number_of_threads_changes_no_byte_of_an_answer() {
    let mut changed = Vec::new();
    for example in all().iter().flat_map(|entry| entry.verbs).flat_map(|verb| verb.spec.examples) {
        let arguments = example_words(example);
        let answers = ["1", "3"].map(|threads| {
            let mut line: Vec<&str> = arguments.iter().map(String::as_str).collect();
            line.extend([
                "--json",
                "--quiet",
                "--no-clock",
                "--no-cache",
                "--nodes",
                "3000",
                "--threads",
                threads,
            ]);
            let output = quandary(&line);
            (code(&output), stdout(&output))
        });
        if answers[0] != answers[1] {
            changed.push((example, answers));
        }
    }
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn every_verbs_examples_answer_by_their_schema_within_a_budget_and_without_one() {
    for entry in all() {
        for verb in entry.verbs {
            let schema = validator(verb.spec.name, entry.name);
            for example in verb.spec.examples {
                // The file of an example is not there, and what it would draw or write is not wanted.
                let arguments = example_words(example);
                for limits in [&["--nodes", "2000", "--time", "1"][..], &["--nodes", "1", "--time", "10"]] {
                    let mut line: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    line.extend(["--json", "--quiet"]);
                    line.extend(limits);
                    let output = quandary(&line);
                    assert!((0..=3).contains(&code(&output)), "{line:?}");
                    let answer = json(&output);
                    check(&schema, &answer, &format!("{line:?}"));
                    let status = ["answered", "negative", "refused", "exhausted"][code(&output) as usize];
                    assert_eq!(answer["status"], status, "{line:?}");
                }
            }
        }
    }
}

#[test]
fn bad_input_is_a_json_object_too() {
    for entry in all() {
        for verb in entry.verbs {
            let schema = validator(verb.spec.name, entry.name);
            let mut cases: Vec<Vec<String>> = Vec::new();
            // Any name will do for a file to write.
            let named = |option: &&OptionSpec| !matches!(option.kind, Kind::Switch | Kind::Output);
            for option in verb.spec.options.iter().filter(named) {
                let value = "\u{1F600} no such thing";
                cases.push(vec![format!("--{}", option.name), value.to_owned()]);
            }
            cases.push(vec!["\u{1F600}".into()]);
            for case in cases {
                // First what must be obeyed: an option of several words would take what stands behind it.
                let mut line =
                    vec![verb.spec.name, entry.name, "--json", "--nodes", "50", "--time", "1", "--quiet"];
                line.extend(case.iter().map(String::as_str));
                let output = quandary(&line);
                let answer = json(&output);
                if code(&output) == 2 {
                    assert_eq!(answer["status"], "refused", "{line:?}");
                    assert!(
                        answer["error"]["what"].as_str().is_some_and(|what| !what.is_empty()),
                        "{line:?}"
                    );
                    check(&schema, &answer, &format!("{line:?}"));
                }
            }
        }
    }
}

#[test]
fn the_page_about_json_is_what_the_types_say() {
    let page = stdout(&quandary(&["schema"]));
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let kept = std::fs::read_to_string(kept).unwrap_or_default();
    assert!(page == kept, "docs/json.md is out of date: cargo run -- schema > docs/json.md");
}

#[test]
fn a_form_can_be_drawn_from_the_options_alone() {
    for entry in all() {
        for verb in entry.verbs {
            let spec = json(&quandary(&["schema", verb.spec.name, entry.name, "--options"]));
            for option in spec["options"].as_array().unwrap() {
                let kind = option["kind"].as_str().unwrap();
                let complete = match kind {
                    "switch" | "file" | "output" => true,
                    "whole" | "real" => option["least"].is_number() && option["most"].is_number(),
                    "choice" => option["choices"].as_array().is_some_and(|all| !all.is_empty()),
                    "text" => option["known"].is_array(),
                    _ => false,
                };
                assert!(complete, "{} {}: {option}", verb.spec.name, entry.name);
            }
        }
    }
}

/// What a schema stands for, wherever it is written.
fn resolved<'s>(mut schema: &'s Value, root: &'s Value) -> &'s Value {
    while let Some(name) = schema["$ref"].as_str() {
        schema = root.pointer(name.trim_start_matches('#')).unwrap_or(&Value::Null);
    }
    schema
}

/// The keys of an object, in any of its forms; with the schema of its `items`, where it has them.
fn keys_of(schema: &Value, root: &Value, keys: &mut BTreeSet<String>, items: &mut Vec<Value>) {
    let schema = resolved(schema, root);
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        keys.insert(key.clone());
        if key == "items" {
            let forms = resolved(value, root);
            let forms = forms["anyOf"].as_array().cloned().unwrap_or_else(|| vec![forms.clone()]);
            items.extend(forms.iter().map(|form| resolved(form, root)["items"].clone()));
        }
    }
    for form in ["allOf", "anyOf", "oneOf"] {
        for one in schema[form].as_array().into_iter().flatten() {
            keys_of(one, root, keys, items);
        }
    }
}

#[test]
fn the_checker_knows_the_keys_of_every_answer_that_may_carry_a_certificate_and_no_others() {
    let mut known = BTreeSet::new();
    for entry in all() {
        for verb in entry.verbs {
            let root = json(&quandary(&["schema", verb.spec.name, entry.name]));
            let (mut keys, mut items) = (BTreeSet::new(), Vec::new());
            keys_of(&root, &root, &mut keys, &mut items);
            for item in items {
                keys_of(&item, &root, &mut keys, &mut Vec::new());
            }
            if ["certificate", "certificates"].iter().any(|key| keys.contains(*key)) {
                known.append(&mut keys);
            }
        }
    }
    // The envelope adds these to an answer and to the lines of a stream.
    known.extend(["conventions", "signature"].map(String::from));
    let written: BTreeSet<String> = quandary_check::ANSWER_KEYS.iter().map(ToString::to_string).collect();
    assert_eq!(known, written);
}
