//! Layouts for tests that are not plain.

use super::{Line, Puzzle, SHAPES, Shape};

/// Such layouts, each with a solution grid.
fn irregular_grids() -> impl Iterator<Item = (Shape, Puzzle)> + Clone {
    let lines = include_str!("../../tests/data/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (layout, text) = line.split_once(" | ").expect("a layout and a grid");
        let shape: Shape = layout.parse().expect("a layout");
        (shape, Line { number: 1, column: 1, text }.puzzle(shape).expect("a grid"))
    })
}

/// The layouts that are not plain and that tests try, at most so many rows high.
pub(crate) fn irregular_shapes(most: usize) -> impl Iterator<Item = Shape> + Clone {
    irregular_grids().map(|(shape, _)| shape).filter(move |shape| shape.n() <= most)
}

/// [`SHAPES`] and layouts that are not plain.
pub(crate) fn all_shapes() -> impl Iterator<Item = Shape> + Clone {
    SHAPES.into_iter().chain(irregular_shapes(16))
}

/// A solution grid of a layout that is not plain and that tests try.
pub(crate) fn irregular_solution(shape: Shape) -> Option<Puzzle> {
    irregular_grids().find(|&(known, _)| known == shape).map(|(_, grid)| grid)
}
