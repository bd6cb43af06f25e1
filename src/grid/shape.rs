//! Shapes: the size of a grid and its boxes or irregular regions.

use super::{Cell, Geometry, PerShape, quoted};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The size N of a grid (its number of digits, rows, columns and regions) and the partition into regions: boxes of equal
/// height and width, e.g. 3x3 for the usual Sudoku, or irregular ones.
///
/// A shape is a small number. Two shapes are equal if they have the same size and the same regions, whatever text they
/// come from.
///
/// ```
/// use cluesmith::grid::Shape;
///
/// let shape: Shape = "2x3".parse()?;
/// assert_eq!((shape.n(), shape.n_cells()), (6, 36));
/// assert_eq!(shape.cell_name(shape.cell(1, 4)), "r2c5");
/// assert_eq!(shape.box_of(shape.cell(1, 4)), 1);
///
/// let irregular: Shape = "4 regions=AAAB CABB CCDB CDDD".parse()?;
/// assert_eq!((irregular.n(), irregular.boxes()), (4, None));
/// assert_eq!(irregular.box_of(irregular.cell(1, 1)), 0);
/// # Ok::<(), cluesmith::grid::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    n: u8,
    /// Position in [`SHAPES`], or its length and more for irregular shapes in the order in which they came up.
    index: u32,
}

const fn plain(n: u8, index: u32) -> Shape {
    Shape { n, index }
}

/// Every shape with rectangular boxes, smallest first.
pub const SHAPES: [Shape; 9] = [
    plain(4, 0),
    plain(6, 1),
    plain(6, 2),
    plain(8, 3),
    plain(8, 4),
    plain(9, 5),
    plain(12, 6),
    plain(12, 7),
    plain(16, 8),
];

/// Height and width of the boxes of [`SHAPES`].
const BOXES: [(usize, usize); SHAPES.len()] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (4, 4)];

/// Names of regions in the text form of a shape.
const LETTERS: &[u8; 16] = b"ABCDEFGHIJKLMNOP";

/// Why a text is no shape.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// Neither a known box size nor a size with regions.
    #[error("unknown shape {}: use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4 (box height x box width), or a size and its regions, e.g. \"4 regions=AAABCABBCCDBCDDD\"", quoted(.0))]
    Unknown(String),
    /// A size outside 4 to 16.
    #[error("{0} rows are too few or too many: a layout has 4 to 16")]
    Size(usize),
    /// A word of a layout that is not understood.
    #[error("unknown word {} in a layout: after the size use regions= and a letter for each cell, row by row, or latin", quoted(.0))]
    Word(String),
    /// No regions, or more than once.
    #[error("a layout of {0} rows needs its regions once: regions= and a letter for each cell, row by row, or latin")]
    Regions(usize),
    /// Too few or too many letters.
    #[error("regions= needs {wanted} letters for {n} rows, one for each cell, and has {found}")]
    Letters {
        /// Rows of the grid.
        n: usize,
        /// Cells of the grid.
        wanted: usize,
        /// Letters given.
        found: usize,
    },
    /// Something that is not a letter or digit where a region is named.
    #[error("regions= names the region of r{row}c{col} {}: use a letter or a digit", quoted(&c.to_string()))]
    Letter {
        /// Row of the cell, 1-based.
        row: usize,
        /// Column of the cell, 1-based.
        col: usize,
        /// What stands there.
        c: char,
    },
    /// A region with too few or too many cells.
    #[error("region {name} has {found} cells: each region of a grid with {n} rows has {n}")]
    Count {
        /// The region as the text names it.
        name: char,
        /// Its cells.
        found: usize,
        /// The cells that it should have.
        n: usize,
    },
}

impl Shape {
    /// The usual 9x9 Sudoku.
    pub const NINE: Shape = SHAPES[5];

    /// The largest size.
    pub const MAX_N: usize = 16;

    /// The shape with boxes of this height and width.
    ///
    /// # Errors
    /// If the shape is not in [`SHAPES`].
    pub fn new(box_rows: usize, box_cols: usize) -> Result<Shape, ShapeError> {
        let found = BOXES.iter().position(|&boxes| boxes == (box_rows, box_cols));
        found.map(|index| SHAPES[index]).ok_or_else(|| ShapeError::Unknown(format!("{box_rows}x{box_cols}")))
    }

    /// The shape of this size with these regions, one number for each cell, row by row. Regions may have any numbers, and
    /// need not be connected. If they are the boxes of one of [`SHAPES`], it is that shape.
    ///
    /// # Errors
    /// If the size is not between 4 and 16, if there are too few or too many cells, or if a region has not N cells; it is
    /// named by a letter then, A for the one of the first cell.
    pub fn irregular(n: usize, regions: &[u8]) -> Result<Shape, ShapeError> {
        if !(4..=Shape::MAX_N).contains(&n) {
            return Err(ShapeError::Size(n));
        }
        if regions.len() != n * n {
            return Err(ShapeError::Letters { n, wanted: n * n, found: regions.len() });
        }
        let regions = in_order(regions);
        for region in 0..regions.iter().max().map_or(0, |&last| usize::from(last) + 1) {
            let found = regions.iter().filter(|&&other| usize::from(other) == region).count();
            if found != n {
                let name = LETTERS.get(region).map_or('?', |&letter| char::from(letter));
                return Err(ShapeError::Count { name, found, n });
            }
        }
        let boxes = SHAPES.into_iter().find(|shape| {
            shape.n() == n && shape.cells().all(|cell| usize::from(regions[cell.index()]) == shape.box_of(cell))
        });
        Ok(boxes.unwrap_or_else(|| {
            // Regions that are the columns say as little as regions that are the rows: one Latin square.
            let is_latin = regions.iter().enumerate().all(|(cell, &region)| usize::from(region) == cell % n);
            intern(n, if is_latin { (0..n * n).map(|cell| (cell / n) as u8).collect() } else { regions })
        }))
    }

    /// Number of the shape, for tables per shape: its position in [`SHAPES`], or more for irregular shapes. The number of
    /// an irregular shape differs from run to run, so nothing that is shown or kept may depend on it.
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// Height and width of the boxes; `None` if the regions are irregular.
    #[inline]
    pub const fn boxes(self) -> Option<(usize, usize)> {
        if self.is_irregular() { None } else { Some(BOXES[self.index as usize]) }
    }

    /// Height and width of the blocks that a grid of characters can draw: the boxes, or else the whole grid.
    pub const fn blocks(self) -> (usize, usize) {
        match self.boxes() {
            Some(boxes) => boxes,
            None => (self.n(), self.n()),
        }
    }

    /// Whether the regions are not boxes of equal height and width.
    #[inline]
    pub const fn is_irregular(self) -> bool {
        self.index as usize >= SHAPES.len()
    }

    /// Whether the regions are the rows: a Latin square, which has no rule but rows and columns.
    pub fn is_latin(self) -> bool {
        self.is_irregular() && self.cells().all(|cell| self.box_of(cell) == self.row(cell))
    }

    /// N: number of digits, rows, columns and regions.
    #[inline]
    pub const fn n(self) -> usize {
        self.n as usize
    }

    /// Number of cells, N * N.
    #[inline]
    pub const fn n_cells(self) -> usize {
        self.n() * self.n()
    }

    /// Whether the mirror image at the diagonal maps houses onto houses.
    pub fn is_square(self) -> bool {
        self.keeps_houses(|cell| self.cell(self.col(cell), self.row(cell)))
    }

    /// Whether a map of the cells maps houses onto houses.
    pub fn keeps_houses(self, image: impl Fn(Cell) -> Cell) -> bool {
        let houses = &self.geometry().house_sets;
        houses.iter().all(|house| houses.contains(&house.iter().map(&image).collect()))
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Shape {
        self.moved(|cell| self.cell(self.col(cell), self.row(cell)))
    }

    /// The shape whose regions are the images of the regions of this one.
    ///
    /// # Panics
    /// If two cells have one image.
    #[must_use]
    pub fn moved(self, image: impl Fn(Cell) -> Cell) -> Shape {
        let mut regions = vec![0; self.n_cells()];
        for cell in self.cells() {
            regions[image(cell).index()] = self.box_of(cell) as u8;
        }
        Shape::irregular(self.n(), &regions).expect("as many cells in each region as before")
    }

    /// The cell in this row and column (both 0-based).
    #[inline]
    pub const fn cell(self, row: usize, col: usize) -> Cell {
        Cell::from_index(row * self.n() + col)
    }

    /// Row of a cell, 0-based.
    #[inline]
    pub const fn row(self, cell: Cell) -> usize {
        cell.index() / self.n()
    }

    /// Column of a cell, 0-based.
    #[inline]
    pub const fn col(self, cell: Cell) -> usize {
        cell.index() % self.n()
    }

    /// Box or irregular region of a cell, numbered from 0 in the order of their first cells.
    #[inline]
    pub fn box_of(self, cell: Cell) -> usize {
        match self.boxes() {
            Some((height, width)) => self.row(cell) / height * height + self.col(cell) / width,
            None => self.geometry().region_of(cell),
        }
    }

    /// Every cell in ascending order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.n_cells()).map(Cell::from_index)
    }

    /// `r1c1` name of a cell.
    pub fn cell_name(self, cell: Cell) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.col(cell) + 1)
    }

    /// A short name for messages: "3x3", or "irregular 9x9", or "latin 9x9".
    pub fn name(self) -> String {
        let n = self.n();
        match self.boxes() {
            Some((height, width)) => format!("{height}x{width}"),
            None if self.is_latin() => format!("latin {n}x{n}"),
            None => format!("irregular {n}x{n}"),
        }
    }

    /// Tables of houses and peers; built once per shape.
    #[inline]
    pub fn geometry(self) -> &'static Geometry {
        GEOMETRIES.get_or_init(self, || match self.boxes() {
            Some(_) => Geometry::new(self, |cell| self.box_of(cell)),
            None => unreachable!("built when the shape came up"),
        })
    }
}

static GEOMETRIES: PerShape<Geometry> = PerShape::new();

/// The regions numbered in the order of their first cells; 16 stands for all after the 16th.
fn in_order(regions: &[u8]) -> Vec<u8> {
    let mut numbers = HashMap::new();
    let number = |region: &u8| {
        let next = numbers.len().min(LETTERS.len()) as u8;
        *numbers.entry(*region).or_insert(next)
    };
    regions.iter().map(number).collect()
}

/// The irregular shape with these regions: the one that has come up before, or a new one.
fn intern(n: usize, regions: Vec<u8>) -> Shape {
    static KNOWN: LazyLock<Mutex<HashMap<Vec<u8>, Shape>>> = LazyLock::new(Mutex::default);
    // Nothing is half done when a thread panics in here: a shape is entered when its geometry is complete.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&shape) = known.get(&regions) {
        return shape;
    }
    let shape = Shape { n: n as u8, index: (SHAPES.len() + known.len()) as u32 };
    GEOMETRIES.get_or_init(shape, || Geometry::new(shape, |cell| usize::from(regions[cell.index()])));
    known.insert(regions, shape);
    shape
}

/// Smaller grids come first, then boxes, then irregular regions; of one kind by the letters of the regions.
impl Ord for Shape {
    fn cmp(&self, other: &Shape) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let letters = |shape: Shape| shape.cells().map(move |cell| shape.box_of(cell));
        let by_size = self.n.cmp(&other.n).then(self.is_irregular().cmp(&other.is_irregular()));
        by_size.then_with(|| letters(*self).cmp(letters(*other)))
    }
}

impl PartialOrd for Shape {
    fn partial_cmp(&self, other: &Shape) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}

/// The text that [`Shape::from_str`] reads: `3x3`, `9 latin`, or the size and a letter for each cell.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((height, width)) = self.boxes() {
            return write!(f, "{height}x{width}");
        }
        write!(f, "{} ", self.n)?;
        if self.is_latin() {
            return f.write_str("latin");
        }
        f.write_str("regions=")?;
        self.cells().try_for_each(|cell| write!(f, "{}", char::from(LETTERS[self.box_of(cell)])))
    }
}

/// Reads a box size (`3x3`), or a size followed by `latin` or by `regions=` and a letter for each cell, row by row; rows
/// may be separated by blanks.
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let text = text.trim();
        if let Some(shape) = SHAPES.into_iter().find(|shape| shape.to_string() == text) {
            return Ok(shape);
        }
        let mut words = text.split_whitespace();
        let Some(n) = words.next().and_then(|word| word.parse::<usize>().ok()) else {
            return Err(ShapeError::Unknown(text.to_owned()));
        };
        if !(4..=Shape::MAX_N).contains(&n) {
            return Err(ShapeError::Size(n));
        }
        let mut letters: Option<String> = None;
        for word in words {
            if word == "latin" && letters.is_none() {
                letters = Some((0..n * n).map(|cell| char::from(LETTERS[cell / n])).collect());
            } else if let Some(begin) = word.strip_prefix("regions=") {
                if letters.replace(begin.to_owned()).is_some() {
                    return Err(ShapeError::Regions(n));
                }
            } else {
                // A further row of the regions.
                let is_row = word.chars().count() == n && word.chars().all(|c| c.is_ascii_alphanumeric());
                match letters.as_mut().filter(|letters| is_row && letters.len() < n * n) {
                    Some(letters) => letters.push_str(word),
                    None => return Err(ShapeError::Word(word.to_owned())),
                }
            }
        }
        let letters = letters.ok_or(ShapeError::Regions(n))?;
        let found = letters.chars().count();
        if let Some((at, c)) = letters.chars().enumerate().find(|(_, c)| !c.is_ascii_alphanumeric()) {
            return Err(ShapeError::Letter { row: at / n + 1, col: at % n + 1, c });
        }
        if found != n * n {
            return Err(ShapeError::Letters { n, wanted: n * n, found });
        }
        let letters = letters.as_bytes();
        let mut counts = [0; 256];
        for &name in letters {
            counts[usize::from(name)] += 1;
        }
        if let Some(&name) = letters.iter().find(|&&name| counts[usize::from(name)] != n) {
            return Err(ShapeError::Count { name: char::from(name), found: counts[usize::from(name)], n });
        }
        Shape::irregular(n, letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_parse_and_refuse() {
        for (index, shape) in SHAPES.into_iter().enumerate() {
            assert_eq!(shape.index(), index);
            assert_eq!(shape.to_string().parse(), Ok(shape));
            let (height, width) = shape.boxes().expect("boxes");
            assert_eq!(height * width, shape.n());
            assert_eq!(Shape::new(height, width), Ok(shape));
        }
        let check = |text: &str, expected: &str| {
            let error = text.parse::<Shape>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        };
        check("5x5", "unknown shape \"5x5\": use one of 2x2");
        check("", "unknown shape \"\": use one of");
        check("3 latin", "3 rows are too few or too many");
        check("17 latin", "17 rows are too few or too many");
        check("9", "a layout of 9 rows needs its regions once");
        check("4 latin regions=AAAABBBBCCCCDDDD", "a layout of 4 rows needs its regions once");
        check("4 regions=AABB", "regions= needs 16 letters for 4 rows, one for each cell, and has 4");
        check("4 regions=AAABCABBCCDBCDDDD", "regions= needs 16 letters for 4 rows, one for each cell, and has 17");
        check("4 regions=AAAB/ABBCCDBCDDD", "regions= names the region of r2c1 \"/\"");
        check("4 regions=AAABCABBCCDBCDDA", "region A has 5 cells: each region of a grid with 4 rows has 4");
        check("4 regions=ABCDEFGHIJKLMNOP", "region A has 1 cells");
        check("4 regions=AAAB CABB CCDB CDDD x", "unknown word \"x\" in a layout");
        check("4 knights", "unknown word \"knights\" in a layout");
    }

    #[test]
    fn one_partition_is_one_shape() {
        let shape: Shape = "4 regions=AAABCABBCCDBCDDD".parse().expect("a layout");
        assert_eq!("4  regions=xxxy 1xyy 11zy 1zzz".parse(), Ok(shape));
        assert_eq!(Shape::irregular(4, &[9, 9, 9, 3, 0, 9, 3, 3, 0, 0, 7, 3, 0, 7, 7, 7]), Ok(shape));
        assert_eq!(shape.to_string(), "4 regions=AAABCABBCCDBCDDD");
        assert_eq!(shape.to_string().parse(), Ok(shape));
        assert_eq!((shape.boxes(), shape.is_irregular(), shape.is_latin()), (None, true, false));
        assert_eq!(shape.name(), "irregular 4x4");
        assert_eq!("4 regions=AABBAABBCCDDCCDD".parse(), Shape::new(2, 2));
        assert_eq!("6 regions=aabbcc aabbcc aabbcc ddeeff ddeeff ddeeff".parse(), Shape::new(3, 2));
        let latin: Shape = "5 regions=AAAAABBBBBCCCCCDDDDDEEEEE".parse().expect("a layout");
        assert_eq!((latin.to_string().as_str(), latin.name().as_str()), ("5 latin", "latin 5x5"));
        assert_eq!("5 latin".parse(), Ok(latin));
        assert_ne!(shape, Shape::new(2, 2).expect("a shape"));
    }

    #[test]
    fn moved_regions_are_a_shape() {
        let shape: Shape = "4 regions=AAABCABBCCDBCDDD".parse().expect("a layout");
        let half_turn = shape.moved(|cell| Cell::from_index(15 - cell.index()));
        assert_eq!(half_turn, shape);
        assert_ne!(shape.transposed(), shape);
        assert_eq!(shape.transposed().transposed(), shape);
        assert!(!shape.is_square() && Shape::NINE.is_square());
        assert_eq!(Shape::new(2, 3).expect("a shape").transposed(), Shape::new(3, 2).expect("a shape"));
        let latin: Shape = "5 latin".parse().expect("a layout");
        assert_eq!(latin.transposed(), latin);
    }
}
