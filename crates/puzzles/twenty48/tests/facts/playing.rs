//! The game as people play it.

use quandary_core::Direction;
use quandary_core::{Context, Outcome, Seed};
use quandary_twenty48::ENTRY;
use quandary_verbs::play::{AnySession, Tone, Touch};

fn begin(setup: &str, seed: u64) -> Box<dyn AnySession> {
    let setup = ENTRY.read_setup(setup).unwrap();
    ENTRY.begin(&setup, Seed(seed), &Context::bare()).unwrap()
}

#[test]
fn every_preset_is_played_to_its_end_saved_and_taken_back() {
    for preset in ENTRY.presets {
        let mut session = begin(preset.name, 7);
        let mut stream = Seed(3).stream(0);
        let mut texts = vec![session.text()];
        // 5x5 goes on for thousands of random moves.
        for _ in 0..400 {
            let Some(chosen) = stream.choose(&session.moves()).cloned() else { break };
            session.play(&chosen).unwrap();
            texts.push(session.text());
        }
        assert_eq!(session.turn().outcome().is_some(), session.moves().is_empty(), "{}", preset.name);
        assert!(session.score() > Some(0) && session.replay() == texts);
        let saved = session.save();
        assert!(session.undo() && session.undo() && session.redo());
        assert_eq!(session.text(), texts[texts.len() - 2]);
        let again = ENTRY.load(&session.save()).unwrap();
        assert_eq!(
            (again.text(), again.score(), again.save()),
            (session.text(), session.score(), session.save())
        );
        // A move taken back and played again meets the same tile.
        assert!(session.redo() && session.save() == saved);
        let setup = ENTRY.read_setup(preset.setup).unwrap();
        let linked = ENTRY.begin_at(&setup, &session.link(), Seed(1)).unwrap();
        assert_eq!((linked.text(), linked.score()), (session.text(), session.score()));
    }
}

#[test]
fn the_same_seed_and_moves_give_the_same_game() {
    let play = |seed| {
        let mut session = begin("standard", seed);
        for chosen in ["left", "U", "Right", "down"].iter().cycle().take(60) {
            // A move that changes nothing is refused and changes nothing.
            let _ = session.play(chosen);
        }
        (session.text(), session.score())
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_hint_is_a_legal_move_with_a_nudge_and_without_training() {
    for preset in ENTRY.presets {
        let mut session = begin(preset.name, 4);
        for _ in 0..5 {
            let hint = session.hint(&Context::bare().at_most(50_000)).unwrap();
            let chosen = hint.chosen().unwrap().to_owned();
            assert!(session.moves().contains(&chosen), "{chosen}");
            assert!(!hint.nudge.is_empty() && !hint.nudge.contains(&chosen), "{}", hint.nudge);
            assert_eq!(
                hint.json()["decision"]["reason"]["text"].as_str().map(|text| hint.text.contains(text)),
                Some(true)
            );
            session.play(&chosen).unwrap();
        }
    }
}

#[test]
fn positions_are_read_as_people_write_them() {
    let setup = ENTRY.read_setup("standard").unwrap();
    let sat =
        |text: &str| ENTRY.begin_at(&setup, text, Seed(1)).map(|session| (session.view(), session.score()));
    let (view, score) = sat("2 . . 4\n. 8 . .\n. . . .\n16 . 2 2").unwrap();
    assert_eq!((&view["board"], &view["largest"], score), (&"4x4".into(), &16.into(), Some(0)));
    assert_eq!(sat("1002030000004011").unwrap().0, view);
    assert_eq!(sat("1002030000004011 24").unwrap().1, Some(24));
    assert_eq!(sat("2 . . 4 / . 8 . . / . . . . / 16 . 2 2\nscore 1,024").unwrap().1, Some(1024));
    for wrong in ["", "2 4 / 4 .", "1002030000004011 x", "1002030000004011 -4", "score 7"] {
        assert!(sat(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn arrows_push_tiles_and_tiles_have_their_scale() {
    let setup = ENTRY.read_setup("standard").unwrap();
    let session = ENTRY.begin_at(&setup, "2 2 . 4 / . . . . / . . . . / . . . .", Seed(1)).unwrap();
    assert_eq!(session.move_of(Touch::Arrow(Direction::Left)), Some("left".to_owned()));
    assert_eq!(session.move_of(Touch::Press(0, 0)), None);
    let scene = session.scene();
    assert_eq!((scene.rows.len(), scene.rows[0].len()), (4, 4));
    assert_eq!((scene.rows[0][3].text.as_str(), scene.rows[0][3].tone), ("4", Tone::Scale(2)));
}

#[test]
fn a_small_board_is_won_with_the_largest_tile_it_can_hold() {
    let setup = ENTRY.read_setup("tiny").unwrap();
    let outcome = |text: &str| ENTRY.begin_at(&setup, text, Seed(1)).unwrap().turn().outcome();
    assert_eq!(outcome("32 4 / 4 2"), Some(Outcome::Won));
    assert_eq!(outcome("16 4 / 4 2"), Some(Outcome::Lost));
    assert_eq!(outcome("32 2 / 4 2"), None, "it goes on after it");
}
