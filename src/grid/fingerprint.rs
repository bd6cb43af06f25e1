//! A number that equivalent puzzles share.

use super::{Puzzle, Shape};

/// A number that is the same for equivalent puzzles, and almost always different for others.
///
/// Equivalent: equal up to renaming digits, permuting bands, stacks, rows within bands,
/// columns within stacks, and transposing (square boxes only). Different fingerprints
/// prove that two puzzles are essentially different; equal ones prove nothing.
///
/// Method: colour refinement. Every clue starts with the same colour; in each round its
/// colour is mixed with the colours found in its row, column, box, band and stack and with
/// those of the same digit, in ways that do not depend on order.
pub fn fingerprint(puzzle: &Puzzle) -> u64 {
    let shape = puzzle.shape();
    let n = shape.n();
    let clues: Vec<Place> = puzzle.clues().map(|(cell, digit)| Place::new(shape, cell, digit.index())).collect();
    let mut colours = vec![1u64; clues.len()];
    let mut sums = vec![[0u64; 6]; n];
    for _ in 0..ROUNDS {
        sums.fill([0; 6]);
        for (place, &colour) in clues.iter().zip(&colours) {
            for (kind, &index) in place.0.iter().enumerate() {
                sums[index][kind] = sums[index][kind].wrapping_add(mix(colour));
            }
        }
        for (place, colour) in clues.iter().zip(&mut colours) {
            let [row, col, bx, band, stack, digit] = std::array::from_fn(|kind| mix(sums[place.0[kind]][kind]));
            // Bands and stacks differ in kind unless boxes are square and may be transposed.
            let (along, across) = (mix(row.wrapping_add(mix(band))), mix(col.wrapping_add(mix(stack))));
            let lines =
                if shape.is_square() { along.wrapping_add(across) } else { along.wrapping_mul(3).wrapping_add(across) };
            *colour = mix(colour.wrapping_add(mix(lines)).wrapping_add(mix(bx ^ 0xB0)).wrapping_add(mix(digit ^ 0xD1)));
        }
    }
    colours.iter().fold(clues.len() as u64, |sum, &colour| sum.wrapping_add(mix(colour)))
}

/// Enough rounds for a difference to travel through any grid.
const ROUNDS: usize = 6;

/// Row, column, box, band, stack and digit of a clue.
struct Place([usize; 6]);

impl Place {
    fn new(shape: Shape, cell: super::Cell, digit: usize) -> Place {
        let (row, col) = (shape.row(cell), shape.col(cell));
        Place([row, col, shape.box_of(cell), row / shape.box_rows(), col / shape.box_cols(), digit])
    }
}

/// Scatters the bits (finaliser of splitmix64).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, SHAPES};
    use proptest::prelude::*;

    /// A permutation of 0..n from random numbers.
    fn permutation(n: usize, bits: &mut impl Iterator<Item = usize>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, bits.next().expect("bits") % (i + 1));
        }
        order
    }

    /// Lines 0..n permuted within groups of `size`, and the groups permuted.
    fn lines(n: usize, size: usize, bits: &mut impl Iterator<Item = usize>) -> Vec<usize> {
        let groups = permutation(n / size, bits);
        groups
            .into_iter()
            .flat_map(|g| permutation(size, bits).into_iter().map(move |i| g * size + i).collect::<Vec<_>>())
            .collect()
    }

    proptest! {
        #[test]
        fn equivalent_puzzles_share_it(
            index in 0..SHAPES.len(),
            values in prop::collection::vec(0u8..=40, 256),
            bits in prop::collection::vec(any::<usize>(), 200),
        ) {
            let shape = SHAPES[index];
            let n = shape.n();
            let values: Vec<u8> =
                values[..shape.n_cells()].iter().map(|&v| if usize::from(v) <= n { v } else { 0 }).collect();
            let puzzle = Puzzle::from_values(shape, &values);
            let mut bits = bits.into_iter();
            let digits = permutation(n, &mut bits);
            let rows = lines(n, shape.box_rows(), &mut bits);
            let cols = lines(n, shape.box_cols(), &mut bits);
            let transpose = shape.is_square() && bits.next().expect("bits") % 2 == 0;
            let mut image = Puzzle::empty(shape);
            for (cell, digit) in puzzle.clues() {
                let (row, col) = (rows[shape.row(cell)], cols[shape.col(cell)]);
                let target = if transpose { shape.cell(col, row) } else { shape.cell(row, col) };
                image.set(target, Some(Digit::from_index(digits[digit.index()])));
            }
            prop_assert_eq!(fingerprint(&puzzle), fingerprint(&image));
            // Moving one clue to an empty cell changes it, or the two are hard to tell apart.
            prop_assert_eq!(fingerprint(&Puzzle::empty(shape)) == fingerprint(&puzzle), puzzle.n_clues() == 0);
        }
    }

    #[test]
    fn different_puzzles_have_different_ones() {
        let line = |text: &str| crate::grid::parse_puzzles(Shape::NINE, text).expect("puzzle").remove(0);
        let a = line("000000010400000000020000000000050407008000300001090000300400200050100000000806000");
        let b = line("000000010400000000020000000000050604008000300001090000300400200050100000000807000");
        assert_ne!(fingerprint(&a), fingerprint(&b));
    }
}
