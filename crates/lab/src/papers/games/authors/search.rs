//! The searches of the article as its program runs them, with a switch for each difference.
//!
//! Written from a description of the program, not from its source. The searches of `quandary-search` solve nodes by
//! logic alone; these conclude from numbers, as the program does.

use quandary_core::{StopFlag, Stream};

/// What the program does and the article does not mention, or describes differently. All switches on is the program.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "switches are independent: each is turned off alone")]
pub(super) struct Switches {
    /// Random games at a leaf.
    pub(super) playouts: u32,
    /// The distance of a share from 0 and 1 if no game, or every game, is won.
    pub(super) clip: f64,
    /// The stop rule is relative: |pn − 1| ≤ eps |pn|, or the same for dn. Off, it is pr as printed: nearer than eps.
    pub(super) relative_stop: bool,
    /// Children whose number is exactly 0 or 1 are skipped, whether they are solved or not. Off, solved ones are.
    pub(super) selection: bool,
    /// The first player moves at the root, even if it is the other's turn.
    pub(super) fixed_root: bool,
    /// MCPNS: pn = R and dn = 1 − R at a leaf, the other way round than its rule asks.
    pub(super) inverted: bool,
    /// A position whose player must pass has no children, and its empty sum or product decides it.
    pub(super) passes_decide: bool,
    /// Random games use the squares of the player who has just moved for the one who moves next.
    pub(super) mixed_playouts: bool,
}

impl Switches {
    /// The program.
    pub(super) const PROGRAM: Switches = Switches {
        playouts: 60,
        clip: 0.01,
        relative_stop: true,
        selection: true,
        fixed_root: true,
        inverted: true,
        passes_decide: true,
        mixed_playouts: true,
    };

    /// What the article says, with the program's playouts and clip.
    pub(super) const ARTICLE: Switches = Switches {
        relative_stop: false,
        selection: false,
        fixed_root: false,
        inverted: false,
        passes_decide: false,
        mixed_playouts: false,
        ..Switches::PROGRAM
    };

    /// The program, the program with one switch off at a time, and the article's version.
    pub(super) fn variants(all: Switches) -> Vec<(&'static str, Switches)> {
        vec![
            ("authors-code", all),
            ("without fixed-root", Switches { fixed_root: false, ..all }),
            ("without inverted", Switches { inverted: false, ..all }),
            ("without passes-decide", Switches { passes_decide: false, ..all }),
            ("without mixed-playouts", Switches { mixed_playouts: false, ..all }),
            ("without selection", Switches { selection: false, ..all }),
            ("without relative-stop", Switches { relative_stop: false, ..all }),
            ("clip 0.001", Switches { clip: 0.001, ..all }),
            ("10 playouts", Switches { playouts: 10, ..all }),
            ("none of its ways", Switches::ARTICLE),
        ]
    }
}

/// A game as the program plays it.
pub(super) trait Game: Sync {
    type Position: Copy;

    /// The result for the first player, where the game is over: won or not.
    fn over(&self, position: &Self::Position) -> Option<bool>;
    /// Whether the first player moves.
    fn is_or(&self, position: &Self::Position) -> bool;
    /// All that can follow; nothing where the player must pass and passes decide.
    fn children(&self, position: &Self::Position, switches: &Switches, out: &mut Vec<Self::Position>);
    /// A random game: whether the first player won.
    fn playout(&self, position: Self::Position, switches: &Switches, stream: &mut Stream) -> bool;
}

/// One of the article's three searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    Pns,
    Mcpns,
    Ppns,
}

impl Search {
    pub(super) const ALL: [Search; 3] = [Search::Ppns, Search::Pns, Search::Mcpns];

    pub(super) fn name(self) -> &'static str {
        match self {
            Search::Pns => "PNS",
            Search::Mcpns => "MCPNS",
            Search::Ppns => "PPNS",
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Conclusion {
    /// Solved (a win), unsolved, or nothing.
    pub(super) answer: Option<bool>,
    /// Nodes made.
    pub(super) nodes: u64,
}

const FAR: f64 = 1e12;

struct Node<P> {
    position: P,
    pn: f64,
    dn: f64,
    or: bool,
    first: u32,
    count: u32,
    expanded: bool,
    solved: bool,
}

struct Tree<'t, G: Game> {
    game: &'t G,
    search: Search,
    switches: &'t Switches,
    nodes: Vec<Node<G::Position>>,
    stream: Stream,
}

impl<G: Game> Tree<'_, G> {
    fn node(&mut self, position: G::Position) -> Node<G::Position> {
        let or = self.game.is_or(&position);
        let over = self.game.over(&position);
        let (pn, dn) = match (over, self.search) {
            (Some(won), Search::Ppns) => {
                if won {
                    (1.0, 0.0)
                } else {
                    (0.0, 1.0)
                }
            }
            (Some(won), _) => {
                if won {
                    (0.0, FAR)
                } else {
                    (FAR, 0.0)
                }
            }
            (None, Search::Pns) => (1.0, 1.0),
            (None, search) => {
                let won = (0..self.switches.playouts)
                    .filter(|_| self.game.playout(position, self.switches, &mut self.stream))
                    .count();
                let share = match won as u32 {
                    0 => self.switches.clip,
                    all if all == self.switches.playouts => 1.0 - self.switches.clip,
                    some => f64::from(some) / f64::from(self.switches.playouts),
                };
                if search == Search::Ppns || self.switches.inverted {
                    (share, 1.0 - share)
                } else {
                    (1.0 - share, share)
                }
            }
        };
        Node { position, pn, dn, or, first: 0, count: 0, expanded: over.is_some(), solved: over.is_some() }
    }

    fn children(&self, at: u32) -> &[Node<G::Position>] {
        let Node { first, count, .. } = self.nodes[at as usize];
        &self.nodes[first as usize..(first + count) as usize]
    }

    /// The child to follow; nothing where every child is left out.
    fn select(&self, at: u32) -> Option<u32> {
        let or = self.nodes[at as usize].or;
        let left_out = |child: &Node<G::Position>| match (self.switches.selection, self.search) {
            (true, Search::Ppns) => child.pn == if or { 0.0 } else { 1.0 },
            (true, _) => child.pn == 0.0 || child.dn == 0.0,
            (false, _) => child.solved,
        };
        // The larger the better; the first of equals.
        let score = |child: &Node<G::Position>| match (self.search, or) {
            (Search::Ppns, true) => child.pn,
            (Search::Ppns, false) => child.dn,
            (_, true) => -child.pn,
            (_, false) => -child.dn,
        };
        let mut best: Option<(u32, f64)> = None;
        for (index, child) in self.children(at).iter().enumerate() {
            if !left_out(child) && best.is_none_or(|(_, known)| score(child) > known) {
                best = Some((index as u32, score(child)));
            }
        }
        best.map(|(index, _)| self.nodes[at as usize].first + index)
    }

    fn update(&mut self, at: u32) {
        let or = self.nodes[at as usize].or;
        let children = self.children(at);
        let product = |of: &dyn Fn(&Node<G::Position>) -> f64| children.iter().map(of).product::<f64>();
        let sum = |of: &dyn Fn(&Node<G::Position>) -> f64| children.iter().map(of).sum::<f64>().min(FAR);
        let least = |of: &dyn Fn(&Node<G::Position>) -> f64| children.iter().map(of).fold(FAR, f64::min);
        let (pn, dn) = match (self.search, or) {
            (Search::Ppns, true) => (1.0 - product(&|child| 1.0 - child.pn), product(&|child| child.dn)),
            (Search::Ppns, false) => (product(&|child| child.pn), 1.0 - product(&|child| 1.0 - child.dn)),
            (_, true) => (least(&|child| child.pn), sum(&|child| child.dn)),
            (_, false) => (sum(&|child| child.pn), least(&|child| child.dn)),
        };
        // By logic, for the selection of the article.
        let wins = |child: &Node<G::Position>| child.solved && child.is_won(self.search);
        let fails = |child: &Node<G::Position>| child.solved && !child.is_won(self.search);
        let solved = if or {
            children.iter().any(wins) || children.iter().all(fails)
        } else {
            children.iter().any(fails) || children.iter().all(wins)
        };
        let node = &mut self.nodes[at as usize];
        (node.pn, node.dn, node.solved) = (pn, dn, solved);
    }

    /// The conclusion from the numbers of the root.
    fn answer(&self, eps: f64) -> Option<bool> {
        let Node { pn, dn, solved, .. } = &self.nodes[0];
        if self.search != Search::Ppns {
            return if *pn == 0.0 { Some(true) } else { (*dn == 0.0).then_some(false) };
        }
        if *solved {
            return Some(*pn > 0.5);
        }
        let near = |number: f64| {
            if self.switches.relative_stop {
                (number - 1.0).abs() <= eps * number.abs()
            } else {
                1.0 - number < eps
            }
        };
        if near(*pn) { Some(true) } else { near(*dn).then_some(false) }
    }
}

impl<P> Node<P> {
    fn is_won(&self, search: Search) -> bool {
        if search == Search::Ppns { self.pn > 0.5 } else { self.pn == 0.0 }
    }
}

/// Runs a search from a position until its numbers give a conclusion or it has made this many nodes.
pub(super) fn run<G: Game>(
    game: &G,
    root: G::Position,
    (search, switches): (Search, &Switches),
    (eps, most_nodes): (f64, u64),
    stream: Stream,
    stop: &StopFlag,
) -> Conclusion {
    let mut tree = Tree { game, search, switches, nodes: Vec::new(), stream };
    let node = tree.node(root);
    tree.nodes.push(node);
    let mut made = 0;
    let mut positions = Vec::new();
    loop {
        // The root's own playouts do not count: the program looks only after the first expansion.
        if tree.nodes[0].expanded
            && let Some(won) = tree.answer(eps)
        {
            return Conclusion { answer: Some(won), nodes: made };
        }
        if made >= most_nodes || stop.raised().is_some() {
            return Conclusion { answer: None, nodes: made };
        }
        let mut path = vec![0_u32];
        while let Some(&at) = path.last()
            && tree.nodes[at as usize].expanded
        {
            match tree.select(at) {
                Some(child) => path.push(child),
                // Every child is left out although the root is open: the program would not get any further.
                None => return Conclusion { answer: None, nodes: made },
            }
        }
        let leaf = *path.last().unwrap_or(&0);
        positions.clear();
        let position = tree.nodes[leaf as usize].position;
        game.children(&position, switches, &mut positions);
        if positions.is_empty() && path.len() == 1 {
            // The program's log lists such roots as solved, with no node made.
            return Conclusion { answer: Some(true), nodes: 0 };
        }
        let first = tree.nodes.len() as u32;
        for &position in &positions {
            let node = tree.node(position);
            tree.nodes.push(node);
        }
        made += positions.len() as u64;
        let node = &mut tree.nodes[leaf as usize];
        (node.first, node.count, node.expanded) = (first, positions.len() as u32, true);
        while let Some(at) = path.pop() {
            tree.update(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;

    /// Take one to three sticks; the player who takes the last one wins. A position is `(n, first to move)`.
    struct Nim;

    impl Game for Nim {
        type Position = (u32, bool);

        fn over(&self, &(sticks, first): &(u32, bool)) -> Option<bool> {
            (sticks == 0).then_some(!first)
        }

        fn is_or(&self, &(_, first): &(u32, bool)) -> bool {
            first
        }

        fn children(&self, &(sticks, first): &(u32, bool), _: &Switches, out: &mut Vec<(u32, bool)>) {
            out.extend((1..=sticks.min(3)).map(|taken| (sticks - taken, !first)));
        }

        fn playout(&self, (mut sticks, mut first): (u32, bool), _: &Switches, stream: &mut Stream) -> bool {
            while sticks > 0 {
                sticks -= 1 + stream.index(sticks.min(3) as usize) as u32;
                first = !first;
            }
            !first
        }
    }

    fn said(search: Search, switches: &Switches, sticks: u32) -> Conclusion {
        let stream = Seed(1).stream(0);
        run(&Nim, (sticks, true), (search, switches), (1e-9, 100_000), stream, &StopFlag::new())
    }

    #[test]
    fn without_the_programs_ways_all_three_searches_are_right() {
        for search in Search::ALL {
            for sticks in 1..=9 {
                let found = said(search, &Switches::ARTICLE, sticks);
                assert_eq!(found.answer, Some(sticks % 4 != 0), "{search:?} {sticks}");
            }
        }
    }

    #[test]
    fn reversed_numbers_make_mcpns_slower_but_not_wrong() {
        let upside = Switches { inverted: true, ..Switches::ARTICLE };
        let nodes = |switches: &Switches| -> u64 {
            (5..=11)
                .map(|sticks| {
                    let found = said(Search::Mcpns, switches, sticks);
                    assert_eq!(found.answer, Some(sticks % 4 != 0), "{sticks}");
                    found.nodes
                })
                .sum()
        };
        assert!(nodes(&upside) > nodes(&Switches::ARTICLE));
    }
}
