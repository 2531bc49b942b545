//! A look into a search: the root's numbers through the iterations.

use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Budget, InputError, Seed};
use quandary_search::proof::{
    BestFirst, Conclusion, MonteCarloProofNumberSearch, ProbabilitySearch, ProofNumberSearch, Report, Rule,
};
use quandary_search::tree::Tree;
use serde_json::{Value, json};

use crate::face::{positive, real, report_json, report_text};

/// Most points kept: enough for a figure, whatever the length of the search.
const POINTS: usize = 240;

/// What was seen at the root after so many iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Iterations so far.
    pub iteration: u64,
    /// The proof number, or the probability of a win.
    pub proof: f64,
    /// The disproof number, or the probability of no win.
    pub disproof: f64,
}

/// A search that was watched.
#[derive(Clone, Debug)]
pub struct Watched {
    method: String,
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
    fn add(&mut self, moment: Seen) {
        if moment.iteration.is_multiple_of(self.every) {
            self.seen.push(moment);
            if self.seen.len() > POINTS {
                self.every *= 2;
                let every = self.every;
                self.seen.retain(|moment| moment.iteration.is_multiple_of(every));
            }
        }
    }
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
    let mut last = None;
    let report = BestFirst::new(tree, rule, bytes).run_observed(budget, |search| {
        let (proof, disproof) = numbers(&search.root().numbers);
        let moment = Seen { iteration: search.iterations(), proof, disproof };
        last = Some(moment);
        thin.add(moment);
    });
    if let Some(last) = last
        && thin.seen.last() != Some(&last)
    {
        thin.seen.push(last);
    }
    (thin.seen, report)
}

/// Watches the method that is asked for.
pub(crate) fn run<T: Tree>(
    tree: &T,
    request: &Request,
    context: &Context<'_>,
) -> Result<Watched, InputError> {
    let method = request.text("method").unwrap_or("pns");
    let bytes = positive(request, "memory")?.saturating_mul(1 << 20) as usize;
    let k = positive(request, "playouts")?.min(1 << 20) as u32;
    let theta = real(request, "theta", 0.0, 0.5)?;
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
    Ok(Watched { method: method.into(), seen, report })
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
            .map(|seen| json!([seen.iteration, number(seen.proof), number(seen.disproof)]))
            .collect();
        json["series_columns"] = json!(["iteration", "proof", "disproof"]);
        let text = format!(
            "{}\n\nproof\n{}\n\ndisproof\n{}",
            report_text(&self.report),
            self.chart(|seen| seen.proof),
            self.chart(|seen| seen.disproof)
        );
        let answer = Answer::new(json.clone(), text);
        match self.report.conclusion {
            Conclusion::Out(why) => answer.exhausted(why),
            _ => answer,
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
