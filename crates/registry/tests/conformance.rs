//! The promises of every registered puzzle, checked for all of them.

use quandary_core::context::Sink;
use quandary_core::rules::Turn;
use quandary_core::{Budget, Context, Seed, Stream};
use quandary_registry::all;
use quandary_verbs::play::{AnyHint, AnySession};
use quandary_verbs::{Answer, Entry, Input, InputSpec, Kind, Options, Request, SCHEMA, Status, Verb};

/// Every entry under every preset.
fn settings() -> impl Iterator<Item = (&'static Entry, &'static str, Options)> {
    all().iter().flat_map(|&entry| {
        entry.presets.iter().map(move |preset| {
            let setup = entry.read_setup(preset.setup);
            (
                entry,
                preset.name,
                setup.unwrap_or_else(|error| panic!("{} {}: {error}", entry.name, preset.name)),
            )
        })
    })
}

fn begin(entry: &Entry, setup: &Options, seed: u64) -> Box<dyn AnySession> {
    entry.begin(setup, Seed(seed), &Context::bare()).unwrap_or_else(|stop| panic!("{}: {stop}", entry.name))
}

/// Plays random legal moves for both sides; returns whether the game ended.
fn play_at_random(session: &mut dyn AnySession, stream: &mut Stream, most: usize) -> bool {
    for _ in 0..most {
        let moves = session.moves();
        let over = matches!(session.turn(), Turn::Over(_));
        assert_eq!(
            moves.is_empty(),
            over,
            "{}: there are legal moves exactly until the game is over",
            session.puzzle()
        );
        let Some(chosen) = stream.choose(&moves) else { return true };
        session.play(chosen).unwrap_or_else(|error| {
            panic!("{}: legal move {chosen} refused: {error}\n{}", session.puzzle(), session.text())
        });
    }
    matches!(session.turn(), Turn::Over(_))
}

#[test]
fn names_are_unique_and_fit_a_command_line() {
    let mut seen = Vec::new();
    for entry in all() {
        let name = entry.name;
        assert!(!seen.contains(&name), "{name} twice");
        seen.push(name);
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
        assert!(!entry.about.is_empty() && !entry.presets.is_empty(), "{name}");
    }
    assert!(seen.len() >= 2);
}

/// Options that every command has.
const COMMON: [&str; 8] = ["json", "nodes", "time", "memory", "threads", "no-cache", "quiet", "no-clock"];

#[test]
fn verbs_and_options_are_documented_their_defaults_fit_and_examples_name_their_verb() {
    for entry in all() {
        let mut verbs = Vec::new();
        for Verb { spec, .. } in entry.verbs {
            let place = format!("{} {}", spec.name, entry.name);
            assert!(!verbs.contains(&spec.name), "{place} twice");
            verbs.push(spec.name);
            assert!(!spec.about.is_empty() && !spec.examples.is_empty(), "{place}");
            for example in spec.examples {
                assert!(example.starts_with(&place), "`{example}` does not begin with `{place}`");
            }
        }
        for options in entry.verbs.iter().map(|verb| verb.spec.options).chain([entry.setup]) {
            let mut names = COMMON.to_vec();
            for option in options {
                let place = format!("{} --{}", entry.name, option.name);
                assert!(!names.contains(&option.name), "{place} twice");
                names.push(option.name);
                assert!(!option.help.is_empty(), "{place}");
                if let Some(with) = option.only_with
                    && let Some(other) = options.iter().find(|other| other.name == with.option)
                {
                    let possible = with.values.iter().any(|value| other.check(value).is_ok());
                    assert!(possible || with.values.is_empty(), "{place} is never used: only with {with}");
                }
                assert!(
                    option.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                );
                assert!(!option.is_switch() || option.default.is_none(), "{place}");
                for value in option.default.iter().chain(option.known()) {
                    option.check(value).unwrap_or_else(|error| panic!("{place}: {error}"));
                }
                if let Kind::Whole { least, most } = option.kind {
                    assert!(least <= most, "{place}");
                }
            }
        }
        for option in entry.setup {
            assert!(
                option.default.is_some() || option.is_switch(),
                "{} --{}: a setting has a default",
                entry.name,
                option.name
            );
        }
    }
}

#[test]
fn the_seed_and_the_moves_decide_the_game() {
    for (entry, preset, setup) in settings() {
        let mut different = false;
        let played = |seed: u64, moves: u64| {
            let mut session = begin(entry, &setup, seed);
            play_at_random(session.as_mut(), &mut Seed(9).stream(moves), 12);
            session.replay()
        };
        for seed in 0..4 {
            assert_eq!(played(seed, 0), played(seed, 0), "{} {preset}", entry.name);
            different |= played(seed, 0) != played(0, 0) || played(seed, 1) != played(seed, 0);
        }
        assert!(different, "{} {preset}: neither seed nor moves change anything", entry.name);
    }
}

#[test]
fn undo_and_redo_give_the_same_positions_and_the_same_random_events() {
    for (entry, preset, setup) in settings() {
        let place = format!("{} {preset}", entry.name);
        let mut session = begin(entry, &setup, 3);
        play_at_random(session.as_mut(), &mut Seed(5).stream(0), 10);
        let whole = session.replay();
        assert_eq!(whole.len(), session.played().len() + 1, "{place}");
        let saved = session.save();
        while session.undo() {}
        while session.redo() {}
        assert_eq!(session.replay(), whole, "{place}");
        assert_eq!(session.save(), saved, "{place}");
        // The same move, played again instead of redone, has the same random outcome.
        let last = session.played().pop();
        if let Some(last) = last
            && session.undo()
            && session.moves().contains(&last)
            && session.played().len() + 2 == whole.len()
        {
            session.play(&last).unwrap();
            assert_eq!(session.replay(), whole, "{place}");
        }
    }
}

#[test]
fn a_saved_game_continues_as_if_it_had_not_been_interrupted() {
    for (entry, preset, setup) in settings() {
        let place = format!("{} {preset}", entry.name);
        let mut first = begin(entry, &setup, 11);
        play_at_random(first.as_mut(), &mut Seed(2).stream(0), 6);
        first.undo();
        let mut second = entry.load(&first.save()).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(first.save(), second.save(), "{place}");
        for session in [&mut first, &mut second] {
            session.redo();
            play_at_random(session.as_mut(), &mut Seed(4).stream(0), 20);
        }
        assert_eq!(first.replay(), second.replay(), "{place}");
        assert_eq!(first.score(), second.score(), "{place}");
        let broken = first.save().replace("\"moves\"", "\"mvoes\"");
        assert!(entry.load(&broken).is_err(), "{place}: a damaged save is refused");
        assert!(entry.load("").is_err() && entry.load("{}").is_err(), "{place}");
    }
}

#[test]
fn a_link_contains_the_position_in_characters_that_are_valid_in_links() {
    for (entry, preset, setup) in settings() {
        let mut session = begin(entry, &setup, 7);
        for _ in 0..3 {
            play_at_random(session.as_mut(), &mut Seed(8).stream(1), 2);
            let link = session.link();
            assert!(
                link.chars().all(|c| c.is_ascii_alphanumeric() || "-_.~".contains(c)),
                "{}: {link}",
                entry.name
            );
            let again = entry
                .begin_at(&setup, &link, Seed(1))
                .unwrap_or_else(|error| panic!("{} {preset}: {error}: {link}", entry.name));
            assert_eq!(again.text(), session.text(), "{} {preset}", entry.name);
            assert_eq!(again.moves(), session.moves(), "{} {preset}", entry.name);
            assert_eq!(again.link(), link, "{} {preset}", entry.name);
        }
    }
}

#[test]
fn a_hint_is_a_legal_move_or_undo_with_a_reason_and_a_nudge() {
    for entry in all() {
        let setup = entry.options([]).unwrap();
        for seed in 0..2 {
            let mut session = begin(entry, &setup, seed);
            play_at_random(session.as_mut(), &mut Seed(6).stream(seed), 4);
            if matches!(session.turn(), Turn::Over(_)) {
                continue;
            }
            let context = Context::bare().with_budget(Budget::nodes(200_000));
            let hint = match session.hint(&context) {
                Ok(hint) => hint,
                Err(stop) => panic!("{}: {stop}", entry.name),
            };
            let json = hint.json();
            let reason = if hint.take_back.is_some() {
                assert!(hint.decision.is_none() && !session.played().is_empty(), "{}", entry.name);
                &json["take_back"]["reason"]
            } else {
                let chosen = hint.chosen().unwrap_or_else(|| panic!("{}: no move", entry.name)).to_owned();
                assert!(session.moves().contains(&chosen), "{}: {chosen} is not legal", entry.name);
                assert_eq!(json["decision"]["move"], chosen.as_str());
                &json["decision"]["reason"]
            };
            assert!(reason["kind"].is_string() && reason["text"].is_string(), "{}: {reason}", entry.name);
            assert!(!hint.nudge.is_empty() && !hint.text.is_empty(), "{}", entry.name);
            for other in &hint.alternatives {
                assert!(!other.text.is_empty(), "{}: {}", entry.name, other.chosen);
            }
        }
    }
}

#[test]
fn hints_get_better_by_legal_moves_and_the_last_is_the_answer() {
    for entry in all() {
        let mut session = begin(entry, &entry.options([]).unwrap(), 1);
        play_at_random(session.as_mut(), &mut Seed(7).stream(1), 5);
        if matches!(session.turn(), Turn::Over(_)) {
            continue;
        }
        let context = Context::bare().with_budget(Budget::nodes(200_000));
        let hints = || {
            let mut shown = Vec::new();
            let last = session.refine(&context, &mut |hint| shown.push(hint.clone()));
            let last = last.unwrap_or_else(|stop| panic!("{}: {stop}", entry.name));
            assert_eq!(shown.last(), Some(&last), "{}", entry.name);
            shown
        };
        let shown = hints();
        assert_eq!(hints(), shown, "{}: the same nodes give the same hints", entry.name);
        let moves = session.moves();
        for hint in &shown {
            assert!(!hint.nudge.is_empty() && !hint.text.is_empty(), "{}", entry.name);
            let Some(decision) = &hint.decision else { continue };
            assert!(moves.contains(&decision.chosen), "{}: {}", entry.name, decision.chosen);
            let says = decision.certain || decision.probability_is.is_some();
            assert_eq!(decision.probability.is_some(), says, "{}: an opinion in a number", entry.name);
            // A hint that is certain must not call its move a guess.
            let guess = decision.certain && hint.text.contains("guess");
            assert!(!guess, "{}: {}", entry.name, hint.text);
        }
        let certain = |hint: &AnyHint| hint.decision.as_ref().is_some_and(|decision| decision.certain);
        for pair in shown.windows(2) {
            assert_ne!(pair[0], pair[1], "{}: a hint is shown when there is something new", entry.name);
            assert!(!certain(&pair[0]) || certain(&pair[1]), "{}: a proof stays one", entry.name);
        }
        let plain = session.hint(&context).unwrap();
        let last = shown.last().unwrap();
        assert!(!certain(&plain) || certain(last), "{}: at least as good as a single hint", entry.name);
    }
}

#[test]
fn the_program_replies_in_games_for_two_and_undo_takes_back_both_moves() {
    let mut answered = 0;
    for entry in all() {
        let mut session = begin(entry, &entry.options([]).unwrap(), 1);
        let context = Context::bare().with_budget(Budget::nodes(100_000));
        while session.awaits_reply() {
            session.reply(&context).unwrap();
        }
        let before = session.text();
        let Some(chosen) = session.moves().first().cloned() else { continue };
        session.play(&chosen).unwrap();
        if session.awaits_reply() {
            answered += 1;
            assert!(session.reply(&context).unwrap().is_some(), "{}", entry.name);
            assert!(session.undo(), "{}", entry.name);
            assert_eq!(session.text(), before, "{}", entry.name);
        }
    }
    assert!(answered > 0 || !all().iter().any(|entry| entry.name == "connect-four"));
}

#[test]
fn illegal_moves_and_broken_positions_are_refused_with_a_message_and_change_nothing() {
    for (entry, preset, setup) in settings() {
        let mut session = begin(entry, &setup, 1);
        let before = session.save();
        for nonsense in ["", "?", "north-by-northwest", "99999999999999999999", "\u{1F600}"] {
            let refused = session.play(nonsense);
            assert!(
                refused.is_err_and(|error| !error.what.is_empty()),
                "{} {preset}: {nonsense:?}",
                entry.name
            );
        }
        assert_eq!(session.save(), before);
        for nonsense in ["\0", "one two three", "\u{1F600}\n\n", "99999999999999999999999999"] {
            let read = entry.begin_at(&setup, nonsense, Seed(1));
            assert!(read.is_err(), "{} {preset}: {nonsense:?} is not a position", entry.name);
        }
    }
}

#[test]
fn damaged_positions_never_panic() {
    for (entry, _, setup) in settings() {
        let mut session = begin(entry, &setup, 1);
        play_at_random(session.as_mut(), &mut Seed(3).stream(0), 3);
        let letters: Vec<char> = session.link().chars().collect();
        let mut stream = Seed(4).stream(0);
        for _ in 0..200 {
            let mut damaged = letters.clone();
            let place = stream.index(damaged.len());
            match stream.below(3) {
                0 => {
                    damaged.remove(place);
                }
                1 => damaged.insert(place, *stream.choose(&['0', '9', '_', '.', '~', 'x', '-']).unwrap()),
                _ => damaged[place] = *stream.choose(&['1', '8', '?', '/', ',', 'ß']).unwrap(),
            }
            let text: String = damaged.into_iter().collect();
            if let Ok(read) = entry.begin_at(&setup, &text, Seed(1)) {
                read.moves();
                read.scene();
            }
        }
    }
}

#[test]
fn a_scene_is_a_rectangle_and_touching_it_means_legal_moves() {
    use quandary_core::Direction;
    use quandary_verbs::play::{Steering, Touch};
    for (entry, preset, setup) in settings() {
        let session = begin(entry, &setup, 1);
        let scene = session.scene();
        let columns = scene.rows.first().map_or(0, Vec::len);
        assert!(columns > 0 && scene.rows.iter().all(|row| row.len() == columns), "{} {preset}", entry.name);
        assert!(scene.above.is_empty() || scene.above.len() == columns, "{} {preset}", entry.name);
        assert!(scene.left.is_empty() || scene.left.len() == scene.rows.len(), "{} {preset}", entry.name);
        let mut touches: Vec<Touch> = (0..scene.rows.len())
            .flat_map(|row| (0..columns).map(move |column| Touch::Press(row, column)))
            .collect();
        match scene.steering {
            Steering::Cursor => {}
            Steering::Arrows => {
                touches.extend(
                    [Direction::Up, Direction::Down, Direction::Left, Direction::Right].map(Touch::Arrow),
                );
            }
            Steering::Pieces => {
                let squares =
                    || (0..scene.rows.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
                touches =
                    squares().flat_map(|from| squares().map(move |to| Touch::Carry(from, to))).collect();
            }
        }
        let legal = session.moves();
        let meant = touches
            .into_iter()
            .filter_map(|touch| session.move_of(touch))
            .filter(|m| legal.contains(m))
            .count();
        assert!(meant > 0, "{} {preset}: no touch is a move", entry.name);
    }
}

/// Inputs for the verbs that need one: positions of the puzzle itself, or what the examples have.
fn inputs(entry: &Entry, verb: &Verb) -> Vec<Option<Input>> {
    match verb.spec.input {
        InputSpec::None | InputSpec::Optional(_) => vec![None],
        InputSpec::Required(_) => {
            let session = begin(entry, &entry.options([]).unwrap(), 1);
            vec![Some(Input::inline(&session.text())), Some(Input::inline("no such thing"))]
        }
    }
}

#[test]
fn every_verb_ends_soon_under_a_tiny_budget_with_an_answer_or_a_refusal() {
    struct Deaf;
    impl Sink for Deaf {}
    for entry in all() {
        for verb in entry.verbs {
            for input in inputs(entry, verb) {
                let request = Request::new(&verb.spec, input, []).unwrap();
                let stop = quandary_core::StopFlag::new();
                stop.raise(quandary_core::Exhausted::Time);
                let budget = Budget::nodes(5).with_stop(stop).with_memory(1 << 24);
                let context = Context { budget, sink: &Deaf, ..Context::bare() };
                match verb.run(entry.name, &request, &context) {
                    Ok(answer) => check_envelope(&answer, entry, verb),
                    Err(error) => assert!(!error.what.is_empty()),
                }
            }
        }
    }
}

fn check_envelope(answer: &Answer, entry: &Entry, verb: &Verb) {
    let json = answer.json();
    let place = format!("{} {}", verb.spec.name, entry.name);
    assert_eq!(json["schema"], SCHEMA, "{place}");
    assert_eq!(json["puzzle"], entry.name, "{place}");
    assert_eq!(json["verb"], verb.spec.name, "{place}");
    assert_eq!(json["status"], answer.status.name(), "{place}");
    if let Status::Exhausted(why) = answer.status {
        assert_eq!(json["stopped"], serde_json::json!(why), "{place}");
    }
    assert!(!answer.text().is_empty() || verb.spec.name == "generate", "{place}: {json}");
}

#[test]
fn every_verb_has_a_schema_that_describes_its_fields() {
    for entry in all() {
        for verb in entry.verbs {
            let schema = verb.schema(entry.name);
            assert_eq!(
                schema["anyOf"].as_array().map(Vec::len),
                Some(4),
                "{} {}",
                verb.spec.name,
                entry.name
            );
        }
    }
}

#[test]
fn generate_gives_the_same_answer_for_the_same_seed() {
    for entry in all() {
        let Some(verb) = entry.verb("generate") else { continue };
        if matches!(verb.spec.input, InputSpec::Required(_)) {
            continue;
        }
        let run = || {
            let request = Request::new(&verb.spec, None, []).unwrap();
            let mut json = verb.run(entry.name, &request, &Context::bare()).unwrap().json();
            // Times do not depend on the seed.
            json.as_object_mut().unwrap().remove("cpu_seconds");
            json
        };
        let first = run();
        assert_eq!(first, run(), "{}", entry.name);
        assert!(first["items"].is_array(), "{}: generated instances are items", entry.name);
    }
}

#[test]
fn the_games_of_a_study_are_the_same_in_any_order_and_fill_their_columns() {
    for entry in all() {
        let Some(verb) = entry.verb("simulate") else { continue };
        let request = Request::new(&verb.spec, None, []).unwrap();
        let context = Context::bare();
        let Some(study) = verb.study(&request, &context) else {
            panic!("{}: simulate is a study", entry.name);
        };
        let study = study.unwrap_or_else(|stop| panic!("{}: {stop}", entry.name));
        let third = study.game(3, &context).unwrap();
        let first = study.game(1, &context).unwrap();
        assert_eq!(third, study.game(3, &context).unwrap(), "{}", entry.name);
        assert_eq!(first.more.len(), study.columns().len(), "{}", entry.name);
        assert!(first.trace.length() > 0, "{}: a game has decisions", entry.name);
    }
}
