//! Subsets, fish and leftovers in bit matrices: as many bases as covers.

use super::{Closure, Pending};
use crate::grid::{DigitSet, Geometry, RegionPlaces, Shape, array_of};
use crate::logic::set_logic::fitting_choices;
use crate::logic::{StrategyId, StrategySet, strategy};
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
    /// By kind and number of open bases less one.
    of_kind: [[Option<Width>; 4]; 4],
    is_empty: bool,
}

/// What rules of a kind with so many open bases need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Width {
    /// How many met bases a rule of the smallest such strategy needs besides.
    n_met: u8,
    /// Numbers of open bases (bit n for n of them) with which a smaller rule says the same; see [`COMPLEMENT`].
    is_said: u32,
}

/// Rules of this kind about `n` of `m` open bases say what rules of the returned kind say about `m - n`: if two cells of
/// a row have two digits between them, the other digits of the row have the other cells between them. The places of
/// rows and columns are one matrix, too. Leftovers have none.
const COMPLEMENT: [Option<usize>; 4] = [Some(1), Some(0), Some(2), None];

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
        let mut of_kind = [[None; 4]; 4];
        for kind in 0..4 {
            for size in 1..=4 {
                // Of two rules that say the same the smaller one is looked for, of equal sizes the one of cells.
                let says_the_same = |&rest: &usize| {
                    COMPLEMENT[kind]
                        .is_some_and(|other| (rest < size || kind == 1) && n_met[other][rest - 1] == Some(0))
                };
                let is_said = (1..=size).filter(says_the_same).fold(0, |mask, rest| mask | 1 << (size + rest));
                of_kind[kind][size - 1] = n_met[kind][size - 1].map(|n_met| Width { n_met, is_said });
            }
        }
        Widths { of_kind, is_empty: n_met.iter().flatten().all(Option::is_none) }
    }

    /// Whether there are neither subsets nor fish nor leftovers.
    pub(super) const fn is_empty(&self) -> bool {
        self.is_empty
    }
}

/// Houses and digits, as masks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touched {
    rows: u32,
    cols: u32,
    boxes: u32,
    digits: u32,
}

impl Touched {
    /// All of a grid with so many rows.
    pub(super) const fn all(n: usize) -> Touched {
        let all = (1u32 << n) - 1;
        Touched { rows: all, cols: all, boxes: all, digits: all }
    }

    pub(super) const NONE: Touched = Touched { rows: 0, cols: 0, boxes: 0, digits: 0 };

    /// Adds what a candidate lies in.
    #[inline]
    pub(super) const fn add(&mut self, row: usize, col: usize, bx: usize, digit: usize) {
        self.rows |= 1 << row;
        self.cols |= 1 << col;
        self.boxes |= 1 << bx;
        self.digits |= 1 << digit;
    }

    const fn add_all(&mut self, other: Touched) {
        self.rows |= other.rows;
        self.cols |= other.cols;
        self.boxes |= other.boxes;
        self.digits |= other.digits;
    }
}

/// The lowest bit of a mask, which is taken out.
#[inline]
const fn take_lowest(mask: &mut u32) -> Option<usize> {
    if *mask == 0 {
        return None;
    }
    let lowest = mask.trailing_zeros() as usize;
    *mask &= *mask - 1;
    Some(lowest)
}

impl<const N: usize> Closure<N> {
    /// One pass of subsets, fish and leftovers, smallest first, wherever something changed since they were last looked
    /// for, and in all houses that rules add; true if anything was ruled out.
    pub(super) fn subsets(&mut self, pending: &mut Pending) -> bool {
        let n_marks = self.n_marks;
        let touched = std::mem::replace(&mut self.touched, Touched::NONE);
        for open in &mut self.open {
            open.add_all(touched);
        }
        self.subsets_of::<1>(pending)
            || self.subsets_of::<2>(pending)
            || self.subsets_of::<3>(pending)
            || self.subsets_of::<4>(pending)
            || self.n_marks != n_marks
    }

    /// Those with so many open bases; true if the grid is broken or something has to be done before others are looked
    /// for.
    fn subsets_of<const SIZE: usize>(&mut self, pending: &mut Pending) -> bool {
        let n_marks = self.n_marks;
        let [naked, hidden, fish, leftovers] = self.widths.of_kind.map(|of_kind| of_kind[SIZE - 1]);
        if [naked, hidden, fish, leftovers] == [None; 4] {
            return false;
        }
        let subsets = [naked, hidden];
        while let Some(row) = take_lowest(&mut self.open[SIZE - 1].rows) {
            if self.in_house::<SIZE>(subsets, pending, |closure| closure.rows[row], |_, col| (row, col)) {
                return true;
            }
        }
        while let Some(col) = take_lowest(&mut self.open[SIZE - 1].cols) {
            if self.in_house::<SIZE>(subsets, pending, |closure| closure.cols[col], |_, row| (row, col)) {
                return true;
            }
        }
        while let Some(bx) = take_lowest(&mut self.open[SIZE - 1].boxes) {
            let cell = |layout: &Geometry, position: usize| {
                let cell = layout.places.box_cell[bx * N + position] as usize;
                (cell / N, cell % N)
            };
            if self.in_house::<SIZE>(subsets, pending, |closure| closure.boxes[bx], cell) {
                return true;
            }
        }
        while let Some(digit) = take_lowest(&mut self.open[SIZE - 1].digits) {
            if let Some(width) = fish {
                let rows: [u32; N] = array_of(|row| self.rows[row][digit]);
                self.hall::<SIZE>(&rows, width, pending, |_, i, j| (i, j, digit));
                let cols: [u32; N] = array_of(|col| self.cols[col][digit]);
                self.hall::<SIZE>(&cols, width, pending, |_, i, j| (j, i, digit));
            }
            if let Some(width) = leftovers {
                self.leftovers::<SIZE>(digit, width, pending);
            }
            if self.broken || !pending.is_empty() {
                return true;
            }
        }
        for house in 0..self.further.len() {
            let cell = |layout: &Geometry, position: usize| {
                let cell = layout.house_cells[3 * N + house][position].index();
                (cell / N, cell % N)
            };
            if self.in_house::<SIZE>(subsets, pending, |closure| closure.further[house], cell) {
                return true;
            }
        }
        self.n_marks != n_marks
    }

    /// Naked and hidden subsets of a house, whose places of each digit and whose cells by position are given; true as in
    /// [`Closure::subsets_of`].
    #[inline]
    fn in_house<const SIZE: usize>(
        &mut self,
        [naked, hidden]: [Option<Width>; 2],
        pending: &mut Pending,
        places: impl Fn(&Closure<N>) -> [u32; N],
        cell: impl Fn(&Geometry, usize) -> (usize, usize),
    ) -> bool {
        if let Some(width) = naked {
            let marks: [u32; N] = array_of(|position| {
                let (row, col) = cell(&self.layout, position);
                self.cells[row][col]
            });
            self.hall::<SIZE>(&marks, width, pending, |layout, position, digit| {
                let (row, col) = cell(layout, position);
                (row, col, digit)
            });
        }
        if let Some(width) = hidden {
            let places = places(self);
            self.hall::<SIZE>(&places, width, pending, |layout, digit, position| {
                let (row, col) = cell(layout, position);
                (row, col, digit)
            });
        }
        self.broken || !pending.is_empty()
    }

    /// Finds bases of the matrix whose places lie in as many covers and rules out the other places
    /// of these covers; `at` names the candidate of base i and cover j. `SIZE` of the bases are open; as many as
    /// the width says have to be met, but are not looked at further, since placing their candidates cleared their covers.
    fn hall<const SIZE: usize>(
        &mut self,
        places: &[u32; N],
        width: Width,
        pending: &mut Pending,
        at: impl Fn(&Geometry, usize, usize) -> (usize, usize, usize),
    ) {
        let is_placed = |base: usize, mask: u32| {
            let (row, col, _) = at(&self.layout, base, mask.trailing_zeros() as usize);
            self.placed[row] >> col & 1 == 1
        };
        let (found, n_found) = tight::<N, SIZE>(places, width, self.naked && self.hidden, is_placed);
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
    fn leftovers<const SIZE: usize>(&mut self, digit: usize, width: Width, pending: &mut Pending) {
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
                let (found, n_found) = tight::<N, SIZE>(&covers, width, false, is_placed);
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

/// Choices of `SIZE` open bases, with their covers, as masks: bases that lie in as many covers, which hold other bases
/// besides. The first few, and how many there are; the next pass finds more. Where all singles are placed sooner or
/// later, bases with one cover are taken as placed.
#[inline]
fn tight<const N: usize, const SIZE: usize>(
    covers: &[u32; N],
    width: Width,
    places_singles: bool,
    is_placed: impl Fn(usize, u32) -> bool,
) -> ([(u32, u32); 4], usize) {
    let mut found: [(u32, u32); 4] = [(0, 0); 4];
    let (mut usable, mut masks) = ([0u8; N], [0u32; N]);
    let mut n_usable = 0;
    let mut n_open = 0;
    let mut n_placed = 0;
    for (base, &mask) in covers.iter().enumerate() {
        // Without branches where singles are placed anyway: every second would be mispredicted.
        let is_single = DigitSet(mask).has_at_most(1);
        let is_open = !is_single || !places_singles && mask != 0 && !is_placed(base, mask);
        (usable[n_usable], masks[n_usable]) = (base as u8, mask);
        n_usable += usize::from(is_open & DigitSet(mask).has_at_most(SIZE));
        n_open += usize::from(is_open);
        n_placed += u8::from(!is_open) & u8::from(mask != 0);
    }
    if n_usable < SIZE || n_open <= SIZE || n_placed < width.n_met || width.is_said >> n_open & 1 == 1 {
        return (found, 0);
    }
    let mut n_found = 0;
    let fits = |union| DigitSet(union).has_at_most(SIZE);
    let _ = fitting_choices::<SIZE>(&masks[..n_usable], 0, &fits, &mut |chosen, union| {
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
