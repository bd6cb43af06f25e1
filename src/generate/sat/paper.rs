//! Formulas (1) to (14) of Nishikawa and Toda.
//!
//! X(i,j,k) = n is one variable per n (direct encoding); in the order encoding there are also
//! the variables X(i,j,k) <= n, as the paper's CSP solver writes them.
//!
//! A model of so many rounds is a puzzle that is solved, or not yet at a standstill, after the last of them; so
//! "unsatisfiable" refutes the pattern whatever the number of rounds, and a further round only adds clauses.

use super::refine::expansion::{Style, Units};
use super::rounds::{Clues, Frame, is_clue, seen_by_rules};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Cell, Constraint};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::Formula;

/// The paper's formulas for a number of rounds that can grow.
pub(super) struct Paper<'a> {
    frame: Frame<'a>,
    order: bool,
    /// Subsets and fish, written or not.
    pub(super) units: Units,
    /// X(i,j,k) = n in the last round; `None`: never true.
    pub(super) x: Vec<Option<Lit>>,
    /// Y(i,j,n,k) in the last round; empty before the first.
    pub(super) y: Vec<Lit>,
    /// Integer variables of the last round in the order encoding: X(i,j,k) <= n for n from 0 on.
    pub(super) at_most: Vec<(Cell, Vec<Lit>)>,
}

impl<'a> Paper<'a> {
    /// Formulas (1) and (2), or (14), and round 0. `None` if the watch says stop, as in all that follows.
    pub(super) fn begin(
        request: &'a Request,
        clues: Clues,
        order: bool,
        cnf: &mut impl Formula,
        watch: &dyn Watch,
    ) -> Option<Paper<'a>> {
        let frame = Frame::new(request, clues);
        let shape = frame.shape();
        let geometry = &*shape.geometry();
        let mut at_most = Vec::new();
        // Section 5.1: clue cells have the same variables in all rounds.
        let mut x: Vec<Option<Lit>> = vec![None; shape.n() * shape.n_cells()];
        for cell in shape.cells().filter(|&cell| clues == Clues::Anywhere || request.pattern.contains(cell)) {
            let values: Vec<Lit> = Constraint::Cell(cell).candidates(geometry).map(|c| frame.truth(c)).collect();
            match clues {
                Clues::OfPattern => cnf.add(values.iter().copied()),
                Clues::Anywhere => cnf.iff_any(is_clue(shape, cell), &values),
            }
            at_most.extend(values_of(cnf, &values, order).map(|lits| (cell, lits)));
            for c in Constraint::Cell(cell).candidates(geometry) {
                x[c.index(shape)] = Some(frame.truth(c));
            }
        }
        for (cell, digit) in request.fixed.clues() {
            cnf.add([frame.truth(Candidate::new(cell, digit))]);
        }
        let units = frame.units(Style::Covers);
        let mut paper = Paper { frame, order, units, x, y: Vec::new(), at_most };
        let reasons = vec![Vec::new(); paper.x.len()];
        paper.remove(cnf, reasons, watch)?;
        Some(paper)
    }

    /// One round more.
    pub(super) fn add_round(&mut self, cnf: &mut impl Formula, watch: &dyn Watch) -> Option<()> {
        let Paper { frame, order, units, x, y, at_most } = self;
        let shape = frame.shape();
        let geometry = &*shape.geometry();
        // (3), (4), (8), (9): placements; the Z of one literal is that literal.
        let mut reasons: Vec<Vec<Lit>> = vec![Vec::new(); x.len()];
        for constraint in &frame.placing {
            if watch.should_stop() {
                return None;
            }
            for c in constraint.candidates(geometry).filter(|&c| !frame.is_clue(c)) {
                let z = cnf.var();
                let others = constraint.candidates(geometry).filter(|&other| other != c);
                let others: Vec<Lit> = others.map(|other| !y[other.index(shape)]).collect();
                cnf.iff_all(z, &others);
                reasons[c.index(shape)].push(z);
            }
        }
        for c in frame.candidates().filter(|&c| !frame.is_clue(c)) {
            if watch.should_stop() {
                return None;
            }
            let index = c.index(shape);
            let now = cnf.var();
            reasons[index].extend(x[index]);
            cnf.iff_any(now, &reasons[index]);
            x[index] = Some(now);
        }
        at_most.clear();
        for cell in frame.open_cells() {
            let values: Vec<Lit> =
                Constraint::Cell(cell).candidates(geometry).filter_map(|c| x[c.index(shape)]).collect();
            at_most.extend(values_of(cnf, &values, *order).map(|lits| (cell, lits)));
        }
        // (13), and subsets and fish beside it: removals.
        let mut reasons: Vec<Vec<Lit>> = vec![Vec::new(); x.len()];
        for rule in &frame.rules {
            if watch.should_stop() {
                return None;
            }
            let z = cnf.var();
            let [needed, cleared] = frame.parts(rule);
            let gone: Vec<Lit> = needed.into_iter().map(|c| !y[c.index(shape)]).collect();
            cnf.iff_all(z, &gone);
            for c in cleared {
                reasons[c.index(shape)].push(z);
            }
        }
        let gone: Vec<Option<Lit>> = y.iter().map(|&y| Some(!y)).collect();
        let is_open = |c: usize| !frame.is_clue(Candidate::from_index(shape, c));
        units.join(cnf, &gone, is_open, &mut reasons);
        self.remove(cnf, reasons, watch)
    }

    /// (5), (6), (7), (10), (11), (12) for the last round: candidates go for these reasons, for what is placed, and
    /// because they were gone before.
    fn remove(&mut self, cnf: &mut impl Formula, mut reasons: Vec<Vec<Lit>>, watch: &dyn Watch) -> Option<()> {
        let Paper { frame, x, y, .. } = self;
        let shape = frame.shape();
        let geometry = &*shape.geometry();
        let before = y.clone();
        let is_first = before.is_empty();
        for c in frame.candidates() {
            let index = c.index(shape);
            if !is_first && frame.is_clue(c) {
                continue;
            }
            reasons[index].extend(before.get(index).map(|&y| !y));
            if watch.should_stop() {
                return None;
            }
            for constraint in c.constraints(geometry) {
                let others: Vec<Lit> = constraint
                    .candidates(geometry)
                    .filter(|&other| other != c)
                    .filter_map(|other| x[other.index(shape)])
                    .collect();
                if !others.is_empty() {
                    let z = cnf.var();
                    cnf.iff_any(z, &others);
                    reasons[index].push(z);
                }
            }
            reasons[index].extend(seen_by_rules(geometry, c).filter_map(|other| x[other.index(shape)]));
            let now = cnf.var();
            if geometry.allowed(c.cell).contains(c.digit) {
                cnf.iff_any(!now, &reasons[index]);
            } else {
                cnf.add([!now]);
            }
            if is_first {
                y.push(now);
            } else {
                y[index] = now;
            }
        }
        // (10): some candidate is left.
        for cell in shape
            .cells()
            .filter(|&cell| is_first || !frame.is_clue(Candidate::from_index(shape, cell.index() * shape.n())))
        {
            cnf.add(Constraint::Cell(cell).candidates(geometry).map(|c| y[c.index(shape)]));
        }
        // (7): if nothing was ruled out, all cells are placed.
        if !is_first {
            let moved = cnf.var();
            let mut changes = vec![!moved];
            for c in frame.candidates().filter(|&c| !frame.is_clue(c)) {
                let index = c.index(shape);
                let change = cnf.var();
                cnf.iff_all(change, &[before[index], !y[index]]);
                changes.push(change);
            }
            cnf.add(changes);
            for cell in frame.open_cells() {
                let values = Constraint::Cell(cell).candidates(geometry).filter_map(|c| x[c.index(shape)]);
                cnf.add(values.chain([moved]));
            }
        }
        Some(())
    }

    /// Where the formula has the solution too: what is placed is in it, what is ruled out is not.
    pub(super) fn join_solution(&self, cnf: &mut impl Formula, truth: impl Fn(Candidate) -> Lit) {
        for c in self.frame.candidates().filter(|&c| !self.frame.is_clue(c)) {
            let index = c.index(self.frame.shape());
            cnf.add(self.x[index].map(|placed| !placed).into_iter().chain([truth(c)]));
            cnf.add([self.y[index], !truth(c)]);
        }
    }
}

/// An integer variable with these values, 0 if none is true; in the order encoding, the variables "at most n" for n
/// from 0 on.
fn values_of(cnf: &mut impl Formula, values: &[Lit], order: bool) -> Option<Vec<Lit>> {
    if !order {
        cnf.at_most_one(values);
        return None;
    }
    // For n = 0..N-1; X <= N always.
    let at_most: Vec<Lit> = values.iter().map(|_| cnf.var()).collect();
    for pair in at_most.windows(2) {
        cnf.add([!pair[0], pair[1]]);
    }
    for (i, &value) in values.iter().enumerate() {
        let mut parts = vec![!at_most[i]];
        parts.extend(at_most.get(i + 1));
        cnf.iff_all(value, &parts);
    }
    Some(at_most)
}
