//! The game as people play it.

use quandary_core::play::{Arrow, Sitting, Tone, Touch};
use quandary_core::{Context, Outcome, Seed};
use quandary_twenty48::ENTRY;

fn sit(setup: &str, seed: u64) -> Box<dyn Sitting> {
    let setup = ENTRY.read_setup(setup).unwrap();
    ENTRY.sit(&setup, Seed(seed), &Context::bare()).unwrap()
}

#[test]
fn every_preset_is_played_to_its_end_saved_and_taken_back() {
    for preset in ENTRY.presets {
        let mut sitting = sit(preset.name, 7);
        let mut stream = Seed(3).stream(0);
        let mut texts = vec![sitting.text()];
        // 5x5 goes on for thousands of random moves.
        for _ in 0..400 {
            let Some(chosen) = stream.choose(&sitting.moves()).cloned() else { break };
            sitting.play(&chosen).unwrap();
            texts.push(sitting.text());
        }
        assert_eq!(sitting.turn().outcome().is_some(), sitting.moves().is_empty(), "{}", preset.name);
        assert!(sitting.score() > Some(0) && sitting.replay() == texts);
        let saved = sitting.save();
        assert!(sitting.undo() && sitting.undo() && sitting.redo());
        assert_eq!(sitting.text(), texts[texts.len() - 2]);
        let again = ENTRY.load(&sitting.save()).unwrap();
        assert_eq!(
            (again.text(), again.score(), again.save()),
            (sitting.text(), sitting.score(), sitting.save())
        );
        // A move taken back and played again meets the same tile.
        assert!(sitting.redo() && sitting.save() == saved);
        let setup = ENTRY.read_setup(preset.setup).unwrap();
        let linked = ENTRY.sit_at(&setup, &sitting.link(), Seed(1)).unwrap();
        assert_eq!((linked.text(), linked.score()), (sitting.text(), sitting.score()));
    }
}

#[test]
fn the_same_seed_and_moves_give_the_same_game() {
    let play = |seed| {
        let mut sitting = sit("standard", seed);
        for chosen in ["left", "U", "Right", "down"].iter().cycle().take(60) {
            // A move that changes nothing is refused and changes nothing.
            let _ = sitting.play(chosen);
        }
        (sitting.text(), sitting.score())
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_hint_is_a_legal_move_with_a_nudge_and_without_training() {
    for preset in ENTRY.presets {
        let mut sitting = sit(preset.name, 4);
        for _ in 0..5 {
            let tip = sitting.hint(&Context::bare().at_most(50_000)).unwrap();
            let chosen = tip.chosen.unwrap();
            assert!(sitting.moves().contains(&chosen), "{chosen}");
            assert!(!tip.nudge.is_empty() && !tip.nudge.contains(&chosen), "{}", tip.nudge);
            assert_eq!(
                tip.json["decision"]["reason"]["text"].as_str().map(|text| tip.text.contains(text)),
                Some(true)
            );
            sitting.play(&chosen).unwrap();
        }
    }
}

#[test]
fn positions_are_read_as_people_write_them() {
    let setup = ENTRY.read_setup("standard").unwrap();
    let sat =
        |text: &str| ENTRY.sit_at(&setup, text, Seed(1)).map(|sitting| (sitting.view(), sitting.score()));
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
    let sitting = ENTRY.sit_at(&setup, "2 2 . 4 / . . . . / . . . . / . . . .", Seed(1)).unwrap();
    assert_eq!(sitting.touch(Touch::Arrow(Arrow::Left)), Some("left".to_owned()));
    assert_eq!(sitting.touch(Touch::Press(0, 0)), None);
    let scene = sitting.scene();
    assert_eq!((scene.rows.len(), scene.rows[0].len()), (4, 4));
    assert_eq!((scene.rows[0][3].text.as_str(), scene.rows[0][3].tone), ("4", Tone::Scale(2)));
}

#[test]
fn a_small_board_is_won_with_the_largest_tile_it_can_hold() {
    let setup = ENTRY.read_setup("tiny").unwrap();
    let outcome = |text: &str| ENTRY.sit_at(&setup, text, Seed(1)).unwrap().turn().outcome();
    assert_eq!(outcome("32 4 / 4 2"), Some(Outcome::Won));
    assert_eq!(outcome("16 4 / 4 2"), Some(Outcome::Lost));
    assert_eq!(outcome("32 2 / 4 2"), None, "it goes on after it");
}
