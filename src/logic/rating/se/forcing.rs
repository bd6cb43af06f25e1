//! Nishio, and forcing chains from all digits of a cell or all places of a digit, static and dynamic.

use super::hard::{
    CHAINS, Collect, DYNAMIC, DYNAMIC_CHAINS, DYNAMIC_SETS, Kind, MULTIPLE, MULTIPLE_CHAINS, NISHIO, Technique,
};
use super::links::{Cause, Links, Literal, LiteralSet, N_MARKS, is_on, negated, off, on, ruled_out};
use super::marks::{FIRST_OF_KIND, Marks, cell_at, houses_of, ones16};
use super::nested::{Helpers, Rules};
use super::runs::{Reach, Run, Visited, complexity};

/// Which forcing chains are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forcing {
    /// A mark contradicts itself by chains of one digit.
    Nishio,
    /// From all digits of a cell or all places of a digit in a house.
    Multiple,
    /// Multiple chains that also remove marks on the way, may use these rules, and may end in contradictions.
    Dynamic(Rules),
}

impl Forcing {
    const fn technique(self) -> Technique {
        match self {
            Forcing::Nishio => NISHIO,
            Forcing::Multiple => MULTIPLE,
            Forcing::Dynamic(Rules::Singles) => DYNAMIC,
            Forcing::Dynamic(Rules::Sets) => DYNAMIC_SETS,
            Forcing::Dynamic(Rules::Chains) => CHAINS,
            Forcing::Dynamic(Rules::MultipleChains) => MULTIPLE_CHAINS,
            Forcing::Dynamic(Rules::DynamicChains) => DYNAMIC_CHAINS,
        }
    }

    const fn reach(self) -> Reach {
        match self {
            Forcing::Nishio => Reach::OneDigit,
            Forcing::Multiple => Reach::Static,
            Forcing::Dynamic(rules) => Reach::Dynamic(rules),
        }
    }
}

/// The runs so far, by source.
#[derive(Default)]
pub(super) struct Runs {
    /// None at all before the first one.
    runs: Vec<Option<Box<Run>>>,
    /// Those of another board wait for their memory to be used again.
    has_begun: LiteralSet,
}

impl Runs {
    /// No runs, as for another board or other rules.
    pub(super) fn clear(&mut self) {
        self.has_begun = LiteralSet::default();
    }

    /// The run from a literal, which begins now if it has not before.
    fn run(&mut self, marks: &Marks, source: Literal) -> &mut Run {
        let is_new = self.has_begun.insert(source);
        if self.runs.is_empty() {
            self.runs.resize_with(2 * N_MARKS, || None);
        }
        let run = &mut self.runs[source as usize];
        if let Some(run) = run.as_mut().filter(|_| is_new) {
            run.begin(marks, source);
        }
        run.get_or_insert_with(|| Box::new(Run::new(marks, source)))
    }

    fn get(&self, source: Literal) -> Option<&Run> {
        self.runs.get(source as usize)?.as_deref().filter(|_| self.has_begun.contains(source))
    }
}

/// Offers every step.
pub(super) fn forcing_chains(
    marks: &Marks,
    links: &Links,
    forcing: Forcing,
    runs: &mut Runs,
    helpers: &mut Helpers<'_>,
    steps: &mut impl Collect,
) {
    let mut search = Search {
        marks,
        links,
        forcing,
        runs,
        helpers,
        steps,
        visited: Visited::default(),
        is_up_to_date: LiteralSet::default(),
    };
    for cell in marks.open() {
        let n_digits = marks.of_cell(cell).count_ones();
        if n_digits > 2 || n_digits == 2 && forcing != Forcing::Multiple {
            search.look_at_cell(cell);
        }
        if search.helpers.is_stopped() {
            return;
        }
    }
}

struct Search<'a, 'b, C> {
    marks: &'a Marks,
    links: &'a Links,
    forcing: Forcing,
    runs: &'a mut Runs,
    helpers: &'a mut Helpers<'b>,
    steps: &'a mut C,
    visited: Visited,
    /// Sources of the runs that have gone as far as they shall.
    is_up_to_date: LiteralSet,
}

impl<C: Collect> Search<'_, '_, C> {
    fn prepare(&mut self, source: Literal) {
        if self.is_up_to_date.insert(source) && !self.helpers.is_stopped() {
            let run = self.runs.run(self.marks, source);
            run.extend(self.marks, self.links, self.forcing.reach(), self.helpers);
        }
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
                    self.common(&sources, Kind::Reduction, Cause::Other);
                }
            }
            if self.forcing != Forcing::Nishio {
                self.look_at_houses(cell, digit);
            }
        }
        if self.forcing != Forcing::Nishio {
            let sources: Vec<Literal> = ones16(digits).map(|digit| on(cell, digit)).collect();
            self.common(&sources, Kind::Cell, Cause::Cell);
        }
    }

    fn contradiction(&mut self, source: Literal) {
        let Some(run) = self.runs.get(source) else { return };
        let Some((yes, no)) = run.clash else { return };
        let n = complexity([(run, yes), (run, no)], &mut self.visited);
        let (marks, visited) = (self.marks, &mut self.visited);
        let chains = || [yes, no].map(|node| run.chain(node, visited, Cause::Other)).into();
        let eliminated = || ruled_out(marks, negated(source));
        self.steps.offer(self.forcing.technique(), n, Kind::Contradiction, eliminated, chains);
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
            self.common(&sources, Kind::Region, Cause::House(house as u8));
        }
    }

    /// What follows from each of these, one of which holds for this reason.
    fn common(&mut self, sources: &[Literal], kind: Kind, cause: Cause) {
        let technique = self.forcing.technique();
        let runs: Vec<&Run> = sources.iter().filter_map(|&source| self.runs.get(source)).collect();
        let Some((&first, others)) = runs.split_first().filter(|_| runs.len() == sources.len()) else { return };
        let mut nodes = Vec::with_capacity(runs.len());
        // What is on comes before what is off.
        for wants_on in [true, false] {
            for (node, literal) in first.nodes().filter(|&(_, literal)| is_on(literal) == wants_on) {
                nodes.clear();
                nodes.push(node);
                nodes.extend(others.iter().map_while(|run| run.node_of(literal)));
                if nodes.len() < runs.len() {
                    continue;
                }
                let each = || runs.iter().copied().zip(nodes.iter().copied());
                let depths = each().map(|(run, node)| run.depth(node));
                let (flat, nested) = depths.fold((0, 0), |(sum, most), (flat, nested)| (sum + flat, most.max(nested)));
                if !self.steps.wants(technique, flat + nested, kind) {
                    continue;
                }
                let n = complexity(each(), &mut self.visited);
                let (marks, visited) = (self.marks, &mut self.visited);
                let chains = || each().map(|(run, node)| run.chain(node, visited, cause)).collect();
                self.steps.offer(technique, n, kind, || ruled_out(marks, literal), chains);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hard::Best;
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// Figure and what goes.
    #[track_caller]
    fn check(marks: &str, forcing: Forcing, expected: &str) {
        let marks = marks_of(marks);
        let (mut best, links, mut helpers) = (Best::default(), Links::new(&marks), Helpers::new(&|| false));
        forcing_chains(&marks, &links, forcing, &mut Runs::default(), &mut helpers, &mut best);
        let shown = best.step().map(|step| format!("{}: {}", step.tenths(), names(&step.eliminated)));
        assert_eq!(shown.unwrap_or_default(), expected);
    }

    #[test]
    fn two_digits_or_two_places_are_enough() {
        // Either digit of r1c5 takes the 1 from r1c1; from cells with two digits only dynamic chains begin.
        let pair = "r1c1 12, r1c5 13, r1c9 13";
        check(pair, Forcing::Dynamic(Rules::Singles), "85: r1c1-1");
        check(pair, Forcing::Multiple, "");
        // Row 1 has two places of 1, both in the box.
        check("r1c1 123, r1c2 145, r2c3 167", Forcing::Multiple, "80: r2c3-1");
    }

    /// Random marks on which the answer depends on it.
    #[test]
    fn equally_long_chains_come_in_order() {
        // From a mark that is on and off, but not where its cell has two digits.
        check("r2c1 14, r4c1 145, r8c1 1235, r8c6 14", Forcing::Dynamic(Rules::Chains), "95: r8c1-2");
        let two = "r2c3 134, r2c4 4, r2c6 34, r2c8 34, r5c8 123, r8c6 1";
        check(two, Forcing::Dynamic(Rules::Chains), "95: r2c3-3 r2c3-4");
        // What is on before what is off.
        check("r5c4 13, r5c6 23, r5c8 234, r8c4 124, r8c6 34", Forcing::Multiple, "81: r5c4-3");
        // Chains within the chain are longer than the rest of it.
        check("r1c1 123, r1c6 2, r1c8 123, r2c6 12", Forcing::Dynamic(Rules::MultipleChains), "100: r1c1-2");
    }

    #[test]
    fn a_stop_ends_the_search() {
        let marks = marks_of("r5c5 123, r5c1 12");
        let mut best = Best::default();
        let (links, mut helpers) = (Links::new(&marks), Helpers::new(&|| true));
        let forcing = Forcing::Dynamic(Rules::Singles);
        forcing_chains(&marks, &links, forcing, &mut Runs::default(), &mut helpers, &mut best);
        assert!(best.step().is_none());
    }
}
