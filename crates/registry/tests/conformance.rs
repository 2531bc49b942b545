//! What every registered puzzle promises, checked for all of them.

use quandary_core::face::{Entry, InputSpec, Preset, Request};
use quandary_core::{Seed, face::Context};
use quandary_registry::all;

fn entries_and_presets() -> impl Iterator<Item = (&'static dyn Entry, &'static Preset)> {
    all().iter().flat_map(|&entry| entry.presets().iter().map(move |preset| (entry, preset)))
}

#[test]
fn names_are_unique_and_fit_a_command_line() {
    let mut seen = Vec::new();
    for entry in all() {
        let name = entry.name();
        assert!(!seen.contains(&name), "{name} twice");
        seen.push(name);
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
        assert!(!entry.about().is_empty() && !entry.presets().is_empty(), "{name}");
    }
    assert!(!seen.is_empty());
}

#[test]
fn verbs_and_options_are_documented_and_examples_name_their_verb() {
    for entry in all() {
        let mut verbs = Vec::new();
        for verb in entry.verbs() {
            let place = format!("{} {}", verb.name, entry.name());
            assert!(!verbs.contains(&verb.name), "{place} twice");
            verbs.push(verb.name);
            assert!(!verb.about.is_empty(), "{place}");
            let mut options = vec!["json", "nodes", "time", "threads", "no-cache"];
            for option in verb.options {
                assert!(!options.contains(&option.name), "{place} --{} twice", option.name);
                options.push(option.name);
                assert!(!option.help.is_empty(), "{place} --{}", option.name);
                assert!(
                    option.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                );
                assert!(!option.is_switch() || option.default.is_none(), "{place} --{}", option.name);
            }
            for example in verb.examples {
                assert!(example.starts_with(&place), "`{example}` does not begin with `{place}`");
            }
        }
    }
}

#[test]
fn positions_survive_a_round_trip_and_the_seed_decides_them() {
    for (entry, preset) in entries_and_presets() {
        let place = format!("{} {}", entry.name(), preset.name);
        let mut different = false;
        let first = entry.sample(preset, Seed(7), 0).unwrap();
        for index in 0..8 {
            let position = entry.sample(preset, Seed(7), index).unwrap();
            assert_eq!(
                position,
                entry.sample(preset, Seed(7), index).unwrap(),
                "{place}: same seed, same position"
            );
            let normal = entry.normalise(&position).unwrap_or_else(|error| panic!("{place}: {error}"));
            assert_eq!(normal, entry.normalise(&normal).unwrap(), "{place}: normal form is stable");
            assert_eq!(entry.moves(&position).unwrap(), entry.moves(&normal).unwrap(), "{place}");
            entry.shown(&position).unwrap_or_else(|error| panic!("{place}: {error}"));
            different |= position != first;
        }
        // A game with one starting position may give it every time; its playouts must then differ.
        let played = |index| playout(entry, preset, index, 12).0;
        assert!(
            different || (0..8).any(|index| played(index) != played(0)),
            "{place}: the seed changes nothing"
        );
    }
}

/// Plays random legal moves; the positions met, and whether it ended.
fn playout(entry: &dyn Entry, preset: &Preset, index: u64, most: usize) -> (Vec<String>, bool) {
    let mut stream = Seed(9).stream(index);
    let mut position = entry.sample(preset, Seed(7), index).unwrap();
    let mut met = Vec::new();
    for _ in 0..most {
        let moves = entry.moves(&position).unwrap();
        let ended = entry.outcome(&position).unwrap().is_some();
        assert_eq!(moves.is_empty(), ended, "{}: moves end exactly with the game: {position}", entry.name());
        let Some(chosen) = stream.choose(&moves) else { return (met, true) };
        position = entry
            .play(&position, chosen, &mut stream)
            .unwrap_or_else(|error| panic!("{}: legal move {chosen} refused: {error}", entry.name()));
        met.push(position.clone());
    }
    (met, false)
}

#[test]
fn every_listed_move_can_be_played_until_the_game_ends() {
    for (entry, preset) in entries_and_presets() {
        for index in 0..3 {
            let (met, _) = playout(entry, preset, index, 60);
            for position in met {
                assert_eq!(
                    entry.normalise(&position).unwrap(),
                    position,
                    "{}: play gives normal forms",
                    entry.name()
                );
            }
        }
    }
}

#[test]
fn illegal_moves_and_broken_positions_are_refused_in_words() {
    for (entry, preset) in entries_and_presets() {
        let position = entry.sample(preset, Seed(7), 0).unwrap();
        let mut stream = Seed(1).stream(0);
        for nonsense in ["", "?", "north-by-northwest", "99999999999999999999", "\u{1F600}"] {
            let refused = entry.play(&position, nonsense, &mut stream);
            assert!(refused.is_err_and(|error| !error.what.is_empty()), "{}: {nonsense:?}", entry.name());
        }
        for nonsense in ["\0", "one two three", "0x0", "\u{1F600}\n\n", "9999999999999999999999999"] {
            assert!(entry.normalise(nonsense).is_err(), "{}: {nonsense:?} is not a position", entry.name());
        }
    }
}

#[test]
fn damaged_positions_never_panic() {
    for (entry, preset) in entries_and_presets() {
        let position = entry.sample(preset, Seed(7), 1).unwrap();
        let letters: Vec<char> = position.chars().collect();
        let mut stream = Seed(4).stream(0);
        for _ in 0..200 {
            let mut damaged = letters.clone();
            let place = stream.index(damaged.len());
            match stream.below(3) {
                0 => {
                    damaged.remove(place);
                }
                1 => damaged.insert(place, *stream.choose(&['0', '9', ' ', '\n', '#', 'x', '-']).unwrap()),
                _ => damaged[place] = *stream.choose(&['1', '8', '?', '/', ',', 'ß']).unwrap(),
            }
            let text: String = damaged.into_iter().collect();
            let _ = entry.normalise(&text).and_then(|normal| entry.moves(&normal));
        }
    }
}

#[test]
fn an_unknown_verb_is_refused() {
    for entry in all() {
        let request = Request::default();
        assert!(entry.run("dance", &request, &Context::bare()).is_err(), "{}", entry.name());
    }
}

#[test]
fn generate_gives_the_same_for_the_same_seed() {
    for entry in all() {
        let Some(verb) = entry.verbs().iter().find(|verb| verb.name == "generate") else { continue };
        if matches!(verb.input, InputSpec::Required(_)) {
            continue;
        }
        let run = || {
            let request = Request::new(verb, None, []).unwrap();
            entry.run("generate", &request, &Context::bare()).unwrap()
        };
        let (mut first, mut second) = (run().json, run().json);
        // Time is not part of what the seed decides.
        for json in [&mut first, &mut second] {
            if let Some(object) = json.as_object_mut() {
                object.remove("cpu_seconds");
            }
        }
        assert_eq!(first, second, "{}", entry.name());
        assert!(first.get("schema").is_some(), "{}: generate says its schema", entry.name());
    }
}
