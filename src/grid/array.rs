//! Arrays made element by element.

/// The array of the values at 0, 1, 2 and so on.
///
/// This is `std::array::from_fn` for inner loops: that one is not inlined from one codegen unit into another, which a
/// build without link-time optimisation (the profile of `scripts/start`) would suffer from.
#[inline]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    for (i, element) in all.iter_mut().enumerate() {
        *element = value(i);
    }
    all
}
