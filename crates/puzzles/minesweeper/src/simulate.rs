//! Many seeded games of a strategy.

use std::sync::Mutex;

use quandary_core::stats::{Rate, Summary};
use quandary_core::study::{Column, Field, PlayedGame, Study};
use quandary_core::{Context, Exhausted, InputError, Outcome, Seed, Step, Stop, StopFlag, Stream, Trace};

use crate::board::FirstClick;
use crate::rules::{Minefield, Minesweeper, World};
use crate::strategy::{AnyPlayer, Block, CspTally, FirstMove, Strategy};

/// What is played: the same values give the same games, on any number of threads.
pub struct Games {
    game: Minesweeper,
    strategy: Strategy,
    first: Option<FirstMove>,
    seed: Seed,
    /// The mines of every game; drawn for each without.
    field: Option<Minefield>,
    /// Players are worth keeping: their memory has grown to what the board needs.
    idle: Mutex<Vec<AnyPlayer>>,
    /// Never raised: for a game without a limit.
    patience: StopFlag,
}

/// What happened in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameRecord {
    /// Whether it was won.
    pub won: bool,
    /// Cells the player opened by choosing them.
    pub moves: u32,
    /// Moves after the first that were not certain.
    pub guesses: u32,
    /// Whether it was lost by a move the player called certain.
    pub lost_on_certain: bool,
    /// Moves by building block, in the order of [`Block::ALL`].
    pub blocks: [u32; Block::ALL.len()],
    /// The mean over all moves of the probability that the move was safe; 1 for a first move that the rule
    /// makes safe.
    pub mean_safety: f64,
    /// Cells open at the end.
    pub opened: u32,
    /// The constraint problems the player solved.
    pub csps: CspTally,
}

impl Games {
    /// Games of `strategy`, which opens `first` first, or its own first cell.
    ///
    /// Game i is dealt from stream i of the seed; ties are broken from a stream of their own, so that two strategies
    /// meet the same boards. Returns an error when the rule leaves no room for the mines.
    pub fn new(
        game: Minesweeper,
        strategy: Strategy,
        first: Option<FirstMove>,
        seed: Seed,
    ) -> Result<Games, InputError> {
        let game = strategy.game(game);
        let games = Games {
            game,
            strategy,
            first,
            seed,
            field: None,
            idle: Mutex::default(),
            patience: StopFlag::new(),
        };
        games.first_move().check(&games.game)?;
        Ok(games)
    }

    /// The same games, all on one board.
    ///
    /// # Panics
    /// When the board has another size or another number of mines.
    #[must_use]
    pub fn on(self, field: Minefield) -> Games {
        assert_eq!(field.board(), self.game.grid().board(), "the minefield is of another board");
        Games { field: Some(field), ..self }
    }

    /// What is played.
    pub fn rules(&self) -> &Minesweeper {
        &self.game
    }

    /// Who plays.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The first move that is made.
    pub fn first_move(&self) -> FirstMove {
        self.first.unwrap_or_else(|| self.strategy.first_move(&self.game))
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What happens in game `index`.
    pub fn record(&self, index: u64) -> GameRecord {
        self.play(index, &self.patience, |_| {}).expect("nobody ends it").0
    }

    /// What happens in game `index`, decision by decision, and the world in which it ends.
    pub fn trace(&self, index: u64) -> (GameRecord, Trace, World) {
        self.trace_until(index, &self.patience).expect("nobody ends it")
    }

    /// The same, unless `stop` is raised in the meantime: a game on a large board takes minutes.
    pub fn trace_until(&self, index: u64, stop: &StopFlag) -> Result<(GameRecord, Trace, World), Exhausted> {
        let mut steps = Vec::with_capacity(self.game.grid().board().cells() / 2);
        let (record, world) = self.play(index, stop, |step| steps.push(step))?;
        let outcome = if record.won { Outcome::Won } else { Outcome::Lost };
        Ok((record, Trace { steps, outcome }, world))
    }

    fn play(
        &self,
        index: u64,
        stop: &StopFlag,
        each: impl FnMut(Step),
    ) -> Result<(GameRecord, World), Exhausted> {
        let waiting = self.idle.lock().expect("no player panicked").pop();
        let mut player = waiting.unwrap_or_else(|| self.strategy.player(&self.game, self.first));
        player.obey(stop);
        let world = match &self.field {
            Some(field) => self.game.world_on(field.clone()),
            None => self.game.deal(self.seed.stream(index)),
        };
        let mut ties = self.seed.named("ties").stream(index);
        let played = self.play_out(&mut player, world, &mut ties, stop, each);
        self.idle.lock().expect("no player panicked").push(player);
        played
    }

    fn play_out(
        &self,
        player: &mut AnyPlayer,
        mut world: World,
        ties: &mut Stream,
        stop: &StopFlag,
        mut each: impl FnMut(Step),
    ) -> Result<(GameRecord, World), Exhausted> {
        let mut blocks = [0; Block::ALL.len()];
        let (mut moves, mut guesses, mut safety) = (0, 0, 0.0);
        let mut outcome = world.outcome();
        let mut certain = false;
        while outcome.is_none() {
            let decision = player.decide(world.observation(), ties);
            if let Some(why) = stop.raised() {
                return Err(why);
            }
            let block = decision.reason.block();
            certain = decision.probability.is_certain();
            moves += 1;
            guesses += u32::from(!certain && block != Block::First);
            let by_rule = block == Block::First && self.game.first_click() != FirstClick::Any;
            let probability = if by_rule { 1.0 } else { decision.probability.get() };
            safety += probability;
            blocks[Block::ALL.iter().position(|&b| b == block).expect("all blocks are listed")] += 1;
            let options = world.observation().closed();
            each(Step {
                options: options as u32,
                plausible: match (by_rule, certain) {
                    (true, _) => options as u32,
                    (false, true) => player.safe_cells().max(1) as u32,
                    (false, false) => 1,
                },
                certain: certain || by_rule,
                probability,
            });
            outcome = self.game.play(&mut world, decision.chosen);
        }
        let won = outcome == Some(Outcome::Won);
        let record = GameRecord {
            won,
            moves,
            guesses,
            lost_on_certain: !won && certain,
            blocks,
            mean_safety: if moves == 0 { 1.0 } else { safety / f64::from(moves) },
            opened: world.observation().opened().len() as u32,
            csps: if moves == 0 { CspTally::default() } else { player.csps() },
        };
        Ok((record, world))
    }

    /// Plays `games` games, as many at once as the surroundings allow, and keeps what happened in each.
    pub fn run(&self, games: u64, context: &Context<'_>) -> (Vec<GameRecord>, Option<Exhausted>) {
        let mut records = Vec::new();
        let stop = context.budget.stop();
        let play = |index| Ok(self.play(index, stop, |_| {})?.0);
        let (_, stopped) = context.fold("games", games, play, |_, record| records.push(record));
        let why = stopped.and_then(|stopped| match stopped {
            Stop::Exhausted(why) => Some(why),
            Stop::Input(_) => None,
        });
        (records, why)
    }
}

/// What a game of Minesweeper says beyond what all games say: whether it was lost by a move called certain, the cells
/// open at the end, the moves by building block in the order of [`Block::ALL`], and the constraint problems.
const COLUMNS: [Column; PROBLEMS + 6] = [
    Column::flag("lost_on_certain", "whether it was lost by a move the player called certain"),
    Column::whole("opened", "cells open at the end"),
    Column::whole("by_rule", "first moves"),
    Column::whole("by_single", "moves from single numbers"),
    Column::whole("by_gauss", "moves from eliminating the numbers' equations"),
    Column::whole("by_count", "moves from counting or listing all minefields"),
    Column::whole("by_endgame", "moves from exact search"),
    Column::whole("by_guess", "chosen guesses"),
    Column::whole("by_random", "random guesses"),
    Column::whole("problems", "constraint problems that were solved, for players that enumerate"),
    Column::whole("problems_cut", "those with too many solutions to list"),
    Column::whole("fringe_cells", "cells in their fringes, summed"),
    Column::whole("fringe_most", "the most cells in one fringe"),
    Column::real("solutions", "their solutions as far as they were listed, summed"),
    Column::real("solutions_most", "the most that were listed of one"),
];

/// The columns from the first building block on.
const BLOCKS: usize = 2;
/// The columns from the first statistic of constraint problems on.
const PROBLEMS: usize = BLOCKS + Block::ALL.len();

impl Study for Games {
    fn columns(&self) -> &[Column] {
        &COLUMNS
    }

    fn game(&self, index: u64, context: &Context<'_>) -> Result<PlayedGame, Stop> {
        let (record, trace, _) = self.trace_until(index, context.budget.stop())?;
        let mut more = Vec::with_capacity(COLUMNS.len());
        more.extend([Field::from(record.lost_on_certain), Field::from(record.opened)]);
        more.extend(record.blocks.map(Field::from));
        let CspTally { problems, timeouts, cells, most_cells, solutions, most_solutions } = record.csps;
        more.extend([problems, timeouts].map(Field::from));
        more.extend([cells, most_cells.into()].map(Field::from));
        more.extend([solutions, most_solutions].map(Field::from));
        Ok(PlayedGame { trace, more })
    }
}

/// The sums of many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    /// Games won.
    pub wins: Rate,
    /// Mean guesses a game.
    pub guesses: f64,
    /// Mean moves a game.
    pub moves: f64,
    /// Games lost by a move that was called certain.
    pub lost_on_certain: u64,
    /// Moves by building block, in the order of [`Block::ALL`].
    pub blocks: [u64; Block::ALL.len()],
    /// The constraint problems a game, for players that enumerate.
    pub problems: Problems,
}

/// The constraint problems of many games, as inria's tables tell them: means over all games, those without any problem
/// included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems {
    /// How many a game.
    pub count: Summary,
    /// The mean number of cells in a game's fringes; 0 in a game without any.
    pub fringe: Summary,
    /// The mean number of solutions listed of a game's problems; 0 in a game without any.
    pub solutions: Summary,
    /// Games in which a fringe had too many solutions to list.
    pub cut: u64,
}

impl Problems {
    fn add(&mut self, problems: u32, cut: u32, cells: u64, solutions: f64) {
        let share = |sum: f64| sum / f64::from(problems.max(1));
        self.count.add(f64::from(problems));
        self.fringe.add(share(cells as f64));
        self.solutions.add(share(solutions));
        self.cut += u64::from(cut > 0);
    }
}

impl Totals {
    /// Of no games yet.
    pub fn none() -> Totals {
        Totals {
            wins: Rate::new(0, 0),
            guesses: 0.0,
            moves: 0.0,
            lost_on_certain: 0,
            blocks: [0; Block::ALL.len()],
            problems: Problems::default(),
        }
    }

    /// Adds games up.
    pub fn of(records: &[GameRecord]) -> Totals {
        let mut totals = Totals::none();
        for record in records {
            totals.add(record.won, record.moves, record.guesses, record.lost_on_certain, record.blocks);
            let CspTally { problems, timeouts, cells, solutions, .. } = record.csps;
            totals.problems.add(problems, timeouts, cells, solutions);
        }
        totals
    }

    /// Adds a game as a [`Study`] gives it.
    pub fn take(&mut self, played: &PlayedGame) {
        let whole = |at: usize| match played.more.get(at) {
            Some(Field::Whole(number)) => *number,
            _ => 0,
        };
        let solutions = match played.more.get(PROBLEMS + 4) {
            Some(Field::Real(number)) => *number,
            _ => 0.0,
        };
        let first_is_a_guess = played.trace.steps.first().is_some_and(|step| !step.certain);
        self.add(
            played.trace.outcome == Outcome::Won,
            played.trace.length() as u32,
            played.trace.guesses() as u32 - u32::from(first_is_a_guess),
            played.more.first() == Some(&Field::Flag(true)),
            std::array::from_fn(|block| whole(BLOCKS + block) as u32),
        );
        let (problems, cut) = (whole(PROBLEMS) as u32, whole(PROBLEMS + 1) as u32);
        self.problems.add(problems, cut, whole(PROBLEMS + 2), solutions);
    }

    fn add(&mut self, won: bool, moves: u32, guesses: u32, lost: bool, blocks: [u32; Block::ALL.len()]) {
        let games = self.wins.trials as f64;
        self.wins = Rate::new(self.wins.successes + u64::from(won), self.wins.trials + 1);
        self.guesses += (f64::from(guesses) - self.guesses) / (games + 1.0);
        self.moves += (f64::from(moves) - self.moves) / (games + 1.0);
        self.lost_on_certain += u64::from(lost);
        for (sum, count) in self.blocks.iter_mut().zip(blocks) {
            *sum += u64::from(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(board: &str, rule: FirstClick, strategy: &str) -> Games {
        let game = Minesweeper::new(board.parse().unwrap(), rule);
        Games::new(game, strategy.parse().unwrap(), None, Seed(11)).unwrap()
    }

    #[test]
    fn every_strategy_plays_to_the_end_and_never_loses_on_a_certain_move() {
        for name in [
            "best",
            "pseq",
            "pseq-d256",
            "pafg",
            "pafr",
            "par",
            "rEnuRan",
            "cSimEnuLoClf",
            "mSimEnuAwLoF",
            "rSimRan",
        ] {
            let (records, stopped) = games("8x8/10", FirstClick::Safe, name).run(60, &Context::bare());
            assert_eq!((records.len(), stopped), (60, None), "{name}");
            let totals = Totals::of(&records);
            assert_eq!(totals.lost_on_certain, 0, "{name}");
            assert!(totals.wins.successes > 10, "{name}: {}", totals.wins);
        }
    }

    #[test]
    fn the_rule_as_printed_opens_mines_it_calls_safe() {
        let (records, _) = games("9x9/10", FirstClick::Open, "pafg+printed-sign").run(300, &Context::bare());
        let totals = Totals::of(&records);
        assert!(totals.lost_on_certain > 5, "{}", totals.lost_on_certain);
    }

    #[test]
    fn after_a_corner_inf_makes_fewer_guesses_and_loses_more_games() {
        // Inf takes, of equally safe cells, the one that settles most if it is safe. That it counts them as defined is
        // `inference::frontier: inf_counts_the_cells_with_one_value_in_all_solutions`; it wins no more for it.
        let play = |name: &str| games("9x9/10", FirstClick::Safe, name).run(5000, &Context::bare()).0;
        let (with, without) = (play("pafg+corner"), play("pafg+no-inf+corner"));
        let only = |ours: &[GameRecord], theirs: &[GameRecord]| {
            ours.iter().zip(theirs).filter(|(a, b)| a.won && !b.won).count() as u64
        };
        let paired = quandary_core::stats::mcnemar(only(&with, &without), only(&without, &with), 5000);
        assert!(paired.p_value < 0.001 && paired.difference < 0.0, "{paired:?}");
        let guesses = |records: &[GameRecord]| records.iter().map(|record| record.guesses).sum::<u32>();
        assert!(guesses(&with) < guesses(&without));
    }

    #[test]
    fn a_game_depends_on_its_seed_and_index_alone() {
        let alone = games("9x9/10", FirstClick::Safe, "best").record(17);
        let study = games("9x9/10", FirstClick::Safe, "best");
        let (records, _) = study.run(20, &Context::bare());
        assert_eq!(records[17], alone, "the player was used for other games before");
    }

    #[test]
    fn a_study_gives_the_same_as_its_records() {
        for (rule, name) in
            [(FirstClick::Any, "best"), (FirstClick::Open, "best"), (FirstClick::Safe, "rEnuLo")]
        {
            let study = games("9x9/10", rule, name);
            let (records, _) = study.run(40, &Context::bare());
            let mut totals = Totals::none();
            for index in 0..40 {
                let played = study.game(index, &Context::bare()).unwrap();
                assert_eq!(played.more.len(), study.columns().len());
                assert!(played.trace.steps.iter().all(|step| (1..=step.options).contains(&step.plausible)));
                let safety = played.trace.mean_safety().unwrap();
                assert!((safety - records[index as usize].mean_safety).abs() < 1e-12);
                totals.take(&played);
            }
            assert_eq!(totals, Totals::of(&records));
        }
    }

    #[test]
    fn a_game_that_is_ended_leaves_no_record_and_the_player_plays_on() {
        let study = games("9x9/10", FirstClick::Safe, "cSimEnuLo");
        let stop = StopFlag::new();
        stop.raise(Exhausted::Cancelled);
        assert_eq!(study.trace_until(3, &stop).map(|_| ()), Err(Exhausted::Cancelled));
        let fresh = games("9x9/10", FirstClick::Safe, "cSimEnuLo").record(3);
        assert_eq!(study.record(3), fresh, "the same player, which forgot to hurry");
    }

    #[test]
    fn a_rule_that_leaves_no_room_is_refused() {
        let game = Minesweeper::new("3x3/8".parse().unwrap(), FirstClick::Open);
        let error = Games::new(game, "best".parse().unwrap(), None, Seed(1)).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("no board 3x3/8 keeps the rule `open` when 1,1"), "{error}");
    }
}
