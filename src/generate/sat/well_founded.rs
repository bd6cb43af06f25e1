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
        self.rules.grow(&mut self.state);
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
        self.rules.grow(&mut state);
        let holds = |state: &State<N>| match target {
            Some(lit) => {
                let (row, digit, col) = place::<N>(lit.var());
                state.placed[row][digit] >> col & 1 == 0
            }
            None => self.rules.is_stuck(state),
        };
        debug_assert!(holds(&state));
        // Open gates again, latest first, as long as the conclusion stands.
        let mut formula: Vec<Lit> = Vec::new();
        for &lit in trail[n_root..].iter().rev().filter(|lit| lit.var() < n_solution) {
            let (row, digit, col) = place::<N>(lit.var());
            if Some(!lit) == target {
                continue;
            }
            if lit.is_positive() {
                let mut opened = state;
                let mut active = state.rule_out_body[row][digit] >> col & 1 == 1;
                opened.may_fail[row][digit] |= 1 << col;
                for &rival in &self.rivals[lit.var()] {
                    let rival = rival as usize;
                    if cover[rival] == 1 && !own[rival] {
                        let (row, digit, col) = place::<N>(rival);
                        opened.may_hold[row][digit] |= 1 << col;
                        active |= state.place_body[row][digit] >> col & 1 == 1;
                    }
                }
                if active {
                    self.rules.grow(&mut opened);
                    if !holds(&opened) {
                        formula.push(!lit);
                        continue;
                    }
                }
                state = opened;
                for &rival in &self.rivals[lit.var()] {
                    cover[rival as usize] -= 1;
                }
            } else if own[lit.var()] {
                let mut opened = state;
                opened.may_hold[row][digit] |= 1 << col;
                if state.place_body[row][digit] >> col & 1 == 1 {
                    self.rules.grow(&mut opened);
                    if !holds(&opened) {
                        formula.push(!lit);
                        continue;
                    }
                }
                state = opened;
            }
        }
        formula.extend(target);
        formula
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
