//! The well-founded encoding: no rounds, so "unsatisfiable" means impossible.
//!
//! Variables say which candidates are in the solution; clauses say that it is
//! one. That every empty cell is placed by reasons that do not go in circles is
//! the theory's business: it derives what may still be derived ([`Rules`]) at
//! every partial assignment and answers with loop formulas. Deciding the clue
//! cells decides everything: then what may be derived is what the real closure
//! derives.

use super::cdcl::{Lit, Theory};
use super::founded::{Rules, State, place, rivals};
use crate::grid::{CellSet, Shape};
use crate::logic::StrategySet;

/// The theory of facts that need reasons.
#[derive(Debug)]
pub(super) struct Founded<const N: usize> {
    rules: Rules<N>,
    state: State<N>,
    rivals: Vec<Vec<u16>>,
    /// Whether the facts of `state` are too few, since gates were opened again.
    stale: bool,
    /// Whether a gate of a derived fact was closed.
    dirty: bool,
}

impl<const N: usize> Founded<N> {
    pub(super) fn new(shape: Shape, clues: &CellSet, strategies: StrategySet) -> Founded<N> {
        let rules = Rules::new(shape, clues, strategies);
        let state = Rules::start();
        Founded { rules, state, rivals: rivals(shape), stale: true, dirty: true }
    }

    fn derive(&mut self) {
        let fresh = Rules::start();
        self.state = State { may_hold: self.state.may_hold, may_fail: self.state.may_fail, ..fresh };
        self.rules.grow(&mut self.state, |_| false);
        self.stale = false;
        self.dirty = false;
    }

    /// A loop formula that is false under the trail (but for `target`): a few literals
    /// that alone keep the target, or some cell, from being derived.
    fn formula(&self, target: Option<Lit>, trail: &[Lit], n_root: usize) -> Vec<Lit> {
        let n_solution = N * N * N;
        let mut state = Rules::start();
        // How many true candidates of the trail each candidate rivals.
        let mut cover = vec![0u8; n_solution];
        // Candidates that are false for good, or for no rival's sake.
        let mut own = vec![false; n_solution];
        for (i, lit) in trail.iter().enumerate().filter(|(_, lit)| lit.var() < n_solution) {
            let (row, digit, col) = place::<N>(lit.var());
            if lit.is_positive() {
                state.may_fail[row][digit] &= !(1 << col);
                // Rivals of root candidates are root literals themselves.
                if i >= n_root {
                    for &rival in &self.rivals[lit.var()] {
                        cover[rival as usize] += 1;
                    }
                }
            } else {
                state.may_hold[row][digit] &= !(1 << col);
            }
        }
        for (i, lit) in trail.iter().enumerate().filter(|(_, lit)| lit.var() < n_solution && !lit.is_positive()) {
            own[lit.var()] = i < n_root || cover[lit.var()] == 0;
        }
        let holds = |state: &State<N>| match target {
            Some(lit) => {
                let (row, digit, col) = place::<N>(lit.var());
                state.placed[row][digit] >> col & 1 == 0
            }
            None => self.rules.is_stuck(state),
        };
        self.rules.grow(&mut state, |_| false);
        debug_assert!(holds(&state));
        // Open gates again, latest first, as long as the conclusion stands; several at
        // a time while that goes well.
        let order: Vec<Lit> = trail[n_root..]
            .iter()
            .rev()
            .copied()
            .filter(|lit| lit.var() < n_solution && (lit.is_positive() || own[lit.var()]))
            .collect();
        let mut formula: Vec<Lit> = Vec::new();
        let (mut at, mut batch) = (0, 4);
        while at < order.len() {
            let end = order.len().min(at + batch);
            let mut opened = state;
            let mut active = false;
            for &lit in &order[at..end] {
                active |= self.open(lit, &mut opened, &mut cover, &own);
            }
            if active {
                self.rules.grow(&mut opened, |state| !holds(state));
                if !holds(&opened) {
                    for lit in order[at..end].iter().filter(|lit| lit.is_positive()) {
                        for &rival in &self.rivals[lit.var()] {
                            cover[rival as usize] += 1;
                        }
                    }
                    if end == at + 1 {
                        formula.push(!order[at]);
                        at = end;
                    }
                    batch = (end - at).div_ceil(2).max(1);
                    continue;
                }
            }
            state = opened;
            at = end;
            batch *= 2;
        }
        formula.extend(target);
        formula
    }

    /// Forgets a literal of the trail; true if that may let something more be derived.
    fn open(&self, lit: Lit, state: &mut State<N>, cover: &mut [u8], own: &[bool]) -> bool {
        let (row, digit, col) = place::<N>(lit.var());
        if !lit.is_positive() {
            state.may_hold[row][digit] |= 1 << col;
            return state.place_body[row][digit] >> col & 1 == 1;
        }
        state.may_fail[row][digit] |= 1 << col;
        let mut active = state.rule_out_body[row][digit] >> col & 1 == 1;
        for &rival in &self.rivals[lit.var()] {
            let rival = rival as usize;
            cover[rival] -= 1;
            if cover[rival] == 0 && !own[rival] {
                let (row, digit, col) = place::<N>(rival);
                state.may_hold[row][digit] |= 1 << col;
                active |= state.place_body[row][digit] >> col & 1 == 1;
            }
        }
        active
    }
}

impl<const N: usize> Theory for Founded<N> {
    fn assign(&mut self, lit: Lit) {
        if lit.var() >= N * N * N {
            return;
        }
        let (row, digit, col) = place::<N>(lit.var());
        let (gates, facts) = if lit.is_positive() {
            (&mut self.state.may_fail, &self.state.ruled_out)
        } else {
            (&mut self.state.may_hold, &self.state.placed)
        };
        gates[row][digit] &= !(1 << col);
        self.dirty |= facts[row][digit] >> col & 1 == 1;
    }

    fn unassign(&mut self, lit: Lit) {
        if lit.var() >= N * N * N {
            return;
        }
        let (row, digit, col) = place::<N>(lit.var());
        let gates = if lit.is_positive() { &mut self.state.may_fail } else { &mut self.state.may_hold };
        gates[row][digit] |= 1 << col;
        self.stale = true;
    }

    fn check(&mut self, trail: &[Lit], n_root: usize, implied: &mut Vec<Lit>) -> Option<Vec<Lit>> {
        if !self.stale && !self.dirty {
            return None;
        }
        self.derive();
        if self.rules.is_stuck(&self.state) {
            return Some(self.formula(None, trail, n_root));
        }
        for row in 0..N {
            for digit in 0..N {
                let mut never = self.state.may_hold[row][digit] & !self.state.placed[row][digit];
                while never != 0 {
                    let col = never.trailing_zeros() as usize;
                    never &= never - 1;
                    implied.push(Lit::new((row * N + col) * N + digit, false));
                }
            }
        }
        None
    }

    fn explain(&mut self, implied: Lit, trail: &[Lit], n_root: usize) -> Vec<Lit> {
        self.formula(Some(implied), trail, n_root)
    }
}
