//! Completing a partition that was begun: the cells without region are given to regions.

use super::Watch;
use super::random::Random;
use crate::grid::{Cell, Regions, neighbours};

/// Cells that are given to a region before the search begins anew in another order; twice as many each time.
const FIRST_BUDGET: usize = 1_000;

/// What became of a partition that was to be completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filling {
    /// The partition, all of it.
    Filled(Regions),
    /// There is none.
    Impossible,
    /// The watch said stop.
    Stopped,
}

/// Why a partition cannot be completed at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FillError {
    /// A region has more cells than it may have.
    #[error("region {region} has {found} of {n} cells: take some out of it first")]
    TooMany {
        /// The region, from 1.
        region: usize,
        /// Its cells.
        found: usize,
        /// Rows of the grid.
        n: usize,
    },
}

/// Gives all cells without region to regions, so that each has N cells. Regions that lack cells become connected;
/// finished ones stay as they are. The same seed gives the same partition.
///
/// # Errors
/// If a region has too many cells.
pub fn fill(regions: &Regions, seed: u64, watch: &dyn Watch) -> Result<Filling, FillError> {
    let n = regions.n();
    for region in 0..n as u8 {
        let found = regions.count(region);
        if found > n {
            return Err(FillError::TooMany { region: usize::from(region) + 1, found, n });
        }
    }
    for round in 0.. {
        let mut search = Search {
            regions: regions.clone(),
            counts: (0..n as u8).map(|region| regions.count(region)).collect(),
            is_open: (0..n as u8).map(|region| regions.count(region) < n).collect(),
            neighbours: regions.cells().map(|cell| neighbours(n, cell).collect()).collect(),
            barred: vec![0; n * n],
            random: Random::new(seed, round),
            left: FIRST_BUDGET << round.min(40),
        };
        match search.run(watch) {
            End::Found => return Ok(Filling::Filled(search.regions)),
            End::Exhausted => return Ok(Filling::Impossible),
            End::OutOfBudget => {}
            End::Stopped => break,
        }
    }
    Ok(Filling::Stopped)
}

enum End {
    Found,
    /// Every way was tried.
    Exhausted,
    OutOfBudget,
    Stopped,
}

/// A search through all ways: a region that was begun grows by one cell after the other until it is complete, then the
/// next one; each cell at its edge either joins it or never does.
struct Search {
    regions: Regions,
    counts: Vec<usize>,
    /// For each region, whether it lacked cells in the beginning.
    is_open: Vec<bool>,
    neighbours: Vec<Vec<Cell>>,
    /// For each cell, the regions that it does not join, as bits.
    barred: Vec<u32>,
    random: Random,
    /// Cells that may still be given to a region.
    left: usize,
}

impl Search {
    fn run(&mut self, watch: &dyn Watch) -> End {
        if watch.should_stop() {
            return End::Stopped;
        }
        let Some(options) = self.options() else { return End::Exhausted };
        let Some((region, cells)) = self.growth(&options) else { return End::Found };
        let mut end = End::Exhausted;
        let mut n_barred = 0;
        for &cell in &cells {
            if self.left == 0 {
                end = End::OutOfBudget;
                break;
            }
            self.left -= 1;
            self.regions.set(cell, Some(region));
            self.counts[usize::from(region)] += 1;
            end = self.run(watch);
            if !matches!(end, End::Exhausted) {
                return end;
            }
            self.regions.set(cell, None);
            self.counts[usize::from(region)] -= 1;
            self.barred[cell.index()] |= 1 << region;
            n_barred += 1;
        }
        cells[..n_barred].iter().for_each(|cell| self.barred[cell.index()] &= !(1 << region));
        end
    }

    /// What to decide next: a region and cells of which it must take one. `None` if all cells have a region.
    ///
    /// A cell with one possible region goes there. Otherwise the region is one that was begun, the one with the fewest
    /// cells at its edge; where none was begun, a new one begins at the cell with the fewest free neighbours, so that no
    /// corner is left over.
    fn growth(&mut self, options: &[u32]) -> Option<(u8, Vec<Cell>)> {
        let n = self.regions.n();
        let free: Vec<Cell> = self.regions.cells().filter(|&cell| self.regions.get(cell).is_none()).collect();
        let is_begun = |region: u8| (1..n).contains(&self.counts[usize::from(region)]);
        let only = free.iter().find_map(|&cell| {
            let region = options[cell.index()].trailing_zeros() as u8;
            (options[cell.index()].is_power_of_two() && is_begun(region)).then_some((region, cell))
        });
        if let Some((region, cell)) = only {
            return Some((region, vec![cell]));
        }
        let touches = |cell: Cell, region: u8| {
            self.neighbours[cell.index()].iter().any(|&other| self.regions.get(other) == Some(region))
        };
        let may_join = |cell: Cell, region: u8| options[cell.index()] >> region & 1 == 1;
        let edge = |region: u8| -> Vec<Cell> {
            free.iter().copied().filter(|&cell| may_join(cell, region) && touches(cell, region)).collect()
        };
        let begun = (0..n as u8).filter(|&region| is_begun(region)).map(|region| (region, edge(region)));
        let narrowest = begun.min_by_key(|(_, edge)| edge.len());
        let n_free = |cell: Cell| {
            self.neighbours[cell.index()].iter().filter(|&&other| self.regions.get(other).is_none()).count()
        };
        // Corners and dead ends come first: what is left behind them could not be reached.
        let Some((region, mut cells)) = narrowest else {
            let unused = self.counts.iter().position(|&count| count == 0)? as u8;
            let least = free.iter().map(|&cell| n_free(cell)).min()?;
            let corners: Vec<Cell> = free.iter().copied().filter(|&cell| n_free(cell) == least).collect();
            return Some((unused, vec![corners[self.random.below(corners.len())]]));
        };
        let ranks: Vec<usize> = self.regions.cells().map(n_free).collect();
        self.random.shuffle(&mut cells);
        cells.sort_by_key(|cell| ranks[cell.index()]);
        Some((region, cells))
    }

    /// For each cell, the regions that it may belong to as far as distances and numbers of cells tell, as bits; `None` if
    /// some cell or region has no way out.
    fn options(&self) -> Option<Vec<u32>> {
        let n = self.regions.n();
        let mut options = vec![0_u32; n * n];
        let (parts, sizes) = self.free_parts();
        // Cells that each free part must take up, and those that it may take up besides.
        let (mut certain, mut possible) = (vec![0; sizes.len()], vec![0; sizes.len()]);
        for region in 0..n as u8 {
            let lack = n - self.counts[usize::from(region)];
            if lack == 0 && self.is_open[usize::from(region)] && self.regions.n_parts(region) > 1 {
                return None;
            }
            if lack == 0 || lack == n {
                continue;
            }
            let (near, is_in_reach) = self.within(region, lack);
            if !is_in_reach || near.len() < lack {
                return None;
            }
            let mut touched: Vec<usize> = near.iter().map(|cell| parts[cell.index()]).collect();
            touched.sort_unstable();
            touched.dedup();
            match touched[..] {
                [part] => certain[part] += lack,
                _ => touched.iter().for_each(|&part| possible[part] += lack),
            }
            for cell in near.into_iter().filter(|cell| self.barred[cell.index()] >> region & 1 == 0) {
                options[cell.index()] |= 1 << region;
            }
        }
        let n_unused = self.counts.iter().filter(|&&count| count == 0).count();
        for (part, &size) in sizes.iter().enumerate() {
            // Regions not begun lie in a part as a whole.
            let fits = |n_new: usize| {
                let taken = certain[part] + n_new * n;
                taken <= size && size - taken <= possible[part]
            };
            if !(0..=n_unused.min(size / n)).any(fits) {
                return None;
            }
        }
        // One of those not begun is as good as another.
        if let Some(unused) = self.counts.iter().position(|&count| count == 0) {
            for cell in self.regions.cells().filter(|&cell| self.regions.get(cell).is_none()) {
                if sizes[parts[cell.index()]] >= n {
                    options[cell.index()] |= 1 << unused;
                }
            }
        }
        let has_way = |cell: Cell| self.regions.get(cell).is_some() || options[cell.index()] != 0;
        self.regions.cells().all(has_way).then_some(options)
    }

    /// The parts that the cells without region form: the part of each cell, and the sizes of the parts.
    fn free_parts(&self) -> (Vec<usize>, Vec<usize>) {
        let mut parts = vec![usize::MAX; self.neighbours.len()];
        let mut sizes = Vec::new();
        for first in self.regions.cells() {
            if self.regions.get(first).is_some() || parts[first.index()] != usize::MAX {
                continue;
            }
            let mut reached = vec![first];
            parts[first.index()] = sizes.len();
            let mut next = 0;
            while next < reached.len() {
                for &other in &self.neighbours[reached[next].index()] {
                    if self.regions.get(other).is_none() && parts[other.index()] == usize::MAX {
                        parts[other.index()] = sizes.len();
                        reached.push(other);
                    }
                }
                next += 1;
            }
            sizes.push(reached.len());
        }
        (parts, sizes)
    }

    /// The cells without region at most so many steps from a region, and whether all of the region hangs together by
    /// cells without region.
    fn within(&self, region: u8, steps: usize) -> (Vec<Cell>, bool) {
        let own = self.regions.region(region);
        let mut distance = vec![usize::MAX; self.neighbours.len()];
        let mut reached: Vec<Cell> = own.iter().collect();
        for cell in &reached {
            distance[cell.index()] = 0;
        }
        let mut near = Vec::new();
        let mut next = 0;
        while next < reached.len() {
            let cell = reached[next];
            next += 1;
            if distance[cell.index()] == steps {
                continue;
            }
            for &other in &self.neighbours[cell.index()] {
                let may_join = self.barred[other.index()] >> region & 1 == 0;
                if self.regions.get(other).is_none() && may_join && distance[other.index()] == usize::MAX {
                    distance[other.index()] = distance[cell.index()] + 1;
                    reached.push(other);
                    near.push(other);
                }
            }
        }
        // From one cell of the region through near cells to the others.
        let mut seen = vec![false; self.neighbours.len()];
        let mut stack: Vec<Cell> = own.iter().take(1).collect();
        let mut n_own = 0;
        while let Some(cell) = stack.pop() {
            if std::mem::replace(&mut seen[cell.index()], true) {
                continue;
            }
            n_own += usize::from(own.contains(cell));
            stack.extend(self.neighbours[cell.index()].iter().filter(|other| distance[other.index()] != usize::MAX));
        }
        (near, n_own == own.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::Shape;

    fn regions(text: &str) -> Regions {
        text.parse().expect(text)
    }

    /// Keeps what is painted, and gives connected regions of N cells.
    #[track_caller]
    fn check(begun: &Regions, seed: u64) {
        let Ok(Filling::Filled(filled)) = fill(begun, seed, &Unwatched) else { panic!("not filled: {begun}") };
        assert!(filled.shape().is_some(), "{filled}");
        for cell in begun.cells() {
            assert!(begun.get(cell).is_none() || begun.get(cell) == filled.get(cell), "{begun} became {filled}");
        }
        for region in (0..begun.n() as u8).filter(|&region| begun.count(region) < begun.n()) {
            assert_eq!(filled.n_parts(region), 1, "{begun} became {filled}");
        }
        assert_eq!(fill(begun, seed, &Unwatched), Ok(Filling::Filled(filled)), "same seed");
    }

    #[test]
    fn an_empty_grid_of_every_size_is_filled() {
        for n in Shape::SIZES {
            check(&Regions::empty(n), n as u64);
        }
    }

    #[test]
    fn what_was_erased_from_a_partition_is_filled_again() {
        let mut random = Random::new(1, 0);
        for text in [
            "3x3",
            "2x3",
            "4x3",
            "9 regions=AAAAAAAABCDDDDEAEBCCDDDEEEBCDDFFFEEBCGGFFFEEBCGGFFFHHBCGGGHHHBBCGIGHHHHBCIIIIIIII",
        ] {
            let whole = Regions::of(text.parse::<Shape>().expect(text));
            for percent in [10, 40, 70, 90] {
                let mut begun = whole.clone();
                for cell in whole.cells().filter(|_| random.below(100) < percent).collect::<Vec<_>>() {
                    begun.set(cell, None);
                }
                check(&begun, random.bits());
            }
        }
    }

    #[test]
    fn what_cannot_be_filled_is_refused() {
        // A lies around a corner that is too small for a region.
        let check = |text: &str| assert_eq!(fill(&regions(text), 1, &Unwatched), Ok(Filling::Impossible), "{text}");
        check("4 regions=.A..AA...A......");
        check("4 regions=A..BB..A........");
        assert_eq!(
            fill(&regions("4 regions=AAAAA..........."), 1, &Unwatched).map_err(|error| error.to_string()),
            Err("region 1 has 5 of 4 cells: take some out of it first".to_owned())
        );
        // A finished region may have several parts.
        let filled = fill(&regions("4 regions=A..AA..A........"), 1, &Unwatched).expect("possible");
        assert!(matches!(filled, Filling::Filled(filled) if filled.n_parts(0) == 2));
    }
}
