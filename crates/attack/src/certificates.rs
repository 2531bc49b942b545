//! Forged certificates: everything that is issued must be accepted, and everything that is accepted must be true.

use std::collections::BTreeMap;

use quandary_check::answer::{Outcome, check};
use quandary_check::{Rejection, Verified, Work, document};
use quandary_core::{Budget, Certificate, Seed, Stream};
use serde_json::{Map, Value, json};

use crate::issue::{Question, questions};
use crate::mutate::change;
use crate::oracle::{Judgement, Oracles};
use crate::{Finding, Witness, caught};

/// The results for the certificates of one claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Certificates as the program issued them.
    pub issued: u64,
    /// Forgeries of them and of the answers around them.
    pub mutated: u64,
    /// Forgeries that claim this, made from any certificate.
    pub named: u64,
    /// Forgeries that were accepted and are true.
    pub accepted_true: u64,
    /// Forgeries that were accepted and are false.
    pub accepted_false: u64,
    /// Forgeries that were accepted and that the oracle cannot judge.
    pub undecided: u64,
    /// Forgeries that were neither accepted nor rejected within the budget.
    pub exhausted: u64,
}

impl Tally {
    fn each(self, other: Tally, both: fn(u64, u64) -> u64) -> Tally {
        Tally {
            issued: both(self.issued, other.issued),
            mutated: both(self.mutated, other.mutated),
            named: both(self.named, other.named),
            accepted_true: both(self.accepted_true, other.accepted_true),
            accepted_false: both(self.accepted_false, other.accepted_false),
            undecided: both(self.undecided, other.undecided),
            exhausted: both(self.exhausted, other.exhausted),
        }
    }

    fn and(self, other: Tally) -> Tally {
        self.each(other, |a, b| a + b)
    }

    fn since(self, before: Tally) -> Tally {
        self.each(before, |a, b| a - b)
    }
}

/// The attack on the verifiers.
pub struct Forger<'w> {
    seed: Seed,
    round: u64,
    oracles: Oracles,
    work: Work,
    /// Certificates of earlier rounds, to be crossed with later ones.
    seen: Vec<Value>,
    /// What was tried, by puzzle and claim.
    pub tallies: BTreeMap<(String, String), Tally>,
    /// The findings.
    pub findings: Vec<Finding>,
    witness: &'w mut Witness,
}

/// Steps that a verifier may spend on a forgery.
const NODES: u64 = 3_000_000;
/// Bytes that it may take.
const MEMORY: usize = 256 << 20;
/// How often a forgery also has one of its keys twice.
const TWICE: f64 = 0.05;
/// Certificates kept for crossing.
const KEPT: usize = 200;

/// Claims that some verifier knows, and misspelt ones.
const CLAIMS: [&str; 26] = [
    "optimal",
    "solution",
    "unsolvable",
    "solved",
    "multiple",
    "unique",
    "none",
    "certain",
    "chances",
    "no-guess",
    "graded",
    "needs-guess",
    "first-is-mine",
    "impossible",
    "optimum",
    "score",
    "win",
    "draw",
    "loss",
    "mixed",
    "win-probability",
    "win-interval",
    "replay",
    "Optimal",
    "optimal ",
    "",
];

impl<'w> Forger<'w> {
    /// With everything drawn from a seed.
    pub fn new(seed: Seed, witness: &'w mut Witness) -> Forger<'w> {
        Forger {
            seed: seed.named("certificates"),
            round: 0,
            oracles: Oracles::default(),
            work: Work::within(Budget::unlimited()),
            seen: Vec::new(),
            tallies: BTreeMap::new(),
            findings: Vec::new(),
            witness,
        }
    }

    /// Asks one question of every kind, and forges each answer this many times.
    pub fn round(&mut self, forgeries: usize) {
        let mut stream = self.seed.stream(self.round);
        self.round += 1;
        for question in questions(&mut stream) {
            let Some(answer) = self.ask(&question, "certificates") else { continue };
            let answer = as_weaker(answer, &mut stream);
            let certificates = certificates_of(&answer);
            let Some(first) = certificates.first() else { continue };
            let claim = self.issued(&answer, first, certificates.len());
            for _ in 0..forgeries {
                let forged = self.forge(&answer, first, &mut stream);
                self.forgery(&claim, &forged);
                if stream.chance(TWICE) {
                    self.two_things(&claim, &forged, &mut stream);
                }
            }
            for certificate in certificates {
                if self.seen.len() < KEPT {
                    self.seen.push(certificate);
                } else {
                    let place = stream.index(KEPT);
                    self.seen[place] = certificate;
                }
            }
        }
    }

    /// Asks all questions about one shape, and forges each answer in every way of a fixed list.
    pub fn shape(&mut self, questions: &[Question]) -> Tally {
        let before = self.total();
        let mut last: Option<Value> = None;
        for question in questions {
            let Some(answer) = self.ask(question, "shapes") else { continue };
            let certificates = certificates_of(&answer);
            let Some(first) = certificates.first() else { continue };
            let claim = self.issued(&answer, first, certificates.len());
            for forged in nearly(&answer, first, last.as_ref()) {
                self.forgery(&claim, &forged);
            }
            last = Some(first.clone());
        }
        self.total().since(before)
    }

    /// The answer to a question, if it has one; a panic is a finding.
    fn ask(&mut self, question: &Question, part: &'static str) -> Option<Value> {
        caught(|| question.answer()).unwrap_or_else(|panic| {
            let what = format!("a solver panicked: {panic}");
            self.findings.push(Finding::new(part, what, format!("{question:?}")));
            None
        })
    }

    /// Everything that was tried.
    fn total(&self) -> Tally {
        self.tallies.values().fold(Tally::default(), |sum, &tally| sum.and(tally))
    }

    /// How many forgeries there were.
    pub fn forged(&self) -> u64 {
        self.tallies.values().map(|tally| tally.mutated).sum()
    }

    /// The verifiers' results for a document, starting from its text; none if it cannot be read.
    fn check(&mut self, text: &str) -> Result<Vec<Outcome>, String> {
        self.witness.keep(text);
        self.work.renew(Budget::nodes(NODES).with_memory(MEMORY));
        let work = &mut self.work;
        let checked = caught(|| match document::read(text) {
            Err(_) => Vec::new(),
            Ok(document) => {
                check(&document, &mut |certificate: &Certificate| -> Result<Verified, Rejection> {
                    quandary_registry::verify(certificate, work)
                })
            }
        });
        checked.map_err(|panic| {
            self.work = Work::within(Budget::unlimited());
            format!("a verifier panicked: {panic}")
        })
    }

    fn report(&mut self, what: impl Into<String>, document: &Value) {
        self.findings.push(Finding::new("certificates", what, document.to_string()));
    }

    /// Counts the certificates of an answer as issued and checks it. Returns the puzzle and the claim of the first one.
    fn issued(&mut self, answer: &Value, first: &Value, certificates: usize) -> (String, String) {
        let named = |key: &str| first[key].as_str().unwrap_or_default().to_owned();
        let claim = (named("puzzle"), named("claim"));
        self.tallies.entry(claim.clone()).or_default().issued += certificates as u64;
        self.must_hold(answer);
        claim
    }

    /// An answer as issued: it must be accepted and true.
    fn must_hold(&mut self, answer: &Value) {
        let outcomes = match self.check(&answer.to_string()) {
            Ok(outcomes) => outcomes,
            Err(panic) => return self.report(panic, answer),
        };
        for outcome in &outcomes {
            match outcome {
                Outcome::Checked { result: Ok(_), .. } => {}
                Outcome::Checked { result: Err(why), .. } => {
                    self.report(format!("issued and rejected: {why}"), answer);
                }
                Outcome::Bare { .. } => self.report("issued, and a part has no certificate", answer),
            }
        }
        match self.judge(answer, &outcomes) {
            Judgement::True => {}
            Judgement::False(what) => self.report(format!("issued and false: {what}"), answer),
            Judgement::Undecided(why) => {
                self.report(format!("issued, but the oracle cannot judge it: {why}"), answer);
            }
        }
    }

    /// A forged document: it must be rejected or true.
    fn forgery(&mut self, claim: &(String, String), document: &Value) {
        let checked = self.check(&document.to_string());
        let judged = match &checked {
            Ok(outcomes) if are_accepted(outcomes) => Some(self.judge(document, outcomes)),
            _ => None,
        };
        for certificate in certificates_of(document) {
            if let (Some(puzzle), Some(claim)) =
                (certificate["puzzle"].as_str(), certificate["claim"].as_str())
                && quandary_registry::verifiers()
                    .any(|verifier| verifier.puzzle == puzzle && verifier.claims.contains(&claim))
            {
                self.tallies.entry((puzzle.to_owned(), claim.to_owned())).or_default().named += 1;
            }
        }
        let tally = self.tallies.entry(claim.clone()).or_default();
        tally.mutated += 1;
        match (checked, judged) {
            (Err(panic), _) => self.report(panic, document),
            (_, Some(Judgement::True)) => tally.accepted_true += 1,
            (_, Some(Judgement::False(what))) => {
                tally.accepted_false += 1;
                self.report(format!("accepted and false: {what}"), document);
            }
            (_, Some(Judgement::Undecided(why))) => {
                tally.undecided += 1;
                self.report(format!("accepted and undecided: {why}"), document);
            }
            (Ok(outcomes), None) => {
                let ran_out = |outcome: &Outcome| {
                    matches!(outcome, Outcome::Checked { result: Err(Rejection::Exhausted(_)), .. })
                };
                tally.exhausted += u64::from(outcomes.iter().any(ran_out));
            }
        }
    }

    /// A document with a repeated key: one reader takes the first value, another the second, so it must be refused.
    fn two_things(&mut self, claim: &(String, String), document: &Value, stream: &mut Stream) {
        let Some(text) = with_a_key_twice(document, stream) else { return };
        let tally = self.tallies.entry(claim.clone()).or_default();
        tally.mutated += 1;
        match self.check(&text) {
            Err(panic) => self.findings.push(Finding::new("certificates", panic, text)),
            Ok(outcomes) if are_accepted(&outcomes) => {
                self.findings.push(Finding::new("certificates", "accepted with a repeated key", text));
            }
            Ok(_) => {}
        }
    }

    /// Compares everything that was accepted in a document with the truth.
    fn judge(&mut self, document: &Value, outcomes: &[Outcome]) -> Judgement {
        let mut pairs = Vec::new();
        answers_of(document, &mut pairs);
        let accepted: Vec<&(Verified, Vec<String>)> = outcomes
            .iter()
            .filter_map(|outcome| match outcome {
                Outcome::Checked { result: Ok(accepted), .. } => Some(accepted),
                _ => None,
            })
            .collect();
        if pairs.len() != accepted.len() {
            return Judgement::Undecided(format!(
                "{} certificates, {} accepted",
                pairs.len(),
                accepted.len()
            ));
        }
        let mut certain = Judgement::True;
        for ((answer, certificate), (verified, unproved)) in pairs.into_iter().zip(accepted) {
            let Ok(certificate) = serde_json::from_value::<Certificate>(certificate.clone()) else {
                return Judgement::Undecided("accepted although it cannot be read".into());
            };
            let proved = verified
                .proves
                .iter()
                .flat_map(|(key, values)| values.iter().map(move |value| (*key, value)));
            let said: Vec<(String, Value)> = answer
                .into_iter()
                .flatten()
                .filter(|(key, value)| !value.is_null() && !unproved.contains(key))
                .filter(|(key, _)| !["certificate", "status"].contains(&key.as_str()))
                .map(|(key, value)| (key.clone(), without(value, key, unproved)))
                .collect();
            let said = said.iter().map(|(key, value)| (key.as_str(), value));
            let alternatives = |key: &str| verified.proves.get(key).is_some_and(|values| values.len() > 1);
            match self.oracles.judge(&certificate, proved.filter(|(key, _)| !alternatives(key)).chain(said)) {
                Judgement::True => {}
                Judgement::False(what) => return Judgement::False(what),
                undecided @ Judgement::Undecided(_) => certain = undecided,
            }
        }
        if says_more(document) {
            return Judgement::False("an unproved verdict is not reported as such".into());
        }
        certain
    }

    /// A forgery of an answer or of its certificate.
    fn forge(&self, answer: &Value, certificate: &Value, stream: &mut Stream) -> Value {
        let mut forged = certificate.clone();
        match stream.below(20) {
            // The answer around a good certificate is changed.
            0..=4 => {
                let mut forged = answer.clone();
                for _ in 0..=stream.below(2) {
                    change_around(&mut forged, stream);
                }
                return forged;
            }
            5 => return wrapped(answer, stream),
            6 => forged["claim"] = other_claim(certificate, stream).into(),
            7 | 8 => {
                // Two of them crossed.
                let kin: Vec<&Value> =
                    self.seen.iter().filter(|other| other["puzzle"] == certificate["puzzle"]).collect();
                if let Some(other) = stream.choose(&kin) {
                    let part = ["instance", "evidence", "claim"][stream.index(3)];
                    forged[part] = other[part].clone();
                }
                if stream.chance(0.5) {
                    change(&mut forged, stream);
                }
            }
            9 | 10 => {
                let mut instance = forged["instance"].as_str().unwrap_or_default().to_owned();
                crate::mutate::other_text(&mut instance, stream);
                forged["instance"] = instance.into();
            }
            11 => crate::mutate::change(&mut forged["evidence"], stream),
            12 => forged["instance"] = transposed(forged["instance"].as_str().unwrap_or_default()).into(),
            13 if forged["puzzle"] == "sliding" => with_a_detour(&mut forged, stream),
            _ => {
                for _ in 0..=stream.below(3) {
                    match forged.get_mut("evidence").filter(|_| stream.chance(0.8)) {
                        Some(evidence) => change(evidence, stream),
                        None => change(&mut forged, stream),
                    }
                }
            }
        }
        if stream.chance(0.7) {
            make_consistent(&mut forged, stream);
        }
        if stream.chance(0.3) && answer.get("certificate").is_some() {
            let mut around = answer.clone();
            around["certificate"] = forged;
            return around;
        }
        forged
    }
}

/// Numbers of one certificate that are changed, at most.
const MOST_NUMBERS: usize = 24;

/// Documents close to an answer: every other claim, every number off by one or two, the evidence of another instance,
/// and other verdicts around a good certificate.
fn nearly(answer: &Value, certificate: &Value, other: Option<&Value>) -> Vec<Value> {
    let mut all = Vec::new();
    let own = quandary_registry::verifiers().find(|verifier| certificate["puzzle"] == verifier.puzzle);
    let claims = own.map_or(&[][..], |verifier| verifier.claims);
    for claim in claims.iter().filter(|claim| certificate["claim"] != **claim) {
        let mut forged = certificate.clone();
        forged["claim"] = (*claim).into();
        all.push(forged);
        let mut around = answer.clone();
        around["verdict"] = (*claim).into();
        all.push(around);
    }
    if let Some(other) = other {
        for part in ["instance", "evidence"] {
            let mut forged = certificate.clone();
            forged[part] = other[part].clone();
            all.push(forged);
        }
    }
    for document in [certificate, answer] {
        let mut places = Vec::new();
        numbers(document, String::new(), &mut places);
        for place in places.iter().take(MOST_NUMBERS) {
            for off in [1, -1, 2, -2] {
                let mut forged = document.clone();
                if let Some(number) = forged.pointer_mut(place) {
                    *number = match number.as_i64() {
                        Some(whole) => (whole + off).into(),
                        None => (number.as_f64().unwrap_or_default() + 0.01 * off as f64).into(),
                    };
                    all.push(forged);
                }
            }
        }
    }
    all
}

/// The places of the numbers in a document.
fn numbers(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Number(_) => places.push(at),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(number, value)| numbers(value, format!("{at}/{number}"), places));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| numbers(value, format!("{at}/{key}"), places));
        }
        _ => {}
    }
}

/// A claim about the same puzzle, about another one, or an unknown claim.
fn other_claim(certificate: &Value, stream: &mut Stream) -> &'static str {
    let own = quandary_registry::verifiers().find(|verifier| certificate["puzzle"] == verifier.puzzle);
    let own = own.map_or(&[][..], |verifier| verifier.claims);
    match stream.choose(own) {
        Some(claim) if stream.chance(0.7) => claim,
        _ => CLAIMS[stream.index(CLAIMS.len())],
    }
}

/// Sometimes claims less than the certificate proves: a claim that verifiers know but no verb issues any more.
fn as_weaker(answer: Value, stream: &mut Stream) -> Value {
    if answer["certificate"]["claim"] != "chances" || stream.chance(0.7) {
        return answer;
    }
    let mut certificate = answer["certificate"].clone();
    certificate["claim"] = "certain".into();
    certificate
}

/// A value without the parts that were reported as not proved.
fn without(value: &Value, key: &str, unproved: &[String]) -> Value {
    let mut value = value.clone();
    if let Value::Object(parts) = &mut value {
        parts.retain(|part, _| !unproved.contains(&format!("{key}.{part}")));
    }
    value
}

/// Whether a document is accepted as a whole. A document that is refused or unproved in part is not, and the reader
/// sees that.
fn are_accepted(outcomes: &[Outcome]) -> bool {
    let holds = |outcome: &Outcome| match outcome {
        Outcome::Checked { result, .. } => result.is_ok(),
        Outcome::Bare { claims, .. } => !claims,
    };
    outcomes.iter().all(holds) && outcomes.iter().any(|outcome| matches!(outcome, Outcome::Checked { .. }))
}

/// Changes an answer outside its certificates.
fn change_around(answer: &mut Value, stream: &mut Stream) {
    let Value::Object(map) = answer else { return };
    let keys: Vec<String> =
        map.keys().filter(|key| !["certificate", "conventions"].contains(&key.as_str())).cloned().collect();
    let Some(key) = stream.choose(&keys) else { return };
    match map.get_mut(key) {
        Some(Value::Array(items)) if key == "items" => {
            let chosen = stream.index(items.len().max(1));
            if let Some(item) = items.get_mut(chosen) {
                change_around(item, stream);
            }
        }
        Some(value) => {
            if stream.chance(0.15) {
                map.remove(key);
            } else {
                change(value, stream);
            }
        }
        None => {}
    }
}

/// A good answer inside a document that says something else, or with a bad one in a place that might not be read.
fn wrapped(answer: &Value, stream: &mut Stream) -> Value {
    let verdict = ["optimal", "unsolvable", "unique", "win", "impossible"][stream.index(5)];
    let puzzle = &answer["puzzle"];
    let mut bad = answer.clone();
    bad["verdict"] = verdict.into();
    bad["length"] = 5.into();
    let key = ["x", "inner", "report", "more", "seen", "items", "certificates", ""][stream.index(8)];
    match stream.below(9) {
        0 => json!({"puzzle": puzzle, "verb": "solve", "verdict": verdict, "length": 5, "items": [answer]}),
        1 => json!({"puzzle": puzzle, "verb": "solve", "verdict": verdict, key: answer}),
        2 => json!([answer, {"puzzle": puzzle, "verdict": verdict}]),
        3 => json!([answer, [bad]]),
        4 => json!([[answer]]),
        5 => json!({"items": [answer, [bad]]}),
        6 => json!({"items": [answer], key: {"0": bad}}),
        7 => json!({"items": {"0": bad, "1": answer}}),
        _ => {
            let mut with = answer.clone();
            with[key] = json!([[bad]]);
            with
        }
    }
}

/// Whether a document says something that is not compared with any certificate: a verdict without a certificate of its
/// own, beside others that have one, or an answer in a place where none belongs.
fn says_more(document: &Value) -> bool {
    match document {
        Value::Array(list) => list.iter().any(|one| !one.is_object() || says_more(one)),
        Value::Object(map) if is_certificate(map) => false,
        Value::Object(map) => {
            let own = map.get("certificate").is_some_and(|value| !value.is_null());
            let says = map.get("verdict").and_then(Value::as_str).is_some();
            let hides = |(key, value): (&String, &Value)| match (key.as_str(), value) {
                ("certificate" | "certificates", _) => false,
                ("items", Value::Array(items)) => {
                    items.iter().any(|item| !item.is_object() || says_more(item))
                }
                ("items", value) => !value.is_null(),
                (_, value) => speaks(value),
            };
            says && !own || map.iter().any(hides)
        }
        _ => false,
    }
}

/// Whether a value contains an answer or a certificate.
fn speaks(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(speaks),
        Value::Object(map) => {
            ["verdict", "certificate", "evidence"].iter().any(|key| map.contains_key(*key))
                || map.values().any(speaks)
        }
        _ => false,
    }
}

/// A document in which an object has one of its keys twice, the second time with another value or the same one.
fn with_a_key_twice(document: &Value, stream: &mut Stream) -> Option<String> {
    /// A placeholder for the repeated key, until the document is text.
    const MARK: &str = "\u{1}twice";
    let mut marked = document.clone();
    let mut objects = 0;
    count_objects(&marked, &mut objects);
    let mut left = stream.index(objects.max(1));
    let map = nth_object(&mut marked, &mut left)?;
    let keys: Vec<String> = map.keys().cloned().collect();
    let key = stream.choose(&keys)?.clone();
    let mut other = map.get(&key)?.clone();
    if stream.chance(0.9) {
        change(&mut other, stream);
    }
    map.insert(MARK.into(), other);
    let (mark, name) = (Value::from(MARK).to_string(), Value::from(key).to_string());
    Some(marked.to_string().replacen(&mark, &name, 1))
}

fn count_objects(value: &Value, count: &mut usize) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| count_objects(value, count)),
        Value::Object(map) => {
            *count += 1;
            map.values().for_each(|value| count_objects(value, count));
        }
        _ => {}
    }
}

/// The n-th object of a document.
fn nth_object<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Map<String, Value>> {
    match value {
        Value::Array(list) => list.iter_mut().find_map(|value| nth_object(value, left)),
        Value::Object(map) => {
            if *left == 0 {
                return Some(map);
            }
            *left -= 1;
            map.values_mut().find_map(|value| nth_object(value, left))
        }
        _ => None,
    }
}

/// A board as text, transposed.
fn transposed(board: &str) -> String {
    let words = board.contains(' ');
    let cells = |line: &str| -> Vec<String> {
        if words {
            line.split(' ').map(str::to_owned).collect()
        } else {
            line.chars().map(String::from).collect()
        }
    };
    let rows: Vec<Vec<String>> = board.lines().map(cells).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = |x: usize| rows.iter().filter_map(|row| row.get(x).cloned()).collect::<Vec<_>>();
    let lines: Vec<String> = (0..columns).map(|x| column(x).join(if words { " " } else { "" })).collect();
    lines.join("\n")
}

/// Moves with a detour back and forth, and the matching length.
fn with_a_detour(certificate: &mut Value, stream: &mut Stream) {
    let moves = certificate["evidence"]["moves"].as_str().unwrap_or_default().to_owned();
    if !moves.is_ascii() {
        return;
    }
    let detour = ["LR", "RL", "UD", "DU"][stream.index(4)].repeat(1 + stream.index(3));
    let (before, after) = moves.split_at(stream.index(moves.len() + 1));
    certificate["evidence"]["moves"] = format!("{before}{detour}{after}").into();
    if let Some(bound) = certificate["evidence"]["lower_bound"].as_u64()
        && stream.chance(0.5)
    {
        certificate["evidence"]["lower_bound"] = (bound + stream.below(3)).into();
    }
}

fn is_certificate(map: &Map<String, Value>) -> bool {
    map.contains_key("claim") && map.contains_key("evidence")
}

/// Every certificate of a document.
fn certificates_of(document: &Value) -> Vec<Value> {
    let mut pairs = Vec::new();
    answers_of(document, &mut pairs);
    pairs.into_iter().map(|(_, certificate)| certificate.clone()).collect()
}

/// Every certificate of a document with the answer that contains it, in the order in which they are checked.
fn answers_of<'d>(document: &'d Value, pairs: &mut Vec<(Option<&'d Map<String, Value>>, &'d Value)>) {
    match document {
        Value::Array(list) => list.iter().for_each(|one| answers_of(one, pairs)),
        Value::Object(map) if is_certificate(map) => pairs.push((None, document)),
        Value::Object(map) => {
            if let Some(certificate) = map.get("certificate").filter(|value| !value.is_null()) {
                pairs.push((Some(map), certificate));
            }
            if let Some(Value::Array(items)) = map.get("items") {
                items.iter().filter(|item| item.is_object()).for_each(|item| answers_of(item, pairs));
            }
        }
        _ => {}
    }
}

/// Corrects what a careful forger would correct: checksums and lengths that only show that something was changed.
fn make_consistent(certificate: &mut Value, stream: &mut Stream) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match certificate["puzzle"].as_str() {
        Some("nonogram") => {
            let (instance, claim) = (text(&certificate["instance"]), text(&certificate["claim"]));
            let Some(evidence) = certificate.get_mut("evidence").and_then(Value::as_object_mut) else {
                return;
            };
            let list = |name: &str| -> Vec<String> {
                let list = evidence.get(name).and_then(Value::as_array);
                list.map(|list| list.iter().map(text).collect()).unwrap_or_default()
            };
            let lines = [vec![instance, claim], list("solution"), list("steps")].concat();
            let mut sum = 0xcbf2_9ce4_8422_2325_u64;
            for byte in lines.iter().flat_map(|line| line.bytes().chain([b'\n'])) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
            if evidence.contains_key("digest") {
                evidence.insert("digest".into(), format!("{sum:016x}").into());
            }
        }
        Some("sliding") => {
            let length = text(&certificate["evidence"]["moves"]).chars().count();
            if let Some(said) =
                certificate.get_mut("evidence").and_then(|evidence| evidence.get_mut("length"))
            {
                *said = length.into();
            }
        }
        Some("connect-four" | "othello" | "gomoku") => {
            let goal = certificate["evidence"]["at_least"]["goal"].clone();
            if let Some(most) = certificate
                .get_mut("evidence")
                .and_then(|evidence| evidence.get_mut("at_most"))
                .and_then(|most| most.get_mut("goal"))
                && !goal.is_null()
            {
                *most = goal;
            }
        }
        Some("2048") if stream.chance(0.5) => {
            if let Some(Value::Array(all)) =
                certificate.get_mut("evidence").and_then(|evidence| evidence.get_mut("win_probability"))
                && let Some(first) = all.first().cloned()
            {
                all.fill(first);
            }
        }
        _ => {}
    }
}
