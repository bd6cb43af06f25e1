//! That singles and locked candidates solve no set of clues of a pattern, by trying all of them.
//!
//! Nothing else is read from the request than the layout, the pattern, the fixed digits and the strategies: if none of the
//! sets is solved, none is as asked for.

use super::symmetry::is_symmetry_of_question;
use super::{CertificateError, Checked, Ground};
use crate::generate::{Request, Watch};
use crate::grid::{Cell, CellSet, Shape};
use crate::logic::{StrategyId, StrategySet, with_small_size};

/// Sets of clues between two looks at the watch.
const POLL: u64 = 1024;

/// A bit for each cell.
type Mask = u128;

/// Tries every set of clues, up to the names of digits and to these symmetries.
///
/// # Errors
/// That some clues are solved, that a map is no symmetry of the question, that the check was stopped, or that it does not
/// know the strategies or the layout.
pub(super) fn check(request: &Request, maps: &[Vec<Cell>], watch: &dyn Watch) -> Result<Checked, CertificateError> {
    let is_known = |id| matches!(id, StrategyId::NakedSingle | StrategyId::HiddenSingle | StrategyId::LockedCandidates);
    if !request.strategies.iter().all(is_known) {
        return Err(CertificateError::Strategies);
    }
    let geometry = request.pattern.shape.geometry();
    if !geometry.not_consecutive.is_empty() || geometry.rules.restricted().next().is_some() {
        return Err(CertificateError::Digits);
    }
    if request.pattern.shape.n_cells() > Mask::BITS as usize {
        return Err(CertificateError::Large);
    }
    if !maps.iter().all(|map| is_symmetry_of_question(request, map)) {
        return Err(CertificateError::Symmetry);
    }
    with_small_size!(request.pattern.shape, N => {
        let mut trial = Trial::<N>::new(request, maps, watch);
        // Otherwise the fixed digits are contradictory.
        if let Some(grid) = trial.given(request) {
            trial.refute(&grid)?;
        }
    });
    Ok(Checked::new(Ground::Proof))
}

/// A house with what locked candidates in it may rule out.
struct Base {
    cells: Mask,
    /// Other houses that share cells with it.
    covers: Vec<Mask>,
    /// Cells that it shares with one of them, at most.
    widest: u32,
}

/// Candidates of a grid.
#[derive(Clone, Copy)]
struct Grid<const N: usize> {
    /// The places of each digit.
    places: [Mask; N],
    /// Cells whose digit was placed.
    filled: Mask,
}

/// Where a grid is stuck, contradictory or filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Contradictory,
    Stuck,
    Filled,
}

struct Trial<'a, const N: usize> {
    watch: &'a dyn Watch,
    n_tried: u64,
    strategies: StrategySet,
    every_cell: Mask,
    peers: Vec<Mask>,
    bases: Vec<Base>,
    /// Digits that are fixed somewhere.
    fixed: Vec<usize>,
    /// Clue cells that are not fixed, in the order in which they get their digits.
    cells: Vec<usize>,
    /// By number of clues, for each map the position that the clue at each position comes from; only where the map takes
    /// these cells to themselves.
    sources: Vec<Vec<Vec<usize>>>,
    /// The digits of the cells so far.
    clues: Vec<usize>,
}

fn mask(cells: &CellSet) -> Mask {
    cells.iter().map(|cell| 1 << cell.index()).sum()
}

/// The order: whole orbits of cells under the maps, then those that see most cells before them.
fn order(shape: Shape, open: &CellSet, maps: &[Vec<Cell>]) -> Vec<usize> {
    let geometry = shape.geometry();
    let mut order: Vec<Cell> = Vec::new();
    loop {
        let seen = |cell: &Cell| order.iter().filter(|&&other| geometry.are_peers(*cell, other)).count();
        let rest = open.iter().filter(|cell| !order.contains(cell));
        let key = |cell: &Cell| (seen(cell), open.iter().filter(|&other| geometry.are_peers(*cell, other)).count());
        let Some(next) = rest.max_by_key(key) else { break };
        let mut orbit = vec![next];
        let mut at = 0;
        while at < orbit.len() {
            for map in maps {
                let image = map[orbit[at].index()];
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        order.extend(orbit);
    }
    order.iter().map(|cell| cell.index()).collect()
}

impl<'a, const N: usize> Trial<'a, N> {
    fn new(request: &Request, maps: &[Vec<Cell>], watch: &'a dyn Watch) -> Trial<'a, N> {
        let shape = request.pattern.shape;
        let geometry = shape.geometry();
        let houses: Vec<Mask> = geometry.house_sets.iter().map(mask).collect();
        let base = |&cells: &Mask| {
            let covers = houses.iter().copied().filter(|&cover| cover != cells && cover & cells != 0);
            let covers: Vec<Mask> = covers.collect();
            let widest = covers.iter().map(|cover| (cover & cells).count_ones()).max().unwrap_or(0);
            Base { cells, covers, widest }
        };
        let open = request.pattern.cells.difference(&request.fixed.pattern().cells);
        let cells = order(shape, &open, maps);
        let sources_of = |n_clues: usize| {
            let first = &cells[..n_clues];
            let source = |map: &Vec<Cell>, cell: usize| first.iter().position(|&from| map[from].index() == cell);
            maps.iter().filter_map(|map| first.iter().map(|&cell| source(map, cell)).collect()).collect()
        };
        Trial {
            watch,
            n_tried: 0,
            strategies: request.strategies,
            every_cell: mask(&CellSet::first(shape.n_cells())),
            peers: geometry.peer_sets.iter().map(mask).collect(),
            bases: houses.iter().map(base).collect(),
            fixed: request.fixed.clues().map(|(_, digit)| digit.index()).collect(),
            // Farther down more clues are compared than it spares.
            sources: (0..=cells.len()).map(|n| if n + 3 < cells.len() { sources_of(n) } else { Vec::new() }).collect(),
            cells,
            clues: Vec::new(),
        }
    }

    /// The grid with the fixed digits, unless they are contradictory.
    fn given(&self, request: &Request) -> Option<Grid<N>> {
        let mut grid = Grid { places: [self.every_cell; N], filled: 0 };
        for (cell, digit) in request.fixed.clues() {
            if self.follow(&mut grid, cell.index(), digit.index()) == State::Contradictory {
                return None;
            }
        }
        Some(grid)
    }

    /// Tries all digits in the next cell.
    fn refute(&mut self, grid: &Grid<N>) -> Result<(), CertificateError> {
        self.n_tried += 1;
        if self.n_tried.is_multiple_of(POLL) && self.watch.should_stop() {
            return Err(CertificateError::Stopped);
        }
        let Some(&cell) = self.cells.get(self.clues.len()) else {
            return if grid.filled == self.every_cell { Err(CertificateError::Exhaustion) } else { Ok(()) };
        };
        if self.sources[self.clues.len()].iter().any(|sources| self.has_earlier_image(sources)) {
            return Ok(());
        }
        let n_open = self.cells.len() - self.clues.len();
        // Digits that no clue shows yet are left in the same cells: the first of them stands for all. Two that no clue
        // shows at the end could be exchanged in a solution.
        let is_shown = |digit: usize| self.fixed.contains(&digit) || self.clues.contains(&digit);
        let n_shown = (0..N).filter(|&digit| is_shown(digit)).count();
        let fresh = (0..N).find(|&digit| !is_shown(digit) && grid.places[digit] >> cell & 1 == 1);
        let to_try: Vec<usize> = (0..N)
            .filter(|&digit| grid.places[digit] >> cell & 1 == 1)
            .filter(|&digit| if is_shown(digit) { n_shown + n_open > N - 1 } else { fresh == Some(digit) })
            .collect();
        for digit in to_try {
            let mut next = *grid;
            match self.follow(&mut next, cell, digit) {
                State::Contradictory => {}
                State::Stuck if n_open == 1 => {}
                State::Stuck | State::Filled => {
                    self.clues.push(digit);
                    self.refute(&next)?;
                    self.clues.pop();
                }
            }
        }
        Ok(())
    }

    /// Whether the image of the clues, its digits named in order, comes before them: then it is tried, or one that comes
    /// before it.
    fn has_earlier_image(&self, sources: &[usize]) -> bool {
        let mut names: Vec<usize> = Vec::with_capacity(N);
        for (&digit, &source) in self.clues.iter().zip(sources) {
            let other = self.clues[source];
            let name = names.iter().position(|&known| known == other).unwrap_or_else(|| {
                names.push(other);
                names.len() - 1
            });
            if name != digit {
                return name < digit;
            }
        }
        false
    }

    /// Fills a cell and follows the strategies to their end.
    fn follow(&self, grid: &mut Grid<N>, cell: usize, digit: usize) -> State {
        if grid.places[digit] >> cell & 1 == 0 {
            return State::Contradictory;
        }
        // Places that digits have lost since the houses there were looked at.
        let mut lost = [0; N];
        self.fill(grid, &mut lost, cell, digit);
        loop {
            // Cells with one candidate at least, and with two.
            let (one, two) = grid.places.iter().fold((0, 0), |(one, two), places| (one | places, two | one & places));
            if one != self.every_cell {
                return State::Contradictory;
            }
            let single = one & !two & !grid.filled;
            if single != 0 && self.strategies.contains(StrategyId::NakedSingle) {
                let cell = single.trailing_zeros() as usize;
                let digit = (0..N).find(|&digit| grid.places[digit] >> cell & 1 == 1).unwrap_or(0);
                self.fill(grid, &mut lost, cell, digit);
                continue;
            }
            let Some(digit) = (0..N).find(|&digit| lost[digit] != 0) else {
                return if grid.filled == self.every_cell { State::Filled } else { State::Stuck };
            };
            let changed = std::mem::take(&mut lost[digit]);
            for base in self.bases.iter().filter(|base| base.cells & changed != 0) {
                let places = grid.places[digit] & base.cells;
                if places == 0 {
                    return State::Contradictory;
                }
                if places.is_power_of_two() && self.strategies.contains(StrategyId::HiddenSingle) {
                    if places & grid.filled == 0 {
                        self.fill(grid, &mut lost, places.trailing_zeros() as usize, digit);
                    }
                } else if self.strategies.contains(StrategyId::LockedCandidates)
                    && (0..base.widest).fold(places, |rest, _| rest & rest.wrapping_sub(1)) == 0
                {
                    for cover in base.covers.iter().filter(|&cover| places & !cover == 0) {
                        let out = grid.places[digit] & cover & !base.cells;
                        grid.places[digit] &= !out;
                        lost[digit] |= out;
                    }
                }
            }
        }
    }

    /// Writes a digit into a cell that may hold it.
    fn fill(&self, grid: &mut Grid<N>, lost: &mut [Mask; N], cell: usize, digit: usize) {
        let bit = 1 << cell;
        for other in (0..N).filter(|&other| other != digit) {
            lost[other] |= grid.places[other] & bit;
            grid.places[other] &= !bit;
        }
        lost[digit] |= grid.places[digit] & self.peers[cell];
        grid.places[digit] &= !self.peers[cell];
        grid.filled |= bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::automorphisms::symmetries;
    use crate::grid::Pattern;
    use crate::logic::{Design, StrategySet};

    fn request(layout: &str, strategies: &str, clues: &str) -> Request {
        let shape: Shape = layout.parse().expect(layout);
        let cells = shape.cells().zip(clues.chars()).filter(|(_, c)| *c == 'x').map(|(cell, _)| cell);
        let strategies: StrategySet = strategies.parse().expect(strategies);
        Request::from(Design::new(Pattern::new(shape, cells), strategies))
    }

    /// What the check says of the claim that no clues are solved.
    #[track_caller]
    fn check_claim(layout: &str, strategies: &str, clues: &str, expected: &Result<(), CertificateError>) {
        let request = request(layout, strategies, clues);
        let claim = |maps: &[Vec<Cell>]| check(&request, maps, &Unwatched).map(|_| ());
        assert_eq!(&claim(&[]), expected, "{layout} {strategies} {clues}");
        assert_eq!(&claim(&symmetries(&request)), expected, "{layout} {strategies} {clues}, with symmetries");
    }

    #[test]
    fn false_claims_are_refused() {
        check_claim("2x2", "paper", "x..x......x....x", &Err(CertificateError::Exhaustion));
        check_claim("2x2", "naked-single", "x..x......x....x", &Err(CertificateError::Exhaustion));
        check_claim("2x2", "paper", "x..............x", &Ok(()));
        check_claim("2x2", "locked-candidates", "x..x......x....x", &Ok(()));
        check_claim("2x3", "paper", "......xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", &Err(CertificateError::Exhaustion));
        // Two columns without clues.
        check_claim("2x3", "paper", "x..x.xx..x.x........................", &Ok(()));
        check_claim("2x2", "paper", "xxxxxxxxxxxxxxxx", &Err(CertificateError::Exhaustion));
    }

    #[test]
    fn maps_that_are_no_symmetries_are_refused() {
        let request = request("2x2", "paper", "xx.............x");
        let mut turned: Vec<Cell> = (0..16).rev().map(Cell::from_index).collect();
        assert_eq!(check(&request, &[turned.clone()], &Unwatched).err(), Some(CertificateError::Symmetry));
        turned.sort_unstable();
        assert_eq!(check(&request, &[turned], &Unwatched).err(), None);
    }

    #[test]
    fn other_questions_are_refused() {
        check_claim("2x2", "paper,naked-pair", "x..............x", &Err(CertificateError::Strategies));
        check_claim("2x2", "full-house", "x..............x", &Err(CertificateError::Strategies));
        check_claim("2x2 odd=r1c1", "paper", "x..............x", &Err(CertificateError::Digits));
        check_claim("4 latin non-consecutive", "paper", "x..............x", &Err(CertificateError::Digits));
        check_claim("12 latin", "paper", "", &Err(CertificateError::Large));
    }
}
