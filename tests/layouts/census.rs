//! The census of small patterns: every pattern of 3 and 4 clues of every 4x4 layout, by every method and by brute force
//! that is written here and knows nothing of the program.

use crate::clock::thread_seconds;
use crate::common::cases;
use crate::{answer, partitions, shape_of};
use cluesmith::generate::{Method, Request};
use cluesmith::grid::{Pattern, Puzzle, Shape};
use cluesmith::logic::{StrategySet, count_solutions};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Rows and columns.
const N: usize = 4;

/// Digits left in each cell, as masks.
type Left = [u8; N * N];

/// A layout as this file sees it.
struct Small {
    /// Sets of cells that hold each digit once.
    houses: Vec<Vec<usize>>,
    /// By cell and digit, the digits that it excludes in each cell.
    excluded: Vec<[u8; N * N]>,
    grids: Vec<[usize; N * N]>,
}

impl Small {
    /// Regions and one further rule, or none.
    fn new(regions: &[usize], rule: &str) -> Small {
        let mut houses: Vec<Vec<usize>> = vec![Vec::new(); 3 * N];
        for (cell, region) in regions.iter().enumerate() {
            for house in [cell / N, N + cell % N, 2 * N + region] {
                houses[house].push(cell);
            }
        }
        if rule == "x" {
            houses.push((0..N).map(|i| i * N + i).collect());
            houses.push((0..N).map(|i| i * N + N - 1 - i).collect());
        }
        let away = |a: usize, b: usize| {
            let mut away = [(a / N).abs_diff(b / N), (a % N).abs_diff(b % N)];
            away.sort_unstable();
            away
        };
        let see = |a: usize, x: usize, b: usize, y: usize| {
            let is_moved = match rule {
                "anti-knight" => away(a, b) == [1, 2],
                "anti-king" => away(a, b) == [1, 1],
                _ => false,
            };
            let same = a == b || is_moved || houses.iter().any(|house| house.contains(&a) && house.contains(&b));
            match (a == b, x == y) {
                (true, _) => x != y,
                (false, true) => same,
                (false, false) => rule == "non-consecutive" && away(a, b) == [0, 1] && x.abs_diff(y) == 1,
            }
        };
        let row = |a: usize, x: usize| -> [u8; N * N] {
            std::array::from_fn(|b| (0..N).filter(|&y| see(a, x, b, y)).fold(0, |mask, y| mask | 1 << y))
        };
        let excluded = (0..N * N).flat_map(|a| (0..N).map(move |x| (a, x))).map(|(a, x)| row(a, x)).collect();
        let mut small = Small { houses, excluded, grids: Vec::new() };
        small.fill(&mut Vec::new(), [0b1111; N * N]);
        small
    }

    fn fill(&mut self, values: &mut Vec<usize>, left: Left) {
        let Some(&mask) = left.get(values.len()) else {
            self.grids.push(values[..].try_into().expect("a full grid"));
            return;
        };
        for digit in (0..N).filter(|digit| mask >> digit & 1 == 1) {
            let mut left = left;
            self.place(&mut left, values.len(), digit);
            values.push(digit);
            self.fill(values, left);
            values.pop();
        }
    }

    fn place(&self, left: &mut Left, cell: usize, digit: usize) {
        left[cell] &= 1 << digit;
        let excluded = &self.excluded[cell * N + digit];
        left.iter_mut().zip(excluded).for_each(|(left, excluded)| *left &= !excluded);
    }

    /// Whether naked singles alone, or with hidden singles and locked candidates, lead from these cells of the grid to all
    /// of it.
    fn is_solved(&self, grid: &[usize; N * N], cells: u16, has_all_three: bool) -> bool {
        let mut left: Left = [0b1111; N * N];
        let mut filled = cells;
        for cell in (0..N * N).filter(|cell| cells >> cell & 1 == 1) {
            self.place(&mut left, cell, grid[cell]);
        }
        loop {
            let before = (left, filled);
            for cell in 0..N * N {
                if left[cell].is_power_of_two() && filled >> cell & 1 == 0 {
                    filled |= 1 << cell;
                    let digit = left[cell].trailing_zeros() as usize;
                    self.place(&mut left, cell, digit);
                }
            }
            for (house, digit) in self.houses.iter().flat_map(|house| (0..N).map(move |digit| (house, digit))) {
                let places: Vec<usize> = house.iter().copied().filter(|&cell| left[cell] >> digit & 1 == 1).collect();
                match places[..] {
                    _ if !has_all_three => {}
                    [only] if filled >> only & 1 == 0 => {
                        filled |= 1 << only;
                        self.place(&mut left, only, digit);
                    }
                    _ => {
                        for cover in self.houses.iter().filter(|cover| places.iter().all(|c| cover.contains(c))) {
                            cover
                                .iter()
                                .filter(|cell| !house.contains(cell))
                                .for_each(|&cell| left[cell] &= !(1 << digit));
                        }
                    }
                }
            }
            if (left, filled) == before {
                return filled == u16::MAX;
            }
        }
    }

    /// Whether some digits in these cells make a puzzle that the strategies solve.
    fn has_puzzle(&self, cells: u16, has_all_three: bool) -> bool {
        let agree = |a: &[usize; N * N], b: &[usize; N * N]| {
            (0..N * N).all(|cell| cells >> cell & 1 == 0 || a[cell] == b[cell])
        };
        self.grids.iter().any(|grid| {
            self.grids.iter().filter(|other| agree(grid, other)).count() == 1
                && self.is_solved(grid, cells, has_all_three)
        })
    }
}

/// What a census of one layout or of several tells.
#[derive(Default)]
struct Census {
    /// Patterns that were asked about.
    n_patterns: usize,
    /// How many of them have a puzzle, for naked singles and for the three strategies.
    n_found: [usize; 2],
    /// CPU seconds by method, and of the brute force.
    seconds: BTreeMap<&'static str, f64>,
}

impl Census {
    /// Does the work and notes its time.
    fn timed<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = thread_seconds();
        let result = work();
        *self.seconds.entry(name).or_default() += thread_seconds() - start;
        result
    }

    /// Prints the figures, so that a long run shows which layouts it has done and which of them are slow.
    #[allow(clippy::print_stdout, reason = "`--nocapture` shows it to whoever waits for a long run")]
    fn print(&self, name: &str) {
        let Census { n_patterns, n_found, seconds } = self;
        println!("{name}: {n_patterns} patterns, with a puzzle: {n_found:?}; seconds: {seconds:.1?}");
    }

    fn with(mut self, other: Census) -> Census {
        self.n_patterns += other.n_patterns;
        for (sum, n) in self.n_found.iter_mut().zip(other.n_found) {
            *sum += n;
        }
        for (name, seconds) in other.seconds {
            *self.seconds.entry(name).or_default() += seconds;
        }
        self
    }
}

/// Asks every method about some of the patterns of a layout.
fn census(regions: &[usize], rule: &str, every: usize) -> Census {
    let mut census = Census::default();
    let small = Small::new(regions, rule);
    let shape: Shape = match format!("{} {rule}", shape_of(regions, N)).trim().parse() {
        Ok(shape) => shape,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(count_solutions(&Puzzle::empty(shape), 1000), small.grids.len(), "{shape}");
    if small.grids.is_empty() {
        return census;
    }
    let patterns = (0..=u16::MAX).filter(|cells| [3, 4].contains(&cells.count_ones())).step_by(every);
    for (cells, has_all_three) in patterns.flat_map(|cells| [(cells, false), (cells, true)]) {
        let pattern = Pattern::new(shape, shape.cells().filter(|cell| cells >> cell.index() & 1 == 1));
        let strategies: StrategySet = if has_all_three { "paper" } else { "naked-single" }.parse().expect("names");
        let request = Request::new(pattern, strategies);
        let expected = census.timed("brute force", || small.has_puzzle(cells, has_all_three));
        let exact = shape.treats_digits_alike().then_some(Method::Exact);
        // Search finds what there is, and refutes by bounds alone.
        let search = expected.then_some(Method::Search);
        for method in [Method::Sat, Method::Auto].into_iter().chain(exact).chain(search) {
            let found = census.timed(method.name(), || answer(&request, method));
            assert_eq!(found, Some(expected), "{} on {shape}: {pattern} for {strategies}", method.name());
        }
        census.n_found[usize::from(has_all_three)] += usize::from(expected);
        census.n_patterns += usize::from(has_all_three);
    }
    census.print(&shape.to_string());
    census
}

/// With `CLUESMITH_CASES=60` every pattern, otherwise every sixtieth.
#[test]
fn all_methods_agree_on_small_patterns_of_4x4() {
    let every = (60 / cases(1)).max(1);
    let layouts: Vec<(Vec<usize>, &str)> = partitions(N)
        .into_iter()
        .flat_map(|regions| {
            ["", "x", "anti-knight", "anti-king", "non-consecutive"].map(|rule| (regions.clone(), rule))
        })
        .collect();
    let all =
        layouts.par_iter().map(|(regions, rule)| census(regions, rule, every)).reduce(Census::default, Census::with);
    let [singles, all_three] = all.n_found;
    assert!(singles > 0 && singles <= all_three, "{:?}", all.n_found);
    all.print(&format!("{} layouts", layouts.len()));
}
