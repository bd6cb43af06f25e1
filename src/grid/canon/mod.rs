//! Canonical forms: which puzzles and solution grids are the same up to symmetry.
//!
//! Equivalent means equal up to renaming digits, permuting bands, stacks, rows within
//! bands and columns within stacks, and transposing where boxes are square (McGuire,
//! Tugemann and Civario, section 3.1; other boxes change their shape when transposed).
//! The canonical form is plain *minlex*: the equivalent puzzle that comes first when
//! written row by row, empty cells as 0.

mod burnside;
mod catalogue;
mod compressed;
mod full;
mod irregular;
mod lines;
mod orders;
mod refined;
mod second_rows;
mod sparse;
mod transform;

pub use burnside::{FixedGridCount, GridCount, RearrangementClass, count_grids, rearrangement_classes};
pub use catalogue::{CatalogueVisitor, catalogue};
pub use compressed::{BLOCK, CompressedError, CompressedGrids, Compressor, ReadAt};
pub use irregular::line_moves;
pub use transform::Isomorphism;

use super::{CellSet, Puzzle, Shape};
use lines::Lines;

/// The canonical form of a puzzle and how to get there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The minlex form.
    pub puzzle: Puzzle,
    /// Number of automorphisms: ways of moving cells and renaming the digits that occur which
    /// leave the puzzle as it is. 1 for most; at most 2^64 - 1 is reported.
    pub n_automorphisms: u64,
    /// Maps the puzzle onto its minlex form.
    pub transform: Isomorphism,
}

/// Why there is no canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CanonError {
    /// More ways of arranging it lead equally far than can be followed. This takes very few clues, or a
    /// shape larger than 9x9 almost filled; no proper 9x9 puzzle does it. Equivalent puzzles all do it
    /// or none; [`class`] tells proper ones apart all the same.
    #[error("the puzzle has too many symmetric parts for a canonical form")]
    TooSymmetric,
    /// A row repeats a digit, or a column where the shape may be transposed.
    #[error("the puzzle repeats a digit in a line")]
    Conflict,
    /// The layout can be rearranged in too many ways, and none was found that takes it back to itself.
    #[error("the layout can be rearranged in too many ways for a canonical form")]
    TooManyMoves,
}

/// Minlex form of a puzzle or solution grid, whether proper or not. On layouts whose rows and columns can be moved in more
/// ways than can be listed (Latin squares from 6x6 on) it is another form, which equivalent puzzles share just as well.
///
/// ```
/// use cluesmith::grid::Puzzle;
/// use cluesmith::grid::canon::canonical;
///
/// let puzzle: Puzzle = "1.....3..1.....2".parse()?;
/// // Another name for each digit, and two rows exchanged.
/// let image: Puzzle = "..2.4....4.....3".parse()?;
/// let form = canonical(&puzzle)?;
/// assert_eq!(form.puzzle, canonical(&image)?.puzzle);
/// assert_eq!(form.transform.apply(&puzzle), form.puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`CanonError`].
pub fn canonical(puzzle: &Puzzle) -> Result<Canonical, CanonError> {
    if !has_lines(puzzle.shape()) {
        return irregular::minlex(puzzle);
    }
    if puzzle.is_solution() {
        let (values, transforms) = full::minlex(&Lines::new(puzzle));
        let n_automorphisms = transforms.len() as u64;
        let transform = full::transform(puzzle, &transforms[0]);
        return Ok(Canonical { puzzle: Puzzle::from_values(puzzle.shape(), &values), n_automorphisms, transform });
    }
    sparse::minlex(puzzle)
}

/// Whether the forms of this shape are found line by line. Other layouts, and grids of more than 16 rows, have a method
/// that knows nothing of bands and stacks.
const fn has_lines(shape: Shape) -> bool {
    shape.is_plain() && !shape.is_large()
}

/// What equivalent proper puzzles share, and no others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// The minlex form.
    Form(Puzzle),
    /// For puzzles without a form: the minlex form of the solution, and the clue cells in it,
    /// in the way of arranging it that gives the smallest set.
    InSolution(Puzzle, CellSet),
}

/// The class of a proper puzzle; its solution is asked for only where there is no minlex form.
///
/// # Errors
/// See [`CanonError`]: if there is no form and no solution either.
pub fn class(puzzle: &Puzzle, solution: impl FnOnce() -> Option<Puzzle>) -> Result<Class, CanonError> {
    let error = match canonical(puzzle) {
        Ok(canonical) => return Ok(Class::Form(canonical.puzzle)),
        Err(error) => error,
    };
    let solution = solution().filter(|grid| grid.is_solution() && grid.masked(&puzzle.pattern()) == *puzzle);
    Ok(class_in(&solution.ok_or(error)?, puzzle))
}

/// The class of a proper puzzle by its solution.
fn class_in(grid: &Puzzle, puzzle: &Puzzle) -> Class {
    if !has_lines(grid.shape()) {
        let (form, ways) = irregular::ways(grid);
        return Class::InSolution(form, irregular::clues_in(&ways, puzzle));
    }
    let (values, ties) = full::minlex(&Lines::new(grid));
    let clues = ties.iter().map(|tie| full::transform(grid, tie).apply(puzzle).pattern().cells).min();
    Class::InSolution(Puzzle::from_values(grid.shape(), &values), clues.unwrap_or_default())
}

/// A transformation that maps the first puzzle onto the second, if they are equivalent.
///
/// # Errors
/// See [`canonical`].
pub fn equivalence(from: &Puzzle, to: &Puzzle) -> Result<Option<Isomorphism>, CanonError> {
    if from.shape() != to.shape() || from.n_clues() != to.n_clues() {
        return Ok(None);
    }
    let (a, b) = (canonical(from)?, canonical(to)?);
    Ok((a.puzzle == b.puzzle).then(|| a.transform.then(&b.transform.inverse())))
}

/// Every transformation that leaves a solution grid as it is, the identity among them; their
/// number is the order of its automorphism group. Only the identity where there are too many to list.
///
/// # Panics
/// If the grid is not a solution grid.
pub fn automorphisms(grid: &Puzzle) -> Vec<Isomorphism> {
    assert!(grid.is_solution());
    if !has_lines(grid.shape()) {
        let (_, ways) = irregular::ways(grid);
        let first = ways[0].inverse();
        return ways.iter().map(|way| way.then(&first)).collect();
    }
    let (_, ties) = full::minlex(&Lines::new(grid));
    let first = full::transform(grid, &ties[0]).inverse();
    ties.iter().map(|tie| full::transform(grid, tie).then(&first)).collect()
}

#[cfg(test)]
mod tests;
