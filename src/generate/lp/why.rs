//! Why the relaxation rules a candidate out: its constraints, added up with integer coefficients.
//!
//! Each constraint is an equation: its candidates sum to 1. Where as many are added as are subtracted, the sum of the
//! equations has 0 on the right. If on the left no candidate that is left has a negative coefficient and one has a
//! positive one, that one is 0 at every point of the relaxation. The dual of the linear program says that a candidate
//! which is 0 everywhere has such a sum. The subtracted constraints are the bases of a step, the added ones its covers;
//! in set logic every coefficient is 1, and the bases are disjoint.
//!
//! The interior-point solver proposes the coefficients: the smallest ones, by a weighted sum of their absolute values,
//! in which the weights differ a little, so that there is one optimum. They are rational; a common multiple of them is
//! rounded, and exact arithmetic decides ([`LpReason::proves`]).

use super::model::Model;
use super::relaxation::LpOptions;
use crate::grid::{Candidate, Cell, Constraint, Puzzle, Shape};
use crate::lp::{Ended, Program, stopping};
use std::cmp::Reverse;

/// Largest common denominator of the coefficients.
const MAX_SCALE: u32 = 60;
/// How far from an integer a coefficient may lie before it is rounded.
const ROUNDING: f64 = 1e-3;
/// Optima that are tried, each for other weights.
const TRIES: usize = 4;

/// A proof that a candidate is 0 at every point of the relaxation of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LpReason {
    /// The candidate that is ruled out.
    pub candidate: Candidate,
    /// Constraints with their coefficients, none of them 0: the added ones (covers) first, then those subtracted
    /// (bases), each in the order of all constraints.
    pub terms: Vec<(Constraint, i64)>,
}

/// Why there is no such proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// The candidate is a clue.
    Clue,
    /// The clue in this cell rules it out.
    SeesClue(Cell),
    /// The relaxation does not rule it out.
    Possible,
    /// The relaxation has no point: the puzzle has no solution.
    Infeasible,
    /// No sum with small integers was found.
    NotFound,
}

impl WhyNot {
    /// The reason as a clause.
    pub fn text(self, shape: Shape) -> String {
        match self {
            WhyNot::Clue => "this is a clue".to_owned(),
            WhyNot::SeesClue(cell) => format!("the clue at {} rules it out", shape.cell_name(cell)),
            WhyNot::Possible => "the relaxation does not rule it out".to_owned(),
            WhyNot::Infeasible => "the puzzle has no solution".to_owned(),
            WhyNot::NotFound => "no sum with small integers was found".to_owned(),
        }
    }
}

impl LpReason {
    /// Whether the sum proves what it says, in exact arithmetic and from the rules of the puzzle alone.
    pub fn proves(&self, puzzle: &Puzzle) -> bool {
        let shape = puzzle.shape();
        let geometry = &*shape.geometry();
        let n = shape.n();
        let mut coefficients = vec![0i128; n * n * n];
        let mut right_side = 0i128;
        for &(constraint, coefficient) in &self.terms {
            right_side += i128::from(coefficient);
            for candidate in constraint.candidates(geometry) {
                coefficients[candidate.index(shape)] += i128::from(coefficient);
            }
        }
        for (cell, digit) in puzzle.clues() {
            // The clue is 1 and goes to the right; what it excludes is 0 and does not matter.
            let clue = Candidate::new(cell, digit);
            right_side -= coefficients[clue.index(shape)];
            for (index, coefficient) in coefficients.iter_mut().enumerate() {
                let other = Candidate::from_index(shape, index);
                if other == clue || geometry.sees(clue, other) {
                    *coefficient = 0;
                }
            }
        }
        right_side <= 0
            && coefficients.iter().all(|&coefficient| coefficient >= 0)
            && coefficients[self.candidate.index(shape)] > 0
    }
}

/// Why the relaxation of a puzzle rules a candidate out. `None` if it was stopped.
///
/// # Errors
/// If there is no proof, or none is needed.
pub fn why(
    puzzle: &Puzzle,
    candidate: Candidate,
    options: &LpOptions,
    should_stop: &dyn Fn() -> bool,
) -> Option<Result<LpReason, WhyNot>> {
    let geometry = &*puzzle.shape().geometry();
    if let Some(digit) = puzzle.get(candidate.cell) {
        let is_clue = digit == candidate.digit;
        return Some(Err(if is_clue { WhyNot::Clue } else { WhyNot::SeesClue(candidate.cell) }));
    }
    let mut clues = puzzle.clues();
    let seen = clues.find(|&(cell, digit)| geometry.sees(Candidate::new(cell, digit), candidate));
    if let Some((cell, _)) = seen {
        return Some(Err(WhyNot::SeesClue(cell)));
    }
    let Some(model) = Model::new(puzzle, &[]).filter(|_| puzzle.conflict().is_none()) else {
        return Some(Err(WhyNot::Infeasible));
    };
    for attempt in 0..TRIES {
        let (ended, coefficients) = stopping(should_stop, || combination(&model, candidate, attempt, options));
        match ended {
            Ended::Optimal => {}
            Ended::Stopped => return None,
            Ended::Infeasible => {
                // Groups and exclusions, which no sum here speaks of, may still rule it out.
                return Some(Err(if model.at_most.is_empty() { WhyNot::Possible } else { WhyNot::NotFound }));
            }
            Ended::Undecided => continue,
        }
        for scale in 1..=MAX_SCALE {
            let reason = rounded(&model, candidate, &coefficients, f64::from(scale));
            if let Some(reason) = reason.filter(|reason| reason.proves(puzzle)) {
                return Some(Ok(reason));
            }
        }
    }
    Some(Err(WhyNot::NotFound))
}

/// A coefficient for each row of the model, the smallest by the weights of this attempt.
fn combination(model: &Model, candidate: Candidate, attempt: usize, options: &LpOptions) -> (Ended, Vec<f64>) {
    // Each coefficient is the difference of two numbers that are not negative, of which one is 0 at the optimum.
    let (m, n) = (model.rows.len(), model.variables.len());
    let mut columns: Vec<Vec<(usize, f64)>> = Vec::with_capacity(2 * m);
    for sign in [1.0, -1.0] {
        for row in &model.rows {
            // The sum of the coefficients is 0, then one inequality for each candidate.
            let mut column = vec![(0, sign)];
            column.extend(row.iter().map(|&variable| (1 + variable, -sign)));
            column.push((1 + n + columns.len(), -1.0));
            columns.push(column);
        }
    }
    let mut bounds = vec![0.0; 1 + n + 2 * m];
    if let Some(wanted) = model.variables.iter().position(|&variable| variable == candidate) {
        bounds[1 + wanted] = -1.0;
    }
    // The fractional parts of multiples of the golden ratio spread evenly, so no two sums of weights are equal.
    let spread = |i: usize| (i as f64 * 0.618_033_988_749_895 * (1 + attempt) as f64).fract();
    let costs = (0..2 * m).map(|i| 1.0 + 0.02 * spread(i % m + 1)).collect();
    let solution = Program { columns, costs, bounds, n_equations: 1 }.solve(&options.accuracy());
    let (plus, minus) = (solution.values.iter().take(m), solution.values.iter().skip(m));
    (solution.ended, plus.zip(minus).map(|(plus, minus)| plus - minus).collect())
}

/// The coefficients times `scale` as integers, if all of them are close to one.
fn rounded(model: &Model, candidate: Candidate, coefficients: &[f64], scale: f64) -> Option<LpReason> {
    let mut terms = Vec::new();
    for (&constraint, coefficient) in model.constraints.iter().zip(coefficients) {
        let scaled = coefficient * scale;
        let integer = scaled.round();
        if (scaled - integer).abs() > ROUNDING * scale {
            return None;
        }
        if integer != 0.0 {
            terms.push((constraint, integer as i64));
        }
    }
    terms.sort_by_key(|&(constraint, coefficient)| (Reverse(coefficient.signum()), constraint));
    Some(LpReason { candidate, terms })
}
