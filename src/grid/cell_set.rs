//! Sets of cells.

use super::{Cell, Shape, array_of};
use std::fmt;

/// Words of a set of cells, enough for the largest grid.
const WORDS: usize = (Shape::MAX_N * Shape::MAX_N).div_ceil(64);

/// A set of cells of a grid of any size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// The first `count` cells (0..=625).
    pub fn first(count: usize) -> CellSet {
        (0..count).map(Cell::from_index).collect()
    }

    /// The set as bits: cell `i` is bit `i % 64` of word `i / 64`.
    #[inline]
    pub const fn words(&self) -> [u64; WORDS] {
        self.0
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() >> 6] >> (cell.index() & 63) & 1 == 1
    }

    /// Puts a cell in; true if it was new.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) -> bool {
        let new = !self.contains(cell);
        self.0[cell.index() >> 6] |= 1 << (cell.index() & 63);
        new
    }

    /// Takes a cell out; true if it was there.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) -> bool {
        let had = self.contains(cell);
        self.0[cell.index() >> 6] &= !(1 << (cell.index() & 63));
        had
    }

    /// Number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        // Comparing arrays of this length would be a call of the C library.
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The cells in both sets.
    #[must_use]
    #[inline]
    pub fn intersection(&self, other: &CellSet) -> CellSet {
        CellSet(array_of(|i| self.0[i] & other.0[i]))
    }

    /// The cells in either set.
    #[must_use]
    #[inline]
    pub fn union(&self, other: &CellSet) -> CellSet {
        CellSet(array_of(|i| self.0[i] | other.0[i]))
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    #[inline]
    pub fn difference(&self, other: &CellSet) -> CellSet {
        CellSet(array_of(|i| self.0[i] & !other.0[i]))
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &CellSet) -> bool {
        self.difference(other).is_empty()
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < WORDS && words[word] == 0 {
                word += 1;
            }
            if word == WORDS {
                return None;
            }
            let bit = words[word].trailing_zeros() as usize;
            words[word] &= words[word] - 1;
            Some(Cell::from_index(word * 64 + bit))
        })
    }
}

impl fmt::Debug for CellSet {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(iter: I) -> Self {
        let mut set = CellSet::EMPTY;
        for cell in iter {
            set.insert(cell);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cell_sets_behave_like_sorted_sets(a in prop::collection::btree_set(0u16..625, 0..60), b in prop::collection::btree_set(0u16..625, 0..60)) {
            let sa: CellSet = a.iter().map(|&c| Cell(c)).collect();
            let sb: CellSet = b.iter().map(|&c| Cell(c)).collect();
            prop_assert_eq!(sa.len(), a.len());
            prop_assert_eq!(sa.iter().map(|c| c.0).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(sa.union(&sb).iter().map(|c| c.0).collect::<Vec<_>>(), a.union(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(sa.intersection(&sb).iter().map(|c| c.0).collect::<Vec<_>>(), a.intersection(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(sa.difference(&sb).iter().map(|c| c.0).collect::<Vec<_>>(), a.difference(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(sa.is_subset(&sb), a.is_subset(&b));
        }
    }
}
