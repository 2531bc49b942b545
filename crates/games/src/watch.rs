//! A look into a search: the numbers of the root and of its children through the iterations.

use quandary_core::face::{Answer, Context, Request};
use quandary_core::figure::{Figure, Marks, Series};
use quandary_core::{Budget, InputError, Seed};
use quandary_search::proof::face::{report_json, report_text};
use quandary_search::proof::{
    BestFirst, MonteCarloProofNumberSearch, Node, ProbabilitySearch, ProofNumberSearch, Report, Rule,
};
use quandary_search::tree::Tree;
use serde_json::{Value, json};

/// Most points kept: enough for a figure, whatever the length of the search.
const POINTS: usize = 240;

/// What was seen at the root after so many iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Iterations so far.
    pub iteration: u64,
    /// The proof number, or the probability of a win.
    pub proof: f64,
    /// The disproof number, or the probability of no win.
    pub disproof: f64,
    /// The same pair for each child of the root that is not solved; nothing for the others.
    pub children: Vec<Option<(f64, f64)>>,
}

/// A search that was watched.
#[derive(Clone, Debug)]
pub struct Watched {
    method: String,
    /// Names of the children of the root.
    moves: Vec<String>,
    /// At most some hundreds of moments, evenly spread.
    pub seen: Vec<Seen>,
    /// What it concluded and took.
    pub report: Report,
}

/// Keeps every n-th moment, with n doubling whenever there are too many.
struct Thin {
    seen: Vec<Seen>,
    every: u64,
}

impl Thin {
    fn add(&mut self, iteration: u64, moment: impl FnOnce() -> Seen) {
        if iteration.is_multiple_of(self.every) {
            self.seen.push(moment());
            if self.seen.len() > POINTS {
                self.every *= 2;
                let every = self.every;
                self.seen.retain(|moment| moment.iteration.is_multiple_of(every));
            }
        }
    }
}

/// What there is to see of a search now.
fn seen<T: Tree, R: Rule<T>>(
    search: &BestFirst<'_, T, R>,
    numbers: &impl Fn(&R::Numbers) -> (f64, f64),
) -> Seen {
    let (proof, disproof) = numbers(&search.root().numbers);
    let children = if search.root().is_expanded() { search.arena().children(0) } else { &[] };
    let open = |child: &Node<R::Numbers>| child.solved().is_none().then(|| numbers(&child.numbers));
    Seen { iteration: search.iterations(), proof, disproof, children: children.iter().map(open).collect() }
}

/// Runs a best-first search under observation.
pub fn observe<T: Tree, R: Rule<T>>(
    tree: &T,
    rule: R,
    bytes: usize,
    budget: &mut Budget,
    numbers: impl Fn(&R::Numbers) -> (f64, f64),
) -> (Vec<Seen>, Report) {
    let mut thin = Thin { seen: Vec::new(), every: 1 };
    let mut search = BestFirst::new(tree, rule, bytes);
    let report =
        search.run_observed(budget, |search| thin.add(search.iterations(), || seen(search, &numbers)));
    // The end belongs to the story, wherever the thinning falls.
    if thin.seen.last().is_none_or(|seen| seen.iteration != search.iterations()) {
        thin.seen.push(seen(&search, &numbers));
    }
    (thin.seen, report)
}

/// Watches the method that is asked for; `moves` names the children of the root.
pub(crate) fn run<T: Tree>(
    tree: &T,
    moves: Vec<String>,
    request: &Request,
    context: &Context<'_>,
) -> Result<Watched, InputError> {
    let method = request.text("method").unwrap_or("pns");
    let bytes = request.positive("memory")?.saturating_mul(1 << 20) as usize;
    let k = request.positive("playouts")?.min(1 << 20) as u32;
    let theta = request.real("theta", 0.0, 0.5)?;
    let stream = Seed(request.need("seed", "a whole number")?).stream(0);
    let mut budget = context.budget.clone();
    // Infinite numbers of a solved root have no place in a figure.
    let finite =
        |number: u32| if number == quandary_search::proof::INFINITE { f64::NAN } else { f64::from(number) };
    let (seen, report) = match method {
        "pns" => observe(tree, ProofNumberSearch, bytes, &mut budget, |numbers| {
            (finite(numbers.proof), finite(numbers.disproof))
        }),
        "mcpns" => {
            observe(tree, MonteCarloProofNumberSearch::new(k, theta, stream), bytes, &mut budget, |numbers| {
                (f64::from(numbers.proof), f64::from(numbers.disproof))
            })
        }
        "ppns" | "pp" => {
            let rule = if method == "pp" {
                ProbabilitySearch::product_propagation()
            } else {
                ProbabilitySearch::ppns(k, theta, stream)
            };
            observe(tree, rule, bytes, &mut budget, |chance| (f64::from(chance.win), f64::from(chance.fail)))
        }
        other => {
            return Err(InputError::new(format!("--method: `{other}` cannot be watched"))
                .expected("pns, mcpns, ppns or pp"));
        }
    };
    Ok(Watched { method: method.into(), moves, seen, report })
}

impl Watched {
    /// The answer: the series as JSON, and a chart of characters for a person.
    pub(crate) fn answer(&self, json: &mut Value) -> Answer {
        let number = |value: f64| if value.is_finite() { json!(value) } else { Value::Null };
        json["method"] = json!(self.method);
        json["report"] = report_json(&self.report);
        json["series"] = self
            .seen
            .iter()
            .map(|seen| {
                let pair = |(proof, disproof)| json!([number(proof), number(disproof)]);
                let children: Vec<Value> =
                    seen.children.iter().map(|child| child.map_or(Value::Null, pair)).collect();
                json!([seen.iteration, number(seen.proof), number(seen.disproof), children])
            })
            .collect();
        json["series_columns"] =
            json!(["iteration", "proof", "disproof", "proof and disproof of each move until it is solved"]);
        json["moves"] = json!(self.moves);
        let text = format!(
            "{}\n\nproof\n{}\n\ndisproof\n{}",
            report_text(&self.report),
            self.chart(|seen| seen.proof),
            self.chart(|seen| seen.disproof)
        );
        let answer = Answer::new(json.clone(), text).with_figure(self.figure());
        match self.report.conclusion.out() {
            Some(why) => answer.exhausted(why),
            None => answer,
        }
    }

    /// The numbers of the root and of each move until it is solved, iterations across. Proof numbers grow by orders of
    /// magnitude and probabilities crowd at 0 and 1: both are drawn as logarithms, the latter of the odds.
    fn figure(&self) -> Figure {
        let chances = matches!(self.method.as_str(), "ppns" | "pp");
        let line = |name: String, value: &dyn Fn(&Seen) -> Option<f64>| {
            let points =
                self.seen.iter().filter_map(|seen| Some((seen.iteration as f64, value(seen)?.log10())));
            Series::new(&name, Marks::Line, points.filter(|(_, y)| y.is_finite()))
        };
        let first = |(proof, disproof): (f64, f64)| if chances { proof / disproof } else { proof };
        let mut series = vec![line("root".into(), &|seen| Some(first((seen.proof, seen.disproof))))];
        if !chances {
            series[0].name = "root: proof".into();
            series.push(line("root: disproof".into(), &|seen| Some(seen.disproof)));
        }
        for (index, name) in self.moves.iter().enumerate() {
            series.push(line(name.clone(), &|seen| seen.children.get(index).copied().flatten().map(first)));
        }
        series.retain(|series| !series.points.is_empty());
        let (of, caption) = if chances {
            (
                "log10 of the odds of a win",
                "The odds of a win at the root, and of each of its moves until it is solved.",
            )
        } else {
            (
                "log10 of the number",
                "The root's numbers, and the proof number of each of its moves until it is solved.",
            )
        };
        Figure {
            title: format!("Inside {}: {}", self.method, self.report.conclusion.name()),
            x_label: "iterations".into(),
            y_label: of.into(),
            x_names: Vec::new(),
            series,
            caption: caption.into(),
        }
    }

    /// Eight rows of blocks, iterations across.
    fn chart(&self, value: impl Fn(&Seen) -> f64) -> String {
        const ROWS: usize = 8;
        const COLUMNS: usize = 80;
        let values: Vec<f64> = self.seen.iter().map(value).filter(|value| value.is_finite()).collect();
        if values.is_empty() {
            return "(nothing finite to draw)".into();
        }
        let high = values.iter().copied().fold(f64::MIN, f64::max).max(f64::MIN_POSITIVE);
        let columns = COLUMNS.min(values.len());
        let at = |column: usize| values[column * values.len() / columns];
        let mut rows = Vec::new();
        for row in (0..ROWS).rev() {
            let line: String = (0..columns)
                .map(|column| {
                    let filled = at(column) / high * ROWS as f64 - row as f64;
                    [' ', '▂', '▄', '▆', '█'][(filled * 4.0).ceil().clamp(0.0, 4.0) as usize]
                })
                .collect();
            rows.push(line.trim_end().to_owned());
        }
        let last = self.seen.last().map_or(0, |seen| seen.iteration);
        format!("{}\n0 to {last} iterations, highest {high:.4}", rows.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgame::PGame;

    #[test]
    fn a_watched_search_is_seen_from_its_first_leaf_to_its_end() {
        let tree = PGame::new(3, 7, Seed(2), 0);
        let numbers = |n: &quandary_search::proof::ProofNumbers| (f64::from(n.proof), f64::from(n.disproof));
        let (seen, report) = observe(&tree, ProofNumberSearch, 1 << 20, &mut Budget::unlimited(), numbers);
        assert_eq!((seen[0].iteration, seen[0].proof, seen[0].children.len()), (0, 1.0, 0));
        assert_eq!(seen.last().unwrap().iteration, report.iterations);
        assert!(seen.len() <= POINTS + 1 && seen.is_sorted_by_key(|seen| seen.iteration));
        // The root's proof number is the least of its open children's, as long as it is open.
        for moment in &seen[1..seen.len() - 1] {
            let least = moment.children.iter().flatten().map(|pair| pair.0).fold(f64::INFINITY, f64::min);
            assert_eq!(moment.proof, least, "{moment:?}");
        }
    }

    #[test]
    fn a_figure_has_a_line_for_the_root_and_for_each_move() {
        let tree = PGame::new(3, 7, Seed(2), 0);
        let numbers = |n: &quandary_search::proof::ProofNumbers| (f64::from(n.proof), f64::from(n.disproof));
        let (seen, report) = observe(&tree, ProofNumberSearch, 1 << 20, &mut Budget::unlimited(), numbers);
        let moves = ["a", "b", "c"].map(str::to_owned).to_vec();
        let figure = Watched { method: "pns".into(), moves, seen, report }.figure();
        let names: Vec<&str> = figure.series.iter().map(|series| series.name.as_str()).collect();
        assert_eq!(names, ["root: proof", "root: disproof", "a", "b", "c"]);
        assert!(figure.series.iter().flat_map(|series| &series.points).all(|point| point.y.is_finite()));
    }
}
