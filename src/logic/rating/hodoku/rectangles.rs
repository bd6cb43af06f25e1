//! Which unique rectangle HoDoKu takes. A corner may have lost one of the two digits, unless it sees that digit placed;
//! and where our strategies ask for one house, HoDoKu at times asks for several.

use super::Deletions;
use super::marks::{Marks, candidate, common_peers};
use crate::logic::StrategyId;
use crate::logic::rating::nine::{Cells, HOUSE_SETS, houses_of, ones, ones16};

/// What the first rectangle of this type rules out; `None` if there is none.
pub(super) fn first(marks: &Marks, id: StrategyId) -> Option<Deletions> {
    let mut seen: Vec<Cells> = Vec::new();
    for start in (0..81).filter(|&cell| marks.of_cell[cell].count_ones() == 2) {
        let pair = marks.of_cell[start];
        let usable = ones16(pair).fold(!0, |usable, digit| usable & marks.unseen[digit]);
        let [row, col, box_] = houses_of(start);
        for second in ones(HOUSE_SETS[box_] & (HOUSE_SETS[row] | HOUSE_SETS[col]) & usable & !(1 << start)) {
            // The other two corners lie on the lines that cross the one of the first two.
            let across = usize::from(houses_of(second)[0] == row);
            let [first_line, second_line] = [start, second].map(|cell| houses_of(cell)[across]);
            for third in ones(HOUSE_SETS[first_line] & usable & !HOUSE_SETS[box_]) {
                let crossing = HOUSE_SETS[houses_of(third)[1 - across]] & HOUSE_SETS[second_line] & usable;
                if crossing == 0 {
                    continue;
                }
                let fourth = crossing.trailing_zeros() as usize;
                let cells = 1 << start | 1 << second | 1 << third | crossing;
                if seen.contains(&cells) {
                    continue;
                }
                seen.push(cells);
                let rectangle = Rectangle::of(marks, [start, second, third, fourth], pair);
                if let Some(found) = rectangle.ruled_out(id).filter(|found| !found.is_empty()) {
                    return Some(found);
                }
            }
        }
    }
    None
}

struct Rectangle<'a> {
    marks: &'a Marks,
    corners: Cells,
    /// The two digits that must not fill it, as bits.
    pair: u16,
    /// Corners without another digit, and the others.
    floor: Vec<usize>,
    roof: Vec<usize>,
}

impl<'a> Rectangle<'a> {
    fn of(marks: &'a Marks, corners: [usize; 4], pair: u16) -> Rectangle<'a> {
        let (floor, roof) = corners.into_iter().partition(|&cell| marks.of_cell[cell] & !pair == 0);
        Rectangle { marks, corners: corners.into_iter().fold(0, |set, cell| set | 1 << cell), pair, floor, roof }
    }

    /// Digits of the roof besides the two.
    fn extra(&self) -> u16 {
        self.roof.iter().fold(0, |extra, &cell| extra | self.marks.of_cell[cell] & !self.pair)
    }

    /// The candidates among these.
    fn open(&self, cells: impl IntoIterator<Item = usize>, digits: u16) -> Deletions {
        let of_cell = |cell| ones16(self.marks.of_cell[cell] & digits).map(move |digit| candidate(cell, digit));
        cells.into_iter().flat_map(of_cell).collect()
    }

    /// What it rules out as one of this type, if it is one.
    fn ruled_out(&self, id: StrategyId) -> Option<Deletions> {
        let roof = &self.roof[..];
        match (id, self.floor.len()) {
            (StrategyId::UniqueRectangle1, 3) => Some(self.open(roof.iter().copied(), self.pair)),
            (StrategyId::UniqueRectangle2 | StrategyId::UniqueRectangle5, 1 | 2) => {
                let extra = self.extra();
                let is_two = roof.len() == 2 && self.line_of_roof().is_some();
                if !extra.is_power_of_two() || is_two != (id == StrategyId::UniqueRectangle2) {
                    return None;
                }
                let peers = common_peers(roof.iter().fold(0, |set, &cell| set | 1 << cell));
                Some(self.open(ones(peers & self.marks.places[extra.trailing_zeros() as usize]), extra))
            }
            (StrategyId::UniqueRectangle3, 2) => self.subset(),
            (StrategyId::UniqueRectangle4, 2) => {
                self.line_of_roof()?;
                // The digit has no place in any house of both.
                let peers = common_peers(1 << roof[0] | 1 << roof[1]);
                Some(self.open(roof.iter().copied(), self.pair & !self.absent(peers)?))
            }
            (StrategyId::UniqueRectangle6, 2) if self.line_of_roof().is_none() => {
                let lines = roof.iter().fold(0, |set, &cell| set | lines_of(cell));
                let mut sorted = [roof[0], roof[1]];
                sorted.sort_unstable();
                Some(self.open(sorted, self.absent(lines)?))
            }
            (StrategyId::HiddenRectangle, 1) => self.hidden(self.floor[0]),
            (StrategyId::HiddenRectangle, 2) if self.line_of_roof().is_none() => {
                self.floor.iter().find_map(|&corner| self.hidden(corner))
            }
            _ => None,
        }
    }

    /// The line that holds the roof.
    fn line_of_roof(&self) -> Option<usize> {
        let [first, second] = [self.roof[0], *self.roof.get(1)?].map(houses_of);
        (0..2).find(|&kind| first[kind] == second[kind]).map(|kind| first[kind])
    }

    /// The first digit of the two that has no place in these cells outside the corners.
    fn absent(&self, cells: Cells) -> Option<u16> {
        ones16(self.pair).find(|&digit| self.marks.places[digit] & cells & !self.corners == 0).map(|digit| 1 << digit)
    }

    /// The roof as one cell of a naked subset without the two digits.
    fn subset(&self) -> Option<Deletions> {
        let line = self.line_of_roof()?;
        let [a, b] = [self.roof[0], self.roof[1]];
        let box_ = Some(houses_of(a)[2]).filter(|&box_| box_ == houses_of(b)[2]);
        [Some(line), box_].into_iter().flatten().find_map(|house| {
            let may_join = |&cell: &usize| {
                let candidates = self.marks.of_cell[cell];
                candidates != 0 && candidates & self.pair == 0
            };
            let pool: Vec<usize> = ones(HOUSE_SETS[house] & !self.corners).filter(may_join).collect();
            self.larger_subset(house, &pool, 1 << a | 1 << b, self.extra())
        })
    }

    /// The first subset that these cells make with some of the pool; each is followed by those that add to it.
    fn larger_subset(&self, house: usize, pool: &[usize], cells: Cells, digits: u16) -> Option<Deletions> {
        pool.iter().enumerate().find_map(|(i, &cell)| {
            let (cells, digits) = (cells | 1 << cell, digits | self.marks.of_cell[cell]);
            let is_within = |other: &usize| cells & !HOUSE_SETS[*other] == 0;
            let houses = houses_of(cell);
            // Subsets of a box that lie in a line were found there.
            let is_known = house >= 18 && houses[..2].iter().any(is_within);
            if !is_known && digits.count_ones() + 1 == cells.count_ones() {
                let also = Some(houses[2]).filter(|box_| *box_ != house && is_within(box_));
                let mut found = Deletions::new();
                for house in [Some(house), also].into_iter().flatten() {
                    let further = self.open(ones(HOUSE_SETS[house] & !cells), digits);
                    found.extend(further.into_iter().filter(|c| !found.contains(c)).collect::<Vec<_>>());
                }
                if !found.is_empty() {
                    return Some(found);
                }
            }
            self.larger_subset(house, &pool[i + 1..], cells, digits)
        })
    }

    /// One digit has no place outside the rectangle in the lines of the corner opposite to this one.
    fn hidden(&self, corner: usize) -> Option<Deletions> {
        let opposite = ones(self.corners & !lines_of(corner)).next()?;
        let lines = lines_of(opposite);
        ones16(self.pair).find_map(|digit| {
            let is_absent = self.marks.places[digit] & lines & !self.corners == 0;
            let found = self.open([opposite], self.pair & !(1 << digit));
            (is_absent && !found.is_empty()).then_some(found)
        })
    }
}

/// The cells of the row and the column of a cell.
fn lines_of(cell: usize) -> Cells {
    let [row, col, _] = houses_of(cell);
    HOUSE_SETS[row] | HOUSE_SETS[col]
}
