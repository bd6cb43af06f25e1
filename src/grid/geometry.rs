//! Houses and peers of a shape.

use super::{Cell, CellSet, Constraint, Shape};

/// Row, column, or box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box, or a region of an irregular shape.
    Box,
}

/// A house; rows are 0..N, columns N..2N, boxes or regions 2N..3N.
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

/// Where the houses of a cell cross its region: cells of the one that lie in the other too, as masks over positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossing {
    /// Positions of the region that lie in the row of the cell.
    pub row_in_region: u16,
    /// Positions of the region that lie in the column of the cell.
    pub column_in_region: u16,
    /// Positions of the row that lie in the region of the cell.
    pub region_in_row: u16,
    /// Positions of the column that lie in the region of the cell.
    pub region_in_column: u16,
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
    /// Where the row and the column of each cell cross its region.
    pub crossings: Vec<Crossing>,
    /// The positions of each row, then of each column, in each box or region, as masks at `region * N + line`.
    pub segments: [Vec<u16>; 2],
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
    /// The tables of a shape, of which this function tells the box or region of each cell.
    pub(super) fn new(shape: Shape, region_of: impl Fn(Cell) -> usize) -> Geometry {
        let n = shape.n();
        let mut house_cells = vec![Vec::with_capacity(n); 3 * n];
        let mut cell_houses = Vec::with_capacity(shape.n_cells());
        let mut cell_positions = Vec::with_capacity(shape.n_cells());
        let mut cell_slots = Vec::with_capacity(shape.n_cells());
        for cell in shape.cells() {
            let houses = [shape.row(cell), n + shape.col(cell), 2 * n + region_of(cell)];
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
        let crossing = |cell: Cell| {
            let [row, column, region] = cell_houses[cell.index()].map(House::index);
            let both = |of: usize, other: usize| {
                let in_other = |other_cell: &Cell| cell_houses[other_cell.index()].iter().any(|h| h.index() == other);
                let positions = house_cells[of].iter().enumerate().filter(|(_, cell)| in_other(cell));
                positions.fold(0, |mask, (position, _)| mask | 1 << position)
            };
            Crossing {
                row_in_region: both(region, row),
                column_in_region: both(region, column),
                region_in_row: both(row, region),
                region_in_column: both(column, region),
            }
        };
        let crossings = shape.cells().map(crossing).collect();
        let mut segments = [vec![0; shape.n_cells()], vec![0; shape.n_cells()]];
        for cell in shape.cells() {
            let ([.., region], [in_row, in_column, _]) = (cell_houses[cell.index()], cell_positions[cell.index()]);
            let region = region.index() - 2 * n;
            segments[0][region * n + shape.row(cell)] |= 1u16 << in_row;
            segments[1][region * n + shape.col(cell)] |= 1u16 << in_column;
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
            crossings,
            segments,
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

    /// "row 3", "column 5", "box 2" (1-based); a region of an irregular shape is "region 2".
    pub fn house_name(&self, house: House) -> String {
        let index = self.house_kind(house).1;
        self.house_template(house).replace("{0}", &(index + 1).to_string())
    }

    /// The name of a house, with `{0}` for its number.
    pub fn house_template(&self, house: House) -> &'static str {
        match self.house_kind(house).0 {
            HouseKind::Row => "row {0}",
            HouseKind::Column => "column {0}",
            HouseKind::Box if !self.shape.is_irregular() => "box {0}",
            HouseKind::Box if self.shape.is_latin() => "row {0}",
            HouseKind::Box => "region {0}",
        }
    }

    /// The borders between boxes or regions inside the grid, as lines from one corner of a cell to another: column and row
    /// of the corners, (0, 0) being the top left one of the grid. Horizontal lines come first.
    pub fn borders(&self) -> Vec<([usize; 2], [usize; 2])> {
        let n = self.shape.n();
        let mut lines: Vec<([usize; 2], [usize; 2])> = Vec::new();
        for is_vertical in [false, true] {
            for at in 1..n {
                for i in 0..n {
                    let cells = if is_vertical {
                        [self.shape.cell(i, at - 1), self.shape.cell(i, at)]
                    } else {
                        [self.shape.cell(at - 1, i), self.shape.cell(at, i)]
                    };
                    if !self.is_border(cells[0], cells[1]) {
                        continue;
                    }
                    let corner = |i: usize| if is_vertical { [at, i] } else { [i, at] };
                    match lines.last_mut() {
                        Some((_, end)) if *end == corner(i) && i > 0 => *end = corner(i + 1),
                        _ => lines.push((corner(i), corner(i + 1))),
                    }
                }
            }
        }
        lines
    }

    /// Whether a border between boxes or regions runs between two cells.
    pub fn is_border(&self, a: Cell, b: Cell) -> bool {
        self.region_of(a) != self.region_of(b) && !self.shape.is_latin()
    }

    /// Box or irregular region of a cell.
    #[inline]
    pub fn region_of(&self, cell: Cell) -> usize {
        self.cell_houses[cell.index()][2].index() - 2 * self.shape.n()
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
    use crate::grid::SHAPES;

    #[test]
    fn every_house_has_n_cells_and_every_cell_its_peers() {
        for shape in SHAPES {
            let geometry = shape.geometry();
            assert_eq!(geometry.shape, shape);
            let n = shape.n();
            assert!(geometry.house_cells.iter().all(|cells| cells.len() == n), "{shape}");
            let (height, width) = shape.boxes().expect("boxes");
            let n_peers = 3 * (n - 1) - (height - 1) - (width - 1);
            assert!(geometry.peers.iter().all(|peers| peers.len() == n_peers), "{shape}");
            for a in shape.cells() {
                for b in shape.cells() {
                    let share = a != b
                        && (shape.row(a) == shape.row(b)
                            || shape.col(a) == shape.col(b)
                            || (shape.row(a) / height == shape.row(b) / height
                                && shape.col(a) / width == shape.col(b) / width));
                    assert_eq!(geometry.are_peers(a, b), share, "{shape} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn borders_run_between_regions() {
        let check = |layout: &str, expected: &str| {
            let shape: Shape = layout.parse().expect("a layout");
            let lines = shape.geometry().borders();
            let lines: Vec<String> = lines.iter().map(|([x1, y1], [x2, y2])| format!("{x1}{y1}-{x2}{y2}")).collect();
            assert_eq!(lines.join(" "), expected, "{layout}");
        };
        check("2x2", "02-42 20-24");
        check("2x3", "02-62 04-64 30-36");
        check("4 latin", "");
        check("4 regions=AAABCABBCCDBCDDD", "01-11 21-31 12-32 13-23 33-43 11-12 13-14 21-23 30-31 32-33");
    }

    #[test]
    fn irregular_regions_are_houses() {
        let check = |layout: &str, cell: &str, region: &str, peers: &str| {
            let shape: Shape = layout.parse().expect("a layout");
            let geometry = shape.geometry();
            let cell = shape.cells().find(|&c| shape.cell_name(c) == cell).expect("a cell");
            assert_eq!(geometry.house_name(geometry.cell_houses[cell.index()][2]), region);
            let found: Vec<String> = geometry.peers[cell.index()].iter().map(|&peer| shape.cell_name(peer)).collect();
            assert_eq!(found.join(" "), peers, "{layout}");
        };
        check("4 regions=AAABCABBCCDBCDDD", "r2c2", "region 1", "r1c1 r1c2 r1c3 r2c1 r2c3 r2c4 r3c2 r4c2");
        check("4 regions=AAABCABBCCDBCDDD", "r2c3", "region 2", "r1c3 r1c4 r2c1 r2c2 r2c4 r3c3 r3c4 r4c3");
        check("4 latin", "r2c3", "row 2", "r1c3 r2c1 r2c2 r2c4 r3c3 r4c3");
    }
}
