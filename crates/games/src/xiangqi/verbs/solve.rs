use std::fmt;

use quandary_core::rules::Side;
use quandary_core::{Budget, Certificate, Context, Exhausted, Stop};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_verbs::proving::{OPTIONS as OPTIONS_OF_SEARCHES, Search, Setting, Verdict, settings};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{A_POSITION, undecided};
use crate::proof_tree::Unwritten;
use crate::verbs::certified::{CERTIFICATE, CertificateResult};
use crate::xiangqi::mate::{Attack, Mates};
use crate::xiangqi::notation::{draw, format_fen, format_iccs, format_wxf, name};
use crate::xiangqi::play::REPETITION;
use crate::xiangqi::question::Question;
use crate::xiangqi::rules::{Position, QUIET_LIMIT, Xiangqi};

const METHOD: Opt<&str> = Opt::choice(
    "method",
    "METHOD",
    &["mate", "pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"],
    "mate looks for the shortest forced win; the others prove or disprove one within --plies",
)
.or("mate");

const PLIES: Opt<u64> =
    Opt::whole("plies", "N", 1, Mates::LONGEST as u64, "Moves of both sides within which it must be over")
        .or("5");

const ATTACK: Opt<&str> = Opt::choice(
    "attack",
    "MOVES",
    &["any", "checks"],
    "Which moves the winner may use: checks alone find long mates quickly and miss those with a quiet move",
)
.or("any");

const LIMIT: Opt<u64> =
    Opt::whole("limit", "N", 1, 1_000_000_000, "Maximum size of the proof tree, in moves")
        .or("20000000")
        .only_with("certificate", &[]);

const OPTIONS: [OptionSpec; 12] = join(
    [METHOD.spec, PLIES.spec, ATTACK.spec, REPETITION.spec, CERTIFICATE.spec, LIMIT.spec],
    OPTIONS_OF_SEARCHES,
);

pub(super) struct Solve;

/// A forced win, or none found.
#[derive(Serialize, JsonSchema)]
pub(super) struct Forced {
    /// Rows and files.
    board: &'static str,
    /// The position as a FEN: what was before is not asked.
    position: String,
    /// `mate` or the search.
    method: &'static str,
    /// The settings of the search, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Setting>,
    /// The winner's moves that were tried: `any` or `checks`.
    attack: &'static str,
    /// `win` or `loss` for the player to move, with `estimated ` before it where that is not a proof, or `unknown`: no
    /// forced end within the plies that were looked at.
    verdict: Verdict,
    /// Within how many moves of both sides it is over: the fewest with the method `mate`; null where it is not known.
    plies: Option<u8>,
    /// The most that was asked for.
    asked_plies: u8,
    /// A line to the end, the longest resistance against the shortest win, as points; empty where none was looked for.
    line: Vec<String>,
    /// The same as the world federation writes moves.
    line_wxf: Vec<String>,
    /// Whether the player to move wins, and if not, whether the opponent does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    questions: Vec<Search>,
    /// Positions searched.
    nodes: u64,
    #[serde(flatten)]
    certified: CertificateResult,
    #[serde(skip)]
    heading: String,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "The shortest forced win or loss within some plies, with a proof on request",
        input: InputSpec::Required(A_POSITION),
        options: &OPTIONS,
        examples: &[
            "solve xiangqi \"3k5/9/9/9/9/9/9/R8/1R7/5K3 w\" --certificate --json",
            "solve xiangqi \"3k1a3/2P1aP3/4b1n2/8C/6b2/1R5R1/9/9/1rcpr4/3c1K3 w\" --attack checks --plies 13",
            "solve xiangqi position.fen --method df-pn --plies 7",
        ],
        conventions: &[
            ("loss", "no legal move, in check or not"),
            (
                "past",
                "the position counts as if it had come up for the first time; a forced win never repeats one",
            ),
            ("node", "a position searched"),
            ("estimated", "a verdict from numbers near 0 or 1 is not a proof"),
            ("budget", "each question to a proof-number search has the whole budget"),
        ],
    };
    type Answer = Forced;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Forced>, Stop> {
        let (_, position) = undecided(request)?;
        // Beyond this a game would be drawn for want of captures.
        let most = u64::from(QUIET_LIMIT - position.quiet()).min(request.get(PLIES)) as u8;
        let attack = if request.get(ATTACK) == "checks" { Attack::Checks } else { Attack::Any };
        let asked = MateQuestion { position: &position, attack, plies: most };
        let mut budget = context.budget.clone();
        let (found, settings) = match Method::named(request.get(METHOD)) {
            None => (asked.by_deepening(&mut budget), None),
            Some(method) => {
                let settings = settings(request, context);
                (asked.by_proof(method, &settings, context), Some((method, settings)))
            }
        };
        let mut certified = CertificateResult::default();
        let (mut line, mut stopped) = (Vec::new(), found.stopped);
        if let Some(win) = &found.win
            && win.proved
        {
            let mut mates = Mates::new(win.winner, win.attack, &budget);
            certified = CertificateResult::new(
                request,
                request.get(LIMIT),
                found.nodes,
                &mut budget,
                |limit, budget| asked.certificate(&mut mates, win, limit, budget),
            );
            stopped = stopped.or(certified.stopped);
            if settings.is_none() {
                line = mates.line(position.diagram(), win.plies, &mut budget).unwrap_or_default();
            }
        }
        let forced = Forced {
            board: "10x9",
            position: format_fen(&position),
            method: settings.as_ref().map_or("mate", |(method, _)| method.name()),
            settings: settings.as_ref().map(|(method, settings)| Setting::of(*method, settings)),
            attack: request.get(ATTACK),
            verdict: found.verdict(position.side()),
            plies: found.win.as_ref().map(|win| win.plies),
            asked_plies: most,
            line: line.iter().copied().map(format_iccs).collect(),
            line_wxf: in_wxf(&position, &line),
            questions: found.questions,
            nodes: found.nodes,
            certified,
            heading: format!("{}\n{} to move", draw(&position), name(position.side())),
        };
        Ok(Reply::from(forced).cut(stopped))
    }
}

/// A line in the world federation's words.
fn in_wxf(position: &Position, line: &[crate::xiangqi::Move]) -> Vec<String> {
    use quandary_core::rules::Rules;
    let rules = Xiangqi::default();
    let (mut at, mut names) = (position.clone(), Vec::new());
    for &chosen in line {
        names.extend(format_wxf(&at, chosen));
        at = rules.apply(&at, chosen);
    }
    names
}

/// What is asked of a position.
struct MateQuestion<'a> {
    position: &'a Position,
    attack: Attack,
    plies: u8,
}

/// A win that was found.
struct Win {
    winner: Side,
    plies: u8,
    attack: Attack,
    proved: bool,
}

/// The results of the questions.
struct Answer {
    win: Option<Win>,
    questions: Vec<Search>,
    nodes: u64,
    stopped: Option<Exhausted>,
}

impl Answer {
    fn verdict(&self, side: Side) -> Verdict {
        match self.win.as_ref().map(|win| (win.winner == side, win.proved)) {
            Some((true, true)) => Verdict::Win,
            Some((false, true)) => Verdict::Loss,
            Some((true, false)) => Verdict::EstimatedWin,
            Some((false, false)) => Verdict::EstimatedLoss,
            None => Verdict::Unknown,
        }
    }
}

impl MateQuestion<'_> {
    /// More and more plies for both sides in turn, so that what is found is the shortest; of each, checks first.
    fn by_deepening(&self, budget: &mut Budget) -> Answer {
        let side = self.position.side();
        let attacks: &[Attack] =
            if self.attack == Attack::Any { &[Attack::Checks, Attack::Any] } else { &[Attack::Checks] };
        let mut searches: Vec<(Side, Attack, Mates)> = [side, side.other()]
            .into_iter()
            .flat_map(|winner| attacks.iter().map(move |&attack| (winner, attack)))
            .map(|(winner, attack)| (winner, attack, Mates::new(winner, attack, budget)))
            .collect();
        let (mut win, mut stopped) = (None, None);
        'plies: for plies in 1..=self.plies {
            for (winner, attack, mates) in &mut searches {
                // A win ends with a move of the winner.
                if (*winner == side) != (plies % 2 == 1) {
                    continue;
                }
                match mates.wins(self.position.diagram(), plies, budget) {
                    Ok(true) => {
                        win = Some(Win { winner: *winner, plies, attack: *attack, proved: true });
                        break 'plies;
                    }
                    Ok(false) => {}
                    Err(why) => {
                        stopped = Some(why);
                        break 'plies;
                    }
                }
            }
        }
        Answer { win, questions: Vec::new(), nodes: budget.spent(), stopped }
    }

    /// Both questions to a proof-number search, each with the whole budget.
    fn by_proof(&self, method: Method, settings: &Settings, context: &Context<'_>) -> Answer {
        let root = *self.position.diagram();
        let mut answer = Answer { win: None, questions: Vec::new(), nodes: 0, stopped: None };
        for winner in [root.side, root.side.other()] {
            let question = Question { root, winner, plies: self.plies, attack: self.attack };
            let report = settings.solve(&question, method, &mut context.budget.clone());
            answer.nodes += report.nodes;
            answer.questions.push(Search::from(&report));
            answer.stopped = report.conclusion.out();
            if report.conclusion.answer() == Some(true) {
                let proved = report.conclusion == Conclusion::Proved;
                answer.win = Some(Win { winner, plies: self.plies, attack: self.attack, proved });
            }
            if answer.win.is_some() || answer.stopped.is_some() {
                break;
            }
        }
        answer
    }

    fn certificate(
        &self,
        mates: &mut Mates,
        win: &Win,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Certificate, Unwritten> {
        let diagram = self.position.diagram();
        let tree = mates.write(diagram, win.plies, limit, budget)?;
        let (claim, part, goal) =
            if win.winner == diagram.side { ("win", "at_least", 1) } else { ("loss", "at_most", -1) };
        let evidence = json!({part: {"goal": goal, "tree": tree}, "plies": win.plies});
        Ok(Certificate::new("xiangqi", claim, format_fen(self.position), evidence))
    }
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.heading, self.verdict)?;
        match self.plies {
            Some(plies) => write!(f, " within {plies} plies")?,
            None => write!(f, ", no forced end found within {} plies", self.asked_plies)?,
        }
        if !self.line_wxf.is_empty() {
            write!(f, ": {}", self.line_wxf.join(" "))?;
        }
        for question in &self.questions {
            write!(f, "\n{question}")?;
        }
        write!(f, "\n{} nodes{}", self.nodes, self.certified)
    }
}
