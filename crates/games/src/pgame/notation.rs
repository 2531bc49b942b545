//! Trees and nodes as text: `BxD/SEED/INDEX`, such as `2x20/1/0`, and after a colon the children followed from the
//! root, `2x20/1/0:0110`. A child is a digit or, from 10 on, a letter; so at most 36 children are written this way.

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::Rules;
use quandary_core::{InputError, Seed};
use quandary_search::tree::Tree;

use super::rules::{Node, PGame};

/// A node of a tree, with how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The tree.
    pub tree: PGame,
    /// Its seed.
    pub seed: u64,
    /// Its number under the seed.
    pub index: u64,
    /// The children followed from the root.
    pub path: Vec<u32>,
    /// Where they lead.
    pub node: Node,
}

impl Place {
    /// The root of a tree.
    pub fn root(shape: Shape, seed: u64, index: u64) -> Place {
        let tree = PGame::new(shape.branching, shape.depth, Seed(seed), index);
        Place { tree, seed, index, path: Vec::new(), node: tree.root() }
    }

    /// The shape of its tree.
    pub fn shape(&self) -> Shape {
        Shape { branching: self.tree.branching, depth: self.tree.depth }
    }
}

/// The shape of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Children of every inner node, 1 to 36.
    pub branching: u32,
    /// Edges from the root to a leaf, 1 to 200.
    pub depth: u32,
}

impl Shape {
    /// How many leaves it has.
    pub fn leaves(self) -> f64 {
        f64::from(self.branching).powi(self.depth as i32)
    }
}

/// Reads `BxD`, such as `2x20`: branching, then depth.
impl FromStr for Shape {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Shape, InputError> {
        let bad = || {
            InputError::new(format!("`{}` is not a tree", text.trim()))
                .expected("BRANCHINGxDEPTH with 1 to 36 children and a depth of 1 to 200, such as 2x20")
        };
        let (branching, depth) = text.trim().split_once('x').ok_or_else(bad)?;
        let branching: u32 = branching.parse().map_err(|_| bad())?;
        let depth: u32 = depth.parse().map_err(|_| bad())?;
        if (1..=36).contains(&branching) && (1..=200).contains(&depth) {
            Ok(Shape { branching, depth })
        } else {
            Err(bad())
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.branching, self.depth)
    }
}

/// Reads a tree or one of its nodes, in the first line; what is said of it below is passed over.
///
/// ```
/// use quandary_games::pgame::notation::{format_place, parse_place};
/// let place = parse_place("2x20/1/0:01").unwrap();
/// assert_eq!((place.node.depth(), format_place(&place)), (2, "2x20/1/0:01".to_owned()));
/// assert_eq!(
///     parse_place("2x20/1/0:02").unwrap_err().to_string(),
///     "line 1, column 11: there is no child `2`; expected a child below 2, at most 20 of them"
/// );
/// ```
pub fn parse_place(text: &str) -> Result<Place, InputError> {
    // What is said of a node below its name is passed over.
    let trimmed = text.trim().lines().next().unwrap_or("").trim_end();
    let bad = || {
        InputError::new(format!("`{trimmed}` is not a tree"))
            .expected("BxD/SEED/INDEX, such as 2x20/1/0, and perhaps :CHILDREN")
    };
    let (name, path) = trimmed.split_once(':').unwrap_or((trimmed, ""));
    let mut parts = name.split('/');
    let Shape { branching, depth } = parts.next().ok_or_else(bad)?.parse()?;
    let seed: u64 = parts.next().ok_or_else(bad)?.parse().map_err(|_| bad())?;
    let index: u64 = parts.next().ok_or_else(bad)?.parse().map_err(|_| bad())?;
    if parts.next().is_some() {
        return Err(bad());
    }
    let mut place = Place::root(Shape { branching, depth }, seed, index);
    for (at, letter) in path.chars().enumerate() {
        let child = letter.to_digit(36).filter(|&child| child < branching && place.node.depth() < depth);
        let Some(child) = child else {
            return Err(InputError::new(format!("there is no child `{letter}`"))
                .at(1, name.chars().count() + 2 + at)
                .expected(format!("a child below {branching}, at most {depth} of them")));
        };
        place.node = place.tree.apply(&place.node, child);
        place.path.push(child);
    }
    Ok(place)
}

/// A child as one character.
pub fn format_child(child: u32) -> char {
    char::from_digit(child, 36).unwrap_or('?')
}

/// The one standard way to write a node.
pub fn format_place(place: &Place) -> String {
    let name = format!("{}/{}/{}", place.shape(), place.seed, place.index);
    if place.path.is_empty() {
        return name;
    }
    let path: String = place.path.iter().map(|&child| format_child(child)).collect();
    format!("{name}:{path}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panicking(text in "\\PC{0,40}") {
            let _ = parse_place(&text);
        }

        #[test]
        fn names_with_noise_are_read_or_refused(text in "[0-9]{1,2}x[0-9]{1,3}/[0-9]{1,4}/[0-9]{1,3}(:[0-9a-z]{0,6})?") {
            if let Ok(place) = parse_place(&text) {
                prop_assert_eq!(parse_place(&format_place(&place)).unwrap(), place);
            }
        }
    }
}
