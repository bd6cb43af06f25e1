//! Sets of the places of a digit as bits.

use crate::grid::{Cell, CellSet, Shape, array_of};

/// The places of a digit, numbered, since few cells hold it.
pub(super) struct Numbers {
    numbers: [u16; Shape::MAX_N * Shape::MAX_N],
    pub(super) n: usize,
}

impl Numbers {
    pub(super) fn new(places: &CellSet) -> Numbers {
        let mut numbers = Numbers { numbers: [0; Shape::MAX_N * Shape::MAX_N], n: 0 };
        for cell in places.iter() {
            numbers.numbers[cell.index()] = numbers.n as u16;
            numbers.n += 1;
        }
        numbers
    }

    pub(super) fn of_cell(&self, cell: Cell) -> usize {
        usize::from(self.numbers[cell.index()])
    }

    pub(super) fn of<const W: usize>(&self, cells: &CellSet) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for cell in cells.iter() {
            bits.insert(self.of_cell(cell));
        }
        bits
    }
}

/// A set of numbered places.
#[derive(Clone, Copy)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Bits<W> = Bits([0; W]);

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; W]
    }

    #[inline]
    pub(super) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    #[inline]
    pub(super) fn contains(self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// How many of the places are in the other set as well.
    #[inline]
    pub(super) fn n_common(self, other: Bits<W>) -> u32 {
        (0..W).map(|i| (self.0[i] & other.0[i]).count_ones()).sum()
    }

    /// The places in both sets.
    #[inline]
    pub(super) fn common(self, other: Bits<W>) -> Bits<W> {
        Bits(array_of(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(super) fn union(self, other: Bits<W>) -> Bits<W> {
        Bits(array_of(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    pub(super) fn without(self, other: Bits<W>) -> Bits<W> {
        Bits(array_of(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    pub(super) fn is_disjoint(self, other: Bits<W>) -> bool {
        (0..W).all(|i| self.0[i] & other.0[i] == 0)
    }

    /// The lowest place, if there is any.
    #[inline]
    pub(super) fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_the_largest_grid_have_a_number_each() {
        let all = CellSet::first(Shape::MAX_N * Shape::MAX_N);
        let numbers = Numbers::new(&all);
        let mut left: Bits<10> = numbers.of(&all);
        for cell in all.iter() {
            assert!(left.contains(numbers.of_cell(cell)));
            left.remove(numbers.of_cell(cell));
        }
        assert!(left.is_empty() && numbers.n == all.len());
    }
}
