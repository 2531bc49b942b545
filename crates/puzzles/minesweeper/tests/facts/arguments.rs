//! Every argument is sound: what it states implies what it concludes, by brute force.

use std::collections::{BTreeMap, BTreeSet};

use quandary_core::Seed;
use quandary_minesweeper::argument::{Argument, Step, Verdict, argue, simplest};
use quandary_minesweeper::inference::probabilities;
use quandary_minesweeper::{Board, Cell, CellView, Coord, FirstClick, Observation, Position};

use crate::brute::{agreeing, random_position};

fn cell(seen: &Observation, spot: Coord) -> Cell {
    seen.board().cell(spot.row as usize, spot.col as usize).expect("on the board")
}

fn bits(seen: &Observation, spots: &[Coord]) -> u32 {
    spots.iter().map(|&spot| 1 << cell(seen, spot).at()).sum()
}

/// Every way to lay mines in the cells of `free`.
fn subsets(free: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0_u32);
    std::iter::from_fn(move || {
        let now = next?;
        let after = now.wrapping_sub(free) & free;
        next = (after != 0).then_some(after);
        Some(now)
    })
}

/// Whether the premises of a step alone imply what it concludes. `mines` and `safe` are known before it.
fn follows(seen: &Observation, step: &Step, mines: u32, safe: u32) -> bool {
    let grid = seen.grid();
    let closed: u32 = grid.cells().filter(|&c| seen.at(c).is_closed()).map(|c| 1 << c.at()).sum();
    let mut demands = Vec::new();
    let mut scope = bits(seen, step.mines()) | bits(seen, step.safe());
    for number in step.numbers() {
        let open = cell(seen, number.cell);
        let around: u32 = grid.around(open).iter().map(|near| 1_u32 << near.at()).sum();
        // What it says about the number is so.
        assert_eq!(seen.number(open), Some(number.number));
        assert_eq!(bits(seen, &number.found), around & mines, "only mines that are known are named");
        assert_eq!(bits(seen, &number.among), around & closed & !mines & !safe);
        demands.push((around, u32::from(number.number)));
        scope |= around & closed;
    }
    let count = match step {
        Step::Count { total, found, .. } => {
            assert_eq!(bits(seen, found), mines);
            assert_eq!(*total as usize, seen.board().mines());
            scope = closed;
            Some(*total)
        }
        _ => None,
    };
    let (want_mines, want_safe) = (bits(seen, step.mines()), bits(seen, step.safe()));
    assert_ne!(want_mines | want_safe, 0);
    assert_eq!((want_mines | want_safe) & (mines | safe | !closed), 0, "nothing is concluded twice");
    subsets(scope & !mines & !safe)
        .map(|set| set | mines)
        .filter(|set| count.is_none_or(|count| set.count_ones() == count))
        .filter(|set| demands.iter().all(|(around, number)| (set & around).count_ones() == *number))
        .all(|set| set & want_mines == want_mines && set & want_safe == 0)
}

/// Flags that stand on certain mines: what an argument may take for granted.
fn granted(seen: &Observation, fields: &[u32], target: Cell) -> u32 {
    let all = fields.iter().fold(u32::MAX, |all, field| all & field);
    let is_flag = |cell: &Cell| seen.at(*cell) == CellView::Flag && *cell != target;
    seen.grid().cells().filter(is_flag).map(|cell| 1 << cell.at()).sum::<u32>() & all
}

fn check(seen: &Observation, fields: &[u32], argument: &Argument) {
    let target = cell(seen, argument.cell());
    let is_mine = argument.verdict() == Verdict::Mine;
    let (mut mines, mut safe) = (granted(seen, fields, target), 0);
    // A flag that takes part in nothing may stay unnamed, except where mines are counted.
    for step in argument.steps() {
        assert!(follows(seen, step, mines, safe), "{}\n{argument:?}", Position::of(seen));
        mines |= bits(seen, step.mines());
        safe |= bits(seen, step.safe());
    }
    match argument {
        Argument::NoMinefield { numbers, total, .. } => {
            let facts: Vec<Cell> = numbers.iter().map(|number| cell(seen, number.cell)).collect();
            let holds = |left_out: Option<usize>, with_count: bool| {
                let grid = seen.grid();
                let closed: u32 = grid.cells().filter(|&c| seen.at(c).is_closed()).map(|c| 1 << c.at()).sum();
                subsets(closed)
                    .filter(|set| !with_count || set.count_ones() as usize == seen.board().mines())
                    .filter(|set| {
                        facts.iter().enumerate().filter(|(index, _)| Some(*index) != left_out).all(
                            |(_, &open)| {
                                let around: u32 =
                                    grid.around(open).iter().map(|near| 1_u32 << near.at()).sum();
                                Some((set & around).count_ones() as u8) == seen.number(open)
                            },
                        )
                    })
                    .all(|set| (set >> target.at() & 1 == 1) == is_mine)
            };
            assert!(holds(None, total.is_some()), "{}\n{argument:?}", Position::of(seen));
            assert!(total.is_none() || !holds(None, false), "the count is needed");
            for index in 0..facts.len() {
                assert!(!holds(Some(index), total.is_some()), "each number is needed: {argument:?}");
            }
        }
        _ => {
            let settled = if is_mine { mines } else { safe };
            assert_eq!(settled >> target.at() & 1, 1, "{argument:?}");
            // Only the last step settles the cell: nothing is said after that.
            let (_, before) = argument.steps().split_last().expect("at least one step");
            let spot = argument.cell();
            assert!(before.iter().all(|step| !step.mines().contains(&spot) && !step.safe().contains(&spot)));
            match argument {
                Argument::OneNumber { steps: [step], .. } => assert_eq!(step.numbers().len(), 1),
                Argument::TwoNumbers { steps: [step], .. } => assert_eq!(step.numbers().len(), 2),
                Argument::ThreeNumbers { steps: [step], .. } => assert_eq!(step.numbers().len(), 3),
                Argument::Chain { steps, .. } => assert!(steps.len() > 1),
                Argument::Counting { steps, .. } => {
                    assert!(steps.iter().any(|step| matches!(step, Step::Count { .. })));
                }
                Argument::NoMinefield { .. } => unreachable!("matched above"),
            }
        }
    }
    assert!(argument.text().starts_with(&argument.cell().to_string()));
}

/// From the simplest.
const KINDS: [&str; 6] = ["one-number", "two-numbers", "three-numbers", "chain", "counting", "no-minefield"];

fn kind(argument: &Argument) -> &'static str {
    match argument {
        Argument::OneNumber { .. } => "one-number",
        Argument::TwoNumbers { .. } => "two-numbers",
        Argument::ThreeNumbers { .. } => "three-numbers",
        Argument::Chain { .. } => "chain",
        Argument::Counting { .. } => "counting",
        Argument::NoMinefield { .. } => "no-minefield",
    }
}

#[test]
fn what_an_argument_states_implies_what_it_concludes() {
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    let mut rules: BTreeSet<String> = BTreeSet::new();
    for index in 0..6_000 {
        let seen = random_position(&mut Seed(808).stream(index), 12);
        let fields = agreeing(&seen);
        let found = probabilities(&seen).expect("a position from a real minefield");
        for target in seen.grid().cells() {
            let mined = fields.iter().filter(|&&field| field >> target.at() & 1 == 1).count();
            let certain = seen.at(target).is_closed() && (mined == 0 || mined == fields.len());
            let Some(argument) = argue(&seen, &found, target) else {
                assert!(!certain, "{} {target:?}", Position::of(&seen));
                continue;
            };
            assert!(certain);
            assert_eq!(argument.verdict() == Verdict::Mine, mined > 0);
            check(&seen, &fields, &argument);
            *kinds.entry(kind(&argument)).or_default() += 1;
            rules.extend(
                argument
                    .steps()
                    .iter()
                    .map(|step| serde_json::to_value(step).unwrap()["rule"].as_str().unwrap().to_owned()),
            );
        }
        let safe = |cell: Cell| seen.at(cell).is_closed() && found.mine[cell.at()] == Some(0.0);
        match simplest(&seen, &found) {
            Some(argument) => {
                check(&seen, &fields, &argument);
                assert_eq!(argument.verdict(), Verdict::Safe);
            }
            None => assert!(!seen.grid().cells().any(safe)),
        }
    }
    for name in KINDS {
        assert!(kinds.get(name).is_some_and(|&count| count > 20), "{name} is met often: {kinds:?}");
    }
    assert_eq!(rules.len(), 7, "{rules:?}");
}

#[test]
fn no_certain_cell_has_a_simpler_argument_than_the_one_given() {
    for index in 0..1_500 {
        let seen = random_position(&mut Seed(909).stream(index), 12);
        let found = probabilities(&seen).unwrap();
        let Some(best) = simplest(&seen, &found) else { continue };
        let rank = |argument: &Argument| KINDS.iter().position(|&name| name == kind(argument)).unwrap();
        // A cell without a flag comes first: it can be opened at once.
        let flagged = seen.at(cell(&seen, best.cell())) == CellView::Flag;
        let is_safe = |cell: &Cell| found.mine[cell.at()] == Some(0.0);
        for cell in seen.grid().cells().filter(is_safe) {
            if !flagged && seen.at(cell) == CellView::Flag {
                continue;
            }
            let other = argue(&seen, &found, cell).unwrap();
            assert!(rank(&best) <= rank(&other), "{}\n{best:?}\n{other:?}", Position::of(&seen));
        }
    }
}

fn reason_at(text: &str) -> String {
    let seen = text.parse::<Position>().unwrap().observation;
    simplest(&seen, &probabilities(&seen).unwrap()).expect("a cell is safe").text()
}

#[test]
fn patterns_that_people_know_by_name_are_called_by_it() {
    for (text, pattern) in [
        ("3x3/2 ??? 121 000", "(the 1-2-1 pattern)"),
        // Along a wall: the 1 in the corner sees two of the three cells that its neighbour sees.
        ("2x5/2 ????? 11???", "(the 1-1 pattern)"),
        // In a corner the two 1s have both mines of the 2 between them.
        ("3x3/2 01? 12? ???", "it needs no more, so 3,3 is safe"),
        // The 2 at 2,4 has one closed neighbour that the 1 beside it does not have, and the other way round.
        ("2x6/3 ?????? 111221", "(the 1-2 pattern)"),
    ] {
        let reason = reason_at(text);
        assert!(reason.ends_with(pattern) && !reason.contains('\n'), "{text}: {reason}");
    }
}

#[test]
fn a_number_has_all_its_mines_only_where_they_are_named() {
    // 12321 along an edge: nothing is flagged, so the middle cells are mines before anything is safe.
    let text = reason_at("2x7/3 ??????? 0123210");
    assert!(!text.contains("already"), "{text}");
    let seen = "2x7/3 ??????? 0123210".parse::<Position>().unwrap().observation;
    let argument = simplest(&seen, &probabilities(&seen).unwrap()).unwrap();
    let mut known: Vec<Coord> = Vec::new();
    for step in argument.steps() {
        for number in step.numbers() {
            assert!(number.found.iter().all(|mine| known.contains(mine)), "{text}");
        }
        known.extend(step.mines());
    }
    // A flag on the mine is as good as deriving it.
    let flagged = reason_at("2x3/1 F1? 11?");
    assert_eq!(flagged, "1,3 is safe: the 1 at 1,2 has its mine at 1,1, so 1,3 and 2,3 are safe");
}

#[test]
fn a_wrong_flag_is_not_a_premise() {
    // The 0 keeps 1,3 clear, so the mine of the 1 is at 1,1 and the flag on 1,3 is wrong.
    let seen = "1x4/1 ?1F0".parse::<Position>().unwrap().observation;
    let found = probabilities(&seen).unwrap();
    let argument = argue(&seen, &found, Cell(0)).unwrap();
    check(&seen, &agreeing(&seen), &argument);
    assert_eq!(argument.verdict(), Verdict::Mine);
    assert!(argument.steps().iter().flat_map(Step::numbers).all(|number| number.found.is_empty()));
}

#[test]
fn the_last_mine_is_counted() {
    assert_eq!(
        reason_at("1x6/1 ?1????"),
        "1,4 is safe: there is 1 mine, and it is next to the 1 at 1,2, so the 3 other closed squares are safe"
    );
    assert_eq!(
        reason_at("2x4/1 F1?? 11??"),
        "1,3 is safe: the 1 at 1,2 has its mine at 1,1, so 1,3 and 2,3 are safe"
    );
}

#[test]
fn expert_positions_are_argued_in_well_known_steps() {
    use quandary_minesweeper::{Action, Minesweeper};
    let board: Board = "16x30/99".parse().unwrap();
    let game = Minesweeper::new(board, FirstClick::Open);
    let (mut moves, mut last_resort) = (0, 0);
    for index in 0..6 {
        let mut world = game.deal(Seed(21).stream(index));
        let mut next = board.cell(4, 4);
        while let Some(cell) = next.take() {
            if game.play(&mut world, Action::Open(cell)).is_some() {
                break;
            }
            let seen = world.observation();
            let found = probabilities(seen).unwrap();
            if let Some(argument) = simplest(seen, &found) {
                moves += 1;
                last_resort += u32::from(matches!(argument, Argument::NoMinefield { .. }));
                let spot = argument.cell();
                next = board.cell(spot.row as usize, spot.col as usize);
                assert_eq!(found.mine[next.unwrap().at()], Some(0.0));
            }
        }
    }
    assert!(moves > 200 && last_resort * 10 < moves, "{last_resort} of {moves}");
}

#[test]
fn an_argument_is_data_with_cells_by_name() {
    let seen = "3x3/1 ??? ??? 1??".parse::<Position>().unwrap().observation;
    let found = probabilities(&seen).unwrap();
    let argument = argue(&seen, &found, Cell(0)).expect("the one mine is beside the 1");
    let json = serde_json::to_value(&argument).unwrap();
    assert_eq!(json["kind"], "counting");
    assert_eq!((&json["cell"], &json["verdict"]), (&"1,1".into(), &"safe".into()));
    assert_eq!(json["steps"][0]["numbers"][0]["cell"], "3,1");
}
