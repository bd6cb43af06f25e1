//! Encodings with rounds: a copy of the facts for each round of derivation.
//!
//! [`derivation`] writes one direction of every equivalence: each fact needs a
//! reason in the round before. [`paper`] writes formulas (1) to (13) of
//! Nishikawa and Toda with the reductions of their section 5.1.

use super::refine::expansion::{Style, Units};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Constraint, House, Shape};
use crate::logic::{Effect, Rule, StrategySet, strategy};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::Cnf;

/// A formula whose first N^3 variables are the candidates of the solution.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) cnf: Cnf,
    /// Subsets and fish, written or not.
    pub(super) units: Units,
}

/// The rules with one base that rule out candidates.
pub(super) fn eliminating_rules(request: &Request) -> Vec<Rule> {
    let geometry = request.pattern.shape.geometry();
    let logics = request.strategies.iter().filter_map(|id| strategy(id).set_logic());
    logics
        .filter(|logic| logic.effect == Effect::Eliminate && logic.size == 1)
        .flat_map(|logic| logic.rules(geometry))
        .collect()
}

/// The constraints of which some strategy places the last candidate, ascending.
pub(super) fn placing_constraints(shape: Shape, strategies: StrategySet) -> Vec<Constraint> {
    let mut is_base = vec![false; Constraint::count(shape)];
    let logics = strategies.iter().filter_map(|id| strategy(id).set_logic());
    for unit in logics.filter(|logic| logic.effect == Effect::Place).flat_map(|logic| logic.units.of(shape)) {
        for base in &unit.bases {
            is_base[base.index(shape)] = true;
        }
    }
    Constraint::all(shape).filter(|constraint| is_base[constraint.index(shape)]).collect()
}

/// A formula that is written behind the clauses of a solution.
fn written(start: &Cnf, watch: &dyn Watch, write: impl FnOnce(&mut Cnf) -> Option<Units>) -> Option<Encoded> {
    let mut cnf = start.clone();
    if let Some(units) = write(&mut cnf) {
        return Some(Encoded { cnf, units });
    }
    watch.let_go(Box::new(cnf));
    None
}

/// The derivation encoding: a model is a puzzle that is solved within `rounds` rounds.
///
/// X(a,k): a is placed by round k. E(a,k): a is ruled out by round k. N(q,k): only
/// the true candidate of constraint q is left. P(q,k): the true candidate of q is
/// placed. R(r,k): rule r applies; for subsets and fish see [`Units`].
///
/// `None` if the watch says stop.
pub(super) fn derivation(request: &Request, solution: &Cnf, rounds: usize, watch: &dyn Watch) -> Option<Encoded> {
    written(solution, watch, |cnf| write_derivation(cnf, request, rounds, watch))
}

fn write_derivation(cnf: &mut Cnf, request: &Request, rounds: usize, watch: &dyn Watch) -> Option<Units> {
    let shape = request.pattern.shape;
    let geometry = shape.geometry();
    let n_candidates = shape.n() * shape.n_cells();
    let is_clue = |c: Candidate| request.pattern.contains(c.cell);
    let all = || (0..n_candidates).map(|i| Candidate::from_index(shape, i));
    let truth = |c: Candidate| Lit::new(c.index(shape), true);
    let rules = eliminating_rules(request);
    let placing = placing_constraints(shape, request.strategies);
    let mut units = Units::new(request, Style::Bases);

    // Of the round before; None: never true.
    let mut placed: Vec<Option<Lit>> = all().map(|c| is_clue(c).then(|| truth(c))).collect();
    let mut ruled_out: Vec<Option<Lit>> = all().map(|c| is_clue(c).then(|| !truth(c))).collect();
    for round in 0..=rounds {
        if watch.should_stop() {
            return None;
        }
        let mut place_reasons: Vec<Vec<Lit>> = vec![Vec::new(); n_candidates];
        let mut rule_out_reasons: Vec<Vec<Lit>> = vec![Vec::new(); n_candidates];
        if round > 0 {
            for constraint in &placing {
                if watch.should_stop() {
                    return None;
                }
                if constraint.candidates(geometry).all(is_clue) {
                    continue;
                }
                let single = cnf.var();
                for c in constraint.candidates(geometry) {
                    let index = c.index(shape);
                    cnf.add([!single, truth(c)].into_iter().chain(ruled_out[index]));
                    place_reasons[index].push(single);
                }
            }
            for rule in &rules {
                if watch.should_stop() {
                    return None;
                }
                let applies = cnf.var();
                let outside = |c: Candidate| !rule.covers.iter().any(|cover| cover.contains(geometry, c));
                for c in rule.bases.iter().flat_map(|base| base.candidates(geometry)).filter(|&c| outside(c)) {
                    cnf.add([!applies].into_iter().chain(ruled_out[c.index(shape)]));
                }
                for c in rule.covers.iter().flat_map(|cover| cover.candidates(geometry)) {
                    if !rule.bases.iter().any(|base| base.contains(geometry, c)) {
                        rule_out_reasons[c.index(shape)].push(applies);
                    }
                }
            }
            units.join(cnf, &ruled_out, |c| !is_clue(Candidate::from_index(shape, c)), &mut rule_out_reasons);
            for c in all().filter(|&c| !is_clue(c)) {
                let index = c.index(shape);
                let now = cnf.var();
                if watch.should_stop() {
                    return None;
                }
                cnf.add([!now, truth(c)]);
                cnf.add(place_reasons[index].iter().copied().chain(placed[index]).chain([!now]));
                placed[index] = Some(now);
            }
        }
        for constraint in Constraint::all(shape) {
            if watch.should_stop() {
                return None;
            }
            let done = cnf.var();
            let reasons = constraint.candidates(geometry).filter_map(|c| placed[c.index(shape)]);
            cnf.add(reasons.chain([!done]));
            for c in constraint.candidates(geometry) {
                rule_out_reasons[c.index(shape)].push(done);
            }
        }
        for c in all().filter(|&c| !is_clue(c)) {
            let index = c.index(shape);
            let now = cnf.var();
            cnf.add([!now, !truth(c)]);
            cnf.add(rule_out_reasons[index].iter().copied().chain(ruled_out[index]).chain([!now]));
            ruled_out[index] = Some(now);
        }
    }
    for cell in shape.cells().filter(|&cell| !request.pattern.contains(cell)) {
        cnf.add(Constraint::Cell(cell).candidates(geometry).filter_map(|c| placed[c.index(shape)]));
    }
    Some(units)
}

/// The paper's encoding: a model is a puzzle that is solved, or not yet at a standstill, after
/// `rounds` rounds; so "unsatisfiable" refutes the pattern whatever the number of rounds.
///
/// X(i,j,k) = n is one variable per n (direct encoding); with `order` there are also
/// the variables X(i,j,k) <= n, as the paper's CSP solver would write them.
///
/// `start` has the variables of the solution, and its clauses if more is asked than the paper asks.
///
/// `None` if the watch says stop.
pub(super) fn paper(request: &Request, start: &Cnf, rounds: usize, order: bool, watch: &dyn Watch) -> Option<Encoded> {
    written(start, watch, |cnf| write_paper(cnf, request, rounds, order, watch))
}

fn write_paper(cnf: &mut Cnf, request: &Request, rounds: usize, order: bool, watch: &dyn Watch) -> Option<Units> {
    let has_solution = !cnf.clauses.is_empty();
    let shape = request.pattern.shape;
    let geometry = shape.geometry();
    let n = shape.n();
    let n_candidates = n * shape.n_cells();
    let is_clue = |c: Candidate| request.pattern.contains(c.cell);
    let all = || (0..n_candidates).map(|i| Candidate::from_index(shape, i));
    let truth = |c: Candidate| Lit::new(c.index(shape), true);
    let rules = eliminating_rules(request);
    let placing = placing_constraints(shape, request.strategies);
    let mut units = Units::new(request, Style::Covers);
    let groups = |c: Candidate| -> [House; 3] { geometry.cell_houses[c.cell.index()] };

    // (1), (2): clue cells have a digit, the others none. Section 5.1: clue cells
    // have the same variables in all rounds.
    let mut x: Vec<Option<Lit>> = all().map(|c| is_clue(c).then(|| truth(c))).collect();
    for cell in request.pattern.cells.iter() {
        let values: Vec<Lit> = Constraint::Cell(cell).candidates(geometry).map(truth).collect();
        cnf.add(values.iter().copied());
        values_of(cnf, &values, order);
    }
    for (cell, digit) in request.fixed.clues() {
        cnf.add([truth(Candidate::new(cell, digit))]);
    }
    let mut y: Vec<Lit> = Vec::new();
    for round in 0..=rounds {
        if watch.should_stop() {
            return None;
        }
        let before_y = y.clone();
        if round > 0 {
            // (3), (4), (8), (9): placements; the Z of one literal is that literal.
            let mut reasons: Vec<Vec<Lit>> = vec![Vec::new(); n_candidates];
            for constraint in &placing {
                if watch.should_stop() {
                    return None;
                }
                for c in constraint.candidates(geometry).filter(|&c| !is_clue(c)) {
                    let z = cnf.var();
                    let others = constraint.candidates(geometry).filter(|&other| other != c);
                    let others: Vec<Lit> = others.map(|other| !before_y[other.index(shape)]).collect();
                    cnf.iff_all(z, &others);
                    reasons[c.index(shape)].push(z);
                }
            }
            let before = x.clone();
            for c in all().filter(|&c| !is_clue(c)) {
                if watch.should_stop() {
                    return None;
                }
                let index = c.index(shape);
                let now = cnf.var();
                reasons[index].extend(before[index]);
                cnf.iff_any(now, &reasons[index]);
                x[index] = Some(now);
            }
            for cell in shape.cells().filter(|&cell| !request.pattern.contains(cell)) {
                let values: Vec<Lit> =
                    Constraint::Cell(cell).candidates(geometry).filter_map(|c| x[c.index(shape)]).collect();
                values_of(cnf, &values, order);
            }
        }
        // (5), (6), (11), (12), (13): removals.
        let mut reasons: Vec<Vec<Lit>> = vec![Vec::new(); n_candidates];
        if round > 0 {
            for rule in &rules {
                if watch.should_stop() {
                    return None;
                }
                let z = cnf.var();
                let outside = |c: Candidate| !rule.covers.iter().any(|cover| cover.contains(geometry, c));
                let gone: Vec<Lit> = rule
                    .bases
                    .iter()
                    .flat_map(|base| base.candidates(geometry))
                    .filter(|&c| outside(c))
                    .map(|c| !before_y[c.index(shape)])
                    .collect();
                cnf.iff_all(z, &gone);
                for c in rule.covers.iter().flat_map(|cover| cover.candidates(geometry)) {
                    if !rule.bases.iter().any(|base| base.contains(geometry, c)) {
                        reasons[c.index(shape)].push(z);
                    }
                }
            }
            let gone: Vec<Option<Lit>> = before_y.iter().map(|&y| Some(!y)).collect();
            units.join(cnf, &gone, |c| !is_clue(Candidate::from_index(shape, c)), &mut reasons);
        }
        for c in all() {
            let index = c.index(shape);
            if round > 0 && is_clue(c) {
                continue;
            }
            if round > 0 {
                reasons[index].push(!before_y[index]);
            }
            if watch.should_stop() {
                return None;
            }
            let mut constraints = vec![Constraint::Cell(c.cell)];
            constraints.extend(groups(c).map(|house| Constraint::HouseDigit(house, c.digit)));
            for constraint in constraints {
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
            let now = cnf.var();
            cnf.iff_any(!now, &reasons[index]);
            if round == 0 {
                y.push(now);
            } else {
                y[index] = now;
            }
        }
        // (10): some candidate is left.
        for cell in shape.cells().filter(|&cell| round == 0 || !request.pattern.contains(cell)) {
            cnf.add(Constraint::Cell(cell).candidates(geometry).map(|c| y[c.index(shape)]));
        }
        // (7): if nothing was ruled out, all cells are placed.
        if round > 0 {
            let moved = cnf.var();
            let mut changes = vec![!moved];
            for c in all().filter(|&c| !is_clue(c)) {
                let index = c.index(shape);
                let change = cnf.var();
                cnf.iff_all(change, &[before_y[index], !y[index]]);
                changes.push(change);
            }
            cnf.add(changes);
            for cell in shape.cells().filter(|&cell| !request.pattern.contains(cell)) {
                let values = Constraint::Cell(cell).candidates(geometry).filter_map(|c| x[c.index(shape)]);
                cnf.add(values.chain([moved]));
            }
        }
    }
    // What is placed is in the solution, what is ruled out is not.
    if has_solution {
        for c in all().filter(|&c| !is_clue(c)) {
            let index = c.index(shape);
            cnf.add(x[index].map(|placed| !placed).into_iter().chain([truth(c)]));
            cnf.add([y[index], !truth(c)]);
        }
    }
    Some(units)
}

/// An integer variable with these values, 0 if none is true.
fn values_of(cnf: &mut Cnf, values: &[Lit], order: bool) {
    if !order {
        cnf.at_most_one(values);
        return;
    }
    // at_most[n]: X <= n, for n = 0..N-1; X <= N always.
    let at_most: Vec<Lit> = values.iter().map(|_| cnf.var()).collect();
    for pair in at_most.windows(2) {
        cnf.add([!pair[0], pair[1]]);
    }
    for (i, &value) in values.iter().enumerate() {
        let mut parts = vec![!at_most[i]];
        parts.extend(at_most.get(i + 1));
        cnf.iff_all(value, &parts);
    }
}
