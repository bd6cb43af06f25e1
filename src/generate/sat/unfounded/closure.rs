//! What may still be derived: the optimistic closure of a partial assignment.
//!
//! Facts are "candidate c is placed" and "candidate c is ruled out". Each has a
//! *gate*, a literal over the solution that must not be false: c is in the
//! solution, c is not. A fact may still be derived if its gate is open and some
//! rule of the allowed strategies has a body of facts that may be derived; clue
//! cells need no body. This is the complement of the greatest unfounded set, so
//! a cell without a derivable placement refutes the assignment, whatever the
//! rest of the solution.
//!
//! # Example
//!
//! Naked singles fill a cell of a 4x4 grid if three of its peers have three different digits before it. With clues in
//! row 1 and r2c3, whatever their digits:
//!
//! ```text
//! x x x x        r2c1 and r2c2 see r2c3 and two cells of row 1, r2c4 sees r2c3 and two:
//! o o x o        they may be placed (o).
//! . . . .        r3c1 sees r1c1 and r2c1; a third would be in row 3 or box 3, and each cell there
//! . . . .        waits for another of them.
//! ```
//!
//! The eight cells of the last two rows are an unfounded set: not one of their facts can come first. So there is no
//! puzzle, although nothing is decided yet. With digits decided gates close, fewer facts may be derived, and the set
//! that is left at the end says which decisions were too many ([`super::propagator`]).
//!
//! Singles and locked candidates are written by hand, as operations on all bits of a word: a search with locked
//! candidates makes 11,700 conflicts a second so, and 4,250 with a word for each row (BENCHMARKS.md). Subsets and fish
//! read the units of the definition. The tests hold each strategy to its definition and name one that is missing.

use super::bitboard::{BANDS, Bits, Layout, Word, union};
use super::premises::{Left, Premises};
use crate::grid::{Candidate, Cell, CellSet, Digit, DigitSet, GeometryRef, Shape};
use crate::logic::{StrategyId, StrategySet, strategy};

/// No shape has more cells.
const MAX_CELLS: usize = 256;

/// Numbers of matrices, as bits.
type MatrixSet = [u128; 3];

/// A unit of strategies with two or more bases, as a full matrix of crossings.
#[derive(Clone, Debug)]
struct Matrix<W> {
    /// Numbers of bases in a rule.
    sizes: Vec<usize>,
    /// What base i and cover j have in common.
    at: Vec<Vec<Shared<W>>>,
}

/// The candidates that a base and a cover have in common: mostly one, any number of one digit where regions cross lines.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shared<W> {
    band: usize,
    digit: usize,
    bits: W,
    /// Those of other bands.
    more: Vec<(usize, W)>,
}

impl<W: Word> Shared<W> {
    fn new<const N: usize>(layout: &Layout<N, W>, candidates: impl Iterator<Item = usize>) -> Shared<W> {
        let mut shared: Option<Shared<W>> = None;
        for (band, digit, bit) in candidates.map(|c| layout.place(c)) {
            let shared = shared.get_or_insert(Shared { band, digit, bits: W::from(0), more: Vec::new() });
            if band == shared.band {
                shared.bits |= bit;
            } else if let Some((_, bits)) = shared.more.iter_mut().find(|(other, _)| *other == band) {
                *bits |= bit;
            } else {
                shared.more.push((band, bit));
            }
        }
        shared.unwrap_or(Shared { band: 0, digit: 0, bits: W::from(0), more: Vec::new() })
    }

    /// Whether some of them are missing among these.
    #[inline]
    fn is_missing<const N: usize>(&self, from: &Bits<N, W>) -> bool {
        from[self.band][self.digit] & self.bits != self.bits
            || !self.more.is_empty() && self.more.iter().any(|&(band, bits)| from[band][self.digit] & bits != bits)
    }

    /// Adds them; true if that is of use, since some of their gates are open.
    fn add<const N: usize>(&self, bodies: &mut Bits<N, W>, gates: &Bits<N, W>) -> bool {
        let mut opens = false;
        for (band, bits) in std::iter::once((self.band, self.bits)).chain(self.more.iter().copied()) {
            let digit = self.digit;
            opens |= gates[band][digit] & bits & !bodies[band][digit] != W::from(0);
            bodies[band][digit] |= bits;
        }
        opens
    }
}

/// The rules of a request, ready for bit-parallel derivation.
#[derive(Clone, Debug)]
pub(in crate::generate::sat) struct Rules<const N: usize, W> {
    pub(in crate::generate::sat) layout: Layout<N, W>,
    /// Clue cells of each band.
    clues: [W; BANDS],
    naked: bool,
    hidden: bool,
    locked: bool,
    /// Whether placed peers are all that rules out candidates, and cells alone are
    /// filled: then a cell needs N - 1 peers with different digits.
    counting: bool,
    geometry: GeometryRef,
    matrices: Vec<Matrix<W>>,
    /// Which matrices hold each candidate.
    matrices_of: Vec<MatrixSet>,
    /// Rules beyond set logic.
    premises: Option<Premises>,
    /// Candidates that the layout does not allow.
    forbidden: Bits<N, W>,
}

/// Open gates and derivable facts.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate::sat) struct ClosureState<const N: usize, W> {
    /// Candidates that may be in the solution.
    pub(in crate::generate::sat) may_hold: Bits<N, W>,
    /// Candidates that may be missing from it.
    pub(in crate::generate::sat) may_fail: Bits<N, W>,
    /// Candidates that may be placed.
    pub(in crate::generate::sat) placed: Bits<N, W>,
    /// Candidates that may be ruled out.
    pub(in crate::generate::sat) ruled_out: Bits<N, W>,
    /// Candidates whose placement has a derivable body, gate or not.
    pub(in crate::generate::sat) place_body: Bits<N, W>,
    /// Candidates whose elimination has a derivable body, gate or not.
    pub(in crate::generate::sat) rule_out_body: Bits<N, W>,
    /// Cells whose peers can show N - 1 digits.
    pub(in crate::generate::sat) enough: [W; BANDS],
    /// `ruled_out` when subsets and fish were last looked for.
    pub(in crate::generate::sat) seen: Bits<N, W>,
    /// Whether they were at all.
    pub(in crate::generate::sat) is_seen: bool,
}

impl<const N: usize, W: Word> ClosureState<N, W> {
    /// Whether every candidate that may be in the solution may be placed.
    pub(super) fn all_may_be_placed(&self) -> bool {
        let mut both = self.may_hold.as_flattened().iter().zip(self.placed.as_flattened());
        both.all(|(&may_hold, &placed)| may_hold & !placed == W::from(0))
    }
}

/// What has a derivable body and an open gate; true if anything is new.
#[inline]
fn pass<const N: usize, W: Word>(bodies: &Bits<N, W>, gates: &Bits<N, W>, facts: &mut Bits<N, W>) -> bool {
    let mut new = W::from(0);
    let both = bodies.as_flattened().iter().zip(gates.as_flattened());
    for (fact, (&body, &gate)) in facts.as_flattened_mut().iter_mut().zip(both) {
        new |= (body & gate) & !*fact;
        *fact |= body & gate;
    }
    new != W::from(0)
}

impl<const N: usize, W: Word> Rules<N, W> {
    /// None of the gates decided.
    pub(in crate::generate::sat) fn new(shape: Shape, clues: &CellSet, strategies: StrategySet) -> Rules<N, W> {
        let has = |id| strategies.contains(id);
        let geometry = &shape.geometry();
        let layout = Layout::new(shape);
        let mut rules = Rules {
            clues: [W::from(0); BANDS],
            naked: has(StrategyId::NakedSingle),
            hidden: has(StrategyId::HiddenSingle),
            locked: has(StrategyId::LockedCandidates),
            counting: strategies == StrategySet::single(StrategyId::NakedSingle) && shape.treats_digits_alike(),
            geometry: geometry.clone(),
            matrices: Vec::new(),
            matrices_of: vec![[0; 3]; N * N * N],
            premises: Premises::new(shape, strategies),
            forbidden: [[W::from(0); N]; BANDS],
            layout,
        };
        for cell in clues.iter() {
            let (band, _, bit) = rules.layout.place(cell.index() * N);
            rules.clues[band] |= bit;
        }
        for (cell, allowed) in shape.rules().restricted() {
            for digit in (0..N).filter(|&digit| !allowed.contains(Digit::from_index(digit))) {
                let (band, digit, bit) = rules.layout.place(cell.index() * N + digit);
                rules.forbidden[band][digit] |= bit;
            }
        }
        for logic in strategies.iter().filter_map(|id| strategy(id).set_logic()).filter(|logic| logic.size > 1) {
            for unit in logic.units.of(geometry) {
                let crossings = unit.crossings(geometry);
                let shared = |both: &Vec<Candidate>| Shared::new(&rules.layout, both.iter().map(|c| c.index(shape)));
                let at: Vec<Vec<Shared<W>>> = crossings.iter().map(|row| row.iter().map(shared).collect()).collect();
                if let Some(known) = rules.matrices.iter_mut().find(|matrix| matrix.at == at) {
                    known.sizes.push(logic.size);
                    continue;
                }
                for candidate in crossings.iter().flatten().flatten() {
                    let number = rules.matrices.len();
                    rules.matrices_of[candidate.index(shape)][number / 128] |= 1 << (number % 128);
                }
                rules.matrices.push(Matrix { sizes: vec![logic.size], at });
            }
        }
        rules
    }

    /// Whether there are rules that take long to apply: subsets, fish and those beyond set logic.
    pub(super) const fn has_slow_rules(&self) -> bool {
        !self.matrices.is_empty() || self.premises.is_some()
    }

    /// Whether naked singles are all there is.
    pub(in crate::generate::sat) const fn is_counting(&self) -> bool {
        self.counting
    }

    /// All gates open, nothing derived.
    pub(in crate::generate::sat) fn start(&self) -> ClosureState<N, W> {
        let none = [[W::from(0); N]; BANDS];
        let mut all = none;
        for (words, &cells) in all.iter_mut().zip(&self.layout.all) {
            *words = [cells; N];
        }
        // Clue cells need no body.
        let place_body = self.clues.map(|clues| [clues; N]);
        ClosureState {
            may_hold: all,
            may_fail: all,
            placed: none,
            ruled_out: none,
            place_body,
            rule_out_body: self.forbidden,
            enough: [W::from(0); BANDS],
            seen: none,
            is_seen: false,
        }
    }

    /// Adds everything derivable to what is derived so far, unless `enough` says stop.
    pub(in crate::generate::sat) fn grow(
        &self,
        state: &mut ClosureState<N, W>,
        enough: impl Fn(&ClosureState<N, W>) -> bool,
    ) {
        // Gates that were opened since bodies were last looked at.
        let mut is_new = pass(&state.place_body, &state.may_hold, &mut state.placed)
            | pass(&state.rule_out_body, &state.may_fail, &mut state.ruled_out);
        loop {
            self.rule_out_bodies(state);
            is_new |= pass(&state.rule_out_body, &state.may_fail, &mut state.ruled_out);
            self.bodies_of_eliminations(state);
            is_new |= pass(&state.place_body, &state.may_hold, &mut state.placed);
            if enough(state) || !is_new && !self.subset_bodies(state) && !self.premise_bodies(state) {
                return;
            }
            is_new = false;
        }
    }

    /// Whether some cell has no derivable placement.
    pub(in crate::generate::sat) fn has_underivable_cell(&self, state: &ClosureState<N, W>) -> bool {
        (0..self.layout.n_bands).any(|band| {
            let placed = state.placed[band].iter().fold(self.clues[band], |placed, &bits| placed | bits);
            placed != self.layout.all[band]
        })
    }

    /// Placed candidates rule out their rivals.
    fn rule_out_bodies(&self, state: &mut ClosureState<N, W>) {
        self.layout.add_seen(&state.placed, &mut state.rule_out_body);
    }

    /// What follows from candidates that are ruled out: last candidates, locked candidates.
    fn bodies_of_eliminations(&self, state: &mut ClosureState<N, W>) {
        let layout = &self.layout;
        let left = self.left(state);
        let mut last = [[W::from(0); N]; BANDS];
        layout.add_last(&left, &mut last, self.naked, self.hidden);
        if self.counting {
            self.count_peers(state, &mut last);
        }
        union(&mut state.place_body, &last);
        if self.locked {
            layout.add_locked(&left, &mut state.rule_out_body);
        }
    }

    /// With naked singles alone, a last candidate is placed only if its peers can show N - 1 digits.
    fn count_peers(&self, state: &mut ClosureState<N, W>, last: &mut Bits<N, W>) {
        let digits = self.digits(&state.placed);
        for (band, last) in last.iter_mut().enumerate().take(self.layout.n_bands) {
            let asked = last.iter().fold(W::from(0), |asked, &bits| asked | bits);
            let asked = asked & !(state.enough[band] | self.clues[band]);
            state.enough[band] |= self.enough_peers(band, asked, &digits);
            for bits in last {
                *bits = *bits & state.enough[band];
            }
        }
    }

    /// Candidates not ruled out.
    #[inline]
    fn left(&self, state: &ClosureState<N, W>) -> Bits<N, W> {
        let mut left = state.ruled_out;
        for (words, &cells) in left.iter_mut().zip(&self.layout.all) {
            for bits in words {
                *bits = !*bits & cells;
            }
        }
        left
    }

    /// Cells of a band (among these) whose peers can show N - 1 digits: one each, and
    /// peers with one and the same digit left count once.
    fn enough_peers(&self, band: usize, mut cells: W, digits: &[u16; MAX_CELLS]) -> W {
        let mut enough = W::from(0);
        let per_band = self.layout.n_cells;
        while cells != W::from(0) {
            let bit = cells.lowest();
            let mask = W::from(1) << bit as u32;
            cells = cells & !mask;
            let (mut known, mut open) = (0u16, 0);
            for peer in &self.geometry.peers[band * per_band + bit] {
                let digits = digits[peer.index()];
                if digits & digits.wrapping_sub(1) == 0 {
                    known |= digits;
                } else {
                    open += 1;
                }
            }
            if known.count_ones() as usize + open + 1 >= N {
                enough |= mask;
            }
        }
        enough
    }

    /// Digits that may be placed, per cell.
    fn digits(&self, placed: &Bits<N, W>) -> [u16; MAX_CELLS] {
        let mut digits = [0; MAX_CELLS];
        for (words, digits) in placed.iter().zip(digits.chunks_mut(self.layout.n_cells)) {
            for (digit, &word) in words.iter().enumerate() {
                for (bit, digits) in digits.iter_mut().enumerate() {
                    *digits |= u16::from(word >> bit as u32 & W::from(1) != W::from(0)) << digit;
                }
            }
        }
        digits
    }

    /// Subsets and fish; true if anything new may be ruled out.
    fn subset_bodies(&self, state: &mut ClosureState<N, W>) -> bool {
        if self.matrices.is_empty() {
            return false;
        }
        let mut changed = self.changed_matrices(state);
        state.seen = state.ruled_out;
        state.is_seen = true;
        let mut new = false;
        for (i, changed) in changed.iter_mut().enumerate() {
            while *changed != 0 {
                let matrix = &self.matrices[128 * i + changed.trailing_zeros() as usize];
                *changed &= *changed - 1;
                new |= matrix.rule_out_bodies(state);
            }
        }
        new
    }

    /// Rules beyond set logic; true if anything new may be ruled out. Bodies are found whether the gate is open or not,
    /// since it may be opened later.
    fn premise_bodies(&self, state: &mut ClosureState<N, W>) -> bool {
        let Some(premises) = &self.premises else { return false };
        let shape = self.geometry.shape;
        let mut left = Left::none(shape);
        let mut wanted = Vec::new();
        for (band, digits) in self.left(state).into_iter().enumerate().take(self.layout.n_bands) {
            for (digit, mut bits) in digits.into_iter().enumerate() {
                while bits != W::from(0) {
                    let bit = bits.lowest();
                    let mask = W::from(1) << bit as u32;
                    bits = bits & !mask;
                    let candidate = Candidate::from_index(shape, self.layout.candidate(band, digit, bit));
                    left.insert(candidate);
                    if state.rule_out_body[band][digit] & mask == W::from(0) {
                        wanted.push(candidate);
                    }
                }
            }
        }
        let mut new = false;
        for candidate in premises.conclusions(&left, &wanted) {
            let (band, digit, bit) = self.layout.place(candidate.index(shape));
            state.rule_out_body[band][digit] |= bit;
            new |= state.may_fail[band][digit] & bit != W::from(0);
        }
        new
    }

    /// The matrices of which candidates were ruled out since the last look.
    fn changed_matrices(&self, state: &ClosureState<N, W>) -> MatrixSet {
        if !state.is_seen {
            return std::array::from_fn(|i| match self.matrices.len().saturating_sub(128 * i).min(128) {
                0 => 0,
                n => u128::MAX >> (128 - n),
            });
        }
        let mut changed: MatrixSet = [0; 3];
        for band in 0..self.layout.n_bands {
            for digit in 0..N {
                let mut fresh = state.ruled_out[band][digit] & !state.seen[band][digit];
                while fresh != W::from(0) {
                    let bit = fresh.lowest();
                    fresh = fresh & !(W::from(1) << bit as u32);
                    let of_candidate = &self.matrices_of[self.layout.candidate(band, digit, bit)];
                    changed.iter_mut().zip(of_candidate).for_each(|(changed, of)| *changed |= of);
                }
            }
        }
        changed
    }
}

impl<W: Word> Matrix<W> {
    /// Bodies by the rules of this unit; true if anything new may be ruled out.
    fn rule_out_bodies<const N: usize>(&self, state: &mut ClosureState<N, W>) -> bool {
        // Candidates that have no body yet: mostly none is left to gain.
        let (mut choice, mut any) = (Choice::default(), 0);
        for (base, row) in self.at.iter().enumerate() {
            for (cover, shared) in row.iter().enumerate() {
                choice.wanted[base] |= u16::from(shared.is_missing(&state.rule_out_body)) << cover;
            }
            any |= choice.wanted[base];
        }
        if any == 0 {
            return false;
        }
        let mut left = [(0u16, 0u16); 16];
        let mut n_left = 0;
        let largest = self.sizes.iter().copied().max().unwrap_or(0);
        for (base, row) in self.at.iter().enumerate() {
            let bit = |(cover, shared): (usize, &Shared<W>)| u16::from(shared.is_missing(&state.ruled_out)) << cover;
            let mask: u16 = row.iter().enumerate().map(bit).sum();
            if mask.count_ones() as usize <= largest {
                left[n_left] = (1 << base, mask);
                n_left += 1;
            }
        }
        for &size in &self.sizes {
            choice.extend(&left[..n_left], size, 0, 0);
        }
        let mut new = false;
        for (found, row) in choice.found.into_iter().zip(&self.at) {
            for cover in DigitSet(found.into()).iter() {
                new |= row[cover.index()].add(&mut state.rule_out_body, &state.may_fail);
            }
        }
        new
    }
}

/// Looks for bases whose places lie in as many covers.
///
/// This is [`crate::logic::narrow_choices`] with the masks of bases kept up on the way: the search spends most of its
/// time here, and takes 11 % longer where it calls that (SAT with all set-logic strategies on eight patterns of 27 clues
/// and more, 23 November, development build). The tests below hold it to the definition.
#[derive(Default)]
struct Choice {
    /// Candidates still to be ruled out, as masks of covers by base.
    wanted: [u16; 16],
    /// Those found.
    found: [u16; 16],
}

impl Choice {
    /// Chooses `more` bases to those chosen; the answer is whether there is more to find.
    fn extend(&mut self, left: &[(u16, u16)], more: usize, bases: u16, covers: u16) -> bool {
        if more == 0 {
            let is_tight = covers.count_ones() == bases.count_ones();
            let covers = if is_tight { covers } else { u16::MAX };
            let mut rest = 0;
            for (base, (wanted, found)) in self.wanted.iter_mut().zip(&mut self.found).enumerate() {
                if bases >> base & 1 == 0 {
                    *found |= *wanted & covers;
                    *wanted &= !covers;
                }
                rest |= *wanted;
            }
            return rest != 0;
        }
        let size = bases.count_ones() as usize + more;
        // So many must be left to choose from.
        let n_first = (left.len() + 1).saturating_sub(more);
        for (i, &(base, mask)) in left.iter().enumerate().take(n_first) {
            let union = covers | mask;
            if union.count_ones() as usize <= size && !self.extend(&left[i + 1..], more - 1, bases | base, union) {
                return false;
            }
        }
        true
    }
}

/// Candidate numbers that cannot hold together with this one.
pub(in crate::generate::sat) fn rivals(shape: Shape) -> Vec<Vec<u16>> {
    let n = shape.n();
    let geometry = &*shape.geometry();
    (0..n * n * n)
        .map(|candidate| {
            let (cell, digit) = (candidate / n, candidate % n);
            let mut out: Vec<u16> = (0..n).filter(|&d| d != digit).map(|d| (cell * n + d) as u16).collect();
            out.extend(geometry.peers[cell].iter().map(|peer: &Cell| (peer.index() * n + digit) as u16));
            let clashes = geometry.clashes(Candidate::from_index(shape, candidate));
            out.extend(clashes.map(|other| other.index(shape) as u16));
            out
        })
        .collect()
}

#[cfg(test)]
pub(in crate::generate::sat) mod tests;
