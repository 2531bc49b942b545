//! A reproduction can be followed to its games.

use super::{code, json, program, quandary};

#[test]
fn the_games_behind_a_cell_are_played_again_by_the_command_that_stands_beside_it() {
    let answer = json(&quandary(&["reproduce", "kbs.F7a", "--scale", "40", "--json"]));
    let entry = &answer["entries"][0];
    let samples = entry["samples"].as_array().unwrap();
    let cells = entry["cells"].as_array().unwrap();
    let about: std::collections::BTreeSet<&str> =
        cells.iter().map(|cell| cell["about"].as_str().unwrap()).collect();
    assert_eq!(about.len(), 20, "a printed value counts once, under whatever reading");
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("games.csv");
    let mut rates = Vec::new();
    // The document's own words come first, then the other readings.
    for (sample, cell) in samples.iter().zip(cells).take(20).step_by(7) {
        let command = sample["command"].as_str().unwrap();
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let output = quandary(&[&words[..], &["--json", "--rows", rows.to_str().unwrap()]].concat());
        assert_eq!(code(&output), 0, "{command}");
        let rate = 100.0 * json(&output)["win_rate"].as_f64().unwrap();
        assert!((rate - cell["ours"].as_f64().unwrap()).abs() < 1e-9, "{command}");
        rates.push(rate);
        let written = std::fs::read_to_string(&rows).unwrap();
        assert_eq!(written.lines().count(), 41, "a heading and a row for each game");
        let won = written.lines().filter(|line| line.contains(",won,")).count();
        assert!((rate - 100.0 * won as f64 / 40.0).abs() < 1e-9);
    }
    assert!(rates.iter().any(|rate| *rate != rates[0]), "the cells must differ: {rates:?}");
}

#[test]
fn the_games_of_2048_are_played_again_too() {
    let answer = json(&quandary(&["reproduce", "access.T4", "--scale", "1", "--json"]));
    let entry = &answer["entries"][0];
    let command = entry["samples"][0]["command"].as_str().unwrap();
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let again = json(&quandary(&[&words[..], &["--json"]].concat()));
    let facts = entry["facts"].as_array().unwrap();
    let points = &facts.iter().find(|fact| fact["name"] == "d = 2: points").unwrap()["value"];
    assert_eq!(again["score_mean"], *points, "{again}");
}

#[test]
fn what_is_the_same_at_every_scale_is_made_once() {
    let cache = tempfile::tempdir().unwrap();
    let run = |scale: &str| {
        let mut command = program();
        command.args(["reproduce", "thesis.F2.2", "--scale", scale, "--json"]);
        json(&command.env("XDG_CACHE_HOME", cache.path()).output().unwrap())
    };
    let (usual, paper) = (run("usual"), run("paper"));
    assert_eq!(run("quick")["entries"][0]["cells"], usual["entries"][0]["cells"]);
    assert_eq!(usual["entries"][0]["cells"], paper["entries"][0]["cells"]);
    assert_eq!((&usual["scale"], &paper["scale"]), (&"usual".into(), &"paper".into()));
    let kept = std::fs::read_dir(cache.path().join("quandary")).unwrap().count();
    assert_eq!(kept, 1);
}

#[test]
fn a_second_run_is_compared_with_the_research_object_of_the_first_cell_by_cell() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let run = run.to_str().unwrap();
    let ids = ["reproduce", "thesis.T3.2", "inria.T2", "kbs.F4a"];
    assert_eq!(code(&quandary(&[&ids[..], &["--json", "--crate", run]].concat())), 0);
    let metadata = std::fs::read_to_string(format!("{run}/ro-crate-metadata.json")).unwrap();
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    assert_eq!(metadata["@context"], "https://w3id.org/ro/crate/1.2/context");
    let again = json(&quandary(&[&ids[..], &["--json", "--no-cache", "--against", run]].concat()));
    let changes = &again["changes"];
    assert!(changes["cells"].as_u64().unwrap() > 100, "{changes}");
    assert_eq!((&changes["changed"], &changes["moved"]), (&serde_json::json!([]), &serde_json::json!([])));
    // A value that was changed by hand is found.
    let file = format!("{run}/reproduction.json");
    let text = std::fs::read_to_string(&file).unwrap().replacen("\"ours\":0.", "\"ours\":1.", 1);
    std::fs::write(&file, text).unwrap();
    let other = json(&quandary(&[&ids[..], &["--json", "--against", run]].concat()));
    assert_eq!(other["changes"]["moved"].as_array().unwrap().len(), 1);
}
