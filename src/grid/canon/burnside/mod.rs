//! The number of essentially different solution grids, without listing them.
//!
//! By Burnside's lemma it is the mean, over all ways of rearranging cells, of the number of
//! grids that the rearrangement maps onto themselves up to the names of digits, each counted
//! once for all names. Rearrangements that are conjugate map equally many, so one of each
//! conjugacy class is enough. All but the identity map so few grids onto themselves that
//! they are counted by going through them, where rows that may change places are kept in one
//! order and names of digits that differ by an order of columns are tried once; the identity
//! maps all, and their number is counted for the small shapes and taken from the literature
//! for 8x8 and 9x9.

use crate::grid::Shape;
use std::collections::{BTreeMap, HashSet};

/// The number of essentially different grids of a shape, and how it comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridCount {
    /// Essentially different grids.
    pub n_different: u128,
    /// All grids.
    pub n_grids: u128,
    /// Who counted all grids; `None`: this function.
    pub source: Option<&'static str>,
    /// Ways of rearranging the cells.
    pub n_rearrangements: u64,
    /// The classes of rearrangements that map grids onto themselves, the identity first.
    pub classes: Vec<FixedGridCount>,
}

/// How many grids the rearrangements of a class map onto themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedGridCount {
    /// Rearrangements in the class.
    pub size: u64,
    /// Grids that each of them maps onto itself up to the names of digits, counted once for all names.
    pub n_fixed: u128,
}

/// Numbers of all grids that are too large to be counted here, with their sources.
const PUBLISHED: [(&str, u128, &str); 3] = [
    ("2x4", 29_136_487_207_403_520, "by published enumeration"),
    ("4x2", 29_136_487_207_403_520, "by published enumeration"),
    ("3x3", 6_670_903_752_021_072_936_960, "by published enumeration (Felgenhauer and Jarvis, 2005)"),
];

/// Counts the essentially different solution grids of a shape by Burnside's lemma; `None` if `should_stop` says so.
///
/// ```
/// use cluesmith::grid::canon::count_grids;
///
/// let counted = count_grids("2x3".parse()?, &mut || false).expect("nobody stops it");
/// assert_eq!((counted.n_different, counted.n_grids), (49, 28_200_960));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It takes milliseconds for shapes up to 3x2, half a minute for 2x4 and 4x2, and minutes for 3x3; larger ones would
/// take too long.
pub fn count_grids(shape: Shape, should_stop: &mut dyn FnMut() -> bool) -> Option<GridCount> {
    let names = n_names(shape);
    let all = rearrangement_classes(shape);
    let mut classes = Vec::new();
    for class in &all {
        let n_fixed = n_fixed(class, should_stop)?;
        if n_fixed > 0 {
            classes.push(FixedGridCount { size: class.size, n_fixed });
        }
    }
    let n_rearrangements: u64 = all.iter().map(|class| class.size).sum();
    let sum: u128 = classes.iter().map(|class| u128::from(class.size) * class.n_fixed).sum();
    Some(GridCount {
        n_different: sum / u128::from(n_rearrangements),
        n_grids: classes.first().map_or(0, |identity| identity.n_fixed * names),
        source: published(shape).map(|(_, source)| source),
        n_rearrangements,
        classes,
    })
}

/// Ways to name the digits.
fn n_names(shape: Shape) -> u128 {
    (1..=shape.n() as u128).product()
}

/// The number of all grids of a shape and its source, if it is published.
fn published(shape: Shape) -> Option<(u128, &'static str)> {
    PUBLISHED.iter().find(|(name, ..)| shape.to_string() == *name).map(|&(_, n_grids, source)| (n_grids, source))
}

/// The number of grids that the rearrangements of a class map onto themselves, counted once for all names.
fn n_fixed(class: &RearrangementClass, should_stop: &mut dyn FnMut() -> bool) -> Option<u128> {
    match published(class.shape) {
        Some((n_grids, _)) if class.is_identity() => Some(n_grids / n_names(class.shape)),
        _ => class.n_fixed(should_stop).map(u128::from),
    }
}

/// Permutation of the lines of a grid that keeps bands together: source of each line.
type LineOrder = Vec<u8>;

/// A conjugacy class of the ways of rearranging the cells of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RearrangementClass {
    shape: Shape,
    /// Number of rearrangements in it.
    pub size: u64,
    /// For each cell, by index, the cell that it is moved to, by one rearrangement of the class.
    pub moves: Vec<u16>,
}

impl RearrangementClass {
    /// Whether it moves nothing.
    pub fn is_identity(&self) -> bool {
        self.moves.iter().enumerate().all(|(from, &to)| from == usize::from(to))
    }

    /// The number of grids that the rearrangement maps onto themselves up to the names of digits, where the first row
    /// is in ascending order; `None` if `should_stop` says so.
    pub fn n_fixed(&self, should_stop: &mut dyn FnMut() -> bool) -> Option<u64> {
        let n = self.shape.n();
        let mut search = FixedGrids::new(self, should_stop);
        // With all names known, a digit fills a whole cycle of cells, and what contradicts does so at once.
        let mut names: Vec<u8> = (0..n as u8).collect();
        let column_orders = self.like_columns();
        let mut counted = HashSet::new();
        let mut n_fixed = 0;
        loop {
            if !counted.contains(&names) {
                search.n_found = 0;
                search.with_names(&names);
                if search.is_stopped {
                    return None;
                }
                // The first row names the digits by their columns, so another order of columns gives other names, with
                // which there are as many grids.
                if search.n_found > 0 {
                    let alike: HashSet<Vec<u8>> = column_orders.iter().map(|order| renamed(&names, order)).collect();
                    n_fixed += search.n_found * alike.len() as u64;
                    counted.extend(alike.into_iter().filter(|other| *other > names));
                }
            }
            if !next_permutation(&mut names) {
                return Some(n_fixed * self.like_rows().0);
            }
        }
    }
}

impl RearrangementClass {
    /// The orders of columns that keep stacks together and change places with the rearrangement: it does not matter which
    /// of the two comes first.
    fn like_columns(&self) -> Vec<LineOrder> {
        let n = self.shape.n();
        let width = self.shape.boxes().map_or(n, |(_, width)| width);
        let mut orders = line_orders(n, width);
        orders.retain(|order| {
            let moved = |cell: usize| cell / n * n + usize::from(order[cell % n]);
            let moves = |cell: usize| usize::from(self.moves[cell]);
            (0..n * n).all(|cell| moves(moved(cell)) == moved(moves(cell)))
        });
        orders
    }

    /// Rows below the first that stay where they are may change places within their band, and so may bands of such rows:
    /// what comes of a grid is another grid that the rearrangement maps onto itself. In how many ways they can be placed,
    /// and the pairs of cells of the first column whose digits ascend in one of these.
    fn like_rows(&self) -> (u64, Vec<[usize; 2]>) {
        let n = self.shape.n();
        let height = self.shape.boxes().map_or(n, |(height, _)| height);
        let stays = |row: &usize| (row * n..(row + 1) * n).all(|cell| usize::from(self.moves[cell]) / n == *row);
        let (mut n_ways, mut pairs, mut first_rows) = (1, Vec::new(), Vec::new());
        let mut add = |rows: &[usize]| {
            n_ways *= (1..=rows.len() as u64).product::<u64>();
            pairs.extend(rows.windows(2).map(|rows| [rows[0] * n, rows[1] * n]));
        };
        for first in (0..n).step_by(height) {
            let rows: Vec<usize> = (first.max(1)..first + height).filter(stays).collect();
            add(&rows);
            first_rows.extend((rows.len() == height).then_some(first));
        }
        add(&first_rows);
        (n_ways, pairs)
    }
}

/// The conjugacy classes of all permutations of bands, stacks and lines within them, and of transposing where boxes are
/// square. None for irregular layouts.
pub fn rearrangement_classes(shape: Shape) -> Vec<RearrangementClass> {
    let n = shape.n();
    let Some((height, width)) = shape.boxes() else { return Vec::new() };
    let rows = line_classes(n, height);
    let of = |size: u64, is_transposed: bool, rows: &LineOrder, cols: &LineOrder| {
        let mut moves = vec![0; n * n];
        for (to_row, &row) in rows.iter().enumerate() {
            for (to_col, &col) in cols.iter().enumerate() {
                let from =
                    if is_transposed { col as usize * n + row as usize } else { row as usize * n + col as usize };
                moves[from] = (to_row * n + to_col) as u16;
            }
        }
        RearrangementClass { shape, size, moves }
    };
    let mut classes = Vec::new();
    if height != width {
        let cols = line_classes(n, width);
        for (row, n_rows) in &rows {
            classes.extend(cols.iter().map(|(col, n_cols)| of(n_rows * n_cols, false, row, col)));
        }
        return classes;
    }
    // Transposing exchanges what is done to rows and to columns.
    for (i, (row, n_rows)) in rows.iter().enumerate() {
        classes.extend(rows[..=i].iter().enumerate().map(|(j, (col, n_cols))| {
            let size = n_rows * n_cols * if i == j { 1 } else { 2 };
            of(size, false, row, col)
        }));
    }
    // Twice a rearrangement that transposes does to the rows what the product of its two permutations says.
    let identity: LineOrder = (0..n as u8).collect();
    let n_orders: u64 = rows.iter().map(|(_, size)| size).sum();
    classes.extend(rows.iter().map(|(row, size)| of(size * n_orders, true, row, &identity)));
    classes
}

/// The length of a cycle of bands, and the lengths of the cycles of lines once it is back.
type BandCycle = (usize, Vec<usize>);

/// What becomes of the names of digits if the digits are exchanged.
fn renamed(names: &[u8], digits: &[u8]) -> Vec<u8> {
    let mut others = vec![0; names.len()];
    for (digit, &name) in names.iter().enumerate() {
        others[usize::from(digits[digit])] = digits[usize::from(name)];
    }
    others
}

/// The orders of lines that keep bands of this height together.
fn line_orders(n: usize, height: usize) -> Vec<LineOrder> {
    let within = permutations(height);
    let mut orders: Vec<LineOrder> = vec![Vec::new()];
    let mut all = Vec::new();
    for bands in permutations(n / height) {
        orders.truncate(0);
        orders.push(Vec::new());
        for &band in &bands {
            orders = orders
                .iter()
                .flat_map(|order| {
                    within.iter().map(move |lines| {
                        let lines = lines.iter().map(|&line| band * height as u8 + line);
                        order.iter().copied().chain(lines).collect::<LineOrder>()
                    })
                })
                .collect();
        }
        all.append(&mut orders);
    }
    all
}

/// One of each conjugacy class of the orders of lines that keep bands of this height together, with the size of its
/// class.
fn line_classes(n: usize, height: usize) -> Vec<(LineOrder, u64)> {
    // Two such orders are conjugate if their cycles of bands agree, together with what a cycle does to the lines of a
    // band once it is back (a product of permutations, up to conjugation, that is, the lengths of its cycles).
    let mut classes: BTreeMap<Vec<BandCycle>, (LineOrder, u64)> = BTreeMap::new();
    for order in line_orders(n, height) {
        let mut cycles = Vec::new();
        let mut seen = vec![false; n / height];
        for start in 0..n / height {
            if seen[start] {
                continue;
            }
            let mut lines: Vec<usize> = (start * height..(start + 1) * height).collect();
            let mut length = 0;
            loop {
                seen[lines[0] / height] = true;
                length += 1;
                lines = lines.iter().map(|&line| usize::from(order[line])).collect();
                if lines[0] / height == start {
                    break;
                }
            }
            let once_around: Vec<usize> = lines.iter().map(|line| line - start * height).collect();
            cycles.push((length, cycle_lengths(&once_around)));
        }
        cycles.sort_unstable();
        classes.entry(cycles).or_insert_with(|| (order, 0)).1 += 1;
    }
    classes.into_values().collect()
}

fn cycle_lengths(permutation: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for start in 0..permutation.len() {
        let (mut at, mut length) = (start, 0);
        while !seen[at] {
            seen[at] = true;
            length += 1;
            at = permutation[at];
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    lengths
}

/// All permutations of so many things, ascending.
fn permutations(n: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |list: &Vec<u8>| -> Vec<Vec<u8>> {
            let open = (0..n as u8).filter(|i| !list.contains(i));
            open.map(|i| list.iter().copied().chain([i]).collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The next in ascending order; false after the last.
fn next_permutation(list: &mut [u8]) -> bool {
    let Some(at) = (1..list.len()).rev().find(|&i| list[i - 1] < list[i]) else { return false };
    let swap = (at..list.len()).rev().find(|&i| list[i] > list[at - 1]).unwrap_or(at);
    list.swap(at - 1, swap);
    list[at..].reverse();
    true
}

/// No digit.
const NONE: u8 = u8::MAX;

/// Cells filled, or names given, between two looks at the watch.
const POLL: u64 = 1 << 16;

/// Goes through the grids that a rearrangement maps onto themselves with other names for the digits.
struct FixedGrids<'a> {
    n: usize,
    /// For each number of moves the most cells of a house that are back after it.
    most_in_house: Vec<u32>,
    /// The cycles of cells, each in the order in which the rearrangement moves them.
    cycles: Vec<Vec<u16>>,
    /// The cycle of each cell, and which of its cells it is.
    place_of: Vec<(u16, u16)>,
    /// Row, column and box of each cell, as indices of `used`.
    houses: Vec<[u8; 3]>,
    /// 0-based digit of each cell.
    digits: Vec<u8>,
    n_filled: usize,
    /// Digits used in each row, then each column, then each box.
    used: [u32; 48],
    /// The digit that each digit becomes after so many moves.
    names: Vec<[u8; 16]>,
    /// The digits that come back to themselves after so many moves, as bits.
    returning: Vec<u32>,
    /// For each cycle the numbers of moves that take some of its cells into a house where it was before, and the
    /// digits, as bits, that have another name there and come back at the end.
    meetings: Vec<Vec<u16>>,
    domains: Vec<u32>,
    /// Cells of the first column in rows that may change places: the digit of the first comes before that of the second.
    ordered: Vec<[usize; 2]>,
    n_found: u64,
    /// Since the last look at the watch.
    n_steps: u64,
    is_stopped: bool,
    should_stop: &'a mut dyn FnMut() -> bool,
}

impl<'a> FixedGrids<'a> {
    fn new(class: &RearrangementClass, should_stop: &'a mut dyn FnMut() -> bool) -> FixedGrids<'a> {
        let (shape, n_cells) = (class.shape, class.moves.len());
        let n = shape.n();
        let mut cycles: Vec<Vec<u16>> = Vec::new();
        let mut place_of = vec![(u16::MAX, 0); n_cells];
        for start in 0..n_cells {
            if place_of[start].0 != u16::MAX {
                continue;
            }
            let (mut cycle, mut cell) = (Vec::new(), start);
            while place_of[cell].0 == u16::MAX {
                place_of[cell] = (cycles.len() as u16, cycle.len() as u16);
                cycle.push(cell as u16);
                cell = usize::from(class.moves[cell]);
            }
            cycles.push(cycle);
        }
        let houses = |cell: usize| {
            let (row, col) = (cell / n, cell % n);
            let bx = shape.box_of(shape.cell(row, col));
            [row as u8, 16 + col as u8, 32 + bx as u8]
        };
        let longest = cycles.iter().map(Vec::len).max().unwrap_or_default();
        let most_in_house = |length: usize| {
            let mut in_house = [0; 48];
            for cell in cycles.iter().filter(|cycle| length.is_multiple_of(cycle.len())).flatten() {
                for house in houses(usize::from(*cell)) {
                    in_house[usize::from(house)] += 1;
                }
            }
            in_house.into_iter().max().unwrap_or_default()
        };
        // The first entry, of no move at all, says nothing.
        let most_in_house = (0..=longest).map(|length| if length == 0 { 0 } else { most_in_house(length) }).collect();
        let share = |a: u16, b: u16| houses(usize::from(a)).iter().zip(houses(usize::from(b))).any(|(&a, b)| a == b);
        let meets = |cycle: &Vec<u16>| {
            let meets = |moves: &u16| {
                let moved = cycle.iter().cycle().skip(usize::from(*moves));
                cycle.iter().zip(moved).any(|(&a, &b)| share(a, b))
            };
            (1..cycle.len() as u16).filter(meets).collect()
        };
        let (n_cycles, meetings) = (cycles.len(), cycles.iter().map(meets).collect());
        FixedGrids {
            n,
            most_in_house,
            cycles,
            place_of,
            houses: (0..n_cells).map(houses).collect(),
            digits: vec![NONE; n_cells],
            n_filled: 0,
            used: [0; 48],
            names: vec![[0; 16]; longest + 1],
            returning: vec![0; longest + 1],
            meetings,
            domains: vec![0; n_cycles],
            ordered: class.like_rows().1,
            n_found: 0,
            n_steps: 0,
            is_stopped: false,
            should_stop,
        }
    }

    /// Counts the grids whose digits change their names like this, where the first row is in ascending order.
    fn with_names(&mut self, names: &[u8]) {
        // Most names contradict before any cell is filled.
        self.n_steps += self.names.len() as u64;
        self.look();
        for digit in 0..self.n {
            self.names[0][digit] = digit as u8;
        }
        for moves in 1..self.names.len() {
            self.returning[moves] = 0;
            for digit in 0..self.n {
                let name = names[usize::from(self.names[moves - 1][digit])];
                self.names[moves][digit] = name;
                self.returning[moves] |= u32::from(usize::from(name) == digit) << digit;
            }
        }
        for ((domain, cycle), meetings) in self.domains.iter_mut().zip(&self.cycles).zip(&self.meetings) {
            let clash = meetings.iter().fold(0, |clash, &moves| clash | self.returning[usize::from(moves)]);
            *domain = self.returning[cycle.len()] & !clash;
        }
        if self.domains.contains(&0) {
            return;
        }
        // A cycle takes a digit that comes back when the cycle is over, and cells of a house take different ones.
        if self.most_in_house.iter().zip(&self.returning).all(|(&n_cells, digits)| n_cells <= digits.count_ones()) {
            self.first_row(0);
        }
    }

    /// Fills the first row from this column on, then all other cells.
    fn first_row(&mut self, col: usize) {
        if col == self.n {
            self.count();
        } else if self.digits[col] == NONE {
            let n_placed = self.place(col, col as u8);
            if n_placed == self.cycles[usize::from(self.place_of[col].0)].len() {
                self.first_row(col + 1);
            }
            self.take_back(col, n_placed);
        } else if usize::from(self.digits[col]) == col {
            self.first_row(col + 1);
        }
    }

    /// Digits that a cell may have: those that its houses leave and that come back with its cycle.
    #[inline]
    fn candidates(&self, cell: usize) -> u32 {
        let [row, col, bx] = self.houses[cell].map(|house| self.used[usize::from(house)]);
        self.domains[usize::from(self.place_of[cell].0)] & !(row | col | bx)
    }

    /// Fills a cell and all of its cycle; gives the number of cells that were filled before one contradicted.
    fn place(&mut self, cell: usize, digit: u8) -> usize {
        self.n_steps += 1;
        let (cycle, at) = self.place_of[cell];
        let n_placed = self.cycles[usize::from(cycle)].len();
        if self.domains[usize::from(cycle)] >> digit & 1 == 0 {
            return 0;
        }
        let cycle = &self.cycles[usize::from(cycle)];
        for moves in 0..n_placed {
            let cell = usize::from(cycle[(usize::from(at) + moves) % n_placed]);
            let digit = self.names[moves][usize::from(digit)];
            let [row, col, bx] = self.houses[cell].map(|house| self.used[usize::from(house)]);
            if (row | col | bx) >> digit & 1 == 1 {
                return moves;
            }
            for house in self.houses[cell] {
                self.used[usize::from(house)] |= 1 << digit;
            }
            self.digits[cell] = digit;
            self.n_filled += 1;
        }
        n_placed
    }

    /// Empties the first cells of the cycle of a cell, from this cell on.
    fn take_back(&mut self, cell: usize, n_placed: usize) {
        let (cycle, at) = self.place_of[cell];
        let cycle = &self.cycles[usize::from(cycle)];
        for moves in 0..n_placed {
            let cell = usize::from(cycle[(usize::from(at) + moves) % cycle.len()]);
            for house in self.houses[cell] {
                self.used[usize::from(house)] &= !(1 << self.digits[cell]);
            }
            self.digits[cell] = NONE;
            self.n_filled -= 1;
        }
    }

    /// Looks at the watch now and then.
    #[inline]
    fn look(&mut self) {
        if self.n_steps >= POLL {
            self.n_steps = 0;
            self.is_stopped |= (self.should_stop)();
        }
    }

    /// Counts the ways to fill what is left.
    fn count(&mut self) {
        // A digit that is not known yet comes after all others.
        if self.ordered.iter().any(|pair| self.digits[pair[0]] > self.digits[pair[1]] && self.digits[pair[0]] != NONE) {
            return;
        }
        if self.n_filled == self.digits.len() {
            self.n_found += 1;
            return;
        }
        self.look();
        if self.is_stopped {
            return;
        }
        let mut best = (u32::MAX, 0, 0);
        for cycle in &self.cycles {
            let cell = usize::from(cycle[0]);
            if self.digits[cell] == NONE {
                let open = self.candidates(cell);
                let n_open = open.count_ones();
                if n_open < best.0 {
                    best = (n_open, cell, open);
                    if n_open <= 1 {
                        break;
                    }
                }
            }
        }
        let (_, cell, mut open) = best;
        let length = self.cycles[usize::from(self.place_of[cell].0)].len();
        while open != 0 {
            let digit = open.trailing_zeros() as u8;
            open &= open - 1;
            let n_placed = self.place(cell, digit);
            if n_placed == length {
                self.count();
            }
            self.take_back(cell, n_placed);
        }
    }
}

#[cfg(test)]
mod tests;
