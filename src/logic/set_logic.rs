//! The one rule behind most strategies (design: base and cover sets).
//!
//! > If all remaining candidates of n pairwise disjoint **base** constraints lie
//! > in n **cover** constraints, every other candidate of the covers is ruled out.
//!
//! A strategy of this form is a list of [`Unit`]s and a number n: every choice of
//! n bases and n covers of one unit is one [`Rule`]. Finder, evidence, step checker, inverse
//! moves and the clauses of SAT read this definition. The closure engine, the bit-parallel derivation of SAT and the
//! finders of four strategies are faster ways to the same conclusions; `tests/fixpoint/definition.rs` and the tests in
//! `generate/sat/unfounded/closure.rs` and `generate/sat/refine/expansion.rs` hold them to it.
//!
//! A base may be *met*: its digit is placed, so it has one candidate left, in one cover. It counts like
//! any other base. That makes the rule monotone: what it concludes from some candidates it also concludes from
//! fewer of them, placed or not, and the state in which no strategy of a set applies any more does not
//! depend on the order of the steps.
//!
//! The cover of a met base holds nothing else. So a rule of n bases of which m are met rules out what a rule
//! of the other n - m bases does. Finders therefore look for met bases only where no strategy at hand
//! has rules of so few bases ([`SetLogic::most_met`]).

use super::{Board, StrategyId, StrategySet};
use crate::grid::{Candidate, Constraint, DigitSet, Geometry, PerShape, Puzzle, Shape, array_of};
use std::ops::ControlFlow;

/// What a rule concludes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The only candidate of the base is placed (rules with one base).
    Place,
    /// The other candidates of the covers are ruled out.
    Eliminate,
}

/// A small matrix of constraints to choose bases and covers from.
///
/// Each candidate of a base lies in at most one of the covers, bases are
/// pairwise disjoint, and so are covers. At most 16 of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Constraints to choose bases from.
    pub bases: Vec<Constraint>,
    /// Constraints to choose covers from.
    pub covers: Vec<Constraint>,
    /// The numbers of the bases.
    base_numbers: Vec<u32>,
    /// Per base: which cover holds its i-th candidate, or [`Unit::UNCOVERED`].
    cover_of: Vec<[u8; Shape::MAX_N]>,
    /// Whether the j-th candidate of the i-th base always is the i-th of the j-th cover.
    is_matrix: bool,
}

impl Unit {
    const UNCOVERED: u8 = 255;

    /// A unit of these constraints.
    pub fn new(geometry: &Geometry, bases: Vec<Constraint>, covers: Vec<Constraint>) -> Unit {
        let cover_of = bases
            .iter()
            .map(|base| {
                let mut row = [Unit::UNCOVERED; Shape::MAX_N];
                for (i, candidate) in base.candidates(geometry).enumerate() {
                    if let Some(cover) = covers.iter().position(|cover| cover.contains(geometry, candidate)) {
                        row[i] = cover as u8;
                    }
                }
                row
            })
            .collect();
        let crosses = |(i, base): (usize, &Constraint)| {
            covers.iter().enumerate().all(|(j, cover)| base.candidate(geometry, j) == cover.candidate(geometry, i))
        };
        let base_numbers = bases.iter().map(|base| base.index(geometry.shape) as u32).collect();
        let is_matrix = covers.len() == geometry.shape.n() && bases.iter().enumerate().all(crosses);
        Unit { bases, covers, base_numbers, cover_of, is_matrix }
    }

    /// The covers that hold the remaining candidates of a base, as a mask; `None` if one
    /// of them lies in no cover, or if they need more than `size` covers.
    #[inline]
    fn covers_of(&self, base: usize, mut remaining: u32, size: usize) -> Option<u32> {
        if self.is_matrix {
            return DigitSet(remaining).has_at_most(size).then_some(remaining);
        }
        let mut mask = 0u32;
        while remaining != 0 {
            let cover = self.cover_of[base][remaining.trailing_zeros() as usize];
            if cover == Unit::UNCOVERED {
                return None;
            }
            mask |= 1 << cover;
            if !DigitSet(mask).has_at_most(size) {
                return None;
            }
            remaining &= remaining - 1;
        }
        Some(mask)
    }

    /// Whether the covers hold a remaining candidate outside the bases; certain only if the answer is no.
    fn may_rule_out(&self, board: &Board, bases: &[usize], covers: u32) -> bool {
        let bases: u32 = bases.iter().map(|&base| 1u32 << base).sum();
        let loses = |cover: &Constraint| board.remaining(*cover) & !bases != 0;
        !self.is_matrix || DigitSet(covers).iter().any(|cover| loses(&self.covers[cover.index()]))
    }

    /// The met bases, each with its cover as a mask, as far as they have one.
    fn met(&self, board: &Board) -> impl Iterator<Item = (usize, u32)> {
        self.bases.iter().enumerate().filter(|&(_, &base)| board.is_met(base)).filter_map(|(index, &base)| {
            let mask = self.covers_of(index, board.remaining(base), 1)?;
            (mask != 0).then_some((index, mask))
        })
    }

    fn rule(&self, bases: &[usize], covers: u32) -> Rule {
        Rule {
            bases: bases.iter().map(|&i| self.bases[i]).collect(),
            covers: DigitSet(covers).iter().map(|cover| self.covers[cover.index()]).collect(),
        }
    }

    /// Per base and cover, the candidates that both hold: one in subsets and fish, any number where regions cross lines.
    pub fn crossings(&self, geometry: &Geometry) -> Vec<Vec<Vec<Candidate>>> {
        let at = |base: &Constraint, cover: &Constraint| {
            base.candidates(geometry).filter(|&candidate| cover.contains(geometry, candidate)).collect()
        };
        let row = |base| self.covers.iter().map(|cover| at(base, cover)).collect();
        self.bases.iter().map(row).collect()
    }
}

/// The units of a family for every shape, built once when first asked for.
#[derive(Debug)]
pub struct Units {
    build: fn(&Geometry) -> Vec<Unit>,
    of_shape: PerShape<Vec<Unit>>,
}

impl Units {
    /// Units built by this function.
    pub const fn new(build: fn(&Geometry) -> Vec<Unit>) -> Units {
        Units { build, of_shape: PerShape::new() }
    }

    /// The units of a shape.
    pub fn of<'a>(&self, geometry: &'a Geometry) -> &'a [Unit] {
        self.of_shape.get_or_init(geometry, || (self.build)(geometry))
    }
}

/// One instance of the rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    /// The n base constraints.
    pub bases: Vec<Constraint>,
    /// The n cover constraints.
    pub covers: Vec<Constraint>,
}

/// A strategy of the base-and-cover form.
#[derive(Clone, Copy, Debug)]
pub struct SetLogic {
    /// Number n of bases and of covers in a rule.
    pub size: usize,
    /// What a rule concludes.
    pub effect: Effect,
    /// Every unit of a shape.
    pub units: &'static Units,
    /// The strategies with 1, 2, ... up to `size` - 1 bases that do what this one does where the other
    /// bases are met; none for strategies with one base.
    pub smaller: &'static [StrategyId],
}

impl SetLogic {
    /// Every rule of the strategy on a shape, whatever the state; the numbers
    /// grow fast with `size`, so large families should be asked by state.
    pub fn rules<'a>(&self, geometry: &'a Geometry) -> impl Iterator<Item = Rule> + use<'a> {
        let size = self.size;
        self.units.of(geometry).iter().flat_map(move |unit| {
            let base_choices = choices(unit.bases.len(), size);
            let cover_choices = choices(unit.covers.len(), size);
            let mut rules = Vec::with_capacity(base_choices.len() * cover_choices.len());
            for bases in &base_choices {
                for covers in &cover_choices {
                    rules.push(Rule {
                        bases: bases.iter().map(|&i| unit.bases[i]).collect(),
                        covers: covers.iter().map(|&i| unit.covers[i]).collect(),
                    });
                }
            }
            rules
        })
    }

    /// How many bases of a rule may be met without one of these strategies having a rule for the others.
    pub fn most_met(&self, others: StrategySet) -> usize {
        let largest = self.smaller.iter().rposition(|&id| others.contains(id)).map_or(0, |at| at + 1);
        self.size - 1 - largest
    }

    /// Visits the rules with exactly so many met bases that apply to the board and conclude something new, in the
    /// order of units, then of bases. Of rules that differ by met bases alone, the one with the first of these.
    pub fn find(
        &self,
        board: &Board,
        n_met: usize,
        visit: &mut dyn FnMut(Rule, Vec<Candidate>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let geometry = board.geometry();
        self.find_choices(board, n_met, &mut |unit, bases, covers| {
            if self.effect == Effect::Eliminate && !unit.may_rule_out(board, bases, covers) {
                return ControlFlow::Continue(());
            }
            let rule = unit.rule(bases, covers);
            let conclusions: Vec<Candidate> = match self.effect {
                Effect::Place => rule.bases[0].candidates(geometry).filter(|&c| board.has(c)).collect(),
                Effect::Eliminate => rule.eliminations(board, geometry),
            };
            // A base with several candidates inside one cover places nothing.
            let concludes = match self.effect {
                Effect::Place => conclusions.len() == 1,
                Effect::Eliminate => !conclusions.is_empty(),
            };
            if concludes { visit(rule, conclusions) } else { ControlFlow::Continue(()) }
        })
    }

    fn find_choices(&self, board: &Board, n_met: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
        // The usual sizes are known to the compiler.
        match self.size - n_met {
            1 => self.find_open::<1>(board, n_met, visit),
            2 => self.find_open::<2>(board, n_met, visit),
            3 => self.find_open::<3>(board, n_met, visit),
            4 => self.find_open::<4>(board, n_met, visit),
            size => unreachable!("no strategy has rules of size {size}"),
        }
    }

    /// Choices of so many open bases, filled up with met ones.
    fn find_open<const OPEN: usize>(&self, board: &Board, n_met: usize, visit: &mut Visit<'_>) -> ControlFlow<()> {
        for unit in self.units.of(board.geometry()) {
            if n_met == 0 {
                self.find_in_unit::<OPEN>(board, unit, false, &mut |bases, covers| visit(unit, &bases, covers))?;
                continue;
            }
            let met: Vec<(usize, u32)> = unit.met(board).collect();
            if met.len() < n_met {
                continue;
            }
            self.find_in_unit::<OPEN>(board, unit, false, &mut |open, covers| {
                // Nothing else is left in the cover of a met base, unless the board says otherwise.
                let met = met.iter().filter(|&&(_, cover)| covers & cover == 0).take(n_met);
                let mut bases: Vec<usize> = open.into_iter().chain(met.clone().map(|&(base, _)| base)).collect();
                bases.sort_unstable();
                let covers = met.fold(covers, |covers, &(_, cover)| covers | cover);
                if bases.len() == self.size { visit(unit, &bases, covers) } else { ControlFlow::Continue(()) }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every rule with at most so many met bases that applies to the board, whether or not it concludes
    /// something new; also on boards where the peers of placed digits are not cleared.
    pub fn find_rules(
        &self,
        board: &Board,
        most_met: usize,
        visit: &mut dyn FnMut(Rule) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.size {
            1 => self.find_all::<1>(board, most_met, visit),
            2 => self.find_all::<2>(board, most_met, visit),
            3 => self.find_all::<3>(board, most_met, visit),
            4 => self.find_all::<4>(board, most_met, visit),
            size => unreachable!("no strategy has rules of size {size}"),
        }
    }

    fn find_all<const SIZE: usize>(
        &self,
        board: &Board,
        most_met: usize,
        visit: &mut dyn FnMut(Rule) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for unit in self.units.of(board.geometry()) {
            self.find_in_unit::<SIZE>(board, unit, most_met > 0, &mut |bases, covers| {
                let n_met = bases.iter().filter(|&&base| board.is_met(unit.bases[base])).count();
                if n_met <= most_met { visit(unit.rule(&bases, covers)) } else { ControlFlow::Continue(()) }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every rule that can ever apply on the way to this solution, as an implication
    /// between candidates: once all premises are ruled out, so are all conclusions.
    ///
    /// The bases decide the covers, since each base's true candidate must lie in one.
    pub fn implications(
        &self,
        solution: &Puzzle,
        visit: &mut dyn FnMut(Implication) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let geometry = &*solution.shape().geometry();
        let is_true = |candidate: Candidate| solution.get(candidate.cell) == Some(candidate.digit);
        for unit in self.units.of(geometry) {
            let covered: Vec<(usize, u8)> = (0..unit.bases.len())
                .filter_map(|base| {
                    let mut candidates = unit.bases[base].candidates(geometry);
                    let position = candidates.position(is_true)?;
                    let cover = unit.cover_of[base][position];
                    (cover != Unit::UNCOVERED).then_some((base, cover))
                })
                .collect();
            for chosen in choices(covered.len(), self.size) {
                let mask: u32 = chosen.iter().map(|&i| 1u32 << covered[i].1).sum();
                let bases: Vec<Constraint> = chosen.iter().map(|&i| unit.bases[covered[i].0]).collect();
                let premises = chosen
                    .iter()
                    .flat_map(|&i| {
                        let (base, row) = (unit.bases[covered[i].0], &unit.cover_of[covered[i].0]);
                        base.candidates(geometry).zip(row).filter(|&(_, &c)| c == Unit::UNCOVERED || mask >> c & 1 == 0)
                    })
                    .map(|(candidate, _)| candidate)
                    .collect();
                let covers: Vec<Constraint> =
                    (0..unit.covers.len()).filter(|i| mask >> i & 1 == 1).map(|i| unit.covers[i]).collect();
                let in_bases = |c: Candidate| bases.iter().any(|base| base.contains(geometry, c));
                let conclusions: Vec<Candidate> = match self.effect {
                    // What a placed digit rules out: all that shares a constraint with it.
                    Effect::Place => bases[0]
                        .candidates(geometry)
                        .filter(|&c| is_true(c))
                        .flat_map(|placed| placed.conflicts(geometry))
                        .filter(|&c| !in_bases(c))
                        .collect(),
                    Effect::Eliminate => {
                        covers.iter().flat_map(|cover| cover.candidates(geometry)).filter(|&c| !in_bases(c)).collect()
                    }
                };
                if !conclusions.is_empty() {
                    visit(Implication { rule: Rule { bases, covers }, premises, conclusions })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every choice of bases that lie in as many covers; of open ones, or also of met ones.
    fn find_in_unit<const SIZE: usize>(
        &self,
        board: &Board,
        unit: &Unit,
        with_met: bool,
        visit: &mut impl FnMut([usize; SIZE], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Bases that can take part: all remaining candidates within covers of the unit.
        let (mut usable, mut masks) = ([0; Shape::MAX_N], [0; Shape::MAX_N]);
        let mut n_usable = 0;
        for (index, &number) in unit.base_numbers.iter().enumerate() {
            let remaining = board.remaining_at(number as usize);
            if unit.is_matrix && !DigitSet(remaining).has_at_most(SIZE) {
                continue;
            }
            let is_narrow = DigitSet(remaining).has_at_most(1);
            if remaining == 0
                || is_narrow && !with_met && board.is_met(unit.bases[index])
                || !is_narrow && self.effect == Effect::Place
            {
                continue;
            }
            if let Some(mask) = unit.covers_of(index, remaining, SIZE) {
                (usable[n_usable], masks[n_usable]) = (index, mask);
                n_usable += 1;
            }
        }
        tight_choices::<SIZE>(&masks[..n_usable], &mut |chosen, covers| visit(array_of(|i| usable[chosen[i]]), covers))
    }
}

/// Visits every choice of so many of the masks, in lexicographic order, each with its union. The union fits, and so
/// does that of the first few masks of the choice; what is given beforehand belongs to every union.
///
/// Whoever chooses bases and covers does it here, but for the checkers, which share nothing with what they check.
#[inline]
pub(super) fn fitting_choices<const SIZE: usize>(
    masks: &[u32],
    given: u32,
    fits: &impl Fn(u32) -> bool,
    visit: &mut impl FnMut([usize; SIZE], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if masks.len() < SIZE { ControlFlow::Continue(()) } else { extend(masks, 0, given, [0; SIZE], 0, fits, visit) }
}

fn extend<const SIZE: usize>(
    masks: &[u32],
    from: usize,
    union: u32,
    mut chosen: [usize; SIZE],
    n_chosen: usize,
    fits: &impl Fn(u32) -> bool,
    visit: &mut impl FnMut([usize; SIZE], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Enough have to be left.
    for position in from..masks.len() + n_chosen + 1 - SIZE {
        let union = union | masks[position];
        if !fits(union) {
            continue;
        }
        chosen[n_chosen] = position;
        if n_chosen + 1 < SIZE {
            extend(masks, position + 1, union, chosen, n_chosen + 1, fits, visit)?;
        } else {
            visit(chosen, union)?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits every choice of so many masks that have as many bits between them, in lexicographic order.
#[inline]
pub(super) fn tight_choices<const SIZE: usize>(
    masks: &[u32],
    visit: &mut impl FnMut([usize; SIZE], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let fits = |union| DigitSet(union).has_at_most(SIZE);
    fitting_choices(masks, 0, &fits, &mut |chosen, union| {
        if DigitSet(union).has_at_most(SIZE - 1) { ControlFlow::Continue(()) } else { visit(chosen, union) }
    })
}

/// Visits every choice of `size` masks that have no more bits than that between them, in lexicographic order: fewer
/// covers than bases are a contradiction, from which everything follows.
pub(crate) fn narrow_choices(
    size: usize,
    masks: &[u32],
    visit: &mut dyn FnMut(&[usize], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn of_size<const SIZE: usize>(
        masks: &[u32],
        visit: &mut dyn FnMut(&[usize], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let fits = |union| DigitSet(union).has_at_most(SIZE);
        fitting_choices::<SIZE>(masks, 0, &fits, &mut |chosen, union| visit(&chosen, union))
    }
    match size {
        1 => of_size::<1>(masks, visit),
        2 => of_size::<2>(masks, visit),
        3 => of_size::<3>(masks, visit),
        4 => of_size::<4>(masks, visit),
        size => unreachable!("no strategy has rules of size {size}"),
    }
}

/// Every choice of `size` indices below `n`, which is at most 16, in lexicographic order.
pub(crate) fn choices(n: usize, size: usize) -> Vec<Vec<usize>> {
    let mut out = Vec::new();
    let _ = narrow_choices(size, &[0; Shape::MAX_N][..n], &mut |chosen, _| {
        out.push(chosen.to_vec());
        ControlFlow::Continue(())
    });
    out
}

/// Receives a unit, which of its bases are chosen, ascending, and a mask of as many of its covers.
type Visit<'a> = dyn FnMut(&Unit, &[usize], u32) -> ControlFlow<()> + 'a;

/// A rule as an implication between candidates (see [`SetLogic::implications`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implication {
    /// The rule.
    pub rule: Rule,
    /// The candidates of the bases outside the covers; none of them is true in the solution.
    pub premises: Vec<Candidate>,
    /// The candidates that are ruled out once the premises are; may name one twice.
    pub conclusions: Vec<Candidate>,
}

impl Rule {
    /// Whether all remaining candidates of the bases lie in the covers.
    pub fn applies(&self, board: &Board) -> bool {
        let geometry = board.geometry();
        self.bases.iter().all(|base| {
            base.candidates(geometry)
                .filter(|&candidate| board.has(candidate))
                .all(|candidate| self.covers.iter().any(|cover| cover.contains(geometry, candidate)))
        })
    }

    /// The remaining candidates of the covers outside the bases, ascending.
    pub fn eliminations(&self, board: &Board, geometry: &Geometry) -> Vec<Candidate> {
        let mut out: Vec<Candidate> = self
            .covers
            .iter()
            .flat_map(|cover| cover.candidates(geometry))
            .filter(|&c| board.has(c) && !self.bases.iter().any(|base| base.contains(geometry, c)))
            .collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;
    use crate::logic::STRATEGIES;

    /// The laws that every user of the definitions relies on.
    #[test]
    fn units_are_matrices() {
        for shape in all_shapes() {
            let geometry = &*shape.geometry();
            for strategy in STRATEGIES {
                let Some(logic) = strategy.set_logic() else { continue };
                for unit in logic.units.of(geometry) {
                    assert!(unit.bases.len() <= 16 && unit.covers.len() <= 16);
                    for set in [&unit.bases, &unit.covers] {
                        for (i, a) in set.iter().enumerate() {
                            for b in &set[..i] {
                                let shared = a.candidates(geometry).any(|c| b.contains(geometry, c));
                                assert!(!shared, "{} {shape}: {a:?} and {b:?} overlap", strategy.name());
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn choices_count_binomially() {
        assert_eq!(choices(9, 2).len(), 36);
        assert_eq!(choices(4, 4).len(), 1);
        assert_eq!(choices(3, 4).len(), 0);
    }
}
