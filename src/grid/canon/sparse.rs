//! Minlex of puzzles.
//!
//! The minlex form is built row by row. A state is a way of arranging the puzzle that gave
//! the smallest rows so far: the view, the rows used, the order of stacks, the names of the
//! digits met, and for each stack the set of column orders still open (a bit each). Of the rows
//! that may come next every state tries those that begin with the most stacks without a clue:
//! masks of rows tell which, and no other can be the smallest. The states with the smallest row
//! go on. Columns without a clue so far stay interchangeable within the set and cost nothing.
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

use super::lines::{MAX, Matrix, Nibbles, STACKS};
use super::orders::Orders;
use super::transform::Isomorphism;
use super::{CanonError, Canonical};
use crate::grid::{Digit, Puzzle, Shape};

/// Stands for a digit that has no name yet: after all names.
const NEW: u8 = 31;
/// Most states kept.
const MAX_STATES: usize = 1 << 18;

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

/// A puzzle with boxes of this height and width. Loops over stacks and columns are short: the compiler has to know where
/// they end.
struct Search<const H: usize, const W: usize> {
    /// Values of the puzzle as it is and, if boxes are square, transposed.
    views: [Matrix; 2],
    /// The columns with a clue of each view and row.
    clues: [[u32; MAX]; 2],
    /// The rows with a clue of each view and stack.
    rows_with_clue: [[u32; STACKS]; 2],
}

pub(super) fn minlex(puzzle: &Puzzle) -> Result<Canonical, CanonError> {
    match puzzle.shape().boxes().expect("irregular layouts have forms of their own") {
        (2, 2) => Search::<2, 2>::new(puzzle)?.minlex(puzzle),
        (2, 3) => Search::<2, 3>::new(puzzle)?.minlex(puzzle),
        (3, 2) => Search::<3, 2>::new(puzzle)?.minlex(puzzle),
        (2, 4) => Search::<2, 4>::new(puzzle)?.minlex(puzzle),
        (4, 2) => Search::<4, 2>::new(puzzle)?.minlex(puzzle),
        (3, 3) => Search::<3, 3>::new(puzzle)?.minlex(puzzle),
        (3, 4) => Search::<3, 4>::new(puzzle)?.minlex(puzzle),
        (4, 3) => Search::<4, 3>::new(puzzle)?.minlex(puzzle),
        (4, 4) => Search::<4, 4>::new(puzzle)?.minlex(puzzle),
        (height, width) => unreachable!("boxes of {height}x{width} have another method"),
    }
}

/// The cells with a clue, as bits.
#[inline]
fn clue_cells(values: &[u8]) -> [u64; 4] {
    let mut cells = [0; 4];
    for (cells, values) in cells.iter_mut().zip(values.chunks(64)) {
        for &value in values.iter().rev() {
            *cells = *cells << 1 | u64::from(value != 0);
        }
    }
    cells
}

impl<const H: usize, const W: usize> Search<H, W> {
    const N: usize = H * W;
    /// There are as many stacks as a box has rows.
    const N_STACKS: usize = H;
    const N_VIEWS: usize = 1 + (H == W) as usize;
    const ALL_ROWS: u32 = (1 << Self::N) - 1;
    const ORDERS: &'static Orders = &Orders::new(W);
    const STACK_ORDERS: &'static Orders = &Orders::new(H);

    #[inline]
    fn new(puzzle: &Puzzle) -> Result<Self, CanonError> {
        let mut search = Search { views: [[[0; MAX]; MAX]; 2], clues: [[0; MAX]; 2], rows_with_clue: [[0; STACKS]; 2] };
        let mut seen = [[0u32; MAX]; 2];
        let mut twice = 0;
        let values = puzzle.values();
        for (part, mut cells) in clue_cells(values).into_iter().enumerate() {
            while cells != 0 {
                let cell = part * 64 + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let (row, col) = (cell / Self::N, cell % Self::N);
                let value = values[cell];
                for (view, (row, col)) in [(row, col), (col, row)].into_iter().enumerate().take(Self::N_VIEWS) {
                    search.views[view][row][col] = value;
                    search.clues[view][row] |= 1 << col;
                    search.rows_with_clue[view][col / W] |= 1 << row;
                    twice |= seen[view][row] & 1 << value;
                    seen[view][row] |= 1 << value;
                }
            }
        }
        if twice == 0 { Ok(search) } else { Err(CanonError::Conflict) }
    }

    fn minlex(&self, puzzle: &Puzzle) -> Result<Canonical, CanonError> {
        // Rarely more, and room for more would take longer to come by.
        let (mut states, mut next) = (Vec::with_capacity(16), Vec::with_capacity(16));
        let mut output = [0; MAX * MAX];
        let mut rows = output[..Self::N * Self::N].chunks_exact_mut(Self::N).enumerate();
        self.first_rows(&mut rows, &mut states, &mut next)?;
        for (n_rows, row) in rows {
            self.next_row(&states, n_rows, row, &mut next)?;
            std::mem::swap(&mut states, &mut next);
        }
        let count = |state: &PartialForm| {
            let open = state.orders[..Self::N_STACKS].iter().map(|orders| u64::from(orders.count_ones()));
            open.fold(state.twins, u64::saturating_mul)
        };
        let n_automorphisms = states.iter().map(count).fold(0, u64::saturating_add);
        let transform = Self::transform(puzzle.shape(), &states[0]);
        let puzzle = Puzzle::from_values(puzzle.shape(), &output[..Self::N * Self::N]);
        Ok(Canonical { puzzle, n_automorphisms, transform })
    }

    /// The rows of the band of a row.
    #[inline]
    fn band_of(row: usize) -> u32 {
        ((1 << H) - 1) << (row / H * H)
    }

    /// The rows that may come next: any of the band begun, else any of a band not used yet.
    #[inline]
    fn open_rows(state: &PartialForm, n_rows: usize) -> u32 {
        let within = if n_rows.is_multiple_of(H) { Self::ALL_ROWS } else { Self::band_of(state.rows.get(n_rows - 1)) };
        within & !state.used
    }

    /// The rows without a clue among these.
    #[inline]
    fn empty_rows(&self, view: u8, rows: u32) -> u32 {
        let with_clue = &self.rows_with_clue[usize::from(view)][..Self::N_STACKS];
        rows & !with_clue.iter().fold(0, |sum, rows| sum | rows)
    }

    /// Of empty rows that may come next only the first of twins, with the number of them.
    #[inline]
    fn each_empty_row(empty: u32, n_rows: usize, mut visit: impl FnMut(usize, u64)) {
        // Empty rows of a band are twins, and so are wholly empty bands.
        let is_new_band = n_rows.is_multiple_of(H);
        let bands = || (0..Self::N).step_by(H).map(Self::band_of);
        let n_empty_bands = bands().filter(|band| empty & band == *band).count() as u64;
        let mut has_empty_band = false;
        for band in bands() {
            let twins = empty & band;
            let n_twins = u64::from(twins.count_ones());
            let first = twins.trailing_zeros() as usize;
            if is_new_band && twins == band {
                if !has_empty_band {
                    visit(first, n_twins * n_empty_bands);
                }
                has_empty_band = true;
            } else if twins != 0 {
                visit(first, n_twins);
            }
        }
    }

    /// Reads the rows that come first, up to the first that is not empty, and leaves the states that have them.
    fn first_rows<'a>(
        &self,
        rows: &mut impl Iterator<Item = (usize, &'a mut [u8])>,
        states: &mut Vec<PartialForm>,
        next: &mut Vec<PartialForm>,
    ) -> Result<(), CanonError> {
        states.extend((0..Self::N_VIEWS).map(|view| PartialForm {
            view: view as u8,
            n_names: 0,
            used: 0,
            rows: Nibbles::default(),
            stacks: Nibbles(0x3210),
            orders: [(1 << Self::ORDERS.n) - 1; STACKS],
            named: 0,
            names: Nibbles::default(),
            twins: 1,
        }));
        for (n_rows, row) in rows {
            next.clear();
            for state in &*states {
                let empty = self.empty_rows(state.view, Self::open_rows(state, n_rows));
                if empty != 0 {
                    Self::each_empty_row(empty, n_rows, |row, n_twins| next.push(state.with_row(n_rows, row, n_twins)));
                }
            }
            if next.is_empty() {
                self.first_row_with_clue(states, n_rows, row, next)?;
                std::mem::swap(states, next);
                return Ok(());
            }
            std::mem::swap(states, next);
        }
        // Nothing at all: bands and stacks are all twins.
        for state in states {
            state.twins = state.twins.saturating_mul(Self::STACK_ORDERS.n as u64);
        }
        Ok(())
    }

    /// The first row that is not empty and the states that have it.
    fn first_row_with_clue(
        &self,
        states: &[PartialForm],
        n_rows: usize,
        row: &mut [u8],
        next: &mut Vec<PartialForm>,
    ) -> Result<(), CanonError> {
        // Clues in each stack, fewest first: the smallest row begins with the most empty cells.
        let counts = |view: u8, row: usize| -> [u8; STACKS] {
            let clues = self.clues[usize::from(view)][row];
            std::array::from_fn(|stack| n_of(clues >> (W * stack) & ((1 << W) - 1)))
        };
        let mut least = u32::MAX;
        let mut sorted_counts = [[0; MAX]; 2];
        for state in states {
            for row in bits(Self::open_rows(state, n_rows)) {
                let counts = sorted(counts(state.view, row));
                sorted_counts[usize::from(state.view)][row] = counts;
                least = least.min(counts);
            }
        }
        let mut best = Row::new(0);
        for state in states {
            for row in bits(Self::open_rows(state, n_rows)) {
                if sorted_counts[usize::from(state.view)][row] != least {
                    continue;
                }
                let counts = counts(state.view, row);
                // Every order of stacks with that many clues each.
                for list in &Self::STACK_ORDERS.lists[..Self::STACK_ORDERS.n] {
                    let mut stacks = Nibbles::default();
                    let mut read = 0;
                    for (out, &stack) in list[..Self::N_STACKS].iter().enumerate() {
                        stacks.set(out, usize::from(stack));
                        read = read << 8 | u32::from(counts[usize::from(stack)]);
                    }
                    if read == least {
                        self.try_row(&PartialForm { stacks, ..*state }, n_rows, row, 1, &mut best, next);
                    }
                }
            }
        }
        best.read::<W>(0, row)
    }

    /// The smallest next row and the states that have it.
    fn next_row(
        &self,
        states: &[PartialForm],
        n_rows: usize,
        row: &mut [u8],
        next: &mut Vec<PartialForm>,
    ) -> Result<(), CanonError> {
        next.clear();
        let mut best = Row::new(0);
        for state in states {
            // The more stacks without a clue come first, the smaller the row.
            let with_clue = &self.rows_with_clue[usize::from(state.view)];
            let mut rows = Self::open_rows(state, n_rows);
            let mut n_empty = 0;
            while n_empty < Self::N_STACKS {
                let empty = rows & !with_clue[state.stacks.get(n_empty) % STACKS];
                if empty == 0 {
                    break;
                }
                rows = empty;
                n_empty += 1;
            }
            if n_empty < best.n_empty {
                continue;
            }
            if n_empty > best.n_empty {
                best = Row::new(n_empty);
                next.clear();
            }
            if n_empty == Self::N_STACKS {
                Self::each_empty_row(rows, n_rows, |row, n_twins| {
                    self.try_row(state, n_rows, row, n_twins, &mut best, next);
                });
                continue;
            }
            for row in bits(rows) {
                self.try_row(state, n_rows, row, 1, &mut best, next);
            }
        }
        best.read::<W>(states[0].n_names, row)
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
        let source = &self.views[usize::from(state.view)][row];
        let all_clues = self.clues[usize::from(state.view)][row];
        let mut is_better = false;
        let mut orders = state.orders;
        // The columns with a new digit in each stack.
        let mut new_in = [0u32; STACKS];
        for out in best.n_empty..Self::N_STACKS {
            let from = state.stacks.get(out) % STACKS * W;
            let clues = all_clues >> from & ((1 << W) - 1);
            let mut key = 0;
            if clues != 0 {
                let is_single = clues.is_power_of_two();
                // Of several clues one stands left of the last column.
                if !is_better && best.keys[out] < if is_single { 1 } else { 1 << 5 } {
                    return;
                }
                if is_single {
                    let col = clues.trailing_zeros() as usize;
                    let value = state.name(source[from + col]);
                    key = Self::rightmost(col, value, &mut orders[out]);
                    new_in[out] = if value == NEW { clues } else { 0 };
                } else {
                    let mut values = [0u8; 4];
                    for (col, value) in values[..W].iter_mut().enumerate() {
                        let digit = source[from + col];
                        *value = if digit == 0 { 0 } else { state.name(digit) };
                        new_in[out] |= u32::from(*value == NEW) << col;
                    }
                    key = Self::smallest(values, &mut orders[out]);
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
        if is_better {
            next.clear();
            best.is_overfull = false;
        }
        if next.len() >= MAX_STATES {
            // A smaller row may still come: the verdict must not depend on the order of the rows.
            best.is_overfull = true;
            return;
        }
        let mut placed = state.with_row(n_rows, row, n_twins);
        placed.orders = orders;
        Self::name_digits(placed, new_in, source, 0, next);
    }

    /// The smallest reading of a stack's values by the orders open, five bits a cell; only the orders that
    /// give it stay open.
    #[inline]
    fn smallest(values: [u8; 4], orders: &mut u32) -> u32 {
        let mut key = 0;
        for position in 0..W {
            let (mut least, mut having) = (u8::MAX, 0);
            for (col, &value) in values[..W].iter().enumerate() {
                let these = *orders & Self::ORDERS.at[col][position];
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
    fn rightmost(col: usize, value: u8, orders: &mut u32) -> u32 {
        let mut key = u32::from(value);
        for these in Self::ORDERS.at[col][..W].iter().rev() {
            if *orders & these != 0 {
                *orders &= these;
                return key;
            }
            key <<= 5;
        }
        key
    }

    /// Names the new digits from stack to stack; where orders read several of them differently, each is a state.
    fn name_digits(
        mut state: PartialForm,
        new_in: [u32; STACKS],
        source: &[u8; MAX],
        first: usize,
        next: &mut Vec<PartialForm>,
    ) {
        for out in first..Self::N_STACKS {
            let new = new_in[out];
            if new == 0 {
                continue;
            }
            let from = state.stacks.get(out) % STACKS * W;
            if new.is_power_of_two() {
                // One new digit stands at the same place in all orders.
                state.name_next(source[from + new.trailing_zeros() as usize]);
                continue;
            }
            let mut left = state.orders[out];
            loop {
                // Orders that read the new digits alike stay together.
                let list = &Self::ORDERS.lists[left.trailing_zeros() as usize];
                let mut alike = left;
                let mut named = state;
                for (position, &col) in list[..W].iter().enumerate() {
                    if new >> col & 1 == 1 {
                        alike &= Self::ORDERS.at[usize::from(col)][position];
                        named.name_next(source[from + usize::from(col)]);
                    }
                }
                left &= !alike;
                named.orders[out] = alike;
                if left == 0 {
                    state = named;
                    break;
                }
                Self::name_digits(named, new_in, source, out + 1, next);
            }
        }
        next.push(state);
    }

    fn transform(shape: Shape, state: &PartialForm) -> Isomorphism {
        let mut cols = Vec::with_capacity(Self::N);
        for (stack, orders) in state.stacks.list().iter().zip(&state.orders).take(Self::N_STACKS) {
            let list = &Self::ORDERS.lists[orders.trailing_zeros() as usize];
            cols.extend(list[..W].iter().map(|col| stack * W as u8 + col));
        }
        // Digits that do not occur take the names that are left, in order.
        let mut n_names = state.n_names;
        let digits = (1..=Self::N as u8).map(|digit| {
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
            rows: state.rows.list()[..Self::N].to_vec(),
            cols,
            digits: digits.collect(),
        }
    }
}

/// The positions of the bits that are set.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        let is_set = set != 0;
        set &= set.wrapping_sub(1);
        is_set.then_some(first)
    })
}

/// How many of four bits are set. Not all processors that the program runs on can count them at once.
#[inline]
fn n_of(four_bits: u32) -> u8 {
    (0x4332_3221_3221_2110u64 >> (4 * four_bits) & 15) as u8
}

/// The numbers of clues of the stacks, fewest first, as one number.
#[inline]
fn sorted(mut counts: [u8; STACKS]) -> u32 {
    for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (counts[a], counts[b]) = (counts[a].min(counts[b]), counts[a].max(counts[b]));
    }
    u32::from_be_bytes(counts)
}

impl PartialForm {
    /// The name of a digit, [`NEW`] if it has none.
    #[inline]
    fn name(&self, digit: u8) -> u8 {
        let name = self.names.get(usize::from(digit) - 1) as u8 + 1;
        if self.named >> digit & 1 == 1 { name } else { NEW }
    }

    /// Gives a digit the next name.
    #[inline]
    fn name_next(&mut self, digit: u8) {
        self.names.set(usize::from(digit) - 1, usize::from(self.n_names));
        self.named |= 1 << digit;
        self.n_names += 1;
    }

    #[inline]
    fn with_row(&self, n_rows: usize, row: usize, n_twins: u64) -> PartialForm {
        let mut state = *self;
        state.rows.set(n_rows, row);
        state.used |= 1 << row;
        state.twins = state.twins.saturating_mul(n_twins);
        state
    }
}

/// The smallest row so far.
struct Row {
    /// How many stacks without a clue it begins with.
    n_empty: usize,
    /// One key a stack, see [`Search::smallest`].
    keys: [u32; STACKS],
    /// Whether more states have it than are kept.
    is_overfull: bool,
}

impl Row {
    /// After every row that begins with so many stacks without a clue.
    #[inline]
    fn new(n_empty: usize) -> Row {
        let keys = std::array::from_fn(|out| if out < n_empty { 0 } else { u32::MAX });
        Row { n_empty, keys, is_overfull: false }
    }

    /// The values of the keys, new digits named on from `n_names`.
    ///
    /// # Errors
    /// If more states have the row than are kept.
    #[inline]
    fn read<const W: usize>(&self, mut n_names: u8, row: &mut [u8]) -> Result<(), CanonError> {
        if self.is_overfull {
            return Err(CanonError::TooSymmetric);
        }
        for (values, key) in row.chunks_exact_mut(W).zip(&self.keys) {
            for (position, value) in values.iter_mut().enumerate() {
                *value = (key >> (5 * (W - 1 - position)) & 31) as u8;
                if *value == NEW {
                    n_names += 1;
                    *value = n_names;
                }
            }
        }
        Ok(())
    }
}
