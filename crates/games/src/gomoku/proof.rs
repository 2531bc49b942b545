//! Certificates: the strategies that prove who wins. The format is that of `check`'s page on gomoku.

use quandary_core::rules::Side;
use quandary_core::{Budget, Certificate};
use serde_json::json;

use super::notation::{Record, format_record};
use super::solve::{Exactly, Solver, write_strategy};
use super::threats::{ByThreats, Threats};
use crate::proof_tree::Unwritten;
use crate::value::Value;

/// A proof of an exact value, by the strategies that it needs.
pub(super) fn prove_value(
    solver: &mut Solver,
    record: &Record,
    value: Value,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
    let mover = record.position.mover();
    let mut write = |side: Side, goal: i32| {
        let rules = *solver.rules();
        let mut guide = Exactly { solver: &mut *solver, side, goal };
        write_strategy(&rules, &record.position, (side, goal), &mut guide, limit, budget)
    };
    let goal = value.sign();
    let mut evidence = json!({});
    if value != Value::Loss {
        evidence["at_least"] = json!({"goal": goal, "tree": write(mover, goal)?});
    }
    if value != Value::Win {
        evidence["at_most"] = json!({"goal": goal, "tree": write(mover.other(), -goal)?});
    }
    Ok(Certificate::new("gomoku", value.name(), format_record(record), evidence))
}

/// A proof of a win by threats that `search` has found.
pub(super) fn prove_threats(
    search: Threats,
    threats: u32,
    record: &Record,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
    let side = record.position.mover();
    let mut guide = ByThreats { search, threats };
    let tree = write_strategy(&record.rules, &record.position, (side, 1), &mut guide, limit, budget)?;
    let evidence = json!({"at_least": {"goal": 1, "tree": tree}});
    Ok(Certificate::new("gomoku", "win", format_record(record), evidence))
}

/// A proof of a verdict that some search has reached: exactly on a small board, by threats on others.
pub(super) fn prove_verdict(
    record: &Record,
    value: Value,
    threats: u32,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
    if let Some(mut solver) = Solver::new(record.rules) {
        return prove_value(&mut solver, record, value, limit, budget);
    }
    let mut search = Threats::new(record.rules, record.position.mover(), budget);
    let found = if value == Value::Win { search.find(&record.position, threats, budget)? } else { None };
    match found {
        Some(win) => prove_threats(search, win.threats, record, limit, budget),
        None => Err(Unwritten::TooLarge),
    }
}
