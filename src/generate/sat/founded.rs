//! What may still be derived: the optimistic closure of a partial assignment.
//!
//! Facts are "candidate c is placed" and "candidate c is ruled out". Each has a
//! *gate*, a literal over the solution that must not be false: c is in the
//! solution, c is not. A fact may still be derived if its gate is open and some
//! rule of the allowed strategies has a body of facts that may be derived; clue
//! cells need no body. This is the complement of the greatest unfounded set, so
//! a cell without a derivable placement refutes the assignment, whatever the
//! rest of the solution.

use super::words::{BANDS, Bits, Layout, Word, union};
use crate::grid::{Cell, CellSet, Shape};
use crate::logic::{StrategyId, StrategySet, strategy};

/// No shape has more cells.
const MAX_CELLS: usize = 256;

/// A unit of a strategy with two or more bases, as a full matrix of candidates.
#[derive(Clone, Debug)]
struct Matrix<W> {
    size: usize,
    /// Candidate (band, digit, bit) at base i, cover j.
    at: Vec<Vec<(usize, usize, W)>>,
}

/// The rules of a request, ready for bit-parallel derivation.
#[derive(Clone, Debug)]
pub(super) struct Rules<const N: usize, W> {
    pub(super) layout: Layout<N, W>,
    /// Clue cells of each band.
    clues: [W; BANDS],
    naked: bool,
    hidden: bool,
    locked: bool,
    /// Whether placed peers are all that rules out candidates, and cells alone are
    /// filled: then a cell needs N - 1 peers with different digits.
    counting: bool,
    /// The peers of each cell.
    peers: &'static [Vec<Cell>],
    matrices: Vec<Matrix<W>>,
}

/// Open gates and derivable facts.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const N: usize, W> {
    /// Candidates that may be in the solution.
    pub(super) may_hold: Bits<N, W>,
    /// Candidates that may be missing from it.
    pub(super) may_fail: Bits<N, W>,
    /// Candidates that may be placed.
    pub(super) placed: Bits<N, W>,
    /// Candidates that may be ruled out.
    pub(super) ruled_out: Bits<N, W>,
    /// Candidates whose placement has a derivable body, gate or not.
    pub(super) place_body: Bits<N, W>,
    /// Candidates whose elimination has a derivable body, gate or not.
    pub(super) rule_out_body: Bits<N, W>,
    /// Cells whose peers can show N - 1 digits.
    pub(super) enough: [W; BANDS],
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
    pub(super) fn new(shape: Shape, clues: &CellSet, strategies: StrategySet) -> Rules<N, W> {
        let has = |id| strategies.contains(id);
        let geometry = shape.geometry();
        let layout = Layout::new(shape);
        let mut rules = Rules {
            clues: [W::from(0); BANDS],
            naked: has(StrategyId::NakedSingle),
            hidden: has(StrategyId::HiddenSingle),
            locked: has(StrategyId::LockedCandidates),
            counting: strategies == StrategySet::single(StrategyId::NakedSingle),
            peers: &geometry.peers,
            matrices: Vec::new(),
            layout,
        };
        for cell in clues.iter() {
            let (band, _, bit) = rules.layout.place(cell.index() * N);
            rules.clues[band] |= bit;
        }
        for id in strategies.iter() {
            let Some(logic) = strategy(id).set_logic().filter(|logic| logic.size > 1) else { continue };
            for unit in logic.units.of(shape) {
                let at = unit.bases.iter().map(|&base| {
                    let common = |&cover: &crate::grid::Constraint| {
                        let candidate = base.candidates(geometry).find(|&c| cover.contains(geometry, c));
                        candidate.map(|c| rules.layout.place(c.index(shape)))
                    };
                    unit.covers.iter().filter_map(common).collect::<Vec<_>>()
                });
                let at = at.collect();
                rules.matrices.push(Matrix { size: logic.size, at });
            }
        }
        rules
    }

    /// Whether naked singles are all there is.
    pub(super) const fn is_counting(&self) -> bool {
        self.counting
    }

    /// All gates open, nothing derived.
    pub(super) fn start(&self) -> State<N, W> {
        let none = [[W::from(0); N]; BANDS];
        let mut all = none;
        all[..self.layout.n_bands].fill([self.layout.all; N]);
        // Clue cells need no body.
        let place_body = self.clues.map(|clues| [clues; N]);
        State {
            may_hold: all,
            may_fail: all,
            placed: none,
            ruled_out: none,
            place_body,
            rule_out_body: none,
            enough: [W::from(0); BANDS],
        }
    }

    /// Adds everything derivable to what is derived so far, unless `enough` says stop.
    pub(super) fn grow(&self, state: &mut State<N, W>, enough: impl Fn(&State<N, W>) -> bool) {
        // Gates that were opened since bodies were last looked at.
        let mut is_new = pass(&state.place_body, &state.may_hold, &mut state.placed)
            | pass(&state.rule_out_body, &state.may_fail, &mut state.ruled_out);
        loop {
            self.rule_out_bodies(state);
            is_new |= pass(&state.rule_out_body, &state.may_fail, &mut state.ruled_out);
            self.bodies_of_eliminations(state);
            is_new |= pass(&state.place_body, &state.may_hold, &mut state.placed);
            if !is_new && !self.subset_bodies(state) || enough(state) {
                return;
            }
            is_new = false;
        }
    }

    /// Whether some cell has no derivable placement.
    pub(super) fn is_stuck(&self, state: &State<N, W>) -> bool {
        (0..self.layout.n_bands).any(|band| {
            let placed = state.placed[band].iter().fold(self.clues[band], |placed, &bits| placed | bits);
            placed != self.layout.all
        })
    }

    /// Placed candidates rule out their rivals.
    fn rule_out_bodies(&self, state: &mut State<N, W>) {
        self.layout.look(&state.placed, &mut state.rule_out_body, |others, _| {
            others.cell | others.crossing | others.stacks | others.rows | others.column | others.bands
        });
    }

    /// What follows from candidates that are ruled out: last candidates, locked candidates.
    fn bodies_of_eliminations(&self, state: &mut State<N, W>) {
        let layout = &self.layout;
        let left = self.left(state);
        let if_allowed = |is_allowed| if is_allowed { layout.all } else { W::from(0) };
        let (naked, hidden) = (if_allowed(self.naked), if_allowed(self.hidden));
        let mut last = [[W::from(0); N]; BANDS];
        layout.look(&left, &mut last, |others, _| {
            let in_row = others.crossing | others.stacks;
            let in_box = others.crossing | others.rows;
            let in_column = others.column | others.bands;
            (!others.cell & naked) | (!(in_row & in_box & in_column) & hidden)
        });
        if self.counting {
            self.count_peers(state, &mut last);
        }
        union(&mut state.place_body, &last);
        if self.locked {
            // A digit of a box within one row or column clears the rest of that line; and the other way round.
            layout.look(&left, &mut state.rule_out_body, |others, column_elsewhere| {
                let by_row = layout.in_stacks(!others.rows);
                let row_claims = layout.in_rows(!others.stacks);
                let column_claims = layout.in_crossing(!others.bands);
                by_row | column_elsewhere | row_claims | column_claims
            });
        }
    }

    /// With naked singles alone, a last candidate is placed only if its peers can show N - 1 digits.
    fn count_peers(&self, state: &mut State<N, W>, last: &mut Bits<N, W>) {
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
    fn left(&self, state: &State<N, W>) -> Bits<N, W> {
        let mut left = state.ruled_out;
        let (bands, none) = left.split_at_mut(self.layout.n_bands);
        bands.as_flattened_mut().iter_mut().for_each(|bits| *bits = !*bits & self.layout.all);
        none.as_flattened_mut().fill(W::from(0));
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
            for peer in &self.peers[band * per_band + bit] {
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
    fn subset_bodies(&self, state: &mut State<N, W>) -> bool {
        let zero = W::from(0);
        let mut new = false;
        for matrix in &self.matrices {
            let left: Vec<u16> = matrix
                .at
                .iter()
                .map(|base| {
                    let bit = |(j, &(band, digit, bit)): (usize, &(usize, usize, W))| {
                        u16::from(state.ruled_out[band][digit] & bit == zero) << j
                    };
                    base.iter().enumerate().map(bit).sum()
                })
                .collect();
            let mut out = [0u16; 16];
            combine(&left, matrix.size, 0, 0, 0, &mut |bases, covers| {
                let covers = if (covers.count_ones() as usize) < matrix.size { u16::MAX } else { covers };
                for (i, out) in out.iter_mut().enumerate().take(left.len()) {
                    if bases >> i & 1 == 0 {
                        *out |= covers;
                    }
                }
            });
            for (i, base) in matrix.at.iter().enumerate() {
                for (j, &(band, digit, bit)) in base.iter().enumerate() {
                    if out[i] >> j & 1 == 1 && state.rule_out_body[band][digit] & bit == zero {
                        state.rule_out_body[band][digit] |= bit;
                        new |= state.may_fail[band][digit] & bit != zero;
                    }
                }
            }
        }
        new
    }
}

/// Visits every choice of `size` bases whose covers number at most `size`.
fn combine(left: &[u16], size: usize, from: usize, bases: u16, covers: u16, visit: &mut dyn FnMut(u16, u16)) {
    if bases.count_ones() as usize == size {
        visit(bases, covers);
        return;
    }
    for i in from..left.len() {
        let union = covers | left[i];
        if union.count_ones() as usize <= size {
            combine(left, size, i + 1, bases | 1 << i, union, visit);
        }
    }
}

/// Candidate numbers that cannot hold together with this one.
pub(super) fn rivals(shape: Shape) -> Vec<Vec<u16>> {
    let n = shape.n();
    let geometry = shape.geometry();
    (0..n * n * n)
        .map(|candidate| {
            let (cell, digit) = (candidate / n, candidate % n);
            let mut out: Vec<u16> = (0..n).filter(|&d| d != digit).map(|d| (cell * n + d) as u16).collect();
            out.extend(geometry.peers[cell].iter().map(|peer: &Cell| (peer.index() * n + digit) as u16));
            out
        })
        .collect()
}
