//! As many bases as covers among houses of any kinds.

use super::super::bits::Bits;
use std::ops::ControlFlow;

/// Receives bases and covers, as numbers of houses.
pub(super) type Visitor<'a> = dyn FnMut(&[u8], &[u8]) -> ControlFlow<()> + 'a;

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
