//! Files of several boards.

/// The parts of a text between empty lines, each without them.
///
/// ```
/// use quandary_verbs::blocks;
/// assert_eq!(blocks("1 2\n3 0\n\n\n2 1\n0 3\n"), ["1 2\n3 0", "2 1\n0 3"]);
/// ```
pub fn blocks(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut begin, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            all.extend(begin.take().map(|begin: usize| text[begin..at].trim_end()));
        } else {
            begin.get_or_insert(at);
        }
        at += line.len();
    }
    all.extend(begin.map(|begin| text[begin..].trim_end()));
    all
}
