//! Digits and sets of digits.

use std::fmt;

/// A digit, 1-based as it is printed (1..=N, at most 25).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digit(u8);

impl Digit {
    /// The digit with this printed value.
    ///
    /// # Panics
    /// If `value` is not in 1..=25.
    #[inline]
    pub const fn new(value: u8) -> Digit {
        assert!(value >= 1 && value <= 25);
        Digit(value)
    }

    /// The digit with this printed value, if it is in 1..=25.
    #[inline]
    pub const fn try_new(value: u8) -> Option<Digit> {
        if value >= 1 && value <= 25 { Some(Digit(value)) } else { None }
    }

    /// The digit with this 0-based index (0..25).
    #[inline]
    pub const fn from_index(index: usize) -> Digit {
        Digit(index as u8 + 1)
    }

    /// The printed value, 1..=25.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// The 0-based index, 0..25.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The character used in text forms: 1-9, then A-P.
    pub const fn to_char(self) -> char {
        if self.0 <= 9 { (b'0' + self.0) as char } else { (b'A' + self.0 - 10) as char }
    }

    /// The digit written as `c` (1-9, A-P or a-p), whatever the size.
    pub const fn from_char(c: char) -> Option<Digit> {
        match c {
            '1'..='9' => Some(Digit(c as u8 - b'0')),
            'A'..='P' => Some(Digit(c as u8 - b'A' + 10)),
            'a'..='p' => Some(Digit(c as u8 - b'a' + 10)),
            _ => None,
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

/// A set of digits; bit `i` stands for the digit with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DigitSet(pub u32);

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet(0);

    /// The digits 1..=n (n in 0..=25).
    #[inline]
    pub const fn all(n: usize) -> DigitSet {
        DigitSet((1u32 << n) - 1)
    }

    /// The set of one digit.
    #[inline]
    pub const fn single(digit: Digit) -> DigitSet {
        DigitSet(1 << digit.index())
    }

    /// Whether the digit is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Puts a digit in; true if it was new.
    #[inline]
    pub const fn insert(&mut self, digit: Digit) -> bool {
        let new = !self.contains(digit);
        self.0 |= 1 << digit.index();
        new
    }

    /// Takes a digit out; true if it was there.
    #[inline]
    pub const fn remove(&mut self, digit: Digit) -> bool {
        let had = self.contains(digit);
        self.0 &= !(1 << digit.index());
        had
    }

    /// Number of digits.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no digit.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are at most so many digits; for small numbers quicker than counting them.
    #[inline]
    pub const fn has_at_most(self, n: usize) -> bool {
        let mut bits = self.0;
        let mut i = 0;
        while i < n {
            bits &= bits.wrapping_sub(1);
            i += 1;
        }
        bits == 0
    }

    /// The only digit, if there is exactly one.
    #[inline]
    pub const fn only(self) -> Option<Digit> {
        if self.0.is_power_of_two() { Some(Digit::from_index(self.0.trailing_zeros() as usize)) } else { None }
    }

    /// The digits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Digit> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let index = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(Digit::from_index(index))
        })
    }
}

impl fmt::Debug for DigitSet {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Digit::value)).finish()
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(iter: I) -> Self {
        let mut set = DigitSet::EMPTY;
        for digit in iter {
            set.insert(digit);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_print_as_they_parse() {
        assert_eq!((Digit::try_new(0), Digit::try_new(26)), (None, None));
        for value in 1..=25 {
            let digit = Digit::new(value);
            assert_eq!(Digit::try_new(value), Some(digit));
            assert_eq!(Digit::from_char(digit.to_char()), Some(digit));
        }
        assert_eq!(Digit::new(10).to_char(), 'A');
        assert_eq!(Digit::new(25).to_char(), 'P');
        assert_eq!(Digit::from_char('Q'), None);
        assert_eq!(Digit::from_char('0'), None);
        assert_eq!(DigitSet::all(16).len(), 16);
        for bits in (0..1u32 << 25).step_by(97).chain(0..1 << 16) {
            let set = DigitSet(bits);
            assert!((0..=25).all(|n| set.has_at_most(n) == (set.len() <= n)), "{bits:b}");
        }
    }
}
