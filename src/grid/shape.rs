//! Shapes: the size of a grid, its boxes or irregular regions, and further rules of the layout.

use super::interned::{self, Definition, GeometryRef, intern};
use super::{Cell, LayoutRules, ShapeError};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The layout of a grid: its size N (the number of digits, rows, columns and regions), the partition into regions (boxes
/// of equal height and width, e.g. 3x3 for the usual Sudoku, or irregular ones), and further rules ([`LayoutRules`]).
///
/// A shape is a small number, and what it stands for (size, regions, rules) is kept as long as the program runs; its tables
/// ([`Shape::geometry`]) are not. Two shapes are equal if they have the same size, regions and rules, whatever text they
/// come from. A shape is *plain* if it has boxes and no further rules.
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
///
/// let diagonal: Shape = "3x3 x anti-knight".parse()?;
/// assert_eq!((diagonal.boxes(), diagonal.region_boxes()), (None, Some((3, 3))));
/// assert_eq!(diagonal.geometry().n_houses(), 29);
/// # Ok::<(), cluesmith::grid::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    n: u8,
    /// Position in [`SHAPES`], or its length and more for other shapes in the order in which they came up.
    index: u32,
}

const fn plain(n: u8, index: u32) -> Shape {
    Shape { n, index }
}

/// Every plain shape, smallest first.
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
        // Regions that are the columns say as little as regions that are the rows: one Latin square.
        let is_latin = regions.iter().enumerate().all(|(cell, &region)| usize::from(region) == cell % n);
        let regions = if is_latin { (0..n * n).map(|cell| (cell / n) as u8).collect() } else { regions };
        intern(n, regions, LayoutRules::default())
    }

    /// The shape with the regions of this one and these further rules, in place of its own.
    ///
    /// # Errors
    /// If a rule needs another size or boxes, or if there are too many houses.
    pub fn with_rules(self, rules: &LayoutRules) -> Result<Shape, ShapeError> {
        intern(self.n(), self.cells().map(|cell| self.box_of(cell) as u8).collect(), rules.clone())
    }

    /// The shape with the regions of this one and those rules of another that fit it, in place of its own. Sets of cells
    /// and allowed digits fit only a grid of the same size.
    #[must_use]
    pub fn with_fitting_rules(self, other: Shape) -> Shape {
        let bare = self.without_rules();
        let rules = if self.n == other.n { other.rules().clone() } else { LayoutRules::of(other.rules().named()) };
        let parts: Vec<LayoutRules> = rules.parts().into_iter().filter(|part| bare.with_rules(part).is_ok()).collect();
        bare.with_rules(&rules.with_parts(&parts)).unwrap_or(bare)
    }

    /// The rules beside rows, columns and regions.
    pub fn rules(self) -> &'static LayoutRules {
        static NONE: LazyLock<LayoutRules> = LazyLock::new(LayoutRules::default);
        if self.is_plain() { &NONE } else { &Definition::of(self).rules }
    }

    /// Whether there are rules beside rows, columns and regions.
    #[inline]
    pub fn has_rules(self) -> bool {
        !self.is_plain() && Definition::of(self).bare.is_some()
    }

    /// The rules in sentences, as they are printed with puzzles.
    pub fn rules_text(self) -> String {
        let usual = if self.is_latin() {
            "Each row and each column holds every digit once."
        } else {
            "Normal sudoku rules apply."
        };
        let mut text = usual.to_owned();
        if self.has_rules() {
            self.rules().sentences(self.n()).for_each(|sentence| {
                text.push(' ');
                text.push_str(sentence);
            });
        }
        text
    }

    /// Whether solvers have to be told more than that the usual rules apply.
    pub fn needs_rules_text(self) -> bool {
        self.has_rules() || self.is_latin()
    }

    /// Whether no digit is treated differently from another, so that digits may be renamed.
    #[inline]
    pub fn treats_digits_alike(self) -> bool {
        self.rules().treats_digits_alike()
    }

    /// The shape with the same regions and no further rules.
    #[must_use]
    #[inline]
    pub fn without_rules(self) -> Shape {
        if self.is_plain() { self } else { Definition::of(self).bare.unwrap_or(self) }
    }

    /// Number of the shape, for tables per shape: its position in [`SHAPES`], or more for irregular shapes. The number of
    /// an irregular shape differs from run to run, so nothing that is shown or kept may depend on it.
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// Height and width of the boxes of a plain shape; `None` if the regions are irregular or there are further rules, so
    /// whoever reasons from boxes alone need not ask for rules. [`Shape::region_boxes`] tells what the regions look like.
    #[inline]
    pub const fn boxes(self) -> Option<(usize, usize)> {
        if self.is_plain() { Some(BOXES[self.index as usize]) } else { None }
    }

    /// Height and width of the boxes, whatever further rules there are; `None` if the regions are irregular.
    pub fn region_boxes(self) -> Option<(usize, usize)> {
        self.without_rules().boxes()
    }

    /// Height and width of the blocks that a grid of characters can draw: the boxes, or else the whole grid.
    pub fn blocks(self) -> (usize, usize) {
        self.region_boxes().unwrap_or((self.n(), self.n()))
    }

    /// Whether the regions are boxes and there are no further rules: one of [`SHAPES`].
    #[inline]
    pub const fn is_plain(self) -> bool {
        (self.index as usize) < SHAPES.len()
    }

    /// Whether the regions are not boxes of equal height and width.
    pub fn is_irregular(self) -> bool {
        self.region_boxes().is_none()
    }

    /// Whether the regions are the rows: a Latin square, which has no houses but rows and columns unless rules add some.
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

    /// Whether the mirror image at the diagonal maps houses onto houses and keeps the further rules.
    pub fn is_square(self) -> bool {
        self.keeps_houses(|cell| self.cell(self.col(cell), self.row(cell)))
    }

    /// Whether a map of the cells maps houses onto houses and keeps the further rules, digits staying as they are.
    pub fn keeps_houses(self, image: impl Fn(Cell) -> Cell) -> bool {
        self.geometry().is_kept_by(&image, &|digit| digit)
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Shape {
        self.moved(|cell| self.cell(self.col(cell), self.row(cell)))
    }

    /// The shape whose regions and rules are the images of those of this one, for a turn or a mirror image of the grid.
    ///
    /// # Panics
    /// If two cells have one image.
    #[must_use]
    pub fn moved(self, image: impl Fn(Cell) -> Cell) -> Shape {
        let mut regions = vec![0; self.n_cells()];
        for cell in self.cells() {
            regions[image(cell).index()] = self.box_of(cell) as u8;
        }
        let bare = Shape::irregular(self.n(), &regions).expect("as many cells in each region as before");
        if !self.has_rules() {
            return bare;
        }
        let corner = image(self.cell(0, 0));
        let swaps_diagonals = self.row(corner) != self.col(corner);
        bare.with_rules(&self.rules().moved(swaps_diagonals, image)).expect("as many houses as before")
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
            None => usize::from(Definition::of(self).regions[cell.index()]),
        }
    }

    /// Every cell in ascending order.
    #[inline]
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.n_cells()).map(Cell::from_index)
    }

    /// `r1c1` name of a cell.
    pub fn cell_name(self, cell: Cell) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.col(cell) + 1)
    }

    /// A short name for messages: "3x3", or "irregular 9x9", or "latin 9x9", followed by the named rules.
    pub fn name(self) -> String {
        let n = self.n();
        let regions = match self.region_boxes() {
            Some((height, width)) => format!("{height}x{width}"),
            None if self.is_latin() => format!("latin {n}x{n}"),
            None => format!("irregular {n}x{n}"),
        };
        let rules = self.rules();
        let named = LayoutRules::of(rules.named()).words(n);
        let has_marks = rules.restricted().next().is_some() || !rules.sets().is_empty();
        format!("{regions}{named}{}", if has_marks { " with marked cells" } else { "" })
    }

    /// Tables of houses and peers. An engine takes them once and keeps them; those of shapes that are not plain may be
    /// built again when nobody has asked for them for a while.
    #[inline]
    pub fn geometry(self) -> GeometryRef {
        interned::geometry(self)
    }

    /// The shape of this size with this number.
    pub(super) const fn numbered(n: usize, index: usize) -> Shape {
        Shape { n: n as u8, index: index as u32 }
    }

    /// Number of houses that rules add.
    pub(crate) fn n_further_houses(self) -> usize {
        if self.is_plain() { 0 } else { Definition::of(self).n_further }
    }
}

/// The regions numbered in the order of their first cells; 16 stands for all after the 16th.
fn in_order(regions: &[u8]) -> Vec<u8> {
    let mut numbers = HashMap::new();
    let number = |region: &u8| {
        let next = numbers.len().min(LETTERS.len()) as u8;
        *numbers.entry(*region).or_insert(next)
    };
    regions.iter().map(number).collect()
}

/// Smaller grids come first, then boxes, then irregular regions; of one kind by the letters of the regions; then those
/// without further rules.
impl Ord for Shape {
    fn cmp(&self, other: &Shape) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let letters = |shape: Shape| shape.cells().map(move |cell| shape.box_of(cell));
        let by_size = self.n.cmp(&other.n).then(self.is_irregular().cmp(&other.is_irregular()));
        let by_regions = by_size.then_with(|| letters(*self).cmp(letters(*other)));
        by_regions.then_with(|| self.rules().cmp(other.rules()))
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

/// The text that [`Shape::from_str`] reads: `3x3`, `9 latin`, or the size and a letter for each cell; then the rules.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((height, width)) = self.region_boxes() {
            write!(f, "{height}x{width}")?;
        } else if self.is_latin() {
            write!(f, "{} latin", self.n)?;
        } else {
            write!(f, "{} regions=", self.n)?;
            self.cells().try_for_each(|cell| write!(f, "{}", char::from(LETTERS[self.box_of(cell)])))?;
        }
        if self.has_rules() { f.write_str(&self.rules().words(self.n())) } else { Ok(()) }
    }
}

/// Reads a box size (`3x3`), or a size followed by `latin` or by `regions=` and a letter for each cell, row by row, of
/// which rows may be separated by blanks; then the words of rules, as [`NamedRule::word`](super::NamedRule::word) tells them, `x` for both
/// diagonals, `odd=r1c1,r2c2`, `even=`, `allowed=r1c1:135` and `extra=` with the cells of a painted set.
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let text = text.trim();
        if let Some(shape) = SHAPES.into_iter().find(|shape| shape.to_string() == text) {
            return Ok(shape);
        }
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let plain = SHAPES.into_iter().find(|shape| shape.to_string() == first);
        let Some(n) = plain.map(Shape::n).or_else(|| first.parse().ok()) else {
            return Err(ShapeError::Unknown(text.to_owned()));
        };
        if !(4..=Shape::MAX_N).contains(&n) {
            return Err(ShapeError::Size(n));
        }
        let mut letters: Option<String> = None;
        let mut rules = LayoutRules::default();
        for word in words {
            if rules.read_word(n, word)? {
                continue;
            }
            if plain.is_some() {
                return Err(ShapeError::Word(word.to_owned()));
            }
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
        if let Some(plain) = plain {
            return plain.with_rules(&rules);
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
        Shape::irregular(n, letters)?.with_rules(&rules)
    }
}

#[cfg(test)]
mod tests;
