//! The closure against the definitions of the strategies, and what other tests of SAT share with that.

use super::{ClosureState, Rules, rivals};
use crate::generate::Unwatched;
use crate::generate::grids::random_solution;
use crate::generate::random::Random;
use crate::generate::sat::encode::forbidden;
use crate::generate::sat::unfounded::bitboard::{Bits, Word, WordOf};
use crate::grid::examples::{all_shapes, irregular_solution};
use crate::grid::{Candidate, CellSet, Puzzle, Shape};
use crate::logic::{Closure, Effect, STRATEGIES, SetLogic, StrategyId, StrategySet, with_small_size};
use std::collections::BTreeSet;

pub(in crate::generate::sat) fn candidates(shape: Shape) -> impl Iterator<Item = Candidate> {
    (0..shape.n() * shape.n_cells()).map(move |i| Candidate::from_index(shape, i))
}

pub(in crate::generate::sat) fn solution(shape: Shape, random: &mut Random) -> Puzzle {
    let known = irregular_solution(shape).filter(|_| shape.n() > 7);
    known.unwrap_or_else(|| random_solution(&Puzzle::empty(shape), random, &Unwatched).expect("a grid"))
}

/// Every strategy of the base-and-cover form.
pub(in crate::generate::sat) fn set_logics() -> impl Iterator<Item = (StrategyId, SetLogic)> {
    STRATEGIES.iter().filter_map(|strategy| Some((strategy.id(), strategy.set_logic()?)))
}

/// What the rules of a strategy conclude where these candidates are ruled out, a contradiction or not: those that
/// are placed, or those that are ruled out, by trying every choice of bases.
pub(in crate::generate::sat) fn by_definition(
    logic: &SetLogic,
    shape: Shape,
    is_out: &dyn Fn(Candidate) -> bool,
) -> BTreeSet<Candidate> {
    let geometry = &*shape.geometry();
    let mut all = BTreeSet::new();
    for unit in logic.units.of(geometry) {
        let cover_of = |c: Candidate| unit.covers.iter().position(|cover| cover.contains(geometry, c));
        // As a mask; none if a candidate that is left lies in no cover.
        let needed = unit.bases.iter().map(|base| {
            let mut left = base.candidates(geometry).filter(|&c| !is_out(c));
            left.try_fold(0u32, |covers, c| Some(covers | 1 << cover_of(c)?))
        });
        let needed: Vec<Option<u32>> = needed.collect();
        for bases in (0u32..1 << unit.bases.len()).filter(|bases| bases.count_ones() as usize == logic.size) {
            let is_chosen = |i: &usize| bases >> i & 1 == 1;
            let covers = (0..unit.bases.len()).filter(is_chosen).try_fold(0, |all, i| Some(all | needed[i]?));
            // With fewer covers than bases any other cover makes up the number.
            let is_in = |i: usize, covers: u32| covers >> i & 1 == 1 || (covers.count_ones() as usize) < logic.size;
            let Some(covers) = covers.filter(|covers| covers.count_ones() as usize <= logic.size) else { continue };
            let chosen = || (0..unit.bases.len()).filter(is_chosen).map(|i| unit.bases[i]);
            let covers = || (0..unit.covers.len()).filter(|&i| is_in(i, covers)).map(|i| unit.covers[i]);
            let covered = covers().flat_map(|cover| cover.candidates(geometry));
            let in_bases = |c: &Candidate| chosen().any(|base| base.contains(geometry, *c));
            match logic.effect {
                Effect::Place => all.extend(covered.filter(in_bases)),
                Effect::Eliminate => all.extend(covered.filter(|c| !in_bases(c))),
            }
        }
    }
    all
}

/// The candidates of a set of bits.
fn listed<const N: usize, W: Word>(rules: &Rules<N, W>, shape: Shape, bits: &Bits<N, W>) -> BTreeSet<Candidate> {
    let is_in = |c: &Candidate| {
        let (band, digit, bit) = rules.layout.place(c.index(shape));
        bits[band][digit] & bit != W::from(0)
    };
    candidates(shape).filter(is_in).collect()
}

fn set<const N: usize, W: Word>(rules: &Rules<N, W>, shape: Shape, bits: &mut Bits<N, W>, c: Candidate) {
    let (band, digit, bit) = rules.layout.place(c.index(shape));
    bits[band][digit] |= bit;
}

/// One look at random facts, likely or not: what follows by each strategy alone is what its definition says.
#[track_caller]
fn check_one_look<const N: usize, W: Word>(shape: Shape, random: &mut Random) {
    let out_of_ten = 2 + random.below(8);
    let out: BTreeSet<Candidate> = candidates(shape).filter(|_| random.below(10) < out_of_ten).collect();
    for (id, logic) in set_logics() {
        let mut rules = Rules::<N, W>::new(shape, &CellSet::EMPTY, StrategySet::single(id));
        // That the peers of a cell must show enough digits is not a matter of one look.
        rules.counting = false;
        let mut state = rules.start();
        for &c in &out {
            set(&rules, shape, &mut state.ruled_out, c);
        }
        rules.bodies_of_eliminations(&mut state);
        rules.subset_bodies(&mut state);
        let expected = by_definition(&logic, shape, &|c| out.contains(&c));
        let (mut placed, mut ruled_out) = (BTreeSet::new(), BTreeSet::new());
        match logic.effect {
            Effect::Place => placed = expected,
            Effect::Eliminate => ruled_out = expected,
        }
        ruled_out.extend(forbidden(shape));
        assert_eq!(listed(&rules, shape, &state.place_body), placed, "{} places on {shape}", id.name());
        assert_eq!(listed(&rules, shape, &state.rule_out_body), ruled_out, "{} rules out on {shape}", id.name());
    }
}

#[test]
fn the_example_of_the_head_comment() {
    let pattern: crate::grid::Pattern = "xxxx..x.........".parse().expect("a pattern");
    let naked = StrategySet::single(StrategyId::NakedSingle);
    let rules = Rules::<4, u32>::new(pattern.shape, &pattern.cells, naked);
    let mut state = rules.start();
    rules.grow(&mut state, |_| false);
    let cells: BTreeSet<usize> =
        listed(&rules, pattern.shape, &state.placed).into_iter().map(|c| c.cell.index()).collect();
    assert_eq!(cells, (0..8).collect());
}

#[test]
fn one_look_concludes_what_the_definition_says() {
    let mut random = Random::new(18, 0);
    for shape in all_shapes() {
        for _ in 0..if shape.n() <= 9 { 8 } else { 2 } {
            with_small_size!(shape, N => check_one_look::<N, WordOf<N>>(shape, &mut random));
        }
    }
}

/// What a placed digit rules out: all that shares a constraint with it.
#[track_caller]
fn check_placed<const N: usize, W: Word>(shape: Shape, random: &mut Random) {
    let rules = Rules::<N, W>::new(shape, &CellSet::EMPTY, StrategySet::SINGLES);
    let mut state = rules.start();
    let mut expected: BTreeSet<Candidate> = forbidden(shape).collect();
    let rivals = rivals(shape);
    for c in candidates(shape).filter(|_| random.below(3 * N * N) == 0) {
        set(&rules, shape, &mut state.placed, c);
        let conflicts: BTreeSet<Candidate> = c.conflicts(&shape.geometry()).collect();
        let of_c = rivals[c.index(shape)].iter().map(|&rival| Candidate::from_index(shape, rival as usize));
        assert_eq!(of_c.collect::<BTreeSet<_>>(), conflicts, "rivals on {shape}");
        expected.extend(conflicts);
    }
    rules.rule_out_bodies(&mut state);
    assert_eq!(listed(&rules, shape, &state.rule_out_body), expected, "on {shape}");
}

#[test]
fn placed_digits_rule_out_what_shares_a_constraint() {
    let mut random = Random::new(19, 0);
    for shape in all_shapes().cycle().take(10 * all_shapes().count()) {
        with_small_size!(shape, N => check_placed::<N, WordOf<N>>(shape, &mut random));
    }
}

/// With a whole solution decided, the facts are those of the closure engine, which the tests of `tests/fixpoint`
/// hold to the definition.
#[track_caller]
fn check_whole<const N: usize, W: Word>(shape: Shape, strategies: StrategySet, random: &mut Random) {
    let solution = solution(shape, random);
    let share = 25 + random.below(35);
    let mut clues = Puzzle::empty(shape);
    for (cell, digit) in solution.clues().filter(|_| random.below(100) < share) {
        clues.set(cell, Some(digit));
    }
    let rules = Rules::<N, W>::new(shape, &clues.pattern().cells, strategies);
    let mut state: ClosureState<N, W> = rules.start();
    for c in candidates(shape) {
        let (band, digit, bit) = rules.layout.place(c.index(shape));
        let is_true = solution.get(c.cell) == Some(c.digit);
        let gates = if is_true { &mut state.may_fail } else { &mut state.may_hold };
        gates[band][digit] = gates[band][digit] & !bit;
    }
    rules.grow(&mut state, |_| false);
    let closure = Closure::<N>::of(&clues, strategies);
    let is_placed = |c: &Candidate| closure.is_placed(c.cell) && closure.has(*c);
    let placed: BTreeSet<Candidate> = candidates(shape).filter(is_placed).collect();
    let ruled_out: BTreeSet<Candidate> = candidates(shape).filter(|&c| !closure.has(c)).collect();
    assert_eq!(listed(&rules, shape, &state.placed), placed, "placed by {strategies} on {shape} {clues}");
    assert_eq!(listed(&rules, shape, &state.ruled_out), ruled_out, "ruled out by {strategies} on {shape} {clues}");
}

#[test]
fn whole_solutions_have_the_facts_of_the_closure() {
    let mut random = Random::new(20, 0);
    for shape in all_shapes() {
        let alone = set_logics().map(|(id, _)| StrategySet::single(id));
        let several: Vec<StrategySet> = (0..if shape.n() <= 9 { 24 } else { 6 })
            .map(|_| set_logics().map(|(id, _)| id).filter(|_| random.below(2) == 0).collect())
            .collect();
        for strategies in alone.chain(several) {
            with_small_size!(shape, N => check_whole::<N, WordOf<N>>(shape, strategies, &mut random));
        }
    }
}
