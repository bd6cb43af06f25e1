//! The linear program of a puzzle.

use crate::grid::{Candidate, Constraint, Digit, DigitSet, Puzzle};

/// Variables and rows that are left once the clues are substituted (formula 12 of the paper).
///
/// The bound z <= 1 of formula 13 follows from the rows and is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Model {
    /// The candidates that have a variable: those that no clue rules out.
    pub(super) variables: Vec<Candidate>,
    /// Variables of each unmet constraint, ascending; each row sums to 1.
    pub(super) rows: Vec<Vec<usize>>,
    /// The constraint of each row.
    pub(super) constraints: Vec<Constraint>,
    /// Variables of which at most one is 1: those of a digit in a group, and pairs that an exclusion names.
    pub(super) at_most: Vec<Vec<usize>>,
}

impl Model {
    /// The program of a puzzle without conflicts, `ruled_out` fixed at 0; `None` if some row is empty.
    pub(super) fn new(puzzle: &Puzzle, ruled_out: &[Candidate]) -> Option<Model> {
        let shape = puzzle.shape();
        let geometry = &*shape.geometry();
        let mut is_out = vec![false; shape.n_cells() * shape.n()];
        let mut is_met = vec![false; Constraint::count(shape)];
        for candidate in ruled_out {
            is_out[candidate.index(shape)] = true;
        }
        for (cell, allowed) in shape.rules().restricted() {
            for other in DigitSet::all(shape.n()).iter().filter(|&digit| !allowed.contains(digit)) {
                is_out[Candidate::new(cell, other).index(shape)] = true;
            }
        }
        for (cell, digit) in puzzle.clues() {
            let clue = Candidate::new(cell, digit);
            is_out[clue.index(shape)] = true;
            for other in clue.conflicts(geometry) {
                is_out[other.index(shape)] = true;
            }
            for constraint in clue.constraints(geometry) {
                is_met[constraint.index(shape)] = true;
            }
        }
        let mut number = vec![usize::MAX; is_out.len()];
        let mut variables = Vec::new();
        for (index, _) in is_out.iter().enumerate().filter(|&(_, &out)| !out) {
            number[index] = variables.len();
            variables.push(Candidate::from_index(shape, index));
        }
        let (mut rows, mut constraints) = (Vec::new(), Vec::new());
        for constraint in Constraint::all(shape).filter(|constraint| !is_met[constraint.index(shape)]) {
            let members = constraint.candidates(geometry).map(|candidate| number[candidate.index(shape)]);
            let row: Vec<usize> = members.filter(|&variable| variable != usize::MAX).collect();
            if row.is_empty() {
                return None;
            }
            rows.push(row);
            constraints.push(constraint);
        }
        let digits = || (0..shape.n()).map(Digit::from_index);
        let of_groups = geometry.groups.iter().flat_map(|group| {
            digits().map(|digit| group.iter().map(|cell| Candidate::new(cell, digit)).collect::<Vec<_>>())
        });
        let of_pairs = variables.iter().flat_map(|&one| {
            geometry.clashes(one).filter(move |&other| one < other).map(move |other| vec![one, other])
        });
        let at_most = of_groups.chain(of_pairs).map(|members| -> Vec<usize> {
            let variables = members.into_iter().map(|candidate| number[candidate.index(shape)]);
            variables.filter(|&variable| variable != usize::MAX).collect()
        });
        let at_most = at_most.filter(|members| members.len() > 1).collect();
        Some(Model { variables, rows, constraints, at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;
    use crate::grid::{Shape, content_lines};

    fn check(shape: Shape, text: &str, expected: Option<(usize, usize)>) {
        let puzzle = content_lines(text).next().and_then(|line| line.puzzle(shape).ok()).expect("a puzzle");
        assert_eq!(Model::new(&puzzle, &[]).map(|model| (model.variables.len(), model.rows.len())), expected, "{text}");
    }

    #[test]
    fn clues_are_substituted() {
        for shape in all_shapes() {
            let n = shape.n();
            let allowed: usize = shape.cells().map(|cell| shape.geometry().allowed(cell).len()).sum();
            check(shape, &".".repeat(n * n), Some((allowed, Constraint::count(shape))));
        }
        let shape = Shape::new(2, 2).expect("supported");
        // A clue takes its candidate, three in its cell, seven of its digit, and four rows.
        check(shape, "1...............", Some((64 - 11, 60)));
        // r1c4 has no digit left.
        check(shape, "123...4.........", None);
        let model = Model::new(&Puzzle::empty(shape), &[]).expect("a model");
        for (index, row) in model.rows.iter().enumerate() {
            assert_eq!(row.len(), 4, "row {index}");
        }
    }
}
