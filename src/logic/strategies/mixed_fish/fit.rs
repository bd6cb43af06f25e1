//! As many bases as covers among houses of any kinds.

use crate::grid::{Cell, CellSet, Shape, array_of};
use std::ops::ControlFlow;

/// Receives bases and covers, as numbers of houses.
pub(super) type Visitor<'a> = dyn FnMut(&[u8], &[u8]) -> ControlFlow<()> + 'a;

/// The places of a digit, numbered, since few cells hold it.
pub(super) struct Numbers {
    numbers: [u8; Shape::MAX_N * Shape::MAX_N],
    pub(super) n: usize,
}

impl Numbers {
    pub(super) fn new(places: &CellSet) -> Numbers {
        let mut numbers = Numbers { numbers: [0; Shape::MAX_N * Shape::MAX_N], n: 0 };
        for cell in places.iter() {
            numbers.numbers[cell.index()] = numbers.n as u8;
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
            let number = self.of_cell(cell);
            bits.0[number / 64] |= 1 << (number % 64);
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
    fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }
}

/// The choice of bases that share no place and lie within some covers.
pub(super) struct Fit<'a, const SIZE: usize, const W: usize> {
    /// The places that count, by house.
    pub(super) places: &'a [Bits<W>],
    /// The houses that hold each place, whether or not it counts.
    pub(super) houses_of: &'a [Vec<u8>],
    /// Houses to choose bases from; each has places that count.
    pub(super) bases: Vec<u8>,
    /// Whether a house may be a cover.
    pub(super) is_cover: Vec<bool>,
}

impl<const SIZE: usize, const W: usize> Fit<'_, SIZE, W> {
    /// Visits every choice of bases with every choice of exactly so many covers that hold their places, at most SIZE; some
    /// more than once. Covers that hold nothing which the others do not are left out.
    pub(super) fn run(&self, n_covers: usize, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        self.base(0, Bits::EMPTY, &mut [0; SIZE], 0, n_covers, visit)
    }

    /// Chooses the other bases.
    fn base(
        &self,
        from: usize,
        union: Bits<W>,
        chosen: &mut [u8; SIZE],
        n_chosen: usize,
        n_covers: usize,
        visit: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        if n_chosen == SIZE {
            return self.cover(union, chosen, &mut [0; SIZE][..n_covers], 0, visit);
        }
        // Enough have to be left.
        for at in from..(self.bases.len() + n_chosen + 1).saturating_sub(SIZE) {
            let places = self.places[usize::from(self.bases[at])];
            chosen[n_chosen] = self.bases[at];
            let all = union.union(places);
            if places.is_disjoint(union) && self.may_lie_in(all, &chosen[..=n_chosen], n_covers) {
                self.base(at + 1, all, chosen, n_chosen + 1, n_covers, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The covers that hold a place and are none of these bases.
    fn covers_of(&self, place: usize, bases: &[u8]) -> impl Iterator<Item = u8> {
        let is_free = |cover: &u8| self.is_cover[usize::from(*cover)] && !bases.contains(cover);
        self.houses_of[place].iter().copied().filter(is_free)
    }

    /// Whether so many covers hold these places of the bases.
    fn may_lie_in(&self, places: Bits<W>, bases: &[u8], n_covers: usize) -> bool {
        let Some(first) = places.first() else { return true };
        let left = |cover: u8| places.without(self.places[usize::from(cover)]);
        n_covers > 0 && self.covers_of(first, bases).any(|cover| self.may_lie_in(left(cover), bases, n_covers - 1))
    }

    /// Chooses the other covers for what is left of the places of the bases.
    fn cover(
        &self,
        places: Bits<W>,
        bases: &[u8],
        chosen: &mut [u8],
        n_chosen: usize,
        visit: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        let Some(first) = places.first() else {
            // Bases in fewer covers contradict each other.
            return if n_chosen == chosen.len() { visit(bases, chosen) } else { ControlFlow::Continue(()) };
        };
        if n_chosen == chosen.len() {
            return ControlFlow::Continue(());
        }
        for cover in self.covers_of(first, bases) {
            chosen[n_chosen] = cover;
            let left = places.without(self.places[usize::from(cover)]);
            self.cover(left, bases, chosen, n_chosen + 1, visit)?;
        }
        ControlFlow::Continue(())
    }
}
