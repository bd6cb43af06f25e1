//! Subsets, fish and leftovers in bit matrices: as many bases as covers.

use super::{Closure, Pending};
use crate::grid::{DigitSet, Geometry, RegionPlaces, Shape, array_of};
use crate::logic::{StrategyId, StrategySet, narrow_choices, strategy};
use std::ops::ControlFlow;

/// Naked subsets, hidden subsets, fish and leftovers by size.
const KINDS: [[StrategyId; 3]; 4] = [
    [StrategyId::NakedPair, StrategyId::NakedTriple, StrategyId::NakedQuad],
    [StrategyId::HiddenPair, StrategyId::HiddenTriple, StrategyId::HiddenQuad],
    [StrategyId::XWing, StrategyId::Swordfish, StrategyId::Jellyfish],
    [StrategyId::Leftovers2, StrategyId::Leftovers3, StrategyId::Leftovers4],
];

/// How many open bases rules of the allowed strategies have, met bases making up the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    /// By kind and number of open bases less one: how many met bases a rule of the smallest such strategy
    /// needs besides; `None` if there is no such strategy, or singles do what it does.
    n_met: [[Option<u8>; 4]; 4],
    is_empty: bool,
}

impl Widths {
    pub(super) fn of(strategies: StrategySet, shape: Shape) -> Widths {
        let mut n_met = [[None; 4]; 4];
        for (of_kind, kind) in n_met.iter_mut().zip(KINDS) {
            let allowed = kind.into_iter().filter(|&id| strategies.contains(id) && strategy(id).exists_on(shape));
            for logic in allowed.filter_map(|id| strategy(id).set_logic()) {
                for n_met in 0..=logic.most_met(strategies) {
                    of_kind[logic.size - n_met - 1] = Some(n_met as u8);
                }
            }
        }
        Widths { n_met, is_empty: n_met.iter().flatten().all(Option::is_none) }
    }

    /// Whether there are neither subsets nor fish nor leftovers.
    pub(super) const fn is_empty(&self) -> bool {
        self.is_empty
    }
}

impl<const N: usize> Closure<N> {
    /// One pass of subsets, fish and leftovers, smallest first; true if anything was ruled out.
    pub(super) fn subsets(&mut self, pending: &mut Pending) -> bool {
        let n_marks = self.n_marks;
        for n_open in 1..=4 {
            let [naked, hidden, fish, leftovers] = self.widths.n_met.map(|of_kind| of_kind[n_open - 1]);
            if [naked, hidden, fish, leftovers] == [None; 4] {
                continue;
            }
            for line in 0..N {
                if let Some(n_met) = naked {
                    let size = (n_open, n_met);
                    let row = self.cells[line];
                    self.hall(&row, size, pending, |_, i, j| (line, i, j));
                    let col: [u32; N] = array_of(|row| self.cells[row][line]);
                    self.hall(&col, size, pending, |_, i, j| (i, line, j));
                    let cell = |layout: &Geometry, i: usize| layout.places.box_cell[line * N + i] as usize;
                    let bx: [u32; N] = array_of(|i| {
                        let cell = cell(&self.layout, i);
                        self.cells[cell / N][cell % N]
                    });
                    self.hall(&bx, size, pending, |layout, i, j| (cell(layout, i) / N, cell(layout, i) % N, j));
                }
                if let Some(n_met) = hidden {
                    let size = (n_open, n_met);
                    let row = self.rows[line];
                    self.hall(&row, size, pending, |_, i, j| (line, j, i));
                    let col = self.cols[line];
                    self.hall(&col, size, pending, |_, i, j| (j, line, i));
                    let bx = self.boxes[line];
                    self.hall(&bx, size, pending, |layout, i, j| {
                        let cell = layout.places.box_cell[line * N + j] as usize;
                        (cell / N, cell % N, i)
                    });
                }
                if let Some(n_met) = fish {
                    let size = (n_open, n_met);
                    let rows: [u32; N] = array_of(|row| self.rows[row][line]);
                    self.hall(&rows, size, pending, |_, i, j| (i, j, line));
                    let cols: [u32; N] = array_of(|col| self.cols[col][line]);
                    self.hall(&cols, size, pending, |_, i, j| (j, i, line));
                }
                if let Some(n_met) = leftovers {
                    self.leftovers(line, (n_open, n_met), pending);
                }
                if self.broken || !pending.is_empty() {
                    return true;
                }
            }
            for house in 0..self.further.len() {
                let at = |layout: &Geometry, i: usize| {
                    let cell = layout.house_cells[3 * N + house][i].index();
                    (cell / N, cell % N)
                };
                if let Some(n_met) = naked {
                    let marks: [u32; N] = array_of(|i| {
                        let (row, col) = at(&self.layout, i);
                        self.cells[row][col]
                    });
                    self.hall(&marks, (n_open, n_met), pending, |layout, i, j| (at(layout, i).0, at(layout, i).1, j));
                }
                if let Some(n_met) = hidden {
                    let places = self.further[house];
                    self.hall(&places, (n_open, n_met), pending, |layout, i, j| (at(layout, j).0, at(layout, j).1, i));
                }
                if self.broken || !pending.is_empty() {
                    return true;
                }
            }
            if self.n_marks != n_marks {
                return true;
            }
        }
        false
    }

    /// Finds bases of the matrix whose places lie in as many covers and rules out the other places
    /// of these covers; `at` names the candidate of base i and cover j. So many of the bases are open; as many as
    /// the second number have to be met, but are not looked at further, since placing their candidates cleared their covers.
    fn hall(
        &mut self,
        places: &[u32; N],
        size: (usize, u8),
        pending: &mut Pending,
        at: impl Fn(&Geometry, usize, usize) -> (usize, usize, usize),
    ) {
        let is_placed = |base: usize, mask: u32| {
            let (row, col, _) = at(&self.layout, base, mask.trailing_zeros() as usize);
            self.placed[row] >> col & 1 == 1
        };
        let (found, n_found) = tight(places, size, is_placed);
        for &(bases, covers) in &found[..n_found] {
            for base in (0..N).filter(|&base| bases >> base & 1 == 0) {
                let mut out = places[base] & covers;
                while out != 0 {
                    let (row, col, digit) = at(&self.layout, base, out.trailing_zeros() as usize);
                    // An earlier find of this call may have ruled it out already.
                    if self.cells[row][col] >> digit & 1 == 1 {
                        self.eliminate(row, col, digit, pending);
                    }
                    out &= out - 1;
                }
            }
            if self.broken {
                return;
            }
        }
    }

    /// Regions whose places of a digit lie in as many rows or columns, and rows and columns whose places lie in as many
    /// regions. Unlike in [`Closure::hall`] a base may have several places in a cover.
    fn leftovers(&mut self, digit: usize, size: (usize, u8), pending: &mut Pending) {
        for by_column in [false, true] {
            for of_region in [true, false] {
                // The cell at this place of a region or line, with the cover it lies in.
                let at = |places: &RegionPlaces, base: usize, place: usize| {
                    let (row, col) = match (of_region, by_column) {
                        (true, _) => {
                            let cell = places.box_cell[base * N + place] as usize;
                            (cell / N, cell % N)
                        }
                        (false, false) => (base, place),
                        (false, true) => (place, base),
                    };
                    let line = if by_column { col } else { row };
                    (row, col, if of_region { line } else { usize::from(places.box_of[row * N + col]) })
                };
                let left: [u32; N] = array_of(|base| match (of_region, by_column) {
                    (true, _) => self.boxes[base][digit],
                    (false, false) => self.rows[base][digit],
                    (false, true) => self.cols[base][digit],
                });
                let covers: [u32; N] = array_of(|base| {
                    DigitSet(left[base])
                        .iter()
                        .fold(0, |mask, place| mask | 1 << at(&self.layout.places, base, place.index()).2)
                });
                let is_placed = |base: usize, _| {
                    let (row, col, _) = at(&self.layout.places, base, left[base].trailing_zeros() as usize);
                    left[base].is_power_of_two() && self.placed[row] >> col & 1 == 1
                };
                let (found, n_found) = tight(&covers, size, is_placed);
                for &(bases, covers) in &found[..n_found] {
                    for base in (0..N).filter(|&base| bases >> base & 1 == 0) {
                        for place in DigitSet(left[base]).iter() {
                            let (row, col, cover) = at(&self.layout.places, base, place.index());
                            if covers >> cover & 1 == 1 && self.cells[row][col] >> digit & 1 == 1 {
                                self.eliminate(row, col, digit, pending);
                            }
                        }
                    }
                    if self.broken {
                        return;
                    }
                }
            }
        }
    }
}

/// Choices of open bases, with their covers, as masks: bases that lie in as many covers, which hold other bases besides.
/// The first few, and how many there are; the next pass finds more.
#[inline]
fn tight<const N: usize>(
    covers: &[u32; N],
    (size, n_met): (usize, u8),
    is_placed: impl Fn(usize, u32) -> bool,
) -> ([(u32, u32); 4], usize) {
    let mut found: [(u32, u32); 4] = [(0, 0); 4];
    let (mut usable, mut masks) = ([0u8; N], [0u32; N]);
    let mut n_usable = 0;
    let mut n_open = 0;
    let mut n_placed = 0;
    for (base, &mask) in covers.iter().enumerate() {
        if mask == 0 {
            continue;
        }
        if mask.is_power_of_two() && is_placed(base, mask) {
            n_placed += 1;
            continue;
        }
        n_open += 1;
        if mask.count_ones() as usize <= size {
            (usable[n_usable], masks[n_usable]) = (base as u8, mask);
            n_usable += 1;
        }
    }
    if n_usable < size || n_open <= size || n_placed < n_met {
        return (found, 0);
    }
    let mut n_found = 0;
    let _ = narrow_choices(size, &masks[..n_usable], &mut |chosen, union| {
        let bases = chosen.iter().fold(0u32, |bases, &position| bases | 1 << usable[position]);
        let useful = covers.iter().enumerate().any(|(base, mask)| bases >> base & 1 == 0 && mask & union != 0);
        if useful {
            found[n_found] = (bases, union);
            n_found += 1;
        }
        if n_found < found.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (found, n_found)
}
