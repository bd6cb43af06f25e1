//! An independent proof of a step: exhaustive enumeration on the named constraints.
//!
//! The checker shares nothing with the finder but the vocabulary. It assumes the
//! opposite of each conclusion and tries every way to meet the base constraints
//! with remaining candidates; the step holds if none is left.

use super::{Board, Step};
use crate::grid::{Candidate, Constraint, Geometry, Puzzle};

/// Why a step was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CheckError {
    #[error("{0} is not a candidate any more, so it can be neither placed nor ruled out")]
    NotACandidate(String),
    #[error("the evidence does not refute the opposite of {0}")]
    NotRefuted(String),
    #[error("{0} contradicts the solution")]
    AgainstSolution(String),
}

/// Proves every conclusion of a step from its evidence alone; `board` is the state before it.
///
/// # Errors
/// The first conclusion that does not follow.
pub fn check_step(board: &Board, step: &Step) -> Result<(), CheckError> {
    let shape = board.shape();
    for &candidate in step.placed() {
        let name = candidate.placed_name(shape);
        if !board.has(candidate) || board.value(candidate.cell).is_some() {
            return Err(CheckError::NotACandidate(name));
        }
        if !refuted(board, step, None, Some(candidate)) {
            return Err(CheckError::NotRefuted(name));
        }
    }
    for &candidate in step.eliminated() {
        let name = candidate.eliminated_name(shape);
        if !board.has(candidate) || board.value(candidate.cell).is_some() {
            return Err(CheckError::NotACandidate(name));
        }
        if !refuted(board, step, Some(candidate), None) {
            return Err(CheckError::NotRefuted(name));
        }
    }
    Ok(())
}

/// Checks a step against the known solution of the puzzle.
///
/// # Errors
/// The first conclusion that the solution contradicts.
pub fn check_against_solution(board: &Board, step: &Step, solution: &Puzzle) -> Result<(), CheckError> {
    let shape = board.shape();
    let is_true = |candidate: Candidate| solution.get(candidate.cell) == Some(candidate.digit);
    if let Some(wrong) = step.placed().iter().find(|&&c| !is_true(c)) {
        return Err(CheckError::AgainstSolution(wrong.placed_name(shape)));
    }
    if let Some(wrong) = step.eliminated().iter().find(|&&c| is_true(c)) {
        return Err(CheckError::AgainstSolution(wrong.eliminated_name(shape)));
    }
    Ok(())
}

/// Whether no choice of one remaining candidate per base is possible when `assumed`
/// is true and `denied` false. No two chosen candidates may share a named constraint.
fn refuted(board: &Board, step: &Step, assumed: Option<Candidate>, denied: Option<Candidate>) -> bool {
    let geometry = board.shape().geometry();
    let evidence = step.evidence();
    let named: Vec<Constraint> = evidence.bases.iter().chain(&evidence.covers).copied().collect();
    let options: Vec<Vec<Candidate>> = evidence
        .bases
        .iter()
        .map(|base| base.candidates(geometry).filter(|&c| board.has(c) && Some(c) != denied).collect())
        .collect();
    let mut chosen: Vec<Candidate> = assumed.into_iter().collect();
    !choose(geometry, &named, &options, &mut chosen)
}

fn choose(
    geometry: &'static Geometry,
    named: &[Constraint],
    options: &[Vec<Candidate>],
    chosen: &mut Vec<Candidate>,
) -> bool {
    let Some((first, rest)) = options.split_first() else { return true };
    let clash =
        |a: Candidate, b: Candidate| a != b && named.iter().any(|c| c.contains(geometry, a) && c.contains(geometry, b));
    for &option in first {
        if chosen.iter().any(|&other| clash(option, other)) {
            continue;
        }
        chosen.push(option);
        let possible = choose(geometry, named, rest, chosen);
        chosen.pop();
        if possible {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Shape, parse_puzzles};
    use crate::logic::{Evidence, StrategyId, StrategySet, next_step};

    fn board() -> Board {
        let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        Board::new(&parse_puzzles(Shape::NINE, text).expect("puzzle")[0])
    }

    #[test]
    fn refuses_what_does_not_follow() {
        let board = board();
        let shape = board.shape();
        let cell = shape.cell(0, 1);
        let wrong = Step::new(
            StrategyId::NakedSingle,
            vec![Candidate::new(cell, Digit::new(1))],
            vec![],
            Evidence {
                bases: vec![Constraint::Cell(cell)],
                covers: vec![Constraint::HouseDigit(crate::grid::House(0), Digit::new(1))],
            },
        );
        assert_eq!(check_step(&board, &wrong), Err(CheckError::NotRefuted("r1c2=1".to_owned())));
        let gone = Step::new(
            StrategyId::NakedSingle,
            vec![Candidate::new(cell, Digit::new(8))],
            vec![],
            Evidence {
                bases: vec![Constraint::Cell(cell)],
                covers: vec![Constraint::HouseDigit(crate::grid::House(0), Digit::new(8))],
            },
        );
        assert_eq!(check_step(&board, &gone), Err(CheckError::NotACandidate("r1c2=8".to_owned())));
    }

    #[test]
    fn refuses_a_real_step_with_one_conclusion_too_many() {
        let mut board = board();
        while let Some(step) = next_step(&board, StrategySet::ALL) {
            assert_eq!(check_step(&board, &step), Ok(()));
            if !step.eliminated().is_empty() {
                let named = |c: Candidate| step.marks(&board).iter().any(|&(marked, _)| marked == c);
                let other = (0..729)
                    .map(|i| Candidate::from_index(board.shape(), i))
                    .find(|&c| board.has(c) && board.value(c.cell).is_none() && !named(c))
                    .expect("an innocent candidate");
                let mut eliminated = step.eliminated().to_vec();
                eliminated.push(other);
                let greedy = Step::new(step.strategy(), vec![], eliminated, step.evidence().clone());
                let name = other.eliminated_name(board.shape());
                assert_eq!(check_step(&board, &greedy), Err(CheckError::NotRefuted(name)));
            }
            step.apply(&mut board);
        }
    }
}
