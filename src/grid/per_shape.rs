//! Tables that are built once for each shape and kept with its geometry.

use super::Geometry;
use std::any::Any;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More kinds of tables than the program has.
const MOST: usize = 32;

/// The tables that hang on one geometry, by the numbers of their kinds.
#[derive(Debug)]
pub(super) struct FurtherTables([OnceLock<Box<dyn Any + Send + Sync>>; MOST]);

impl FurtherTables {
    pub(super) const fn new() -> FurtherTables {
        FurtherTables([const { OnceLock::new() }; MOST])
    }
}

/// A kind of table of which each shape has one, built when it is first asked for and kept as long as the
/// [`Geometry`] it hangs on. To be a static.
///
/// Looking a table up takes no lock.
#[derive(Debug)]
pub struct PerShape<T> {
    /// The number of the kind, given when the first table is asked for.
    number: OnceLock<usize>,
    tables: PhantomData<fn() -> T>,
}

impl<T: Any + Send + Sync> PerShape<T> {
    /// A kind of table, of which there is none yet.
    pub const fn new() -> PerShape<T> {
        PerShape { number: OnceLock::new(), tables: PhantomData }
    }

    /// The table of the shape that a geometry belongs to.
    #[inline]
    pub fn get_or_init<'a>(&self, geometry: &'a Geometry, build: impl FnOnce() -> T) -> &'a T {
        static N_KINDS: AtomicUsize = AtomicUsize::new(0);
        let number = *self.number.get_or_init(|| N_KINDS.fetch_add(1, Ordering::Relaxed));
        let table = geometry.further_tables.0[number].get_or_init(|| Box::new(build()));
        table.downcast_ref().expect("the number belongs to this kind alone")
    }
}

impl<T: Any + Send + Sync> Default for PerShape<T> {
    fn default() -> PerShape<T> {
        PerShape::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, Shape};

    #[test]
    fn every_geometry_has_a_table_of_each_kind() {
        static NAMES: PerShape<String> = PerShape::new();
        static SIZES: PerShape<usize> = PerShape::new();
        let geometries = SHAPES.map(Shape::geometry);
        for geometry in &geometries {
            assert_eq!(*NAMES.get_or_init(geometry, || geometry.shape.to_string()), geometry.shape.to_string());
            assert_eq!(*SIZES.get_or_init(geometry, || geometry.shape.n()), geometry.shape.n());
        }
        for geometry in &geometries {
            assert_eq!(*NAMES.get_or_init(geometry, String::new), geometry.shape.to_string(), "built once");
        }
    }
}
