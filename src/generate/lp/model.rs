//! The linear program of a puzzle.

use crate::grid::{Candidate, Constraint, Puzzle};

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
}

impl Model {
    /// The program of a puzzle without conflicts, `ruled_out` fixed at 0; `None` if some row is empty.
    pub(super) fn new(puzzle: &Puzzle, ruled_out: &[Candidate]) -> Option<Model> {
        let shape = puzzle.shape();
        let geometry = shape.geometry();
        let mut is_out = vec![false; shape.n_cells() * shape.n()];
        let mut is_met = vec![false; Constraint::count(shape)];
        for candidate in ruled_out {
            is_out[candidate.index(shape)] = true;
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
        Some(Model { variables, rows, constraints })
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
            check(shape, &".".repeat(n * n), Some((n * n * n, 4 * n * n)));
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
