//! Subsets and fish as clauses, one unit and round at a time.
//!
//! A unit of n bases and n covers has far too many rules to write them all out: every choice of
//! bases with every choice of as many covers. But a rule that ever applies on the way to a
//! solution has the true candidates of its bases in its covers, so where the solution is in the
//! formula the choice of bases is enough ([`Style::Bases`]); where it is not, counting bases within a
//! choice of covers is ([`Style::Covers`]).
//!
//! Even so most units are not needed for an answer. A unit that is not written stands for
//! itself by one *free* literal for each of its candidates, "ruled out by this unit". With free
//! literals false the formula derives too little, so what it finds is a puzzle; with free
//! literals as they like it derives too much, so if there is no model there is no puzzle.
//! A model that claims what the unit cannot do asks for the unit to be written ([`Units::refine`]).
//!
//! # Example
//!
//! Naked pairs in row 1 of a 4x4 grid are one unit: the bases are its cells, the covers its digits. There are six
//! choices of two cells. The clauses for r1c1 and r1c2 say: "the pair applies" needs, for each digit and both cells,
//! that the digit is ruled out there or is a true digit of r1c1 or r1c2; and a digit may be ruled out in r1c3 because
//! the pair applies and the digit is true in r1c1 or r1c2. Where the candidates are
//!
//! ```text
//! 12  12  1234  34
//! ```
//!
//! the unit rules out 1 and 2 in r1c3 and nothing else ([`Matrix::losses`]). Not written, the unit gives each of the 16
//! candidates one free literal; written, it takes about a hundred clauses in each round.

use crate::generate::{Request, Unwatched, Watch};
use crate::grid::{Candidate, Constraint, Shape};
use crate::logic::{self, narrow_choices, strategy};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::Formula;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A formula does not grow beyond this (about 2 GB).
pub(in crate::generate::sat) const MOST_CLAUSES: usize = 20_000_000;

/// Clauses for the units of all rounds that are written before the first call.
const WRITTEN_AT_ONCE: usize = 100_000;

/// Units written for one model.
const UNITS_PER_MODEL: usize = 4;

/// Whether some of the allowed strategies are subsets or fish.
pub(in crate::generate::sat) fn are_asked(request: &Request) -> bool {
    request.strategies.iter().filter_map(|id| strategy(id).set_logic()).any(|logic| logic.size > 1)
}

/// A unit of subsets, fish or leftovers: as many bases as covers.
#[derive(Clone, Debug)]
struct Matrix {
    /// Numbers of bases in a rule that are no clue cells, ascending.
    sizes: Vec<usize>,
    /// Numbers of the candidates that base i and cover j have in common: one, or any number where regions cross lines.
    at: Vec<Vec<Vec<usize>>>,
    /// Bases that are clue cells, so met from the start: they make up the rest of a rule.
    is_clue: u32,
}

/// How a unit is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::generate::sat) enum Style {
    /// Choices of bases, the covers being those of the solution; one direction.
    Bases,
    /// Choices of covers with enough bases inside; both directions, without the solution.
    Covers,
}

/// A unit in a round.
#[derive(Debug)]
struct Use {
    matrix: usize,
    round: usize,
    /// "Ruled out by this unit", said of all candidates at base i, cover j, where one of them is not in a clue cell.
    free: Vec<Vec<Option<Lit>>>,
    /// "All ruled out by the round before", at base i, cover j; `None`: never.
    before: Vec<Vec<Option<Lit>>>,
    is_written: bool,
}

/// All units with their uses in rounds.
#[derive(Debug)]
pub(in crate::generate::sat) struct Units {
    style: Style,
    matrices: Vec<Matrix>,
    /// Ascending by round.
    uses: Vec<Use>,
    /// True if free literals may be true.
    pub(in crate::generate::sat) are_free: Option<Lit>,
    /// Per unit and choice of bases, whether its covers include the j-th: the same in all rounds.
    covers: BTreeMap<(usize, u32), Vec<Lit>>,
}

impl Units {
    /// The units of all allowed strategies with two or more bases.
    pub(in crate::generate::sat) fn new(request: &Request, style: Style) -> Units {
        let shape = request.pattern.shape;
        let geometry = &*shape.geometry();
        let mut matrices: Vec<Matrix> = Vec::new();
        for logic in request.strategies.iter().filter_map(|id| strategy(id).set_logic()).filter(|l| l.size > 1) {
            for unit in logic.units.of(geometry) {
                let crossings = unit.crossings(geometry);
                let numbers = |both: &Vec<Candidate>| both.iter().map(|c| c.index(shape)).collect();
                let at: Vec<Vec<Vec<usize>>> = crossings.iter().map(|row| row.iter().map(numbers).collect()).collect();
                let is_clue =
                    |base: &Constraint| matches!(base, Constraint::Cell(cell) if request.pattern.contains(*cell));
                let is_clue = unit.bases.iter().rev().fold(0u32, |mask, base| mask << 1 | u32::from(is_clue(base)));
                let most_met = logic.most_met(request.strategies).min(is_clue.count_ones() as usize);
                let sizes = logic.size - most_met..=logic.size;
                match matrices.iter_mut().find(|matrix| matrix.at == at) {
                    Some(known) => known.sizes.extend(sizes),
                    None => matrices.push(Matrix { sizes: sizes.collect(), at, is_clue }),
                }
            }
        }
        for matrix in &mut matrices {
            matrix.sizes.sort_unstable();
        }
        Units { style, matrices, uses: Vec::new(), are_free: None, covers: BTreeMap::new() }
    }

    /// Adds all units to a round: a further reason for each of their candidates.
    ///
    /// `before`: "ruled out" in the round before; `is_open`: whether the round asks for reasons.
    pub(in crate::generate::sat) fn join(
        &mut self,
        cnf: &mut impl Formula,
        before: &[Option<Lit>],
        is_open: impl Fn(usize) -> bool,
        reasons: &mut [Vec<Lit>],
    ) {
        if self.matrices.is_empty() {
            return;
        }
        let are_free = *self.are_free.get_or_insert_with(|| cnf.var());
        let round = self.uses.last().map_or(0, |last| last.round + 1);
        for (number, matrix) in self.matrices.iter().enumerate() {
            let mut free = vec![Vec::with_capacity(matrix.at.len()); matrix.at.len()];
            for (base, row) in matrix.at.iter().enumerate() {
                for both in row {
                    let lit = both.iter().any(|&c| is_open(c)).then(|| cnf.var());
                    for &c in both.iter().filter(|&&c| is_open(c)) {
                        reasons[c].extend(lit);
                    }
                    free[base].push(lit);
                    if let Some(lit) = lit {
                        cnf.add([!lit, are_free]);
                    }
                }
            }
            let before =
                matrix.at.iter().map(|row| row.iter().map(|both| all_of(cnf, both, before)).collect()).collect();
            self.uses.push(Use { matrix: number, round, free, before, is_written: false });
        }
    }

    /// Writes the units of all rounds if they are small.
    pub(in crate::generate::sat) fn write_small(&mut self, cnf: &mut impl Formula) {
        if self.n_clauses() <= WRITTEN_AT_ONCE {
            self.write_all(cnf, &Unwatched);
        }
    }

    /// About how many clauses the units of all rounds take.
    pub(in crate::generate::sat) fn n_clauses(&self) -> usize {
        self.uses.iter().map(|unit| self.matrices[unit.matrix].n_clauses()).sum()
    }

    /// Writes what is not written yet; less where the watch says stop.
    pub(in crate::generate::sat) fn write_all(&mut self, cnf: &mut impl Formula, watch: &dyn Watch) {
        for at in 0..self.uses.len() {
            if !self.uses[at].is_written {
                self.write(cnf, at, watch);
            }
        }
    }

    /// Whether all units are written.
    pub(in crate::generate::sat) fn is_written(&self) -> bool {
        self.uses.iter().all(|unit| unit.is_written)
    }

    /// How many units are written, of how many.
    pub(in crate::generate::sat) fn n_written(&self) -> [usize; 2] {
        [self.uses.iter().filter(|unit| unit.is_written).count(), self.uses.len()]
    }

    /// Writes some units of which the model claims what they cannot do, or denies what they do.
    /// The answer is how many. Where the watch says stop, the formula is of no further use.
    pub(in crate::generate::sat) fn refine(
        &mut self,
        cnf: &mut impl Formula,
        model: &dyn Fn(Lit) -> bool,
        watch: &dyn Watch,
    ) -> usize {
        let mut wrong: Vec<(usize, usize)> = Vec::new();
        for (at, unit) in self.uses.iter().enumerate().filter(|(_, unit)| !unit.is_written) {
            if wrong.first().is_some_and(|&(first, _)| self.uses[first].round < unit.round) {
                // Later rounds rest on this one.
                break;
            }
            if watch.should_stop() {
                break;
            }
            let n_wrong = self.wrong_claims(unit, model);
            if n_wrong > 0 {
                wrong.push((at, n_wrong));
            }
        }
        wrong.sort_by_key(|&(at, n_wrong)| (std::cmp::Reverse(n_wrong), at));
        wrong.truncate(UNITS_PER_MODEL);
        for &(at, _) in &wrong {
            self.write(cnf, at, watch);
        }
        wrong.len()
    }

    fn wrong_claims(&self, unit: &Use, model: &dyn Fn(Lit) -> bool) -> usize {
        let matrix = &self.matrices[unit.matrix];
        let is_left = |lit: &Option<Lit>| !lit.is_some_and(model);
        let in_row = |row: &Vec<Option<Lit>>| row.iter().rev().fold(0, |mask, lit| mask << 1 | u32::from(is_left(lit)));
        let left = matrix.without_clues(&unit.before.iter().map(in_row).collect::<Vec<_>>());
        let ruled_out = matrix.losses(&left);
        let claims = unit.free.iter().enumerate().flat_map(|(base, row)| {
            let of_row = row.iter().enumerate();
            of_row.filter_map(move |(cover, &lit)| Some((base, cover, lit?)))
        });
        let is_wrong = |&(base, cover, lit): &(usize, usize, Lit)| {
            let is_right = ruled_out[base] >> cover & 1 == 1;
            left[base] >> cover & 1 == 1 && model(lit) != is_right && (model(lit) || self.style == Style::Covers)
        };
        claims.filter(is_wrong).count()
    }

    /// The free literals for candidates of a set that need none of the set to be ruled out before. (Without rounds.)
    pub(in crate::generate::sat) fn outside(&self, is_in: &dyn Fn(usize) -> bool) -> Vec<Lit> {
        let mut outside = Vec::new();
        for unit in &self.uses {
            let matrix = &self.matrices[unit.matrix];
            let is_met = |both: &Vec<usize>| u32::from(both.iter().any(|&c| is_in(c)));
            let in_row = |row: &Vec<Vec<usize>>| row.iter().rev().fold(0, |mask, both| mask << 1 | is_met(both));
            let set: Vec<u32> = matrix.at.iter().map(in_row).collect();
            if set.iter().all(|&row| row == 0) {
                continue;
            }
            let losses = matrix.losses(&matrix.without_clues(&set));
            for (base, row) in unit.free.iter().enumerate() {
                let is_loss = |cover: usize| losses[base] >> cover & 1 == 1;
                outside.extend(row.iter().enumerate().filter(|&(cover, _)| is_loss(cover)).filter_map(|(_, &lit)| lit));
            }
        }
        outside
    }

    /// Says what the free literals of a unit stand for; half of it where the watch says stop.
    fn write(&mut self, cnf: &mut impl Formula, at: usize, watch: &dyn Watch) {
        self.uses[at].is_written = true;
        let matrix = self.uses[at].matrix;
        let n = self.matrices[matrix].at.len();
        let mut reasons: Vec<Vec<Vec<Lit>>> = vec![vec![Vec::new(); n]; n];
        for size in self.matrices[matrix].sizes.clone() {
            // No base would be left to lose anything.
            if size + (self.matrices[matrix].is_clue.count_ones() as usize) < n {
                match self.style {
                    Style::Bases => self.by_bases(cnf, at, size, &mut reasons, watch),
                    Style::Covers => by_covers(cnf, &self.uses[at], &self.matrices[matrix], size, &mut reasons, watch),
                }
            }
        }
        for (row, reasons) in self.uses[at].free.iter().zip(&reasons) {
            for (lit, reasons) in row.iter().zip(reasons) {
                match (lit, self.style) {
                    (&Some(lit), Style::Bases) => cnf.add(reasons.iter().copied().chain([!lit])),
                    (&Some(lit), Style::Covers) => cnf.iff_any(lit, reasons),
                    (None, _) => {}
                }
            }
        }
    }

    /// Choices of bases; their covers are those of their true candidates.
    fn by_bases(
        &mut self,
        cnf: &mut impl Formula,
        at: usize,
        size: usize,
        reasons: &mut [Vec<Vec<Lit>>],
        watch: &dyn Watch,
    ) {
        let unit = &self.uses[at];
        let matrix = &self.matrices[unit.matrix];
        let n = matrix.at.len();
        for bases in choices(n, size).into_iter().filter(|bases| bases & matrix.is_clue == 0) {
            if watch.should_stop() {
                return;
            }
            let in_bases = |base: &usize| bases >> base & 1 == 1;
            let covers = self.covers.entry((unit.matrix, bases)).or_insert_with(|| {
                let is_cover = |cover: usize| {
                    let lit = cnf.var();
                    let both = (0..n).filter(in_bases).flat_map(|base| &matrix.at[base][cover]);
                    let truths = both.map(|&c| Lit::new(c, true));
                    cnf.add(truths.chain([!lit]));
                    lit
                };
                (0..n).map(is_cover).collect()
            });
            let applies = cnf.var();
            for base in (0..n).filter(in_bases) {
                for (&before, &is_cover) in unit.before[base].iter().zip(&*covers) {
                    cnf.add([!applies, is_cover].into_iter().chain(before));
                }
            }
            for (cover, &is_cover) in covers.iter().enumerate() {
                let loses = |base: &usize| !in_bases(base) && unit.free[*base][cover].is_some();
                if (0..n).any(|base| loses(&base)) {
                    let reason = cnf.var();
                    cnf.add([!reason, applies]);
                    cnf.add([!reason, is_cover]);
                    for base in (0..n).filter(loses) {
                        reasons[base][cover].push(reason);
                    }
                }
            }
        }
    }
}

/// "All of these are ruled out", by what is said of each; `None`: never.
fn all_of(cnf: &mut impl Formula, candidates: &[usize], ruled_out: &[Option<Lit>]) -> Option<Lit> {
    if let [candidate] = candidates {
        return ruled_out[*candidate];
    }
    let parts = candidates.iter().map(|&c| ruled_out[c]).collect::<Option<Vec<Lit>>>()?;
    let all = cnf.var();
    cnf.iff_all(all, &parts);
    Some(all)
}

/// Choices of covers; if enough bases have all they have left inside, the others lose it.
fn by_covers(
    cnf: &mut impl Formula,
    unit: &Use,
    matrix: &Matrix,
    size: usize,
    reasons: &mut [Vec<Vec<Lit>>],
    watch: &dyn Watch,
) {
    let n = matrix.at.len();
    let bases: Vec<usize> = (0..n).filter(|base| matrix.is_clue >> base & 1 == 0).collect();
    for covers in choices(n, size) {
        if watch.should_stop() {
            return;
        }
        let is_cover = |cover: &usize| covers >> cover & 1 == 1;
        let is_inside: Vec<Option<Lit>> = bases
            .iter()
            .map(|&base| {
                let outside: Option<Vec<Lit>> =
                    (0..n).filter(|cover| !is_cover(cover)).map(|cover| unit.before[base][cover]).collect();
                outside.map(|outside| {
                    let lit = cnf.var();
                    cnf.iff_all(lit, &outside);
                    lit
                })
            })
            .collect();
        let Some(enough) = at_least(cnf, size, &is_inside) else { continue };
        for (&base, is_inside) in bases.iter().zip(is_inside) {
            if !(0..n).any(|cover| is_cover(&cover) && unit.free[base][cover].is_some()) {
                continue;
            }
            let loses = cnf.var();
            let outside: Vec<Lit> = [enough].into_iter().chain(is_inside.map(|lit| !lit)).collect();
            cnf.iff_all(loses, &outside);
            for cover in (0..n).filter(is_cover) {
                reasons[base][cover].push(loses);
            }
        }
    }
}

/// A literal for "at least so many of these"; `None` is false.
fn at_least(cnf: &mut impl Formula, least: usize, lits: &[Option<Lit>]) -> Option<Lit> {
    // Of the literals so far: at least one, two and so on.
    let mut counts: Vec<Lit> = Vec::new();
    for &lit in lits.iter().flatten() {
        for at in (0..least.min(counts.len() + 1)).rev() {
            // One more than before, or as many already.
            let one_more = if at == 0 {
                lit
            } else {
                let both = cnf.var();
                cnf.iff_all(both, &[counts[at - 1], lit]);
                both
            };
            if at == counts.len() {
                counts.push(one_more);
            } else {
                let either = cnf.var();
                cnf.iff_any(either, &[counts[at], one_more]);
                counts[at] = either;
            }
        }
    }
    counts.get(least - 1).copied()
}

/// Every choice of `size` of n, as masks, ascending: so clauses and variables have their order.
fn choices(n: usize, size: usize) -> Vec<u32> {
    let mask = |chosen: Vec<usize>| chosen.into_iter().map(|i| 1 << i).sum();
    let mut masks: Vec<u32> = logic::choices(n, size).into_iter().map(mask).collect();
    masks.sort_unstable();
    masks
}

impl Matrix {
    /// What the rules rule out if this is left, as masks of covers by base.
    fn losses(&self, left: &[u32]) -> [u32; Shape::MAX_N] {
        let mut losses = [0; Shape::MAX_N];
        for &size in &self.sizes {
            let _ = narrow_choices(size, left, &mut |bases, covers| {
                let covers = if (covers.count_ones() as usize) < size { u32::MAX } else { covers };
                for (base, &left) in left.iter().enumerate().filter(|(base, _)| !bases.contains(base)) {
                    losses[base] |= covers & left;
                }
                ControlFlow::Continue(())
            });
        }
        losses
    }

    /// Bases that are clues take no part.
    fn without_clues(&self, left: &[u32]) -> Vec<u32> {
        let of_base = |(base, &left): (usize, &u32)| if self.is_clue >> base & 1 == 1 { u32::MAX } else { left };
        left.iter().enumerate().map(of_base).collect()
    }

    /// About how many clauses the unit takes in a round.
    fn n_clauses(&self) -> usize {
        let n = self.at.len();
        // Counting them one by one would take longer than all else before the first call.
        let n_choices = |size: usize| (0..size).fold(1, |choices, i| choices * (n - i) / (i + 1));
        self.sizes.iter().map(|&size| n_choices(size) * n * (size + 2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, Units};
    use crate::generate::Request;
    use crate::generate::random::Random;
    use crate::generate::sat::unfounded::closure::tests::{by_definition, candidates, set_logics, solution};
    use crate::grid::examples::all_shapes;
    use crate::grid::{Candidate, Pattern, Shape};
    use crate::logic::{StrategyId, StrategySet};
    use std::collections::BTreeSet;

    /// What all units of a strategy rule out, on random candidates that are left with a solution, is what its
    /// definition says; clues are placed there.
    #[track_caller]
    fn check(shape: Shape, random: &mut Random) {
        let solution = solution(shape, random);
        let (clues, out) = (random.below(60), 20 + random.below(75));
        let pattern = Pattern::new(shape, shape.cells().filter(|_| random.below(100) < clues));
        let is_true = |c: Candidate| solution.get(c.cell) == Some(c.digit);
        let mut all_out: BTreeSet<Candidate> =
            candidates(shape).filter(|&c| !is_true(c) && random.below(100) < out).collect();
        for (cell, digit) in solution.masked(&pattern).clues() {
            all_out.extend(Candidate::new(cell, digit).conflicts(&shape.geometry()));
        }
        for (id, logic) in set_logics().filter(|(_, logic)| logic.size > 1) {
            let request = Request::new(pattern, StrategySet::single(id));
            let units = Units::new(&request, Style::Bases);
            let mut lost = BTreeSet::new();
            for matrix in &units.matrices {
                let is_left = |&c: &usize| !all_out.contains(&Candidate::from_index(shape, c));
                let any_left = |both: &Vec<usize>| u32::from(both.iter().any(is_left));
                let in_row = |row: &Vec<Vec<usize>>| row.iter().rev().fold(0, |mask, both| mask << 1 | any_left(both));
                let left = matrix.without_clues(&matrix.at.iter().map(in_row).collect::<Vec<u32>>());
                let losses = matrix.losses(&left);
                for (row, losses) in matrix.at.iter().zip(losses) {
                    let of_row = row.iter().enumerate().filter(|(cover, _)| losses >> cover & 1 == 1);
                    let lost_here = of_row.flat_map(|(_, both)| both).map(|&c| Candidate::from_index(shape, c));
                    lost.extend(lost_here.filter(|c| !all_out.contains(c)));
                }
            }
            let mut expected = by_definition(&logic, shape, &|c| all_out.contains(&c));
            expected.retain(|c| !all_out.contains(c));
            assert_eq!(lost, expected, "{} on {shape}", id.name());
        }
    }

    #[test]
    fn the_example_of_the_head_comment() {
        let pattern = Pattern::new("2x2".parse().expect("a shape"), []);
        let request = Request::new(pattern, StrategySet::single(StrategyId::NakedPair));
        let units = Units::new(&request, Style::Bases);
        // Four rows, four columns, four boxes.
        assert_eq!(units.matrices.len(), 12);
        let losses = units.matrices[0].losses(&[0b0011, 0b0011, 0b1111, 0b1100]);
        assert_eq!(losses[..4], [0, 0, 0b0011, 0]);
        assert_eq!(units.matrices[0].n_clauses(), 96);
    }

    #[test]
    fn units_rule_out_what_the_definition_says() {
        let mut random = Random::new(21, 0);
        for shape in all_shapes() {
            (0..if shape.n() <= 9 { 12 } else { 3 }).for_each(|_| check(shape, &mut random));
        }
    }
}
