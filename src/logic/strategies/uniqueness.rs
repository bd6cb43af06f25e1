//! Strategies that rely on the puzzle having one solution: unique rectangles.

use super::almost_locked::almost_locked_choices;
use super::forward::{Forward, Places, Visit, candidates, cell_names, digit_names, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, House, array_of};
use crate::logic::{
    Board, CellGroup, Deadly, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::ops::ControlFlow;

macro_rules! rectangle {
    ($constant:ident, $id:ident, $name:literal, $title:literal, $help:literal) => {
        pub(in crate::logic) const $constant: Forward = Forward {
            entry: StrategyEntry {
                id: StrategyId::$id,
                name: $name,
                title: $title,
                kind: StrategyKind::Uniqueness,
                stars: 4,
                help: $help,
            },
            assumes_uniqueness: true,
            effect: Effect::Eliminate,
            find: rectangles,
            family: None,
            distinct: None,
            explain,
            exists_on: |_| true,
        };
    };
}

rectangle!(
    TYPE_1,
    UniqueRectangle1,
    "unique-rectangle-1",
    "Unique rectangle 1",
    "When three corners of a rectangle in two boxes hold only the same two digits, the fourth corner holds neither, \
     or the two digits could be exchanged."
);
rectangle!(
    TYPE_2,
    UniqueRectangle2,
    "unique-rectangle-2",
    "Unique rectangle 2",
    "When two corners in a line hold only two digits and the other two hold one more digit, that digit is in one of \
     these two and goes from all cells that see both."
);
rectangle!(
    TYPE_3,
    UniqueRectangle3,
    "unique-rectangle-3",
    "Unique rectangle 3",
    "When two corners of a rectangle hold only two digits, the extra digits of the other two act as one cell, which \
     may form a naked subset with cells of their house."
);
rectangle!(
    TYPE_4,
    UniqueRectangle4,
    "unique-rectangle-4",
    "Unique rectangle 4",
    "When two corners of a rectangle hold only two digits and one of these has no other place in a house of the \
     other two corners, the other digit goes from both."
);
rectangle!(
    TYPE_5,
    UniqueRectangle5,
    "unique-rectangle-5",
    "Unique rectangle 5",
    "When two or three corners of a rectangle that are not in one line hold one extra digit, one of them holds it, \
     and it goes from all cells that see them all."
);
rectangle!(
    TYPE_6,
    UniqueRectangle6,
    "unique-rectangle-6",
    "Unique rectangle 6",
    "When two opposite corners hold only two digits and one of these has no other place in both lines of the \
     rectangle, it goes from the other two corners."
);
rectangle!(
    HIDDEN,
    HiddenRectangle,
    "hidden-rectangle",
    "Hidden rectangle",
    "When a corner holds only two digits and one of them has no further place in both lines of the opposite corner, \
     the other digit goes from that corner."
);

pub(super) fn explain(step: &Step, board: &Board) -> Sentence {
    let Some(Deadly::Loop { cells, digits }) = &step.evidence().deadly else { return Sentence::default() };
    let cells = cell_names(board.geometry(), cells.iter().copied());
    let digits = digit_names(digits.iter().copied().collect());
    Sentence::compose("{0} cannot hold only {1}, or these could be exchanged", [cells, digits])
}

/// A rectangle in two regions and the two digits that must not fill it.
struct Rectangle<'a, 'b> {
    places: &'a Places<'b>,
    id: StrategyId,
    /// Row by row: top left, top right, bottom left, bottom right.
    cells: [Cell; 4],
    digits: [Digit; 2],
    /// Extra digits of each corner.
    extra: [u32; 4],
}

fn rectangles(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let shape = board.shape();
    // Every type has a corner with only the two digits.
    for floor in places.bivalue() {
        let (row, col) = (shape.row(floor), shape.col(floor));
        let mut marks = board.marks(floor).iter();
        let (Some(a), Some(b)) = (marks.next(), marks.next()) else { continue };
        let pair = board.marks(floor).0;
        let usable = places.of(a).union(places.of(b));
        for other_row in (0..places.n).filter(|&r| r != row && usable.contains(shape.cell(r, col))) {
            let region = |r: usize, c: usize| places.geometry.region_of(shape.cell(r, c));
            let joined_down = region(row, col) == region(other_row, col);
            for other_col in (0..places.n).filter(|&c| c != col) {
                let is_usable = [row, other_row].iter().all(|&r| usable.contains(shape.cell(r, other_col)));
                // Two corners in each of two regions: both columns or both rows of the rectangle lie in one.
                let is_in_two = || {
                    let down = joined_down && region(row, other_col) == region(other_row, other_col);
                    let across = region(row, col) == region(row, other_col)
                        && region(other_row, col) == region(other_row, other_col);
                    down != across
                };
                if !is_usable || !is_in_two() {
                    continue;
                }
                let (top, bottom) = (row.min(other_row), row.max(other_row));
                let (left, right) = (col.min(other_col), col.max(other_col));
                let cells = [(top, left), (top, right), (bottom, left), (bottom, right)].map(|(r, c)| shape.cell(r, c));
                if !places.may_exchange(&[cells[0], cells[1], cells[3], cells[2]], [a, b]) {
                    continue;
                }
                let masks: [u32; 4] = array_of(|i| board.marks(cells[i]).0);
                // Seen from its first corner with two digits only, or every time for a hidden rectangle.
                let first = cells.iter().copied().find(|&cell| board.marks(cell).0 == pair);
                let rectangle =
                    Rectangle { places: &places, id, cells, digits: [a, b], extra: array_of(|i| masks[i] & !pair) };
                if id == StrategyId::HiddenRectangle {
                    rectangle.hidden(floor, visit)?;
                } else if first == Some(floor) {
                    rectangle.find(visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Rectangle<'_, '_> {
    fn step(
        &self,
        visit: Visit<'_>,
        eliminated: Vec<Candidate>,
        bases: Vec<Constraint>,
        sets: Vec<CellGroup>,
    ) -> ControlFlow<()> {
        let open: Vec<Candidate> = eliminated.into_iter().filter(|&c| self.places.board.has(c)).collect();
        rule_out(visit, self.id, open, || Evidence {
            bases,
            sets,
            deadly: Some(Deadly::Loop { cells: self.cells.to_vec(), digits: self.digits }),
            ..Evidence::default()
        })
    }

    fn find(&self, visit: Visit<'_>) -> ControlFlow<()> {
        let n_roof = self.extra.iter().filter(|&&extra| extra != 0).count();
        let may_be = match self.id {
            StrategyId::UniqueRectangle1 => n_roof == 1,
            StrategyId::UniqueRectangle5 => n_roof >= 2,
            _ => n_roof == 2,
        };
        if !may_be {
            return ControlFlow::Continue(());
        }
        let roof: Vec<usize> = (0..4).filter(|&i| self.extra[i] != 0).collect();
        let roof_cells: CellSet = roof.iter().map(|&i| self.cells[i]).collect();
        let extra = roof.iter().fold(0, |mask, &i| mask | self.extra[i]);
        let in_line = roof.len() == 2 && roof[0] + roof[1] != 3;
        let same_extra = || DigitSet(extra).only().filter(|_| roof.iter().all(|&i| self.extra[i] == extra));
        match self.id {
            StrategyId::UniqueRectangle1 if roof.len() == 1 => {
                let cell = self.cells[roof[0]];
                self.step(visit, self.digits.map(|d| Candidate::new(cell, d)).to_vec(), Vec::new(), Vec::new())
            }
            StrategyId::UniqueRectangle2 | StrategyId::UniqueRectangle5
                if roof.len() >= 2 && in_line == (self.id == StrategyId::UniqueRectangle2) =>
            {
                let Some(digit) = same_extra() else { return ControlFlow::Continue(()) };
                let out = self.places.common_peers(roof_cells.iter()).intersection(self.places.of(digit));
                self.step(visit, candidates(&out, digit), Vec::new(), Vec::new())
            }
            StrategyId::UniqueRectangle3 if in_line => self.subset(&roof_cells, extra, visit),
            StrategyId::UniqueRectangle4 if in_line => {
                for (locked, other) in [(0, 1), (1, 0)].map(|(i, j)| (self.digits[i], self.digits[j])) {
                    for house in self.places.common_houses(&roof_cells) {
                        if self.places.in_house(house, locked) == roof_cells {
                            let bases = vec![Constraint::HouseDigit(house, locked)];
                            self.step(visit, candidates(&roof_cells, other), bases, Vec::new())?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
            StrategyId::UniqueRectangle6 if roof.len() == 2 && !in_line => {
                for digit in self.digits {
                    for lines in [0, 1] {
                        // Both rows, or both columns, hold the digit in the corners only.
                        let houses = [0, 3].map(|i| self.places.geometry.cell_houses[self.cells[i].index()][lines]);
                        let corners: CellSet = self.cells.into_iter().collect();
                        if houses.iter().all(|&house| self.places.in_house(house, digit).is_subset(&corners)) {
                            let bases = houses.map(|house| Constraint::HouseDigit(house, digit)).to_vec();
                            self.step(visit, candidates(&roof_cells, digit), bases, Vec::new())?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// The extra digits of the roof as one cell of a naked subset.
    fn subset(&self, roof: &CellSet, extra: u32, visit: Visit<'_>) -> ControlFlow<()> {
        for house in self.places.common_houses(roof) {
            let cells: Vec<Cell> = self.places.geometry.house_cells[house.index()]
                .iter()
                .copied()
                .filter(|&cell| self.places.open.contains(cell) && !roof.contains(cell))
                .collect();
            let marks: Vec<u32> = cells.iter().map(|&cell| self.places.board.marks(cell).0).collect();
            almost_locked_choices(&marks, extra, 4, &mut |chosen, digits| {
                self.subset_of(roof, chosen.iter().map(|&i| cells[i]).collect(), digits, visit)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn subset_of(&self, roof: &CellSet, chosen: Vec<Cell>, digits: u32, visit: Visit<'_>) -> ControlFlow<()> {
        let set: CellSet = chosen.iter().copied().collect();
        let mut eliminated = Vec::new();
        for common in self.places.common_houses(&set.union(roof)) {
            for digit in DigitSet(digits).iter() {
                let out = self.places.in_house(common, digit).difference(&set).difference(roof);
                eliminated.extend(candidates(&out, digit));
            }
        }
        let bases = chosen.iter().map(|&cell| Constraint::Cell(cell)).collect();
        let group = CellGroup { cells: chosen, digits: DigitSet(digits).iter().collect() };
        self.step(visit, eliminated, bases, vec![group])
    }

    fn hidden(&self, floor: Cell, visit: Visit<'_>) -> ControlFlow<()> {
        let corner = |cell: Cell| self.cells.iter().position(|&c| c == cell);
        let Some(opposite) = corner(floor).map(|i| self.cells[3 - i]) else { return ControlFlow::Continue(()) };
        let corners: CellSet = self.cells.into_iter().collect();
        let [row, col, _] = self.places.geometry.cell_houses[opposite.index()];
        for (locked, other) in [(0, 1), (1, 0)].map(|(i, j)| (self.digits[i], self.digits[j])) {
            let lines = [row, col];
            let is_locked = |&house: &House| {
                let cells = self.places.in_house(house, locked);
                !cells.is_empty() && cells.is_subset(&corners)
            };
            if lines.iter().all(is_locked) {
                let bases = lines.map(|house| Constraint::HouseDigit(house, locked)).to_vec();
                self.step(visit, vec![Candidate::new(opposite, other)], bases, Vec::new())?;
            }
        }
        ControlFlow::Continue(())
    }
}
