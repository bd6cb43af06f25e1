//! Arrays made element by element.

/// The array of the values at 0, 1, 2 and so on.
///
/// This is `std::array::from_fn` for inner loops: that one is not inlined from one codegen unit into another, and the
/// release profile has no link-time optimisation that would make up for it.
#[inline]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    for (i, element) in all.iter_mut().enumerate() {
        *element = value(i);
    }
    all
}
