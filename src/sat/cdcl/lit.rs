//! Literals.

/// A literal: variable times two, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(pub u32);

impl Lit {
    /// The literal of a variable.
    #[inline]
    pub const fn new(var: usize, positive: bool) -> Lit {
        Lit((var as u32) << 1 | !positive as u32)
    }

    /// Its variable.
    #[inline]
    pub const fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is not negated.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// As an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As DIMACS writes it: variables from 1, negative if negated.
    pub const fn dimacs(self) -> i32 {
        let var = (self.0 >> 1).cast_signed() + 1;
        if self.is_positive() { var } else { -var }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
