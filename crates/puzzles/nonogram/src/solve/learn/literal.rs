//! Literals: "cell 17 is black", "cell 17 is white".

/// A cell, counted row by row from 0, with a colour.
///
/// The low bit is the colour (0 = black), the rest the cell, so that a literal is an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Literal(pub(crate) u32);

impl Literal {
    #[inline]
    pub(crate) fn new(cell: usize, black: bool) -> Literal {
        Literal((cell as u32) << 1 | u32::from(!black))
    }

    #[inline]
    pub(crate) fn cell(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(crate) fn is_black(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// As proofs write it: the cell's number from 1, negative for white.
    pub(crate) fn signed(self) -> i64 {
        let number = self.cell() as i64 + 1;
        if self.is_black() { number } else { -number }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;
    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
