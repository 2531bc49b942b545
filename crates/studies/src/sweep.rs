//! The values of a setting: one, a list, or a range.

use quandary_core::InputError;
use toml::Value;

/// The most values of a setting, so that a typing error in a range does not fill the memory.
const MOST: usize = 1_000_000;

/// The values that a setting takes, as text: `7`, `[1, 2]`, `{ from = 1, to = 9, step = 2 }`, or text in which
/// `{1..72}` and `{10..90..20}` stand for the numbers between.
pub(crate) fn values(name: &str, value: &Value) -> Result<Vec<String>, InputError> {
    let values = match value {
        Value::Array(list) => {
            list.iter().map(|value| values(name, value)).collect::<Result<Vec<_>, _>>()?.concat()
        }
        Value::Table(range) => numbers(name, range)?,
        Value::String(text) => expand(name, text)?,
        // A switch that is on has an empty value.
        Value::Boolean(true) => vec![String::new()],
        Value::Boolean(false) => vec!["false".into()],
        Value::Integer(number) => vec![number.to_string()],
        Value::Float(number) => vec![number.to_string()],
        Value::Datetime(_) => return Err(wrong(name, "a date is not a valid value")),
    };
    if values.is_empty() {
        return Err(wrong(name, "the list is empty"));
    }
    let mut seen = std::collections::HashSet::new();
    match values.iter().find(|value| !seen.insert(value.as_str())) {
        Some(twice) => Err(wrong(name, &format!("`{twice}` appears twice"))),
        None => Ok(values),
    }
}

fn wrong(name: &str, what: &str) -> InputError {
    InputError::new(format!("settings.{name}: {what}")).expected(
        "a value, a list, { from = 1, to = 9, step = 1 }, or text with a range such as \"9x9/{1..72}\"",
    )
}

/// The numbers from one to another.
fn numbers(name: &str, range: &toml::Table) -> Result<Vec<String>, InputError> {
    if let Some(key) = range.keys().find(|key| !["from", "to", "step"].contains(&key.as_str())) {
        return Err(wrong(name, &format!("a range has no `{key}`")));
    }
    let number = |key: &str| match range.get(key) {
        Some(Value::Integer(number)) => Ok(*number as f64),
        Some(Value::Float(number)) if number.is_finite() => Ok(*number),
        Some(_) => Err(wrong(name, &format!("`{key}` is not a number"))),
        None if key == "step" => Ok(1.0),
        None => Err(wrong(name, &format!("the range has no `{key}`"))),
    };
    let (from, to, step) = (number("from")?, number("to")?, number("step")?);
    if step <= 0.0 || to < from {
        return Err(wrong(name, &format!("the range from {from} to {to} by {step} is empty")));
    }
    // Half a billionth of a step is a rounding error, not a missing value.
    let steps = ((to - from) / step + 5e-10).floor();
    if steps >= MOST as f64 {
        return Err(wrong(name, &format!("the range has more than {MOST} values")));
    }
    // Multiples of the step, not sums of steps: no drift.
    Ok((0..=steps as u64).map(|k| tidy(from + k as f64 * step).to_string()).collect())
}

/// Rounds away the error of a multiplication: 0.30000000000000004 becomes 0.3.
fn tidy(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}

/// Text with every range in braces written out.
fn expand(name: &str, text: &str) -> Result<Vec<String>, InputError> {
    let Some((before, rest)) = text.split_once('{') else { return Ok(vec![text.into()]) };
    let Some((range, after)) = rest.split_once('}') else {
        return Err(wrong(name, "a brace is not closed"));
    };
    let parts: Option<Vec<u64>> = range.split("..").map(|part| part.trim().parse().ok()).collect();
    let (from, to, step) = match parts.as_deref() {
        Some(&[from, to]) => (from, to, 1),
        Some(&[from, to, step]) => (from, to, step),
        _ => return Err(wrong(name, &format!("`{{{range}}}` is not a range of whole numbers"))),
    };
    if step == 0 || to < from {
        return Err(wrong(name, &format!("the range {{{range}}} is empty")));
    }
    if (to - from) / step >= MOST as u64 {
        return Err(wrong(name, &format!("the range {{{range}}} has more than {MOST} values")));
    }
    let tails = expand(name, after)?;
    let numbers = (0..=(to - from) / step).map(|k| from + k * step);
    Ok(numbers.flat_map(|number| tails.iter().map(move |tail| format!("{before}{number}{tail}"))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<String>, String> {
        let table: toml::Table = format!("x = {text}").parse().unwrap();
        values("x", &table["x"]).map_err(|error| error.to_string())
    }

    #[test]
    fn lists_ranges_and_braces_give_the_values_in_order() {
        assert_eq!(of("7").unwrap(), ["7"]);
        assert_eq!(of("['a', 2, 0.5]").unwrap(), ["a", "2", "0.5"]);
        assert_eq!(of("{ from = 0.1, to = 0.3, step = 0.1 }").unwrap(), ["0.1", "0.2", "0.3"]);
        assert_eq!(of("{ from = 1, to = 4, step = 2 }").unwrap(), ["1", "3"]);
        assert_eq!(of("'{8..9}x9/{1..3..2}'").unwrap(), ["8x9/1", "8x9/3", "9x9/1", "9x9/3"]);
    }

    #[test]
    fn an_invalid_range_is_refused_with_the_reason() {
        for (text, what) in [
            ("[]", "the list is empty"),
            ("{ from = 3, to = 1 }", "the range from 3 to 1 by 1 is empty"),
            ("{ from = 1, to = 3, step = 0 }", "the range from 1 to 3 by 0 is empty"),
            ("'{9..1}'", "the range {9..1} is empty"),
            ("'{1..x}'", "`{1..x}` is not a range of whole numbers"),
            ("'{1..5'", "a brace is not closed"),
            ("{ from = 1 }", "the range has no `to`"),
            ("{ from = 1, to = 1e300 }", "more than 1000000 values"),
            ("[1, 1]", "`1` appears twice"),
        ] {
            let error = of(text).unwrap_err();
            assert!(error.contains(what) && error.contains("settings.x"), "{text}: {error}");
        }
    }
}
