use serde::Serialize;

use super::{JSON_LINES, Request};
use quandary_core::{Context, Exhausted, InputError, Stop};

/// Makes the items of a list, for the verbs that offer [`JSON_LINES`]: `work(i)` for each `i` in `0..count`.
///
/// Each is shown to `look` and handed over as soon as it is there, in order, and kept only if the lines are not all
/// that was asked for. Gives those that were kept, and what cut the list short.
pub fn make_items<T: Serialize + Send>(
    request: &Request,
    context: &Context<'_>,
    (what, count): (&str, u64),
    work: impl Fn(u64) -> Result<T, Stop> + Sync,
    mut look: impl FnMut(&T) + Send,
) -> Result<(Vec<T>, Option<Exhausted>), InputError> {
    let keep = !request.is_on(JSON_LINES);
    let mut items = Vec::new();
    let (_, stopped) = context.fold(what, count, work, |_, item| {
        look(&item);
        context.emit(&item);
        if keep {
            items.push(item);
        }
    });
    Ok((items, Stop::cut(stopped)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InputSpec, VerbSpec};

    const GENERATE: VerbSpec = VerbSpec {
        name: "generate",
        about: "counts",
        input: InputSpec::None,
        options: &[JSON_LINES.spec],
        examples: &[],
        conventions: &[],
    };

    #[test]
    fn items_are_kept_unless_lines_are_all_that_was_asked_for_and_a_cut_keeps_the_beginning() {
        let (context, mut seen) = (Context::bare(), Vec::new());
        let asked = |given: &[&'static str]| {
            Request::new(&GENERATE, None, given.iter().map(|name| (*name, String::new()))).unwrap()
        };
        let upto = |end: u64| move |i| if i < end { Ok(i) } else { Err(Exhausted::Nodes.into()) };
        let made = make_items(&asked(&[]), &context, ("numbers", 3), upto(2), |_| {});
        assert_eq!(made, Ok((vec![0, 1], Some(Exhausted::Nodes))));
        let lines = make_items(&asked(&["json-lines"]), &context, ("numbers", 3), upto(9), |i| seen.push(*i));
        assert_eq!((lines, seen), (Ok((Vec::new(), None)), vec![0, 1, 2]));
    }
}
