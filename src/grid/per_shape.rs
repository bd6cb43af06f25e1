//! Tables that are built once for each shape.

use super::Shape;
use std::sync::OnceLock;

/// Shapes in the first chunk; each chunk after it holds twice as many as the one before.
const FIRST: usize = 16;
const N_CHUNKS: usize = 24;

type Chunk<T> = Box<[OnceLock<T>]>;

/// One value for each shape, built when it is first asked for and kept as long as the program runs.
///
/// Looking a value up takes no lock: the chunks never move.
#[derive(Debug)]
pub struct PerShape<T> {
    chunks: [OnceLock<Chunk<T>>; N_CHUNKS],
}

impl<T> PerShape<T> {
    /// A table without values.
    pub const fn new() -> PerShape<T> {
        PerShape { chunks: [const { OnceLock::new() }; N_CHUNKS] }
    }

    /// The value of a shape.
    #[inline]
    pub fn get_or_init(&self, shape: Shape, build: impl FnOnce() -> T) -> &T {
        let at = shape.index() + FIRST;
        let chunk = at.ilog2() - FIRST.ilog2();
        let n = FIRST << chunk;
        let values = self.chunks[chunk as usize].get_or_init(|| (0..n).map(|_| OnceLock::new()).collect());
        values[at - n].get_or_init(build)
    }
}

impl<T> Default for PerShape<T> {
    fn default() -> PerShape<T> {
        PerShape::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    #[test]
    fn every_shape_has_a_value_of_its_own() {
        let table = PerShape::new();
        let mut shapes = SHAPES.to_vec();
        // Rows of which one cell is exchanged with the one below: enough partitions to reach a second chunk.
        for cell in 0..20 {
            let mut regions: Vec<u8> = (0..25).map(|cell| cell / 5).collect();
            regions.swap(cell, cell + 5);
            shapes.extend(Shape::irregular(5, &regions));
        }
        shapes.sort_unstable_by_key(|shape| shape.index());
        shapes.dedup();
        assert!(shapes.len() > FIRST, "{}", shapes.len());
        for &shape in &shapes {
            assert_eq!(*table.get_or_init(shape, || shape.to_string()), shape.to_string());
        }
        for &shape in &shapes {
            assert_eq!(*table.get_or_init(shape, String::new), shape.to_string(), "built once");
        }
    }
}
