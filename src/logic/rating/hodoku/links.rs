//! What a candidate or a group of candidates decides at once, in the order in which HoDoKu enters it into its tables.

use super::marks::{Marks, common_peers};
use crate::logic::rating::nine::{Cells, HOUSE_SETS, houses_of, ones};

/// A candidate, or the places of a digit where a line and a box cross (a group).
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) cells: Cells,
    pub(super) digit: usize,
    /// Two or three cells.
    pub(super) is_group: bool,
    /// The cells that see all of these.
    pub(super) peers: Cells,
}

impl Place {
    /// The first of the cells.
    pub(super) fn first(self) -> usize {
        self.cells.trailing_zeros() as usize
    }
}

/// A place by index, and whether the digit is there: two times the index, and 1 more if it is.
pub(super) type Node = u16;

/// Whether the digit is there.
pub(super) const fn is_on(node: Node) -> bool {
    node & 1 == 1
}

/// All places with what follows from each at once.
pub(super) struct Links {
    /// Single candidates by cell and digit, then groups.
    pub(super) places: Vec<Place>,
    /// How many places are single candidates.
    pub(super) n_candidates: usize,
    /// What follows from each node, in HoDoKu's order.
    pub(super) of: Vec<Vec<Node>>,
    /// Index of each candidate, by cell and digit.
    index: [[u16; 9]; 81],
}

impl Links {
    /// Strong and weak links between candidates and, if asked for, groups.
    pub(super) fn of(marks: &Marks, with_groups: bool) -> Links {
        let mut places = Vec::new();
        let mut index = [[0; 9]; 81];
        for (cell, index) in index.iter_mut().enumerate() {
            for digit in marks.digits_of(cell) {
                index[digit] = places.len() as u16;
                places.push(Place { cells: 1 << cell, digit, is_group: false, peers: common_peers(1 << cell) });
            }
        }
        let n_candidates = places.len();
        if with_groups {
            for digit in 0..9 {
                for line in &HOUSE_SETS[..18] {
                    for box_ in &HOUSE_SETS[18..] {
                        let cells = line & box_ & marks.places[digit];
                        if cells.count_ones() >= 2 {
                            places.push(Place { cells, digit, is_group: true, peers: common_peers(cells) });
                        }
                    }
                }
            }
        }
        let mut links = Links { of: vec![Vec::new(); 2 * places.len()], places, n_candidates, index };
        for i in 0..n_candidates {
            links.link_candidate(marks, i);
        }
        for i in n_candidates..links.places.len() {
            links.link_group(marks, i);
        }
        links
    }

    /// The node of a candidate, by cell and digit.
    pub(super) fn node(&self, cell: usize, digit: usize, is_on: bool) -> Node {
        self.index[cell][digit] * 2 + u16::from(is_on)
    }

    pub(super) fn place(&self, node: Node) -> Place {
        self.places[usize::from(node / 2)]
    }

    pub(super) fn add(&mut self, from: Node, to: Node) {
        let known = &mut self.of[usize::from(from)];
        if !known.contains(&to) {
            known.push(to);
        }
    }

    /// From a candidate to the others of its cell, then to those of its row, column and box.
    fn link_candidate(&mut self, marks: &Marks, i: usize) {
        let Place { digit, .. } = self.places[i];
        let cell = self.places[i].first();
        let [off, on] = [2 * i as Node, 2 * i as Node + 1];
        let others = || marks.digits_of(cell).filter(|&other| other != digit);
        for other in others() {
            self.add(on, self.node(cell, other, false));
            if others().count() == 1 {
                self.add(off, self.node(cell, other, true));
            }
        }
        for house in houses_of(cell) {
            let others = HOUSE_SETS[house] & marks.places[digit] & !(1 << cell);
            for other in ones(others) {
                self.add(on, self.node(other, digit, false));
                if others.is_power_of_two() {
                    self.add(off, self.node(other, digit, true));
                }
            }
        }
    }

    /// Between a group and candidates, both ways, then to other groups.
    fn link_group(&mut self, marks: &Marks, i: usize) {
        let group = self.places[i];
        let digit = group.digit;
        let [off, on] = [2 * i as Node, 2 * i as Node + 1];
        for cell in ones(group.peers & marks.places[digit]) {
            self.add(on, self.node(cell, digit, false));
            self.add(self.node(cell, digit, true), off);
        }
        // The box comes before the line.
        for house in HOUSE_SETS.iter().rev() {
            let others = house & marks.places[digit] & !group.cells;
            if group.cells & !house == 0 && others.is_power_of_two() {
                let cell = others.trailing_zeros() as usize;
                self.add(off, self.node(cell, digit, true));
                self.add(self.node(cell, digit, false), on);
            }
        }
        let others: Vec<usize> = (self.n_candidates..self.places.len())
            .filter(|&j| self.places[j].digit == digit && self.places[j].cells & group.cells == 0)
            .collect();
        let shared = |house: &Cells, j: usize| (group.cells | self.places[j].cells) & !house == 0;
        let weak = others.iter().copied().filter(|&j| HOUSE_SETS.iter().any(|house| shared(house, j)));
        let is_strong = |house: &Cells, j: usize| {
            shared(house, j) && house & marks.places[digit] & !group.cells & !self.places[j].cells == 0
        };
        let strong = HOUSE_SETS.iter().flat_map(|house| others.iter().copied().filter(move |&j| is_strong(house, j)));
        let (weak, strong): (Vec<usize>, Vec<usize>) = (weak.collect(), strong.collect());
        for j in weak {
            self.add(on, 2 * j as Node);
        }
        for j in strong {
            self.add(off, 2 * j as Node + 1);
        }
    }
}
