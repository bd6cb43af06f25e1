//! Nishio, and forcing chains from all digits of a cell or all places of a digit, static and dynamic.

use super::hard::{Best, DYNAMIC, DYNAMIC_PLUS, HardStep, MULTIPLE, NISHIO, Technique};
use super::links::{Links, Literal, N_MARKS, is_on, negated, off, on, ruled_out};
use super::marks::{FIRST_OF_KIND, Marks, cell_at, houses_of, ones16};
use super::runs::{Reach, Run, Visited, run};

/// Which forcing chains are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forcing {
    /// A mark contradicts itself by chains of one digit.
    Nishio,
    /// From all digits of a cell or all places of a digit in a house.
    Multiple,
    /// The same with chains that remove marks, and contradictions.
    Dynamic,
    /// The same with intersections, pairs and X-wings.
    DynamicPlus,
}

impl Forcing {
    const fn technique(self) -> Technique {
        match self {
            Forcing::Nishio => NISHIO,
            Forcing::Multiple => MULTIPLE,
            Forcing::Dynamic => DYNAMIC,
            Forcing::DynamicPlus => DYNAMIC_PLUS,
        }
    }

    const fn reach(self) -> Reach {
        match self {
            Forcing::Nishio => Reach::OneDigit,
            Forcing::Multiple => Reach::Static,
            Forcing::Dynamic => Reach::Dynamic,
            Forcing::DynamicPlus => Reach::DynamicPlus,
        }
    }
}

/// Kinds of steps, the first among equally long ones first.
const CONTRADICTION: u8 = 0;
const REDUCTION: u8 = 1;
const REGION: u8 = 2;
const CELL: u8 = 3;

/// The step that Sudoku Explainer takes first, if there is one.
pub(super) fn forcing_chains(
    marks: &Marks,
    links: &Links,
    forcing: Forcing,
    should_stop: &dyn Fn() -> bool,
) -> Option<HardStep> {
    let mut search = Search {
        marks,
        links,
        forcing,
        runs: (0..2 * N_MARKS).map(|_| None).collect(),
        best: Best::default(),
        visited: Visited::default(),
    };
    for cell in marks.open() {
        if should_stop() {
            return None;
        }
        let n_digits = marks.of_cell(cell).count_ones();
        if n_digits > 2 || n_digits == 2 && forcing != Forcing::Multiple {
            search.look_at_cell(cell);
        }
    }
    search.best.step()
}

struct Search<'a> {
    marks: &'a Marks,
    links: &'a Links,
    forcing: Forcing,
    /// The runs so far, by source.
    runs: Vec<Option<Run>>,
    best: Best,
    visited: Visited,
}

impl Search<'_> {
    fn prepare(&mut self, source: Literal) {
        let (marks, links, reach) = (self.marks, self.links, self.forcing.reach());
        self.runs[source as usize].get_or_insert_with(|| run(marks, links, source, reach));
    }

    fn look_at_cell(&mut self, cell: usize) {
        let digits = self.marks.of_cell(cell);
        for digit in ones16(digits) {
            self.prepare(on(cell, digit));
            if self.forcing != Forcing::Multiple {
                self.prepare(off(cell, digit));
                self.contradiction(on(cell, digit));
                self.contradiction(off(cell, digit));
                if digits.count_ones() > 2 && self.forcing != Forcing::Nishio {
                    let sources = [on(cell, digit), off(cell, digit)];
                    self.common(&sources, REDUCTION);
                }
            }
            if self.forcing != Forcing::Nishio {
                self.look_at_houses(cell, digit);
            }
        }
        if self.forcing != Forcing::Nishio {
            let sources: Vec<Literal> = ones16(digits).map(|digit| on(cell, digit)).collect();
            self.common(&sources, CELL);
        }
    }

    fn contradiction(&mut self, source: Literal) {
        let Some(run) = &self.runs[source as usize] else { return };
        let Some((yes, no)) = run.clash else { return };
        let technique = self.forcing.technique();
        let n = run.n_ancestors(yes, &mut self.visited) + run.n_ancestors(no, &mut self.visited);
        self.best.offer(technique, n, CONTRADICTION, || ruled_out(self.marks, negated(source)));
    }

    /// From the places of the digit in the cell's houses, where the cell is the first of them.
    fn look_at_houses(&mut self, cell: usize, digit: usize) {
        for first in FIRST_OF_KIND {
            let house = houses_of(cell)[first / 9];
            let places = self.marks.of_house(house, digit);
            if places.count_ones() < 2 || cell_at(house, places.trailing_zeros() as usize) != cell {
                continue;
            }
            let sources: Vec<Literal> = ones16(places).map(|position| on(cell_at(house, position), digit)).collect();
            for &source in &sources {
                self.prepare(source);
            }
            self.common(&sources, REGION);
        }
    }

    /// What follows from each of these.
    fn common(&mut self, sources: &[Literal], kind: u8) {
        let technique = self.forcing.technique();
        let runs: Vec<&Run> = sources.iter().filter_map(|&source| self.runs[source as usize].as_ref()).collect();
        let Some((&first, others)) = runs.split_first() else { return };
        let mut nodes = Vec::with_capacity(others.len());
        // What is on comes before what is off.
        for wants_on in [true, false] {
            for (node, literal) in first.nodes().filter(|&(_, literal)| is_on(literal) == wants_on) {
                nodes.clear();
                nodes.extend(others.iter().map_while(|run| run.node_of(literal)));
                if nodes.len() < others.len() {
                    continue;
                }
                let each = || std::iter::once((first, node)).chain(others.iter().copied().zip(nodes.iter().copied()));
                let at_least = each().map(|(run, node)| run.depth(node)).sum();
                if !self.best.wants(technique, at_least, kind) {
                    continue;
                }
                let n = each().map(|(run, node)| run.n_ancestors(node, &mut self.visited)).sum();
                self.best.offer(technique, n, kind, || ruled_out(self.marks, literal));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::marks_of;
    use super::*;

    #[test]
    fn a_stop_ends_the_search() {
        let marks = marks_of("r5c5 123, r5c1 12");
        assert!(forcing_chains(&marks, &Links::new(&marks), Forcing::Dynamic, &|| true).is_none());
    }
}
