//! What may still be derived: the optimistic closure of a partial assignment.
//!
//! Facts are "candidate c is placed" and "candidate c is ruled out". Each has a
//! *gate*, a literal over the solution that must not be false: c is in the
//! solution, c is not. A fact may still be derived if its gate is open and some
//! rule of the allowed strategies has a body of facts that may be derived; clue
//! cells need no body. This is the complement of the greatest unfounded set, so
//! a cell without a derivable placement refutes the assignment, whatever the
//! rest of the solution.

use crate::grid::{Candidate, Cell, CellSet, Shape};
use crate::logic::{StrategyId, StrategySet, strategy};

/// One bit per candidate: per row and digit, a mask over columns.
pub(super) type Bits<const N: usize> = [[u16; N]; N];

/// A unit of a strategy with two or more bases, as a full matrix of candidates.
#[derive(Clone, Debug)]
struct Matrix {
    size: usize,
    /// Candidate (row, digit, column) at base i, cover j.
    at: Vec<Vec<(u8, u8, u8)>>,
}

/// The rules of a request, ready for bit-parallel derivation.
#[derive(Clone, Debug)]
pub(super) struct Rules<const N: usize> {
    pub(super) shape: Shape,
    pub(super) clues: [u16; N],
    naked: bool,
    hidden: bool,
    locked: bool,
    /// Whether placed peers are all that rules out candidates, and cells alone are
    /// filled: then a cell needs N - 1 peers with different digits.
    counting: bool,
    /// Rows and columns of the peers of each cell.
    peers: Vec<Vec<(u8, u8)>>,
    matrices: Vec<Matrix>,
    /// Columns of each stack.
    segments: Vec<u16>,
}

/// Open gates and derivable facts.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const N: usize> {
    /// Candidates that may be in the solution.
    pub(super) may_hold: Bits<N>,
    /// Candidates that may be missing from it.
    pub(super) may_fail: Bits<N>,
    /// Candidates that may be placed.
    pub(super) placed: Bits<N>,
    /// Candidates that may be ruled out.
    pub(super) ruled_out: Bits<N>,
    /// Candidates whose placement has a derivable body, gate or not.
    pub(super) place_body: Bits<N>,
    /// Candidates whose elimination has a derivable body, gate or not.
    pub(super) rule_out_body: Bits<N>,
    /// Cells whose peers can show N - 1 digits.
    pub(super) enough: [u16; N],
}

/// Bits set at least once and at least twice among those added.
#[derive(Clone, Copy, Default)]
struct Counter {
    once: u16,
    twice: u16,
}

impl Counter {
    #[inline]
    fn add(&mut self, bits: u16) {
        self.twice |= self.once & bits;
        self.once |= bits;
    }

    /// Where another of the added bits is set than the one at hand.
    #[inline]
    fn other_than(self, bits: u16) -> u16 {
        self.twice | (self.once & !bits)
    }

    /// Where at most one of the added bits is set.
    #[inline]
    fn may_be_single(self) -> u16 {
        !self.twice
    }

    /// Where no other of the added bits is set than the one at hand.
    #[inline]
    fn only(self, bits: u16) -> u16 {
        !self.once | (bits & !self.twice)
    }
}

/// A counter per digit; separate arrays, so that loops over digits compile to vectors.
#[derive(Clone, Copy)]
struct Counters<const N: usize> {
    once: [u16; N],
    twice: [u16; N],
}

impl<const N: usize> Counters<N> {
    const NONE: Counters<N> = Counters { once: [0; N], twice: [0; N] };

    #[inline]
    fn add(&mut self, bits: &[u16; N], mask: u16) {
        for digit in 0..N {
            let bits = bits[digit] & mask;
            self.twice[digit] |= self.once[digit] & bits;
            self.once[digit] |= bits;
        }
    }
}

/// Whether more than one bit is set: zero if not.
#[inline]
const fn several(bits: u16) -> u16 {
    bits & bits.wrapping_sub(1)
}

impl<const N: usize> Rules<N> {
    /// None of the gates decided.
    pub(super) fn new(shape: Shape, clues: &CellSet, strategies: StrategySet) -> Rules<N> {
        let has = |id| strategies.contains(id);
        let mut rules = Rules {
            shape,
            clues: [0; N],
            naked: has(StrategyId::NakedSingle),
            hidden: has(StrategyId::HiddenSingle),
            locked: has(StrategyId::LockedCandidates),
            counting: strategies == StrategySet::single(StrategyId::NakedSingle),
            peers: shape
                .geometry()
                .peers
                .iter()
                .map(|peers| peers.iter().map(|&peer| (shape.row(peer) as u8, shape.col(peer) as u8)).collect())
                .collect(),
            matrices: Vec::new(),
            segments: (0..N / shape.box_cols())
                .map(|i| (((1u32 << shape.box_cols()) - 1) << (i * shape.box_cols())) as u16)
                .collect(),
        };
        for cell in clues.iter() {
            rules.clues[shape.row(cell)] |= 1 << shape.col(cell);
        }
        let geometry = shape.geometry();
        for id in strategies.iter() {
            let Some(logic) = strategy(id).set_logic().filter(|logic| logic.size > 1) else { continue };
            for unit in logic.units.of(shape) {
                let at = unit.bases.iter().map(|&base| {
                    let common = |&cover: &crate::grid::Constraint| {
                        base.candidates(geometry).find(|&c| cover.contains(geometry, c)).map(position::<N>)
                    };
                    unit.covers.iter().filter_map(common).collect::<Vec<_>>()
                });
                rules.matrices.push(Matrix { size: logic.size, at: at.collect() });
            }
        }
        rules
    }

    /// Whether naked singles are all there is.
    pub(super) const fn is_counting(&self) -> bool {
        self.counting
    }

    /// All gates open, nothing derived.
    pub(super) const fn start() -> State<N> {
        let all = Self::all();
        State {
            may_hold: [[all; N]; N],
            may_fail: [[all; N]; N],
            placed: [[0; N]; N],
            ruled_out: [[0; N]; N],
            place_body: [[0; N]; N],
            rule_out_body: [[0; N]; N],
            enough: [0; N],
        }
    }

    const fn all() -> u16 {
        ((1u32 << N) - 1) as u16
    }

    /// Adds everything derivable to what is derived so far, unless `enough` says stop.
    pub(super) fn grow(&self, state: &mut State<N>, enough: impl Fn(&State<N>) -> bool) {
        loop {
            self.rule_out_bodies(state);
            let mut changes = 0;
            for row in 0..N {
                for digit in 0..N {
                    let new = state.rule_out_body[row][digit] & state.may_fail[row][digit];
                    changes |= new ^ state.ruled_out[row][digit];
                    state.ruled_out[row][digit] = new;
                }
            }
            self.place_bodies(state);
            for row in 0..N {
                for digit in 0..N {
                    let new = state.place_body[row][digit] & state.may_hold[row][digit];
                    changes |= new ^ state.placed[row][digit];
                    state.placed[row][digit] = new;
                }
            }
            if changes == 0 && !self.subset_bodies(state) || enough(state) {
                return;
            }
        }
    }

    /// Cells of each row without a derivable placement.
    pub(super) fn missing(&self, state: &State<N>) -> [u16; N] {
        std::array::from_fn(|row| Self::all() & !self.clues[row] & !state.placed[row].iter().fold(0, |a, b| a | b))
    }

    pub(super) fn is_stuck(&self, state: &State<N>) -> bool {
        self.missing(state).iter().any(|&cells| cells != 0)
    }

    // The inner loops run over digits without branches, so that they compile to vectors.
    fn rule_out_bodies(&self, state: &mut State<N>) {
        let all = Self::all();
        let height = self.shape.box_rows();
        let placed = &state.placed;
        let body = &mut state.rule_out_body;
        let mut columns = Counters::NONE;
        for row in 0..N {
            let mut cell = Counter::default();
            for &bits in &placed[row] {
                cell.add(bits);
            }
            columns.add(&placed[row], all);
            for digit in 0..N {
                let bits = placed[row][digit];
                let in_row = if several(bits) == 0 { !bits } else { !0 };
                let in_row = if bits == 0 { 0 } else { in_row };
                body[row][digit] |= (cell.other_than(bits) | in_row) & all;
            }
        }
        for band in (0..N).step_by(height) {
            for &segment in &self.segments {
                let mut boxes = Counters::NONE;
                for row in &placed[band..band + height] {
                    boxes.add(row, segment);
                }
                for row in band..band + height {
                    for digit in 0..N {
                        let bits = placed[row][digit];
                        let one = if boxes.once[digit] == 0 { 0 } else { segment & !bits };
                        let many = boxes.twice[digit] | several(boxes.once[digit]) != 0;
                        let in_box = if many { segment } else { one };
                        let in_column = columns.twice[digit] | (columns.once[digit] & !bits);
                        body[row][digit] |= in_box | (in_column & segment);
                    }
                }
            }
        }
        if self.locked {
            self.locked_bodies(state, height);
        }
    }

    /// Box-digits within one line and line-digits within one box, among candidates not ruled out.
    fn locked_bodies(&self, state: &mut State<N>, height: usize) {
        let all = Self::all();
        let left: Bits<N> = std::array::from_fn(|row| std::array::from_fn(|digit| all & !state.ruled_out[row][digit]));
        let body = &mut state.rule_out_body;
        for band in (0..N).step_by(height) {
            let rows = band..band + height;
            let mut outside = [0u16; N];
            for row in (0..N).filter(|row| !rows.contains(row)) {
                for digit in 0..N {
                    outside[digit] |= left[row][digit];
                }
            }
            for &segment in &self.segments {
                let mut union = [0u16; N];
                for row in rows.clone() {
                    let mut others = [0u16; N];
                    for other in rows.clone().filter(|&other| other != row) {
                        for digit in 0..N {
                            others[digit] |= left[other][digit] & segment;
                        }
                    }
                    for digit in 0..N {
                        union[digit] |= left[row][digit] & segment;
                        // Pointing along the row.
                        body[row][digit] |= if others[digit] == 0 { all & !segment } else { 0 };
                    }
                    // The row claims the box.
                    for other in rows.clone().filter(|&other| other != row) {
                        for digit in 0..N {
                            body[other][digit] |= if left[row][digit] & !segment == 0 { segment } else { 0 };
                        }
                    }
                }
                let mut pointing = [0u16; N];
                let mut claimed = [0u16; N];
                for digit in 0..N {
                    let bits = union[digit];
                    let single = if several(bits) == 0 { bits } else { 0 };
                    pointing[digit] = if bits == 0 { segment } else { single };
                    let confined = segment & !outside[digit];
                    let claims = if several(confined) != 0 { segment } else { segment & !confined };
                    claimed[digit] = if confined == 0 { 0 } else { claims };
                }
                for (row, body) in body.iter_mut().enumerate() {
                    let bits = if rows.contains(&row) { &claimed } else { &pointing };
                    for digit in 0..N {
                        body[digit] |= bits[digit];
                    }
                }
            }
        }
    }

    fn place_bodies(&self, state: &mut State<N>) {
        let all = Self::all();
        let height = self.shape.box_rows();
        let digits = if self.counting { Self::digits(&state.placed) } else { [[0; N]; N] };
        let body = &mut state.place_body;
        let left: Bits<N> = std::array::from_fn(|row| std::array::from_fn(|digit| all & !state.ruled_out[row][digit]));
        let mut columns = Counters::NONE;
        for row in 0..N {
            if self.naked {
                let mut cell = Counter::default();
                for &bits in &left[row] {
                    cell.add(bits);
                }
                let mut enough = all;
                if self.counting {
                    let asked = cell.may_be_single() & !state.enough[row] & !self.clues[row] & all;
                    state.enough[row] |= self.enough_peers(row, asked, &digits);
                    enough = state.enough[row];
                }
                for digit in 0..N {
                    body[row][digit] |= cell.only(left[row][digit]) & enough;
                }
            }
            columns.add(&left[row], all);
            for digit in 0..N {
                let bits = left[row][digit];
                let one = if several(bits) == 0 { bits } else { 0 };
                let in_row = if bits == 0 { all } else { one };
                body[row][digit] |= self.clues[row] | if self.hidden { in_row } else { 0 };
            }
        }
        if !self.hidden {
            return;
        }
        for band in (0..N).step_by(height) {
            for &segment in &self.segments {
                let mut boxes = Counters::NONE;
                for row in &left[band..band + height] {
                    boxes.add(row, segment);
                }
                for row in band..band + height {
                    for digit in 0..N {
                        let bits = left[row][digit];
                        let many = boxes.twice[digit] | several(boxes.once[digit]) != 0;
                        let one = if many { 0 } else { segment & bits };
                        let in_box = if boxes.once[digit] == 0 { segment } else { one };
                        let in_column = !columns.once[digit] | (bits & !columns.twice[digit]);
                        body[row][digit] |= in_box | (in_column & segment);
                    }
                }
            }
        }
    }

    /// Cells of a row (among these) whose peers can show N - 1 digits: one each, and
    /// peers with one and the same digit left count once.
    fn enough_peers(&self, row: usize, mut cells: u16, digits: &Bits<N>) -> u16 {
        let mut enough = 0;
        while cells != 0 {
            let col = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let (mut known, mut open) = (0u16, 0);
            for &(row, col) in &self.peers[row * N + col] {
                let digits = digits[row as usize][col as usize];
                if several(digits) == 0 {
                    known |= digits;
                } else {
                    open += 1;
                }
            }
            if known.count_ones() as usize + open + 1 >= N {
                enough |= 1 << col;
            }
        }
        enough
    }

    /// Digits that may be placed, per row and column.
    fn digits(placed: &Bits<N>) -> Bits<N> {
        let mut digits = [[0; N]; N];
        for (digits, placed) in digits.iter_mut().zip(placed) {
            for (digit, &bits) in placed.iter().enumerate() {
                for (col, digits) in digits.iter_mut().enumerate() {
                    *digits |= (bits >> col & 1) << digit;
                }
            }
        }
        digits
    }

    /// Subsets and fish; true if anything new may be ruled out.
    fn subset_bodies(&self, state: &mut State<N>) -> bool {
        let mut new = false;
        for matrix in &self.matrices {
            let left: Vec<u16> = matrix
                .at
                .iter()
                .map(|base| {
                    let bit = |(j, &(row, digit, col)): (usize, &(u8, u8, u8))| {
                        (!state.ruled_out[row as usize][digit as usize] >> col & 1) << j
                    };
                    base.iter().enumerate().map(bit).sum()
                })
                .collect();
            let mut out = [0u16; 16];
            combine(&left, matrix.size, 0, 0, 0, &mut |bases, covers| {
                let covers = if (covers.count_ones() as usize) < matrix.size { Self::all() } else { covers };
                for (i, out) in out.iter_mut().enumerate().take(left.len()) {
                    if bases >> i & 1 == 0 {
                        *out |= covers;
                    }
                }
            });
            for (i, base) in matrix.at.iter().enumerate() {
                for (j, &(row, digit, col)) in base.iter().enumerate() {
                    let (row, digit) = (row as usize, digit as usize);
                    if out[i] >> j & 1 == 1 && state.rule_out_body[row][digit] >> col & 1 == 0 {
                        state.rule_out_body[row][digit] |= 1 << col;
                        new |= state.may_fail[row][digit] >> col & 1 == 1;
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

/// Row, digit and column of a candidate.
pub(super) fn position<const N: usize>(candidate: Candidate) -> (u8, u8, u8) {
    let cell = candidate.cell.index();
    ((cell / N) as u8, candidate.digit.index() as u8, (cell % N) as u8)
}

/// Row, digit and column of a candidate number.
#[inline]
pub(super) fn place<const N: usize>(candidate: usize) -> (usize, usize, usize) {
    let cell = candidate / N;
    (cell / N, candidate % N, cell % N)
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
