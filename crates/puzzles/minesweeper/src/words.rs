//! Small helps for sentences.

/// [`quandary_core::words::count`] for sizes: `1 mine`, `2 mines`.
pub(crate) fn many(count: usize, noun: &str) -> String {
    quandary_core::words::count(count as u64, noun)
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!((many(1, "mine"), many(0, "mine")), ("1 mine".to_owned(), "0 mines".to_owned()));
        let items: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(list(&items), "a, b and c");
        assert_eq!(list(&items[..2]), "a and b");
    }
}
