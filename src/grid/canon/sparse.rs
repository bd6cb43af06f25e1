//! Minlex of puzzles.
//!
//! The minlex form is built row by row. A state is a way of arranging the puzzle that gave
//! the smallest rows so far: the view, the rows used, the order of stacks, the names of the
//! digits met, and for each stack the set of column orders still open (a bit each). Every
//! state tries every row that may come next; the states with the smallest row go on.
//! Columns without a clue so far stay interchangeable within the set and cost nothing.
//!
//! # Example
//!
//! A 4x4 puzzle with two clues, 3 in r1c1 and 2 in r3c4:
//!
//! ```text
//! 3 . . .        . . . .
//! . . . .        . . . 1
//! . . . 2   ->   . . . .
//! . . . .        . 2 . .
//! ```
//!
//! There are two views, the puzzle and its transposed image. The smallest first row is empty: row 2 or row 4 may be it
//! in each view, four states. What follows is the other row of that band, and it is smallest with its clue in the last
//! column: the stack without a clue comes first, the order of its two columns stays open, and in the other stack one
//! order is left; the clue's digit gets the name 1. The next row is empty, and the last one has a clue in the
//! stack whose order was open: it goes to the right there, and its digit is new, 2. All four states give this form, so
//! the puzzle has four automorphisms.

use super::lines::{Lines, MAX, Nibbles, STACKS};
use super::transform::Isomorphism;
use super::{CanonError, Canonical};
use crate::grid::{Digit, Puzzle};
use std::sync::OnceLock;

/// Stands for a digit that has no name yet: after all names.
const NEW: u8 = 31;
/// Most states kept.
const MAX_STATES: usize = 1 << 18;

/// The orders of the columns of a stack; a set of them is a mask.
struct Orders {
    /// The columns from left to right.
    lists: Vec<[u8; 4]>,
    /// The orders with this column at this position.
    at: [[u32; 4]; 4],
}

impl Orders {
    /// Those of stacks of this width.
    fn of(width: usize) -> &'static Orders {
        static ALL: [OnceLock<Orders>; 5] = [const { OnceLock::new() }; 5];
        ALL[width].get_or_init(|| Orders::new(width))
    }

    fn new(width: usize) -> Orders {
        let mut lists = Vec::new();
        for code in 0..4usize.pow(width as u32) {
            let list: [u8; 4] = std::array::from_fn(|i| (code >> (2 * i) & 3) as u8);
            let used = list[..width].iter().fold(0, |used, &col| used | 1u32 << col);
            if used == (1 << width) - 1 {
                lists.push(list);
            }
        }
        let mut at = [[0; 4]; 4];
        for (i, list) in lists.iter().enumerate() {
            for position in 0..width {
                at[usize::from(list[position])][position] |= 1 << i;
            }
        }
        Orders { lists, at }
    }
}

#[derive(Clone, Copy)]
struct PartialForm {
    view: u8,
    n_names: u8,
    /// Rows used, as bits, and in order.
    used: u32,
    rows: Nibbles,
    /// Source of each output stack, and the orders open for its columns.
    stacks: Nibbles,
    orders: [u32; STACKS],
    /// The digits that have a name, as bits, and the names, less one, of digits less one.
    named: u32,
    names: Nibbles,
    /// How many arrangements of equal empty rows and stacks this one stands for.
    twins: u64,
}

struct Search {
    lines: Lines,
    orders: &'static Orders,
    /// Rows without a clue, per view.
    empty: [u32; 2],
    /// The columns with a clue of each view, row and stack.
    clues: [[[u8; STACKS]; MAX]; 2],
}

pub(super) fn minlex(puzzle: &Puzzle) -> Result<Canonical, CanonError> {
    let lines = Lines::new(puzzle);
    let mut empty = [0; 2];
    let mut clues = [[[0; STACKS]; MAX]; 2];
    for ((empty, clues), view) in empty.iter_mut().zip(&mut clues).zip(lines.views()) {
        for (row, (values, clues)) in view[..lines.n].iter().zip(clues).enumerate() {
            let (mut seen, mut twice) = (0u32, 0);
            for (values, clues) in values[..lines.n].chunks_exact(lines.w).zip(clues) {
                for (col, &value) in values.iter().enumerate() {
                    let digit = 1 << value & !1;
                    twice |= seen & digit;
                    seen |= digit;
                    *clues |= u8::from(value != 0) << col;
                }
            }
            if twice != 0 {
                return Err(CanonError::Conflict);
            }
            *empty |= u32::from(seen == 0) << row;
        }
    }
    let search = Search { orders: Orders::of(lines.w), lines, empty, clues };
    let (mut states, mut output) = search.first_rows()?;
    let mut next = Vec::with_capacity(states.len());
    let n = search.lines.n;
    while output.len() < n * n {
        let row = search.next_row(&states, output.len() / n, &mut next)?;
        output.extend_from_slice(&row[..n]);
        std::mem::swap(&mut states, &mut next);
    }
    let count = |state: &PartialForm| {
        let open = state.orders[..search.lines.n_stacks].iter().map(|orders| u64::from(orders.count_ones()));
        open.fold(state.twins, u64::saturating_mul)
    };
    let n_automorphisms = states.iter().map(count).fold(0, u64::saturating_add);
    let transform = search.transform(puzzle, &states[0]);
    Ok(Canonical { puzzle: Puzzle::from_values(puzzle.shape(), &output), n_automorphisms, transform })
}

impl Search {
    /// The rows that may come next: any of the band begun, else any of a band not used yet. If there are
    /// empty ones nothing else comes before them; of twins only the first, with the number of them.
    #[inline]
    fn rows_after(&self, state: &PartialForm, n_rows: usize, mut visit: impl FnMut(usize, u64)) {
        let (n, h) = (self.lines.n, self.lines.h);
        let band_of = |row: usize| ((1u32 << h) - 1) << (usize::from(self.lines.band_of[row]) * h);
        let all = (1u32 << n) - 1;
        let is_new_band = n_rows.is_multiple_of(h);
        let within = if is_new_band { all } else { band_of(state.rows.get(n_rows - 1)) };
        let open = within & !state.used;
        let empty = open & self.empty[usize::from(state.view)];
        if empty == 0 {
            let mut rows = open;
            while rows != 0 {
                visit(rows.trailing_zeros() as usize, 1);
                rows &= rows - 1;
            }
            return;
        }
        // Empty rows of a band are twins, and so are wholly empty bands.
        let n_empty_bands = (0..n).step_by(h).filter(|&row| empty & band_of(row) == band_of(row)).count() as u64;
        let mut has_empty_band = false;
        for row in (0..n).step_by(h) {
            let twins = empty & band_of(row);
            let n_twins = u64::from(twins.count_ones());
            let first = twins.trailing_zeros() as usize;
            if is_new_band && twins == band_of(row) {
                if !has_empty_band {
                    visit(first, n_twins * n_empty_bands);
                }
                has_empty_band = true;
            } else if twins != 0 {
                visit(first, n_twins);
            }
        }
    }

    /// The empty rows that come first and the states that may go on with the first row that is not.
    fn first_rows(&self) -> Result<(Vec<PartialForm>, Vec<u8>), CanonError> {
        let Lines { n, n_stacks, .. } = self.lines;
        let mut states: Vec<PartialForm> = (0..self.lines.views().len())
            .map(|view| PartialForm {
                view: view as u8,
                n_names: 0,
                used: 0,
                rows: Nibbles::default(),
                stacks: Nibbles(0x3210),
                orders: [((1u64 << self.orders.lists.len()) - 1) as u32; STACKS],
                named: 0,
                names: Nibbles::default(),
                twins: 1,
            })
            .collect();
        let mut output = Vec::with_capacity(n * n);
        for n_rows in 0..n {
            // Clues in each stack, fewest first: the smallest row begins with the most empty cells.
            let mut best = [u8::MAX; STACKS];
            let mut found: Vec<(PartialForm, [u8; STACKS])> = Vec::new();
            for state in &states {
                self.rows_after(state, n_rows, |row, n_twins| {
                    let counts = self.clues[usize::from(state.view)][row].map(|clues| clues.count_ones() as u8);
                    let mut sorted = counts;
                    sorted[..n_stacks].sort_unstable();
                    if sorted < best {
                        best = sorted;
                        found.clear();
                    }
                    if sorted == best {
                        found.push((state.with_row(n_rows, row, n_twins), counts));
                    }
                });
            }
            if best == [0; STACKS] {
                states = found.into_iter().map(|(state, _)| state).collect();
                output.resize(output.len() + n, 0);
                continue;
            }
            // Every order of stacks with that many clues each; the row itself is read again later.
            let mut ordered = Vec::new();
            for (state, counts) in found {
                let before = PartialForm { stacks: Nibbles::default(), ..state };
                order_stacks(&counts[..n_stacks], best, 0, before, &mut ordered);
            }
            // The chosen row only: the others of the same state are states of their own.
            let mut starts = Vec::with_capacity(ordered.len());
            let mut row = Row::new();
            for state in &ordered {
                self.try_row(state, n_rows, state.rows.get(n_rows), 1, &mut row, &mut starts);
            }
            row.check()?;
            output.extend_from_slice(&row.values[..n]);
            return Ok((starts, output));
        }
        // Nothing at all: bands and stacks are all twins.
        let stack_orders = (1..=n_stacks as u64).product::<u64>();
        for state in &mut states {
            state.twins = state.twins.saturating_mul(stack_orders);
        }
        Ok((states, output))
    }

    /// The smallest next row and the states that have it.
    fn next_row(
        &self,
        states: &[PartialForm],
        n_rows: usize,
        next: &mut Vec<PartialForm>,
    ) -> Result<[u8; MAX], CanonError> {
        next.clear();
        let mut best = Row::new();
        for state in states {
            self.rows_after(state, n_rows, |row, n_twins| {
                self.try_row(state, n_rows, row, n_twins, &mut best, next);
            });
        }
        best.check()?;
        Ok(best.values)
    }

    /// Puts a row next; what ties with the best row is added to `next`, what beats it replaces it.
    #[inline]
    fn try_row(
        &self,
        state: &PartialForm,
        n_rows: usize,
        row: usize,
        n_twins: u64,
        best: &mut Row,
        next: &mut Vec<PartialForm>,
    ) {
        let Lines { w, n_stacks, .. } = self.lines;
        let source = &self.lines.views()[usize::from(state.view)][row];
        let clues = &self.clues[usize::from(state.view)][row];
        let mut is_better = false;
        let mut orders = state.orders;
        let mut new_in = [0u8; STACKS];
        for out in 0..n_stacks {
            let stack = state.stacks.get(out) % STACKS;
            let from = stack * w;
            let clues = clues[stack];
            let mut key = 0;
            if clues != 0 {
                // So many clues cannot read less than a clue so far to the left.
                if !is_better && 1 << (5 * (clues.count_ones() - 1)) > best.keys[out] {
                    return;
                }
                if clues.is_power_of_two() {
                    let col = clues.trailing_zeros() as usize;
                    let value = state.name(source[from + col]);
                    key = self.rightmost(col, value, w, &mut orders[out]);
                    new_in[out] = u8::from(value == NEW);
                } else {
                    let mut values = [0u8; 4];
                    for (value, &digit) in values.iter_mut().zip(&source[from..from + w]) {
                        *value = if digit == 0 { 0 } else { state.name(digit) };
                    }
                    key = self.smallest(&values[..w], &mut orders[out]);
                    new_in[out] = values[..w].iter().map(|&value| u8::from(value == NEW)).sum();
                }
            }
            if !is_better {
                if key > best.keys[out] {
                    return;
                }
                is_better = key < best.keys[out];
            }
            if is_better {
                best.keys[out] = key;
            }
        }
        let mut placed = state.with_row(n_rows, row, n_twins);
        placed.orders = orders;
        if is_better {
            next.clear();
            best.is_overfull = false;
        }
        if next.len() >= MAX_STATES {
            // A smaller row may still come: the verdict must not depend on the order of the rows.
            best.is_overfull = true;
        } else if new_in == [0; STACKS] {
            next.push(placed);
        } else {
            self.name_digits(placed, new_in, source, 0, next);
        }
        if is_better {
            best.read(w, n_stacks, state.n_names);
        }
    }

    /// The smallest reading of a stack's values by the orders open, five bits a cell; only the orders that
    /// give it stay open.
    #[inline]
    fn smallest(&self, values: &[u8], orders: &mut u32) -> u32 {
        let mut key = 0;
        for position in 0..values.len() {
            let (mut least, mut having) = (u8::MAX, 0);
            for (col, &value) in values.iter().enumerate() {
                let these = *orders & self.orders.at[col][position];
                if these != 0 && value <= least {
                    having = if value < least { these } else { having | these };
                    least = value;
                }
            }
            *orders = having;
            key = key << 5 | u32::from(least);
        }
        key
    }

    /// The smallest key of a stack with one value, in this column: as far to the right as the orders let it.
    #[inline]
    fn rightmost(&self, col: usize, value: u8, w: usize, orders: &mut u32) -> u32 {
        let mut key = u32::from(value);
        for these in self.orders.at[col][..w].iter().rev() {
            if *orders & these != 0 {
                *orders &= these;
                return key;
            }
            key <<= 5;
        }
        key
    }

    /// Names the new digits from stack to stack; where an order of several is open, each is a state.
    fn name_digits(
        &self,
        mut state: PartialForm,
        new_in: [u8; STACKS],
        source: &[u8],
        out: usize,
        next: &mut Vec<PartialForm>,
    ) {
        let w = self.lines.w;
        let Some(out) = (out..STACKS).find(|&out| new_in[out] > 0) else {
            next.push(state);
            return;
        };
        let from = state.stacks.get(out) * w;
        let mut left = state.orders[out];
        while left != 0 {
            // Orders that read the new digits alike stay together.
            let list = &self.orders.lists[left.trailing_zeros() as usize];
            let mut alike = left;
            let mut named = state;
            for (position, &col) in list[..w].iter().enumerate() {
                let digit = source[from + usize::from(col)];
                if digit != 0 && state.name(digit) == NEW {
                    alike &= self.orders.at[usize::from(col)][position];
                    named.names.set(usize::from(digit) - 1, usize::from(named.n_names));
                    named.named |= 1 << digit;
                    named.n_names += 1;
                }
            }
            left &= !alike;
            named.orders[out] = alike;
            if left == 0 {
                state = named;
                break;
            }
            self.name_digits(named, new_in, source, out + 1, next);
        }
        self.name_digits(state, new_in, source, out + 1, next);
    }

    fn transform(&self, puzzle: &Puzzle, state: &PartialForm) -> Isomorphism {
        let shape = puzzle.shape();
        let (n, w) = (self.lines.n, self.lines.w);
        let mut cols = Vec::with_capacity(n);
        for (stack, orders) in state.stacks.list().iter().zip(&state.orders).take(self.lines.n_stacks) {
            let list = &self.orders.lists[orders.trailing_zeros() as usize];
            cols.extend(list[..w].iter().map(|col| stack * w as u8 + col));
        }
        // Digits that do not occur take the names that are left, in order.
        let mut n_names = state.n_names;
        let digits = (1..=n as u8).map(|digit| {
            let mut name = state.name(digit);
            if name == NEW {
                n_names += 1;
                name = n_names;
            }
            Digit::new(name)
        });
        Isomorphism {
            shape,
            is_transposed: state.view == 1,
            rows: state.rows.list()[..n].to_vec(),
            cols,
            digits: digits.collect(),
        }
    }
}

impl PartialForm {
    /// The name of a digit, [`NEW`] if it has none.
    #[inline]
    fn name(&self, digit: u8) -> u8 {
        let name = self.names.get(usize::from(digit) - 1) as u8 + 1;
        if self.named >> digit & 1 == 1 { name } else { NEW }
    }

    fn with_row(&self, n_rows: usize, row: usize, n_twins: u64) -> PartialForm {
        let mut state = *self;
        state.rows.set(n_rows, row);
        state.used |= 1 << row;
        state.twins = state.twins.saturating_mul(n_twins);
        state
    }
}

/// Every order of stacks in which the numbers of clues read as `wanted`.
fn order_stacks(counts: &[u8], wanted: [u8; STACKS], out: usize, state: PartialForm, ordered: &mut Vec<PartialForm>) {
    if out == counts.len() {
        ordered.push(state);
        return;
    }
    for (stack, &count) in counts.iter().enumerate() {
        if count == wanted[out] && (0..out).all(|out| state.stacks.get(out) != stack) {
            let mut next = state;
            next.stacks.set(out, stack);
            order_stacks(counts, wanted, out + 1, next, ordered);
        }
    }
}

/// The smallest row so far.
struct Row {
    /// One key a stack, see [`Search::smallest`].
    keys: [u32; STACKS],
    values: [u8; MAX],
    /// Whether more states have it than are kept.
    is_overfull: bool,
}

impl Row {
    fn new() -> Row {
        Row { keys: [u32::MAX; STACKS], values: [0; MAX], is_overfull: false }
    }

    fn check(&self) -> Result<(), CanonError> {
        if self.is_overfull { Err(CanonError::TooSymmetric) } else { Ok(()) }
    }

    /// The values of the keys, new digits named on from `n_names`.
    fn read(&mut self, w: usize, n_stacks: usize, mut n_names: u8) {
        for (values, key) in self.values.chunks_exact_mut(w).zip(&self.keys[..n_stacks]) {
            for (position, value) in values.iter_mut().enumerate() {
                *value = (key >> (5 * (w - 1 - position)) & 31) as u8;
                if *value == NEW {
                    n_names += 1;
                    *value = n_names;
                }
            }
        }
    }
}
