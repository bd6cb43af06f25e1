//! The solver for every other shape: one set of cells a digit.
//!
//! Cells with one digit are found for all cells at once by adding the digits' sets bit by
//! bit; places of a digit by counting within houses. Guesses go to whatever has the fewest
//! options, a cell or a digit in a house.

use super::Sink;
use crate::grid::{Cell, Digit, Geometry, Puzzle, Shape, array_of};

type Set<const W: usize> = [u64; W];

struct Tables<const W: usize> {
    houses: Vec<Set<W>>,
    peers: Vec<Set<W>>,
    /// Cells that do not hold consecutive digits, for each cell; empty where there is no such rule.
    not_consecutive: Vec<Set<W>>,
}

#[derive(Clone)]
struct GeneralState<const W: usize, const D: usize> {
    /// Cells where each digit may stand; solved cells count for their digit.
    candidates: [Set<W>; D],
    /// Cells without a digit.
    open: Set<W>,
    /// Digits whose candidates changed since their houses were looked at.
    changed: u32,
}

struct Contradiction;

#[inline]
fn count<const W: usize>(a: &Set<W>, b: &Set<W>) -> u32 {
    let mut count = 0;
    for i in 0..W {
        count += (a[i] & b[i]).count_ones();
    }
    count
}

#[inline]
fn cells<const W: usize>(set: Set<W>) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                64 * i + bit
            })
        })
    })
}

#[inline]
fn has<const W: usize>(set: &Set<W>, cell: usize) -> bool {
    set[cell / 64] >> (cell % 64) & 1 == 1
}

impl<const W: usize> Tables<W> {
    fn new(geometry: &Geometry) -> Tables<W> {
        let set = |cells: &[Cell]| {
            let mut set = [0; W];
            for cell in cells {
                set[cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            set
        };
        Tables {
            houses: geometry.house_cells.iter().map(|cells| set(cells)).collect(),
            peers: geometry.peers.iter().map(|cells| set(cells)).collect(),
            not_consecutive: geometry
                .not_consecutive
                .iter()
                .map(|cells| set(&cells.iter().collect::<Vec<_>>()))
                .collect(),
        }
    }
}

/// Hands every solution over until the receiver has enough. W words hold the cells, and D is at least the number of
/// digits.
pub(super) fn search<const W: usize, const D: usize>(puzzle: &Puzzle, sink: &mut Sink<'_>) -> bool {
    let shape = puzzle.shape();
    let tables = Tables::<W>::new(&shape.geometry());
    let mut all = [0; W];
    for cell in shape.cells() {
        all[cell.index() / 64] |= 1 << (cell.index() % 64);
    }
    let mut state: GeneralState<W, D> =
        GeneralState { candidates: [[0; W]; D], open: all, changed: (1 << shape.n()) - 1 };
    state.candidates[..shape.n()].fill(all);
    if shape.has_rules() {
        for (cell, allowed) in shape.rules().restricted() {
            for digit in (0..shape.n()).filter(|&digit| !allowed.contains(Digit::from_index(digit))) {
                state.candidates[digit][cell.index() / 64] &= !(1 << (cell.index() % 64));
            }
        }
    }
    for (cell, digit) in puzzle.clues() {
        if !has(&state.candidates[digit.index()], cell.index()) {
            return true;
        }
        state.place(&tables, shape.n(), cell.index(), digit.index());
    }
    run(&mut state, &tables, shape, sink)
}

/// False when the receiver has enough, or the search was stopped or takes too many guesses.
fn run<const W: usize, const D: usize>(
    state: &mut GeneralState<W, D>,
    tables: &Tables<W>,
    shape: Shape,
    sink: &mut Sink<'_>,
) -> bool {
    let n = shape.n();
    loop {
        let Ok(guess) = state.propagate(tables, n) else { return true };
        let Some((cell, digit)) = guess else {
            return sink.take(|| state.values(shape));
        };
        if sink.is_stopped() || sink.is_out_of_guesses() {
            return false;
        }
        let mut next = state.clone();
        next.place(tables, n, cell, digit);
        if !run(&mut next, tables, shape, sink) {
            return false;
        }
        state.candidates[digit][cell / 64] &= !(1 << (cell % 64));
        state.changed |= 1 << digit;
    }
}

impl<const W: usize, const D: usize> GeneralState<W, D> {
    fn place(&mut self, tables: &Tables<W>, n: usize, cell: usize, digit: usize) {
        let bit = 1 << (cell % 64);
        for (other, candidates) in self.candidates[..n].iter_mut().enumerate() {
            if other != digit && candidates[cell / 64] & bit != 0 {
                candidates[cell / 64] &= !bit;
                self.changed |= 1 << other;
            }
        }
        for (word, peers) in self.candidates[digit].iter_mut().zip(&tables.peers[cell]) {
            *word &= !peers;
        }
        if let Some(neighbours) = tables.not_consecutive.get(cell) {
            for other in [digit.checked_sub(1), Some(digit + 1).filter(|&next| next < n)].into_iter().flatten() {
                for (word, neighbours) in self.candidates[other].iter_mut().zip(neighbours) {
                    *word &= !neighbours;
                }
                self.changed |= 1 << other;
            }
        }
        self.open[cell / 64] &= !bit;
        self.changed |= 1 << digit;
    }

    /// Everything that follows from singles; then a cell and a digit to guess, `None` if all is solved.
    fn propagate(&mut self, tables: &Tables<W>, n: usize) -> Result<Option<(usize, usize)>, Contradiction> {
        loop {
            let (mut one, mut two, mut three) = ([0; W], [0; W], [0; W]);
            for candidates in &self.candidates[..n] {
                for i in 0..W {
                    three[i] |= two[i] & candidates[i];
                    two[i] |= one[i] & candidates[i];
                    one[i] |= candidates[i];
                }
            }
            if (0..W).any(|i| self.open[i] & !one[i] != 0) {
                return Err(Contradiction);
            }
            let single: Set<W> = array_of(|i| self.open[i] & !two[i]);
            if single != [0; W] {
                for cell in cells(single) {
                    // An earlier one of these may have taken its last digit.
                    let Some(digit) = (0..n).find(|&digit| has(&self.candidates[digit], cell)) else {
                        return Err(Contradiction);
                    };
                    self.place(tables, n, cell, digit);
                }
                continue;
            }
            if self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                for house in &tables.houses {
                    match count(&self.candidates[digit], house) {
                        0 => return Err(Contradiction),
                        1 => {
                            let places: Set<W> = array_of(|i| self.candidates[digit][i] & house[i]);
                            let Some(cell) = cells(places).next() else { return Err(Contradiction) };
                            if has(&self.open, cell) {
                                self.place(tables, n, cell, digit);
                            }
                        }
                        _ => {}
                    }
                }
                continue;
            }
            if self.open == [0; W] {
                return Ok(None);
            }
            let pair = cells(array_of::<u64, W>(|i| self.open[i] & !three[i])).next();
            return Ok(Some(pair.map_or_else(|| self.fewest(tables, n), |cell| (cell, self.first_digit(cell, n)))));
        }
    }

    fn first_digit(&self, cell: usize, n: usize) -> usize {
        (0..n).find(|&digit| has(&self.candidates[digit], cell)).unwrap_or_default()
    }

    /// A cell and a digit of the open cell or house-digit with the fewest options.
    fn fewest(&self, tables: &Tables<W>, n: usize) -> (usize, usize) {
        let mut best = (u32::MAX, 0, 0);
        for cell in cells(self.open) {
            let options = (0..n).filter(|&digit| has(&self.candidates[digit], cell)).count() as u32;
            if options < best.0 {
                best = (options, cell, self.first_digit(cell, n));
            }
        }
        for (digit, candidates) in self.candidates[..n].iter().enumerate() {
            for house in &tables.houses {
                let options = count(candidates, house);
                if options > 1 && options < best.0 {
                    let places: Set<W> = array_of(|i| candidates[i] & house[i]);
                    best = (options, cells(places).next().unwrap_or_default(), digit);
                }
            }
        }
        (best.1, best.2)
    }

    fn values(&self, shape: Shape) -> Vec<u8> {
        (0..shape.n_cells()).map(|cell| self.first_digit(cell, shape.n()) as u8 + 1).collect()
    }
}
