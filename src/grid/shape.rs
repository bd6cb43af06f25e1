//! Shapes (box height x box width) and their geometry.

use super::{Cell, CellSet, Constraint, quoted};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// Box height x box width, e.g. 3x3 for the usual Sudoku.
///
/// N = height * width is the number of digits, rows, columns and boxes.
///
/// ```
/// use cluesmith::grid::Shape;
///
/// let shape: Shape = "2x3".parse()?;
/// assert_eq!((shape.n(), shape.n_cells()), (6, 36));
/// assert_eq!(shape.cell_name(shape.cell(1, 4)), "r2c5");
/// assert_eq!(shape.box_of(shape.cell(1, 4)), 1);
/// # Ok::<(), cluesmith::grid::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    box_rows: u8,
    box_cols: u8,
}

/// Every supported shape, smallest first.
pub const SHAPES: [Shape; 9] = [
    Shape { box_rows: 2, box_cols: 2 },
    Shape { box_rows: 2, box_cols: 3 },
    Shape { box_rows: 3, box_cols: 2 },
    Shape { box_rows: 2, box_cols: 4 },
    Shape { box_rows: 4, box_cols: 2 },
    Shape { box_rows: 3, box_cols: 3 },
    Shape { box_rows: 3, box_cols: 4 },
    Shape { box_rows: 4, box_cols: 3 },
    Shape { box_rows: 4, box_cols: 4 },
];

/// A shape that cluesmith does not support.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown shape {}: use one of 2x2, 2x3, 3x2, 2x4, 4x2, 3x3, 3x4, 4x3, 4x4 (box height x box width)", quoted(.0))]
pub struct ShapeError(pub String);

impl Shape {
    /// The usual 9x9 Sudoku.
    pub const NINE: Shape = Shape { box_rows: 3, box_cols: 3 };

    /// The shape with boxes of this height and width.
    ///
    /// # Errors
    /// If the shape is not in [`SHAPES`].
    pub fn new(box_rows: usize, box_cols: usize) -> Result<Shape, ShapeError> {
        SHAPES
            .into_iter()
            .find(|s| s.box_rows() == box_rows && s.box_cols() == box_cols)
            .ok_or_else(|| ShapeError(format!("{box_rows}x{box_cols}")))
    }

    /// Position in [`SHAPES`], for tables per shape.
    #[inline]
    pub const fn index(self) -> usize {
        match (self.box_rows, self.box_cols) {
            (2, 2) => 0,
            (2, 3) => 1,
            (3, 2) => 2,
            (2, 4) => 3,
            (4, 2) => 4,
            (3, 3) => 5,
            (3, 4) => 6,
            (4, 3) => 7,
            _ => 8,
        }
    }

    /// Height of a box.
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Width of a box.
    pub const fn box_cols(self) -> usize {
        self.box_cols as usize
    }

    /// N: number of digits, rows, columns and boxes.
    #[inline]
    pub const fn n(self) -> usize {
        self.box_rows as usize * self.box_cols as usize
    }

    /// Number of cells, N * N.
    #[inline]
    pub const fn n_cells(self) -> usize {
        self.n() * self.n()
    }

    /// Whether boxes are as high as wide.
    pub const fn is_square(self) -> bool {
        self.box_rows == self.box_cols
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Shape {
        Shape { box_rows: self.box_cols, box_cols: self.box_rows }
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

    /// Box of a cell, numbered row by row from 0.
    #[inline]
    pub const fn box_of(self, cell: Cell) -> usize {
        let n_across = self.n() / self.box_cols();
        self.row(cell) / self.box_rows() * n_across + self.col(cell) / self.box_cols()
    }

    /// Every cell in ascending order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.n_cells()).map(Cell::from_index)
    }

    /// `r1c1` name of a cell.
    pub fn cell_name(self, cell: Cell) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.col(cell) + 1)
    }

    /// Tables of houses and peers; built once per shape.
    pub fn geometry(self) -> &'static Geometry {
        static TABLES: [OnceLock<Geometry>; SHAPES.len()] = [const { OnceLock::new() }; SHAPES.len()];
        TABLES[self.index()].get_or_init(|| Geometry::new(self))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_cols)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        SHAPES.into_iter().find(|s| s.to_string() == text.trim()).ok_or_else(|| ShapeError(text.trim().to_owned()))
    }
}

/// Row, column or box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

/// A house; rows are 0..N, columns N..2N, boxes 2N..3N.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House(pub u8);

impl House {
    /// The house as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a cell stands in the constraints of one of its houses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Array position of the house's constraint for the digit with index 0; those of the others follow it.
    pub first: u16,
    /// The bit of the cell in masks over the candidates of such a constraint.
    pub bit: u16,
}

/// Houses and peers of a shape.
#[derive(Debug)]
pub struct Geometry {
    /// The shape these tables belong to.
    pub shape: Shape,
    /// Cells of each house in ascending order: 3N houses of N cells.
    pub house_cells: Vec<Vec<Cell>>,
    /// Row, column and box of each cell.
    pub cell_houses: Vec<[House; 3]>,
    /// Position of each cell within its row, column and box (0..N).
    pub cell_positions: Vec<[u8; 3]>,
    /// Position of each cell within the constraints of its row, column and box, for tables by constraint.
    pub cell_slots: Vec<[Slot; 3]>,
    /// Peers of each cell in ascending order.
    pub peers: Vec<Vec<Cell>>,
    /// Peers of each cell as a set.
    pub peer_sets: Vec<CellSet>,
    /// Cells of each house as a set.
    pub house_sets: Vec<CellSet>,
    /// Every constraint by its number, to spare the division.
    pub constraints: Vec<Constraint>,
}

impl Geometry {
    fn new(shape: Shape) -> Geometry {
        let n = shape.n();
        let mut house_cells = vec![Vec::with_capacity(n); 3 * n];
        let mut cell_houses = Vec::with_capacity(shape.n_cells());
        let mut cell_positions = Vec::with_capacity(shape.n_cells());
        let mut cell_slots = Vec::with_capacity(shape.n_cells());
        for cell in shape.cells() {
            let houses = [shape.row(cell), n + shape.col(cell), 2 * n + shape.box_of(cell)];
            cell_positions.push(houses.map(|house| house_cells[house].len() as u8));
            cell_slots.push(
                houses.map(|house| Slot {
                    first: (shape.n_cells() + house * n) as u16,
                    bit: 1 << house_cells[house].len(),
                }),
            );
            for house in houses {
                house_cells[house].push(cell);
            }
            cell_houses.push(houses.map(|h| House(h as u8)));
        }
        let house_sets: Vec<CellSet> = house_cells.iter().map(|cells| cells.iter().copied().collect()).collect();
        let peer_sets: Vec<CellSet> = shape
            .cells()
            .map(|cell| {
                let mut set = cell_houses[cell.index()]
                    .iter()
                    .fold(CellSet::EMPTY, |set: CellSet, house| set.union(&house_sets[house.index()]));
                set.remove(cell);
                set
            })
            .collect();
        let peers: Vec<Vec<Cell>> = peer_sets.iter().map(|set| set.iter().collect()).collect();
        let constraints = Constraint::all(shape).collect();
        Geometry {
            shape,
            house_cells,
            cell_houses,
            cell_positions,
            cell_slots,
            peers,
            peer_sets,
            house_sets,
            constraints,
        }
    }

    /// Number of houses, 3N.
    pub fn n_houses(&self) -> usize {
        self.house_cells.len()
    }

    /// Every house: rows, then columns, then boxes.
    pub fn houses(&self) -> impl Iterator<Item = House> + use<> {
        (0..3 * self.shape.n()).map(|h| House(h as u8))
    }

    /// The house of this kind and 0-based index.
    pub const fn house(&self, kind: HouseKind, index: usize) -> House {
        let n = self.shape.n();
        House(match kind {
            HouseKind::Row => index,
            HouseKind::Column => n + index,
            HouseKind::Box => 2 * n + index,
        } as u8)
    }

    /// Kind and 0-based index of a house.
    pub const fn house_kind(&self, house: House) -> (HouseKind, usize) {
        let n = self.shape.n();
        match house.index() / n {
            0 => (HouseKind::Row, house.index()),
            1 => (HouseKind::Column, house.index() - n),
            _ => (HouseKind::Box, house.index() - 2 * n),
        }
    }

    /// "row 3", "column 5", "box 2" (1-based).
    pub fn house_name(&self, house: House) -> String {
        let (kind, index) = self.house_kind(house);
        let word = match kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        format!("{word} {}", index + 1)
    }

    /// Whether two different cells share a house.
    #[inline]
    pub fn are_peers(&self, a: Cell, b: Cell) -> bool {
        self.peer_sets[a.index()].contains(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_has_n_cells_and_every_cell_its_peers() {
        for shape in SHAPES {
            let geometry = shape.geometry();
            assert_eq!(geometry.shape, shape);
            let n = shape.n();
            assert!(geometry.house_cells.iter().all(|cells| cells.len() == n), "{shape}");
            let n_peers = 3 * (n - 1) - (shape.box_rows() - 1) - (shape.box_cols() - 1);
            assert!(geometry.peers.iter().all(|peers| peers.len() == n_peers), "{shape}");
            for a in shape.cells() {
                for b in shape.cells() {
                    let share = a != b
                        && (shape.row(a) == shape.row(b)
                            || shape.col(a) == shape.col(b)
                            || (shape.row(a) / shape.box_rows() == shape.row(b) / shape.box_rows()
                                && shape.col(a) / shape.box_cols() == shape.col(b) / shape.box_cols()));
                    assert_eq!(geometry.are_peers(a, b), share, "{shape} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn shapes_parse_and_refuse() {
        for (index, shape) in SHAPES.into_iter().enumerate() {
            assert_eq!(shape.index(), index);
            assert_eq!(shape.to_string().parse(), Ok(shape));
            assert_eq!(Shape::new(shape.box_rows(), shape.box_cols()), Ok(shape));
        }
        let error = "5x5".parse::<Shape>().expect_err("5x5 is not supported");
        assert!(error.to_string().starts_with("unknown shape \"5x5\": use one of 2x2"), "{error}");
    }
}
