//! Partitions of the grid into regions, finished or not.

use super::{Cell, CellSet, Shape, Symmetry, quoted};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// Names of regions in texts.
const LETTERS: &[u8; Shape::MAX_N] = b"ABCDEFGHIJKLMNOPQRSTUVWXY";

/// A partition of an N x N grid into up to N regions that need not be finished: cells may belong to no region, and regions
/// may have too few or too many cells. A finished partition gives a [`Shape`].
///
/// ```
/// use cluesmith::grid::Regions;
///
/// let regions: Regions = "4 regions=AAAB CABB CCDB C..D".parse()?;
/// assert_eq!(regions.shape(), None);
/// assert_eq!((regions.n_free(), regions.count(3)), (2, 2));
/// # Ok::<(), cluesmith::grid::RegionsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regions {
    n: usize,
    of_cell: Vec<Option<u8>>,
}

/// Why a text is no partition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegionsError {
    /// No size, or one that layouts do not have, or no `regions=`.
    #[error("{} is no partition: use a number of rows (4 to 16, 20 or 25) and regions= with a letter, or . for no region, for each cell", quoted(.0))]
    Form(String),
    /// Too few or too many letters.
    #[error("regions= needs {wanted} letters or dots for {n} rows, one for each cell, and has {found}")]
    Letters {
        /// Rows of the grid.
        n: usize,
        /// Cells of the grid.
        wanted: usize,
        /// Letters given.
        found: usize,
    },
    /// Something else than the letter of a region or a dot.
    #[error("regions= names the region of r{row}c{col} {}: use a letter from A to {last}, or . for no region", quoted(&c.to_string()))]
    Letter {
        /// Row of the cell, 1-based.
        row: usize,
        /// Column of the cell, 1-based.
        col: usize,
        /// What stands there.
        c: char,
        /// The last letter that a grid of this size has.
        last: char,
    },
}

impl Regions {
    /// A partition of `n` rows in which no cell belongs to a region yet.
    ///
    /// # Panics
    /// If the size is not between 4 and 16.
    pub fn empty(n: usize) -> Regions {
        assert!(Shape::SIZES.contains(&n), "a grid has 4 to 16, 20 or 25 rows");
        Regions { n, of_cell: vec![None; n * n] }
    }

    /// The regions of a shape: boxes, irregular regions, or the rows of a Latin square.
    pub fn of(shape: Shape) -> Regions {
        Regions { n: shape.n(), of_cell: shape.cells().map(|cell| Some(shape.box_of(cell) as u8)).collect() }
    }

    /// Number of rows, columns and regions.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Every cell in ascending order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        (0..self.n * self.n).map(Cell::from_index)
    }

    /// The region of a cell, numbered from 0.
    pub fn get(&self, cell: Cell) -> Option<u8> {
        self.of_cell[cell.index()]
    }

    /// Puts a cell into a region, or takes it out of its region.
    ///
    /// # Panics
    /// If the grid has no region of this number.
    pub fn set(&mut self, cell: Cell, region: Option<u8>) {
        assert!(region.is_none_or(|region| usize::from(region) < self.n), "regions are numbered from 0 to N - 1");
        self.of_cell[cell.index()] = region;
    }

    /// Two cells change places, so that no region gains or loses a cell.
    pub fn exchange(&mut self, a: Cell, b: Cell) {
        self.of_cell.swap(a.index(), b.index());
    }

    /// Cells of a region.
    pub fn region(&self, region: u8) -> CellSet {
        self.cells().filter(|&cell| self.get(cell) == Some(region)).collect()
    }

    /// Number of cells of a region.
    pub fn count(&self, region: u8) -> usize {
        self.of_cell.iter().filter(|&&other| other == Some(region)).count()
    }

    /// Number of cells that belong to no region.
    pub fn n_free(&self) -> usize {
        self.of_cell.iter().filter(|region| region.is_none()).count()
    }

    /// The first region without cells.
    pub fn unused(&self) -> Option<u8> {
        (0..self.n as u8).find(|&region| self.count(region) == 0)
    }

    /// The shape with these regions, if each has N cells. Only here a shape is entered into the tables per shape.
    pub fn shape(&self) -> Option<Shape> {
        let regions: Option<Vec<u8>> = self.of_cell.iter().copied().collect();
        let is_finished = (0..self.n as u8).all(|region| self.count(region) == self.n);
        regions.filter(|_| is_finished).and_then(|regions| Shape::irregular(self.n, &regions).ok())
    }

    /// Whether these are the regions of the shape, however they are numbered.
    pub fn are_of(&self, shape: Shape) -> bool {
        self.n == shape.n() && self.in_order() == Regions::of(shape).in_order()
    }

    /// The regions numbered in the order of their first cells.
    #[must_use]
    pub fn in_order(&self) -> Regions {
        let mut order: Vec<u8> = Vec::new();
        for &region in self.of_cell.iter().flatten() {
            if !order.contains(&region) {
                order.push(region);
            }
        }
        let number = |region: u8| order.iter().position(|&other| other == region).map(|number| number as u8);
        Regions { n: self.n, of_cell: self.of_cell.iter().map(|region| region.and_then(number)).collect() }
    }

    /// Whether a border runs between two cells: they belong to different regions, or one of them to none.
    pub fn is_border(&self, a: Cell, b: Cell) -> bool {
        self.get(a) != self.get(b)
    }

    /// Number of parts of a region: cells with a side in common belong to one part.
    pub fn n_parts(&self, region: u8) -> usize {
        let mut left = self.region(region);
        let mut n_parts = 0;
        while let Some(first) = left.iter().next() {
            n_parts += 1;
            left.remove(first);
            let mut reached = vec![first];
            while let Some(cell) = reached.pop() {
                for other in neighbours(self.n, cell).filter(|&other| left.contains(other)).collect::<Vec<_>>() {
                    left.remove(other);
                    reached.push(other);
                }
            }
        }
        n_parts
    }

    /// The partition with each cell in the place of its image.
    ///
    /// # Panics
    /// If the image of a cell lies outside the grid.
    #[must_use]
    pub fn moved(&self, image: impl Fn(Cell) -> Cell) -> Regions {
        let mut next = Regions::empty(self.n);
        for cell in self.cells() {
            next.of_cell[image(cell).index()] = self.get(cell);
        }
        next
    }

    /// Whether the symmetry maps regions onto regions, and cells without region onto such.
    pub fn has_symmetry(&self, symmetry: Symmetry) -> bool {
        let shape = any_shape(self.n);
        // For each element of the symmetry, the image of each region.
        let mut images: Vec<[Option<Option<u8>>; Shape::MAX_N]> = Vec::new();
        self.cells().all(|cell| {
            let moved = symmetry.images(shape, cell);
            images.resize(moved.len(), [None; Shape::MAX_N]);
            moved.into_iter().zip(&mut images).all(|(image, of_region)| match (self.get(cell), self.get(image)) {
                (Some(region), image) => *of_region[usize::from(region)].get_or_insert(image) == image,
                (None, image) => image.is_none(),
            })
        })
    }

    /// The richest symmetry of the regions.
    pub fn symmetry(&self) -> Symmetry {
        let n_images = |symmetry: &Symmetry| symmetry.images(any_shape(self.n), Cell::from_index(1)).len();
        let held = Symmetry::ALL.into_iter().rev().filter(|&symmetry| self.has_symmetry(symmetry));
        held.max_by_key(n_images).unwrap_or_default()
    }
}

/// Any shape of this size: rows, columns and images do not depend on regions.
pub(crate) fn any_shape(n: usize) -> Shape {
    static SHAPES: [OnceLock<Shape>; Shape::MAX_N + 1] = [const { OnceLock::new() }; Shape::MAX_N + 1];
    *SHAPES[n].get_or_init(|| {
        let rows: Vec<u8> = (0..n * n).map(|cell| (cell / n) as u8).collect();
        Shape::irregular(n, &rows).expect("a Latin square of a possible size")
    })
}

/// The cells of an N x N grid that have a side in common with this one.
pub(crate) fn neighbours(n: usize, cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, col) = (cell.index() / n, cell.index() % n);
    let up = (row > 0).then(|| cell.index().wrapping_sub(n));
    let down = (row + 1 < n).then_some(cell.index() + n);
    let left = (col > 0).then(|| cell.index().wrapping_sub(1));
    let right = (col + 1 < n).then_some(cell.index() + 1);
    [up, left, right, down].into_iter().flatten().map(Cell::from_index)
}

/// The text that [`Regions::from_str`] reads: the size and a letter for each cell, or a dot where it belongs to no region.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} regions=", self.n)?;
        let letter = |region: &Option<u8>| region.map_or('.', |region| char::from(LETTERS[usize::from(region)]));
        self.of_cell.iter().try_for_each(|region| write!(f, "{}", letter(region)))
    }
}

/// Reads the size, `regions=` and a letter or a dot for each cell, row by row; rows may be separated by blanks.
impl FromStr for Regions {
    type Err = RegionsError;

    fn from_str(text: &str) -> Result<Regions, RegionsError> {
        let form = || RegionsError::Form(text.trim().to_owned());
        let (size, letters) = text.split_once("regions=").ok_or_else(form)?;
        let n = size.trim().parse::<usize>().ok().filter(|n| Shape::SIZES.contains(n)).ok_or_else(form)?;
        let letters: Vec<char> = letters.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != n * n {
            return Err(RegionsError::Letters { n, wanted: n * n, found: letters.len() });
        }
        let mut regions = Regions::empty(n);
        for (index, &c) in letters.iter().enumerate() {
            let region = LETTERS[..n].iter().position(|&letter| char::from(letter) == c);
            if region.is_none() && c != '.' {
                let last = char::from(LETTERS[n - 1]);
                return Err(RegionsError::Letter { row: index / n + 1, col: index % n + 1, c, last });
            }
            regions.of_cell[index] = region.map(|region| region as u8);
        }
        Ok(regions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    fn regions(text: &str) -> Regions {
        text.parse().expect(text)
    }

    #[test]
    fn texts_are_read_and_refused() {
        for text in ["4 regions=AAABCABBCCDBCDDD", "4 regions=................", "5 regions=AAAA.BBBBBCCCCCDDDDDEEEEE"]
        {
            assert_eq!(regions(text).to_string(), text);
        }
        assert_eq!(regions(" 4  regions=AAAB CABB CCDB CDDD "), regions("4 regions=AAABCABBCCDBCDDD"));
        let check = |text: &str, expected: &str| {
            let error = text.parse::<Regions>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        };
        check("", "\"\" is no partition");
        check(
            "3 regions=AAABBBCCC",
            "\"3 regions=AAABBBCCC\" is no partition: use a number of rows (4 to 16, 20 or 25)",
        );
        check("4 AAAABBBBCCCCDDDD", "\"4 AAAABBBBCCCCDDDD\" is no partition");
        check("4 regions=AAA", "regions= needs 16 letters or dots for 4 rows, one for each cell, and has 3");
        check("4 regions=AAAEAAAAAAAAAAAA", "regions= names the region of r1c4 \"E\": use a letter from A to D");
    }

    #[test]
    fn only_a_finished_partition_is_a_shape() {
        for shape in SHAPES {
            assert_eq!(Regions::of(shape).shape(), Some(shape));
        }
        assert_eq!(regions("4 regions=AAABCABBCCDBCDD.").shape(), None);
        assert_eq!(regions("4 regions=AAABCABBCCDBCDDC").shape(), None);
        let shape = regions("4 regions=BBBACBAACCDACDDD").shape().expect("finished");
        assert_eq!(shape.to_string(), "4 regions=AAABCABBCCDBCDDD");
        assert!(regions("4 regions=DDDACDAACCBACBBB").are_of(shape) && !Regions::empty(4).are_of(shape));
        assert_eq!(Regions::of("7 latin".parse().expect("a layout")).shape(), "7 latin".parse().ok());
    }

    #[test]
    fn counts_parts_and_exchanges() {
        let mut some = regions("4 regions=AAABCABBCCDBC...");
        assert_eq!((some.count(0), some.count(3), some.n_free(), some.unused()), (4, 1, 3, None));
        assert_eq!((0..4).map(|region| some.n_parts(region)).collect::<Vec<_>>(), [1, 1, 1, 1]);
        some.exchange(Cell(0), Cell(15));
        assert_eq!((some.get(Cell(0)), some.get(Cell(15)), some.n_parts(0)), (None, Some(0), 2));
        some.set(Cell(10), None);
        assert_eq!((some.unused(), some.n_parts(3)), (Some(3), 0));
    }

    #[test]
    fn symmetries_of_regions() {
        let check = |text: &str, expected: Symmetry| assert_eq!(regions(text).symmetry(), expected, "{text}");
        check("4 regions=AABBAABBCCDDCCDD", Symmetry::Full);
        check("4 regions=AAABCABBCCDBCDDD", Symmetry::QuarterTurn);
        check("4 regions=AAAABBBBCCCCDDDD", Symmetry::MirrorBoth);
        check("4 regions=AAAABBBBCCCCDDD.", Symmetry::None);
        check("6 regions=AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF", Symmetry::MirrorBoth);
        let turned = regions("4 regions=AAABCABBCCDBCDDD").moved(|cell| Cell::from_index(15 - cell.index()));
        assert_eq!(turned.to_string(), "4 regions=DDDCBDCCBBACBAAA");
        assert_eq!(turned.in_order().to_string(), "4 regions=AAABCABBCCDBCDDD");
    }
}
