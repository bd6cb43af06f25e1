//! Minlex of solution grids.
//!
//! The first row always reads 1 to N, so an arrangement is settled by view (transposed or
//! not), the rows that come first and second, and the order of columns; the digits and all
//! other rows follow. Written with the names of the first row, the second row is a
//! permutation of the columns: where does the first row hold the digit below? Columns are
//! placed position by position such that this permutation reads as small as possible, and
//! the (few) orders that tie are completed and compared row by row.

use super::lines::{Lines, MAX, Matrix};
use super::transform::Transform;
use crate::grid::{Digit, Puzzle};

/// Not placed yet.
const NONE: u8 = u8::MAX;

/// An arrangement that leads to the minlex form.
pub(super) struct Tie {
    view: usize,
    rows: [u8; MAX],
    cols: [u8; MAX],
}

/// The first two rows and an order of columns.
struct Start {
    view: usize,
    first: usize,
    second: usize,
    cols: [u8; MAX],
}

/// The values of the minlex form and every arrangement that gives it.
pub(super) fn minlex(lines: &Lines) -> (Vec<u8>, Vec<Tie>) {
    let n = lines.n;
    let mut starts = Starts::new(lines);
    starts.collect();
    let mut best: Matrix = [[NONE; MAX]; MAX];
    let mut ties = Vec::new();
    for start in &starts.found {
        let grid = &lines.views[start.view];
        let mut names = [0; MAX + 1];
        for (position, &col) in start.cols[..n].iter().enumerate() {
            names[usize::from(grid[start.first][usize::from(col)])] = position as u8 + 1;
        }
        let rows = order_rows(lines, grid, start, &names);
        let mut is_better = false;
        let mut is_worse = false;
        for (row, best) in rows[..n].iter().zip(&mut best) {
            let source = &grid[usize::from(*row)];
            for (&col, best) in start.cols[..n].iter().zip(best) {
                let value = names[usize::from(source[usize::from(col)])];
                if !is_better {
                    is_worse = value > *best;
                    is_better = value < *best;
                    if is_worse {
                        break;
                    }
                }
                *best = value;
            }
            if is_worse {
                break;
            }
        }
        if is_better {
            ties.clear();
        }
        if !is_worse {
            ties.push(Tie { view: start.view, rows, cols: start.cols });
        }
    }
    (best[..n].iter().flat_map(|row| row[..n].iter().copied()).collect(), ties)
}

/// The arrangement as a transformation.
pub(super) fn transform(grid: &Puzzle, tie: &Tie) -> Transform {
    let shape = grid.shape();
    let n = shape.n();
    let mut transform = Transform {
        shape,
        is_transposed: tie.view == 1,
        rows: tie.rows[..n].to_vec(),
        cols: tie.cols[..n].to_vec(),
        ..Transform::identity(shape)
    };
    for col in 0..n {
        if let Some(digit) = grid.get(transform.source(shape.cell(0, col))) {
            transform.digits[digit.index()] = Digit::from_index(col);
        }
    }
    transform
}

/// Rows in the order of their first values: the top band from its third row on, then the other bands.
fn order_rows(lines: &Lines, grid: &Matrix, start: &Start, names: &[u8; MAX + 1]) -> [u8; MAX] {
    let n = lines.n;
    let band_of = |row: u8| usize::from(lines.band_of[usize::from(row)]);
    let lead = |row: usize| names[usize::from(grid[row][usize::from(start.cols[0])])];
    // The first column holds every value once, so it sorts the rows by counting.
    let mut by_lead = [NONE; MAX + 1];
    for row in 0..n {
        by_lead[usize::from(lead(row))] = row as u8;
    }
    let mut rows = [0; MAX];
    (rows[0], rows[1]) = (start.first as u8, start.second as u8);
    let mut n_rows = 2;
    let mut band = band_of(start.first as u8);
    let mut used = 0u32;
    loop {
        used |= 1 << band;
        for &row in &by_lead[1..=n] {
            if band_of(row) == band && usize::from(row) != start.first && usize::from(row) != start.second {
                rows[n_rows] = row;
                n_rows += 1;
            }
        }
        match by_lead[1..=n].iter().find(|&&row| used >> band_of(row) & 1 == 0) {
            Some(&row) => band = band_of(row),
            None => break,
        }
    }
    rows
}

/// Looks for the smallest second row.
struct Starts<'a> {
    lines: &'a Lines,
    found: Vec<Start>,
    /// The smallest second row so far, as 0-based positions, and how much of it is known.
    best: [u8; MAX],
    n_best: usize,
    /// Of the pair at work: for each column, the column whose first row holds the digit below it.
    below: [u8; MAX],
    view: usize,
    first: usize,
    second: usize,
    /// Column of each position, position of each column; the other way for stacks.
    col_at: [u8; MAX],
    position: [u8; MAX],
    stack_at: [u8; MAX],
    stack_position: [u8; MAX],
    n_stacks: usize,
    /// Columns placed in each output stack.
    n_placed: [u8; MAX],
}

impl<'a> Starts<'a> {
    fn new(lines: &'a Lines) -> Starts<'a> {
        Starts {
            lines,
            found: Vec::with_capacity(64),
            best: [NONE; MAX],
            n_best: 0,
            below: [0; MAX],
            view: 0,
            first: 0,
            second: 0,
            col_at: [NONE; MAX],
            position: [NONE; MAX],
            stack_at: [NONE; MAX],
            stack_position: [NONE; MAX],
            n_stacks: 0,
            n_placed: [0; MAX],
        }
    }

    fn collect(&mut self) {
        let (n, h, w) = (self.lines.n, self.lines.h, self.lines.w);
        // The more digits of the first stack come from one other stack the better: 4 5 6 before 4 5 7.
        let mut best_profile = 0;
        let mut pairs: Vec<(u32, usize, usize, usize, usize)> = Vec::with_capacity(256);
        for (view, grid) in self.lines.views.iter().enumerate() {
            let mut stack_of = [[0u8; MAX + 1]; MAX];
            for (stacks, row) in stack_of.iter_mut().zip(&grid[..n]) {
                for (col, &value) in row[..n].iter().enumerate() {
                    stacks[usize::from(value)] = self.lines.stack_of[col];
                }
            }
            for first in 0..n {
                let band = usize::from(self.lines.band_of[first]) * h;
                for second in (band..band + h).filter(|&second| second != first) {
                    for stack in 0..self.lines.n_stacks {
                        let mut counts = [0u32; 4];
                        for &value in &grid[second][stack * w..stack * w + w] {
                            counts[usize::from(stack_of[first][usize::from(value)]) & 3] += 1;
                        }
                        let profile = profile(counts);
                        if profile >= best_profile {
                            best_profile = profile;
                            pairs.push((profile, view, first, second, stack));
                        }
                    }
                }
            }
        }
        for (profile, view, first, second, stack) in pairs {
            if profile != best_profile {
                continue;
            }
            let grid = &self.lines.views[view];
            (self.view, self.first, self.second) = (view, first, second);
            let mut col_of = [0u8; MAX + 1];
            for (col, &value) in grid[first][..n].iter().enumerate() {
                col_of[usize::from(value)] = col as u8;
            }
            for col in 0..n {
                self.below[col] = col_of[usize::from(grid[second][col])];
            }
            self.open_stack(stack);
            self.search(0);
            self.close_stack(stack);
        }
    }

    fn open_stack(&mut self, stack: usize) {
        self.stack_at[self.n_stacks] = stack as u8;
        self.stack_position[stack] = self.n_stacks as u8;
        self.n_stacks += 1;
    }

    fn close_stack(&mut self, stack: usize) {
        self.n_stacks -= 1;
        self.stack_at[self.n_stacks] = NONE;
        self.stack_position[stack] = NONE;
    }

    /// Places a column at the next free position of its stack, which is opened if need be; true if it was.
    fn place(&mut self, col: usize) -> bool {
        let stack = usize::from(self.lines.stack_of[col]);
        let is_new = self.stack_position[stack] == NONE;
        if is_new {
            self.open_stack(stack);
        }
        let output = usize::from(self.stack_position[stack]);
        let position = output * self.lines.w + usize::from(self.n_placed[output]);
        self.n_placed[output] += 1;
        self.position[col] = position as u8;
        self.col_at[position] = col as u8;
        is_new
    }

    fn take_back(&mut self, col: usize, was_new: bool) {
        let stack = usize::from(self.lines.stack_of[col]);
        let output = usize::from(self.stack_position[stack]);
        self.n_placed[output] -= 1;
        self.col_at[usize::from(self.position[col])] = NONE;
        self.position[col] = NONE;
        if was_new {
            self.close_stack(stack);
        }
    }

    fn search(&mut self, at: usize) {
        let (n, w) = (self.lines.n, self.lines.w);
        if at == n {
            let (view, first, second, cols) = (self.view, self.first, self.second, self.col_at);
            self.found.push(Start { view, first, second, cols });
            return;
        }
        if self.col_at[at] != NONE {
            self.follow(at, usize::from(self.col_at[at]));
            return;
        }
        let stack = self.stack_at[usize::from(self.lines.stack_of[at])];
        let cols = if stack == NONE { 0..n } else { usize::from(stack) * w..usize::from(stack) * w + w };
        for col in cols {
            let is_open = stack != NONE || self.stack_position[usize::from(self.lines.stack_of[col])] == NONE;
            if is_open && self.position[col] == NONE {
                let was_new = self.place(col);
                self.follow(at, col);
                self.take_back(col, was_new);
            }
        }
    }

    /// The value at this position, and on from there.
    #[inline]
    fn follow(&mut self, at: usize, col: usize) {
        let below = usize::from(self.below[col]);
        let is_placed = self.position[below] != NONE;
        // Most ways end here, so they are judged before anything is placed.
        let value = if is_placed { self.position[below] } else { self.next_position(below) };
        if at >= self.n_best || value < self.best[at] {
            self.best[at] = value;
            self.n_best = at + 1;
            self.found.clear();
        } else if value > self.best[at] {
            return;
        }
        if is_placed {
            self.search(at + 1);
        } else {
            let was_new = self.place(below);
            self.search(at + 1);
            self.take_back(below, was_new);
        }
    }

    /// Where a column would be placed.
    #[inline]
    fn next_position(&self, col: usize) -> u8 {
        let output = match self.stack_position[usize::from(self.lines.stack_of[col])] {
            NONE => return (self.n_stacks * self.lines.w) as u8,
            output => usize::from(output),
        };
        (output * self.lines.w) as u8 + self.n_placed[output]
    }
}

/// How many digits come from one stack, from the next and so on, as one number: more from fewer is larger.
fn profile(mut counts: [u32; 4]) -> u32 {
    counts.sort_unstable();
    counts[3] << 24 | counts[2] << 16 | counts[1] << 8 | counts[0]
}
