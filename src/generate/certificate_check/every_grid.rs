//! That no puzzle of a small shape with so many clues falls to the strategies, by going through its solution grids.
//!
//! Nothing is taken from the catalogue but a list of grids, and nothing from the grid checker. All grids that begin with
//! an ascending row are filled in anew, and each has to be an image of one on the list. In each grid on the list, clues
//! are placed one after the other into a set of cells that has none of them yet and that has a second filling, found by
//! a solver of this file; no cell is ruled out along the way. What has one solution goes to the verifier.

use super::{CertificateError, Ground};
use crate::generate::verify::{VerifyError, judge};
use crate::generate::{Request, Watch};
use crate::grid::{Cell, Digit, Pattern, Puzzle, Shape};
use crate::logic::StrategySet;
use rayon::prelude::*;
use std::collections::HashSet;

/// Most cells of a shape: a set of cells is a word.
const MOST_CELLS: usize = 64;

/// Goes through all puzzles with so many clues that have one of these grids as their solution. Runs on the caller's
/// rayon pool.
///
/// # Errors
/// If the strategies solve one of them ([`CertificateError::Exhaustion`]), if some grid of the shape is an image of none
/// of these ([`CertificateError::Grids`]), or if the check was stopped.
pub(in crate::generate) fn check(
    shape: Shape,
    strategies: StrategySet,
    grids: &[Puzzle],
    n_clues: usize,
    watch: &dyn Watch,
) -> Result<Ground, CertificateError> {
    are_all(shape, grids, watch)?;
    let puzzles = grids.par_iter().map(|grid| {
        let mut search = Search::new(shape, strategies, grid, n_clues, watch)?;
        search.place(0)?;
        Ok(search.n_puzzles)
    });
    let puzzles = puzzles.collect::<Result<Vec<usize>, CertificateError>>()?.into_iter().sum();
    Ok(Ground::EveryGrid { grids: grids.len(), clues: n_clues, puzzles })
}

/// Checks that each grid of the shape is an image of one of these.
fn are_all(shape: Shape, grids: &[Puzzle], watch: &dyn Watch) -> Result<(), CertificateError> {
    let n = shape.n();
    let Some((height, width)) = shape.boxes().filter(|_| shape.n_cells() <= MOST_CELLS) else {
        return Err(CertificateError::Grids);
    };
    // Names of digits are changed such that the first row ascends.
    let mut missing: HashSet<Vec<u8>> = HashSet::new();
    let first_row: Vec<Option<u8>> = (0..n * n).map(|at| (at < n).then_some(at as u8)).collect();
    let houses = Houses::new(shape);
    let is_complete = houses.fillings(&mut first_row.clone(), &mut |filled| {
        missing.insert(filled.to_vec());
        !watch.should_stop()
    });
    if !is_complete {
        return Err(CertificateError::Stopped);
    }
    let rows = orders(n, height);
    let cols = orders(n, width);
    for grid in grids {
        if grid.shape() != shape || !grid.is_solution() {
            return Err(CertificateError::Grids);
        }
        let digit = |row: usize, col: usize| grid.get(shape.cell(row, col)).map_or(0, |digit| digit.index() as u8);
        for transposed in [false, true] {
            if transposed && height != width {
                break;
            }
            for row_order in &rows {
                if watch.should_stop() {
                    return Err(CertificateError::Stopped);
                }
                for col_order in &cols {
                    let cells = row_order.iter().flat_map(|&row| col_order.iter().map(move |&col| (row, col)));
                    let digits = cells.map(|(row, col)| if transposed { digit(col, row) } else { digit(row, col) });
                    let digits: Vec<u8> = digits.collect();
                    let mut names = vec![0; n];
                    for (name, &old) in (0..).zip(&digits[..n]) {
                        names[usize::from(old)] = name;
                    }
                    let image: Vec<u8> = digits.iter().map(|&old| names[usize::from(old)]).collect();
                    missing.remove(&image);
                }
            }
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(CertificateError::Grids) }
}

/// All orders of n lines that keep lines of a band of this height together.
fn orders(n: usize, height: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for at in 0..n {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let fits = |line: &usize| {
                let is_same_band = !at.is_multiple_of(height);
                !order.contains(line) && (!is_same_band || order[at - 1] / height == line / height)
            };
            (0..n).filter(fits).map(|line| order.iter().copied().chain([line]).collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Row, column and box of each cell.
struct Houses {
    n: usize,
    of_cell: Vec<[usize; 3]>,
}

impl Houses {
    fn new(shape: Shape) -> Houses {
        let of = |cell: Cell| [shape.row(cell), shape.col(cell), shape.box_of(cell)];
        Houses { n: shape.n(), of_cell: shape.cells().map(of).collect() }
    }

    /// Hands over all ways to fill the open cells; false once the receiver has enough.
    fn fillings(&self, digits: &mut Vec<Option<u8>>, receive: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let mut used = [vec![0u32; self.n], vec![0; self.n], vec![0; self.n]];
        for (of_cell, digit) in self.of_cell.iter().zip(digits.iter()) {
            for (used, &house) in used.iter_mut().zip(of_cell) {
                used[house] |= digit.map_or(0, |digit| 1 << digit);
            }
        }
        self.fill(digits, &mut used, receive)
    }

    fn fill(
        &self,
        digits: &mut Vec<Option<u8>>,
        used: &mut [Vec<u32>; 3],
        receive: &mut dyn FnMut(&[u8]) -> bool,
    ) -> bool {
        let all = (1u32 << self.n) - 1;
        let mut fewest: Option<(usize, u32)> = None;
        for (at, of_cell) in self.of_cell.iter().enumerate().filter(|(at, _)| digits[*at].is_none()) {
            let open = all & !used.iter().zip(of_cell).fold(0, |sum, (used, &house)| sum | used[house]);
            if fewest.is_none_or(|(_, known)| open.count_ones() < known.count_ones()) {
                fewest = Some((at, open));
            }
        }
        let Some((at, mut open)) = fewest else {
            let filled: Vec<u8> = digits.iter().flatten().copied().collect();
            return receive(&filled);
        };
        while open != 0 {
            let digit = open & open.wrapping_neg();
            open ^= digit;
            digits[at] = Some(digit.trailing_zeros() as u8);
            for (used, &house) in used.iter_mut().zip(&self.of_cell[at]) {
                used[house] ^= digit;
            }
            let goes_on = self.fill(digits, used, receive);
            digits[at] = None;
            for (used, &house) in used.iter_mut().zip(&self.of_cell[at]) {
                used[house] ^= digit;
            }
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// The search for the puzzles of a grid.
struct Search<'a> {
    strategies: StrategySet,
    grid: &'a Puzzle,
    n_clues: usize,
    watch: &'a dyn Watch,
    houses: Houses,
    digits: Vec<u8>,
    /// Sets of cells with a second filling, small ones first. A puzzle has a clue in each.
    sets: Vec<u64>,
    /// Sets of clues that were looked at.
    seen: HashSet<u64>,
    n_puzzles: usize,
}

impl<'a> Search<'a> {
    fn new(
        shape: Shape,
        strategies: StrategySet,
        grid: &'a Puzzle,
        n_clues: usize,
        watch: &'a dyn Watch,
    ) -> Result<Search<'a>, CertificateError> {
        let digits: Vec<u8> =
            shape.cells().filter_map(|cell| grid.get(cell)).map(|digit| digit.index() as u8).collect();
        let houses = Houses::new(shape);
        let mut search = Search {
            strategies,
            grid,
            n_clues,
            watch,
            houses,
            digits,
            sets: Vec::new(),
            seen: HashSet::new(),
            n_puzzles: 0,
        };
        search.begin()?;
        Ok(search)
    }

    /// The other fillings of all cells of two digits, and of two lines or boxes.
    fn begin(&mut self) -> Result<(), CertificateError> {
        let n = self.houses.n;
        let of_house = |kind: usize, a: usize, b: usize| -> u64 {
            let is_in = |(_, houses): &(usize, &[usize; 3])| houses[kind] == a || houses[kind] == b;
            self.houses.of_cell.iter().enumerate().filter(is_in).map(|(at, _)| 1 << at).sum()
        };
        let mut parts = Vec::new();
        for b in 0..n {
            for a in 0..b {
                let of_digits = |(_, digit): &(usize, &u8)| [a, b].contains(&usize::from(**digit));
                parts.push(self.digits.iter().enumerate().filter(of_digits).map(|(at, _)| 1u64 << at).sum());
                parts.extend((0..3).map(|kind| of_house(kind, a, b)));
            }
        }
        for part in parts {
            if self.watch.should_stop() {
                return Err(CertificateError::Stopped);
            }
            let mut found = Vec::new();
            let mut open = self.without(!part);
            self.houses.fillings(&mut open, &mut |filled| {
                found.push(self.difference(filled));
                true
            });
            self.sets.extend(found.into_iter().filter(|&set| set != 0));
        }
        self.sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        self.sets.dedup();
        let mut smallest: Vec<u64> = Vec::new();
        for &set in &self.sets {
            if smallest.iter().all(|known| known & !set != 0) {
                smallest.push(set);
            }
        }
        self.sets = smallest;
        Ok(())
    }

    /// The grid with digits in these cells only.
    fn without(&self, clues: u64) -> Vec<Option<u8>> {
        self.digits.iter().enumerate().map(|(at, &digit)| (clues >> at & 1 == 1).then_some(digit)).collect()
    }

    fn difference(&self, filled: &[u8]) -> u64 {
        let differs = |(_, (a, b)): &(usize, (&u8, &u8))| a != b;
        filled.iter().zip(&self.digits).enumerate().filter(differs).map(|(at, _)| 1 << at).sum()
    }

    /// All ways to go on from these clues.
    fn place(&mut self, clues: u64) -> Result<(), CertificateError> {
        if self.watch.should_stop() {
            return Err(CertificateError::Stopped);
        }
        if !self.seen.insert(clues) {
            return Ok(());
        }
        let n_left = self.n_clues - clues.count_ones() as usize;
        // Sets without a common cell take a clue each.
        let (mut covered, mut n_disjoint, mut first) = (0, 0, None);
        for &set in self.sets.iter().filter(|&set| set & clues == 0) {
            first.get_or_insert(set);
            if set & covered == 0 {
                covered |= set;
                n_disjoint += 1;
                if n_disjoint > n_left {
                    return Ok(());
                }
            }
        }
        let mut cells = match first.or_else(|| self.second_filling(clues)) {
            Some(_) if n_left == 0 => return Ok(()),
            Some(set) => set,
            // A puzzle, and so it stays with further clues.
            None if n_left == 0 => return self.puzzle(clues),
            None => ((u128::from(1u8) << self.digits.len()) - 1) as u64 & !clues,
        };
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            self.place(clues | cell)?;
        }
        Ok(())
    }

    /// Where another solution differs; from now on a set like the others.
    fn second_filling(&mut self, clues: u64) -> Option<u64> {
        let mut set = 0;
        let mut open = self.without(clues);
        self.houses.fillings(&mut open, &mut |filled| {
            set = self.difference(filled);
            set == 0
        });
        if set == 0 {
            return None;
        }
        let at = self.sets.partition_point(|known| known.count_ones() <= set.count_ones());
        self.sets.insert(at, set);
        Some(set)
    }

    fn puzzle(&mut self, clues: u64) -> Result<(), CertificateError> {
        self.n_puzzles += 1;
        let shape = self.grid.shape();
        let pattern = Pattern::new(shape, shape.cells().filter(|cell| clues >> cell.index() & 1 == 1));
        let mut puzzle = Puzzle::empty(shape);
        for cell in pattern.cells.iter() {
            puzzle.set(cell, Some(Digit::from_index(usize::from(self.digits[cell.index()]))));
        }
        match judge(&Request::new(pattern, self.strategies), &puzzle, self.watch) {
            Ok(_) => Err(CertificateError::Exhaustion),
            Err(VerifyError::Stopped) => Err(CertificateError::Stopped),
            Err(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::parse_puzzles;
    use crate::logic::count_solutions;

    /// The essentially different grids of 4x4.
    const GRIDS: [&str; 2] = ["1234341221434321", "1234341223414123"];

    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check_claim(strategies: &str, grids: &[&str], n_clues: usize, expected: Result<usize, CertificateError>) {
        let shape: Shape = "2x2".parse().expect("a shape");
        let grids: Vec<Puzzle> =
            grids.iter().map(|grid| parse_puzzles(shape, grid).expect("a grid").remove(0)).collect();
        let ground = expected.map(|puzzles| Ground::EveryGrid { grids: grids.len(), clues: n_clues, puzzles });
        assert_eq!(check(shape, strategies.parse().expect("names"), &grids, n_clues, &Unwatched), ground);
    }

    #[test]
    fn false_claims_are_refused() {
        check_claim("paper", &GRIDS, 3, Ok(0));
        check_claim("paper", &GRIDS, 4, Err(CertificateError::Exhaustion));
        // Full houses solve none of the puzzles with four clues, nor any with seven, but one with eight.
        check_claim("full-house", &GRIDS, 4, Ok(12 + 128));
        check_claim("full-house", &GRIDS, 8, Err(CertificateError::Exhaustion));
        for one in GRIDS {
            check_claim("paper", &[one], 3, Err(CertificateError::Grids));
        }
        // Another grid of the same class does as well.
        check_claim("paper", &["4321214334121234", GRIDS[1]], 3, Ok(0));
        check_claim("paper", &[GRIDS[0], "4321214334121234"], 3, Err(CertificateError::Grids));
        check_claim("paper", &["123434122143432.", GRIDS[1]], 3, Err(CertificateError::Grids));
        check_claim("paper", &["1234341221434312", GRIDS[1]], 3, Err(CertificateError::Grids));
        check_claim("paper", &[], 3, Err(CertificateError::Grids));
    }

    /// The puzzles that are gone through are all there are: those of which the clues alone leave one solution.
    #[test]
    fn no_puzzle_is_left_out() {
        let shape: Shape = "2x2".parse().expect("a shape");
        let n_puzzles = |n_clues: usize| {
            let sets = (0..1u32 << 16).filter(|set| set.count_ones() as usize == n_clues);
            let patterns: Vec<Pattern> = sets
                .map(|set| Pattern::new(shape, shape.cells().filter(|cell| set >> cell.index() & 1 == 1)))
                .collect();
            let grids = GRIDS.map(|grid| parse_puzzles(shape, grid).expect("a grid").remove(0));
            let are_proper = |grid: &Puzzle| {
                patterns.iter().filter(|pattern| count_solutions(&grid.masked(pattern), 2) == 1).count()
            };
            grids.iter().map(are_proper).sum()
        };
        // With seven, some puzzles are reached only from a whole set of cells with a second filling.
        for n_clues in 4..8 {
            check_claim("full-house", &GRIDS, n_clues, Ok(n_puzzles(n_clues)));
        }
    }

    #[test]
    fn orders_keep_bands_together() {
        for (n, height, n_orders) in [(4, 2, 8), (6, 2, 48), (6, 3, 72)] {
            let mut all = orders(n, height);
            let keeps_bands = |order: &Vec<usize>| {
                order.chunks(height).all(|band| band.iter().all(|line| line / height == band[0] / height))
            };
            assert!(all.iter().all(|order| (0..n).all(|line| order.contains(&line)) && keeps_bands(order)));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), n_orders);
        }
    }

    #[test]
    fn fillings_are_all_until_the_receiver_has_enough() {
        let shape: Shape = "2x2".parse().expect("a shape");
        let all = |most: usize| {
            let mut found = HashSet::new();
            let goes_on = Houses::new(shape).fillings(&mut vec![None; 16], &mut |digits| {
                found.insert(digits.to_vec());
                found.len() < most
            });
            (found.len(), goes_on)
        };
        assert_eq!(all(usize::MAX), (288, true));
        assert_eq!(all(3), (3, false));
    }

    #[test]
    fn layouts_without_boxes_are_refused() {
        let shape: Shape = "2x2 x".parse().expect("a layout");
        let claim = check(shape, StrategySet::PAPER, &[], 3, &Unwatched);
        assert_eq!(claim, Err(CertificateError::Grids));
    }
}
