//! Cutting planes: beyond the paper, which leaves open how the relaxation could solve every puzzle.
//!
//! A candidate cannot be in any solution if the rows cannot be met once its z is fixed at 1. Then z <= 0 holds for all
//! solutions, but not for the point that shows it as a fraction: the plane cuts this point off. With each plane the
//! relaxation becomes narrower, so that further candidates can be cut off that could not before.
//!
//! Where no candidate can be cut off so, the relaxation with a candidate fixed is itself narrowed by cuts first (depth 2),
//! and so on. A puzzle with one solution falls at some depth, since with enough candidates fixed every wrong one is
//! infeasible.

use super::relaxation::{LpAnswer, LpOptions, Relaxation, judged, relax_without};
use crate::grid::{Candidate, Puzzle};
use crate::logic::fast_count_until;

/// What is left of a relaxation after cuts.
#[derive(Clone, PartialEq, Debug)]
pub struct CutRelaxation {
    /// The relaxation with all cuts.
    pub relaxation: Relaxation,
    /// The candidates that were cut off, in order; brute force has found no solution with any of them.
    pub cuts: Vec<Candidate>,
    /// The greatest depth of a cut: 1 if one candidate was fixed at a time, 0 without cuts.
    pub depth: usize,
    /// Linear programs that were solved.
    pub n_programs: usize,
}

/// Solves the relaxation and cuts fractions off until every z is 0 or 1; `None` if it was stopped.
///
/// Where a puzzle has not exactly one solution, only cuts of depth 1 are made. Each candidate that is tried takes a linear
/// program: some tenths of a second to minutes for the hardest 9x9 puzzles.
pub fn relax_with_cuts(puzzle: &Puzzle, options: &LpOptions, should_stop: &dyn Fn() -> bool) -> Option<CutRelaxation> {
    let mut cutter = Cutter { options, should_stop, n_programs: 0 };
    let is_proper = puzzle.conflict().is_none() && fast_count_until(puzzle, 2, should_stop)? == 1;
    let most = if is_proper { puzzle.shape().n_cells() } else { 1 };
    let (relaxation, cuts, depth) = cutter.narrowed(puzzle, Vec::new(), most)?;
    let relaxation = judged(puzzle, relaxation, should_stop)?;
    Some(CutRelaxation { relaxation, cuts, depth, n_programs: cutter.n_programs })
}

struct Cutter<'a> {
    options: &'a LpOptions,
    should_stop: &'a dyn Fn() -> bool,
    n_programs: usize,
}

impl Cutter<'_> {
    fn relax(&mut self, puzzle: &Puzzle, cuts: &[Candidate]) -> Option<Relaxation> {
        self.n_programs += 1;
        relax_without(puzzle, cuts, self.options, false, self.should_stop)
    }

    /// The relaxation after all cuts up to a depth, with the cuts, those made before among them, and their depth.
    fn narrowed(
        &mut self,
        puzzle: &Puzzle,
        mut cuts: Vec<Candidate>,
        most: usize,
    ) -> Option<(Relaxation, Vec<Candidate>, usize)> {
        let mut relaxation = self.relax(puzzle, &cuts)?;
        let (mut depth, mut greatest) = (1, 0);
        while depth <= most && relaxation.answer == LpAnswer::Fractional {
            if self.pass(puzzle, &mut relaxation, &mut cuts, depth)? {
                greatest = greatest.max(depth);
                depth = 1;
            } else {
                depth += 1;
            }
        }
        Some((relaxation, cuts, greatest))
    }

    /// Tries to cut off every fraction once, at a greater depth only the first that can be; whether any was.
    fn pass(
        &mut self,
        puzzle: &Puzzle,
        relaxation: &mut Relaxation,
        cuts: &mut Vec<Candidate>,
        depth: usize,
    ) -> Option<bool> {
        let n_cuts = cuts.len();
        // The smallest are the likeliest to be impossible.
        let mut fractions = relaxation.fractions(self.options);
        fractions.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        for (candidate, _) in fractions {
            if relaxation.answer != LpAnswer::Fractional || depth > 1 && cuts.len() > n_cuts {
                break;
            }
            let z = relaxation.z[candidate.index(puzzle.shape())];
            let is_decided = z <= self.options.rounding || z >= 1.0 - self.options.rounding;
            if !is_decided && self.is_cut_off(puzzle, candidate, cuts, depth)? {
                cuts.push(candidate);
                *relaxation = self.relax(puzzle, cuts)?;
            }
        }
        Some(cuts.len() > n_cuts)
    }

    /// Whether no point is left once the candidate is fixed at 1, and brute force finds no solution with it either.
    fn is_cut_off(&mut self, puzzle: &Puzzle, candidate: Candidate, cuts: &[Candidate], depth: usize) -> Option<bool> {
        let mut with = puzzle.clone();
        with.set(candidate.cell, Some(candidate.digit));
        let relaxation = match depth {
            1 => self.relax(&with, cuts)?,
            _ => self.narrowed(&with, cuts.to_vec(), depth - 1)?.0,
        };
        Some(relaxation.answer == LpAnswer::Infeasible && fast_count_until(&with, 1, self.should_stop)? == 0)
    }
}
