//! Why a chain within a chain holds: what its rating counts, and what of the outer chain it rests on.

use super::links::{Cause, Literal, LiteralSet, is_on, mark_of, off};
use super::marks::{Marks, cell_at, ones16};

/// A chain from its last literal back to the first, breadth first, with the reasons.
pub(super) type Chain = Vec<(Literal, Cause)>;

/// The chains of a step.
#[derive(Debug)]
pub(super) struct Proof {
    /// The number of its literals, with those of chains within it.
    pub(super) complexity: usize,
    pub(super) chains: Vec<Chain>,
}

impl Proof {
    /// Whether the chains have the same literals in the same order, so that they are counted once.
    pub(super) fn is_same(&self, other: &Proof) -> bool {
        let is_same = |(a, b): (&Chain, &Chain)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0);
        self.complexity == other.complexity
            && self.chains.len() == other.chains.len()
            && self.chains.iter().zip(&other.chains).all(is_same)
    }

    /// The marks that are gone and without which some digit or place is the last one.
    pub(super) fn parents(&self, before: &Marks, marks: &Marks) -> Vec<Literal> {
        let mut seen = LiteralSet::default();
        let mut parents = Vec::new();
        for &(literal, cause) in self.chains.iter().flatten().filter(|&&(literal, _)| is_on(literal)) {
            let (cell, digit) = mark_of(literal);
            let mut add = |parent| {
                if seen.insert(parent) {
                    parents.push(parent);
                }
            };
            match cause {
                Cause::Other => {}
                Cause::Cell => {
                    ones16(before.of_cell(cell) & !marks.of_cell(cell)).for_each(|gone| add(off(cell, gone)));
                }
                Cause::House(house) => {
                    let house = usize::from(house);
                    let gone = before.of_house(house, digit) & !marks.of_house(house, digit);
                    ones16(gone).for_each(|position| add(off(cell_at(house, position), digit)));
                }
            }
        }
        parents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_the_same_with_the_same_literals() {
        let proof = |complexity, chains: &[&[Literal]], cause| {
            let chain = |literals: &&[Literal]| literals.iter().map(|&literal| (literal, cause)).collect();
            Proof { complexity, chains: chains.iter().map(chain).collect() }
        };
        let first = proof(5, &[&[1, 2], &[3]], Cause::Other);
        assert!(first.is_same(&proof(5, &[&[1, 2], &[3]], Cause::Cell)));
        for (complexity, chains) in [
            (6, [&[1, 2][..], &[3]].as_slice()),
            (5, &[&[1, 2]]),
            (5, &[&[1, 2], &[3], &[4]]),
            (5, &[&[1, 2], &[3, 4]]),
            (5, &[&[1], &[3]]),
            (5, &[&[2, 1], &[3]]),
            (5, &[&[1, 2], &[4]]),
            (5, &[&[3], &[1, 2]]),
        ] {
            assert!(!first.is_same(&proof(complexity, chains, Cause::Other)), "{complexity} {chains:?}");
        }
    }
}
