//! The well-founded encoding: no rounds, so "unsatisfiable" means impossible.
//!
//! Variables say which candidates are in the solution; clauses say that it is
//! one. That every empty cell is placed by reasons that do not go in circles is
//! the theory's business: it derives what may still be derived ([`Rules`]) at
//! every partial assignment and answers with loop formulas. Deciding the clue
//! cells decides everything: then what may be derived is what the real closure
//! derives.

use super::bitboard::{Word, WordOf};
use super::closure::{ClosureState, Rules, rivals};
use crate::generate::Request;
use crate::grid::{Cell, CellSet, Shape};
use crate::logic::{StrategySet, with_small_size};
use crate::sat::cdcl::{Lit, Stop, Theory};
use std::collections::BTreeSet;

/// The theory of facts that need reasons.
#[derive(Debug)]
pub(in crate::generate::sat) struct UnfoundedSets<const N: usize, W> {
    rules: Rules<N, W>,
    state: ClosureState<N, W>,
    rivals: Vec<Vec<u16>>,
    /// Whether the facts of `state` are too few, since gates were opened again.
    stale: bool,
    /// Whether a gate of a derived fact was closed.
    dirty: bool,
    /// Whether the layout treats no digit differently from another.
    digits_alike: bool,
    /// Loop formulas of few digits that were given for all digits, with digits in order of first use.
    general: BTreeSet<Vec<u16>>,
    /// Those not yet handed to the solver.
    new_general: Vec<Vec<u16>>,
}

/// Answers with a clause over the solution that a model makes false, and that the solution of every puzzle
/// of the pattern that the strategies solve fulfils; `None` if they solve the puzzle of the model.
pub(in crate::generate::sat) type Refuter = Box<dyn Fn(&[bool], Stop<'_>) -> Option<Vec<Lit>>>;

/// Loop formulas for whole solutions.
pub(in crate::generate::sat) fn refuter(request: &Request) -> Refuter {
    with_small_size!(request.pattern.shape, N => refuter_of::<N, WordOf<N>>(request))
}

/// The theory for the puzzles that have clues in these cells.
pub(in crate::generate::sat) fn unfounded_sets(
    shape: Shape,
    clues: &CellSet,
    strategies: StrategySet,
) -> Box<dyn Theory> {
    with_small_size!(shape, N => Box::new(UnfoundedSets::<N, WordOf<N>>::new(shape, clues, strategies)))
}

fn refuter_of<const N: usize, W: Word>(request: &Request) -> Refuter {
    let pattern = request.pattern;
    let theory = UnfoundedSets::<N, W>::new(pattern.shape, &pattern.cells, request.strategies);
    Box::new(move |model, stop| {
        // Clues first, since what comes last is first tried without.
        let is_clue = |var: &usize| pattern.cells.contains(Cell::from_index(var / N));
        let clues = (0..N * N * N).filter(is_clue);
        let vars = clues.chain((0..N * N * N).filter(|var| !is_clue(var)));
        let trail: Vec<Lit> = vars.map(|var| Lit::new(var, model[var])).collect();
        let mut gates = Gates::new(&theory.rules, &trail, 0, &theory.rivals);
        theory.rules.grow(&mut gates.state, |_| false);
        theory.rules.has_underivable_cell(&gates.state).then(|| theory.formula(None, &trail, 0, stop))
    })
}

/// Loop formulas over at most so many digits are worth having for all digits: with two they are
/// the unavoidable sets of two digits. (With three, 500 clauses each slow the solver down.)
const MAX_DIGITS: usize = 2;
/// Loop formulas of more literals than this are not worth having for all digits.
const MAX_LITERALS: usize = 12;

impl<const N: usize, W: Word> UnfoundedSets<N, W> {
    pub(in crate::generate::sat) fn new(shape: Shape, clues: &CellSet, strategies: StrategySet) -> UnfoundedSets<N, W> {
        let rules = Rules::new(shape, clues, strategies);
        let state = rules.start();
        UnfoundedSets {
            rules,
            state,
            rivals: rivals(shape),
            stale: true,
            dirty: true,
            digits_alike: shape.treats_digits_alike(),
            general: BTreeSet::new(),
            new_general: Vec::new(),
        }
    }

    /// Notes a loop formula "these candidates are not all in the solution" with names of digits
    /// left open: it speaks of the geometry alone, so it holds for all digits. With naked
    /// singles alone this does not pay.
    fn generalise(&mut self, formula: &[Lit]) {
        if self.rules.is_counting()
            || !self.digits_alike
            || formula.len() > MAX_LITERALS
            || formula.iter().any(|lit| lit.is_positive())
        {
            return;
        }
        let mut candidates: Vec<usize> = formula.iter().map(|lit| lit.var()).collect();
        candidates.sort_unstable();
        let mut names: Vec<usize> = Vec::new();
        let mut general = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let (cell, digit) = (candidate / N, candidate % N);
            let name = names.iter().position(|&other| other == digit).unwrap_or_else(|| {
                names.push(digit);
                names.len() - 1
            });
            general.push((cell * N + name) as u16);
        }
        if names.len() <= MAX_DIGITS && self.general.insert(general.clone()) {
            self.new_general.push(general);
        }
    }

    fn derive(&mut self) {
        let fresh = self.rules.start();
        self.state = ClosureState { may_hold: self.state.may_hold, may_fail: self.state.may_fail, ..fresh };
        // Where all that may hold is placed, no further fact tells anything, and slow rules can be spared.
        let is_slow = self.rules.has_slow_rules();
        self.rules.grow(&mut self.state, |state| is_slow && state.all_may_be_placed());
        self.stale = false;
        self.dirty = false;
    }

    /// A loop formula that is false under the trail (but for `target`): a few literals
    /// that alone keep the target, or some cell, from being derived.
    ///
    /// The first `n_root` literals of the trail hold without any decision, so they cost the
    /// formula nothing: first the others are made few, then these.
    fn formula(&self, target: Option<Lit>, trail: &[Lit], n_root: usize, stop: Stop<'_>) -> Vec<Lit> {
        let mut gates = Gates::new(&self.rules, trail, n_root, &self.rivals);
        self.rules.grow(&mut gates.state, |_| false);
        debug_assert!(self.concludes(target, &gates.state));
        let mut formula = Vec::new();
        self.minimise(target, &mut gates, &trail[n_root..], &mut formula, stop);
        gates.disown(&trail[..n_root]);
        self.minimise(target, &mut gates, &trail[..n_root], &mut formula, stop);
        formula.extend(target);
        formula
    }

    /// Whether the target, or some cell, is still not derived.
    fn concludes(&self, target: Option<Lit>, state: &ClosureState<N, W>) -> bool {
        match target {
            Some(lit) => {
                let (band, digit, bit) = self.rules.layout.place(lit.var());
                state.placed[band][digit] & bit == W::from(0)
            }
            None => self.rules.has_underivable_cell(state),
        }
    }

    /// Opens gates again, latest first, as long as the conclusion stands; several at
    /// a time while that goes well. The others join the formula, and all that are left where `stop` says so.
    fn minimise(
        &self,
        target: Option<Lit>,
        gates: &mut Gates<'_, N, W>,
        trail: &[Lit],
        formula: &mut Vec<Lit>,
        stop: Stop<'_>,
    ) {
        let order: Vec<Lit> = trail.iter().rev().copied().filter(|&lit| gates.counts(lit)).collect();
        // Elsewhere all of it takes less than a question.
        let is_slow = N > 9 || self.rules.has_slow_rules();
        let (mut at, mut batch) = (0, 4);
        while at < order.len() {
            if is_slow && stop() {
                formula.extend(order[at..].iter().map(|&lit| !lit));
                return;
            }
            let end = order.len().min(at + batch);
            let before = gates.state;
            let mut active = false;
            for &lit in &order[at..end] {
                active |= gates.open(lit, &self.rivals);
            }
            if active {
                self.rules.grow(&mut gates.state, |state| !self.concludes(target, state));
                if !self.concludes(target, &gates.state) {
                    gates.state = before;
                    gates.close(&order[at..end], &self.rivals);
                    if end == at + 1 {
                        formula.push(!order[at]);
                        at = end;
                    }
                    batch = (end - at).div_ceil(2).max(1);
                    continue;
                }
            }
            at = end;
            batch *= 2;
        }
    }
}

/// The literals of a trail as gates that can be opened again one by one.
struct Gates<'a, const N: usize, W> {
    rules: &'a Rules<N, W>,
    state: ClosureState<N, W>,
    /// How many true candidates of the trail each candidate rivals.
    cover: Vec<u8>,
    /// Candidates that are false for no rival's sake.
    own: Vec<bool>,
}

impl<'a, const N: usize, W: Word> Gates<'a, N, W> {
    fn new(rules: &'a Rules<N, W>, trail: &[Lit], n_root: usize, rivals: &[Vec<u16>]) -> Gates<'a, N, W> {
        let mut gates = Gates { rules, state: rules.start(), cover: vec![0; N * N * N], own: vec![false; N * N * N] };
        for lit in trail.iter().filter(|lit| lit.var() < N * N * N) {
            let (band, digit, bit) = rules.layout.place(lit.var());
            if lit.is_positive() {
                gates.state.may_fail[band][digit] = gates.state.may_fail[band][digit] & !bit;
                for &rival in &rivals[lit.var()] {
                    gates.cover[rival as usize] += 1;
                }
            } else {
                gates.state.may_hold[band][digit] = gates.state.may_hold[band][digit] & !bit;
            }
        }
        for (i, lit) in trail.iter().enumerate().filter(|(_, lit)| lit.var() < N * N * N && !lit.is_positive()) {
            gates.own[lit.var()] = i < n_root || gates.cover[lit.var()] == 0;
        }
        gates
    }

    /// What rivals of the remaining true candidates are is no longer a matter of their own.
    fn disown(&mut self, root: &[Lit]) {
        for lit in root.iter().filter(|lit| lit.var() < N * N * N && !lit.is_positive()) {
            self.own[lit.var()] = self.cover[lit.var()] == 0;
        }
    }

    fn counts(&self, lit: Lit) -> bool {
        lit.var() < N * N * N && (lit.is_positive() || self.own[lit.var()])
    }

    /// Takes back the opening of these; the state is restored apart.
    fn close(&mut self, lits: &[Lit], rivals: &[Vec<u16>]) {
        for lit in lits.iter().filter(|lit| lit.is_positive()) {
            for &rival in &rivals[lit.var()] {
                self.cover[rival as usize] += 1;
            }
        }
    }

    /// Forgets a literal of the trail; true if that may let something more be derived.
    fn open(&mut self, lit: Lit, rivals: &[Vec<u16>]) -> bool {
        let layout = &self.rules.layout;
        let zero = W::from(0);
        let (band, digit, bit) = layout.place(lit.var());
        let state = &mut self.state;
        if !lit.is_positive() {
            state.may_hold[band][digit] |= bit;
            return state.place_body[band][digit] & bit != zero;
        }
        state.may_fail[band][digit] |= bit;
        let mut active = state.rule_out_body[band][digit] & bit != zero;
        for &rival in &rivals[lit.var()] {
            let rival = rival as usize;
            self.cover[rival] -= 1;
            if self.cover[rival] == 0 && !self.own[rival] {
                let (band, digit, bit) = layout.place(rival);
                state.may_hold[band][digit] |= bit;
                active |= state.place_body[band][digit] & bit != zero;
            }
        }
        active
    }
}

impl<const N: usize, W: Word> Theory for UnfoundedSets<N, W> {
    fn assign(&mut self, lits: &[Lit]) {
        for lit in lits.iter().filter(|lit| lit.var() < N * N * N) {
            let (band, digit, bit) = self.rules.layout.place(lit.var());
            let (gates, facts) = if lit.is_positive() {
                (&mut self.state.may_fail, &self.state.ruled_out)
            } else {
                (&mut self.state.may_hold, &self.state.placed)
            };
            gates[band][digit] = gates[band][digit] & !bit;
            self.dirty |= facts[band][digit] & bit != W::from(0);
        }
    }

    fn unassign(&mut self, lits: &[Lit]) {
        for lit in lits.iter().filter(|lit| lit.var() < N * N * N) {
            let (band, digit, bit) = self.rules.layout.place(lit.var());
            let gates = if lit.is_positive() { &mut self.state.may_fail } else { &mut self.state.may_hold };
            gates[band][digit] |= bit;
            self.stale = true;
        }
    }

    fn check(&mut self, trail: &[Lit], n_root: usize, implied: &mut Vec<Lit>, stop: Stop<'_>) -> Option<Vec<Lit>> {
        if !self.stale && !self.dirty {
            return None;
        }
        self.derive();
        if self.rules.has_underivable_cell(&self.state) {
            let formula = self.formula(None, trail, n_root, stop);
            self.generalise(&formula);
            return Some(formula);
        }
        let layout = &self.rules.layout;
        for band in 0..layout.n_bands {
            for digit in 0..N {
                let mut never = self.state.may_hold[band][digit] & !self.state.placed[band][digit];
                while never != W::from(0) {
                    let bit = never.lowest();
                    never = never & !(W::from(1) << bit as u32);
                    implied.push(Lit::new(layout.candidate(band, digit, bit), false));
                }
            }
        }
        None
    }

    fn explain(&mut self, implied: Lit, trail: &[Lit], n_root: usize, stop: Stop<'_>) -> Vec<Lit> {
        self.formula(Some(implied), trail, n_root, stop)
    }

    fn loop_formulas(&mut self) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for general in std::mem::take(&mut self.new_general) {
            let n_names = general.iter().map(|&c| c as usize % N + 1).max().unwrap_or(0);
            assign_digits::<N>(n_names, &mut Vec::new(), &mut |digits| {
                let literal = |&c: &u16| Lit::new(c as usize / N * N + digits[c as usize % N], false);
                let mut clause: Vec<Lit> = general.iter().map(literal).collect();
                clause.sort_unstable();
                clauses.push(clause);
            });
        }
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    }
}

/// Visits every choice of different digits for so many names.
fn assign_digits<const N: usize>(n_names: usize, digits: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if digits.len() == n_names {
        visit(digits);
        return;
    }
    for digit in 0..N {
        if !digits.contains(&digit) {
            digits.push(digit);
            assign_digits::<N>(n_names, digits, visit);
            digits.pop();
        }
    }
}
