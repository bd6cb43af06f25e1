//! Houses and peers of a shape.

use super::per_shape::FurtherTables;
use super::rules::RuleTables;
use super::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, ExtraHouse, LayoutRules, Shape};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Row, column, box, or a house that a rule of the layout adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box, or a region of an irregular shape.
    Box,
    /// A house that a rule of the layout adds: a diagonal, a window, a painted set.
    Extra,
}

/// A house; rows are 0..N, columns N..2N, boxes or regions 2N..3N, then those that rules of the layout add.
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
    pub bit: u32,
}

/// Where the houses of a cell cross its region: cells of the one that lie in the other too, as masks over positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossing {
    /// Positions of the region that lie in the row of the cell.
    pub row_in_region: u32,
    /// Positions of the region that lie in the column of the cell.
    pub column_in_region: u32,
    /// Positions of the row that lie in the region of the cell.
    pub region_in_row: u32,
    /// Positions of the column that lie in the region of the cell.
    pub region_in_column: u32,
}

/// Houses and peers of a shape.
#[derive(Debug)]
pub struct Geometry {
    /// The shape these tables belong to.
    pub shape: Shape,
    /// The rules beside rows, columns and regions.
    pub rules: &'static LayoutRules,
    /// Whether there are any.
    pub has_rules: bool,
    /// Cells of each house in ascending order: 3N houses of N cells, then those that rules add.
    pub house_cells: Vec<Vec<Cell>>,
    /// Row, column and box of each cell.
    pub cell_houses: Vec<[House; 3]>,
    /// Position of each cell within its row, column and box (0..N).
    pub cell_positions: Vec<[u8; 3]>,
    /// Position of each cell within the constraints of its row, column and box, for tables by constraint.
    pub cell_slots: Vec<[Slot; 3]>,
    /// The houses of each cell that rules add, and where it stands in their constraints.
    pub further: Vec<Vec<(House, Slot)>>,
    /// What the houses that rules add are called.
    pub extra_houses: Vec<ExtraHouse>,
    /// Sets of fewer than N cells that repeat no digit.
    pub groups: Vec<CellSet>,
    /// Cells that do not hold consecutive digits, for each cell; empty where there is no such rule.
    pub not_consecutive: Vec<CellSet>,
    /// Where the row and the column of each cell cross its region.
    pub crossings: Vec<Crossing>,
    /// The positions of each row, then of each column, in each box or region, as masks at `region * N + line`.
    pub segments: [Vec<u32>; 2],
    /// Peers of each cell in ascending order: those that share a house or a group with it.
    pub peers: Vec<Vec<Cell>>,
    /// Peers of each cell as a set.
    pub peer_sets: Vec<CellSet>,
    /// Cells of each house as a set.
    pub house_sets: Vec<CellSet>,
    /// Every constraint by its number, to spare the division.
    pub constraints: Vec<Constraint>,
    /// Where cells stand in boxes or regions.
    pub places: RegionPlaces,
    /// By house, the crossings whose base it is and whose base or cover a rule adds; empty where no rule adds a house.
    pub further_crossings: Vec<Vec<FurtherCrossing>>,
    /// By cell, the cells that share a house or a group of a rule with it, but neither row nor column nor region; empty
    /// where there are no rules.
    pub further_peers: Vec<Vec<Cell>>,
    /// What other modules derive from these tables.
    pub(super) further_tables: FurtherTables,
    _counted: Option<Counted>,
}

/// Cells of the largest grid.
const MAX_CELLS: usize = Shape::MAX_N * Shape::MAX_N;

/// Where cells stand in boxes or regions, in small tables.
#[derive(Debug)]
pub struct RegionPlaces {
    /// Box of cell `row * N + col`.
    pub box_of: [u8; MAX_CELLS],
    /// Position of the cell within its box.
    pub box_pos: [u8; MAX_CELLS],
    /// Cell at `box * N + position`.
    pub box_cell: [u16; MAX_CELLS],
}

/// A house that shares cells with another, as the cover of locked candidates whose base is the other.
#[derive(Clone, Copy, Debug)]
pub struct FurtherCrossing {
    /// The cover.
    pub cover: House,
    /// Positions of the base that lie in the cover.
    pub cover_in_base: u32,
    /// Positions of the cover that lie in the base.
    pub base_in_cover: u32,
}

static N_COUNTED: AtomicUsize = AtomicUsize::new(0);

/// Stands for one geometry in [`Geometry::n_counted`].
#[derive(Debug)]
struct Counted;

impl Counted {
    fn new() -> Counted {
        N_COUNTED.fetch_add(1, Ordering::Relaxed);
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        N_COUNTED.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Geometry {
    /// The tables of a plain shape.
    pub(super) fn plain(shape: Shape) -> Geometry {
        Geometry::new(shape, |cell| shape.box_of(cell), RuleTables::default())
    }

    /// The tables of a shape, of which this function tells the box or region of each cell, and these what its rules add.
    pub(super) fn new(shape: Shape, region_of: impl Fn(Cell) -> usize, tables: RuleTables) -> Geometry {
        let n = shape.n();
        let n_houses = 3 * n + tables.houses.len();
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
            segments[0][region * n + shape.row(cell)] |= 1u32 << in_row;
            segments[1][region * n + shape.col(cell)] |= 1u32 << in_column;
        }
        let mut further = vec![Vec::new(); shape.n_cells()];
        for (i, (_, cells)) in tables.houses.iter().enumerate() {
            let house = 3 * n + i;
            for (position, cell) in cells.iter().enumerate() {
                let slot = Slot { first: (shape.n_cells() + house * n) as u16, bit: 1 << position };
                further[cell.index()].push((House(house as u8), slot));
            }
            house_cells.push(cells.iter().collect());
        }
        let house_sets: Vec<CellSet> = house_cells.iter().map(|cells| cells.iter().copied().collect()).collect();
        let mut not_consecutive = Vec::new();
        if !tables.not_consecutive.is_empty() {
            not_consecutive = vec![CellSet::EMPTY; shape.n_cells()];
            for (a, b) in tables.not_consecutive {
                not_consecutive[a.index()].insert(b);
            }
        }
        let peer_sets: Vec<CellSet> = shape
            .cells()
            .map(|cell| {
                let houses = cell_houses[cell.index()].iter().map(|house| &house_sets[house.index()]);
                let further = further[cell.index()].iter().map(|(house, _)| &house_sets[house.index()]);
                let groups = tables.groups.iter().filter(|group| group.contains(cell));
                let all = houses.chain(further).chain(groups);
                let mut set = all.fold(CellSet::EMPTY, |set: CellSet, cells| set.union(cells));
                set.remove(cell);
                set
            })
            .collect();
        let peers: Vec<Vec<Cell>> = peer_sets.iter().map(|set| set.iter().collect()).collect();
        let mut places = RegionPlaces { box_of: [0; MAX_CELLS], box_pos: [0; MAX_CELLS], box_cell: [0; MAX_CELLS] };
        for cell in shape.cells() {
            let (region, [.., position]) = (region_of(cell), cell_positions[cell.index()]);
            places.box_of[cell.index()] = region as u8;
            places.box_pos[cell.index()] = position;
            places.box_cell[region * n + usize::from(position)] = cell.0;
        }
        let further_crossings = further_crossings(&house_cells, &house_sets, 3 * n);
        let further_peers = |cell: Cell| {
            let usual = cell_houses[cell.index()].iter().map(|house: &House| &house_sets[house.index()]);
            let usual = usual.fold(CellSet::EMPTY, |all: CellSet, cells| all.union(cells));
            peer_sets[cell.index()].difference(&usual).iter().collect()
        };
        let further_peers = shape.cells().filter(|_| shape.has_rules()).map(further_peers).collect();
        let n_constraints = shape.n_cells() + n_houses * n;
        let constraints = (0..n_constraints).map(|index| Constraint::from_index(shape, index)).collect();
        Geometry {
            shape,
            rules: shape.rules(),
            has_rules: shape.has_rules(),
            further,
            extra_houses: tables.houses.iter().map(|&(house, _)| house).collect(),
            groups: tables.groups,
            not_consecutive,
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
            places,
            further_crossings,
            further_peers,
            further_tables: FurtherTables::new(),
            _counted: (!shape.is_plain()).then(Counted::new),
        }
    }

    /// How many geometries of shapes that are not plain there are at the moment: those in use, and a bounded number of
    /// others.
    pub fn n_counted() -> usize {
        N_COUNTED.load(Ordering::Relaxed)
    }

    /// Number of houses, 3N and those that rules add.
    #[inline]
    pub fn n_houses(&self) -> usize {
        self.house_cells.len()
    }

    /// Every house: rows, then columns, then boxes, then those that rules add.
    #[inline]
    pub fn houses(&self) -> impl Iterator<Item = House> + use<> {
        (0..self.n_houses()).map(|h| House(h as u8))
    }

    /// The houses that rules add.
    #[inline]
    pub fn further_houses(&self) -> impl Iterator<Item = House> + use<> {
        (3 * self.shape.n()..self.n_houses()).map(|h| House(h as u8))
    }

    /// The houses of a cell: row, column, box or region, then those that rules add.
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = House> + Clone + '_ {
        let further = self.further[cell.index()].iter().map(|&(house, _)| house);
        self.cell_houses[cell.index()].into_iter().chain(further)
    }

    /// The digits that the layout allows in a cell.
    #[inline]
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        self.rules.allowed(cell, self.shape.n())
    }

    /// Whether two different candidates cannot both be true.
    #[inline]
    pub fn sees(&self, a: Candidate, b: Candidate) -> bool {
        if a.cell == b.cell || a.digit == b.digit {
            return a != b && (a.cell == b.cell || self.are_peers(a.cell, b.cell));
        }
        a.digit.index().abs_diff(b.digit.index()) == 1
            && self.not_consecutive.get(a.cell.index()).is_some_and(|cells| cells.contains(b.cell))
    }

    /// The candidates of other digits, in other cells, that a candidate sees: where neighbours are not consecutive.
    pub fn clashes(&self, candidate: Candidate) -> impl Iterator<Item = Candidate> + Clone + use<> {
        let cells = self.not_consecutive.get(candidate.cell.index()).copied().unwrap_or_default();
        let (index, n) = (candidate.digit.index(), self.shape.n());
        let digits = [index.checked_sub(1), Some(index + 1).filter(|&next| next < n)];
        let digits = digits.into_iter().flatten().map(Digit::from_index);
        digits
            .flat_map(move |digit| cells.iter().collect::<Vec<_>>().into_iter().map(move |c| Candidate::new(c, digit)))
    }

    /// Whether two digits can be exchanged in these cells, which hold the one and the other, without a house, a group or
    /// another rule that is broken by it, whatever the other cells hold.
    pub fn may_exchange(&self, with_first: &CellSet, with_second: &CellSet, digits: [Digit; 2]) -> bool {
        let balanced = |cells: &CellSet| cells.intersection(with_first).len() == cells.intersection(with_second).len();
        let may_hold = |cell: Cell| digits.iter().all(|&digit| self.allowed(cell).contains(digit));
        let all = with_first.union(with_second);
        self.house_sets.iter().all(balanced)
            && self.groups.iter().all(balanced)
            && self.not_consecutive.is_empty()
            && all.iter().all(may_hold)
    }

    /// Whether a map of cells and digits onto cells and digits maps houses onto houses and keeps the further rules.
    pub fn is_kept_by(&self, image: &dyn Fn(Cell) -> Cell, name: &dyn Fn(Digit) -> Digit) -> bool {
        let n = self.shape.n();
        let moved = |cells: &CellSet| cells.iter().map(image).collect::<CellSet>();
        let keeps_not_consecutive =
            |(i, cells): (usize, &CellSet)| self.not_consecutive[image(Cell::from_index(i)).index()] == moved(cells);
        let follows = |digit: usize| {
            let [first, second] = [digit, digit + 1].map(|digit| name(Digit::from_index(digit)).index());
            first.abs_diff(second) == 1
        };
        let keeps_allowed =
            |cell: Cell| self.allowed(image(cell)) == self.allowed(cell).iter().map(name).collect::<DigitSet>();
        self.house_sets.iter().all(|house| self.house_sets.contains(&moved(house)))
            && self.groups.iter().all(|group| self.groups.binary_search(&moved(group)).is_ok())
            && self.not_consecutive.iter().enumerate().all(keeps_not_consecutive)
            && (self.not_consecutive.is_empty() || (0..n - 1).all(follows))
            && (!self.has_rules || self.shape.cells().all(keeps_allowed))
    }

    /// The house of this kind and 0-based index.
    pub const fn house(&self, kind: HouseKind, index: usize) -> House {
        let n = self.shape.n();
        House(match kind {
            HouseKind::Row => index,
            HouseKind::Column => n + index,
            HouseKind::Box => 2 * n + index,
            HouseKind::Extra => 3 * n + index,
        } as u8)
    }

    /// Kind and 0-based index of a house.
    pub const fn house_kind(&self, house: House) -> (HouseKind, usize) {
        let n = self.shape.n();
        match house.index() / n {
            0 => (HouseKind::Row, house.index()),
            1 => (HouseKind::Column, house.index() - n),
            2 => (HouseKind::Box, house.index() - 2 * n),
            _ => (HouseKind::Extra, house.index() - 3 * n),
        }
    }

    /// "row 3", "column 5", "box 2" (1-based); a region of an irregular shape is "region 2".
    pub fn house_name(&self, house: House) -> String {
        self.house_template(house).replace("{0}", &self.house_number(house).to_string())
    }

    /// The number in the name of a house, counted from 1 among those of its kind.
    #[inline]
    pub fn house_number(&self, house: House) -> usize {
        match self.house_kind(house) {
            (HouseKind::Extra, index) => self.extra_houses[index].number() + 1,
            (_, index) => index + 1,
        }
    }

    /// The name of a house, with `{0}` for its number.
    pub fn house_template(&self, house: House) -> &'static str {
        match self.house_kind(house).0 {
            HouseKind::Row => "row {0}",
            HouseKind::Column => "column {0}",
            HouseKind::Box if !self.shape.is_irregular() => "box {0}",
            HouseKind::Box if self.shape.is_latin() => "row {0}",
            HouseKind::Box => "region {0}",
            HouseKind::Extra => self.extra_houses[house.index() - 3 * self.shape.n()].template(),
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

    /// Whether two different cells share a house or a group.
    #[inline]
    pub fn are_peers(&self, a: Cell, b: Cell) -> bool {
        self.peer_sets[a.index()].contains(b)
    }
}

/// By house, the crossings with others, where one or both come after the first `n_usual`.
fn further_crossings(house_cells: &[Vec<Cell>], house_sets: &[CellSet], n_usual: usize) -> Vec<Vec<FurtherCrossing>> {
    let shared = |of: usize, other: usize| {
        let inside = house_cells[of].iter().enumerate().filter(|(_, cell)| house_sets[other].contains(**cell));
        inside.fold(0, |mask, (position, _)| mask | 1u32 << position)
    };
    let crossing = |base: usize, cover: usize| FurtherCrossing {
        cover: House(cover as u8),
        cover_in_base: shared(base, cover),
        base_in_cover: shared(cover, base),
    };
    let houses = 0..if house_cells.len() > n_usual { house_cells.len() } else { 0 };
    let of_base = |base: usize| -> Vec<FurtherCrossing> {
        let covers = houses.clone().filter(|&cover| base != cover && base.max(cover) >= n_usual);
        covers.map(|cover| crossing(base, cover)).filter(|crossing| crossing.cover_in_base != 0).collect()
    };
    houses.clone().map(of_base).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    #[test]
    fn every_house_has_n_cells_and_every_cell_its_peers() {
        for shape in SHAPES {
            let geometry = &*shape.geometry();
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
            let geometry = &*shape.geometry();
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
