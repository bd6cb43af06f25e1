//! Transformations that keep the rules of Sudoku.

use crate::grid::{Cell, Digit, Puzzle, Shape};

/// A renaming of digits with permutations of rows and columns, possibly after transposing.
///
/// Row `i`, column `j` of the image holds the new name of what stands in row `rows[i]`,
/// column `cols[j]` of the (transposed) original.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Isomorphism {
    /// Box shape of original and image.
    pub shape: Shape,
    /// Whether rows and columns change places first; square boxes only.
    pub is_transposed: bool,
    /// Source row of each row, 0-based.
    pub rows: Vec<u8>,
    /// Source column of each column, 0-based.
    pub cols: Vec<u8>,
    /// New name of each digit, by index.
    pub digits: Vec<Digit>,
}

impl Isomorphism {
    /// Changes nothing.
    pub fn identity(shape: Shape) -> Isomorphism {
        let lines: Vec<u8> = (0..shape.n() as u8).collect();
        let digits = (0..shape.n()).map(Digit::from_index).collect();
        Isomorphism { shape, is_transposed: false, rows: lines.clone(), cols: lines, digits }
    }

    /// Whether it keeps rows, columns and boxes together: permutations that respect bands and
    /// stacks, transposed only where boxes are square; on other layouts whatever maps houses onto
    /// houses and keeps the further rules.
    pub fn is_valid(&self) -> bool {
        let n = self.shape.n();
        let is_permutation = |lines: &[u8]| {
            let mut sorted = lines.to_vec();
            sorted.sort_unstable();
            sorted.iter().copied().eq(0..n as u8)
        };
        let keeps_groups = |lines: &[u8], size: usize| {
            lines.chunks(size).all(|group| group.iter().all(|&l| l as usize / size == group[0] as usize / size))
        };
        let names: Vec<u8> = self.digits.iter().map(|digit| digit.value() - 1).collect();
        is_permutation(&self.rows)
            && is_permutation(&self.cols)
            && is_permutation(&names)
            && self.shape.boxes().map_or_else(
                || self.keeps_rules(),
                |(height, width)| {
                    keeps_groups(&self.rows, height)
                        && keeps_groups(&self.cols, width)
                        && (!self.is_transposed || height == width)
                },
            )
    }

    /// Whether it keeps houses and rules of a layout that is not plain, read backwards: from the image to where it comes
    /// from.
    fn keeps_rules(&self) -> bool {
        let mut names = vec![Digit::from_index(0); self.shape.n()];
        for (from, to) in self.digits.iter().enumerate() {
            names[to.index()] = Digit::from_index(from);
        }
        self.shape.geometry().is_kept_by(&|cell| self.source(cell), &|digit| names[digit.index()])
    }

    /// Where a cell of the image comes from.
    pub fn source(&self, cell: Cell) -> Cell {
        let row = usize::from(self.rows[self.shape.row(cell)]);
        let col = usize::from(self.cols[self.shape.col(cell)]);
        if self.is_transposed { self.shape.cell(col, row) } else { self.shape.cell(row, col) }
    }

    /// The image of a puzzle.
    ///
    /// # Panics
    /// If the shapes differ.
    #[must_use]
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        assert_eq!(puzzle.shape(), self.shape);
        let mut image = Puzzle::empty(self.shape);
        for cell in self.shape.cells() {
            image.set(cell, puzzle.get(self.source(cell)).map(|digit| self.digits[digit.index()]));
        }
        image
    }

    /// This one first, then the other.
    ///
    /// # Panics
    /// If the shapes differ.
    #[must_use]
    pub fn then(&self, other: &Isomorphism) -> Isomorphism {
        assert_eq!(other.shape, self.shape);
        // The second transposition changes the roles of the first one's rows and columns.
        let (rows, cols) = if other.is_transposed { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        let through = |first: &[u8], second: &[u8]| second.iter().map(|&line| first[usize::from(line)]).collect();
        Isomorphism {
            shape: self.shape,
            is_transposed: self.is_transposed != other.is_transposed,
            rows: through(rows, &other.rows),
            cols: through(cols, &other.cols),
            digits: self.digits.iter().map(|digit| other.digits[digit.index()]).collect(),
        }
    }

    /// Undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Isomorphism {
        let invert = |lines: &[u8]| {
            let mut inverse = vec![0; lines.len()];
            for (to, &from) in lines.iter().enumerate() {
                inverse[usize::from(from)] = to as u8;
            }
            inverse
        };
        let (rows, cols) = if self.is_transposed { (&self.cols, &self.rows) } else { (&self.rows, &self.cols) };
        let mut digits = self.digits.clone();
        for (from, to) in self.digits.iter().enumerate() {
            digits[to.index()] = Digit::from_index(from);
        }
        Isomorphism {
            shape: self.shape,
            is_transposed: self.is_transposed,
            rows: invert(rows),
            cols: invert(cols),
            digits,
        }
    }
}
