//! Which forcing chain or net HoDoKu takes.
//!
//! Of each candidate, taken as true and as false, all consequences are collected: for chains along links between
//! candidates and groups, for nets also through a few rounds of singles. An assumption that contradicts itself is false,
//! and what follows from all candidates of a cell, all places of a digit in a house, or from a candidate and its
//! opposite is true. A digit that can be placed comes before one that can be ruled out.

use super::Move;
use super::links::{Links, Node, is_on};
use super::marks::{Marks, candidate};
use crate::logic::rating::nine::{Cells, HOUSE_SETS, PEERS, ones, ones16};

/// What a forcing chain does, or if asked for a forcing net; `None` if there is none.
pub(super) fn first(marks: &Marks, is_net: bool) -> Option<Move> {
    let mut links = Links::of(marks, true);
    if is_net {
        add_rounds_of_singles(marks, &mut links);
    }
    let consequences: Vec<Consequences> =
        (0..2 * links.n_candidates as Node).map(|node| Consequences::of(&links, node)).collect();
    let mut first = Lowest::default();
    let of = |node: Node| &consequences[usize::from(node)];
    for is_true in [true, false] {
        for i in 0..links.n_candidates as Node {
            let node = 2 * i + Node::from(is_true);
            if of(node).contradict(marks) {
                let place = links.place(node);
                first.offer(place.first(), place.digit, !is_true);
            }
        }
    }
    for i in 0..links.n_candidates as Node {
        first.offer_common(&[of(2 * i), of(2 * i + 1)]);
    }
    for cell in 0..81 {
        let of_cell: Vec<_> = marks.digits_of(cell).map(|digit| of(links.node(cell, digit, true))).collect();
        first.offer_common(&of_cell);
    }
    for house in HOUSE_SETS {
        for digit in 0..9 {
            let places = ones(house & marks.places[digit]);
            first.offer_common(&places.map(|cell| of(links.node(cell, digit, true))).collect::<Vec<_>>());
        }
    }
    first.found()
}

/// The first of the lowest steps: a placed digit by its cell, a candidate that is ruled out by cell and digit together.
#[derive(Default)]
struct Lowest(Option<((bool, usize), Move)>);

impl Lowest {
    fn offer(&mut self, cell: usize, digit: usize, is_true: bool) {
        // Indices of cells and values of digits are added up.
        let rank = (!is_true, if is_true { cell } else { cell + digit });
        if self.0.as_ref().is_none_or(|(lowest, _)| rank < *lowest) {
            let candidate = candidate(cell, digit);
            self.0 = Some((rank, if is_true { Move::Place(candidate) } else { Move::RuleOut(vec![candidate]) }));
        }
    }

    /// What follows from each of these assumptions, one of which is true.
    fn offer_common(&mut self, of: &[&Consequences]) {
        let Some((one, others)) = of.split_first() else { return };
        for digit in 0..9 {
            let common = |sets: fn(&Consequences) -> &[Cells; 9]| {
                others.iter().fold(sets(one)[digit], |common, other| common & sets(other)[digit])
            };
            for cell in ones(common(|of| &of.on)) {
                self.offer(cell, digit, true);
            }
            for cell in ones(common(|of| &of.off)) {
                self.offer(cell, digit, false);
            }
        }
    }

    fn found(self) -> Option<Move> {
        self.0.map(|(_, found)| found)
    }
}

/// All that follows from an assumption, itself included.
struct Consequences {
    /// The cells that hold each digit.
    on: [Cells; 9],
    /// The cells from which each digit is ruled out.
    off: [Cells; 9],
}

impl Consequences {
    const NONE: Consequences = Consequences { on: [0; 9], off: [0; 9] };

    fn of(links: &Links, start: Node) -> Consequences {
        let mut found = Consequences::NONE;
        let mut seen = vec![false; links.of.len()];
        seen[usize::from(start)] = true;
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            let place = links.place(node);
            if !place.is_group {
                let sets = if is_on(node) { &mut found.on } else { &mut found.off };
                sets[place.digit] |= place.cells;
            }
            for &next in &links.of[usize::from(node)] {
                if !std::mem::replace(&mut seen[usize::from(next)], true) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// Whether a candidate is true and false, a cell or a house has two digits of which one may be there, or none.
    fn contradict(&self, marks: &Marks) -> bool {
        let mut of_one_digit: Cells = 0;
        for (on, off) in self.on.iter().zip(&self.off) {
            if on & (off | of_one_digit) != 0 {
                return true;
            }
            of_one_digit |= on;
        }
        let is_broken = |house: &Cells| {
            (0..9).any(|digit| {
                let places = house & marks.places[digit];
                (self.on[digit] & house).count_ones() > 1 || places != 0 && places & !self.off[digit] == 0
            })
        };
        let is_empty = |cell| ones16(marks.of_cell[cell]).all(|digit| self.off[digit] >> cell & 1 == 1);
        HOUSE_SETS.iter().any(is_broken) || (0..81).any(|cell| marks.of_cell[cell] != 0 && is_empty(cell))
    }
}

/// So many times all naked and then all hidden singles are placed after an assumption.
const ROUNDS: usize = 4;

/// Links each candidate to all that follows from it through singles.
fn add_rounds_of_singles(marks: &Marks, links: &mut Links) {
    for i in 0..links.n_candidates as Node {
        let place = links.place(2 * i);
        for is_true in [false, true] {
            let node = 2 * i + Node::from(is_true);
            let found = after_singles(marks, place.first(), place.digit, is_true);
            let mut of_node = vec![false; links.of.len()];
            of_node[usize::from(node)] = true;
            links.of[usize::from(node)].iter().for_each(|&known| of_node[usize::from(known)] = true);
            for digit in 0..9 {
                for (set, is_on) in [(found.off[digit], false), (found.on[digit], true)] {
                    for cell in ones(set & marks.places[digit]) {
                        let next = links.node(cell, digit, is_on);
                        if !std::mem::replace(&mut of_node[usize::from(next)], true) {
                            links.of[usize::from(node)].push(next);
                        }
                    }
                }
            }
        }
    }
}

/// What is placed and ruled out by an assumption and the rounds of singles after it.
fn after_singles(marks: &Marks, cell: usize, digit: usize, is_true: bool) -> Consequences {
    let mut board = Trial { of_cell: marks.of_cell, places: marks.places, found: Consequences::NONE };
    if is_true {
        board.place(cell, digit);
    } else {
        board.rule_out(cell, digit);
    }
    for _ in 0..ROUNDS {
        let single = |cell: usize| {
            let left = board.of_cell[cell];
            left.is_power_of_two().then(|| (cell, left.trailing_zeros() as usize))
        };
        let naked: Vec<(usize, usize)> = (0..81).filter_map(single).collect();
        for &(cell, digit) in &naked {
            board.place(cell, digit);
        }
        let mut hidden = Vec::new();
        for house in HOUSE_SETS {
            for digit in 0..9 {
                let places = house & board.places[digit];
                if places.is_power_of_two() {
                    hidden.push((places.trailing_zeros() as usize, digit));
                }
            }
        }
        for &(cell, digit) in &hidden {
            if board.of_cell[cell] != 0 {
                board.place(cell, digit);
            }
        }
        if naked.is_empty() && hidden.is_empty() {
            break;
        }
    }
    board.found
}

/// A board on which an assumption is followed, even where it turns out to be wrong.
struct Trial {
    of_cell: [u16; 81],
    places: [Cells; 9],
    found: Consequences,
}

impl Trial {
    fn place(&mut self, cell: usize, digit: usize) {
        for other in ones16(self.of_cell[cell]).filter(|&other| other != digit) {
            self.rule_out(cell, other);
        }
        self.of_cell[cell] = 0;
        self.places[digit] &= !(1 << cell);
        self.found.on[digit] |= 1 << cell;
        for peer in ones(PEERS[cell] & self.places[digit]) {
            self.rule_out(peer, digit);
        }
    }

    fn rule_out(&mut self, cell: usize, digit: usize) {
        self.of_cell[cell] &= !(1 << digit);
        self.places[digit] &= !(1 << cell);
        self.found.off[digit] |= 1 << cell;
    }
}
