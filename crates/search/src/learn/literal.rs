//! Literals: "variable 17 is true", "variable 17 is false".

/// A variable or its opposite.
///
/// The low bit is the sign (0 = true), the rest is the variable, so that a literal is an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(pub(super) u32);

impl Literal {
    /// That a variable is true, or that it is false.
    #[inline]
    pub fn new(variable: usize, holds: bool) -> Literal {
        Literal((variable as u32) << 1 | u32::from(!holds))
    }

    /// The variable.
    #[inline]
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it says that the variable is true.
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
