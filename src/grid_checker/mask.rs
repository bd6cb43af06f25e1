//! Sets of cells in as few words as the shape needs.

use crate::grid::array_of;

/// A set of cells in `W` words of 64.
pub(super) type Mask<const W: usize> = [u64; W];

#[inline]
pub(super) fn and<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    array_of(|i| a[i] & b[i])
}

#[inline]
pub(super) fn and_not<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    array_of(|i| a[i] & !b[i])
}

#[inline]
pub(super) fn or<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    array_of(|i| a[i] | b[i])
}

#[inline]
pub(super) fn is_empty<const W: usize>(a: &Mask<W>) -> bool {
    let mut any = 0;
    for word in a {
        any |= word;
    }
    any == 0
}

#[inline]
pub(super) fn meets<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> bool {
    !is_empty(&and(a, b))
}

#[inline]
pub(super) fn has<const W: usize>(a: &Mask<W>, cell: usize) -> bool {
    a[cell / 64] >> (cell % 64) & 1 == 1
}

#[inline]
pub(super) fn insert<const W: usize>(a: &mut Mask<W>, cell: usize) {
    a[cell / 64] |= 1 << (cell % 64);
}

#[inline]
pub(super) fn remove<const W: usize>(a: &mut Mask<W>, cell: usize) {
    a[cell / 64] &= !(1 << (cell % 64));
}

#[inline]
pub(super) fn len<const W: usize>(a: &Mask<W>) -> usize {
    a.iter().map(|word| word.count_ones() as usize).sum()
}

/// The cells in ascending order.
pub(super) fn cells<const W: usize>(a: &Mask<W>) -> impl Iterator<Item = usize> + use<W> {
    let words = *a;
    words.into_iter().enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                64 * i + bit
            })
        })
    })
}
