//! The engine's board against the rules, and the engine against forced wins.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Seed};
use quandary_search::engine::{AlphaBeta, Board, Engine};
use quandary_search::minimax::win_in;

use super::super::board::Move;
use super::super::mate::{Attack, Mates};
use super::super::notation::{START_FEN, format_fen, parse_fen, parse_position};
use super::super::rules::{Position, Xiangqi};
use super::Field;

/// The legal moves as the board of the engine has them.
fn legal(field: &mut Field) -> Vec<Move> {
    let mut moves = Vec::new();
    field.noisy(&mut moves);
    let noisy = moves.len();
    field.quiet(&mut moves);
    for (place, &chosen) in moves.iter().enumerate() {
        assert_eq!(field.is_noisy(chosen), place < noisy);
        assert_eq!(field.recall(Field::code(chosen)), Some(chosen));
    }
    moves.retain(|&chosen| {
        let legal = field.play(chosen);
        if legal {
            field.undo();
        }
        legal
    });
    moves.sort_by_key(|chosen| (chosen.from, chosen.to));
    moves
}

fn by_the_rules(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.any_legal(|chosen| {
        moves.push(chosen);
        false
    });
    moves.sort_by_key(|chosen| (chosen.from, chosen.to));
    moves
}

#[test]
fn the_board_of_the_engine_follows_the_rules_through_random_games() {
    let rules = Xiangqi::default();
    let mut checks = 0;
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(0);
        let mut position = parse_fen(START_FEN).unwrap();
        let mut field = Field::new(rules, &position);
        for _ in 0..150 {
            let Turn::To(side) = rules.turn(&position) else { break };
            let moves = by_the_rules(&position);
            let before = (field.key(), field.evaluate(), field.in_check());
            assert_eq!(legal(&mut field), moves);
            assert_eq!((field.key(), field.evaluate(), field.in_check()), before, "taken back");
            let chosen = *stream.choose(&moves).unwrap();
            position = rules.apply(&position, chosen);
            assert!(field.play(chosen));
            let mut made = Field::new(rules, &position);
            assert_eq!(field.in_check(), position.in_check());
            assert_eq!(field.side(), side.other());
            assert_eq!((field.key(), field.evaluate()), (made.key(), made.evaluate()));
            checks += u32::from(field.in_check());
        }
    }
    assert!(checks > 50, "{checks}");
}

/// What taking on a point wins for the side to move, each time with a least valuable piece or not at all: the least and the most,
/// as it may matter which of two equal pieces takes.
fn exchanged(board: &super::super::Board, side: Side, target: u8) -> (i32, i32) {
    let value = |at: u8| board.at(at).map_or(0, |piece| super::weights::VALUE[piece.kind as usize - 1]);
    let mut ways = Vec::new();
    board.any_move(side, |chosen| {
        if chosen.to == target {
            ways.push(chosen);
        }
        false
    });
    let least = ways.iter().map(|chosen| value(chosen.from)).min();
    ways.retain(|chosen| Some(value(chosen.from)) == least);
    let each = ways.iter().map(|&chosen| {
        let mut after = *board;
        after.make(side, chosen);
        let (low, high) = exchanged(&after, side.other(), target);
        ((value(target) - high).max(0), (value(target) - low).max(0))
    });
    each.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0))
}

#[test]
fn an_exchange_is_worth_what_taking_on_the_point_wins() {
    let rules = Xiangqi::default();
    let (mut seen, mut losing) = (0, 0);
    for seed in 0..40 {
        let mut stream = Seed(seed).stream(1);
        let mut position = parse_fen(START_FEN).unwrap();
        for _ in 0..80 {
            let Turn::To(side) = rules.turn(&position) else { break };
            let field = Field::new(rules, &position);
            let mut captures = Vec::new();
            field.noisy(&mut captures);
            for &chosen in &captures {
                let mut after = *position.board();
                let taken = after.make(side, chosen).unwrap();
                let value = super::weights::VALUE[taken.kind as usize - 1];
                let (low, high) = exchanged(&after, side.other(), chosen.to);
                let found = field.exchange(chosen);
                let truth = value - high..=value - low;
                assert!(
                    truth.contains(&found),
                    "{found}, not {truth:?}: {chosen:?} {}",
                    format_fen(&position)
                );
                seen += 1;
                losing += u32::from(found < 0);
            }
            let moves = by_the_rules(&position);
            position = rules.apply(&position, *stream.choose(&moves).unwrap());
        }
    }
    assert!(seen > 1000 && losing > 100, "{seen} {losing}");
}

#[test]
fn the_judgement_is_the_same_with_colours_exchanged() {
    let red = parse_fen("2bakab2/9/n3c4/p3p1R1p/2p6/6P2/P3P3P/N1C1B4/4A4/3K1AB1r w").unwrap();
    let black = parse_fen("3k1ab1R/4a4/n1c1b4/p3p3p/6p2/2P6/P3P1r1P/N3C4/9/2BAKAB2 b").unwrap();
    let judge = |position: &Position| Field::new(Xiangqi::default(), position).evaluate();
    assert_eq!(judge(&red), judge(&black));
    assert_ne!(judge(&red), 0);
}

fn think(text: &str, nodes: u64) -> (Move, i32, bool) {
    let rules = Xiangqi::default();
    let position = parse_position(text, rules).unwrap();
    let mut engine = AlphaBeta::<Field>::new(1 << 22);
    let thought = engine.think(&rules, &position, &mut Budget::nodes(nodes), &mut |_| ()).unwrap();
    if let Some(plies) = win_in(thought.value).filter(|&plies| plies > 0) {
        let mut mates = Mates::new(position.side(), Attack::Any, &Budget::unlimited());
        let wins = mates.wins(position.diagram(), plies as u8, &mut Budget::nodes(3_000_000));
        assert_eq!(wins, Ok(true), "{text}: a win in {plies} that is none");
    }
    (thought.best, thought.value, thought.proved)
}

#[test]
fn wins_by_force_are_found_and_are_wins() {
    let (_, value, proved) = think("3k5/1R7/9/9/9/9/9/R8/9/5K3 w", 20_000);
    assert_eq!((win_in(value), proved), (Some(1), true));
    let (_, value, proved) = think("3k5/9/9/9/9/9/9/R8/1R7/5K3 w", 100_000);
    assert_eq!((win_in(value), proved), (Some(3), true));
    let (_, value, proved) = think(START_FEN, 30_000);
    assert!(!proved && value.abs() < 200, "{value}");
}

#[test]
fn a_side_that_must_stop_checking_stops() {
    // Red's rook could check for ever from f8 and d8, which loses; the engine must not count on it.
    let rules = Xiangqi::default();
    let fen = "4k4/3R5/9/9/9/9/9/9/9/3K5 w";
    let mut position = parse_fen(fen).unwrap();
    for text in ["d8d9", "e9e8", "d9d8", "e8e9", "d8d9", "e9e8", "d9d8"] {
        let chosen = super::super::notation::parse_iccs(text).unwrap();
        if !position.is_legal(chosen) {
            break;
        }
        position = rules.apply(&position, chosen);
    }
    assert_eq!(rules.turn(&position).side(), Some(position.side()));
    let mut engine = AlphaBeta::<Field>::new(1 << 20);
    if position.side() == Side::First {
        let thought = engine.think(&rules, &position, &mut Budget::nodes(20_000), &mut |_| ()).unwrap();
        let after = rules.apply(&position, thought.best);
        assert_ne!(rules.turn(&after).outcome(), Some(Side::Second.wins()));
    }
}
