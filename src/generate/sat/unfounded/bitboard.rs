//! The candidates of one digit in one band of rows, as the bits of a word.
//!
//! Rules of singles and locked candidates ask of every bit whether others are set in the
//! same house; shifts answer for all bits of a word, and loops over digits without branches
//! compile to vectors.
//!
//! # Example
//!
//! A band of a 4x4 grid is two rows, and a word of it has eight bits, r1c1 to r1c4 and then r2c1 to r2c4. If a digit
//! is possible in r1c1, r1c2 and r2c3 only, its word is
//!
//! ```text
//! row 1   x x . .
//! row 2   . . x .
//! ```
//!
//! Rotating by one within the pairs of cells that a row and a box share ([`Layout::in_crossing`]) sets the bits next to
//! these, `xx..` and `...x`; rotating what either word has by two within each row ([`Layout::in_stacks`]) gives `..xx`
//! and `xx..`. Neither holds r2c3, so no other cell of row 2 has the digit: a hidden single. Both bits of row 1 are set
//! in the first word and not in the second: locked candidates of row 1 in box 1.

use crate::grid::Shape;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// An unsigned integer with a bit for each cell of a band.
pub(in crate::generate::sat) trait Word:
    'static
    + Copy
    + Eq
    + Debug
    + From<u8>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of its lowest bit; it is not zero.
    fn lowest(self) -> usize;
}

impl Word for u32 {
    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
}

impl Word for u64 {
    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
}

/// The narrowest word that holds a band of a board with N digits.
pub(in crate::generate::sat) type WordOf<const N: usize> = <Digits<N> as HasWord>::Word;

/// A number of digits as a type.
pub(in crate::generate::sat) struct Digits<const N: usize>;

pub(in crate::generate::sat) trait HasWord {
    type Word: Word;
}

macro_rules! words {
    ($($n:literal: $word:ty),*) => {
        $(impl HasWord for Digits<$n> { type Word = $word; })*
    };
}
words!(4: u32, 6: u32, 8: u32, 9: u32, 12: u64, 16: u64);

/// No shape has more bands.
pub(in crate::generate::sat) const BANDS: usize = 4;

/// One bit for each candidate: per band and digit, a word over cells row by row.
pub(in crate::generate::sat) type Bits<const N: usize, W> = [[W; N]; BANDS];

/// Rotates the bits of a word within groups.
#[derive(Clone, Copy, Debug)]
struct Rotation<W> {
    left: u32,
    into_left: W,
    right: u32,
    into_right: W,
}

impl<W: Word> Rotation<W> {
    #[inline]
    fn of(self, word: W) -> W {
        (word << self.left & self.into_left) | (word >> self.right & self.into_right)
    }
}

/// No group has more members than one and so many others.
const MAX_ROTATIONS: usize = 3;

/// All rotations within groups but the whole one; no effect where groups are smaller.
#[derive(Clone, Copy, Debug)]
struct Rotations<W>([Rotation<W>; MAX_ROTATIONS]);

impl<W: Word> Rotations<W> {
    /// Bits of which another of the group is set. Boxes of 3 by 3 have groups of three.
    #[inline]
    fn others(&self, word: W, in_threes: bool) -> W {
        let [one, two, three] = self.0;
        let turned = one.of(word) | two.of(word);
        if in_threes { turned } else { turned | three.of(word) }
    }
}

/// The bands of a shape.
#[derive(Clone, Debug)]
pub(in crate::generate::sat) struct Layout<const N: usize, W> {
    /// Number of bands.
    pub(in crate::generate::sat) n_bands: usize,
    /// Cells of a band.
    pub(in crate::generate::sat) n_cells: usize,
    /// All cells of a band.
    pub(in crate::generate::sat) all: W,
    /// Within the cells that a row and a box share.
    crossing: Rotations<W>,
    /// From box to box within a row.
    stacks: Rotations<W>,
    /// From row to row within a column.
    rows: Rotations<W>,
}

/// Of every bit of a word, whether others are set in the same house.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate::sat) struct Others<W> {
    /// In the cell, for other digits.
    pub(in crate::generate::sat) cell: W,
    /// In the row and the box.
    pub(in crate::generate::sat) crossing: W,
    /// In the row outside the box.
    pub(in crate::generate::sat) stacks: W,
    /// In the box outside the row.
    pub(in crate::generate::sat) rows: W,
    /// In the column and the box.
    pub(in crate::generate::sat) column: W,
    /// In the column outside the box.
    pub(in crate::generate::sat) bands: W,
}

impl<const N: usize, W: Word> Layout<N, W> {
    /// Whether groups have at most three members: known when the code is made.
    const IN_THREES: bool = N == 4 || N == 6 || N == 9;

    pub(in crate::generate::sat) fn new(shape: Shape) -> Layout<N, W> {
        let (height, width) = (shape.box_rows(), shape.box_cols());
        let n_cells = height * N;
        let mask = |is_in: &dyn Fn(usize) -> bool| {
            (0..n_cells).filter(|&i| is_in(i)).fold(W::from(0), |mask, i| mask | W::from(1) << i as u32)
        };
        // Groups of `count` bits, each `step` after the one before; `place` says which of the group a bit is.
        let rotations = |step: usize, count: usize, place: &dyn Fn(usize) -> usize| {
            Rotations(std::array::from_fn(|i| {
                let by = i + 1;
                let is_rotation = by < count;
                Rotation {
                    left: if is_rotation { (step * by) as u32 } else { 0 },
                    into_left: mask(&|bit| is_rotation && place(bit) >= by),
                    right: if is_rotation { (step * (count - by)) as u32 } else { 0 },
                    into_right: mask(&|bit| is_rotation && place(bit) < by),
                }
            }))
        };
        Layout {
            n_bands: N / height,
            n_cells,
            all: mask(&|_| true),
            crossing: rotations(1, width, &|i| i % width),
            stacks: rotations(width, N / width, &|i| i % N / width),
            rows: rotations(N, height, &|i| i / N),
        }
    }

    /// Band, digit and bit of a candidate number.
    #[inline]
    pub(in crate::generate::sat) fn place(&self, candidate: usize) -> (usize, usize, W) {
        let (cell, digit) = (candidate / N, candidate % N);
        (cell / self.n_cells, digit, W::from(1) << (cell % self.n_cells) as u32)
    }

    /// The candidate number of a bit.
    #[inline]
    pub(in crate::generate::sat) fn candidate(&self, band: usize, digit: usize, bit: usize) -> usize {
        (band * self.n_cells + bit) * N + digit
    }

    /// Bits of which another cell of row and box is set.
    #[inline]
    pub(in crate::generate::sat) fn in_crossing(&self, word: W) -> W {
        self.crossing.others(word, Self::IN_THREES)
    }

    /// Bits of which the same place in another box of the band is set.
    #[inline]
    pub(in crate::generate::sat) fn in_stacks(&self, word: W) -> W {
        self.stacks.others(word, Self::IN_THREES)
    }

    /// Bits of which another row of the band is set.
    #[inline]
    pub(in crate::generate::sat) fn in_rows(&self, word: W) -> W {
        self.rows.others(word, Self::IN_THREES)
    }

    /// Adds to `out` what `of` makes of each word and of what surrounds its bits.
    ///
    /// The third argument of `of`: bits of whose columns another band may hold the only place,
    /// that is, all places of the digit in that band and stack.
    #[inline]
    pub(in crate::generate::sat) fn look(
        &self,
        bits: &Bits<N, W>,
        out: &mut Bits<N, W>,
        of: impl Fn(Others<W>, W) -> W,
    ) {
        let zero = W::from(0);
        let (mut columns, mut alone) = (*bits, *bits);
        for (column, alone) in columns.as_flattened_mut().iter_mut().zip(alone.as_flattened_mut()) {
            *column |= self.in_rows(*column);
            *alone = !self.in_crossing(*column);
        }
        let (columns, alone) = (self.elsewhere(&columns), self.elsewhere(&alone));
        let mut cells = *bits;
        for words in &mut cells {
            let (mut once, mut twice) = (zero, zero);
            for &word in &*words {
                twice |= once & word;
                once |= word;
            }
            for word in words {
                *word = twice | (once & !*word);
            }
        }
        let words = bits.as_flattened().iter().zip(cells.as_flattened());
        let columns = columns.as_flattened().iter().zip(alone.as_flattened());
        for (out, ((&word, &cell), (&bands, &alone))) in out.as_flattened_mut().iter_mut().zip(words.zip(columns)) {
            let crossing = self.in_crossing(word);
            let wide = word | crossing;
            let others = Others {
                cell,
                crossing,
                stacks: self.in_stacks(wide),
                rows: self.in_rows(wide),
                column: self.in_rows(word),
                bands,
            };
            *out |= of(others, alone);
        }
    }

    /// What is set in other bands.
    #[inline]
    fn elsewhere(&self, bits: &Bits<N, W>) -> Bits<N, W> {
        let mut out = [[W::from(0); N]; BANDS];
        for (band, out) in out.iter_mut().enumerate().take(self.n_bands) {
            for (_, words) in bits.iter().enumerate().take(self.n_bands).filter(|&(other, _)| other != band) {
                for digit in 0..N {
                    out[digit] |= words[digit];
                }
            }
        }
        out
    }
}

/// What is set in either.
#[inline]
pub(in crate::generate::sat) fn union<const N: usize, W: Word>(a: &mut Bits<N, W>, b: &Bits<N, W>) {
    for (a, &b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a |= b;
    }
}

#[cfg(test)]
mod tests {
    use super::{BANDS, Bits, Layout, Word, WordOf};
    use crate::grid::{Candidate, Constraint, House, Shape};
    use crate::logic::with_size;

    /// Looks at candidates that lie `step` apart, and asks of each the same by the geometry.
    #[track_caller]
    fn check<const N: usize, W: Word>(shape: Shape, step: usize) {
        let layout = Layout::<N, W>::new(shape);
        let none: Bits<N, W> = [[W::from(0); N]; BANDS];
        let all: Vec<Candidate> = (0..N * N * N).map(|i| Candidate::from_index(shape, i)).collect();
        let chosen: Vec<Candidate> = all.iter().copied().filter(|c| (c.index(shape) * 7 + 3) % step == 0).collect();
        let mut bits = none;
        for c in &chosen {
            let (band, digit, bit) = layout.place(c.index(shape));
            assert_eq!(layout.candidate(band, digit, bit.lowest()), c.index(shape));
            bits[band][digit] |= bit;
        }
        let [mut cell, mut row, mut column, mut in_box, mut alone] = [none; 5];
        layout.look(&bits, &mut cell, |others, _| others.cell);
        layout.look(&bits, &mut row, |others, _| others.crossing | others.stacks);
        layout.look(&bits, &mut column, |others, _| others.column | others.bands);
        layout.look(&bits, &mut in_box, |others, _| others.crossing | others.rows);
        layout.look(&bits, &mut alone, |_, alone| alone);
        let geometry = shape.geometry();
        for &c in &all {
            let (band, digit, bit) = layout.place(c.index(shape));
            let is_set = |bits: &Bits<N, W>| bits[band][digit] & bit != W::from(0);
            let others = |q: Constraint| chosen.iter().any(|&other| other != c && q.contains(geometry, other));
            let houses = geometry.cell_houses[c.cell.index()];
            let in_house = |house: House| others(Constraint::HouseDigit(house, c.digit));
            let expected =
                [others(Constraint::Cell(c.cell)), in_house(houses[0]), in_house(houses[1]), in_house(houses[2])];
            assert_eq!([is_set(&cell), is_set(&row), is_set(&column), is_set(&in_box)], expected, "{shape} {c:?}");
            // Another box of the stack whose candidates of the digit lie in no other column.
            let (row, col) = (shape.row(c.cell), shape.col(c.cell));
            let confined = |other_band: usize| {
                !chosen.iter().any(|other| {
                    let (other_row, other_col) = (shape.row(other.cell), shape.col(other.cell));
                    other.digit == c.digit
                        && other_row / shape.box_rows() == other_band
                        && other_col / shape.box_cols() == col / shape.box_cols()
                        && other_col != col
                })
            };
            let other_bands = (0..N / shape.box_rows()).filter(|&band| band != row / shape.box_rows());
            assert_eq!(is_set(&alone), other_bands.into_iter().any(confined), "{shape} {c:?}");
        }
    }

    #[test]
    fn the_example_of_the_head_comment() {
        let layout = Layout::<4, u32>::new("2x2".parse().expect("a shape"));
        let word = |rows: &str| rows.bytes().rev().fold(0, |word, bit| word << 1 | u32::from(bit == b'x'));
        let digit = word("xx....x.");
        assert_eq!(layout.in_crossing(digit), word("xx.....x"));
        assert_eq!(layout.in_stacks(digit | layout.in_crossing(digit)), word("..xxxx.."));
    }

    #[test]
    fn others_of_every_shape_are_those_of_the_geometry() {
        for shape in crate::grid::SHAPES {
            for step in [2, 5, 31] {
                with_size!(shape, N => check::<N, WordOf<N>>(shape, step));
            }
        }
    }
}
