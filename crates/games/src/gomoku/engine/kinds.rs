//! What a stone makes on all four lines through it together.

use super::shapes::Shape;

/// What a stone threatens, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Nothing yet.
    #[default]
    Quiet,
    /// Two lines at once that may become threats.
    Cross,
    /// An open three.
    Three,
    /// Two open threes.
    DoubleThree,
    /// A four, which has one answer.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: more than one answer can stop.
    Unstoppable,
    /// A row.
    Five,
}

/// How many kinds there are.
pub(crate) const KINDS: usize = Kind::Five as usize + 1;

/// What a shape adds to the sum of a point: four lines fit into each field of it.
pub(crate) const fn weight_in_sum(shape: Shape) -> u32 {
    match shape {
        Shape::Five => 1 << 16,
        Shape::OpenFour => 1 << 12,
        Shape::Four => 1 << 9,
        Shape::OpenThree => 1 << 6,
        Shape::ClosedThree | Shape::OpenTwo => 1 << 3,
        _ => 0,
    }
}

/// The kind of a point whose four lines add up to `sum`.
#[inline]
pub(crate) fn kind(sum: u32) -> Kind {
    if sum < 1 << 6 {
        return if sum >= 2 << 3 { Kind::Cross } else { Kind::Quiet };
    }
    let (fours, threes) = (sum >> 9 & 7, sum >> 6 & 7);
    if sum >= 1 << 16 {
        Kind::Five
    } else if sum >= 1 << 12 || fours >= 2 {
        Kind::Unstoppable
    } else if fours == 1 {
        if threes > 0 { Kind::FourThree } else { Kind::Four }
    } else if threes >= 2 {
        Kind::DoubleThree
    } else {
        Kind::Three
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_add_up_to_threats() {
        let of = |shapes: &[Shape]| kind(shapes.iter().map(|&shape| weight_in_sum(shape)).sum());
        use Shape::{ClosedThree, ClosedTwo, Five, Four, OpenFour, OpenThree, OpenTwo};
        assert_eq!(of(&[ClosedTwo; 4]), Kind::Quiet);
        assert_eq!(of(&[OpenTwo, ClosedThree]), Kind::Cross);
        assert_eq!(of(&[OpenTwo, OpenTwo, OpenThree]), Kind::Three);
        assert_eq!(of(&[OpenThree; 4]), Kind::DoubleThree);
        assert_eq!(of(&[Four, OpenTwo]), Kind::Four);
        assert_eq!(of(&[Four, OpenThree]), Kind::FourThree);
        assert_eq!(of(&[Four, Four]), Kind::Unstoppable);
        assert_eq!(of(&[OpenFour, OpenThree]), Kind::Unstoppable);
        assert_eq!(of(&[Four; 4]), Kind::Unstoppable);
        assert_eq!(of(&[Five, OpenFour]), Kind::Five);
    }
}
