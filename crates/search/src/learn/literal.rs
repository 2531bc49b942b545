//! Literals: "variable 17 holds", "variable 17 does not hold".

/// A variable or its opposite.
///
/// The low bit says which (0 = it holds), the rest is the variable, so that a literal is an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(pub(super) u32);

impl Literal {
    /// That a variable holds, or that it does not.
    #[inline]
    pub fn new(variable: usize, holds: bool) -> Literal {
        Literal((variable as u32) << 1 | u32::from(!holds))
    }

    /// The variable.
    #[inline]
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it says that the variable holds.
    #[inline]
    pub fn holds(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;
    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
