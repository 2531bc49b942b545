//! The article's experiments with two players as its program runs them (`authors-code`), switch by switch.
//!
//! The program behind figure 2 and table 1 is public. It differs from the article in points that the article does not
//! mention: 60 playouts and how they are clipped, a relative stop rule, who moves at the root, which children are
//! considered, numbers of MCPNS that are reversed in Othello, passes that decide, and random games that mix the sides.
//! Each point is a switch ([`Switches`]); the searches run with all of them, with each of them off, and with none. What
//! a square that is listed for the wrong player does to the board is our reading: the disc of the player whose turn it
//! is, and the discs that it turns.
//!
//! The program's budgets (8 million nodes in Othello, 35 million in Connect Four, or minutes of CPU time) are too large
//! to run here for every switch. The shares concluded within fewer nodes are extrapolated to them along the logarithm
//! of the nodes, and the report says so. Searches that play random games reach their minutes before their nodes: for
//! them a second extrapolation goes to the nodes that those minutes allow if a random game takes ten microseconds.
//!
//! The whole program runs on every position, a variant with a switch off on one in four.

mod games;
pub(in crate::papers) mod positions;
mod search;

use quandary_core::stats::{Estimate, Interval, Rate};
use quandary_core::{Seed, Stream};
use serde::{Deserialize, Serialize};

use games::{Four, Reversi};
use quandary_games::{connect_four, othello};
use search::{Conclusion, Search, Switches, run};

use crate::papers::Bench;
use crate::papers::cache::signature;
use crate::reproduction::{Fact, Reproduced};

/// What a search concludes under a variant, at a stage.
const CONCLUSIONS: Fact<ConclusionCounts> = Fact::new("{}: {}, {}");

/// How many positions a search concluded.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ConclusionCounts {
    positions: u64,
    nodes_allowed: u64,
    solved: u64,
    unsolved: u64,
    out: u64,
    /// Concluded at the root without a node: its player must pass, or the game is over.
    without_a_node: u64,
    /// Conclusions whose truth is known, and how many of them are wrong.
    checked: u64,
    wrong: u64,
    /// Positions of the same ones that the whole program concludes, and those on which the two contradict each other.
    by_the_program: u64,
    contradicted: u64,
    /// The share concluded, in per cent, continued to the program's nodes: an extrapolation.
    extrapolated: Extrapolation,
    /// The same to the nodes that the program's minutes allow, for searches that play random games.
    in_time: Option<Extrapolation>,
}

/// A share continued to more nodes than were run, with the 95 % interval of the positions.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Extrapolation {
    nodes: u64,
    percent: f64,
    low: f64,
    high: f64,
}

impl ConclusionCounts {
    fn of(
        said: &[Conclusion],
        whole: &[Conclusion],
        truths: &[Option<bool>],
        (allowed, target, in_time): (u64, u64, Option<u64>),
        stream: &mut Stream,
    ) -> ConclusionCounts {
        let count = |is: &dyn Fn(&Conclusion) -> bool| said.iter().filter(|said| is(said)).count() as u64;
        let judged = || said.iter().zip(truths).filter_map(|(said, truth)| Some((said.answer?, (*truth)?)));
        let both = || said.iter().zip(whole);
        let opposite = |(one, other): &(&Conclusion, &Conclusion)| {
            one.answer.zip(other.answer).is_some_and(|(one, other)| one != other)
        };
        let mut continued = |nodes: u64| {
            let Estimate { value, interval } = extrapolate(said, allowed, nodes, stream);
            Extrapolation { nodes, percent: value, low: interval.low, high: interval.high }
        };
        ConclusionCounts {
            positions: said.len() as u64,
            nodes_allowed: allowed,
            solved: count(&|said| said.answer == Some(true)),
            unsolved: count(&|said| said.answer == Some(false)),
            out: count(&|said| said.answer.is_none()),
            without_a_node: count(&|said| said.answer.is_some() && said.nodes == 0),
            checked: judged().count() as u64,
            wrong: judged().filter(|(answer, truth)| answer != truth).count() as u64,
            by_the_program: both().filter(|(_, program)| program.answer.is_some()).count() as u64,
            contradicted: both().filter(opposite).count() as u64,
            extrapolated: continued(target),
            in_time: in_time.map(continued),
        }
    }

    fn concluded(&self) -> u64 {
        self.solved + self.unsolved
    }
}

/// The share concluded, in per cent, continued along the logarithm of the nodes with the slope of the last factor of ten.
/// Where all or none of a few positions are concluded, drawing them again always gives the same: the interval is never
/// narrower than that of the share itself.
fn extrapolate(said: &[Conclusion], allowed: u64, target: u64, stream: &mut Stream) -> Estimate {
    const RESAMPLES: usize = 400;
    let share = |sample: &[Conclusion]| {
        let within = |nodes: u64| {
            let done = sample.iter().filter(|said| said.answer.is_some() && said.nodes <= nodes).count();
            100.0 * done as f64 / sample.len().max(1) as f64
        };
        let slope = within(u64::MAX) - within(allowed / 10);
        let decades = (target.max(allowed) as f64 / allowed.max(1) as f64).log10();
        (within(u64::MAX) + slope * decades).min(100.0)
    };
    let mut samples: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<Conclusion> = said.iter().map(|_| said[stream.index(said.len())]).collect();
            share(&drawn)
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    let at = |share: f64| samples[(share * (RESAMPLES - 1) as f64) as usize];
    let concluded = said.iter().filter(|said| said.answer.is_some()).count() as u64;
    let own = Rate::new(concluded, said.len() as u64).interval();
    let interval =
        Interval { low: at(0.025).min(100.0 * own.low), high: at(0.975).max(100.0 * own.high).min(100.0) };
    Estimate { value: share(said), interval }
}

/// The program's settings for a game: switches that have no effect there, and budgets.
struct Program {
    switches: Switches,
    /// The stop rule's eps.
    eps: f64,
    nodes: u64,
    /// Its limit of CPU seconds, for searches that play random games.
    seconds: u64,
}

/// Random games that the program may have played in a second: ten microseconds each. Not printed, and not measured.
const GAMES_A_SECOND: u64 = 100_000;

impl Program {
    /// The nodes that its seconds allow a search; none if only its nodes end it.
    fn nodes_in_time(&self, search: Search) -> Option<u64> {
        let nodes = self.seconds * GAMES_A_SECOND / u64::from(self.switches.playouts);
        (search != Search::Pns).then(|| nodes.min(self.nodes))
    }
}

const CONNECT_FOUR: Program = Program {
    switches: Switches {
        fixed_root: false,
        inverted: false,
        passes_decide: false,
        mixed_playouts: false,
        ..Switches::PROGRAM
    },
    eps: 1e-3,
    nodes: 35_000_000,
    seconds: 420,
};
const OTHELLO: Program = Program { switches: Switches::PROGRAM, eps: 1e-5, nodes: 8_000_000, seconds: 600 };

/// The variants that make a difference for a search in a game.
fn variants(program: &Program, search: Search) -> Vec<(&'static str, Switches)> {
    let same = |mut switches: Switches| {
        let plain = Switches::ARTICLE;
        if search != Search::Mcpns {
            switches.inverted = plain.inverted;
        }
        if search != Search::Ppns {
            switches.relative_stop = plain.relative_stop;
        }
        if search == Search::Pns {
            switches =
                Switches { fixed_root: switches.fixed_root, passes_decide: switches.passes_decide, ..plain };
        }
        switches
    };
    let mut all: Vec<(&'static str, Switches)> = Vec::new();
    for (name, switches) in Switches::variants(program.switches) {
        let known = all.iter().any(|(_, other)| same(*other) == same(switches));
        if !known {
            all.push((name, switches));
        }
    }
    all
}

/// Nodes for one search: the cost is theirs times the playouts.
fn nodes_allowed(bench: &Bench<'_>) -> u64 {
    bench.scale.choose(1_000, 20_000, |runs| (50 * runs).min(20_000))
}

/// Runs every search and variant on some positions, and states their conclusions.
fn study<P: Copy + Sync + std::fmt::Debug>(
    entry: &mut Reproduced,
    (stage, program): (&str, &Program),
    positions: &[P],
    truth: &(dyn Fn(P, bool) -> Option<bool> + Sync),
    say: &(dyn Fn(P, Search, &Switches, u64, Stream) -> Conclusion + Sync),
    bench: &Bench<'_>,
) {
    /// One position in this many for a variant of the program.
    const ONE_IN: usize = 4;
    /// And never fewer than this many, where there are as many.
    const FEWEST: usize = 10;
    let allowed = nodes_allowed(bench);
    let fewer = positions.len().div_ceil(ONE_IN).max(FEWEST.min(positions.len()));
    let seed = bench.seed.named("authors-code").named(stage);
    let Seed(number) = seed;
    let which = signature(format!("{positions:?}").as_bytes());
    let truths = [false, true].map(|fixed| {
        let count = positions.len() as u64;
        bench.context.map(&format!("{stage}, truth"), count, |at| truth(positions[at as usize], fixed)).0
    });
    for search in Search::ALL {
        let mut whole: Vec<Conclusion> = Vec::new();
        for (name, switches) in variants(program, search) {
            let count = if whole.is_empty() { positions.len() } else { fewer };
            let what = format!(
                "authors-code, {stage}, {}, {name}, {allowed} nodes, {number}, {which}",
                search.name()
            );
            let said = bench.cached_runs(&what, count as u64, |at| {
                say(positions[at as usize], search, &switches, allowed, seed.named(search.name()).stream(at))
            });
            if said.is_empty() {
                continue;
            }
            let truths = &truths[usize::from(switches.fixed_root)];
            let mut stream = seed.named("resamples").stream(0);
            if whole.is_empty() {
                whole.clone_from(&said);
            }
            let budgets = (allowed, program.nodes, program.nodes_in_time(search));
            let tallied = ConclusionCounts::of(&said, &whole, truths, budgets, &mut stream);
            let note = "the program of the article, or without one of its ways; what goes beyond the nodes allowed is an extrapolation";
            entry.state(&CONCLUSIONS.of(&[&stage, &search.name(), &name]), tallied, note);
        }
    }
    entry.convention(
        "authors-code",
        format!(
            "the article's program: 60 playouts, clip 0.01, eps {}, {} nodes; here {allowed} nodes, and shares continued to \
             the program's nodes by the slope of the last factor of ten",
            program.eps, program.nodes
        ),
    );
}

/// Figure 2's positions under `authors-code`.
pub(super) fn connect_four(
    entry: &mut Reproduced,
    positions: &[connect_four::Position],
    truth: &(dyn Fn(connect_four::Position) -> Option<bool> + Sync),
    bench: &Bench<'_>,
) {
    let stop = bench.context.budget.stop();
    let say =
        |root: connect_four::Position, search: Search, switches: &Switches, nodes: u64, stream: Stream| {
            run(&Four { root }, root, (search, switches), (CONNECT_FOUR.eps, nodes), stream, stop)
        };
    study(entry, (FOUR, &CONNECT_FOUR), positions, &|root, _| truth(root), &say, bench);
}

/// A stage of table 1 under `authors-code`.
pub(super) fn othello(
    entry: &mut Reproduced,
    stage: &str,
    positions: &[othello::Position],
    truth: &(dyn Fn(othello::Position) -> Option<bool> + Sync),
    bench: &Bench<'_>,
) {
    let stop = bench.context.budget.stop();
    let say = |root: othello::Position, search: Search, switches: &Switches, nodes: u64, stream: Stream| {
        let root = to_move(root, switches.fixed_root);
        let game = Reversi { black: root.black_to_move };
        run(&game, root, (search, switches), (OTHELLO.eps, nodes), stream, stop)
    };
    let truth = |root, fixed| truth(to_move(root, fixed));
    study(entry, (stage, &OTHELLO), positions, &truth, &say, bench);
}

/// With black to move, or with the side to move by the number of discs.
fn to_move(position: othello::Position, fixed: bool) -> othello::Position {
    let discs = (position.mover | position.opponent).count_ones();
    let black = fixed || discs.is_multiple_of(2);
    if position.black_to_move == black {
        return position;
    }
    othello::Position { mover: position.opponent, opponent: position.mover, black_to_move: black }
}

/// The name of figure 2's stage.
pub(super) const FOUR: &str = "Connect Four";

/// What the program concludes at a stage, and the effect of each of its switches.
pub(super) fn conclude(entry: &Reproduced, stage: &str) -> Vec<String> {
    let program = if stage == FOUR { &CONNECT_FOUR } else { &OTHELLO };
    let of = |search: Search, name: &str| entry.fact(&CONCLUSIONS.of(&[&stage, &search.name(), &name]));
    let mut sentences = Vec::new();
    for search in Search::ALL {
        let Some(all) = of(search, PROGRAM) else { continue };
        let others: Vec<String> = variants(program, search)
            .into_iter()
            .skip(1)
            .filter_map(|(name, _)| {
                let tallied = of(search, name)?;
                Some(format!(
                    "{name} {} instead of {} of {} ({} of {} wrong, {} the other way round)",
                    tallied.concluded(),
                    tallied.by_the_program,
                    tallied.positions,
                    tallied.wrong,
                    tallied.checked,
                    tallied.contradicted
                ))
            })
            .collect();
        let in_time = all.in_time.map_or_else(String::new, |found| format!(", {}", found.sentence()));
        let otherwise = if others.is_empty() {
            "no switch changes it".to_owned()
        } else {
            format!("concluded otherwise: {}", others.join("; "))
        };
        sentences.push(format!(
            "{PROGRAM}, {stage}, {}: {} of {} concluded within {} nodes ({} solved, {} unsolved, {} without a node, at a pass or at the end; {} of the {} \
             whose truth is known are wrong), {}{in_time}; {otherwise}.",
            search.name(),
            all.concluded(),
            all.positions,
            all.nodes_allowed,
            all.solved,
            all.unsolved,
            all.without_a_node,
            all.wrong,
            all.checked,
            all.extrapolated.sentence()
        ));
    }
    sentences
}

impl Extrapolation {
    fn sentence(&self) -> String {
        let Extrapolation { nodes, percent, low, high } = self;
        format!("{percent:.0} % [{low:.0}, {high:.0}] if continued to {nodes} nodes")
    }
}

/// The name of the variant with all switches on.
const PROGRAM: &str = "authors-code";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_only_the_variants_that_change_it() {
        let names = |program: &Program, search| -> Vec<&str> {
            variants(program, search).into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(
            names(&OTHELLO, Search::Pns),
            ["authors-code", "without fixed-root", "without passes-decide", "none of its ways"]
        );
        assert!(!names(&OTHELLO, Search::Ppns).contains(&"without inverted"));
        assert!(names(&OTHELLO, Search::Mcpns).contains(&"without inverted"));
        assert_eq!(names(&CONNECT_FOUR, Search::Pns), ["authors-code"]);
        assert!(!names(&CONNECT_FOUR, Search::Mcpns).contains(&"without inverted"));
    }

    #[test]
    fn an_extrapolation_continues_the_last_decade_and_stays_within_everything() {
        let said = |nodes: u64, answer: Option<bool>| Conclusion { answer, nodes };
        let half: Vec<Conclusion> =
            (0..40).map(|at| if at < 10 { said(900, Some(true)) } else { said(1000, None) }).collect();
        let mut stream = Seed(1).stream(0);
        let found = extrapolate(&half, 1000, 10_000, &mut stream);
        assert!((found.value - 50.0).abs() < 1e-9 && found.interval.contains(50.0), "{found:?}");
        assert_eq!(extrapolate(&half, 1000, u64::MAX, &mut stream).value, 100.0);
    }
}
