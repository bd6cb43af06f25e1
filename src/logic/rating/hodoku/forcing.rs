//! Which forcing chain or net HoDoKu takes.
//!
//! Of each candidate, taken as true and as false, all consequences are collected: for chains along links between
//! candidates and groups, for nets also through a few rounds of singles. An assumption that contradicts itself is false,
//! and what follows from all candidates of a cell, all places of a digit in a house, or from a candidate and its
//! opposite is true. A digit that can be placed comes before one that can be ruled out.

use super::Move;
use super::links::{Links, Node, is_on};
use super::marks::{Marks, candidate};
use super::nets::Nets;
use crate::logic::rating::nine::{Cells, HOUSE_SETS, ones};
use std::collections::BTreeSet;

/// What a forcing chain does, or if asked for a forcing net; `None` if there is none. What is concluded by nets must not
/// be concluded by chains alone.
pub(super) fn first(marks: &Marks, is_net: bool) -> Option<Move> {
    let mut links = Links::of(marks, true);
    let mut nets = is_net.then(|| Nets::of(marks, &mut links));
    let of = (0..2 * links.n_candidates as Node).map(|node| Consequences::of(&links, node)).collect();
    let search = Search { marks, links: &links, of };
    let mut conclusions = search.conclusions().into_iter();
    let taken = match &mut nets {
        None => conclusions.next(),
        Some(nets) => conclusions.find(|conclusion| {
            search.is_reached(*conclusion, &mut |ways| ways.iter().any(|&(from, to)| nets.is_net(from, to)))
        }),
    }?;
    let candidate = candidate(taken.cell, taken.digit);
    Some(if taken.is_ruled_out { Move::RuleOut(vec![candidate]) } else { Move::Place(candidate) })
}

/// A digit that is placed comes first, then the lowest cell and its lowest digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Conclusion {
    is_ruled_out: bool,
    cell: usize,
    digit: usize,
}

/// Assumptions, each with something that follows from it, which together show something.
type Ways = [(Node, Node)];

struct Search<'a> {
    marks: &'a Marks,
    links: &'a Links,
    /// What follows from each candidate, taken as false and as true.
    of: Vec<Consequences>,
}

impl Search<'_> {
    fn of(&self, node: Node) -> &Consequences {
        &self.of[usize::from(node)]
    }

    fn candidates(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.links.n_candidates as Node).map(|i| 2 * i)
    }

    /// Sets of candidates of which one is true: those of each cell, and those of a digit in each house.
    fn choices(&self) -> impl Iterator<Item = Vec<Node>> {
        let on = |cell, digit| self.links.node(cell, digit, true);
        let of_cell = move |cell| self.marks.digits_of(cell).map(|digit| on(cell, digit)).collect();
        let of_house = move |house: Cells| {
            (0..9).map(move |digit| ones(house & self.marks.places[digit]).map(|cell| on(cell, digit)).collect())
        };
        (0..81)
            .map(of_cell)
            .chain(HOUSE_SETS.into_iter().flat_map(of_house))
            .filter(|choice: &Vec<Node>| !choice.is_empty())
    }

    /// All conclusions, in order.
    fn conclusions(&self) -> BTreeSet<Conclusion> {
        let mut found = BTreeSet::new();
        let mut common = |of: &[&Consequences], but: Cells| {
            for digit in 0..9 {
                let on = of.iter().fold(!but, |common, other| common & other.on[digit]);
                let off = of.iter().fold(!but, |common, other| common & other.off[digit]);
                for (is_ruled_out, cells) in [(false, on), (true, off)] {
                    found.extend(ones(cells).map(|cell| Conclusion { is_ruled_out, cell, digit }));
                }
            }
        };
        for off in self.candidates() {
            common(&[self.of(off), self.of(off + 1)], self.links.place(off).cells);
        }
        for choice in self.choices() {
            common(&choice.iter().map(|&node| self.of(node)).collect::<Vec<_>>(), 0);
        }
        for node in self.candidates().flat_map(|off| [off, off + 1]) {
            let place = self.links.place(node);
            if self.of(node).contradictions(self.marks, &mut |_| true) {
                found.insert(Conclusion { is_ruled_out: is_on(node), cell: place.first(), digit: place.digit });
            }
        }
        found
    }

    /// Whether the test holds for one of the ways in which the conclusion is reached.
    fn is_reached(&self, conclusion: Conclusion, test: &mut dyn FnMut(&Ways) -> bool) -> bool {
        let Conclusion { is_ruled_out, cell, digit } = conclusion;
        let end = self.links.node(cell, digit, !is_ruled_out);
        let assumption = end ^ 1;
        let node = |(cell, digit, is_on)| self.links.node(cell, digit, is_on);
        let by_contradiction =
            &mut |ends: &[End]| test(&ends.iter().map(|&end| (assumption, node(end))).collect::<Vec<_>>());
        if self.of(assumption).contradictions(self.marks, by_contradiction) {
            return true;
        }
        let leads_there = |&from: &Node| {
            let of = self.of(from);
            (if is_ruled_out { &of.off } else { &of.on })[digit] >> cell & 1 == 1
        };
        let mut reached = |choice: &[Node]| {
            choice.iter().all(leads_there) && test(&choice.iter().map(|&from| (from, end)).collect::<Vec<_>>())
        };
        let elsewhere = |off: &Node| self.links.place(*off).first() != cell;
        self.candidates().filter(elsewhere).any(|off| reached(&[off + 1, off])) || self.choices().any(|c| reached(&c))
    }
}

/// A cell, a digit, and whether it is there: one end of a contradiction.
type End = (usize, usize, bool);

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

    /// Whether the test holds for one of the contradictions. Each is told as cells and digits that are true or false.
    fn contradictions(&self, marks: &Marks, test: &mut dyn FnMut(&[End]) -> bool) -> bool {
        let first = |cells: Cells| cells.trailing_zeros() as usize;
        for (digit, (on, off)) in self.on.iter().zip(&self.off).enumerate() {
            // A digit is there and is not.
            let cell = first(on & off);
            if on & off != 0 && test(&[(cell, digit, false), (cell, digit, true)]) {
                return true;
            }
            // A cell has two digits.
            for (other, also_on) in self.on.iter().enumerate().skip(digit + 1) {
                let cell = first(on & also_on);
                if on & also_on != 0 && test(&[(cell, digit, true), (cell, other, true)]) {
                    return true;
                }
            }
            for house in HOUSE_SETS {
                // A digit is twice in a house.
                let twice = house & on;
                if twice.count_ones() > 1 && test(&ones(twice).map(|cell| (cell, digit, true)).collect::<Vec<_>>()) {
                    return true;
                }
                // It has no place there; candidates that are gone by other steps count as places.
                let places = house & marks.unseen[digit];
                if places != 0
                    && places & !off == 0
                    && test(&ones(places).map(|cell| (cell, digit, false)).collect::<Vec<_>>())
                {
                    return true;
                }
            }
        }
        // A cell has no digit left.
        let filled = self.on.iter().fold(0, |filled, on| filled | on);
        let is_empty = |cell: &usize| {
            marks.of_cell[*cell] != 0 && marks.digits_of(*cell).all(|digit| self.off[digit] >> cell & 1 == 1)
        };
        let mut empty = (0..81).filter(|cell| filled >> cell & 1 == 0).filter(is_empty);
        empty.any(|cell| test(&marks.digits_of(cell).map(|digit| (cell, digit, false)).collect::<Vec<_>>()))
    }
}
