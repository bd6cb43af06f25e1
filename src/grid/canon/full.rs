//! Minlex of solution grids.
//!
//! The first row always reads 1 to N, so an arrangement is settled by view (transposed or
//! not), the rows that come first and second, and the order of columns; the digits and all
//! other rows follow. Written with the names of the first row, the second row is a
//! permutation of the columns: where does the first row hold the digit below? Columns are
//! placed position by position such that this permutation reads as small as possible, and
//! the (few) orders that tie are completed and compared row by row.

use super::lines::{Lines, MAX, Matrix, Nibbles, STACKS};
use super::second_rows::{Below, SecondRow, second_row};
use super::transform::Isomorphism;
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

/// The values of the minlex form of the rows that are known, and every arrangement that gives it.
pub(super) fn minlex(lines: &Lines) -> (Vec<u8>, Vec<Tie>) {
    let n = lines.n;
    let starts = starts(lines);
    let mut best: Matrix = [[NONE; MAX]; MAX];
    let mut ties = Vec::new();
    for start in &starts {
        let grid = &lines.views()[start.view];
        let mut names = [0; MAX + 1];
        for (position, &col) in start.cols[..n].iter().enumerate() {
            names[usize::from(grid[start.first][usize::from(col)])] = position as u8 + 1;
        }
        let rows = order_rows(lines, grid, start, &names);
        let mut is_better = false;
        let mut is_worse = false;
        for (row, best) in rows[..lines.n_rows].iter().zip(&mut best) {
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
    (best[..lines.n_rows].iter().flat_map(|row| row[..n].iter().copied()).collect(), ties)
}

/// Every first two rows and order of columns with the smallest second row.
fn starts(lines: &Lines) -> Vec<Start> {
    if (lines.n, lines.h, lines.w) == (9, 3, 3) {
        return starts_of_nine(lines);
    }
    let mut starts = Starts::new(lines);
    starts.collect();
    starts.found
}

/// [`starts`] of 9x9: what the second row of a pair can be is worked out once.
fn starts_of_nine(lines: &Lines) -> Vec<Start> {
    let mut best = u64::MAX;
    let mut pairs: Vec<(usize, usize, usize, &SecondRow)> = Vec::with_capacity(36);
    for (view, grid) in lines.views().iter().enumerate() {
        for first in 0..lines.n_rows {
            let mut col_of = [0u8; 10];
            for (col, &value) in grid[first][..9].iter().enumerate() {
                col_of[usize::from(value)] = col as u8;
            }
            let band = first - first % 3;
            for second in (band..band + 3).filter(|&second| second != first) {
                let mut below: Below = [0; 9];
                for (below, &value) in below.iter_mut().zip(&grid[second][..9]) {
                    *below = col_of[usize::from(value)];
                }
                let row = second_row(&below, || Starts::new(lines).second_row(&below));
                if row.key <= best {
                    if row.key < best {
                        best = row.key;
                        pairs.clear();
                    }
                    pairs.push((view, first, second, row));
                }
            }
        }
    }
    let starts = |&(view, first, second, row): &(usize, usize, usize, &'static SecondRow)| {
        row.orders.iter().map(move |&cols| Start { view, first, second, cols })
    };
    pairs.iter().flat_map(starts).collect()
}

/// The arrangement as a transformation.
pub(super) fn transform(grid: &Puzzle, tie: &Tie) -> Isomorphism {
    let shape = grid.shape();
    let n = shape.n();
    let mut transform = Isomorphism {
        shape,
        is_transposed: tie.view == 1,
        rows: tie.rows[..n].to_vec(),
        cols: tie.cols[..n].to_vec(),
        ..Isomorphism::identity(shape)
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
    for row in 0..lines.n_rows {
        by_lead[usize::from(lead(row))] = row as u8;
    }
    let mut rows = [0; MAX];
    (rows[0], rows[1]) = (start.first as u8, start.second as u8);
    let mut n_rows = 2;
    let mut band = band_of(start.first as u8);
    let mut used = 0u32;
    loop {
        used |= 1 << band;
        for &row in by_lead[1..=n].iter().filter(|&&row| row != NONE) {
            if band_of(row) == band && usize::from(row) != start.first && usize::from(row) != start.second {
                rows[n_rows] = row;
                n_rows += 1;
            }
        }
        match by_lead[1..=n].iter().find(|&&row| row != NONE && used >> band_of(row) & 1 == 0) {
            Some(&row) => band = band_of(row),
            None => break,
        }
    }
    rows
}

/// Which column stands where, as far as it is known.
#[derive(Clone, Copy, Default)]
struct Placement {
    /// Column of each position, position of each column.
    col_at: Nibbles,
    position: Nibbles,
    /// The columns and the positions that have one, as bits.
    cols: u32,
    positions: u32,
    /// Stack of each output stack, and how many have one.
    stack_at: Nibbles,
    n_stacks: usize,
    /// Of each stack: its first position, and the columns placed.
    from: Nibbles,
    n_placed: Nibbles,
}

impl Placement {
    #[inline]
    fn is_placed(&self, col: usize) -> bool {
        self.cols >> col & 1 == 1
    }

    /// Where a column of this stack would be placed.
    #[inline]
    fn next_position(&self, stack: usize, w: usize) -> usize {
        match self.n_placed.get(stack) {
            0 => self.n_stacks * w,
            n_placed => self.from.get(stack) + n_placed,
        }
    }

    /// Places a column at the next free position of its stack, which comes next if it is not placed yet.
    #[inline]
    fn place(&mut self, col: usize, stack: usize, w: usize) {
        let position = self.next_position(stack, w);
        if self.n_placed.get(stack) == 0 {
            self.stack_at.set(self.n_stacks, stack);
            self.from.set(stack, position);
            self.n_stacks += 1;
        }
        self.n_placed.0 += 1 << (4 * stack);
        self.position.set(col, position);
        self.col_at.set(position, col);
        self.cols |= 1 << col;
        self.positions |= 1 << position;
    }
}

/// Looks for the smallest second row.
struct Starts<'a> {
    lines: &'a Lines,
    stack_of: Nibbles,
    found: Vec<Start>,
    /// The smallest second row so far, as 0-based positions, and how much of it is known.
    best: [u8; MAX],
    n_best: usize,
    /// Of the pair at work: for each column, the column whose first row holds the digit below it.
    below: Nibbles,
    view: usize,
    first: usize,
    second: usize,
}

impl<'a> Starts<'a> {
    fn new(lines: &'a Lines) -> Starts<'a> {
        let mut stack_of = Nibbles::default();
        for col in 0..lines.n {
            stack_of.set(col, usize::from(lines.stack_of[col]));
        }
        Starts {
            lines,
            stack_of,
            found: Vec::with_capacity(16),
            best: [NONE; MAX],
            n_best: 0,
            below: Nibbles::default(),
            view: 0,
            first: 0,
            second: 0,
        }
    }

    fn collect(&mut self) {
        let Lines { n, n_rows, h, w, n_stacks, .. } = *self.lines;
        // The more digits of the first stack come from one other stack the better: 4 5 6 before 4 5 7.
        let mut best_profile = [0; 2];
        let mut pairs: Vec<[u8; 4]> = Vec::with_capacity(128);
        for (view, grid) in self.lines.views().iter().enumerate() {
            // The digits of each row in each stack.
            let mut digits = [[0u32; STACKS]; MAX];
            for (row, digits) in grid[..n_rows].iter().zip(&mut digits) {
                for (values, digits) in row[..n].chunks_exact(w).zip(digits) {
                    *digits = values.iter().fold(0, |digits, value| digits | 1 << value);
                }
            }
            for first in 0..n_rows {
                let band = usize::from(self.lines.band_of[first]) * h;
                for second in (band..band + h).filter(|&second| second != first) {
                    for stack in 0..n_stacks {
                        let profile = profile(digits[first].map(|of| (of & digits[second][stack]).count_ones()));
                        if profile > best_profile {
                            best_profile = profile;
                            pairs.clear();
                        }
                        if profile == best_profile {
                            pairs.push([view as u8, first as u8, second as u8, stack as u8]);
                        }
                    }
                }
            }
        }
        let mut begun = [NONE; 3];
        for [view, first, second, stack] in pairs {
            if begun != [view, first, second] {
                begun = [view, first, second];
                [self.view, self.first, self.second] = begun.map(usize::from);
                let grid = &self.lines.views()[self.view];
                let mut col_of = Nibbles::default();
                for (col, &value) in grid[self.first][..n].iter().enumerate() {
                    col_of.set(usize::from(value) - 1, col);
                }
                self.below = Nibbles::default();
                for (col, &value) in grid[self.second][..n].iter().enumerate() {
                    self.below.set(col, col_of.get(usize::from(value) - 1));
                }
            }
            let from = usize::from(stack) * w;
            self.first_stack(from, Placement::default());
        }
    }

    /// The smallest second row of two rows of 9x9, and the orders of columns that give it.
    fn second_row(mut self, below: &Below) -> SecondRow {
        for (col, &below) in below.iter().enumerate() {
            self.below.set(col, usize::from(below));
        }
        for stack in 0..3 {
            self.first_stack(3 * stack, Placement::default());
        }
        let key = self.best[..9].iter().fold(0, |key, &value| 16 * key + u64::from(value));
        SecondRow { key, orders: self.found.into_iter().map(|start| start.cols).collect() }
    }

    /// The orders of the first stack that read smallest: what comes from one stack stands together, most first.
    fn first_stack(&mut self, from: usize, placement: Placement) {
        let w = self.lines.w;
        let at = placement.n_placed.get(self.stack_of.get(from));
        if at == w {
            self.search(placement, 0);
            return;
        }
        let mut left = Nibbles::default();
        for col in (from..from + w).filter(|&col| !placement.is_placed(col)) {
            left.0 += 1 << (4 * self.stack_of.get(self.below.get(col)));
        }
        let mut most = (0..STACKS).map(|stack| left.get(stack)).max().unwrap_or_default();
        if at > 0 {
            let last = self.stack_of.get(self.below.get(placement.col_at.get(at - 1)));
            let n_left = left.get(last);
            if n_left > 0 {
                most = n_left;
                left = Nibbles::default();
                left.set(last, n_left);
            }
        }
        for col in from..from + w {
            let below = self.below.get(col);
            // The column below the first one comes right after this stack; 0 there is the least.
            let is_worse = at == 0 && self.n_best > w && self.best[w] == 0 && self.below.get(below) != col;
            if left.get(self.stack_of.get(below)) == most && !is_worse && !placement.is_placed(col) {
                let mut placement = placement;
                placement.place(col, self.stack_of.get(col), w);
                self.first_stack(from, placement);
            }
        }
    }

    /// Reads on from this position: what is placed first, then every column that may come next.
    fn search(&mut self, mut placement: Placement, at: usize) {
        let (n, w) = (self.lines.n, self.lines.w);
        for at in at..n {
            if placement.positions >> at & 1 == 0 {
                return self.branch(&placement, at);
            }
            let below = self.below.get(placement.col_at.get(at));
            let is_placed = placement.is_placed(below);
            let value = if is_placed {
                placement.position.get(below)
            } else {
                placement.next_position(self.stack_of.get(below), w)
            } as u8;
            if at >= self.n_best || value < self.best[at] {
                self.best[at] = value;
                self.n_best = at + 1;
                self.found.clear();
            } else if value > self.best[at] {
                return;
            }
            if !is_placed {
                placement.place(below, self.stack_of.get(below), w);
            }
        }
        let cols = placement.col_at.list();
        self.found.push(Start { view: self.view, first: self.first, second: self.second, cols });
    }

    /// Every column that may stand at this position.
    fn branch(&mut self, placement: &Placement, at: usize) {
        let (n, w) = (self.lines.n, self.lines.w);
        let output = self.stack_of.get(at);
        let is_begun = output < placement.n_stacks;
        let from = placement.stack_at.get(output) * w;
        for col in if is_begun { from..from + w } else { 0..n } {
            let stack = self.stack_of.get(col);
            if !placement.is_placed(col) && (is_begun || placement.n_placed.get(stack) == 0) {
                let mut placement = *placement;
                placement.place(col, stack, w);
                self.search(placement, at);
            }
        }
    }
}

/// How many digits come from one stack, and from the next: the more from one, the larger. What comes from others follows,
/// since none comes from the stack itself, and there are at most three others.
fn profile(mut counts: [u32; STACKS]) -> [u32; 2] {
    counts.sort_unstable();
    [counts[3], counts[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};

    /// The first one has many automorphisms; its rows lie three columns apart.
    const GRIDS: &[&str] = &[
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        "675931284219847365438265917891476523352198476746352891984613752127584639563729148",
        "648271593271539648935486271856947312197823456423165987364758129589612734712394865",
        "812569734649173582735824619128695347497382156356417928974251863261938475583746291",
        "451263789732589614869741253187495326643127598295836147978652431514378962326914875",
    ];

    /// What is worked out once for a pair of rows gives the starts that the search finds, in the same order.
    #[test]
    fn second_rows_worked_out_once_give_the_same_starts() {
        for text in GRIDS {
            let grid = &parse_puzzles(Shape::NINE, text).expect("a grid")[0];
            assert!(grid.is_solution(), "{text}");
            for n_bands in 1..=4 {
                // Of one to three bands, seen one way, or the whole grid, seen both ways.
                let lines = match n_bands {
                    4 => Lines::new(grid),
                    _ => Lines::of_bands(Shape::NINE, &Lines::new(grid).views()[0], n_bands),
                };
                let mut by_search = Starts::new(&lines);
                by_search.collect();
                let readable = |start: &Start| (start.view, start.first, start.second, start.cols);
                let expected: Vec<_> = by_search.found.iter().map(readable).collect();
                let starts: Vec<_> = starts_of_nine(&lines).iter().map(readable).collect();
                assert_eq!(starts, expected, "{n_bands} bands of {text}");
                assert!(!starts.is_empty());
            }
        }
    }
}
