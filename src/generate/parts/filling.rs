//! All ways to fill a part of a board in which a fish may be needed.
//!
//! Cells of the part are bits, and for each digit there is a mask of its places: so a filling is closed in a microsecond.

use crate::generate::Watch;
use crate::generate::certificate::FishPlace;
use crate::grid::{Cell, CellSet, HouseKind, Shape};
use crate::logic::{StrategyId, StrategySet};

/// Cells of the largest part.
pub(super) const MOST_CELLS: usize = 32;
const MOST_DIGITS: usize = 32;
/// Steps between two looks at the watch.
const POLL: u64 = 1 << 14;

/// The strategies that a filling is closed under.
pub(super) const KNOWN: StrategySet = StrategySet::BASIC.union(StrategySet::single(StrategyId::FullHouse));

/// Cells of the part.
type Mask = u32;

/// How the fillings were tried.
pub(super) enum Tried {
    /// So many, and none needs the fish.
    All(u64),
    /// One needs it.
    Found,
    OutOfBudget,
    Stopped,
}

/// Four cells in which two digits can be exchanged where the first and the last hold one and the others the other.
type Rectangle = [usize; 4];

/// The fillings in which the first digit stands on given cells.
pub(super) struct Filling {
    n_digits: usize,
    peers: Vec<Mask>,
    /// The cells of the part in each house, without empty and equal ones.
    houses: Vec<Mask>,
    lines: [Vec<Mask>; 2],
    /// The row and column of each cell among these lines.
    line_of: Vec<[usize; 2]>,
    subsets: Vec<usize>,
    hidden: Vec<usize>,
    /// Sizes of the fish that are not asked for.
    fish: Vec<usize>,
    /// Number of bases of the fish.
    size: usize,
    /// The cells of the first digit, and those of them in bases.
    first: Mask,
    corners: Vec<usize>,
    /// The other cells in the order in which they are filled; for each the houses that are full then, and the rectangles.
    order: Vec<usize>,
    full: Vec<Vec<Mask>>,
    rectangles: Vec<Vec<Rectangle>>,
}

/// What is filled in.
struct State<'a> {
    value: [u8; MOST_CELLS],
    /// The cells of each digit.
    places: [Mask; MOST_DIGITS],
    n_left: &'a mut u64,
    n_tried: u64,
    watch: &'a dyn Watch,
}

impl Filling {
    pub(super) fn new(
        shape: Shape,
        part: &CellSet,
        place: &FishPlace,
        others: StrategySet,
        fish: StrategyId,
    ) -> Filling {
        let geometry = &*shape.geometry();
        let cells: Vec<Cell> = part.iter().collect();
        let mask = |set: &CellSet| -> Mask {
            cells.iter().enumerate().filter(|(_, cell)| set.contains(**cell)).fold(0, |mask, (i, _)| mask | 1 << i)
        };
        let lines = [HouseKind::Row, HouseKind::Column].map(|kind| {
            (0..shape.n()).map(|i| mask(&geometry.house_sets[geometry.house(kind, i).index()])).collect::<Vec<Mask>>()
        });
        let mut houses: Vec<Mask> = geometry.house_sets.iter().map(mask).filter(|&house| house != 0).collect();
        houses.sort_unstable();
        houses.dedup();
        let peers: Vec<Mask> = cells.iter().map(|cell| mask(&geometry.peer_sets[cell.index()])).collect();
        let first = mask(&place.digit);
        let in_bases = place.bases.iter().map(|house| mask(&geometry.house_sets[house.index()])).fold(0, |a, b| a | b);
        let sizes = |all: &[(StrategyId, usize)], allowed: StrategySet| {
            all.iter().filter(|(id, _)| allowed.contains(*id)).map(|(_, size)| *size).collect::<Vec<usize>>()
        };
        let all_fish = [(StrategyId::XWing, 2), (StrategyId::Swordfish, 3), (StrategyId::Jellyfish, 4)];
        let naked = [(StrategyId::NakedPair, 2), (StrategyId::NakedTriple, 3), (StrategyId::NakedQuad, 4)];
        let hidden = [(StrategyId::HiddenPair, 2), (StrategyId::HiddenTriple, 3), (StrategyId::HiddenQuad, 4)];
        let mut filling = Filling {
            n_digits: shape.n(),
            line_of: cells.iter().map(|&cell| [shape.row(cell), shape.col(cell)]).collect(),
            subsets: sizes(&naked, others),
            hidden: sizes(&hidden, others),
            fish: sizes(&all_fish, others),
            size: sizes(&all_fish, StrategySet::single(fish))[0],
            corners: bits(first & in_bases).collect(),
            peers,
            houses,
            lines,
            first,
            order: Vec::new(),
            full: Vec::new(),
            rectangles: Vec::new(),
        };
        filling.arrange();
        filling
    }

    /// Cells that see most of the cells before them come first; the houses of the corners count double, since they tell
    /// soonest that the corners are no corners.
    fn arrange(&mut self) {
        let n_cells = self.peers.len();
        let all = self.rectangles_of();
        let near_corners = self.corners.iter().fold(0, |mask, &corner| mask | self.peers[corner]);
        let mut filled = self.first;
        loop {
            let open = (0..n_cells).filter(|&cell| filled >> cell & 1 == 0);
            let key = |&cell: &usize| {
                let seen = (self.peers[cell] & filled).count_ones();
                let left = self.houses.iter().filter(|&&house| house >> cell & 1 == 1);
                let least = left.map(|&house| (house & !filled).count_ones()).min().unwrap_or(0);
                (near_corners >> cell & 1, std::cmp::Reverse(least), seen, std::cmp::Reverse(cell))
            };
            let Some(next) = open.max_by_key(key) else { break };
            let before = filled;
            filled |= 1 << next;
            let now = |mask: Mask| mask & !filled == 0 && mask & !before != 0;
            self.order.push(next);
            self.full.push(self.houses.iter().copied().filter(|&house| now(house)).collect());
            let cells_of = |r: &Rectangle| r.iter().fold(0, |mask, &cell| mask | 1 << cell);
            self.rectangles.push(all.iter().copied().filter(|r| now(cells_of(r))).collect());
        }
    }

    /// Every house that holds one of the first and the last cell holds one of the others too.
    fn rectangles_of(&self) -> Vec<Rectangle> {
        let n_cells = self.peers.len();
        let strangers = |a: usize, b: usize| self.peers[a] >> b & 1 == 0;
        let pairs: Vec<[usize; 2]> = (0..n_cells)
            .flat_map(|a| (a + 1..n_cells).map(move |b| [a, b]))
            .filter(|&[a, b]| strangers(a, b))
            .collect();
        let mut out = Vec::new();
        for (i, &[a, d]) in pairs.iter().enumerate() {
            for &[b, c] in &pairs[i + 1..] {
                let (one, other) = ((1 << a | 1 << d) as Mask, (1 << b | 1 << c) as Mask);
                let is_even = |&house: &Mask| (house & one).count_ones() == (house & other).count_ones();
                if one & other == 0 && self.houses.iter().all(is_even) {
                    out.push([a, b, c, d]);
                }
            }
        }
        out
    }

    /// Tries them all, up to the names of digits.
    pub(super) fn try_all(&self, n_left: &mut u64, watch: &dyn Watch) -> Tried {
        let mut state = State { value: [0; MOST_CELLS], places: [0; MOST_DIGITS], n_left, n_tried: 0, watch };
        state.places[0] = self.first;
        match self.go_on(&mut state, 0, 0) {
            None => Tried::All(state.n_tried),
            Some(end) => end,
        }
    }

    /// Fills the cells from a position of the order on, where so many digits beside the first are in use.
    fn go_on(&self, state: &mut State<'_>, at: usize, n_used: usize) -> Option<Tried> {
        if *state.n_left == 0 {
            return Some(Tried::OutOfBudget);
        }
        *state.n_left -= 1;
        if (*state.n_left).is_multiple_of(POLL) && state.watch.should_stop() {
            return Some(Tried::Stopped);
        }
        let Some(&cell) = self.order.get(at) else {
            state.n_tried += 1;
            return self.needs_fish(&state.places).then_some(Tried::Found);
        };
        for digit in 1..=(n_used + 1).min(self.n_digits - 1) {
            if state.places[digit] & self.peers[cell] != 0 {
                continue;
            }
            state.value[cell] = digit as u8;
            state.places[digit] |= 1 << cell;
            let end = if self.may_need_fish(state, at) { self.go_on(state, at + 1, n_used.max(digit)) } else { None };
            state.places[digit] &= !(1 << cell);
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Whether the strategies may still solve the part and get stuck with two digits left at each corner.
    fn may_need_fish(&self, state: &State<'_>, at: usize) -> bool {
        let value = |cell: usize| if self.first >> cell & 1 == 1 { 0 } else { state.value[cell] };
        let is_exchangeable = |&[a, b, c, d]: &Rectangle| value(a) == value(d) && value(b) == value(c);
        if self.rectangles[at].iter().any(is_exchangeable) {
            return false;
        }
        if self.full[at].iter().all(|house| house & self.first == 0) {
            return true;
        }
        let full = || self.full[..=at].iter().flatten();
        self.corners.iter().all(|&corner| {
            let mut left = (1u32 << self.n_digits) - 2;
            for house in full().filter(|&&house| house >> corner & 1 == 1) {
                let digits = (1..self.n_digits).filter(|&digit| state.places[digit] & house != 0);
                left &= digits.fold(0, |mask, digit| mask | 1 << digit);
            }
            left != 0
        })
    }

    /// Whether the strategies solve the part with the fish and get stuck without it.
    fn needs_fish(&self, solution: &[Mask; MOST_DIGITS]) -> bool {
        let mut places = self.candidates(solution);
        let places = &mut places[..self.n_digits];
        !self.close(places, None) && self.close(places, Some(self.size))
    }

    /// The places of each digit when all cells outside the part are given. A cell has a digit as long as no given cell that
    /// it sees does: as long as each of its houses has the digit in the part.
    fn candidates(&self, solution: &[Mask; MOST_DIGITS]) -> [Mask; MOST_DIGITS] {
        let every_cell = (0..self.peers.len()).fold(0, |mask, cell| mask | 1 << cell);
        solution.map(|cells| {
            let without = self.houses.iter().filter(|&house| house & cells == 0);
            without.fold(every_cell, |left, house| left & !house)
        })
    }

    /// Closes the candidates under the strategies, and fish of that size; whether each cell has one digit then.
    fn close(&self, places: &mut [Mask], size: Option<usize>) -> bool {
        loop {
            if self.singles_and_locked_candidates(places) {
                continue;
            }
            let (once, twice) = once_and_twice(places);
            if once & !twice == once {
                return true;
            }
            if self.subsets.iter().any(|&size| self.naked(places, size))
                || self.hidden.iter().any(|&size| self.hidden_subsets(places, size))
                || self.fish.iter().chain(&size).any(|&size| self.fish(places, size))
            {
                continue;
            }
            return false;
        }
    }

    /// One round of them; whether anything was ruled out.
    fn singles_and_locked_candidates(&self, places: &mut [Mask]) -> bool {
        let mut has_changed = false;
        let (once, twice) = once_and_twice(places);
        let naked = once & !twice;
        for digit in 0..places.len() {
            let mut gone = bits(places[digit] & naked).fold(0, |gone, cell| gone | self.peers[cell]);
            let mut hidden = 0;
            for &house in &self.houses {
                let left = places[digit] & house;
                if left == 0 {
                    continue;
                }
                // What sees all places of a digit in a house is in a line and a box with them.
                gone |= bits(left).fold(Mask::MAX, |seen, cell| seen & self.peers[cell]);
                if left.is_power_of_two() {
                    hidden |= left;
                }
            }
            if places[digit] & gone != 0 {
                places[digit] &= !gone;
                has_changed = true;
            }
            let hidden = hidden & !naked;
            if hidden != 0 {
                for (other, places) in places.iter_mut().enumerate() {
                    if other != digit && *places & hidden != 0 {
                        *places &= !hidden;
                        has_changed = true;
                    }
                }
            }
        }
        has_changed
    }

    /// So many cells of a house with no more digits.
    fn naked(&self, places: &mut [Mask], size: usize) -> bool {
        for &house in self.houses.iter().filter(|house| house.count_ones() as usize > size) {
            let digits_of = |cells: Mask| {
                (0..places.len())
                    .filter(|&digit| places[digit] & cells != 0)
                    .fold(0u32, |mask, digit| mask | 1 << digit)
            };
            for cells in subsets(house, size) {
                let digits = digits_of(cells);
                if digits.count_ones() as usize == size {
                    let rest = house & !cells;
                    if bits(digits).any(|digit| places[digit] & rest != 0) {
                        bits(digits).for_each(|digit| places[digit] &= !rest);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// So many digits of a house with no more cells.
    fn hidden_subsets(&self, places: &mut [Mask], size: usize) -> bool {
        for &house in self.houses.iter().filter(|house| house.count_ones() as usize > size) {
            let digits = (0..places.len()).filter(|&digit| places[digit] & house != 0);
            let digits = digits.fold(0u32, |mask, digit| mask | 1 << digit);
            for chosen in subsets(digits, size) {
                let cells = bits(chosen).fold(0, |cells, digit| cells | places[digit] & house);
                if cells.count_ones() as usize == size {
                    let mut has_changed = false;
                    for (digit, places) in places.iter_mut().enumerate() {
                        if chosen >> digit & 1 == 0 && *places & cells != 0 {
                            *places &= !cells;
                            has_changed = true;
                        }
                    }
                    if has_changed {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// So many lines in which a digit has its places in no more lines across.
    fn fish(&self, places: &mut [Mask], size: usize) -> bool {
        for digit in places.iter_mut() {
            for (across, lines) in self.lines.iter().enumerate().map(|(kind, lines)| (1 - kind, lines)) {
                let crossed =
                    |line: Mask| bits(*digit & line).fold(0u32, |mask, cell| mask | 1 << self.line_of[cell][across]);
                let mut candidates = 0u32;
                let mut crossing = [0u32; MOST_DIGITS];
                for (number, &line) in lines.iter().enumerate() {
                    crossing[number] = crossed(line);
                    if (2..=size as u32).contains(&crossing[number].count_ones()) {
                        candidates |= 1 << number;
                    }
                }
                for bases in subsets(candidates, size) {
                    let covers = bits(bases).fold(0, |mask, base| mask | crossing[base]);
                    if covers.count_ones() as usize == size {
                        let in_bases = bits(bases).fold(0, |cells, base| cells | lines[base]);
                        let in_covers = bits(covers).fold(0, |cells, cover| cells | self.lines[across][cover]);
                        if *digit & in_covers & !in_bases != 0 {
                            *digit &= !(in_covers & !in_bases);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

fn once_and_twice(places: &[Mask]) -> (Mask, Mask) {
    places.iter().fold((0, 0), |(once, twice), &places| (once | places, twice | once & places))
}

/// The numbers of the bits.
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// All subsets of so many bits.
fn subsets(mask: u32, size: usize) -> impl Iterator<Item = u32> {
    let all: Vec<usize> = bits(mask).collect();
    let n = all.len() as u32;
    let first = if (size as u32) <= n { (1u64 << size) - 1 } else { u64::MAX };
    let mut next = first;
    std::iter::from_fn(move || {
        if next >= 1u64 << n {
            return None;
        }
        let chosen = next;
        let lowest = next & next.wrapping_neg();
        let ripple = next + lowest;
        next = (((ripple ^ next) / lowest) >> 2) | ripple;
        Some(bits(chosen as u32).fold(0, |mask, bit| mask | 1 << all[bit]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::grids::random_solution;
    use crate::generate::random::Random;
    use crate::grid::{Digit, Pattern, Puzzle};
    use crate::logic::AnyClosure;

    /// The fillings with the first digit where the grid has its last one, in the cells of the part.
    fn filling(part: &CellSet, grid: &Puzzle, others: StrategySet, fish: StrategyId) -> (Filling, [Mask; MOST_DIGITS]) {
        let shape = grid.shape();
        let place = FishPlace { bases: Vec::new(), covers: Vec::new(), digit: CellSet::EMPTY };
        let filling = Filling::new(shape, part, &place, others, fish);
        let mut solution = [0; MOST_DIGITS];
        for (index, cell) in part.iter().enumerate() {
            let digit = grid.get(cell).expect("a solution grid");
            solution[digit.index()] |= 1 << index;
        }
        (filling, solution)
    }

    /// Candidates that are left in a part of the grid are those of the closure engine, with the fish and without; in how many
    /// cells there are several without it.
    #[track_caller]
    fn check(part: &CellSet, grid: &Puzzle, others: StrategySet, fish: StrategyId) -> usize {
        let shape = grid.shape();
        let (filling, solution) = filling(part, grid, others, fish);
        let puzzle = grid.masked(&Pattern::new(shape, shape.cells().filter(|&cell| !part.contains(cell))));
        let mut places = filling.candidates(&solution);
        let places = &mut places[..shape.n()];
        let mut n_open = Vec::new();
        for (size, strategies) in [(None, others), (Some(filling.size), others.union(StrategySet::single(fish)))] {
            filling.close(places, size);
            let closure = AnyClosure::of(&puzzle, strategies);
            for (index, cell) in part.iter().enumerate() {
                let left = |digit: &usize| places[*digit] >> index & 1 == 1;
                let marks = (0..shape.n()).filter(left).fold(0u32, |marks, digit| marks | 1 << digit);
                assert_eq!(marks, closure.marks(cell), "{puzzle} {strategies} {}", shape.cell_name(cell));
            }
            n_open.push(closure.n_unsolved());
        }
        n_open[0]
    }

    #[test]
    fn parts_are_closed_as_by_the_closure_engine() {
        let with =
            |ids: &[StrategyId]| ids.iter().fold(StrategySet::PAPER, |set, &id| set.union(StrategySet::single(id)));
        let pairs = with(&[StrategyId::NakedPair, StrategyId::HiddenPair]);
        let triples = pairs.union(with(&[StrategyId::NakedTriple, StrategyId::HiddenTriple]));
        let fish = with(&[StrategyId::XWing, StrategyId::Swordfish]).union(triples);
        let mut random = Random::new(1, 1);
        for (shape, n_cells) in [("3x3", 32), ("2x3", 26), ("2x4", 32)] {
            let shape: Shape = shape.parse().expect("a shape");
            let mut n_stuck = 0;
            for _ in 0..60 {
                let grid = random_solution(&Puzzle::empty(shape), &mut random, &Unwatched).expect("a grid");
                // Cells of few digits leave much to do.
                let mut cells: Vec<Cell> = shape.cells().collect();
                random.shuffle(&mut cells);
                cells.sort_by_key(|&cell| grid.get(cell).map_or(0, Digit::index) / 3);
                let part: CellSet = cells.into_iter().take(n_cells).collect();
                for (others, id) in [
                    (StrategySet::PAPER, StrategyId::XWing),
                    (pairs, StrategyId::XWing),
                    (triples, StrategyId::XWing),
                    (with(&[StrategyId::XWing]), StrategyId::Swordfish),
                    (fish, StrategyId::Jellyfish),
                ] {
                    n_stuck += usize::from(check(&part, &grid, others, id) > 0);
                }
            }
            assert!(n_stuck > 20, "{shape} {n_stuck}");
        }
    }

    #[test]
    fn subsets_are_all_of_a_size() {
        assert_eq!(subsets(0b1011, 2).collect::<Vec<u32>>(), [0b11, 0b1001, 0b1010]);
        assert_eq!(subsets(0b1011, 3).collect::<Vec<u32>>(), [0b1011]);
        assert_eq!(subsets(0b1011, 4).count(), 0);
        assert_eq!(subsets(0, 2).count(), 0);
        assert_eq!(subsets(u32::MAX, 2).count(), 496);
    }
}
